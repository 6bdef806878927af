"""The guide for this game's board: what hands must do so that it lies as the position says."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.sentences import together
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, Mark
from companion.games.finstere_flure.table.guide import placement_tasks, tasks_to_reach
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.lies import cell_of, facing_of, layout_of, tile_of, token_of
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.plain_board import PlainPosition
from companion.games.finstere_flure.table.problem_board import mark_problems
from companion.games.finstere_flure.table.running_game import last_round_text
from companion.games.finstere_flure.table.tasks import TaskKind, end_of, piece_of, start_of
from companion.games.finstere_flure.words.board_words import describe_tokens_beside
from companion.screen.pages import Tone
from companion.table.hearing import HeardEvent
from companion.table.layout import Change, LayoutTask, Lie, TableLayout
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.session import Session
from engine.finstere_flure.board import ENTRANCE, EXIT, Cell
from engine.finstere_flure.events import GameEvent, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import MONSTER, TILE_KINDS, TOKENS, Place, Side
from engine.finstere_flure.position import Position, Token
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import MonsterMove


class PutBoardRightStep(PutRightStep[BoardObservation]):
    """The pieces are brought to where the position says they are."""

    @property
    def target(self) -> Position:
        """Layout of the pieces to reach."""
        return self._state.position

    @property
    def _state(self) -> State:
        assert self.session.game is not None
        state: State = self.session.game.state
        return state

    def __init__(self, session: Session) -> None:
        #: How the pieces are known by the cells that are taken, if they have no stickers; else None.
        self._plain: PlainPosition | None = None
        super().__init__(session)
        if session.settings.is_plain:
            self._plain = PlainPosition(self.target, session.layout)

    def first_tasks(self) -> tuple[LayoutTask, ...] | None:
        """Return the tasks on the board as we know it.

        They are in the order of the monster's move, if this move has moved all of it.
        """
        layout = self.session.layout
        return None if layout is None else placement_tasks(layout, self.target, self._move(layout))

    def _move(self, layout: TableLayout) -> MonsterMove | None:
        move = self._state.monster_move
        return move if move is not None and layout_of(move.start) == layout else None

    def tasks_from_observation(self, observation: BoardObservation) -> tuple[LayoutTask, ...]:
        """Return the tasks on a board that looks like this."""
        return tasks_to_reach(self._named(observation), self.target, self._last_flips())

    def _named(self, observation: BoardObservation) -> BoardObservation:
        """Return the observation, with the names of plain pieces."""
        if self._plain is None:
            return observation
        return self._plain.name_pieces(observation, self.steady, self.session.now, self.session.unrest)

    def ask_to_lay(self) -> str:
        """Ask for the last flips too: when the game was left they may not have been done."""
        flips = self._flips()
        return together(super().ask_to_lay(), flips[0].sentence if flips else "")

    def tasks_to_lay(self) -> tuple[LayoutTask, ...]:
        """Return the tasks that lay what is in the castle or before it, then the last flips."""
        gone = [token for token in self.target.tokens if token.place in (Place.OUT, Place.DEAD)]
        untold = {*describe_tokens_beside(gone)}
        return (*(task for task in super().tasks_to_lay() if task.sentence not in untold), *self._flips())

    def _flips(self) -> tuple[LayoutTask, ...]:
        """Return the tasks of the flips that may not have been done when the game was left."""
        as_laid = observation_from_position(self.target, hidden=[token.id for token in self._last_flips()])
        return tasks_to_reach(as_laid, self.target, self._last_flips())

    def _last_flips(self) -> tuple[Token, ...]:
        """Return the tokens at the entrance that the game's last event flipped, as they lay before."""
        assert self.session.game is not None
        waiting = {token.id: token.side for token in self.target.tokens if token.place is Place.OUTSIDE}
        before = self.session.game.undo(1).state.position
        return tuple(token for token in before.tokens if waiting.get(token.id, token.side) is not token.side)

    def pieces_of(self, task: LayoutTask) -> frozenset[str]:
        """Return the piece."""
        return frozenset({piece_of(task)}) if task.changes else frozenset()

    def is_told_by(self, heard: HeardEvent, task: LayoutTask) -> bool:
        """Return True for a token that moves: that it is flipped is known."""
        return isinstance(heard.event, TokenMoved) and {heard.event.token} == self.pieces_of(task)

    def progress(self, tasks: Sequence[LayoutTask], observation: BoardObservation) -> TaskProgress:
        """Return how far the tasks are done."""
        found = progress(tasks, self.target, self._named(observation), is_plain=self._plain is not None)
        return found if self._plain is None else self._plain.with_unseen(found, tasks, observation)

    def _done(self) -> None:
        if self._plain is not None and self._last_seen is not None:
            # What lies there besides, such as a hard shadow, stops no later move.
            self._plain.leave(self._last_seen, self.session.unrest)
        super()._done()

    def completed_layout(self) -> TableLayout:
        """Return the layout of the pieces when all is done."""
        return layout_of(self.target)

    def board(self, open_tasks: Sequence[LayoutTask]) -> BoardView:
        """Return the board as it lies now.

        Ghosts and arrows say where things go, marks where something is wrong.
        """
        waiting = (Mark(self.found.waiting, Tone.WAITING),) if self.found and self.found.waiting else ()
        board = board_with_tasks(self.target, open_tasks, waiting)
        changes = [change for task in open_tasks for change in task.changes]
        if self.tasks is None or not all(any(map(cell_of, change)) for change in changes):
            board = replace(board, at_entrance=self._tokens_at_entrance(changes))
        return mark_problems(board, self.problems)

    def _tokens_at_entrance(self, changes: Sequence[Change]) -> tuple[Token, ...]:
        """Return the tokens that wait at the entrance, with the sides that they show now."""
        lies = [change.start for change in changes if change.start is not None]
        if (observation := self.session.observed(BoardObservation)) is not None:
            lies += observation.beside.values()
        sides = {lie.piece: Side(lie.face) for lie in lies if lie.piece in TOKENS}
        waiting = (token for token in self.target.tokens if token.place is Place.OUTSIDE)
        return tuple(replace(token, side=sides.get(token.id, token.side)) for token in waiting)

    def sign(self, task: LayoutTask) -> object | None:
        """Return the piece as it lies now; None for many tokens, which the board's picture shows."""
        return _value_of(task.changes[0].lie) if len(task.changes) == 1 else None

    def status(self) -> str:
        """Describe the last round: after a card it is still the one that the monster's move ends."""
        return last_round_text(self.session)


def _value_of(lie: Lie) -> object:
    """Return the picture's value of a piece that lies like this."""
    if lie.piece == MONSTER:
        return MONSTER
    return token_of(lie) if lie.piece in TOKENS else tile_of(lie)


def move_board(state: State, event: GameEvent) -> BoardView:
    """Return the board as it lies, with what hands do in an event."""
    target = RULES.follow(state, event).position
    return board_with_tasks(target, placement_tasks(layout_of(state.position), target))


def board_with_tasks(target: Position, open_tasks: Sequence[LayoutTask], also: tuple[Mark, ...] = ()) -> BoardView:
    """Return the board before these tasks, with ghosts, arrows, and marks (others `also`)."""
    arrows: list[Arrow] = []
    marks: list[Mark] = []
    for task in open_tasks:
        first = task is open_tasks[0]
        tone, (start, end) = Tone.NOW if first else Tone.PLAIN, (start_of(task), end_of(task))
        if start != end:
            arrows.append(Arrow(start, end, tone, _door(task), piece_of(task)))
        elif end:
            marks.append(Mark((end,), tone))
        if first and end and start != end:
            marks.append(Mark((end,), Tone.NOW, end))
    changes = [change for task in open_tasks for change in task.changes]
    return _current_board(target, changes, (*marks, *also), tuple(arrows))


def _door(task: LayoutTask) -> Cell | None:
    """Return the corner beside which a token lies before or after the task.

    Returns None for what comes from the box or goes there.
    """
    start, end = task.changes[0]
    lie = start if task.kind == TaskKind.LAY_ASIDE else end
    if lie is None or lie.piece not in TOKENS or (start_of(task) and end_of(task)) or lie.place == Place.DEAD:
        return None
    return EXIT if lie.place == Place.OUT else ENTRANCE


def _current_board(
    target: Position, changes: Sequence[Change], marks: tuple[Mark, ...], arrows: tuple[Arrow, ...]
) -> BoardView:
    """Return the target, with the pieces that change where they lie now.

    Ghosts show where these pieces go.
    """
    lies = {lie.piece: lie for lie in layout_of(target).counts}
    ghosts: list[Lie] = []
    for piece in dict.fromkeys(change.lie.piece for change in changes):
        mine = [change for change in changes if change.lie.piece == piece]
        lies.pop(piece, None)
        if mine[0].start is not None:
            lies[piece] = mine[0].start
        ghosts += [end for start, end in mine if end is not None and cell_of(start) != cell_of(end) is not None]
    monster, ghost = (next((lie for lie in pieces if lie.piece == MONSTER), None) for pieces in (lies.values(), ghosts))
    return BoardView(
        tuple(tile_of(lie) for lie in lies.values() if lie.piece in TILE_KINDS),
        tuple(token_of(lie) for lie in lies.values() if lie.piece in TOKENS),
        cell_of(monster),
        facing_of(monster) if monster is not None else target.facing,
        marks,
        arrows,
        tuple(tile_of(lie) for lie in ghosts if lie.piece in TILE_KINDS),
        tuple(token_of(lie) for lie in ghosts if lie.piece in TOKENS),
        None if ghost is None else (ghost.place, facing_of(ghost)),
    )
