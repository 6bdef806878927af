"""Options of this game: Widow's Walk, and dice thrown by the companion."""

from typing import Any

from companion.device.options import Option, Values, choice, flag, with_defaults
from companion.games.betrayal.language import later
from engine.betrayal.components import WIDOWS_WALK

WITH_WIDOWS_WALK = flag(
    "widows_walk",
    later("Widow's Walk"),
    comment="Whether the expansion Widow's Walk is played with: the roof, its rooms and cards.",
    flag_help="with the expansion Widow's Walk",
)
VIRTUAL = "virtual"
REAL = "real"
DICE = choice(
    "dice",
    later("Dice"),
    {VIRTUAL: later("on the screen"), REAL: later("real ones")},
    VIRTUAL,
    comment='The dice: "virtual" (the companion throws them) or "real" (players say what they show).',
)
OPTIONS: tuple[Option[Any], ...] = (WITH_WIDOWS_WALK, DICE)


def variants_chosen(values: Values) -> tuple[str, ...]:
    """Return the variants that are switched on, as the game's first event has them."""
    return (WIDOWS_WALK,) if with_defaults(OPTIONS, values)[WITH_WIDOWS_WALK.id] else ()


def companion_throws_dice(values: Values) -> bool:
    """Return True if the companion throws the dice."""
    return bool(with_defaults(OPTIONS, values)[DICE.id] == VIRTUAL)
