"""Evenings of Coach Ride before the virtual camera, in the rules' short words.

They are the words of the rules' examples.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.coach_ride.table.dialog import event_answers
from companion.games.coach_ride.table.layout import remembered_seats
from companion.games.coach_ride.table.seats import seat_places
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.pieces import moves
from companion.journal import Journal
from companion.table.questions import Answers
from companion.virtual_table.piece import Piece
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Variant
from engine.coach_ride.state import State
from tests.companion.virtual_table.evening import Evening
from tests.engine.coach_ride.game_text import event

#: What cards on the mat tell, at least how it begins.
_SHOWN = (e.Used, e.PriestUsed, e.DoctorUsed, e.Hypnotised, e.DiplomatUsed, e.ClairvoyantUsed, e.Shown)


class CoachEvening(Evening):
    """Players are the first of all persons; the first of them begins."""

    virtual_game = VIRTUAL
    telling_step = CoachRideStep

    def __init__(
        self,
        journal: Journal,
        players: int = 5,
        *,
        variants: tuple[Variant, ...] = (),
        items: tuple[Item, ...] = (),
        resume: int | None = None,
    ) -> None:
        seats = tuple(Person)[:players]
        super().__init__(journal, e.Started(seats, seats[0], items, variants), resume=resume)

    @property
    def state(self) -> State:
        state = self.game.state
        assert isinstance(state, State)
        return state

    def play(self, words: str) -> None:
        """Tell events in words, with semicolons between them."""
        for told in words.split(";"):
            self.tell(event(told.strip()))

    def tell_by_touch(self, words: str) -> None:
        """Tell by touch events in words that nothing on the mat tells."""
        for told in words.split(";"):
            self._touch(event(told.strip()))

    def hold(self, pile: int, hands: Mapping[Person, int]) -> None:
        """Correct what all hands and the pile hold."""
        self.session.apply(e.Corrected("for the test", hands, pile))
        self.session.go_on()

    def pieces_of(self, event: Any) -> Iterable[Piece]:
        shown = isinstance(event, _SHOWN) or (isinstance(event, e.Supported) and event.side is not e.Support.NONE)
        return moves(self.table, self.state, event, seats=self.seats) if shown else ()

    @property
    def seats(self) -> Mapping[Person, str]:
        return seat_places(self.state.players, remembered_seats(self.session))

    def event_answers(self, event: Any) -> Answers:
        return event_answers(event, self.state)

    def clear(self) -> None:
        """Take all cards off the mat."""
        for piece in [*self.table.pieces]:
            self.table.remove(piece)
