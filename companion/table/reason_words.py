"""Sentences for the reasons of a hint that every game has."""

from collections.abc import Callable
from fractions import Fraction

from companion.device.language import derived, say, say_count
from companion.device.sentences import capitalised
from companion.opponents import reasons as r


def percent(part: Fraction | float) -> int:
    """Return a share of one in whole per cent."""
    return round(100 * part)


def keep_percents(text: str) -> str:
    """Return the text; no line ends between a number and its sign."""
    return derived(text, lambda said: said.replace(" %", "\u00a0%"))


def describe_general_reason(reason: object, player_name: Callable[[str], str]) -> str:
    """Describe a reason in a sentence; empty for one of a game's own.

    `player_name`: returns a seat's name.
    """
    match reason:
        case r.OnlyMove():
            return say("Nothing else is possible.")
        case r.Wins():
            return say("That wins the game.")
        case r.EndsDrawn(losing=losing, others=others):
            return say("That is a draw; {n} of {others} other moves could lose at once.", n=losing, others=others)
        case r.WinsNext(opponent=opponent):
            return say("Whatever {player} can do, your next move can win.", player=player_name(opponent))
        case r.StopsWin(opponent=opponent, losing=losing, others=others) if losing == others:
            return say("After any other move {player} can win at once.", player=player_name(opponent))
        case r.StopsWin(opponent=opponent, losing=losing, others=others):
            return say(
                "After {losing} of {others} other moves {player} can win at once.",
                losing=losing,
                others=others,
                player=player_name(opponent),
            )
        case r.MovesAgain():
            return say("You move once more.")
        case r.FewestAnswers(opponent=opponent, answers=answers, elsewhere=elsewhere):
            text = say_count(
                "{player} can answer in {n} way only, after any other move in {elsewhere} or more.",
                "{player} can answer in {n} ways only, after any other move in {elsewhere} or more.",
                answers,
                elsewhere=elsewhere,
                player=player_name(opponent),
            )
            return capitalised(text)
        case r.BestAnswered():
            return say("As I count, no other move leaves you better off after the best answer.")
        case r.BestAtOnce():
            return say("As I count, no other move leaves you better off at once.")
        case r.BestOnAverage():
            return say("As I count, nothing else brings more on average.")
        case r.MuchAlike():
            return say("No move is better by much.")
        case r.PaysLater():
            return say("Others look better at first; this one pays off later, as far as I see.")
        case r.StaysUnsaid():
            return say("The reason lies in hidden cards, so it stays unsaid here.")
    return ""
