"""Where the seats are on the picture of the table: clockwise from the upper left, as they sit round it."""

from collections.abc import Mapping

import pygame

#: By the number of players: how many sit at the top, at the right, at the bottom and at the left.
_SIDES: Mapping[int, tuple[int, int, int, int]] = {
    0: (0, 0, 0, 0),
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (2, 0, 1, 0),
    4: (2, 0, 2, 0),
    5: (3, 0, 2, 0),
    6: (3, 0, 3, 0),
    7: (3, 1, 3, 0),
    8: (3, 1, 3, 1),
    9: (4, 1, 4, 0),
    10: (4, 1, 4, 1),
}


def seat_boxes(box: pygame.Rect, players: int) -> tuple[list[pygame.Rect], pygame.Rect]:
    """The box of each seat, and the middle of the table."""
    top, right, bottom, left = _SIDES[players]
    columns = max(top, bottom, 2)
    gap = max(3, box.width // 90)
    width = (box.width - (columns + 1) * gap) // columns
    height = (box.height - 4 * gap) // 3
    rows = [box.top + gap + number * (height + gap) for number in range(3)]

    def line(count: int, y: int) -> list[pygame.Rect]:
        """So many seats side by side in the middle of a long side."""
        start = box.left + (box.width - count * width - (count - 1) * gap) // 2
        return [pygame.Rect(start + number * (width + gap), y, width, height) for number in range(count)]

    at_left = pygame.Rect(box.left + gap, rows[1], width, height)
    at_right = pygame.Rect(box.right - gap - width, rows[1], width, height)
    seats = [*line(top, rows[0]), *[at_right][:right], *reversed(line(bottom, rows[2])), *[at_left][:left]]
    inner_left = at_left.right if left else box.left + box.width // 14
    inner_right = at_right.left if right else box.right - box.width // 14
    return seats, pygame.Rect(inner_left + gap, rows[1], inner_right - inner_left - 2 * gap, height)
