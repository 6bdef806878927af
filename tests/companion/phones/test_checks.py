"""The doctor's check of phones."""

from pathlib import Path

import pytest

from companion.device.checks.camera_check import SERVICE
from companion.device.checks.finding import Severity
from companion.device.config import PhonesConfig
from companion.phones.checks import phones
from tests import ROOT

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")


def findings(
    tmp_path: Path, address: str = "127.0.0.1:0", own: str = "192.168.1.5", *, allowed: bool = True
) -> list[tuple[str, str]]:
    found = phones(
        PhonesConfig(allowed, address),
        unit_folders=(tmp_path,),
        firewall=tmp_path / "ufw.conf",
        own=lambda: own,
    )
    return [(finding.severity, finding.text) for finding in found]


def test_nothing_is_checked_where_phones_are_not_allowed(tmp_path: Path) -> None:
    assert findings(tmp_path, allowed=False) == []


def test_the_network_the_address_and_the_port_are_checked(tmp_path: Path) -> None:
    assert findings(tmp_path, "0.0.0.0:0")[0][0] == Severity.OK
    assert "in no network" in findings(tmp_path, "", own="127.0.0.1")[0][1]
    assert "is no address" in findings(tmp_path, "box")[0][1]
    # An address that is reserved for documents is nobody's.
    assert "cannot listen on 192.0.2.7" in findings(tmp_path, "192.0.2.7:8720")[0][1]


def test_a_firewall_and_the_service_are_named(tmp_path: Path) -> None:
    (tmp_path / "ufw.conf").write_text("ENABLED=yes\n")
    assert "sudo ufw allow" in findings(tmp_path, "0.0.0.0:0")[1][1]
    (tmp_path / SERVICE).write_text((ROOT / "systemd" / SERVICE).read_text())
    assert "systemd/phones.conf" in findings(tmp_path, "0.0.0.0:0")[0][1]
    (tmp_path / f"{SERVICE}.d").mkdir()
    (tmp_path / f"{SERVICE}.d" / "phones.conf").write_text((ROOT / "systemd" / "phones.conf").read_text())
    assert findings(tmp_path, "0.0.0.0:0")[0][0] == Severity.OK
