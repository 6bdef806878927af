"""Command that installs an extra, on each system."""

from pathlib import Path

import pytest

from companion.device.extras import extra_command


def test_beside_the_sources_on_linux_it_is_run(tmp_path: Path) -> None:
    (tmp_path / "run").touch()
    assert extra_command("dial", run=tmp_path / "run", platform="linux") == "./run extra dial"


@pytest.mark.parametrize(("platform", "beside"), [("linux", False), ("win32", True), ("darwin", True)])
def test_elsewhere_it_is_pip(tmp_path: Path, platform: str, beside: bool) -> None:
    if beside:
        (tmp_path / "run").touch()
    command = extra_command("dial", run=tmp_path / "run", platform=platform)
    assert command.endswith('-m pip install "finstere-flure-companion[dial]"')
