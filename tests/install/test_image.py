"""Tests of the layer for rpi-image-gen, read as its documentation describes it."""

import os
import re
import subprocess
import textwrap
from pathlib import Path

import pytest

from tests import ROOT
from tests.install.test_install import NAME
from tools.bundle import write_archive

IMAGE = ROOT / "install" / "image"
LAYER = (IMAGE / "layer" / f"{NAME}.yaml").read_text()
CONFIG = (IMAGE / "config" / f"{NAME}.yaml").read_text()
#: Fields of a layer, and of each of its variables, that rpi-image-gen knows; it refuses a layer with others.
LAYER_FIELDS = {
    f"X-Env-Layer-{name}"
    for name in (
        *("Name", "Category", "Desc", "Version", "Requires", "Provides", "RequiresProvider", "AfterProvider"),
        *("Conflicts", "Type", "Generator", "Sets"),
    )
} | {"X-Env-VarPrefix", "X-Env-VarRequires", "X-Env-VarRequires-Valid"}
VARIABLE_FIELDS = {"", "-Desc", "-Required", "-Valid", "-Set", "-Triggers", "-Conflicts", "-Anchor"}
#: Variables of the config, by the layers that declare them.
SETTINGS = {
    "device": {"layer", "hostname"},
    "image": {"layer", "name", "rootfs_type", "boot_part_size", "system_part_size", "data_part_size"},
    "layer": {"base", "app"},
}
OVERLAY = IMAGE / "layer" / f"{NAME}.d" / "customize.overlay"


def metadata() -> dict[str, str]:
    """Return fields between the two marks; a line that begins with two spaces goes on."""
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


def test_the_metadata_are_what_the_lint_of_rpi_image_gen_takes() -> None:
    fields = metadata()
    variables = {name for name in fields if re.fullmatch(r"X-Env-Var-[a-z0-9_]+", name)}
    known = LAYER_FIELDS | {f"{variable}{more}" for variable in variables for more in VARIABLE_FIELDS}
    assert fields.keys() <= known
    for variable in variables:
        assert fields[f"{variable}-Required"] in ("y", "n")
        assert fields[f"{variable}-Set"] in ("y", "n", "lazy", "force")
        # A default must keep its own rule; a variable without one is never set by the layer.
        assert fields[f"{variable}-Valid"] == "string"
        assert (fields[variable] == "") == (fields[f"{variable}-Set"] == "n")


def test_the_config_sets_what_the_layers_declare() -> None:
    section, settings = "", dict[str, str]()
    for line in CONFIG.splitlines():
        if re.fullmatch(r"[a-z]+:", line):
            section = line[:-1]
        elif line and not line.startswith("#"):
            name, value = line.removeprefix("  ").split(": ")
            assert name in SETTINGS[section]
            settings[f"{section}_{name}"] = value
    assert settings["device_layer"] in ("rpi4", "rpi5")
    assert settings["image_rootfs_type"] in ("ext4", "erofs")
    assert all(re.fullmatch(r"[0-9]+[kKMGs]?", value) for name, value in settings.items() if name.endswith("_size"))


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


def test_the_hook_installs_the_archive_in_the_image(tmp_path: Path) -> None:
    hook = textwrap.dedent(LAYER.split("  customize-hooks:\n    - |\n")[1])
    root, programs, archive = tmp_path / "root", tmp_path / "programs", tmp_path / "archive.tar"
    (root / "var/tmp").mkdir(parents=True)
    write_archive(archive, f"{NAME}-1", {"install/install.sh": b'echo "$@" >"$(dirname "$0")/../../../../said"\n'})
    programs.mkdir()
    chroot = programs / "chroot"
    chroot.write_text('#!/bin/sh\nroot=$1 program=$2 file=$3; shift 3; exec "$program" "$root$file" "$@"\n')
    chroot.chmod(0o755)
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "IGconf_companion_archive": str(archive)}
    # As mmdebstrap runs a hook of several lines.
    subprocess.run(["sh", "-c", hook, "exec", root], env=environment, check=True)
    assert (root / "said").read_text() == "--lite\n"
    assert list((root / "var/tmp").iterdir()) == []
    assert (root / "var/lib" / NAME).is_dir()
