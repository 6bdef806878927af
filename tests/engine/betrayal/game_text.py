"""Games of Betrayal as the worked examples of the rules write them.

``moved heather(to foyer)`` is an event; ``[a b]`` a list, ``{key value, key value}`` an object; events stand between
semicolons. ``S`` is the start of a game of three, ``H`` the beginning of a haunt with rats and Brandon as traitor;
``H with EVENTS:`` has these after the start. ``overruled`` after an event's ``)`` overrules it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from engine.betrayal.game import RULES
from engine.betrayal.state import State
from engine.gamefile import Judgement, judge

HEADER = json.dumps({"format": "betrayal/game", "version": 1})
S = "started(players [heather brandon rhinehardt], first heather, variants [])"
H = (
    "drew heather(card omen, name ring); turn_ended heather; haunt_rolled heather(faces [0 0 0 0 0 0]);"
    "haunt_began heather(number 12, traitor brandon, monsters [{kind rat, speed 2, might 3, sanity null,"
    "knowledge null, tokens [{id rat-1, room foyer} {id rat-2, room entrance-hall}]}])"
)
_TOKENS = re.compile(r"[\[\]{},]|[^\s\[\]{},]+")
_EVENT = re.compile(
    r"\s*(?P<name>\w+)(?:\s+(?P<by>[\w-]+))?\s*(?:\((?P<keys>.*)\))?\s*(?P<overruled>overruled)?\s*", re.S
)
Event = dict[str, Any]


def events_of(text: str) -> list[Event]:
    """The events that a text tells; it may begin with ``S:``, ``H:`` or ``H with EVENTS:``."""
    begun = re.match(r"\s*(S|H)( with (?P<more>[^:]*))?:(?P<rest>.*)", text, re.S)
    if begun is None:
        return [_event(part) for part in text.split(";") if part.strip()]
    events = [_event(S), *events_of(begun["more"] or "")]
    return [*events, *(events_of(H) if begun[1] == "H" else []), *events_of(begun["rest"])]


def _event(text: str) -> Event:
    found = _EVENT.fullmatch(text)
    assert found, text
    event: Event = {"event": found["name"]}
    if found["by"]:
        event["by"] = found["by"]
    keys = _object(_TOKENS.findall(f"{found['keys'] or ''}}}"))
    return {**event, **keys, **({"overruled": True} if found["overruled"] else {})}


def value(text: str) -> Any:
    """Return a value as the examples write it."""
    return _value(_TOKENS.findall(text))


def _value(tokens: list[str]) -> Any:
    first = tokens.pop(0)
    if first == "{":
        return _object(tokens)
    if first == "[":
        items = []
        while tokens[0] != "]":
            items.append(_value(tokens))
        tokens.pop(0)
        return items
    try:
        return json.loads(first)
    except ValueError:
        return first


def _object(tokens: list[str]) -> Event:
    found: Event = {}
    while tokens[0] != "}":
        key = tokens.pop(0)
        if key != ",":
            found[key] = _value(tokens)
    tokens.pop(0)
    return found


def lay(tile: str, floor: str, x: int, y: int, turn: int = 0) -> str:
    """Return a tile that is laid with no fresh sign, wherever."""
    return f"corrected(set {{rooms {{{tile} [{floor} {x} {y} {turn}]}}}}, why case);"


def put(explorer: str, room: str, side: str = "") -> str:
    """Return the text that places an explorer in a room."""
    return f"placed {explorer}(room {room}{f', side {side}' if side else ''});"


def hold(explorer: str, *cards: str) -> str:
    """Return the text that gives cards to an explorer, or lays them in a room."""
    return f"corrected(set {{cards {{{', '.join(f'{card} {explorer}' for card in cards)}}}}}, why case);"


def told(text: str) -> Judgement[Any, Any]:
    """Return the judgement of a text's last event; all events before it must be allowed."""
    lines = [HEADER, *map(json.dumps, events_of(text))]
    *_, last = judge(RULES, lines)
    assert last.line == len(lines), f"line {last.line}, {lines[last.line - 1]}: {last.problems}"
    return last


def state_of(text: str) -> State:
    """Return the state after all events of a text."""
    judgement = told(text)
    assert not judgement.problems, judgement.problems
    assert judgement.game is not None
    state: State = judgement.game.state
    return state


def public(text: str) -> Event:
    """Return the public state after all events of a text."""
    return RULES.public_state(state_of(text))


def codes(text: str) -> str:
    """Return the codes of what is wrong with the last event of a text, in one line."""
    return " ".join(problem.code for problem in told(text).problems)


def choices(text: str) -> str:
    """Return the possible events after a text: ``moved heather, turn_ended heather``."""
    return told_choices(public(text))


def told_choices(state: Event) -> str:
    """Return the choices of a public state."""
    return ", ".join(" ".join(filter(None, (choice["event"], choice.get("by")))) for choice in state["next"])


def check(text: str) -> int:
    """Return checks a worked example; returns how many parts of the state were compared."""
    steps, _, wanted = text.partition("=>")
    state, compared = public(steps), 0
    for part in _parts(wanted):
        if part.startswith("next:"):
            assert told_choices(state) == " ".join(part.removeprefix("next:").split())
        else:
            path, _, told_value = part.partition(" ")
            found = state
            for key in path.split("."):
                found = found[key]
            assert found == value(told_value), path
        compared += 1
    return compared


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in re.sub(r"\s+", " ", text).split(";") if part.strip())
