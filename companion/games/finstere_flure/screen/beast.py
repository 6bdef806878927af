"""Furunkulus seen from above: horns, eyes and teeth in front show its facing from afar."""

import pygame

from companion.games.finstere_flure.screen.tiles import DRAWINGS
from companion.screen.pen import smooth


def beast_picture(size: int) -> pygame.Surface:
    """Return the monster facing north, `size` pixels wide."""
    return smooth((size, size), DRAWINGS.painter("monster"))
