"""Measure how many cards are read on a mat full of them, from a camera's usual height.

    python -m tools.bench_cards
    python -m tools.bench_cards --turned
    python -m tools.bench_cards --windows
    python -m tools.bench_cards --beside-the-board

Lifeboat's mat, every zone filled: cards turned by any angle lie side by side, or fanned as close as they may
be, in sleeves that shine; hands and piles face down. The camera is 0.9 m from the mat's middle, its picture's
long side along the mat's; `--turned`: the mat is turned under it; `--windows`: a window is mirrored in the sleeves of
some cards, and only these are counted. Cards that are neither read nor reported are
counted apart. `--beside-the-board`: how long a reading takes, beside one of Finstere Flure's board with all its
pieces.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards.laid_cards import STEP_MM, THICK_MM, PlacedCard
from companion.cards.things import Sleeves
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.games.lifeboat.mat import AREAS, BOAT, DAY, OPEN_ROWS, REFERENCE_MM, REFERENCES, SHOW, BoatCard
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.readings import READINGS
from companion.games.lifeboat.tags import TAGS, character_tag
from companion.sheets.card_tags import tag_to_card_middle
from companion.virtual_table.camera import VirtualCamera
from engine.lifeboat.components import Character
from vision.errors import BoardNotFoundError
from vision.model.catalogue import Catalogue
from vision.model.pinhole import looking_at
from vision.model.surface import Area
from vision.picture import Pixels
from vision.reading import Reading, read_picture
from vision.symbology import Symbology
from vision.virtual import LIGHTS, Viewpoint, render
from vision.virtual.window_glare import mirror_window

SIZES = ((4608, 2592), (2304, 1296))
TILTS_DEG = (0.0, 20.0, 40.0)
#: Distance of the camera from the mat.
AWAY_MM = 900.0
#: Angle of view over the picture's width.
WIDTH_DEG = 66.0
SHINE = 0.5
#: Number of cards in an open row that lie side by side.
_BESIDE = 2
#: Number of cards in an open row that lie fanned.
_FANNED = 5
_TRIES = 400
#: Number of cards on a mat in whose sleeves a window is mirrored.
_MIRRORING = 6
#: Shares of the light there that are the window's: dark modules are 25 or 14 % darker than paper then.
_WINDOWS = (0.75, 0.86)


@dataclass
class CardCount:
    """Counts of the cards of some tables by result."""

    read: int = 0
    of: int = 0
    wrong: int = 0
    #: Neither read nor told of: nothing unreadable is said to lie in their zone.
    silent: int = 0
    ms: list[float] = field(default_factory=list)


def full_mat(rng: Random, catalogue: Catalogue, *, fanned: bool) -> list[PlacedCard]:
    """Return cards in every zone, lower ones first."""
    return list(_FullMat(rng, catalogue, fanned=fanned).cards())


class _FullMat:
    def __init__(self, rng: Random, catalogue: Catalogue, *, fanned: bool) -> None:
        self._rng, self._fanned = rng, fanned
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._left = {kind: [tag for tag, of in TAGS.cards.items() if of == kind] for kind in BoatCard}
        for cards in self._left.values():
            rng.shuffle(cards)
        self._taken: list[npt.NDArray[np.float32]] = []
        half = REFERENCE_MM / 2
        for x, y in REFERENCES.values():
            self._taken.append(_corners(x - half, y - half, x + half, y + half))

    def cards(self) -> Iterator[PlacedCard]:
        left, top, right, bottom = AREAS[BOAT]
        room = (right - left) / len(Character)
        order = list(Character)
        self._rng.shuffle(order)
        for place, seat in enumerate(order):
            x = left + (place + 0.5) * room + self._rng.uniform(-3, 3)
            y = (top + bottom) / 2 + self._rng.choice((-34, 0, 0, 34)) + self._rng.uniform(-4, 4)
            yield self._by_middle(character_tag(BoatCard.POSITION, seat), (x, y), self._rng.gauss(0, 4))
        for zone, kind in ((SHOW, BoatCard.PROVISION), (DAY, BoatCard.NAVIGATION)):
            yield from self._any_angle(AREAS[zone], kind, 1)
        for row in OPEN_ROWS:
            if self._fanned:
                yield from self._fan(AREAS[row])
            else:
                yield from self._any_angle(AREAS[row], BoatCard.PROVISION, _BESIDE)

    def _any_angle(self, area: Area, kind: BoatCard, count: int) -> Iterator[PlacedCard]:
        """Yield cards turned by any angle, their tags in the area, none covering another."""
        for _ in range(count):
            tag = self._left[kind].pop()
            for _ in range(_TRIES):
                at_mm = self._rng.uniform(*area[::2]), self._rng.uniform(*area[1::2])
                card = PlacedCard(tag, at_mm, self._rng.uniform(0, 360))
                outline = self._outline(card)
                if not any(cv2.intersectConvexConvex(outline, other)[0] > 0 for other in self._taken):
                    self._taken.append(outline)
                    yield card
                    break

    def _fan(self, area: Area) -> Iterator[PlacedCard]:
        """Yield cards as close to each other as they may be, turned together to some player."""
        left, top, right, bottom = area
        turn = self._rng.choice((0.0, 180.0)) + self._rng.uniform(-8, 8)
        along = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
        start = np.array([(left + right) / 2, (top + bottom) / 2]) - along * STEP_MM * (_FANNED - 1) / 2
        start += (self._rng.uniform(-6, 6), self._rng.uniform(-10, 10))
        for number in range(_FANNED):
            x, y = (float(value) for value in start + along * STEP_MM * number)
            tag = self._left[BoatCard.PROVISION].pop()
            # Below each lies but the one before it: the one before that ends there.
            base_mm = 0.0 if number == 0 else THICK_MM + 0.01 * number
            yield PlacedCard(tag, (x, y), (turn + self._rng.gauss(0, 1.5)) % 360, base_mm)

    def _by_middle(self, tag_id: str, middle: tuple[float, float], turn_deg: float) -> PlacedCard:
        x, y = tag_to_card_middle(self._tags[tag_id], turn_deg)
        card = PlacedCard(tag_id, (middle[0] - x, middle[1] - y), turn_deg % 360)
        self._taken.append(self._outline(card))
        return card

    def _outline(self, card: PlacedCard) -> npt.NDArray[np.float32]:
        edges = self._tags[card.tag_id].piece_mm
        assert edges is not None
        return _outline(card, edges)


def _outline(card: PlacedCard, edges_mm: Area) -> npt.NDArray[np.float32]:
    """Return the corners of a card on the mat; its edges are measured from its tag."""
    turn = math.radians(card.turn_deg)
    across, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    return np.array([np.array(card.at_mm) + across * x + down * y for x, y in _corners(*edges_mm)], np.float32)


def _corners(left: float, top: float, right: float, bottom: float) -> npt.NDArray[np.float32]:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)


def view(
    size_px: tuple[int, int], tilt_deg: float, azimuth_deg: float, *, turn_deg: float = 0.0, away_mm: float = AWAY_MM
) -> Viewpoint:
    """Return a camera that looks at the mat's middle; the mat is turned by so much under it."""
    focal_px = size_px[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2))
    height = away_mm * math.cos(math.radians(tilt_deg))
    camera = looking_at(
        (420.0, 255.0), height, focal_px, size_px, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg, roll_deg=turn_deg
    )
    return Viewpoint(camera, size_px)


def count_read(
    tables: Sequence[int],
    size_px: tuple[int, int],
    tilt_deg: float,
    *,
    fanned: bool,
    code: Symbology = "qr",
    turn_deg: float = 0.0,
    away_mm: float = AWAY_MM,
    window: float = 0.0,
) -> CardCount:
    """Count the cards read of tables with these seeds, each at the moments that read them.

    `window`: that share of the light on some cards is a window's; only these are counted.
    """
    catalogue = TAGS.catalogue(code=code)
    count = CardCount()
    for seed in tables:
        rng = Random(f"{seed} {fanned}")
        cards = full_mat(rng, catalogue, fanned=fanned)
        # Aside, a camera may stand at any side; the picture's long side stays along the mat's.
        azimuth_deg = rng.choice((0.0, 180.0)) if tilt_deg else 0.0
        camera = view(size_px, tilt_deg, azimuth_deg, turn_deg=turn_deg, away_mm=away_mm)
        shot = render(CARDS.scene(cards, catalogue, Sleeves(SHINE, seed)), camera, LIGHTS["normal"], seed)
        in_picture = {thing["id"] for thing in shot.truth["things"] if thing["visible"] > 0.9}
        picture = shot.picture
        if window:
            mirroring = sorted(card for card in in_picture if card in TAGS.cards)
            in_picture = set(rng.sample(mirroring, _MIRRORING))
            picture = _with_windows(picture, [card for card in cards if card.tag_id in in_picture], camera, window, rng)
        for moment in ("act", "choose"):
            mat = READINGS.at_moment(moment).tags_read(catalogue)
            lying = {
                card.tag_id: card.at_mm
                for card in cards
                if (zone := mat.mat.zone_at(*card.at_mm)) and zone.reads(TAGS.cards[card.tag_id])
            }
            began = time.perf_counter()
            try:
                reading = read_picture(picture, mat, focal_px=float(camera.camera.matrix[0, 0]))
            except BoardNotFoundError:
                # None of its cards is read; the companion says why.
                count.of += len(lying.keys() & in_picture)
                continue
            if moment == "act":
                count.ms.append(1000 * (time.perf_counter() - began))
            compare(count, reading, lying, in_picture, mat)
    return count


def _with_windows(picture: Pixels, cards: Sequence[PlacedCard], camera: Viewpoint, share: float, rng: Random) -> Pixels:
    """Return the picture with windows in the sleeves of these cards."""
    tags = {tag.id: tag for tag in TAGS.catalogue().tags}
    for card in cards:
        edges = tags[card.tag_id].piece_mm
        assert edges is not None
        sleeve = camera.camera.project(_outline(card, edges).astype(np.float64))
        middle = camera.camera.project(np.array([card.at_mm]))[0]
        picture = mirror_window(picture, sleeve, middle, share, rng)
    return picture


def compare(
    count: CardCount, reading: Reading, lying: dict[str, tuple[float, float]], in_picture: set[str], mat: Catalogue
) -> None:
    """Count the cards of a reading; partly covered cards may stay unread.

    A partly covered card that is read must be right.
    """
    right = {
        placed_tag.tag.id
        for placed_tag in reading.placed_tags
        if placed_tag.tag.id in lying and math.dist(placed_tag.centre_mm, lying[placed_tag.tag.id]) < 3.0
    }
    count.of += len(lying.keys() & in_picture)
    count.read += len(right & in_picture)
    count.wrong += len(reading.placed_tags) - len(right)
    unread = (lying.keys() & in_picture) - right
    count.silent += sum(mat.mat.place_at(*lying[card]) not in reading.unreadable for card in unread)


#: How the mat is turned under cameras that hang so high, in which pictures.
_TURNED = ((SIZES[1], 30.0, 900.0), (SIZES[1], 50.0, 900.0), (SIZES[1], 180.0, 900.0), (SIZES[0], 90.0, 1150.0))


def bench_cards(tables: int, first_seed: int) -> None:
    """Print a table of what is read on so many mats for each picture size and slant."""
    print("| picture | camera | code | side by side: read / wrong / silent | fanned: read / wrong / silent | ms |")
    print("|:--|--:|:--|--:|--:|--:|")
    codes: Sequence[Symbology] = ("qr", "micro")
    cases = [(size, tilt, codes[0]) for size in SIZES for tilt in TILTS_DEG] + [(SIZES[1], 0.0, codes[1])]
    for size, tilt, code in cases:
        seeds = range(first_seed, first_seed + tables)
        beside, fans = (count_read(seeds, size, tilt, fanned=fanned, code=code) for fanned in (False, True))
        ms = statistics.median(beside.ms + fans.ms or [0.0])
        print(f"| {size[0]} px wide | {tilt:.0f}° | {code} | {_told(beside)} | {_told(fans)} | {ms:.0f} |", flush=True)


def bench_turned(tables: int, first_seed: int) -> None:
    """Print a table of readings of turned mats; the cards in the picture are counted."""
    print("| picture | mat turned | camera | side by side: read / wrong / silent |")
    print("|:--|--:|--:|--:|")
    for size, turn, away in _TURNED:
        seeds = range(first_seed, first_seed + tables)
        count = count_read(seeds, size, 0.0, fanned=False, turn_deg=turn, away_mm=away)
        print(f"| {size[0]} px wide | {turn:.0f}° | {away / 1000:.2f} m | {_told(count)} |", flush=True)


def bench_windows(tables: int, first_seed: int) -> None:
    """Print a table of readings of cards in whose sleeves a window is mirrored."""
    print("| picture | window's light | side by side: read / wrong / silent | fanned: read / wrong / silent |")
    print("|:--|--:|--:|--:|")
    seeds = range(first_seed, first_seed + tables)
    for size in SIZES:
        for window in _WINDOWS:
            beside, fans = (count_read(seeds, size, 0.0, fanned=fanned, window=window) for fanned in (False, True))
            print(f"| {size[0]} px wide | {window:.0%} | {_told(beside)} | {_told(fans)} |", flush=True)


def bench_beside_the_board(tables: int, first_seed: int) -> None:
    """Print a table of the reading time of `tables` full boards and mats.

    They are read one after the other in turn.
    """
    print("| picture | full board | mat, side by side | mat, fanned | of the board's |")
    print("|:--|--:|--:|--:|--:|")
    board, tags = make_catalogue(), TAGS.catalogue()
    for size in SIZES:
        took: dict[str, list[float]] = {"board": [], "beside": [], "fanned": []}
        for seed in range(first_seed, first_seed + tables):
            table = table_from_position(random_table(Random(seed), everything=True), seed)
            picture = VirtualCamera(table, size_px=size, seed=seed).latest().picture
            took["board"].append(_best_s(partial(read_picture, picture, board, covers=covered_cells)))
            mat, camera = READINGS.at_moment("act").tags_read(tags), view(size, 0.0, 0.0)
            for name in ("beside", "fanned"):
                cards = full_mat(Random(f"{seed} {name}"), tags, fanned=name == "fanned")
                shot = render(CARDS.scene(cards, tags, Sleeves(SHINE, seed)), camera, LIGHTS["normal"], seed)
                focal_px = float(camera.camera.matrix[0, 0])
                took[name].append(_best_s(partial(read_picture, shot.picture, mat, focal_px=focal_px)))
        whole, beside, fanned = (statistics.median(seconds) for seconds in took.values())
        print(
            f"| {size[0]} px wide | {whole:.2f} s | {beside:.2f} s | {fanned:.2f} s "
            f"| {beside / whole:.2f} x, {fanned / whole:.2f} x |",
            flush=True,
        )


def _best_s(read: Callable[[], Reading]) -> float:
    """Return the processor's time of the best of three."""
    seconds = []
    for _ in range(3):
        began = time.process_time()
        read()
        seconds.append(time.process_time() - began)
    return min(seconds)


def _told(count: CardCount) -> str:
    return f"{count.read}/{count.of} / {count.wrong} / {count.silent}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measures how many cards are read on a full mat.")
    parser.add_argument("--tables", type=int, default=8, help="mats for each line (default: %(default)d)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turned", action="store_true", help="the mat is turned under the camera")
    parser.add_argument("--windows", action="store_true", help="a window is mirrored in some sleeves")
    parser.add_argument("--beside-the-board", action="store_true", help="the time of a reading beside a board's")
    args = parser.parse_args()
    bench = bench_turned if args.turned else bench_windows if args.windows else bench_cards
    if args.beside_the_board:
        bench = bench_beside_the_board
    bench(args.tables, args.seed)


if __name__ == "__main__":
    main()
