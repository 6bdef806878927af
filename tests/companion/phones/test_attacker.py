"""An attacker over real sockets, a stranger or a guest, and honest phones that go on."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.phones.certificate import has_openssl, own_certificate
from companion.phones.limits import (
    MOST_CONNECTIONS,
    MOST_CONNECTIONS_OF_ONE,
    MOST_PHONES,
    MOST_PHONES_OF_ONE,
)
from companion.phones.relay import Phone, Relay
from tests.companion.phones.target import ATTACKER, CODE, HONEST, SOON_S, TICKET, Target

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

# --- text ------------------------------------------------------------------------------------------------------------

HALVES = (b'"\\ud83d"', b'"\\udc00x"', b'"\xed\xa0\xbd"', b'"\xff"')


@pytest.mark.parametrize("half", HALVES)
def test_text_that_is_not_valid_is_refused_at_the_door(target: Target, half: bytes) -> None:
    for name in (b"ticket", b"code", b"language"):
        assert target.post("/join", b'{"%s": %s}' % (name, half)) == 400
    guest = target.phone()
    assert guest.join(ticket=TICKET) == 200
    try:
        for body in (b'{"note": %s}', b'{"counter": %s, "value": 1}', b'{"chosen": [%s], "at": [0, 0]}'):
            assert target.post("/touch", body % half, cookie=guest.cookie) == 400
        assert guest.post("/touch", {"note": "whole"})[0] == 204
        assert [message["touched"] for message in target.messages("touched")] == [{"note": "whole"}]
    finally:
        guest.sleep()


def test_half_a_character_from_the_table_ends_no_stream(target: Target) -> None:
    guest = target.phone()
    assert guest.join(ticket=TICKET) == 200
    try:
        (joined,) = target.messages("joined")
        for note, told in (("a\ud83db", "a?b"), ("whole", "whole")):
            value = json.dumps({"note": note}, ensure_ascii=False)
            target.link.send({"kind": "show", "phone": joined["phone"], "value": value, "sits": True})
            guest.wait(lambda shown, told=told: shown["note"] == told)  # type: ignore[misc]
    finally:
        guest.sleep()


def test_five_hundred_characters_are_taken_and_one_more_is_told(target: Target) -> None:
    guest = target.phone()
    assert guest.join(ticket=TICKET) == 200
    try:
        for character in "a你\U0001f600":
            note = json.dumps({"note": character * 500}, ensure_ascii=False).encode()
            assert target.post("/touch", note, cookie=guest.cookie) == 204
        assert guest.post("/touch", {"note": "a" * 501})[0] == 413
        assert guest.post("/touch", {"counter": "a" * 31, "value": 0})[0] == 413
        assert guest.post("/touch", {"counter": "a", "value": True})[0] == 400
        assert guest.post("/touch", {"do": "move 0", "offer": True})[0] == 400
    finally:
        guest.sleep()


# --- the ticket ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("own", [ATTACKER, HONEST])
def test_wrong_tries_do_not_shut_the_door_for_the_ticket(target: Target, own: str) -> None:
    for number in range(12):
        target.post("/join", b'{"code": "%06d"}' % number)
        target.post("/join", b'{"ticket": "wrong %d"}' % number)
    assert target.phone().post("/join", {"code": CODE})[1] == b'{"refused":"wait"}'
    phone = target.phone(own)
    assert phone.join(ticket=TICKET) == 200
    phone.sleep()


def test_wrong_codes_of_one_address_do_not_shut_the_door_for_the_codes_of_others(target: Target) -> None:
    for number in range(40):
        target.post("/join", b'{"code": "%06d"}' % number)
    assert target.phone(HONEST).post("/join", {"code": CODE})[0] == 200


def test_ten_wrong_tries_and_one_every_three_seconds_keep_nobody_out() -> None:
    relay, honest = relay_of([]), 0
    for number in range(10):
        assert relay.join("", f"{number:06}", "en", ATTACKER, 0.0) == "wrong"
    for second in range(180):
        if second % 3 == 0:
            assert isinstance(relay.join(f"{second:032x}", "", "en", ATTACKER, float(second)), str)
        # Even behind the same address.
        honest += isinstance(relay.join(TICKET, "", "en", ATTACKER if second % 2 else HONEST, float(second)), Phone)
    assert honest == 180


def test_codes_cannot_be_tried_out_from_many_addresses(target: Target) -> None:
    answers = [target.phone(f"127.0.2.{number + 1}").post("/join", {"code": f"{number:06}"})[1] for number in range(40)]
    assert answers.count(b'{"refused":"wrong"}') <= 32
    assert target.phone(HONEST).post("/join", {"code": CODE})[1] == b'{"refused":"wait"}'
    assert target.phone(HONEST).post("/join", {"ticket": TICKET})[0] == 200


# --- connections -----------------------------------------------------------------------------------------------------


HEAD = "GET /words HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
#: What each connection sends before it falls silent: at once, and after an answer.
STATES = {
    "nothing": ("", ""),
    "half a head": (HEAD, ""),
    "half a body": (
        "POST /join HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 900\r\n\r\n",
        "",
    ),
    "half a second request": (f"{HEAD}\r\n", HEAD),
    "unread": ("POST /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 900\r\n\r\n", ""),
}
needs_openssl = pytest.mark.skipif(not has_openssl(), reason="openssl is not installed")


def crowd_of(target: Target, state: str, number: int, own: str = ATTACKER) -> list[socket.socket]:
    """Return so many connections in this state."""
    sent, after = (part.format(port=target.link.port).encode() for part in STATES[state])
    return [target.connect(own, sent, after) for _ in range(number)]


def is_closed(connection: socket.socket) -> bool:
    """Return True once the server has closed a connection; pass over its answers."""
    connection.settimeout(0)
    try:
        while connection.recv(1000):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize("state", ["nothing", "half a body", "half a second request"])
def test_a_crowd_of_connections_leaves_honest_phones_served(target: Target, state: str) -> None:
    before = target.files
    crowd_of(target, state, 200)
    assert max(target.ask_honestly() for _ in range(10)) < SOON_S
    assert target.files <= before + MOST_CONNECTIONS_OF_ONE + 1


@pytest.mark.parametrize("addresses", [1, 8])
def test_a_crowd_throws_out_nobody_who_has_joined(target: Target, addresses: int) -> None:
    # Even at the address from which most come.
    honest = target.phone("127.0.3.1")
    assert honest.join(ticket=TICKET) == 200
    (joined,) = target.messages("joined")
    before = target.files
    for number in range(addresses):
        crowd_of(target, "half a second request", 400 // addresses, f"127.0.3.{number + 1}")
    assert max(target.ask_honestly() for _ in range(10)) < SOON_S
    assert target.files <= before + MOST_CONNECTIONS
    target.link.send({"kind": "show", "phone": joined["phone"], "value": '{"n":1}', "sits": True})
    assert honest.wait(lambda shown: shown == {"n": 1})
    assert not [message for message in target.link.received() if message["kind"] == "here" and not message["here"]]
    honest.sleep()


@pytest.fixture
def hasty_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bool], int]]:
    """Yield what starts a server in a thread that waits for a second only, and returns its port."""
    server = pytest.importorskip("companion.phones.server")
    monkeypatch.setattr("companion.phones.door.IDLE_S", 1.0)
    ends = list[Callable[[], object]]()

    def serve(encrypted: bool) -> int:
        certificate = own_certificate(tmp_path, "127.0.0.1") if encrypted else None
        files = [] if certificate is None else [str(certificate.certificate), str(certificate.key)]
        door, loop, stopped = server.listen("127.0.0.1", 0), asyncio.new_event_loop(), asyncio.Event()
        app = server.make_app(relay_of([]), door, tls=encrypted)
        thread = threading.Thread(target=loop.run_until_complete, args=(server.serve(app, door, stopped, files),))
        thread.start()
        ends.extend((lambda: loop.call_soon_threadsafe(stopped.set), thread.join, loop.close))
        return int(door.getsockname()[1])

    yield serve
    for end in ends:
        end()


@pytest.mark.slow
@pytest.mark.parametrize("encrypted", [False, pytest.param(True, marks=needs_openssl)])
def test_no_state_of_a_connection_lasts(hasty_server: Callable[[bool], int], encrypted: bool) -> None:
    """Connections are ended in every state; with a certificate all are endless handshakes."""
    port = hasty_server(encrypted)
    with ExitStack() as opened:
        crowd = dict[socket.socket, bytes]()
        for state, (head, after) in STATES.items():
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            connection.sendall(head.format(port=port).encode())
            if after and not encrypted:
                assert connection.recv(1000)
                connection.sendall(after.format(port=port).encode())
            # Who sends a little now and then gets no longer.
            crowd[connection] = {"half a head": b"a", "half a body": b"{", "unread": b"{"}.get(state, b"")
            # It is not refused: it only does not last.
            assert encrypted or not is_closed(connection), state
        until = time.monotonic() + 10
        while not all(is_closed(connection) for connection in crowd):
            assert time.monotonic() < until
            for connection, little in crowd.items():
                with contextlib.suppress(OSError):
                    connection.sendall(little)
            time.sleep(0.2)


@needs_openssl
@pytest.mark.slow
def test_handshakes_that_never_come_leave_honest_phones_served(tmp_path: Path) -> None:
    target = Target(own_certificate(tmp_path, "127.0.0.1"))
    try:
        target.ask_honestly()
        before, longest, files = target.files, 0.0, 0
        for number in range(1100):
            target.connect()
            if number % 50 == 0:
                longest, files = max(longest, target.ask_honestly()), max(files, target.files)
        longest = max(longest, *(target.ask_honestly() for _ in range(10)))
        assert longest < SOON_S
        assert max(files, target.files) <= before + MOST_CONNECTIONS_OF_ONE + 1
    finally:
        target.close()


# --- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_guest_with_several_addresses_does_not_keep_the_places(target: Target) -> None:
    honest, late = target.phone(HONEST), target.phone("127.0.1.9")
    assert honest.join(ticket=TICKET) == 200
    crowd = [target.phone(f"127.0.2.{1 + number // MOST_PHONES_OF_ONE}") for number in range(MOST_PHONES + 3)]
    try:
        # Each of them looks at its page.
        assert {phone.join(ticket=TICKET) for phone in crowd} == {200}
        assert late.join(ticket=TICKET) == 200
        # Both are known still, by their cookies alone.
        assert [phone.post("/join", {})[0] for phone in (honest, late)] == [200, 200]
        assert sum(phone.post("/join", {})[0] == 200 for phone in crowd) == MOST_PHONES - 2
    finally:
        for phone in [*crowd, honest, late]:
            phone.sleep()


def relay_of(told: list[dict[str, object]]) -> Relay:
    relay = Relay(told.append)
    relay.take({"kind": "ticket", "ticket": TICKET, "code": CODE})
    return relay


def join(relay: Relay, address: str, time_s: float) -> Phone:
    phone = relay.join(TICKET, "", "en", address, time_s)
    assert isinstance(phone, Phone)
    return phone


def test_a_place_without_a_seat_is_freed_when_its_phone_is_gone() -> None:
    told = list[dict[str, object]]()
    relay = relay_of(told)
    gone, sitting = join(relay, ATTACKER, 0.0), join(relay, HONEST, 0.0)
    relay.take({"kind": "show", "phone": sitting.id, "value": "{}", "sits": True})
    relay.free_places(60.0)
    assert relay.phone(gone.key) is gone
    relay.free_places(3600.0)
    assert relay.phone(gone.key) is None
    assert relay.phone(sitting.key) is sitting
    assert told[-1] == {"kind": "left", "phone": gone.id}


def test_a_crowd_that_only_joins_from_many_addresses_keeps_nobody_out() -> None:
    relay = relay_of([])
    sitting, looking = join(relay, "127.0.1.1", 0.0), join(relay, "127.0.1.2", 0.0)
    sitting.sits = True
    looking.windows.append(asyncio.Event())
    for number in range(MOST_PHONES * 2):
        join(relay, f"127.0.2.{number // MOST_PHONES_OF_ONE}", 1.0 + number)
    honest = join(relay, HONEST, 999.0)
    for phone in (sitting, looking, honest):
        assert relay.phone(phone.key) is phone
    # Neither does one that looks at all its pages: of the address that has most places one goes.
    for phone in relay._phones.values():
        phone.windows.append(asyncio.Event())
    others = [join(relay, f"127.0.3.{number}", 999.0) for number in range(20)]
    for phone in (sitting, looking, honest, *others):
        assert relay.phone(phone.key) is phone
    for phone in relay._phones.values():
        phone.sits = True
    assert relay.join(TICKET, "", "en", "127.0.1.3", 999.0) == "full"


@pytest.mark.parametrize("is_address_shared", [False, True])
def test_nobody_pushes_out_a_phone_that_is_about_to_sit_down(*, is_address_shared: bool) -> None:
    relay = relay_of([])
    honest = join(relay, HONEST, 0.0)
    honest.windows.append(asyncio.Event())
    for number in range(MOST_PHONES * 10):
        address = HONEST if is_address_shared else f"127.1.{number // 250}.{number % 250}"
        found = relay.join(TICKET, "", "en", address, 0.1 + number / 30)
        if isinstance(found, Phone):
            found.windows.append(asyncio.Event())
        assert relay.phone(honest.key) is honest, number
    # Whoever does not sit down gives way to others.
    late = join(relay, HONEST, 100.0)
    assert relay.phone(honest.key) is None
    assert relay.phone(late.key) is late


def test_the_server_frees_places_by_itself() -> None:
    server = pytest.importorskip("companion.phones.server")
    told = list[dict[str, object]]()
    relay = relay_of(told)
    gone = join(relay, ATTACKER, time.monotonic() - 3600)

    async def run() -> None:
        stopped = asyncio.Event()
        door = server.listen("127.0.0.1", 0)
        app = server.make_app(relay, door)
        serving = asyncio.create_task(server.serve(app, door, stopped, each_second=relay.free_places))
        await asyncio.sleep(0.2)
        stopped.set()
        await serving

    asyncio.run(run())
    assert told[-1] == {"kind": "left", "phone": gone.id}


def test_who_joins_again_and_again_takes_no_more_places() -> None:
    relay = relay_of([])
    joined = [join(relay, ATTACKER, float(number)) for number in range(MOST_PHONES * 2)]
    assert sum(relay.phone(phone.key) is phone for phone in joined) == MOST_PHONES_OF_ONE
    join(relay, HONEST, 0.0)
