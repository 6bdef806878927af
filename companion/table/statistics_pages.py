"""Statistics on the screen: of each game its tables, each table a list with bars."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.device.language import say, say_count
from companion.device.sentences import join_parts
from companion.device.settings import RATING
from companion.figures.counter import GameCounter
from companion.figures.facts import GameFacts
from companion.figures.rating import can_rate, ratings
from companion.figures.tables import WINS, FigureTable, Label, Number, describe_number, game_tables, general_tables
from companion.screen.pages import Keys, Poster, Row, Tone
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.option_rows import idle_row, option_row
from companion.table.session import Session

if TYPE_CHECKING:
    import pygame

    from companion.screen.fonts import Fonts


#: So often the tables are made anew until all games have been counted.
_STAGES = 20


class StatisticsStep(ListStep):
    """Choice of the game whose finished games are looked at."""

    name = "statistics"

    def __init__(self, session: Session, counter: GameCounter) -> None:
        super().__init__(session)
        self.counter = counter

    def title(self) -> str:
        """Return the page's title."""
        return say("Statistics")

    def text(self) -> str:
        """Say how far the counting is."""
        return describe_progress(self.counter)

    def rows(self) -> Sequence[Row]:
        """Return the games of which one is over, with the number of those that have been counted."""
        kinds = [facts.kind for facts in list(self.counter.facts.values())]
        rows = [
            Row(game.title(), game.rules.id, str(kinds.count(game.rules.id)))
            for game in self.session.games_by_name
            if game.rules.id in kinds
        ]
        return rows or [Row(say("No game has been played to its end yet."), tone=Tone.FADED)]

    def choose(self, row_id: str) -> None:
        """Show the tables of this game."""
        game = next(game for game in self.session.games if game.rules.id == row_id)
        self.session.open(GameFiguresStep(self.session, self.counter, game))


class GameFiguresStep(ListStep):
    """Tables of one game, of all players or of one."""

    name = "game-figures"

    def __init__(self, session: Session, counter: GameCounter, game: TableGame[Session]) -> None:
        super().__init__(session)
        self.counter, self.game, self.player = counter, game, ""
        #: What was counted when the tables were made, and the tables.
        self._made: tuple[object, tuple[FigureTable, ...]] = None, ()

    def title(self) -> str:
        """Return the game's name."""
        return self.game.title()

    def text(self) -> str:
        """Say how far the counting is."""
        return describe_progress(self.counter)

    def facts(self) -> list[GameFacts]:
        """Return the facts of the games in question, with the names as they are now."""
        kind, names = self.game.rules.id, self.session.names
        found = [facts for facts in list(self.counter.facts.values()) if facts.kind == kind]
        named = [replace(facts, names=names.sitting(facts.key)) for facts in found]
        return [facts for facts in named if not self.player or self.player in facts.names.values()]

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the tables of what has been counted by now."""
        # While thousands of games are counted the tables are made a few times, not with each game.
        counted = len(self.counter.facts)
        counted -= 0 if self.counter.is_done else counted % (1 + self.counter.total // _STAGES)
        made = self.player, counted, self.session.names.names(), self.session.settings.rating
        if self._made[0] != made:
            facts = self.facts()
            tables = (*general_tables(facts, self.player), *game_tables(facts, self.player))
            if self.session.settings.rating and can_rate():
                rated = ratings(facts)
                rows = tuple(
                    (Label(rating.name, "player"), (rating.skill, rating.margin, rating.games)) for rating in rated
                )
                columns = tuple(map(Label, (say("rating"), say("uncertain by"), say("games"))))
                tables = (*tables, *([FigureTable(RATING.title, columns, rows)] if rows else []))
            self._made = made, tables
        return self._made[1]

    def rows(self) -> Sequence[Row]:
        """Return whose figures are shown, and the tables; whether players are rated comes last."""
        names = self.session.names.names()
        player = [Row(say("Player"), "player", self.player or say("everybody"))] if names else []
        rating = option_row(RATING, self.session.settings.rating)
        if not can_rate():
            rating = idle_row(replace(rating, detail=say("The package openskill is not installed.")))
        tables = [Row(say(table.title), f"table {number}") for number, table in enumerate(self.tables())]
        return [*player, *tables, *([rating] if names else [])]

    def choose(self, row_id: str) -> None:
        """Change whose figures are shown, switch the rating, or show a table."""
        if row_id == RATING.id:
            settings = self.session.settings
            self.session.change_settings(replace(settings, rating=not settings.rating))
        elif row_id == "player":
            names = ["", *self.session.names.names()]
            place = names.index(self.player) if self.player in names else -1
            self.player = names[(place + 1) % len(names)]
        else:
            table = self.tables()[int(row_id.removeprefix("table "))]
            self.session.open(TableStep(self.session, self.game, table))


class TableStep(ListStep):
    """Page of a table: a row with a bar for each number of the column that is looked at."""

    name = "figure-table"

    def __init__(self, session: Session, game: TableGame[Session], table: FigureTable) -> None:
        super().__init__(session)
        self.game, self.table = game, table
        columns = [column.text for column in table.columns]
        self.column = columns.index(WINS) if WINS in columns else 0
        self._seats = {row.id: row for row in game.seat_rows()}
        #: The seats' signs, whose game need not be the one that was played last; made once, or the page is drawn anew.
        self._signs = {seat: Poster(partial(_paint_sign, game, row.sign)) for seat, row in self._seats.items()}

    def title(self) -> str:
        """Return what is counted."""
        return say(self.table.title)

    def text(self) -> str:
        """Return what the numbers are where no other column can be chosen."""
        return self._label(self.table.columns[0]) if len(self.table.columns) == 1 else ""

    def rows(self) -> Sequence[Row]:
        """Return the column that is looked at, and a row for each number in it, the greatest first.

        What stands under numbers keeps their order, as all does whose rows count different things.
        """
        columns, rows = self.table.columns, list(self.table.rows)
        shown = [Row(say("Shown"), "column", self._label(columns[self.column]))]
        if self.table.is_mixed or len(columns) == 1:
            shown = []
        if not self.table.is_mixed and not all(label.text.isdecimal() for label, _ in rows):
            rows.sort(key=lambda row: -self._value(row[1]))
        most = max((self._value(values) for _, values in rows), default=0)
        return [*shown, *(self._row(label, values, most) for label, values in rows)]

    def _value(self, values: Sequence[Number | None]) -> Number:
        return values[self.column] or 0

    def _row(self, label: Label, values: Sequence[Number | None], most: Number) -> Row:
        sign = self._signs.get(label.text) if label.kind == "seat" else None
        if self.table.is_mixed:
            numbers = zip(self.table.columns, values, strict=True)
            detail = join_parts(f"{self._label(column)} {describe_number(value, column)}" for column, value in numbers)
            return Row(self._label(label), detail=detail)
        value, column = self._value(values), self.table.columns[self.column]
        return Row(
            self._label(label), value=describe_number(value, column), sign=sign, bar=value / most if most else 0.0
        )

    def _label(self, label: Label) -> str:
        match label.kind:
            case "seat":
                return self._seats[label.text].text if label.text in self._seats else label.text
            case "player":
                return label.text
            case "variant" if label.option is not None:
                value = label.option.describe_value(label.value)
                return say("{option}: {value}", option=say(label.option.title), value=value)
        return say(label.text)

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Next column") if any(row.id for row in self.rows()) else "", back=say("Back"))

    def choose(self, row_id: str) -> None:  # noqa: ARG002 - there is one choice
        """Look at the next column."""
        self.column = (self.column + 1) % len(self.table.columns)


def _paint_sign(game: TableGame[Session], sign: object, fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
    """Return the sign of a seat."""
    return game.pictures(fonts).sign(sign, size[0])


def describe_progress(counter: GameCounter) -> str:
    """Say how many games are still to be counted; empty: all have been."""
    if counter.problem:
        return counter.problem
    if counter.is_done:
        return ""
    return say_count("{done} of {n} game counted", "{done} of {n} games counted", counter.total, done=counter.done)
