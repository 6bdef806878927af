"""Theme for a part of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.screen import theme


@contextmanager
def themed(name: str) -> Iterator[None]:
    """Draw with the theme of this name."""
    theme.use_theme(name)
    try:
        yield
    finally:
        theme.use_theme(theme.USUAL)
