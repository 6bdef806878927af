"""Tests of inferences from a settled reading of the mat, phase by phase, and its problems."""

import pytest

from companion.games.coach_ride.placement import seats_of
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.inference import Found, infer_event
from companion.games.coach_ride.table.layout import expected_layout, profession_lie
from companion.games.coach_ride.table.seats import seat_places, update_seats
from companion.table.inference import Happened, Nothing, Problems, Waiting
from companion.table.questions import Begun
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.state import State
from tests.companion.games.coach_ride.observing import seen_mat

M, G, S, R, T = (Person(name) for name in ("marie", "gundla", "sarah", "romana", "theodora"))
FIVE = e.Started((M, G, S, R, T), M, (), ())
SEATS = seats_of(FIVE.players)
SWORD = "sword"
SHIELD = "shield"
ATTACK = (e.Attacked(M, G),)
POWERS = (*ATTACK, *(e.Supported(player, e.Support.NONE) for player in (S, R, T)))


def state_of(*events: e.GameEvent) -> State:
    return RULES.replay([FIVE, *events]).state


def persons(**faces: str) -> dict[str, tuple[tuple[Person, str], ...]]:
    """Person cards before their players."""
    return {SEATS[Person(player)]: ((Person(player), face),) for player, face in faces.items()}


def opened(**cards: str) -> dict[str, tuple[str, ...]]:
    """Return cards in the open places of these players."""
    return {SEATS[Person(player)]: tuple(tags.split()) for player, tags in cards.items()}


def look(state: State, observation: CoachRideObservation, window: Profession | None = None) -> Found:
    return infer_event(state, observation, SEATS, window)


def kinds(found: Found) -> list[str]:
    assert isinstance(found, Problems)
    return [problem.kind for problem in found.problems]


def unfinished_messages(found: Found) -> list[str]:
    """Return the messages about unfinished things after a while; they stop nobody."""
    assert isinstance(found, Waiting)
    assert all(problem.unfinished for problem in found.problems)
    return [problem.sentence for problem in found.problems]


def test_the_laid_person_card_is_the_answer_of_who_is_asked() -> None:
    asked = state_of(*ATTACK)
    assert look(asked, seen_mat(persons(marie=SWORD, gundla=SHIELD))) == Nothing()
    lying = seen_mat(persons(marie=SWORD, gundla=SHIELD, sarah=SWORD))
    assert look(asked, lying) == Happened(e.Supported(S, e.Support.SWORD))


def test_a_card_laid_out_of_order_waits_for_its_turn() -> None:
    early = seen_mat(persons(marie=SWORD, gundla=SHIELD, theodora=SHIELD))
    assert look(state_of(*ATTACK), early) == Nothing()
    after = state_of(*ATTACK, *(e.Supported(player, e.Support.NONE) for player in (S, R)))
    assert look(after, early) == Happened(e.Supported(T, e.Support.SHIELD))


def test_while_a_priest_may_speak_nobody_supports() -> None:
    lying = seen_mat(persons(marie=SWORD, gundla=SHIELD, sarah=SWORD))
    assert look(state_of(*ATTACK), lying, Profession.PRIEST) == Nothing()
    spoken = seen_mat(lying.persons, opened(romana="profession-priest"))
    assert look(state_of(*ATTACK), spoken, Profession.PRIEST) == Happened(e.PriestUsed(R))


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("item-dagger", Happened(e.Used(M, Item.DAGGER))),
        ("profession-thug", Happened(e.Used(M, Profession.THUG))),
        ("profession-duelist", Happened(e.Used(M, Profession.DUELIST))),
        ("profession-hypnotist", Begun(("hypnotist",))),
        ("profession-poison-mixer", Begun(("used", "marie", "poison-mixer"))),
    ],
)
def test_what_is_laid_open_in_a_fight_is_used(tag: str, found: Found) -> None:
    seen = seen_mat(persons(marie=SWORD, gundla=SHIELD), opened(marie=tag))
    assert look(state_of(*POWERS), seen) == found


def test_more_items_than_the_hand_holds_and_items_for_no_fight_are_wrong() -> None:
    lying = persons(marie=SWORD, gundla=SHIELD)
    assert kinds(look(state_of(*POWERS), seen_mat(lying, opened(marie="item-dagger item-ring")))) == ["too-many"]
    assert kinds(look(state_of(*POWERS), seen_mat(lying, opened(marie="item-key-1")))) == ["no-fight-card"]


def test_person_cards_that_lie_wrong_are_said() -> None:
    wrong_side = seen_mat(persons(marie=SHIELD, gundla=SHIELD))
    assert kinds(look(state_of(*POWERS), wrong_side)) == ["wrong-side"]
    elsewhere = seen_mat({SEATS[M]: ((M, SWORD),), SEATS[R]: ((G, SHIELD),)})
    assert kinds(look(state_of(*POWERS), elsewhere)) == ["wrong-place"]
    exchanged = seen_mat({SEATS[M]: ((G, SHIELD),), SEATS[G]: ((M, SWORD),)})
    assert kinds(look(state_of(*POWERS), exchanged)) == ["exchanged-persons"]
    neutral = seen_mat(persons(marie=SWORD, gundla=SHIELD, sarah=SWORD))
    assert kinds(look(state_of(*POWERS), neutral)) == ["left-lying"]


@pytest.mark.parametrize(("tag", "name"), [("item-dagger", "Dagger"), ("person-marie/sword", "Marie")])
def test_a_tag_that_is_seen_twice_is_said_and_counts_for_nobody(tag: str, name: str) -> None:
    lying = persons(marie=SWORD, gundla=SHIELD)
    found = look(state_of(*POWERS), seen_mat(lying, opened(marie="item-dagger", gundla="item-dagger"), twice=(tag,)))
    assert isinstance(found, Problems)
    assert found.problems[0].sentence == f"The same tag is seen at two places: {name}."


def test_a_doctor_may_speak_after_the_fight() -> None:
    state = state_of(*POWERS, e.Used(M, Item.DAGGER), e.Counted())
    seen = seen_mat(persons(marie=SWORD, gundla=SHIELD), opened(marie="item-dagger", sarah="profession-doctor"))
    assert look(state, seen, Profession.DOCTOR) == Happened(e.DoctorUsed(S))


def test_in_a_turn_only_two_professions_are_turned_open() -> None:
    turn = state_of()
    assert look(turn, seen_mat(open=opened(marie="profession-clairvoyant"))) == Happened(e.ClairvoyantUsed(M))
    assert look(turn, seen_mat(open=opened(marie="profession-diplomat"))) == Begun(("diplomat",))
    assert kinds(look(turn, seen_mat(open=opened(gundla="profession-diplomat")))) == ["never-used"]
    assert kinds(look(turn, seen_mat(open=opened(marie="profession-thug")))) == ["never-used"]


def test_an_open_profession_must_lie_open_unless_its_place_is_not_read() -> None:
    state = state_of(e.ClairvoyantUsed(M))
    assert kinds(look(state, seen_mat())) == ["must-lie-open"]
    assert unfinished_messages(look(state, seen_mat(unreadable=(f"{SEATS[M]}/open",)))) == [
        "Something before Marie cannot be read."
    ]
    assert look(state, seen_mat(open=opened(marie="profession-clairvoyant"))) == Nothing()


def test_a_profession_that_two_opened_lies_where_it_was_opened_last() -> None:
    """K26: the table let a second player open it; the card is one."""
    fight = (*(e.Supported(player, e.Support.NONE) for player in (S, R, T)), e.Used(M, Profession.THUG))
    again = e.Used(G, Profession.THUG, overruled=True)
    state = state_of(e.Attacked(M, G), *fight, again, e.Counted(), e.Looked(M))
    assert state.professions == {M: Profession.THUG, G: Profession.THUG}
    assert look(state, seen_mat(open=opened(gundla="profession-thug"))) == Nothing()
    assert kinds(look(state, seen_mat())) == ["must-lie-open"]
    assert [*expected_layout(state).counts] == [profession_lie(G, Profession.THUG)]


def test_a_claim_is_taken_when_all_its_cards_are_seen() -> None:
    state = state_of(e.Claimed(M, e.ClaimKind.OWN))
    whole = ("association-order-2", "item-key-1", "profession-thug")
    shown = e.Shown(M, (Association.ORDER,), Profession.THUG, (Item.KEY,))
    assert look(state, seen_mat(claim=whole)) == Happened(shown)
    assert look(state, seen_mat()) == Nothing()
    for part, missing in ((whole[:2], "the profession"), (whole[1:], "1 association"), (whole[::2], "1 item")):
        assert unfinished_messages(look(state, seen_mat(claim=part))) == [f"Still to be shown by Marie: {missing}."]
    named = state_of(e.Claimed(M, e.ClaimKind.OWN), shown, e.Named(M, (G,)))
    ally = seen_mat(open=opened(gundla="association-order-1"), claim=(*whole, "item-key-3"))
    assert look(named, ally) == Happened(e.Shown(G, (Association.ORDER,), items=(Item.KEY,)))


def test_more_items_than_were_counted_are_told_in_a_claim() -> None:
    """Extra items beyond the counted ones are reported in a claim.

    Otherwise nothing would happen, and nobody would know why; in a claim the number can still be corrected.
    """
    state = state_of(e.Claimed(M, e.ClaimKind.OWN))
    whole = ("association-order-2", "item-key-1", "profession-thug")
    found = look(state, seen_mat(claim=(*whole, "item-key-2")))
    assert isinstance(found, Problems)
    (problem,) = found.problems
    assert (problem.sentence, problem.places) == ("Marie holds 1 item.", ("marie",))
    named = state_of(
        e.Claimed(M, e.ClaimKind.OWN),
        e.Shown(M, (Association.ORDER,), Profession.THUG, (Item.KEY,)),
        e.Named(M, (G,)),
    )
    ally = seen_mat(open=opened(gundla="association-order-1"), claim=(*whole, "item-key-2", "item-key-3"))
    assert kinds(look(named, ally)) == ["too-many"]


def test_fewer_items_than_the_hand_holds_are_told_in_a_claim_with_what_to_do() -> None:
    """Missing items of a hand are reported in a claim with the remedy.

    The number of items in a hand is public; nobody is told which ones are missing.
    """
    counted = (e.Corrected("a test", {M: 3, G: 2}, 8), e.Claimed(M, e.ClaimKind.OWN))
    state = state_of(*counted)
    whole = ("association-order-2", "item-key-1", "profession-thug")
    found = look(state, seen_mat(claim=whole))
    assert unfinished_messages(found) == ["Still to be shown by Marie: 2 items."]
    assert isinstance(found, Waiting)
    assert found.problems[0].fix == "Lay them there, or put the number right in the menu."
    shown = e.Shown(M, (Association.ORDER,), Profession.THUG, (Item.KEY, Item.KEY, Item.DAGGER))
    named = state_of(*counted, shown, e.Named(M, (G,)))
    of_both = (*whole, "item-key-2", "item-dagger", "item-key-3")
    assert unfinished_messages(look(named, seen_mat(open=opened(gundla="association-order-1"), claim=of_both))) == [
        "Still to be shown by Gundla: 1 item."
    ]
    assert look(named, seen_mat(claim=of_both)) == Nothing(), "before Gundla has shown the association nobody waits"


def test_what_cannot_be_read_is_told_where_it_may_tell_something() -> None:
    lying = persons(marie=SWORD, gundla=SHIELD)
    covered = (f"{SEATS[S]}/person", f"{SEATS[R]}/open")
    told = ["Something before Sarah cannot be read.", "Something before Romana cannot be read."]
    assert unfinished_messages(look(state_of(*ATTACK), seen_mat(lying, unreadable=covered))) == told
    # What is seen of a card counts all the same, and what lies wrong comes first.
    seen = seen_mat(persons(marie=SWORD, gundla=SHIELD, sarah=SWORD), unreadable=covered[1:])
    assert look(state_of(*ATTACK), seen) == Happened(e.Supported(S, e.Support.SWORD))
    claim = state_of(e.Claimed(M, e.ClaimKind.OWN))
    assert unfinished_messages(look(claim, seen_mat(unreadable=("claim",)))) == [
        "Something in the middle cannot be read."
    ]
    # In a turn of Marie's no card of Romana's tells anything: items change hands there.
    assert look(state_of(), seen_mat(unreadable=covered)) == Nothing()
    assert unfinished_messages(look(state_of(), seen_mat(unreadable=(f"{SEATS[M]}/open",)))) == [
        "Something before Marie cannot be read."
    ]


def test_who_sits_where_is_learnt_from_the_person_cards() -> None:
    laid = seen_mat({"seat-2": ((M, SWORD),), "seat-3": ((G, SWORD),), "seat-6": ((S, SWORD),)})
    known = update_seats(laid, {})
    assert known == {M: "seat-2", G: "seat-3", S: "seat-6"}
    # A card in somebody else's place, later on, moves nobody.
    assert update_seats(seen_mat({"seat-2": ((G, SWORD),), "seat-7": ((R, SWORD),)}), known) == {
        **known,
        R: "seat-7",
    }
    places = seat_places(FIVE.players, known)
    assert len(set(places.values())) == 5
    assert known.items() <= places.items()
