"""The page's server: what it serves and to whom, what it refuses, and what it bears."""

import http.client
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.phones.address import Address, address_from_text, is_own_host, page_address
from companion.phones.limits import MOST_PHONES, RateLimit
from companion.phones.link import ServerLink
from companion.phones.relay import Phone, Relay
from tests.companion.phones.evening import HERE
from tests.companion.phones.phone import TestPhone

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

TICKET = "a-ticket-with-many-bits"


@pytest.fixture(scope="module")
def link() -> Iterator[ServerLink]:
    """Return a server that lets phones join with a ticket."""
    link = ServerLink(HERE)
    link.send({"kind": "words", "words": {"en": {"join": "Join"}, "de": {"join": "Beitreten"}}})
    link.send({"kind": "ticket", "ticket": TICKET, "code": "123456"})
    phone = phone_at(link)
    until = time.monotonic() + 10
    while b"Beitreten" not in phone.ask("GET", "/words?language=de")[1]:
        assert time.monotonic() < until
    yield link
    link.close()
    assert not link.works


def phone_at(link: ServerLink, own: str = "127.0.0.1") -> TestPhone:
    return TestPhone(f"http://127.0.0.1:{link.port}/", lambda: None, own=own)


def test_only_the_page_is_served(link: ServerLink) -> None:
    phone = phone_at(link)
    for path in ("/", "/page.css", "/page.js"):
        status, content, headers = phone.ask("GET", path)
        assert status == 200
        assert content == (Path("companion/phones/page") / (path[1:] or "index.html")).read_bytes()
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["X-Content-Type-Options"] == "nosniff"
        # With "no-referrer" browsers before 2019 send "Origin: null": none could join.
        assert headers["Referrer-Policy"] == "same-origin"
    for path in (
        "/server.py",
        "/../server.py",
        "/page/page.js",
        "/docs",
        "/picture/0",
        "/%2e%2e/server.py",
        "//etc/passwd",
    ):
        assert phone.ask("GET", path)[0] == 404
    assert phone.ask("GET", "/join")[0] == 405


def test_the_page_needs_nothing_from_elsewhere() -> None:
    for file in Path("companion/phones/page").iterdir():
        text = file.read_text("utf-8")
        assert "http" not in text.replace("http-equiv", ""), file
        assert "innerHTML =" not in text, file


def test_nothing_is_shown_to_whom_has_not_joined(link: ServerLink) -> None:
    phone = phone_at(link)
    assert phone.ask("GET", "/events")[0] == 403
    assert phone.post("/touch", {"seat": "red"})[0] == 403
    phone.cookie = "phone=guessed"
    assert phone.ask("GET", "/events")[0] == 403


def test_a_page_with_another_name_or_origin_is_refused(link: ServerLink) -> None:
    phone = phone_at(link)
    for host in ("evil.example", f"evil.example:{link.port}", "127.0.0.1", "127.0.0.1:1", ""):
        assert phone.ask("GET", "/", headers={"Host": host})[0] in (400, 421)
    asked = {"ticket": TICKET, "language": "en"}
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{link.port + 1}", ""):
        assert phone.post("/join", asked, Origin=origin)[0] == 400
    assert phone.post("/join", asked, **{"Content-Type": "text/plain"})[0] == 400
    assert phone.post("/join", asked)[0] == 200
    assert phone.ask("GET", "/events", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b"{", b"{" + b" " * 5000 + b"}", b"[" * 900, b"\xff\xfe"])
def test_nonsense_is_refused(link: ServerLink, body: bytes) -> None:
    phone = phone_at(link)
    origin = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{link.port}"}
    assert phone.ask("POST", "/join", body, origin)[0] == 400


def test_a_phone_gets_its_own_pictures_alone(link: ServerLink) -> None:
    phones = [phone_at(link), phone_at(link)]
    link.received()
    for phone in phones:
        assert phone.join(ticket=TICKET) == 200
    until, joined = time.monotonic() + 10, list[int]()
    while len(joined) < 2:
        assert time.monotonic() < until
        joined += [message["phone"] for message in link.received() if message["kind"] == "joined"]
    link.send({"kind": "picture", "phone": joined[0], "key": "own", "bytes": b"card".hex()})
    link.send({"kind": "picture", "phone": 0, "key": "public", "bytes": b"board".hex()})
    link.send({"kind": "show", "phone": joined[0], "value": '{"n":1}', "sits": True})
    phones[0].wait(lambda shown: shown == {"n": 1})
    assert phones[0].ask("GET", "/picture/own")[1] == b"card"
    # As one that there never was.
    other, unknown = (phones[1].ask("GET", f"/picture/{key}") for key in ("own", "none"))
    assert other[:2] == unknown[:2] == (404, b"")
    assert phones[1].ask("GET", "/picture/public")[1] == b"board"
    for phone in phones:
        phone.sleep()


def test_a_picture_that_comes_again_stays_as_long_as_a_new_one() -> None:
    relay = Relay(lambda _: None)
    relay.take({"kind": "ticket", "ticket": TICKET, "code": "123456"})
    phone = relay.join(TICKET, "", "en", "127.0.0.1", 0.0)
    assert isinstance(phone, Phone)
    for turn in range(2):
        relay.take({"kind": "picture", "phone": 0, "key": "sign", "bytes": b"sign".hex()})
        for number in range(100):
            relay.take({"kind": "picture", "phone": 0, "key": f"board {turn} {number}", "bytes": b"board".hex()})
    assert relay.picture(phone, "sign") == b"sign"


@pytest.mark.slow
def test_codes_cannot_be_tried_out_and_floods_end_at_the_door() -> None:
    link = ServerLink(HERE)
    try:
        link.send({"kind": "ticket", "ticket": TICKET, "code": "123456"})
        phone = phone_at(link)
        refused = [phone.post("/join", {"code": f"{number:06}"})[1] for number in range(15)]
        assert refused[0] == b'{"refused":"wrong"}'
        assert refused[-1] == b'{"refused":"wait"}'
        # The right one does not help now.
        assert phone.post("/join", {"code": "123456"})[1] == b'{"refused":"wait"}'
        with socket.create_connection(("127.0.0.1", link.port), timeout=20) as flood:
            flood.sendall(f"GET /words HTTP/1.1\r\nHost: 127.0.0.1:{link.port}\r\n\r\n".encode() * 600)
            answered = b""
            while b"HTTP/1.1 429 " not in answered:
                part = flood.recv(100_000)
                assert part
                answered += part
    finally:
        link.close()


@pytest.mark.slow
def test_fifty_phones_at_once_and_one_that_floods() -> None:
    link = ServerLink(HERE)
    link.send({"kind": "ticket", "ticket": TICKET, "code": "123456"})
    phones = [phone_at(link, f"127.0.1.{number + 1}") for number in range(MOST_PHONES)]
    try:
        assert {phone.join(ticket=TICKET) for phone in phones} == {200}
        # Those that have just come are left time to choose a seat.
        assert phone_at(link).join(ticket=TICKET) == 403
        link.received()
        statuses = [phones[0].post("/touch", {"seat": "red"})[0] for _ in range(40)]
        assert statuses.count(204) < 30
        assert len(link.received()) < 200
    finally:
        for phone in phones:
            phone.sleep()
        link.close()


#: The beginnings of requests that never end: nothing, headers, a body, a body that nobody wants.
def test_a_server_that_cannot_listen_says_so_in_a_sentence(link: ServerLink) -> None:
    with pytest.raises(UserError, match=rf"cannot listen on 127.0.0.1:{link.port}: Address already in use"):
        ServerLink(Address("127.0.0.1", link.port))


def test_a_server_without_its_ticket_asks_to_come_again() -> None:
    starting = ServerLink(HERE)
    try:
        phone = phone_at(starting)
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{starting.port}"}
        assert phone.ask("POST", "/join", b"{}", headers)[0] == 503
        assert phone.ask("GET", "/events")[0] == 503
    finally:
        starting.close()


def test_a_header_that_is_too_long_is_refused(link: ServerLink) -> None:
    phone = phone_at(link)
    try:
        status = phone.ask("GET", "/", headers={"X": "x" * 300_000})[0]
    except (http.client.HTTPException, OSError):
        status = 400
    assert status >= 400


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", Address()),
        (":9000", Address(port=9000)),
        ("192.168.1.5", Address("192.168.1.5")),
        ("192.168.1.5:9000", Address("192.168.1.5", 9000)),
        ("[fd00::5]:9000", Address("fd00::5", 9000)),
        ("[::]", Address("::")),
    ],
)
def test_addresses(text: str, address: Address) -> None:
    assert address_from_text(text) == address


@pytest.mark.parametrize("text", ["box", "192.168.1.5:", "192.168.1.5:70000", "192.168.1:80", "::1:", "1.2.3.4:x"])
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(UserError, match="is no address for phones"):
        address_from_text(text)


def test_the_page_answers_to_addresses_and_its_own_name() -> None:
    own = socket.gethostname()
    assert all(
        is_own_host(f"{host}:8720", 8720)
        for host in ("192.168.1.5", "[fd00::5]", "localhost", own, f"{own}.local", own.upper())
    )
    assert not any(
        is_own_host(host, 8720) for host in ("evil.example:8720", "192.168.1.5", "localhost:80", ":8720", "")
    )
    assert page_address(Address("192.168.1.5")) == "http://192.168.1.5:8720/"
    assert page_address(Address("fd00::5")) == "http://[fd00::5]:8720/"


def test_a_bucket_fills_again() -> None:
    limit = RateLimit(2, 0.5)
    assert [limit.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert limit.take("b", 0.0)
    assert [limit.take("a", time_s) for time_s in (1.0, 2.0, 3.0)] == [False, True, False]
