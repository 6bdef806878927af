"""Debug view: a frame with the watcher's result, cell by cell, and the gates beside it."""

from collections.abc import Mapping
from types import MappingProxyType

import cv2
import numpy as np

from vision.model.catalogue import Catalogue
from vision.model.pinhole import Points
from vision.model.surface import Mat
from vision.picture import Pixels
from vision.reading.redaction import redacted
from vision.sources.camera import Frame
from vision.watching.motion import TILE_PX, Mask
from vision.watching.observation import BoardState, CellState, Observation
from vision.watching.table_watch import TableWatch

Bgr = tuple[int, int, int]

#: Width of the frame as it is drawn.
WIDTH_PX = 1280
#: Width of the panel beside it.
PANEL_PX = 380
_LINE_PX = 24
_COLOURS: Mapping[CellState, Bgr] = MappingProxyType(
    {
        CellState.READ: (80, 200, 60),
        CellState.EMPTY: (150, 150, 150),
        CellState.UNREADABLE: (40, 40, 240),
        CellState.COVERED: (0, 165, 255),
    }
)
#: Colour of tiles that motion hides (BGR).
_MOVING = (0, 165, 255)
#: Colour of tiles that a hand hides which lies still (BGR).
_HAND = (200, 60, 200)
#: Colour of tiles that something hides which has not been read yet (BGR).
_CHANGED = (0, 230, 230)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_INK: Bgr = (235, 235, 235)
_GOOD: Bgr = (110, 220, 110)
_BAD: Bgr = (90, 90, 255)


def debug_view(frame: Frame, watched: Observation, watch: TableWatch, catalogue: Catalogue) -> Pixels:
    """Draw the frame with moving tiles, cells in their states' colours, and tags that were read.

    The result is BGR, `WIDTH_PX` + `PANEL_PX` wide. `watched` is what the watcher said to this frame.
    """
    scale = WIDTH_PX / frame.size_px[0]
    size = (WIDTH_PX, round(frame.size_px[1] * scale))
    located = watched.known if watched.board is not BoardState.LOST else None
    picture = redacted(frame.picture, located, catalogue)
    canvas = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    if isinstance(catalogue.surface, Mat) and watch.view is not None:
        # What a hand carries there may be secret.
        _tint(canvas, watch.view.hidden | watch.view.different, watch.view.reference.shape, (0, 0, 0), 1.0)
    _tint_tiles(canvas, watch)
    if watched.known:
        _draw_cells(canvas, watched, catalogue, scale)
    panel = np.full((max(size[1], 30 * _LINE_PX), PANEL_PX, 3), 34, np.uint8)
    _write_panel(panel, watched, watch)
    whole = np.full((len(panel), WIDTH_PX, 3), 20, np.uint8)
    whole[: size[1]] = canvas
    return np.hstack([whole, panel])


def _tint_tiles(canvas: Pixels, watch: TableWatch) -> None:
    """Tint the tiles that move, in which a hand lies, or that have changed and are unread."""
    if watch.view is None:
        return
    view = watch.view
    for mask, colour in ((view.different, _CHANGED), (view.hands, _HAND), (view.restless, _MOVING)):
        _tint(canvas, mask, view.reference.shape, colour)


def _tint(canvas: Pixels, mask: Mask, small_shape: tuple[int, ...], colour: Bgr, share: float = 0.4) -> None:
    if not mask.any():
        return
    covered = np.zeros(small_shape, np.uint8)
    pixels = np.kron(mask.astype(np.uint8), np.ones((TILE_PX, TILE_PX), np.uint8))
    covered[: pixels.shape[0], : pixels.shape[1]] = pixels
    shaded = cv2.resize(covered, (canvas.shape[1], canvas.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    canvas[shaded] = (canvas[shaded] * (1 - share) + np.array(colour) * share).astype(np.uint8)


def _draw_cells(canvas: Pixels, watched: Observation, catalogue: Catalogue, scale: float) -> None:
    """Outline the cells in their states' colours and names the tags that lie on them."""
    assert watched.known is not None
    camera = watched.known.registration.camera
    cells = sorted(watched.cells, key=lambda cell: watched.cells[cell] is not CellState.EMPTY)
    for cell in cells:
        state = watched.cells[cell]
        left, top, right, bottom = catalogue.surface.area_mm(cell)
        # Frames of cells that lie side by side stay apart.
        gap = 0.04 * min(right - left, bottom - top)
        left, top, right, bottom = left + gap, top + gap, right - gap, bottom - gap
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        outline = (camera.project(corners) + 0.5) * scale
        thickness = 1 if state is CellState.EMPTY else 2
        cv2.polylines(canvas, [np.round(outline).astype(np.int32)], True, _COLOURS[state], thickness, cv2.LINE_AA)
    for placed_tag in watched.known.placed_tags:
        outline = (placed_tag.corners_px + 0.5) * scale
        cv2.polylines(canvas, [np.round(outline).astype(np.int32)], True, (255, 120, 0), 1, cv2.LINE_AA)
        _label(canvas, placed_tag.tag.id, outline.mean(axis=0))


def _write_panel(panel: Pixels, watched: Observation, watch: TableWatch) -> None:
    """Write the state of the whole table, the gates, and the legend."""
    lines: list[tuple[str, Bgr]] = [
        (f"{watched.taken_s:.2f} s    board: {watched.board}", _INK),
        ("settled" if watched.settled else "not settled", _GOOD if watched.settled else _BAD),
        *((line, _BAD) for line in _wrapped(watched.problem, 42)),
    ]
    counts = {state: sum(cell is state for cell in watched.cells.values()) for state in CellState}
    lines += [("", _INK), *((f"{count:4} {state}", _COLOURS[state]) for state, count in counts.items())]
    if watched.known:
        known = watched.known
        lines += [("", _INK), (f"residual {known.registration.residual_px:.2f} px", _INK)]
        lines += [(f"foreign codes: {known.foreign}", _INK)]
        lines += [(f"unreadable: {' '.join(known.unreadable) or '-'}", _INK)]
    lines += [("", _INK), ("gates", _INK)]
    for gate in watch.measured():
        text = f"{gate.gate}: {gate.value:.3g} {gate.side} {gate.limit:.3g}"
        lines.append((text, _GOOD if gate.passed else _BAD))
    lines += [("", _INK), ("moves, or has just moved", _MOVING), ("a hand that lies still", _HAND)]
    lines += [("changed, not read yet", _CHANGED)]
    for number, (text, colour) in enumerate(lines):
        cv2.putText(panel, text, (14, 26 + number * _LINE_PX), _FONT, 0.5, colour, 1, cv2.LINE_AA)


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _label(picture: Pixels, text: str, middle: Points) -> None:
    """Write a word on a dark ground, its middle at (x, y)."""
    (width, height), _ = cv2.getTextSize(text, _FONT, 0.36, 1)
    left, bottom = round(middle[0] - width / 2), round(middle[1] + height / 2)
    cv2.rectangle(picture, (left - 2, bottom - height - 2), (left + width + 2, bottom + 3), (0, 0, 0), cv2.FILLED)
    cv2.putText(picture, text, (left, bottom), _FONT, 0.36, _INK, 1, cv2.LINE_AA)
