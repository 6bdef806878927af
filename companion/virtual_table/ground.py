"""Table without pieces for people: wood, board or mat, reference tags, names of places."""

import cv2
import numpy as np
import pygame

from companion.device.language import say
from companion.screen import scale, theme
from companion.screen.scale import LEGIBLE_PX
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import mix
from companion.virtual_table.pictures import TablePictures
from companion.virtual_table.widget_layout import WidgetLayout
from vision.model.catalogue import Catalogue
from vision.picture import Pixels
from vision.virtual.tag_art import tag_art
from vision.virtual.wood import WOOD, wooden_table

#: The art is drawn so much larger and made small, which is smoother.
_FINER = 2


def ground_surface(
    layout: WidgetLayout, catalogue: Catalogue, pictures: TablePictures, fonts: Fonts, text: str
) -> pygame.Surface:
    """Return a picture of everything that lies still, as large as the widget.

    `text`: what people can do on the table.
    """
    width, height = layout.size
    # The wood is mirrored by its size: it only must be large enough.
    art = np.array(wooden_table(1.0, float(width), float(height)))
    board = pictures.board(catalogue, layout.px_per_mm * _FINER)
    _blend(art, board.picture, layout, board.origin_mm, board.px_per_mm)
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        x, y = tag.placement_mm
        paper = tag_art(tag.payload, catalogue.code)
        opaque = cv2.cvtColor(paper, cv2.COLOR_BGR2BGRA)
        corner = (x - tag.size_mm / 2, y - tag.size_mm / 2)
        _blend(art, np.asarray(opaque, dtype=np.uint8), layout, corner, paper.shape[1] / tag.size_mm)
    surface = surface_of(art)
    pictures.name_places(surface, layout, fonts)
    if not layout.is_close_up:
        _write_help(surface, layout, fonts, text)
    return surface


def surface_of(picture: Pixels) -> pygame.Surface:
    """Return a picture (BGR) as pygame has it."""
    height, width = picture.shape[:2]
    rgb = np.ascontiguousarray(picture[..., ::-1])
    return pygame.image.frombuffer(rgb.tobytes(), (width, height), "RGB")


def help_text(*, is_camera_off: bool = False, is_told_by_keys: bool = False) -> str:
    """Describe what people can do on the table, in the chosen language."""
    if is_told_by_keys:
        return say("By ear: tell moves on the page, and hands lay them here.")
    if is_camera_off:
        return say("The camera is off: tell moves on the page, or switch it on (menu, Settings, Camera).")
    return say(
        "Drag a piece to move it. Double-click it to turn it over or around. The C key shows what the camera sees."
    )


def _blend(
    art: Pixels, picture: Pixels, layout: WidgetLayout, corner_mm: tuple[float, float], px_per_mm: float
) -> None:
    """Blend a picture (BGR weighted by alpha, and alpha) into `art`, in place.

    Its upper left corner is at `corner_mm`.
    """
    share = layout.px_per_mm / px_per_mm
    size = max(1, round(picture.shape[1] * share)), max(1, round(picture.shape[0] * share))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    left, top = (round(coordinate) for coordinate in layout.to_px(corner_mm))
    small = small[max(0, -top) :, max(0, -left) :]
    part = art[max(0, top) :, max(0, left) :][: small.shape[0], : small.shape[1]]
    small = small[: part.shape[0], : part.shape[1]]
    if not small.size:
        return
    # Three equal channels one after the other are multiplied much faster than one that is spread to three.
    behind = part * cv2.cvtColor(255 - small[..., 3], cv2.COLOR_GRAY2BGR).astype(np.uint16)
    behind //= 255
    part[:] = behind + small[..., :3]


def paint_label(
    surface: pygame.Surface, text: str, box: pygame.Rect, layout: WidgetLayout, fonts: Fonts, across: float = 0.0
) -> None:
    """Draw the name of a place on the wood, at the bottom of the box.

    It is left out where its letters could not be read.

    `across`: 0 at its left, 1 at its right.
    """
    paragraph = fit(fonts, text, box.size, max(LEGIBLE_PX, round(0.5 * layout.unit)), LEGIBLE_PX, wrap=False)
    if paragraph.cut:
        return
    draw(surface, fonts, paragraph, box, mix(theme.TEXT, WOOD, 0.3), across=across, down=1.0)


def _write_help(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts, help_line: str) -> None:
    # As large as the rows beside the table, where there is room for it: it is read from where players sit.
    largest = max(12, round(scale.SIDE_ROWS[0] * min(layout.size)))
    text = fit(fonts, help_line, layout.help.size, largest, LEGIBLE_PX)
    if text.cut:
        return
    draw(surface, fonts, text, layout.help, mix(theme.TEXT, WOOD, 0.15), across=0.5)
