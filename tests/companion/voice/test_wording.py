"""Signs and numbers in words: what the voice is given to read."""

import pytest

from companion.device.language import COMPLETE, use_language
from companion.voice.wording import reading_text


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("en", "Speed −1, Might +2", "Speed minus 1, Might plus 2"),
        ("en", "c5 → c8 · flipped", "c5, c8, flipped"),
        ("en", "It counts: ▁", "It counts:"),
        ("en", "Below 3 the haunt begins, 0.1\u00a0%.", "Below 3 the haunt begins, 0.1 percent."),
        ("de", "Darrin „Flash“ Williams: Tempo −1.", "Darrin Flash Williams: Tempo minus 1."),
        ("de", "Dr. Harter hat gerudert.", "Doktor Harter hat gerudert."),
        ("de", "unter 3, 12,5 %", "unter 3, 12,5 Prozent"),
        ("fr", "Vers l’est\u00a0: Force −2, 50\u00a0%", "Vers lest : Force moins 2, 50 pour cent"),
        ("zh", "速度−1，12.5%", "速度减1，百分之12.5"),
        ("zh", "第2轮：2枚骰子，12枚，掷出2。", "第2轮：两枚骰子，12枚，掷出2。"),
    ],
)
def test_signs_are_read_as_words_of_the_language(language: str, text: str, read: str) -> None:
    use_language(language)
    assert reading_text(text) == read


@pytest.mark.parametrize("language", COMPLETE)
def test_words_and_names_stay_as_they_are(language: str) -> None:
    use_language(language)
    for text in ("Xaver, e10b, q5, P1A, c12, 3 x 4", "Anna-Maria B. 红方 é ü"):
        assert reading_text(text) == text
