"""Tests of sentences that are put together of smaller texts."""

import pytest

from companion.device.language import use_language
from companion.device.sentences import describe_winners


@pytest.mark.parametrize(
    ("names", "english", "german"),
    [
        ((), "Nobody wins.", "Niemand gewinnt."),
        (("the fox",), "The fox wins!", "The fox gewinnt!"),
        (("Ada", "Ben"), "Ada and Ben win!", "Ada und Ben gewinnen!"),
        (("Ada", "Ben", "Cleo"), "Ada, Ben and Cleo win!", "Ada, Ben und Cleo gewinnen!"),
    ],
)
def test_all_winners_are_named(names: tuple[str, ...], english: str, german: str) -> None:
    assert describe_winners(names) == english
    use_language("de")
    assert describe_winners(names) == german
