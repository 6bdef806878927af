"""Tests of the haunt: roll, roles, order, monsters, attacks, thefts, deaths, claims.

The rules are B16 to B24, B34 and B35.
"""

import pytest

from engine.betrayal.ways import in_line
from tests.engine.betrayal.game_text import choices, codes, lay, public, put, state_of

TO_MONSTERS = "turn_ended rhinehardt; turn_ended heather; turn_ended brandon;"
BEGUN = "S: drew heather(card omen, name ring); turn_ended heather; haunt_rolled heather(faces [0 0 0 0 0 0]);"


def owed(text: str) -> list[tuple[str, ...]]:
    return [tuple(str(value) for value in debt.values()) for debt in public(text)["owed"]]


# --- the roll ---------------------------------------------------------------------------------------------------------


def test_a_turn_with_an_omen_ends_with_a_roll() -> None:
    drawn = "S: drew heather(card omen, name ring); turn_ended heather;"
    assert choices(drawn) == "haunt_rolled heather"
    passed = public(f"{drawn} haunt_rolled heather(faces [1 0 0 0 0 0])")
    assert (passed["phase"], passed["turn"], passed["due"]) == ("explore", "brandon", None)
    assert public("S: drew heather(card item, name bell); turn_ended heather")["turn"] == "brandon"


def test_in_the_haunt_no_omen_asks_a_roll() -> None:
    """B16: nothing is owed; sections 5 and 8 name what is wrong."""
    assert codes("H: drew rhinehardt(card omen, name mask); haunt_rolled rhinehardt(faces [0 0 0 0 0 0])") == "not-here"


def test_who_drew_the_last_omen_rolls() -> None:
    """BR4."""
    drawn = "S: drew heather(card omen, name ring); drew brandon(card omen, name mask);"
    assert public(drawn)["due"] == {"by": "brandon", "omen": "mask", "room": "entrance-hall"}
    ended = f"{drawn} turn_ended heather;"
    assert choices(ended) == "haunt_rolled brandon"
    assert choices(f"{ended} drew rhinehardt(card omen, name skull)") == "haunt_rolled rhinehardt"


def test_an_omen_for_a_question_mark_asks_no_roll() -> None:
    found = (
        "started(players [heather brandon rhinehardt], first heather, variants [widows-walk]);"
        "tile_laid heather(tile drawing-room, floor upper, at [0 -1], turn 0, because card);"
        "placed heather(room upper-landing); moved heather(to drawing-room);"
    )
    assert owed(found) == [("drew", "heather", "any")]
    state = public(f"{found} drew heather(card omen, name ring)")
    assert (state["omens"], state["due"], state["owed"]) == (1, None, [])


@pytest.mark.parametrize(
    ("traitor", "order"),
    [
        ("brandon", "rhinehardt heather brandon"),
        ("heather", "brandon rhinehardt heather"),
        ("null", "brandon rhinehardt heather"),
    ],
)
def test_the_order_begins_at_the_traitors_left(traitor: str, order: str) -> None:
    state = public(f"{BEGUN} haunt_began heather(number 50, traitor {traitor})")
    assert " ".join(state["order"]) == order
    assert state["turn"] == order.split()[0]
    roles = {explorer: values["role"] for explorer, values in state["explorers"].items()}
    assert roles == {explorer: "traitor" if explorer == traitor else "hero" for explorer in roles}
    assert state["haunt"]["revealer"] == "heather"


@pytest.mark.parametrize(
    ("candidates", "traitor"),
    [("heather brandon", "heather"), ("rhinehardt brandon", "brandon"), ("rhinehardt", "rhinehardt")],
)
def test_of_several_who_fit_the_revealer_or_the_nearest_is_it(candidates: str, traitor: str) -> None:
    """B17, BR9: clockwise from the revealer."""
    assert codes(f"{BEGUN} haunt_began heather(number 1, traitor {traitor}, candidates [{candidates}])") == ""


# --- monsters ---------------------------------------------------------------------------------------------------------


def test_each_kind_rolls_its_way() -> None:
    rolled = f"H: {TO_MONSTERS} monsters_rolled(kind rat, faces [1 1], plus 1);"
    assert public(rolled)["rolls"] == {"rat": 3}
    moved = public(f"{rolled} moved rat-1(to grand-staircase); moved rat-1(to upper-landing)")
    assert moved["monsters"]["rat-1"] == {
        "kind": "rat",
        "room": "upper-landing",
        "side": None,
        "stunned": False,
        "spent": 2,
        "steps": 2,
        "attacked": False,
    }
    # Three heroes and their traitor are with rat-2: two opponents (B22); the first room is always possible (B3).
    assert public(f"{rolled} moved rat-2(to foyer)")["monsters"]["rat-2"]["spent"] == 3


def test_a_monster_stunned_in_its_own_turn_loses_the_next() -> None:
    """BR17."""
    stunned = f"H: {TO_MONSTERS} stunned(token rat-1); turn_ended;"
    assert public(stunned)["monsters"]["rat-1"]["stunned"] is True
    later = f"{stunned} {TO_MONSTERS}"
    assert public(later)["waking"] == ["rat-1"]
    assert public(f"{later} turn_ended")["monsters"]["rat-1"]["stunned"] is False


def test_without_monsters_there_is_no_turn_of_theirs() -> None:
    gone = f"H: monster_removed(token rat-1); monster_removed(token rat-2); {TO_MONSTERS}"
    assert public(gone)["turn"] == "rhinehardt"
    assert public(gone)["order"] == ["rhinehardt", "heather", "brandon"]
    assert public(gone)["kinds"]["rat"]["might"] == 3


def test_monsters_climb_where_explorers_fall() -> None:
    begun = "H: corrected(set {under basement-landing}, why case);" + lay("coal-chute", "ground", 0, 1)
    placed = begun + lay("collapsed-room", "ground", 0, -1) + put("rat-1", "basement-landing") + TO_MONSTERS
    rolled = f"{placed} monsters_rolled(kind rat, faces [0 0]);"
    assert public(f"{rolled} moved rat-1(to coal-chute)")["monsters"]["rat-1"]["room"] == "coal-chute"
    assert codes(f"{rolled} moved rat-1(to coal-chute); turn_ended()") == "must-slide"
    assert public(f"{rolled} moved rat-1(to collapsed-room)")["owed"] == []
    assert codes(f"{rolled} moved rat-1(to collapsed-room); fell rat-1(faces [1])") == "wrong-dice"
    assert codes(f"{rolled} moved rat-1(to collapsed-room); fell rat-1") == ""


# --- attacks ----------------------------------------------------------------------------------------------------------


def test_the_higher_does_the_difference() -> None:
    won = "H: attacked rhinehardt(on brandon, faces [2 2], against [1 0 0 0]);"
    assert owed(won) == [("damaged", "brandon", "physical", "3", "rhinehardt")]
    assert choices(won) == "damaged brandon"
    lost = "H: attacked rhinehardt(on brandon, faces [0 0], against [2 1 0 0]);"
    assert owed(lost) == [("damaged", "rhinehardt", "physical", "3", "None")]
    assert owed("H: attacked rhinehardt(on brandon, faces [0 1], against [1 0 0 0])") == []
    attack = "H: attacked rhinehardt(on brandon, faces [2 0], against [1 0 0 0])"
    assert owed(attack) == [("damaged", "brandon", "physical", "1", "None")]


def test_bonuses_change_dice_and_totals() -> None:
    event = "attacked rhinehardt(on brandon, faces [2 2 2], against [0 0], bonus 1, bonus_against -2, plus_against 8)"
    assert owed(f"H: {event}") == [("damaged", "rhinehardt", "physical", "2", "None")]


def test_more_than_both_rows_have_is_no_more_than_that() -> None:
    dice = "faces [2 2 2 2 2 2 2 2], against [], bonus 8, bonus_against -8"
    crushed = f"H: attacked rhinehardt(on brandon, {dice}, plus 8);"
    assert owed(crushed) == [("damaged", "brandon", "physical", "16", "rhinehardt")]
    assert codes(f"{crushed} damaged brandon(kind physical, points 16, split {{speed 3, might 4}})") == ""


def test_a_beaten_monster_is_stunned() -> None:
    hit = public("H: attacked rhinehardt(on rat-2, faces [2 2], against [1 1 1])")
    assert hit["monsters"]["rat-2"]["stunned"] is True
    assert hit["owed"] == []
    bitten = f"H: {TO_MONSTERS} attacked rat-2(on heather, faces [2 2 2], against [0 0 0]);"
    assert owed(bitten) == [("damaged", "heather", "physical", "6", "None")]
    beaten = f"H: {TO_MONSTERS} attacked rat-2(on heather, faces [0 0 0], against [2 0 0])"
    assert public(beaten)["monsters"]["rat-2"] | {"stunned": True} == public(beaten)["monsters"]["rat-2"]


def test_a_stolen_card_goes_with_its_gains_and_the_damage_is_not_taken() -> None:
    begun = "H with drew brandon(card item, name bell, gains {might 2}):"
    stolen = f"{begun} attacked rhinehardt(on brandon, faces [2 2], against [0 0 0 0], bonus_against -2);"
    assert choices(stolen) == "damaged brandon, stole rhinehardt"
    state = public(f"{stolen} stole rhinehardt(from brandon, card bell)")
    assert state["explorers"]["brandon"]["traits"]["might"] == 4
    assert state["explorers"]["rhinehardt"]["traits"]["might"] == 5
    assert codes(f"{stolen} stole rhinehardt(from heather, card bell)") == "not-here no-such-card"


def test_mental_attacks_steal_nothing() -> None:
    event = "attacked rhinehardt(on brandon, trait sanity, with axe, faces [2 2 2 0 0 0], against [0 0 0 0]);"
    text = f"H with corrected(set {{cards {{axe rhinehardt}}}}, why case): {event}"
    assert owed(text) == [("damaged", "brandon", "mental", "6", "None")]
    assert public(text)["handled"] == ["axe"]


SHOT = "attacked rhinehardt(on brandon, trait speed, with revolver, faces [0 0 0], against [2 2 0 0])"


def test_the_revolver_reaches_other_rooms_and_losing_there_does_not_hurt() -> None:
    """B20, BR18, BR20."""
    begun = "H with corrected(set {cards {revolver rhinehardt}}, why case):"
    assert owed(f"{begun} placed brandon(room grand-staircase); {SHOT}") == []
    assert public(f"{begun} placed brandon(room grand-staircase); {SHOT}")["attacked"] is True
    assert codes(f"{begun} placed brandon(room upper-landing); {SHOT}") == "too-far"
    assert owed(f"{begun} {SHOT}") == [("damaged", "rhinehardt", "physical", "4", "None")]


def test_lines_cross_tower_and_chasm_but_not_the_catacombs() -> None:
    row = lay("chasm", "basement", 1, 0) + lay("wine-cellar", "basement", 2, 0, 1)
    shooter = put("heather", "basement-landing")
    through = state_of("S:" + row + shooter + put("brandon", "wine-cellar") + put("rhinehardt", "chasm", "E"))
    assert in_line(through, "heather", "brandon")
    assert in_line(through, "heather", "rhinehardt")
    row = lay("catacombs", "basement", 1, 0, 1) + lay("wine-cellar", "basement", 2, 0, 1)
    ended = state_of("S:" + row + shooter + put("brandon", "wine-cellar") + put("rhinehardt", "catacombs", "S"))
    assert not in_line(ended, "heather", "brandon")
    # Turned by one, the catacombs' own south is the house's west: the side of the landing.
    assert in_line(ended, "heather", "rhinehardt")
    assert in_line(ended, "rhinehardt", "heather")
    assert not in_line(ended, "rhinehardt", "brandon")
    far = state_of("S:" + row + shooter + put("rhinehardt", "catacombs", "N"))
    assert not in_line(far, "heather", "rhinehardt")


def test_nobody_attacks_across_a_barrier() -> None:
    tower = lay("tower", "upper", 0, -1, 1) + put("rhinehardt", "tower", "E") + put("brandon", "tower", "W")
    event = "attacked rhinehardt(on brandon, faces [0 0], against [0 0 0 0])"
    assert codes(f"H: {tower} {event}") == "too-far"
    assert codes("H: " + tower.replace("side W", "side E") + event) == ""


# --- damage and death -------------------------------------------------------------------------------------------------


def test_before_the_haunt_the_lowest_value_swallows_damage() -> None:
    """BR10."""
    low = "S: corrected(set {traits {heather {might 1, speed 2}}}, why case);"
    assert codes(f"{low} damaged heather(kind physical, points 4, split {{might 1}})") == "wrong-split"
    state = public(f"{low} damaged heather(kind physical, points 4, split {{speed 1}})")
    assert (state["explorers"]["heather"]["traits"]["speed"], state["explorers"]["heather"]["dead"]) == (1, False)
    lowest = "S: corrected(set {traits {heather {might 1, speed 1}}}, why case);"
    assert codes(f"{lowest} damaged heather(kind physical, points 4, split {{}})") == ""
    assert public("S: adjusted heather(trait might, steps -8)")["explorers"]["heather"]["traits"]["might"] == 1


def test_in_the_haunt_the_skull_kills_and_a_dead_explorers_turn_passes() -> None:
    died = "H: damaged rhinehardt(kind mental, points 9, split {sanity 5, knowledge 4});"
    state = public(died)
    assert state["explorers"]["rhinehardt"]["dead"] is True
    assert (state["turn"], state["order"]) == ("heather", ["heather", "brandon", "monsters"])
    assert codes(f"{died} adjusted rhinehardt(trait might, steps 1)") == "dead"
    assert codes(f"{died} won rhinehardt(side heroes)") == ""


def test_what_the_dead_owe_is_struck_and_the_bite_leaves_the_game() -> None:
    bitten = "H with drew brandon(card omen, name bite); drew brandon(card item, name bell):"
    beaten = f"{bitten} attacked rhinehardt(on brandon, faces [2 2], against [0 0 0 0]);"
    state = public(f"{beaten} adjusted brandon(trait sanity, steps -8)")
    assert state["owed"] == []
    assert state["cards"]["bite"]["at"] == "gone"
    assert state["cards"]["bell"]["at"] == "entrance-hall"
    dead_thief = public(f"{beaten} adjusted rhinehardt(trait sanity, steps -8)")
    assert dead_thief["owed"][0]["steal"] is None


def test_who_dies_of_the_fine_lies_in_the_room_left() -> None:
    """BR7."""
    begun = "H:" + lay("junk-room", "upper", 0, -1) + put("rhinehardt", "junk-room")
    weak = f"{begun} corrected(set {{traits {{rhinehardt {{speed 1}}}}}}, why case);"
    state = public(f"{weak} exit_rolled rhinehardt(faces [0 0]); moved rhinehardt(to upper-landing)")
    assert state["explorers"]["rhinehardt"] | {"dead": True, "room": "junk-room"} == state["explorers"]["rhinehardt"]
    assert state["turn"] == "heather"


def test_the_traitor_may_roll_for_leaving_and_never_pays() -> None:
    """Section 5: anybody living in such a room; B23."""
    begun = "H:" + lay("junk-room", "upper", 0, -1) + put("brandon", "junk-room")
    rolled = f"{begun} turn_ended rhinehardt; turn_ended heather; exit_rolled brandon(faces [0 0 0 0]);"
    assert "exit_rolled brandon" in choices(f"{begun} turn_ended rhinehardt; turn_ended heather")
    assert "exit_rolled brandon" not in choices(rolled)
    state = public(f"{rolled} moved brandon(to upper-landing)")
    assert state["exits"] == {"brandon": {"junk-room": False}}
    assert state["explorers"]["brandon"]["traits"]["speed"] == 3


def test_when_the_last_has_died_the_monsters_are_left_and_without_them_nobody() -> None:
    """BR28, section 7: the turn passes to who comes next in the order."""
    died = "H: " + " ".join(
        f"adjusted {explorer}(trait might, steps -8);" for explorer in ("heather", "brandon", "rhinehardt")
    )
    state = public(died)
    assert (state["turn"], state["order"]) == ("monsters", ["monsters"])
    assert "won heather" in choices(died)
    ended = public(f"{died} turn_ended")
    assert (ended["turn"], ended["rolls"]) == ("monsters", {})
    gone = f"{died} monster_removed(token rat-1); monster_removed(token rat-2); turn_ended;"
    assert (public(gone)["turn"], public(gone)["order"]) == (None, [])
    assert choices(gone).startswith("won")


def test_the_traitor_ignores_what_hurts_in_a_room() -> None:
    """B23; barriers are rolled for all the same (BR21)."""
    turns = "turn_ended rhinehardt; turn_ended heather;"
    crypt = "H:" + lay("crypt", "basement", 0, -1, 2) + put("brandon", "crypt") + turns
    assert codes(f"{crypt} turn_ended brandon") == ""
    assert codes(f"{crypt} turn_ended brandon(split {{sanity 1}})") == "wrong-split"
    jump = "H:" + lay("ballroom", "ground", 0, -1) + lay("gallery", "upper", 0, -1) + put("brandon", "gallery") + turns
    assert codes(f"{jump} fell brandon(faces [1])") == "wrong-dice"
    assert public(f"{jump} fell brandon")["owed"] == []
    walks = "H:" + lay("collapsed-room", "ground", 0, 1) + put("brandon", "foyer") + turns
    state = public(f"{walks} moved brandon(to collapsed-room)")
    assert (state["collapsed"], state["owed"]) == (True, [])
    tower = "H:" + lay("tower", "upper", 0, -1, 1) + put("brandon", "tower", "E") + turns
    assert "crossed brandon" in choices(tower)


def test_the_traitors_side_chooses_the_elevators_floor_once() -> None:
    lift = lay("mystic-elevator", "ground", 0, -1, 2) + put("brandon", "foyer")
    inside = f"H: {lift} turn_ended rhinehardt; turn_ended heather; moved brandon(to mystic-elevator);"
    assert codes(f"{inside} elevator_ran brandon(faces [0 0], crash 0, to null)") == "wrong-elevator"
    ran = f"{inside} elevator_ran brandon(to {{room upper-landing, door W}});"
    assert (public(ran)["side_ran"], public(ran)["ran"]) == (True, ["brandon"])
    monsters = f"{ran} turn_ended brandon; placed rat-1(room mystic-elevator);"
    assert codes(f"{monsters} elevator_ran rat-1(to null)") == "already-done"
    assert public(f"{monsters} turn_ended()")["side_ran"] is False


# --- sides, counters, claims ------------------------------------------------------------------------------------------


def test_a_denied_claim_lets_the_game_go_on() -> None:
    claimed = "H: won brandon(side traitor);"
    assert choices(claimed) == "confirmed heather, confirmed rhinehardt, denied heather, denied rhinehardt"
    assert public(claimed)["haunt"]["claim"] == {"by": "brandon", "side": "traitor"}
    assert public(f"{claimed} denied heather")["haunt"]["claim"] is None
    over = public(f"{claimed} confirmed heather")
    assert over["over"] == {"winners": ["brandon"], "reason": "traitor"}
    assert over["next"] == []


def test_the_house_wins_without_a_traitor() -> None:
    """BR16."""
    hidden = f"{BEGUN} haunt_began heather(number 50, traitor null); won heather(side traitor);"
    assert choices(hidden) == "confirmed brandon, confirmed rhinehardt, denied brandon, denied rhinehardt"
    assert public(f"{hidden} confirmed brandon")["over"] == {"winners": [], "reason": "traitor"}


def test_changing_sides_leaves_the_order() -> None:
    state = public("H: changed_side heather(side traitor)")
    assert state["explorers"]["heather"]["role"] == "traitor"
    assert state["order"] == ["rhinehardt", "heather", "brandon", "monsters"]
    assert state["haunt"]["traitor"] == "brandon"


def test_public_counters() -> None:
    counted = "H: counted(counter eggs, value 3);"
    assert public(counted)["haunt"]["counters"] == {"eggs": 3}
    assert public(f"{counted} counted(counter eggs, value null)")["haunt"]["counters"] == {}
