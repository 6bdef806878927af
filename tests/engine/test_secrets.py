"""States that look the same to a seat: how hidden cards are dealt anew."""

from collections import Counter
from random import Random

from engine.secrets import deal_anew, draw_another

HELD = {"left": "abc", "right": "defg", "open": "xy"}


def test_all_loose_cards_are_dealt_anew_and_fixed_ones_stay() -> None:
    found = {place: Counter[str]() for place in HELD}
    for seed in range(300):
        anew = deal_anew(HELD, lambda place, card: place == "open" or card == "b", Random(seed))
        assert anew["open"] == ("x", "y")
        assert anew["left"][1] == "b"
        assert sorted(anew["left"] + anew["right"]) == sorted("abcdefg")
        for place, cards in anew.items():
            found[place].update(cards)
    # Two of six loose cards lie at the left, four at the right.
    assert all(70 < found["left"][card] < 130 and 150 < found["right"][card] < 250 for card in "acdefg")


def test_cards_of_one_place_are_exchanged_and_all_others_stay() -> None:
    changed = Counter[str]()
    for seed in range(50):
        anew = deal_anew(HELD, lambda place, _: place == "open", Random(seed), "left")
        assert sorted(anew["left"] + anew["right"]) == sorted("abcdefg")
        assert len({*anew["right"]} - {*HELD["right"]}) == len({*anew["left"]} - {*HELD["left"]})
        assert sum(card != former for card, former in zip(anew["right"], HELD["right"], strict=True)) <= 3
        changed.update(former for card, former in zip(anew["left"], HELD["left"], strict=True) if card != former)
    assert min(changed[card] for card in "abc") > 30


def test_another_is_never_the_former_if_there_is_one() -> None:
    assert {draw_another("abc", "b", Random(seed)) for seed in range(20)} == {"a", "c"}
    assert draw_another("b", "b", Random(1)) == "b"
