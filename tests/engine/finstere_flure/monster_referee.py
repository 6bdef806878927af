"""Referee that follows a monster's move event by event and objects to forbidden ones.

It shares no code with the engine's walk: it keeps the table of its own, from the events alone, and checks each
of them against it.
"""

from engine.finstere_flure.board import CORNERS, NEIGHBOUR, Cell, Direction, through
from engine.finstere_flure.pieces import TELEPORTER_PAIRS, TURNING_KINDS, Place, TileKind
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


class Referee:
    """The table during a move."""

    def __init__(self, move: MonsterMove) -> None:
        start = move.start
        self.cell, self.facing = start.monster, start.facing
        self.stones = {stone.id: stone.cell for stone in start.stones}
        self.kinds = {stone.id: stone.kind for stone in start.stones}
        self.tokens = {token.id: token.cell for token in start.tokens if token.cell is not None}
        self.teleporters = {tile.id: tile for tile in start.tiles if tile.kind is TileKind.TELEPORTER}
        self.holes = {tile.cell for tile in self.teleporters.values()}
        self.pools = start.pool_cells
        self.eaten: list[tuple[str, int, Loss]] = []
        self.lost: set[str] = set()
        for number, step in enumerate(move.steps, start=1):
            assert step.number == number
            self.number = number
            self.looked = self.saw = self.moved = self.entered_teleporter = False
            self.pivots = 0
            assert isinstance(step.events[0], Look)
            for event in step.events:
                self.event(event)
            assert self.moved, "every step moves or stands still"
            assert not self.entered_teleporter, "a teleporter carries on"
            assert (step.cell, step.facing) == (self.cell, self.facing)
            assert self.cell not in self.pools
        self.check_look(move.final_look)
        self.facing = move.final_look.facing
        self.check_final(move)

    def on(self, cell: Cell) -> set[str]:
        """Return the pieces on a cell."""
        return {piece for piece, stone in (self.stones | self.tokens).items() if stone == cell}

    def turning_stone_on(self, cell: Cell) -> bool:
        """Return True if a turning stone is on the cell."""
        return any(self.kinds.get(piece) in TURNING_KINDS for piece in self.on(cell))

    def event(self, event: Event) -> None:
        ahead, letter = through(self.cell, self.facing)
        match event:
            case Look():
                assert not self.pivots or self.turning_stone_on(ahead), "R2: it looks again only before another"
                self.check_look(event)
                self.looked, self.saw = True, bool(event.seen)
                self.turned_to = event.facing
            case Turn(before, after):
                assert before is self.facing is not after is self.turned_to
                self.facing = after
            case Pivot(tile, kind, cell, before, after):
                assert self.looked
                assert not self.saw
                self.looked = False
                self.pivots += 1
                assert self.stones[tile] == cell == ahead
                assert kind is self.kinds[tile]
                assert before is self.facing
                assert after is {TileKind.TURN90: before.right, TileKind.TURN180: before.back}[kind]
                self.facing = after
            case StandsStill(cell):
                assert cell == self.cell
                assert self.pivots == 4
                assert self.turning_stone_on(ahead)
                self.moved = True
            case Wall(name, before, after):
                assert (name, before, after) == (letter, self.cell, ahead)
            case Move(before, after) | Slide(before, after):
                assert (before, after) == (self.cell, ahead)
                assert isinstance(event, Slide) == (before in self.pools)
                assert isinstance(event, Slide) == self.moved
                assert not self.on(after) & self.stones.keys(), "a stone is pushed first"
                self.cell, self.moved, self.entered_teleporter = after, True, after in self.holes
            case Push():
                self.push(event)
            case Removed(tile, cell):
                assert self.stones.pop(tile) == cell
                assert tile in self.lost or cell in CORNERS
            case Eaten(token, cell, how):
                assert self.tokens.pop(token) == cell
                assert (how is Loss.CAUGHT) == (cell == self.cell)
                assert (token in self.lost) == (how is not Loss.CAUGHT)
                if token in self.lost:
                    assert (how is Loss.PUSHED_OFF) == (NEIGHBOUR[cell, self.facing] is None)
                self.eaten.append((token, self.number, how))
            case Teleport(tile, partner, before, after, facing):
                assert TELEPORTER_PAIRS[tile] == partner
                assert before == self.cell == self.teleporters[tile].cell
                assert after == self.teleporters[partner].cell
                assert facing is self.teleporters[partner].arrow
                self.cell, self.facing, self.entered_teleporter = after, facing, False

    def push(self, push: Push) -> None:
        if not self.moved and push.before == through(self.cell, self.facing)[0]:
            assert self.saw or not self.turning_stone_on(push.before), "it acts if nobody is seen"
        places = self.stones if push.piece in self.stones else self.tokens
        assert places[push.piece] == push.before
        behind = NEIGHBOUR[push.before, self.facing]
        if push.after is None:
            assert behind is None or behind in self.holes
            self.lost.add(push.piece)
            return
        assert behind is not None
        assert behind not in self.holes
        assert not self.on(behind)
        assert push.slid == (behind in self.pools)
        remaining = behind
        while remaining in self.pools and self.free(following := NEIGHBOUR[remaining, self.facing]):
            assert following is not None
            remaining = following
        assert push.after == remaining
        places[push.piece] = remaining

    def free(self, cell: Cell | None) -> bool:
        return cell is not None and cell not in self.holes and not self.on(cell)

    def check_look(self, look: Look) -> None:
        assert look.cell == self.cell
        seen = [self.first(direction) for direction in (self.facing, self.facing.left, self.facing.right)]
        assert look.seen == tuple(sight for sight in seen if sight is not None)
        distances = sorted(sight.distance for sight in look.seen)
        nearest = [sight.direction for sight in look.seen if sight.distance == distances[0]]
        if not nearest:
            expected = Decision.NOBODY, self.facing
        elif len(nearest) > 1:
            expected = Decision.CONFUSED, self.facing
        else:
            expected = (Decision.AHEAD if nearest[0] is self.facing else Decision.TURN), nearest[0]
        assert (look.decision, look.facing) == expected

    def first(self, direction: Direction) -> Sight | None:
        cell = NEIGHBOUR[self.cell, direction]
        distance = 1
        while cell is not None:
            for piece in self.on(cell):
                if piece in self.tokens:
                    return Sight(piece, direction, distance)
                if self.kinds[piece] is not TileKind.CRYSTAL:
                    return None
            cell = NEIGHBOUR[cell, direction]
            distance += 1
        return None

    def check_final(self, move: MonsterMove) -> None:
        start, final = move.start, move.final
        assert [(meal.token, meal.step, meal.how) for meal in move.eaten] == self.eaten
        assert (final.monster, final.facing, final.stage) == (self.cell, self.facing, start.stage)
        grave = Place.OUTSIDE if start.stage == 1 else Place.DEAD
        eaten = {token for token, _, _ in self.eaten}
        # Tokens never vanish, and keep the side they show.
        assert [(token.id, token.side) for token in final.tokens] == [(token.id, token.side) for token in start.tokens]
        for before, after in zip(start.tokens, final.tokens, strict=True):
            where = grave if before.id in eaten else self.tokens.get(before.id, before.place)
            assert after.at == where
        # Stones go only where the events removed them; all else stays as it was.
        assert {stone.id: stone.cell for stone in final.stones} == self.stones
        assert all(stone.kind is self.kinds[stone.id] for stone in final.stones)
        assert [tile for tile in final.tiles if not tile.is_stone] == [
            tile for tile in start.tiles if not tile.is_stone
        ]
