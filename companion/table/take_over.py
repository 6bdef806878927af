"""Page for people who take over a game that played itself: which player is theirs."""

from collections.abc import Sequence

from companion.device.button_colours import press
from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.bots import describe_seat
from companion.table.seat_names import player_name, player_row, seats_of
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from hardware.buttons import Button


class TakeOverStep(Step[Session]):
    """Step that says who plays which player, until somebody has read it."""

    def __init__(self, session: Session, person: str) -> None:
        """`person`: the seat that people have taken over; empty: all seats."""
        super().__init__(session)
        self.person = person

    def begin(self) -> None:
        """Say whose seat it is."""
        self.session.say(self.title(), Level.PHASE, "turn")

    def title(self) -> str:
        """Describe which player is theirs."""
        if not self.person:
            return say("You play all players now.")
        return say("You play {player} now.", player=player_name(self.session, self.person))

    def advance(self) -> None:
        """Go on with the game: a bot may have to act first."""
        self.session.close()
        if self.session.game is not None and not self.session.step.only_shows:
            self.session.go_on()

    def rows(self) -> Sequence[Row]:
        """Return who plays each seat, round the table from the people's own."""
        session = self.session
        if session.first_event is None:
            return ()
        planned = session.seating.planned_bots.get(session.table_game.rules.id, {})
        bots = planned if session.game is None else session.seating.seats.bots
        seats = [*seats_of(self.session)]
        own = seats.index(self.person) if self.person in seats else 0
        seats = [*seats[own:], *seats[:own]]
        return [self._row(seat, bots.get(seat)) for seat in seats]

    def _row(self, seat: str, bot: str | None) -> Row:
        row = player_row(self.session, seat)
        if bot is None:
            return Row(row.text, value=say("you"), tone=Tone.NOW, sign=row.sign)
        return Row(row.text, value=describe_seat(self.session.table_game, bot), sign=row.sign)

    def page(self) -> Page:
        """Return the page: the player's name and sign, and who plays the others."""
        others, done = say("Bots play the others."), press(Button.ADVANCE, say("Go on"))
        return ListPage(
            "take-over",
            self.title(),
            tuple(self.rows()),
            together(others, done) if self.person else done,
            sign=player_row(self.session, self.person).sign if self.person else None,
            keys=Keys(advance=say("Go on"), draw=say("Say again"), back_hold=say("Menu")),
            status=self.session.notice,
        )
