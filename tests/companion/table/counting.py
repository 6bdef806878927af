"""Invented game for tests: counting. The player on turn says one; at three the game is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.device.options import flag
from companion.screen.pages import Row
from companion.table.first_page import FirstPage
from companion.table.game import TableGame
from companion.table.history import History
from companion.table.lists import ListStep
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.step import Step
from engine.errors import NotationError
from engine.game import Choice, Result, RuleProblem, Rules

LAST = 3


class CountingRules(Rules[int, str]):
    """The state is how far they have counted; the events are ``started`` and ``counted``."""

    id = "counting"

    def event_from_json(self, data: Mapping[str, Any]) -> str:
        if data.get("event") not in ("started", "counted"):
            raise NotationError("no event of counting")
        return str(data["event"])

    def event_to_json(self, event: str) -> dict[str, Any]:
        return {"event": event}

    def problems(self, state: int | None, event: str) -> tuple[RuleProblem, ...]:
        allowed = event == "started" if state is None else event == "counted" and state < LAST
        return () if allowed else (RuleProblem("phase", "not now"),)

    def begin(self, _event: str) -> int:
        return 0

    def follow(self, state: int, _event: str) -> int:
        return state + 1

    def next(self, state: int) -> tuple[Choice, ...]:
        return (Choice("counted"),) if state < LAST else ()

    def over(self, state: int) -> Result | None:
        return Result(("all",), "counted") if state == LAST else None

    def state_to_json(self, state: int) -> dict[str, Any]:
        return {"count": state}


class CountStep(ListStep):
    """List that says how far the players are; Advance counts on."""

    name = "count"

    def begin(self) -> None:
        self.session.finish()

    def title(self) -> str:
        assert self.session.game is not None
        return str(self.session.game.state)

    def rows(self) -> Sequence[Row]:
        return (Row("Count", "count"),)

    def choose(self, _row_id: str) -> None:
        self.session.apply("counted")
        self.session.go_on()


class WhoStep(ListStep):
    """Choice of who counts, before the game."""

    name = "who"

    def title(self) -> str:
        return "Who counts?"

    def rows(self) -> Sequence[Row]:
        return (Row("Everybody", "all"),)

    def choose(self, _row_id: str) -> None:
        self.session.table_game.begin(self.session, "started", {})


@dataclass(frozen=True)
class CountObservation:
    """Observation of the camera, with the one before it."""

    now: str
    before: str


def reported(text: str) -> TableObservation[Any]:
    """Return what a camera reports to a game whose observations are texts."""
    return TableObservation(text)


def seen_and_laid(session: Session) -> tuple[Any, Any]:
    """Return the observation and the layout, which are a value and a number in such games."""
    return session.observation, session.layout


class CountingHistory(History[int, str]):
    """Log of how far they have counted."""

    def describe_event_time(self, _before: int | None, after: int) -> str:
        return f"at {after}"


class Untagged(FirstPage[Session]):
    """First page of a game without art and tags."""

    def poster(self, fonts: Any, size: tuple[int, int]) -> Any:
        raise NotImplementedError

    def tags_guide(self) -> Sequence[Row]:
        return ()


class Counting(TableGame[Session]):
    """Counting at the table."""

    rules = CountingRules()
    options = (flag("aloud", "Aloud"),)
    readings: Any = None
    history: History[Any, Any] = CountingHistory(rules)
    first_page: FirstPage[Session] = Untagged("counting")

    def title(self) -> str:
        return "Counting"

    def help(self, state: int) -> Sequence[str]:
        return (f"You are at {state}.",)

    def status(self, state: int) -> str:
        return f"at {state}"

    def describe_event(self, _before: int | None, event: str, after: int) -> str:
        return f"{event}: {after}"

    def pictures(self, _fonts: object) -> Any:
        raise NotImplementedError

    def new_game(self, session: Session) -> Step[Session]:
        return WhoStep(session)

    def begin(self, session: Session, started: str, variants: Mapping[str, Any]) -> None:
        session.start(started, variants)

    def next_step(self, session: Session) -> Step[Session]:
        return CountStep(session)

    def observe(self, _reading: object, _catalogue: object) -> Any:
        raise NotImplementedError

    def remember(self, observation: Any, memory: Any) -> tuple[Any, object]:
        return CountObservation(observation, memory or ""), observation

    def layout_after(self, layout: Any, _before: int | None, _event: str, after: int, *, already_placed: bool) -> Any:
        return after if already_placed else layout

    def signs(self) -> Sequence[Row]:
        return ()
