"""Page of the version: which one runs, updates and reports by a USB stick."""

from collections.abc import Sequence

from companion.device.errors import UserError
from companion.device.language import say
from companion.device.log import warn
from companion.device.stick import StickAnswer, StickReader, Wish, stick_reader, version, version_given_up
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.session import Session


class VersionStep(ListStep):
    """Version that runs, and what can be done with a USB stick."""

    name = "version"

    def __init__(self, session: Session, sticks: StickReader | None = None) -> None:
        """`sticks` stands for those of the service."""
        super().__init__(session)
        self._sticks = sticks or stick_reader()
        self._asked = False

    def title(self) -> str:
        """The page's title."""
        return say("Version {version}", version=version())

    def text(self) -> str:
        """Describe how far the wish is, or why this version runs."""
        if self._sticks and self._asked and (answer := _answer_text(self._sticks.answer())):
            return answer
        if given_up := version_given_up():
            return say("Version {version} did not start: this one runs in its place.", version=given_up)
        # A sentence is there from the beginning: the rows below it stay when the answer comes.
        return say("A USB stick brings updates and takes reports along.") if self._sticks else ""

    def rows(self) -> Sequence[Row]:
        """Return what a stick is good for, unless it is in use, and how Wi-Fi is set up."""
        if not self._sticks or self._working():
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
        return super().keys() if self.rows() else Keys(back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Ask for it."""
        assert self._sticks
        try:
            self._sticks.ask(Wish(row_id))
            self._asked = True
        except UserError as error:
            warn(str(error))

    def _working(self) -> bool:
        return self._sticks is not None and self._asked and self._sticks.answer() is StickAnswer.WORKING


def _answer_text(answer: StickAnswer) -> str:
    match answer:
        case StickAnswer.WORKING:
            return say("This takes some minutes. Leave the stick in.")
        case StickAnswer.NO_STICK:
            return say("There is no USB stick.")
        case StickAnswer.NO_ARCHIVE:
            return say("There is no archive of the companion on the stick.")
        case StickAnswer.READ_ONLY:
            return say("The system on this card is read-only: replace it with an image of the new version.")
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
