"""The pieces: which exist, what they are called, what they can do.

Ids are those of the public formats: ``red-4`` (colour and white number), ``stone-1`` .. ``stone-11`` (the two-sided
square tiles), ``teleporter-A1`` .. ``teleporter-B2``, ``pool-2x2``, ``pool-4x1``, ``monster``.
"""

from engine.names import Name


class Colour(Name):
    """A player's colour."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    BEIGE = "beige"
    PURPLE = "purple"
    BLACK = "black"


class Side(Name):
    """The side of a token that lies up."""

    WHITE = "white"
    BLACK = "black"

    @property
    def flipped(self) -> "Side":
        """The other side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Place(Name):
    """Place of a token that is on no cell."""

    OUTSIDE = "outside"
    OUT = "out"
    DEAD = "dead"


class TileKind(Name):
    """Kind of a floor tile's visible face."""

    STONE = "stone"
    CRYSTAL = "crystal"
    TURN90 = "turn90"
    TURN180 = "turn180"
    TELEPORTER = "teleporter"
    POOL = "pool"


#: The kinds of the square tiles ("stone" in the rules means any of them).
STONE_KINDS = frozenset({TileKind.STONE, TileKind.CRYSTAL, TileKind.TURN90, TileKind.TURN180})
TURNING_KINDS = frozenset({TileKind.TURN90, TileKind.TURN180})
#: Sight ends at these.
OPAQUE_KINDS = frozenset({TileKind.STONE, TileKind.TURN90, TileKind.TURN180})

#: One letter a colour, for notations and codes: E for beige and K for black, because B is blue.
COLOUR_LETTERS = {
    Colour.GREEN: "G",
    Colour.RED: "R",
    Colour.BLUE: "B",
    Colour.YELLOW: "Y",
    Colour.BEIGE: "E",
    Colour.PURPLE: "P",
    Colour.BLACK: "K",
}
COLOURS_WITH_FOUR = (Colour.GREEN, Colour.RED, Colour.BLUE, Colour.YELLOW)


def white_numbers(colour: Colour) -> tuple[int, ...]:
    """Return the white numbers of a colour's tokens; the other side's number is 7 minus it."""
    return (1, 3, 4, 5) if colour in COLOURS_WITH_FOUR else (1, 4, 5)


#: Every token id with its colour and white number.
TOKENS: dict[str, tuple[Colour, int]] = {
    f"{colour}-{white}": (colour, white) for colour in Colour for white in white_numbers(colour)
}


def visible_number(token_id: str, side: Side) -> int:
    """Return the number of cells the token may move: its number on the side that lies up.

    The two sides add up to 7.
    """
    white = TOKENS[token_id][1]
    return white if side is Side.WHITE else 7 - white


#: The front of each two-sided square tile; the back of all is plain stone.
STONE_FRONTS: dict[str, TileKind] = (
    {f"stone-{n}": TileKind.STONE for n in (1, 2, 3)}
    | {f"stone-{n}": TileKind.CRYSTAL for n in (4, 5)}
    | {f"stone-{n}": TileKind.TURN90 for n in (6, 7, 8, 9)}
    | {f"stone-{n}": TileKind.TURN180 for n in (10, 11)}
)
#: Each teleporter with the other of its pair.
TELEPORTER_PAIRS = {
    "teleporter-A1": "teleporter-A2",
    "teleporter-A2": "teleporter-A1",
    "teleporter-B1": "teleporter-B2",
    "teleporter-B2": "teleporter-B1",
}
#: Each pool with its shape as (columns, rows); the long one may also lie upright.
POOL_SHAPES = {"pool-2x2": (2, 2), "pool-4x1": (4, 1)}
MONSTER = "monster"

#: The kinds that each tile id may show.
TILE_KINDS: dict[str, frozenset[TileKind]] = (
    {tile: frozenset({TileKind.STONE, front}) for tile, front in STONE_FRONTS.items()}
    | {tile: frozenset({TileKind.TELEPORTER}) for tile in TELEPORTER_PAIRS}
    | {tile: frozenset({TileKind.POOL}) for tile in POOL_SHAPES}
)

#: What people write for pieces, as on text boards and in codes: ``R1``, ``S4``, ``A1``, ``M``.
SHORT_NAMES: dict[str, str] = (
    {f"{COLOUR_LETTERS[colour]}{white}": token for token, (colour, white) in TOKENS.items()}
    | {f"s{tile.removeprefix('stone-')}": tile for tile in STONE_FRONTS}
    | {teleporter.removeprefix("teleporter-"): teleporter for teleporter in TELEPORTER_PAIRS}
    | {pool.removeprefix("pool-"): pool for pool in POOL_SHAPES}
    | {"m": MONSTER}
)

#: The eight monster cards of the game.
DECK = ("5", "7", "7", "8", "8", "10", "X", "XX")
