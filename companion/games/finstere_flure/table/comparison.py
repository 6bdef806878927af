"""Differences between the observed table and a layout, piece by piece."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.finstere_flure.reading.reading import Misplacement
from companion.games.finstere_flure.table.lies import FLOOR_TILES, OUT_OF_PLAY, OUT_OF_SIGHT
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.table.layout import Change, TableLayout, difference
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import STONE_FRONTS, TOKENS


@dataclass(frozen=True)
class Differences:
    """All differences between a layout and what is seen.

    `changes` are the pieces that are seen otherwise than they should lie, or should not. `missing` are pieces that
    are neither seen nor may be hidden; `covered` cells on which a piece should lie but which cannot be read. `hidden`
    are pieces that are seen nowhere and should lie where the monster hides them: they count as lying there.
    """

    changes: tuple[Change, ...]
    missing: tuple[str, ...]
    covered: tuple[Cell, ...]
    misplacements: tuple[Misplacement, ...]
    hidden: tuple[str, ...] = ()

    @property
    def matches(self) -> bool:
        """True if all that is seen lies as it should; something may be missing or covered."""
        return not (self.changes or self.misplacements)

    @property
    def tokens(self) -> tuple[Change, ...]:
        """The changes of the tokens that are in play."""
        return tuple(change for change in self.of(TOKENS) if change not in self.strange)

    @property
    def strange(self) -> tuple[Change, ...]:
        """The tokens that are seen on the board and are not in play."""
        tokens = self.of(TOKENS)
        return tuple(change for change in tokens if change.end is None or change.end.place in OUT_OF_PLAY)

    def of(self, pieces: Collection[str]) -> tuple[Change, ...]:
        """Return the changes of these pieces."""
        return tuple(change for change in self.changes if change.lie.piece in pieces)


def compare(layout: TableLayout, observation: BoardObservation) -> Differences:
    """Return all differences between a layout and what is seen."""
    seen = observation.aligned(layout)
    parts = seen.layout.lies.keys()
    unseen = {
        piece: lie.place
        for piece, lie in layout.lies.items()
        if piece not in parts and piece not in observation.in_doubt and lie.place not in OUT_OF_SIGHT
    }
    # Stones in doubt are those that are not seen: by their own parts, else by any.
    others = [piece for piece in observation.in_doubt & STONE_FRONTS.keys() if piece not in layout.lies.keys() - parts]
    for piece in [piece for piece in unseen if piece in STONE_FRONTS][: len(others)]:
        del unseen[piece]
    beside = observation.beside
    hidden = [piece for piece, place in unseen.items() if place in observation.hidden and piece not in beside]
    covered = [piece for piece, place in unseen.items() if place in seen.unreadable and piece not in hidden]
    # A floor tile that is not seen lies under something, if there is anything on its cells.
    lost = [piece for piece, lie in layout.lies.items() if piece in FLOOR_TILES and not observation.may_be_present(lie)]
    order = {piece: number for number, piece in enumerate(layout.lies)}
    changes = (change for change in difference(layout, seen.layout) if change.start is not None)
    return Differences(
        tuple(sorted(changes, key=lambda change: order.get(change.lie.piece, len(order)))),
        (*(piece for piece in unseen if piece not in (*hidden, *covered)), *lost),
        tuple(dict.fromkeys(unseen[piece] for piece in covered)),
        observation.misplacements,
        tuple(sorted(hidden)),
    )
