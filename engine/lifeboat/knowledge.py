"""Knowledge of a seat: its view of a whole state, and whole states that fit a view."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from random import Random

from engine.values import replaced

from .components import Character, Provision
from .dealt import Dealt, Plan
from .hidden import FaceDownCards, Memory, drawn_cards, navigation_cards, navigation_pool, offered_provisions
from .navigation import UNKNOWN, NavigationCard
from .navigation_phase import deck_for_compass
from .state import Phase, State


def may_use_compass(state: State) -> bool:
    """Return True if the navigator may add a card to the row stack by a compass (L17)."""
    turn = state.turn
    return turn is not None and Provision.COMPASS in state.person(turn).open and deck_for_compass(state) > 0


def looked_at(dealt: Dealt, seat: Character) -> tuple[NavigationCard, ...]:
    """Return the navigation cards at which a seat looks now: drawn by rowing, or the row stack."""
    state = dealt.state
    if seat is not state.turn:
        return ()
    if dealt.plan is Plan.ROW:
        return drawn_cards(dealt.hidden, state, seat)
    if state.step is Phase.CHOOSE:
        return navigation_pool(dealt.hidden, state, compass=dealt.plan is Plan.COMPASS)[0]
    return ()


def view_of(dealt: Dealt, seat: Character) -> Dealt:
    """Return the state as a seat knows it."""
    hidden, state = dealt.hidden, dealt.state
    open_to_seat = {card.id for card in looked_at(dealt, seat)}
    seen = {card: frozenset({seat}) for card, seers in hidden.seen.items() if seat in seers}

    def shown(cards: tuple[NavigationCard, ...]) -> tuple[NavigationCard, ...]:
        return tuple([card if card.id in seen or card.id in open_to_seat else UNKNOWN for card in cards])

    memory = hidden.memory(seat)
    offered = state.step is Phase.TAKE and seat is state.turn
    view = FaceDownCards(
        {character: hand if character is seat else () for character, hand in hidden.hands.items()},
        {seat: hidden.love[seat]},
        {seat: hidden.hate[seat]},
        (),
        offered_provisions(hidden, state) if offered else (),
        shown(hidden.deck),
        shown(hidden.row),
        hidden.day,
        memories={seat: memory},
        seen=seen,
    )
    offers, refused = (
        tuple([offer for offer in known if seat in (offer.by, offer.to)]) for known in (dealt.offers, dealt.refused)
    )
    return replaced(dealt, hidden=view, offers=offers, refused=refused)


def view_after_end(state: State, end: State) -> Dealt:
    """Return a state of a game as nobody in particular knows it once it has come to its `end`.

    All know then who loved and hated whom; hands and piles stay unknown.
    """
    hidden = FaceDownCards(
        {person.who: () for person in state.people},
        {revealed.by: revealed.love for revealed in end.revealed},
        {revealed.by: revealed.hate for revealed in end.revealed},
        (),
        (),
        (UNKNOWN,) * state.deck,
        (UNKNOWN,) * state.row,
    )
    return Dealt(state, hidden)


def joined_views(views: Mapping[Character, Dealt], state: State) -> Dealt:
    """Return what several seats know together."""
    dealt = [*views.values()]
    cards = [view.hidden for view in dealt]
    seen: dict[str | None, frozenset[Character]] = {}
    for hidden in cards:
        for card, seers in hidden.seen.items():
            seen[card] = seen.get(card, frozenset()) | seers

    def shown(piles: Iterable[tuple[NavigationCard, ...]]) -> tuple[NavigationCard, ...]:
        same_places = zip(*piles, strict=True)
        return tuple([next((card for card in same if card.id is not None), UNKNOWN) for same in same_places])

    hidden = replaced(
        cards[0],
        hands={seat: next((view.hands[seat] for view in cards if view.hands[seat]), ()) for seat in cards[0].hands},
        love={seat: card for view in cards for seat, card in view.love.items()},
        hate={seat: card for view in cards for seat, card in view.hate.items()},
        passing=next((view.passing for view in cards if view.passing), ()),
        deck=shown(view.deck for view in cards),
        row=shown(view.row for view in cards),
        memories={seat: memory for view in cards for seat, memory in view.memories.items()},
        seen=seen,
    )
    offers = tuple(dict.fromkeys(chain.from_iterable(view.offers for view in dealt)))
    refused = tuple(dict.fromkeys(chain.from_iterable(view.refused for view in dealt)))
    return replaced(dealt[0], state=state, hidden=hidden, offers=offers, refused=refused)


def determinized(view: Dealt, seat: Character | None, rng: Random) -> Dealt:
    """Return a whole state that fits the seat's view: what it has not seen is dealt anew.

    What others have seen is not dealt: it is no part of what they do now. None: nobody has seen any hand.
    """
    state, hidden = view.state, view.hidden
    cards = navigation_cards(state.started)
    known = {card.id for card in (*hidden.deck, *hidden.row, hidden.day) if card is not None}
    unknown = [card for card in cards if card.id not in known]
    rng.shuffle(unknown)
    row, deck = (
        tuple([unknown.pop() if card is UNKNOWN or card.id is None else card for card in pile])
        for pile in (hidden.row, hidden.deck)
    )
    people = [person.who for person in state.people]
    love = {revealed.by: revealed.love for revealed in state.revealed} | dict(hidden.love)
    hate = {revealed.by: revealed.hate for revealed in state.revealed} | dict(hidden.hate)
    return replaced(
        view,
        hidden=replaced(
            _provisions_dealt(view, seat, rng),
            love=_completed(love, people, rng),
            hate=_completed(hate, people, rng),
            row=row,
            deck=deck,
        ),
    )


def _completed(
    known: Mapping[Character, Character], people: list[Character], rng: Random
) -> Mapping[Character, Character]:
    """Deal the love or hate cards that are left to the others."""
    left = [person for person in people if person not in known.values()]
    rng.shuffle(left)
    return {person: known[person] if person in known else left.pop() for person in people}


def _provisions_dealt(view: Dealt, seat: Character | None, rng: Random) -> FaceDownCards:
    """Deal the provisions.

    First those that are surely in a hand, then those that are in some hand, then all others.
    """
    state, hidden = view.state, view.hidden
    memory = Memory() if seat is None else hidden.memory(seat)
    revealed = {event.by: event.hand for event in state.revealed}
    left = Counter(state.unseen)
    hands = {character: list(revealed.get(character, ())) for character in hidden.hands}
    if seat is not None and seat not in revealed:
        hands[seat] = list(hidden.hands[seat])
        left.subtract(hands[seat])
    others = [character for character in hands if character is not seat and character not in revealed]
    passing, passed_by_seat = _passing(view, memory, left, rng)
    bow_top = passing if hidden.passing and not state.passing else []
    left.subtract(passing)
    for other in others:
        hands[other] = _taken(left, _known_cards(view, memory, other), view.hand_size(other))
    gone: list[Provision] = []
    room = [other for other in others for _ in range(view.hand_size(other) - len(hands[other]))]
    places: list[Character | None] = [*room, *[None] * state.gone_hands]
    held = Counter(memory.held)
    if passed_by_seat:
        held -= Counter(passing)
    somewhere = _taken(left, tuple(held.elements()), len(places))
    for card, place in zip(somewhere, rng.sample(places, len(somewhere)), strict=True):
        (gone if place is None else hands[place]).append(card)
    remaining = list((+left).elements())
    rng.shuffle(remaining)

    def filled(cards: list[Provision], size: int) -> tuple[Provision, ...]:
        cards += [remaining.pop() for _ in range(min(size - len(cards), len(remaining)))]
        return tuple(cards)

    return replaced(
        hidden,
        hands={
            character: filled(hand, view.hand_size(character)) if character in others else tuple(hand)
            for character, hand in hands.items()
        },
        gone=filled(gone, state.gone_hands),
        passing=filled([] if bow_top else passing, state.passing),
        bow=(*bow_top, *filled([], state.bow - len(bow_top))),
        removed=filled([], state.removed),
    )


def _passing(view: Dealt, memory: Memory, left: Counter[Provision], rng: Random) -> tuple[list[Provision], bool]:
    """Return the known cards that go round, and whether the seat itself passed them on."""
    if view.hidden.passing:
        return list(view.hidden.passing), False
    if view.state.step is not Phase.TAKE or not memory.passed:
        return [], False
    passed = list((Counter(memory.passed) & +left).elements())
    return rng.sample(passed, min(view.state.passing, len(passed))), True


def _known_cards(view: Dealt, memory: Memory, character: Character) -> tuple[Provision, ...]:
    """Return the cards that are surely in somebody's hand: seen there, or offered now."""
    known = memory.known.get(character, ())
    return (*(offer.card for offer in view.offers if offer.by is character and offer.card not in known), *known)


def _taken(left: Counter[Provision], cards: tuple[Provision, ...], most: int) -> list[Provision]:
    """Take cards out of those that are left, as far as they are there."""
    taken = []
    for card in cards[:most]:
        if left[card] > 0:
            left[card] -= 1
            taken.append(card)
    return taken
