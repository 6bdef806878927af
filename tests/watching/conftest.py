"""The films are a module of this folder."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
