"""Page about a language: its entries one by one, and its pages with what stands on them."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from companion.device.languages import Language
from tools.translate.entries import CatalogueText
from tools.translate.pages import ShownPage

_STYLE = (
    "body{font:16px sans-serif;margin:1em;background:#eee}td,th{vertical-align:top;text-align:left;padding:4px 8px;"
    "border-top:1px solid #bbb}summary{font-weight:bold;padding:4px 0}tr:target{outline:3px solid #06c}"
    "img{max-width:100%;border:1px solid #888}.error{color:#b00020}.doubt{color:#8a5a00}"
    ".missing{background:#fff3c4}figure{display:inline-block;width:45em;max-width:100%;margin:.5em;vertical-align:top}"
)


def write_report(
    language: Language, entries: Sequence[CatalogueText], pages_of: Mapping[CatalogueText, Sequence[ShownPage]],
    root: Path, pages: Sequence[ShownPage], folder: Path,
) -> tuple[Path, Path]:  # fmt: skip
    """Write the list of entries and the gallery of pages into a folder; return their paths.

    `entries` are shown catalogue by catalogue, in the order in which these come. `root`: the files of catalogues are
    named as seen from there.
    """
    done = sum(entry.is_translated for entry in entries)
    head = f"<!doctype html><html lang='{language.code}'><meta charset='utf-8'><style>{_STYLE}</style>"
    name = escape(language.name)
    numbered = list(enumerate(entries))
    lines = [
        f"{head}<title>{name}: texts</title><h1>{name}: {done} of {len(entries)} texts</h1>",
        "<p><a href='pages.html'>All pages</a>. Yellow: not translated, shown in English. Red: must be mended.</p>",
        *_list_remarks("Errors, to be mended first", [(n, e, e.errors) for n, e in numbered if e.errors], root),
        *_list_misfits([page for page in pages if page.fit_problems]),
        *_list_remarks("Doubts, for you to judge", [(n, e, e.doubts) for n, e in numbered if e.doubts], root),
        *_list_remarks("Not translated", [(n, e, e.english[:1]) for n, e in numbered if not e.is_translated], root),
        *_list_catalogues(entries, root),
    ]
    file = None
    for number, entry in numbered:
        if entry.file != file:
            lines.append("" if file is None else "</table>")
            file = entry.file
            lines.append(f"<h2 id='{_catalogue_id(file, root)}'>{escape(str(file.relative_to(root)))}</h2>")
            lines.append("<table><tr><th>line<th>English<th>translation<th>remarks<th>stands on")
        lines.append(_row(number, entry, pages_of.get(entry, ()), folder))
    texts = folder / "index.html"
    texts.write_text("\n".join([*lines, "</table>", ""]), encoding="utf-8")
    return texts, _write_gallery(
        f"{head}<title>{name}: pages</title><h1>{name}: {len(pages)} pages</h1>", pages, folder
    )


def _list_remarks(
    title: str, remarked: Sequence[tuple[int, CatalogueText, Sequence[str]]], root: Path
) -> Iterator[str]:
    """Yield a list of remarks, each with its place and a link to its entry.

    That of errors is open.
    """
    if not remarked:
        return
    count = sum(len(remarks) for _, _, remarks in remarked)
    opened = " open" if all(remarks == entry.errors for _, entry, remarks in remarked) else ""
    yield f"<details{opened}><summary>{escape(title)}: {count}</summary><ul>"
    for number, entry, remarks in remarked:
        place = f"{escape(str(entry.file.relative_to(root)))}:{entry.line}"
        for remark in remarks:
            told = f"{escape(remark)}: {escape(entry.translation[0])}" if entry.is_translated else escape(remark)
            yield f"<li><a href='#e{number}'>{place}</a> {told}"
    yield "</ul></details>"


def _list_misfits(pages: Sequence[ShownPage]) -> Iterator[str]:
    """Yield a list of the pages on which something does not fit; the gallery shows them first."""
    if pages:
        count = sum(len(page.fit_problems) for page in pages)
        yield f"<details open><summary>Texts that do not fit on a page, to be mended: {count}</summary><ul>"
        for page in pages:
            for problem in page.fit_problems:
                name = escape(f"{page.game}: {page.name}")
                yield f"<li><a href='pages.html#{_page_id(page)}'>{name}</a> {escape(problem)}"
        yield "</ul></details>"


def _list_catalogues(entries: Sequence[CatalogueText], root: Path) -> Iterator[str]:
    """Yield links to the catalogues, each with how far it is; the first is to be begun with."""
    yield "<h2>Catalogues</h2><ol>"
    for number, file in enumerate(dict.fromkeys(entry.file for entry in entries)):
        those = [entry for entry in entries if entry.file == file]
        done = sum(entry.is_translated for entry in those)
        begin = ": begin here" if number == 0 else ""
        yield f"<li><a href='#{_catalogue_id(file, root)}'>{escape(str(file.relative_to(root)))}</a>{begin}"
        yield f" ({done} of {len(those)} texts)"
    yield "</ol>"


def _catalogue_id(file: Path, root: Path) -> str:
    return escape(file.relative_to(root).as_posix())


def _page_id(page: ShownPage) -> str:
    return escape(f"{page.game}-{page.name}")


def _row(number: int, entry: CatalogueText, pages: Sequence[ShownPage], folder: Path) -> str:
    english = "<br>".join(map(escape, entry.english))
    if entry.context:
        english = f"<i>{escape(entry.context)}</i><br>{english}"
    remarks = [f"<span class=error>{escape(error)}</span>" for error in entry.errors]
    remarks += [f"<span class=doubt>{escape(doubt)}</span>" for doubt in entry.doubts]
    links = ", ".join(f"<a href='{_link(page, folder)}'>{escape(page.game)}: {escape(page.name)}</a>" for page in pages)
    kind = "" if entry.is_translated else " class=missing"
    return (
        f"<tr id=e{number}{kind}><td>{entry.line}<td>{english}<td>{'<br>'.join(map(escape, entry.translation))}"
        f"<td>{'<br>'.join(remarks)}<td>{links}"
    )


def _write_gallery(head: str, pages: Sequence[ShownPage], folder: Path) -> Path:
    lines = [head, "<p><a href='index.html'>All texts</a></p>"]
    # What does not fit is shown first.
    for page in sorted(pages, key=lambda page: not page.fit_problems):
        fit_problems = "".join(f"<br><span class=error>{escape(problem)}</span>" for problem in page.fit_problems)
        lines.append(
            f"<figure id='{_page_id(page)}'><a href='{_link(page, folder)}'>"
            f"<img src='{_link(page, folder)}' loading=lazy></a>"
            f"<figcaption>{escape(page.game)}: {escape(page.name)}{fit_problems}</figcaption></figure>"
        )
    path = folder / "pages.html"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def _link(page: ShownPage, folder: Path) -> str:
    return escape(page.picture.relative_to(folder).as_posix())
