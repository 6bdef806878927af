"""Findings: differences of a reading from the game's state, and events that explain them.

Pure functions: a state and what is seen go in, findings come out. Nothing is said of what is not in sight: a
piece is missed only where it would be seen if it were there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.tags import TagKind
from engine.betrayal.components import BASEMENT_LANDING, CARDS, COAL_CHUTE, STEP, Dir
from engine.betrayal.events import Discovered, Drew, Dropped, GameEvent, Gave, Moved, Picked, Slid, Stole, Stunned
from engine.betrayal.game import RULES
from engine.betrayal.house import Cell, Place, lies_alike, next_cell
from engine.betrayal.state import GONE, State
from engine.game import RuleProblem
from vision.model.floors import GapKind


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
class TileLaid:
    """A tile that is not in the house yet lies on a floor.

    `doors` are the open doors that look at its cell; `turns` those in which it would fit behind the first of them.
    `event`: whoever's turn it is discovered it, None if they do not stand next to it.
    """

    room: str
    place: Place
    doors: tuple[tuple[str, Dir], ...]
    turns: tuple[int, ...]
    event: Discovered | None
    problems: tuple[RuleProblem, ...]


@dataclass(frozen=True)
class TileElsewhere:
    """A tile of the house lies elsewhere than it should, or is turned otherwise."""

    room: str
    was: Place
    now: Place


@dataclass(frozen=True)
class TileMissing:
    """A tile of the house is not where it should be, although that is in sight."""

    room: str


@dataclass(frozen=True)
class FigureMoved:
    """An explorer or a monster stands elsewhere, or on another side; `event`: it walked there."""

    figure: str
    room: str
    side: Dir | None
    event: Moved | Slid | None
    problems: tuple[RuleProblem, ...]


@dataclass(frozen=True)
class FigureMissing:
    """Explorer or monster that stands neither in its room nor anywhere else.

    Its room is in sight.
    """

    figure: str


@dataclass(frozen=True)
class FigureOffTiles:
    """Explorer or monster that is read, but no tile under it.

    It may stand on the tag of the tile.

    `room`: the tile that lies there as far as is known; `door`: the open door before which it stands, as on a new
    tile.
    """

    figure: str
    room: str | None = None
    door: tuple[str, Dir] | None = None


@dataclass(frozen=True)
class TokenTurned:
    """A monster's token lies with its other face up; `event` only for one that is stunned now."""

    token: str
    stunned: bool
    event: Stunned | None
    problems: tuple[RuleProblem, ...]


@dataclass(frozen=True)
class CardTaken:
    """A card came to lie before an explorer."""

    card: str
    by: str
    event: Drew | Gave | Picked | Stole
    problems: tuple[RuleProblem, ...]


@dataclass(frozen=True)
class CardPut:
    """A card came to lie in a room; `event`: its holder dropped it, None if nobody held it."""

    card: str
    room: str
    event: Dropped | None
    problems: tuple[RuleProblem, ...]


@dataclass(frozen=True)
class CardMissing:
    """Card in sight before, and now missing.

    It was seen before somebody or in a room and is seen nowhere, although its place is in sight.
    """

    card: str


@dataclass(frozen=True)
class RoomUnread:
    """Room with something unreadable in it, whose tile or piece is not seen."""

    room: str


@dataclass(frozen=True)
class DoorUnread:
    """Something lies behind an open door that cannot be read: a tile, perhaps."""

    room: str
    door: Dir


#: Nothing of these is wrong yet.
CALM = (CardMissing, RoomUnread, DoorUnread)
Finding = (
    Trouble
    | TileLaid
    | TileElsewhere
    | TileMissing
    | FigureMoved
    | FigureMissing
    | FigureOffTiles
    | TokenTurned
    | CardTaken
    | CardPut
    | CardMissing
    | RoomUnread
    | DoorUnread
)


def findings(
    state: State, observation: HouseObservation, strips: Mapping[str, str], tokens: Mapping[str, str]
) -> tuple[Finding, ...]:
    """Return what is seen otherwise than the game has it.

    Troubles come first, then tiles, figures, tokens, cards.

    `strips`: who sits before each strip; `tokens`: which of the game's monsters each token stands for.
    """
    return (
        *_troubles(state, observation, strips, tokens),
        *_tiles(state, observation),
        *_figures(state, observation, tokens),
        *_figures_off_tiles(state, observation, tokens),
        *_cards(state, observation, strips),
        *_cards_missing(state, observation, strips),
        *_unread(state, observation, tokens),
    )


_GAPS = {GapKind.GAP: TroubleKind.GAP, GapKind.OVERLAP: TroubleKind.OVERLAP, GapKind.ASKEW: TroubleKind.ASKEW}


def _troubles(
    state: State, observation: HouseObservation, strips: Mapping[str, str], tokens: Mapping[str, str]
) -> Iterator[Trouble]:
    """Yield the troubles of a reading.

    These are two of one kind, what cannot be placed, gaps, what cannot be read, what is not of this game.
    """
    for name in observation.twice:
        yield Trouble(TroubleKind.TWICE, (name,))
    for gap in observation.gaps:
        if not _adjacent_by_covered_tile(state, observation, gap.one, gap.other):
            yield Trouble(_GAPS[gap.kind], (gap.one, gap.other))
    unplaced = tuple(room for room in observation.unplaced if not may_be_connected(state, observation, room))
    if unplaced:
        missing = [floor for floor in state.floors if floor not in observation.floors]
        kind = TroubleKind.LANDING_MISSING if missing else TroubleKind.UNPLACED
        yield Trouble(kind, unplaced)
    at = {place.cell: room for room, place in state.house.rooms.items()}
    unread = sorted({at[cell] for cell in observation.unread if cell in at})
    if unread:
        yield Trouble(TroubleKind.UNREAD, tuple(unread))
    for who in observation.figures:
        if who not in state.explorers:
            yield Trouble(TroubleKind.STRAY, (f"explorer/{who}",))
    for token in observation.monsters:
        if tokens.get(token) not in state.monsters:
            yield Trouble(TroubleKind.STRAY, (f"monster/{token}",))
    for card, strip in observation.held.items():
        if strip not in strips:
            yield Trouble(TroubleKind.STRAY, (f"card/{card}",))


def _cells_under_cards(state: State, observation: HouseObservation) -> frozenset[Cell]:
    """Return the cells of which cards hide something.

    These are the cells over which a card reaches, and those round cards that are not read.
    """
    rooms = state.house.rooms
    lying = {card: rooms[one.at].cell for card, one in state.cards.items() if one.at in rooms}
    return observation.cells_under_unread_cards(lying).union(observation.over)


def doubtful_cells(state: State, observation: HouseObservation) -> frozenset[Cell]:
    """The cells on which a tile may lie that is not seen."""
    return _cells_under_cards(state, observation).union(observation.unread, observation.hidden)


def may_be_connected(state: State, observation: HouseObservation, room: str) -> bool:
    """Return True if a tile touches no other only because one between them is covered.

    The covered tile is of the house and is not read.
    """
    rooms = state.house.rooms
    doubtful = doubtful_cells(state, observation)
    return room in rooms and any(
        place.floor is rooms[room].floor
        and place.cell in doubtful
        and other not in observation.tiles
        and other not in observation.unplaced
        for other, place in rooms.items()
    )


def _adjacent_by_covered_tile(state: State, observation: HouseObservation, one: str, other: str) -> bool:
    """Return True if tiles of two floors lie near each other only because of a covered tile.

    The covered tile cuts one of them off from its own floor.
    """
    rooms = state.house.rooms
    if one not in rooms or other not in rooms or rooms[one].floor is rooms[other].floor:
        return False
    return any(room in observation.unplaced and may_be_connected(state, observation, room) for room in (one, other))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _tiles(state: State, observation: HouseObservation) -> Iterator[Finding]:
    rooms = state.house.rooms
    for room, place in observation.tiles.items():
        known = rooms.get(room)
        if known is None:
            yield _tile_laid(state, room, place)
        elif not lies_alike(room, known, place):
            yield TileElsewhere(room, known, place)
    # Where nothing is doubtful about a tile that is read, an empty cell beside it is in sight.
    clear = {
        next_cell(place.cell, side)
        for room, place in observation.tiles.items()
        if place.floor in observation.floors and not observation.may_hide_pieces(room)
        for side in Dir
    }
    in_sight = clear - doubtful_cells(state, observation)
    for room, place in rooms.items():
        if place.cell in in_sight and room not in observation.tiles and room not in observation.unplaced:
            yield TileMissing(room)


def _tile_laid(state: State, room: str, place: Place) -> TileLaid:
    """A new tile, as the discovery of whoever's turn it is."""
    floor, x, y = place.cell
    doors = tuple(
        (other, door)
        for other, door in state.house.open_doors(floor)
        if (state.house.rooms[other].x + STEP[door][0], state.house.rooms[other].y + STEP[door][1]) == (x, y)
    )
    turns = tuple(state.house.fitting_turns(room, *doors[0])) if doors else ()
    who = state.turn
    here = [door for other, door in doors if who in state.explorers and state.room_of(str(who)) == other]
    if not here:
        return TileLaid(room, place, doors, turns, None, ())
    event = Discovered(by=str(who), door=here[0], tile=room, turn=place.turn)
    return TileLaid(room, place, doors, turns, event, RULES.problems(state, event))


# --- figures ----------------------------------------------------------------------------------------------------------


def _figures(state: State, observation: HouseObservation, tokens: Mapping[str, str]) -> Iterator[Finding]:
    for who in state.living:
        explorer, stands = state.explorers[who], observation.figures.get(who)
        if stands is None:
            yield from _missing(observation, who, explorer.room)
        elif stands.room is not None and (stands.room, stands.side) != (explorer.room, explorer.side):
            yield _moved(state, who, stands.room, stands.side)
    shown = {token: name for name, token in tokens.items()}
    for token, monster in state.monsters.items():
        shown_token = observation.monsters.get(shown.get(token, ""))
        if shown_token is None:
            if token in shown:
                yield from _missing(observation, token, monster.room)
            continue
        if shown_token.room is not None and shown_token.room != monster.room:
            yield _moved(state, token, shown_token.room, None)
        if shown_token.stunned != monster.stunned:
            event = Stunned(token=token) if shown_token.stunned else None
            yield TokenTurned(token, shown_token.stunned, event, _problems(state, event))


def _missing(observation: HouseObservation, figure: str, room: str) -> Iterator[FigureMissing]:
    place = observation.tiles.get(room)
    if place is None or place.floor not in observation.floors or observation.may_hide_pieces(room):
        return
    # The corner of a card is enough to hide a figure's tag.
    if place.cell not in observation.over:
        yield FigureMissing(figure)


def _figures_off_tiles(
    state: State, observation: HouseObservation, tokens: Mapping[str, str]
) -> Iterator[FigureOffTiles]:
    """Yield figures that stand on no tile that was read.

    Figures beside all floors count only if every tile is in sight.
    """
    doors = _open_doors(state)
    all_in_sight = set(state.floors) <= set(observation.floors) and not observation.unplaced
    for tag, cell in observation.elsewhere.items():
        kind, _, name = tag.partition("/")
        figure = tokens.get(name.partition("/")[0], "") if kind == TagKind.MONSTER else name
        if kind == TagKind.CARD or figure not in (*state.living, *state.monsters):
            continue
        room = None if cell is None else state.house.cells.get(cell)
        if room in observation.tiles:
            # It stands beside that tile.
            room = None
        door = None if cell is None else doors.get(cell)
        if room is None and door is None and not all_in_sight:
            continue
        if room is None or room != state.room_of(figure):
            yield FigureOffTiles(figure, room, door)


def _moved(state: State, figure: str, room: str, side: Dir | None) -> FigureMoved:
    """Return a figure that stands elsewhere.

    On the other side of its room it has crossed the room, which needs a roll.
    """
    if room == state.room_of(figure) or room not in state.house.rooms:
        return FigureMoved(figure, room, side, None, ())
    slides = state.room_of(figure) == COAL_CHUTE and room == BASEMENT_LANDING
    event = Slid(by=figure) if slides else Moved(by=figure, to=room)
    return FigureMoved(figure, room, side, event, RULES.problems(state, event))


# --- cards ------------------------------------------------------------------------------------------------------------


def _cards(state: State, observation: HouseObservation, strips: Mapping[str, str]) -> Iterator[Finding]:
    for card, strip in observation.held.items():
        by = strips.get(strip)
        known = state.cards.get(card)
        if by is not None and by in state.explorers and (known is None or known.at != by):
            event = _card_event(state, card, by)
            yield CardTaken(card, by, event, RULES.problems(state, event))
    for card, room in observation.lying.items():
        known = state.cards.get(card)
        if known is not None and known.at == room:
            continue
        holder = known.at if known and known.at in state.explorers else None
        dropped = Dropped(by=holder, cards=(card,)) if holder else None
        yield CardPut(card, room, dropped, _problems(state, dropped))


def _cards_missing(state: State, observation: HouseObservation, strips: Mapping[str, str]) -> Iterator[CardMissing]:
    seat = {who: strip for strip, who in strips.items()}
    for card in sorted(observation.cards_before - observation.cards):
        at = state.cards[card].at if card in state.cards else GONE
        if at in state.explorers:
            in_sight = seat.get(at) not in observation.unread_strips
        else:
            place = observation.tiles.get(at)
            in_sight = place is not None and not observation.may_hide_pieces(at) and place.cell not in observation.over
        if in_sight:
            yield CardMissing(card)


# --- what cannot be read ----------------------------------------------------------------------------------------------


def _unread(
    state: State, observation: HouseObservation, tokens: Mapping[str, str]
) -> Iterator[RoomUnread | DoorUnread]:
    doors = _open_doors(state)
    shown = {figure for figure, stands in observation.figures.items() if stands.room is not None}
    shown |= {
        tokens.get(token, "") for token, shown_token in observation.monsters.items() if shown_token.room is not None
    }
    figures = (*state.living, *(token for token in tokens.values() if token in state.monsters))
    lost = {state.room_of(figure) for figure in figures if figure not in shown}
    lost |= {one.at for card, one in state.cards.items() if card in observation.cards_before - observation.cards}
    for cell in observation.unread:
        room = state.house.cells.get(cell)
        if room is None and cell in doors and cell not in observation.elsewhere.values():
            yield DoorUnread(*doors[cell])
        elif room is not None and (room in lost or room not in observation.tiles):
            yield RoomUnread(room)


def _open_doors(state: State) -> dict[Cell, tuple[str, Dir]]:
    """The cells behind open doors, each with a door that leads there."""
    return {
        next_cell(state.house.rooms[room].cell, door): (room, door)
        for floor in state.floors
        for room, door in state.house.open_doors(floor)
    }


def _card_event(state: State, card: str, by: str) -> Drew | Gave | Picked | Stole:
    """Return how a card came to somebody: drawn, stolen instead of damage, given, or picked up."""
    known = state.cards.get(card)
    if known is None or known.at == GONE:
        return Drew(by=by, card=CARDS[card].kind, name=card)
    if known.at not in state.explorers:
        return Picked(by=by, cards=(card,))
    first = state.owed[0] if state.owed else None
    if first is not None and first.by == known.at and first.steal == by:
        return Stole(by=by, from_=known.at, card=card)
    return Gave(by=known.at, to=by, card=card)


def _problems(state: State, event: GameEvent | None) -> tuple[RuleProblem, ...]:
    return () if event is None else RULES.problems(state, event)
