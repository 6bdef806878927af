"""Possible moves of a whole state, allowed by construction."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeVar

from engine.values import replaced

from . import events as e
from .components import WEAPONS, Character, Provision, Variant
from .dealt import LOOKED, ONE_IS_ASKED, Dealt, Move, Plan
from .hidden import drawn_cards, navigation_pool, offered_provisions, visible_signs
from .knowledge import may_use_compass
from .navigation import LAND, NavigationCard, birds_after
from .offers import TRADING, offers_to, replies
from .state import DepartureReason, Phase, State, own_cards

_T = TypeVar("_T")
#: Cards that a flare turns.
_TURNED = 3
#: Cards that help at each step if they are laid; weapons only in the own fight.
_HELPING: Mapping[Phase, Collection[Provision]] = {
    Phase.ACT: (Provision.OAR, Provision.COMPASS, Provision.PRESERVER),
    Phase.FIGHT: tuple(WEAPONS),
    Phase.CHOOSE: (Provision.COMPASS,),
    Phase.OVERBOARD: (Provision.PRESERVER,),
}
#: What ends a time in which several may act.
_ENDS: Mapping[Phase, e.GameEvent] = {Phase.OBJECTION: e.Eaten(), Phase.FIGHT: e.Fought(), Phase.OVERBOARD: e.Fell()}


def actors_of(dealt: Dealt) -> tuple[Character, ...]:
    """Return who may act and has not declined; first whose turn it is."""
    state, turn = dealt.state, dealt.state.turn
    if dealt.owed is not None or dealt.plan not in (None, *LOOKED):
        return ()
    if state.step is Phase.REVEAL:
        done = {revealed.by for revealed in state.revealed}
        return tuple([person.who for person in state.people if person.who not in done])
    if state.step is Phase.OVER or (state.step in ONE_IS_ASKED and turn is None):
        return ()
    if dealt.plan in LOOKED:
        return (turn,) if turn is not None else ()
    offered = {offer.to for offer in dealt.offers}
    able = [
        character
        for character in state.conscious
        if character is turn or character in offered or _may_act(state, character)
    ]
    if state.step is Phase.OVERBOARD:
        able += ghosts(state)
    if turn in able:
        able.sort(key=lambda character: character is not turn)
    return tuple([character for character in able if character in offered or character not in dealt.declined])


def _may_act(state: State, character: Character) -> bool:
    """Return True if somebody may do something, by what everybody knows."""
    person = state.person(character)
    match state.step:
        case Phase.FIGHT:
            assert state.fight is not None
            return person.hand > 0 or character not in (*state.fight.attack, *state.fight.defend)
        case Phase.OBJECTION:
            assert state.demand is not None
            return person.hand > 0 or character is not state.demand.by
        case Phase.OVERBOARD:
            return person.hand > 0 or Provision.CHUM in person.open
        case Phase.THIRST:
            return person.hand > 0 or Provision.WATER in person.open
    # In the other steps others only lay what helps.
    return person.hand > 0 and state.step in _HELPING


def ghosts(state: State) -> list[Character]:
    """Return those who may call the sharks (V2)."""
    assert state.overboard is not None
    if not state.plays(Variant.SHARKS):
        return []
    called = state.overboard.called
    drowned = [person.who for person in state.people if person.left is DepartureReason.DROWNED]
    return [character for character in drowned if character not in called]


# --- of one seat ---


def moves_of_seat(dealt: Dealt, seat: Character) -> list[Move]:
    """Return what a seat may do alone, by its view.

    Bots answer trades but offer none and give nothing, and lay cards only where they help.
    """
    state = dealt.state
    if offers := offers_to(dealt, seat):
        return replies(dealt, offers[0])
    if dealt.plan in LOOKED:
        return planned_moves(dealt, seat)
    if state.step is Phase.REVEAL:
        return [Move(reveal(dealt, seat))]
    on_turn = seat is state.turn
    moves = list(_asked(dealt, seat))
    if state.step is Phase.ACT and on_turn:
        moves.append(Move(None, by=seat, plan=Plan.ROW))
    helping = _HELPING.get(state.step, ())
    if helping and (state.fight is None or seat in (*state.fight.attack, *state.fight.defend)):
        moves += layings(dealt, seat, helping)
    if not (on_turn and state.step in ONE_IS_ASKED):
        moves.append(Move(None, by=seat))
    return moves


def _asked(dealt: Dealt, seat: Character) -> Iterator[Move]:
    """Yield what the step asks for."""
    state = dealt.state
    if state.step in ONE_IS_ASKED and seat is not state.turn:
        return
    match state.step:
        case Phase.TAKE:
            yield from takings(dealt, seat)
        case Phase.ACT:
            yield Move(e.Passed(seat))
            yield from demands(state, seat)
            yield from uses(dealt, seat)
        case Phase.ANSWER:
            yield from (Move(e.Agreed(seat)), Move(e.Refused(seat)))
        case Phase.OBJECTION:
            assert state.demand is not None
            if seat is not state.demand.by:
                yield Move(e.Objected(seat))
        case Phase.FIGHT:
            assert state.fight is not None
            if seat not in (*state.fight.attack, *state.fight.defend):
                yield from (Move(e.Joined(seat, side)) for side in e.Side)
        case Phase.CHOOSE:
            yield from navigations(dealt)
        case Phase.OVERBOARD:
            yield from chums(dealt, seat)
            if seat in ghosts(state):
                yield Move(e.Haunted(seat))
        case Phase.THIRST:
            yield from drinks(dealt, seat)


def takings(dealt: Dealt, seat: Character) -> list[Move]:
    """Return the provisions that may be kept (L7)."""
    offered = offered_provisions(dealt.hidden, dealt.state)
    return [Move(e.Took(seat), (card,)) for card in dict.fromkeys(offered)]


def layings(dealt: Dealt, seat: Character, kinds: Collection[Provision] = tuple(Provision)) -> list[Move]:
    """Return the hand cards of these kinds that may be laid open (L24)."""
    if not dealt.state.person(seat).conscious:
        return []
    hand = dict.fromkeys([card for card in dealt.hidden.hands[seat] if card in kinds])
    moves = [Move(e.Laid(seat, card)) for card in hand]
    if Provision.PRESERVER in hand:
        moves += [
            Move(e.Laid(seat, Provision.PRESERVER, character))
            for character in dealt.state.conscious
            if character is not seat
        ]
    return moves


def rowings(dealt: Dealt, seat: Character) -> Iterator[Move]:
    """Yield what may be kept of the cards that are drawn (L11)."""
    drawn = [str(card.id) for card in drawn_cards(dealt.hidden, dealt.state, seat)]
    yield from (Move(e.Rowed(seat, len(kept)), kept) for kept in subsets(drawn))


def planned_moves(dealt: Dealt, seat: Character) -> list[Move]:
    """Return what a player may do who has looked at cards of the deck."""
    return list(rowings(dealt, seat) if dealt.plan is Plan.ROW else navigations(dealt))


def demands(state: State, seat: Character) -> Iterator[Move]:
    """Yield the demands of a seat (L12)."""
    for person in state.aboard:
        character = person.who
        if character is seat:
            continue
        yield Move(e.Demanded(seat, character, e.DemandKind.SEAT))
        if person.hand:
            yield Move(e.Demanded(seat, character, e.DemandKind.HAND))
        for card in dict.fromkeys(person.open):
            yield Move(e.Demanded(seat, character, e.DemandKind.OPEN, card))


def uses(dealt: Dealt, seat: Character) -> Iterator[Move]:
    """Yield the special actions of a seat (L14)."""
    state = dealt.state
    for source in _sources(dealt, seat, Provision.MEDKIT):
        for person in state.aboard:
            if person.alive and person.wounds:
                yield Move(e.Used(seat, Provision.MEDKIT, source, person.who))
    if not state.person(seat).parasol:
        for source in _sources(dealt, seat, Provision.PARASOL):
            yield Move(e.Used(seat, Provision.PARASOL, source))
    for source in _sources(dealt, seat, Provision.FLARE):
        yield Move(None, by=seat, plan=Plan.FLARE_OPEN if source is e.CardSource.OPEN else Plan.FLARE_IN_HAND)
    for source in _sources(dealt, seat, Provision.CANNIBALISM):
        for person in state.aboard:
            if not person.alive:
                yield Move(e.Used(seat, Provision.CANNIBALISM, source, person.who))


def navigations(dealt: Dealt) -> Iterator[Move]:
    """Yield the cards that the navigator may choose, or a look by the compass (L17)."""
    state = dealt.state
    told, compass = own_cards(state.started) is None, dealt.plan is Plan.COMPASS
    for card in navigation_pool(dealt.hidden, state, compass=compass)[0]:
        yield navigation(state, state.turn, card, compass=compass, told=told)
    if not compass and may_use_compass(state):
        yield Move(None, by=state.turn, plan=Plan.COMPASS)


def navigation(state: State, character: Character | None, card: NavigationCard, *, compass: bool, told: bool) -> Move:
    """Return the choice of this card as the day's."""
    if told:
        return Move(e.Navigated(character, signs=visible_signs(card, state), compass=compass), (str(card.id),))
    return Move(e.Navigated(character, card.id, compass=compass))


def chums(dealt: Dealt, seat: Character) -> list[Move]:
    """Return the chum that a seat can use (L19)."""
    return [Move(e.Chummed(seat, source)) for source in _sources(dealt, seat, Provision.CHUM)]


def drinks(dealt: Dealt, seat: Character) -> list[Move]:
    """Return the waters that a seat can give (L21)."""
    thirsty = dealt.state.thirst[0].who
    return [Move(e.Drank(seat, thirsty, source)) for source in _sources(dealt, seat, Provision.WATER)]


def reveal(dealt: Dealt, seat: Character) -> e.Revealed:
    """Return what a player lays open at the end (L25)."""
    hidden = dealt.hidden
    return e.Revealed(seat, hidden.love[seat], hidden.hate[seat], tuple(sorted(hidden.hands[seat])))


def _sources(dealt: Dealt, seat: Character, card: Provision) -> list[e.CardSource]:
    person = dealt.state.person(seat)
    sources = [e.CardSource.HAND] if person.conscious and card in dealt.hidden.hands[seat] else []
    return [*sources, e.CardSource.OPEN] if person.conscious and card in person.open else sources


# --- of all ---


def chance_moves(dealt: Dealt) -> list[Move]:
    """Return the outcomes of chance, or what happens when nobody wants anything more."""
    state, hidden = dealt.state, dealt.hidden
    if dealt.owed is not None:
        return [Move(None, (card,)) for card in hidden.hands[dealt.owed[0]]]
    if dealt.plan is not None:
        return [_flare(dealt)]
    if state.step is Phase.CHOOSE and state.turn is None:
        # LR5: a random one of the row stack; V1 and an empty stack add the deck's top card.
        told = own_cards(state.started) is None
        pool = navigation_pool(hidden, state, compass=False)[0]
        return [navigation(state, None, card, compass=False, told=told) for card in pool]
    if state.step in _ENDS:
        return [Move(_ENDS[state.step])]
    return [Move(e.Suffered(state.thirst[0].who))] if state.step is Phase.THIRST else []


def possible_moves(dealt: Dealt) -> list[Move]:
    """Return all moves of anybody, and of chance."""
    state = dealt.state
    actors = actors_of(dealt)
    if not actors:
        return chance_moves(dealt)
    if state.step is Phase.REVEAL:
        return [Move(reveal(dealt, actor)) for actor in actors]
    if dealt.plan in LOOKED:
        return planned_moves(dealt, actors[0])
    plain = Dealt(state, dealt.hidden)
    everybody = [*state.conscious, *(ghosts(state) if state.step is Phase.OVERBOARD else ())]
    moves = [move for player in everybody for move in (*_asked(plain, player), *layings(plain, player))]
    # The rules also know a preserver that is laid before oneself by name.
    laid = [move.event for move in moves if isinstance(move.event, e.Laid) and move.event.to is None]
    moves += [Move(replaced(event, to=event.by)) for event in laid if event.card is Provision.PRESERVER]
    if state.step is Phase.ACT:
        assert state.turn is not None
        moves += rowings(dealt, state.turn)
    if state.step in TRADING:
        moves += trades(state)
    return moves + [Move(None, by=actor) for actor in actors if state.step not in ONE_IS_ASKED] + chance_moves(plain)


def trades(state: State) -> Iterator[Move]:
    """Yield all trades and gifts (L9), of the cards that lie first in the hands."""
    for character in state.conscious:
        for other in state.conscious:
            if character is not other:
                for gave in range(state.person(character).hand + 1):
                    for got in range(0 if gave else 1, state.person(other).hand + 1):
                        yield Move(e.Traded(character, other, gave, got))


def _flare(dealt: Dealt) -> Move:
    """Turn the cards of a flare, up to the fourth bird (L14, LR16)."""
    state, turn = dealt.state, dealt.state.turn
    assert turn is not None
    turned, birds = list[NavigationCard](), state.birds
    for card in dealt.hidden.deck[:_TURNED]:
        turned.append(card)
        birds = birds_after(birds, card.bird)
        if birds >= LAND:
            break
    source = e.CardSource.OPEN if dealt.plan is Plan.FLARE_OPEN else e.CardSource.HAND
    if own_cards(state.started) is None:
        return Move(e.Used(turn, Provision.FLARE, source, birds=tuple([card.bird for card in turned])))
    return Move(e.Used(turn, Provision.FLARE, source, cards=tuple([str(card.id) for card in turned])))


def subsets(cards: Sequence[_T]) -> Iterator[tuple[_T, ...]]:
    """Yield all choices of these cards, nothing included."""
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))
