"""The lists that open over the game: menu, undo, log, help, settings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.device.button_colours import button_name
from companion.device.language import LANGUAGES, say
from companion.device.options import Option
from companion.device.settings import BOX_OPTIONS, CAMERA, FULL_SCREEN, HURRY, LANGUAGE, SPEED, TALK, VOLUME
from companion.fonts import CHINESE_PACKAGE
from companion.screen.pages import Keys, Row, Tone
from companion.table.first_run import LanguageStep
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.session import Session
from hardware.buttons import Button


class MenuStep(ListStep):
    """The menu of a running game."""

    name = "menu"

    def title(self) -> str:
        """The page's title."""
        return say("Menu")

    def rows(self) -> Sequence[Row]:
        """Return the pages that can be opened."""
        return (
            Row(say("What now?"), "help"),
            Row(say("Undo"), "undo"),
            Row(say("What happened"), "log"),
            *(Row(text, row_id) for row_id, (text, _) in self.session.table_game.menu().items()),
            Row(say("Settings"), "settings"),
            Row(say("Main menu"), "start", detail=say("The game is kept and can go on later.")),
        )

    def choose(self, row_id: str) -> None:
        """Opens it."""
        if row_id == "start":
            self.session.open_start_page()
            return
        own = self.session.table_game.menu()
        if row_id in own:
            self.session.open(own[row_id][1](self.session))
            return
        steps = {"help": HelpStep, "undo": UndoStep, "log": LogStep, "settings": SettingsStep}
        self.session.open(steps[row_id](self.session))


class UndoStep(ListStep):
    """Menu of undo: the events that can be taken back, the latest first.

    A choice takes back that event and all after it.
    """

    name = "undo"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.game = session.game
        self.states = session.game.states()

    def title(self) -> str:
        """The page's title."""
        return say("Undo")

    def text(self) -> str:
        """Describe the effect of a choice."""
        if not self._numbers():
            return say("There is nothing to take back yet.")
        return say("The chosen move and all after it are taken back. Then the screen shows how to put the table right.")

    def rows(self) -> Sequence[Row]:
        """The events, the latest first."""
        marked = self._numbers()[self.index % len(self._numbers())] if self._numbers() else 0
        return [
            Row(
                self.session.table_game.describe_event(
                    self.states[number - 1], self.game.events[number], self.states[number]
                ),
                str(number),
                tone=Tone.BAD if number >= marked else Tone.PLAIN,
            )
            for number in self._numbers()
        ]

    def _numbers(self) -> list[int]:
        """Events that players made; those between follow by themselves."""
        events = self.game.events
        return [n for n in range(len(events) - 1, 0, -1) if self.session.table_game.can_undo(events[n])]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Take back") if self._numbers() else "", draw=say("Older"), back=say("Cancel"))

    def choose(self, row_id: str) -> None:
        """Takes back that event and all after it."""
        self.session.undo(int(row_id))


class LogStep(ListStep):
    """All that has happened, the latest first."""

    name = "log"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.game = session.game
        self.states = session.game.states()

    def title(self) -> str:
        """The page's title."""
        return say("What happened")

    def rows(self) -> Sequence[Row]:
        """The events, and when they happened."""
        rows, table_game = [], self.session.table_game
        for number in range(len(self.game.events) - 1, -1, -1):
            before, after = (self.states[number - 1] if number else None), self.states[number]
            event_text = table_game.describe_event(before, self.game.events[number], after)
            rows.append(Row(event_text, str(number), table_game.describe_event_time(before, after)))
        return rows

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(draw=say("Down"), back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Do nothing: there is nothing to choose."""


class HelpStep(ListStep):
    """Help page ("What now?"): the rules of the running phase and the functions of the buttons.

    The rules are a few sentences.
    """

    name = "help"

    def title(self) -> str:
        """The page's title."""
        return say("What now?")

    def rows(self) -> Sequence[Row]:
        """Sentences."""
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


class SettingsStep(ListStep):
    """Menu of the box's settings and of the options that a new game of each kind proposes.

    A choice takes the next value.
    """

    name = "settings"

    def title(self) -> str:
        """The page's title."""
        return say("Settings")

    def rows(self) -> Sequence[Row]:
        """Every setting with its value."""
        settings = self.session.settings
        rows = []
        for option in (LANGUAGE, VOLUME, TALK, SPEED, HURRY, CAMERA):
            detail = self._no_letters() if option is LANGUAGE else ""
            rows.append(option_row(option, getattr(settings, option.id), detail=detail))
        of_the_box = [option_row(FULL_SCREEN, settings.full_screen), Row(say("Set up the box"), "first_run")]
        if len(self.session.games) == 1:
            return [*rows, *self._game_rows(self.session.games[0]), *of_the_box]
        rows += of_the_box
        for game in self.session.games:
            if game.options:
                rows += [Row(game.title(), tone=Tone.FADED), *self._game_rows(game)]
        return rows

    def _game_rows(self, game: TableGame[Session]) -> Iterator[Row]:
        values = self.session.settings.of_game(game.rules.id, game.options)
        for option in game.options:
            yield option_row(option, values[option.id], self._row_id(game, option))

    def _row_id(self, game: TableGame[Session], option: Option[Any]) -> str:
        return option.id if len(self.session.games) == 1 else f"{game.rules.id} {option.id}"

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"))

    def _no_letters(self) -> str:
        """Why a language is not offered, if one is not."""
        if len(self.session.languages) == len(LANGUAGES):
            return ""
        return say("Chinese is offered when a font for it is installed, such as {package}.", package=CHINESE_PACKAGE)

    def choose(self, row_id: str) -> None:
        """The setting's next value."""
        settings = self.session.settings
        if row_id == "first_run":
            self.session.open(LanguageStep(self.session))
            return
        for option in BOX_OPTIONS:
            if option.id == row_id:
                values = self.session.languages if option is LANGUAGE else ()
                value = option.after(getattr(settings, option.id), values)
                self.session.change_settings(replace(settings, **{option.id: value}))
                return
        for game in self.session.games:
            for option in game.options:
                if self._row_id(game, option) == row_id:
                    value = option.after(settings.of_game(game.rules.id, game.options)[option.id])
                    self.session.change_settings(settings.with_game(game.rules.id, {option.id: value}))
