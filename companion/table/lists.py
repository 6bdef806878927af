"""Lists to choose from, the same on every page that has one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.device.language import say
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.session import Session
from companion.table.step import Step

ChoiceT = TypeVar("ChoiceT")


def step_choice(choices: Sequence[ChoiceT], marked: ChoiceT | None, steps: int) -> ChoiceT | None:
    """Return the choice that is `steps` places after the marked one, round and round.

    Where none is marked it is the first one, or the last one backwards; None if there are no choices.
    """
    if not choices:
        return None
    if marked not in choices:
        return choices[0 if steps > 0 else -1]
    return choices[(choices.index(marked) + steps) % len(choices)]


def index_of(rows: Sequence[Row], row_id: str | None) -> int | None:
    """Return the index of the row with this id; None if there is none."""
    return next((number for number, row in enumerate(rows) if row_id and row.id == row_id), None)


def leave_sentence_to_caption(row: Row) -> Row:
    """Return the row of a task that the caption says, only to be ticked.

    It has room for its sentence, which comes back afterwards.
    """
    return replace(row, text=say("Done?"), room_for=row.text, tone=Tone.NOW)


def with_step_back(keys: Keys, count: int) -> Keys:
    """Return the keys of a list with so many choices, in which holding Draw steps back."""
    return replace(keys, draw_hold=(keys.draw_hold or say("Previous")) if keys.draw and count > 1 else "")


class ListStep(Step[Session]):
    """A list to choose from by touch, or: Draw goes down, held up, Advance chooses, Back leaves."""

    name = ""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.index = 0

    def title(self) -> str:
        """Return the page's title: each list has its own."""
        raise NotImplementedError

    def rows(self) -> Sequence[Row]:
        """Return the rows, each list its own; those with an id can be chosen."""
        raise NotImplementedError

    def all_rows(self) -> Sequence[Row]:
        """Return the rows, with those that all lists of a kind have besides."""
        return self.rows()

    def tiles(self) -> Sequence[Row]:
        """Return the choices with places of their own, above the rows."""
        return ()

    def choose(self, row_id: str) -> None:
        """Take the choice of a row."""

    def text(self) -> str:
        """Return the text before the rows."""
        return ""

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=say("Back"))

    def page(self) -> Page:
        """Return the list, with the row that Advance chooses."""
        tiles, rows = tuple(self.tiles()), tuple(self.all_rows())
        choices = [number for number, row in enumerate((*tiles, *rows)) if row.id]
        selected = choices[self.index % len(choices)] if choices else None
        return ListPage(
            self.name,
            self.title(),
            rows,
            self.text(),
            selected,
            keys=with_step_back(self.keys(), len(choices)),
            status=self.session.notice,
            tiles=tiles,
        )

    def _ids(self) -> list[str]:
        return [row.id for row in (*self.tiles(), *self.all_rows()) if row.id]

    def advance(self) -> None:
        """Choose the selected row."""
        ids = self._ids()
        if ids:
            self._choose(ids[self.index % len(ids)])

    def _choose(self, row_id: str) -> None:
        """Choose a row, which stays marked while the list is open."""
        self.choose(row_id)
        # What was left by the choice may have lost the game that its rows are about.
        if self.session.step is self and row_id in (ids := self._ids()):
            self.index = ids.index(row_id)

    def draw(self) -> None:
        """Select the next row."""
        self.index = (self.index + 1) % max(1, len(self._ids()))

    def draw_held(self) -> None:
        """Select the row before."""
        self.index = (self.index - 1) % max(1, len(self._ids()))

    def back(self) -> None:
        """Leave the list."""
        self.session.close()

    def touch(self, target: str) -> None:
        """Choose the touched row."""
        ids = self._ids()
        if target in ids:
            self.index = ids.index(target)
            self._choose(target)
