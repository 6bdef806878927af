"""Tests of a table told as it lies: listed and confirmed, where the game can say so."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from classics.noughts_and_crosses import GAME
from mouse_and_elephant.game import GAME as CARD_GAME
from mouse_and_elephant.table import TABLE as CARDS

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE as FLURE
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.random_play import random_game
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.history import Lying
from companion.table.layout import Lie, PieceObservation
from companion.table.mended import event_line
from companion.table.observation import TableObservation
from companion.table.session_start import open_session
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.game import RULES as FLURE_RULES
from engine.finstere_flure.pieces import Colour
from engine.grid import Event
from hardware.buttons import Button, Press

TABLE = GAME.table
ADVANCE = Press(Button.ADVANCE, held=False)
PLAYED = random_game(GAME, 3, 4)


def other_end() -> tuple[Event, PieceObservation]:
    """Return another last event than the game has, and the table after it."""
    earlier = PLAYED.undo(1)
    event = next(event for event in GAME.rules.possible(earlier.state) if event != PLAYED.events[-1])
    return event, PieceObservation(TABLE.layout(GAME.rules.follow(earlier.state, event)))


def test_another_last_event_is_found_and_the_others_stay() -> None:
    event, seen = other_end()
    lying = TABLE.history.as_it_lies(PLAYED, seen, ())
    assert lying is not None
    assert lying.differences
    assert lying.mending is not None
    assert lying.mending.game.events == (*PLAYED.events[:-1], event)


def test_a_table_as_the_game_has_it_and_a_jumbled_one_are_told_apart() -> None:
    same = TABLE.history.as_it_lies(PLAYED, PieceObservation(TABLE.layout(PLAYED.state)), ())
    assert (same.differences, same.mending) == ((), None)
    empty = TABLE.history.as_it_lies(random_game(GAME, 3, 9), PieceObservation(), ())
    assert empty.mending is None


def test_at_the_table_it_is_listed_and_confirmed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    first, *others = (event_line(GAME.rules, event) for event in PLAYED.events)
    number = journal.start(GAME.id, first)
    for line in others:
        journal.append(number, line)
    session = open_session(journal, Settings(), [TABLE], sees=True)
    session.open_start_page()
    session.resume(number)
    event, seen = other_end()
    session.observe(TableObservation(seen), 1.0)
    session.press(Press(Button.BACK, held=True), 2.0)
    session.touch("as-it-lies", 2.0)
    page = session.page
    assert isinstance(page, ListPage)
    assert page.rows
    session.press(ADVANCE, 3.0)
    assert session.page.name == "mend", "nothing is done before somebody confirms it"
    assert journal.events(number)[-1] == others[-1]
    session.press(ADVANCE, 4.0)
    assert journal.events(number) == (first, *others[:-1], event_line(GAME.rules, event))
    journal.close()


STARTED = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
CHASE = FLURE_RULES.replay((STARTED, shuffle_deck(Random(1))))
LAID = layout_of(CHASE.state.position)


def flure_lying(*moved: Lie, also: Iterable[Lie] = ()) -> Lying[Any, Any]:
    """Return how the chase is told with these pieces moved and others lying there, too."""
    seen = LAID.changed((LAID.lies[lie.piece] for lie in moved), (*moved, *also))
    lying = FLURE.history.as_it_lies(CHASE, BoardObservation(seen), ())
    assert lying is not None
    return lying


def test_a_token_lies_as_its_player_wants() -> None:
    lying = flure_lying(LAID.lies["red-4"]._replace(place="m10"))
    assert lying.differences == ("Red 4 lies on m10 instead of at the entrance.",)
    assert lying.mending is not None
    (event,) = lying.mending.game.events[2:]
    assert isinstance(event, TokenMoved)
    assert (event.token, event.to, event.overruled) == ("red-4", "m10", True)
    moved = flure_lying(LAID.lies["monster"]._replace(place="h6"))
    assert moved.mending is None
    assert moved.differences


def test_only_pieces_of_the_game_count() -> None:
    """Pieces at the entrance and beside the board that do not play are nothing to tell."""
    strangers = (Lie("green-4", "aside", "white"), Lie("green-1", "outside", "white"), Lie("crystal", "aside"))
    lies = [LAID.lies[f"blue-{number}"]._replace(place="aside") for number in (1, 4)]
    assert flure_lying(*lies, also=strangers).differences == ()
    told = flure_lying(LAID.lies["red-4"]._replace(place="m10"), also=strangers)
    assert len(told.differences) == 1
    assert told.mending is not None
    assert flure_lying(also=(Lie("green-4", "m10", "white"),)).differences == (
        "Green 4 on m10 does not belong to this game.",
    )


def test_a_token_that_shows_another_side_is_told_without_words_of_the_camera() -> None:
    (sentence,) = flure_lying(LAID.lies["red-4"]._replace(face="black")).differences
    assert sentence == "Red 4 at the entrance shows another side."


def test_another_card_lies_in_a_zone_of_a_game_of_cards() -> None:
    """Hands stay hidden: what lies open alone is told."""
    game = random_game(CARD_GAME, 3, 6)
    earlier = game.undo(1)
    event = next(event for event in CARDS.possible(earlier.state) if event != game.events[-1])
    seen = PieceObservation(CARDS.layout(CARDS.rules.follow(earlier.state, event)))
    lying = CARDS.history.as_it_lies(game, seen, ())
    assert lying.differences
    assert lying.mending is not None
    assert CARDS.layout(lying.mending.game.state) == seen.layout
    nothing = CARDS.history.as_it_lies(game, PieceObservation(), ())
    assert nothing.mending is None or CARDS.layout(nothing.mending.game.state).counts == {}
