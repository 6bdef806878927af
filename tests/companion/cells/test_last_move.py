"""Tests of a bot's last move: it is told and laid before the victory, and shown at the end."""

from functools import partial

import pytest
from mouse_and_elephant.virtual import VIRTUAL as MOUSE_AND_ELEPHANT

from companion.cells.board import CellBoard
from companion.cells.game import CellGame
from companion.device.settings import NO_CAMERA, Settings
from companion.games.random_play import as_json
from companion.journal import Journal
from companion.phones.values import game_page
from companion.screen.pages import BoardPage, Tone
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.buttons import Button
from tests.companion.cells.grid_games import MODULES, ended_game, grid_game
from tests.companion.virtual_table.bot_table import BotTable, InlineOpponent, PlannedOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]


class LastMove:
    """Game that has come to its last move, which a bot makes."""

    def __init__(self, game_id: str, journal: Journal, **how: bool) -> None:
        game, ended = grid_game(game_id), ended_game(game_id)
        *before, self.move = ended.events
        self.rules, self.state = ended.rules, ended.state
        self.before = ended.undo().state
        assert isinstance(game.table, CellGame)
        self.cells: CellGame = game.table
        game_id_in_journal = journal.start(game.id, as_json(game, before[0]))
        for event in before[1:]:
            journal.append(game_id_in_journal, as_json(game, event))
        bot = SeatChange(SeatChangeKind.BOT, (self.cells.turn(self.before),), "strong")
        journal.change_seats(game_id_in_journal, bot.line())
        self.game_id = game_id_in_journal
        self._open = partial(BotTable, game.virtual, before[0], journal, opponent=PlannedOpponent(self.move), **how)
        self.table = self._open()
        self.table.session.resume(self.game_id)

    def kill(self) -> None:
        """Go on at another table with what the journal has."""
        self.table = self._open()
        self.table.session.touch(f"resume {self.game_id}", 0.0)

    @property
    def told(self) -> str:
        """The move in words."""
        return self.cells.describe_event(self.before, self.move, self.state)

    @property
    def lies_there(self) -> bool:
        """True if the pieces lie on the table as the last move leaves them."""
        pieces = self.table.table.pieces.values()
        seen = {
            piece.tag_id: cell
            for piece in pieces
            if (cell := self.table.table.cell_of(piece)) and self.table.table.lies(piece.id)
        }
        return self.cells.arranged(self.cells.lying(self.state), seen) == seen

    def assert_shown(self) -> None:
        """Assert that the last move is on the last page, also on phones, and was told before."""
        page = self.table.page
        assert page.name == "over"
        assert isinstance(page, BoardPage)
        assert page.caption.startswith(self.told)
        self.assert_on_board()
        said = self.table.said
        victory = next(number for number, text in enumerate(said) if text.startswith(page.title))
        assert self.told in said[:victory]
        assert game_page(self.table.session) == page

    def assert_on_board(self) -> None:
        """Assert that the page has the board as the last move leaves it."""
        page = self.table.page
        assert isinstance(page, BoardPage)
        board = page.board
        assert isinstance(board, CellBoard)
        assert dict(board.pieces) == dict(self.cells.lying(self.state))
        assert [cell for cell, tone in board.marks if tone is Tone.GOOD]


@pytest.mark.thorough(but=["fox-and-geese", "ludo", "othello", "mancala", "hex"])
@pytest.mark.parametrize("game_id", MODULES)
def test_the_hands_of_a_virtual_table_lay_it(game_id: str, journal: Journal) -> None:
    last = LastMove(game_id, journal)
    last.table.wait_for("over")
    assert last.lies_there
    last.assert_shown()


@pytest.mark.thorough(but=["fox-and-geese", "ludo", "othello", "mancala", "hex"])
@pytest.mark.parametrize("game_id", MODULES)
def test_before_a_camera_hands_are_asked_to_lay_it(game_id: str, journal: Journal) -> None:
    last = LastMove(game_id, journal, real=True)
    last.table.wait_for("put-right")
    last.table.place_as_asked()
    last.table.wait_for("bot")
    last.table.wait_for("put-right")
    for _ in range(6):
        last.table.go_on()
    assert last.table.page.name == "put-right", "no hand has moved anything yet"
    assert not last.lies_there
    assert last.told in last.table.said
    last.table.place_as_asked()
    last.table.wait_for("over")
    last.assert_shown()


@pytest.mark.thorough(but=["fox-and-geese", "ludo", "othello", "mancala", "hex"])
@pytest.mark.parametrize("game_id", MODULES)
def test_by_hand_it_is_shown_until_somebody_has_laid_it(game_id: str, journal: Journal) -> None:
    last = LastMove(game_id, journal, real=True, sees=False)
    while last.table.page.name == "put-right":
        last.table.press(Button.ADVANCE)
    last.table.wait_for("put-right")
    assert isinstance(last.table.page, BoardPage)
    assert dict(last.table.page.board.pieces) == dict(last.cells.lying(last.state))  # type: ignore[union-attr]
    last.table.press(Button.ADVANCE)
    last.assert_shown()


@pytest.mark.parametrize("kind", ["virtual", "by hand"])
def test_after_a_kill_before_it_is_laid_the_game_goes_on_and_shows_it(kind: str, journal: Journal) -> None:
    how = {"virtual": {}, "by hand": {"real": True, "sees": False}}[kind]
    last = LastMove("noughts-and-crosses", journal, **how)
    while not last.table.is_over:
        last.table.go_on(help_people=kind == "virtual")
        if kind == "by hand" and last.table.page.name == "put-right" and not last.table.is_over:
            last.table.press(Button.ADVANCE)
    assert last.table.page.name == "put-right"
    last.kill()
    if kind == "virtual":
        assert last.table.page.name == "put-right", "at this table nothing lies yet"
        while last.table.page.name != "over":
            last.table.go_on(help_people=True)
        assert last.lies_there
    page = last.table.page
    assert page.name == "over"
    assert isinstance(page, BoardPage)
    assert page.caption.startswith(last.told)
    last.assert_on_board()
    last.table.session.open_start_page()
    assert journal.count_unfinished([last.rules.id]) == 0


def test_of_a_game_of_cards_the_last_trick_is_taken_off_the_mat(journal: Journal) -> None:
    table = BotTable(MOUSE_AND_ELEPHANT, MOUSE_AND_ELEPHANT.start(None, 1, {}), journal, opponent=InlineOpponent())
    table.begin(west="random", north="random", east="random")
    table.play()
    assert table.page.name == "put-right"
    table.wait_for("over")
    assert isinstance(table.page, BoardPage)
    assert table.page.caption.endswith("takes the trick. Nobody has more tricks.")
    assert table.page.board == CellBoard()
    table.close()


def test_a_kept_game_that_is_over_asks_for_nothing(journal: Journal) -> None:
    game, ended = grid_game("noughts-and-crosses"), ended_game("noughts-and-crosses")
    number = journal.start(game.id, as_json(game, ended.events[0]))
    for event in ended.events[1:]:
        journal.append(number, as_json(game, event))
    session: Session = open_session(journal, Settings(camera=NO_CAMERA), [game.table], sees=False)
    session.resume(number)
    assert session.page.name == "over"
