"""Two hosts that keep hidden cards, with other secrets, and tell a guest its views.

See `tools.table_secrets`.

Both are given whole states that differ in what the guest's seat may not know, anew before each move.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from companion.games import CompanionGame
from companion.two_tables.kept import KeptShare
from companion.two_tables.order import SharedEntry, Side
from hardware.buttons import Button, Press
from tools.secrets import move_alike, other_state_with_move
from tools.secrets.report import Figures
from tools.shared_hosts import NOWHERE, SharedHost, sent_difference

_KEY = "5" * 64
#: Of the states one in so many has something besides a move.
_CHATTER = 0.3
_LOSS = 0.15
#: Where it can choose what chance has not brought it proposes that in so many states.
_FORGERY = 0.8
_MOST_FORGED = 30
#: Keys of events that tell what chance has brought.
_BROUGHT = frozenset({"name", "tile", "faces"})


class TellingHost(SharedHost):
    """Host whose whole state is set."""

    def __init__(self, game: CompanionGame, started: Any, whole: Any, seat: str, folder: Path) -> None:
        super().__init__(game, started, folder)
        self._play = game.table.play
        #: The whole states after the events that count, and the move that happens next.
        self._states, self.coming = [whole], None
        self._given = ExitStack()
        for name, given in (("whole_state", lambda _: self.given()), ("keep_move", lambda _, move: self._keep(move))):
            self._given.enter_context(patch.object(self.hands, name, given.__get__(self.hands)))
        secrets = self.hands.secrets
        # What the guest proposes is judged by these cards, too.
        self._given.enter_context(patch.object(secrets, "hidden", lambda _: secrets.cards_of(self.given())))
        self.begin()
        assert self.session.game_id is not None
        kept = KeptShare(self.session.game_id, Side.HOST, (seat,), _KEY, NOWHERE, _KEY)
        self.tables._file.keep(kept)
        self.tables._open(kept)
        self.join(bytes.fromhex(_KEY))
        self._asked = 0
        self.look()

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

    def propose(self, entry: SharedEntry, picks: dict[str, list[str]]) -> None:
        """Let the guest propose something after the last entry."""
        self.say({"kind": "propose", **self.last_entry("after"), "entry": entry.to_json(), "picks": picks})

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
        super().close()


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
            alike = otherwise = other_state_with_move(play, state, self.seat, move, rng)
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
            if self._is_brought(state, move):
                # The guest asks for what chance brings by these cards, and is told of it.
                alike, same = state, move
            elif same is not None and not self._looks(alike, same, play.view(play.follow(state, move), self.seat)):
                # The guest sees by it which of the two states it is, as when it is shown what is left to take.
                alike, same = state, move
            self._figures.changed["hidden fields"] += alike != state
            number = len(first.events)
            # What the guest proposes is judged where all is otherwise, whatever it is told of by the move.
            other.give(otherwise)
            self._chatter()
            if len(first.events) > number:
                yield f"{self.seat} has done what is not its own to do: {first.events[-1]}"
                return
            if first.given() != state:
                # What it has asked for was its own to do, such as an offer: no move of before fits any more.
                yield self._difference()
                continue
            other.give(alike)
            self._happen((move, same))
            yield self._difference()

    def _chosen(self, state: Any) -> Any:
        """Return a move of a seat, more often the guest's, or of chance."""
        play, rng = self._play, self._rng
        acting = list(play.acting_seats(state))
        if not acting:
            asked = self._asked(state)
            return rng.choice(asked) if asked else play.draw(state, rng)
        seat = self.seat if self.seat in acting and rng.random() < 0.6 else rng.choice(acting)
        moves = list(play.moves_of(state, seat))
        moves += [
            move for move in self._game.table.seat_screen.seat_moves(play.view(state, seat), seat) if move not in moves
        ]
        return rng.choice(moves)

    def _asked(self, state: Any) -> list[Any]:
        """Return what the guest's seat may ask the host for, such as dice that it owes."""
        return [*self._game.table.seat_screen.seat_moves(self._play.view(state, self.seat), self.seat)]

    def _is_brought(self, state: Any, move: Any) -> bool:
        """Return True for a move of the guest that chance completes."""
        play = self._play
        if play.event(move) is not None or not self._is_guests(state, move):
            return False
        return play.chance_acts(state) or play.chance_acts(play.follow(state, move))

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
        state = rng.choice(self.hosts).given()
        forged = self._forged(state)
        forges = bool(forged) and rng.random() < _FORGERY
        if not forges and rng.random() > _CHATTER:
            return
        # What a guest proposes would tell it most.
        what, number = 2 if forges else rng.choice((0, 1, 2, 2, 2, 2, 3, 4)), rng.randrange(100)
        seats = self._game.table.seats(self.hosts[0].session.game.events[0])  # type: ignore[union-attr]
        own = [seat for seat in seats if seat != self.seat]
        foreign = forged if forges else self._foreign(own)
        for host in self.hosts:
            match what:
                case 0:
                    host.session.press(Press(Button.BACK, held=True), host._time_s)
                case 1:
                    host.tables.point(own[number % len(own)])
                case 2 if foreign:
                    host.propose(foreign[number % len(foreign)], {})
                case 3:
                    host.ask({"by": own[0]})
                case 4:
                    host.ask({"by": self.seat, "offer": [self.seat, own[0], "water"]})
            host.look()
            if host.session.has_page_above:
                host.session.close()

    def _foreign(self, own: list[str]) -> list[SharedEntry]:
        """Return what seats of the host may do alone, such as lay a card that they hold.

        At best in one of the two states alone: a refusal that goes by cards is another one then.
        """
        first, other = (self._foreign_in(host.given(), own) for host in self.hosts)
        return [entry for entry in first + other if (entry in first) is not (entry in other)] or first

    def _foreign_in(self, state: Any, own: list[str]) -> list[SharedEntry]:
        play = self._play
        events = [
            play.event(move) for seat in own if seat in play.acting_seats(state) for move in play.moves_of(state, seat)
        ]
        return [
            SharedEntry(self._game.rules.event_to_json(event)) for event in events if getattr(event, "by", None) in own
        ]

    def _forged(self, state: Any) -> list[SharedEntry]:
        """Return what the guest's seat could do if it chose what chance brings, such as cards."""
        play, seat = self._play, self.seat
        begun = [*play.moves_of(state, seat)] if seat in play.acting_seats(state) else []
        states = [play.follow(state, move) for move in begun if play.event(move) is None] if begun else [state]
        moves = [(later, move) for later in states if play.chance_acts(later) for move in play.possible(later)]
        for later, move in moves[:_MOST_FORGED]:
            if play.event(move) is None:
                moves += [(state, decided) for decided in play.possible(play.follow(later, move))]
        events = dict.fromkeys(json.dumps(self._told(play.event(move))) for _, move in moves if play.event(move))
        told = map(json.loads, events)
        return [SharedEntry(data) for data in told if data.get("by") == seat and not _BROUGHT.isdisjoint(data)]

    def _told(self, event: Any) -> dict[str, Any]:
        told: dict[str, Any] = self._game.rules.event_to_json(event)
        return told

    def _happen(self, moves: tuple[Any, Any]) -> None:
        """Let a move happen in both, sometimes instead an undo of the guest."""
        play, rng, rules = self._play, self._rng, self._game.rules
        number, loses = len(self.hosts[0].events), rng.random() < _LOSS
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
        """Return True if it is the guest's to make a move, or to ask for it."""
        seat, play = self.seat, self._play
        if move in self._asked(state):
            return True
        if play.chance_acts(state):
            return False
        actor = getattr(move, "by", None) or getattr(play.event(move), "by", None)
        return str(actor or "") == seat or (seat in play.acting_seats(state) and move in play.moves_of(state, seat))

    def _difference(self) -> str | None:
        """Return what one guest is sent and the other one not; None: nothing."""
        first, other = self.hosts
        sent, other_sent = first.sent[:], other.sent[:]
        first.sent.clear()
        other.sent.clear()
        return sent_difference(self.seat, sent, other_sent)

    def close(self) -> None:
        """End both games."""
        for host in self.hosts:
            host.close()
