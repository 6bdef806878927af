"""Forecast of the monster's next move: exact risks over the cards (rules, section 7)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import NotationError

from .board import Cell, Direction
from .cards import Card, parse_card
from .moves import TokenMove, token_moves
from .pieces import DECK, TOKENS, Place
from .position import Position
from .walks import CELL, DIRECTIONS, NUMBER, Floor, WalkEnd, cells_in

#: A deck in a command is no longer.
MOST_CARDS = 100


@dataclass(frozen=True)
class CardForecast:
    """Monster's move by one card: probability, end, and the tokens hit, in order."""

    card: str
    p: float
    cell: Cell
    facing: Direction
    eaten: tuple[str, ...]


@dataclass(frozen=True)
class Forecast:
    """Forecast of a position, by token and by cell; `visits` leaves out cells never entered."""

    cards: tuple[CardForecast, ...]
    risk: dict[str, float]
    visits: dict[Cell, float]


@dataclass(frozen=True)
class MoveForecast:
    """Forecast after a token's move: its risk, expected hits of its colour and of the others."""

    move: TokenMove
    risk: float
    own: float
    others: float


class Odds:
    """The cards of which one is turned over next, each entry equally likely.

    Raises NotationError for an entry that is no card, and for none or too many.
    """

    def __init__(self, deck: Sequence[str] = DECK) -> None:
        if not 1 <= len(deck) <= MOST_CARDS:
            raise NotationError(f"deck: expected 1 to {MOST_CARDS} cards, found {len(deck)}")
        counts = Counter(map(parse_card, deck))
        self.cards: tuple[Card, ...] = tuple(counts)
        self.counts = tuple(counts.values())
        self.total = len(deck)

    def ends(self, floor: Floor) -> list[tuple[int, WalkEnd]]:
        """Return how often each card lies in the deck, and the end of its walk on this floor."""
        return list(zip(self.counts, floor.walk(self.cards), strict=True))


def forecast(position: Position, odds: Odds) -> Forecast:
    """Return what the monster's next move may bring."""
    floor = Floor(position)
    ends = odds.ends(floor)
    hits: Counter[int] = Counter()
    visits: Counter[Cell] = Counter()
    for count, end in ends:
        for piece in end.hits:
            hits[piece] += count
        for cell in cells_in(end.visits):
            visits[cell] += count
    cards = tuple(
        CardForecast(
            card.name,
            count / odds.total,
            CELL[end.cell],
            DIRECTIONS[end.facing],
            tuple(floor.pieces[piece] for piece in end.hits),
        )
        for card, (count, end) in zip(odds.cards, ends, strict=True)
    )
    risk = {token.id: hits[piece] / odds.total for piece, token in enumerate(position.tokens) if token.cell is not None}
    return Forecast(cards, risk, {cell: count / odds.total for cell, count in visits.items()})


def move_forecasts(position: Position, token_id: str, odds: Odds) -> tuple[MoveForecast, ...]:
    """Return the forecast after each move of the token.

    Nothing else happens before the monster moves. The moves are those of `token_moves`, in its order. Raises
    NotAllowedError as it does.
    """
    moves = token_moves(position, token_id)
    floor = Floor(position)
    token = floor.pieces.index(token_id)
    own_pieces = {piece for piece, other in enumerate(position.tokens) if _colour(other.id) is _colour(token_id)}
    at = position.tokens[token].cell
    before = -1 if at is None else NUMBER[at]

    def after(move: TokenMove) -> Floor:
        moved = floor.copy()
        stones = tuple(-1 if cell is None else NUMBER[cell] for cell in move.stones)
        moved.move_token(token, before, -1 if isinstance(move.to, Place) else NUMBER[move.to], stones)
        return moved

    return tuple(_move_forecast(move, after(move), token, own_pieces, odds) for move in moves)


def _move_forecast(move: TokenMove, floor: Floor, token: int, own_pieces: set[int], odds: Odds) -> MoveForecast:
    risk = own = others = 0
    for count, end in odds.ends(floor):
        risk += count * (token in end.hits)
        own_hits = sum(piece in own_pieces for piece in end.hits)
        own += count * own_hits
        others += count * (len(end.hits) - own_hits)
    return MoveForecast(move, risk / odds.total, own / odds.total, others / odds.total)


def _colour(token_id: str) -> object:
    return TOKENS[token_id][0]
