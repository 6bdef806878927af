"""Betrayal's map and dice on pages of all sizes."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pygame
import pytest

from companion.device.language import COMPLETE, use_language
from companion.device.settings import Settings
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.names import explorer_letters, room_name
from companion.games.betrayal.screen import map_picture
from companion.games.betrayal.screen.map_layout import lay_out_map
from companion.games.betrayal.screen.map_picture import least_cell
from companion.games.betrayal.screen.room_labels import fit_name, name_margin, whole_names
from companion.games.betrayal.short_room_names import short_room_names
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.players import BetrayalPlayersStep
from companion.games.betrayal.table.roll_dialog import DiceView
from companion.journal import Journal
from companion.screen.canvas import Canvas
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts, languages_shown
from companion.screen.page_layout import lay_out_board, lay_out_page
from companion.screen.page_view import PageView
from companion.screen.pages import Page
from companion.table.session_start import open_session
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS, TILES, Floor
from tests.companion.games.betrayal.sample_pages import HOUSES, house
from tests.engine.betrayal.random_games import random_game

#: Size of a small window: width and height (pixels).
SMALL = (800, 480)
#: Sizes of the other windows: width and height of each (pixels).
LARGE = ((1280, 720), (1920, 1080), (480, 800))


@pytest.fixture(scope="module")
def view() -> tuple[Fonts, PageView]:
    fonts = Fonts()
    return fonts, PageView(fonts, TABLE.pictures(fonts))


def wrong(view: PageView, shown: Sequence[Page], sizes: Sequence[tuple[int, int]]) -> list[str]:
    return [
        f"{page.name} {size}: {problem}"
        for size in sizes
        for page in shown
        for problem in fit_problems(view.painted(size, page))
    ]


@pytest.mark.parametrize("language", COMPLETE)
def test_explorers_that_are_asked_for_are_in_sight_below_a_virtual_table(
    view: tuple[Fonts, PageView], language: str, journal: Journal
) -> None:
    if language not in languages_shown(view[0]):
        pytest.skip("no font")
    use_language(language)
    session = open_session(journal, Settings(language=language), [TABLE], sees=True)
    places = view[1].places((480, 400), BetrayalPlayersStep(session).page())
    assert sum(place.row.id in CHARACTERS for place in places) >= 5


@pytest.mark.parametrize("rooms", HOUSES)
def test_all_rooms_of_the_large_floor_are_in_sight(view: tuple[Fonts, PageView], rooms: int) -> None:
    state = house(rooms, 6).state
    shown = map_view(state)
    pictures = TABLE.pictures(view[0])
    for size in (SMALL, (1280, 720), (1920, 1080)):
        layout = lay_out_page(size)
        box = lay_out_board(layout, pictures.board_in).board
        canvas = Canvas(pygame.Surface(size), view[0], layout)
        large = lay_out_map(box, shown, least_cell(canvas), layout.least)[shown.large]
        assert all(large.room_box.contains(large.cell(room.x, room.y)) for room in shown.floors[shown.large])


@pytest.mark.parametrize("rooms", HOUSES)
def test_nearly_all_names_stand_whole_in_the_rooms(
    view: tuple[Fonts, PageView], rooms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bool] = []

    def recorded(fonts: Fonts, name: str, short: str, size: tuple[int, int], largest: int, least: int) -> Any:
        found = fit_name(fonts, name, short, size, largest, least)
        written.append(found[0] == name)
        return found

    monkeypatch.setattr(map_picture, "fit_name", recorded)
    state = house(rooms, 6).state
    pictures = TABLE.pictures(view[0])
    layout = lay_out_page((1280, 720))
    canvas = Canvas(pygame.Surface(layout.size), view[0], layout)
    for floor in state.floors:
        map_picture.paint_map(
            canvas, lay_out_board(layout, pictures.board_in).board, map_view(state, large=floor), pictures.sign
        )
    assert len(written) == len(state.house.rooms)
    assert written.count(False) <= 1


@pytest.mark.parametrize("language", COMPLETE)
def test_a_compound_name_stands_in_two_parts_in_a_narrow_cell(language: str) -> None:
    use_language(language)
    short = short_room_names()
    broken = [whole_names(room_name(room), short[room]) for room in TILES]
    assert all("".join(part.split("- ")) == name for name, *parts in broken for part in parts)
    if language == "de":
        halves = {part for _, *parts in broken for part in parts}
        assert {"Eingangs- halle", "Speise- zimmer", "Wein- keller", "Orgel- zimmer"} <= halves


@pytest.mark.parametrize("language", COMPLETE)
def test_in_the_smallest_cells_no_two_rooms_show_the_same_name(view: tuple[Fonts, PageView], language: str) -> None:
    fonts, _ = view
    if language not in languages_shown(fonts):
        pytest.skip("no font")
    use_language(language)
    short = short_room_names()
    assert short.keys() == TILES.keys()
    for size in (SMALL, *LARGE):
        canvas = Canvas(pygame.Surface(size), fonts, lay_out_page(size))
        side, letters = least_cell(canvas), canvas.layout.least
        wide = side - 2 * name_margin(side)
        for lines in (1, 2, 3):
            high = round(1.25 * lines * letters)
            shown = [fit_name(fonts, room_name(room), short[room], (wide, high), letters, letters) for room in TILES]
            texts = [text for text, _ in shown]
            assert all(texts)
            assert len(set(texts)) == len(texts)


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
    assert all(box.contains(room.box) for room in layout.values())


@pytest.mark.slow
def test_a_game_that_is_shown_again_tells_each_event_beside_the_house(view: tuple[Fonts, PageView]) -> None:
    _, painter = view
    game = house(40, 6)
    states = game.states()
    told = list(zip((None, *states), game.events, states, strict=False))
    pages = [TABLE.history.replayed(before, event, after) for before, event, after in told]
    assert all(page.caption and page.title for page in pages[1:])
    rolled = [page.board for page, (_, event, _) in zip(pages, told, strict=True) if isinstance(event, e.HauntRolled)]
    assert rolled
    assert all(isinstance(board, DiceView) for board in rolled)
    assert wrong(painter, pages[::12], [SMALL]) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_no_two_explorers_bear_the_same_letters(language: str) -> None:
    use_language(language)
    assert len({*map(explorer_letters, CHARACTERS)}) == len(CHARACTERS)
