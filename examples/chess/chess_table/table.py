"""Chess at the table: the clock, and ends that no move makes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from chess_table.clock import RunningTurn, after_move_ms, clock_text, left_ms, time_control
from chess_table.figures import MenPieces
from chess_table.language import say
from chess_table.rules import ChessRules, ClockedMove, Ended, ended
from chess_table.times import TIMES
from companion.cells.board import CellBoard
from companion.cells.grid_game import GridTable, GridVirtual
from companion.cells.pieces import CellPieces
from companion.cells.steps import CellMoveStep, CellOverStep, CellSession
from companion.cells.tags import CellTags
from companion.device.language import say as say_usual
from companion.device.options import Values
from companion.device.sentences import capitalised
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Row, Tone
from companion.table.bots import seats_of_bots
from companion.table.inference import Happened, Undecided
from companion.table.lists import ListStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.game import Game
from engine.grid import Moved, Position, Started

#: A player's clock goes on if no move is seen for so long (seconds) after the button was pressed.
PRESSED_S = 5.0
#: What is left when it is said, the least first (seconds).
_WARNINGS_S = (10, 60)

#: The turn that runs in each session.
_TURNS: "WeakKeyDictionary[Session, RunningTurn]" = WeakKeyDictionary()


class ChessTable(GridTable):
    """Chess at the table."""

    rules: ChessRules

    def started(self, options: Values) -> Started:
        """Return a game with the clock that was chosen."""
        return Started((options["clock"],) if options["clock"] in TIMES else (), repetition=True)

    def next_step(self, session: Session) -> Step[Session]:
        """Return the step for what must happen next; who resigns lays nothing any more."""
        assert session.game is not None
        if ended(session.game.state) is not None:
            # Whoever takes that back begins the turn anew.
            _TURNS.pop(session, None)
            return EndedStep(session, self)
        step = super().next_step(session)
        return ChessMoveStep(session, self) if type(step) is CellMoveStep else step

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Return the row of ends that no move makes."""
        return {"end": (say("Resign, draw"), lambda session: EndStep(session, self))}


class ChessVirtual(GridVirtual):
    """Chess at the virtual table: men without tags are as tall as real ones."""

    @property
    def pieces(self) -> CellPieces:
        """Discs with tags, or men."""
        tags = self.table.tag_set
        assert isinstance(tags, CellTags)
        return super().pieces if self.tagged is None or self.tagged else MenPieces(tags, {})

    def samples(self, game: Game[Any, Any], rng: Random) -> Iterable[Any]:
        """Return all moves, and ends that no move makes."""
        moves = tuple(super().samples(game, rng))
        ends = (Ended("agreed"), *(Ended("resigned", (player,)) for player in self.table.colours))
        return (*moves, *ends) if moves else ()


class ChessMoveStep(CellMoveStep):
    """Step in which a player moves, and their clock runs."""

    def __init__(self, session: CellSession, game: ChessTable) -> None:
        super().__init__(session, game)
        assert session.game is not None
        self._rules, self._events = game.rules, session.game.events
        self._has_clock = time_control(self._events) is not None
        turn, count = _TURNS.get(session), len(self._events)
        if turn is None or (turn.game_id, turn.events) != (session.game_id, count):
            # The first turn waits for the button.
            turn = RunningTurn(session.game_id, count, session.now if count > 1 else None)
            _TURNS[session] = turn
        self._turn = turn
        #: The move before, which the board shows until a man is touched or lifted.
        self._before = session.acts[-1] if session.acts and isinstance(session.acts[-1].event, Moved) else None
        #: When the player pressed the clock, before the move was seen.
        self._pressed_at: float | None = None
        #: What was left when it was said last (seconds).
        self._warned_s = self._left_ms // 1000

    @property
    def _left_ms(self) -> int:
        """Time that the player on turn has left; a move that lies on the table takes no more."""
        until = self.session.now
        if isinstance(self.inference, Happened | Undecided):
            until = self.since
        if self._pressed_at is not None:
            until = min(until, self._pressed_at)
        return left_ms(self._events, self.player) - self._turn.spent_ms(until) if self._has_clock else 0

    def recorded(self, event: Any) -> Any:
        """Return the move with what is left of the player's time.

        Another table has measured its own moves.
        """
        if not self._has_clock or isinstance(event, ClockedMove):
            return event
        spent_ms = left_ms(self._events, self.player) - self._left_ms
        return ClockedMove(event.by, event.changes, after_move_ms(self._events, self.player, spent_ms))

    def tick(self) -> None:
        """Let the clock run: say when little is left, and end the game when nothing is."""
        step = self.session.step
        super().tick()
        if not self._has_clock or self.session.step is not step:
            return
        if self._pressed_at is not None and self.session.now - self._pressed_at >= PRESSED_S:
            self._pressed_at = None
            self.session.hint(say("I see no move yet: your clock goes on."))
        left_s = self._left_ms // 1000
        if self._left_ms <= 0:
            self.session.apply(Ended("time", self._rules.winners_by_time(self.state)))
            self.session.go_on()
            return
        for warning_s in _WARNINGS_S:
            if left_s < warning_s <= self._warned_s:
                player = capitalised(self.game.player_name(self.player))
                self.session.say(
                    say("{player} has {seconds} seconds left.", player=player, seconds=warning_s), Level.PHASE
                )
                break
        self._warned_s = left_s

    def advance(self) -> None:
        """Start the clock, press it after a move, or do what the button does without one."""
        if not self._has_clock or self.marked is not None or self._confirmed is not None or self._reported:
            super().advance()
        elif self._turn.since is None:
            self._turn.since = self.session.now
            self.session.say(say("White's clock runs."), Level.PHASE, "turn")
        elif self.session.sees and self._pressed_at is None:
            self._pressed_at = self.session.now

    def page(self) -> Page:
        """Return the page with the move before, and with what both players have left."""
        page = super().page()
        if not isinstance(page, BoardPage):
            return page
        board = page.board
        if self._before is not None and isinstance(board, CellBoard) and not board.marks:
            moved = self.game.move_board(self._before.before, self._before.event)
            marks = tuple((cell, Tone.PLAIN) for cell, _ in moved.marks)
            page = replace(page, board=replace(board, marks=marks, ways=moved.ways))
        if not self._has_clock:
            return page
        if self.alike or self._reported:
            return page
        clocks = tuple(map(self._clock_row, self.game.colours))
        selected = None if page.selected is None else page.selected + len(clocks)
        return replace(page, rows=(*clocks, *page.rows), selected=selected)

    def _clock_row(self, player: str) -> Row:
        """Return a player's name and what is left of the time."""
        is_on_turn = player == self.player
        left = self._left_ms if is_on_turn else left_ms(self._events, player)
        name = capitalised(self.game.player_name(player))
        tone = Tone.NOW if is_on_turn else Tone.PLAIN
        return Row(name, value=clock_text(left), tone=tone, sign=self.game.signs_of[player])

    def _keys(self) -> Keys:
        keys = super()._keys()
        if not self._has_clock or keys.advance:
            return keys
        if self._turn.since is None:
            return replace(keys, advance=say("Start the clock"))
        return replace(keys, advance=say("Clock")) if self.session.sees else keys


class EndedStep(CellOverStep):
    """The game was ended without a move: the reason says how."""

    def last_act(self) -> str:
        """Return nothing: the reason tells it."""
        return ""


class EndStep(ListStep):
    """List of the ends that players can choose: resigning, a draw."""

    name = "end"

    def __init__(self, session: Session, game: ChessTable) -> None:
        super().__init__(session)
        assert session.game is not None
        self.game, self.state = game, session.game.state
        bots = seats_of_bots(session)
        self._people = [player for player in game.colours if player not in bots]

    def title(self) -> str:
        """Return the page's title."""
        return say("Resign, draw")

    def rows(self) -> Sequence[Row]:
        """Return who can resign, and draws that can be offered or claimed."""
        if self.game.rules.over(self.state) is not None:
            return (Row(say_usual("The game is over.")),)
        resigning = [
            Row(say("{player} resigns", player=capitalised(self.game.player_name(player))), f"resign-{player}")
            for player in self._people
        ]
        if len(self._people) == len(self.game.colours):
            offer = Row(say("Offer a draw"), "offer")
        else:
            offer = Row(
                say("Offer a draw"),
                detail=say("A bot plays on: it takes no draw that it need not take."),
                tone=Tone.FADED,
            )
        words = {
            "repeated": say("the position has occurred three times"),
            "fifty": say("fifty moves without a capture or a pawn's move"),
        }
        claims = [
            Row(say("Claim a draw"), reason, detail=words[reason]) for reason in self.game.rules.claims(self.state)
        ]
        return (*claims, offer, *resigning)

    def choose(self, row_id: str) -> None:
        """End the game by a claim, or ask whether it really ends so."""
        if row_id == "offer":
            self.session.open(_offer_draw(self.session))
        elif row_id.startswith("resign-"):
            self.session.open(_ask_resigning(self.session, self.game, row_id.removeprefix("resign-")))
        else:
            _end(self.session, Ended(row_id))


class EndQuestionStep(Step[Session]):
    """Question whether the game really ends so: one press of a row must not end it."""

    def __init__(self, session: Session, name: str, title: str, question: str, ending: str, end: Ended) -> None:
        super().__init__(session)
        self.name = name
        self._title, self._question, self._ending, self._end = title, question, ending, end

    def begin(self) -> None:
        """Ask."""
        self.session.say(self._question, Level.PHASE, "turn")

    def page(self) -> Page:
        """Return the page with the question."""
        keys = Keys(advance=self._ending, draw=say_usual("Say again"), back=say("Play on"))
        return ListPage(self.name, self._title, text=self._question, keys=keys)

    def advance(self) -> None:
        """End the game so."""
        _end(self.session, self._end)

    def back(self) -> None:
        """Go back to the game."""
        self.session.go_on()


def _offer_draw(session: Session) -> Step[Session]:
    """Return the question whether both players agree on a draw."""
    question = say("A draw is offered. Do both agree?")
    return EndQuestionStep(session, "draw", say("Draw?"), question, say("Both agree"), Ended("agreed"))


def _ask_resigning(session: Session, game: ChessTable, player: str) -> Step[Session]:
    """Return the question whether a player resigns."""
    winner = game.declared.next_player(player)
    names = {"player": capitalised(game.player_name(player)), "winner": capitalised(game.player_name(winner))}
    question = say("Does {player} resign? Then {winner} wins.", **names)
    return EndQuestionStep(session, "resign", say("Resign?"), question, say("Resign"), Ended("resigned", (winner,)))


def _end(session: Session, end: Ended) -> None:
    """End the running game."""
    session.apply(end)
    session.go_on()


def describe_end(game: ChessTable, before: Position, end: Ended) -> str:
    """Describe in a sentence how a game was ended."""
    loser = next((player for player in game.colours if end.winners and player not in end.winners), before.turn)
    name = capitalised(game.player_name(loser))
    match end.reason:
        case "resigned":
            return say("{player} resigns.", player=name)
        case "time":
            return say("{player}'s time is up.", player=capitalised(game.player_name(before.turn)))
        case "agreed":
            return say("Both agree on a draw.")
        case "adjudicated":
            return say("The result was decided without a move.")
    return say("A draw is claimed.")
