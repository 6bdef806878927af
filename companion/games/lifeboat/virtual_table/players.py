"""All players of one game at the virtual table: bots that choose, hands that lay cards, fingers that touch the rows."""

from collections.abc import Iterable
from random import Random

from companion.games.lifeboat.mat import Moment
from companion.games.lifeboat.table.players import SetUpStep
from companion.games.lifeboat.table.put_right import PutBoatRightStep
from companion.games.lifeboat.table.score_step import SumsStep
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.table.told_by import answers_telling
from companion.games.lifeboat.virtual_table.choosing import choose, dealer
from companion.games.lifeboat.virtual_table.laid import moves
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.events import GameEvent
from hardware.buttons import Button


class LifeboatPlayers:
    """Bots. What each does follows from the game's seed and its events, so that a game gone on with goes on alike."""

    def __init__(self, table: VirtualTable, chance: Random) -> None:
        self._table = table
        self._seed = chance.getrandbits(32)
        self._dealer = dealer(self._seed)
        self._chosen: tuple[Step[Session], GameEvent] | None = None

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """The public cards as they lie now."""
        match step:
            case SetUpStep():
                return moves(self._table, step.state, moment=Moment.SET_UP)
            case PutBoatRightStep():
                return moves(self._table, step.state)
            case LifeboatStep():
                return moves(self._table, step.state, self._choice(step))
        return ()

    def press(self, step: Step[Session]) -> Button | None:  # noqa: ARG002 - as every game
        """Nothing is pressed at once."""
        return None

    def answer(self, step: Step[Session]) -> Button | str | None:
        """The next row of what is told, or: done."""
        match step:
            case SetUpStep() | PutBoatRightStep() | SumsStep():
                return Button.ADVANCE
            case LifeboatStep():
                return self._row(step)
        return None

    def _row(self, step: LifeboatStep) -> str:
        """The next row that tells what was chosen, after what the camera has found out."""
        event, answers = self._choice(step), step.answers
        if answers[:1] == ("demand",) and isinstance(event, e.Demanded):
            kind = "seat" if event.want is e.Want.SEAT else str(event.card or "hand")
            return ("demand", str(event.of), kind)[len(answers)]
        return answers_telling(event)[len(answers)]

    def _choice(self, step: LifeboatStep) -> GameEvent:
        """What happens next; chosen once a step."""
        if self._chosen is None or self._chosen[0] is not step:
            game = step.session.game
            assert game is not None
            hidden = self._dealer.hidden(game.events)
            chance = Random(f"{self._seed} {len(game.events)} choice")
            self._chosen = (step, choose(hidden, step.state, chance))
        return self._chosen[1]
