"""Count and time a newcomer's path to the first move with plain pieces.

python -m tools.plain_path                (with reference cards, then without: corners set by hand)

A newcomer reads README's *With a camera* to its second step and the steps of docs/plain-pieces.md, types the two
commands, calibrates on the cleared board, chooses four players, lays the pieces one by one as the screen shows, and
moves a token. Reading, typing, laying take the usual times below; between them the table's clock goes on, and a watch
of the virtual table reads its camera's pictures. Installing the program and hanging the camera are not counted.
"""

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.calibrating.calibration import Calibration, Setup
from companion.device.settings import NO_STICKERS, Settings
from companion.games.finstere_flure.game import GAME
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import do
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.pieces import MONSTER, TOKENS
from vision.locate.corner_registration import grid_corners_mm
from vision.model.profile import CameraProfile

ROOT = Path(__file__).parents[1]
#: Newcomers read so many words and type so many letters in a second.
WORDS_PER_S = 3.0
LETTERS_PER_S = 3.0
#: Seconds to press or touch, to drag a handle to a corner, to lay a card or a piece, and to decide on a move.
PRESSING_S = 1.0
DRAGGING_S = 6.0
LAYING_S = 3.0
DECIDING_S = 6.0
#: Seconds until a window is there, and between two pictures.
STARTING_S = 10.0
LOOK_S = 1.0
#: The first move is read after so many seconds at the latest.
_PATIENCE_S = 30.0
#: The camera's picture (width, height in pixels).
SIZE_PX = (2304, 1296)
_PLAYERS = ("green", "red", "blue", "yellow")


class Newcomer:
    """Newcomer on the way; `spent_s` and `counts` tell what was done how long, how often."""

    def __init__(self, folder: Path, *, cards: bool, seed: int = 1) -> None:
        """`cards`: reference cards lie round the board."""
        self.spent_s: dict[str, float] = defaultdict(float)
        self.counts = Counter[str]()
        self._cards, self._rng, self._folder = cards, Random(seed), folder
        self.now = 0.0
        virtual = GAME.virtual
        self.table: VirtualTable = virtual.table_before(virtual.start(len(_PLAYERS), seed, {}), seed)
        self.table.peel_tags(references=cards)
        self.camera = VirtualCamera(self.table, seed=seed, size_px=SIZE_PX, clock=lambda: self.now)

    def spend(self, what: str, seconds: float, count: int = 1) -> None:
        """Spend time on something."""
        self.spent_s[what] += seconds
        self.counts[what] += count

    def walk(self) -> None:
        """Go from the documents to the first move that counts."""
        readme = _section("README.md", "## With a camera", "[Stickers]")
        words = f"{readme} {_section('docs/plain-pieces.md', '1. ', '| ')}".split()
        self.spend("words read", len(words) / WORDS_PER_S, len(words))
        profile = self._calibrate(_command(readme, "calibrate"))
        self._type(_command(readme, "play"))
        settings = Settings(language="en", stickers=NO_STICKERS)
        journal = Journal.open(self._folder / "games.sqlite")
        session = open_session(journal, settings, [GAME.table], sees=True, rng=self._rng)
        session.open_start_page()
        self._read(session)
        for row in ("new", *_PLAYERS, "start"):
            session.touch(row, self.now)
            self.spend("touches", PRESSING_S)
        self._play(session, profile)
        journal.close()

    def _calibrate(self, command: str) -> CameraProfile:
        tokens_and_monster = dict(self.table.pieces)
        for name in tokens_and_monster:
            self.table.remove(name)
        self._type(command)
        catalogue = self.table.catalogue
        calibration = Calibration(Setup(catalogue, GAME.sheets.anchors(catalogue), 100.0))
        calibration.take_table(self.camera.latest().picture)
        if self._cards:
            number = len(self.table.things.references())
            self.spend("cards laid", number * LAYING_S, number)
        else:
            corners = self.camera.view.camera.project(grid_corners_mm(catalogue.grid))
            calibration.put_corners(corners + [[self._rng.uniform(-1.5, 1.5) for _ in range(2)] for _ in range(4)])
            self.spend("corners set", 4 * DRAGGING_S, 4)
        self.spend("touches", PRESSING_S, 2)
        for piece in tokens_and_monster.values():
            self.table.put(piece)
        return calibration.profile("virtual")

    def _play(self, session: Session, profile: CameraProfile) -> None:
        """Lay the pieces, and move a token. Raises AssertionError if that is not followed."""
        setup = ReadingSetup(session, lambda _: self.table.catalogue)
        watch = setup.watch(profile=profile)
        players = GAME.virtual.players(session, self.table, 1)

        def wait(what: str, seconds: float, count: int = 1) -> None:
            end = self.now + seconds
            while self.now < end:
                self.now += LOOK_S
                frame = self.camera.latest()
                session.observe(setup.observe(watch.see(frame), frame), self.now)
                session.tick(self.now)
            self.spend(what, seconds, count)

        self._read(session)
        on_board = [*players.pieces(session.step)]
        for piece in on_board:
            list(do(self.table, [piece]))
            wait("pieces laid", LAYING_S)
        # At the virtual table the tokens lie beside the entrance already, and the monster on its cell.
        others = sum(piece in TOKENS or piece == MONSTER for piece in self.table.pieces)
        self.spend("pieces laid", others * LAYING_S, others)
        begun = self.now
        while not isinstance(session.step, TokenStep):
            assert self.now - begun < _PATIENCE_S, session.page
            wait("waits", LOOK_S)
        self._read(session)
        wait("deciding", DECIDING_S)
        list(do(self.table, players.pieces(session.step)))
        assert session.game is not None
        self.spend("pieces laid", LAYING_S)
        begun, events = self.now, len(session.game.events)
        while len(session.game.events) == events:
            assert self.now - begun < _PATIENCE_S, session.page
            wait("waits", LOOK_S)
            if isinstance(session.step, TokenStep) and session.step.alike:
                self._read(session)
                answer = players.answer(session.step)
                assert isinstance(answer, str)
                session.touch(answer, self.now)
                self.spend("touches", PRESSING_S)

    def _type(self, command: str) -> None:
        self.spend("letters typed", len(command) / LETTERS_PER_S, len(command))
        self.spend("starts of the program", STARTING_S)

    def _read(self, session: Session) -> None:
        """Read the page that is shown."""
        page = session.page
        assert isinstance(page, BoardPage | ListPage)
        text = page.caption if isinstance(page, BoardPage) else page.text
        words = " ".join((page.title, text, *(f"{row.text} {row.detail}" for row in page.rows))).split()
        self.spend("words read", len(words) / WORDS_PER_S, len(words))


def _section(document: str, start: str, end: str) -> str:
    """Return the part of a document from one text up to another."""
    text = (ROOT / document).read_text(encoding="utf-8")
    text = text[text.index(start) :]
    return re.sub(r"\]\([^)]*\)", "]", text[: text.index(f"\n{end}")])


def _command(text: str, name: str) -> str:
    """Return the command of this name as a document shows it."""
    return next(line.strip() for line in text.splitlines() if line.startswith("    ") and f" {name} " in line)


def walk(*, cards: bool) -> Newcomer:
    """Let a newcomer go the whole way."""
    with TemporaryDirectory() as folder:
        newcomer = Newcomer(Path(folder), cards=cards)
        newcomer.walk()
    return newcomer


def main() -> int:
    """Print what the path consists of; return 1 if it takes more than five minutes."""
    totals = []
    for cards in (True, False):
        newcomer = walk(cards=cards)
        totals.append(sum(newcomer.spent_s.values()))
        print(f"\n{'with reference cards' if cards else 'without cards'}:\n")
        print("| what | how many | seconds |\n|:--|--:|--:|")
        for what, seconds in newcomer.spent_s.items():
            print(f"| {what} | {newcomer.counts[what]} | {seconds:.0f} |")
        print(f"| all | | {totals[-1]:.0f} |", flush=True)
    return int(max(totals) > 300)


if __name__ == "__main__":
    sys.exit(main())
