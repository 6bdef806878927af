"""Rows of a replay's page: chapters and speed, the same in every window."""

from collections.abc import Mapping

from companion.device.language import say
from companion.screen.pages import Row
from companion.screen.replaying import Replaying

_NEXT = "chapter next"
_BEFORE = "chapter before"
_SPEED = "speed"


def replay_rows(replaying: Replaying, chapters: Mapping[int, str]) -> tuple[Row, ...]:
    """Return the rows; `chapters` are titles by the moments with which they begin."""
    number, rows = replaying.chapter, []
    if chapters:
        title = "" if number is None else chapters[replaying.chapters[number]]
        count = f"{0 if number is None else number + 1}/{len(chapters)}"
        rows = [
            Row(say("Next chapter"), _NEXT, value=count, detail=title),
            Row(say("Chapter before"), _BEFORE),
        ]
    return (*rows, Row(say("Speed"), _SPEED, value=f"{replaying.speed:g} ×"))


def touch_replay_row(replaying: Replaying, row_id: str, time_s: float) -> None:
    """Do what a row of `replay_rows` says."""
    match row_id:
        case "chapter next":
            replaying.step_chapter(1, time_s)
        case "chapter before":
            replaying.step_chapter(-1, time_s)
        case "speed":
            replaying.take_next_speed()
