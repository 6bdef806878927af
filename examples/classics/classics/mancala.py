"""Mancala, as Kalah: seeds are sown round the board; who has most in the store wins."""

from collections.abc import Iterable

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import rectangle
from engine.game import Result
from engine.grid import Changes, Piece, Position

#: South's pits and store, then North's, in the order in which seeds are sown.
RING = ("b2", "c2", "d2", "e2", "f2", "g2", "h2", "g1", "f1", "e1", "d1", "c1", "b1", "a1")
SOUTHS, NORTHS = 6, 13


class Mancala(GridGame):
    """The companion counts the seeds; a marker tells it which pit was sown, and is turned over at each move."""

    id = "mancala"
    title = later("Mancala")
    prefix = "MA"
    board = rectangle(8, 2)
    colours = {"south": (222, 170, 60), "north": (90, 150, 200)}
    player_names = {"south": later("South"), "north": later("North")}
    pieces = {"sun": Piece("", later("the sun"), mark="S", back="moon"), "moon": Piece("", later("the moon"), mark="M", back="sun")}
    tasks = later("Sow a pit of yours, turn the marker over, and put it on that pit.")
    help_lines = (
        later("Four seeds lie in each pit. Put those of a pit of yours one by one into the next pits and your store."),
        later("The last seed in your store: go on. In an empty pit of yours: it takes the seeds opposite."),
        later("The companion counts; the marker, turned over, lies on the pit that was sown. Most seeds win."),
    )
    reasons = {"most": later("A side is empty; most seeds win.")}
    #: The seeds along the ring, and 1 if the same player goes on.
    first_memory = (4, 4, 4, 4, 4, 4, 0) * 2 + (0,)

    def pits(self, player: str) -> range:
        """A player's pits along the ring."""
        return range(SOUTHS) if player == "south" else range(SOUTHS + 1, NORTHS)

    def moves(self, position: Position) -> Iterable[Changes]:
        """The marker goes to a pit that is not empty."""
        sides = {"moon": "sun", "sun": "moon"}
        before, kind = next(iter(position.board.items()), ("", "moon"))
        for pit in self.pits(position.turn):
            if position.memory[pit]:
                yield {**({before: None} if before else {}), RING[pit]: sides[kind]}

    def remember(self, before: Position, changes: Changes, after: Position) -> tuple[int, ...]:
        """Sow the pit on which the marker lies now."""
        seeds, player = list(before.memory), before.turn
        store, closed = (SOUTHS, NORTHS) if player == "south" else (NORTHS, SOUTHS)
        place = RING.index(*after.board)
        hand, seeds[place] = seeds[place], 0
        while hand:
            place = (place + 1) % len(RING)
            if place != closed:
                seeds[place], hand = seeds[place] + 1, hand - 1
        opposite = 12 - place
        if place in self.pits(player) and seeds[place] == 1 and seeds[opposite]:
            seeds[store] += 1 + seeds[opposite]
            seeds[place] = seeds[opposite] = 0
        seeds[-1] = int(place == store)
        return tuple(seeds)

    def turn_after(self, position: Position) -> str:
        """The same player after a last seed in the store."""
        return position.turn if position.memory[-1] else self.next_player(position.turn)

    def result(self, position: Position) -> Result | None:
        """Once a side is empty, all seeds count for whose side they are on."""
        seeds = position.memory
        if all(any(seeds[pit] for pit in self.pits(player)) for player in self.colours):
            return None
        south, north = sum(seeds[: SOUTHS + 1]), sum(seeds[SOUTHS + 1 : -1])
        return Result(("south",) if south > north else ("north",) if north > south else (), "most")

    def worth(self, position: Position, player: str) -> float:
        """Seeds in the store."""
        stores = position.memory[SOUTHS], position.memory[NORTHS]
        return 0.5 + (stores[0] - stores[1]) * (1 if player == "south" else -1) / 96

    def labels(self, position: Position) -> dict[str, str]:
        """The seeds."""
        return {cell: str(seeds) for cell, seeds in zip(RING, position.memory, strict=False)}

    def describe_move(self, before: Position, changes: Changes) -> str:
        """The pit that was sown."""
        return say("{player} sows from {cell}.", player=say(self.player_names[before.turn]), cell=list(changes)[-1])


GAME = Mancala()
