"""Tables of many games: wins by player, seat and variant, lengths, games' own counts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from companion.device.language import later, say
from companion.device.options import AnyOption
from companion.figures.facts import GameFacts

Number = int | float

GAMES = later("games")
WINS = later("wins")
SHARE = later("share of wins")
_LEAST = later("least")
_MEDIAN = later("median")
_MEAN = later("mean")
_MOST = later("most")


@dataclass(frozen=True)
class Label:
    """Label of a row or column: a text, the id of a seat, a player's name, an option's value."""

    text: str
    kind: str = "text"
    """``text``, ``seat``, ``player`` or ``variant``."""
    option: AnyOption | None = None
    value: Any = None

    @property
    def id(self) -> str:
        """The label for programs, the same in every language."""
        return str(self.text)


@dataclass(frozen=True)
class FigureTable:
    """Table of numbers; a cell that is missing is empty. The title is a marked text."""

    title: str
    columns: tuple[Label, ...]
    rows: tuple[tuple[Label, tuple[Number | None, ...]], ...]
    is_mixed: bool = False
    """Whether the rows count different things, so that no bars compare them."""

    def to_json(self) -> dict[str, Any]:
        """Return the table as data that `json.dumps` writes."""
        columns = [column.id for column in self.columns]
        rows = [{"row": label.id, **dict(zip(columns, values, strict=True))} for label, values in self.rows]
        return {"table": str(self.title), "columns": columns, "rows": rows}


def general_tables(facts: Sequence[GameFacts], player: str = "") -> list[FigureTable]:
    """Return the tables that there are of every game; with a `player` only wins of that one."""
    return [
        table
        for table in (
            _by_player(facts),
            _by_seat(facts, player),
            _by_variant(facts, player),
            _by_players(facts, player),
            _lengths(facts),
        )
        if table.rows
    ]


def game_tables(facts: Iterable[GameFacts], player: str = "") -> list[FigureTable]:
    """Return the tables of one kind of game, in the order in which it counts them.

    With a `player` only that one's figures; those that are nobody's stay.
    """
    # Labels take longer to compare: there are thousands of games, and few cells.
    sums: dict[tuple[str, str | tuple[str, str], str | tuple[str, str]], Number] = {}
    for game in facts:
        called = {seat: (game.names[seat], "player") if seat in game.names else (seat, "seat") for seat in game.seats}
        for figure in game.figures:
            if player and figure.seat and game.names.get(figure.seat) != player:
                continue
            cell = figure.table, called.get(figure.row, figure.row), called.get(figure.column, figure.column)
            known, value = sums.get(cell), figure.value
            sums[cell] = value if known is None else min(known, value) if figure.least else known + value
    tables: dict[str, dict[Label, dict[Label, Number]]] = {}
    for (title, *cell_labels), value in sums.items():
        row, column = (Label(label) if isinstance(label, str) else Label(*label) for label in cell_labels)
        tables.setdefault(title, {}).setdefault(row, {})[column] = value
    found = []
    for title, rows in tables.items():
        # In one order whatever happened first.
        order = sorted({column for cells in rows.values() for column in cells}, key=lambda column: column.id)
        filled = tuple((row, tuple(rows[row].get(column) for column in order)) for row in _sorted(rows))
        found.append(FigureTable(title, tuple(order), filled))
    return found


def _sorted(rows: Iterable[Label]) -> list[Label]:
    """Return the rows: numbers by their size, all others as they came."""
    found = list(rows)
    if all(row.text.isdecimal() for row in found):
        return sorted(found, key=lambda row: int(row.text))
    return found


def _wins(counted: dict[Label, list[bool]]) -> tuple[tuple[Label, tuple[Number | None, ...]], ...]:
    """Return rows with games, wins and their share, most wins first, then fewest games."""
    rows = [(label, (len(won), sum(won), sum(won) / len(won))) for label, won in counted.items()]
    return tuple(sorted(rows, key=lambda row: (-row[1][1], row[1][0], row[0].id.casefold())))


_WINS = (Label(GAMES), Label(WINS), Label(SHARE))


def _by_player(facts: Iterable[GameFacts]) -> FigureTable:
    counted = defaultdict[Label, list[bool]](list)
    for game in facts:
        for seat, name in game.names.items():
            if seat in game.seats and seat not in game.bots:
                counted[Label(name, "player")].append(seat in game.winners)
    return FigureTable(later("Wins by player"), _WINS, _wins(counted))


def _own_seats(game: GameFacts, player: str) -> Iterable[str]:
    return [seat for seat in game.seats if not player or game.names.get(seat) == player]


def _by_seat(facts: Iterable[GameFacts], player: str) -> FigureTable:
    counted = defaultdict[Label, list[bool]](list)
    for game in facts:
        for seat in _own_seats(game, player):
            counted[Label(seat, "seat")].append(seat in game.winners)
    return FigureTable(later("Wins by seat"), _WINS, _wins(counted))


def _is_won(game: GameFacts, player: str) -> bool:
    """Return True if a game was won by the player, or by anybody where none is asked for."""
    return any(not player or game.names.get(seat) == player for seat in game.winners)


def _by_variant(facts: Iterable[GameFacts], player: str) -> FigureTable:
    counted = defaultdict[Label, list[bool]](list)
    for game in facts:
        for option, value in game.variants:
            counted[Label(f"{option.id}={value}", "variant", option, value)].append(_is_won(game, player))
    return FigureTable(later("Wins by variant"), _WINS, _wins(counted))


def _by_players(facts: Iterable[GameFacts], player: str) -> FigureTable:
    counted = defaultdict[Label, list[bool]](list)
    for game in facts:
        counted[Label(str(len(game.seats)))].append(_is_won(game, player))
    rows = _wins(counted)
    return FigureTable(later("Wins by number of players"), _WINS, tuple(sorted(rows, key=lambda row: int(row[0].id))))


def _lengths(facts: Sequence[GameFacts]) -> FigureTable:
    columns = (Label(_LEAST), Label(_MEDIAN), Label(_MEAN), Label(_MOST))
    if not facts:
        return FigureTable(later("Lengths"), columns, ())
    events, minutes = [game.events for game in facts], [game.played_s / 60 for game in facts]
    rows = tuple(
        (Label(text), (min(values), median(values), fmean(values), max(values)))
        for text, values in ((later("events"), events), (later("minutes"), minutes))
    )
    return FigureTable(later("Lengths"), columns, rows, is_mixed=True)


def describe_number(value: Number | None, column: Label) -> str:
    """Return a number of a table as people read it: shares in per cent."""
    if value is None:
        return ""
    if column.text == SHARE:
        return say("{n} %", n=round(100 * value))
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
