"""Observations by the rules' values of pieces, for tests."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from companion.games.finstere_flure.reading.reading import Misplacement, PieceOffBoard
from companion.games.finstere_flure.table.lies import ASIDE, cell_of, monster_lie, tile_lie, token_lie
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.table.layout import Lie, TableLayout
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import TOKENS
from engine.finstere_flure.position import Tile, Token

NOTHING = BoardObservation()


def relaid(
    observation: BoardObservation = NOTHING,
    *,
    tokens: Iterable[Token] | None = None,
    beside: Iterable[PieceOffBoard | Lie] | None = None,
    tiles: Iterable[Tile] | None = None,
    monster: tuple[Cell, Direction] | str | None = "",
    misplacements: tuple[Misplacement, ...] | None = None,
    unreadable: Iterable[Cell] | None = None,
    hidden: Iterable[Cell] | None = None,
    half_hidden: Iterable[Cell] | None = None,
    reached_over: Iterable[Cell] | None = None,
    cards: tuple[str, ...] = (),
) -> BoardObservation:
    """Return the observation with other pieces or cells of these sorts."""
    lies = {
        "tokens": [lie for lie in observation.layout.counts if lie.piece in TOKENS and cell_of(lie)],
        "beside": [*observation.beside.values()],
        "tiles": [*map(tile_lie, observation.tiles)],
        "monster": [monster_lie(*observation.monster)] if observation.monster else [],
    }
    if tokens is not None:
        lies["tokens"] = [*map(token_lie, tokens)]
    if beside is not None:
        lies["beside"] = [_beside_lie(piece) for piece in beside]
    if tiles is not None:
        lies["tiles"] = [*map(tile_lie, tiles)]
    if not isinstance(monster, str):
        lies["monster"] = [] if monster is None else [monster_lie(*monster)]
    in_doubt = observation.in_doubt
    if misplacements is not None:
        in_doubt = frozenset(piece for misplacement in misplacements for piece in misplacement.pieces)
    return replace(
        observation,
        layout=TableLayout.from_lies(chain.from_iterable(lies.values())),
        misplacements=observation.misplacements if misplacements is None else misplacements,
        in_doubt=in_doubt,
        unreadable=observation.unreadable if unreadable is None else frozenset(unreadable),
        hidden=observation.hidden if hidden is None else frozenset(hidden),
        half_hidden=observation.half_hidden if half_hidden is None else frozenset(half_hidden),
        reached_over=observation.reached_over if reached_over is None else frozenset(reached_over),
        cards=cards,
    )


def _beside_lie(piece: PieceOffBoard | Lie) -> Lie:
    return piece if isinstance(piece, Lie) else Lie(piece.piece, str(piece.place or ASIDE), piece.side or "")
