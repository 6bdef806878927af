"""Check for `companion doctor`: whether phones could reach their page."""

import ipaddress
import socket
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from companion.device.checks.camera_check import UNIT_FOLDERS, shut_service
from companion.device.checks.finding import Finding, good, note, wrong
from companion.device.checks.machine import read_system_text
from companion.device.config import PhonesConfig
from companion.device.errors import UserError
from companion.device.extras import extra_command
from companion.phones.address import Address, address_from_text, other_page_addresses, own_address, page_address
from companion.phones.certificate import has_openssl

#: What the page's server needs.
PACKAGES = ("starlette", "uvicorn")
#: What a game at two tables needs besides.
TABLE_PACKAGES = (*PACKAGES, "spake2", "cryptography")
#: Where a firewall that many systems have says whether it is on.
_FIREWALL = Path("/etc/ufw/ufw.conf")


def phones(
    config: PhonesConfig,
    *,
    unit_folders: Sequence[Path] = UNIT_FOLDERS,
    firewall: Path = _FIREWALL,
    own: Callable[[], str] = own_address,
) -> Iterator[Finding]:
    """Check packages, service, address, port and firewall, if phones may join."""
    if not config.allowed:
        return
    if any(find_spec(package) is None for package in PACKAGES):
        yield wrong("phones", f"packages are missing: {extra_command('phones')}")
        return
    try:
        address = address_from_text(config.address, tls=config.tls)
    except UserError as error:
        yield wrong("phones", str(error))
        return
    place = shut_service(unit_folders)
    if place is not None:
        yield wrong("phones", f"the installed service may not listen: copy systemd/phones.conf to {place} and restart")
        return
    if config.tls and not has_openssl():
        yield wrong("phones", "encryption needs openssl: sudo apt install openssl")
        return
    reached = own() if ipaddress.ip_address(address.host).is_unspecified else address.host
    if ipaddress.ip_address(reached).is_loopback:
        yield wrong("phones", "this machine is in no network that a phone could be in: connect it to the Wi-Fi")
        return
    yield _port(address)
    if "ENABLED=yes" in read_system_text(str(firewall)):
        yield note("phones", f"a firewall is on; if the page does not open: sudo ufw allow {address.port}/tcp")


def _port(address: Address) -> Finding:
    """Check that the page can listen."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address.host, address.port))
        except OSError as error:
            reason = error.strerror or str(error)
            return wrong("phones", f"the page cannot listen on {address.host}:{address.port} ({reason})")
    others = "".join(f" or {other}" for other in other_page_addresses(address))
    return good("phones", f"may join at {page_address(address)}{others} from the same network")
