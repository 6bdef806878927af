"""Play whole games at two tables in one process, through a hostile queue.

It loses, doubles, delays and cuts off packets.

python -m tools.two_tables --games 1000                 (six kinds in turn; random undo, random kills)

At each table bots of its seats move at random, each takes back events now and then, and each is killed and begins again
with what its ledger has kept. At the end both tables must have the same entries, hash and state. Status 1 if any has
not, or if an entry stands twice.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games import CompanionGame
from companion.two_tables.exchange import Exchange
from companion.two_tables.messages import decoded, encoded
from companion.two_tables.order import Ledger, SharedEntry, Side, canonical
from engine.game import Game
from tools.walk.games import games

KINDS = ("finstere-flure", "breakthrough", "fox-and-geese", "ludo", "draughts", "halma")
#: Seconds between two turns of a table.
TURN_S = 0.1
#: No game is longer (entries): then both tables only come together.
MOST_ENTRIES = 120
#: After so long (seconds) without an end a game counts as stuck.
PATIENCE_S = 50_000.0
#: Of so many acts one is an undo; in so many turns a table is killed; at so many packets the net is cut.
UNDO_SHARE = 0.02
KILL_SHARE = 0.004
CUT_SHARE = 0.001


class MemoryLedger(Ledger):
    """Ledger that keeps all in memory, as a journal would on disk."""

    def __init__(self, started: Game[Any, Any], guest_seats: Sequence[str]) -> None:
        super().__init__(guest_seats)
        first = started.rules.event_to_json(started.events[0])
        self._game, self._entries = started, [SharedEntry(first)]

    @property
    def entries(self) -> Sequence[SharedEntry]:
        """All entries."""
        return self._entries

    @property
    def game(self) -> Game[Any, Any]:
        """The game after the last one."""
        return self._game

    def enter(self, entry: SharedEntry) -> None:
        """Keep one more entry."""
        game = self._game
        if entry.event is None:
            self._game = game.undo(len(game.events) - entry.keep)
        else:
            self._game = game.apply(game.rules.event_from_json(entry.event))
        self._entries.append(entry)


class HostileQueue:
    """Net between two tables that loses, doubles, delays (0 to 3 s) and cuts (up to 60 s)."""

    def __init__(
        self,
        rng: Random,
        *,
        loss: float = 0.1,
        doubles: float = 0.1,
        cuts: float = CUT_SHARE,
        most_delay_s: float = 3.0,
    ) -> None:
        self._rng, self._cut_until = rng, 0.0
        self._loss, self._doubles, self._cuts, self._most_delay_s = loss, doubles, cuts, most_delay_s
        self._under_way: dict[Side, list[tuple[float, bytes]]] = {side: [] for side in Side}
        self.counts: Counter[str] = Counter()

    def send(self, to: Side, data: bytes, time_s: float) -> None:
        """Send a packet, or lose it."""
        rng = self._rng
        if rng.random() < self._cuts:
            self._cut_until = time_s + rng.uniform(0, 60)
            self.counts["cuts"] += 1
        if time_s < self._cut_until or rng.random() < self._loss:
            self.counts["lost"] += 1
            return
        for _ in range(2 if rng.random() < self._doubles else 1):
            self._under_way[to].append((time_s + rng.choice((0.0, rng.uniform(0, self._most_delay_s))), data))

    def arrived(self, to: Side, time_s: float) -> list[bytes]:
        """Return the packets that have come, in any order."""
        arrived = [data for due_s, data in self._under_way[to] if due_s <= time_s]
        self._under_way[to] = [packet for packet in self._under_way[to] if packet[0] > time_s]
        self._rng.shuffle(arrived)
        return arrived


def play(game: CompanionGame, seed: int) -> Counter[str]:
    """Play a game to its end at both tables; return counts.

    Raises AssertionError where they differ.
    """
    rng = Random(seed)
    started = game.rules.start(game.virtual.start(None, seed, {}))
    seats = [*dict.fromkeys(map(str, game.players(started.events[0])))] or ["first", "second"]
    guest_seats = [seat for number, seat in enumerate(seats) if number % 2]
    ledgers = {side: MemoryLedger(started, guest_seats) for side in Side}
    tables = {side: Exchange(ledgers[side], side) for side in Side}
    queue, counts, time_s = HostileQueue(rng), Counter[str](), 0.0
    made = Counter([canonical(ledgers[Side.HOST].entries[0].to_json())])
    while True:
        time_s += TURN_S
        for side in Side:
            table = tables[side]
            for data in queue.arrived(side, time_s):
                table.receive(decoded(data), time_s)
            if table.refused:
                counts["refused"] += 1
                table.refused = ""
            assert not table.fault, f"{side}: {table.fault}"
            if rng.random() < 0.3:
                _act(table, rng, counts, made)
            if rng.random() < KILL_SHARE:
                tables[side] = table = Exchange(ledgers[side], side)
                counts["kills"] += 1
            for message in table.due(time_s):
                queue.send(side.other, encoded(message), time_s)
        done = all(_is_done(ledger) for ledger in ledgers.values())
        same = ledgers[Side.HOST].entries == ledgers[Side.GUEST].entries
        if done and same:
            break
        assert time_s < PATIENCE_S, f"stuck after {ledgers[Side.HOST].number} and {ledgers[Side.GUEST].number} entries"
    host, guest = ledgers[Side.HOST], ledgers[Side.GUEST]
    assert host.hash_after(host.number) == guest.hash_after(guest.number)
    assert host.game.state == guest.game.state
    assert not Counter(canonical(entry.to_json()) for entry in host.entries) - made, "an entry stands twice"
    assert host.game.events == guest.game.events == game.rules.replay(host.game.events).events
    return counts + queue.counts + Counter(entries=host.number, seconds=round(time_s))


def _is_done(ledger: Ledger) -> bool:
    return ledger.game.rules.over(ledger.game.state) is not None or ledger.number >= MOST_ENTRIES


def _act(table: Exchange, rng: Random, counts: Counter[str], made: Counter[bytes]) -> None:
    """Let somebody at a table move, or take back events; count it in `made`."""
    ledger, side = table.ledger, table.side
    if _is_done(ledger) or table.proposal is not None:
        return
    game = ledger.game
    if len(game.events) > 1 and rng.random() < UNDO_SHARE:
        entry = SharedEntry(keep=max(1, len(game.events) - rng.randint(1, 4)))
        counts["undos"] += 1
    else:
        rules, state = game.rules, game.state
        moves = [*rules.possible(state)] if rules.acting_seats(state) else [rules.draw(state, rng)]
        entry = SharedEntry(game.rules.event_to_json(rng.choice(moves)))
        if ledger.why_not(entry, side):
            return
    made[canonical(entry.to_json())] += 1
    if ledger.writer is side:
        ledger.enter(entry)
        counts["alone"] += 1
    else:
        table.propose(entry)
        counts["proposed"] += 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    args = parser.parse_args(arguments)
    totals: dict[str, Counter[str]] = {kind: Counter() for kind in args.kinds}
    failed, began = 0, time.perf_counter()
    for number in range(args.games):
        kind = args.kinds[number % len(args.kinds)]
        try:
            totals[kind] += play(games()[kind], args.seed + number) + Counter(games=1)
        except AssertionError as error:
            failed += 1
            print(f"{kind}, seed {args.seed + number}: {error}", flush=True)
    for kind, counts in totals.items():
        print(kind, dict(sorted(counts.items())), flush=True)
    print(f"{args.games - failed} of {args.games} games the same at both ends, {time.perf_counter() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
