"""Result of a check: the value that all checks give."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """Severity of a finding."""

    OK = "OK"
    WRONG = "WRONG"
    """It hinders a game, or something that was asked for in the config does not work."""
    NOTE = "note"
    """It is missing, and a game can do without."""


@dataclass(frozen=True)
class Finding:
    """Finding of a check: subject, severity, and a sentence with the result.

    If that is not good, the sentence also says what to do.
    """

    subject: str
    severity: Severity
    text: str


def good(subject: str, text: str) -> Finding:
    """Return a finding of something that is all right."""
    return Finding(subject, Severity.OK, text)


def wrong(subject: str, text: str) -> Finding:
    """Return a finding of something that people have to put right."""
    return Finding(subject, Severity.WRONG, text)


def note(subject: str, text: str) -> Finding:
    """Return a finding that is neither good nor bad, only worth knowing."""
    return Finding(subject, Severity.NOTE, text)
