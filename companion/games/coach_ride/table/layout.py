"""Layout of the public cards, and the tasks for hands where they lie otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.coach_ride.language import say
from companion.games.coach_ride.options import CLAIM_ONLY
from companion.games.coach_ride.readings import MatObservation
from companion.games.coach_ride.table.captions import names
from companion.games.coach_ride.table.seats import Seats
from companion.games.coach_ride.table.words import describe_event
from companion.games.coach_ride.words import card_name, first_name
from companion.table.session import GameSession, Session
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Half, Phase, State

#: In these phases of a fight person cards lie on the table.
_FIGHT = (Phase.SUPPORT, Phase.POWERS, Phase.RESULT)
#: So many are named; more of them all know that they are meant.
_FEW = 3


#: An event that was undone, between the states before and after it.
Undone = tuple[State, e.GameEvent, State]


@dataclass(frozen=True)
class TableLayout:
    """The public cards on the table. None: nobody knows.

    `persons`: whose person cards lie, and which side is up. `open`: the open professions. `taken_back`: events that
    were undone, each with the states before and after it, the last one first, whose hidden cards are still to go back
    to where they were.
    """

    persons: tuple[tuple[Person, Half], ...] | None = None
    open: tuple[tuple[Person, Profession], ...] | None = None
    taken_back: tuple[Undone, ...] = ()


#: Events in which cards change hands or places that nobody else sees.
_MOVES_HIDDEN_CARDS = (
    e.Offered,
    e.Accepted,
    e.Refused,
    e.Handed,
    e.Gave,
    e.Drew,
    e.SextantUsed,
    e.ClairvoyantUsed,
    e.Renewed,
    e.Swapped,
    e.PriestUsed,
)


@dataclass(frozen=True)
class PlacementTask:
    """Task for hands, in a translated sentence.

    `kind` says about what, `who` before whom.
    """

    kind: str
    sentence: str
    who: Person | None = None


def open_professions(state: State) -> dict[Person, Profession]:
    """Return the professions that lie open, clockwise.

    Each is one card, and lies where it was opened last (K26).
    """
    last = {card: who for who, card in state.professions.items()}
    return {who: state.professions[who] for who in state.players if who in last.values()}


def expected_layout(state: State) -> TableLayout:
    """As it must lie in this state."""
    fight = state.fight if state.phase in _FIGHT else None
    sides = [(who, fight.half_of(who)) for who in state.players] if fight else []
    return TableLayout(tuple((who, half) for who, half in sides if half), tuple(open_professions(state).items()))


def layout_after_event(
    layout: TableLayout | None, before: State, event: e.GameEvent, after: State
) -> TableLayout | None:
    """Return the layout after an event was told.

    Person cards that count no more are still to be taken back.
    """
    wanted = expected_layout(after)
    if layout is None:
        return None
    ended = before.fight is not None and after.fight is None
    neutral = isinstance(event, e.Hypnotised) or (isinstance(event, e.Used) and event.card is Profession.DUELIST)
    return TableLayout(layout.persons, wanted.open) if ended or neutral else wanted


def layout_without_undone(layout: TableLayout | None, undone: Sequence[Undone]) -> TableLayout | None:
    """Return the layout with the undone events whose hidden cards hands must put back."""
    hidden = [
        one
        for one in reversed(undone)
        if isinstance(one[1], _MOVES_HIDDEN_CARDS) or (isinstance(one[1], e.Searched) and one[1].took)
    ]
    return (
        replace(layout or TableLayout(), taken_back=(*hidden, *(layout.taken_back if layout else ())))
        if hidden
        else layout
    )


def hand_tasks(layout: TableLayout | None) -> tuple[PlacementTask, ...]:
    """Return what hands must do with hidden cards after an undo, in the language in use."""
    told = [describe_event(*undone) for undone in (layout.taken_back if layout else ())]
    return tuple(PlacementTask("hidden", say("Undo this with your cards: {event}", event=event)) for event in told)


def person_tasks(layout: TableLayout | None, wanted: TableLayout) -> tuple[PlacementTask, ...]:
    """Return the tasks for hands with person cards."""
    there = layout.persons if layout else None
    lying, should = dict(there or ()), dict(wanted.persons or ())
    back = tuple(who for who in lying if who not in should)
    tasks = []
    if back:
        few = len(back) <= _FEW
        told = (
            say("Take your person cards back: {players}.", players=names(back))
            if few
            else say("Take all person cards back.")
        )
        tasks.append(PlacementTask("back", told))
    if there is None and not should:
        tasks.append(PlacementTask("back", say("Take person cards and items in hand.")))
    for who, half in should.items():
        if lying.get(who) is not half:
            side = say("sword") if half is Half.ATTACK else say("shield")
            sentence = say("{player} lays the person card: {side}.", player=first_name(who), side=side)
            tasks.append(PlacementTask("lay", sentence, who))
    if back and not should:
        tasks.append(PlacementTask("items", say("Used items go back to your hands.")))
    return tuple(tasks)


def profession_tasks(layout: TableLayout | None, wanted: TableLayout) -> tuple[PlacementTask, ...]:
    """Return the tasks for hands with professions."""
    there = dict((layout.open if layout else None) or ())
    should = dict(wanted.open or ())
    tasks = [
        PlacementTask("cover", say("{player}: {card} face down.", player=first_name(who), card=card_name(card)), who)
        for who, card in there.items()
        if should.get(who) is not card
    ]
    tasks += [
        PlacementTask("open", say("{player}: {card} face up.", player=first_name(who), card=card_name(card)), who)
        for who, card in should.items()
        if there.get(who) is not card
    ]
    return tuple(tasks)


def is_claim_only(session: Session) -> bool:
    """Return True if this table's settings have the companion look on until somebody claims.

    A virtual table must be told everything: it keeps the cards.
    """
    return session.watching is None and bool(session.settings.of_game(RULES.id, (CLAIM_ONLY,))[CLAIM_ONLY.id])


#: A session in which Coach Ride is played; it remembers who sits where.
CoachRideSession = GameSession[State, e.GameEvent, TableLayout, MatObservation, Seats]
