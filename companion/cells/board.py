"""Content of the cells of a board, as the value that pages carry."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.screen.pages import Tone
from companion.screen.theme import Rgb

#: Colour of pieces that belong to nobody.
NOBODYS: Rgb = (196, 190, 170)


def disc_of(piece: str) -> str:
    """Return the disc of which a piece is a side: ``white-3`` for ``white-3/king``."""
    return piece.partition("/")[0]


def discs_of(lying: Mapping[str, str]) -> Mapping[str, tuple[str, str]]:
    """Return the side that lies up of each disc, and its cell."""
    return {disc_of(piece): (piece, cell) for piece, cell in lying.items()}


def turned_discs(before: Mapping[str, str], after: Mapping[str, str]) -> Mapping[str, str]:
    """Return the discs that are turned over: their sides in `after`, each with that in `before`."""
    sides = discs_of(before)
    turned = {piece: sides[disc_of(piece)][0] for piece in after if disc_of(piece) in sides}
    return {piece: side for piece, side in turned.items() if side != piece}


@dataclass(frozen=True)
class CellBoard:
    """Pieces on cells, marked cells, and the ways (from, to) for hands.

    `leaving` are pieces that are to be taken off the board, with their cells.
    """

    pieces: tuple[tuple[str, str], ...] = ()
    marks: tuple[tuple[str, Tone], ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    """Texts that stand on cells, such as counts."""
    leaving: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        pieces: Mapping[str, str],
        marks: Mapping[str, Tone] | None = None,
        ways: tuple[tuple[str, str], ...] = (),
        labels: Mapping[str, str] | None = None,
        leaving: Mapping[str, str] | None = None,
    ) -> "CellBoard":
        """Return the pieces with their cells, the marks and the texts by their cells."""
        marked, written = sorted((marks or {}).items()), sorted((labels or {}).items())
        going = sorted((leaving or {}).items())
        return cls(tuple(sorted(pieces.items())), tuple(marked), ways, tuple(written), tuple(going))
