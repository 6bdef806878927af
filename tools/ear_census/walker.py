"""Walker with three keys that plays whole games and looks into every menu on its way."""

from random import Random
from typing import Any

from companion.cells.roll_step import CellRollStep
from companion.device.language import say
from companion.screen.pages import PlayedPage
from hardware.buttons import Button
from tools.ear_census.ledger import CensusLedger
from tools.ear_census.marks import marked, rows_of
from tools.ear_pilot.people import CONFIRM, ButtonChoice, People, evening_of
from tools.ear_pilot.table import HeardTable
from tools.walk.games import games
from tools.walk.opened import TablePlace

#: Rows of a menu that are looked into and left again by Back.
_LOOKED_INTO = ("help", "undo", "log", "seats", "settings")
#: After so many events the menu is looked into.
_EVENTS = 25
#: In a list the mark goes back so often, where that is shorter or not.
_BACKWARDS = 0.3
#: No list is longer.
_MOST_STEPS = 400


class CensusWalker:
    """Walker at a table; it sees the pages, and makes each choice by stepping to it."""

    def __init__(self, game_ids: tuple[str, ...], *, language: str, by_ear: str, seed: int) -> None:
        self._rng = Random(seed)
        self.table = HeardTable(TablePlace.HAND, game_ids, language=language, by_ear=by_ear, seed=seed)
        self.ledger = CensusLedger(self.table.session)
        self.table.on_said, self.table.on_press = self.ledger.said, self.ledger.pressed
        self.table.on_turn = self.ledger.turned
        self.people: People | None = None
        self._counted = 0

    @property
    def session(self) -> Any:
        """The session at the table."""
        return self.table.session

    def press(self, button: Button, *, held: bool = False) -> None:
        """Press a button, and read what comes."""
        self.table.press(button, held=held)
        self.table.wait(0.4)

    # --- choices ------------------------------------------------------------------------------------------------------

    def take(self, part: ButtonChoice) -> None:
        """Step to a row or place, and take it. Raises LookupError where it is not found."""
        if part != CONFIRM and part.button is None:
            self._step_to(part.target)
        self.press(part.button or Button.ADVANCE)

    def _step_to(self, target: str) -> None:
        backwards = self._rng.random() < _BACKWARDS and self.session.page.keys.draw_hold == say("Previous")
        for _ in range(_MOST_STEPS):
            mark = marked(self.session)
            if mark is not None and mark.target == target:
                return
            self.press(Button.DRAW, held=backwards)
        raise LookupError(f"{target} is not found on the page {self.session.page.name}")

    # --- pages --------------------------------------------------------------------------------------------------------

    def look_into_menu(self) -> None:
        """Open the menu, go through its rows, look into some, and come back."""
        self.press(Button.BACK, held=True)
        for row_id in _LOOKED_INTO:
            ids = [row.id for row in rows_of(self.session)]
            if row_id not in ids:
                continue
            self.take(ButtonChoice(row_id, ""))
            for _ in range(3):
                self.press(Button.DRAW)
            self.press(Button.BACK)
        self.press(Button.BACK)

    def look_round_start_page(self) -> None:
        """Go through all rows of the start page, and look into the settings."""
        for _ in rows_of(self.session):
            self.press(Button.DRAW)
        self.take(ButtonChoice("settings", ""))
        for _ in rows_of(self.session):
            self.press(Button.DRAW)
        self.press(Button.BACK)

    # --- games --------------------------------------------------------------------------------------------------------

    def play(self, game_id: str, most_events: int) -> None:
        """Play a game from the start page to its end, or so many events, and go back there."""
        game = games()[game_id]
        evening = evening_of(game, self._rng)
        self.take(ButtonChoice("new" if len(self.table.game_ids) == 1 else f"new {game_id}", ""))
        for part in evening.parts:
            self.take(part)
        people = self.people = People(game, evening.started, self._rng)
        self._counted = 1
        while people.result is None and self._counted < most_events:
            self._reach_question(people)
            if people.result is None:
                self._tell(people)
                self._follow(people)
            if self._counted % _EVENTS == 0:
                self.look_into_menu()
        while self.session.page.name != "over" and people.result is not None:
            self._go_on()
        self.leave()

    def _follow(self, people: People) -> None:
        """Let the people know what has happened since."""
        game = self.session.game
        for event in game.events[self._counted :] if game is not None else ():
            people.told(event)
            self._counted += 1

    def _tell(self, people: People) -> None:
        events = len(self.session.game.events)
        self._wait_for_window()
        self.ledger.tells = True
        for part in people.telling(people.choose()):
            self.take(part)
        self.ledger.tells = False
        if len(self.session.game.events) == events:
            raise LookupError(f"nothing came of what was told on the page {self.session.page.name}")

    def _reach_question(self, people: People) -> None:
        """Press on until the game asks for what people tell."""
        for _ in range(_MOST_STEPS):
            self._follow(people)
            step = self.session.step
            asks = (step.takes_events or isinstance(step, CellRollStep)) and not step.only_shows
            if people.result is not None or (self.session.game is not None and asks and not people.awaits_companion):
                return
            self._go_on()
        raise LookupError(f"no way on from the page {self.session.page.name}")

    def _wait_for_window(self) -> None:
        """Let the time pass in which somebody may still speak."""
        while getattr(self.session.step, "window", None) is not None:
            self.table.wait(1.0)

    def _go_on(self) -> None:
        """Watch what plays; press what the page asks for."""
        session = self.session
        if isinstance(session.page, PlayedPage):
            self.table.wait(1.0)
        elif session.page.name == "draw":
            self.press(Button.DRAW)
        else:
            self.press(Button.ADVANCE)

    def leave(self) -> None:
        """Go to the start page."""
        for _ in range(12):
            if self.session.page.name == "start":
                return
            if "start" in (ids := [row.id for row in rows_of(self.session)]) and self.session.page.name == "menu":
                assert ids
                self.take(ButtonChoice("start", ""))
            else:
                self.press(Button.BACK, held=True)
        raise LookupError(f"no way to the start page from the page {self.session.page.name}")
