"""Lessons of a first evening: each table shows its rule, and each comes when it is needed."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.finstere_flure.learning.first_evening import FirstEvening
from companion.games.finstere_flure.learning.lessons import MONSTER_LESSONS, RULES, MonsterLesson, lesson_due
from companion.games.finstere_flure.learning.puzzles import CHOICES
from companion.games.finstere_flure.options import game_started
from companion.journal import Journal
from engine.finstere_flure.events import DeckShuffled, GameEvent, TokenMoved
from engine.finstere_flure.game import RULES as GAME
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import DECK, Colour, Place, Side
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import Decision, Look, MonsterMove
from engine.game import Game

STARTED = game_started((Colour.GREEN, Colour.RED), Colour.GREEN, {})

#: What must happen in the move of a lesson whose rule no event names.
HAPPENS = {
    "look": "Turn",
    "hit": "Eaten",
    "tie": "Look",
    "wall": "Wall",
    "pivot": "Pivot",
    "teleport": "Teleport",
    "R8": "Slide",
    "R9": "Eaten",
    "R14": "Look",
}
#: The rulings of the monster's move that one can predict (R10: beside the board nobody is seen; R15: `teleport`).
RULINGS = {"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R14"}


def stay(game: Game[State, GameEvent], token: str) -> Game[State, GameEvent]:
    """Leave a token outside in the first round."""
    return game.apply(TokenMoved(token, Place.OUTSIDE, Side.BLACK))


def events(move: MonsterMove) -> list[object]:
    return [event for step in move.steps for event in step.events]


@pytest.mark.parametrize("lesson", MONSTER_LESSONS, ids=lambda lesson: lesson.rule)
def test_its_rule_decides_on_the_table(lesson: MonsterLesson) -> None:
    move = lesson.puzzle.move
    happened = events(move)
    if lesson.rule in HAPPENS:
        assert HAPPENS[lesson.rule] in {type(event).__name__ for event in happened}
    elif lesson.rule in RULINGS:
        assert lesson.rule in {getattr(event, "ruling", None) for event in happened}
    assert len(lesson.puzzle.choices) == CHOICES
    assert lesson.puzzle.end in lesson.puzzle.choices


def test_each_ruling_has_its_lesson() -> None:
    assert {lesson.rule for lesson in MONSTER_LESSONS} >= RULINGS
    by_rule = {lesson.rule: lesson.puzzle.move for lesson in MONSTER_LESSONS}
    assert [meal.step for meal in by_rule["R9"].eaten] == [2]
    assert len(by_rule["R9"].steps) == 7
    assert by_rule["R8"].eaten[0].step == len(by_rule["R8"].steps)
    assert by_rule["R8"].final.monster != "f4", "where it was eaten"
    last = by_rule["R14"].final
    assert "turn" in next(stone.kind for stone in last.stones if stone.cell == "i4")
    assert last.monster == "h4"


def test_a_tie_confuses_and_a_stone_hides() -> None:
    by_rule = {lesson.rule: lesson.puzzle.move for lesson in MONSTER_LESSONS}
    looks = [event for event in events(by_rule["tie"]) if isinstance(event, Look)]
    assert looks[0].decision is Decision.CONFUSED
    hidden = by_rule["hide"].start
    bare = replace(hidden, tiles=())
    assert move_monster(bare, "5").final.monster != by_rule["hide"].final.monster


def test_the_first_lessons_of_a_game() -> None:
    game = GAME.start(STARTED).apply(DeckShuffled(tuple(DECK)))
    first = lesson_due(game.state, ())
    assert first is not None
    assert first.rule == "move"
    # The first move comes before the next rule.
    assert lesson_due(game.state, ("move",)) is None
    game = stay(game, "green-1")
    due = lesson_due(game.state, ("move",))
    assert due is not None
    assert due.rule == "push"
    for token in ("red-1", "green-3", "red-3"):
        game = stay(game, token)
    due = lesson_due(game.state, ("move",))
    assert due is not None
    assert due.rule == "look"
    # One lesson before each card.
    assert lesson_due(game.state, ("move", "look")) is None


def test_only_tiles_of_the_game_are_taught() -> None:
    game = GAME.start(STARTED).apply(DeckShuffled(tuple(DECK)))
    for token in ("green-1", "red-1", "green-3", "red-3"):
        game = stay(game, token)
    taught = ["move"]
    late = replace(game.state, round=99)
    while due := lesson_due(late, taught):
        taught.append(due.rule)
    assert {"pivot", "R1", "R2", "teleport"}.isdisjoint(taught)
    assert {"R4", "R5", "R6", "R7", "R3"} <= set(taught)


def test_it_is_kept_beside_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal, another = Journal(path), Journal(tmp_path / "another" / "games.sqlite")
    assert FirstEvening.load(journal) == FirstEvening()
    evening = FirstEvening().after("look").after("look").after("move")
    evening.keep(journal)
    assert FirstEvening.load(another) == FirstEvening()
    assert FirstEvening.load(journal) == evening
    assert FirstEvening.load(Journal(path)) == FirstEvening(("move", "look"))
    (tmp_path / "first-evening.json").write_text('{"taught": ["none", 3], "game": "x"}')
    assert FirstEvening.load(Journal(path)) == FirstEvening()
    assert len(set(RULES)) == len(RULES)


def test_a_lesson_that_cannot_be_written_comes_once_all_the_same(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite")
    (tmp_path / "first-evening.json").mkdir()
    FirstEvening().after("look").keep(journal)
    assert FirstEvening.load(journal).taught == ("look",)
