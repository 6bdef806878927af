"""Lists: rows with signs, tokens, values and ticks; long ones show the part round the row that matters."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.finstere_flure.screen.canvas import Canvas
from companion.finstere_flure.screen.pen import Pen, smooth
from companion.finstere_flure.screen.signs import TONES, check_box, tone_sign
from companion.finstere_flure.screen.text import Fonts, set_text, widest_unit
from companion.finstere_flure.screen.theme import ACCENT, LINE, PANEL, PANEL_RAISED, TEXT, TEXT_FAINT, TEXT_SOFT, mix
from companion.finstere_flure.screen.tokens import token_picture
from companion.finstere_flure.table.pages import Row, Tone
from engine.finstere_flure.pieces import Side

#: At most this share of a row's width is for its value, unless it is one long word.
_VALUE_SHARE = 0.42
#: Letters of details, as a share of the row's.
_DETAIL = 0.78


@dataclass(frozen=True)
class RowPlace:
    """A row and the room it takes."""

    row: Row
    index: int
    box: pygame.Rect


@dataclass(frozen=True)
class RowsPlan:
    """Where the rows of a list lie, in letters of which size (pixels); how many are hidden above and below."""

    places: tuple[RowPlace, ...]
    letters: int
    above: int
    below: int
    strips: tuple[pygame.Rect, pygame.Rect]
    """Where the signs for the hidden rows stand, above and below."""

    @property
    def in_sight(self) -> range:
        """The indices of the rows in sight."""
        return range(self.above, self.above + len(self.places))

    @property
    def scrolls(self) -> bool:
        """Whether some rows are hidden."""
        return self.above + self.below > 0

    @property
    def step(self) -> int:
        """How high (pixels) a row is on an average, with the space below it."""
        return max(1, (self.places[-1].box.bottom - self.places[0].box.top) // len(self.places))


@dataclass(frozen=True)
class _Columns:
    """What stands in a row, from left to right, all in pixels within the row's box."""

    pad: int
    tall: int
    """The side of the signs."""
    signs: int
    text_left: int
    text_width: int
    value_width: int


def row_in_focus(rows: Sequence[Row], selected: int | None) -> int:
    """The index of the selected row; if none is, of the row that counts now or of the first task that is not done."""
    if selected is not None:
        return min(selected, len(rows) - 1)
    now = next((index for index, row in enumerate(rows) if row.tone is Tone.NOW), None)
    return next((index for index, row in enumerate(rows) if row.done is False), 0) if now is None else now


def _of_lines(heights: Sequence[int]) -> list[int]:
    """The heights of the lines of two columns, of which the first is filled first: the higher row's of each two."""
    half = (len(heights) + 1) // 2
    return [max(heights[line : line + half + 1 : half]) for line in range(half)]


class RowList:
    """Plans and paints the rows of one page in `box`, in letters from `largest` to `smallest` pixels.

    The row of index `selected` is set apart. If not all rows fit in the smallest letters, the list begins with the
    row of index `first` (or a little earlier, so that no room is left below its last row); without one it shows the
    part with the row in focus.
    """

    def __init__(
        self,
        canvas: Canvas,
        rows: Sequence[Row],
        box: pygame.Rect,
        largest: int,
        smallest: int,
        selected: int | None = None,
        first: int | None = None,
    ) -> None:
        self._canvas = canvas
        self._fonts: Fonts = canvas.fonts
        self._rows = rows
        self._box = box
        self._selected = selected
        self._first = first
        self._smallest = smallest
        self._has_signs = any(row.done is not None or tone_sign(row.tone, 8) is not None for row in rows)
        self._has_pictures = any(row.colour is not None or row.token is not None for row in rows)
        self._space = max(2, canvas.layout.gap // 3)
        self._abreast = 1
        self.plan = self._planned(largest)

    # --- where the rows lie ---------------------------------------------------------------------------------------

    def _planned(self, largest: int) -> RowsPlan:
        if self.needed > self._box.height and self._two_columns_do():
            self._abreast = 2
        # Where not all rows fit anyway, larger letters may cost a little more room.
        room = self._box.height if self.needed <= self._box.height else round(1.15 * self.needed)
        lines = self._lines(self._smallest)
        low, high = self._smallest, max(self._smallest, largest)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self._total(self._heights(middle)) <= room and self._words_fit(middle, self._width)
            # Side by side, rows of one line are easier to read than larger ones of two.
            if fits and (self._abreast == 1 or self._lines(middle) <= lines):
                low = middle
            else:
                high = middle - 1
        heights = self._heights(low)
        if self._total(heights) <= self._box.height:
            return self._placed(heights, low, 0, len(heights))
        heights = [min(height, self._box.height) for height in heights]
        first, end = self._window(heights, self._strip + self._space)
        return self._placed(heights, low, first, end)

    def _two_columns_do(self) -> bool:
        """Whether all rows fit in two columns."""
        width = (self._box.width - self._space) // 2
        if not self._words_fit(self._smallest, width):
            return False
        heights = _of_lines([self._height(row, self._smallest, width) for row in self._rows])
        return sum(heights) + self._space * (len(heights) - 1) <= self._box.height

    def _words_fit(self, letters: int, width: int) -> bool:
        """Whether no word is wider than its room."""
        for row in self._rows:
            room = self._columns(row, letters, width).text_width
            if widest_unit(self._fonts, row.text, letters, bold=row.tone is Tone.NOW) > room:
                return False
        return True

    def _lines(self, letters: int) -> int:
        """How many lines all texts and values need together."""
        count = 0
        for row in self._rows:
            columns = self._columns(row, letters, self._width)
            text = set_text(self._fonts, row.text, columns.text_width, letters, bold=row.tone is Tone.NOW)
            value = set_text(self._fonts, row.value, columns.value_width, letters, bold=True)
            count += len(text.lines) + len(value.lines)
        return count

    def _total(self, heights: Sequence[int]) -> int:
        """The height of rows of these heights, where two stand side by side the higher one's."""
        if self._abreast == 2:
            heights = _of_lines(heights)
        return sum(heights) + self._space * (len(heights) - 1)

    def _window(self, heights: Sequence[int], strip: int) -> tuple[int, int]:
        """The first row in sight and the one after the last."""
        focus = row_in_focus(self._rows, self._selected)
        for first in range(len(heights)):
            end = self._end(heights, strip, first)
            if self._first is not None:
                if first >= self._first or end == len(heights):
                    return first, end
            # The one after the row in focus is in sight too.
            elif min(focus + 1, len(heights) - 1) < end or first == focus:
                return first, end
        return 0, 0

    def _end(self, heights: Sequence[int], strip: int, first: int) -> int:
        """The row after the last in sight, if this one is the first."""
        end, used = first, strip if first else 0
        while end < len(heights):
            more = heights[end] + self._space
            last = end == len(heights) - 1
            if end > first and used + more - self._space + (0 if last else strip + self._space) > self._box.height:
                break
            used += more
            end += 1
        return end

    def _placed(self, heights: Sequence[int], letters: int, first: int, end: int) -> RowsPlan:
        if self._abreast == 2:
            return self._side_by_side(_of_lines(heights), letters)
        strip = self._strip
        above = pygame.Rect(self._box.left, self._box.top, self._box.width, strip)
        top = above.bottom + self._space if first else self._box.top
        places = []
        for index in range(first, end):
            room = self._box.bottom - top - (strip + self._space if end < len(heights) else 0)
            height = min(heights[index], room)
            box = pygame.Rect(self._box.left, top, self._box.width, height)
            places.append(RowPlace(self._rows[index], index, box))
            top = box.bottom + self._space
        below = pygame.Rect(self._box.left, min(top, self._box.bottom - strip), self._box.width, strip)
        return RowsPlan(tuple(places), letters, first, len(heights) - end, (above, below))

    def _side_by_side(self, heights: Sequence[int], letters: int) -> RowsPlan:
        """Two columns of rows, the first one filled first."""
        places = []
        for index, row in enumerate(self._rows):
            column, line = divmod(index, len(heights))
            left = self._box.left + column * (self._width + self._space)
            top = self._box.top + sum(heights[:line]) + line * self._space
            places.append(RowPlace(row, index, pygame.Rect(left, top, self._width, heights[line])))
        return RowsPlan(tuple(places), letters, 0, 0, (self._box, self._box))

    @property
    def _strip(self) -> int:
        """The height of the signs for hidden rows: fingers, which may miss it a little, turn the page there."""
        return round(0.7 * self._canvas.layout.touch)

    @property
    def _width(self) -> int:
        return (self._box.width - (self._abreast - 1) * self._space) // self._abreast

    def _heights(self, letters: int) -> list[int]:
        return [self._height(row, letters, self._width) for row in self._rows]

    def _height(self, row: Row, letters: int, width: int) -> int:
        columns = self._columns(row, letters, width)
        text = set_text(self._fonts, row.text, columns.text_width, letters, bold=row.tone is Tone.NOW).height
        if row.detail:
            text += set_text(self._fonts, row.detail, columns.text_width, self._detail(letters)).height
        value = set_text(self._fonts, row.value, columns.value_width, letters, bold=True).height
        height = max(text, value, columns.tall) + 2 * max(2, round(0.22 * letters))
        return max(height, self._canvas.layout.touch) if row.id else height

    def _detail(self, letters: int) -> int:
        return max(self._canvas.layout.least, round(letters * _DETAIL))

    def _columns(self, row: Row, letters: int, width: int) -> _Columns:
        pad = round(0.5 * letters)
        tall = round(1.45 * letters)
        # Signs and pictures have columns of their own, so that all texts begin at the same place.
        signs = pad
        left = signs + (tall + pad if self._has_signs else 0) + (tall + pad if self._has_pictures else 0)
        room = width - left - pad
        value = 0
        if row.value:
            widest = max(round(room * _VALUE_SHARE), widest_unit(self._fonts, row.value, letters, bold=True))
            value = min(self._fonts.width(row.value, letters, True), widest)
        return _Columns(pad, tall, signs, left, max(1, room - (value + pad if value else 0)), value)

    @property
    def needed(self) -> int:
        """The height (pixels) of all rows in the smallest letters."""
        return self._total(self._heights(self._smallest))

    # --- how they look --------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """The rows in sight, and signs for those that are not."""
        for place in self.plan.places:
            self._row(place)
        if self.plan.above:
            self._more(self.plan.strips[0], self.plan.above, up=True)
        if self.plan.below:
            self._more(self.plan.strips[1], self.plan.below, up=False)

    def _row(self, place: RowPlace) -> None:
        row, box = place.row, place.box
        letters = self.plan.letters
        columns = self._columns(row, letters, box.width)
        selected = place.index == self._selected
        self._plate(row, box, selected)
        left = box.left + columns.signs
        if self._has_signs:
            size = round(columns.tall * 0.78)
            sign = tone_sign(row.tone, size) if row.done is None else check_box(row.done, row.tone, size)
            if sign is not None:
                self._canvas.blit(sign, (left + columns.tall / 2, box.centery))
            left += columns.tall + columns.pad
        if self._has_pictures:
            self._picture(row, (left + columns.tall / 2, box.centery), columns.tall)
        self._texts(row, box, columns, selected)

    def _plate(self, row: Row, box: pygame.Rect, selected: bool) -> None:
        surface, corner = self._canvas.surface, self._canvas.layout.gap // 2
        if selected:
            pygame.draw.rect(surface, mix(PANEL_RAISED, ACCENT, 0.2), box, border_radius=corner)
            pygame.draw.rect(surface, ACCENT, box, max(2, self._canvas.layout.short // 240), border_radius=corner)
        elif row.tone is Tone.NOW:
            pygame.draw.rect(surface, mix(PANEL, ACCENT, 0.14), box, border_radius=corner)
        elif row.id:
            pygame.draw.rect(surface, PANEL_RAISED, box, border_radius=corner)
        else:
            pygame.draw.rect(surface, PANEL, box, border_radius=corner)

    def _picture(self, row: Row, middle: tuple[float, float], size: int) -> None:
        if row.token is not None:
            picture = self._canvas.sprites.token(row.token.id, row.token.side, size)
        elif row.colour is not None:
            picture = token_picture(self._fonts, row.colour, None, Side.WHITE, size)
        else:
            return
        if row.tone is Tone.FADED:
            picture = picture.copy()
            picture.set_alpha(90)
        self._canvas.blit(picture, middle)

    def _texts(self, row: Row, box: pygame.Rect, columns: _Columns, selected: bool) -> None:
        letters = self.plan.letters
        colour = TEXT_FAINT if row.tone is Tone.FADED and not selected else TEXT
        room = pygame.Rect(box.left + columns.text_left, box.top, columns.text_width, box.height)
        if row.detail:
            text = set_text(self._fonts, row.text, room.width, letters, bold=row.tone is Tone.NOW)
            detail = set_text(self._fonts, row.detail, room.width, self._detail(letters))
            top = max(room.top, room.centery - (text.height + detail.height) // 2)
            upper = pygame.Rect(room.left, top, room.width, min(text.height, room.bottom - top))
            lower = pygame.Rect(
                room.left, upper.bottom, room.width, max(1, min(detail.height, box.bottom - upper.bottom))
            )
            self._canvas.write(row.detail, lower, TEXT_SOFT, largest=self._detail(letters), may_be_cut=True)
            room = upper
        self._canvas.write(row.text, room, colour, largest=letters, bold=row.tone is Tone.NOW)
        if row.value:
            value = pygame.Rect(box.right - columns.pad - columns.value_width, box.top, columns.value_width, box.height)
            shade = ACCENT if selected or row.tone is Tone.NOW else TONES[row.tone]
            self._canvas.write(row.value, value, shade, largest=letters, bold=True, across=1.0)

    def _more(self, strip: pygame.Rect, count: int, *, up: bool) -> None:
        """There are so many more rows that way."""
        side = round(0.6 * strip.height)

        def paint(pen: Pen) -> None:
            tip = -0.6 if up else 0.6
            pen.shape(ACCENT, [(-0.9, -tip), (0.9, -tip), (0.0, tip)])

        surface, corner = self._canvas.surface, self._canvas.layout.gap // 2
        pygame.draw.rect(surface, mix(PANEL, ACCENT, 0.05), strip, border_radius=corner)
        pygame.draw.rect(surface, LINE, strip, 1, border_radius=corner)
        number = str(count)
        letters = max(self._canvas.layout.least, round(0.6 * strip.height))
        width = self._fonts.width(number, letters, True) + 4
        left = strip.centerx - (side + self._canvas.layout.gap + width) // 2
        self._canvas.blit(smooth((side, side), paint), (left + side / 2, strip.centery))
        box = pygame.Rect(left + side + self._canvas.layout.gap, strip.top, width, strip.height)
        self._canvas.write(number, box, ACCENT, largest=letters, bold=True, wrap=False, across=0.5)
