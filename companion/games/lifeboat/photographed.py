"""What lies openly on the table, as a game file or a public state tells it: what a photograph shows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.box.errors import UserError
from companion.box.files import read_text
from engine.errors import NotationError, RulesError
from engine.fields import shown
from engine.gamefile import format_of, game_from_text
from engine.jsonkeys import each_key_once
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.events import Revealed
from engine.lifeboat.game import RULES

#: No game and no state comes near this size.
MOST_BYTES = 4_000_000
#: No pile and no hand is larger.
_MOST_CARDS = 100


@dataclass(frozen=True)
class Photographed:
    """The cards of a table.

    `players` in the order in which they sit, `seats` from the bow to the stern, `hands` their numbers. `attack` and
    `defend` are those whose position cards are pushed out of the row. `day`: the day's card lies there, with its id if
    that is known. `bow`, `discard`, `deck` and `row` are the piles. `spread` is what the player lays open who has done
    so last, at the scoring.
    """

    players: tuple[Character, ...]
    seats: tuple[Character, ...]
    open: Mapping[Character, tuple[Provision, ...]] = field(default_factory=dict)
    hands: Mapping[Character, int] = field(default_factory=dict)
    attack: tuple[Character, ...] = ()
    defend: tuple[Character, ...] = ()
    day: bool = False
    day_id: str | None = None
    bow: int = 0
    discard: int = 0
    deck: int = 0
    row: int = 0
    spread: Revealed | None = None


def load_photographed(source: str) -> tuple[Photographed, dict[str, Any]]:
    """The table in a file with a game or a state, and the public state itself; ``-`` is standard input.

    A state is what ``companion referee --json`` prints, or the state in that. Raises UserError with the file's name and
    what is wrong with it.
    """
    name = "standard input" if source == "-" else source
    text = read_text(source, "a game file or a state of Lifeboat", MOST_BYTES)
    try:
        if format_of(text.partition("\n")[0]) is not None:
            game = game_from_text(RULES, text)
            spread = game.state.revealed[-1] if game.state.revealed else None
            state = RULES.public_state(game.state)
            return from_state(state, game.state.started.players, spread), state
        state = _state_in(text)
        return from_state(state), state
    except (RulesError, ValueError) as error:
        raise UserError(f"{name}: {error}") from None


def _state_in(text: str) -> dict[str, Any]:
    if not text.strip():
        raise ValueError("is empty; expected a game file or a state")
    try:
        data = json.loads(text, object_pairs_hook=each_key_once)
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON at line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("not valid JSON: nested too deeply") from None
    if isinstance(data, dict) and isinstance(data.get("state"), dict):
        if data.get("game") not in (None, RULES.id):
            raise ValueError(f"game: expected {RULES.id}, found {shown(data['game'])}")
        data = data["state"]
    if not isinstance(data, dict):
        raise ValueError(f"expected a state of Lifeboat, found {shown(data)}")
    return data


def from_state(
    state: Mapping[str, Any], players: tuple[Character, ...] | None = None, spread: Revealed | None = None
) -> Photographed:
    """The table of a public state; `players` in the order in which they sit, if that is known.

    Raises NotationError, naming everything that a state says otherwise.
    """
    look = _Look()
    people = look.table(state, "players", "")
    known = look.names(list(people), "players")
    seats = look.names(state.get("seats"), "seats")
    if not known:
        look.problem("players", people, "at least one character")
    if set(seats) - set(known):
        look.problem("seats", state.get("seats"), "only characters who play")
    of = {who: look.table(people, str(who), f"players.{who}") for who in known}
    navigation = look.table(state, "navigation", "navigation")
    day = navigation.get("day")
    if day is not None and not isinstance(day, Mapping):
        look.problem("navigation.day", day, "a card or null")
    day_id = day.get("id") if isinstance(day, Mapping) else None
    fight, demand = state.get("fight") or {}, state.get("demand") or {}
    sides = fight if isinstance(fight, Mapping) and fight else _demanding(demand)
    made = Photographed(
        players or known,
        seats,
        {who: look.provisions(of[who].get("open", []), f"players.{who}.open") for who in known},
        {who: look.number(of[who].get("hand", 0), f"players.{who}.hand") for who in known},
        look.names(sides.get("attack", []), "fight.attack"),
        look.names(sides.get("defend", []), "fight.defend"),
        day is not None,
        day_id if isinstance(day_id, str) else None,
        look.number(state.get("bow", 0), "bow"),
        len(look.provisions(state.get("discard", []), "discard")),
        look.number(navigation.get("deck", 0), "navigation.deck"),
        look.number(navigation.get("row", 0), "navigation.row"),
        spread,
    )
    if look.problems:
        raise NotationError("; ".join(look.problems))
    return made


def _demanding(demand: Any) -> Mapping[str, Any]:
    """Who demands has pushed the own card up and the other's down."""
    if not isinstance(demand, Mapping) or not demand:
        return {}
    return {"attack": [demand.get("by")], "defend": [demand.get("of")]}


class _Look:
    """Reads parts of a state and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def problem(self, key: str, found: object, expected: str) -> None:
        """Notes that something is not what it should be."""
        self.problems.append(f"{key}: expected {expected}, found {shown(found)}")

    def table(self, data: Mapping[str, Any], key: str, name: str) -> Mapping[str, Any]:
        """An object."""
        value = data.get(key)
        if isinstance(value, Mapping):
            return value
        self.problem(name or key, value, "an object")
        return {}

    def names(self, value: object, key: str) -> tuple[Character, ...]:
        """Characters, none of them twice."""
        characters = {str(who): who for who in Character}
        if not isinstance(value, list) or not all(isinstance(one, str) and one in characters for one in value):
            self.problem(key, value, f"a list of {' '.join(characters)}")
            return ()
        if len(set(value)) < len(value):
            self.problem(key, value, "nobody twice")
        return tuple(characters[one] for one in value)

    def provisions(self, value: object, key: str) -> tuple[Provision, ...]:
        """Kinds of provisions."""
        kinds = {str(kind): kind for kind in Provision}
        if not isinstance(value, list) or not all(isinstance(one, str) and one in kinds for one in value):
            self.problem(key, value, "a list of provisions")
            return ()
        return tuple(kinds[one] for one in value)

    def number(self, value: object, key: str) -> int:
        """How many cards."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_CARDS:
            self.problem(key, value, f"0 to {_MOST_CARDS}")
            return 0
        return value
