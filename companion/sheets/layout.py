"""Layout of the printed sheets: stickers flow line by line over as many pages as they need.

Lengths are millimetres; a page's area has its origin at the top left, y down.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.device.language import say
from companion.sheets.pen import PdfPen
from vision.model.catalogue import Tag

#: Width and height of the paper.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
#: What is printed on lies in the middle of the paper and fits both, with margins that any printer can keep.
AREA_MM = (186.0, 255.0)
#: Above and below the stickers: the page's title; the ruler and the square that prove the printed scale.
HEADER_MM = 10.0
FOOTER_MM = 54.0
CONTENT_MM = (AREA_MM[0], AREA_MM[1] - HEADER_MM - FOOTER_MM)


def area_origin(paper: str) -> tuple[float, float]:
    """Return the top left corner of the printed area on a paper of `PAPERS`."""
    width, height = PAPERS[paper]
    return (width - AREA_MM[0]) / 2, (height - AREA_MM[1]) / 2


#: Cut marks reach this far out of a sticker's box, and the label below it, if there is one, is this high.
MARK_MM = 1.2
LABEL_MM = 3.6
#: Between stickers that belong together, between groups, between lines.
_GAP_MM = 2.6
_GROUP_GAP_MM = 4.0
_LINE_GAP_MM = 2.6


@dataclass(frozen=True)
class Rectangle:
    """A rectangle on the page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge's distance from the left of the area."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge's distance from the top of the area."""
        return self.top + self.height

    def overlaps(self, other: "Rectangle") -> bool:
        """Return True if the two share more than an edge."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > 1e-6
            and min(self.bottom, other.bottom) - max(self.top, other.top) > 1e-6
        )


@dataclass(frozen=True)
class Sticker:
    """Sticker to cut out: its bounding box, the label below it, its tag, and its painting.

    The label may be empty. `picture_at` is the top left corner of the tag's picture, measured from that of the
    bounding box. `paint` draws the sticker and its cutting line, but not the tag, with the origin at the box's top
    left corner.
    """

    width: float
    height: float
    label: str
    paint: Callable[[PdfPen], None]
    tag: Tag | None = None
    picture_at: tuple[float, float] = (0.0, 0.0)

    @property
    def label_mm(self) -> float:
        """The height that the label below needs."""
        return LABEL_MM if self.label else 0.0


#: Stickers that stay side by side, such as the two faces of one piece.
Group = tuple[Sticker, ...]


@dataclass(frozen=True)
class Section:
    """Lines of groups under one title.

    Every line begins at the left; a section begins on a new page.
    """

    title: str
    notes: tuple[str, ...]
    lines: tuple[tuple[Group, ...], ...]


@dataclass(frozen=True)
class PlacedSticker:
    """A sticker with the top left corner of its bounding box in the page's content area."""

    sticker: Sticker
    left: float
    top: float

    @property
    def room(self) -> Rectangle:
        """All that the sticker needs on the page: itself, its cut marks and its label."""
        width, height = self.sticker.width, self.sticker.height
        height += 2 * MARK_MM + self.sticker.label_mm
        return Rectangle(self.left - MARK_MM, self.top - MARK_MM, width + 2 * MARK_MM, height)


@dataclass(frozen=True)
class SheetPage:
    """Page with a title, notes beside the ruler, stickers, and an optional drawing.

    The drawing is in the content area. `words` are the sentences in it, for the large print.
    """

    title: str
    notes: tuple[str, ...]
    placed: tuple[PlacedSticker, ...] = ()
    paint: Callable[[PdfPen], None] | None = None
    words: tuple[str, ...] = ()


def _group_width(group: Group) -> float:
    return sum(sticker.width for sticker in group) + _GAP_MM * (len(group) - 1)


def _wrapped(lines: tuple[tuple[Group, ...], ...]) -> list[list[Group]]:
    """Return the lines, broken where the page is too narrow."""
    room = CONTENT_MM[0] - 2 * MARK_MM
    wrapped: list[list[Group]] = []
    for groups in lines:
        used = 0.0
        for number, group in enumerate(groups):
            width = _group_width(group)
            if number == 0 or used + width > room + 1e-9:
                wrapped.append([])
                used = 0.0
            wrapped[-1].append(group)
            used += width + _GROUP_GAP_MM
    return wrapped


def lay_out(section: Section) -> list[SheetPage]:
    """Return the section's pages: lines from top to bottom, as many on each as it holds."""
    pages: list[list[PlacedSticker]] = [[]]
    top = MARK_MM
    for line in _wrapped(section.lines):
        height = max(sticker.height + sticker.label_mm for group in line for sticker in group)
        if pages[-1] and top + height + MARK_MM > CONTENT_MM[1] + 1e-9:
            pages.append([])
            top = MARK_MM
        left = MARK_MM
        for group in line:
            for sticker in group:
                pages[-1].append(PlacedSticker(sticker, left, top))
                left += sticker.width + _GAP_MM
            left += _GROUP_GAP_MM - _GAP_MM
        top += height + MARK_MM + _LINE_GAP_MM
    titles = [section.title] + [say("{title} (continued)", title=say(section.title))] * (len(pages) - 1)
    return [SheetPage(title, section.notes, tuple(placed)) for title, placed in zip(titles, pages, strict=True)]
