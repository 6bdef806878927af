"""All players of one game at the virtual table: bots that choose, hands that lay cards, fingers that touch the rows."""

from collections.abc import Iterable
from random import Random

from companion.games.coach_ride.mat import Moment
from companion.games.coach_ride.table.players import SetUpStep
from companion.games.coach_ride.table.put_right import PutPersonsRightStep, PutProfessionsRightStep
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.table.told_by import answers_telling
from companion.games.coach_ride.virtual_table.choosing import chances_of, choose
from companion.games.coach_ride.virtual_table.dealing import Dealer
from companion.games.coach_ride.virtual_table.laid import moves
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.coach_ride.events import GameEvent
from hardware.buttons import Button


class CoachRidePlayers:
    """Bots. What each does follows from the game's seed and its events, so that a game gone on with goes on alike."""

    def __init__(self, table: VirtualTable, chance: Random) -> None:
        self._table = table
        self._seed = chance.getrandbits(32)
        self._dealer = Dealer(self._seed)
        self._chosen: tuple[Step[Session], GameEvent] | None = None

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """The public cards as they lie now."""
        match step:
            case SetUpStep():
                return moves(self._table, step.state, moment=Moment.SET_UP)
            case PutPersonsRightStep() | PutProfessionsRightStep():
                return moves(self._table, step.state)
            case CoachRideStep():
                return moves(self._table, step.state, self._choice(step))
        return ()

    def press(self, step: Step[Session]) -> Button | None:  # noqa: ARG002 - as every game
        """Nothing is pressed at once."""
        return None

    def answer(self, step: Step[Session]) -> Button | str | None:
        """The next row of what is told, or: done."""
        match step:
            case SetUpStep() | PutPersonsRightStep() | PutProfessionsRightStep():
                return Button.ADVANCE
            case CoachRideStep():
                return self._row(step)
        return None

    def _row(self, step: CoachRideStep) -> str | None:
        """The next row that tells what was chosen, after what the camera has found out."""
        answers = answers_telling(self._choice(step), step.state)
        if step.window is not None and not step.answers and answers[0] not in step.question.ids:
            # Nobody speaks up: they wait until it goes on.
            return None
        return answers[len(step.answers)]

    def _choice(self, step: CoachRideStep) -> GameEvent:
        """What happens next; chosen once a step."""
        if self._chosen is None or self._chosen[0] is not step:
            game = step.session.game
            assert game is not None
            hidden = self._dealer.hidden(game.events)
            self._chosen = (step, choose(hidden, step.state, chances_of(self._seed, len(game.events))))
        return self._chosen[1]
