"""Discrepancies between the cards on the mat and the layout.

Observation and guides both name these problems.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.games.coach_ride.language import say
from companion.games.coach_ride.mat import CLAIM, SEATS, CoachCard, open_place, person_place
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.layout import (
    ANYWHERE,
    FACES,
    CardLayout,
    is_person,
    is_profession,
    named,
    player_of,
)
from companion.games.coach_ride.table.seats import Seats
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF
from companion.games.coach_ride.words import association_name, card_name, first_name
from companion.table.inference import TableProblem
from companion.table.layout import Change, Lie, difference
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.state import Half

_HALVES = {face: half for half, face in FACES.items()}


def person_discrepancies(
    wanted: CardLayout, layout: CardLayout, observation: CoachRideObservation, seats: Seats
) -> Iterator[TableProblem]:
    """Yield discrepancies of person cards beyond the layout before the guide (`layout`).

    A card that still lies as in `layout` is no discrepancy.
    """
    yield from seen_twice(observation)
    yield from persons_astray(observation, seats)
    yield from unread_empty_seats(observation, seats, person_place)
    yield from _unread_places(observation, seats, person_place)
    for start, end in _new_changes(wanted, layout, observation, seats, is_person):
        if start is None and end is not None:
            yield missing_person(player_of(end))
        elif start is not None and end is not None and start.place == end.place:
            yield wrong_side(player_of(end), _HALVES[end.face])
        elif start is not None and end is None and ANYWHERE not in layout.counts:
            person, _ = PERSON_OF[start.side]
            if start.place == person_place(person):
                yield useless_person(person)


def profession_discrepancies(
    wanted: CardLayout, layout: CardLayout, observation: CoachRideObservation, seats: Seats
) -> Iterator[TableProblem]:
    """Yield discrepancies of open professions beyond the layout before the guide (`layout`).

    A card that still lies as in `layout` is no discrepancy.
    """
    yield from seen_twice(observation)
    yield from cards_at_empty_seats(observation, seats)
    yield from unread_empty_seats(observation, seats, open_place)
    yield from _unread_places(observation, seats, open_place)
    players = {open_place(seat): seat for seat in seats}
    for start, end in _new_changes(wanted, layout, observation, seats, is_profession):
        if start is not None and start.place in players and start not in layout.counts:
            yield unused_profession(players[start.place], PROFESSION_OF[start.piece])
        if end is not None and end in layout.counts:
            yield profession_not_open(player_of(end), PROFESSION_OF[end.piece])


def _new_changes(
    wanted: CardLayout,
    layout: CardLayout,
    observation: CoachRideObservation,
    seats: Seats,
    is_part: Callable[[Lie], bool],
) -> Iterator[Change]:
    """Yield what lies neither as it was nor as it should, where it can be read."""
    seen = named(observation, seats)
    for change in difference(wanted.filtered(is_part), seen.layout.filtered(is_part)):
        still = change.start in layout.counts if change.start is not None else change.end not in layout.counts
        if not still and seen.unreadable.isdisjoint(change.places):
            yield change


def _unread_places(
    observation: CoachRideObservation, seats: Seats, place: Callable[[str], str]
) -> Iterator[TableProblem]:
    return (unread(player) for player, seat in seats.items() if place(seat) in observation.unreadable)


def seat_discrepancies(players: Sequence[Person], observation: CoachRideObservation) -> Iterator[TableProblem]:
    """Yield what keeps the person cards from showing who sits where."""
    yield from seen_twice(observation)
    for seat, lying in observation.persons.items():
        persons = [person for person, _ in lying]
        if len(persons) > 1:
            text = say("More than one person card at seat {n}.", n=_number(seat))
            yield TableProblem("two-persons", text, say("Each person card lies before its player."), (seat,))
        yield from (_not_playing(person) for person in persons if person not in players)
    yield from unread_empty_seats(observation, {}, person_place)


def persons_astray(observation: CoachRideObservation, seats: Seats) -> Iterator[TableProblem]:
    """Yield the person cards that do not lie before their players, or whose persons do not play."""
    owners = {seat: player for player, seat in seats.items()}
    lying_before = {person: owners.get(seat) for seat, lying in observation.persons.items() for person, _ in lying}
    for person, owner in lying_before.items():
        if person not in seats:
            yield _not_playing(person)
        elif owner is None or lying_before.get(owner) is not person:
            yield person_at_wrong_seat(person)
        elif person < owner:
            yield persons_exchanged(person, owner)


def cards_at_empty_seats(observation: CoachRideObservation, seats: Seats) -> Iterator[TableProblem]:
    """Yield the open cards at seats where nobody sits."""
    for seat in SEATS:
        if seat in seats.values():
            continue
        for tag in observation.open.get(seat, ()):
            text = say("Nobody sits at seat {n}: {card}.", n=_number(seat), card=_card_of(tag))
            yield TableProblem("nobodys", text, say("Lay it before its player."), (tag,), (seat,))


def unread_empty_seats(
    observation: CoachRideObservation, seats: Seats, *places: Callable[[str], str]
) -> Iterator[TableProblem]:
    """Yield the empty seats at which something unreadable lies.

    Nobody sits there; it stops nobody.
    """
    for seat in SEATS:
        if seat not in seats.values() and any(place(seat) in observation.unreadable for place in places):
            text = say("Something at seat {n} cannot be read.", n=_number(seat))
            fix = say("Lay it so that its tag is free, or take it away.")
            yield TableProblem("unread", text, fix, (), (seat,), None, True)


def _number(seat: str) -> str:
    """Return the number that is printed on the mat."""
    return seat.removeprefix("seat-")


def seen_twice(observation: CoachRideObservation) -> Iterator[TableProblem]:
    """Yield the tags that are seen at two places."""
    for tag in sorted(observation.in_doubt):
        yield TableProblem("twice", describe_twice(tag), say("Each tag is on one card only. Take one of the two away."))


def describe_twice(tag: str) -> str:
    """Return the sentence that a tag is seen at two places."""
    return say("The same tag is seen at two places: {card}.", card=_card_of(tag))


def _card_of(tag: str) -> str:
    """Return the name of the card that bears the tag."""
    card = tag.partition("/")[0]
    person = next((first_name(player) for player in Person if card == f"{CoachCard.PERSON}-{player}"), "")
    shown = PROFESSION_OF.get(tag) or ITEM_OF.get(tag)
    return person or (card_name(shown) if shown else "") or association_name(ASSOCIATION_OF[tag])


def _problem(
    person: Person, kind: str, text: str, fix: str, sign: object | None = None, *, calm: bool = False
) -> TableProblem:
    """Return a problem with a card of a player; its picture is the card's, else the player's."""
    pieces = (str(sign),) if isinstance(sign, Item) else ()
    return TableProblem(kind, text, fix, pieces, (str(person),), sign or person, calm)


def _not_playing(person: Person) -> TableProblem:
    text = say("{player} does not play, but the person card lies there.", player=first_name(person))
    return _problem(person, "not-playing", text, say("Take the card off the mat."))


def unread(person: Person | None) -> TableProblem:
    """Return the problem that something cannot be read before a player, or in the middle (None).

    It stops nobody.
    """
    text = say("Something in the middle cannot be read.")
    if person is not None:
        text = say("Something before {player} cannot be read.", player=first_name(person))
    fix = say("Lay it so that its tag is free, or take it away.")
    return TableProblem("unread", text, fix, (), (CLAIM if person is None else str(person),), None, True)


def persons_exchanged(person: Person, other: Person) -> TableProblem:
    """Return the problem that each of two person cards lies before the other player."""
    text = say(
        "Exchanged: the person cards of {player} and {other}.", player=first_name(person), other=first_name(other)
    )
    return _problem(person, "exchanged-persons", text, say("Exchange the two cards."))


def person_at_wrong_seat(person: Person) -> TableProblem:
    """Return a person card lies before somebody else."""
    text = say("A person card lies in the wrong place: {player}.", player=first_name(person))
    return _problem(person, "wrong-place", text, say("Each person card lies before its player."))


def wrong_side(person: Person, half: Half) -> TableProblem:
    """Return a person card shows the wrong half."""
    side = say("sword") if half is Half.ATTACK else say("shield")
    text = say("The wrong side is up: {player} (rule K14).", player=first_name(person))
    return _problem(person, "wrong-side", text, say("Turn it over: {side}.", side=side))


def useless_person(person: Person) -> TableProblem:
    """Return a person card lies there that counts for nothing."""
    text = say("{player} is neutral, but the person card lies there.", player=first_name(person))
    return _problem(person, "left-lying", text, say("Take your card back."))


def missing_person(person: Person) -> TableProblem:
    """Return a person card that counts in the fight is not seen."""
    text = say("The person card is not seen: {player}.", player=first_name(person))
    return _problem(person, "missing-person", text, say("Lay the card so that its tag is free."))


def unused_profession(person: Person, card: Profession) -> TableProblem:
    """Return a profession lies open that nobody has used."""
    text = say("The {card} of {player} lies open but was not used.", card=card_name(card), player=first_name(person))
    return _problem(person, "never-used", text, say("Turn it face down."), card)


def profession_not_open(person: Person, card: Profession) -> TableProblem:
    """Return a profession that was used is not seen open (K26)."""
    text = say("The {card} of {player} must lie open (rule K26).", card=card_name(card), player=first_name(person))
    return _problem(person, "must-lie-open", text, say("Turn it face up."), card)


def missing_item(person: Person, item: Item) -> TableProblem:
    """Return an item that was used in the fight is not seen open any more; it stops nobody."""
    text = say("Not seen any more: {card} ({player}).", card=card_name(item), player=first_name(person))
    return _problem(person, "item-gone", text, say("Used cards lie open until the fight is over."), item, calm=True)


def item_not_used(person: Person, item: Item) -> TableProblem:
    """Return an item lies open that does nothing now; it stops nobody."""
    text = say("Not used: {card} ({player}).", card=card_name(item), player=first_name(person))
    return _problem(
        person, "item-not-used", text, say("Take it back: {player}.", player=first_name(person)), item, calm=True
    )
