"""Players' names for the pieces, also for pieces that are not in the position."""

from collections.abc import Mapping

from companion.games.finstere_flure.language import later, say, say_as
from companion.games.finstere_flure.words.sentences import Names, stone_object
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TOKENS, Colour, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token

_PLAYERS: Mapping[Colour, str] = {
    Colour.GREEN: later("Green"),
    Colour.RED: later("Red"),
    Colour.BLUE: later("Blue"),
    Colour.YELLOW: later("Yellow"),
    Colour.BEIGE: later("Beige"),
    Colour.PURPLE: later("Purple"),
    Colour.BLACK: later("Black"),
}


def player_name(colour: Colour) -> str:
    """Return the player of this colour."""
    return say(_PLAYERS[colour])


def token_name(token: Token, position: Position | None = None) -> str:
    """Return the name of the token as the position has it.

    Where the position does not know it, it is named by its colour and the number that lies up.
    """
    if position is not None and position.token(token.id) is not None:
        return Names(position).token(token.id)
    return Names(Position(EXIT, Direction.E, (Token(token.id, token.side, Place.OUTSIDE),))).token(token.id)


def face_name(token: Token) -> str:
    """Return the side of a token that must lie up, as a sentence's subject: ``the white 4``."""
    if token.side is Side.WHITE:
        return say_as("... must show", "the white {number}", number=token.visible_number)
    return say_as("... must show", "the black {number}", number=token.visible_number)


def tile_name(tile: Tile) -> str:
    """Return the name of a floor tile, as the subject of a sentence.

    Examples: ``the crystal``, ``the teleporter``, ``the long pool``.
    """
    match tile.kind:
        case TileKind.STONE:
            return say_as("... lies", "the stone")
        case TileKind.CRYSTAL:
            return say_as("... lies", "the crystal")
        case TileKind.TURN90:
            return say_as("... lies", "the right-turning stone")
        case TileKind.TURN180:
            return say_as("... lies", "the turn-about stone")
        case TileKind.TELEPORTER:
            return say_as("... lies", "the teleporter")
        case TileKind.POOL:
            if tile.id == "pool-2x2":
                return say_as("... lies", "the square pool")
            return say_as("... lies", "the long pool")


def tile_label(tile: Tile) -> str:
    """Return the name of a floor tile in a list that says how many there are: ``Crystal``."""
    match tile.kind:
        case TileKind.STONE:
            return say("Stone")
        case TileKind.CRYSTAL:
            return say("Crystal")
        case TileKind.TURN90:
            return say("Right-turning stone")
        case TileKind.TURN180:
            return say("Turn-about stone")
        case TileKind.TELEPORTER:
            return say("Teleporter")
        case TileKind.POOL:
            return say("Square pool") if tile.id == "pool-2x2" else say("Long pool")


def tile_object(tile: Tile) -> str:
    """Return a floor tile, as the object of a sentence: what is put, pushed, taken off."""
    if tile.is_stone:
        return stone_object(tile.kind)
    if tile.kind is TileKind.TELEPORTER:
        return say_as("it pushes ...", "the teleporter")
    if tile.id == "pool-2x2":
        return say_as("it pushes ...", "the square pool")
    return say_as("it pushes ...", "the long pool")


def piece_name(piece: str, position: Position | None = None) -> str:
    """Return the name of any piece by its id, as the subject of a sentence.

    It is named as it lies in the position, else by what it is at least.
    """
    if piece == MONSTER:
        return say("Furunkulus")
    if piece in TOKENS:
        return token_name(Token(piece, Side.WHITE, Place.OUTSIDE), position)
    return tile_name(_tile(piece, position))


def piece_object(piece: str, position: Position | None = None) -> str:
    """Return the name of any piece, by its id, as the object of a sentence."""
    if piece == MONSTER or piece in TOKENS:
        return piece_name(piece, position)
    return tile_object(_tile(piece, position))


def _tile(tile_id: str, position: Position | None) -> Tile:
    """Return the tile as it lies in the position, else with its back up if it is a stone."""
    tiles = position.tiles if position is not None else ()
    kind = TileKind.STONE if tile_id in STONE_FRONTS else TileKind(tile_id.partition("-")[0])
    return next((tile for tile in tiles if tile.id == tile_id), Tile(tile_id, kind, (EXIT,)))
