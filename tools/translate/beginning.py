"""Beginning of a language: its folder with the files that say how it is written and spoken."""

import re
import tomllib
from pathlib import Path

from babel import Locale, UnknownLocaleError

#: ``<code>/language.toml``; named here too, so that a file can be written before the program reads them all.
LOCALE_FOLDER = Path(__file__).parent.parent.parent / "companion" / "locale"
#: The language whose terms are those of all.
_TERMS_OF = "de"
_LANGUAGE = """# How this language is written and spoken; docs/languages.md says more. Only the name must be there.

# Its own name, as the settings offer it.
name = "{name}"
# Its word for "Language", which stands on the first page beside those of the other languages.
title = ""
# true when all texts are translated: then tests look after it.
complete = false

# Voices of espeak-ng, the best first ("espeak-ng --voices" lists them), and a word that they must be able to read.
voices = ["{code}"]
# voice_word = ""
# Letters and spaces that the voice says in a second.
# letters_per_s = 13.0
# What the voice reads wrongly (a regular expression without repeats and choices), and what it reads rightly.
# read_as = [['\\bDr\\. ', "Doctor "]]

# Whether spaces stand between words; what ends a sentence; what stands before decimals.
# spaces = true
# full_stop = "."
# decimal_point = "."
# Capital letters besides A to Z, in groups of a few.
# letters = ["ÄÖÜ"]

# Where systems keep fonts with letters that DejaVu Sans lacks, and the Debian package that brings one.
# fonts = ["/usr/share/fonts/..."]
# font_package = "fonts-..."
"""
_TERMS = """\
# The words of the rules. Where an English text has one, its translation has one of these words, or words that contain
# one: a stem covers all its forms. A term without words is not checked.
"""


def begin(code: str, folder: Path = LOCALE_FOLDER) -> list[Path]:
    """Write the files of a language that are missing; return their paths.

    Raises ValueError for what is no code of a language.
    """
    if not re.fullmatch("[a-z]{2,3}", code) or code == "en":
        raise ValueError(f"{code!r} is no code of a language to translate into: two or three small letters, such as it")
    files = {folder / code / "language.toml": _LANGUAGE.format(name=_own_name(code), code=code)}
    for locale in (folder, *sorted(folder.parent.glob("games/*/locale"))):
        known = locale / _TERMS_OF / "terms.toml"
        if known.is_file():
            terms = tomllib.loads(known.read_text(encoding="utf-8"))
            files[locale / code / known.name] = _TERMS + "".join(f'"{term}" = []\n' for term in terms)
    written = []
    for path, text in files.items():
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


def _own_name(code: str) -> str:
    """Return a language's own name, its code if it is not known."""
    try:
        name = Locale(code).get_display_name()
    except UnknownLocaleError:
        name = None
    return name[:1].upper() + name[1:] if name else code
