"""Drawings of Lifeboat, SVG files named by what they show: portraits and provisions.

Portraits are told apart by hat as well as by colour.
"""

from pathlib import Path

from companion.screen.drawings import Drawings

DRAWINGS = Drawings(Path(__file__).parent / "signs")
