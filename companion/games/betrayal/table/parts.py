"""Parts of Betrayal at the table: history, seats' own screens, hints, absence, first page."""

from collections.abc import Sequence
from typing import Any

from companion.device.options import Values
from companion.device.sentences import capitalised
from companion.games import Part
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.options import WITH_WIDOWS_WALK
from companion.games.betrayal.table.announced import describe_announced
from companion.games.betrayal.table.damage_dialog import explorer_view
from companion.games.betrayal.table.haunt_dialog import describe_haunt
from companion.games.betrayal.table.lying import lying_of
from companion.games.betrayal.table.pages import describe_over, result_rows
from companion.games.betrayal.table.roll_dialog import DiceView
from companion.games.betrayal.table.seat_moves import awaited, describe_seat_move, own_rows, seat_moves
from companion.games.betrayal.table.seat_news import seat_news
from companion.games.betrayal.table.words import describe_event, describe_status
from companion.games.betrayal.words import figure_name, side_name
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.absence import Absence
from companion.table.first_page import FirstPage
from companion.table.hints import Hints
from companion.table.history import History, Lying
from companion.table.layout import PieceObservation
from companion.table.seat_moves import SeatMove
from companion.table.seat_screen import SeatScreen
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.full_state import FullState
from engine.betrayal.haunting import answerers
from engine.betrayal.scenario import UNCLAIMED
from engine.betrayal.state import Phase, Side, State
from engine.game import Game


class BetrayalHistory(History[State, e.GameEvent]):
    """Cards, fights and the haunt."""

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return in whose turn an event happened."""
        turn = (before or after).turn
        return capitalised(figure_name(turn)) if turn is not None else ""

    def begins_chapter(self, before: State | None, event: e.GameEvent, after: State) -> bool:  # noqa: ARG002 - as every game
        """Return True for a card, a fight, the haunt and its end."""
        return isinstance(event, e.GameStarted | e.Drew | e.HauntBegan | e.Attacked | e.Won)

    def replayed(self, before: State | None, event: e.GameEvent, after: State) -> BoardPage:
        """Return the house after an event."""
        title = self.describe_event_time(before, after) or say("The house")
        return replayed_page(before, event, after, title, describe_status(after))

    def as_it_lies(
        self, game: Game[State, e.GameEvent], observation: PieceObservation, sitting: Sequence[str]
    ) -> Lying[State, e.GameEvent]:
        """Return how the game is told with tiles, figures, tokens and cards as they lie."""
        assert isinstance(observation, HouseObservation)
        return lying_of(game, observation, sitting)

    def variants_of(self, events: Sequence[Any]) -> Values:
        """Return Widow's Walk; whose dice are thrown the settings say."""
        return {WITH_WIDOWS_WALK.id: bool(events[0].variants)}


class BetrayalSeatScreen(SeatScreen[State, e.GameEvent, Any, Any]):
    """Traits, omens and items, decisions, dice and cards."""

    awaited = staticmethod(awaited)

    def seat_moves(self, view: Any, seat: str) -> Sequence[Any]:
        """Return a seat's decisions, and dice and cards that are due."""
        return seat_moves(view, seat)

    def asked_openly(self, whole: Any) -> Sequence[str]:
        """Return who is awaited, or who answers the claim that a side has won."""
        haunt = whole.state.haunt
        return answerers(whole.state) if haunt is not None and haunt.claim is not None else awaited(whole)

    def hand(self, view: Any, seat: str) -> Sequence[Row]:
        """Return a seat's traits, omens and items."""
        return own_rows(view, seat)

    def describe_move(self, view: Any, move: Any) -> SeatMove:
        """Describe a move by its event and how a tile lies, or as it is announced."""
        told = "" if self.play.event(move) is None else super().describe_move(view, move).text
        return describe_seat_move(view, move, told)

    def open_view(self, state: State, seat: str) -> Any:  # noqa: ARG002 - everybody knows the same
        """Return all but the order of the stacks."""
        return FullState(state, None, turns=UNCLAIMED)

    def side(self, state: State, seat: str) -> Row | None:
        """Return the heroes or the traitor's side, in the haunt."""
        if state.haunt is None:
            return None
        side = Side.TRAITOR if state.is_traitors_side(seat) else Side.HEROES
        return Row(side_name(side), str(side))

    def seat_news(self, before: Any, view: Any, events: Sequence[Any], seat: str) -> Sequence[str]:  # noqa: ARG002 - all is seen
        """Return what has become of a seat's cards and traits."""
        return tuple(seat_news(before, view, seat))


class BetrayalHints(Hints[Session, State, e.GameEvent, Any]):
    """Hints of moves before their dice or their tile."""

    describe_announced = staticmethod(describe_announced)


class BetrayalAbsence(Absence[State, e.GameEvent]):
    """Absence in Betrayal: the turn of somebody who is away ends."""

    may_change_seats = True

    def passing_event(self, state: State) -> e.GameEvent | None:
        """Return the end of the turn; None where it may not end."""
        return e.TurnEnded(by=state.turn) if state.turn in state.explorers and not state.owed else None

    def is_round_over(self, before: State, after: State, explorer: str) -> bool:
        """Return True if the turn is over, whoever owes something meanwhile."""
        return before.turn == explorer != after.turn


class BetrayalFirstPage(FirstPage[Session]):
    """First page with the house."""

    poster = Part("companion.games.betrayal.screen.poster:poster")

    def describe_standing(self, state: Any) -> str:
        """Describe the haunt, or how far the house is explored, for the list of games to continue."""
        rooms = say_count("{n} room", "{n} rooms", len(state.house.rooms))
        if state.haunt is not None:
            return f"{say('Haunt {number}', number=state.haunt.number)} · {rooms}"
        return f"{rooms} · {say_count('{n} omen', '{n} omens', state.omens)}"


def replayed_page(before: State | None, event: e.GameEvent, after: State, title: str, status: str) -> BoardPage:
    """Return the page of an event of a finished game; `before` is None for the first."""
    caption, tone = describe_event(before, event, after), Tone.PLAIN
    rows = tuple(Row(line) for line in describe_haunt(after))
    if after.phase is Phase.OVER:
        caption, rows, tone = describe_over(after), result_rows(after), Tone.GOOD
    turn = (before or after).turn
    return BoardPage("replay", title, _board(event, after), caption, rows, tone, turn, status=status)


def _board(event: e.GameEvent, after: State) -> object:
    """Dice that decide something, the rows of who is hurt, else the house where it happened."""
    match event:
        case e.HauntRolled(faces=faces):
            return DiceView(faces, len(faces))
        case e.Attacked(faces=faces, against=against):
            return DiceView(faces, len(faces), event.plus, capitalised(figure_name(event.by)), against)
        case e.Damaged(by=by) | e.Adjusted(by=by):
            return explorer_view(after, by)
    figure = str(getattr(event, "by", ""))
    if figure not in after.living and figure not in after.monsters:
        return map_view(after)
    return map_view(after, large=after.house.rooms[after.room_of(figure)].floor)
