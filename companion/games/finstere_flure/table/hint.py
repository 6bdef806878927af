"""Sentences for the reasons of a hint."""

from typing import Any

from companion.device.sentences import number_text
from companion.games.finstere_flure import reasons as r
from companion.games.finstere_flure.language import say, say_count
from companion.table.reason_words import keep_percents, percent


def describe_token_reason(reason: Any) -> str:
    """Describe the reason of a token's move in a sentence; empty for one that every game has."""
    match reason:
        case r.Leaves(out=out, needed=needed):
            return say_count(
                "Then {n} of the {needed} tokens that win is out.",
                "Then {n} of the {needed} tokens that win are out.",
                out,
                needed=needed,
            )
        case r.LowersRisk(before=before, after=after):
            text = say(
                "Risk of being eaten there: {n} %, where it stands: {now} %.", n=percent(after), now=percent(before)
            )
            return keep_percents(text)
        case r.Approaches(before=before, after=after, risk=risk):
            text = say_count(
                "{n} step nearer to the exit, risk of being eaten there: {risk} %.",
                "{n} steps nearer to the exit, risk of being eaten there: {risk} %.",
                before - after,
                risk=percent(risk),
            )
            return keep_percents(text)
        case r.EndangersOthers(before=before, after=after):
            return say(
                "Tokens of others that will be eaten on average: {n} instead of {now}.",
                n=number_text(after, ".2f"),
                now=number_text(before, ".2f"),
            )
    return ""
