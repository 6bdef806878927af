"""The lists that open over the game: menu, log, help."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.button_colours import button_name
from companion.device.language import say
from companion.screen.pages import Keys, ListPage, Page, Row
from companion.table.ask_step import AskStep
from companion.table.bots import has_bots, why_no_bots
from companion.table.game import TableGame
from companion.table.hint import HintStep, why_no_hint
from companion.table.lists import ListStep
from companion.table.lying_step import LyingStep
from companion.table.option_rows import idle_row
from companion.table.replay_step import running_replay
from companion.table.seats_menu import SeatsStep, has_seats, may_change_seats
from companion.table.session import Session
from companion.table.settings_menu import SettingsStep
from companion.table.step import Step
from companion.table.undo_step import HappenedStep, UndoStep, can_undo_anything
from companion.voice import Level
from hardware.buttons import Button, Press


def _who_sees_hints(session: Session) -> str:
    """Describe who is given a hint."""
    if session.table_game.play.is_public:
        return say("Everybody sees it.")
    return say("Everybody sees it, but what names hidden cards.")


class MenuStep(ListStep):
    """The menu of a running game; held, Back marks the way to the main menu."""

    name = "menu"
    takes_held_back = True

    def press(self, press: Press) -> None:
        """Mark the last row with Back held; nothing is left without another press."""
        if press == Press(Button.BACK, held=True):
            self.index = len(self._ids()) - 1
        else:
            super().press(press)

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return replace(super().keys(), back_hold=say("Main menu"))

    def title(self) -> str:
        """Return the page's title."""
        return say("Menu")

    def rows(self) -> Sequence[Row]:
        """Return the pages that can be opened."""
        return (
            Row(say("What now?"), "help"),
            self._undo_row(),
            Row(say("What happened"), "log"),
            Row(say("Ask the table"), "ask"),
            Row(say("As it lies now"), "as-it-lies"),
            *(Row(text, row_id) for row_id, (text, _) in self.session.table_game.menu().items()),
            *self._hint_rows(),
            *self._seats_rows(),
            *([Row(say("Phones"), "phones")] if self.session.around.phones else []),
            *([Row(say("Another table"), "tables")] if self.session.other_table is not None else []),
            Row(say("Pause"), "pause"),
            Row(say("Settings"), "settings"),
            Row(
                say("Main menu"), "start", detail=say("The game is kept and can go on later.") if self._goes_on else ""
            ),
        )

    def _undo_row(self) -> Row:
        """Return the row of what can be taken back; it keeps its place while there is nothing."""
        row = Row(say("Undo"), "undo")
        if can_undo_anything(self.session):
            return row
        return idle_row(replace(row, detail=say("There is nothing to take back yet.")))

    def _hint_rows(self) -> list[Row]:
        """Return the row of hints where bots know the table; it keeps its place without any."""
        if not has_bots(self.session) or why_no_bots(self.session):
            return []
        why_not = why_no_hint(self.session)
        row = Row(say("Hint"), "hint", detail=why_not or _who_sees_hints(self.session))
        return [idle_row(row) if why_not else row]

    def _seats_rows(self) -> list[Row]:
        """Return the row of the seats where they can change; it keeps its place at the end."""
        row = Row(say("Who comes and goes?"), "seats")
        if not has_seats(self.session):
            return []
        return [row if may_change_seats(self.session) else idle_row(replace(row, detail=say("The game is over.")))]

    @property
    def _goes_on(self) -> bool:
        """True while the game has no result: then it can go on later."""
        game = self.session.game
        is_over = self.session.running_step.is_end
        return game is not None and not is_over and self.session.table_game.history.result_line(game.state) is None

    def choose(self, row_id: str) -> None:
        """Open it."""
        if row_id == "start":
            self.session.open_start_page()
            return
        if row_id == "ask":
            # What is asked about is the game's page, not its menu.
            self.session.open(AskStep(self.session, below=self.session.running_step))
            return
        own = self.session.table_game.menu()
        if row_id in own:
            self.session.open(own[row_id][1](self.session))
            return
        if row_id == "phones" and self.session.around.phones:
            self.session.open(self.session.around.phones(self.session))
            return
        if row_id == "tables" and self.session.other_table is not None:
            self.session.open(self.session.other_table.menu_step(self.session))
            return
        self.session.open(_STEPS[row_id](self.session))


class PauseStep(Step[Session]):
    """Pause for supper: a calm page and a dark ring; the clock stands still until Advance."""

    stops_clock = True

    def begin(self) -> None:
        """Say that the game waits."""
        self.session.say(say("Pause"), Level.PHASE)

    def advance(self) -> None:
        """Go on with the game, without the menu."""
        self.session.close()
        self.session.close()

    def page(self) -> Page:
        """Return the page, which stays as it is."""
        text = say("The game is kept and waits for you. The clock stands still.")
        return ListPage("pause", say("Pause"), text=text, keys=Keys(advance=say("Go on")))


class LogStep(HappenedStep):
    """All that has happened, the latest first; an event leads to its moment in the replay."""

    name = "log"

    def title(self) -> str:
        """Return the page's title."""
        return say("What happened")

    def rows(self) -> Sequence[Row]:
        """Return the events, and when they happened."""
        return [Row(self.describe(row_id), row_id, self._time(row_id)) for row_id in self.happened()]

    def _time(self, row_id: str) -> str:
        if not row_id.isdecimal():
            return ""
        number = int(row_id)
        before = self.states[number - 1] if number else None
        return self.session.table_game.history.describe_event_time(before, self.states[number])

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Show"), draw=say("Next"), back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Show the moment of an event."""
        if row_id.isdecimal():
            self.session.open(running_replay(self.session, int(row_id)))


class HelpStep(ListStep):
    """Help page ("What now?"): the rules of the running phase and the functions of the buttons.

    The rules are a few sentences.
    """

    name = "help"

    def title(self) -> str:
        """Return the page's title."""
        return say("What now?")

    def rows(self) -> Sequence[Row]:
        """Return sentences."""
        assert self.session.game is not None
        game = self.session.table_game
        return tuple(Row(text) for text in (*game.help(self.session.game.state), *_buttons(game)))

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Do nothing: there is nothing to choose."""


def _buttons(game: TableGame[Session]) -> tuple[str, ...]:
    return (
        say(
            "{button} confirms; held, it takes the table as it lies, whatever the rules say.",
            button=button_name(Button.ADVANCE),
        ),
        game.describe_draw_button(),
        say("{button} takes back a move; held, it opens the menu.", button=button_name(Button.BACK)),
    )


#: The pages that the menu of every game opens, by the ids of its rows.
_STEPS: dict[str, type[Step[Session]]] = {
    "help": HelpStep,
    "undo": UndoStep,
    "log": LogStep,
    "as-it-lies": LyingStep,
    "hint": HintStep,
    "seats": SeatsStep,
    "pause": PauseStep,
    "settings": SettingsStep,
}
