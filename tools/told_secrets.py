"""Two hosts that keep hidden cards, with other secrets, and tell a guest its views.

See `tools.table_secrets`.

Both are given whole states that differ in what the guest's seat may not know, anew before each move.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame
from companion.journal import Journal
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.two_tables.kept import KeptShare
from companion.two_tables.messages import encoded
from companion.two_tables.order import SharedEntry, Side
from companion.two_tables.post import Post
from companion.two_tables.sealing import Seal, room_of
from companion.two_tables.share import Share
from companion.two_tables.tables import OtherTables
from hardware.buttons import Button, Press
from tools.phone_secrets import put_right
from tools.secrets import move_alike, other_state_with_move
from tools.secrets.report import Figures

_KEY = "5" * 64
_LOOK_S = 0.3
_LOOKS = 4
#: Of the states one in so many has something besides a move.
_CHATTER = 0.3
_LOSS = 0.15
#: An address that no post in this process reaches: it carries packets by their rooms alone.
NOWHERE = "http://127.0.0.1:1"


class Rooms:
    """Packets in one process, by their room and whom they are for."""

    def __init__(self) -> None:
        self._packets: dict[tuple[str, Side], deque[bytes]] = defaultdict(deque)

    def post(self, url: str, room: str, side: Side) -> "RoomPost":  # noqa: ARG002 - as `Post`
        """Begin to carry packets of a side."""
        return RoomPost(self._packets[room, side.other], self._packets[room, side])


class RoomPost(Post):
    """Post that carries packets in one process, and loses none."""

    def __init__(self, leaving: deque[bytes], coming: deque[bytes]) -> None:
        self._leaving, self._coming = leaving, coming

    def send(self, packet: bytes) -> None:
        """Carry a packet."""
        self._leaving.append(packet)

    def received(self) -> list[bytes]:
        """Return the packets that have come."""
        packets = [*self._coming]
        self._coming.clear()
        return packets

    def close(self) -> None:
        """Do nothing: nothing is open."""


class TellingHost:
    """Host at a virtual table whose whole state is set, and the guest's end of the line."""

    def __init__(self, game: CompanionGame, started: Any, whole: Any, seat: str, folder: Path) -> None:
        self._time_s, rooms, virtual, self.seat = 0.0, Rooms(), game.virtual, seat
        folder.mkdir()
        self._play = game.table.play
        self.journal = Journal.open(folder / "games.sqlite")
        around = SessionContext(watched=lambda _: started)
        self.session = open_session(
            self.journal, Settings(camera=NO_CAMERA), [game.table], sees=False, rng=Random(1), around=around
        )
        hands = virtual.secret_hands(self.session, virtual.table_before(started, 1), 1)
        self.hands = cast(Any, hands)
        #: The whole states after the events that count, and the move that happens next.
        self._states, self.coming = [whole], None
        self._given = ExitStack()
        for name, given in (("whole_state", lambda _: self.given()), ("keep_move", lambda _, move: self._keep(move))):
            self._given.enter_context(patch.object(self.hands, name, given.__get__(self.hands)))
        self.session.use_hidden_cards(self.hands)
        self.tables = OtherTables(self.session, None, start_post=rooms.post)
        self.session.use_other_table(self.tables)
        self.session.open_start_page()
        game.table.begin(self.session, started, {})
        put_right(self.session)
        self.hands.tick()
        assert self.session.game_id is not None
        kept = KeptShare(self.session.game_id, Side.HOST, (seat,), _KEY, NOWHERE, _KEY)
        self.tables._file.keep(kept)
        self.tables._open(kept)
        room = room_of(bytes.fromhex(_KEY))
        self._seal, self._post = Seal(bytes.fromhex(_KEY), Side.GUEST), rooms.post(NOWHERE, room, Side.GUEST)
        #: Bytes that the guest was sent, unsealed, with the moments; the views that it was told last.
        self.sent: list[tuple[float, bytes]] = []
        self._asked = 0
        self.look()

    @property
    def share(self) -> Share:
        """The shared game."""
        assert self.tables.share is not None
        return self.tables.share

    def given(self) -> Any:
        """Return the whole state as of the session's events."""
        number = 1 if self.session.game is None else len(self.session.game.events)
        if number > len(self._states):
            self._states.append(self._play.follow(self._states[-1], self.coming))
        del self._states[number:]
        return self._states[-1]

    def give(self, whole: Any) -> None:
        """Let this be the whole state."""
        self._states[-1] = whole

    def _keep(self, move: Any) -> None:
        """Follow a move that others do not notice."""
        if self._play.event(move) is None:
            self.give(self._play.follow(self.given(), move))
        else:
            self.coming = move

    @property
    def number(self) -> int:
        """Number of events."""
        assert self.session.game is not None
        return len(self.session.game.events)

    def look(self, *, loses: bool = False) -> None:
        """Let time pass, and keep what the guest is sent.

        Where it loses packets it still has been sent them.
        """
        for _ in range(_LOOKS):
            self._time_s += _LOOK_S
            self.session.tick(self._time_s)
            self.tables.tick(self._time_s)
            for packet in self._post.received():
                data = self._seal.open(packet)
                if data is not None:
                    self.sent.append((round(self._time_s, 3), data))
            if not loses:
                ledger = self.share.ledger
                self.say(
                    {"kind": "have", "number": ledger.number, "hash": ledger.hash_after(ledger.number), "page": ""}
                )

    def say(self, message: dict[str, Any]) -> None:
        """Let the guest say something."""
        self._post.send(self._seal.seal(encoded(message)))

    def propose(self, entry: SharedEntry, picks: dict[str, list[str]]) -> None:
        """Let the guest propose something after the last entry."""
        ledger = self.share.ledger
        after = {"after": ledger.number, "hash": ledger.hash_after(ledger.number)}
        self.say({"kind": "propose", **after, "entry": entry.to_json(), "picks": picks})

    def ask(self, move: dict[str, Any]) -> None:
        """Let the guest ask for a move without an event."""
        self._asked += 1
        self.say({"kind": "ask", "after": self.share.ledger.number, "number": self._asked, "move": move})

    def do(self, move: Any) -> None:
        """Let a seat of the host, or chance, do something."""
        self._keep(move)
        event = self._play.event(move)
        if event is not None:
            self.session.apply(event)
            self.session.go_on()

    def close(self) -> None:
        """End the game."""
        self._given.close()
        self.tables.close()
        self.journal.close()


class TellingHosts:
    """Two hosts of the same game, which differ in what the guest's seat may not know."""

    def __init__(self, game: CompanionGame, seed: int, folder: Path, figures: Figures) -> None:
        self._rng, self._game, self._figures = Random(seed), game, figures
        self._play = game.table.play
        started = game.virtual.start(None, seed, {})
        seats = game.table.seats(started)
        self.seat = seats[seed % len(seats)]
        whole = self._play.deal(started, self._rng)
        self.hosts = [TellingHost(game, started, whole, self.seat, folder / str(number)) for number in range(2)]

    def leaks(self) -> Iterator[str | None]:
        """Play to the end; yield for each state what is wrong, None: nothing."""
        play, rng, (first, other) = self._play, self._rng, self.hosts
        yield self._difference()
        while play.over(state := first.given()) is None:
            move = self._chosen(state)
            alike = other_state_with_move(play, state, self.seat, move, rng)
            try:
                same = move_alike(play, state, alike, self.seat, move)
            except LookupError:
                alike, same = state, move
            if same is None:
                # That somebody declines, or has lost a card, is no event, and known to all.
                wanted = play.view(play.follow(state, move), self.seat)
                fits = (move, *(like for like in play.possible(alike) if play.event(like) is None))
                if wanted != play.view(state, self.seat):
                    same = next((like for like in fits if self._looks(alike, like, wanted)), None)
                    alike, same = (state, move) if same is None else (alike, same)
            if same is not None and not self._looks(alike, same, play.view(play.follow(state, move), self.seat)):
                # The guest sees by it which of the two states it is, as when it is shown what is left to take.
                alike, same = state, move
            self._figures.changed["hidden fields"] += alike != state
            other.give(alike)
            self._chatter()
            self._happen((move, same))
            yield self._difference()

    def _chosen(self, state: Any) -> Any:
        """Return a move of a seat, more often the guest's, or of chance."""
        play, rng = self._play, self._rng
        acting = list(play.acting_seats(state))
        if not acting:
            return play.draw(state, rng)
        seat = self.seat if self.seat in acting and rng.random() < 0.6 else rng.choice(acting)
        moves = list(play.moves_of(state, seat))
        moves += [
            move for move in self._game.table.seat_screen.seat_moves(play.view(state, seat), seat) if move not in moves
        ]
        return rng.choice(moves)

    def _looks(self, state: Any, move: Any, wanted: Any) -> bool:
        """Return True if a move is possible, and looks then as it should to the guest's seat."""
        play = self._play
        actor = getattr(move, "by", None)
        is_possible = (
            play.event(move) or move in play.possible(state) or (actor and move in play.moves_of(state, str(actor)))
        )
        return bool(is_possible) and play.view(play.follow(state, move), self.seat) == wanted

    def _chatter(self) -> None:
        """Let people at the hosts, and the guest, do what plays nothing."""
        rng = self._rng
        if rng.random() > _CHATTER:
            return
        what, number = rng.randrange(5), rng.randrange(100)
        seats = self._game.table.seats(self.hosts[0].session.game.events[0])  # type: ignore[union-attr]
        own = [seat for seat in seats if seat != self.seat]
        state = self.hosts[0].given()
        foreign = self._play.moves_of(state, own[0]) if own[0] in self._play.acting_seats(state) else ()
        for host in self.hosts:
            match what:
                case 0:
                    host.session.press(Press(Button.BACK, held=True), host._time_s)
                case 1:
                    host.tables.point(own[number % len(own)])
                case 2 if foreign:
                    # What another seat may do alone.
                    event = self._play.event(foreign[0])
                    if event is not None and getattr(event, "by", None) == own[0]:
                        host.propose(SharedEntry(self._game.rules.event_to_json(event)), {})
                case 3:
                    host.ask({"by": own[0]})
                case 4:
                    host.ask({"by": self.seat, "offer": [self.seat, own[0], "water"]})
            host.look()
            if host.session.has_page_above:
                host.session.close()

    def _happen(self, moves: tuple[Any, Any]) -> None:
        """Let a move happen in both, sometimes instead an undo of the guest."""
        play, rng, rules = self._play, self._rng, self._game.rules
        number, loses = self.hosts[0].number, rng.random() < _LOSS
        keep = rng.randint(1, max(1, number - 1))
        is_undo = rng.random() < 0.02 and 1 <= keep < number
        for host, move in zip(self.hosts, moves, strict=True):
            before, host.coming = host.given(), move
            if is_undo:
                host.propose(SharedEntry(keep=keep), {})
            elif move is not None:
                event = play.event(move)
                if not self._is_guests(before, move):
                    host.do(move)
                elif event is None:
                    host.ask(host.hands.secrets.move_to_json(move))
                else:
                    host.propose(SharedEntry(rules.event_to_json(event)), {})
            host.look(loses=loses)

    def _is_guests(self, state: Any, move: Any) -> bool:
        """Return True if it is the guest's to make a move."""
        seat, play = self.seat, self._play
        actor = getattr(move, "by", None) or getattr(play.event(move), "by", None)
        return str(actor or "") == seat or (seat in play.acting_seats(state) and move in play.moves_of(state, seat))

    def _difference(self) -> str | None:
        """Return what one guest is sent and the other one not; None: nothing."""
        first, other = self.hosts
        sent, other_sent = first.sent[:], other.sent[:]
        first.sent.clear()
        other.sent.clear()
        if sent == other_sent:
            return None
        return f"{self.seat} is sent {next(pair for pair in zip_longest(sent, other_sent) if pair[0] != pair[1])}"

    def close(self) -> None:
        """End both games."""
        for host in self.hosts:
            host.close()
