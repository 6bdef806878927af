"""Tests of walking through the house (B2-B8, B22-B32).

They cover costs, stairs, lifts, barriers, leave rolls, chute, falls and elevator.
"""

import pytest

from engine.betrayal.ways import reach
from tests.engine.betrayal.game_text import choices, codes, lay, public, put, state_of

WW = "started(players [heather brandon rhinehardt], first heather, variants [widows-walk]);"
BAT = (
    "monsters_added(monsters [{kind bat, speed 3, might 2, sanity null, knowledge null,"
    "tokens [{id bat-1, room basement-landing}]}]);"
)


# --- spaces -----------------------------------------------------------------------------------------------------------


def test_speed_is_how_far_one_goes_but_the_first_room_is_always_possible() -> None:
    far = "S: moved heather(to foyer); moved heather(to grand-staircase); moved heather(to upper-landing);"
    state = public(f"{far} moved heather(to grand-staircase)")
    assert (state["spent"], state["steps"], state["allowance"]) == (4, 4, 4)
    assert codes(f"{far} moved heather(to grand-staircase); moved heather(to foyer)") == "too-far"
    assert codes(f"{far} moved heather(to grand-staircase); moved heather(to foyer) overruled") == ""
    none = "S: corrected(set {allowance 0}, why case);"
    assert public(f"{none} moved heather(to foyer)")["spent"] == 1
    assert codes(f"{none} moved heather(to foyer); moved heather(to entrance-hall)") == "too-far"


def test_nobody_walks_through_walls() -> None:
    assert codes("S: moved heather(to basement-landing)") == "no-way"
    assert codes("S: moved heather(to crypt)") == "not-in-game"
    assert codes("S: moved brandon(to foyer)") == "not-your-turn"
    assert public("S: moved heather(to upper-landing) overruled")["spent"] == 1


def test_stairs() -> None:
    begun = "S:" + lay("stairs-from-basement", "basement", 0, -1)
    assert public(f"{begun} moved heather(to foyer); moved heather(to stairs-from-basement)")["spent"] == 2
    state = public(f"{WW} moved heather(to foyer); {put('heather', 'upper-landing')} moved heather(to roof-landing)")
    assert state["explorers"]["heather"]["room"] == "roof-landing"


def test_a_drawn_card_ends_the_moving_and_nothing_else() -> None:
    """B4, on one's own turn only."""
    begun = "S: drew heather(card event);"
    assert codes(f"{begun} moved heather(to foyer)") == "stopped"
    assert codes(f"{begun} discovered heather(door N, tile gardens, turn 0)") == "stopped"
    assert public("S: drew brandon(card event)")["stopped"] is False
    assert codes("S: drew brandon(card event); moved heather(to foyer)") == ""


@pytest.mark.parametrize(
    ("room", "floor", "to", "spaces"),
    [
        ("laundry", "ground", "basement-landing", 2),
        ("laundry", "ground", "upper-landing", 2),
        ("storm-cellar", "basement", "grand-staircase", 2),
        ("spiral-staircase", "upper", "basement-landing", 2),
        ("spiral-staircase", "upper", "roof-landing", 2),
        ("sewing-room", "roof", "upper-landing", 2),
    ],
)
def test_lifts_and_the_spiral_staircase(room: str, floor: str, to: str, spaces: int) -> None:
    """B31."""
    begun = WW + lay(room, floor, 9, 9) + put("heather", room)
    assert public(f"{begun} moved heather(to {to})")["spent"] == spaces


def test_a_lift_goes_one_floor_only() -> None:
    begun = WW + lay("storm-cellar", "basement", 9, 9) + put("heather", "storm-cellar")
    assert codes(f"{begun} moved heather(to upper-landing)") == "no-way"


# --- barriers ---------------------------------------------------------------------------------------------------------

CELLAR = lay("chasm", "basement", 1, 0) + lay("wine-cellar", "basement", 2, 0, 1)
CHASM = "S:" + CELLAR + put("heather", "basement-landing")


def test_one_stands_on_the_side_by_which_one_came() -> None:
    state = public(f"{CHASM} moved heather(to chasm)")
    assert state["explorers"]["heather"]["side"] == "W"
    assert codes(f"{CHASM} moved heather(to chasm); moved heather(to wine-cellar)") == "no-way"
    assert codes(f"{CHASM} moved heather(to chasm); moved heather(to basement-landing)") == ""
    crossed = f"{CHASM} moved heather(to chasm); crossed heather(faces [2 1 0 0]);"
    assert public(crossed)["explorers"]["heather"]["side"] == "E"
    assert public(crossed)["tried"] == {"heather": ["chasm"]}
    assert codes(f"{crossed} moved heather(to wine-cellar)") == ""
    assert codes(f"{crossed} moved heather(to basement-landing)") == "no-way"
    assert codes(f"{crossed} crossed heather(faces [2 1 0 0])") == "already-tried"


def test_over_there_is_no_way_and_a_wall_no_door() -> None:
    """B25, B6: who stands in a barrier room and names a door of the other side, or none."""
    by_the_chasm = f"{CHASM} moved heather(to chasm);"
    assert codes(f"{by_the_chasm} discovered heather(door E, tile crypt, turn 0)") == "no-way no-door"
    assert codes(f"{by_the_chasm} discovered heather(door N, tile crypt, turn 0)") == "no-door"


def test_failing_to_cross_ends_the_moving() -> None:
    failed = f"{CHASM} moved heather(to chasm); crossed heather(faces [2 0 0 0]);"
    assert public(failed)["stopped"] is True
    assert codes(f"{failed} moved heather(to basement-landing)") == "stopped"
    assert codes(f"{failed} crossed heather(faces [2 2 2 2])") == "stopped already-tried"
    assert choices(failed) == "turn_ended heather"


def test_rolls_have_as_many_dice_as_the_trait() -> None:
    inside = f"{CHASM} moved heather(to chasm);"
    assert codes(f"{inside} crossed heather(faces [2 2])") == "wrong-dice"
    assert codes(f"{inside} crossed heather(faces [2 2], bonus -2)") == ""
    assert codes(f"{inside} crossed heather(faces [0 0 0 0 0 0 0 0], bonus 8, plus 3)") == ""
    assert codes("S: crossed heather(faces [2 2 2 2])") == "not-here"


def test_the_side_turns_with_the_room() -> None:
    """`side` is the own direction of a door, whichever way the room lies."""
    state = public("S:" + lay("tower", "upper", 0, -1, 1) + put("heather", "upper-landing") + "moved heather(to tower)")
    assert state["explorers"]["heather"]["side"] == "E"
    assert codes("S:" + lay("tower", "upper", 5, 5) + "placed heather(room tower)") == "wrong-side"
    assert codes("S:" + lay("tower", "upper", 5, 5) + "placed heather(room tower, side N)") == "wrong-side"
    assert codes("S: placed heather(room foyer, side N)") == "wrong-side"


def test_across_a_barrier_nobody_slows_anybody_down() -> None:
    """B22: an opponent counts on one's own side only; a monster stands on both (BR13)."""
    apart = f"H: {CELLAR} {put('brandon', 'chasm', 'E')} {put('rhinehardt', 'chasm', 'W')}"
    left = f"{apart} moved rhinehardt(to basement-landing);"
    assert public(left)["spent"] == 1
    assert reach(state_of(apart), "rhinehardt") == {"basement-landing": 1}
    short = f"{apart} corrected(set {{allowance 2}}, why case); moved rhinehardt(to basement-landing);"
    assert codes(f"{short} discovered rhinehardt(door N, tile crypt, turn 1)") == ""
    together = f"H: {CELLAR} {put('brandon', 'chasm', 'W')} {put('rhinehardt', 'chasm', 'W')}"
    assert public(f"{together} moved rhinehardt(to basement-landing)")["spent"] == 2
    with_rats = f"{apart} {put('rat-1', 'chasm')}"
    assert public(f"{with_rats} moved rhinehardt(to basement-landing)")["spent"] == 2
    slowed = f"{with_rats} turn_ended rhinehardt; turn_ended heather; turn_ended brandon;"
    rolled = f"{slowed} monsters_rolled(kind rat, faces [2 2]);"
    assert public(f"{rolled} moved rat-1(to basement-landing)")["monsters"]["rat-1"]["spent"] == 2


def test_a_monster_passes_a_barrier_room_and_is_slowed_from_both_its_sides() -> None:
    """BR13: on its way through the room it meets the heroes of both sides."""
    heroes = put("rhinehardt", "chasm", "E") + put("heather", "chasm", "W") + put("rat-1", "basement-landing")
    turns = "turn_ended rhinehardt; turn_ended heather; turn_ended brandon;"
    state = state_of(f"H: {CELLAR} {heroes} {turns} monsters_rolled(kind rat, faces [2 2])")
    assert reach(state, "rat-1") == {"chasm": 1, "wine-cellar": 4}


def test_the_vault_gives_two_items_once() -> None:
    begun = "S:" + lay("vault", "upper", 0, -1, 2) + put("heather", "vault")
    opened = f"{begun} opened heather(faces [2 2 2 0 0]);"
    assert public(opened)["owed"] == [{"event": "drew", "by": "heather", "card": "item"}] * 2
    drawn = f"{opened} drew heather(card item, name axe); drew heather(card item, name bell);"
    assert public(drawn)["vault_empty"] is True
    assert codes(f"{drawn} opened heather(faces [2 2 2 0 0]) overruled") == "already-done"
    assert public(f"{begun} opened heather(faces [2 2 1 0 0])")["vault_empty"] is False
    assert codes("S: opened heather(faces [2 2 2 0 0])") == "not-here"
    assert codes(f"{opened} drew heather(card omen, name ring)") == "wrong-card"
    # Section 6: `placed` strikes what the old room owed.
    assert public(f"{opened} placed heather(room foyer)")["owed"] == []


# --- leave rolls ------------------------------------------------------------------------------------------------------

JUNK = "S:" + lay("junk-room", "upper", 0, -1) + put("heather", "junk-room")


def test_a_leave_roll_is_asked_and_holds_for_the_turn() -> None:
    assert codes(f"{JUNK} moved heather(to upper-landing)") == "roll-first"
    assert codes(f"{JUNK} placed heather(room foyer)") == "roll-first"
    passed = f"{JUNK} exit_rolled heather(faces [2 1 0]); moved heather(to upper-landing);"
    assert public(passed)["explorers"]["heather"]["traits"]["speed"] == 3
    assert public(f"{JUNK} exit_rolled heather(faces [2 1 0])")["tried"] == {"heather": ["junk-room"]}
    assert codes(f"{JUNK} exit_rolled heather(faces [2 1 0]); exit_rolled heather(faces [2 1 0])") == "already-tried"
    assert codes("S: exit_rolled heather(faces [2 1 0])") == "not-here"


def test_who_failed_pays_at_each_leaving_or_stays() -> None:
    failed = f"{JUNK} exit_rolled heather(faces [1 0 0]);"
    state = public(f"{failed} turn_ended heather")
    assert state["explorers"]["heather"]["traits"]["speed"] == 3
    assert state["exits"] == {}
    twice = f"{failed} moved heather(to upper-landing); moved heather(to junk-room); moved heather(to upper-landing)"
    assert public(twice)["explorers"]["heather"]["traits"]["speed"] == 1
    # Leaving unrolled, because the table wants it, costs nothing.
    assert public(f"{JUNK} moved heather(to upper-landing) overruled")["explorers"]["heather"]["traits"]["speed"] == 3


def test_the_speed_before_the_fine_counts() -> None:
    """BR22, B26."""
    begun = (
        "S:" + lay("junk-room", "upper", 0, -1) + "moved heather(to foyer); moved heather(to grand-staircase);"
        "moved heather(to upper-landing); corrected(set {spent 2}, why case); moved heather(to junk-room);"
        "exit_rolled heather(faces [0 0 0]); moved heather(to upper-landing)"
    )
    state = public(begun)
    assert (state["spent"], state["allowance"]) == (4, 3)


# --- chute, gallery, collapsed room -----------------------------------------------------------------------------------

CHUTE = "S:" + lay("coal-chute", "ground", 0, 1) + "moved heather(to foyer); moved heather(to coal-chute);"


def test_nobody_ends_a_turn_in_the_chute() -> None:
    assert choices(CHUTE) == "slid heather"
    assert codes(f"{CHUTE} turn_ended heather") == "must-slide"
    assert codes(f"{CHUTE} moved heather(to foyer)") == "no-way"
    state = public(f"{CHUTE} slid heather")
    assert state["explorers"]["heather"]["room"] == "basement-landing"
    assert state["spent"] == 2
    assert codes("S: slid heather") == "not-here"


def test_with_the_rope_one_climbs() -> None:
    rope = WW + "corrected(set {cards {rope heather}}, why case);" + lay("coal-chute", "ground", 0, 1)
    climbed = f"{rope} {put('heather', 'basement-landing')} moved heather(to coal-chute);"
    assert public(climbed)["spent"] == 1
    assert codes(f"{climbed} moved heather(to foyer)") == ""
    bare = WW + lay("coal-chute", "ground", 0, 1) + put("heather", "basement-landing")
    assert codes(f"{bare} moved heather(to coal-chute)") == "no-way"


def test_jumping_from_the_gallery() -> None:
    gallery = "S:" + lay("gallery", "upper", 0, -1) + put("heather", "gallery")
    assert codes(f"{gallery} fell heather(faces [1])") == "not-here"
    over = gallery.replace("placed", lay("ballroom", "ground", 0, -1) + "placed", 1)
    state = public(f"{over} fell heather(faces [1])")
    assert state["explorers"]["heather"]["room"] == "ballroom"
    assert state["owed"] == [{"event": "damaged", "by": "heather", "kind": "physical", "points": 1, "steal": None}]
    assert public(f"{over} fell heather(faces [0])")["owed"] == []
    assert codes(f"{over} fell heather") == "wrong-dice"
    assert codes(f"{over} fell heather(faces [1], room foyer)") == "wrong-fall"
    assert codes(f"{over} drew heather(card event); fell heather(faces [1])") == "stopped"


COLLAPSED = "S:" + lay("collapsed-room", "ground", 0, 1) + "moved heather(to foyer); moved heather(to collapsed-room);"


def test_the_first_in_the_collapsed_room_balances() -> None:
    assert public(COLLAPSED)["owed"] == [{"event": "balanced", "by": "heather"}]
    assert public(COLLAPSED)["collapsed"] is True
    assert codes(f"{COLLAPSED} moved heather(to foyer)") == "owed"
    assert codes(f"{COLLAPSED} balanced brandon(faces [0])") == "owed"
    assert public(f"{COLLAPSED} balanced heather(faces [2 2 1 0])")["owed"] == []
    fallen = f"{COLLAPSED} balanced heather(faces [2 2 0 0]);"
    assert choices(fallen) == "fell heather"
    assert codes(f"{fallen} fell heather(faces [1])") == "wrong-fall"
    assert codes(f"{fallen} fell heather(faces [1], room basement-landing)") == "wrong-fall"
    assert codes(f"{fallen} fell heather(faces [1], tile crypt, turn 0, at [4 4])") == "not-joined"
    assert codes(f"{fallen} fell heather(faces [1], tile gardens, turn 0, at [0 1])") == "wrong-floor"
    assert codes(f"{fallen} fell heather(faces [1], tile crypt, turn 0, at [0 0])") == "cell-taken"
    # Turned back, the fall is not owed any more.
    assert public(f"{fallen} placed heather(room foyer)")["owed"] == []


def test_later_falls_land_by_the_marker() -> None:
    fallen = (
        f"{COLLAPSED} balanced heather(faces [0 0 0 0]); fell heather(faces [0], tile larder, turn 0, at [0 1]);"
        "drew heather(card item, name axe); turn_ended heather;"
        "moved brandon(to foyer); moved brandon(to collapsed-room);"
    )
    assert public(fallen)["owed"] == []
    state = public(f"{fallen} fell brandon(faces [2])")
    assert state["explorers"]["brandon"]["room"] == "larder"
    assert state["spent"] == 2
    assert codes(f"{fallen} fell brandon(faces [2], tile crypt, turn 0, at [0 2])") == "wrong-fall"


def test_a_fallen_tile_joins_the_explored_basement() -> None:
    """BR24: the landing's doors only while no explored room has an open one."""
    explored = (
        "S:" + lay("larder", "basement", 0, -1) + COLLAPSED.removeprefix("S:") + "balanced heather(faces [0 0 0 0]);"
    )
    assert codes(f"{explored} fell heather(faces [0], tile wine-cellar, turn 0, at [0 1])") == "not-joined"
    assert codes(f"{explored} fell heather(faces [0], tile wine-cellar, turn 0, at [0 -2])") == ""


# --- the elevator -----------------------------------------------------------------------------------------------------

LIFT = "S:" + lay("mystic-elevator", "ground", 0, 1) + "moved heather(to foyer); moved heather(to mystic-elevator);"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("elevator_ran heather(faces [2 0], to {room entrance-hall, door N})", ""),
        ("elevator_ran heather(faces [2 0], to null)", ""),
        ("elevator_ran heather(faces [2 1], to null)", "must-move"),
        ("elevator_ran heather(faces [2 1], to {room foyer, door N})", "wrong-floor"),
        ("elevator_ran heather(faces [2 2], to {room upper-landing, door W})", ""),
        ("elevator_ran heather(faces [2 2], to {room foyer, door W})", "no-door"),
        ("elevator_ran heather(faces [2], to {room foyer, door N})", "wrong-dice"),
        ("elevator_ran heather(to {room foyer, door N})", "wrong-elevator"),
        ("elevator_ran heather(faces [0 0], to {room basement-landing, door N})", "wrong-elevator"),
        ("elevator_ran heather(faces [1 0], crash 1, to {room basement-landing, door N})", "wrong-elevator"),
        ("elevator_ran heather(crash 1, to {room basement-landing, door N})", "not-understood"),
        ("elevator_ran heather(faces [0 0], crash 1, to {room basement-landing, door N})", ""),
        ("elevator_ran brandon(faces [2 0], to null)", "owed not-your-turn not-here"),
        ("moved heather(to foyer)", "owed"),
    ],
)
def test_where_the_elevator_goes(event: str, expected: str) -> None:
    assert codes(f"{LIFT} {event}") == expected


def test_a_crash_hurts_all_inside_and_cards_travel() -> None:
    begun = (
        "S:"
        + lay("mystic-elevator", "ground", 0, 1)
        + put("brandon", "mystic-elevator")
        + "corrected(set {cards {axe mystic-elevator}}, why case); moved heather(to foyer);"
        "moved heather(to mystic-elevator);"
        "elevator_ran heather(faces [0 0], crash 2, to {room basement-landing, door N})"
    )
    state = public(begun)
    assert [(debt["by"], debt["points"]) for debt in state["owed"]] == [("heather", 2), ("brandon", 2)]
    assert state["explorers"]["brandon"]["room"] == state["cards"]["axe"]["at"] == "mystic-elevator"
    assert state["rooms"]["mystic-elevator"]["floor"] == "basement"


def test_it_runs_once_a_turn_and_for_who_begins_in_it() -> None:
    ran = f"{LIFT} elevator_ran heather(faces [2 0], to null);"
    assert codes(f"{ran} elevator_ran heather(faces [2 0], to null)") == "already-done"
    assert public(f"{ran} moved heather(to foyer); moved heather(to mystic-elevator)")["owed"] == []
    again = f"{ran} turn_ended heather; turn_ended brandon; turn_ended rhinehardt;"
    assert "elevator_ran heather" in choices(again)
    assert codes(f"{again} elevator_ran heather(faces [2 0], to null)") == ""


# --- re-arranging -----------------------------------------------------------------------------------------------------


def stuck() -> str:
    """Return a ground floor with one open door, behind which nothing that is left fits."""
    blind = lay("graveyard", "ground", 1, -1) + lay("conservatory", "ground", 1, 1) + lay("chapel", "ground", 0, 1)
    others = state_of("S:").undiscovered - {"graveyard", "conservatory", "chapel", "coal-chute"}
    away = ", ".join(f"{tile} [upper {10 + place} 10 0]" for place, tile in enumerate(sorted(others)))
    return f"S: {blind} corrected(set {{rooms {{{away}}}}}, why case); moved heather(to foyer);"


def test_a_closed_floor_is_re_arranged() -> None:
    """BR15: only where nothing fits, so that something fits."""
    assert codes("S: rearranged heather(rooms {foyer [0 3 0]})") == "not-stuck fixed-room"
    text = stuck()
    assert "rearranged heather" in choices(text)
    assert "discovered" not in choices(text)
    assert codes(f"{text} discovered heather(door N, tile coal-chute, turn 2)") == "closes-floor"
    assert codes(f"{text} rearranged heather(rooms {{chapel [0 0 0]}})") == "cell-taken"
    assert codes(f"{text} rearranged heather(rooms {{chapel [5 5 0]}})") == "not-joined"
    assert codes(f"{text} rearranged heather(rooms {{attic [0 1 0]}})") == "fixed-room"
    assert codes(f"{text} rearranged heather(rooms {{chapel [0 -1 2]}})") == "closes-floor"
    # Two blind rooms cannot be joined so that anything fits; the table may do it all the same.
    moved = public(f"{text} rearranged heather(rooms {{chapel [0 -1 2]}}) overruled")
    assert moved["rooms"]["chapel"] == {"floor": "ground", "x": 0, "y": -1, "turn": 2, "fresh": False}


# --- reach ------------------------------------------------------------------------------------------------------------


def test_reach_tells_rooms_with_their_cost() -> None:
    state = state_of("S:")
    assert reach(state, "heather") == {"foyer": 1, "grand-staircase": 2, "upper-landing": 3}
    assert reach(state, "brandon") == {}
    assert reach(state_of("S: drew heather(card event)"), "heather") == {}


def test_reach_ends_where_something_is_asked() -> None:
    assert reach(state_of(CHASM), "heather") == {"chasm": 1}
    # Barriers do not concern monsters (B24).
    turns = "turn_ended rhinehardt; turn_ended heather; turn_ended brandon; monsters_rolled(kind bat, faces [1 1 1]);"
    assert reach(state_of("H:" + CELLAR + BAT + turns), "bat-1") == {"chasm": 1, "wine-cellar": 2}
