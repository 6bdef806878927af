"""Finds every text that players see or hear, brings the catalogues up to date and compiles them.

    .venv/bin/python -m tools.messages [FOLDER]

It reads the code in ``companion``, or in the FOLDER of a game's own package, and collects what stands in calls of
`say`, `say_as`, `say_count` and `later`. New texts come into each ``locale/<language>/LC_MESSAGES/companion.po`` there,
untranslated; texts that are gone from the code are dropped; what has a translation keeps it. Then the ``.mo`` files
that the program reads are written, and what is still to be translated is listed. Run it after every change of a text or
a translation. A game's package has catalogues for the languages of which there is a folder, without the texts that the
companion has anyway.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.box.language import ENGLISH, LANGUAGES, LOCALE_FOLDER
from companion.box.texts_in_code import calls

ROOT = Path(__file__).parent.parent
CODE = ROOT / "companion"
#: The languages with a catalogue.
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)


def template(code: Path = CODE, but: Catalog | None = None) -> Catalog:
    """All texts of the code `but` those, each with the files that it stands in."""
    catalog = Catalog()
    for call in calls(code):
        known = call.message and but is not None and but.get(call.message.text, call.message.context or None)
        if call.message and call.message.text and not known:
            catalog.add(call.message.key, locations=[(call.file, 0)], context=call.message.context or None)
    return catalog


def catalogue_path(language: str, folder: Path = LOCALE_FOLDER) -> Path:
    """Where a language's translations are."""
    return folder / language / "LC_MESSAGES" / "companion.po"


def read_catalogue(language: str, folder: Path = LOCALE_FOLDER) -> Catalog:
    """A language's translations, none if it has no file yet."""
    path = catalogue_path(language, folder)
    if not path.exists():
        return Catalog(
            locale=language,
            project=folder.parent.name,
            header_comment=f"# What players see and hear, in {LANGUAGES[language]}.",
            msgid_bugs_address="see docs/languages.md",
            last_translator="",
            language_team="",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language)


def untranslated(catalog: Catalog) -> list[str]:
    """The English texts without a (certain) translation into each form."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and (message.fuzzy or not message.string or not all(_forms(message.string)))
    ]


def _forms(translation: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (translation,) if isinstance(translation, str) else tuple(translation)


def compiled(catalog: Catalog) -> bytes:
    """The content of the ``.mo`` file."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def bring_up_to_date(code: Path, folder: Path, language: str, but: Catalog | None = None) -> Catalog:
    """Writes a language's catalogue with the texts of the code `but` those, and what the program reads of it."""
    catalog = read_catalogue(language, folder)
    catalog.update(template(code, but), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    path = catalogue_path(language, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100)
    path.with_suffix(".mo").write_bytes(compiled(catalog))
    return catalog


def main() -> int:
    """Brings every catalogue up to date; the exit status is 1 while something is left to translate or to mend."""
    code = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else CODE
    own = code != CODE
    folder = code / "locale" if own else LOCALE_FOLDER
    languages = tuple(sorted(path.name for path in folder.iterdir())) if own and folder.exists() else TRANSLATED
    problems = [f"{call.file}:{call.line}: {call.problem}" for call in calls(code) if call.problem]
    for language in languages:
        catalog = bring_up_to_date(code, folder, language, read_catalogue(language) if own else None)
        problems += [f"{language}: not translated: {text}" for text in untranslated(catalog)]
    print("\n".join(problems) or f"all texts of {code.name} are complete in {', '.join(languages)}.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
