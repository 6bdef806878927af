"""Menu of the players: who leaves, sits out a round, comes back, changes seats."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.language import say
from companion.device.sentences import capitalised
from companion.screen.pages import Row, Tone
from companion.table.bots import describe_seat, has_bots, strengths, why_no_bots
from companion.table.lists import ListStep
from companion.table.seat_names import player_name, player_row, seats_of
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import Session
from companion.voice import Level

#: Prefix of a player who changes seats with another.
_WITH = "with "
#: Prefix of a bot that takes a seat.
_BOT = "bot "
#: Row of the way to the other of two tables.
_OTHER_TABLE = "other-table"


class SeatsStep(ListStep):
    """List of the players, as they sit; a choice leads to what happens with one of them."""

    name = "seats"

    def title(self) -> str:
        """Return the page's title."""
        return say("Who comes and goes?")

    def rows(self) -> Sequence[Row]:
        """Return the players, clockwise, who of them is away, and for whom a bot plays."""
        session = self.session
        seats = session.seating.seats
        words = {seat: say("away") for seat in seats.left} | {seat: say("sits out a round") for seat in seats.resting}
        words |= {seat: describe_seat(session.table_game, bot) for seat, bot in seats.bots.items()}
        words |= {seat: say("bot (has failed)") for seat in seats.unnoticed}
        other = session.other_table
        elsewhere = other.seats if other is not None else ()
        words |= {seat: say("at the other table") for seat in elsewhere}
        fixed = {seat for seat in elsewhere if other is not None and not other.may_move(seat)}
        return [
            replace(player_row(session, seat), id="" if seat in fixed else seat, value=words.get(seat, ""))
            for seat in seats.in_order(seats_of(session))
        ]

    def choose(self, row_id: str) -> None:
        """Ask what happens with this player."""
        self.session.open(PlayerSeatStep(self.session, row_id))


class PlayerSeatStep(ListStep):
    """Choice of what happens with one player."""

    name = "seat"

    def __init__(self, session: Session, seat: str) -> None:
        super().__init__(session)
        self.seat = seat

    def title(self) -> str:
        """Return the player's name."""
        return player_name(self.session, self.seat)

    def text(self) -> str:
        """Say who plays for somebody who is away, or which bot plays."""
        if self._is_elsewhere:
            return capitalised(say("at the other table"))
        if (bot := self.session.seating.seats.bots.get(self.seat)) is not None:
            return capitalised(describe_seat(self.session.table_game, bot))
        if self.seat in self.session.seating.seats.unnoticed:
            return capitalised(say("bot (has failed)"))
        if self.session.watching is not None:
            return say("A bot plays for whoever is away.")
        return say("The turns of whoever is away pass, or others play them.")

    def rows(self) -> Sequence[Row]:
        """Return what can happen; who plays at another table is that one's to choose."""
        own = () if self._is_elsewhere else (*self._person_rows(), *self._bot_rows())
        return [*own, *self._table_rows()]

    @property
    def _is_elsewhere(self) -> bool:
        other = self.session.other_table
        return other is not None and self.seat in other.seats

    def _table_rows(self) -> Sequence[Row]:
        other = self.session.other_table
        if other is None or not other.may_move(self.seat):
            return ()
        return (Row(say("Goes on here") if self._is_elsewhere else say("Goes on at the other table"), _OTHER_TABLE),)

    def _person_rows(self) -> Sequence[Row]:
        session, seats = self.session, self.session.seating.seats
        if self.seat in seats.bots or self.seat in seats.unnoticed or self.seat not in session.players:
            # Nobody sits there who could leave.
            return ()
        rows = [
            Row(say("Back again"), SeatChangeKind.BACK, tone=Tone.NOW)
            if self.seat in seats.away
            else Row(say("Sits out a round"), SeatChangeKind.RESTS)
        ]
        if self.seat not in seats.left:
            rows.append(Row(say("Leaves"), SeatChangeKind.LEFT))
        # At a virtual table nobody sits anywhere.
        if session.table_game.absence.may_change_seats and session.watching is None:
            rows += [
                replace(row, text=say("Changes seats with {player}", player=row.text), id=f"{_WITH}{other}")
                for other in seats.in_order(session.players)
                if other != self.seat and (row := player_row(session, other))
            ]
        return rows

    def _bot_rows(self) -> Sequence[Row]:
        session, seats = self.session, self.session.seating.seats
        bot, failed = seats.bots.get(self.seat), seats.failed.get(self.seat)
        rows = [person_plays_row()] if bot or self.seat in seats.unnoticed else []
        if not has_bots(session) or why_no_bots(session):
            return rows
        game = session.table_game
        if failed is not None:
            rows.append(bot_again_row(session, failed))
        others = [name for name in strengths(game) if name not in (bot, failed)]
        return [*rows, *(Row(capitalised(describe_seat(game, name)), f"{_BOT}{name}") for name in others)]

    def choose(self, row_id: str) -> None:
        """Change the seat as the row says; the game goes on."""
        if row_id == _OTHER_TABLE:
            assert self.session.other_table is not None
            self.session.other_table.move(self.seat)
            return
        other = row_id.removeprefix(_WITH)
        if other != row_id:
            change = SeatChange(SeatChangeKind.SWAPPED, (self.seat, other))
        elif row_id.startswith(_BOT):
            change = SeatChange(SeatChangeKind.BOT, (self.seat,), row_id.removeprefix(_BOT))
        else:
            change = SeatChange(SeatChangeKind(row_id), (self.seat,))
        change_seats(self.session, change)


def person_plays_row() -> Row:
    """Return the row that gives a bot's seat to a person."""
    return Row(say("A person plays"), SeatChangeKind.PERSON, tone=Tone.NOW)


def bot_again_row(session: Session, bot: str) -> Row:
    """Return the row that lets a bot in again which has failed."""
    return Row(say("Let the bot in again"), f"{_BOT}{bot}", detail=capitalised(describe_seat(session.table_game, bot)))


def describe_change(session: Session, change: SeatChange) -> str:
    """Describe a change of seats in one line, for the log and the list of what can be undone."""
    names = [player_name(session, player) for player in change.players]
    match change.kind:
        case SeatChangeKind.LEFT:
            return say("{player}: away from the table.", player=names[0])
        case SeatChangeKind.RESTS:
            return say("{player}: a round off.", player=names[0])
        case SeatChangeKind.BACK:
            return say("{player}: back again.", player=names[0])
        case SeatChangeKind.SWAPPED:
            return say("{player} and {other} change seats.", player=names[0], other=names[1])
        case SeatChangeKind.BOT:
            return say("{player}: {bot}.", player=names[0], bot=describe_seat(session.table_game, change.bot))
        case SeatChangeKind.PERSON:
            return say("{player}: a person plays.", player=names[0])
        case SeatChangeKind.FAILED:
            return say("{player}: the bot has failed.", player=names[0])


def change_seats(session: Session, change: SeatChange) -> None:
    """Keep a change, and go on with the game."""
    assert session.game is not None
    session.seating.change(change, len(session.game.events))
    session.say(describe_change(session, change), Level.PHASE)
    _go_on(session, change)


def _go_on(session: Session, change: SeatChange) -> None:
    """Go on with the interrupted step, or with a new one for whoever acts now."""
    assert session.game is not None
    running, actor = session.running_step, session.table_game.actor(session.game.state)
    other = not change.kind.is_of_bots and actor not in change.players
    if running.only_shows or other:
        session.switch(running)
    else:
        session.go_on()


def undo_seats(session: Session, keep: int) -> None:
    """Take back all changes but the first `keep`, and the events after them."""
    assert session.game is not None
    events, change = session.seating.changes[keep]
    is_last = events == len(session.game.events) and keep == len(session.seating.changes) - 1
    if events < len(session.game.events):
        session.undo(events)
    session.seating.take_back(keep)
    session.say(say("Taken back."), Level.PHASE, "wrong")
    if is_last:
        _go_on(session, change)
    else:
        session.go_on()


def may_change_seats(session: Session) -> bool:
    """Return True if a game runs whose seats can change, and it is not over."""
    game = session.game
    return has_seats(session) and game is not None and session.table_game.history.result_line(game.state) is None


def has_seats(session: Session) -> bool:
    """Return True in a game that is kept, in which players are known or bots can play."""
    if session.game_id is None:
        return False
    return bool(session.players) or (has_bots(session) and not why_no_bots(session))
