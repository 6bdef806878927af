"""Importance of an announcement, and the amount of speech that the players want."""

from enum import IntEnum, StrEnum


class Level(IntEnum):
    """Subject of an announcement; a higher level interrupts a lower one."""

    DETAIL = 1
    """A single step: where somebody goes, what to move next."""
    PHASE = 2
    """What the players are to do now: whose turn it is, a new stage, the end."""
    PROBLEM = 3
    """Something is wrong on the table."""


class Talk(StrEnum):
    """Amount of speech; the chimes are heard in any case."""

    ALL = "all"
    PHASES = "phases"
    """All but the details."""
    QUIET = "quiet"

    def wants(self, level: Level) -> bool:
        """Return True if an announcement of this level is spoken."""
        return self is Talk.ALL or (self is Talk.PHASES and level > Level.DETAIL)
