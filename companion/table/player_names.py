"""Names of players at the table: who sits where, and a name written letter by letter."""

import unicodedata
from collections.abc import Callable, Sequence

from companion.device.errors import UserError
from companion.device.language import say
from companion.journal.player_names import LONGEST_NAME, clean_name
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.option_rows import idle_row
from companion.table.session import Session
from companion.table.writing_step import DELETE, LETTER, WritingStep

#: The id of the row that opens the names of a new game.
NAMES = "names"
#: Begins the ids of rows with a name.
_NAME = "name "
_GUEST = "guest"
_NEW = "new-name"
_DONE = "done"
_SPACE = "space"
#: Begins the ids of groups of letters, each of them a row: all letters at once have no room on small screens.
_GROUP = "group "
_GROUPS = ("ABCDEF", "GHIJKL", "MNOPQR", "STUVWXYZ", "ÄÖÜÉÈÇÑ-")


def names_row(session: Session, seats: Sequence[str]) -> Row:
    """Return the row with the number of named players in these seats of a new game."""
    planned = session.seating.planned_names.get(session.table_game.rules.id, {})
    named = sum(seat in planned for seat in map(str, seats))
    row = Row(say("Names"), NAMES, str(named) if seats else "–")
    return row if seats else idle_row(row)


class NamesStep(ListStep):
    """List of the seats of a new game; a choice asks who sits there."""

    name = "names"

    def __init__(self, session: Session, seats: Sequence[str]) -> None:
        super().__init__(session)
        self._seats = tuple(map(str, seats))
        self._planned = session.seating.planned_names.setdefault(session.table_game.rules.id, {})

    def title(self) -> str:
        """Return the page's title."""
        return say("Names")

    def text(self) -> str:
        """Say what names are good for."""
        return say("Names stay on this box. Guests need none.")

    def rows(self) -> Sequence[Row]:
        """Return the seats, and who sits there."""
        known = {*self.session.names.names()}
        for seat in [seat for seat, name in self._planned.items() if name not in known]:
            # Forgotten or renamed meanwhile, by another program.
            del self._planned[seat]
        rows = {row.id: row for row in self.session.table_game.seat_rows()}
        return [
            Row(rows[seat].text, seat, self._planned.get(seat) or say("guest"), sign=rows[seat].sign)
            for seat in self._seats
        ]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"), back_hold=self.session.menu_name)

    def choose(self, row_id: str) -> None:
        """Ask who sits there."""
        others = {name for seat, name in self._planned.items() if seat != row_id and seat in self._seats}

        def sit(name: str) -> None:
            self._planned.pop(row_id, None)
            if name:
                self._planned[row_id] = name

        title = next(row.text for row in self.rows() if row.id == row_id)
        self.session.open(WhoSitsStep(self.session, title, self._planned.get(row_id, ""), others, sit))


class WhoSitsStep(ListStep):
    """Choice of who sits in a seat: a known player, a new one, or a guest."""

    name = "who-sits"

    def __init__(
        self, session: Session, title: str, sitting: str, others: set[str], sit: Callable[[str], None]
    ) -> None:
        """`others`: names that sit elsewhere; `sit` takes the chosen name, empty for a guest."""
        super().__init__(session)
        self._title, self._others, self._sit = title, others, sit
        ids = self._ids()
        self.index = ids.index(f"{_NAME}{sitting}") if f"{_NAME}{sitting}" in ids else 0

    def title(self) -> str:
        """Return what the seat is called."""
        return self._title

    def text(self) -> str:
        """Return the question."""
        return say("Who sits here?")

    def rows(self) -> Sequence[Row]:
        """Return a guest, all players who sit nowhere else, and the way to a new one."""
        free = [name for name in self.session.names.names() if name not in self._others]
        return [
            Row(say("A guest"), _GUEST),
            Row(say("New name"), _NEW, tone=Tone.NOW),
            *(Row(name, f"{_NAME}{name}") for name in free),
        ]

    @property
    def takes_text(self) -> bool:
        """True: whoever types begins a new name."""
        return True

    def typed(self, text: str) -> None:
        """Begin a new name; a blank is the green button's twin."""
        if not text.strip():
            self.advance()
            return
        step = WriteNameStep(self.session, say("New name"), "", self._add)
        self.session.open(step)
        step.typed(text)

    def choose(self, row_id: str) -> None:
        """Let this one sit there, or write a new name."""
        if row_id == _NEW:
            self.session.open(WriteNameStep(self.session, say("New name"), "", self._add))
            return
        self._sit("" if row_id == _GUEST else row_id.removeprefix(_NAME))
        self.session.close()

    def _add(self, name: str) -> None:
        """Keep a new name; somebody of that name may be known already. Raises UserError."""
        kept = self.session.names.add(name)
        if kept in self._others:
            raise UserError(say("Nobody sits in two seats."))
        self._sit(kept)
        self.session.close()


class WriteNameStep(WritingStep):
    """Name that is written on a keyboard, or letter by letter on the screen."""

    name = "write-name"
    done = _DONE

    def __init__(self, session: Session, title: str, written: str, keep: Callable[[str], None]) -> None:
        """`keep` takes the name once this page is closed. It may raise UserError."""
        super().__init__(session)
        self.written, self._begun = written, written
        self._title, self._keep = title, keep
        #: The group of letters that is open; empty: none.
        self._group = ""

    def title(self) -> str:
        """Return the page's title."""
        return self._title

    def text(self) -> str:
        """Return the name as far as it is written."""
        return f"{self.written}_"

    @property
    def has_choices(self) -> bool:
        """True as soon as anything is written."""
        return self.written not in ("", self._begun)

    def rows(self) -> Sequence[Row]:
        """Return the groups of letters and what else can be done; in a group its letters."""
        # The first letter of a word is large.
        small = self.written and self.written[-1] not in " -"
        if self._group:
            letters = self._group.lower() if small else self._group
            return [Row(letter, f"{LETTER}{letter}") for letter in letters]
        others = (
            Row(say("Done"), _DONE, tone=Tone.NOW),
            Row(say("Delete the last letter"), DELETE),
            Row(say("Space"), _SPACE),
        )
        groups = [Row(" ".join(group.lower() if small else group), f"{_GROUP}{group}") for group in _GROUPS]
        return [*groups, *(others if self.written else map(idle_row, others))]

    def back(self) -> None:
        """Leave the group of letters, or the page; what is written is lost only after a question."""
        if self._group:
            self._group, self.index = "", 0
        elif self.has_choices:
            self.session.open(LeaveNameStep(self.session, self.written))
        else:
            super().back()

    def write(self, text: str) -> None:
        """Add what can be seen of a text."""
        shown = "".join(letter for letter in unicodedata.normalize("NFC", text) if letter.isprintable())
        self.written = (self.written + shown).lstrip()[:LONGEST_NAME]
        self._group = ""

    def rub_out(self) -> bool:
        """Take the last letter away, and leave the group of letters."""
        self._group = ""
        return super().rub_out()

    def choose(self, row_id: str) -> None:
        """Write a letter, delete the last one, or keep the name."""
        match row_id:
            case "done":
                self._finish()
            case "delete":
                self.written = self.written[:-1]
            case "space":
                self.written = f"{self.written.rstrip()} "
            case _:
                if row_id.startswith(_GROUP):
                    self._group = row_id.removeprefix(_GROUP)
                else:
                    self.write(row_id.removeprefix(LETTER))
                self.index = 0

    def _finish(self) -> None:
        try:
            name = clean_name(self.written)
        except UserError as error:
            self.session.hint(str(error))
            return
        self.session.close()
        try:
            self._keep(name)
        except UserError as error:
            self.session.hint(str(error))


class LeaveNameStep(ListStep):
    """Question before a name that is not kept is left."""

    name = "leave-name"

    def __init__(self, session: Session, written: str) -> None:
        super().__init__(session)
        self._written = written

    def title(self) -> str:
        """Return the question."""
        return say("Leave without this name?")

    def text(self) -> str:
        """Say what would be lost."""
        return say("{name} is not kept yet.", name=self._written)

    def rows(self) -> Sequence[Row]:
        """Return both answers, first the one that loses nothing."""
        return Row(say("Go on writing"), "stay", tone=Tone.NOW), Row(say("Leave without it"), "leave")

    def choose(self, row_id: str) -> None:
        """Close this page, and the name's with it if it is left."""
        self.session.close()
        if row_id == "leave":
            self.session.close()
