"""Tests of misplaced and meaningless cards in the session: question, guide, overruling."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.language import COMPLETE, in_language, say, use_language
from companion.games.lifeboat.mat import RowSide
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.layout import DISCARD, expected_layout, tasks
from companion.games.lifeboat.table.put_right import PutBoatRightStep
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.inference import Problems, Waiting
from companion.table.layout import Lie, TableLayout
from companion.table.menus import HelpStep
from companion.table.observation import TableObservation
from companion.table.problem_page import say_problems
from companion.table.session import Session
from companion.voice import Level
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import Phase
from hardware.buttons import Button
from tests.companion.games.lifeboat.hand_game import open_table, press, state_of
from tests.companion.games.lifeboat.observing import seen_mat
from tests.companion.games.lifeboat.sample_pages import play
from tests.companion.observing import show_observation
from tests.engine.lifeboat.game_text import events_of

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
CAPTAIN = Character.CAPTAIN
MATE = Character.MATE
FOUR = (LAUREN, STEPHEN, CAPTAIN, MATE)
ROW = open_rows(FOUR)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal, sees=True)
    yield session
    journal.close()


def boat(row: tuple[Character, ...] = FOUR, **lies: str) -> tuple[tuple[Character, RowSide], ...]:
    return tuple((character, RowSide(lies.get(str(character), "line"))) for character in row)


def look(session: Session, observation: LifeboatObservation, seconds: float = 4.0) -> str:
    """Return the page's message after the observation has lasted for `seconds`."""
    session.observe(TableObservation(observation), session.now)
    session.tick(session.now + seconds)
    return said(session)


def said(session: Session) -> str:
    page = session.page
    assert isinstance(page, BoardPage)
    notice = [page.status] if page.status_tone is Tone.NOW else []
    return " ".join((page.caption, *(f"{row.text} {row.detail}" for row in page.rows), *notice))


def hold(session: Session) -> None:
    press(session, Button.ADVANCE, held=True)


def last(session: Session) -> e.GameEvent:
    assert session.game is not None
    event: e.GameEvent = session.game.events[-1]
    return event


# --- beside the question ---------------------------------------------------------------------------------------------


def test_what_cannot_be_read_is_said_once_and_stops_nobody(session: Session) -> None:
    play(session, "S4", "p l")
    covered = seen_mat(boat=boat(), unreadable=(ROW[CAPTAIN],))
    told = "A card before the Captain cannot be read. Free its tag."
    assert told not in look(session, covered, 1.5), "a hand may just be there"
    assert told in look(session, covered, 1.5)
    announced = [announcement.text for announcement in session.announcements()]
    session.touch("passed", session.now)
    assert last(session) == e.Passed(STEPHEN)
    assert told in look(session, covered)
    announced += [announcement.text for announcement in session.announcements()]
    assert sum("cannot be read" in text for text in announced) == 1
    assert told not in look(session, seen_mat(boat=boat()))


def test_the_card_of_the_day_before_is_not_taken_for_today_s(session: Session) -> None:
    started = e.GameStarted(FOUR, navigation=e.Deck.STAND_IN)
    day: tuple[e.GameEvent, ...] = (*map(e.Took, FOUR), *map(e.Passed, FOUR))
    session.game = RULES.replay([started, *day, e.Navigated(MATE, "n15"), *day])
    session.layout = expected_layout(session.game.state)
    session.go_on()
    assert "This was the card of the day before: n15." in look(session, seen_mat(day=("n15",)))
    assert state_of(session).step is Phase.CHOOSE
    look(session, seen_mat(day=("n16",)))
    assert last(session) == e.Navigated(MATE, "n16")


ACT = ("S4", "set wounds.captain=7 open.stephen=[knife] hands.mate=0", "p l")
FIGHT = (*ACT, "stephen demanded of=lauren for=hand", "lauren refused")
KNIFE = {ROW[STEPHEN]: ("knife",)}
#: Everything that may lie wrong.
WRONG = (
    (ACT, seen_mat(twice=("knife",))),
    (ACT, seen_mat(boat(), {ROW[LAUREN]: ("knife",)})),
    (ACT, seen_mat(boat(), {**KNIFE, ROW[LAUREN]: ("knife",)})),
    (ACT, seen_mat(boat(), {**KNIFE, ROW[CAPTAIN]: ("gaff",)})),
    (ACT, seen_mat(boat(), {**KNIFE, ROW[CAPTAIN]: ("preserver",)})),
    (ACT, seen_mat(boat(), {**KNIFE, ROW[MATE]: ("gaff",)})),
    (ACT, seen_mat(boat(), {**KNIFE, "open-8": ("gaff",)})),
    (ACT, seen_mat(boat())),
    (ACT, seen_mat(boat(mate="attack"), KNIFE)),
    (ACT, seen_mat(boat(stephen="attack", lauren="defend", mate="defend"), KNIFE)),
    (ACT, seen_mat(boat(stephen="attack"), KNIFE)),
    (ACT, seen_mat(boat(lauren="defend"), KNIFE)),
    (ACT, seen_mat(boat((LAUREN, STEPHEN, MATE, CAPTAIN)), KNIFE)),
    (ACT, seen_mat(boat(), KNIFE, unreadable=("boat", "show", ROW[STEPHEN]))),
    (ACT, seen_mat(boat(), KNIFE, unreadable=("open-8",))),
    (ACT, seen_mat(boat(), KNIFE, elsewhere=(("position-mate", ROW[MATE]), ("character-mate", "boat")))),
    (ACT, seen_mat(boat(FOUR[:3]), KNIFE)),
    *((ACT, seen_mat(boat(), KNIFE, show=(tag,))) for tag in ("water-01", "chum-1", "gaff", "parasol")),
    (FIGHT, seen_mat(boat(stephen="attack"), KNIFE)),
    (FIGHT, seen_mat(boat(stephen="attack", lauren="defend", captain="attack"), KNIFE)),
)


@pytest.mark.parametrize("language", COMPLETE)
def test_what_lies_wrong_is_said_in_every_language_and_not_only_shown(session: Session, language: str) -> None:
    """A problem, or how to mend it, is said within four seconds."""
    use_language(language)
    kinds = set()
    for steps, seen in WRONG:
        play(session, *steps)
        session.announcements()
        show_observation(session.step, seen)
        step = session.step
        assert isinstance(step, LifeboatStep)
        found = step.found
        if isinstance(found, Problems | Waiting):
            assert found.problems, (steps, seen)
            kinds |= {problem.kind for problem in found.problems}
            for problem in found.problems:
                if problem.unfinished:
                    session.say(problem.sentence, Level.PROBLEM)
                else:
                    say_problems(session, [problem])
            told = [announcement.text for announcement in session.announcements()]
            assert say("Please look at the screen.") not in told, told
    assert kinds >= {"twice", "too-many", "cannot-lay", "unconscious", "no-cards", "nobodys", "gone", "not-your-turn"}
    assert kinds >= {"two-down", "half", "seats", "unread", "not-used", "left", "cannot-fight", "stray"}


# --- taken as the table wants it -------------------------------------------------------------------------------------


def test_held_advance_takes_a_card_that_the_unconscious_has_laid(session: Session) -> None:
    play(session, "S4", "set wounds.captain=7", "p l")
    knife = seen_mat(boat=boat(), rows={ROW[CAPTAIN]: ("knife",)})
    assert "Only the conscious lay cards open: The Captain (rule L5). Take the card back: knife." in look(
        session, knife
    )
    hold(session)
    assert last(session) == e.Laid(CAPTAIN, Provision.KNIFE, overruled=True)


def test_held_advance_lets_the_unconscious_fight(session: Session) -> None:
    play(session, "S4", "set wounds.captain=7", "p l", "stephen demanded of=lauren for=hand", "lauren refused")
    pushed = seen_mat(boat=boat(stephen="attack", lauren="defend", captain="defend"))
    assert "Only the conscious join a fight: The Captain (rule L15)." in look(session, pushed)
    hold(session)
    assert last(session) == e.Joined(CAPTAIN, e.Side.DEFEND, overruled=True)


def test_held_advance_takes_a_demand_out_of_turn_as_the_boat_row_shows_it(session: Session) -> None:
    play(session, "S4", "p l")
    pushed = seen_mat(boat=boat(mate="attack", lauren="defend"))
    assert "It is not their turn: The First Mate (rule L8)." in look(session, pushed)
    hold(session)
    assert "What is demanded?" in said(session)
    session.touch("seat", session.now)
    assert last(session) == e.Demanded(MATE, LAUREN, e.DemandKind.SEAT, overruled=True)


def test_what_the_table_begins_to_show_does_not_answer_who_overrules(session: Session) -> None:
    """The beginning of an observation does not answer the overruling question.

    A preserver has just come before somebody when Advance is held: the question who threw it was not asked yet.
    """
    play(session, "S4", "p l")
    preserver = seen_mat(boat=boat(), rows={ROW[MATE]: ("preserver",)})
    look(session, preserver, 0.1)
    hold(session)
    assert "Who does it, whatever the rules say?" in look(session, preserver)
    hold(session)
    session.touch("passed", session.now)
    assert last(session) == e.Passed(STEPHEN)


def test_what_no_event_can_take_is_left_as_it_is(session: Session) -> None:
    play(session, "S4", "p l")
    before = state_of(session)
    assert "Nobody sits at row 2" in look(session, seen_mat(boat=boat(), rows={"open-2": ("knife",)}))
    hold(session)
    assert state_of(session) == before
    assert "Nobody sits" not in look(session, seen_mat(boat=boat(), rows={"open-2": ("knife",)}))


# --- the guide -------------------------------------------------------------------------------------------------------


def guide(session: Session, *steps: str) -> None:
    """The guide of a game that is gone on with."""
    session.game = RULES.replay([RULES.event_from_json(event) for step in steps for event in events_of(step)])
    session.layout = None
    session.go_on()
    assert isinstance(session.step, PutBoatRightStep)


OPEN = ("S4", "set open.lauren=[knife] wounds.mate=1", "p l")
LIES = {ROW[LAUREN]: ("knife",)}


@pytest.mark.parametrize(
    ("observation", "told"),
    [
        (
            seen_mat(boat(), {ROW[LAUREN]: ("gaff", "knife")}),
            "One too many: gaff (Lady Lauren).",
        ),
        (seen_mat(boat(), {**LIES, ROW[MATE]: ("gaff",)}), "One too many: gaff (The First Mate)."),
        (seen_mat(boat(), {**LIES, "open-8": ("gaff",)}), "Nobody sits at row 8: gaff."),
        (
            seen_mat(boat(), LIES, unreadable=(ROW[MATE],)),
            "A card before the First Mate cannot be read. Free its tag.",
        ),
        (seen_mat(boat(), LIES, twice=("water-01",)), "The same tag is seen at two places: water."),
        (
            seen_mat((*boat(), *boat()[-1:]), LIES, twice=("position-mate",)),
            "The same tag is seen at two places: The First Mate.",
        ),
    ],
)
def test_the_guide_names_what_differs_besides_its_tasks(
    session: Session, observation: LifeboatObservation, told: str
) -> None:
    guide(session, *OPEN)
    assert told not in look(session, observation, 1.5)
    assert told in look(session, observation, 1.5)
    assert session.page.name == "put-right"
    # What is still to be done is no mistake.
    assert "One too many" not in look(session, seen_mat(boat()))


def with_tokens(session: Session) -> None:
    """Play with tokens on this table."""
    session.change_settings(session.settings.with_game("lifeboat", {"tokens": True}))


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (boat(mate="defend"), "Not in their places: the First Mate."),
        (
            boat((STEPHEN, LAUREN, CAPTAIN, MATE)),
            "The boat row lies in a different order, but nobody has changed seats (rule L12).",
        ),
        (boat(FOUR[:3]), "Not seen in the boat row: the First Mate."),
    ],
)
def test_the_guide_names_what_differs_in_the_boat_row(
    session: Session, row: tuple[tuple[Character, RowSide], ...], told: str
) -> None:
    play(session, *OPEN)
    with_tokens(session)
    session.game = (
        session.game.apply(e.Corrected(e.Correction(wounds=((MATE, 2),)), "counted")) if session.game else None
    )
    session.go_on()
    assert isinstance(session.step, PutBoatRightStep)
    assert told in look(session, seen_mat(row, LIES))
    look(session, seen_mat(boat(), LIES))
    press(session, Button.ADVANCE)
    assert isinstance(session.step, LifeboatStep)


def test_others_who_changed_places_are_named_while_the_change_is_still_to_do(session: Session) -> None:
    play(session, "S4", "lauren demanded of=stephen for=seat")
    session.touch("agreed", session.now)
    assert "These change places" in said(session)
    before = look(session, seen_mat(boat()))
    assert look(session, seen_mat(boat((LAUREN, CAPTAIN, STEPHEN, MATE)))) != before
    assert "a different order" in said(session)
    look(session, seen_mat(boat((STEPHEN, LAUREN, CAPTAIN, MATE))))
    assert isinstance(session.step, LifeboatStep)


def test_hands_and_piles_are_told_as_numbers_where_nobody_knows_them(session: Session) -> None:
    guide(session, "S4", "lauren rowed kept=1", "stephen traded with=mate gave=1 got=0")
    for told in (
        "Hand cards: Lady Lauren 2, Sir Stephen 1, The Captain 2, The First Mate 3.",
        "Cards: bow deck 24, navigation deck 23, row stack 1.",
    ):
        assert told in said(session)


def test_lists_of_hands_and_piles_are_joined_as_the_language_joins_them(session: Session) -> None:
    guide(session, "S4", "lauren rowed kept=1", "stephen traded with=mate gave=1 got=0")
    with in_language("zh"):
        page = session.step.page()
    assert isinstance(page, BoardPage)
    told = [page.caption, *(row.text for row in page.rows)]
    assert any("劳伦夫人 2、斯蒂芬先生 1、" in text for text in told), told
    assert not any(", " in text for text in told)


def test_after_undo_those_hands_and_piles_are_told_that_are_others_now(session: Session) -> None:
    play(session, "S4", "lauren rowed kept=1", "stephen traded with=mate gave=1 got=0")
    session.undo(6)
    told = said(session)
    assert "Hand cards: Sir Stephen 2, The First Mate 2." in told
    assert "row stack" not in told
    session.undo(5)
    assert "Cards: navigation deck 24, row stack 0." in said(session)
    session.undo(4)
    assert "Cards: going round 1, navigation deck 24, row stack 0." in said(session)


#: What is taken back, and where its card goes then.
BACK = (
    (("S4", "lauren laid card=knife"), "Knife (Lady Lauren): back into the hand."),
    (
        ("S4", "lauren laid card=preserver to=mate"),
        "Life preserver: from the First Mate back into the hand: Lady Lauren.",
    ),
    (
        ("S4", "set wounds.mate=1", "lauren used card=medkit from=hand on=mate"),
        "Medical kit: from the discard pile back into the hand (Lady Lauren).",
    ),
    (
        ("S4", "set wounds.mate=1 open.lauren=[medkit]", "lauren used card=medkit from=open on=mate"),
        "Medical kit: from the discard pile, open before Lady Lauren.",
    ),
    (("S4", "set open.lauren=[knife]"), "Knife (Lady Lauren): back into the bow deck."),
)


@pytest.mark.parametrize(("scene", "told"), BACK, ids=[told for _, told in BACK])
def test_an_undone_card_goes_back_to_where_it_came_from(session: Session, scene: tuple[str, ...], told: str) -> None:
    play(session, *scene)
    assert session.game is not None
    session.undo(len(session.game.events) - 1)
    assert told in said(session)
    assert "to the discard pile" not in said(session)


def test_all_cards_that_somebody_loses_are_one_thing_to_do() -> None:
    lost = (Provision.KNIFE, Provision.OAR)
    before, after = (TableLayout.from_lies(Lie(str(card), place) for card in lost) for place in (str(MATE), DISCARD))
    (task,) = tasks(before, after)
    assert task.sentence == "Knife and oar (the First Mate): to the discard pile."
    assert [change.lie.piece for change in task.changes] == [*lost]


def test_cards_of_several_hands_come_out_of_the_discard_pile_together(session: Session) -> None:
    play(session, "S4", "set wounds.mate=2", "lauren used card=medkit from=hand on=mate")
    session.go_on()
    apply = session.apply
    apply(e.Used(STEPHEN, Provision.MEDKIT, e.CardSource.HAND, on=MATE))
    session.undo(5)
    assert "Medical kit ×2: from the discard pile back into the hands." in said(session)


def test_what_a_demand_moves_is_not_asked_for_again(session: Session) -> None:
    """Hands have done it: no guide tells them to count their cards."""
    play(session, "S4", "lauren demanded of=stephen for=hand")
    session.touch("agreed", session.now)
    assert state_of(session).person(LAUREN).hand == 3
    assert said(session).strip() == "Push all cards back into the boat row."


def test_the_guide_is_told_in_the_language_that_is_chosen_meanwhile(session: Session) -> None:
    with_tokens(session)
    guide(session, *OPEN)
    assert "wound token" in said(session)
    session.open(HelpStep(session))
    session.change_settings(replace(session.settings, language="de"))
    session.close()
    assert "wound token" not in said(session)
    assert "Wund" in said(session)
