"""Page of the version: which one runs, updates and reports by a USB stick."""

from collections.abc import Sequence

from companion.device.button_colours import button_name
from companion.device.errors import UserError
from companion.device.language import say
from companion.device.log import warn
from companion.device.stick import (
    DoubtfulArchive,
    StickAnswer,
    StickReader,
    Wish,
    stick_reader,
    version_given_up,
)
from companion.device.version import commit, version
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.lists import ListStep
from companion.table.session import Session
from companion.table.step import Step
from hardware.buttons import Button


class VersionStep(ListStep):
    """Version that runs, and what can be done with a USB stick."""

    name = "version"

    def __init__(self, session: Session, sticks: StickReader | None = None) -> None:
        """Use `sticks` instead of the service's reader of sticks."""
        super().__init__(session)
        self._sticks = sticks or stick_reader()
        self._asked = False
        self._commit = commit()

    def title(self) -> str:
        """Return the page's title."""
        return say("Version {version}", version=version())

    def text(self) -> str:
        """Describe how far the wish is, or why this version runs."""
        if self._sticks and self._asked and (answer := _answer_text(self._sticks.answer())):
            return answer
        if given_up := version_given_up():
            return say("Version {version} did not start: this one runs in its place.", version=given_up)
        # A sentence is there from the beginning: the rows below it stay when the answer comes.
        if self._sticks:
            return say("An update gets the whole machine: take one only from people you trust.")
        return say("To update, install the new version the way this one was installed. Games and settings stay.")

    def rows(self) -> Sequence[Row]:
        """Return what a stick is good for, unless it is in use, and Wi-Fi; elsewhere the commit."""
        if not self._sticks:
            return (Row(say("Commit"), detail=self._commit),) if self._commit else ()
        if self._working():
            return ()
        return (
            Row(say("Update"), Wish.UPDATE, detail=say("Plug in a USB stick with the archive of the new version.")),
            Row(say("Save a report"), Wish.REPORT, detail=say("For whoever helps you, on a USB stick.")),
            Row(
                say("Wi-Fi"),
                detail=say("Games need none. To set it up, press Ctrl+Alt+F2 on a keyboard and type: nmtui"),
            ),
        )

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return super().keys() if self._ids() else Keys(back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Ask for it."""
        assert self._sticks
        try:
            self._sticks.ask(Wish(row_id))
            self._asked = True
        except UserError as error:
            warn(str(error))

    def tick(self) -> None:
        """Ask about an archive that nobody known here has signed, or that is older."""
        if self._sticks and self._asked and self._sticks.answer() is StickAnswer.CONFIRM:
            self.session.open(DoubtfulArchiveStep(self.session, self._sticks))

    def _working(self) -> bool:
        return self._sticks is not None and self._asked and self._sticks.answer() is StickAnswer.WORKING


class DoubtfulArchiveStep(Step[Session]):
    """Question whether an older archive, or one signed by nobody known, is installed.

    Advance must be held twice: whoever made the archive gets the whole machine.
    """

    def __init__(self, session: Session, sticks: StickReader) -> None:
        """Ask about the archive of `sticks` that must be confirmed."""
        super().__init__(session)
        self._sticks = sticks
        self._archive = sticks.doubtful()
        self._held = False

    def overrule(self) -> None:
        """Install it when Advance is held for the second time."""
        if self._held:
            self._leave(Wish.INSTALL)
        self._held = True

    def back(self) -> None:
        """Do not install it."""
        self._leave(Wish.FORGET)

    def page(self) -> Page:
        """Return the page that names the archive, its version and who has signed it."""
        archive = self._archive
        rows = (
            Row(say("Archive"), detail=archive.archive),
            Row(say("Version"), detail=_age(archive), tone=Tone.NOW if archive.installed else Tone.PLAIN),
            Row(say("Signed by"), detail=_signer(archive), tone=Tone.PLAIN if archive.trusted else Tone.NOW),
        )
        hold = say("Yes, install") if self._held else say("Install")
        keys = Keys(back=say("Do not install"), advance_hold=hold)
        return ListPage("archive", say("Install this archive?"), rows, self._text(), keys=keys)

    def _text(self) -> str:
        if self._held:
            return say(
                "{button} installs version {version} when held once more.",
                button=button_name(Button.ADVANCE),
                version=self._archive.version,
            )
        if self._archive.trusted:
            return say(
                "It is older than version {version}: mistakes that are mended come back.",
                version=self._archive.installed,
            )
        return say("Whoever made it gets the whole machine. Install it only if you know where it comes from.")

    def _leave(self, wish: Wish) -> None:
        """Close the question, with this wish."""
        self.session.close()
        try:
            self._sticks.ask(wish, self._archive.checksum if wish is Wish.INSTALL else "")
        except UserError as error:
            warn(str(error))


def _age(archive: DoubtfulArchive) -> str:
    if not archive.installed:
        return archive.version
    return say("{version}, older than {installed}", version=archive.version, installed=archive.installed)


def _signer(archive: DoubtfulArchive) -> str:
    if not archive.signer:
        return say("Nobody")
    return archive.signer if archive.trusted else say("A key that is not known here: {key}", key=archive.signer)


def _answer_text(answer: StickAnswer) -> str:
    match answer:
        case StickAnswer.WORKING | StickAnswer.CONFIRM:
            return say("This takes some minutes. Leave the stick in.")
        case StickAnswer.NO_STICK:
            return say("There is no USB stick.")
        case StickAnswer.NO_ARCHIVE:
            return say("There is no archive of the companion on the stick.")
        case StickAnswer.READ_ONLY:
            return say("The system on this card is read-only: replace it with an image of the new version.")
        case StickAnswer.DAMAGED:
            return say("The archive is damaged: copy it to the stick again.")
        case StickAnswer.NOT_OURS:
            return say("The archive holds what does not belong in it. It is not installed.")
        case StickAnswer.ALTERED:
            return say("The archive was changed after it was signed. It is not installed.")
        case StickAnswer.NOT_CHECKED:
            return say("Who signed the archive cannot be checked: the package openssh-client is missing.")
        case StickAnswer.TOO_LARGE:
            return say("The archive is too large. It is not installed.")
        case StickAnswer.NO_ROOM:
            return say("There is not enough room on the card.")
        case StickAnswer.TOO_SLOW:
            return say("The stick cannot be read in time: try another.")
        case StickAnswer.GONE:
            return say("The archive is gone: choose Update again.")
        case StickAnswer.NOT_INSTALLED:
            return say("The new version cannot be used. This one goes on.")
        case StickAnswer.INSTALLED:
            return say("The new version is installed. The companion starts again.")
        case StickAnswer.NOT_WRITTEN:
            return say("The stick cannot be written to.")
        case StickAnswer.WRITTEN:
            return say("The report is on the stick. You can pull it out.")
        case StickAnswer.NONE:
            return ""
