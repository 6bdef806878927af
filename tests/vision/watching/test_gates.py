"""Every gate of watching, from both of its sides."""

from dataclasses import fields, replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.board import covered_cells
from tests.vision.watching.film import (
    FRAME_S,
    Effect,
    Film,
    content,
    hide_except_window,
    without_references,
)
from tests.vision.watching.film_table import CATALOGUE
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching import BoardState, CellState, Gates, TableWatch
from vision.watching.bare_cells import BareCells
from vision.watching.evidence import Evidence
from vision.watching.gates import GateMeasured
from vision.watching.hands import resting_hands
from vision.watching.incremental import IncrementalReader
from vision.watching.memory import differ
from vision.watching.motion import difference, light_change, relight_picture, same_structure, white_level
from vision.watching.stabilization import Stabilizer
from vision.watching.stillness import Stillness
from vision.watching.tiles import Tiles

pytestmark = pytest.mark.slow

Grey = npt.NDArray[np.uint8]
GATES = Gates()
#: 40 x 30 tiles of a motley ground.
_SOFT = np.asarray(cv2.GaussianBlur(np.random.default_rng(4).uniform(0, 1, (120, 160)), (0, 0), 2), np.float64)
GROUND: Grey = (30 + 190 * (_SOFT - _SOFT.min()) / np.ptp(_SOFT)).astype(np.uint8)
GRID = CATALOGUE.grid
CAMERA = looking_at((200.0, 137.0), 900.0, 1000.0, (640, 480))
TILES = Tiles(CAMERA, GRID, (640, 480), (120, 160), GATES)


def with_square(level: int, side: int = 16) -> Grey:
    """Return the ground with a square that is brighter by so many grey levels."""
    picture = GROUND.astype(int)
    picture[40 : 40 + side, 60 : 60 + side] += level
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def stillness(gates: Gates = GATES) -> Stillness:
    """Return a stillness check that has seen the ground for a while."""
    still = Stillness(GROUND, 0.0, gates)
    for frame in range(1, 6):
        still.see(GROUND.copy(), frame * FRAME_S)
    return still


class TestDifference:
    @pytest.mark.parametrize(("levels", "differs"), [(4, False), (12, True)])
    def test_level_share(self, levels: int, differs: bool) -> None:
        still = stillness()
        off = difference(GROUND, with_square(levels), still.limit, GATES)
        assert bool((off > still.limit).any()) is differs
        assert still.limit == pytest.approx(GATES.level_share * white_level(GROUND))

    @pytest.mark.parametrize(("noise_times", "differs"), [(2.0, True), (20.0, False)])
    def test_noise_times(self, noise_times: float, differs: bool) -> None:
        rng = np.random.default_rng(1)

        def noisy(picture: Grey) -> Grey:
            return np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)

        gates = replace(GATES, noise_times=noise_times)
        still = Stillness(noisy(GROUND), 0.0, gates)
        for frame in range(1, 20):
            still.see(noisy(GROUND), frame * FRAME_S)
        assert not still.restless.any() or noise_times < 3
        off = difference(noisy(GROUND), noisy(with_square(20)), still.limit, gates)
        assert bool((off[10:14, 15:19] > still.limit).all()) is differs

    @pytest.mark.parametrize(("strength", "seen"), [(0.3, False), (0.75, True)])
    def test_flicker_share(self, strength: float, seen: bool) -> None:
        ground = np.asarray(GROUND // 2, np.uint8)
        band = np.ones((120, 1))
        band[40:80] = np.exp(strength)
        banded = np.clip(ground * band, 0, 255).astype(np.uint8)
        inside = difference(ground, banded, 1.0, GATES)[12:18]
        assert bool((inside > 8).mean() > 0.5) is seen

    def test_an_arm_is_no_band(self) -> None:
        after = GROUND.copy()
        after[50:120, 70:90] = 140
        assert np.abs(relight_picture(GROUND, after, GATES).astype(int) - GROUND)[:40].max() < 8


class TestMotion:
    def test_still_s(self) -> None:
        still = stillness()
        still.see(with_square(60), 0.6)
        moments = [(0.6, True), (0.7, True), (0.79, True), (0.8, False)]
        assert still.restless.any()
        for taken_s, is_restless in moments[1:]:
            still.see(with_square(60), taken_s)
            assert bool(still.restless.any()) is is_restless, taken_s

    @pytest.mark.parametrize(("frames", "restless"), [(1, True), (2, False)])
    def test_still_frames(self, frames: int, restless: bool) -> None:
        still = stillness()
        still.see(with_square(60), 1.0)
        for frame in range(frames):
            still.see(with_square(60), 2.0 + frame)
        assert bool(still.restless.any()) is restless

    @pytest.mark.parametrize(("columns", "shaken"), [(70, False), (120, True)])
    def test_everywhere_share(self, columns: int, shaken: bool) -> None:
        still = stillness()
        after = GROUND.copy()
        after[:, :columns] = np.roll(GROUND, 40, axis=0)[:, :columns]
        still.see(after, 0.6)
        assert still.shaken is shaken
        assert still.is_disturbed is shaken

    @pytest.mark.parametrize(("factor", "jumps"), [(0.9, False), (0.7, True)])
    def test_jump_share(self, factor: float, jumps: bool) -> None:
        still = stillness()
        after = np.asarray(with_square(60) * factor, np.uint8)
        assert (light_change(GROUND, after) > GATES.jump_share) is jumps
        still.see(after, 0.6)
        assert still.is_disturbed is jumps
        assert not still.shaken

    @pytest.mark.parametrize(("shift", "same"), [(1, True), (30, False)])
    def test_structure_correlation(self, shift: int, same: bool) -> None:
        darker = (np.roll(GROUND, shift, axis=1) * 0.6).astype(np.uint8)
        assert same_structure(GROUND, darker, GATES) is same

    @pytest.mark.parametrize(("columns", "same"), [(20, True), (90, False)])
    def test_structure_share(self, columns: int, same: bool) -> None:
        after = GROUND.copy()
        after[:, :columns] = np.roll(GROUND, 40, axis=0)[:, :columns]
        assert same_structure(GROUND, after, GATES) is same

    @pytest.mark.parametrize(("amplitude_px", "aligned"), [(6.0, True), (9.0, False)])
    def test_sway_px(self, amplitude_px: float, aligned: bool) -> None:
        stabilizer = Stabilizer(GROUND, 4.0, GATES)
        for step in range(12):
            shift = amplitude_px / 4 * np.sin(step * np.pi / 6)
            stabilizer.see(_shifted(shift), GROUND, step * FRAME_S, 6.0)
            if step % 12 == 9:
                assert (stabilizer.motion is not None) is aligned

    @pytest.mark.parametrize(("blur_px", "waited_for"), [(0.5, False), (2.0, True)])
    def test_sharp_share(self, blur_px: float, waited_for: bool) -> None:
        stabilizer = Stabilizer(GROUND, 4.0, GATES)
        for step in range(9):
            blur = 0.01 + blur_px * np.sin(step * np.pi / 8)
            picture = np.asarray(cv2.GaussianBlur(GROUND, (0, 0), blur), np.uint8)
            stabilizer.see(picture, GROUND, step * FRAME_S, -1.0)
            if step == 5:
                assert stabilizer.blurred is waited_for

    @pytest.mark.parametrize(("tiles", "counts"), [(2, False), (4, True)])
    def test_fewest_tiles(self, tiles: int, counts: bool) -> None:
        film = Film()
        film.settle()
        # A tile is four pixels of the small picture, which is three times smaller.
        spot = np.s_[600:612, 720 : 720 + 12 * tiles]
        film.effect = lambda picture: _painted(picture, spot)
        film.run(4)
        (state,) = film.run()
        assert state.settled
        view = film.watch.view
        assert view is not None
        changed = np.abs(view.reference[200:204, 240:260].astype(int) - film.frame().small[200:204, 240:260])
        assert bool(changed.max() < 30) is counts, "what counts is read, and what was read is known"


def _shifted(shift: float) -> Grey:
    matrix = np.array([[1, 0, shift], [0, 1, 0]])
    return np.asarray(cv2.warpAffine(GROUND, matrix, (160, 120), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _painted(picture: Grey, spot: tuple[slice, slice]) -> Grey:
    painted = picture.copy()
    painted[spot] = 255 - painted[spot] // 2
    return painted


def placed(x_mm: float, y_mm: float, number: int = 0, turn_deg: float = 0.0) -> PlacedTag:
    """Return a tag at a place of the board."""
    tag = [tag for tag in CATALOGUE.tags if tag.kind == "token"][number]
    half = 5.0
    corners = CAMERA.project([(x_mm + dx, y_mm + dy) for dx, dy in ((-half, -half), (half, -half), (half, half))])
    quad = np.vstack([corners, corners[0] + corners[2] - corners[1]])
    return PlacedTag(tag, quad, (x_mm, y_mm), turn_deg, GRID.cell_at(x_mm, y_mm), None, "zxing")


def reading(*placed_tags: PlacedTag, unreadable: tuple[str, ...] = ()) -> Reading:
    """Return a reading of these."""
    return Reading(Registration(np.eye(3), 0.1, CAMERA, ()), placed_tags, unreadable, 0)


class TestReadings:
    @pytest.mark.parametrize(("off_mm", "turn_deg", "changed"), [(2, 5, False), (4, 0, True), (0, 15, True)])
    def test_same_mm_and_same_deg(self, off_mm: float, turn_deg: float, changed: bool) -> None:
        before, after = reading(placed(110, 110)), reading(placed(110 + off_mm, 110, turn_deg=turn_deg))
        assert differ(before, after, GATES) is changed

    def test_a_full_turn_is_none(self) -> None:
        near = reading(placed(110, 110, turn_deg=359)), reading(placed(110, 110, turn_deg=1))
        assert not differ(*near, GATES)

    @pytest.mark.parametrize(("cells", "is_hand"), [(4, False), (5, True)])
    def test_hand_cells(self, cells: int, is_hand: bool) -> None:
        names = tuple(f"{file}5" for file in "efghi"[:cells])
        hands = resting_hands(reading(), reading(unreadable=names), TILES, TILES.of_places(set(names)), None, GATES)
        assert bool(hands.any()) is is_hand

    @pytest.mark.parametrize(("plain", "is_hand"), [(False, True), (True, False)])
    def test_plain_pieces_on_many_cells_are_no_hand(self, plain: bool, is_hand: bool) -> None:
        names, gates = tuple(f"{file}5" for file in "efghi"), replace(GATES, plain_pieces=plain)
        hands = resting_hands(reading(), reading(unreadable=names), TILES, TILES.of_places(set(names)), None, gates)
        assert bool(hands.any()) is is_hand

    @pytest.mark.parametrize(("to_edge", "is_hand"), [(False, False), (True, True)])
    def test_what_comes_in_over_the_edge_of_the_picture_is_a_hand(self, to_edge: bool, is_hand: bool) -> None:
        part = TILES.of_places({"e5"})
        rows, columns = np.nonzero(part)
        if to_edge:
            part[rows.max() :, columns.min() : columns.max()] = True
        hands = resting_hands(reading(), reading(unreadable=("e5",)), TILES, part, None, GATES)
        assert bool(hands.any()) is is_hand

    @pytest.mark.parametrize(("freed", "is_hand"), [(4, True), (5, False)])
    def test_plain_pieces_laid_where_an_arm_lay_from_the_first_are_no_hand(self, freed: int, is_hand: bool) -> None:
        arm, gates = tuple(f"{file}5" for file in "efghi"[:freed]), replace(GATES, plain_pieces=True)
        part = TILES.of_places({*arm, "d5"})
        rows, columns = np.nonzero(part)
        part[rows.max() :, columns.min() : columns.max()] = True
        hands = resting_hands(reading(unreadable=arm), reading(unreadable=("d5",)), TILES, part, None, gates)
        assert bool(hands.any()) is is_hand

    @pytest.mark.parametrize(("plain", "is_hand"), [(False, True), (True, False)])
    def test_plain_pieces_laid_while_the_camera_is_bumped_are_no_hand(self, plain: bool, is_hand: bool) -> None:
        part, gates = TILES.of_places({"e5"}), replace(GATES, plain_pieces=plain)
        part[np.nonzero(part)[0].max()] = True
        hands = resting_hands(reading(), reading(unreadable=("e5",)), TILES, part, None, gates)
        assert bool(hands.any()) is is_hand

    def test_what_a_hand_lets_be_read_as_before_is_not_hidden(self) -> None:
        middle = GRID.centre("f5")
        names = {f"{file}5" for file in "defgh"}
        before, after = reading(placed(*middle)), reading(placed(*middle), unreadable=(*sorted(names - {"f5"}), "i5"))
        hands = resting_hands(before, after, TILES, TILES.of_places(names | {"i5"}), None, GATES)
        assert not (hands & TILES.of_places({"f5"})).any()
        assert (hands & TILES.of_places({"e5"})).any()

    @pytest.mark.parametrize(("cells_off", "near"), [(1.7, True), (2.3, False)])
    def test_beside_cells(self, cells_off: float, near: bool) -> None:
        x, y = CAMERA.project([(6 * GRID.cell_mm, -cells_off * GRID.cell_mm)])[0] / 4
        assert bool(TILES.near[int(y), int(x)]) is near


class TestFilms:
    @pytest.mark.parametrize(("covered_share", "state"), [(0.9, CellState.EMPTY), (0.1, CellState.COVERED)])
    def test_covered_share(self, covered_share: float, state: CellState) -> None:
        film = Film()
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, covered_share=covered_share))
        known = film.settle().known
        assert known is not None
        cell = film.free_cells()[60]
        middle = np.array(GRID.centre(cell))
        corner, centre = known.registration.camera.project([middle - GRID.cell_mm / 2, middle]).astype(int)
        # A quarter of the cell moves.
        film.effect = lambda picture: _painted(picture, np.s_[corner[1] : centre[1], corner[0] : centre[0]])
        assert film.run()[0].cells[cell] is state

    @pytest.mark.parametrize(
        ("plain", "hand_s", "counts"), [(True, 1.0, True), (True, 9.0, False), (False, 1.0, False)]
    )
    def test_hand_s(self, plain: bool, hand_s: float, counts: bool) -> None:
        film = Film()
        gates = replace(GATES, plain_pieces=plain, hand_s=hand_s, again_s=0.5)
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=gates)
        film.settle()
        film.reach((190.0, 140.0), "flat")
        assert not any(state.settled for state in film.run(8))
        assert any(state.settled for state in film.run(16)) is counts

    @pytest.mark.parametrize(("disturbed_s", "told"), [(0.3, True), (5.0, False)])
    def test_disturbed_s(self, disturbed_s: float, told: bool) -> None:
        film = Film()
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, disturbed_s=disturbed_s))
        film.settle()
        film.reach((190.0, 140.0), "flat")
        assert (film.run(6)[-1].disturbance is not None) is told

    @pytest.mark.parametrize(("shift", "board"), [(0.5, BoardState.FOUND), (5.0, BoardState.MOVED)])
    def test_moved_cells(self, shift: float, board: BoardState) -> None:
        film = Film()
        film.settle()
        moving = np.array([[1, 0, shift], [0, 1, 0]])
        film.effect = lambda picture: np.asarray(
            cv2.warpAffine(picture, moving, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
        assert film.settle().board is board

    @pytest.mark.parametrize(("agreeing_tags", "board"), [(3, BoardState.HELD), (1000, BoardState.LOST)])
    def test_agreeing_tags(self, agreeing_tags: int, board: BoardState) -> None:
        film = Film()
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, agreeing_tags=agreeing_tags))
        known = film.settle().known
        assert known is not None
        middles = known.registration.camera.project([tag.placement_mm or (0, 0) for tag in CATALOGUE.references])
        spots = [np.s_[max(0, y - 45) : y + 45, max(0, x - 45) : x + 45] for x, y in middles.astype(int)]

        def hide(picture: Grey) -> Grey:
            hidden = picture.copy()
            for spot in spots:
                hidden[spot] = (90, 60, 50)
            return hidden

        film.effect = hide
        assert film.run(4)[-1].board is board

    @pytest.mark.thorough(but=["400-lost"])
    @pytest.mark.parametrize(("landmarks", "board"), [(40, BoardState.FOUND), (400, BoardState.LOST)])
    def test_landmarks(self, landmarks: int, board: BoardState) -> None:
        film = without_references(replace(GATES, landmarks=landmarks))
        film.settle()
        film.effect = hide_except_window(film)
        assert film.run(6)[-1].board is board
        measured = next(measure for measure in film.watch.measured() if measure.gate == "landmarks")
        assert measured.passed is (board is BoardState.FOUND)

    @pytest.mark.parametrize(("again_s", "read"), [(1.0, True), (5.0, False)])
    def test_again_s(self, again_s: float, read: bool) -> None:
        film = Film()
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, again_s=again_s, refresh_s=1e6))
        film.effect = lambda picture: np.full_like(picture, 128)
        assert film.run(4)[-1].board is BoardState.LOST
        # Only the clock goes on: what is there is as grey as before.
        film.taken_s += 2.0
        looked = film.watch.view
        assert looked is not None
        before = film.states[-1].problem
        assert before
        still = np.zeros_like(looked.restless)
        assert bool(looked.to_read(film.taken_s, still).any()) is read

    @pytest.mark.parametrize(("looks", "held"), [(GATES.contrary_looks - 1, True), (GATES.contrary_looks, False)])
    def test_contrary_looks(self, looks: int, held: bool) -> None:
        evidence, nothing = Evidence(GATES.contrary_looks), np.zeros(TILES.shape, np.bool_)
        bare = Reading(Registration(np.eye(3), 0.1, CAMERA, ()), (), (), 0)
        alarm = replace(bare, unreadable=("c3",))
        upheld = [evidence.uphold(bare, alarm, TILES, nothing, None, hand=False) for _ in range(looks)]
        assert ("c3" in upheld[-1].places) is held

    @pytest.mark.parametrize(("wait_s", "read"), [(20.0, False), (31.0, True)])
    def test_refresh_s(self, wait_s: float, read: bool) -> None:
        film = Film()
        before = film.settle().reading
        film.taken_s += wait_s
        after = film.run()[0].reading
        assert (after is not before) is read
        assert content(after) == content(before)

    @pytest.mark.parametrize(("whole_share", "whole"), [(0.35, False), (0.0, True)])
    def test_whole_share(self, whole_share: float, whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        film = Film()
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, whole_share=whole_share))
        film.settle()
        count = 0
        real = IncrementalReader.whole

        def counted(reader: IncrementalReader, frame: Frame) -> Reading:
            nonlocal count
            count += 1
            return real(reader, frame)

        monkeypatch.setattr(IncrementalReader, "whole", counted)
        film.move(film.tokens()[0], film.free_cells()[40])
        film.settle()
        assert count == whole

    @pytest.mark.thorough(but=["0.2-True"])
    @pytest.mark.parametrize(("adapt_s", "followed"), [(0.2, True), (1e6, False)])
    def test_adapt_s_and_adapt_share(self, adapt_s: float, followed: bool) -> None:
        """A slowly growing patch of sunlight is followed.

        Otherwise it would be a change in the end, and be read.
        """
        film = Film()
        film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, adapt_s=adapt_s, adapt_share=0.9))
        film.settle()
        states = []
        for step in range(40):
            film.effect = _sunlit(1 + 0.007 * step)
            states += film.run()
        assert all(state.reading is states[0].reading for state in states) is followed

    @pytest.mark.parametrize(
        ("looks", "apart_s", "known"),
        [(GATES.bare_looks + 1, GATES.bare_s, True), (GATES.bare_looks, GATES.bare_s, False), (40, 0.01, False)],
    )
    def test_bare_s_and_bare_looks(self, looks: int, apart_s: float, known: bool) -> None:
        """A bare cell is known after one look and enough more that agree.

        Looks that follow too soon are not counted.
        """
        film = Film()
        settled = film.settle().reading
        assert settled is not None
        cells = BareCells(CATALOGUE, None, covered_cells, GATES)
        frame = film.frame()
        for number in range(looks):
            cells.disturbed()
            cells.learn(replace(frame, taken_s=number * apart_s), settled)
        assert (cells.board is not None) is known


def _sunlit(factor: float) -> Effect:
    """Return a part of the table that is brighter by `factor`."""

    def lit(picture: Grey) -> Grey:
        bright = picture.copy()
        part = bright[300:800, 500:900]
        part[:] = np.clip(part * factor, 0, 255)
        return bright

    return lit


def test_every_gate_has_a_test() -> None:
    names = " ".join(
        name
        for case in (TestDifference, TestMotion, TestReadings, TestFilms)
        for name in vars(case)
        if name.startswith("test_")
    )
    assert [gate.name for gate in fields(Gates) if gate.name not in names] == []


@pytest.mark.parametrize(
    ("measured", "passed"),
    [
        (GateMeasured("still_s", 0.2, ">=", 0.2), True),
        (GateMeasured("still_s", 0.1, ">=", 0.2), False),
        (GateMeasured("whole_share", 0.35, "<", 0.35), False),
        (GateMeasured("moved_cells", 0.03, "<=", 0.03), True),
    ],
)
def test_what_is_measured_at_a_gate(measured: GateMeasured, passed: bool) -> None:
    assert measured.passed is passed


def test_the_debug_view_is_told_what_the_gates_measure() -> None:
    film = Film()
    film.settle()
    measured = {measure.gate: measure for measure in film.watch.measured()}
    assert measured["references in sight"].value >= 4
    assert all(measure.passed for measure in measured.values())
    film.reach((200.0, 160.0), "flat")
    film.run()
    failed = {measure.gate for measure in film.watch.measured() if not measure.passed}
    assert failed == {"still_s", "covered_share"}
