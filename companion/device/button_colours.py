"""Colours of the three buttons, on box and screen, and sentences that name them by colour."""

from collections.abc import Mapping

from companion.device.language import later, say
from companion.device.sentences import as_sentence
from hardware.buttons import Button

Rgb = tuple[int, int, int]

#: The usual colours, as the shopping list has them.
DEFAULT_COLOURS: Mapping[Button, str] = {Button.ADVANCE: "green", Button.DRAW: "yellow", Button.BACK: "red"}
#: The colours that a button may have, as they are painted.
COLOURS: Mapping[str, Rgb] = {
    "green": (62, 176, 96),
    "yellow": (240, 200, 72),
    "red": (222, 78, 72),
    "blue": (84, 146, 232),
    "white": (236, 234, 228),
    "black": (74, 78, 88),
}
# Whole sentences for each colour: other languages change the colour's word with its place.
_PRESS = {
    "green": later("Press the green button: {label}."),
    "yellow": later("Press the yellow button: {label}."),
    "red": later("Press the red button: {label}."),
    "blue": later("Press the blue button: {label}."),
    "white": later("Press the white button: {label}."),
    "black": later("Press the black button: {label}."),
}
_NAMES = {
    "green": later("The green button"),
    "yellow": later("The yellow button"),
    "red": later("The red button"),
    "blue": later("The blue button"),
    "white": later("The white button"),
    "black": later("The black button"),
}

_in_use: dict[Button, str] = dict(DEFAULT_COLOURS)


def use_button_colours(colours: Mapping[Button, str]) -> None:
    """Use these button colours, keys of `COLOURS`; other buttons have their default colour."""
    _in_use.update(DEFAULT_COLOURS)
    _in_use.update(colours)


def button_colour(button: Button) -> Rgb:
    """Return the colour of a button as it is painted."""
    return COLOURS[_in_use[button]]


def press(button: Button, label: str) -> str:
    """Return a sentence that asks to press a button, by its colour and its current label."""
    return say(_PRESS[_in_use[button]], label=label)


def button_name(button: Button) -> str:
    """Return the button as the subject of a sentence: ``The green button``."""
    return say(_NAMES[_in_use[button]])


def button_label(button: Button, label: str) -> str:
    """Return what a button does, for the ear; its colour alone may be a player's."""
    return as_sentence(say("{name}: {value}", name=button_name(button), value=label))


def idle_button(button: Button) -> str:
    """Return the sentence that a button has nothing to do now."""
    return say("{button} has nothing to do now.", button=button_name(button))
