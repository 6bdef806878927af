"""Betrayal at two virtual tables: the host keeps stacks and dice, the guest asks for them."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.steps import HouseStep, TextStep
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.table.put_right import PutRightStep
from companion.table.undo_step import UndoStep
from companion.two_tables.order import Side
from companion.virtual_table.autopilot import Autopilot
from engine.betrayal import events as e
from engine.betrayal.components import CardKind, Dir, Trait
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined, DiceThrown
from engine.betrayal.state import Owed
from tests.companion.two_tables.test_hidden_hands import invite
from tests.companion.two_tables.test_tables import Table, wait
from tools.shared_hosts import Rooms
from tools.two_boxes import Clock, QueuePost
from tools.two_tables import HostileQueue
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("spake2")

BETRAYAL = games()["betrayal"]
#: No game takes more looks of both tables: an event takes about a dozen, a long game has more than a thousand.
_MOST_LOOKS = 40_000
#: After an event somebody takes some back in so many cases. By looks it would eat half of what is played.
_UNDO_SHARE = 0.02


class HouseTable(Table):
    """Virtual table whose hands lay at once what is to be put right."""

    def tick(self) -> None:
        super().tick()
        lay(self)


def lay(table: Table) -> None:
    """Lay what is to be put right."""
    if isinstance(table.session.step, PutRightStep):
        table.session.confirm_layout(expected_layout(state_of(table)))
        table.session.go_on()


def virtual_table(folder: Path, carried: Rooms) -> Table:
    return HouseTable(folder, invites=False, games=(BETRAYAL,), is_virtual=True, start_post=carried.post)


@pytest.fixture
def tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two virtual tables with a game; the first and the third explorer are the guest's."""
    found = [virtual_table(tmp_path / side, rooms) for side in Side]
    host, guest = found
    host.begin(BETRAYAL)
    host.tick()
    invite(found, guest_seats(host), lambda: knows(guest) and not host.tables.notice())
    yield found
    for table in found:
        table.close()


def state_of(table: Table) -> Any:
    assert table.session.game is not None
    return table.session.game.state


def guest_seats(table: Table) -> list[str]:
    sequence = state_of(table).sequence
    first = sequence.index(state_of(table).turn)
    order = (*sequence[first:], *sequence[:first])
    return [order[0], order[2]]


def whole(table: Table) -> FullState:
    assert table.hands is not None
    found = table.hands.whole_state()
    assert isinstance(found, FullState)
    return found


def knows(table: Table) -> bool:
    return table.session.game is not None and table.hands is not None and table.hands.whole_state() is not None


def do(table: Table, event: e.GameEvent) -> None:
    table.session.apply(event)
    table.session.go_on()
    table.tick()


def wait_for(tables: list[Table], events: int) -> None:
    wait(tables, lambda: all(table.events == events and knows(table) for table in tables))


def open_door(table: Table) -> str:
    """Return an open door of whose turn it is, as the map has it."""
    step = table.session.step
    assert isinstance(step, HouseStep)
    return step.doors[0]


def discover(tables: list[Table]) -> e.Discovered:
    """Let the guest touch an open door; return what the host turns over."""
    host, guest = tables
    guest.session.touch(open_door(guest), 1.0)
    wait(tables, lambda: whole(guest).announced is not None)
    announced = whole(guest).announced
    assert announced == whole(host).announced
    assert announced is not None
    found: e.Discovered = announced.event
    return found


def propose(host: Table, event: e.GameEvent) -> str:
    """Propose an event as a forged guest; return why it is refused, empty: it is written."""
    share = host.tables.share
    assert share is not None
    exchange, number = share.exchange, share.ledger.number
    entry = {"event": RULES.event_to_json(event)}
    known = share.ledger.hash_after(number)
    exchange.receive({"kind": "propose", "after": number, "hash": known, "entry": entry, "picks": {}}, 0.0)
    answers = [answer["reason"] for answer in exchange.due(0.0) if answer["kind"] == "refused"]
    assert bool(answers) is (share.ledger.number == number)
    return answers[0] if answers else ""


def asked(host: Table, move: dict[str, Any]) -> bool:
    """Ask for something as a forged guest; return True if anything follows."""
    share = host.tables.share
    assert share is not None
    assert host.hands is not None
    before, number = whole(host), share.ledger.number
    share.telling.receive({"kind": "ask", "after": number, "number": host.hands.secrets.asked + 1, "move": move})
    return whole(host) != before or share.ledger.number > number


# --- what a guest knows -----------------------------------------------------------------------------------------------


def test_a_guest_knows_all_but_the_order_of_the_stacks(tables: list[Table]) -> None:
    host, guest = tables
    seat = guest_seats(host)[0]
    assert whole(guest) == PLAY.view(whole(host), seat)
    assert whole(guest).stacks is None
    piles = [{name: piece for name, piece in table.cards.pieces.items() if "pile/" in name} for table in tables]
    assert piles[0] == piles[1], "everybody sees how high the stacks are"


def test_a_tile_comes_from_the_host_and_is_laid_at_both(tables: list[Table]) -> None:
    host, guest = tables
    found = discover(tables)
    step = guest.session.step
    assert isinstance(step, HouseStep)
    assert step.begun_event == found
    for row in step.question.ids[:1]:
        guest.session.touch(row, 2.0)
    wait_for(tables, 2)
    assert host.session.game.events == guest.session.game.events  # type: ignore[union-attr]
    assert found.tile in state_of(guest).house.rooms


def test_a_turned_tile_is_still_to_be_laid_after_both_were_killed(
    tables: list[Table], tmp_path: Path, rooms: Rooms
) -> None:
    found = discover(tables)
    for number, side in enumerate(Side):
        tables[number].close()
        tables[number] = virtual_table(tmp_path / side, rooms)
        tables[number].session.resume(1)
        tables[number].tick()
    host, guest = tables
    wait(tables, lambda: knows(guest) and not host.tables.notice() and not guest.tables.notice())
    assert whole(guest).announced == whole(host).announced == BegunEvent(found, rolled=True)
    do(guest, next(event for event in map(PLAY.event, PLAY.possible(whole(guest))) if event is not None))
    wait_for(tables, 2)


def roll_for_a_text(tables: list[Table], dice: int) -> TextStep:
    """Let the guest's explorer roll dice because a text says so."""
    guest = tables[1]
    step = TextStep(guest.session, ("rolled", guest_seats(tables[0])[0]))
    guest.session.open(step)
    step.answer(str(dice))
    step.answer(f"roll:{dice}")
    wait(tables, lambda: step.question.ids[0] == "ok")
    return step


def test_dice_of_a_guest_are_the_hosts(tables: list[Table]) -> None:
    host, guest = tables
    step = roll_for_a_text(tables, 3)
    thrown = whole(host).thrown
    assert thrown is not None
    assert thrown.number == 3
    step.answer("again:0")
    wait(tables, lambda: whole(host).thrown != thrown and step.answers[-1].startswith("again:0:"))
    step.answer("ok")
    wait_for(tables, 2)
    told: Any = guest.session.game.events[-1]  # type: ignore[union-attr]
    again = PLAY.view(whole(host), "").thrown
    assert isinstance(told, e.Rolled)
    assert told.faces[1:] == thrown.faces[1:]
    assert again is None, "they count once"


def test_real_dice_are_offered_at_neither_table(tables: list[Table]) -> None:
    for table in tables:
        step = TextStep(table.session, ("rolled", guest_seats(tables[0])[0], "3", "other"))
        assert "own" not in step.question.ids


def test_a_guest_walks_through_several_rooms(tables: list[Table]) -> None:
    guest = tables[1]
    walker = state_of(guest).turn
    before = state_of(guest).room_of(walker)
    goal = {"entrance-hall": "grand-staircase"}.get(before, "entrance-hall")
    guest.session.touch(goal, 1.0)
    wait(tables, lambda: all(state_of(table).room_of(walker) == goal for table in tables))
    assert guest.events > 2


def test_the_stack_of_a_guest_says_how_a_tile_is_turned_over(tables: list[Table]) -> None:
    guest = tables[1]
    assert guest.hands is not None
    assert guest.hands.take_top("pile/tiles") is None
    assert "open door" in guest.session.notice


def test_a_guest_takes_back_a_discovery(tables: list[Table]) -> None:
    _, guest = tables
    found = discover(tables)
    guest.session.touch(guest.session.step.question.ids[0], 2.0)  # type: ignore[attr-defined]
    wait_for(tables, 2)
    guest.session.open(UndoStep(guest.session))
    guest.session.undo(1)
    wait(tables, lambda: all(table.events == 1 for table in tables) and knows(guest))
    # Who has seen the tile lays it.
    assert whole(guest).announced == BegunEvent(found, rolled=True)


def test_who_answers_a_claim_at_the_other_table_is_not_exchanged_here(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, guest = tables
    own = guest_seats(guest)
    other = next(explorer for explorer in state_of(guest).players if explorer not in own)
    monkeypatch.setattr("companion.games.betrayal.table.steps.answerers", lambda _: (other, *own))
    step, seating = guest.session.step, guest.session.seating
    assert isinstance(step, HouseStep)
    told = e.Confirmed(by=other)
    assert step._answered_here(told) == e.Confirmed(by=own[0]), "who sits here touches the answer"
    seating.events_by_bots = guest.events + 1
    assert step._answered_here(told) == told


# --- strangers --------------------------------------------------------------------------------------------------------


def test_a_guest_chooses_neither_tiles_nor_cards_nor_dice(tables: list[Table]) -> None:
    host, _ = tables
    explorer, state = state_of(host).turn, state_of(host)
    door = open_door(tables[1]).partition(":")[2]
    room = state.room_of(explorer)
    fitting = [tile for tile in state.stack if state.house.fits(tile, room, Dir(door))]
    forged: list[e.GameEvent] = [
        e.Discovered(by=explorer, door=Dir(door), tile=tile, turn=turn)
        for tile in fitting
        for turn in state.house.fitting_turns(tile, room, Dir(door))
    ]
    forged += [e.Drew(by=explorer, card=CardKind.OMEN, name=name) for name in ("ring", "skull", "book", "dog", "mask")]
    forged += [e.Rolled(by=explorer, what="roll 1", faces=faces) for faces in ((0, 0), (2, 2))]
    assert {propose(host, event) for event in forged} == {"not by this hand"}, "and no refusal tells which is next"


def test_a_guest_tells_no_other_dice_than_were_thrown_for_it(tables: list[Table]) -> None:
    host, _ = tables
    step = roll_for_a_text(tables, 3)
    thrown = whole(host).thrown
    assert thrown is not None
    others = [tuple(2 - face for face in thrown.faces), (2, 2, 2), (0, 0, 0)]
    explorer, other = guest_seats(host)
    for faces in others:
        if sorted(faces) != sorted(thrown.faces):
            assert propose(host, e.Rolled(by=explorer, what="roll 1", faces=faces))
    assert propose(host, e.Rolled(by=other, what="roll 1", faces=thrown.faces))
    assert propose(host, e.TurnEnded(by=explorer)), "who has seen dice tells what they were thrown for"
    assert step.answers
    assert not propose(host, e.Rolled(by=explorer, what="roll 1", faces=thrown.faces))


def test_a_guest_acts_for_no_explorer_of_the_host(tables: list[Table]) -> None:
    host, _ = tables
    own = guest_seats(host)
    others = [explorer for explorer in state_of(host).players if explorer not in own]
    events = [e.Adjusted(by=other, trait=Trait.MIGHT, steps=-1) for other in others]
    assert {propose(host, event) for event in events} == {"another table's seat"}
    assert propose(host, e.TurnEnded(by=own[0], overruled=True)) == "only the host overrules"
    assert not asked(host, {"throws": others[0], "for": "rolled", "number": 3})
    assert not asked(host, {"begins": "owed", "event": "drew", "by": others[0], "card": "omen"})


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"begins": "won"},
        {"begins": "discovered", "by": ["x"], "door": "N"},
        {"begins": "discovered", "by": "heather", "door": {}},
        {"begins": "owed", "event": "drew"},
        {"announced": {"event": "discovered", "by": "heather", "door": "N", "tile": "crypt", "turn": 0}},
        {"throws": "heather", "for": "rolled", "number": 10**9},
        {"throws": "heather", "for": "moved", "number": 1},
        {"throws": None, "for": [], "number": "x"},
        {"declined": {"by": "heather"}},
    ],
)
def test_junk_that_is_asked_for_changes_nothing(tables: list[Table], move: dict[str, Any]) -> None:
    host, _ = tables
    text = json.dumps(move).replace("heather", state_of(host).turn)
    assert not asked(host, json.loads(text))


def test_a_guest_throws_only_what_it_may_roll_now(tables: list[Table]) -> None:
    host, _ = tables
    explorer = state_of(host).turn
    for event in ("attacked", "haunt_rolled", "crossed", "balanced"):
        assert not asked(host, {"throws": explorer, "for": event, "number": 2})
    assert asked(host, {"throws": explorer, "for": "rolled", "number": 2})
    assert not asked(host, {"throws": explorer, "for": "rolled", "number": 2}), "nothing is thrown twice"
    assert not asked(host, {"begins": "discovered", "by": explorer, "door": open_door(tables[1])[-1]})


def test_what_a_forged_host_tells_is_not_taken(tables: list[Table]) -> None:
    host, guest = tables
    share, before = guest.tables.share, whole(guest)
    assert share is not None
    explorer = state_of(host).turn
    true = {"turns": -1}
    laid = {"event": "discovered", "by": explorer, "door": "N", "tile": "foyer", "turn": 0}
    junk: list[dict[str, Any]] = [
        {},
        {"turns": "x"},
        {**true, "stacks": []},
        {**true, "announced": laid},
        {**true, "announced": {**laid, "by": "ox", "tile": "crypt"}},
        {**true, "announced": {**laid, "tile": "chapel", "aside": ["chapel"]}},
        {**true, "announced": {"event": "moved", "by": explorer, "to": "foyer"}},
        {
            **true,
            "announced": {"event": "fell", "by": explorer, "faces": [1, 1], "tile": "crypt", "turn": 0, "at": [0, 0]},
        },
        {**true, "announced": {"event": "elevator_ran", "by": explorer, "to": None, "faces": [1, 1]}},
        {**true, "thrown": {"by": "nobody", "event": "rolled", "faces": [1]}},
        {**true, "thrown": {"by": explorer, "event": "rolled", "faces": [3]}},
        {**true, "thrown": {"by": explorer, "event": "moved", "faces": [1] * 900}},
    ]
    for told in junk:
        views = dict.fromkeys(guest_seats(host), told)
        share.telling.receive({"kind": "told", "after": share.ledger.number, "asked": 0, "views": views})
        guest.tick()
        assert whole(guest) == before, told
        assert guest.session.page is not None


# --- whole games ------------------------------------------------------------------------------------------------------


def pilot(table: Table) -> Callable[[float], None]:
    """Return what lets hands do all that this table is asked for."""
    assert table.hands is not None
    hands = Autopilot(table.session, table.cards, table.hands.players)

    def act(time_s: float) -> None:
        table.session.step.auto_move_requested = True
        hands.act(time_s)

    return act


def look(table: Table, time_s: float) -> None:
    """Let a table go on; its hands lay at once what is to be put right."""
    assert table.hands is not None
    table.hands.tick()
    table.session.tick(time_s)
    table.tables.tick(time_s)
    lay(table)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(1, 7))
def test_a_whole_game_is_the_same_at_both_tables(tmp_path: Path, tables: list[Table], seed: int) -> None:
    rng, clock = Random(seed), Clock()
    net = HostileQueue(rng)

    def begin_again(number: int) -> None:
        tables[number].close()
        post = partial(QueuePost, net, clock)
        tables[number] = HouseTable(
            tmp_path / [*Side][number], invites=False, games=(BETRAYAL,), is_virtual=True, start_post=post
        )
        tables[number].session.resume(1)
        acts[number] = pilot(tables[number])

    acts, kills, undos = [pilot(table) for table in tables], 0, 0
    known = [table.events for table in tables]
    for number in range(2):
        begin_again(number)
    for _ in range(_MOST_LOOKS):
        clock.time_s += 0.5
        for number in range(2):
            table = tables[number]
            if not is_over(table):
                # Else hands would begin another game, while the other table has not heard of the end.
                acts[number](clock.time_s)
            look(table, clock.time_s)
            share = table.tables.share
            assert share is not None
            assert not share.exchange.fault
            if rng.random() < 0.004:
                begin_again(number)
                kills += 1
            elif table.events > max(3, known[number]) and rng.random() < _UNDO_SHARE and not is_over(table):
                table.session.undo(table.events - rng.randint(1, 3))
                undos += 1
            known[number] = table.events
        if all(map(is_over, tables)) and len({tuple(table.journal.events(1)) for table in tables}) == 1:
            break
    host, guest = tables
    assert is_over(host)
    assert host.journal.events(1) == guest.journal.events(1)
    ledgers = [table.tables.share.ledger for table in tables if table.tables.share is not None]
    assert len({ledger.hash_after(ledger.number) for ledger in ledgers}) == 1
    assert net.counts["lost"]
    # Shown by -rP.
    print(f"seed {seed}: {host.events} events, {ledgers[0].number} entries, {kills} kills, {undos} undos, {net.counts}")


def is_over(table: Table) -> bool:
    return table.session.game is not None and RULES.over(state_of(table)) is not None


# --- what is asked for, as data ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        Declined("heather"),
        DiceThrown("heather", "rolled", 3),
        DiceThrown("heather", "rolled", 2, (0, 2)),
        BegunEvent(Owed("drew", "heather", card="omen", of_room=True)),
        BegunEvent(e.Discovered(by="heather", door=Dir.N, tile="", turn=0)),
        BegunEvent(e.Discovered(by="heather", door=Dir.N, tile="crypt", turn=0, aside=("chapel",)), rolled=True),
        BegunEvent(e.Fell(by="heather", faces=(1,), tile="crypt"), rolled=True),
        BegunEvent(e.Rearranged(by="heather", rooms={})),
        BegunEvent(e.MonstersRolled(kind="ghost", faces=())),
        BegunEvent(e.Attacked(by="heather", on="ghost-1", faces=(), against=(), trait=Trait.MIGHT, with_="axe")),
    ],
)
def test_a_move_without_an_event_comes_back_from_its_data(move: Any) -> None:
    assert BetrayalSecrets.move_from_json(json.loads(json.dumps(BetrayalSecrets.move_to_json(move)))) == move
