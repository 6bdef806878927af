"""State of a game and players' choices, in a few lines of text."""

from collections.abc import Iterator

from companion.device.sentences import join_items, listed
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.words import (
    association_name,
    card_name,
    describe_claim,
    describe_fault,
    event_name,
    person_name,
    support_name,
    variant_name,
)
from companion.table.event_words import describe_actions
from engine.coach_ride.cards import MOST_PLAYERS, ONCE, Association, Person
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Claim, Fight, Half, Phase, State, Trade


def describe_state(state: State) -> list[str]:
    """Describe the player on turn, everyone at the table, the piles, what goes on, and choices.

    Choices are who may do what.
    """
    return [
        _turn(state),
        *(describe_seat(state, player) for player in state.players),
        describe_piles(state),
        *describe_due(state),
        *_describe_choices(state),
    ]


def _turn(state: State) -> str:
    if state.phase is Phase.OVER:
        text = say("The game is over.")
    else:
        text = say("Turn {n}: {player}.", n=state.turns, player=person_name(state.turn))
    variants = join_items(map(variant_name, state.variants))
    return text + (" " + say("Variants: {variants}.", variants=variants) if variants else "")


def describe_seat(state: State, player: Person) -> str:
    """Return the number of a player's items, and the open profession."""
    parts = [say_count("{n} item", "{n} items", state.hands[player])]
    profession = state.professions.get(player)
    if profession is not None:
        name = card_name(profession)
        parts.append(say("{card} (used up)", card=name) if profession in ONCE else name)
    return f"{person_name(player)}: {', '.join(parts)}"


def describe_piles(state: State) -> str:
    """Return the piles, and the most items in a hand."""
    return say(
        "Item pile: {items}. Profession pile: {professions}. Most items in a hand: {limit}.",
        items=state.pile,
        professions=MOST_PLAYERS - len(state.players),
        limit=state.limit,
    )


def describe_due(state: State) -> Iterator[str]:
    """Describe what is going on."""
    if state.trade:
        yield from describe_trade(state.trade)
    if state.fight:
        yield from describe_fight(state.fight)
    if state.claim:
        yield from _claim(state.claim)
    giver = state.first_over_limit() if state.phase is Phase.LIMIT else None
    if giver:
        yield say_count(
            "{player} holds {n} item, {limit} are allowed.",
            "{player} holds {n} items, {limit} are allowed.",
            state.hands[giver],
            player=person_name(giver),
            limit=state.limit,
        )
    if state.result:
        yield describe_winners(state.result.winners)


def describe_trade(trade: Trade) -> Iterator[str]:
    """Yield who trades with whom, what was announced, and its effect."""
    player, other = person_name(trade.active), person_name(trade.passive)
    if trade.demanded:
        yield say("{player} demands from {other}: {item}.", player=player, other=other, item=card_name(trade.demanded))
    else:
        yield say("{player} trades with {other}.", player=player, other=other)
    announced = [card_name(item) for item in trade.announced if item]
    if announced:
        yield say("Announced: {items}.", items=join_items(announced))
    if trade.effect:
        actor, on = person_name(trade.effect.by), person_name(trade.effect.on)
        yield say("{item}: {player} to {other}.", item=card_name(trade.effect.item), player=actor, other=on)


def describe_fight(fight: Fight) -> Iterator[str]:
    """Yield who fights whom, support, used cards, and who has won."""
    attacker, defender = person_name(fight.attacker), person_name(fight.defender)
    yield say(
        "{player} attacks {other}: {attack} to {defence}.",
        player=attacker,
        other=defender,
        attack=fight.total(Half.ATTACK),
        defence=fight.total(Half.DEFENCE),
    )
    for player, support in fight.support.items():
        yield f"{person_name(player)}: {support_name(support)}"
    for used in fight.used:
        yield say("{player} has used: {card}.", player=person_name(used.by), card=card_name(used.card))
    if fight.hypnotised:
        yield say("{player} is hypnotised.", player=person_name(fight.hypnotised))
    if fight.winner_and_loser:
        yield say("{player} has won the fight.", player=person_name(fight.winner_and_loser[0]))
    elif fight.winner:
        yield say("The fight is a tie.")


def _claim(claim: Claim) -> Iterator[str]:
    yield describe_claim(claim.kind, claim.by)
    if claim.named:
        yield say("Named: {players}.", players=join_items(map(person_name, claim.named)))
    for player, cards in claim.shown.items():
        shown = [association_name(side) for side in cards.association]
        shown += [card_name(cards.profession)] if cards.profession else []
        shown += [card_name(item) for item in cards.items or ()]
        yield say("{player} shows: {cards}.", player=person_name(player), cards=join_items(shown))
    yield from map(describe_fault, claim.faults)
    if claim.right is not None:
        yield say("The claim is right.") if claim.right else say("The claim is wrong.")


def _describe_choices(state: State) -> Iterator[str]:
    """Describe who may do what, a line for everybody who may do anything."""
    choices = RULES.next(state)
    if not all(choice.by for choice in choices):
        yield say("When nobody wants to use anything more, the fight is counted.")
    yield from describe_actions(choices, {str(player): person_name(player) for player in state.players}, event_name)


def describe_side_wins(side: Association) -> str:
    """Return the side that has won, a sentence."""
    return say("The Order wins.") if side is Association.ORDER else say("The Brotherhood wins.")


def describe_winners(players: tuple[str, ...], _reason: str = "") -> str:
    """Describe in a sentence who has won."""
    if not players:
        return say("Nobody wins.")
    names = listed([person_name(Person(player)) for player in players])
    return say_count("{player} wins.", "{player} win together.", len(players), player=names)
