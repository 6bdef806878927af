"""Secrets of games of cards at two tables, and leaks that are sown."""

import pytest

from tools.secrets.report import Figures
from tools.table_secrets import Leak, find_leaks
from tools.walk.games import games

pytest.importorskip("spake2")

MOUSE = games()["mouse-and-elephant"]
LIFEBOAT = games()["lifeboat"]


@pytest.mark.slow
def test_a_guest_is_sent_the_same_where_secrets_differ() -> None:
    figures = Figures()
    assert not [*find_leaks(MOUSE, 40, 1, figures)]
    assert figures.states == 40
    assert figures.changed["hands"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("leak", [*Leak])
def test_a_leak_that_is_sown_is_found(leak: Leak) -> None:
    assert next(find_leaks(MOUSE, 100, 1, Figures(), leak))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["lifeboat", "coach-ride", "betrayal"])
def test_a_guest_is_told_the_same_where_secrets_differ(kind: str) -> None:
    figures = Figures()
    assert not [*find_leaks(games()[kind], 40, 1, figures)]
    assert figures.changed["hidden fields"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("leak", [*Leak])
def test_a_leak_in_what_is_told_is_found(leak: Leak) -> None:
    # Where the guest proposes what others show in a claim, it proposes what one of the two holds soonest.
    game = games()["coach-ride"] if leak is Leak.REFUSAL else LIFEBOAT
    assert next(find_leaks(game, 100, 1, Figures(), leak))


@pytest.mark.slow
@pytest.mark.parametrize("leak", [Leak.VIEW, Leak.REFUSAL])
def test_a_leak_of_the_stacks_order_is_found(leak: Leak) -> None:
    assert next(find_leaks(games()["betrayal"], 40, 1, Figures(), leak))
