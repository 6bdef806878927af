"""Moves of each player in each phase, allowed by the rules and by the cards in hand."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from . import events as e
from .cards import (
    FIGHT_CARDS,
    Item,
    Person,
    Profession,
    Variant,
)
from .dealt import Dealt, Move
from .effects import DONE_BY, effect_now
from .fights import has_role
from .hidden import answers, is_bag_for_bag, is_read_out, must_be_accepted
from .picking import items_to_pick, players_to_pick
from .state import Phase, State, Winner
from .windows import left_to_ask, may_be, rewarded

#: Nobody plans to name more: each ally has one of the three victory items at least.
_MOST_NAMED = 3
#: Part of the turns that are claimed when moves are drawn: they end the game.
_CLAIMS = 0.04


def possible_moves(dealt: Dealt) -> list[Move]:
    """Return all moves that may happen now, and the count of a fight."""
    moves = [move for actor in dealt.actors for move in moves_of_player(dealt, actor)]
    if dealt.picking is not None:
        return moves or [Move(dealt.picking.event)]
    if dealt.state.phase is Phase.POWERS:
        moves.append(COUNT)
    return moves


COUNT = Move(e.Counted())


def moves_of_player(dealt: Dealt, person: Person) -> list[Move]:
    """Return all that one of the `actors_of` may do."""
    if dealt.picking is not None:
        hand = dealt.cards.hands[person]
        return [Move(None, item, person) for item in items_to_pick(dealt.state, dealt.picking, hand)]
    return [_begun(dealt, move) for move in _MOVES[dealt.state.phase](dealt, person)]


def _begun(dealt: Dealt, move: Move) -> Move:
    """Return the move, or the beginning of its event if others pick something for it."""
    if not isinstance(move.event, _PICKED) or not players_to_pick(dealt.state, move.event, dealt.choosers):
        return move
    return Move(None, move.give, move.event.by, begins=move.event)


#: By these events others give something away.
_PICKED = (e.SextantUsed, e.PriestUsed, e.Handed)


def _actions(dealt: Dealt, person: Person) -> Iterator[Move]:
    state = dealt.state
    if dealt.looked:
        yield from _pile_orders(dealt, person)
        return
    others = [player for player in state.players if player is not person]
    yield Move(e.Passed(person))
    hand = sorted(set(dealt.cards.hands[person]))
    for to in others:
        yield Move(e.Attacked(person, to))
        for item in hand:
            yield Move(e.Offered(person, to), item)
    for kind in claim_kinds(state):
        if person in dealt.choosers:
            # They name others when they have shown their cards.
            yield Move(e.Claimed(person, kind))
            continue
        for plan in _groups_of(others, _MOST_NAMED) if kind is not e.ClaimKind.CREST else ((),):
            yield Move(e.Claimed(person, kind), plan=plan)
    if _is_fresh(dealt, person, Profession.CLAIRVOYANT) and state.pile:
        looks = person in dealt.choosers
        yield Move(None, None, person, looks=True) if looks else Move(e.ClairvoyantUsed(person))
    if _is_fresh(dealt, person, Profession.DIPLOMAT):
        for to in others:
            for item in demandable(dealt, person):
                yield Move(e.DiplomatUsed(person, to, item))


def _pile_orders(dealt: Dealt, person: Person) -> Iterator[Move]:
    """Yield each two items that a Clairvoyant may put on the pile, the uppermost last (K12)."""
    kinds = sorted(set(dealt.cards.pile))
    if len(dealt.cards.pile) == 1:
        yield Move(e.ClairvoyantUsed(person), chosen=(kinds[0],))
        return
    for top in kinds:
        for below in kinds:
            if below is not top or dealt.cards.pile.count(top) > 1:
                yield Move(e.ClairvoyantUsed(person), chosen=(below, top))


def claim_kinds(state: State) -> list[e.ClaimKind]:
    """Return the kinds of claims that there are in this game."""
    kinds = [e.ClaimKind.OWN]
    if Item.CREST in state.items:
        kinds.append(e.ClaimKind.CREST)
    if Variant.FORTUNE_TELLING in state.variants:
        kinds.append(e.ClaimKind.ENEMY)
    return kinds


def demandable(dealt: Dealt, person: Person) -> list[Item]:
    """Return the items for which a diplomat has something to give (K11)."""
    hand, pile = dealt.cards.hands[person], dealt.state.pile
    return [item for item in dealt.state.items if not all(is_bag_for_bag(other, item, pile) for other in hand)]


def _is_fresh(dealt: Dealt, person: Person, profession: Profession) -> bool:
    """Return True if a player has a profession and can use it."""
    return dealt.cards.professions[person] is profession and may_be(dealt.state, person, profession)


def _answers(dealt: Dealt, person: Person) -> Iterator[Move]:
    offered, pile = dealt.cards.offered, dealt.state.pile
    assert offered is not None
    back = [item for item in sorted(set(dealt.cards.hands[person])) if not is_bag_for_bag(offered, item, pile)]
    for item in back:
        yield Move(e.Accepted(person), item)
    if not (back and must_be_accepted(offered)):
        yield Move(e.Refused(person))


def _demand_answers(dealt: Dealt, person: Person) -> Iterator[Move]:
    trade = dealt.state.trade
    assert trade is not None
    assert trade.demanded is not None
    found = [item for item in answers(trade.demanded, dealt.state.pile) if item in dealt.cards.hands[person]]
    for item in found:
        yield Move(e.Handed(person), item)
    if not found:
        yield Move(e.Denied(person))


def _announcements(dealt: Dealt, person: Person) -> Iterator[Move]:
    item = announced_item(dealt)
    if item is not None:
        yield Move(e.Announced(person, item))
    if item is None or Variant.SMUGGLING in dealt.state.variants:
        yield Move(e.Announced(person, None))


def announced_item(dealt: Dealt) -> Item | None:
    """Return the item of the trade that is read out next; None if it does nothing."""
    trade, traded = dealt.state.trade, dealt.cards.traded
    if trade is None or traded is None:
        return None
    item = traded[len(trade.announced)]
    return item if is_read_out(item, traded, dealt.state.pile) else None


def _effects(dealt: Dealt, person: Person) -> Iterator[Move]:
    state = dealt.state
    effect = effect_now(state)
    assert effect is not None
    if not dealt.looked:
        yield Move(e.Waived(person))
    kind = DONE_BY[effect.item]
    if kind is e.Looked:
        for card in _card_numbers(state) if effect.item is Item.MONOCLE else (None,):
            yield Move(e.Looked(person, card))
    elif kind is e.SextantUsed:
        for item in sorted(set(dealt.cards.hands[person])):
            for direction in e.Direction:
                yield Move(e.SextantUsed(person, direction), item)
    elif kind is e.Renewed and person in dealt.choosers:
        if not dealt.looked:
            yield Move(None, None, person, looks=True)
        for profession in sorted(dealt.cards.profession_pile) if dealt.looked else ():
            yield Move(e.Renewed(person), chosen=(profession,))
    elif kind is not e.Drew or state.pile:
        yield Move(kind(person))  # type: ignore[call-arg]


def _card_numbers(state: State) -> tuple[int | None, ...]:
    return (1, 2, 3) if Variant.THREE_ADVANCED in state.variants else (None,)


def _gifts(dealt: Dealt, person: Person) -> Iterator[Move]:
    for item in sorted(set(dealt.cards.hands[person])):
        for to in dealt.state.players:
            if to is not person:
                yield Move(e.Gave(person, to), item)


def _support(dealt: Dealt, person: Person) -> Iterator[Move]:
    state = dealt.state
    fight = state.fight
    assert fight is not None
    if person in left_to_ask(state, dealt.declined):
        yield Move(None, None, person)
        if not fight.support and person is not fight.attacker and _is_fresh(dealt, person, Profession.PRIEST):
            yield Move(e.PriestUsed(person))
        if person in (fight.attacker, fight.defender) and _is_fresh(dealt, person, Profession.DUELIST):
            yield Move(e.Used(person, Profession.DUELIST))
    if person is state.support_order()[0] and not dealt.waits:
        for side in e.Support:
            yield Move(e.Supported(person, side))


def _powers(dealt: Dealt, person: Person) -> Iterator[Move]:
    state = dealt.state
    fight = state.fight
    assert fight is not None
    yield Move(None, None, person)
    used = [use.card for use in fight.used]
    if (
        person is fight.attacker
        and not used
        and fight.hypnotised is None
        and _is_fresh(dealt, person, Profession.HYPNOTIST)
    ):
        for to in state.players:
            if to is not person:
                yield Move(e.Hypnotised(person, to))
    hand, profession = dealt.cards.hands[person], dealt.cards.professions[person]
    for card in FIGHT_CARDS:
        if (card not in hand and card is not profession) or card in used or not has_role(fight, person, card):
            continue
        if isinstance(card, Profession) and not may_be(state, person, card):
            continue
        for winner in e.Fighter if card is Profession.POISON_MIXER else (None,):
            yield Move(e.Used(person, card, winner))


def _rewards(dealt: Dealt, person: Person) -> Iterator[Move]:
    state = dealt.state
    fight = state.fight
    assert fight is not None
    if dealt.looked and person is rewarded(fight):
        yield from _searches(dealt, person)
        return
    if person in left_to_ask(state, dealt.declined):
        yield Move(None, None, person)
        if _is_fresh(dealt, person, Profession.DOCTOR):
            yield Move(e.DoctorUsed(person))
    if person is not rewarded(fight) or dealt.waits:
        return
    if fight.winner is Winner.TIE:
        yield Move(e.Drew(person))
        return
    for card in _card_numbers(state):
        yield Move(e.Looked(person, card))
    if person in dealt.choosers:
        yield Move(None, None, person, looks=True)
        return
    for took in (True, False):
        yield Move(e.Searched(person, took))


def _searches(dealt: Dealt, person: Person) -> Iterator[Move]:
    """Yield each item that may be taken after a look; a last one is exchanged (K24)."""
    fight, hands = dealt.state.fight, dealt.cards.hands
    assert fight is not None
    assert fight.winner_and_loser is not None
    found = hands[fight.winner_and_loser[1]]
    for item in sorted(set(found)):
        for give in sorted(set(hands[person])) if len(found) == 1 else (None,):
            yield Move(e.Searched(person, took=True), give, chosen=(item,))
    yield Move(e.Searched(person, took=False))


def _names(dealt: Dealt, person: Person) -> Iterator[Move]:
    others = [player for player in dealt.state.players if player is not person]
    for named in (dealt.plan,) if dealt.plan is not None else _groups_of(others, len(others)):
        yield Move(e.Named(person, named))


def _groups_of(players: Iterable[Person], most: int) -> Iterator[tuple[Person, ...]]:
    """Yield all groups of at most so many players."""
    players = sorted(players)
    for number in range(min(most, len(players)) + 1):
        yield from combinations(players, number)


def _shown(dealt: Dealt, person: Person) -> Iterator[Move]:
    yield Move(shown_event(dealt, person))


def shown_event(dealt: Dealt, person: Person) -> e.Shown:
    """Return what a player lays open in a claim: the cards as they are."""
    state, cards = dealt.state, dealt.cards
    profession = cards.professions[person] if state.phase is Phase.CLAIM else None
    items = None if state.phase is Phase.REVEAL else tuple(sorted(cards.hands[person]))
    return e.Shown(person, cards.sides[person], profession, items)


_MOVES = {
    Phase.TURN: _actions,
    Phase.OFFER: _answers,
    Phase.DEMAND: _demand_answers,
    Phase.ANNOUNCE: _announcements,
    Phase.EFFECT: _effects,
    Phase.LIMIT: _gifts,
    Phase.SUPPORT: _support,
    Phase.POWERS: _powers,
    Phase.RESULT: _rewards,
    Phase.CLAIM: _shown,
    Phase.NAMING: _names,
    Phase.ALLIES: _shown,
    Phase.REVEAL: _shown,
}


def draw_move(dealt: Dealt, rng: Random) -> Move:
    """Draw who acts, then a kind of event, then one of that kind; claims are rare."""
    state = dealt.state
    if dealt.picking is not None and not dealt.picking.left:
        return Move(dealt.picking.event)
    if state.phase is Phase.TURN and not dealt.looked:
        return _draw_action(dealt, state.turn, rng)
    actors = dealt.actors
    if not actors:
        return COUNT
    moves: Sequence[Move] = moves_of_player(dealt, actors[0])
    return moves[0] if len(moves) == 1 else moves[int(rng.random() * len(moves))]


def _draw_action(dealt: Dealt, person: Person, rng: Random) -> Move:
    """Draw an action without listing all of them."""
    state = dealt.state
    if rng.random() < _CLAIMS:
        claim = rng.choice(claim_kinds(state))
        others = [] if claim is e.ClaimKind.CREST else [player for player in state.players if player is not person]
        named = rng.sample(others, rng.randint(0, min(_MOST_NAMED, len(others))))
        return Move(e.Claimed(person, claim), plan=None if person in dealt.choosers else tuple(sorted(named)))
    kinds: list[type[e.GameEvent]] = [e.Passed, e.Offered, e.Offered, e.Attacked, e.Attacked]
    if _is_fresh(dealt, person, Profession.CLAIRVOYANT) and state.pile:
        kinds.append(e.ClairvoyantUsed)
    if _is_fresh(dealt, person, Profession.DIPLOMAT) and demandable(dealt, person):
        kinds.append(e.DiplomatUsed)
    kind = kinds[int(rng.random() * len(kinds))]
    if kind is e.ClairvoyantUsed and person in dealt.choosers:
        return Move(None, None, person, looks=True)
    if kind is e.Passed or kind is e.ClairvoyantUsed:
        return Move(kind(person))
    players = state.players
    to = players[(players.index(person) + 1 + int(rng.random() * (len(players) - 1))) % len(players)]
    if kind is e.Attacked:
        return Move(e.Attacked(person, to))
    if kind is e.DiplomatUsed:
        return Move(e.DiplomatUsed(person, to, rng.choice(demandable(dealt, person))))
    hand = dealt.cards.hands[person]
    return Move(e.Offered(person, to), hand[int(rng.random() * len(hand))])
