"""Importance of an announcement, its kind, and the amount of speech that the players want."""

from enum import IntEnum, StrEnum


class Level(IntEnum):
    """Subject of an announcement; a higher level interrupts a lower one."""

    DETAIL = 1
    """A single step: where somebody goes, what to move next."""
    PHASE = 2
    """What the players are to do now: whose turn it is, a new stage, the end."""
    PROBLEM = 3
    """Something is wrong on the table."""


class Kind(StrEnum):
    """Kind of an announcement: what makes it heard."""

    NOTE = "note"
    """What a step, the camera or a notice says by itself: all that is heard unless the evening is by ear."""
    PAGE = "page"
    """Spoken form of a page that has come, and its rest where pages are said in full."""
    MARK = "mark"
    """The row that is marked now, or what a press has changed in it, such as a tick."""
    EVENT = "event"
    """What has happened in the game, as somebody else did it."""
    DONE = "done"
    """Confirmation of what the players have just told with the buttons."""
    ANSWER = "answer"
    """What the players have asked for: the page again, the place in a list, labels of buttons, a question."""


class Talk(StrEnum):
    """Amount of speech; the chimes are heard in any case."""

    ALL = "all"
    PHASES = "phases"
    """All but the details."""
    QUIET = "quiet"

    def wants(self, level: Level) -> bool:
        """Return True if an announcement of this level is spoken."""
        return self is Talk.ALL or (self is Talk.PHASES and level > Level.DETAIL)
