"""Stacks of the session's game at the virtual table, in the order that its file keeps.

With it the whole state as bots have it, with what is announced before it happens.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.secret_game import BegunAct, SecretGame
from companion.device.errors import UserError
from companion.games.betrayal.language import say
from companion.games.betrayal.table.announced import describe_seen
from companion.table.chance import chance_move
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS, cards_in_game, stack_tiles
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks, outcomes_brought
from engine.betrayal.play import PLAY, keeper_of
from engine.betrayal.possible import BegunEvent, Declined, Move
from engine.betrayal.scenario import UNCLAIMED
from engine.betrayal.state import State
from engine.game import Game


class BetrayalSecrets(SecretGame[Stacks, str, State]):
    """Tiles and cards in the order in which they will be drawn.

    What is left of them follows from the game.
    """

    rules = RULES
    format = "betrayal/virtual"
    everybody = tuple(CHARACTERS)

    def __init__(self, session: Session, seed: int, *, only_bots: bool = False) -> None:
        super().__init__(session, seed, only_bots=only_bots)
        #: The whole state, and what it follows from: it is asked for many times.
        self._whole: tuple[tuple[object, ...], FullState] | None = None

    # --- bots -------------------------------------------------------------------------------------------------------

    def whole_state(self) -> FullState | None:
        """Return the house with its stacks, and what was announced; None without stacks."""
        # A game that has begun just now is shuffled first.
        self.follow()
        game, stacks, kept = self._session.game, self.now, self.kept
        if game is None or stacks is None or kept is None:
            return None
        bots = frozenset(self._session.seating.seats.bots)
        known = game.events, stacks, bots, kept.unnoticed
        if self._whole is None or self._whole[0] != known:
            # Where people play, they say who has won.
            turns = haunt_turns(game.events) if bots.issuperset(game.state.players) else UNCLAIMED
            whole = FullState(game.state, stacks, turns=turns)
            for move in kept.unnoticed:
                whole = PLAY.follow(whole, move)
            self._whole = known, whole if kept.unnoticed else self._rolled_for_bot(game, bots, whole)
        return self._whole[1]

    def _rolled_for_bot(self, game: Game[Any, Any], bots: frozenset[str], whole: FullState) -> FullState:
        """Roll what a bot owes before it decides; what nobody decides is left to hands."""
        owed = game.state.owed
        if not owed or PLAY.acting_seats(whole) or keeper_of(game.state, owed[0].by) not in bots:
            return whole
        move = self.chance_move(whole, game.events)
        return PLAY.follow(whole, move) if isinstance(move, BegunEvent) else whole

    def keep_move(self, move: Move) -> None:
        """Keep what was announced, also over a restart: who has seen a tile lays it."""
        whole = self.whole_state()
        if whole is None or self.kept is None or not isinstance(move, BegunEvent | Declined):
            return
        self.kept.unnoticed = (*self.kept.unnoticed, move)
        if isinstance(move, BegunEvent) and self.begins_act(move):
            self.await_events(PLAY.committed_seat(PLAY.follow(whole, move)), RULES.codec.name_of(move.event))
        self.keep()

    def completed(self, move: Move) -> Move | None:
        """Return a move with its dice rolled, or its tile turned over; None: still to come."""
        whole, game = self.whole_state(), self._session.game
        if whole is None or game is None or not isinstance(move, BegunEvent) or move.rolled:
            return move
        # What is owed is chance's already.
        return self.chance_move(whole if game.state.owed else PLAY.follow(whole, move), game.events)

    def chance_move(self, whole: FullState, events: Sequence[e.GameEvent]) -> Move | None:
        """Return what chance brings after these events; None: it is still to come."""
        stacks = whole.stacks
        assert stacks is not None
        purpose, own = f"dice {outcomes_brought(events)}", stacks.chance(events)
        return chance_move(PLAY, whole, lambda: self._session.chance(purpose, own))

    # --- the deal ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal(cls, started: e.GameStarted, seed: int) -> Stacks:
        """Shuffle tiles and cards."""
        return Stacks.shuffled(seed, started.variants)

    @classmethod
    def deal_to_json(cls, deal: Stacks) -> dict[str, Any]:
        """Return the stacks as data that `json.dumps` writes."""
        return {"tiles": list(deal.all_tiles), "cards": list(deal.all_cards)}

    @classmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: e.GameStarted) -> Stacks:
        """Return all tiles and cards of the game. Raises UserError."""
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
    def move_to_json(cls, move: BegunEvent | Declined) -> dict[str, Any]:
        """Return a move as data that `json.dumps` writes."""
        return {"declined": move.by} if isinstance(move, Declined) else {"announced": RULES.event_to_json(move.event)}

    @classmethod
    def move_from_json(cls, data: Mapping[str, Any]) -> BegunEvent | Declined:
        """Return what was announced, with its dice or its tile, or that nothing is stolen."""
        if "declined" in data:
            return Declined(str(data["declined"]))
        return BegunEvent(RULES.event_from_json(data["announced"]), rolled=True)

    @classmethod
    def begins_act(cls, move: BegunEvent | Declined) -> bool:
        """Return True for what is announced with its tile or its dice."""
        return isinstance(move, BegunEvent) and move.rolled

    def describe_seen(self, act: BegunAct) -> str:
        """Name the tile or the dice."""
        return describe_seen(act.moves[-1].event)

    @property
    def absent(self) -> frozenset[str]:
        """Players whom bots of their own replace: none, bots play whole steps of the absent."""
        return frozenset()

    def lost(self, file: str) -> str:
        """Describe what to do without the file."""
        return say(
            "The order of the stacks of this game is missing or damaged: put {file} back, or begin a new game.",
            file=file,
        )


def haunt_turns(events: Sequence[e.GameEvent]) -> int:
    """Return the number of turns of the haunt that have ended."""
    began = next((number for number, event in enumerate(events) if isinstance(event, e.HauntBegan)), len(events))
    return sum(isinstance(event, e.TurnEnded) for event in events[began:])


def _has_exactly(value: object, names: Mapping[str, Any] | Sequence[str] | frozenset[str]) -> bool:
    """Return True if a file tells just these names, each once, in any order."""
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and sorted(value) == sorted(names)
