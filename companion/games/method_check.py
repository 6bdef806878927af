"""Check of a declared game's methods: right values, and the same when asked again."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from random import Random
from typing import Any

from companion.cells.declaration import GridDeclaration
from companion.games import CompanionGame
from companion.games.broken import line_of
from companion.table.game import PARTS, TableGame
from companion.table.session import Session
from engine.grid import GridRules, Moved, Position, Started
from engine.suggestions import did_you_mean

#: Number of positions of a random game at which the methods are asked.
_POSITIONS = 40
#: Likeness of a name to one that has a meaning from which it is a slip of the finger.
_ALIKE = 0.8
#: Modules of the classes that give names a meaning.
_COMPANION = ("companion.", "engine.")


def method_problems(game: CompanionGame, seed: int) -> Iterator[str]:
    """Yield a clause for each misspelt or misplaced name, and each wrong value of a method."""
    yield from _misplaced_names(game.table)
    if not isinstance(game, GridDeclaration):
        return
    yield from _misspelt_names(type(game))
    rules, rng = game.rules, Random(seed)
    state = rules.begin(Started(repetition=game.repetitions > 0))
    for _ in range(_POSITIONS):
        found = list(_position_problems(game, rules, state))
        yield from found
        if found or rules.over(state) is not None:
            return
        yield from _choice_problems(game, rules, state, seed)
        event = rng.choice(rules.possible(state))
        kept = _contents(_fresh(state))
        after = rules.follow(state, event)
        if _contents(state) != kept:
            yield f"remember changes the memory of the position before; return another value {_place(game, 'remember')}"
            return
        if isinstance(event, Moved):
            found = list(_move_problems(game, state, event, after))
            yield from found
            if found:
                return
        state = after


def _misspelt_names(kind: type) -> Iterator[str]:
    """Yield a clause for each name that looks like one that has a meaning, and has none."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith(_COMPANION)]
    known = {name for base in bases for name in (*vars(base), *vars(base).get("__annotations__", {}))}
    own = {name for base in kind.__mro__ if base not in bases for name in vars(base)}
    unused = [name for name in known - own if not name.startswith("_")]
    for name in sorted(name for name in own - known if not name.startswith("_")):
        for meant in get_close_matches(name, unused, 1, _ALIKE):
            yield f"{name} has no meaning here; write {meant}, or _{name} for a name of your own {line_of(kind, name)}"


def _misplaced_names(table: TableGame[Session]) -> Iterator[str]:
    """Yield a clause for each name that only a part of a game at the table is asked for."""
    bases = [base for base in type(table).__mro__ if base.__module__.startswith(_COMPANION)]
    own = {name: kind for kind in type(table).__mro__ if kind not in bases for name in vars(kind)}
    known = {name for base in bases for name in vars(base)}
    for part in PARTS:
        first = next(kind for kind in type(getattr(table, part)).__mro__ if kind.__module__.startswith(_COMPANION))
        for name in sorted((own.keys() - known) & {name for name in dir(first) if not name.startswith("_")}):
            place = line_of(own[name], name)
            yield f"{name} is asked of the part {part}; write it in a class of {first.__name__} {place}"


def _position_problems(game: GridDeclaration, rules: GridRules, state: Position) -> Iterator[str]:
    """Yield a clause for each method that gives something wrong at a position, or changes it."""
    calls: dict[str, Callable[[Position], Any]] = {
        "result": game.result,
        "worth": lambda position: [game.worth(position, player) for player in game.colours],
        "measure": lambda position: [
            game.measure(gauge, position, player) for gauge in game.gauges for player in game.colours
        ],
        "task": game.task,
        "help": game.help,
        "labels": game.labels,
        "is_settled": game.is_settled,
    }
    if not rules.must_roll(state):
        calls = {"moves": lambda position: _move_set(rules, position), **calls}
    for name, call in calls.items():
        first, again = _fresh(state), _fresh(state)
        given = call(first)
        if _contents(first) != _contents(state):
            yield f"{name} changes its position; change a copy instead: dict(position.board) {_place(game, name)}"
        # What is no number is not even equal to itself.
        elif problems := list(_value_problems(game, name, given)):
            yield from (f"{problem} {_place(game, name)}" for problem in problems)
        elif call(again) != given:
            yield f"{name} gives something else when it is asked again; leave nothing to chance {_place(game, name)}"


def _move_set(rules: GridRules, position: Position) -> Any:
    """Return the moves without their order. Raises what a wrong move raises."""
    return {frozenset(event.changes) for event in rules.possible(position) if isinstance(event, Moved)}


def _value_problems(game: GridDeclaration, name: str, given: Any) -> Iterator[str]:
    """Yield a clause for each value of a method that the companion cannot use."""
    match name:
        case "worth":
            for worth in given:
                if not isinstance(worth, int | float) or not 0 <= worth <= 1:
                    yield f"worth gives {worth!r:.60}; return a number from 0 to 1"
                    return
        case "measure":
            for number in given:
                if number is not None and not isinstance(number, int):
                    yield f"measure gives {number!r:.60}; return a whole number, or None"
                    return
        case "task":
            if not isinstance(given, str) or not given:
                yield f'task gives {given!r:.60}; return a sentence: say("Move a disc.")'
        case "help":
            if isinstance(given, str) or not all(isinstance(line, str) for line in given):
                yield f'help gives {given!r:.60}; return a list of sentences: [say("A disc goes one cell.")]'
        case "labels":
            yield from _label_problems(game, given)
        case "is_settled":
            if not isinstance(given, bool):
                yield f"is_settled gives {given!r:.60}; return True or False"


def _label_problems(game: GridDeclaration, given: Any) -> Iterator[str]:
    if not isinstance(given, Mapping):
        yield f'labels gives {given!r:.60}; return the texts by their cells: {{"a1": "3"}}'
        return
    for cell, text in given.items():
        if cell not in game.board:
            yield f"labels has the cell {cell!r}, which there is not{did_you_mean(str(cell), game.board)}"
        elif not isinstance(text, str):
            yield f"labels gives {text!r:.60} for {cell}; return a text: str({text!r:.20})"


def _move_problems(game: GridDeclaration, before: Position, event: Moved, after: Position) -> Iterator[str]:
    """Yield a clause for what is wrong with a move, its words or the memory after it."""
    changes = {cell: kind or None for cell, kind in event.changes}
    if all(before.board.get(cell) == kind for cell, kind in changes.items()):
        yield f"moves gives {changes}, which changes nothing; pass a player over in turn_after {_place(game, 'moves')}"
        return
    texts = {"describe_move": game.describe_move(before, changes), "describe": game.describe(before, event, after)}
    for name, text in texts.items():
        if not isinstance(text, str) or not text:
            yield f'{name} gives {text!r:.60}; return a sentence with say("...") {_place(game, name)}'
            break
    why = game.why(before, changes)
    if why is not None and not isinstance(why, str):
        yield f"why gives {why!r:.60}; return a sentence, or None {_place(game, 'why')}"
    try:
        json.dumps(after.memory, allow_nan=False)
    except (TypeError, ValueError):
        yield (
            f"remember gives {after.memory!r:.60}, which a file cannot keep; use numbers, texts, True, None, lists and"
            f" dicts {_place(game, 'remember')}"
        )


def _choice_problems(game: GridDeclaration, rules: GridRules, state: Position, seed: int) -> Iterator[str]:
    """Yield a clause if a bot chooses what is not possible."""
    event = game.choose(_fresh(state), Random(seed))
    if event not in rules.possible(state):
        yield f"choose gives {event!r:.60}; return one of self.rules.possible(position) {_place(game, 'choose')}"


def _fresh(state: Position) -> Position:
    """Return a copy of a position, of which nothing has been worked out before."""
    return replace(state, lying=dict(state.lying), board=dict(state.board), memory=copy.deepcopy(state.memory))


def _contents(state: Position) -> Any:
    """Return everything that a position says, to be compared."""
    return dict(state.lying), dict(state.board), state.turn, state.die, state.memory


def _place(game: GridDeclaration, name: str) -> str:
    return line_of(type(game), name)
