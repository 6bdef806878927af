"""The monster's move in plain English, as someone would explain it at the table.

A telling is a sentence or two about events that belong together; the window's captions and the printed explanation
are made of the same tellings. Every sentence is one whole format string, so that it can be translated as one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.finstere_flure.board import NEIGHBOUR, Cell, Direction
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.pieces import TOKENS, TURNING_KINDS, TileKind
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import (
    Decision,
    Eaten,
    Event,
    Look,
    Loss,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Sight,
    Slide,
    StandsStill,
    Teleport,
    Turn,
    Wall,
)

DIRECTIONS = {Direction.N: "north", Direction.E: "east", Direction.S: "south", Direction.W: "west"}
STONES = {
    TileKind.STONE: "the stone",
    TileKind.CRYSTAL: "the crystal",
    TileKind.TURN90: "the right-turning stone",
    TileKind.TURN180: "the turn-about stone",
}
#: What the rulings that a move can name are about, for those who ask why.
RULINGS = {
    "R1": "A tie before a turning stone: tokens are seen, so the stone is pushed like a plain one.",
    "R2": "A turning stone behind a turning stone: it looks before the next one; four in a row spend the step.",
    "R3": "Through a wall onto something: the cell behind a wall is the next cell like any other.",
    "R4": "Chains: all that touches moves one cell, the farthest first; off the board or on a teleporter it is lost.",
    "R5": "Pushed onto a pool: the piece slides straight on as long as the next cell is free.",
    "R6": "The monster never stops on a pool, and while it slides it does not look.",
    "R7": "A stone that comes to lie on a corner cell leaves the game.",
    "R14": "After the last step it looks once more and turns; a turning stone ahead does not act.",
}


#: The plain rules of the monster's move, for what no ruling decides.
_NEAREST = "It looks ahead, left and right. The nearest token decides where it turns."
_TIE = "Two or three tokens equally near confuse it: it keeps its direction."
_NOBODY = "It looks ahead, left and right, never behind. Seeing nobody it keeps its direction."
_PIVOT = "A turning stone in its way turns it, but only if it sees no token."
_WALL = "Out through a wall it comes in again at the same letter on the opposite side."
_TELEPORT = "It comes out on the other teleporter of the pair and looks along its arrow."
_STEP = "Each step: first it looks, then it moves one cell."
_EATS = "A token in the cell that it enters is eaten."
_DONE = "Move the monster and the pushed pieces on the table, and take the eaten tokens off."


@dataclass(frozen=True)
class Telling:
    """Events that belong together, told in words; `ruling` names the ruling that decided, if one did (``R4``)."""

    events: tuple[Event, ...]
    sentence: str
    ruling: str | None = None
    hit: str = ""

    @property
    def text(self) -> str:
        """All that is said; on a hit card that counts the hits too."""
        return f"{self.sentence} {self.hit}".strip()

    @property
    def rule(self) -> str:
        """The rule or ruling behind it, in a sentence."""
        return RULINGS[self.ruling] if self.ruling else _plain_rule(self.events)

    @property
    def with_ruling(self) -> str:
        """The text with the ruling named in it."""
        if self.ruling is None:
            return self.text
        return f"{self.sentence.removesuffix('.')} ({self.ruling}). {self.hit}".strip()


def _say(sentence: str, **values: object) -> str:
    """The sentence with its values filled in; whoever translates the program does it here."""
    return sentence.format(**values)


def explain_move(move: MonsterMove) -> list[str]:
    """The whole move, one line a step, between a line on where it starts and lines on its last look and its end."""
    return [
        tell_start(move),
        *(
            f"Step {number}: {' '.join(telling.with_ruling for telling in tellings)}"
            for number, tellings in enumerate(tell_steps(move), start=1)
        ),
        f"Last look: {tell_final_look(move).text}",
        tell_end(move),
    ]


def tell_steps(move: MonsterMove) -> list[tuple[Telling, ...]]:
    """What happens in each step, in order; one entry a step."""
    names = _Names(move.start)
    hits = parse_card(move.card).hits
    steps = []
    lost = 0
    for step in move.steps:
        tellings = []
        for group in _groups(step.events):
            hit = ""
            if isinstance(group[-1], Eaten):
                lost += 1
                hit = "" if hits is None else _hit(lost, hits)
            tellings.append(Telling(group, _sentence(group, names), _ruling(group), hit))
        steps.append(tuple(tellings))
    return steps


def _plain_rule(events: Sequence[Event]) -> str:
    if not events:
        return _DONE
    match events[0]:
        case Look(decision=Decision.CONFUSED):
            return _TIE
        case Look(decision=Decision.NOBODY):
            return _NOBODY
        case Look():
            return _NEAREST
        case Pivot():
            return _PIVOT
        case Wall():
            return _WALL
        case Teleport():
            return _TELEPORT
        case _:
            return _EATS if isinstance(events[-1], Eaten) else _STEP


def _hit(number: int, needed: int) -> str:
    if number > needed:
        return _say("That is hit {n}, more than needed.", n=number)
    return _say("That is hit {n} of {hits}.", n=number, hits=needed)


def tell_final_look(move: MonsterMove) -> Telling:
    """The look after the last step."""
    return Telling((move.final_look,), _look(move.final_look, _Names(move.start)), "R14")


def tell_start(move: MonsterMove) -> str:
    """Where the monster stands and how far the card lets it go."""
    return _say(
        "Furunkulus stands on {cell} and faces {facing}. {card}",
        cell=move.start.monster,
        facing=DIRECTIONS[move.start.facing],
        card=tell_card(parse_card(move.card)),
    )


def tell_card(card: Card) -> str:
    """What a card makes the monster do."""
    if card.hits is None:
        if card.steps == 1:
            return _say("Card {card}: it walks one step.", card=card.name)
        return _say("Card {card}: it walks {n} steps.", card=card.name, n=card.steps)
    if card.hits == 1:
        return _say(
            "Card {card}: it walks until it has hit one token, at most {n} steps.", card=card.name, n=card.steps
        )
    return _say(
        "Card {card}: it walks until it has hit {hits} tokens, at most {n} steps.",
        card=card.name,
        hits=card.hits,
        n=card.steps,
    )


def tell_end(move: MonsterMove) -> str:
    """Where the monster ends and whom it got."""
    end = {"cell": move.final.monster, "facing": DIRECTIONS[move.final.facing]}
    if not move.eaten:
        return _say("Furunkulus ends on {cell}, faces {facing} and has eaten nobody.", **end)
    names = _Names(move.start)
    tokens = _listed([names.token(meal.token) for meal in move.eaten])
    return _say("Furunkulus ends on {cell}, faces {facing} and has eaten {tokens}.", **end, tokens=tokens)


def tell_position(position: Position) -> str:
    """Where the monster stands and how many tokens are in the castle, for a table on which nothing moves."""
    where = {"cell": position.monster, "facing": DIRECTIONS[position.facing]}
    count = sum(token.cell is not None for token in position.tokens)
    if count == 0:
        return _say("Furunkulus stands on {cell} and faces {facing}. Nobody is in the castle.", **where)
    if count == 1:
        return _say("Furunkulus stands on {cell} and faces {facing}. One token is in the castle.", **where)
    return _say("Furunkulus stands on {cell} and faces {facing}. {n} tokens are in the castle.", **where, n=count)


def token_name(position: Position, token_id: str) -> str:
    """The token as people at the table call it, by its colour and the number that lies up: ``red 4``."""
    return _Names(position).token(token_id)


class _Names:
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
            return _say("{colour}'s {side} {number}", **name)
        return _say("{colour} {number}", **name)

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
            return _say("{token} (1 cell {direction})", **where)
        return _say("{token} ({n} cells {direction})", **where)


def _listed(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) == 1:
        return items[0]
    return _say("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])


def _groups(events: Sequence[Event]) -> list[tuple[Event, ...]]:
    """The events in groups that one sentence tells.

    A look goes with the turn that it leads to, a push with the loss of what is pushed, a wall with the way through it;
    a way over a pool is one until something is eaten or pushed.
    """
    groups: list[list[Event]] = []
    for event in events:
        last = groups[-1][-1] if groups else None
        if (
            (isinstance(event, Turn) and isinstance(last, Look))
            or (isinstance(event, Removed | Eaten) and isinstance(last, Push | Move | Slide))
            or (isinstance(event, Move | Slide) and isinstance(last, Wall))
            or (isinstance(event, Slide) and isinstance(last, Move | Slide))
        ):
            groups[-1].append(event)
        else:
            groups.append([event])
    return [tuple(group) for group in groups]


def _ruling(group: Sequence[Event]) -> str | None:
    """The ruling that the last event of a group names, of those that name one."""
    named = [event.ruling for event in group if not isinstance(event, Turn | Move | Teleport) and event.ruling]
    return named[-1] if named else None


def _sentence(group: Sequence[Event], names: _Names) -> str:
    """The sentence that tells a group of events; its first event is the kind of the group."""
    match group[0]:
        case Look() as look:
            return _look(look, names)
        case Pivot() as pivot:
            return _pivot(pivot)
        case StandsStill() as still:
            return _say(
                "Turning stones four times in a row: it stands still on {cell} and the step is spent.", cell=still.cell
            )
        case Push() as push:
            return _push(push, group[-1], names)
        case Wall() as wall if len(group) == 1:
            return _say(
                "Its way leads out through wall {letter} on {before} and in at the other {letter}, on {after}.",
                letter=wall.letter,
                before=wall.before,
                after=wall.after,
            )
        case Teleport() as teleport:
            return _say(
                "The teleporter takes it to {cell}, where the arrow turns it {facing}.",
                cell=teleport.after,
                facing=DIRECTIONS[teleport.facing],
            )
        case _:
            return _walk(group, names)


# --- looks and turns ---------------------------------------------------------------------------------------------


def _look(look: Look, names: _Names) -> str:
    text = _who_is_seen(look, names)
    if look.ruling == "R2":
        return _say("The next turning stone is ahead, so it looks first. {look}", look=text)
    return text


def _who_is_seen(look: Look, names: _Names) -> str:
    facing = DIRECTIONS[look.facing]
    if look.decision is Decision.NOBODY:
        return _say("Furunkulus faces {facing} and sees nobody.", facing=facing)
    seen = _listed([names.sight(sight) for sight in look.seen])
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
    return _say(text, seen=seen, named=_listed(named), facing=facing)


def _pivot(pivot: Pivot) -> str:
    where = {"cell": pivot.cell, "facing": DIRECTIONS[pivot.after]}
    if pivot.kind is TileKind.TURN90:
        return _say("The right-turning stone on {cell} turns it to its right: it faces {facing}.", **where)
    return _say("The turn-about stone on {cell} turns it round: it faces {facing}.", **where)


# --- pushes ------------------------------------------------------------------------------------------------------


def _push(push: Push, last: Event, names: _Names) -> str:
    """The sentence for a push; `last` is the loss that it led to, or the push itself."""
    return _say(_push_format(push, last, names), piece=names.piece(push.piece), before=push.before, after=push.after)


def _push_format(push: Push, last: Event, names: _Names) -> str:
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


def _walk(group: Sequence[Event], names: _Names) -> str:
    """The sentence for a way of one or more cells, through a wall or not, with or without a meal at its end."""
    wall = next((event for event in group if isinstance(event, Wall)), None)
    way = [event for event in group if isinstance(event, Move | Slide)]
    meal = next((event for event in group if isinstance(event, Eaten)), None)
    direction = _direction(way[0].before, way[0].after)
    text = _walk_format(wall is not None, direction is None, isinstance(way[0], Slide), len(way) > 1, meal is not None)
    return _say(
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
