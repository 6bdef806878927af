"""Train the layers that judge cells, and write cover_net.onnx.

python -m tools.evidence.cover_net.train_head --examples 961-drawn 962-old      (needs: pip install -e .[training])

It takes minutes where training the whole network takes an hour: each example's disguises pass the layers that see
only once. A held-out tenth of the examples tells what came of it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from tools.evidence.cover_net.disguise import augment, without_look
from tools.evidence.cover_net.examples import FOLDER, NOT_ASKED, Example
from tools.evidence.cover_net.train import CoverNet, export, restored
from vision.occupancy.cover_net import MODEL
from vision.occupancy.ground import AROUND_CELLS

#: Every so many examples one is kept from training.
_HELD_OUT = 10
_BATCH = 16
#: Pull of the weights towards those that they began with.
_PULL = 0.02
_INNER = slice(AROUND_CELLS, -AROUND_CELLS)

#: Planes of the cells (1, planes, rows, columns) as the judging layers get them, and their labels (rows, columns).
CellPlanes = tuple[torch.Tensor, torch.Tensor]


def seen_by(network: CoverNet, example: Example) -> CellPlanes:
    """Pass an example through the layers that see."""
    with torch.no_grad():
        planes = network.see(torch.from_numpy(example.view.planes()[None]))
    return planes, torch.from_numpy(np.ascontiguousarray(example.labels))


def disguised(network: CoverNet, files: Sequence[Path], each: int, seed: int) -> list[CellPlanes]:
    """Return what the network sees of so many disguises of each example."""
    rng = np.random.default_rng(seed)
    shown = []
    for file in files:
        own = Example.load(file)
        for _ in range(each):
            example = without_look(own) if rng.random() < 0.4 else own
            shown.append(
                seen_by(network, augment(example, rng, lambda: Example.load(files[int(rng.integers(len(files)))])))
            )
    return shown


def _loss(network: CoverNet, planes: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    logits = network.judged(planes)[:, 0, _INNER, _INNER]
    asked = labels != NOT_ASKED
    return torch.nn.functional.binary_cross_entropy_with_logits(logits[asked], labels[asked].float())


def train_head(network: CoverNet, shown: Sequence[CellPlanes], steps: int, rate: float, seed: int) -> None:
    """Train the judging layers in so many steps, in place."""
    rng = np.random.default_rng(seed)
    weights = [*network.rounds.parameters(), *network.judge.parameters()]
    first = [weight.detach().clone() for weight in weights]
    optimiser = torch.optim.Adam(weights, rate)
    mean = 0.0
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = rate * (1 - step / (steps + 1))
        chosen = [shown[index] for index in rng.integers(0, len(shown), _BATCH)]
        planes, labels = torch.cat([own for own, _ in chosen]), torch.stack([own for _, own in chosen])
        optimiser.zero_grad()
        loss = _loss(network, planes, labels)
        pull = sum(((weight - own) ** 2).sum() for weight, own in zip(weights, first, strict=True))
        (loss + _PULL * pull).backward()
        optimiser.step()
        mean += (loss.item() - mean) / min(step, 50)
        if step % 50 == 0:
            print(f"step {step}, loss {mean:.4f}", flush=True)


def count_errors(network: CoverNet, shown: Sequence[CellPlanes]) -> str:
    """Count bare cells above each limit, and covered cells up to it."""
    chances, labels = [], []
    with torch.no_grad():
        for planes, own in shown:
            chances.append(torch.sigmoid(network.judged(planes))[0, 0, _INNER, _INNER].ravel())
            labels.append(own.ravel())
    chance, label = torch.cat(chances), torch.cat(labels)
    bare, covered = chance[label == 0], chance[label == 1]
    counts = (
        f"{int((bare > limit).sum())}, {int((covered <= limit).sum())} above {limit}" for limit in (0.35, 0.6, 0.9)
    )
    return f"of {len(bare)} bare, {len(covered)} covered cells: " + "; ".join(counts)


def main() -> None:
    """Train and exports."""
    parser = argparse.ArgumentParser(description="Trains the layers that judge cells.")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--examples", nargs="+", required=True, metavar="NAME", help="folders of build/cover_net")
    parser.add_argument("--disguises", type=int, default=4, help="of each example")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    files = [file for folder in args.examples for file in sorted((FOLDER / folder).glob("*.npz"))]
    pictures = sorted({file.with_name(file.stem.rsplit("-", 1)[0]) for file in files})
    kept = set(pictures[::_HELD_OUT])
    tried = [file for file in files if file.with_name(file.stem.rsplit("-", 1)[0]) in kept]
    network = restored(MODEL).eval()
    plain = [seen_by(network, Example.load(file)) for file in tried]
    shown = disguised(network, sorted(set(files) - set(tried)), args.disguises, args.seed)
    print(f"{len(shown)} disguises; held out, before: {count_errors(network, plain)}", flush=True)
    train_head(network, shown, args.steps, args.rate, args.seed)
    print(f"held out, after: {count_errors(network, plain)}")
    export(network, args.out)


if __name__ == "__main__":
    main()
