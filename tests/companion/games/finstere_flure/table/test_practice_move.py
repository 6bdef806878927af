"""Practice move before the floor is laid: judged by what lies on the bare board."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import NO_STICKERS, Settings
from companion.games.finstere_flure.learning.first_evening import FirstEvening
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.lies import cells_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.practice_move import MoveVerdict, PracticeMoveStep, judge_move
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.table.set_up_check import BASIC_FLOOR, BASIC_LAYOUT, MONSTER_AT
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.finstere_flure.pieces import Colour, Side
from engine.finstere_flure.position import Token
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.table.observing import relaid

BARE = BoardObservation()


def laid(token: str, side: Side, cell: str) -> BoardObservation:
    return relaid(tokens=(Token(token, side, cell),))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A real table; the first game was chosen."""
    journal = Journal.open(tmp_path / "games.sqlite")
    made = open_session(journal, Settings(), [TABLE], sees=True, rng=Random(4))
    made.open_start_page()
    made.touch("show finstere-flure first-evening", 0.0)
    made.touch("play", 0.0)
    assert isinstance(made.step, PracticeMoveStep)
    return made


def see(session: Session, observation: BoardObservation, until: float) -> str:
    """Return the table looks so until then; return the page's sentence."""
    session.observe(TableObservation(observation), until - 1.5)
    session.tick(until)
    page = session.page
    assert isinstance(page, BoardPage)
    return page.caption


@pytest.mark.parametrize(
    ("observation", "verdict"),
    [
        (BARE, None),
        (laid("red-4", Side.BLACK, "p11"), None),
        (laid("green-4", Side.BLACK, "p11"), MoveVerdict.RIGHT),
        (laid("green-4", Side.BLACK, "p8"), MoveVerdict.RIGHT),
        (laid("green-4", Side.WHITE, "p8"), MoveVerdict.NOT_FLIPPED),
        (laid("green-4", Side.BLACK, "p7"), MoveVerdict.TOO_FAR),
        (laid("green-1", Side.BLACK, "o11"), MoveVerdict.TOO_FAR),
    ],
)
def test_verdicts(observation: BoardObservation, verdict: MoveVerdict | None) -> None:
    move = judge_move(observation, Colour.GREEN)
    assert (move and move.verdict) is verdict


def test_from_a_move_that_is_put_right_to_the_floor(session: Session) -> None:
    assert see(session, BARE, 2.0).startswith("Green: try a move on the bare board")
    assert see(session, laid("green-4", Side.WHITE, "p7"), 4.0).startswith("It shows 4, ")
    assert see(session, laid("green-4", Side.WHITE, "p8"), 6.0) == "Now flip it."
    assert see(session, laid("green-4", Side.BLACK, "p8"), 8.0).startswith("Well moved. Take the token off again. Lay")
    assert isinstance(session.step, FinstereFlureSetUpStep)
    assert FirstEvening.load(session.journal).taught == ("move",)
    assert see(session, BARE, 10.0).startswith("Lay")


def test_the_floor_is_laid_while_the_token_lies_there_but_no_game_begins(session: Session) -> None:
    token = laid("green-4", Side.BLACK, "p8")
    see(session, token, 2.0)
    half = relaid(token, tiles=BASIC_FLOOR[:7])
    assert see(session, half, 4.0).startswith("Well moved. Take the token off again. Lay")
    page = session.page
    assert isinstance(page, BoardPage)
    assert not [row for row in page.rows if row.tone is Tone.BAD]
    whole = relaid(token, tiles=BASIC_FLOOR, monster=MONSTER_AT)
    assert "All tokens begin at the entrance" in see(session, whole, 6.0)
    assert isinstance(session.step, FinstereFlureSetUpStep)
    see(session, relaid(whole, tokens=()), 8.0)
    see(session, relaid(whole, tokens=()), 10.0)
    assert not isinstance(session.step, FinstereFlureSetUpStep)


def test_it_can_be_passed_over(session: Session) -> None:
    session.press(Press(Button.ADVANCE, held=False), 1.0)
    assert isinstance(session.step, FinstereFlureSetUpStep)
    session.press(Press(Button.BACK, held=False), 2.0)
    assert isinstance(session.step, PracticeMoveStep)


def test_where_the_floor_lies_the_game_comes_at_once(session: Session) -> None:
    session.observe(TableObservation(relaid(tiles=BASIC_FLOOR)), 1.0)
    assert isinstance(session.step, FinstereFlureSetUpStep)


def test_of_a_token_without_a_sticker_nobody_sees_its_side_so_the_floor_comes_at_once(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(stickers=NO_STICKERS), [TABLE], sees=True, rng=Random(4))
    session.open_start_page()
    session.touch("show finstere-flure first-evening", 0.0)
    session.touch("play", 0.0)
    assert isinstance(session.step, FinstereFlureSetUpStep)
    beside_the_monster, lens = frozenset({"b1", "a2", "b2"}), {"a1": dict.fromkeys(("b1", "a2", "b2"), 0.4)}
    floor = {cell for lie in BASIC_LAYOUT.counts for cell in cells_of(lie)}
    seen = BoardObservation(unreadable=beside_the_monster | floor, behind=lambda cell: lens.get(cell, {}))
    foreign = replace(seen, unreadable=seen.unreadable | {"k2"})
    session.observe(TableObservation(foreign), 1.0)
    page = session.page
    assert isinstance(page, BoardPage)
    assert [(row.text, row.detail) for row in page.rows] == [
        ("Nothing belongs on k2 now.", "Take it away, or push off the line what lies beside it.")
    ]
    see(session, seen, 4.0)
    see(session, seen, 7.0)
    assert not isinstance(session.step, FinstereFlureSetUpStep)
