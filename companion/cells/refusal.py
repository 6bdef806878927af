"""Reasons why a move is refused: by the game's own `why`, else by the nearest allowed moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cells.board import disc_of, discs_of
from companion.cells.facts import CellFacts
from companion.cells.touches import HAND, PossibleEvent, TouchedMove
from companion.device.language import say
from companion.device.sentences import capitalised, together
from companion.table.inference import TableProblem
from companion.table.layout import MISPLACED, PieceObservation, TableLayout, describe_discrepancies, difference


@dataclass(frozen=True)
class Refusal:
    """Reason of a refusal, a sentence, and the cells where the piece may go, nearest first."""

    sentence: str
    allowed: Sequence[str] = ()


@dataclass(frozen=True)
class RefusedMoves:
    """Explanation of refused moves in a state of a game; `outcomes`: the allowed ones."""

    game: CellFacts
    state: Any
    lying_before: Mapping[str, str]
    outcomes: Sequence[PossibleEvent[Any]]

    def of_layout(self, seen: Mapping[str, str]) -> tuple[TableProblem, ...]:
        """Return what is wrong with a layout that no move leads to.

        A move brings one piece to another cell; what else differs is told after it. Nothing if it looks like no move.
        """
        before = discs_of(self.lying_before)
        moved = [piece for disc, (piece, cell) in discs_of(seen).items() if before.get(disc, ("", ""))[1] != cell]
        if len(moved) != 1:
            return ()
        (piece,) = moved
        discrepancies = self._discrepancies_of_allowed(piece, seen)
        if discrepancies:
            return discrepancies
        start, end = self._start(piece), seen[piece]
        refusal, names = self._explain(piece, seen), self.game.names
        layout, observation = TableLayout.from_sides(self.lying_before), PieceObservation.from_sides(seen)
        own = [change for change in difference(layout, observation.layout) if change.lie.piece == disc_of(piece)]
        fix = names.describe_allowed(refusal.allowed) if refusal.allowed else names.describe_task(piece, end, start)
        first = TableProblem(
            MISPLACED,
            capitalised(refusal.sentence),
            capitalised(fix),
            (piece,),
            (end, start) if start else (end,),
            piece,
            allowed=tuple(refusal.allowed),
            tells_why=True,
        )
        return (first, *describe_discrepancies(layout, observation, names, but=own))

    def _discrepancies_of_allowed(self, piece: str, seen: Mapping[str, str]) -> tuple[TableProblem, ...]:
        """Return what differs from the nearest move that brings a piece to its cell; nothing: none.

        A move counts first after which pieces are only not seen. Where several others are as near, the game's reason
        tells more.
        """
        game, end = self.game, seen[piece]
        observation = PieceObservation.from_sides(seen).named(game.alike)
        own = [outcome.layout for outcome in self.outcomes if self._brings(outcome, piece, end, disc_of)]
        # Of pieces that are alike another one may have gone, and this one may be what is not seen.
        alike = [outcome.layout for outcome in self.outcomes if self._brings(outcome, piece, end, game.alike)]
        shown = [layout for layout in (*own, *alike) if observation.allows(layout)]
        rests = [(difference(layout, observation.layout), layout) for layout in shown or own]
        fewest = min((len(changes) for changes, _ in rests), default=0)
        nearest = {frozenset(layout.counts.items()): layout for changes, layout in rests if len(changes) == fewest}
        if not nearest or (len(nearest) > 1 and not shown and game.why(self.state, seen)):
            return ()
        return describe_discrepancies(next(iter(nearest.values())), observation, game.names)

    def of_touch(self, touched: TouchedMove[Any], target: str) -> str:
        """Explain why a touch of a cell does nothing after those before it, in a sentence or two."""
        if target not in self.game.tag_set.spelled_places:
            return ""
        held, piece_there = touched.held or touched.only_hand, _piece_on(touched.lying, target)
        own = piece_there is not None and self._is_own(piece_there)
        piece = piece_there if held is None or (own and not held.startswith(HAND)) else _piece_of(touched.lying, held)
        if piece is None:
            return say("Touch the piece that moves first.") if touched.starts else ""
        lying = {
            lying_piece: cell
            for lying_piece, cell in touched.lying.items()
            if lying_piece != piece and (cell != target or piece == piece_there)
        }
        refusal = self._explain(piece, lying if piece == piece_there else {**lying, piece: target})
        # A piece that was carried there already lies where it may go.
        others = [cell for cell in refusal.allowed if cell != target]
        allowed = self.game.names.describe_allowed(others) if others else ""
        return together(capitalised(refusal.sentence), allowed)

    def _explain(self, piece: str, seen: Mapping[str, str]) -> Refusal:
        """Explain why a piece may not be moved like this; it lies nowhere while it is lifted."""
        game, start, end = self.game, self._start(piece), seen.get(piece)
        # Of a disc with a side for each player nobody owns those that lie beside the board.
        if not self._is_own(piece) and (start is not None or disc_of(piece) == piece):
            return Refusal(say("It is the turn of {player}.", player=game.player_name(game.turn(self.state))))
        apart = game.tag_set.steps_apart
        # The end itself is reached by moves that change other cells, too: it is not where the piece may go instead.
        allowed = sorted(self._ends(piece) - {end}, key=lambda cell: (apart(end or start or cell, cell), cell))
        why = game.why(self.state, seen)
        if why:
            return Refusal(why, allowed)
        if allowed or start is None:
            return Refusal("" if end is None else game.names.describe_refused(piece, start, end), allowed)
        starts = {self.lying_before[own_cell] for own_cell in self.lying_before if self._ends(own_cell)}
        others = sorted(starts, key=lambda cell: (apart(start, cell), cell))
        cannot = say("{piece} on {cell} cannot move now.", piece=game.names.subject(piece), cell=start)
        return Refusal(together(cannot, game.names.describe_movable(others) if others else ""))

    def _is_own(self, piece: str) -> bool:
        """Return True if a piece belongs to the player on turn, or to nobody."""
        owner = self.game.player_of(piece)
        return owner not in self.game.colours or owner == self.game.turn(self.state)

    def _start(self, piece: str) -> str | None:
        """Return the cell where a piece lies before the move; None beside the board."""
        return discs_of(self.lying_before).get(disc_of(piece), ("", None))[1]

    @staticmethod
    def _brings(outcome: PossibleEvent[Any], piece: str, end: str, name: Callable[[str], str]) -> bool:
        """Return True if this piece, or one of the same name, lies on a cell after a move."""
        return any(cell == end and name(other) == name(piece) for other, cell in outcome.lying.items())

    def _ends(self, piece: str) -> set[str]:
        """Return the cells where a piece may go; beside the board those called alike are alike."""
        before, start, name = discs_of(self.lying_before), self._start(piece), self.game.piece_name(piece)
        ends = set()
        for outcome in self.outcomes:
            for disc, (other, cell) in discs_of(outcome.lying).items():
                like = disc == disc_of(piece) if start else disc not in before and self.game.piece_name(other) == name
                if like and cell != start:
                    ends.add(cell)
        return ends


def _piece_on(lying: Mapping[str, str], cell: str) -> str | None:
    return next((piece for piece, place in lying.items() if place == cell), None)


def _piece_of(lying: Mapping[str, str], target: str) -> str | None:
    """Return the piece of a target: one in hand, or the one on a cell."""
    return target.removeprefix(HAND) if target.startswith(HAND) else _piece_on(lying, target)
