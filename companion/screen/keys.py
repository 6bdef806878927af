"""Keys of any layout: by their place where a keyboard has no Latin letters."""

import pygame

#: The last code of a key whose sign is in ASCII; those of keys without a sign are far above all signs.
_LAST_ASCII = 0x7F
_FIRST_WITHOUT_SIGN = 1 << 30
#: Digits in the order in which they stand on a keyboard.
_DIGITS = "1234567890"
_KEYPAD = {getattr(pygame, f"K_KP{digit}"): ord(digit) for digit in _DIGITS}
#: The arrows on a number pad, which has them without Num Lock.
_ARROWS = {
    pygame.K_KP8: pygame.K_UP,
    pygame.K_KP2: pygame.K_DOWN,
    pygame.K_KP4: pygame.K_LEFT,
    pygame.K_KP6: pygame.K_RIGHT,
    pygame.K_KP7: pygame.K_HOME,
    pygame.K_KP9: pygame.K_PAGEUP,
    pygame.K_KP3: pygame.K_PAGEDOWN,
}


def latin_key(event: pygame.event.Event) -> int:
    """Return the key of an event (``pygame.K_d``).

    With a layout of Latin letters the letter counts: D is the key that types a d, wherever it is. With another
    (Cyrillic, Greek, Hebrew, Arabic) the place counts: D is the key that a keyboard of the US has there. Without Num
    Lock the number pad has arrows.
    """
    key: int = event.key
    if _LAST_ASCII < key < _FIRST_WITHOUT_SIGN:
        return _key_at(event) or key
    if key in _ARROWS and hasattr(event, "mod") and not event.mod & pygame.KMOD_NUM:
        return _ARROWS[key]
    return key


def digit_key(event: pygame.event.Event) -> int | None:
    """Return the digit of a key; None for other keys.

    Those of a number pad count, and those that need the shift key.
    """
    key = latin_key(event)
    if key in _KEYPAD:
        return _KEYPAD[key] - ord("0")
    placed = _key_at(event)
    for code in (key, placed):
        if code is not None and chr(min(code, _LAST_ASCII)) in _DIGITS:
            return code - ord("0")
    return None


def _key_at(event: pygame.event.Event) -> int | None:
    """Return the letter or digit of a US keyboard at the place of a key; None elsewhere."""
    place = getattr(event, "scancode", None)
    if place is None:
        return None
    if pygame.KSCAN_A <= place <= pygame.KSCAN_Z:
        return ord("a") + int(place) - pygame.KSCAN_A
    if pygame.KSCAN_1 <= place <= pygame.KSCAN_0:
        return ord(_DIGITS[place - pygame.KSCAN_1])
    return None
