"""The guide for this game's board: what hands must do so that it lies as the position says."""

from collections.abc import Sequence

from companion.games.finstere_flure.screen.board_view import Arrow, BoardView, Mark
from companion.games.finstere_flure.table.guide import placement_tasks, tasks_to_reach
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_board import mark_problems
from companion.games.finstere_flure.table.running_game import last_round_text
from companion.games.finstere_flure.table.tasks import Task
from companion.screen.pages import Tone
from companion.table.put_right import PutRightStep, TaskProgress
from engine.finstere_flure.board import ENTRANCE, EXIT, Cell, is_cell
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

    def tasks_from_observation(self, seen: BoardObservation) -> tuple[Task, ...]:
        """Return the tasks on a board that looks like this."""
        return tasks_to_reach(seen, self.target)

    def progress(self, tasks: Sequence[Task], seen: BoardObservation) -> TaskProgress:
        """Return how far the tasks are done."""
        return progress(tasks, self.target, seen)

    def completed_layout(self) -> Position:
        """Return the layout of the pieces when all is done."""
        return self.target

    def board(self, open_tasks: Sequence[Task]) -> BoardView:
        """Return the board as it lies now.

        Ghosts and arrows say where things go, marks where something is wrong.
        """
        arrows: list[Arrow] = []
        marks: list[Mark] = []
        for task in open_tasks:
            first = not arrows and not marks
            if task.start != task.end:
                arrows.append(Arrow(task.start, task.end, Tone.NOW if first else Tone.PLAIN, _door(task)))
            elif task.end and is_cell(task.end):
                marks.append(Mark((task.end,), Tone.NOW if first else Tone.PLAIN))
            if first and task.end and is_cell(task.end) and task.start != task.end:
                marks.append(Mark((task.end,), Tone.NOW, str(task.end)))
        if self.found and self.found.waiting:
            marks.append(Mark(self.found.waiting, Tone.WAITING))
        return mark_problems(_current_board(self.target, open_tasks, tuple(marks), tuple(arrows)), self.problems)

    def sign(self, task: Task) -> object | None:
        """The piece as it lies now."""
        return MONSTER if task.piece == MONSTER else task.before or task.after

    def status(self) -> str:
        """After a card it is still the round that the monster's move ends."""
        return last_round_text(self.session)


def _door(task: Task) -> Cell | None:
    """Return the corner by which a token comes into the castle or leaves it.

    Returns None for what goes into the box.
    """
    token = task.after or task.before
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
