"""File with the secrets of a virtual table beside the journal, one for each game."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole

#: No such file is larger.
_MOST_BYTES = 4_000_000
#: Ending of a journal that is not named otherwise.
_USUAL_ENDING = ".sqlite"


class SecretFile:
    """The file of one game. It is written whole or not at all, and only its owner may read it."""

    def __init__(self, journal: Path, game: int, format_: str) -> None:
        """Keep the number of the `game` in the journal, and the `format_` that the file states."""
        self._named_before = journal.parent / "virtual" / f"{journal.stem}-{game}.json"
        # Journals that differ in their endings alone have files of their own; the usual one keeps its name of old.
        has_usual_ending = journal.suffix == _USUAL_ENDING
        self.path = (
            self._named_before if has_usual_ending else self._named_before.with_name(f"{journal.name}-{game}.json")
        )
        self._format = format_

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
        path = self.path if self.path.exists() else self._named_before
        text = read_text(str(path), "a file of hidden cards", _MOST_BYTES)
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise UserError(f"{path}: no file of hidden cards: it is cut off or damaged") from None
        if not isinstance(content, dict) or content.get("format") != self._format or content.get("version") != 1:
            raise UserError(f"{path}: no file of hidden cards of this game: it says it is something else")
        return content

    def remove(self) -> None:
        """Remove the file, when the game is over and nothing is hidden any more."""
        try:
            os.unlink(self.path)
        except OSError:
            # It is not there, or it stays: no harm is done.
            return
