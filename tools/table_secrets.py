"""Play games at two tables twice with different secrets, and compare what a guest is sent.

    TMPDIR=/dev/shm python -m tools.table_secrets --states 20000
    python -m tools.table_secrets --states 200 --leak view      (sows a leak, which must be found)

Where the host keeps the cards and tells views (Lifeboat, Coach Ride, Betrayal), both hosts are given whole states: see
`tools.told_secrets`. Else two hosts play the same game, each at a virtual table with the keeper of its hidden cards,
and each has invited a guest; all is different that the guest's seats may not know by the rules (`Play.secrets`, which
knows nothing of `Play.view`).
Both do and take the same: a player looks under a cover and takes a card, plays it, opens the menu, points; the guest
plays, takes back, proposes what it may not, and at last plays a card that it does not have; packets are lost. Both
guests must be sent the same messages, byte for byte once they are unsealed, and at the same moments: the offer with the
hands, entries, hashes, refusals, pages, the coin. No message may hold a card of the host's seats that was never played.
Prints each difference, and a sum at the end; the exit status is 1 if there was any difference.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

from companion.cards import dealt_hands
from companion.cards.dealt_hands import ZoneHands
from companion.cards.game import CardGame
from companion.cards.play import Dealt
from companion.cards.possible import laid_by
from companion.cards.secret_game import SecretGame
from companion.games import CompanionGame
from companion.two_tables import tables as two_tables
from companion.two_tables.coin import new_secret
from companion.two_tables.invitation import Invitation
from companion.two_tables.meeting import Invite, Joining
from companion.two_tables.messages import encoded
from companion.two_tables.order import SharedEntry, Side
from companion.two_tables.share import SessionLedger, Share
from engine.secrets import EVERYTHING
from hardware.buttons import Button, Press
from tools.benchmarks import write_page
from tools.secrets import other_state_with_move
from tools.secrets.report import Figures, keep_figures
from tools.shared_hosts import NOWHERE, SharedHost, sent_difference
from tools.told_secrets import TellingHosts
from tools.walk.games import games

_GAMES = ("mouse-and-elephant", "lifeboat", "coach-ride", "betrayal")
#: Of so many states one has a message of the guest that plays nothing, one a packet that is lost.
_CHATTER = 0.3
_LOSS = 0.2


class Leak(StrEnum):
    """Leak that is sown: in the view that is sent, a sentence, a hash, an order, a refusal."""

    VIEW = "view"
    SENTENCE = "sentence"
    HASH = "hash"
    ORDER = "order"
    REFUSAL = "refusal"


class Host(SharedHost):
    """Host that has invited a guest for a seat."""

    hands: ZoneHands
    looks = 6

    def __init__(self, game: CompanionGame, hands: Mapping[str, tuple[str, ...]], seats: Sequence[str], folder: Path):
        """Begin a game, and invite a table for these seats: these hands are dealt then."""
        super().__init__(game, game.virtual.start(None, 1, {}), folder)
        self.seats = seats
        self.begin()
        with patch.object(type(game.table), "deal", lambda *_: hands):
            self._join()

    def _join(self) -> None:
        assert self.session.game_id is not None
        invitation = Invitation("123456")
        self.tables.invite = Invite(NOWHERE, invitation, self.seats, self.session.game_id, self._rooms.post)
        joining = Joining(NOWHERE, invitation, self._rooms.post)
        while joining.offer is None:
            self.tick()
            with patch("time.monotonic", lambda: self._time_s):
                joining.tick()
        self.offer = encoded(joining.offer)
        self.join(joining.key)
        # The second message is the first one that the host sends of the game.
        self.say({"kind": "have", "number": 0, "hash": "", "page": ""})
        self.look()

    def answer(self) -> None:
        """Let the guest say that it has all, and give its part of the coin."""
        super().answer()
        self.say({"kind": "coin", "root": "a" * 64, "number": 0, "value": "a" * 64})

    def enter(self, entry: SharedEntry, *, is_proposed: bool) -> None:
        """Let the guest enter or propose something after the last entry."""
        told = {"entry": entry.to_json(), "picks": {}} if is_proposed else {"entries": [entry.to_json()]}
        self.say({"kind": "propose" if is_proposed else "entries", **self.last_entry("after"), **told})

    def whole(self) -> Dealt:
        """Return the whole state."""
        whole = self.hands.whole_state()
        assert whole is not None
        return whole

    def hold(self, whole: Dealt) -> None:
        """Let these be the hands: what was played was in them, too."""
        kept, laid = self.hands.secrets.kept, laid_by(self.hands.game, self.events)
        assert kept is not None
        kept.deal = {
            player: (*[card for card, laid_player in laid.items() if laid_player == player], *hand)
            for player, hand in whole.hands.items()
        }
        self.hands.secrets.keep()

    def take_out(self, seat: str, number: int) -> None:
        """Look under a cover of this table, and take a card out of the hand."""
        cards = [card for group in self.hands.look(seat) for card in group.cards]
        if cards:
            self.hands.choose(seat, cards[number % len(cards)].key)


def _sow(leak: Leak | None, sown: ExitStack) -> None:
    """Sow a leak into what hosts send."""

    def held(ledger: SessionLedger) -> str:
        session = ledger._session
        return repr(session.hidden_cards.whole_state()) if session.hidden_cards else ""

    def digest(ledger: SessionLedger) -> str:
        return sha256(held(ledger).encode()).hexdigest()

    def whole(cards: Any, seats: Sequence[str]) -> dict[str, Any]:
        play, state = cards._session.table_game.play, cards._session.hidden_cards.whole_state()
        return {seat: {**play.view_codec.encode(state), "cards": repr(cards.cards_of(state))} for seat in seats}

    def mixed(cards: Any, seats: Sequence[str]) -> dict[str, Any]:
        views, rng = told(cards, seats) or {}, Random(repr(cards._session.hidden_cards.whole_state()))
        inner = {name: part for view in views.values() for name, part in view.items() if isinstance(part, dict)}
        parts = {name: dict(rng.sample([*part.items()], len(part))) for name, part in inner.items()}
        return {seat: {**view, **parts} for seat, view in views.items()}

    before, why_not, by_hand = SessionLedger.hash_after, SessionLedger.why_not, SessionLedger._why_not_judged
    masked, told = dealt_hands.hands_of_seats, SecretGame.tell
    match leak:
        case Leak.VIEW:
            sown.enter_context(patch.object(dealt_hands, "hands_of_seats", lambda hands, _: {**hands}))
            sown.enter_context(patch.object(SecretGame, "tell", whole))
        case Leak.SENTENCE:
            page = lambda share: digest(share.ledger)  # noqa: E731
            sown.enter_context(patch.object(Share, "_page", page))
        case Leak.HASH:
            sown.enter_context(
                patch.object(
                    SessionLedger,
                    "hash_after",
                    lambda ledger, n: sha256((before(ledger, n) + held(ledger)).encode()).hexdigest(),
                )
            )
        case Leak.REFUSAL:

            def judged(ledger: SessionLedger, entry: SharedEntry, side: Side) -> str:
                reason = ledger.illegal(entry) or why_not(ledger, entry, side)
                # Where each table keeps its own hands a refusal never looks at cards by itself.
                return reason and reason + ("" if ledger.keeps_cards else digest(ledger))

            told_why = lambda ledger, event: (reason := by_hand(ledger, event)) and reason + digest(ledger)  # noqa: E731
            sown.enter_context(patch.object(SessionLedger, "why_not", judged))
            sown.enter_context(patch.object(SessionLedger, "_why_not_judged", told_why))
        case Leak.ORDER:
            sown.enter_context(patch.object(SecretGame, "tell", mixed))
            sown.enter_context(
                patch.object(
                    dealt_hands,
                    "hands_of_seats",
                    lambda hands, seats: dict(
                        sorted(masked(hands, seats).items(), key=lambda item: min(hands[item[0]]))
                    ),
                )
            )


class Hosts:
    """Two hosts of the same game, which differ in what the guest's seats may not know."""

    def __init__(self, game: CompanionGame, seed: int, folder: Path, figures: Figures) -> None:
        self._rng, self._game, self._figures = Random(seed), game, figures
        self._play, table = game.table.play, game.table
        assert isinstance(table, CardGame)
        started = game.virtual.start(None, 1, {})
        players = table.seats(started)
        #: One seat is the guest's: of all others' cards it knows nothing.
        self.seat = players[seed % len(players)]
        whole = Dealt(table.rules.begin(started), table.deal(started, self._rng))
        with patch.object(two_tables, "new_secret", lambda: "5" * len(new_secret())):
            self.hosts = [
                Host(game, hands.hands, (self.seat,), folder / str(number))
                for number, hands in enumerate((whole, self._otherwise(whole)))
            ]
        self._played: set[str] = set()

    def _otherwise(self, whole: Dealt) -> Dealt:
        found = next((secret for secret in self._play.secrets(whole, self.seat, self._rng)), None)
        if found is None:
            return whole
        assert found.kind == EVERYTHING
        self._figures.changed["hands"] += 1
        return cast(Dealt, found.state)

    def leaks(self) -> Iterator[str | None]:
        """Play to the end; yield for each state what is wrong, None: nothing."""
        first, other = self.hosts
        yield "the offers differ" if first.offer != other.offer else self._difference()
        while True:
            state = first.whole()
            moves = self._play.possible(state) if self._play.over(state) is None else ()
            if not moves:
                return
            move = self._rng.choice(moves)
            alike = other_state_with_move(self._play, state, self.seat, move, self._rng)
            self._figures.changed["hands"] += alike != state
            other.hold(alike)
            self._chatter(state)
            self._happen(move)
            yield self._difference()
            if first.share.exchange.fault:
                return

    def _chatter(self, state: Dealt) -> None:
        """Let people at the hosts, and the guest, do what plays nothing."""
        rng = self._rng
        if rng.random() > _CHATTER:
            return
        card = rng.choice(sorted(self.hosts[0].hands.game.tag_set.cards))
        what, number = rng.randrange(5), rng.randrange(100)
        own = [seat for seat in state.hands if seat != self.seat]
        for host in self.hosts:
            match what:
                case 0:
                    host.take_out(own[number % len(own)], number)
                case 1:
                    host.session.press(Press(Button.BACK, held=True), host._time_s)
                case 2:
                    host.tables.point(own[number % len(own)])
                case 3:
                    host.enter(SharedEntry({"event": "played", "by": own[0], "card": card}), is_proposed=True)
                case 4:
                    host.enter(SharedEntry({"event": "played", "by": self.seat, "card": card}), is_proposed=True)
            host.look()
            if host.session.has_page_above:
                host.session.close()

    def _cards(self, state: Dealt) -> set[str]:
        return {card for hand in state.hands.values() for card in hand}

    def _happen(self, move: Any) -> None:
        """Let a move happen in both, sometimes instead an undo of the guest."""
        rng, rules = self._rng, self._game.rules
        number, loses = len(self.hosts[0].events), rng.random() < _LOSS
        act, keep = rng.random(), rng.randint(1, max(1, number - 1))
        is_guest = str(getattr(move, "by", "")) == self.seat
        state = self.hosts[0].whole()
        foreign = sorted(self._cards(state) - set(state.hands[self.seat]))
        for host in self.hosts:
            if act < 0.03 and 1 <= keep < number:
                host.enter(SharedEntry(keep=keep), is_proposed=not is_guest)
            elif is_guest and act > 0.98 and foreign:
                # A card of another hand: nothing more is taken from this guest.
                entry = {"event": "played", "by": self.seat, "card": foreign[0]}
                host.enter(SharedEntry(entry), is_proposed=False)
            elif is_guest:
                host.enter(SharedEntry(rules.event_to_json(move)), is_proposed=False)
            else:
                host.session.apply(move)
                host.session.go_on()
            host.look(loses=loses)

    def _difference(self) -> str | None:
        """Return what one guest is sent and the other one not; None: nothing.

        Or a card that is sent and that nobody has played.
        """
        first, other = self.hosts
        sent, other_sent = first.sent[:], other.sent[:]
        first.sent.clear()
        other.sent.clear()
        if (found := sent_difference(self.seat, sent, other_sent)) is not None:
            return found
        self._played |= {*laid_by(first.hands.game, first.events)}
        hidden = self._cards(first.whole()) - set(first.whole().hands[self.seat]) - self._played
        told = b"".join(data for _, data in sent if b'"refused"' not in data)
        card = next((card for card in hidden if f'"{card}"'.encode() in told), "")
        return f"{self.seat} is sent {card}, which nobody has played" if card else None

    def close(self) -> None:
        """End both games."""
        for host in self.hosts:
            host.close()


def find_leaks(
    game: CompanionGame, states: int, seed: int, figures: Figures, leak: Leak | None = None
) -> Iterator[str]:
    """Play so many states in games of their own; yield what is wrong. `leak` is sown."""
    with ExitStack() as sown:
        _sow(leak, sown)
        while figures.states < states:
            with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
                kind = Hosts if game.table.play.view_codec is None else TellingHosts
                hosts = kind(game, seed, Path(folder), figures)
                opened.callback(hosts.close)
                for found in hosts.leaks():
                    figures.states += 1
                    figures.leaks += found is not None
                    if found is not None:
                        yield f"seed {seed}: {found}"
                    if figures.states >= states:
                        break
            seed += 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, compare and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=_GAMES[0], choices=_GAMES)
    parser.add_argument("--states", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leak", type=Leak, choices=[*Leak], help="sow a leak: it must be found")
    parser.add_argument("--report", action="store_true", help="keep the figures, and write them to BENCHMARKS.md")
    chosen = parser.parse_args(arguments)
    figures = Figures()
    for found in find_leaks(games()[chosen.game], chosen.states, chosen.seed, figures, chosen.leak):
        print(found[:600], flush=True)
    for kind, states in figures.changed.items():
        print(f"{kind}: another in {states} states")
    print(f"{chosen.game}: {figures.states} states, {figures.leaks} with a leak")
    if chosen.report:
        keep_figures(f"{chosen.game}, guest's table", figures)
        write_page()
    return 1 if figures.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
