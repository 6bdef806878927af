"""Joint coin: neither table can choose what it brings."""

from collections import Counter

import pytest
from classics.ludo import GAME as LUDO

from companion.games.finstere_flure.table.game import TABLE as FLURE
from companion.two_tables import coin
from companion.two_tables.coin import Coin, drawn_event
from companion.two_tables.order import Side
from engine.finstere_flure.deck import CARDS_A_STAGE
from engine.finstere_flure.events import CardDrawn, DeckShuffled
from engine.game import CHANCE
from tools.walk.games import games


def coins(seed: int = 0) -> tuple[Coin, Coin]:
    """Return the coins of host and guest, which have told each other their roots."""
    host, guest = Coin(f"host {seed}", Side.HOST), Coin(f"guest {seed}", Side.GUEST)
    assert host.take(guest.own(0), 0, guest.own(0))
    assert guest.take(host.own(0), 0, host.own(0))
    return host, guest


def test_both_know_a_seed_once_both_have_shown_their_values() -> None:
    host, guest = coins()
    assert host.seed(0) is None
    assert host.take(guest.own(0), 3, guest.own(3))
    assert guest.seed(2) is None
    assert guest.take(host.own(0), 3, host.own(3))
    assert [host.seed(draw) for draw in range(4)] == [guest.seed(draw) for draw in range(4)]
    assert host.seed(3) is None
    assert len({host.seed(draw) for draw in range(3)}) == 3


@pytest.mark.parametrize(("number", "value"), [(1, 2), (2, 1), (3, 4)])
def test_a_value_that_was_not_laid_down_is_refused(number: int, value: int) -> None:
    host, guest = coins()
    assert not host.take(guest.own(0), number, guest.own(value))


def test_another_root_is_refused_also_after_a_table_was_killed() -> None:
    _, guest = coins()
    kept: list[str] = []
    Coin("host", Side.HOST, keep_root=kept.append).take(guest.own(0), 0, guest.own(0))
    again = Coin("host", Side.HOST, kept[0])
    other = Coin("another throw", Side.GUEST)
    assert not again.take(other.own(0), 1, other.own(1))
    assert again.take(guest.own(0), 1, guest.own(1))


def test_all_outcomes_are_as_likely_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    # A short chain has values as good as a long one.
    monkeypatch.setattr(coin, "MOST_DRAWS", 2)
    rules, play = LUDO.rules, LUDO.table.play
    state = rules.begin(LUDO.virtual.start(None, 1, {}))
    assert play.actors(state) == (CHANCE,)
    rolled: Counter[object] = Counter()
    for game in range(600):
        host, guest = coins(game)
        host.take(guest.own(0), 1, guest.own(1))
        rolled[drawn_event(rules, play, state, host.seed(0))] += 1
    assert len(rolled) == 6
    assert min(rolled.values()) > 60


def test_a_deck_has_no_order_until_its_cards_are_turned_over() -> None:
    rules = FLURE.rules
    game = rules.start(games()["finstere-flure"].virtual.start(2, 1, {}))
    draws = seed = 0
    while draws < CARDS_A_STAGE:
        state = game.state
        if rules.chance_acts(state):
            event = drawn_event(rules, rules, state, seed)
            assert getattr(event, "order", None) is None
            draws += isinstance(event, CardDrawn)
            assert isinstance(event, CardDrawn | DeckShuffled)
        else:
            event = rules.possible(state)[0]
        game, seed = game.apply(event), seed + 1
