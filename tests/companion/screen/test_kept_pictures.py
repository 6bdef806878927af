"""Pictures are drawn once, and no more of them are kept than a few pages need."""

import pygame

from companion.screen.kept_pictures import KeptPictures


def test_a_picture_is_drawn_once() -> None:
    kept = KeptPictures()
    first = kept.get("token", lambda: pygame.Surface((4, 4)))
    assert kept.get("token", lambda: pygame.Surface((8, 8))) is first


def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept = KeptPictures(most=2)
    pictures = {name: kept.get(name, lambda: pygame.Surface((4, 4))) for name in ("token", "stone")}
    kept.get("token", lambda: pygame.Surface((4, 4)))
    kept.get("monster", lambda: pygame.Surface((4, 4)))
    assert len(kept) == 2
    assert kept.get("token", lambda: pygame.Surface((4, 4))) is pictures["token"]
    assert kept.get("stone", lambda: pygame.Surface((4, 4))) is not pictures["stone"]


def test_another_size_is_another_picture() -> None:
    kept = KeptPictures()
    sizes = {kept.painted("disc", size, lambda pen: pen.disc((200, 0, 0), (0, 0), 0.9)).get_size() for size in (12, 20)}
    assert sizes == {(12, 12), (20, 20)}
