"""Course of a game: its beginning, the steps of a day, and its end (rules, section 2).

Steps without a decision happen by themselves: steps without anyone are left out.
"""

from engine.values import replaced

from .components import Character, Variant, provisions
from .events import GameStarted
from .navigation import LAND
from .state import Ending, Note, Person, Phase, State, navigation_count, size_in_effect

#: Number of provisions that are removed unseen with 4 or 5 players (L1, LR22).
_REMOVED = 10
#: Number of players up to which provisions are removed.
_MOST_PLAYERS_WITH_REMOVED = 5


def begin(event: GameStarted) -> State:
    """Return the state after the first event: one provision each (L3), first day begun."""
    seats = tuple(character for character in Character if character in event.players)
    quick = Variant.QUICK in event.variants
    # V3: one wound for everyone, one bird.
    people = tuple(Person(seat, size_in_effect(seat, event.variants), int(quick), hand=1) for seat in seats)
    removed = _REMOVED if len(seats) <= _MOST_PLAYERS_WITH_REMOVED else 0
    bow = sum(provisions(event.variants).values()) - removed - len(seats)
    deck = navigation_count(event)
    return next_day(State(event, people, seats, Phase.TAKE, bow, removed, deck, birds=int(quick)))


def next_day(state: State) -> State:
    """End the day: card under the deck, tokens back; begin the next day (L23)."""
    people = (
        replaced(person, rowed=False, fought=False) if person.rowed or person.fought else person
        for person in state.people
    )
    deck = state.deck + (state.card is not None)
    return start_supply(replaced(state, people=tuple(people), deck=deck, card=None, thirst=(), day=state.day + 1))


def start_supply(state: State) -> State:
    """Send the provisions round from the bow (L7).

    Without any the phase is left out, as without anyone conscious.
    """
    conscious = state.conscious
    if not conscious:
        # LR5: nobody can take or act.
        return _navigation(state.noting(Note.NOBODY_CONSCIOUS))
    if state.bow == 0:
        return begin_action(state.noting(Note.SUPPLY_LEFT_OUT))
    return replaced(state, step=Phase.TAKE, waiting=conscious)


def took(state: State, character: Character) -> State:
    """Take a provision (L7).

    The first one draws as many as there are conscious characters, each keeps one and passes the rest.
    """
    bow, passing = state.bow, state.passing
    if passing == 0:
        # LR4: a deck that is too small goes round as a whole.
        passing = min(bow, len(state.conscious))
        bow -= passing
    state = replaced(state.changed(character, hand=state.person(character).hand + 1), bow=bow, passing=passing - 1)
    waiting = tuple(other for other in state.waiting if other is not character)
    if state.passing:
        return replaced(state, waiting=waiting)
    if waiting:
        state = state.noting(Note.SUPPLY_ENDED_EARLY, *waiting)
    return begin_action(replaced(state, waiting=()))


def begin_action(state: State) -> State:
    """Start the actions, in the order of sitting when the day begins (L8, LR1).

    Later changes of seats do not count.
    """
    return next_turn(replaced(state, step=Phase.ACT, order=state.seats, waiting=state.seats))


def turn_over(state: State, character: Character) -> State:
    """End a character's turn (L10); after one out of turn, those who wait go on as before."""
    waiting = tuple(other for other in state.waiting if other is not character)
    return next_turn(replaced(state, waiting=waiting))


def next_turn(state: State) -> State:
    """Begin the first waiting character's turn; the unconscious are passed over (L8, LR18)."""
    if state.ended:
        return state
    if not any(person.alive for person in state.aboard):
        return nobody_alive(state)
    waiting = state.waiting
    while waiting and not state.person(waiting[0]).conscious:
        state = state.noting(Note.PASSED_OVER, waiting[0])
        waiting = waiting[1:]
    state = replaced(state, step=Phase.ACT, waiting=waiting, demand=None, fight=None)
    return state if waiting else _navigation(state)


def _navigation(state: State) -> State:
    return replaced(state, step=Phase.CHOOSE, order=(), waiting=())


def with_birds(state: State, birds: int) -> State:
    """Set how many birds are out; with the fourth the game ends at once (L18)."""
    state = replaced(state, birds=birds)
    return _ended(state.noting(Note.LANDED), Ending.LANDED) if birds >= LAND else state


def nobody_alive(state: State) -> State:
    """End the game at once, as nobody aboard is alive; it is scored (LR5)."""
    return _ended(state.noting(Note.NOBODY_ALIVE), Ending.NOBODY_ALIVE)


def _ended(state: State, ending: Ending) -> State:
    return replaced(
        state,
        step=Phase.REVEAL,
        ended=ending,
        order=(),
        waiting=(),
        demand=None,
        fight=None,
        overboard=None,
        thirst=(),
    )
