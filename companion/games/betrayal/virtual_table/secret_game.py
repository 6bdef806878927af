"""Stacks of the session's game at the virtual table, in the order that its file keeps.

With it the whole state as bots have it, with what is announced before it happens.
"""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, cast

from companion.cards.secret_game import BegunAct, SecretGame
from companion.device.errors import UserError
from companion.games.betrayal.language import say
from companion.games.betrayal.table.announced import describe_seen
from companion.games.betrayal.table.dialog import ask
from companion.games.betrayal.table.event_answers import begun_answers
from companion.games.betrayal.table.roll_dialog import FACES
from companion.games.betrayal.virtual_table.asked import begun_from_json, begun_to_json
from companion.table.chance import chance_move
from companion.table.questions import Question
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.components import ANY, CHARACTERS, CardKind, cards_in_game, stack_tiles
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks, outcomes_brought
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined, DiceThrown, Move
from engine.betrayal.scenario import MOST_HAUNT_TURNS, UNCLAIMED
from engine.betrayal.state import Owed, Phase, State
from engine.betrayal.throwing import MOST_THROWN, THROWN_FOR, keeper_of
from engine.betrayal.told_view import announced_from_json, announced_to_json
from engine.game import Game
from engine.values import replaced

#: Cards that have names here: of events nobody knows the order.
_NAMED_CARDS = (CardKind.OMEN, CardKind.ITEM)
#: What a text says may come now.
_TEXTS = (Phase.EXPLORE, Phase.HAUNT)


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
        if self.is_told:
            told: FullState | None = self.told_state
            return told
        game, stacks, kept = self._session.game, self.now, self.kept
        if game is None or stacks is None or kept is None:
            return None
        bots = frozenset(self._session.seating.seats.bots)
        known = game.events, stacks, bots, kept.unnoticed
        if self._whole is None or self._whole[0] != known:
            # Where people play, they say who has won; once only bots live, these go by the stand-in haunt.
            alone = bots.issuperset(game.state.living or game.state.players) and not _is_denied(game.events)
            turns = haunt_turns(game.events) if alone else UNCLAIMED
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
        """Keep what was announced, also over a restart: who has seen a tile lays it.

        Where another table keeps the stacks it is asked for it.
        """
        whole = self.whole_state()
        if whole is None or self.kept is None or not isinstance(move, BegunEvent | Declined | DiceThrown):
            return
        if self.asks_elsewhere(move):
            return
        self.kept.unnoticed = (*self.kept.unnoticed, move)
        if not isinstance(move, Declined) and self.begins_act(move):
            name = move.event if isinstance(move, DiceThrown) else RULES.codec.name_of(move.event)
            self.await_events(PLAY.committed_seat(PLAY.follow(whole, move)), name)
        self.keep()

    def completed(self, move: Move) -> Move | None:
        """Return a move with its dice rolled, or its tile turned over; None: still to come.

        Another table that keeps the stacks does it.
        """
        whole, game = self.whole_state(), self._session.game
        if whole is None or game is None or self.is_told:
            return move
        if isinstance(move, DiceThrown):
            rng = self._lots(whole, game.events)
            return None if rng is None else replaced(move, faces=tuple(rng.choices(FACES, k=move.number)))
        if not isinstance(move, BegunEvent) or move.rolled:
            return move
        if whole.thrown is not None:
            # Its player tells first what was thrown for.
            return None
        # What is owed is chance's already.
        is_owed = move.event in game.state.owed[:1]
        return self.chance_move(whole if is_owed else PLAY.follow(whole, move), game.events)

    def chance_move(self, whole: FullState, events: Sequence[e.GameEvent]) -> Move | None:
        """Return what chance brings after these events; None: it is still to come."""
        return chance_move(PLAY, whole, lambda: self._lots(whole, events))

    def _lots(self, whole: FullState, events: Sequence[e.GameEvent]) -> Random | None:
        """Return the generator of what is thrown or drawn next; None: it is still to come."""
        assert whole.stacks is not None
        purpose, session = f"dice {outcomes_brought(events)}", self._session
        return session.chance.rng(session.game_id, purpose, whole.stacks.chance(events))

    # --- another table ----------------------------------------------------------------------------------------------

    @staticmethod
    def cards_of(whole: FullState) -> Stacks:
        """Return the stacks in a whole state; none where another table keeps them."""
        stacks: Any = whole.stacks
        return cast(Stacks, stacks)

    def fits_seat(self, view: FullState, seat: str) -> bool:  # noqa: ARG002 - everybody knows the same
        """Return True for what can be announced and decided now, and for dice of an explorer."""
        if view.announced is None:
            return view.thrown is None or view.thrown.by in view.state.players
        event, decided = view.announced.event, PLAY.event(next(iter(PLAY.possible(view)), view.announced))
        if decided is None or any(RULES.problems(view.state, decided)) or view.thrown is not None:
            return False
        answers = begun_answers(view.state, event)
        return all(isinstance(ask(view.state, answers[:count]), Question) for count in range(len(answers) + 1))

    def fits_picks(self, _whole: FullState, _event: Any, picked: Sequence[str], _seats: Collection[str]) -> bool:
        """Return True where nothing is picked: events tell all."""
        return not picked

    def may_ask(self, move: object, seats: Collection[str]) -> bool:
        """Return True for dice that one of these seats may throw now, and a card it may draw."""
        whole = self.whole_state()
        if whole is None or whole.announced is not None:
            return False
        state, thrown = whole.state, whole.thrown
        match move:
            case DiceThrown(by=by, event=event, number=number):
                if by not in seats or not 1 <= number <= MOST_THROWN:
                    return False
                if thrown is not None:
                    return (by, event) == (thrown.by, thrown.event) and number > thrown.number
                if event == RULES.codec.name_of(e.Rolled):
                    return state.phase in _TEXTS
                return event in THROWN_FOR and any(
                    choice.event == event and keeper_of(state, str(choice.by or state.turn)) == by
                    for choice in RULES.next(state)
                )
            case BegunEvent(event=Owed(event="drew", by=by, card=str(card)) as draw, rolled=False):
                is_left = card in _NAMED_CARDS and state.cards_left(CardKind(card)) != 0
                is_due = draw == Owed("drew", by, card=card) and not state.owed and state.phase in _TEXTS
                # A sign for any card: its player chooses of which kind.
                is_due = is_due or state.owed[:1] == (replaced(draw, card=ANY),)
                return is_left and is_due and thrown is None and by in seats
        return False

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
    def move_to_json(cls, move: BegunEvent | Declined | DiceThrown) -> dict[str, Any]:
        """Return a move as data that `json.dumps` writes."""
        match move:
            case Declined(by=by):
                return {"declined": by}
            case DiceThrown(by=by, event=event, number=number, faces=faces):
                return {"throws": by, "for": event, "number": number, **({"faces": list(faces)} if faces else {})}
        return {"announced": announced_to_json(move.event)} if move.rolled else begun_to_json(move.event)

    @classmethod
    def move_from_json(cls, data: Mapping[str, Any]) -> BegunEvent | Declined | DiceThrown:
        """Return what was announced with its dice or tile, or thrown, or that nothing is stolen.

        Also what another table is asked to roll, to draw or to turn over.
        """
        if "declined" in data:
            return Declined(str(data["declined"]))
        if "throws" in data:
            faces = tuple(map(int, data.get("faces", ())))
            return DiceThrown(str(data["throws"]), str(data["for"]), int(data["number"]), faces)
        if "announced" in data:
            return BegunEvent(announced_from_json(data["announced"]), rolled=True)
        return BegunEvent(begun_from_json(data))

    @classmethod
    def begins_act(cls, move: BegunEvent | Declined | DiceThrown) -> bool:
        """Return True for what is announced with its tile or its dice, and for thrown dice."""
        return isinstance(move, DiceThrown) or (isinstance(move, BegunEvent) and move.rolled)

    def describe_seen(self, act: BegunAct) -> str:
        """Name the tile or the dice."""
        move = act.moves[-1]
        return describe_seen(move if isinstance(move, DiceThrown) else move.event)

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


def _is_denied(events: Sequence[e.GameEvent]) -> bool:
    """Return True if people have denied a claim less than a whole haunt's turns ago."""
    denied = max((number for number, event in enumerate(events) if isinstance(event, e.Denied)), default=len(events))
    return denied < len(events) and sum(isinstance(event, e.TurnEnded) for event in events[denied:]) < MOST_HAUNT_TURNS


def _has_exactly(value: object, names: Mapping[str, Any] | Sequence[str] | frozenset[str]) -> bool:
    """Return True if a file tells just these names, each once, in any order."""
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and sorted(value) == sorted(names)
