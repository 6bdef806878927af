"""Tests of the names of cells in each language's voice, with espeak-ng if it is there."""

import subprocess

import pytest

from companion.cells.spelling import speak_cells
from companion.device.language import COMPLETE, use_language
from companion.voice.espeak import Espeak

CELLS = frozenset(f"{letter}{row}" for letter in "abcdefghijklmnop" for row in range(1, 12))
ESPEAK = Espeak.find()
_VOWELS = str.maketrans({"ː": "", "ɔ": "o", "ɛ": "e"})
#: A cell at the beginning of a sentence, after a comma, after a colon, after another cell, between words.
SENTENCES = (
    "{cell} cannot be read.",
    "Red 4 and blue 5 lie on the same cell, {cell}.",
    "Put the others back: {cell}, {cell}.",
    "Something covers c3, {cell} and {cell}.",
    "The stone goes from {cell} to {cell}",
)


def test_a_letter_that_is_a_word_is_tied_to_its_number() -> None:
    assert speak_cells("a1 and b11: c3", CELLS) == "A-1 and B 11: C 3"


@pytest.mark.parametrize("language", COMPLETE)
def test_only_cells_of_the_board_are_changed(language: str) -> None:
    use_language(language)
    for text in ("q1, a12, a01, A1, xa1, a1x, 3a1", "a 1"):
        assert speak_cells(text, CELLS) == text


def _phonemes(text: str, voice: str) -> str:
    assert ESPEAK is not None
    command = [ESPEAK.program, "-v", voice, "-q", "--ipa", "--stdin"]
    said = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout.decode()
    return "".join(sign for sign in said if sign not in "ˈˌ")


@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("sentence", SENTENCES)
def test_in_english_the_column_a_is_never_the_article(sentence: str) -> None:
    for row in (1, 4, 11):
        text = sentence.format(cell=f"a{row}")
        said = _phonemes(speak_cells(text, CELLS), "en-gb")
        assert "ɐ" not in said
        assert said.count("eɪ  ") == text.count("a1" if row == 1 else f"a{row}")


@pytest.mark.slow
@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", COMPLETE)
def test_every_column_is_said_by_the_name_of_its_letter(language: str) -> None:
    assert ESPEAK is not None
    voice = ESPEAK.voice_for(language)
    if voice is None:
        pytest.skip("espeak-ng has no voice for it")
    use_language(language)
    for letter in "abcdefghijklmnop":
        # How long and how open a vowel is depends on where it stands.
        name = _phonemes(letter.upper(), voice).strip().translate(_VOWELS)
        said = _phonemes(speak_cells(f"{letter}4, c3, {letter}7", CELLS), voice).translate(_VOWELS)
        assert said.startswith(name)
        assert said.splitlines()[-1].strip().startswith(name)
