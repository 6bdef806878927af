"""Play whole games at two virtual tables through a net that fails; boxes are killed.

python -m tools.two_boxes --games 36 --report           (nine kinds in turn; keeps the figures in BENCHMARKS.md)
python -m tools.two_boxes --games 30 --whole --keep FILE (to their end; a line a game; goes on with what is kept)
python -m tools.two_boxes --games 9 --calm              (a net that loses nothing, and no killed box)

Bots play the seats of each table with real pieces before its camera; what the other table does is a task for hands. The
net loses, doubles and delays packets (0 to 3 s) and is cut for up to 60 s; boxes are killed and begin again, with the
pieces as they lie. Time is the tables' own: each look takes half a second. At the end both journals must hold the same
events and hash, and both cameras read the same pieces; no event may have made more than one task at a table. Where
hands are hidden the host has dealt them: it may show none of the guest's, and the guest's box may know none of the
host's. It prints the seconds from a move that counts at one table to its task at the other one. Status 1 if anything
differs.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from companion.cards.dealt_hands import hands_of_seats
from companion.cards.game import CardGame
from companion.device.settings import Settings
from companion.games import CompanionGame
from companion.journal import Journal
from companion.table.layout import PieceObservation
from companion.table.other_table_step import OtherTableStep
from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.two_tables.coin import new_secret
from companion.two_tables.kept import KeptShare, ShareFile, keep_hands
from companion.two_tables.order import Side
from companion.two_tables.post import Post
from companion.two_tables.tables import OtherTables
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.secret_hands import SecretHands
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.watched_table import LOOK_EVERY_S, WatchedTable
from engine.game import Game
from tools.shared_hosts import NOWHERE
from tools.two_tables import HostileQueue, KeptGames, keep_rows
from tools.walk.games import games

KINDS = (
    "finstere-flure",
    "breakthrough",
    "fox-and-geese",
    "ludo",
    "draughts",
    "noughts-and-crosses",
    "mouse-and-elephant",
    "lifeboat",
    "coach-ride",
    "betrayal",
)
#: A game goes on for so many events, then both tables only come together.
MOST_EVENTS = 40
#: Looks of both tables without anything new, after which a game counts as stuck.
_MOST_LOOKS = 900
KILL_SHARE = 0.004


class QueuePost(Post):
    """Post through a queue in the same process, by a clock that only looks advance."""

    def __init__(self, queue: HostileQueue, clock: "Clock", url: str, room: str, side: Side) -> None:  # noqa: ARG002 - as `Post`
        self._queue, self._clock, self._side = queue, clock, side

    def send(self, packet: bytes) -> None:
        """Send a packet, or lose it."""
        self._queue.send(self._side.other, packet, self._clock.time_s)

    def received(self) -> list[bytes]:
        """Return the packets that have come."""
        return self._queue.arrived(self._side, self._clock.time_s)

    def close(self) -> None:
        """Do nothing: nothing is open."""


class Clock:
    """Time of both tables, in seconds."""

    time_s = 0.0


class Box:
    """Table with its box; `kill` ends the box and begins another one, at the same pieces."""

    def __init__(self, game: CompanionGame, side: Side, folder: Path, queue: HostileQueue, clock: Clock, seed: int):
        self.side, self._seed, self._folder, self._game = side, seed, folder, game
        self._start_post = partial(QueuePost, queue, clock)
        started = game.virtual.start(None, seed, {})
        self.pieces: VirtualTable = game.virtual.table_before(started, seed)
        self.number = 1
        seats = game.table.seats(started)
        self.seats = seats[1::2] if side is Side.GUEST else seats[::2]
        journal = self._journal()
        self.number = journal.start(game.rules.id, _line(game, started))
        if isinstance(game.table, CardGame):
            hands = game.table.deal(started, Random(seed))
            known = hands if side is Side.HOST else hands_of_seats(hands, self.seats)
            keep_hands(journal, self.number, game.rules.id, game.rules.event_to_json(started), known)
        journal.close()
        #: Tasks to put the table right, by the run of the box and the number of events.
        self.tasks = Counter[tuple[int, int]]()
        self._runs = 0
        self._met: object = None
        #: When the last move of the other table counted there (seconds), until hands are asked for it here.
        self._owes_since_s: float | None = None
        #: Seconds from such a move to its task here.
        self.delays_s: list[float] = []
        if side is Side.HOST and game.table.play.view_codec is not None:
            # The cards are dealt before the other table is there.
            self._begin(0.0)
            self.journal.close()
        kept = KeptShare(self.number, side, tuple(seats[1::2]), "5" * 64, NOWHERE, new_secret())
        ShareFile.beside(folder / "games.sqlite").keep(kept)
        self._begin(0.0)

    def _journal(self) -> Journal:
        return Journal.open(self._folder / "games.sqlite")

    def _begin(self, time_s: float) -> None:
        self.journal = self._journal()
        self.watched = WatchedTable(self._game.virtual, self.pieces, self.journal, seed=self._seed)
        self.watched.now = time_s
        game = self._game.virtual
        around = SessionContext(watched=lambda _: game.start(None, self._seed, {}))
        if not game.table.play.is_public:
            self.watched.session = open_session(
                self.journal, Settings(), [game.table], sees=True, rng=Random(self._seed), around=around
            )
        session = self.session = self.watched.session
        self.tables = OtherTables(session, None, start_post=self._start_post)
        session.use_other_table(self.tables)
        self.hands = None if game.table.play.is_public else game.secret_hands(session, self.pieces, self._seed)
        session.use_hidden_cards(self.hands)
        players = game.players(session, self.pieces, self._seed) if self.hands is None else self.hands.players
        self.pilot = Autopilot(session, self.pieces, players)
        session.open_start_page()
        session.resume(self.number)
        if self.hands is not None:
            self.hands.tick()
            for seat in {*self.seats} - {*self.hands.bot_seats}:
                self.hands.change_player(seat)

    def kill(self) -> None:
        """End the box without a word, and begin it again."""
        self.journal.close()
        self._runs += 1
        self._begin(self.watched.now)

    @property
    def game(self) -> Game[Any, Any]:
        """The game as far as it is known here."""
        assert self.session.game is not None
        return self.session.game

    def look(self, *, plays: bool) -> None:
        """Let hands and bots go on, and look at the table."""
        step = self.session.step
        if self.hands is not None:
            self._game.virtual.bring(self.session, self.pieces)
            self.hands.tick()
            others = {holder.id for holder in self.hands.holders() if holder.elsewhere}
            assert not others & {*self.seats}
            assert not known_of_others(self.session, self.side), "the cards of another table are known"
        if plays or isinstance(step, PutRightStep):
            # Where no hand is hidden no cover has a switch for bots: hands are asked for each step.
            step.auto_move_requested |= self.hands is not None and not self.hands.holders()
            self.pilot.act(self.watched.now)
        self.watched.look()
        self.tables.tick(self.watched.now)
        step = self.session.step
        if step is not self._met:
            self._met = step
            if isinstance(step, PutRightStep):
                self.tasks[self._runs, len(self.game.events)] += 1

    def owe(self, since_s: float) -> None:
        """Note that a move has come which counted at the other table then (seconds)."""
        self._owes_since_s = since_s

    def note_task(self) -> None:
        """Note how long the last move from the other table took to its task, if there is one."""
        step = self.session.step
        if self._owes_since_s is None or step.only_shows:
            return
        if isinstance(step, PutRightStep):
            self.delays_s.append(self.watched.now - self._owes_since_s)
        self._owes_since_s = None

    @property
    def is_at_rest(self) -> bool:
        """True if nothing is to be put right here."""
        return isinstance(self.session.step, OtherTableStep) or not isinstance(self.session.step, PutRightStep)

    @property
    def read(self) -> Counter[tuple[str, str, str]] | None:
        """Pieces that the camera reads, by kind, place and side; None: nothing yet."""
        seen = self.session.observed(PieceObservation)
        if seen is None:
            return None
        kinds = Counter[tuple[str, str, str]]()
        for lie, count in seen.layout.counts.items():
            kinds[lie.piece.rstrip("0123456789"), lie.place, str(lie.face)] += count
        return kinds


def known_of_others(session: Session, side: Side) -> str:
    """Return a seat of the other table some of whose cards are known at this one; empty: none."""
    hands = session.hidden_cards
    dealt = hands.whole_state() if isinstance(hands, SecretHands) else None
    if dealt is None:
        return ""
    assert isinstance(hands, SecretHands)
    # The host has dealt them, and shows none.
    is_dealt = side is Side.GUEST and session.table_game.play.view_codec is None
    known = dealt.hands.__getitem__ if is_dealt else hands.look
    return next((holder.id for holder in hands.holders() if holder.elsewhere and any(known(holder.id))), "")


def _line(game: CompanionGame, event: Any) -> str:
    import json

    return json.dumps(game.rules.event_to_json(event), ensure_ascii=False)


def play(game: CompanionGame, seed: int, *, most_events: int = MOST_EVENTS, hostile: bool = True) -> dict[str, Any]:
    """Play a game; return counts and delays. Raises AssertionError where the tables differ."""
    rng, clock = Random(seed), Clock()
    queue = HostileQueue(rng) if hostile else HostileQueue(rng, loss=0, doubles=0, cuts=0, most_delay_s=0)
    kills, known = 0, dict.fromkeys(Side, 1)
    counted_s: dict[int, float] = {}
    remote = 0
    with TemporaryDirectory() as folder:
        boxes = {}
        for side in Side:
            (Path(folder) / side).mkdir()
            boxes[side] = Box(game, side, Path(folder) / side, queue, clock, seed)
        quiet = 0
        while True:
            clock.time_s += LOOK_EVERY_S
            longest = max(len(box.game.events) for box in boxes.values())
            quiet += 1
            for side, box in boxes.items():
                box.look(plays=len(box.game.events) < most_events)
                number = len(box.game.events)
                if number > known[side]:
                    quiet = 0
                    for event in range(known[side] + 1, number + 1):
                        if event in counted_s:
                            box.owe(counted_s[event])
                            remote += 1
                        counted_s.setdefault(event, clock.time_s)
                    known[side] = number
                box.note_task()
                if hostile and rng.random() < KILL_SHARE:
                    box.kill()
                    kills += 1
                assert box.tables.share is not None
                assert not box.tables.share.exchange.fault, box.tables.share.exchange.fault
            ends = all(
                box.game.rules.over(box.game.state) is not None or len(box.game.events) >= most_events
                for box in boxes.values()
            )
            host, guest = boxes[Side.HOST], boxes[Side.GUEST]
            same = ends and host.game.events == guest.game.events
            if same and host.is_at_rest and guest.is_at_rest and host.read == guest.read is not None:
                break
            assert quiet < _MOST_LOOKS, (
                f"stuck after {longest} events on the pages {[box.session.page.name for box in boxes.values()]}"
            )
        ledgers = [box.tables.share.ledger for box in boxes.values() if box.tables.share is not None]
        hashes = {ledger.hash_after(ledger.number) for ledger in ledgers}
        assert len(hashes) == 1, "the hashes differ"
        assert host.game.state == guest.game.state, "the states differ"
        layouts = host.session.layout, guest.session.layout
        # A box that was killed when the game was over does not ask again what lies there; its camera has read it.
        assert None in layouts or layouts[0] == layouts[1], "other pieces lie at one table"
        stored = {tuple(box.journal.events(box.number)) for box in boxes.values()}
        assert len(stored) == 1, "the journals differ"
        tasks = [count for box in boxes.values() for count in box.tasks.values()]
        assert max(tasks) == 1, "a move made more than one task"
        for box in boxes.values():
            box.journal.close()
    return {
        "events": len(host.game.events),
        "kills": kills,
        **queue.counts,
        "remote": remote,
        "tasks": sum(tasks),
        "most_tasks": max(tasks),
        "seconds": round(clock.time_s),
        "delays": [delay for box in boxes.values() for delay in box.delays_s],
    }


def keep_report(games_of: Mapping[str, Sequence[Mapping[str, Any]]], command: str) -> None:
    """Keep a row a kind in the benchmarks, by the counts of its games."""
    rows = []
    for kind, played in games_of.items():
        sums = [sum(game.get(name, 0) for game in played) for name in ("events", "kills", "lost", "cuts", "remote")]
        delays = [delay for game in played for delay in game["delays"]]
        figures = *sums, max(game["most_tasks"] for game in played)
        seconds = (f"{median(delays):.1f}", f"{max(delays):.1f}") if delays else ("-", "-")
        rows.append(f"| {' | '.join((kind, str(len(played)), *map('{:,}'.format, figures), *seconds))} |")
    columns = ["kind", "games", "events", "boxes killed", "packets lost", "cuts", "events from the other table"]
    columns += ["tasks for one, at most", "s to its task: median", "longest"]
    keep_rows("two-boxes", columns, rows, command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--whole", action="store_true", help=f"games to their end, not to their event {MOST_EVENTS}")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="JSON, a line a game; no game that it has is played")
    parser.add_argument("--calm", action="store_true", help="a net that loses nothing, and no killed box")
    parser.add_argument("--report", action="store_true", help="keep the figures, and write them to BENCHMARKS.md")
    args = parser.parse_args(arguments)
    failed, kept = 0, KeptGames(args.keep, args.kinds)
    for number in range(args.games):
        kind, seed, began = args.kinds[number % len(args.kinds)], args.seed + number, time.perf_counter()
        if kept.has(kind, seed):
            continue
        most_events = sys.maxsize if args.whole else MOST_EVENTS
        try:
            counts = play(games()[kind], seed, most_events=most_events, hostile=not args.calm)
        except AssertionError as error:
            failed += 1
            print(f"{kind}, seed {seed}: {error}", flush=True)
            continue
        kept.keep(kind, seed, counts)
        shown = {name: count for name, count in counts.items() if name != "delays"}
        print(kind, seed, shown, f"{time.perf_counter() - began:.0f} s", flush=True)
    games_of = kept.of_kinds()
    delays = [delay for played in games_of.values() for counts in played for delay in counts["delays"]]
    print(f"{args.games - failed} of {args.games} games the same at both tables")
    if delays:
        print(f"seconds from a move to its task: median {median(delays):.1f}, longest {max(delays):.1f}")
    if args.report and not failed:
        whole, played = "--whole " if args.whole else "", sum(map(len, games_of.values()))
        keep_report(
            games_of, f"python -m tools.two_boxes --games {played} --kinds {' '.join(games_of)} {whole}--report"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
