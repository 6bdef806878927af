"""The end of the game: who has won, why, and how all rank."""

from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.table.event_words import tell_reason, tell_result
from companion.games.finstere_flure.table.piece_names import player_name
from companion.games.finstere_flure.table.ring import over_pattern
from companion.games.finstere_flure.table.running import running
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.menus import UndoStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from hardware.ring.patterns import Pattern


class OverStep(Step[Session]):
    """The game is over."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        outcome = running(session).state.outcome
        assert outcome is not None
        self.outcome = outcome

    def begin(self) -> None:
        """Says who has won."""
        self.session.say(f"{tell_result(self.outcome)} {tell_reason(self.outcome)}", Level.PHASE, "victory")

    def advance(self) -> None:
        """To the first page."""
        self.session.to_start()

    def back(self) -> None:
        """The last move may have been a mistake."""
        self.session.open(UndoStep(self.session))

    def pattern(self) -> Pattern:
        """The winner's colour."""
        return over_pattern(self.outcome.winner)

    def page(self) -> Page:
        """The ranking."""
        rows = tuple(
            Row(
                say("{rank}. {player}", rank=standing.rank, player=player_name(standing.colour)),
                value=say_count("{n} token out", "{n} tokens out", standing.out),
                sign=standing.colour,
                tone=Tone.GOOD if standing.colour is self.outcome.winner else Tone.PLAIN,
            )
            for standing in self.outcome.ranking
        )
        return ListPage(
            "over",
            tell_result(self.outcome),
            rows,
            tell_reason(self.outcome),
            sign=self.outcome.winner,
            keys=Keys(advance=say("New game"), draw=say("Say again"), back=say("Undo"), back_hold=say("Menu")),
            status=self.session.notice,
        )
