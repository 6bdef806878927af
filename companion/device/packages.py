"""Sentences about Python packages that cannot be loaded: which, why, and what to do."""

import linecache
import re
import sys
import textwrap
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType

#: The packages that come with the companion.
OWN = ("companion", "engine", "vision", "hardware")
#: How packages are called where they are installed, if not as they are imported.
_DISTRIBUTIONS = {
    "cv2": "opencv-python-headless",
    "PIL": "pillow",
    "pygame": "pygame-ce",
    "zxingcpp": "zxing-cpp",
}
#: A line of code that loads a package.
_IMPORT = re.compile(r"\s*(?:import|from)\s+(\w+)")
#: What the system's loader says of a library that is not installed.
_MISSING_LIBRARY = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file: No such file")
#: Packages of Debian with the libraries that packages of Python often lack.
_DEBIAN = {
    "libGL.so.1": "libgl1",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libopenblas.so.0": "libopenblas0",
    "libgfortran.so.5": "libgfortran5",
    "libzbar.so.0": "libzbar0",
}
_BEGINNING = "the Python package "
#: The longest reason that is told (characters).
_LONGEST = 160


def describe_broken_package(error: BaseException) -> str | None:
    """Describe the package that has caused an error in a sentence; None for other causes.

    A package is at fault if its import failed in the companion's own code, or if a name is missing that every version
    has which the companion can use.
    """
    for cause in _chain(error):
        name = _package_of(cause)
        if name is not None:
            return describe_package_failure(name, cause)
    return None


def describe_package_failure(name: str, error: Exception) -> str:
    """Describe in a sentence why the package `name` fails with `error`, and what to do."""
    called = _DISTRIBUTIONS.get(name, name)
    title = called if called == name else f"{called} ({name})"
    return f"{_BEGINNING}{title} cannot be used: {_reason(error)}; {_cure(name, error)}"


def names_package(sentence: str) -> bool:
    """Return True if a sentence is one about a package."""
    return sentence.startswith(_BEGINNING)


def _chain(error: BaseException | None) -> Iterator[Exception]:
    """Yield the error and what caused it, one after the other."""
    while isinstance(error, Exception):
        yield error
        error = error.__cause__


def _package_of(error: Exception) -> str | None:
    """Return the package that could not be loaded; None if the error has another cause.

    The last line that ran in the companion's own code tells it.
    """
    if isinstance(error, MemoryError):
        return None
    frames = list(walk_tb(error.__traceback__))
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType) and frames and _is_own(frames[-1][0]):
        name = _top(error.obj.__name__)
        return None if name in OWN or name in sys.stdlib_module_names else name
    last = max((place for place, (frame, _) in enumerate(frames) if _is_own(frame)), default=None)
    if last is None:
        return None
    frame, line = frames[last]
    found = _IMPORT.match(linecache.getline(frame.f_code.co_filename, line))
    if found is None or found[1] in OWN:
        return None
    if isinstance(error, ModuleNotFoundError) and error.name:
        return None if _top(error.name) in OWN else _top(error.name)
    # One package may fail because of another that it loads.
    inside = [_top(_module_of(frame)) for frame, _ in frames[last + 1 :]]
    return next((name for name in reversed(inside) if name and name not in sys.stdlib_module_names), found[1])


def _top(module: str) -> str:
    """Return the package that a module is in."""
    return module.partition(".")[0]


def _module_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _is_own(frame: FrameType) -> bool:
    """Return True if a module of the companion is run there."""
    return _top(_module_of(frame)) in OWN


def _reason(error: Exception) -> str:
    """Describe what happened in a few words on one line."""
    *_, first = _chain(error)
    return textwrap.shorten(str(first), _LONGEST, placeholder=" ...") or type(first).__name__


def _cure(name: str, error: Exception) -> str:
    """Say what to do about a package."""
    elsewhere = _foreign_folder(name)
    if elsewhere is not None:
        return (
            f"it lies in {elsewhere}, where it hides the companion's own: take it away there, or that folder off "
            "PYTHONPATH"
        )
    library = _MISSING_LIBRARY.search(" ".join(str(cause) for cause in _chain(error)))
    if library is not None:
        package = _DEBIAN.get(library[1])
        return f"the system lacks this library: sudo apt install {package}" if package else "install that library"
    return f"remove the folder {sys.prefix} and set up again: ./run companion doctor, or ./run install"


def _foreign_folder(name: str) -> Path | None:
    """Return a package's folder that is neither in the companion's environment nor in Python's."""
    found = PathFinder.find_spec(name)
    if found is None:
        return None
    # A folder without a module of its own has no origin.
    inside = list(found.submodule_search_locations or ())
    places = inside or [found.origin or ""]
    folder = Path(places[0]).parent
    own = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    return None if any(folder.is_relative_to(prefix) for prefix in own) else folder
