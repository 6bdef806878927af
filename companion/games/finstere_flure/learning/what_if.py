"""Position with one piece tried out elsewhere: the monster's new way beside the old one.

Nothing of it is kept.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.device.button_colours import press
from companion.device.sentences import capitalised
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.outlook import Outlook
from companion.games.finstere_flure.playback.board_view import BoardView, Mark, Risk
from companion.games.finstere_flure.words.move_words import describe_end
from companion.games.finstere_flure.words.sentences import Names, direction_name
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.lists import index_of, step_choice
from engine.finstere_flure.board import CELLS, ENTRANCE, RAY, Cell, Direction, is_cell
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.pieces import STONE_FRONTS, Place, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.setup import STEPS
from hardware.buttons import Button, Press

_TURN = "turn"
_REMOVE = "remove"
_ENTER = "enter"


class WhatIf:
    """Position with a token or stone that may be moved, turned or taken away on the screen.

    A token beside the board may be put onto it. `look_ahead` gives the monster's move from a position. One piece is
    changed at a time.
    """

    def __init__(self, position: Position, look_ahead: Callable[[Position], Outlook]) -> None:
        self.before = self.position = position
        self.look_ahead = look_ahead
        #: The marked piece, and whether it has been chosen.
        self.piece: str | None = None
        self.chosen = False
        self._row: str | None = None

    # --- input ------------------------------------------------------------------------------------------------------

    def press(self, press: Press) -> bool:
        """Handle a button; return False if it leaves the page."""
        match press.button:
            case Button.ADVANCE:
                if self.chosen:
                    self.touch(self._row or "")
                elif self.piece is not None:
                    self._choose(self.piece)
            case Button.DRAW:
                steps = -1 if press.held else 1
                if self.chosen:
                    self._row = step_choice([row.id for row in self._rows() if row.id], self._row, steps)
                else:
                    self.piece = step_choice([piece.id for piece in self._pieces()], self.piece, steps)
            case Button.BACK if self.chosen:
                self._choose(None)
            case Button.BACK:
                return False
        return True

    def touch(self, target: str) -> None:
        """Choose the piece on a touched cell, or move the chosen one there, or do what a row says."""
        if self.chosen and target == _REMOVE:
            self._try(self.before if self._is_removed else self._changed(None))
        elif self.chosen and target == _TURN:
            self._try(self._changed_face())
        elif self.chosen and target == _ENTER:
            self._try(self._entered())
        elif self.chosen and target in [str(direction) for direction in Direction]:
            self._try(self._shifted(Direction(target)))
        elif target in [token.id for token in self._outside()]:
            self._choose(target)
        elif is_cell(target):
            on_cell = next((piece.id for piece in self._pieces() if piece.cell == target), None)
            if on_cell is not None:
                self._choose(on_cell)
            elif self.chosen:
                self._try(self._changed(target))

    def explain_ignored_touch(self, target: str) -> str:
        """Explain why a touch there did nothing."""
        if not is_cell(target):
            return ""
        return say("It cannot lie there.") if self.chosen else say("Touch a token or a stone.")

    def _choose(self, piece: str | None) -> None:
        """Take another piece; the one before goes back to its place."""
        if piece != self.piece or not self.chosen:
            self.position = self.before
        self.piece, self.chosen, self._row = piece, piece is not None, None

    def _try(self, position: Position | None) -> None:
        self.position = position or self.position

    # --- the changed position ---------------------------------------------------------------------------------------

    def _pieces(self) -> list[Token | Tile]:
        return [*(token for token in self.position.tokens if token.cell), *self.position.stones, *self._outside()]

    def _outside(self) -> list[Token]:
        """Return the tokens that wait beside the board, whatever is tried out."""
        return [token for token in self.before.tokens if token.place is Place.OUTSIDE]

    def _piece(self) -> Token | Tile:
        """Return the marked piece as it lies, or as it lay if it is taken away."""
        pieces: tuple[Token | Tile, ...] = (*self.position.tokens, *self.position.stones, *self.before.stones)
        return next(piece for piece in pieces if piece.id == self.piece)

    @property
    def _is_removed(self) -> bool:
        piece = self._piece()
        if isinstance(piece, Tile):
            return piece not in self.position.stones
        return piece.cell is None and piece.id not in [token.id for token in self._outside()]

    def _changed(self, cell: Cell | None) -> Position | None:
        """Return the position with the piece there, or without it; None if it cannot lie there."""
        piece = self._piece()
        if isinstance(piece, Token):
            return self._with(replace(piece, at=Place.OUTSIDE if cell is None else cell))
        return self._with(piece, removed=True) if cell is None else self._with(replace(piece, cells=(cell,)))

    def _changed_face(self) -> Position | None:
        piece = self._piece()
        if isinstance(piece, Token):
            return self._with(replace(piece, side=piece.side.flipped))
        front = STONE_FRONTS[piece.id]
        return self._with(replace(piece, kind=TileKind.STONE if piece.kind is front else front))

    def _shifted(self, direction: Direction) -> Position | None:
        """Return the position with the piece on the next cell in this direction that is free for it."""
        cell = self._piece().cell
        ways = (self._changed(target) for target in (RAY[cell, direction] if cell else ()))
        return next((position for position in ways if position is not None), None)

    def _entered(self) -> Position | None:
        """Return the position with the token on the free cell nearest to the entrance."""
        cells = sorted(CELLS, key=lambda cell: STEPS[ENTRANCE][cell])
        return next((position for cell in cells if (position := self._changed(cell)) is not None), None)

    def _with(self, piece: Token | Tile, *, removed: bool = False) -> Position | None:
        try:
            if isinstance(piece, Token):
                tokens = tuple(piece if token.id == piece.id else token for token in self.position.tokens)
                return replace(self.position, tokens=tokens)
            tiles = tuple(tile for tile in self.position.tiles if tile.id != piece.id)
            return replace(self.position, tiles=tiles if removed else (*tiles, piece))
        except PositionError:
            return None

    # --- page -------------------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The board with both ways, what the new one leads to, and what can be done with the piece."""
        rows = tuple(self._rows() if self.chosen else self._outside_rows())
        return BoardPage(
            "what-if",
            say("What if ...?"),
            self._board(),
            self._caption(),
            rows,
            Tone.NOW,
            keys=self._keys(),
            status=say("Only tried out on the screen: the game stays as it is."),
            selected=index_of(rows, self._row if self.chosen else self.piece),
            # What can be done with a piece stands side by side: the board must stay in sight.
            one_column=not self.chosen,
        )

    def _board(self) -> BoardView:
        ahead, before = self.look_ahead(self.position), self.look_ahead(self.before)
        cells = {token.id: token.cell for token in self.position.tokens}
        risks = tuple(Risk(cell, p) for token, p in ahead.risks.items() if p and (cell := cells[token]))
        marks = tuple(Mark((cell,), Tone.PLAIN, " ".join(names)) for cell, names in ahead.ends.items())
        removed = self._piece() if self.chosen and self._is_removed else None
        return replace(
            BoardView.of(self.position, marks),
            risks=risks,
            way=ahead.way,
            way_before=before.way if self.position != self.before else (),
            selected=self._piece().cell if self.piece else None,
            ghost_tiles=(removed,) if isinstance(removed, Tile) else (),
        )

    def _caption(self) -> str:
        if self.position != self.before:
            longest = self.look_ahead(self.position).longest
            before = self.look_ahead(self.before).longest
            if longest is not None and before is not None:
                same = (longest.final.monster, longest.final.facing, longest.eaten) == (
                    before.final.monster,
                    before.final.facing,
                    before.eaten,
                )
                return say("That changes nothing.") if same else describe_end(longest)
        if self.chosen:
            return say("Touch the cell where it should go.")
        if self.piece is not None:
            return press(Button.ADVANCE, say("Choose"))
        return say("Touch a token or a stone: see where Furunkulus would go if it were elsewhere.")

    def _rows(self) -> Iterator[Row]:
        piece = self._piece()
        if self._is_removed:
            yield Row(say("Put it back"), _REMOVE)
            return
        if piece.id in [token.id for token in self._outside()] and piece.cell is None:
            yield Row(say("Put it on the board"), _ENTER)
            return
        yield Row(say("Take it away"), _REMOVE)
        if isinstance(piece, Token) or STONE_FRONTS[piece.id] is not TileKind.STONE:
            yield Row(say("Turn it over"), _TURN)
        for direction in Direction:
            yield Row(say("One cell {direction}", direction=direction_name(direction)), str(direction))

    def _outside_rows(self) -> Iterator[Row]:
        names = Names(self.position)
        for token in self._outside():
            yield Row(capitalised(names.token(token.id)), token.id, sign=token)

    def _keys(self) -> Keys:
        take = say("Choose") if (self._row if self.chosen else self.piece) else ""
        back = say("Another piece") if self.chosen else say("Back")
        return Keys(take, say("Next"), back, back_hold=say("Menu"), draw_hold=say("Previous"))
