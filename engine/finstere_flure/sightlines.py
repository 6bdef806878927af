"""Lines of sight at a look of the monster: tokens seen and unseen, and what hides these.

A trace tells what was seen; this tells why nothing else was (rules, section 7; R10).
"""

from engine.values import value

from .board import RAY, Cell, Direction
from .cards import Card, parse_card
from .monster import move_monster
from .pieces import OPAQUE_KINDS, TileKind
from .position import Position, unchecked_position
from .trace import Look, MonsterMove, Pivot, Sight, Turn


@value
class UnseenToken:
    """A token in line with the monster that is not seen, and the nearest piece that hides it.

    `hidden_by` is None for a token behind the monster, where it never looks.
    """

    token: str
    cell: Cell
    hidden_by: str | None


@value
class Sightline:
    """Line of sight in one direction.

    `cells`: up to the seen token, the stone that ends the sight (included), or the wall. `stone`: that stone.
    """

    direction: Direction
    cells: tuple[Cell, ...]
    sight: Sight | None = None
    stone: str | None = None
    unseen: tuple[UnseenToken, ...] = ()


@value
class ExplainedLook:
    """A look, the facing before it, its lines ahead, left and right, and the tokens behind it."""

    look: Look
    before: Direction
    lines: tuple[Sightline, ...]
    behind: tuple[UnseenToken, ...]


def explained_looks(move: MonsterMove, step: int) -> tuple[ExplainedLook, ...]:
    """Return the looks of a step, from 1; the step after the last one has the final look.

    A step has a further look where turning stones lie in a row (R2). Raises IndexError for another step.
    """
    position = position_before(move, step)
    facing = position.facing
    events = (move.final_look,) if step == len(move.steps) + 1 else move.steps[step - 1].events
    looks = []
    for event in events:
        match event:
            case Look():
                looks.append(_explain(position, event, facing))
            case Turn(after=after) | Pivot(after=after):
                facing = after
    return tuple(looks)


def position_before(move: MonsterMove, step: int) -> Position:
    """Return the position before the look of a step, from 1; after the last step comes a look.

    Raises IndexError for another step.
    """
    if not 1 <= step <= len(move.steps) + 1:
        raise IndexError(step)
    if step == 1:
        return move.start
    walked = move_monster(move.start, Card("", step - 1)).final
    facing = move.steps[step - 2].facing
    return unchecked_position(walked.monster, facing, walked.tokens, walked.tiles, walked.stage)


def card_before(move: MonsterMove, step: int) -> Card:
    """Return the rest of the card before the look of a step: the steps and hits that are left."""
    card = parse_card(move.card)
    hits = None if card.hits is None else card.hits - sum(meal.step < step for meal in move.eaten)
    return Card(card.name, card.steps - step + 1, hits)


def _explain(position: Position, look: Look, facing: Direction) -> ExplainedLook:
    lines = tuple(_line(position, look.cell, side) for side in (facing, facing.left, facing.right))
    behind = {cell: token.id for token in position.tokens if (cell := token.cell) in RAY[look.cell, facing.back]}
    unseen = tuple(UnseenToken(behind[cell], cell, None) for cell in RAY[look.cell, facing.back] if cell in behind)
    return ExplainedLook(look, facing, lines, unseen)


def _line(position: Position, cell: Cell, direction: Direction) -> Sightline:
    tokens = {token.cell: token.id for token in position.tokens if token.cell is not None}
    stones: dict[Cell, tuple[str, TileKind]] = {stone.cell: (stone.id, stone.kind) for stone in position.stones}
    ray = RAY[cell, direction]
    sight, stone, hidden_by, end = None, None, None, len(ray)
    unseen = []
    for distance, sighted in enumerate(ray, start=1):
        if sighted in tokens:
            if hidden_by is None:
                sight, hidden_by, end = Sight(tokens[sighted], direction, distance), tokens[sighted], distance
            else:
                unseen.append(UnseenToken(tokens[sighted], sighted, hidden_by))
        elif sighted in stones and hidden_by is None and stones[sighted][1] in OPAQUE_KINDS:
            stone, hidden_by, end = stones[sighted][0], stones[sighted][0], distance
    return Sightline(direction, ray[:end], sight, stone, tuple(unseen))
