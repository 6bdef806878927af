"""Interface between the sheets and a game: its printed pages."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from companion.sheets.anchors import reference_anchors
from companion.sheets.cheat_card import LIGHTS, TURN
from companion.sheets.layout import SheetPage
from companion.sheets.tags import Sizes, TagSet
from companion.sheets.touch_marks import TouchMark
from vision.calibration.cell_size import Anchors
from vision.model.catalogue import Catalogue


class Sheets(ABC):
    """The sheets that the tags of one game are printed on. Stateless."""

    @property
    @abstractmethod
    def tags(self) -> TagSet:
        """The game's tags."""

    #: On the card for the players: what the lights say, and how a turn goes.
    lights: Sequence[str] = LIGHTS
    turn: Sequence[str] = TURN

    @abstractmethod
    def pages(self, catalogue: Catalogue, sizes: Sizes) -> list[SheetPage]:
        """Return all pages, without the one for the lens, which every game has last.

        Each tag is on exactly one of them.
        """

    def anchors(self, catalogue: Catalogue) -> Anchors:
        """Return the grid points that the reference cards touch, in cells from the top left corner.

        The corner is that of the board. With these points the calibration measures the board's cells. Empty if
        there are no cells to measure: on a mat.
        """
        return reference_anchors(catalogue)

    def touch_marks(self, catalogue: Catalogue, sizes: Sizes) -> Mapping[str, TouchMark]:  # noqa: ARG002 - see above
        """Return marks for fingers by the ids of tags on round stickers; empty without discs."""
        return {}

    def more_files(self, catalogue: Catalogue, paper: str) -> Mapping[str, bytes]:  # noqa: ARG002 - games override it
        """Return further printed files, like a mat, by their names, for a paper of `PAPERS`."""
        return {}

    @abstractmethod
    def next_steps(self, manifest: str) -> Sequence[str]:
        """Return the next steps with the printed sheets, as lines for the command line.

        `manifest` is the file's path.
        """
