"""``companion relay``: forwards sealed packets between tables that cannot reach each other."""

import argparse
import asyncio
import signal

from companion.device.errors import UserError
from companion.phones.address import Address, address_from_text

#: The relay's port where none is named.
_PORT = 8730


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "address",
        metavar="ADDRESS:PORT",
        nargs="?",
        default=f":{_PORT}",
        help=f"where it listens (default: port {_PORT} of every address of this machine)",
    )


def run(args: argparse.Namespace) -> int:
    """Forward packets until somebody ends it; return the exit status."""
    address = address_from_text(args.address)
    try:
        asyncio.run(_forward(address))
    except OSError as error:
        raise UserError(f"the relay cannot listen on {args.address}: {error.strerror or error}") from None
    return 0


async def _forward(address: Address) -> None:
    # Only loaded where something listens.
    from starlette.applications import Starlette

    from companion.phones.mailbox import Mailbox
    from companion.phones.server import RequestGate, listen, serve

    listening, stopped = listen(address.host, address.port), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    host, port = listening.getsockname()[:2]
    print(f"forwarding on {host}:{port}", flush=True)
    app = Starlette(routes=Mailbox(is_public=True).routes())
    await serve(RequestGate(app, listening, any_host=True), listening, stopped)
