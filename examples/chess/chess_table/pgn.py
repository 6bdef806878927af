"""Chess games as PGN, and games of PGN files as events."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import chess
import chess.pgn

from chess_table.positions import changes_of, move_of
from chess_table.rules import ChessRules, ClockedMove, Ended
from chess_table.times import TIMES
from engine.errors import NotationError, shown
from engine.game import EventNotAllowedError, Game
from engine.grid import Moved, Position, Started

#: How PGN calls a result, by the winners.
_RESULTS = {("white",): "1-0", ("black",): "0-1", (): "1/2-1/2"}
_WINNERS = {result: winners for winners, result in _RESULTS.items()}
#: How PGN calls an end that no move makes, where it is no normal one.
_TERMINATIONS = {"time": "time forfeit", "adjudicated": "adjudication"}
_REASONS = {word: reason for reason, word in _TERMINATIONS.items()}
#: Game that no file of a real one comes near (half moves).
_MOST_MOVES = 2000
#: Highest number of an annotation (NAG).
_MOST_NAG = 255
_HEADER = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
#: Parts of the moves; the last one is whatever none of the others is.
_TOKEN = re.compile(
    r"(?P<space>\s+|^%[^\n]*)|(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<unclosed>\{)|(?P<open>\()|(?P<close>\))|(?P<nag>\$\d+)"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s(){};$]))|(?P<number>\d+\.+|\d+(?=\s|$)|\.+)"
    r"|(?P<sign>[!?]+|e\.p\.)|(?P<move>[A-Za-z0O](?:[^\s(){};$\[\]!?.])*)|(?P<header>\[)|(?P<rest>[^\s(){};$]+|.)",
    re.MULTILINE,
)


class ChessPgn:
    """Notation of chess games, as `companion.games.Pgn` asks for it."""

    def __init__(self, rules: ChessRules) -> None:
        self._rules = rules

    def write(
        self,
        events: Iterable[Any],
        winners: tuple[str, ...] | None,
        headers: Mapping[str, str],
        names: Mapping[str, str],
    ) -> str:
        """Return a game as PGN, with `headers` and the players' `names`.

        `winners` is None while it goes on.
        """
        game = chess.pgn.Game()
        people = {side.capitalize(): name for side, name in names.items()}
        result = "*" if winners is None else _RESULTS[winners]
        termination = "unterminated" if winners is None else "normal"
        game.headers.update({**headers, **people, "Result": result})
        node: chess.pgn.GameNode = game
        board = game.board()
        for event in events:
            if isinstance(event, Started):
                game.headers.update(("TimeControl", TIMES[time].pgn) for time in event.variants)
            elif isinstance(event, Ended):
                termination = _TERMINATIONS.get(event.reason, termination)
            elif isinstance(event, Moved):
                move = move_of(board, event.changes)
                board.push(move)
                node = node.add_variation(move)
                if isinstance(event, ClockedMove):
                    node.set_clock(event.left_ms / 1000)
        game.headers["Termination"] = termination
        for name, text in game.headers.items():
            game.headers[name] = re.sub(r"\s+", " ", text).replace("\\", "\\\\").replace('"', '\\"')
        return f"{game}\n"

    def read(self, text: str) -> Sequence[Any]:
        """Return the events of the game in a PGN file. Raises NotationError, naming the line."""
        game: Game[Position, Any] = self._rules.start(Started((), repetition=True))
        reader = _Reader(text)
        board = chess.Board()
        for san, line in reader.moves():
            if len(board.move_stack) == _MOST_MOVES:
                raise NotationError(f"line {line}: there are more than {_MOST_MOVES // 2} moves; no game is so long")
            number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
            try:
                move = board.parse_san(san)
            except chess.IllegalMoveError:
                raise NotationError(f"line {line}: {number} {san} is not possible in this position") from None
            except chess.AmbiguousMoveError:
                raise NotationError(f"line {line}: {number} {san} may be several moves") from None
            except chess.InvalidMoveError:
                raise NotationError(f"line {line}: expected a move, found {shown(san)}") from None
            if not move:
                raise NotationError(f"line {line}: {number} {san} is no move: in a game nobody passes")
            changes = tuple((cell, kind or "") for cell, kind in changes_of(board, move).items())
            try:
                game = game.apply(Moved("white" if board.turn else "black", changes))
            except EventNotAllowedError as error:
                raise NotationError(f"line {line}: {number} {san}: {error}") from None
            board.push(move)
        return self._ended(game, reader)

    def _ended(self, game: Game[Position, Any], reader: "_Reader") -> Sequence[Any]:
        """Return the events of the game with its end, where no move made it."""
        result = self._rules.over(game.state)
        written = reader.result or reader.headers.get("Result", "*")
        if written not in (*_WINNERS, "*"):
            raise NotationError(f"expected the result 1-0, 0-1, 1/2-1/2 or *, found {shown(written)}")
        if result is not None and written not in ("*", _RESULTS[result.winners]):
            raise NotationError(
                f"the result {written} does not fit: after the last move it is {_RESULTS[result.winners]}"
            )
        if result is not None or written == "*":
            return game.events
        winners = _WINNERS[written]
        reason = _REASONS.get(reader.headers.get("Termination", "").lower(), "")
        if reason == "" and not winners:
            reason = next(iter(self._rules.claims(game.state)), "agreed")
        ends = (Ended(reason, winners), Ended("resigned" if winners else "adjudicated", winners))
        end = next(end for end in ends if end.reason and not self._rules.problems(game.state, end))
        return (*game.events, end)


class _Reader:
    """Reader of the headers and the moves of a PGN file that holds one game."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.headers: dict[str, str] = {}
        #: The result at the end of the moves; empty: there is none.
        self.result = ""
        self._at = 0
        self._read_headers()

    def _read_headers(self) -> None:
        line, counted = 1, 0
        while (found := re.compile(r"(?:\s+|^%[^\n]*|;[^\n]*)*", re.MULTILINE).match(self._text, self._at)) is not None:
            self._at = found.end()
            if not self._text.startswith("[", self._at):
                break
            header = _HEADER.match(self._text, self._at)
            line, counted = line + self._text.count("\n", counted, self._at), self._at
            if header is None:
                written = self._text[self._at :].partition("\n")[0]
                raise NotationError(f'line {line}: expected a header such as [Event "Town"], found {shown(written)}')
            name, value = header[1], re.sub(r"\\(.)", r"\1", header[2])
            self._check_header(name, value, line)
            self.headers[name] = value
            self._at = header.end()

    @staticmethod
    def _check_header(name: str, value: str, line: int) -> None:
        if name == "Variant" and value.lower() not in ("", "standard", "normal", "chess", "from position"):
            raise NotationError(f"line {line}: this is a game of {shown(value)}; only usual chess is read")
        if name == "FEN" and value.split()[:4] != chess.STARTING_FEN.split()[:4]:
            raise NotationError(
                f"line {line}: the game does not begin with the usual position, but with {shown(value)}"
            )

    def moves(self) -> Iterator[tuple[str, int]]:
        """Yield each move of the game with its line; variations are left out. Raises NotationError."""
        depth, opened, is_empty, last_line, last_start = 0, 0, not self.headers, 1, 0
        for token in _TOKEN.finditer(self._text, self._at):
            kind, start = token.lastgroup, token.start()
            if kind in ("space", "comment", "sign"):
                continue
            last_line, last_start = last_line + self._text.count("\n", last_start, start), start
            if kind == "unclosed":
                raise NotationError(f"line {last_line}: a comment begins here and does not end")
            if kind == "close" and not depth:
                raise NotationError(f"line {last_line}: a variation ends here, but none has begun")
            if kind == "nag" and (len(token[0]) > 1 + len(str(_MOST_NAG)) or int(token[0][1:]) > _MOST_NAG):
                raise NotationError(
                    f"line {last_line}: expected an annotation from $0 to $255, found {shown(token[0])}"
                )
            opened = last_line if kind == "open" and not depth else opened
            depth += (kind == "open") - (kind == "close")
            if depth or kind in ("close", "nag"):
                continue
            if self.result or (kind == "header" and not is_empty):
                raise NotationError(f"line {last_line}: a second game begins; write one game into a file")
            is_empty = False
            if kind == "result":
                self.result = token[0]
            elif kind == "move":
                yield token[0], last_line
            elif kind != "number":
                raise NotationError(f"line {last_line}: expected a move, found {shown(token[0])}")
        if depth:
            raise NotationError(f"line {opened}: a variation begins here and does not end")
        if is_empty:
            raise NotationError("there is no game in this file")
