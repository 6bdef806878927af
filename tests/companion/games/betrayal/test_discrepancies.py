"""Tests of findings: each discrepancy gives one, with the event that would explain it."""

from typing import Any

import pytest

from companion.games.betrayal.discrepancies import (
    CardMissing,
    CardPut,
    CardTaken,
    DoorUnread,
    FigureMissing,
    FigureMoved,
    RoomUnread,
    TileElsewhere,
    TileLaid,
    TileMissing,
    TokenTurned,
    Trouble,
    TroubleKind,
    findings,
)
from companion.games.betrayal.mat import default_strips
from companion.games.betrayal.observation import FigurePlace, HouseObservation, TileGap, TokenPlace
from engine.betrayal.components import CardKind, Dir, Floor
from engine.betrayal.events import Discovered, Drew, Dropped, Gave, Moved, Picked, Stunned
from engine.betrayal.house import Place
from engine.betrayal.state import State
from engine.values import replaced
from tests.engine.betrayal.game_text import state_of
from vision.model.floors import GapKind

TOKENS = {"m01": "rat-1", "m02": "rat-2"}


def matching_observation(state: State) -> HouseObservation:
    """Return the observation of a table that matches the game."""
    strips = {who: strip for strip, who in default_strips(state.players).items()}
    names = {token: name for name, token in TOKENS.items()}
    return HouseObservation(
        {room: Place(*place.cell, place.turn) for room, place in state.house.rooms.items()},
        {who: FigurePlace(state.explorers[who].room, state.explorers[who].side) for who in state.living},
        {names[token]: TokenPlace(one.room, one.stunned) for token, one in state.monsters.items()},
        {card: one.at for card, one in state.cards.items() if one.at in state.house.rooms},
        {card: strips[one.at] for card, one in state.cards.items() if one.at in state.explorers},
        floors=tuple(state.floors),
    )


def found(state: State, observation: HouseObservation) -> list[Any]:
    return list(findings(state, observation, default_strips(state.players), TOKENS))


START = state_of("S: moved heather(to foyer)")
HAUNT = state_of("H with drew heather(card item, name axe); drew brandon(card item, name bell): stunned(token rat-2)")


@pytest.mark.parametrize("state", [START, HAUNT])
def test_a_table_that_lies_as_the_game_has_it_says_nothing(state: State) -> None:
    assert found(state, matching_observation(state)) == []


def changed_observation(state: State, **changes: Any) -> HouseObservation:
    """Return the observation of the table with some changes.

    Mappings are added to, other values replaced.
    """
    seen = matching_observation(state)
    merged = {
        name: {**getattr(seen, name), **change} if isinstance(change, dict) else change
        for name, change in changes.items()
    }
    return replaced(seen, **merged)


def without(state: State, name: str, key: str) -> HouseObservation:
    seen = matching_observation(state)
    return replaced(seen, **{name: {one: at for one, at in getattr(seen, name).items() if one != key}})


def test_a_tile_beside_an_open_door_is_a_discovery() -> None:
    laid = {"creaky-hallway": Place(Floor.GROUND, 0, 1, 2)}
    (one,) = found(START, changed_observation(START, tiles=laid))
    assert one == TileLaid(
        "creaky-hallway",
        laid["creaky-hallway"],
        (("foyer", Dir.S),),
        (0, 1, 2, 3),
        Discovered(by="heather", door=Dir.S, tile="creaky-hallway", turn=2),
        (),
    )


def test_a_tile_that_is_turned_wrongly_names_the_turns_that_fit() -> None:
    (one,) = found(START, changed_observation(START, tiles={"gardens": Place(Floor.GROUND, 0, 1, 1)}))
    assert one.turns == (0, 2)
    assert [problem.code for problem in one.problems] == ["no-door"] or one.problems


def test_a_tile_far_from_whoever_is_on_turn_is_nobodys_discovery() -> None:
    (one,) = found(START, changed_observation(START, tiles={"attic": Place(Floor.UPPER, 0, 1, 2)}))
    assert isinstance(one, TileLaid)
    assert (one.event, one.doors) == (None, (("upper-landing", Dir.S),))


def test_tiles_that_lie_elsewhere_or_are_gone() -> None:
    state = state_of("S: moved heather(to foyer); discovered heather(door S, tile game-room, turn 0)")
    now = Place(Floor.GROUND, 0, 1, 3)
    (one,) = found(state, changed_observation(state, tiles={"game-room": now}))
    assert one == TileElsewhere("game-room", state.house.rooms["game-room"], now)
    gone = without(state, "tiles", "game-room")
    assert TileMissing("game-room") in found(state, gone)
    for kind in ("hidden", "unread"):
        told = found(state, replaced(gone, **{kind: ((Floor.GROUND, 0, 1),)}))
        assert not any(isinstance(one, TileMissing) for one in told)
    assert not found(state, replaced(gone, floors=(Floor.UPPER,), figures=matching_observation(state).figures))


def test_a_tile_with_doors_on_all_sides_lies_right_in_every_turn() -> None:
    state = state_of("S: moved heather(to foyer); discovered heather(door S, tile creaky-hallway, turn 0)")
    turned = {"creaky-hallway": Place(Floor.GROUND, 0, 1, 3)}
    assert not found(state, changed_observation(state, tiles=turned))


def test_a_figure_that_stands_elsewhere_has_moved() -> None:
    (one,) = found(START, changed_observation(START, figures={"heather": FigurePlace("grand-staircase")}))
    assert one == FigureMoved("heather", "grand-staircase", None, Moved(by="heather", to="grand-staircase"), ())
    (one,) = found(START, changed_observation(START, figures={"brandon": FigurePlace("foyer")}))
    assert [problem.code for problem in one.problems] == ["not-your-turn"]


def test_a_figure_is_missed_only_where_it_would_be_seen() -> None:
    seen = without(START, "figures", "heather")
    assert found(START, seen) == [FigureMissing("heather")]
    assert found(START, replaced(seen, covered=frozenset({"foyer"}))) == []
    unread = [Trouble(TroubleKind.UNREAD, ("foyer",)), RoomUnread("foyer")]
    assert found(START, replaced(seen, unread=((Floor.GROUND, 0, 0),))) == unread
    # Where all is seen that belongs there it may be anything.
    assert found(START, changed_observation(START, unread=((Floor.GROUND, 0, 0),))) == unread[:1]
    assert found(START, replaced(seen, floors=(Floor.UPPER,))) == []
    assert found(START, changed_observation(START, figures={"heather": FigurePlace(None)})) == []


def test_tokens_walk_and_are_turned_over() -> None:
    told = found(HAUNT, changed_observation(HAUNT, monsters={"m01": TokenPlace("foyer", stunned=True)}))
    assert told == [TokenTurned("rat-1", True, Stunned(token="rat-1"), ())]
    told = found(HAUNT, changed_observation(HAUNT, monsters={"m02": TokenPlace("foyer", stunned=False)}))
    assert [type(one) for one in told] == [FigureMoved, TokenTurned]
    assert told[1].event is None


def test_a_card_is_missed_only_where_it_was_seen_before_and_would_be_seen() -> None:
    seen = without(HAUNT, "held", "axe")
    assert found(HAUNT, seen) == []
    before = replaced(seen, cards_before=frozenset({"axe", "bell"}))
    assert found(HAUNT, before) == [CardMissing("axe")]
    strip = next(strip for strip, who in default_strips(HAUNT.players).items() if who == HAUNT.cards["axe"].at)
    assert found(HAUNT, replaced(before, unread_strips=frozenset({strip}))) == []
    (put,) = found(HAUNT, replaced(before, lying={"axe": "foyer"}))
    assert isinstance(put, CardPut)


def test_what_cannot_be_read_behind_an_open_door_is_told() -> None:
    (told,) = found(START, changed_observation(START, unread=((Floor.GROUND, 0, 1),)))
    assert told == DoorUnread("foyer", Dir.S)
    figure = {"explorer/ox": (Floor.GROUND, 0, 1)}
    assert found(START, changed_observation(START, unread=((Floor.GROUND, 0, 1),), elsewhere=figure)) == []


def test_cards_are_drawn_given_picked_up_and_dropped() -> None:
    (drawn,) = found(START, changed_observation(START, held={"ring": "strip-1"}))
    assert isinstance(drawn, CardTaken)
    assert drawn.event == Drew(by="heather", card=CardKind.OMEN, name="ring")
    (given,) = found(HAUNT, changed_observation(HAUNT, held={"bell": "strip-1"}))
    assert given.event == Gave(by="brandon", to="heather", card="bell")
    assert given.problems
    seen = without(HAUNT, "held", "axe")
    (put,) = found(HAUNT, replaced(seen, lying={"axe": "foyer"}))
    assert put == CardPut("axe", "foyer", Dropped(by="heather", cards=("axe",)), put.problems)
    lying = state_of("S: drew heather(card item, name axe); dropped heather(cards [axe])")
    (picked,) = found(lying, changed_observation(lying, lying={}, held={"axe": "strip-3"}))
    assert picked.event == Picked(by="brandon", cards=("axe",))


def test_troubles_come_first() -> None:
    seen = changed_observation(
        START,
        twice=("tile/foyer",),
        gaps=(TileGap(GapKind.GAP, "foyer", "attic"),),
        unplaced=("attic",),
        figures={"ox": FigurePlace("foyer")},
        monsters={"m07": TokenPlace("foyer", stunned=False)},
        held={"axe": "strip-2"},
    )
    kinds = [one.kind for one in found(START, seen)]
    assert kinds == [TroubleKind.TWICE, TroubleKind.GAP, TroubleKind.UNPLACED, *[TroubleKind.STRAY] * 3]
    told = found(START, replaced(seen, floors=(Floor.GROUND,)))
    assert told[2] == Trouble(TroubleKind.LANDING_MISSING, ("attic",))


def test_behind_a_covered_tile_known_ones_are_not_called_apart() -> None:
    tiles = {
        room: place
        for room, place in matching_observation(START).tiles.items()
        if room not in ("foyer", "entrance-hall")
    }
    covered = replaced(
        matching_observation(START), tiles=tiles, unplaced=("entrance-hall",), hidden=(START.house.rooms["foyer"].cell,)
    )
    assert not any(isinstance(one, Trouble) for one in found(START, covered))
    bare = replaced(covered, hidden=())
    assert Trouble(TroubleKind.UNPLACED, ("entrance-hall",)) in found(START, bare)
    # Cut off from its own floor it is only near another floor's tile; that of its own floor it should touch.
    near = replaced(covered, gaps=(TileGap(GapKind.GAP, "entrance-hall", "upper-landing"),))
    assert not any(isinstance(one, Trouble) for one in found(START, near))
    apart = replaced(covered, gaps=(TileGap(GapKind.GAP, "entrance-hall", "grand-staircase"),))
    assert Trouble(TroubleKind.GAP, ("entrance-hall", "grand-staircase")) in found(START, apart)
    seen = replaced(near, hidden=(), unplaced=())
    assert Trouble(TroubleKind.GAP, ("entrance-hall", "upper-landing")) in found(START, seen)


def test_the_corner_of_a_card_may_hide_a_figures_tag() -> None:
    seen = replaced(without(START, "figures", "heather"), over={START.house.rooms["foyer"].cell: ("axe",)})
    assert found(START, seen) == []


def test_a_card_that_is_known_to_lie_there_may_hide_tiles_though_it_is_not_read_itself() -> None:
    state = state_of(
        "S: moved heather(to foyer); discovered heather(door S, tile creaky-hallway, turn 0);"
        " drew heather(card item, name axe); dropped heather(cards [axe])"
    )
    seen = changed_observation(state)
    without_tile = {room: place for room, place in seen.tiles.items() if room != "creaky-hallway"}
    gone = replaced(seen, tiles=without_tile, figures={**seen.figures, "heather": FigurePlace(None)})
    assert TileMissing("creaky-hallway") in found(state, gone)
    assert not found(state, replaced(gone, lying={}))
