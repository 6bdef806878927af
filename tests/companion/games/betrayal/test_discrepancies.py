"""Tests of findings: each discrepancy gives one, with the event that would explain it."""

from typing import Any

import pytest

from companion.games.betrayal.lies import card_lie, cell_name, explorer_lie, tile_lie, token_lie
from companion.games.betrayal.mat import default_strips
from companion.games.betrayal.observation import HouseObservation, TileGap
from companion.games.betrayal.table.discrepancies import (
    Trouble,
    TroubleKind,
    UnreadPlace,
    doors_to,
    event_of,
    findings,
    is_calm,
    is_off,
    problems_of,
)
from companion.table.layout import Change, Lie
from engine.betrayal.components import CardKind, Dir, Floor
from engine.betrayal.events import Discovered, Drew, Dropped, Gave, Moved, Picked, Stunned
from engine.betrayal.house import Place
from engine.betrayal.state import State
from engine.values import replaced
from tests.companion.games.betrayal.seen_house import places, seen_of, with_lies, without
from tests.engine.betrayal.game_text import state_of
from vision.model.floors import GapKind

TOKENS = {"m01": "rat-1", "m02": "rat-2"}


def found(state: State, observation: HouseObservation) -> list[Any]:
    named = observation.with_names(state.house, default_strips(state.players), TOKENS)
    return list(findings(state, named, TOKENS.values()))


START = state_of("S: moved heather(to foyer)")
HAUNT = state_of("H with drew heather(card item, name axe); drew brandon(card item, name bell): stunned(token rat-2)")


@pytest.mark.parametrize("state", [START, HAUNT])
def test_a_table_that_lies_as_the_game_has_it_says_nothing(state: State) -> None:
    assert found(state, seen_of(state)) == []


def test_a_tile_beside_an_open_door_is_a_discovery() -> None:
    laid = tile_lie("creaky-hallway", Place(Floor.GROUND, 0, 1, 2))
    (change,) = found(START, with_lies(seen_of(START), laid))
    assert change == Change(None, laid)
    assert doors_to(START, laid) == (("foyer", Dir.S),)
    assert event_of(START, change) == Discovered(by="heather", door=Dir.S, tile="creaky-hallway", turn=2)
    assert problems_of(START, event_of(START, change)) == ()


def test_a_tile_far_from_whoever_is_on_turn_is_nobodys_discovery() -> None:
    laid = tile_lie("attic", Place(Floor.UPPER, 0, 1, 2))
    (change,) = found(START, with_lies(seen_of(START), laid))
    assert (change, event_of(START, change)) == (Change(None, laid), None)
    assert doors_to(START, laid) == (("upper-landing", Dir.S),)


def test_tiles_that_lie_elsewhere_or_are_gone() -> None:
    state = state_of("S: moved heather(to foyer); discovered heather(door S, tile game-room, turn 0)")
    was, turned = (tile_lie("game-room", Place(Floor.GROUND, 0, 1, turn)) for turn in (0, 3))
    assert found(state, with_lies(seen_of(state), turned)) == [Change(was, turned)]
    gone = without(seen_of(state), "tile:game-room")
    assert Change(was, None) in found(state, gone)
    for kind in ("hidden", "unreadable"):
        told = found(state, replaced(gone, **{kind: places((Floor.GROUND, 0, 1))}))
        assert Change(was, None) not in told
    assert not found(state, replaced(gone, floors=(Floor.UPPER,)))


def test_a_tile_that_touches_no_other_is_not_missed_as_well() -> None:
    state = state_of("S: moved heather(to foyer); discovered heather(door S, tile game-room, turn 0)")
    apart = replaced(without(seen_of(state), "tile:game-room"), unplaced=("game-room",))
    assert found(state, apart) == [Trouble(TroubleKind.UNPLACED, ("game-room",))]


def test_a_tile_with_doors_on_all_sides_lies_right_in_every_turn() -> None:
    state = state_of("S: moved heather(to foyer); discovered heather(door S, tile creaky-hallway, turn 0)")
    turned = tile_lie("creaky-hallway", Place(Floor.GROUND, 0, 1, 3))
    assert not found(state, with_lies(seen_of(state), turned))


def test_a_figure_that_stands_elsewhere_has_moved() -> None:
    (change,) = found(START, with_lies(seen_of(START), explorer_lie("heather", "grand-staircase")))
    assert change == Change(explorer_lie("heather", "foyer"), explorer_lie("heather", "grand-staircase"))
    assert event_of(START, change) == Moved(by="heather", to="grand-staircase")
    (change,) = found(START, with_lies(seen_of(START), explorer_lie("brandon", "foyer")))
    assert [problem.code for problem in problems_of(START, event_of(START, change))] == ["not-your-turn"]


def test_a_figure_is_missed_only_where_it_would_be_seen() -> None:
    foyer = places((Floor.GROUND, 0, 0))
    seen = without(seen_of(START), "explorer:heather")
    assert found(START, seen) == [Change(explorer_lie("heather", "foyer"), None)]
    assert found(START, replaced(seen, covered=frozenset({"foyer"}))) == []
    unread = [Trouble(TroubleKind.UNREAD, ("foyer",)), UnreadPlace("foyer")]
    assert found(START, replaced(seen, unreadable=foyer)) == unread
    # Where all is seen that belongs there it may be anything.
    assert found(START, seen_of(START, unreadable=foyer)) == unread[:1]
    assert found(START, replaced(seen, floors=(Floor.UPPER,))) == []


def test_a_figure_beside_all_floors_is_told_if_every_tile_is_in_sight() -> None:
    beside = with_lies(seen_of(START), explorer_lie("heather", ""))
    (change,) = found(START, beside)
    assert is_off(change)
    assert found(START, replaced(beside, floors=(Floor.GROUND, Floor.BASEMENT))) == []


def test_tokens_walk_and_are_turned_over() -> None:
    (change,) = found(HAUNT, with_lies(seen_of(HAUNT), token_lie("m01", "foyer", stunned=True)))
    assert (change.start.face, change.end.face) == ("front", "stunned")
    assert event_of(HAUNT, change) == Stunned(token="rat-1")
    told = found(HAUNT, with_lies(seen_of(HAUNT), token_lie("m02", "foyer", stunned=False)))
    assert [(trouble.is_turn, len(trouble.places)) for trouble in told] == [(False, 2), (True, 1)]
    assert event_of(HAUNT, told[1]) is None


def test_a_card_is_missed_only_where_it_was_seen_before_and_would_be_seen() -> None:
    seen = without(seen_of(HAUNT), "card:axe")
    assert found(HAUNT, seen) == []
    before = replaced(seen, cards_before=frozenset({"axe", "bell"}))
    (gone,) = found(HAUNT, before)
    assert gone == Change(card_lie("axe", "heather"), None)
    assert is_calm(gone)
    strip = next(strip for strip, owner in default_strips(HAUNT.players).items() if owner == HAUNT.cards["axe"].at)
    assert found(HAUNT, replaced(before, unreadable=frozenset({strip}))) == []
    assert found(HAUNT, with_lies(before, card_lie("axe", ""))) == [], "it lies beside the tiles"
    (put,) = found(HAUNT, with_lies(before, card_lie("axe", "foyer")))
    assert put == Change(card_lie("axe", "heather"), card_lie("axe", "foyer"))


def test_what_cannot_be_read_behind_an_open_door_is_told() -> None:
    cell = Floor.GROUND, 0, 1
    unread = seen_of(START, unreadable=places(cell))
    assert found(START, unread) == [UnreadPlace("foyer", Dir.S)]
    assert found(START, with_lies(unread, explorer_lie("ox", cell_name(cell))))[1:] == []


def test_cards_are_drawn_given_picked_up_and_dropped() -> None:
    def event(state: State, lie: Lie) -> object:
        (change,) = found(state, with_lies(seen_of(state), lie))
        return event_of(state, change)

    assert event(START, card_lie("ring", "strip-1")) == Drew(by="heather", card=CardKind.OMEN, name="ring")
    given = event(HAUNT, card_lie("bell", "strip-1"))
    assert given == Gave(by="brandon", to="heather", card="bell")
    assert problems_of(HAUNT, given)
    assert event(HAUNT, card_lie("axe", "foyer")) == Dropped(by="heather", cards=("axe",))
    lying = state_of("S: drew heather(card item, name axe); dropped heather(cards [axe])")
    assert event(lying, card_lie("axe", "strip-3")) == Picked(by="brandon", cards=("axe",))


def test_whoever_is_dead_may_keep_a_card_before_their_seat() -> None:
    dead = HAUNT.with_explorer("brandon", dead=True)
    assert dead.cards["bell"].at == "brandon"
    seen = with_lies(seen_of(dead), card_lie("bell", "strip-3"))
    assert found(dead, seen) == []


def test_troubles_come_first() -> None:
    seen = seen_of(
        START,
        in_doubt=frozenset({"tile:foyer"}),
        gaps=(TileGap(GapKind.GAP, "foyer", "attic"),),
        unplaced=("attic",),
    )
    strays = explorer_lie("ox", "foyer"), token_lie("m07", "foyer", stunned=False), card_lie("axe", "strip-2")
    seen = with_lies(seen, *strays)
    told = found(START, seen)
    assert [trouble.kind for trouble in told] == [
        TroubleKind.TWICE,
        TroubleKind.GAP,
        TroubleKind.UNPLACED,
        *[TroubleKind.STRAY] * 3,
    ]
    assert [trouble.names for trouble in told[3:]] == [("explorer:ox",), ("monster:m07",), ("card:axe",)]
    told = found(START, replaced(seen, floors=(Floor.GROUND,)))
    assert told[2] == Trouble(TroubleKind.LANDING_MISSING, ("attic",))


def test_behind_a_covered_tile_known_ones_are_not_called_apart() -> None:
    tiles = without(seen_of(START), "tile:foyer", "tile:entrance-hall")
    covered = replaced(tiles, unplaced=("entrance-hall",), hidden=places(START.house.rooms["foyer"].cell))
    assert not any(isinstance(finding, Trouble) for finding in found(START, covered))
    bare = replaced(covered, hidden=frozenset())
    assert Trouble(TroubleKind.UNPLACED, ("entrance-hall",)) in found(START, bare)
    # Cut off from its own floor it is only near another floor's tile; that of its own floor it should touch.
    near = replaced(covered, gaps=(TileGap(GapKind.GAP, "entrance-hall", "upper-landing"),))
    assert not any(isinstance(finding, Trouble) for finding in found(START, near))
    apart = replaced(covered, gaps=(TileGap(GapKind.GAP, "entrance-hall", "grand-staircase"),))
    assert Trouble(TroubleKind.GAP, ("entrance-hall", "grand-staircase")) in found(START, apart)
    seen = replaced(near, hidden=frozenset(), unplaced=())
    assert Trouble(TroubleKind.GAP, ("entrance-hall", "upper-landing")) in found(START, seen)


def test_the_corner_of_a_card_may_hide_a_figures_tag() -> None:
    seen = without(seen_of(START), "explorer:heather")
    assert found(START, replaced(seen, over={START.house.rooms["foyer"].cell: ("axe",)})) == []


def test_a_card_that_is_known_to_lie_there_may_hide_tiles_though_it_is_not_read_itself() -> None:
    state = state_of(
        "S: moved heather(to foyer); discovered heather(door S, tile creaky-hallway, turn 0);"
        " drew heather(card item, name axe); dropped heather(cards [axe])"
    )
    seen = with_lies(without(seen_of(state), "tile:creaky-hallway"), explorer_lie("heather", ""))
    lie = tile_lie("creaky-hallway", state.house.rooms["creaky-hallway"])
    assert Change(lie, None) in found(state, seen)
    told = found(state, without(seen, "card:axe"))
    assert Change(lie, None) not in told
