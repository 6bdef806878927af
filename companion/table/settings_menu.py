"""Settings in groups: each is found in two touches, by its group and its name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.device.language import LANGUAGES, later, say, say_count
from companion.device.options import AnyOption
from companion.device.sentences import join_items, together
from companion.device.settings import (
    BY_EAR,
    CAMERA,
    FULL_SCREEN,
    HINTS,
    HURRY,
    LANGUAGE,
    MENU_LOCK,
    OPPONENTS,
    PACE,
    RATING,
    SPEED,
    STICKERS,
    TALK,
    THEME,
    TYPE_SIZE,
    VOICE,
    VOLUME,
    WORDS_PER_MINUTE,
)
from companion.screen.pages import Keys, Row
from companion.table.first_run import LanguageStep
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.session import Session
from companion.table.version_page import VersionStep
from companion.voice.espeak import lacks_voice

#: Prefixes of the ids of groups, by which no game's is one of the box's; an option's id has no space.
_BOX_GROUP = "group "
_GAME_GROUP = "game "
#: Row that deletes how plain pieces look; no option is called so.
_FORGET_LOOKS = "forget looks"
#: The box's groups: their ids, titles and options. A group of one option is that option's row.
_GROUPS: tuple[tuple[str, str, tuple[AnyOption, ...]], ...] = (
    ("language", later("Language"), (LANGUAGE,)),
    ("sound", later("Sound"), (VOLUME, TALK, BY_EAR, WORDS_PER_MINUTE, VOICE)),
    ("screen", later("Screen and speed"), (FULL_SCREEN, SPEED, HURRY, THEME, TYPE_SIZE, RATING)),
    ("camera", later("Camera"), (CAMERA, STICKERS)),
    ("opponents", later("Opponents, hints and menu lock"), (OPPONENTS, PACE, HINTS, MENU_LOCK)),
)


@dataclass(frozen=True)
class SettingsGroup:
    """Settings that belong together; `game` is None for the box's own.

    The id is that of the row that opens them.
    """

    id: str
    title: str
    options: tuple[AnyOption, ...]
    game: TableGame[Session] | None = None

    def row_id(self, option: AnyOption) -> str:
        """Return the id of an option's row; no game's is one of the box's."""
        return option.id if self.game is None else f"{self.game.rules.id} {option.id}"


def settings_groups(session: Session) -> list[SettingsGroup]:
    """Return the groups of all settings that there are at this table, in the language in use."""
    # Where no camera is wanted from the start there is nothing to choose; hints are a bot's, too.
    left_out = {
        **dict.fromkeys((CAMERA.id, STICKERS.id), not session.around.camera_wanted and session.watching is None),
        **dict.fromkeys((OPPONENTS.id, PACE.id, HINTS.id), session.around.opponent is None),
    }
    groups = []
    for group_id, title, options in _GROUPS:
        shown = tuple([option for option in options if not left_out.get(option.id, False)])
        if shown:
            groups.append(SettingsGroup(f"{_BOX_GROUP}{group_id}", say(title), shown))
    for game in session.games_by_name:
        if game.options:
            groups.append(SettingsGroup(f"{_GAME_GROUP}{game.rules.id}", game.title(), tuple(game.options), game))
    return groups


class _OptionsStep(ListStep):
    """List of options; a choice takes the next value."""

    def option_rows(self, group: SettingsGroup) -> list[Row]:
        """Return a row for each setting of a group, with its value."""
        settings = self.session.settings
        if group.game is not None:
            values = settings.of_game(group.game.rules.id, group.options)
            return [option_row(option, values[option.id], group.row_id(option)) for option in group.options]
        return [
            option_row(option, getattr(settings, option.id), detail=self._describe_option(option))
            for option in group.options
        ]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"))

    def _describe_option(self, option: AnyOption) -> str:
        """Return what players should know before they choose a value; empty for most options."""
        if option is STICKERS and self.session.settings.is_plain:
            return say(
                "Plain pieces are known by where they lie. Two of one colour that are swapped look the same: nobody"
                " notices that."
            )
        return together(self._no_letters(), self._no_voice()) if option is LANGUAGE else ""

    def _no_letters(self) -> str:
        """Say which package a language needs to be offered; nothing if all are."""
        packages = (language.font_package for code, language in LANGUAGES.items() if code not in self.session.languages)
        package = next(filter(None, packages), "")
        if not package:
            return ""
        return say("Another language is offered when a font for it is installed, such as {package}.", package=package)

    def _no_voice(self) -> str:
        """Say that the language is not spoken; nothing if it is."""
        if not lacks_voice(self.session.settings.language):
            return ""
        return say("No voice speaks this language here: everything is only shown.")

    def change(self, group: SettingsGroup, row_id: str) -> None:
        """Give the option of this row its next value, if it is in the group."""
        option = next((option for option in group.options if group.row_id(option) == row_id), None)
        if option is None:
            return
        settings, game = self.session.settings, group.game
        if game is None:
            values = self.session.languages if option is LANGUAGE else ()
            changed = replace(settings, **{option.id: option.after(getattr(settings, option.id), values)})
        else:
            value = option.after(settings.of_game(game.rules.id, group.options)[option.id])
            changed = settings.with_game(game.rules.id, {option.id: value})
        self.session.change_settings(changed)


class SettingsStep(_OptionsStep):
    """Groups of the box's settings, and of the options that a new game of each kind proposes."""

    name = "settings"

    def title(self) -> str:
        """Return the page's title."""
        return say("Settings")

    def rows(self) -> Sequence[Row]:
        """Return every group with what is in it; alone in its group, a setting itself."""
        rows = []
        for group in settings_groups(self.session):
            if len(group.options) == 1 and group.game is None:
                rows += self.option_rows(group)
            else:
                inside = join_items(row.text for row in self.option_rows(group)) if group.game is None else ""
                rows.append(Row(group.title, group.id, detail=inside))
        phones = [Row(say("Phones"), "phones")] if self.session.around.phones else []
        version = Row(say("Version"), "version", detail=say("Updates and reports"))
        return [*rows, *phones, Row(say("Set up the box"), "first_run"), version]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Open a group or a page; or the setting's next value."""
        if row_id.startswith((_BOX_GROUP, _GAME_GROUP)):
            self.session.open(SettingsGroupStep(self.session, row_id))
        elif row_id == "first_run":
            self.session.open(LanguageStep(self.session))
        elif row_id == "version":
            self.session.open(VersionStep(self.session))
        elif row_id == "phones" and self.session.around.phones:
            self.session.open(self.session.around.phones(self.session))
        else:
            for group in settings_groups(self.session):
                self.change(group, row_id)


class SettingsGroupStep(_OptionsStep):
    """Settings of a group, or of one game."""

    name = "settings-group"

    def __init__(self, session: Session, group_id: str) -> None:
        super().__init__(session)
        self._group_id = group_id

    @property
    def _group(self) -> SettingsGroup:
        return next(group for group in settings_groups(self.session) if group.id == self._group_id)

    def title(self) -> str:
        """Return the group's name."""
        return self._group.title

    def rows(self) -> Sequence[Row]:
        """Return every setting with its value, and what the table has learned of plain pieces."""
        rows, known = self.option_rows(self._group), self.session.looks.count
        if STICKERS in self._group.options and known:
            detail = say_count(
                "One piece is known by its look from above.", "{n} pieces are known by their look from above.", known
            )
            rows.append(Row(say("Forget how pieces look"), _FORGET_LOOKS, detail=detail))
        return rows

    def choose(self, row_id: str) -> None:
        """Change a setting to its next value, or forget what was learned."""
        if row_id == _FORGET_LOOKS:
            self.session.looks.forget()
        else:
            self.change(self._group, row_id)
