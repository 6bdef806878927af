"""Tests, in folders like the packages: ``tests/vision/sources`` tests ``vision/sources``."""

from pathlib import Path

#: The folder of the whole project, and that of the files which tests read.
ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"
