"""Readings of games on a mat: the zone, position and turn of each piece."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.table.plain_readings import PlainReadings
from companion.table.readings import JsonObject
from vision.model.catalogue import Catalogue
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


@dataclass(frozen=True)
class MatReadings(PlainReadings):
    """Pieces lie anywhere in zones."""

    ground: ClassVar[str] = "mat"
    #: What is read at each moment of the game, the usual one first: by the zones' names the kinds of tags, None for
    #: all. Empty where every zone is read all the time.
    zones_read: ClassVar[Mapping[str, Mapping[str, frozenset[str] | None]]] = {}

    moment: str = ""

    @property
    def moments(self) -> tuple[str, ...]:
        """Names of the moments: the keys of `zones_read`."""
        return tuple(self.zones_read)

    def at_moment(self, name: str) -> Self:
        """Return the same at this moment."""
        if name and name not in self.zones_read:
            raise ValueError(f"no moment {name!r}; there are {', '.join(self.moments)}")
        return replace(self, moment=name)

    def tags_read(self, catalogue: Catalogue) -> Catalogue:
        """Return the catalogue with the mat of which only the zones of the moment are read."""
        if not self.moments:
            return catalogue
        return replace(catalogue, surface=catalogue.mat.at_moment(self.zones_read[self.moment or self.moments[0]]))

    def piece_to_json(self, placed: PlacedTag) -> JsonObject:
        """Return a piece in the public format."""
        return {
            "id": placed.tag.id,
            "zone": placed.zone,
            "at_mm": [round(value, 1) for value in placed.centre_mm],
            # 359.96 is 0.0, never 360.0.
            "turn_deg": round(placed.turn_deg, 1) % 360.0,
        }

    def unreadable_to_json(self, meaning: Reading) -> list[JsonObject]:
        """Return the spots."""
        return [{"zone": spot.zone, "at_mm": [round(value, 1) for value in spot.at_mm]} for spot in meaning.spots]

    def describe_unreadable(self, meaning: Reading) -> str:
        """Return the spots in words."""
        return ", ".join(
            f"{self.place_name(str(spot.zone))} at {spot.at_mm[0]:.0f}, {spot.at_mm[1]:.0f} mm"
            for spot in meaning.spots
        )
