"""Tests of whole games entered by hand, without a camera: by touch and by three buttons.

Events are also overruled and taken back, and games are continued.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.table.seats import seat_places
from companion.games.coach_ride.table.steps import WINDOW_S, CoachRideStep
from companion.games.coach_ride.table.words import describe_problem
from companion.games.coach_ride.words import first_name
from companion.screen.pages import BoardPage, ListPage, Tone
from companion.table.menus import HelpStep
from companion.table.observation import TableObservation
from companion.table.other_table_step import enter_from_other_table
from companion.table.session import Session
from companion.voice.length import spoken_s
from engine.coach_ride import events as e
from engine.coach_ride.cards import UNSEALED, Association, Item, Person, Profession, Variant
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase
from engine.game import RuleProblem
from hardware.buttons import Button
from tests.companion.games.coach_ride.hand_game import (
    begin,
    events_of,
    open_table,
    play,
    press,
    ready,
    state_of,
    tell,
    texts,
)
from tests.companion.games.coach_ride.observing import seen_mat
from tests.companion.observing import show_observation
from tests.engine.coach_ride.game_text import played, started, with_hands
from tests.engine.coach_ride.hidden_table import HiddenTable

M, G, S, R, T = tuple(Person)[:5]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = open_table(tmp_path)
    yield session
    session.journal.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "variants", "items"),
    [
        (3, (Variant.THREE_ADVANCED,), UNSEALED),
        (5, (Variant.SMUGGLING,), (Item.TOME, Item.CREST)),
        (10, (Variant.FORTUNE_TELLING,), ()),
    ],
    ids=["three, advanced", "five, smuggling", "ten, fortune telling"],
)
def test_whatever_the_rules_allow_can_be_touched(
    session: Session, players: int, variants: tuple[Variant, ...], items: tuple[Item, ...]
) -> None:
    table = HiddenTable(Random(players), players, variants, items)
    begin(session, table.game.events[0])  # type: ignore[arg-type]
    for _ in play(session, table):
        assert session.game is not None
        assert state_of(session).phase is table.state.phase, session.game.events[-1]
    assert state_of(session).phase is Phase.OVER
    assert session.page.name == "over"
    assert session.game is not None
    assert RULES.replay(session.game.events).state == session.game.state
    (record,) = session.journal.games()
    assert record.result is not None


def five(session: Session, *events: e.GameEvent) -> None:
    """A game of five in which this was told."""
    begin(session, e.Started(tuple(Person)[:5], M, (), ()))
    for event in events:
        tell(session, event)
    ready(session)


ATTACK = (e.Attacked(M, G), *(e.Supported(player, e.Support.NONE) for player in (S, R, T)))


def test_support_from_another_table_is_laid_at_this_one(session: Session) -> None:
    """Support is told by laying the card; for a seat elsewhere somebody lays it at this table."""
    five(session, e.Attacked(M, G))
    session.other_table = Mock(seats=(str(S), str(T)), is_awaited=False, is_broken_off=False)
    session.other_table.asks.return_value = False
    session.other_table.notice.return_value = ""
    session.other_table.board_there.return_value = None
    enter_from_other_table(session, e.Supported(S, e.Support.SWORD))
    assert session.page.name == "put-right"
    assert f"{first_name(S)} lays the person card: sword." in texts(session)
    ready(session)
    tell(session, e.Supported(R, e.Support.SHIELD))
    assert session.page.name != "put-right", "the own card lies there already"
    enter_from_other_table(session, e.Supported(T, e.Support.NONE))
    assert session.page.name != "put-right", "nothing is laid"


def test_after_an_undo_the_guide_tells_which_hidden_cards_go_back(session: Session) -> None:
    """The guide alone knows: traded or drawn cards are in other hands than the game says."""
    five(session, e.Offered(M, G), e.Accepted(G), e.Announced(G, None), e.Announced(M, None), e.Passed(G))
    session.undo(1)
    assert session.page.name == "put-right"
    told = texts(session)
    accepted, offered = f"cards: {first_name(G)} accepted", f"cards: {first_name(M)} offered"
    assert 0 < told.index(accepted) < told.index(offered)
    assert isinstance(session.page, BoardPage)
    assert session.page.caption.startswith("Undo this with your cards")
    assert session.page.rows[0].text == "Done?"
    assert session.page.rows[1].text.startswith("Undo this with your cards")
    press(session, Button.ADVANCE)
    assert isinstance(session.step, CoachRideStep)
    assert state_of(session).phase is Phase.TURN


def test_what_an_undo_leaves_to_hands_is_told_in_the_language_that_is_chosen_meanwhile(session: Session) -> None:
    five(session, e.Offered(M, G), e.Accepted(G))
    session.undo(1)
    assert "Undo this with your cards: Gundla accepted" in texts(session)
    session.open(HelpStep(session))
    session.change_settings(replace(session.settings, language="de"))
    session.close()
    assert "Undo this" not in texts(session)
    assert "accepted" not in texts(session)
    assert "Macht das mit euren Karten rückgängig" in texts(session)
    session.undo(1)
    assert "accepted" not in texts(session)


def test_an_undo_that_moves_no_hidden_cards_asks_for_nothing(session: Session) -> None:
    five(session, e.Passed(M))
    session.undo(1)
    assert isinstance(session.step, CoachRideStep)


def test_what_one_answer_tells_is_one_row_to_be_taken_back(session: Session) -> None:
    quiet = (e.Offered(M, G), e.Accepted(G), e.Announced(G, None), e.Announced(M, None))
    five(session, *quiet, e.Attacked(G, S), *(e.Supported(player, e.Support.NONE) for player in (R, T, M)))
    press(session, Button.BACK)
    page = session.page
    assert isinstance(page, ListPage)
    assert [row.id for row in page.rows] == ["6", "5", "2", "1"]
    assert page.rows[2].text == "Gundla accepted; nothing was announced."


def test_three_buttons_are_enough_for_a_round(session: Session) -> None:
    """Draw goes down the rows, Advance chooses the marked one."""
    five(session)
    press(session, Button.ADVANCE)
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Offered(M, S)
    press(session, Button.DRAW, held=True)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Refused(S)
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Attacked(G, S)
    ready(session)
    for _ in range(3):
        press(session, Button.ADVANCE)
    # A hasty press does not end the fight.
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Supported(M, e.Support.NONE)
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Counted()
    ready(session)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Drew(G)
    assert session.page.name == "put-right"
    press(session, Button.ADVANCE)
    for _ in range(2):
        press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Passed(S)


@pytest.mark.parametrize(("events", "card"), [(ATTACK[:1], "priest"), ((*ATTACK, e.Counted()), "doctor")])
def test_whoever_may_speak_has_five_seconds_whoever_holds_the_card(
    session: Session, events: tuple[e.GameEvent, ...], card: str
) -> None:
    five(session, *events[:-1])
    tell(session, events[-1])
    step = session.step
    assert isinstance(step, CoachRideStep)
    assert step.question.ids == (card, "agreed")
    before = events_of(session)
    press(session, Button.ADVANCE)
    session.tick(session.now + WINDOW_S - 0.1)
    assert events_of(session) == before
    assert str(step.window) == card
    session.tick(session.now + 0.2)
    assert step.window is None
    assert len(step.question.ids) > 1


def test_everybody_is_asked_the_same_after_a_trade(session: Session) -> None:
    """Hear the same list on both sides, whatever was used or read out before."""
    lists = []
    for told in ((), (e.Offered(M, G), e.Accepted(G), e.Announced(G, Item.MONOCLE), e.Waived(M), e.Announced(M, None))):
        five(session, *told)
        giver, to = (M, S) if not told else (G, S)
        tell(session, e.Offered(giver, to))
        tell(session, e.Accepted(to))
        lists.append(ready(session).question.ids)
        tell(session, e.Announced(to, None))
        lists.append(ready(session).question.ids)
        session.open_start_page()
    assert len(set(lists)) == 1
    assert lists[0] == ("nothing", "bag-key", "bag-goblet", "privilege", "monocle")


def test_held_advance_lets_the_table_have_it_so(session: Session) -> None:
    five(session)
    press(session, Button.ADVANCE, held=True)
    for row in ("romana", "passed"):
        session.touch(row, 0.0)
    assert events_of(session)[-1] == e.Passed(R, overruled=True)
    assert state_of(session).turn is T


def test_held_advance_takes_what_was_just_refused(session: Session) -> None:
    five(session, e.Offered(M, G), e.Accepted(G), e.Announced(G, Item.MONOCLE), e.Waived(M))
    tell(session, e.Announced(M, Item.MONOCLE))
    assert "This item cannot be there (rule K25)." in texts(session)
    press(session, Button.ADVANCE, held=True)
    assert events_of(session)[-1] == e.Announced(M, Item.MONOCLE, overruled=True)
    assert state_of(session).phase is Phase.EFFECT


def test_in_a_claim_the_table_may_have_it_that_an_item_is_there(session: Session) -> None:
    """The table may state in a claim that an item is there.

    A player who forgot to enter a trade must be able to show the cards (K25, K26).
    """
    five(session, *ATTACK, e.Used(G, Item.GLOVES), e.Counted(), e.Looked(G), e.ClairvoyantUsed(G), e.Passed(G))
    tell(session, e.Claimed(S, e.ClaimKind.OWN))
    shown = e.Shown(S, (Association.ORDER,), Profession.CLAIRVOYANT, (Item.GLOVES,))
    assert "clairvoyant" not in _asked_after(session, "order")
    press(session, Button.ADVANCE, held=True)
    assert "clairvoyant" in _asked_after(session, "order")
    session.touch("clairvoyant", 0.0)
    session.touch("gloves", 0.0)
    assert events_of(session)[-1] == replace(shown, overruled=True)
    assert state_of(session).phase is Phase.REVEAL


def _asked_after(session: Session, row: str) -> tuple[str, ...]:
    """Return the answers after a first one."""
    step = ready(session)
    step.forget_answers()
    session.touch(row, 0.0)
    return step.question.ids


def test_a_refusal_names_its_ruling_and_why_tells_it_in_words(session: Session) -> None:
    five(session, e.Offered(M, G), e.Accepted(G), e.Announced(G, Item.MONOCLE), e.Waived(M))
    tell(session, e.Announced(M, Item.MONOCLE))
    assert "This item cannot be there (rule K25)." in texts(session)
    session.touch("why", 0.0)
    assert "it can only have moved as items moved" in texts(session)
    press(session, Button.BACK)
    assert state_of(session).phase is Phase.ANNOUNCE


def test_undo_in_a_fight_tells_hands_what_to_do(session: Session) -> None:
    five(session, *ATTACK, e.Used(M, Item.DAGGER), e.Counted(), e.Looked(M))
    press(session, Button.BACK)
    session.touch(str(len(events_of(session)) - 3), 0.0)
    assert state_of(session).phase is not Phase.TURN
    assert session.page.name == "put-right"
    assert "Marie lays the person card: sword." in texts(session)


def test_a_game_goes_on_in_the_middle_of_a_trade(session: Session) -> None:
    five(session, e.ClairvoyantUsed(M), e.Offered(M, G), e.Accepted(G), e.Announced(G, Item.PRIVILEGE))
    before = state_of(session)
    game_id = session.game_id
    assert game_id is not None
    session.open_start_page()
    session.resume(game_id)
    assert state_of(session) == before
    assert "Take person cards and items in hand." in texts(session)
    press(session, Button.ADVANCE)
    assert "Marie: Clairvoyant face up." in texts(session)
    press(session, Button.ADVANCE)
    assert "Marie may look at all items of Gundla." in texts(session)


def test_hand_counts_are_put_right_with_a_reason(session: Session) -> None:
    five(session)
    press(session, Button.BACK, held=True)
    for row in ("correct", "hands", "sarah", "3", "pile", "Recounted"):
        session.touch(row, 0.0)
    assert events_of(session)[-1] == e.Corrected("Recounted", hands={S: 3}, pile=9)
    assert state_of(session).phase is Phase.TURN


def test_a_claim_is_ticked_and_crossed_condition_by_condition(session: Session) -> None:
    five(session, e.Claimed(M, e.ClaimKind.OWN))
    assert "No Black Pearl rule K7" in texts(session)
    tell(session, e.Shown(M, (Association.ORDER,), Profession.THUG, (Item.KEY,)))
    tell(session, e.Named(M, (G, S)))
    tell(session, e.Shown(G, (Association.ORDER,), items=(Item.KEY,)))
    page = ready(session).page()
    assert isinstance(page, BoardPage)
    ticks = {row.text: row.tone for row in page.rows if row.done is not None}
    assert ticks["Gundla: Order"] is Tone.GOOD
    assert ticks["Sarah: Order"] is Tone.PLAIN
    tell(session, e.Shown(S, (Association.BROTHERHOOD,), items=(Item.KEY,)))
    page = ready(session).page()
    assert isinstance(page, BoardPage)
    assert {row.text: row.tone for row in page.rows}["Sarah: Order"] is Tone.BAD
    tell(session, e.Shown(R, (Association.BROTHERHOOD,)))
    tell(session, e.Shown(T, (Association.BROTHERHOOD,)))
    assert session.page.name == "over"
    assert "The claim is wrong." in texts(session)
    press(session, Button.DRAW)
    assert "Sarah Mac Mullin is not of that side (section 5)." in texts(session)


def test_a_claim_that_fails_otherwise_says_nothing_about_the_smaller_side(session: Session) -> None:
    """A claim that fails for another reason says nothing about the smaller side.

    Two victory items and a Drink, but an ally without one: nobody was asked which side is smaller (K4).
    """
    five(session)
    session.apply(e.Corrected("for the test", {M: 2}, 10))
    session.go_on()
    tell(session, e.Claimed(M, e.ClaimKind.OWN))
    tell(session, e.Shown(M, (Association.ORDER,), Profession.THUG, (Item.KEY, Item.KEY)))
    tell(session, e.Named(M, (G,)))
    tell(session, e.Shown(G, (Association.ORDER,), items=(Item.WHIP,)))
    page = ready(session).page()
    assert isinstance(page, BoardPage)
    ticks = {row.text: row.tone for row in page.rows if row.done is not None}
    assert ticks["Gundla: victory item"] is Tone.BAD
    assert ticks["The smaller side"] is Tone.PLAIN


def test_the_voice_says_once_how_a_claim_is_judged_and_which_side_wins(session: Session) -> None:
    five(session, e.Claimed(M, e.ClaimKind.OWN))

    def said() -> list[str]:
        return [announcement.text for announcement in session.announcements() if announcement.text]

    said()
    tell(session, e.Shown(M, (Association.ORDER,), Profession.THUG, (Item.KEY,)))
    tell(session, e.Named(M, (G,)))
    assert not any("The claim" in text for text in said())
    assert texts(session).startswith("A claim ")
    tell(session, e.Shown(G, (Association.BROTHERHOOD,), items=(Item.KEY,)))
    assert said()[-2:] == ["The claim is wrong.", "All others show their association: Sarah?"]
    assert texts(session).startswith("The claim is wrong ")
    tell(session, e.Shown(S, (Association.BROTHERHOOD,)))
    assert said()[-1] == "Romana?"
    tell(session, e.Shown(R, (Association.ORDER,)))
    tell(session, e.Shown(T, (Association.ORDER,)))
    assert said()[-1] == "The Brotherhood wins."
    assert texts(session).startswith("The Brotherhood wins. ")
    assert isinstance(session.page, ListPage)
    assert [row.text for row in session.page.rows if row.tone is Tone.GOOD] == ["Gundla", "Sarah"]


def test_by_a_right_crest_one_wins_alone_and_it_is_said_at_once(session: Session) -> None:
    begin(session, e.Started((M, G, S, R, T), M, (Item.CREST,), ()))
    session.apply(e.Corrected("for the test", {M: 4}, 9))
    session.go_on()
    tell(session, e.Claimed(M, e.ClaimKind.CREST))
    list(session.announcements())
    items = (Item.CREST, Item.GOBLET, Item.KEY, Item.KEY)
    tell(session, e.Shown(M, (Association.ORDER,), Profession.DOCTOR, items))
    assert [announcement.text for announcement in session.announcements()][-2:] == [
        "The claim is right.",
        "Marie Sauniére wins.",
    ]


def test_the_log_tells_who_traded_with_whom_and_at_whose_cards_somebody_looked() -> None:
    """The log shows who traded with whom, and whose cards somebody looked at.

    It shows only what everybody has seen.
    """
    game = played(
        with_hands(started(5, "tome"), M=3),
        "offered M G; accepted G; announced G monocle; looked M; announced M tome; swapped G;"
        "offered G S; accepted S; announced S privilege; looked G; announced G null;"
        "attacked S R; supported T sword; supported M sword; supported G none; counted; searched S false;"
        "attacked R T; supported M shield; supported G sword; supported S sword; counted; searched R true;"
        "attacked T M; supported G sword; supported S none; supported R none; counted; looked T",
    )
    states = game.states()
    lines = [TABLE.describe_event(*step) for step in zip(states, game.events[1:], states[1:], strict=False)]
    assert lines[1:7] == [
        "Marie offered a trade to Gundla.",
        "Gundla accepted: traded with Marie.",
        "Gundla announced: Monocle.",
        "Marie looked at the association of Gundla.",
        "Marie announced: Tome.",
        "Gundla swapped professions with Marie.",
    ]
    assert lines[10] == "Gundla looked at all items of Sarah."
    assert lines[17] == "Sarah looked at all items of Romana and took none."
    assert lines[23] == "Romana looked at all items of Theodora and took one."
    assert lines[29] == "Theodora looked at association and profession of Marie."


def test_each_kind_of_claim_has_help_of_its_own(session: Session) -> None:
    started = e.Started((M, G, S, R, T), M, (Item.CREST,), (Variant.FORTUNE_TELLING,))
    told = []
    for kind in e.ClaimKind:
        begin(session, started)
        tell(session, e.Claimed(M, kind))
        told.append(" ".join(TABLE.help(state_of(session))))
        session.open_start_page()
    assert ["Drink of Power (rule K4)" in text for text in told] == [kind is e.ClaimKind.OWN for kind in e.ClaimKind]
    assert all("the whole other side wins" in text for text in told)
    assert len(set(told)) == len(told)


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
def test_what_is_said_takes_no_longer_than_people_listen(session: Session, language: str) -> None:
    """Sentences take about four seconds, also with long names."""
    use_language(language)
    table = HiddenTable(Random(7), 4, (), ())
    begin(session, table.game.events[0])  # type: ignore[arg-type]
    said = set()
    for _ in play(session, table):
        said |= {TABLE.voice.spoken(announcement.text) for announcement in session.announcements()}
    long = {text for text in said if spoken_s(text) > 4.5}
    assert len(said) > 10
    assert long == set()


@pytest.mark.parametrize("language", COMPLETE)
def test_the_voice_reads_no_numbers_of_rulings_and_sections(language: str) -> None:
    use_language(language)
    refused = describe_problem(RuleProblem("too-late", "(K1, K14, section 5)"))
    assert TABLE.voice.spoken(refused) == describe_problem(RuleProblem("too-late", ""))


@pytest.mark.parametrize("language", ["de", "zh"])
def test_sections_of_the_rules_are_named_in_the_language(language: str) -> None:
    use_language(language)
    assert "section" not in describe_problem(RuleProblem("too-late", "(section 5)"))


def test_what_is_missing_or_cannot_be_read_is_said_once_and_stops_nobody(session: Session) -> None:
    begin(session, e.Started((M, G, S, R, T), M, (), ()))
    session.memory = seats = seat_places((M, G, S, R, T), {})
    session.observe(TableObservation(), session.now)
    said: list[str] = []

    def wait(seconds: float) -> str:
        session.tick(session.now + seconds)
        said.extend(announcement.text for announcement in session.announcements())
        return texts(session)

    told = "Something before Sarah cannot be read."
    tell(session, e.Attacked(M, G))
    show_observation(ready(session), seen_mat(unreadable=(f"{seats[S]}/person",)))
    assert told not in wait(1.5), "a hand may just be there"
    assert told in wait(1.5)
    assert told in " ".join(said)
    # It is answered all the same, and stands beside the next question, too, until it can be read.
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Supported(S, e.Support.NONE)
    show_observation(ready(session), seen_mat(unreadable=(f"{seats[S]}/person",)))
    assert told in wait(4.0)
    assert sum(told in text for text in said) == 1
    show_observation(ready(session), seen_mat())
    assert told not in wait(4.0)
