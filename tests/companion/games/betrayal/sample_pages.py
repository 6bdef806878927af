"""Every page of Betrayal, made by a session, for the gallery and the fitting test."""

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from companion.games.betrayal.lies import cell_name, explorer_lie
from companion.games.betrayal.table.card_dialog import card_before_answer
from companion.games.betrayal.table.correct import BetrayalCorrectStep
from companion.games.betrayal.table.event_answers import event_answers
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.haunt_step import HauntStep
from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.pages import ExplorerStep, PeopleStep, WhyStep
from companion.games.betrayal.table.players import BetrayalSetUpStep
from companion.games.betrayal.table.steps import HouseStep
from companion.journal import Journal
from companion.screen.pages import Page
from companion.table.menus import HelpStep, LogStep, MenuStep
from companion.table.session import Session
from companion.table.undo_step import UndoStep
from engine.betrayal import events as e
from engine.betrayal.components import WIDOWS_WALK, CardKind, Dir
from engine.betrayal.house import next_cell
from engine.betrayal.state import MonsterValues, Phase, Side
from engine.betrayal.ways import reach
from hardware.buttons import Button
from tests.companion.games.betrayal.hand_house import begin, open_table, press, state_of, tell
from tests.companion.games.betrayal.seen_house import seen_of, with_lies, without
from tests.companion.observing import show_observation
from tests.engine.betrayal.random_games import BetrayalGame, random_game

_PLAYERS = ("heather", "brandon", "rhinehardt", "zostra", "flash", "missy")
_RATS = e.MonsterGroup("servant", MonsterValues(3, 4, None, 2), (("servant-1", "foyer"), ("servant-2", "foyer")))
#: What the table counts, the last as long as may be.
COUNTERS = ("Candles", "Wardrobe doors nailed shut now")
#: The houses that are shown besides: so many rooms, at least.
HOUSES = (5, 20, 40)
#: In so many of them whoever is on turn can be at once.
_WAYS = 3


def started(players: int = 6, *, widows_walk: bool = True) -> e.GameStarted:
    """Return a game of so many, the first of whom begins."""
    return e.GameStarted(players=_PLAYERS[:players], first=_PLAYERS[0], variants=(WIDOWS_WALK,) if widows_walk else ())


def samples(players: int = 6) -> dict[str, Page]:
    """Return the pages by their names, in the language in use."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            session = open_table(journal)
            return {**dict(_samples(session, started(players))), **dict(_houses(session, players))}
        finally:
            journal.close()


def _touched(session: Session, *row_ids: str) -> Page:
    """Return the page after these touches; they are taken back."""
    for row_id in row_ids:
        session.touch(row_id, 0.0)
    page = session.page
    assert isinstance(session.step, HouseStep)
    session.step.forget_answers()
    return page


def _told(session: Session, *events: e.GameEvent) -> None:
    """Tell these events, whatever the hands must do in between."""
    for event in events:
        while not isinstance(session.step, HouseStep):
            press(session, Button.ADVANCE)
        tell(session, event, event_answers(state_of(session), event))


def _samples(session: Session, start: e.GameStarted) -> Iterator[tuple[str, Page]]:
    """Yield one page of each kind, from the set-up to the end of a haunt."""
    first, second, third, *others = start.players
    new = TABLE.new_game(session)
    session.open(new)
    for player in start.players:
        session.touch(player, 0.0)
    yield "players", session.page
    yield "set-up", BetrayalSetUpStep(session, start, {}).page()
    begin(session, start, dice="virtual")
    yield "turn", session.page
    yield "haunt-odds", HauntStep(session).page()
    yield "walk", _touched(session, "walk")
    yield "discover", _touched(session, "door:N")
    yield from _wrong_room_pages(session, second)
    yield "else", _touched(session, "else")
    yield "roll", _touched(session, "else", "rolled", first, "speed")
    yield "roll-otherwise", _touched(session, "else", "rolled", first, "speed", "other")
    _told(
        session,
        e.Moved(by=first, to="foyer"),
        e.Discovered(by=first, door=Dir.N, tile="junk-room", turn=0),
    )
    yield "sign", session.page
    _told(session, e.Drew(by=first, card=CardKind.OMEN, name="ring"))
    yield "leave", session.page
    yield "damage", _touched(session, "else", "damaged", first, "physical", "3")
    _told(session, e.TurnEnded(by=first))
    yield "haunt-roll", session.page
    _told(session, e.HauntRolled(by=first, faces=(0,) * 6))
    yield "haunt-setup", session.page
    yield "haunt-traitor", _touched(session, "from 11", "12")
    _told(session, e.HauntBegan(by=first, number=12, traitor=second, monsters=(_RATS,)))
    yield "put-right", session.page
    press(session, Button.ADVANCE)
    yield "counter", _touched(session, "else", "counted")
    yield "counter-value", _touched(session, "else", "counted", "word:turns")
    _told(session, *(e.CounterSet(counter=counter, value=7) for counter in COUNTERS))
    for row_id in ("else", "counted", "new", "write"):
        session.touch(row_id, 0.0)
    session.typed(COUNTERS[-1][:-1], 0.0)
    yield "counter-letters", session.page
    yield "counter-letter", _touched(session, "letters:ABCDE")
    for what, step in (
        ("menu", MenuStep(session)),
        ("help", HelpStep(session)),
        ("undo", UndoStep(session)),
        ("log", LogStep(session)),
        ("people", PeopleStep(session)),
        ("why", WhyStep(session)),
        ("haunt", HauntStep(session)),
        ("correct", BetrayalCorrectStep(session)),
        ("explorer", ExplorerStep(session, third)),
    ):
        yield what, step.page()
    _told(session, e.Placed(by=third, room="foyer"))
    yield "attack", _touched(session, "attack", "servant-1")
    _told(session, *(e.TurnEnded(by=explorer) for explorer in (third, *others, first, second)))
    yield "monsters", session.page
    _told(session, e.Won(by=first, side=Side.HEROES))
    yield "claim", session.page
    _told(session, e.Confirmed(by=second))
    yield "over", session.page


def _wrong_room_pages(session: Session, figure: str) -> Iterator[tuple[str, Page]]:
    """Yield pages after a figure is seen in another room: the problem, and the overruling.

    The overruling asks for the reason.
    """
    state, step = state_of(session), session.step
    assert isinstance(step, HouseStep)
    show_observation(step, with_lies(seen_of(state), explorer_lie(figure, "foyer")))
    step.reported = True
    yield "problem", step.page()
    step.overrule()
    yield "why-there", step.page()
    step.forget_answers()
    # Whose turn it is, is not seen: there is a card over the room next door.
    foyer = {state.house.rooms["foyer"].cell: ("axe",)}
    show_observation(step, without(seen_of(state, over=foyer), f"explorer:{state.turn}"))
    step.reported = True
    yield "not-seen", step.page()
    step.forget_observation()
    yield from _unexpected_pages(step, figure)


def _unexpected_pages(step: HouseStep, figure: str) -> Iterator[tuple[str, Page]]:
    """Yield pages for unexpected sights: a card before an explorer, a figure on a tag.

    The card came before somebody without a sign; the tag may be that of a new tile.
    """
    state = step.state
    step.begun((card_before_answer("sacrificial-dagger", figure),))
    yield "drawn", step.page()
    step.forget_answers()
    before = cell_name(next_cell(state.house.rooms["foyer"].cell, Dir.S))
    show_observation(step, with_lies(seen_of(state), explorer_lie(figure, before)))
    step.reported = True
    yield "off-tiles", step.page()
    step.forget_observation()


def _houses(session: Session, players: int) -> Iterator[tuple[str, Page]]:
    """Yield houses of 5, 20 and 40 rooms or a little more, in a turn."""
    for rooms in HOUSES:
        session.game = house(rooms, players)
        session.layout = expected_layout(session.game.state)
        session.go_on()
        yield f"house-{rooms}", session.page


@cache
def house(rooms: int, players: int) -> BetrayalGame:
    """Return a game with `rooms` rooms, discovered or there from the start.

    The explorer on turn may walk.
    """
    for seed in range(100):
        for game in random_game(Random(seed), players, widows_walk=False, odd=0.0, most=400):
            state = game.state
            large = len(state.house.rooms) >= rooms and state.phase in (Phase.EXPLORE, Phase.HAUNT)
            walks = state.turn in state.living and not state.owed and not state.stopped
            if large and walks and len(reach(state, str(state.turn))) >= _WAYS:
                return game
    raise AssertionError(f"no house of {rooms} rooms")
