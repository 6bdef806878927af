"""Problems of an event that is not allowed now: all of them (rules, section 9).

Each check stands alone and cites its rule; `problems.listed` brings their results into order.
"""

from collections.abc import Iterator

from engine.game import RuleProblem

from . import events as e
from .actions import flare_birds, rowing_draws
from .components import Character, Provision, Variant
from .corrections import correction_problem, named
from .navigation import LAND, Bird, birds_after
from .navigation_phase import card_of, deck_for_compass
from .problems import LIFTED, Found, listed
from .state import Condition, DepartureReason, Phase, State, own_cards

_IN_PLAY = (
    Phase.TAKE,
    Phase.ACT,
    Phase.ANSWER,
    Phase.OBJECTION,
    Phase.FIGHT,
    Phase.CHOOSE,
    Phase.OVERBOARD,
    Phase.THIRST,
)
_TRADING = (Phase.ACT, Phase.ANSWER, Phase.OBJECTION)
#: The steps that have each event; trading in others of the game has a problem of its own.
STEPS: dict[type, tuple[Phase, ...]] = {
    e.GameStarted: (),
    e.Took: (Phase.TAKE,),
    e.Laid: _IN_PLAY,
    e.Traded: _IN_PLAY,
    e.Passed: (Phase.ACT,),
    e.Rowed: (Phase.ACT,),
    e.Demanded: (Phase.ACT,),
    e.Used: (Phase.ACT,),
    e.Agreed: (Phase.ANSWER,),
    e.Refused: (Phase.ANSWER,),
    e.Objected: (Phase.OBJECTION,),
    e.Eaten: (Phase.OBJECTION,),
    e.Joined: (Phase.FIGHT,),
    e.Fought: (Phase.FIGHT,),
    e.Navigated: (Phase.CHOOSE,),
    e.Chummed: (Phase.OVERBOARD,),
    e.Haunted: (Phase.OVERBOARD,),
    e.Fell: (Phase.OVERBOARD,),
    e.Drank: (Phase.THIRST,),
    e.Suffered: (Phase.THIRST,),
    e.Revealed: (Phase.REVEAL,),
    e.Corrected: (Phase.TAKE, Phase.ACT, Phase.CHOOSE, Phase.REVEAL),
}
_DUE = {
    Phase.TAKE: "provisions are taken",
    Phase.ACT: "somebody acts",
    Phase.ANSWER: "a demand is answered",
    Phase.OBJECTION: "it is asked who objects",
    Phase.FIGHT: "there is a fight",
    Phase.CHOOSE: "the day's card is chosen",
    Phase.OVERBOARD: "somebody falls overboard",
    Phase.THIRST: "somebody is thirsty",
    Phase.REVEAL: "hands are revealed",
    Phase.OVER: "the game is over",
}
#: Those who are not conscious may do these, and those who are out the last two.
_IN_ANY_CONDITION = (e.Suffered, e.Haunted, e.Revealed)
_FROM_OUTSIDE = (e.Haunted, e.Revealed)
#: Events on somebody's turn; it can be overruled that it is not theirs for those that are an action, or a taking.
_ON_TURN = (e.Took, e.Passed, e.Rowed, e.Demanded, e.Used)
_ANSWERS = (e.Agreed, e.Refused, e.Suffered)


def start_problems(event: e.GameStarted) -> tuple[RuleProblem, ...]:
    """Return all that is wrong with starting this game; nothing if it can start."""
    return listed(_start_problems(event))


def _start_problems(event: e.GameStarted) -> Iterator[Found]:
    players, variants = event.players, event.variants
    most = 7 if Variant.HARTER in variants else 6
    if not 4 <= len(players) <= most:
        yield "wrong-players", f"{len(players)} players cannot play; it is 4 to 6, or 7 with Dr. Harter (L1, V5)"
    elif len(set(players)) < len(players):
        yield "wrong-players", "a character stands twice among the players (L1)"
    elif Character.HARTER in players and Variant.HARTER not in variants:
        yield "wrong-players", "harter plays only with the variant harter (V5)"
    if len(set(variants)) < len(variants):
        yield "wrong-variants", "a variant stands there twice (section 4)"
    elif Variant.HARTER in variants and Variant.CANNIBALISM not in variants:
        yield "wrong-variants", "the variant harter goes only with cannibalism (V5)"
    cards = own_cards(event)
    if cards is not None:
        if not 18 <= len(cards) <= 48:
            yield "wrong-navigation", f"{len(cards)} navigation cards cannot be; it is 18 to 48 (section 6)"
        elif len({card.id for card in cards}) < len(cards):
            yield "wrong-navigation", "two navigation cards have the same id (section 6)"
        elif all(card.bird is not Bird.BIRD for card in cards):
            yield "wrong-navigation", "no navigation card has a plain bird, so the game could not end (section 6)"


def event_problems(state: State, event: e.GameEvent) -> tuple[RuleProblem, ...]:
    """Return all problems of the event now; nothing if it is allowed or fully overruled."""
    alone = _alone(state, event)
    if alone is not None:
        return listed((alone,))
    if isinstance(event, e.Corrected):
        problem = correction_problem(state, event)
        return listed((problem,)) if problem else ()
    assert not isinstance(event, e.GameStarted)
    found = list(_problems(state, event))
    if event.overruled and all(_can_be_overruled(code, event) for code, _ in found):
        return ()
    return listed(found)


def _can_be_overruled(code: str, event: e.GameEvent) -> bool:
    return code in LIFTED and (code != "not-your-turn" or isinstance(event, _ON_TURN))


def _alone(state: State, event: e.GameEvent) -> Found | None:
    """Return a problem beside which nothing else is looked at."""
    contradiction = _navigation_contradiction(state, event)
    if contradiction:
        return "not-understood", contradiction
    late = isinstance(event, e.Corrected) and (state.passing > 0 or bool(state.revealed))
    if state.step not in STEPS[type(event)] or late:
        name = "started" if isinstance(event, e.GameStarted) else type(event).__name__.lower()
        return "not-now", f"{_subject(event)}{name} is not for now: {_DUE[state.step]} (section 7)"
    playing = {person.who for person in state.people}
    for character in _named(event):
        if character not in playing:
            return "not-in-game", f"{character} does not play in this game (L1)"
    return None


def _subject(event: e.GameEvent) -> str:
    actor = getattr(event, "by", None)
    return f"{actor}: " if actor else ""


def _navigation_contradiction(state: State, event: e.GameEvent) -> str:
    """Describe a part of the event that does not fit the navigation cards in play, if any."""
    uses_signs = own_cards(state.started) is None
    match event:
        case e.Navigated(card=card) if uses_signs and card is not None:
            return "card: the navigation cards of this game are told; give the signs (section 7)"
        case e.Navigated(signs=signs) if not uses_signs and signs is not None:
            return "signs: the navigation cards of this game are known; give the card's id (section 7)"
        case e.Used(cards=cards) if uses_signs and cards is not None:
            return "cards: the navigation cards of this game are told; give the birds (section 7)"
        case e.Used(birds=birds) if not uses_signs and birds is not None:
            return "birds: the navigation cards of this game are known; give the cards' ids (section 7)"
    return ""


def _named(event: e.GameEvent) -> Iterator[Character]:
    """Yield the characters whom an event names, but for those on navigation cards."""
    if isinstance(event, e.Corrected):
        yield from named(event.set)
        return
    for value in vars(event).values():
        if isinstance(value, Character):
            yield value


def _problems(state: State, event: e.GameEvent) -> Iterator[Found]:
    actor = getattr(event, "by", None)
    if actor is not None:
        yield from _actor_problems(state, event, actor)
    match event:
        case e.Laid():
            yield from _laid(state, event)
        case e.Traded():
            yield from _traded(state, event)
        case e.Rowed():
            yield from _rowed(state, event)
        case e.Demanded():
            yield from _demanded(state, event)
        case e.Used():
            yield from _used(state, event)
        case e.Objected(by=objector):
            assert state.demand is not None
            if objector is state.demand.by:
                yield "yourself", f"{objector} eats and cannot object (V4)"
        case e.Joined(by=fighter):
            assert state.fight is not None
            if fighter in (*state.fight.attack, *state.fight.defend):
                yield "already", f"{fighter} is in the fight already, and nobody leaves it again (L15)"
        case e.Navigated():
            yield from _navigated(state, event)
        case e.Chummed():
            yield from _has(state, event.by, Provision.CHUM, event.source)
        case e.Haunted():
            yield from _haunted(state, event)
        case e.Drank():
            yield from _drank(state, event)
        case e.Revealed():
            yield from _revealed(state, event)


def _actor_problems(state: State, event: e.GameEvent, character: Character) -> Iterator[Found]:
    """Find the problem that this character may do nothing, or that it is not their turn."""
    condition = state.person(character).condition
    if not isinstance(event, _FROM_OUTSIDE):
        yield from _aboard(state, character)
    if not isinstance(event, _IN_ANY_CONDITION) and condition in (Condition.UNCONSCIOUS, Condition.DEAD):
        yield "not-conscious", f"{character} is {condition} and can do nothing (L5)"
    if isinstance(event, (*_ON_TURN, *_ANSWERS)) and character is not state.turn:
        rule = {Phase.TAKE: "L7", Phase.ACT: "L8", Phase.ANSWER: "L12", Phase.THIRST: "LR10"}[state.step]
        yield "not-your-turn", f"{character} is not on turn: it is {state.turn}'s turn ({rule})"


def _aboard(state: State, *characters: Character) -> Iterator[Found]:
    for character in characters:
        if state.person(character).condition is Condition.OUT:
            yield "not-aboard", f"{character} is out of the game (L20)"


def _has(state: State, character: Character, card: Provision, source: e.CardSource) -> Iterator[Found]:
    """Find the problem that they cannot have the card there.

    In the hand only the number of cards is known; a card may also lie open.
    """
    person = state.person(character)
    if source is e.CardSource.OPEN:
        if card not in person.open:
            yield "no-such-card", f"no {card} lies open before {character} (L24)"
        return
    if person.hand == 0:
        yield "no-cards", f"{character} has no hand cards (L24)"
    if state.unseen[card] == 0:
        yield "no-such-card", f"{character} cannot have a {card} in the hand: all of them have been seen (L24)"


def _laid(state: State, event: e.Laid) -> Iterator[Found]:
    yield from _has(state, event.by, event.card, e.CardSource.HAND)
    if event.to is None:
        return
    yield from _aboard(state, event.to)
    if state.person(event.to).condition in (Condition.UNCONSCIOUS, Condition.DEAD):
        yield "target-not-conscious", f"{event.to} is not conscious and gets no preserver (L6)"
    if event.card is not Provision.PRESERVER:
        yield "wrong-target", f"a {event.card} is laid before oneself, only a preserver before another (L24)"


def _traded(state: State, event: e.Traded) -> Iterator[Found]:
    partner = state.person(event.partner)
    yield from _aboard(state, event.partner)
    if state.step not in _TRADING:
        yield "no-trading", f"{event.by} cannot trade now: {_DUE[state.step]} (L9)"
    if event.by is event.partner:
        yield "yourself", f"{event.by} cannot trade with themselves (L9)"
    if partner.condition in (Condition.UNCONSCIOUS, Condition.DEAD):
        yield "target-not-conscious", f"{event.partner} is {partner.condition} and cannot trade (L5)"
    if state.person(event.by).hand < event.gave:
        yield "no-cards", f"{event.by} has fewer than {event.gave} hand cards to give (L9)"
    if partner.hand < event.got:
        yield "no-cards", f"{event.partner} has fewer than {event.got} hand cards to give (L9)"
    if event.gave == event.got == 0:
        yield "nothing", f"{event.by} and {event.partner} exchange nothing (L9)"


def _rowed(state: State, event: e.Rowed) -> Iterator[Found]:
    draws = rowing_draws(state, state.person(event.by))
    if event.kept > state.deck:
        yield "deck-empty", f"the navigation deck has {state.deck} cards, not {event.kept} (L11)"
    if event.kept > draws:
        yield "too-many", f"{event.by} draws {draws} cards and cannot put {event.kept} on the row stack (L11, LR3)"


def _demanded(state: State, event: e.Demanded) -> Iterator[Found]:
    of = state.person(event.of)
    yield from _aboard(state, event.of)
    if event.by is event.of:
        yield "yourself", f"{event.by} cannot demand anything of themselves (L12)"
    if event.want is e.DemandKind.HAND and of.hand == 0:
        yield "no-cards", f"{event.of} has no hand cards (LR14)"
    if event.card is not None and event.card not in of.open:
        yield "no-such-card", f"no {event.card} lies open before {event.of} (LR14)"


def _used(state: State, event: e.Used) -> Iterator[Found]:
    yield from _has(state, event.by, event.card, event.source)
    if event.on is not None:
        yield from _aboard(state, event.on)
        target = state.person(event.on)
        if event.card is Provision.CANNIBALISM and target.alive:
            yield "not-dead", f"{event.on} is alive and cannot be eaten (V4)"
        if event.card is Provision.MEDKIT and target.condition is Condition.DEAD:
            yield "target-dead", f"{event.on} is dead, and nothing is used on the dead (L6)"
        if event.card is Provision.MEDKIT and target.wounds == 0:
            yield "not-wounded", f"{event.on} has no wound to take off (LR23)"
    if event.card is Provision.PARASOL and state.person(event.by).parasol:
        yield "already", f"{event.by} has opened the parasol already (LR11)"
    if event.card is Provision.FLARE:
        yield from _flare(state, event)


def _flare(state: State, event: e.Used) -> Iterator[Found]:
    """Find problems of a flare's cards (L14, LR16).

    It turns three cards, all if the deck has fewer, or up to the one that brings the fourth bird.
    """
    turned = flare_birds(state, event)
    if turned is None:
        yield "no-such-card", "the flare turned a card that is not one of this game's navigation cards (section 6)"
        return
    if event.cards is not None and len(set(event.cards)) < len(event.cards):
        yield "wrong-cards", "the flare turned the same card twice (L14)"
    birds, needed = state.birds, min(3, state.deck)
    for number, bird in enumerate(turned, start=1):
        birds = birds_after(birds, bird)
        if birds >= LAND:
            needed = min(needed, number)
            break
    if len(turned) != needed:
        yield "wrong-cards", f"the flare turns {needed} cards here, not {len(turned)} (L14, LR16)"


def _navigated(state: State, event: e.Navigated) -> Iterator[Found]:
    if event.by is not state.turn:
        doing = f"{event.by} is not the navigator" if event.by else "the navigator is not named"
        character = (
            f"it is {state.turn}, the conscious one nearest the stern (L17)" if state.turn else "nobody is (LR5)"
        )
        yield "not-navigator", f"{doing}: {character}"
    if card_of(state, event) is None:
        yield "no-such-card", f"{event.card} is not one of this game's navigation cards (section 6)"
    if event.compass:
        if event.by is None or Provision.COMPASS not in state.person(event.by).open:
            yield "no-such-card", f"no compass lies open before {event.by or 'anybody who navigates'} (L17)"
        if deck_for_compass(state) == 0:
            yield "deck-empty", "the navigation deck has no card for the compass (L17)"


def _haunted(state: State, event: e.Haunted) -> Iterator[Found]:
    assert state.overboard is not None
    if event.by in state.overboard.called:
        yield "already", f"{event.by} has called the sharks already (V2)"
    if not state.plays(Variant.SHARKS):
        yield "not-a-ghost", "nobody calls sharks without the variant sharks (V2)"
    elif state.person(event.by).left is not DepartureReason.DROWNED:
        yield "not-a-ghost", f"{event.by} has not drowned and calls no sharks (V2, LR19)"


def _drank(state: State, event: e.Drank) -> Iterator[Found]:
    yield from _aboard(state, event.thirsty)
    if event.thirsty is not state.turn:
        yield "wrong-target", f"{event.thirsty} is not the one who is asked; it is {state.turn} (LR9)"
    yield from _has(state, event.by, Provision.WATER, event.source)


def _revealed(state: State, event: e.Revealed) -> Iterator[Found]:
    if any(revealed.by is event.by for revealed in state.revealed):
        yield "already", f"{event.by} has revealed already (L25)"
        return
    for kind, unseen in state.unseen.items():
        if event.hand.count(kind) > unseen:
            yield "no-such-card", f"{event.by} cannot have so many of {kind}: {unseen} of them unseen (section 1)"
    hand = state.person(event.by).hand
    if len(event.hand) != hand:
        yield "wrong-count", f"{event.by} has {hand} hand cards, not {len(event.hand)} (L25)"
    for revealed in state.revealed:
        if revealed.love is event.love:
            yield "love-taken", f"{revealed.by} has the love card of {event.love} (L2)"
        if revealed.hate is event.hate:
            yield "hate-taken", f"{revealed.by} has the hate card of {event.hate} (L2)"
