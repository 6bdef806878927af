"""Addresses of the phones' page: where it listens, and the names that it answers to."""

import contextlib
import ipaddress
import socket
from dataclasses import dataclass

from companion.device.errors import UserError
from companion.phones.own_addresses import own_addresses

#: The page's port where none is named: no other service that is often met has it.
DEFAULT_PORT = 8720
#: All addresses of this machine.
EVERYWHERE = "0.0.0.0"


@dataclass(frozen=True)
class Address:
    """Address and port (0: any free one) on which the page listens; `tls`: encrypted."""

    host: str = EVERYWHERE
    port: int = DEFAULT_PORT
    tls: bool = False


def address_from_text(text: str, *, tls: bool = False) -> Address:
    """Return the address in a text such as ``192.168.1.5:8720``, ``:8720`` or nothing.

    Raises UserError for what is none.
    """
    host, colon, port = text.rpartition(":") if text.rfind(":") > text.rfind("]") else (text, "", "")
    host = host.strip("[]") or EVERYWHERE
    try:
        ipaddress.ip_address(host)
        number = int(port) if colon else DEFAULT_PORT
        if not 0 <= number < 2**16:
            raise ValueError
    except ValueError:
        raise UserError(f"{text!r} is no address for phones; expected one such as 192.168.1.5:8720 or :8720") from None
    return Address(host, number, tls)


def own_address() -> str:
    """Return the address of this machine in its network; that of localhost without one."""
    return next(iter(own_addresses()), "127.0.0.1")


def reached_host(host: str) -> str:
    """Return the address by which phones reach a page that listens there."""
    return own_address() if ipaddress.ip_address(host).is_unspecified else host


def page_address(address: Address) -> str:
    """Return the page's address as browsers have it."""
    return _at_host(address, reached_host(address.host))


def other_page_addresses(address: Address) -> list[str]:
    """Return the page's addresses in other networks of this machine, such as a tunnel."""
    if not ipaddress.ip_address(address.host).is_unspecified:
        return []
    return [_at_host(address, host) for host in own_addresses()[1:]]


def _at_host(address: Address, host: str) -> str:
    scheme = "https" if address.tls else "http"
    return f"{scheme}://[{host}]:{address.port}/" if ":" in host else f"{scheme}://{host}:{address.port}/"


def is_own_host(header: str, port: int) -> bool:
    """Return True for a Host header that names this machine by an address or by its own name.

    A page elsewhere that has its own name lead to this machine (DNS rebinding) sends that name.
    """
    host, colon, named = header.rpartition(":") if header.rfind(":") > header.rfind("]") else (header, "", "80")
    if named != str(port) or (colon and not host):
        return False
    host = host.strip("[]").lower()
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return True
    name = socket.gethostname().lower()
    return host in ("localhost", name, f"{name}.local")
