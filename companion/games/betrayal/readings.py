"""Readings of pictures of the house.

They hold tiles with their cells, figures with their rooms, monsters' faces, cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from companion.games.betrayal.mat import BOOK_OPEN, DEFAULT_MODE, HOUSE, STRIPS
from companion.games.betrayal.tags import TAGS, BetrayalTags, TagKind, piece_name
from companion.table.readings import Readings
from vision.model.catalogue import Catalogue
from vision.model.floors import Cell, FloorsRead, GapKind, PlacedTile, StandingPiece, read_floors
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Floors
from vision.occupancy.zones import Spot
from vision.reading import Reading


@dataclass(frozen=True, eq=False)
class HouseReading:
    """A reading, and the floors that its tags make."""

    reading: Reading
    floors: FloorsRead

    @property
    def standing(self) -> tuple[StandingPiece, ...]:
        """Pieces on tiles, and others that are no held cards."""
        return tuple(standing for standing in self.floors.standing if not is_held(standing))

    @property
    def held(self) -> tuple[PlacedTag, ...]:
        """The cards in players' strips."""
        return tuple(standing.placed for standing in self.floors.standing if is_held(standing))

    @property
    def covered(self) -> tuple[str, ...]:
        """The tiles on which not all is seen: something reaches over, or pieces hide others."""
        return tuple(sorted({*self.reading.covered, *self.floors.covered}))

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """Cells on which a tile may lie that is not seen.

        They are under a piece, or something reaches over them.
        """
        beside = {cell for tile in self.reading.covered for cell in self.floors.beside(tile)}
        return tuple(sorted(beside.union(self.floors.hidden)))

    def cell_of(self, spot: Spot) -> Cell | None:
        """Return the cell of something unreadable; None beside the floors."""
        return self.floors.cell_at(spot.at_mm) if spot.zone == HOUSE else None


def is_held(standing: StandingPiece) -> bool:
    """Return True if a card lies in a player's strip, and on no tile."""
    return standing.placed.tag.kind == TagKind.CARD and standing.tile is None and standing.placed.zone in STRIPS


@dataclass(frozen=True)
class BetrayalReadings(Readings[HouseReading]):
    """All floors whose landings are in the picture (rules, section 11)."""

    tags: ClassVar[BetrayalTags] = TAGS
    moment: str = ""

    @property
    def moments(self) -> tuple[str, ...]:
        """The same is read at both, but at one of them nothing is recorded."""
        return DEFAULT_MODE, BOOK_OPEN

    def at_moment(self, name: str) -> Self:
        """Return the same readings at this moment."""
        if name and name not in self.moments:
            raise ValueError(f"no moment {name!r}; there are {', '.join(self.moments)}")
        return replace(self, moment="" if name == DEFAULT_MODE else name)

    @property
    def records(self) -> bool:
        """Return False while a book may lie open (rules, section 12)."""
        return self.moment != BOOK_OPEN

    def understand(self, reading: Reading, catalogue: Catalogue) -> HouseReading:
        """Return the floors of a reading."""
        surface = catalogue.surface
        assert isinstance(surface, Floors)
        return HouseReading(reading, read_floors(reading.placed_tags, surface))

    def to_json(self, meaning: HouseReading) -> dict[str, Any]:
        """Return a reading in the public format."""
        reading, floors = meaning.reading, meaning.floors
        return {
            "board": {
                "found": True,
                "homography": [[float(number) for number in row] for row in reading.registration.homography],
                "residual_px": round(reading.registration.residual_px, 3),
            },
            "floors_seen": list(floors.floors),
            "pieces": [
                *map(_tile_to_json, floors.tiles),
                *map(_figure_to_json, meaning.standing),
                *(_place_to_json(piece) | {"strip": piece.zone} for piece in meaning.held),
            ],
            "unplaced": [_place_to_json(piece) for piece in floors.unplaced],
            "gaps": [{"kind": str(gap.kind), "tiles": list(gap.tiles)} for gap in floors.gaps],
            "unreadable": [self._spot_to_json(spot, meaning) for spot in reading.spots],
            "hidden": [{"floor": cell[0], "x": cell[1], "y": cell[2]} for cell in meaning.hidden],
            "covered": list(meaning.covered),
            "foreign": reading.foreign,
            "problems": list(self.problems(meaning)),
        }

    def _spot_to_json(self, spot: Spot, meaning: HouseReading) -> dict[str, Any]:
        cell = meaning.cell_of(spot)
        place = {} if cell is None else {"floor": cell[0], "x": cell[1], "y": cell[2]}
        return {"zone": spot.zone, "at_mm": [round(value, 1) for value in spot.at_mm], **place}

    def not_found_to_json(self) -> dict[str, Any]:
        """Return the public format of a picture on which the table was not found."""
        return {
            "board": {"found": False, "homography": None, "residual_px": None},
            "floors_seen": [],
            "pieces": [],
            "unplaced": [],
            "gaps": [],
            "unreadable": [],
            "hidden": [],
            "covered": [],
            "foreign": 0,
            "problems": ["the table's references were not found"],
        }

    def problems(self, meaning: HouseReading) -> tuple[str, ...]:
        """Return what is impossible or cannot be used, one sentence each."""
        floors = meaning.floors
        ids = [piece.tag.id for piece in meaning.reading.placed_tags]
        twice = [f"{piece_name(name)} is seen twice" for name in sorted({name for name in ids if ids.count(name) > 1})]
        told = {
            GapKind.GAP: "there is a gap between {} and {}: push the tiles together",
            GapKind.OVERLAP: "{} and {} lie over each other: push the tiles together, edge to edge",
            GapKind.ASKEW: "{} lies askew beside {}: straighten it and push the tiles together",
        }
        gaps = [told[gap.kind].format(*map(piece_name, gap.tiles)) for gap in floors.gaps]
        lost = [f"{piece_name(piece.tag.id)} touches no floor whose landing is seen" for piece in floors.unplaced]
        return (*twice, *gaps, *lost)

    def lines(self, meaning: HouseReading) -> Iterator[str]:
        """Yield each floor with its rooms and pieces, what is held, and warnings for people."""
        on: dict[str, list[str]] = {}
        for standing in meaning.standing:
            on.setdefault(standing.tile or "", []).append(_standing_name(standing))
        for floor in meaning.floors.floors:
            yield f"{floor}:"
            for tile in meaning.floors.tiles:
                if tile.cell[0] == floor:
                    names = on.get(tile.id)
                    yield f"  {_cell_in_words(tile.cell)} {_tile_in_words(tile)}" + (
                        f": {', '.join(names)}" if names else ""
                    )
        for lost in meaning.floors.unplaced:
            names = on.get(lost.tag.id)
            yield f"not placed: {piece_name(lost.tag.id)}" + (f": {', '.join(names)}" if names else "")
        if on.get(""):
            yield f"on no tile that was read: {', '.join(on[''])}"
        for strip in STRIPS:
            cards = [piece_name(piece.tag.id) for piece in meaning.held if piece.zone == strip]
            if cards:
                yield f"{strip}: {', '.join(cards)}"
        yield f"{self.count(meaning)} read."
        if meaning.reading.spots:
            spots = ", ".join(self._spot_in_words(spot, meaning) for spot in meaning.reading.spots)
            yield f"Something lies there that could not be read: {spots}."
        if meaning.hidden:
            cells = ", ".join(f"{cell[0]} {_cell_in_words(cell)}" for cell in meaning.hidden)
            yield f"A tile may be hidden there: {cells}."
        if meaning.covered:
            yield f"Not all may be seen that lies there: {', '.join(map(piece_name, meaning.covered))}."
        for problem in self.problems(meaning):
            yield f"Problem: {problem}."
        if meaning.reading.foreign:
            yield f"Codes that are none of the game's: {meaning.reading.foreign}."

    def _spot_in_words(self, spot: Spot, meaning: HouseReading) -> str:
        cell = meaning.cell_of(spot)
        if cell is not None:
            return f"{cell[0]} {_cell_in_words(cell)}"
        return f"{spot.zone} at {spot.at_mm[0]:.0f}, {spot.at_mm[1]:.0f} mm"

    def places(self, meaning: HouseReading) -> Mapping[str, str]:
        """Return each piece with its place, and what cannot be read."""
        places = {
            tile.id: f"{tile.cell[0]} {_cell_in_words(tile.cell)} turn {tile.turn}" for tile in meaning.floors.tiles
        }
        places |= {piece.tag.id: "not placed" for piece in meaning.floors.unplaced}
        places |= {standing.placed.tag.id: _room_in_words(standing) for standing in meaning.standing}
        places |= {piece.tag.id: str(piece.zone) for piece in meaning.held}
        unreadable = {self._spot_in_words(spot, meaning) for spot in meaning.reading.spots}
        return places | {f"unreadable in {place}": "something" for place in sorted(unreadable)}

    def count(self, meaning: HouseReading) -> str:
        """Count the tiles and other pieces on all floors together."""
        count = len(meaning.floors.tiles)
        others = len(meaning.floors.standing)
        return f"{count} tile{'' if count == 1 else 's'} and {others} other piece{'' if others == 1 else 's'}"


def _place_to_json(piece: PlacedTag) -> dict[str, Any]:
    return {
        "id": piece.tag.id,
        "at_mm": [round(value, 1) for value in piece.centre_mm],
        # 359.96 is 0.0, never 360.0.
        "turn_deg": round(piece.turn_deg, 1) % 360.0,
    }


def _tile_to_json(tile: PlacedTile) -> dict[str, Any]:
    floor, x, y = tile.cell
    return _place_to_json(tile.placed) | {"floor": floor, "x": x, "y": y, "turn": tile.turn}


def _figure_to_json(standing: StandingPiece) -> dict[str, Any]:
    told = _place_to_json(standing.placed) | {
        "room": None if standing.tile is None else standing.tile.partition("/")[2]
    }
    if standing.tile is None and standing.cell is not None:
        told |= {"floor": standing.cell[0], "x": standing.cell[1], "y": standing.cell[2]}
    kind = standing.placed.tag.kind
    if kind != TagKind.CARD:
        # A monster stands on both sides (BR13).
        told["side"] = standing.opening if kind == TagKind.FIGURE else None
    if kind == TagKind.MONSTER:
        told["face"] = standing.placed.tag.id.rpartition("/")[2]
    return told


def _standing_name(standing: StandingPiece) -> str:
    name = piece_name(standing.placed.tag.id)
    if standing.placed.tag.kind == TagKind.FIGURE and standing.opening:
        return f"{name} (side {standing.opening})"
    return name


def _room_in_words(standing: StandingPiece) -> str:
    room = "on no tile" if standing.tile is None else standing.tile.partition("/")[2]
    return (
        f"{room} side {standing.opening}" if standing.opening and standing.placed.tag.kind == TagKind.FIGURE else room
    )


def _cell_in_words(cell: Cell) -> str:
    return f"({cell[1]}, {cell[2]})"


def _tile_in_words(tile: PlacedTile) -> str:
    return f"{piece_name(tile.id)}, turn {tile.turn}"


READINGS = BetrayalReadings()
