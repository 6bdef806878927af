"""Tests of a house told as it lies: wholly, or not at all."""

from random import Random
from typing import Any

import pytest

from companion.device.settings import Settings
from companion.games.betrayal.lies import card_lie, explorer_lie, tile_lie, token_lie
from companion.games.betrayal.mat import BOOK_OPEN, default_strips
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.history import Lying
from companion.table.layout import PieceObservation
from companion.table.lying_step import LyingStep
from companion.table.mended import event_line
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.step import Step
from engine.betrayal import events as e
from engine.betrayal.components import Floor
from engine.betrayal.game import RULES
from engine.betrayal.house import Place
from engine.betrayal.state import State
from engine.game import Game
from tests.companion.games.betrayal.seen_house import seen_of, with_lies, without
from tests.engine.betrayal.random_games import random_game

STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
GAME = RULES.start(STARTED).apply(e.Moved(by="heather", to="foyer"))
ATTIC = Place(Floor.UPPER, 1, 0, 0)


def lying(game: Game[Any, Any], observation: HouseObservation) -> Lying[Any, Any]:
    told = TABLE.history.as_it_lies(game, observation, game.state.players)
    assert told is not None
    return told


def tags_of(game: Game[Any, Any]) -> dict[str, str]:
    return {token: tag for tag, token in tokens_by_tag(game.events).items()}


def test_a_house_as_the_game_has_it_is_no_difference() -> None:
    assert lying(GAME, seen_of(GAME.state)) == Lying((), None)


def test_tiles_figures_and_cards_lie_otherwise() -> None:
    """A tile is put right before a figure is placed on it; a card comes to its holder."""
    strip = {explorer: strip for strip, explorer in default_strips(GAME.state.players).items()}
    seen = with_lies(
        seen_of(GAME.state),
        tile_lie("attic", ATTIC),
        explorer_lie("brandon", "attic"),
        card_lie("axe", strip["heather"]),
        card_lie("bell", "foyer"),
    )
    told = lying(GAME, seen)
    assert told.mending is not None
    after = told.mending.game.state
    assert after.house.rooms["attic"] == ATTIC
    assert after.explorers["brandon"].room == "attic"
    assert (after.cards["axe"].at, after.cards["bell"].at) == ("heather", "foyer")
    assert not after.owed, "a tile that is put down so has no sign to draw"
    text = " ".join(told.differences)
    for words in ("Attic: Upper floor", "Brandon", "Axe: before", "Bell: lying in the"):
        assert words in text


def test_a_tile_goes_back_to_the_stack_when_nobody_stands_on_it() -> None:
    game = GAME.apply(e.Corrected(e.Correction(rooms={"attic": (Floor.UPPER, 1, 0, 0)}), "case")).apply(
        e.Placed(by="brandon", room="attic")
    )
    seen = without(seen_of(game.state), "tile:attic")
    assert lying(game, with_lies(seen, explorer_lie("brandon", "attic"))).mending is None
    told = lying(game, with_lies(seen, explorer_lie("brandon", "foyer")))
    assert told.mending is not None
    assert "attic" not in told.mending.game.state.house.rooms
    new = tile_lie("library", Place(Floor.GROUND, 0, -1, 0))
    told = lying(game, with_lies(seen, new, explorer_lie("brandon", "library")))
    assert told.mending is not None, "brandon leaves the tile that goes for the one that comes"
    assert told.mending.game.state.explorers["brandon"].room == "library"


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (without(seen_of(GAME.state), "explorer:brandon"), "is not seen"),
        (with_lies(seen_of(GAME.state), explorer_lie("zoe", "foyer")), "not in the game"),
        (with_lies(seen_of(GAME.state), explorer_lie("brandon", "")), "stands on no tile"),
        (seen_of(GAME.state, in_doubt=frozenset({"card:axe"})), "seen twice"),
    ],
    ids=["a figure is gone", "a stranger", "off the tiles", "twice"],
)
def test_what_no_event_tells_is_said_and_nothing_is_taken(seen: HouseObservation, words: str) -> None:
    told = lying(GAME, with_lies(seen, explorer_lie("heather", "entrance-hall")))
    assert told.mending is None
    assert words in " ".join(told.differences)
    assert len(told.differences) > 1, "what could be told is listed, too"


def test_stunned_tokens_and_their_rooms() -> None:
    game = next(game for game in random_game(Random(11), most=400) if len(game.state.monsters) > 1)
    token, other, *_ = game.state.monsters
    tags = tags_of(game)
    seen = with_lies(
        seen_of(game.state, tags),
        token_lie(tags[token], game.state.monsters[token].room, stunned=not game.state.monsters[token].stunned),
        token_lie(tags[other], "foyer", stunned=not game.state.monsters[other].stunned),
    )
    told = lying(game, seen)
    assert told.mending is not None
    after = told.mending.game.state.monsters
    assert after[token].stunned is not game.state.monsters[token].stunned
    assert (after[other].room, after[other].stunned) == ("foyer", not game.state.monsters[other].stunned)
    gone = lying(game, without(seen_of(game.state, tags), f"monster:{tags[token]}"))
    assert gone.mending is not None
    assert token not in gone.mending.game.state.monsters


def seen_layout(state: State) -> set[Any]:
    return {lie for lie in expected_layout(state).counts if not lie.piece.startswith(("marker", "counter"))}


@pytest.mark.parametrize("seed", range(12))
def test_any_house_is_told_wholly_or_not_at_all(seed: int) -> None:
    rng = Random(seed)
    games = list(random_game(rng, most=150))
    told_times = 0
    for _ in range(6):
        game = rng.choice(games)
        other = games[min(len(games) - 1, max(0, games.index(game) + rng.randint(-12, 12)))]
        observation = seen_of(other.state, tags_of(other))
        told = lying(game, observation)
        if told.mending is None:
            continue
        told_times += 1
        after = told.mending.game
        assert after.events[: len(game.events)] == game.events
        assert after.undo(len(after.events) - len(game.events)).state == game.state
        assert lying(after, observation).differences == ()
        assert seen_layout(other.state) <= seen_layout(after.state)
        assert RULES.replay(after.events).state == after.state
    assert told_times


@pytest.fixture
def session(journal: Journal) -> Session:
    """Return a running game before a camera that sees Brandon in the foyer."""
    first, *others = (event_line(RULES, event) for event in GAME.events)
    number = journal.start(RULES.id, first)
    for line in others:
        journal.append(number, line)
    session = open_session(journal, Settings(), [TABLE], sees=True)
    session.resume(number)
    seen = with_lies(seen_of(GAME.state), explorer_lie("brandon", "foyer"))
    session.observe(TableObservation[PieceObservation](seen), 1.0)
    return session


def test_what_is_seen_already_is_told_at_once(session: Session) -> None:
    """The page waits for no other look where all is read."""
    session.open(LyingStep(session))
    page = session.page
    assert isinstance(page, ListPage)
    assert [row.text for row in page.rows] == ["Brandon Jaspers: into the Foyer."]


def test_while_a_book_lies_open_nothing_is_recorded(session: Session) -> None:
    book = Step(session)
    book.moment = BOOK_OPEN
    session.open(book)
    session.open(LyingStep(session))
    assert session.moment == BOOK_OPEN
