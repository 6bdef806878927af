"""Options of a game."""

from companion.device.options import flag
from fox_and_geese.language import later

MUST_TAKE = flag(
    "must_take", later("A fox that can take a goose must"), comment="Whether a fox that can take a goose must."
)
