"""Betrayal at the table, as the platform asks for it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.device.button_colours import button_name
from companion.device.options import Values
from companion.device.sentences import capitalised, without_rules
from companion.games import Part
from companion.games.betrayal.chimes import CHIMES
from companion.games.betrayal.figures import figures
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.options import OPTIONS, WITH_WIDOWS_WALK
from companion.games.betrayal.reasons import house_reason
from companion.games.betrayal.table.announced import describe_announced
from companion.games.betrayal.table.ask import describe_board, questions
from companion.games.betrayal.table.correct import CorrectStep
from companion.games.betrayal.table.damage_dialog import DIES, explorer_view
from companion.games.betrayal.table.dialog import END
from companion.games.betrayal.table.haunt_dialog import NONE, describe_haunt
from companion.games.betrayal.table.haunt_step import WON, HauntStep
from companion.games.betrayal.table.heard_words import describe_heard
from companion.games.betrayal.table.layout import HouseSession, expected_layout, layout_after_event
from companion.games.betrayal.table.pages import OverStep, PeopleStep, WhyStep, describe_over, result_rows
from companion.games.betrayal.table.players import PlayersStep, SetUpStep
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.reason_words import describe_house_reason
from companion.games.betrayal.table.roll_dialog import DiceView
from companion.games.betrayal.table.seat_moves import awaited, describe_seat_move, own_rows, seat_moves
from companion.games.betrayal.table.seat_news import seat_news
from companion.games.betrayal.table.steps import HouseStep, TextStep
from companion.games.betrayal.table.words import describe_event, describe_help
from companion.games.betrayal.words import figure_name, side_name
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.game import TypedTableGame
from companion.table.layout import Observation, TableLayout
from companion.table.running_game import state_of
from companion.table.seat_moves import SeatMove
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_question import TableQuestion
from companion.voice.waves import Chime
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS
from engine.betrayal.events import GameStarted
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.play import PLAY
from engine.betrayal.scenario import UNCLAIMED
from engine.betrayal.state import Phase, Side, State
from engine.betrayal.ways import may_go_on
from engine.game import Play
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.reading import Reading

if TYPE_CHECKING:
    from companion.games.betrayal.observation import HouseObservation

#: Answers that end the game, let somebody die, or begin the haunt without monsters.
_ENDING_ANSWERS = (WON, "confirmed", DIES, NONE)
#: The number of a rule or ruling.
_RULE = r"BR?\d+"


class BetrayalTable(TypedTableGame[Session, State, e.GameEvent, Any, Any]):
    """Betrayal: its steps, words and pictures."""

    rules = RULES
    figures = staticmethod(figures)
    options = OPTIONS
    chimes: Mapping[str, Chime] = CHIMES
    help = staticmethod(describe_help)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_heard = staticmethod(describe_heard)
    pictures = Part("companion.games.betrayal.screen.pictures:BetrayalPictures")
    poster = Part("companion.games.betrayal.screen.poster:poster")
    readings = Part("companion.games.betrayal.readings:READINGS")
    new_game = PlayersStep
    may_change_seats = True

    @property
    def play(self) -> Play[Any, Any]:
        """Game as bots play it, with the stacks in an order that nobody knows."""
        return PLAY

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say("Betrayal at House on the Hill")

    def describe_draw_button(self) -> str:
        """Say that the button rolls, or goes through the choices."""
        return say(
            "{button} rolls the dice, moves a point of damage, or goes to the next choice.",
            button=button_name(Button.DRAW),
        )

    def status(self, state: State) -> str:
        """Return rooms, stack and omens."""
        if state.phase is Phase.OVER:
            return ""
        rooms = say_count("{n} room", "{n} rooms", len(state.house.rooms))
        omens = say_count("{n} omen", "{n} omens", state.omens)
        return f"{rooms} · {say('stack {n}', n=len(state.stack))} · {omens}"

    def describe_standing(self, state: State) -> str:
        """Describe the haunt, or how far the house is explored, for the list of games to continue."""
        rooms = say_count("{n} room", "{n} rooms", len(state.house.rooms))
        if state.haunt is not None:
            return f"{say('Haunt {number}', number=state.haunt.number)} · {rooms}"
        return f"{rooms} · {say_count('{n} omen', '{n} omens', state.omens)}"

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return in whose turn an event happened."""
        turn = (before or after).turn
        return capitalised(figure_name(turn)) if turn is not None else ""

    chapter_events = (e.GameStarted, e.Drew, e.HauntBegan, e.Attacked, e.Won)

    def replayed(self, before: State | None, event: Any, after: State) -> BoardPage:
        """Return the house after an event."""
        return replayed_page(
            before, event, after, self.describe_event_time(before, after) or say("The house"), self.status(after)
        )

    def spoken(self, text: str) -> str:
        """Return a text without the numbers of rules: these are for reading."""
        return without_rules(text, _RULE)

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        """Return the questions about this game, by what everybody knows."""
        return questions(self.open_state(view, seat), seat)

    # --- pictures -----------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return a row for each explorer."""
        return [Row(capitalised(explorer_name(explorer)), sign=explorer) for explorer in CHARACTERS]

    # --- steps --------------------------------------------------------------------------------------------------

    def begin(self, session: Session, started: GameStarted, variants: Values) -> None:
        """Begin a game by laying the house."""
        session.open(SetUpStep(session, started, variants))

    def next_step(self, session: HouseSession) -> Step[Session]:
        """Return the step that puts the table right, or the one that the rules ask for."""
        state = state_of(session, State)
        if state.phase is Phase.OVER:
            return OverStep(session)
        if session.layout != expected_layout(state):
            return PutHouseRightStep(session)
        return HouseStep(session)

    def hint_reason(self, view: Any, seat: str, move: Any, *, shared: bool) -> Any:  # noqa: ARG002 - all is public
        """Return what a move gains, by ways and dice."""
        return house_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by ways and dice, else as every game."""
        return describe_house_reason(reason) or super().describe_reason(reason)

    def describe_announced(self, move: Any) -> str:
        """Describe a move before its dice or its tile."""
        return describe_announced(move)

    def describe_move(self, view: Any, move: Any) -> SeatMove:
        """Describe a move by its event and how a tile lies, or as it is announced."""
        told = "" if self.play.event(move) is None else super().describe_move(view, move).text
        return describe_seat_move(view, move, told)

    def seat_moves(self, view: Any, seat: str) -> Sequence[Any]:
        """Return a seat's decisions, and dice and cards that are due."""
        return seat_moves(view, seat)

    def awaited(self, view: Any) -> Sequence[str]:
        """Return who decides, or has dice or cards due."""
        return awaited(view)

    def open_view(self, state: State, seat: str) -> Any:  # noqa: ARG002 - everybody knows the same
        """Return all but the order of the stacks."""
        return FullState(state, None, turns=UNCLAIMED)

    def side(self, state: State, seat: str) -> Row | None:
        """Return the heroes or the traitor's side, in the haunt."""
        if state.haunt is None:
            return None
        side = Side.TRAITOR if state.is_traitors_side(seat) else Side.HEROES
        return Row(side_name(side), str(side))

    def hand(self, view: Any, seat: str) -> Sequence[Row]:
        """Return a seat's traits, omens and items."""
        return own_rows(view, seat)

    def seat_news(self, before: Any, view: Any, events: Sequence[Any], seat: str) -> Sequence[str]:  # noqa: ARG002 - all is seen
        """Return what has become of a seat's cards and traits."""
        return tuple(seat_news(before, view, seat))

    def actor(self, state: State) -> str:
        """Explorer who owes something, or is on turn; for monsters a living traitor.

        The haunt's beginning and its end are everybody's.
        """
        if state.haunt is not None and state.haunt.claim is not None:
            return ""
        explorer = state.owed[0].by if state.owed else state.turn
        if explorer is None or explorer in state.explorers:
            return str(explorer or "")
        return next((str(traitor) for traitor in state.traitors if traitor in state.living), "")

    def ending_answers(self, state: State) -> Collection[str]:
        """Return what ends the game, kills, or brings no monsters.

        So does the end of a turn in which the explorer may still go on.
        """
        goes_on = state.turn is not None and state.turn in state.explorers and may_go_on(state, state.turn)
        return (*_ENDING_ANSWERS, END) if goes_on else _ENDING_ANSWERS

    def passing_event(self, state: State) -> e.GameEvent | None:
        """Return the end of the turn; None where it may not end."""
        return e.TurnEnded(by=state.turn) if state.turn in state.explorers and not state.owed else None

    def is_round_over(self, before: State, after: State, explorer: str) -> bool:
        """Return True if the turn is over, whoever owes something meanwhile."""
        return before.turn == explorer != after.turn

    def variants_of(self, events: Sequence[Any]) -> Values:
        """Return Widow's Walk; whose dice are thrown the settings say."""
        return {WITH_WIDOWS_WALK.id: bool(events[0].variants)}

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Return the explorers, reasons, and public facts put right by hand."""
        return {
            "else": (say("Something else"), TextStep),
            "people": (say("The explorers"), PeopleStep),
            "haunt": (say("The haunt"), HauntStep),
            "why": (say("Why not?"), WhyStep),
            "correct": (say("Put right by hand"), CorrectStep),
        }

    # --- the table ----------------------------------------------------------------------------------------------

    def observe(self, reading: Reading, catalogue: Catalogue) -> "HouseObservation":
        """Return what lies where on the floors."""
        from companion.games.betrayal.observation import observation_from_reading
        from companion.games.betrayal.readings import READINGS

        return observation_from_reading(READINGS.understand(reading, catalogue))

    def remember(self, observation: Observation, memory: object) -> tuple["HouseObservation", frozenset[str]]:
        """Return the cards that have lain there: of others nobody knows whether they are laid out."""
        from companion.games.betrayal.observation import HouseObservation

        assert isinstance(observation, HouseObservation)
        cards = observation.cards.union(memory if isinstance(memory, frozenset) else ())
        return replace(observation, cards_before=cards), cards

    def layout_after(
        self, layout: TableLayout | None, before: Any, event: Any, after: State, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout with what hands have laid when the event is told."""
        return expected_layout(after) if already_placed else layout_after_event(layout, before, event, after)


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


TABLE = BetrayalTable()
