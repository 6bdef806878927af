"""Review of a finished game: rounds, mistakes tried again, the way there."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.kept_games import result_line
from companion.games.finstere_flure.learning.puzzles import level_of, puzzles_of
from companion.games.finstere_flure.learning.review import chapters, mistakes
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.puzzle import PuzzleStep
from companion.games.finstere_flure.table.review import FinishedGamesStep, MistakeStep, ReviewStep
from companion.games.finstere_flure.words.event_words import describe_winner
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.opponents import load_opponents
from companion.journal import Journal
from companion.opponents.worker import Opponent
from companion.screen.pages import BoardPage, Page
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.events import GameStarted, SetUp, TokenMoved
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import TOKENS, Colour
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.virtual_table.bots_game import bots_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def finished() -> Game:
    *_, (game, last) = bots_game(3, 2, SetUp.BASIC)
    return game.apply(last)


@pytest.fixture
def opponent() -> Iterator[Opponent]:
    made = Opponent(load_opponents, clock=lambda: 0.0)
    yield made
    made.close()


@pytest.fixture
def session(tmp_path: Path, finished: Game, opponent: Opponent) -> Session:
    journal, around = Journal.open(tmp_path / "games.sqlite"), SessionContext(opponent=opponent)
    made = open_session(journal, Settings(), [TABLE], sees=False, rng=Random(4), around=around)
    first, *others = (json.dumps(RULES.event_to_json(event)) for event in finished.events)
    number = made.journal.start(RULES.id, first)
    for line in others:
        made.journal.append(number, line)
    assert finished.state.outcome is not None
    made.journal.finish(number, result_line(finished.state.outcome))
    made.resume(number)
    # Past the celebration.
    made.press(Press(Button.ADVANCE, held=False), 0.0)
    return made


def press(session: Session, button: Button, *, held: bool = False) -> None:
    session.press(Press(button, held), 0.0)


def board(page: Page) -> BoardView:
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    return page.board


def review(session: Session) -> ReviewStep:
    step = session.step
    assert isinstance(step, ReviewStep)
    while not step.is_ready:
        session.tick(0.0)
    return step


def open_first_mistake(session: Session) -> MistakeStep:
    press(session, Button.DRAW, held=True)
    while not review(session).mistakes:
        session.touch("next-round", 0.0)
    session.touch("0", 0.0)
    assert isinstance(session.step, MistakeStep)
    return session.step


def test_a_chapter_has_the_round_s_moves_and_its_closest_escape(finished: Game) -> None:
    found = chapters(finished)
    assert [chapter.round for chapter in found] == list(range(1, len(found) + 1))
    moved = [event for event in finished.events if isinstance(event, TokenMoved)]
    assert [decision.event for chapter in found for decision in chapter.decisions] == moved
    for chapter in found:
        escape = chapter.closest_escape
        assert escape is None or (0 < escape.risk <= 1 and escape.token not in chapter.eaten)


def test_the_closest_escape_names_the_cards_that_would_have_got_the_token(finished: Game) -> None:
    escapes = [(chapter, chapter.closest_escape) for chapter in chapters(finished)]
    found = [(chapter, escape) for chapter, escape in escapes if escape is not None]
    assert found
    for chapter, escape in found:
        position = chapter.state.position
        caught = {
            card
            for card in chapter.deck
            if escape.token in [meal.token for meal in move_monster(position, parse_card(card)).eaten]
        }
        assert set(escape.cards) == caught
        assert escape.risk == pytest.approx(sum(card in caught for card in chapter.deck) / len(chapter.deck))
        assert chapter.card in chapter.deck
        assert chapter.card not in caught


def test_a_round_says_whose_closest_escape_it_was_and_from_what(session: Session) -> None:
    session.touch("review", 0.0)
    step = review(session)
    while step.chapter.closest_escape is None:
        session.touch("next-round", 0.0)
    escape = step.chapter.closest_escape
    token = step.chapter.state.position.token(escape.token)
    assert token is not None
    page = session.page
    assert isinstance(page, BoardPage)
    colour = player_name(TOKENS[escape.token][0])
    player, danger = page.caption.split(". ", 1)
    assert player.startswith(colour)
    assert player.endswith(f" on {token.cell} had the closest escape")
    cards = ", ".join(escape.cards)
    assert danger.startswith((f"With card {cards} Furunk", f"With one of the cards {cards} Furunk"))
    assert danger.endswith(f"({round(100 * escape.risk)} %); card {step.chapter.card} came.")
    marked = [mark.cells for mark in board(page).marks]
    assert marked == [(token.cell,)]


def test_the_best_move_costs_nothing_and_mistakes_come_by_size(finished: Game) -> None:
    for chapter in chapters(finished)[:4]:
        assert all(decision.cost(decision.best) == 0.0 for decision in chapter.decisions)
        costs = [decision.cost(decision.event) for decision in mistakes(chapter.decisions, 3)]
        assert costs == sorted(costs, reverse=True)


def test_from_the_end_of_a_game_to_a_mistake_and_back(session: Session, finished: Game) -> None:
    assert session.page.name == "over"
    session.touch("review", 0.0)
    assert session.page.name == "review"
    press(session, Button.BACK)
    mistake = open_first_mistake(session)
    assert session.page.name == "mistake"
    assert mistake.decision.cost(mistake.decision.event) > 0
    assert board(session.page).ghost_tokens == ()
    session.touch("better", 0.0)
    best = mistake.decision.best
    assert board(session.page).ghost_tokens[0].id == best.token
    press(session, Button.BACK)
    press(session, Button.BACK)
    assert session.page.name == "review"
    assert session.game is not None
    assert session.game.events == finished.events


def test_a_mistake_is_tried_again_with_three_buttons(session: Session) -> None:
    mistake = open_first_mistake(session)
    best = mistake.decision.best
    while mistake.marking.token != best.token:
        press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    tries = len(mistake.decision.worths)
    while mistake.tried is None or mistake.decision.cost(mistake.tried) > 0:
        press(session, Button.DRAW)
        tries -= 1
        assert tries >= 0
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.caption == "Well found: there is no better move."
    press(session, Button.ADVANCE)
    assert mistake.ghost == best


def test_the_strong_bot_s_move_is_found_meanwhile_and_is_the_same_each_time(session: Session) -> None:
    mistake = open_first_mistake(session)
    session.touch("strong", 0.0)
    assert mistake.ghost is None, "it thinks"
    found = strong_move(session, mistake)
    assert found in mistake.decision.worths
    session.touch("strong", 0.0)
    assert board(session.page).ghost_tokens[0].id == found.token
    press(session, Button.BACK)
    press(session, Button.BACK)
    session.touch("0", 0.0)
    again = session.step
    assert isinstance(again, MistakeStep)
    assert strong_move(session, again) == found


def strong_move(session: Session, mistake: MistakeStep) -> TokenMoved:
    until = time.monotonic() + 60
    while mistake.strong.event is None:
        assert time.monotonic() < until
        session.tick(0.0)
        time.sleep(0.005)
    return mistake.strong.event


def test_a_touched_cell_is_judged(session: Session) -> None:
    mistake = open_first_mistake(session)
    event = mistake.decision.event
    session.touch(event.token, 0.0)
    session.touch(str(event.to), 0.0)
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.caption.startswith("No better: another move is worth ")


def test_finished_games_are_listed_on_the_first_page(session: Session, finished: Game) -> None:
    session.open_start_page()
    session.touch("show finstere-flure review", 0.0)
    assert isinstance(session.step, FinishedGamesStep)
    (row,) = session.step.rows()
    assert finished.state.outcome is not None
    winner = finished.state.outcome.winner
    assert row.text == " – ".join(player_name(colour) for colour in finished.state.players)
    assert row.detail.startswith(describe_winner(winner))
    assert row.sign == winner
    assert "event" not in row.text + row.value + row.detail
    press(session, Button.ADVANCE)
    assert session.page.name == "review"


def test_a_finished_game_that_cannot_be_read_cannot_be_chosen(session: Session) -> None:
    number = session.journal.start(RULES.id, '{"event": "nonsense"}')
    session.journal.finish(number, '{"winner": null}')
    session.open_start_page()
    session.touch("show finstere-flure review", 0.0)
    step = session.step
    assert isinstance(step, FinishedGamesStep)
    unreadable, readable = step.rows()
    assert unreadable.text == "This game cannot be read."
    assert not unreadable.id
    assert readable.id


def test_puzzles_come_from_a_game_that_was_played_here_first(session: Session, finished: Game) -> None:
    own = [puzzle for puzzle in puzzles_of(finished) if level_of(puzzle.move) == 1]
    session.open_start_page()
    session.touch("show finstere-flure puzzle", 0.0)
    step = session.step
    assert isinstance(step, PuzzleStep)
    asked = []
    while step.is_own:
        asked.append(step.puzzle)
        step.ask_next()
    assert sorted(asked, key=own.index) == own
    assert own
    assert level_of(step.puzzle.move) == 1, "then they are made"


def test_without_a_finished_game_the_list_says_so(tmp_path: Path) -> None:
    made = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=False, rng=Random(4))
    made.open_start_page()
    made.touch("show finstere-flure review", 0.0)
    step = made.step
    assert isinstance(step, FinishedGamesStep)
    assert step.rows()[0].text == "No game has been played to its end yet."


def test_looks_count_up_to_the_first_card_that_gets_the_token(finished: Game) -> None:
    decisions = [decision for chapter in chapters(finished) for decision in chapter.decisions]
    for decision in decisions[:20]:
        assert (decision.looks is not None) == (decision.risk(decision.event) > 0)


def test_a_game_that_has_only_begun_has_no_chapters() -> None:
    assert chapters(Game.start(GameStarted((Colour.RED, Colour.BLUE), Colour.RED))) == ()
