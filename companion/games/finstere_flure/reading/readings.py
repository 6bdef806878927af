"""Answers to the platform about readings of Finstere Flure's table."""

import argparse
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from companion.games.finstere_flure.reading.reading import (
    TableReading,
    board_not_found_to_json,
    caveats,
    covered_cells,
    reading_to_json,
    understand,
)
from companion.games.finstere_flure.tag_set import TAGS
from companion.table.readings import Readings
from engine.finstere_flure.textboard import format_board
from vision.model.catalogue import Catalogue
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


@dataclass(frozen=True)
class FinstereFlureReadings(Readings[TableReading]):
    """Readings in the game's stage 1 or 2, in which different numbers of tokens count."""

    tags = TAGS
    knows_plain_pieces = True
    stage: int = 1

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the stage."""
        parser.add_argument("--stage", type=int, choices=(1, 2), default=1, help="the game's stage (default: 1)")

    def with_arguments(self, args: argparse.Namespace) -> Self:
        """Return the same in the stage of the command line."""
        return type(self)(args.stage)

    def covered(self, placed: PlacedTag) -> Collection[str]:
        """Return the cells under a piece: four under a pool."""
        return covered_cells(placed)

    def understand(self, reading: Reading, catalogue: Catalogue) -> TableReading:
        """Return the pieces, problems and position."""
        return understand(reading, catalogue.grid.cell_mm, stage=self.stage)

    def to_json(self, meaning: TableReading) -> dict[str, Any]:
        """Return the public format."""
        return reading_to_json(meaning)

    def not_found_to_json(self) -> dict[str, Any]:
        """Return the public format without a board."""
        return board_not_found_to_json()

    def lines(self, meaning: TableReading) -> Iterator[str]:
        """Yield the position as a text board, and what a person should know before trusting it."""
        if meaning.position:
            yield format_board(meaning.position)
        count = len(meaning.pieces)
        yield f"{count} piece{'' if count == 1 else 's'} read."
        yield from caveats(meaning)

    def places(self, meaning: TableReading) -> Mapping[str, str]:
        """Return each piece with its cells, those beside the board, and the unknown cells.

        It is not known what lies on an unknown cell.
        """
        places = {piece.id: ",".join(piece.cells) for piece in meaning.pieces}
        places |= dict.fromkeys(meaning.unknown_hidden_cells, "hidden") | dict.fromkeys(
            meaning.reading.unreadable, "unreadable"
        )
        return places | {f"{piece.piece} (beside the board)": str(piece.place or "aside") for piece in meaning.beside}

    def count(self, meaning: TableReading) -> str:
        """Count the pieces on the board and beside it, and list the cells that are not known."""
        count = len(meaning.pieces)
        text = f"{count} piece{'' if count == 1 else 's'} on the board, {len(meaning.beside)} beside it"
        for what, cells in (("unreadable", meaning.reading.unreadable), ("hidden", meaning.unknown_hidden_cells)):
            text += f"; {what}: {', '.join(cells)}" if cells else ""
        return text

    def describe_piece(self, piece: Mapping[str, Any]) -> str:
        """Return the piece and where it points."""
        points = piece.get("facing") or piece.get("arrow")
        return f"{piece['id']} facing {points}" if points else str(piece["id"])


READINGS = FinstereFlureReadings()
