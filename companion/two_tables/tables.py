"""Second table with the same game, invited by this one or joined (`OtherTable`)."""

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.device.errors import UserError
from companion.device.extras import extra_command
from companion.device.language import say, say_count
from companion.device.sentences import listed
from companion.journal.entries import BROKEN_OFF, EntryKind
from companion.phones.table import PhoneTable
from companion.screen.pages import BoardElsewhere
from companion.table.bot_step import go_on_unnoticed
from companion.table.bots import whole_state
from companion.table.game import TableGame
from companion.table.mended import MendNote, event_line
from companion.table.seat_names import player_name
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import Session
from companion.table.step import Step
from companion.two_tables.chance import SharedChance
from companion.two_tables.coin import new_secret
from companion.two_tables.dialing import may_dial, new_address, post_at
from companion.two_tables.exchange import Fault
from companion.two_tables.invitation import Invitation, new_digits
from companion.two_tables.kept import KeptShare, ShareFile, keep_hands
from companion.two_tables.meeting import INVITED_ROOM, Invite, Joining
from companion.two_tables.order import SharedEntry, Side
from companion.two_tables.post import DIAL, RoomRequest, StartPost, checked_address
from companion.two_tables.sealing import room_of
from companion.two_tables.share import SessionLedger, Share
from companion.two_tables.steps import AnotherTableStep, JoinStep, SeatWishStep
from companion.two_tables.versions import rules_hash
from companion.virtual_table.secret_hands import SecretHands
from engine.errors import RulesError
from engine.mending import MendAct, Mending

#: What keeps the hidden cards of a session's game; None for a game that has none.
DealHands = Callable[[Session], SecretHands | None]
#: A relay is waited for so long (seconds) when it is asked for a room.
_ROOM_S = 10.0
#: A place is shown at the other table so long (seconds) after the last one at the earliest.
_POINTS_AGAIN_S = 1.0
#: After the other table's switch of pictures was told, so long (seconds) it is not told again; each time twice as long.
_PICTURES_QUIET_S = 300.0


class OtherTables:
    """All that a session knows of another table."""

    def __init__(
        self,
        session: Session,
        phones: PhoneTable | None,
        *,
        relay: str = "",
        address: str = "",
        dials: bool = False,
        start_post: StartPost = post_at,
        deal: DealHands | None = None,
    ) -> None:
        """Keep `phones`, whose server guests reach; None: only a relay can be reached.

        `address`: where to join first. `dials`: tables may be invited by a number that they dial. `deal` keeps the
        hidden cards of the session's game at a real table whose hands are phones; None: no phone is one. Raises
        UserError for an address that is none.
        """
        self._start_post, self._deal = start_post, deal
        #: The hidden cards of the running game, where phones are the hands of a real table.
        self._phone_hands: SecretHands | None = None
        #: True while they are dealt for a guest: nobody shares the game yet.
        self._is_dealing = False
        self._session, self.phones = session, phones
        self.dials = dials
        self.relay = checked_address(relay) if relay else ""
        self.address = checked_address(address).removeprefix("http://") if address else ""
        self._file = ShareFile.beside(session.journal.path)
        self.share: Share | None = None
        #: The game with which this table went on alone last: the other one may have been away.
        self._left: Share | None = None
        self.invite: Invite | None = None
        #: The request to a relay and the seats it is for, and until when (seconds) it may be answered.
        self._asked: tuple[RoomRequest, Sequence[str]] | None = None
        self._asked_until_s: float | None = None
        #: The invitation that was accepted, until the guest is known to have heard so.
        self._accepted: Invite | None = None
        self.joining: Joining | None = None
        #: Why the last try to join or to invite has failed.
        self.problem = ""
        #: The rooms at this machine's own server that are open.
        self._rooms: list[str] = []
        #: When the other table was heard last by the wall clock (seconds since 1970).
        self._heard_at = 0.0
        self._is_away = False
        #: Whether pictures of the boards were switched on here and there when people were told last; and how long
        #: and until when (seconds) they hear no more of what the other table does with its switch.
        self._pictures_were = (False, False)
        self._pictures_quiet_s, self._pictures_quiet_until_s = _PICTURES_QUIET_S, 0.0
        #: Whether cards were dealt for another table that has not come yet.
        self._has_dealt = False
        #: Whether the hidden cards of the running game were known when it was looked last.
        self._is_ready = True
        #: Whether only the other table could go on when it was looked last.
        self._was_awaited = False
        self._time_s = 0.0
        # When this table pointed, and when a place at which the other one points was shown (seconds).
        self._pointed_s = self._looked_s = -_POINTS_AGAIN_S
        session.use_chance(
            SharedChance(
                session.box_chance,
                lambda: self._own.exchange if self._own is not None and not self._own.ledger.keeps_cards else None,
                lambda: self._own is not None or self._file.was_shared(session.game_id),
            )
        )

    # --- what the session asks ----------------------------------------------------------------------------------

    @property
    def _own(self) -> Share | None:
        """The share of the running game."""
        self._follow()
        return self.share

    @property
    def seats(self) -> Collection[str]:
        """Seats of the running game at the other table."""
        share = self._own
        return share.other_seats if share is not None else ()

    def shares(self, game_id: int | None) -> bool:
        """Return True for a game of the journal that is played with another table."""
        return self._file.of(game_id) is not None

    @property
    def is_awaited(self) -> bool:
        """True while only the other table can go on."""
        share = self._own
        return share is not None and not share.may_act

    @property
    def is_broken_off(self) -> bool:
        """True if the other table has the cards of the running game, and has left this one."""
        share = self._own
        return share is not None and share.is_broken_off

    def board_there(self) -> BoardElsewhere | None:
        """Return the picture of the other table's board; None where not both tables want it."""
        share = self._own
        pictures = None if share is None else share.pictures
        if share is None or pictures is None or pictures.snapshot is None or not pictures.is_both(self._time_s):
            return None
        players = listed([player_name(self._session, seat) for seat in share.ordered_others])
        minutes = int((self._time_s - pictures.seen_s) // 60)
        if minutes < 1:
            text = say("The board of {players}, just now", players=players)
        else:
            text = say_count(
                "The board of {players}, {n} minute ago",
                "The board of {players}, {n} minutes ago",
                minutes,
                players=players,
            )
        return BoardElsewhere(pictures.snapshot, text)

    def tells(self, game_id: int | None) -> bool:
        """Return True for a game whose hidden cards another table keeps and tells."""
        kept = self._file.of(game_id)
        return kept is not None and kept.side is Side.GUEST

    def ask(self, move: Mapping[str, Any]) -> None:
        """Ask the table that keeps the hidden cards for a move that others do not notice."""
        if self._own is not None:
            self._own.telling.ask({**move})

    def asks(self, event: Any) -> bool:
        """Return True if an event is for the other table to enter."""
        game = self._session.game
        return game is not None and self._asks(SharedEntry(game.rules.event_to_json(event)))

    def asks_undo(self, keep: int) -> bool:
        """Return True if an undo is for the other table to do."""
        return self._asks(SharedEntry(keep=keep))

    def _asks(self, entry: SharedEntry) -> bool:
        share = self._own
        if share is None or share.ledger.is_entering:
            return False
        if share.is_broken_off:
            # Nobody is there to be asked.
            return True
        if share.exchange.may_write and share.ledger.is_ready:
            return self._is_others(share, entry)
        if share.exchange.proposal is None and share.ledger.is_ready:
            hidden = self._session.hidden_cards
            across = hidden.across if share.ledger.keeps_cards and hidden is not None else None
            if across is not None and entry.event is not None:
                event = share.ledger.game.rules.event_from_json(entry.event)
                picks = across.picks_for(event, share.ledger.guest_seats)
                entry = replace(entry, picks={name: [*picked] for name, picked in picks.items()})
            share.exchange.propose(entry)
        return True

    def _is_others(self, share: Share, entry: SharedEntry) -> bool:
        """Return True if a seat at the other table decides about an event, and say so."""
        if not share.ledger.keeps_cards or entry.event is None or share.ledger.illegal(entry):
            return False
        if not share.ledger.why_not(entry, share.kept.side):
            return False
        seat = str(getattr(share.ledger.game.rules.event_from_json(entry.event), "by", None) or "")
        text = say("{player} plays at the other table.", player=player_name(self._session, seat)) if seat else ""
        self._session.failed(text or self.describe_waiting())
        return True

    def may_move(self, seat: str) -> bool:
        """Return True if the player of a seat may go on at the other of the two tables."""
        share = self._own
        if share is None or share.is_broken_off or share.exchange.fault:
            return False
        return not share.ledger.illegal(self._moved(share, seat))

    def move(self, seat: str) -> None:
        """Let a player go on at the other of the two tables; at the guest's table the host is asked."""
        share = self._own
        if share is None or not self.may_move(seat):
            return
        if share.ledger.writer is not Side.HOST or share.exchange.proposal is not None:
            # While the guest is on turn it writes alone: nothing may come between.
            self._session.failed(say("First the move that is due is made: then seats change tables."))
            return
        if share.kept.side is Side.HOST:
            share.ledger.enter(self._moved(share, seat))
        else:
            share.exchange.propose(self._moved(share, seat))
        self._session.go_on()

    @staticmethod
    def _moved(share: Share, seat: str) -> SharedEntry:
        guests = share.ledger.guest_seats ^ {seat}
        return SharedEntry(seats=tuple([other for other in share.ledger.movable_seats if other in guests]))

    @property
    def wished_seat(self) -> str:
        """The seat for which the guest asks that its player changes tables; empty: none."""
        share = self._own
        if share is None or share.exchange.wish is None:
            return ""
        _, entry = share.exchange.wish
        if share.ledger.illegal(entry):
            # Seats have changed since.
            return ""
        return next(iter(share.ledger.guest_seats.symmetric_difference(entry.seats)), "")

    def answer_wish(self, *, grants: bool) -> None:
        """Let the guest have what it wishes, or not."""
        if self._own is not None:
            self._own.exchange.answer_wish(grants=grants)

    def point(self, place: str) -> None:
        """Show a place at the other table, once a second at most."""
        if self._own is not None and self._time_s - self._pointed_s >= _POINTS_AGAIN_S:
            self._pointed_s = self._time_s
            self._own.exchange.point(place)

    def describe_waiting(self) -> str:
        """Say for what this table waits."""
        share = self._own
        if share is None:
            return ""
        if not share.ledger.is_ready:
            return _describe_unknown_cards()
        if share.ledger.keeps_cards and whole_state(self._session) is None:
            return say("The other table keeps the cards: without it nothing goes on here.")
        if share.exchange.proposal is not None or share.telling.asking is not None:
            return say("The other table is asked whether that may be.")
        if share.exchange.other_page == "pause":
            return say("The other table has paused.")
        seats = [seat for seat in self._acting_seats(share) if seat in share.other_seats]
        if not seats:
            return say("The other table goes on.")
        return say(
            "{player} plays at the other table.", player=listed([player_name(self._session, seat) for seat in seats])
        )

    def _acting_seats(self, share: Share) -> Sequence[str]:
        whole = whole_state(self._session) if share.ledger.keeps_cards else None
        if whole is not None:
            return [str(seat) for seat in self._session.table_game.seat_screen.asked_openly(whole)]
        return share.ledger.game.rules.actors(share.ledger.game.state)

    def notice(self) -> str:
        """Say what is wrong with the other table; empty: nothing."""
        share = self._own
        if share is None:
            return ""
        if share.unfit:
            return _describe_unfit(share.unfit)
        if share.exchange.fault:
            return _describe_fault(share.exchange.fault)
        if share.exchange.left_after is not None:
            if share.is_broken_off:
                return say("The other table has gone on without this one, which has no cards: the game is over here.")
            return say("The other table has gone on without this one.")
        if share.exchange.keeps_back(self._time_s):
            return say("The other table holds back its part of what chance brings.")
        if not share.exchange.is_away(self._time_s):
            return ""
        if not self._heard_at:
            return say("The other table has not come yet.")
        return say("The other table is away since {time}.", time=_clock(self._heard_at))

    # --- what goes on -------------------------------------------------------------------------------------------

    def tick(self, time_s: float) -> None:
        """Take what has come from the other table, and send what is new."""
        self._time_s = time_s
        self._follow()
        if self._phone_hands is not None:
            self._phone_hands.tick()
        if self._left is not None:
            self._left.answer_as_left()
        self._tick_asked()
        self._tick_invite()
        self._tick_joining()
        share = self.share
        if share is None:
            return
        before, proposed = share.ledger.number, share.exchange.proposal
        share.tick(time_s)
        exchange = share.exchange
        if exchange.heard_s is not None and exchange.heard_s == time_s:
            self._heard_at = time.time()
        self._tell_away(exchange.is_away(time_s))
        self._tell_pictures(share, time_s)
        self._tell_missed(share.ledger.number - before)
        if exchange.looks and time_s - self._looked_s >= _POINTS_AGAIN_S:
            self._looked_s = time_s
            self._session.show_place(exchange.looks.popleft())
        if exchange.refused:
            exchange.refused = ""
            self._session.failed(say("The other table did not take that: it had gone on. Put the table right."))
        if self.wished_seat and not self._session.has_page_above:
            self._session.open(SeatWishStep(self._session, self, self.wished_seat))
        was_ready, self._is_ready = self._is_ready, share.ledger.is_ready
        if share.ledger.keeps_cards:
            self._follow_told(share)
        elif was_ready is not self._is_ready and not self._session.has_page_above:
            self._session.go_on()
        if proposed is not None and exchange.proposal is None and share.ledger.number == before:
            go_on_unnoticed(self._session)

    def _follow_told(self, share: Share) -> None:
        """Go on where this table was told something, or has asked; end what is over here."""
        session = self._session
        if share.is_broken_off:
            if not session.running_step.is_end:
                session.journal.finish(share.kept.game, BROKEN_OFF)
                session.go_on_below()
            return
        was_awaited, self._was_awaited = self._was_awaited, self.is_awaited
        if share.telling.is_new or was_awaited is not self._was_awaited:
            share.telling.is_new = False
            go_on_unnoticed(self._session)

    def _tell_missed(self, entries: int) -> None:
        """Say how much has happened while this table was away: several entries have come at once."""
        if entries > 1:
            text = say_count(
                "Meanwhile {n} move was made. Menu, What happened.",
                "Meanwhile {n} moves were made. Menu, What happened.",
                entries,
            )
            self._session.notify(text, text)

    def _tell_pictures(self, share: Share, time_s: float) -> None:
        """Say once that pictures of the boards go over, are wished there, or end."""
        pictures = share.pictures
        if pictures is None:
            return
        before, switches = self._pictures_were, (pictures.is_on, pictures.is_asked(time_s))
        is_switched_here = before[0] != switches[0]
        if before == switches or (not is_switched_here and time_s < self._pictures_quiet_until_s):
            return
        self._pictures_were = switches
        match switches:
            case True, True:
                text = say("Both tables see a picture of the other one's board now, and of nothing beside it.")
            case False, True:
                text = say("The other table would show pictures of the boards: menu, Another table.")
            case _:
                text = say("No pictures of the boards go over any more.") if all(before) else ""
        if text:
            self._session.notify(text, text)
        if text and not is_switched_here:
            # Whoever switches on and off without an end is heard ever more rarely.
            self._pictures_quiet_until_s = time_s + self._pictures_quiet_s
            self._pictures_quiet_s *= 2

    def _tell_away(self, is_away: bool) -> None:
        """Say once that the other table has gone or come."""
        if is_away == self._is_away:
            return
        self._is_away = is_away
        if not is_away:
            text = say("The other table is there.")
            if self._has_dealt:
                text, self._has_dealt = say("The other table is there: the cards are dealt anew."), False
            self._session.notify(text, text)
        elif self._heard_at:
            self._session.notify(say("The other table does not answer."), self.notice())

    def _follow(self) -> None:
        """Share the running game if it is one of two tables, and no other."""
        game = self._session.game_id if self._session.game is not None else None
        self._follow_hands(game)
        if (self.share.kept.game if self.share is not None else None) == game:
            return
        kept = self._file.of(game)
        if self.share is None and kept is None:
            return
        if self.share is not None:
            self.share.close()
            self.share = None
        if kept is not None and not self._has_seats_of(kept):
            self._file.forget(kept.game)
            kept = None
        if kept is not None:
            self._open(kept)
        self._open_rooms()

    def _has_seats_of(self, kept: KeptShare) -> bool:
        """Return True if the running game has the seats of a record, which may be damaged."""
        game = self._session.game
        assert game is not None
        seats = {seat for found in (kept.guest_seats, *(moved for _, moved in kept.moves)) for seat in found}
        return seats <= {*self._session.table_game.seats(game.events[0])}

    def _follow_hands(self, game: int | None) -> None:
        """Let phones be the hands of a real table in a game with another table, and in no other one."""
        session = self._session
        if session.watching is not None or self._is_dealing:
            return
        is_dealt = game is not None and not session.table_game.play.is_public
        if not (is_dealt and (self._file.of(game) is not None or self._file.was_shared(game))):
            if self._phone_hands is not None:
                self._phone_hands = None
                session.use_hidden_cards(None)
        elif self._phone_hands is None:
            self._use_phone_hands()

    def _use_phone_hands(self) -> None:
        self._phone_hands = None if self._deal is None else self._deal(self._session)
        self._session.use_hidden_cards(self._phone_hands)
        if self._phone_hands is not None:
            self._phone_hands.tick()

    def _tell_of_phones(self) -> None:
        """Let phones join, and say that they are the hands."""
        if self.phones is not None:
            with suppress(UserError):
                self.phones.switch_on()
        text = say("Phones are the hands now: put real hands aside. Each player takes a seat: menu, Phones.")
        self._session.notify(text, text)

    def _open(self, kept: KeptShare, offer: dict[str, Any] | None = None) -> None:
        url = kept.url or self._own_url()
        self._heard_at, self._is_away, self._pictures_were = 0.0, False, (False, False)
        self._has_dealt = offer is not None and not self._session.table_game.play.is_public
        self.share = Share(self._session, kept, url, offer, self._start_post, self._file.keep)
        self._open_rooms()

    def _own_url(self) -> str:
        """Return the address of this machine's own server, which is switched on.

        One that leads nowhere if it cannot be.
        """
        if self.phones is not None:
            with suppress(UserError):
                self.phones.switch_on()
                return self.phones.local_address
        return "http://127.0.0.1:1"

    def _open_rooms(self) -> None:
        """Open the rooms that are needed at this machine's own server."""
        shares = [share for share in (self.share, self._left) if share is not None and not share.kept.url]
        rooms = [room_of(bytes.fromhex(share.kept.key)) for share in shares]
        if any(invite is not None and not invite.is_relayed for invite in (self.invite, self._accepted)):
            rooms.append(INVITED_ROOM)
        if self.phones is not None and (rooms or self._rooms):
            self._rooms = rooms
            self.phones.open_rooms(rooms)

    # --- inviting -----------------------------------------------------------------------------------------------

    def why_not_shared(self) -> str:
        """Say why the running game cannot be shared; empty: it can."""
        session = self._session
        if session.game is None or session.game_id is None:
            return say("Begin a game first: then another table can be invited.")
        if reason := self._why_hands_stay(session.table_game, len(session.game.events)):
            return reason
        if session.table_game.history.result_line(session.game.state) is not None:
            return say("The game is over.")
        if len(session.table_game.seats(session.game.events[0])) < 2:
            return say("Nobody else plays in this game.")
        return ""

    def _why_hands_stay(self, table_game: TableGame[Session], events: int) -> str:
        """Say why hidden hands cannot be dealt to another table.

        Empty: they can, or nothing is hidden.
        """
        if table_game.play.is_public:
            return ""
        if table_game.play.view_codec is None and not table_game.seat_screen.deals_to_other_tables:
            return table_game.seat_screen.why_one_table()
        if self._session.watching is None:
            if not table_game.seat_screen.phones_are_hands:
                return say("At real tables this game is played at one alone: two must be virtual.")
            if not self._may_phones_be_hands(table_game):
                return _describe_unfit("cards")
        elif whole_state(self._session) is None:
            return _describe_unknown_cards()
        if events > 1:
            return say("In this game hands are hidden: invite before the first move of a new game.")
        return ""

    def _may_phones_be_hands(self, table_game: TableGame[Session]) -> bool:
        return self.phones is not None and self._deal is not None and table_game.seat_screen.phones_are_hands

    def open_invitation(self, seats: Sequence[str], *, relayed: bool = False, dialled: bool = False) -> None:
        """Invite a table for these seats; `problem` says why that fails."""
        self.withdraw()
        self._forget_accepted()
        self.problem = ""
        game = self._session.game_id
        assert game is not None
        if relayed:
            self._asked, self._asked_until_s = (RoomRequest(self.relay), seats), None
            self.problem = say("The relay is asked for a room.")
            return
        if dialled:
            self.invite = Invite(new_address(), Invitation(new_digits()), seats, game, self._start_post)
            return
        assert self.phones is not None
        try:
            self.phones.switch_on()
        except UserError:
            self.problem = say("Nobody can be invited: the network, the relay or the box does not allow it.")
            return
        self.phones.open_rooms([INVITED_ROOM])
        self.invite = Invite(self.phones.local_address, Invitation(new_digits()), seats, game, self._start_post)
        self._open_rooms()

    def withdraw(self) -> None:
        """Withdraw the invitation."""
        self._asked = None
        if self.invite is not None:
            self.invite.post.close()
            self.invite = None
            self._open_rooms()

    def _tick_asked(self) -> None:
        """Invite once the relay has given a room."""
        if self._asked is None:
            return
        (request, seats), game = self._asked, self._session.game_id
        self._asked_until_s = self._asked_until_s or self._time_s + _ROOM_S
        if request.room and game is not None:
            invitation = Invitation(new_digits(), request.room)
            self._asked, self.problem = None, ""
            self.invite = Invite(self.relay, invitation, seats, game, self._start_post)
        elif request.has_failed or self._time_s > self._asked_until_s or game is None:
            self._asked = None
            self.problem = say("Nobody can be invited: the network, the relay or the box does not allow it.")

    def _forget_accepted(self) -> None:
        """Answer no more in the room of the invitation that was accepted."""
        if self._accepted is not None:
            self._accepted.post.close()
            self._accepted = None
            self._open_rooms()

    def _tick_invite(self) -> None:
        invite, session = self.invite, self._session
        accepted = self._accepted
        if accepted is not None:
            accepted.tick()
            if accepted.is_over or self.share is None or self.share.exchange.heard_s is not None:
                self._forget_accepted()
        if invite is None:
            return
        invite.tick()
        reason = session.game is not None and self._why_hands_stay(session.table_game, len(session.game.events))
        if session.game is None or session.game_id != invite.game:
            self.withdraw()
        elif reason:
            self.withdraw()
            self.problem = reason
        elif invite.pairing.key is not None:
            self._accept(invite)
        elif invite.is_over:
            self.withdraw()
            self.problem = say("The invitation is over: nobody came, or somebody tried wrong digits.")

    def _accept(self, invite: Invite) -> None:
        """Share the running game with the table that has accepted."""
        session, key = self._session, invite.pairing.key
        assert session.game is not None
        assert key is not None
        for seat in invite.seats:
            if seat in session.seating.seats.bots:
                session.seating.change(SeatChange(SeatChangeKind.PERSON, (seat,)), len(session.game.events))
        if session.watching is None and not session.table_game.play.is_public:
            self._is_dealing = True
            self._use_phone_hands()
            if session.hidden_cards is None:
                self._is_dealing = False
                self.withdraw()
                self.problem = _describe_unfit("cards")
                return
            self._tell_of_phones()
        self._open_deck(invite.game)
        first = session.game.rules.event_to_json(session.game.events[0])
        since = SessionLedger(session, invite.game, invite.seats, 0).number
        offer: dict[str, Any] = {
            "kind": "offer",
            "game": session.table_game.rules.id,
            "rules": rules_hash(session.table_game, first),
            "first": first,
            "seats": [*invite.seats],
            "since": since,
        }
        if session.table_game.play.view_codec is not None:
            across = session.hidden_cards.across if session.hidden_cards is not None else None
            assert across is not None
            across.deal_anew()
        elif not session.table_game.play.is_public:
            assert session.hidden_cards is not None
            # Whoever has looked at cards before, or guesses by which number they were shuffled, knows nothing of these.
            hands = session.hidden_cards.deal_elsewhere(invite.seats)
            offer["hands"] = {seat: [*hand] for seat, hand in hands.items()}
        url = invite.url if invite.is_relayed else ""
        kept = KeptShare(invite.game, Side.HOST, invite.seats, key.hex(), url, new_secret(), since)
        self._file.keep(kept)
        self._is_dealing = False
        self.invite, self._accepted = None, invite
        self._open(kept, offer)
        session.go_on()

    def _open_deck(self, game_id: int) -> None:
        """Leave out of the game what only this table would know, such as the order of a deck."""
        session, game = self._session, self._session.game
        assert game is not None
        told = [json.loads(entry.text) for entry in session.journal.entries(game_id) if entry.kind is EntryKind.EVENT]
        if all(game.rules.open_event(event) == event for event in map(game.rules.event_from_json, told)):
            return
        events = [game.rules.open_event(event) for event in game.events]
        changed = [number for number, event in enumerate(events) if event != game.events[number]]
        origins = tuple(None if number in changed else number for number in range(len(events)))
        mending = Mending(game, game.rules.replay(events), origins, len(events))
        session.mend(mending, MendNote(MendAct.CHANGE, changed[0] if changed else len(events) - 1))

    def go_on_alone(self) -> None:
        """Play the running game at this table alone from now on."""
        share = self.share
        if share is not None:
            share.leave()
            self._file.forget(share.kept.game)
            if self._left is not None:
                self._left.close()
            self.share, self._left = None, share
            self._open_rooms()
        if self._session.game is not None:
            self._session.go_on()

    # --- joining ------------------------------------------------------------------------------------------------

    def begin_joining(self, address: str, invitation: Invitation) -> None:
        """Try to join the table at this address; `problem` says later why that fails.

        Raises UserError for what is no address.
        """
        self.stop_joining()
        self.problem = ""
        url = checked_address(address)
        if url.startswith(DIAL) and not may_dial():
            self.problem = say("This table cannot dial yet: that needs {command}.", command=extra_command("dial"))
            return
        self.joining = Joining(url, invitation, self._start_post)

    def stop_joining(self) -> None:
        """Stop trying to join."""
        if self.joining is not None:
            self.joining.close()
            self.joining = None

    def _tick_joining(self) -> None:
        joining = self.joining
        if joining is None:
            return
        joining.tick()
        if joining.offer is not None:
            self._take_offer(joining, joining.offer)
            self.stop_joining()
        elif joining.problem:
            self.problem = joining.problem
            self.stop_joining()

    def _take_offer(self, joining: Joining, offer: dict[str, Any]) -> None:
        """Begin the other table's game here, if this table has the same one."""
        session = self._session
        table_game = next((game for game in session.games if game.rules.id == offer["game"]), None)
        unfit = ""
        hands = offer.get("hands", {})
        if table_game is None:
            unfit = "game"
        elif rules_hash(table_game, offer["first"]) != offer["rules"]:
            unfit = "version"
        elif not table_game.play.is_public and session.watching is None and not self._may_phones_be_hands(table_game):
            unfit = "cards"
        else:
            try:
                first = table_game.rules.event_from_json(offer["first"])
                table_game.rules.start(first)
            except RulesError:
                unfit = "version"
            else:
                # Nothing of a stranger's offer is kept before it was checked whole.
                seats = set(offer["seats"])
                is_dealt = (
                    table_game.play.is_public
                    or table_game.play.view_codec is not None
                    or table_game.seat_screen.may_be_dealt_elsewhere(hands, seats)
                )
                if not seats or not seats <= set(table_game.seats(first)) or not is_dealt:
                    unfit = "version"
        if unfit or table_game is None:
            joining.refuse(unfit)
            self.problem = _describe_unfit(unfit)
            return
        line = event_line(table_game.rules, first)
        game_id = session.journal.start(table_game.rules.id, line)
        if hands:
            keep_hands(session.journal, game_id, table_game.rules.id, offer["first"], hands)
        self._file.keep(
            KeptShare(
                game_id, Side.GUEST, tuple(offer["seats"]), joining.key.hex(), joining.url, new_secret(), offer["since"]
            )
        )
        if session.watching is None and not table_game.play.is_public:
            self._tell_of_phones()
        session.resume(game_id)

    # --- pages --------------------------------------------------------------------------------------------------

    def menu_step(self, session: Session) -> Step[Session]:
        """Return the page with the other table of the running game."""
        return AnotherTableStep(session, self)

    def join_step(self, session: Session) -> Step[Session]:
        """Return the page on which this table joins another one's game."""
        return JoinStep(session, self)

    def close(self) -> None:
        """Talk to the other table no more."""
        self.withdraw()
        self._forget_accepted()
        self.stop_joining()
        for share in (self.share, self._left):
            if share is not None:
                share.close()


def _describe_unknown_cards() -> str:
    return say("The hidden cards are not known here: the game goes on at the virtual table that has them.")


def _describe_unfit(reason: str) -> str:
    if reason == "cards":
        return say("Real cards cannot be dealt to two tables: both must be virtual, or have phones as hands.")
    if reason == "game":
        return say("The other table's game is not installed at both tables.")
    return say("The two tables have other versions of the game: update both, then invite anew.")


def _describe_fault(fault: Fault) -> str:
    match fault:
        case Fault.COIN:
            return say("The other table has changed its part of what chance brings: nothing more is taken from it.")
        case Fault.DRAW:
            return say("The other table has chosen by itself what chance brings: nothing more is taken from it.")
    return say("The games at the two tables differ: nothing more is taken from the other one.")


def _clock(time_s: float) -> str:
    """Return a moment as a clock shows it, with the day where that is another one."""
    moment, today = time.localtime(time_s), time.localtime()
    same_day = moment[:3] == today[:3]
    return time.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M", moment)
