"""The sentences of which the telling of a monster's move is made; `words` puts them together.

Every sentence is one whole format string, so that it can be translated as one.
"""

from collections.abc import Sequence

from companion.language import say
from engine.finstere_flure.board import NEIGHBOUR, Cell, Direction
from engine.finstere_flure.pieces import TOKENS, TURNING_KINDS, TileKind
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import (
    Decision,
    Eaten,
    Event,
    Look,
    Loss,
    Move,
    Pivot,
    Push,
    Removed,
    Sight,
    Slide,
    StandsStill,
    Teleport,
    Wall,
)

DIRECTIONS = {Direction.N: "north", Direction.E: "east", Direction.S: "south", Direction.W: "west"}
STONES = {
    TileKind.STONE: "the stone",
    TileKind.CRYSTAL: "the crystal",
    TileKind.TURN90: "the right-turning stone",
    TileKind.TURN180: "the turn-about stone",
}


class Names:
    """What the pieces of a position are called."""

    def __init__(self, position: Position) -> None:
        self._tokens = {token.id: token for token in position.tokens}
        self._kinds = {tile.id: tile.kind for tile in position.stones}
        self.pools = position.pool_cells

    def token(self, token_id: str) -> str:
        """Colour and visible number; ``red's black 3`` where another token of the colour shows the same number."""
        token = self._tokens[token_id]
        colour = TOKENS[token_id][0]
        name = {"colour": colour, "number": token.visible_number, "side": token.side}
        shown = [other.visible_number for other in self._tokens.values() if TOKENS[other.id][0] is colour]
        if shown.count(token.visible_number) > 1:
            return say("{colour}'s {side} {number}", **name)
        return say("{colour} {number}", **name)

    def is_token(self, piece: str) -> bool:
        """Whether the piece is a token, not a stone."""
        return piece in self._tokens

    def is_turning(self, piece: str) -> bool:
        """Whether the piece is a turning stone."""
        return self._kinds.get(piece) in TURNING_KINDS

    def piece(self, piece: str) -> str:
        """Anything that can be pushed."""
        return self.token(piece) if self.is_token(piece) else STONES[self._kinds[piece]]

    def sight(self, sight: Sight) -> str:
        """Who is seen where: ``red 4 (3 cells east)``."""
        where = {"token": self.token(sight.token), "n": sight.distance, "direction": DIRECTIONS[sight.direction]}
        if sight.distance == 1:
            return say("{token} (1 cell {direction})", **where)
        return say("{token} ({n} cells {direction})", **where)


def listed(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) == 1:
        return items[0]
    return say("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])


def sentence(group: Sequence[Event], names: Names) -> str:
    """The sentence that tells a group of events; its first event is the kind of the group."""
    match group[0]:
        case Look() as look:
            return _look(look, names)
        case Pivot() as pivot:
            return _pivot(pivot)
        case StandsStill() as still:
            return say(
                "Turning stones four times in a row: it stands still on {cell} and the step is spent.", cell=still.cell
            )
        case Push() as push:
            return _push(push, group[-1], names)
        case Wall() as wall if len(group) == 1:
            return say(
                "Its way leads out through wall {letter} on {before} and in at the other {letter}, on {after}.",
                letter=wall.letter,
                before=wall.before,
                after=wall.after,
            )
        case Teleport() as teleport:
            return say(
                "The teleporter takes it to {cell}, where the arrow turns it {facing}.",
                cell=teleport.after,
                facing=DIRECTIONS[teleport.facing],
            )
        case _:
            return _walk(group, names)


# --- looks and turns ---------------------------------------------------------------------------------------------


def _look(look: Look, names: Names) -> str:
    text = _who_is_seen(look, names)
    if look.ruling == "R2":
        return say("The next turning stone is ahead, so it looks first. {look}", look=text)
    return text


def _who_is_seen(look: Look, names: Names) -> str:
    facing = DIRECTIONS[look.facing]
    if look.decision is Decision.NOBODY:
        return say("Furunkulus faces {facing} and sees nobody.", facing=facing)
    seen = listed([names.sight(sight) for sight in look.seen])
    nearest = min(sight.distance for sight in look.seen)
    named = [names.token(sight.token) for sight in look.seen if sight.distance == nearest]
    if look.decision is Decision.CONFUSED:
        if len(named) == len(look.seen):
            text = "Furunkulus sees {seen}, equally near: it is confused and keeps facing {facing}."
        else:
            text = "Furunkulus sees {seen}. Two are equally near: it is confused and keeps facing {facing}."
    elif look.decision is Decision.TURN:
        if len(look.seen) == 1:
            text = "Furunkulus sees {seen} and turns {facing}."
        else:
            text = "Furunkulus sees {seen}. The nearest is {named}: it turns {facing}."
    elif len(look.seen) == 1:
        text = "Furunkulus sees {seen}, straight ahead."
    else:
        text = "Furunkulus sees {seen}. The nearest is {named}, straight ahead."
    return say(text, seen=seen, named=listed(named), facing=facing)


def _pivot(pivot: Pivot) -> str:
    where = {"cell": pivot.cell, "facing": DIRECTIONS[pivot.after]}
    if pivot.kind is TileKind.TURN90:
        return say("The right-turning stone on {cell} turns it to its right: it faces {facing}.", **where)
    return say("The turn-about stone on {cell} turns it round: it faces {facing}.", **where)


# --- pushes ------------------------------------------------------------------------------------------------------


def _push(push: Push, last: Event, names: Names) -> str:
    """The sentence for a push; `last` is the loss that it led to, or the push itself."""
    return say(_push_format(push, last, names), piece=names.piece(push.piece), before=push.before, after=push.after)


def _push_format(push: Push, last: Event, names: Names) -> str:
    if isinstance(last, Eaten):
        if last.how is Loss.TELEPORTER:
            return "It pushes {piece} from {before} onto a teleporter: that counts as eaten."
        return "It pushes {piece} from {before} off the board: that counts as eaten."
    if push.after is None:
        return "It pushes {piece} from {before} out of the game."
    if isinstance(last, Removed):
        return "It pushes {piece} from {before} onto the corner cell {after}: it leaves the game."
    if push.slid and push.after in names.pools:
        return "It pushes {piece} from {before} onto the pool, where it stops on {after}."
    if push.slid:
        return "It pushes {piece} from {before}, and over the pool it slides to {after}."
    if names.is_turning(push.piece) and push.ruling == "R1":
        return "It pushes {piece} from {before} to {after}: it saw tokens, so the stone does not turn it."
    if names.is_turning(push.piece) and push.ruling == "R6":
        return "It pushes {piece} from {before} to {after}: while it slides, the stone does not turn it."
    return "It pushes {piece} from {before} to {after}."


# --- the monster's way -------------------------------------------------------------------------------------------


def _walk(group: Sequence[Event], names: Names) -> str:
    """The sentence for a way of one or more cells, through a wall or not, with or without a meal at its end."""
    wall = next((event for event in group if isinstance(event, Wall)), None)
    way = [event for event in group if isinstance(event, Move | Slide)]
    meal = next((event for event in group if isinstance(event, Eaten)), None)
    direction = _direction(way[0].before, way[0].after)
    text = _walk_format(wall is not None, direction is None, isinstance(way[0], Slide), len(way) > 1, meal is not None)
    return say(
        text,
        direction=DIRECTIONS[direction] if direction else "",
        letter=wall.letter if wall else "",
        before=way[0].before,
        entry=way[0].after,
        cell=way[-1].after,
        token=names.token(meal.token) if meal else "",
    )


def _direction(before: Cell, after: Cell) -> Direction | None:
    """The direction from a cell to its neighbour; None when a wall lies between them."""
    return next((direction for direction in Direction if NEIGHBOUR[before, direction] == after), None)


def _walk_format(wall: bool, behind_wall: bool, sliding: bool, slides: bool, eats: bool) -> str:
    if wall and slides:
        if eats:
            return (
                "It leaves through wall {letter} on {before}, comes in at the other {letter}, "
                "slides to {cell} and eats {token}."
            )
        return "It leaves through wall {letter} on {before}, comes in at the other {letter} and slides to {cell}."
    if wall:
        if eats:
            return (
                "It leaves through wall {letter} on {before}, comes in at the other {letter} "
                "and eats {token} on {cell}."
            )
        return "It leaves through wall {letter} on {before} and comes in at the other {letter}, on {cell}."
    if behind_wall:
        if slides:
            if eats:
                return "It comes in on {entry}, slides to {cell} and eats {token}."
            return "It comes in on {entry} and slides to {cell}."
        if eats:
            return "It comes in on {cell} and eats {token}."
        return "It comes in on {cell}."
    if sliding:
        if eats:
            return "It slides on {direction} to {cell} and eats {token}."
        return "It slides on {direction} to {cell}."
    if slides:
        if eats:
            return "It slides {direction} over the pool to {cell} and eats {token}."
        return "It slides {direction} over the pool to {cell}."
    if eats:
        return "It goes {direction} to {cell} and eats {token}."
    return "It goes {direction} to {cell}."
