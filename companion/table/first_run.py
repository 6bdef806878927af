"""First run: checks of language, screen, sound, buttons, ring, camera and tags in turn.

Each page opens the next; Back returns to the previous one. Anything that does not work can be skipped: a game
can be played without all of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.calibrating.camera_check import CameraCheck, CameraSetup
from companion.device.button_colours import button_name, press
from companion.device.errors import UserError
from companion.device.language import LANGUAGES, say
from companion.device.sentences import listed, together
from companion.device.settings import FULL_SCREEN, VOLUME
from companion.device.stick import stick_reader
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.camera_words import FEW_PLACES
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from hardware.buttons import Button
from hardware.ring.patterns import Busy, Off, Pattern, Pulse
from hardware.ring.ring import Rgb

#: The ring shows each of these for so many seconds while it is looked at.
_RING_COLOURS: tuple[Rgb, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
_RING_S = 2.0
#: A touch changes the volume by so much (percent).
_LOUDER = 25


class LanguageStep(ListStep):
    """Choice of the language."""

    name = "first-language"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.index = list(session.languages).index(session.settings.language)

    def title(self) -> str:
        """Return the title in all languages, for nobody has chosen yet; by ear in one."""
        if self.session.is_by_ear:
            return say("Language")
        titles = (LANGUAGES[code].title for code in self.session.languages)
        return " · ".join(title for title in titles if title)

    @property
    def mark_language(self) -> str:
        """Each language is named in itself."""
        return self.session.languages[self.index % len(self.session.languages)]

    def rows(self) -> Sequence[Row]:
        """Return the languages by their own names."""
        return [Row(LANGUAGES[code].name, code) for code in self.session.languages]

    def choose(self, row_id: str) -> None:
        """Take it, and goes on."""
        self.session.change_settings(replace(self.session.settings, language=row_id))
        self.session.open(ScreenStep(self.session))

    def back(self) -> None:
        """Leave the first run; it is not offered by itself again."""
        self.session.close()
        self.session.change_settings(self.session.settings)


class ScreenStep(ListStep):
    """Check that everybody can read the screen and tell the colours apart."""

    name = "first-screen"

    def title(self) -> str:
        """Return the page's title."""
        return say("The screen")

    def text(self) -> str:
        """Describe what to look at."""
        return say("Can everybody read this from their seat, and tell the players apart?")

    def begin(self) -> None:
        """Ask."""
        self.session.say(self.text(), Level.PHASE, "")

    def rows(self) -> Sequence[Row]:
        """Return an answer, and all colours and shapes."""
        return (
            Row(say("Yes, go on"), "next", tone=Tone.NOW),
            option_row(FULL_SCREEN, self.session.settings.full_screen),
            *self.session.table_game.signs(),
        )

    def choose(self, row_id: str) -> None:
        """Go on, or fill the screen."""
        if row_id == "full_screen":
            self.session.toggle_full_screen()
        else:
            self.session.open(SoundStep(self.session))


class SoundStep(ListStep):
    """Check that everybody can hear the companion."""

    name = "first-sound"

    def title(self) -> str:
        """Return the page's title."""
        return say("The sound")

    def text(self) -> str:
        """Describe what to listen to."""
        return say("I am saying something now. Can everybody hear me?")

    def begin(self) -> None:
        """Say something, with a chime before it."""
        self.session.say(say("Can everybody hear me?"), Level.PHASE, "turn")

    def rows(self) -> Sequence[Row]:
        """Return answers."""
        volume = VOLUME.describe_value(self.session.settings.volume)
        return (
            Row(say("Yes, go on"), "next", tone=Tone.NOW),
            Row(say("Say it again"), "again"),
            Row(say("Louder"), "louder", volume),
            Row(say("Softer"), "softer", volume),
            Row(say("I hear nothing"), "nothing", detail=say("All that is said is also written on the screen.")),
        )

    def choose(self, row_id: str) -> None:
        """Go on, or say it again, perhaps louder or softer."""
        settings = self.session.settings
        match row_id:
            case "next" | "nothing":
                self.session.open(ButtonsStep(self.session))
                return
            case "louder":
                self.session.change_settings(replace(settings, volume=min(VOLUME.most, settings.volume + _LOUDER)))
            case "softer":
                self.session.change_settings(replace(settings, volume=max(_LOUDER, settings.volume - _LOUDER)))
        self.begin()


class ButtonsStep(ListStep):
    """Each of the three buttons is pressed once; held, Advance passes over it."""

    name = "first-buttons"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.pressed: set[Button] = set()

    def title(self) -> str:
        """Return the page's title."""
        return say("The buttons")

    def text(self) -> str:
        """Describe what to do."""
        return say("Press each of the three buttons once: on the box, the keyboard or the screen.")

    def begin(self) -> None:
        """Ask."""
        self.session.say(say("Press each of the three buttons once."), Level.PHASE, "")

    def rows(self) -> Sequence[Row]:
        """Return the buttons, those pressed ticked."""
        order = (Button.BACK, Button.DRAW, Button.ADVANCE)
        return [Row(button_name(button), done=button in self.pressed) for button in order]

    def keys(self) -> Keys:
        """Return the usual meanings of the buttons."""
        keys = Keys(say("Confirm"), say("Turn over"), say("Back"), advance_hold=say("Skip"))
        return replace(keys, back_hold=self.session.menu_name)

    def _press(self, button: Button) -> None:
        self.pressed.add(button)
        self.session.say("", Level.DETAIL, "right")
        if len(self.pressed) == len(Button):
            self.overrule()

    def advance(self) -> None:
        """Tick the Advance button off."""
        self._press(Button.ADVANCE)

    def draw(self) -> None:
        """Tick the Draw button off."""
        self._press(Button.DRAW)

    def back(self) -> None:
        """Tick the Back button off."""
        self._press(Button.BACK)

    def overrule(self) -> None:
        """Go on."""
        self.pressed.clear()
        self.session.open(RingStep(self.session))


class RingStep(ListStep):
    """Check that the ring shows the right colours."""

    name = "first-ring"

    def title(self) -> str:
        """Return the page's title."""
        return say("The ring of lights")

    def text(self) -> str:
        """Describe what the ring should show."""
        return say("The ring lights up red, then green, then blue, like the one on the screen. Does it?")

    def begin(self) -> None:
        """Ask."""
        self.session.say(self.text(), Level.PHASE, "")

    def rows(self) -> Sequence[Row]:
        """Return answers, those with advice."""
        return (
            Row(say("Yes, go on"), "next", tone=Tone.NOW),
            Row(
                say("Other colours"),
                "order",
                detail=say('In the config file, section [ring], another "order": RGB if red shines green.'),
            ),
            Row(
                say("It stays dark"),
                "dark",
                detail=_dark_ring_advice(),
            ),
            Row(say("There is no ring"), "none", detail=say("The one on the screen does instead.")),
        )

    def choose(self, row_id: str) -> None:  # noqa: ARG002 - every answer goes on
        """Go on: what is wrong is mended in the config file."""
        self.session.open(step_after_ring(self.session))

    def pattern(self) -> Pattern:
        """Return the colours of the ring one after the other."""
        return Pulse(_RING_COLOURS[int(self.session.now / _RING_S) % len(_RING_COLOURS)])


def _dark_ring_advice() -> str:
    """Return where to look; without a desktop nobody can type a command."""
    if stick_reader():
        return say(
            'In the config file, section [ring], "kind" says which ring it is. A report tells more: Settings, Version.'
        )
    return say('In the config file, section [ring], "kind" says which ring it is. "companion doctor" tells more.')


def step_after_ring(session: Session) -> Step[Session]:
    """Return the step of the camera, if there is one, else of the tags.

    People who play by hand need neither.
    """
    if not session.is_real_camera_wanted:
        return DoneStep(session)
    setup = session.around.camera_setup()
    return CameraStep(session, setup) if setup else TagsStep(session)


class CameraStep(Step[Session]):
    """Live camera picture with its measurements, until all is good; then its profile is saved.

    If something seems to lie on a board without pieces, the step says so first, because its look would be saved
    with the profile.
    """

    def __init__(self, session: Session, setup: CameraSetup) -> None:
        super().__init__(session)
        self.setup = setup
        self.check = CameraCheck(self.setup)
        self.failed = ""
        self.doubtful: tuple[str, ...] = ()

    def begin(self) -> None:
        """Say what to do."""
        self.session.say(self._caption(), Level.PHASE, "")

    def _caption(self) -> str:
        if self.failed:
            return self.failed
        if self.check.calibration is None:
            return say("Waiting for the camera's picture.")
        if self.check.passed and self.doubtful:
            return together(_clear(self.doubtful), press(Button.ADVANCE, say("Keep it")))
        if self.check.passed:
            return together(say("Everything is fine."), press(Button.ADVANCE, say("Keep it")))
        return say("Change what is marked.")

    def tick(self) -> None:
        """Measure the camera's next picture."""
        self.check.tick(self.session.now)

    def page(self) -> Page:
        """Return the picture, and what was found."""
        good = self.check.passed
        return BoardPage(
            "first-camera",
            say("The camera"),
            self.check.snapshot,
            self._caption(),
            self.check.rows(),
            self._tone(),
            keys=Keys(
                advance=say("Keep it") if good else "",
                draw=say("Say again"),
                back=say("Back"),
                advance_hold=say("Skip"),
            ),
            status=self.session.notice,
        )

    def _tone(self) -> Tone:
        if self.check.passed:
            return Tone.WAITING if self.doubtful else Tone.GOOD
        return Tone.WAITING if self.check.calibration is None else Tone.NOW

    def pattern(self) -> Pattern:
        """Return the ring's pattern: busy as long as something is to be changed."""
        return Off() if self.check.passed else Busy()

    def advance(self) -> None:
        """Keep the profile if all is good, and goes on."""
        if not self.check.passed:
            self.begin()
            return
        try:
            profile = self.check.profile(self.setup.name)
            assert self.check.calibration is not None
            if not self.doubtful and self.check.calibration.doubtful_cells:
                self.doubtful = self.check.calibration.doubtful_cells
                self.begin()
                return
            self.setup.keep(profile)
        except UserError as error:
            self.failed = str(error)
            return
        self.overrule()

    def overrule(self) -> None:
        """Go on without a profile."""
        self.check.close()
        self.session.open(TagsStep(self.session))

    def back(self) -> None:
        """Go back to the ring."""
        self.check.close()
        self.session.close()


def _clear(cells: Sequence[str]) -> str:
    """Describe that anything on these cells should be taken away; few cells are named."""
    if len(cells) > FEW_PLACES:
        return say("Clear the board if anything lies on it.")
    return say("Clear {places} if anything lies there.", places=listed(cells))


class TagsStep(ListStep):
    """Guide to printing the tags, for people who have none yet."""

    name = "first-tags"

    def title(self) -> str:
        """Return the page's title."""
        return say("The tags")

    def text(self) -> str:
        """Describe what the tags are for."""
        return say("The camera knows the pieces by their printed tags.")

    def rows(self) -> Sequence[Row]:
        """Return the steps, and an answer."""
        return (
            Row(say("All pieces have their tags: go on"), "next", tone=Tone.NOW),
            *self._guides(),
        )

    def _guides(self) -> Iterator[Row]:
        """Yield the rows of the tags guide of each game."""
        for game in self.session.games_by_name:
            if len(self.session.games) > 1:
                yield Row(game.title(), tone=Tone.FADED)
            yield from game.first_page.tags_guide()

    def choose(self, row_id: str) -> None:  # noqa: ARG002 - there is one answer
        """Go on to the end of the first run."""
        self.session.open(DoneStep(self.session))


class DoneStep(ListStep):
    """All is ready for the first game."""

    name = "first-done"

    def title(self) -> str:
        """Return the page's title."""
        return say("Everything is ready")

    def text(self) -> str:
        """Describe how to find the first run again."""
        return say("You can go through this again from the settings.")

    def begin(self) -> None:
        """Keep the settings, so that it is not offered by itself again."""
        self.session.change_settings(self.session.settings)
        self.session.say(say("Everything is ready."), Level.PHASE, "gong")

    def rows(self) -> Sequence[Row]:
        """Return the rows with the next things to do."""
        if self.session.game is not None:
            return (Row(say("Continue"), "go_on", tone=Tone.NOW),)
        return (Row(say("The first game"), "game", tone=Tone.NOW), Row(say("Main menu"), "start"))

    def choose(self, row_id: str) -> None:
        """Do it."""
        if row_id == "go_on":
            self.session.go_on()
            return
        self.session.open_start_page()
        if row_id == "game" and len(self.session.games) == 1:
            self.session.new_game(self.session.games[0])


def is_cut_short(step: Step[Session]) -> bool:
    """Return True if the first run would not be over, were the plug pulled at this step."""
    return isinstance(step, LanguageStep | ScreenStep | SoundStep | ButtonsStep | RingStep | CameraStep | TagsStep)
