"""What contradicts the rules, in a player's words: a sentence for each code, with the number of the rule."""

import re

from companion.device.sentences import strung
from companion.games.betrayal.language import later, say
from engine.game import Problem

_SENTENCES = {
    "not-now": later("That cannot be done now."),
    "wrong-players": later("Three to six explorers play, of different colours."),
    "not-in-game": later("That is not in the house."),
    "dead": later("The dead do nothing more."),
    "owed": later("Something else comes first."),
    "not-your-turn": later("It is somebody else's turn."),
    "stunned": later("The monster is stunned and loses this turn."),
    "not-for-monsters": later("Monsters do not do that."),
    "stopped": later("No more moving this turn: a card was drawn, or a crossing failed."),
    "not-here": later("That cannot be done here."),
    "no-way": later("No way leads there."),
    "no-door": later("There is no open door on that side."),
    "no-such-card": later("That card is not there."),
    "wrong-card": later("The sign asks for another card."),
    "card-handled": later("That card has been handled this turn already."),
    "fixed-card": later("That card is not given, laid down or stolen."),
    "already-done": later("That has been done this turn already."),
    "roll-first": later("A roll comes before leaving."),
    "already-tried": later("That has been tried this turn already."),
    "must-slide": later("Somebody is in the Coal Chute and must slide down first."),
    "too-far": later("That is too far."),
    "not-an-enemy": later("They are on the same side."),
    "no-such-trait": later("One of them has no such trait."),
    "needs-card": later("That trait needs a card to attack with."),
    "wrong-dice": later("Those are not the right dice."),
    "weapon-only-attacking": later("A weapon is used in an attack only."),
    "not-stuck": later("Rooms are laid elsewhere only where nothing fits behind an open door."),
    "no-such-tile": later("That tile cannot come now."),
    "not-in-stack": later("What is set aside comes again when the stack is out."),
    "usable-tile": later("A tile was set aside that fits."),
    "wrong-fall": later("That is not where the fall ends."),
    "wrong-elevator": later("The elevator does not run like that."),
    "wrong-floor": later("It does not belong on that floor."),
    "fixed-room": later("That room stays where it is."),
    "cell-taken": later("Another room lies there."),
    "not-joined": later("No doors meet there."),
    "closes-floor": later("It would close the floor."),
    "must-move": later("The elevator can go, so it must."),
    "wrong-side": later("Nobody can stand on that side."),
    "wrong-damage": later("That is not the damage that is due."),
    "wrong-split": later("Damage is not shared out like that."),
    "no-gain": later("There is nothing to gain here."),
    "dog-way": later("The Dog cannot go that way."),
    "wrong-number": later("There is no haunt of that number."),
    "wrong-traitor": later("Somebody else who fits is nearer."),
    "token-taken": later("That token is in the house already."),
    "not-your-side": later("That is the other side's to say."),
    "wrong-correction": later("That cannot be so."),
}
_RULE = re.compile(r"\(([^()]*\bBR?\d+[^()]*)\)")


def tell_problem(problem: Problem) -> str:
    """The sentence, with the rule's number where the referee names one."""
    rule = _RULE.search(problem.text)
    told = say(_SENTENCES[problem.code]) if problem.code in _SENTENCES else problem.text
    if rule is None:
        return told
    return say("{sentence} ({rules}).", sentence=told.rstrip(".。"), rules=strung(rule[1].split(", ")))
