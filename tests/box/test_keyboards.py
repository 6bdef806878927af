"""Keyboards of other countries: what is typed is what their caps show."""

from pathlib import Path

import pytest

from tests.box.conftest import UNIT
from tests.box.test_camera import copy_in
from tools.box.machine import Machine

#: Keys by their place on an American keyboard, and what the caps of another one show there.
KEYBOARDS = {"de": ("y z semicolon bracket_left q", "zyöüq"), "fr": ("q w a semicolon 2", "azqmé")}
TYPED = f"/var/lib/{UNIT}/typed"
#: In place of the companion: its screen, its user, its rights, its SDL.
DROP_IN = f"""[Service]
Type=exec
WatchdogSec=0
ExecStart=
ExecStart=/opt/{UNIT}/current/bin/python /etc/{UNIT}/letters.py {TYPED}
"""
#: As Raspberry Pi Imager sets a keyboard and a start of the machine takes it over. While SDL mutes the console,
#: loadkeys changes nothing.
CHOOSE = """systemctl stop {unit}; sed -i 's/^XKBLAYOUT=.*/XKBLAYOUT="{layout}"/' /etc/default/keyboard
setupcon --force --keyboard-only; systemctl daemon-reload; systemctl start {unit}"""


@pytest.mark.parametrize("layout", KEYBOARDS)
def test_a_keyboard_types_what_its_caps_show(layout: str, at_start: Machine, tmp_path: Path) -> None:
    keys, letters = KEYBOARDS[layout]
    box = at_start
    copy_in(box, Path(__file__).with_name("letters.py"), f"/etc/{UNIT}/letters.py")
    (tmp_path / "letters.conf").write_text(DROP_IN)
    # Its name comes after that of the drop-in that leaves out cage.
    copy_in(box, tmp_path / "letters.conf", f"/etc/systemd/system/{UNIT}.service.d/letters.conf")
    box.shell(CHOOSE.format(layout=layout, unit=UNIT).replace("\n", "; "))
    box.await_true(lambda: "begun" in box.shell(f"cat {TYPED} 2>/dev/null || true"), "the window")
    box.await_still()
    box.press(*keys.split())
    assert box.shell(f"cat {TYPED}").split() == ["begun", *letters]
