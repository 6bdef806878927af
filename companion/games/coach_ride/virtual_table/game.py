"""Coach Ride at the virtual table, as the platform asks for it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.device.errors import UserError
from companion.device.options import Values, with_defaults
from companion.games import Part
from companion.games.coach_ride.options import COAT, OPTIONS, THREE_ADVANCED, game_started
from companion.games.coach_ride.photographs import CoachRidePhotographs
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.table.layout import expected_layout, remembered_seats
from companion.games.coach_ride.table.players import CoachRidePlayersStep, CoachRideSetUpStep
from companion.games.coach_ride.table.put_right import PutPersonsRightStep, PutProfessionsRightStep, ShowSeatsStep
from companion.games.coach_ride.table.seats import are_seats_known, seat_places
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.games.coach_ride.virtual_table.pieces import PIECES, moves, place_persons, place_start_cards
from companion.games.coach_ride.virtual_table.players import CoachRidePlayers
from companion.games.coach_ride.virtual_table.sampling import samples
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.coach_ride.virtual_table.whole_states import WholeStates
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.game import VirtualGame, check_players
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.coach_ride.cards import FEWEST_PLAYERS, MOST_PLAYERS, Person
from engine.coach_ride.events import Started
from engine.coach_ride.game import RULES
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase, State
from engine.game import Game

#: Usual number of players.
_DEFAULT_PLAYERS = 5
#: Number of players of the advanced game of three.
_THREE = 3
#: `some_table` is a fight at least so many moves into a game.
_SOME_MOVES = 60


class CoachRideVirtual(CoachRidePhotographs, VirtualGame):
    """Mat, cards, bots."""

    pieces = PIECES
    pictures = Part("companion.games.coach_ride.virtual_table.pictures:PICTURES")
    table = TABLE
    secret_hands = CoachRideHands
    kept_states = CoachRideSecrets.kept_states
    samples = staticmethod(samples)

    # -- playing ------------------------------------------------------------------------------------------------

    def start(self, players: int | None, seed: int, options: Values) -> Started:
        """Return a game in which persons are dealt at random."""
        chosen = with_defaults(OPTIONS, options)
        three = chosen[THREE_ADVANCED.id]
        count = players if players is not None else _THREE if three else _DEFAULT_PLAYERS
        check_players(count, FEWEST_PLAYERS, MOST_PLAYERS)
        if three and count != _THREE:
            raise UserError("--variants three-advanced: the advanced game of three needs three players")
        if chosen[COAT.id] and count == MOST_PLAYERS:
            raise UserError("--items coat: with ten players the coat stays out, no profession is left for it")
        rng = Random(seed)
        dealt = tuple(rng.sample(list(Person), count))
        return game_started(dealt, rng.choice(dealt), chosen)

    def table_before(self, start: Started, seed: int) -> VirtualTable:
        """Return the person cards below an empty mat."""
        table = VirtualTable(PIECES, seed)
        place_start_cards(table, start.players)
        return table

    def bring(self, session: Session, table: VirtualTable) -> None:
        """Bring person cards below the mat; a game that is gone on with lies as it lay."""
        step = session.step
        if isinstance(step, CoachRidePlayersStep):
            place_start_cards(table, Person)
        elif isinstance(step, CoachRideSetUpStep):
            place_start_cards(table, step.first_event.players)
        elif isinstance(step, ShowSeatsStep | PutPersonsRightStep | PutProfessionsRightStep):
            self._restore_cards(session, table, step.state)

    @staticmethod
    def _restore_cards(session: Session, table: VirtualTable, state: State) -> None:
        """Lay what lay there: only at a real table are cards put away meanwhile."""
        if session.layout is not None and are_seats_known(state.players, remembered_seats(session)):
            return
        seats = seat_places(state.players, remembered_seats(session))
        session.keep_memory(seats)
        if session.layout is None:
            place_persons(table, state.players)
            for piece in moves(table, state, seats=seats):
                table.put(piece)
            session.confirm_layout(expected_layout(state))
        session.go_on()

    def players(self, session: Session, table: VirtualTable, seed: int) -> CoachRidePlayers:
        """Return the bots."""
        secrets = CoachRideSecrets(session, seed, only_bots=True)
        return CoachRidePlayers(table, seed, secrets, WholeStates(session, secrets))

    def hurry(self, step: Step[Session]) -> None:
        """Wait for nobody: bots that want to speak lay their cards at once."""
        if isinstance(step, CoachRideStep):
            step.close_window()

    def summary(self, game: Game[Any, Any]) -> Mapping[str, Any]:
        """Return who played how long by which variants and with which items."""
        state = RULES.state_to_json(game.state)
        first: Started = game.events[0]
        return {
            "players": [str(player) for player in first.players],
            "turns": state["turns"],
            "variants": state["variants"],
            "items": [str(item) for item in first.items],
        }

    # -- something to look at -----------------------------------------------------------------------------------

    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a fight in the middle of a game."""
        whole, number = PLAY.deal(self.start(None, seed, {}), rng), 0
        while number < _SOME_MOVES or whole.state.phase is not Phase.POWERS:
            if PLAY.over(whole) is not None:
                whole, number = PLAY.deal(self.start(None, rng.randrange(1000), {}), rng), 0
            whole, number = PLAY.follow(whole, next_move(PLAY, whole, rng)), number + 1
        table = VirtualTable(PIECES, seed)
        for piece in moves(table, whole.state):
            table.put(piece)
        return table

    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return a card in the middle of the mat."""
        piece = table.pieces[rng.choice(sorted(table.pieces))]
        return table.near(piece, (540.0 + rng.uniform(-150, 150), 255.0))


VIRTUAL = CoachRideVirtual()
