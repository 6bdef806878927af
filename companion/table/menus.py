"""The lists that open over the game: menu, undo, log, help, settings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.box.language import LANGUAGES, say
from companion.box.settings import CAMERAS, NO_CAMERA, TALKS
from companion.fonts import CHINESE_PACKAGE
from companion.screen.pages import Keys, Row, Tone
from companion.table.first_run import LanguageStep
from companion.table.lists import ListStep
from companion.table.session import Session

#: The speeds and volumes that the settings offer.
SPEEDS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
VOLUMES = (0, 25, 50, 75, 100)

_Value = TypeVar("_Value")


class MenuStep(ListStep):
    """The menu of a running game."""

    name = "menu"

    def title(self) -> str:
        """The page's title."""
        return say("Menu")

    def rows(self) -> Sequence[Row]:
        """What can be opened."""
        return (
            Row(say("What now?"), "help"),
            Row(say("Undo"), "undo"),
            Row(say("What happened"), "log"),
            Row(say("Settings"), "settings"),
            Row(say("To the first page"), "start", detail=say("The game is kept and can go on later.")),
        )

    def choose(self, row_id: str) -> None:
        """Opens it."""
        if row_id == "start":
            self.session.to_start()
            return
        steps = {"help": HelpStep, "undo": UndoStep, "log": LogStep, "settings": SettingsStep}
        self.session.open(steps[row_id](self.session))


class UndoStep(ListStep):
    """What can be taken back, the latest first: a choice takes back that event and all after it."""

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
        """What a choice does."""
        if not self._numbers():
            return say("There is nothing to take back yet.")
        return say("The chosen move and all after it are taken back. Then I show how to put the table right.")

    def rows(self) -> Sequence[Row]:
        """The events, the latest first."""
        marked = self._numbers()[self.index % len(self._numbers())] if self._numbers() else 0
        return [
            Row(
                self.session.table_game.tell_event(
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
        return [n for n in range(len(events) - 1, 0, -1) if self.session.table_game.can_be_taken_back(events[n])]

    def keys(self) -> Keys:
        """What the buttons do."""
        return Keys(advance=say("Take back") if self._numbers() else "", draw=say("Farther back"), back=say("Keep"))

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
            told = table_game.tell_event(before, self.game.events[number], after)
            rows.append(Row(told, str(number), table_game.moment(before, after)))
        return rows

    def keys(self) -> Keys:
        """What the buttons do."""
        return Keys(draw=say("Down"), back=say("Back"))

    def choose(self, row_id: str) -> None:
        """There is nothing to choose."""


class HelpStep(ListStep):
    """What now? The rules of the running phase in a few sentences, and what the buttons do."""

    name = "help"

    def title(self) -> str:
        """The page's title."""
        return say("What now?")

    def rows(self) -> Sequence[Row]:
        """Sentences."""
        assert self.session.game is not None
        return tuple(Row(text) for text in (*self.session.table_game.help(self.session.game.state), *_buttons()))

    def keys(self) -> Keys:
        """What the buttons do."""
        return Keys(back=say("Back"))

    def choose(self, row_id: str) -> None:
        """There is nothing to choose."""


def _buttons() -> tuple[str, ...]:
    return (
        say("Advance confirms; held, it takes the table as it lies, whatever the rules say."),
        say("Draw turns over a card; at other times it says again what is to be done."),
        say("Back takes back a move; held, it opens the menu."),
    )


class SettingsStep(ListStep):
    """Language, sound, speed, camera, the variants that a new game proposes; a choice takes the next value."""

    name = "settings"

    def title(self) -> str:
        """The page's title."""
        return say("Settings")

    def rows(self) -> Sequence[Row]:
        """Every setting with its value."""
        settings = self.session.settings
        talk = {"all": say("everything"), "phases": say("the phases only"), "quiet": say("nothing")}
        camera = say("none: play by hand") if settings.camera == NO_CAMERA else say("automatic")
        volume = say("{n} %", n=settings.volume) if settings.volume else say("off")
        return (
            Row(say("Language"), "language", LANGUAGES[settings.language], detail=self._no_letters()),
            Row(say("Volume"), "volume", volume),
            Row(say("What is spoken"), "talk", talk[settings.talk]),
            Row(say("Speed of the monster"), "speed", say("{speed} times", speed=f"{settings.speed:g}")),
            Row(say("Camera"), "camera", camera),
            *self.session.table_game.variant_rows(settings),
            Row(say("Full screen"), "full_screen", yes_or_no(settings.full_screen)),
            Row(say("Set up the box"), "first_run"),
        )

    def keys(self) -> Keys:
        """What the buttons do."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"))

    def _no_letters(self) -> str:
        """Why a language is not offered, if one is not."""
        if len(self.session.languages) == len(LANGUAGES):
            return ""
        return say("Chinese is offered when a font for it is installed, such as {package}.", package=CHINESE_PACKAGE)

    def choose(self, row_id: str) -> None:
        """The setting's next value."""
        settings = self.session.settings
        match row_id:
            case "first_run":
                self.session.open(LanguageStep(self.session))
                return
            case "language":
                settings = replace(settings, language=_after(self.session.languages, settings.language))
            case "volume":
                settings = replace(settings, volume=_after(VOLUMES, settings.volume))
            case "talk":
                settings = replace(settings, talk=_after(TALKS, settings.talk))
            case "speed":
                settings = replace(settings, speed=_after(SPEEDS, settings.speed))
            case "camera":
                settings = replace(settings, camera=_after(CAMERAS, settings.camera))
            case "full_screen":
                settings = replace(settings, full_screen=not settings.full_screen)
            case _:
                settings = self.session.table_game.next_variant(settings, row_id)
        self.session.change_settings(settings)


def yes_or_no(value: bool) -> str:
    """A setting that is on or off, as its value is shown."""
    return say("yes") if value else say("no")


def _after(values: Sequence[_Value], value: _Value) -> _Value:
    """The value after this one, the first after the last."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]
