"""Catalogue's tag as seen in a picture: the value that passes between the stages of reading."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.model.catalogue import Catalogue, Tag
from vision.model.code_detection import CodeDetection, Finder
from vision.model.pinhole import Points
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

#: A picture is so large on a piece that is hardly larger.
_FACE_SHARE = 0.87


@dataclass(frozen=True, eq=False)
class TagDetection:
    """Tag in a picture: its symbol's corners (4, 2) in pixels.

    The symbol's own top-left corner is first, then clockwise as printed.
    """

    tag: Tag
    code: Symbology
    corners_px: Points
    by: Finder

    @property
    def symbol_mm(self) -> float:
        """The printed side of the symbol without quiet zone."""
        modules = SYMBOL_MODULES[self.code]
        return self.tag.size_mm * modules / (modules + 2 * QUIET_MODULES[self.code])

    @property
    def face_mm(self) -> float:
        """The side of the picture, or of as much of a larger piece."""
        left, _, right, _ = self.tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
        return max(self.tag.size_mm, _FACE_SHARE * (right - left))


def middles_px(corners: Points) -> Points:
    """Return the crossings (n, 2) of the diagonals of quads (n, 4, 2).

    The middle of a square is seen there.
    """
    corners = corners.reshape(-1, 4, 2)
    a, b, c, d = np.moveaxis(corners, 1, 0)
    across, other, side = c - a, d - b, b - a
    turn = across[:, 0] * other[:, 1] - across[:, 1] * other[:, 0]
    flat = np.abs(turn) < 1e-9
    share = (side[:, 0] * other[:, 1] - side[:, 1] * other[:, 0]) / np.where(flat, 1.0, turn)
    return np.asarray(np.where(flat[:, None], corners.mean(axis=1), a + across * share[:, None]), np.float64)


def foreign_codes(codes: Iterable[CodeDetection], catalogue: Catalogue) -> list[CodeDetection]:
    """Return the decoded codes that are none of the catalogue's."""
    return [code for code in codes if code.text is not None and code.text not in catalogue.by_payload]
