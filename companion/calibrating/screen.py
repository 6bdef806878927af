"""Drawing of the calibration window: the picture with its findings, and the instructions.

The instructions are beside the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import pygame

from companion.calibrating.corners import Handles
from companion.calibrating.words import describe_verdict, name_of
from companion.device.language import say
from companion.screen import scale, theme
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import INK, Rgb
from vision.calibration.gates import Verdict
from vision.calibration.measurement import TableLook
from vision.calibration.remedies import Headroom
from vision.model.pinhole import Pinhole, Points
from vision.model.surface import Surface
from vision.picture import Pixels

#: Points along a line of the grid, which a lens may bend.
_LINE_POINTS = 9
#: The magnified part round the corner in hand: pixels of the picture on each side of it.
_LOUPE_PX = 14


class RoutineButton(StrEnum):
    """Functions of the buttons at the bottom."""

    BACK = "back"
    CORNERS = "corners"
    NEXT = "next"


@dataclass(frozen=True, eq=False)
class WindowContents:
    """All that the window shows.

    `camera` is where the board was found, or as the `handles` have it; `sheet_px` the corners of the chessboard sheet
    that were seen so far, (n, 2).
    """

    pixels: Pixels
    title: str
    advice: str
    labels: dict[RoutineButton, str]
    surface: Surface
    verdicts: tuple[Verdict, ...] = ()
    room: Headroom | None = None
    look: TableLook | None = None
    camera: Pinhole | None = None
    handles: Handles | None = None
    sheet_px: Points | None = None


@dataclass(frozen=True)
class WindowLayout:
    """Boxes in the window; `picture` is as large as the camera's picture can be shown."""

    size: tuple[int, int]
    picture: pygame.Rect
    panel: pygame.Rect
    buttons: dict[RoutineButton, pygame.Rect]
    gap: int
    pixels: float
    """How many pixels of the window a pixel of the camera's picture has."""

    def letters(self, share: float) -> int:
        """Return letters (pixels) of this share of the window's shorter side (see `screen.scale`)."""
        return round(min(self.size) * share)

    def to_window(self, points_px: Points) -> list[tuple[float, float]]:
        """Return the window positions of pixels (n, 2) of the camera's picture."""
        places = (points_px + 0.5) * self.pixels + np.array(self.picture.topleft)
        return [(float(x), float(y)) for x, y in places]

    def to_picture(self, point: tuple[int, int]) -> tuple[float, float]:
        """Return the pixel of the camera's picture at a point of the window."""
        x, y = (
            (coordinate - start) / self.pixels - 0.5
            for coordinate, start in zip(point, self.picture.topleft, strict=True)
        )
        return x, y


def window_layout(size: tuple[int, int], picture_px: tuple[int, int], choices: Sequence[RoutineButton]) -> WindowLayout:
    """Return the layout of a window of `size` (width, height) for a picture of `picture_px`.

    The buttons are side by side.
    """
    width, height = size
    gap = scale.gap(min(size))
    bar = max(scale.touch(min(size)), height // 9)
    if width >= height:
        panel = pygame.Rect(0, 0, max(240, round(width * 0.36)), height - bar - 2 * gap)
        panel.topright = (width - gap, gap)
        room = pygame.Rect(gap, gap, panel.left - 2 * gap, panel.height)
    else:
        panel = pygame.Rect(gap, 0, width - 2 * gap, round(height * 0.45))
        panel.bottom = height - bar - 2 * gap
        room = pygame.Rect(gap, gap, width - 2 * gap, panel.top - 2 * gap)
    pixels = min(room.width / picture_px[0], room.height / picture_px[1])
    picture = pygame.Rect(0, 0, max(1, round(picture_px[0] * pixels)), max(1, round(picture_px[1] * pixels)))
    picture.center = room.center
    each = (width - gap * (len(choices) + 1)) / max(len(choices), 1)
    buttons = {
        choice: pygame.Rect(round(gap + number * (each + gap)), height - bar - gap, round(each), bar)
        for number, choice in enumerate(choices)
    }
    return WindowLayout(size, picture, panel, buttons, gap, pixels)


def paint(surface: pygame.Surface, fonts: Fonts, shown: WindowContents) -> WindowLayout:
    """Paint the whole window; return where things are."""
    height, width = shown.pixels.shape[:2]
    layout = window_layout(surface.get_size(), (width, height), list(shown.labels))
    surface.fill(theme.BACKGROUND)
    _paint_picture(surface, layout, shown)
    surface.set_clip(layout.picture)
    if shown.camera is not None:
        _paint_places(surface, layout, shown.camera, shown)
    if shown.look is not None and shown.handles is None:
        _paint_tags(surface, fonts, layout, shown.look)
    for point in layout.to_window(shown.sheet_px) if shown.sheet_px is not None else ():
        pygame.draw.circle(surface, theme.WAITING, point, max(2, layout.gap // 5))
    if shown.handles is not None:
        _paint_handles(surface, fonts, layout, shown.handles)
        _paint_loupe(surface, layout, shown.handles, shown.pixels)
    surface.set_clip(None)
    _paint_panel(surface, fonts, layout, shown)
    _paint_buttons(surface, fonts, layout, shown)
    return layout


def _paint_picture(surface: pygame.Surface, layout: WindowLayout, shown: WindowContents) -> None:
    small = cv2.resize(shown.pixels, layout.picture.size, interpolation=cv2.INTER_AREA)
    colours = cv2.COLOR_GRAY2RGB if small.ndim == 2 else cv2.COLOR_BGR2RGB
    rgb = np.ascontiguousarray(cv2.cvtColor(small, colours))
    surface.blit(pygame.image.frombuffer(rgb.tobytes(), layout.picture.size, "RGB"), layout.picture)


def _paint_places(surface: pygame.Surface, layout: WindowLayout, camera: Pinhole, shown: WindowContents) -> None:
    """Draw the outlines of cells or zones as the camera sees them.

    Places with a failed verdict have another colour.
    """
    bad = {place for verdict in shown.verdicts if not verdict.passed for place in verdict.where}
    along = np.linspace(0, 1, _LINE_POINTS)[:-1]
    zeros, ones = np.zeros_like(along), np.ones_like(along)
    outline = np.column_stack([np.r_[along, ones, 1 - along, zeros], np.r_[zeros, along, ones, 1 - along]])
    places = shown.surface.places
    areas = np.array([shown.surface.area_mm(place) for place in places])[:, None]
    points = camera.project((areas[..., :2] + outline * (areas[..., 2:] - areas[..., :2])).reshape(-1, 2))
    for place, polygon in zip(places, points.reshape(len(places), -1, 2), strict=True):
        if place not in bad:
            pygame.draw.aalines(surface, theme.TEXT_SOFT, True, layout.to_window(polygon))
    for place, polygon in zip(places, points.reshape(len(places), -1, 2), strict=True):
        if place in bad:
            pygame.draw.lines(surface, theme.LOSS, True, layout.to_window(polygon), 2)


def _paint_tags(surface: pygame.Surface, fonts: Fonts, layout: WindowLayout, look: TableLook) -> None:
    size = max(11, layout.picture.height // 32)
    for tag in look.seen:
        corners = layout.to_window(tag.corners_px)
        pygame.draw.lines(surface, theme.GOOD, True, corners, 3)
        if tag.tag.called in look.blur_px:
            box = pygame.Rect(0, 0, 9 * size, round(1.4 * size))
            box.midtop = (round(sum(x for x, _ in corners) / 4), round(max(y for _, y in corners)) + 2)
            box.clamp_ip(layout.picture)
            text = fit(fonts, tag.tag.called, box.size, size, 8, bold=True, wrap=False)
            plate = pygame.Rect(0, 0, text.width + size, box.height)
            plate.center = box.center
            pygame.draw.rect(surface, INK, plate, border_radius=size // 3)
            draw(surface, fonts, text, box, theme.GOOD, across=0.5)


def _paint_handles(surface: pygame.Surface, fonts: Fonts, layout: WindowLayout, handles: Handles) -> None:
    places = layout.to_window(handles.corners_px)
    pygame.draw.lines(surface, theme.ACCENT if handles.good else theme.LOSS, True, places, 2)
    radius = max(10, layout.gap)
    for number, place in enumerate(places):
        colour = theme.ACCENT if number == handles.chosen else theme.TEXT
        # Hollow, so that what lies under the middle is seen.
        pygame.draw.circle(surface, INK, place, radius + 1, 5)
        pygame.draw.circle(surface, colour, place, radius, 3)
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        away = round((-1.6 if number in (0, 1) else 1.6) * radius)
        box.center = (round(place[0]), round(place[1]) + away)
        if not layout.picture.contains(box):
            box.centery -= 2 * away
        text = fit(fonts, str(number + 1), box.size, round(1.3 * radius), 8, bold=True)
        draw(surface, fonts, text, box.move(1, 1), INK, across=0.5)
        draw(surface, fonts, text, box, colour, across=0.5)


def _paint_loupe(surface: pygame.Surface, layout: WindowLayout, handles: Handles, pixels: Pixels) -> None:
    """Draw the corner in hand, magnified, in the middle of the picture, where no corner is."""
    x, y = (round(value) for value in handles.places[handles.chosen])
    reach = _LOUPE_PX
    padded = cv2.copyMakeBorder(
        pixels[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1],
        max(0, reach - y), max(0, y + reach + 1 - pixels.shape[0]),
        max(0, reach - x), max(0, x + reach + 1 - pixels.shape[1]), cv2.BORDER_CONSTANT,
    )  # fmt: skip
    # A quarter of the picture as it is shown.
    side = (2 * reach + 1) * max(2, layout.picture.height // 4 // (2 * reach + 1))
    large = cv2.resize(padded, (side, side), interpolation=cv2.INTER_NEAREST)
    colours = cv2.COLOR_GRAY2RGB if large.ndim == 2 else cv2.COLOR_BGR2RGB
    loupe = pygame.image.frombuffer(cv2.cvtColor(large, colours).tobytes(), (side, side), "RGB")
    box = loupe.get_rect(center=layout.picture.center)
    surface.blit(loupe, box)
    pygame.draw.rect(surface, theme.ACCENT, box, 2)
    pygame.draw.line(surface, theme.ACCENT, (box.centerx, box.top), (box.centerx, box.bottom))
    pygame.draw.line(surface, theme.ACCENT, (box.left, box.centery), (box.right, box.centery))


def _paint_panel(surface: pygame.Surface, fonts: Fonts, layout: WindowLayout, shown: WindowContents) -> None:
    panel, gap = layout.panel, layout.gap
    pygame.draw.rect(surface, theme.PANEL, panel, border_radius=gap)
    inner = panel.inflate(-2 * gap, -2 * gap)
    head = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.085))
    title = fit(fonts, shown.title, head.size, layout.letters(scale.LIST_TITLE), 10, bold=True, wrap=False)
    draw(surface, fonts, title, head, theme.ACCENT)
    advice = pygame.Rect(inner.left, head.bottom, inner.width, round(inner.height * 0.2))
    text = fit(fonts, shown.advice, advice.size, layout.letters(scale.TEXT), 8)
    draw(surface, fonts, text, advice, theme.TEXT, down=0.2)
    failed = [verdict for verdict in shown.verdicts if not verdict.passed]
    change = pygame.Rect(inner.left, 0, inner.width, round(inner.height * 0.26) if failed else 0)
    change.bottom = inner.bottom
    rows = pygame.Rect(inner.left, advice.bottom + gap, inner.width, change.top - advice.bottom - 2 * gap)
    _paint_verdicts(surface, fonts, layout, rows, shown.verdicts)
    if failed:
        pygame.draw.rect(surface, theme.PANEL_RAISED, change, border_radius=gap // 2)
        words = change.inflate(-gap, -gap)
        text = fit(fonts, describe_verdict(failed[0], shown.room), words.size, layout.letters(scale.TEXT), 8)
        draw(surface, fonts, text, words, theme.TEXT)


def _paint_verdicts(
    surface: pygame.Surface, fonts: Fonts, layout: WindowLayout, box: pygame.Rect, verdicts: Sequence[Verdict]
) -> None:
    """Draw a row for each gate: a tick or a cross, and its name."""
    if not verdicts:
        return
    columns = 2 if len(verdicts) > 6 and box.width > 200 else 1
    lines = -(-len(verdicts) // columns)
    height = min(layout.letters(scale.TOUCH), box.height // lines)
    width = box.width // columns
    side = round(height * 0.5)
    room = (width - 2 * side, height)
    largest = max(8, round(height * 0.6))
    # All in letters of one size.
    size = min(fit(fonts, name_of(verdict.gate), room, largest, 8, wrap=False).size for verdict in verdicts)
    for number, verdict in enumerate(verdicts):
        row = pygame.Rect(box.left + number // lines * width, box.top + number % lines * height, width, height)
        sign = pygame.Rect(row.left, row.centery - side // 2, side, side)
        _paint_sign(surface, sign, verdict.passed)
        words = pygame.Rect((sign.right + side // 2, row.top), room)
        text = fit(fonts, name_of(verdict.gate), room, size, 8, wrap=False)
        draw(surface, fonts, text, words, theme.TEXT_SOFT if verdict.passed else theme.TEXT)


def _paint_sign(surface: pygame.Surface, box: pygame.Rect, good: bool) -> None:
    thick = max(2, box.width // 6)
    if good:
        points = [box.midleft, (box.left + box.width * 0.38, box.bottom), box.topright]
        pygame.draw.lines(surface, theme.GOOD, False, points, thick)
    else:
        pygame.draw.line(surface, theme.LOSS, box.topleft, box.bottomright, thick)
        pygame.draw.line(surface, theme.LOSS, box.topright, box.bottomleft, thick)


def _paint_buttons(surface: pygame.Surface, fonts: Fonts, layout: WindowLayout, shown: WindowContents) -> None:
    caps = {RoutineButton.BACK: say("Esc"), RoutineButton.CORNERS: "C", RoutineButton.NEXT: "↵"}
    for choice, box in layout.buttons.items():
        alive = bool(shown.labels[choice])
        pygame.draw.rect(surface, theme.PANEL_RAISED if alive else theme.PANEL, box, border_radius=layout.gap)
        if not alive:
            continue
        cap = pygame.Rect(box.right - box.height, box.top, box.height, box.height).inflate(-layout.gap, -layout.gap)
        key = fit(fonts, caps[choice], cap.size, layout.letters(scale.ROWS[1]), 8)
        draw(surface, fonts, key, cap, theme.TEXT_FAINT, across=0.5)
        words = pygame.Rect(box.left + layout.gap, box.top, cap.left - box.left - layout.gap, box.height)
        leads_on = choice is RoutineButton.NEXT
        colour: Rgb = theme.ACCENT if leads_on else theme.TEXT
        text = fit(fonts, shown.labels[choice], words.size, layout.letters(scale.BUTTON), 8, bold=leads_on)
        draw(surface, fonts, text, words, colour)
        pygame.draw.rect(surface, theme.LINE, box, 1, border_radius=layout.gap)
