"""Pictures that are drawn once and kept: the last ones that were asked for."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

from companion.screen.pen import Pen, smooth
from companion.screen.theme import theme_in_use

#: A page shows some dozens of pictures. More would be those of pages that were shown long ago, in other sizes.
_MOST = 100


class KeptPictures:
    """Cache of at most so many pictures; the one least recently asked for goes first."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    def get(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture of this key, drawn if it is not kept."""
        key = theme_in_use(), key
        picture = self._pictures.get(key)
        if picture is None:
            picture = self._pictures[key] = draw()
            if len(self._pictures) > self._most:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(key)
        return picture

    def painted(self, key: Hashable, size: int, paint: Callable[[Pen], None]) -> pygame.Surface:
        """Return the picture that a pen paints, `size` pixels wide and high."""
        return self.get((key, size), lambda: smooth((size, size), paint))
