"""Keys by six spoken digits, and sealed packets that are opened once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.two_tables.invitation import (
    MOST_TRIES,
    GuestPairing,
    HostPairing,
    Invitation,
    invitation_from,
    new_digits,
)
from companion.two_tables.order import Side
from companion.two_tables.sealing import Seal, room_of

INVITATION = Invitation("123456")
WRONG = Invitation("123457")


def pair(host: HostPairing, guest: GuestPairing, turns: int = 4) -> None:
    """Carry packets between the two ends."""
    for _ in range(turns):
        answer = host.receive(guest.packet)
        if answer is not None:
            guest.receive(answer)


def test_both_get_the_same_key() -> None:
    host, guest = HostPairing(INVITATION), GuestPairing(INVITATION)
    pair(host, guest)
    assert host.key is not None
    assert host.key == guest.key
    assert not host.is_void


def test_packets_that_come_twice_or_are_lost_cost_no_try() -> None:
    host, guest = HostPairing(INVITATION), GuestPairing(INVITATION)
    for _ in range(20):
        host.receive(guest.packet)
    pair(host, guest)
    assert guest.key == host.key is not None
    assert host.tries == 1


def test_wrong_digits_give_no_key_and_after_a_few_the_invitation_is_void() -> None:
    host = HostPairing(INVITATION)
    for _ in range(MOST_TRIES):
        guest = GuestPairing(WRONG)
        pair(host, guest)
        assert guest.key is None
        assert guest.is_refused
    assert host.is_void
    late = GuestPairing(INVITATION)
    pair(host, late)
    assert late.key is host.key is None


def test_an_invitation_is_used_once() -> None:
    host = HostPairing(INVITATION)
    pair(host, GuestPairing(INVITATION))
    second = GuestPairing(INVITATION)
    pair(host, second)
    assert second.key is None
    assert second.is_refused


def test_who_listens_and_stands_between_gets_no_key() -> None:
    host, guest = HostPairing(INVITATION), GuestPairing(INVITATION)
    heard = [guest.packet, host.receive(guest.packet) or b""]
    guest.receive(heard[1])
    # It sends what it heard at another invitation, and to the same one with an answer of its own.
    assert HostPairing(Invitation("654321")).receive(guest.packet) == b"5"
    between = HostPairing(Invitation("000000"))
    victim = GuestPairing(INVITATION)
    pair(between, victim)
    assert between.key is victim.key is None


@given(st.binary(max_size=80))
def test_a_strangers_bytes_make_no_key(data: bytes) -> None:
    host, guest = HostPairing(INVITATION), GuestPairing(INVITATION)
    host.receive(data)
    guest.receive(data)
    assert host.key is guest.key is None


@pytest.mark.parametrize("text", ["123456", "12-123456", " 12 - 123 456 ", "12123456"])
def test_what_was_spoken_is_typed(text: str) -> None:
    found = invitation_from(text)
    assert found is not None
    assert found.digits == "123456"


@pytest.mark.parametrize("text", ["", "12345", "-123456", "a-123456", "12345-123456", "12345123456", "١٢٣٤٥٦"])
def test_anything_else_is_no_invitation(text: str) -> None:
    assert invitation_from(text) is None


def test_digits_are_six() -> None:
    assert {len(new_digits()) for _ in range(50)} == {6}


def joined() -> tuple[Seal, Seal]:
    """Return two ends that know of each other."""
    host, guest = Seal(bytes(32), Side.HOST), Seal(bytes(32), Side.GUEST)
    guest.open(host.seal(b"first"))
    host.open(guest.seal(b"first"))
    guest.open(host.seal(b"second"))
    return host, guest


def test_a_packet_is_opened_once_and_by_the_other_table() -> None:
    host, guest = joined()
    packet = host.seal(b"moved")
    assert guest.open(packet) == b"moved"
    assert guest.open(packet) is None
    assert host.open(packet) is None
    assert Seal(b"1" * 32, Side.GUEST).open(packet) is None


@given(st.integers(0, 60), st.integers(1, 255))
def test_a_changed_packet_is_none(place: int, difference: int) -> None:
    host, guest = joined()
    packet = bytearray(host.seal(b"moved"))
    packet[place % len(packet)] ^= difference
    assert guest.open(bytes(packet)) is None


def test_what_was_kept_of_an_earlier_evening_is_none() -> None:
    host, guest = joined()
    kept = host.seal(b"look at f7")
    again = Seal(bytes(32), Side.GUEST)
    assert again.open(kept) is None
    # And the two come together all the same.
    host.open(again.seal(b"first"))
    assert host.open(again.seal(b"third")) == b"third"
    assert again.open(host.seal(b"fourth")) == b"fourth"
    assert again.open(kept) is None
    assert guest.open(host.seal(b"for another run")) is None


def test_packets_in_another_order_are_all_opened() -> None:
    host, guest = joined()
    packets = [host.seal(bytes([number])) for number in range(5)]
    assert [guest.open(packet) for packet in reversed(packets)] == [bytes([number]) for number in (4, 3, 2, 1, 0)]


def test_the_room_tells_nothing_of_the_key() -> None:
    assert room_of(bytes(32)) != room_of(b"1" * 32)
    assert bytes(32).hex()[:32] != room_of(bytes(32))


def test_a_point_that_is_not_on_the_curve_is_a_wrong_guess() -> None:
    hello = bytes.fromhex("3142f5b165224a58b791df6af1d8303e61cdc4bb86c3d1c427103c344c4189eb2f1e")
    host = HostPairing(Invitation("123456"))
    refusal = host.receive(hello)
    assert refusal is not None
    guest = GuestPairing(Invitation("123456"))
    guest.receive(b"2" + hello[1:])
    guest.receive(refusal)
    assert host.tries == 1
    assert guest.key is None
