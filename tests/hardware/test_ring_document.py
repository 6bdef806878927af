"""docs/ring.md names every pattern, and its pictures show what the patterns show now."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops

from hardware.ring import patterns, sectors
from tests.hardware.ring_pictures import PICTURES, write_pictures

DOCUMENT = PICTURES.parent / "ring.md"


def test_the_document_names_every_pattern() -> None:
    both = {**vars(patterns), **vars(sectors)}
    kinds = {name for name, value in both.items() if isinstance(value, type) and hasattr(value, "colours")}
    assert set(re.findall(r"\| `(\w+)` \|", DOCUMENT.read_text("utf-8"))) == kinds - {"Pattern"}


@pytest.mark.slow
def test_the_pictures_are_those_of_the_document_and_up_to_date(tmp_path: Path) -> None:
    drawn = write_pictures(tmp_path)
    shown = re.findall(r"\(pictures/(ring-[\w-]+\.png)\)", DOCUMENT.read_text("utf-8"))
    assert sorted(shown) == sorted(path.name for path in drawn)
    for path in drawn:
        difference = ImageChops.difference(Image.open(path), Image.open(PICTURES / path.name))
        # Versions of Pillow round a little differently.
        assert np.asarray(difference).max() < 24, path.name
