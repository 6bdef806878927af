"""The time of connections at the door that take what they are sent slowly, or not at all."""

import contextlib
import socket
import time
from dataclasses import dataclass, field

import pytest

from companion.phones.door import Connection, Door, Peer
from companion.phones.limits import IDLE_S, SEND_S, RateLimit


@dataclass
class Transport:
    """A connection as the server has it, with so many bytes that the other end has not taken."""

    waiting: int
    ended: bool = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.ended = True


@dataclass
class Protocol:
    """The server's own object of a connection."""

    client: Peer
    transport: Transport = field(default_factory=lambda: Transport(0))


@pytest.mark.parametrize(("waiting", "most_s"), [(0, IDLE_S), (7, IDLE_S + SEND_S)])
def test_who_takes_its_answer_slowly_has_longer_but_not_for_ever(waiting: int, most_s: float) -> None:
    with Door(socket.AF_INET) as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        with socket.create_connection(door.getsockname()):
            accepted, peer = door.accept()
            with accepted:
                protocol = Protocol(peer, Transport(waiting))
                door.protocols = [protocol]
                now_s = time.monotonic()
                door.end_overdue(now_s + most_s - 1)
                assert not protocol.transport.ended
                door.end_overdue(now_s + most_s + 1)
                assert protocol.transport.ended


def test_a_stream_has_no_time_but_what_it_is_sent_has() -> None:
    with Door(socket.AF_INET) as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        with socket.create_connection(door.getsockname()):
            accepted, peer = door.accept()
            with accepted:
                assert isinstance(accepted, Connection)
                protocol = Protocol(peer)
                door.protocols = [protocol]
                accepted.stream()
                door.end_overdue(time.monotonic() + 100_000)
                assert not protocol.transport.ended
                # Something is being sent.
                accepted.wait()
                door.end_overdue(time.monotonic() + IDLE_S + 1)
                assert protocol.transport.ended
        assert door.open == {}


def test_whoever_connects_too_often_is_let_in_no_more_for_a_while() -> None:
    with Door(socket.AF_INET) as door, contextlib.ExitStack() as opened:
        door._arrivals = RateLimit(2, 0.001)
        door.bind(("127.0.0.1", 0))
        door.listen()
        for _ in range(3):
            opened.enter_context(socket.create_connection(door.getsockname()))
        for _ in range(2):
            opened.enter_context(door.accept()[0])
        door.setblocking(False)
        with pytest.raises(BlockingIOError):
            door.accept()
        assert len(door.open) == 2


def test_of_a_crowd_that_comes_at_once_nobody_s_first_packet_is_lost() -> None:
    door = Door(socket.AF_INET)
    with contextlib.ExitStack() as opened:
        opened.enter_context(door)
        door.bind(("127.0.0.1", 0))
        door.listen(128)
        for _ in range(300):
            # One that is lost is sent again after a second.
            opened.enter_context(socket.create_connection(door.getsockname(), timeout=0.5))
