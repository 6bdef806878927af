"""The state of a game: what its events have led to, and what must happen next."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.names import Name

from .deck import Deck, cards_to_come
from .events import GameStarted
from .outcome import GameOutcome
from .pieces import Colour, Place
from .players import token_ids
from .position import Position, Tile
from .setup import TILES_TO_PLACE
from .trace import MonsterMove

#: In the first round each player has just so many turns; a token that stays outside has used one (R19).
TURNS_IN_FIRST_ROUND = 2


class Phase(Name):
    """Next event that must happen."""

    PLACE_TILE = "place-tile"
    """The player on turn places a floor tile (expert and placed set-up)."""
    SHUFFLE = "shuffle"
    """All eight cards are shuffled: a stage begins."""
    MOVE_TOKEN = "move-token"
    """The player on turn moves a token."""
    DRAW_CARD = "draw-card"
    """A card is turned over and the monster moves."""
    OVER = "over"


@dataclass(frozen=True)
class State:
    """A game at one moment.

    `started` says who plays by which variants. `round` counts from 1. `start_player` holds the marker; `turn` is whose
    turn it is to place a tile or move a token, None in the other phases. `placed` are the tiles that the
    players have placed so far, which come into `position` when all lie. `moved` are the tokens that have moved in this
    round and `out` those that are out, both in order. `monster_move` is the monster's latest move, None before the
    first.
    """

    started: GameStarted
    position: Position
    phase: Phase
    start_player: Colour
    turn: Colour | None = None
    round: int = 1
    placed: tuple[Tile, ...] = ()
    deck: Deck = field(default_factory=Deck)
    moved: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    monster_move: MonsterMove | None = None
    outcome: GameOutcome | None = None

    @property
    def players(self) -> tuple[Colour, ...]:
        """All players, clockwise."""
        return self.started.players

    @property
    def stage(self) -> int:
        """The stage, 1 or 2."""
        return self.position.stage

    @property
    def tiles_to_place(self) -> tuple[str, ...]:
        """The tiles that still must be placed; the player on turn chooses any of them."""
        if self.phase is not Phase.PLACE_TILE:
            return ()
        placed = {tile.id for tile in self.placed}
        return tuple(tile for tile in TILES_TO_PLACE[self.started.set_up] if tile not in placed)

    @property
    def first_card(self) -> bool:
        """True if the next card is the first of the game, which is never a hit card."""
        return self.stage == 1 and not self.deck.played

    @property
    def cards_to_come(self) -> Sequence[str]:
        """The cards of which one counts next."""
        five_as_three = self.started.five_as_three
        return cards_to_come(self.deck.face_down, first=self.first_card, five_as_three=five_as_three)

    def turns_left(self, colour: Colour) -> int:
        """Return the number of tokens this player still moves in this round."""
        if self.phase is not Phase.MOVE_TOKEN:
            return 0
        waiting = len(self._waiting(colour))
        if self.round > 1:
            return waiting
        done = sum(token in self.moved for token in token_ids(colour, len(self.players)))
        return max(0, min(waiting, TURNS_IN_FIRST_ROUND - done))

    def tokens_to_move(self, colour: Colour) -> tuple[str, ...]:
        """Return the tokens that this player may still choose from in this round.

        Returns none if the player passes.
        """
        return self._waiting(colour) if self.turns_left(colour) else ()

    def _waiting(self, colour: Colour) -> tuple[str, ...]:
        """Return the player's tokens that have not moved in this round.

        They are in the castle or beside its entrance.
        """
        own = token_ids(colour, len(self.players))
        return tuple(
            token.id
            for token in self.position.tokens
            if token.id in own and token.place not in (Place.OUT, Place.DEAD) and token.id not in self.moved
        )
