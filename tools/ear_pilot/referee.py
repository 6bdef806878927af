"""Referee who sees what the player only hears, and counts the presses that are needed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.screen.page_view import question_of
from companion.table.session import Announcement
from companion.table.spoken_page import spoken_page
from companion.voice import Kind
from companion.voice.brevity import count_words
from companion.voice.length import spoken_s
from companion.voice.wording import reading_text
from hardware.buttons import Button
from tools.ear_pilot.people import People
from tools.ear_pilot.table import HeardTable


class Referee:
    """Referee of one game at a table.

    `presses` are those of the player, `needed` those of one who sees the same pages and makes the same choices the
    shortest way with the same keys. `wrong` lists the events that are others than the player thinks.
    """

    def __init__(self, table: HeardTable) -> None:
        self._table = table
        self.presses = self.needed = self.taken_back = self.events = 0
        self.wrong: list[str] = []
        self.speech_s = self.words = 0.0
        #: Words that were said of single events.
        self.event_words: list[float] = []
        self._draws = 0
        self._page: object = None
        self._first_place: tuple[int, int] | None = None
        self._counted = 0
        table.on_press, table.on_said = self.pressed, self.said

    @property
    def _session(self) -> Any:
        return self._table.session

    def said(self, said: Announcement) -> None:
        """Count the words that are said."""
        spoken = reading_text(self._session.table_game.voice.spoken(said.text))
        self.speech_s += spoken_s(spoken)
        self.words += count_words(spoken)
        if said.kind in (Kind.EVENT, Kind.DONE) and said.text:
            self.event_words.append(count_words(spoken))

    # --- presses ------------------------------------------------------------------------------------------------------

    def _place(self) -> tuple[int, int] | None:
        step = self._session.step
        return spoken_page(self._session.page, lambda _: "", step.places()).place

    def _look(self) -> None:
        """Look whether another page has come since the last press: steps are counted anew."""
        page = self._session.step, question_of(self._session.page), getattr(self._session.page, "text", "")
        if page != self._page:
            self._page, self._draws, self._first_place = page, 0, self._place()
        events = len(self._session.game.events) if self._session.game is not None else 0
        self.taken_back += events < self._counted and self._session.game is not None
        self._counted = events

    def pressed(self, button: Button, held: bool) -> None:
        """Count a press, and those that were needed for a choice that it makes."""
        self._look()
        self.presses += 1
        place = self._place()
        if button is Button.DRAW and not held and (place is not None or self._draws):
            self._draws += 1
            return
        steps = self._draws
        if button is Button.ADVANCE and place is not None:
            number, count = place
            first = self._first_place[0] if self._first_place is not None else 0
            steps = min(steps, (number - first) % count if count else steps)
            # The next choice of the same list is looked for from here.
            self._first_place = place
        self.needed += 1 + (steps if button is Button.ADVANCE else 0)
        self._draws = 0

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        game = self._session.game
        return game is not None and game.rules.over(game.state) is not None

    @property
    def played(self) -> int:
        """Number of events since the game began."""
        return len(self._session.game.events) - 1

    # --- what it knows ------------------------------------------------------------------------------------------------

    def check(self, people: People) -> None:
        """Compare the game that the player has in mind with the one that is played."""
        game = self._session.game
        self.events += 1
        known, real = people.public, game.state if game is not None else None
        if people.game.id == "finstere-flure" and real is not None:
            # Which hit cards were shuffled back first nobody needs to know, nor when stage two is announced.
            known, real = replace(known.position, stage=1), replace(real.position, stage=1)
        # A game that is not begun before the table is laid cannot be compared yet.
        if real is not None and known != real and not self.wrong:
            self.wrong.append(f"event {self.events} of {people.game.id}: another game than the one that is played")


def median_of(numbers: Sequence[float]) -> float:
    """Return the middle of some numbers; 0 of none."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0.0
