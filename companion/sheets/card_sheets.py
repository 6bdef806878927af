"""Sheets of a card game on a mat: instructions, slips for the sleeves, references, the mat.

The instructions are drawings; the slips carry tags.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.device.language import later, say
from companion.device.sentences import together
from companion.sheets.card_guide import mat_page, sleeves_page
from companion.sheets.card_tags import CARD_TAG_MM, TAG_INSET_MM, CardTags, fan_mm, slip_mm, white_mm
from companion.sheets.cutting import cut_rect
from companion.sheets.game import Sheets
from companion.sheets.layout import AREA_MM, PAPERS, Section, SheetPage, Sticker, area_origin, lay_out
from companion.sheets.mat_drawing import paint_mat
from companion.sheets.mat_plan import MatPlan, mat_plan
from companion.sheets.pen import CAP_HEIGHT, GREY, INK, PAPER, PdfPen
from companion.sheets.tags import Sizes
from vision.model.catalogue import Catalogue, Tag
from vision.symbology import Symbology

#: The margin round a reference tag, which holds its name.
_REFERENCE_MARGIN_MM = 4.0
#: The height of the letters on a slip: they fit into the margin, which the sleeve's rim covers.
_LABEL_MM = 1.5


class CardSheets(Sheets):
    """Base of a card game's sheets; a game gives tags, names of cards and zones, and positions.

    The names are those of the kinds of cards; the positions say which cards are where.
    """

    @property
    @abstractmethod
    def tags(self) -> CardTags:
        """The game's tags."""

    @property
    @abstractmethod
    def sections(self) -> Mapping[str, Sequence[str]]:
        """Kinds of cards whose slips are printed together, by title, in the order of the pages."""

    @abstractmethod
    def zone_names(self) -> Mapping[str, str]:
        """Return the text printed in each zone of the mat."""

    @property
    @abstractmethod
    def card_hints(self) -> Sequence[str]:
        """Further hints for matching slips to cards, one sentence each."""

    #: How high the camera hangs over the mat.
    camera_mm: float = 900.0

    def card_name(self, tag: Tag) -> str:
        """Return the label of a slip: the name of its card."""
        return tag.id

    def pages(self, catalogue: Catalogue, sizes: Sizes) -> list[SheetPage]:
        """Return the instructions, then the slips by kinds, then the references."""
        first = next(tag for tag in catalogue.tags if tag.placement_mm is None)
        pages = [
            sleeves_page(self.slip(first, catalogue.code), sizes, fan_mm(sizes, catalogue.code), self.card_hints),
            mat_page(self.plan(catalogue), catalogue, self.camera_mm),
        ]
        for title, kinds in self.sections.items():
            tags = [tag for kind in kinds for tag in catalogue.tags if tag.kind == kind]
            slips = tuple((self.slip(tag, catalogue.code),) for tag in tags)
            pages += lay_out(Section(say(title), _SLIP_NOTES, (slips,)))
        references = tuple((reference_card(tag),) for tag in catalogue.references)
        return [*pages, *lay_out(Section(say("Reference tags"), _REFERENCE_NOTES, (references,)))]

    def slip(self, tag: Tag, code: Symbology) -> Sticker:
        """Return the paper for one sleeve: the tag, and in the margin above it its card's name."""
        name = self.card_name(tag)
        side, white = slip_mm(code), white_mm(code)

        def paint(pen: PdfPen) -> None:
            pen.rect(0, 0, side, side, fill=PAPER)
            size = _LABEL_MM / CAP_HEIGHT
            pen.text(TAG_INSET_MM, TAG_INSET_MM / 2, name, size, ink=GREY, max_width=white - 1)
            cut_rect(pen, side, side)

        corner = TAG_INSET_MM + (white - CARD_TAG_MM) / 2
        return Sticker(side, side, "", paint, tag, (corner, corner))

    def plan(self, catalogue: Catalogue) -> MatPlan:
        """Return the plan of the mat's print."""
        return mat_plan(catalogue, self.zone_names())

    def more_files(self, catalogue: Catalogue, paper: str) -> Mapping[str, bytes]:
        """Return the mat in its full size, and in parts for this paper."""
        plan = self.plan(catalogue)
        title = say("Mat of {title}", title=self.tags.title)
        return {"mat.pdf": mat_pdf(plan, title), "mat-parts.pdf": mat_parts_pdf(plan, title, paper)}

    def next_steps(self, manifest: str) -> Sequence[str]:
        """Return the mat, and a reading of a photo."""
        return (
            "mat.pdf is the mat in its full size, for a copy shop; mat-parts.pdf the same in parts for your printer.",
            f"Then photograph the table: companion read --game {self.tags.id} PHOTO --tags {manifest}",
        )


_SLIP_NOTES = (
    later(
        "Cut along the thin lines. Each slip goes into the sleeve of the card that its "
        "margin names, before the printed front, into the corner that the page about the "
        "sleeves shows. Never on a back."
    ),
    later("Matt paper. The white round each tag stays: the camera needs it."),
)
_REFERENCE_NOTES = (
    later(
        "The camera finds the mat by these; any four are enough. They lie on the mat at the "
        "places that the page about mat and camera shows, each with its name upright, and "
        "stay there: fix them flat with glue or tape at their edges."
    ),
    later("Print them on stiff matt paper. The margin with the name may overlap the mat's edge."),
)


def reference_card(tag: Tag) -> Sticker:
    """Return a reference tag with its name below it."""
    side, margin = tag.size_mm, _REFERENCE_MARGIN_MM
    width, height = side + 2 * margin, side + 2 * margin

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, width, height, fill=PAPER)
        pen.text(width / 2, height - margin / 2, tag.id, 0.6 * margin / CAP_HEIGHT, "centre", bold=True, ink=INK)
        # The tag's middle lies on the cross in the mat.
        for x, y, to_x, to_y in ((0.5, 0, 0.5, 1), (0.5, 1, 0.5, 0), (0, 0.5, 1, 0.5), (1, 0.5, 0, 0.5)):
            start = x * width, y * height
            way = 0.45 * margin / width * (to_x - x), 0.45 * margin / height * (to_y - y)
            pen.lines([start, (start[0] + way[0] * width, start[1] + way[1] * height)], 0.2, GREY)
        cut_rect(pen, width, height)

    return Sticker(width, height, "", paint, tag, (margin, margin))


# -- the mat as files of its own --------------------------------------------------------------------------------------


def mat_pdf(plan: MatPlan, title: str) -> bytes:
    """Return the mat in its full size on one page."""
    width, height = plan.size_mm
    file = BytesIO()
    canvas = _canvas(file, (width, height), title)
    pen = PdfPen(canvas, height)
    with pen.page():
        paint_mat(pen, plan)
    canvas.save()
    return file.getvalue()


def part_grid(plan: MatPlan) -> tuple[int, int]:
    """Return the columns and rows of equal parts in which a mat is printed.

    Each part fits on a page of any paper.
    """
    columns, rows = (-(-side // most) for side, most in zip(plan.size_mm, AREA_MM, strict=True))
    return int(columns), int(rows)


def mat_parts_pdf(plan: MatPlan, title: str, paper: str) -> bytes:
    """Draw the mat in equal parts, one a page, which are cut at their edges and put together."""
    columns, rows = part_grid(plan)
    width, height = plan.size_mm[0] / columns, plan.size_mm[1] / rows
    page = PAPERS[paper]
    left, top = area_origin(paper)
    left, top = left + (AREA_MM[0] - width) / 2, top + (AREA_MM[1] - height) / 2
    file = BytesIO()
    canvas = _canvas(file, page, title)
    pen = PdfPen(canvas, page[1])
    for row in range(rows):
        for column in range(columns):
            with pen.page(), pen.moved(left, top):
                part = say(
                    "{title}: part {part} of {last}. Print at 100 %, cut along the grey lines.",
                    title=title,
                    part=_part_name(column, row),
                    last=_part_name(columns - 1, rows - 1),
                )
                pen.text(0, -5, together(part, _neighbours(column, row)), 2.6)
                with pen.clipped(0, 0, width, height), pen.moved(-column * width, -row * height):
                    paint_mat(pen, plan)
                cut_rect(pen, width, height)
    canvas.save()
    return file.getvalue()


def _part_name(column: int, row: int) -> str:
    return f"{chr(ord('A') + row)}{column + 1}"


def _neighbours(column: int, row: int) -> str:
    if column and row:
        beside, above = _part_name(column - 1, row), _part_name(column, row - 1)
        return say("Lay it right of {beside} and below {above}.", beside=beside, above=above)
    if column:
        return say("Lay it right of {beside}.", beside=_part_name(column - 1, row))
    if row:
        return say("Lay it below {above}.", above=_part_name(column, row - 1))
    return say("Begin with it at the upper left.")


def _canvas(file: BytesIO, size_mm: tuple[float, float], title: str) -> Canvas:
    canvas = Canvas(file, pagesize=(size_mm[0] * mm, size_mm[1] * mm), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas
