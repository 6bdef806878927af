"""Tests of whole games entered by hand, without a camera: by touch and by three buttons.

Events are also overruled and taken back, and games are continued.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.device.language import COMPLETE, say, use_language
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.table.pages import sums
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.table.words import describe_problem
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.session import Session
from companion.voice import Level
from companion.voice.length import spoken_s
from engine.game import RuleProblem
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.problems import CODES
from engine.lifeboat.state import Condition, Phase
from engine.values import replaced
from hardware.buttons import Button
from hardware.ring.patterns import Alert
from tests.companion.games.lifeboat.hand_game import begin, open_table, play, press, state_of, tell
from tests.engine.lifeboat.game_text import events_of

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
CAPTAIN = Character.CAPTAIN
MATE = Character.MATE
FOUR = e.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE))
ALL_VARIANTS = e.GameStarted(tuple(Character), tuple(Variant), e.Deck.STAND_IN)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    yield open_table(journal)
    journal.close()


def texts(session: Session) -> str:
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    caption = page.caption if isinstance(page, BoardPage) else page.text
    return " ".join((page.title, caption, *(f"{row.text} {row.detail}" for row in page.rows)))


def taken(session: Session, *events: e.GameEvent) -> None:
    """The supply of a day, and what follows."""
    for seat in state_of(session).seats:
        tell(session, e.Took(seat))
    for event in events:
        tell(session, event)


@pytest.mark.slow
@pytest.mark.parametrize("started", [FOUR, ALL_VARIANTS], ids=["four, told", "seven, all variants, stand-in"])
def test_whatever_the_rules_allow_can_be_touched(session: Session, started: e.GameStarted) -> None:
    begin(session, started)
    for event in play(session, Random(5)):
        before = len(session.game.events) if session.game else 0
        assert session.page.name == str(state_of(session).step)
        assert before, event
    assert session.page.name in ("over", "sums")
    assert session.game is not None
    assert RULES.replay(session.game.events).state == session.game.state
    (record,) = session.journal.games()
    assert record.result is not None


@pytest.mark.slow
def test_what_is_touched_is_what_happens(session: Session) -> None:
    begin(session, ALL_VARIANTS)
    told = []
    for event in play(session, Random(11), most=120):
        told.append(event)
        assert session.game is not None
        assert [*session.game.events[1:]] == told[:-1]


def test_three_buttons_are_enough_for_a_day(session: Session) -> None:
    """Draw goes down the rows, Advance chooses the marked one."""
    begin(session, FOUR)
    press(session, Button.ADVANCE)
    assert state_of(session).step is Phase.ACT
    for _ in range(4):
        # Row: one of two cards goes on the stack.
        press(session, Button.ADVANCE)
        press(session, Button.ADVANCE)
    assert state_of(session).row == 4
    press(session, Button.ADVANCE)
    page = session.page
    assert isinstance(page, ListPage)
    assert page.rows[page.selected or 0].text == "Bird", "a sign, so that nobody tells an empty card by mistake"
    press(session, Button.DRAW)
    page = session.page
    assert isinstance(page, ListPage)
    assert page.rows[page.selected or 0].text == "Lady Lauren"
    press(session, Button.ADVANCE)
    for _ in range(4):
        press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    press(session, Button.BACK)
    page = session.page
    assert isinstance(page, ListPage)
    assert [row.id for row in page.rows if row.done] == ["overboard lauren"]
    session.touch("done", 0.0)
    assert state_of(session).step is Phase.OVERBOARD
    assert "Lady Lauren: 1 wound" in texts(session)
    press(session, Button.ADVANCE)
    assert state_of(session).step is Phase.OVERBOARD, "nobody falls by a hasty press"
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert state_of(session).day == 2


def test_a_supply_told_at_once_is_one_row_to_be_taken_back(session: Session) -> None:
    begin(session, FOUR)
    session.touch("all-took", 0.0)
    session.touch("passed", 0.0)
    press(session, Button.BACK)
    page = session.page
    assert isinstance(page, ListPage)
    assert [row.text for row in page.rows] == [
        "Lady Lauren did nothing.",
        "Each kept one provision: Lady Lauren, Sir Stephen, the Captain and the First Mate.",
    ]
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert state_of(session).step is Phase.TAKE


def test_back_takes_back_one_answer_and_then_shows_what_can_be_undone(session: Session) -> None:
    begin(session, FOUR)
    taken(session)
    session.touch("take", 0.0)
    session.touch("mate", 0.0)
    # A hand card is all that can be demanded: nobody is asked what can only be answered in one way.
    assert state_of(session).step is Phase.ANSWER
    press(session, Button.BACK)
    assert session.page.name == "undo"
    press(session, Button.ADVANCE)
    assert state_of(session).step is Phase.ACT
    session.touch("take", 0.0)
    press(session, Button.BACK)
    assert "Lady Lauren: which action?" in texts(session)


def test_a_fight_shows_both_sums_and_what_is_at_stake(session: Session) -> None:
    session.change_settings(session.settings.with_game("lifeboat", {"tokens": True}))
    begin(session, FOUR)
    taken(session, e.Passed(LAUREN), e.Passed(STEPHEN), e.Passed(CAPTAIN))
    tell(session, e.Demanded(MATE, LAUREN, e.DemandKind.SEAT))
    tell(session, e.Refused(LAUREN))
    assert "8 against 4: the attackers win. Who else joins or lays a card?" in texts(session)
    tell(session, e.Joined(STEPHEN, e.Side.DEFEND))
    tell(session, e.Laid(LAUREN, Provision.KNIFE))
    assert "8 against 12: the defenders win. Who else joins or lays a card?" in texts(session)
    assert "At stake: the seat (Lady Lauren)" in texts(session)
    tell(session, e.Fought())
    assert session.page.name == "put-right"
    assert "The First Mate: 1 wound token" in texts(session)
    press(session, Button.ADVANCE)
    assert state_of(session).step is Phase.CHOOSE


@pytest.mark.parametrize(
    ("steps", "demand", "told"),
    [
        (("set wounds.stephen=5", "p l"), "mate", "Cannot refuse, not conscious: Sir Stephen (rule L6)."),
        (("p l s c m f",), "kid", "The Kid takes it without a fight: Sir Stephen (rule L13)."),
    ],
)
def test_why_nobody_is_asked_stands_there_until_something_else_happens(
    session: Session, steps: tuple[str, ...], demand: str, told: str
) -> None:
    session.start(e.GameStarted(tuple(character for character in Character if character is not Character.HARTER)))
    for step in ("t l s c m f k", *steps, *(("p c",) if demand == "mate" else ())):
        for event in events_of(step):
            session.apply(RULES.event_from_json(event), already_placed=True)
    session.go_on()
    tell(session, e.Demanded(Character(demand), STEPHEN, e.DemandKind.HAND))
    assert told in texts(session)
    asked = state_of(session)
    tell(session, e.Passed(asked.turn) if asked.turn and asked.step is Phase.ACT else e.Laid(LAUREN, Provision.KNIFE))
    assert told not in texts(session)


def test_held_advance_lets_anybody_act(session: Session) -> None:
    begin(session, FOUR)
    taken(session)
    press(session, Button.ADVANCE, held=True)
    session.touch("mate", 0.0)
    session.touch("passed", 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.Passed(MATE, overruled=True)


def test_held_advance_lets_a_medical_kit_be_used_on_the_dead_and_trade_in_any_step(session: Session) -> None:
    begin(session, FOUR)
    taken(session)
    session.apply(e.Corrected(e.Correction(wounds=((MATE, 9),)), "for the test"))
    session.go_on()
    press(session, Button.ADVANCE, held=True)
    # Nobody else has a wound: who loses one is not asked.
    for row in ("lauren", "use", "medkit"):
        session.touch(row, 0.0)
    assert state_of(session).person(MATE).condition is Condition.UNCONSCIOUS
    for character in (STEPHEN, CAPTAIN):
        tell(session, e.Passed(character))
    assert state_of(session).step is Phase.CHOOSE
    press(session, Button.ADVANCE, held=True)
    for row in ("captain", "traded", "lauren", "captain", "1", "0"):
        session.touch(row, 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.Traded(LAUREN, CAPTAIN, 1, 0, overruled=True)


def test_with_the_short_row_the_navigator_adds_the_deck_s_top_card(session: Session) -> None:
    begin(session, replaced(FOUR, variants=(Variant.SHORT_ROW,)))
    taken(session, e.Rowed(LAUREN, 1), *map(e.Passed, (STEPHEN, CAPTAIN, MATE)))
    assert "The First Mate navigates: add the top card, then choose one of 2." in texts(session)


def test_what_comes_into_the_decks_with_cannibalism_is_told(session: Session) -> None:
    TABLE.begin(session, replaced(FOUR, variants=(Variant.CANNIBALISM,)), {})
    assert "one more medical kit and its navigation cards come into the decks" in texts(session)


@pytest.mark.parametrize("deck", [e.Deck.STAND_IN, e.Deck.TOLD])
def test_the_stand_in_deck_is_called_so_where_the_table_is_laid(session: Session, deck: e.Deck) -> None:
    TABLE.begin(session, replaced(FOUR, navigation=deck), {})
    assert ("stand-in navigation deck, made up for this project" in texts(session)) == (deck is e.Deck.STAND_IN)
    assert "24 cards" in texts(session)


def test_a_days_card_without_any_sign_is_asked_back(session: Session) -> None:
    begin(session, FOUR)
    taken(session, *(e.Passed(player) for player in FOUR.players))
    session.touch("card", 0.0)
    session.touch("done", 0.0)
    assert state_of(session).step is Phase.CHOOSE
    assert "No sign is ticked. Is that right?" in texts(session)
    press(session, Button.ADVANCE)
    assert state_of(session).step is Phase.CHOOSE, "green goes back to the signs"
    session.touch("oars", 0.0)
    session.touch("oars", 0.0)
    session.touch("done", 0.0)
    session.touch("none", 0.0)
    assert state_of(session).day == 2


def test_undo_over_the_end_of_a_day_shows_how_to_lay_the_table(session: Session) -> None:
    begin(session, FOUR)
    taken(session, *(e.Passed(player) for player in FOUR.players))
    tell(session, e.Navigated(MATE, signs=NavigationCard(None, Bird.BIRD, overboard=(LAUREN,))))
    tell(session, e.Fell())
    if session.page.name == "put-right":
        press(session, Button.ADVANCE)
    assert state_of(session).day == 2
    press(session, Button.BACK)
    session.touch("9", 0.0)
    assert state_of(session).step is Phase.CHOOSE
    assert state_of(session).person(LAUREN).wounds == 0


def test_who_is_out_leaves_the_mat(session: Session) -> None:
    begin(session, e.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE), (Variant.QUICK,)))
    for day in range(6):
        taken(
            session, *(e.Passed(seat) for seat in state_of(session).seats if state_of(session).person(seat).conscious)
        )
        turn = state_of(session).turn
        tell(session, e.Navigated(turn, signs=NavigationCard(None, Bird.NONE, overboard=(LAUREN,))))
        tell(session, e.Fell())
        if state_of(session).person(LAUREN).condition is Condition.OUT:
            assert "Lady Lauren is out: all their cards leave the mat." in texts(session)
            return
        assert day < 5
        if session.page.name == "put-right":
            press(session, Button.ADVANCE)
        if state_of(session).person(LAUREN).condition is Condition.UNCONSCIOUS:
            tell(session, e.Took(STEPHEN))
            break
    else:
        return
    for character in (CAPTAIN, MATE):
        tell(session, e.Took(character))
    for character in (STEPHEN, CAPTAIN, MATE):
        tell(session, e.Passed(character))
    tell(session, e.Navigated(MATE, signs=NavigationCard(None, Bird.NONE, overboard=(LAUREN,))))
    assert "Lady Lauren would be out." in texts(session)
    tell(session, e.Fell())
    assert "Lady Lauren is out: all their cards leave the mat." in texts(session)


def test_a_game_goes_on_at_the_very_event_and_tells_how_the_table_lies(session: Session) -> None:
    begin(session, FOUR)
    taken(session, e.Laid(LAUREN, Provision.KNIFE))
    before = state_of(session)
    game_id = session.game_id
    assert game_id is not None
    session.open_start_page()
    session.resume(game_id)
    assert state_of(session) == before
    assert session.page.name == "put-right"
    assert "Knife: open before Lady Lauren." in texts(session)
    assert "Lay the boat row as the picture shows." in texts(session)
    press(session, Button.ADVANCE)
    assert isinstance(session.step, LifeboatStep)


def test_the_four_sums_are_shown_with_every_doubling(session: Session) -> None:
    begin(session, FOUR)
    taken(session, *(e.Passed(player) for player in FOUR.players))
    game = session.game
    assert game is not None
    while game.state.step is not Phase.REVEAL:
        turn = game.state.turn
        match game.state.step:
            case Phase.TAKE:
                tell(session, e.Took(turn))
            case Phase.ACT:
                tell(session, e.Passed(turn))
            case _:
                tell(session, e.Navigated(turn, signs=NavigationCard(None, Bird.BIRD)))
        game = session.game
        assert game is not None
    hand = (Provision.JEWELS, Provision.JEWELS, *[Provision.WATER] * (game.state.person(LAUREN).hand - 2))
    tell(session, e.Revealed(LAUREN, LAUREN, MATE, tuple(sorted(hand))))
    assert session.page.name == "sums"
    assert "jewels 4 twice" in texts(session)
    assert "Survival" in texts(session)
    assert "Mate, conscious" in texts(session)
    press(session, Button.ADVANCE)
    hand = (Provision.WATER,) * game.state.person(STEPHEN).hand
    tell(session, e.Revealed(STEPHEN, MATE, STEPHEN, hand))
    assert "conscious, but hates themselves (rule L26)" in texts(session)
    assert "all others who are dead or out (rule L26)" in texts(session)


@pytest.mark.parametrize(
    ("variants", "told"), [("", "out of the game, no points at all (rule L27)"), (" V6", "out of the game")]
)
def test_why_the_drowned_score_nothing_is_told(variants: str, told: str) -> None:
    steps = (f"S4{variants}", "set birds=3 wounds.mate=8", "p l s c", "captain navigated overboard=[mate]", "fell")
    landed = ("t l s c", "p l s c", "captain navigated bird=bird", "mate revealed love=mate hate=lauren hand=[]")
    events = [RULES.event_from_json(event) for step in (*steps, *landed) for event in events_of(step)]
    survival, *_ = sums(RULES.replay(events).state, MATE)
    assert (survival.value, survival.detail) == ("0", told)


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
def test_what_is_said_takes_no_longer_than_people_listen(session: Session, language: str) -> None:
    """A sentence takes about four seconds, a list of names a little more; no rule is named."""
    use_language(language)
    begin(session, ALL_VARIANTS)
    said = set()
    for _ in play(session, Random(7)):
        for announcement in session.announcements():
            said |= set(
                re.findall(r"[^.!?。！？]+[.!?。！？]*", TABLE.voice.spoken(announcement.text).replace("Dr. ", "Dr "))
            )
    long = {text for text in said if spoken_s(text) > (6.0 if any(sign in text for sign in ",、") else 5.1)}
    assert len(said) > 40
    assert long == set()
    assert not any(re.search(r"L\d", text) for text in said)


@pytest.mark.parametrize("language", COMPLETE)
def test_a_refusal_is_said_and_not_only_shown(session: Session, language: str) -> None:
    use_language(language)
    begin(session, FOUR)
    told = []
    for code in CODES:
        if code not in ("not-understood", "not-in-game"):
            session.say(describe_problem(RuleProblem(code, f"English of {code} (L7)")), Level.PROBLEM)
            told.append(session.announcements()[-1].text)
    assert say("Please look at the screen.") not in told


@pytest.mark.parametrize(
    ("touched", "wanted"),
    [
        (("wounds", "mate", "2"), e.Correction(wounds=((MATE, 2),))),
        (("wounds", "mate", "20"), e.Correction(wounds=((MATE, 20),))),
        (("hands", "mate", "20"), e.Correction(hands=((MATE, 20),))),
        (("birds", "3"), e.Correction(birds=3)),
        (("row", "4"), e.Correction(row=4)),
        (("open", "lauren", "+knife"), e.Correction(open=((LAUREN, (Provision.KNIFE,)),))),
        (("rowed", "mate", "captain", "mate", "done"), e.Correction(rowed=(CAPTAIN,))),
        (("seats", "mate", "lauren", "captain"), e.Correction(seats=(MATE, LAUREN, CAPTAIN, STEPHEN))),
        (("discard", "+water"), e.Correction(discard=(Provision.WATER,))),
    ],
    ids=lambda case: case[0] if isinstance(case, tuple) else "",
)
def test_public_facts_are_put_right_by_hand(session: Session, touched: tuple[str, ...], wanted: e.Correction) -> None:
    begin(session, FOUR)
    taken(session)
    press(session, Button.BACK, held=True)
    for row in ("correct", *touched, "Recounted"):
        session.touch(row, 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.Corrected(wanted, "Recounted")
    assert state_of(session).step is Phase.ACT


def test_a_correction_that_cannot_be_is_refused_in_a_sentence(session: Session) -> None:
    begin(session, FOUR)
    taken(session)
    for character in ("mate", "captain", "stephen"):
        # Three hands of fourteen are more cards than there are.
        press(session, Button.BACK, held=True)
        for row in ("correct", "hands", character, "14", "Forgotten"):
            session.touch(row, 0.0)
        if session.page.name == "correct":
            break
    assert "Then there would be more cards than there are." in texts(session)
    assert isinstance(session.pattern, Alert), "the ring is red as the page is"
    for row in ("wounds", "lauren", "1", "Forgotten"):
        session.touch(row, 0.0)
    assert state_of(session).person(LAUREN).wounds == 1


def test_everybody_can_be_touched_who_plays_dr_harter_too(session: Session) -> None:
    """Id of Dr. Harter is that of his variant."""
    session.new_game(session.games[0])
    for row in ("option-cannibalism", "option-harter", "kid", "harter", "mate", "lauren", "start"):
        session.touch(row, 0.0)
    press(session, Button.ADVANCE)
    assert state_of(session).started.players == (Character.KID, Character.HARTER, MATE, LAUREN)
