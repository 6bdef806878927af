"""Game core: the fold of its events, each of them checked by the rules before it counts.

A game's package gives one `Rules` object; code that plays, keeps, replays or judges games needs nothing else of
it::

    game = rules.start(event)
    game = game.apply(event)        # raises EventNotAllowedError, which names every problem
    rules.next(game.state), rules.over(game.state)
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from .codec import Codec, ObjectCodec
from .errors import NotAllowedError, join_problems
from .secrets import Secret

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")

#: Actor who answers for shuffles, deals and throws, and for what follows when nobody is left to decide.
CHANCE = "chance"


class Problem(Protocol):
    """Problem of an event."""

    @property
    def code(self) -> str:
        """Kind of problem: one of the codes that the game's rules name."""

    @property
    def text(self) -> str:
        """The same as an English sentence without a full stop."""


@dataclass(frozen=True)
class RuleProblem:
    """A problem that is just its code and its sentence."""

    code: str
    text: str


class EventNotAllowedError(NotAllowedError):
    """Error: the rules do not allow an event now; `problems` lists everything that is wrong.

    >>> from classics.noughts_and_crosses import GAME
    >>> from engine import EventNotAllowedError
    >>> from engine.grid import Moved, Started
    >>> try:
    ...     GAME.rules.start(Started()).apply(Moved("noughts", (("b2", "nought"),)))
    ... except EventNotAllowedError as error:
    ...     print([problem.code for problem in error.problems])
    ['not-your-turn']
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(join_problems([problem.text for problem in problems]))
        self.problems = tuple(problems)


@dataclass(frozen=True, order=True)
class Choice:
    """Possible event now: its name, and its player (empty: nobody's in particular)."""

    event: str
    by: str = ""


@dataclass(frozen=True)
class Result:
    """Result of a game: the winners (empty: nobody), and the reason.

    The reason is a word of the game's rules.

    >>> from engine import Result
    >>> Result(("white",), "taken").to_json()
    {'winners': ['white'], 'reason': 'taken'}
    >>> Result((), "full").winners
    ()
    """

    winners: tuple[str, ...]
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the same as an object that `json.dumps` writes."""
        return {"winners": list(self.winners), "reason": self.reason}


def equally_likely(moves: Collection[MoveT]) -> dict[MoveT, float]:
    """Return the probability of each move of a list in which all are equally likely."""
    return {move: count / len(moves) for move, count in Counter(moves).items()}


class Play(ABC, Generic[StateT, MoveT]):
    """Game as bots play it: whole states, and what each seat knows of them. Stateless.

    The rules of an open game are all of this themselves. Where hands are hidden, another object has states that hold
    the rules' state and the hands, and moves that hold the rules' event and what only its player knows. Whoever plays,
    hints or shows is given a `view`, never a state.
    """

    #: True where nothing hidden counts for `worth` after a move: it is the same in every whole state of a view.
    worth_is_public: bool = False
    #: Moves that a search plays by chance behind those of its tree before it takes the worth.
    playout_moves: int = 0
    #: Moves, or turns where `rollout_turn` tells them apart, that a search plays on greedily behind each of the best
    #: moves, instead of searching a tree; 0: a tree.
    rollout_moves: int = 0
    #: Samples of what is hidden over which the best moves are rated anew; 0: the first rating counts.
    confirming_samples: int = 0
    #: By so much a quick bot may take a move for better than it is, shared by all its moves: where there are few it
    #: shows a little of all, and the best of many is really good.
    whim: float = 0.06
    #: How a seat's view goes to another table, without the rules' state; None: what is hidden stays at this one.
    view_codec: ClassVar[ObjectCodec[Any] | None] = None

    @abstractmethod
    def deal(self, started: Any, rng: Random) -> StateT:
        """Return the whole state after a first event; what is hidden is dealt."""

    @abstractmethod
    def follow(self, state: StateT, move: MoveT, /) -> StateT:
        """Return the state after one more move that is possible."""

    @abstractmethod
    def over(self, state: StateT) -> Result | None:
        """Return the result of the game; None while it goes on."""

    @abstractmethod
    def actors(self, state: StateT) -> Sequence[str]:
        """Return the seats that may act now, `CHANCE` where it acts; none: the game is over.

        The first one is asked first. Where several may act, one who does not want to makes a move that says so, which
        may be no event. Chance acts alone. Games may name nobody where it acts: `chance_acts` is true all the same.
        """

    def acting_seats(self, state: StateT) -> Sequence[str]:
        """Return the seats of players that may act now; none: chance acts, or the game is over."""
        actors = self.actors(state)
        return () if CHANCE in actors else actors

    def chance_acts(self, state: StateT) -> bool:
        """Return True where chance acts: no player may, and the game goes on."""
        return not self.acting_seats(state) and self.over(state) is None

    def possible(self, state: StateT) -> Sequence[MoveT]:
        """Return all moves that may happen now, allowed by construction: nobody judges them again.

        Where chance acts: its `outcomes`, or one where they are too many to list.
        """
        raise NotImplementedError(f"{type(self).__name__} does not list what is possible")

    def outcomes(self, state: StateT) -> Mapping[MoveT, float] | None:
        """Return the moves of chance in a whole state with their probabilities, whose sum is 1.

        None: they are too many to list, one of them is drawn. So it is in a game that draws in its own way and does not
        say how likely what it draws is; else all that is possible is equally likely.
        """
        return equally_likely(self.possible(state)) if type(self).draw is Play.draw else None

    @property
    def is_listed(self) -> bool:
        """True for a game that lists its moves, without which no bot can play it."""
        return type(self).possible is not Play.possible

    @property
    def is_public(self) -> bool:
        """True where a whole state is the rules' state: nobody holds anything besides it."""
        return type(self).public is Play.public

    def moves_of(self, state: StateT, seat: str) -> Sequence[MoveT]:  # noqa: ARG002 - usually one seat acts
        """Return the possible moves of one of the `actors`; its view is enough."""
        return self.possible(state)

    def is_settled(self, state: StateT) -> bool:  # noqa: ARG002 - few games must be looked at farther
        """Return False where `worth` is about to be another: somebody must take a piece.

        A search looks ahead beyond such a state.
        """
        return True

    def draw(self, state: StateT, rng: Random) -> MoveT:
        """Draw one of the moves that may happen now: chance's by their `outcomes`, others alike."""
        outcomes = self.outcomes(state) if self._weighs_outcomes and self.chance_acts(state) else None
        if outcomes is None:
            return rng.choice(self.possible(state))
        return rng.choices([*outcomes], [*outcomes.values()])[0]

    @property
    def _weighs_outcomes(self) -> bool:
        return type(self).outcomes is not Play.outcomes

    def event(self, move: MoveT) -> Any:
        """Return the rules' event of a move; None for one that nobody else notices."""
        return move

    def noticed(self, move: MoveT) -> Any:
        """Return what others notice of a move, as a key that tells it from others: its event."""
        return self.event(move)

    def public(self, state: StateT) -> Any:
        """Return the rules' state of a whole state."""
        return state

    def view(self, state: StateT, seat: str) -> StateT:  # noqa: ARG002 - nothing is hidden
        """Return the state as this seat knows it: what is hidden from it is unknown, or a count."""
        return state

    def joined(self, views: Mapping[str, StateT], public: Any) -> StateT:
        """Return what several seats know together, of whom each still has the same `view` of it.

        `views`: theirs, without the rules' state, which is `public`. Games with a `view_codec` have it.
        """
        raise NotImplementedError(f"{type(self).__name__} joins no views")

    def determinize(self, view: StateT, seat: str, rng: Random) -> StateT:  # noqa: ARG002 - nothing is hidden
        """Return a whole state that fits a seat's view, each of them as likely as the others."""
        return view

    def secrets(self, state: StateT, seat: str, rng: Random) -> Iterator[Secret[StateT]]:  # noqa: ARG002 - as above
        """Yield whole states that look alike to a seat, by the rules and without `view`.

        First one in which all that is hidden from it is otherwise, then one for each hidden field: each other hand,
        the order of each deck, plans, notes and roles. Chance draws what is there instead. An open game has none. The
        checks of secrecy compare all that the seat is shown, told and sent in these states.
        """
        return iter(())

    def reward(self, result: Result, seat: str) -> float:
        """Return the seat's part of the victory, 0 to 1: winners share it."""
        return 1 / len(result.winners) if seat in result.winners else 0.0

    def side(self, state: StateT, seat: str) -> str:  # noqa: ARG002 - usually everybody plays alone
        """Return the side on which a seat is by the deal; the seat itself where it is alone."""
        return seat

    def committed_seat(self, state: StateT) -> str:  # noqa: ARG002 - in most games an act is one move
        """Return the seat that must end an act whose chance it has seen; empty: none.

        Nothing else happens before: nobody looks first and does something else then.
        """
        return ""

    def ends_act(self, state: StateT, event: Any) -> bool:
        """Return True if an event ends the act of the `committed_seat`."""
        return any(self.event(move) == event for move in self.possible(state))

    def decides(self, state: StateT, actor: str) -> str:  # noqa: ARG002 - in most games seats act themselves
        """Return the seat that decides for whoever acts in an event."""
        return actor

    def rollout_turn(self, state: StateT) -> object:  # noqa: ARG002 - most games count moves
        """Return whose turn it is if rollouts go on for some turns; None if they do for some moves.

        Where a turn has as many moves as its player likes, those that lead nowhere would put off what others gain.
        """
        return None

    def worth(self, state: StateT, seat: str) -> float:
        """Estimate the seat's `reward` at the end; 0.5 where nothing is known."""
        result = self.over(state)
        return 0.5 if result is None else self.reward(result, seat)

    def mistakes(self, state: StateT) -> Mapping[str, str]:  # noqa: ARG002 - few games have any
        """Return the mistakes that decided a game, in words, by the seats that made them."""
        return {}


class Rules(Play[StateT, EventT]):
    """The rules of one game, as functions of its states and events. Stateless.

    >>> from classics.noughts_and_crosses import GAME
    >>> from engine.grid import Started
    >>> rules = GAME.rules
    >>> state = rules.begin(Started())
    >>> rules.next(state), len(rules.possible(state)), rules.over(state)
    ((Choice(event='moved', by='crosses'),), 9, None)
    """

    #: The game's id, as files and the command line have it: small letters and hyphens.
    id: ClassVar[str]
    #: How its events stand in files. Rules that have no codec write `event_from_json` and `event_to_json` themselves.
    codec: ClassVar[Codec[Any]]
    #: What the game's rules say of the public state before the first event; None where they know no such state.
    before: ClassVar[Mapping[str, Any] | None] = None
    #: Codes of problems that `next` leaves aside, because it would tell what is hidden.
    untold: ClassVar[frozenset[str]] = frozenset()

    @property
    def format(self) -> str:
        """Format name in the header of a game file."""
        return f"{self.id}/game"

    def event_from_json(self, data: Mapping[str, Any]) -> EventT:
        """Return the event in an object of JSON.

        Raises NotationError, which names every fault.
        """
        event: EventT = self.codec.decode(data)
        return event

    def event_to_json(self, event: EventT) -> dict[str, Any]:
        """Return the event as an object that `json.dumps` writes."""
        return self.codec.encode(event)

    def open_event(self, event: EventT) -> EventT:
        """Return an event without what nobody may know of it, such as the order of shuffled cards.

        Chance then decides each of them when it is turned over.
        """
        return event

    @abstractmethod
    def problems(self, state: StateT | None, event: EventT) -> tuple[Problem, ...]:
        """Return all problems of the event now, nothing if it is allowed.

        Before the first event `state` is None.
        """

    @abstractmethod
    def begin(self, event: EventT) -> StateT:
        """Return the state after a first event that is allowed."""

    def deal(self, started: EventT, rng: Random) -> StateT:  # noqa: ARG002 - nothing is hidden
        """Return the state after a first event."""
        return self.begin(started)

    @abstractmethod
    def follow(self, state: StateT, event: EventT, /) -> StateT:
        """Return the state after one more event that is allowed."""

    def actors(self, state: StateT) -> Sequence[str]:
        """Return all whom `next` names; chance where something may happen and is nobody's."""
        choices = self.next(state)
        seats = tuple(dict.fromkeys(choice.by for choice in choices if choice.by))
        return seats or ((CHANCE,) if choices else ())

    @abstractmethod
    def next(self, state: StateT) -> tuple[Choice, ...]:
        """Return all that the rules allow now, but for problems that are `untold`; sorted."""

    @abstractmethod
    def state_to_json(self, state: StateT) -> dict[str, Any]:
        """Return the state as plain JSON values, without what `public_state` adds for every game."""

    def public_state(self, state: StateT) -> dict[str, Any]:
        """Return the state as other programs read it: `state_to_json` with ``next`` and ``over``."""
        choices = [{"event": choice.event} | ({"by": choice.by} if choice.by else {}) for choice in self.next(state)]
        result = self.over(state)
        return {**self.state_to_json(state), "next": choices, "over": result.to_json() if result else False}

    def public_state_before(self) -> dict[str, Any] | None:
        """Return the same before the first event; None where the rules know no such state."""
        return None if self.before is None else {**self.before, "next": [{"event": "started"}], "over": False}

    def game(self, events: tuple[EventT, ...], state: StateT) -> "Game[StateT, EventT]":
        """Return the game of these events, which lead to this state."""
        return Game(self, events, state)

    def start(self, event: EventT) -> "Game[StateT, EventT]":
        """Start a new game.

        Raises EventNotAllowedError, naming every problem, if it cannot begin like that.
        """
        problems = self.problems(None, event)
        if problems:
            raise EventNotAllowedError(problems)
        return self.game((event,), self.begin(event))

    def replay(self, events: Sequence[EventT]) -> "Game[StateT, EventT]":
        """Return the game that these events tell, each of them checked; there must be one at least.

        Raises EventNotAllowedError at the first event that is not allowed.
        """
        first, *others = events
        return reduce(lambda game, event: game.apply(event), others, self.start(first))


@dataclass(frozen=True)
class Game(Generic[StateT, EventT]):
    """Game as the list of its events, with the state after the last of them.

    Made by `Rules.start` or `replay`.

    >>> from classics.noughts_and_crosses import GAME
    >>> from engine.grid import Moved, Started
    >>> game = GAME.rules.start(Started()).apply(Moved("crosses", (("b2", "cross"),)))
    >>> game.state.board, game.state.turn
    ({'b2': 'cross'}, 'noughts')
    >>> game.undo().state.board
    {}
    """

    rules: Rules[StateT, EventT]
    events: tuple[EventT, ...]
    state: StateT

    def problems(self, event: EventT) -> tuple[Problem, ...]:
        """Return all that is wrong with the event now; nothing if it is allowed."""
        return self.rules.problems(self.state, event)

    def apply(self, event: EventT) -> Self:
        """Return the game with one more event.

        Raises EventNotAllowedError, naming every problem, if it is not allowed now.
        """
        problems = self.problems(event)
        if problems:
            raise EventNotAllowedError(problems)
        return replace(self, events=(*self.events, event), state=self.rules.follow(self.state, event))

    def undo(self, events: int = 1) -> Self:
        """Return the game without its last events; the first one, which started it, always stays."""
        first, *others = self.events[: max(1, len(self.events) - events)]
        # They were checked when they were applied.
        state = reduce(self.rules.follow, others, self.rules.begin(first))
        return replace(self, events=(first, *others), state=state)

    def states(self) -> tuple[StateT, ...]:
        """Return the state after each event."""
        first, *others = self.events
        states = [self.rules.begin(first)]
        for event in others:
            states.append(self.rules.follow(states[-1], event))
        return tuple(states)
