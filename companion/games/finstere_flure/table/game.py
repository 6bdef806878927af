"""Finstere Flure at the table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, cast

from companion.device.button_colours import button_name
from companion.device.options import Values
from companion.games import Part
from companion.games.finstere_flure.chimes import CHIMES
from companion.games.finstere_flure.figures import figures
from companion.games.finstere_flure.kept_games import result_line
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.options import OPTIONS
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView
from companion.games.finstere_flure.playback.chase import chase_game
from companion.games.finstere_flure.reading.reading import understand
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.reasons import token_reason
from companion.games.finstere_flure.table.ask import questions
from companion.games.finstere_flure.table.first_evening import FirstEveningStep
from companion.games.finstere_flure.table.flow import next_step
from companion.games.finstere_flure.table.foresight import foresight_mode
from companion.games.finstere_flure.table.help import describe_help
from companion.games.finstere_flure.table.hint import describe_token_reason
from companion.games.finstere_flure.table.lies import layout_of, token_lie
from companion.games.finstere_flure.table.lying import lying_of
from companion.games.finstere_flure.table.move_played import CHASES, ChaseStep, WatchedChaseStep
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_reading
from companion.games.finstere_flure.table.players import PlayersStep
from companion.games.finstere_flure.table.problems import not_its_turn
from companion.games.finstere_flure.table.put_right import move_board
from companion.games.finstere_flure.table.puzzle import PuzzleStep
from companion.games.finstere_flure.table.review import FinishedGamesStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, Memory
from companion.games.finstere_flure.table.seat_moves import token_parts
from companion.games.finstere_flure.table.set_up import SetUpStep
from companion.games.finstere_flure.table.standing import describe_status, standing_of
from companion.games.finstere_flure.words.board_words import describe_board, describe_changes
from companion.games.finstere_flure.words.event_words import describe_event
from companion.games.finstere_flure.words.heard_words import describe_heard
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.voice_captions import spoken
from companion.screen.pages import BoardPage, Row
from companion.table.game import Lying, TypedTableGame
from companion.table.layout import Change, Observation, TableLayout
from companion.table.seat_moves import MovePart
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_question import TableQuestion
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameEvent, GameStarted, SetUp, TilePlaced, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import MONSTER, Colour
from engine.finstere_flure.problems import EventProblem, Reason
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import Phase, State
from engine.game import Game, Problem
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.occupancy.occlusion import shares_behind
from vision.reading import Reading


class FinstereFlureTable(TypedTableGame[Session, State, GameEvent, State, GameEvent]):
    """Interface of Finstere Flure to the session."""

    rules = RULES
    options = OPTIONS
    chimes = CHIMES
    help = staticmethod(describe_help)
    status = staticmethod(describe_status)
    standing = staticmethod(standing_of)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_board_change = staticmethod(describe_changes)
    describe_heard = staticmethod(describe_heard)
    figures = staticmethod(figures)
    spoken = staticmethod(spoken)
    pictures = Part("companion.games.finstere_flure.screen.pictures:FinstereFlurePictures")
    poster = Part("companion.games.finstere_flure.screen.poster:poster")
    readings = READINGS
    new_game = PlayersStep
    may_change_seats = True
    knows_plain_pieces = True
    # A greedy one does not see the monster's second turn.
    default_bot = "careful"
    next_step = staticmethod(next_step)
    move_board = staticmethod(move_board)

    def title(self) -> str:
        """Return the game's name."""
        return say("Finstere Flure")

    def questions(self, view: State, seat: str) -> Sequence[TableQuestion]:
        """Return the questions about tokens, cells, the monster, risks and cards."""
        return questions(view, seat)

    def allows_foresight(self, session: FinstereFlureSession) -> bool:
        """Return True where the setting shows what the monster would do."""
        return foresight_mode(session) in ("own", "training")

    def hint_reason(self, view: State, seat: str, move: GameEvent, *, shared: bool) -> Any:  # noqa: ARG002 - all is open
        """Return what the move does to risks and steps."""
        return token_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe a reason by the token it is about, else as every game does."""
        return describe_token_reason(reason) or super().describe_reason(reason)

    def describe_draw_button(self) -> str:
        """Describe that the button turns over the monster's cards."""
        return say(
            "{button} turns over a card; at other times it repeats what to do.",
            button=button_name(Button.DRAW),
        )

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

    chapter_events = (GameStarted, CardDrawn)

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
        caption, title = self.describe_event(before, event, after), self.describe_event_time(before, after)
        return BoardPage("replay", title, board, caption, sign=after.turn, status=self.status(after))

    def as_it_lies(self, game: Game[State, GameEvent], observation: Observation) -> Lying:
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

    def begin(self, session: FinstereFlureSession, started: GameStarted, variants: Values) -> None:
        """Begin a game: the basic floor is laid and checked first.

        Without the basic floor the game begins with placing the tiles.
        """
        if started.set_up is SetUp.BASIC:
            session.open(SetUpStep(session, started, variants))
        else:
            session.start(started, variants)

    def actor(self, state: State) -> str:
        """Return the player who moves a token."""
        return str(state.turn) if state.phase is Phase.MOVE_TOKEN and state.turn is not None else ""

    def move_parts(self, before: State, event: GameEvent, after: State) -> Sequence[MovePart]:  # noqa: ARG002
        """Return the token, and where it goes."""
        return token_parts(before.position, event) if isinstance(event, TokenMoved) else ()

    def passing_event(self, state: State) -> TokenMoved | None:
        """Return the event by which a token stays where it is and is turned over."""
        tokens = state.tokens_to_move(state.turn) if state.turn is not None else ()
        token = state.position.token(tokens[0]) if tokens else None
        return None if token is None else TokenMoved(token.id, token.at, token.side.flipped)

    def is_round_over(self, before: State, after: State, player: str) -> bool:  # noqa: ARG002 - a round is everybody's
        """Return True if the monster has moved."""
        return before.round != after.round

    def watch(self, session: Session, started: GameStarted) -> None:
        """Begin in the midst of a chase, the table laid already."""
        if started.set_up is not SetUp.BASIC:
            super().watch(session, started)
            return
        game = chase_game(started, session.rng.randrange(CHASES))
        assert game.state.monster_move is not None
        # The virtual table shows it as it was before the card.
        session.look_on(game, layout_of(game.state.monster_move.start))
        session.switch(WatchedChaseStep(session))

    def variants_of(self, events: Sequence[GameEvent]) -> Values:
        """Return the variants of a game: ``real_deck`` is True if its cards are real ones."""
        return {"real_deck": any(isinstance(event, DeckShuffled) and event.order is None for event in events)}

    def observe(self, reading: Reading, catalogue: Catalogue) -> BoardObservation:
        """Return the pieces that are seen, and what is not known."""
        observation = observation_from_reading(understand(reading, catalogue.grid.cell_mm))
        camera, monster = reading.registration.camera, next((tag for tag in catalogue.tags if tag.id == MONSTER), None)
        if camera is None or monster is None:
            return observation
        return replace(observation, behind=lambda cell: shares_behind(monster, cell, camera, catalogue.grid))

    def remember(self, observation: Observation, memory: object) -> tuple[BoardObservation, Memory]:
        """Mark a cell that has shown a piece as not hidden by the monster.

        This holds as long as the monster stands where it stands.
        """
        assert isinstance(observation, BoardObservation)
        monster, shown = cast("Memory | None", memory) or (None, frozenset())
        if observation.monster and observation.monster[0] != monster:
            monster, shown = observation.monster[0], frozenset()
        shown |= observation.occupied
        return observation.with_shown_cells(shown), (monster, shown)

    def layout_after(
        self, layout: TableLayout | None, before: State | None, event: GameEvent, after: State, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout after an event.

        The floor lies as it must when a game begins, and tile by tile as it is placed; then what has been moved.
        """
        match event:
            case GameStarted():
                return layout_of(after.position)
            case TilePlaced() if already_placed:
                return layout_of(after.position)
            case TokenMoved() if already_placed and before is not None:
                return layout_of(position_after(before.position, event))
        return layout

    def result_line(self, state: State) -> str | None:
        """Return the winner, how the game ended, and what made the winner the winner."""
        return None if state.outcome is None else result_line(state.outcome)

    def signs(self) -> Sequence[Row]:
        """Return the players' colours and shapes."""
        return [Row(player_name(colour), sign=colour) for colour in Colour]

    def tags_guide(self) -> Sequence[Row]:
        """Return the guide to printing and sticking the tags."""
        return (
            Row(say("1. Measure a cell, a token and a square tile."), detail="companion tags --help"),
            Row(say("2. Make the sheets."), detail="companion tags --out tags --cell-mm 25 --token-mm 20 --tile-mm 24"),
            Row(say("3. Print them at 100 % on matt paper, and check the ruler on the page.")),
            Row(say("4. Cut and stick as the first two pages show.")),
        )


TABLE = FinstereFlureTable()
"""The game as sessions take it."""
