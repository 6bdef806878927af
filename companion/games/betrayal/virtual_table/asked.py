"""Requests to another table to roll, to draw or to turn over, as data."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.betrayal import events as e
from engine.betrayal.components import Dir, Trait
from engine.betrayal.game import RULES
from engine.betrayal.possible import Amounts
from engine.betrayal.state import Owed

#: Fields that say what is begun, by their keys in JSON.
_FIELDS = {"by": "by", "door": "door", "on": "on", "trait": "trait", "with": "with_", "kind": "kind", "card": "card"}
#: Name of what somebody owes.
_OWED = "owed"


def begun_to_json(event: Any) -> dict[str, Any]:
    """Return a begun event, or what somebody owes, as data that `json.dumps` writes."""
    told = {key: getattr(event, field, None) for key, field in _FIELDS.items()}
    data = {key: str(value) for key, value in told.items() if value is not None}
    if isinstance(event, Owed):
        return {"begins": _OWED, "event": event.event, **data, **({"of_room": True} if event.of_room else {})}
    return {"begins": RULES.codec.name_of(event), **data}


def begun_from_json(data: Mapping[str, Any]) -> Any:
    """Return what is begun. Raises KeyError or ValueError for data of nothing of the kind."""
    text = {key: str(value) for key, value in data.items()}
    return _MAKERS[text["begins"]](text)


def _roll(kind: type[e.Roll]) -> Callable[[Mapping[str, str]], e.Roll]:
    return lambda text: kind(by=text["by"], faces=())


_MAKERS: Mapping[str, Callable[[Mapping[str, str]], Any]] = {
    _OWED: lambda text: Owed(text["event"], text["by"], text.get("card"), of_room="of_room" in text),
    "discovered": lambda text: e.Discovered(by=text["by"], door=Dir(text["door"]), tile="", turn=0),
    "fell": lambda text: e.Fell(by=text["by"]),
    "elevator_ran": lambda text: e.ElevatorRan(by=text["by"], room=None, door=None),
    "crossed": _roll(e.Crossed),
    "opened": _roll(e.Opened),
    "exit_rolled": _roll(e.ExitRolled),
    "rearranged": lambda text: e.Rearranged(by=text["by"], rooms=Amounts()),
    "monsters_rolled": lambda text: e.MonstersRolled(kind=text["kind"], faces=()),
    "attacked": lambda text: e.Attacked(
        by=text["by"], on=text["on"], faces=(), against=(), trait=Trait(text["trait"]), with_=text.get("with")
    ),
}
