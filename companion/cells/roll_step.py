"""Step of a game with a die: a player rolls, and touches what it shows."""

from typing import Any

from companion.cells.board import CellBoard
from companion.cells.facts import CellFacts
from companion.cells.steps import player_pattern
from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.lists import index_of, step_choice
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from hardware.ring.patterns import Pattern


class CellRollStep(Step[Session]):
    """Step in which a player rolls the die and touches what it shows."""

    def __init__(self, session: Session, game: CellFacts) -> None:
        super().__init__(session)
        self.game = game
        assert session.game is not None
        self.state = session.game.state
        self.rolls = game.rolls(self.state)
        self.player = game.turn(self.state)
        self.lost_roll = game.describe_lost_roll(session.game.events[-1], self.state)
        #: Whether the players roll a die of their own, and touch what it shows.
        self.is_told = session.chance.is_told(real=True)
        #: The row that Advance takes.
        self.marked = next(iter(self.rolls))

    def begin(self) -> None:
        """Say who rolls, after a roll that was lost."""
        self.session.say(together(self.lost_roll, self.game.whose_turn(self.state)), Level.PHASE, "turn")

    def tick(self) -> None:
        """Take what chance brings where nobody tells it."""
        rolled = None if self.is_told else self.rolled()
        if rolled is not None:
            self._take(rolled)

    def rolled(self) -> Any | None:
        """Return the roll as chance brings it; None: it is still to come.

        What was taken back is rolled as before.
        """
        assert self.session.game is not None
        return self.session.chance_event(f"roll {len(self.session.game.events)}")

    def advance(self) -> None:
        """Take the marked row."""
        self.touch(self.marked)

    def draw(self) -> None:
        """Mark the next row."""
        self.marked = step_choice(list(self.rolls), self.marked, 1) or self.marked

    def draw_held(self) -> None:
        """Mark the row before."""
        self.marked = step_choice(list(self.rolls), self.marked, -1) or self.marked

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def touch(self, target: str) -> None:
        """Take what the die shows."""
        if target in self.rolls and self.is_told:
            self._take(self.rolls[target])

    def _take(self, rolled: Any) -> None:
        self.session.apply(rolled, already_placed=True)
        self.session.go_on()

    def pattern(self) -> Pattern:
        """Return the ring pattern of the player who rolls."""
        return player_pattern(self.game, self.player)

    def page(self) -> Page:
        """Return the page with a row for each number."""
        rows = tuple(Row(text, text) for text in self.rolls) if self.is_told else ()
        if not self.is_told:
            text = say("The roll is still to come.")
        elif self.session.is_by_ear:
            text = say("Roll the die, and choose what it shows.")
        else:
            text = say("Roll the die, and touch what it shows.")
        return BoardPage(
            "roll",
            self.game.whose_turn(self.state),
            CellBoard.of(self.game.lying(self.state), labels=self.game.labels(self.state)),
            together(self.lost_roll, text),
            rows,
            Tone.NOW,
            self.game.signs_of.get(self.player),
            Keys(
                advance=say("Choose"),
                draw=say("Next"),
                back=undo_label(self.session),
                back_hold=say("Menu"),
                draw_hold=say("Previous"),
            ),
            self.session.notice,
            action=self.session.hands_button(),
            selected=index_of(rows, self.marked),
        )
