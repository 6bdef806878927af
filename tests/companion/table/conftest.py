"""The table's tests use the cameras of those of the sources."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "sources"))
