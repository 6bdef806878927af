"""Messages between two tables: small JSON objects, read within limits.

A stranger may have sent them.
"""

import json
from typing import Any

from companion.two_tables.coin import MOST_DRAWS
from companion.two_tables.order import SharedEntry

#: A message has no more bytes.
MOST_BYTES = 40_000
#: The entries of one message take no more bytes together; the first is always sent.
MOST_IN_ENTRIES = 24_000
#: An entry takes no more bytes.
MOST_IN_ENTRY = 20_000
#: So many entries in one message.
MOST_ENTRIES = 200
#: A game has no more entries.
MOST_NUMBER = 100_000
#: A picture of a board, in letters, has no more of them.
MOST_IN_PICTURE = 36_000
#: Lists and objects lie no deeper within each other.
_DEEPEST = 12
#: A text such as a place or a reason has no more characters.
MOST_IN_TEXT = 200
_HASH_LETTERS = 64
#: No game has more seats.
_MOST_SEATS = 20


class MessageError(Exception):
    """Bytes that are no message of a table."""


def encoded(message: dict[str, Any]) -> bytes:
    """Return the bytes of a message."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def decoded(data: bytes) -> dict[str, Any]:
    """Return the message in these bytes. Raises MessageError for anything else."""
    if len(data) > MOST_BYTES:
        raise MessageError("too long")
    try:
        message = json.loads(data.decode(), parse_constant=_refused, parse_float=_refused)
        json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise MessageError("no JSON") from None
    if not isinstance(message, dict) or _depth(message) > _DEEPEST or not _is_message(message):
        raise MessageError("no message")
    return message


def _refused(text: str) -> None:
    raise ValueError(text)


def _depth(value: object) -> int:
    """Return how deep lists and objects lie within each other."""
    depth, layer = 0, [value]
    while layer := [
        inner
        for outer in layer
        if isinstance(outer, dict | list)
        for inner in (outer.values() if isinstance(outer, dict) else outer)
    ]:
        depth += 1
        if depth > _DEEPEST:
            break
    return depth


def is_number(value: object, most: int = MOST_NUMBER) -> bool:
    """Return True for a count; JSON's `true` is none."""
    return type(value) is int and 0 <= value <= most


def is_text(value: object, most: int = MOST_IN_TEXT) -> bool:
    """Return True for a text that is not too long."""
    return isinstance(value, str) and len(value) <= most


def is_hash(value: object) -> bool:
    """Return True for the hash of a chain."""
    return value == "" or (
        isinstance(value, str) and len(value) == _HASH_LETTERS and set(value) <= set("0123456789abcdef")
    )


def _is_value(value: object) -> bool:
    """Return True for a value of the coin, or its root."""
    return bool(value) and is_hash(value)


def _is_message(message: dict[str, Any]) -> bool:
    match message:
        case {"kind": "have", "number": number, "hash": found, "page": page}:
            return len(message) == 4 and is_number(number) and is_hash(found) and is_text(page)
        case {"kind": "coin", "root": root, "number": number, "value": value}:
            return len(message) == 4 and is_number(number, MOST_DRAWS) and all(map(_is_value, (root, value)))
        case {"kind": "entries", "after": number, "hash": found, "entries": [*entries]}:
            return (
                len(message) == 4
                and is_number(number)
                and is_hash(found)
                and 0 < len(entries) <= MOST_ENTRIES
                and all(map(_is_entry, entries))
            )
        case {"kind": "propose", "after": number, "hash": found, "entry": entry, "picks": picks}:
            return len(message) == 5 and is_number(number) and is_hash(found) and _is_entry(entry) and _are_hands(picks)
        case {"kind": "told", "after": number, "asked": asked, "views": dict() as views}:
            return (
                len(message) == 4
                and is_number(number)
                and is_number(asked)
                and len(views) <= _MOST_SEATS
                and all(isinstance(view, dict) for view in views.values())
            )
        case {"kind": "heard", "hash": found}:
            return len(message) == 2 and is_hash(found)
        case {"kind": "ask", "after": number, "number": asked, "move": dict() as move}:
            return len(message) == 4 and is_number(number) and is_number(asked) and len(encoded(move)) <= MOST_IN_ENTRY
        case {"kind": "refused", "after": number, "entry": entry, "reason": reason}:
            return len(message) == 4 and is_number(number) and _is_entry(entry) and is_text(reason)
        case {"kind": "look", "place": place}:
            return len(message) == 2 and is_text(place) and bool(place)
        case {"kind": "pictures"}:
            return len(message) == 1
        case {"kind": "picture", "jpeg": jpeg, "age": age}:
            return len(message) == 3 and is_text(jpeg, MOST_IN_PICTURE) and jpeg.isascii() and is_number(age)
        case {"kind": "left", "number": number}:
            return len(message) == 2 and is_number(number)
        case {
            "kind": "offer",
            "game": game,
            "rules": rules,
            "first": dict() as first,
            "seats": [*seats],
            "since": since,
        }:
            return (
                (len(message) == 6 or (len(message) == 7 and _are_hands(message.get("hands"))))
                and is_number(since)
                and is_text(game)
                and is_hash(rules)
                and len(encoded(first)) <= MOST_IN_ENTRY
                and len(seats) <= _MOST_SEATS
                and all(map(is_text, seats))
            )
        case {"kind": "unfit", "reason": reason}:
            return len(message) == 2 and reason in ("game", "version", "cards")
    return False


def _are_hands(value: object) -> bool:
    """Return True for the cards of seats, or picks for events.

    Cards of another table's seats are empty texts.
    """
    return (
        isinstance(value, dict)
        and len(value) <= _MOST_SEATS
        and len(encoded(value)) <= MOST_IN_ENTRY
        and all(isinstance(hand, list) and all(map(is_text, hand)) for hand in value.values())
    )


def _is_entry(value: object) -> bool:
    if not isinstance(value, dict) or len(value) != 1:
        return False
    match value:
        case {"event": dict() as event}:
            return len(encoded(event)) <= MOST_IN_ENTRY
        case {"keep": keep}:
            return is_number(keep) and keep > 0
        case {"seats": [*seats]}:
            return 0 < len(seats) <= _MOST_SEATS and all(map(is_text, seats))
    return False


def entry_from(value: dict[str, Any]) -> SharedEntry:
    """Return the entry in a message that was checked."""
    return SharedEntry(value.get("event"), value.get("keep", 0), tuple(value.get("seats", ())))


def packed(entries: list[SharedEntry]) -> list[dict[str, Any]]:
    """Return as many of the first entries as go into one message, at least one."""
    chosen: list[dict[str, Any]] = []
    size = 0
    for entry in entries[:MOST_ENTRIES]:
        value = entry.to_json()
        size += len(encoded(value))
        if chosen and size > MOST_IN_ENTRIES:
            break
        chosen.append(value)
    return chosen
