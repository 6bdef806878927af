"""How much an announcement matters, and how much the players want to hear."""

from enum import IntEnum, StrEnum


class Level(IntEnum):
    """What an announcement is about; a higher one cuts a lower one short."""

    DETAIL = 1
    """A single step: where somebody goes, what to move next."""
    PHASE = 2
    """What the players are to do now: whose turn it is, a new stage, the end."""
    PROBLEM = 3
    """Something is wrong on the table."""


class Talk(StrEnum):
    """How much is said aloud. The chimes are heard in any case."""

    ALL = "all"
    PHASES = "phases"
    """All but the details."""
    QUIET = "quiet"

    def wants(self, level: Level) -> bool:
        """Whether an announcement of this level is spoken."""
        return self is Talk.ALL or (self is Talk.PHASES and level > Level.DETAIL)
