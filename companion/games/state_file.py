"""Files with a game or its public state, as input for virtual photographs.

The public state is that of ``companion referee --json``.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from companion.device.errors import UserError
from companion.device.files import read_text
from engine.errors import NotationError, RulesError, join_problems, shown
from engine.game import Game, Rules
from engine.gamefile import format_of, game_from_text
from engine.strict_json import parse_json

NameT = TypeVar("NameT", bound=StrEnum)
TableT = TypeVar("TableT")

#: No game and no state comes near this size.
_MOST_BYTES = 4_000_000


def load_state(source: str, rules: Rules[Any, Any]) -> tuple[dict[str, Any], Game[Any, Any] | None]:
    """Load a file's public state, and its game if it holds one; ``-`` is standard input.

    A state is what ``companion referee --json`` prints, or the ``state`` in that. Raises UserError with the file's name
    and what is wrong with it.
    """
    text = read_text(source, f"a game file or a state of {rules.id}", _MOST_BYTES)
    try:
        if format_of(text.partition("\n")[0]) is not None:
            game = game_from_text(rules, text)
            return rules.public_state(game.state), game
        return _state_in(text, rules.id), None
    except (RulesError, ValueError) as error:
        raise UserError(f"{name_of(source)}: {error}") from None


def load_table(
    source: str, rules: Rules[Any, Any], table_of: Callable[[dict[str, Any], Game[Any, Any] | None], TableT]
) -> tuple[TableT, dict[str, Any]]:
    """Load the table in a file with a game or a state, and the public state itself.

    ``-`` is standard input. `table_of`: returns the table of a public state, and of the game if the file holds one;
    it raises NotationError. Raises UserError with the file's name and what is wrong with it.
    """
    state, game = load_state(source, rules)
    try:
        return table_of(state, game), state
    except NotationError as error:
        raise UserError(f"{name_of(source)}: {error}") from None


def name_of(source: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if source == "-" else source


def _state_in(text: str, game_id: str) -> dict[str, Any]:
    if not text.strip():
        raise ValueError("is empty; expected a game file or a state")
    data = parse_json(text)
    if isinstance(data, dict) and isinstance(data.get("state"), dict):
        if data.get("game") not in (None, game_id):
            raise ValueError(f"game: expected {game_id}, found {shown(data['game'])}")
        data = data["state"]
    if not isinstance(data, dict):
        raise ValueError(f"expected a state of {game_id}, found {shown(data)}")
    return data


class StateFields:
    """Reader of parts of a state that collects the problems it finds.

    The return values after a problem are never used.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []

    def check(self) -> None:
        """Raise NotationError, naming all problems, if there are any."""
        if self.problems:
            raise NotationError(join_problems(self.problems))

    def problem(self, key: str, found: object, expected: str) -> None:
        """Note that a value is not what it should be."""
        self.problems.append(f"{key}: expected {expected}, found {shown(found)}")

    def table(self, value: object, key: str) -> Mapping[str, Any]:
        """Return an object."""
        if isinstance(value, Mapping):
            return value
        self.problem(key, value, "an object")
        return {}

    def name(self, value: object, key: str, kind: type[NameT]) -> NameT | None:
        """Return a member of an enum by its word; None where there is none."""
        found = {str(member): member for member in kind}.get(value) if isinstance(value, str) else None
        if found is None:
            self.problem(key, value, f"one of {' '.join(map(str, kind))}")
        return found

    def names(self, value: object, key: str, kind: type[NameT], *, once: bool = False) -> tuple[NameT, ...]:
        """Return a list of members of an enum; `once`: none of them twice."""
        members = {str(member): member for member in kind}
        if not isinstance(value, list) or not all(isinstance(name, str) and name in members for name in value):
            self.problem(key, value, f"a list of {' '.join(members)}")
            return ()
        if once and len(set(value)) < len(value):
            self.problem(key, value, "nothing twice")
        return tuple(members[name] for name in value)

    def number(self, value: object, key: str, most: int) -> int:
        """Return a number from 0 to `most`."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            self.problem(key, value, f"0 to {most}")
            return 0
        return value
