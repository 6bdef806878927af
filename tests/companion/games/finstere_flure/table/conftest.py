"""The tests of the table session play games as those of the engine do, with their helpers."""

import sys
from pathlib import Path

for _folder in ("engine", "game"):
    sys.path.append(str(Path(__file__).parents[4] / _folder))
