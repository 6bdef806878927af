"""Estimate of a side's chance to win: its victory items, its fights and trades, claims."""

import math
from collections import Counter

from . import events as e
from .cards import BAG_OF, VICTORY_ITEM, Association, Item, Person, associations_each
from .claims import ENOUGH
from .dealt import Dealt
from .hidden import Cards, answers, is_bag_for_bag, least_wanted, must_be_accepted, value_of, without
from .sightings import HandSeen, SideSeen
from .state import Claim, Fight, Half, Phase, State, Winner, has_odd_players

#: Weight of a side's victory item, in logits as all that follow (guided by the arena).
_ITEM = 0.5
#: Weight of one in the hand of the side's player who has the most.
_TOGETHER = 0.35
#: Weight of one in the own hand: its player decides when to claim.
_OWN = 0.5
#: Weight of any item in the own hand: there is more to give away.
_HELD = 0.2
#: Weight of a victory item on top of the pile, for a player with a bag by which it is drawn.
_DRAWN_NEXT = 1.0
#: Weight of a player whose side was seen.
_SIDE_KNOWN = 1.0
#: Weight of a player whose hand was seen.
_HAND_KNOWN = 0.1
#: Weight of the pearl, with which nobody claims.
_PEARL = 0.5
#: Weight of a fight that is won: something is taken or looked at.
_PRIZE = 0.5
#: Weight of somebody being over the limit.
_CROWDED = 3.0
#: Weights of items that act when they are given away and accepted.
_ACTING = {
    Item.BAG_KEY: 0.9,
    Item.BAG_GOBLET: 0.9,
    Item.MONOCLE: 0.5,
    Item.PRIVILEGE: 0.25,
    Item.SEXTANT: 0.02,
    Item.COAT: 0.05,
    Item.TOME: 0.05,
}
#: Chance that an offer is accepted which its receiver likes.
_LIKED = 0.8
#: Chance that another one is.
_DISLIKED = 0.15
#: Steepness of the chance to win a fight, by the difference of the totals.
_LEAD = 1.1
#: Worth of a game that goes on and looks won: a claim that is right is worth more.
_MOST = 0.8
#: Worth of a right claim of which that could only be guessed: seldom is a guess as good as a game that goes on.
_GUESSED = 0.85
#: After so many rounds of turns bots lose their patience: any claim will do that is rather right.
_PATIENCE = 12
#: With many players after fewer: so many turns times players, for in each turn everybody is asked.
_PATIENT_TURNS = 500
#: Part of its worth that a game has then.
_IMPATIENT = 0.8
#: Turns after which it has lost as much again.
_IMPATIENT_TURNS = 12
#: Part of its worth that a game keeps, however long it takes: no claim is made that is hardly ever right.
_LEAST_PATIENT = 0.5
#: Worth of one that looks lost: a claim that is probably wrong is worth less.
_LEAST = 0.45


def worth_of(dealt: Dealt, person: Person) -> float:
    """Return a side's chance to win, as one of its players sees it, 0 to 1."""
    state, cards = dealt.state, dealt.cards
    if state.result is not None:
        return float(person in state.result.winners)
    if state.claim is not None:
        return _claim_worth(dealt, person)
    strength = _strength(state, cards, person)
    logit = strength + _information(dealt, person)
    if state.phase is Phase.LIMIT:
        # Gifts to those who have no room come back for ever.
        logit -= _CROWDED
    if state.fight is not None:
        logit += _fight_worth(state, state.fight, cards, person)
    elif state.phase is Phase.DEMAND or (state.phase is Phase.OFFER and cards.offered is not None):
        logit += _trade_worth(state, cards, person, strength)
    worth = _LEAST + (_MOST - _LEAST) / (1 + math.exp(-logit))
    return worth * _patience(state)


def _patience(state: State) -> float:
    """Return the part of its worth that a game has left."""
    players = len(state.players)
    # Gifts that go to and fro do not put off the turn that follows them.
    turns = state.turns + (state.phase is Phase.LIMIT)
    late = turns - min(_PATIENCE * players, _PATIENT_TURNS / players)
    return 1.0 if late <= 0 else max(_LEAST_PATIENT, _IMPATIENT ** (1 + late / _IMPATIENT_TURNS))


def _strength(state: State, cards: Cards, person: Person) -> float:
    """Return the lead of a player's side in victory items, in logits."""
    own, mine = cards.side(person), cards.hands[person]
    logit, most, most_of_others = _OWN * _victory_items(state, own, mine) + _HELD * len(mine), 0, 0
    for player, hand in cards.hands.items():
        side = cards.side(player)
        # As `_victory_items`, which would be called for each player of thousands of states.
        wanted = VICTORY_ITEM[side]
        items = hand.count(wanted) if state.pile else hand.count(wanted) + hand.count(BAG_OF[wanted])
        if side is own:
            logit += _ITEM * items
            most = max(most, items)
        else:
            logit -= _ITEM * items
            most_of_others = max(most_of_others, items)
    logit += _TOGETHER * (most - most_of_others)
    if cards.pile and cards.pile[-1] is VICTORY_ITEM[own] and not {*BAG_OF.values()}.isdisjoint(mine):
        logit += _DRAWN_NEXT
    return logit - _PEARL if Item.PEARL in mine else logit


def _victory_items(state: State, side: Association, hand: tuple[Item, ...]) -> int:
    """Return what `State.victory_items` does, for a hand and in less time."""
    wanted = VICTORY_ITEM[side]
    return hand.count(wanted) if state.pile else hand.count(wanted) + hand.count(BAG_OF[wanted])


def _information(dealt: Dealt, person: Person) -> float:
    """Return what it helps that a player has seen associations and hands, in logits."""
    known = dealt.known
    sides = set(known[person].sides) if known and person in known else set()
    hands = set()
    for seen in dealt.cards.sightings:
        if isinstance(seen, SideSeen) and seen.seer is person:
            sides.add(seen.at)
        elif isinstance(seen, HandSeen) and seen.seer is person:
            hands.add(seen.at)
    return _SIDE_KNOWN * len(sides) + _HAND_KNOWN * len(hands)


def _fight_worth(state: State, fight: Fight, cards: Cards, person: Person) -> float:
    """Return what a fight that is not settled may bring, in logits."""
    if fight.winner is None:
        lead = fight.total(Half.ATTACK) - fight.total(Half.DEFENCE)
        chance = 1 / (1 + math.exp(-_LEAD * lead))
    elif fight.winner is Winner.TIE:
        return _PRIZE / 2 if person is fight.attacker else 0.0
    else:
        chance = float(fight.winner is Winner.ATTACKER)
    won = _prize(state, cards, fight.attacker, fight.defender, person)
    lost = _prize(state, cards, fight.defender, fight.attacker, person)
    return chance * won + (1 - chance) * lost


def _prize(state: State, cards: Cards, winner: Person, loser: Person, person: Person) -> float:
    """Return what it is worth to somebody that this one wins a fight."""
    own = cards.side(person)
    mine, theirs = cards.side(winner) is own, cards.side(loser) is own
    logit = 0.0
    if mine is not theirs:
        wanted = any(value_of(item, cards.side(winner), state.pile) > ENOUGH for item in cards.hands[loser])
        logit = _PRIZE * (1 + wanted) * (1 if mine else -1)
    if person is winner:
        return logit + _PRIZE
    return logit - _PRIZE / 2 if person is loser else logit


def _trade_worth(state: State, cards: Cards, person: Person, strength: float) -> float:
    """Return what an offer or a demand may change of a side's strength, in logits."""
    trade, given = state.trade, cards.offered
    assert trade is not None
    active, passive = trade.active, trade.passive
    theirs = cards.hands[passive]
    if trade.demanded is not None:
        found = [item for item in answers(trade.demanded, state.pile) if item in theirs]
        if not found:
            return 0.0
        back, chance = found[0], 1.0
        given = least_wanted(cards, active, state.pile, back)
    else:
        assert given is not None
        if all(is_bag_for_bag(item, given, state.pile) for item in theirs):
            # Nothing may go back for it (K5).
            return 0.0
        back = least_wanted(cards, passive, state.pile, given)
        side = cards.side(passive)
        likes = value_of(given, side, state.pile) >= value_of(back, side, state.pile)
        chance = 1.0 if must_be_accepted(given) else _LIKED if likes else _DISLIKED
    hands = {
        **cards.hands,
        active: (*without(cards.hands[active], given), back),
        passive: (*without(theirs, back), given),
    }
    after = Cards(hands, cards.sides, cards.professions, cards.pile, cards.profession_pile)
    gain = _strength(state, after, person) - strength
    if person is active and Item.MIRROR not in (given, back):
        gain += _ACTING.get(given, 0.0)
    return chance * gain


# --- claims -----------------------------------------------------------------------------------------------------------


def _claim_worth(dealt: Dealt, person: Person) -> float:
    """Return 1 if a claim will bring the victory to a player's side, 0 if not."""
    state, cards, claim = dealt.state, dealt.cards, dealt.state.claim
    assert claim is not None
    right = claim.right
    if right is None:
        is_named = state.phase in (Phase.ALLIES, Phase.REVEAL)
        named = claim.named if is_named else _best_names(dealt, claim) if dealt.plan is None else dealt.plan
        right = is_right(state, cards, claim.by, claim.kind, named)
        if right and person is claim.by and _patience(state) == 1.0 and not _knows_sides(dealt, person, named):
            return _GUESSED
    if right and claim.kind is e.ClaimKind.CREST:
        return float(person is claim.by)
    return float((cards.side(person) is cards.side(claim.by)) is right)


def _knows_sides(dealt: Dealt, person: Person, named: tuple[Person, ...]) -> bool:
    """Return True if a claimant has seen of which side these are, or can conclude it."""
    if not dealt.known or person not in dealt.known:
        return True
    seen, cards = dealt.known[person].sides, dealt.cards
    most = associations_each(len(dealt.state.players), dealt.state.variants)
    counts = Counter((*cards.sides[person], *(side for sides in seen.values() for side in sides.values())))
    if most in counts.values():
        return True
    needed = len(cards.sides[person]) // 2 + 1
    return all(player in seen and max(Counter(seen[player].values()).values()) >= needed for player in named)


def is_right(state: State, cards: Cards, person: Person, kind: e.ClaimKind, named: tuple[Person, ...]) -> bool:
    """Return True if a claim with these allies is right, all cards being known (section 5)."""
    hand, own = cards.hands[person], cards.side(person)
    if Item.PEARL in hand:
        return False
    if kind is e.ClaimKind.CREST:
        return Item.CREST in hand and sum(_victory_items(state, side, hand) for side in Association) >= ENOUGH
    side = own.other if kind is e.ClaimKind.ENEMY else own
    found = _victory_items(state, side, hand) if kind is e.ClaimKind.OWN else 0
    if kind is e.ClaimKind.OWN and not found:
        return False
    for ally in named:
        items = _victory_items(state, side, cards.hands[ally])
        if cards.side(ally) is not side or not items:
            return False
        found += items
    if found == ENOUGH - 1 and kind is e.ClaimKind.OWN and has_odd_players(state):
        return sum(cards.side(player) is own for player in state.players) * 2 < len(state.players)
    return found >= ENOUGH


def _best_names(dealt: Dealt, claim: Claim) -> tuple[Person, ...]:
    """Return the allies who have what is missing: of an unknown plan the best is feared."""
    state, cards = dealt.state, dealt.cards
    own = cards.side(claim.by)
    side = own.other if claim.kind is e.ClaimKind.ENEMY else own
    allies = [player for player in state.players if player is not claim.by and cards.side(player) is side]
    return tuple([player for player in allies if _victory_items(state, side, cards.hands[player])])
