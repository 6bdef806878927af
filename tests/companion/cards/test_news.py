"""News of a hand: what it has got and lost, and nothing of what it keeps."""

from companion.cards.news import describe_gift, hand_news


def test_only_what_came_and_went_is_told() -> None:
    assert [*hand_news(("red-1", "red-2"), ("red-2", "red-3"), str)] == ["You got: red-3.", "You lost: red-1."]
    assert [*hand_news(("red-1",), ("red-1",), str)] == []


def test_it_is_told_from_whom_and_to_whom() -> None:
    told = hand_news(("red-1",), ("red-3",), str, giver="West", taker="East")
    assert [*told] == ["You got: red-3 (from: West).", "You lost: red-1 (to: East)."]


def test_a_gift_tells_what_is_wanted_for_it_where_something_is() -> None:
    assert describe_gift("red-3", "East") == "Give: red-3 (to: East)"
    assert describe_gift("red-3", "East", "red-1") == "Give: red-3 (to: East, for: red-1)"


def test_of_two_alike_one_is_lost() -> None:
    assert [*hand_news(("red", "red"), ("red",), str)] == ["You lost: red."]
