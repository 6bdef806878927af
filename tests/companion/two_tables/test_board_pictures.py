"""Pictures of the boards: only if both want them, small, rarely, and of the board alone."""

import base64
import io
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.screen.pages import BoardPage, ListPage, Snapshot
from companion.table.observation import TableObservation
from companion.two_tables.board_pictures import (
    AGAIN_S,
    NEXT_S,
    SAYS_S,
    BoardPictures,
    encoded_picture,
    picture_from,
)
from companion.two_tables.messages import MOST_BYTES, MessageError, decoded, encoded
from companion.two_tables.order import Side
from companion.two_tables.steps import AnotherTableStep
from tests.companion.two_tables.test_tables import Table, join, wait
from tools.shared_hosts import Rooms
from vision.picture import Pixels
from vision.reading.board_picture import LONGER_PX


def noise(side: int = LONGER_PX) -> Pixels:
    """Return a picture that packs as badly as any."""
    return np.random.default_rng(1).integers(0, 256, (side, side, 3), np.uint8)


def as_letters(image: Image.Image, kind: str) -> str:
    file = io.BytesIO()
    image.save(file, kind)
    return base64.b64encode(file.getvalue()).decode()


def talk(first: BoardPictures, other: BoardPictures, own: Pixels | None, time_s: float) -> list[str]:
    """Let one table send what is due; return the kinds of its messages."""
    messages = first.due(own, time_s)
    for message in messages:
        other.receive(decoded(encoded(message)), time_s)
    return [str(message["kind"]) for message in messages]


def test_a_picture_goes_over_only_once_both_tables_want_it() -> None:
    own_side, other = BoardPictures(), BoardPictures()
    assert talk(own_side, other, noise(), 0.0) == []
    own_side.switch(on=True)
    assert talk(own_side, other, noise(), 1.0) == ["pictures"]
    other.switch(on=True)
    talk(other, own_side, None, 2.0)
    assert "picture" in talk(own_side, other, noise(), 3.0)
    assert other.snapshot is not None
    other.switch(on=False)
    assert other.snapshot is None
    assert talk(other, own_side, noise(), 4.0) == []
    assert talk(own_side, other, noise(), 60.0) == ["pictures"], "the other one does not want it any more"


def test_pictures_are_few_and_one_that_may_be_lost_comes_again() -> None:
    own_side, other = BoardPictures(is_on=True), BoardPictures(is_on=True)
    sent = []
    picture = noise(120)
    for second in range(181):
        talk(other, own_side, None, float(second))
        sent += [second] * talk(own_side, other, noise(120), float(second)).count("picture")
    assert len(sent) <= 180 / NEXT_S + 1
    talk(other, own_side, None, 200.0)
    talk(own_side, other, picture, 200.0)
    talk(other, own_side, None, 200.0 + AGAIN_S - SAYS_S)
    assert "picture" not in talk(own_side, other, picture, 200.0 + AGAIN_S - 1)
    assert "picture" in talk(own_side, other, picture, 200.0 + AGAIN_S)
    assert other.seen_s == 200.0, "it is as old as when it was seen first"


def test_any_picture_fits_into_a_message() -> None:
    jpeg = encoded_picture(noise())
    message = encoded({"kind": "picture", "jpeg": jpeg, "age": 0})
    assert jpeg
    assert len(message) <= MOST_BYTES
    assert decoded(message)["jpeg"] == jpeg
    assert picture_from(jpeg) is not None


def enlarged(jpeg: str, side: int) -> str:
    """Return a JPEG whose header says that it has so many pixels on each side."""
    data = base64.b64decode(jpeg)
    start = data.index(b"\xff\xc0") + 5
    return base64.b64encode(data[:start] + 2 * side.to_bytes(2, "big") + data[start + 4 :]).decode()


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "no base64!",
        base64.b64encode(b"\xff\xd8\xff nothing").decode(),
        as_letters(Image.new("RGB", (300, 300)), "PNG"),
        as_letters(Image.new("RGB", (5000, 120)), "JPEG"),
        as_letters(Image.new("RGB", (9, 9)), "JPEG"),
        enlarged(as_letters(Image.new("RGB", (300, 300)), "JPEG"), 60_000),
        as_letters(Image.new("RGB", (300, 300)), "JPEG")[:600],
    ],
)
def test_what_is_no_small_jpeg_is_not_shown(sent: str) -> None:
    other = BoardPictures(is_on=True)
    other.receive({"kind": "picture", "jpeg": sent, "age": 0}, 10.0)
    assert other.snapshot is None


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "picture", "jpeg": "a" * 36_001, "age": 0},
        {"kind": "picture", "jpeg": "é", "age": 0},
        {"kind": "picture", "jpeg": 5, "age": 0},
        {"kind": "picture", "jpeg": "", "age": -1},
        {"kind": "pictures", "more": 1},
    ],
)
def test_other_messages_with_pictures_are_none(message: dict[str, object]) -> None:
    with pytest.raises(MessageError):
        decoded(encoded(message))


@pytest.fixture
def tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two tables that share a game."""
    found = [Table(tmp_path / side, invites=False, start_post=rooms.post) for side in Side]
    found[0].begin()
    join(found)
    yield found
    for table in found:
        table.close()


def switch(table: Table) -> None:
    """Touch the switch as people do: menu, Another table."""
    step = AnotherTableStep(table.session, table.tables)
    table.session.open(step)
    table.session.touch("pictures", time.monotonic())
    table.session.close()


def said(table: Table) -> list[str]:
    return [announcement.text for announcement in table.session.announcements()]


def test_both_see_the_other_board_beside_the_drawing(tables: list[Table]) -> None:
    host, guest = tables
    said(guest)
    switch(host)
    wait(tables, lambda: any("would show pictures" in text for text in said(guest)))
    assert not host.session.wants_board_picture, "nobody takes a picture before both have agreed"
    said(host)
    switch(guest)
    wait(tables, lambda: host.session.wants_board_picture)
    assert any("Both tables see a picture" in text for text in said(host)), "it is said, too"
    seen = np.full((240, 240, 3), (10, 200, 30), np.uint8)
    host.session.observe(TableObservation(picture=seen), time.monotonic())
    wait(tables, lambda: guest.tables.board_there() is not None)
    page = guest.session.page
    assert isinstance(page, BoardPage)
    assert page.elsewhere is not None
    assert "just now" in page.elsewhere.text
    assert np.abs(page.elsewhere.snapshot.pixels.astype(int) - seen).max() < 20
    step = AnotherTableStep(guest.session, guest.tables)
    guest.session.open(step)
    guest.session.touch("look", time.monotonic())
    assert isinstance(guest.session.page, BoardPage)
    assert isinstance(guest.session.page.board, Snapshot)
    guest.session.close()
    guest.session.close()
    switch(host)
    assert host.tables.board_there() is None
    wait(tables, lambda: not host.session.wants_board_picture)


def test_a_wish_for_pictures_that_comes_again_and_again_is_told_ever_more_rarely(tables: list[Table]) -> None:
    """The other table leaves its switch off for just so long that it counts as a new wish."""
    share = tables[0].tables.share
    assert share is not None
    assert share.pictures is not None
    told, begin_s = list[int](), time.monotonic() + 60.0
    said(tables[0])
    for second in range(4000):
        if second % 50 < 25:
            share.pictures.receive({"kind": "pictures"}, begin_s + second)
        tables[0].tables._tell_pictures(share, begin_s + second)
        told += [second for text in said(tables[0]) if "would show pictures" in text]
    assert len(told) == 4
    pauses = [later - earlier for earlier, later in pairwise(told)]
    assert pauses[0] >= 300
    assert all(later > 1.5 * earlier for earlier, later in pairwise(pauses))


def test_what_is_switched_here_is_told_at_once(tables: list[Table]) -> None:
    share = tables[0].tables.share
    assert share is not None
    assert share.pictures is not None
    begin_s = time.monotonic() + 60.0
    said(tables[0])
    for second, is_on in enumerate((False, True, False, True)):
        share.pictures.receive({"kind": "pictures"}, begin_s + second)
        share.pictures.switch(on=is_on)
        tables[0].tables._tell_pictures(share, begin_s + second)
    texts = [text for text in said(tables[0]) if text]
    assert [text.split()[0] for text in texts] == ["The", "Both", "The", "Both"]


def agree(tables: list[Table]) -> Table:
    """Let both tables show pictures; return the host."""
    host, _ = tables
    for table in tables:
        switch(table)
    wait(tables, lambda: host.session.wants_board_picture)
    host.session.observe(TableObservation(picture=noise(240)), time.monotonic())
    return host


def test_nothing_is_shown_to_a_table_that_has_left(tables: list[Table]) -> None:
    host, guest = agree(tables), tables[1]
    assert guest.tables.share is not None
    share = guest.tables.share
    share._post.send(share.seal.seal(encoded({"kind": "left", "number": share.ledger.number})))
    wait(tables, lambda: not host.session.wants_board_picture)
    assert guest.tables.share is share, "it still asks for pictures, as a forged one may"
    assert host.session.board_picture is None


def test_a_table_that_goes_on_alone_takes_no_more_pictures(tables: list[Table]) -> None:
    host = agree(tables)
    host.tables.go_on_alone()
    host.tick()
    assert not host.session.wants_board_picture


def test_an_old_picture_is_not_sent_as_a_new_one(tables: list[Table]) -> None:
    host = agree(tables)
    wait(tables, lambda: tables[1].tables.board_there() is not None)
    switch(host)
    host.tick()
    assert host.session.board_picture is None


def test_the_switch_is_kept_for_this_game_alone(tables: list[Table]) -> None:
    host, _ = tables
    switch(host)
    assert host.tables.share is not None
    assert host.tables._file.of(host.session.game_id).pictures  # type: ignore[union-attr]
    host.session.open(AnotherTableStep(host.session, host.tables))
    page = host.session.page
    assert isinstance(page, ListPage)
    assert [row.value for row in page.rows if row.id == "pictures"] == ["on"]
