"""Discrepancies between the cards on the mat and the layout.

Observation and guides both name these problems.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.games.coach_ride.language import say
from companion.games.coach_ride.mat import CLAIM, SEATS, CardKind, open_place, person_place
from companion.games.coach_ride.readings import MatObservation
from companion.games.coach_ride.table.layout import TableLayout
from companion.games.coach_ride.table.seats import Seats
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, SHIELD, SWORD
from companion.games.coach_ride.words import association_name, card_name, first_name
from companion.table.inference import TableProblem
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.state import Half

#: Which face of a person card shows which half.
FACES: Mapping[Half, str] = {Half.ATTACK: SWORD, Half.DEFENCE: SHIELD}


def person_discrepancies(
    wanted: TableLayout, layout: TableLayout, observation: MatObservation, seats: Seats
) -> Iterator[TableProblem]:
    """Yield discrepancies of person cards beyond the layout before the guide (`layout`).

    A card that still lies as in `layout` is no discrepancy.
    """
    yield from seen_twice(observation)
    yield from persons_astray(observation, seats)
    yield from unread_empty_seats(observation, seats, person_place)
    should, was = dict(wanted.persons or ()), dict(layout.persons or ())
    for who, seat in seats.items():
        faces = [face for person, face in observation.persons.get(seat, ()) if person is who]
        half, before = should.get(who), was.get(who)
        if person_place(seat) in observation.unreadable:
            yield unread(who)
        elif not faces and half is not None and before is half:
            yield missing_person(who)
        elif faces and half is None and before is None and layout.persons is not None:
            yield useless_person(who)
        elif faces and half is not None and faces[0] != FACES[half] and (before is None or before is half):
            yield wrong_side(who, half)


def profession_discrepancies(
    wanted: TableLayout, layout: TableLayout, observation: MatObservation, seats: Seats
) -> Iterator[TableProblem]:
    """Yield discrepancies of open professions beyond the layout before the guide (`layout`).

    A card that still lies as in `layout` is no discrepancy.
    """
    yield from seen_twice(observation)
    yield from cards_at_empty_seats(observation, seats)
    yield from unread_empty_seats(observation, seats, open_place)
    should, was = dict(wanted.open or ()), dict(layout.open or ())
    for who, seat in seats.items():
        open_now = observation.professions(seat)
        if open_place(seat) in observation.unreadable:
            yield unread(who)
            continue
        for card in open_now:
            if card not in (should.get(who), was.get(who)):
                yield unused_profession(who, card)
        if who in should and should[who] not in open_now and was.get(who) is should[who]:
            yield profession_not_open(who, should[who])


def seat_discrepancies(players: Sequence[Person], observation: MatObservation) -> Iterator[TableProblem]:
    """Yield what keeps the person cards from showing who sits where."""
    yield from seen_twice(observation)
    for seat, lying in observation.persons.items():
        persons = [person for person, _ in lying]
        if len(persons) > 1:
            text = say("More than one person card at seat {n}.", n=_number(seat))
            yield TableProblem("two-persons", text, say("Each person card lies before its player."), (seat,))
        yield from (_not_playing(person) for person in persons if person not in players)
    yield from unread_empty_seats(observation, {}, person_place)


def persons_astray(observation: MatObservation, seats: Seats) -> Iterator[TableProblem]:
    """Yield the person cards that do not lie before their players, or whose persons do not play."""
    owners = {seat: who for who, seat in seats.items()}
    for seat, lying in observation.persons.items():
        for person, _ in lying:
            if person not in seats:
                yield _not_playing(person)
            elif person is not owners.get(seat):
                yield person_at_wrong_seat(person)


def cards_at_empty_seats(observation: MatObservation, seats: Seats) -> Iterator[TableProblem]:
    """Yield the open cards at seats where nobody sits."""
    for seat in SEATS:
        if seat in seats.values():
            continue
        for tag in observation.open.get(seat, ()):
            text = say("Nobody sits at seat {n}: {card}.", n=_number(seat), card=_card_of(tag))
            yield TableProblem("nobodys", text, say("Lay it before its player."), (tag,), (seat,))


def unread_empty_seats(
    observation: MatObservation, seats: Seats, *places: Callable[[str], str]
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
    """The number that is printed on the mat."""
    return seat.removeprefix("seat-")


def _not_playing(person: Person) -> TableProblem:
    return TableProblem(
        "not-playing",
        say("{player} does not play, but the person card lies there.", player=first_name(person)),
        say("Take the card off the mat."),
        places=(str(person),),
        sign=person,
    )


def seen_twice(observation: MatObservation) -> Iterator[TableProblem]:
    """Yield the tags that are seen at two places."""
    for tag in observation.twice:
        yield TableProblem("twice", describe_twice(tag), say("Each tag is on one card only. Take one of the two away."))


def describe_twice(tag: str) -> str:
    """Return the sentence that a tag is seen at two places."""
    return say("The same tag is seen at two places: {card}.", card=_card_of(tag))


def _card_of(tag: str) -> str:
    """The name of the card that bears the tag."""
    card = tag.partition("/")[0]
    person = next((first_name(who) for who in Person if card == f"{CardKind.PERSON}-{who}"), "")
    shown = PROFESSION_OF.get(tag) or ITEM_OF.get(tag)
    return person or (card_name(shown) if shown else "") or association_name(ASSOCIATION_OF[tag])


def unread(who: Person | None) -> TableProblem:
    """Return the problem that something cannot be read before a player, or in the middle (None).

    It stops nobody.
    """
    fix = say("Lay it so that its tag is free, or take it away.")
    if who is None:
        return TableProblem("unread", say("Something in the middle cannot be read."), fix, (), (CLAIM,), None, True)
    text = say("Something before {player} cannot be read.", player=first_name(who))
    return TableProblem("unread", text, fix, (), (str(who),), None, True)


def person_at_wrong_seat(person: Person) -> TableProblem:
    """A person card lies before somebody else."""
    return TableProblem(
        "wrong-place",
        say("A person card lies in the wrong place: {player}.", player=first_name(person)),
        say("Each person card lies before its player."),
        places=(str(person),),
        sign=person,
    )


def wrong_side(who: Person, half: Half) -> TableProblem:
    """A person card shows the wrong half."""
    side = say("sword") if half is Half.ATTACK else say("shield")
    return TableProblem(
        "wrong-side",
        say("The wrong side is up: {player} (rule K14).", player=first_name(who)),
        say("Turn it over: {side}.", side=side),
        places=(str(who),),
        sign=who,
    )


def useless_person(who: Person) -> TableProblem:
    """A person card lies there that counts for nothing."""
    return TableProblem(
        "left-lying",
        say("{player} is neutral, but the person card lies there.", player=first_name(who)),
        say("Take your card back."),
        places=(str(who),),
        sign=who,
    )


def missing_person(who: Person) -> TableProblem:
    """A person card that counts in the fight is not seen."""
    return TableProblem(
        "missing-person",
        say("The person card is not seen: {player}.", player=first_name(who)),
        say("Lay the card so that its tag is free."),
        places=(str(who),),
        sign=who,
    )


def unused_profession(who: Person, card: Profession) -> TableProblem:
    """A profession lies open that nobody has used."""
    return TableProblem(
        "never-used",
        say("The {card} of {player} lies open but was not used.", card=card_name(card), player=first_name(who)),
        say("Turn it face down."),
        places=(str(who),),
        sign=card,
    )


def profession_not_open(who: Person, card: Profession) -> TableProblem:
    """A profession that was used is not seen open (K26)."""
    return TableProblem(
        "must-lie-open",
        say("The {card} of {player} must lie open (rule K26).", card=card_name(card), player=first_name(who)),
        say("Turn it face up."),
        places=(str(who),),
        sign=card,
    )


def missing_item(who: Person, item: Item) -> TableProblem:
    """An item that was used in the fight is not seen open any more; it stops nobody."""
    text = say("Not seen any more: {card} ({player}).", card=card_name(item), player=first_name(who))
    fix = say("Used cards lie open until the fight is over.")
    return TableProblem("item-gone", text, fix, (str(item),), (str(who),), item, True)


def item_not_used(who: Person, item: Item) -> TableProblem:
    """An item lies open that does nothing now; it stops nobody."""
    text = say("Not used: {card} ({player}).", card=card_name(item), player=first_name(who))
    fix = say("Take it back: {player}.", player=first_name(who))
    return TableProblem("item-not-used", text, fix, (str(item),), (str(who),), item, True)
