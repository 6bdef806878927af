"""The guide for this game's board: what hands must do so that it lies as the position says."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.sentences import together
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, Mark
from companion.games.finstere_flure.table.guide import placement_tasks, tasks_to_reach
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.problem_board import mark_problems
from companion.games.finstere_flure.table.running_game import last_round_text
from companion.games.finstere_flure.table.tasks import Task, TaskKind, each
from companion.screen.pages import Tone
from companion.table.hearing import HeardEvent
from companion.table.put_right import PutRightStep, TaskProgress
from engine.finstere_flure.board import ENTRANCE, EXIT, Cell, is_cell
from engine.finstere_flure.events import GameEvent, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import MONSTER, Place
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import MonsterMove


class PutBoardRightStep(PutRightStep[Task, Position, BoardObservation]):
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

    def first_tasks(self) -> tuple[Task, ...] | None:
        """Return the tasks on the board as we know it.

        They are in the order of the monster's move, if this move has moved all of it.
        """
        layout = self.session.layout
        return None if layout is None else placement_tasks(layout, self.target, self._move(layout))

    def _move(self, layout: Position) -> MonsterMove | None:
        move = self._state.monster_move
        return move if move is not None and move.start == layout else None

    def tasks_from_observation(self, observation: BoardObservation) -> tuple[Task, ...]:
        """Return the tasks on a board that looks like this."""
        return tasks_to_reach(observation, self.target, self._last_flips())

    def ask_to_lay(self) -> str:
        """Ask for the last flips too: when the game was left they may not have been done."""
        as_laid = observation_from_position(self.target, hidden=[token.id for token in self._last_flips()])
        flips = tasks_to_reach(as_laid, self.target, self._last_flips())
        return together(super().ask_to_lay(), flips[0].sentence if flips else "")

    def _last_flips(self) -> tuple[Token, ...]:
        """Return the tokens at the entrance that the game's last event flipped, as they lay before."""
        assert self.session.game is not None
        waiting = {token.id: token.side for token in self.target.tokens if token.place is Place.OUTSIDE}
        before = self.session.game.undo(1).state.position
        return tuple(token for token in before.tokens if waiting.get(token.id, token.side) is not token.side)

    def pieces_of(self, task: Task) -> frozenset[str]:
        """Return the piece."""
        return frozenset({task.piece})

    def is_told_by(self, heard: HeardEvent, task: Task) -> bool:
        """Return True for a token that moves: that it is flipped is known."""
        return isinstance(heard.event, TokenMoved) and heard.event.token == task.piece

    def progress(self, tasks: Sequence[Task], observation: BoardObservation) -> TaskProgress:
        """Return how far the tasks are done."""
        return progress(tasks, self.target, observation)

    def completed_layout(self) -> Position:
        """Return the layout of the pieces when all is done."""
        return self.target

    def board(self, open_tasks: Sequence[Task]) -> BoardView:
        """Return the board as it lies now.

        Ghosts and arrows say where things go, marks where something is wrong.
        """
        waiting = (Mark(self.found.waiting, Tone.WAITING),) if self.found and self.found.waiting else ()
        board = board_with_tasks(self.target, open_tasks, waiting)
        if self.tasks is None or any(task.start is task.end is None for task in open_tasks):
            board = replace(board, at_entrance=self._tokens_at_entrance(open_tasks))
        return mark_problems(board, self.problems)

    def _tokens_at_entrance(self, open_tasks: Sequence[Task]) -> tuple[Token, ...]:
        """Return the tokens that wait at the entrance, with the sides that they show now."""
        sides = {task.piece: task.before.side for task in each(open_tasks) if isinstance(task.before, Token)}
        if self.session.observation is not None:
            sides |= {piece.piece: piece.side for piece in self.session.observation.beside if piece.side}
        waiting = (token for token in self.target.tokens if token.place is Place.OUTSIDE)
        return tuple(replace(token, side=sides.get(token.id, token.side)) for token in waiting)

    def sign(self, task: Task) -> object | None:
        """Return the piece as it lies now; None for many tokens, which the board's picture shows."""
        if task.parts:
            return None
        return MONSTER if task.piece == MONSTER else task.before or task.after

    def status(self) -> str:
        """Describe the last round: after a card it is still the one that the monster's move ends."""
        return last_round_text(self.session)


def move_board(state: State, event: GameEvent) -> BoardView:
    """Return the board as it lies, with what hands do in an event."""
    target = RULES.follow(state, event).position
    return board_with_tasks(target, placement_tasks(state.position, target))


def board_with_tasks(target: Position, open_tasks: Sequence[Task], also: tuple[Mark, ...] = ()) -> BoardView:
    """Return the board before these tasks, with ghosts, arrows, and marks (others `also`)."""
    arrows: list[Arrow] = []
    marks: list[Mark] = []
    for task in open_tasks:
        first = task is open_tasks[0]
        if task.start != task.end:
            arrows.append(Arrow(task.start, task.end, Tone.NOW if first else Tone.PLAIN, _door(task), task.piece))
        elif task.end and is_cell(task.end):
            marks.append(Mark((task.end,), Tone.NOW if first else Tone.PLAIN))
        if first and task.end and is_cell(task.end) and task.start != task.end:
            marks.append(Mark((task.end,), Tone.NOW, str(task.end)))
    return _current_board(target, open_tasks, (*marks, *also), tuple(arrows))


def _door(task: Task) -> Cell | None:
    """Return the corner beside which a token lies before or after the task.

    Returns None for what comes from the box or goes there.
    """
    token = task.before if task.kind is TaskKind.LAY_ASIDE else task.after
    if not isinstance(token, Token) or (task.start and task.end) or token.place is Place.DEAD:
        return None
    return EXIT if token.place is Place.OUT else ENTRANCE


def _current_board(
    target: Position, open_tasks: Sequence[Task], marks: tuple[Mark, ...], arrows: tuple[Arrow, ...]
) -> BoardView:
    """Return the target, with the pieces of the open tasks where they lie now.

    Ghosts show where these pieces go.
    """
    tokens = {token.id: token for token in target.tokens}
    tiles = {tile.id: tile for tile in target.tiles}
    ghost_tokens: list[Token] = []
    ghost_tiles: list[Tile] = []
    monster: Cell | None = target.monster
    facing, ghost_monster = target.facing, None
    seen: set[str] = set()
    for task in open_tasks:
        first = task.piece not in seen
        seen.add(task.piece)
        if task.piece == MONSTER:
            if task.end is not None:
                ghost_monster = (target.monster, target.facing)
            if first:
                monster = task.start
                facing = task.facing_before or facing
        elif isinstance(task.before or task.after, Token):
            if first:
                tokens.pop(task.piece, None)
                if isinstance(task.before, Token):
                    tokens[task.piece] = task.before
            if isinstance(task.after, Token) and task.after.cell and task.start != task.end:
                ghost_tokens.append(task.after)
        else:
            if first:
                tiles.pop(task.piece, None)
                if isinstance(task.before, Tile):
                    tiles[task.piece] = task.before
            if isinstance(task.after, Tile) and task.start != task.end:
                ghost_tiles.append(task.after)
    if ghost_monster is not None and monster == ghost_monster[0]:
        ghost_monster = None
    return BoardView(
        tuple(tiles.values()),
        tuple(tokens.values()),
        monster,
        facing,
        marks,
        arrows,
        tuple(ghost_tiles),
        tuple(ghost_tokens),
        ghost_monster,
    )
