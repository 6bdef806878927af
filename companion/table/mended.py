"""Mends of kept games: into the journal, and what they say of themselves."""

import json
from dataclasses import dataclass
from typing import Any

from companion.device.language import say
from companion.journal import Journal
from engine.game import Rules
from engine.mending import Act, Mending

#: No game has so many events.
_MOST_EVENTS = 1_000_000


@dataclass(frozen=True)
class MendNote:
    """Note of a mend: the act, and the number (from 0) of its event.

    The act is None where the table was told as it lies.
    """

    act: Act | None
    number: int

    def line(self) -> str:
        """Return the note as one line of text for the journal."""
        return json.dumps({"act": self.act, "number": self.number})

    @classmethod
    def from_line(cls, line: str) -> "MendNote":
        """Return the note that a line of the journal tells. Raises ValueError."""
        try:
            data = json.loads(line)
            note = cls(None if data["act"] is None else Act(data["act"]), data["number"])
        except (KeyError, TypeError, RecursionError) as error:
            raise ValueError(f"no note of a mend: {line[:40]!r}") from error
        if type(note.number) is not int or not 0 <= note.number < _MOST_EVENTS:
            raise ValueError(f"no note of a mend: {line[:40]!r}")
        return note


def event_line(rules: Rules[Any, Any], event: Any) -> str:
    """Return the event as the one line of text that the journal and game files hold."""
    return json.dumps(rules.event_to_json(event), ensure_ascii=False)


def keep_mend(
    journal: Journal,
    game_id: int,
    mending: Mending[Any, Any],
    note: MendNote,
    result: str | None = None,
) -> None:
    """Write a mend into the journal, in one step; `result` is the line of a game that is over.

    Events that were kept stand there again as they stood.
    """
    rules, lines, kept = mending.game.rules, journal.events(game_id), mending.kept
    told = zip(mending.origins[kept:], mending.game.events[kept:], strict=True)
    events = [event_line(rules, event) if origin is None else lines[origin] for origin, event in told]
    journal.mend(game_id, kept, events, note.line(), result)


def describe_mend(note: str) -> str:
    """Describe a mend of the journal in a line; `note` is what it says of itself."""
    try:
        mended = MendNote.from_line(note)
    except ValueError:
        return say("Mended.")
    number = mended.number + 1
    match mended.act:
        case Act.DROP:
            return say("Mended: event {n} was left out.", n=number)
        case Act.CHANGE:
            return say("Mended: event {n} was changed.", n=number)
        case Act.INSERT:
            return say("Mended: an event was told before event {n}.", n=number)
    return say("Mended: told as it lies on the table.")
