"""Guess of the cell where a monster's move ends: by a touch, or stepping through five cells."""

from dataclasses import replace

from companion.device.button_colours import press
from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.puzzles import Puzzle
from companion.games.finstere_flure.playback.board_view import BoardView, Mark
from companion.games.finstere_flure.table.move_played import MovePlayedStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, imagined_page
from companion.games.finstere_flure.words.move_words import describe_card
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.lists import step_choice
from companion.table.ring import problem_pattern
from companion.table.step import Step
from companion.voice import Level
from engine.finstere_flure.board import Cell, is_cell
from engine.finstere_flure.cards import parse_card
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

#: So many tries there are before the move is shown.
TRIES = 2
#: After a right answer the move plays so many times as quickly: who answered knows the way.
KNOWN_SPEED = 2.0


class GuessStep(Step[FinstereFlureSession]):
    """A table and a card; after the right cell, or the last try, the move plays."""

    name = ""

    def ask(self, puzzle: Puzzle) -> None:
        """Ask this puzzle from now on."""
        self.puzzle = puzzle
        self.wrong: list[Cell] = []
        self.marked: Cell | None = None

    def title(self) -> str:
        """Return the page's title."""
        raise NotImplementedError

    def caption(self) -> str:
        """Return the card and the question."""
        card = describe_card(parse_card(self.puzzle.move.card))
        return together(card, say("Where does it stop?"))

    def rows(self) -> tuple[Row, ...]:
        """Return the rows beside the table."""
        return ()

    def solved(self, tries: int | None) -> None:
        """Handle that the answer was found at this try; None: not at all."""

    def shown(self) -> None:
        """Handle that the move was shown and Advance pressed."""
        raise NotImplementedError

    def left(self) -> None:
        """Handle that Back was pressed while the move was shown."""
        raise NotImplementedError

    def next_label(self) -> str:
        """Return the label of Advance while the move is shown."""
        return say("Go on")

    def begin(self) -> None:
        """Ask the question."""
        self.session.say(self.caption(), Level.PHASE, "turn")

    def _choices(self) -> list[Cell]:
        return [cell for cell in self.puzzle.choices if cell not in self.wrong]

    def draw(self) -> None:
        """Mark the next cell."""
        self.marked = step_choice(self._choices(), self.marked, 1)

    def draw_held(self) -> None:
        """Mark the cell before."""
        self.marked = step_choice(self._choices(), self.marked, -1)

    def advance(self) -> None:
        """Give the marked cell as the answer."""
        if self.marked is not None:
            self.answer(self.marked)

    def touch(self, target: str) -> None:
        """Give the touched cell as the answer."""
        if is_cell(target) and target not in self.wrong:
            self.answer(target)

    def answer(self, cell: Cell) -> None:
        """Take an answer; after a right one, or the last try, the move plays."""
        if cell == self.puzzle.end:
            self._solve(len(self.wrong) + 1)
            return
        self.wrong.append(cell)
        self.marked = None
        if len(self.wrong) == TRIES:
            self._solve(None)
        else:
            self.session.say(self.answered(), Level.PHASE, "wrong")

    def _solve(self, tries: int | None) -> None:
        self.solved(tries)
        text = (
            say("Right! It stops on {cell}.", cell=self.puzzle.end)
            if tries
            else say("Wrong: it stops on {cell}.", cell=self.puzzle.end)
        )
        self.session.say(text, Level.PHASE, "right" if tries else "wrong")
        self.session.open(GuessAnswerStep(self.session, self, text, right=tries is not None))

    def page(self) -> Page:
        """Return the table with the five cells and the wrong answers."""
        marks = [Mark((cell,), Tone.NOW if cell == self.marked else Tone.GOOD) for cell in self._choices()]
        marks += [Mark((cell,), Tone.BAD) for cell in self.wrong]
        page = BoardPage(
            self.name,
            self.title(),
            BoardView.of(self.puzzle.move.start, tuple(marks)),
            self.sentence(),
            self.rows(),
            self.tone,
            None,
            self.keys(),
        )
        return imagined_page(self.session, page)

    @property
    def tone(self) -> Tone:
        """The tone of the page's sentence: red tells that an answer was wrong."""
        return Tone.BAD if self.wrong else Tone.NOW

    def pattern(self) -> Pattern:
        """Return the ring's pattern: red as the page while an answer was wrong."""
        return problem_pattern() if self.wrong else super().pattern()

    def sentence(self) -> str:
        """Return the page's large sentence: the question or the last answer, and what to do."""
        return together(self.answered() or self.caption(), self.hint())

    def answered(self) -> str:
        """Describe that the last answer was wrong; empty before the first one."""
        return say("Wrong: not on {cell}. Try once more.", cell=self.wrong[-1]) if self.wrong else ""

    def hint(self) -> str:
        """Describe what to do."""
        return say("Touch its last cell.") if self.marked is None else press(Button.ADVANCE, say("There"))

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(
            advance=say("There") if self.marked else "",
            draw=say("Next"),
            back=say("Back"),
            draw_hold=say("Previous"),
        )


class GuessAnswerStep(MovePlayedStep):
    """The move plays, with all its reasons; then it goes on."""

    standing_shown = False

    def __init__(self, session: FinstereFlureSession, asked: GuessStep, text: str, *, right: bool) -> None:
        super().__init__(session, asked.puzzle.move, turns_over=False)
        self.asked, self.text = asked, text
        self.right = right

    def begin(self) -> None:
        """Play the move; fast if the player knew it."""
        super().begin()
        if self.right:
            self.playback = replace(self.playback, speed=KNOWN_SPEED * self.playback.speed)

    def headline(self) -> tuple[str, Tone]:
        """Tell if the answer was right, in green or red."""
        return self.text, Tone.GOOD if self.right else Tone.BAD

    def over(self) -> None:
        """Do nothing: the answer stays to be seen, and the buttons lead on."""

    def advance(self) -> None:
        """Go on to the next step."""
        self.asked.shown()

    def back(self) -> None:
        """Leave the page."""
        self.asked.left()

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=self.asked.next_label(), draw=say("Replay"), back=say("Back"))
