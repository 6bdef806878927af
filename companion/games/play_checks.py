"""Checks of a game that lists its moves: the list is right, and views hide the rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from itertools import cycle
from random import Random
from typing import Any

from companion.cells.play import CellPlay
from companion.games import CompanionGame
from companion.games.random_play import MOST_EVENTS
from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from companion.table.table_answers import open_view
from companion.table.table_question import TableQuestion
from engine.errors import NotationError
from engine.game import Play
from engine.secrets import EVERYTHING

#: Of each random game so many states are looked at.
_STATES = 15
#: Of the choices of a question so many are asked.
_CHOICES = 6
#: States that a bot may look at for each of its moves here.
_NODES = 60
#: Events that are tried at each state: possible ones, each with one fact of another.
_TRIED = 30
#: After so many ways of the hidden part in which the same is possible others know all that matters.
_WAYS = 30
#: Ways in which an event that is allowed must be possible once, be it by one card of many in a hand of one.
_MOST_WAYS = 1000


@dataclass(frozen=True)
class SomeState:
    """Whole state of a random game, and the seats that act from there on."""

    state: Any
    seats: tuple[str, ...]


def some_states(game: CompanionGame, games: int, seed: int) -> list[SomeState]:
    """Return states of so many random games, at which somebody acts."""
    play, states = game.play, []
    for number in range(games):
        rng = Random(f"{seed} {number}")
        state = play.deal(game.virtual.start(None, seed + number, {}), rng)
        found: list[tuple[Any, tuple[str, ...]]] = []
        for _ in range(MOST_EVENTS):
            if play.over(state) is not None:
                break
            actors = tuple(play.acting_seats(state))
            if actors:
                found.append((state, actors))
            state = play.follow(state, play.draw(state, rng))
        seats: dict[str, None] = {}
        with_seats = []
        for before, actors in reversed(found):
            seats = dict.fromkeys((*actors, *seats))
            with_seats.append(SomeState(before, tuple(seats)))
        states += rng.sample(with_seats[::-1], min(_STATES, len(found)))
    return states


def possible_problems(game: CompanionGame, states: list[SomeState], seed: int) -> Iterator[str]:
    """Yield a clause for each possible move that is refused, or allowed and not listed."""
    play, rng = game.play, Random(seed)
    listed = [[play.event(move) for move in play.possible(some_state.state)] for some_state in states]
    others = [event for events in listed for event in rng.sample(events, min(3, len(events))) if event is not None]
    for some_state, events in zip(states, listed, strict=True):
        public = play.public(some_state.state)
        if not events:
            yield "nothing is possible although somebody acts"
        for event in events:
            problems = () if event is None else game.rules.problems(public, event)
            yield from (f"{_json(game, event)} is possible, but refused: {problem.text}" for problem in problems[:1])
        otherwise = _OtherWays(play, some_state, events, rng)
        for _ in range(_TRIED if events else 0):
            event = _recombined(rng.choice(events), rng.choice(others), rng)
            if event is None or event in events or not _can_be_told(game, event):
                continue
            if not game.rules.problems(public, event) and not otherwise.has(event) and not otherwise.is_known(event):
                yield f"{_json(game, event)} is allowed, but not listed as possible"


def _can_be_told(game: CompanionGame, event: Any) -> bool:
    """Return True if a game file can have an event with these facts together."""
    try:
        return bool(game.rules.event_from_json(game.rules.event_to_json(event)) == event)
    except NotationError:
        return False


def _recombined(event: Any, other: Any, rng: Random) -> Any:
    """Return the event with one fact of another of its kind; else the other."""
    if type(event) is not type(other) or not is_dataclass(event):
        return other
    name = rng.choice([field.name for field in fields(event)] or [""])
    return replace(event, **{name: getattr(other, name)}) if name else event  # type: ignore[type-var]


class _OtherWays:
    """Events that are possible in states that differ in what only some players know.

    The hidden part walks: each seat in turn keeps what it knows, and the rest is drawn anew.
    """

    def __init__(self, play: Play[Any, Any], some_state: SomeState, events: list[Any], rng: Random) -> None:
        self._play, self._state, self._seats, self._rng = play, some_state.state, some_state.seats, rng
        self._otherwise = some_state.state
        self._ways = [{*events}]
        self._found = {*events}

    @cached_property
    def _hides(self) -> bool:
        """True if a seat does not know everything."""
        return any(self._play.view(self._state, seat) != self._state for seat in self._seats)

    def has(self, event: Any) -> bool:
        """Return True if this event is possible in one of many ways."""
        play, seats, may_be_known = self._play, self._seats, True
        while self._hides and event not in self._found and len(self._ways) <= _MOST_WAYS:
            if may_be_known and len(self._ways) > _WAYS * len(seats):
                # What one more way makes unknown stays unknown.
                may_be_known = self.is_known(event)
                if may_be_known:
                    break
            seat = seats[len(self._ways) % len(seats)]
            self._otherwise = play.determinize(play.view(self._otherwise, seat), seat, self._rng)
            events = {play.event(move) for move in play.possible(self._otherwise)}
            self._ways.append(events)
            self._found |= events
        return event in self._found

    def is_known(self, event: Any) -> bool:
        """Return True if its player has no choice, or others know that hand.

        So do the others of a pack that is dealt out: nobody can tell what else the rules must allow.
        """
        player = getattr(event, "by", None)
        mine = [{way_event for way_event in way if getattr(way_event, "by", None) == player} for way in self._ways]
        known = all(own_events == mine[0] for own_events in mine) or all(len(own_events) == 1 for own_events in mine)
        return known and self._hides


def view_problems(game: CompanionGame, states: list[SomeState], seed: int) -> Iterator[str]:
    """Yield a clause for each view or bot that changes with what its seat cannot know.

    `Play.secrets` says what that is, and what the game itself deals anew by a view. Each state asks one of the bots, in
    turn.
    """
    play = game.play
    yield from _unsaid_secrets(play, states)
    for (number, some_state), bot in zip(enumerate(states), cycle(BOTS)):
        state = some_state.state
        for seat in some_state.seats:
            view = play.view(state, seat)
            for secret in play.secrets(state, seat, Random(f"{seed} {number}")):
                if secret.kind != EVERYTHING and play.view(secret.state, seat) != view:
                    yield f"the view of {seat} tells {' of '.join(filter(None, (secret.kind, secret.place)))}"
            other = play.determinize(view, seat, Random(f"{seed} {number}"))
            if other != play.determinize(view, seat, Random(f"{seed} {number}")):
                yield f"determinize gives {seat} something else for the same view and seed"
            if play.view(other, seat) != view:
                yield f"the view of {seat} is another where only what is hidden from it is otherwise"
            elif seat in play.acting_seats(state):
                yield from _bot_problems(play, bot, state, other, seat)


def answer_problems(game: CompanionGame, states: list[SomeState], seed: int) -> Iterator[str]:
    """Yield a clause for each answer that changes with what whoever hears it cannot know.

    At the table nobody's secret counts, on a seat's own phone what its view hides. `Play.secrets` says what that is.
    """
    play, table = game.play, game.table

    def at_table(state: Any) -> Mapping[str, Any]:
        view = open_view(table, play.public(state))
        return {**answers_by_id(table.questions(view, "")), "the board's words": [*table.describe_board(view)]}

    for number, some_state in enumerate(states):
        state = some_state.state
        told = at_table(state)
        for seat in some_state.seats:
            own = answers_by_id(table.questions(play.view(state, seat), seat))
            for secret in play.secrets(state, seat, Random(f"{seed} {number}")):
                if secret.kind == EVERYTHING:
                    continue
                hidden = " of ".join(filter(None, (secret.kind, secret.place)))
                for question, answer in at_table(secret.state).items():
                    if told.get(question) != answer:
                        yield f"at the table the answer to {question} tells {hidden}"
                for question, answer in answers_by_id(table.questions(play.view(secret.state, seat), seat)).items():
                    if own.get(question) != answer:
                        yield f"on the phone of {seat} the answer to {question} tells {hidden}"


def answers_by_id(questions: Sequence[TableQuestion]) -> Mapping[str, Any]:
    """Return the answers by the ids of their questions; of many choices only some are asked."""
    found = dict[str, Any]()
    for question in questions:
        ends = [*question.last_choices]
        found |= {end.id: [*end.answer()] for end in ends[:: 1 + len(ends) // _CHOICES]}
    return found


def _unsaid_secrets(play: Play[Any, Any], states: list[SomeState]) -> Iterator[str]:
    """Yield a clause for a game that hides something, and does not say by itself what."""
    seen = [(some_state.state, seat) for some_state in states for seat in some_state.seats]
    hides = not play.is_public or any(play.view(state, seat) != state for state, seat in seen)
    if hides and not any(True for state, seat in seen for _ in play.secrets(state, seat, Random(0))):
        owner = type(play.rules if isinstance(play, CellPlay) else play)
        yield (
            f"{owner.__module__}.{owner.__name__} hides something and does not say what; write "
            "secrets(self, state, seat, rng): for each thing that the seat may not know it yields "
            "engine.secrets.Secret(kind, other), where other is the whole state with that thing otherwise"
        )


def _bot_problems(play: Play[Any, Any], name: str, state: Any, other: Any, seat: str) -> Iterator[str]:
    moves = play.moves_of(state, seat)
    if [*play.moves_of(play.view(state, seat), seat)] != [*moves]:
        yield f"the view of {seat} has other moves than the state"
        return
    bot = BOTS[name]
    # Where nothing is hidden there is no other state to ask about.
    states = (state,) if other is state else (state, other)
    chosen = [
        bot(play, play.view(some_state, seat), seat, Budget(nodes=_NODES), Random(len(moves))) for some_state in states
    ]
    if chosen[0] != chosen[-1]:
        yield f"the bot {name} does something else as {seat} where only what is hidden from it is otherwise"
    if chosen[0] not in moves:
        yield f"the bot {name} does what is not possible as {seat}"


def _json(game: CompanionGame, event: Any) -> str:
    return str(game.rules.event_to_json(event))
