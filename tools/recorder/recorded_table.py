"""Virtual table whose phones, guest, screen and voice are recorded while a game is played."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any

from companion.device.language import in_language
from companion.games import CompanionGame
from companion.journal import Journal
from companion.phones.table import PhoneTable
from companion.phones.values import ADVANCE
from companion.screen.pages import BoardPage, ListPage
from companion.table.bot_step import go_on_unnoticed
from companion.table.bots import seats_of_bots, whole_state
from companion.table.hint import HintStep, may_hint
from companion.table.move_entry import enter_move
from tests.companion.phones.evening import HERE
from tests.companion.phones.phone import TestPhone
from tests.companion.virtual_table.bot_table import BotTable

#: Name of the phone without a seat.
GUEST = "a guest"
#: Name of all who see the screen and hear the voice.
TABLE = "the table"
#: So many rounds of the table's loop may pass until something happens.
PATIENCE = 3000
#: What goes to a phone has come within so long (seconds).
_COMES_S = 10.0
#: The server takes so many touches of a phone, and no more (HTTP).
TOO_OFTEN = 429
#: First word of moves that may end a game.
_ENDING = "Claim"
#: Such a move is chosen so often where it can be.
_ENDS = 0.05
#: Who has nothing to tell is helped by hands after so many rounds.
_HELPED = 15
#: A person at the table acts so often before those with phones.
_AT_THE_TABLE = 0.3
#: What was sent last is among so many values that came last.
_LAST = 8
#: Bots answer quickly: how well they play counts for nothing here.
_BOT = "greedy:0.02"


class PhoneRecording:
    """All that one phone was sent, as the table sent it and as it came."""

    def __init__(self, phone: TestPhone, number: int) -> None:
        self.phone, self.number = phone, number
        self.sent: list[str] = []
        self.pictures: list[str] = []
        self._meant: set[str] = set()

    def keep(self, value: str) -> None:
        """Keep a value that the table sends to this phone."""
        self.sent.append(value)
        self._meant.add(_line(value))

    def has_all(self) -> bool:
        """Return True if the last value has come."""
        return not self.sent or _line(self.sent[-1]) in self.phone.raw[-_LAST:]

    def foreign(self, begin: int = 0) -> list[str]:
        """Return the lines from this one on that the table has not sent to this phone."""
        return [line for line in self.phone.raw[begin:] if line not in self._meant]

    def came(self) -> str:
        """Return all that came over the connection."""
        return "".join(self.phone.raw)


def _line(value: str) -> str:
    """Return the line with which a value comes over the connection."""
    return f"data: {value}\n"


class RecordedTable(BotTable):
    """Phones in some seats and one in none, a person at the table's screen, bots in the others."""

    def __init__(self, game: CompanionGame, journal: Journal, *, seed: int, phones: int, people: int = 1) -> None:
        virtual = game.virtual
        super().__init__(virtual, virtual.start(None, seed, {}), journal)
        self.rng, self.people = Random(seed), people
        self.phones = PhoneTable(self.session, HERE)
        self.phones.switch_on()
        self.recordings: dict[str, PhoneRecording] = {}
        self._idle = 0
        #: The words of all that players have touched: they may name whatever they like.
        self.touched = ""
        #: Ids of all that has lain open on the table, or was told at its screen as turned over.
        self.lain: set[str] = set()
        self.spoken: list[str] = []
        self.public_pictures: list[str] = []
        self.play_rules = self.session.table_game.play
        self._touch_screen = self.session.touch
        vars(self.session)["touch"] = self._tell
        self._send = self.phones._link.send if self.phones._link is not None else None
        assert self.phones._link is not None
        self.phones._link.send = self._record  # type: ignore[method-assign]
        seats = list(map(str, self.session.table_game.seats(self._started)))
        self.rng.shuffle(seats)
        self.phone_seats, self.bot_seats = seats[:phones], seats[phones + people :]

    # --- recording ------------------------------------------------------------------------------------------------

    def _record(self, message: dict[str, Any]) -> None:
        for recording in self.recordings.values():
            if message.get("phone") == recording.number:
                if message["kind"] == "show":
                    recording.keep(message["value"])
                elif message["kind"] == "picture":
                    recording.pictures.append(message["key"])
        if message["kind"] == "picture" and not message["phone"]:
            self.public_pictures.append(message["key"])
        assert self._send is not None
        self._send(message)

    def _tell(self, target: str, time_s: float, *, by_bot: bool = False, on_own_screen: bool = False) -> None:
        self.lain.add(target)
        self._touch_screen(target, time_s, by_bot=by_bot, on_own_screen=on_own_screen)

    def heard(self, said: Any) -> None:
        """Record what the table says, and show it on phones."""
        super().heard(said)
        self.spoken.append(said.text)
        self.phones.announce(said)

    @property
    def offered_rows(self) -> list[str]:
        """The ids of the rows on the screen."""
        page = self.session.page
        return [row.id for row in page.rows if row.id] if isinstance(page, BoardPage | ListPage) else []

    @property
    def shown(self) -> tuple[Any, ...]:
        """The screen, the ring, the page of a hint, and what stands at the covers."""
        session, hands = self.session, self.hands
        hint = HintStep(session).page() if may_hint(session) else None
        covers = [(holder.id, holder.note, holder.turn) for holder in hands.holders()] if hands is not None else []
        return session.page, session.pattern, hint, covers

    # --- the evening ----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin the game, let all phones join and sit down."""
        self.begin(**dict.fromkeys(self.bot_seats, _BOT))
        for _ in range(PATIENCE):
            if self.session.game is not None and (self.session.step.takes_events or self.page.name == "bot"):
                break
            self.go_on(help_people=True)
        for number, seat in enumerate((*self.phone_seats, GUEST), 1):
            phone = TestPhone(self.phones.page_address, self.work, own=f"127.0.1.{number}")
            self.recordings[seat] = PhoneRecording(phone, number)
            self._until(lambda phone=phone: phone.join("en", ticket=self.phones.guests.ticket) == 200)
            phone.wait(bool)
            if seat != GUEST:
                phone.take(seat)

    def _until(self, true: Any) -> None:
        until = time.monotonic() + _COMES_S
        while not true():
            assert time.monotonic() < until
            self.work()

    def work(self, *, help_people: bool = False) -> None:
        """Let bots, hands, screen and phones go on."""
        self.go_on(help_people=help_people)
        self.lain |= {name.rpartition("/")[2] for name in self.table.pieces}
        self.phones.tick(self.now)

    def close(self) -> None:
        """Let the phones sleep, and close the table."""
        for recording in self.recordings.values():
            recording.phone.sleep()
        self.phones.close()
        super().close()

    @property
    def whole(self) -> Any | None:
        """The whole state; None while nobody knows it."""
        return None if self.session.game is None else whole_state(self.session)

    def step(self) -> bool:
        """Let somebody act, or the table go on; return True if a player has acted."""
        # Nobody touches what is no longer offered.
        self.settle()
        able = [seat for seat in self.phone_seats if self._offers(seat)]
        person = self._person_to_act()
        if person and (not able or self.rng.random() < _AT_THE_TABLE):
            self._act_at_the_table(person)
        elif able:
            self._touch(self.rng.choice(able))
        self._idle = 0 if person or able else self._idle + 1
        if self.page.name == "failed-bot":
            # On a busy machine a bot may answer too late.
            self.session.touch(self.offered_rows[-1], self.now)
        self.work(help_people=self._idle > _HELPED)
        return bool(person or able)

    def _offers(self, seat: str) -> list[dict[str, Any]]:
        shown = self.recordings[seat].phone.shows
        return [*shown.get("moves", ()), *shown.get("buttons", ())]

    def _touch(self, seat: str) -> None:
        recording = self.recordings[seat]
        shown, sent = recording.phone.shows, len(recording.sent)
        kinds: dict[str, list[dict[str, Any]]] = {}
        for offer in self._offers(seat):
            kinds.setdefault(offer["text"].partition(" ")[0], []).append(offer)
        if len(kinds) > 1 and self.rng.random() > _ENDS:
            kinds.pop(_ENDING, None)
        chosen = self.rng.choice(kinds[self.rng.choice(sorted(kinds))])
        page = self.session.page
        marked = page.rows[page.selected].text if isinstance(page, BoardPage) and page.selected is not None else ""
        self.touched += f"{chosen['text']}; {marked if chosen['id'] == ADVANCE else ''}; "
        while recording.phone.post("/touch", {"do": chosen["id"], "offer": shown["offer"]})[0] == TOO_OFTEN:
            time.sleep(0.1)
        self._until(lambda: len(recording.sent) > sent)
        self.settle()

    def _person_to_act(self) -> str:
        whole, session = self.whole, self.session
        if whole is None or not session.step.takes_events:
            return ""
        others = {*self.phone_seats, *seats_of_bots(session)}
        return next((str(seat) for seat in self.play_rules.acting_seats(whole) if seat not in others), "")

    def _act_at_the_table(self, seat: str) -> None:
        """Do what somebody does who tells it at the screen, or picks it at their cover."""
        view, describe = self.play_rules.view(self.whole, seat), self.session.table_game.seat_screen.describe_move
        moves = [*self.play_rules.moves_of(view, seat)]
        if self.rng.random() > _ENDS:
            moves = [move for move in moves if not describe(view, move).text.startswith(_ENDING)] or moves
        move = self.rng.choice(moves)
        event = self.play_rules.event(move)
        if event is not None and self.session.game is not None and self.session.game.problems(event):
            return
        if not enter_move(self.session, self.session.step, move, by_bot=False):
            go_on_unnoticed(self.session)

    def settle(self) -> None:
        """Wait until what was sent has come."""
        until = time.monotonic() + _COMES_S
        for recording in self.recordings.values():
            # Another phone's value may have taken the place of the last: that is for the judge.
            while not (recording.has_all() or recording.foreign(-_LAST)):
                assert time.monotonic() < until, recording.number
                time.sleep(0.002)

    # --- other states ---------------------------------------------------------------------------------------------

    @contextmanager
    def instead(self, other: Any) -> Iterator[None]:
        """Let another whole state be true for a while, down to the keeper of its cards."""
        hands = self.hands
        assert hands is not None
        secrets: Any = hands.secrets  # type: ignore[attr-defined]
        known, news = secrets._known, self.phones._news
        # What somebody gets and loses by this alone is no news.
        self.phones._news = deepcopy(news, {id(self.session): self.session})
        hidden = next(
            (getattr(other, name) for name in ("hidden", "cards", "stacks", "hands") if hasattr(other, name)), None
        )
        secrets._known = secrets.kept.events, hidden
        hands.whole_state = lambda: other  # type: ignore[method-assign]
        try:
            yield
        finally:
            del hands.whole_state
            secrets._known = known
            self.phones._news = news

    def show_on_phones(self) -> None:
        """Let the table look for what is new on phones, and nothing else happen."""
        with in_language("en"):
            self.phones._show(self.now)

    def is_at_rest(self) -> bool:
        """Return True if nothing would be cut short: a game that nobody moves just now."""
        return self.session.game is not None and self.session.step.takes_events
