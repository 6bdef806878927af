"""Tests of the file of hidden cards: whole or not at all, private, one sentence a fault.

Only its owner may read it.
"""

from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.journal import Journal
from companion.journal.secret_file import SecretFile, copy_secrets, has_secrets


@pytest.fixture
def file(tmp_path: Path) -> SecretFile:
    return SecretFile(tmp_path / "games.sqlite", 3, "a-game/virtual")


def test_what_is_kept_is_there_again_for_its_owner_alone(file: SecretFile) -> None:
    file.keep({"hands": {"ann": ["knife"]}})
    file.keep({"hands": {"ann": []}})
    assert file.load()["hands"] == {"ann": []}
    assert file.path.stat().st_mode & 0o077 == 0
    assert [path.name for path in file.path.parent.iterdir()] == [file.path.name]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (None, "cannot be read"),
        (b'{"format": "a-ga', "cut off or damaged"),
        (b"\xff\xfe", "no text"),
        (b"[1, 2]", "something else"),
        (b'{"format": "another/virtual", "version": 1}', "something else"),
        (b'{"format": "a-game/virtual", "version": 2}', "something else"),
    ],
)
def test_a_missing_or_broken_file_is_one_sentence_with_its_name(
    file: SecretFile, content: bytes | None, what: str
) -> None:
    if content is not None:
        file.path.parent.mkdir()
        file.path.write_bytes(content)
    with pytest.raises(UserError, match=what) as caught:
        file.load()
    assert file.path.name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_journals_that_differ_in_their_endings_alone_have_files_of_their_own(tmp_path: Path) -> None:
    files = [SecretFile(tmp_path / name, 3, "a-game/virtual") for name in ("games.sqlite", "games.db")]
    for number, file in enumerate(files):
        file.keep({"hands": number})
    assert [file.load()["hands"] for file in files] == [0, 1]


def test_a_file_that_was_kept_under_the_journal_s_stem_is_read(tmp_path: Path) -> None:
    SecretFile(tmp_path / "games.sqlite", 3, "a-game/virtual").keep({"hands": {"ann": ["knife"]}})
    assert SecretFile(tmp_path / "games.db", 3, "a-game/virtual").load()["hands"] == {"ann": ["knife"]}


@pytest.mark.parametrize(("began_later_s", "is_its_own"), [(0.0, True), (60.0, False)])
def test_what_an_earlier_version_kept_hides_a_game_and_goes_with_it(
    tmp_path: Path, began_later_s: float, is_its_own: bool
) -> None:
    journal = Journal.open(tmp_path / "games.db")
    game, new = (journal.start("a-game", "{}") for _ in range(2))
    began_s = journal.started_s(game) - began_later_s
    SecretFile(tmp_path / "games.sqlite", game, "a-game/virtual").keep({"hands": 1, "began_s": began_s})
    assert has_secrets(journal, game) is is_its_own
    copy_secrets(journal, game, new)
    assert has_secrets(journal, new) is is_its_own
    journal.close()
