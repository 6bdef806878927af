"""Options: declared once, and everything that is made from them."""

import argparse

import pytest

from companion.device.errors import UserError
from companion.device.language import use_language
from companion.device.option_flags import add_flags, chosen_by_flags
from companion.device.options import choice, flag, number, parse_variants, whole_number, with_defaults

FLOOR = choice("floor", "The floor", {"basic": "basic", "expert": "expert: by yourself"}, "basic", flag_help="floor")
LONG_GAME = flag("long_game", "A long game", flag_help="a long game")
LIVES = whole_number("lives", "Lives", (1, 3, 5), 3, {1: "just one"}, "{n} lives")
PACE = number("pace", "Pace", (0.5, 1.0, 2.0), 1.0, "{n} times", flag_help="pace")
OPTIONS = (FLOOR, LONG_GAME, LIVES, PACE)
#: Another game's; the first has the same id as one of ours.
OTHERS = (flag("long_game", "Long", flag_help="long"), flag("storm", "A storm", flag_help="a storm"))


def test_the_screen_shows_a_value_in_words_and_offers_the_next() -> None:
    assert [FLOOR.describe_value(value) for value in FLOOR.values] == ["basic", "expert: by yourself"]
    assert [LONG_GAME.describe_value(value) for value in LONG_GAME.values] == ["no", "yes"]
    assert [LIVES.describe_value(value) for value in (1, 2)] == ["just one", "2 lives"]
    assert PACE.describe_value(1.25) == "1.25 times"
    assert [LIVES.after(value) for value in (1, 5, 2)] == [3, 1, 1]
    assert FLOOR.after("basic", ("basic",)) == "basic"


def test_the_words_are_those_of_the_language_in_use() -> None:
    use_language("de")
    assert LONG_GAME.describe_value(True) == "ja"


@pytest.mark.parametrize(
    ("option", "fit", "unfit"),
    [
        (FLOOR, ["basic", "expert"], ["hard", 1, None, ["basic"]]),
        (LONG_GAME, [True, False], [1, "true", None]),
        (LIVES, [1, 2, 5], [0, 6, 2.0, True, "2"]),
        (PACE, [0.5, 1, 2.0], [0.4, float("nan"), True, "1"]),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_only_what_fits_is_taken(option: object, fit: list[object], unfit: list[object]) -> None:
    assert all(map(option.fits, fit))  # type: ignore[attr-defined]
    assert not any(map(option.fits, unfit))  # type: ignore[attr-defined]


def test_what_nobody_has_chosen_is_as_usual() -> None:
    assert with_defaults(OPTIONS, {"lives": 5, "gone": 1}) == {
        "floor": "basic",
        "long_game": False,
        "lives": 5,
        "pace": 1.0,
    }


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", {}),
        ("long-game", {"long_game": True}),
        ("expert, long_game", {"floor": "expert", "long_game": True}),
        ("floor=expert,lives=5", {"floor": "expert", "lives": 5}),
        ("lives=2,pace=1.25,long-game=false", {"lives": 2, "pace": 1.25, "long_game": False}),
    ],
)
def test_variants_are_named_by_what_they_choose(text: str, values: dict[str, object]) -> None:
    assert parse_variants(text, OPTIONS) == values


@pytest.mark.parametrize(
    ("text", "near"),
    [("lives", "lives=1..5"), ("lives=9", "lives=1..5"), ("lng-game", "long-game"), ("pace=nan", "pace=0.5..2.0")],
)
def test_a_variant_that_comes_near_one_is_refused_with_that_one(text: str, near: str) -> None:
    with pytest.raises(UserError, match=rf"there is no variant '{text}'; did you mean {near}\?"):
        parse_variants(text, OPTIONS)


@pytest.mark.parametrize("text", ["harder", "floor=hard", "="])
def test_a_variant_that_there_is_not_is_refused_with_those_that_there_are(text: str) -> None:
    with pytest.raises(
        UserError, match=r"there is no variant .*there are basic, expert, long-game, lives=1..5, pace=0.5..2.0"
    ):
        parse_variants(text, OPTIONS)


def chosen(*words: str) -> dict[str, object]:
    parser = argparse.ArgumentParser()
    add_flags(parser, {"castle": OPTIONS, "boat": OTHERS})
    return dict(chosen_by_flags(parser.parse_args(words), OPTIONS, OTHERS))


def test_flags_choose_and_what_they_say_nothing_of_is_left_out() -> None:
    assert chosen() == {}
    assert chosen("--floor", "expert", "--long-game", "--pace", "2") == {
        "floor": "expert",
        "long_game": True,
        "pace": 2.0,
    }
    assert chosen("--variants", "lives=1,basic", "--floor", "expert") == {"lives": 1, "floor": "expert"}


def test_help_groups_the_flags_by_game_and_shows_those_of_a_named_game_alone() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser, {"castle": OPTIONS, "boat": OTHERS})
    castle, boat = parser.format_help().split("with --game castle:")[1].split("with --game boat:")
    assert "--floor" in castle
    assert "--storm" in boat
    parser = argparse.ArgumentParser()
    add_flags(parser, {"castle": OPTIONS, "boat": OTHERS}, "castle")
    assert "--floor" in parser.format_help()
    assert "--storm" not in parser.format_help()
    assert "boat" not in parser.format_help()


def test_help_says_which_other_flag_the_flags_need() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser, {"castle": OPTIONS}, together_with="--autoplay")
    assert "with --autoplay --game castle:" in parser.format_help()
    assert "with --autoplay: variants of the game" in parser.format_help()


def test_another_games_flag_and_a_value_that_does_not_fit_are_refused() -> None:
    with pytest.raises(UserError, match="--storm is no option of this game"):
        chosen("--storm")
    with pytest.raises(UserError, match=r"--pace 9.0: should be a number from 0.5 to 2"):
        chosen("--pace", "9")
