"""First evening against a bot: a learner with usual waiting times, at both kinds of table."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.table.guess import GuessAnswerStep, GuessStep
from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.opponents.worker import USUAL_S
from companion.screen.pages import BoardPage, ListPage
from companion.virtual_table.hands import do
from companion.virtual_table.piece import Point
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.state import Phase
from hardware.buttons import Button
from tests.companion.virtual_table.bot_table import BotTable
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

STARTED = GameStarted((Colour.GREEN, Colour.RED), Colour.GREEN)
#: A learner reads so many words in a second.
WORDS_PER_S = 3.0
#: Seconds that a learner takes to decide, to press a button, to lay a piece, and until the camera has read it.
DECIDING_S = 6.0
PRESSING_S = 1.0
LAYING_S = 3.0
READING_S = 2.0
#: A virtual hand that helps carries a piece in so many seconds.
HELPING_S = 0.2


class Learner:
    """Learner who begins a first evening; `spent` are the seconds since then."""

    def __init__(self, table: BotTable) -> None:
        self.table = table
        self.laying_s = LAYING_S if table.session.watching is None else HELPING_S
        self.spent = 0.0
        #: When the first own move was accepted, and when the floor lay.
        self.first_move: float | None = None
        self.floor: float | None = None
        table.session.touch("show finstere-flure first-evening", 0.0)
        table.session.touch("play", 0.0)

    def play_round(self) -> None:
        """Do what the pages ask for until the second round's first turn."""
        while not self._is_over:
            self._act()
            if self.floor is None and self.table.session.game is not None:
                self.floor = self.spent
            if self.first_move is None and self._has_moved:
                self.first_move = self.spent

    @property
    def _is_over(self) -> bool:
        game = self.table.session.game
        return game is not None and game.state.round > 1 and self.table.page.name in ("tokens", "lesson", "bot")

    @property
    def _has_moved(self) -> bool:
        game = self.table.session.game
        return game is not None and game.state.phase is Phase.MOVE_TOKEN and bool(game.state.moved)

    def _act(self) -> None:
        table, step = self.table, self.table.session.step
        match table.page.name:
            case "practice-move":
                self._practise()
            case "lesson" if isinstance(step, GuessStep):
                self._read(DECIDING_S)
                table.session.touch(step.puzzle.end, table.now)
            case "move" if isinstance(step, GuessAnswerStep) and step.playback.at_end:
                self._wait(PRESSING_S)
                table.press(Button.ADVANCE)
            case "move":
                self._wait(0.5)
            case "lesson" | "draw":
                self._read(PRESSING_S)
                table.press(Button.ADVANCE if table.page.name == "lesson" else Button.DRAW)
                if isinstance(table.session.step, MonsterMoveStep):
                    # The test's clock passes over the move, which the learner watches.
                    self.spent += _watching_s(table.session.step.playback)
            case "bot":
                self.spent += USUAL_S
                while table.page.name == "bot":
                    table.go_on()
            case "tokens":
                self._read(DECIDING_S)
                self._place(LAYING_S)
            case _:
                self._place(self.laying_s)

    def _practise(self) -> None:
        token = self.table.table.pieces["green-1"]
        self._read(DECIDING_S + LAYING_S)
        self._lay("green-1", "black", cell="p11")
        self._wait(READING_S)
        self.first_move = self.spent
        # The page praises, and asks for the floor already.
        self._read(0.0)
        self._lay("green-1", "white", at_mm=token.centre_mm)
        self._wait(LAYING_S)

    def _lay(self, piece: str, face: str, *, cell: str = "", at_mm: Point = (0.0, 0.0)) -> None:
        turned = replace(self.table.table.pieces[piece], face=face, centre_mm=at_mm)
        for _ in do(self.table.table, [self.table.table.on_cell(turned, cell) if cell else turned]):
            pass

    def _place(self, seconds: float) -> None:
        """Lay the pieces as the page asks for, each in so many seconds."""
        before = dict(self.table.table.pieces)
        self.table.go_on(help_people=True)
        moved = sum(piece != before[name] for name, piece in self.table.table.pieces.items())
        self._wait(seconds * moved + READING_S)

    def _read(self, seconds: float) -> None:
        """Read the page, and take so long in addition."""
        page = self.table.page
        assert isinstance(page, BoardPage | ListPage)
        text = page.caption if isinstance(page, BoardPage) else page.text
        words = [word for line in (text, *(row.text for row in page.rows if not row.id)) for word in line.split()]
        self._wait(len(words) / WORDS_PER_S + seconds)

    def _wait(self, seconds: float) -> None:
        until = self.table.now + seconds
        while self.table.now < until:
            self.table.look()
        self.spent += seconds


def _watching_s(playback: Playback) -> float:
    """Return seconds until a playback has come to its end."""
    return sum(segment.duration_s / replace(playback, index=n).rate for n, segment in enumerate(playback.segments))


@pytest.mark.parametrize("real", [False, True], ids=["virtual", "real"])
def test_the_first_own_move_takes_a_minute_and_the_first_round_three(tmp_path: Path, real: bool) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    table = BotTable(VIRTUAL, STARTED, journal, real=real)
    try:
        learner = Learner(table)
        learner.play_round()
        assert table.session.seating.seats.bots == {"red": "careful"}
        assert learner.first_move is not None
        assert learner.first_move < 60
        # What the bot moves, and so what there is to lay and to watch, depends on the machine's speed: some seconds.
        assert learner.spent < 190
    finally:
        table.close()
        journal.close()
