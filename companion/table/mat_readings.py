"""Readings of games that are played on a mat: which pieces lie in which zone, where, and how they are turned."""

from typing import Any

from companion.table.plain_readings import PlainReadings
from vision.placed import PlacedTag
from vision.reading import Reading


class MatReadings(PlainReadings):
    """Pieces lie anywhere in zones."""

    ground = "mat"

    def piece_to_json(self, placed: PlacedTag) -> dict[str, Any]:
        """A piece in the public format."""
        return {
            "id": placed.tag.id,
            "zone": placed.zone,
            "at_mm": [round(value, 1) for value in placed.centre_mm],
            # 359.96 is 0.0, never 360.0.
            "turn_deg": round(placed.turn_deg, 1) % 360.0,
        }

    def unreadable_to_json(self, meaning: Reading) -> list[dict[str, Any]]:
        """The spots."""
        return [{"zone": spot.zone, "at_mm": [round(value, 1) for value in spot.at_mm]} for spot in meaning.spots]

    def tell_unreadable(self, meaning: Reading) -> str:
        """The spots in words."""
        return ", ".join(f"{spot.zone} at {spot.at_mm[0]:.0f}, {spot.at_mm[1]:.0f} mm" for spot in meaning.spots)
