"""The sentences of the guide."""

from collections.abc import Mapping, Sequence

from companion.device.sentences import listed
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table.problems import describe_placement
from companion.games.finstere_flure.table.tasks import Task, TaskKind
from companion.games.finstere_flure.table.ways import describe_place, describe_way
from companion.games.finstere_flure.words.piece_names import face_name, tile_object, token_name
from companion.games.finstere_flure.words.sentences import direction_name
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.pieces import MONSTER, Place, Side
from engine.finstere_flure.position import Position, Tile, Token


class TaskWords:
    """Descriptions of tasks for people.

    Tokens are called by what they show on the table, by what they show in the end position if they are not seen.
    """

    def __init__(self, shown: Sequence[Token], after: Position) -> None:
        tokens = {token.id: token for token in (*after.tokens, *shown)}
        away = tuple(Token(token.id, token.side, Place.OUTSIDE) for token in tokens.values())
        self._tokens = Position(EXIT, Direction.E, away)
        self._after = after

    def sentence(self, task: Task) -> str:
        """Return the task in words."""
        if task.piece == MONSTER:
            return _monster(task, self._after)
        if isinstance(task.after, Token) or isinstance(task.before, Token):
            return self._token(task)
        tile = task.after if isinstance(task.after, Tile) else task.before
        assert isinstance(tile, Tile)
        return _tile(task, tile, self._after)

    def flip_sentence(self, flips: Sequence[Task]) -> str:
        """Describe several flips at the entrance as one act."""
        tokens = [self._tokens.token(task.piece) for task in flips]
        shown = {token.side for token in tokens if token is not None}
        waiting = {token.id for token in self._after.tokens if token.place is Place.OUTSIDE}
        others = {token.side for token in self._tokens.tokens if token.id in waiting - {task.piece for task in flips}}
        if len(shown) == 1 and not shown & others:
            if shown == {Side.WHITE}:
                return say("Flip every token at the entrance that shows a white number.")
            return say("Flip every token at the entrance that shows a black number.")
        names = listed([token_name(token, self._tokens) for token in tokens if token is not None])
        return say("Flip these tokens at the entrance: {tokens}.", tokens=names)

    def _token(self, task: Task) -> str:
        token = task.after if isinstance(task.after, Token) else task.before
        assert isinstance(token, Token)
        shown = self._tokens.token(task.piece)
        assert shown is not None
        values = {
            "token": token_name(token, self._tokens),
            "before": task.start,
            "after": task.end,
            "face": face_name(token),
            "way": describe_way(task.start, task.end, self._after)
            if task.start and task.end and task.start != task.end
            else "",
            "place": describe_place(task.end, self._after) if task.end else "",
        }
        flip = shown.side is not token.side
        match task.kind:
            case TaskKind.LAY_ASIDE:
                return say("Lay {token} aside for a moment.", **values)
            case TaskKind.FLIP if task.end is None:
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
        if task.after is None:
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


def _monster(task: Task, after: Position) -> str:
    if task.kind is TaskKind.LAY_ASIDE:
        return say("Take Furunkulus off the board for a moment.")
    assert task.facing is not None
    way = direction_name(task.facing)
    if task.kind is TaskKind.TURN:
        return say("Turn Furunkulus to face {way}.", way=way)
    if task.start is None:
        return say("Put Furunkulus on {cell}, facing {way}.", cell=task.end, way=way)
    assert task.end is not None
    steps = describe_way(task.start, task.end, after)
    return say("Move Furunkulus {steps}, to {cell}, facing {way}.", steps=steps, cell=task.end, way=way)


def _tile(task: Task, tile: Tile, after: Position) -> str:
    values: dict[str, object] = {"tile": tile_object(tile), "before": task.start, "after": task.end}
    values["place"] = describe_place(task.end, after) if task.end else ""
    if task.kind is TaskKind.LAY_ASIDE:
        return say("Lay {tile} aside for a moment.", **values)
    if not tile.is_stone:
        return (
            say("Take {tile} off the board.", **values) if task.kind is TaskKind.TAKE_OFF else describe_placement(tile)
        )
    if task.kind is TaskKind.TAKE_OFF:
        return say("Take {tile} from {before} off the board: it is out of the game.", **values)
    if task.kind is TaskKind.FLIP:
        return say("Turn over the tile on {after}: it must show {tile}.", **values)
    if task.kind is TaskKind.PUT_ON:
        return _where(say("Put {tile} on {after}.", **values), values)
    if isinstance(task.before, Tile) and task.before.kind is not tile.kind:
        return say("Put the tile from {before} on {after}, turned over: it must show {tile}.", **values)
    assert task.start is not None
    assert task.end is not None
    return say("Push {tile} {way}, to {after}.", way=describe_way(task.start, task.end, after), **values)
