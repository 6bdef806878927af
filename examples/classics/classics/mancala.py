"""Mancala, as Kalah: seeds are sown round the board; who has most in the store wins.

The pits are numbered as seeds are sown: South's six, South's store (6), North's six, North's store (13). The companion
counts the seeds. A marker tells it which pit was sown; it is turned over at each move, so that the camera sees each.
"""

from collections.abc import Iterable

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import rectangle
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position

RING = ("b2", "c2", "d2", "e2", "f2", "g2", "h2", "g1", "f1", "e1", "d1", "c1", "b1", "a1")
PITS = {"south": range(6), "north": range(7, 13)}
STORES = {"south": 6, "north": 13}


class Mancala(GridGame):
    """The memory is the seeds in all pits, and 1 if the same player goes on."""

    id = "mancala"
    title = later("Mancala")
    prefix = "MA"
    board = rectangle(8, 2)
    colours = {"south": (222, 170, 60), "north": (90, 150, 200)}
    player_names = {"south": later("South"), "north": later("North")}
    pieces = {"sun": Piece("", later("the sun"), 1, "S", "moon"), "moon": Piece("", later("the moon"), 1, "M", "sun")}
    tasks = later("Sow one of your pits, turn the marker over, and put it on that pit.")
    help_lines = (
        later("Each pit holds four seeds. Put those of one of your pits one by one into the next pits and your store."),
        later("The last seed in your store: go on. In one of your empty pits: it takes the seeds opposite."),
        later("The companion counts; the marker lies turned over on the sown pit. Whoever has the most seeds wins."),
        later("Rules: Kalah, as W. J. Champion made it known, with four seeds. Equal stores are a draw."),
        later("Left out: other numbers of seeds."),
    )
    reasons = {"most": later("A side is empty; whoever has the most seeds wins.")}
    gauges = {
        "store": Gauge(later("Seeds in your store: {after} instead of {before}.")),
    }
    first_memory = (4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0, 0)

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield moves: the marker goes to a pit that is not empty, its other side up."""
        before: Changes = dict.fromkeys(position.board)
        side = "moon" if "sun" in position.board.values() else "sun"
        return ({**before, RING[pit]: side} for pit in PITS[position.turn] if position.memory[pit])

    def why(self, position: Position, changes: Changes) -> str:
        """Say why a move is wrong: only own pits that hold seeds are sown."""
        own = [RING[pit] for pit in PITS[position.turn]]
        ends = [cell for cell, kind in changes.items() if kind]
        if ends and ends[0] not in own:
            return say("Sow one of your own six pits.")
        return say("This pit is empty.") if ends and not position.memory[RING.index(ends[0])] else ""

    def remember(self, after: Position) -> tuple[int, ...]:
        """Sow the pit on which the marker lies now."""
        seeds, place, store = list(after.memory), RING.index(next(iter(after.board))), STORES[after.turn]
        hand, seeds[place] = seeds[place], 0
        while hand:
            place = (place + 1) % len(RING)
            if place == store or place not in STORES.values():
                seeds[place], hand = seeds[place] + 1, hand - 1
        if place in PITS[after.turn] and seeds[place] == 1 and seeds[12 - place]:
            seeds[store] += 1 + seeds[12 - place]
            seeds[place] = seeds[12 - place] = 0
        return (*seeds[:-1], int(place == store))

    def turn_after(self, position: Position) -> str:
        """Return the same player after a last seed in the store."""
        return position.turn if position.memory[-1] else self.next_player(position.turn)

    def result(self, position: Position) -> Result | None:
        """Once a side is empty, all seeds count for whose side they are on."""
        if all(any(position.memory[pit] for pit in pits) for pits in PITS.values()):
            return None
        south, north = sum(position.memory[:7]), sum(position.memory[7:14])
        return Result((("south",), ("north",))[north > south] if south != north else (), "most")

    def worth(self, position: Position, player: str) -> float:
        """Return seeds in the store."""
        return 0.5 + int(position.memory[STORES[player]] - position.memory[STORES[self.next_player(player)]]) / 96

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Return seeds in the store."""
        return int(position.memory[STORES[player]])

    def labels(self, position: Position) -> dict[str, str]:
        """Return the seeds."""
        return {cell: str(seeds) for cell, seeds in zip(RING, position.memory, strict=False)}

    def describe_move(self, before: Position, changes: Changes) -> str:
        """Return the pit that was sown."""
        return say("{player} sows from {cell}.", player=say(self.player_names[before.turn]), cell=list(changes)[-1])


GAME = Mancala()
