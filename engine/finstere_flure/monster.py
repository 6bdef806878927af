"""The monster's move (rules, section 7, and the rulings R1-R15)."""

from .board import CORNERS, NEIGHBOUR, SIGHT, Cell, through
from .cards import Card, parse_card
from .pieces import OPAQUE_KINDS, TELEPORTER_PAIRS, TURNING_KINDS, Place, TileKind
from .position import POOL, Position, Tile, Token, unchecked_position
from .trace import (
    Decision,
    Eaten,
    Event,
    Look,
    Loss,
    Meal,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Sight,
    Slide,
    StandsStill,
    Teleport,
    TraceStep,
    Turn,
    Wall,
)

#: After so many turns in a row by turning stones a step is spent standing still (R2).
MOST_PIVOTS = 4


def move_monster(position: Position, card: Card | str) -> MonsterMove:
    """Return the monster's whole move by this card, with its trace.

    Raises NotationError if `card` is a text that names no card.
    """
    if isinstance(card, str):
        card = parse_card(card)
    walk = _Walk(position)
    steps: list[TraceStep] = []
    # A number card is always walked to the end (R9); a hit card ends after the step that brings the last hit (R8).
    while len(steps) < card.steps and (card.hits is None or len(walk.eaten) < card.hits):
        steps.append(walk.step(len(steps) + 1))
    # After the last step it looks once more and turns; a turning stone ahead does not act (R14).
    final_look = walk.look()
    walk.facing = final_look.facing
    return MonsterMove(position, card.name, tuple(steps), final_look, tuple(walk.eaten), walk.position())


class _Walk:
    """The table while the monster walks over it."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self.cell = start.monster
        self.facing = start.facing
        #: The token or stone on each cell. A token beside the board is never seen (R10): it is on none.
        self.standing = {token.cell: token.id for token in start.tokens if token.cell is not None}
        #: The kind of each stone.
        self.kinds: dict[str, TileKind] = {}
        self.pools: set[Cell] = set()
        self.teleporters: dict[Cell, Tile] = {}
        for tile in start.tiles:
            if tile.is_stone:
                self.kinds[tile.id] = tile.kind
                self.standing[tile.cells[0]] = tile.id
            elif tile.kind is POOL:
                self.pools.update(tile.cells)
            else:
                self.teleporters[tile.cells[0]] = tile
        self.eaten: list[Meal] = []
        self.events: list[Event] = []
        self.number = 0

    def position(self) -> Position:
        """Return the position now.

        An eaten token waits beside the entrance in stage one and is out of the game in stage two.
        """
        cells = {piece: cell for cell, piece in self.standing.items()}
        grave = Place.OUTSIDE if self.start.stage == 1 else Place.DEAD
        tokens = []
        for token in self.start.tokens:
            place = token.place or cells.get(token.id, grave)
            tokens.append(token if place is token.at else Token(token.id, token.side, place))
        tiles = []
        for tile in self.start.tiles:
            if not tile.is_stone or cells.get(tile.id) == tile.cell:
                tiles.append(tile)
            elif tile.id in cells:
                tiles.append(Tile(tile.id, tile.kind, (cells[tile.id],)))
        return unchecked_position(self.cell, self.facing, tuple(tokens), tuple(tiles), self.start.stage)

    # --- looking -----------------------------------------------------------------------------------------------

    def look(self, ruling: str | None = None) -> Look:
        """Return the monster's sight ahead, to its left and to its right, and its resulting facing."""
        ahead = self.facing
        standing, kinds = self.standing, self.kinds
        seen = []
        for direction, ray in SIGHT[self.cell, ahead]:
            # Sight ends at stones (plain and turning) and at the walls; it goes over pools, teleporters, through
            # crystals.
            for cell in ray:
                if cell in standing:
                    piece = standing[cell]
                    if piece not in kinds:
                        seen.append(Sight(piece, direction, ray.index(cell) + 1))
                        break
                    if kinds[piece] in OPAQUE_KINDS:
                        break
        if not seen:
            return Look(self.cell, (), Decision.NOBODY, ahead, ruling)
        # The nearest token decides; if two or three share the smallest distance, it keeps its direction.
        nearest = min([sight.distance for sight in seen])
        directions = [sight.direction for sight in seen if sight.distance == nearest]
        if len(directions) > 1:
            return Look(self.cell, tuple(seen), Decision.CONFUSED, ahead, ruling)
        decision = Decision.AHEAD if directions[0] is ahead else Decision.TURN
        return Look(self.cell, tuple(seen), decision, directions[0], ruling)

    def _look_and_turn(self, ruling: str | None = None) -> Look:
        look = self.look(ruling)
        self.events.append(look)
        if look.facing is not self.facing:
            self.events.append(Turn(self.facing, look.facing))
            self.facing = look.facing
        return look

    # --- one step ----------------------------------------------------------------------------------------------

    def step(self, number: int) -> TraceStep:
        """Look, then move one cell."""
        self.number = number
        self.events = []
        look = self._look_and_turn()
        # A turning stone in the cell it is about to enter acts only if it sees no token; else it is pushed (R1).
        if look.seen or self._turning_stone_ahead() is None or self._pivot():
            self._advance()
        return TraceStep(number, self.cell, self.facing, tuple(self.events))

    def _turning_stone_ahead(self) -> tuple[str, Cell, str | None] | None:
        """Return the turning stone on the next cell, if any, that cell, and the wall's letter (R3).

        The letter is that of the wall before the stone, if there is one.
        """
        following, letter = through(self.cell, self.facing)
        piece = self.standing.get(following)
        return (piece, following, letter) if piece and self.kinds.get(piece) in TURNING_KINDS else None

    def _pivot(self) -> bool:
        """Turn the monster by turning stones until its way is free (R2).

        Returns False if the step is spent standing still.
        """
        turns = 0
        while (ahead := self._turning_stone_ahead()) is not None:
            if turns == MOST_PIVOTS:
                self.events.append(StandsStill(self.cell))
                return False
            # Before the first turn it has just looked; a further turning stone makes it look again (R2).
            if turns and self._look_and_turn(ruling="R2").seen:
                return True
            stone, cell, letter = ahead
            kind = self.kinds[stone]
            after = self.facing.right if kind is TileKind.TURN90 else self.facing.back
            ruling = "R2" if turns else "R3" if letter else None
            self.events.append(Pivot(stone, kind, cell, self.facing, after, ruling))
            self.facing = after
            turns += 1
        return True

    def _advance(self) -> None:
        """Advance one cell, or, over pools, to the first cell that belongs to none (R6)."""
        sliding = False
        while True:
            before = self.cell
            after, letter = through(before, self.facing)
            if letter:
                # What lies behind the wall is treated like any other next cell (R3).
                met = any(after in table for table in (self.standing, self.pools, self.teleporters))
                self.events.append(Wall(letter, before, after, "R3" if met else None))
            if self.standing.get(after) in self.kinds:
                self._push_chain(after, sliding)
            self.cell = after
            self.events.append(Slide(before, after) if sliding else Move(before, after))
            if after in self.standing:
                self._lose(self.standing.pop(after), after, Loss.CAUGHT)
            if after in self.teleporters:
                self._teleport(self.teleporters[after])
                return
            if after not in self.pools:
                return
            sliding = True

    def _teleport(self, entry: Tile) -> None:
        """Teleport at once to the pair's other teleporter, in the same step (R15).

        The monster then faces along its arrow.
        """
        partner = next(tile for tile in self.teleporters.values() if tile.id == TELEPORTER_PAIRS[entry.id])
        assert partner.arrow is not None
        self.events.append(Teleport(entry.id, partner.id, entry.cell, partner.cell, partner.arrow))
        self.cell, self.facing = partner.cell, partner.arrow

    # --- pushing -----------------------------------------------------------------------------------------------

    def _push_chain(self, first: Cell, sliding: bool) -> None:
        """Push the unbroken run of stones and tokens that begins with the stone on `first` (R4)."""
        chain: list[Cell] = []
        following: Cell | None = first
        # On the board only: the chain does not go on behind a wall.
        while following is not None and following in self.standing:
            chain.append(following)
            following = NEIGHBOUR[following, self.facing]
        # A turning stone directly before the monster is pushed because tokens are seen (R1) or while it slides (R6).
        turning = self.kinds[self.standing[first]] in TURNING_KINDS
        first_ruling = "R4" if not turning else "R6" if sliding else "R1"
        # The farthest first, so that a piece which slides away makes room before the next one moves.
        for cell in reversed(chain):
            self._push_piece(cell, first_ruling if cell == first else "R4")

    def _push_piece(self, before: Cell, ruling: str) -> None:
        """Push a piece one cell on.

        Beyond the board's edge or on a teleporter the piece is lost (R4), over pools it slides (R5). The cell that
        the monster is just leaving counts as free, which needs no code: nothing stands on it.
        """
        piece = self.standing.pop(before)
        is_stone = piece in self.kinds
        after = NEIGHBOUR[before, self.facing]
        if after is None or after in self.teleporters:
            self.events.append(Push(piece, before, None, ruling=ruling))
            if is_stone:
                self.events.append(Removed(piece, before, "R4"))
            else:
                self._lose(piece, before, Loss.PUSHED_OFF if after is None else Loss.TELEPORTER, "R4")
            return
        target = self._end_of_slide(after)
        slid = after in self.pools
        self.events.append(Push(piece, before, target, slid, "R5" if slid else ruling))
        if is_stone and target in CORNERS:
            # A stone that comes to lie on a1 or p11 is removed at once (R7).
            self.events.append(Removed(piece, target, "R7"))
        else:
            self.standing[target] = piece

    def _end_of_slide(self, cell: Cell) -> Cell:
        """Return the resting cell of a piece that is pushed onto `cell` (R5)."""
        while cell in self.pools:
            following = NEIGHBOUR[cell, self.facing]
            if following is None or self._occupied(following):
                break
            cell = following
        return cell

    def _occupied(self, cell: Cell) -> bool:
        return cell in self.standing or cell in self.teleporters

    def _lose(self, token: str, cell: Cell, how: Loss, ruling: str | None = None) -> None:
        self.eaten.append(Meal(token, self.number, how))
        self.events.append(Eaten(token, cell, how, ruling))
