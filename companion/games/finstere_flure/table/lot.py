"""Lot that says who begins (R22): it goes round for a moment, then falls on a player."""

from companion.device.options import Values
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table.ring import seat_pattern
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.words.piece_names import player_name
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.step import Step
from companion.voice import Level
from engine.finstere_flure.events import GameStarted
from hardware.ring.patterns import Pattern

#: So long (seconds) the lot goes round, and so long it stays with each player on its way.
GOES_ROUND_S = 1.8
STAYS_S = 0.15


class LotStep(Step[FinstereFlureSession]):
    """The lot goes round the table and falls on the player who begins."""

    def __init__(self, session: FinstereFlureSession, event: GameStarted, variants: Values) -> None:
        super().__init__(session)
        self.event = event
        self.variants = variants
        self.since = session.now
        self.fallen = False

    def begin(self) -> None:
        """Announce that the lot is drawn."""
        self.session.say(say("Who begins is drawn by lot."), Level.PHASE, "card")

    def tick(self) -> None:
        """Decide the lot after a moment."""
        if not self.fallen and self.session.now - self.since >= GOES_ROUND_S:
            self._fall()

    def _fall(self) -> None:
        self.fallen = True
        self.session.say(self._result_text(), Level.PHASE, "turn")

    def advance(self) -> None:
        """Decide the lot at once; once it is decided, begin the game."""
        if self.fallen:
            self.session.table_game.begin(self.session, self.event, self.variants)
        else:
            self._fall()

    def back(self) -> None:
        """Go back to the players."""
        self.session.close()

    def _lit_seat(self) -> int:
        """Return the seat at which the lot is."""
        players = self.event.players
        if self.fallen:
            return players.index(self.event.first)
        return int((self.session.now - self.since) / STAYS_S) % len(players)

    def pattern(self) -> Pattern:
        """Return the ring pattern of the lot's present place."""
        return seat_pattern(self.event.players, self.event.players[self._lit_seat()], 1, 1)

    def _result_text(self) -> str:
        return say("The draw falls on {player}: {player} begins.", player=player_name(self.event.first))

    def page(self) -> Page:
        """Return the page of all players as they sit, and of the seat where the lot is."""
        lit_seat, tone = self._lit_seat(), Tone.GOOD if self.fallen else Tone.NOW
        rows = [
            Row(player_name(colour), sign=colour, tone=tone if seat == lit_seat else Tone.PLAIN)
            for seat, colour in enumerate(self.event.players)
        ]
        return ListPage(
            "lot",
            say("Who begins"),
            tuple(rows),
            self._result_text() if self.fallen else say("Drawing lots."),
            sign=self.event.first if self.fallen else None,
            keys=Keys(advance=say("Go on"), draw=say("Say again"), back=say("Back")),
            status=self.session.status,
        )
