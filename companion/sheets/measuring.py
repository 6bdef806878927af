"""First printed page: the lengths to measure before anything else is printed."""

from collections.abc import Sequence

from companion.device.language import language_in_use, later, say
from companion.device.sentences import capitalised, number_text, together
from companion.sheets.layout import CONTENT_MM, SheetPage
from companion.sheets.pen import GREY, PdfPen
from companion.sheets.tags import MeasuredSize, Sizes, TagSet
from vision.symbology import Symbology

#: Size of the letters of a step's title.
_STEP_MM = 4.2
#: Size of the letters of the text.
_TEXT_MM = 3.4
#: Height of a row of the table of lengths.
_ROW_MM = 15.0
#: Left edge of the columns with the printed length and the owner's own.
_MADE_FOR_MM = 118.0
_YOURS_MM = 148.0
#: Title and text of each step; the lengths come after the second, the command after the third.
_STEPS = (
    (later("Print this page alone, at 100 %"), later("Measure the square and the ruler below.")),
    (later("Measure your game"), later("Editions differ. The other pages are made for these lengths:")),
    (
        later("Then print"),
        later(
            "All as above: print the other pages. Otherwise make the sheets anew with your lengths, by this command:"
        ),
    ),
)


def measuring_page(tags: TagSet, sizes: Sizes, code: Symbology, options: Sequence[str] = ()) -> SheetPage:
    """Return the page: a table of the lengths, and the command for sheets with other ones.

    `options`: of the command, besides the game, the folder, the lengths, the code and the language.
    """
    notes = (
        say("Sheets that do not fit cost an evening: measure first. A calliper or a ruler with millimetres will do."),
    )
    command = _command(tags, sizes, code, options)

    def paint(pen: PdfPen) -> None:
        y = _step(pen, 4.0, 1)
        y = _step(pen, y, 2)
        y = _table(pen, y + 1, tags, sizes)
        y = _step(pen, y + 6, 3)
        pen.paragraph(10, y + 1, command, _TEXT_MM, CONTENT_MM[0] - 14, bold=True)

    printing, measuring, then = (
        f"{number}. {say(title)}. {say(text)}" for number, (title, text) in enumerate(_STEPS, start=1)
    )
    lengths = (_length(size, sizes) for size in tags.sizes)
    words = (printing, measuring, *lengths, then, command)
    return SheetPage(say("Before you print: measure"), notes, paint=paint, words=words)


def _length(size: MeasuredSize, sizes: Sizes) -> str:
    length = say("{what}: {length} mm.", what=capitalised(say(size.what)), length=number_text(sizes[size.name]))
    return together(length, say(size.measured))


def _step(pen: PdfPen, y: float, number: int) -> float:
    """Write a numbered step; return the height at which the next thing may begin."""
    title, text = _STEPS[number - 1]
    pen.text(3, y + 1.5, f"{number}  {say(title)}", _STEP_MM, bold=True)
    return pen.paragraph(10, y + 6.5, text, _TEXT_MM, CONTENT_MM[0] - 14) + 4


def _table(pen: PdfPen, y: float, tags: TagSet, sizes: Sizes) -> float:
    """Write a row for each length; return the height below the last."""
    for x, heading in ((10.0, say("length")), (_MADE_FOR_MM, say("made for")), (_YOURS_MM, say("yours"))):
        pen.text(x, y, heading, 2.9, ink=GREY)
    y += 3
    for size in tags.sizes:
        pen.lines([(10, y), (CONTENT_MM[0], y)], 0.15, GREY)
        pen.text(10, y + 4, capitalised(say(size.what)), _TEXT_MM, bold=True, max_width=_MADE_FOR_MM - 14)
        pen.paragraph(10, y + 7, size.measured, 2.7, _MADE_FOR_MM - 14)
        pen.text(_MADE_FOR_MM, y + 6, f"{number_text(sizes[size.name])} mm", 4.2, bold=True)
        pen.lines([(_YOURS_MM, y + 9), (CONTENT_MM[0] - 10, y + 9)], 0.2)
        pen.text(CONTENT_MM[0], y + 8, "mm", _TEXT_MM, "right")
        y += _ROW_MM
    pen.lines([(10, y), (CONTENT_MM[0], y)], 0.15, GREY)
    return y


def _command(tags: TagSet, sizes: Sizes, code: Symbology, more: Sequence[str]) -> str:
    """Return the command that makes these sheets."""
    # No line ends between an option and its value.
    options = [f"{size.option}\N{NO-BREAK SPACE}{sizes[size.name]:g}" for size in tags.sizes]
    if code != tags.default_code:
        options.append(f"--code\N{NO-BREAK SPACE}{code}")
    # Also for English: the settings may have another language by then.
    options.append(f"--language\N{NO-BREAK SPACE}{language_in_use()}")
    options += [option.replace(" ", "\N{NO-BREAK SPACE}") for option in more]
    return " ".join([f"companion tags --game\N{NO-BREAK SPACE}{tags.id} --out\N{NO-BREAK SPACE}tags", *options])
