"""Posters: large pictures to choose from, in places that fit every window."""

from collections.abc import Callable

import pygame
import pytest

from companion.commands.play import offered_tables
from companion.device.language import COMPLETE, use_language
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PageView, RowTouched
from companion.screen.pages import Keys, ListPage, Poster, Row, Tone
from companion.screen.poster import emblem_poster
from tests.companion.screen.plain_pictures import PlainPictures

Size = tuple[int, int]
SIZES: list[Size] = [(1280, 720), (1920, 1080), (800, 480), (480, 800), (1024, 600), (640, 720)]
FONTS = Fonts()
KEYS = Keys(advance="Choose", draw="Next")
ROWS = tuple(Row(text, text) for text in ("Watch a game", "Watch the monster", "Settings", "Switch off", "Leave"))


def plain(_fonts: Fonts, size: Size) -> pygame.Surface:
    return pygame.Surface(size)


def failing(_fonts: Fonts, _size: Size) -> pygame.Surface:
    raise RuntimeError("no such file")


def square(_fonts: Fonts) -> float:
    return 1.0


def wide(_fonts: Fonts) -> float:
    return 1.5


def games(count: int) -> tuple[Row, ...]:
    return tuple(
        Row(f"A game with a long name {number}", str(number), detail="New game", sign=Poster(plain))
        for number in range(count)
    )


def page(tiles: tuple[Row, ...]) -> ListPage:
    return ListPage("start", "Which game?", ROWS, selected=0, keys=KEYS, tiles=tiles, posters=True)


def picture_height(size: Size, *, is_whole: bool) -> int:
    """Return the height (pixels) in which one of two posters is painted."""
    heights: list[int] = []

    def paint(_fonts: Fonts, picture: Size) -> pygame.Surface:
        heights.append(picture[1])
        return pygame.Surface(picture)

    signs = (Poster(paint, square if is_whole else None), Poster(plain))
    tiles = tuple(Row("A position", str(number), sign=sign) for number, sign in enumerate(signs))
    PageView(FONTS, PlainPictures()).painted(size, page(tiles))
    return max(heights)


GO_ON = Row("Go on with the game", "resume 1", "A game", "Round 3", Tone.NOW, Poster(plain))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("goes_on", [False, True])
def test_all_posters_and_rows_are_in_sight_and_can_be_touched(size: Size, count: int, goes_on: bool) -> None:
    view = PageView(FONTS, PlainPictures())
    shown = page(((GO_ON,) if goes_on else ()) + games(count))
    places = view.places(size, shown)
    assert {place.row.id for place in places} == {row.id for row in (*shown.tiles, *shown.rows)}
    body = lay_out_page(size).body
    for place in places:
        assert body.contains(place.box)
        assert min(place.box.size) >= lay_out_page(size).touch
        assert view.target_at(size, shown, place.box.center) == RowTouched(place.row.id)
    assert not [
        place for place in places for other in places if place is not other and place.box.colliderect(other.box)
    ]


@pytest.mark.parametrize("size", SIZES)
def test_four_posters_have_most_of_the_page_and_all_have_one_size(size: Size) -> None:
    shown = page(games(4))
    posters = [place.box for place in PageView(FONTS, PlainPictures()).places(size, shown) if place.row in shown.tiles]
    assert len({tuple(box.size) for box in posters}) == 1
    body = lay_out_page(size).body
    assert sum(box.width * box.height for box in posters) > 0.5 * body.width * body.height


@pytest.mark.parametrize("size", SIZES)
def test_words_stand_below_a_picture_of_which_all_is_to_be_seen(size: Size) -> None:
    """A position is no decoration: its lowest rows are not under the words."""
    above, on = picture_height(size, is_whole=True), picture_height(size, is_whole=False)
    assert 0.5 * on < above < on - lay_out_page(size).least


@pytest.mark.parametrize(("aspect", "are_stacked"), [(wide, True), (square, False)])
def test_wide_pictures_stand_one_above_the_other_on_an_upright_screen(
    aspect: Callable[[Fonts], float], are_stacked: bool
) -> None:
    tiles = tuple(Row(text, text, sign=Poster(plain, aspect)) for text in ("As it was", "As it is now"))
    shown = page(tiles)
    first, second = (
        place.box for place in PageView(FONTS, PlainPictures()).places((480, 800), shown) if place.row in tiles
    )
    assert (first.bottom <= second.top) == are_stacked


@pytest.mark.parametrize("size", SIZES)
def test_the_largest_poster_says_what_it_is_about(size: Size) -> None:
    """Three lines of it have room everywhere."""
    first = Row("First evening", "show", detail="Each rule is explained.", tone=Tone.NOW, sign=Poster(plain))
    canvas = PageView(FONTS, PlainPictures()).painted(size, page((first, *games(4))))
    assert first.detail in [written.text for written in canvas.written]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", COMPLETE)
def test_the_names_of_all_games_fit(size: Size, language: str) -> None:
    use_language(language)
    tables = offered_tables().values()
    tiles = tuple(Row(game.title(), game.rules.id, detail="New game", sign=Poster(plain)) for game in tables)
    assert not list(fit_problems(PageView(FONTS, PlainPictures()).painted(size, page((GO_ON, *tiles)))))


def test_a_game_whose_poster_fails_can_be_chosen_all_the_same() -> None:
    shown = page((Row("A stranger's game", "new", sign=Poster(failing)),))
    view = PageView(FONTS, PlainPictures())
    assert "new" in [place.row.id for place in view.places((800, 480), shown)]


@pytest.mark.parametrize("name", offered_tables())
@pytest.mark.parametrize("size", [(300, 280), (80, 44), (700, 200)])
def test_every_game_paints_a_poster_of_its_own(name: str, size: Size) -> None:
    game = offered_tables()[name]
    own = game.first_page.poster(FONTS, size)
    assert own.get_size() == size
    pixels = pygame.surfarray.array3d(own)
    assert len({tuple(colour) for colour in pixels.reshape(-1, 3).tolist()}) > 100, "a picture, not a plain ground"


def test_a_game_without_a_poster_has_its_emblem_on_a_ground_of_its_colour() -> None:
    def emblem(size: int) -> pygame.Surface:
        picture = pygame.Surface((size, size), pygame.SRCALPHA)
        pygame.draw.circle(picture, (200, 20, 20), (size // 2, size // 2), size // 3)
        return picture

    poster = emblem_poster(emblem, (300, 200))
    assert poster.get_at((150, 70))[:3] == (200, 20, 20)
    red, green, _ = poster.get_at((10, 10))[:3]
    assert red > 1.5 * green


@pytest.mark.parametrize("size", [(480, 400), (400, 480)])
def test_tiles_that_leave_no_room_for_rows_are_rows_of_the_list(size: Size) -> None:
    tiles = tuple(Row(f"Somebody {number}", f"tile-{number}", done=False) for number in range(10))
    rows = tuple(Row(f"A choice that takes some room {number}", f"row-{number}", "no") for number in range(8))
    view, text = PageView(FONTS, PlainPictures()), "Everybody takes a card; touch them clockwise, as you sit."
    for selected in (0, 9, 10, 17):
        shown = ListPage("players", "Who plays?", rows, text, selected, keys=KEYS, tiles=tiles)
        places = view.places(size, shown)
        assert (*tiles, *rows)[selected].id in {place.row.id for place in places}
        assert min(place.box.height for place in places) >= lay_out_page(size).touch
