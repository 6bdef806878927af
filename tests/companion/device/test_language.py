"""Tests of the texts in every language: complete catalogues that fit the code.

The language can be changed while the program runs.
"""

import ast
import gettext
import io
import shutil
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Translation
from babel.messages.pofile import write_po

from companion.device import language
from companion.device.language import (
    LANGUAGES,
    LOCALE_FOLDER,
    Translations,
    game_translations,
    language_in_use,
    later,
    say,
    system_language,
    use_language,
)
from companion.device.texts_in_code import calls, placeholders
from companion.games.finstere_flure import language as game_language
from companion.games.finstere_flure.words.move_words import describe_steps, explain_move
from tests.engine.finstere_flure.monster_tables import EXAMPLE, TABLES
from tests.test_architecture import import_statements
from tools.messages import (
    TRANSLATED,
    Domain,
    compiled,
    own_games,
    platform,
    read_catalogue,
    template,
    untranslated,
    update,
)

DOMAINS = (platform(), *own_games())
CATALOGUES = [
    pytest.param(domain, code, id=f"{domain.code.name}-{code}") for domain in DOMAINS for code in domain.languages
]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the platform's catalogues, which a test may spoil."""
    folder = tmp_path / "locale"
    shutil.copytree(LOCALE_FOLDER, folder)
    monkeypatch.setattr(language.PLATFORM, "folder", folder)
    return folder


@cache
def catalogue(domain: Domain, code: str) -> Catalog:
    """Return the translators' catalogue; nobody changes it."""
    return read_catalogue(domain, code)


def translations(domain: Domain, code: str) -> list[Translation]:
    return [message for message in catalogue(domain, code) if message.id]


def compiled_catalogue(domain: Domain, code: str) -> gettext.NullTranslations:
    return gettext.GNUTranslations(io.BytesIO(domain.catalogue_path(code).with_suffix(".mo").read_bytes()))


@cache
def texts_of_the_code(domain: Domain) -> frozenset[tuple[object, object]]:
    return frozenset((message.context, message.id) for message in template(domain) if message.id)


def forms(text: object) -> list[str]:
    """Return a text, or all its forms for one and for many."""
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]


def where(message: Translation) -> str:
    return f"{message.context or ''} {message.id!r} -> {message.string!r}"


# --- the texts in the code ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.code.name)
def test_every_text_is_written_out_where_it_is_said_with_all_its_values(domain: Domain) -> None:
    said = calls(domain.code, domain.without)
    assert [f"{call.file}:{call.line}: {call.problem}" for call in said if call.problem] == []


@pytest.mark.slow
@pytest.mark.parametrize("domain", own_games(), ids=lambda domain: domain.code.name)
def test_a_game_says_its_words_by_its_own_catalogue(domain: Domain) -> None:
    saying = {"say", "say_as", "say_count", "later"}
    wrong = [
        f"{path.name}:{node.lineno}"
        for path in domain.code.rglob("*.py")
        for node in import_statements(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.ImportFrom) and node.module == "companion.device.language"
        if saying & {alias.name for alias in node.names}
    ]
    assert wrong == []


def test_what_cannot_be_found_or_filled_in_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        "say('Good {day}.', day=1)\n"
        "say(f'{1}')\n"
        "say('a' + b)\n"
        "say('{token} goes.', tokens=1)\n"
        "later(text)\n"
        "say_count('One.', '{n} of {all}.', 3)\n"
        "say('Yes.' if so else 'No.')\n"
        "say(TEXTS[kind])\n"
        "say_as('fruit', 'date')\n"
    )
    found = calls(tmp_path)
    assert [call.line for call in found if call.problem] == [2, 3, 4, 5, 6]
    assert [call.problem for call in found if call.line in (4, 6)] == ["no value for token", "no value for all"]
    assert [call.message.text for call in found if call.message and not call.problem] == [
        "Good {day}.",
        "Yes.",
        "No.",
        "date",
    ]


# --- the catalogues ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.code.name)
def test_every_language_has_a_catalogue(domain: Domain) -> None:
    assert set(domain.translations.languages) >= set(TRANSLATED)


@pytest.mark.parametrize(("domain", "code"), CATALOGUES)
def test_every_text_is_translated(domain: Domain, code: str) -> None:
    assert untranslated(catalogue(domain, code)) == []


@pytest.mark.parametrize(("domain", "code"), CATALOGUES)
def test_the_catalogue_has_just_the_texts_of_the_code(domain: Domain, code: str) -> None:
    wanted = texts_of_the_code(domain)
    translated = {(message.context, message.id) for message in translations(domain, code)}
    assert translated - wanted == set(), "run tools/messages.py"
    assert wanted - translated == set(), "run tools/messages.py and translate what is new"


@pytest.mark.parametrize(("domain", "code"), CATALOGUES)
def test_translations_name_the_same_values(domain: Domain, code: str) -> None:
    for message in translations(domain, code):
        wanted = placeholders(forms(message.id)[-1])
        *others, last = forms(message.string)
        assert placeholders(last) == wanted, where(message)
        for other in others:
            # "One token" need not say how many.
            assert placeholders(other) | {"n"} == wanted | {"n"}, where(message)


@pytest.mark.parametrize(("domain", "code"), CATALOGUES)
def test_sentences_stay_sentences(domain: Domain, code: str) -> None:
    full = {".": ".。", "?": "?？", "!": "!！", ":": ":："}
    for message in translations(domain, code):
        if message.context == "short":
            # An abbreviation's point ends no sentence.
            continue
        for original, other in zip(forms(message.id), forms(message.string), strict=False):
            assert (original[-1] in full) == (other[-1] in ".?!:。？！："), where(message)
            assert other == other.strip(), where(message)
            if original[-1] in full:
                assert other[-1] in full[original[-1]], where(message)


@pytest.mark.parametrize(("domain", "code"), CATALOGUES)
def test_plurals_have_as_many_forms_as_the_language(domain: Domain, code: str) -> None:
    count = {"ja": 1, "pl": 3, "zh": 1}.get(code, 2)
    for message in translations(domain, code):
        if message.pluralizable:
            assert len(forms(message.string)) == count, where(message)


@pytest.mark.parametrize(("domain", "code"), CATALOGUES)
def test_the_program_reads_what_translators_wrote(domain: Domain, code: str) -> None:
    def content(file: io.BytesIO) -> dict[object, str]:
        texts = dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]
        del texts[""]  # who wrote the file, and when
        return texts

    made = domain.catalogue_path(code).with_suffix(".mo").read_bytes()
    assert content(io.BytesIO(made)) == content(io.BytesIO(compiled(catalogue(domain, code)))), "run tools/messages.py"


def test_no_line_ends_between_a_word_and_its_sign() -> None:
    catalog = Catalog(locale="fr")
    catalog.add("Why? {n} %", "Pourquoi ? {n} %")
    catalog.add(("One “card”.", "{n} “cards”."), ("Une « carte » ; fin.", "{n} « cartes » : fin."))
    read = gettext.GNUTranslations(io.BytesIO(compiled(catalog)))
    assert read.gettext("Why? {n} %") == "Pourquoi\u00a0? {n}\u00a0%"
    assert read.ngettext("One “card”.", "{n} “cards”.", 1) == "Une «\u00a0carte\u00a0»\u00a0; fin."
    assert next(forms(message.string)[0] for message in catalog if message.id) == "Pourquoi ? {n} %"


# --- saying ------------------------------------------------------------------------------------------------------


def test_the_language_changes_while_the_program_runs() -> None:
    said = []
    for code in ("en", "de", "fr", "zh"):
        use_language(code)
        assert language_in_use() == code
        said.append(game_language.say("{player} wins!", player="Ada"))
    assert said == ["Ada wins!", "Ada gewinnt!", "Ada gagne\u00a0!", "Ada获胜！"]


def test_what_is_marked_at_import_is_translated_when_it_is_shown() -> None:
    volume, north = later("Volume"), game_language.later("north")
    use_language("de")
    assert (volume, north) == ("Volume", "north")
    assert (say(volume), game_language.say(volume)) == ("Lautstärke", "Lautstärke")
    # The platform shows what a game has marked, such as the titles of its options.
    assert (say(north), game_language.say(north)) == ("nach Norden", "nach Norden")


def test_one_english_text_may_be_two_in_other_languages() -> None:
    use_language("de")
    said = [game_language.say_as(context, "the stone") for context in ("... lies", "it pushes ...")]
    assert said == ["der Stein", "den Stein"]


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("en", ["0 tokens escaped", "1 token escaped", "2 tokens escaped"]),
        ("de", ["0 Figuren entkommen", "1 Figur entkommen", "2 Figuren entkommen"]),
        ("es", ["0 fichas escapadas", "1 ficha escapada", "2 fichas escapadas"]),
        ("it", ["0 pedine fuggite", "1 pedina fuggita", "2 pedine fuggite"]),
        ("pl", ["uciekło 0 pionków", "uciekł 1 pionek", "uciekły 2 pionki"]),
        ("ja", ["脱出したコマ0個", "脱出したコマ1個", "脱出したコマ2個"]),
        ("fr", ["0 pion échappé", "1 pion échappé", "2 pions échappés"]),
        ("zh", ["0个已逃出", "1个已逃出", "2个已逃出"]),
    ],
)
def test_each_language_counts_in_its_way(code: str, counted: list[str]) -> None:
    use_language(code)
    assert [game_language.say_count("{n} token escaped", "{n} tokens escaped", n) for n in range(3)] == counted


def test_a_text_without_a_translation_stays_english() -> None:
    use_language("fr")
    unknown = "Nobody has translated {this}."
    assert say(unknown, this="it") == "Nobody has translated it."
    assert say("") == ""


@pytest.mark.parametrize("field", ["{this.__class__}", "{this[0]}", "{this!r}", "{this:9999999999}", "{this:{this}}"])
def test_a_translation_may_only_name_values(tmp_path: Path, field: str, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalog = Catalog(locale="de")
    catalog.add("It is {this}.", f"Es ist {field}.")
    (folder / "companion.mo").write_bytes(compiled(catalog))
    use_language("de")
    assert Translations(tmp_path / "locale").say("It is {this}.", this="red") == "It is red."
    assert "only plain names" in caplog.text


def test_a_rule_for_plurals_that_fails_leaves_english(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalog = Catalog(locale="de")
    catalog.add(("{n} token", "{n} tokens"), ("{n} Figur", "{n} Figuren"))
    written = compiled(catalog)
    rule = b"plural=(n != 1);"
    assert rule in written
    (folder / "companion.mo").write_bytes(written.replace(rule, b"plural=(n %% 0);"[: len(rule)].replace(b"%%", b"% ")))
    use_language("de")
    counted = Translations(tmp_path / "locale").say_count
    assert [counted("{n} token", "{n} tokens", n) for n in (1, 2)] == ["1 token", "2 tokens"]
    assert "ZeroDivisionError" in caplog.text


def test_a_language_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=f"no language 'x'; there are {', '.join(LANGUAGES)}"):
        use_language("x")


@pytest.mark.parametrize("spoil", ["missing", "empty", "cut", "foreign"])
def test_a_catalogue_that_cannot_be_read_leaves_english_and_one_warning(
    elsewhere: Path, spoil: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = elsewhere / "de" / "LC_MESSAGES" / "companion.mo"
    content = path.read_bytes()
    if spoil == "missing":
        path.unlink()
    else:
        path.write_bytes({"empty": b"", "cut": content[: len(content) // 2], "foreign": b"PK\3\4" * 100}[spoil])
    for _ in range(3):
        use_language("de")
        assert say("Volume") == "Volume"
    assert len(caplog.records) == 1
    assert "the words in Deutsch cannot be read" in caplog.text
    use_language("zh")
    assert say("Volume") == "音量"


def test_a_game_that_names_fewer_languages_is_english_in_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "fox_and_geese"
    (package / "locale" / "de").mkdir(parents=True)
    (package / "words.py").write_text(
        "say('The fox jumps.')\nsay('Volume')\nsay_count('One goose.', '{n} geese.', 2)\n"
    )
    fox = game_translations(package)
    domain = Domain(package, fox, fox.languages)
    assert update(domain) == [
        "fox_and_geese, de: not translated: The fox jumps.",
        "fox_and_geese, de: not translated: One goose.",
    ]
    german = read_catalogue(domain, "de")
    german["The fox jumps."].string = "Der Fuchs springt."
    german["One goose."].string = ("Eine Gans.", "{n} Gänse.")
    with domain.catalogue_path("de").open("wb") as file:
        write_po(file, german)
    assert update(domain) == []
    assert capsys.readouterr().out == "fox_and_geese: 2 texts, complete in de.\n"

    def said() -> tuple[str, str, str]:
        return fox.say("The fox jumps."), fox.say("Volume"), fox.say_count("One goose.", "{n} geese.", 3)

    use_language("de")
    assert said() == ("Der Fuchs springt.", "Lautstärke", "3 Gänse.")
    use_language("fr")
    assert said() == ("The fox jumps.", "Volume", "3 geese.")
    use_language("zh")
    assert said() == ("The fox jumps.", "音量", "3 geese.")
    # What it never had is nothing to warn of.
    assert caplog.records == []


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),  # Slave, not German
        ({"LANG": "de_DE", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "pt:fr:en"}, "fr"),
    ],
)
def test_the_systems_language_is_found(environment: dict[str, str], code: str) -> None:
    assert system_language(environment) == code


# --- the monster's move, in full ---------------------------------------------------------------------------------


class Untranslated(gettext.NullTranslations):
    """Asked for what is in no catalogue."""

    def gettext(self, message: str) -> str:
        raise AssertionError(f"not in the catalogue: {message}")

    def pgettext(self, context: str, message: str) -> str:
        raise AssertionError(f"not in the catalogue: {context}: {message}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise AssertionError(f"not in the catalogue: {msgid1} / {msgid2} ({n})")


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_kind_of_move_is_told_in_every_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_language(code)
    strict, *others = [compiled_catalogue(domain, code) for domain in reversed(DOMAINS)]
    for other in (*others, Untranslated()):
        strict.add_fallback(other)
    monkeypatch.setattr(Translations, "catalogue", lambda _self, _code: strict)
    for table in TABLES:
        told = explain_move(table.move)
        told += [telling.rule for step in describe_steps(table.move) for telling in step]
        assert not any("{" in line for line in told)


def test_a_step_reads_as_a_german_would_tell_it() -> None:
    use_language("de")
    assert explain_move(EXAMPLE.move)[4] == (
        "Schritt 4: Furunkulus sieht Blau 5 (3 Felder nach Norden) und Beige 1 (3 Felder nach Süden), gleich nah: "
        "Er ist verwirrt und blickt weiter nach Osten. Er schiebt Gelb 1 von o6 nach p6 (Regel R4). "
        "Er schiebt den Stein von n6 nach o6 (Regel R4). Er geht nach Osten auf n6."
    )


def test_a_step_reads_as_in_a_chinese_book() -> None:
    use_language("zh")
    assert explain_move(EXAMPLE.move)[4] == (
        "第4步：弗拉库勒斯看见蓝5（向北3格）和米黄1（向南3格），一样近：它迷糊了，仍然朝东。"
        "它把黄1从o6推到p6（规则R4）。它把石头从n6推到o6（规则R4）。它向东走到n6。"
    )


def test_a_translation_is_there_or_not(tmp_path: Path) -> None:
    game = game_translations(tmp_path)
    assert game.has("de", "Start"), "the platform has it"
    assert not game.has("de", "the hedgehog")
    assert game.has("en", "the hedgehog"), "English needs no translation"
