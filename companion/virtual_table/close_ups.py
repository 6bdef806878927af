"""Close-ups of parts of a large table, chosen by click and by key."""

from collections.abc import Callable, Sequence

import pygame

from companion.device.language import say
from companion.screen import theme
from companion.screen.scale import LEGIBLE_PX
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import INK, mix
from companion.virtual_table.piece import Point
from companion.virtual_table.secret_hands import CloseUp
from vision.virtual.wood import WOOD

#: Height of the row of names, as a share of the close-up's.
_ROW_SHARE = 0.09
#: Least and greatest height of this row (pixels).
_ROW_PX = (22, 44)
#: What the key 0 and the last name stand for.
NONE = ""


class CloseUps:
    """Choice of the close-up; before the first choice, the part with activity."""

    def __init__(self, parts: Callable[[], Sequence[CloseUp]]) -> None:
        self._parts = parts
        #: What somebody chose; None: nobody has.
        self._chosen: str | None = None
        self._boxes: tuple[tuple[str, pygame.Rect], ...] = ()

    def parts(self) -> tuple[CloseUp, ...]:
        """Return all parts that can be shown."""
        return tuple(self._parts())

    def shown(self) -> CloseUp | None:
        """Return the one that is shown; None if none is."""
        parts = self.parts()
        if self._chosen == NONE or not parts:
            return None
        current = next((part for part in parts if part.is_active), parts[0])
        return next((part for part in parts if part.id == self._chosen), current)

    def digit(self, number: int) -> bool:
        """Show a part by its key 1, 2, ..., or none by 0; return True if it was such a key."""
        parts = self.parts()
        if not parts or number > len(parts):
            return False
        self._chosen = parts[number - 1].id if number else NONE
        return True

    def press(self, pixel: Point) -> bool:
        """Show the part whose name is clicked; return True if one is."""
        found = next((part for part, box in self._boxes if box.collidepoint(pixel)), None)
        if found is None:
            return False
        self._chosen = found
        return True

    def row(self, box: pygame.Rect) -> pygame.Rect:
        """Return the row of the names in a close-up's box: above it."""
        low, high = _ROW_PX
        return pygame.Rect(box.topleft, (box.width, min(max(round(_ROW_SHARE * box.height), low), high)))

    def draw(self, surface: pygame.Surface, row: pygame.Rect, fonts: Fonts) -> None:
        """Draw the parts' names with their keys, the one that is shown bright."""
        shown = self.shown()
        names = [(part.id, f"{number}  {part.name}") for number, part in enumerate(self.parts(), start=1)]
        names.append((NONE, "0  " + say("Whole table")))
        wide = row.width // len(names)
        boxes = []
        for place, (part, name) in enumerate(names):
            box = pygame.Rect(row.left + place * wide, row.top, wide, row.height).inflate(-4, -4)
            bright = part == (shown.id if shown else NONE)
            pygame.draw.rect(surface, theme.ACCENT if bright else mix(INK, WOOD, 0.5), box, border_radius=4)
            text = fit(
                fonts, name, box.inflate(-8, -2).size, max(LEGIBLE_PX, round(0.62 * box.height)), LEGIBLE_PX, wrap=False
            )
            draw(surface, fonts, text, box.inflate(-8, -2), INK if bright else theme.TEXT, across=0.5, down=0.5)
            boxes.append((part, box))
        self._boxes = tuple(boxes)
