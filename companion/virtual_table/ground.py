"""The table without pieces for people to look at: wood, the board, the reference tags, the box."""

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from companion.box.language import say
from companion.games.finstere_flure.board_art import WALL_CELLS, board_picture, table_picture
from companion.games.finstere_flure.piece_art import tag_art
from companion.games.finstere_flure.virtual_table.places import BOX_TOP, TABLE
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import TEXT, mix
from companion.virtual_table.widget_layout import WidgetLayout
from vision.catalogue import Catalogue

Picture = npt.NDArray[np.uint8]

#: The art is drawn so much larger and made small, which is smoother.
_FINER = 2
#: How much darker the inside of the box is.
_BOX_SHADE = (0, 0, 0, 96)
_WOOD = (142, 98, 58)


def ground_surface(layout: WidgetLayout, catalogue: Catalogue, fonts: Fonts) -> pygame.Surface:
    """Everything that lies still, as large as the widget."""
    width, height = layout.size
    # The wood is mirrored by its size: it only must be large enough.
    art = np.array(table_picture(1.0, float(width), float(height)))
    finer = layout.px_per_mm * _FINER
    board = np.asarray(board_picture(finer, layout.cell_mm))
    wall = WALL_CELLS * layout.cell_mm
    _lay(art, board, layout, (-wall, -wall), finer)
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        x, y = tag.placement_mm
        paper = tag_art(tag.payload, catalogue.code)
        opaque = cv2.cvtColor(paper, cv2.COLOR_BGR2BGRA)
        corner = (x - tag.size_mm / 2, y - tag.size_mm / 2)
        _lay(art, np.asarray(opaque, dtype=np.uint8), layout, corner, paper.shape[1] / tag.size_mm)
    surface = surface_of(art)
    _paint_box(surface, layout, fonts)
    _name_places(surface, layout, fonts)
    _write_help(surface, layout, fonts)
    return surface


def surface_of(picture: Picture) -> pygame.Surface:
    """A picture (BGR) as pygame has it."""
    height, width = picture.shape[:2]
    rgb = np.ascontiguousarray(picture[..., ::-1])
    return pygame.image.frombuffer(rgb.tobytes(), (width, height), "RGB")


def help_text() -> str:
    """What people can do on the table, in the chosen language."""
    return say("Drag a piece to move it. Click it twice to turn it over or round. Key C shows what the camera sees.")


def _lay(
    art: Picture, picture: Picture, layout: WidgetLayout, corner_mm: tuple[float, float], px_per_mm: float
) -> None:
    """Lays a picture (BGR weighted by alpha, and alpha) with its upper left corner there, in place."""
    share = layout.px_per_mm / px_per_mm
    size = max(1, round(picture.shape[1] * share)), max(1, round(picture.shape[0] * share))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint16)
    left, top = (round(at) for at in layout.to_px(corner_mm))
    small = small[max(0, -top) :, max(0, -left) :]
    part = art[max(0, top) :, max(0, left) :][: small.shape[0], : small.shape[1]]
    small = small[: part.shape[0], : part.shape[1]]
    part[:] = part * (255 - small[..., 3:]) // 255 + small[..., :3]


def _paint_box(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
    left, top = layout.to_px(((TABLE[0] + 0.15) * layout.cell_mm, BOX_TOP * layout.cell_mm))
    right, bottom = layout.to_px(((TABLE[2] - 0.15) * layout.cell_mm, (TABLE[3] - 0.1) * layout.cell_mm))
    box = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
    corner = layout.cell // 3
    inside = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.rect(inside, _BOX_SHADE, inside.get_rect(), border_radius=corner)
    surface.blit(inside, box)
    pygame.draw.rect(surface, mix(_WOOD, (255, 255, 255), 0.25), box, max(1, layout.cell // 14), border_radius=corner)
    label = pygame.Rect(0, 0, 3 * layout.cell, round(0.6 * layout.cell))
    label.bottomleft = (box.left + corner, box.bottom - corner // 2)
    _label(surface, say("Box"), label, layout, fonts)


def _name_places(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
    """Where tokens stand that are not on the board."""
    for text, (x, y), across in ((say("Outside"), (4.2, 12.2), 0.0), (say("Out of the castle"), (11.8, -1.15), 1.0)):
        left, top = layout.to_px((x * layout.cell_mm, y * layout.cell_mm))
        label = pygame.Rect(round(left), round(top), 6 * layout.cell, round(0.6 * layout.cell))
        if across:
            label.right = label.left
        _label(surface, text, label, layout, fonts, across=across)


def _label(
    surface: pygame.Surface, text: str, box: pygame.Rect, layout: WidgetLayout, fonts: Fonts, across: float = 0.0
) -> None:
    paragraph = fit(fonts, text, box.size, round(0.5 * layout.cell), 6, wrap=False)
    draw(surface, fonts, paragraph, box, mix(TEXT, _WOOD, 0.3), across=across, down=1.0)


def _write_help(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
    text = fit(fonts, help_text(), layout.help.size, max(12, round(0.55 * layout.cell)), 7)
    draw(surface, fonts, text, layout.help, mix(TEXT, _WOOD, 0.15), across=0.5)
