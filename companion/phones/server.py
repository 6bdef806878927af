"""Server of the phones' page, in a process of its own.

``python -m companion.phones.server ADDRESS PORT [CERTIFICATE KEY]`` starts it. It reads one JSON object a line from
the table on standard input and writes such lines to standard output; it ends with its input. It serves the page's own
files and nothing else.
"""

import asyncio
import json
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from itertools import chain
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.device.language import first_known
from companion.phones.address import is_own_host
from companion.phones.door import Door, Peer
from companion.phones.limits import MOST_BYTES, REQUEST_BURST, REQUESTS_PER_S, RateLimit
from companion.phones.relay import Phone, Relay
from companion.phones.touches import is_too_long, is_touch, value_from_bytes

#: The page's files, by the ends of their addresses.
_FILES = {
    "": ("index.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
}
_FOLDER = Path(__file__).parent / "page"
_COOKIE = "phone"
#: Where the page is an onlooker's: large, or with nothing behind the board, to be laid over a film.
_ONLOOKERS = ("/watch", "/stream")
_ONLOOKERS_COOKIE = "onlooker"
#: So many of a phone's languages are looked at.
_MOST_WISHES = 20
#: A phone is known again for so long (seconds).
_EVENING_S = 16 * 3600
_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
)
#: So many connections wait to be accepted.
_MOST_AT_THE_DOOR = 128
#: The lines before a request have so many bytes at most.
_MOST_IN_HEAD = 8192
_HEADER_LINES = [(name.lower().encode(), value.encode()) for name, value in _HEADERS]


def _client(scope: Scope) -> Peer:
    """Return the address and port of a request."""
    return tuple(scope["client"] or ("", 0))


class RequestGate:
    """Gate before every answer (Host header, rate of an address), with headers and time after."""

    def __init__(self, app: ASGIApp, door: Door, *, any_host: bool = False) -> None:
        """Keep `any_host`: the server may be known by other names than this machine's."""
        self._app, self._door, self._port = app, door, door.getsockname()[1]
        self._any_host = any_host
        self._requests = RateLimit(REQUEST_BURST, REQUESTS_PER_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        connection = self._door.open.get(_client(scope))
        if scope["type"] != "http" or connection is None:
            return
        headers = dict(scope["headers"])
        app: Callable[[Scope, Receive, Send], Awaitable[None]] = self._app
        if not (self._any_host or is_own_host(headers.get(b"host", b"").decode("latin-1"), self._port)):
            app = Response("This is not the address of this page.", 421)
        elif b"transfer-encoding" in headers or sum(map(len, chain(*scope["headers"]))) > _MOST_IN_HEAD:
            # No browser sends either; whoever stands between might see another end of the request than this server.
            app = Response("The page asks otherwise.", 400, {"Connection": "close"})
        elif not self._requests.take(connection.address, time.monotonic()):
            app = Response("Too many requests.", 429)
        streams = False

        async def send_safely(message: Any) -> None:
            nonlocal streams
            if message["type"] == "http.response.start":
                streams = scope["path"].endswith("/events") and message["status"] == 200
                message["headers"] = [*message["headers"], *_HEADER_LINES]
            connection.wait()
            await send(message)
            if streams:
                connection.stream()

        connection.wait()
        try:
            await app(scope, receive, send_safely)
        finally:
            connection.wait()


def make_app(relay: Relay, door: Door, *, tls: bool = False) -> ASGIApp:
    """Return the application behind a door; `tls`: it is encrypted."""

    def watches(request: Request) -> bool:
        return request.url.path.startswith(_ONLOOKERS)

    def cookie_of(request: Request) -> str:
        return _ONLOOKERS_COOKIE if watches(request) else _COOKIE

    def phone_of(request: Request) -> Phone | None:
        return relay.phone(request.cookies.get(cookie_of(request), ""), watches=watches(request))

    async def file(request: Request) -> Response:
        name, kind = _FILES[request.url.path.rpartition("/")[2]]
        return Response((_FOLDER / name).read_bytes(), media_type=kind, headers={"Cache-Control": "no-cache"})

    async def nothing(request: Request) -> Response:  # noqa: ARG001 - as every route
        return Response(status_code=204)

    async def words(request: Request) -> Response:
        wishes = request.query_params.get("language", "").split(",", _MOST_WISHES)
        language = first_known(wishes[:_MOST_WISHES], relay.words)
        return JSONResponse({"language": language, **relay.words.get(language, {})})

    async def join(request: Request) -> Response:
        sent = await _sent(request)
        if sent is None:
            return Response(status_code=400)
        if relay.is_starting:
            return Response(status_code=503)
        if phone_of(request) is not None:
            return JSONResponse({"joined": True})
        ticket, code, language = words = [sent.get(name, "") for name in ("ticket", "code", "language")]
        if not all(isinstance(word, str) for word in words):
            return Response(status_code=400)
        address = _client(request.scope)[0]
        phone = relay.join(ticket, code, language, address, time.monotonic(), watches=watches(request))
        if not isinstance(phone, Phone):
            return JSONResponse({"refused": phone}, 403)
        answer = JSONResponse({"joined": True})
        answer.set_cookie(
            cookie_of(request), phone.key, max_age=_EVENING_S, secure=tls, httponly=True, samesite="strict"
        )
        return answer

    async def touch(request: Request) -> Response:
        sent, phone = await _sent(request), phone_of(request)
        if phone is None:
            return Response(status_code=403)
        if sent is None or not is_touch(sent) or (phone.watches and "language" not in sent):
            return Response(status_code=400)
        if is_too_long(sent):
            return Response(status_code=413)
        return Response(status_code=204 if relay.touch(phone, sent, time.monotonic()) else 429)

    async def events(request: Request) -> Response:
        phone = phone_of(request)
        if phone is None and relay.is_starting:
            return Response(status_code=503)
        # A page of another origin gets nothing, whatever its browser does with cookies.
        if phone is None or request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return Response(status_code=403)
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(relay.stream(phone), media_type="text/event-stream", headers=headers)

    async def picture(request: Request) -> Response:
        phone = phone_of(request)
        found = relay.picture(phone, request.path_params["key"]) if phone is not None else None
        if found is None:
            return Response(status_code=404)
        return Response(found, media_type="image/webp", headers={"Cache-Control": "private, max-age=3600, immutable"})

    def page(prefix: str) -> list[Route]:
        return [
            *(Route(f"{prefix}/{name}", file) for name in _FILES),
            Route(f"{prefix}/words", words),
            Route(f"{prefix}/join", join, methods=["POST"]),
            Route(f"{prefix}/touch", touch, methods=["POST"]),
            Route(f"{prefix}/events", events),
            Route(f"{prefix}/picture/{{key}}", picture),
        ]

    routes = [
        *chain.from_iterable(map(page, ("", *_ONLOOKERS))),
        # Browsers ask for it without being told to.
        Route("/favicon.ico", nothing),
        *relay.mailbox.routes(),
    ]
    return RequestGate(Starlette(routes=routes), door)


async def _sent(request: Request) -> dict[str, Any] | None:
    """Return the JSON object that the page itself has sent; None for anything else."""
    if request.headers.get("origin", "") != f"{request.url.scheme}://{request.headers['host']}":
        return None
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return None
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return None
    return value_from_bytes(body)


async def serve(
    app: ASGIApp,
    listening: Door,
    stopped: asyncio.Event,
    certificate: Sequence[str] = (),
    each_second: Callable[[float], None] | None = None,
) -> None:
    """Serve until `stopped` is set, encrypted with the files of a certificate and its key."""
    certificate_file, key_file = certificate or (None, None)
    config = uvicorn.Config(
        app,
        ssl_certfile=certificate_file,
        ssl_keyfile=key_file,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http="h11",
        ws="none",
        lifespan="off",
        h11_max_incomplete_event_size=_MOST_IN_HEAD,
        timeout_keep_alive=5,
        # What phones listen to never ends by itself.
        timeout_graceful_shutdown=0,
        backlog=_MOST_AT_THE_DOOR,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listening]))
    listening.protocols = server.server_state.connections
    while not serving.done() and not stopped.is_set():
        listening.end_overdue(time.monotonic())
        if each_second is not None:
            each_second(time.monotonic())
        await asyncio.wait({serving, asyncio.ensure_future(stopped.wait())}, timeout=1, return_when="FIRST_COMPLETED")
    server.should_exit = True
    await serving


def listen(host: str, port: int) -> Door:
    """Return a door that listens there. Raises OSError."""
    listening = Door(socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_MOST_AT_THE_DOOR)
    except OSError:
        listening.close()
        raise
    return listening


def main(host: str, port: int, *certificate: str) -> None:
    """Serve while standard input is open, encrypted with a certificate's and its key's file."""

    def tell(message: dict[str, Any]) -> None:
        # The table may have been killed; this process ends with its input.
        with suppress(BrokenPipeError):
            print(json.dumps(message), flush=True)

    try:
        listening = listen(host, port)
    except OSError as error:
        tell({"kind": "failed", "reason": error.strerror or str(error)})
        return
    relay = Relay(tell)

    async def run() -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()

        def read() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(relay.take, json.loads(line))
            loop.call_soon_threadsafe(stopped.set)

        threading.Thread(target=read, daemon=True).start()
        tell({"kind": "ready", "port": listening.getsockname()[1]})
        app = make_app(relay, listening, tls=bool(certificate))
        await serve(app, listening, stopped, certificate, relay.free_places)

    asyncio.run(run())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
