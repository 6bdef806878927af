"""Whole games of bots through a session in one process, with all that is announced."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.device.language import in_language, language_in_use
from companion.device.settings import NO_CAMERA, WORDS_PER_MINUTE, Settings
from companion.games import CompanionGame
from companion.journal import Journal
from companion.opponents.bots import choose_quickly
from companion.opponents.budget import Budget
from companion.screen.pages import PlayedPage
from companion.table.bot_step import BotStep
from companion.table.event_dialog import JudgedStep
from companion.table.game import TableGame
from companion.table.inference_step import InferenceStep
from companion.table.put_right import PutRightStep
from companion.table.session import Announcement, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.voice.wording import reading_text
from engine.game import Play
from hardware.buttons import Button, Press
from tests.companion.games.here import load_game

#: Moves at which a bot looks: whole games take seconds.
_NODES = 16
#: More events than a game has.
WHOLE = 2000
#: Pages on which nothing happens: a game that shows more of them is stuck.
_MOST_IDLE = 600


@dataclass(frozen=True)
class Moment:
    """Announcements between two presses, with the event that happened then, if one did.

    `events`: each with the states before and after it. `by_keys`: people entered them. `unit`: the day or round, as
    the log names it.
    """

    said: tuple[Announcement, ...]
    events: tuple[tuple[Any, Any, Any], ...]
    by_keys: bool
    unit: str
    table_game: TableGame[Session]

    @property
    def texts(self) -> tuple[str, ...]:
        """Texts as a voice says them."""
        return tuple(spoken(self.table_game, announcement.text) for announcement in self.said if announcement.text)


def spoken(table_game: TableGame[Session], text: str) -> str:
    """Return a text as a voice says it."""
    return reading_text(table_game.voice.spoken(text))


def minutes(words: float) -> float:
    """Return how long a voice takes for so many words."""
    return words / WORDS_PER_MINUTE.default


@dataclass(frozen=True)
class _Answer:
    move: Any


class QuickOpponent:
    """Opponent that thinks at once, in the same process."""

    def __init__(self, play: Play[Any, Any], rng: Random) -> None:
        self._play, self._rng = play, rng
        self._request: Any = None

    def prepare(self, game_id: str) -> None:
        """Need no preparation."""

    def ask(self, request: Any) -> None:
        """Keep what is asked."""
        self._request = request

    def answer(self) -> _Answer:
        """Return about the best move."""
        request, budget = self._request, Budget(nodes=_NODES)
        return _Answer(choose_quickly(self._play, request.view, request.seat, budget, self._rng))

    def stop(self) -> None:
        """Have nothing to stop."""


class HeardGame:
    """Game in which bots choose and people enter their moves by keys.

    `bots`: the number of seats, from the last one on, whose moves are entered as a bot's.
    """

    def __init__(self, game_id: str, folder: Path, *, seed: int = 1, bots: int = 0, settings: Settings) -> None:
        self.game: CompanionGame = load_game(game_id)
        self.table: TableGame[Session] = self.game.table
        self.rng = Random(seed)
        journal = Journal.open(folder / f"{game_id}-{bots}-{language_in_use()}.sqlite")
        opponent: Any = QuickOpponent(self.table.play, self.rng)
        around = SessionContext(opponent=opponent)
        self.session = open_session(journal, settings, [self.table], sees=False, rng=Random(seed), around=around)
        self.started = self.game.virtual.start(None, seed, {})
        self.whole: Any = None
        #: The state after all events that were heard.
        self.state: Any = None
        self.seed = seed
        self.seats = self.table.seats(self.started)
        self.bots = self.seats[max(0, len(self.seats) - bots) :] if bots else ()

    def play(self, most_events: int) -> Iterator[Moment]:
        """Play the game; yield what is said, press by press."""
        session = self.session
        session.open_start_page()
        session.announcements()
        if self.table.play.is_public:
            session.seating.planned_bots[self.game.id] = dict.fromkeys(self.bots, "greedy")
        self.table.begin(session, self.started, {})
        self.whole = self.table.play.deal(self.started, Random(self.seed))
        idle, events = 0, 0
        yield self._moment(0, by_keys=False)
        while not session.running_step.is_end and events < most_events:
            by_keys = self._act()
            moment = self._moment(events, by_keys=by_keys)
            idle = 0 if moment.events else idle + 1
            events += len(moment.events)
            assert idle < _MOST_IDLE, session.page.name
            yield moment

    def _moment(self, events: int, *, by_keys: bool) -> Moment:
        session = self.session
        happened: list[tuple[Any, Any, Any]] = []
        if session.game is not None:
            new = session.game.events[events + 1 :]
            if self.state is None:
                self.state = session.game.undo(len(new)).state
            for event in new:
                before, self.state = self.state, session.game.rules.follow(self.state, event)
                happened.append((before, event, self.state))
        first = happened[0] if happened else None
        unit = (
            ""
            if session.game is None
            else self.table.history.describe_event_time(
                first[0] if first else None, first[2] if first else session.game.state
            )
        )
        return Moment(tuple(session.announcements()), tuple(happened), by_keys, unit, self.table)

    def _act(self) -> bool:
        """Do the next thing; return True if people did it by keys."""
        session = self.session
        step = session.step
        if isinstance(session.page, PlayedPage) or isinstance(step, BotStep):
            session.tick(session.now + 0.5)
            return False
        takes_moves = isinstance(step, JudgedStep | InferenceStep) and not isinstance(step, PutRightStep)
        rolls = getattr(step, "rolls", None)
        if session.game is None or step is not session.running_step or not (takes_moves or rolls):
            draws = session.page.name == "draw"
            before = session.page
            session.press(Press(Button.DRAW if draws else Button.ADVANCE, held=False), session.now + 1.0)
            if session.page == before:
                session.tick(session.now + 5.0)
            return True
        return self._enter(step)

    def _enter(self, step: Step[Session]) -> bool:
        """Enter the next event as a bot or by keys."""
        session, play = self.session, self.table.play
        assert session.game is not None
        if play.is_public:
            self.whole = session.game.state
        while True:
            actors = play.acting_seats(self.whole)
            if actors:
                move = choose_quickly(play, play.view(self.whole, actors[0]), actors[0], Budget(nodes=_NODES), self.rng)
            else:
                move = play.draw(self.whole, self.rng)
            self.whole = play.follow(self.whole, move)
            event = play.event(move)
            if event is not None:
                break
        if actors and actors[0] in self.bots:
            self._enter_as_bot(step, event)
            return False
        with entering(step, event):
            session.touch("row", session.now + 1.0)
        return True

    def _enter_as_bot(self, step: Step[Session], event: Any) -> None:
        from companion.table.move_entry import enter_event_of_seat

        enter_event_of_seat(self.session, step, event, by_bot=True)


@contextmanager
def entering(step: Step[Session], event: Any) -> Iterator[None]:
    """Let the next touch of a step enter an event, as the last of several answers does."""
    rolls = getattr(step, "rolls", None)
    if rolls:
        row = next(row for row, roll in rolls.items() if roll == event)
        touch = step.touch
        step.touch = lambda target: touch(row)  # type: ignore[method-assign]  # noqa: ARG005 - as every touch
    else:
        step.touch = lambda target: step.enter_event(event)  # type: ignore[method-assign]  # noqa: ARG005 - as every touch
    try:
        yield
    finally:
        del step.touch


def heard_game(
    game_id: str, folder: Path, language: str = "en", *, by_ear: str, bots: int = 0, most_events: int = WHOLE
) -> list[Moment]:
    """Return the moments of a whole game in a language; `bots`: number of seats with bots."""
    settings = Settings(camera=NO_CAMERA, language=language, by_ear=by_ear)
    with in_language(language):
        return list(HeardGame(game_id, folder, bots=bots, settings=settings).play(most_events))
