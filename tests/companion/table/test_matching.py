"""Tests of matching: a cat and two mice on a1, b1 and c1, discs that are alike, cards."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from companion.cells.readings import CellReadings
from companion.cells.touches import PossibleEvent
from companion.table.inference import Happened, Inference, Nothing, Problems, Waiting
from companion.table.layout import Change, Lie, PieceNames, PieceObservation, TableLayout, describe_discrepancies
from companion.table.matching import PossibleChanges, match_changes, match_event
from companion.table.questions import Begun
from tests.companion.cells.cat_and_mice import Table
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.reading import Reading

HERE = {"cat": "a1", "mouse-1": "b1", "mouse-2": "c1"}
#: The cat goes up, or takes the first mouse.
UP = PossibleEvent("up", {**HERE, "cat": "a2"})
TAKE = PossibleEvent("take", {"cat": "b1", "mouse-2": "c1"})
NAMES = PieceNames(str, lambda piece: f"the {piece}")


def shown(lying: Mapping[str, str], unreadable: str = "", in_doubt: str = "", hidden: str = "") -> Inference[str]:
    seen = PieceObservation.from_sides(lying, *(frozenset(cells.split()) for cells in (unreadable, in_doubt, hidden)))
    return match_event(TableLayout.from_sides(HERE), (UP, TAKE), seen, NAMES)


def test_nothing_has_happened() -> None:
    assert shown(HERE) == Nothing()


def test_an_event_is_seen_by_all_that_it_changes() -> None:
    assert shown(UP.lying) == Happened("up")
    assert shown(TAKE.lying) == Happened("take")


def test_a_piece_in_the_air_is_waited_for_and_named() -> None:
    waiting = shown({"mouse-1": "b1", "mouse-2": "c1"})
    assert isinstance(waiting, Waiting)
    assert waiting.pieces == ("cat",)
    (problem,) = waiting.problems
    assert (problem.sentence, problem.fix) == ("I do not see the cat on a1.", "Put the cat on a1.")


def test_what_is_covered_must_be_confirmed() -> None:
    lying = {"mouse-1": "b1", "mouse-2": "c1"}
    assert shown(lying, unreadable="a2") == Waiting(("cat",), ("a2",), ("up",))
    assert shown(lying, unreadable="a1") == Waiting(places=("a1",))
    assert shown(lying, unreadable="a1 a2") == Waiting(("cat",), ("a1", "a2")), "a hand lies there"


def test_of_a_move_that_is_half_done_the_rest_is_asked_for() -> None:
    problems = shown({"cat": "b1", "mouse-2": "c1", "mouse-1": "c2"})
    assert isinstance(problems, Problems)
    assert [(problem.sentence, problem.fix) for problem in problems.problems] == [
        ("Mouse-1 must not lie on c2 any more.", "Take the mouse-1 off the board.")
    ]


def test_a_piece_that_went_too_far_belongs_back() -> None:
    problems = shown({**HERE, "cat": "a4"})
    assert isinstance(problems, Problems)
    (problem,) = problems.problems
    assert (problem.sentence, problem.fix) == ("Cat lies on a4 instead of a1.", "Put the cat on a1.")
    assert problem.places == ("a4", "a1")


def test_a_piece_that_is_seen_twice_is_no_event() -> None:
    lying = {"mouse-1": "b1", "mouse-2": "c1"}
    problems = shown(lying, in_doubt="cat")
    assert isinstance(problems, Problems)
    assert [(problem.sentence, problem.fix) for problem in problems.problems] == [
        ("Cat is seen on more than one cell.", "Leave just the one on a1.")
    ]
    assert isinstance(shown(lying, unreadable="a1", in_doubt="mouse-1"), Waiting), "a hand lies there"


def test_a_piece_that_is_seen_twice_and_belongs_nowhere_is_taken_off_the_board() -> None:
    seen = PieceObservation.from_sides({"mouse-2": "c1"}, frozenset(), frozenset({"mouse-1"}), frozenset())
    layout = TableLayout.from_sides({"mouse-2": "c1"})
    (problem,) = describe_discrepancies(layout, seen, NAMES)
    assert (problem.sentence, problem.fix) == (
        "Mouse-1 is seen on more than one cell.",
        "Take the mouse-1 off the board.",
    )
    assert problem.places == ()


def test_what_lies_hidden_behind_a_tall_piece_counts_as_lying_where_it_lay() -> None:
    but_a_mouse = {"cat": "a1", "mouse-1": "b1"}
    assert shown(but_a_mouse, hidden="c1 c2") == Nothing()
    assert shown(but_a_mouse | {"cat": "a2"}, hidden="c1 c2") == Happened("up")
    assert isinstance(shown(but_a_mouse, hidden="c2"), Waiting)


def test_a_piece_that_may_have_gone_behind_a_tall_one_is_asked_for() -> None:
    but_the_cat = {"mouse-1": "b1", "mouse-2": "c1"}
    assert shown(but_the_cat, hidden="a2") == Waiting(("cat",), (), ("up",))


def test_where_hidden_pieces_may_have_been_taken_either_way_the_players_are_asked() -> None:
    before = TableLayout.from_sides({"cat": "a1", "mouse-1": "b1", "mouse-2": "c1"})
    taking = [
        SimpleNamespace(event=mouse, layout=TableLayout.from_sides({"cat": "a2", other: place}))
        for mouse, other, place in (("mouse-1", "mouse-2", "c1"), ("mouse-2", "mouse-1", "b1"))
    ]
    seen = PieceObservation.from_sides({"cat": "a2"}, hidden={"b1", "c1"})
    assert match_event(before, taking, seen, NAMES) == Waiting((), (), ("mouse-1", "mouse-2"))
    same = [SimpleNamespace(event=event, layout=taking[0].layout) for event in ("first", "second")]
    assert match_event(before, same, seen, NAMES) == Happened("first")


def test_a_hidden_piece_that_is_seen_elsewhere_is_wrong() -> None:
    problems = shown({**HERE, "mouse-2": "c2"}, hidden="c1")
    assert isinstance(problems, Problems)
    assert [problem.fix for problem in problems.problems] == ["Put the mouse-2 on c1."]


def test_of_a_reading_hidden_cells_are_not_unreadable() -> None:
    camera = looking_at((200.0, 137.0), 900.0, 1000.0, (640, 480))
    reading = Reading(Registration(np.eye(3), 0.1, camera, ()), (), ("a1", "b1"), 0, occluded=("b1", "c1"))
    seen = Table().observe(reading, catalogue=Any)  # type: ignore[arg-type]
    assert seen == PieceObservation.from_sides({}, {"a1"}, (), {"b1", "c1"})
    assert reading.hidden == ("c1",)


def test_cells_that_cannot_be_read_are_told_as_they_are_named() -> None:
    readings: Any = CellReadings(Any)  # type: ignore[arg-type]
    reading: Any = SimpleNamespace(unreadable=("a1", "b1"))
    assert readings.unreadable_to_json(reading) == ["a1", "b1"]
    assert readings.describe_unreadable(reading) == "a1, b1"


def test_a_move_beside_a_covered_piece_is_complete() -> None:
    assert shown({"cat": "a2", "mouse-1": "b1"}, unreadable="c1") == Happened("up")


def shown_of_two(lying: Mapping[str, str], unreadable: str = "", hidden: str = "") -> Inference[str]:
    """Return what has happened where the cat goes up past the mouse, or pushes it to b2."""
    before = {"cat": "a1", "mouse": "b1"}
    moves = (PossibleEvent("pass", {**before, "cat": "a2"}), PossibleEvent("push", {"cat": "a2", "mouse": "b2"}))
    seen = PieceObservation.from_sides(lying, frozenset(unreadable.split()), (), frozenset(hidden.split()))
    return match_event(TableLayout.from_sides(before), moves, seen, NAMES)


def test_a_hand_on_a_piece_that_the_move_may_push_is_waited_for() -> None:
    assert shown_of_two({"cat": "a2", "mouse": "b1"}) == Happened("pass")
    assert shown_of_two({"cat": "a2", "mouse": "b2"}, unreadable="c1") == Waiting((), ("c1",)), "what lies there?"
    assert shown_of_two({"cat": "a2"}, unreadable="b1") == Waiting(("mouse",), ("b1",), ("pass",))


def test_which_of_two_hidden_places_it_is_only_the_players_know() -> None:
    assert shown_of_two({"cat": "a2"}, hidden="b1") == Happened("pass")
    assert shown_of_two({"cat": "a2"}, hidden="b1 b2") == Waiting((), (), ("pass", "push"))


def test_what_no_move_explains_is_told_although_a_piece_is_covered() -> None:
    problems = shown({"cat": "a4", "mouse-1": "b1"}, unreadable="c1")
    assert isinstance(problems, Problems)
    assert [problem.fix for problem in problems.problems] == ["Put the cat on a1."]


# --- pieces that are alike -------------------------------------------------------------------------------------------


def alike(piece: str) -> str:
    return piece.partition("-")[0]


def shown_alike(
    before: Mapping[str, str], after: Mapping[str, Mapping[str, str]], seen: PieceObservation
) -> Inference[str]:
    layout = TableLayout.from_sides(before, alike)
    candidates = [PossibleEvent(event, lying, alike) for event, lying in after.items()]
    return match_event(layout, candidates, seen.named(alike), NAMES)


def test_discs_that_are_alike_may_be_anywhere_among_each_other() -> None:
    before, after = {"disc-1": "a1", "disc-2": "b1"}, {"up": {"disc-1": "a2", "disc-2": "b1"}}
    swapped = PieceObservation.from_sides({"disc-2": "a1", "disc-1": "b1"})
    assert shown_alike(before, after, swapped) == Nothing()
    assert shown_alike(before, after, PieceObservation.from_sides({"disc-2": "a2", "disc-1": "b1"})) == Happened("up")


def test_a_disc_that_is_seen_twice_takes_the_place_of_none_that_is_seen_once() -> None:
    layout = TableLayout.from_sides({"disc-1": "a1", "disc-2": "b1"}, alike)
    seen = PieceObservation.from_sides({"disc-2": "c1"}, in_doubt={"disc-1"}).named(alike)
    problems = describe_discrepancies(layout, seen, NAMES)
    assert [(problem.sentence, problem.fix) for problem in problems] == [
        ("Disc lies on c1 instead of b1.", "Put the disc on b1."),
        ("Disc is seen on more than one cell.", "Leave just the one on a1."),
    ]


def test_where_several_discs_may_be_taken_their_cells_are_named() -> None:
    before = {"cat": "a1", "disc-1": "b1", "disc-2": "c1"}
    after = {"left": {"cat": "a2", "disc-2": "c1"}, "right": {"cat": "a2", "disc-1": "b1"}}
    problems = shown_alike(before, after, PieceObservation.from_sides({**before, "cat": "a2"}))
    assert isinstance(problems, Problems)
    assert [(problem.sentence, problem.allowed) for problem in problems.problems] == [
        ("One more piece leaves the board.", ("b1", "c1"))
    ]


# --- events by their changes -----------------------------------------------------------------------------------------


def card(start: str | None, end: str | None, name: str = "knife") -> Change:
    return Change(*(None if place is None else Lie(name, place) for place in (start, end)))


def test_an_event_counts_when_all_its_changes_are_seen_whatever_else_lies_wrong() -> None:
    demand = PossibleChanges((card("east", "west"),), event="demanded")
    laid = PossibleChanges((card(None, "west"),), event="laid")
    strayed = card(None, "north", "oar")
    assert match_changes([card("east", "west"), strayed], [laid, demand], covered=True) == Happened("demanded")
    assert match_changes([card(None, "west"), strayed], [laid, demand], covered=True) == Happened("laid")
    assert match_changes([strayed], [laid, demand], covered=False) is None
    assert match_changes([], [laid, demand], covered=False) is None


def test_of_events_that_look_alike_what_their_answers_share_is_begun() -> None:
    events = [
        PossibleChanges((card(None, "west"),), ("thrown", "west", thrower), event=thrower) for thrower in ("ann", "bob")
    ]
    assert match_changes([card(None, "west")], events, covered=False) == Begun(("thrown", "west"))
    assert match_changes([card(None, "west")], events[:1], covered=False) == Happened("ann")
    unknown = PossibleChanges[str]((card(None, "west"),), ("used", "knife"))
    assert match_changes([card(None, "west")], [unknown], covered=False) == Begun(("used", "knife"))


def test_a_card_is_gone_only_where_nothing_is_covered_and_nothing_else_is_gone() -> None:
    used = PossibleChanges((card("west", None),), event="used")
    gone, other = card("west", None), card("east", None, "oar")
    assert match_changes([gone], [used], covered=False) == Happened("used")
    assert match_changes([gone], [used], covered=True) is None
    assert match_changes([gone, other], [used], covered=False) is None
    assert match_changes([gone, card(None, "east", "oar")], [used], covered=False) == Happened("used")


def test_where_it_must_be_alone_nothing_else_may_have_changed() -> None:
    push = PossibleChanges((card("row", "up"),), event="pushed", exclusive_place="row")
    assert match_changes([card("row", "up")], [push], covered=False) == Happened("pushed")
    assert match_changes([card("row", "up"), card("row", "down", "oar")], [push], covered=False) is None
    assert match_changes([card("row", "up"), card(None, "west")], [push], covered=False) == Happened("pushed")
