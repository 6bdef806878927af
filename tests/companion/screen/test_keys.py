"""Tests of keys of keyboards of other layouts, as SDL reports them."""

import pygame
import pytest

from companion.screen.keys import digit_key, latin_key

#: Keys by their signs, the place that they have on a keyboard of the US, and how they count.
LETTERS = {
    "US": ("d", "d", "d"),
    "Dvorak types d at H": ("d", "h", "d"),
    "Dvorak types e at D": ("e", "d", "e"),
    "AZERTY types q at A": ("q", "a", "q"),
    "QWERTZ types z at Y": ("z", "y", "z"),
    "Russian": ("в", "d", "d"),
    "Ukrainian": ("и", "b", "b"),
    "Greek": ("δ", "d", "d"),
    "Hebrew": ("ג", "d", "d"),
    "Arabic": ("ي", "d", "d"),
    "Thai": ("ก", "d", "d"),
    "Turkish": ("ı", "i", "i"),
}


def pressed(sign: str, place: str, *, mod: int = 0) -> pygame.event.Event:
    scancode = getattr(pygame, f"KSCAN_{place.upper()}")
    return pygame.event.Event(pygame.KEYDOWN, key=ord(sign), scancode=scancode, mod=mod, unicode=sign)


@pytest.mark.parametrize("name", LETTERS)
def test_a_latin_letter_counts_where_it_is_and_another_by_its_place(name: str) -> None:
    sign, place, counts = LETTERS[name]
    assert latin_key(pressed(sign, place)) == ord(counts)
    # Caps Lock changes what is typed, and not the key.
    assert latin_key(pressed(sign, place, mod=pygame.KMOD_CAPS)) == ord(counts)


def test_signs_at_other_places_and_keys_without_a_sign_stay() -> None:
    assert latin_key(pressed("ö", "semicolon")) == ord("ö")
    assert latin_key(pygame.event.Event(pygame.KEYDOWN, key=ord("в"))) == ord("в")
    for key in (pygame.K_RETURN, pygame.K_LEFT, pygame.K_KP_ENTER, pygame.K_PAGEUP, pygame.K_F11):
        assert latin_key(pygame.event.Event(pygame.KEYDOWN, key=key, scancode=pygame.KSCAN_D, mod=0)) == key


@pytest.mark.parametrize(("sign", "place"), [("1", "1"), ("&", "1"), ("é", "2"), ("+", "1"), ("à", "0"), ("٣", "3")])
def test_digits_are_where_they_are_printed(sign: str, place: str) -> None:
    assert digit_key(pressed(sign, place)) == int(place)


def test_the_number_pad_has_digits_with_num_lock_and_arrows_without() -> None:
    def pad(mod: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP4, scancode=pygame.KSCAN_KP4, mod=mod, unicode="")

    assert (latin_key(pad(0)), digit_key(pad(0))) == (pygame.K_LEFT, None)
    assert digit_key(pad(pygame.KMOD_NUM)) == 4
    assert latin_key(pad(pygame.KMOD_NUM)) == pygame.K_KP4
    assert [digit_key(pressed(sign, place)) for sign, place in (("d", "d"), ("в", "d"), (";", "semicolon"))] == [
        None
    ] * 3
