"""Dice, large: those that lie there, those that are still to be thrown, and their sum."""

import pygame

from companion.games.betrayal.screen.map_picture import GROUND, Sign
from companion.games.betrayal.table.roll_asking import DiceView
from companion.screen.canvas import Canvas
from companion.screen.theme import ACCENT, TEXT, TEXT_SOFT

_MOST_ABREAST = 4


def paint_dice(canvas: Canvas, box: pygame.Rect, view: DiceView, sign: Sign) -> None:
    """The other side's dice above, if there are any; one's own, and the sum below."""
    pygame.draw.rect(canvas.surface, GROUND, box, border_radius=canvas.layout.gap // 2)
    pad = max(6, box.height // 30)
    rest = box.inflate(-2 * pad, -2 * pad)
    if view.title:
        head = pygame.Rect(rest.left, rest.top, rest.width, round(box.height * 0.1))
        canvas.write(view.title, head, TEXT_SOFT, largest=round(head.height * 0.8), bold=True, across=0.5)
        rest = pygame.Rect(rest.left, head.bottom, rest.width, rest.bottom - head.bottom)
    foot = pygame.Rect(rest.left, rest.bottom - round(box.height * 0.2), rest.width, round(box.height * 0.2))
    rest.height -= foot.height
    if view.against is not None:
        above = pygame.Rect(rest.left, rest.top, rest.width, round(rest.height * 0.36))
        _paint_row(canvas, above, view.against, len(view.against), sign)
        rest = pygame.Rect(rest.left, above.bottom + pad, rest.width, rest.bottom - above.bottom - pad)
    _paint_row(canvas, rest, view.faces, max(view.number, len(view.faces)), sign)
    if len(view.faces) >= view.number:
        plus = f" {view.plus:+}".replace("-", "−") if view.plus else ""
        total = max(0, sum(view.faces) + view.plus)
        text = f"{sum(view.faces)}{plus} = {total}" if plus else str(total)
        canvas.write(text, foot, ACCENT, largest=round(foot.height * 0.8), bold=True, wrap=False, across=0.5)
    elif view.plus:
        canvas.write(
            f"{view.plus:+}".replace("-", "−"), foot, TEXT, largest=round(foot.height * 0.6), wrap=False, across=0.5
        )


def _paint_row(canvas: Canvas, box: pygame.Rect, faces: tuple[int, ...], number: int, sign: Sign) -> None:
    if not number:
        return
    across = min(number, _MOST_ABREAST)
    lines = -(-number // across)
    side = min(box.width // across, box.height // lines)
    for place in range(number):
        line, column = divmod(place, across)
        in_line = min(across, number - line * across)
        x = box.centerx + (column - (in_line - 1) / 2) * side
        y = box.centery + (line - (lines - 1) / 2) * side
        face = faces[place] if place < len(faces) else None
        canvas.blit(sign(("die", face), round(side * 0.9)), (x, y))
