"""Announcement of a session: what is said at the table, and how."""

from dataclasses import dataclass

from companion.voice import Kind, Level


@dataclass(frozen=True)
class Announcement:
    """Announcement: its text, its level of importance, its sound (``""``: none), its kind.

    A problem is known by its level. `cuts`: it is the first word after a press, said in place of all that is being
    said or waits. `language`: the code of its language; empty: the one in use.
    """

    text: str
    level: Level
    chime: str = ""
    kind: Kind = Kind.NOTE
    cuts: bool = False
    language: str = ""
