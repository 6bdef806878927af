"""Tests of the session alone, with a small game: inputs and time in, pages and words out.

The inputs are presses, touches and readings.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.screen.pages import ListPage, Row, Tone
from companion.sheets.anchors import reference_anchors
from companion.sheets.manifest import tags_of
from companion.table.announcement_queue import LONGEST_PROBLEM_S
from companion.table.camera_state import BLIND_S
from companion.table.camera_words import MatView, describe_disturbance, describe_mat_view
from companion.table.game import TypedTableGame
from companion.table.inference import TableProblem
from companion.table.lists import ListStep
from companion.table.notices import FAILURE_S, HINT_S
from companion.table.observation import TableObservation
from companion.table.session import HANDS, Announcement, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.voice import Level
from companion.voice.chimes import CHIMES
from companion.voice.length import spoken_s
from engine.game import EventNotAllowedError
from hardware.buttons import Button, Press
from tests.companion.cells.noughts_and_crosses import NoughtsTable
from tests.companion.table.counting import LAST, Counting, CountObservation, reported, seen_and_laid
from tests.vision.card_mat import make_catalogue as make_mat_catalogue
from vision.errors import CameraError, CameraFault, VisionError
from vision.watching.disturbance import Disturbance, DisturbanceKind

ADVANCE = Press(Button.ADVANCE, held=False)
OVERRULE = Press(Button.ADVANCE, held=True)
DRAW = Press(Button.DRAW, held=False)
BACK = Press(Button.BACK, held=False)
MENU = Press(Button.BACK, held=True)
GONE = CameraError("gone", CameraFault.MISSING)


class Probe(ListStep):
    """A step that notes all that it is told."""

    name = "probe"

    def __init__(self, session: Session, moment: str = "") -> None:
        super().__init__(session)
        self.moment = moment
        self.told: list[object] = []
        self.why = ""

    def title(self) -> str:
        return "A probe"

    def rows(self) -> Sequence[Row]:
        return (Row("One", "one"), Row("Two", "two"))

    def choose(self, row_id: str) -> None:
        self.told.append(row_id)

    def begin(self) -> None:
        self.told.append("begin")

    def overrule(self) -> None:
        self.told.append("overrule")

    def see(self) -> None:
        self.told.append(self.session.observation)

    def tick(self) -> None:
        self.told.append(self.session.now)

    def unsettled(self) -> None:
        self.told.append("unsettled")

    def forget_observation(self) -> None:
        self.told.append("forget")

    def typed(self, text: str) -> None:
        self.told.append(f"typed {text}")

    def explain_ignored_touch(self, target: str) -> str:
        return f"{target} is no row." if self.why else ""

    def takes(self) -> list[object]:
        """Return all that it was told since the last call."""
        told, self.told = self.told, []
        return told


@pytest.fixture
def session(journal: Journal) -> Session:
    return at_the_table(journal)


def at_the_table(
    journal: Journal, *, sees: bool = True, around: SessionContext | None = None, **options: Any
) -> Session:
    """A session in a game that has just begun; `options` are settings."""
    session = open_session(journal, Settings(**options), [Counting()], sees=sees, around=around or SessionContext())
    session.open_start_page()
    session.touch("new", 0.0)
    session.touch("all", 0.0)
    session.announcements()
    return session


def probed(session: Session, moment: str = "") -> Probe:
    """Return a probe as the only step."""
    probe = Probe(session, moment)
    session.switch(probe)
    session.announcements()
    probe.takes()
    return probe


def row_ids(session: Session) -> list[str]:
    assert isinstance(session.page, ListPage)
    return [row.id for row in (*session.page.tiles, *session.page.rows)]


# --- steps ------------------------------------------------------------------------------------------------------------


def test_presses_and_what_is_typed_go_to_the_step_on_the_screen(session: Session) -> None:
    probe = probed(session)
    session.press(ADVANCE, 1.0)
    session.press(DRAW, 2.0)
    session.press(ADVANCE, 3.0)
    session.press(OVERRULE, 4.0)
    session.typed("Ann", 5.0)
    assert probe.takes() == ["one", "two", "overrule", "typed Ann"]
    assert session.now == 5.0


def test_a_step_over_another_begins_and_when_it_closes_the_other_begins_again(session: Session) -> None:
    below, above = probed(session), Probe(session)
    session.open(above)
    assert session.step is above
    session.press(ADVANCE, 1.0)
    assert (above.takes(), below.takes()) == (["begin", "one"], [])
    session.press(BACK, 2.0)
    assert session.step is below
    assert below.takes() == ["begin"]


def test_the_last_step_does_not_close(session: Session) -> None:
    probe = probed(session)
    session.close()
    assert session.step is probe
    assert probe.takes() == []


def test_the_menu_opens_once_and_nothing_opens_over_it(session: Session) -> None:
    session.press(MENU, 1.0)
    assert session.page.name == "menu"
    menu = session.step
    session.press(MENU, 2.0)
    session.open_menu()
    assert session.step is menu
    session.press(BACK, 3.0)
    assert session.page.name == "count"


def test_the_menu_opens_over_a_page_that_is_open_over_the_game_and_closes_to_it(session: Session) -> None:
    session.open(Probe(session))
    session.press(MENU, 1.0)
    assert session.page.name == "menu"
    session.press(BACK, 2.0)
    assert session.page.name == "probe"


def test_before_a_game_back_held_leads_from_any_page_to_the_first_one(session: Session) -> None:
    session.open_start_page()
    session.press(MENU, 1.0)
    assert session.page.name == "start"
    session.open(Probe(session))
    session.open(Probe(session))
    session.press(MENU, 2.0)
    assert session.page.name == "start"


def test_a_touch_that_does_nothing_is_explained_and_said(session: Session) -> None:
    probe = probed(session)
    probe.why = "yes"
    session.touch("three", 10.0)
    assert session.status == "three is no row."
    assert session.page.status_tone is Tone.NOW  # type: ignore[union-attr]
    assert session.announcements() == [Announcement("three is no row.", Level.DETAIL)]
    session.tick(10.0 + HINT_S - 0.1)
    assert session.status == "three is no row."
    session.tick(10.0 + HINT_S)
    assert session.status == "at 0"


def test_a_touch_that_does_something_needs_no_explanation(session: Session) -> None:
    probe = probed(session)
    probe.why = "yes"
    # It is another row that is marked now.
    session.touch("two", 10.0)
    assert probe.takes() == ["two"]
    assert session.announcements() == []


def test_an_explanation_goes_with_the_next_touch(session: Session) -> None:
    probe = probed(session)
    probe.why = "yes"
    session.touch("three", 10.0)
    session.touch("two", 11.0)
    assert session.status == "at 0"


@pytest.mark.parametrize("answer", ["say", "open"])
def test_a_touch_that_is_answered_by_words_or_by_another_step_is_not_explained(session: Session, answer: str) -> None:
    class Answering(Probe):
        def choose(self, _row_id: str) -> None:
            if answer == "say":
                self.session.say("No.", Level.DETAIL)
            else:
                self.session.open(Probe(self.session))

    step = Answering(session)
    step.why = "yes"
    session.switch(step)
    session.announcements()
    session.touch("one", 1.0)
    assert [said.text for said in session.announcements()] == ["No."] * (answer == "say")


def test_where_nothing_would_be_expected_nothing_is_explained(session: Session) -> None:
    probed(session)
    session.touch("three", 1.0)
    assert session.announcements() == []
    assert session.status == "at 0"


# --- what the camera sees ---------------------------------------------------------------------------------------------


def test_a_reading_goes_to_the_step_with_what_was_seen_before_and_time_passes(session: Session) -> None:
    probe = probed(session)
    session.observe(reported("a"), 1.0)
    session.observe(reported("b"), 2.0)
    assert probe.takes() == [CountObservation("a", ""), 1.0, CountObservation("b", "a"), 2.0]
    assert seen_and_laid(session)[0] == CountObservation("b", "a")
    session.observe(TableObservation(), 3.0)
    assert probe.takes() == ["unsettled"]
    assert session.now == 3.0


def test_a_step_that_opens_is_told_what_was_seen_last(session: Session) -> None:
    probed(session)
    session.observe(reported("a"), 1.0)
    above = Probe(session)
    session.open(above)
    assert above.takes() == ["begin", CountObservation("a", "")]


def test_a_reading_of_another_moment_says_nothing_to_a_step_that_opens(session: Session) -> None:
    below = probed(session)
    session.observe(reported("a"), 1.0)
    below.takes()
    scoring = Probe(session, moment="scoring")
    session.open(scoring)
    assert session.moment == "scoring"
    assert scoring.takes() == ["begin"]
    # What is read now is of that moment; below it is not.
    session.observe(reported("b"), 2.0)
    assert scoring.takes() == [CountObservation("b", "a"), 2.0]
    session.close()
    assert session.moment == ""
    assert below.takes() == ["begin"]


def test_a_step_without_a_moment_of_its_own_has_that_of_the_step_below_it(session: Session) -> None:
    probed(session, moment="scoring")
    session.observe(reported("a"), 1.0)
    above = Probe(session)
    session.open(above)
    assert session.moment == "scoring"
    assert above.takes() == ["begin", CountObservation("a", "")]


def test_without_the_wish_for_a_camera_nothing_is_seen(journal: Journal) -> None:
    session = at_the_table(journal, camera=NO_CAMERA)
    probe = probed(session)
    session.observe(reported("a"), 1.0)
    assert probe.takes() == []
    assert session.observation is None
    assert not session.sees


def test_a_camera_that_fails_for_long_is_named_and_what_was_seen_is_forgotten(session: Session) -> None:
    probe = probed(session)
    session.observe(reported("a"), 1.0)
    session.tick(10.0)
    probe.takes()
    session.observe(TableObservation(error=GONE), session.now)
    assert probe.takes() == ["unsettled"]
    session.tick(10.0 + BLIND_S - 0.1)
    assert session.sees
    assert session.notice == ""
    session.observe(TableObservation(error=GONE), session.now)
    session.tick(10.0 + BLIND_S)
    assert not session.sees
    assert session.observation is None
    assert "forget" in probe.takes()
    assert [(said.level, said.chime) for said in session.announcements()] == [(Level.PROBLEM, "wrong")]
    assert "camera" in session.notice
    assert session.status == session.notice
    session.tick(100.0)
    assert session.announcements() == [], "it is said once"
    session.observe(TableObservation(), session.now)
    assert session.sees
    assert session.notice == ""


def test_a_camera_that_fails_for_a_moment_is_no_trouble(session: Session) -> None:
    session.tick(10.0)
    session.observe(TableObservation(error=GONE), session.now)
    session.tick(12.0)
    session.observe(TableObservation(), session.now)
    session.tick(20.0)
    session.observe(TableObservation(error=GONE), session.now)
    session.tick(20.0 + BLIND_S - 0.1)
    assert session.sees
    assert session.announcements() == []


def test_a_camera_that_nobody_wants_may_fail(journal: Journal) -> None:
    session = at_the_table(journal, camera=NO_CAMERA)
    session.observe(TableObservation(error=GONE), session.now)
    session.tick(BLIND_S)
    assert session.announcements() == []
    assert session.notice == ""


@pytest.mark.parametrize("view", [MatView.CUT_OFF, MatView.COARSE])
def test_a_mat_that_is_badly_seen_is_told_once_and_shown_while_it_lasts(session: Session, view: MatView) -> None:
    session.observe(TableObservation(mat_view=view), session.now)
    session.observe(TableObservation(mat_view=view), session.now)
    assert [(said.level, said.chime) for said in session.announcements()] == [(Level.PROBLEM, "wrong")]
    assert session.notice == describe_mat_view(view)
    session.observe(TableObservation(mat_view=MatView.GOOD), session.now)
    assert session.notice == ""
    assert session.announcements() == []


def test_without_the_wish_for_a_camera_nobody_asks_how_the_mat_is_seen(journal: Journal) -> None:
    session = at_the_table(journal, camera=NO_CAMERA)
    session.observe(TableObservation(mat_view=MatView.COARSE), session.now)
    assert session.announcements() == []
    assert session.notice == ""


def test_settings_without_a_camera_forget_what_was_seen(session: Session) -> None:
    probe = probed(session)
    session.observe(reported("a"), 1.0)
    session.change_settings(replace(session.settings, camera=NO_CAMERA))
    assert session.observation is None
    assert "forget" in probe.takes()
    session.change_settings(replace(session.settings, speed=2.0))
    assert probe.takes() == [], "there is nothing to forget"


# --- words ------------------------------------------------------------------------------------------------------------


def test_of_a_long_problem_only_the_beginning_is_said_and_all_else_in_full(session: Session) -> None:
    short, long = "Red is on b5.", "The white token of the third player lies beside the board near the long edge. " * 3
    session.say(short, Level.PROBLEM, "wrong")
    session.say(f"{short} {long}", Level.PROBLEM)
    session.say(long, Level.PROBLEM)
    session.say(long, Level.PHASE)
    told = session.announcements()
    assert [said.text for said in told] == [short, short, "Please look at the screen.", long]
    assert told[0].chime == "wrong"
    assert spoken_s(short) < LONGEST_PROBLEM_S < spoken_s(long)
    assert session.announcements() == []


def test_what_players_leave_as_it_is_is_no_problem_until_it_has_lain_otherwise(session: Session) -> None:
    first, two = TableProblem("place", "one", "fix", ("red",)), TableProblem("place", "two", "fix", ("blue",))
    session.ignored_problems.add([first])
    session.ignored_problems.add([two])
    assert session.ignored_problems.others([first, two]) == ()
    assert session.ignored_problems.others([first]) == ()
    # Blue has lain right meanwhile.
    assert session.ignored_problems.others([first, two]) == (two,)


# --- the game and the journal -----------------------------------------------------------------------------------------


def test_each_event_is_in_the_journal_when_it_is_shown_and_the_end_too(session: Session) -> None:
    assert session.game_id is not None
    for number in range(1, LAST + 1):
        session.apply("counted")
        assert len(session.journal.events(session.game_id)) == number + 1
        assert session.status == f"at {number}"
    (record,) = session.journal.games()
    assert not record.finished, "nobody has seen it yet"
    session.go_on()
    (record,) = session.journal.games()
    assert record.finished


def test_an_event_that_the_rules_refuse_is_in_neither(session: Session) -> None:
    assert session.game_id is not None
    with pytest.raises(EventNotAllowedError):
        session.apply("started")
    assert len(session.journal.events(session.game_id)) == 1
    assert session.status == "at 0"


def test_events_that_are_taken_back_are_so_in_the_journal_and_that_is_said(session: Session) -> None:
    assert session.game_id is not None
    session.apply("counted")
    session.apply("counted")
    before = session.step
    session.undo(2)
    assert session.step is not before
    assert session.status == "at 1"
    assert len(session.journal.events(session.game_id)) == 2
    assert [said.text for said in session.announcements()] == ["Taken back."]


def test_a_game_begins_with_a_gong_and_as_the_table_lies(journal: Journal) -> None:
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    session.touch("new", 0.0)
    session.touch("all", 0.0)
    assert Announcement("The game begins.", Level.PHASE, "gong") in session.announcements()
    assert seen_and_laid(session)[1] == 0
    session.apply("counted")
    assert seen_and_laid(session)[1] == 0, "hands have not laid it"
    session.apply("counted", already_placed=True)
    assert seen_and_laid(session)[1] == 2


def test_back_on_the_first_page_no_game_runs_and_it_is_offered(session: Session) -> None:
    number = session.game_id
    session.open_start_page()
    assert (session.game, session.game_id, session.layout) == (None, None, None)
    assert session.status == ""
    assert session.standing is None
    assert f"resume {number}" in row_ids(session)


def test_a_game_that_is_gone_on_with_looks_at_the_table_first_and_remembers_nothing(session: Session) -> None:
    number = session.game_id
    assert number is not None
    session.observe(reported("a"), 1.0)
    session.apply("counted", already_placed=True)
    session.open_start_page()
    session.resume(number)
    assert session.status == "at 1"
    assert session.game_id == number
    assert (session.layout, session.memory) == (None, None)


def test_a_game_whose_result_the_plug_kept_out_is_over_once_somebody_goes_on_with_it(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, journal = session.game_id, session.journal
    assert number is not None
    with monkeypatch.context() as pulled:
        pulled.setattr(journal, "finish", lambda *_: None)
        for _ in range(LAST):
            session.apply("counted")
    session.open_start_page()
    assert f"resume {number}" in row_ids(session)
    session.resume(number)
    session.open_start_page()
    assert f"resume {number}" not in row_ids(session)


# --- a virtual table --------------------------------------------------------------------------------------------------


def watched(journal: Journal) -> Session:
    session = open_session(
        journal, Settings(), [Counting()], sees=True, around=SessionContext(watched={"counting": "started"}.__getitem__)
    )
    session.open_start_page()
    session.touch("watch", 0.0)
    session.announcements()
    return session


def test_a_game_that_plays_itself_is_not_kept_until_somebody_plays_on(journal: Journal) -> None:
    session = watched(journal)
    session.apply("counted")
    assert session.game_id is None
    assert journal.games() == ()
    session.press(BACK, 5.0)
    assert session.watching is False
    assert session.note_take_over()
    assert not session.note_take_over()
    assert session.page.name == "count", "the press did nothing else"
    assert session.game_id is not None
    assert len(journal.events(session.game_id)) == 2
    session.apply("counted")
    assert len(journal.events(session.game_id)) == 3


@pytest.mark.parametrize("press", [DRAW, MENU])
def test_other_presses_leave_a_game_that_plays_itself_as_it_is(journal: Journal, press: Press) -> None:
    session = watched(journal)
    session.press(press, 1.0)
    assert session.watching


def test_a_game_that_plays_itself_ends_on_the_first_page_and_is_watched_without_a_camera_too(journal: Journal) -> None:
    session = watched(journal)
    session.change_settings(replace(session.settings, camera=NO_CAMERA))
    assert session.sees, "or it would never go on"
    session.open_start_page()
    assert session.watching is False
    assert not session.sees
    assert journal.games() == ()


def test_hands_help_only_at_a_virtual_table_and_once(journal: Journal) -> None:
    assert at_the_table(journal).hands_button() is None
    session = watched(journal)
    assert session.hands_button() is None, "it plays itself"
    session.press(BACK, 1.0)
    button = session.hands_button()
    assert button is not None
    assert button.id == HANDS
    session.touch(HANDS, 2.0)
    assert session.step.auto_move_requested
    assert session.hands_button() == replace(button, id=""), "it stays, and cannot be touched"
    assert session.now == 2.0


# --- the box ----------------------------------------------------------------------------------------------------------


def test_settings_are_kept_and_the_language_is_spoken_at_once(journal: Journal) -> None:
    kept: list[Settings] = []
    session = at_the_table(journal, around=SessionContext(save_settings=kept.append))
    session.toggle_full_screen()
    assert [settings.full_screen for settings in kept] == [not Settings().full_screen]
    session.toggle_full_screen()
    assert kept[-1] == Settings()
    session.change_settings(replace(session.settings, language="de"))
    session.undo(1)
    assert [said.text for said in session.announcements()] == ["Zurückgenommen."]


def test_a_language_without_letters_is_not_spoken_and_the_wish_is_not_overwritten(journal: Journal) -> None:
    kept: list[Settings] = []
    session = at_the_table(journal, around=SessionContext(save_settings=kept.append), language="zh")
    session.offer_languages(["en", "de"], "de")
    assert session.languages == ("en", "de")
    assert session.settings.language == "de"
    session.undo(1)
    assert [said.text for said in session.announcements()] == ["Zurückgenommen."]
    assert kept == []


@pytest.mark.parametrize("sentence", ["It is switched off.", ""])
def test_the_machine_is_switched_off_where_it_can_be(journal: Journal, sentence: str) -> None:
    session = at_the_table(journal, around=SessionContext(switch_off=lambda: sentence))
    assert session.switch_off() == sentence
    assert [said.text for said in session.announcements()] == ([sentence] if sentence else [])
    assert at_the_table(journal).switch_off() == ""


def test_why_a_list_waits_for_the_table_is_amber(session: Session) -> None:
    probed(session)
    sway = Disturbance(DisturbanceKind.SWAY)
    tones = []
    for disturbance in (None, sway):
        session.observe(TableObservation(disturbance=disturbance), session.now)
        assert isinstance(session.page, ListPage)
        tones.append(session.page.status_tone)
    assert tones == [Tone.PLAIN, Tone.NOW]
    assert session.page.status == describe_disturbance(sway)
    session.observe(TableObservation(), session.now)
    assert session.page.status == ""


def test_what_failed_is_said_once_and_shown_for_a_while(session: Session) -> None:
    session.tick(10.0)
    session.failed("It failed.")
    session.failed("It failed.")
    assert session.announcements() == [Announcement("It failed.", Level.PROBLEM, "wrong")]
    session.tick(10.0 + FAILURE_S - 0.1)
    assert session.notice == "It failed."
    session.tick(10.0 + FAILURE_S)
    assert session.notice == ""


def test_a_step_begins_again_and_without_a_game_the_first_page(session: Session) -> None:
    probed(session)
    session.restart_step()
    assert session.page.name == "count"
    session.open_start_page()
    session.open(Probe(session))
    session.restart_step()
    assert session.page.name == "start"


def test_a_game_says_how_its_tags_are_made() -> None:
    game = NoughtsTable()
    texts = [row.text for row in game.first_page.tags_guide()]
    assert [text[:2] for text in texts] == ["1.", "2.", "3."]
    assert game.first_page.tags_guide()[0].detail == "companion tags --game noughts-and-crosses --out tags"
    board = tags_of(game.readings.tags, None)
    assert board.anchors == reference_anchors(board) != {}
    assert reference_anchors(make_mat_catalogue()) == {}
    assert TypedTableGame.signs(game) == ()


def test_who_leaves_has_left(session: Session) -> None:
    assert not session.quit_requested
    session.open_start_page()
    session.touch("leave", 1.0)
    assert session.quit_requested


def test_what_keeps_the_journal_from_being_written_is_at_the_screens_edge(session: Session) -> None:
    session.journal._failure = "Disk full."
    assert session.status == session.notice == "Disk full."
    # A path would be one word as long as the page is wide.
    session.journal._failure = f"The journal {session.journal.path} cannot be used: the disk is full."
    assert session.notice == f"The journal {session.journal.path.name} cannot be used: the disk is full."
    assert session.journal.path.name != str(session.journal.path)


@pytest.mark.parametrize("error", [GONE, VisionError("odd")])
def test_a_camera_that_never_worked_is_no_news(journal: Journal, error: VisionError) -> None:
    session = at_the_table(journal, sees=False)
    session.observe(TableObservation(error=error), session.now)
    assert session.notice != ""
    session.tick(BLIND_S)
    assert session.announcements() == []


def test_a_game_has_the_platforms_sounds_and_no_others() -> None:
    assert Counting().voice.chime("gong") is CHIMES["gong"]
    with pytest.raises(ValueError, match=r"no chime 'drum'; there are .*gong"):
        Counting().voice.chime("drum")
