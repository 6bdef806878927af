"""Test of random cards, touches and presses: the session goes on, the journal holds it all."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from companion.device.language import LANGUAGES, use_language
from companion.games.lifeboat.laying import open_rows
from companion.games.lifeboat.mat import BOAT, DAY, OPEN_ROWS, SHOW, CardKind, RowSide
from companion.games.lifeboat.readings import MatObservation
from companion.games.lifeboat.tags import PROVISION_OF, TAGS
from companion.journal import Journal
from companion.table.observation import TableObservation
from companion.table.session import Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.state import State
from hardware.buttons import Button, Press
from tests.companion.games.lifeboat.hand_game import begin, open_table

PROVISIONS = tuple(PROVISION_OF)
NAVIGATION = tuple(tag for tag, kind in TAGS.cards.items() if kind == CardKind.NAVIGATION)
PEOPLE = tuple(Character)
#: Number of games.
SEEDS = 24
#: Number of steps in each game.
STEPS = 300


def some(chance: Random, likely: float, of: Sequence[str], most: int = 2) -> tuple[str, ...]:
    return tuple(chance.sample(of, chance.randint(1, most))) if chance.random() < likely else ()


def anyhow(chance: Random, state: State | None) -> MatObservation:
    """The cards of the state, nearly as they should lie."""
    row = list(state.seats if state else PEOPLE)
    if chance.random() < 0.3:
        chance.shuffle(row)
    sides = (*[RowSide.LINE] * 10, RowSide.ATTACK, RowSide.DEFEND)
    rows: dict[str, tuple[str, ...]] = {}
    if state is not None:
        left = {kind: [tag for tag, of in PROVISION_OF.items() if of is kind] for kind in Provision}
        for who, place in open_rows(state.started.players).items():
            if who in state.seats:
                rows[place] = tuple(left[kind].pop(0) for kind in state.person(who).open)
    if chance.random() < 0.6:
        rows[chance.choice(OPEN_ROWS)] = some(chance, 0.8, PROVISIONS)
    return MatObservation(
        tuple((who, chance.choice(sides)) for who in row[: len(row) - (chance.random() < 0.2)]),
        rows,
        show=some(chance, 0.2, PROVISIONS),
        day=some(chance, 0.5, NAVIGATION),
        love=tuple(chance.sample(PEOPLE, chance.randrange(3))),
        hate=tuple(chance.sample(PEOPLE, chance.randrange(3))),
        hand=some(chance, 0.8, PROVISIONS, 6),
        unreadable=some(chance, 0.15, (BOAT, SHOW, DAY, *OPEN_ROWS)),
        twice=some(chance, 0.05, tuple(TAGS.cards)),
    )


def press_anything(session: Session, chance: Random, now: float) -> None:
    ids = [row.id for row in getattr(session.page, "rows", ()) if row.id]
    if ids and chance.random() < 0.8:
        session.touch(chance.choice(ids), now)
    else:
        session.press(Press(chance.choice(list(Button)), chance.random() < 0.3), now)


@pytest.mark.slow
@pytest.mark.thorough(but=["0", "1", "2", "3"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_lies_there_and_is_pressed_the_session_goes_on(seed: int, tmp_path: Path) -> None:
    chance, journal = Random(seed), Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal, sees=True)
    use_language(list(LANGUAGES)[seed % len(LANGUAGES)])
    everybody = e.GameStarted(PEOPLE, tuple(Variant), e.Deck.STAND_IN)
    begin(session, everybody if seed % 2 else e.GameStarted(PEOPLE[:5], (Variant.SHARKS,)))
    now = 0.0
    deeds: tuple[Callable[[], None], ...] = (
        lambda: session.observe(TableObservation(anyhow(chance, session.game.state if session.game else None)), now),
        lambda: session.tick(now),
        lambda: press_anything(session, chance, now),
    )
    for _ in range(STEPS):
        now += chance.choice((0.1, 1.0, 4.0))
        chance.choice(deeds)()
        session.tick(now)
        assert session.page is not None
        assert session.pattern is not None
        session.announcements()
        if session.game is None:
            break
    for record in journal.games():
        _, game = session.kept(record.id)
        if session.game is not None and record.id == session.game_id:
            assert game.state == session.game.state
    journal.close()
