"""First page of a new box or laptop: the language; a voice offers an evening by ear."""

from dataclasses import replace

from companion.device.language import COMPLETE, in_language, say, use_language
from companion.screen.pages import Keys
from companion.table.announcement import Announcement
from companion.table.first_run import LanguageStep
from companion.table.session import Session
from companion.voice import Kind, Level
from hardware.buttons import Button, Press

#: The question is asked in the next language after so long (seconds).
_ASK_S = 6.0
#: How much is heard of whoever says yes.
_HEARD = "short"


class NewBoxStep(LanguageStep):
    """Choice of the language of a new box; a voice offers the evening by ear.

    It asks in one language after the other, without moving anything on the page. Any button held says yes, as nobody
    knows yet which is which; the language is the one that was heard last.
    """

    takes_held_back = True
    #: In each language it is asked so often.
    rounds = 3

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        #: It asks in this language first.
        self._first = session.settings.language
        #: How many times it has been asked, and when it was asked last.
        self._asked, self._asked_at = 0, 0.0

    def tick(self) -> None:
        """Ask in the next language, once there was time to answer."""
        is_time = not self._asked or self.session.now - self._asked_at >= _ASK_S
        if is_time and not self.session.is_by_ear and self._asked < self.rounds * len(self._languages):
            self._asked, self._asked_at = self._asked + 1, self.session.now
            with in_language(self._language):
                text = self.question()
            self.session.announced.add(Announcement(text, Level.PHASE, kind=Kind.NOTE, language=self._language))

    def question(self) -> str:
        """Return what is asked."""
        return say("To hear everything, hold any button.")

    @property
    def _languages(self) -> tuple[str, ...]:
        """The languages that are asked in, the one of the settings first; the sort is stable.

        In one that is only begun the voice might read an English sentence.
        """
        asked = (code for code in self.session.languages if code in COMPLETE or code == self._first)
        return tuple(sorted(asked, key=lambda code: code != self._first))

    @property
    def _language(self) -> str:
        """The language in which it was asked last."""
        return self._languages[(max(self._asked, 1) - 1) % len(self._languages)]

    def keys(self) -> Keys:
        """Return the meaning of the buttons; held, Advance turns the ear on."""
        held = "" if self.session.is_by_ear else say("Hear everything")
        return replace(super().keys(), advance_hold=held)

    def press(self, press: Press) -> None:
        """Say everything from now on if a button is held, whichever it is."""
        if press.held and not self.session.is_by_ear:
            self._hear()
        elif press.held and press.button is Button.BACK:
            self.session.open_menu()
        else:
            super().press(press)

    def _hear(self) -> None:
        """Say everything from now on, in the language of the last question."""
        self.session.change_settings(replace(self.session.settings, by_ear=_HEARD, language=self._language))
        self.index = self.session.languages.index(self._language)
        self.session.say(say("Everything is heard from now on."), Level.PHASE)


class NewLaptopStep(NewBoxStep):
    """First page of a laptop: the language, which green takes; a voice asks once in each.

    The games begin behind it. It is kept that it was asked.
    """

    name = "first-laptop"
    rounds = 1

    def question(self) -> str:
        """Return what is asked."""
        return say("To hear everything, hold the space bar.")

    def keys(self) -> Keys:
        """Return the meaning of the buttons; Back leaves the language as it is."""
        return replace(super().keys(), back=say("Skip"))

    def choose(self, row_id: str) -> None:
        """Take the language, and go on to the games."""
        settings = replace(self.session.settings, language=row_id)
        # What the page behind says is said in the language that was taken; settings are kept once this one is closed.
        use_language(row_id)
        self.session.close()
        self.session.change_settings(settings)
