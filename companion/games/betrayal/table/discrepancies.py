"""Differences of a reading from the game's state, and the events that explain them.

Pure functions. Nothing is said of what is not in sight: a piece is missed only where it would be seen if it were there.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from companion.games.betrayal.lies import (
    FIGURES,
    HousePieceKind,
    cell_name,
    cells_of,
    is_off_tiles,
    kind_of,
    name_of,
    named_cell,
    order_of,
    place_of,
)
from companion.games.betrayal.mat import STRIPS
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.tags import TokenFace
from companion.table.layout import Change, Lie, TableLayout, difference
from engine.betrayal.components import BASEMENT_LANDING, CARDS, COAL_CHUTE, Dir
from engine.betrayal.events import Discovered, Drew, Dropped, GameEvent, Gave, Moved, Picked, Slid, Stole, Stunned
from engine.betrayal.game import RULES
from engine.betrayal.house import Cell, next_cell
from engine.betrayal.state import GONE, State
from engine.game import RuleProblem
from vision.model.floors import GapKind

#: So many cells a card reaches beyond the one on which its tag lies: it is half as long again as a tile.
_CARD_REACH = range(-2, 3)
#: The pieces that a camera sees.
_SEEN = (HousePieceKind.TILE, *FIGURES, HousePieceKind.CARD)


class TroubleKind(StrEnum):
    """Reason for doubt about a reading, until hands mend it."""

    LANDING_MISSING = "landing-missing"
    GAP = "gap"
    OVERLAP = "overlap"
    ASKEW = "askew"
    UNPLACED = "unplaced"
    TWICE = "twice"
    UNREAD = "unread"
    STRAY = "stray"
    """A piece of somebody or something that is not in the game, or a held card before an empty seat."""


@dataclass(frozen=True)
class Trouble:
    """Problem with how things lie.

    `names`: rooms; for a stray or doubled piece its tag.
    """

    kind: TroubleKind
    names: tuple[str, ...]


@dataclass(frozen=True)
class UnreadPlace:
    """Unreadable thing in a room whose tile or piece is not seen, or behind its door."""

    room: str
    door: Dir | None = None


#: A change begins as the game says, and ends as it is seen.
Finding = Trouble | Change | UnreadPlace


def is_calm(finding: Finding) -> bool:
    """Return True if nothing is wrong yet.

    Somebody may read a card, and what cannot be read may be right.
    """
    if isinstance(finding, Change):
        return finding.end is None and kind_of(finding.lie.piece) is HousePieceKind.CARD
    return isinstance(finding, UnreadPlace)


def is_off(finding: Finding) -> bool:
    """Return True if a figure stands on no tile that was read."""
    return isinstance(finding, Change) and finding.end is not None and is_off_tiles(finding.end)


def visible_layout(state: State, tagged: Collection[str]) -> TableLayout:
    """Return the layout of the pieces with tags: of monsters those in `tagged`."""

    def is_visible(lie: Lie) -> bool:
        kind = kind_of(lie.piece)
        return kind in _SEEN and (kind is not HousePieceKind.MONSTER or name_of(lie.piece) in tagged)

    return expected_layout(state).filtered(is_visible)


def findings(state: State, seen: HouseObservation, tagged: Collection[str]) -> tuple[Finding, ...]:
    """Return what is seen otherwise than the game has it.

    Troubles come first, then tiles, figures, tokens, cards.

    `seen` has the names of the game; `tagged`: the monsters whose tokens have tags.
    """
    expected = visible_layout(state, tagged)
    return (
        *_troubles(state, seen, tagged),
        *_changes(state, seen, expected),
        *_unread(state, seen, expected),
    )


_GAPS = {GapKind.GAP: TroubleKind.GAP, GapKind.OVERLAP: TroubleKind.OVERLAP, GapKind.ASKEW: TroubleKind.ASKEW}


def _troubles(state: State, seen: HouseObservation, tagged: Collection[str]) -> Iterator[Trouble]:
    """Yield the troubles of a reading.

    These are two of one kind, what cannot be placed, gaps, what cannot be read, what is not of this game.
    """
    for name in sorted(seen.in_doubt):
        yield Trouble(TroubleKind.TWICE, (name,))
    for gap in seen.gaps:
        if not _adjacent_by_covered_tile(state, seen, gap.one, gap.other):
            yield Trouble(_GAPS[gap.kind], (gap.one, gap.other))
    unplaced = tuple(room for room in seen.unplaced if not may_be_connected(state, seen, room))
    if unplaced:
        missing = [floor for floor in state.floors if floor not in seen.floors]
        kind = TroubleKind.LANDING_MISSING if missing else TroubleKind.UNPLACED
        yield Trouble(kind, unplaced)
    unread = sorted({state.house.cells[cell] for cell in seen.unread if cell in state.house.cells})
    if unread:
        yield Trouble(TroubleKind.UNREAD, tuple(unread))
    lies = sorted(seen.layout.counts, key=order_of)
    yield from (Trouble(TroubleKind.STRAY, (lie.piece,)) for lie in lies if _is_stray(state, lie, tagged))


def _is_stray(state: State, lie: Lie, tagged: Collection[str]) -> bool:
    """Return True for a piece that is not in the game, or lies before an empty seat."""
    name = name_of(lie.piece)
    match kind_of(lie.piece):
        case HousePieceKind.EXPLORER:
            return name not in state.explorers
        case HousePieceKind.MONSTER:
            return name not in tagged or name not in state.monsters
    return lie.place in STRIPS


def cells_under_cards(state: State, seen: HouseObservation) -> frozenset[Cell]:
    """Return the cells of which cards hide something.

    These are the cells over which a card reaches, and those round cards that are read nowhere: their turn is unknown.
    """
    rooms = state.house.rooms
    unread = [
        rooms[known.at].cell for card, known in state.cards.items() if known.at in rooms and card not in seen.cards
    ]
    around = (
        (floor, x + across, y + down) for floor, x, y in unread for across, down in product(_CARD_REACH, repeat=2)
    )
    return frozenset(seen.over).union(around)


def doubtful_cells(state: State, seen: HouseObservation) -> frozenset[Cell]:
    """Return the cells on which a tile may lie that is not seen."""
    return cells_under_cards(state, seen).union(cells_of(seen.unreadable), cells_of(seen.hidden))


def may_be_connected(state: State, seen: HouseObservation, room: str) -> bool:
    """Return True if a tile touches no other only because one between them is covered.

    The covered tile is of the house and is not read.
    """
    rooms = state.house.rooms
    doubtful = doubtful_cells(state, seen)
    return room in rooms and any(
        place.floor is rooms[room].floor
        and place.cell in doubtful
        and other not in seen.tiles
        and other not in seen.unplaced
        for other, place in rooms.items()
    )


def _adjacent_by_covered_tile(state: State, seen: HouseObservation, tile: str, other: str) -> bool:
    """Return True if tiles of two floors lie near each other only because of a covered tile.

    The covered tile cuts one of them off from its own floor.
    """
    rooms = state.house.rooms
    if tile not in rooms or other not in rooms or rooms[tile].floor is rooms[other].floor:
        return False
    return any(room in seen.unplaced and may_be_connected(state, seen, room) for room in (tile, other))


# --- what lies otherwise ----------------------------------------------------------------------------------------------


def _changes(state: State, seen: HouseObservation, expected: TableLayout) -> Iterator[Change]:
    """Yield what lies otherwise: tiles, then figures, those on no tile last, then cards."""
    parts = (part for change in difference(seen.layout, expected) for part in _parts(change))
    in_sight = _cells_in_sight(state, seen)
    for change in sorted(parts, key=_order):
        start, end = change
        if end is None:
            if start is not None and _is_missed(state, seen, start, in_sight):
                yield change
        elif _is_told(state, seen, start, end):
            yield change


def _parts(change: Change) -> Iterator[Change]:
    """Yield the move of a token and its turn by themselves: they are two events."""
    start, end = change
    if start is None or end is None or kind_of(end.piece) is not HousePieceKind.MONSTER:
        yield change
        return
    for part in (start._replace(place=end.place), start._replace(face=end.face)):
        if part != start:
            yield Change(start, part)


def _order(change: Change) -> tuple[bool, bool, int, bool]:
    kind = kind_of(change.lie.piece)
    return kind is HousePieceKind.CARD, is_off(change), order_of(change.lie), change.end is None


def _is_told(state: State, seen: HouseObservation, start: Lie | None, end: Lie) -> bool:
    """Return True if anything is to be said of a piece that is seen there."""
    kind, name = kind_of(end.piece), name_of(end.piece)
    if kind is HousePieceKind.CARD:
        # Whoever is dead may keep a card. Of those beside the tiles and before empty seats something else is said.
        known = state.cards.get(name)
        return not is_off_tiles(end) and end.place not in STRIPS and (known is None or known.at != end.place)
    if not is_off_tiles(end):
        # Figures that are not in the game are strays.
        return kind is HousePieceKind.TILE or start is not None
    room, door = place_off_tiles(state, seen, end)
    all_in_sight = set(state.floors) <= set(seen.floors) and not seen.unplaced
    # Figures beside all floors count only if every tile is in sight.
    return start is not None and room != start.place and (room is not None or door is not None or all_in_sight)


def place_off_tiles(state: State, seen: HouseObservation, lie: Lie) -> tuple[str | None, tuple[str, Dir] | None]:
    """Return the tile under a figure as far as is known, and the door before which it stands."""
    cell = named_cell(lie.place)
    room = None if cell is None else state.house.cells.get(cell)
    door = None if cell is None else _open_doors(state).get(cell)
    # It stands beside a tile that is read.
    return None if room in seen.tiles else room, door


def _cells_in_sight(state: State, seen: HouseObservation) -> frozenset[Cell]:
    """Return the cells beside tiles about which nothing is doubtful: what lies there is seen."""
    clear = frozenset(
        next_cell(place.cell, side)
        for room, place in seen.tiles.items()
        if place.floor in seen.floors and not seen.may_hide_pieces(room)
        for side in Dir
    )
    return clear - doubtful_cells(state, seen)


def _is_missed(state: State, seen: HouseObservation, lie: Lie, in_sight: Collection[Cell]) -> bool:
    """Return True if a piece that is seen nowhere would be seen where it should lie."""
    kind, name = kind_of(lie.piece), name_of(lie.piece)
    if kind is HousePieceKind.TILE:
        return place_of(lie).cell in in_sight and name not in seen.unplaced
    if kind is HousePieceKind.CARD and name not in seen.cards_before - seen.cards:
        return False
    if lie.place in state.explorers:
        return lie.place not in seen.unreadable
    place = seen.tiles.get(lie.place)
    if place is None or place.floor not in seen.floors or seen.may_hide_pieces(lie.place):
        return False
    # The corner of a card is enough to hide a figure's tag.
    return place.cell not in seen.over


def _unread(state: State, seen: HouseObservation, expected: TableLayout) -> Iterator[UnreadPlace]:
    """Yield where something lies that cannot be read, and may be what is not seen."""
    doors, lies = _open_doors(state), seen.layout.counts
    shown = {lie.piece for lie in lies if not is_off_tiles(lie)}
    stand = [lie for lie in expected.counts if kind_of(lie.piece) in FIGURES]
    lost = {lie.place for lie in stand if lie.piece not in shown}
    lost |= {known.at for card, known in state.cards.items() if card in seen.cards_before - seen.cards}
    taken = {lie.place for lie in lies if kind_of(lie.piece) is not HousePieceKind.TILE}
    # Below a card that lies in the house it is the tile that cannot be read, and nobody has anything to do.
    laid = {card for card, known in state.cards.items() if known.at in state.house.rooms}
    for cell in seen.unread:
        room = state.house.cells.get(cell)
        if room is None and cell in doors and cell_name(cell) not in taken:
            yield UnreadPlace(*doors[cell])
        elif room is not None and (room in lost or (room not in seen.tiles and not laid & {*seen.over.get(cell, ())})):
            yield UnreadPlace(room)


def _open_doors(state: State) -> dict[Cell, tuple[str, Dir]]:
    """Return the cells behind open doors, each with a door that leads there."""
    return {
        next_cell(state.house.rooms[room].cell, door): (room, door)
        for floor in state.floors
        for room, door in state.house.open_doors(floor)
    }


# --- what it tells ----------------------------------------------------------------------------------------------------


def event_of(state: State, change: Change) -> GameEvent | None:
    """Return the event that would explain a change, allowed or not; None: there is none."""
    start, end = change
    if end is None:
        return None
    name = name_of(end.piece)
    match kind_of(end.piece):
        case HousePieceKind.TILE:
            return _discovery(state, name, end) if start is None else None
        case HousePieceKind.CARD:
            return _card_event(state, name, end.place)
    if start is None or start.place == end.place:
        return Stunned(token=name) if end.face == TokenFace.STUNNED else None
    if end.place not in state.house.rooms:
        return None
    slides = (start.place, end.place) == (COAL_CHUTE, BASEMENT_LANDING)
    return Slid(by=name) if slides else Moved(by=name, to=end.place)


def problems_of(state: State, event: GameEvent | None) -> tuple[RuleProblem, ...]:
    """Return what the rules say against an event."""
    return () if event is None else RULES.problems(state, event)


def doors_to(state: State, tile: Lie) -> tuple[tuple[str, Dir], ...]:
    """Return the open doors that look at the cell of a tile."""
    cell, rooms = place_of(tile).cell, state.house.rooms
    return tuple(
        (room, door) for room, door in state.house.open_doors(cell[0]) if next_cell(rooms[room].cell, door) == cell
    )


def _discovery(state: State, room: str, tile: Lie) -> Discovered | None:
    """Return the discovery of whoever's turn it is; None: they do not stand beside it."""
    explorer = str(state.turn)
    if explorer not in state.explorers:
        return None
    doors = (door for other, door in doors_to(state, tile) if state.room_of(explorer) == other)
    return next((Discovered(by=explorer, door=door, tile=room, turn=tile.turn) for door in doors), None)


def _card_event(state: State, card: str, place: str) -> Drew | Dropped | Gave | Picked | Stole | None:
    """Return how a card came there; None: by nobody."""
    known = state.cards.get(card)
    holder = known.at if known is not None and known.at in state.explorers else None
    if place not in state.explorers:
        return None if holder is None else Dropped(by=holder, cards=(card,))
    if known is None or known.at == GONE:
        return Drew(by=place, card=CARDS[card].kind, name=card)
    if holder is None:
        return Picked(by=place, cards=(card,))
    first = state.owed[0] if state.owed else None
    if first is not None and first.by == holder and first.steal == place:
        return Stole(by=place, from_=holder, card=card)
    return Gave(by=holder, to=place, card=card)
