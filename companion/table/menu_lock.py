"""Lock before the menu of a running game."""

from companion.device.button_colours import button_name
from companion.device.language import say
from companion.screen.pages import Keys, ListPage, Page
from companion.table.menus import MenuStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from hardware.buttons import Button

#: A locked menu that nobody opens goes away after so long (seconds).
LOCK_SHOWN_S = 10.0


class MenuLockStep(Step[Session]):
    """Lock before the menu, which opens when Advance is held.

    So no guest or child opens it by accident.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.unlocked = False
        self.shown_at = session.now

    def begin(self) -> None:
        """Say how the menu opens; go away when it was open."""
        if self.unlocked:
            self.session.close()
        else:
            self.session.say(self.text(), Level.DETAIL)

    def text(self) -> str:
        """Say how the menu opens."""
        return say("The menu is locked. {button} opens it when held.", button=button_name(Button.ADVANCE))

    def overrule(self) -> None:
        """Open the menu."""
        self.unlocked = True
        self.session.open(MenuStep(self.session))

    def back(self) -> None:
        """Go back to the game."""
        self.session.close()

    def tick(self) -> None:
        """Go back to the game when nobody opens the menu."""
        if self.session.now - self.shown_at >= LOCK_SHOWN_S:
            self.session.close()

    def page(self) -> Page:
        """Return the page with the sentence how the menu opens."""
        keys = Keys(back=say("Back"), advance_hold=say("Open the menu"))
        return ListPage("menu-lock", say("Menu"), text=self.text(), keys=keys, status=self.session.notice)


def menu_or_lock(session: Session) -> Step[Session]:
    """Return the menu of the running game, behind its lock where the players want one."""
    return MenuLockStep(session) if session.settings.menu_lock else MenuStep(session)
