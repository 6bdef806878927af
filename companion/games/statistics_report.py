"""Statistics of games as data, as lines, as CSV and as a page of HTML."""

import base64
import csv
import html
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from companion.device.language import language_in_use, later, say, say_count
from companion.figures.facts import GameFacts
from companion.figures.rating import Rating
from companion.figures.tables import (
    SHARE,
    FigureTable,
    Label,
    describe_number,
    game_tables,
    general_tables,
)
from companion.games import ask_game

RATING = later("Rating among friends")
#: Rows of a plot: more cannot be read.
_MOST_BARS = 20
_STYLE = """body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;margin:.5em 0 1.5em}td,th{padding:.2em .8em;border-bottom:1px solid #ccc}
td,th{text-align:right}td:first-child,th:first-child{text-align:left}img{max-width:100%}
@media print{h2{break-before:page}}"""


@dataclass(frozen=True)
class GameStatistics:
    """Statistics of all counted games of one kind."""

    kind: str
    facts: tuple[GameFacts, ...]
    general: tuple[FigureTable, ...]
    own: tuple[FigureTable, ...]
    ratings: tuple[Rating, ...] = ()

    @property
    def tables(self) -> tuple[FigureTable, ...]:
        """All tables."""
        return (*self.general, *self.own)


def statistics_of(facts: Iterable[GameFacts], player: str = "") -> list[GameStatistics]:
    """Return the statistics of each kind of game that was played, in the order of first games."""
    by_kind: dict[str, list[GameFacts]] = {}
    for game in facts:
        if not player or player in game.names.values():
            by_kind.setdefault(game.kind, []).append(game)
    return [
        GameStatistics(kind, tuple(games), tuple(general_tables(games, player)), tuple(game_tables(games, player)))
        for kind, games in by_kind.items()
    ]


def to_json(statistics: Sequence[GameStatistics], ratings: Mapping[str, Sequence[Rating]] | None) -> dict[str, Any]:
    """Return all statistics as data; texts are English, seats and options have their ids."""
    data: dict[str, Any] = {
        "games": [
            {
                "game": game.kind,
                "finished": len(game.facts),
                "tables": [table.to_json() for table in game.tables],
                **({"ratings": [_rating_json(rating) for rating in ratings.get(game.kind, ())]} if ratings else {}),
            }
            for game in statistics
        ]
    }
    return data


def _rating_json(rating: Rating) -> dict[str, Any]:
    return {
        "player": rating.name,
        "skill": rating.skill,
        "deviation": rating.deviation,
        "games": rating.games,
    }


def to_csv(statistics: Sequence[GameStatistics], ratings: Mapping[str, Sequence[Rating]] | None) -> str:
    """Return one line for each cell: game, table, row, column, value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "table", "row", "column", "value"))
    for game in to_json(statistics, ratings)["games"]:
        for table in game["tables"]:
            for row in table["rows"]:
                for column in table["columns"]:
                    if row[column] is not None:
                        values = (
                            game["game"],
                            table["table"],
                            _harmless(row["row"]),
                            _harmless(column),
                            repr(row[column]),
                        )
                        writer.writerow(values)
        for rating in game.get("ratings", ()):
            for column in ("skill", "deviation", "games"):
                writer.writerow((game["game"], str(RATING), _harmless(rating["player"]), column, repr(rating[column])))
    return text.getvalue()


def _harmless(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    # Some take wide signs for narrow ones.
    return f"'{name}" if unicodedata.normalize("NFKC", name)[:1] in ("=", "+", "-", "@") else name


def describe_label(label: Label, kind: str) -> str:
    """Return a label in the language in use."""
    match label.kind:
        case "seat":
            return ask_game(kind, lambda game: game.describe_player(label.text), label.text)
        case "player":
            return label.text
        case "variant" if label.option is not None:
            value = label.option.describe_value(label.value)
            return say("{option}: {value}", option=say(label.option.title), value=value)
    return say(label.text)


def lines(statistics: Sequence[GameStatistics], ratings: Mapping[str, Sequence[Rating]] | None) -> list[str]:
    """Return the statistics as lines of text."""
    found: list[str] = []
    for game in statistics:
        count = say_count("{n} finished game", "{n} finished games", len(game.facts))
        found += [_title(game.kind), count, ""]
        for table in game.tables:
            found += [*_table_lines(table, game.kind), ""]
        for rating_table in _rating_rows(game.kind, ratings):
            found += [*rating_table, ""]
    return found[:-1]


def _title(kind: str) -> str:
    return ask_game(kind, lambda game: game.title, kind)


def _cells(table: FigureTable, kind: str) -> list[list[str]]:
    head = ["", *(describe_label(column, kind) for column in table.columns)]
    rows = [[describe_label(label, kind), *map(describe_number, values, table.columns)] for label, values in table.rows]
    return [head, *rows]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *(map(str.rjust, row[1:], widths[1:]))]).rstrip() for row in rows]


def _table_lines(table: FigureTable, kind: str) -> list[str]:
    return [say(table.title), *(f"  {line}" for line in _aligned(_cells(table, kind)))]


def _rating_cells(ratings: Sequence[Rating]) -> list[list[str]]:
    head = ["", say("rating"), say("games")]
    return [
        head,
        *([rating.name, f"{rating.skill:.1f} ± {rating.margin:.1f}", str(rating.games)] for rating in ratings),
    ]


def _rating_rows(kind: str, ratings: Mapping[str, Sequence[Rating]] | None) -> list[list[str]]:
    if ratings is None or not ratings.get(kind):
        return []
    return [[say(RATING), *(f"  {line}" for line in _aligned(_rating_cells(ratings[kind])))]]


def to_html(statistics: Sequence[GameStatistics], ratings: Mapping[str, Sequence[Rating]] | None) -> str:
    """Return one page of HTML that needs nothing besides; with plots if matplotlib is installed."""
    parts = [
        f'<!doctype html><html lang="{language_in_use()}"><meta charset="utf-8">',
        f"<title>{html.escape(say('Statistics'))}</title><style>{_STYLE}</style>",
        f"<h1>{html.escape(say('Statistics'))}</h1>",
    ]
    for game in statistics:
        count = say_count("{n} finished game", "{n} finished games", len(game.facts))
        parts.append(f"<h2>{html.escape(_title(game.kind))}</h2><p>{html.escape(count)}</p>")
        for table in game.tables:
            parts += [f"<h3>{html.escape(say(table.title))}</h3>", *_plot(table, game.kind)]
            parts.append(_html_table(_cells(table, game.kind)))
        if ratings is not None and ratings.get(game.kind):
            parts += [f"<h3>{html.escape(say(RATING))}</h3>", _html_table(_rating_cells(ratings[game.kind]))]
    return "\n".join(parts) + "\n"


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    head, *others = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    body = "".join(f"<tr>{row}</tr>" for row in others)
    return f"<table><tr>{head.replace('td>', 'th>')}</tr>{body}</table>"


def can_plot() -> bool:
    """Return True if matplotlib is installed."""
    return find_spec("matplotlib") is not None


def _plot(table: FigureTable, kind: str) -> list[str]:
    """Return a picture of a table's rows as bars, in the page itself; none without matplotlib."""
    if not can_plot():
        return []
    # Loaded here: it takes a second, and only files have plots.
    from companion.games.plots import bar_plot

    columns = [number for number, column in enumerate(table.columns) if column.text != SHARE]
    labels = [describe_label(label, kind) for label, _ in table.rows[:_MOST_BARS]]
    series = {
        describe_label(table.columns[number], kind): [values[number] or 0 for _, values in table.rows[:_MOST_BARS]]
        for number in columns
    }
    picture = base64.b64encode(bar_plot(labels, series)).decode()
    return [f'<img alt="{html.escape(say(table.title))}" src="data:image/svg+xml;base64,{picture}">']
