"""Check of a declared game: each mistake with its file, its line and what to write."""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cells.declaration import GridDeclaration
from companion.device.options import Option
from companion.games import CompanionGame, GamePart, ask_each_game
from companion.games.broken import line_of
from engine.board import Board
from engine.game import Game
from engine.grid import Gauge, Piece
from engine.suggestions import did_you_mean
from vision.model.april_payloads import APRIL_TAGS

#: Tags for pieces: of the smallest family, less those beside the board.
_MOST_TAGS = APRIL_TAGS - 8
#: Highest value of a colour's red, green and blue.
_BRIGHTEST = 255


def _is_colour(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and all(type(part) is int and 0 <= part <= _BRIGHTEST for part in value)
    )


def _maps_texts(value: object, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) and fits(part) for key, part in value.items())


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_piece(value: object) -> bool:
    return isinstance(value, Piece) and type(value.count) is int and value.count > 0 and _is_text(value.name)


#: What each name must be, and an example of what to write.
_WANTED: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "id": (lambda value: _is_text(value) and bool(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value)), 'id = "my-game"'),
    "title": (_is_text, 'title = later("My Game")'),
    "prefix": (lambda value: _is_text(value) and bool(re.fullmatch(r"[A-Z0-9]{2}", value)), 'prefix = "MG"'),
    "board": (lambda value: isinstance(value, Board), "board = rectangle(8, 8)"),
    "colours": (
        lambda value: bool(value) and _maps_texts(value, _is_colour),
        'colours = {"white": (226, 228, 232), "black": (70, 66, 74)}',
    ),
    "player_names": (
        lambda value: _maps_texts(value, _is_text),
        'player_names = {"white": later("White"), "black": later("Black")}',
    ),
    "pieces": (
        lambda value: bool(value) and _maps_texts(value, _is_piece),
        'pieces = {"white": Piece("white", later("a white disc"), 16)}',
    ),
    "tasks": (lambda value: _is_text(value) or _maps_texts(value, _is_text), 'tasks = later("Move a disc.")'),
    "help_lines": (
        lambda value: isinstance(value, Sequence) and not isinstance(value, str) and all(map(_is_text, value)),
        'help_lines = (later("A disc goes one cell forward."),)',
    ),
    "reasons": (lambda value: _maps_texts(value, _is_text), 'reasons = {"taken": later("All discs are taken.")}'),
    "gauges": (
        lambda value: _maps_texts(value, lambda gauge: isinstance(gauge, Gauge)),
        'gauges = {"steps": Gauge(later("Then {after} steps are left, not {before}."), more_is_better=False)}',
    ),
    "options": (
        lambda value: all(isinstance(option, Option) for option in value),
        'options = (flag("must_take", later("Who can take must")),)',
    ),
    "die_sides": (lambda value: type(value) is int and value >= 0, "die_sides = 6"),
    "draw_after": (lambda value: type(value) is int and value >= 0, "draw_after = 50"),
    "takes": (lambda value: type(value) is bool, "takes = False"),
    "repetitions": (lambda value: type(value) is int and value != 1 and value >= 0, "repetitions = 3"),
}


def declaration_problems(game: GridDeclaration) -> list[str]:
    """Return a clause for each thing that is missing or wrong in a declared game."""
    kind = type(game)
    problems = []
    for name, (fits, example) in _WANTED.items():
        overridden = name == "tasks" and kind.task is not GridDeclaration.task
        if not hasattr(game, name):
            if not overridden:
                problems.append(f"class {kind.__name__} lacks {name}; write {example} {line_of(kind)}")
        elif not _fits(fits, getattr(game, name)):
            value = f"{getattr(game, name)!r:.60}"
            problems.append(f"{name} is {value}; write {example} {line_of(kind, name)}")
    problems += _signatures(kind)
    return problems or list(_contradictions(game))


def _signatures(kind: type) -> Iterator[str]:
    """Yield a clause for each method that takes something else than the companion gives it."""
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        asked = getattr(GridDeclaration, name, method)
        if not inspect.isfunction(asked) or asked is method:
            continue
        wanted = tuple(inspect.signature(asked).parameters)
        try:
            inspect.signature(method).bind(*wanted)
        except TypeError:
            found = ", ".join(inspect.signature(method).parameters)
            yield f"{name} takes ({found}); write def {name}({', '.join(wanted)}) {line_of(kind, name)}"


def _fits(fits: Callable[[Any], bool], value: object) -> bool:
    try:
        return fits(value)
    except TypeError:
        return False


def _contradictions(game: GridDeclaration) -> Iterator[str]:
    """Yield a clause for each name that stands nowhere else."""
    kind, players, kinds = type(game), list(game.colours), list(game.pieces)
    for name, piece in game.pieces.items():
        if piece.player and piece.player not in players:
            yield f"the piece {name} belongs to {_unknown(piece.player, players)} {line_of(kind, 'pieces')}"
        if piece.back and (piece.back not in kinds or game.pieces[piece.back].back != name):
            yield f'the back of {name} is {piece.back}; write back="{name}" for that piece {line_of(kind, "pieces")}'
        if name[-1:].isdigit() or "/" in name or not name:
            yield f"the piece {name!r} must end with no digit and have no stroke in its name {line_of(kind, 'pieces')}"
    for player in players:
        if player not in game.player_names:
            yield f'player_names lacks {player}; write "{player}": later("...") {line_of(kind, "player_names")}'
        tasks = getattr(game, "tasks", "")
        if not isinstance(tasks, str) and player not in tasks:
            yield f'tasks lacks {player}; write "{player}": later("...") {line_of(kind, "tasks")}'
    lying: Counter[str] = Counter()
    if kind.start is GridDeclaration.start:
        for cell, letter in game.board.letters.items():
            name = next((name for name in kinds if name.startswith(letter)), "")
            if name:
                lying[name] += 1
            else:
                yield f"no piece begins with the {letter} on {cell} of the board {line_of(kind, 'board')}"
    elif not isinstance(game.start(), Mapping):
        place = line_of(kind, "start")
        yield f'start gives {game.start()!r:.60}; return what lies on each cell: {{"a1": "white"}} {place}'
    else:
        for cell, name in game.start().items():
            if cell not in game.board:
                yield f"start has the cell {_unknown(cell, list(game.board))} {line_of(kind, 'start')}"
            elif name not in kinds:
                yield f"start has the piece {_unknown(name, kinds)} {line_of(kind, 'start')}"
            else:
                lying[name] += 1
    for name, number in lying.items():
        if number > game.pieces[name].count:
            yield f"{number} of {name} lie on the board at first; write that number for it {line_of(kind, 'pieces')}"
    linked = dict.fromkeys(cell for link in game.links() for cell in link)
    for name, cells in (("links", linked), ("tints", game.tints())):
        for cell in cells:
            if cell not in game.board:
                yield f"{name} has the cell {_unknown(cell, list(game.board))} {line_of(kind, name)}"
    for cell, colour in game.tints().items():
        if not _is_colour(colour):
            place = line_of(kind, "tints")
            yield f"tints gives {colour!r:.60} for {cell}; write red, green and blue: (200, 80, 60) {place}"
    number = len(game.rules.stock.kinds)
    if number > _MOST_TAGS:
        place = line_of(kind, "pieces")
        yield f"there are {number} pieces, sides of discs included; tags are there for {_MOST_TAGS} {place}"


def _unknown(name: str, known: Sequence[str]) -> str:
    near = did_you_mean(name, known)
    return f"{name!r}, which there is not{near or '; write one of ' + ' '.join(known[:12])}"


def prefix_problems(game: CompanionGame) -> Iterator[str]:
    """Yield a clause for each other installed game whose tags begin as this game's do."""
    prefixes = {**ask_each_game(_prefix, GamePart.SHEETS), game.id: _prefix(game)}
    own = prefixes[game.id]
    others = [other for other, prefix in prefixes.items() if own and prefix == own and other != game.id]
    for other in others:
        place = line_of(type(game), "prefix") if isinstance(game, GridDeclaration) else line_of(type(game.sheets.tags))
        yield f"the game {other} has the prefix {own}, too; write prefix = {unused_prefix(own)!r} {place}"


def reason_problems(game: CompanionGame, played: Iterable[Game[Any, Any]]) -> Iterator[str]:
    """Yield a clause for each reason of a declared game's results that has no sentence."""
    if not isinstance(game, GridDeclaration):
        return
    results = [game.rules.over(played_game.state) for played_game in played]
    for reason in dict.fromkeys(result.reason for result in results if result is not None):
        if not game.reason(reason):
            yield f'reasons lacks {reason}; write "{reason}": later("...") {line_of(type(game), "reasons")}'


def _prefix(game: CompanionGame) -> str:
    return str(getattr(game.sheets.tags, "prefix", ""))


def unused_prefix(wish: str) -> str:
    """Return a prefix that no installed game has, as near to the wish as can be."""
    used = set(ask_each_game(_prefix, GamePart.SHEETS).values())
    letters = re.sub(r"[^A-Z0-9]", "", wish.upper()) or "G"
    letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    wishes = (f"{letters[0]}{second}" for second in letters[1:] + letters_and_digits)
    return next(
        prefix
        for prefix in (*wishes, *(f"{first}{second}" for first in letters_and_digits for second in letters_and_digits))
        if prefix not in used
    )
