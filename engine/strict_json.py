"""Strict reading of JSON: an equal second key is an error.

Python's own reader takes the last of two equal keys without a word.
"""

import json
import reprlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.errors import NotationError


def each_key_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, for ``json.loads(text, object_pairs_hook=each_key_once)``.

    Raises NotationError, naming the key, if one stands there twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise NotationError(f"{reprlib.repr(twice)} stands twice in one object; leave one of them")
    return found


def parse_json(text: str) -> Any:
    """Return the value of a JSON text. Raises NotationError that says where it is broken."""
    try:
        return json.loads(text, object_pairs_hook=each_key_once)
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        raise NotationError(f"not valid JSON at line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise NotationError("not valid JSON: nested too deeply") from None
    except ValueError as error:
        raise NotationError(f"not valid JSON: {error}") from None
