"""Tests of the screen at every size, the window's keys and buttons, and exported files.

They run without a display.
"""

from dataclasses import replace
from itertools import combinations
from math import ceil
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.device import display
from companion.device.display import NoDisplayError
from companion.device.errors import UserError
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import SegmentKind, still, timeline, turning_over
from companion.games.finstere_flure.screen import export, window
from companion.games.finstere_flure.screen.export import export_move
from companion.games.finstere_flure.screen.layout import (
    ROW,
    Layout,
    PlaybackButton,
    framed,
    layout_without_board,
    screen_layout,
    without_standing,
)
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.games.finstere_flure.screen.panel import Panel
from companion.games.finstere_flure.screen.sprites import REACH, Sprites
from companion.games.finstere_flure.screen.tokens import SHAPES, token_picture
from companion.games.finstere_flure.screen.window import KEYS, WindowState, commands, obey, play
from companion.games.finstere_flure.table.standing import standing_of
from companion.main import main
from companion.screen import theme
from companion.screen.guard import Guard
from companion.screen.text import Fonts, fit
from engine.finstere_flure.board import CELLS
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.pieces import Colour, Side
from tests.companion.games.finstere_flure.screen.sample_pages import play_until
from tests.engine.finstere_flure.monster_tables import EXAMPLE, TABLES

pytestmark = pytest.mark.slow

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280)]
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


# --- layout --------------------------------------------------------------------------------------------------------


def boxes_of(size: tuple[int, int], with_buttons: bool) -> dict[str, pygame.Rect]:
    return named_boxes(screen_layout(size, with_buttons))


def named_boxes(layout: Layout) -> dict[str, pygame.Rect]:
    boxes = {name: box for name, box in vars(layout.boxes).items() if box is not None}
    return boxes | {f"button {name}": layout.buttons[name] for name in ROW if name in layout.buttons}


@pytest.mark.parametrize("with_buttons", [True, False])
@each_size
def test_nothing_overlaps_and_nothing_is_cut_off(size: tuple[int, int], with_buttons: bool) -> None:
    boxes = boxes_of(size, with_buttons)
    for name, box in boxes.items():
        assert pygame.Rect((0, 0), size).contains(box), name
        assert min(box.size) > 0, name
    for (name, box), (other_name, other) in combinations(boxes.items(), 2):
        assert not box.colliderect(other), f"{name} and {other_name}"


@each_size
def test_a_board_that_lies_on_no_table_is_framed_inside_its_room(size: tuple[int, int]) -> None:
    usual = screen_layout(size, with_buttons=False)
    layout = framed(usual)
    frame, board = layout.board_frame, layout.boxes.board
    assert frame is not None
    assert usual.boxes.board.contains(frame)
    assert frame.contains(board)
    assert board.contains(layout.cell_box("p11"))
    assert frame.bottom - board.bottom < board.top - frame.top, "above it is its label"
    others = [box for name, box in named_boxes(layout).items() if name != "board"]
    assert frame.collidelist(others) < 0


@each_size
def test_without_a_standing_what_is_seen_has_its_room(size: tuple[int, int]) -> None:
    for usual in (screen_layout(size, with_buttons=False), layout_without_board(size)):
        layout = without_standing(usual)
        boxes = named_boxes(layout)
        assert "standing" not in boxes
        assert boxes["sight"].height >= usual.boxes.sight.height
        assert not any(box.colliderect(other) for box, other in combinations(boxes.values(), 2))
        assert all(pygame.Rect((0, 0), layout.size).contains(box) for box in boxes.values())


@each_size
def test_an_imagined_move_is_drawn_with_its_label(size: tuple[int, int], fonts: Fonts) -> None:
    playback = Playback(timeline(EXAMPLE.move))
    shown = [
        picture_of(MoveView(fonts, EXAMPLE.move, with_buttons=False, imagined=imagined), playback, size)
        for imagined in (False, True)
    ]
    plate = [int((picture == theme.TEXT_SOFT).all(axis=2).sum()) for picture in shown]
    assert plate[1] - plate[0] > min(size)


@pytest.mark.parametrize("size", [(640, 720), (400, 480), (480, 400), (960, 1080)])
def test_beside_a_virtual_table_all_that_is_said_of_the_move_has_the_room(size: tuple[int, int], fonts: Fonts) -> None:
    boxes = named_boxes(layout_without_board(size))
    assert not boxes.pop("board").size[0]
    assert all(pygame.Rect((0, 0), size).contains(box) and min(box.size) > 0 for box in boxes.values())
    assert not any(box.colliderect(other) for box, other in combinations(boxes.values(), 2))
    table = next(table for table in TABLES if any(segment.meal for segment in timeline(table.move)))
    segments = (turning_over(table.move), *timeline(table.move))
    view = MoveView(fonts, table.move, with_buttons=False, with_board=False)
    surface = pygame.Surface(size)
    for index, segment in enumerate(segments):
        view.draw(surface, Playback(segments, index, 0.9 * segment.motion_s, playing=False), "Round 2", 3)
        assert len(np.unique(pygame.surfarray.array2d(surface))) > 100


@given(st.integers(320, 4000), st.integers(240, 4000))
def test_nothing_overlaps_at_any_size(width: int, height: int) -> None:
    boxes = boxes_of((width, height), with_buttons=True)
    assert all(pygame.Rect(0, 0, width, height).contains(box) for box in boxes.values())
    assert not any(box.colliderect(other) for box, other in combinations(boxes.values(), 2))


@each_size
def test_the_board_is_the_largest_thing_on_the_screen(size: tuple[int, int]) -> None:
    board = screen_layout(size).boxes.board
    others = [box for name, box in boxes_of(size, with_buttons=True).items() if name != "board"]
    assert board.width * board.height > max(box.width * box.height for box in others) * 2


@each_size
def test_fingers_can_hit_the_buttons_and_none_lies_on_a_cell(size: tuple[int, int]) -> None:
    layout = screen_layout(size)
    assert set(layout.buttons) == set(PlaybackButton)
    for box in layout.buttons.values():
        assert min(box.size) >= 40
        assert not any(box.colliderect(layout.cell_box(cell)) for cell in CELLS)


# --- text ----------------------------------------------------------------------------------------------------------

CAPTIONS = sorted({segment.caption for table in TABLES for segment in timeline(table.move)})


@each_size
def test_every_caption_fits_its_box_and_is_legible_from_afar(size: tuple[int, int], fonts: Fonts) -> None:
    layout = screen_layout(size)
    panel = Panel(layout, fonts, Sprites(fonts, layout.cell), EXAMPLE.position, parse_card("8"), 8)
    for caption in CAPTIONS:
        paragraph, box = panel.caption_paragraph(caption)
        assert " ".join(paragraph.lines) == caption, "nothing is cut"
        assert paragraph.width <= box.width
        assert paragraph.height <= box.height
        assert layout.boxes.caption.contains(box)
        assert paragraph.line_height >= size[1] / 30


@settings(max_examples=60)
@given(text=st.text(min_size=1, max_size=80), width=st.integers(20, 600), height=st.integers(20, 200))
def test_any_text_stays_inside_its_box(text: str, width: int, height: int) -> None:
    paragraph = fit(FONTS, text, (width, height), 60, 8)
    assert paragraph.height <= height
    # A single letter may be wider than the narrowest box; nothing longer is.
    assert paragraph.width <= width or max(map(len, paragraph.lines)) <= 2


FONTS = Fonts()


def test_a_text_that_fits_nowhere_ends_with_an_ellipsis(fonts: Fonts) -> None:
    paragraph = fit(fonts, "far too long for so small a box", (60, 12), 30, 9)
    assert paragraph.lines[-1].endswith("…")
    assert paragraph.width <= 60


def test_a_missing_font_is_said_once_and_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = Fonts(tmp_path / "none.ttf", tmp_path / "none-bold.ttf")
    assert capsys.readouterr().err.count("\n") == 1
    assert plain.get(20).render("still legible", True, (255, 255, 255)).get_width() > 50


def test_the_standing_has_the_players_in_the_order_of_their_seats(fonts: Fonts) -> None:
    seats = (Colour.YELLOW, Colour.RED, Colour.GREEN)
    game = play_until(lambda game: game.state.monster_move is not None, GameStarted(seats, Colour.GREEN, SetUp.BASIC))
    move = game.state.monster_move
    assert move is not None
    layout = screen_layout((1280, 720))
    panel = Panel(layout, fonts, Sprites(fonts, layout.cell), move.start, parse_card(move.card), len(move.steps))
    panel.draw(pygame.Surface((1280, 720)), Playback(timeline(move)), decided=False, done=False)
    assert sorted(panel.eaten_places, key=lambda colour: panel.eaten_places[colour].left) == list(seats)
    assert standing_of(game.state).signs == seats


# --- pictures ------------------------------------------------------------------------------------------------------


def picture_of(view: MoveView, playback: Playback, size: tuple[int, int]) -> np.ndarray:
    surface = pygame.Surface(size)
    view.draw(surface, playback)
    return pygame.surfarray.array3d(surface)


@pytest.mark.thorough(but=["size0"])
@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_every_kind_of_beat_can_be_drawn_at_every_moment(size: tuple[int, int], fonts: Fonts) -> None:
    missing = set(SegmentKind)
    for table in TABLES:
        segments = (turning_over(table.move), *timeline(table.move))
        new = [index for index, segment in enumerate(segments) if segment.kind in missing]
        view = MoveView(fonts, table.move)
        for index in new:
            missing.discard(segments[index].kind)
            surface = pygame.Surface(size)
            for share in (0.0, 0.3, 0.7, 1.0):
                view.draw(surface, Playback(segments, index, share * segments[index].motion_s, playing=False))
            assert len(np.unique(pygame.surfarray.array2d(surface))) > 100
    assert not missing


def test_the_same_moment_is_the_same_picture_however_one_came_there(fonts: Fonts) -> None:
    segments = timeline(EXAMPLE.move)
    view = MoveView(fonts, EXAMPLE.move)
    playback = Playback(segments)
    for _ in range(6):
        playback = playback.forward().advanced(99.0)
    there_and_back = playback.forward().forward().back().back()
    first = picture_of(view, playback, (800, 480))
    picture_of(view, there_and_back.replayed(), (1280, 720))
    assert np.array_equal(picture_of(view, there_and_back, (800, 480)), first)


def test_what_happens_shows_only_where_it_happens(fonts: Fonts) -> None:
    """A step on the left of the board changes nothing on the right or beside the board."""
    segments = timeline(EXAMPLE.move)
    walk = next(index for index, segment in enumerate(segments) if segment.kind is SegmentKind.WALK)
    view = MoveView(fonts, EXAMPLE.move)
    before = picture_of(view, Playback(segments, walk, 0.0, playing=False), (800, 480))
    after = picture_of(view, Playback(segments, walk, 0.2, playing=False), (800, 480))
    changed = np.argwhere((before != after).any(axis=2))
    layout = screen_layout((800, 480))
    # The light goes with the monster.
    light = ceil(REACH * layout.cell)
    around = layout.cell_box("j8").union(layout.cell_box("j7")).inflate(light, light)
    assert len(changed)
    assert all(around.collidepoint(x, y) for x, y in changed)


def test_tokens_can_be_told_apart_without_colours(fonts: Fonts) -> None:
    silhouettes = [
        pygame.surfarray.array_alpha(token_picture(fonts, colour, None, Side.WHITE, 27)) > 127 for colour in Colour
    ]
    assert set(SHAPES) == set(Colour)
    for first, other in combinations(silhouettes, 2):
        assert (first != other).mean() > 0.08


def test_the_two_sides_of_a_token_look_different(fonts: Fonts) -> None:
    for colour in Colour:
        sides = [pygame.surfarray.array3d(token_picture(fonts, colour, 4, side, 40)).astype(int) for side in Side]
        assert abs(sides[0] - sides[1]).max() > 200


@each_size
def test_a_table_on_which_nothing_moves_can_be_shown(size: tuple[int, int], fonts: Fonts) -> None:
    surface = pygame.Surface(size)
    MoveView(fonts, EXAMPLE.position).draw(surface, Playback(still(EXAMPLE.position)))
    assert len(np.unique(pygame.surfarray.array2d(surface))) > 100


def test_a_move_can_be_drawn_in_a_tiny_window(fonts: Fonts) -> None:
    picture_of(MoveView(fonts, EXAMPLE.move), Playback(timeline(EXAMPLE.move)), (40, 30))


# --- keys and buttons ----------------------------------------------------------------------------------------------


def key(code: int, typed: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=typed, mod=0, scancode=0)


def click(point: tuple[int, int], button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=button)


def after(event: pygame.event.Event, state: WindowState) -> WindowState:
    view = MoveView(FONTS, EXAMPLE.move)
    for command in commands(event, view, (800, 480)):
        state = obey(state, command)
    return state


MIDDLE = WindowState(Playback(timeline(EXAMPLE.move), index=5, playing=True))


@pytest.mark.parametrize("code", [pygame.K_SPACE, pygame.K_RIGHT, pygame.K_DOWN])
def test_space_and_arrows_step_on(code: int) -> None:
    assert after(key(code), MIDDLE).playback == MIDDLE.playback.forward()


@pytest.mark.parametrize("code", [pygame.K_LEFT, pygame.K_UP, pygame.K_BACKSPACE])
def test_arrows_go_back(code: int) -> None:
    assert after(key(code), MIDDLE).playback == MIDDLE.playback.back()


def test_r_replays_and_p_pauses() -> None:
    assert after(key(pygame.K_r), MIDDLE).playback.index == 0
    assert not after(key(pygame.K_p), MIDDLE).playback.playing


@pytest.mark.parametrize("event", [key(pygame.K_PLUS), key(pygame.K_KP_PLUS), key(pygame.K_EQUALS, "+")])
def test_plus_is_faster_on_every_keyboard(event: pygame.event.Event) -> None:
    assert after(event, MIDDLE).playback.speed > 1.0


def test_minus_is_slower() -> None:
    assert after(key(pygame.K_MINUS, "-"), MIDDLE).playback.speed < 1.0


def test_f_fills_the_screen_and_gives_it_back() -> None:
    full = after(key(pygame.K_f), MIDDLE)
    assert full.full_screen
    assert not after(key(pygame.K_f), full).full_screen


@pytest.mark.parametrize("event", [key(pygame.K_ESCAPE), key(pygame.K_q), pygame.event.Event(pygame.QUIT)])
def test_escape_q_and_the_windows_cross_leave(event: pygame.event.Event) -> None:
    assert after(event, MIDDLE).quit_requested


@given(st.integers(0, 2**31 - 1), st.text(max_size=2))
def test_other_keys_do_nothing(code: int, typed: str) -> None:
    if code not in KEYS and typed not in window.SIGNS:
        assert after(key(code, typed), MIDDLE) == MIDDLE


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        (PlaybackButton.BACK, obey(MIDDLE, window.Command.BACK)),
        (PlaybackButton.PLAY, obey(MIDDLE, window.Command.PLAY)),
        (PlaybackButton.FORWARD, obey(MIDDLE, window.Command.FORWARD)),
        (PlaybackButton.REPLAY, obey(MIDDLE, window.Command.REPLAY)),
        (PlaybackButton.SPEED, obey(MIDDLE, window.Command.FASTER)),
        (PlaybackButton.LEAVE, replace(MIDDLE, quit_requested=True)),
    ],
)
def test_the_buttons_do_what_the_keys_do(button: PlaybackButton, expected: WindowState) -> None:
    point = screen_layout((800, 480)).buttons[button].center
    assert after(click(point), MIDDLE) == expected
    assert after(click(point, button=3), MIDDLE) == MIDDLE


def test_a_click_beside_the_buttons_does_nothing() -> None:
    assert after(click(screen_layout((800, 480)).boxes.board.center), MIDDLE) == MIDDLE


# --- the real window -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("display")
def test_the_window_obeys_its_events_and_closes() -> None:
    for event in (key(pygame.K_RIGHT), key(pygame.K_RIGHT), key(pygame.K_LEFT), key(pygame.K_z), key(pygame.K_ESCAPE)):
        pygame.event.post(event)
    playback = play(EXAMPLE.move, size=(800, 480))
    assert (playback.index, playback.playing) == (1, False)
    assert not pygame.display.get_init()


@pytest.mark.usefixtures("display")
def test_the_window_fills_the_screen_and_draws_what_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[tuple[int, int], int]] = []
    original = MoveView.draw

    def noting(view: MoveView, surface: pygame.Surface, playback: Playback, status: str) -> None:
        drawn.append((surface.get_size(), playback.index))
        original(view, surface, playback, status)
        if len(drawn) == 1:
            pygame.event.post(key(pygame.K_f))
        elif len(drawn) == 3:
            pygame.event.post(key(pygame.K_SPACE))
        elif len(drawn) == 6:
            pygame.event.post(key(pygame.K_q))

    monkeypatch.setattr(MoveView, "draw", noting)
    play(EXAMPLE.move, size=(640, 400))
    sizes = [size for size, _ in drawn]
    assert sizes[0] == (640, 400)
    assert sizes[-1] == pygame_screen_size(sizes)
    assert drawn[-1][1] == 1


def pygame_screen_size(sizes: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the size that the window had when it filled the screen: another one than at first."""
    return next(size for size in sizes if size != sizes[0])


@pytest.mark.usefixtures("display")
def test_while_nothing_moves_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = 0
    turns = 0
    original = MoveView.draw

    def counting(view: MoveView, surface: pygame.Surface, playback: Playback, status: str) -> None:
        nonlocal drawn
        drawn += 1
        original(view, surface, playback, status)

    def wait(_longest_ms: int) -> pygame.event.Event:
        """Let no time pass, and close the window after a while."""
        nonlocal turns
        turns += 1
        return key(pygame.K_ESCAPE) if turns == 50 else pygame.event.Event(pygame.NOEVENT)

    monkeypatch.setattr(MoveView, "draw", counting)
    monkeypatch.setattr(pygame.event, "wait", wait)
    play(EXAMPLE.position, size=(640, 400))
    assert turns == 50
    assert drawn == 1


def test_no_display_is_one_sentence_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(display, "_may_have_screen", lambda: False)
    with pytest.raises(NoDisplayError, match="--export"):
        play(EXAMPLE.move)


# --- export --------------------------------------------------------------------------------------------------------


def test_the_animation_moves_and_ends_with_the_final_table(tmp_path: Path) -> None:
    path = tmp_path / "move.gif"
    export_move(EXAMPLE.move, path, (480, 288))
    with Image.open(path) as animation:
        frames = getattr(animation, "n_frames", 1)
        assert frames > 50
        animation.seek(frames - 1)
        last = np.asarray(animation.convert("RGB")).astype(int)
        assert animation.info["duration"] == export.LAST_PICTURE_S * 1000
    segments = timeline(EXAMPLE.move)
    end = Playback(segments, len(segments) - 1, segments[-1].duration_s)
    view = MoveView(FONTS, EXAMPLE.move, with_buttons=False)
    expected = picture_of(view, end, (480, 288)).swapaxes(0, 1).astype(int)
    # One palette of 255 colours serves all frames, so colours are near, not equal.
    assert np.abs(last - expected).mean() < 6
    assert path.stat().st_size < 2_000_000


def test_the_picture_shows_the_final_table(tmp_path: Path) -> None:
    path = tmp_path / "move.png"
    export_move(EXAMPLE.move, path, (800, 480))
    segments = timeline(EXAMPLE.move)
    end = Playback(segments, len(segments) - 1, segments[-1].duration_s, playing=False)
    expected = picture_of(MoveView(FONTS, EXAMPLE.move, with_buttons=False), end, (800, 480))
    with Image.open(path) as picture:
        assert np.array_equal(np.asarray(picture), expected.swapaxes(0, 1))


def test_a_table_on_which_nothing_moves_can_be_exported(tmp_path: Path) -> None:
    for name in ("table.gif", "table.png"):
        export_move(EXAMPLE.position, tmp_path / name, (320, 240))
        with Image.open(tmp_path / name) as picture:
            assert picture.size == (320, 240)


@pytest.mark.parametrize("name", ["move.mp4", "move", "nowhere/move.gif"])
def test_a_name_that_cannot_be_written_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="move"):
        export_move(EXAMPLE.move, tmp_path / name)
    assert not any(tmp_path.iterdir())


# --- the command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def drawing(tmp_path: Path) -> str:
    path = tmp_path / "table.txt"
    path.write_text(EXAMPLE.drawing, encoding="utf-8")
    return str(path)


def test_the_command_writes_the_final_picture(drawing: str, tmp_path: Path) -> None:
    out = tmp_path / "end.png"
    assert main(["show", drawing, "--card", "8", "--export", str(out), "--size", "640x400"]) == 0
    with Image.open(out) as picture:
        assert picture.size == (640, 400)


@pytest.mark.usefixtures("display")
def test_the_command_opens_the_window(drawing: str) -> None:
    pygame.event.post(key(pygame.K_ESCAPE))
    assert main(["show", drawing, "--card", "XX", "--size", "800x480", "--speed", "2"]) == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--card", "99"], "card '99'"),
        (["--size", "wide"], "size 'wide'"),
        (["--size", "1x1"], "size '1x1'"),
        (["--speed", "nan"], "speed 'nan'"),
        (["--speed", "fast"], "speed 'fast'"),
        (["--export", "move.mp4"], "move.mp4"),
    ],
)
def test_bad_options_are_one_sentence(
    words: list[str], complaint: str, drawing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", drawing, *words]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_moment_that_cannot_be_drawn_begins_the_move_anew_and_one_that_never_can_stops_it(
    display: None,  # noqa: ARG001 - as a window has it
    fonts: Fonts,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COMPANION_GUARD")
    view = MoveView(fonts, EXAMPLE.move)
    shown = window._Playing(view, MIDDLE)
    guard, surface = Guard(shown), pygame.display.set_mode((320, 240))
    captions: list[str] = []
    monkeypatch.setattr(Panel, "_caption", lambda _panel, _surface, text: captions.append(text))
    with monkeypatch.context() as patch:
        patch.setattr(view, "draw", lambda *_: 1 / 0)
        guard.turn(surface, 1.0, stale=True)
        assert (shown.state.playback.index, shown.state.playback.moving) == (0, True)
        for time_s in (2.0, 3.0):
            guard.turn(surface, time_s, stale=True)
        assert not shown.state.playback.moving
    guard.turn(surface, 30.0, stale=True)
    assert captions[-1] == "Something failed in the companion: the move stops here. Go on by hand."


# --- looks explained ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("display")
def test_w_explains_the_look_and_leads_back_to_the_move(fonts: Fonts) -> None:
    surface = pygame.display.set_mode((800, 480))
    move = EXAMPLE.move
    shown = window._Playing(MoveView(fonts, move), WindowState(Playback(timeline(move))))

    def picture(key: int) -> bytes:
        shown.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=""), surface, 0.0)
        shown.turn(surface, 0.0)
        return pygame.image.tobytes(surface, "RGB")

    first, playback = picture(pygame.K_w), shown.state.playback
    assert not playback.playing
    assert picture(pygame.K_RIGHT) != first
    assert picture(pygame.K_LEFT) == first
    # What if, and back.
    assert picture(pygame.K_RETURN) != first
    assert picture(pygame.K_ESCAPE) == first
    picture(pygame.K_ESCAPE)
    assert not shown.quit_requested
    assert shown.state.playback == playback
    board = screen_layout((800, 480)).boxes.board
    clicks = commands(
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=board.center), MoveView(fonts, move), (800, 480)
    )
    assert list(clicks) == [window.Command.WHY]
