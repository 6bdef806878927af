"""Tests of a boat told as it lies: what a camera sees is put right, or nothing is."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.language import COMPLETE, in_language
from companion.games.lifeboat.mat import OPEN_ROWS, BoatMode, RowSide
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.table.layout import visible_layout
from companion.games.lifeboat.tags import PROVISION_OF
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.history import Lying
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from engine.game import Game
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import Phase, State
from hardware.buttons import Button, Press
from tests.companion.games.lifeboat.hand_game import begin, open_table, press, state_of
from tests.companion.games.lifeboat.observing import seen_mat
from tests.engine.lifeboat.random_games import random_game

KID, MATE, *_ = Character
PLAYERS = tuple(Character)[:4]
STARTED = e.GameStarted(PLAYERS, (), e.Deck.STAND_IN)
LAID = RULES.start(STARTED).apply(
    e.Corrected(e.Correction(open=((KID, (Provision.KNIFE, Provision.OAR)), (MATE, (Provision.WATER,)))), "case")
)


def seen(state: State, others: State | None = None, **changes: Any) -> LifeboatObservation:
    """Return the table of a state, with the open cards and the order of another."""
    left = {kind: [tag for tag, of in PROVISION_OF.items() if of is kind] for kind in Provision}
    rows = open_rows(state.started.players)
    of = others or state
    cards = {
        rows[character]: tuple(left[kind].pop(0) for kind in of.person(character).open)
        for character in state.seats
        if character in of.started.players
    }
    row = sorted(state.seats, key=lambda seat: of.seats.index(seat) if seat in of.seats else -1)
    return seen_mat(**{"boat": tuple((seat, RowSide.LINE) for seat in row), "rows": cards, **changes})


def lying(game: Game[Any, Any], observation: LifeboatObservation) -> Lying[Any, Any]:
    told = TABLE.history.as_it_lies(game, observation, PLAYERS)
    assert told is not None
    return told


def rows_of(**cards: Sequence[Provision]) -> dict[str, tuple[str, ...]]:
    tags = {kind: tag for tag, kind in reversed(tuple(PROVISION_OF.items()))}
    return {
        row: tuple(tags[kind] for kind in cards[str(character)])
        for character, row in open_rows(PLAYERS).items()
        if str(character) in cards
    }


def test_a_table_as_the_game_has_it_is_no_difference() -> None:
    assert lying(LAID, seen(LAID.state)) == Lying((), None)


def test_cards_and_seats_lie_otherwise() -> None:
    """Hands stay; what is not seen any more is in the bow deck by the count, or was used."""
    boat = tuple((seat, RowSide.LINE) for seat in reversed(LAID.state.seats))
    rows = rows_of(**{str(KID): [Provision.OAR], str(MATE): [Provision.KNIFE]})
    told = lying(LAID, seen(LAID.state, boat=boat, rows=rows))
    assert told.mending is not None
    (event,) = told.mending.game.events[len(LAID.events) :]
    assert event.set == e.Correction(
        open=((KID, (Provision.OAR,)), (MATE, (Provision.KNIFE,))), seats=tuple(reversed(LAID.state.seats))
    )
    after = told.mending.game.state
    assert after.bow == LAID.state.bow + 1
    assert [person.hand for person in after.people] == [person.hand for person in LAID.state.people]
    text = " ".join(told.differences)
    for words in ("Knife: from", "Water", "back into the bow deck", "The boat row from the bow:"):
        assert words in text
    used = lying(LAID, seen(LAID.state, rows=rows, show=("water-01",)))
    assert used.mending is not None
    assert used.mending.game.state.discard == (Provision.WATER,)
    assert "to the discard pile" in " ".join(used.differences)


@pytest.mark.parametrize(
    "changes",
    [
        {"unreadable": (open_rows(PLAYERS)[KID],)},
        {"twice": ("knife",)},
        {"boat": tuple((seat, RowSide.LINE) for seat in LAID.state.seats[1:])},
        {"boat": tuple((seat, RowSide.ATTACK) for seat in LAID.state.seats)},
        {"rows": {next(row for row in OPEN_ROWS if row not in open_rows(PLAYERS).values()): ("gaff",)}},
    ],
    ids=["unread", "twice", "a position missing", "pushed", "before nobody"],
)
def test_what_no_correction_tells_is_said_and_nothing_is_taken(changes: dict[str, Any]) -> None:
    told = lying(LAID, seen(LAID.state, **{"rows": {}, **changes}))
    assert told.mending is None
    assert len(told.differences) > 1, "what could be told is listed, too"


def test_where_nothing_is_put_right_the_reason_is_said() -> None:
    game = next(game for game in random_game(Random(4), most=200) if game.state.step is Phase.ANSWER)
    told = lying(
        game,
        seen(game.state, rows=dict.fromkeys(list(open_rows(game.state.started.players).values())[:1], ("gaff",))),
    )
    assert told.mending is None
    assert told.differences
    assert told.why_not == "That cannot be done in this step."


@pytest.mark.parametrize("seed", range(40))
def test_any_table_is_told_wholly_or_not_at_all(seed: int) -> None:
    rng = Random(seed)
    games = list(random_game(rng, most=60))
    for _ in range(8):
        game, other = rng.sample(games, 2)
        observation = seen(game.state, other.state)
        told = lying(game, observation)
        if told.mending is None:
            continue
        after = told.mending.game
        assert after.events[: len(game.events)] == game.events
        assert after.undo(len(after.events) - len(game.events)).state == game.state
        assert lying(after, observation) == Lying((), None)
        wanted = {character: sorted(other.state.person(character).open) for character in game.state.seats}
        assert {character: sorted(after.state.person(character).open) for character in after.state.seats} == wanted
        assert visible_layout(after.state).counts
        assert RULES.replay(after.events).state == after.state


@pytest.mark.parametrize("language", COMPLETE)
def test_it_is_listed_confirmed_and_taken_back(tmp_path: Path, language: str) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal, sees=True)
    begin(session, STARTED)
    state = state_of(session)
    rows = rows_of(**{str(state.seats[0]): [Provision.GAFF]})
    lies = TableObservation[PieceObservation](seen(state, rows=rows))
    with in_language(language):
        session.observe(lies, 1.0)
        session.press(Press(Button.BACK, held=True), 2.0)
        assert session.moment == BoatMode.TAKE
        session.touch("as-it-lies", 2.0)
        assert session.moment == BoatMode.ACT, "the boat row is read, too"
        assert isinstance(session.page, ListPage)
        assert not session.page.rows
        session.observe(TableObservation[PieceObservation](seen(state, rows=rows)), 3.0)
        page = session.page
        assert isinstance(page, ListPage)
        assert page.rows
        with in_language("de" if language == "en" else "en"):
            other = session.page
            assert isinstance(other, ListPage)
            assert other.rows[0].text != page.rows[0].text, "a phone shows it in its own language"
        press(session, Button.ADVANCE)
        assert state_of(session) == state, "nothing is taken before somebody confirms it"
        press(session, Button.ADVANCE)
        assert state_of(session).person(state.seats[0]).open == (Provision.GAFF,)
        session.undo_mend(1)
        assert state_of(session) == state
    journal.close()
