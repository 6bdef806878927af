"""Answers of an unfinished dialog, in a small file beside the journal.

A companion that was killed asks on from there.
"""

import contextlib
import json
from pathlib import Path

from companion.table.questions import Answers
from companion.table.session import Session

#: Such a file has a few answers (bytes).
_MOST_BYTES = 100_000


def answers_path(journal: Path) -> Path:
    """Return the path of the file."""
    return journal.with_name(f"{journal.name}.answers")


def keep_answers(session: Session, answers: Answers) -> None:
    """Keep the answers of the game's dialog; that they cannot be written spoils nothing."""
    path = answers_path(session.journal.path)
    with contextlib.suppress(OSError):
        if not answers:
            path.unlink(missing_ok=True)
            return
        # Not forced to the disk, as events are: after a power cut the question is asked from its beginning.
        part = path.with_name(f"{path.name}.part")
        part.write_text(json.dumps([_moment(session), answers]), encoding="utf-8")
        part.replace(path)


def kept_answers(session: Session) -> Answers:
    """Return the answers that were given at this very moment of the game, else none."""
    if session.game_id is None or session.game is None:
        return ()
    try:
        with answers_path(session.journal.path).open("rb") as file:
            moment, answers = json.loads(file.read(_MOST_BYTES))
    except (OSError, ValueError, TypeError):
        return ()
    return tuple(map(str, answers)) if moment == _moment(session) and isinstance(answers, list) else ()


def _moment(session: Session) -> list[object]:
    """Return the game, the number of its entries and events, and the last event.

    The number of entries only grows: after an undo it is another moment.
    """
    assert session.game_id is not None
    assert session.game is not None
    events = session.game.events
    last = json.dumps(session.table_game.rules.event_to_json(events[-1]))
    return [session.game_id, session.journal.length(session.game_id), len(events), last]
