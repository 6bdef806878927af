"""Tests of cards and turn ends (B10 to B15, B33, B36).

They cover gains, handling, companions, the Dog, once-a-game rooms and corrections.
"""

from tests.engine.betrayal.game_text import choices, codes, hold, lay, public, put

LARDER = "S:" + lay("larder", "basement", 0, -1) + put("heather", "larder")
CRYPT = "S:" + lay("crypt", "basement", 0, -1, 2) + put("heather", "crypt")


def traits(text: str, explorer: str = "heather") -> dict[str, int]:
    found: dict[str, int] = public(text)["explorers"][explorer]["traits"]
    return found


def test_what_was_really_applied_is_taken_back() -> None:
    """BR11: neither more nor less."""
    high = (
        "S: corrected(set {traits {heather {might 7}}}, why case); drew heather(card item, name axe, gains {might 3});"
    )
    assert traits(high)["might"] == 8
    assert public(high)["cards"]["axe"] == {"at": "heather", "gains": {"might": 3}, "applied": {"might": 1}}
    assert traits(f"{high} dropped heather(cards [axe])")["might"] == 7
    low = (
        "S: corrected(set {traits {heather {might 2}}}, why case); drew heather(card item, name axe, gains {might -3});"
    )
    assert traits(low)["might"] == 1
    assert traits(f"{low} card_moved brandon(card axe, to gone)")["might"] == 2


def test_a_card_that_is_put_where_it_is_changes_nothing() -> None:
    """BR11: its gains are for new holders."""
    held = (
        "S: corrected(set {traits {heather {might 7}}}, why case); drew heather(card item, name axe, gains {might 3});"
    )
    weaker = f"{held} adjusted heather(trait might, steps -4);"
    assert public(f"{weaker} card_moved heather(card axe, to heather)")["cards"] == public(weaker)["cards"]
    assert traits(f"{weaker} card_moved heather(card axe, to heather)")["might"] == 4


def test_a_discarded_card_may_come_again() -> None:
    gone = "S: drew heather(card item, name axe); card_moved heather(card axe, to gone);"
    assert codes(f"{gone} drew brandon(card item, name axe)") == ""
    assert codes(f"{gone} used heather(card axe)") == "no-such-card weapon-only-attacking"


def test_a_kind_that_is_used_up_is_not_owed() -> None:
    """BR23."""
    omens = "bite book crystal-ball dog girl holy-symbol madman mask medallion ring skull spear spirit-board"
    found = "moved heather(to foyer); discovered heather(door S, tile dining-room, turn 0);"
    assert public(f"S: {found}")["owed"] == [{"event": "drew", "by": "heather", "card": "omen"}]
    assert public(f"S: {hold('brandon', *omens.split())} {found}")["owed"] == []


def test_each_card_is_handled_once_a_turn() -> None:
    given = "S:" + hold("heather", "bell", "candle") + "gave heather(to brandon, card bell);"
    assert public(given)["handled"] == ["bell"]
    assert codes(f"{given} used brandon(card bell)") == "card-handled"
    assert codes(f"{given} gave heather(to brandon, card candle)") == "already-done"
    dropped = f"{given} dropped heather(cards [candle]);"
    assert codes(f"{dropped} picked heather(cards [candle])") == "card-handled"
    # The next turn is another one.
    assert codes(f"{dropped} turn_ended heather; picked brandon(cards [candle])") == ""


def test_companions_join_who_comes_and_not_who_is_there() -> None:
    """B12, BR19."""
    lying = "S: drew heather(card omen, name girl, gains {knowledge 1}); card_moved heather(card girl, to foyer);"
    assert "picked" not in choices(f"{lying} placed heather(room foyer)")
    state = public(f"{lying} placed brandon(room foyer)")
    assert state["cards"]["girl"] == {"at": "brandon", "gains": {"knowledge": 1}, "applied": {"knowledge": 1}}
    left = public("S: drew heather(card omen, name girl); card_moved heather(card girl, to entrance-hall)")
    assert left["cards"]["girl"]["at"] == "entrance-hall"


def test_the_dog_carries_up_to_six_rooms() -> None:
    dog = "S:" + hold("heather", "dog", "bell") + put("brandon", "upper-landing")
    way = "dog [foyer grand-staircase upper-landing]"
    brought = public(f"{dog} card_moved heather(card bell, to upper-landing, {way})")
    assert brought["cards"]["bell"]["at"] == "upper-landing"
    assert brought["handled"] == ["bell", "dog"]
    assert codes(f"{dog} card_moved heather(card bell, to brandon, {way})") == ""
    assert codes(f"{dog} card_moved heather(card bell, to rhinehardt, {way})") == "dog-way"
    assert codes(f"{dog} card_moved heather(card bell, to upper-landing, dog [upper-landing])") == "dog-way"
    far = "dog [foyer grand-staircase foyer grand-staircase foyer grand-staircase upper-landing]"
    assert codes(f"{dog} card_moved heather(card bell, to upper-landing, {far})") == "dog-way"
    fetched = dog + hold("upper-landing", "candle") + f"card_moved heather(card candle, to heather, {way})"
    assert public(fetched)["explorers"]["heather"]["cards"] == ["bell", "candle", "dog"]
    # A walk back to where the card is already brings nothing.
    assert codes(f"{dog} card_moved heather(card bell, to heather, dog [foyer entrance-hall])") == "dog-way"
    junk = "S:" + hold("heather", "dog", "bell") + lay("junk-room", "ground", 0, 1)
    assert codes(f"{junk} card_moved heather(card bell, to junk-room, dog [foyer junk-room])") == "dog-way"


def test_rooms_that_hurt_at_a_turns_end() -> None:
    """B33."""
    assert traits(f"{CRYPT} turn_ended heather(split {{sanity 1}})")["sanity"] == 2
    assert codes(f"{CRYPT} turn_ended heather(split {{might 1}})") == "wrong-split"
    lowest = f"{CRYPT} corrected(set {{traits {{heather {{sanity 1, knowledge 1}}}}}}, why case);"
    assert codes(f"{lowest} turn_ended heather") == ""


def test_a_once_a_game_room_raises_each_explorer_once() -> None:
    """B36: and is not used up by passing it over."""
    gained = f"{LARDER} turn_ended heather(gain might);"
    state = public(gained)
    assert state["explorers"]["heather"]["once"] == ["larder"]
    assert state["explorers"]["heather"]["traits"]["might"] == 4
    again = f"{gained} turn_ended brandon; turn_ended rhinehardt;"
    assert codes(f"{again} turn_ended heather(gain might)") == "no-gain"
    over = f"{LARDER} turn_ended heather; turn_ended brandon; turn_ended rhinehardt; turn_ended heather(gain might)"
    assert codes(over) == ""


def test_corrections_put_public_facts_right() -> None:
    state = public(
        "S: drew heather(card event); corrected(set {traits {heather {might 8}}, omens 3, spent 1, stopped false,"
        "allowance 7, cards {axe brandon}, aside [crypt], vault_empty true, collapsed true,"
        "under basement-landing, rooms {kitchen [ground 5 5 3]}}, why case)"
    )
    assert state["explorers"]["heather"]["traits"]["might"] == 8
    assert (state["omens"], state["spent"], state["stopped"], state["allowance"]) == (3, 1, False, 7)
    assert state["cards"]["axe"] == {"at": "brandon", "gains": {}, "applied": {}}
    assert (state["aside"], state["vault_empty"], state["collapsed"]) == (["crypt"], True, True)
    assert state["under"] == "basement-landing"
    assert state["rooms"]["kitchen"] == {"floor": "ground", "x": 5, "y": 5, "turn": 3, "fresh": False}
    taken = "S:" + lay("kitchen", "ground", 5, 5) + "corrected(set {rooms {kitchen null}, allowance null}, why case)"
    assert "kitchen" not in public(taken)["rooms"]
    assert public(taken)["stack"] == 42
    assert public("H: stunned(token rat-1); corrected(set {stunned {rat-1 false}}, why case)")["waking"] == []
    assert public("S: corrected(set {allowance 2}, why case); turn_ended heather")["allowance"] == 4
