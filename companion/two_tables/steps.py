"""Pages of another table: invite one, see how it is, join one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from companion.device.errors import UserError
from companion.device.language import say
from companion.device.sentences import together
from companion.phones.table import PhoneTable
from companion.screen.pages import BoardElsewhere, BoardPage, Keys, ListPage, Page, Row, Tone
from companion.table.lists import ListStep
from companion.table.seat_names import player_name, player_row, seats_of
from companion.table.session import Session
from companion.table.step import Step
from companion.table.writing_step import DELETE, LETTER, WritingStep
from companion.two_tables.board_pictures import BoardPictures
from companion.two_tables.invitation import Invitation, invitation_from
from companion.two_tables.meeting import Invite, Joining
from companion.two_tables.order import Side
from companion.two_tables.post import DIAL, checked_address
from companion.two_tables.share import Share

#: Prefix of the rows of seats.
_SEAT = "seat "
#: What can be touched where there is no keyboard.
_DIGITS = "0123456789"
_LETTERS = f"{_DIGITS}.:-"
_MOST_TYPED = 100


class Tables(Protocol):
    """Another table, as its pages need it."""

    problem: str
    phones: PhoneTable | None
    relay: str
    address: str
    dials: bool
    share: Share | None
    invite: Invite | None
    joining: Joining | None

    def notice(self) -> str:
        """Say what is wrong with the other table."""

    def board_there(self) -> BoardElsewhere | None:
        """Return the picture of the other table's board."""

    def why_not_shared(self) -> str:
        """Say why the running game cannot be shared; empty: it can."""

    def open_invitation(self, seats: Sequence[str], *, relayed: bool = False, dialled: bool = False) -> None:
        """Invite a table for these seats."""

    def withdraw(self) -> None:
        """Withdraw the invitation."""

    def go_on_alone(self) -> None:
        """Play the running game at this table alone from now on."""

    def answer_wish(self, *, grants: bool) -> None:
        """Let the guest have the seat that it wishes, or not."""

    def begin_joining(self, address: str, invitation: Invitation) -> None:
        """Try to join another table."""

    def stop_joining(self) -> None:
        """Stop trying to join."""


class AnotherTableStep(ListStep):
    """The other table of the running game: which seats sit there, the invitation, how it is."""

    name = "another-table"

    def __init__(self, session: Session, tables: Tables) -> None:
        super().__init__(session)
        self._tables = tables
        seats = seats_of(session) if session.game is not None else ()
        #: The seats that are to sit at the other table.
        self._chosen = set(seats[(len(seats) + 1) // 2 :])
        tables.problem = ""

    def title(self) -> str:
        """Return the page's title."""
        return say("Another table")

    def text(self) -> str:
        """Say what the other table does, or what can be done."""
        tables, invite = self._tables, self._tables.invite
        if tables.share is not None:
            return tables.notice() or say("The other table is there.")
        if invite is not None:
            return say(
                "At the other table: Join another table, {address}, then {code}.",
                address=self._address,
                code=invite.pairing.invitation.spoken,
            )
        if tables.problem:
            return tables.problem
        why_not = tables.why_not_shared()
        if why_not:
            return why_not
        if not self._has_way:
            return say("Nobody can be invited: allow phones in the config file, or name a relay.")
        return say("Friends elsewhere with the same game can play these seats at their own table:")

    def page(self) -> Page:
        """Return the page; what its text tells stands at its edge no more."""
        page = super().page()
        assert isinstance(page, ListPage)
        return replace(page, status="") if page.status == page.text else page

    def rows(self) -> Sequence[Row]:
        """Return the seats and what can be done."""
        tables = self._tables
        if tables.share is not None:
            return (*self._seat_rows(tables.share.other_seats, touchable=False), *self._shared_rows())
        if tables.invite is not None:
            others = () if tables.phones is None or tables.invite.is_relayed else tables.phones.other_page_addresses
            addresses = ", ".join(map(_as_typed, others))
            return (
                # They are typed, or told on the telephone.
                Row(say("Address"), value=self._address),
                Row(say("Digits"), value=tables.invite.pairing.invitation.spoken),
                *self._seat_rows(self._chosen, touchable=False),
                *([Row(say("Other addresses"), detail=addresses)] if addresses else []),
                # What is marked at first withdraws nothing.
                Row(say("Wait for the other table"), "wait", tone=Tone.NOW),
                Row(say("Withdraw the invitation"), "withdraw"),
            )
        if tables.why_not_shared() or not self._has_way:
            return ()
        dialled = say("Through firewalls, by relays of others that can read nothing.")
        ways = [
            *([Row(say("Invite"), "invite", tone=Tone.NOW)] if tables.phones is not None else []),
            *([Row(say("Invite by the relay"), "relay", detail=_as_typed(tables.relay))] if tables.relay else []),
            *([Row(say("Invite by a number"), "dial", detail=dialled)] if tables.dials else []),
        ]
        if why_not := self._why_not_invited():
            ways = [replace(row, id="", detail=why_not, tone=Tone.FADED) for row in ways]
        return (*self._seat_rows(self._chosen, touchable=True), *ways)

    def _why_not_invited(self) -> str:
        """Return why nobody can be invited to the chosen seats; empty: they can."""
        if not self._chosen:
            return say("Touch the seats of the other table first.")
        stay = len(seats_of(self.session)) - len(self._chosen)
        return say("At least one seat stays at this table.") if stay < 1 else ""

    @property
    def _address(self) -> str:
        """Address that the other table types: that of the relay or of this table, or a number."""
        invite, phones = self._tables.invite, self._tables.phones
        assert invite is not None
        return _as_typed(invite.url if invite.is_relayed or phones is None else phones.page_address)

    @property
    def _has_way(self) -> bool:
        """True if another table can be invited in any way."""
        return self._tables.phones is not None or bool(self._tables.relay) or self._tables.dials

    def _seat_rows(self, elsewhere: Sequence[str] | set[str] | frozenset[str], *, touchable: bool) -> list[Row]:
        rows = []
        for seat in seats_of(self.session):
            row = player_row(self.session, seat)
            where = say("at the other table") if seat in elsewhere else say("here")
            rows.append(Row(row.text, f"{_SEAT}{seat}" if touchable else "", where, sign=row.sign))
        return rows

    def _shared_rows(self) -> Sequence[Row]:
        share = self._tables.share
        assert share is not None
        role = (
            say("If both tables act at once, this one is first.")
            if share.kept.side is Side.HOST
            else say("If both tables act at once, the other one is first.")
        )
        moves: tuple[Row, ...] = (Row(say("Moves so far"), value=str(len(share.ledger.game.events) - 1), detail=role),)
        if share.is_broken_off:
            return moves
        if share.pictures is not None:
            moves = (*moves, *self._picture_rows(share.pictures))
        if share.ledger.keeps_cards and share.kept.side is Side.GUEST:
            return *moves, Row(say("Only the other table can go on alone: it has the cards."))
        alone = say("From now on all seats are played here.")
        return *moves, Row(say("Go on without the other table"), "alone", detail=alone)

    def _picture_rows(self, pictures: BoardPictures) -> Sequence[Row]:
        """Return the switch of pictures of the boards, and the way to the one that has come."""
        value = say("on") if pictures.is_on else say("off")
        detail = say("Of the board alone, a few a minute, if both tables switch them on.")
        switch = Row(say("Pictures of the boards"), "pictures", value, detail)
        look = [Row(say("Look at the other board"), "look")] if self._tables.board_there() is not None else []
        return switch, *look

    def choose(self, row_id: str) -> None:
        """Carry out the row's action."""
        tables = self._tables
        if row_id.startswith(_SEAT):
            self._chosen ^= {row_id.removeprefix(_SEAT)}
        elif row_id in ("invite", "relay", "dial"):
            chosen = [seat for seat in seats_of(self.session) if seat in self._chosen]
            tables.open_invitation(chosen, relayed=row_id == "relay", dialled=row_id == "dial")
            self.index = 0
        elif row_id == "wait":
            self.session.close()
        elif row_id == "withdraw":
            tables.withdraw()
        elif row_id == "pictures" and tables.share is not None:
            tables.share.switch_pictures()
        elif row_id == "look":
            self.session.open(OtherBoardStep(self.session, tables))
        elif row_id == "alone":
            self.session.open(GoOnAloneStep(self.session, tables))


class OtherBoardStep(Step[Session]):
    """Picture of the other table's board, as large as there is room."""

    def __init__(self, session: Session, tables: Tables) -> None:
        super().__init__(session)
        self._tables = tables

    def page(self) -> Page:
        """Return the page with the newest picture; without one, why there is none."""
        board = self._tables.board_there()
        text = say("No picture has come.") if board is None else board.text
        keys = Keys(advance=say("Back"), back=say("Back"))
        snapshot = None if board is None else board.snapshot
        return BoardPage(
            "other-board", say("Another table"), snapshot, text, board_shown=snapshot is not None, keys=keys
        )

    def advance(self) -> None:
        """Go back."""
        self.session.close()

    def back(self) -> None:
        """Go back."""
        self.session.close()


class GoOnAloneStep(ListStep):
    """Question before this table goes on without the other one."""

    name = "go-on-alone"

    def __init__(self, session: Session, tables: Tables) -> None:
        super().__init__(session)
        self._tables = tables

    def title(self) -> str:
        """Return the question."""
        return say("Go on without the other table?")

    def text(self) -> str:
        """Say what follows."""
        text, share = say("The two tables do not come together again. All that was played stays."), self._tables.share
        if share is None or self.session.table_game.play.is_public:
            return text
        if share.ledger.keeps_cards:
            return together(text, say("For the other table the game is over then: it has no cards."))
        if share.kept.side is Side.HOST:
            return text
        return together(text, say("The cards of the other table are dealt anew here."))

    def rows(self) -> Sequence[Row]:
        """Return the choices; what is marked at first changes nothing."""
        stays = say("Wait for the other table") if self._tables.notice() else say("Play on together")
        return Row(stays, "wait", tone=Tone.NOW), Row(say("Go on alone"), "alone")

    def choose(self, row_id: str) -> None:
        """Go on alone, or not."""
        if row_id == "alone":
            self._tables.go_on_alone()
        else:
            self.session.close()


class SeatWishStep(ListStep):
    """Question whether a player changes tables, for which the guest has asked."""

    name = "seat-wish"

    def __init__(self, session: Session, tables: Tables, seat: str) -> None:
        super().__init__(session)
        self._tables, self._seat, self._is_answered = tables, seat, False

    def title(self) -> str:
        """Return the question."""
        player = player_name(self.session, self._seat)
        if self._tables.share is not None and self._seat in self._tables.share.other_seats:
            return say("{player} goes on here?", player=player)
        return say("{player} goes on at the other table?", player=player)

    def text(self) -> str:
        """Say who asks."""
        return say("The other table asks for it.")

    def rows(self) -> Sequence[Row]:
        """Return the answers; what is marked at first changes nothing."""
        return Row(say("Refuse it"), "no"), Row(say("Agree to it"), "yes")

    def choose(self, row_id: str) -> None:
        """Answer; the page is closed first, since the game goes on."""
        self._is_answered = True
        self.session.close()
        self._tables.answer_wish(grants=row_id == "yes")

    def leave(self) -> None:
        """Refuse what nobody has answered."""
        if not self._is_answered:
            self._tables.answer_wish(grants=False)


class JoinStep(WritingStep):
    """Page on which this table joins another one's game: its address, then the spoken digits."""

    name = "join-table"
    done = "next"

    def __init__(self, session: Session, tables: Tables) -> None:
        super().__init__(session)
        self._tables = tables
        #: What was typed: the address, until it was taken, and the digits.
        self._address, self.written = "", tables.address
        tables.problem = ""
        if tables.address:
            self._next()

    def title(self) -> str:
        """Return the page's title."""
        return say("Join another table")

    def text(self) -> str:
        """Say what to type, or what has failed."""
        if self._tables.joining is not None:
            return say("Asking the other table.")
        if self._tables.problem:
            return self._tables.problem
        if not self._address:
            return say(
                "Type the address that the other table shows, such as 192.168.1.5:8720, then go on. "
                "Keys or tiles write it."
            )
        return say("Now the digits that the other table shows for {address}.", address=self._address)

    @property
    def takes_text(self) -> bool:
        """True: letters are what is typed."""
        return self._tables.joining is None

    def write(self, text: str) -> None:
        """Add letters, which have no blanks between them."""
        for letter in text:
            if letter.isprintable() and not letter.isspace() and len(self.written) < _MOST_TYPED:
                self.written += letter
                self._tables.problem = ""

    def rows(self) -> Sequence[Row]:
        """Return what was typed, and how to go on."""
        if self._tables.joining is not None:
            return (Row(say("Cancel"), "stop"),)
        typed = self.written or "–"
        rows = [Row(say("Digits") if self._address else say("Address"), value=typed)]
        rows.append(Row(say("Join") if self._address else say("Go on"), "next", tone=Tone.NOW))
        rows.append(Row(say("Delete the last character"), DELETE))
        if self._address:
            rows.append(Row(say("Another address"), "address"))
        return rows

    def tiles(self) -> Sequence[Row]:
        """Return letters to touch where there is no keyboard."""
        if self._tables.joining is not None:
            return ()
        return [Row(letter, f"{LETTER}{letter}") for letter in (_DIGITS if self._address else _LETTERS)]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=say("Back"))

    def choose(self, row_id: str) -> None:
        """Type, or go on."""
        match row_id:
            case "stop":
                self._tables.stop_joining()
            case "next":
                self._next()
            case "address":
                self._address, self.written = "", self._address
                self.mark_done()
            case _ if row_id == DELETE:
                self.rub_out()
            case _:
                self.write(row_id.removeprefix(LETTER))

    def _next(self) -> None:
        tables = self._tables
        if not self._address:
            if _is_address(self.written):
                self._address, self.written = self.written, ""
                # Whoever comes back to this page need not type it again.
                tables.address = self._address
            else:
                tables.problem = say("That is no address of a table, such as 192.168.1.5:8720.")
            return
        invitation = invitation_from(self.written)
        if invitation is None:
            tables.problem = say("The digits are six, at a relay with a number before them.")
        else:
            tables.begin_joining(self._address, invitation)
            # Whatever does not go well, they are typed anew.
            self.written = ""

    def leave(self) -> None:
        """Stop trying."""
        self._tables.stop_joining()


def _as_typed(address: str) -> str:
    """Return an address without what is taken for granted; a number in groups of four."""
    if address.startswith(DIAL):
        number = address.removeprefix(DIAL)
        return f"{number[:4]}-{number[4:8]}-{number[8:]}"
    return address.removeprefix("http://").rstrip("/")


def _is_address(text: str) -> bool:
    """Return True for an address with dots or colons, or a number that is dialled."""
    try:
        url = checked_address(text)
    except UserError:
        return False
    return "." in text or ":" in text or url.startswith(DIAL)
