"""Texts in lines: how Japanese and Chinese paragraphs end."""

import pytest

from companion.screen.fonts import Fonts
from companion.screen.text import set_text

FONTS = Fonts()
TEXT = "カードをめくってください。"


def lines(text: str, characters: int) -> tuple[str, ...]:
    return set_text(FONTS, text, FONTS.width(TEXT[:characters], 20, False), 20).lines


@pytest.mark.parametrize("characters", range(5, len(TEXT)))
def test_no_character_stands_alone_in_the_last_line_of_a_long_paragraph(characters: int) -> None:
    found, width = lines(TEXT, characters), FONTS.width(TEXT[:characters], 20, False)
    assert "".join(found) == TEXT
    assert len(found[-1].rstrip("。")) > 1
    assert all(FONTS.width(line, 20, False) <= width for line in found)


def test_each_paragraph_of_a_text_ends_so() -> None:
    assert lines(f"{TEXT}\n{TEXT}", 11) == ("カードをめくってくだ", "さい。") * 2


def test_a_word_between_spaces_may_stand_alone() -> None:
    width = FONTS.width("one two three four five", 20, False)
    assert set_text(FONTS, "one two three four five six", width, 20).lines == ("one two three four five", "six")
