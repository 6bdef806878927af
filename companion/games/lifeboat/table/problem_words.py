"""What contradicts the rules, in a player's words: a sentence for each code, with the number of the rule."""

import re

from companion.device.sentences import together
from companion.games.lifeboat.language import later, say
from engine.game import Problem

_SENTENCES = {
    "not-now": later("That cannot be done in this step."),
    "not-aboard": later("They are out of the boat."),
    "not-conscious": later("Only the conscious may do that."),
    "not-your-turn": later("It is somebody else's turn."),
    "not-navigator": later("Only the conscious one nearest the stern navigates."),
    "no-trading": later("There is no trading now."),
    "yourself": later("Nobody demands, trades or objects against themselves."),
    "target-not-conscious": later("The other must be conscious for that."),
    "target-dead": later("Nothing can be used on the dead."),
    "not-dead": later("Only the dead can be eaten."),
    "wrong-target": later("The card cannot be used for that character."),
    "not-wounded": later("There is no wound to take off."),
    "already": later("That has been done already."),
    "not-a-ghost": later("Only those who drowned can call the sharks."),
    "no-cards": later("There are not enough hand cards for that."),
    "no-such-card": later("There is no such card there."),
    "deck-empty": later("The navigation deck has too few cards for that."),
    "too-many": later("Those are more cards than the row draws."),
    "nothing": later("A trade of nothing is no trade."),
    "wrong-cards": later("The flare turns three different cards. The fourth bird ends it."),
    "wrong-count": later("The hand has another number of cards."),
    "love-taken": later("Somebody else has that love card."),
    "hate-taken": later("Somebody else has that hate card."),
    "wrong-correction": later("That value cannot be."),
    "does-not-add-up": later("Then there would be more cards than there are."),
    "wrong-players": later("Four to six play, or seven with Dr. Harter."),
    "wrong-variants": later("Dr. Harter plays only with cannibalism."),
    "wrong-navigation": later("These cards cannot be played with. It takes 18 to 48, with a plain bird."),
}
_RULE = re.compile(r"\(([^()]*\b(?:LR?|V)\d+[^()]*)\)")


def tell_problem(problem: Problem) -> str:
    """The sentence, and the rule's number where the referee names one."""
    rule = _RULE.search(problem.text)
    told = say(_SENTENCES[problem.code]) if problem.code in _SENTENCES else problem.text
    return together(told, f"({rule[1]})") if rule else told
