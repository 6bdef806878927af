"""Tests of the address by which phones reach this machine, in networks of many kinds."""

import shutil
import subprocess
import sys

import pytest

from companion.phones.address import Address, other_page_addresses, page_address
from companion.phones.own_addresses import OwnAddress, own_addresses, ranked
from tests import ROOT

HOME = OwnAddress("192.168.1.5", "wlan0")
LOCAL = OwnAddress("127.0.0.1", "lo")


@pytest.mark.parametrize(
    ("found", "addresses"),
    [
        ([LOCAL, HOME], ["192.168.1.5"]),
        ([LOCAL], []),
        ([], []),
        # A Raspberry Pi that is its own Wi-Fi reaches no other network.
        ([LOCAL, OwnAddress("192.168.4.1", "wlan0")], ["192.168.4.1"]),
        # All goes through a tunnel.
        (
            [LOCAL, OwnAddress("10.8.0.2", "tun0", is_tunnel=True), HOME, OwnAddress("10.8.0.2", is_way_out=True)],
            ["192.168.1.5", "10.8.0.2"],
        ),
        ([OwnAddress("100.101.102.103", "ts0"), HOME], ["192.168.1.5", "100.101.102.103"]),
        # Networks of programs of this machine.
        (
            [OwnAddress("172.17.0.1", "docker0", is_running=False), OwnAddress("192.168.122.1", "virbr0"), HOME],
            ["192.168.1.5", "192.168.122.1", "172.17.0.1"],
        ),
        # A cable beside the Wi-Fi: that with the way to other networks.
        (
            [OwnAddress("10.0.0.7", "eth0"), HOME, OwnAddress("192.168.1.5", is_way_out=True)],
            ["192.168.1.5", "10.0.0.7"],
        ),
        # Nobody gave an address.
        ([OwnAddress("169.254.3.4", "eth0"), HOME], ["192.168.1.5", "169.254.3.4"]),
        ([OwnAddress("169.254.3.4", "eth0")], ["169.254.3.4"]),
        # A cable that was pulled out keeps its address for a while.
        ([OwnAddress("10.0.0.7", "eth0", is_running=False), HOME], ["192.168.1.5", "10.0.0.7"]),
        ([OwnAddress("192.0.2.2", is_way_out=True)], ["192.0.2.2"]),
    ],
)
def test_the_address_in_the_home_network_comes_first(found: list[OwnAddress], addresses: list[str]) -> None:
    assert ranked(found) == addresses


def test_a_page_on_one_address_has_no_other() -> None:
    assert other_page_addresses(Address("192.168.1.5")) == []
    assert [page_address(Address()), *other_page_addresses(Address())] == [
        f"http://{address}:8720/" for address in own_addresses() or ["127.0.0.1"]
    ]


def in_own_network(*commands: str) -> list[str]:
    """Return the addresses found in a network of these ``ip`` commands; skip without one."""
    if sys.platform != "linux" or not (shutil.which("unshare") and shutil.which("ip")):
        pytest.skip("needs unshare and ip")
    script = " && ".join(f"ip {command}" for command in commands)
    python = "from companion.phones.own_addresses import own_addresses; print(*own_addresses())"
    done = subprocess.run(
        ["unshare", "-rn", "sh", "-c", f'{script} && exec "$0" -c "$1"', sys.executable, python],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no network of its own: {done.stderr.strip()[:200]}")
    return done.stdout.split()


@pytest.mark.slow
def test_a_machine_without_a_way_out_has_the_address_of_its_own_wifi() -> None:
    assert in_own_network("link set lo up", "addr add 192.168.4.1/24 dev lo") == ["192.168.4.1"]


@pytest.mark.slow
def test_the_address_at_home_comes_before_that_of_a_tunnel() -> None:
    found = in_own_network(
        "link set lo up",
        "addr add 192.168.1.5/24 dev lo",
        "tuntap add tun0 mode tun",
        "addr add 10.8.0.2/24 dev tun0",
        "link set tun0 up",
        "route add default dev tun0",
    )
    assert found == ["192.168.1.5", "10.8.0.2"]
