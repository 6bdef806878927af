"""Themes for eyes of all kinds: colours that stand apart, larger letters, pages drawn anew."""

from itertools import combinations

import pygame
import pytest

from companion.device.settings import THEME, TYPE_SIZE
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.screen import theme
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Row, Tone
from companion.screen.signs import tone_colour, tone_sign
from companion.screen.theme import THEMES, Rgb
from tests.companion.games.finstere_flure.screen.sample_pages import samples as finstere_flure_pages
from tests.companion.screen.colour_vision import DEFICIENCIES, difference
from tests.companion.screen.contrast import contrast
from tests.companion.screen.plain_pictures import Crosses, PlainPictures
from tests.companion.screen.themed import themed
from tests.companion.written_language import use_written_language

FONTS = Fonts()
PAGE = BoardPage("move", "X plays", Crosses("X.O.X...."), "X plays.", (Row("Cell 1", "1"), Row("Cell 2", "2")))


def mean_colour(surface: pygame.Surface) -> Rgb:
    red, green, blue, _ = pygame.transform.average_color(surface)
    return red, green, blue


@pytest.mark.parametrize("deficiency", ["", *DEFICIENCIES])
def test_colour_blind_players_tell_right_wrong_now_and_waiting_apart(deficiency: str) -> None:
    colours = THEMES["colour-blind"]
    tones = (colours.accent, colours.good, colours.loss, colours.waiting)
    differences = [difference(first, second, deficiency) for first, second in combinations(tones, 2)]
    assert min(differences) > 20


def test_the_usual_right_and_wrong_are_what_the_theme_is_for() -> None:
    usual = THEMES[theme.USUAL]
    assert difference(usual.good, usual.accent, "protanopia") < 20


@pytest.mark.parametrize("name", THEMES)
def test_texts_and_tones_stand_out_from_panels(name: str) -> None:
    colours, least = THEMES[name], 7 if name == "contrast" else 4.5
    for ground in (colours.background, colours.panel, colours.panel_raised):
        for ink in (colours.text, colours.text_soft, colours.accent, colours.good, colours.loss, colours.waiting):
            assert contrast(ink, ground) >= least, (ink, ground)


def test_every_theme_and_size_of_letters_can_be_chosen() -> None:
    assert THEME.values == tuple(THEMES)
    assert THEME.default == theme.USUAL
    assert TYPE_SIZE.default == 1.0


def test_a_page_is_drawn_anew_when_the_theme_or_the_letters_change() -> None:
    view, surface = PageView(FONTS, PlainPictures()), pygame.Surface((800, 480))
    pictures = []
    for name, size in ((theme.USUAL, 1.0), ("contrast", 1.0), (theme.USUAL, 1.4), (theme.USUAL, 1.0)):
        view.type_size = size
        with themed(name):
            view.draw(surface, PAGE, ring=(), time_s=0.0)
            pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert len(set(pictures[:3])) == 3
    assert pictures[3] == pictures[0]


def test_signs_of_tones_are_in_the_colours_of_the_theme() -> None:
    usual = tone_sign(Tone.GOOD, 40)
    with themed("colour-blind"):
        other = tone_sign(Tone.GOOD, 40)
        assert tone_colour(Tone.GOOD) == THEMES["colour-blind"].good
    assert usual is not None
    assert other is not None
    assert difference(mean_colour(usual), mean_colour(other)) > 20


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 480), (480, 800), (640, 720)])
def test_letters_grow_and_stay_in_order(size: tuple[int, int]) -> None:
    usual, grown = lay_out_page(size).sizes, lay_out_page(size, type_size=1.4).sizes
    assert all(large >= 1.15 * small for large, small in zip(grown, usual, strict=True))
    assert list(grown) == sorted(grown, reverse=True)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_cuts_larger_letters(language: str) -> None:
    use_written_language(language, FONTS)
    view, pages = PageView(FONTS, FINSTERE_FLURE.pictures(FONTS)), finstere_flure_pages()
    view.type_size = TYPE_SIZE.values[-1]
    cut = [
        (name, text.text)
        for name in ("review", "lesson", "move")
        for text in view.painted((800, 480), pages[name]).written
        if text.paragraph.cut and not text.may_be_cut
    ]
    assert cut == []


def test_letters_are_smaller_again_where_one_or_two_rows_would_be_in_sight() -> None:
    view, pages = PageView(FONTS, FINSTERE_FLURE.pictures(FONTS)), finstere_flure_pages()
    view.type_size = TYPE_SIZE.values[-1]
    # Below a virtual table in an upright window.
    names = ("foresight-tokens", "waiting", "over")
    assert [name for name in names if len(view.places((480, 414), pages[name])) < 3] == []
