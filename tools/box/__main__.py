"""Command line of the box in a virtual machine (./run box)."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tools.arm64_wheels import RELEASES
from tools.box.image import BUILD, ROOT, build_image
from tools.box.machine import Machine, shows_page


def look(release: str, picture: Path, keys: list[str]) -> None:
    """Switch a new machine on, press these keys on its first page, keep the picture."""
    image = build_image(release)
    machine = Machine(image, BUILD / release / "look")
    machine.new_disk()
    machine.switch_on()
    try:
        waited_s = machine.await_true(lambda: shows_page(machine.screen()), "a page on the screen")
        print(f"The first page was on the screen after {waited_s:.0f} s.")
        machine.press(*keys)
        machine.await_still()
        machine.screen(picture)
        print(picture)
    finally:
        machine.pull_plug()


def test(release: str, options: list[str]) -> int:
    """Run the scenes in tests/box with pytest, which write the report; return its status."""
    build_image(release)
    # The plugin's log of consoles fails as soon as a second machine is switched on.
    pytest = [sys.executable, "-m", "pytest", "-p", "no:labgrid"]
    command = [*pytest, "tests/box", "-n", "0", "-v", "--timeout", "0", *options]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"COMPANION_BOX": release}, check=False).returncode


def main() -> None:
    """Build the machine's disk if need be, switch it on, and look at it or test it."""
    parser = argparse.ArgumentParser(prog="./run box", description="The whole box in a virtual machine.")
    parser.add_argument("--release", choices=[version.name for version in RELEASES], default="trixie", help="of Debian")
    parser.add_argument("what", choices=["look", "test"], nargs="?", default="look", help="default: look")
    parser.add_argument("--picture", type=Path, default=BUILD / "screen.png", help="look: where the picture goes")
    parser.add_argument(
        "--keys", nargs="*", default=[], help="look: keys to press first, as QEMU calls them (ret, left)"
    )
    args, more = parser.parse_known_args()
    if args.what == "test":
        sys.exit(test(args.release, more))
    look(args.release, args.picture, args.keys)


if __name__ == "__main__":
    main()
