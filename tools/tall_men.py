"""Play chess by hands at the virtual table, with men as tall as real ones.

python -m tools.tall_men --games 20 --width-deg 50      (whole games of a chess engine)
python -m tools.tall_men --situations                   (what users of chess cameras complain of, each played once)

Men bear no tags; they lean over neighbouring cells away from the camera's foot point. With `--width-deg 50` the camera
hangs 13 cells above the board, with 28 (usual) 24 cells.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.cells.pieces import place_beside_mm
from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.cells.virtual_game import lay, misplaced_pieces
from companion.device.options import with_defaults
from companion.device.settings import NO_STICKERS, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.reading_setup import ReadingSetup
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import carry, reaching
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from tools.plain_games import EXAMPLES, engine_moves
from vision.calibration.bare_cells import find_bare_look
from vision.model.profile import CameraProfile

#: Seconds between two pictures, and until a move must be taken or asked about.
LOOK_S = 0.25
PATIENCE_S = 12.0
#: Picture of the camera (width, height in pixels).
SIZE_PX = (1280, 960)


class MenTable:
    """Virtual table with men without tags, its camera, and the session that watches it."""

    def __init__(
        self,
        game: GridGame,
        folder: Path,
        *,
        width_deg: float = 50.0,
        seed: int = 1,
    ) -> None:
        """Lay the first position; all before the first move is known."""
        game.virtual.plain_pieces = True
        try:
            self.table = VirtualTable(game.virtual.pieces, seed)
        finally:
            game.virtual.plain_pieces = False
        self.game, self.now = game, 0.0
        self.camera = VirtualCamera(self.table, seed=seed, size_px=SIZE_PX, width_deg=width_deg, clock=lambda: self.now)
        lay(self.table, {})
        settings = Settings(language="en", stickers=NO_STICKERS)
        self.session = open_session(Journal.open(folder / "g.sqlite"), settings, [game.table], sees=True)
        self.session.open_start_page()
        game.table.begin(self.session, game.table.started(with_defaults(game.table.options, {})), {})
        bare, lens = self.camera.latest().picture, self.camera.view.camera
        profile = CameraProfile((bare.shape[1], bare.shape[0]), lens.matrix, lens.distortion)
        look = find_bare_look(bare, self.table.catalogue, profile)
        assert look is not None
        self.setup = ReadingSetup(self.session, lambda _: self.table.catalogue)
        self.watch = self.setup.watch(profile=replace(profile, bare_board=look.board))
        #: The questions of which move it was, each as the events that it names.
        self.questions: list[tuple[Any, ...]] = []
        self.said: list[str] = []
        self.lay()

    def close(self) -> None:
        """Close the journal."""
        self.session.journal.close()

    # --- the session ------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Let the camera look once."""
        self.now += LOOK_S
        frame = self.camera.latest()
        self.session.observe(self.setup.observe(self.watch.see(frame), frame), self.now)
        self.session.tick(self.now)
        self.said += [told.text for told in self.session.announcements() if told.text]

    def wait(self, seconds: float) -> None:
        """Let the camera look for some seconds."""
        end = self.now + seconds
        while self.now < end:
            self.look()

    def lay(self) -> None:
        """Lay the men as the game has them, and wait until the companion has seen that."""
        begun = self.now
        while isinstance(self.session.step, CellPlacementStep) and self.now - begun < PATIENCE_S:
            lay(self.table, self.game.table.arranged(self.session.step.target, self.lying()))
            self.look()

    def follow(self, events: int, answer: Callable[[tuple[Any, ...]], Any] | None = None) -> bool:
        """Look until the game has so many events; `answer` chooses where it is asked which it was."""
        begun = self.now
        while len(self.events) < events and self.now - begun < PATIENCE_S:
            self.look()
            step, page = self.session.step, self.session.page
            if isinstance(step, CellMoveStep) and step.alike and isinstance(page, BoardPage):
                self.questions.append(step.alike)
                if answer is None:
                    return False
                self.session.touch(page.rows[step.alike.index(answer(step.alike))].id, self.now)
        return len(self.events) >= events

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of the game without its beginning."""
        assert self.session.game is not None
        return self.session.game.events[1:]

    @property
    def board(self) -> dict[str, str]:
        """The kinds on the cells, as the companion knows them."""
        assert self.session.game is not None
        return dict(self.session.game.state.board)

    # --- hands ------------------------------------------------------------------------------------------------------

    def lying(self) -> dict[str, str]:
        """Return the cells of the men that stand on the board."""
        cells = ((name, self.table.cell_of(piece)) for name, piece in self.table.pieces.items())
        return {name: cell for name, cell in cells if cell is not None}

    def man(self, cell: str) -> Piece:
        """Return the man that stands on a cell. Raises LookupError if none does."""
        return next(self.table.pieces[name] for name, place in self.lying().items() if place == cell)

    def hand(self, *ways: str) -> None:
        """Let a hand carry men: ``e2 e4``; ``e4`` takes a man off, ``=white-queen e8`` brings one."""
        for way in ways:
            start, _, end = way.partition(" ")
            if start.startswith("="):
                unused = (name for name in self.table.pieces if name not in self.lying() and name.startswith(start[1:]))
                man = self.table.pieces[next(unused)]
            else:
                man = self.man(start)
            if end:
                self.carry(self.table.on_cell(man, end))
            else:
                self.carry(self.table.near(man, place_beside_mm(self.table, man.id)))

    def carry(self, man: Piece) -> None:
        """Let a hand with its arm carry a man."""
        for _ in carry(self.table, man, steps=2, arm=True):
            self.look()

    def jolt(self, rng: Random, most: float = 0.12) -> None:
        """Let all men slip a little, by up to so much of a cell."""
        unit = self.table.unit_mm
        for name in self.lying():
            man = self.table.pieces[name]
            x, y = (value + rng.uniform(-most, most) * unit for value in man.centre_mm)
            self.table.put(replace(man, centre_mm=(x, y)))


def play_game(game: GridGame, width_deg: float, seed: int, most: int) -> Counter[str]:
    """Play a whole game of an engine by hands; return what became of its moves."""
    counts, rng = Counter[str](games=1), Random(seed)
    with TemporaryDirectory() as folder, engine_moves(rng) as choose:
        table = MenTable(game, Path(folder), width_deg=width_deg, seed=seed)
        while counts["moves"] < most:
            assert table.session.game is not None
            state = table.session.game.state
            if game.rules.over(state) is not None:
                break
            event = choose(state, list(game.rules.possible(state)))
            after = game.table.arranged(game.table.lying(game.rules.follow(state, event)), table.lying())
            for man in misplaced_pieces(table.table, after):
                table.carry(man)
            asked = len(table.questions)

            def answer(events: tuple[Any, ...], made: Any = event) -> Any:
                return made if made in events else events[0]

            followed = table.follow(len(table.events) + 1, answer)
            counts["moves"] += 1
            new = table.questions[asked:]
            counts["asked"] += len(new)
            counts["asked which man"] += sum(len({frozenset(dict(e.changes)) for e in events}) == 1 for events in new)
            if not followed:
                counts["missed"] += 1
                print(
                    f"  missed {event} in {game.rules.public_state(state)['turn']}: {table.session.page}",
                    file=sys.stderr,
                )
                table.session.step.enter_event(event)
                table.lay()
            elif table.events[-1] != event:
                counts["wrong"] += 1
                print(f"  wrong: {table.events[-1]} instead of {event}", file=sys.stderr)
                break
        table.close()
    return counts


def situations() -> Iterator[tuple[str, Callable[[MenTable], bool]]]:
    """Yield what users of chess cameras complain of, each with what plays it.

    That tells whether all was followed.
    """

    def any_man(table: MenTable) -> bool:
        table.hand("b1 c3")
        table.follow(1)
        table.hand("b8 c6")
        return table.follow(2) and table.board["c3"] == "white-knight" and table.board["c6"] == "black-knight"

    def missed_move(table: MenTable) -> bool:
        # Nobody sees the first of two moves alone.
        for start, end in (("e2", "e4"), ("e7", "e5")):
            table.table.put(table.table.on_cell(table.man(start), end))
        return table.follow(2) and table.board["e4"] == "white-pawn"

    def bumped(table: MenTable) -> bool:
        table.hand("e2 e4")
        table.follow(1)
        table.jolt(Random(3))
        table.wait(4)
        table.hand("e7 e5")
        return table.follow(2)

    def resting_hand(table: MenTable) -> bool:
        table.table.arm = reaching(table.table, table.table.catalogue.grid.centre("d4"), "flat")
        table.wait(6)
        table.table.arm = None
        table.wait(3)
        if table.events:
            return False
        table.hand("d2 d4")
        return table.follow(1)

    def between_cells(table: MenTable) -> bool:
        man, grid = table.man("e2"), table.table.catalogue.grid
        (x, first), (_, second) = grid.centre("e3"), grid.centre("e4")
        table.carry(replace(man, centre_mm=(x, (first + second) / 2)))
        table.wait(5)
        taken = len(table.events)
        table.carry(table.table.on_cell(table.table.pieces[man.id], "e4"))
        return not taken and table.follow(1) and table.board.get("e4") == "white-pawn"

    def lifted_and_laid_back(table: MenTable) -> bool:
        table.hand("e2 e4")
        table.follow(1)
        table.hand("d7 d5")
        table.follow(2)
        man = table.man("e4")
        table.carry(table.table.near(man, place_beside_mm(table.table, man.id)))
        table.wait(4)
        if len(table.events) != 2:
            return False
        table.carry(table.table.on_cell(table.table.pieces[man.id], "e4"))
        table.wait(2)
        table.hand("d5", "e4 d5")
        return table.follow(3)

    yield "a knight moves, as any man: only cells are read", any_man
    yield "a move is missed, and answered", missed_move
    yield "somebody bumps the board, all men slip", bumped
    yield "a hand rests on the board", resting_hand
    yield "a man is dropped between two cells, then put right", between_cells
    yield "a man that could take is held for four seconds, put back, and takes", lifted_and_laid_back


def chess_game() -> GridGame:
    """Return the example's game."""
    sys.path.insert(0, str(EXAMPLES / "chess"))
    from chess_table.game import GAME

    game: GridGame = GAME
    return game


def play_situations(game: GridGame, width_deg: float, names: Iterable[str] = ()) -> Iterator[tuple[str, bool, int]]:
    """Play the situations; yield each with whether it was followed, and the number of questions."""
    for name, play in situations():
        if names and name not in names:
            continue
        with TemporaryDirectory() as folder:
            table = MenTable(game, Path(folder), width_deg=width_deg)
            followed = play(table)
            table.close()
            yield name, followed, len(table.questions)


def main() -> None:
    """Print a table with a row a game, or a row a situation."""
    parser = argparse.ArgumentParser(description="Plays chess with tall men by hands at the virtual table.")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=400, help="moves of a game at most")
    parser.add_argument("--width-deg", type=float, default=50.0, help="angle under which the picture's width is seen")
    parser.add_argument("--situations", action="store_true")
    args = parser.parse_args()
    game = chess_game()
    if args.situations:
        print("| situation | followed | questions |\n|:--|:--|--:|")
        for name, followed, questions in play_situations(game, args.width_deg):
            print(f"| {name} | {'yes' if followed else '**no**'} | {questions} |", flush=True)
        return
    names = ("moves", "wrong", "missed", "asked", "asked which man")
    print(f"| game | {' | '.join(names)} |\n|--:|{'--:|' * len(names)}")
    total = Counter[str]()
    for number in range(args.games):
        begun = time.monotonic()
        counts = play_game(game, args.width_deg, args.seed + number, args.most)
        total += counts
        print(f"| {args.seed + number} | {' | '.join(str(counts[name]) for name in names)} |", flush=True)
        print(f"{time.monotonic() - begun:.0f} s", file=sys.stderr)
    print(f"| all | {' | '.join(str(total[name]) for name in names)} |")


if __name__ == "__main__":
    main()
