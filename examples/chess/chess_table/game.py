"""Chess: the rules are those of the package ``chess``, the men your own."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import chess

from chess_table.engines import engine_bots
from chess_table.language import later, say
from chess_table.men import paint_man
from chess_table.pgn import ChessPgn
from chess_table.positions import FIRST_MEMORY, KINDS, changes_of, moves_by_changes, remembered, to_board
from chess_table.rules import DRAWN_QUIET, DRAWN_REPETITIONS, ChessRules, Ended, ended, quiet_moves
from chess_table.table import ChessTable, ChessVirtual, describe_end
from chess_table.times import TIMES
from companion.cells.grid_game import make_table
from companion.device.options import choice
from companion.games.grid import GridGame
from engine.board import Board
from engine.game import Result
from engine.grid import Changes, Piece, Position

if TYPE_CHECKING:
    # Only a window needs pygame.
    from companion.opponents.bots import Bot
    from companion.screen.fonts import Fonts
    from companion.screen.pen import Pen

#: Men of each kind: those of the first position, and two more of those into which a pawn may turn.
_COUNTS = {"king": 1, "queen": 3, "rook": 4, "bishop": 4, "knight": 4, "pawn": 8}
#: Worth of men in pawns, as engines begin with.
_WORTHS = {"king": 0.0, "queen": 9.0, "rook": 5.0, "bishop": 3.25, "knight": 3.0, "pawn": 1.0}
_NAMES = {
    "white-king": later("the white king"),
    "white-queen": later("a white queen"),
    "white-rook": later("a white rook"),
    "white-bishop": later("a white bishop"),
    "white-knight": later("a white knight"),
    "white-pawn": later("a white pawn"),
    "black-king": later("the black king"),
    "black-queen": later("a black queen"),
    "black-rook": later("a black rook"),
    "black-bishop": later("a black bishop"),
    "black-knight": later("a black knight"),
    "black-pawn": later("a black pawn"),
}
#: Cells of the men that stand on the first and the last row at the beginning, from the left.
_ROW = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")


class Chess(GridGame):
    """Chess by the Laws of FIDE; draws by repetition and by fifty moves count without a claim."""

    id = "chess"
    title = later("Chess")
    prefix = "CH"
    # Row 8 lies at the top, as White sees the board.
    board = Board(
        {f"{file}{rank}": (column, 8 - rank) for rank in range(8, 0, -1) for column, file in enumerate("abcdefgh")}
    )
    colours = {"white": (226, 228, 232), "black": (70, 66, 74)}
    player_names = {"white": later("White"), "black": later("Black")}
    pieces = {
        kind: Piece(kind.split("-")[0], _NAMES[kind], _COUNTS[kind.split("-")[1]], KINDS[kind].symbol().upper())
        for kind in KINDS
    }
    tasks = later("Move a man.")
    help_lines = (
        later("The rules are those of the Laws of Chess (FIDE, 2023): castling, taking in passing, promotion."),
        later("Castling is one move: first the king goes two cells, then the rook over him."),
        later("A pawn that reaches the last row becomes what you put there: a queen, a rook, a bishop or a knight."),
        later("Nobody wins by stalemate, by too few men, or when both agree: menu, Resign, draw."),
        later("There a draw is claimed after fifty quiet moves, or when a position has occurred three times."),
        later("With a clock: Start the clock. A seen move, or the button Clock, stops yours and starts the other's."),
        later("Left out: more than two promoted men of a kind."),
    )
    reasons = {
        "mate": later("Checkmate."),
        "stalemate": later("Stalemate."),
        "material": later("Nobody has enough men left to give mate."),
        "fifty": later("Fifty moves without a capture or a pawn's move."),
        "seventy-five": later("Seventy-five moves without a capture or a pawn's move."),
        "resigned": later("The other side has resigned."),
        "agreed": later("Both have agreed on a draw."),
        "time": later("The time is up."),
        "adjudicated": later("The result was decided without a move."),
    }
    options = (
        choice(
            "clock",
            later("Clock"),
            {"none": later("none"), **{time: time for time in TIMES}},
            "none",
            comment="chess clock: minutes and seconds a move",
        ),
    )
    repetitions = DRAWN_REPETITIONS
    first_memory = FIRST_MEMORY

    def variants(self) -> tuple[str, ...]:
        """Return the clocks that a game may have."""
        return tuple(TIMES)

    def start(self) -> dict[str, str]:
        """Return the first position."""
        men = {}
        for side, back, front in (("white", "1", "2"), ("black", "8", "7")):
            for file, man in zip("abcdefgh", _ROW, strict=True):
                men[file + back] = f"{side}-{man}"
                men[file + front] = f"{side}-pawn"
        return men

    def moves(self, position: Position) -> Iterator[Changes]:
        """Yield the legal moves."""
        board = to_board(position)
        for move in board.legal_moves:
            changes = changes_of(board, move)
            placed = changes[chess.square_name(move.to_square)]
            if not move.promotion or position.count(placed or "") < self.pieces[placed or ""].count:
                yield changes

    def remember(self, after: Position) -> list[str]:
        """Return who may still castle, and which cell a pawn has just passed."""
        return remembered(after)

    def result(self, position: Position) -> Result | None:
        """Return what the players have agreed on, a draw by too few men, or by seventy-five moves."""
        end = ended(position)
        if end is not None:
            return end
        if to_board(position).is_insufficient_material():
            return Result((), "material")
        # Mate goes before.
        if quiet_moves(position) >= DRAWN_QUIET and any(to_board(position).legal_moves):
            return Result((), "seventy-five")
        return None

    def stuck(self, position: Position) -> Result:
        """Return mate or stalemate."""
        if to_board(position).is_check():
            return Result((self.next_player(position.turn),), "mate")
        return Result((), "stalemate")

    def worth(self, position: Position, player: str) -> float:
        """Estimate a position by the men."""
        worths = [(kind, _WORTHS[kind.split("-")[1]]) for kind in position.board.values()]
        own = sum(worth for kind, worth in worths if kind.startswith(player))
        return (own + 1) / (sum(worth for _, worth in worths) + 2)

    def is_settled(self, position: Position) -> bool:
        """Return False in check."""
        return not to_board(position).is_check()

    @cached_property
    def rules(self) -> ChessRules:
        """Rules of the game, with ends that no move makes."""
        return ChessRules(self)

    @cached_property
    def table(self) -> ChessTable:
        """The game at the table, with a clock."""
        return make_table(self, ChessTable)

    @cached_property
    def virtual(self) -> ChessVirtual:
        """The virtual table."""
        return ChessVirtual(self.table)

    @property
    def bots(self) -> "Mapping[str, Bot]":
        """Bots that ask a chess engine, where one is installed."""
        return engine_bots()

    @property
    def pgn(self) -> ChessPgn:
        """PGN of its games."""
        return ChessPgn(self.rules)

    # --- words --------------------------------------------------------------------------------------------------

    def task(self, position: Position) -> str:
        """Return who is in check, or just that a man is to be moved."""
        return say("You are in check. Move a man.") if to_board(position).is_check() else say(self.tasks)

    def describe(self, before: Position | None, event: Any, after: Position) -> str:
        """Describe an event in a line."""
        if isinstance(event, Ended) and before is not None:
            return describe_end(self.table, before, event)
        return super().describe(before, event, after)

    def describe_move(self, before: Position, changes: Changes) -> str:
        """Describe castling, check and promotion by their names, other moves as every game does."""
        board = to_board(before)
        move = moves_by_changes(board).get(frozenset(changes.items()))
        if move is None:
            return super().describe_move(before, changes)
        if board.is_castling(move):
            short = board.is_kingside_castling(move)
            text = say("Castling on the king's side.") if short else say("Castling on the queen's side.")
        elif move.promotion:
            piece = self.piece_name(changes[chess.square_name(move.to_square)] or "")
            text = say("A pawn becomes {piece} on {cell}.", piece=piece, cell=chess.square_name(move.to_square))
        else:
            text = super().describe_move(before, changes)
        return f"{text} {say('Check.')}" if board.gives_check(move) else text

    def why(self, position: Position, changes: Changes) -> str | None:
        """Explain that the own king would be in check."""
        board = to_board(position)
        tried = (move for move in board.pseudo_legal_moves if changes_of(board, move) == changes)
        if any(not board.is_legal(move) for move in tried):
            return say("Your king would be in check.")
        return None

    # --- look ---------------------------------------------------------------------------------------------------

    def paint_piece(self, pen: "Pen", kind: str, fonts: "Fonts") -> None:  # noqa: ARG002 - as every game
        """Paint a man from above: a disc with its sign."""
        paint_man(pen, kind.split("-")[1], light=kind.startswith("white"))


GAME = Chess()
