"""The end of the game: who has won, why, and how all rank."""

from collections.abc import Iterator
from dataclasses import replace

from companion.device.sentences import listed, together
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.table.move_played import MoveReplayStep
from companion.games.finstere_flure.table.review import ReviewStep
from companion.games.finstere_flure.table.ring import over_pattern
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, running
from companion.games.finstere_flure.words.event_words import describe_reason, describe_result
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.story import game_story
from companion.screen.pages import ListPage, Page, Row, Tone
from companion.table.game_over import GameOverStep
from engine.finstere_flure.state import State
from hardware.ring.patterns import Pattern

_REVIEW = "review"


class FinstereFlureOverStep(GameOverStep[State]):
    """The game is over."""

    sound = ""

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        outcome = self.state.outcome
        assert outcome is not None
        self.outcome = outcome
        self.story = game_story(running(session))

    def draw(self) -> None:
        """Show the monster's moves again."""
        if self.story.moves:
            self.session.open(MoveReplayStep(self.session, self.story.moves, self.story.decks))

    def draw_held(self) -> None:
        """Review the game."""
        if self.story.moves:
            self.session.open(ReviewStep(self.session, running(self.session)))

    def touch(self, target: str) -> None:
        """Review the game."""
        if target == _REVIEW:
            self.draw_held()

    def page(self) -> Page:
        """Return the winner, the ranking, and the way to the review."""
        page = super().page()
        assert isinstance(page, ListPage)
        return replace(page, keys=replace(page.keys, draw_hold=say("Review"))) if self.story.moves else page

    def pattern(self) -> Pattern:
        """Return the winner's place."""
        return over_pattern(self.state.players, self.outcome.winner)

    def title(self) -> str:
        """Describe who has won."""
        return describe_result(self.outcome)

    def text(self) -> str:
        """Explain why the game is over."""
        return describe_reason(self.outcome)

    def announcement(self) -> str:
        """Return the title and the text."""
        return together(self.title(), self.text())

    def sign(self) -> object | None:
        """Return the winner."""
        winner: object | None = self.outcome.winner
        return winner

    def draw_does(self) -> str:
        """Return the button's label: it shows the monster's moves again."""
        return say("Watch again")

    def rows(self) -> tuple[Row, ...]:
        """Return the ranking, and the story of the game."""
        ranking = tuple(
            Row(
                say("{rank}. {player}", rank=standing.rank, player=player_name(standing.colour)),
                value=say_count("{n} token escaped", "{n} tokens escaped", standing.out),
                sign=standing.colour,
                tone=Tone.GOOD if standing.colour is self.outcome.winner else Tone.PLAIN,
            )
            for standing in self.outcome.ranking
        )
        return (*ranking, *self._story_rows())

    def _eaten_row(self) -> Row:
        """Return the row on who fed the monster most: of several alike the names stand in it."""
        best = self.story.eaten_most
        if not best:
            return Row(say("Furunkulus stayed hungry"))
        text = say("Furunkulus liked {player} best", player=listed([player_name(colour) for colour in best]))
        count = self.story.eaten[best[0]]
        if len(best) > 1:
            return Row(text, value=say_count("{n} token eaten each", "{n} tokens eaten each", count))
        return Row(text, value=say_count("{n} token eaten", "{n} tokens eaten", count), sign=best[0])

    def _story_rows(self) -> Iterator[Row]:
        """Yield rows on the game's length, the number of escaped tokens, and who fed the monster."""
        story = self.story
        yield Row(
            say_count("{n} round was played", "{n} rounds were played", story.rounds),
            value=say_count("{n} escape", "{n} escapes", story.escapes),
        )
        yield self._eaten_row()
        if story.moves:
            yield Row(say("Review the game: what was close, what cost most"), _REVIEW)
