"""Config of the box by the config file: screen, camera, buttons, lights, loudspeaker.

Each key is a field here, with its default, its allowed values, and the comment that stands above it in the
file; from these the file is written (`companion.device.config_file`), checked and documented. Changes that
players make on the screen are kept elsewhere (`companion.device.settings`) and override the config; the command
line overrides both.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from typing import Any

from companion.device.button_colours import COLOURS, DEFAULT_COLOURS
from companion.device.language import LANGUAGES
from companion.device.options import Option, OptionKind, Values
from companion.device.settings import BY_EAR, SPEED, TALK, VOLUME, Settings
from companion.device.window_size import window_size
from hardware.buttons import DEBOUNCE_S, HOLD_S, Button
from hardware.pins import I2S, SPI0, SPI1, Pin, Reserved
from hardware.ring.spi_ring import DEFAULT_DEVICE
from hardware.ring.ws2812 import ORDERS, CurrentBudget
from vision.sources.mains import DEFAULT_MAINS_HZ, MAINS_HZ

Light = Pin | tuple[Pin, Pin, Pin]
"""A light on pins: of one colour, or red, green and blue."""


@dataclass(frozen=True)
class ValueRule:
    """Rule for the value of a key: a test, its words, and the choices if they are few."""

    fits: Callable[[Any], bool]
    wording: str
    choices: tuple[str, ...] = ()


def _text(wording: str) -> ValueRule:
    return ValueRule(lambda value: isinstance(value, str) and value.isprintable(), wording)


def _choice(*values: str) -> ValueRule:
    names = ", ".join(f'"{value}"' for value in values)
    return ValueRule(lambda value: isinstance(value, str) and value in values, f"one of {names}", values)


def _number(least: float, most: float) -> ValueRule:
    def fits(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    return ValueRule(fits, f"a number from {least:g} to {most:g}")


def _whole(least: int, most: int) -> ValueRule:
    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    return ValueRule(fits, f"a whole number from {least} to {most}")


def _is_size(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        return value == "" or bool(window_size(value))
    except Exception:  # whatever it says about it
        return False


def _is_pin(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _is_light(value: Any) -> bool:
    return _is_pin(value) or (isinstance(value, list | tuple) and len(value) == 3 and all(map(_is_pin, value)))


_YES_NO = ValueRule(lambda value: isinstance(value, bool), "true or false", ("true", "false"))
_PIN = ValueRule(_is_pin, 'a pin, such as 17, "GPIO17", "BOARD11" or "J8:11", or "" for none')
_LIGHTS = ValueRule(
    lambda value: isinstance(value, list | tuple) and all(map(_is_light, value)),
    'a list of pins, such as ["GPIO5", "GPIO6"]; a light of three colours is ["GPIO5", "GPIO6", "GPIO13"] in it',
)


def _key(default: Any, rule: ValueRule, comment: str) -> Any:
    return field(default=default, metadata={"rule": rule, "comment": comment})


@dataclass(frozen=True)
class ScreenConfig:
    """The screen and what is written on it."""

    language: str = _key(
        "", _choice("", *LANGUAGES), 'The language of texts and voice until another is chosen; "": the system\'s.'
    )
    full_screen: bool = _key(False, _YES_NO, "Whether the window fills the screen.")
    size_px: str = _key(
        "",
        ValueRule(_is_size, 'a size such as "1024x600", or ""'),
        'The size of a window, such as "1024x600"; "": the default size.',
    )
    driver: str = _key(
        "",
        _choice("", "wayland", "x11", "kmsdrm"),
        'How SDL reaches the screen; "": as SDL_VIDEODRIVER says, else it finds out. "kmsdrm": see docs/install.md.',
    )


@dataclass(frozen=True)
class CameraConfig:
    """The camera over the table."""

    source: str = _key(
        "",
        _text('a camera such as "pi" or "0", "none" or ""'),
        'Which camera: "pi" (on the Raspberry Pi\'s own connector), "pi:1", "0" or "/dev/video0" (USB), an address of '
        'a network camera; a size can follow: "pi@2304x1296". "none": play by hand. "": the first that is found.',
    )
    profile: str = _key(
        "", _text('a file, or ""'), 'The file of the camera\'s profile, as calibrating wrote it; "": none.'
    )
    tags: str = _key(
        "", _text('a file, or ""'), "The manifest.json of your tag sheets, if your sizes differ from the defaults."
    )
    mains_hz: int = _key(
        DEFAULT_MAINS_HZ,
        ValueRule(
            lambda value: isinstance(value, int) and not isinstance(value, bool) and value in MAINS_HZ,
            "50, 60, or 0",
            tuple(map(str, MAINS_HZ)),
        ),
        "The frequency of the mains: the camera's exposure follows it, where it can, so that lamps draw no stripes. 60 "
        "in the Americas and parts of Asia; 0: the camera is left as it is.",
    )


@dataclass(frozen=True)
class ButtonsConfig:
    """The three buttons on pins."""

    advance: int | str = _key(
        "", _PIN, 'The pin of Advance. Pins are written 17, "GPIO17", "BOARD11" or "J8:11"; "": none.'
    )
    draw: int | str = _key("", _PIN, "The pin of Draw.")
    back: int | str = _key("", _PIN, "The pin of Back.")
    advance_colour: str = _key(
        DEFAULT_COLOURS[Button.ADVANCE], _choice(*COLOURS), "The colour of Advance, on the box and on the screen."
    )
    draw_colour: str = _key(DEFAULT_COLOURS[Button.DRAW], _choice(*COLOURS), "The colour of Draw.")
    back_colour: str = _key(DEFAULT_COLOURS[Button.BACK], _choice(*COLOURS), "The colour of Back.")
    pressed: str = _key(
        "low",
        _choice("low", "high"),
        'What a pressed button does: "low" joins its pin to ground (as in docs/wiring.md), "high" to 3.3 V.',
    )
    hold_s: float = _key(HOLD_S, _number(0.3, 5), "Seconds after which a button that is down counts as held.")
    debounce_s: float = _key(DEBOUNCE_S, _number(0.001, 0.3), "Seconds that a contact must be still to count.")
    shut_down_hold_s: float = _key(
        5.0,
        ValueRule(lambda value: value == 0 or _number(3, 30).fits(value), "a number from 3 to 30, or 0 for never"),
        "Seconds of Back held down after which the Raspberry Pi shuts down; 0: never.",
    )

    def pins(self) -> dict[str, Pin]:
        """Return the pins that are used, by the names of their buttons."""
        named = {"advance": self.advance, "draw": self.draw, "back": self.back}
        return {name: pin for name, pin in named.items() if pin != ""}

    def colours(self) -> dict[Button, str]:
        """Return the colours of the buttons."""
        return {Button.ADVANCE: self.advance_colour, Button.DRAW: self.draw_colour, Button.BACK: self.back_colour}


@dataclass(frozen=True)
class RingConfig:
    """The ring of lights."""

    kind: str = _key(
        "none",
        _choice("none", "spi", "leds"),
        '"spi": WS2812 or SK6812 lights in a chain on GPIO10; "leds": single LEDs on pins; "none": only on the screen.',
    )
    brightness_percent: float = _key(
        60, _number(5, 100), "How bright the lights may become, in percent of their full light."
    )
    count: int = _key(24, _whole(1, 150), "For spi: how many lights there are.")
    order: str = _key(
        "GRB",
        _choice(*ORDERS),
        "For spi: the order in which lights want their colours. If red shines green: RGB; with a white light: GRBW.",
    )
    spi_device: str = _key(DEFAULT_DEVICE, _text("a device such as /dev/spidev0.0"), "For spi: the bus.")
    supply_ma: float = _key(
        500.0,
        _number(10, 20_000),
        "For spi: what the lights together may draw, in milliampere; the brightness is kept below it.",
    )
    channel_ma: float = _key(
        20.0, _number(1, 100), "For spi: what one colour of one light draws at full strength, in milliampere."
    )
    leds: tuple[Light, ...] = _key(
        (),
        _LIGHTS,
        "For leds: their pins in order, from the top clockwise; one of three colours is a list of red, green, blue.",
    )
    leds_lit: str = _key(
        "high", _choice("high", "low"), "For leds: whether a pin that is high or one that is low lights it."
    )

    def budget(self) -> CurrentBudget:
        """Return the allowed current of the lights on SPI."""
        return CurrentBudget(self.supply_ma, self.channel_ma)

    def reserved(self) -> tuple[Reserved, ...]:
        """Return the pins that the ring needs besides those that are given to it."""
        if self.kind != "spi":
            return ()
        return (SPI1,) if self.spi_device.startswith("/dev/spidev1.") else (SPI0,)


@dataclass(frozen=True)
class SoundConfig:
    """The loudspeaker and the voice."""

    device: str = _key(
        "",
        _text('the name of a sound device, or ""'),
        'The sound device as "aplay -L" names it, such as "plughw:CARD=Headphones"; "": the default one.',
    )
    volume_percent: int = _key(
        VOLUME.default, _whole(VOLUME.least, VOLUME.most), "How loud it is until that is changed on the screen."
    )
    talk: str = _key(TALK.default, _choice(*TALK.values), "How much is said aloud until that is changed on the screen.")
    by_ear: str = _key(
        BY_EAR.default,
        _choice(*BY_EAR.values),
        "Whether all that the screen shows is said, for evenings by ear, until that is changed on the screen.",
    )
    card_on_header: bool = _key(
        False, _YES_NO, "Whether a sound card sits on the header and needs GPIO18 to GPIO21 (I2S)."
    )

    def reserved(self) -> tuple[Reserved, ...]:
        """Return the pins that the sound card needs."""
        return (I2S,) if self.card_on_header else ()


@dataclass(frozen=True)
class GamesConfig:
    """The games that are played."""

    game: str = _key(
        "", _text('the id of a game, or ""'), 'The game that is meant where none is named; "": the default one.'
    )
    journal: str = _key("", _text('a file, or ""'), 'The file that games are kept in; "": in the default folder.')
    speed: float = _key(
        SPEED.default,
        _number(SPEED.least, SPEED.most),
        "How fast moves are shown until that is changed on the screen; 2 is twice as fast.",
    )


@dataclass(frozen=True)
class PhonesConfig:
    """Phones that may join."""

    allowed: bool = _key(False, _YES_NO, "Whether the table can let phones in its network join: see docs/phones.md.")
    address: str = _key(
        "",
        _text('an address such as "192.168.1.5:8720", or ""'),
        'Where the page listens; "": every address of this machine.',
    )
    tls: bool = _key(
        False, _YES_NO, "Whether the page is encrypted by a certificate made here: phones warn of it once."
    )
    relay: str = _key(
        "",
        _text('an address such as "relay.example.org:8730", or ""'),
        'The relay by which another table is invited that cannot reach this one; "": none.',
    )
    dial: bool = _key(
        False, _YES_NO, "Whether tables may be invited by a number that they dial: see docs/two-tables.md."
    )


@dataclass(frozen=True)
class Config:
    """Whole config, one field for each section of the file.

    `variants` are the sections of the games, by their ids.
    """

    screen: ScreenConfig = field(default_factory=ScreenConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    ring: RingConfig = field(default_factory=RingConfig)
    sound: SoundConfig = field(default_factory=SoundConfig)
    games: GamesConfig = field(default_factory=GamesConfig)
    phones: PhonesConfig = field(default_factory=PhonesConfig)
    variants: Mapping[str, Values] = field(default_factory=dict)

    def settings(self) -> Settings:
        """Return the settings that hold until they are changed on the screen."""
        default = Settings()
        return replace(
            default,
            language=self.screen.language or default.language,
            full_screen=self.screen.full_screen,
            volume=self.sound.volume_percent,
            talk=self.sound.talk,
            by_ear=self.sound.by_ear,
            speed=self.games.speed,
            games=self.variants,
        )

    def environment(self) -> dict[str, str]:
        """Return SDL's environment variables: the screen's driver and the sound device."""
        variables = {}
        if self.screen.driver:
            variables["SDL_VIDEODRIVER"] = self.screen.driver
        if self.sound.device:
            variables |= {"SDL_AUDIODRIVER": "alsa", "AUDIODEV": self.sound.device}
        return variables


WIRED = Config(
    buttons=ButtonsConfig(advance="GPIO17", draw="GPIO27", back="GPIO22"),
    ring=RingConfig(kind="spi"),
    screen=ScreenConfig(full_screen=True),
    camera=CameraConfig(source="pi"),
)
"""A box wired as docs/wiring.md shows."""


def sections() -> Mapping[str, type[Any]]:
    """Return the sections of the file by name, each a dataclass of its keys."""
    made_by: dict[str, Any] = {section.name: section.default_factory for section in fields(Config)}
    return {name: kind for name, kind in made_by.items() if isinstance(kind, type) and is_dataclass(kind)}


def key_rule(key: "Field[Any]") -> ValueRule:
    """Return the rule for the values of the key."""
    rule: ValueRule = key.metadata["rule"]
    return rule


def option_rule(option: Option[Any]) -> ValueRule:
    """Return the rule for the key of an option."""
    match option.kind:
        case OptionKind.FLAG:
            return _YES_NO
        case OptionKind.WHOLE_NUMBER:
            return _whole(option.least, option.most)
        case OptionKind.NUMBER:
            return _number(option.least, option.most)
    return _choice(*option.values)
