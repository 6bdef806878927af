"""Parts of Finstere Flure at the table: history, own screens, hints, absence, first page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from companion.device.options import Values
from companion.games import Part
from companion.games.finstere_flure.kept_games import result_line
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView
from companion.games.finstere_flure.playback.chase import chase_game
from companion.games.finstere_flure.table.first_evening import FirstEveningStep
from companion.games.finstere_flure.table.foresight import foresight_mode
from companion.games.finstere_flure.table.lies import layout_of, token_lie
from companion.games.finstere_flure.table.lying import lying_of
from companion.games.finstere_flure.table.move_played import CHASES, ChaseStep, WatchedChaseStep
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problems import not_its_turn
from companion.games.finstere_flure.table.put_right import move_board
from companion.games.finstere_flure.table.puzzle import PuzzleStep
from companion.games.finstere_flure.table.review import FinishedGamesStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.table.seat_moves import describe_ignored_touch, token_parts
from companion.games.finstere_flure.table.standing import describe_status
from companion.games.finstere_flure.words.board_words import describe_changes
from companion.games.finstere_flure.words.event_words import describe_event
from companion.screen.pages import BoardPage, Row
from companion.table.absence import Absence
from companion.table.first_page import FirstPage
from companion.table.hints import Hints
from companion.table.history import History, Lying
from companion.table.layout import Change, PieceObservation
from companion.table.seat_moves import MovePart
from companion.table.seat_screen import SeatScreen
from companion.table.session import Session
from companion.table.step import Step
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameEvent, GameStarted, SetUp, TokenMoved
from engine.finstere_flure.problems import EventProblem, Reason
from engine.finstere_flure.state import Phase, State
from engine.game import Game, Problem


class FinstereFlureHistory(History[State, GameEvent]):
    """Rounds: tokens, then the monster."""

    describe_board_change = staticmethod(describe_changes)

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return the round."""
        return say("Round {round}", round=(before or after).round)

    def describe_problem(self, state: State, problem: Problem) -> str:
        """Say of a token why it does not move now; rules name pieces by ids, which nobody sees."""
        if not isinstance(problem, EventProblem) or problem.reason not in (Reason.NOT_ON_TURN, Reason.ALREADY_MOVED):
            return ""
        token = state.position.token(problem.piece or "")
        if token is None:
            return ""
        lie = token_lie(token)
        return not_its_turn(Change(lie, lie), state.position, state.turn).sentence

    def begins_chapter(self, before: State | None, event: GameEvent, after: State) -> bool:  # noqa: ARG002 - as every game
        """Return True for the game's first event, and for each card."""
        return isinstance(event, GameStarted | CardDrawn)

    def replayed(self, before: State | None, event: GameEvent, after: State) -> BoardPage:
        """Return the page of the board after an event, with the way of a token or the monster."""
        board = BoardView.of(after.position)
        if before is not None and isinstance(event, TokenMoved):
            start, end = before.position.token(event.token), after.position.token(event.token)
            assert start is not None
            assert end is not None
            # A token may stay where it is, also beside the board.
            if start.cell != end.cell:
                board = replace(board, arrows=(Arrow(start.cell, end.cell, piece=event.token),))
        elif isinstance(event, CardDrawn) and after.monster_move is not None:
            cells = [after.monster_move.start.monster, *(step.cell for step in after.monster_move.steps)]
            board = replace(board, way=tuple(pairwise(cells)))
        caption, title = describe_event(before, event, after), self.describe_event_time(before, after)
        return BoardPage("replay", title, board, caption, sign=after.turn, status=describe_status(after))

    def as_it_lies(
        self,
        game: Game[State, GameEvent],
        observation: PieceObservation,
        sitting: Sequence[str],  # noqa: ARG002 - nobody's pieces lie by seats
    ) -> Lying[State, GameEvent]:
        """Return how the game is told with the tokens as they lie."""
        assert isinstance(observation, BoardObservation)
        return lying_of(game, observation)

    def reshuffled(self, events: Sequence[GameEvent], rng: Random) -> Sequence[GameEvent]:
        """Return the events with the cards that lie face down in another order."""
        left = len(self.rules.replay(events).state.deck.face_down)
        told = list(events)
        for number, event in reversed(list(enumerate(told))):
            if isinstance(event, DeckShuffled | CardDrawn) and event.order is not None:
                drawn, to_come = event.order[: len(event.order) - left], event.order[len(event.order) - left :]
                told[number] = replace(event, order=(*drawn, *rng.sample(to_come, len(to_come))))
                break
        return told

    def can_undo(self, event: GameEvent) -> bool:
        """Return True except for shuffles, which follow by themselves."""
        return not isinstance(event, DeckShuffled)

    def variants_of(self, events: Sequence[GameEvent]) -> Values:
        """Return the variants of a game: ``real_deck`` is True if its cards are real ones."""
        return {"real_deck": any(isinstance(event, DeckShuffled) and event.order is None for event in events)}

    def result_line(self, state: State) -> str | None:
        """Return the winner, how the game ended, and what made the winner the winner."""
        return None if state.outcome is None else result_line(state.outcome)


class FinstereFlureSeatScreen(SeatScreen[State, GameEvent, State, GameEvent]):
    """Moves of tokens on a seat's own screen."""

    def move_parts(self, before: State, event: GameEvent, after: State) -> Sequence[MovePart]:  # noqa: ARG002
        """Return the token, and where it goes."""
        return token_parts(before.position, event) if isinstance(event, TokenMoved) else ()

    def explain_touches(self, state: State, touches: Sequence[str]) -> str:
        """Explain why the last touch leads to no move, as the table's screen does; empty: unclear."""
        if state.phase is not Phase.MOVE_TOKEN or state.turn is None or not touches:
            return ""
        movable = map(state.position.token, state.tokens_to_move(state.turn))
        # Parts of moves name a token on the board by its cell.
        chosen = [token.id for token in movable if token is not None and {token.id, str(token.at)} & {*touches[:-1]}]
        return describe_ignored_touch(state, next(iter(chosen), None), touches[-1])


class FinstereFlureHints(Hints[Session, State, GameEvent, GameEvent]):
    """Hints on the board, and what may be told of the monster."""

    # A greedy one does not see the monster's second turn.
    default_bot = "careful"
    move_board = staticmethod(move_board)

    def allows_foresight(self, session: FinstereFlureSession) -> bool:
        """Return True where the setting shows what the monster would do."""
        return foresight_mode(session) in ("own", "training")


class FinstereFlureAbsence(Absence[State, GameEvent]):
    """Absence in Finstere Flure: the tokens of somebody who is away stay where they are."""

    may_change_seats = True

    def passing_event(self, state: State) -> TokenMoved | None:
        """Return the event by which a token stays where it is and is turned over."""
        tokens = state.tokens_to_move(state.turn) if state.turn is not None else ()
        token = state.position.token(tokens[0]) if tokens else None
        return None if token is None else TokenMoved(token.id, token.at, token.side.flipped)

    def is_round_over(self, before: State, after: State, player: str) -> bool:  # noqa: ARG002 - a round is everybody's
        """Return True if the monster has moved."""
        return before.round != after.round


class FinstereFlureFirstPage(FirstPage[Session]):
    """First page with the monster: a first evening, a chase, puzzles, reviews."""

    poster = Part("companion.games.finstere_flure.screen.poster:poster")

    def shows(self) -> Mapping[str, tuple[str, Callable[[FinstereFlureSession], Step[FinstereFlureSession]]]]:
        """Return a first evening, a chase, puzzles, and reviews of finished games."""
        return {
            "first-evening": (say("First evening"), FirstEveningStep),
            "chase": (say("Watch the monster"), ChaseStep),
            "puzzle": (say("Where will it go?"), PuzzleStep),
            "review": (say("Review a game"), FinishedGamesStep),
        }

    def introduction(self) -> Row:
        """Return the first evening."""
        return Row(say("First evening"), "first-evening", detail=say("Each rule is explained when it is first needed."))

    def watch(self, session: Session, started: object) -> bool:
        """Begin in the midst of a chase, the table laid already."""
        assert isinstance(started, GameStarted)
        if started.set_up is not SetUp.BASIC:
            return False
        game = chase_game(started, session.rng.randrange(CHASES))
        assert game.state.monster_move is not None
        # The virtual table shows it as it was before the card.
        session.look_on(game, layout_of(game.state.monster_move.start))
        session.switch(WatchedChaseStep(session))
        return True

    def tags_guide(self) -> Sequence[Row]:
        """Return the guide to printing and sticking the tags."""
        return (
            Row(say("1. Measure a cell, a token and a square tile."), detail="companion tags --help"),
            Row(say("2. Make the sheets."), detail="companion tags --out tags --cell-mm 25 --token-mm 20 --tile-mm 24"),
            Row(say("3. Print them at 100 % on matt paper, and check the ruler on the page.")),
            Row(say("4. Cut and stick as the first two pages show.")),
        )
