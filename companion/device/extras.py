"""Command that installs an extra: ./run, or pip where that installed the companion."""

import sys
from pathlib import Path

#: The script beside the sources, which runs on Linux alone.
_RUN = Path(__file__).parents[2] / "run"


def extra_command(extra: str, *, run: Path = _RUN, platform: str = sys.platform) -> str:
    """Return what installs an extra: on Linux `run`, if it lies beside the sources, else pip."""
    if platform == "linux" and run.is_file():
        return f"./run extra {extra}"
    # Double quotes, which the shells of all systems know.
    return f'"{sys.executable}" -m pip install "finstere-flure-companion[{extra}]"'
