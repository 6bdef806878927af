"""Pages of problems: nothing is almost done, and no table right, while a piece is missing."""

from dataclasses import replace

import pytest

from companion.games.finstere_flure.table.observation import observation_from_position
from companion.screen.pages import BoardPage, Page, Tone
from companion.table.inference import TableProblem
from companion.table.observation import TableObservation
from companion.table.problem_page import is_wrong, title_of, tone_of_all
from engine.finstere_flure.rounds import position_after
from hardware.ring.patterns import Alert, Progress
from tests.companion.games.finstere_flure.screen import sample_pages
from tests.companion.games.finstere_flure.table.observing import relaid

WRONG = TableProblem("wrong", "It is wrong.", "Mend it.")
UNFINISHED = TableProblem("to-flip", "It is not flipped.", "Flip it.", unfinished=True)
MISSING = TableProblem("missing", "It is gone.", "Put it back.", unfinished=True, missing=True)


def board_page(page: Page) -> BoardPage:
    assert isinstance(page, BoardPage)
    return page


@pytest.mark.parametrize(
    ("problems", "title", "tone"),
    [
        ((UNFINISHED,), "Almost done", Tone.NOW),
        ((UNFINISHED, MISSING), "Something is missing", Tone.NOW),
        ((MISSING,), "Something is missing", Tone.NOW),
        ((MISSING, WRONG), "Something is not right", Tone.BAD),
        ((WRONG, UNFINISHED), "Something is not right", Tone.BAD),
    ],
)
def test_a_page_is_named_and_coloured_by_all_its_problems(
    problems: tuple[TableProblem, ...], title: str, tone: Tone
) -> None:
    assert (title_of(problems), tone_of_all(problems)) == (title, tone)
    assert is_wrong(problems) is (tone is Tone.BAD)


def test_a_move_whose_pushed_stone_is_nowhere_is_not_almost_done() -> None:
    game = sample_pages.play_until(sample_pages._can_push)
    move = next(event for event in sample_pages._pushes(game) if event.stones[0].to is not None)
    moved = position_after(game.state.position, move)
    made = sample_pages.session(game)
    made.observe(TableObservation(observation_from_position(moved, hidden=(move.stones[0].stone,))), 0.0)
    made.tick(11.0)
    page = board_page(made.page)
    assert page.name == "problem"
    assert page.title == "Something is missing"
    assert page.tone is Tone.NOW
    assert not isinstance(made.pattern, Alert)


def test_a_table_is_not_right_while_a_place_of_it_cannot_be_read() -> None:
    game = sample_pages.played(3)
    position = game.state.position
    token, stone = next(token for token in position.tokens if token.cell), position.stones[0]
    before = replace(token, side=token.side.flipped)
    laid = replace(position, tokens=tuple(before if each == token else each for each in position.tokens))
    made = sample_pages.session(game, laid=laid)
    seen = relaid(observation_from_position(position, hidden=(stone.id,)), unreadable=stone.cells)
    made.observe(TableObservation(seen), 0.0)
    page = board_page(made.page)
    assert (page.name, page.caption) == ("put-right", "Not everything is seen in its place yet.")
    assert made.pattern == Progress(0, 1, (82, 200, 120))
    made.observe(TableObservation(observation_from_position(position)), 1.0)
    assert board_page(made.page).caption == "The table is right."
