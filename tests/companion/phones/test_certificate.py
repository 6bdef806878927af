"""The page encrypted with a certificate that the machine makes itself."""

import http.client
import json
import ssl
import stat
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.config import PhonesConfig
from companion.device.errors import UserError
from companion.phones import checks
from companion.phones.certificate import has_openssl, own_certificate
from companion.phones.link import ServerLink
from tests.companion.phones.evening import HERE

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
needs_openssl = pytest.mark.skipif(not has_openssl(), reason="openssl is not installed")


@needs_openssl
@pytest.mark.slow
def test_a_phone_joins_over_tls(tmp_path: Path) -> None:
    made = own_certificate(tmp_path, "127.0.0.1")
    link = ServerLink(replace(HERE, tls=True), made)
    try:
        link.send({"kind": "ticket", "ticket": "many-bits", "code": "123456"})
        # A phone that trusts this certificate finds its address in it.
        trusted = ssl.create_default_context(cafile=made.certificate)
        origin = f"https://127.0.0.1:{link.port}"
        until, status = time.monotonic() + 10, 0
        while status != 200 and time.monotonic() < until:
            connection = http.client.HTTPSConnection("127.0.0.1", link.port, context=trusted, timeout=20)
            body = json.dumps({"ticket": "many-bits", "language": "en"})
            connection.request("POST", "/join", body, {"Content-Type": "application/json", "Origin": origin})
            answer = connection.getresponse()
            status, cookie = answer.status, answer.headers.get("Set-Cookie", "")
            connection.close()
        assert status == 200
        assert "Secure" in cookie
    finally:
        link.close()


@needs_openssl
def test_a_certificate_stays_and_its_key_is_its_owners(tmp_path: Path) -> None:
    made = own_certificate(tmp_path, "127.0.0.1")
    kept = made.certificate.read_bytes()
    assert own_certificate(tmp_path, "127.0.0.1").certificate.read_bytes() == kept
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600
    told = subprocess.run(
        ["openssl", "x509", "-fingerprint", "-sha256", "-noout", "-in", str(made.certificate)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert made.fingerprint in told


@needs_openssl
def test_a_certificate_is_a_servers_only_and_an_old_one_is_replaced(tmp_path: Path) -> None:
    files = tmp_path / "phones-certificate.pem", tmp_path / "phones-key.pem"
    # As older versions made it: openssl's own settings let it sign others.
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"),
            *("-days", "800", "-subj", "/CN=old", "-addext", "basicConstraints=critical,CA:TRUE"),
            *("-addext", "extendedKeyUsage=serverAuth", "-out", str(files[0]), "-keyout", str(files[1])),
        ],
        check=True,
        capture_output=True,
    )
    made = own_certificate(tmp_path, "127.0.0.1")
    told = subprocess.run(
        ["openssl", "x509", "-noout", "-text", "-in", str(made.certificate)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "CA:FALSE" in told
    assert "CA:TRUE" not in told
    assert "TLS Web Server Authentication" in told


def test_without_openssl_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="openssl"):
        own_certificate(tmp_path, "127.0.0.1")
    config = PhonesConfig(allowed=True, tls=True)
    found = list(checks.phones(config, unit_folders=(), own=lambda: "192.168.1.5"))
    assert [complaint.text for complaint in found] == ["encryption needs openssl: sudo apt install openssl"]
