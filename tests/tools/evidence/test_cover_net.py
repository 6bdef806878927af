"""Examples for the network: what they show, and what is laid over them in disguise."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tools.evidence.cover_net.disguise import augment, without_look
from tools.evidence.cover_net.examples import BARE_LABEL, COVERED_LABEL, NOT_ASKED, Example, examples_of
from tools.evidence.cover_net.mixtures import MIXTURES, mixture
from tools.evidence.score import bare_look
from tools.evidence.stills import still
from vision.model.ground_pixels import CELL_PX
from vision.occupancy.cover_net import MODEL, BoardSamples, cover_logits
from vision.occupancy.ground import AROUND_CELLS, SAMPLES, inner

#: Number of rows of the board.
ROWS = 4
#: Number of columns of the board.
COLUMNS = 6


def example(shade: float = 0.5) -> Example:
    """Return an even board, all of it bare, whose look is known."""
    height, width = (ROWS + 2 * AROUND_CELLS) * CELL_PX, (COLUMNS + 2 * AROUND_CELLS) * CELL_PX
    nothing = np.zeros((height, width), np.bool_)
    look = np.full((height, width, 3), shade, np.float32)
    seen = np.full((SAMPLES * height, SAMPLES * width, 3), shade, np.float32)
    view = BoardSamples(seen, nothing, nothing, ~nothing, look, look, ~nothing)
    return Example(view, np.full((ROWS, COLUMNS), BARE_LABEL, np.int8))


def cells(planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The largest value (rows, columns) within each cell of a plane (SAMPLES h, SAMPLES w)."""
    side = SAMPLES * CELL_PX
    return np.asarray(inner(planes, SAMPLES).reshape(ROWS, side, COLUMNS, side).max(axis=(1, 3)), np.float32)


@pytest.mark.parametrize("seed", range(12))
def test_labels_go_with_what_is_laid_over_the_board(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shown = augment(example(), rng, example)
    assert set(np.unique(shown.labels)) <= {BARE_LABEL, COVERED_LABEL, NOT_ASKED}
    # On what is still bare there is light and shadow, but no edge between colours.
    colour = shown.view.seen / np.maximum(shown.view.seen.mean(axis=2, keepdims=True), 1e-3)
    apart = cells(np.abs(colour - np.median(colour, axis=(0, 1))).max(axis=2))
    assert (apart[shown.labels == BARE_LABEL] < 0.5).all()
    assert shown.view.alike is not None
    assert shown.view.planes().dtype == np.float32


def test_the_same_chance_gives_the_same_disguise() -> None:
    first, other = (augment(example(), np.random.default_rng(3), example) for _ in range(2))
    assert (first.view.seen == other.view.seen).all()
    assert (first.labels == other.labels).all()


def test_without_the_look_nothing_is_left_of_it() -> None:
    planes = without_look(example()).view.planes()
    assert not planes[15:].any()


@pytest.mark.thorough
@pytest.mark.slow
def test_examples_of_a_hand_are_kept_as_they_are(tmp_path: Path) -> None:
    taken = still("a hand over the board", 0, seed=1, size_px=(1152, 648))
    made = list(examples_of(taken, bare_look(taken)))
    assert [example.view.known is None for example in made] == [True, False]
    for number, kept in enumerate(made):
        assert (kept.labels == COVERED_LABEL).any()
        assert np.count_nonzero(kept.labels == BARE_LABEL) > 40
        kept.save(tmp_path / f"{number}.npz")
        again = Example.load(tmp_path / f"{number}.npz")
        assert np.abs(again.view.planes() - kept.view.planes()).max() < 0.12
        assert (again.labels == kept.labels).all()


@pytest.mark.slow
def test_pieces_that_are_forgotten_hide_their_cells_unread() -> None:
    taken = still("plain good light", 0, seed=1, size_px=(1152, 648))
    as_read, forgotten = (next(examples_of(taken, None, forget)) for forget in (0.0, 0.5))
    new = (forgotten.labels == COVERED_LABEL) & (as_read.labels != COVERED_LABEL)
    assert np.count_nonzero(new) > 8
    assert (as_read.labels[new] == NOT_ASKED).all()
    assert forgotten.view.behind.sum() < 0.8 * as_read.view.behind.sum()


@pytest.mark.slow
@pytest.mark.thorough
def test_what_a_tall_piece_hides_a_little_is_bare_if_that_was_read() -> None:
    taken = still("camera tilted by 40 degrees", 0, seed=1, size_px=(1152, 648))
    as_read, unread = (next(examples_of(taken, None, forget)) for forget in (0.0, 1.0))
    lies = {cell for piece in taken.truth["pieces"] for cell in piece.get("cells", [piece.get("cell")])}
    places = [
        taken.catalogue.grid.cells[cell][::-1]
        for cell, shares in taken.truth["cells"].items()
        if cell not in lies and 0.1 < shares.get("tall", 0) < 0.4
    ]
    assert places
    assert {int(as_read.labels[place]) for place in places} == {BARE_LABEL}
    assert {int(unread.labels[place]) for place in places} == {NOT_ASKED}


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("kind", list(MIXTURES))
def test_of_a_mixture_every_cell_that_something_hides_unread_is_told(kind: str) -> None:
    taken = mixture(kind, 4, 999)
    shown = list(examples_of(taken, bare_look(taken)))
    assert [example.view.known is None for example in shown] == [True, False]
    grid = taken.catalogue.grid
    for cell, shares in taken.truth["cells"].items():
        column, row = grid.cells[cell]
        if shares.get("hand", 0) + shares.get("object", 0) > 0.6:
            assert all(example.labels[row, column] != BARE_LABEL for example in shown)
        elif not shares and cell not in {piece.get("cell") for piece in taken.truth["pieces"]}:
            assert all(example.labels[row, column] != COVERED_LABEL for example in shown)


def test_training_goes_on_from_just_what_the_network_says() -> None:
    torch = pytest.importorskip("torch")
    from tools.evidence.cover_net.train import calibrate_normalisation, restored

    view = example().view
    planes = np.random.default_rng(1).normal(0, 0.3, (3, *view.planes().shape)).astype(np.float32)
    network = restored(MODEL)
    calibrate_normalisation(network, [planes, planes[::-1].copy()])
    with torch.no_grad():
        logits = network.eval()(torch.from_numpy(view.planes()[None]))[0, 0].numpy()
    assert logits == pytest.approx(cover_logits(view), abs=1e-3)


def test_training_the_judging_layers_learns_what_the_examples_tell() -> None:
    pytest.importorskip("torch")
    from tools.evidence.cover_net.train import restored
    from tools.evidence.cover_net.train_head import count_errors, seen_by, train_head

    bare = example()
    covered = Example(example(0.2).view, np.full((ROWS, COLUMNS), COVERED_LABEL, np.int8))
    network = restored(MODEL).eval()
    shown = [seen_by(network, example) for example in (bare, covered)]
    assert "24, 0 above 0.9" in count_errors(network, shown)
    train_head(network, shown, steps=40, rate=1e-3, seed=1)
    assert "0, 0 above 0.35" in count_errors(network, shown)


def test_the_mean_of_two_networks_is_the_network_if_they_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from tools.evidence.cover_net.mean import mean_of

    mean_of(MODEL, MODEL, tmp_path / "mean.onnx")
    network = cv2.dnn.readNetFromONNX(str(tmp_path / "mean.onnx"))
    network.setInput(example().view.planes()[None])
    assert network.forward()[0, 0] == pytest.approx(cover_logits(example().view), abs=1e-4)
