"""Positions from files: position files (JSON) and text boards."""

from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import read_text
from engine.errors import NotationError, RulesError
from engine.finstere_flure.position import Position
from engine.finstere_flure.positionfile import FORMAT, position_from_json
from engine.finstere_flure.textboard import parse_board
from engine.gamefile import format_of
from engine.strict_json import parse_json
from vision.bounded_files import read_beginning

#: No position takes more than a few kilobytes; a larger file is something else.
MOST_BYTES = 1_000_000


def load_position(source: str) -> Position:
    """Load the position in the file `source`, JSON or text board; ``-`` is standard input.

    Raises UserError with the file's name and what is wrong with it.
    """
    name = "standard input" if source == "-" else source
    text = read_text(source, "a position file or text board (for a picture use companion read or predict)", MOST_BYTES)
    try:
        return parse_position(text)
    except (RulesError, ValueError) as error:
        raise UserError(f"{name}: {error}") from None


def parse_position(text: str) -> Position:
    """Parse a position: JSON if it begins with a brace or bracket, else a text board.

    Raises NotationError or PositionError (see the engine), or ValueError for something else than a position.
    """
    if not text.strip():
        raise ValueError("is empty; expected a position file or a text board")
    if text.lstrip()[0] not in '{["' and text.strip() not in ("null", "true", "false"):
        return parse_board(text)
    try:
        data = parse_json(text)
    except NotationError:
        found = format_of(text.partition("\n")[0])
        if found is not None:
            # A game file is JSON line by line.
            raise ValueError(f'format: expected "{FORMAT}", found "{found}"') from None
        raise
    return position_from_json(data)


def is_text(path: Path) -> bool:
    """Return True if the file begins like a text.

    An unreadable file is left to the code that reports it best.
    """
    try:
        beginning = read_beginning(path, 64)
    except OSError:
        return True
    # Every kind of picture has a zero byte or one that no text begins with right at its start.
    return all(byte >= 0x20 or byte in b"\t\r\n" for byte in beginning)
