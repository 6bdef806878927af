"""Moments of a game: the number of events until then, and their digest."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

#: Number of events, and the digest of all of them.
Moment = tuple[int, str]


class DigestedMoments:
    """Moments of one course of a game; each event is digested once."""

    def __init__(self, event_to_json: Callable[[Any], Mapping[str, Any]]) -> None:
        self._event_to_json = event_to_json
        self._events: list[Any] = []
        #: Digests of the list of events in JSON, still open, before the first event and after each.
        self._digests = [hashlib.sha256(b"[")]

    def follow(self, events: Sequence[Any]) -> None:
        """Take the events of now; those at the beginning that are as before stay digested."""
        same = common_length(self._events, events)
        del self._events[same:], self._digests[same + 1 :]
        for event in events[same:]:
            digest = self._digests[-1].copy()
            digest.update(b", " if self._events else b"")
            digest.update(json.dumps(self._event_to_json(event)).encode())
            self._events.append(event)
            self._digests.append(digest)

    def after(self, number: int) -> Moment:
        """Return the moment after so many of the events."""
        digest = self._digests[number].copy()
        digest.update(b"]")
        return number, digest.hexdigest()


def common_length(first: Sequence[Any], other: Sequence[Any]) -> int:
    """Return the number of equal events at the beginning of two games."""
    same = 0
    for event, other_event in zip(first, other, strict=False):
        if event is not other_event and event != other_event:
            break
        same += 1
    return same
