"""Process of its own for a game's checks: whatever the game does to it is told."""

import faulthandler
import multiprocessing
import os
import re
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.games import CompanionGame, blame_game, package_of
from companion.games.broken import place_of
from companion.games.conformance import GameCheck, check_game
from companion.games.time_limit import OverdueError, end_process_if_stuck, time_limit

#: What is under way before the first check.
_LOADING = "loading"
#: Time in which a process that is told to stop must have ended (seconds).
_STOP_S = 5.0
#: Line of a trace that `faulthandler` writes.
_LINE = re.compile(r'File "(.*)", line (\d+) in')


@dataclass(frozen=True)
class CheckOrder:
    """Order to check a game: what `check_game` takes, and what finds the game."""

    game_id: str
    find: Callable[[str], CompanionGame]
    games: int
    seed: int
    only: Collection[str]
    limit_s: float


@dataclass(frozen=True)
class _Begun:
    """Name of the check that begins."""

    name: str


@dataclass(frozen=True)
class _Refused:
    """Sentence that says why a game cannot be checked."""

    sentence: str


@dataclass(frozen=True)
class _Completed:
    """Message that all checks were made, without which they have failed."""


def check_in_process(order: CheckOrder) -> Iterator[GameCheck]:
    """Check a game as `check_game` does, in a process of its own.

    What ends this process, or cannot be interrupted there, is a failed check. Raises UserError for what is no game.
    """
    # Games that were loaded already are the same there, where the system can copy a process.
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    receiving, sending = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        process = context.Process(target=_make_checks, args=(order, sending, trace), daemon=True)
        sys.stdout.flush()
        _start(process)
        sending.close()
        try:
            begun = _Begun(_LOADING)
            while not isinstance(told := _receive(receiving), _Completed | None):
                match told:
                    case GameCheck():
                        yield told
                    case _Begun():
                        begun = told
                    case _Refused(sentence=sentence):
                        # It is refused here as by every other command.
                        order.find(order.game_id)
                        raise UserError(sentence)
            if told is None:
                process.join()
                yield GameCheck(begun.name, "", (_describe_end(order, process.exitcode, _read(trace)),))
        finally:
            receiving.close()
            _stop(process)


def _start(process: Any) -> None:
    with warnings.catch_warnings():
        # Threads of this process are of no use to the checks.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()


def _stop(process: Any) -> None:
    """End the process: it closes what it has open, if it can."""
    process.join(0.2)
    if process.is_alive():
        process.terminate()
        process.join(_STOP_S)
    if process.is_alive():
        process.kill()
        process.join()


def _receive(receiving: Connection) -> object:
    """Return the next message; None if the process has ended."""
    try:
        return receiving.recv()
    except EOFError:
        return None


def _read(trace: Path) -> str:
    return trace.read_text(encoding="utf-8", errors="replace") if trace.exists() else ""


def _describe_end(order: CheckOrder, status: int, trace: str) -> str:
    """Describe why the process has ended before its time."""
    place = _place_in(trace, package_of(order.game_id))
    if trace.startswith("Timeout"):
        return f"it has not ended after {order.limit_s:g} s{place}"
    if status < 0:
        return f"the game has ended Python by signal {-status}{place}"
    return f"the game has ended Python with status {status}; raise an error where something is wrong, never os._exit"


def _place_in(trace: str, package: str) -> str:
    """Return the last line that ran in the game's package by a trace; empty if none is known."""
    spec = find_spec(package) if package else None
    if spec is None:
        return ""
    folder = (list(spec.submodule_search_locations or []) or [spec.origin or package])[0]
    # The main thread is the one in which an error has happened, else the last.
    _, current, after = trace.rpartition("Current thread")
    lines = (after.partition("\n\n")[0] if current else trace.rpartition("Thread 0x")[2]).splitlines()
    found = (_LINE.search(line) for line in lines)
    return next((f" ({line[1]}, line {line[2]})" for line in found if line and line[1].startswith(folder)), "")


def _make_checks(order: CheckOrder, sending: Connection, trace_path: Path) -> None:
    """Make the checks in this process, then end it, whatever threads the game has left."""
    status = 1
    try:
        with trace_path.open("w", encoding="utf-8") as trace:
            faulthandler.enable(trace)
            end_process_if_stuck(trace)
            _send_checks(order, sending)
        sending.send(_Completed())
        status = 0
    except UserError as error:
        sending.send(_Refused(str(error)))
    except KeyboardInterrupt:
        status = 130
    except Exception:  # The fault is not the game's.
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _send_checks(order: CheckOrder, sending: Connection) -> None:
    package = package_of(order.game_id)
    try:
        with time_limit(order.limit_s):
            game = order.find(order.game_id)
    except OverdueError as error:
        place = place_of(error, package, ())
        sending.send(GameCheck(_LOADING, "", (f"it has not ended after {order.limit_s:g} s{place}",)))
        return
    with blame_game(type(game).__module__):
        for check in check_game(
            game,
            games=order.games,
            seed=order.seed,
            only=order.only,
            limit_s=order.limit_s,
            begin=lambda name: sending.send(_Begun(name)),
        ):
            sending.send(check)
    threads = tuple(_thread_problems(package))
    if threads:
        sending.send(GameCheck("threads", "", threads))


def _thread_problems(package: str) -> Iterator[str]:
    """Yield a clause for each thread of the game that would keep the companion from ending."""
    for thread in threading.enumerate():
        work = getattr(thread, "_target", None) or type(thread).run
        code = getattr(work, "__code__", None)
        if not thread.daemon and code is not None and f"{work.__module__}.".startswith(f"{package}."):
            place = f"({code.co_filename}, line {code.co_firstlineno})"
            yield f"{code.co_name} still runs in a thread, and the companion cannot end; give it daemon=True {place}"
