"""Tests of suggestions for an unknown word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.finstere_flure.pieces import SHORT_NAMES, TILE_KINDS, TOKENS
from engine.suggestions import did_you_mean, known_word


@pytest.mark.parametrize(
    ("word", "offered"),
    [
        ("red4", "; did you mean red-4?"),
        ("Red_4", "; did you mean red-4?"),
        ("R1", "; did you mean red-1?"),
        ("rad-4", "; did you mean red-4?"),
        ("beige-3", "; did you mean beige-1, beige-4 or beige-5?"),
        ("", ""),
        ("monster", ""),
        ("s4", ""),  # A stone is no token.
    ],
)
def test_tokens_that_come_near_are_offered_unless_they_are_too_many(word: str, offered: str) -> None:
    assert did_you_mean(word, TOKENS, SHORT_NAMES) == offered


def test_nothing_is_offered_where_too_many_come_as_near() -> None:
    assert did_you_mean("stone-x", TILE_KINDS) == ""


@pytest.mark.slow
@given(st.text(max_size=300))
def test_whatever_is_written_only_known_words_are_offered(word: str) -> None:
    offered = did_you_mean(word, TILE_KINDS, SHORT_NAMES)
    names = offered.removeprefix("; did you mean ").removesuffix("?").replace(" or ", ", ").split(", ")
    assert not offered or set(names) <= TILE_KINDS.keys()
    assert known_word(word, TILE_KINDS, SHORT_NAMES) in (None, *TILE_KINDS)
