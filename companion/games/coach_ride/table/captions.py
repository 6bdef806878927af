"""Captions of the steps: one large sentence, the title above it, and facts beside it."""

from collections.abc import Iterator

from companion.device.sentences import join_items, listed
from companion.games.coach_ride.language import say
from companion.games.coach_ride.words import card_name, claim_title, first_name
from engine.coach_ride.cards import Item, Person
from engine.coach_ride.effects import effect_now
from engine.coach_ride.events import Direction, GameEvent, PriestUsed, SextantUsed, Support
from engine.coach_ride.state import Claim, Fight, Half, Phase, State, Winner


def names(players: tuple[Person, ...]) -> str:
    """Return several names, as a list within a sentence."""
    return listed([first_name(player) for player in players])


def title(state: State) -> str:
    """Return a title for what goes on."""
    match state.phase:
        case Phase.OFFER | Phase.ANNOUNCE | Phase.EFFECT:
            return say("A trade")
        case Phase.DEMAND:
            return say("A demand")
        case Phase.LIMIT:
            return say("Too many items")
        case Phase.SUPPORT | Phase.POWERS | Phase.RESULT:
            return say("A fight")
        case Phase.CLAIM | Phase.NAMING | Phase.ALLIES | Phase.REVEAL:
            assert state.claim is not None
            return _verdict(state.claim) or claim_title(state.claim.kind)
    return say("Turn {n}", n=state.turns)


def _verdict(claim: Claim) -> str:
    """Describe the verdict on the claim, while the others still show their associations.

    Empty before that.
    """
    if claim.right is None:
        return ""
    return say("The claim is right") if claim.right else say("The claim is wrong")


def ask_to_pick(state: State, event: GameEvent) -> str:
    """Ask those who give something away by another player's event to choose it."""
    match event:
        case SextantUsed(direction=Direction.LEFT):
            return say("Everybody chooses what goes to the left.")
        case SextantUsed():
            return say("Everybody chooses what goes to the right.")
        case PriestUsed(by=by) if state.fight is not None:
            return say(
                "{priest} stops the attack: {player} chooses what to give for it.",
                priest=first_name(by),
                player=first_name(state.fight.attacker),
            )
    assert state.trade is not None
    return say("{player} chooses what to give back.", player=first_name(state.trade.active))


def caption(state: State, person: Person | None = None) -> str:
    """Describe what is to be done now.

    `by`: by whom, if the table lets another one do it.
    """
    match state.phase:
        case Phase.TURN:
            return say("{player}: pass, trade, attack or claim?", player=first_name(person or state.turn))
        case Phase.OFFER | Phase.DEMAND | Phase.ANNOUNCE | Phase.EFFECT:
            return _trade(state)
        case Phase.LIMIT:
            giver = state.first_over_limit()
            assert giver is not None
            return say(
                "{player} holds {n}, {limit} are allowed: one goes to whom?",
                player=first_name(giver),
                n=state.hands[giver],
                limit=state.limit,
            )
        case Phase.SUPPORT:
            return say(
                "{player}: sword, shield, or keep the card?", player=first_name(person or state.support_order()[0])
            )
        case Phase.POWERS | Phase.RESULT:
            return _fight(state)
        case Phase.OVER:
            return ""
    return _claim(state)


def _trade(state: State) -> str:
    trade = state.trade
    assert trade is not None
    player, other = first_name(trade.active), first_name(trade.passive)
    match state.phase:
        case Phase.OFFER:
            return say("{player} offers {other} a trade. Accepted?", player=player, other=other)
        case Phase.DEMAND:
            assert trade.demanded is not None
            return say(
                "{player} demands from {other}: {item}. Is it handed over?",
                player=player,
                other=other,
                item=card_name(trade.demanded),
            )
        case Phase.ANNOUNCE:
            asked = state.announcing_player()
            assert asked is not None
            return say("{player}: anything to announce?", player=first_name(asked))
    effect = effect_now(state)
    assert effect is not None
    return describe_effect(effect.item, effect.by, effect.on)


def describe_effect(item: Item, person: Person, on: Person) -> str:
    """Describe what the giver of an announced item may do."""
    values = {"player": first_name(person), "other": first_name(on)}
    match item:
        case Item.BAG_KEY | Item.BAG_GOBLET:
            return say("{player} may draw an item.", **values)
        case Item.PRIVILEGE:
            return say("{player} may look at all items of {other}.", **values)
        case Item.MONOCLE:
            return say("{player} may look at the association of {other}.", **values)
        case Item.SEXTANT:
            return say("{player} may have all pass an item: which way?", **values)
        case Item.COAT:
            return say("{player} may take another profession from the pile.", **values)
    return say("{player} may swap professions with {other}.", **values)


def _fight(state: State) -> str:
    fight = state.fight
    assert fight is not None
    values = {"attack": fight.total(Half.ATTACK), "defence": fight.total(Half.DEFENCE)}
    if state.phase is Phase.POWERS:
        return say("{attack} to {defence}: who uses a card?", **values)
    if fight.winner is Winner.TIE:
        return say("{attack} to {defence}: a tie. {player} draws an item.", player=first_name(fight.attacker), **values)
    assert fight.winner_and_loser is not None
    winner, loser = fight.winner_and_loser
    return say("{player} wins against {other}: which reward?", player=first_name(winner), other=first_name(loser))


def _claim(state: State) -> str:
    claim = state.claim
    assert claim is not None
    if state.phase is Phase.NAMING:
        return say("{player}: whose items are needed?", player=first_name(claim.by))
    if state.phase is Phase.CLAIM:
        return say("{player} shows association, profession and all items.", player=first_name(claim.by))
    actor = first_name(state.players_to_show()[0])
    if state.phase is Phase.ALLIES:
        return say("{player} shows association and all items.", player=actor)
    return say("All others show their association: {player}?", player=actor)


def ask_both_to_announce() -> str:
    """Ask both players of a trade: everybody hears the same, whatever was traded."""
    return say("Then both: anything to announce?")


def facts(state: State) -> Iterator[str]:
    """Yield lines of facts beside the first question."""
    fight = state.fight
    if fight is not None and state.phase is Phase.POWERS:
        yield say("Attack {n}: {parts}", n=fight.total(Half.ATTACK), parts=join_items(_parts(fight, Half.ATTACK)))
        yield say("Defence {n}: {parts}", n=fight.total(Half.DEFENCE), parts=join_items(_parts(fight, Half.DEFENCE)))
    trade = state.trade
    if trade is not None and any(trade.announced):
        yield say("Announced: {items}.", items=join_items(card_name(item) for item in trade.announced if item))


def _parts(fight: Fight, half: Half) -> Iterator[str]:
    """Yield what counts for a side."""
    yield first_name(fight.attacker if half is Half.ATTACK else fight.defender)
    side = Support.SWORD if half is Half.ATTACK else Support.SHIELD
    yield from (first_name(player) for player, support in fight.support.items() if support is side)
    yield from (card_name(used.card) for used in fight.used if used.half is half)
