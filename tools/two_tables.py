"""Play whole games at two tables in one process, through a hostile queue.

It loses, doubles, delays and cuts off packets.

python -m tools.two_tables --games 1000 --report        (six kinds in turn; undo and kills at random; keeps figures)
python -m tools.two_tables --games 1000 --keep FILE     (a line a game once it is over; goes on with what is kept)
python -m tools.two_tables --cheat draw --kinds ludo    (the host chooses its dice, and must be named)

Games go on to their end. At each table bots of its seats move at random, each takes back events now and then, and each
is killed and begins again with what its ledger has kept. At the end both tables must have the same entries, hash and
state. No message may tell the order of a deck, or a value of the coin before chance acts. Status 1 if any of this is
not so, or if an entry stands twice.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from companion.games import CompanionGame
from companion.two_tables.coin import Coin
from companion.two_tables.exchange import Exchange
from companion.two_tables.messages import decoded, encoded
from companion.two_tables.order import Ledger, SharedEntry, Side, canonical
from engine.game import Game, Play
from tools.benchmarks import BenchmarkTable, keep_table, measured_version, today, write_page
from tools.walk.games import games

KINDS = ("finstere-flure", "breakthrough", "fox-and-geese", "ludo", "draughts", "halma")
#: Seconds between two turns of a table.
TURN_S = 0.1
#: No game is longer (entries): then both tables only come together.
MOST_ENTRIES = 2000
#: After so long (seconds) without an end a game counts as stuck.
PATIENCE_S = 50_000.0
#: Of so many acts one is an undo, or lets a seat change tables; in so many turns a table is killed; at so many packets
#: the net is cut.
UNDO_SHARE = 0.02
SEATS_SHARE = 0.01
KILL_SHARE = 0.004
CUT_SHARE = 0.001


class Cheat(StrEnum):
    """Way in which the host cheats: with another value of the coin, none, or its own choice."""

    VALUE = "value"
    KEEP = "keep"
    DRAW = "draw"


class MemoryLedger(Ledger):
    """Ledger that keeps all in memory, as a journal would on disk."""

    def __init__(self, started: Game[Any, Any], play: Play[Any, Any], seats: Sequence[str]) -> None:
        """Keep a game of these seats; each second one is the guest's."""
        guest_seats = [seat for number, seat in enumerate(seats) if number % 2]
        super().__init__(guest_seats)
        self._play, self._seats = play, seats
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

    @property
    def play(self) -> Play[Any, Any]:
        """The game as it is played."""
        return self._play

    @property
    def movable_seats(self) -> Sequence[str]:
        """All seats."""
        return self._seats

    def enter(self, entry: SharedEntry) -> None:
        """Keep one more entry."""
        game = self._game
        if entry.seats:
            self.guest_seats = frozenset(entry.seats)
        elif entry.event is None:
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


class CaughtError(Exception):
    """Table that cheats was named by the other one."""


class CheatingCoin(Coin):
    """Coin of a table that shows another value than it has laid down."""

    def __init__(self, secret: str, side: Side, cheat: Cheat) -> None:
        super().__init__(secret, side)
        self._cheat = cheat

    def own(self, number: int) -> str:
        """Return a value that was not laid down."""
        value = super().own(number)
        return value[::-1] if self._cheat is Cheat.VALUE and number > 2 else value


class KeepingExchange(Exchange):
    """Exchange of a table that never shows its part of the coin."""

    def due(self, time_s: float) -> list[dict[str, Any]]:
        """Return the messages to send now, but for values."""
        return [message for message in super().due(time_s) if message["kind"] != "coin" or message["number"] == 0]


class KeptCoins:
    """Coins of both tables, with what is kept of them on disk; `exchange` begins a table."""

    def __init__(self, ledgers: Mapping[Side, Ledger], seed: int, cheat: Cheat | None) -> None:
        self._ledgers, self._seed, self._cheat = ledgers, seed, cheat
        self._roots = dict.fromkeys(Side, "")

    def exchange(self, side: Side) -> Exchange:
        """Begin a table, or begin it again after it was killed; it is the host that cheats."""
        secret = sha256(f"{self._seed} {side}".encode()).hexdigest()
        if side is Side.GUEST or self._cheat is None:
            coin = Coin(secret, side, self._roots[side], partial(self._roots.__setitem__, side))
        else:
            coin = CheatingCoin(secret, side, self._cheat)
        keeps = side is Side.HOST and self._cheat is Cheat.KEEP
        return (KeepingExchange if keeps else Exchange)(self._ledgers[side], side, coin)


def play(
    game: CompanionGame, seed: int, cheat: Cheat | None = None, *, most_entries: int = MOST_ENTRIES
) -> Counter[str]:
    """Play a game to its end at both tables, or so many entries; return counts.

    Raises AssertionError where they differ, and CaughtError once the guest names the host, which has cheated.
    """
    rng = Random(seed)
    started = game.rules.start(game.virtual.start(None, seed, {}))
    seats = [*dict.fromkeys(map(str, game.players(started.events[0])))] or ["first", "second"]
    ledgers = {side: MemoryLedger(started, game.table.play, seats) for side in Side}
    coins = KeptCoins(ledgers, seed, cheat)
    tables = {side: coins.exchange(side) for side in Side}
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
            if cheat and (table.fault or table.keeps_back(time_s)) and side is Side.GUEST:
                raise CaughtError(table.fault or "keeps its part back")
            assert not table.fault, f"{side}: {table.fault}"
            if rng.random() < 0.3:
                cheats = cheat is Cheat.DRAW and side is Side.HOST
                if not _is_done(table.ledger, most_entries):
                    _act(table, rng, counts, made, cheats=cheats)
            if rng.random() < KILL_SHARE:
                tables[side] = table = coins.exchange(side)
                counts["kills"] += 1
            for message in table.due(time_s):
                if cheat is None:
                    _assert_open(table, message)
                    counts["messages"] += 1
                queue.send(side.other, encoded(message), time_s)
        done = all(_is_done(ledger, most_entries) for ledger in ledgers.values())
        same = ledgers[Side.HOST].entries == ledgers[Side.GUEST].entries
        if done and same:
            break
        assert time_s < PATIENCE_S, f"stuck after {ledgers[Side.HOST].number} and {ledgers[Side.GUEST].number} entries"
    host, guest = ledgers[Side.HOST], ledgers[Side.GUEST]
    assert host.hash_after(host.number) == guest.hash_after(guest.number)
    assert host.game.state == guest.game.state
    assert not Counter(canonical(entry.to_json()) for entry in host.entries) - made, "an entry stands twice"
    assert host.game.events == guest.game.events == game.rules.replay(host.game.events).events
    ended = host.game.rules.over(host.game.state) is not None
    return counts + queue.counts + Counter(ended=int(ended), entries=host.number, seconds=round(time_s))


def _assert_open(table: Exchange, message: dict[str, Any]) -> None:
    """Check that a message tells no order of a deck, and no value of the coin too early."""
    ledger = table.ledger
    rules = ledger.game.rules
    told = [*message.get("entries", ()), *([message["entry"]] if "entry" in message else ())]
    for event in [rules.event_from_json(entry["event"]) for entry in told if "event" in entry]:
        assert rules.open_event(event) == event, f"a secret of a deck is sent: {event}"
    if message["kind"] == "coin":
        shown = max(ledger.draws + ledger.chance_acts, ledger.most_draws)
        assert message["number"] <= shown, "a value of the coin is shown too early"


def _is_done(ledger: Ledger, most_entries: int) -> bool:
    return ledger.game.rules.over(ledger.game.state) is not None or ledger.number >= most_entries


def _act(table: Exchange, rng: Random, counts: Counter[str], made: Counter[bytes], *, cheats: bool = False) -> None:
    """Let somebody at a table move, or take back events; count it in `made`.

    `cheats`: the table chooses what chance brings.
    """
    ledger, side = table.ledger, table.side
    if table.proposal is not None:
        return
    game = ledger.game
    if len(game.events) > 1 and rng.random() < UNDO_SHARE:
        entry = SharedEntry(keep=max(1, len(game.events) - rng.randint(1, 4)))
        counts["undos"] += 1
    elif ledger.writer is Side.HOST is side and len(ledger.movable_seats) > 2 and rng.random() < SEATS_SHARE:
        moved = ledger.guest_seats ^ {rng.choice([*ledger.movable_seats])}
        entry = SharedEntry(seats=tuple(sorted(moved)))
        if ledger.illegal(entry):
            return
        counts["seats"] += 1
    elif ledger.chance_acts:
        brought = table.brought
        if brought is None or ledger.writer is not side:
            return
        if cheats:
            brought = rng.choice(ledger.play.possible(game.state))
        entry = SharedEntry(game.rules.event_to_json(brought))
        counts["drawn"] += 1
    else:
        entry = SharedEntry(game.rules.event_to_json(rng.choice(ledger.play.possible(game.state))))
        if ledger.why_not(entry, side):
            return
    made[canonical(entry.to_json())] += 1
    if ledger.writer is side:
        ledger.enter(entry)
        counts["alone"] += 1
    else:
        table.propose(entry)
        counts["proposed"] += 1


def keep_rows(name: str, columns: Sequence[str], rows: Sequence[str], command: str) -> None:
    """Keep rows as the benchmarks' table of a name, and write their page."""
    head, rule = f"| {' | '.join(columns)} |", f"|:--|{'--:|' * (len(columns) - 1)}"
    keep_table(name, BenchmarkTable(head, rule, tuple(rows), command, measured_version(), today()))
    write_page()


class KeptGames:
    """Counts of games by kind and seed, in a file with a line of JSON a game; or in memory."""

    def __init__(self, path: Path | None, kinds: Sequence[str]) -> None:
        """Read the games of these kinds that the file has."""
        self._path = path
        self._games: dict[tuple[str, int], dict[str, Any]] = {}
        if path is not None and path.exists():
            for kind, seed, counts in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                if kind in kinds:
                    self._games[kind, seed] = counts

    def has(self, kind: str, seed: int) -> bool:
        """Return whether a game is kept."""
        return (kind, seed) in self._games

    def keep(self, kind: str, seed: int, counts: Mapping[str, Any]) -> None:
        """Keep a game."""
        self._games[kind, seed] = {**counts}
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps((kind, seed, counts)) + "\n")

    def of_kinds(self) -> dict[str, list[dict[str, Any]]]:
        """Return all games of each kind."""
        of_kinds: dict[str, list[dict[str, Any]]] = {}
        for (kind, _), counts in self._games.items():
            of_kinds.setdefault(kind, []).append(counts)
        return of_kinds


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="JSON, a line a game; no game that it has is played")
    parser.add_argument("--report", action="store_true", help="keep the figures, and write them to BENCHMARKS.md")
    parser.add_argument("--cheat", type=Cheat, choices=[*Cheat], help="let the host cheat: it must be named")
    args = parser.parse_args(arguments)
    kept, named = KeptGames(args.keep, args.kinds), Counter[str]()
    failed, began = 0, time.perf_counter()
    for number in range(args.games):
        kind, seed = args.kinds[number % len(args.kinds)], args.seed + number
        if kept.has(kind, seed):
            continue
        try:
            kept.keep(kind, seed, play(games()[kind], seed, args.cheat))
            failed += args.cheat is not None
        except CaughtError as caught:
            named[f"{kind}: {caught}"] += 1
        except AssertionError as error:
            failed += 1
            print(f"{kind}, seed {seed}: {error}", flush=True)
    totals = {kind: sum(map(Counter, played), Counter(games=len(played))) for kind, played in kept.of_kinds().items()}
    for caught_as, count in named.items():
        print(caught_as, count)
    for kind, counts in totals.items():
        print(kind, dict(sorted(counts.items())), flush=True)
    sound = "in which the host was named" if args.cheat else "the same at both ends"
    print(f"{args.games - failed} of {args.games} games {sound}, {time.perf_counter() - began:.0f} s")
    if args.report and not failed:
        names = ("games", "ended", "entries", "undos", "seats", "kills", "messages", "lost", "cuts")
        rows = [
            f"| {' | '.join((kind, *(f'{counts[name]:,}' for name in names)))} |" for kind, counts in totals.items()
        ]
        columns = ["kind", "games", "to their end", "entries", "undos", "moved seats"]
        columns += ["tables killed", "packets", "lost", "cuts"]
        played = sum(counts["games"] for counts in totals.values())
        keep_rows(
            "two-tables",
            columns,
            rows,
            f"python -m tools.two_tables --games {played} --kinds {' '.join(totals)} --report",
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
