"""Tests of languages as files: a folder is a language; a begun one is English text by text."""

import gettext
import io
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.device import language
from companion.device.language import game_translations, use_language
from companion.device.languages import COMPLETE, LANGUAGES, LOCALE_FOLDER, Language, read_languages, readings_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the platform's languages, beside which a test may write one."""
    shutil.copytree(LOCALE_FOLDER, tmp_path / "locale")
    return tmp_path / "locale"


def begun(folder: Path, text: str, code: str = "xq") -> Path:
    (folder / code).mkdir()
    path = folder / code / "language.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_folder_with_a_name_is_a_language(folder: Path) -> None:
    begun(folder, 'name = "Xquil"\nletters = ["ÄÏ"]\nread_as = [["x", "ks"]]\nletters_per_s = 9\n')
    found = read_languages(folder)
    assert [*found] == ["en", "de", "es", "fr", "it", "ja", "pl", "xq", "zh"]
    new = found["xq"]
    assert (new.name, new.complete, new.spaces, new.letters, new.letters_per_s) == ("Xquil", False, True, ("ÄÏ",), 9.0)
    assert [wrong.pattern for wrong, _ in new.mended] == ["x"]


#: Patterns that a sentence of thirty letters would keep for years.
ENDLESS = (
    "(a+)+$",
    "(?:a|aa)*b",
    "(a{1,9}){1,9}$",
    "a*a*a*a*a*b",
    7 * "(a|aa)" + "b",
    "(a?)*[+]",
    "(?x)(a|aa) + $",
    "(?x)(a*) *b",
    "(?x)(?:a a?) + b",
    "(?x)(a|aa) {1,60}b",
    "(a|aa)(?#[)+b[c]",
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", '"name" is missing'),
        ("name = ", "Invalid value"),
        ('name = "X"\nnmae = 1', 'unknown: "nmae"'),
        ('name = "X"\nspaces = "no"', "\"spaces\" cannot be 'no'"),
        ('name = "X"\nletters_per_s = 0', '"letters_per_s" cannot be 0'),
        ('name = "X"\nletters_per_s = inf', '"letters_per_s" is no number from 1 to 50'),
        ('name = "X\\u0007"', '"name" cannot be shown'),
        ('name = "X"\nread_as = [["(", ""]]', "missing )"),
        *((f"name = 'X'\nread_as = [['{pattern}', '']]", "a line for each form instead") for pattern in ENDLESS),
        ('name = "X"\nread_as = [["a", "\\\\9"]]', "invalid group reference"),
        ("x = " + 2000 * "[", "left out"),
    ],
)
def test_a_file_that_is_wrong_leaves_its_language_out_with_one_sentence(
    folder: Path, text: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    begun(folder, text)
    assert "xq" not in read_languages(folder)
    assert len(caplog.records) == 1
    assert said in caplog.text


@pytest.mark.parametrize(
    "pattern", [r"\bDr\. ", r"(?<![\d.])2(?= [km])", "(?i)n°(?= )", r"\b(\d)/(\d)\b", "(?<=[a-z])-(?!x)"]
)
def test_usual_patterns_are_read(pattern: str) -> None:
    assert [wrong.pattern for wrong, _ in Language("xq", "Xquil", read_as=((pattern, ""),)).mended] == [pattern]


def test_english_is_there_without_any_file(tmp_path: Path) -> None:
    assert [*read_languages(tmp_path)] == ["en"]


def test_complete_languages_are_those_that_say_so() -> None:
    assert set(COMPLETE) >= {"en", "de", "fr", "zh"}
    assert all(LANGUAGES[code].title for code in COMPLETE)


def test_a_begun_language_is_english_sentence_by_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(language, "LANGUAGES", {**LANGUAGES, "xq": Language("xq", "Xquil")})
    path = tmp_path / "fox" / "locale" / "xq" / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True)
    catalog = Catalog(locale="xq")
    catalog.add("The fox jumps.", "Fo xqump.")
    catalog.add("{n} geese on {cell}.", "{n} gus {sell}.")
    file = io.BytesIO()
    write_mo(file, catalog)
    path.write_bytes(file.getvalue())
    fox = game_translations(tmp_path / "fox")
    use_language("xq")
    assert fox.say("The fox jumps.") == "Fo xqump."
    assert fox.say("Nobody wins.") == "Nobody wins.", "neither it nor the platform has that"
    assert caplog.records == []
    for _ in range(2):
        assert fox.say("{n} geese on {cell}.", n=3, cell="a4") == "3 geese on a4."
    assert len(caplog.records) == 1, "what asks for other values is English, and told once"
    assert isinstance(fox.catalogue("xq"), gettext.GNUTranslations)


def test_readings_are_those_of_the_file_and_none_without_one(folder: Path) -> None:
    begun(folder, 'name = "Xquil"')
    assert readings_of("xq", folder) == {}
    (folder / "xy").mkdir()
    (folder / "xy/readings.toml").write_text('"緑" = "みどり"\n', encoding="utf-8")
    assert readings_of("xy", folder) == {"緑": "みどり"}


@pytest.mark.parametrize("text", ["緑 = ", '"緑" = 3', '"" = "x"', "\0"])
def test_wrong_readings_are_left_out_with_a_warning(folder: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    begun(folder, 'name = "Xquil"').with_name("readings.toml").write_text(text, encoding="utf-8")
    assert readings_of("xq", folder) == {}
    assert "its words are not said" in caplog.text
