"""Lines of events are followed as another program would."""

import json

import pytest

from tools.walk.event_checks import FollowedLines
from tools.walk.opened import TablePlace
from tools.walk.table import WalkedTable


def event(number: int) -> str:
    return json.dumps({"kind": "event", "number": number, "event": {}, "text": "a move"})


def test_lines_go_on_where_the_ones_before_have_ended() -> None:
    lines = FollowedLines()
    for line in (event(0), event(1), '{"kind": "undo", "number": 1}', event(1), '{"kind": "left"}', event(7)):
        lines.follow(line)
    assert lines.told is None
    lines.follow(event(0))
    with pytest.raises(AssertionError):
        lines.follow(event(2))


@pytest.mark.slow
def test_what_was_not_told_is_found() -> None:
    with WalkedTable(TablePlace.HAND, ("noughts-and-crosses",)) as table:
        table.play_on(4, 1)
        assert table.followed.told
        table.followed.told.pop()
        with pytest.raises(AssertionError):
            table.wait(0.1)
