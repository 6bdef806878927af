"""Sentences for the reasons of a hint that every game has."""

from collections.abc import Callable
from typing import Any

from companion.device.language import say, say_count
from companion.device.sentences import capitalised
from companion.opponents import reasons as r


def describe_general_reason(reason: Any, player_name: Callable[[str], str]) -> str:
    """Describe a reason in a sentence; empty for one of a game's own. `player_name`: a seat's name."""
    match reason:
        case r.OnlyMove():
            return say("Nothing else is possible.")
        case r.Wins():
            return say("That wins the game.")
        case r.EndsDrawn(losing=losing, others=others):
            return say_count(
                "That is a draw; {n} of {others} other moves could lose at once.",
                "That is a draw; {n} of {others} other moves could lose at once.",
                losing,
                others=others,
            )
        case r.WinsNext(opponent=opponent):
            text = say("Whatever {player} does, the next move can win.", player=player_name(opponent))
            return capitalised(text)
        case r.StopsWin(opponent=opponent, losing=losing, others=others) if losing == others:
            return capitalised(say("After any other move: victory for {player} at once.", player=player_name(opponent)))
        case r.StopsWin(opponent=opponent, losing=losing, others=others):
            return say(
                "{losing} of {others} other moves would allow this: victory for {player} at once.",
                losing=losing,
                others=others,
                player=player_name(opponent),
            )
        case r.MovesAgain():
            return say("The same side moves once more.")
        case r.FewestAnswers(opponent=opponent, answers=answers, elsewhere=elsewhere):
            return capitalised(
                say_count(
                    "That leaves {n} answer, any other move at least {elsewhere}: {player}.",
                    "That leaves {n} answers, any other move at least {elsewhere}: {player}.",
                    answers,
                    elsewhere=elsewhere,
                    player=player_name(opponent),
                )
            )
        case r.BestAnswered():
            return say("After the best answer no other move is left standing better, as I count.")
        case r.BestAtOnce():
            return say("No other move stands better at once, as I count.")
        case r.BestOnAverage(deals=deals):
            return say("In {deals} deals that fit, no other choice brings more on average, as I count.", deals=deals)
        case r.MuchAlike():
            return say("No move is better by much.")
        case r.PaysLater():
            return say("Others look better at first; this one pays off later, as far as I see.")
        case r.StaysUnsaid():
            return say("The reason lies in hidden cards, so it stays unsaid here.")
    return ""
