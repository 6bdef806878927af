"""Tests of a release as it is installed, from an index of packages or a mirror of Debian."""

import json
import os
import shutil
import subprocess
import sys
import time
import venv
from dataclasses import replace
from pathlib import Path

import pytest

from tools.arm64_wheels import RELEASES
from tools.release.debian import DEBIAN_MACHINES, TOOLS, build_package, download_parts
from tools.release.python_packages import build_wheel
from tools.release.sources import unpack_commit

MIRROR = "http://deb.debian.org/debian"
GAME = "play --virtual --autoplay --headless --seed 5 --players 2"
#: Systems that wheels must be there for, as pip names them.
SYSTEMS = {
    "windows": ["win_amd64"],
    "macos-arm": [f"macosx_{version}_0_arm64" for version in range(14, 10, -1)],
    "macos-intel": [*(f"macosx_{version}_0_x86_64" for version in range(14, 10, -1)), "macosx_10_15_x86_64"],
}
#: What happens in a fresh Debian: the package comes, a game plays, the package goes, and the game stays.
IN_DEBIAN = f"""
set -ex
echo a fresh system
export DEBIAN_FRONTEND=noninteractive SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy HOME=/root
apt-get install -y -q --no-install-recommends /tmp/*.deb >/dev/null
companion --version
companion {GAME} --journal /root/games.sqlite | grep -q '"same_as_replay": true'
test "$(systemctl is-enabled finstere-flure-companion.service)" = disabled
test "$(systemctl is-enabled finstere-flure-power-off.path)" = static
test -e /usr/share/applications/finstere-flure-companion.desktop
test -e /usr/share/icons/hicolor/scalable/apps/finstere-flure-companion.svg
zcat /usr/share/man/man1/companion.1.gz | grep -q "leads players"
mkdir /var/lib/finstere-flure-companion
touch /var/lib/finstere-flure-companion/games.sqlite
apt-get remove -y -q finstere-flure-companion >/dev/null
test ! -e /usr/lib/finstere-flure-companion
test ! -e /usr/bin/companion
test -s /root/games.sqlite
test -e /var/lib/finstere-flure-companion/games.sqlite
echo all is well
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return build_wheel(unpack_commit(folder / "source"), folder / "built")


@pytest.mark.network
def test_the_wheel_gives_a_game(wheel: Path, tmp_path: Path) -> None:
    begun = time.monotonic()
    venv.create(tmp_path / "new", with_pip=True)
    programs = tmp_path / "new" / "bin"
    subprocess.run([programs / "pip", "install", "-q", wheel], cwd=tmp_path, check=True)
    environment = {
        "HOME": str(tmp_path),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PATH": os.environ["PATH"],
    }
    companion = [str(programs / "companion"), *GAME.split()]
    done = subprocess.run(companion, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["same_as_replay"] is True
    print(f"from the wheel to the end of a game: {time.monotonic() - begun:.0f} s", file=sys.stderr)


@pytest.mark.network
@pytest.mark.parametrize("python", ["3.11", "3.13"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_package_has_a_wheel(system: str, python: str, wheel: Path, tmp_path: Path) -> None:
    platforms = [word for platform in SYSTEMS[system] for word in ("--platform", platform)]
    options = ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, *platforms]
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--dry-run",
        "--ignore-installed",
        "--target",
        str(tmp_path),
    ]
    done = subprocess.run([*command, *options, f"{wheel}[phones]"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def built_package(name: str, machine: str, wheel: Path, folder: Path) -> Path:
    """Return the package for a release of Debian, all whose programs are of its processor."""
    release = replace(next(release for release in RELEASES if release.name == name), machine=machine)
    (folder / "wheels").mkdir()
    parts = download_parts(release, folder / "wheels")
    sources = unpack_commit(folder / "source")
    return build_package(sources, release, [*parts.values(), wheel], folder / "work" / "package", folder / "built")


@pytest.mark.network
@pytest.mark.timeout(900)
@pytest.mark.parametrize("machine", DEBIAN_MACHINES)
@pytest.mark.parametrize("name", [release.name for release in RELEASES])
@pytest.mark.skipif(
    not all(map(shutil.which, (*TOOLS, "apt-get"))), reason=f"{', '.join(TOOLS)} or apt is not installed"
)
def test_debian_has_all_that_the_package_needs(name: str, machine: str, wheel: Path, tmp_path: Path) -> None:
    package, root = built_package(name, machine, wheel, tmp_path), tmp_path / "root"
    for folder in ("etc/apt", "var/lib/apt/lists/partial", "var/lib/dpkg", "var/cache/apt/archives/partial"):
        (root / folder).mkdir(parents=True)
    (root / "etc/apt/sources.list").write_text(f"deb {MIRROR} {name} main\n")
    (root / "var/lib/dpkg/status").touch()
    debian = DEBIAN_MACHINES[machine]
    options = {
        "Dir": root,
        "Dir::State::status": root / "var/lib/dpkg/status",
        "Dir::Etc::Trusted": "/etc/apt/trusted.gpg",
        "Dir::Etc::TrustedParts": "/etc/apt/trusted.gpg.d",
        "APT::Architecture": debian,
        "APT::Architectures::": debian,
        "APT::Sandbox::User": "",
    }
    apt = ["apt-get", "-q", *(word for key, value in options.items() for word in ("-o", f"{key}={value}"))]
    subprocess.run([*apt, "update"], capture_output=True, check=True)
    # It only says what it would install.
    said = subprocess.run([*apt, "install", "--simulate", package], capture_output=True, text=True, check=False)
    assert "Inst finstere-flure-companion (" in said.stdout, said.stdout + said.stderr


@pytest.mark.network
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("machine", DEBIAN_MACHINES)
@pytest.mark.parametrize("name", [release.name for release in RELEASES])
@pytest.mark.skipif(os.getuid() != 0, reason="a system of its own is made by root")
@pytest.mark.skipif(
    not all(map(shutil.which, (*TOOLS, "mmdebstrap"))), reason=f"{', '.join(TOOLS)} or mmdebstrap is not installed"
)
def test_the_debian_package_comes_plays_and_goes(name: str, machine: str, wheel: Path, tmp_path: Path) -> None:
    if machine != os.uname().machine and not Path("/proc/sys/fs/binfmt_misc", f"qemu-{machine}").exists():
        pytest.skip(f"programs for {machine} do not run here: tools/arm64-check tells how they do under qemu")
    package = built_package(name, machine, wheel, tmp_path)
    script = tmp_path / "try.sh"
    script.write_text(IN_DEBIAN)
    made = subprocess.run(
        [
            *("mmdebstrap", "--variant=apt", "--format=null", f"--architectures={DEBIAN_MACHINES[machine]}"),
            f"--customize-hook=copy-in {package} {script} /tmp",
            *('--customize-hook=chroot "$1" sh /tmp/try.sh', name, "/dev/null", MIRROR),
        ],
        # Nothing of what the tests set for programs that they start.
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    told = made.stdout + made.stderr
    if "a fresh system" not in told:
        pytest.skip(f"no fresh system could be made: {made.stderr.strip().splitlines()[-1:]}")
    assert "all is well" in told, made.stderr
