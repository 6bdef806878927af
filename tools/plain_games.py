"""Measure whole games with plain pieces: only which cells are taken is seen.

python -m tools.plain_games --games 20                   (Finstere Flure, all classics, and chess where it is installed)
python -m tools.plain_games chess --games 5 --sight stuck
python -m tools.plain_games chess --games 200 --colours --engine     (moves of Stockfish, or what CHESS_ENGINE names)

Random moves are made before a real session with the setting *Stickers: none*. What the camera sees is spoiled: `moment`
calls one cell in a hundred wrong in each look, `spoiled` one in ten in each look of the first seconds after a move,
`stuck` the same tenth of all cells for those seconds. With `--colours` it also sees how light pieces are, with
`--looks` how they look: all of a player alike, or each face otherwise. A piece is held over the table and laid back
now and then.
"""

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.cells.roll_step import CellRollStep
from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.device.options import with_defaults
from companion.device.settings import NO_STICKERS, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.inference import Waiting
from companion.table.layout import PieceObservation, TableLayout
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.grid import Event, Moved
from hardware.buttons import Button, Press
from tools.plain_castle import PlainCastle
from tools.plain_record import (
    HEAD,
    HELD_S,
    HELD_SHARE,
    LOOK_S,
    LOOKS,
    MOST_MOVES,
    PATIENCE_S,
    SIGHTS,
    SPOILED_S,
    Eyes,
    Record,
    simulated_looks,
)

EXAMPLES = Path(__file__).parents[1] / "examples"
#: The game whose trials are in `tools.plain_castle`.
CASTLE = "finstere-flure"
#: How light the pieces of two players are (white paper is 1), and by how much one of them differs.
SHADES = (0.75, 0.22)
SHADE_SPREAD = 0.08
#: An engine looks at so many positions for a move, and takes one of its best so many moves at first.
ENGINE_NODES = 400
ENGINE_CHOICES = 4
ENGINE_VARIED = 12
#: A busy machine may let an engine wait for so long (seconds).
ENGINE_PATIENCE_S = 300.0
_ADVANCE = Press(Button.ADVANCE, held=False)
_LEAVE = Press(Button.ADVANCE, held=True)
#: Pages that are no questions are answered, and what no camera sees is touched, after so long (seconds).
_TOUCHED_S = 6.0


class PlainTable:
    """Session of one game before eyes that see only which cells are taken."""

    def __init__(
        self,
        game: GridGame,
        journal: Journal,
        sight: str,
        rng: Random,
        record: Record,
        choose: Callable[[Any, Sequence[Event]], Event] | None = None,
        *,
        colours: bool = False,
        looks: str = "none",
        most: int = MOST_MOVES,
        eyes: Eyes | None = None,
    ) -> None:
        """`choose` takes a move of those that are possible; None: a random one.

        `looks` is one of `LOOKS`. The game is broken off after `most` moves. `eyes` see how pieces lie, by their cells.
        """
        self._most, self._eyes = most, eyes
        self._game, self._sight, self._rng, self._record = game, sight, rng, record
        self._choose, self._colours = choose or (lambda _, events: rng.choice(events)), colours
        self._looks = looks
        self._session = open_session(journal, Settings(language="en", stickers=NO_STICKERS), [game.table], sees=True)
        self._cells = tuple(game.board.cells)
        self._now = 0.0
        self._stuck: frozenset[str] = frozenset()

    def play(self) -> None:
        """Play a whole game by random moves."""
        session, counts, table = self._session, self._record.counts, self._game.table
        session.open_start_page()
        table.begin(session, table.started(with_defaults(table.options, {})), {})
        self._lay()
        counts["games"] += 1
        begun, missed = counts["moves"], counts["missed"]
        while counts["moves"] - begun < self._most:
            assert session.game is not None
            state = session.game.state
            if table.rules.over(state) is not None:
                return
            event = self._choose(state, list(table.possible(state)))
            if isinstance(session.step, CellRollStep):
                text = next(text for text, roll in session.step.rolls.items() if roll == event)
                session.touch(text, self._now)
                self._lay()
                continue
            if not isinstance(session.step, CellMoveStep):
                self._record.faults.append(f"{session.step!r} instead of a move")
                # Where the move before was missed that is what blocks the table: it counts once.
                counts["missed"] += counts["missed"] == missed
                return
            counts["moves"] += 1
            missed = counts["missed"]
            self._hold_something(state)
            self._move(state, event)

    def _hold_something(self, state: Any) -> None:
        """Hold a piece over the table now and then, and lay it back: no move may come of it."""
        lying = self._game.table.lying(state)
        if not lying or self._rng.random() >= HELD_SHARE:
            return
        held = self._rng.choice(sorted(lying))
        without = {piece: cell for piece, cell in lying.items() if piece != held}
        self._look(without, HELD_S)
        self._look(lying, 2.0)
        if self._is_other(state):
            self._record.counts["not made"] += 1
            self._record.faults.append(f"taken while {held} was held")
            self._session.undo(1)
            self._look(lying, 2.0)

    def _move(self, state: Any, event: Event) -> None:
        session, counts, table = self._session, self._record.counts, self._game.table
        after = table.rules.follow(state, event)
        lying, cells = table.lying(after), len(self._cells)
        self._stuck = frozenset(self._rng.sample(self._cells, round(cells * SIGHTS[self._sight])))
        left, come = (
            {*table.lying(state).values()} - {*lying.values()},
            {*lying.values()} - {*table.lying(state).values()},
        )
        if not left and not come:
            counts["unseen"] += 1
            session.step.enter_event(event)
            self._lay()
            return
        begun = self._now
        while self._now - begun < PATIENCE_S and not self._is_other(state):
            spoiled = self._sight == "moment" or self._now - begun < SPOILED_S
            self._look(lying, LOOK_S, spoiled=spoiled)
            rows = _alike_rows(session)
            if rows:
                counts["asked"] += 1
                changed = {frozenset(dict(other.changes)) for other in rows.values() if isinstance(other, Moved)}
                counts["which piece"] += len(changed) == 1
                if len(changed) > 1:
                    self._record.faults.append(f"asked which of {[*rows.values()]} for {event} in {state.board}")
                self._answer(rows, event)
            elif self._now - begun <= _TOUCHED_S:
                continue
            elif isinstance(session.step, CellMoveStep) and session.step.unseen_event == event:
                counts["asked"] += 1
                session.press(_LEAVE, self._now)
            elif self._is_confirmed(event):
                counts["confirmed"] += 1
                session.press(_ADVANCE, self._now)
            elif self._touch_unseen(lying):
                counts["unseen"] += 1
        if not self._is_other(state):
            counts["missed"] += 1
            self._record.faults.append(f"missed {event}: {getattr(session.page, 'caption', '')}")
            session.step.enter_event(event)
        elif not self._is_same(after):
            counts["not made"] += 1
            self._record.faults.append(f"{session.game.events[-1] if session.game else ''} instead of {event}")
            session.undo(1)
            session.confirm_layout(table.layout(state))
            session.go_on()
            session.step.enter_event(event)
        elif not rows:
            self._record.waits_s.append(self._now - begun)
        self._lay()

    def _is_confirmed(self, event: Event) -> bool:
        """Return True if the companion asks whether this move was made where no camera sees it."""
        match self._session.step:
            case CellMoveStep(inference=Waiting(maybe=(maybe,))):
                return bool(maybe == event) and bool(self._session.page.keys.advance)
        return False

    def _touch_unseen(self, after: Mapping[str, str]) -> bool:
        """Touch a move that was made where no camera sees it: from where to where a piece went.

        Return True if that is what the companion waits for, and took.
        """
        step, before = self._session.step, self._session.game
        if not isinstance(step, CellMoveStep) or not isinstance(step.inference, Waiting) or not step.inference.places:
            return False
        moved = next((piece for piece, cell in after.items() if step.lying.get(piece) != cell), None)
        if moved is None or before is None:
            return False
        state = before.state
        if moved in step.lying:
            self._session.touch(step.lying[moved], self._now)
        self._session.touch(after[moved], self._now)
        return self._is_other(state)

    def _answer(self, rows: Mapping[str, Any], event: Event) -> None:
        row = next((row for row, asked in rows.items() if asked == event), None)
        if row is None:
            self._record.faults.append(f"asked without {event}")
            self._look({}, LOOK_S)
            return
        self._session.touch(row, self._now)

    def _lay(self) -> None:
        """Lay the table as the game says, and confirm what no camera sees."""
        session = self._session
        for _ in range(60):
            assert session.game is not None
            self._look(self._game.table.lying(session.game.state), LOOK_S)
            if not isinstance(session.step, CellPlacementStep):
                return
            found = session.step.found
            if found is not None and found.matches and found.unsure:
                self._record.counts["confirmed"] += 1
                session.press(_ADVANCE, self._now)

    def _look(self, lying: Mapping[str, str], seconds: float, *, spoiled: bool = False) -> None:
        """Let the camera look at pieces that lie like this for some seconds."""
        end = self._now + seconds
        while self._now < end:
            self._session.observe(self._observed(lying, spoiled=spoiled), self._now)
            self._session.tick(self._now)
            self._session.announcements()
            self._now += LOOK_S

    def _observed(self, lying: Mapping[str, str], *, spoiled: bool) -> TableObservation[PieceObservation]:
        """Return what is seen in one look."""
        if self._eyes is not None and (seen := self._eyes(self._session, lying, self._now)) is not None:
            return seen
        taken, share = frozenset(lying.values()), SIGHTS[self._sight]
        if spoiled and self._sight == "stuck":
            taken ^= self._stuck
        elif spoiled:
            taken ^= {cell for cell in self._cells if self._rng.random() < share}
        shades = self._shades(lying) if self._colours else {}
        return TableObservation(PieceObservation(unreadable=taken, shades=shades, looks=self._seen_looks(lying)))

    def _shades(self, lying: Mapping[str, str]) -> dict[str, float]:
        """Return how light each cell looks: free ones between two players' pieces."""
        players = list(self._game.colours)
        owners = {cell: self._game.table.player_of(piece) for piece, cell in lying.items()}
        means = {
            cell: SHADES[players.index(owners[cell]) % 2] if owners.get(cell) in players else 0.5
            for cell in self._cells
        }
        return {cell: mean + self._rng.uniform(-SHADE_SPREAD, SHADE_SPREAD) for cell, mean in means.items()}

    def _seen_looks(self, lying: Mapping[str, str]) -> dict[str, tuple[float, ...]]:
        game = self._game.table
        name = game.player_of if self._looks == "colours" else game.alike
        return (
            {}
            if self._looks == "none"
            else simulated_looks({cell: name(piece) for piece, cell in lying.items()}, self._rng)
        )

    def _is_other(self, state: Any) -> bool:
        return self._session.game is None or self._session.game.state is not state

    def _is_same(self, after: Any) -> bool:
        """Return True if the pieces lie as they should; those of a kind are alike."""
        assert self._session.game is not None
        layouts = (self._layout(state) for state in (after, self._session.game.state))
        first, other = layouts
        return first.counts == other.counts

    def _layout(self, state: Any) -> TableLayout:
        return self._game.table.layout(state)


def _alike_rows(session: Session) -> dict[str, Any]:
    """Return the events about which the players are asked, by the ids of their rows."""
    step, page = session.step, session.page
    if not isinstance(step, CellMoveStep) or not isinstance(page, BoardPage) or not step.alike:
        return {}
    return dict(zip((row.id for row in page.rows if row.id), step.alike, strict=True))


def all_games() -> Iterator[GridGame]:
    """Yield the games of the examples that are declared on a grid."""
    for folder in ("classics", "chess", "fox-and-geese"):
        sys.path.insert(0, str(EXAMPLES / folder))
    import classics

    names = [module.name for module in pkgutil.iter_modules(classics.__path__)]
    for name in [*(f"classics.{name}" for name in names if name != "language"), "chess_table.game"]:
        try:
            game = getattr(importlib.import_module(name), "GAME", None)
        except ModuleNotFoundError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        if isinstance(game, GridGame):
            yield game


@contextmanager
def engine_moves(rng: Random) -> Iterator[Callable[[Any, Sequence[Event]], Event]]:
    """Give what chooses moves of chess as an engine does, each game another one."""
    import chess.engine
    from chess_table.engines import find_engine
    from chess_table.positions import move_of, to_board

    path = find_engine()
    if path is None:
        raise SystemExit("no engine is installed: apt install stockfish, or set CHESS_ENGINE")
    with chess.engine.SimpleEngine.popen_uci(path, timeout=ENGINE_PATIENCE_S) as engine:

        def choose(state: Any, events: Sequence[Event]) -> Event:
            board = to_board(state)
            moves = {move_of(board, event.changes): event for event in events if isinstance(event, Moved)}
            many = ENGINE_CHOICES if len(state.past or ()) < ENGINE_VARIED else 1
            limit = chess.engine.Limit(nodes=ENGINE_NODES)
            lines = engine.analyse(board, limit, multipv=many, root_moves=list(moves))
            best = [line["pv"][0] for line in lines if line.get("pv")]
            return moves[rng.choice(best)] if best else rng.choice(events)

        yield choose


def measure(
    game: GridGame | None,
    games: int,
    sight: str,
    seed: int,
    *,
    colours: bool = False,
    looks: str = "none",
    engine: bool = False,
    bots: bool = False,
) -> Record:
    """Play some games, and return what became of their moves.

    `game`: None for Finstere Flure, with four players, who may be `bots`.
    """
    record = Record(CASTLE if game is None else game.id)
    with TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        for number in range(games):
            rng = Random(f"{record.game} {seed + number}")
            if game is None:
                PlainCastle(journal, sight, rng, record, looks, bots=bots).play(seed + number)
                continue
            with engine_moves(rng) if engine else nullcontext() as choose:
                PlainTable(game, journal, sight, rng, record, choose, colours=colours, looks=looks).play()
        journal.close()
    return record


def main() -> None:
    """Print a table with a row a game."""
    parser = argparse.ArgumentParser(description="Plays random games with plain pieces on observations alone.")
    parser.add_argument("names", nargs="*", help="ids of games (default: all)")
    parser.add_argument("--games", type=int, default=20, help="games each")
    parser.add_argument("--sight", choices=SIGHTS, default="moment", help="how the camera's eyes are spoiled")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--colours", action="store_true", help="the camera also sees how light pieces are")
    parser.add_argument("--looks", choices=LOOKS, default="none", help="how pieces look from above")
    parser.add_argument("--bots", action="store_true", help="moves of bots, for Finstere Flure alone")
    parser.add_argument("--engine", action="store_true", help="moves of a chess engine, for chess alone")
    args = parser.parse_args()
    print(HEAD)
    for game in (None, *all_games()):
        game_id = CASTLE if game is None else game.id
        if args.names and game_id not in args.names:
            continue
        begun = time.monotonic()
        record = measure(
            game,
            args.games,
            args.sight,
            args.seed,
            colours=args.colours,
            looks=args.looks,
            engine=args.engine,
            bots=args.bots,
        )
        print(record.row(), flush=True)
        print(f"{game_id}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
        for fault in record.faults[:5]:
            print(f"  {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
