"""Canvas of a page: a surface, the fonts, the layout's measures, and notes of all texts.

A note says where the text was written.
"""

from dataclasses import dataclass, field

import pygame

from companion.screen import theme
from companion.screen.page_layout import PageLayout
from companion.screen.text import Fonts, Paragraph, draw, fit, line_boxes
from companion.screen.theme import Rgb

#: If a text does not fit in letters of the least size, smaller ones (pixels) are better than half a text.
_TINIEST = 8


@dataclass(frozen=True)
class Written:
    """Text that was set, and the box that it had to fit.

    `covered` is what all its `lines` cover, each of which has a box of its own; a draft has no lines.
    `may_be_cut`: it may end with an ellipsis.
    """

    text: str
    paragraph: Paragraph
    box: pygame.Rect
    covered: pygame.Rect
    may_be_cut: bool
    lines: tuple[pygame.Rect, ...] = ()


@dataclass(frozen=True)
class Canvas:
    """A surface to paint one page on; a draft tells alone how texts would fit."""

    surface: pygame.Surface
    fonts: Fonts
    layout: PageLayout
    written: list[Written] = field(default_factory=list)
    is_draft: bool = False

    def draft(self) -> "Canvas":
        """Return a draft of the same page."""
        return Canvas(pygame.Surface((1, 1)), self.fonts, self.layout, is_draft=True)

    def write(
        self,
        text: str,
        box: pygame.Rect,
        colour: Rgb | None = None,
        *,
        largest: int,
        bold: bool = False,
        wrap: bool = True,
        across: float = 0.0,
        down: float = 0.5,
        may_be_cut: bool = False,
        title: bool = False,
    ) -> None:
        """Write a text as large as it fits into its box, at most `largest` pixels high.

        Letters of one of the page's sizes keep to these where the text fits. A `title` is in the typeface for titles.
        Without a colour it has that of text.
        """
        smallest = self.layout.least if may_be_cut else min(_TINIEST, self.layout.least)
        fonts = self.fonts.for_title(text) if title else self.fonts
        sizes = self.layout.sizes
        for size in sizes[sizes.index(largest) :] if largest in sizes else ():
            paragraph = fit(fonts, text, box.size, size, size, bold=bold, wrap=wrap)
            if not paragraph.cut:
                break
        else:
            paragraph = fit(fonts, text, box.size, largest, smallest, bold=bold, wrap=wrap)
        if self.is_draft:
            self.written.append(Written(text, paragraph, box, box, may_be_cut))
            return
        covered = draw(self.surface, fonts, paragraph, box, colour, across=across, down=down)
        lines = line_boxes(fonts, paragraph, covered, across)
        self.written.append(Written(text, paragraph, box, covered, may_be_cut, lines))

    def plate(self, box: pygame.Rect, colour: Rgb | None = None) -> None:
        """Draw a plain panel with round corners."""
        pygame.draw.rect(self.surface, colour or theme.PANEL, box, border_radius=self.layout.gap // 2)

    def blit(self, picture: pygame.Surface, middle: tuple[float, float]) -> None:
        """Draw a picture round its middle."""
        corner = (round(middle[0] - picture.get_width() / 2), round(middle[1] - picture.get_height() / 2))
        self.surface.blit(picture, corner)
