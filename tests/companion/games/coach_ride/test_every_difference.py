"""Each discrepancy from the layout gets a message within three seconds.

This holds in each phase and in the guides.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.coach_ride.mat import CLAIM, SEATS, open_place, person_place
from companion.games.coach_ride.placement import seats_of
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.layout import UNKNOWN, CardLayout, expected_layout, player_of
from companion.games.coach_ride.table.put_right import (
    PutHandsRightStep,
    PutPersonsRightStep,
    PutProfessionsRightStep,
    ShowSeatsStep,
)
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.tags import PERSON_OF, PROFESSION_OF
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.step import Step
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person
from engine.coach_ride.state import Phase
from tests.companion.games.coach_ride.hand_game import open_table, state_of
from tests.companion.games.coach_ride.observing import altered, seen_mat
from tests.companion.games.coach_ride.sample_pages import CoachRide, show
from tests.engine.coach_ride.game_text import G, M, R, S, T, corrected, played, started

#: The players have a word for it within so long (seconds).
A_WORD_S = 3.0
SIT = seats_of((M, G, S, R, T))
FREE = next(seat for seat in SEATS if seat not in SIT.values())
SWORD = "sword"
SHIELD = "shield"
Persons = Mapping[str, tuple[tuple[Person, str], ...]]
Opened = Mapping[str, tuple[str, ...]]

GAME = started(5).apply(corrected(professions={"M": "thug", "S": "doctor"}))
SUPPORT = played(GAME, "attacked M G")
POWERS = played(SUPPORT, "supported S sword; supported R none; supported T none; used M dagger")
CLAIMED = played(GAME, "claimed M own")
ALLIES = played(CLAIMED, "shown M order thug [key]; named M [G]")
REVEAL = played(ALLIES, "shown G order [key]")
GAMES: Mapping[str, CoachRide] = {
    "turn": GAME,
    "support": SUPPORT,
    "powers": POWERS,
    "result": played(POWERS, "counted"),
    "claim": CLAIMED,
    "allies": ALLIES,
    "reveal": REVEAL,
}


def lying(session: Session) -> CoachRideObservation:
    """Return what may be read of a table on which hands have still to do what the guide says."""
    laid, fight = session.layout, state_of(session).fight
    assert isinstance(laid, CardLayout)
    persons = {SIT[player_of(lie)]: (PERSON_OF[lie.side],) for lie in laid.counts if lie.side in PERSON_OF}
    opened = {SIT[player_of(lie)]: (lie.piece,) for lie in laid.counts if lie.piece in PROFESSION_OF}
    for used in fight.used if fight else ():
        if isinstance(used.card, Item):
            opened[SIT[used.by]] = (*opened.get(SIT[used.by], ()), f"item-{used.card}")
    return seen_mat(persons=persons, open=opened, seats=SIT)


def without(cards: Mapping[str, tuple[str, ...]], seat: str) -> dict[str, tuple[str, ...]]:
    return {other: tags for other, tags in cards.items() if other != seat}


def professions(right: CoachRideObservation) -> Iterator[tuple[str, CoachRideObservation]]:
    """Open professions gone (or turned face down), elsewhere, swapped, twice, unread."""
    opened, mine, other = right.open, SIT[M], SIT[S]
    thug = ("profession-thug",)
    moved = without(opened, mine)
    yield "a profession is gone", altered(right, open=moved)
    yield "all professions are gone", altered(right, open={})
    yield "a profession before another", altered(right, open={**moved, SIT[R]: thug})
    yield "a profession with another", altered(right, open={**moved, other: (*thug, *opened.get(other, ()))})
    if other in opened:
        yield "professions are swapped", altered(right, open={**opened, mine: opened[other], other: opened[mine]})
    yield "a profession before nobody", altered(right, open={**moved, FREE: thug})
    yield "a profession that nobody used", altered(right, open={**opened, SIT[R]: ("profession-priest",)})
    yield "another profession before nobody", altered(right, open={**opened, FREE: ("profession-priest",)})
    yield "a profession cannot be read", altered(right, open=moved, unreadable=(open_place(mine),))
    yield "the tag of a profession twice", altered(right, twice=("profession-thug",))


def persons(right: CoachRideObservation) -> Iterator[tuple[str, CoachRideObservation]]:
    """Yield discrepancies of person cards.

    They are gone, turned, elsewhere, swapped, in too many, of who does not play, twice, unread.
    """
    persons, mine, other = dict(right.persons), SIT[M], SIT[G]
    moved = {seat: cards for seat, cards in persons.items() if seat != mine}
    yield "a person card is gone", altered(right, persons=moved)
    yield "a person card is turned", altered(right, persons={**persons, mine: ((M, SHIELD),)})
    yield "a person card before another", altered(right, persons={**moved, SIT[R]: ((M, SWORD),)})
    yield "a person card with another", altered(right, persons={**moved, other: ((M, SWORD), *persons.get(other, ()))})
    yield "person cards are swapped", altered(right, persons={**persons, mine: ((G, SHIELD),), other: ((M, SWORD),)})
    yield "a person card before nobody", altered(right, persons={**moved, FREE: ((M, SWORD),)})
    yield "another person card before nobody", altered(right, persons={**persons, FREE: ((R, SWORD),)})
    yield "a person card of who does not play", altered(right, persons={**persons, SIT[R]: ((Person.HENRY, SWORD),)})
    yield "the same before nobody", altered(right, persons={**persons, FREE: ((Person.HENRY, SWORD),)})
    yield "a person card cannot be read", altered(right, persons=moved, unreadable=(person_place(mine),))
    yield "something unread in a person's place", altered(right, unreadable=(person_place(SIT[R]),))
    yield "something unread in nobody's place", altered(right, unreadable=(person_place(FREE),))
    yield "the tag of a person card twice", altered(right, twice=("person-marie/sword",))


def items(right: CoachRideObservation) -> Iterator[tuple[str, CoachRideObservation]]:
    """Yield items gone, elsewhere, for no fight, too many, twice, unread."""
    opened, mine = right.open, SIT[M]
    if "item-dagger" in opened[mine]:
        gone = {**opened, mine: tuple(tag for tag in opened[mine] if tag != "item-dagger")}
        yield "an item is gone", altered(right, open=gone)
        yield "an item before nobody", altered(right, open={**gone, FREE: ("item-dagger",)})
        yield "an item before another", altered(right, open={**gone, SIT[T]: ("item-dagger",)})
    yield "another item before nobody", altered(right, open={**opened, FREE: ("item-key-1",)})
    yield "an item for no fight", altered(right, open={**opened, SIT[T]: ("item-key-1",)})
    yield "something unread before a player", altered(right, unreadable=(open_place(SIT[T]),))
    yield "something unread before nobody", altered(right, unreadable=(open_place(FREE),))
    yield "the tag of an item twice", altered(right, twice=("item-dagger",))


def shown(right: CoachRideObservation, done: Collection[Person]) -> Iterator[tuple[str, CoachRideObservation]]:
    """Yield allowed cards in the middle and before the players while cards are shown."""
    yield "something unread in the middle", altered(right, unreadable=(CLAIM,))
    yield "an association before nobody", altered(right, open={**right.open, FREE: ("association-order-1",)})
    several = ("association-order-1", "association-brotherhood-1")
    for player in (G, S):
        # Who has shown cards already is asked for none.
        if player not in done:
            yield f"two associations before {player}", altered(right, open={**right.open, SIT[player]: several})
    yield "the tag of an association twice", altered(right, twice=("association-order-1",))


def claimed(right: CoachRideObservation) -> Iterator[tuple[str, CoachRideObservation]]:
    """Yield allowed cards in the middle while the claimant shows cards."""
    whole = ("association-order-2", "item-key-1", "profession-thug")
    for tag in whole:
        yield f"only {tag}", altered(right, claim=(tag,))
    yield "two associations", altered(right, claim=("association-order-1", *whole))
    yield "two professions", altered(right, claim=(*whole, "profession-priest"))


def differences(session: Session) -> Iterator[tuple[str, CoachRideObservation]]:
    """Yield all kinds of differences that the camera may see at this moment."""
    right = lying(session)
    match session.moment:
        case "turn":
            yield from professions(altered(right, persons={}))
        case "set-up":
            yield from persons(altered(right, open={}))
        case "fight":
            yield from professions(right)
            yield from persons(right)
            yield from items(right)
        case "claim":
            right = altered(right, persons={})
            claim = state_of(session).claim
            yield from shown(right, claim.shown if claim else ())
            if state_of(session).phase is Phase.CLAIM:
                yield from claimed(right)
            if state_of(session).phase is Phase.ALLIES:
                several = ("item-key-1", "item-key-2", "item-goblet-1")
                shown_by = {**right.open, SIT[G]: ("association-order-1",)}
                yield "too many items", altered(right, claim=several, open=shown_by)


def look(session: Session, observation: CoachRideObservation) -> None:
    """Show the table so for as long as a word may take."""
    begun = session.now
    session.observe(TableObservation(observation), begun)
    for quarter in range(int(4 * A_WORD_S) + 1):
        session.tick(begun + quarter / 4)


def opened(folder: Path) -> Session:
    session = open_table(folder, sees=True)
    session.memory = dict(SIT)
    return session


def in_phase(name: str) -> Callable[[Path], Session]:
    def begun(folder: Path) -> Session:
        session = opened(folder)
        show(session, GAMES[name])
        assert type(session.step) is CoachRideStep
        assert str(state_of(session).phase) == name
        return session

    return begun


def in_guide(kind: type[Step[Session]], game: CoachRide, laid: CardLayout | None) -> Callable[[Path], Session]:
    def begun(folder: Path) -> Session:
        session = opened(folder)
        session.game, session.layout = game, laid
        session.go_on()
        assert type(session.step) is kind
        return session

    return begun


DRAWN = (GAME.state, e.Passed(M), GAME.state)
FIGHT = expected_layout(POWERS.state)
OPEN = expected_layout(GAME.state)
STARTS: Mapping[str, Callable[[Path], Session]] = {
    **{name: in_phase(name) for name in GAMES},
    # Sarah's person card, or her Doctor, is still to come.
    "persons": in_guide(PutPersonsRightStep, POWERS, FIGHT.filtered(lambda lie: lie.piece != f"person-{S}")),
    "professions": in_guide(
        PutProfessionsRightStep,
        GAME,
        expected_layout(GAME.state).filtered(lambda lie: lie.piece != "profession-doctor"),
    ),
    "hands": in_guide(PutHandsRightStep, GAME, replace(OPEN, taken_back=(DRAWN,))),
}


@pytest.mark.parametrize("name", STARTS)
def test_every_difference_gives_another_page(name: str, tmp_path: Path) -> None:
    as_before: list[str] = []
    begun = STARTS[name]
    first = begun(tmp_path / "first")
    kinds = [kind for kind, _ in differences(first)]
    assert len(kinds) == len(set(kinds)) >= 4
    for number, kind in enumerate(kinds):
        session = begun(tmp_path / str(number))
        look(session, lying(session))
        page, events = session.page, len(session.game.events) if session.game else 0
        look(session, dict(differences(session))[kind])
        assert session.game is not None
        if session.page == page and len(session.game.events) == events:
            as_before.append(kind)
        session.journal.close()
    assert not as_before, "\n".join(as_before)


def in_seats(*persons: Person) -> CoachRideObservation:
    """Return the first so many players lay their person cards before them."""
    return seen_mat(persons={SIT[person]: ((person, SWORD),) for person in persons})


#: What may lie there while some have still to show where they sit.
SEATED = in_seats(M, G)
AT_THE_SEATS: Mapping[str, CoachRideObservation] = {
    "two person cards at one seat": seen_mat(persons={**SEATED.persons, SIT[S]: ((S, SWORD), (R, SWORD))}),
    "a person card of who does not play": seen_mat(persons={**SEATED.persons, SIT[S]: ((Person.HENRY, SWORD),)}),
    "something unread": altered(SEATED, unreadable=(person_place(SIT[S]),)),
    "a tag twice": altered(SEATED, twice=("person-sarah/sword",)),
    "another order": seen_mat(persons={SIT[M]: ((M, SWORD),), SIT[S]: ((G, SWORD),), SIT[G]: ((S, SWORD),)}),
}


@pytest.mark.parametrize("kind", AT_THE_SEATS)
def test_whatever_lies_there_while_seats_are_shown_gives_another_page(kind: str, tmp_path: Path) -> None:
    session = opened(tmp_path)
    session.memory, session.game, session.layout = None, GAME, UNKNOWN
    session.go_on()
    look(session, SEATED)
    assert isinstance(session.step, ShowSeatsStep)
    page = session.page
    look(session, AT_THE_SEATS[kind])
    assert session.page != page
    session.journal.close()
