"""All players of one game at the virtual table: bots that choose, hands that lay cards, fingers that touch the rows."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from companion.games.lifeboat.laying import rows_of
from companion.games.lifeboat.mat import Moment
from companion.games.lifeboat.table.captions import name
from companion.games.lifeboat.table.observed import THROWN
from companion.games.lifeboat.table.players import SetUpStep
from companion.games.lifeboat.table.put_right import PutBoatRightStep
from companion.games.lifeboat.table.score_step import SumsStep
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.table.told_by import answers_telling
from companion.games.lifeboat.virtual_table.choosing import choose_of, dealer
from companion.games.lifeboat.virtual_table.dealing import Hidden
from companion.games.lifeboat.virtual_table.laid import moves
from companion.table.menus import UndoStep
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.events import GameEvent
from engine.lifeboat.state import State
from engine.lifeboat.state import Step as Due
from hardware.buttons import Button


class Dealt(Protocol):
    """The hidden cards of the running game, and who is played by a bot."""

    @property
    def out(self) -> Mapping[str, Character]:
        """The cards that came out of people's hands and are not known to be open yet: no bot touches them."""

    def hidden(self, events: Sequence[GameEvent]) -> Hidden | None:
        """The hidden cards after these events; None if nobody knows them."""

    def bots(self, step: Step[Session]) -> Collection[Character]:
        """For whom a bot plays in this step."""


class DealtBySeed:
    """Everybody is a bot, and a seed deals the cards."""

    def __init__(self, seed: int) -> None:
        self._dealer = dealer(seed)
        self.out: Mapping[str, Character] = {}

    def hidden(self, events: Sequence[GameEvent]) -> Hidden:
        """As the seed deals them."""
        return self._dealer.hidden(events)

    def bots(self, step: Step[Session]) -> Collection[Character]:  # noqa: ARG002 - in every step
        """All of them."""
        return tuple(Character)


class LifeboatPlayers:
    """Bots. What each does follows from the game's seed and its events, so that a game gone on with goes on alike."""

    def __init__(self, table: VirtualTable, seed: int, dealt: Dealt | None = None) -> None:
        """`dealt`: the hidden cards, None for those that the seed deals; then everybody is a bot."""
        self._table = table
        self._seed = seed
        self._dealt = dealt or DealtBySeed(seed)
        self._chosen: tuple[Step[Session], bool, GameEvent | None] | None = None

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """The public cards as they lie now."""
        if not self._dealt.bots(step):
            return ()
        match step:
            case SetUpStep() if self._all_bots(step):
                return self._moves(step.state, moment=Moment.SET_UP)
            case PutBoatRightStep() if self._all_bots(step):
                return self._moves(step.state)
            case LifeboatStep():
                event = self._choice(step)
                return () if event is None or self._waits(step) else self._moves(step.state, event)
        return ()

    def _moves(self, state: State, event: GameEvent | None = None, moment: Moment = Moment.ACT) -> list[Piece]:
        """What lies otherwise; what came out of somebody's hand stays where it is."""
        return [piece for piece in moves(self._table, state, event, moment) if piece.id not in self._dealt.out]

    def press(self, step: Step[Session]) -> Button | None:  # noqa: ARG002 - as every game
        """Nothing is pressed at once."""
        return None

    def answer(self, step: Step[Session]) -> Button | str | None:
        """The next row of what is told, or: done."""
        match step:
            case SetUpStep() | PutBoatRightStep() | SumsStep() if self._all_bots(step):
                return Button.ADVANCE
            case SumsStep(who=who) if who in self._dealt.bots(step):
                return Button.ADVANCE
            case LifeboatStep():
                return self._row(step)
        return None

    def held_up(self, step: Step[Session]) -> str | None:
        """The bot whose choice people have something else open before, or are overruling the rules instead of."""
        match step:
            case UndoStep():
                event = self._choice(step)
            case LifeboatStep() if (step.answers or step.overruling) and not self._waits(step):
                event = self._choice(step) if self._row(step) is None else None
            case _:
                return None
        if event is None:
            return None
        who = getattr(event, "by", None)
        return name(who) if who is not None else ""

    def _all_bots(self, step: Step[Session]) -> bool:
        """Whether nobody is there to do it: what concerns everybody is for the people."""
        return len(self._dealt.bots(step)) == len(Character)

    def _waits(self, step: LifeboatStep) -> bool:
        """Whether somebody has just laid a card open that will be read in a moment; what is refused may lie there."""
        state = step.state
        if state.step in (Due.CHOOSE, Due.REVEAL):
            return False
        rows = {row: who for who, row in rows_of(state.started.players).items()}
        for piece_id, who in self._dealt.out.items():
            piece = self._table.pieces.get(piece_id)
            zone = self._table.catalogue.mat.zone_at(*piece.centre_mm) if piece is not None and not piece.face else None
            if zone is not None and {who, rows.get(zone.name)} <= {*state.conscious}:
                return True
        return False

    def _row(self, step: LifeboatStep) -> str | None:
        """The next row that tells what was chosen, after what the camera has found out."""
        event, answers = self._choice(step), step.answers
        if event is None or step.overruling or self._waits(step):
            return None
        if answers[:1] == ("demand",) and isinstance(event, e.Demanded):
            kind = "seat" if event.want is e.Want.SEAT else str(event.card or "hand")
            return ("demand", str(event.of), kind)[len(answers)]
        if answers[:1] == (THROWN,) and isinstance(event, e.Laid) and event.card is Provision.PRESERVER:
            return str(event.by)
        telling = answers_telling(event)
        # While somebody else tells something the bots wait.
        return telling[len(answers)] if telling[: len(answers)] == answers else None

    def _choice(self, step: Step[Session]) -> GameEvent | None:
        """What bots do next; chosen once a step, and once more when all of it is left to them."""
        if self._chosen is None or self._chosen[:2] != (step, step.hands_asked):
            game = step.session.game
            assert game is not None
            hidden = self._dealt.hidden(game.events)
            chance = Random(f"{self._seed} {len(game.events)} choice")
            event = None if hidden is None else choose_of(hidden, game.state, chance, self._dealt.bots(step))
            self._chosen = (step, step.hands_asked, event)
        return self._chosen[2]
