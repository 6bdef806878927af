"""Tests of the rating among friends."""

import pytest

from companion.figures.facts import GameFacts
from companion.figures.rating import ratings

pytest.importorskip("openskill")


def game(number: int, winners: str, names: dict[str, str], bots: frozenset[str] = frozenset()) -> GameFacts:
    """Return the facts of a game of four seats."""
    return GameFacts(
        "counting", number, str(number), float(number), 60.0, 9, tuple("abcd"), tuple(winners), names, bots
    )


def test_who_wins_more_is_rated_higher_and_each_game_makes_it_surer() -> None:
    names = {"a": "Anna", "b": "Ben"}
    few = {rating.name: rating for rating in ratings([game(1, "a", names)])}
    many = {rating.name: rating for rating in ratings([game(number, "a", names) for number in range(20)])}
    assert few["Anna"].skill > few["Ben"].skill
    assert many["Anna"].skill > few["Anna"].skill
    assert many["Anna"].margin < few["Anna"].margin
    assert many["Anna"].games == 20


def test_guests_bots_and_lonely_players_are_not_rated() -> None:
    alone = game(1, "a", {"a": "Anna"})
    with_bot = game(2, "a", {"a": "Anna", "b": "Ben"}, frozenset("b"))
    assert ratings([alone, with_bot]) == []


def test_the_order_in_which_games_are_read_changes_nothing() -> None:
    games = [game(number, "ab"[number % 2], {"a": "Anna", "b": "Ben", "c": "Zoë"}) for number in range(7)]
    assert ratings(games) == ratings(reversed(games))


def test_winners_together_gain_alike() -> None:
    rated = {rating.name: rating.skill for rating in ratings([game(1, "ab", {"a": "Anna", "b": "Ben", "c": "Zoë"})])}
    assert rated["Anna"] == pytest.approx(rated["Ben"])
    assert rated["Anna"] > rated["Zoë"]
