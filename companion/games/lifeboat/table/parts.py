"""Parts of Lifeboat at the table: history, seats' own screens, hints, absence, first page."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from companion.games import Part
from companion.games.lifeboat.boat_view import boat_view
from companion.games.lifeboat.captions import describe_over, name, title
from companion.games.lifeboat.language import say
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.lying import lying_of
from companion.games.lifeboat.table.seat_news import seat_news
from companion.games.lifeboat.table.seat_words import (
    awaited,
    describe_advised,
    describe_announced,
    describe_seat_move,
    own_cards,
    score_so_far,
    seat_moves,
    seat_question,
)
from companion.games.lifeboat.table.words import describe_act, describe_entered, describe_event, describe_status
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.absence import Absence
from companion.table.first_page import FirstPage
from companion.table.hints import Hints
from companion.table.history import History, Lying
from companion.table.layout import PieceObservation
from companion.table.seat_moves import SeatMove, ToldFacts
from companion.table.seat_screen import SeatScreen
from companion.table.session import Session
from engine.game import Game
from engine.lifeboat.components import Character
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.events import Eaten, Fought, GameEvent, GameStarted, Navigated, Passed
from engine.lifeboat.knowledge import determinized, view_after_end
from engine.lifeboat.scores import scores, winners
from engine.lifeboat.state import Phase, State
from engine.values import replaced


class LifeboatHistory(History[State, GameEvent]):
    """Days, fights, meals and deaths."""

    describe_act = staticmethod(describe_act)

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return the day."""
        return say("Day {day}", day=(before or after).day)

    def begins_chapter(self, before: State | None, event: GameEvent, after: State) -> bool:
        """Return True for a day's end, a fight, a meal, or a death."""
        if before is not None and sum(p.alive for p in after.people) < sum(p.alive for p in before.people):
            return True
        return isinstance(event, GameStarted | Navigated | Fought | Eaten)

    def replayed(self, before: State | None, event: GameEvent, after: State) -> BoardPage:
        """Return the page of the boat after the event; at the end with everybody's points."""
        return replayed_page(before, event, after, describe_status(after))

    def as_it_lies(
        self,
        game: Game[State, GameEvent],
        observation: PieceObservation,
        sitting: Sequence[str],  # noqa: ARG002 - whose open row it is was seen
    ) -> Lying[State, GameEvent]:
        """Return how the game is told with the open cards and the boat row as they lie."""
        assert isinstance(observation, LifeboatObservation)
        return lying_of(game, observation)

    def deals_after_end(self, game: Game[State, GameEvent]) -> Sequence[Callable[[Random], Dealt]]:
        """Deal unknown hands; all know who loved and hated whom."""
        return [partial(determinized, view_after_end(state, game.state), None) for state in game.states()]


class LifeboatSeatScreen(SeatScreen[State, GameEvent, Dealt, Move]):
    """Hands, love and hate, and trades."""

    phones_are_hands = True

    describe_entered = staticmethod(describe_entered)
    awaited = staticmethod(awaited)

    def hand(self, view: Dealt, seat: str) -> Sequence[Row]:
        """Love, hate and the hand."""
        return own_cards(view, Character(seat))

    def seat_moves(self, view: Dealt, seat: str) -> Sequence[Move]:
        """Return what a player may do, trades included."""
        return seat_moves(view, Character(seat))

    def seat_question(self, view: Dealt, seat: str) -> str:
        """Return what is done with cards that the player alone sees."""
        return seat_question(view, Character(seat))

    def asked_openly(self, whole: Dealt) -> Sequence[str]:
        """Return the awaited players as if nobody had declined, and no trade were offered."""
        return awaited(replaced(whole, declined=frozenset(), offers=(), owed=None))

    def told_facts(self, state: State, seat: str) -> ToldFacts | None:
        """Return the score so far by love and hate."""
        return score_so_far(state, Character(seat)) if state.step is not Phase.OVER else None

    def describe_move(self, view: Dealt, move: Move) -> SeatMove:
        """Return the event in words, and what is picked."""
        told = "" if move.event is None else super().describe_move(view, move).text
        return describe_seat_move(view, move, told)

    def seat_news(self, before: Dealt | None, view: Dealt, events: Sequence[GameEvent], seat: str) -> Sequence[str]:
        """Return lines about cards that were got, lost and used, and what came of it."""
        return tuple(seat_news(before, view, events, Character(seat)))


class LifeboatHints(Hints[Session, State, GameEvent, Move]):
    """Hints with the card and the other player."""

    describe_advised = staticmethod(describe_advised)
    describe_announced = staticmethod(describe_announced)


class LifeboatAbsence(Absence[State, GameEvent]):
    """Absence in Lifeboat: somebody who is away does nothing, for a day."""

    def passing_event(self, state: State) -> Passed | None:
        """Return the event of the player on turn who does nothing (L10)."""
        return Passed(by=state.turn) if state.turn is not None else None

    def is_round_over(self, before: State, after: State, character: str) -> bool:  # noqa: ARG002 - a day is everybody's
        """Return True if the day is over."""
        return before.day != after.day


class LifeboatFirstPage(FirstPage[Session]):
    """First page with the boat."""

    poster = Part("companion.games.lifeboat.screen.poster:poster")


def replayed_page(before: State | None, event: GameEvent, after: State, status: str) -> BoardPage:
    """Return the page of an event in a replay; `before` is None for the first."""
    caption, rows = describe_event(before, event, after), tuple[Row, ...]()
    scored = scores(after)
    if after.step is Phase.OVER and scored is not None:
        caption = describe_over(after)
        best = sorted(scored, key=lambda character: (-scored[character].total, list(Character).index(character)))
        won = winners(scored)
        rows = tuple(
            Row(
                name(character),
                value=str(scored[character].total),
                tone=Tone.GOOD if character in won else Tone.PLAIN,
                sign=character,
            )
            for character in best
        )
    return BoardPage("replay", title(after), boat_view(after), caption, rows, sign=after.turn, status=status)
