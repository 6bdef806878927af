"""Texts for the players: a line about every event, reasons of refusals, each phase's rules."""

import re
from collections.abc import Sequence

from companion.device.sentences import join_items, together, with_rules
from companion.games.coach_ride.language import later, say
from companion.games.coach_ride.table.captions import names
from companion.games.coach_ride.table.pages import translate_rulings
from companion.games.coach_ride.words import association_name, card_name, describe_claim, describe_fault, first_name
from companion.table.event_words import mark_allowed
from companion.voice.brevity import short_confirmation
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Variant
from engine.coach_ride.effects import effect_now
from engine.coach_ride.events import ClaimKind
from engine.coach_ride.state import Half, Phase, State, Winner
from engine.game import Problem


def describe_event(before: State | None, event: e.GameEvent, after: State) -> str:
    """Describe what happened, and what followed by itself; `before` is None for the first event."""
    return mark_allowed(together(_event(before, event), _followed(before, event, after)), event)


def describe_heard(before: State | None, event: e.GameEvent, after: State, *, confirms: bool) -> str:
    """Describe an event for the ear; what followed by itself is told in any case."""
    decides_fight = isinstance(event, e.Counted) or (isinstance(event, e.Used) and event.winner is not None)
    if isinstance(event, e.Offered) and not event.overruled:
        # As the question begins that follows.
        values = {"player": first_name(event.by), "other": first_name(event.to)}
        return say("Offered.") if confirms else say("{player} offers {other} a trade.", **values)
    if not confirms or decides_fight:
        return describe_event(before, event, after)
    return together(short_confirmation(_event(before, event)), _followed(before, event, after))


def describe_act(events: Sequence[e.GameEvent]) -> str:
    """Describe a quiet trade, or players who support nobody; empty for other events."""
    first, *others = events
    keeping = [event.by for event in events if isinstance(event, e.Supported) and event.side is e.Support.NONE]
    if len(keeping) == len(events):
        return say("They support nobody: {players}.", players=names(tuple(keeping)))
    if not (others and all(isinstance(event, e.Announced) and event.item is None for event in others)):
        return ""
    if isinstance(first, e.Accepted):
        return say("{player} accepted; nothing was announced.", player=first_name(first.by))
    if isinstance(first, e.Handed):
        return say("{player} handed it over; nothing was announced.", player=first_name(first.by))
    return ""


def _followed(before: State | None, event: e.GameEvent, after: State) -> str:
    """Describe what came of a count, or of a claim when the last cards were shown."""
    if isinstance(event, e.Counted):
        return describe_winner(after)
    if before is None or after.claim is None:
        return ""
    told = describe_verdict_line(before, after)
    if told:
        for fault in after.claim.faults:
            told = together(told, describe_fault(fault))
    return told


def describe_verdict_line(before: State, after: State) -> str:
    """Describe the verdict on a claim that has just been judged; empty if it was not now."""
    if before.claim is None or after.claim is None or before.claim.right is not None or after.claim.right is None:
        return ""
    return say("The claim is right.") if after.claim.right else say("The claim is wrong.")


def _event(before: State | None, event: e.GameEvent) -> str:
    match event:
        case e.Started():
            return say("The game begins.")
        case e.Passed(by=by):
            return say("{player} passed.", player=first_name(by))
        case e.Offered(by=by, to=to):
            return say("{player} offered a trade to {other}.", player=first_name(by), other=first_name(to))
        case e.Accepted(by=by):
            return say("{player} accepted: traded with {other}.", player=first_name(by), other=_trader(before))
        case e.Refused(by=by):
            return say("{player} refused.", player=first_name(by))
        case e.Announced(by=by, item=None):
            return say("{player} announced nothing.", player=first_name(by))
        case e.Announced(by=by, item=Item() as item):
            return say("{player} announced: {item}.", player=first_name(by), item=card_name(item))
        case e.Drew(by=by):
            return say("{player} drew an item.", player=first_name(by))
        case e.SextantUsed(direction=direction):
            left = direction is e.Direction.LEFT
            return say("All passed an item to the left.") if left else say("All passed an item to the right.")
        case e.Renewed(by=by):
            return say("{player} took another profession.", player=first_name(by))
        case e.Swapped(by=by):
            return say("{player} swapped professions with {other}.", player=first_name(by), other=_other(before))
        case e.Waived(by=by):
            return say("{player} waived the effect.", player=first_name(by))
        case e.Gave(by=by, to=to):
            return say("{player} gave an item to {other}.", player=first_name(by), other=first_name(to))
        case e.ClairvoyantUsed(by=by):
            return say("{player} looked through the item pile: Clairvoyant.", player=first_name(by))
        case e.DiplomatUsed(by=by, to=to, item=item):
            values = {"player": first_name(by), "other": first_name(to), "item": card_name(item)}
            return say("{player} demanded from {other}: {item}.", **values)
        case e.Handed(by=by):
            return say("{player} handed it over.", player=first_name(by))
        case e.Denied(by=by):
            return say("{player} does not have it.", player=first_name(by))
        case e.Looked(by=by):
            return _looked(before, by)
        case _:
            return _fight(before, event) or _claim(event)


def _looked(before: State | None, person: Person) -> str:
    """Describe at whose cards somebody looked, and at which: everybody has seen that much."""
    values = {"player": first_name(person), "other": _other(before)}
    effect = effect_now(before) if before else None
    if effect is None:
        return say("{player} looked at association and profession of {other}.", **values)
    if effect.item is Item.MONOCLE:
        return say("{player} looked at the association of {other}.", **values)
    return say("{player} looked at all items of {other}.", **values)


def _trader(before: State | None) -> str:
    """Return the name of the player who has offered."""
    assert before is not None
    assert before.trade is not None
    return first_name(before.trade.active)


def _other(before: State | None) -> str:
    """Name whom the effect of an item hits; after a fight, who has lost it."""
    assert before is not None
    effect = effect_now(before)
    if effect is not None:
        return first_name(effect.on)
    assert before.fight is not None
    ended = before.fight.winner_and_loser
    assert ended is not None
    return first_name(ended[1])


def _fight(before: State | None, event: e.GameEvent) -> str:
    match event:
        case e.Attacked(by=by, to=to):
            return say("{player} attacked: {other}.", player=first_name(by), other=first_name(to))
        case e.PriestUsed(by=by):
            return say("{player} stopped the attack: Priest.", player=first_name(by))
        case e.Supported(by=by, side=e.Support.SWORD):
            return say("{player} supports the attacker.", player=first_name(by))
        case e.Supported(by=by, side=e.Support.SHIELD):
            return say("{player} supports the defender.", player=first_name(by))
        case e.Supported(by=by):
            return say("{player} supports nobody.", player=first_name(by))
        case e.Hypnotised(to=to):
            return say("{player} is hypnotised.", player=first_name(to))
        case e.Used(by=by, card=card, winner=winner):
            told = say("{player} used: {card}.", player=first_name(by), card=card_name(card))
            fight = before.fight if before else None
            if winner is None or fight is None:
                return told
            won = fight.attacker if winner is e.Fighter.ATTACKER else fight.defender
            return together(told, say("{player} has won the fight.", player=first_name(won)))
        case e.Counted():
            return _counted(before)
        case e.DoctorUsed(by=by):
            return say("Nothing comes of the fight: {player}, Doctor.", player=first_name(by))
        case e.Searched(by=by, took=took):
            values = {"player": first_name(by), "other": _other(before)}
            if took:
                return say("{player} looked at all items of {other} and took one.", **values)
            return say("{player} looked at all items of {other} and took none.", **values)
    return ""


def _counted(before: State | None) -> str:
    fight = before.fight if before else None
    assert fight is not None
    return say("The fight: {attack} to {defence}.", attack=fight.total(Half.ATTACK), defence=fight.total(Half.DEFENCE))


def describe_winner(state: State) -> str:
    """Describe how the fight ended; empty before that."""
    fight = state.fight
    if fight is None or fight.winner is None:
        return ""
    if fight.winner is Winner.TIE or fight.winner_and_loser is None:
        return say("The fight is a tie.")
    return say("{player} has won the fight.", player=first_name(fight.winner_and_loser[0]))


def _claim(event: e.GameEvent) -> str:
    match event:
        case e.Claimed(by=by, kind=kind):
            return describe_claim(kind, by)
        case e.Named(by=by, players=players) if players:
            return say("{player} named: {players}.", player=first_name(by), players=names(players))
        case e.Named(by=by):
            return say("{player} named nobody.", player=first_name(by))
        case e.Shown(by=by, association=association, profession=profession, items=items):
            cards = [association_name(side) for side in association or ()]
            cards += [card_name(profession)] if profession else []
            cards += [card_name(item) for item in items or ()]
            return say("{player} shows: {cards}.", player=first_name(by), cards=join_items(cards))
        case e.Corrected(why=why):
            return say("Put right by hand: {why}.", why=why)
    raise ValueError(f"no words for {event!r}")


_SENTENCES = {
    "over": later("The game is over."),
    "limit-first": later("First the items over the limit are given away."),
    "not-now": later("That cannot be done now."),
    "not-seated": later("That person does not play."),
    "player-count": later("Three to ten play."),
    "player-twice": later("Nobody is named twice."),
    "coat-with-ten": later("With ten players the Coat stays out."),
    "three-only": later("The advanced game of three needs three players."),
    "variant-off": later("That variant is not played."),
    "yourself": later("It must be another player."),
    "not-yours": later("Somebody else is asked."),
    "not-your-turn": later("It is somebody else's turn."),
    "wrong-effect": later("This item does something else."),
    "which-card": later("Say which association."),
    "no-trade-effect": later("This item does not act in a trade."),
    "not-in-game": later("This item is not in the game."),
    "pile-empty": later("The item pile is empty."),
    "not-that-item": later("Another item was demanded."),
    "bag-for-bag": later("A bag is never traded for the other bag."),
    "item-elsewhere": later("This item cannot be there."),
    "has-it": later("This item must be there."),
    "other-profession": later("Another profession lies open before that player."),
    "profession-elsewhere": later("This profession lies open before somebody else."),
    "used-up": later("This profession is used up."),
    "not-your-role": later("This card is for another role in the fight."),
    "hypnotised": later("Whoever is hypnotised uses nothing in this turn."),
    "too-late": later("It is too late for that."),
    "already-used": later("Each card is used once in a fight."),
    "not-enough-items": later("There are not that many items in the hand."),
    "wrong-show": later("Other cards are to be shown."),
    "wrong-hand-size": later("The hand has a different number of items."),
    "hidden-item": later("An item is missing: all items are shown."),
    "impossible-cards": later("There are not that many of these cards."),
    "sum-wrong": later("Hands and pile do not add up to all items."),
    "count-below-one": later("Nobody holds fewer than one item."),
}
_RULING = re.compile(r"\(([^()]*(?:\bK\d+|\bsection \d+)[^()]*)\)")


def describe_problem(problem: Problem) -> str:
    """Return the sentence, and the ruling where the referee names one."""
    ruling = ruling_of(problem)
    told = say(_SENTENCES[problem.code]) if problem.code in _SENTENCES else problem.text
    return with_rules(told, translate_rulings(ruling))


def ruling_of(problem: Problem) -> str:
    """Return the rulings that a refusal rests on, such as ``K1, K14``; empty if none are named."""
    found = _RULING.search(problem.text)
    return found[1] if found else ""


def describe_status(state: State) -> str:
    """Return the turn, the pile and the limit."""
    if state.phase is Phase.OVER:
        return ""
    return say("Turn {n} · pile {pile} · limit {limit}", n=state.turns, pile=state.pile, limit=state.limit)


def describe_help(state: State) -> Sequence[str]:
    """Return the rules of what happens now."""
    match state.phase:
        case Phase.TURN:
            return (
                say("Exactly one of these: pass, trade, attack or claim (section 3)."),
                say("Clairvoyant and Diplomat are used in one's own turn (rules K11, K12)."),
            )
        case Phase.OFFER:
            return (
                say("Whoever accepts keeps the item and gives another one back, face down."),
                say("Black Pearl and Broken Mirror must be accepted; a bag is not traded for the other (rule K5)."),
            )
        case Phase.DEMAND:
            return (
                say("The demanded item is handed over for another one; that is a trade (rule K11)."),
                say("Whoever does not have it shows the hand to the Diplomat alone (rule K11)."),
            )
        case Phase.ANNOUNCE:
            if Variant.SMUGGLING in state.variants:
                return (say("Smuggling: the giver says whether the item given away acts (section 6)."),)
            return (
                say("The passive player names a trade item just received, then the active one (rule K18)."),
                say("Other items change hands in silence (section 3)."),
            )
        case Phase.EFFECT:
            return (say("The giver may carry it out, or waive it (rule K17)."),)
        case Phase.LIMIT:
            return (
                say("Whoever holds more than the limit gives items away at once, to whom they like (section 3)."),
                say("First the player whose turn it is, then clockwise (rule K10)."),
            )
        case Phase.SUPPORT:
            return (
                say("From the attacker's left all others lay a sword or a shield, or keep the card (section 3)."),
                say("Before the first of them a Priest may stop the attack (rule K21)."),
            )
        case Phase.POWERS:
            return (
                say("In any order: items are laid open in front, professions turned open (section 3)."),
                say("A Hypnotist acts before any card is used (rule K1)."),
            )
        case Phase.RESULT:
            return (
                say("The winner looks at association and profession, or at all items and may take one (section 3)."),
                say("A last item is taken only in exchange (rule K16). After a tie the attacker draws an item."),
            )
    return _describe_claim_help(state)


def _describe_claim_help(state: State) -> Sequence[str]:
    wrong = say("Anything wrong: the whole other side wins (section 5).")
    kind = state.claim.kind if state.claim is not None else ClaimKind.OWN
    if kind is ClaimKind.CREST:
        return (
            say("Three keys, goblets or bags that count, and the Crest of the Lodge, in one's own hand (rule K8)."),
            wrong,
        )
    if kind is ClaimKind.ENEMY:
        return (
            say("Those who are named show three victory items of the other side; no Drink of Power helps (section 6)."),
            wrong,
        )
    return (
        say("Three victory items of the side, shown by the claimant and the named allies, are enough (section 5)."),
        say("With an odd number the smaller side may use one Drink of Power (rule K4)."),
        wrong,
    )
