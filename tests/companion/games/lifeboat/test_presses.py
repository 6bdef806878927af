"""Tests of how many presses usual turns take, as the game's page says."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.games.lifeboat.mat import RowSide
from companion.games.lifeboat.options import TOKENS
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.screen.text import Fonts
from companion.table.session import Session
from engine.lifeboat import events as e
from engine.lifeboat.components import WEAPONS, Character, Provision
from engine.lifeboat.state import Phase
from hardware.buttons import Button
from tests.companion.games.lifeboat.hand_game import begin, open_table, press, state_of, tell
from tests.companion.games.lifeboat.observing import seen_mat
from tests.companion.games.presses import Players, Touches, choose, confirm_guide, documented_presses, presses_of
from tests.companion.observing import show_observation

LAUREN, STEPHEN, CAPTAIN, MATE, FRENCHY, _, KID = Character
SIX = e.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE, FRENCHY, KID), (), e.Deck.STAND_IN)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    yield open_table(journal)
    journal.close()


def in_the_morning(session: Session) -> None:
    """Six players begin."""
    begin(session, SIX)


def in_the_action_phase(session: Session) -> None:
    begin(session, SIX)
    session.touch("all-took", 0.0)


def at_the_navigation(session: Session) -> None:
    in_the_action_phase(session)
    for player in SIX.players:
        tell(session, e.Passed(player))


def at_the_scoring(session: Session) -> None:
    in_the_action_phase(session)
    session.apply(e.Corrected(e.Correction(birds=3, hands=((LAUREN, 5),)), "for the test"), already_placed=True)
    session.go_on()
    for player in SIX.players:
        tell(session, e.Passed(player))
    tell(session, e.Navigated(KID, card="n01"))
    while not isinstance(session.step, LifeboatStep):
        press(session, Button.ADVANCE)


def fight(players: Players) -> None:
    choose(players, "take", "kid", "refused")
    if isinstance(players, Touches):
        choose(players, "attack mate", "defend frenchy")
    else:
        choose(players, "attack", "mate", "defend", "frenchy")
    choose(players, "laid", "kid", "knife", "fought")


def score(players: Players) -> None:
    choose(players, "lauren", "captain", "mate", "water", "water", "cash", "jewels", "knife")
    players.press(Button.ADVANCE)


def rows(*answers: str) -> Callable[[Players], None]:
    """Return an act that chooses these answers."""
    return lambda players: choose(players, *answers)


TURNS: Mapping[str, tuple[Callable[[Session], None], Callable[[Players], None], Phase]] = {
    "the supply of six": (in_the_morning, rows("all-took"), Phase.ACT),
    "rowing": (in_the_action_phase, rows("row", "1"), Phase.ACT),
    "a change of seats, agreed": (in_the_action_phase, rows("seat", "kid", "agreed"), Phase.ACT),
    "a fight: one joins each side, a knife is laid": (in_the_action_phase, fight, Phase.ACT),
    "the day's card by its number, two overboard": (at_the_navigation, rows("card", "n11", "fell"), Phase.TAKE),
    "scoring a hand of five, by hand": (at_the_scoring, score, Phase.REVEAL),
}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("keys", [True, False], ids=["keys", "touch"])
def test_a_turn_takes_as_many_presses_as_the_page_says(session: Session, turn: str, keys: bool) -> None:
    before, told, after = TURNS[turn]
    before(session)

    def tell_and_confirm(players: Players) -> None:
        told(players)
        confirm_guide(players)

    presses = presses_of(tell_and_confirm, session, keys=keys)
    assert state_of(session).step is after
    assert isinstance(session.step, LifeboatStep)
    assert presses == documented_presses("lifeboat.md")[turn][0 if keys else 1]


def test_the_page_lists_these_turns() -> None:
    assert [*documented_presses("lifeboat.md")] == [*TURNS]


# --- the supply -----------------------------------------------------------------------------------------------------


def test_who_keeps_one_laid_open_without_another_card_has_kept_it_first(session: Session) -> None:
    in_the_morning(session)
    session.apply(e.Corrected(e.Correction(hands=((CAPTAIN, 0),)), "for the test"), already_placed=True)
    session.go_on()
    for answer in ("laid", "captain", "parasol"):
        session.touch(answer, 0.0)
    assert session.game is not None
    assert session.game.events[-4:] == (*map(e.Took, (LAUREN, STEPHEN, CAPTAIN)), e.Laid(CAPTAIN, Provision.PARASOL))
    session.touch("all-took", 0.0)
    assert {person.who: person.hand for person in state_of(session).people} == {
        player: 0 if player is CAPTAIN else 2 for player in SIX.players
    }


def test_the_camera_sees_who_keeps_one_laid_open(tmp_path: Path) -> None:
    session = open_table(Journal.open(tmp_path / "games.sqlite"), sees=True)
    session.start(SIX)
    session.apply(e.Corrected(e.Correction(hands=((LAUREN, 0),)), "for the test"), already_placed=True)
    session.go_on()
    boat = tuple((player, RowSide.LINE) for player in SIX.players)
    show_observation(session.step, seen_mat(boat=boat, rows={"open-1": ("knife",)}, owners={LAUREN: "open-1"}))
    session.tick(1.0)
    assert session.game is not None
    assert session.game.events[-2:] == (e.Took(LAUREN), e.Laid(LAUREN, Provision.KNIFE))
    session.journal.close()


def test_with_too_few_cards_the_last_ones_get_none(session: Session) -> None:
    """LR4: all that is left goes round."""
    in_the_morning(session)
    bow = state_of(session).bow
    hands = tuple((player, 1 + (bow - 2 if player is LAUREN else 0)) for player in SIX.players)
    session.apply(e.Corrected(e.Correction(hands=hands), "for the test"), already_placed=True)
    session.go_on()
    session.touch("all-took", 0.0)
    assert session.game is not None
    assert session.game.events[-2:] == (e.Took(LAUREN), e.Took(STEPHEN))
    assert state_of(session).step is Phase.ACT


def test_a_supply_that_was_told_can_be_taken_back(session: Session) -> None:
    in_the_morning(session)
    session.touch("all-took", 0.0)
    press(session, Button.BACK)
    session.touch("1", 0.0)
    assert state_of(session).waiting == SIX.players


# --- tokens ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tokens", [False, True])
def test_the_guide_asks_for_tokens_only_where_they_are_used(session: Session, tokens: bool) -> None:
    session.change_settings(session.settings.with_game("lifeboat", {TOKENS.id: tokens}))
    in_the_action_phase(session)
    for event in (e.Demanded(LAUREN, KID, e.DemandKind.HAND), e.Refused(KID), e.Fought()):
        tell(session, event)
    assert state_of(session).person(KID).wounds == 1
    assert (session.page.name == "put-right") == tokens


def test_tokens_chosen_at_the_start_hold_for_a_game_that_is_gone_on_with(session: Session) -> None:
    session.new_game(session.games[0])
    session.touch("option-tokens", 0.0)
    assert session.settings.of_game("lifeboat", (TOKENS,)) == {TOKENS.id: True}


# --- a fight --------------------------------------------------------------------------------------------------------


def in_a_fight(session: Session) -> BoardPage:
    in_the_action_phase(session)
    tell(session, e.Demanded(LAUREN, KID, e.DemandKind.SEAT))
    tell(session, e.Refused(KID))
    assert isinstance(session.page, BoardPage)
    return session.page


@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (480, 800)])
def test_the_ends_of_a_berth_join_a_fight(session: Session, display: None, size: tuple[int, int]) -> None:  # noqa: ARG001
    import pygame

    board = in_a_fight(session).board
    pictures, box = LifeboatPictures(Fonts()), pygame.Rect((0, 0), size)
    berth = pictures.place_box(box, board, "mate")
    touched = [
        pictures.place_at(box, board, (x, berth.centery)) for x in (berth.left + 2, berth.centerx, berth.right - 3)
    ]
    assert touched == ["attack mate", "mate", "defend mate"]
    fighter = pictures.place_box(box, board, "kid")
    assert pictures.place_at(box, board, (fighter.left + 2, fighter.centery)) == "kid", "nobody leaves a fight"


def test_a_touched_end_is_told_and_only_once(session: Session) -> None:
    in_a_fight(session)
    session.touch("defend mate", 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.Joined(MATE, e.Side.DEFEND)
    before = session.game.events
    session.touch("attack mate", 0.0)
    assert session.game.events == before
    assert isinstance(session.step, LifeboatStep)
    assert session.step.refusal


def test_while_somebody_is_asked_for_the_whole_berth_answers(session: Session) -> None:
    in_a_fight(session)
    session.touch("attack", 0.0)
    session.touch("defend frenchy", 0.0)
    assert session.game is not None
    assert session.game.events[-1] == e.Joined(FRENCHY, e.Side.ATTACK)


def test_in_a_fight_fighters_and_weapons_come_first(session: Session) -> None:
    in_a_fight(session)
    session.touch("laid", 0.0)
    assert isinstance(session.step, LifeboatStep)
    assert session.step.question.ids[:2] == ("lauren", "kid")
    session.touch("kid", 0.0)
    assert session.step.question.ids[: len(WEAPONS)] == tuple(WEAPONS)


# --- the scoring ----------------------------------------------------------------------------------------------------


def test_the_camera_takes_a_spread_hand_at_once(session: Session) -> None:
    """Two presses a player: whose it is, and on from the sums."""
    at_the_scoring(session)
    players = Touches(session)
    players.choose("lauren")
    hand = ("water-01", "water-02", "cash-1", "jewels-1", "knife")
    show_observation(session.step, seen_mat(love=(CAPTAIN,), hate=(MATE,), hand=hand))
    session.tick(session.now + 2.0)
    assert session.page.name == "sums"
    players.press(Button.ADVANCE)
    assert state_of(session).revealed[0].by is LAUREN
    assert players.presses == 2
