"""Page on which players write: on a keyboard, by touch, or with the buttons."""

from abc import abstractmethod

from companion.table.lists import ListStep
from companion.table.session import Session
from hardware.buttons import Button

#: The id of the row that takes the last letter away, and the beginning of those of letters.
DELETE = "delete"
LETTER = "letter "


class WritingStep(ListStep):
    """List with letters to choose.

    After typing and touching, Return means that the text is right; the buttons go on where they are.
    """

    #: The id of the row that says so.
    done: str

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.written = ""

    @property
    def takes_text(self) -> bool:
        """True: letters are what is written."""
        return True

    @property
    def typed_keys(self) -> frozenset[Button]:
        """The buttons whose keys write letters now; that of Back takes one away where there is one."""
        return super().typed_keys | ({Button.BACK} if self.takes_text and self.written else frozenset())

    @abstractmethod
    def write(self, text: str) -> None:
        """Add letters to what is written, as far as they fit."""

    def typed(self, text: str) -> None:
        """Take what was typed on a keyboard."""
        self.write(text)
        self.mark_done()

    def rub_out(self) -> bool:
        """Take the last letter away; return False if there is none."""
        if Button.BACK not in self.typed_keys:
            return False
        self.written = self.written[:-1]
        self.mark_done()
        return True

    def mark_done(self) -> None:
        """Mark the row that says that the text is right; the first one where that cannot be chosen."""
        ids = self._ids()
        self.index = ids.index(self.done) if self.done in ids else 0

    def touch(self, target: str) -> None:
        """Choose; a touch of a letter marks none."""
        super().touch(target)
        if target == DELETE or target.startswith(LETTER):
            self.mark_done()
