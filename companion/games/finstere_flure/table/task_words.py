"""The sentences of the guide."""

from collections.abc import Mapping, Sequence

from companion.device.sentences import listed
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table.lies import cell_of, facing_of, tile_of, token_of
from companion.games.finstere_flure.table.problems import describe_placement
from companion.games.finstere_flure.table.tasks import TaskKind
from companion.games.finstere_flure.table.ways import describe_place, describe_way
from companion.games.finstere_flure.words.piece_names import face_name, tile_object, token_name
from companion.games.finstere_flure.words.sentences import direction_name
from companion.table.layout import Change
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.pieces import MONSTER, TOKENS, Place, Side
from engine.finstere_flure.position import Position, Token


class TaskWords:
    """Descriptions of tasks for people.

    Tokens are called by what they show on the table, by what they show in the end position if they are not seen.
    """

    def __init__(self, shown: Sequence[Token], after: Position) -> None:
        tokens = {token.id: token for token in (*after.tokens, *shown)}
        away = tuple(Token(token.id, token.side, Place.OUTSIDE) for token in tokens.values())
        self._tokens = Position(EXIT, Direction.E, away)
        self._after = after

    def sentence(self, kind: TaskKind, change: Change) -> str:
        """Return a task in words."""
        if change.lie.piece == MONSTER:
            return _monster(kind, change, self._after)
        return self._token(kind, change) if change.lie.piece in TOKENS else _tile(kind, change, self._after)

    def flip_sentence(self, flips: Sequence[Change]) -> str:
        """Describe several flips at the entrance as one act."""
        flipped = {change.lie.piece for change in flips}
        tokens = [self._tokens.token(change.lie.piece) for change in flips]
        shown = {token.side for token in tokens if token is not None}
        waiting = {token.id for token in self._after.tokens if token.place is Place.OUTSIDE}
        others = {token.side for token in self._tokens.tokens if token.id in waiting - flipped}
        if len(shown) == 1 and not shown & others:
            if shown == {Side.WHITE}:
                return say("Flip every token at the entrance that shows a white number.")
            return say("Flip every token at the entrance that shows a black number.")
        names = listed([token_name(token, self._tokens) for token in tokens if token is not None])
        return say("Flip these tokens at the entrance: {tokens}.", tokens=names)

    def _token(self, kind: TaskKind, change: Change) -> str:
        token, (start, end) = token_of(change.end or change.lie), map(cell_of, change)
        shown = self._tokens.token(token.id)
        assert shown is not None
        values = {
            "token": token_name(token, self._tokens),
            "after": end,
            "face": face_name(token),
            "way": describe_way(start, end, self._after) if start and end and start != end else "",
        }
        flip = shown.side is not token.side
        match kind:
            case TaskKind.LAY_ASIDE:
                return say("Lay {token} aside for a moment.", **values)
            case TaskKind.FLIP if end is None:
                return say("Flip {token} at the entrance: {face} must show.", **values)
            case TaskKind.FLIP:
                return say("Flip {token} on {after}: {face} must show.", **values)
            case TaskKind.PUT_ON if flip:
                return say("Put {token} on {after} and flip it: {face} must show.", **values)
            case TaskKind.PUT_ON:
                return say("Put {token} on {after}: {face} must show.", **values)
            case TaskKind.MOVE if flip:
                return say("Move {token} to {after}, {way}, and flip it: {face} must show.", **values)
            case TaskKind.MOVE:
                return say("Move {token} to {after}: {way}.", **values)
        if change.end is None:
            return say("Take {token} off the board: it is not in this game.", **values)
        match token.place:
            case Place.OUT:
                return say("Take {token} off the board: it has escaped.", **values)
            case Place.DEAD:
                return say("Take {token} out of the game, into the box.", **values)
        if flip:
            return say("Take {token} back to the entrance and flip it: {face} must show.", **values)
        return say("Take {token} back to the entrance.", **values)


def _where(sentence: str, values: Mapping[str, object]) -> str:
    """Return the sentence, and what the cell is next to."""
    if not values["place"]:
        return sentence
    return say("{sentence} It is {place}.", sentence=sentence, place=values["place"])


def _monster(kind: TaskKind, change: Change, after: Position) -> str:
    if kind is TaskKind.LAY_ASIDE or change.end is None:
        return say("Take Furunkulus off the board for a moment.")
    way = direction_name(facing_of(change.end))
    if kind is TaskKind.TURN:
        return say("Turn Furunkulus to face {way}.", way=way)
    start, cell = cell_of(change.start), change.end.place
    if start is None:
        return say("Put Furunkulus on {cell}, facing {way}.", cell=cell, way=way)
    steps = describe_way(start, cell, after)
    return say("Move Furunkulus {steps}, to {cell}, facing {way}.", steps=steps, cell=cell, way=way)


def _tile(kind: TaskKind, change: Change, after: Position) -> str:
    tile, (start, end) = tile_of(change.end or change.lie), map(cell_of, change)
    values: dict[str, object] = {"tile": tile_object(tile), "before": start, "after": end}
    values["place"] = describe_place(end, after) if end else ""
    if kind is TaskKind.LAY_ASIDE:
        return say("Lay {tile} aside for a moment.", **values)
    if not tile.is_stone:
        return say("Take {tile} off the board.", **values) if kind is TaskKind.TAKE_OFF else describe_placement(tile)
    if kind is TaskKind.TAKE_OFF:
        return say("Take {tile} from {before} off the board: it is out of the game.", **values)
    if kind is TaskKind.FLIP:
        return say("Turn over the tile on {after}: it must show {tile}.", **values)
    if kind is TaskKind.PUT_ON:
        return _where(say("Put {tile} on {after}.", **values), values)
    if change.is_turn:
        return say("Put the tile from {before} on {after}, turned over: it must show {tile}.", **values)
    assert start is not None
    assert end is not None
    return say("Push {tile} {way}, to {after}.", way=describe_way(start, end, after), **values)
