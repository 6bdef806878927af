"""Games in short words like the rules' examples: event names and values in key order.

``attacked M G; supported S sword`` - the letters are the first players' names; lists stand in brackets.
"""

import re
from collections.abc import Sequence
from typing import Any

from engine.coach_ride.cards import Person
from engine.coach_ride.events import GameEvent
from engine.coach_ride.game import RULES
from engine.coach_ride.state import State
from engine.game import Game

PLAYERS = dict(zip("MGSRTBJZCH", Person, strict=True))
M, G, S, R, T, B, J = list(Person)[:7]

_KEYS: dict[str, tuple[str, ...]] = {
    "offered": ("by", "to"),
    "announced": ("by", "item"),
    "looked": ("by", "card"),
    "sextant": ("by", "direction"),
    "gave": ("by", "to"),
    "diplomat": ("by", "to", "item"),
    "attacked": ("by", "to"),
    "supported": ("by", "side"),
    "hypnotised": ("by", "to"),
    "used": ("by", "card", "winner"),
    "counted": (),
    "searched": ("by", "took"),
    "claimed": ("by", "kind"),
    "named": ("by", "players"),
}
_PLAIN: dict[str, Any] = {"null": None, "true": True, "false": False}


def event(told: str) -> GameEvent:
    """Return the event in these words; ``!`` before them: it is overruled."""
    name, *words = re.findall(r"\[[^]]*\]|\S+", told.removeprefix("!"))
    values = [_value(word) for word in words]
    data: dict[str, Any] = {"event": name}
    if name == "shown":
        data |= {"by": values[0], "association": values[1]}
        for value in values[2:]:
            data["items" if isinstance(value, list) else "profession"] = value
    else:
        data |= dict(zip(_KEYS.get(name, ("by",)), values, strict=False))
    if told.startswith("!"):
        data["overruled"] = True
    return RULES.event_from_json(data)


def _value(word: str) -> Any:
    if word.startswith("["):
        return [_value(part) for part in word[1:-1].split()]
    if word in PLAYERS:
        return PLAYERS[word].word
    return _PLAIN.get(word, int(word) if word.isdigit() else word)


def started(players: int, *items: str, variants: Sequence[str] = ()) -> Game[State, GameEvent]:
    """Return a game of the first so many players, of whom the first begins."""
    seats = [person.word for person in list(Person)[:players]]
    data = {"event": "started", "players": seats, "first": seats[0], "items": list(items), "variants": list(variants)}
    return RULES.start(RULES.event_from_json(data))


def corrected(**values: Any) -> GameEvent:
    """Return a correction; `hands` and `professions` have the players' letters."""
    for key in ("hands", "professions"):
        if key in values:
            values[key] = {PLAYERS[letter].word: value for letter, value in values[key].items()}
    if "turn" in values:
        values["turn"] = PLAYERS[values["turn"]].word
    return RULES.event_from_json({"event": "corrected", "set": values, "why": "miscounted"})


def with_hands(game: Game[State, GameEvent], **hands: int) -> Game[State, GameEvent]:
    """The game with these numbers of items; the pile has the rest."""
    counts = {**game.state.hands, **{PLAYERS[letter]: number for letter, number in hands.items()}}
    pile = sum(game.state.items.values()) - sum(counts.values())
    return game.apply(corrected(hands=hands, pile=pile))


def played(game: Game[State, GameEvent], told: str) -> Game[State, GameEvent]:
    """Return the game after all these events."""
    for words in told.split(";"):
        game = game.apply(event(words.strip()))
    return game


def codes(game: Game[State, GameEvent], told: str | GameEvent) -> list[str]:
    """Return the problem codes of the event now."""
    return [problem.code for problem in game.problems(event(told) if isinstance(told, str) else told)]


def choices(game: Game[State, GameEvent]) -> list[str]:
    """Return the possible events: ``drew M``."""
    letters = {person.word: letter for letter, person in PLAYERS.items()}
    return [f"{choice.event} {letters.get(choice.by, '')}".strip() for choice in RULES.next(game.state)]


def public(game: Game[State, GameEvent]) -> dict[str, Any]:
    """Return the public state."""
    return RULES.public_state(game.state)


def hands(game: Game[State, GameEvent]) -> list[int]:
    """Return the number of items of each player, clockwise."""
    return [player["hand"] for player in public(game)["players"]]
