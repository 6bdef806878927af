"""Begin a language or bring it up to date, check its texts, and show its pages.

    ./run translate it

The files of a language that are missing are written; the catalogues get all texts of the code and are compiled. What
would be shown or said wrong is named with file and line: braces that fill in other values than the English text,
forms of the plural, texts that do not fit at one of five sizes. The status is 1 then. docs/languages.md leads through
it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tools.translate.beginning import begin

if TYPE_CHECKING:
    from tools.messages import Domain
    from tools.translate.entries import CatalogueText

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

_ROOT = Path(__file__).resolve().parent.parent.parent
#: So many doubts are printed; the page has them all.
_MOST_DOUBTS = 20


def main() -> int:
    """Do it all; the exit status is 1 where something must be mended."""
    parser = argparse.ArgumentParser(prog="./run translate", description="Begins, checks and shows a language.")
    parser.add_argument("language", metavar="LANGUAGE", help="its code of two or three letters, such as it")
    parser.add_argument("packages", metavar="PACKAGE", nargs="*", type=Path, help="folder of another game's package")
    parser.add_argument("--texts-only", action="store_true", help="draw no pages: seconds instead of a minute or two")
    args = parser.parse_args()
    try:
        for path in begin(args.language):
            print(f"{path.relative_to(_ROOT)}: begun; fill it in.")
    except ValueError as error:
        parser.error(str(error))
    return _look_at(args.language, args.packages, pages_too=not args.texts_only)


def _look_at(code: str, packages: Sequence[Path], *, pages_too: bool) -> int:
    # The program reads all languages when it is imported: not before this one has begun.
    from companion.device.language import LANGUAGES
    from companion.voice.espeak import Espeak
    from tools.messages import update
    from tools.translate.entries import read_entries

    if code not in LANGUAGES:
        print(f"companion/locale/{code}/language.toml is wrong, see above.")
        return 1
    domains = [*_domains(code, packages)]
    for domain in domains:
        update(domain)
    entries = [entry for domain in domains for entry in read_entries(domain, code)]
    wrong = [_told(entry, error) for entry in entries for error in entry.errors]
    doubts = [_told(entry, doubt) for entry in entries for doubt in entry.doubts]
    for file, left in Counter(entry.file for entry in entries if not entry.is_translated).items():
        print(f"{_where(file)}: {left} not translated, shown in English.")
    if pages_too:
        wrong += _look_at_pages(code, entries)
    espeak = Espeak.find()
    if espeak is None or espeak.voice_for(code) is None:
        print(f"{LANGUAGES[code].name}: espeak-ng has no such voice here; everything is shown, nothing is said.")
    if doubts:
        print("\n".join([f"{_counted(doubts, 'doubt')}, for you to judge:", *doubts[:_MOST_DOUBTS]]))
    if wrong:
        print("\n".join([f"{_counted(wrong, 'error')}:", *wrong]))
    done = sum(entry.is_translated for entry in entries)
    remarks = f"{_counted(wrong, 'error')}, {_counted(doubts, 'doubt')}"
    print(f"{LANGUAGES[code].name}: {done} of {len(entries)} texts, {remarks}.")
    return 1 if wrong else 0


def _domains(code: str, packages: Sequence[Path]) -> Iterator[Domain]:
    """Yield the platform, its games, and the packages of other games, in this language alone."""
    from tools.messages import own_games, platform, stranger

    for domain in (platform(), *own_games(), *map(stranger, packages)):
        yield replace(domain, languages=(code,))


def _counted(remarks: Sequence[str], name: str) -> str:
    return f"{len(remarks)} {name}" if len(remarks) == 1 else f"{len(remarks)} {name}s"


def _told(entry: CatalogueText, remark: str) -> str:
    return f"{_where(entry.file, entry.line)}: {remark}: {entry.translation[0]}"


def _look_at_pages(code: str, entries: Sequence[CatalogueText]) -> Iterator[str]:
    """Draw the pages, write the report, and yield what does not fit.

    Each text is told once, with the entries that it may come from.
    """
    from companion.device.language import LANGUAGES
    from tools.translate.pages import Finder, draw_pages, pages_by_problem
    from tools.translate.report import write_report

    folder = _ROOT / "build" / "translate" / code
    pages = tuple(draw_pages(code, folder))
    finder = Finder(pages)
    pages_of = {entry: finder.pages_of(entry) for entry in entries}
    for problem, shown_on in pages_by_problem(pages).items():
        page, size = shown_on[0]
        told = Finder((replace(page, texts=(problem,)),))
        # The longest says most of it.
        source = sorted((entry for entry in entries if told.pages_of(entry)), key=lambda entry: -len(entry.shown[0]))
        places = ", ".join(_where(entry.file, entry.line) for entry in source[:2])
        others = f" and {len(shown_on) - 1} times more" if len(shown_on) > 1 else ""
        yield f"{places or 'no entry'}: {problem}: page {page.game} {page.name}, {size}{others}"
    for path in write_report(LANGUAGES[code], entries, pages_of, _ROOT, pages, folder):
        print(path.relative_to(_ROOT))


def _where(file: Path, line: int = 0) -> str:
    return f"{file.relative_to(_ROOT)}:{line}" if line else str(file.relative_to(_ROOT))


if __name__ == "__main__":
    sys.exit(main())
