"""Past of a game: its log, its replay, what is taken back, mended or gone on with."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from companion.device.language import language_in_use, say
from companion.device.options import Values
from companion.device.sentences import capitalised
from companion.screen.pages import BoardPage
from companion.table.layout import PieceObservation, TableLayout
from engine.game import EventT, Game, Problem, Rules, StateT
from engine.mending import Mending


@dataclass(frozen=True)
class Lying(Generic[StateT, EventT]):
    """Table as it lies: differences from the game, in sentences, and the mend that tells them.

    None as the mend: no event leaves the pieces like this; `why_not` says why, where that is known.
    """

    differences: tuple[str, ...]
    mending: Mending[StateT, EventT] | None
    why_not: str = ""


def lying_told(
    game: Game[StateT, EventT], told: Game[StateT, EventT], differences: Sequence[str]
) -> Lying[StateT, EventT]:
    """Return the table as it lies, told by events after those of the game."""
    number = len(game.events)
    origins = (*range(number), *[None] * (len(told.events) - number))
    return Lying(tuple(differences), Mending(game, told, origins, number))


def as_it_lies_reason() -> str:
    """Return the reason of an event that puts facts right because the table lies so."""
    return say("As it lies on the table")


class History(Generic[StateT, EventT]):
    """Words and pages of events that have happened; a game overrides what it has more of.

    The state `before` an event is None for the first one.
    """

    def __init__(self, rules: Rules[StateT, EventT]) -> None:
        self.rules = rules

    # --- log and replay -----------------------------------------------------------------------------------------

    def describe_event_time(self, before: StateT | None, after: StateT) -> str:  # noqa: ARG002 - games override it
        """Describe the time of an event in the game, like its round, for the log."""
        return ""

    def describe_board_change(self, before: StateT, after: StateT) -> Sequence[str] | None:  # noqa: ARG002 - games override it
        """Return what lies otherwise after events, as short sentences.

        None: the sentences of the board that were not true before.
        """
        return None

    def replayed(self, before: StateT | None, event: EventT, after: StateT) -> BoardPage | None:  # noqa: ARG002 - games override it
        """Return the page of an event in a replay; the caption describes the event.

        None: the game has no picture of it, it is replayed in words.
        """
        return None

    def begins_chapter(self, before: StateT | None, event: EventT, after: StateT) -> bool | None:  # noqa: ARG002 - games override it
        """Return True if a chapter of a replay begins with an event; None: each turn is one."""
        return None

    # --- taken back and mended ----------------------------------------------------------------------------------

    def can_undo(self, event: EventT) -> bool:  # noqa: ARG002 - games override it
        """Return True if players made the event.

        An event that follows by itself is taken back together with its cause.
        """
        return True

    def describe_act(self, events: Sequence[EventT]) -> str:  # noqa: ARG002 - games override it
        """Describe successive events that are one act, in one line; empty: they are none.

        Such an act, like a whole supply, is taken back as a whole.
        """
        return ""

    def layout_after_elsewhere(
        self,
        layout: TableLayout | None,
        before: TableLayout | None,  # noqa: ARG002 - games override it
    ) -> TableLayout | None:
        """Return the layout after an event of a seat at another table.

        Nobody has carried it out at this one. `layout` is what `layout_after` gives, `before` the layout until then.
        """
        return layout

    def layout_after_undo(
        self,
        layout: TableLayout | None,
        undone: Sequence[tuple[StateT, EventT, StateT]],  # noqa: ARG002 - games override it
    ) -> TableLayout | None:
        """Return the layout after these events are taken back.

        Each event comes with the states before and after it. Hands have not put anything back yet; a comparison
        finds what they must do. Games override this to remember what no comparison finds, like hidden cards that
        changed hands.
        """
        return layout

    def describe_problem(self, state: StateT, problem: Problem) -> str:  # noqa: ARG002 - games override it
        """Say in a player's words why an event is refused in a state; empty: nobody can say so."""
        # Rules know but English.
        return f"{capitalised(problem.text)}." if language_in_use() == "en" else ""

    def as_it_lies(
        self,
        game: Game[StateT, EventT],  # noqa: ARG002 - games override it
        observation: PieceObservation,  # noqa: ARG002 - games override it
        sitting: Sequence[str],  # noqa: ARG002 - games override it
    ) -> Lying[StateT, EventT] | None:
        """Return how the game is told as the table lies; None: it cannot be told so.

        `observation` is of the usual moment; `sitting`: the players as they sit now, clockwise.
        """
        return None

    def deals_after_end(self, game: Game[StateT, EventT]) -> Sequence[Callable[[Random], object]] | None:  # noqa: ARG002
        """Return what deals a whole state after each event, as it is known once a game is over.

        None: hands stay unknown.
        """
        return None

    # --- kept games ---------------------------------------------------------------------------------------------

    def variants_of(self, events: Sequence[EventT]) -> Values:  # noqa: ARG002 - games override it
        """Return the options of a game that is gone on with, as far as its events tell them."""
        return {}

    def reshuffled(self, events: Sequence[EventT], rng: Random) -> Sequence[EventT]:  # noqa: ARG002 - most events tell nothing that is to come
        """Return the events with another future: what chance decided and nobody knows is otherwise."""
        return events

    def result_line(self, state: StateT) -> str | None:
        """Return the result of the game as one line of text for the journal; None while it goes on."""
        result = self.rules.over(state)
        return None if result is None else json.dumps(result.to_json())
