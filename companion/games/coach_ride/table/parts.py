"""Parts of Coach Ride at the table: history, seats' own screens, hints, absence, first page."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from companion.games import Part
from companion.games.coach_ride.claim_words import condition_rows
from companion.games.coach_ride.language import say
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.state_words import describe_winners
from companion.games.coach_ride.table.captions import facts, title
from companion.games.coach_ride.table.layout import CardLayout, card_layout, is_person, layout_without_undone
from companion.games.coach_ride.table.lying import lying_of
from companion.games.coach_ride.table.seat_news import seat_news
from companion.games.coach_ride.table.seat_words import (
    describe_advised,
    describe_announced,
    describe_seat_move,
    known_rows,
    own_rows,
)
from companion.games.coach_ride.table.words import describe_act, describe_event, describe_status
from companion.games.coach_ride.table_view import table_view
from companion.games.coach_ride.words import describe_fault
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.absence import Absence
from companion.table.first_page import FirstPage
from companion.table.hints import Hints
from companion.table.history import History, Lying
from companion.table.layout import PieceObservation, TableLayout
from companion.table.seat_screen import SeatScreen
from companion.table.session import Session
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt, Move, dealt_to_onlooker
from engine.coach_ride.events import Attacked, Claimed, GameEvent, Passed, Started
from engine.coach_ride.onlooker import known_after_end
from engine.coach_ride.state import Phase, State
from engine.coach_ride.windows import asked_order, looking_player
from engine.game import Game
from engine.values import replaced


class CoachRideHistory(History[State, GameEvent]):
    """Turns, fights and claims."""

    describe_act = staticmethod(describe_act)

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return the turn."""
        return say("Turn {n}", n=(before or after).turns)

    def begins_chapter(self, before: State | None, event: GameEvent, after: State) -> bool:  # noqa: ARG002 - as every game
        """Return True for a fight or a claim."""
        return isinstance(event, Started | Attacked | Claimed)

    def replayed(self, before: State | None, event: GameEvent, after: State) -> BoardPage:
        """Return the table after an event."""
        return replayed_page(before, event, after, describe_status(after))

    def as_it_lies(
        self,
        game: Game[State, GameEvent],
        observation: PieceObservation,
        sitting: Sequence[str],  # noqa: ARG002 - who sits where was seen
    ) -> Lying[State, GameEvent]:
        """Return how the game is told with the open professions as they lie."""
        assert isinstance(observation, CoachRideObservation)
        return lying_of(game, observation)

    def deals_after_end(self, game: Game[State, GameEvent]) -> Sequence[Callable[[Random], Dealt]]:
        """Deal what neither events nor the claim have shown."""
        states = game.states()
        known = known_after_end(game.events, states)
        named = () if game.state.claim is None else game.state.claim.named
        return [partial(dealt_to_onlooker, *each, named) for each in zip(states, known, strict=True)]

    def layout_after_elsewhere(self, layout: TableLayout | None, before: TableLayout | None) -> TableLayout | None:
        """Return the layout with the person cards as they lay.

        Whoever supports at another table lays none at this one.
        """
        return layout if layout is None or before is None else layout.with_part(before, is_person)

    def layout_after_undo(
        self, layout: TableLayout | None, undone: Sequence[tuple[State, GameEvent, State]]
    ) -> CardLayout | None:
        """Return the layout without what was undone; hidden cards that go back only the players see."""
        return layout_without_undone(card_layout(layout), undone)


class CoachRideSeatScreen(SeatScreen[State, GameEvent, Dealt, Move]):
    """Cards in hand, and what a player knows of the others'."""

    phones_are_hands = True

    describe_move = staticmethod(describe_seat_move)

    def hand(self, view: Dealt, seat: str) -> Sequence[Row]:
        """Return the own cards."""
        return tuple(own_rows(view, Person(seat)))

    def seat_question(self, view: Dealt, seat: str) -> str:
        """Return what is given away, or what is chosen of the cards that the player has looked at."""
        person = Person(seat)
        if view.picking is not None:
            return say("Which item do you give away?") if person in view.picking.left else ""
        if not view.looked or looking_player(view.state) is not person:
            return ""
        if view.state.phase is Phase.TURN:
            return say("The item pile: choose the two on top")
        if view.state.phase is Phase.EFFECT:
            return say("The profession pile: choose the one that you take")
        return say("Choose what you take")

    def asked_openly(self, whole: Dealt) -> Sequence[str]:
        """Return who is asked, as if nobody had declined or picked."""
        if whole.picking is not None:
            return whole.picking.asked
        return self.awaited(replaced(whole, declined=frozenset()))

    def known_of_others(self, view: Dealt, seat: str) -> Sequence[Row]:
        """Return what a trade shows, and what is known of others."""
        return tuple(known_rows(view, Person(seat)))

    def seat_news(self, before: Dealt | None, view: Dealt, events: Sequence[GameEvent], seat: str) -> Sequence[str]:
        """Describe cards that were got, lost and used, and what came of it."""
        return tuple(seat_news(before, view, events, Person(seat)))


class CoachRideHints(Hints[Session, State, GameEvent, Move]):
    """Hints that tell nobody who has which card."""

    describe_announced = staticmethod(describe_announced)

    def refuse_hint(self, state: State) -> str:
        """Refuse where a hint would tell everybody who has which card."""
        if asked_order(state):
            return say("No hint now: everybody would hear who has which card.")
        return ""

    def describe_advised(self, event: GameEvent, told: str) -> str:  # noqa: ARG002 - words of the event alone
        """Describe an act, to whom, and with which card if that lies open then."""
        return describe_advised(event)


class CoachRideAbsence(Absence[State, GameEvent]):
    """Absence in Coach Ride: in a turn of somebody who is away nothing is done."""

    def passing_event(self, state: State) -> Passed:
        """Return the event of a turn in which nothing is done."""
        return Passed(by=state.turn)


class CoachRideFirstPage(FirstPage[Session]):
    """First page with the coach."""

    poster = Part("companion.games.coach_ride.screen.poster:poster")


def replayed_page(before: State | None, event: GameEvent, after: State, status: str) -> BoardPage:
    """Return the page of an event; `before` is None for the first."""
    caption, rows, tone = describe_event(before, event, after), _rows(after), Tone.PLAIN
    if after.result is not None:
        caption, tone = describe_winners(after.result.winners), Tone.GOOD
    return BoardPage("replay", title(after), table_view(after), caption, rows, tone, after.turn, status=status)


def _rows(state: State) -> tuple[Row, ...]:
    """Return what counts in a fight, or the conditions of a claim.

    At the end these are the conditions in which it failed.
    """
    claim = state.claim
    if claim is None:
        return tuple(Row(line) for line in facts(state))
    if state.result is not None and claim.faults:
        return tuple(Row(describe_fault(fault), tone=Tone.BAD) for fault in claim.faults)
    return condition_rows(state)
