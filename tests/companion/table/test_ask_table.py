"""Questions to the table: from any page in few presses, answered aloud and on the page."""

import json
from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from chess_table.game import GAME as CHESS
from classics.draughts import GAME as DRAUGHTS
from fox_and_geese.game import GAME as GEESE
from mouse_and_elephant.game import GAME as MOUSE

from companion.device.language import COMPLETE, use_language
from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame, find_game
from companion.games.random_play import random_game
from companion.journal import Journal
from companion.screen.pages import Keys, ListPage, Row
from companion.table.app import ASK_KEYS
from companion.table.ask_step import AnswerStep, AskStep, say_sentences
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.table.table_answers import describe_turn, open_state, table_questions
from companion.table.table_question import TableQuestion, ask
from companion.voice import Kind
from companion.voice.brevity import MOST_ANSWERING_WORDS, count_words, split_sentences
from hardware.buttons import Button, Press

ADVANCE, DRAW, BACK = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))
DRAW_HELD = Press(Button.DRAW, held=True)
MENU = Press(Button.BACK, held=True)
FLURE = find_game("finstere-flure")
ALL_GAMES = (FLURE, *(find_game(game) for game in ("lifeboat", "coach-ride", "betrayal")), DRAUGHTS, GEESE, MOUSE)


def begun(
    game: CompanionGame, journal: Journal, by_ear: str = "short", games: Mapping[str, Any] | None = None
) -> Session:
    """Return a session with a game in its first move that people play by hand."""
    settings = Settings(camera=NO_CAMERA, by_ear=by_ear, games=games or {})
    session = open_session(journal, settings, [game.table], sees=False, rng=Random(1))
    session.open_start_page()
    session.table_game.begin(session, game.virtual.start(None, 1, {}), {})
    while not session.step.takes_events:
        session.press(ADVANCE, 1.0)
    session.announcements()
    return session


def played(game: CompanionGame, journal: Journal, events: int) -> Session:
    """Return a session in the midst of a random game."""
    settings = Settings(camera=NO_CAMERA, by_ear="short")
    session = open_session(journal, settings, [game.table], sees=False, rng=Random(1))
    session.open_start_page()
    first, *others = [
        json.dumps(game.rules.event_to_json(event), ensure_ascii=False)
        for event in random_game(game, 3).events[:events]
    ]
    number = journal.start(game.id, first)
    for line in others:
        journal.append(number, line)
    session.resume(number)
    session.announcements()
    return session


def heard(session: Session) -> list[tuple[Kind, str]]:
    return [(said.kind, str(said.text)) for said in session.announcements() if said.text]


def answers(session: Session) -> list[str]:
    return [text for kind, text in heard(session) if kind is Kind.ANSWER]


def lines(session: Session) -> list[str]:
    assert isinstance(session.page, ListPage)
    return [str(row.text) for row in session.page.rows]


# --- the buttons ------------------------------------------------------------------------------------------------------


def test_draw_held_says_the_page_again_and_each_step_answers(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal)
    session.press(DRAW_HELD, 2.0)
    assert session.page.name == "ask"
    again = " ".join(answers(session))
    assert "Black's turn" in again
    assert "held: Ask" in again
    # What is marked is said before what answers it.
    session.press(DRAW, 3.0)
    assert heard(session) == [(Kind.MARK, "What happened?"), (Kind.ANSWER, "The game begins.")]
    session.press(DRAW, 4.0)
    assert heard(session)[1][1].startswith("A black disc: ")


def test_draw_held_goes_back_in_the_questions_and_back_leaves_them(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal)
    step = session.step
    session.press(DRAW_HELD, 2.0)
    session.press(DRAW_HELD, 3.0)
    assert isinstance(session.page, ListPage)
    assert session.page.selected == len(session.page.rows) - 1
    session.press(BACK, 4.0)
    assert session.step is step


@pytest.mark.parametrize("game", [*ALL_GAMES, CHESS], ids=lambda game: game.id)
def test_three_presses_of_the_buttons_answer_each_question(journal: Journal, game: CompanionGame) -> None:
    session = begun(game, journal)
    hold_green = Press(Button.ADVANCE, held=True)
    wanted = {question.id for question in table_questions(session, session.page) if not question.choices}
    answered = set[str]()
    for presses in product((None, ADVANCE, DRAW, DRAW_HELD, hold_green), repeat=2):
        session.press(DRAW_HELD, 2.0)
        for press in filter(None, presses):
            session.announcements()
            session.press(press, 3.0)
        asked = session.step
        found = asked.marked if isinstance(asked, AskStep) else getattr(asked, "question", None)
        if found is not None and answers(session):
            answered.add(found.id)
        session.restart_step()
    assert wanted <= answered


@pytest.mark.parametrize("count", range(1, 9))
def test_two_presses_reach_each_of_up_to_eight_rows(count: int) -> None:
    """Next, previous, half the list on, in any order; of nine all but the row that asks nothing."""
    steps = (0, 1, -1, count // 2)
    assert {sum(pair) % count for pair in product(steps, repeat=2)} == {*range(count)}
    assert {sum(pair) % 9 for pair in product((0, 1, -1, 4), repeat=2)} == {*range(9)} - {9 - 1 - 2}


def test_without_by_ear_draw_held_does_what_it_did(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal, by_ear="off")
    step = session.step
    session.press(DRAW_HELD, 2.0)
    assert session.step is step
    assert "Ask" not in str(session.page.keys)


def test_the_menu_asks_about_the_game_s_page(journal: Journal) -> None:
    """Three touches lead to an answer: the menu, its row, a question."""
    session = begun(FLURE, journal, by_ear="off")
    session.press(MENU, 2.0)
    session.touch("ask", 3.0)
    session.touch("turn", 4.0)
    assert any("Red" in line for line in lines(session))
    assert not any("Undo" in line for line in lines(session))
    assert [kind for kind, _ in heard(session)][-1] is Kind.ANSWER
    session.press(BACK, 5.0)
    assert session.page.name == "ask"


def test_the_page_is_said_again_from_the_menu_too(journal: Journal) -> None:
    session = begun(FLURE, journal, by_ear="off")
    session.press(MENU, 2.0)
    session.touch("ask", 3.0)
    session.announcements()
    session.touch("again", 4.0)
    assert any("Red" in text for text in answers(session))


@pytest.mark.parametrize("page", ["menu", "undo"])
def test_whose_turn_it_is_is_told_above_every_page_of_the_menu(journal: Journal, page: str) -> None:
    session = played(CHESS, journal, 30)
    expected = [*describe_turn(session.page)]
    session.press(MENU, 2.0)
    if page != "menu":
        session.touch(page, 2.0)
    session.announcements()
    session.press(DRAW_HELD, 3.0)
    session.touch("turn", 4.0)
    assert lines(session) == expected


def test_many_choices_are_counted_and_few_named_without_their_full_stops() -> None:
    few = [Row(f"Take {number}.", str(number)) for number in range(3)]
    many = [Row(f"Take {number}.", str(number)) for number in range(29)]
    assert describe_turn(ListPage("told", "Red", tuple(few))) == ["Red.", "Choices: Take 0, Take 1, Take 2."]
    assert describe_turn(ListPage("told", "Red", tuple(many))) == ["Red.", "29 choices."]


def test_in_full_an_answer_of_several_lines_is_heard_once(journal: Journal) -> None:
    session = begun(CHESS, journal, by_ear="full")
    for question_id in ("happened", "pieces", "score"):
        session.ask_table(question_id)
        said = heard(session)
        for sentence in (sentence for line in lines(session) for sentence in split_sentences(line)):
            assert sum(sentence in text for _, text in said) == 1, (question_id, sentence, said)


class Reviewed(Step[Session]):
    """A page with an act of its own on Draw held."""

    reviews = 0
    label = "Review"

    def page(self) -> ListPage:
        return ListPage("told", "The end", keys=Keys(draw_hold=self.label))

    def draw_held(self) -> None:
        self.reviews += 1


def test_what_draw_held_did_is_a_row_of_the_questions(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal)
    step = Reviewed(session)
    session.switch(step)
    session.press(DRAW_HELD, 2.0)
    assert "Review" in lines(session)
    session.touch("held", 3.0)
    assert (step.reviews, session.step) == (1, step)
    step.label = "Previous"
    session.press(DRAW_HELD, 4.0)
    assert "Previous" not in lines(session)


@pytest.mark.parametrize("page", ["start", "menu", "settings", "help", "log", "undo", "pause"])
def test_it_opens_from_every_page_and_back_leads_there(journal: Journal, page: str) -> None:
    session = played(DRAUGHTS, journal, 3)
    if page == "start":
        session.open_start_page()
    else:
        session.press(MENU, 2.0)
        if page != "menu":
            session.touch(page, 2.0)
    assert session.page.name == page
    session.press(DRAW_HELD, 3.0)
    assert session.page.name == "ask"
    session.press(BACK, 4.0)
    assert session.page.name == page


def test_a_letter_answers_at_once_and_another_one_takes_its_place(journal: Journal) -> None:
    session = begun(FLURE, journal)
    step = session.step
    assert {"", "turn", "happened", "pieces", "cell", "foe", "score"} <= {*ASK_KEYS.values()}
    session.ask_table("score")
    assert session.page.name == "answer"
    assert any("In the castle" in line for line in lines(session))
    session.ask_table("foe")
    assert lines(session)[0].startswith("Furunkulus: ")
    session.press(BACK, 2.0)
    session.press(BACK, 3.0)
    assert session.step is step
    # A game without such a question shows all that it has.
    other = begun(DRAUGHTS, journal)
    other.ask_table("foe")
    assert other.page.name == "ask"


def test_an_answer_is_told_in_the_language_in_use(journal: Journal) -> None:
    session = begun(FLURE, journal)
    session.ask_table("foe")
    use_language("de")
    assert lines(session)[0].startswith("Furunkulus: a1, schaut nach Osten")


def test_a_cell_is_asked_for_by_column_and_row(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal)
    session.ask_table("cell")
    session.touch("cell c", 2.0)
    session.touch("cell c2", 3.0)
    assert isinstance(session.step, AnswerStep)
    assert lines(session)[0] == "c2: a white disc."
    for _ in range(3):
        session.press(BACK, 4.0)
    assert isinstance(session.step, AskStep)


def test_the_question_of_cells_answers_about_the_one_that_is_marked(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal)
    session.press(DRAW, 2.0)
    places, marked = session.step.places()
    assert marked is not None
    session.press(DRAW_HELD, 3.0)
    row = next(number for number, row in enumerate(session.page.rows) if row.id == "cell")  # type: ignore[union-attr]
    for _ in range(row):
        session.announcements()
        session.press(DRAW, 4.0)
    assert answers(session)[0].startswith(f"{places[marked].id}: a black disc.")
    session.press(ADVANCE, 5.0)
    assert "Column A" in lines(session), "any other cell can be asked for"


def test_a_long_answer_goes_on_when_it_is_asked_again(journal: Journal) -> None:
    session = begun(DRAUGHTS, journal)
    sentences = [f"The piece of the number {number} lies on a{number} and waits for its turn." for number in range(30)]
    session.press(DRAW_HELD, 2.0)
    session.announcements()
    first = say_sentences(session, sentences)
    told = answers(session)[0]
    assert f"{30 - first} more." in told
    assert count_words(told) <= MOST_ANSWERING_WORDS + 2
    while first:
        first = say_sentences(session, sentences, first)
        told += " " + answers(session)[0]
    assert all(sentence in told for sentence in sentences)


# --- the answers ------------------------------------------------------------------------------------------------------


def question(session: Session, question_id: str) -> TableQuestion:
    found = ask(table_questions(session, session.page), question_id)
    assert found is not None, question_id
    return found


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_every_question_is_answered_in_whole_sentences_in_every_language(journal: Journal, game: CompanionGame) -> None:
    session = played(game, journal, 25)
    for language in COMPLETE:
        use_language(language)
        for asked in table_questions(session, session.page):
            assert str(asked.text)
            for end in [*asked.last_choices][::7]:
                sentences = [str(sentence) for sentence in end.answer()]
                assert sentences, end.id
                assert all(sentence[-1] in ".?!:。？！：" for sentence in sentences), sentences
        assert all(session.table_game.describe_board(open_state(session)))


def test_rays_are_told_clockwise_up_to_what_ends_the_sight(journal: Journal) -> None:
    session = begun(FLURE, journal)
    told = [str(text) for text in question(session, "cell e8").answer()]
    assert told[0] == "e8: the stone."
    assert [text.split()[0] for text in told[1:]] == ["North", "East", "South", "West"]
    # The long pool hides nothing, and the wall has its letter.
    assert told[2].startswith("East l8") or "wall" in told[2] or "the stone" in told[2]


def test_the_monster_s_look_is_that_of_the_rules(journal: Journal) -> None:
    session = played(FLURE, journal, 40)
    told = " ".join(map(str, question(session, "foe").answer()))
    assert session.game is not None
    position = session.game.state.position
    assert f"Furunkulus: {position.monster}, looks " in told


def test_foresight_is_answered_where_the_table_allows_it(journal: Journal) -> None:
    plain = begun(FLURE, journal)
    assert ask(table_questions(plain, plain.page), "threats") is None
    helped = begun(FLURE, journal, games={"finstere-flure": {"foresight": "own"}})
    assert ask(table_questions(helped, helped.page), "threats") is not None


@pytest.mark.parametrize("by_ear", ["off", "short"])
def test_what_a_key_asks_in_vain_is_refused_in_a_sentence(journal: Journal, by_ear: str) -> None:
    session = begun(FLURE, journal, by_ear)
    session.ask_table("threats")
    why = "In this game the table does not tell what may come."
    assert isinstance(session.page, ListPage)
    assert (session.page.name, session.page.text) == ("ask", why)
    assert answers(session) == [why]
    session.ask_table("pieces")
    session.close()
    assert isinstance(session.page, ListPage)
    assert session.page.text == ""
    mouse = begun(MOUSE, journal, by_ear)
    mouse.ask_table("foe")
    assert isinstance(mouse.page, ListPage)
    assert mouse.page.text == "That cannot be asked just now."


def test_a_threat_names_the_piece_that_makes_it() -> None:
    table, rules = DRAUGHTS.table, DRAUGHTS.rules
    found = 0
    for seed in range(4):
        for state in random_game(DRAUGHTS, seed).states():
            if rules.over(state) is not None:
                continue
            for player in table.colours:
                for cell, sources in table.threats(state, player).items():
                    found += 1
                    assert table.declared.pieces[state.board[cell]].player == player
                    assert all(table.declared.pieces[state.board[source]].player != player for source in sources)
    assert found > 3


def test_the_last_five_events_are_told_the_latest_first(journal: Journal) -> None:
    session = played(DRAUGHTS, journal, 9)
    told = [str(text) for text in question(session, "happened").answer()]
    assert len(told) == 5
    game = session.game
    assert game is not None
    states = game.states()
    assert told[0] == session.table_game.describe_event(states[-2], game.events[-1], states[-1])


def test_a_game_adds_its_own_questions(journal: Journal) -> None:
    assert {"thirst", "board", "pieces"} <= _ids(begun(find_game("lifeboat"), journal))
    assert {"announced", "fight"} <= _ids(begun(find_game("coach-ride"), journal))
    assert {"room", "people", "pieces"} <= _ids(begun(find_game("betrayal"), journal))
    assert {"tricks", "board"} <= _ids(begun(MOUSE, journal))


def _ids(session: Session) -> set[str]:
    return {found.id for found in table_questions(session, session.page)}
