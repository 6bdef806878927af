"""Puzzles at the table: the monster's move is guessed, then played."""

from companion.device.errors import UserError
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.puzzle_scores import PuzzleScores
from companion.games.finstere_flure.learning.puzzles import LEVELS, Puzzle, level_of, make_puzzle, puzzles_of
from companion.games.finstere_flure.table.guess import GuessStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.words.move_words import describe_card
from companion.screen.pages import Row, Tone
from companion.table.kept_games import read_game
from engine.errors import RulesError
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.game import RULES, Game

#: Puzzles come from one of so many games that were finished last.
_LAST_GAMES = 20


class PuzzleStep(GuessStep):
    """Puzzles one after the other, of the level that the answers have reached.

    Those of a game that was played here come first.
    """

    name = "puzzle"

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        self.scores = PuzzleScores.load(session.journal.path)
        #: Puzzles of a game played here, and whether the one that is asked is among them.
        self._own = self._own_puzzles()
        self.is_own = False
        self.ask_next()

    def ask_next(self) -> None:
        """Draw the next puzzle."""
        self.level = self.scores.level
        own = next((puzzle for puzzle in self._own if level_of(puzzle.move) == self.level), None)
        self.is_own = own is not None
        if own is not None:
            self._own.remove(own)
        self.ask(own or make_puzzle(self.level, self.session.rng))

    def _own_puzzles(self) -> list[Puzzle]:
        """Return the puzzles of one of the last games in any order; none if it cannot be read."""
        rng, games = self.session.rng, self.session.journal.games()
        records = [record for record in games if record.finished and record.kind == RULES.id][:_LAST_GAMES]
        if not records:
            return []
        try:
            _, game = read_game(self.session.journal, self.session.games, rng.choice(records).id)
        except (RulesError, ValueError, UserError):
            return []
        found = list(puzzles_of(Game(RULES, game.events, game.state)))
        rng.shuffle(found)
        return found

    def title(self) -> str:
        """Return the page's title."""
        return say("Where will it go?")

    def solved(self, tries: int | None) -> None:
        """Count a solved puzzle."""
        self.scores = self.scores.after(tries)
        self.scores.keep(self.session.journal.path)

    def shown(self) -> None:
        """Ask the next puzzle."""
        self.ask_next()
        self.session.close()

    def left(self) -> None:
        """Leave the puzzles."""
        self.session.close()
        self.session.close()

    def back(self) -> None:
        """Leave the page."""
        self.session.close()

    def next_label(self) -> str:
        """Return the label of the next puzzle."""
        return say("Next puzzle")

    def rows(self) -> tuple[Row, ...]:
        """Return the level and the score."""
        scores = self.scores
        # After a wrong answer the question stands here.
        card = (Row(describe_card(parse_card(self.puzzle.move.card)), tone=Tone.PLAIN),) if self.wrong else ()
        own = (Row(say("From one of your games"), tone=Tone.FADED),) if self.is_own else ()
        return (
            *card,
            *own,
            Row(say("Level"), value=say("{n} of {total}", n=self.level, total=LEVELS), tone=Tone.FADED),
            Row(say("Right at once"), value=str(scores.first), tone=Tone.FADED),
            Row(say("At the second try"), value=str(scores.second), tone=Tone.FADED),
            Row(say("Wrong"), value=str(scores.wrong), tone=Tone.FADED),
        )
