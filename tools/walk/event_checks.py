"""Check of the lines of events that other programs follow (docs/events.md)."""

import json
from typing import Any

from companion.table.session import Session


class FollowedLines:
    """Program that follows a table by its lines, as far as their numbers tell it."""

    def __init__(self) -> None:
        #: Events of the running game as they were told; None where none was told from its first event on.
        self.told: list[Any] | None = None

    def follow(self, line: str) -> None:
        """Take a line. Raises AssertionError if it does not go on where those before ended."""
        said = json.loads(line)
        match said["kind"]:
            case "left" | "continued":
                self.told = None
            case "event":
                if said["number"] == 0:
                    self.told = []
                assert said["text"], said
                if self.told is not None:
                    assert said["number"] == len(self.told), (said, len(self.told))
                    self.told.append(said["event"])
            case "undo" if self.told is not None:
                assert said["number"] < len(self.told), (said, len(self.told))
                del self.told[said["number"] :]
            case kind:
                assert kind in ("undo", "finish", "chime"), said

    def check(self, session: Session) -> None:
        """Raise AssertionError if something else has happened than was told."""
        if self.told is None or session.game is None:
            return
        rules = session.table_game.rules
        happened = [rules.event_to_json(rules.open_event(event)) for event in session.game.events]
        assert self.told == json.loads(json.dumps(happened)), (self.told[-2:], happened[-2:])
