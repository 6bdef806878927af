"""The order of the stacks of the game that a session plays at the virtual table: shuffled, and kept in its file."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.secret_game import Kept, SecretGame
from companion.device.errors import UserError
from companion.games.betrayal.language import say
from companion.games.betrayal.virtual_table.stacks import Stacks
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS, cards_in_game, stack_tiles
from engine.betrayal.game import RULES
from engine.betrayal.state import State

FORMAT = "betrayal/virtual"


class BetrayalSecrets(SecretGame[Stacks, str, State]):
    """Tiles and cards in the order in which they will be drawn. What is left of them follows from the game."""

    rules = RULES
    format = FORMAT
    everybody = tuple(CHARACTERS)

    def new_deal(self, started: e.GameStarted, seed: int) -> Kept[Stacks, str]:
        """Tiles and cards shuffled."""
        return Kept(seed, Stacks.shuffled(seed, started.variants))

    def to_json(self, kept: Kept[Stacks, str]) -> dict[str, Any]:
        """As its file keeps it."""
        stacks = kept.deal
        return {
            "started": RULES.event_to_json(kept.events[0]),
            "seed": kept.seed,
            "tiles": list(stacks.all_tiles),
            "cards": list(stacks.all_cards),
        }

    def from_json(self, data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> Kept[Stacks, str]:
        """What its file has kept."""
        started = events[0]
        assert isinstance(started, e.GameStarted)
        seed, tiles, cards = (data.get(key) for key in ("seed", "tiles", "cards"))
        if data.get("started") != RULES.event_to_json(started):
            raise UserError("it belongs to another game")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise UserError("it is damaged: it has no seed")
        if not _are(tiles, stack_tiles(started.variants)) or not _are(cards, cards_in_game(started.variants)):
            raise UserError("it is damaged: some tiles or cards are missing or too many")
        assert isinstance(tiles, list)
        assert isinstance(cards, list)
        return Kept(seed, Stacks(seed, tuple(tiles), tuple(cards)))

    def dealt(self, kept: Kept[Stacks, str], events: Sequence[e.GameEvent]) -> Stacks:  # noqa: ARG002 - the state tells
        """All stacks as they were shuffled."""
        return kept.deal

    def lost(self, file: str) -> str:
        """What to do without it."""
        return say(
            "The order of the stacks of this game is missing or damaged: put {file} back, or begin a new game.",
            file=file,
        )


def _are(told: object, names: Mapping[str, Any] | Sequence[str] | frozenset[str]) -> bool:
    """Whether a file tells just these names, each once, in any order."""
    return isinstance(told, list) and all(isinstance(one, str) for one in told) and sorted(told) == sorted(names)
