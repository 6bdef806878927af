"""Rules of a game on a grid, declared: a board, its pieces, and moves as changes of cells.

A game says in `DeclaredGrid` what may happen; `GridRules` makes of it what every game has. A move is what it leaves
behind: the cells that change, each with the kind of piece that lies there afterwards.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from .board import Board
from .codec import Codec
from .errors import DeclarationError, NotationError, join_problems, shown
from .game import CHANCE, Choice, Result, RuleProblem, Rules
from .suggestions import did_you_mean

#: More moves of one position are an endless loop.
_MOST_MOVES = 50_000

#: Cells that change, each with the kind that lies there afterwards; None: nothing. Hands follow the order.
Changes = Mapping[str, str | None]


@dataclass(frozen=True)
class Piece:
    """Kind of piece: its owner (empty: nobody), name, number, mark and other side.

    `name` is as sentences have it: ``the white disc``. `mark`: a letter or two that stand on it. `back`: the kind that
    lies up when it is turned over; both kinds are then sides of the same discs.

    >>> from engine.grid import Piece, Stock
    >>> discs = {"white": Piece("white", "a white disc", 2), "king": Piece("white", "the king", mark="K")}
    >>> sorted(Stock(discs).kinds)
    ['king', 'white-1', 'white-2']
    """

    player: str
    name: str
    count: int = 1
    mark: str = ""
    back: str = ""


@dataclass(frozen=True)
class Gauge:
    """Number that counts in a game, such as steps left: a hint says what a move makes of it.

    `text`: the sentence with {before} and {after} for the player's own; `text_of_others`: with {player} besides, for
    another player's, which the move makes worse; empty: nobody speaks of it.
    """

    text: str
    text_of_others: str = ""
    more_is_better: bool = True


class Stock:
    """All pieces of a game by their ids, each with its kind.

    A kind of one piece is its id; others are numbered, ``white-3``. A side of a disc is ``white-3/king``.
    """

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.kinds: dict[str, str] = {}
        self._ids: dict[str, list[str]] = {}
        for kind, piece in pieces.items():
            # The side that is declared first gives the disc its name.
            disc = min(kind, piece.back, key=list(pieces).index) if piece.back in pieces else kind
            for number in range(1, piece.count + 1):
                name = disc if piece.count == 1 else f"{disc}-{number}"
                self.kinds[f"{name}/{kind}" if piece.back in pieces else name] = kind
        self._discs = {piece_id: piece_id.partition("/")[0] for piece_id in self.kinds}
        for piece_id, kind in self.kinds.items():
            self._ids.setdefault(kind, []).append(piece_id)

    def board(self, lying: Mapping[str, str]) -> dict[str, str]:
        """Return the kind of piece on each cell of a layout that is not empty."""
        return {cell: self.kinds[piece] for piece, cell in lying.items()}

    def place(self, lying: Mapping[str, str], changes: Changes) -> dict[str, str]:
        """Return the layout after changes, with as few other pieces as can be.

        What goes from a cell to another stays the same piece, and so does what is turned over. Raises ValueError where
        no piece of a kind is left.
        """
        cells = {cell: piece for piece, cell in lying.items()}
        lifted = {cell: cells.pop(cell) for cell in changes if cell in cells}
        added = [(cell, kind) for cell, kind in changes.items() if kind]
        for cell, kind in list(added):
            turned = self._other_side(lifted.get(cell, ""), kind)
            if turned is not None:
                cells[cell] = turned
                del lifted[cell]
                added.remove((cell, kind))
        for cell, kind in added:
            start, piece = self._moved(lifted, kind) or ("", self._unused(cells.values(), kind))
            lifted.pop(start, None)
            cells[cell] = piece
        return {piece: cell for cell, piece in cells.items()}

    def rename(self, lying: Mapping[str, str], like: Mapping[str, str]) -> dict[str, str]:
        """Return a layout made of other pieces of the same kinds: those of `like` where it can be."""
        before, after = self.board(like), self.board(lying)
        differing = sorted(cell for cell in {*before, *after} if before.get(cell) != after.get(cell))
        return self.place(like, {cell: after.get(cell) for cell in differing})

    def _other_side(self, piece: str, kind: str) -> str | None:
        """Return the other side of a piece if it has this kind; else None."""
        turned = f"{piece.partition('/')[0]}/{kind}"
        return turned if turned in self.kinds and turned != piece else None

    def _moved(self, lifted: Mapping[str, str], kind: str) -> tuple[str, str] | None:
        """Return the cell of a lifted piece that becomes one of this kind, and that piece."""
        for cell, piece in lifted.items():
            if self.kinds[piece] == kind:
                return cell, piece
        sides = ((cell, self._other_side(piece, kind)) for cell, piece in lifted.items())
        return next(((cell, side) for cell, side in sides if side is not None), None)

    def _unused(self, used: Iterable[str], kind: str) -> str:
        discs = {self._discs[piece] for piece in used}
        for piece in self._ids[kind]:
            if self._discs[piece] not in discs:
                return piece
        raise ValueError(f"no piece {kind!r} is left: there are {len(self._ids[kind])}")


@dataclass(frozen=True)
class Position:
    """State of a game on a grid.

    `lying`: the cell of each piece. `turn`: the player who acts. `variants`: the options that were chosen. `die`: what
    it shows, until a move was made. `memory`: what the game remembers besides. `quiet`: moves since a piece was taken
    or put on the board. `past`: the positions since then, where a repetition ends the game; else None.

    >>> from engine.grid import Position
    >>> position = Position({"white-1": "a2", "black-1": "b3"}, {"a2": "white", "b3": "black"}, turn="white")
    >>> position.cells_of("white", "black"), position.count("black")
    (['a2', 'b3'], 1)
    """

    lying: Mapping[str, str]
    board: Mapping[str, str] = field(compare=False)
    turn: str
    variants: tuple[str, ...] = ()
    die: int | None = None
    memory: Any = None
    quiet: int = 0
    past: tuple[Any, ...] | None = None
    #: What has been worked out of this position before.
    cache: dict[str, Any] = field(init=False, default_factory=dict, compare=False, repr=False)

    def cells_of(self, *kinds: str) -> list[str]:
        """Return the cells on which pieces of these kinds lie."""
        return [cell for cell, kind in self.board.items() if kind in kinds]

    def count(self, kind: str) -> int:
        """Return the number of pieces of this kind on the board."""
        return sum(other == kind for other in self.board.values())

    @property
    def key(self) -> tuple[Any, ...]:
        """All that counts for the moves to come: equal where a position occurs again."""
        return self.turn, self.memory, frozenset(self.board.items())


@dataclass(frozen=True)
class Started:
    """The game begins, with these options.

    `repetition`: a position that occurs again and again ends it, as the game says; false in files made before.
    """

    variants: tuple[str, ...] = ()
    repetition: bool = False


@dataclass(frozen=True)
class Moved:
    """A player moved: the cells that changed, each with the kind that lies there now.

    The kind is empty where nothing does.
    """

    by: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Rolled:
    """A player rolled the die."""

    by: str
    number: int


Event = Started | Moved | Rolled


class DeclaredGrid(ABC):
    """Rules of a game on a grid, as the game itself declares them."""

    #: The game's id, as files and the command line have it: small letters and hyphens.
    id: str
    #: The board; the letters on it are the pieces that lie there first, each the first kind that begins so.
    board: ClassVar[Board]
    #: The players' ids in the order of their turns, each with its colour (red, green, blue).
    colours: Mapping[str, tuple[int, int, int]]
    #: The kinds of pieces by their ids.
    pieces: ClassVar[Mapping[str, Piece]]
    #: Number of sides of the die; 0: none is rolled.
    die_sides: ClassVar[int] = 0
    #: So many moves in which nothing is taken or put end the game with a draw; 0: they do not.
    draw_after: ClassVar[int] = 0
    #: A position that occurs so many times, with the same player on turn, ends the game with a draw; 0: it does not.
    repetitions: ClassVar[int] = 0
    #: What the game counts besides pieces, by names; `measure` counts it. Hints say what a move makes of the first.
    gauges: ClassVar[Mapping[str, Gauge]] = {}
    #: Memory at the beginning: what a game remembers besides the board, as values that JSON has.
    first_memory: ClassVar[Any] = None

    @abstractmethod
    def moves(self, position: Position) -> Iterable[Changes]:
        """Return all moves of the player on turn, each as the cells that change."""

    def result(self, position: Position) -> Result | None:  # noqa: ARG002 - games override it
        """Return the winners and the reason if the game is over; None while it goes on."""
        return None

    def stuck(self, position: Position) -> Result:
        """Return the result when the player on turn cannot move: the others win."""
        return Result(tuple(player for player in self.colours if player != position.turn), "stuck")

    def turn_after(self, position: Position) -> str:
        """Return the player whose turn comes after the move that led here; `position.turn` made it."""
        return self.next_player(position.turn)

    def remember(self, after: Position) -> Any:
        """Return the memory after a move.

        `after` still has the memory before it, and the player who moved.
        """
        return after.memory

    def worth(self, position: Position, player: str) -> float:
        """Return the worth of a position for a player, 0 to 1: by default their share of the pieces."""
        owners = [self.pieces[kind].player for kind in position.board.values()]
        own, all_pieces = owners.count(player), sum(owner in self.colours for owner in owners)
        return own / all_pieces if all_pieces else 1 / len(self.colours)

    def is_settled(self, position: Position) -> bool:  # noqa: ARG002 - games override it
        """Return False where the player on turn must take a piece: bots look farther there."""
        return True

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - games override it
        """Return what a gauge shows for a player; None: nothing that counts now."""
        return None

    def variants(self) -> tuple[str, ...]:
        """Return the ids of the options that may be on."""
        return ()

    def next_player(self, player: str) -> str:
        """Return the player who sits after this one."""
        players = list(self.colours)
        return players[(players.index(player) + 1) % len(players)]

    def start(self) -> dict[str, str]:
        """Return the kinds that lie on the board at first, by their cells: those that are drawn."""
        return {cell: self._kind(letter) for cell, letter in self.board.letters.items()}

    def _kind(self, letter: str) -> str:
        for kind in self.pieces:
            if kind.startswith(letter):
                return kind
        raise ValueError(f"no piece begins with the letter {letter!r} on the board; there are {', '.join(self.pieces)}")


class GridRules(Rules[Position, Event]):
    """Rules of a declared game."""

    codec = Codec({"started": Started, "moved": Moved, "rolled": Rolled})

    def __init__(self, declared: DeclaredGrid) -> None:
        self.declared = declared

    @property
    def id(self) -> str:  # type: ignore[override]
        """The game's id."""
        return self.declared.id

    @cached_property
    def stock(self) -> Stock:
        """The pieces."""
        return Stock(self.declared.pieces)

    @cached_property
    def _kinds(self) -> frozenset[str | None]:
        """Kinds that may lie on a cell after a move."""
        return frozenset({None, "", *self.declared.pieces})

    def event_from_json(self, data: Mapping[str, Any]) -> Event:
        """Return the event; its players, cells and kinds are the game's. Raises NotationError."""
        event: Event = super().event_from_json(data)
        unknown = list(self._unknown(event))
        if unknown:
            raise NotationError(join_problems(unknown))
        return event

    def _unknown(self, event: Event) -> Iterable[str]:
        if isinstance(event, Started):
            options = self.declared.variants()
            for variant in event.variants:
                if variant not in options:
                    yield f"variants: expected one of {' '.join(options) or 'none'}, found {shown(variant)}"
            if event.repetition and not self.declared.repetitions:
                yield "repetition: expected false, for in this game no repetition ends it"
        elif event.by not in self.declared.colours:
            yield f"by: expected one of {' '.join(self.declared.colours)}, found {shown(event.by)}"
        for cell, kind in event.changes if isinstance(event, Moved) else ():
            if cell not in self.declared.board:
                yield f"changes: expected a cell of the board, found {shown(cell)}"
            if kind and kind not in self.declared.pieces:
                yield f"changes: expected a kind of piece, or nothing, found {shown(kind)}"

    def problems(self, state: Position | None, event: Event) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now."""
        if (state is None) != isinstance(event, Started):
            return (RuleProblem("not-now", "a game starts once, and nothing happens before"),)
        if state is None or isinstance(event, Started):
            return ()
        if self.over(state):
            return (RuleProblem("not-now", "the game is over"),)
        if event.by != state.turn:
            return (RuleProblem("not-your-turn", f"it is the turn of {state.turn}"),)
        if isinstance(event, Rolled) != self.must_roll(state):
            return (RuleProblem("not-now", "the die must be rolled" if self.must_roll(state) else "no die is rolled"),)
        if isinstance(event, Rolled):
            allowed = 1 <= event.number <= self.declared.die_sides
            return () if allowed else (RuleProblem("no-such-number", f"the die has no {event.number}"),)
        if frozenset(event.changes) not in self._moves(state):
            return (RuleProblem("cannot-go-there", "no move leaves the pieces like that"),)
        return ()

    def begin(self, event: Event) -> Position:
        """Return the pieces as they are drawn; the first player begins."""
        assert isinstance(event, Started)
        lying = self.stock.place({}, self.declared.start())
        first, past = next(iter(self.declared.colours)), () if event.repetition else None
        return Position(
            lying, self.stock.board(lying), first, event.variants, memory=self.declared.first_memory, past=past
        )

    def follow(self, state: Position, event: Event) -> Position:
        """Return the position after changed cells, or with the die's number."""
        if isinstance(event, Rolled):
            rolled = replace(state, die=event.number)
            return rolled if self._moves(rolled) else replace(rolled, die=None, turn=self._turn_after(rolled))
        assert isinstance(event, Moved)
        changes = {cell: kind or None for cell, kind in event.changes}
        try:
            lying = self.stock.place(state.lying, changes)
        except ValueError as error:
            problem = f"{error}; write a larger number for it, or do not give that move"
            raise DeclarationError(type(self.declared), "pieces", problem) from None
        board = {cell: kind for cell, kind in state.board.items() if cell not in changes}
        board.update((cell, kind) for cell, kind in changes.items() if kind)
        quiet = state.quiet + 1 if len(lying) == len(state.lying) else 0
        past = None if state.past is None else (*state.past, state.key) if quiet else ()
        after = Position(lying, board, state.turn, state.variants, state.die, state.memory, quiet, past)
        memory = self.declared.remember(after)
        if memory is not after.memory:
            after = replace(after, memory=memory)
        return Position(lying, board, self._turn_after(after), state.variants, None, memory, quiet, past)

    def must_roll(self, state: Position) -> bool:
        """Return True if the die is rolled next."""
        return bool(self.declared.die_sides) and state.die is None

    def possible(self, state: Position) -> list[Event]:
        """Return all events that may happen now."""
        if self.over(state) is not None:
            return []
        if self.must_roll(state):
            return [Rolled(state.turn, number) for number in range(1, self.declared.die_sides + 1)]
        return list(self._moves(state).values())

    def actors(self, state: Position) -> tuple[str, ...]:
        """Return the player who chooses now, or chance that rolls the die."""
        return () if self.over(state) else (CHANCE if self.must_roll(state) else state.turn,)

    def next(self, state: Position) -> tuple[Choice, ...]:
        """Return the player on turn rolls, or moves."""
        if self.over(state):
            return ()
        return (Choice("rolled" if self.must_roll(state) else "moved", state.turn),)

    def over(self, state: Position) -> Result | None:
        """Return the result; who cannot move has lost, unless the game says otherwise."""
        if "over" not in state.cache:
            state.cache["over"] = self._checked(state, self._over(state))
        result: Result | None = state.cache["over"]
        return result

    def worth(self, state: Position, seat: str) -> float:
        """Return how good the state is for a player, 0 to 1: 1 is a win."""
        result = self.over(state)
        return self.declared.worth(state, seat) if result is None else self.reward(result, seat)

    def is_settled(self, state: Position) -> bool:
        """Return True if the declared game calls the position settled."""
        return self.declared.is_settled(state)

    def reward(self, result: Result, seat: str) -> float:
        """Return a player's part of the victory, 0 to 1: winners share it, and in a draw all do."""
        winners = result.winners or tuple(self.declared.colours)
        return 1 / len(winners) if seat in winners else 0.0

    def _over(self, state: Position) -> Result | None:
        result = self.declared.result(state)
        if result is None and 0 < self.declared.draw_after <= state.quiet:
            return Result((), "quiet")
        if result is None and state.past and state.past.count(state.key) + 1 >= self.declared.repetitions:
            return Result((), "repeated")
        if result is None and not self.must_roll(state) and not self._can_move(state):
            return self.declared.stuck(state)
        return result

    def _checked(self, state: Position, result: Result | None) -> Result | None:
        """Return the result. Raises DeclarationError if the game gives something else."""
        if result is None or _is_result(result, self.declared.colours):
            return result
        name = "stuck" if self.declared.result(state) is None else "result"
        example = f'Result(("{next(iter(self.declared.colours))}",), "taken")'
        raise DeclarationError(
            type(self.declared), name, f"a result is winners and a reason: {example}, not {result!r:.60}"
        )

    def _turn_after(self, state: Position) -> str:
        """Return the player who is next. Raises DeclarationError if the game names nobody who plays."""
        player, players = self.declared.turn_after(state), self.declared.colours
        if player in players:
            return player
        raise DeclarationError(
            type(self.declared), "turn_after", f"there is no player {player!r:.60}; there are {', '.join(players)}"
        )

    def _can_move(self, state: Position) -> bool:
        """Return True if there is a move; all are listed only where somebody asks for them."""
        return bool(state.cache["moves"]) if "moves" in state.cache else any(True for _ in self._given_moves(state))

    def _given_moves(self, state: Position) -> Iterable[Changes]:
        """Return what the game gives as moves. Raises DeclarationError if these are no moves at all."""
        given = self.declared.moves(state)
        if isinstance(given, Iterable) and not isinstance(given, Mapping | str):
            return given
        example = 'yield {"a2": None, "a3": "white"}'
        raise DeclarationError(
            type(self.declared),
            "moves",
            f"moves gives {given!r:.60}; yield each move, or return a list of them: {example}",
        )

    def _moves(self, state: Position) -> dict[frozenset[tuple[str, str]], Moved]:
        """Return the moves by what they change; different ways to the same board are one move."""
        if "moves" not in state.cache:
            moves: dict[frozenset[tuple[str, str]], Moved] = {}
            declared = iter(self._given_moves(state))
            cells, kinds = self.declared.board.cells.keys(), self._kinds
            for changes in islice(declared, _MOST_MOVES):
                try:
                    fits = isinstance(changes, dict) and changes.keys() <= cells and kinds.issuperset(changes.values())
                except TypeError:
                    # Something stands there that is no kind, such as a list.
                    fits = False
                if not fits:
                    self._check(changes, declared)
                pairs = tuple([(cell, kind or "") for cell, kind in changes.items()])
                moves.setdefault(frozenset(pairs), Moved(state.turn, pairs))
            if next(declared, None) is not None:
                self._refuse(
                    f"moves gives more than {_MOST_MOVES} moves for one position; does a loop never end?", declared
                )
            state.cache["moves"] = moves
        found: dict[frozenset[tuple[str, str]], Moved] = state.cache["moves"]
        return found

    def _check(self, changes: Changes, declared: Iterator[Changes]) -> None:
        """Refuse what is no move."""
        example = '{"a2": None, "a3": "white"}'
        if not isinstance(changes, Mapping):
            self._refuse(f"a move is the cells that change, such as {example}, not {changes!r:.60}", declared)
        for cell, kind in changes.items():
            if cell not in self.declared.board:
                near = did_you_mean(str(cell), self.declared.board)
                self._refuse(f"the board has no cell {cell!r}{near}", declared)
            if kind and (not isinstance(kind, str) or kind not in self.declared.pieces):
                known = ", ".join(self.declared.pieces)
                self._refuse(f"there is no kind of piece {kind!r:.60}; there are {known}", declared)

    def _refuse(self, problem: str, declared: Iterator[Changes]) -> None:
        """Raise ValueError in the line of the game that gives a move, else DeclarationError."""
        if isinstance(declared, Generator):
            declared.throw(ValueError(problem))
        raise DeclarationError(type(self.declared), "moves", problem)

    def state_to_json(self, state: Position) -> dict[str, Any]:
        """Return the cell of each piece, the player on turn, and what else counts."""
        phase = "over" if self.over(state) else "roll" if self.must_roll(state) else "move"
        pieces = dict(sorted(state.lying.items()))
        data: dict[str, Any] = {"phase": phase, "turn": state.turn, "pieces": pieces}
        if state.die is not None:
            data["die"] = state.die
        if state.memory is not None:
            data["memory"] = state.memory
        return data


def _is_result(value: object, players: Container[object]) -> bool:
    return (
        isinstance(value, Result)
        and isinstance(value.winners, tuple)
        and all(winner in players for winner in value.winners)
        and isinstance(value.reason, str)
    )
