"""The castle in words: short sentences from which the position can be made again."""

from collections.abc import Iterator, Mapping, Sequence

from companion.device.sentences import capitalised, join_items
from companion.games.finstere_flure.language import later, say
from companion.games.finstere_flure.words.piece_names import tile_label, tile_name
from companion.games.finstere_flure.words.sentences import colour_name, direction_name
from engine.finstere_flure.board import CELL_SET, Cell, reading_order
from engine.finstere_flure.pieces import TOKENS, Colour, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.state import State

_PLACES: Mapping[Place, str] = {
    Place.OUTSIDE: later("At the entrance: {tokens}."),
    Place.OUT: later("Escaped: {tokens}."),
    Place.DEAD: later("Eaten: {tokens}."),
}


def describe_board(state: State) -> Sequence[str]:
    """Return where each piece lies: the monster, tokens by colour, tokens on no cell, tiles."""
    position = state.position
    texts = [describe_monster_place(position)]
    for colour in state.players:
        if inside := [token for token in _tokens_of(position, colour) if token.cell is not None]:
            texts.append(describe_tokens(inside))
    texts += describe_tokens_beside(position.tokens)
    return [*texts, *describe_tiles((*position.tiles, *state.placed))]


def describe_changes(before: State, after: State) -> Sequence[str]:
    """Return what lies otherwise: each piece that has moved or was turned, with its place now."""
    old, new, texts = before.position, after.position, []
    if (old.monster, old.facing) != (new.monster, new.facing):
        texts.append(describe_monster_place(new))
    texts += [describe_token_place(token) for token in new.tokens if token != old.token(token.id)]
    lying = (*old.tiles, *before.placed)
    tiles = (*new.tiles, *after.placed)
    known = {tile.id for tile in tiles}
    texts += [_tile(tile) for tile in tiles if tile not in lying]
    texts += [
        capitalised(say("{piece} is off the board.", piece=tile_name(tile))) for tile in lying if tile.id not in known
    ]
    covered = {cell for tile in tiles if tile.kind is not TileKind.POOL for cell in tile.cells}
    left = [cell for tile in lying if tile.kind is not TileKind.POOL for cell in tile.cells if cell not in covered]
    return [*texts, *(describe_things_on(new, cell) for cell in left)]


def describe_monster_place(position: Position) -> str:
    """Return where the monster stands, and where it looks."""
    direction = direction_name(position.facing)
    return say("Furunkulus: {cell}, looks {direction}.", cell=position.monster, direction=direction)


def face_of(token: Token) -> str:
    """Return a token by its colour and the side that lies up: ``red, white 4``."""
    colour, number = colour_name(TOKENS[token.id][0]), token.visible_number
    if token.side is Side.WHITE:
        return say("{colour} white {number}", colour=colour, number=number)
    return say("{colour} black {number}", colour=colour, number=number)


def describe_tokens(tokens: Sequence[Token]) -> str:
    """Return the cells of tokens of one player that lie on the board."""
    lying = sorted(tokens, key=lambda token: reading_order(str(token.at)))
    texts = [say("{token} {cell}", token=face_of(token), cell=token.at) for token in lying]
    return capitalised(say("{tokens}.", tokens=join_items(texts)))


def describe_tokens_beside(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield which of these tokens are at the entrance, escaped or eaten."""
    for place, text in _PLACES.items():
        if beside := [token for token in tokens if token.place is place]:
            yield say(text, tokens=join_items(map(face_of, beside)))


def describe_token_place(token: Token) -> str:
    """Return where one token lies, or that it is on no cell."""
    if token.place is not None:
        return say(_PLACES[token.place], tokens=face_of(token))
    return describe_tokens([token])


def tokens_of(state: State, colour: Colour) -> Sequence[Token]:
    """Return the tokens of a player."""
    return _tokens_of(state.position, colour)


def _tokens_of(position: Position, colour: Colour) -> Sequence[Token]:
    return [token for token in position.tokens if TOKENS[token.id][0] is colour]


def describe_tiles(tiles: Sequence[Tile]) -> Iterator[str]:
    """Yield the cells of all tiles of each kind."""
    plain: dict[str, list[Cell]] = {}
    for tile in tiles:
        if tile.kind in (TileKind.POOL, TileKind.TELEPORTER):
            yield _tile(tile)
        else:
            plain.setdefault(tile_label(tile), []).extend(tile.cells)
    for name, cells in plain.items():
        yield say("{piece}: {cells}.", piece=name, cells=join_items(sorted(cells, key=reading_order)))


def _tile(tile: Tile) -> str:
    name, cells = tile_label(tile), join_items(sorted(tile.cells, key=reading_order))
    if tile.arrow is None:
        return say("{piece}: {cells}.", piece=name, cells=cells)
    pair = tile.id.rpartition("-")[2][:1]
    return say(
        "{piece} {pair}: {cells}, arrow {direction}.",
        piece=name,
        pair=pair,
        cells=cells,
        direction=direction_name(tile.arrow),
    )


def describe_things_on(position: Position, cell: Cell) -> str:
    """Return what lies on a cell, or that it is free, in a sentence."""
    found = things_on(position, cell)
    return say("{cell}: {piece}.", cell=cell, piece=join_items(found) if found else say("free"))


def things_on(position: Position, cell: Cell) -> Sequence[str]:
    """Return what lies on a cell, in words: what stands there first, then the floor."""
    assert cell in CELL_SET
    found = [say("Furunkulus")] if position.monster == cell else []
    found += [face_of(token) for token in position.tokens if token.cell == cell]
    tiles = [tile for tile in position.tiles if cell in tile.cells]
    return [*found, *(tile_name(tile) for tile in sorted(tiles, key=lambda tile: not tile.is_stone))]
