"""Forms of what phones may send, in characters that can be sent on."""

import json
from typing import Any

from companion.phones.limits import MOST_IN_COUNTER, MOST_IN_NOTE, MOST_IN_WORD


def value_from_bytes(sent: bytes) -> dict[str, Any] | None:
    """Return the JSON object in UTF-8 that was sent; None for anything else.

    No text in it has half a surrogate pair: such text can be neither kept nor sent to anybody.
    """
    try:
        value = json.loads(sent.decode(), parse_constant=_refused)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refused(constant: str) -> None:
    raise ValueError(constant)


def whole_text(text: str) -> str:
    """Return the text with a question mark for each half of a surrogate pair."""
    return text.encode(errors="replace").decode()


def is_number(value: object) -> bool:
    """Return True for a number; JSON's `true` is none, whatever Python says."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_touch(sent: dict[str, Any]) -> bool:
    """Return True if a phone's page sends touches of this form."""
    match sent:
        case {"language": str()} | {"seat": str()} | {"hint": True} | {"note": str()} | {"ask": str()}:
            return len(sent) == 1
        case {"do": str(), "offer": int(number)} | {"counter": str(), "value": int(number)}:
            return len(sent) == 2 and is_number(number)
        case {"counter": str(), "value": None}:
            return len(sent) == 2
        case {"chosen": [*parts], "at": [across, down]}:
            words = all(isinstance(part, str) for part in parts)
            return len(sent) == 2 and words and is_number(across) and is_number(down)
    return False


def is_too_long(sent: dict[str, Any]) -> bool:
    """Return True if a text of a touch has more characters than it may."""
    most = {"note": MOST_IN_NOTE, "counter": MOST_IN_COUNTER}
    return any(len(text) > most.get(name, MOST_IN_WORD) for name, text in sent.items() if isinstance(text, str))
