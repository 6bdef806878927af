"""Tests of pieces without stickers: taken places, the last layout and the rules."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.cells.touches import PossibleEvent
from companion.table.inference import Happened, Nothing, Undecided, Waiting
from companion.table.layout import Lie, PieceObservation, TableLayout
from companion.table.plain_pieces import (
    FLICKERING_S,
    SETTLED_S,
    STEADY_S,
    PlainTarget,
    SteadyPlaces,
    TakenPlaces,
    Unrest,
)

BEFORE = {"knight": "c3", "pawn": "d5", "rook": "b5"}
MOVES = [
    PossibleEvent("knight e4", {"knight": "e4", "pawn": "d5", "rook": "b5"}),
    PossibleEvent("takes pawn", {"knight": "d5", "rook": "b5"}),
    PossibleEvent("takes rook", {"knight": "b5", "pawn": "d5"}),
    PossibleEvent("castles", {"knight": "c3", "pawn": "e5", "rook": "d5"}),
]


def taken(cells: str, hidden: str = "", read: Mapping[str, str] | None = None) -> TakenPlaces:
    return TakenPlaces(frozenset(cells.split()), frozenset(hidden.split()), read or {})


def kind(piece: str) -> str:
    return piece.partition("-")[0]


@pytest.mark.parametrize(
    ("places", "found"),
    [
        (taken("c3 d5 b5"), Nothing()),
        (taken("e4 d5 b5"), Happened("knight e4")),
        # What was taken stands where the other stood: which of the two it was nobody sees.
        (taken("d5 b5"), Undecided(("takes pawn", "takes rook"))),
        # A tag that is read tells it.
        (taken("d5 b5", read={"d5": "knight"}), Happened("takes pawn")),
        (taken("c3 e5 d5"), Happened("castles")),
        # One more thing on the board, or one less, is no move.
        (taken("e4 d5 b5 h8"), None),
        (taken("e4 d5"), None),
        # What comes out of the camera's sight only the players know.
        (taken("d5 b5", hidden="e4"), Undecided(("knight e4", "takes pawn", "takes rook"))),
    ],
)
def test_the_taken_places_tell_the_move_or_the_moves_that_look_alike(places: TakenPlaces, found: object) -> None:
    assert places.match(BEFORE, MOVES) == found


def test_what_may_have_come_out_of_sight_is_confirmed() -> None:
    assert taken("d5 b5", hidden="e4").match(BEFORE, MOVES[:1]) == Waiting(maybe=("knight e4",))


def test_moves_to_the_same_table_are_one() -> None:
    name = {"pawn": "pawn", "pawn-2": "pawn"}.get
    both = [PossibleEvent(piece, {piece: "a1"}, lambda side: name(side, side)) for piece in ("pawn", "pawn-2")]
    assert taken("a1").match({}, both) == Happened("pawn")


def named(cells: str, moves: list[PossibleEvent[str]] | None = None) -> tuple[dict[str, str], set[str]]:
    places = taken(cells)
    observation = PieceObservation(unreadable=places.taken)
    seen = places.name_pieces(observation, BEFORE, MOVES if moves is None else moves)
    return {lie.side: lie.place for lie in seen.layout.counts}, {*seen.unreadable}


def test_where_no_move_fits_only_what_is_sure_is_named() -> None:
    # One piece left its place and one place is taken: it is that piece.
    assert named("h8 d5 b5") == ({"knight": "h8", "pawn": "d5", "rook": "b5"}, set())
    # Nothing left its place: what lies there is no piece of the board.
    assert named("c3 d5 b5 h8") == (BEFORE, {"h8"})
    assert named("c3 d5 b5 e4") == (BEFORE, {"e4"})
    # Two left, two came: nobody knows which is which.
    assert named("h8 g8 b5") == ({"rook": "b5"}, {"h8", "g8"})
    # From the hand only a pawn can come there.
    assert named("c3 d5 b5 a1 h8", []) == (BEFORE, {"a1", "h8"})
    put = [PossibleEvent("put", {**BEFORE, "pawn-2": "a1"})]
    assert named("c3 d5 a1", put) == ({"knight": "c3", "pawn": "d5", "pawn-2": "a1"}, set())


def layout(lying: Mapping[str, str]) -> TableLayout:
    return TableLayout.from_sides(lying, kind)


def seen(cells: str) -> PieceObservation:
    return PieceObservation(unreadable=frozenset(cells.split()))


def test_what_belongs_to_a_taken_cell_lies_there_when_the_table_is_laid() -> None:
    plain = PlainTarget(layout({"pawn-1": "a2", "rook-1": "a1"}), None)
    observed = plain.name_pieces(seen("a1 h8"))
    assert dict(observed.layout.counts) == {Lie("rook", "a1"): 1}
    assert observed.unreadable == {"h8"}
    assert not plain.matches(seen("a1 h8"))
    assert not plain.matches(seen("a1"))
    assert plain.matches(seen("a1 a2"))


def test_a_taken_piece_counts_as_gone_when_what_took_it_has_left_its_cell() -> None:
    plain = PlainTarget(layout({"bishop-1": "d5"}), layout({"bishop-1": "c4", "knight-1": "d5"}))
    assert dict(plain.name_pieces(seen("c4 d5")).layout.counts) == {Lie("bishop", "c4"): 1, Lie("knight", "d5"): 1}
    assert dict(plain.name_pieces(seen("d5")).layout.counts) == {Lie("bishop", "d5"): 1}
    assert plain.unseen == ()


def test_what_follows_another_piece_is_told_by_its_own_cells_first() -> None:
    plain = PlainTarget(layout({"rook-1": "b1", "king-1": "c1"}), layout({"rook-1": "a1", "king-1": "b1"}))
    assert dict(plain.name_pieces(seen("a1 c1")).layout.counts) == {Lie("rook", "a1"): 1, Lie("king", "c1"): 1}
    assert dict(plain.name_pieces(seen("b1 c1")).layout.counts) == {Lie("rook", "b1"): 1, Lie("king", "c1"): 1}


def test_where_its_own_cell_is_hidden_another_tells_that_a_pushed_piece_has_gone() -> None:
    plain = PlainTarget(layout({"rook-1": "b1", "king-1": "c1"}), layout({"rook-1": "a1", "king-1": "b1"}))

    def named(cells: str, hidden: str) -> dict[Lie, int]:
        return dict(plain.name_pieces(replace(seen(cells), hidden=frozenset(hidden.split()))).layout.counts)

    assert named("b1", "c1") == {Lie("rook", "b1"): 1}
    assert named("a1 b1", "c1") == {Lie("rook", "a1"): 1, Lie("king", "b1"): 1}
    # Nothing tells: the players do.
    assert named("b1", "a1 c1") == {Lie("rook", "b1"): 1}


@pytest.mark.parametrize(
    ("target", "before"),
    [
        ({"disc/white": "d4"}, {"disc/black": "d4"}),
        ({"rook-1": "a1", "king-1": "b1"}, {"rook-1": "b1", "king-1": "a1"}),
        ({"queen-1": "e8"}, {"pawn-1": "e8"}),
    ],
    ids=["turned over", "swapped", "replaced from the box"],
)
def test_what_no_camera_sees_stays_as_it_was_until_players_say_so(
    target: dict[str, str], before: dict[str, str]
) -> None:
    plain = PlainTarget(layout(target), layout(before))
    cells = seen(" ".join(before.values()))
    assert plain.unseen == plain.changes != ()
    assert plain.name_pieces(cells).layout.counts == layout(before).counts
    assert plain.matches(cells), "the cells are as they should be"


def test_a_place_counts_when_it_has_been_seen_so_for_a_while_by_itself() -> None:
    steady = SteadyPlaces({"a1", "b1"})

    def look(cells: str, time_s: float) -> set[str]:
        return {*steady.see(seen(cells), time_s).unreadable}

    assert look("a1 b1 c1", 0.0) == {"a1", "b1"}
    assert steady.settled_s == FLICKERING_S
    # Another place that flickers keeps nobody waiting.
    assert look("a1 c1", STEADY_S / 2) == {"a1", "b1"}
    assert look("a1 b1 c1", STEADY_S) == {"a1", "b1", "c1"}
    assert steady.settled_s == SETTLED_S
    # A hand over the table starts the wait anew.
    assert look("a1 b1", 2.0) == {"a1", "b1", "c1"}
    steady.unsettle(2.4)
    assert not steady.is_due(2.0 + STEADY_S)
    assert steady.is_due(2.4 + STEADY_S)
    assert look("a1 b1", 2.0 + STEADY_S) == {"a1", "b1", "c1"}
    assert look("a1 b1", 2.4 + STEADY_S) == {"a1", "b1"}


def test_a_tag_that_is_read_is_taken_and_keeps_its_name() -> None:
    steady = SteadyPlaces()
    observation = PieceObservation.from_sides({"rook-1": "a1"}, ["b1"])
    assert steady.see(observation, 0.0) == observation
    assert TakenPlaces.of(observation, kind) == TakenPlaces(frozenset({"a1", "b1"}), read={"a1": "rook-1"}, name=kind)


def test_where_much_was_seen_wrong_at_once_the_next_moves_are_waited_for() -> None:
    unrest = Unrest()

    def watch(*cells: str) -> float:
        steady, time_s = SteadyPlaces({"a1", "b1", "c1"}, unrest), 0.0
        for places in cells:
            for _ in range(2):
                steady.see(seen(places), time_s)
                time_s += STEADY_S
        return steady.settled_s

    # A hand that lays back what it has moved is no unrest.
    assert watch("a1 b1 d1", "a1 b1 c1") == SETTLED_S
    assert watch("c1", "a1 b1 c1") == FLICKERING_S
    for _ in range(5):
        assert watch("a1 b1 c1") == FLICKERING_S
    assert watch("a1 b1 c1") == SETTLED_S
