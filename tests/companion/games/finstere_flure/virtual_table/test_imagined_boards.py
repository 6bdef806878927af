"""Boards that lie on no table, in the window beside a virtual table with a running game."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.learning.lessons import MONSTER_LESSONS
from companion.games.finstere_flure.learning.move_inspector import MoveInspector
from companion.games.finstere_flure.playback.board_view import MoveFrame
from companion.games.finstere_flure.screen.layout import BoardFrame
from companion.games.finstere_flure.table.first_evening import MonsterLessonStep
from companion.games.finstere_flure.table.foresight import Foresight
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.guess import GuessAnswerStep, GuessStep
from companion.games.finstere_flure.table.inspection import InspectionStep
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_played import ChaseStep, MonsterMoveStep, MovePlayedStep, MoveReplayStep
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.puzzle import PuzzleStep
from companion.games.finstere_flure.table.review import MistakeStep, ReviewStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.games.finstere_flure.words.move_words import RULINGS
from companion.journal import Journal
from companion.screen.imagined_board import board_in_frame, framed_board_in
from companion.screen.pages import BoardPage, ListPage, PlayedPage, imagined_board
from companion.table.app import App
from companion.table.press_guard import UNREAD_S
from companion.table.session import Announcement, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import MONSTER
from hardware.buttons import Button, Buttons, Press
from tests.companion.games.finstere_flure.screen import sample_pages

SIZE = (1280, 720)

pytestmark = pytest.mark.usefixtures("display")


class Silent:
    """Voice that announces nothing."""

    def announce(self, said: Announcement) -> None: ...

    def follow(self, settings: Settings) -> None: ...

    def sound_devices_changed(self, *, lost: bool) -> None: ...


class Evening:
    """A window with a running game on its virtual table, and a mouse; no camera looks."""

    def __init__(self, folder: Path, game: Game, size: tuple[int, int] = SIZE) -> None:
        around = SessionContext(watched=lambda _: game.events[0])
        journal = Journal.open(folder / "games.sqlite")
        self.session: Session = open_session(journal, Settings(), [TABLE], sees=True, rng=Random(4), around=around)
        self.table: VirtualTable = table_from_position(game.state.position, 1)
        self.widget = TableWidget(self.table, VIRTUAL.pictures, clock=lambda: self.now)
        self.app = App(self.session, announcer=Silent(), buttons=Buttons(), clock=lambda: self.now)
        self.app.table_source = self
        self.window = pygame.display.set_mode(size)
        self.now = 0.0
        self._brought: Step[Session] | None = None
        number = journal.start(RULES.id, json.dumps(RULES.event_to_json(game.events[0])))
        for event in game.events[1:]:
            journal.append(number, json.dumps(RULES.event_to_json(event)))
        self.session.game, self.session.game_id, self.session.layout = game, number, layout_of(game.state.position)
        self.session.go_on()
        self.turn()

    # --- the virtual table's source -----------------------------------------------------------------------------------

    def tick(self, time_s: float) -> None:  # noqa: ARG002 - nobody looks
        if self.session.step is not self._brought:
            self._brought = self.session.step
            VIRTUAL.bring(self.session, self.table)

    def pressed(self, time_s: float) -> None: ...

    def handle(self, event: pygame.event.Event, /) -> bool:
        return self.widget.handle(event)

    def close(self) -> None: ...

    # --- eyes and hands -----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        self.now += 0.1
        self.app.turn(self.window, self.now)

    def open(self, step: Step[Session]) -> None:
        self.session.open(step)
        self.turn()
        # Somebody reads it.
        self.now += UNREAD_S
        self.turn()

    def picture(self) -> bytes:
        """Return the table's part of the window."""
        table, _ = self.app._split_window(self.window)
        assert table is not None
        return pygame.image.tobytes(table, "RGB")

    def mouse(self, kind: int, point: tuple[float, float]) -> None:
        at_px = round(point[0]), round(point[1])
        self.app.handle(pygame.event.Event(kind, button=pygame.BUTTON_LEFT, pos=at_px), self.window, self.now)
        self.now += 0.2

    def click(self, point: tuple[float, float]) -> None:
        self.mouse(pygame.MOUSEBUTTONDOWN, point)
        self.mouse(pygame.MOUSEBUTTONUP, point)
        self.turn()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.mouse(pygame.MOUSEBUTTONDOWN, start)
        self.mouse(pygame.MOUSEMOTION, end)
        self.mouse(pygame.MOUSEBUTTONUP, end)
        self.turn()

    def press(self, button: Button, *, held: bool = False) -> None:
        self.session.press(Press(button, held), self.now)
        self.turn()

    def on_board(self, cell: str) -> tuple[int, int]:
        """Return a point of the window on the imagined board, found as it is laid out."""
        table, _ = self.app._split_window(self.window)
        assert table is not None
        short = min(table.get_size())
        pictures = TABLE.pictures(self.app._fonts)
        room = table.get_rect().inflate(-2 * self.gap, -2 * self.gap)
        box = board_in_frame(short, framed_board_in(short, pictures.board_in)(room))
        return BoardFrame.filling(box.move(table.get_offset())).cell_box(cell).center

    @property
    def gap(self) -> int:
        return self.app._view.painted(self.window.get_size(), self.session.page).layout.gap


def _lesson(session: FinstereFlureSession) -> Step[Session]:
    return MonsterLessonStep(session, MONSTER_LESSONS[7])


def _answer(session: FinstereFlureSession) -> Step[Session]:
    return GuessAnswerStep(session, PuzzleStep(session), "Right!", right=True)


def _replay(session: FinstereFlureSession) -> Step[Session]:
    move = sample_pages.walked().state.monster_move
    assert move is not None
    return MoveReplayStep(session, [move])


def _review(session: FinstereFlureSession) -> Step[Session]:
    return ReviewStep(session, sample_pages.played(3))


def _mistake(session: FinstereFlureSession) -> Step[Session]:
    return MistakeStep(session, ReviewStep(session, sample_pages.played(3)).chapter.decisions[1])


def _why(session: FinstereFlureSession) -> Step[Session]:
    move = sample_pages.walked().state.monster_move
    assert move is not None
    return InspectionStep(session, MoveInspector(move))


def _what_if(session: FinstereFlureSession) -> Step[Session]:
    assert session.game is not None
    return InspectionStep(session, Foresight(session, session.game.state).what_if())


IMAGINED: dict[str, Callable[[FinstereFlureSession], Step[Session]]] = {
    "lesson": _lesson,
    "puzzle": PuzzleStep,
    "answer": _answer,
    "chase": ChaseStep,
    "replay": _replay,
    "review": _review,
    "mistake": _mistake,
    "why": _why,
    "what-if": _what_if,
}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    yield Evening(tmp_path, sample_pages.played(3))
    pygame.display.quit()


@pytest.mark.parametrize("kind", IMAGINED)
def test_an_imagined_board_has_nothing_of_the_table_and_leaves_nothing_on_it(evening: Evening, kind: str) -> None:
    before = evening.picture()
    step = IMAGINED[kind](evening.session)
    evening.open(step)
    page = evening.session.page
    assert imagined_board(page) is not None
    shown = evening.picture()
    # Whatever lies on the table: the monster stands elsewhere, a token has gone into the box.
    for piece in list(evening.table.pieces.values())[:6]:
        evening.table.put(replace(piece, centre_mm=(0.0, 0.0)))
    evening.app._imagined._drawn = None
    evening.app.turn(evening.window, evening.now)
    assert evening.picture() == shown, "nothing of the table is seen"
    evening.session.close()
    for piece in table_from_position(sample_pages.played(3).state.position, 1).pieces.values():
        evening.table.put(piece)
    evening.turn()
    assert evening.picture() == before, "and nothing of the board stays"


@pytest.mark.parametrize("kind", IMAGINED)
def test_its_board_is_not_on_the_page_as_well(evening: Evening, kind: str) -> None:
    evening.open(IMAGINED[kind](evening.session))
    page = evening.session.page
    if isinstance(page, PlayedPage):
        assert isinstance(page.played, MoveFrame)
        assert not page.played.board_shown
        assert page.alone == replace(page.played, board_shown=True), "phones have no table beside it"
    else:
        assert isinstance(page, BoardPage)
        assert not page.board_shown


@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (480, 800)])
def test_a_touch_on_the_imagined_board_answers(tmp_path: Path, size: tuple[int, int]) -> None:
    evening = Evening(tmp_path, sample_pages.played(3), size)
    evening.open(_lesson(evening.session))
    step = evening.session.step
    assert isinstance(step, GuessStep)
    wrong = next(cell for cell in step.puzzle.choices if cell != step.puzzle.end)
    evening.click(evening.on_board(wrong))
    assert step.wrong == [wrong]
    evening.click(evening.on_board(step.puzzle.end))
    assert isinstance(evening.session.step, GuessAnswerStep)
    pygame.display.quit()


def test_no_hand_reaches_the_table_below_an_imagined_board(evening: Evening) -> None:
    lie = dict(evening.table.pieces)
    monster = evening.widget.to_px(evening.table.middle_mm(evening.table.pieces[MONSTER]))
    evening.open(ChaseStep(evening.session))
    evening.drag(monster, (monster[0] + 60, monster[1] - 60))
    for key in (pygame.K_f, pygame.K_r):
        evening.app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=""), evening.window, evening.now)
    assert dict(evening.table.pieces) == lie
    evening.press(Button.BACK)
    evening.drag(monster, (monster[0] + 60, monster[1] - 60))
    assert dict(evening.table.pieces) != lie, "then it is the table again"


def test_a_piece_in_the_air_is_put_down_when_an_imagined_board_comes(evening: Evening) -> None:
    monster = evening.widget.to_px(evening.table.middle_mm(evening.table.pieces[MONSTER]))
    evening.mouse(pygame.MOUSEBUTTONDOWN, monster)
    evening.mouse(pygame.MOUSEMOTION, (monster[0] + 60, monster[1] - 60))
    assert list(evening.table.carries) == [MONSTER]
    evening.open(ChaseStep(evening.session))
    assert not evening.table.carries


@pytest.mark.parametrize("over_it", ["menu", "settings", "undo"])
def test_a_lesson_left_in_the_middle_leaves_the_table_as_it_lies(evening: Evening, over_it: str) -> None:
    evening.press(Button.BACK, held=True)
    menu = evening.picture()
    evening.press(Button.BACK)
    evening.session.switch(MonsterLessonStep(evening.session, MONSTER_LESSONS[7], in_game=True))
    evening.turn()
    lesson = evening.picture()
    assert lesson != menu
    evening.press(Button.BACK, held=True)
    if over_it != "menu":
        evening.session.touch(over_it, evening.now)
        evening.turn()
    assert isinstance(evening.session.page, ListPage)
    assert evening.picture() == menu, "a page that imagines nothing stands beside the table"
    while evening.session.page.name != "lesson":
        evening.press(Button.BACK)
    assert evening.picture() == lesson


def _last_rule(step: MovePlayedStep) -> str:
    return step.playback.segments[-1].rule


def test_only_a_move_on_the_table_ends_with_work_for_hands(evening: Evening) -> None:
    work = "Move the monster and the pushed pieces on the table, and take the eaten tokens off."
    for make in (_answer, ChaseStep, _replay):
        step = make(evening.session)
        assert isinstance(step, MovePlayedStep)
        assert _last_rule(step) == "Only on the screen: nothing is moved on the table."
        assert _last_rule(step) not in RULINGS.values()
    session = evening.session
    session.game, session.layout = sample_pages.walked(), None
    assert _last_rule(MonsterMoveStep(session)) == work


def test_an_imagined_move_does_not_tell_the_round_of_the_game_below(evening: Evening) -> None:
    evening.open(ChaseStep(evening.session))
    page = evening.session.page
    assert isinstance(page, PlayedPage)
    assert isinstance(page.played, MoveFrame)
    assert page.played.status == ""


def test_a_move_that_was_interrupted_is_shown_over_the_table_as_it_lay(tmp_path: Path) -> None:
    game = sample_pages.walked()
    evening = Evening(tmp_path, sample_pages.played(3))
    move = game.state.monster_move
    assert move is not None
    journal, session = evening.session.journal, evening.session
    number = journal.start(RULES.id, json.dumps(RULES.event_to_json(game.events[0])))
    for event in game.events[1:]:
        journal.append(number, json.dumps(RULES.event_to_json(event)))
    session.open_start_page()
    session.resume(number)
    evening.turn()
    assert isinstance(session.step, MonsterMoveStep)
    for piece in (MONSTER, *(token.id for token in move.start.tokens if token.cell)):
        position = move.start.monster if piece == MONSTER else next(t.cell for t in move.start.tokens if t.id == piece)
        assert evening.table.cell_of(evening.table.pieces[piece]) == position
    session.step.hurry()
    evening.turn()
    assert isinstance(session.step, PutBoardRightStep)
    pygame.display.quit()
