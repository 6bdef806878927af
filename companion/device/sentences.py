"""Sentences put together of smaller texts, in the language in use."""

from collections.abc import Iterable, Sequence

from companion.device.language import say


def capitalised(text: str) -> str:
    """Return the sentence with a capital first letter, if the language has them.

    A sentence may begin with a value that begins small.
    """
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) == 1:
        return items[0]
    return say("{first} and {last}", first=join_items(items[:-1]), last=items[-1])


def join_items(items: Iterable[str]) -> str:
    """``a, b, c``, nothing for none."""
    text = ""
    for item in items:
        text = say("{first}, {second}", first=text, second=item) if text else item
    return text


def together(first: str, second: str) -> str:
    """Two sentences, one after the other; either may be empty."""
    return say("{first} {second}", first=first, second=second) if first and second else first or second


def describe_winners(names: Sequence[str]) -> str:
    """Return the sentence that says who has won; nobody is named: nobody has."""
    if not names:
        return say("Nobody wins.")
    if len(names) > 1:
        return capitalised(say("{players} win!", players=listed(names)))
    return capitalised(say("{player} wins!", player=names[0]))
