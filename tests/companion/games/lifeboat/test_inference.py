"""Tests of inferences from a settled reading of the mat, step by step, and its problems."""

import pytest

from companion.games.lifeboat.mat import RowSide
from companion.games.lifeboat.readings import LifeboatObservation, ObservationMemory
from companion.games.lifeboat.table.boat_row import Found
from companion.games.lifeboat.table.inference import (
    THROWN,
    describe_spread,
    infer_day,
    infer_event,
    infer_hand,
)
from companion.table.inference import Happened, Nothing, Problems, Waiting
from companion.table.questions import Begun
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State
from tests.companion.games.lifeboat.observing import seen_mat
from tests.engine.lifeboat.game_text import events_of

LAUREN, STEPHEN, CAPTAIN, MATE, FRENCHY, KID = (
    Character(name) for name in ("lauren", "stephen", "captain", "mate", "frenchy", "kid")
)
ROWS = {"open-1": LAUREN, "open-2": STEPHEN, "open-3": CAPTAIN, "open-4": MATE, "open-5": FRENCHY, "open-6": KID}
LINE = (LAUREN, STEPHEN, CAPTAIN, MATE, FRENCHY, KID)
UNREAD = ("open-3",)


def state_of(*steps: str) -> State:
    return RULES.replay([RULES.event_from_json(event) for step in steps for event in events_of(step)]).state


def boat(
    *, up: tuple[Character, ...] = (), down: tuple[Character, ...] = (), row: tuple[Character, ...] = LINE
) -> LifeboatObservation:
    lies = {**dict.fromkeys(up, RowSide.ATTACK), **dict.fromkeys(down, RowSide.DEFEND)}
    return seen_mat(boat=tuple((character, lies.get(character, RowSide.LINE)) for character in row))


def kinds(found: Found) -> tuple[str, ...]:
    assert isinstance(found, Problems)
    return tuple(problem.kind for problem in found.problems)


def unfinished_messages(found: Found) -> list[str]:
    """Return the messages after a while about things that stop nobody."""
    assert isinstance(found, Waiting)
    assert all(problem.unfinished for problem in found.problems)
    return [problem.sentence for problem in found.problems]


ACT = ("S", "p l s c")
FIGHT = (*ACT, "mate demanded of=lauren for=hand", "lauren refused")


def test_a_table_as_it_lay_shows_nothing() -> None:
    assert infer_event(state_of(*ACT), boat(), ROWS) == Nothing()


def test_a_card_that_comes_into_an_open_row_is_laid_by_its_owner() -> None:
    seen = seen_mat(boat=boat().boat, rows={"open-3": ("knife",)})
    for steps in (("S",), ACT, FIGHT[:-1]):
        assert infer_event(state_of(*steps), seen, ROWS) == Happened(e.Laid(CAPTAIN, Provision.KNIFE))


def test_a_card_that_is_covered_is_no_event() -> None:
    state = state_of("S", "set open.mate=[knife]")
    assert infer_event(state, seen_mat(), ROWS) == Nothing()
    assert unfinished_messages(infer_event(state, seen_mat(unreadable=UNREAD), ROWS)) == [
        "A card before the Captain cannot be read. Free its tag."
    ]


def test_what_cannot_be_read_is_told_where_it_may_tell_something() -> None:
    state = state_of("S4", "p l s")
    four = dict(list(ROWS.items())[:4])
    unread = seen_mat(unreadable=("boat", "open-2", "show"))
    assert unfinished_messages(infer_event(state, unread, four)) == [
        "A card in the boat row cannot be read. Free its tag.",
        "A card before Sir Stephen cannot be read. Free its tag.",
        "A used card cannot be read. Free its tag.",
    ]
    # Where nobody sits it is told by the row's number, and before those who are out.
    assert unfinished_messages(infer_event(state, seen_mat(unreadable=("open-6",)), four)) == [
        "Something at row 6 cannot be read. Nobody sits there."
    ]
    drowned = state_of("S4", "set wounds.mate=9", "p l s c", "captain navigated overboard=[mate]", "fell")
    assert unfinished_messages(infer_event(drowned, seen_mat(unreadable=("open-4",)), four)) == [
        "Something at row 4 cannot be read. Nobody sits there."
    ]


def test_a_card_that_lies_where_nobody_sits_is_told_with_all_rows() -> None:
    four = dict(list(ROWS.items())[:4])
    for steps in (("S4",), ("S4", "p l s"), ("S4", "p l", "stephen demanded of=lauren for=hand", "lauren refused")):
        found = infer_event(state_of(*steps), seen_mat(rows={"open-6": ("knife",)}), four)
        assert kinds(found) == ("nobodys",)
        assert isinstance(found, Problems)
        assert found.problems[0].sentence == "Nobody sits at row 6: knife."
        assert found.problems[0].fix == (
            "Lay it before its owner (rule L24). "
            "The rows: Lady Lauren 1, Sir Stephen 2, The Captain 3, The First Mate 4."
        )
    # A card that somebody lays is an event all the same.
    laid = seen_mat(rows={"open-6": ("knife",), "open-1": ("gaff",)})
    assert infer_event(state_of("S4", "p l s"), laid, four) == Happened(e.Laid(LAUREN, Provision.GAFF))


def test_cards_of_who_is_out_leave_the_mat() -> None:
    state = state_of("S", "set wounds.mate=9 open.mate=[oar]", "p l s c f k", "kid navigated overboard=[mate]", "fell")
    found = infer_event(state, seen_mat(rows={"open-4": ("oar-1",)}), ROWS)
    assert kinds(found) == ("nobodys",)
    assert isinstance(found, Problems)
    assert found.problems[0].sentence == "The First Mate is out, but a card still lies there: oar (rule L20)."


def test_only_the_conscious_lay_cards_but_the_table_may_want_it_so() -> None:
    state = state_of("S", "set wounds.captain=7", "p l s")
    found = infer_event(state, seen_mat(boat=boat().boat, rows={"open-3": ("knife",)}), ROWS)
    assert kinds(found) == ("cannot-lay",)
    assert isinstance(found, Problems)
    assert "Captain (rule L5)" in found.problems[0].sentence
    assert found.overrule == e.Laid(CAPTAIN, Provision.KNIFE)


def test_a_card_out_of_an_empty_hand_is_told() -> None:
    state = state_of("S", "set hands.captain=0", "p l s")
    found = infer_event(state, seen_mat(boat=boat().boat, rows={"open-3": ("knife",)}), ROWS)
    assert kinds(found) == ("no-cards",)
    assert isinstance(found, Problems)
    assert found.overrule is None


def test_a_preserver_may_have_been_thrown() -> None:
    seen = seen_mat(boat=boat().boat, rows={"open-3": ("preserver",)})
    assert infer_event(state_of(*ACT), seen, ROWS) == Begun((THROWN, "captain"))


def test_no_preserver_helps_the_unconscious() -> None:
    state = state_of("S", "set wounds.captain=7", "p l s")
    found = infer_event(state, seen_mat(boat=boat().boat, rows={"open-3": ("preserver",)}), ROWS)
    assert kinds(found) == ("unconscious",)
    assert isinstance(found, Problems)
    assert "Captain (rule L6)" in found.problems[0].sentence


def test_an_open_card_that_comes_before_the_one_whose_turn_it_is_was_mugged() -> None:
    steps = ("S", "set open.kid=[knife]", "p l s c")
    lies = seen_mat(boat=boat().boat, rows={"open-4": ("knife",)})
    assert infer_event(state_of(*steps), lies, ROWS) == Happened(
        e.Demanded(MATE, KID, e.DemandKind.OPEN, Provision.KNIFE)
    )
    asked = state_of(*steps, "mate demanded of=kid for=open card=knife")
    assert infer_event(asked, lies, ROWS) == Happened(e.Agreed(KID))
    # What was not demanded is not given.
    asked = state_of(*steps, "mate demanded of=kid for=hand")
    assert kinds(infer_event(asked, lies, ROWS)) == ("moved",)


def test_an_open_card_that_lies_before_another_is_wrong() -> None:
    state = state_of("S", "set open.mate=[knife]", "p l s c")
    seen = seen_mat(boat=boat().boat, rows={"open-1": ("knife",)})
    assert kinds(infer_event(state, seen, ROWS)) == ("moved",)


def test_the_own_card_up_and_another_down_is_a_demand() -> None:
    state = state_of(*ACT)
    assert infer_event(state, boat(up=(MATE,), down=(KID,)), ROWS) == Begun(("demand", "kid"))
    # The other one may follow; which is missing is told after a while.
    assert unfinished_messages(infer_event(state, boat(up=(MATE,)), ROWS)) == ["One card is pushed up: The First Mate."]
    assert unfinished_messages(infer_event(state, boat(down=(KID,)), ROWS)) == ["Pushed down: the Kid."]
    assert kinds(infer_event(state, boat(up=(MATE,), down=(KID, LAUREN)), ROWS)) == ("two-down",)


def test_whose_turn_it_is_not_cannot_demand() -> None:
    found = infer_event(state_of(*ACT), boat(up=(FRENCHY,), down=(KID,)), ROWS)
    assert kinds(found) == ("not-your-turn",)
    assert isinstance(found, Problems)
    assert "L8" in found.problems[0].sentence
    # Whom it would be of, if the table wants it so.
    assert found.overrule == Begun(("frenchy", "demand", "kid"))


def test_seats_that_nobody_has_changed_are_wrong() -> None:
    row = (STEPHEN, LAUREN, *LINE[2:])
    assert kinds(infer_event(state_of(*ACT), boat(row=row), ROWS)) == ("seats",)


def test_who_is_pushed_in_a_fight_joins_a_side() -> None:
    state = state_of(*FIGHT)
    assert infer_event(state, boat(up=(MATE,), down=(LAUREN,)), ROWS) == Nothing()
    assert infer_event(state, boat(up=(MATE, KID), down=(LAUREN,)), ROWS) == Happened(e.Joined(KID, e.Side.ATTACK))
    assert infer_event(state, boat(up=(MATE,), down=(LAUREN, KID)), ROWS) == Happened(e.Joined(KID, e.Side.DEFEND))


def test_only_the_conscious_join_a_fight_but_the_table_may_want_it_so() -> None:
    state = state_of("S", "set wounds.captain=7", "p l s", "mate demanded of=lauren for=hand", "lauren refused")
    found = infer_event(state, boat(up=(MATE,), down=(LAUREN, CAPTAIN)), ROWS)
    assert kinds(found) == ("cannot-fight",)
    assert isinstance(found, Problems)
    assert "Captain (rule L15)" in found.problems[0].sentence
    assert found.overrule == e.Joined(CAPTAIN, e.Side.DEFEND)


def test_in_a_fight_nobody_changes_seats() -> None:
    row = (STEPHEN, LAUREN, *LINE[2:])
    assert kinds(infer_event(state_of(*FIGHT), boat(up=(MATE,), down=(LAUREN,), row=row), ROWS)) == ("seats",)


@pytest.mark.parametrize("observation", [boat(up=(MATE,)), boat(down=(LAUREN,)), boat(up=(MATE, LAUREN))])
def test_nobody_leaves_a_fight(observation: LifeboatObservation) -> None:
    found = infer_event(state_of(*FIGHT), observation, ROWS)
    assert kinds(found) == ("left",)
    assert isinstance(found, Problems)
    assert "L15" in found.problems[0].sentence


def test_cards_that_are_used_now_are_asked_about() -> None:
    state = state_of("S", *THIRST)
    assert infer_event(state, seen_mat(show=("water-04",)), ROWS) == Begun(("water",))
    assert infer_event(state, seen_mat(show=("knife", "water-04")), ROWS) == Begun(("water",))
    hurt = state_of("S", "set wounds.kid=1", "p l s c")
    assert infer_event(hurt, seen_mat(boat=boat().boat, show=("medkit-1",)), ROWS) == Begun(("use", "medkit"))


THIRST = ("set rowed=[mate]", "p l s c m f k", "kid navigated thirsty=[mate]")


@pytest.mark.parametrize(
    ("steps", "tag", "told"),
    [
        (ACT, "water-01", "Water is used when thirst is asked for (rule LR9)."),
        (ACT, "chum-1", "Chum is used when somebody falls overboard (rule LR9)."),
        (ACT, "knife", "Lay it open before its owner: knife (rule L24)."),
        (ACT, "medkit-1", "Nobody has a wound that a medical kit takes off (rule LR23)."),
        (("S", "set open.lauren=[parasol] parasol=lauren"), "parasol", "The parasol is already up (rule LR11)."),
        (("S V4",), "cannibalism", "There is no dead body aboard (rule V4)."),
        (("S", *THIRST), "flare", "Used only as the action on one's turn: flare gun (rule L14)."),
        (("S", *THIRST), "chum-1", "Chum is used when somebody falls overboard (rule LR9)."),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_a_card_with_which_nothing_can_be_done_now_is_told(steps: tuple[str, ...], tag: str, told: str) -> None:
    """A card without a use now stops nobody, and what lies beside it counts."""
    state = state_of(*steps)
    rows = {"open-1": ("parasol",)} if state.person(LAUREN).open and tag != "parasol" else {}
    assert unfinished_messages(infer_event(state, seen_mat(show=(tag,), rows=rows), ROWS)) == [told]


def test_a_used_card_that_still_lies_there_is_not_used_again() -> None:
    lies = seen_mat(show=("water-04", "water-05"))
    memory = ObservationMemory().with_used_cards(("water-04",), 20)
    assert memory.without_used_cards(lies, 20).show == ("water-05",)
    # It was taken back, and then something else happened.
    assert memory.without_used_cards(lies, 19).show == lies.show
    assert memory.with_used_cards((), 20).without_used_cards(lies, 25).show == lies.show
    # Where its place is not read, or something lies there that is not, nobody knows whether it has left.
    for hidden in (seen_mat(reads_show=False), seen_mat(unreadable=("show",)), lies):
        assert memory.after(hidden).without_used_cards(lies, 20).show == ("water-05",)
    # Dr. Harter's medical kit lies open before him afterwards (LR21).
    assert memory.after(seen_mat(rows={"open-6": ("water-04",)})).without_used_cards(lies, 20).show == lies.show


def choosing(*extra: e.GameEvent) -> State:
    """Four play with the stand-in set, and the mate navigates."""
    players = (LAUREN, STEPHEN, CAPTAIN, MATE)
    started = e.GameStarted(players, navigation=e.Deck.STAND_IN)
    return RULES.replay([started, *map(e.Took, players), *extra, *map(e.Passed, players)]).state


def test_the_day_s_card_is_known_by_its_number_where_the_deck_is_known() -> None:
    state = choosing()
    assert infer_day(state, seen_mat(day=("n05",)), ()) == Happened(e.Navigated(MATE, "n05"))
    assert infer_day(state, seen_mat(), ()) == Nothing()
    # Signs are told where nobody has entered the deck.
    assert infer_day(state_of("S", "p l s c m f k"), seen_mat(day=("n05",)), ()) == Nothing()


@pytest.mark.parametrize(
    ("observation", "told"),
    [
        (seen_mat(unreadable=("day",)), "The day's card cannot be read."),
        (seen_mat(day=("n40",)), "That card is not one of this game's: n40."),
        (seen_mat(day=("n05", "n06")), "More than one day's card: n05 and n06."),
        (seen_mat(day=("n04",)), "This was the card of the day before: n04."),
    ],
)
def test_a_day_s_card_that_tells_nothing_is_told_and_its_number_can_be_chosen(
    observation: LifeboatObservation, told: str
) -> None:
    assert unfinished_messages(infer_day(choosing(), observation, (), yesterday="n04")) == [told]
    # Where nobody has entered the deck, we enter the signs.
    assert infer_day(state_of("S", "p l s c m f k"), observation, (), yesterday="n04") == Nothing()


def test_with_an_open_compass_the_day_s_card_counts_when_its_use_is_told() -> None:
    state, seen = choosing(e.Laid(MATE, Provision.COMPASS)), seen_mat(day=("n05",))
    assert infer_day(state, seen, ()) == Nothing()
    assert infer_day(state, seen, ("compass",)) == Happened(e.Navigated(MATE, "n05", compass=True))
    assert infer_day(state, seen, ("card",)) == Happened(e.Navigated(MATE, "n05"))


def test_whatever_the_rules_say_the_day_s_card_waits_for_its_navigator() -> None:
    state, seen = choosing(), seen_mat(day=("n05",))
    assert infer_day(state, seen, (), overruling=True) == Nothing()
    assert infer_day(state, seen, ("lauren",), overruling=True) == Happened(e.Navigated(LAUREN, "n05"))


def test_who_has_changed_places_with_another_wants_the_seat() -> None:
    row = (LAUREN, KID, CAPTAIN, MATE, FRENCHY, STEPHEN)
    assert infer_event(state_of("S", "p l"), boat(row=row), ROWS) == Begun(("seat", "kid"))
    assert kinds(infer_event(state_of("S", "p l s"), boat(row=row), ROWS)) == ("seats",)


END = state_of("S4", "set birds=3 wounds.mate=8", "p l s c", "captain navigated bird=bird")


def test_hands_are_read_when_all_of_one_is_spread() -> None:
    whole = seen_mat(love=(KID,), hate=(MATE,), hand=("water-01", "cash-2"))
    event = e.Revealed(LAUREN, KID, MATE, (Provision.CASH, Provision.WATER))
    assert infer_hand(END, whole, LAUREN) == Happened(event)
    for part in (
        seen_mat(love=(KID,), hate=(MATE,), hand=("cash-2",)),
        seen_mat(hate=(MATE,), hand=("water-01", "cash-2")),
    ):
        assert infer_hand(END, part, LAUREN) == Nothing()
    assert describe_spread(END, seen_mat(love=(KID,), hand=("cash-2",)), LAUREN).endswith(
        "Seen: love card and 1 of 2 hand cards."
    )


@pytest.mark.parametrize(
    ("observation", "kind"),
    [
        (seen_mat(love=(KID,), hate=(MATE,), hand=("water-01", "water-02", "cash-2")), "too-many"),
        (seen_mat(love=(KID, MATE), hand=("water-01",)), "two-players"),
        (seen_mat(hand=("water-01", "water-01"), twice=("water-01",)), "twice"),
    ],
)
def test_a_hand_that_cannot_be_is_told(observation: LifeboatObservation, kind: str) -> None:
    assert kinds(infer_hand(END, observation, LAUREN)) == (kind,)


def test_a_second_knife_cannot_be() -> None:
    state = state_of("S", "set open.mate=[knife]", "p l s c")
    seen = seen_mat(boat=boat().boat, rows={"open-4": ("knife",), "open-3": ("knife",)})
    found = infer_event(state, seen, ROWS)
    assert kinds(found) == ("too-many",)
    assert isinstance(found, Problems)
    assert "First Mate" in found.problems[0].sentence
    # Water may come sixteen times.
    state = state_of("S", "set open.mate=[water]", "p l s c")
    seen = seen_mat(boat=boat().boat, rows={"open-4": ("water-01",), "open-3": ("water-02",)})
    assert infer_event(state, seen, ROWS) == Happened(e.Laid(CAPTAIN, Provision.WATER))


def test_a_tag_that_is_seen_twice_is_told_by_the_card_s_name() -> None:
    found = infer_event(state_of(*ACT), seen_mat(boat=boat().boat, twice=("position-lauren", "water-03")), ROWS)
    assert kinds(found) == ("twice", "twice")
    assert isinstance(found, Problems)
    assert [problem.sentence for problem in found.problems] == [
        "The same tag is seen at two places: Lady Lauren.",
        "The same tag is seen at two places: water.",
    ]


def test_an_open_card_is_gone_only_where_all_else_is_seen() -> None:
    state = state_of("S", "set open.mate=[knife] open.kid=[medkit]", "p l s c")
    medkit = {"open-6": ("medkit-1",)}
    assert kinds(infer_event(state, seen_mat(boat=boat().boat, rows=medkit), ROWS)) == ("gone",)
    # A hand may be over it, or over the boat; or it is being used.
    unread = seen_mat(boat=boat().boat, rows=medkit, unreadable=("open-4",))
    assert unfinished_messages(infer_event(state, unread, ROWS)) == [
        "A card before the First Mate cannot be read. Free its tag."
    ]
    assert unfinished_messages(infer_event(state, seen_mat(boat=boat().boat[:-1], rows=medkit), ROWS)) == [
        "Not seen in the boat row: the Kid."
    ]
    # Whose turn it is may have used it.
    hurt = state_of("S", "set open.mate=[medkit] wounds.kid=1", "p l s c")
    assert infer_event(hurt, boat(), ROWS) == Begun(("use", "medkit", "open"))
    # Without a wound nobody can have used it.
    assert kinds(infer_event(state_of("S", "set open.mate=[medkit]", "p l s c"), boat(), ROWS)) == ("gone",)
    state = state_of("S", "set open.mate=[knife] open.kid=[medkit] wounds.kid=1", "p l s c")
    used = seen_mat(boat=boat().boat, rows={"open-4": ("knife",)}, show=("medkit-1",))
    assert infer_event(state, used, ROWS) == Begun(("use", "medkit"))


GONE = (
    ("S4", "set open.mate=[knife]", "p l s c m", "mate navigated bird=none"),
    ("S", "set open.mate=[knife]", "p l s", "captain demanded of=kid for=seat"),
    ("S", "set open.mate=[knife]", "p l s c m f k", "kid navigated bird=none overboard=[kid]"),
    ("S", "set open.mate=[knife]", "p l s c m f k", "kid navigated bird=none thirsty=[kid]"),
)


@pytest.mark.parametrize("steps", GONE)
def test_where_the_boat_is_not_read_an_open_card_may_be_gone_too(steps: tuple[str, ...]) -> None:
    """An open card may go when somebody takes, answers, is in the water or is thirsty."""
    state = state_of(*steps)
    assert kinds(infer_event(state, seen_mat(), ROWS)) == ("gone",)
    assert infer_event(state, seen_mat(rows={"open-4": ("knife",)}), ROWS) == Nothing()
    assert unfinished_messages(infer_event(state, seen_mat(unreadable=("open-1",)), ROWS))


def test_what_is_demanded_or_lost_overboard_may_be_in_somebody_s_hands() -> None:
    asked = state_of("S", "set open.kid=[knife]", "p l s c", "mate demanded of=kid for=open card=knife")
    assert infer_event(asked, seen_mat(), ROWS) == Nothing()
    fallen = ("p l s c m f k", "kid navigated bird=none overboard=[mate]")
    assert infer_event(state_of("S", "set open.mate=[knife]", *fallen), seen_mat(), ROWS) == Nothing()
    assert kinds(infer_event(state_of("S", "set open.mate=[preserver]", *fallen), seen_mat(), ROWS)) == ("gone",)


def test_water_and_chum_that_are_discarded_at_once_are_used() -> None:
    days = ("p l s c m f k", "kid navigated bird=none overboard=[kid] thirsty=[kid]")
    assert infer_event(state_of("S", "set open.mate=[chum]", *days), seen_mat(), ROWS) == Begun(("chum",))
    assert infer_event(state_of("S", "set open.mate=[water]", *days, "fell"), seen_mat(), ROWS) == Begun(("water",))


@pytest.mark.parametrize("row", ["open-4", "open-3"])
def test_beside_a_covered_card_alike_nobody_knows_yet_whether_one_was_demanded_or_laid(row: str) -> None:
    state = state_of("S", "set open.lauren=[water]", "p l s c")
    lying, covered = boat().boat, ("open-1",)
    row_alone, both = {row: ("water-01",)}, {row: ("water-01",), "open-1": ("water-02",)}
    assert unfinished_messages(infer_event(state, seen_mat(boat=lying, rows=row_alone, unreadable=covered), ROWS))
    assert infer_event(state, seen_mat(boat=lying, rows=both), ROWS) == Happened(e.Laid(ROWS[row], Provision.WATER))
