"""Check that all text on a page fits: not cut, too small, outside its box, or overlapping."""

from collections.abc import Iterator
from itertools import combinations

import pygame

from companion.screen.canvas import Canvas


def fit_problems(canvas: Canvas) -> Iterator[str]:
    """Yield one clause for each text that does not fit on a painted page."""
    screen = pygame.Rect((0, 0), canvas.layout.size)
    for written in canvas.written:
        if written.paragraph.cut and not written.may_be_cut:
            yield f"{written.text!r} is cut"
        if written.paragraph.size < canvas.layout.least:
            yield f"{written.text!r} is too small to read"
        if not written.box.inflate(2, 2).contains(written.covered):
            yield f"{written.text!r} is larger than its box"
        if not screen.contains(written.covered):
            yield f"{written.text!r} leaves the screen"
    for first, other in combinations(canvas.written, 2):
        # Something may stand beside a short last line.
        if first.covered.colliderect(other.covered) and any(line.collidelist(other.lines) >= 0 for line in first.lines):
            yield f"{first.text!r} lies on {other.text!r}"
