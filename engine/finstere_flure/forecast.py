"""Forecast of the monster's next move: exact risks over the cards (rules, section 7)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import NotationError

from .board import Cell, Direction
from .cards import Card, parse_card
from .deck import card_of
from .moves import TokenMove, token_moves
from .pieces import DECK, TOKENS
from .position import Position
from .state import State
from .walks import CELL, DIRECTIONS, QuickBoard, WalkEnd, cells_in, place_number, stone_number

#: A deck in a command is no longer.
MOST_CARDS = 100


@dataclass(frozen=True)
class CardForecast:
    """Monster's move by one card: probability, end, the tokens hit in order, the steps."""

    card: str
    p: float
    cell: Cell
    facing: Direction
    eaten: tuple[str, ...]
    steps: int


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

    def ends(self, board: QuickBoard) -> list[tuple[int, WalkEnd]]:
        """Return how often each card lies in the deck, and the end of its walk on this board."""
        return list(zip(self.counts, board.walk(self.cards), strict=True))


def forecast(position: Position, odds: Odds) -> Forecast:
    """Return what the monster's next move may bring."""
    board = QuickBoard(position)
    ends = odds.ends(board)
    visits: Counter[Cell] = Counter()
    for count, end in ends:
        for cell in cells_in(end.visits):
            visits[cell] += count
    cards = tuple(
        CardForecast(
            card.name,
            count / odds.total,
            CELL[end.cell],
            DIRECTIONS[end.facing],
            tuple(board.pieces[piece] for piece in end.hits),
            end.steps,
        )
        for card, (count, end) in zip(odds.cards, ends, strict=True)
    )
    return Forecast(cards, _risks(position, odds, ends), {cell: count / odds.total for cell, count in visits.items()})


def _risks(position: Position, odds: Odds, ends: Sequence[tuple[int, WalkEnd]]) -> dict[str, float]:
    hits: Counter[int] = Counter()
    for count, end in ends:
        for piece in end.hits:
            hits[piece] += count
    return {token.id: hits[piece] / odds.total for piece, token in enumerate(position.tokens) if token.cell is not None}


def deck_to_come(state: State) -> tuple[str, ...]:
    """Return the cards of which one comes next, as they count (R18), not in their order."""
    five_as_three = state.started.five_as_three
    return tuple(sorted(card_of(name, five_as_three).name for name in state.cards_to_come))


def move_forecasts(position: Position, token_id: str, odds: Odds) -> tuple[MoveForecast, ...]:
    """Return the forecast after each move of the token.

    Nothing else happens before the monster moves. The moves are those of `token_moves`, in its order. Raises
    NotAllowedError as it does.
    """
    moves = token_moves(position, token_id)
    board = QuickBoard(position)
    token = board.pieces.index(token_id)
    own_pieces = {piece for piece, other in enumerate(position.tokens) if _colour(other.id) is _colour(token_id)}
    before = place_number(position.tokens[token].at)

    def after(move: TokenMove) -> QuickBoard:
        moved = board.copy()
        moved.move_token(token, before, place_number(move.to), tuple(map(stone_number, move.stones)))
        return moved

    return tuple(_move_forecast(move, after(move), token, own_pieces, odds) for move in moves)


def _move_forecast(move: TokenMove, board: QuickBoard, token: int, own_pieces: set[int], odds: Odds) -> MoveForecast:
    risk = own = others = 0
    for count, end in odds.ends(board):
        risk += count * (token in end.hits)
        own_hits = sum(piece in own_pieces for piece in end.hits)
        own += count * own_hits
        others += count * (len(end.hits) - own_hits)
    return MoveForecast(move, risk / odds.total, own / odds.total, others / odds.total)


def _colour(token_id: str) -> object:
    return TOKENS[token_id][0]
