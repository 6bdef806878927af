"""Puzzles at the table: the monster's move is guessed, then played."""

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.puzzle_scores import PuzzleScores
from companion.games.finstere_flure.puzzles import LEVELS, make_puzzle
from companion.games.finstere_flure.table.guess import GuessStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.words import describe_card
from companion.screen.pages import Row, Tone
from engine.finstere_flure.cards import parse_card


class PuzzleStep(GuessStep):
    """Puzzles one after the other, of the level that the answers have reached."""

    name = "puzzle"

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        self.scores = PuzzleScores.load(session.journal.path)
        self.ask_next()

    def ask_next(self) -> None:
        """Draw the next puzzle."""
        self.level = self.scores.level
        self.ask(make_puzzle(self.level, self.session.chance))

    def title(self) -> str:
        """The page's title."""
        return say("Where will it go?")

    def solved(self, tries: int | None) -> None:
        """Counts."""
        self.scores = self.scores.after(tries)
        self.scores.keep(self.session.journal.path)

    def shown(self) -> None:
        """The next puzzle."""
        self.ask_next()
        self.session.close()

    def left(self) -> None:
        """Leaves the puzzles."""
        self.session.close()
        self.session.close()

    def back(self) -> None:
        """Leaves."""
        self.session.close()

    def next_label(self) -> str:
        """The next puzzle."""
        return say("Next puzzle")

    def rows(self) -> tuple[Row, ...]:
        """The level and the score."""
        scores = self.scores
        # After a wrong answer the question stands here.
        card = (Row(describe_card(parse_card(self.puzzle.move.card)), tone=Tone.PLAIN),) if self.wrong else ()
        return (
            *card,
            Row(say("Level"), value=say("{n} of {total}", n=self.level, total=LEVELS), tone=Tone.FADED),
            Row(say("Right at once"), value=str(scores.first), tone=Tone.FADED),
            Row(say("At the second try"), value=str(scores.second), tone=Tone.FADED),
            Row(say("Wrong"), value=str(scores.wrong), tone=Tone.FADED),
        )
