"""Tests of moments: the digest of all events so far, each event digested once."""

import hashlib
import json
from typing import Any

from companion.cards.moments import DigestedMoments

COURSES = ["abc", "abd", "ab", "", "xbc", "abcde"]


def test_a_moment_is_the_number_of_events_and_the_digest_of_them_all() -> None:
    """Digests are those of files of earlier versions."""
    moments = DigestedMoments(lambda event: {"event": event})
    for course in COURSES:
        moments.follow(course)
        for number in range(len(course) + 1):
            text = json.dumps([{"event": event} for event in course[:number]])
            assert moments.after(number) == (number, hashlib.sha256(text.encode()).hexdigest()), course


def test_each_event_is_digested_once() -> None:
    digested: list[Any] = []

    def to_json(event: str) -> dict[str, str]:
        digested.append(event)
        return {"event": event}

    moments = DigestedMoments(to_json)
    for course in ("abc", "abcd", "abcd", "abx"):
        moments.follow(course)
        for number in range(len(course) + 1):
            moments.after(number)
    assert "".join(digested) == "abcdx"
