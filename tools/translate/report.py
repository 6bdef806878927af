"""Page about a language: its entries one by one, and its pages with what stands on them."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from companion.device.languages import Language
from tools.translate.entries import Entry
from tools.translate.pages import ShownPage

_STYLE = (
    "body{font:16px sans-serif;margin:1em;background:#eee}td,th{vertical-align:top;text-align:left;padding:4px 8px;"
    "border-top:1px solid #bbb}img{max-width:100%;border:1px solid #888}.error{color:#b00020}.doubt{color:#8a5a00}"
    ".missing{background:#fff3c4}figure{display:inline-block;width:45em;max-width:100%;margin:.5em;vertical-align:top}"
)


def write_report(
    language: Language, entries: Sequence[Entry], pages_of: Mapping[Entry, Sequence[ShownPage]], root: Path,
    pages: Sequence[ShownPage], folder: Path,
) -> tuple[Path, Path]:  # fmt: skip
    """Write the list of entries and the gallery of pages into a folder; return their paths.

    `root`: the files of catalogues are named as seen from there.
    """
    done = sum(entry.is_translated for entry in entries)
    head = f"<!doctype html><html lang='{language.code}'><meta charset='utf-8'><style>{_STYLE}</style>"
    name = escape(language.name)
    lines = [
        f"{head}<title>{name}: texts</title><h1>{name}: {done} of {len(entries)} texts</h1>",
        "<p><a href='pages.html'>All pages</a>. Yellow: not translated, shown in English. Red: must be mended.</p>",
        "<table><tr><th>line<th>English<th>translation<th>remarks<th>stands on",
    ]
    file = None
    for entry in sorted(entries, key=lambda entry: (entry.file, entry.line)):
        if entry.file != file:
            file = entry.file
            lines.append(f"<tr><th colspan=5>{escape(str(file.relative_to(root)))}")
        lines.append(_row(entry, pages_of.get(entry, ()), folder))
    texts = folder / "index.html"
    texts.write_text("\n".join([*lines, "</table>", ""]), encoding="utf-8")
    return texts, _write_gallery(
        f"{head}<title>{name}: pages</title><h1>{name}: {len(pages)} pages</h1>", pages, folder
    )


def _row(entry: Entry, pages: Sequence[ShownPage], folder: Path) -> str:
    english = "<br>".join(map(escape, entry.english))
    if entry.context:
        english = f"<i>{escape(entry.context)}</i><br>{english}"
    remarks = [f"<span class=error>{escape(error)}</span>" for error in entry.errors]
    remarks += [f"<span class=doubt>{escape(doubt)}</span>" for doubt in entry.doubts]
    links = ", ".join(f"<a href='{_link(page, folder)}'>{escape(page.game)}: {escape(page.name)}</a>" for page in pages)
    kind = "" if entry.is_translated else " class=missing"
    return (
        f"<tr{kind}><td>{entry.line}<td>{english}<td>{'<br>'.join(map(escape, entry.translation))}"
        f"<td>{'<br>'.join(remarks)}<td>{links}"
    )


def _write_gallery(head: str, pages: Sequence[ShownPage], folder: Path) -> Path:
    lines = [head, "<p><a href='index.html'>All texts</a></p>"]
    # What does not fit is shown first.
    for page in sorted(pages, key=lambda page: not page.fit_problems):
        fit_problems = "".join(f"<br><span class=error>{escape(problem)}</span>" for problem in page.fit_problems)
        lines.append(
            f"<figure><a href='{_link(page, folder)}'><img src='{_link(page, folder)}' loading=lazy></a>"
            f"<figcaption>{escape(page.game)}: {escape(page.name)}{fit_problems}</figcaption></figure>"
        )
    path = folder / "pages.html"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def _link(page: ShownPage, folder: Path) -> str:
    return escape(page.picture.relative_to(folder).as_posix())
