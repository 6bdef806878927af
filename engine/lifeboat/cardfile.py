"""Navigation cards in JSON (rules, section 6): in game files and in the files of a table's own set."""

import re
from collections.abc import Mapping
from typing import Any

from engine.errors import NotationError, join_problems
from engine.fields import Fields

from .components import Character
from .navigation import Bird, NavigationCard

_ID = re.compile(r"[a-z0-9-]{1,12}")


def card_to_json(card: NavigationCard) -> dict[str, Any]:
    """The card as a dictionary; `id` is None for one that is told."""
    return {
        "id": card.id,
        "bird": str(card.bird),
        "overboard": [str(who) for who in card.overboard],
        "thirsty": [str(who) for who in card.thirsty],
        "oars": card.oars,
        "fists": card.fists,
    }


def card_from_json(data: object, *, told: bool = False) -> NavigationCard:
    """The card in such a dictionary; a card that is `told` has signs and no id.

    Raises NotationError, naming everything that does not say what it should.
    """
    if not isinstance(data, Mapping):
        raise NotationError("expected an object with the signs of a card")
    fields = Fields(data)
    fields.known = set()
    card = NavigationCard(
        None if told else _id(fields),
        fields.choice("bird", Bird),
        _names(fields, "overboard"),
        _names(fields, "thirsty"),
        fields.flag("oars"),
        fields.flag("fists"),
    )
    fields.refuse_the_rest("a navigation card")
    if fields.problems:
        raise NotationError(join_problems(fields.problems))
    return card


def _id(fields: Fields) -> str:
    value = fields.get("id")
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    fields.problem("id", "1 to 12 small letters, digits and hyphens")
    return ""


def _names(fields: Fields, key: str) -> tuple[Character, ...]:
    value = fields.get(key)
    known = {str(who): who for who in Character}
    if not isinstance(value, list) or any(not isinstance(name, str) or name not in known for name in value):
        fields.problem(key, f"a list of {' '.join(known)}")
        return ()
    if len(set(value)) < len(value):
        fields.problem(key, "no name twice")
    return tuple(known[name] for name in value)
