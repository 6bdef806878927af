"""Rows of a painted page that are torn: values and texts in more lines than they need."""

from collections.abc import Iterator

from companion.screen.page_view import PageView
from companion.screen.pages import Page, PlayedPage


def torn_rows(view: PageView, page: Page, size: tuple[int, int]) -> Iterator[str]:
    """Yield each value in several lines, and each text that rows side by side tear."""
    canvas = view.painted(size, page)
    assert not isinstance(page, PlayedPage)
    places = [place for place in view.places(size, page) if place.row in page.rows]
    side_by_side = len({place.box.left for place in places}) > 1
    for place in places:
        for text in canvas.written:
            lines = len(text.paragraph.lines)
            if lines == 1 or not place.box.contains(text.box) or not place.row.value:
                continue
            if text.text == place.row.value or (text.text == place.row.text and side_by_side):
                yield f"{text.text!r} stands in {lines} lines"
