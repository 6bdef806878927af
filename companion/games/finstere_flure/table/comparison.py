"""Differences between the observed table and a position, piece by piece."""

from dataclasses import dataclass

from companion.games.finstere_flure.reading.reading import Misplacement
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.stones import StoneDifferences, compare_stones
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, Place
from engine.finstere_flure.position import Position, Tile, Token


@dataclass(frozen=True)
class TokenChange:
    """Token that is elsewhere, or shows its other side.

    ``after.at`` may be `Place.OUTSIDE` or `Place.OUT`.
    """

    before: Token
    after: Token

    @property
    def id(self) -> str:
        """The token's id."""
        return self.before.id

    @property
    def moved(self) -> bool:
        """True if the token is elsewhere."""
        return self.after.at != self.before.at

    @property
    def flipped(self) -> bool:
        """True if the token shows its other side."""
        return self.after.side is not self.before.side


@dataclass(frozen=True)
class Differences:
    """All differences between a position and what is seen.

    `strange` are tokens on the board that are not in play. `floor` are pools and teleporters that lie otherwise (as
    they should lie, as they lie) and `extra_floor` those that the position does not have. `monster` is where it is
    seen if that is not where it should be. `missing` are pieces that are neither seen nor may be hidden; `covered`
    cells on which a piece should lie but which cannot be read. `hidden` are pieces that are seen nowhere and should
    lie where the monster hides them: they count as lying there.
    """

    tokens: tuple[TokenChange, ...]
    strange: tuple[Token, ...]
    stones: StoneDifferences
    floor: tuple[tuple[Tile, Tile], ...]
    extra_floor: tuple[Tile, ...]
    monster: tuple[Cell, Direction] | None
    missing: tuple[str, ...]
    covered: tuple[Cell, ...]
    misplacements: tuple[Misplacement, ...]
    hidden: tuple[str, ...] = ()

    @property
    def matches_position(self) -> bool:
        """True if all that is seen lies as in the position; something may be missing or covered."""
        return not (self.tokens or self.misplacements) and self.only_tokens_or_stones_differ and not self.stones_differ

    @property
    def only_tokens_or_stones_differ(self) -> bool:
        """True if at most tokens and stones of the game differ."""
        return not (self.strange or self.floor or self.extra_floor or self.monster)

    @property
    def stones_differ(self) -> bool:
        """True if a stone is seen that should not lie there."""
        return bool(self.stones.moved or self.stones.turned or self.stones.extra)


def compare(position: Position, observation: BoardObservation) -> Differences:
    """Return all differences between the position and what is seen."""
    doubtful_place = observation.doubtful_place
    on_board = {token.id: token for token in observation.tokens}
    stones = compare_stones(position.stones, observation.stones)
    unseen: list[tuple[str, Cell]] = [
        (token.id, token.cell)
        for token in position.tokens
        if token.cell is not None
        and _observed_token(token, observation, on_board) is None
        and token.id not in doubtful_place
    ]
    unseen += [(stone.id, stone.cell) for stone in _surely_missing(stones.missing, doubtful_place)]
    if observation.monster is None and MONSTER not in doubtful_place:
        unseen.append((MONSTER, position.monster))
    beside = {piece.piece for piece in observation.beside}
    hidden = {piece for piece, cell in unseen if cell in observation.hidden and piece not in beside}
    unseen = [(piece, cell) for piece, cell in unseen if piece not in hidden]
    # What is seen beside the board lies under nothing on it.
    covered = [(piece, cell) for piece, cell in unseen if cell in observation.unreadable and piece not in beside]
    # A floor tile that is not seen lies under something, if there is anything on its cells.
    floor = {tile.id: tile for tile in position.tiles if not tile.is_stone}
    missing_floor = tuple(name for name, tile in floor.items() if not observation.may_be_present(tile))
    return Differences(
        tokens=_token_changes(position, observation, on_board),
        strange=tuple(token for token in observation.tokens if not _in_play(position, token.id)),
        stones=stones,
        floor=tuple(
            (floor[tile.id], tile) for tile in observation.floor if tile.id in floor and not _same(floor[tile.id], tile)
        ),
        extra_floor=tuple(tile for tile in observation.floor if tile.id not in floor),
        monster=observation.monster if observation.monster != (position.monster, position.facing) else None,
        missing=(*(piece for piece, cell in unseen if (piece, cell) not in covered), *missing_floor),
        covered=tuple(dict.fromkeys(cell for _, cell in covered)),
        misplacements=observation.misplacements,
        hidden=tuple(sorted(hidden)),
    )


def _in_play(position: Position, token_id: str) -> bool:
    token = position.token(token_id)
    return token is not None and token.place not in (Place.OUT, Place.DEAD)


def _token_changes(
    position: Position, observation: BoardObservation, on_board: dict[str, Token]
) -> tuple[TokenChange, ...]:
    changes = []
    for token in position.tokens:
        observed = _observed_token(token, observation, on_board)
        if observed is not None and observed != token and token.place not in (Place.OUT, Place.DEAD):
            changes.append(TokenChange(token, observed))
    return tuple(changes)


def _observed_token(token: Token, observation: BoardObservation, on_board: dict[str, Token]) -> Token | None:
    """Return the token as it is seen, None if it is not seen.

    Returns None too if it is beside the board where no token in play should be.
    """
    if token.id in on_board:
        return on_board[token.id]
    beside = next((piece for piece in observation.beside if piece.piece == token.id), None)
    if beside is None or beside.side is None:
        return None
    if token.place is Place.OUTSIDE:
        # Wherever its player keeps it.
        return Token(token.id, beside.side, Place.OUTSIDE)
    return Token(token.id, beside.side, beside.place) if beside.place else None


def _surely_missing(missing: tuple[Tile, ...], doubtful_place: frozenset[str]) -> tuple[Tile, ...]:
    """Return the stones that are missing when those in doubt are counted as present.

    They are counted by their own parts, else by any.
    """
    doubtful = [piece for piece in doubtful_place if piece in STONE_FRONTS]
    remaining = [stone for stone in missing if stone.id not in doubtful]
    others = len(doubtful) - (len(missing) - len(remaining))
    return tuple(remaining[others:])


def _same(tile: Tile, other: Tile) -> bool:
    return set(tile.cells) == set(other.cells) and tile.arrow is other.arrow
