"""Addresses of this machine in its networks, the one that phones most probably reach first."""

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

#: Any address in another network: no packet is sent there, only the way is looked up.
_ELSEWHERE = ("192.0.2.1", 9)
# Requests to Linux (netdevice(7)) and what it answers.
#: Request for the addresses of all interfaces.
_SIOCGIFCONF = 0x8912
#: Request for an interface's flags.
_SIOCGIFFLAGS = 0x8913
#: Flag of the link of two ends that a tunnel is.
_POINT_TO_POINT = 0x10
#: Flag of an interface with a cable or a Wi-Fi.
_RUNNING = 0x40
#: Size of an entry of such an answer, which differs with the machine's words (bytes).
_ENTRY_BYTES = 16 + 16 + (8 if struct.calcsize("P") == 8 else 0)
#: So many entries are asked for.
_MOST_ENTRIES = 100
#: Beginnings of the names of interfaces that lead to programs of this machine alone, or through a tunnel.
_VIRTUAL = ("docker", "br-", "virbr", "veth", "vmnet", "vboxnet", "lxc", "lxd", "cni", "tun", "tap", "wg", "tailscale")
#: Addresses of providers and of some tunnels (RFC 6598).
_SHARED = ipaddress.ip_network("100.64.0.0/10")


@dataclass(frozen=True)
class OwnAddress:
    """Address of an interface; `is_way_out`: other networks are reached by it."""

    address: str
    interface: str = ""
    is_tunnel: bool = False
    is_running: bool = True
    is_way_out: bool = False


def own_addresses() -> list[str]:
    """Return the addresses by which others may reach this machine, the most probable first.

    That of localhost is none. A machine that is its own Wi-Fi has an address and no way to other networks; a tunnel
    may have the way to them all, and no phone in it.
    """
    return ranked([*_of_interfaces(), *_by_the_way_out()])


def ranked(found: Sequence[OwnAddress]) -> list[str]:
    """Return the addresses that phones may reach, the most probable first, each once."""
    ways_out = {each.address for each in found if each.is_way_out}
    known: dict[str, OwnAddress] = {}
    for each in found:
        known.setdefault(each.address, each)
    reachable = [each for each in known.values() if not _is_local(each.address)]

    def rank(each: OwnAddress) -> tuple[bool, ...]:
        address = ipaddress.ip_address(each.address)
        return (
            address.is_link_local,
            each.is_tunnel or address in _SHARED or each.interface.startswith(_VIRTUAL),
            not each.is_running,
            each.address not in ways_out,
            not address.is_private,
        )

    return [each.address for each in sorted(reachable, key=rank)]


def _is_local(address: str) -> bool:
    number = ipaddress.ip_address(address)
    return number.is_loopback or number.is_unspecified


def _by_the_way_out() -> Iterator[OwnAddress]:
    """Yield the address from which other networks are reached, if they are."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        yield OwnAddress(str(probe.getsockname()[0]), is_way_out=True)


def _of_interfaces() -> Iterator[OwnAddress]:
    """Yield the addresses of all interfaces; without Linux, those of the machine's name."""
    if sys.platform != "linux":
        with contextlib.suppress(OSError):
            for address in socket.gethostbyname_ex(socket.gethostname())[2]:
                yield OwnAddress(address)
        return
    import fcntl
    from array import array

    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        answer = array("B", bytes(_MOST_ENTRIES * _ENTRY_BYTES))
        asked = struct.pack("iP", len(answer), answer.buffer_info()[0])
        length = struct.unpack("iP", fcntl.ioctl(asking, _SIOCGIFCONF, asked))[0]
        data = answer.tobytes()
        for start in range(0, length - _ENTRY_BYTES + 1, _ENTRY_BYTES):
            label = data[start : start + 16].partition(b"\0")[0]
            # Of an address of many the label is ``wlan0:1``.
            interface = label.decode(errors="replace").partition(":")[0]
            flags = 0
            with contextlib.suppress(OSError):
                told = fcntl.ioctl(asking, _SIOCGIFFLAGS, struct.pack("16sH22x", interface.encode()[:15], 0))
                flags = struct.unpack("16sH22x", told)[1]
            yield OwnAddress(
                socket.inet_ntoa(data[start + 20 : start + 24]),
                interface,
                is_tunnel=bool(flags & _POINT_TO_POINT) or Path("/sys/class/net", interface, "tun_flags").exists(),
                is_running=bool(flags & _RUNNING),
            )
