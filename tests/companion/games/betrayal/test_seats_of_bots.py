"""Bots in seats at the virtual table: whole games, and what people decide beside them."""

from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.journal import Journal
from companion.journal.secret_file import SecretFile
from companion.opponents.worker import ChosenMove
from companion.table.hint import HintStep
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import change_seats
from companion.table.session import HANDS
from engine.betrayal.components import CardKind, Trait
from engine.betrayal.events import (
    Adjusted,
    Damaged,
    Denied,
    Discovered,
    Drew,
    GameEvent,
    GameStarted,
    HauntBegan,
    HauntRolled,
    MonsterGroup,
    MonstersRolled,
    Stole,
    TurnEnded,
    Won,
)
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks, outcomes_brought
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined, thefts
from engine.betrayal.state import MonsterValues, Side
from hardware.buttons import Button
from tests.companion.games.other_table import OtherTable
from tests.companion.virtual_table.bot_table import BotTable, InlineOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

STARTED: GameStarted = VIRTUAL.start(3, 3, {})
#: A bot that thinks until it is stopped.
FOR_EVER = "strong:500"
#: Seed of the stacks.
SEED = 5
#: Seed of a game in which a hero has beaten the traitor, who has a card.
BEATEN = 37


@pytest.fixture
def table(journal: Journal) -> Iterator[BotTable]:
    opened = BotTable(VIRTUAL, STARTED, journal)
    yield opened
    opened.close()


def events_until_theft(seed: int) -> list[GameEvent]:
    """Play by chance until somebody may steal."""
    rng = Random(seed)
    events: list[GameEvent] = [STARTED]
    state = FullState(RULES.begin(STARTED), Stacks.shuffled(SEED, ()))
    while not (state.state.owed and state.state.owed[0].steal and thefts(state.state, state.state.owed[0])):
        move = PLAY.draw(state, rng)
        event = PLAY.event(move)
        if event is not None:
            events.append(event)
        state = PLAY.follow(state, move)
    return events


def resume(table: BotTable, events: list[GameEvent], **bots: str) -> None:
    """Go on with a game of these events, with bots."""
    first, *others = [table.session._line(event) for event in events]
    journal = table.session.journal
    number = journal.start(RULES.id, first)
    for seat, bot in bots.items():
        journal.change_seats(number, SeatChange(SeatChangeKind.BOT, (seat,), bot).line())
    for line in others:
        journal.append(number, line)
    kept = BetrayalSecrets.new_deal(events[0], SEED)
    SecretFile(journal.path, number, BetrayalSecrets.format).keep(BetrayalSecrets.to_json(kept))
    table.session.resume(number)
    table.session.touch(HANDS, table.now)
    while table.page.name == "put-right":
        table.go_on()


@pytest.mark.thorough
def test_bots_play_a_game_to_its_end(journal: Journal) -> None:
    table = BotTable(VIRTUAL, STARTED, journal, opponent=InlineOpponent())
    first, *others = STARTED.players
    table.begin(**{first: "greedy:0.02"}, **dict.fromkeys(others, "random"))
    while table.page.name == "set-up":
        table.go_on(help_people=True)
    assert table.page.name == "bot", "nobody but a bot makes the first move"
    table.play()
    number = table.session.game_id
    assert number is not None
    events = [RULES.event_from_json(RULES.event_to_json(event)) for event in table.game.events]
    assert RULES.replay(events).state == table.game.state
    assert len(journal.events(number)) == len(events)


# --- who wins a fight may steal ---------------------------------------------------------------------------------------


def test_a_beaten_bot_shares_out_the_damage_once_a_person_steals_nothing(table: BotTable) -> None:
    events = events_until_theft(BEATEN)
    owed = RULES.replay(events).state.owed[0]
    resume(table, events, **{owed.by: "random"})
    table.wait_for("damage")
    table.session.touch("damage", table.now)
    while len(table.game.events) == len(events):
        table.go_on()
    assert any(said.endswith("steals nothing.") for said in table.said)
    damaged = table.game.events[len(events)]
    assert isinstance(damaged, Damaged)
    assert damaged.by == owed.by


def test_a_person_is_asked_for_the_damage_alone_once_a_bot_steals_nothing(table: BotTable) -> None:
    events = events_until_theft(BEATEN)
    owed = RULES.replay(events).state.owed[0]
    assert owed.steal is not None
    resume(table, events, **{owed.steal: FOR_EVER})
    table.wait_for("bot")
    table.session.step._take(Declined(owed.steal))  # type: ignore[attr-defined]
    assert table.page.name == "damage"
    assert not any(row.text.startswith("Steal") for row in table.page.rows)  # type: ignore[union-attr]


def test_a_bot_steals(table: BotTable) -> None:
    events = events_until_theft(BEATEN)
    owed = RULES.replay(events).state.owed[0]
    assert owed.steal is not None
    resume(table, events, **{owed.steal: FOR_EVER})
    table.wait_for("bot")
    table.session.step._take(thefts(table.game.state, owed)[0])  # type: ignore[attr-defined]
    assert isinstance(table.game.events[-1], Stole)


# --- who has won ------------------------------------------------------------------------------------------------------


def haunt_of(traitor: str, *monsters: MonsterGroup) -> list[GameEvent]:
    """Return the events up to the beginning of a haunt."""
    return [
        STARTED,
        Drew(by=traitor, card=CardKind.OMEN, name="ring"),
        TurnEnded(by=traitor),
        HauntRolled(by=traitor, faces=(0,) * 6),
        HauntBegan(by=traitor, number=12, traitor=traitor, monsters=monsters),
    ]


def test_a_bot_that_lives_on_alone_claims_that_its_side_has_won_until_people_deny_it(table: BotTable) -> None:
    traitor, hero, bot = STARTED.first, *[player for player in STARTED.players if player != STARTED.first]
    resume(
        table,
        [
            *haunt_of(traitor),
            Adjusted(by=hero, trait=Trait.SPEED, steps=-8),
            Adjusted(by=traitor, trait=Trait.SPEED, steps=-8),
        ],
        **{bot: "random"},
    )
    table.wait_for("claim")
    assert table.game.events[-1] == Won(by=bot, side=Side.HEROES)
    table.session.touch("denied", table.now)
    assert isinstance(table.game.events[-1], Denied)
    while sum(isinstance(event, TurnEnded) for event in table.game.events) < 4:
        table.go_on()
    assert sum(isinstance(event, Won) for event in table.game.events) == 1


def test_people_are_asked_who_has_won_where_nobody_lives_on(table: BotTable) -> None:
    traitor, *heroes = STARTED.first, *[player for player in STARTED.players if player != STARTED.first]
    rats = MonsterGroup("rat", MonsterValues(2, 3, None, None), (("rat-1", "foyer"),))
    resume(
        table,
        [
            *haunt_of(traitor, rats),
            *[Adjusted(by=explorer, trait=Trait.SPEED, steps=-8) for explorer in (*heroes, traitor)],
        ],
        **{traitor: "random"},
    )
    for _ in range(20):
        table.go_on()
    assert table.page.name == "monsters"
    assert "won" in [row.id for row in table.page.rows]  # type: ignore[union-attr]
    assert not any(isinstance(event, MonstersRolled) for event in table.game.events)


# --- what is announced ------------------------------------------------------------------------------------------------


def whole(table: BotTable) -> FullState:
    """Return the state as bots have it."""
    assert table.session.hidden_cards is not None
    state = table.session.hidden_cards.whole_state()
    assert isinstance(state, FullState)
    return state


def may_discover(move: Any) -> bool:
    """Return True if it opens a door."""
    return isinstance(move, BegunEvent) and isinstance(move.event, Discovered)


def turn_over_a_tile(table: BotTable) -> None:
    """The bot on turn opens a door."""
    table.wait_for("bot")
    state = whole(table)
    table.session.step._take(next(move for move in PLAY.possible(state) if may_discover(move)))  # type: ignore[attr-defined]


def announced(table: BotTable) -> BegunEvent | None:
    """Return the announcement that is kept now."""
    return whole(table).announced


def discovering(table: BotTable) -> None:
    """Play until the first explorer has turned over a tile."""
    state, rng = FullState(RULES.begin(STARTED), Stacks.shuffled(SEED, ())), Random(1)
    events: list[GameEvent] = [STARTED]
    while len(events) < 2 or not any(may_discover(event) for event in PLAY.possible(state)):
        move = PLAY.draw(state, rng)
        event = PLAY.event(move)
        events += [] if event is None else [event]
        state = PLAY.follow(state, move)
    resume(table, events, **dict.fromkeys(STARTED.players, FOR_EVER))
    turn_over_a_tile(table)


def test_a_tile_is_turned_over_before_a_bot_decides_how_it_lies(table: BotTable) -> None:
    discovering(table)
    told, count = announced(table), len(table.game.events)
    assert told is not None
    assert told.rolled
    assert table.page.name == "bot"
    state = whole(table)
    table.session.step._take(PLAY.possible(state)[0])  # type: ignore[attr-defined]
    assert len(table.game.events) == count + 1
    assert table.game.events[-1].tile == told.event.tile
    assert announced(table) is None


def test_nobody_is_asked_for_a_tile_whose_place_in_the_stack_is_known(table: BotTable) -> None:
    other = OtherTable()
    table.session.use_chance(other)
    discovering(table)
    assert announced(table) is not None
    assert other.asked == []


def test_a_bot_waits_for_dice_of_another_table(table: BotTable) -> None:
    state, rng = FullState(RULES.begin(STARTED), Stacks.shuffled(SEED, ())), Random(1)
    events: list[GameEvent] = [STARTED]
    while not (
        rolls := [
            move
            for move in PLAY.possible(state)
            if isinstance(move, BegunEvent) and not move.rolled and not may_discover(move)
        ]
    ):
        move = PLAY.draw(state, rng)
        event = PLAY.event(move)
        events += [] if event is None else [event]
        state = PLAY.follow(state, move)
    resume(table, events, **dict.fromkeys(STARTED.players, FOR_EVER))
    table.wait_for("bot")
    other = OtherTable()
    table.session.use_chance(other)
    table.session.step._take(rolls[0])  # type: ignore[attr-defined]
    assert (len(table.game.events), announced(table), table.page.name) == (len(events), None, "bot")
    table.go_on()
    assert len(table.game.events) == len(events)
    other.has_come = True
    while len(table.game.events) == len(events) and announced(table) is None:
        table.go_on()
    assert {*other.asked} == {f"dice {outcomes_brought(events)}"}


def test_an_undo_while_a_bot_thinks_forgets_what_was_announced(table: BotTable) -> None:
    discovering(table)
    count = len(table.game.events)
    table.press(Button.BACK)
    assert table.page.name == "undo"
    table.press(Button.BACK)
    assert announced(table) is not None, "nothing was taken back"
    table.press(Button.BACK)
    table.press(Button.ADVANCE)
    assert len(table.game.events) == count - 1
    assert announced(table) is None


def test_a_person_in_the_seat_lays_the_tile_that_is_turned_over(table: BotTable) -> None:
    discovering(table)
    explorer, told = table.game.state.turn, announced(table)
    change_seats(table.session, SeatChange(SeatChangeKind.PERSON, (explorer,)))
    assert told is not None
    assert announced(table) == told
    assert table.page.name in ("turn", "put-right")


# --- hints ------------------------------------------------------------------------------------------------------------


def test_whatever_may_be_announced_has_words() -> None:
    told: set[str] = set()
    for seed in range(12):
        state, rng = FullState(RULES.begin(STARTED), Stacks.shuffled(seed, ())), Random(seed)
        while PLAY.over(state) is None:
            moves: Sequence[Any] = PLAY.possible(state)
            told |= {VIRTUAL.table.hints.describe_announced(move) for move in moves if not PLAY.event(move)}
            state = PLAY.follow(state, PLAY.draw(state, rng))
    assert {"Discover to the north", "Run the elevator", "Open the Vault", "Cross the room", "Jump down"} <= told
    assert any(text.startswith("Attack: ") for text in told)


def test_a_hint_tells_the_move_of_a_bot(table: BotTable, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    while table.page.name != "turn":
        table.go_on(help_people=True)
    state = whole(table)
    move = next(move for move in PLAY.possible(state) if may_discover(move))
    monkeypatch.setattr(table.opponent, "answer", lambda: ChosenMove(move))
    table.session.open(HintStep(table.session))
    table.go_on()
    assert table.caption.startswith("Discover to the ")
    assert len(table.game.events) == 1


def test_hands_let_somebody_in_the_house_say_that_another_tables_side_has_won(table: BotTable) -> None:
    traitor, hero, elsewhere = STARTED.first, *[player for player in STARTED.players if player != STARTED.first]
    dead = (Adjusted(by=hero, trait=Trait.SPEED, steps=-8), Adjusted(by=traitor, trait=Trait.SPEED, steps=-8))
    resume(table, [*haunt_of(traitor), *dead])
    table.wait_for("turn")
    other = SimpleNamespace(
        seats=(elsewhere,),
        is_awaited=False,
        is_broken_off=False,
        shares=lambda _: True,
        tells=lambda _: False,
        asks=lambda _: False,
        notice=str,
        board_there=lambda: None,
    )
    table.session.use_other_table(cast("Any", other))
    step = table.session.step
    step.auto_move_requested = True
    assert table.hands is not None
    while step is table.session.step:
        row = table.hands.players.answer(step)
        assert isinstance(row, str)
        assert row in step.question.ids  # type: ignore[attr-defined]
        table.session.touch(row, table.now)
    assert table.game.events[-1] in (Won(by=traitor, side=Side.HEROES), Won(by=hero, side=Side.HEROES))
