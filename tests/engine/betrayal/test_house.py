"""Tests of placed rooms: doors in every turn, false doors, fits, closed floors, empty stack."""

from hypothesis import given
from hypothesis import strategies as some

from engine.betrayal.components import OPPOSITE, TILES, Dir, Floor, start_tiles, turn_between, turned
from engine.betrayal.house import Cell, House, Place, doors_of, next_cell
from engine.betrayal.stack import is_stuck
from tests.engine.betrayal.game_text import codes, public, state_of

START = House({tile.id: Place(*tile.start, 0) for tile in start_tiles(()) if tile.start})
TILE = some.sampled_from(sorted(TILES))
DIRS = some.sampled_from(list(Dir))


@given(DIRS, some.integers(-9, 9))
def test_four_quarter_turns_are_none_and_turns_can_be_taken_back(side: Dir, turn: int) -> None:
    assert turned(turned(side, turn), -turn) is side
    assert turned(side, turn + 4) is turned(side, turn)
    assert turn_between(side, turned(side, turn)) == turn % 4


@given(TILE, some.integers(0, 3))
def test_a_turned_tile_has_its_doors_turned(tile: str, turn: int) -> None:
    house = House({tile: Place(Floor.UPPER, 3, -2, turn)})
    for own in Dir:
        side = house.house_side(tile, own)
        assert (side in doors_of(tile, turn)) == (own in TILES[tile].doors)
        assert house.own_side(tile, side) is own
    assert [door for _, door in house.open_doors(Floor.UPPER)] == sorted(doors_of(tile, turn))


def test_the_set_up() -> None:
    assert START.cells[Floor.GROUND, 0, 0] == "foyer"
    assert START.behind("foyer") == {Dir.E: "entrance-hall", Dir.W: "grand-staircase"}
    # The front door is locked: no door at all (B32).
    told = [f"{room}:{door}" for room, door in START.open_doors(Floor.GROUND)]
    assert told == ["entrance-hall:N", "entrance-hall:S", "foyer:N", "foyer:S"]
    assert len(START.open_doors(Floor.BASEMENT)) == 4


def test_a_door_against_a_wall_is_false() -> None:
    """B5: neither a way nor open."""
    house = START.with_rooms({"gardens": Place(Floor.GROUND, 1, 1, 0), "patio": Place(Floor.GROUND, 0, 1, 0)})
    assert house.behind("gardens") == {Dir.N: "entrance-hall"}
    # The patio has doors to north, south and west; the gardens only to north and south.
    assert not house.is_open("patio", Dir.E)
    turned_patio = START.with_rooms({"gardens": Place(Floor.GROUND, 1, 1, 0), "patio": Place(Floor.GROUND, 0, 1, 1)})
    assert Dir.E in doors_of("patio", 1)
    assert not turned_patio.is_open("patio", Dir.E)
    assert Dir.E not in turned_patio.behind("patio")


@given(TILE, some.integers(0, 3), some.sampled_from(sorted(START.rooms)), DIRS)
def test_what_fits_is_what_a_plain_count_says(tile: str, turn: int, room: str, door: Dir) -> None:
    """Section 3, counted door by door on the house as it would be."""
    if tile in START.rooms or not START.is_open(room, door):
        return
    place = START.rooms[room]
    floor, x, y = next_cell(place.cell, door)
    after = START.with_rooms({tile: Place(floor, x, y, turn)})
    meets = after.behind(room).get(door) == tile
    fits = floor in TILES[tile].floors and meets and bool(after.open_doors(floor))
    assert (turn in START.fitting_turns(tile, room, door)) == fits
    assert START.joins(tile, (floor, x, y), turn, (room,)) == meets
    assert START.stays_open(tile, (floor, x, y), turn) == bool(after.open_doors(floor))


def one_door_left() -> House:
    """Return a ground floor on which only the foyer's north door is open."""
    blind: dict[Cell, str] = {
        (Floor.GROUND, 1, -1): "graveyard",
        (Floor.GROUND, 1, 1): "conservatory",
        (Floor.GROUND, 0, 1): "chapel",
    }
    return START.with_rooms({room: Place(*cell, 0) for cell, room in blind.items()})


def test_a_tile_must_not_close_its_floor() -> None:
    """B7: with one open door, what has no other door closes the floor."""
    house = one_door_left()
    assert house.open_doors(Floor.GROUND) == (("foyer", Dir.N),)
    assert not house.fits("coal-chute", "foyer", Dir.N)
    assert house.fits("gardens", "foyer", Dir.N)
    assert list(house.fitting_turns("gardens", "foyer", Dir.N)) == [0, 2]
    # The kitchen's other door looks at the wall of the graveyard in one turn, into the open in another.
    assert list(house.fitting_turns("kitchen", "foyer", Dir.N)) == [2]
    assert OPPOSITE[Dir.N] in doors_of("kitchen", 2)


def test_discovering_asks_for_the_floor_the_door_and_an_open_end() -> None:
    begun = "S: moved heather(to foyer);"
    assert codes(f"{begun} discovered heather(door N, tile crypt, turn 0)") == "wrong-floor not-joined"
    assert codes(f"{begun} discovered heather(door N, tile gardens, turn 1)") == "not-joined"
    assert codes(f"{begun} discovered heather(door W, tile gardens, turn 0)") == "no-door"
    assert codes(f"{begun} discovered heather(door N, tile foyer, turn 0)") == "no-such-tile"
    assert codes(f"{begun} discovered heather(door N, tile cave, turn 0)") == "no-such-tile"
    assert codes(f"{begun} discovered heather(door N, tile gardens, turn 0, aside [gardens])") == "no-such-tile"
    assert codes(f"{begun} discovered heather(door N, tile gardens, turn 0, aside [patio])") == "usable-tile"
    assert codes(f"{begun} discovered heather(door N, tile gardens, turn 0, aside [crypt])") == ""


def test_tiles_set_aside_come_again_when_the_stack_is_out() -> None:
    """BR1: all set aside before are the stack then; each is turned once in one discovery."""
    begun = "S: corrected(set {aside [crypt gardens]}, why case); moved heather(to foyer);"
    assert codes(f"{begun} discovered heather(door N, tile gardens, turn 0)") == "not-in-stack"
    house = state_of(begun).house
    undiscovered = state_of(begun).undiscovered
    ground = {tile for tile in undiscovered if house.fits(tile, "foyer", Dir.N)} - {"gardens"}
    laid = {tile: Place(Floor.GROUND, 10 + number, 10, 0) for number, tile in enumerate(sorted(ground))}
    rooms = " ".join(f"{tile} [ground {place.x} {place.y} 0]" for tile, place in laid.items()).replace("] ", "], ")
    others = sorted(undiscovered - ground - {"crypt", "gardens"})
    bare = f"S: corrected(set {{rooms {{{rooms}}}, aside [crypt gardens]}}, why case); moved heather(to foyer);"
    assert public(bare)["stack"] == len(others)
    found = f"discovered heather(door N, tile gardens, turn 0, aside [{' '.join(others)} crypt])"
    state = public(f"{bare} {found}")
    # The crypt was turned since the stack ran out; all others are the stack again.
    assert state["aside"] == ["crypt"]
    assert state["stack"] == len(others)
    early = f"discovered heather(door N, tile gardens, turn 0, aside [crypt {' '.join(others)}])"
    assert codes(f"{bare} {early}") == "not-in-stack"


def test_no_tile_of_the_floor_left_makes_a_door_a_wall() -> None:
    """BR1: then nothing is discovered there, and nothing re-arranged."""
    begun = state_of("S: moved heather(to foyer)")
    ground = sorted(tile for tile in begun.undiscovered if Floor.GROUND in TILES[tile].floors)
    rooms = ", ".join(f"{tile} [ground {10 + place} 10 0]" for place, tile in enumerate(ground))
    text = f"S: corrected(set {{rooms {{{rooms}}}}}, why case); moved heather(to foyer);"
    assert codes(f"{text} discovered heather(door N, tile crypt, turn 0)") == "no-door"
    assert not is_stuck(state_of(text), "foyer")
    assert "discovered" not in str(public(text)["next"])
