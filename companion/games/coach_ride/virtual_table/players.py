"""All players of one game at the virtual table.

They are bots that choose, hands that lay cards, fingers that touch the rows.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.cards.players import CardPlayers
from companion.games.coach_ride.mat import CoachCard, CoachMode, open_place, person_place
from companion.games.coach_ride.table.dialog import event_answers
from companion.games.coach_ride.table.layout import remembered_seats
from companion.games.coach_ride.table.pages import CoachRideOverStep
from companion.games.coach_ride.table.put_right import PutPersonsRightStep, PutProfessionsRightStep, ShowSeatsStep
from companion.games.coach_ride.table.seats import seat_places
from companion.games.coach_ride.virtual_table.pieces import moves
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.coach_ride.virtual_table.whole_states import WholeStates
from companion.games.coach_ride.words import first_name
from companion.table.bots import seats_of_bots
from companion.table.event_dialog import EventDialogStep
from companion.table.preparation import PreparationStep
from companion.table.questions import Answers
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_event
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.events import GameEvent
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase, State


class CoachRidePlayers(CardPlayers[Person, State, GameEvent]):
    """Bots in the coach."""

    name = staticmethod(first_name)

    def __init__(self, table: VirtualTable, seed: int, secrets: CoachRideSecrets, keeper: WholeStates) -> None:
        super().__init__(table, seed, secrets)
        self._keeper = keeper

    def choose(self, step: Step[Session]) -> GameEvent | None:
        """Choose by what each knows; what all have declined to hinder, or have picked for, happens."""
        game, bots = step.session.game, self.secrets.bots(step)
        assert game is not None
        rng = Random(f"{self.seed} {len(game.events)}")

        def draw(whole: Dealt) -> Move | None:
            """Return what nobody is left to be asked about."""
            is_due = whole.picking is not None or whole.state.phase is Phase.POWERS
            return next(iter(PLAY.outcomes(whole))) if is_due else None

        event: GameEvent | None = next_event(PLAY, self._keeper, bots, rng, draw)
        return event

    def _choice(self, step: Step[Session]) -> GameEvent | None:
        """Return what bots do next; while they wait, people may decline or pick what it waits for."""
        return super()._choice(step) or self.choose(step)

    def answers(self, step: EventDialogStep[Any, Any], event: GameEvent) -> Answers:
        """Return the answers as people give them."""
        return event_answers(event, step.state)

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the pieces to move; where the table is put right, what bots own.

        At the end hands lay what was shown last at another table.
        """
        match step:
            case CoachRideOverStep() if self.elsewhere(step):
                pass
            case PutPersonsRightStep() | PutProfessionsRightStep():
                pass
            case _:
                return super().pieces(step)
        if not self._all_bots(step):
            return self._pieces_of_bots(step)
        return [piece for piece in self.moves(step, None) if piece.id not in self.secrets.out]

    def _pieces_of_bots(self, step: CoachRideOverStep | PutPersonsRightStep | PutProfessionsRightStep) -> list[Piece]:
        """Return bots' person cards, and what lies or belongs in their places, where that is wrong.

        So are those of another table's players: nobody else lays them here.
        """
        laid_here = {*seats_of_bots(step.session), *self.elsewhere(step)}
        bots = [player for player in step.state.players if str(player) in laid_here]
        mat, places = self.table.catalogue.mat, seat_places(step.state.players, remembered_seats(step.session))
        zones = {place(places[bot]) for bot in bots for place in (person_place, open_place)}
        cards = {f"{CoachCard.PERSON}-{player}" for player in step.state.players}
        own = {f"{CoachCard.PERSON}-{bot}" for bot in bots}

        def belongs_to_bot(piece: Piece) -> bool:
            if piece.id in cards or piece.id in self.secrets.out:
                return piece.id in own
            before = self.table.pieces.get(piece.id)
            lies_in = (mat.zone_at(*moved.centre_mm) for moved in (piece, before) if moved is not None)
            return any(zone is not None and zone.name in zones for zone in lies_in)

        laid = moves(self.table, step.state, None, CoachMode.FIGHT, places)
        return [piece for piece in laid if belongs_to_bot(piece)]

    def moves(self, step: Step[Session], event: GameEvent | None) -> Iterable[Piece]:
        """Return the cards that lie otherwise than in the layout.

        Person cards of people at this table are left alone.
        """
        if isinstance(step, PreparationStep):
            state: State = step.state
        else:
            assert step.session.game is not None
            state = step.session.game.state
        moment = CoachMode.SET_UP if isinstance(step, ShowSeatsStep) else CoachMode.FIGHT
        laid_here = {*map(str, self.secrets.bots(step)), *self.elsewhere(step)}
        people = {f"{CoachCard.PERSON}-{player}" for player in state.players if str(player) not in laid_here}
        laid = moves(self.table, state, event, moment, seat_places(state.players, remembered_seats(step.session)))
        return [piece for piece in laid if piece.id not in people]
