"""Tests of games entered by hand, without a camera: by touch and by the three buttons.

Events are also overruled and taken back, and games are continued.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.betrayal.map_view import MapView
from companion.games.betrayal.table.damage_dialog import ExplorerView
from companion.games.betrayal.table.dialog import ask
from companion.games.betrayal.table.haunt_step import HauntStep
from companion.games.betrayal.table.roll_dialog import DiceView
from companion.games.betrayal.table.steps import HouseStep
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.questions import AnsweredEvent, Question
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.components import TILES, CardKind, Dir, Floor, Harm, Trait
from engine.betrayal.game import RULES
from engine.betrayal.state import MonsterValues, Owed, Phase, Side
from hardware.buttons import Button
from tests.companion.games.betrayal.hand_house import begin, open_table, play, press, state_of, tell
from tests.engine.betrayal.random_games import random_start

STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
RATS = e.MonsterGroup("rat", MonsterValues(2, 3, None, None), (("rat-1", "foyer"), ("rat-2", "entrance-hall")))
NO_PIPS = (0, 0, 0, 0, 0, 0)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    yield open_table(journal)
    journal.close()


def page_of(session: Session) -> BoardPage | ListPage:
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    return page


def texts(session: Session) -> str:
    page = page_of(session)
    caption = page.caption if isinstance(page, BoardPage) else page.text
    return " ".join((page.title, caption, *(f"{row.text} {row.value} {row.detail}" for row in page.rows)))


def chosen_by_advance(session: Session) -> str:
    page = page_of(session)
    return "" if page.selected is None else page.rows[page.selected].id


def rows(session: Session) -> list[str]:
    return [row.id for row in page_of(session).rows if row.id]


def enter_event(session: Session, *events: e.GameEvent) -> None:
    """Tell these events; what hands must do in between is done."""
    for event in events:
        while not isinstance(session.step, HouseStep):
            press(session, Button.ADVANCE)
        tell(session, event)


def haunt(session: Session, *monsters: e.MonsterGroup) -> None:
    """Play from the first turn into the haunt, with Brandon as the traitor."""
    enter_event(
        session,
        e.Drew(by="heather", card=CardKind.OMEN, name="ring"),
        e.TurnEnded(by="heather"),
        e.HauntRolled(by="heather", faces=NO_PIPS),
        e.HauntBegan(by="heather", number=12, traitor="brandon", monsters=monsters),
    )


def haunted(session: Session, *monsters: e.MonsterGroup) -> None:
    """A new game in its haunt."""
    begin(session, STARTED)
    haunt(session, *monsters)


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.thorough(but=["2"])
@pytest.mark.parametrize("seed", [2, 5])
def test_what_is_touched_is_what_happens(session: Session, seed: int) -> None:
    """Events of a random game with Widow's Walk or without, each told row by row."""
    rng, expected = Random(seed), []
    begin(session, random_start(rng))
    for event in play(session, rng, most=45, odd=0.25):
        expected.append(event)
    assert session.game is not None
    assert list(session.game.events[1:]) == expected[: len(session.game.events) - 1]
    assert RULES.replay(session.game.events).state == session.game.state


@pytest.mark.slow
def test_from_set_up_to_the_end_by_touch(session: Session) -> None:
    haunted(session, RATS)
    assert page_of(session).name == "put-right"
    assert "Rat 1 (token m01): into the Foyer." in texts(session)
    enter_event(session, e.TurnEnded(by="rhinehardt"), e.Won(by="heather", side=Side.HEROES), e.Denied(by="brandon"))
    assert state_of(session).phase is Phase.HAUNT
    enter_event(session, e.Won(by="heather", side=Side.HEROES), e.Confirmed(by="brandon"))
    assert page_of(session).name == "over"
    assert "Heather Granville and Father Rhinehardt win together." in texts(session)
    (record,) = session.journal.games()
    assert record.result is not None


def test_a_side_says_on_the_page_of_the_haunt_that_it_has_won(session: Session) -> None:
    begin(session, STARTED)
    session.open(HauntStep(session))
    press(session, Button.ADVANCE, held=True)
    assert page_of(session).name == "haunt"
    session.close()
    haunt(session)
    session.open(HauntStep(session))
    assert page_of(session).keys.advance_hold == "We have won"
    press(session, Button.ADVANCE, held=True)
    session.touch("brandon", 0.0)
    begun = state_of(session).haunt
    assert begun is not None
    assert begun.claim is not None
    assert (begun.claim.by, begun.claim.side) == ("brandon", Side.TRAITOR)
    assert page_of(session).name == "claim"
    session.touch("confirmed", 0.0)
    assert page_of(session).name == "over"


def test_three_buttons_are_enough_for_a_turn(session: Session) -> None:
    """Draw goes down the rows, Advance chooses the marked one."""
    begin(session, STARTED)

    def choose(row_id: str) -> None:
        for _ in range(60):
            page = page_of(session)
            if page.rows[page.selected or 0].id == row_id:
                press(session, Button.ADVANCE)
                return
            press(session, Button.DRAW)
        raise AssertionError(row_id, rows(session))

    choose("walk")
    choose("foyer")
    assert state_of(session).explorers["heather"].room == "foyer"
    choose("door:N")
    stretch = rows(session)[1]
    choose(stretch)
    room = next(row for row in rows(session) if Floor.GROUND in TILES[row].floors)
    choose(room)
    if state_of(session).explorers["heather"].room != room:
        choose(rows(session)[0])
    assert state_of(session).explorers["heather"].room == room


def test_a_tile_that_does_not_fit_goes_aside_with_its_reason(session: Session) -> None:
    begin(session, STARTED)
    session.touch("walk", 0.0)
    session.touch("foyer", 0.0)
    assert chosen_by_advance(session) == "walk", "not the end of the turn: spaces are left"
    session.announcements()
    session.touch("door:N", 0.0)
    session.touch(rows(session)[0], 0.0)
    assert [said.text for said in session.announcements()] == ["Turn over the next tile. Which is it?"]
    session.touch("attic", 0.0)
    assert "Attic belongs elsewhere: Upper floor" in texts(session)
    session.touch(rows(session)[0], 0.0)
    session.touch("ballroom", 0.0)
    session.touch("0", 0.0)
    assert state_of(session).aside == {"attic"}
    assert state_of(session).explorers["heather"].room == "ballroom"


def test_the_map_is_touched_to_walk_and_to_discover(session: Session) -> None:
    begin(session, STARTED)
    page = page_of(session)
    assert isinstance(page, BoardPage)
    board = page.board
    assert isinstance(board, MapView)
    assert {floor.room: floor.cost for floor in board.floors[Floor.GROUND]} == {
        "grand-staircase": 2,
        "foyer": 1,
        "entrance-hall": None,
    }
    session.touch("upper-landing", 0.0)
    assert state_of(session).explorers["heather"].room == "upper-landing"
    assert state_of(session).spent == 3
    session.touch("attic", 0.0)
    assert state_of(session).explorers["heather"].room == "upper-landing"
    enter_event(session, e.TurnEnded(by="heather"))
    session.touch("foyer", 0.0)
    session.touch("foyer:N", 0.0)
    assert "Turn over the next tile" in texts(session)


# --- dice -------------------------------------------------------------------------------------------------------------


def test_draw_rolls_and_the_haunt_shows_its_odds_before(session: Session) -> None:
    begin(session, STARTED, dice="virtual")
    enter_event(session, e.Drew(by="heather", card=CardKind.OMEN, name="ring"))
    session.touch("end", 0.0)
    assert page_of(session).name == "haunt-roll"
    assert "1 omen. Below 1 the haunt begins, 0.1\u00a0%." in texts(session)
    press(session, Button.DRAW)
    page = page_of(session)
    assert isinstance(page, BoardPage)
    view = page.board
    assert isinstance(view, DiceView)
    assert len(view.faces) == 6
    press(session, Button.ADVANCE)
    assert isinstance(session.game and session.game.events[-1], e.HauntRolled)


def test_dice_are_changed_and_told_as_real_ones_show_them(session: Session) -> None:
    begin(session, STARTED, dice="virtual")
    # Of people's own: one die more, two added; Knowledge 5 gives six dice.
    for row in ("else", "rolled", "heather", "knowledge", "other", "bonus:1", "plus:1", "plus:1", "own"):
        session.touch(row, 0.0)
    for face in (2, 2, 1, 0, 0, 1):
        session.touch(f"face:{face}", 0.0)
    session.touch("ok", 0.0)
    assert session.game is not None
    event = session.game.events[-1]
    assert event == e.Rolled(
        by="heather", what="roll 1", trait=Trait.KNOWLEDGE, faces=(2, 2, 1, 0, 0, 1), bonus=1, plus=2
    )


@pytest.mark.slow
def test_a_fight_shows_its_exact_odds(session: Session) -> None:
    haunted(session, RATS)
    enter_event(session, e.Placed(by="rhinehardt", room="foyer"))
    if page_of(session).name == "put-right":
        press(session, Button.ADVANCE)
    session.touch("attack", 0.0)
    # The rat is the only enemy here. Of the 243 throws of two dice against three 51 win, 45 are ties.
    assert "wins 21.0\u00a0%, tie 18.5\u00a0%, loses 60.5\u00a0%" in texts(session)


# --- damage -----------------------------------------------------------------------------------------------------------


def test_draw_moves_one_point_of_damage(session: Session) -> None:
    begin(session, STARTED)
    for row in ("else", "damaged", "heather", "physical", "2"):
        session.touch(row, 0.0)
    assert "Speed −1, Might −1" in texts(session)
    press(session, Button.DRAW)
    assert "Might −2" in texts(session)
    page = page_of(session)
    assert isinstance(page, BoardPage)
    view = page.board
    assert isinstance(view, ExplorerView)
    assert view.lost == {Trait.MIGHT: 2}
    press(session, Button.ADVANCE)
    assert session.game is not None
    assert session.game.events[-1] == e.Damaged(by="heather", kind=Harm.PHYSICAL, points=2, split={Trait.MIGHT: 2})


@pytest.mark.slow
def test_a_step_that_kills_asks_once(session: Session) -> None:
    haunted(session, RATS)
    press(session, Button.ADVANCE)
    press(session, Button.BACK, held=True)
    session.touch("people", 0.0)
    session.touch("rhinehardt", 0.0)
    for _ in range(2):
        session.touch("might-", 0.0)
    session.touch("might-", 0.0)
    assert "Father Rhinehardt dies of it (rule B21). Is that so?" in texts(session)
    session.touch("lives", 0.0)
    assert not state_of(session).explorers["rhinehardt"].dead
    session.touch("might-", 0.0)
    session.touch("dies", 0.0)
    assert state_of(session).explorers["rhinehardt"].dead
    assert "Father Rhinehardt: off the table." in texts(session)


def test_no_trait_is_set_while_the_chart_is_read(session: Session) -> None:
    begin(session, STARTED)
    enter_event(
        session,
        e.Drew(by="heather", card=CardKind.OMEN, name="ring"),
        e.TurnEnded(by="heather"),
        e.HauntRolled(by="heather", faces=NO_PIPS),
    )
    press(session, Button.BACK, held=True)
    session.touch("people", 0.0)
    session.touch("brandon", 0.0)
    assert rows(session) == []
    session.touch("might-", 0.0)
    assert state_of(session).phase is Phase.SETUP


def test_ones_own_room_shows_the_explorer(session: Session) -> None:
    begin(session, STARTED)
    session.touch("entrance-hall", 0.0)
    assert page_of(session).name == "explorer"
    session.touch("speed+", 0.0)
    assert state_of(session).explorers["heather"].traits[Trait.SPEED] == 4
    press(session, Button.BACK)
    assert page_of(session).name == "turn"


# --- counters of the table's own wording ------------------------------------------------------------------------------


def test_a_counter_is_named_by_a_word_or_written_letter_by_letter(session: Session) -> None:
    """B35."""
    haunted(session)
    for row in ("else", "counted", "word:turns", "0"):
        session.touch(row, 0.0)
    # Written by touch: a group of letters, then one of them; Back takes the last one back.
    for row in ("else", "counted", "new", "write", "letters:PQRST", "letter:R", "letters:ABCDE", "letter:a"):
        session.touch(row, 0.0)
    press(session, Button.BACK)
    assert "It counts: R▁" in texts(session)
    session.touch("letter:d", 0.0)
    assert "It counts: Rd▁" in texts(session)
    for row in ("letter: ", "letters:0123456789", "letter:2", "done", "3"):
        session.touch(row, 0.0)
    begun = state_of(session).haunt
    assert begun is not None
    assert begun.counters == {"Turns": 0, "Rd 2": 3}
    assert "Haunt 12 · Traitor: Brandon Jaspers · Turns: 0 · Rd 2: 3" in texts(session)
    # On the page of the haunt a counter is touched and set.
    session.open(HauntStep(session))
    for row in ("counter:Turns", "1"):
        session.touch(row, 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.CounterSet(counter="Turns", value=1)
    assert "Turns: 1." in [said.text for said in session.announcements()]


def test_a_counter_is_written_on_a_keyboard(session: Session) -> None:
    haunted(session)
    for row in ("else", "counted"):
        session.touch(row, 0.0)
    session.typed("x", 0.0)
    assert not session.step.takes_text
    session.touch("write", 0.0)
    assert session.step.takes_text
    session.typed("门" * 40, 0.0)
    assert rows(session) == ["done"]
    for _ in range(29):
        press(session, Button.BACK)
    session.typed(" d'Öl", 0.0)
    assert "It counts: 门 d'Öl▁" in texts(session)
    # What Advance chooses is that it is right; then a value.
    press(session, Button.ADVANCE)
    press(session, Button.ADVANCE)
    assert session.game is not None
    assert session.game.events[-1] == e.CounterSet(counter="门 d'Öl", value=1)


@pytest.mark.parametrize("language", COMPLETE)
def test_whatever_can_be_touched_can_be_written(session: Session, language: str) -> None:
    use_language(language)
    written = {
        "en": "Locked doors, 4",
        "de": "Größe der Tür",
        "es": "Año de niños, sí",
        "fr": "Éclats brisés",
        "it": "Più porte, perché è là",
        "ja": "あいたとびら 4",
        "pl": "Źdźbło wśród gęstych łąk",
        "zh": "开门次数 2",
    }[language]
    haunted(session)
    enter_event(session, e.CounterSet(counter=written, value=-1))
    assert f"{written}: -1" in texts(session)
    enter_event(session, e.CounterSet(counter=written, value=None))
    assert written not in texts(session)


def test_the_guide_puts_counters_back(session: Session) -> None:
    haunted(session)
    enter_event(session, e.CounterSet(counter="Turns", value=4), e.CounterSet(counter="Turns", value=5))
    press(session, Button.BACK)
    assert session.game is not None
    session.touch(str(len(session.game.events) - 1), 0.0)
    assert page_of(session).name == "put-right"
    assert "Turns: 4." in texts(session)
    press(session, Button.ADVANCE)
    assert page_of(session).name == "turn"


# --- overruling, undo, resume, put right ------------------------------------------------------------------------------


def test_held_advance_lets_anybody_act_whatever_the_rules_say(session: Session) -> None:
    begin(session, STARTED)
    enter_event(session, e.Drew(by="heather", card=CardKind.EVENT))
    assert "No more moving" in texts(session) or "no more moving" in texts(session)
    press(session, Button.ADVANCE, held=True)
    for row in ("heather", "walk", "foyer"):
        session.touch(row, 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.Moved(by="heather", to="foyer", overruled=True)


def test_what_is_seen_begins_nothing_while_the_table_overrules(session: Session) -> None:
    begin(session, STARTED)
    step = session.step
    assert isinstance(step, HouseStep)
    press(session, Button.ADVANCE, held=True)
    step.begun(("laid:junk-room,N,0",))
    assert step.answers == ()
    assert rows(session)[:3] == ["heather", "brandon", "rhinehardt"]


def test_a_refusal_names_the_rule(session: Session) -> None:
    begin(session, STARTED)
    step = session.step
    assert isinstance(step, HouseStep)
    step.enter_event(e.Moved(by="brandon", to="foyer"))
    assert "It is somebody else's turn (rules B2, B18)." in texts(session)


@pytest.mark.slow
def test_undo_over_the_haunts_beginning_takes_the_tokens_off(session: Session) -> None:
    haunted(session, RATS)
    press(session, Button.ADVANCE)
    press(session, Button.BACK)
    session.touch("4", 0.0)
    assert state_of(session).phase is Phase.SETUP
    assert "Rat 1: off the table." in texts(session)
    press(session, Button.ADVANCE)
    assert page_of(session).name == "haunt-setup"


@pytest.mark.slow
def test_a_game_goes_on_and_the_guide_lists_tiles_then_figures_tokens_cards(session: Session) -> None:
    haunted(session, RATS)
    enter_event(
        session,
        e.TileLaid(
            by="heather", tile="ballroom", floor=Floor.GROUND, at=(0, -1), turn=0, because=e.PlacementReason.CARD
        ),
        e.Stunned(token="rat-1"),
    )
    before, game_id = state_of(session), session.game_id
    assert game_id is not None
    session.open_start_page()
    session.resume(game_id)
    assert state_of(session) == before
    listed = [row.text for row in page_of(session).rows]
    wanted = [
        "Ballroom: Ground floor, north of: Foyer.",
        "Heather Granville: into the Entrance Hall.",
        "Rat 1 (token m01): into the Foyer, S up.",
        "Ring: before Heather Granville.",
    ]
    assert [text for text in listed if text in wanted] == wanted


def test_the_elevator_leads_to_the_guide(session: Session) -> None:
    begin(session, STARTED)
    enter_event(
        session,
        e.TileLaid(
            by="heather", tile="mystic-elevator", floor=Floor.GROUND, at=(0, 1), turn=0, because=e.PlacementReason.CARD
        ),
        e.Moved(by="heather", to="foyer"),
        e.Moved(by="heather", to="mystic-elevator"),
        e.ElevatorRan(by="heather", faces=(1, 0), room="basement-landing", door=Dir.W),
    )
    assert "Mystic Elevator: Basement, west of: Basement Landing, door to the east." in texts(session)


def test_public_facts_are_put_right_by_hand(session: Session) -> None:
    begin(session, STARTED)
    press(session, Button.BACK, held=True)
    for row in ("correct", "traits", "brandon", "sanity", "7", "Recounted"):
        session.touch(row, 0.0)
    assert session.game is not None
    wanted = e.Correction(traits={"brandon": {Trait.SANITY: 7}})
    assert session.game.events[-1] == e.Corrected(set=wanted, why="Recounted")


def test_why_not_names_the_rule(session: Session) -> None:
    begin(session, STARTED)
    enter_event(session, e.Drew(by="heather", card=CardKind.EVENT))
    press(session, Button.BACK, held=True)
    session.touch("why", 0.0)
    assert "(rules B4, B25)" in texts(session)


def test_what_is_marked_first_ends_no_turn_before_something_was_done(session: Session) -> None:
    begin(session, STARTED)
    page = page_of(session)
    assert page.selected is not None
    assert page.rows[page.selected].id != "end"
    assert "end" in rows(session)


def test_damage_that_can_be_taken_in_one_way_alone_is_shown_all_the_same(session: Session) -> None:
    """Might is at its lowest, below which no trait goes before the haunt: Speed takes it all."""
    begin(session, STARTED)
    steps = state_of(session).can_lose("heather", Trait.MIGHT)
    enter_event(session, e.Adjusted(by="heather", trait=Trait.MIGHT, steps=-steps))
    owing = state_of(session).owing(Owed("damaged", "heather", kind=Harm.PHYSICAL, points=1))
    question = ask(owing, ())
    assert isinstance(question, Question)
    assert question.ids[0] == "ok"
    taken = e.Damaged(by="heather", kind=Harm.PHYSICAL, points=1, split={Trait.SPEED: 1})
    assert ask(owing, ("ok",)) == AnsweredEvent(taken)
