"""Tests of sentences that are put together of smaller texts."""

import pytest

from companion.device.language import use_language
from companion.device.sentences import capitalised, describe_winners, name_rules, sorting_key, with_rules


@pytest.mark.parametrize(
    ("names", "english", "german"),
    [
        ((), "Nobody wins.", "Niemand gewinnt."),
        (("the fox",), "Victory for the fox!", "Sieg: the fox!"),
        (("Ada", "Ben"), "Victory for Ada and Ben!", "Sieg: Ada und Ben!"),
        (("Ada", "Ben", "Cleo"), "Victory for Ada, Ben and Cleo!", "Sieg: Ada, Ben und Cleo!"),
    ],
)
def test_all_winners_are_named(names: tuple[str, ...], english: str, german: str) -> None:
    assert describe_winners(names) == english
    use_language("de")
    assert describe_winners(names) == german


def test_a_rule_s_number_has_a_word_beside_it() -> None:
    assert with_rules("Nobody wins.", name_rules(["L12"])) == "Nobody wins (rule L12)."
    assert with_rules("Nobody wins.", name_rules(["L8", "L10"])) == "Nobody wins (rules L8, L10)."
    assert with_rules("Nobody wins.", "") == "Nobody wins."
    use_language("zh")
    assert with_rules("没有人获胜。", name_rules(["L12"])) == "没有人获胜（规则L12）。"


def test_a_cell_keeps_its_small_letter_at_a_sentence_s_beginning() -> None:
    assert capitalised("red 4 moves.") == "Red 4 moves."
    assert capitalised("d5上有东西") == "d5上有东西"


@pytest.mark.parametrize(
    "names",
    [
        ("Dames", "Échecs", "Finstere Flure", "Jeu de l'oie"),
        ("halma", "Hex", "Othello"),
        ("飞行棋", "国际象棋", "黑白棋", "西洋跳棋"),
    ],
)
def test_names_are_sorted_as_readers_look_for_them(names: tuple[str, ...]) -> None:
    assert tuple(sorted({*names}, key=sorting_key)) == names


def test_japanese_names_are_sorted_by_how_they_are_said() -> None:
    use_language("ja")
    names = ("青", "オセロ", "黄", "キツネとガチョウ", "三目並べ", "ナイン・メンズ・モリス", "ハルマ", "緑")
    assert tuple(sorted({*names}, key=sorting_key)) == names
