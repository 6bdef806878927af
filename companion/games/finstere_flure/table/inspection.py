"""Step that shows why the monster moved as it did, or what would happen if."""

from companion.games.finstere_flure.learning.move_inspector import MoveInspector
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, imagined_page
from companion.screen.pages import Page
from companion.table.step import Step
from hardware.buttons import Press


class InspectionStep(Step[FinstereFlureSession]):
    """Page of an inspector; it changes nothing in the game."""

    only_shows = True

    def __init__(self, session: FinstereFlureSession, inspector: MoveInspector | WhatIf) -> None:
        super().__init__(session)
        self.inspector = inspector

    def press(self, press: Press) -> None:
        """Hand the button on; Back leaves."""
        if not self.inspector.press(press):
            self.session.close()

    def touch(self, target: str) -> None:
        """Hand the touch on."""
        self.inspector.touch(target)

    def explain_ignored_touch(self, target: str) -> str:
        """Explain why a touch there did nothing."""
        return self.inspector.explain_ignored_touch(target)

    def page(self) -> Page:
        """Return the inspector's page."""
        return imagined_page(self.session, self.inspector.page)
