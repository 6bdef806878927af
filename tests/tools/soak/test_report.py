"""The report of the evening: what it runs is what the box runs."""

import pytest

from tests import ROOT
from tools.soak.report import MEMORY


@pytest.mark.parametrize("unit", ["finstere-flure-companion.service", "user/finstere-flure-companion.service"])
def test_memory_is_kept_as_in_the_units(unit: str) -> None:
    kept = " ".join(f"{name}={value}" for name, value in MEMORY.items())
    assert f"Environment={kept}\n" in (ROOT / "systemd" / unit).read_text(encoding="utf-8")
