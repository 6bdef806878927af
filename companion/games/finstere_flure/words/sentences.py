"""Sentences that describe a monster's move; `words` puts them together.

Every sentence is one whole format string, so that it can be translated as one.
"""

from collections.abc import Mapping, Sequence

from companion.device.sentences import listed
from companion.games.finstere_flure.language import later, say, say_as, say_count
from engine.finstere_flure.board import NEIGHBOUR, Cell, Direction
from engine.finstere_flure.pieces import TOKENS, TURNING_KINDS, Colour, Side, TileKind
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

DIRECTIONS = {
    Direction.N: later("north"),
    Direction.E: later("east"),
    Direction.S: later("south"),
    Direction.W: later("west"),
}
COLOURS = {
    Colour.GREEN: later("green"),
    Colour.RED: later("red"),
    Colour.BLUE: later("blue"),
    Colour.YELLOW: later("yellow"),
    Colour.BEIGE: later("beige"),
    Colour.PURPLE: later("purple"),
    Colour.BLACK: later("black"),
}


def direction_name(direction: Direction) -> str:
    """Return the name of a direction, like ``north``.

    Other languages say it as an answer to "whereto?", so it fits after "faces", "goes", "turns".
    """
    return say(DIRECTIONS[direction])


def colour_name(colour: Colour) -> str:
    """Return the name of a player's colour: ``red``."""
    return say(COLOURS[colour])


class Names:
    """Names of the pieces of a position."""

    def __init__(self, position: Position) -> None:
        self._tokens = {token.id: token for token in position.tokens}
        self._kinds = {tile.id: tile.kind for tile in position.stones}
        self.pools = position.pool_cells

    def token(self, token_id: str) -> str:
        """Return colour and visible number of a token.

        It is ``red's black 3`` where another token of the colour shows the same number.
        """
        token = self._tokens[token_id]
        colour = TOKENS[token_id][0]
        name = {"colour": colour_name(colour), "number": token.visible_number}
        shown = [other.visible_number for other in self._tokens.values() if TOKENS[other.id][0] is colour]
        if shown.count(token.visible_number) == 1:
            return say("{colour} {number}", **name)
        if token.side is Side.WHITE:
            return say("{colour}'s white {number}", **name)
        return say("{colour}'s black {number}", **name)

    def is_token(self, piece: str) -> bool:
        """Return True if the piece is a token, not a stone."""
        return piece in self._tokens

    def is_turning(self, piece: str) -> bool:
        """Return True if the piece is a turning stone."""
        return self._kinds.get(piece) in TURNING_KINDS

    def piece(self, piece: str) -> str:
        """Return the name of what can be pushed, as a sentence's object: ``the stone``, ``red 4``."""
        if self.is_token(piece):
            return self.token(piece)
        return stone_object(self._kinds[piece])

    def sight(self, sight: Sight) -> str:
        """Describe who is seen, and where: ``red 4 (3 cells east)``."""
        return say_count(
            "{token} (1 cell {direction})",
            "{token} ({n} cells {direction})",
            sight.distance,
            token=self.token(sight.token),
            direction=direction_name(sight.direction),
        )


def stone_object(kind: TileKind) -> str:
    """Return a square tile by its visible face, as the object of a sentence.

    The object is what is put, pushed, taken off.
    """
    match kind:
        case TileKind.CRYSTAL:
            return say_as("it pushes ...", "the crystal")
        case TileKind.TURN90:
            return say_as("it pushes ...", "the right-turning stone")
        case TileKind.TURN180:
            return say_as("it pushes ...", "the turn-about stone")
        case _:
            return say_as("it pushes ...", "the stone")


def sentence(group: Sequence[Event], names: Names) -> str:
    """Describe a group of events in a sentence; the first event is the kind of the group."""
    match group[0]:
        case Look() as look:
            return _look(look, names)
        case Pivot() as pivot:
            return _pivot(pivot)
        case StandsStill() as still:
            return say("Four turning stones in a row: it stays on {cell} and the step is used up.", cell=still.cell)
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
                facing=direction_name(teleport.facing),
            )
        case _:
            return _walk(group, names)


# --- looks and turns ---------------------------------------------------------------------------------------------


def _look(look: Look, names: Names) -> str:
    text = _describe_sights(look, names)
    if look.ruling == "R2":
        return say("The next turning stone is ahead, so it looks first. {look}", look=text)
    return text


def _describe_sights(look: Look, names: Names) -> str:
    if look.decision is Decision.NOBODY:
        return say("Furunkulus faces {facing} and sees nobody.", facing=direction_name(look.facing))
    nearest = min(sight.distance for sight in look.seen)
    named = [names.token(sight.token) for sight in look.seen if sight.distance == nearest]
    values = {
        "seen": listed([names.sight(sight) for sight in look.seen]),
        "named": listed(named),
        "facing": direction_name(look.facing),
    }
    if look.decision is Decision.CONFUSED:
        if len(named) == len(look.seen):
            return say("Furunkulus sees {seen}, equally near: it is confused and keeps facing {facing}.", **values)
        return say("Furunkulus sees {seen}. Two are equally near: it is confused and keeps facing {facing}.", **values)
    if look.decision is Decision.TURN:
        if len(look.seen) == 1:
            return say("Furunkulus sees {seen} and turns {facing}.", **values)
        return say("Furunkulus sees {seen}. The nearest is {named}: it turns {facing}.", **values)
    if len(look.seen) == 1:
        return say("Furunkulus sees {seen}, straight ahead.", **values)
    return say("Furunkulus sees {seen}. The nearest is {named}, straight ahead.", **values)


def _pivot(pivot: Pivot) -> str:
    where = {"cell": pivot.cell, "facing": direction_name(pivot.after)}
    if pivot.kind is TileKind.TURN90:
        return say("The right-turning stone on {cell} turns it to its right: it faces {facing}.", **where)
    return say("The turn-about stone on {cell} turns it around: it faces {facing}.", **where)


# --- pushes ------------------------------------------------------------------------------------------------------


def _push(push: Push, last: Event, names: Names) -> str:
    """Describe a push; `last` is the loss that it led to, or the push itself."""
    values = {"piece": names.piece(push.piece), "before": push.before, "after": push.after}
    if isinstance(last, Eaten):
        if last.how is Loss.TELEPORTER:
            return say("It pushes {piece} from {before} onto a teleporter: that counts as eaten.", **values)
        return say("It pushes {piece} from {before} off the board: that counts as eaten.", **values)
    if push.after is None:
        return say("It pushes {piece} from {before} out of the game.", **values)
    if isinstance(last, Removed):
        return say("It pushes {piece} from {before} onto the corner cell {after}: it leaves the game.", **values)
    if push.slid and push.after in names.pools:
        return say("It pushes {piece} from {before} onto the pool, where it stops on {after}.", **values)
    if push.slid:
        return say("It pushes {piece} from {before}, and over the pool it slides to {after}.", **values)
    if names.is_turning(push.piece) and push.ruling == "R1":
        return say(
            "It pushes {piece} from {before} to {after}: it saw tokens, so the stone does not turn it.", **values
        )
    if names.is_turning(push.piece) and push.ruling == "R6":
        return say("It pushes {piece} from {before} to {after}: while it slides, the stone does not turn it.", **values)
    return say("It pushes {piece} from {before} to {after}.", **values)


# --- the monster's way -------------------------------------------------------------------------------------------


def _walk(group: Sequence[Event], names: Names) -> str:
    """Return the sentence for a way of one or more cells.

    The way may go through a wall, and a meal may be at its end.
    """
    wall = next((event for event in group if isinstance(event, Wall)), None)
    way = [event for event in group if isinstance(event, Move | Slide)]
    meal = next((event for event in group if isinstance(event, Eaten)), None)
    direction = _direction(way[0].before, way[0].after)
    values = {
        "direction": direction_name(direction) if direction else "",
        "letter": wall.letter if wall else "",
        "before": way[0].before,
        "entry": way[0].after,
        "cell": way[-1].after,
        "token": names.token(meal.token) if meal else "",
    }
    slides = len(way) > 1
    if wall:
        return _through_the_wall(slides, meal is not None, values)
    if direction is None:
        return _wall_continuation(slides, meal is not None, values)
    return _step_sentence(isinstance(way[0], Slide), slides, meal is not None, values)


def _direction(before: Cell, after: Cell) -> Direction | None:
    """Return the direction from a cell to its neighbour; None when a wall lies between them."""
    return next((direction for direction in Direction if NEIGHBOUR[before, direction] == after), None)


def _through_the_wall(slides: bool, eats: bool, values: Mapping[str, object]) -> str:
    if slides and eats:
        return say(
            "It leaves through wall {letter} on {before}, comes in at the other {letter}, "
            "slides to {cell} and eats {token}.",
            **values,
        )
    if slides:
        return say(
            "It leaves through wall {letter} on {before}, comes in at the other {letter} and slides to {cell}.",
            **values,
        )
    if eats:
        return say(
            "It leaves through wall {letter} on {before}, comes in at the other {letter} and eats {token} on {cell}.",
            **values,
        )
    return say("It leaves through wall {letter} on {before} and comes in at the other {letter}, on {cell}.", **values)


def _wall_continuation(slides: bool, eats: bool, values: Mapping[str, object]) -> str:
    """Describe the way on from a wall that an earlier sentence told."""
    if slides and eats:
        return say("It comes in on {entry}, slides to {cell} and eats {token}.", **values)
    if slides:
        return say("It comes in on {entry} and slides to {cell}.", **values)
    if eats:
        return say("It comes in on {cell} and eats {token}.", **values)
    return say("It comes in on {cell}.", **values)


def _step_sentence(sliding: bool, slides: bool, eats: bool, values: Mapping[str, object]) -> str:
    if sliding:
        if eats:
            return say("It slides on {direction} to {cell} and eats {token}.", **values)
        return say("It slides on {direction} to {cell}.", **values)
    if slides:
        if eats:
            return say("It slides {direction} over the pool to {cell} and eats {token}.", **values)
        return say("It slides {direction} over the pool to {cell}.", **values)
    if eats:
        return say("It goes {direction} to {cell} and eats {token}.", **values)
    return say("It goes {direction} to {cell}.", **values)
