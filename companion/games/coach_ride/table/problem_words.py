"""What contradicts the rules, in a player's words: a sentence for each code, with the ruling that the referee names."""

import re

from companion.device.sentences import together
from companion.games.coach_ride.language import later, say
from companion.games.coach_ride.table.rulings import told_number
from engine.game import Problem

_SENTENCES = {
    "over": later("The game is over."),
    "limit-first": later("First the items over the limit are given away."),
    "not-now": later("That cannot be done now."),
    "not-seated": later("That person does not play."),
    "player-count": later("Three to ten play."),
    "player-twice": later("Nobody is named twice."),
    "coat-with-ten": later("With ten players the Coat stays out."),
    "three-only": later("The advanced game of three needs three players."),
    "variant-off": later("That is a variant that is not played."),
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


def tell_problem(problem: Problem) -> str:
    """The sentence, and the ruling where the referee names one."""
    ruling = ruling_of(problem)
    told = say(_SENTENCES[problem.code]) if problem.code in _SENTENCES else problem.text
    return together(told, f"({told_number(ruling)})") if ruling else told


def ruling_of(problem: Problem) -> str:
    """The rulings that a refusal rests on, such as ``K1, K14``; empty if none are named."""
    found = _RULING.search(problem.text)
    return found[1] if found else ""
