"""Tests of secrecy on a mat: every kind of card in every zone, on edges and outside.

The permitted readings are stated here a second time, in the rules' words; a forbidden one must be found in no result of
a reading: readings, their JSON and lines, saved and debug pictures. What is a game's own is tested beside it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.laid_cards import CardTable, PlacedCard
from companion.device.errors import UserError
from companion.games.coach_ride import mat as coach_ride
from companion.games.coach_ride.photographs import CARDS as COACH_RIDE_CARDS
from companion.games.coach_ride.readings import READINGS as COACH_RIDE_READINGS
from companion.games.coach_ride.readings import observation_from_reading as observe_coach_ride
from companion.games.coach_ride.tags import TAGS as COACH_RIDE_TAGS
from companion.games.lifeboat import mat as lifeboat
from companion.games.lifeboat.photographs import CARDS as LIFEBOAT_CARDS
from companion.games.lifeboat.readings import READINGS as LIFEBOAT_READINGS
from companion.games.lifeboat.readings import observation_from_reading as observe_lifeboat
from companion.games.lifeboat.tags import TAGS as LIFEBOAT_TAGS
from companion.main import main
from companion.table.mat_readings import MatReadings
from companion.table.recording import Recorder
from tests.companion.games.lifeboat.mat_shots import view
from tests.companion.games.secret_tables import SecretTable, cards_in_zones, photograph
from vision.decode.alignment import Grey
from vision.decode.symbologies import find_codes_of
from vision.model.catalogue import Catalogue
from vision.model.pinhole import looking_at
from vision.model.surface import Mat, Zone
from vision.reading import Reader, Reading, read_picture
from vision.reading.redaction import redacted
from vision.sources.camera import Frame
from vision.virtual import Viewpoint
from vision.watching import TableWatch, debug_view

pytestmark = pytest.mark.slow


def may_be_read_of_coach_ride(kind: str, zone: str | None, mode: str) -> bool:
    """Return the permission of section 8."""
    if zone is None or zone in (coach_ride.ITEM_PILE, coach_ride.PROFESSION_PILE):
        return False
    if zone == coach_ride.CLAIM:
        return mode == "claim" and kind != "person"
    if zone.endswith("/person"):
        return kind == "person" and mode in ("set-up", "fight")
    kinds = {"turn": {"profession"}, "fight": {"profession", "item"}, "claim": {"association", "profession"}}
    return kind in kinds.get(mode, set())


def may_be_read_of_lifeboat(kind: str, zone: str | None, mode: str) -> bool:
    """Return the permission of sections 13 and 14."""
    open_rows = {f"open-{number}" for number in range(1, 9)}
    if zone is None or zone in ("supply", "discard", "navigation-deck", "row-stack"):
        return False
    if kind in ("love", "hate"):
        return (mode, zone) == ("scoring", "boat")
    if kind == "navigation":
        return (mode, zone) == ("choose", "day")
    if kind == "provision":
        if zone == "boat":
            return mode == "scoring"
        if zone == "show":
            return mode in ("act", "overboard", "thirst")
        return zone in open_rows and mode not in ("set-up", "choose", "scoring")
    if zone == "boat":
        return mode in ("set-up", "act", "fight")
    return zone in open_rows and mode not in ("choose", "scoring")


def on_edges_of_lifeboat() -> list[PlacedCard]:
    """Return secret cards with tags just inside and outside of read zones and of the mat."""
    names = iter([tag.id for tag in LIFEBOAT_TAGS.catalogue().tags if tag.kind in ("provision", "navigation")])
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
        (lifeboat.WIDTH_MM + out, 100.0),
        (330.0, lifeboat.HEIGHT_MM + out),
    ]
    return [PlacedCard(next(names), spot, 0.0) for spot in spots]


@dataclass(frozen=True)
class SecretGame:
    """A game's mat as it is photographed for these tests."""

    title: str
    catalogue: Catalogue
    readings: MatReadings
    observe: Callable[[Reading], object]
    look: CardTable
    may_be_read: Callable[[str, str | None, str], bool]
    #: Low enough that nearly every tag can be read at once.
    viewpoint: Viewpoint
    cards: Sequence[Sequence[PlacedCard]]
    #: So many permitted readings there are at least.
    least: int
    #: Tables and modes whose kept pictures are looked at, and those of the debug view.
    kept: Sequence[tuple[int, str]]
    debugged: tuple[int, str]


COACH_RIDE_CATALOGUE = COACH_RIDE_TAGS.catalogue()
LIFEBOAT_CATALOGUE = LIFEBOAT_TAGS.catalogue()
#: Between the zones and beyond the mat.
COACH_RIDE_OUTSIDE = ((120, 200), (540, 440), (280, 430), (800, 430), (540, 120), (300, -55), (800, 655), (-60, 300))
LIFEBOAT_OUTSIDE = ((300, 136), (550, 376), (25, 140), (816, 370), (420, -50), (420, 560), (-60, 300), (900, 200))
GAMES: Mapping[str, SecretGame] = {
    "coach-ride": SecretGame(
        "Coach Ride",
        COACH_RIDE_CATALOGUE,
        COACH_RIDE_READINGS,
        observe_coach_ride,
        COACH_RIDE_CARDS,
        may_be_read_of_coach_ride,
        # From 1.1 m above the middle of the mat.
        Viewpoint(looking_at((540, 300), 1100.0, 2160.0, (2560, 1600)), (2560, 1600)),
        [
            cards_in_zones(COACH_RIDE_CATALOGUE, [*coach_ride.AREAS.values()], COACH_RIDE_OUTSIDE, turn)
            for turn in range(4)
        ],
        50,
        [(1, "fight"), (3, "set-up"), (1, "turn"), (2, "claim")],
        (1, "fight"),
    ),
    "lifeboat": SecretGame(
        "Lifeboat",
        LIFEBOAT_CATALOGUE,
        LIFEBOAT_READINGS,
        observe_lifeboat,
        LIFEBOAT_CARDS,
        may_be_read_of_lifeboat,
        view(away_mm=780.0),
        [
            *(
                cards_in_zones(LIFEBOAT_CATALOGUE, [*lifeboat.AREAS.values()], LIFEBOAT_OUTSIDE, turn)
                for turn in range(6)
            ),
            on_edges_of_lifeboat(),
        ],
        150,
        [(0, "act"), (1, "fight"), (2, "choose"), (5, "scoring"), (6, "act")],
        (0, "act"),
    ),
}


@cache
def table_of(game: str, number: int) -> SecretTable:
    found = GAMES[game]
    return photograph(found.cards[number], found.look, found.catalogue, found.viewpoint)


@cache
def reading_of(game: str, number: int, mode: str) -> Reading:
    """Return the reading of a photo in a mode; modes that read the same share one."""
    readings = GAMES[game].readings
    tags = readings.at_moment(mode).tags_read(GAMES[game].catalogue)
    for other in readings.moments[: readings.moments.index(mode)]:
        if readings.at_moment(other).tags_read(GAMES[game].catalogue) == tags:
            return reading_of(game, number, other)
    table = table_of(game, number)
    return Reader(tags).read(table.picture, codes=list(table.codes))


def outputs(game: str, reading: Reading, mode: str) -> Iterator[str]:
    """Yield everything in words that reading gives."""
    then = GAMES[game].readings.at_moment(mode)
    yield repr((reading.placed_tags, reading.spots, reading.notes, reading.unreadable, reading.foreign))
    yield repr([code.text for code in reading.codes])
    yield json.dumps(then.to_json(reading))
    yield "\n".join((*then.lines(reading), then.count(reading), repr(then.places(reading))))
    yield repr(GAMES[game].observe(reading))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_known_of_what_the_mode_does_not_read(game: str) -> None:
    """Cards of the mode are read, so that silence about the others is no blindness."""
    found, read = GAMES[game], 0
    tags = {tag.id: tag for tag in found.catalogue.tags}
    for number in range(len(found.cards)):
        table = table_of(game, number)
        # Some are beyond the picture's edge, a few are seen at the second look alone.
        texts = {tags[card.tag_id].payload for card in table.cards}
        assert len(texts & {code.text for code in table.codes}) > 0.5 * len(texts)
        for mode in found.readings.moments:
            reading = reading_of(game, number, mode)
            told = "".join(outputs(game, reading, mode))
            for card, zone in zip(table.cards, table.zones, strict=True):
                readable = found.may_be_read(str(tags[card.tag_id].kind), zone, mode)
                assert readable == (tags[card.tag_id].payload in told), (card, zone, mode)
                assert readable or f"'{card.tag_id}'" not in told
                read += readable
            assert reading.foreign == 0
    assert read > found.least


@pytest.mark.parametrize(("game", "number", "mode"), [(game, *case) for game in GAMES for case in GAMES[game].kept])
def test_kept_pictures_hold_what_was_read_alone(game: str, number: int, mode: str) -> None:
    found, reading = GAMES[game], reading_of(game, number, mode)
    kept = redacted(table_of(game, number).picture, reading, found.readings.at_moment(mode).tags_read(found.catalogue))
    # As somebody would read it who knows no secrets.
    width, height = found.catalogue.mat.size_mm
    everything = Mat((width, height), (Zone("all", (-400, -400, width + 400, height + 400)),))
    again = read_picture(kept, replace(found.catalogue, surface=everything))
    # What is black beside it may hide a part of a card.
    assert {placed_tag.tag.id for placed_tag in again.placed_tags} <= {
        placed_tag.tag.id for placed_tag in reading.placed_tags
    }
    assert reading.placed_tags


def brightness_at(grey: Grey, viewpoint: Viewpoint, card: PlacedCard) -> float:
    """Return the median about a card's tag; 0 beyond the picture's edge."""
    x, y = viewpoint.camera.project([(*card.at_mm, 1.0)])[0].round().astype(int)
    if not (0 <= y < grey.shape[0] and 0 <= x < grey.shape[1]):
        return 0.0
    return float(np.median(grey[max(0, y - 8) : y + 8, max(0, x - 8) : x + 8]))


@pytest.mark.thorough(but=["lifeboat"])
@pytest.mark.parametrize("game", GAMES)
def test_the_debug_view_shows_what_is_read_alone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it were drawn as large as the camera's picture."""
    found = GAMES[game]
    number, mode = found.debugged
    table, tags = table_of(game, number), found.readings.at_moment(mode).tags_read(found.catalogue)
    payloads = {tag.id: tag.payload for tag in found.catalogue.tags}
    kinds = {tag.id: str(tag.kind) for tag in found.catalogue.tags}
    secret = {
        payloads[card.tag_id]
        for card, zone in zip(table.cards, table.zones, strict=True)
        if not found.may_be_read(kinds[card.tag_id], zone, mode)
    }
    monkeypatch.setattr(debug_view, "WIDTH_PX", table.picture.shape[1])
    watch = TableWatch(tags)
    for moment in range(6):
        frame = Frame(table.picture, 0.15 * moment)
        watched = watch.see(frame)
        if moment in (0, 5):
            shown = debug_view.debug_view(frame, watched, watch, tags)
            grey = np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), np.uint8)
            assert not {code.text for code in find_codes_of("qr", grey)} & secret
            if moment == 5:
                for card, zone in zip(table.cards, table.zones, strict=True):
                    if not found.may_be_read(kinds[card.tag_id], zone, mode):
                        assert brightness_at(grey, found.viewpoint, card) < 60, card
    assert watched.settled
    assert watched.reading is not None
    assert watched.reading.placed_tags
    told = repr((watched.reading, watched.known, watched.cells))
    assert not [text for text in secret if text in told]


@pytest.mark.thorough(but=["lifeboat"])
@pytest.mark.parametrize("game", GAMES)
def test_the_command_tells_no_more(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, table, photo = GAMES[game], table_of(game, 0), str(tmp_path / "photo.png")
    kinds = {tag.id: str(tag.kind) for tag in found.catalogue.tags}
    cv2.imwrite(photo, table.picture)
    for words in ([], ["--json"]):
        assert main(["read", "--game", game, photo, *words]) == 0
        told = "".join(capsys.readouterr())
        for card, zone in zip(table.cards, table.zones, strict=True):
            if not found.may_be_read(kinds[card.tag_id], zone, found.readings.moments[0]):
                assert f'"{card.tag_id}"' not in told
                assert f" {card.tag_id}\n" not in told


@pytest.mark.parametrize("game", GAMES)
def test_no_picture_of_it_is_kept(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, folder = GAMES[game], tmp_path / "evening"
    refusal = f"no pictures are kept of {found.title}"
    with pytest.raises(UserError, match=refusal):
        Recorder(folder, found.readings, found.catalogue)
    camera = str(tmp_path / "photo.png")
    for words in (
        ["record", camera, "--out", str(folder)],
        ["watch", camera, "--debug", "--out", str(folder)],
        ["play", "--camera", camera, "--record", str(folder), "--silent"],
    ):
        assert main([*words, "--game", game]) == 2
        assert capsys.readouterr().err.count(refusal) == 1
    assert not folder.exists()
