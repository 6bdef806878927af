"""File with the secrets of a virtual table beside the journal, one for each game."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.journal.journal import Journal

#: A game that began so near (seconds) to what a file says is the file's.
SAME_START_S = 0.5
#: No such file is larger.
_MOST_BYTES = 4_000_000
#: Ending of a journal that is not named otherwise.
_USUAL_ENDING = ".sqlite"


def virtual_format(game_id: str) -> str:
    """Return what the files of a game of cards at the virtual table say that they are."""
    return f"{game_id}/virtual"


class SecretFile:
    """The file of one game. It is written whole or not at all, and only its owner may read it."""

    def __init__(self, journal: Path, game: int, format_: str) -> None:
        """Keep the number of the `game` in the journal, and the `format_` that the file states."""
        self._journal, self._game, self._format = journal, game, format_
        self.path = _path(journal, game)

    def keep(self, content: Mapping[str, Any]) -> None:
        """Replace the file's content. Raises UserError if it cannot be written."""
        try:
            self.path.parent.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise UserError(f"{self.path.parent}: cannot be made: {error.strerror}") from None
        data = json.dumps({"format": self._format, "version": 1, **content}, ensure_ascii=False)
        write_whole(self.path, data.encode(), mode=0o600)

    def load(self) -> dict[str, Any]:
        """Return the saved content.

        Raises UserError with the file's name if the file is missing, broken, or another file.
        """
        path = _found(self._journal, self._game)
        text = read_text(str(path), "a file of hidden cards", _MOST_BYTES)
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise UserError(f"{path}: no file of hidden cards: it is cut off or damaged") from None
        if not isinstance(content, dict) or content.get("format") != self._format or content.get("version") != 1:
            raise UserError(f"{path}: no file of hidden cards of this game: it says it is something else")
        return content


def is_of_game(content: Mapping[str, Any], began_s: float) -> bool:
    """Return True if a file's content is of the game that began then (seconds since 1970).

    A deleted journal may have left it. Files of earlier versions do not say when it began.
    """
    told = content.get("began_s")
    return not isinstance(told, int | float) or abs(told - began_s) < SAME_START_S


def has_secrets(journal: Journal, game: int) -> bool:
    """Return True if hidden cards of a game are kept, also where they cannot be read."""
    try:
        return _content(journal, game) is not None
    except UserError:
        return True


def copy_secrets(journal: Journal, game: int, new: int) -> None:
    """Give a new game that began as another one that one's hidden cards, if they are kept.

    Cards that another table has told are dealt anew: what seats knew of them is no deal. Raises UserError if they
    cannot be read or written.
    """
    content = _content(journal, game)
    if content is None:
        return
    # The entries of the old game say nothing of the new one's.
    others = {name: value for name, value in content.items() if name not in ("entries", "format", "version")}
    if "told" in content:
        others = {"started": content.get("started"), "seed": SystemRandom().getrandbits(32), "anew": True}
    SecretFile(journal.path, new, content["format"]).keep({**others, "began_s": journal.started_s(new)})


def _content(journal: Journal, game: int) -> dict[str, Any] | None:
    """Return what a game's file holds, or None. Raises UserError if it cannot be read."""
    file = _found(journal.path, game)
    if not file.exists():
        return None
    try:
        content: dict[str, Any] = json.loads(read_text(str(file), "a file of hidden cards", _MOST_BYTES))
        is_own, _ = is_of_game(content, journal.started_s(game)), content["format"]
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        raise UserError(f"{file}: no file of hidden cards: it is cut off or damaged") from None
    return content if is_own else None


def _path(journal: Path, game: int) -> Path:
    """Return the place of a game's file.

    Journals that differ in their endings alone have files of their own; the usual one keeps its name of old.
    """
    by_stem = _named_by_stem(journal, game)
    return by_stem if journal.suffix == _USUAL_ENDING else by_stem.with_name(f"{journal.name}-{game}.json")


def _found(journal: Path, game: int) -> Path:
    """Return the place where a game's file is read: also that of earlier versions."""
    path = _path(journal, game)
    return path if path.exists() else _named_by_stem(journal, game)


def _named_by_stem(journal: Path, game: int) -> Path:
    """Return the place where files of earlier versions lie."""
    return journal.parent / "virtual" / f"{journal.stem}-{game}.json"
