"""Tests of the scoring from photos of spread hands, where no camera looks at the table."""

import os
from pathlib import Path

import cv2
import pytest

from companion.device.settings import Settings
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.table.pages import SumsStep
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.sheets.manifest import tags_of
from companion.table.photo_list import MOST_OFFERED, PhotoListStep, newest_photos, observe_photo
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.state import Phase
from hardware.buttons import Button
from tests.companion.games.lifeboat.hand_game import begin, press, state_of
from tests.companion.games.lifeboat.mat_shots import middle_card, photograph

pytestmark = pytest.mark.slow

LAUREN, STEPHEN, CAPTAIN, MATE = tuple(Character)[:4]


@pytest.fixture
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of downloads of a user with a German desktop."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    config = tmp_path / ".config"
    config.mkdir()
    (config / "user-dirs.dirs").write_text('# folders\nXDG_DOWNLOAD_DIR="$HOME/Empfangen"\nXDG_MUSIC_DIR="$HOME/"\n')
    folder = tmp_path / "Empfangen"
    folder.mkdir()
    return folder


@pytest.fixture
def session(journal: Journal, downloads: Path) -> Session:  # noqa: ARG001 - its home is used
    """Four players at the scoring, with two cards in each hand, without any camera."""
    around = SessionContext(
        read_photo=lambda file: observe_photo(made, file, lambda game: tags_of(game.readings.tags, None))
    )
    made = open_session(journal, Settings(), [TABLE], sees=False, around=around)
    begin(made, e.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE), (), e.Deck.STAND_IN))
    correction = e.Corrected(e.Correction(birds=3), "for the test")
    passed = map(e.Passed, (LAUREN, STEPHEN, CAPTAIN, MATE))
    for event in (*map(e.Took, (LAUREN, STEPHEN, CAPTAIN, MATE)), correction, *passed, e.Navigated(MATE, card="n01")):
        made.apply(event, already_placed=True)
    made.go_on()
    while not isinstance(made.step, LifeboatStep):
        press(made, Button.ADVANCE)
    assert state_of(made).step is Phase.REVEAL
    return made


def take_photo(file: Path, *cards: str, at_s: float = 1.0) -> None:
    """Photograph cards that lie in the boat."""
    shot = photograph([middle_card(card, (180.0 + 70.0 * place, 255.0)) for place, card in enumerate(cards)])
    cv2.imwrite(str(file), shot.picture)
    os.utime(file, (at_s, at_s))


def page(session: Session) -> ListPage:
    assert isinstance(session.page, ListPage)
    return session.page


def test_a_photo_of_the_spread_hand_tells_all_of_it(session: Session, downloads: Path) -> None:
    take_photo(downloads / "IMG_7.jpg", "love-mate", "hate-captain", "knife", "water-01")
    session.touch("lauren", 0.0)
    session.touch("photo", 0.0)
    assert [row.text for row in page(session).rows] == ["IMG_7.jpg", "Look again for photos"]
    press(session, Button.ADVANCE)
    assert isinstance(session.step, SumsStep)
    assert session.game is not None
    assert session.game.events[-1] == e.Revealed(LAUREN, MATE, CAPTAIN, (Provision.KNIFE, Provision.WATER))


def test_what_is_wrong_with_a_photo_is_one_sentence_and_another_one_can_be_chosen(
    session: Session, downloads: Path
) -> None:
    take_photo(downloads / "too-few.jpg", "love-mate", at_s=5.0)
    take_photo(downloads / "two.jpg", "love-mate", "love-kid", "hate-captain", "knife", "water-01", at_s=4.0)
    (downloads / "text.jpg").write_text("no picture")
    cv2.imwrite(str(downloads / "cat.jpg"), photograph([]).picture[:200, :200])
    session.touch("lauren", 0.0)
    session.touch("photo", 0.0)
    files = {row.text: row.id for row in page(session).rows}
    said = {}
    for name in ("too-few.jpg", "two.jpg", "text.jpg", "cat.jpg"):
        session.touch(files[name], 0.0)
        assert isinstance(session.step, PhotoListStep)
        said[name] = page(session).text
    assert said["too-few.jpg"].startswith("The photo does not show all of it.")
    assert "Seen: love card." in said["too-few.jpg"]
    assert said["two.jpg"].startswith("More than one love or hate card lies in the boat.")
    assert said["text.jpg"] == "This photo cannot be read. Choose another one, or take it once more."
    assert said["cat.jpg"].startswith("The mat is not seen in the photo.")
    take_photo(downloads / "good.jpg", "love-mate", "hate-captain", "knife", "water-01")
    session.touch("again", 0.0)
    assert not page(session).text.startswith("The mat")
    session.touch(str(downloads / "good.jpg"), 0.0)
    assert isinstance(session.step, SumsStep)


def test_where_there_is_no_photo_it_is_said_where_to_put_one(session: Session) -> None:
    session.touch("lauren", 0.0)
    session.touch("photo", 0.0)
    assert page(session).text.startswith("There is no photo yet.")
    press(session, Button.BACK)
    assert session.page.name == "reveal"


def test_the_newest_photos_come_first_and_few_are_offered(downloads: Path) -> None:
    for number in range(MOST_OFFERED + 2):
        file = downloads / f"IMG_{number}.JPG"
        file.touch()
        os.utime(file, (number, number))
    (downloads / "notes.txt").touch()
    below = downloads / "DCIM" / "100CANON"
    below.mkdir(parents=True)
    (below / "newest.jpeg").touch()
    found = [file.name for file in newest_photos()]
    assert found == ["newest.jpeg", *(f"IMG_{MOST_OFFERED + 1 - number}.JPG" for number in range(MOST_OFFERED - 1))]
