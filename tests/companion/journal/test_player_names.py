"""Tests of the names of players: kept beside the journal, merged, renamed and forgotten."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.journal import Journal
from companion.journal.player_names import PlayerNames, clean_name, names_path


@pytest.fixture
def names(tmp_path: Path) -> PlayerNames:
    return PlayerNames(tmp_path / "games.sqlite")


def again(names: PlayerNames) -> PlayerNames:
    """Return the same names as another program reads them."""
    return PlayerNames(names.path.with_name("games.sqlite"))


def test_names_are_found_whatever_their_capitals_and_blanks(names: PlayerNames) -> None:
    assert names.add("  Klaus   Dieter ") == "Klaus Dieter"
    assert names.add("klaus dieter") == "Klaus Dieter"
    assert names.names() == again(names).names() == ("Klaus Dieter",)


@pytest.mark.parametrize("text", ["", "  ", "x" * 41, "a\x07b", "a\u202eb"])
def test_what_is_no_name_is_refused(names: PlayerNames, text: str) -> None:
    with pytest.raises(UserError):
        names.add(text)
    assert not names.path.exists()


def test_letters_of_two_parts_are_put_together() -> None:
    assert clean_name("Zoe\u0308") == "Zoë"


def test_a_renamed_player_keeps_the_games(names: PlayerNames) -> None:
    names.add("Anna")
    names.sit("game", {"red": "anna"})
    assert names.rename("ANNA", "Hanna") == "Hanna"
    assert again(names).sitting("game") == {"red": "Hanna"}
    names.add("Ben")
    with pytest.raises(UserError, match="merge"):
        names.rename("Ben", "hanna")


def test_merged_players_are_one(names: PlayerNames) -> None:
    names.add("Anna")
    names.add("Anna B.")
    names.sit("one", {"red": "Anna"})
    names.sit("two", {"blue": "Anna B."})
    names.merge("Anna B.", "Anna")
    assert names.names() == ("Anna",)
    assert names.games_of(["Anna"]) == {"one", "two"}


def test_players_who_sat_at_one_table_are_not_merged(names: PlayerNames) -> None:
    names.add("Anna")
    names.add("Ben")
    names.sit("one", {"red": "Anna", "blue": "Ben"})
    before = names.path.read_bytes()
    with pytest.raises(UserError, match="two"):
        names.merge("Ben", "Anna")
    assert names.path.read_bytes() == before


def test_nobody_sits_in_two_seats(names: PlayerNames) -> None:
    names.add("Anna")
    with pytest.raises(UserError):
        names.sit("one", {"red": "Anna", "blue": "anna"})


def test_a_forgotten_name_does_not_come_back_from_a_table_that_is_open(names: PlayerNames) -> None:
    names.add("Anna")
    names.add("Ben")
    names.sit("one", {"red": "Anna"})
    table = again(names)
    assert table.sitting("one") == {"red": "Anna"}
    names.forget("Anna")
    table.sit("two", {"blue": "Ben"})
    assert b"Anna" not in names.path.read_bytes()
    assert table.sitting("one") == {}
    with pytest.raises(UserError):
        table.sit("three", {"red": "Anna"})


def test_forgetting_leaves_no_byte_of_a_name_in_any_file_of_the_folder(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    names = PlayerNames(journal.path)
    names.add("Zephyrine")
    for _ in range(4):
        game = journal.start("counting", "one")
        names.sit(journal.key(game), {"red": "Zephyrine"})
        journal.finish(game, "red wins")
    # What a power failure leaves while the file is written.
    names.path.with_name(f".{names.path.name}.abcd1234").write_bytes(names.path.read_bytes())
    assert names.forget("zephyrine") == 4
    journal.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"games.sqlite", "games.backup-1.sqlite", "games.players.json"} <= {path.name for path in files}
    assert [path for path in files if "zephyrine" in path.read_bytes().decode("latin-1").casefold()] == []


def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = names_path(tmp_path / "games.sqlite")
    path.write_text('{"players": {"1": "Anna"}, "games": []}')
    names = PlayerNames(tmp_path / "games.sqlite")
    assert names.names() == ()
    assert str(path) in capsys.readouterr().err
    with pytest.raises(UserError):
        names.add("Ben")
    assert "Anna" in path.read_text()


@pytest.mark.parametrize(
    "text",
    [
        '{"players": {"1": "Anna"}, "games": {"k": {"red": 1e999}}}',
        '{"players": {"1": "Anna"}, "games": {"k": {"red": NaN}}}',
        '{"players": {"1": "Anna"}, "games": {"\\ud800": {"red": 1}}}',
        '{"players": {"1": "Anna"}, "games": {"k": {"\\ud800": 1}}}',
        '{"players": {"1": "\\ud800"}, "games": {}}',
        "[" * 100_000,
    ],
)
def test_senseless_files_are_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    names_path(tmp_path / "games.sqlite").write_text(text)
    names = PlayerNames(tmp_path / "games.sqlite")
    assert names.names() == ()
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(UserError, match="cannot be read"):
        names.add("Ben")


def test_what_two_programs_change_at_once_is_all_kept(names: PlayerNames) -> None:
    names.add("Zephyrine")

    def add(program: int) -> None:
        others = again(names)
        for number in range(20):
            others.add(f"Player {program} {number}")

    with ThreadPoolExecutor(3) as programs:
        adding = [programs.submit(add, program) for program in range(2)]
        programs.submit(again(names).forget, "Zephyrine").result()
        for program in adding:
            program.result()
    assert len(names.names()) == 40, "none is lost, and the forgotten one has not come back"


def test_what_cannot_be_written_is_not_shown(names: PlayerNames) -> None:
    names.add("Anna")
    names.path.with_name(f"{names.path.name}.in-use").unlink()
    names.path.with_name(f"{names.path.name}.in-use").mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        names.add("Ben")
    assert names.names() == ("Anna",)


def test_only_the_owner_reads_the_names(names: PlayerNames) -> None:
    names.add("Anna")
    assert names.path.stat().st_mode & 0o077 == 0


def test_games_are_told_apart_by_their_first_entry(tmp_path: Path) -> None:
    moment = iter(range(100, 200))
    journal = Journal.open(tmp_path / "games.sqlite", lambda: float(next(moment)))
    first, second = journal.start("counting", "one"), journal.start("counting", "one")
    key = journal.key(first)
    journal.append(first, "two")
    assert journal.key(first) == key != journal.key(second)
    assert {record.id: record.key for record in journal.games()}[first] == key
    journal.close()
