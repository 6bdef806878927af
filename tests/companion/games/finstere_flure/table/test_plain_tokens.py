"""Tokens, stones and the monster without stickers: followed by the cells that are taken."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import NO_STICKERS, Settings
from companion.games.finstere_flure.playback.board_view import FlippedToken
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.guide import placement_tasks
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.plain_board import (
    PlainPosition,
    figures,
    laid_pieces,
    paved_cells,
    taken_cells,
)
from companion.games.finstere_flure.table.plain_tokens import HELD_S, PlainTokens
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.table.set_up_check import BASIC_FLOOR, MONSTER_AT
from companion.games.finstere_flure.table.tokens import LIFTED_S, TokenStep
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.inference import Happened, Nothing, Undecided, Waiting
from companion.table.layout import TableLayout
from companion.table.observation import TableObservation
from companion.table.plain_pieces import STEADY_S, SteadyPlaces
from companion.table.put_right import TaskProgress
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.autoplay import Autoplay
from engine.finstere_flure.board import Direction
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import Phase
from hardware.buttons import Button, Press
from tools.plain_castle import PlainCastle
from tools.plain_record import Record


def red(number: int, cell: str) -> Token:
    return Token(f"red-{number}", Side.WHITE, cell)


def taken(position: Position) -> BoardObservation:
    layout = layout_of(position)
    return BoardObservation(unreadable=frozenset(figures(layout).sides.values()) | paved_cells(layout))


class Moves(PlainTokens):
    """Inference of red's moves on a table; two players play."""

    def __init__(self, position: Position) -> None:
        start = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
        game = Game.start(start)
        state = replace(game.state, position=position, phase=Phase.MOVE_TOKEN, turn=Colour.RED, round=2)
        super().__init__(replace(game, state=state))
        self.position, self.now = position, 0.0

    def look(self, seen: BoardObservation, seconds: float = STEADY_S) -> object:
        self.match(seen, self.now)
        self.now += seconds
        return self.match(seen, self.now)[1]


@pytest.fixture
def lone() -> Moves:
    return Moves(Position("a1", Direction.E, (red(5, "h6"), red(3, "l9"))))


def moved(moves: Moves, token: str, to: str) -> Position:
    before = moves.position.token(token)
    assert before is not None
    return position_after(moves.position, TokenMoved(token, to, before.side.flipped))


def test_a_token_is_followed_from_cell_to_cell_and_counts_as_flipped(lone: Moves) -> None:
    assert lone.look(taken(lone.position)) == Nothing()
    assert lone.look(taken(moved(lone, "red-5", "h9"))) == Happened(TokenMoved("red-5", "h9", Side.BLACK))


def test_a_move_that_is_too_far_fits_nothing(lone: Moves) -> None:
    assert lone.look(taken(moved(lone, "red-3", "l4"))) is None


def test_a_token_in_a_hand_is_waited_for(lone: Moves) -> None:
    gone = replace(taken(lone.position), unreadable=taken(lone.position).unreadable - {"h6"})
    assert not isinstance(lone.look(gone, HELD_S + 1), Happened)


def test_two_tokens_that_may_have_entered_are_asked_about() -> None:
    moves = Moves(Position("a1", Direction.E, (red(5, Place.OUTSIDE), red(4, Place.OUTSIDE))))
    found = moves.look(replace(taken(moves.position), unreadable=frozenset({"a1", "p9"})))
    assert isinstance(found, Undecided)
    assert {event.token for event in found.events} == {"red-5", "red-4"}


def opened(folder: Path) -> Session:
    """Return a session of two players, in which the first one's token is waited for."""
    settings = Settings(language="en", stickers=NO_STICKERS)
    session = open_session(Journal.open(folder / "games.sqlite"), settings, [TABLE], sees=True)
    TABLE.begin(session, VIRTUAL.start(2, 1, {}), {})
    assert isinstance(session.step, FinstereFlureSetUpStep)
    look(session, Position(*MONSTER_AT, (), BASIC_FLOOR))
    return session


def look(session: Session, position: Position, seconds: float = 5, unseen: str = "", shadow: str = "") -> None:
    """Let the session see the taken cells for some seconds, one not, and one in a shadow."""
    seen, end = taken(position), session.now + seconds
    cells = seen.unreadable - {unseen} | ({shadow} if shadow else set())
    while session.now < end:
        session.observe(TableObservation(replace(seen, unreadable=cells)), session.now)
        session.tick(session.now + 0.25)


def entered(session: Session, cell: str) -> Position:
    """Return the table after a token of the player on turn has entered."""
    assert isinstance(session.step, TokenStep)
    before, turn = session.step.state.position, str(session.step.turn)
    token = next(token for token in before.tokens if token.id.startswith(turn) and token.cell is None)
    return position_after(before, TokenMoved(token.id, cell, token.side.flipped))


def to_p10(step: TokenStep) -> TokenMoved:
    """Return a move of a token of the player on turn to p10."""
    choices = (event for token in step.state.tokens_to_move(step.turn) for event in step.game.token_choices(token))
    return next(event for event in choices if event.to == "p10")


def test_a_cell_about_which_it_is_asked_bears_no_foreign_thing(tmp_path: Path) -> None:
    session = opened(tmp_path)
    session.announcements()
    look(session, entered(session, "p11"))
    assert isinstance(session.step, TokenStep)
    assert len(session.step.alike) == 4
    assert [announcement.text for announcement in session.announcements()] == ["Which move was it?"]


def test_a_token_that_is_not_seen_lies_there_if_the_players_say_so(tmp_path: Path) -> None:
    session = opened(tmp_path)
    look(session, entered(session, "p10"))
    session.touch("alike-0", session.now)
    assert isinstance(session.step, TokenStep)
    look(session, session.step.state.position, LIFTED_S + 2, unseen="p10")
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.caption.startswith("I do not see ")
    assert page.keys.advance_hold == "Leave as it is"
    session.press(Press(Button.ADVANCE, held=True), session.now)
    look(session, entered(session, "o11"), unseen="p10")
    assert isinstance(session.step, TokenStep)
    assert len(session.step.alike) > 1
    session.touch("alike-0", session.now)
    # Their word holds as long as it lies there.
    look(session, entered(session, "n11"), unseen="p10")
    assert isinstance(session.step, TokenStep)
    assert len(session.step.alike) > 1


def test_after_a_move_was_touched_a_hard_shadow_stops_no_later_move(tmp_path: Path) -> None:
    session = opened(tmp_path)
    shadow, after = "d6", entered(session, "p10")
    look(session, after, shadow=shadow)
    assert isinstance(session.step, TokenStep)
    assert not session.step.alike
    for target in (to_p10(session.step).token, "p10", "p10"):
        session.touch(target, session.now)
    look(session, after, shadow=shadow)
    look(session, entered(session, "o11"), shadow=shadow)
    assert isinstance(session.step, TokenStep)
    assert len(session.step.alike) > 1, "which token entered, as without a shadow"


def test_a_move_that_waits_for_green_is_told_as_the_board_shows_it(tmp_path: Path) -> None:
    session = opened(tmp_path)
    step = session.step
    assert isinstance(step, TokenStep)
    step.find(Waiting(maybe=(to_p10(step),)))
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.keys.advance == "Confirm"
    (row,) = page.rows
    assert (row.detail, row.done, isinstance(row.sign, FlippedToken)) == ("p10", False, True)


def test_a_pushed_stone_and_a_way_round_it_are_asked_about() -> None:
    stone = Tile("stone-1", TileKind.STONE, ("h7",))
    moves = Moves(Position("a1", Direction.E, (red(5, "h6"),), (stone,)))
    found = moves.look(replace(taken(moves.position), unreadable=frozenset({"a1", "h7", "h8"})))
    assert isinstance(found, Undecided)
    assert {event.to for event in found.events} == {"h7", "h8"}


@pytest.mark.parametrize("is_pushed", [False, True])
def test_the_look_of_a_stone_tells_whether_it_was_pushed(is_pushed: bool) -> None:
    stone = Tile("stone-1", TileKind.STONE, ("h7",))
    moves = Moves(Position("a1", Direction.E, (red(5, "h6"),), (stone,)))
    stony, reddish = (-1.2,) * 12, (-0.3,) * 12
    before = {"h6": reddish, "h7": stony}
    assert moves.look(replace(taken(moves.position), looks=before)) == Nothing()
    after = {"h7": reddish, "h8": stony} if is_pushed else {"h7": stony, "h8": reddish}
    seen = replace(taken(moves.position), unreadable=frozenset({"a1", "h7", "h8"}))
    found = moves.look(replace(seen, looks=after), 1.0)
    assert isinstance(found, Happened)
    assert bool(found.event.stones) == is_pushed
    alike = replace(seen, looks=dict.fromkeys(after, stony))
    assert isinstance(moves.look(alike, 1.0), Undecided)


def test_a_tag_that_is_read_tells_them_apart() -> None:
    stone = Tile("stone-1", TileKind.STONE, ("h7",))
    moves = Moves(Position("a1", Direction.E, (red(5, "h6"),), (stone,)))
    seen = taken(moves.position)
    read = replace(
        seen, layout=figures(layout_of(moved(moves, "red-5", "h8"))).filtered(lambda lie: lie.piece == "red-5")
    )
    found = moves.look(replace(read, unreadable=frozenset({"a1", "h7"})))
    assert found == Happened(TokenMoved("red-5", "h8", Side.BLACK))


def test_a_token_that_may_have_come_onto_a_pool_is_asked_about() -> None:
    pool = Tile("pool-2x2", TileKind.POOL, ("c5", "d5", "c6", "d6"))
    moves = Moves(Position("e5", Direction.E, (red(3, "b5"),), (pool,)))
    gone = BoardObservation(unreadable=frozenset({"e5", *pool.cells}))
    assert isinstance(moves.look(gone), Waiting)
    assert not isinstance(moves.look(gone, HELD_S), Happened)


def test_cells_over_which_the_monster_leans_tell_nothing(lone: Moves) -> None:
    seen = replace(
        taken(lone.position), unreadable=frozenset({"a1", "a2", "b1"}), behind=lambda _: {"a2": 0.3, "b2": 0.7}
    )
    places = taken_cells(seen, layout_of(lone.position))
    assert places.unreadable == {"a1", "b1"}
    assert {"a2", "b2"} <= places.hidden


@pytest.mark.parametrize("is_read", [False, True])
def test_nothing_foreign_lies_where_the_monster_leans_at_the_set_up(is_read: bool) -> None:
    wanted = layout_of(Position("a1", Direction.E, ()))
    seen = BoardObservation(
        layout=wanted if is_read else TableLayout(),
        unreadable=frozenset({"b1", "b2"} if is_read else {"a1", "b1", "b2"}),
        behind=lambda _: {"b1": 0.4, "b2": 0.3},
    )
    laid = laid_pieces(seen, wanted)
    assert laid.unreadable == set()
    assert laid.layout.counts == wanted.counts


@pytest.mark.slow
def test_no_move_is_taken_that_was_not_made(tmp_path: Path) -> None:
    record = Record("finstere-flure")
    PlainCastle(Journal.open(tmp_path / "g.sqlite"), "moment", Random(3), record).play(3)
    assert (record.counts["not made"], record.counts["missed"]) == (0, 0), record.faults
    assert record.counts["moves"] > 60


@pytest.mark.slow
def test_at_the_virtual_table_it_is_counted_what_was_inferred_and_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VIRTUAL, "tagged", frozenset({"monster"}), raising=False)
    table = Autoplay(VIRTUAL, VIRTUAL.start(2, 1, {}), Journal.open(tmp_path / "g.sqlite"), seed=1)
    monkeypatch.setattr(Autoplay, "_over", property(lambda played: played.moves.inferred > 11))
    table.play()
    assert table.moves.misread == 0
    assert table.moves.questions < table.moves.inferred / 4
    assert TABLE.readings.knows_plain_pieces


def test_a_monster_that_is_not_made_out_at_its_place_is_confirmed() -> None:
    before = Position("h6", Direction.E, (red(5, "c5"),))
    after = replace(before, monster="h9", facing=Direction.S)
    plain, tasks = PlainPosition(after, layout_of(before)), placement_tasks(layout_of(before), after)

    def found(cells: set[str]) -> TaskProgress:
        seen = BoardObservation(unreadable=frozenset(cells))
        steady = SteadyPlaces()
        return plain.with_unseen(progress(tasks, after, plain.name_pieces(seen, steady, 0.0)), tasks, seen)

    # Where it looks is confirmed as well.
    assert (found({"c5", "h9"}).matches, found({"c5", "h9"}).unsure) == (True, ("monster",))
    assert (found({"c5"}).matches, found({"c5"}).unsure) == (True, ("monster",))
    assert not found({"c5", "h6"}).matches
    assert not found({"h9"}).matches


def test_a_stone_that_was_pushed_behind_the_monster_is_confirmed() -> None:
    stone = Tile("stone-1", TileKind.STONE, ("b2",))
    before = Position("a2", Direction.E, (red(5, "h8"),), (stone,))
    after = replace(before, monster="b2", tiles=(replace(stone, cells=("c2",)),))
    plain, tasks = PlainPosition(after, layout_of(before)), placement_tasks(layout_of(before), after)

    def found(cells: set[str]) -> TaskProgress:
        seen = BoardObservation(unreadable=frozenset(cells), behind=lambda _: {"c2": 0.7})
        return progress(tasks, after, plain.name_pieces(seen, SteadyPlaces(), 0.0), is_plain=True)

    pushed = found({"h8", "b2"})
    assert (pushed.matches, pushed.done, pushed.unsure) == (True, (False, True), ("stone-1",))
    assert not found({"h8", "a2", "b2"}).matches


def test_by_ear_no_move_that_looks_alike_is_taken_before_it_was_heard(tmp_path: Path) -> None:
    settings = Settings(language="en", stickers=NO_STICKERS, by_ear="short")
    session = open_session(Journal.open(tmp_path / "g.sqlite"), settings, [TABLE], sees=True)
    session.open_start_page()
    TABLE.begin(session, GameStarted((Colour.RED, Colour.BLUE), Colour.RED), {})
    session.press(Press(Button.ADVANCE, held=True), 1.0)
    step = session.step
    assert isinstance(step, TokenStep)
    moves = step.game.token_choices("red-3")[:2]
    session.announcements()
    step.find(Undecided(moves))
    session.tick(9.0)
    told = [said.text for said in session.announcements()]
    assert told == ["Which move was it? Choices: Red 3 stays at the entrance, Red 3 enters and goes to p11."]
    session.press(Press(Button.ADVANCE, held=False), 10.0)
    assert session.step is step
    session.press(Press(Button.DRAW, held=False), 12.0)
    assert [said.text for said in session.announcements()] == ["Red 3 stays at the entrance."]
    session.press(Press(Button.ADVANCE, held=False), 14.0)
    assert session.game is not None
    assert session.game.events[-1] == moves[0]
