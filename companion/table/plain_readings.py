"""Readings that need no interpretation: the positions of the pieces say everything."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.table.readings import JsonObject, Readings
from vision.model.catalogue import Catalogue
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


class PlainReadings(Readings[Reading]):
    """Base of readings of boards and mats; a game adds to its pieces with `piece_to_json`."""

    #: What the pieces lie on, in English.
    ground: ClassVar[str]

    def understand(self, reading: Reading, catalogue: Catalogue) -> Reading:  # noqa: ARG002 - games override it
        """Return the reading."""
        return reading

    @abstractmethod
    def piece_to_json(self, placed: PlacedTag) -> JsonObject:
        """Return a piece in the public format."""

    @abstractmethod
    def unreadable_to_json(self, meaning: Reading) -> Sequence[object]:
        """Return the places with something unreadable, in the public format."""

    @abstractmethod
    def describe_unreadable(self, meaning: Reading) -> str:
        """Return the same in words, empty if there is nothing of the kind."""

    def piece_name(self, placed: PlacedTag) -> str:
        """Return the people's name of a piece; a game has words of its own."""
        return placed.tag.id

    def place_name(self, place: str) -> str:
        """Return the people's name of a place."""
        return place

    def pieces(self, meaning: Reading) -> Sequence[PlacedTag]:
        """Return the pieces that lie at a place, by their places."""
        return sorted((placed for placed in meaning.placed_tags if placed.place is not None), key=_order)

    def pieces_to_json(self, meaning: Reading) -> list[JsonObject]:
        """Return all pieces in the public format.

        A game overrides this if its pieces say something about each other.
        """
        return [self.piece_to_json(piece) for piece in self.pieces(meaning)]

    def problems(self, meaning: Reading) -> tuple[str, ...]:
        """Describe what is impossible in the reading, one sentence each.

        By default this is a piece that is seen twice.
        """
        pieces = self.pieces(meaning)
        by_id: dict[str, list[PlacedTag]] = {}
        for placed in pieces:
            by_id.setdefault(placed.tag.id, []).append(placed)
        return tuple(
            f"{self.piece_name(seen[0])} seen twice: {', '.join(self.place_name(str(placed.place)) for placed in seen)}"
            for _, seen in sorted(by_id.items())
            if len(seen) > 1
        )

    def to_json(self, meaning: Reading) -> JsonObject:
        """Return the public format."""
        registration = meaning.registration
        return {
            "board": {
                "found": True,
                "homography": [[float(number) for number in row] for row in registration.homography],
                "residual_px": round(registration.residual_px, 3),
            },
            "pieces": self.pieces_to_json(meaning),
            "unreadable": self.unreadable_to_json(meaning),
            "foreign": meaning.foreign,
            "problems": list(self.problems(meaning)),
        }

    def not_found_to_json(self) -> JsonObject:
        """Return the public format of a picture without a board or mat."""
        return {
            "board": {"found": False, "homography": None, "residual_px": None},
            "pieces": [],
            "unreadable": [],
            "foreign": 0,
            "problems": [f"the {self.ground} was not found"],
        }

    def lines(self, meaning: Reading) -> Iterator[str]:
        """Yield each place with what lies there, and what a person should know before trusting it."""
        by_place: dict[str, list[str]] = {}
        for placed in self.pieces(meaning):
            by_place.setdefault(str(placed.place), []).append(self.piece_name(placed))
        for place, pieces in by_place.items():
            yield f"{self.place_name(place)}: {', '.join(pieces)}"
        yield f"{_counted(len(self.pieces(meaning)))} read."
        unreadable = self.describe_unreadable(meaning)
        if unreadable:
            yield f"Something lies there that could not be read: {unreadable}."
        for problem in self.problems(meaning):
            yield f"Problem: {problem}."
        if meaning.foreign:
            yield f"Codes that are none of the game's: {meaning.foreign}."

    def places(self, meaning: Reading) -> Mapping[str, str]:
        """Return each piece with its place, and what cannot be read."""
        places = {placed.tag.id: str(placed.place) for placed in self.pieces(meaning)}
        return places | {f"unreadable in {place}": "something" for place in meaning.unreadable}

    def count(self, meaning: Reading) -> str:
        """Return how many pieces are on the whole board or mat, in words."""
        return f"{_counted(len(self.pieces(meaning)))} on the {self.ground}"


def _counted(pieces: int) -> str:
    return f"{pieces} piece{'' if pieces == 1 else 's'}"


def _order(placed: PlacedTag) -> tuple[str, float, float, str]:
    return str(placed.place), *placed.centre_mm, placed.tag.id
