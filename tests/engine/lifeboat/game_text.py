"""Games of Lifeboat as the worked examples of the rules write them.

``S``: started with all six but Harter, told, then six ``took``; ``S V2``: with that variant; ``S4``: with the first
four. ``p l s``, ``t l s``: passed, took by lauren, stephen. ``set ...``: a correction. Else an event: [who] event
key=value ... Steps stand between backticks; ``=>`` begins parts of the state as it is then, ``!!`` the codes of the
refusal of the last event.
"""

import json
import re
from typing import Any

from engine.gamefile import Judgement, judge
from engine.lifeboat.components import Character, Variant
from engine.lifeboat.game import RULES

HEADER = json.dumps({"format": "lifeboat/game", "version": 1})
_VARIANTS = dict(zip(("V1", "V2", "V3", "V4", "V5", "V6"), map(str, Variant), strict=True))
_LETTERS = {character[0]: str(character) for character in Character}
_SIX = [str(character) for character in Character if character is not Character.HARTER]
Event = dict[str, Any]


def events_of(step: str) -> list[Event]:
    """Return the events that one step tells."""
    first, *words = step.split()
    if first in ("S", "S4", "S7"):
        players = {"S": _SIX, "S4": _SIX[:4], "S7": list(map(str, Character))}[first]
        variants = [_VARIANTS[word] for word in words]
        started: Event = {"event": "started", "players": players, "variants": variants, "navigation": "told"}
        return [started, *({"event": "took", "by": player} for player in players)]
    if first in ("p", "t"):
        return [{"event": {"p": "passed", "t": "took"}[first], "by": _LETTERS[letter]} for letter in words]
    if first == "set":
        return [{"event": "corrected", "set": _set(words), "why": "for the example"}]
    event: Event = {}
    if words and "=" not in words[0]:
        event, name, words = {"by": first}, words[0], words[1:]
    else:
        name = first
    event = {"event": name, **event}
    values = {key: _value(text) for key, _, text in (word.partition("=") for word in words)}
    if name == "navigated" and "card" not in values:
        signs = {"bird": "none", "overboard": [], "thirsty": [], "oars": False, "fists": False}
        values = {"signs": {**signs, **{key: value for key, value in values.items() if key in signs}}} | {
            key: value for key, value in values.items() if key not in signs
        }
    return [{**event, **values}]


def _set(words: list[str]) -> Event:
    wanted: Event = {}
    for word in words:
        path, _, text = word.partition("=")
        key, _, character = path.partition(".")
        if character:
            wanted.setdefault(key, {})[character] = _value(text)
        else:
            wanted[key] = _value(text)
    return wanted


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        pass
    if text.startswith("["):
        return [word for word in text[1:-1].split(",") if word]
    return text


def told(*steps: str) -> Judgement[Any, Any]:
    """Return the judgement of the last event of these steps; all before it must be allowed."""
    lines = [HEADER, *(json.dumps(event) for step in steps for event in events_of(step))]
    *_, last = judge(RULES, lines)
    assert last.line == len(lines), f"line {last.line}, {lines[last.line - 1]}: {last.problems}"
    return last


def state_after(*steps: str) -> dict[str, Any]:
    """Return the public state after these steps, all of them allowed."""
    judgement = told(*steps)
    assert not judgement.problems, judgement.problems
    assert judgement.game is not None
    return RULES.public_state(judgement.game.state)


def codes(*steps: str) -> list[str]:
    """The codes of what is wrong with the last event of these steps; the others are allowed."""
    return [problem.code for problem in told(*steps).problems]


def check(text: str) -> int:
    """Check a worked example: its steps and their results; return the number of comparisons."""
    steps: list[str] = []
    compared = 0
    for piece in re.findall(r"`([^`]*)`", re.sub(r"\s+", " ", text)):
        if piece.startswith("=>"):
            state = state_after(*steps)
            for part in piece.removeprefix("=>").split():
                path, _, wanted = part.partition("=")
                assert found(state, path) == _value(wanted), (path, found(state, path), wanted)
                compared += 1
        elif piece.startswith("!!"):
            assert codes(*steps) == piece.removeprefix("!!").split()
            compared += 1
        else:
            steps.append(piece)
    return compared


def found(state: dict[str, Any], path: str) -> Any:
    """Return a part of the state; what begins with a character's name is in ``players``."""
    keys = path.split(".")
    value: Any = state["players"] if keys[0] in state["players"] else state
    for key in keys:
        value = value[key]
    return value
