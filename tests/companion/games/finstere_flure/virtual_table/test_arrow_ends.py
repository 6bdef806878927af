"""Pieces laid exactly where the arrows of put-right end are where the camera wants them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from companion.games.finstere_flure.playback.board_view import Arrow, BoardView
from companion.games.finstere_flure.screen.board_picture import arrow_ends
from companion.games.finstere_flure.screen.layout import BoardFrame
from companion.games.finstere_flure.table.lies import facing_of
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.tasks import TaskKind, end_of, start_of
from companion.games.finstere_flure.virtual_table.overlay import TableFrame, places_beside
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.games.finstere_flure.virtual_table.places import Beside, side_area_at
from companion.screen.pages import BoardPage, Tone
from companion.table.layout import Change, LayoutTask
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import MONSTER, TOKENS, Place
from engine.finstere_flure.position import Position
from tests.companion.games.finstere_flure.screen import sample_pages
from tests.companion.virtual_table.faultless_reading import reading_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


class Hands:
    """Hands that know of the session what its page draws, and lay pieces where arrows end."""

    def __init__(self, session: Session, laid: Position) -> None:
        self.session, self.table = session, table_from_position(laid, 1)
        self.camera = VirtualCamera(self.table, seed=1)
        self.layout = WidgetLayout((1200, 1200), self.table.areas.table, self.table.unit_mm)
        self.now = 0.0
        self.kinds: set[tuple[TaskKind, Place | None]] = set()

    @property
    def step(self) -> PutBoardRightStep | None:
        return self.session.step if isinstance(self.session.step, PutBoardRightStep) else None

    def look(self) -> None:
        game, catalogue = self.session.table_game, self.table.catalogue
        reading = reading_of(self.table, catalogue, self.camera.view.camera)
        self.now += 0.1
        self.session.observe(TableObservation(game.observe(reading, catalogue)), self.now)

    def do_first_task(self) -> None:
        """Do the first task by its arrow alone; it must be done then, and nothing wrong."""
        step = self.step
        assert step is not None
        open_tasks = step.remaining_tasks()
        task, page = open_tasks[0], self.session.page
        assert isinstance(page, BoardPage)
        assert isinstance(page.board, BoardView)
        arrow = next((arrow for arrow in page.board.arrows if arrow.tone is Tone.NOW), None)
        for change in task.changes:
            self._do(task, change, arrow, page.board)
        self.look()
        end = task.changes[0].end
        self.kinds.add((TaskKind(task.kind), Place(end.place) if end is not None and end.place in [*Place] else None))
        if self.step is step:
            assert task not in step.remaining_tasks(), (task.sentence, arrow)
            assert step.found is not None
            assert not step.found.problems, (task.sentence, step.found.problems)

    def _do(self, task: LayoutTask, change: Change, arrow: Arrow | None, board: BoardView) -> None:
        table, piece = self.table, change.lie.piece
        assert (arrow is not None) == (start_of(task) != end_of(task)), task
        grip = None
        if arrow is not None:
            frame = TableFrame.of(self.layout, table.catalogue, places_beside(table, board.arrows))
            grip, end = (self.layout.to_mm(point) for point in arrow_ends(frame, arrow))
            assert table.piece_at(grip) == piece, f"the arrow begins at the piece: {task.sentence}"
        held = table.pick_up(piece, grip)
        assert held is not None
        assert held.piece is not None
        if piece in TOKENS and change.end is not None and held.piece.face != change.end.face:
            held.flip()
        if piece == MONSTER and change.end is not None:
            held.turn(round((facing_of(change.end).heading_deg - held.piece.turn_deg) / 90))
        if arrow is not None:
            held.drag(end)
        assert held.drop()


def boards_to_put_right() -> Iterator[tuple[Position, Game]]:
    """Yield how the table lies, and the game whose table it is to be: moves done and taken back."""
    for seed in (5, 36, 40):
        game = sample_pages.play_until(sample_pages.is_over, seed=seed)
        states = game.states()
        changed = [number for number, (a, b) in enumerate(pairwise(states), 1) if a.position != b.position]
        for number in changed[:-1]:
            if number % 6 == 0:
                yield states[number - 1].position, game.undo(len(game.events) - number - 1)
                yield states[number].position, game.undo(len(game.events) - number)


@pytest.fixture(scope="module")
def cases() -> list[tuple[Position, Game]]:
    return list(boards_to_put_right())


def test_whoever_follows_the_arrows_puts_the_table_right(cases: list[tuple[Position, Game]]) -> None:
    done: set[tuple[TaskKind, Place | None]] = set()
    for laid, game in cases:
        hands = Hands(sample_pages.session(game, laid=laid), laid)
        for _ in range(40):
            if hands.step is None or (hands.step.found is not None and hands.step.found.matches):
                break
            hands.do_first_task()
        else:
            pytest.fail("the table is never right")
        done |= hands.kinds
    assert {(TaskKind.TAKE_OFF, place) for place in Place} <= done, "to the entrance, to the exit, into the box"
    assert {TaskKind.TAKE_OFF, TaskKind.MOVE, TaskKind.PUT_ON} <= {kind for kind, _ in done}


def test_a_piece_that_leaves_the_board_has_its_arrow_beside_it(cases: list[tuple[Position, Game]]) -> None:
    frame = BoardFrame.within(pygame.Rect(0, 0, 800, 560))
    seen = set()
    for laid, game in cases:
        session = sample_pages.session(game, laid=laid)
        page = session.page
        if not isinstance(page, BoardPage) or not isinstance(page.board, BoardView):
            continue
        table = table_from_position(laid, 1)
        for arrow in page.board.arrows:
            if arrow.end is None:
                point = arrow_ends(frame, arrow)[1]
                assert frame.cell_at((round(point[0]), round(point[1]))) is None, arrow
                seen.add(_side_of(table, arrow))
    assert seen == {Beside.ENTRANCE, Beside.EXIT, Beside.BOX}


def _side_of(table: VirtualTable, arrow: Arrow) -> Beside | None:
    """Return the part of the virtual table in which the arrow ends; it is the piece's."""
    x, y = places_beside(table, [arrow])[arrow.piece]
    return side_area_at(x / table.unit_mm, y / table.unit_mm)


def test_two_tokens_never_have_the_same_place_beside_the_board() -> None:
    laid = sample_pages.played(3).state.position
    table = table_from_position(laid, 1)
    tokens = [token for token in laid.tokens if token.cell is not None][:6]
    places = places_beside(table, [Arrow(token.cell, None, door="p11", piece=token.id) for token in tokens])
    assert len(set(places.values())) == len(tokens)
    lying = {piece.centre_mm for name, piece in table.pieces.items() if name in TOKENS}
    assert not lying & set(places.values())
    assert replace(Arrow("a1", None), piece="") == Arrow("a1", None)
