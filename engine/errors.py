"""Errors of the engine's input, one class for each reaction; many problems in one line."""

import json
import reprlib
from collections.abc import Collection


class RulesError(Exception):
    """Root of this package's errors."""


class NotationError(RulesError, ValueError):
    """A text or file that does not say what it should; the message names the place."""


class NotAllowedError(RulesError, ValueError):
    """Act that the rules do not allow in this position."""


class DeclarationError(RulesError, ValueError):
    """Wrong declaration in a game's own class: the class and its name there."""

    def __init__(self, declared: type, name: str, problem: str) -> None:
        super().__init__(problem)
        self.declared = declared
        self.name = name


#: Problems that are told in one message take no more room (characters); the name of a file must fit beside them.
LONGEST_MESSAGE = 800


def join_problems(problems: Collection[str]) -> str:
    """Join all problems in one line, set apart by semicolons.

    Of very many it gives the first, and the number of the others.
    """
    text = ""
    for number, problem in enumerate(problems):
        # Of what stands in a file some may end the line.
        plain = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in problem[:LONGEST_MESSAGE])
        longer = f"{text}; {plain}" if text else plain
        if len(longer) > LONGEST_MESSAGE:
            remaining = len(problems) - number
            return f"{text}; and {remaining} more" if text else f"{plain[: LONGEST_MESSAGE - 3]}..."
        text = longer
    return text


def shown(value: object) -> str:
    """Return the value as a message shows it, as JSON writes it and cut short."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    text = reprlib.repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
