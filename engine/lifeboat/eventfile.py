"""The events of a game file (``lifeboat/game``, version 1; rules, section 7)::

{"event": "started", "players": ["kid", "mate", "lauren", "captain"], "variants": [], "navigation": "told"}
{"event": "took", "by": "lauren"}
{"event": "demanded", "by": "mate", "of": "lauren", "for": "open", "card": "knife", "overruled": true}
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from engine.errors import NotationError, join_problems
from engine.fields import LONGEST_TEXT, Fields, is_short_text, shown
from engine.names import Name

from . import events as e
from .cardfile import card_from_json, card_to_json
from .components import SPECIAL, Character, Provision, Variant
from .navigation import Bird, NavigationCard

_NameT = TypeVar("_NameT", bound=Name)
#: No number is larger: a message must be able to show it.
_LARGEST_NUMBER = 10**LONGEST_TEXT


def event_from_json(data: Mapping[str, Any]) -> e.GameEvent:
    """The event that such a dictionary holds.

    Raises NotationError, naming every key that does not say what it should. Whether the rules allow the event is
    another question.
    """
    name = data.get("event")
    read = _READ.get(name) if isinstance(name, str) else None
    if read is None:
        raise NotationError(f"event: expected one of {' '.join(_READ)}, found {shown(name)}")
    fields = _Fields(data)
    event = read(fields)
    fields.refuse_the_rest()
    if fields.problems:
        raise NotationError(join_problems(fields.problems))
    return event


def event_to_json(event: e.GameEvent) -> dict[str, Any]:
    """One event as a dictionary that `json.dumps` writes as its line."""
    match event:
        case e.GameStarted():
            cards = event.navigation
            navigation = str(cards) if isinstance(cards, e.Deck) else [card_to_json(card) for card in cards]
            return {
                "event": "started",
                "players": _words(event.players),
                "variants": _words(event.variants),
                "navigation": navigation,
            }
        case e.Corrected():
            return {"event": "corrected", "set": _correction_to_json(event.set), "why": event.why}
    written: dict[str, Any] = {"event": type(event).__name__.lower()}
    for key, value in vars(event).items():
        if key == "signs" and value is not None:
            written[key] = {sign: found for sign, found in card_to_json(value).items() if sign != "id"}
        elif value is not None and value is not False:
            written[_KEYS.get(key, key)] = _plain(value)
    return written


#: Where the key of an event is a word that Python has taken, or says more in the code.
_KEYS = {"partner": "with", "want": "for", "source": "from", "thirsty": "for"}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Name) else value


def _words(names: Iterable[Name]) -> list[str]:
    return [str(name) for name in names]


class _Fields(Fields):
    """The fields of this game's events."""

    def overruled(self) -> bool:
        """Whether the table wants it so, whatever the rules say."""
        return self.flag("overruled") if "overruled" in self.data else False

    def who(self, key: str) -> Character:
        """A character."""
        return self.choice(key, Character)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of short texts, however long: how many cards a flare turns is a rule (`wrong-cards`)."""
        value = self.get(key)
        if isinstance(value, list) and all(map(is_short_text, value)):
            return tuple(value)
        self.problem(key, "a list of short texts")
        return ()

    def named(self, key: str, kind: type[_NameT]) -> tuple[_NameT, ...]:
        """A list of names of a kind."""
        return self.names_in(key, self.get(key), kind)

    def names_in(self, key: str, value: object, kind: type[_NameT]) -> tuple[_NameT, ...]:
        """The names in a value, which must be a list of them."""
        known: dict[str, _NameT] = {name.word: name for name in kind}
        if isinstance(value, list) and all(isinstance(name, str) and name in known for name in value):
            return tuple(known[name] for name in value)
        self.problem(key, f"a list of {' '.join(known)}")
        return ()

    def number(self, key: str) -> int:
        """A whole number, not negative."""
        value = self.get(key)
        if is_number(value):
            return int(value)
        self.problem(key, "a whole number from 0 on")
        return 0

    def not_fitting(self, key: str, why: str) -> None:
        """Notes a key that must not stand there."""
        if key in self.data:
            self.known.add(key)
            self.problems.append(f"{key}: {why}")


def is_number(value: object) -> bool:
    """Whether it is a whole number that is not negative; true is none."""
    return type(value) is int and 0 <= value < _LARGEST_NUMBER


def _started(fields: _Fields) -> e.GameEvent:
    players, variants = fields.named("players", Character), fields.named("variants", Variant)
    return e.GameStarted(players, variants, _navigation(fields))


def _navigation(fields: _Fields) -> e.Deck | tuple[NavigationCard, ...]:
    value = fields.get("navigation")
    if isinstance(value, str) and value in tuple(e.Deck):
        return e.Deck(value)
    if not isinstance(value, list):
        fields.problem("navigation", f"one of {' '.join(e.Deck)}, or a list of cards")
        return ()
    cards = []
    for number, card in enumerate(value, start=1):
        try:
            cards.append(card_from_json(card))
        except NotationError as error:
            fields.problems.append(f"navigation, card {number}: {error}")
    return tuple(cards)


def _laid(fields: _Fields) -> e.GameEvent:
    by, card = fields.who("by"), fields.choice("card", Provision)
    return e.Laid(by, card, fields.who("to") if "to" in fields.data else None, fields.overruled())


def _traded(fields: _Fields) -> e.GameEvent:
    return e.Traded(
        fields.who("by"), fields.who("with"), fields.number("gave"), fields.number("got"), fields.overruled()
    )


def _demanded(fields: _Fields) -> e.GameEvent:
    by, of, want = fields.who("by"), fields.who("of"), fields.choice("for", e.Want)
    card = None
    if want is e.Want.EAT:
        fields.problem("for", "a seat, a hand card or an open card")
    if want is e.Want.OPEN:
        card = fields.choice("card", Provision)
    else:
        fields.not_fitting("card", f'goes only with "for": "{e.Want.OPEN}"')
    return e.Demanded(by, of, want, card, fields.overruled())


def _used(fields: _Fields) -> e.GameEvent:
    by, card, source = fields.who("by"), fields.choice("card", Provision), fields.choice("from", e.Source)
    on, cards, birds = None, None, None
    if card not in SPECIAL:
        fields.problem("card", f"one of {' '.join(sorted(SPECIAL))}")
    if card in (Provision.MEDKIT, Provision.CANNIBALISM):
        on = fields.who("on")
    else:
        fields.not_fitting("on", f"does not go with the {card}")
    if card is Provision.FLARE:
        if "birds" in fields.data:
            birds = fields.named("birds", Bird)
            fields.not_fitting("cards", "birds stand there already; give one of both")
        else:
            cards = fields.texts("cards")
    else:
        fields.not_fitting("cards", "go only with the flare")
        fields.not_fitting("birds", "go only with the flare")
    return e.Used(by, card, source, on, cards, birds, fields.overruled())


def _navigated(fields: _Fields) -> e.GameEvent:
    by = fields.who("by") if "by" in fields.data else None
    compass = fields.flag("compass") if "compass" in fields.data else False
    card, signs = None, None
    if "signs" in fields.data:
        fields.not_fitting("card", "signs stand there already; give one of both")
        try:
            signs = card_from_json(fields.get("signs"), told=True)
        except NotationError as error:
            fields.problems.append(f"signs: {error}")
    else:
        card = fields.text("card")
    return e.Navigated(by, card, signs, compass, fields.overruled())


def _drank(fields: _Fields) -> e.GameEvent:
    return e.Drank(fields.who("by"), fields.who("for"), fields.choice("from", e.Source), fields.overruled())


def _revealed(fields: _Fields) -> e.GameEvent:
    return e.Revealed(
        fields.who("by"),
        fields.who("love"),
        fields.who("hate"),
        fields.named("hand", Provision),
        fields.overruled(),
    )


def _corrected(fields: _Fields) -> e.GameEvent:
    why, wanted = fields.get("why"), fields.get("set")
    if not _is_text(why):
        fields.problem("why", "a text")
        why = ""
    if not isinstance(wanted, Mapping) or not wanted:
        fields.problem("set", f"an object with one or more of {' '.join(vars(e.Correction()))}")
        return e.Corrected(e.Correction(), why)
    inner = _Fields(wanted)
    inner.known = set()
    correction = _correction(inner)
    inner.refuse_the_rest("what can be put right")
    fields.problems += [f"set, {problem}" for problem in inner.problems]
    return e.Corrected(correction, why)


def _is_text(value: object) -> bool:
    """Whether it is a text that files can hold: half a character (a lone surrogate) is none."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _correction(fields: _Fields) -> e.Correction:
    read: dict[str, Any] = {}
    for key, one in _CORRECTION.items():
        if key in fields.data:
            read[key] = one(fields, key)
    return e.Correction(**read)


def _numbers(fields: _Fields, key: str) -> tuple[tuple[Character, int], ...]:
    value = fields.get(key)
    known = {str(who): who for who in Character}
    if isinstance(value, Mapping) and value.keys() <= known.keys() and all(map(is_number, value.values())):
        return tuple((known[who], number) for who, number in value.items())
    fields.problem(key, "an object with a whole number from 0 on for each character")
    return ()


def _open(fields: _Fields, key: str) -> tuple[tuple[Character, tuple[Provision, ...]], ...]:
    value = fields.get(key)
    known = {str(who): who for who in Character}
    if isinstance(value, Mapping) and value.keys() <= known.keys():
        return tuple((known[who], fields.names_in(key, cards, Provision)) for who, cards in value.items())
    fields.problem(key, "an object with a list of provisions for each character")
    return ()


def _parasol(fields: _Fields, key: str) -> tuple[Character, ...]:
    who = fields.choice_or_null(key, Character)
    return () if who is None else (who,)


_CORRECTION: Mapping[str, Callable[[_Fields, str], Any]] = {
    "birds": _Fields.number,
    "wounds": _numbers,
    "hands": _numbers,
    "open": _open,
    "parasol": _parasol,
    "discard": lambda fields, key: fields.named(key, Provision),
    "rowed": lambda fields, key: fields.named(key, Character),
    "fought": lambda fields, key: fields.named(key, Character),
    "seats": lambda fields, key: fields.named(key, Character),
    "row": _Fields.number,
}


def _correction_to_json(wanted: e.Correction) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for key, value in vars(wanted).items():
        if value is None:
            continue
        if key in ("wounds", "hands", "open"):
            written[key] = {str(who): _plain(found) for who, found in value}
        elif key == "parasol":
            written[key] = str(value[0]) if value else None
        else:
            written[key] = _plain(value)
    return written


_READ: Mapping[str, Callable[[_Fields], e.GameEvent]] = {
    "started": _started,
    "took": lambda fields: e.Took(fields.who("by"), fields.overruled()),
    "laid": _laid,
    "traded": _traded,
    "passed": lambda fields: e.Passed(fields.who("by"), fields.overruled()),
    "rowed": lambda fields: e.Rowed(fields.who("by"), fields.number("kept"), fields.overruled()),
    "demanded": _demanded,
    "used": _used,
    "agreed": lambda fields: e.Agreed(fields.who("by"), fields.overruled()),
    "refused": lambda fields: e.Refused(fields.who("by"), fields.overruled()),
    "objected": lambda fields: e.Objected(fields.who("by"), fields.overruled()),
    "eaten": lambda fields: e.Eaten(fields.overruled()),
    "joined": lambda fields: e.Joined(fields.who("by"), fields.choice("side", e.Side), fields.overruled()),
    "fought": lambda fields: e.Fought(fields.overruled()),
    "navigated": _navigated,
    "chummed": lambda fields: e.Chummed(fields.who("by"), fields.choice("from", e.Source), fields.overruled()),
    "haunted": lambda fields: e.Haunted(fields.who("by"), fields.overruled()),
    "fell": lambda fields: e.Fell(fields.overruled()),
    "drank": _drank,
    "suffered": lambda fields: e.Suffered(fields.who("by"), fields.overruled()),
    "revealed": _revealed,
    "corrected": _corrected,
}
