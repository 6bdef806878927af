"""Tests of the ear: pages that come, marks that move, presses that do nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.device.language import COMPLETE, LANGUAGES, in_language, say, traits_in_use
from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, Keys, ListPage, Page, PlayedPage, Row
from companion.table.lists import ListStep, leave_sentence_to_caption
from companion.table.new_box import NewBoxStep, NewLaptopStep
from companion.table.session import Announcement, Session
from companion.table.session_start import open_session
from companion.table.spoken_page import spoken_row
from companion.table.step import Step
from companion.voice import Kind, Level
from companion.voice.brevity import MOST_ANSWERING_WORDS, count_words
from hardware.buttons import Button, Press
from tests.companion.table.counting import Counting

ADVANCE, DRAW, BACK = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))

GO_ON = Keys(advance="Go on")


class Shelf(ListStep):
    """A list of boxes that can be ticked, and one thing that cannot be chosen."""

    name = "shelf"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.ticked: set[str] = set()
        self.asked = "Which box? The open ones are on top."

    def title(self) -> str:
        return "Shelf"

    def text(self) -> str:
        return self.asked

    def rows(self) -> Sequence[Row]:
        boxes = (("red", "box to f7", "3 kilos"), ("blue", "box to f7", "5 kilos"), ("green", "bag", ""))
        rows = [Row(f"The {name} {what}", name, value, done=name in self.ticked) for name, what, value in boxes]
        return [*rows, Row("Together", value=f"{len(self.ticked)} boxes")]

    def choose(self, row_id: str) -> None:
        self.ticked ^= {row_id}


class Told(Step[Session]):
    """A page as a test gives it, which says what it is told to when it begins."""

    def __init__(self, session: Session, page: Page, *notes: str) -> None:
        super().__init__(session)
        self.shown, self.notes = page, notes

    def begin(self) -> None:
        for note in self.notes:
            self.session.say(note, Level.PHASE)

    def page(self) -> Page:
        return self.shown


def at_the_table(journal: Journal, by_ear: str = "short") -> Session:
    session = open_session(journal, Settings(by_ear=by_ear), [Counting()], sees=False)
    session.open_start_page()
    session.announcements()
    return session


@pytest.fixture
def session(journal: Journal) -> Session:
    return at_the_table(journal)


def heard(session: Session, *presses: Press | str) -> list[tuple[Kind, str]]:
    """Return what is heard after these presses and touches, each listened to."""
    told: list[Announcement] = []
    for press in presses or (None,):
        if isinstance(press, Press):
            session.press(press, session.now + 1.0)
        elif press is not None:
            session.touch(press, session.now + 1.0)
        told = session.announcements()
    return [(said.kind, said.text) for said in told if said.text]


def test_without_it_nothing_is_said_that_no_step_says(journal: Journal) -> None:
    session = at_the_table(journal, "off")
    session.open(Shelf(session))
    assert heard(session, DRAW, ADVANCE, Press(Button.DRAW, held=True), BACK, BACK, BACK) == []
    session.say("Words", Level.DETAIL, "turn")
    session.press(DRAW, 9.0)
    assert session.announcements() == [Announcement("Words", Level.DETAIL, "turn")]


@pytest.mark.parametrize("by_hands", [True, False])
def test_what_hands_of_a_virtual_table_lay_by_themselves_is_said_if_it_stays(session: Session, by_hands: bool) -> None:
    session.watching = False
    step = Told(session, ListPage("laid", "Bring the box.", keys=Keys(advance="Done")))
    step.is_laid_by_hands = by_hands
    session.open(step)
    said = [(Kind.PAGE, "Bring the box.")]
    assert heard(session) == ([] if by_hands else said)
    session.tick(session.now + 1.0)
    assert heard(session) == (said if by_hands else [])


def test_a_page_is_said_once_when_it_comes_then_its_marked_row(session: Session) -> None:
    session.open(Shelf(session))
    assert heard(session) == [
        (Kind.PAGE, "Shelf. Which box? The open ones are on top."),
        (Kind.MARK, "The red box to f7, 3 kilos."),
    ]
    for _ in range(3):
        session.tick(session.now + 1.0)
        assert heard(session) == [], "nothing is said again while it stays"


def test_only_what_differs_from_the_row_before_is_said_at_once(session: Session) -> None:
    session.open(Shelf(session))
    heard(session)
    assert heard(session, DRAW) == [(Kind.MARK, "The blue box to f7, 5 kilos.")]
    assert heard(session, DRAW) == [(Kind.MARK, "The green bag.")]
    session.press(DRAW, 9.0)
    assert [said.cuts for said in session.announcements()] == [True]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (Row("blue 3", value="to f7"), Row("blue 3", value="to f8"), "to f8."),
        (Row("Move blue 3 to f7 on the table."), Row("Move blue 3 to f8 on the table."), "to f8."),
        (Row("red 1", detail="At the entrance"), Row("red 3", detail="At the entrance"), "red 3."),
        (Row("Sound", value="75 %"), Row("Sound", value="100 %"), "100 %."),
        (Row("Alike"), Row("Alike"), "Alike."),
        (Row("f7"), Row("f8", detail="It pushes a stone."), "f8, It pushes a stone."),
        (Row("f7", detail="It pushes a stone."), Row("f8", detail="It pushes a stone."), "f8."),
        (Row("f7", detail="It pushes a stone."), Row("f8", value="20 %"), "f8, 20 %."),
        (Row("Take all the cards"), Row("Take all the cards and give one away"), None),
        (Row("Take all the cards of Red"), Row("Take all the stones there and give one away"), None),
        (Row("Box", done=True), Row("Box", done=False), "not ticked."),
        (
            Row("Blanc : où sont les pièces"),
            Row("Blanc : où sont les cartes"),
            "les cartes.",
        ),
        (Row("Blanc demande : où"), Row("Blanc demande : quand"), "demande : quand."),
    ],
)
def test_of_rows_that_are_alike_the_end_is_said(before: Row, after: Row, words: str | None) -> None:
    assert spoken_row(after).beside(spoken_row(before)) == (words or spoken_row(after).whole)


def test_of_chinese_rows_that_are_alike_the_end_is_said() -> None:
    assert "蓝" not in spoken_row(Row("把蓝色三号移到f8")).beside(spoken_row(Row("把蓝色三号移到f7")))
    west = spoken_row(Row("图书馆的西侧")).beside(spoken_row(Row("图书馆的东侧")))
    assert west.startswith("的西侧"), "of a Chinese word no character is left out"


class Stones(ListStep):
    """A list between rows that only tell something, two of which are called alike."""

    name = "stones"

    def title(self) -> str:
        return "Stones"

    def rows(self) -> Sequence[Row]:
        idle = [Row("Stone", value="1 kilo", done=True), Row("Stone", value="2 kilos", done=True)]
        return [*idle, Row("Left", "left"), Row("Right", "right")]

    def choose(self, row_id: str) -> None:
        raise AssertionError(row_id)


def test_idle_rows_that_are_called_alike_are_not_said_at_each_step(session: Session) -> None:
    session.open(Stones(session))
    heard(session)
    assert [heard(session, DRAW) for _ in range(2)] == [[(Kind.MARK, "Right.")], [(Kind.MARK, "Left.")]]


class Cells(Step[Session]):
    """Board on which Draw goes from cell to cell; a row tells the marked one's danger."""

    dangers = (("f7", "10 %"), ("f8", "20 %"), ("g8", "20 %"))

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.number, self.taken = 0, 0

    def places(self) -> tuple[Sequence[Row], int | None]:
        return [Row(cell, cell, danger) for cell, danger in self.dangers], self.number

    def page(self) -> Page:
        cell, danger = self.dangers[self.number]
        rows = (Row("Danger", value=danger), Row(f"Weight of {cell}"), Row("Taken", value=str(self.taken)))
        return BoardPage("cells", "Cells", None, "Where?", rows, keys=Keys("Take", "Next"))

    def draw(self) -> None:
        self.number = (self.number + 1) % len(self.dangers)

    def advance(self) -> None:
        self.taken += 1


def test_a_place_is_said_alone_and_what_a_row_beside_it_repeats_is_not(session: Session) -> None:
    session.open(Cells(session))
    heard(session)
    assert [heard(session, DRAW) for _ in range(2)] == [[(Kind.MARK, "f8, 20 %.")], [(Kind.MARK, "g8.")]]
    assert heard(session, ADVANCE) == [(Kind.MARK, "Taken, 1.")]


def test_a_tick_is_heard_with_what_it_changes_besides(session: Session) -> None:
    session.open(Shelf(session))
    heard(session)
    assert heard(session, ADVANCE) == [(Kind.MARK, "ticked."), (Kind.MARK, "Together, 1 boxes.")]
    assert heard(session, DRAW) == [(Kind.MARK, "The blue box to f7, 5 kilos, not ticked.")]
    assert heard(session, DRAW, DRAW, ADVANCE) == [(Kind.MARK, "not ticked."), (Kind.MARK, "Together, 0 boxes.")]


def test_a_touched_row_is_heard_too(session: Session) -> None:
    session.open(Shelf(session))
    heard(session)
    assert heard(session, "green")[0] == (Kind.MARK, "The green bag, ticked.")


def test_what_a_step_says_itself_is_not_said_twice(session: Session) -> None:
    page = ListPage("told", "The night", text="Which of you sleeps? All others wait.", keys=Keys(advance="Go on"))
    session.switch(Told(session, page, "Which of you sleeps?"))
    assert heard(session) == [(Kind.NOTE, "Which of you sleeps?"), (Kind.PAGE, "The night. All others wait.")]


def test_a_marked_row_that_the_page_or_a_step_has_said_is_not_said_again(session: Session) -> None:
    page = ListPage("told", "Lady Lauren", (Row("Lady Lauren", "lauren"),), selected=0, keys=GO_ON)
    session.switch(Told(session, page))
    assert heard(session) == [(Kind.PAGE, "Lady Lauren.")]
    session.switch(Told(session, replace(page, name="other", title="A hint"), "Lady Lauren."))
    assert [text for _, text in heard(session)].count("Lady Lauren.") == 1


@pytest.mark.parametrize("by_ear", ["short", "full"])
def test_a_notice_of_two_sentences_is_said_once(journal: Journal, by_ear: str) -> None:
    session = at_the_table(journal, by_ear)
    session.open(Shelf(session))
    heard(session)
    session.hint("Nothing is marked yet. Press the yellow button.")
    assert heard(session) == [(Kind.NOTE, "Nothing is marked yet. Press the yellow button.")]
    page = ListPage("told", "The night", text="All sleep.", status="Not now. Wait.", keys=GO_ON)
    session.switch(Told(session, page, "Not now. Wait."))
    assert " ".join(text for _, text in heard(session)).count("Not now.") == 1


def test_a_press_without_effect_is_answered_with_what_can_be_done(session: Session) -> None:
    page = ListPage("told", "The night", text="All sleep.", keys=Keys(draw="Wake up"))
    session.switch(Told(session, page))
    heard(session)
    assert heard(session, ADVANCE) == [
        (Kind.ANSWER, "The green button has nothing to do now. The yellow button: Wake up.")
    ]
    assert heard(session, BACK) == [(Kind.ANSWER, "The red button has nothing to do now. The yellow button: Wake up.")]
    session.switch(Told(session, replace(page, keys=Keys(advance="Wait"))))
    heard(session)
    assert heard(session, ADVANCE) == [(Kind.ANSWER, "The night. All sleep.")], "a button with a label does something"


def test_draw_says_all_of_a_page_again_that_has_nothing_to_step_through(session: Session) -> None:
    keys = Keys("Done", "Say again", "Undo", back_hold="Menu")
    page = BoardPage(
        "told",
        "Two tasks",
        None,
        "Take the red one away. Then look.",
        (Row("At night", "", "3"),),
        keys=keys,
        status="Round 2",
    )
    session.switch(Told(session, page))
    heard(session)
    assert heard(session, DRAW) == [
        (Kind.ANSWER, "Two tasks. Take the red one away. Then look."),
        (
            Kind.ANSWER,
            "At night, 3. The green button: Done. The yellow button: Say again; held: Ask."
            " The red button: Undo; held: Menu. Round 2.",
        ),
    ]


def test_draw_at_the_only_choice_says_it_and_that_there_is_no_other(session: Session) -> None:
    rows = (Row("At night", "", "3"), Row("Go on", "on"))
    keys = Keys("Choose", "Say again", "Undo", back_hold="Menu")
    page = BoardPage("told", "Two tasks", None, "Take the red one away.", rows, keys=keys, selected=1)
    session.switch(Told(session, page))
    heard(session)
    assert [text for _, text in heard(session, DRAW)] == [
        "Two tasks. Take the red one away.",
        "Go on.",
        "There is nothing else to choose.",
    ]


def test_lines_without_choices_are_read_one_after_the_other(session: Session) -> None:
    page = ListPage("told", "Help", (Row("Go on."), Row("Then stop."), Row("Rest.")), keys=Keys(back="Back"))
    session.switch(Told(session, page))
    session.tick(session.now + 1.0)
    assert heard(session) == []
    session.tick(session.now + 1.0)
    assert heard(session) == [(Kind.PAGE, "Help. Go on.")]
    assert [heard(session, DRAW) for _ in range(3)] == [
        [(Kind.ANSWER, "Then stop.")],
        [(Kind.ANSWER, "Rest.")],
        [(Kind.ANSWER, "Go on.")],
    ]


def test_the_page_can_be_asked_for_with_the_number_of_the_marked_row(session: Session) -> None:
    session.open(Shelf(session))
    heard(session, DRAW)
    session.announced.say_page(session.step)
    told = [said.text for said in session.announcements()]
    assert told[1] == "The blue box to f7, 5 kilos. 2 of 3."
    assert "The green button: Choose. The yellow button: Next; held: Ask. The red button: Back." in told[2]


def test_a_long_page_is_told_a_hundred_words_at_a_time_and_goes_on_when_asked_again(session: Session) -> None:
    rows = tuple(Row(f"Put the disc of the number {number} on the cell a{number}.") for number in range(40))
    page = BoardPage("told", "Many tasks", None, "Take the red one away.", rows, keys=Keys("Done", "Say again", "Undo"))
    session.switch(Told(session, page))
    heard(session)
    told = []
    for _ in range(6):
        session.announced.say_page(session.step)
        text = " ".join(said.text for said in session.announcements())
        told.append(text)
        assert count_words(text) <= MOST_ANSWERING_WORDS + 5
        if "more." not in text:
            break
    assert "The green button: Done." in told[0], "what can be done is told at once"
    assert re.findall(r"cell (a\d+)", " ".join(told)) == [f"a{number}" for number in range(40)]
    session.announced.say_page(session.step)
    assert " ".join(said.text for said in session.announcements()) == told[0], "then it begins anew"


def test_tasks_are_told_as_tasks_and_a_marked_one_by_its_sentence(session: Session) -> None:
    rows = (
        leave_sentence_to_caption(Row("Lay the board.", "0", done=False)),
        Row("Deal the cards.", "1", done=False),
        Row("Sit down.", "2", done=True),
    )
    page = BoardPage("told", "Three tasks", None, "Lay the board.", rows, keys=Keys("Begin", "Next", "Back"))
    session.switch(Told(session, page))
    heard(session)
    session.announced.say_page(session.step)
    told = " ".join(said.text for said in session.announcements())
    assert told.count("Lay the board.") == 1
    assert "Deal the cards. The green button: Begin." in told
    assert "Choices" not in told
    assert "Sit down" not in told, "what is done is not asked for"
    session.switch(Told(session, replace(page, selected=0)))
    heard(session)
    assert heard(session, DRAW)[0] == (Kind.ANSWER, "Three tasks. Lay the board.")


def test_in_full_all_of_a_page_follows_its_first_words(journal: Journal) -> None:
    session = at_the_table(journal, "full")
    session.open(Shelf(session))
    told = heard(session)
    assert [kind for kind, _ in told] == [Kind.PAGE, Kind.MARK, Kind.PAGE]
    assert "Choices: The red box to f7, The blue box to f7, The green bag." in told[2][1]
    assert heard(session, DRAW) == [(Kind.MARK, "The blue box to f7, 5 kilos.")]


def test_a_long_sentence_is_begun_and_a_question_comes_before_what_leads_to_it(session: Session) -> None:
    long = "Put the nine red stones onto the shelf at the wall, and when all are there and counted, close the door."
    session.switch(Told(session, ListPage("told", "", text=long, keys=GO_ON)))
    assert heard(session) == [(Kind.PAGE, "Put the nine red stones onto the shelf at the wall.")]
    asked = "The red side has two more stones on its side of the shelf than before. Who takes the last one?"
    session.switch(Told(session, ListPage("told", "", text=asked, keys=GO_ON)))
    assert heard(session) == [(Kind.PAGE, "Who takes the last one?")]


def test_what_nobody_has_pressed_for_is_said_if_it_stays(session: Session) -> None:
    page = BoardPage("told", "Red", None, "Red moves.", keys=Keys(back="Undo"))
    step = Told(session, page)
    session.switch(step)
    assert heard(session) == [], "nobody can do anything there: a bot may be through at once"
    session.tick(session.now + 1.0)
    assert heard(session) == [(Kind.PAGE, "Red moves.")]
    step.shown = replace(page, caption="The move is seen. It counts in a moment.")
    assert heard(session) == []
    session.tick(session.now + 0.5)
    step.shown = replace(page, caption="Something covers f7.")
    assert heard(session) == []
    session.tick(session.now + 0.5)
    assert heard(session) == [(Kind.PAGE, "Something covers f7.")]
    step.shown = replace(page, caption="Who moves? All look.")
    session.say("Who moves?", Level.PHASE)
    assert heard(session) == [(Kind.NOTE, "Who moves?")]
    session.tick(session.now + 1.0)
    assert heard(session) == [(Kind.PAGE, "All look.")]


@pytest.mark.parametrize("title", ["Shelf", "The other shelf"])
@pytest.mark.parametrize("waits_s", [0.1, 0.7])
def test_a_press_while_a_page_may_pass_is_answered_by_its_words_and_the_mark(
    session: Session, monkeypatch: pytest.MonkeyPatch, title: str, waits_s: float
) -> None:
    """The marked row is said though its words were said shortly before it was marked."""
    shelf = Shelf(session)
    session.open(shelf)
    heard(session)
    monkeypatch.setattr(shelf, "title", lambda: title)
    shelf.asked = "One of them is heavy."
    session.say("The blue box to f7, 5 kilos.", Level.PHASE)
    assert [kind for kind, _ in heard(session)] == [Kind.NOTE]
    session.tick(session.now + waits_s)
    assert heard(session) == [], "the page may pass"
    session.press(DRAW, session.now)
    told = [(said.kind, said.text) for said in session.announcements()]
    assert told[0] == (
        Kind.PAGE,
        "One of them is heavy." if title == "Shelf" else "The other shelf. One of them is heavy.",
    )
    assert told[1:] == [(Kind.MARK, "The blue box to f7, 5 kilos.")]


def test_a_time_that_runs_out_is_not_counted_aloud_and_what_is_asked_then_is_heard_at_once(session: Session) -> None:
    page = ListPage("told", "Does anybody speak?", (Row("Go on", "go", "5 s"),), selected=0, keys=GO_ON)
    step = Told(session, page)
    session.switch(step)
    heard(session)
    for left in range(4, 0, -1):
        step.shown = replace(page, rows=(Row("Go on", "go", f"{left} s"),))
        session.tick(session.now + 1.0)
        assert heard(session) == []
    step.shown = replace(page, title="Which reward?", rows=(Row("A card", "card"),))
    session.tick(session.now + 0.1)
    assert heard(session) == [(Kind.PAGE, "Which reward?"), (Kind.MARK, "A card.")]


def test_a_notice_at_the_edge_is_heard_once_when_it_comes(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.open(Shelf(session))
    heard(session)
    monkeypatch.setattr(type(session.journal), "warning", "The disk is full")
    assert heard(session) == [(Kind.PAGE, "The disk is full.")]
    assert heard(session, DRAW) == [(Kind.MARK, "The blue box to f7, 5 kilos.")]
    session.hint("Not now.")
    assert heard(session) == [(Kind.NOTE, "Not now.")], "what is said stands there too"
    session.hint("Not yet. Press yellow.")
    assert heard(session) == [(Kind.NOTE, "Not yet. Press yellow.")], "of several sentences each was said"
    session.tick(session.now + 60.0)
    assert heard(session) == [], "it was heard before"


def test_a_picture_without_words_says_what_can_be_done(session: Session) -> None:
    session.switch(Told(session, PlayedPage("told", object(), True, Keys(advance="Skip"))))
    assert heard(session) == [(Kind.PAGE, "The green button: Skip.")]


def test_what_is_switched_on_is_heard_from_then_on(journal: Journal) -> None:
    session = at_the_table(journal, "off")
    session.open(Shelf(session))
    assert heard(session) == []
    session.change_settings(replace(session.settings, by_ear="short"))
    assert heard(session)[0] == (Kind.PAGE, "Shelf. Which box? The open ones are on top.")


# --- the first page of a new box --------------------------------------------------------------------------------------


def listen(session: Session, seconds: int) -> list[Announcement]:
    told: list[Announcement] = []
    for _ in range(seconds):
        session.tick(session.now + 1.0)
        told += session.announcements()
    return told


@pytest.mark.parametrize("button", Button)
def test_a_new_box_asks_in_all_languages_in_turn_and_any_held_button_says_yes(journal: Journal, button: Button) -> None:
    session = at_the_table(journal, "off")
    session.open(NewBoxStep(session))
    page = session.page
    asked = listen(session, 6 * len(COMPLETE))
    assert [said.language for said in asked] == [*COMPLETE]
    assert asked[0].text == "To hear everything, hold any button."
    assert asked[1].text == "Um alles zu hören, haltet irgendeinen Knopf gedrückt."
    assert session.page == page, "nothing moves on the page"
    listen(session, 12)
    session.press(Press(button, held=True), session.now)
    assert (session.settings.by_ear, session.settings.language) == ("short", "de")
    told = session.announcements()
    assert [said.text for said in told] == ["Ab jetzt ist alles zu hören.", "Sprache.", "Deutsch."]
    assert listen(session, 60) == []
    session.press(DRAW, session.now)
    (mark,) = session.announcements()
    assert (mark.text, mark.language, mark.cuts) == ("Español.", "es", True), "each language in its own voice"


@pytest.mark.parametrize("language", COMPLETE)
def test_the_language_of_a_new_box_is_chosen_by_ear(journal: Journal, language: str) -> None:
    session = at_the_table(journal, "off")
    session.open(NewBoxStep(session))
    listen(session, 1 + 6 * COMPLETE.index(language))
    session.press(Press(Button.DRAW, held=True), session.now)
    told = [said.text for said in session.announcements()]
    with in_language(language):
        assert told[0] == say("Everything is heard from now on.")
        assert told[-1] == f"{LANGUAGES[language].name}{traits_in_use().full_stop}"
    session.press(ADVANCE, session.now)
    assert session.settings.language == language
    assert session.page.name != "first-language"
    assert session.announcements()


def test_a_new_laptop_asks_once_in_each_language_its_own_first_and_begins_with_the_games(journal: Journal) -> None:
    session = at_the_table(journal, "off")
    session.change_settings(replace(session.settings, language="fr"))
    session.open_start_page()
    session.open(NewLaptopStep(session))
    asked = listen(session, 60)
    assert [said.language for said in asked] == ["fr", *(code for code in COMPLETE if code != "fr")]
    assert asked[0].text == "Pour tout entendre, maintenez la barre d’espace appuyée."
    page = session.page
    assert isinstance(page, ListPage)
    assert page.keys.back == "Passer", "red goes on, too"
    session.press(BACK, session.now)
    assert session.page.name == "start"


def test_a_new_box_falls_silent_after_a_while_and_asks_nobody_who_hears_all(journal: Journal) -> None:
    session = at_the_table(journal, "off")
    session.open(NewBoxStep(session))
    assert len(listen(session, 200)) == 3 * len(COMPLETE)
    session.change_settings(replace(session.settings, by_ear="full"))
    session.open(NewBoxStep(session))
    assert all(not said.language or said.kind is Kind.MARK for said in listen(session, 30))
