"""Tests of the layer for rpi-image-gen, read as its documentation describes it."""

import re

import pytest

from tests import ROOT
from tests.install.test_install import NAME

IMAGE = ROOT / "install" / "image"
LAYER = (IMAGE / "layer" / f"{NAME}.yaml").read_text()
CONFIG = (IMAGE / "config" / f"{NAME}.yaml").read_text()
OVERLAY = IMAGE / "layer" / f"{NAME}.d" / "customize.overlay"


def metadata() -> dict[str, str]:
    """Fields between the two marks; a line that begins with two spaces goes on."""
    block = LAYER.split("# METABEGIN\n")[1].split("# METAEND\n")[0]
    lines = [line[2:] for line in block.replace("\n#  ", " ").splitlines() if line != "#"]
    return {name: value.strip() for name, value in (line.split(":", 1) for line in lines)}


def test_the_layer_is_described_by_its_metadata() -> None:
    fields = metadata()
    assert fields["X-Env-Layer-Name"] == NAME
    assert re.fullmatch(r"\d+\.\d+\.\d+", fields["X-Env-Layer-Version"])
    assert fields["X-Env-VarPrefix"] == "companion"
    assert fields["X-Env-Var-archive-Required"] == "y"
    # The variable is used by the name that prefix and name make.
    assert "$IGconf_companion_archive" in LAYER


def test_the_layer_brings_what_the_installer_wants() -> None:
    wanted = [line.split()[0] for line in (ROOT / "install/apt.txt").read_text().splitlines() if line[0] != "#"]
    packages = LAYER.split("  packages:\n")[1].split("  customize-hooks:\n")[0]
    assert [line.removeprefix("    - ") for line in packages.splitlines()] == wanted


@pytest.mark.parametrize("line", [f"app: {NAME}", "layer: image-rota"])
def test_the_config_builds_it_on_a_read_only_root(line: str) -> None:
    assert line in [each.strip() for each in CONFIG.splitlines()]


def test_games_and_settings_outlive_an_exchange_of_the_root() -> None:
    unit = (ROOT / "systemd" / f"{NAME}.service").read_text()
    state = re.search(r"^StateDirectory=(.*)$", unit, re.MULTILINE)
    assert state is not None
    shared = (OVERLAY / "etc/rpi-image-gen/slot-shared.d" / f"{NAME}.conf").read_text()
    assert shared == f"Version=1\nPath=/var/lib/{state[1]}\n"
    assert f'mkdir -p "$1/var/lib/{state[1]}"' in LAYER
