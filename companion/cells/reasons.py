"""Reasons of a hint in games with one piece on a cell: what is taken, saved, reached.

`piece_reason` knows no game: it counts pieces before and after a move and after each answer, and the game's own gauges.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from companion.opponents.reasons import (
    Ahead,
    FewestAnswers,
    MovesAgain,
    MuchAlike,
    PaysLater,
    end_reason,
    general_reason,
)
from engine.game import Play
from engine.grid import Gauge


class PieceFacts(Protocol):
    """Facts of a game on cells that its reasons are made of."""

    gauges: Mapping[str, Gauge]

    @property
    def play(self) -> Play[Any, Any]:
        """The game as bots play it."""

    @property
    def colours(self) -> Mapping[str, Any]:
        """The players' ids."""

    def lying(self, state: Any) -> Mapping[str, str]:
        """Return the cell of each piece."""

    def player_of(self, piece: str) -> str:
        """Return the owner of a piece."""

    def measure(self, gauge: str, state: Any, player: str) -> int | None:
        """Return the reading of a gauge for a player."""

    def count_moves(self, state: Any, player: str) -> int | None:
        """Return the number of moves of a player, if it were their turn."""

    def player_name(self, player: str) -> str:
        """Return a player's name."""

    def piece_name(self, piece: str) -> str:
        """Return a piece's name."""


@dataclass(frozen=True)
class Takes:
    """Capture of so many pieces of others; any answer takes back at most `lost` own ones."""

    pieces: int
    lost: int


@dataclass(frozen=True)
class TurnsOver:
    """Turning over of so many pieces of others to the own side."""

    pieces: int


@dataclass(frozen=True)
class Promotes:
    """The piece that comes to this cell becomes this one, of another kind."""

    piece: str
    cell: str


@dataclass(frozen=True)
class SavesPiece:
    """Own piece that no answer can take.

    `cell`: where it lay before the move; after `losing` of the `others` it could be taken.
    """

    cell: str
    losing: int
    others: int


@dataclass(frozen=True)
class LosesLeast:
    """Own pieces that one answer can take at most; after any other move `elsewhere` or more."""

    pieces: int
    elsewhere: int


@dataclass(frozen=True)
class Unthreatened:
    """Safety from every answer; after `losing` of the `others` an own piece could be taken."""

    losing: int
    others: int


@dataclass(frozen=True)
class MovesOpen:
    """Number of moves open to the seat if it were on turn again, before and after the move."""

    before: int
    after: int


@dataclass(frozen=True)
class ChangesGauge:
    """A gauge of the game goes from `before` to `after`; `player`: whose it is."""

    gauge: str
    player: str
    before: int
    after: int


class PiecesAhead(Ahead):
    """View from a move, with the pieces of each seat."""

    def __init__(self, table: PieceFacts, state: Any, seat: str, move: Any) -> None:
        super().__init__(table.play, state, seat, move)
        self.table = table

    @cached_property
    def discs(self) -> Mapping[str, str]:
        """The seat's discs before the move, each with its cell."""
        return self.own_discs(self.state)

    @cached_property
    def discs_after(self) -> Mapping[str, str]:
        """The seat's discs after the move, each with its cell."""
        return self.own_discs(self.after)

    def owners(self, state: Any) -> dict[str, str]:
        """Return whose each disc on the board is; a disc has the same name on both sides."""
        return {disc_of(piece): self.table.player_of(piece) for piece in self.table.lying(state)}

    def own_discs(self, state: Any) -> dict[str, str]:
        """Return the seat's discs with their cells."""
        lying = self.table.lying(state)
        return {disc_of(piece): cell for piece, cell in lying.items() if self.table.player_of(piece) == self.seat}

    def lost(self, before: Any, after: Any) -> int:
        """Return the number of the seat's discs that an answer takes off the board."""
        left = {disc_of(piece) for piece in self.table.lying(after)}
        return sum(disc not in left for disc in self.own_discs(before))

    def most_lost(self, found: list[tuple[Any, Any]]) -> int:
        """Return the most discs that one of these answers takes."""
        return max([self.lost(before, after) for before, after in found], default=0)

    def in_danger(self, found: list[tuple[Any, Any]]) -> set[str]:
        """Return the seat's discs that one of these answers takes."""
        taken: set[str] = set()
        for before, after in found:
            left = {disc_of(piece) for piece in self.table.lying(after)}
            taken.update(disc for disc in self.own_discs(before) if disc not in left)
        return taken


def disc_of(piece: str) -> str:
    """Return the disc of which a piece is one side."""
    return piece.partition("/")[0]


def piece_reason(table: PieceFacts, state: Any, seat: str, move: Any) -> Any:
    """Return the reason of a move: what decides comes before what is estimated."""
    ahead = PiecesAhead(table, state, seat, move)
    reason = end_reason(ahead)
    if reason is not None:
        return reason
    return _gain(ahead) or _saving(ahead) or _gauge(ahead) or _answered(ahead)


def _answered(ahead: PiecesAhead) -> Any:
    """Return a reason by what counts least: discs turned over, answers, safety, the estimate."""
    general = general_reason(ahead)
    if not isinstance(general, FewestAnswers):
        general = _turning(ahead) or _unthreatened(ahead) or general
    return (_more_moves(ahead) if isinstance(general, MuchAlike | PaysLater) else None) or general


def _gain(ahead: PiecesAhead) -> Any | None:
    before, after = ahead.owners(ahead.state), ahead.owners(ahead.after)
    others = [disc for disc, owner in before.items() if owner not in ("", ahead.seat)]
    taken = sum(disc not in after for disc in others)
    lost = ahead.most_lost(ahead.answers)
    if taken and taken >= lost:
        return Takes(taken, lost)
    lying, lying_after = ahead.table.lying(ahead.state), ahead.table.lying(ahead.after)
    sides = {disc_of(piece): piece for piece in lying}
    for piece, cell in lying_after.items():
        side = sides.get(disc_of(piece))
        own = side is not None and ahead.table.player_of(side) == ahead.table.player_of(piece) == ahead.seat
        if own and side != piece:
            return Promotes(piece, cell)
    return MovesAgain() if _moves_again(ahead) else None


def _moves_again(ahead: PiecesAhead) -> bool:
    return ahead.play.over(ahead.after) is None and tuple(ahead.play.acting_seats(ahead.after)[:1]) == (ahead.seat,)


def _turning(ahead: PiecesAhead) -> TurnsOver | None:
    before, after = ahead.owners(ahead.state), ahead.owners(ahead.after)
    turned = sum(owner not in ("", ahead.seat) and after.get(disc) == ahead.seat for disc, owner in before.items())
    return TurnsOver(turned) if turned else None


def _saving(ahead: PiecesAhead) -> Any | None:
    """Return a reason by a piece that most other moves leave to be taken, or by their number."""
    if not ahead.is_short or not ahead.opponent:
        return None
    in_danger = ahead.in_danger(ahead.answers)
    dangers = [(ahead.own_discs(after), ahead.in_danger(found)) for after, found in ahead.otherwise]
    losing = {
        disc: sum(disc in danger for _, danger in dangers)
        for disc in ahead.discs
        if disc in ahead.discs_after and disc not in in_danger
    }
    disc = max(losing, key=losing.__getitem__, default="")
    if disc and 2 * losing[disc] > len(ahead.others):
        return SavesPiece(ahead.discs[disc], losing[disc], len(ahead.others))
    lost = ahead.most_lost(ahead.answers)
    elsewhere = min(ahead.most_lost(found) for _, found in ahead.otherwise)
    return LosesLeast(lost, elsewhere) if lost < elsewhere else None


def _unthreatened(ahead: PiecesAhead) -> Unthreatened | None:
    if not ahead.is_short or ahead.most_lost(ahead.answers):
        return None
    losing = sum(ahead.most_lost(found) > 0 for _, found in ahead.otherwise)
    return Unthreatened(losing, len(ahead.others)) if losing else None


def _more_moves(ahead: PiecesAhead) -> MovesOpen | None:
    before, after = (ahead.table.count_moves(state, ahead.seat) for state in (ahead.state, ahead.after))
    return MovesOpen(before, after) if before is not None and after is not None and after > before else None


def _gauge(ahead: PiecesAhead) -> ChangesGauge | None:
    """Return the first gauge that the move makes better for the seat, or worse for another."""
    for name, gauge in ahead.table.gauges.items():
        for player in (ahead.seat, *(other for other in ahead.table.colours if other != ahead.seat)):
            before, after = (ahead.table.measure(name, state, player) for state in (ahead.state, ahead.after))
            if before is None or after is None or not _words(gauge, own=player == ahead.seat):
                continue
            better = after - before if gauge.more_is_better else before - after
            if (better if player == ahead.seat else -better) > 0:
                return ChangesGauge(name, str(player), before, after)
    return None


def _words(gauge: Gauge, *, own: bool) -> str:
    return gauge.text if own else gauge.text_of_others
