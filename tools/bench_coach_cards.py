"""Measure how many of Coach Ride's cards are read on its mat from 0.9 m, in two sizes.

    python -m tools.bench_coach_cards [--tables N] [--seed N]

The sizes are both picture sizes of the Camera Module 3. Tables are photographed in a fight and in a claim, one
after the other: seats full or every second one empty, in the open places fans of three whose tags just show, a
card that is turned by any angle, or three of them on each other so that the lowest may be covered; hands and
piles face down. Besides: sleeves that reflect a lamp, a hand over the mat, dim light, and codes of others on
the table.
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from random import Random

from companion.cards.laid_cards import THICK_MM, PlacedCard, held, pile, unsteady, with_middle
from companion.cards.things import CardThings, Sleeves
from companion.games.coach_ride.mat import (
    AREAS,
    CLAIM,
    HEIGHT_MM,
    ITEM_PILE,
    PROFESSION_PILE,
    SEATS,
    WIDTH_MM,
    CoachCard,
    open_place,
    person_place,
)
from companion.games.coach_ride.photographs import CARDS
from companion.games.coach_ride.placement import facing_deg, place_in_fan
from companion.games.coach_ride.readings import READINGS
from companion.games.coach_ride.tags import TAGS
from companion.games.lifeboat.photographs import CARDS as OTHER_CARDS
from companion.games.lifeboat.tags import TAGS as OTHER_TAGS
from tools.bench_cards import AWAY_MM, SHINE, SIZES, WIDTH_DEG, CardCount, compare
from vision.errors import BoardNotFoundError
from vision.model.catalogue import Catalogue
from vision.model.pinhole import looking_at
from vision.reading import read_picture
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES
from vision.virtual import HAND_POSES, LIGHTS, Hand, Thing, Viewpoint, render


class CardArrangement(StrEnum):
    """Arrangement of cards in the open places."""

    FANNED = "fanned"
    TURNED = "turned"
    """One in each, turned by any angle."""
    OVERLAPPING = "overlapping"
    """Up to three, each turned by any angle and anywhere in the place."""


#: What is measured: how it is called, whether all seats are taken, how cards lie, and what is special.
CASES: tuple[tuple[str, bool, CardArrangement, str], ...] = (
    ("ten, fans", True, CardArrangement.FANNED, ""),
    ("five, fans", False, CardArrangement.FANNED, ""),
    ("ten, turned by any angle", True, CardArrangement.TURNED, ""),
    ("ten, turned and overlapping", True, CardArrangement.OVERLAPPING, ""),
    ("ten, fans, all sleeves shine", True, CardArrangement.FANNED, "gloss"),
    ("ten, fans, a hand over the mat", True, CardArrangement.FANNED, "hand"),
    ("ten, fans, dim light", True, CardArrangement.FANNED, "dim"),
    ("ten, fans, other codes about", True, CardArrangement.FANNED, "codes"),
)
#: Greatest turn by which the cards of a fan are askew together (degrees).
_ASKEW_DEG = 8.0
#: Number of cards that lie in a row in a claim.
_CLAIMED = 10
#: Beyond this some of a tag is hidden: it may be missed.
_UNCOVERED = 0.9
_GLOSS = 1.0


class FullMat:
    """Cards in all places of a moment; as they `lie`."""

    def __init__(self, rng: Random, catalogue: Catalogue, moment: str, *, full: bool, lie: CardArrangement) -> None:
        self._rng, self._moment, self._lie = rng, moment, lie
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._left = {kind: [tag for tag, of in TAGS.cards.items() if of == kind] for kind in CoachCard}
        for cards in self._left.values():
            rng.shuffle(cards)
        self._seats = SEATS if full else SEATS[::2]

    def cards(self) -> Iterator[PlacedCard]:
        """Lower ones first."""
        fight = (CoachCard.PROFESSION, CoachCard.ITEM, CoachCard.ITEM)
        kinds = fight if self._moment == "fight" else (CoachCard.ASSOCIATION, CoachCard.PROFESSION)
        for seat in self._seats:
            turn = facing_deg(seat)
            if self._moment == "fight":
                yield from unsteady([self._person(seat)], self._rng)
            yield from self._in_open(
                self._some(kinds[-1:] if self._lie is CardArrangement.TURNED else kinds), seat, turn
            )
        if self._moment == "claim":
            row = self._some([CoachCard.ITEM] * _CLAIMED)
            yield from unsteady(self._fan(row, AREAS[CLAIM], 0.0), self._rng)
        for zone, name in ((ITEM_PILE, "item-pearl"), (PROFESSION_PILE, "profession-thug")):
            left, top, right, bottom = AREAS[zone]
            yield from pile(self._tags[name], 8, ((left + right) / 2, (top + bottom) / 2))
        for seat in self._seats:
            left, top, right, bottom = AREAS[open_place(seat)]
            x, y = (left + right) / 2, (top + bottom) / 2
            turn = facing_deg(seat)
            at_mm = {0.0: (x, bottom + 61), 90.0: (left - 61, y), 180.0: (x, top - 61), 270.0: (right + 61, y)}[turn]
            yield from held(self._tags["item-pearl"], 3, at_mm, turn, 9.0)

    def _some(self, kinds: Sequence[CoachCard]) -> list[str]:
        """Return a card of each of these kinds, as long as there are any."""
        return [self._left[kind].pop() for kind in kinds if self._left[kind]]

    def _person(self, seat: str) -> PlacedCard:
        left, top, right, bottom = AREAS[person_place(seat)]
        tag = self._left[CoachCard.PERSON].pop()
        other = tag.partition("/")[0]
        self._left[CoachCard.PERSON] = [
            card for card in self._left[CoachCard.PERSON] if not card.startswith(f"{other}/")
        ]
        return with_middle(self._tags[tag], ((left + right) / 2, (top + bottom) / 2), facing_deg(seat))

    def _in_open(self, tags: Sequence[str], seat: str, turn: float) -> list[PlacedCard]:
        area = AREAS[open_place(seat)]
        if self._lie is CardArrangement.FANNED:
            return self._askew(self._fan(tags, area, turn))
        left, top, right, bottom = area
        return [
            PlacedCard(
                tag,
                (self._rng.uniform(left + 30, right - 30), self._rng.uniform(top + 30, bottom - 30)),
                self._rng.uniform(0, 360),
                number * THICK_MM,
            )
            for number, tag in enumerate(tags)
        ]

    def _fan(self, tags: Sequence[str], area: tuple[float, float, float, float], turn: float) -> list[PlacedCard]:
        return [
            PlacedCard(tag, place_in_fan(self._tags[tag], area, turn, number, len(tags)), turn, 0.6 * number)
            for number, tag in enumerate(tags)
        ]

    def _askew(self, cards: Sequence[PlacedCard]) -> list[PlacedCard]:
        """Turn all cards of a fan about its middle."""
        askew_deg = self._rng.uniform(-_ASKEW_DEG, _ASKEW_DEG)
        x0 = sum(card.at_mm[0] for card in cards) / len(cards)
        y0 = sum(card.at_mm[1] for card in cards) / len(cards)
        cos, sin = math.cos(math.radians(askew_deg)), math.sin(math.radians(askew_deg))

        def turned(card: PlacedCard) -> PlacedCard:
            x, y = card.at_mm[0] - x0, card.at_mm[1] - y0
            at_mm = x0 + cos * x - sin * y, y0 + sin * x + cos * y
            return replace(card, at_mm=at_mm, turn_deg=(card.turn_deg + askew_deg + self._rng.gauss(0, 1.5)) % 360)

        return [turned(card) for card in cards]


def view(size_px: tuple[int, int]) -> Viewpoint:
    """Return a camera that hangs `AWAY_MM` above the mat's middle, not quite plumb."""
    focal_px = size_px[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2))
    return Viewpoint(looking_at((WIDTH_MM / 2, HEIGHT_MM / 2), AWAY_MM, focal_px, size_px, tilt_deg=1.0), size_px)


def other_codes(rng: Random) -> list[Thing]:
    """Return cards of another game between the zones."""
    catalogue = OTHER_TAGS.catalogue()
    things = CardThings(catalogue, OTHER_CARDS.art)
    names = rng.sample(sorted(OTHER_TAGS.cards), 3)
    spots = ((125.0, 220.0), (530.0, 395.0), (800.0, 400.0))
    return [things.make(name, spot, rng.uniform(0, 360)) for name, spot in zip(names, spots, strict=True)]


def count_read(
    seeds: Sequence[int], size_px: tuple[int, int], *, full: bool, lie: CardArrangement, special: str
) -> CardCount:
    """Count the cards read of tables with these seeds: even in a fight, odd in a claim."""
    catalogue, count, camera = TAGS.catalogue(), CardCount(), view(size_px)
    for seed in seeds:
        rng = Random(f"{seed} {full} {lie} {special}")
        moment = "claim" if seed % 2 else "fight"
        cards = list(FullMat(rng, catalogue, moment, full=full, lie=lie).cards())
        at_mm = rng.uniform(100, WIDTH_MM - 100), rng.uniform(80, HEIGHT_MM - 80)
        hand = Hand(at_mm, rng.uniform(0, 360), rng.choice(sorted(HAND_POSES))) if special == "hand" else None
        scene = CARDS.scene(cards, catalogue, Sleeves(_GLOSS if special == "gloss" else SHINE, seed), hand)
        if special == "codes":
            scene = replace(scene, things=(*scene.things, *other_codes(rng)))
        shot = render(scene, camera, LIGHTS["dim" if special == "dim" else "normal"], seed)
        open_cards = {card.tag_id: card.at_mm for card in cards if not card.face_down}
        uncovered = {
            thing["id"] for thing in shot.truth["things"] if thing["id"] in open_cards and thing["visible"] > _UNCOVERED
        }
        mat = READINGS.at_moment(moment).tags_read(catalogue)
        lying = {
            tag: at_mm
            for tag, at_mm in open_cards.items()
            if (zone := mat.mat.zone_at(*at_mm)) and zone.reads(TAGS.cards[tag])
        }
        began = time.process_time()
        try:
            reading = read_picture(shot.picture, mat, focal_px=float(camera.camera.matrix[0, 0]))
        except BoardNotFoundError:
            count.of += len(lying.keys() & uncovered)
            continue
        count.ms.append(1000 * (time.process_time() - began))
        compare(count, reading, lying, uncovered, mat)
    return count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measures how many of Coach Ride's cards are read on its mat.")
    parser.add_argument("--tables", type=int, default=4, help="tables for each line (default: %(default)d)")
    parser.add_argument("--seed", type=int, default=1, help="of the first table")
    args = parser.parse_args()
    item = next(tag for tag in TAGS.catalogue().tags if tag.kind == CoachCard.ITEM)
    module_mm = item.size_mm / (SYMBOL_MODULES["qr"] + 2 * QUIET_MODULES["qr"])
    seeds = range(args.seed, args.seed + args.tables)
    print("| picture | table | read / told unread / silent / wrong | ms |\n|:--|:--|--:|--:|")
    for size in SIZES:
        px = module_mm * size[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2)) / AWAY_MM
        for name, full, lie, special in CASES:
            count = count_read(seeds, size, full=full, lie=lie, special=special)
            ms = statistics.median(count.ms or [0.0])
            told = f"{count.read}/{count.of} / {count.of - count.read - count.silent} / {count.silent} / {count.wrong}"
            print(f"| {size[0]} px wide, {px:.1f} px a module | {name} | {told} | {ms:.0f} |", flush=True)


if __name__ == "__main__":
    main()
