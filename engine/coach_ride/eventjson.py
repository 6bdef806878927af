"""The events of a game file (``coach-ride/game``, version 1)::

{"event": "started", "players": ["marie", "gundla", "sarah"], "first": "marie", "items": [], "variants": []}
{"event": "offered", "by": "marie", "to": "gundla"}
{"event": "used", "by": "sarah", "card": "knives"}
{"event": "corrected", "set": {"hands": {"marie": 2}, "pile": 8}, "why": "miscounted"}
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engine.errors import NotationError, join_problems
from engine.fields import Fields, shown
from engine.names import Name

from .cards import FIGHT_CARDS, UNSEALED, Association, Card, Item, Person, Profession, Variant
from .events import (
    Accepted,
    Announced,
    Attacked,
    By,
    Claimed,
    ClaimKind,
    ClairvoyantUsed,
    Corrected,
    Counted,
    Denied,
    DiplomatUsed,
    Direction,
    DoctorUsed,
    Drew,
    Fighter,
    GameEvent,
    Gave,
    Handed,
    Hypnotised,
    Looked,
    Named,
    Offered,
    Passed,
    PriestUsed,
    Refused,
    Renewed,
    Searched,
    SextantUsed,
    Shown,
    Started,
    Support,
    Supported,
    Swapped,
    To,
    Used,
    Waived,
)

#: A reason that is written for a correction may be as long as this.
LONGEST_REASON = 400

KINDS: Mapping[str, type[GameEvent]] = {
    "started": Started,
    "passed": Passed,
    "offered": Offered,
    "accepted": Accepted,
    "refused": Refused,
    "announced": Announced,
    "drew": Drew,
    "looked": Looked,
    "sextant": SextantUsed,
    "renewed": Renewed,
    "swapped": Swapped,
    "waived": Waived,
    "gave": Gave,
    "clairvoyant": ClairvoyantUsed,
    "diplomat": DiplomatUsed,
    "handed": Handed,
    "denied": Denied,
    "attacked": Attacked,
    "priest": PriestUsed,
    "supported": Supported,
    "hypnotised": Hypnotised,
    "used": Used,
    "counted": Counted,
    "doctor": DoctorUsed,
    "searched": Searched,
    "claimed": Claimed,
    "shown": Shown,
    "named": Named,
    "corrected": Corrected,
}
NAMES = {kind: name for name, kind in KINDS.items()}

_NameT = TypeVar("_NameT", bound=Name)


def event_to_json(event: GameEvent) -> dict[str, Any]:
    """One event as a dictionary that `json.dumps` writes as its line."""
    values: dict[str, Any] = {"event": NAMES[type(event)]}
    if isinstance(event, Corrected):
        found = {"hands": event.hands, "pile": event.pile, "professions": event.professions, "turn": event.turn}
        values |= {"set": {key: _plain(value) for key, value in found.items() if value is not None}, "why": event.why}
    else:
        for field in dataclasses.fields(event):
            value = getattr(event, field.name)
            if field.name != "overruled" and (value is not None or isinstance(event, Announced)):
                values[field.name] = _plain(value)
    if isinstance(event, Shown) and event.association is not None and len(event.association) == 1:
        values["association"] = event.association[0].word
    return values | ({"overruled": True} if event.overruled else {})


def _plain(value: Any) -> Any:
    """The value without enums and tuples."""
    if isinstance(value, Name):
        return value.word
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {_plain(key): _plain(one) for key, one in value.items()}
    return value


def event_from_json(data: Mapping[str, Any]) -> GameEvent:
    """The event in an object of JSON. Raises NotationError, naming all that does not say what it should."""
    name = data.get("event")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise NotationError(f"event: expected the name of an event, found {shown(name)}")
    fields = _EventFields(data)
    values: dict[str, Any] = {"overruled": fields.flag("overruled")} if "overruled" in data else {}
    if issubclass(kind, By):
        values["by"] = fields.choice("by", Person)
    if issubclass(kind, To):
        values["to"] = fields.choice("to", Person)
    if kind in _MORE:
        values |= _MORE[kind](fields)
    fields.refuse_the_rest()
    if fields.problems:
        raise NotationError(join_problems(fields.problems))
    return kind(**values)


class _EventFields(Fields):
    """Reads what only the events of this game have."""

    def names(self, key: str, kind: type[_NameT], *, of: tuple[_NameT, ...] = (), once: bool = False) -> Any:
        """A list of such names. `of`: only these; `once`: none twice."""
        allowed = {member.word: member for member in of or tuple(kind)}
        value = self.get(key)
        if not isinstance(value, list) or len(value) > len(Item) * 3 or not all(_is_in(one, allowed) for one in value):
            self.problem(key, f"a list of {' '.join(allowed)}")
            return ()
        if once and len(set(value)) < len(value):
            self.problem(key, "a list in which nothing stands twice")
        return tuple(allowed[one] for one in value)

    def number(self, key: str, of: range) -> int:
        """One of these numbers."""
        value = self.get(key)
        if type(value) is not int or value not in of:
            self.problem(key, f"a number from {of[0]} to {of[-1]}")
            return of[0]
        return value

    def association(self) -> tuple[Association, ...]:
        """A side, or the list of three."""
        value = self.get("association")
        sides = value if isinstance(value, list) and len(value) == 3 else [value]
        found = {member.word: member for member in Association}
        if not all(_is_in(side, found) for side in sides):
            self.problem("association", "order or brotherhood, or a list of three")
            return ()
        return tuple(found[side] for side in sides)

    def fight_card(self) -> Card:
        """A card that is used in a fight."""
        found = {card.word: card for card in FIGHT_CARDS}
        value = self.get("card")
        if _is_in(value, found):
            return found[value]
        self.problem("card", f"one of {' '.join(found)}")
        return FIGHT_CARDS[0]

    def reason(self) -> str:
        """Why something was corrected."""
        value = self.get("why")
        if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= LONGEST_REASON:
            return value
        self.problem("why", f"a reason of at most {LONGEST_REASON} letters")
        return ""


def _is_in(value: object, names: Mapping[str, object]) -> bool:
    return isinstance(value, str) and value in names


def _started(fields: _EventFields) -> dict[str, Any]:
    return {
        "players": fields.names("players", Person),
        "first": fields.choice("first", Person),
        "items": fields.names("items", Item, of=UNSEALED, once=True),
        "variants": fields.names("variants", Variant, once=True),
    }


def _used(fields: _EventFields) -> dict[str, Any]:
    """The Poison Mixer names a winner, nobody else does."""
    card = fields.fight_card()
    return {"card": card} | ({"winner": fields.choice("winner", Fighter)} if card is Profession.POISON_MIXER else {})


def _shown(fields: _EventFields) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if "association" in fields.data:
        values["association"] = fields.association()
    if "profession" in fields.data:
        values["profession"] = fields.choice("profession", Profession)
    if "items" in fields.data:
        values["items"] = fields.names("items", Item)
    return values


#: No count of cards is greater; a greater one would only make a message long.
_COUNTS = range(-99, 1000)


def _corrected(fields: _EventFields) -> dict[str, Any]:
    values: dict[str, Any] = {"why": fields.reason()}
    found = fields.get("set")
    if not isinstance(found, Mapping) or not found:
        fields.problem("set", "at least one of hands, pile, professions, turn")
        return values
    inner = _EventFields(found)
    inner.known = set()
    for key in ("hands", "professions"):
        if key in found:
            values[key] = _by_person(inner, key)
    if "pile" in found:
        values["pile"] = inner.number("pile", _COUNTS)
    if "turn" in found:
        values["turn"] = inner.choice("turn", Person)
    inner.refuse_the_rest()
    fields.problems += [f"set: {sentence}" for sentence in inner.problems]
    return values


def _by_person(fields: _EventFields, key: str) -> dict[Person, Any]:
    """What is set for each player: the count of a hand, or the open profession."""
    value = fields.get(key)
    if not isinstance(value, Mapping) or not value or not all(_is_in(who, _PERSONS) for who in value):
        fields.problem(key, "an object of players")
        return {}
    inner = _EventFields(value)
    read: Callable[[str], Any] = (
        (lambda who: inner.number(who, _COUNTS))
        if key == "hands"
        else (lambda who: inner.choice_or_null(who, Profession))
    )
    found = {_PERSONS[who]: read(who) for who in value}
    fields.problems += [f"{key}: {sentence}" for sentence in inner.problems]
    return found


_PERSONS = {person.word: person for person in Person}
#: The keys besides `by` and `to`.
_MORE: Mapping[type[GameEvent], Callable[[_EventFields], dict[str, Any]]] = {
    Started: _started,
    Announced: lambda fields: {"item": fields.choice_or_null("item", Item)},
    Looked: lambda fields: {"card": fields.number("card", range(1, 4))} if "card" in fields.data else {},
    SextantUsed: lambda fields: {"direction": fields.choice("direction", Direction)},
    DiplomatUsed: lambda fields: {"item": fields.choice("item", Item)},
    Supported: lambda fields: {"side": fields.choice("side", Support)},
    Used: _used,
    Searched: lambda fields: {"took": fields.flag("took")},
    Claimed: lambda fields: {"kind": fields.choice("kind", ClaimKind)},
    Shown: _shown,
    Named: lambda fields: {"players": fields.names("players", Person)},
    Corrected: _corrected,
}
