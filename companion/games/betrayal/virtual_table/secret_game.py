"""Order of the stacks of the session's game at the virtual table.

They are shuffled, and kept in its file.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.secret_game import BegunAct, SecretGame
from companion.device.errors import UserError
from companion.games.betrayal.language import say
from companion.games.betrayal.table.announced import describe_seen
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS, cards_in_game, stack_tiles
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks
from engine.betrayal.possible import Announced, Declined
from engine.betrayal.state import State


class BetrayalSecrets(SecretGame[Stacks, str, State]):
    """Tiles and cards in the order in which they will be drawn.

    What is left of them follows from the game.
    """

    rules = RULES
    format = "betrayal/virtual"
    everybody = tuple(CHARACTERS)

    @classmethod
    def deal(cls, started: e.GameStarted, seed: int) -> Stacks:
        """Tiles and cards shuffled."""
        return Stacks.shuffled(seed, started.variants)

    @classmethod
    def deal_to_json(cls, deal: Stacks) -> dict[str, Any]:
        """As data that `json.dumps` writes."""
        return {"tiles": list(deal.all_tiles), "cards": list(deal.all_cards)}

    @classmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: e.GameStarted) -> Stacks:
        """All tiles and cards of the game. Raises UserError."""
        seed, tiles, cards = (data.get(key) for key in ("seed", "tiles", "cards"))
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise UserError("it is damaged: it has no seed")
        if not _has_exactly(tiles, stack_tiles(started.variants)) or not _has_exactly(
            cards, cards_in_game(started.variants)
        ):
            raise UserError("it is damaged: some tiles or cards are missing or too many")
        assert isinstance(tiles, list)
        assert isinstance(cards, list)
        return Stacks(seed, tuple(tiles), tuple(cards))

    @classmethod
    def move_to_json(cls, move: Announced | Declined) -> dict[str, Any]:
        """As data that `json.dumps` writes."""
        return {"declined": move.by} if isinstance(move, Declined) else {"announced": RULES.event_to_json(move.event)}

    @classmethod
    def move_from_json(cls, data: Mapping[str, Any]) -> Announced | Declined:
        """Return what was announced, with its dice or its tile, or that nothing is stolen."""
        if "declined" in data:
            return Declined(str(data["declined"]))
        return Announced(RULES.event_from_json(data["announced"]), rolled=True)

    @classmethod
    def begins_act(cls, move: Announced | Declined) -> bool:
        """Return True for what is announced with its tile or its dice."""
        return isinstance(move, Announced) and move.rolled

    def describe_seen(self, act: BegunAct) -> str:
        """Name the tile or the dice."""
        return describe_seen(act.moves[-1].event)

    @property
    def absent(self) -> frozenset[str]:
        """Nobody: a bot plays whole steps of an absent player."""
        return frozenset()

    def lost(self, file: str) -> str:
        """Describe what to do without the file."""
        return say(
            "The order of the stacks of this game is missing or damaged: put {file} back, or begin a new game.",
            file=file,
        )


def _has_exactly(value: object, names: Mapping[str, Any] | Sequence[str] | frozenset[str]) -> bool:
    """Return True if a file tells just these names, each once, in any order."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value) and sorted(value) == sorted(names)
