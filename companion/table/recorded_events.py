"""Events of a recorded game, inferred again from its pictures as at the table."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.device.errors import UserError
from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.game import TableGame
from companion.table.inference import Happened
from companion.table.inference_step import InferenceStep
from companion.table.mended import event_line
from companion.table.observation import TableObservation
from companion.table.recording import RecordedEvents
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.errors import RulesError
from vision.model.catalogue import Catalogue
from vision.reading import Reading

#: Length of the session's look at a picture (seconds).
_LOOK_S = 0.5
#: So often it looks at each: what lies still counts after a second.
_LOOKS = 6


@dataclass(frozen=True, eq=False)
class TimedReading:
    """Reading of a settled picture.

    Also when it was taken (seconds of the recording), and the tags it was read with.
    """

    taken_s: float
    reading: Reading
    catalogue: Catalogue


@dataclass(frozen=True)
class InferredEvent:
    """Event of a recording as a line of JSON, and the one that the picture before it tells.

    `change` is the number of the line that holds it, `place` its place there. `seen` is None where the picture tells
    nothing by itself: a button or a card told the event.
    """

    change: int
    place: int
    recorded: str
    seen: str | None

    @property
    def is_told(self) -> bool:
        """True if the picture tells this event."""
        return self.seen == self.recorded


def infer_events(
    changes: Sequence[RecordedEvents], readings: Sequence[TimedReading], table_game: TableGame[Session]
) -> tuple[InferredEvent, ...]:
    """Infer each event of a recording again from the last picture before it.

    Raises UserError if the rules do not allow the events.
    """
    with tempfile.TemporaryDirectory(prefix="events-") as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            return tuple(_infer(changes, readings, table_game, journal))
        except (RulesError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise UserError(f"the recorded events are none of {table_game.rules.id}: {error}") from None
        finally:
            journal.close()


def _infer(
    changes: Sequence[RecordedEvents],
    readings: Sequence[TimedReading],
    table_game: TableGame[Session],
    journal: Journal,
) -> Iterator[InferredEvent]:
    rules, events = table_game.rules, list[object]()
    for number, change in enumerate(changes):
        del events[change.kept :]
        before = [timed for timed in readings if timed.taken_s < change.taken_s]
        for place, data in enumerate(change.events):
            event = rules.event_from_json(data)
            seen = _seen_event(table_game, journal, events, before[-2:]) if events else None
            events.append(event)
            yield InferredEvent(number, place, event_line(rules, event), event_line(rules, seen) if seen else None)
    if events:
        rules.replay(events)


def _seen_event(
    table_game: TableGame[Session], journal: Journal, events: Sequence[object], pictures: Sequence[TimedReading]
) -> object:
    """Return the event that the last of some pictures shows, after these events; or None.

    The session looks at each for a while, as at the table: what the event before left to be done comes first.
    """
    session = open_session(journal, Settings(), (table_game,), sees=True)
    session.begin_recorded(table_game.rules.replay(events))
    for timed in pictures:
        session.observe(TableObservation(table_game.observe(timed.reading, timed.catalogue)), session.now)
        for _ in range(_LOOKS):
            step = session.running_step
            match step.inference if isinstance(step, InferenceStep) and timed is pictures[-1] else None:
                case Happened(event=event):
                    return event
            session.tick(session.now + _LOOK_S)
    return None
