"""Tests of the packages' faces: their names exist, and are loaded only when asked for."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

FACES = ("engine", "hardware", "vision")


@pytest.mark.parametrize("package", FACES)
def test_each_name_of_a_face_is_there(package: str) -> None:
    face = import_module(package)
    assert face.__all__ == sorted(face.__all__)
    assert 12 <= len(face.__all__) <= 20
    assert all(getattr(face, name).__name__ == name for name in face.__all__)


@pytest.mark.parametrize("package", FACES)
def test_type_checkers_see_the_same_names_as_programs(package: str) -> None:
    face = import_module(package)
    seen = {
        node.module: tuple(alias.name for alias in node.names)
        for block in ast.parse(Path(str(face.__file__)).read_text(encoding="utf-8")).body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
    }
    assert seen == face._MODULES
    assert sorted(name for names in seen.values() for name in names) == face.__all__


@pytest.mark.parametrize("package", FACES)
def test_a_name_that_a_face_does_not_have_is_refused(package: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'Nothing'"):
        import_module(package).Nothing  # noqa: B018


def test_a_face_loads_nothing_by_itself() -> None:
    program = "import sys, engine, hardware, vision, vision.errors, vision.sources.mains; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"vision", "vision.errors", "vision.sources.mains"} <= loaded
    assert loaded.isdisjoint({"cv2", "numpy", "vision.sources.camera", "engine.game", "hardware.buttons"})
