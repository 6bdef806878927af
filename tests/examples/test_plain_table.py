"""Games with plain pieces that hands lay and a camera looks at."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chess_table.game import GAME as CHESS
from classics.breakthrough import GAME as BREAKTHROUGH

from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.cells.virtual_game import lay, misplaced_pieces
from companion.device.settings import NO_STICKERS, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.inference import Undecided
from companion.table.reading_setup import ReadingSetup
from companion.table.session_start import open_session
from companion.virtual_table.bare_table import bare_profile
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import do
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.grid import Started
from hardware.buttons import Button, Press

#: Seconds between two pictures, and until a move must be taken or asked about.
LOOK_S = 0.2
PATIENCE_S = 8.0


class PlainTable:
    """Virtual table with discs without tags, its camera, and the session that watches it."""

    def __init__(self, game: GridGame, folder: Path) -> None:
        self.table = VirtualTable(game.virtual.pieces, 1)
        self.table.peel_tags()
        self.game, self.now = game, 0.0
        self.camera = VirtualCamera(self.table, seed=1, clock=lambda: self.now)
        lay(self.table, {})
        settings = Settings(language="en", stickers=NO_STICKERS)
        self.session = open_session(Journal.open(folder / "g.sqlite"), settings, [game.table], sees=True)
        self.session.open_start_page()
        game.table.begin(self.session, Started(), {})
        profile = bare_profile(self.table, 1)
        assert profile.bare_board is not None
        self.setup = ReadingSetup(self.session, lambda _: self.table.catalogue)
        self.watch = self.setup.watch(profile=profile)
        self.questions = 0

    def look(self) -> None:
        """Let the camera look once."""
        self.now += LOOK_S
        frame = self.camera.latest()
        self.session.observe(self.setup.observe(self.watch.see(frame), frame), self.now)
        self.session.tick(self.now)
        self.session.announcements()

    def act(self, pieces: Iterable[Piece]) -> None:
        """Let hands carry pieces; an arm is over the board meanwhile."""
        for _ in do(self.table, pieces, steps=2, arm=True):
            self.look()

    def wait(self, event: Any = None) -> None:
        """Look until the step is done; answer which of several moves it was."""
        step, begun = self.session.step, self.now
        while self.session.step is step and self.now - begun < PATIENCE_S:
            self.look()
            if isinstance(step, CellMoveStep) and step.alike:
                assert event in step.alike
                assert isinstance(self.session.page, BoardPage)
                self.questions += 1
                self.session.touch(self.session.page.rows[step.alike.index(event)].id, self.now)

    def move(self, rng: Random) -> bool:
        """Let hands make a random move that must be followed; return False at the end."""
        session, table = self.session, self.game.table
        assert session.game is not None
        state = session.game.state
        if table.rules.over(state) is not None:
            return False
        assert isinstance(session.step, CellMoveStep), session.page
        event = rng.choice(list(table.possible(state)))
        after = table.rules.follow(state, event)
        self.act(misplaced_pieces(self.table, after.lying))
        self.wait(event)
        assert session.game.events[-1] == event, (session.page, event)
        return True


@pytest.mark.slow
@pytest.mark.thorough(but=["breakthrough-5", "chess-4"])
@pytest.mark.parametrize(
    ("game", "most"),
    [(BREAKTHROUGH, 5), (BREAKTHROUGH, 200), (CHESS, 4), (CHESS, 40)],
    ids=["breakthrough-5", "breakthrough-200", "chess-4", "chess-40"],
)
def test_a_game_with_plain_pieces_is_followed_before_a_camera(game: GridGame, most: int, tmp_path: Path) -> None:
    plain = PlainTable(game, tmp_path)
    session = plain.session
    assert isinstance(session.step, CellPlacementStep)
    plain.look()
    plain.look()
    plain.look()
    plain.act(islice(misplaced_pieces(plain.table, session.step.target), 3))
    for _ in range(10):
        plain.look()
    assert len(session.step.remaining_tasks()) == len(session.step.target) - 3
    lay(plain.table, session.step.target)
    plain.wait()
    rng = Random(5)
    assert sum(1 for _ in range(most) if plain.move(rng)) >= min(most, 31)
    assert plain.questions <= 6


def test_by_ear_the_moves_that_look_alike_are_told_and_one_is_chosen_with_three_buttons(tmp_path: Path) -> None:
    settings = Settings(language="en", stickers=NO_STICKERS, by_ear="short")
    session = open_session(Journal.open(tmp_path / "g.sqlite"), settings, [BREAKTHROUGH.table], sees=True)
    session.open_start_page()
    BREAKTHROUGH.table.begin(session, Started(), {})
    session.press(Press(Button.ADVANCE, held=True), 1.0)
    step = session.step
    assert isinstance(step, CellMoveStep)
    first, second = islice(BREAKTHROUGH.table.possible(step.state), 2)
    session.announcements()
    step.find(Undecided((first, second)))
    time_s = 10.0

    def heard(button: Button | None = None) -> str:
        nonlocal time_s
        time_s += PATIENCE_S
        if button is not None:
            session.press(Press(button, held=False), time_s)
        session.tick(time_s)
        return " ".join(said.text for said in session.announcements())

    assert heard() == "Which move was it? Choices: a7 to a6, a7 to b6."
    assert "nothing to do" in heard(Button.ADVANCE)
    assert heard(Button.DRAW) == "a7 to a6."
    assert "b6" in heard(Button.DRAW)
    heard(Button.ADVANCE)
    assert session.game is not None
    assert session.game.events[-1] == second
