"""Tests of celebrations: the card, the bite, stage two, the last token home, the end.

At these moments the game pauses.
"""

import pytest

from companion.device.language import in_language, use_language
from companion.games.finstere_flure.chimes import EATEN
from companion.games.finstere_flure.playback.board_view import CelebrationFrame, MoveFrame
from companion.games.finstere_flure.playback.timeline import CARD_S
from companion.games.finstere_flure.table.celebration import CELEBRATION_S, celebrate_last_token
from companion.games.finstere_flure.table.game_over import FinstereFlureOverStep
from companion.games.finstere_flure.table.move_played import ChaseStep, MonsterMoveStep, MoveReplayStep
from companion.screen.pages import BoardPage, ListPage, PlayedPage
from companion.table.session import Session
from engine.finstere_flure.pieces import Colour
from hardware.buttons import Button, Press
from hardware.ring.patterns import Flare
from tests.companion.games.finstere_flure.screen import sample_pages

ADVANCE, DRAW, BACK = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))
#: Of the session's clock, between two turns of the window's loop.
TURN_S = 0.05


def segment_kind(session: Session) -> str:
    page = session.page
    assert isinstance(page, PlayedPage)
    assert isinstance(page.played, MoveFrame)
    return str(page.played.playback.segment.kind)


def wait(session: Session, seconds: float) -> list[str]:
    """Time passes; the sounds that were heard."""
    heard = []
    for _ in range(round(seconds / TURN_S)):
        session.tick(session.now + TURN_S)
        heard += [said.chime for said in session.announcements() if said.chime]
    return heard


@pytest.fixture
def at_the_draw() -> Session:
    """A card must be turned over next, and somebody will be eaten."""
    return sample_pages.session(sample_pages.walked().undo())


def move_of(session: Session) -> MonsterMoveStep:
    session.game = sample_pages.walked()
    step = MonsterMoveStep(session)
    session.switch(step)
    return step


def test_before_the_card_is_turned_over_it_is_shown_what_may_still_come(at_the_draw: Session) -> None:
    page = at_the_draw.page
    assert isinstance(page, BoardPage)
    game = at_the_draw.game
    assert game is not None
    assert set(page.rows[0].detail.split(" · ")) == set(game.state.deck.face_down)


def test_the_card_is_turned_over_after_a_held_breath_and_told_only_then(at_the_draw: Session) -> None:
    move_of(at_the_draw)
    at_the_draw.announcements()
    assert segment_kind(at_the_draw) == "card"
    assert wait(at_the_draw, CARD_S / 2) == []
    assert wait(at_the_draw, CARD_S / 4) == ["card"]
    assert segment_kind(at_the_draw) == "card"
    wait(at_the_draw, CARD_S / 2)
    assert segment_kind(at_the_draw) == "start"


def test_advance_leads_past_the_card_to_the_move_and_then_to_its_end(at_the_draw: Session) -> None:
    step = move_of(at_the_draw)
    at_the_draw.press(ADVANCE, 0.0)
    assert segment_kind(at_the_draw) == "start"
    assert step.playback.playing
    at_the_draw.press(ADVANCE, 0.0)
    assert step.playback.at_end


def test_the_move_waits_behind_the_menu_and_goes_on_where_it_stood(at_the_draw: Session) -> None:
    step = move_of(at_the_draw)
    at_the_draw.press(ADVANCE, at_the_draw.now)
    wait(at_the_draw, 3.0)
    before = step.playback
    at_the_draw.press(Press(Button.BACK, held=True), at_the_draw.now)
    assert at_the_draw.page.name == "menu"
    wait(at_the_draw, 60.0)
    at_the_draw.press(BACK, at_the_draw.now)
    assert at_the_draw.step is step
    at_the_draw.tick(at_the_draw.now + TURN_S)
    later = before.advanced(TURN_S)
    assert (step.playback.index, step.playback.playing) == (later.index, True)
    assert step.playback.elapsed_s == pytest.approx(later.elapsed_s)
    while not step.playback.at_end:
        wait(at_the_draw, TURN_S)
    at_the_draw.press(Press(Button.BACK, held=True), at_the_draw.now)
    wait(at_the_draw, 60.0)
    at_the_draw.press(BACK, at_the_draw.now)
    at_the_draw.tick(at_the_draw.now + TURN_S)
    assert at_the_draw.step is step, "its end can still be looked at"


def test_being_eaten_is_heard_at_the_bite_and_the_ring_flares_up(at_the_draw: Session) -> None:
    step = move_of(at_the_draw)
    at_the_draw.press(ADVANCE, 0.0)
    at_the_draw.announcements()
    bites = []
    flares = 0
    while not step.playback.at_end:
        for chime in wait(at_the_draw, TURN_S):
            if chime in EATEN:
                segment = step.playback.segment
                assert segment.bite_s is not None
                bites.append(step.playback.elapsed_s - segment.bite_s)
        flares += isinstance(at_the_draw.pattern, Flare)
    assert len(bites) == len(step.move.eaten)
    assert all(0.0 <= late <= 2 * TURN_S for late in bites)
    assert flares > 10


def moment(session: Session) -> CelebrationFrame:
    page = session.page
    assert isinstance(page, PlayedPage)
    assert isinstance(page.played, CelebrationFrame)
    return page.played


@pytest.mark.slow
def test_stage_two_has_its_moment_which_passes_by_itself() -> None:
    session = sample_pages.session(sample_pages.play_until(sample_pages.stage_is_over))
    assert moment(session).title == "Stage two"
    assert "gong" in [said.chime for said in session.announcements()]
    wait(session, CELEBRATION_S + 1.0)
    assert isinstance(session.page, ListPage)
    assert session.page.title == "Stage two begins."


@pytest.mark.slow
@pytest.mark.parametrize("press", [ADVANCE, DRAW, BACK])
def test_any_button_ends_a_moment(press: Press) -> None:
    session = sample_pages.session(sample_pages.play_until(sample_pages.is_over))
    assert moment(session).title == "Green wins!"
    session.press(press, 0.0)
    assert isinstance(session.step, FinstereFlureOverStep)


def test_a_player_whose_last_token_is_out_is_celebrated(at_the_draw: Session) -> None:
    at_the_draw.switch(celebrate_last_token(at_the_draw, Colour.BLUE, at_the_draw.go_on))
    assert moment(at_the_draw).title == "Blue is safe!"
    at_the_draw.press(ADVANCE, 0.0)
    assert at_the_draw.page.name == "draw"


def test_the_last_page_tells_the_story_and_shows_the_moves_again() -> None:
    session = sample_pages.session(sample_pages.play_until(sample_pages.is_over))
    session.press(ADVANCE, 0.0)
    step = session.step
    assert isinstance(step, FinstereFlureOverStep)
    assert isinstance(session.page, ListPage)
    texts = [row.text for row in session.page.rows]
    assert f"{step.story.rounds} rounds were played" in texts
    assert "Furunkulus liked Yellow best" in texts
    session.press(DRAW, 0.0)
    for number, move in enumerate(step.story.moves):
        again = session.step
        assert isinstance(again, MoveReplayStep), number
        assert again.move is move
        assert session.status == f"The monster's move {number + 1} of {len(step.story.moves)}"
        session.press(ADVANCE, 0.0)
    assert session.step is step


@pytest.mark.slow
def test_watch_the_monster_opens_in_the_middle_of_a_chase() -> None:
    session = sample_pages.session()
    session.touch("show finstere-flure chase", 0.0)
    step = session.step
    assert isinstance(step, ChaseStep)
    assert step.playback.segment.look is not None
    assert step.playback.segment.look.seen, "somebody is in sight at once"
    wait(session, 10.0)
    assert step.bitten_at is not None, "and eaten soon"
    wait(session, 60.0)
    assert step.playback.at_end
    assert session.page == step.page(), "it stays"
    session.press(ADVANCE, session.now)
    assert step.playback.playing, "another one"
    assert not step.playback.at_end
    session.press(BACK, session.now)
    assert session.page.name == "start"


def test_a_phone_of_another_language_is_told_the_move_and_the_celebration_in_its_own() -> None:
    use_language("es")
    session = sample_pages.session(sample_pages.walked())
    for step in (ChaseStep(session), celebrate_last_token(session, Colour.RED, lambda: None)):
        session.open(step)
        pages = [step.page()]
        for language in ("ja", "es"):
            with in_language(language):
                pages.append(step.page())
        spanish, japanese, again = map(told, pages)
        assert spanish == again
        assert spanish
        assert all(any("ぁ" <= letter <= "鿿" for letter in text) for text in japanese)


def told(page: object) -> list[str]:
    """Return what is told while something plays."""
    assert isinstance(page, PlayedPage)
    if isinstance(page.played, CelebrationFrame):
        return [page.played.title, page.played.line]
    assert isinstance(page.played, MoveFrame)
    return [text for segment in page.played.playback.segments for text in (segment.caption, segment.rule) if text]
