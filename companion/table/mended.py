"""Mends of kept games: into the journal, and what they say of themselves."""

import json
from dataclasses import dataclass, replace

from companion.device.language import say, say_count
from companion.device.sentences import together
from companion.journal import Journal
from engine.game import EventT, Rules, StateT
from engine.mending import MendAct, Mending

#: No game has so many events.
_MOST_EVENTS = 1_000_000


@dataclass(frozen=True)
class MendNote:
    """Note of a mend: the act, the number (from 0) of its event, how many others it left out.

    The act is None where the table was told as it lies.
    """

    act: MendAct | None
    number: int
    left_out: int = 0

    def line(self) -> str:
        """Return the note as one line of text for the journal."""
        return json.dumps({"act": self.act, "number": self.number, "left_out": self.left_out})

    @classmethod
    def from_line(cls, line: str) -> "MendNote":
        """Return the note that a line of the journal tells. Raises ValueError."""
        try:
            data = json.loads(line)
            act = None if data["act"] is None else MendAct(data["act"])
            note = cls(act, data["number"], data.get("left_out", 0))
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"no note of a mend: {line[:40]!r}") from error
        if any(type(count) is not int or not 0 <= count < _MOST_EVENTS for count in (note.number, note.left_out)):
            raise ValueError(f"no note of a mend: {line[:40]!r}")
        return note


def event_line(rules: Rules[StateT, EventT], event: EventT) -> str:
    """Return the event as the one line of text that the journal and game files hold."""
    return json.dumps(rules.event_to_json(event), ensure_ascii=False)


def keep_mend(
    journal: Journal,
    game_id: int,
    mending: Mending[StateT, EventT],
    note: MendNote,
    result: str | None = None,
) -> None:
    """Write a mend into the journal, in one step; `result` is the line of a game that is over.

    Events that were kept stand there again as they stood. The note gets the number of those that were left out.
    """
    note = replace(note, left_out=left_out(note.act, mending))
    rules, lines, kept = mending.game.rules, journal.events(game_id), mending.kept
    told = zip(mending.origins[kept:], mending.game.events[kept:], strict=True)
    events = [event_line(rules, event) if origin is None else lines[origin] for origin, event in told]
    journal.mend(game_id, kept, events, note.line(), result)


def left_out(act: MendAct | None, mending: Mending[StateT, EventT]) -> int:
    """Return how many events a mend leaves out besides the one that it is about."""
    return len(mending.before.events) + (act is MendAct.INSERT) - (act is MendAct.DROP) - len(mending.game.events)


def describe_mend(note: str) -> str:
    """Describe a mend of the journal in a line; `note` is what it says of itself."""
    try:
        mended = MendNote.from_line(note)
    except ValueError:
        return say("Mended.")
    number = mended.number + 1
    match mended.act:
        case MendAct.DROP:
            text = say("Mended: event {n} was left out.", n=number)
        case MendAct.CHANGE:
            text = say("Mended: event {n} was changed.", n=number)
        case MendAct.INSERT:
            text = say("Mended: an event was told before event {n}.", n=number)
        case None:
            return say("Mended: told as it lies on the table.")
    if mended.left_out <= 0:
        return text
    later = say_count(
        "{n} event after it was left out, too.", "{n} events after it were left out, too.", mended.left_out
    )
    return together(text, later)
