"""Tests of the pages at every size and in every language: texts fit, touches work.

Nothing is drawn in vain.
"""

from dataclasses import replace
from gettext import NullTranslations
from itertools import combinations
from typing import Any

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.device import language
from companion.device.language import use_language
from companion.games.finstere_flure.playback.board_view import BoardView, Mark
from companion.games.finstere_flure.screen import ground, panel
from companion.games.finstere_flure.screen.board_picture import BoardPicture
from companion.games.finstere_flure.screen.colours import LETTER, WALL
from companion.games.finstere_flure.screen.layout import BoardFrame, screen_layout
from companion.games.finstere_flure.screen.pictures import FinstereFlurePictures
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fitting import fit_problems
from companion.screen.page_layout import lay_out_board, lay_out_page
from companion.screen.page_view import ButtonTouched, PageView, PlaceTouched, RowTouched
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage, Row, Snapshot, Tone
from companion.screen.signs import button_sign, check_box, tone_sign
from companion.screen.text import Fonts, Paragraph, fit, set_text
from companion.screen.theme import Rgb
from engine.finstere_flure.board import CELLS
from hardware.buttons import Button
from tests.companion.games.finstere_flure.screen.pseudo_languages import Hanzi, Longer
from tests.companion.games.finstere_flure.screen.sample_pages import at_moment, move, move_played, samples
from tests.companion.screen.contrast import contrast

pytestmark = pytest.mark.slow

Size = tuple[int, int]
#: Screens, and the halves of a window that has the virtual table in it too.
SIZES: list[Size] = [(800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280), (640, 720), (800, 900)]
#: Those with the least room for words.
TIGHT: list[Size] = [(800, 480), (720, 1280), (640, 720)]
#: Those, and the one with the most.
UNLIKE: list[Size] = [*TIGHT, (1920, 1080)]
PSEUDO: dict[str, NullTranslations] = {"longer": Longer(), "hanzi": Hanzi()}

FONTS = Fonts()
needs_chinese = pytest.mark.skipif(not FONTS.can_show("棋"), reason="no font with Chinese characters is installed")
RING: list[Rgb] = [(240, 186, 92)] * 6 + [(0, 0, 0)] * 18


PICTURES = FinstereFlurePictures(FONTS)
board_in = PICTURES.board_in


def page_view() -> PageView:
    """A window's view that has shown nothing yet; the boards that all of them paint are kept."""
    return PageView(FONTS, PICTURES)


def each_size(sizes: list[Size]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("size", sizes, ids=lambda size: "x".join(map(str, size)))


def speak(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if code in PSEUDO:
        monkeypatch.setattr(language.Translations, "catalogue", lambda _self, _code: PSEUDO[code])
    else:
        use_language(code)


def draw(view: PageView, page: Page, size: Size, time_s: float = 0.0) -> pygame.Surface:
    surface = pygame.Surface(size)
    view.draw(surface, page, ring=RING, time_s=time_s)
    return surface


def painted(size: Size, page: Page) -> Canvas:
    """Return the static part of the page, with a note of all its texts."""
    return page_view().painted(size, page)


# --- texts ---------------------------------------------------------------------------------------------------------


def check_texts(size: Size) -> None:
    """Each text fits, and there is a font for each of its characters."""
    view = page_view()
    for name, page in samples().items():
        canvas = view.painted(size, page)
        assert [f"{name}: {what}" for what in fit_problems(canvas)] == []
        assert [written.text for written in canvas.written if not FONTS.can_show(written.text)] == []


@pytest.mark.thorough(but=["800x480"])
@each_size(SIZES)
def test_every_text_fits_its_box(size: Size) -> None:
    check_texts(size)


@pytest.mark.thorough(but=["longer-720x1280"])
@each_size(TIGHT)
@pytest.mark.parametrize(
    "code", ["longer", "de", "fr", pytest.param("zh", marks=needs_chinese), pytest.param("hanzi", marks=needs_chinese)]
)
def test_every_text_fits_in_other_languages(code: str, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(code, monkeypatch)
    check_texts(size)


@pytest.mark.thorough(but=["zh-800x480", "fr-640x720", "de-720x1280"])
@each_size(TIGHT)
@pytest.mark.parametrize("code", ["en", "de", "fr", pytest.param("zh", marks=needs_chinese)])
def test_every_text_beside_the_monsters_move_fits(code: str, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    set_so: list[tuple[str, Paragraph]] = []

    def noting(fonts: Fonts, text: str, *args: Any, **options: Any) -> Paragraph:
        paragraph = fit(fonts, text, *args, **options)
        set_so.append((text, paragraph))
        return paragraph

    monkeypatch.setattr(panel, "fit", noting)
    speak(code, monkeypatch)
    page = move()
    view = page_view()
    for index in range(len(move_played(page).playback.segments)):
        draw(view, at_moment(page, index, 99.0), size)
    assert len(set_so) > 100
    for text, paragraph in set_so:
        assert not paragraph.cut, text
        assert paragraph.size >= lay_out_page(size).least, text


@pytest.mark.thorough(but=["720x1280"])
@each_size(UNLIKE)
def test_captions_are_legible_at_two_metres(size: Size) -> None:
    # Whoever joins with a phone stands nearer.
    pages = [page for page in samples().values() if isinstance(page, BoardPage) and page.name != "phones"]
    assert len(pages) > 5
    for page in pages:
        canvas = painted(size, page)
        caption = next(written for written in canvas.written if written.text == page.caption)
        assert caption.paragraph.size >= min(size) / 20, page.name


@needs_chinese
def test_chinese_characters_come_from_another_font_and_stand_on_the_same_line() -> None:
    assert FONTS.can_show("红方，请移动一枚棋子 4。")
    without = Fonts(others={})
    assert not without.can_show("红")
    assert without.can_show("Façade größer ★ →")
    mixed = FONTS.render("a4红", 40, False, (255, 255, 255))
    assert mixed.get_width() == FONTS.width("a4", 40) + FONTS.width("红", 40) == FONTS.width("a4红", 40)
    inked = np.argwhere(pygame.surfarray.array_alpha(mixed) > 0)[:, 1]
    assert inked.min() > 0
    assert inked.max() < mixed.get_height() - 1


@needs_chinese
def test_no_line_begins_with_what_closes_or_ends_with_what_opens() -> None:
    for width in range(80, 400, 7):
        lines = set_text(FONTS, "绿6出城堡了吗？请按“前进”键，或按（返回）键。", width, 30).lines
        assert not any(line[0] in "？”，）。" or line[-1] in "“（" for line in lines)


@needs_chinese
def test_no_japanese_line_begins_with_a_long_vowel_or_ends_with_a_bracket() -> None:
    for width in range(80, 400, 7):
        lines = set_text(FONTS, "カードを「引く」ボタンで、モンスターの移動（2〜3マス）を見ますか？", width, 30).lines
        assert not any(line[0] in "ー〜、」）？" or line[-1] in "「（" for line in lines)


def test_no_line_begins_with_a_french_colon() -> None:
    for width in range(80, 400, 7):
        lines = set_text(FONTS, "Le plat préféré : Jaune. Qui est « dehors » ? Personne !", width, 30).lines
        assert not any(line[0] in ":?!»" or line[-1] == "«" for line in lines)


def test_letters_on_the_board_stand_out_from_floor_and_walls() -> None:
    assert min(contrast(ground.CELL_NAME, slab) for slab in ground.SLABS) >= 4.5
    assert contrast(ground.RULER, theme.BACKGROUND) >= 4.5
    assert contrast(LETTER, WALL) >= 4.5


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720)])
def test_no_page_has_a_larger_board_than_the_monsters(size: Size) -> None:
    layout = lay_out_page(size)
    others = lay_out_board(layout, board_in).board
    room = (size[0], layout.body.bottom)
    assert screen_layout(room, with_buttons=False).boxes.board.width >= others.width


# --- touch ---------------------------------------------------------------------------------------------------------


@pytest.mark.thorough(but=["720x1280"])
@each_size(UNLIKE)
def test_buttons_rows_and_cells_can_be_touched(size: Size) -> None:
    view = page_view()
    layout = lay_out_page(size)
    for name, page in samples().items():
        for button in Button:
            assert view.target_at(size, page, layout.buttons[button].center) == ButtonTouched(button)
        assert view.target_at(size, page, layout.ring.center) is None
        if isinstance(page, BoardPage) and page.board_shown and not isinstance(page.board, Snapshot):
            box = view.board_box(size, page)
            assert box is not None
            board = BoardFrame.filling(box)
            for cell in CELLS:
                assert view.target_at(size, page, board.cell_box(cell).center) == PlaceTouched(cell), name
            assert view.target_at(size, page, board.box.topright) is None


@pytest.mark.thorough(but=["800x480"])
@each_size(UNLIKE)
def test_what_can_be_touched_is_large_enough_for_a_finger(size: Size) -> None:
    view = page_view()
    assert all(min(box.size) >= 44 for box in lay_out_page(size).buttons.values())
    touchable = 0
    for name, page in samples().items():
        for place in view.places(size, page):
            if place.row.id:
                touchable += 1
                assert place.box.height >= 44, name
                assert view.target_at(size, page, place.box.center) == RowTouched(place.row.id)
            else:
                assert not isinstance(view.target_at(size, page, place.box.center), RowTouched)
    assert touchable > 30


@given(st.integers(320, 2600), st.integers(240, 2000))
def test_nothing_overlaps_at_any_size(width: int, height: int) -> None:
    layout = lay_out_page((width, height))
    boxes = lay_out_board(layout, board_in)
    parts = [*layout.buttons.values(), layout.ring, boxes.board, boxes.head, boxes.panel]
    parts += [boxes.status] if boxes.status else []
    assert all(pygame.Rect(0, 0, width, height).contains(part) for part in parts)
    assert not any(part.colliderect(other) for part, other in combinations(parts, 2))


@settings(max_examples=12)
@given(st.integers(320, 800), st.integers(240, 800))
def test_every_page_can_be_drawn_in_windows_of_odd_sizes(width: int, height: int) -> None:
    view = page_view()
    for name in ("players", "problem", "move"):
        draw(view, samples()[name], (width, height))


# --- long lists ----------------------------------------------------------------------------------------------------


@pytest.mark.thorough(but=["800x480", "720x1280"])
@each_size(SIZES)
def test_a_long_list_shows_the_chosen_row_and_how_many_more_there_are(size: Size) -> None:
    rows = tuple(
        Row(f"What happened as number {number} {'and so on ' * (number % 4)}", f"{number}") for number in range(80)
    )
    view = page_view()
    for selected in (0, 1, 40, 78, 79):
        page = ListPage("log", "What happened", rows, "All of it.", selected)
        indices = [place.index for place in view.places(size, page)]
        assert selected in indices
        assert len(indices) > 1
        assert indices == list(range(indices[0], indices[-1] + 1))
        texts = {written.text for written in painted(size, page).written}
        assert (str(indices[0]) in texts) == (indices[0] > 0)
        assert (str(79 - indices[-1]) in texts) == (indices[-1] < 79)


def test_a_list_of_tasks_shows_the_first_that_is_not_done() -> None:
    rows = tuple(Row(f"Move the stone from a{number} to b{number}.", done=number < 25) for number in range(40))
    page = BoardPage("put-right", "The table", BoardView(), "Go on.", rows)
    assert 25 in [place.index for place in page_view().places((800, 480), page)]


def test_a_list_shows_the_row_that_counts_now() -> None:
    rows = tuple(
        Row(f"tile {number}", f"{number}", tone=Tone.NOW if number == 15 else Tone.PLAIN) for number in range(17)
    )
    page = BoardPage("place-tile", "Red", BoardView(), "Where?", rows)
    assert 15 in [place.index for place in page_view().places((800, 480), page)]


# --- no colour needed ----------------------------------------------------------------------------------------------


def light_pixels(picture: pygame.Surface) -> np.ndarray:
    """Return the light pixels of the picture, in any colour."""
    return np.asarray(pygame.surfarray.array3d(picture).max(axis=2) > 90)


def test_tones_and_buttons_can_be_told_apart_without_colours() -> None:
    signs = [sign for tone in Tone if (sign := tone_sign(tone, 40)) is not None]
    boxes = [check_box(done, tone, 40) for done, tone in ((True, Tone.PLAIN), (False, Tone.PLAIN), (False, Tone.BAD))]
    buttons = [button_sign(button, 40) for button in Button]
    assert len(signs) == 4
    for group in (signs, boxes, buttons):
        for first, other in combinations(group, 2):
            assert (light_pixels(first) != light_pixels(other)).mean() > 0.03


def test_marks_can_be_told_apart_without_colours() -> None:
    layout = lay_out_page((800, 480))
    board = BoardFrame.filling(lay_out_board(layout, board_in).board)
    pictures = []
    for tone in Tone:
        canvas = Canvas(pygame.Surface(layout.size), FONTS, layout)
        BoardPicture(canvas, board, Sprites(FONTS, board.cell)).paint(BoardView(marks=(Mark(("e5",), tone),)))
        cell = canvas.surface.subsurface(board.cell_box("e5").inflate(12, 12))
        pictures.append(pygame.surfarray.array3d(cell).max(axis=2) > 70)
    for first, other in combinations(pictures, 2):
        assert (first != other).mean() > 0.02


# --- what is drawn when --------------------------------------------------------------------------------------------


def test_the_same_page_is_the_same_picture_whatever_was_shown_before() -> None:
    view = page_view()
    between = samples()["stage"]

    def picture(page: Page) -> bytes:
        # A list of which only texts change stays where it is; after another page nothing is kept of it.
        draw(view, between, (640, 400))
        return pygame.image.tobytes(draw(view, page, (640, 400)), "RGB")

    first = {name: picture(page) for name, page in samples().items()}
    again = {name: picture(page) for name, page in reversed(samples().items())}
    assert first == again


def test_a_page_is_drawn_again_in_another_language() -> None:
    view = page_view()
    before = {name: pygame.image.tobytes(draw(view, page, (640, 400)), "RGB") for name, page in samples().items()}
    use_language("de")
    for name, page in samples().items():
        assert pygame.image.tobytes(draw(view, page, (640, 400)), "RGB") != before[name], name
    move_before = pygame.image.tobytes(draw(view, move(), (640, 400)), "RGB")
    use_language("fr")
    assert pygame.image.tobytes(draw(view, move(), (640, 400)), "RGB") != move_before


@pytest.mark.parametrize("name", ["settings", "tokens", "put-right", "problem", "move"])
def test_draw_tells_what_has_changed(name: str) -> None:
    page = samples()[name]
    view = page_view()
    surface = pygame.Surface((800, 480))

    def changed(time_s: float = 0.0, ring: list[Rgb] = RING, holding: tuple[str, float] | None = None) -> None:
        before = pygame.surfarray.array3d(surface)
        boxes = view.draw(surface, page, ring=ring, time_s=time_s, holding=holding)
        differs = (pygame.surfarray.array3d(surface) != before).any(axis=2)
        for box in boxes:
            differs[box.left : box.right, box.top : box.bottom] = False
        assert not differs.any()

    changed()
    assert name == "move" or not view.draw(surface, page, ring=RING, time_s=0.0)
    changed(time_s=0.7)
    changed(time_s=0.7, ring=RING[::-1])
    changed(time_s=0.7, ring=RING[::-1], holding=("advance", 0.3))
    changed(time_s=0.7, ring=RING[::-1], holding=("back", 0.6))
    changed(time_s=0.7, ring=RING[::-1])


def test_only_what_moves_is_drawn_again() -> None:
    view, size = page_view(), (800, 480)
    named = samples()
    assert view.next_change(size, named["settings"], 3.0) is None
    assert view.next_change(size, named["tokens"], 3.0) is None
    pulse_s = view.next_change(size, named["put-right"], 3.0)
    assert pulse_s is not None
    assert 0.0 < pulse_s < 0.2
    page = named["move"]
    assert isinstance(page, PlayedPage)
    assert view.next_change(size, page, 0.0) is not None
    assert view.next_change(size, replace(page, moving=False), 0.0) is None


def test_the_button_that_is_held_fills() -> None:
    view = page_view()
    page = samples()["put-right"]
    box = lay_out_page((800, 480)).buttons[Button.ADVANCE]
    light = []
    for share in (0.0, 0.5, 1.0):
        surface = pygame.Surface((800, 480))
        view.draw(surface, page, ring=RING, time_s=0.0, holding=("advance", share))
        light.append(pygame.surfarray.array3d(surface.subsurface(box)).astype(int).sum())
    assert light[0] < light[1] < light[2]


@pytest.mark.parametrize("count", [0, 1, 8, 12, 24, 60])
def test_the_ring_has_as_many_lights_as_it_is_given(count: int) -> None:
    view = page_view()
    page = samples()["menu"]
    dark, lit = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    view.draw(dark, page, ring=[(0, 0, 0)] * count, time_s=0.0)
    view.draw(lit, page, ring=[(0, 255, 0)] + [(0, 0, 0)] * (count - 1) if count else [], time_s=0.0)
    green = pygame.surfarray.array3d(lit).astype(int)[..., 1] - pygame.surfarray.array3d(dark)[..., 1]
    places = np.argwhere(green > 60)
    ring = lay_out_page((800, 480)).ring
    assert all(ring.collidepoint(x, y) for x, y in places)
    if count:
        # The first light is on top.
        assert abs(places[:, 0].mean() - ring.centerx) < 2
        assert places[:, 1].mean() < ring.centery - ring.height / 4
    else:
        assert not len(places)
