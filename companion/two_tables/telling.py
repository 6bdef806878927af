"""Hidden cards of a host: it tells a guest what its seats know, and does what they ask for.

The host tells the views of the guest's seats, whenever they are others. The guest asks for what its seats do without
an event, such as that one declines. Both are said again until the other table has them.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import sha256
from typing import Any

from companion.table.bot_step import go_on_unnoticed
from companion.table.bots import whole_state
from companion.table.hidden_cards import CardsAcross
from companion.table.session import Session
from companion.two_tables.order import Ledger, Side, canonical
from engine.errors import NotationError

#: What was not answered is said again after so long (seconds).
_AGAIN_S = 1.0
#: The guest says so often (seconds) what it was told.
_SAYS_S = 2.0
#: What data that tell no cards or no move may raise.
_UNREADABLE = (NotationError, KeyError, ValueError, TypeError, AttributeError, IndexError)


class ToldCards:
    """Part of a table, host or guest, in telling hidden cards while the game runs here."""

    def __init__(self, session: Session, ledger: Ledger, side: Side, enter: Callable[[Any], None]) -> None:
        """`enter` does an event that the guest has asked for."""
        self._session, self._ledger, self._side, self._enter = session, ledger, side, enter
        #: What the guest asks for, until it is answered: after so many entries, by which number, and the move.
        self.asking: tuple[int, int, dict[str, Any]] | None = None
        #: True once the host has told anything since this table began.
        self.has_heard = False
        #: True when the guest was told something new; whoever shows it sets it back.
        self.is_new = False
        #: The message with what is told now and its hash, what it follows from, and the hash of what the guest has.
        self._message: dict[str, Any] = {}
        self._told_hash = ""
        self._known: tuple[int, int, Any] | None = None
        self._heard = ""
        self._asked = 0
        self._said_s = -1e9

    @property
    def _cards(self) -> CardsAcross | None:
        hidden = self._session.hidden_cards
        return None if hidden is None else hidden.across

    # --- the host -----------------------------------------------------------------------------------------------

    def due(self, time_s: float) -> list[dict[str, Any]]:
        """Return the messages to send now."""
        return self._told(time_s) if self._side is Side.HOST else self._questions(time_s)

    def _told(self, time_s: float) -> list[dict[str, Any]]:
        cards, whole = self._cards, whole_state(self._session)
        if cards is None or whole is None:
            return []
        known = self._ledger.number, cards.asked, whole
        if self._known != known:
            views = cards.tell(sorted(self._ledger.guest_seats))
            message = {"kind": "told", "after": known[0], "asked": known[1], "views": views}
            if message != self._message:
                self._message, self._told_hash, self._said_s = message, told_hash(message), -1e9
            self._known = known
        if self._heard == self._told_hash or time_s - self._said_s < _AGAIN_S:
            return []
        self._said_s = time_s
        return [self._message]

    def _answer(self, after: int, number: int, data: dict[str, Any]) -> None:
        """Do what the guest asks for, once; what is stale or cannot be is done no more."""
        cards = self._cards
        if cards is None or number <= cards.asked or after > self._ledger.number:
            return
        cards.note_asked(number)
        if after == self._ledger.number:
            with suppress(*_UNREADABLE):
                self._do(cards.move_from_json(data))

    def _do(self, move: Any) -> None:
        session, play, hidden = self._session, self._session.table_game.play, self._session.hidden_cards
        cards, seats = self._cards, self._ledger.guest_seats
        if hidden is None or cards is None:
            return
        if not (is_offered(session, move, seats) or cards.may_ask(move, seats)):
            return
        move = hidden.completed(move)
        if move is None:
            return
        hidden.keep_move(move)
        event = play.event(move)
        if event is not None:
            self._enter(event)
        else:
            go_on_unnoticed(session)

    # --- the guest ----------------------------------------------------------------------------------------------

    def ask(self, move: dict[str, Any]) -> None:
        """Ask the host for a move without an event, unless it is asked for another one already."""
        if self.asking is None and self.has_heard:
            self.asking = self._ledger.number, self._asked + 1, move
            self._said_s = -1e9

    def _questions(self, time_s: float) -> list[dict[str, Any]]:
        if time_s - self._said_s < (_SAYS_S if self.asking is None else _AGAIN_S):
            return []
        self._said_s = time_s
        messages: list[dict[str, Any]] = [{"kind": "heard", "hash": self._heard}]
        if self.asking is not None:
            after, number, move = self.asking
            messages.append({"kind": "ask", "after": after, "number": number, "move": move})
        return messages

    def _take(self, message: dict[str, Any]) -> None:
        """Take what the host tells, if this table has come as far."""
        cards, is_here = self._cards, message["after"] == self._ledger.number
        if cards is None or not is_here or message["views"].keys() != self._ledger.guest_seats:
            return
        heard = told_hash(message)
        if heard != self._heard:
            with suppress(*_UNREADABLE):
                cards.take_told(message["views"])
                self._heard, self.has_heard, self.is_new = heard, True, True
        self._asked, self._said_s = max(self._asked, message["asked"]), -1e9
        if self.asking is not None and self.asking[1] <= message["asked"]:
            self.asking = None

    # --- both ---------------------------------------------------------------------------------------------------

    def receive(self, message: dict[str, Any]) -> None:
        """Take a message of the other table that was checked."""
        match message, self._side:
            case {"kind": "ask", "after": after, "number": number, "move": move}, Side.HOST:
                self._answer(after, number, move)
            case {"kind": "heard", "hash": heard}, Side.HOST:
                self._heard = heard
            case {"kind": "told"}, Side.GUEST:
                self._take(message)


def told_hash(message: dict[str, Any]) -> str:
    """Return the hash by which a guest says what it was told."""
    return sha256(canonical(message)).hexdigest()


def is_offered(session: Session, move: Any, seats: Collection[str]) -> bool:
    """Return True for a move that one of some seats is offered now."""
    play, whole = session.table_game.play, whole_state(session)
    if whole is None:
        return False
    screen, acting = session.table_game.seat_screen, set(map(str, play.acting_seats(whole)))
    for seat in acting.union(map(str, screen.awaited(whole))).intersection(seats):
        view = play.view(whole, seat)
        if (seat in acting and move in play.moves_of(view, seat)) or move in screen.seat_moves(view, seat):
            return True
    return False
