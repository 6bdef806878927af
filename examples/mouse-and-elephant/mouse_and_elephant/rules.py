"""The rules: the pack, what a game is made of, and what may happen.

Three players have eight cards each, of a pack with six animals in four colours. Everybody plays one card in turn, of
the colour that was played first if they can. The largest animal takes the trick, of equal ones the later; but where an
elephant lies, a mouse takes it, the later one. Whoever takes a trick plays first in the next. Who has taken most of
the eight wins.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import exp
from typing import Annotated, Any

from engine.codec import Choices, Codec
from engine.game import Choice, Result, RuleProblem, Rules
from engine.names import Name

COLOURS = ("red", "yellow", "green", "blue")
#: Sizes of the smallest animal and of the largest.
MOUSE = 1
ELEPHANT = 6
#: The cards, each with its colour: ``red-6`` is the red elephant.
CARDS = {f"{colour}-{size}": colour for colour in COLOURS for size in range(MOUSE, ELEPHANT + 1)}
TRICKS = 8


class Seat(Name):
    """Player, by the side of the table."""

    WEST = "west"
    NORTH = "north"
    EAST = "east"


@dataclass(frozen=True)
class Started:
    """All cards are dealt."""


@dataclass(frozen=True)
class Played:
    """A card is played."""

    by: Seat
    card: Annotated[str, Choices(CARDS, "a card of the game")]


@dataclass(frozen=True)
class Taken:
    """The trick is taken off the table."""

    by: Seat


Event = Started | Played | Taken
#: The cards of each player whose hand is known.
Hands = Mapping[str, tuple[str, ...]]
NO_HANDS: Hands = {}


@dataclass(frozen=True)
class State:
    """Cards of the trick with their players, all cards played, tricks taken, player on turn."""

    trick: Mapping[str, Seat] = field(default_factory=dict)
    played: frozenset[str] = frozenset()
    tricks: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    turn: Seat = Seat.WEST


class MouseAndElephantRules(Rules[State, Event]):
    """Mouse and Elephant."""

    id = "mouse-and-elephant"
    #: What a card in the hand is worth shows at the end: a search plays to there.
    playout_moves = len(CARDS) + TRICKS
    codec = Codec({"started": Started, "played": Played, "taken": Taken})

    def problems(self, state: State | None, event: Event) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now."""
        if state is None or isinstance(event, Started):
            begins = state is None and isinstance(event, Started)
            return () if begins else (RuleProblem("not-now", "a game starts once, and nothing happens before"),)
        if type(event) not in {type(other) for other in possible(state)}:
            return (RuleProblem("not-now", "a trick has three cards and is taken then, and a game has eight"),)
        found = []
        if event.by is not state.turn:
            found.append(RuleProblem("not-your-turn", f"it is the turn of {state.turn}"))
        if isinstance(event, Played) and event.card in state.played:
            found.append(RuleProblem("played-before", f"{event.card} has been played before"))
        return tuple(found)

    def begin(self, event: Event) -> State:  # noqa: ARG002 - all games begin alike
        """Begin with an empty table."""
        return State()

    def follow(self, state: State, event: Event) -> State:
        """Play the card, or take the trick."""
        if isinstance(event, Taken):
            return replace(state, trick={}, tricks={**state.tricks, event.by: state.tricks[event.by] + 1})
        assert isinstance(event, Played)
        trick = {**state.trick, event.card: event.by}
        seats = list(Seat)
        turn = winner(trick) if len(trick) == len(seats) else seats[(seats.index(event.by) + 1) % len(seats)]
        return replace(state, trick=trick, played=state.played | {event.card}, turn=turn)

    def possible(self, state: State) -> tuple[Played | Taken, ...]:
        """Return all that the player on turn may do, as far as everybody knows."""
        return tuple(possible(state))

    def worth(self, state: State, seat: str) -> float:
        """Estimate a player's chance to take most tricks, by those taken and the one on the table."""
        result = self.over(state)
        if result is not None:
            return self.reward(result, seat)
        counts = {str(player): float(count) for player, count in state.tricks.items()}
        if state.trick:
            # Whoever would take it now takes it perhaps.
            counts[str(winner(state.trick))] += len(state.trick) / len(Seat)
        left = TRICKS - sum(state.tricks.values())
        chances = {player: exp(3 * count / (1 + left) ** 0.5) for player, count in counts.items()}
        return chances[seat] / sum(chances.values())

    def next(self, state: State) -> tuple[Choice, ...]:
        """Return the player on turn plays, or takes the trick."""
        return tuple(sorted({Choice(self.codec.name_of(event), str(event.by)) for event in possible(state)}))

    def over(self, state: State) -> Result | None:
        """Return who has taken most tricks, after the last one."""
        if sum(state.tricks.values()) < TRICKS:
            return None
        most = max(state.tricks.values())
        return Result(tuple(str(seat) for seat, count in state.tricks.items() if count == most), "tricks")

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return all that lies open, and whose turn it is."""
        trick = {card: str(seat) for card, seat in state.trick.items()}
        tricks = {str(seat): count for seat, count in state.tricks.items()}
        return {"turn": str(state.turn), "trick": trick, "tricks": tricks, "played": sorted(state.played)}


def possible(state: State, hands: Hands = NO_HANDS) -> Iterator[Played | Taken]:
    """Yield all that the player on turn may do; the hands of real cards are not known."""
    if len(state.trick) == len(Seat):
        yield Taken(state.turn)
    elif len(state.played) < len(CARDS):
        hand = hands.get(state.turn)
        cards = [card for card in CARDS if card not in state.played] if hand is None else followers(state, hand)
        yield from (Played(state.turn, card) for card in cards)


def followers(state: State, hand: Collection[str]) -> Collection[str]:
    """Return the cards of a hand that may be played: those of the first card's colour, else all."""
    first = next(iter(state.trick), None)
    return [card for card in hand if first and CARDS[card] == CARDS[first]] or hand


def size_of(card: str) -> int:
    """Return the size of a card's animal, 1 to 6."""
    return int(card.rpartition("-")[2])


def winner(trick: Mapping[str, Seat]) -> Seat:
    """Return who takes a trick, whose cards are in the order in which they were played."""
    sizes = [size_of(card) for card in trick]
    best = MOUSE if {MOUSE, ELEPHANT} <= {*sizes} else max(sizes)
    return next(seat for card, seat in reversed(list(trick.items())) if size_of(card) == best)


RULES = MouseAndElephantRules()
