"""Mean of the weights of two networks, one trained on from the other, as cover_net.onnx.

python -m tools.evidence.cover_net.mean before.onnx after.onnx             (needs: pip install -e '.[training]')

What training on has made better stays better, and most of what it has made worse is not (M. Wortsman and others, Robust
Fine-Tuning of Zero-Shot Models, 2022).
"""

import argparse
from pathlib import Path

from vision.occupancy.cover_net import MODEL

try:
    import onnx
except ImportError as error:
    raise SystemExit(f"{error}; install what is needed with: pip install -e '.[training]'") from None


def mean_of(first: Path, second: Path, out: Path) -> None:
    """Write the mean of two networks of the same layers. Raises ValueError if they are not."""
    network, other = (onnx.load(str(file)) for file in (first, second))
    for own, its in zip(network.graph.initializer, other.graph.initializer, strict=True):
        if own.name != its.name or own.dims != its.dims:
            raise ValueError(f"{second} has other layers than {first}")
        own_weights, its_weights = (onnx.numpy_helper.to_array(array) for array in (own, its))
        own.CopyFrom(onnx.numpy_helper.from_array((own_weights + its_weights) / 2, own.name))
    onnx.save(network, str(out))


def main() -> None:
    """Take the mean of two files."""
    parser = argparse.ArgumentParser(description="Takes the mean of two networks.")
    parser.add_argument("networks", nargs=2, type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    first, second = args.networks
    mean_of(first, second, args.out)


if __name__ == "__main__":
    main()
