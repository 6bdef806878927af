"""Drawing on the virtual table of what a page tells of the board."""

from dataclasses import replace
from random import Random

import pygame
import pytest

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.playback.board_view import BoardView, Mark, MoveFrame, Risk
from companion.games.finstere_flure.playback.chase import chase
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import SegmentKind, timeline
from companion.games.finstere_flure.table.observation import observation_from_position
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage, Tone
from companion.table.observation import TableObservation
from companion.virtual_table.drawing import TableWidget
from engine.finstere_flure.board import NEIGHBOUR, Direction
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position, Token
from tests.companion.games.finstere_flure.screen import sample_pages

SIZE = (640, 720)
#: Share of a cell's sides that a token's number takes.
_NUMBER = 0.3

pytestmark = pytest.mark.usefixtures("display")


class Table:
    """A virtual table in a window."""

    def __init__(self, position: Position) -> None:
        self.window = pygame.Surface(SIZE)
        self.widget = TableWidget(table_from_position(position, 1), VIRTUAL.pictures)
        self.plain = self.drawn(None)

    def drawn(self, page: Page | None) -> pygame.Surface:
        """Return the table while this page is shown beside it."""
        self.widget.draw(self.window, page)
        return self.window.copy()

    def changed(self, page: Page, cell: str, share: float = 0.5) -> bool:
        """Return True if this page changes the middle of a cell, with this `share` of its sides."""
        x, y = self.widget.to_px(self.widget.table.catalogue.grid.centre(cell))
        side = self.widget.table.unit_mm * share
        box = pygame.Rect(0, 0, round(side), round(side))
        box.center = round(x), round(y)
        plain, drawn = self.plain.subsurface(box), self.drawn(page).subsurface(box)
        return pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(drawn, "RGB")


def marked(position: Position, *cells: str) -> BoardPage:
    return BoardPage("tokens", "Red's turn", BoardView.of(position, (Mark(cells, Tone.GOOD),)), "Red: move one token.")


@pytest.fixture(scope="module")
def position() -> Position:
    return random_table(Random(4), players=4)


def test_cells_where_a_token_may_go_are_marked_on_the_table_and_no_others(position: Position) -> None:
    table = Table(position)
    shown = marked(position, "d4", "e4")
    assert table.changed(shown, "d4")
    assert table.changed(shown, "e4")
    assert not table.changed(shown, "k6")
    assert not table.changed(ListPage("menu", "Menu"), "d4"), "pages that tell nothing of the board leave it as it is"


def test_an_imagined_board_is_never_drawn_over_the_pieces(position: Position) -> None:
    table = Table(position)
    shown = replace(marked(position, "d4", "e4"), imagined=True)
    assert not table.changed(shown, "d4")
    move = chase(3)
    playback = Playback(timeline(move))
    page = PlayedPage("move", MoveFrame(move, playback), moving=True, imagined=True)
    assert not table.changed(page, move.start.monster)
    assert table.changed(replace(page, imagined=False), move.start.monster)


def test_the_table_is_drawn_anew_only_where_the_page_tells_something_else(position: Position) -> None:
    table = Table(position)
    assert table.widget.draw(table.window, marked(position, "d4"))
    assert not table.widget.draw(table.window, marked(position, "d4"))
    assert table.widget.draw(table.window, marked(position, "d5"))


def test_tokens_at_the_entrance_are_drawn_in_the_strip_of_the_page_as_they_lie_and_not_over_the_table() -> None:
    game = sample_pages.play_until(lambda game: sum(_waits(token) for token in game.state.position.tokens) > 3)
    position = game.state.position
    waiting = [token for token in position.tokens if _waits(token)]
    flipped = {token.id: replace(token, side=token.side.flipped) for token in waiting}
    laid = replace(position, tokens=tuple(flipped.get(token.id, token) for token in position.tokens))
    session = sample_pages.session(game, laid=laid)
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    assert set(page.board.at_entrance) == set(flipped.values())
    table = Table(laid)
    drawn = table.drawn(replace(page, board=replace(page.board, marks=(Mark(("d4",), Tone.GOOD),))))
    assert pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(table.drawn(marked(position, "d4")), "RGB"), (
        "the tokens themselves lie there"
    )
    # One of them has been flipped.
    first = waiting[0]
    lies = replace(laid, tokens=tuple(first if token.id == first.id else token for token in laid.tokens))
    session.observe(TableObservation(observation_from_position(lies)), 1.0)
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    assert {token.id: token.side for token in page.board.at_entrance} == {
        token.id: token.side for token in lies.tokens if _waits(token)
    }


def _waits(token: Token) -> bool:
    return token.place is Place.OUTSIDE


def test_the_monsters_look_is_drawn_on_the_table() -> None:
    move = chase(3)
    segments = timeline(move)
    index, line = next(
        (number, line)
        for number, segment in enumerate(segments)
        if segment.kind is SegmentKind.LOOK
        for line in segment.sights
        if line.cells
    )
    look = Playback(segments, index, segments[index].motion_s)
    table = Table(move.start)
    page = PlayedPage("move", MoveFrame(move, look), moving=True)
    assert table.changed(page, line.cells[0])
    assert table.changed(page, move.start.monster) or segments[index].before.monster == move.start.monster


def test_the_companions_half_has_the_board_only_where_it_says_more() -> None:
    session = sample_pages.session(sample_pages.played(3))
    assert isinstance(session.page, BoardPage)
    assert session.page.board_shown, "without a virtual table"
    session.watching = False
    assert isinstance(session.page, BoardPage)
    assert not session.page.board_shown
    tokens = [row.id for row in session.page.rows if row.id]
    session.touch(tokens[0], 0.0)
    assert isinstance(session.page, BoardPage)
    assert session.page.board_shown, "a cell can be touched there"
    assert replace(session.page, board_shown=False) != session.page


def test_foresight_hides_no_piece_on_the_table(position: Position) -> None:
    """Dials lie beside the numbers, the monster's way below the pieces, labels between them."""
    table = Table(position)
    cells = [token.cell for token in position.tokens if token.cell is not None]
    assert len(cells) > 2
    board = BoardView.of(position, tuple(Mark((cell,), Tone.PLAIN, "10") for cell in cells))
    told = replace(
        board,
        marks=tuple(replace(mark, tone=Tone.FADED) for mark in board.marks),
        risks=tuple(Risk(cell, 0.5) for cell in cells),
        way=tuple((cell, near) for cell in cells for side in Direction if (near := NEIGHBOUR[cell, side]) is not None),
    )
    page = BoardPage("tokens", "Red's turn", told, "Red: move one token.")
    assert [cell for cell in cells if table.changed(page, cell, _NUMBER)] == []
