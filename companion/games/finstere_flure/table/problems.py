"""Discrepancies on the table, each with its sentence and its fix for the players."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.device.sentences import capitalised, listed
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.playback.board_view import FlippedToken
from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind
from companion.games.finstere_flure.table.lies import cell_of, cells_of, facing_of, tile_of, token_of
from companion.games.finstere_flure.table.problem_kinds import UNFINISHED, ProblemKind
from companion.games.finstere_flure.words.piece_names import (
    face_name,
    piece_name,
    piece_object,
    player_name,
    tile_name,
    tile_object,
    token_name,
)
from companion.games.finstere_flure.words.sentences import direction_name
from companion.table.camera_words import FEW_PLACES, describe_covered
from companion.table.inference import TableProblem
from companion.table.layout import Change, Lie
from engine.finstere_flure.board import Cell, Direction, is_cell
from engine.finstere_flure.moves import steps_needed, token_moves
from engine.finstere_flure.pieces import MONSTER, TOKENS, Colour, Place, TileKind
from engine.finstere_flure.position import Position, Tile, Token

#: How much farther than it may a token's way is looked for, to say by how much it is too long.
_LOOKED_FAR = 3


def problem(
    kind: ProblemKind, sentence: str, fix: str, pieces: Sequence[str] = (), cells: Sequence[object] = ()
) -> TableProblem:
    """Make a problem; of `cells` those that are cells of the board count, each once.

    The sentence begins with a capital.
    """
    on_board = tuple(dict.fromkeys(str(cell) for cell in cells if is_cell(cell)))
    unfinished, missing = kind in UNFINISHED, kind is ProblemKind.MISSING
    return TableProblem(
        kind, capitalised(sentence), fix, tuple(pieces), on_board, unfinished=unfinished, missing=missing
    )


# --- tokens ------------------------------------------------------------------------------------------------------


def _name(change: Change, position: Position) -> str:
    """Return the token's name in the position: it keeps this name through its move and its flip."""
    return token_name(token_of(change.end or change.lie), position)


def _subject(change: Change, position: Position) -> str:
    """Return the token's name as a subject, with the number that shows now if it is another."""
    known, seen = position.token(change.lie.piece), token_of(change.lie)
    if known is None or known.side is seen.side:
        return _name(change, position)
    return say("{token}, now showing {number},", token=_name(change, position), number=seen.visible_number)


def put_back(change: Change, position: Position) -> str:
    """Describe how a token that was moved or flipped comes back to where and how it lay."""
    before = token_of(change.end or change.lie)
    values = {"token": _name(change, position), "cell": before.cell, "face": face_name(before)}
    if not change.is_move:
        return say("Flip {token} back: {face} must show.", **values)
    if before.cell is None:
        if change.is_turn:
            return say("Put {token} back at the entrance: {face} must show.", **values)
        return say("Put {token} back at the entrance.", **values)
    if change.is_turn:
        return say("Put {token} back on {cell}: {face} must show.", **values)
    return say("Put {token} back on {cell}.", **values)


def _token_problem(
    change: Change, position: Position, kind: ProblemKind, tell: Callable[[str], str], fix: str
) -> TableProblem:
    """Make a problem with a token; `tell` gives the sentence about what the token is called."""
    name, subject, seen = _name(change, position), _subject(change, position), token_of(change.lie)
    base_problem = problem(kind, tell(subject), fix, (seen.id,), change.places)
    if subject == name:
        return replace(base_problem, sign=seen)
    return replace(base_problem, short=capitalised(tell(name)), sign=FlippedToken(seen))


def two_tokens(changes: Sequence[Change], position: Position) -> TableProblem:
    """Return the problem that several of a player's tokens moved or, if none did, were flipped."""
    tokens = listed([_name(change, position) for change in changes])
    if any(change.is_move for change in changes):
        sentence = say("{tokens} were moved, but only one token moves in a turn.", tokens=tokens)
    else:
        sentence = say("{tokens} were flipped, but only one token moves in a turn.", tokens=tokens)
    places = listed([_place(change, position) for change in changes])
    fix = say("Keep one of these moves and undo the others: {places}.", places=places)
    return problem(
        ProblemKind.TWO_TOKENS,
        sentence,
        fix,
        [change.lie.piece for change in changes],
        [place for change in changes for place in change.places],
    )


def _place(change: Change, position: Position) -> str:
    name, cell = _name(change, position), cell_of(change.end)
    if cell is None:
        return say("{token} at the entrance", token=name)
    return say("{token} on {cell}", token=name, cell=cell)


def too_far(change: Change, position: Position) -> TableProblem:
    """Return the problem that the token cannot come to where it lies."""
    reached = _reached_cells(token_of(change.end or change.lie), position)
    fix = _move_fix_text(change) if reached else put_back(change, position)
    found = _token_problem(change, position, ProblemKind.TOO_FAR, partial(_too_far_text, change, position), fix)
    return replace(found, allowed=reached)


def _too_far_text(change: Change, position: Position, token: str) -> str:
    """Describe why it cannot come there; the name of a flipped token says how far it may go."""
    before, place = token_of(change.end or change.lie), change.lie.place
    number = before.visible_number
    if place == Place.OUT and change.is_turn:
        return say("{token} cannot leave the castle now.", token=token)
    if place == Place.OUT:
        return say("{token} cannot leave the castle now: it may go {number}.", token=token, number=number)
    if place == Place.OUTSIDE:
        return say("{token} cannot leave the castle through the entrance.", token=token)
    if any(tile.arrow is not None and tile.cell == place for tile in position.tiles):
        return say("{token} may not stand on a teleporter, and there is one on {cell}.", token=token, cell=place)
    steps = steps_needed(position, before.id, place, number + _LOOKED_FAR)
    if steps and change.is_turn:
        return say_count(
            "{token} went {n} cell too far.", "{token} went {n} cells too far.", steps - number, token=token
        )
    if steps:
        return say_count(
            "{token} went {n} cell too far: it may go {number}.",
            "{token} went {n} cells too far: it may go {number}.",
            steps - number,
            token=token,
            number=number,
        )
    if change.is_turn:
        return say("{token} cannot get to {cell}.", token=token, cell=place)
    return say("{token} cannot get to {cell}: it may go {number}.", token=token, cell=place, number=number)


def _reached_cells(token: Token, position: Position) -> tuple[str, ...]:
    """Return the cells to which the token may go, without its own."""
    ends = (str(move.to) for move in token_moves(position, token.id) if is_cell(move.to) and move.to != token.at)
    return tuple(dict.fromkeys(ends))


def _move_fix_text(change: Change) -> str:
    cell = cell_of(change.end)
    if cell is None:
        if change.is_turn:
            return say("Put it on a green cell, or flip it back and put it at the entrance.")
        return say("Put it on a green cell, or back at the entrance.")
    if change.is_turn:
        return say("Put it on a green cell, or flip it back and put it on {cell}.", cell=cell)
    return say("Put it on a green cell, or back on {cell}.", cell=cell)


def not_flipped(change: Change, position: Position) -> TableProblem:
    """Return the problem that the token moved well, but was not flipped."""
    before = token_of(change.end or change.lie)
    flipped = replace(before, side=before.side.flipped)
    return _token_problem(
        change,
        position,
        ProblemKind.NOT_FLIPPED,
        lambda token: say("{token} was moved but not flipped.", token=token),
        say("Flip {token}: {face} must show.", token=_name(change, position), face=face_name(flipped)),
    )


def flipped_only(change: Change, position: Position, *, other_moved: bool = False) -> TableProblem:
    """Return the problem that a token was flipped wrongly; perhaps another one moved."""
    name = _name(change, position)
    if other_moved:
        sentence = say("{token} was flipped, but that is not the token that moved.", token=name)
    else:
        sentence = say("{token} was flipped, but it did not move.", token=name)
    return _token_problem(change, position, ProblemKind.FLIPPED_ONLY, lambda _: sentence, put_back(change, position))


def wrong_face(change: Change, position: Position) -> TableProblem:
    """Return the problem that a token is where hands were to put it, but shows its other side."""
    name = _name(change, position)
    return _token_problem(
        change,
        position,
        ProblemKind.NOT_FLIPPED,
        lambda _: say("{token} shows the wrong face.", token=name),
        say("Flip {token}: {face} must show.", token=name, face=face_name(token_of(change.end or change.lie))),
    )


def not_its_turn(change: Change, position: Position, turn: Colour | None) -> TableProblem:
    """Return the problem that a token was moved that may not move now.

    It has moved already, it is another player's turn, or nobody's.
    """
    owner = TOKENS[change.lie.piece][0]
    if turn is None:
        kind = ProblemKind.MISPLACED
    else:
        kind = ProblemKind.MOVED_ALREADY if owner is turn else ProblemKind.OTHER_PLAYER

    def tell(token: str) -> str:
        if turn is None:
            return say("{token} was moved, but no token moves now.", token=token)
        if owner is turn:
            return say("{token} has already moved in this round.", token=token)
        return say("{token} was moved, but it is {player}'s turn.", token=token, player=player_name(turn))

    return _token_problem(change, position, kind, tell, put_back(change, position))


def token_misplaced(change: Change, position: Position) -> TableProblem:
    """Return the problem that a token lies elsewhere than it should."""
    lies, belongs = cell_of(change.start), cell_of(change.end)

    def tell(token: str) -> str:
        if lies is None:
            return say("{token} lies beside the board.", token=token)
        if belongs is None:
            return say("{token} lies on {now} instead of at the entrance.", token=token, now=lies)
        return say("{token} lies on {now} instead of {cell}.", token=token, now=lies, cell=belongs)

    return _token_problem(change, position, ProblemKind.MISPLACED, tell, put_back(change, position))


def strange_token(change: Change, position: Position) -> TableProblem:
    """Return the problem that a token on the board is not in play."""
    token = token_of(change.lie)
    known = position.token(token.id)
    values = {"token": token_name(token, position), "cell": token.cell}
    if known is None:
        sentence = say("{token} on {cell} does not belong to this game.", **values)
    elif known.place is Place.OUT:
        sentence = say("{token} on {cell} has already escaped.", **values)
    else:
        sentence = say("{token} on {cell} is out of the game.", **values)
    return problem(
        ProblemKind.UNEXPECTED, sentence, say("Take {token} off the board.", **values), (token.id,), (token.at,)
    )


def tokens_too_early(tokens: Sequence[Token]) -> TableProblem:
    """Return the problem that tokens are on the board while the floor is being laid."""
    names = listed([token_name(token) for token in tokens])
    return problem(
        ProblemKind.UNEXPECTED,
        say("All tokens begin at the entrance, but I see {tokens} on the board.", tokens=names),
        say("Take the tokens off the board."),
        [token.id for token in tokens],
        [token.at for token in tokens],
    )


# --- stones and floor --------------------------------------------------------------------------------------------


def push_forgotten(lay: Lie, after: Cell | None, token: str) -> TableProblem:
    """Return the problem that the token's move pushes a stone, but the stone was not pushed.

    It still lies where it `lay`, or is not seen where it should lie now.
    """
    values = {"token": token, "stone": tile_object(tile_of(lay)), "before": lay.place, "after": after}
    if after is None:
        sentence = say("{token} pushes {stone} from {before} onto the corner: it is out of the game.", **values)
        fix = say("Take {stone} off the board.", **values)
    else:
        sentence = say("{token} pushes {stone} from {before} to {after}, but it does not lie there.", **values)
        fix = say("Put {stone} on {after}.", **values)
    return problem(ProblemKind.PUSH_FORGOTTEN, sentence, fix, (lay.piece,), (lay.place, after))


def stone_not_pushed(lay: Lie, seen: Lie, end: Lie, token: str | None) -> TableProblem:
    """Return the problem that a stone lies otherwise (`seen`) than it should in the `end`.

    `token` is the token that moved, if one did.
    """
    stone = tile_of(lay)
    values = {"token": token, "stone": tile_object(stone), "before": lay.place, "now": seen.place, "after": end.place}
    values["name"] = tile_name(stone)
    fix = say("Put {stone} back on {before}.", **values)
    if end.place != lay.place:
        sentence = say("{token} pushes {stone} from {before} to {after}, but it lies on {now}.", **values)
        fix = say("Put {stone} on {after}.", **values)
    elif token is None:
        sentence = say("{name} was moved from {before} to {now}, but no token pushes it there.", **values)
    else:
        sentence = say("{name} was moved from {before} to {now}, but {token} does not push it there.", **values)
    return problem(ProblemKind.STONE_NOT_PUSHED, sentence, fix, (lay.piece,), (seen.place, end.place))


def tile_wrong(seen: Lie, end: Lie | None, kind: ProblemKind = ProblemKind.MISPLACED) -> TableProblem:
    """Return the problem that a tile is seen where, or how, it should not lie.

    `kind` is that of a pool or teleporter that lies otherwise.
    """
    if end is None:
        return extra_tile(seen)
    if seen.face == end.face == "":
        return floor_moved(seen, end, kind)
    return turned_over(seen, end) if seen.face != end.face else stone_misplaced(seen, end)


def stone_misplaced(seen: Lie, end: Lie) -> TableProblem:
    """Return the problem that a stone lies elsewhere than it should."""
    stone = tile_of(end)
    sentence = say("{tile} lies on {now} instead of {cell}.", tile=tile_name(stone), now=seen.place, cell=end.place)
    return problem(ProblemKind.MISPLACED, sentence, describe_placement(stone), (end.piece,), (seen.place, end.place))


def turned_over(seen: Lie, end: Lie) -> TableProblem:
    """Return the problem that a stone shows its other face."""
    values = {"cell": seen.place, "stone": tile_object(tile_of(end)), "before": end.place}
    sentence = say("The tile on {cell} shows the wrong face: it should show {stone}.", **values)
    fix = say("Turn it over.") if seen.place == end.place else say("Turn it over and put it on {before}.", **values)
    return problem(ProblemKind.MISPLACED, sentence, fix, (end.piece,), (seen.place, end.place))


def extra_tile(seen: Lie) -> TableProblem:
    """Return the problem that a floor tile should not be on the board."""
    tile = tile_of(seen)
    sentence = say("{tile} on {cell} should not be on the board.", tile=tile_name(tile), cell=tile.cell)
    fix = say("Take {tile} off the board.", tile=tile_object(tile))
    return problem(ProblemKind.UNEXPECTED, sentence, fix, (tile.id,), tile.cells)


def floor_moved(seen: Lie, end: Lie, kind: ProblemKind) -> TableProblem:
    """Return the problem that a pool or teleporter lies otherwise than it should."""
    tile, cells = tile_of(end), cells_of(seen)
    values = {"tile": tile_name(tile), "cell": tile.cell}
    if tile.cells == cells:
        sentence = say("{tile} on {cell} is turned the wrong way.", **values)
    else:
        sentence = say("{tile} lies in the wrong place.", **values)
    return problem(kind, sentence, describe_placement(tile), (tile.id,), (*cells, *tile.cells))


def describe_placement(tile: Tile) -> str:
    """Describe how any tile must lie."""
    values = {"tile": tile_object(tile), "cell": tile.cell, "last": tile.cells[-1]}
    if tile.arrow is not None:
        return say("Put {tile} on {cell}, its arrow pointing {way}.", way=direction_name(tile.arrow), **values)
    if len(tile.cells) > 1:
        return say("Put {tile} on the cells from {cell} to {last}.", **values)
    return say("Put {tile} on {cell}.", **values)


def two_tiles(tiles: Sequence[Tile]) -> TableProblem:
    """Return the problem that more than one tile was placed at once."""
    names = listed([say("{tile} on {cell}", tile=tile_name(tile), cell=tile.cell) for tile in tiles])
    return problem(
        ProblemKind.NOT_ALLOWED,
        say("Several tiles were placed at once: {tiles}.", tiles=names),
        say("Leave just one of them on the board."),
        [tile.id for tile in tiles],
        [cell for tile in tiles for cell in tile.cells],
    )


# --- the monster, missing pieces, pieces in doubt ----------------------------------------------------------------


def monster_moved(seen: Lie, end: Lie, kind: ProblemKind = ProblemKind.MISPLACED) -> TableProblem:
    """Return the problem that the monster stands or faces otherwise than it should."""
    way, faces = direction_name(facing_of(end)), direction_name(facing_of(seen))
    values = {"cell": end.place, "now": seen.place, "way": way, "faces": faces}
    if seen.place == end.place:
        sentence = say("Furunkulus faces {faces} instead of {way}.", **values)
        fix = say("Turn Furunkulus to face {way}.", **values)
    else:
        sentence = say("Furunkulus stands on {now} instead of {cell}.", **values)
        fix = say("Put Furunkulus on {cell}, facing {way}.", **values)
    return problem(kind, sentence, fix, (MONSTER,), (seen.place, end.place))


def monster_missing(cell: Cell, facing: Direction) -> TableProblem:
    """Return the problem that the monster is not seen on the board."""
    fix = say("Put Furunkulus on {cell}, facing {way}.", cell=cell, way=direction_name(facing))
    return problem(ProblemKind.MISSING, say("I do not see Furunkulus."), fix, (MONSTER,), (cell,))


def tile_missing(tile: Tile) -> TableProblem:
    """Return the problem that a floor tile is not seen where it should lie."""
    if tile.kind is TileKind.POOL:
        sentence = say("I do not see {tile}.", tile=tile_object(tile))
    else:
        sentence = say("I do not see {tile} on {cell}.", tile=tile_object(tile), cell=tile.cell)
    return problem(ProblemKind.MISSING, sentence, describe_placement(tile), (tile.id,), tile.cells)


def token_missing(token: Token, position: Position) -> TableProblem:
    """Return the problem that a token is not seen where it should lie."""
    values = {"token": token_name(token, position), "cell": token.cell, "face": face_name(token)}
    sentence = say("I do not see {token}.", **values)
    fix = say("Put {token} on {cell}: {face} must show.", **values)
    return problem(ProblemKind.MISSING, sentence, fix, (token.id,), (token.at,))


def lifted(token_id: str, position: Position) -> TableProblem:
    """Return the problem that a token that may move is not seen."""
    token = position.token(token_id)
    assert token is not None
    values = {"token": token_name(token, position), "cell": token.cell}
    sentence = say("I do not see {token}.", **values)
    reached = _reached_cells(token, position)
    if reached:
        fix = say("Put it on a green cell, or back on {cell}.", **values)
    else:
        fix = say("Put {token} back on {cell}.", **values)
    return replace(problem(ProblemKind.MISSING, sentence, fix, (token_id,), (token.at,)), allowed=reached)


def missing(piece: str, position: Position) -> TableProblem:
    """Return the problem that a piece is not seen on the board where it should be."""
    token = position.token(piece)
    if token is not None:
        return token_missing(token, position)
    tile = next((tile for tile in position.tiles if tile.id == piece), None)
    return tile_missing(tile) if tile is not None else monster_missing(position.monster, position.facing)


def unread(cells: Sequence[Cell], *, is_plain: bool) -> TableProblem:
    """Return the problem that something on these cells cannot be read.

    `is_plain`: pieces have no tags, and nothing belongs there.
    """
    fix = (
        say("Take it away, or push off the line what lies beside it.")
        if is_plain
        else say("Free its tag, or take it away.")
    )
    if len(cells) > FEW_PLACES:
        sentence = describe_covered(cells)
    elif is_plain:
        sentence = say("Nothing belongs on {cells} now.", cells=listed(cells))
    else:
        sentence = say("Something on {cells} cannot be read.", cells=listed(cells))
    return problem(ProblemKind.UNREAD, sentence, fix, (), cells)


def doubtful_place(misplacement: Misplacement, position: Position | None = None) -> TableProblem:
    """Return pieces of which it is in doubt where they lie."""
    pieces = listed([piece_name(piece, position) for piece in misplacement.pieces])
    objects = listed([piece_object(piece, position) for piece in misplacement.pieces])
    values = {"pieces": pieces, "piece": pieces, "it": objects, "cells": listed(misplacement.cells)}
    match misplacement.kind:
        case MisplacementKind.ON_A_LINE:
            kind = ProblemKind.ON_A_LINE
            sentence = (
                say("{piece} lies on the line between {cells}.", **values)
                if len(misplacement.cells) > 1
                else say("{piece} lies on the edge of {cells}.", **values)
            )
            fix = say("Push {it} to the middle of its cell.", **values)
        case MisplacementKind.ASKEW:
            kind = ProblemKind.ON_A_LINE
            sentence = say("{piece} on {cells} lies askew.", **values)
            fix = say("Turn {it} straight.", **values)
        case MisplacementKind.OVER_THE_EDGE:
            kind = ProblemKind.ON_A_LINE
            sentence = say("{piece} reaches beyond the edge of the board.", **values)
            fix = say("Put {it} wholly on the board.", **values)
        case MisplacementKind.TWICE:
            kind = ProblemKind.TWICE
            sentence = say("I see {it} more than once: on {cells}.", **values)
            fix = say("Leave just the one that belongs to the game.", **values)
        case MisplacementKind.SHARED:
            kind = ProblemKind.TWICE
            sentence = say("{pieces} lie on the same cell, {cells}.", **values)
            fix = say("Only one piece may lie there: move the others.", **values)
    return problem(kind, sentence, fix, misplacement.pieces, misplacement.cells)
