"""Write the report of the scenes, build/box/report.md, with their figures and pictures."""

import json

from tools.box.image import BUILD
from tools.box.machine import CORES, MEMORY

#: Figures of each scene, by release, scene and name; those of earlier runs stay until their scene runs again.
FIGURES = BUILD / "figures.json"
PICTURES = BUILD / "pictures"
PAGE = BUILD / "report.md"
HEAD = f"""# The box in a virtual machine

`./run box test` writes this page. Debian with the companion, put there by `install/install.sh`, runs in a machine with
{CORES} cores and {MEMORY} of memory. Without KVM its clock counts instructions, a thousand million a second for both
cores: times are the machine's own, whatever computer emulates it.
"""


def keep_figure(release: str, scene: str, name: str, value: object) -> None:
    """Keep a figure of a scene."""
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    figures.setdefault(release, {}).setdefault(scene, {})[name] = value
    FIGURES.write_text(json.dumps(figures, indent=1))


def write_report() -> None:
    """Write the page, if any scene has noted something."""
    if not FIGURES.exists():
        return
    lines = [HEAD, "release|scene|figure|value", ":--|:--|:--|--:"]
    for release, scenes in json.loads(FIGURES.read_text()).items():
        for scene, figures in scenes.items():
            words = scene.removeprefix("test_").replace("_", " ")
            lines += [f"{release}|{words}|{name}|{value}" for name, value in figures.items()]
    for path in sorted(PICTURES.glob("*.png")):
        lines += ["", f"![{path.stem.replace('-', ' ')}](pictures/{path.name})"]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
