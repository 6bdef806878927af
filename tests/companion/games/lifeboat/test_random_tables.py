"""Test of random cards, touches and presses: the session goes on, the journal holds it all."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.lifeboat.mat import BOAT, DAY, OPEN_ROWS, SHOW, BoatCard, RowSide
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.tags import PROVISION_OF, TAGS
from companion.journal import Journal
from companion.table.kept_games import read_game
from companion.table.observation import TableObservation
from companion.table.session import Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.state import State
from hardware.buttons import Button, Press
from tests.companion.games.lifeboat.hand_game import begin, open_table
from tests.companion.games.lifeboat.observing import seen_mat

PROVISIONS = tuple(PROVISION_OF)
NAVIGATION = tuple(tag for tag, kind in TAGS.cards.items() if kind == BoatCard.NAVIGATION)
PEOPLE = tuple(Character)
#: Number of games.
SEEDS = 24
#: Number of steps in each game.
STEPS = 300


def some(rng: Random, likely: float, of: Sequence[str], most: int = 2) -> tuple[str, ...]:
    return tuple(rng.sample(of, rng.randint(1, most))) if rng.random() < likely else ()


def anyhow(rng: Random, state: State | None) -> LifeboatObservation:
    """Return the cards of the state, nearly as they should lie."""
    row = list(state.seats if state else PEOPLE)
    if rng.random() < 0.3:
        rng.shuffle(row)
    sides = (*[RowSide.LINE] * 10, RowSide.ATTACK, RowSide.DEFEND)
    rows: dict[str, tuple[str, ...]] = {}
    if state is not None:
        left = {kind: [tag for tag, of in PROVISION_OF.items() if of is kind] for kind in Provision}
        for character, place in open_rows(state.started.players).items():
            if character in state.seats:
                rows[place] = tuple(left[kind].pop(0) for kind in state.person(character).open)
    if rng.random() < 0.6:
        rows[rng.choice(OPEN_ROWS)] = some(rng, 0.8, PROVISIONS)
    return seen_mat(
        tuple((character, rng.choice(sides)) for character in row[: len(row) - (rng.random() < 0.2)]),
        rows,
        show=some(rng, 0.2, PROVISIONS),
        day=some(rng, 0.5, NAVIGATION),
        love=tuple(rng.sample(PEOPLE, rng.randrange(3))),
        hate=tuple(rng.sample(PEOPLE, rng.randrange(3))),
        hand=some(rng, 0.8, PROVISIONS, 6),
        unreadable=some(rng, 0.15, (BOAT, SHOW, DAY, *OPEN_ROWS)),
        twice=some(rng, 0.05, tuple(TAGS.cards)),
    )


def press_anything(session: Session, rng: Random, time_s: float) -> None:
    ids = [row.id for row in getattr(session.page, "rows", ()) if row.id]
    if ids and rng.random() < 0.8:
        session.touch(rng.choice(ids), time_s)
    else:
        session.press(Press(rng.choice(list(Button)), rng.random() < 0.3), time_s)


@pytest.mark.slow
@pytest.mark.thorough(but=["0", "1", "2", "3"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_lies_there_and_is_pressed_the_session_goes_on(seed: int, tmp_path: Path) -> None:
    rng, journal = Random(seed), Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal, sees=True)
    use_language(list(COMPLETE)[seed % len(COMPLETE)])
    everybody = e.GameStarted(PEOPLE, tuple(Variant), e.Deck.STAND_IN)
    begin(session, everybody if seed % 2 else e.GameStarted(PEOPLE[:5], (Variant.SHARKS,)))
    time_s = 0.0
    deeds: tuple[Callable[[], None], ...] = (
        lambda: session.observe(TableObservation(anyhow(rng, session.game.state if session.game else None)), time_s),
        lambda: session.tick(time_s),
        lambda: press_anything(session, rng, time_s),
    )
    for _ in range(STEPS):
        time_s += rng.choice((0.1, 1.0, 4.0))
        rng.choice(deeds)()
        session.tick(time_s)
        assert session.page is not None
        assert session.pattern is not None
        session.announcements()
        if session.game is None:
            break
    for record in journal.games():
        _, game = read_game(session.journal, session.games, record.id)
        if session.game is not None and record.id == session.game_id:
            assert game.state == session.game.state
    journal.close()
