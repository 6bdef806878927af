"""Order of a game at two tables, through any net."""

from collections.abc import Callable

import pytest
from classics.breakthrough import GAME
from classics.ludo import GAME as LUDO

from companion.games import CompanionGame
from companion.two_tables.exchange import AWAY_S, Fault
from companion.two_tables.messages import decoded, encoded
from companion.two_tables.order import SharedEntry, Side
from tools.two_tables import KINDS, CaughtError, Cheat, KeptCoins, MemoryLedger, play
from tools.walk.games import games


class Tables:
    """Two tables with a game of two seats, and a net that a test cuts and joins."""

    def __init__(self, game: CompanionGame = GAME, seed: int = 1) -> None:
        self.rules = game.rules
        started = self.rules.start(game.virtual.start(None, 1, {}))
        seats = [str(seat) for seat in game.players(started.events[0])]
        self.ledgers = {side: MemoryLedger(started, game.table.play, seats) for side in Side}
        self._coins = KeptCoins(self.ledgers, seed, None)
        self.ends = {side: self._coins.exchange(side) for side in Side}
        self.time_s = 0.0
        self.is_cut = False

    def draw(self) -> object:
        """Let chance act at the host, once both tables have shown their part; return its event."""
        while (event := self.ends[Side.HOST].brought) is None:
            self.pass_time(0.5)
        self.ledgers[Side.HOST].enter(SharedEntry(self.rules.event_to_json(event)))
        return event

    def move(self, side: Side) -> None:
        """Make the first possible move at a table, whose turn it is."""
        ledger = self.ledgers[side]
        assert ledger.writer is side
        event = self.rules.possible(ledger.game.state)[0]
        ledger.enter(SharedEntry(self.rules.event_to_json(event)))

    def kill(self, side: Side) -> None:
        """End a table, and begin it again with what it has kept."""
        self.ends[side] = self._coins.exchange(side)

    def pass_time(self, seconds: float = 3.0, change: Callable[[list[bytes]], list[bytes]] = list) -> None:
        """Let the tables talk for a while; `change` does to each turn's packets what a net does."""
        for _ in range(round(seconds / 0.5)):
            self.time_s += 0.5
            for side, end in self.ends.items():
                packets = [encoded(message) for message in end.due(self.time_s)]
                for data in [] if self.is_cut else change(packets):
                    self.ends[side.other].receive(decoded(data), self.time_s)

    def assert_same(self) -> None:
        host, guest = self.ledgers.values()
        assert host.entries == guest.entries
        assert host.hash_after(host.number) == guest.hash_after(guest.number)
        assert not any(end.fault for end in self.ends.values())


@pytest.fixture
def tables() -> Tables:
    return Tables()


def test_a_move_comes_to_the_other_table(tables: Tables) -> None:
    tables.pass_time(1)
    tables.move(Side.HOST)
    tables.pass_time(1)
    tables.assert_same()
    assert tables.ledgers[Side.GUEST].number == 2


def test_while_the_net_is_torn_a_table_writes_alone_until_it_needs_the_other(tables: Tables) -> None:
    tables.pass_time(1)
    tables.is_cut = True
    tables.move(Side.HOST)
    tables.pass_time(AWAY_S + 1)
    assert all(end.is_away(tables.time_s) for end in tables.ends.values())
    assert tables.ledgers[Side.HOST].writer is Side.GUEST
    assert tables.ledgers[Side.GUEST].writer is Side.HOST
    tables.is_cut = False
    tables.pass_time()
    tables.assert_same()
    assert tables.ledgers[Side.GUEST].number == 2


@pytest.mark.parametrize("side", Side)
def test_an_undo_is_proposed_to_the_table_that_writes(tables: Tables, side: Side) -> None:
    tables.pass_time(1)
    for mover in (Side.HOST, Side.GUEST, Side.HOST):
        tables.move(mover)
        tables.pass_time(1)
    assert tables.ledgers[side].writer is Side.GUEST
    if side is Side.GUEST:
        tables.ledgers[side].enter(SharedEntry(keep=2))
    else:
        tables.ends[side].propose(SharedEntry(keep=2))
    tables.pass_time()
    tables.assert_same()
    assert len(tables.ledgers[side].game.events) == 2
    assert tables.ends[side].proposal is None


def test_a_proposal_that_comes_twice_and_late_is_written_once(tables: Tables) -> None:
    tables.pass_time(1)
    tables.move(Side.HOST)
    tables.pass_time(1)
    tables.move(Side.GUEST)
    tables.pass_time(1)
    guest = tables.ends[Side.GUEST]
    guest.propose(SharedEntry(keep=1))
    late = [message for message in guest.due(tables.time_s) if message["kind"] == "propose"]
    tables.pass_time(3, lambda packets: packets * 2)
    for message in late * 2:
        tables.ends[Side.HOST].receive(message, tables.time_s)
    tables.pass_time()
    tables.assert_same()
    assert [entry.keep for entry in tables.ledgers[Side.HOST].entries if entry.event is None] == [1]


def test_what_was_refused_is_not_taken_when_it_comes_late(tables: Tables) -> None:
    host, ledger = tables.ends[Side.HOST], tables.ledgers[Side.HOST]
    late = {"kind": "propose", "after": 1, "hash": ledger.hash_after(1), "entry": {"keep": 1}, "picks": {}}
    host.receive(late, tables.time_s)
    tables.pass_time(1)
    tables.move(Side.HOST)
    tables.pass_time(1)
    tables.move(Side.GUEST)
    tables.pass_time(1)
    assert ledger.writer is Side.HOST
    host.receive(late, tables.time_s)
    assert ledger.number == 3


def test_packets_doubled_and_in_another_order_change_nothing(tables: Tables) -> None:
    tables.pass_time(1)
    for mover in (Side.HOST, Side.GUEST) * 3:
        tables.move(mover)
        tables.pass_time(6, lambda packets: [*reversed(packets), *packets])
        tables.assert_same()
    assert tables.ledgers[Side.HOST].number == 7


@pytest.mark.parametrize("side", Side)
def test_a_table_that_was_killed_for_a_week_catches_up(tables: Tables, side: Side) -> None:
    tables.pass_time(1)
    tables.move(Side.HOST)
    tables.kill(side)
    tables.is_cut = True
    tables.time_s += 7 * 24 * 3600
    tables.is_cut = False
    tables.pass_time()
    tables.assert_same()
    assert tables.ledgers[Side.GUEST].number == 2


def test_the_other_table_may_not_move_out_of_turn(tables: Tables) -> None:
    tables.pass_time(1)
    event = tables.rules.event_to_json(tables.rules.possible(tables.ledgers[Side.HOST].game.state)[0])
    host = tables.ends[Side.HOST]
    before = tables.ledgers[Side.HOST].hash_after(1)
    host.receive({"kind": "entries", "after": 1, "hash": before, "entries": [{"event": event}]}, 1.0)
    assert host.fault
    assert tables.ledgers[Side.HOST].number == 1
    other = Tables()
    end = other.ends[Side.HOST]
    end.receive({"kind": "propose", "after": 1, "hash": before, "entry": {"event": event}, "picks": {}}, 1.0)
    assert [message["kind"] for message in end.due(1.0) if message["kind"] == "refused"] == ["refused"]
    assert other.ledgers[Side.HOST].number == 1


def test_tables_whose_games_differ_take_nothing_more(tables: Tables) -> None:
    tables.pass_time(1)
    tables.ends[Side.HOST].receive({"kind": "have", "number": 1, "hash": "f" * 64, "page": ""}, 1.0)
    assert tables.ends[Side.HOST].fault == "the games differ"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_whole_games_through_a_hostile_net_are_the_same_at_both_tables(kind: str) -> None:
    counts = play(games()[kind], 11, most_entries=120)
    assert counts["entries"] > 20


def test_both_tables_throw_and_what_was_taken_back_falls_as_before() -> None:
    tables = Tables(LUDO)
    rolled = tables.draw()
    tables.pass_time()
    tables.assert_same()
    assert tables.ledgers[Side.GUEST].game.events[-1] == rolled
    for side in Side:
        tables.kill(side)
    tables.ledgers[Side.HOST].enter(SharedEntry(keep=1))
    assert tables.draw() == rolled
    tables.pass_time()
    tables.assert_same()


def test_nothing_is_drawn_before_the_other_table_has_shown_its_part() -> None:
    tables = Tables(LUDO)
    tables.is_cut = True
    tables.pass_time(30)
    assert all(end.brought is None for end in tables.ends.values())
    assert not any(end.keeps_back(tables.time_s) for end in tables.ends.values()), "who is away keeps nothing back"
    tables.is_cut = False
    assert tables.draw() is not None


@pytest.mark.parametrize("cheat", Cheat)
def test_a_host_that_cheats_with_the_coin_is_named(cheat: Cheat) -> None:
    with pytest.raises(CaughtError):
        play(LUDO, 1, cheat)


def test_a_guest_that_changes_its_part_is_named() -> None:
    tables = Tables(LUDO)
    tables.draw()
    tables.pass_time()
    coin = {"kind": "coin", "root": "5" * 64, "number": 1, "value": "6" * 64}
    tables.ends[Side.HOST].receive(decoded(encoded(coin)), tables.time_s)
    assert tables.ends[Side.HOST].fault is Fault.COIN


def test_a_guest_comes_through_draws_that_were_taken_back_while_it_was_away() -> None:
    tables = Tables(LUDO, seed=2)
    tables.pass_time()
    tables.is_cut = True
    ledger = tables.ledgers[Side.HOST]
    # The guest has shown its part before the net was torn.
    tables.ends[Side.HOST].coin.take(tables.ends[Side.GUEST].coin.own(0), 2, tables.ends[Side.GUEST].coin.own(2))
    while ledger.draws < 2:
        if ledger.chance_acts:
            tables.draw()
        else:
            tables.move(Side.HOST)
    assert ledger.writer is Side.HOST
    ledger.enter(SharedEntry(keep=1))
    tables.kill(Side.HOST)
    tables.is_cut = False
    tables.pass_time(10)
    assert tables.ledgers[Side.GUEST].entries == ledger.entries
    tables.assert_same()
