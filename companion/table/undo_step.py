"""Lists of the events of the running game, and of those that can be taken back."""

from collections.abc import Sequence

from companion.device.language import say
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.mended import describe_mend
from companion.table.other_table import why_not_mended
from companion.table.seats_menu import describe_change, undo_seats
from companion.table.session import Session

#: Prefix of the rows of changes of seats among those of events.
_SEATS = "seats "
#: Prefix of the rows of mends.
_MEND = "mend "


class HappenedStep(ListStep):
    """List of the game's events, its mends and the changes of seats, the latest first."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.game = session.game
        self.states = session.game.states()
        self.changes = session.seating.changes
        self.mends = () if session.game_id is None else session.journal.mends(session.game_id)

    def describe(self, row_id: str) -> str:
        """Describe what has happened, in a line."""
        if row_id.startswith(_SEATS):
            return describe_change(self.session, self.changes[int(row_id.removeprefix(_SEATS))][1])
        if row_id.startswith(_MEND):
            return describe_mend(self.mends[int(row_id.removeprefix(_MEND))].note)
        number = int(row_id)
        before = self.states[number - 1] if number else None
        return self.session.table_game.describe_event(before, self.game.events[number], self.states[number])

    def happened(self) -> list[str]:
        """Return a row id for each event and change, the latest first."""
        events = [(number, 1, number, str(number)) for number in range(len(self.game.events))]
        # A change comes after so many events, and so before the event of this number.
        changes = [(events, 0, place, f"{_SEATS}{place}") for place, (events, _) in enumerate(self.changes)]
        mends = [(mend.events, -1, place, f"{_MEND}{place}") for place, mend in enumerate(self.mends)]
        return [row_id for *_, row_id in sorted((*events, *changes, *mends), reverse=True)]


class UndoStep(HappenedStep):
    """Menu of undo: what can be taken back, the latest first.

    A choice takes back that and all after it. Events of one act are one row.
    """

    name = "undo"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        #: Texts of acts of several events, by the number of the first; and the numbers of the others.
        self._acts, self._later = dict[str, str](), set[str]()
        # At a virtual table everybody does their part of an act alone.
        if session.hidden_cards is None:
            self._find_acts()

    def _find_acts(self) -> None:
        events, changed = self.game.events, {count for count, _ in self.changes}
        first = 0
        for number in range(1, len(events)):
            text = (
                self.session.table_game.history.describe_act(events[first : number + 1])
                if number not in changed
                else ""
            )
            if text:
                self._acts[str(first)] = text
                self._later.add(str(number))
            else:
                first = number

    def describe(self, row_id: str) -> str:
        """Describe an act in a line."""
        return self._acts.get(row_id) or super().describe(row_id)

    def title(self) -> str:
        """Return the page's title."""
        return say("Undo")

    def text(self) -> str:
        """Describe the effect of a choice."""
        return say("The chosen move and all after it are taken back. Then the screen shows how to put the table right.")

    def rows(self) -> Sequence[Row]:
        """Return what can be taken back, the latest first."""
        undoable = self._undoable()
        marked = self.index % max(1, len(undoable))
        return [
            Row(self.describe(row_id), row_id, tone=Tone.BAD if place <= marked else Tone.PLAIN)
            for place, row_id in enumerate(undoable)
        ]

    def _undoable(self) -> list[str]:
        """Return what players did; events between follow by themselves."""

        def is_undoable(row_id: str) -> bool:
            if row_id.startswith(_SEATS):
                return not self.changes[int(row_id.removeprefix(_SEATS))][1].automatic
            if row_id.startswith(_MEND):
                return _can_undo_mends(self.session)
            return row_id not in self._later and _can_undo_event(
                self.session, self.game.events[int(row_id)], int(row_id)
            )

        return [row_id for row_id in self.happened() if is_undoable(row_id)]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Take back"), draw=say("Older"), draw_hold=say("Newer"), back=say("Cancel"))

    def choose(self, row_id: str) -> None:
        """Take that back and all after it."""
        if row_id.startswith(_SEATS):
            undo_seats(self.session, int(row_id.removeprefix(_SEATS)))
        elif row_id.startswith(_MEND):
            self.session.undo_mend(self.mends[int(row_id.removeprefix(_MEND))].place)
        else:
            self.session.undo(int(row_id))


def can_undo_anything(session: Session) -> bool:
    """Return True if the list of what can be taken back has a row."""
    game = session.game
    if game is None:
        return False
    return (
        any(_can_undo_event(session, event, number) for number, event in reversed([*enumerate(game.events)]))
        or any(not change.automatic for _, change in session.seating.changes)
        or (session.game_id is not None and _can_undo_mends(session) and bool(session.journal.mends(session.game_id)))
    )


def undo_label(session: Session) -> str:
    """Return the label of Back where it shows what can be undone; empty while nothing can be."""
    return say("Undo") if can_undo_anything(session) else ""


def open_undo(session: Session) -> None:
    """Show what can be undone; do nothing while nothing can be."""
    if can_undo_anything(session):
        session.open(UndoStep(session))


def _can_undo_event(session: Session, event: object, number: int) -> bool:
    return number >= session.first_undoable and session.table_game.history.can_undo(event)


def _can_undo_mends(session: Session) -> bool:
    return not why_not_mended(session.other_table, session.game_id)
