"""Sentences about a broken game: its name, the fault, and the place to repair it."""

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType

from companion.device.errors import UserError
from companion.device.packages import OWN, describe_broken_package
from engine.errors import DeclarationError
from engine.suggestions import did_you_mean

#: How Python begins what it says of a class that lacks methods, in every version.
_ABSTRACT = re.compile(r"Can't instantiate abstract class (\w+)")
#: The package in which those are that come with the companion.
_GAMES = "companion.games"


class BrokenGameError(UserError):
    """Game that cannot be used; the user and the other games are not at fault."""

    def __init__(self, game_id: str, error: BaseException, package: str) -> None:
        """Explain the error by the `package` of the game's own modules, such as ``fox_and_geese``."""
        self.clause = explain(error, package)
        super().__init__(f"the game {game_id} cannot be used: {self.clause}")


def explain(error: BaseException, package: str) -> str:
    """Describe an error as a clause that names its place.

    The place is class and method, or file and line of the game's own `package`.
    """
    if isinstance(error, BrokenGameError):
        return error.clause
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, DeclarationError):
        return f"{error} {line_of(error.declared, error.name)}"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    broken = describe_broken_package(error)
    if broken is not None:
        return broken
    text = f"{type(error).__name__}: {error}".removesuffix(": ")
    return _missing(error) or f"{text}{place_of(error, package)}{_near(error)}"


def game_package(where: str) -> str:
    """Return the package of a game's modules: ``fox_and_geese`` of ``fox_and_geese.game:GAME``."""
    first, _, others = where.partition(":")[0].partition(".")
    room, _, inside = others.partition(".")
    return f"{_GAMES}.{inside.partition('.')[0]}" if f"{first}.{room}" == _GAMES and inside else first


def _near(error: BaseException) -> str:
    """Return the name that was probably meant by one that there is not."""
    if not isinstance(error, AttributeError) or error.obj is None:
        return ""
    return did_you_mean(str(error.name), (name for name in dir(error.obj) if not name.startswith("__")))


def place_of(error: BaseException, package: str, others: Sequence[str] = OWN) -> str:
    """Describe the last line that ran in the game's own code, else in that of other packages.

    Returns an empty text if none ran. `others`: by default the companion's.
    """
    lines = [(frame, line) for frame, line in walk_tb(error.__traceback__)]
    for packages in ((package,), others):
        for frame, line in reversed(lines):
            if any(_module_of(frame).startswith(f"{prefix}.") for prefix in packages):
                return f" ({frame.f_code.co_filename}, line {line})"
    return ""


def _module_of(frame: FrameType) -> str:
    """Return the name of the module whose code is run, with a point behind it."""
    return f"{frame.f_globals.get('__name__', '')}."


def _missing(error: BaseException) -> str:
    """Describe what a class lacks that every class of its kind must have, and where to write it.

    Returns an empty text if this is not the cause of the error.
    """
    if isinstance(error, TypeError) and (abstract := _ABSTRACT.match(str(error))):
        found = (_find_object(abstract[1], frame) for frame, _ in walk_tb(error.__traceback__))
        kind = next((candidate for candidate in found if isinstance(candidate, type)), None)
        return "" if kind is None else describe_missing_names(kind, sorted(kind.__abstractmethods__), error)  # type: ignore[attr-defined]
    if isinstance(error, AttributeError) and error.name and not isinstance(error.obj, ModuleType):
        kind = error.obj if isinstance(error.obj, type) else type(error.obj)
        if any(error.name in getattr(base, "__annotations__", ()) for base in kind.__mro__):
            return describe_missing_names(kind, [error.name], error)
    return ""


def _find_object(name: str, frame: FrameType) -> object:
    """Return the object with this name in the running code: local first, then global."""
    return frame.f_locals.get(name, frame.f_globals.get(name))


def describe_missing_names(kind: type, names: Iterable[str], error: BaseException | None = None) -> str:
    """Describe which names a class lacks, what they are for, and where to write them.

    `error`: the exception that was raised for it, if any.
    """
    text = ", ".join(f"{name}{_purpose(kind, name)}" for name in names)
    file = _file_of(kind, error)
    return f"class {kind.__name__} lacks {text}; write it in {file}{_class_line(kind, file)}"


def _purpose(kind: type, name: str) -> str:
    text = (getattr(getattr(kind, name, None), "__doc__", None) or "").strip().partition("\n")[0].rstrip(".")
    return f' ("{text}")' if text else ""


def _class_line(kind: type, file: str) -> str:
    """Return the line at which a class begins; empty if it is not found."""
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    found = (number for number, line in enumerate(lines, 1) if re.match(rf"\s*class {kind.__name__}\b", line))
    return next((f", line {number}" for number in found), "")


def _file_of(kind: type, error: BaseException | None) -> str:
    """Return the file in which a class is written; the module's name if it is not known."""
    for frame, _ in walk_tb(error.__traceback__ if error else None):
        # A module that could not be imported is known no longer, but what failed in it is.
        if _module_of(frame) == f"{kind.__module__}.":
            return frame.f_code.co_filename
    return getattr(sys.modules.get(kind.__module__), "__file__", None) or kind.__module__


def line_of(kind: type, name: str = "") -> str:
    """Return file and line in brackets at which a class, or a name in it, is written."""
    try:
        file, lines = inspect.getsourcefile(kind), inspect.getsourcelines(kind)
    except (OSError, TypeError):
        return f"(class {kind.__name__})"
    line = lines[1]
    body = ast.parse(inspect.cleandoc("\n" + "".join(lines[0]))).body[0]
    assert isinstance(body, ast.ClassDef)
    written = [node.lineno for node in body.body if name and name in _names_of(node)]
    # Of two that are called alike the later one counts.
    return f"({file}, line {line + (written[-1] - 1 if written else 0)})"


def _names_of(node: ast.stmt) -> list[str]:
    """Return the names that a line of a class gives a meaning."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [*(target.id for target in targets if isinstance(target, ast.Name)), getattr(node, "name", "")]
