"""Tests of the kit for translators: begun languages, and what is wrong with texts."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.language import game_translations
from companion.device.languages import LANGUAGES, LOCALE_FOLDER, read_languages
from tools.messages import Domain
from tools.translate.beginning import begin
from tools.translate.entries import read_entries
from tools.translate.pages import Finder, ShownPage, pages_by_problem, pattern_of
from tools.translate.report import write_report

ENTRIES = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "The pool lies on {cell}."
msgstr "Die Pfütze liegt auf {sell}."

msgid "One stone."
msgid_plural "{n} stones."
msgstr[0] "Ein Stein."
msgstr[1] "{n} Steine"

msgid "Help"
msgstr ""

msgid "Undo it."
msgstr "Rückgängig. "

msgid "Who?"
msgstr "Wer {?"

msgid "{player} wins."
msgstr "{player.__class__} gewinnt."
"""


@pytest.fixture
def fox(tmp_path: Path) -> Domain:
    """Return a game with a catalogue in German that is full of faults."""
    package = tmp_path / "fox"
    catalogue = package / "locale" / "de" / "LC_MESSAGES" / "companion.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(ENTRIES, encoding="utf-8")
    (package / "locale" / "de" / "terms.toml").write_text('"pool" = ["Lache"]\n', encoding="utf-8")
    return Domain(package, game_translations(package), ("de",))


def test_each_fault_is_named_with_its_line(fox: Domain) -> None:
    found = {entry.english[0]: entry for entry in read_entries(fox, "de")}
    assert found["The pool lies on {cell}."].errors == ("without {cell}", "{sell} is not in the English text")
    assert found["The pool lies on {cell}."].line == 7
    assert found["The pool lies on {cell}."].doubts == ("“pool” is Lache in terms.toml",)
    assert found["One stone."].errors == ()
    assert found["One stone."].doubts == ("has no full stop at its end",)
    assert (found["Help"].is_translated, found["Help"].shown) == (False, ("Help",))
    assert found["Undo it."].errors == ("a space at its beginning or end",)
    assert found["Who?"].errors[0].startswith("a brace is wrong")
    assert found["{player} wins."].errors == ("nothing but names may stand in braces",)


def test_a_language_begins_with_files_that_the_program_reads(tmp_path: Path) -> None:
    folder = tmp_path / "companion" / "locale"
    for code in ("en", "de"):
        shutil.copytree(LOCALE_FOLDER / code, folder / code)
    assert [path.name for path in begin("it", folder)] == ["language.toml", "terms.toml"]
    assert read_languages(folder)["it"].name == "Italiano"
    assert begin("it", folder) == [], "what is there stays"
    with pytest.raises(ValueError, match="no code of a language"):
        begin("../it", folder)


def test_a_text_is_found_on_its_page_with_its_values() -> None:
    page = ShownPage("fox", "turn", Path("turn.png"), ("Red 4 goes to c5.", "Help"), ())
    pattern = pattern_of("{token} goes to {cell}.")
    assert pattern is not None
    assert pattern.search("\n".join(page.texts))
    assert pattern_of("{n} %") is None, "so few letters tell nothing"


def test_a_games_text_stands_on_its_own_pages_alone(fox: Domain) -> None:
    pages = [ShownPage(game, "turn", Path("turn.png"), ("Ein Stein.",), ()) for game in ("fox", "goose")]
    entry = next(entry for entry in read_entries(fox, "de") if entry.english[0] == "One stone.")
    finder = Finder(tuple(pages))
    assert finder.pages_of(entry) == pages[:1]
    assert finder.pages_of(replace(entry, package="companion")) == pages


def test_the_report_lists_first_what_must_be_mended(fox: Domain, tmp_path: Path) -> None:
    index, _ = write_report(LANGUAGES["de"], [*read_entries(fox, "de")], {}, tmp_path, (), tmp_path)
    text = index.read_text(encoding="utf-8")
    told = ["Errors, to be mended first: 5", "companion.po:7", "Doubts, for you to judge: 3", "Not translated: 1"]
    places = [text.index(part) for part in (*told, "begin here", "<table>")]
    assert places == sorted(places)
    links = set(re.findall(r"href='#([^']+)'", text))
    assert links <= set(re.findall(r" id='?([^'> ]+)", text)), "each link leads somewhere"


def test_a_text_that_fits_nowhere_is_told_once() -> None:
    small = "'Undo it all' is too small to read"
    pages = (
        ShownPage("lifeboat", "act", Path(), (), (f"640x720: {small}", f"480x800: {small}", "480x800: 'x' is cut")),
        ShownPage("lifeboat", "over", Path(), (), (f"480x800: {small}",)),
    )
    found = pages_by_problem(pages)
    assert {problem: [(page.name, size) for page, size in shown_on] for problem, shown_on in found.items()} == {
        small: [("act", "640x720"), ("act", "480x800"), ("over", "480x800")],
        "'x' is cut": [("act", "480x800")],
    }
