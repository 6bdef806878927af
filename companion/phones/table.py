"""Phones at a table: what they touch goes to the session, what is new goes to them."""

import json
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import Any

from companion.device.language import LANGUAGES, TranslatedText, in_language, language_in_use, said_again, say
from companion.device.sentences import listed
from companion.phones.address import Address, other_page_addresses, page_address, reached_host
from companion.phones.certificate import Certificate, own_certificate
from companion.phones.evening_file import EveningFile
from companion.phones.guests import Guest, Guests
from companion.phones.hints import PhoneHints
from companion.phones.limits import RateLimit
from companion.phones.link import ServerLink
from companion.phones.log_lines import LogLines
from companion.phones.news import SeatNews
from companion.phones.notes import SideNotes
from companion.phones.pictures import PhonePicture, PhonePictures
from companion.phones.step import PhonesStep
from companion.phones.values import (
    ADVANCE,
    DRAW,
    ROW,
    game_page,
    game_step,
    known_view,
    offer_of,
    page_value,
    questions_value,
    seat_value,
    seat_view,
)
from companion.phones.words import page_words
from companion.screen.fonts import Fonts
from companion.screen.pages import ListPage, Page, PlayedPage, Row
from companion.screen.pictures import Pictures
from companion.table.ask_step import nothing_to_say
from companion.table.bot_step import go_on_unnoticed
from companion.table.bots import seats_of_bots, whole_state
from companion.table.move_entry import enter_move
from companion.table.put_right import PutRightStep
from companion.table.seat_names import player_name
from companion.table.session import HANDS, Announcement, Session
from companion.table.step import Step
from companion.table.table_answers import seat_questions
from companion.table.table_question import TableQuestion, ask
from hardware.buttons import Button, Press

#: What has changed at the table is looked for so often (seconds): making its page takes time.
_LOOK_S = 0.1
#: What phones without a seat do is shown at once so often in a row; else with the rest.
_GUESTS_BURST = 10.0
#: It is shown at once so often in each second.
_GUESTS_PER_S = 2.0
#: Phones of one address take seats that others had so often in a row: each time the table says who sits down.
_SITS_BURST = 10.0
#: They do so so often in each second.
_SITS_PER_S = 1 / 20
#: What plays is shown on phones so often (seconds).
_PLAYED_S = 1.0
#: So many announcements are shown.
_SAID = 3
#: So many keys of pictures that all phones or one phone have are kept: the server keeps a few more.
_MOST_PICTURES = 100


class PhoneTable:
    """The phones of a session's players."""

    def __init__(
        self,
        session: Session,
        address: Address,
        *,
        start: Callable[[Address, Certificate | None], ServerLink] = ServerLink,
        draw: Callable[[Fonts, Pictures], PhonePictures] = PhonePictures,
    ) -> None:
        """Create the phones; nothing listens before `switch_on`."""
        self._session, self._address, self._start, self._draw = session, address, start, draw
        self._file = EveningFile(session.journal.path.parent / "phones.json")
        self.guests = Guests()
        self._link: ServerLink | None = None
        self._certificate: Certificate | None = None
        self._fonts: Fonts | None = None
        self._pictures: tuple[object, PhonePictures] | None = None
        self._log = LogLines()
        self._notes, self._hints, self._news = SideNotes(), PhoneHints(session), SeatNews(session)
        self._said: deque[tuple[int, str, str]] = deque(maxlen=_SAID)
        #: What was said last of a phone that has sat down, the phone, and the number of that announcement.
        self._said_of, self._said_to, self._said_number = "", 0, 0
        self._last_said = 0
        #: The pictures that all phones have.
        self._public: dict[str, None] = {}
        #: What was shown last, and a number that is another one whenever phones or seats have changed.
        self._shown: tuple[Any, ...] | None = None
        self._changes = 0
        self._looked_at = self._played_at = 0.0
        self._looks = RateLimit(_GUESTS_BURST, _GUESTS_PER_S)
        #: The seat in which a phone sat down last, and how the table shows that.
        self._notice = ("", "")
        self._sits = RateLimit(_SITS_BURST, _SITS_PER_S)

    # --- switching ----------------------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """True while phones may join."""
        return self._link is not None

    @property
    def page_address(self) -> str:
        """Address of the page; empty while it is off."""
        return page_address(replace(self._address, port=self._link.port)) if self._link is not None else ""

    @property
    def other_page_addresses(self) -> list[str]:
        """Addresses of the page in other networks of this machine; none while it is off."""
        return other_page_addresses(replace(self._address, port=self._link.port)) if self._link is not None else []

    @property
    def fingerprint(self) -> str:
        """The beginning of the certificate's fingerprint; empty without encryption."""
        return self._certificate.fingerprint if self._certificate is not None else ""

    @property
    def local_address(self) -> str:
        """Address at which this machine itself reaches the server; empty while it is off."""
        if self._link is None:
            return ""
        host = self._address.host
        own = "127.0.0.1" if ip_address(host).is_unspecified else host
        return page_address(replace(self._address, host=own, port=self._link.port)).rstrip("/")

    def open_rooms(self, names: Sequence[str]) -> None:
        """Let other tables leave packets in rooms with these names, and in no others."""
        if self._link is not None:
            self._link.send({"kind": "rooms", "rooms": [*names]})

    def switch_on(self) -> None:
        """Let phones join. Raises UserError if the page cannot listen."""
        if self._link is not None:
            return
        if self._address.tls:
            self._certificate = own_certificate(self._session.journal.path.parent, reached_host(self._address.host))
        self._link = self._start(self._address, self._certificate)
        self._fonts = self._fonts or Fonts()
        self._link.send({"kind": "words", "words": page_words()})
        self.guests = self._file.load() or self.guests
        # Who had picked, or was asked to, before a crash is known before the game goes on.
        self._session.seating.own_screens = self.guests.seats
        for guest in self.guests.all.values():
            self._send_known(guest)
        self._send_ticket()

    def _send_known(self, guest: Guest) -> None:
        """Tell the server of a phone that had joined before."""
        if self._link is not None:
            known = {"phone": guest.id, "key": guest.key, "address": guest.address, "watches": guest.watches}
            self._link.send({"kind": "known", **known})

    @property
    def was_cut_off(self) -> bool:
        """True if phones had joined when the companion ended without being told to."""
        return self._file.load() is not None

    def switch_off(self) -> None:
        """Stop listening; phones that had joined must join anew."""
        link, self._link = self._link, None
        if link is not None:
            link.close()
            self._file.remove()
        self.guests, self._shown = Guests(), None
        self._session.seating.own_screens = self.guests.seats
        self._notes, self._hints, self._news = SideNotes(), PhoneHints(self._session), SeatNews(self._session)
        self._public.clear()
        self._said.clear()
        self._last_said = 0

    def close(self) -> None:
        """Stop listening, like `switch_off`."""
        self.switch_off()

    def renew_ticket(self) -> None:
        """Replace ticket and code; from now on phones join only with the new ones."""
        self.guests.renew()
        self._send_ticket()
        if self.on:
            # Whoever was thrown out is so after a crash in the same moment, too.
            self._file.keep(self.guests)

    def _send_ticket(self) -> None:
        if self._link is not None:
            tickets = {"ticket": self.guests.ticket, "onlookers": self.guests.onlookers_ticket}
            self._link.send({"kind": "ticket", **tickets, "code": self.guests.code})

    def step(self, session: Session) -> Step[Session]:
        """Return the page at the table."""
        return PhonesStep(session, self)

    # --- seats --------------------------------------------------------------------------------------------------

    def seats(self) -> Sequence[Row]:
        """Return the seats of the running game."""
        if self._session.game is None:
            return ()
        rows = {row.id: row for row in self._session.table_game.seat_rows()}
        return [rows.get(seat, Row(seat, seat)) for seat in self._seat_ids()]

    def _seat_ids(self) -> Sequence[str]:
        """Return the ids of the seats; making their rows takes time."""
        game = self._session.game
        return () if game is None else self._session.table_game.seats(game.events[0])

    def free(self, seat: str) -> None:
        """Take a seat from its phone, or let those choose another that gave it back."""
        self.guests.free(seat)
        self._follow_seats()
        # Nobody comes back as another phone by the ticket that it has seen.
        self.renew_ticket()

    def throw_out(self, guest: Guest) -> None:
        """Forget a phone; it joins anew only by what is shown at the table from now on."""
        if self.guests.all.get(guest.id) is not guest or self._link is None:
            return
        self.guests.throw_out(guest)
        self._forget(guest.id)
        self._follow_seats()
        self.renew_ticket()

    def _forget(self, phone: int) -> None:
        if self._link is not None:
            self._link.send({"kind": "forget", "phone": phone})

    def _follow_seats(self) -> None:
        """Take back seats that are gone or a bot's, and tell the session who has a phone."""
        session = self._session
        if session.game is not None:
            kept = seats_of_bots(session) | self._seats_elsewhere
            is_another = self.guests.follow(session.game_id, self._seat_ids(), kept)
            if is_another and self.guests.anybody_sits:
                players = listed([player_name(session, seat) for seat in self._seat_ids() if seat in self.guests.seats])
                session.notify(
                    say("With a phone: {players}.", players=players),
                    say("With a phone: {players}. Refuse it: menu, Phones.", players=players),
                )
        if session.seating.own_screens != self.guests.seats:
            session.seating.own_screens = self.guests.seats
            self._changes += 1
        session.seating.lost_screens = self.guests.lost_seats
        if self._notice[0] not in self.guests.seats:
            session.withdraw_notice(self._notice[1])

    # --- what comes from phones ---------------------------------------------------------------------------------

    def tick(self, time_s: float) -> None:
        """Take what was touched on phones, and show them what is new."""
        if self._link is None:
            return
        if not self._link.works:
            self.switch_off()
            self._session.failed(say("The page for phones has failed and is off."))
            return
        self._follow_seats()
        is_due = not 0 <= time_s - self._looked_at < _LOOK_S
        for message in self._link.received():
            self._take(message, time_s)
            guest = self.guests.all.get(message["phone"])
            # Whoever has no seat takes no time from the window and from those who play.
            is_due |= guest is not None and (bool(guest.seat) or self._looks.take("", time_s))
        session = self._session
        self._follow_seats()
        if session.watching is False and self.guests.anybody_sits and isinstance(session.step, PutRightStep):
            # Nobody sits at the virtual table whose hands could do it.
            session.touch(HANDS, time_s, by_bot=True)
        self._file.keep(self.guests)
        self._changes += self._hints.tick() + sum([guest.forget_touch(time_s) for guest in self.guests.all.values()])
        # A slow machine shows what is newest then, and not all that was in between.
        if is_due and not self._link.is_behind:
            self._looked_at = time_s
            self._show(time_s)

    def _take(self, message: dict[str, Any], time_s: float) -> None:
        if message["kind"] == "joined":
            if message.get("ticket", self.guests.ticket) != self.guests.ticket:
                # It was let in by what is shown no more, before the server knew.
                self._forget(message["phone"])
                return
            self.guests.joined(message, LANGUAGES, language_in_use())
            self._changes += 1
            return
        guest = self.guests.all.get(message["phone"])
        if guest is None:
            return
        if message["kind"] == "left" and guest.seat:
            # It sat down before the server knew: it keeps its place, and is sent all anew.
            guest.shown = ""
            guest.pictures.clear()
            self._send_known(guest)
        elif message["kind"] == "left":
            del self.guests.all[guest.id]
            self._changes += 1
        elif message["kind"] == "here":
            guest.connected = message["here"]
        elif message["kind"] == "touched":
            self._touch(guest, message["touched"], time_s)
            self._changes += 1

    def _touch(self, guest: Guest, touched: dict[str, Any], time_s: float) -> None:
        """Do what was touched on a phone, if it may be."""
        guest.refuse("")
        guest.touches, guest.touched_at = (), time_s
        match touched:
            case {"language": str(language)} if language in LANGUAGES:
                guest.language = language
            case {"seat": ""}:
                guest.sit("")
            case {"seat": str(seat)} if seat in self._seat_ids():
                self._sit_down(guest, seat, time_s)
            case {"do": str(what), "offer": int(number)}:
                if not self._do(guest, what, number, time_s):
                    guest.refuse("late")
            case {"chosen": [*parts], "at": [int() | float() as across, int() | float() as down]} if (
                0 <= across <= 1 and 0 <= down <= 1
            ):
                place = self._pictures_of_game().place_at(game_page(self._session), (across, down))
                guest.touches = (*map(str, parts), place) if place else ()
                # Nothing is done by such a touch: it shows the place to friends elsewhere.
                if place and guest.seat:
                    self._session.point(place)
            case {"ask": str(question)}:
                self._answer(guest, question)
            case {"hint": True}:
                is_given = self._session.private_hint is not None
                if (
                    guest.seat
                    and not is_given
                    and self._hints.may_ask(guest.seat, seat_view(self._session, guest.seat))
                ):
                    self._hints.ask(guest.seat)
            case {"note": _} | {"counter": _}:
                side = self._side(guest.seat)
                if side is not None:
                    self._notes.take(side.id, touched)

    def _answer(self, guest: Guest, question_id: str) -> None:
        """Answer a question on this phone alone, by what its seat knows now, in its language."""
        with in_language(guest.language):
            question = ask(self._questions(guest), question_id)
            if question is not None and not question.choices:
                guest.asked, guest.answer = question_id, tuple(question.answer()) or (nothing_to_say(),)

    def _questions(self, guest: Guest) -> Sequence[TableQuestion]:
        """Return what this phone may ask; without a seat what all at the table may."""
        session = self._session
        view = seat_view(session, guest.seat) if guest.seat else None
        return seat_questions(session, game_page(session), view, guest.seat)

    def _sit_down(self, guest: Guest, seat: str, time_s: float) -> None:
        """Give a seat to a phone, if it may have it; all at the table hear of it."""
        session = self._session
        if why_not := self._why_not(guest, seat, self._seats_kept()):
            guest.refuse(why_not)
        elif self.guests.is_new(guest, seat) and not self._sits.take(guest.address or guest.id, time_s):
            guest.refuse("seat_often")
        elif self.guests.take(guest, seat):
            player = player_name(session, seat)
            notice = say("{player} has a phone. Refuse it: menu, Phones.", player=player)
            self._said_of, self._said_to = say("A phone has sat down: {player}.", player=player), guest.id
            session.notify(self._said_of, notice)
            self._notice = seat, notice

    @property
    def _seats_elsewhere(self) -> frozenset[str]:
        """The seats that are at another table."""
        other = self._session.other_table
        return frozenset(other.seats) if other is not None else frozenset()

    def _why_not(self, guest: Guest, seat: str, bots: Collection[str]) -> str:
        """Explain why a phone cannot have a seat, in a word of the page; empty: it can."""
        return "seat_elsewhere" if seat in self._seats_elsewhere else self.guests.why_not(guest, seat, bots)

    def _seats_kept(self) -> Collection[str]:
        """Return the seats in which no phone sits down: those of bots, also of one just failed."""
        return seats_of_bots(self._session) | self._session.seating.seats.unnoticed

    def _side(self, seat: str) -> Row | None:
        """Return the side of a seat in the running game; None if there are no sides."""
        session = self._session
        if session.game is None or not seat:
            return None
        self._notes.follow(session.game_id)
        return session.table_game.seat_screen.side(session.game.state, seat)

    def _do(self, guest: Guest, what: str, number: int, time_s: float) -> bool:
        """Carry out a move or a button; return False if it was not offered now to this phone."""
        session, offer = self._session, guest.offer
        if offer is None or number != guest.number or session.game is None:
            return False
        if guest.seat not in self._seat_ids() or guest.seat in seats_of_bots(session):
            return False
        if offer.step is not session.step or offer.events != len(session.game.events):
            return False
        if offer.view != seat_view(session, guest.seat):
            return False
        # What is touched twice counts once.
        guest.offer, guest.number = None, guest.number + 1
        if what in offer.buttons:
            if what in (ADVANCE, DRAW):
                press = Press(Button.ADVANCE if what == ADVANCE else Button.DRAW, held=False)
                session.press(press, time_s, on_own_screen=True)
            else:
                session.touch(what.removeprefix(ROW), time_s, on_own_screen=True)
            return True
        name, _, index = what.partition(" ")
        if name != "move" or not index.isdecimal() or int(index) >= len(offer.moves):
            return False
        move = offer.moves[int(index)]
        event = session.table_game.play.event(move)
        if event is not None and session.game.problems(event):
            return False
        entered = enter_move(session, session.step, move, by_bot=False)
        if entered is False:
            go_on_unnoticed(session)
        return entered is not None

    # --- what goes to phones ------------------------------------------------------------------------------------

    def announce(self, said: Announcement) -> None:
        """Show on phones what the table announces."""
        if self._link is not None and said.text:
            self._last_said += 1
            if said.text == self._said_of:
                self._said_of, self._said_number = "", self._last_said
            self._said.append((self._last_said, said.text, language_in_use()))

    def _show(self, time_s: float) -> None:
        """Show what has changed."""
        session = self._session
        if not self.guests.all:
            return
        page = game_page(session)
        if isinstance(page, PlayedPage) and time_s - self._played_at < _PLAYED_S:
            return
        step = game_step(session)
        whole = None if session.game is None else whole_state(session)
        shown = (
            page,
            step,
            session.step,
            session.game,
            self._last_said,
            self._changes,
            whole,
        )
        if shown == self._shown:
            return
        self._shown, self._played_at = shown, time_s
        self._news.keep({(guest.seat, guest.id) for guest in self.guests.all.values()})
        spoken = language_in_use()
        for language in {guest.language for guest in self.guests.all.values()}:
            with in_language(language):
                self._show_in(language, page if language == spoken else game_page(session))

    def _show_in(self, language: str, page: Page) -> None:
        pictures, game = self._pictures_of_game(), self._session.game
        pictures.asked.clear()
        everybody = {
            "language": language,
            **self._page_value(page, pictures, language),
            "menu": self._session.has_page_above and not self._session.step.belongs_to_game,
            "over": game is not None and game.rules.over(game.state) is not None,
            "log": self._log.lines(self._session),
            "alt": "" if getattr(page, "imagined", False) else self._log.describe_board(self._session),
            "changed": self._log.changes(self._session),
            "help": [] if game is None else [*self._session.table_game.help(game.state)],
            "said": [{"number": number, "text": text} for number, text in self._last_said_lines(language)],
        }
        seats = [
            (seat.id, {"id": seat.id, "text": seat.text, "sign": pictures.sign(seat.sign)}) for seat in self.seats()
        ]
        bots = self._seats_kept() if seats else ()
        public = dict(pictures.asked)
        for key in public:
            self._send_picture(0, self._public, pictures.by_key[key])
        large = self._large_board(language, page)
        for guest in self.guests.all.values():
            if guest.language != language:
                continue
            if guest.watches:
                title = self._title_with_turn(everybody["title"])
                seen = {**everybody, **large, "title": title, "seat": "", "seats": [], "refused": guest.refused}
                self._send_value(guest, seen)
                continue
            value = {**everybody, "seat": guest.seat, **self._untold_of_itself(guest, everybody)}
            refused = {seat: self._why_not(guest, seat, bots) for seat, _ in seats}
            value["seats"] = [
                {**told, "taken": refused[seat] == "seat_taken", "why_not": refused[seat]} for seat, told in seats
            ]
            if guest.seat:
                value |= self._own_value(guest, page, pictures, public)
            if game is not None:
                value |= questions_value(self._questions(guest), guest.asked, guest.answer)
            guest.forget_refusal()
            value["refused"] = guest.refused
            self._send_value(guest, value)

    def _title_with_turn(self, title: str) -> str:
        """Return the page's title, with whose turn it is where it does not say that."""
        session = self._session
        if session.game is None or session.game.rules.over(session.game.state) is not None:
            return title
        seat = session.table_game.actor(session.game.state)
        name = player_name(session, seat) if seat else ""
        return title if name.casefold() in title.casefold() else f"{title} · {name}"

    def _send_value(self, guest: Guest, value: Mapping[str, Any]) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        if text != guest.shown and self._link is not None:
            guest.shown = text
            self._link.send({"kind": "show", "phone": guest.id, "value": text, "sits": bool(guest.seat)})

    def _large_board(self, language: str, page: Page) -> Mapping[str, str]:
        """Return the board as onlookers see it, sent before; nothing where none looks on."""
        if self._session.game is None or not any(
            guest.watches and guest.language == language for guest in self.guests.all.values()
        ):
            return {}
        pictures = self._pictures_of_game().large
        pictures.asked.clear()
        board = pictures.board(page, language)
        for key in pictures.asked:
            self._send_picture(0, self._public, pictures.by_key[key])
        return {"board": board}

    def _untold_of_itself(self, guest: Guest, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return the status and announcements without what others are told of this phone."""
        is_notice = guest.seat == self._notice[0] and told["status"] == said_again(self._notice[1])
        said = [
            sentence
            for sentence in told["said"]
            if (guest.id, sentence["number"]) != (self._said_to, self._said_number)
        ]
        return {"status": "" if is_notice else told["status"], "said": said}

    def _page_value(self, page: Page, pictures: PhonePictures, language: str) -> dict[str, Any]:
        """Return what everybody sees of the page; before a game that the phone has joined."""
        if self._session.game is None:
            waits = ListPage("joined", say("You have joined."), text=say("The table has not begun a game yet."))
            return page_value(waits, pictures, language, moves=False)
        return page_value(page, pictures, language, moves=game_step(self._session).takes_events)

    def _last_said_lines(self, language: str) -> Sequence[tuple[int, object]]:
        """Return the last announcements with their numbers, in the language in use.

        A text that cannot be translated again is left out unless it was said in that language.
        """
        return [
            (number, said_again(text))
            for number, text, spoken in self._said
            if spoken == language or isinstance(text, TranslatedText)
        ]

    def _own_value(self, guest: Guest, page: Page, pictures: PhonePictures, public: Collection[str]) -> dict[str, Any]:
        """Return what only this phone shows, its pictures sent before."""
        session = self._session
        pictures.asked.clear()
        view = seat_view(session, guest.seat)
        offer = offer_of(session, page, guest.seat, view)
        if offer != guest.offer:
            guest.number, guest.touches = guest.number + 1, ()
        guest.offer = offer
        value = seat_value(session, page, guest.seat, view, offer, guest.number if offer else 0, pictures)
        value["news"] = self._news.lines(guest.seat, guest.id, known_view(session, guest.seat, view))
        if guest.touches and offer is not None and offer.moves:
            game = session.table_game
            value["why"] = game.seat_screen.explain_touches(game.play.public(view), guest.touches)
        if self._hints.may_ask(guest.seat, view):
            value["hint"] = self._hints.text(guest.seat)
        if side := self._side(guest.seat):
            value["notes"] = {"side": say("Notes: {side}", side=side.text), **self._notes.value(side.id)}
        for key in pictures.asked:
            if key not in public:
                self._send_picture(guest.id, guest.pictures, pictures.by_key[key])
        return value

    def _send_picture(self, phone: int, sent: dict[str, None], picture: PhonePicture) -> None:
        """Send a picture to a phone, or (0) to all, if it is not among those that were sent there."""
        if picture.key in sent or self._link is None:
            return
        sent[picture.key] = None
        self._link.send({"kind": "picture", "phone": phone, "key": picture.key, "bytes": picture})
        if len(sent) > _MOST_PICTURES:
            # It is sent again when it is needed again.
            del sent[next(iter(sent))]

    def _pictures_of_game(self) -> PhonePictures:
        game = self._session.table_game
        if self._pictures is None or self._pictures[0] is not game:
            assert self._fonts is not None
            self._pictures = game, self._draw(self._fonts, game.pictures(self._fonts))
        return self._pictures[1]
