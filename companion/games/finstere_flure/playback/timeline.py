"""Monster's move as a timeline of beats, each with its caption and the table around it.

The table before and after the beat belongs to it. The screen draws what a beat and the time within it say;
`player` walks along the beats.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.games.finstere_flure.words import move_words as words
from engine.finstere_flure.board import RAY, WALL_LETTER, Cell, Direction
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.pieces import OPAQUE_KINDS
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import (
    Eaten,
    Event,
    Look,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Slide,
    StandsStill,
    Teleport,
    Wall,
)

#: How long the parts of a beat take at speed 1, in seconds.
LOOK_S = 1.1
TURN_S = 0.4
CELL_S = 0.4
SLIDE_CELL_S = 0.22
PUSH_S = 0.45
TELEPORT_S = 0.9
MEAL_S = 2.4
STILL_S = 0.8
CARD_S = 2.6
#: Share of the time in which a card is turned over that the held breath takes.
CARD_PAUSE_SHARE = 0.55
#: Share of this time after which the turn is over.
CARD_TURNED_SHARE = 0.75
#: A beat stays until its caption can be read: so long, and so long for each word (seconds).
READING_S = 0.5
READING_WORD_S = 0.14
#: Pace of the monster's look where it sees somebody, as a share of the usual pace.
PACE_OF_ONE = 0.85
#: Pace of its look where it sees several, which is slower still, as a share of the usual pace.
PACE_OF_SEVERAL = 0.7
#: Pace of a look that sees nobody, in the pace of others: it is quicker.
PACE_OF_EMPTY_LOOK = 1.4
#: Pace of the step after this look: the foot is slower than the look.
PACE_OF_EMPTY_WALK = 0.5
#: Steps on which it sees nobody pass so many times as quickly, if nobody has chosen otherwise.
HURRY = 4.0
#: A move plays no longer (seconds at speed 1) than this, its card not counted; longer ones play more quickly.
LONGEST_S = 27.0


class SegmentKind(StrEnum):
    """Content of a beat."""

    CARD = "card"
    START = "start"
    LOOK = "look"
    PIVOT = "pivot"
    STANDS_STILL = "stands still"
    WALL_AHEAD = "wall ahead"
    PUSH = "push"
    WALK = "walk"
    TELEPORT = "teleport"
    LAST_LOOK = "last look"
    END = "end"


class SightEnd(StrEnum):
    """End of the monster's sight in one direction."""

    TOKEN = "token"
    STONE = "stone"
    WALL = "wall"


@dataclass(frozen=True)
class SightLine:
    """Monster's sight in one direction: the free cells, then what ends it.

    That end is on `end_cell`, None at a wall.
    """

    direction: Direction
    cells: tuple[Cell, ...]
    end: SightEnd
    end_cell: Cell | None
    token: str | None
    decides: bool
    """Whether its token is the nearest, or one of the nearest."""


@dataclass(frozen=True)
class Hop:
    """Cell of the monster's way, stepping or sliding.

    `letter` is that of the wall between, if there is one.
    """

    before: Cell
    after: Cell
    direction: Direction
    letter: str | None = None
    sliding: bool = False

    @property
    def seconds(self) -> float:
        """Duration in seconds at speed 1."""
        return SLIDE_CELL_S if self.sliding else CELL_S


@dataclass(frozen=True)
class PlayedPosition:
    """Places of everything that can move.

    Unlike a position it may be in the middle of a step.
    """

    monster: Cell
    facing: Direction
    tokens: Mapping[str, Cell]
    stones: Mapping[str, Cell]
    eaten: Mapping[str, Cell] = field(default_factory=dict)
    """The tokens lost so far, in order, with the cell on which each was last."""


@dataclass(frozen=True)
class Segment:
    """A piece of the move that one caption tells.

    `step` counts from 1; 0 before the first, and the last look and the end have the number of the last step. `motion_s`
    is how long something moves, `duration_s` how long the beat stays, in seconds at speed 1.
    """

    kind: SegmentKind
    step: int
    before: PlayedPosition
    after: PlayedPosition
    caption: str
    ruling: str | None
    rule: str
    """The rule or ruling behind it, in a sentence."""
    motion_s: float
    duration_s: float
    events: tuple[Event, ...] = ()
    look: Look | None = None
    """The look whose result holds now: that of this beat or the last before it."""
    sights: tuple[SightLine, ...] = ()
    hops: tuple[Hop, ...] = ()
    meal: str | None = None
    """The token that is eaten at the end of the way."""
    turned_caption: str = ""
    """The caption from when the card's front can be read."""
    trail: tuple[Hop, ...] = ()
    """The way before this beat."""
    uneventful: bool = False
    """Whether it belongs to a step on which the monster sees nobody and just walks on."""
    pace: float = 1.0
    """So many of the beat's seconds pass in a second at speed 1."""

    @property
    def bite_s(self) -> float | None:
        """Seconds of the beat after which a token is lost; None if none is."""
        if len(self.after.eaten) == len(self.before.eaten):
            return None
        return self.motion_s - MEAL_S if self.meal is not None else self.motion_s

    @property
    def default_s(self) -> float:
        """Duration of the beat in seconds at speed 1, with the default hurry of empty steps."""
        return self.duration_s / self.pace / (HURRY if self.uneventful else 1.0)


def played_position(position: Position) -> PlayedPosition:
    """Return the places of everything in a position."""
    return PlayedPosition(
        position.monster,
        position.facing,
        {token.id: token.cell for token in position.tokens if token.cell is not None},
        {tile.id: tile.cell for tile in position.stones},
    )


def reading_time_s(text: str) -> float:
    """Return the time that people need to read a text, in seconds at speed 1."""
    # Chinese has no spaces; two of its characters are about a word.
    characters = sum(letter >= "\u2e80" for letter in text)
    return READING_S + READING_WORD_S * (len(text.split()) + characters / 2)


def still(position: Position) -> tuple[Segment, ...]:
    """Return a timeline of one beat on which nothing moves."""
    played = played_position(position)
    return (Segment(SegmentKind.START, 0, played, played, words.describe_position(position), None, "", 0.0, 0.0),)


def turning_over(move: MonsterMove) -> Segment:
    """Return the beat in which the card is turned over; it can precede those of the move."""
    played = played_position(move.start)
    hidden, turned = words.describe_turning_over(), words.describe_card(parse_card(move.card))
    return Segment(SegmentKind.CARD, 0, played, played, hidden, None, "", CARD_S, CARD_S, turned_caption=turned)


def timeline(move: MonsterMove, *, imagined: bool = False) -> tuple[Segment, ...]:
    """Return the beats of a move, from the table before it to the table after it.

    Where nobody is in sight they are quick, where the monster decides slow; none lasts longer than `LONGEST_S`.
    `imagined`: it is played on no table, so that nobody moves anything after it.
    """
    segments = _paced(tuple(_Teller(move).segments()))
    if imagined:
        segments[-1] = replace(segments[-1], rule=words.describe_nothing_to_move())
    hurry = max(1.0, sum(segment.default_s for segment in segments) / LONGEST_S)
    return tuple(replace(segment, pace=segment.pace * hurry) for segment in segments)


def _paced(segments: tuple[Segment, ...]) -> list[Segment]:
    """Return the beats, each at its pace; of empty steps the captions need not be read."""
    paced = list(segments)
    for number, segment in enumerate(segments):
        if segment.kind not in (SegmentKind.LOOK, SegmentKind.LAST_LOOK):
            continue
        seen = sum(line.token is not None for line in segment.sights)
        following = segments[number + 1]
        if seen:
            paced[number] = replace(segment, pace=PACE_OF_ONE if seen == 1 else PACE_OF_SEVERAL)
        elif segment.kind is SegmentKind.LAST_LOOK or _is_plain_step(following):
            paced[number] = _hurried(segment, PACE_OF_EMPTY_LOOK)
            if segment.kind is SegmentKind.LOOK:
                paced[number + 1] = _hurried(following, PACE_OF_EMPTY_WALK)
    return paced


def _hurried(segment: Segment, pace: float) -> Segment:
    """Return the beat without the time to read its caption."""
    return replace(segment, duration_s=segment.motion_s, uneventful=True, pace=pace)


def _is_plain_step(segment: Segment) -> bool:
    """Return True if the monster goes one cell and does nothing else."""
    return (
        segment.kind is SegmentKind.WALK
        and segment.meal is None
        and len(segment.hops) == 1
        and segment.hops[0].letter is None
    )


class _Teller:
    """Reader of a trace that keeps track of where everything is."""

    def __init__(self, move: MonsterMove) -> None:
        self.move = move
        self.played = played_position(move.start)
        self.kinds = {tile.id: tile.kind for tile in move.start.stones}
        self.look: Look | None = None
        self.sights: tuple[SightLine, ...] = ()
        self.trail: tuple[Hop, ...] = ()

    def segments(self) -> Iterator[Segment]:
        yield self._segment(SegmentKind.START, 0, words.Telling((), words.describe_start(self.move)), self.played, 0.0)
        for number, tellings in enumerate(words.describe_steps(self.move), start=1):
            for telling in tellings:
                yield self._caption_segment(number, telling)
        last = len(self.move.steps)
        yield self._caption_segment(last, words.describe_final_look(self.move), SegmentKind.LAST_LOOK)
        yield self._segment(SegmentKind.END, last, words.Telling((), words.describe_end(self.move)), self.played, 0.0)

    def _segment(
        self, kind: SegmentKind, step: int, telling: words.Telling, after: PlayedPosition, motion_s: float
    ) -> Segment:
        segment = Segment(
            kind,
            step,
            self.played,
            after,
            telling.text,
            telling.ruling,
            telling.rule,
            motion_s,
            max(motion_s + 0.2, reading_time_s(telling.text)),
            telling.events,
            self.look,
            self.sights,
            trail=self.trail,
        )
        self.played = after
        return segment

    def _caption_segment(self, step: int, telling: words.Telling, look_kind: SegmentKind = SegmentKind.LOOK) -> Segment:
        match telling.events[0]:
            case Look() as look:
                return self._look(step, telling, look, look_kind)
            case Pivot() as pivot:
                return self._segment(SegmentKind.PIVOT, step, telling, replace(self.played, facing=pivot.after), TURN_S)
            case StandsStill():
                return self._segment(SegmentKind.STANDS_STILL, step, telling, self.played, STILL_S)
            case Teleport() as teleport:
                after = replace(self.played, monster=teleport.after, facing=teleport.facing)
                return self._segment(SegmentKind.TELEPORT, step, telling, after, TELEPORT_S)
            case Push() as push:
                return self._segment(SegmentKind.PUSH, step, telling, self._pushed(push, telling), PUSH_S)
            case Wall() as wall if len(telling.events) == 1:
                hop = Hop(wall.before, wall.after, self.played.facing, wall.letter)
                return replace(self._segment(SegmentKind.WALL_AHEAD, step, telling, self.played, TURN_S), hops=(hop,))
            case _:
                return self._walk(step, telling)

    def _look(self, step: int, telling: words.Telling, look: Look, kind: SegmentKind) -> Segment:
        self.look, self.sights = look, self._sight_lines(look)
        turns = look.facing is not self.played.facing
        motion_s = LOOK_S + TURN_S if turns else LOOK_S
        return self._segment(kind, step, telling, replace(self.played, facing=look.facing), motion_s)

    def _sight_lines(self, look: Look) -> tuple[SightLine, ...]:
        """Return how far the monster sees to its left, ahead and to its right, in this order."""
        nearest = min((sight.distance for sight in look.seen), default=0)
        seen = {sight.direction: sight for sight in look.seen}
        opaque = {cell for stone, cell in self.played.stones.items() if self.kinds[stone] in OPAQUE_KINDS}
        lines = []
        for direction in (self.played.facing.left, self.played.facing, self.played.facing.right):
            ray = RAY[look.cell, direction]
            if direction in seen:
                sight = seen[direction]
                end_cell: Cell | None = ray[sight.distance - 1]
                cells, end, token = ray[: sight.distance - 1], SightEnd.TOKEN, sight.token
                lines.append(SightLine(direction, cells, end, end_cell, token, sight.distance == nearest))
                continue
            reach = next((number for number, cell in enumerate(ray) if cell in opaque), len(ray))
            end = SightEnd.STONE if reach < len(ray) else SightEnd.WALL
            end_cell = ray[reach] if reach < len(ray) else None
            lines.append(SightLine(direction, ray[:reach], end, end_cell, None, False))
        return tuple(lines)

    def _pushed(self, push: Push, telling: words.Telling) -> PlayedPosition:
        """Return the places of everything after a push and the loss that it may have led to."""
        tokens, stones, eaten = dict(self.played.tokens), dict(self.played.stones), dict(self.played.eaten)
        if push.piece in tokens and push.after is None:
            eaten[push.piece] = tokens.pop(push.piece)
        elif push.piece in tokens and push.after is not None:
            tokens[push.piece] = push.after
        elif push.after is None or isinstance(telling.events[-1], Removed):
            del stones[push.piece]
        else:
            stones[push.piece] = push.after
        return replace(self.played, tokens=tokens, stones=stones, eaten=eaten)

    def _walk(self, step: int, telling: words.Telling) -> Segment:
        """Return the monster's way over cells, through a wall or not, and the meal at its end."""
        facing = self.played.facing
        hops: list[Hop] = []
        meal: str | None = None
        for event in telling.events:
            if isinstance(event, Move | Slide):
                letter = WALL_LETTER.get((event.before, facing))
                hops.append(Hop(event.before, event.after, facing, letter, isinstance(event, Slide)))
            elif isinstance(event, Eaten):
                meal = event.token
        after = replace(self.played, monster=hops[-1].after)
        motion_s = sum(hop.seconds for hop in hops)
        if meal is not None:
            tokens = {token: cell for token, cell in self.played.tokens.items() if token != meal}
            after = replace(after, tokens=tokens, eaten={**self.played.eaten, meal: after.monster})
            motion_s += MEAL_S
        segment = replace(self._segment(SegmentKind.WALK, step, telling, after, motion_s), hops=tuple(hops), meal=meal)
        self.trail = (*self.trail, *hops)
        return segment
