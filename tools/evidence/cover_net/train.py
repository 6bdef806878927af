"""Trains the network and writes vision/occupancy/cover_net.onnx.

python -m tools.evidence.cover_net.train --minutes 45 --examples 930      (needs: pip install -e '.[training]')
python -m tools.evidence.cover_net.train --minutes 45 --examples 932 932-mixed --on --rate 1e-3     (goes on from it)

Half of the examples are shown without the look of the bare board, all of them in disguise.
"""

import argparse
import itertools
import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.cover_net.disguise import augment, without_look
from tools.evidence.cover_net.examples import FOLDER, NOT_ASKED, Example
from vision.model.ground_pixels import CELL_PX
from vision.occupancy.cover_net import MODEL, PLANES
from vision.occupancy.ground import AROUND_CELLS

try:
    import onnx
    import torch
    from torch import nn
except ImportError as error:
    raise SystemExit(f"{error}; install what is needed with: pip install -e '.[training]'") from None

#: Planes at 1/2, 1/4, 1/8 and 1/16 of the resolution; the last is a place a cell.
WIDTHS = (32, 48, 96, 128)
#: Number of planes of a cell in which those of all resolutions are mixed.
_MIXED = 128
#: Number of planes of a cell by which it is told whether something lies on it.
_TOLD_BY = 64
#: Number of times that cells are seen among the cells round them.
_ROUNDS = 3
#: Number of planes through which they are seen.
_ROUND = 64
BATCH = 8
_WARM_UP = 100
#: While it trains, the network is written every so many steps.
_KEPT_EVERY = 1000
#: So many batches tell how the layers' values spread.
_SURVEYED = 24
#: Examples of kinds that are hard are shown so many times as often.
_HARD = {
    "hand": 2.0,
    "three-arms": 2.0,
    "hand-on-a-foreign-print": 4.0,
    "finger-tip": 1.5,
    "photograph-print": 2.5,
    "lamp-on-gloss": 2.5,
    "gloss-that-burns-out": 2.0,
    "window-on-gloss": 1.5,
    "lacquer": 2.5,
    "objects": 2.5,
    "worn-tags": 2.0,
    "strong-cells-print": 2.0,
    "text-print": 1.5,
    "pattern-print": 1.5,
    "dungeon-print": 1.5,
    "cast-shadow": 2.0,
    "low-sun": 2.0,
    "mood-light": 1.5,
    "AprilTags,-coarse-camera": 1.5,
    "a-hand-over-the-board": 1.5,
    "mixture": 3.0,
}


def _layer(before: int, after: int, *, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]


class Round(nn.Module):  # type: ignore[misc]
    """Layer that adds evidence of neighbouring cells: (n, planes, rows, columns).

    At first that is nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.beside = nn.Sequential(*_layer(_MIXED, _ROUND), *_layer(_ROUND, _MIXED)[:-1])
        nn.init.zeros_(self.beside[-1].weight)

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        """Return the planes of the cells among those round them."""
        return cells + self.beside(cells)


class CoverNet(nn.Module):  # type: ignore[misc]
    """Network from planes (n, PLANES, 16 rows, 16 columns) to the logits of covered cells.

    The logits are (n, 1, rows, columns). Each cell is judged by the mean and the largest of what is seen in it at
    every resolution, by the look of the whole board, and by the cells about it, farther and farther off.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.ModuleList()
        for before, after in itertools.pairwise((PLANES, *WIDTHS)):
            self.stages.append(nn.Sequential(*_layer(before, after, stride=2), *_layer(after, after)))
        self.cell = nn.Sequential(*_layer(2 * sum(WIDTHS[:-1]) + WIDTHS[-1], _MIXED, kernel=1))
        self.board = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(_MIXED, _MIXED, 1), nn.ReLU(inplace=True))
        self.rounds = nn.Sequential(*(Round() for _ in range(_ROUNDS)))
        self.judge = nn.Sequential(*_layer(_MIXED, _TOLD_BY), *_layer(_TOLD_BY, _TOLD_BY), nn.Conv2d(_TOLD_BY, 1, 1))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.judged(self.see(planes))

    def see(self, planes: torch.Tensor) -> torch.Tensor:
        """Return what is seen in each cell at all resolutions, and in the whole board."""
        seen = []
        for number, stage in enumerate(self.stages, 1):
            planes = stage(planes)
            cell = CELL_PX >> number
            if cell > 1:
                seen += [nn.functional.avg_pool2d(planes, cell), nn.functional.max_pool2d(planes, cell)]
        mixed: torch.Tensor = self.cell(torch.cat([*seen, planes], dim=1))
        return mixed + self.board(mixed)

    def judged(self, cells: torch.Tensor) -> torch.Tensor:
        """Return the logits of the cells that `see` has seen."""
        told: torch.Tensor = self.judge(self.rounds(cells))
        return told


def _batch(
    files: Sequence[Path], odds: npt.NDArray[np.float64], seed: int
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
    """Return the planes and labels of some examples in disguise."""
    rng = np.random.default_rng(seed)

    def drawn() -> Example:
        return Example.load(files[rng.choice(len(files), p=odds)])

    shown = []
    for _ in range(BATCH):
        example = drawn()
        if rng.random() < 0.5:
            example = without_look(example)
        shown.append(augment(example, rng, drawn))
    return np.stack([example.view.planes() for example in shown]), np.stack([example.labels for example in shown])


def restored(file: Path) -> CoverNet:
    """Load the network that `export` wrote.

    `calibrate_normalisation` must be called before it is trained on.
    """
    network = CoverNet()
    graph = onnx.load(str(file)).graph
    arrays = {array.name: torch.from_numpy(onnx.numpy_helper.to_array(array).copy()) for array in graph.initializer}
    kept = [[arrays[name] for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"]
    modules = list(network.modules())
    places = [number for number, module in enumerate(modules) if isinstance(module, nn.Conv2d)]
    with torch.no_grad():
        for number, (weight, bias) in zip(places, kept, strict=True):
            modules[number].weight.copy_(weight)
            if modules[number].bias is None:
                # Export made one layer of a convolution and its normalisation.
                normalised = modules[number + 1]
                normalised.weight.fill_(1)
                normalised.bias.copy_(bias)
                normalised.running_var.fill_(1 - normalised.eps)
            else:
                modules[number].bias.copy_(bias)
    return network


def calibrate_normalisation(network: CoverNet, batches: Sequence[npt.NDArray[np.float32]]) -> None:
    """Set the normalisation, in place, to the spread of values in batches of planes.

    The network's output stays the same.
    """
    layers = [module for module in network.modules() if isinstance(module, nn.BatchNorm2d)]
    spread = {layer: (torch.zeros(layer.num_features), torch.zeros(layer.num_features)) for layer in layers}

    def look(layer: nn.Module, values: tuple[torch.Tensor]) -> None:
        mean, square = spread[layer]
        mean += values[0].mean((0, 2, 3)) / len(batches)
        square += (values[0] ** 2).mean((0, 2, 3)) / len(batches)

    hooks = [layer.register_forward_pre_hook(look) for layer in layers]
    network.eval()
    with torch.no_grad():
        for planes in batches:
            network(torch.from_numpy(planes).to(memory_format=torch.channels_last))
        for layer, hook in zip(layers, hooks, strict=True):
            hook.remove()
            mean, square = spread[layer]
            scale = layer.weight / torch.sqrt(layer.running_var + layer.eps)
            variance = square - mean**2
            layer.bias.add_((mean - layer.running_mean) * scale)
            layer.weight.copy_(scale * torch.sqrt(variance + layer.eps))
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(variance)


def draw_probabilities(files: Sequence[Path]) -> npt.NDArray[np.float64]:
    """Return the probability (n,) of drawing each example."""
    odds = np.array([_HARD.get(file.name.rsplit("-", 2)[0], 1.0) for file in files])
    return np.asarray(odds / odds.sum(), np.float64)


def train(files: Sequence[Path], minutes: float, network: CoverNet, seed: int, rate: float, out: Path) -> None:
    """Train the network for so long; it is written to `out` now and then."""
    odds = draw_probabilities(files)
    rng = np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    start, step, mean = time.monotonic(), 0, 0.0
    inner = slice(AROUND_CELLS, -AROUND_CELLS)
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(_batch, files, odds, int(rng.integers(1 << 40))) for _ in range(3)]
        while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
            shown, labels = (torch.from_numpy(array) for array in waiting.pop(0).result())
            planes = shown.to(memory_format=torch.channels_last)
            waiting.append(pool.submit(_batch, files, odds, int(rng.integers(1 << 40))))
            step += 1
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, step / _WARM_UP) * (1 + math.cos(math.pi * done)) / 2
            network.train()
            optimiser.zero_grad()
            logits = network(planes)[:, 0, inner, inner]
            asked = labels != NOT_ASKED
            loss = nn.functional.binary_cross_entropy_with_logits(logits[asked], labels[asked].float())
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            mean += (loss.item() - mean) / min(step, 100)
            if step % 100 == 0:
                print(f"step {step}, {60 * minutes * done:.0f} s, loss {mean:.4f}", flush=True)
            if step % _KEPT_EVERY == 0:
                export(network, out)
    export(network, out)


def export(network: CoverNet, file: Path, cells: tuple[int, int] = (13, 18)) -> None:
    """Write the network as ONNX, for boards of any size.

    It is tried on one of so many `cells` (rows, columns).
    """
    network.eval()
    tried = torch.zeros(1, PLANES, *(CELL_PX * side for side in cells))
    sides = {2: "height", 3: "width"}
    torch.onnx.export(
        network,
        (tried,),
        file,
        dynamo=False,
        input_names=["planes"],
        output_names=["logits"],
        dynamic_axes={"planes": sides, "logits": sides},
    )


def main() -> None:
    """Train and exports."""
    parser = argparse.ArgumentParser(description="Trains the network that tells covered cells.")
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--examples", nargs="+", default=["930"], metavar="SEED", help="folders of build/cover_net")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at first")
    parser.add_argument("--on", action="store_true", help="go on from the network that is there")
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    files = [file for folder in args.examples for file in sorted((FOLDER / folder).glob("*.npz"))]
    if not files:
        parser.error("there are no examples; make them with python -m tools.evidence.cover_net.examples")
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    network = (restored(MODEL) if args.on else CoverNet()).to(memory_format=torch.channels_last)
    if args.on:
        odds = draw_probabilities(files)
        calibrate_normalisation(network, [_batch(files, odds, number)[0] for number in range(_SURVEYED)])
    train(files, args.minutes, network, args.seed, args.rate, args.out)


if __name__ == "__main__":
    main()
