"""Every page fits: nothing cut off, too small or over something else, in four languages and at all sizes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pygame
import pytest

from companion.box.language import LANGUAGES, use_language
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.screen.map_layout import lay_out_map
from companion.games.betrayal.table.explorer_step import ExplorerStep, PeopleStep
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.haunt_step import HauntStep
from companion.games.betrayal.table.players import SetUpStep
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.table.told_by import answers_telling
from companion.games.betrayal.table.why import WhyStep
from companion.journal import Journal
from companion.screen.fitting import misfits
from companion.screen.fonts import Fonts, languages_shown
from companion.screen.page_view import PageView
from companion.screen.pages import Page
from companion.table.menus import HelpStep, LogStep, MenuStep, UndoStep
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.components import CardKind, Floor
from engine.betrayal.state import Kind, Side
from hardware.buttons import Button
from tests.companion.games.betrayal.hand_house import begin, open_table, press, state_of, tell
from tests.engine.betrayal.random_games import random_game

STARTED = e.GameStarted(
    players=("heather", "brandon", "rhinehardt", "zostra", "flash", "missy"), first="heather", variants=("widows-walk",)
)
RATS = e.MonsterGroup("servant", Kind(3, 4, None, 2), (("servant-1", "foyer"), ("servant-2", "foyer")))
SMALL, LARGE = (800, 480), ((1280, 720), (1920, 1080), (480, 800))


def touched(session: Session, *row_ids: str) -> Page:
    """The page after these touches; they are taken back."""
    for row_id in row_ids:
        session.touch(row_id, 0.0)
    page = session.page
    assert isinstance(session.step, HouseStep)
    session.step.forget_answers()
    return page


def pages(session: Session) -> Iterator[Page]:
    """One of each kind, on the way from the set-up to the end of a haunt."""
    yield TABLE.new_game(session).page()
    yield SetUpStep(session, STARTED, {}).page()
    begin(session, STARTED, dice="virtual")
    yield session.page
    yield HauntStep(session).page()
    yield touched(session, "walk")
    yield touched(session, "door:N")
    yield touched(session, "else")
    yield touched(session, "else", "damaged", "heather", "physical", "3")
    yield touched(session, "else", "rolled", "heather", "speed")
    yield touched(session, "else", "rolled", "heather", "speed", "other")
    told(session, e.Drew(by="heather", card=CardKind.OMEN, name="ring"), e.TurnEnded(by="heather"))
    yield session.page
    told(session, e.HauntRolled(by="heather", faces=(0,) * 6))
    yield session.page
    yield touched(session, "from 11", "12")
    told(session, e.HauntBegan(by="heather", number=12, traitor="brandon", monsters=(RATS,)))
    yield session.page
    press(session, Button.ADVANCE)
    for step in (MenuStep, HelpStep, UndoStep, LogStep, PeopleStep, WhyStep, HauntStep):
        yield step(session).page()
    yield ExplorerStep(session, "rhinehardt").page()
    told(session, e.Placed(by="zostra", room="foyer"), e.Placed(by="rhinehardt", room="foyer"))
    yield touched(session, "attack", "servant-1")
    told(session, *(e.TurnEnded(by=who) for who in ("rhinehardt", "zostra", "flash", "missy", "heather", "brandon")))
    yield session.page
    told(session, e.Won(by="heather", side=Side.HEROES))
    yield session.page
    told(session, e.Confirmed(by="brandon"))
    yield session.page


def told(session: Session, *events: e.GameEvent) -> None:
    """Tells these events, whatever the hands must do in between."""
    for event in events:
        while not isinstance(session.step, HouseStep):
            press(session, Button.ADVANCE)
        tell(session, event, answers_telling(state_of(session), event))


@pytest.fixture(scope="module")
def view() -> tuple[Fonts, PageView]:
    fonts = Fonts()
    return fonts, PageView(fonts, TABLE.pictures(fonts))


def wrong(view: PageView, shown: Sequence[Page], sizes: Sequence[tuple[int, int]]) -> list[str]:
    return [
        f"{page.name} {size}: {problem}"
        for size in sizes
        for page in shown
        for problem in misfits(view.painted(size, page))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(view: tuple[Fonts, PageView], tmp_path: Path, language: str) -> None:
    fonts, painter = view
    if language not in languages_shown(fonts):
        pytest.skip("no font")
    use_language(language)
    journal = Journal.open(tmp_path / "games.sqlite")
    try:
        shown = list(pages(open_table(journal)))
    finally:
        journal.close()
    assert {page.name for page in shown} >= {
        *("players", "set-up", "turn", "haunt-roll", "haunt-setup", "put-right", "explorer", "why", "claim", "over"),
        "monsters",
    }
    assert wrong(painter, shown, [SMALL]) == []
    # Sizes differ little between languages: one more each, and all of them together.
    assert wrong(painter, shown, [LARGE[list(LANGUAGES).index(language) % len(LARGE)]]) == []


def test_a_house_of_many_rooms_is_shown_round_whoever_is_on_turn() -> None:
    *_, game = random_game(Random(3), 4, widows_walk=True, odd=0.0, most=220)
    state = game.state
    view = map_view(state, large=Floor.GROUND)
    assert {room.room for rooms in view.floors.values() for room in rooms} == state.house.rooms.keys()
    false = [(room.room, door) for rooms in view.floors.values() for room in rooms for door in room.false]
    assert all(not state.house.is_open(room, door) and door not in state.house.behind(room) for room, door in false)
    box = pygame.Rect(0, 0, 500, 400)
    layout = lay_out_map(box, view, 60, 11)
    assert layout[Floor.GROUND].side >= 60
    assert all(box.contains(one.box) for one in layout.values())
