"""What a check finds out: the value that all checks give."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How it is."""

    OK = "OK"
    WRONG = "WRONG"
    """It hinders a game, or something that was asked for in the config does not work."""
    NOTE = "note"
    """It is missing, and a game can do without."""


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it is, and in a sentence what was found; if that is not good, what to do about it."""

    subject: str
    severity: Severity
    text: str


def good(subject: str, text: str) -> Finding:
    """All is well with it."""
    return Finding(subject, Severity.OK, text)


def wrong(subject: str, text: str) -> Finding:
    """Something is to be done."""
    return Finding(subject, Severity.WRONG, text)


def note(subject: str, text: str) -> Finding:
    """It is as it is."""
    return Finding(subject, Severity.NOTE, text)
