"""Running game that is shared with another table: the session's entries, sealed and sent."""

import json
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from companion.device.language import say
from companion.journal.entries import EntryKind, KeptGame
from companion.table.bots import whole_state
from companion.table.other_table_step import enter_from_other_table
from companion.table.seat_names import player_name, seats_of
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import Session
from companion.two_tables.board_pictures import BoardPictures
from companion.two_tables.coin import Coin
from companion.two_tables.exchange import Exchange
from companion.two_tables.kept import KeptShare
from companion.two_tables.messages import MessageError, decoded, encoded
from companion.two_tables.order import Ledger, SharedEntry, Side, illegal
from companion.two_tables.post import Post, StartPost
from companion.two_tables.sealing import Seal, room_of
from companion.two_tables.telling import ToldCards
from engine.errors import RulesError
from engine.game import Game, Play

#: A host that nobody has answered repeats its offer after so long, and sooner where somebody is heard (seconds).
_OFFER_S = 1.0
_OFFER_HEARD_S = 0.1
#: What comes while something is shown here, such as a move that plays, waits so long (seconds) at most.
_SHOWN_S = 15.0
#: So many messages wait meanwhile.
_MOST_WAITING = 100
#: So many are taken at once: whoever floods does not hold up the window. A table says less in that time.
_MOST_AT_ONCE = 5
#: In one game players change tables no more often: all of it is kept in the file of tables.
_MOST_MOVES = 100


class SessionLedger(Ledger):
    """Entries of a session's running game, as its journal keeps them."""

    def __init__(
        self,
        session: Session,
        game_id: int,
        guest_seats: Collection[str],
        since: int,
        side: Side = Side.HOST,
        moves: Mapping[int, tuple[str, ...]] | None = None,
        keep_moves: Callable[[Mapping[int, tuple[str, ...]]], None] = lambda _: None,
    ) -> None:
        """`side`: this table's.

        `moves`: the guest's seats since they were changed, by the number of entries before; `keep_moves` keeps them.
        """
        self._moves, self._keep_moves = {**(moves or {})}, keep_moves
        super().__init__(self._moves[max(self._moves)] if self._moves else guest_seats, since)
        self._session, self._game_id, self._side = session, game_id, side
        self._entries: list[SharedEntry] = []
        self._read = 0
        #: True while an entry of the other table is done here.
        self.is_entering = False

    @property
    def entries(self) -> Sequence[SharedEntry]:
        """Events, undos and changes of the guest's seats; who plays in a seat is each table's own."""
        kept = self._session.journal.entries(self._game_id)
        if not self._read:
            # A game that was mended before the other table came begins with the events that count then.
            self._read = max((n for n, entry in enumerate(kept, 1) if entry.kind is EntryKind.MEND), default=0)
            told = KeptGame(self._game_id, "", tuple(kept[: self._read])).events
            self._entries = [SharedEntry(json.loads(line)) for line in told]
        for entry in kept[self._read :]:
            self._read += 1
            if entry.kind is EntryKind.EVENT:
                self._entries.append(SharedEntry(json.loads(entry.text)))
            elif entry.kind is EntryKind.UNDO:
                self._entries.append(SharedEntry(keep=int(entry.text)))
            while moved := self._moves.get(len(self._entries)):
                self._entries.append(SharedEntry(seats=moved))
        return self._entries

    @property
    def movable_seats(self) -> Collection[str]:
        """All seats; none where each box has dealt the hands of its own."""
        table_game = self._session.table_game
        return table_game.seats(self.game.events[0]) if table_game.play.is_public or self.keeps_cards else ()

    def illegal(self, entry: SharedEntry) -> str:
        """Return why neither table may have an entry written now; seats do not move for ever."""
        if entry.seats and len(self._moves) >= _MOST_MOVES:
            return "no more changes of tables"
        return super().illegal(entry)

    @property
    def game(self) -> Game[Any, Any]:
        """The running game."""
        assert self._session.game is not None
        return self._session.game

    @property
    def play(self) -> Play[Any, Any]:
        """The game as it is played.

        Where hands are hidden, what is public of it: both tables know that alike.
        """
        table_game = self._session.table_game
        return table_game.play if table_game.play.is_public else table_game.rules

    @property
    def keeps_cards(self) -> bool:
        """True where the host keeps the hidden cards, and tells the guest's seats what they know.

        It writes all entries then: whatever the guest does is done by its cards.
        """
        return self._session.table_game.play.view_codec is not None

    @property
    def writer(self) -> Side:
        """The table that writes the next entry."""
        return Side.HOST if self.keeps_cards else super().writer

    @property
    def chance_acts(self) -> bool:
        """True if both tables decide what chance brings.

        Of a game whose cards the host keeps it does alone.
        """
        return not self.keeps_cards and super().chance_acts

    @property
    def is_ready(self) -> bool:
        """True if nothing is hidden, or the cards of this table are known.

        Else the other table must judge by them.
        """
        is_judged = self.keeps_cards and self._side is Side.GUEST
        return is_judged or self._session.table_game.play.is_public or whole_state(self._session) is not None

    def contradiction(self, event: dict[str, Any]) -> str:
        """Return why the hidden cards do not allow an event; what is said of it here is for nobody."""
        hidden = self._session.hidden_cards
        if self._session.table_game.play.is_public or hidden is None:
            return ""
        if self.keeps_cards and self._side is Side.GUEST:
            # The host has judged it.
            return ""
        told = self.game.rules.event_from_json(event)
        is_against = hidden.contradiction(told) or (self.keeps_cards and hidden.unfinished_act(told))
        return "not by this hand" if is_against else ""

    def why_not(self, entry: SharedEntry, side: Side) -> str:
        """Return why a table may not have an entry written now.

        Where the host keeps the cards it decides when all have done what they may, as long as a seat of its own may do
        anything.
        """
        if entry.event is None or not self.keeps_cards:
            return super().why_not(entry, side)
        try:
            event = self.game.rules.event_from_json(entry.event)
        except RulesError as error:
            return str(error)
        # Whose event it is comes before any look at cards: a guest would learn by it what others hold.
        reason = self._why_not_theirs(event, side) or illegal(self.game, entry)
        if not reason and self._side is Side.HOST and side is Side.GUEST:
            reason = self._why_not_judged(event)
        return reason or self.contradiction(entry.event)

    def _why_not_judged(self, event: Any) -> str:
        """Return why a guest may not do what the rules allow, by what its seats know."""
        hidden, seat = self._session.hidden_cards, self._seat_of(event)
        if getattr(event, "overruled", False) or not (seat or self._is_next(event)):
            return "only the host overrules"
        is_unknown = seat in self.guest_seats and hidden is not None and not hidden.fits_view(event, seat)
        return "not by this hand" if is_unknown else ""

    def _is_next(self, event: Any) -> bool:
        rules = self.game.rules
        name = rules.codec.name_of(event)
        return any(not choice.by and choice.event == name for choice in rules.next(self.game.state))

    def _why_not_theirs(self, event: Any, side: Side) -> str:
        """Return why an event is not for a table, by whose it is."""
        whole, play, guests = whole_state(self._session), self._session.table_game.play, self.guest_seats
        own = guests if side is Side.GUEST else frozenset(map(str, seats_of(self._session))) - guests
        seat = self._seat_of(event)
        if whole is None or seat in own:
            return ""
        acting = set(map(str, play.acting_seats(whole)))
        if side is Side.HOST and not (acting and seat):
            # Chance ends what a seat has begun.
            return ""
        if not seat:
            return "" if acting and acting <= own else "another table's seat"
        # What a seat at the other table has offered is done by the one that takes it; what is decided already by the
        # host, since a guest would learn by it what another seat can do.
        acts = [(other, play.moves_of(play.view(whole, other), other)) for other in acting & {*own, seat}]
        is_own = any(play.event(move) == event for other, moves in acts if other in own for move in moves)
        is_decided = side is Side.HOST and any(other == seat and len(moves) == 1 for other, moves in acts)
        return "" if is_own or is_decided else "another table's seat"

    def _seat_of(self, event: Any) -> str:
        """Return the seat that decides an event; empty: nobody in particular, or nobody knows here."""
        whole, actor = whole_state(self._session), str(getattr(event, "by", None) or "")
        return self._session.table_game.play.decides(whole, actor) if actor and whole is not None else actor

    def enter(self, entry: SharedEntry) -> None:
        """Do an entry at this table."""
        if entry.seats:
            self._move_seats(entry)
            return
        session, hidden = self._session, self._session.hidden_cards
        if entry.event is None:
            with self._entering():
                session.undo(entry.keep)
            return
        event = self.game.rules.event_from_json(entry.event)
        if self.keeps_cards and self._side is Side.HOST and hidden is not None and hidden.across is not None:
            with suppress(ValueError):
                hidden.across.take_picks(event, entry.picks, self.guest_seats)
        self.enter_event(event)

    def enter_event(self, event: Any) -> None:
        """Do an event that the other table has decided."""
        with self._entering():
            enter_from_other_table(self._session, event)

    @contextmanager
    def _entering(self) -> Iterator[None]:
        self.is_entering = True
        try:
            yield
        finally:
            self.is_entering = False

    def _move_seats(self, entry: SharedEntry) -> None:
        """Let players go on at the other table, and say so."""
        session, moved = self._session, self.guest_seats ^ {*entry.seats}
        self._moves[self.number] = entry.seats
        self._keep_moves(self._moves)
        self._entries.append(entry)
        self.guest_seats = frozenset(entry.seats)
        for seat in self.movable_seats:
            if seat not in moved:
                continue
            if seat in session.seating.seats.bots:
                session.seating.change(SeatChange(SeatChangeKind.PERSON, (seat,)), len(self.game.events))
            player = player_name(session, seat)
            if (seat in self.guest_seats) is (self._side is Side.GUEST):
                text = say("{player} goes on here.", player=player)
            else:
                text = say("{player} goes on at the other table.", player=player)
            session.notify(text, text)
        session.go_on_below()


class Share:
    """Shared game, while it runs here."""

    def __init__(
        self,
        session: Session,
        kept: KeptShare,
        url: str,
        offer: dict[str, Any] | None = None,
        start_post: StartPost = Post,
        keep: Callable[[KeptShare], None] = lambda _: None,
    ) -> None:
        """Begin to exchange; packets are left at `url`.

        `keep` keeps what is new of the record, such as what the other table has laid down for the coin.

        `offer`: the message with which a host begins, until the guest is there.
        """
        self.kept, self._session, self._offer, self._keep = kept, session, offer, keep
        key = bytes.fromhex(kept.key)
        coin = Coin(kept.coin, kept.side, kept.other_root, lambda root: self._keep_changed(other_root=root))
        self.ledger = SessionLedger(
            session, kept.game, kept.guest_seats, kept.since, kept.side, dict(kept.moves), self._keep_seats
        )
        self.telling = ToldCards(session, self.ledger, kept.side, self.ledger.enter_event)
        self.exchange = Exchange(self.ledger, kept.side, coin, self._page)
        #: Pictures of both boards; None where something hidden may lie on one.
        self.pictures = BoardPictures(is_on=kept.pictures) if session.table_game.play.is_public else None
        self.seal, self._post = Seal(key, kept.side), start_post(url, room_of(key), kept.side)
        self._waiting: deque[dict[str, Any]] = deque(maxlen=_MOST_WAITING)
        self._offered_s = -1e9
        self._shown_since_s: float | None = None
        self._left_after: int | None = None
        #: Why the other table cannot play this game: a word of a message; empty: it can.
        self.unfit = ""

    @property
    def _may_show_pictures(self) -> bool:
        """True while both tables play this game together."""
        return self.exchange.fault is None and self.exchange.left_after is None

    def switch_pictures(self) -> None:
        """Switch pictures of the boards on at this table, or off; kept for this game."""
        if self.pictures is not None:
            self.pictures.switch(on=not self.pictures.is_on)
            self._keep_changed(pictures=self.pictures.is_on)

    def _keep_seats(self, moves: Mapping[int, tuple[str, ...]]) -> None:
        self._keep_changed(moves=tuple(moves.items()))

    def _keep_changed(self, **changed: Any) -> None:
        """Keep what has changed in the record of the game."""
        self.kept = replace(self.kept, **changed)
        self._keep(self.kept)

    @property
    def other_seats(self) -> frozenset[str]:
        """The seats that are at the other table."""
        guests = self.ledger.guest_seats
        return guests if self.kept.side is Side.HOST else frozenset(self._seats) - guests

    @property
    def ordered_others(self) -> Sequence[str]:
        """The seats that are at the other table, as they sit."""
        return [seat for seat in self._seats if seat in self.other_seats]

    @property
    def _seats(self) -> Sequence[str]:
        game = self._session.game
        return () if game is None else self._session.table_game.seats(game.events[0])

    @property
    def may_act(self) -> bool:
        """True if this table goes on with the game, and False while only the other one can."""
        exchange, ledger = self.exchange, self.ledger
        if not ledger.keeps_cards:
            return exchange.may_write and ledger.is_ready
        whole = whole_state(self._session)
        if whole is None or exchange.proposal is not None or self.telling.asking is not None:
            return False
        is_host = self.kept.side is Side.HOST
        asked = set(map(str, self._session.table_game.seat_screen.asked_openly(whole)))
        return bool(asked - self.other_seats) or (is_host and not asked)

    @property
    def is_broken_off(self) -> bool:
        """True if the host, which keeps the cards, has gone on without this table."""
        return self.ledger.keeps_cards and self.kept.side is Side.GUEST and self.exchange.left_after is not None

    def _page(self) -> str:
        """Return what this table does besides playing, as a word for the other one."""
        session = self._session
        if not session.has_page_above or session.step.belongs_to_game:
            return ""
        return "pause" if session.step.stops_clock else "menu"

    def tick(self, time_s: float) -> None:
        """Take what has come, and send what is due."""
        packets = self._post.received()
        for packet in packets:
            data = self.seal.open(packet)
            if data is not None:
                try:
                    self._waiting.append(decoded(data))
                except MessageError:
                    continue
                self.exchange.heard_s = time_s
        self._take(time_s)
        messages = self.exchange.due(time_s)
        if self._may_show_pictures and self.pictures is not None:
            self._session.keep_board_picture(wanted=self.pictures.is_both(time_s))
            messages += self.pictures.due(self._session.board_picture, time_s)
        else:
            self._session.keep_board_picture(wanted=False)
        if self.ledger.keeps_cards:
            messages += self.telling.due(time_s)
        # Whoever says something has just come, and hears what is sent now; strangers must not make it send without end.
        pause_s = _OFFER_HEARD_S if packets else _OFFER_S
        if self._offer is not None and not self.unfit and time_s - self._offered_s >= pause_s:
            self._offered_s = time_s
            messages.insert(0, self._offer)
        for message in messages:
            self._post.send(self.seal.seal(encoded(message)))

    def _take(self, time_s: float) -> None:
        """Let the exchange have what has come, one entry after the other, as it can be seen here."""
        for _ in range(min(len(self._waiting), _MOST_AT_ONCE)):
            if not self._session.running_step.only_shows:
                self._shown_since_s = None
            elif self._shown_since_s is None:
                self._shown_since_s = time_s
            if self._shown_since_s is not None and time_s - self._shown_since_s < _SHOWN_S:
                return
            message = self._waiting.popleft()
            if message["kind"] == "have":
                self._offer = None
            if message["kind"] == "unfit":
                self.unfit = message["reason"]
            self.exchange.receive(message, time_s)
            if self._may_show_pictures and self.pictures is not None:
                self.pictures.receive(message, time_s)
            if self.ledger.keeps_cards and self.exchange.fault is None:
                self.telling.receive(message)

    def leave(self) -> None:
        """Tell the other table that this one goes on alone, and after how many entries."""
        if self._left_after is None:
            self._left_after = self.ledger.number
            self._session.keep_board_picture(wanted=False)
        self._post.send(self.seal.seal(encoded({"kind": "left", "number": self._left_after})))

    def answer_as_left(self) -> None:
        """Tell it again if the other table is heard: it does not know yet, or was away."""
        packets = self._post.received()
        for packet in packets:
            # What is sent is for the run of the other table that was heard last.
            self.seal.open(packet)
        if packets:
            self.leave()

    def close(self) -> None:
        """Send nothing any more."""
        self._session.keep_board_picture(wanted=False)
        self._post.close()
