"""Card for the players' side of the table: the buttons, the lights, one turn."""

from collections.abc import Sequence

from companion.device.button_colours import COLOURS, DEFAULT_COLOURS
from companion.device.language import later, say
from companion.sheets.cutting import cut_rect
from companion.sheets.layout import CONTENT_MM, MARK_MM, SheetPage
from companion.sheets.pen import GREY, INK, PAPER, PdfPen, paragraph_height
from hardware.buttons import Button

#: Width of the card.
_WIDTH_MM = 180.0
#: Height of the card.
_HEIGHT_MM = 88.0
#: Size of the letters of the text.
_TEXT_MM = 3.1
#: Size of the letters of headings.
_HEAD_MM = 4.4
#: Width of the lines in the column about the lights.
_LIGHTS_MM = _WIDTH_MM / 3 - 12
#: Width of the lines in the column about a turn.
_TURN_MM = _WIDTH_MM / 3 - 18
#: Distance from the upper edge at which lines begin.
_TOP_MM = 14.0
#: Room that is left free below the last line.
_BELOW_MM = 4.0
#: Distance between lines, where there is room.
_APART_MM = 3.0
#: What each button does: its letter, pressed, held.
BUTTONS = (
    (Button.ADVANCE, "A", later("Advance: yes, done"), later("take the table as it lies")),
    (Button.DRAW, "D", later("Draw: turn over a card; next row; say it again"), ""),
    (Button.BACK, "B", later("Back: undo, after showing what"), later("menu and help")),
)
#: The names of the usual colours, as titles.
COLOUR_NAMES = {"green": later("Green"), "yellow": later("Yellow"), "red": later("Red")}
#: What the lights say and how a turn goes, where a game does not tell it in its own words.
LIGHTS = (
    later("Still arc in a player's colour: that player's turn"),
    later("The whole ring swells and fades: press yellow"),
    later("Lights go out one by one: one for each step that is left"),
    later("Left and right half in turn: something is wrong, see the screen"),
    later("A ring that fills up: put the table right"),
    later("One light goes round: wait, the camera looks"),
)
TURN = (
    later("Move a piece of yours on the table."),
    later("Take your hand away: half a second later it is read."),
    later("When the screen asks for it, press green. The label on the screen says what it does now."),
    later("When a card is due, press yellow and move what the screen shows."),
    later("Something wrong? Press red: it undoes one thing at a time."),
)


def cheat_card_page(lights: Sequence[str] = LIGHTS, turn: Sequence[str] = TURN) -> SheetPage:
    """Return the page: two cards to cut out, one for either side of the table.

    The cards explain the lights and the course of a turn.
    """
    notes = (say("For the players. Stick the cards on stiff card and put one on either side of the table."),)

    def paint(pen: PdfPen) -> None:
        for number in range(2):
            with pen.moved((CONTENT_MM[0] - _WIDTH_MM) / 2, MARK_MM + number * (_HEIGHT_MM + 4 * MARK_MM)):
                _card(pen, lights, turn)

    return SheetPage(say("Cheat card"), notes, paint=paint)


def _card(pen: PdfPen, lights: Sequence[str], turn: Sequence[str]) -> None:
    cut_rect(pen, _WIDTH_MM, _HEIGHT_MM)
    column = _WIDTH_MM / 3
    for place, title in enumerate((say("Buttons"), say("Lights"), say("One turn"))):
        pen.text(6 + place * column, 8, title, _HEAD_MM, bold=True)
        if place:
            pen.lines([(place * column, 5), (place * column, _HEIGHT_MM - 5)], 0.15, GREY)
    y = 18.0
    for button, letter, pressed, held in BUTTONS:
        colour = DEFAULT_COLOURS[button]
        pen.circle(11, y + 1, 4, fill="#" + bytes(COLOURS[colour]).hex(), line=0.4)
        pen.text(11, y + 1, letter, 4, "centre", bold=True)
        pen.text(18, y, say(COLOUR_NAMES[colour]), 3.6, bold=True)
        below = pen.paragraph(18, y + 3.2, pressed, _TEXT_MM, column - 20)
        if held:
            below = pen.paragraph(18, below, say("held: {act}", act=say(held)), _TEXT_MM, column - 20)
        y = max(below, y + 12) + 7
    y, apart = _TOP_MM, light_spacing_mm(lights)
    for line in lights:
        y = pen.paragraph(column + 6, y, line, _TEXT_MM, _LIGHTS_MM) + apart
    y, apart = _TOP_MM, turn_spacing_mm(turn)
    for number, line in enumerate(turn, start=1):
        pen.circle(2 * column + 8, y + 1.1, 2.4, fill=INK)
        pen.text(2 * column + 8, y + 1.1, str(number), 2.8, "centre", bold=True, ink=PAPER)
        y = pen.paragraph(2 * column + 13, y, line, _TEXT_MM, _TURN_MM) + apart


def light_spacing_mm(lights: Sequence[str]) -> float:
    """Return the distance of the lines about the lights at which all of them fit on the card."""
    return _line_spacing_mm(lights, _LIGHTS_MM)


def turn_spacing_mm(turn: Sequence[str]) -> float:
    """Return the line spacing (mm) at which all of a turn's lines are on the card."""
    return _line_spacing_mm(turn, _TURN_MM)


def _line_spacing_mm(lines: Sequence[str], width_mm: float) -> float:
    high = sum(paragraph_height(line, _TEXT_MM, width_mm) for line in lines)
    return min(_APART_MM, (_HEIGHT_MM - _TOP_MM - _BELOW_MM - high) / max(1, len(lines) - 1))
