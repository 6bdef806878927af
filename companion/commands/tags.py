"""``companion tags``: write the game's tags as print sheets and pictures, and a manifest.

The manifest describes the tags.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from PIL import Image

from companion.device.errors import UserError
from companion.device.files import refuse_special
from companion.device.language import ENGLISH, LANGUAGES, say, use_language
from companion.device.log import warn
from companion.device.settings import default_settings_path, load_settings
from companion.games import CompanionGame
from companion.sheets.cheat_card import cheat_card_page
from companion.sheets.large_print import large_print_pdf
from companion.sheets.layout import PAPERS
from companion.sheets.lens import lens_page
from companion.sheets.manifest import manifest_to_json
from companion.sheets.measuring import measuring_page
from companion.sheets.pdf import sheet_pdf
from companion.sheets.pen import can_print
from companion.sheets.tags import TagSet
from companion.sheets.touch_marks import with_touch_marks
from vision.decode.symbols import tag_picture
from vision.model.catalogue import Catalogue, Tag
from vision.symbology import SYMBOLOGIES

#: Side of a module in the pictures.
_MODULE_PX = 10
_PAPER = "a4"
_SHEET = "tags.pdf"
_MANIFEST = "manifest.json"
_LARGE_PRINT = "large-print.pdf"


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add("--out", required=True, metavar="DIR", help=f"folder for {_SHEET}, {_MANIFEST} and the pictures")
    add("--paper", choices=tuple(PAPERS), default=_PAPER, help="size of the paper (default: %(default)s)")
    add(
        "--code",
        choices=SYMBOLOGIES,
        default=game.sheets.tags.default_code,
        help="micro: Micro QR, april: AprilTag 36h11, each for coarser cameras than qr or the one before "
        "(default: %(default)s)",
    )
    add("--language", choices=list(LANGUAGES), help="language of the sheets (default: that of the settings)")
    add("--tactile", action="store_true", help="stickers with notches and raised drops, to tell discs apart by touch")
    add("--large-print", action="store_true", help=f"also {_LARGE_PRINT}: all that the sheets say, in large print")
    for size in game.sheets.tags.sizes:
        what = f"{size.what} (default: {size.default:g})"
        add(size.option, type=float, default=None, metavar="MM", help=what)


def run(args: argparse.Namespace) -> int:
    """Write the folder and print the next steps; return the exit status.

    Raises UserError for impossible arguments.
    """
    sheets = args.companion_game.sheets
    tags = sheets.tags
    given = {size.name: value for size in tags.sizes if (value := getattr(args, size.name)) is not None}
    sizes = {size.name: size.default for size in tags.sizes} | given
    if args.out and not given and sys.stdin.isatty() and sys.stdout.isatty():
        sizes = _ask_sizes(tags)
    problems = list(tags.problems(sizes))
    if not args.out:
        problems.insert(0, "--out is empty, expected the name of a folder")
    if problems:
        raise UserError("; ".join(problems))
    catalogue = tags.catalogue(sizes, args.code)
    _use_language(args.language)
    options = (
        *([f"--paper {args.paper}"] if args.paper != _PAPER else []),
        *(["--tactile"] if args.tactile else []),
        *(["--large-print"] if args.large_print else []),
    )
    pages = [
        *([measuring_page(tags, sizes, args.code, options)] if tags.sizes else []),
        *sheets.pages(catalogue, sizes),
    ]
    if args.tactile:
        marks = sheets.touch_marks(catalogue, sizes)
        if not marks:
            raise UserError(f"--tactile: {tags.title} has no discs")
        pages = with_touch_marks(pages, marks)
    pages += [cheat_card_page(sheets.lights, sheets.turn), lens_page()]
    files = {tag.image: _png(tag, catalogue) for tag in catalogue.tags}
    files[_SHEET] = sheet_pdf(say("Tags for {game}", game=tags.title), catalogue, pages, args.paper)
    if args.large_print:
        files[_LARGE_PRINT] = large_print_pdf(tags.title, pages, sheets.lights, sheets.turn, args.paper)
    files |= sheets.more_files(catalogue, args.paper)
    # Last, so that a manifest never describes tags that are not there yet.
    files[_MANIFEST] = (json.dumps(manifest_to_json(tags, catalogue, sizes), indent=1) + "\n").encode()
    out = Path(args.out)
    _write_together(out, files)
    print(f"{out / _SHEET}: {len(pages)} pages ({args.paper}). Print them at 100 % (“actual size”), on matt paper;")
    print("  the first page says what to measure before you print the others; then do as the next ones show.")
    print(f"{out / _MANIFEST}: the {len(catalogue.tags)} tags, with a picture of each beside it.")
    for line in sheets.next_steps(str(out / _MANIFEST)):
        print(line)
    return 0


def _use_language(wish: str | None) -> None:
    """Use the language of the sheets; English, with a warning, where no font has its letters."""
    language = LANGUAGES[wish or load_settings(default_settings_path())[0].language]
    if can_print(language.name):
        use_language(language.code)
        return
    advice = (
        f"; on Debian and Raspberry Pi OS: sudo apt install {language.font_package}" if language.font_package else ""
    )
    warn(f"no font here prints the characters of {language.name}, the sheets are English{advice}")
    use_language(ENGLISH)


def _ask_sizes(tags: TagSet) -> dict[str, float]:
    """Ask for each length on the terminal until all can be."""
    sizes = {size.name: size.default for size in tags.sizes}
    print("Measure your game first; an empty line takes the length in brackets.")
    for size in tags.sizes:
        if size.measured:
            print(f"  {size.measured}")
        while True:
            try:
                answer = input(f"{size.what}, in mm [{size.default:g}]: ").strip().removesuffix("mm")
            except EOFError:
                print()
                return sizes
            try:
                sizes[size.name] = float(answer.replace(",", ".")) if answer else size.default
            except ValueError:
                print(f"  “{answer}” is no number of millimetres.")
                continue
            # What is not asked yet cannot be wrong yet.
            problem = next((problem for problem in tags.problems(sizes) if problem.startswith(size.option)), None)
            if problem is None:
                break
            print(f"  {problem}.")
    return sizes


def _png(tag: Tag, catalogue: Catalogue) -> bytes:
    """Return the tag's picture in pure black and white, with its printed size as resolution.

    The resolution is the one at which the picture has this size.
    """
    picture = Image.fromarray(tag_picture(tag.payload, catalogue.code, _MODULE_PX)).convert("1")
    dpi = picture.width / tag.size_mm * 25.4
    file = BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _write_together(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files into the folder after all of them are safely on the disk.

    The folder is made if it is missing. Each file replaces its predecessor in one piece; other files in the folder
    stay. Raises UserError if this fails: then there is no new folder and no file is written in part, and if the
    disk is full or the folder may not be written to, no file is changed.
    """
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    draft = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in files:
            refuse_special(folder / name)
        # Inside the folder, because a file can be moved in one piece only within a file system.
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder))
        for name, data in files.items():
            (draft / name).write_bytes(data)
        for name in files:
            (draft / name).replace(folder / name)
        made = []
    except OSError as error:
        raise UserError(
            f"--out {folder}: the tags cannot be written there ({error.strerror}); give a folder with room for "
            f"{sum(map(len, files.values())) / 1e6:.1f} MB in which you may write"
        ) from None
    finally:
        if draft is not None:
            shutil.rmtree(draft, ignore_errors=True)
        for path in made:
            with suppress(OSError):
                path.rmdir()
