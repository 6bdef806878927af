"""Tests of secrecy (section 14): every kind of card in every zone, on edges and outside.

They cover each moment. The permitted readings are stated here a second time, in the rules' words; a forbidden
one must be found in no result of a reading: readings, their JSON and lines, saved and debug pictures.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.laid_cards import PlacedCard
from companion.device.errors import UserError
from companion.games.lifeboat.mat import AREAS, HEIGHT_MM, MAT, WIDTH_MM
from companion.games.lifeboat.readings import READINGS, observation_from_reading
from companion.main import main
from companion.table.recording import Recorder
from tests.companion.games.lifeboat.mat_shots import CATALOGUE, TAG, card, focal_px, middle_card, photograph, view
from vision.decode.codes import CodeDetection
from vision.decode.symbologies import find_codes_of
from vision.model.catalogue import Catalogue
from vision.model.surface import Mat, Zone
from vision.picture import Pixels
from vision.reading import Reader, Reading, read_picture
from vision.redaction import redacted
from vision.sources.camera import Frame
from vision.watching import TableWatch
from vision.watching.debug_view import WIDTH_PX, debug_view

pytestmark = pytest.mark.slow

KINDS = ("character", "position", "love", "hate", "provision", "navigation")
OPEN_ROWS = {f"open-{number}" for number in range(1, 9)}
#: Everything on the table, as somebody would read it who knows no secrets.
ALL_OPEN = replace(CATALOGUE, surface=Mat(MAT.size_mm, (Zone("all", (-300, -300, 1140, 810)),)))
#: Low enough that every tag can be read at once.
CAMERA = view(away_mm=780.0)


def may_be_read(kind: str, zone: str | None, moment: str) -> bool:
    """Return the permission of sections 13 and 14."""
    if zone is None or zone in ("supply", "discard", "navigation-deck", "row-stack"):
        return False
    if kind in ("love", "hate"):
        return (moment, zone) == ("scoring", "boat")
    if kind == "navigation":
        return (moment, zone) == ("choose", "day")
    if kind == "provision":
        if zone == "boat":
            return moment == "scoring"
        if zone == "show":
            return moment in ("act", "overboard", "thirst")
        return zone in OPEN_ROWS and moment not in ("set-up", "choose", "scoring")
    if zone == "boat":
        return moment in ("set-up", "act", "fight")
    return zone in OPEN_ROWS and moment not in ("choose", "scoring")


@dataclass(frozen=True, eq=False)
class Table:
    """Cards, where each lies (None: in no zone), a photo of them, and all codes in it."""

    cards: tuple[PlacedCard, ...]
    zones: tuple[str | None, ...]
    picture: Pixels
    codes: list[CodeDetection]


def photographed(cards: Sequence[PlacedCard]) -> Table:
    picture = photograph(cards, camera=CAMERA, shine=0.0).picture
    zones = tuple(zone.name if (zone := MAT.zone_at(*one.at_mm)) else None for one in cards)
    codes = find_codes_of("qr", np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    return Table(tuple(cards), zones, picture, codes)


def in_zones(turn: int) -> list[PlacedCard]:
    """Return a card in each zone, another kind in each of the six tables.

    There is also one in every gap, and one beyond the mat.
    """
    left = {kind: [tag.id for tag in CATALOGUE.tags if tag.kind == kind] for kind in KINDS}
    laid = []
    for number, (x0, y0, x1, y1) in enumerate(AREAS.values()):
        kind = KINDS[(number + turn) % len(KINDS)]
        laid.append(middle_card(left[kind].pop(), ((x0 + x1) / 2, (y0 + y1) / 2), 40.0 * turn + 7 * number))
    outside = ((300, 136), (550, 376), (25, 140), (816, 370), (420, -50), (420, 560), (-60, 300), (900, 200))
    for number, at in enumerate(outside):
        kind = KINDS[(number + turn) % len(KINDS)]
        laid.append(middle_card(left[kind].pop(), at, 90.0 if number < 4 else 0.0))
    return laid


def on_edges() -> list[PlacedCard]:
    """Return cards of secret kinds with tags just inside and outside of the read zones.

    They are also just inside the mat.
    """
    names = iter([tag.id for tag in CATALOGUE.tags if tag.kind in ("provision", "navigation")])
    out = 2.5
    spots = [
        (233.9, 50.0),
        (50.0 - out, 70.0),
        (300.0, 106.0 + out),
        (460.0, 106.0 - out),
        (606.0, 50.0),
        (124.0 - out, 200.0),
        (200.0, 165.0 - out),
        (260.0, 345.0 + out),
        (642.0 + out, 230.0),
        (720.0 - 1.5, 300.0),
        (720.0 + 1.5, 240.0),
        (700.0, 404.0 - out),
        (520.0, 404.0 + out),
        (100.0, 504.0 + out),
        (WIDTH_MM + out, 100.0),
        (330.0, HEIGHT_MM + out),
    ]
    return [card(next(names), at) for at in spots]


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    return [photographed(in_zones(turn)) for turn in range(len(KINDS))] + [photographed(on_edges())]


@pytest.fixture(scope="module")
def readings(tables: list[Table]) -> dict[tuple[int, str], Reading]:
    """Readings of each photo at each moment; moments that read the same share one."""
    alike: list[tuple[Catalogue, list[str]]] = []
    for moment in READINGS.moments:
        tags = READINGS.at_moment(moment).tags_read(CATALOGUE)
        same = next((moments for other, moments in alike if other == tags), None)
        if same is None:
            alike.append((tags, [moment]))
        else:
            same.append(moment)
    read = {}
    for number, table in enumerate(tables):
        for tags, moments in alike:
            reading = Reader(tags).read(table.picture, codes=list(table.codes))
            read.update({(number, moment): reading for moment in moments})
    return read


def outputs(reading: Reading, moment: str) -> Iterator[str]:
    """Everything in words that reading gives."""
    then = READINGS.at_moment(moment)
    yield repr((reading.placed_tags, reading.spots, reading.notes, reading.unreadable, reading.foreign))
    yield repr([code.text for code in reading.codes])
    yield json.dumps(then.to_json(reading))
    yield "\n".join((*then.lines(reading), then.count(reading), repr(then.places(reading))))
    yield repr(observation_from_reading(reading))


def error_text(tag_id: str) -> tuple[str, str]:
    return f"'{tag_id}'", TAG[tag_id].payload


def test_nothing_is_known_of_what_the_moment_does_not_read(
    tables: list[Table], readings: dict[tuple[int, str], Reading]
) -> None:
    """And what it reads is read, so that silence is no blindness."""
    seen = 0
    for (number, moment), reading in readings.items():
        told = "".join(outputs(reading, moment))
        table = tables[number]
        for one, zone in zip(table.cards, table.zones, strict=True):
            readable = may_be_read(TAG[one.tag_id].kind, zone, moment)
            assert readable == (TAG[one.tag_id].payload in told), (one, zone, moment)
            if not readable:
                assert not any(word in told for word in error_text(one.tag_id))
            seen += readable
        assert reading.foreign == 0
    assert seen > 150


def test_every_card_was_there_to_be_read(tables: list[Table]) -> None:
    for table in tables:
        # Some are beyond the picture's edge, a few are seen at the second look alone.
        there = {TAG[one.tag_id].payload for one in table.cards}
        assert len(there & {code.text for code in table.codes}) > 0.5 * len(there)


@pytest.mark.parametrize(("number", "moment"), [(0, "act"), (1, "fight"), (4, "choose"), (2, "scoring"), (6, "act")])
def test_pictures_hold_what_was_read_alone(
    number: int, moment: str, tables: list[Table], readings: dict[tuple[int, str], Reading]
) -> None:
    reading = readings[number, moment]
    kept = redacted(tables[number].picture, reading, READINGS.at_moment(moment).tags_read(CATALOGUE))
    again = read_picture(kept, ALL_OPEN)
    # What is black beside it may hide a part of a card.
    assert {one.tag.id for one in again.placed_tags} <= {one.tag.id for one in reading.placed_tags}
    assert reading.placed_tags


def test_the_debug_view_shows_what_is_read_alone(tables: list[Table]) -> None:
    table = tables[0]
    watch = TableWatch(READINGS.tags_read(CATALOGUE), focal_px=focal_px(CAMERA))
    for number in range(6):
        frame = Frame(table.picture, 0.15 * number)
        watched = watch.see(frame)
    assert watched.settled
    told = repr((watched.reading, watched.known, watched.cells))
    shown = debug_view(frame, watched, watch, READINGS.tags_read(CATALOGUE))
    scale = WIDTH_PX / table.picture.shape[1]
    for one, zone in zip(table.cards, table.zones, strict=True):
        if not may_be_read(TAG[one.tag_id].kind, zone, "act"):
            assert TAG[one.tag_id].payload not in told
            x, y = (CAMERA.camera.project([(*one.at_mm, 1.0)])[0] * scale).round().astype(int)
            if 0 <= y < shown.shape[0] and 0 <= x < WIDTH_PX:
                assert np.median(shown[max(0, y - 8) : y + 8, max(0, x - 8) : x + 8]) < 60, one


def test_the_command_tells_no_more(tables: list[Table], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tables[0]
    photo = str(tmp_path / "photo.png")
    cv2.imwrite(photo, table.picture)
    for words in ([], ["--json"]):
        assert main(["read", "--game", "lifeboat", photo, *words]) == 0
        told = capsys.readouterr()
        for one, zone in zip(table.cards, table.zones, strict=True):
            if not may_be_read(TAG[one.tag_id].kind, zone, "act"):
                assert f'"{one.tag_id}"' not in told.out + told.err
                assert f" {one.tag_id}\n" not in told.out + told.err


def test_no_picture_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "evening"
    with pytest.raises(UserError, match="no pictures are kept of Lifeboat"):
        Recorder(folder, READINGS, CATALOGUE)
    camera = str(tmp_path / "photo.png")
    assert main(["record", "--game", "lifeboat", camera, "--out", str(folder)]) == 2
    assert main(["watch", "--game", "lifeboat", camera, "--debug", "--out", str(folder)]) == 2
    assert capsys.readouterr().err.count("no pictures are kept of Lifeboat") == 2
    assert not folder.exists()
