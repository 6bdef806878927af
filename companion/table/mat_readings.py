"""Readings of games that are played on a mat: which pieces lie in which zone, where, and how they are turned."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from companion.table.readings import Readings
from vision.catalogue import Catalogue
from vision.placed import PlacedTag
from vision.reading import Reading


@dataclass(frozen=True)
class MatReadings(Readings[Reading]):
    """The reading itself is what it means; a game says more about its pieces with `piece_to_json`."""

    #: What is read at each moment of the game, the usual one first: by the zones' names the kinds of tags, None for
    #: all. Empty where every zone is read all the time.
    zones_read: ClassVar[Mapping[str, Mapping[str, frozenset[str] | None]]] = {}

    moment: str = ""

    @property
    def moments(self) -> tuple[str, ...]:
        """Those of `zones_read`."""
        return tuple(self.zones_read)

    def at_moment(self, name: str) -> Self:
        """The same at this moment."""
        if name and name not in self.zones_read:
            raise ValueError(f"no moment {name!r}; there are {', '.join(self.moments)}")
        return replace(self, moment=name)

    def tags_read(self, catalogue: Catalogue) -> Catalogue:
        """The catalogue with the mat of which only the zones of the moment are read."""
        if not self.moments:
            return catalogue
        return replace(catalogue, surface=catalogue.mat.at_moment(self.zones_read[self.moment or self.moments[0]]))

    def understand(self, reading: Reading, catalogue: Catalogue) -> Reading:  # noqa: ARG002 - games override it
        """The reading."""
        return reading

    def piece_to_json(self, placed: PlacedTag) -> dict[str, Any]:
        """A piece in the public format."""
        return {
            "id": placed.tag.id,
            "zone": placed.zone,
            "at_mm": [round(value, 1) for value in placed.centre_mm],
            # 359.96 is 0.0, never 360.0.
            "turn_deg": round(placed.turn_deg, 1) % 360.0,
        }

    def problems(self, meaning: Reading) -> tuple[str, ...]:
        """What cannot be as it is seen, one sentence each: by itself a piece that is seen twice."""
        ids = [placed.tag.id for placed in meaning.placed_tags]
        return tuple(
            f"{name} seen twice: {', '.join(str(one.zone) for one in meaning.placed_tags if one.tag.id == name)}"
            for name in sorted({name for name in ids if ids.count(name) > 1})
        )

    def to_json(self, meaning: Reading) -> dict[str, Any]:
        """The public format."""
        registration = meaning.registration
        pieces = sorted(meaning.placed_tags, key=_order)
        return {
            "board": {
                "found": True,
                "homography": [[float(number) for number in row] for row in registration.homography],
                "residual_px": round(registration.residual_px, 3),
            },
            "pieces": [self.piece_to_json(piece) for piece in pieces],
            "unreadable": [
                {"zone": spot.zone, "at_mm": [round(value, 1) for value in spot.at_mm]} for spot in meaning.spots
            ],
            "foreign": meaning.foreign,
            "problems": list(self.problems(meaning)),
        }

    def not_found_to_json(self) -> dict[str, Any]:
        """The public format without a mat."""
        return {
            "board": {"found": False, "homography": None, "residual_px": None},
            "pieces": [],
            "unreadable": [],
            "foreign": 0,
            "problems": ["the mat was not found"],
        }

    def lines(self, meaning: Reading) -> Iterator[str]:
        """Each zone with what lies in it, and what a person should know before trusting it."""
        count = len(meaning.placed_tags)
        by_zone: dict[str, list[str]] = {}
        for placed in sorted(meaning.placed_tags, key=_order):
            by_zone.setdefault(str(placed.zone), []).append(placed.tag.id)
        for zone, pieces in by_zone.items():
            yield f"{zone}: {', '.join(pieces)}"
        yield f"{count} piece{'' if count == 1 else 's'} read."
        if meaning.spots:
            spots = ", ".join(f"{spot.zone} at {spot.at_mm[0]:.0f}, {spot.at_mm[1]:.0f} mm" for spot in meaning.spots)
            yield f"Something lies there that could not be read: {spots}."
        for problem in self.problems(meaning):
            yield f"Problem: {problem}."
        if meaning.foreign:
            yield f"Codes that are none of the game's: {meaning.foreign}."

    def places(self, meaning: Reading) -> Mapping[str, str]:
        """Each piece with its zone, and what cannot be read."""
        places = {placed.tag.id: str(placed.zone) for placed in meaning.placed_tags}
        return places | {f"unreadable in {zone}": "something" for zone in meaning.unreadable}

    def count(self, meaning: Reading) -> str:
        """On the whole mat."""
        count = len(meaning.placed_tags)
        return f"{count} piece{'' if count == 1 else 's'} on the mat"


def _order(placed: PlacedTag) -> tuple[str, float, float, str]:
    return str(placed.zone), *placed.centre_mm, placed.tag.id
