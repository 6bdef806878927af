"""Codes of an event's problems, in the order in which they are listed (rules, section 9)."""

from collections.abc import Iterable

from engine.game import RuleProblem

#: The first three stand alone.
ALONE = ("not-understood", "not-now", "not-in-game")
CODES = (
    *ALONE,
    "wrong-players",
    "wrong-variants",
    "wrong-navigation",
    "not-aboard",
    "not-conscious",
    "not-your-turn",
    "not-navigator",
    "no-trading",
    "yourself",
    "target-not-conscious",
    "target-dead",
    "not-dead",
    "wrong-target",
    "not-wounded",
    "already",
    "not-a-ghost",
    "no-cards",
    "no-such-card",
    "deck-empty",
    "too-many",
    "nothing",
    "wrong-cards",
    "wrong-count",
    "love-taken",
    "hate-taken",
    "wrong-correction",
    "does-not-add-up",
)

#: What the table may overrule, ...
LIFTED = frozenset(
    {
        "not-conscious",
        "not-your-turn",
        "not-navigator",
        "no-trading",
        "target-not-conscious",
        "target-dead",
        "too-many",
    }
)

Found = tuple[str, str]
"""A code and the sentence that goes with it."""


def listed(found: Iterable[Found]) -> tuple[RuleProblem, ...]:
    """Return each code once, in their order."""
    first: dict[str, str] = {}
    for code, text in found:
        first.setdefault(code, text)
    return tuple(RuleProblem(code, first[code]) for code in sorted(first, key=CODES.index))
