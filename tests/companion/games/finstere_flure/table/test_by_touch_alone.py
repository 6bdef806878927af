"""Tests of whole phases and games without a camera: everything is touched or pressed.

The screen offers what is touched.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.table.game import TABLE
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, PlayedPage, Tone
from companion.table.session_start import open_session
from engine.finstere_flure.board import Cell
from engine.finstere_flure.deck import is_hit_card
from engine.finstere_flure.events import CardDrawn, DeckShuffled, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import DECK, Colour, Place
from engine.finstere_flure.setup import ALL_TILES
from hardware.buttons import Button, Press

pytestmark = pytest.mark.slow


class Fingers:
    """Fingers on the screen and on the buttons; they use nothing but what the screen offers."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.session = open_session(
            Journal.open(folder / "games.sqlite"), Settings(), [TABLE], sees=False, rng=Random(seed)
        )
        self.session.open_start_page()
        self.rng = Random(seed)
        #: A real deck in somebody's hands.
        self.deck: list[str] = []

    @property
    def page(self) -> BoardPage | ListPage | PlayedPage:
        return self.session.page

    @property
    def game(self) -> Game:
        assert isinstance(self.session.game, Game)
        return self.session.game

    @property
    def board_page(self) -> BoardPage:
        assert isinstance(self.page, BoardPage)
        return self.page

    def press(self, button: Button, *, held: bool = False) -> None:
        self.session.press(Press(button, held), 0.0)

    def touch(self, *targets: str) -> None:
        """Touch rows, which must be there, and cells."""
        for target in targets:
            page = self.page
            rows = () if isinstance(page, PlayedPage) else page.rows
            if isinstance(page, ListPage):
                rows = (*page.tiles, *rows)
            assert len(target) <= 3 or target in {row.id for row in rows}, (target, rows)
            self.session.touch(target, 0.0)

    def marked(self) -> list[Cell]:
        """Return the cells that the screen marks as possible."""
        board = self.board_page.board
        assert isinstance(board, BoardView)
        return [mark.cells[0] for mark in board.marks if mark.tone is Tone.GOOD]

    def begin(self, players: int, *variants: str) -> None:
        self.touch("new", *list(map(str, Colour))[:players], "settings", *variants)
        self.press(Button.BACK)
        self.touch("start")
        if self.page.name == "set-up":
            self.press(Button.ADVANCE)

    def place_tile(self, *, turn: bool = False) -> None:
        """The player on turn places any tile on any cell that is offered."""
        tile = self.rng.choice([row.id for row in self.board_page.rows if row.id])
        self.touch(tile)
        self.touch(self.rng.choice(self.marked()))
        if turn and any(row.id == "other-way" for row in self.board_page.rows):
            self.touch("other-way")
        assert self.page.keys.advance == "Confirm"
        self.press(Button.ADVANCE)

    def move_token(self) -> None:
        """The player on turn moves a token: out if it can, else far."""
        rows = [row.id for row in self.board_page.rows if row.id]
        self.touch(max(rows, key=lambda token: token))
        offered = [row.id for row in self.board_page.rows if row.id]
        if "leave" in offered:
            self.touch("leave", "leave")
            return
        cells = self.marked()
        target = min(cells, key=lambda cell: (ord(cell[0]) + int(cell[1:]), cell), default="stay")
        self.touch(target, target)

    def draw_real_card(self) -> str:
        """Turn over the next card of the real deck and touch it on the screen."""
        card = self.deck.pop()
        self.touch(card)
        return card

    def shuffle_real_deck(self) -> None:
        self.deck = list(DECK)
        self.rng.shuffle(self.deck)
        self.press(Button.ADVANCE)

    def play_on(self) -> None:
        """Do the next thing that the screen asks for."""
        match self.page.name:
            case "stage":
                self.shuffle_real_deck()
            case "tokens":
                self.move_token()
            case "draw" if self.session.variants["real_deck"]:
                if self.game.state.first_card:
                    while is_hit_card(self.deck[-1], five_as_three=False):
                        self.rng.shuffle(self.deck)
                self.draw_real_card()
            case "draw":
                self.press(Button.DRAW)
            case "place-tile":
                self.place_tile(turn=self.rng.random() < 0.5)
            case _:
                self.press(Button.ADVANCE)


@pytest.fixture
def fingers(tmp_path: Path) -> Fingers:
    return Fingers(tmp_path)


def test_a_whole_game_with_a_real_deck_is_played_by_touch(fingers: Fingers) -> None:
    fingers.begin(2, "real_deck")
    assert fingers.page.name == "stage"
    assert isinstance(fingers.page, ListPage)
    assert "Shuffle the eight monster cards" in fingers.page.text
    while fingers.page.name != "over":
        fingers.play_on()
    events = fingers.game.events
    drawn = [event.drawn for event in events if isinstance(event, CardDrawn)]
    assert all(event.order is None for event in events if isinstance(event, DeckShuffled))
    assert len(drawn) >= 7
    # In one stage no card comes twice.
    assert Counter(sum(drawn[:7], ())) < Counter(DECK)
    assert Game.replay(events).state == fingers.game.state


def to_the_draw(fingers: Fingers) -> None:
    while fingers.page.name != "draw":
        fingers.play_on()


def test_the_first_card_is_never_a_hit_card_with_a_real_deck_either(fingers: Fingers) -> None:
    fingers.begin(2, "real_deck")
    to_the_draw(fingers)
    before = fingers.game.events
    fingers.touch("XX")
    assert (
        fingers.board_page.caption
        == "The first card is never a hit card. Put it back, shuffle, and turn one over again."
    )
    assert fingers.board_page.tone is Tone.BAD
    assert fingers.game.events == before
    fingers.touch("8")
    assert fingers.game.events[-1] == CardDrawn(("8",))
    assert fingers.page.name == "move"


def test_a_card_is_chosen_with_the_buttons(fingers: Fingers) -> None:
    fingers.begin(2, "real_deck")
    to_the_draw(fingers)
    assert [row.id for row in fingers.board_page.rows] == ["5", "7", "8", "10", "X", "XX"]
    assert fingers.board_page.selected is None, "two hasty presses play no card"
    for _ in range(4):
        fingers.press(Button.DRAW)
    fingers.press(Button.DRAW, held=True)
    assert fingers.board_page.selected == 2
    fingers.press(Button.ADVANCE)
    assert fingers.game.events[-1] == CardDrawn(("8",))


def test_a_card_that_was_played_is_offered_no_more_in_its_stage(fingers: Fingers) -> None:
    fingers.begin(2, "real_deck")
    to_the_draw(fingers)
    fingers.deck = ["5"]
    fingers.draw_real_card()
    fingers.press(Button.ADVANCE)
    to_the_draw(fingers)
    assert "5" not in [row.id for row in fingers.board_page.rows]
    fingers.session.touch("5", 0.0)
    assert sum(isinstance(event, CardDrawn) for event in fingers.game.events) == 1


def test_after_the_seventh_card_of_a_real_deck_it_must_be_shuffled(fingers: Fingers) -> None:
    fingers.begin(4, "real_deck")
    while fingers.game.state.stage == 1 and not fingers.game.state.deck.stage_is_over:
        fingers.play_on()
    while fingers.page.name in ("move", "put-right", "moment"):
        fingers.play_on()
    assert isinstance(fingers.page, ListPage)
    assert fingers.page.title == "Stage two begins."
    assert "Shuffle all eight monster cards" in fingers.page.text
    fingers.play_on()
    assert fingers.game.state.stage == 2
    assert fingers.game.events[-1] == DeckShuffled(None)


@pytest.mark.parametrize("players", [2, 4])
def test_an_expert_floor_is_placed_by_touch_tile_after_tile(players: int, fingers: Fingers) -> None:
    fingers.begin(players, "set_up")
    placed_by = []
    while fingers.page.name == "place-tile":
        assert fingers.game.state.turn is not None
        placed_by.append(fingers.game.state.turn)
        fingers.place_tile(turn=True)
    state = fingers.game.state
    assert len(placed_by) == len(ALL_TILES)
    assert placed_by[:players] == list(state.players)
    assert {tile.id for tile in state.position.tiles} == set(ALL_TILES)
    # The player after the one who placed the last tile starts.
    last = state.players.index(placed_by[-1])
    assert state.turn is state.players[(last + 1) % players]
    assert fingers.page.name == "tokens"


def test_a_tile_that_was_touched_can_be_let_go_and_put_elsewhere(fingers: Fingers) -> None:
    fingers.begin(2, "set_up")
    fingers.touch("pool-4x1", "e5")
    assert fingers.board_page.keys.back == "Put down"
    fingers.press(Button.BACK)
    fingers.touch("teleporter-a1" if "teleporter-a1" in ALL_TILES else "stone-1", "e6")
    fingers.press(Button.ADVANCE)
    assert [tile.cell for tile in fingers.game.state.placed] == ["e6"]


def test_a_cell_that_must_stay_free_is_not_offered(fingers: Fingers) -> None:
    fingers.begin(2, "set_up")
    fingers.touch("stone-1")
    assert not {"a1", "a2", "b1", "p11", "p10", "o11"} & set(fingers.marked())
    fingers.touch("a2")
    assert fingers.page.keys.advance == ""
    fingers.press(Button.ADVANCE)
    assert fingers.game.state.placed == ()


def test_a_dm_floor_is_placed_by_touch_and_a_whole_dm_game_played_on_it(fingers: Fingers) -> None:
    fingers.begin(5, "set_up", "dm_placing", "dm_end")
    assert (fingers.game.state.started.dm_placing, fingers.game.state.started.dm_end) == (True, True)
    fingers.touch("pool-2x2")
    near = {"n9", "o10", "m10"}
    assert not near & set(fingers.marked())
    fingers.press(Button.BACK)
    while fingers.page.name != "over":
        fingers.play_on()
    state = fingers.game.state
    assert state.outcome is not None
    assert len(state.players) == 5
    assert Game.replay(fingers.game.events).state == state


def test_a_token_that_leaves_the_castle_by_touch_is_out(fingers: Fingers) -> None:
    fingers.begin(2)
    while not isinstance(event := fingers.game.events[-1], TokenMoved) or event.to is not Place.OUT:
        assert fingers.page.name != "over"
        fingers.play_on()
    assert fingers.game.state.out == (event.token,)
