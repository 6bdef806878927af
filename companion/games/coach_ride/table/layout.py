"""Layout of the public cards, and the tasks for hands where they lie otherwise."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.coach_ride.language import say
from companion.games.coach_ride.mat import CoachCard, open_place, person_place
from companion.games.coach_ride.options import CLAIM_ONLY
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.captions import names
from companion.games.coach_ride.table.seats import Seats
from companion.games.coach_ride.table.words import describe_event
from companion.games.coach_ride.tags import ITEM_OF, PERSON_OF, PROFESSION_OF, SHIELD, SWORD
from companion.games.coach_ride.words import card_name, first_name
from companion.table.layout import Change, LayoutTask, Lie, TableLayout, difference
from companion.table.session import GameSession, Session
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Half, Phase, State

#: In these phases of a fight person cards lie on the table.
FIGHTING = (Phase.SUPPORT, Phase.POWERS, Phase.RESULT)
#: So many are named; more of them all know that they are meant.
_FEW = 3


#: An event that was undone, between the states before and after it.
Undone = tuple[State, e.GameEvent, State]


@dataclass(frozen=True)
class CardLayout(TableLayout):
    """Layout of the person cards, each with its face, and of the open professions.

    `taken_back`: events that were undone, each with the states before and after it, the last one first, whose hidden
    cards are still to go back to where they were.
    """

    taken_back: tuple[Undone, ...] = ()


#: Which face of a person card shows which half.
FACES: Mapping[Half, str] = {Half.ATTACK: SWORD, Half.DEFENCE: SHIELD}
#: That person cards may lie anywhere: nobody knows.
ANYWHERE = Lie("persons", "anywhere")
#: Items of a kind are alike.
_ITEM_NAMES = {tag: f"{CoachCard.ITEM}-{item}" for tag, item in ITEM_OF.items()}
#: Nothing is known.
UNKNOWN = CardLayout({ANYWHERE: 1})


def card_layout(layout: TableLayout | None) -> CardLayout | None:
    """Return a layout of this game's cards; None if nothing is known."""
    return layout if isinstance(layout, CardLayout) else None


def laid(session: Session) -> CardLayout:
    """Return how the cards lie as far as it is known."""
    return card_layout(session.layout) or UNKNOWN


def remembered_seats(session: Session) -> Seats:
    """Return the seats of those who have been seen to sit there."""
    return session.remembered(dict) or {}


def person_lie(person: Person, half: Half) -> Lie:
    """Return the lie of a player's person card: places are named by their players."""
    return Lie(f"{CoachCard.PERSON}-{person}", person_place(person), FACES[half])


def profession_lie(person: Person, card: Profession) -> Lie:
    """Return the lie of a profession that is open before a player."""
    return Lie(f"{CoachCard.PROFESSION}-{card}", open_place(person))


def item_lie(person: Person, item: Item) -> Lie:
    """Return the lie of an item that is open before a player; those of a kind are alike."""
    return Lie(f"{CoachCard.ITEM}-{item}", open_place(person))


def is_person(lie: Lie) -> bool:
    """Return True for a person card, and for those that may lie anywhere."""
    return lie == ANYWHERE or lie.side in PERSON_OF


def is_profession(lie: Lie) -> bool:
    """Return True for a profession."""
    return lie.piece in PROFESSION_OF


def player_of(lie: Lie) -> Person:
    """Return the player who is named by the place of a card."""
    return Person(lie.place.partition("/")[0])


def named(observation: CoachRideObservation, seats: Seats) -> CoachRideObservation:
    """Return the observation with the names of `expected_layout`.

    Items are named by their kinds, seats by their players.
    """
    places = {place(seat): place(player) for player, seat in seats.items() for place in (person_place, open_place)}
    return observation.named(lambda tag: _ITEM_NAMES.get(tag, tag), lambda zone: places.get(zone, zone))


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


def open_professions(state: State) -> dict[Person, Profession]:
    """Return the professions that lie open, clockwise.

    Each is one card, and lies where it was opened last (K26).
    """
    last = {card: player for player, card in state.professions.items()}
    return {player: state.professions[player] for player in state.players if player in last.values()}


def expected_layout(state: State) -> CardLayout:
    """Return the layout that a state asks for."""
    fight = state.fight if state.phase in FIGHTING else None
    sides = [(player, fight.half_of(player)) for player in state.players] if fight else []
    persons = [person_lie(player, half) for player, half in sides if half]
    return CardLayout(Counter([*persons, *(profession_lie(*opened) for opened in open_professions(state).items())]))


def layout_after_event(layout: CardLayout | None, before: State, event: e.GameEvent, after: State) -> CardLayout | None:
    """Return the layout after an event was told.

    Person cards that count no more are still to be taken back.
    """
    wanted = expected_layout(after)
    if layout is None:
        return None
    ended = before.fight is not None and after.fight is None
    neutral = isinstance(event, e.Hypnotised) or (isinstance(event, e.Used) and event.card is Profession.DUELIST)
    return wanted.with_part(layout, is_person) if ended or neutral else wanted


def layout_without_undone(layout: CardLayout | None, undone: Sequence[Undone]) -> CardLayout | None:
    """Return the layout with the undone events whose hidden cards hands must put back."""
    hidden = [
        undone_event
        for undone_event in reversed(undone)
        if isinstance(undone_event[1], _MOVES_HIDDEN_CARDS)
        or (isinstance(undone_event[1], e.Searched) and undone_event[1].took)
    ]
    return (
        replace(layout or UNKNOWN, taken_back=(*hidden, *(layout.taken_back if layout else ()))) if hidden else layout
    )


def hand_tasks(layout: CardLayout | None) -> tuple[LayoutTask, ...]:
    """Return what hands must do with hidden cards after an undo, in the language in use."""
    told = [describe_event(*undone) for undone in (layout.taken_back if layout else ())]
    return tuple(LayoutTask(say("Undo this with your cards: {event}", event=event), kind="hidden") for event in told)


def person_tasks(layout: CardLayout | None, wanted: CardLayout) -> tuple[LayoutTask, ...]:
    """Return the tasks for hands with person cards."""
    lies = layout or UNKNOWN
    should = wanted.filtered(is_person)
    changes = difference(should, lies.filtered(lambda lie: lie.side in PERSON_OF))
    back = tuple(player_of(lie) for lie in lies.counts if Change(lie, None) in changes)
    tasks = []
    if back:
        few = len(back) <= _FEW
        told = (
            say("Take your person cards back: {players}.", players=names(back))
            if few
            else say("Take all person cards back.")
        )
        tasks.append(LayoutTask(told, kind="back"))
    if ANYWHERE in lies.counts and not should.counts:
        tasks.append(LayoutTask(say("Take person cards and items in hand."), kind="back"))
    for lie in should.counts:
        change = next((change for change in changes if change.end == lie), None)
        if change is not None:
            side = say("sword") if lie.face == SWORD else say("shield")
            told = say("{player} lays the person card: {side}.", player=first_name(player_of(lie)), side=side)
            tasks.append(LayoutTask(told, (change,), "lay"))
    if back and not should.counts:
        tasks.append(LayoutTask(say("Used items go back to your hands."), kind="items"))
    return tuple(tasks)


def profession_tasks(layout: CardLayout | None, wanted: CardLayout) -> tuple[LayoutTask, ...]:
    """Return the tasks for hands with professions: first those that are turned face down."""
    changes = difference(wanted.filtered(is_profession), (layout or UNKNOWN).filtered(is_profession))
    tasks = []
    for start, _ in changes:
        if start is not None:
            told = say("{player}: {card} face down.", player=first_name(player_of(start)), card=_name_of(start))
            tasks.append(LayoutTask(told, (Change(start, None),), "cover"))
    for _, end in changes:
        if end is not None:
            told = say("{player}: {card} face up.", player=first_name(player_of(end)), card=_name_of(end))
            tasks.append(LayoutTask(told, (Change(None, end),), "open"))
    return tuple(tasks)


def _name_of(profession: Lie) -> str:
    return card_name(PROFESSION_OF[profession.piece])


def is_claim_only(session: Session) -> bool:
    """Return True if this table's settings have the companion look on until somebody claims.

    Who keeps the cards must be told everything.
    """
    is_kept = session.watching is not None or session.hidden_cards is not None
    return not is_kept and bool(session.settings.of_game(RULES.id, (CLAIM_ONLY,))[CLAIM_ONLY.id])


#: A session in which Coach Ride is played; it remembers who sits where.
CoachRideSession = GameSession[State, e.GameEvent]
