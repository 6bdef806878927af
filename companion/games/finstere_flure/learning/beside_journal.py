"""Small files beside the journal of games: what is kept of puzzles and lessons."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.log import warn
from engine.errors import NotationError
from engine.strict_json import parse_json

#: Such a file has a few numbers and names.
_MOST_BYTES = 10_000


def load_beside(journal: Path, name: str, what: str) -> dict[str, Any]:
    """Return the object in a file beside the journal; empty if there is none or it is damaged."""
    path = journal.with_name(name)
    if not path.exists():
        return {}
    try:
        data = parse_json(read_text(str(path), what, _MOST_BYTES))
    except (UserError, NotationError):
        return {}
    return data if isinstance(data, dict) else {}


def keep_beside(journal: Path, name: str, data: Mapping[str, Any]) -> None:
    """Keep the object; that it cannot be written spoils nothing."""
    try:
        write_whole(journal.with_name(name), json.dumps(data).encode())
    except UserError as error:
        warn(str(error))
