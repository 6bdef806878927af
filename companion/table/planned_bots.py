"""Bots of a new game, chosen on the page that asks who plays."""

from collections.abc import Sequence

from companion.device.language import say
from companion.screen.pages import Keys, Row
from companion.table.bots import default_bot, describe_seat, has_bots, strengths, why_no_bots
from companion.table.lists import ListStep
from companion.table.option_rows import idle_row
from companion.table.session import Session

#: The id of the row that opens the list.
BOTS = "bots"


def bots_rows(session: Session, seats: Sequence[str]) -> tuple[Row, ...]:
    """Return the row with the number of bots in these seats; none where bots know no such game."""
    if not has_bots(session):
        return ()
    planned = session.seating.planned_bots.get(session.table_game.rules.id, {})
    row = Row(say("Bots"), BOTS, str(len(planned.keys() & set(seats))) if seats else "–", why_no_bots(session))
    return (idle_row(row) if row.detail or not seats else row,)


class BotsStep(ListStep):
    """List of the seats of a new game; a choice puts the next one there, a person or a bot.

    The first bot is as strong as opponents are by the settings; stronger ones and then weaker ones follow.
    """

    name = "bots"

    def __init__(self, session: Session, seats: Sequence[str]) -> None:
        super().__init__(session)
        self._seats = tuple(map(str, seats))
        #: The bots by their seats.
        self._planned = session.seating.planned_bots.setdefault(session.table_game.rules.id, {})

    def title(self) -> str:
        """Return the page's title."""
        return say("Bots")

    def rows(self) -> Sequence[Row]:
        """Return the seats, and who plays there."""
        game = self.session.table_game
        rows = {row.id: row for row in game.seat_rows()}
        return [
            Row(
                rows[seat].text,
                seat,
                describe_seat(game, bot) if bot else say("a person"),
                sign=rows[seat].sign,
            )
            for seat in self._seats
            for bot in (self._planned.get(seat),)
        ]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"), back_hold=self.session.menu_name)

    def choose(self, row_id: str) -> None:
        """Put the next one there."""
        bots = [*strengths(self.session.table_game)]
        first = bots.index(default_bot(self.session))
        names = ["", *bots[first:], *bots[:first]]
        bot = self._planned.pop(row_id, "")
        following = names[(names.index(bot) + 1) % len(names)] if bot in names else ""
        if following:
            self._planned[row_id] = following
