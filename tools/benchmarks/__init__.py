"""Benchmarks as kept tables: BENCHMARKS.md is its template with the newest tables in it."""

import json
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "BENCHMARKS.md"
TEMPLATE = Path(__file__).with_name("page.md")
TABLES = Path(__file__).with_name("tables")
#: A place in the template where a table stands.
_PLACE = re.compile(r"^\{\{([a-z0-9-]+)\}\}$", re.MULTILINE)
_ROW = re.compile(r"^\|(.*)\|$")


@dataclass(frozen=True)
class BenchmarkTable:
    """Table of figures, and where it comes from.

    `rule` is the Markdown line below the head; `version` the commit that was measured, `day` when (ISO 8601).
    """

    head: str
    rule: str
    rows: tuple[str, ...]
    command: str
    version: str
    day: str

    def __str__(self) -> str:
        return "\n".join((self.head, self.rule, *self.rows))


def tables_in(text: str, command: str, version: str, day: str) -> tuple[BenchmarkTable, ...]:
    """Return the Markdown tables in what a command has printed.

    Raises ValueError if there is none.
    """
    tables: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        is_row = _ROW.match(line) is not None
        if is_row and not inside:
            tables.append([])
        if is_row:
            tables[-1].append(line)
        inside = is_row
    if not tables or any(len(lines) < 3 for lines in tables):
        raise ValueError(f"{command}: it has printed no table with a head, a rule and a row")
    return tuple(BenchmarkTable(head, rule, tuple(rows), command, version, day) for head, rule, *rows in tables)


def keep_table(name: str, table: BenchmarkTable, folder: Path = TABLES) -> None:
    """Keep a table as JSON, in place of the one before of this name."""
    text = json.dumps(asdict(table), ensure_ascii=False, indent=1)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def keep_row(name: str, head: str, rule: str, cells: Sequence[str], command: str, folder: Path = TABLES) -> None:
    """Keep a row of a table in the place of the older one with the same first cell, in order."""
    table = kept_tables(folder).get(name)
    rows = {row.split("|")[1].strip(): row for row in table.rows} if table else {}
    rows[cells[0]] = f"| {' | '.join(cells)} |"
    lines = tuple(rows[first] for first in sorted(rows))
    keep_table(name, BenchmarkTable(head, rule, lines, command, measured_version(), today()), folder)


def kept_tables(folder: Path = TABLES) -> Mapping[str, BenchmarkTable]:
    """Return all kept tables by name."""
    found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    return {name: BenchmarkTable(**(data | {"rows": tuple(data["rows"])})) for name, data in found.items()}


def page(template: str, tables: Mapping[str, BenchmarkTable]) -> str:
    """Return the page with its tables.

    Raises ValueError for a place without a table and for a table without a place.
    """
    places = _PLACE.findall(template)
    if missing := set(places) - set(tables):
        raise ValueError(f"no table is kept for {', '.join(sorted(missing))}")
    if unused := set(tables) - set(places):
        raise ValueError(f"the template has no place for {', '.join(sorted(unused))}")

    def with_origin(place: re.Match[str]) -> str:
        table = tables[place[1]]
        return f"{table}\n\n`{table.command}`, {table.day}, version {table.version}."

    return _PLACE.sub(with_origin, template)


def write_page() -> None:
    """Write BENCHMARKS.md from its template and the kept tables."""
    PAGE.write_text(page(TEMPLATE.read_text(encoding="utf-8"), kept_tables()), encoding="utf-8")


def measured_version() -> str:
    """Return the commit of this checkout, with a plus sign where files were changed since."""
    command = ("git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def today() -> str:
    """Return the day of a measurement, as in 2026-01-31 (UTC)."""
    return datetime.now(UTC).date().isoformat()


def keep_measured(name: str, measure: Callable[[], Sequence[str]], command: str) -> Sequence[str]:
    """Measure, keep the tables as `name`, `name-2` and so on, and return the lines."""
    lines = measure()
    for number, table in enumerate(tables_in("\n".join(lines), command, measured_version(), today()), start=1):
        keep_table(name if number == 1 else f"{name}-{number}", table)
    return lines
