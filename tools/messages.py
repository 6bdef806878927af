"""Find every text that players see or hear, update the catalogues and compile them.

    .venv/bin/python -m tools.messages [PACKAGE ...]

The platform has one catalogue, in ``companion/locale``, and each game one in the folder ``locale`` of its
package. It reads the code and collects the texts in calls of `say`, `say_as`, `say_count` and `later`: a game's
catalogue gets the texts of its package that are not in the platform's code. New texts come into each
``<locale>/<language>/LC_MESSAGES/companion.po``, untranslated; texts that are gone from the code are dropped;
texts with a translation keep it. Then the ``.mo`` files that the program reads are written, and a list of
untranslated texts is printed. Run it after every change of a text or a translation.

Without arguments it does so for the platform and the games that come with it, which have every language. With
folders of other games' packages it does so for those, in the languages that they have: make ``locale/de`` to
begin German.
"""

import argparse
import copy
import io
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Translation
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.device.language import COMPLETE, ENGLISH, LANGUAGES, PLATFORM, Translations, game_translations
from companion.device.texts_in_code import calls
from companion.games import ask_each_game

ROOT = Path(__file__).parent.parent
#: The languages that the platform and the games that come with it have all texts in.
TRANSLATED = tuple(code for code in COMPLETE if code != ENGLISH)
#: Spaces at which no line may end: French ones beside a sign, and that of a percentage.
_UNBROKEN = re.compile("(?<=«) | (?=[:;!?»%])")


@dataclass(frozen=True)
class Domain:
    """Code with a catalogue of its own: the platform, or a game.

    `without`: folders of the code that are others'.
    """

    code: Path
    translations: Translations
    languages: tuple[str, ...] = TRANSLATED
    without: tuple[Path, ...] = ()

    def catalogue_path(self, language: str) -> Path:
        """Return the path of a language's translations."""
        return self.translations.folder / language / "LC_MESSAGES" / "companion.po"


def own_games() -> tuple[Domain, ...]:
    """Return the games that come with the platform."""
    found = ask_each_game(lambda game: game.translations).values()
    return tuple(
        Domain(translations.folder.parent, translations)
        for translations in found
        if translations.folder.is_relative_to(ROOT / "companion" / "games")
    )


def platform() -> Domain:
    """Return the platform, without the games that come with it."""
    return Domain(ROOT / "companion", PLATFORM, without=tuple(game.code for game in own_games()))


def template(domain: Domain) -> Catalog:
    """Return all texts of the code, each with its files; of a game those the platform lacks."""
    known = _known_to_the_platform() if domain.translations is not PLATFORM else frozenset()
    catalog = Catalog()
    for call in calls(domain.code, domain.without):
        message = call.message
        if message and message.text and (message.context or None, message.key) not in known:
            catalog.add(message.key, locations=[(call.file, 0)], context=message.context or None)
    return catalog


@cache
def _known_to_the_platform() -> frozenset[tuple[str | None, object]]:
    return frozenset(_key(message) for message in template(platform()))


def _key(message: Translation) -> tuple[str | None, object]:
    return message.context, message.id


def read_catalogue(domain: Domain, language: str) -> Catalog:
    """Return a language's translations, none if it has no file yet."""
    path = domain.catalogue_path(language)
    if not path.exists():
        return Catalog(
            locale=language,
            project=domain.code.name.replace("_", "-"),
            header_comment=f"# What players see and hear, in {LANGUAGES[language].name}.",
            msgid_bugs_address="see docs/languages.md",
            last_translator="",
            language_team="",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language)


def untranslated(catalog: Catalog) -> list[str]:
    """Return the English texts without a (certain) translation into each form."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and (message.fuzzy or not message.string or not all(forms_of(message.string)))
    ]


def forms_of(translation: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return a text, or all its forms for one and for many."""
    return (translation,) if isinstance(translation, str) else tuple(translation)


def compiled(catalog: Catalog) -> bytes:
    """Return the content of the ``.mo`` file: signs stay in the line of their word."""
    printed = copy.deepcopy(catalog)
    for message in printed:
        if message.id and message.string:
            forms = tuple(_UNBROKEN.sub("\u00a0", form) for form in forms_of(message.string))
            message.string = forms[0] if isinstance(message.string, str) else forms
    file = io.BytesIO()
    write_mo(file, printed)
    return file.getvalue()


def update(domain: Domain) -> list[str]:
    """Bring the catalogues of a domain up to date; what is left to translate or to mend."""
    problems = [
        f"{call.file}:{call.line}: {call.problem}" for call in calls(domain.code, domain.without) if call.problem
    ]
    texts = template(domain)
    for language in domain.languages:
        catalog = read_catalogue(domain, language)
        catalog.update(texts, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        path = domain.catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=100)
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        problems += [f"{domain.code.name}, {language}: not translated: {text}" for text in untranslated(catalog)]
    if not problems:
        print(f"{domain.code.name}: {len(texts)} texts, complete in {', '.join(domain.languages) or 'English alone'}.")
    return problems


def main() -> int:
    """Update every catalogue; the exit status is 1 while something is left to translate or mend."""
    parser = argparse.ArgumentParser(prog="tools.messages", description="Brings the catalogues of texts up to date.")
    parser.add_argument("packages", metavar="PACKAGE", nargs="*", type=Path, help="folder of another game's package")
    domains = [stranger(package) for package in parser.parse_args().packages] or [platform(), *own_games()]
    problems = [problem for domain in domains for problem in update(domain)]
    if problems:
        print("\n".join(problems))
    return 1 if problems else 0


def stranger(package: Path) -> Domain:
    """Return the domain of another game's package."""
    translations = game_translations(package.resolve())
    return Domain(package.resolve(), translations, translations.languages)


if __name__ == "__main__":
    sys.exit(main())
