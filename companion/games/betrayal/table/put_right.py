"""Guide: tasks for hands until tiles, figures, tokens and cards lie as the game says."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.lies import FIGURES, HousePieceKind, cell_name, cells_of, is_off_tiles, kind_of, name_of
from companion.games.betrayal.map_view import MapView, map_view
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.discrepancies import (
    Finding,
    Trouble,
    TroubleKind,
    UnreadPlace,
    cells_under_cards,
    findings,
    is_calm,
    is_off,
    may_be_connected,
    visible_layout,
)
from companion.games.betrayal.table.inference import describe_uncover, discrepancies, pending_problem, tile_ids
from companion.games.betrayal.table.layout import (
    BACK,
    START,
    expected_layout,
    floor_of,
    room_of,
    strips_of,
    tasks,
)
from companion.games.betrayal.table.picking import TileSign
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.words import floor_name
from companion.table.inference import TableProblem
from companion.table.layout import Change, LayoutTask, TableLayout
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.running_game import state_of
from companion.table.session import Session
from engine.betrayal.components import CHARACTERS, Floor
from engine.betrayal.state import State

#: So many tasks are shown at once; of more each floor is a page of its own.
_MOST_TOGETHER = 8
#: Doubled pieces are told even while they are to be moved.
_TWICE = str(TroubleKind.TWICE)
#: The kinds of tasks that come before all floors.
_FIRST = (START, BACK)


class PutHouseRightStep(PutRightStep[HouseObservation]):
    """Tiles first, then figures with their side, tokens and their S, cards."""

    def __init__(self, session: Session) -> None:
        self.state = state_of(session, State)
        assert session.game is not None
        self.tokens = tokens_by_tag(session.game.events)
        #: How the pieces with tags should lie.
        self.wanted = visible_layout(self.state, self.tokens.values())
        lying = (lie.place for lie in self.wanted.counts if kind_of(lie.piece) is HousePieceKind.CARD)
        #: The rooms whose tags cards may hide that lie there: those with cards, and all round them.
        self.under_cards = frozenset().union(*(self._rooms_round(room) for room in lying))
        #: All that lies otherwise than the game says, what is still to be done included.
        self.astray: tuple[TableProblem, ...] = ()
        super().__init__(session)

    def first_tasks(self) -> tuple[LayoutTask, ...]:
        """Return the differences from the layout as far as we know; all of it if nobody knows."""
        found = tasks(self.session.layout, self.state, {token: tag for tag, token in self.tokens.items()})
        floors = (floor_of(task, self.state) for task in found)
        self.first_floor = next((floor for floor in floors if floor is not None), None)
        self.by_floors = len(found) > _MOST_TOGETHER
        return tuple(sorted(found, key=self._floor_order)) if self.by_floors else found

    def _floor_order(self, task: LayoutTask) -> int:
        """Return the place of a task when a house is rebuilt by floors."""
        floor = floor_of(task, self.state)
        return -1 if task.kind in _FIRST else len(Floor) if floor is None else list(Floor).index(floor)

    def group(self, task: LayoutTask) -> object:
        """Return the floor, so that a whole house is rebuilt floor by floor; cards come last."""
        if not self.by_floors:
            return None
        return self.first_floor if task.kind in _FIRST else floor_of(task, self.state)

    def ask_by_hand(self, tasks: Sequence[LayoutTask]) -> str:
        """Ask the players to do these tasks, with the floor on which they lie."""
        floor = self.group(tasks[0])
        if not isinstance(floor, Floor) or self.session.is_by_ear:
            return super().ask_by_hand(tasks)
        return say("{floor}: lay it as the picture shows.", floor=capitalised(floor_name(floor)))

    def progress(self, tasks: Sequence[LayoutTask], observation: HouseObservation) -> TaskProgress:
        """Return each task, ticked when it is seen to be done.

        Only players know of floors out of sight, the marker, counters and monsters without a tag.
        """
        seen = observation.with_names(self.state.house, strips_of(self.session), self.tokens)
        crowded = self._crowded_rooms(seen)
        covered = self._covered(seen) | crowded
        unsure = tuple(_piece_of(task) for task in tasks if self._out_of_sight(task, seen, covered))
        done = tuple(self._is_done_as_seen(task, seen) for task in tasks)
        open_tasks = [task for task, is_done in zip(tasks, done, strict=True) if not is_done]
        to_do = {_piece_of(task) for task in open_tasks}
        as_before = {_piece_of(task) for task in open_tasks if self._is_unmoved(task, seen)}
        found = findings(self.state, seen, self.tokens.values())
        calm = [finding for finding in found if is_calm(finding)]
        different = [
            left
            for finding in found
            # Where a figure belongs that is still to be moved, the tasks say.
            if not is_calm(finding) and not (is_off(finding) and to_do.issuperset(_pieces(finding)))
            if (left := _without_covered(finding, covered)) is not None
        ]
        if all(lie in seen.layout.counts for lie in self.wanted.counts):
            # Whatever else lies there is no piece of this game.
            different = [finding for finding in different if not _is_unread(finding)]
        wrong = self.session.ignored_problems.others(
            tuple(problem for finding in different for problem in discrepancies(self.state, seen, finding))
        )
        self.astray = wrong
        reported = {piece for problem in wrong if problem.kind == "unread" for piece in problem.pieces} | to_do
        waited_for = (
            pending_problem(self.state, seen, finding) for finding in calm if reported.isdisjoint(_pieces(finding))
        )
        # What the next tasks say is not said twice.
        told = (problem for problem in wrong if problem.kind == _TWICE or as_before.isdisjoint(problem.pieces))
        return TaskProgress(
            done,
            (*told, *waited_for),
            matches=not wrong and to_do.issubset(unsure),
            waiting=tuple(map(cell_name, seen.unread)),
            unsure=unsure,
            hint=self._move_text(seen, covered, crowded),
        )

    def remaining_tasks(self) -> list[LayoutTask]:
        """Return the tasks, first those that the camera will see done."""
        unsure = self.found.unsure if self.found is not None else ()
        return sorted(super().remaining_tasks(), key=lambda task: _piece_of(task) in unsure)

    def _covered(self, seen: HouseObservation) -> frozenset[str]:
        """Return the rooms of which cards hide something.

        These are cards that are seen, and cards that shall lie there.
        """
        cells = cells_under_cards(self.state, seen)
        return self.under_cards | {room for room, place in self.state.house.rooms.items() if place.cell in cells}

    def _rooms_round(self, room: str) -> frozenset[str]:
        """Return the room and all that touch it, at a corner too."""
        house = self.state.house
        if room not in house.rooms:
            return frozenset()
        floor, x, y = house.rooms[room].cell
        beside = ((floor, x + across, y + down) for across, down in product((-1, 0, 1), repeat=2))
        return frozenset(house.cells[cell] for cell in beside if cell in house.cells)

    def _crowded_rooms(self, seen: HouseObservation) -> frozenset[str]:
        """Return the rooms that are unreadable because figures and tokens hide each other.

        These pieces belong there.

        What cannot be read is then one of them that is not seen, there or next door, or the room's own tile.
        """
        cells = self.state.house.cells
        stand = [lie for lie in self.wanted.counts if kind_of(lie.piece) in FIGURES]
        crowded = set()
        for room in (cells[cell] for cell in seen.unread if cell in cells):
            near = self._rooms_round(room)
            beside = [lie for lie in stand if lie.place in near]
            if any(seen.lie_of(lie.piece) is None for lie in beside) or (beside and room not in seen.tiles):
                crowded.add(room)
        # Under figures whose tags are all read the room's own may be hidden.
        under = (cells[cell] for cell in cells_of(seen.hidden) if cell in cells)
        crowded.update(room for room in under if room not in seen.tiles and any(lie.place == room for lie in stand))
        return frozenset(crowded)

    def _out_of_sight(self, task: LayoutTask, seen: HouseObservation, covered: frozenset[str]) -> bool:
        is_untagged = task.kind == HousePieceKind.MONSTER and name_of(_piece_of(task)) not in self.tokens.values()
        if is_untagged or task.kind in (HousePieceKind.MARKER, HousePieceKind.COUNTER):
            return True
        room, floor = room_of(task, self.state), floor_of(task, self.state)
        if task.kind == HousePieceKind.TILE and room is not None and room in seen.unplaced:
            # It lies behind a tile that is covered.
            return may_be_connected(self.state, seen, room)
        lie = seen.lie_of(_piece_of(task))
        # A card may hide other cards, the room's tag, and that of a figure which may stand there.
        may_be_hidden = task.kind == HousePieceKind.CARD or room not in seen.tiles
        may_be_hidden |= task.kind in FIGURES and (lie is None or is_off_tiles(lie))
        if task.kind == START or (room in covered and may_be_hidden):
            return not self._is_done_as_seen(task, seen)
        return floor is not None and floor not in seen.floors

    def _move_text(self, seen: HouseObservation, covered: frozenset[str], crowded: frozenset[str]) -> str:
        """Describe which card hides a room, or where figures hide each other.

        It says that they may be pushed aside.
        """
        rooms = self.state.house.rooms
        for room, place in rooms.items():
            is_unread = room not in seen.tiles and place.floor in seen.floors
            if room in covered and is_unread and seen.over.get(place.cell):
                return describe_uncover(seen, room, place)
        return next((describe_uncover(seen, room, place) for room, place in rooms.items() if room in crowded), "")

    def _is_done_as_seen(self, task: LayoutTask, seen: HouseObservation) -> bool:
        """Return True if the task is seen to be done."""
        if not task.changes:
            return set(self.state.floors).issubset(seen.floors)
        (change,) = task.changes
        if change.end is not None:
            return change.end in seen.layout.counts
        return seen.lie_of(change.lie.piece) is None and name_of(change.lie.piece) not in seen.unplaced

    def _is_unmoved(self, task: LayoutTask, seen: HouseObservation) -> bool:
        """Return True if a piece to be moved is not seen, or lies where it lay.

        If its former place is unknown, it must lie elsewhere than it shall.
        """
        if task.kind in (HousePieceKind.CARD, BACK):
            return True
        layout, lie = self.session.layout, seen.lie_of(_piece_of(task))
        if lie is None or task.kind == START:
            return task.kind in (HousePieceKind.TILE, *FIGURES)
        if layout is None:
            end = task.changes[0].end
            return end is None or lie.place != end.place
        return lie in layout.counts

    def overrule(self) -> None:
        """Ignore what is not done yet, too: nobody is asked for it once more."""
        self.session.ignored_problems.add(self.astray)
        super().overrule()

    def completed_layout(self) -> TableLayout:
        """Return the layout as the game says."""
        return expected_layout(self.state)

    def sign(self, task: LayoutTask) -> object | None:
        """Return the tile as it shall lie, or the explorer."""
        room, name = room_of(task, self.state), name_of(_piece_of(task))
        if task.kind == HousePieceKind.TILE and room is not None:
            return TileSign(room, self.state.house.rooms[room].turn)
        return name if name in CHARACTERS else None

    def board(self, open_tasks: Sequence[LayoutTask]) -> MapView:
        """Return the house as it should lie, with the floor of the first task large, or alone."""
        rooms = [room for task in open_tasks if (room := room_of(task, self.state)) is not None]
        floor = self.state.house.rooms[rooms[0]].floor if rooms else None
        group = self.group(open_tasks[0]) if open_tasks else None
        alone = group if isinstance(group, Floor) else None
        return map_view(self.state, large=floor, asked=tuple(rooms[:1]), only=alone)


def _piece_of(task: LayoutTask) -> str:
    """Return the piece that a task is about; of the start tile and the landings its kind."""
    return task.changes[0].lie.piece if task.changes else task.kind


def _pieces(finding: Finding) -> tuple[str, ...]:
    """Return the card or the room that it is about, behind whose door it may be something else."""
    if isinstance(finding, Change):
        return (finding.lie.piece,)
    return tile_ids([finding.room]) if isinstance(finding, UnreadPlace) and finding.door is None else ()


def _is_unread(finding: Finding) -> bool:
    return isinstance(finding, Trouble) and finding.kind is TroubleKind.UNREAD


def _without_covered(finding: Finding, covered: frozenset[str]) -> Finding | None:
    """Return the finding without rooms that cards or figures make unreadable.

    Something in these rooms could not be read only because cards lie or figures stand there.
    """
    if not _is_unread(finding):
        return finding
    assert isinstance(finding, Trouble)
    names = tuple(name for name in finding.names if name not in covered)
    return replace(finding, names=names) if names else None
