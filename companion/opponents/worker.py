"""Bots in a process of their own, so that the screen keeps its rate while they think."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from ctypes import c_uint64
from dataclasses import dataclass
from enum import Enum
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.opponents.bots import Bot
from companion.opponents.budget import Budget
from engine.game import Play

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

#: Thinking of a bot for a move where nothing else is said (seconds): with what hands and eyes take it stays below two.
USUAL_S = 1.0
#: A process that answers so long (seconds) after its time is given up.
LATE_S = 20.0
#: A process that fails so often at one question is not asked again.
_MOST_FAILURES = 2
#: The process gives way to the screen by so much (nice).
_NICE = 5

#: Gives the reason of a hint: by the seat's view, the seat, the move, and whether all hear it.
Explain = Callable[[Any, str, Any, bool], Any]


class LoadedGame(NamedTuple):
    """Game as bots play it, its bots, and what explains their hints, if anything does."""

    play: Play[Any, Any]
    bots: Mapping[str, Bot]
    explain: Explain | None = None


#: Gives a game by its id; a function of a module.
LoadOpponents = Callable[[str], LoadedGame]


class Audience(Enum):
    """Listeners to the reason of a move."""

    NOBODY = "nobody"
    """No reason is asked for."""
    PLAYER = "player"
    ALL = "all"


class NoAnswerError(Exception):
    """Error: the bot has failed twice at the same question."""


@dataclass(frozen=True)
class Request:
    """Question to a bot, with its seat's view, its time (seconds) and the seed of its chances.

    `nodes`: states that it may look at; None: as many as the time allows. `audience`: who hears why.
    """

    game_id: str
    view: Any
    seat: str
    bot: str
    seconds: float
    seed: str
    nodes: int | None = None
    audience: Audience = Audience.NOBODY


@dataclass(frozen=True)
class ChosenMove:
    """Answer of a bot: the move that it has chosen, and the reason where it was asked for."""

    move: Any
    reason: Any = None


class Opponent:
    """Bot of any game, in a process that is started when it is first needed.

    `ask` and `stop` return at once, and `answer` tells whether the bot has chosen. The process is started again where
    it dies.
    """

    def __init__(self, load: LoadOpponents, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` (seconds) tells when the process is late: where it stands still, never."""
        # Loaded only where bots may play: it takes time, and not every system has it.
        import multiprocessing

        self._load, self._clock = load, clock
        self._context = multiprocessing.get_context("spawn")
        #: The number of the question that counts; any other is given up as soon as the bot notices.
        self._counts = self._context.RawValue(c_uint64, 0)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        #: Whether the process waits for a question, and when it has to.
        self._waits, self._waits_until = False, 0.0
        self._asked: Request | None = None
        self._is_sent = False
        self._failures = 0

    def prepare(self, game_id: str) -> None:
        """Start the process if there is none; it loads this game meanwhile."""
        if self._process is not None and self._process.is_alive():
            return
        # One that died while nobody asked has failed at no question.
        self._end()
        self._pipe, other = self._context.Pipe()
        self._process = self._context.Process(
            target=_work, args=(self._load, game_id, other, self._counts), name="opponent", daemon=True
        )
        self._process.start()
        other.close()
        self._waits, self._waits_until = False, self._clock() + LATE_S

    def ask(self, request: Request) -> None:
        """Ask for a move; what was asked before is given up."""
        self.stop()
        self._asked, self._failures = request, 0
        self.prepare(request.game_id)

    def stop(self) -> None:
        """Give up what was asked."""
        self._asked, self._is_sent = None, False
        self._counts.value += 1

    def answer(self) -> ChosenMove | None:
        """Return the answer once there is one.

        Raises NoAnswerError if the bot fails twice, and asks no more.
        """
        if self._asked is None:
            return None
        try:
            return self._exchange(self._asked)
        except Exception as error:  # A stranger's game may fail in any way, and a process die at any time.
            self._end()
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                self.stop()
                raise NoAnswerError from error
            self._is_sent = False
            self.prepare(self._asked.game_id)
            return None

    def _exchange(self, asked: Request) -> ChosenMove | None:
        assert self._pipe is not None
        while self._pipe.poll():
            number, chosen = self._pipe.recv()
            self._waits = True
            if self._is_sent and number == self._counts.value:
                self._asked, self._is_sent = None, False
                return chosen  # type: ignore[no-any-return]
        if self._waits and not self._is_sent:
            self._waits, self._is_sent = False, True
            self._waits_until = self._clock() + asked.seconds + LATE_S
            self._pipe.send((self._counts.value, asked))
        elif self._clock() > self._waits_until:
            raise TimeoutError("the opponent does not answer")
        return None

    def close(self) -> None:
        """End the process."""
        self.stop()
        self._end()

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None


def _work(load: LoadOpponents, game_id: str, pipe: "Connection", counts: Any) -> None:
    """Answer questions until the other end of the pipe is closed."""
    # An interrupt is for the window, which closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    loaded = {game_id: load(game_id)}
    number, chosen = 0, None
    while True:
        try:
            pipe.send((number, chosen))
            number, request = pipe.recv()
        except (EOFError, OSError):
            return
        if request.game_id not in loaded:
            loaded[request.game_id] = load(request.game_id)
        chosen = _choose(loaded[request.game_id], request, partial(_is_given_up, counts, number))


def _choose(game: LoadedGame, request: Request, stopped: Callable[[], bool]) -> ChosenMove:
    budget = Budget(nodes=request.nodes, seconds=request.seconds, stopped=stopped)
    move = game.bots[request.bot](game.play, request.view, request.seat, budget, Random(request.seed))
    if request.audience is Audience.NOBODY or game.explain is None or stopped():
        return ChosenMove(move)
    return ChosenMove(move, game.explain(request.view, request.seat, move, request.audience is Audience.ALL))


def _is_given_up(counts: Any, number: int) -> bool:
    return bool(counts.value != number)
