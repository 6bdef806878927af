"""The monster's move drawn into the photo, in the photo's own perspective.

Everything is drawn flat, on a sheet seen straight from above, and the sheet is then laid on the board through the
camera's own model, lens distortion included. The sheet's colours are multiplied by their opacity, so that drawing
over it and stretching it keeps the edges clean.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, degrees

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from companion.fonts import BOLD
from companion.games.finstere_flure.playback.timeline import Hop, Segment, SegmentKind, timeline
from companion.games.finstere_flure.screen.legend import LegendEntry, draw_legend
from engine.finstere_flure.board import FILES, ROWS, Cell, Direction, column_row
from engine.finstere_flure.trace import Decision, Look, MonsterMove, Teleport
from vision.locate.registration import Registration
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Pinhole
from vision.picture import Pixels

Sheet = npt.NDArray[np.uint8]
Bgr = tuple[int, int, int]
Point = tuple[float, float]

#: The sheet lies between the floor and the tops of the tokens, so that neither is far off.
SHEET_HEIGHT_MM = 4.0
#: Cells of margin round the board on the sheet.
_MARGIN = 1
#: The camera's rays are worked out on a grid of this many pixels, and between them by interpolation.
_GRID_PX = 16

_INK: Bgr = (18, 14, 12)
_WHITE: Bgr = (255, 255, 255)
_FIRST: Bgr = (60, 210, 255)
_LAST: Bgr = (40, 60, 255)
_SIGHT: Bgr = (150, 235, 255)
_LOSS: Bgr = (40, 30, 235)
_PUSH: Bgr = (255, 200, 90)
_UNSEEN: Bgr = (90, 170, 255)


def draw_move(
    pixels: Pixels, registration: Registration, catalogue: Catalogue, move: MonsterMove, unseen: Sequence[Cell] = ()
) -> Pixels:
    """Return the photo (BGR or grey) with the move drawn into it, BGR of the same size.

    The photo itself stays unchanged. Drawn are: the monster's start and its end with its facing, its way with
    arrows and the number of each step where it ends, the looks that turn or confuse it, the letters of the walls
    that it goes through, where pieces are pushed to, and crosses on the tokens that are eaten. Cells that are
    `unseen` are framed and named. A legend in a corner says what the signs mean.
    """
    photo = np.dstack([pixels] * 3) if pixels.ndim == 2 else pixels
    camera, cell_mm = registration.camera, catalogue.grid.cell_mm
    centre, right = camera.project(
        [(cell_mm * x, cell_mm * len(ROWS) / 2, 0.0) for x in (len(FILES) / 2, len(FILES) / 2 + 1)]
    )
    cell_px = float(np.hypot(*(right - centre)))
    # Twice as fine as the photo, within reason.
    unit = int(np.clip(2 * cell_px, 60, 240))
    turn = round(degrees(atan2(right[1] - centre[1], right[0] - centre[0])) / 90) % 4
    drawing = _Drawing(unit, turn)
    drawing.name_cells(unseen)
    drawing.draw(move)
    drawn = _paint_onto_board(photo, drawing.sheet, camera, cell_mm, unit)
    columns, rows = len(FILES) + 2 * _MARGIN, len(ROWS) + 2 * _MARGIN
    around = [(0, 0), (columns, 0), (columns, rows), (0, rows)]
    corners = camera.project([((x - _MARGIN) * cell_mm, (y - _MARGIN) * cell_mm, 0.0) for x, y in around])
    if _board_box(photo, camera, cell_mm) is not None:
        draw_legend(drawn, corners, legend_entries(move, unseen))
    return drawn


def legend_entries(move: MonsterMove, unseen: Sequence[Cell]) -> list[LegendEntry]:
    """Return the legend's entries for the drawing of this move."""
    decisions = {event.decision for step in move.steps for event in step.events if isinstance(event, Look)}
    goals = [goal for _, goal in _pushed(move)]
    letters = [hop.letter for segment in timeline(move) for hop in segment.hops if hop.letter is not None]
    entries = [
        (True, LegendEntry("ring", _FIRST, "the monster now")),
        (bool(move.steps), LegendEntry("line", _mixed(_FIRST, _LAST, 0.5), "its way")),
        (bool(move.steps), LegendEntry("badge", _WHITE, "where each step ends")),
        (True, LegendEntry("ring", _LAST, "the monster's end")),
        (not decisions.isdisjoint({Decision.TURN, Decision.CONFUSED}), LegendEntry("line", _SIGHT, "whom it sees")),
        (bool(letters), LegendEntry("badge", _FIRST, "through a wall", "".join(letters[:1]))),
        (any(goals), LegendEntry("arrow", _PUSH, "what it pushes, and where to")),
        (not all(goals), LegendEntry("cross", _PUSH, "pushed out of the game")),
        (bool(move.eaten), LegendEntry("cross", _LOSS, "eaten")),
        (bool(unseen), LegendEntry("frame", _UNSEEN, "a cell that is not seen")),
    ]
    return [entry for is_shown, entry in entries if is_shown]


def _paint_onto_board(photo: Pixels, sheet: Sheet, camera: Pinhole, cell_mm: float, unit: int) -> Pixels:
    """Return the photo with the sheet laid on the board."""
    box = _board_box(photo, camera, cell_mm)
    result: Pixels = photo.copy()
    if box is None:
        return result
    left, top, right, bottom = box
    xs = np.linspace(left, right, 2 + (right - left) // _GRID_PX)
    ys = np.linspace(top, bottom, 2 + (bottom - top) // _GRID_PX)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    on_board = camera.on_plane(grid.reshape(-1, 2), SHEET_HEIGHT_MM).reshape(grid.shape)
    on_sheet = ((on_board / cell_mm + _MARGIN) * unit).astype(np.float32)
    size = (right - left + 1, bottom - top + 1)
    # The grid's outer points are pixel centres, so it is stretched between them, not between pixel edges.
    stretch = np.array([[(size[0] - 1) / (len(xs) - 1), 0, 0], [0, (size[1] - 1) / (len(ys) - 1), 0]], dtype=np.float64)
    where = cv2.warpAffine(on_sheet, stretch, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    layer = cv2.remap(sheet, where[..., 0], where[..., 1], cv2.INTER_LINEAR)
    part = result[top : bottom + 1, left : right + 1]
    remaining = (255 - layer[..., 3:]).astype(np.uint16)
    part[:] = np.minimum(255, layer[..., :3] + part * remaining // 255).astype(np.uint8)
    return result


def _board_box(photo: Pixels, camera: Pinhole, cell_mm: float) -> tuple[int, int, int, int] | None:
    """Return the pixels of the photo on which the sheet can show, None if there are none.

    They are (left, top, right, bottom), inclusive.
    """
    height, width = photo.shape[:2]
    columns = np.linspace(-_MARGIN, len(FILES) + _MARGIN, 20) * cell_mm
    rows = np.linspace(-_MARGIN, len(ROWS) + _MARGIN, 20) * cell_mm
    rim = [(x, y, SHEET_HEIGHT_MM) for x in columns for y in (rows[0], rows[-1])]
    rim += [(x, y, SHEET_HEIGHT_MM) for x in (columns[0], columns[-1]) for y in rows]
    seen = camera.project(rim)
    left, top = np.maximum(np.floor(seen.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)), (width - 1, height - 1)).astype(int)
    return (int(left), int(top), int(right), int(bottom)) if left < right and top < bottom else None


class _Drawing:
    """Drawing on the sheet in cells: (0, 0) is the outer corner of a1.

    `turn` quarter turns make texts upright.
    """

    def __init__(self, unit: int, turn: int) -> None:
        self.unit = unit
        self.turn = turn
        size = ((len(ROWS) + 2 * _MARGIN) * unit, (len(FILES) + 2 * _MARGIN) * unit)
        self.sheet: Sheet = np.zeros((*size, 4), np.uint8)

    def draw(self, move: MonsterMove) -> None:
        """Draw everything, what matters most on top."""
        segments = timeline(move)
        for segment in segments:
            if segment.kind in (SegmentKind.LOOK, SegmentKind.LAST_LOOK):
                self._look(segment)
        self._pushes(move)
        self._start(move)
        self._way(move, segments)
        self._end(move)
        self._meals(move)
        self._numbers(move)

    def name_cells(self, cells: Sequence[Cell]) -> None:
        """Draw a frame round each unknown cell, with its name in a corner of it.

        It is not known what lies on these cells.
        """
        for cell in cells:
            x, y = _middle(cell)
            corners = [(x + dx, y + dy) for dx, dy in ((-0.45, -0.45), (0.45, -0.45), (0.45, 0.45), (-0.45, 0.45))]
            for shade, width in ((_INK, 0.12), (_UNSEEN, 0.06)):
                self._line([*corners, corners[0]], shade, width)
            self._badge(cell, _moved((x, y), *self._turned(0.24, -0.24)), 0.2, _UNSEEN, _UNSEEN)

    # --- the parts of a move --------------------------------------------------------------------------------------

    def _look(self, segment: Segment) -> None:
        """Draw rays to the tokens that turn or confuse the monster.

        Rays to the tokens that it just follows would only hide its way.
        """
        if segment.look is None or segment.look.decision not in (Decision.TURN, Decision.CONFUSED):
            return
        for line in segment.sights:
            if not line.decides or line.end_cell is None:
                continue
            start, end = _middle(segment.before.monster), _middle(line.end_cell)
            dx, dy = line.direction.delta
            self._line([_moved(start, dx * 0.5, dy * 0.5), _moved(end, -dx * 0.45, -dy * 0.45)], _SIGHT, 0.2, 0.5)
            self._ring(end, 0.45, _SIGHT, 0.06)

    def _pushes(self, move: MonsterMove) -> None:
        """Draw an arrow for each pushed piece, from where it lies in the photo to where it ends."""
        for cell, goal in _pushed(move):
            if goal is None:
                self._cross(_middle(cell), _PUSH)
            else:
                self._arrow(_middle(cell), _middle(goal), _PUSH, 0.1)
                self._ring(_middle(goal), 0.4, _PUSH, 0.07)

    def _start(self, move: MonsterMove) -> None:
        middle = _middle(move.start.monster)
        self._ring(middle, 0.46, _FIRST, 0.07)
        self._pointer(middle, move.start.facing, _FIRST, hollow=True)

    def _end(self, move: MonsterMove) -> None:
        middle = _middle(move.final.monster)
        self._disc(middle, 0.42, _INK, 0.55)
        self._ring(middle, 0.46, _LAST, 0.12)
        self._pointer(middle, move.final.facing, _LAST, hollow=False)

    def _meals(self, move: MonsterMove) -> None:
        """Draw crosses on the eaten tokens, where they lie in the photo.

        A small cross stands beside the monster's end.
        """
        for meal in move.eaten:
            token = move.start.token(meal.token)
            if token is None or token.cell is None:
                continue
            if token.cell == move.final.monster:
                self._cross(_moved(_middle(token.cell), *self._turned(-0.3, -0.3)), _LOSS, 0.6)
            else:
                self._cross(_middle(token.cell), _LOSS)

    def _way(self, move: MonsterMove, segments: Sequence[Segment]) -> None:
        """Draw the way, with an arrow on every cell's border.

        Its colour goes from the first step's to the last's.
        """
        steps = max(1, len(move.steps))
        walked = [segment for segment in segments if segment.kind in (SegmentKind.WALK, SegmentKind.TELEPORT)]
        strokes: list[tuple[list[Point], Bgr]] = []
        for segment in walked:
            colour = _mixed(_FIRST, _LAST, segment.step / steps)
            first = segment.events[0]
            if isinstance(first, Teleport):
                self._dashes(_middle(first.before), _middle(first.after), colour)
            strokes += [(stretch, colour) for hop in segment.hops for stretch in _stretches(hop)]
        for stretch, _ in strokes:
            self._line(stretch, _INK, 0.24)
        for stretch, colour in strokes:
            self._line(stretch, colour, 0.15)
        for segment in walked:
            for hop in segment.hops:
                self._hop_marks(hop)

    def _hop_marks(self, hop: Hop) -> None:
        dx, dy = hop.direction.delta
        border = _moved(_middle(hop.before), dx * 0.5, dy * 0.5)
        if hop.letter is None:
            tip, across = _moved(border, dx * 0.1, dy * 0.1), 0.14
            self._fill(
                [
                    tip,
                    _moved(border, -dx * 0.1 - dy * across, -dy * 0.1 - dx * across),
                    _moved(border, -dx * 0.1 + dy * across, -dy * 0.1 + dx * across),
                ],
                _WHITE,
            )
            return
        entry = _moved(_middle(hop.after), -dx * 0.5, -dy * 0.5)
        for middle in (_moved(border, dx * 0.28, dy * 0.28), _moved(entry, -dx * 0.28, -dy * 0.28)):
            self._badge(hop.letter, middle, 0.26, _FIRST, _INK)

    def _numbers(self, move: MonsterMove) -> None:
        """Draw the number of each step at the corner of the cell where it ended."""
        numbers: dict[Cell, list[str]] = {}
        for step in move.steps:
            numbers.setdefault(step.cell, []).append(str(step.number))
        for cell, texts in numbers.items():
            colour = _mixed(_FIRST, _LAST, int(texts[-1]) / len(move.steps))
            self._badge(" ".join(texts), _moved(_middle(cell), *self._turned(0.31, 0.31)), 0.2, _WHITE, colour)

    def _turned(self, dx: float, dy: float) -> Point:
        """Return a way to the right and down in the photo, on the sheet."""
        for _ in range(self.turn):
            dx, dy = dy, -dx
        return dx, dy

    # --- strokes --------------------------------------------------------------------------------------------------

    def _px(self, point: Point) -> tuple[int, int]:
        """Return the point in sixteenths of sheet pixels, as OpenCV draws them."""
        return round((point[0] + _MARGIN) * self.unit * 16), round((point[1] + _MARGIN) * self.unit * 16)

    def _wide(self, cells: float) -> int:
        return max(1, round(cells * self.unit))

    def _line(self, points: Sequence[Point], colour: Bgr, width: float, opacity: float = 1.0) -> None:
        corners = np.array([self._px(point) for point in points], np.int32).reshape(-1, 1, 2)
        cv2.polylines(self.sheet, [corners], False, _ink(colour, opacity), self._wide(width), cv2.LINE_AA, 4)

    def _fill(self, points: Sequence[Point], colour: Bgr) -> None:
        corners = np.array([self._px(point) for point in points], np.int32).reshape(-1, 1, 2)
        cv2.fillPoly(self.sheet, [corners], _ink(colour), cv2.LINE_AA, 4)

    def _disc(self, point: Point, radius: float, colour: Bgr, opacity: float = 1.0) -> None:
        cv2.circle(self.sheet, self._px(point), self._wide(radius) * 16, _ink(colour, opacity), -1, cv2.LINE_AA, 4)

    def _ring(self, point: Point, radius: float, colour: Bgr, width: float) -> None:
        for shade, wide in ((_INK, width + 0.06), (colour, width)):
            cv2.circle(
                self.sheet, self._px(point), self._wide(radius) * 16, _ink(shade), self._wide(wide), cv2.LINE_AA, 4
            )

    def _cross(self, point: Point, colour: Bgr, scale: float = 1.0) -> None:
        reach = 0.34 * scale
        for shade, wide in ((_WHITE, 0.24), (colour, 0.14)):
            self._line([_moved(point, -reach, -reach), _moved(point, reach, reach)], shade, wide * scale)
            self._line([_moved(point, -reach, reach), _moved(point, reach, -reach)], shade, wide * scale)

    def _pointer(self, point: Point, facing: Direction, colour: Bgr, *, hollow: bool) -> None:
        """Draw a triangle that points where the monster faces."""
        dx, dy = facing.delta
        tip, back, wide = (dx * 0.34, dy * 0.34), (-dx * 0.18, -dy * 0.18), 0.27
        corners = [
            _moved(point, *tip),
            _moved(point, back[0] - dy * wide, back[1] - dx * wide),
            _moved(point, back[0] + dy * wide, back[1] + dx * wide),
        ]
        self._line([*corners, corners[0]], _INK, 0.12)
        if hollow:
            self._line([*corners, corners[0]], colour, 0.06)
        else:
            self._fill(corners, _WHITE)
            self._line([*corners, corners[0]], colour, 0.05)

    def _arrow(self, start: Point, end: Point, colour: Bgr, width: float) -> None:
        length = max(np.hypot(end[0] - start[0], end[1] - start[1]), 1e-6)
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        neck = _moved(end, -dx * 0.3, -dy * 0.3)
        head = [end, _moved(neck, -dy * 0.2, dx * 0.2), _moved(neck, dy * 0.2, -dx * 0.2)]
        for shade, more in ((_INK, 0.07), (colour, 0.0)):
            self._line([start, neck], shade, width + more)
            self._fill(head, shade)
            self._line([*head, head[0]], shade, 0.02 + more)

    def _dashes(self, start: Point, end: Point, colour: Bgr) -> None:
        """Draw dots from one teleporter to the other."""
        count = max(2, round(float(np.hypot(end[0] - start[0], end[1] - start[1])) / 0.35))
        for number in range(1, count):
            share = number / count
            point = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self._disc(point, 0.09, _INK)
            self._disc(point, 0.065, colour)

    def _badge(self, text: str, point: Point, radius: float, ground: Bgr, rim: Bgr) -> None:
        """Draw a text on a round ground with a rim, upright in the photo."""
        self._disc(point, radius + 0.07, _INK)
        self._disc(point, radius + 0.04, rim)
        self._disc(point, radius, ground)
        mask = _text_mask(text, round(1.5 * radius * self.unit), round(1.75 * radius * self.unit))
        mask = np.rot90(mask, self.turn)
        height, width = mask.shape
        x, y = (round((v + _MARGIN) * self.unit) for v in point)
        left, top = x - width // 2, y - height // 2
        part = self.sheet[top : top + height, left : left + width]
        share = mask[..., None].astype(np.uint16)
        part[:] = ((part * (255 - share) + np.array(_ink(_INK), np.uint16) * share) // 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _text_mask(text: str, height: int, width: int) -> npt.NDArray[np.uint8]:
    """Return the text as a mask (0..255), as large as fits into height x width pixels."""
    size = height
    font = ImageFont.truetype(str(BOLD), size)
    left, top, right, bottom = font.getbbox(text)
    if right - left > width:
        font = ImageFont.truetype(str(BOLD), max(6, int(size * width / (right - left))))
        left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (int(right - left), int(bottom - top)))
    ImageDraw.Draw(picture).text((-left, -top), text, fill=255, font=font)
    return np.asarray(picture)


def _ink(colour: Bgr, opacity: float = 1.0) -> tuple[int, int, int, int]:
    """Return the colour as the sheet holds it: multiplied by its opacity."""
    blue, green, red = colour
    return round(blue * opacity), round(green * opacity), round(red * opacity), round(255 * opacity)


def _middle(cell: Cell) -> Point:
    column, row = column_row(cell)
    return column + 0.5, row + 0.5


def _moved(point: Point, dx: float, dy: float) -> Point:
    return point[0] + dx, point[1] + dy


def _mixed(first: Bgr, last: Bgr, share: float) -> Bgr:
    blue, green, red = (round(a + (z - a) * share) for a, z in zip(first, last, strict=True))
    return blue, green, red


def _pushed(move: MonsterMove) -> list[tuple[Cell, Cell | None]]:
    """Return for every pushed piece the cell where it lies before, and where it comes to rest.

    None means nowhere.
    """
    before = {tile.id: tile.cell for tile in move.start.stones}
    before |= {token.id: token.cell for token in move.start.tokens if token.cell is not None}
    after = {tile.id: tile.cell for tile in move.final.stones}
    after |= {token.id: token.cell for token in move.final.tokens if token.cell is not None}
    eaten = {meal.token for meal in move.eaten}
    return [
        (cell, after.get(piece)) for piece, cell in before.items() if after.get(piece) != cell and piece not in eaten
    ]


def _stretches(hop: Hop) -> list[list[Point]]:
    """Return the straight lines of a hop: one, or two if it goes out and in through a wall."""
    start, end = _middle(hop.before), _middle(hop.after)
    if hop.letter is None:
        return [[start, end]]
    dx, dy = hop.direction.delta
    return [[start, _moved(start, dx * 0.5, dy * 0.5)], [_moved(end, -dx * 0.5, -dy * 0.5), end]]
