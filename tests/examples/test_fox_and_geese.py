"""The rules of the example, and what happens at its table."""

import json
from pathlib import Path
from random import Random

import pytest
from fox_and_geese.game import GAME
from fox_and_geese.rules import FOX, GEESE, RULES, Event, Moved, Side, Started, State, moves
from fox_and_geese.virtual import VIRTUAL

from companion.cells.board import CellBoard
from companion.journal import Journal
from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from companion.screen.pages import BoardPage, Tone
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.errors import NotationError
from engine.game import Result


def reached(state: State, piece: str) -> set[str]:
    """Return the cells that a piece may go to."""
    return {move.to for move in moves(state) if move.piece == piece}


def test_a_goose_goes_down_or_sideways() -> None:
    state = State({FOX: "d7", "goose-1": "d4", "goose-2": "e4"})
    assert reached(state, "goose-1") == {"c4", "d5"}


def test_the_fox_goes_any_way_or_jumps() -> None:
    state = State({FOX: "d4", "goose-1": "d3", "goose-2": "e5", "goose-3": "f6"}, Side.FOX)
    assert reached(state, FOX) == {"c3", "e3", "c4", "e4", "c5", "d5", "d2"}


def test_a_fox_that_must_take_does() -> None:
    state = State({FOX: "d4", "goose-1": "d3"}, Side.FOX, must_take=True)
    assert reached(state, FOX) == {"d2"}


def test_a_voice_spells_the_cells() -> None:
    assert GAME.table.voice.spoken("Put goose 4 on a3 or b3, not on a1.") == "Put goose 4 on A-3 or B 3, not on a1."


def test_what_is_jumped_over_is_taken() -> None:
    state = State({FOX: "d4", "goose-1": "d3", "goose-2": "a3"}, Side.FOX)
    after = RULES.follow(state, Moved(Side.FOX, FOX, "d2"))
    assert after.lying == {FOX: "d2", "goose-2": "a3"}


def test_the_geese_win_when_the_fox_is_penned_in() -> None:
    geese = ("d1", "c2", "d2", "e2", "c1", "d3", "c3", "e3")
    state = State({FOX: "e1", **dict(zip(GEESE, geese, strict=False))}, Side.FOX)
    over = RULES.over(state)
    assert over is not None
    assert over.winners == ("geese",)


def test_the_fox_wins_when_few_geese_are_left() -> None:
    state = State({FOX: "d4", **dict(zip(GEESE, ("c1", "d1", "e1", "c2"), strict=False))})
    over = RULES.over(state)
    assert over is not None
    assert (over.winners, over.reason) == (("fox",), "taken")


def to_and_fro(rounds: int, *, repetition: bool) -> State:
    """Return a goose and the fox go to and fro so often."""
    state = RULES.begin(Started(repetition=repetition))
    goose = Moved(Side.GEESE, "goose-8", "b4")
    others = [Moved(Side.FOX, FOX, "d5"), Moved(Side.GEESE, "goose-8", "a4"), Moved(Side.FOX, FOX, "d4")]
    for event in [goose, *[*others, goose] * rounds]:
        assert RULES.problems(state, event) == ()
        state = RULES.follow(state, event)
    return state


def test_a_position_that_occurs_a_third_time_is_a_draw() -> None:
    assert RULES.over(to_and_fro(1, repetition=True)) is None
    state = to_and_fro(2, repetition=True)
    assert RULES.over(state) == Result((), "repeated")
    assert [RULES.worth(state, seat) for seat in Side] == [0.5, 0.5]
    assert RULES.over(to_and_fro(5, repetition=False)) is None, "files made before know no such rule"


def worth_to_geese(fox: str, *rows: str) -> float:
    """Return the worth of geese on these cells."""
    geese = [cell for row in rows for cell in row.split()]
    return RULES.worth(State({FOX: fox, **dict(zip(GEESE, geese, strict=True))}), Side.GEESE)


def test_geese_who_close_in_are_worth_more_than_a_draw_and_than_those_who_hurry_past() -> None:
    closed = worth_to_geese("d7", "a5 b5 c5 d5 e5 f5 g5", "b4 c4 d4 e4 f4 g4")
    begun = worth_to_geese("d4", "c1 d1 e1", "c2 d2 e2", "a3 b3 c3 d3 e3 f3 g3")
    past = worth_to_geese("d1", "a5 b5 c5 d5 e5 f5 g5", "c6 d6 e6", "c7 d7 e7")
    assert closed > begun > 0.5
    assert closed > past


@pytest.mark.parametrize("seed", range(3))
def test_games_of_good_bots_end(seed: int) -> None:
    state, rng = RULES.begin(Started(repetition=True)), Random(seed)
    for _ in range(1500):
        if RULES.over(state):
            break
        state = RULES.follow(state, BOTS["greedy"](RULES, state, str(state.turn), Budget(nodes=100), rng))
    assert RULES.over(state) is not None


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        (Started(), ["not-now"]),
        (Moved(Side.FOX, FOX, "d5"), ["not-your-turn"]),
        (Moved(Side.GEESE, FOX, "d5"), ["not-your-turn"]),
        (Moved(Side.GEESE, "goose-1", "c7"), ["cannot-go-there"]),
        (Moved(Side.GEESE, "goose-8", "b4"), []),
    ],
)
def test_what_is_wrong_has_a_code(event: Event, codes: list[str]) -> None:
    state = RULES.begin(Started())
    assert [problem.code for problem in RULES.problems(state, event)] == codes


@pytest.mark.parametrize(
    "line", ['{"event": "moved"}', '{"event": "moved", "by": "fox", "piece": "ox", "to": "a1"}', "{}"]
)
def test_what_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        RULES.event_from_json(json.loads(line))


# --- at the table -----------------------------------------------------------------------------------------------------


@pytest.fixture
def pilot(tmp_path: Path) -> ScriptedPlayer:
    """Return a game whose pieces have been laid."""
    pilot = ScriptedPlayer(VIRTUAL, Started(), Journal.open(tmp_path / "games.sqlite"))
    pilot.begin()
    assert pilot.page.name == "put-right"
    pilot.place_as_asked()
    pilot.wait(2.0)
    assert pilot.page.name == "move"
    return pilot


def caption(pilot: ScriptedPlayer) -> str:
    """Return the one sentence that counts on the page."""
    assert isinstance(pilot.page, BoardPage)
    return pilot.page.caption


def play(pilot: ScriptedPlayer, *moves: tuple[str, str]) -> None:
    for piece, cell in moves:
        pilot.place_piece(piece, cell=cell)
        pilot.wait(1.5)


@pytest.mark.slow
def test_a_game_is_played_by_hand_before_the_camera(pilot: ScriptedPlayer) -> None:
    play(pilot, ("goose-13", "g4"), (FOX, "d5"), ("goose-10", "d4"), (FOX, "d3"))
    assert len(pilot.game.events) == 4, "the goose that was jumped over still lies there"
    pilot.wait(4.0)
    assert pilot.page.name == "problem"
    assert caption(pilot) == "Goose 10 must not lie on d4 any more."
    assert pilot.said[-1] == "Take goose 10 off the board.", "said in a breath"
    below = pilot.table.areas.seen[3] + 20
    pilot.place_piece("goose-10", at_mm=(60.0, below))
    pilot.wait(1.5)
    assert pilot.game.state.lying[FOX] == "d3"
    assert "goose-10" not in pilot.game.state.lying
    assert isinstance(pilot.page, BoardPage)
    assert pilot.page.title == "The geese's turn"


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_a_piece_that_lies_wrong_is_named_and_put_back(pilot: ScriptedPlayer) -> None:
    play(pilot, ("goose-13", "g4"), (FOX, "d6"))
    pilot.wait(3.0)
    assert caption(pilot) == "The fox cannot go from d4 to d6."
    assert pilot.said[-1] == "The fox cannot go from d4 to d6.", "said in a breath"
    assert isinstance(pilot.page, BoardPage)
    assert pilot.page.rows[0].text == "Allowed are, for example: d5, c5, e5 and c4."
    play(pilot, (FOX, "d4"))
    assert pilot.page.name == "move"
    assert len(pilot.game.events) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_a_touched_piece_shows_where_it_may_go_and_goes(pilot: ScriptedPlayer) -> None:
    play(pilot, ("goose-13", "g4"))
    pilot.touch("d4")
    assert isinstance(pilot.page, BoardPage)
    assert isinstance(pilot.page.board, CellBoard)
    assert ("d5", Tone.GOOD) in pilot.page.board.marks
    pilot.touch("d5")
    assert pilot.game.state.lying[FOX] == "d5"
    assert pilot.page.name == "put-right", "the camera makes sure that the fox was moved"
    assert caption(pilot) == "Move the fox from d4 to d5."
    play(pilot, (FOX, "d5"))
    assert pilot.page.name == "move"


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_what_was_taken_back_is_put_back(pilot: ScriptedPlayer) -> None:
    play(pilot, ("goose-13", "g4"), (FOX, "d5"))
    pilot.session.undo(1)
    assert isinstance(pilot.page, BoardPage)
    assert sorted([caption(pilot), *(row.text for row in pilot.page.rows)]) == [
        "Move goose 13 from g4 to g3.",
        "Move the fox from d5 to d4.",
    ]
    pilot.place_as_asked()
    pilot.wait(2.0)
    assert pilot.page.name == "move"


def test_bots_choose_what_the_rules_allow() -> None:
    state = RULES.begin(Started())
    assert all(not RULES.problems(state, VIRTUAL.choose(state, Random(seed))) for seed in range(20))


def test_no_goose_of_a_bot_is_given_away_to_another() -> None:
    state, rng = RULES.begin(Started()), Random(1)
    for _ in range(120):
        move = BOTS["greedy"](RULES, state, str(state.turn), Budget(nodes=1000), rng)
        state = RULES.follow(state, move)
    assert len(state.lying) == len([FOX, *GEESE])
