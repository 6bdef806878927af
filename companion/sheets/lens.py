"""The page with the ChArUco sheet, by which a camera's lens is measured."""

from companion.device.language import say
from companion.sheets.layout import CONTENT_MM, SheetPage
from companion.sheets.pen import INK, PdfPen
from vision.calibration.charuco import MARKER_MM, SQUARE_MM, SQUARES, black_squares, markers

_SIDE_MM = SQUARES * SQUARE_MM
#: Between the chessboard's edge and the marker in a white square.
_INSET_MM = (SQUARE_MM - MARKER_MM) / 2


def lens_page() -> SheetPage:
    """Return the page: the chessboard in the middle of the content area."""
    notes = (
        say(
            "Only if the camera's lens bends straight lines, or for the highest accuracy: "
            "companion calibrate measures the lens with this sheet."
        ),
        say(
            "Do not cut it. Stick it flat on stiff card and hold it before the camera eight "
            "times: once level, else tilted about as steeply as a roof, each time to another "
            "side, until it has been in every part of the picture."
        ),
    )
    return SheetPage(say("The lens (if you like)"), notes, paint=_paint)


def _paint(pen: PdfPen) -> None:
    with pen.moved((CONTENT_MM[0] - _SIDE_MM) / 2, (CONTENT_MM[1] - _SIDE_MM) / 2):
        for column, row in black_squares():
            pen.rect(column * SQUARE_MM, row * SQUARE_MM, SQUARE_MM, SQUARE_MM, fill=INK)
        for (column, row), modules in markers():
            pen.modules(column * SQUARE_MM + _INSET_MM, row * SQUARE_MM + _INSET_MM, MARKER_MM, modules)
