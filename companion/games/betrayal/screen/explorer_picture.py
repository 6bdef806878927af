"""Explorer's card: four rows with skull, start and place.

If touch sets the rows, there is a button at both ends of each.
"""

import pygame

from companion.games.betrayal.colours import COLOURS
from companion.games.betrayal.screen.map_picture import Sign, thing_ground
from companion.games.betrayal.table.damage_dialog import ExplorerView
from companion.games.betrayal.words import trait_name
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.theme import INK, mix
from engine.betrayal.components import CHARACTERS, Trait

_COLUMNS = 9
#: Height of a trait's name above its steps, as a share of the row's height.
_ABOVE = 0.4
#: Width of a trait's name beside its steps, as a share of the row's width.
_BESIDE = 0.28


def rows_in(box: pygame.Rect) -> dict[Trait, pygame.Rect]:
    """The box of each trait: its name and its steps."""
    pad = max(4, box.height // 40)
    high = (box.height - 5 * pad) // 4
    return {
        trait: pygame.Rect(box.left + pad, box.top + pad + place * (high + pad), box.width - 2 * pad, high)
        for place, trait in enumerate(Trait)
    }


def button_boxes(box: pygame.Rect, view: ExplorerView) -> dict[str, pygame.Rect]:
    """The buttons at the ends of each row, by what they do."""
    if not view.steps:
        return {}
    found = {}
    for trait, row in rows_in(box).items():
        side = min(round(row.height * 0.9), row.width // 6)
        found[f"{trait.word}-"] = pygame.Rect(row.left, row.centery - side // 2, side, side)
        found[f"{trait.word}+"] = pygame.Rect(row.right - side, row.centery - side // 2, side, side)
    return found


def paint_explorer_view(canvas: Canvas, box: pygame.Rect, view: ExplorerView, sign: Sign) -> None:
    """The four rows."""
    pygame.draw.rect(canvas.surface, thing_ground(), box, border_radius=canvas.layout.gap // 2)
    pygame.draw.rect(canvas.surface, COLOURS[view.who], box, max(2, box.width // 150), canvas.layout.gap // 2)
    buttons = button_boxes(box, view)
    for trait, row in rows_in(box).items():
        inner = row
        if buttons:
            less, more = buttons[f"{trait.word}-"], buttons[f"{trait.word}+"]
            for button, text in ((less, "−"), (more, "+")):
                canvas.plate(button, theme.PANEL_RAISED)
                pygame.draw.rect(canvas.surface, theme.TEXT_SOFT, button, 2, border_radius=canvas.layout.gap // 2)
                canvas.write(
                    text, button, theme.TEXT, largest=round(button.height * 0.7), bold=True, wrap=False, across=0.5
                )
            gap = max(4, row.width // 60)
            inner = pygame.Rect(less.right + gap, row.top, more.left - less.right - 2 * gap, row.height)
        _paint_row(canvas, inner, view, trait, sign)


def _paint_row(canvas: Canvas, row: pygame.Rect, view: ExplorerView, trait: Trait, sign: Sign) -> None:
    character = CHARACTERS[view.who]
    place = view.traits[trait]
    after = max(0, place - view.lost.get(trait, 0))
    head, cells = _parts(canvas, row)
    letters = max(canvas.layout.least, round(row.height * _ABOVE * 0.72))
    time_s = character.value(trait, after)
    canvas.write(trait_name(trait), head, theme.TEXT_SOFT, largest=letters, bold=True, wrap=False)
    canvas.write(
        str(time_s),
        head,
        theme.LOSS if after != place else theme.ACCENT,
        largest=letters,
        bold=True,
        wrap=False,
        across=1.0,
    )
    width = cells.width // _COLUMNS
    side = min(width - 2, cells.height - 2)
    for index in range(_COLUMNS):
        cell = pygame.Rect(0, 0, min(width - 2, round(side * 1.5)), side)
        cell.center = (cells.left + index * width + width // 2, cells.centery)
        _paint_value(canvas, cell, view, trait, index, sign)


def _parts(canvas: Canvas, row: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the boxes of a trait's name with its value, and of its steps.

    The name stands above the steps; in a row too low for that, beside them.
    """
    above, beside = round(row.height * _ABOVE), round(row.width * _BESIDE)
    if above >= canvas.fonts.get(canvas.layout.least, bold=True).get_height():
        name = pygame.Rect(row.left, row.top, row.width, above)
        return name, pygame.Rect(row.left, name.bottom, row.width, row.bottom - name.bottom)
    return (
        pygame.Rect(row.left, row.top, beside, row.height),
        pygame.Rect(row.left + beside, row.top, row.width - beside, row.height),
    )


def _paint_value(canvas: Canvas, cell: pygame.Rect, view: ExplorerView, trait: Trait, index: int, sign: Sign) -> None:
    character, place = CHARACTERS[view.who], view.traits[trait]
    after = max(0, place - view.lost.get(trait, 0))
    ground = theme.PANEL
    if index == after:
        ground = theme.LOSS if after != place else theme.ACCENT
    elif after < index <= place:
        ground = mix(theme.PANEL, theme.LOSS, 0.45)
    corner = cell.height // 5
    pygame.draw.rect(canvas.surface, ground, cell, border_radius=corner)
    if index and index == character.start[trait]:
        pygame.draw.rect(canvas.surface, theme.GOOD, cell, max(2, cell.height // 12), border_radius=corner)
    if index == 0:
        picture = sign("skull", round(cell.height * 0.86))
        faded = view.lowest > 0
        if faded:
            picture = picture.copy()
            picture.fill((120, 120, 126, 255), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit(picture, cell.center)
        return
    colour = INK if index == after else theme.TEXT_FAINT if index > place else theme.TEXT
    size = max(canvas.layout.least, round(cell.height * 0.66))
    canvas.write(
        str(character.value(trait, index)), cell, colour, largest=size, bold=index == after, wrap=False, across=0.5
    )
