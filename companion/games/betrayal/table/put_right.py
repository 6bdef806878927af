"""Guide: tasks for hands until tiles, figures, tokens and cards lie as the game says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from companion.device.sentences import capitalised
from companion.games.betrayal.discrepancies import (
    CALM,
    CardMissing,
    DoorUnread,
    FigureOffTiles,
    Finding,
    RoomUnread,
    Trouble,
    TroubleKind,
    findings,
    may_be_connected,
)
from companion.games.betrayal.language import say
from companion.games.betrayal.map_view import MapView, map_view
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.inference import describe_uncover, discrepancies, pending_problem
from companion.games.betrayal.table.layout import PlacementTask, TableLayout, expected_layout, strips_of, tasks
from companion.games.betrayal.table.picking import TileSign
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.words import floor_name
from companion.table.inference import TableProblem
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.running_game import state_of
from companion.table.session import Session
from engine.betrayal.components import CHARACTERS, Floor
from engine.betrayal.house import House, Place, lies_alike
from engine.betrayal.state import State

#: So many tasks are shown at once; of more each floor is a page of its own.
_MOST_TOGETHER = 8
#: The kinds of tasks that come before all floors.
_FIRST = ("start", "back")


def _floor_order(task: PlacementTask) -> int:
    """Place of a task when a house is rebuilt by floors."""
    if task.kind in _FIRST:
        return -1
    return len(Floor) if task.floor is None else list(Floor).index(task.floor)


class PutHouseRightStep(PutRightStep[PlacementTask, TableLayout, HouseObservation]):
    """Tiles first, then figures with their side, tokens and their S, cards."""

    def __init__(self, session: Session) -> None:
        self.state = state_of(session, State)
        self.wanted = expected_layout(self.state)
        self.under_cards = _rooms_under_cards(self.wanted)
        #: All that lies otherwise than the game says, what is still to be done included.
        self.astray: tuple[TableProblem, ...] = ()
        assert session.game is not None
        self.tags = {token: tag for tag, token in tokens_by_tag(session.game.events).items()}
        super().__init__(session)

    def first_tasks(self) -> tuple[PlacementTask, ...]:
        """Return the differences from the layout as far as we know; all of it if nobody knows."""
        found = tasks(self.session.layout, self.wanted, self.tags)
        self.first_floor = next((task.floor for task in found if task.floor is not None), None)
        self.by_floors = len(found) > _MOST_TOGETHER
        return tuple(sorted(found, key=_floor_order)) if self.by_floors else found

    def group(self, task: PlacementTask) -> object:
        """Return the floor, so that a whole house is rebuilt floor by floor; cards come last."""
        if not self.by_floors:
            return None
        return self.first_floor if task.kind in _FIRST else task.floor

    def ask_by_hand(self, tasks: Sequence[PlacementTask]) -> str:
        """Ask the players to do these tasks, with the floor on which they lie."""
        floor = self.group(tasks[0])
        if not isinstance(floor, Floor):
            return super().ask_by_hand(tasks)
        return say("{floor}: lay it as the picture shows.", floor=capitalised(floor_name(floor)))

    def progress(self, tasks: Sequence[PlacementTask], observation: HouseObservation) -> TaskProgress:
        """Return each task, ticked when it is seen to be done.

        Only players know of floors out of sight, the marker and counters.
        """
        assert self.session.game is not None
        observation = observation.with_known_rooms(self.state.house)
        tokens = tokens_by_tag(self.session.game.events)
        strips = strips_of(self.session)
        crowded = self._crowded_rooms(observation)
        covered = self._covered(observation) | crowded
        unsure = tuple(task.piece for task in tasks if self._out_of_sight(task, observation, covered))
        done = tuple(self._is_seen(task, observation) for task in tasks)
        open_tasks = [task for task, is_done in zip(tasks, done, strict=True) if not is_done]
        to_do = {task.piece for task in open_tasks}
        as_before = {task.piece for task in open_tasks if self._is_unmoved(task, observation)}
        # Where a figure belongs that is still to be moved, the tasks say.
        different = [
            one
            for one in findings(self.state, observation, strips, tokens)
            if not (isinstance(one, FigureOffTiles) and one.figure in to_do)
        ]
        calm = [one for one in different if isinstance(one, CALM)]
        different = [one for one in different if not isinstance(one, CALM)]
        found = [left for one in different if (left := _without_covered(one, covered)) is not None]
        if self._all_seen(observation):
            # Whatever else lies there is no piece of this game.
            found = [one for one in found if not _is_unread(one)]
        wrong = self.session.not_ignored(tuple(problem for one in found for problem in discrepancies(self.state, one)))
        self.astray = wrong
        reported = {piece for problem in wrong if problem.kind == "unread" for piece in problem.pieces} | to_do
        waited_for = (pending_problem(self.state, observation, one) for one in calm if reported.isdisjoint(_names(one)))
        problems = (*(problem for problem in wrong if as_before.isdisjoint(problem.pieces)), *waited_for)
        return TaskProgress(
            done,
            problems,
            matches=not wrong and to_do.issubset(unsure),
            waiting=tuple(":".join(map(str, cell)) for cell in observation.unread),
            unsure=unsure,
            hint=self._move_text(observation, covered, crowded),
        )

    def remaining_tasks(self) -> list[PlacementTask]:
        """First what the camera will see to be done."""
        unsure = self.found.unsure if self.found is not None else ()
        return sorted(super().remaining_tasks(), key=lambda task: task.piece in unsure)

    def _covered(self, observation: HouseObservation) -> frozenset[str]:
        """Return the rooms of which cards hide something.

        These are cards that are seen, and cards that shall lie there.
        """
        rooms = self.wanted.rooms
        unread = observation.cells_under_unread_cards(
            {card: rooms[room].cell for card, room in self.wanted.lying.items()}
        )
        over = {room for room, place in rooms.items() if place.cell in unread.union(observation.over)}
        return self.under_cards | over

    def _crowded_rooms(self, observation: HouseObservation) -> frozenset[str]:
        """Return the rooms that are unreadable because figures and tokens hide each other.

        These pieces belong there.

        What cannot be read is then one of them that is not seen, there or next door, or the room's own tile.
        """
        wanted, cells = self.wanted, House(self.wanted.rooms).cells
        tokens = {piece for piece in wanted.tokens if self.tags.get(piece) not in observation.monsters}
        lost = {*(wanted.figures.keys() - observation.figures.keys()), *tokens}
        stand = {piece: room for piece, (room, _) in {**wanted.figures, **wanted.tokens}.items()}
        crowded = set()
        for room in (cells[cell] for cell in observation.unread if cell in cells):
            near = _rooms_round(wanted.rooms, room)
            there = {piece for piece, place in stand.items() if place in near}
            if there & lost or (there and room not in observation.tiles):
                crowded.add(room)
        # Under figures whose tags are all read the room's own may be hidden.
        under = (cells[cell] for cell in observation.hidden if cell in cells)
        crowded.update(room for room in under if room not in observation.tiles and room in stand.values())
        return frozenset(crowded)

    def _out_of_sight(self, task: PlacementTask, observation: HouseObservation, covered: frozenset[str]) -> bool:
        if task.kind in ("marker", "counter"):
            return True
        if task.kind == "start":
            return not self._is_seen(task, observation)
        if task.kind == "tile" and task.piece in observation.unplaced:
            # It lies behind a tile that is covered.
            return may_be_connected(self.state, observation, task.piece)
        if task.room in covered and (
            task.kind == "card" or task.room not in observation.tiles or self._is_under_cards(task, observation)
        ):
            return not self._is_seen(task, observation)
        return task.floor is not None and task.floor not in observation.floors

    def _is_under_cards(self, task: PlacementTask, observation: HouseObservation) -> bool:
        """Return True if a card hides the tag of a figure or a token that may stand in its room."""
        if task.kind == "figure":
            stands = observation.figures.get(task.piece)
            return stands is None or stands.room is None
        shown_token = observation.monsters.get(self.tags.get(task.piece, ""))
        return task.kind == "token" and (shown_token is None or shown_token.room is None)

    def _move_text(self, observation: HouseObservation, covered: frozenset[str], crowded: frozenset[str]) -> str:
        """Describe which card hides a room, or where figures hide each other.

        It says that they may be pushed aside.
        """
        for room, place in self.wanted.rooms.items():
            is_unread = room not in observation.tiles and place.floor in observation.floors
            if room in covered and is_unread and observation.over.get(place.cell):
                return describe_uncover(observation, room, place)
        return next(
            (
                describe_uncover(observation, room, place)
                for room, place in self.wanted.rooms.items()
                if room in crowded
            ),
            "",
        )

    def _all_seen(self, observation: HouseObservation) -> bool:
        """Return True if every piece of the game is seen where it shall lie."""
        wanted = self.wanted
        pieces = {
            "tile": wanted.rooms,
            "figure": wanted.figures,
            "token": wanted.tokens,
            "card": {**wanted.lying, **wanted.held},
        }
        return all(self._is_placed(kind, piece, observation) for kind, names in pieces.items() for piece in names)

    def _is_seen(self, task: PlacementTask, observation: HouseObservation) -> bool:
        """Return True if the task is seen to be done."""
        return self._is_placed(task.kind, task.piece, observation)

    def _is_unmoved(self, task: PlacementTask, observation: HouseObservation) -> bool:
        """Return True if a piece to be moved is not seen, or lies where it lay.

        If its former place is unknown, it must lie elsewhere than it shall.
        """
        layout = self.session.layout
        before, wanted = layout or TableLayout(), self.wanted
        match task.kind:
            case "tile":
                place = observation.tiles.get(task.piece)
                if place is None or layout is None:
                    return place is None or place.cell != wanted.rooms[task.piece].cell
                was = before.rooms.get(task.piece)
                return was is not None and lies_alike(task.piece, place, was)
            case "figure":
                stands = observation.figures.get(task.piece)
                if stands is None or stands.room is None or layout is None:
                    shall = wanted.figures.get(task.piece)
                    return stands is None or shall is None or stands.room != shall[0]
                return (stands.room, stands.side) == before.figures.get(task.piece)
            case "token":
                shown_token = observation.monsters.get(self.tags.get(task.piece, ""))
                if shown_token is None or shown_token.room is None or layout is None:
                    shall_lie = wanted.tokens.get(task.piece)
                    return shown_token is None or shall_lie is None or shown_token.room != shall_lie[0]
                return (shown_token.room, shown_token.stunned) == before.tokens.get(task.piece)
        return task.kind in ("card", "back")

    def _is_placed(self, kind: str, piece: str, observation: HouseObservation) -> bool:
        """Return True if the piece lies as it shall."""
        wanted = self.wanted
        match kind:
            case "start":
                return set(self.state.floors).issubset(observation.floors)
            case "tile":
                place = observation.tiles.get(piece)
                return place is not None and lies_alike(piece, place, wanted.rooms[piece])
            case "back":
                return piece not in observation.tiles and piece not in observation.unplaced
            case "figure":
                stands = observation.figures.get(piece)
                if piece not in wanted.figures:
                    return stands is None
                return stands is not None and (stands.room, stands.side) == wanted.figures[piece]
            case "token":
                shown_token = observation.monsters.get(self.tags.get(piece, ""))
                if piece not in wanted.tokens:
                    return shown_token is None
                return shown_token is not None and (shown_token.room, shown_token.stunned) == wanted.tokens[piece]
            case "card":
                if piece in wanted.lying:
                    return observation.lying.get(piece) == wanted.lying[piece]
                strips = strips_of(self.session)
                return strips.get(observation.held.get(piece, "")) == wanted.held.get(piece)
        return False

    def overrule(self) -> None:
        """Ignore what is not done yet, too: nobody is asked for it once more."""
        self.session.ignore_problems(self.astray)
        super().overrule()

    def completed_layout(self) -> TableLayout:
        """As the game says."""
        return self.wanted

    def sign(self, task: PlacementTask) -> object | None:
        """The tile as it shall lie, or the explorer."""
        if task.kind == "tile" and task.room is not None:
            return TileSign(task.room, self.state.house.rooms[task.room].turn)
        return task.piece if task.piece in CHARACTERS else None

    def board(self, open_tasks: Sequence[PlacementTask]) -> MapView:
        """The house as it should lie, the floor of the first thing to do large, or alone."""
        rooms = tuple(task.room for task in open_tasks if task.room is not None)
        floor = next((task.floor for task in open_tasks if task.floor is not None), None)
        group = self.group(open_tasks[0]) if open_tasks else None
        alone = group if isinstance(group, Floor) else None
        return map_view(self.state, large=floor, now=rooms[:1], only=alone)


def _names(finding: CardMissing | RoomUnread | DoorUnread) -> set[str]:
    """The card or the room that it is about, behind whose door it may be something else."""
    match finding:
        case CardMissing(card=card):
            return {card}
        case RoomUnread(room=room):
            return {room}
    return set()


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


def _rooms_under_cards(lay: TableLayout) -> frozenset[str]:
    """The rooms whose tags cards may hide that lie there: those with cards, and all round them."""
    return frozenset().union(*(_rooms_round(lay.rooms, room) for room in lay.lying.values()))


def _rooms_round(rooms: Mapping[str, Place], room: str) -> frozenset[str]:
    """The room and all that touch it, at a corner too."""
    cells, here = House(rooms).cells, rooms[room]
    beside = ((here.floor, here.x + across, here.y + down) for across, down in product((-1, 0, 1), repeat=2))
    return frozenset(cells[cell] for cell in beside if cell in cells)
