"""Write the report of the scenes, with figures and pictures, as report.md beside the disk."""

import json
from pathlib import Path

from tools.box.image import BUILD
from tools.box.machine import CORES, MEMORY

HEAD = f"""# The box in a virtual machine

`./run box test` writes this page: Debian {{release}}, with the companion put there by `install/install.sh`, in a
machine with {CORES} cores and {MEMORY} of memory. Without KVM its clock counts instructions, a thousand million a
second for both cores: times are the machine's own, whatever computer emulates it.
"""


def write_report(release: str) -> Path:
    """Write the figures that the scenes noted; return the page."""
    folder = BUILD / release
    kept = folder / "figures.json"
    figures = json.loads(kept.read_text()) if kept.exists() else {}
    lines = [
        HEAD.format(release=release),
        "scene|figure|value",
        ":--|:--|--:",
    ]
    for scene, values in figures.items():
        words = scene.removeprefix("test_").replace("_", " ")
        lines += [f"{words}|{name}|{value}" for name, value in values.items()]
    pictures = sorted((folder / "pictures").glob("*.png"))
    lines += [line for path in pictures for line in ("", f"![{path.stem}](pictures/{path.name})")]
    page = folder / "report.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page
