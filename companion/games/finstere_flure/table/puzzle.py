"""Puzzles at the table: the monster's move is guessed, then played."""

from companion.device.button_colours import press
from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.puzzle_scores import PuzzleScores
from companion.games.finstere_flure.puzzles import LEVELS, Puzzle, make_puzzle
from companion.games.finstere_flure.screen.board_view import BoardView, Mark
from companion.games.finstere_flure.table.move_played import MovePlayedStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.words import describe_card
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.lists import step_choice
from companion.table.step import Step
from companion.voice import Level
from engine.finstere_flure.board import Cell, is_cell
from engine.finstere_flure.cards import parse_card
from hardware.buttons import Button

#: So many tries there are before the move is shown.
TRIES = 2


class PuzzleStep(Step[FinstereFlureSession]):
    """A table and a card: touch the cell where the monster ends, or step through five of them."""

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        self.scores = PuzzleScores.load(session.journal.path)
        self.ask()

    def ask(self) -> None:
        """Draw the next puzzle."""
        self.puzzle: Puzzle = make_puzzle(self.scores.level, self.session.chance)
        self.wrong: list[Cell] = []
        self.marked: Cell | None = None

    def begin(self) -> None:
        """Asks."""
        self.session.say(self._question(), Level.PHASE, "turn")

    def _question(self) -> str:
        card = describe_card(parse_card(self.puzzle.move.card))
        return together(card, say("Where does it end?"))

    def _left(self) -> list[Cell]:
        return [cell for cell in self.puzzle.choices if cell not in self.wrong]

    def draw(self) -> None:
        """Mark the next cell."""
        self.marked = step_choice(self._left(), self.marked, 1)

    def draw_held(self) -> None:
        """Mark the cell before."""
        self.marked = step_choice(self._left(), self.marked, -1)

    def advance(self) -> None:
        """The marked cell is the answer."""
        if self.marked is not None:
            self.answer(self.marked)

    def touch(self, target: str) -> None:
        """The touched cell is the answer."""
        if is_cell(target) and target not in self.wrong:
            self.answer(target)

    def answer(self, cell: Cell) -> None:
        """Take an answer; after a right one, or the last try, the move plays."""
        if cell == self.puzzle.end:
            self._solved(len(self.wrong) + 1)
            return
        self.wrong.append(cell)
        self.marked = None
        if len(self.wrong) == TRIES:
            self._solved(None)
        else:
            self.session.say(say("Not on {cell}. Try once more.", cell=cell), Level.PHASE, "wrong")

    def _solved(self, tries: int | None) -> None:
        self.scores = self.scores.after(tries)
        self.scores.keep(self.session.journal.path)
        text = (
            say("Right: on {cell}.", cell=self.puzzle.end) if tries else say("It ends on {cell}.", cell=self.puzzle.end)
        )
        self.session.say(text, Level.PHASE, "right" if tries else "wrong")
        self.session.open(PuzzleAnswerStep(self.session, self, text))

    def back(self) -> None:
        """Leaves."""
        self.session.close()

    def page(self) -> Page:
        """The table with the five cells, the wrong answers, and the score."""
        marks = [Mark((cell,), Tone.NOW if cell == self.marked else Tone.GOOD) for cell in self._left()]
        marks += [Mark((cell,), Tone.BAD) for cell in self.wrong]
        hint = say("Touch its last cell.") if self.marked is None else press(Button.ADVANCE, say("There"))
        caption = say("Not on {cell}. Try once more.", cell=self.wrong[-1]) if self.wrong else self._question()
        return BoardPage(
            "puzzle",
            say("Where will it go?"),
            BoardView.of(self.puzzle.move.start, tuple(marks)),
            together(caption, hint),
            self._rows(),
            Tone.NOW,
            None,
            Keys(
                advance=say("There") if self.marked else "",
                draw=say("Next"),
                back=say("Back"),
                draw_hold=say("Previous"),
            ),
        )

    def _rows(self) -> tuple[Row, ...]:
        scores = self.scores
        # After a wrong answer the question stands here.
        card = (Row(describe_card(parse_card(self.puzzle.move.card)), tone=Tone.PLAIN),) if self.wrong else ()
        return (
            *card,
            Row(say("Level"), value=say("{n} of {total}", n=self.puzzle.level, total=LEVELS), tone=Tone.FADED),
            Row(say("Right at once"), value=str(scores.first), tone=Tone.FADED),
            Row(say("At the second try"), value=str(scores.second), tone=Tone.FADED),
            Row(say("Wrong"), value=str(scores.wrong), tone=Tone.FADED),
        )


class PuzzleAnswerStep(MovePlayedStep):
    """The move plays, with all its reasons; then comes the next puzzle."""

    def __init__(self, session: FinstereFlureSession, asked: PuzzleStep, text: str) -> None:
        super().__init__(session, asked.puzzle.move, turns_over=False)
        self.asked, self.text = asked, text

    def status(self) -> str:
        """Return whether the answer was right."""
        return self.text

    def over(self) -> None:
        """It stays to be seen; the buttons lead on."""

    def advance(self) -> None:
        """The next puzzle."""
        self.asked.ask()
        self.session.close()

    def back(self) -> None:
        """Leaves the puzzles."""
        self.session.close()
        self.session.close()

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Next puzzle"), draw=say("Replay"), back=say("Back"))
