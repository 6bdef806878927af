"""The table in a window: drawn at any size, played with mouse, finger and keys."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.pictures import PICTURES
from companion.games.finstere_flure.virtual_table.pieces import PIECES
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.games.finstere_flure.virtual_table.places import TABLE
from companion.screen import theme
from companion.screen.pages import BoardPage
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.hands import reaching
from companion.virtual_table.piece import Point
from companion.virtual_table.widget_layout import WidgetLayout
from engine.finstere_flure.board import Direction
from engine.finstere_flure.pieces import TOKENS, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from

SIZES = [(640, 720), (480, 480), (400, 480), (960, 1080), (720, 640), (1280, 720), (320, 240)]
LEFT = pygame.BUTTON_LEFT
RIGHT = pygame.BUTTON_RIGHT

POSITION = Position(
    "d3",
    Direction.S,
    (Token("red-4", Side.WHITE, "h6"), Token("blue-1", Side.BLACK, Place.OUTSIDE)),
    (
        Tile("stone-5", TileKind.CRYSTAL, ("k8",)),
        Tile("pool-4x1", TileKind.POOL, pool_cells_from("pool-4x1", "e9")),
    ),
)


class Desk:
    """A window whose right half is the widget, and hands on mouse and keys."""

    def __init__(self, size: tuple[int, int] = (640, 720)) -> None:
        self.table = table_from_position(POSITION)
        self.now = 0.0
        self.widget = TableWidget(self.table, PICTURES, clock=lambda: self.now)
        self.window = pygame.Surface((2 * size[0], size[1]))
        self.part = self.window.subsurface((size[0], 0, *size))
        self.draw()

    def draw(self) -> bool:
        return self.widget.draw(self.part)

    def over(self, piece: str) -> Point:
        """Return the pixel over the piece's tag."""
        return self.widget.to_px(self.table.pieces[piece].centre_mm)

    def cell(self, name: str) -> Point:
        return self.widget.to_px(self.table.catalogue.grid.centre(name))

    def send(self, kind: int, **how: Any) -> bool:
        return self.widget.handle(pygame.event.Event(kind, **how))

    def move(self, to: Point) -> bool:
        return self.send(pygame.MOUSEMOTION, pos=to, rel=(0, 0), buttons=(0, 0, 0))

    def press(self, at_px: Point, button: int = LEFT) -> bool:
        return self.send(pygame.MOUSEBUTTONDOWN, pos=at_px, button=button)

    def release_source(self, at_px: Point, button: int = LEFT) -> bool:
        return self.send(pygame.MOUSEBUTTONUP, pos=at_px, button=button)

    def click(self, at_px: Point, button: int = LEFT) -> None:
        self.press(at_px, button)
        self.release_source(at_px, button)

    def drag(self, start: Point, end: Point) -> None:
        self.press(start)
        self.move(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.move(end)
        self.release_source(end)

    def cell_of(self, piece: str) -> str | None:
        return self.table.cell_of(self.table.pieces[piece])


@pytest.fixture
def desk() -> Desk:
    return Desk()


pytestmark = pytest.mark.usefixtures("display")


class TestMoving:
    def test_a_token_is_dragged_to_a_cell(self, desk: Desk) -> None:
        desk.drag(desk.over("red-4"), desk.cell("m4"))
        assert desk.cell_of("red-4") == "m4"
        assert not desk.table.carries

    def test_a_free_cell_is_one_on_which_nothing_lies(self, desk: Desk) -> None:
        assert desk.widget.free_cell_at(desk.cell("f7")) == "f7"
        assert desk.widget.free_cell_at(desk.over("red-4")) is None
        assert desk.widget.free_cell_at(desk.over("blue-1")) is None, "beside the board"
        assert desk.widget.free_cell_at((1.0, 1.0)) is None, "beside the table"

    def test_a_cell_at_which_people_elsewhere_point_is_framed(self, desk: Desk) -> None:
        page = BoardPage("turn", "Red's turn", None, "Move one token.")
        desk.widget.draw(desk.part, page)
        before = desk.window.copy()
        assert desk.widget.draw(desk.part, replace(page, disturbed=("f7",)))
        (left, top), (right, _) = desk.cell("f7"), desk.cell("g7")
        changed = (pygame.surfarray.array3d(before) != pygame.surfarray.array3d(desk.window)).any(axis=2)
        across, down = np.nonzero(changed)
        half = (right - left) / 2 + 2
        assert len(across) > 20
        assert abs(across - left).max() <= half
        assert abs(down - top).max() <= half
        desk.widget.draw(desk.part, page)
        assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(desk.window, "RGB")

    def test_it_is_in_the_air_while_it_is_dragged(self, desk: Desk) -> None:
        desk.press(desk.over("red-4"))
        assert not desk.table.carries
        desk.move(desk.cell("j6"))
        assert [*desk.table.carries] == ["red-4"]
        assert desk.cell_of("red-4") == "j6"

    def test_the_cell_on_which_it_would_lie_is_framed(self, desk: Desk) -> None:
        desk.press(desk.over("red-4"))
        desk.move(desk.cell("j6"))
        desk.draw()
        x, y = desk.table.catalogue.grid.centre("j6")
        # The token hides the frame's middle, not its corners.
        corner = desk.widget.to_px((x - 11.0, y - 11.0))
        near = [(round(corner[0]) + right, round(corner[1]) + down) for right in range(-6, 7) for down in range(-6, 7)]
        assert theme.ACCENT in {tuple(desk.window.get_at(point))[:3] for point in near}
        desk.release_source(desk.cell("j6"))

    def test_a_pool_is_dragged_by_any_of_its_cells(self, desk: Desk) -> None:
        tag_on = desk.cell_of("pool-4x1")
        end = "h9" if tag_on == "e9" else "e9"
        before = desk.table.middle_mm(desk.table.pieces["pool-4x1"])
        desk.drag(desk.cell(end), desk.cell(f"{end[0]}8"))
        after = desk.table.middle_mm(desk.table.pieces["pool-4x1"])
        assert after == pytest.approx((before[0], before[1] - 25), abs=2)

    def test_a_tile_comes_out_of_the_box(self, desk: Desk) -> None:
        desk.drag(desk.over("teleporter-A1"), desk.cell("c5"))
        assert desk.cell_of("teleporter-A1") == "c5"

    def test_with_the_shift_key_it_lies_exactly_where_it_is_dropped(self, desk: Desk) -> None:
        pygame.key.set_mods(pygame.KMOD_LSHIFT)
        desk.drag(desk.over("red-4"), desk.widget.to_px((100.0, 62.5)))
        assert desk.table.pieces["red-4"].centre_mm == pytest.approx((100.0, 62.5))

    def test_a_click_moves_nothing_not_even_a_little(self, desk: Desk) -> None:
        before = dict(desk.table.pieces)
        desk.click(desk.over("red-4"))
        assert dict(desk.table.pieces) == before

    def test_beside_the_widget_nothing_is_meant_for_it(self, desk: Desk) -> None:
        assert not desk.press((10, 10))
        assert not desk.move((10, 10))
        assert not desk.release_source((10, 10))
        assert desk.press(desk.cell("p11"))

    def test_out_of_the_widget_a_piece_is_dragged_no_farther_than_the_tables_edge(self, desk: Desk) -> None:
        desk.drag(desk.over("red-4"), (5, 300))
        assert desk.table.pieces["red-4"].centre_mm[0] == pytest.approx(TABLE[0] * 25)


class TestTurningOver:
    def test_a_double_click_flips_a_token(self, desk: Desk) -> None:
        desk.click(desk.over("red-4"))
        desk.now += 0.2
        desk.click(desk.over("red-4"))
        assert desk.table.pieces["red-4"].face == "black"

    def test_two_slow_clicks_do_nothing_and_three_quick_ones_flip_once(self, desk: Desk) -> None:
        for _ in range(2):
            desk.click(desk.over("red-4"))
            desk.now += 1.0
        assert desk.table.pieces["red-4"].face == "white"
        for _ in range(3):
            desk.click(desk.over("red-4"))
            desk.now += 0.1
        assert desk.table.pieces["red-4"].face == "black"

    def test_clicks_on_two_pieces_are_no_double_click(self, desk: Desk) -> None:
        desk.click(desk.over("red-4"))
        desk.click(desk.over("stone-5"))
        assert (desk.table.pieces["red-4"].face, desk.table.pieces["stone-5"].face) == ("white", "front")

    @pytest.mark.parametrize(("piece", "face"), [("red-4", "black"), ("stone-5", "back")])
    def test_the_right_button_and_the_key_f_flip(self, desk: Desk, piece: str, face: str) -> None:
        before = desk.table.pieces[piece].face
        desk.press(desk.over(piece), RIGHT)
        assert desk.table.pieces[piece].face == face
        desk.move(desk.over(piece))
        assert desk.send(pygame.KEYDOWN, key=pygame.K_f)
        assert desk.table.pieces[piece].face == before

    def test_what_has_one_face_is_turned_round(self, desk: Desk) -> None:
        desk.press(desk.over("monster"), RIGHT)
        assert desk.table.pieces["monster"].quarter_turns == 3

    def test_the_key_r_and_the_wheel_turn(self, desk: Desk) -> None:
        desk.move(desk.over("monster"))
        assert desk.send(pygame.KEYDOWN, key=pygame.K_r)
        assert desk.table.pieces["monster"].quarter_turns == 3
        assert desk.send(pygame.MOUSEWHEEL, x=0, y=1)
        assert desk.send(pygame.MOUSEWHEEL, x=0, y=1)
        assert desk.table.pieces["monster"].quarter_turns == 1

    def test_keys_with_no_piece_under_the_pointer_are_for_others(self, desk: Desk) -> None:
        desk.move(desk.cell("p5"))
        assert not desk.send(pygame.KEYDOWN, key=pygame.K_f)
        assert not desk.send(pygame.KEYDOWN, key=pygame.K_r)
        assert not desk.send(pygame.MOUSEWHEEL, x=0, y=1)
        assert not desk.send(pygame.KEYDOWN, key=pygame.K_x)

    def test_a_piece_can_be_flipped_in_the_air(self, desk: Desk) -> None:
        desk.press(desk.over("red-4"))
        desk.move(desk.cell("m4"))
        assert desk.send(pygame.KEYDOWN, key=pygame.K_f)
        desk.release_source(desk.cell("m4"))
        assert (desk.table.pieces["red-4"].face, desk.cell_of("red-4")) == ("black", "m4")


class TestDrawing:
    @pytest.mark.slow
    @pytest.mark.thorough(but=["size0", "size5", "size6"])
    @pytest.mark.parametrize("size", SIZES)
    def test_at_any_size_every_piece_is_drawn_and_found_where_it_is_drawn(self, size: tuple[int, int]) -> None:
        desk = Desk(size)
        empty = pygame.surfarray.array3d(desk.part).astype(int)
        for piece in ("red-4", "stone-5", "monster", "blue-1"):
            x, y = desk.over(piece)
            assert desk.widget.piece_at((x, y)) == piece
            lying = desk.table.pieces[piece]
            desk.table.put(type(lying)(piece, lying.face, (-40.0, 180.0), lying.turn_deg))
            assert desk.draw()
            gone = pygame.surfarray.array3d(desk.part).astype(int)
            changed = np.abs(gone - empty).max(axis=2) > 12
            near = changed[int(x) - size[0] - 3 : int(x) - size[0] + 4, int(y) - 3 : int(y) + 4]
            assert near.mean() > 0.5, piece
            desk.table.put(lying)
            desk.draw()

    def test_nothing_is_drawn_again_while_nothing_changes(self, desk: Desk) -> None:
        assert not desk.draw()
        desk.table.flip("red-4")
        assert desk.draw()
        assert not desk.draw()
        desk.table.arm = reaching(desk.table, (200.0, 100.0))
        assert desk.draw()
        assert not desk.draw()

    def test_another_window_is_drawn_even_if_nothing_has_changed(self, desk: Desk) -> None:
        other = pygame.Surface(desk.window.get_size())
        assert desk.widget.draw(other.subsurface((640, 0, 640, 720)))
        assert pygame.image.tobytes(other, "RGB")[-3 * 640 :] == pygame.image.tobytes(desk.window, "RGB")[-3 * 640 :]

    def test_a_raised_piece_and_a_hand_are_drawn_over_everything(self, desk: Desk) -> None:
        before = pygame.image.tobytes(desk.part, "RGB")
        desk.press(desk.over("red-4"))
        desk.move(desk.cell("m4"))
        desk.draw()
        raised = pygame.image.tobytes(desk.part, "RGB")
        desk.table.arm = reaching(desk.table, (200.0, 100.0))
        desk.draw()
        assert len({before, raised, pygame.image.tobytes(desk.part, "RGB")}) == 3

    def test_the_cameras_picture_is_shown_where_there_is_room_and_with_the_key_c(self) -> None:
        red = np.zeros((768, 1024, 3), np.uint8)
        red[..., 2] = 255
        for size, at_first in (((640, 720), True), ((480, 480), False)):
            desk = Desk(size)
            desk.widget.camera_picture = red
            assert desk.draw() == at_first
            middle = WidgetLayout(size, PIECES.areas(make_catalogue()).table, 25.0).inset.center
            assert (desk.part.get_at(middle)[:3] == (255, 0, 0)) == at_first
            assert desk.send(pygame.KEYDOWN, key=pygame.K_c)
            assert desk.draw()
            assert (desk.part.get_at(middle)[:3] == (255, 0, 0)) != at_first


@pytest.mark.slow
@given(st.sampled_from(SIZES), st.floats(-50, 450), st.floats(-35, 420))
def test_pixels_lead_back_to_the_place_they_come_from(size: tuple[int, int], x: float, y: float) -> None:
    layout = WidgetLayout(size, PIECES.areas(make_catalogue()).table, 25.0)
    px = layout.to_px((x, y))
    assert layout.to_mm(px) == pytest.approx((x, y), abs=1e-6)
    assert 0 <= px[0] <= size[0]
    assert 0 <= px[1] <= size[1]


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_the_widget_lie_in_it_and_the_help_covers_nothing(size: tuple[int, int]) -> None:
    layout = WidgetLayout(size, PIECES.areas(make_catalogue()).table, 25.0)
    whole = pygame.Rect((0, 0), size)
    for part in (layout.table, layout.inset, layout.help):
        assert whole.contains(part)
    assert not layout.help.colliderect(layout.table)
    if layout.inset_has_room:
        assert not layout.inset.colliderect(layout.table)
        assert not layout.inset.colliderect(layout.help)


def test_dragging_is_drawn_far_quicker_than_the_eye_sees() -> None:
    table = table_from_position(random_table(Random(1), players=7))
    widget = TableWidget(table, PICTURES)
    window = pygame.Surface((1280, 720))
    part = window.subsurface((0, 0, 640, 720))
    widget.camera_picture = np.zeros((1536, 2048, 3), np.uint8)
    widget.draw(part)
    token = next(piece for piece in table.pieces.values() if piece.id in TOKENS)
    held = table.pick_up(token.id)
    assert held is not None
    clock = pygame.time.Clock()
    widget.draw(part)
    clock.tick()
    for n in range(20):
        held.drag((200.0 + 3 * n, 100.0 + n))
        assert widget.draw(part)
    assert clock.tick() / 20 < 1000 / 60
