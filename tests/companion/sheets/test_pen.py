"""Texts on printed sheets, in lines."""

import pytest

from companion.sheets.pen import text_width, wrap

TEXT = "カードをめくってください。"


@pytest.mark.parametrize("characters", range(5, len(TEXT)))
def test_no_character_stands_alone_in_the_last_line(characters: int) -> None:
    width = text_width(TEXT[:characters], 10)
    lines = wrap(TEXT, 10, width)
    assert "".join(lines) == TEXT
    assert len(lines[-1].rstrip("。")) > 1
    assert all(text_width(line, 10) <= width for line in lines)


def test_words_between_spaces_stay_as_they_are() -> None:
    assert wrap("one two three I", 10, text_width("one two three", 10)) == ["one two three", "I"]
