"""Tournaments: who sits where, what is counted, when it is clear."""

from collections import Counter

import pytest

from companion.opponents.statistics import wilson_interval
from companion.opponents.tournament import Played, Table, rotations


def test_two_bots_change_their_seats() -> None:
    assert rotations(("a", "b"), "12") == (("a", "b"), ("b", "a"))


def test_a_side_is_one_bots() -> None:
    assert rotations(("a", "b"), ("order", "others", "others", "order", "others")) == (tuple("abbab"), tuple("baaba"))


@pytest.mark.parametrize(
    ("bots", "sides"),
    [("ab", "123"), ("ab", "1234"), ("abc", "12"), ("abc", "123"), ("a", "123"), ("ab", "1221"), ("abc", "11222")],
)
def test_each_bot_is_in_each_seat_as_often_as_the_others(bots: str, sides: str) -> None:
    games = rotations(tuple(bots), sides)
    counts = Counter((seat, bot) for game in games for seat, bot in enumerate(game))
    assert len(counts) == len(bots) * len(sides)
    assert len(set(counts.values())) == 1


def test_wins_are_counted_by_bot_and_by_seat() -> None:
    table = Table(("a", "b"))
    table.add([Played(("a", "b"), (1.0, 0.0), 9, {"a": (2.0, 4.0), "b": (1.0,)}), Played(("b", "a"), (0.5, 0.5), 7)])
    told = table.to_json(seed=3)
    assert (told["games"], told["seed"], told["clear"]) == (2, 3, False)
    assert (told["bots"]["a"]["games"], told["bots"]["a"]["wins"], told["bots"]["a"]["share"]) == (2, 1.5, 0.75)
    assert told["bots"]["a"]["ms_per_move"] == {"median": 3.0, "max": 4.0}
    assert told["bots"]["b"]["seats"] == {"1": {"games": 1, "wins": 0.5}, "2": {"games": 1, "wins": 0.0}}
    assert told["seats"]["1"]["share"] == 0.75


def test_an_interval_counts_games_whatever_seats_a_bot_has_in_them() -> None:
    duel, sides, alone = Table(("a", "b")), Table(("a", "b")), Table(("a", "b"))
    for number in range(20):
        won = float(number < 14)
        duel.add([Played(("a", "b"), (won, 1 - won), 9)])
        sides.add([Played(tuple("abba"), (won, 1 - won, 1 - won, won), 9, sides=tuple("xyyx"))])
        alone.add([Played(tuple("abba"), (won, 1 - won, 0.0, 0.0), 9)])
    of_duels, of_sides, of_seats = (table.to_json(1)["bots"]["a"] for table in (duel, sides, alone))
    assert of_sides["ci95"] == of_duels["ci95"] == [round(bound, 4) for bound in wilson_interval(14, 20)]
    assert (of_sides["games"], of_sides["share"]) == (40, 0.7)
    assert (of_seats["games"], of_seats["share"]) == (40, 0.35)
    assert of_seats["ci95"] == pytest.approx([bound / 2 for bound in of_duels["ci95"]], abs=1e-4)


def test_a_bot_on_all_sides_has_an_interval() -> None:
    table = Table(("a",))
    table.add([Played(("a", "a", "a"), (1.0, 1.0, 0.0), 9, sides=("x", "x", "y"))])
    assert table.to_json(1)["bots"]["a"]["ci95"][1] == 0.5


def test_mistakes_are_counted_by_bot() -> None:
    table = Table(("a", "b"))
    table.add(
        [
            Played(("a", "b"), (0.0, 1.0), 9, mistakes=(("a", "wrong claim"),)),
            Played(("b", "a"), (1.0, 0.0), 9, mistakes=(("a", "wrong claim"),)),
        ]
    )
    told = table.to_json(seed=3)["bots"]
    assert told["a"]["mistakes"] == {"wrong claim": 2}
    assert "mistakes" not in told["b"]


def test_a_bot_that_wins_all_rounds_is_clearly_stronger() -> None:
    table = Table(("a", "b"))
    for _ in range(8):
        assert not (table.is_clear and len(table.games) < 8)
        table.add([Played(("a", "b"), (1.0, 0.0), 9), Played(("b", "a"), (0.0, 1.0), 9)])
    assert table.is_clear
