"""Certificate of the phones' page, made by this machine itself: openssl does it."""

import shutil
import socket
import ssl
import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import read_text

#: A certificate is valid for so long (days): phones take none that is valid longer than 825.
_VALID_DAYS = 800
#: One that ends within so long is made anew (seconds).
_NEARLY_OVER_S = 7 * 24 * 3600
#: So many bytes of the fingerprint are shown: enough to compare by eye, and too many to be met by trying.
_SHOWN_BYTES = 10
#: No certificate's file is larger.
_MOST_BYTES = 20_000
#: openssl takes no longer (seconds).
_PATIENCE_S = 60.0


@dataclass(frozen=True)
class Certificate:
    """Files of a certificate and of its key, which only its owner may read."""

    certificate: Path
    key: Path

    @property
    def fingerprint(self) -> str:
        """The beginning of its SHA-256 fingerprint, as a phone's warning shows it."""
        text = read_text(str(self.certificate), "a certificate", _MOST_BYTES)
        digest = sha256(ssl.PEM_cert_to_DER_cert(text)).digest()
        return digest[:_SHOWN_BYTES].hex(":").upper()


def has_openssl() -> bool:
    """Return True if certificates can be made."""
    return shutil.which("openssl") is not None


def own_certificate(folder: Path, host: str) -> Certificate:
    """Return the certificate in a folder; make one for this address if none is valid.

    A phone that trusts it trusts it for as long as it stays. Raises UserError.
    """
    found = Certificate(folder / "phones-certificate.pem", folder / "phones-key.pem")
    if not has_openssl():
        raise UserError("encrypted phones need openssl: sudo apt install openssl, or set tls = false below [phones]")
    if not _is_valid(found):
        _make(found, host)
    return found


def _is_valid(found: Certificate) -> bool:
    if not (found.certificate.is_file() and found.key.is_file()):
        return False
    asked = ("-noout", "-in", str(found.certificate))
    lasts = _openssl("x509", "-checkend", str(_NEARLY_OVER_S), *asked).returncode == 0
    uses = _openssl("x509", "-ext", "basicConstraints,extendedKeyUsage", *asked).stdout
    # Older versions made certificates that may sign others.
    return lasts and "CA:FALSE" in uses and "TLS Web Server Authentication" in uses


def _make(found: Certificate, host: str) -> None:
    name = socket.gethostname()
    names = f"subjectAltName=IP:{host},IP:127.0.0.1,DNS:localhost,DNS:{name},DNS:{name}.local"
    found.key.unlink(missing_ok=True)
    # The key is there before openssl writes into it: nobody else can have read it.
    found.key.touch(mode=0o600)
    made = _openssl(
        *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"),
        *("-days", str(_VALID_DAYS), "-subj", f"/CN={name[:60]}", "-addext", names),
        # A phone that trusts it trusts this server alone, and nothing that whoever holds the key might sign.
        *("-addext", "basicConstraints=critical,CA:FALSE", "-addext", "keyUsage=critical,digitalSignature"),
        *("-addext", "extendedKeyUsage=serverAuth"),
        *("-keyout", str(found.key), "-out", str(found.certificate)),
    )
    if made.returncode:
        reason = (made.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise UserError(f"no certificate for phones can be made in {found.key.parent}: {reason}")


def _openssl(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["openssl", *options], capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
