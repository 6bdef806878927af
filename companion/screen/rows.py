"""Lists of rows with signs, values and ticks, and the pager below those that are too long."""

import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.pages import Poster, Row, Tone
from companion.screen.pen import Pen, smooth
from companion.screen.pictures import Pictures
from companion.screen.poster import poster_picture
from companion.screen.row_plan import Columns, RowPlace, RowPlanner, RowsPlan
from companion.screen.signs import check_box, tone_colour, tone_sign
from companion.screen.text import Fonts, set_text
from companion.screen.theme import Rgb, mix


def _faded() -> Rgb:
    """Return the colour of what is done or cannot be chosen now: set back, but still to be read."""
    return mix(theme.TEXT_FAINT, theme.TEXT_SOFT, 0.55)


class RowList:
    """Rows of one page, painted as planned; the selected one is set apart."""

    def __init__(self, canvas: Canvas, pictures: Pictures, planner: RowPlanner) -> None:
        self._canvas, self._pictures, self._planner = canvas, pictures, planner
        self._fonts: Fonts = canvas.fonts

    @property
    def plan(self) -> RowsPlan:
        """Plan of the rows."""
        return self._planner.plan

    @property
    def scrolls(self) -> bool:
        """True if not all rows are in sight."""
        return self._planner.scrolls

    def paint(self) -> None:
        """Paint the rows in sight, and the pager."""
        for place in self.plan.places:
            self._row(place)
        if self.plan.pager:
            self._paint_pager_half(self.plan.pager[0], self.plan.above, up=True)
            self._paint_pager_half(self.plan.pager[1], self.plan.below, up=False)

    def _row(self, place: RowPlace) -> None:
        row, box = place.row, place.box
        letters = self._planner.letters_in(place)
        columns = self._planner.columns(row, letters, box.width)
        selected = place.index == self._planner.selected
        self._plate(row, box, selected)
        if row.bar is not None:
            self._bar(row.bar, box)
        if columns.tone is not None:
            self._tone_sign(row, round(columns.tall * 0.78), (box.left + columns.tone + columns.tall / 2, box.centery))
        if row.sign is not None:
            middle = (box.left + columns.sign + columns.tall / 2, box.centery)
            self._game_sign(row.sign, row.tone, middle, columns.tall)
            if columns.tone is None:
                corner = (middle[0] - 0.38 * columns.tall, middle[1] + 0.38 * columns.tall)
                self._tone_sign(row, round(columns.tall * 0.42), corner)
        self._texts(row, box, columns, letters, selected)

    def _plate(self, row: Row, box: pygame.Rect, selected: bool) -> None:
        surface, corner = self._canvas.surface, self._canvas.layout.gap // 2
        if selected:
            pygame.draw.rect(surface, mix(theme.PANEL_RAISED, theme.ACCENT, 0.2), box, border_radius=corner)
            pygame.draw.rect(surface, theme.ACCENT, box, max(2, self._canvas.layout.short // 240), border_radius=corner)
        elif row.tone is Tone.NOW:
            pygame.draw.rect(surface, mix(theme.PANEL, theme.ACCENT, 0.14), box, border_radius=corner)
        elif row.id:
            pygame.draw.rect(surface, theme.PANEL_RAISED, box, border_radius=corner)
        else:
            pygame.draw.rect(surface, theme.PANEL, box, border_radius=corner)

    def _bar(self, share: float, box: pygame.Rect) -> None:
        width = round(min(max(share, 0.0), 1.0) * box.width)
        if width:
            filled = pygame.Rect(box.left, box.top, width, box.height)
            corner = min(self._canvas.layout.gap // 2, width // 2)
            pygame.draw.rect(self._canvas.surface, mix(theme.PANEL, theme.ACCENT, 0.3), filled, border_radius=corner)

    def _tone_sign(self, row: Row, size: int, middle: tuple[float, float]) -> None:
        """Draw the tick's box, or the sign of the row's tone if it has one."""
        sign = tone_sign(row.tone, size) if row.done is None else check_box(row.done, row.tone, size)
        if sign is not None:
            self._canvas.blit(sign, middle)

    def _game_sign(self, sign: object, tone: Tone, middle: tuple[float, float], size: int) -> None:
        picture = (
            poster_picture(self._fonts, sign, (size, size))
            if isinstance(sign, Poster)
            else self._pictures.sign(sign, size)
        )
        if tone is Tone.FADED:
            picture = picture.copy()
            picture.set_alpha(90)
        self._canvas.blit(picture, middle)

    def _texts(self, row: Row, box: pygame.Rect, columns: Columns, letters: int, selected: bool) -> None:
        colour = _faded() if row.tone is Tone.FADED and not selected else theme.TEXT
        room = pygame.Rect(box.left + columns.text_left, box.top, columns.text_width, box.height)
        if row.detail and not self._planner.leaves_out_detail(row):
            text = set_text(self._fonts, row.text, room.width, letters, bold=row.tone is Tone.NOW)
            detail = set_text(self._fonts, row.detail, room.width, self._planner.detail(letters))
            top = max(room.top, room.centery - (text.height + detail.height) // 2)
            upper = pygame.Rect(room.left, top, room.width, min(text.height, room.bottom - top))
            # Where rows are squeezed, one line reaches into the gap below rather than over the row's text, or is small.
            line, left = detail.height // len(detail.lines), box.bottom - upper.bottom
            if line > left + self._canvas.layout.gap // 2:
                line = set_text(self._fonts, row.detail, room.width, self._canvas.layout.least).line_height
            height = max(line, min(detail.height, left))
            lower = pygame.Rect(room.left, upper.bottom, room.width, height)
            self._canvas.write(
                row.detail, lower, theme.TEXT_SOFT, largest=self._planner.detail(letters), may_be_cut=True
            )
            room = upper
        self._canvas.write(row.text, room, colour, largest=letters, bold=row.tone is Tone.NOW)
        if row.value:
            value = pygame.Rect(box.right - columns.pad - columns.value_width, box.top, columns.value_width, box.height)
            shade = theme.ACCENT if selected or row.tone is Tone.NOW else tone_colour(row.tone)
            self._canvas.write(row.value, value, shade, largest=letters, bold=True, across=1.0)

    def _paint_pager_half(self, box: pygame.Rect, count: int, *, up: bool) -> None:
        """Paint one half of the pager, with the number of further rows in this direction."""
        surface, corner = self._canvas.surface, self._canvas.layout.gap // 2
        pygame.draw.rect(surface, theme.PANEL_RAISED if count else theme.PANEL, box, border_radius=corner)
        side = round(0.5 * box.height)
        colour = theme.ACCENT if count else theme.LINE

        def paint(pen: Pen) -> None:
            tip = -0.6 if up else 0.6
            pen.shape(colour, [(-0.9, -tip), (0.9, -tip), (0.0, tip)])

        number = str(count) if count else ""
        letters = self._canvas.layout.letters(scale.MIDDLE)
        width = self._fonts.width(number, letters, True) + 4
        left = box.centerx - (side + self._canvas.layout.gap + width) // 2
        self._canvas.blit(smooth((side, side), paint), (left + side / 2, box.centery))
        room = pygame.Rect(left + side + self._canvas.layout.gap, box.top, width, box.height)
        self._canvas.write(number, room, theme.ACCENT, largest=letters, bold=True, wrap=False, across=0.5)
