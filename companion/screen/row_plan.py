"""Plan of the rows of a list: letters as large as they fit, side by side if necessary.

Long lists scroll.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product, takewhile
from math import ceil

import pygame

from companion.screen import scale
from companion.screen.page_layout import PageLayout
from companion.screen.pages import Row, Tone
from companion.screen.signs import has_sign
from companion.screen.text import Fonts, set_text, widest_unit

#: At most this share of a row's width is for its value, unless it is one long word.
_VALUE_SHARE = 0.5
#: At most so many rows stand side by side.
MOST_ABREAST = 4
#: Side of the signs, in letters; where columns have no room for their words it is the smaller one.
_SIGN = {False: 1.45, True: 1.2}
#: Least space above and below a row's text, in letters; the smaller one goes with the smaller signs.
_PADDING = {False: 0.22, True: 0.12}
#: Space beside signs and values, in letters; the smaller one goes with the smaller signs.
_PAD = {False: 0.5, True: 0.32}
#: Number of rows up to which a list is chosen from and shall be in sight as a whole, in a narrow window if only in
#: smaller letters. Longer lists are read, and turned over.
CHOSEN_FROM = 19
#: Least room of a list that is turned over, in heights of what can be touched: its pager and two rows.
LEAST_ROWS = 3
#: A row that can be touched grows by so much (shares of what can be touched at least) where there is room.
_GROWTH = 0.4
#: Rows of a list that scrolls stand side by side where this is at most so many times as high as if all were one line.
_WORTH = 1.4


@dataclass(frozen=True)
class RowPlace:
    """A row and the room it takes."""

    row: Row
    index: int
    box: pygame.Rect


@dataclass(frozen=True)
class RowsPlan:
    """Places of the rows of a list, the size of their letters (pixels), and the hidden rows.

    The hidden rows are counted above and below.
    """

    places: tuple[RowPlace, ...]
    letters: int
    above: int = 0
    below: int = 0
    pager: tuple[pygame.Rect, pygame.Rect] | None = None
    """Below a list that scrolls: where it is turned over, up and down."""
    abreast: int = 1
    """Number of rows side by side."""
    tight: bool = False
    """Whether signs and the spaces beside them are small."""

    @property
    def in_sight(self) -> range:
        """The indices of the rows in sight."""
        return range(self.above, self.above + len(self.places))

    @property
    def step(self) -> int:
        """Mean height (pixels) of a row with the space below it."""
        return max(1, (self.places[-1].box.bottom - self.places[0].box.top) // len(self.places))


@dataclass(frozen=True)
class Columns:
    """Columns of a row, from left to right, all in pixels within the row's box."""

    pad: int
    tall: int
    """The side of the signs."""
    tone: int | None
    """Left edge of the tone's sign or the tick; None: it has no place, or stands on the game's sign."""
    sign: int
    """Left edge of the game's sign."""
    text_left: int
    text_width: int
    value_width: int


def row_in_focus(rows: Sequence[Row], selected: int | None) -> int:
    """Return the index of the selected row, else of the current row or the first open task.

    The current row is the one that counts now; an open task is one that is not done.
    """
    if selected is not None:
        return min(selected, len(rows) - 1)
    current = next((index for index, row in enumerate(rows) if row.tone is Tone.NOW), None)
    return next((index for index, row in enumerate(rows) if row.done is False), 0) if current is None else current


def _count_notes(rows: Sequence[Row]) -> int:
    """Return the number of leading rows that only say something about the choices after them."""

    def is_note(row: Row) -> bool:
        # What matters now, or waits as Start does, is a choice soon: it does not move then.
        is_choice_soon = row.tone in (Tone.NOW, Tone.WAITING)
        return not (row.id or row.value) and row.sign is None and row.done is None and not is_choice_soon

    count = sum(1 for _ in takewhile(is_note, rows))
    return count if any(row.id for row in rows[count:]) else 0


class RowPlanner:
    """Planner of a page's rows in `box`, in letters from `largest` to `smallest` pixels.

    Rows before the choices that only say something take the whole width.

    If not all rows fit in the smallest letters, not even side by side, the list begins with the row of index `first`
    (or a little earlier, so that no room is left below its last row); without one the row in focus is in sight.
    `smaller`: the letters of a short list may be smaller still where all of it is in sight only then. `whole`: no
    value is torn, and no text beside a value for rows that stand side by side. `kept`: plan of the same list in the
    same box, before some of its texts changed; it stays where these have room in it.
    """

    def __init__(
        self,
        fonts: Fonts,
        layout: PageLayout,
        rows: Sequence[Row],
        box: pygame.Rect,
        largest: int,
        smallest: int,
        selected: int | None = None,
        first: int | None = None,
        most_abreast: int = MOST_ABREAST,
        *,
        smaller: bool = True,
        whole: bool = False,
        kept: RowsPlan | None = None,
    ) -> None:
        self._fonts = fonts
        self._layout = layout
        self._rows = rows
        self._box = box
        self.selected = selected
        self._first = first
        self._smallest = smallest
        self.has_signs = any(row.done is not None or has_sign(row.tone) for row in rows)
        self.has_game_signs = any(row.sign is not None for row in rows)
        self._space = max(2, layout.gap // 3)
        self._most_abreast = most_abreast
        self._may_be_smaller = smaller and len(rows) <= CHOSEN_FROM
        self._whole = whole
        self._notes = _count_notes(rows)
        self._details = sum(1 for row in rows if row.detail)
        self._are_ticks_touched = any(row.id and row.done is not None for row in rows)
        self._abreast = 1
        self._tight = False
        #: The most that notes' letters measure (pixels): they are smaller than the choices' where these fit only so.
        self._note_letters = layout.short
        #: By the row's identity (the planner keeps its rows), the letters' size, the width, and if signs are small.
        self._known_heights: dict[tuple[int, int, int, bool], int] = {}
        self._kept_plan = self._kept(kept) if kept is not None else None
        #: The letters' size (pixels), and if all rows fit in it.
        self._letters, self._fit = (0, False) if self._kept_plan is not None else self._searched(largest)

    @cached_property
    def plan(self) -> RowsPlan:
        """Plan of the rows."""
        if self._kept_plan is not None:
            return self._kept_plan
        return self._placed(self._heights(self._letters), self._letters) if self._fit else self._paged(self._letters)

    @property
    def scrolls(self) -> bool:
        """True if not all rows are in sight; known without the plan."""
        return not self._fit if self._kept_plan is None else self._kept_plan.pager is not None

    def _searched(self, largest: int) -> tuple[int, bool]:
        if self._is_far_too_long():
            return self._smallest, False
        sizes = [self._smallest]
        if self._may_be_smaller:
            # A narrow window, which nobody reads from afar, has letters of any size for them.
            sizes += range(min(self._smallest, self._layout.letters(scale.SMALL)) - 1, self._layout.least - 1, -1)
        if not any(self._try_fit_below_notes(letters) for letters in sizes):
            return self._smallest, False
        low, high = self._smallest, max(self._smallest, largest)
        lines = self._lines(low) if low < high else 0
        while low < high:
            middle = (low + high + 1) // 2
            fits = self._fits(middle) and self._words_fit(middle, self._width)
            # Side by side, rows of one line are easier to read than larger ones of two.
            if fits and (self._abreast == 1 or self._lines(middle) <= lines):
                low = middle
            else:
                high = middle - 1
        return low, True

    def _kept(self, kept: RowsPlan) -> RowsPlan | None:
        """Return the plan with its rows as they are now; None if their texts need more room."""
        self._abreast, self._tight = kept.abreast, kept.tight
        all_there = kept.above + len(kept.places) + kept.below == len(self._rows)
        stays = kept.pager is None or (self._first == kept.above and kept.pager[0].bottom == self._box.bottom)
        if all_there and stays and all(self._has_room(place, self._layout.least) for place in kept.places):
            places = tuple(replace(place, row=self._rows[place.index]) for place in kept.places)
            return replace(kept, places=places)
        if kept.pager is not None:
            return self._paged(kept.letters, kept.abreast)
        self._abreast, self._tight = 1, False
        return None

    def letters_in(self, place: RowPlace) -> int:
        """Return the letters' size (pixels) of a row: the plan's, unless its text has grown."""
        sizes = range(self.plan.letters, self._layout.least, -1)
        return next((size for size in sizes if self._has_room(place, size)), min(self.plan.letters, self._layout.least))

    def _has_room(self, place: RowPlace, letters: int) -> bool:
        """Return True if the row fits in its place, if need be with a small detail."""
        row, bold = self._rows[place.index], self._rows[place.index].tone is Tone.NOW
        columns = self.columns(row, letters, place.box.width)
        text = set_text(self._fonts, row.text, columns.text_width, letters, bold=bold).height
        if row.detail and not self.leaves_out_detail(row):
            # Of a detail one line must have room.
            text += set_text(self._fonts, row.detail, columns.text_width, self._layout.least).line_height
        value = set_text(self._fonts, row.value, columns.value_width, letters, bold=True).height
        words = widest_unit(self._fonts, row.text, letters, bold=bold)
        fits = max(text, value) <= place.box.height and words <= columns.text_width
        return fits and place.box.bottom <= self._box.bottom

    def _is_far_too_long(self) -> bool:
        """Return True if it is clear, without setting any text, that not all rows fit."""
        lines = -(-len(self._rows) // self._most_abreast)
        return lines * (self._smallest + self._space) > self._box.height

    # --- how high the rows are ------------------------------------------------------------------------------------

    def _fits(self, letters: int, room: int | None = None) -> bool:
        """Return True if all rows fit in letters of this size as they stand now.

        `room`: height (pixels); None: that of the box.
        """
        lines = self._indices_of_lines(0, len(self._rows))
        least = self._least_height(min(letters, self._note_letters))
        left = (self._box.height if room is None else room) - self._space * (len(lines) - 1) - least * len(lines)
        # Most that is tried has no room by far: few of its texts are set.
        for indices in lines if left >= 0 else ():
            left -= max(self._height_at(index, letters) for index in indices) - least
            if left < 0:
                break
        return left >= 0

    def _try_fit_below_notes(self, letters: int) -> bool:
        """Try to fit all rows in letters of this size, notes in smaller ones if necessary."""
        smallest = self._layout.least if self._notes and self._may_be_smaller else letters
        for note_letters in (self._layout.short, *range(letters - 1, smallest - 1, -1)):
            self._note_letters = note_letters
            if self._try_fit(letters):
                return True
        self._note_letters = self._layout.short
        return False

    def _try_fit(self, letters: int) -> bool:
        """Try to fit all rows in letters of this size, side by side if necessary.

        Returns True, and keeps this arrangement, if they fit.
        """
        for tight, abreast in product((False, True), range(1, self._most_abreast + 1)):
            self._tight, self._abreast = tight, abreast
            if self._fits(letters) and self._texts_fit(letters):
                self._smallest = letters
                self._tight = tight or self._reads_better_tight(letters)
                return True
        self._abreast, self._tight = 1, False
        return False

    def _texts_fit(self, letters: int) -> bool:
        """Return True if no word is torn by rows side by side, and, if they must be whole, no row."""
        if self._abreast > 1 and not self._words_fit(letters, self._width):
            return False
        return not (self._whole and any(row.value and self._is_torn(row, letters) for row in self._rows))

    def _is_torn(self, row: Row, letters: int) -> bool:
        """Return True if its value takes two lines, or its text more than in the whole width."""
        columns, alone = (self.columns(row, letters, width) for width in (self._width, self._box.width))
        if self._fonts.width(row.value, letters, True) > columns.value_width:
            return True
        lines, least = (
            len(set_text(self._fonts, row.text, room.text_width, letters, bold=self._is_bold(row)).lines)
            for room in (columns, alone)
        )
        return lines > least

    def _reads_better_tight(self, letters: int) -> bool:
        """Return True if rows side by side are in fewer lines with small signs."""
        if self._abreast == 1 or any(row.detail for row in self._rows):
            return False
        lines = self._lines(letters)
        self._tight = True
        return self._lines(letters) < lines

    def _words_fit(self, letters: int, width: int) -> bool:
        """Return True if no word is wider than its room."""
        for index, row in enumerate(self._rows):
            room = self.columns(row, letters, self._box.width if index < self._notes else width).text_width
            if widest_unit(self._fonts, row.text, letters, bold=row.tone is Tone.NOW) > room:
                return False
            detail = "" if self.leaves_out_detail(row) else row.detail
            if detail and widest_unit(self._fonts, detail, self.detail(letters)) > room:
                return False
        return True

    def _lines(self, letters: int) -> int:
        """Return the number of lines of all texts and values together."""
        count = 0
        for index, row in enumerate(self._rows):
            columns = self.columns(row, letters, self._width_at(index))
            text = set_text(self._fonts, row.text, columns.text_width, letters, bold=row.tone is Tone.NOW)
            value = set_text(self._fonts, row.value, columns.value_width, letters, bold=True)
            count += len(text.lines) + len(value.lines)
        return count

    @property
    def _width(self) -> int:
        return (self._box.width - (self._abreast - 1) * self._space) // self._abreast

    def _width_at(self, index: int) -> int:
        return self._box.width if index < self._notes else self._width

    def _heights(self, letters: int, first: int = 0, after: int | None = None) -> list[int]:
        return [self._height_at(index, letters) for index in range(len(self._rows))[first:after]]

    def _height_at(self, index: int, letters: int) -> int:
        letters = min(letters, self._note_letters) if index < self._notes else letters
        return self._height(self._rows[index], letters, self._width_at(index))

    def _height(self, row: Row, letters: int, width: int) -> int:
        # Looking for the size of the letters asks for the same heights several times.
        key = id(row), letters, width, self._tight
        if key not in self._known_heights:
            self._known_heights[key] = self._measured_height(row, letters, width)
        return self._known_heights[key]

    def _measured_height(self, row: Row, letters: int, width: int) -> int:
        columns = self.columns(row, letters, width)
        bold = self._is_bold(row)
        texts = (row.text, row.room_for) if row.room_for else (row.text,)
        text = max(
            set_text(self._fonts, text_of_row, columns.text_width, letters, bold=bold).height for text_of_row in texts
        )
        if row.detail and not self.leaves_out_detail(row):
            text += set_text(self._fonts, row.detail, columns.text_width, self.detail(letters)).height
        value = set_text(self._fonts, row.value, columns.value_width, letters, bold=True).height if row.value else 0
        height = max(text, value, columns.tall) + 2 * self._padding(letters)
        return max(height, self._layout.touch) if row.id or self._is_ticked_by_touch(row) else height

    def _is_bold(self, row: Row) -> bool:
        """Return True if the row's text is bold now or later.

        What is ticked in turn has room for bold letters: it needs no more when its turn comes.
        """
        return row.tone is Tone.NOW or (row.done is not None and row.id != "")

    def _is_ticked_by_touch(self, row: Row) -> bool:
        """Return True if it can be touched at other times, as others like it now: it stays as high."""
        return row.done is not None and self._are_ticks_touched

    def _padding(self, letters: int) -> int:
        return max(2, round(_PADDING[self._tight] * letters))

    def _least_height(self, letters: int) -> int:
        """Return the height (pixels) of a row of one line that cannot be touched: no row is lower."""
        return round(_SIGN[self._tight] * letters) + 2 * self._padding(letters)

    def _indices_of_lines(self, first: int, after: int) -> list[range]:
        """Return the indices of the rows in each line: a note, or rows side by side.

        The leftmost column is filled first.
        """
        begin = min(max(first, self._notes), after)
        per_column = -(-(after - begin) // self._abreast)
        notes = [range(index, index + 1) for index in range(first, begin)]
        return [*notes, *(range(begin + line, after, per_column) for line in range(per_column))]

    def _lying(self, heights: Sequence[int], first: int = 0) -> list[int]:
        """Return the heights of the lines of rows, which begin with the row of index `first`."""
        lines = self._indices_of_lines(first, first + len(heights))
        return [max(heights[index - first] for index in indices) for indices in lines]

    def _total(self, heights: Sequence[int], first: int = 0) -> int:
        lines = self._lying(heights, first)
        return sum(lines) + self._space * (len(lines) - 1)

    def detail(self, letters: int) -> int:
        """Return the size of details beside letters of this size: the page's next smaller one."""
        return max((size for size in self._layout.sizes if size < letters), default=letters)

    def leaves_out_detail(self, row: Row) -> bool:
        """Return True for a choice whose detail has no room: that it is in sight counts more.

        Not in a list that is about its details.
        """
        return self._tight and row.id != "" and 2 * self._details < len(self._rows)

    def columns(self, row: Row, letters: int, width: int) -> Columns:
        """Return the columns of a row of this width."""
        pad, tall = round(_PAD[self._tight] * letters), round(_SIGN[self._tight] * letters)
        # One below the other, all texts begin at the same place. Side by side, nothing keeps a place free for a sign
        # that it does not have, and a tone's sign stands on the game's.
        alone = self._abreast == 1
        left, tone = pad, None
        if self.has_signs and (alone or row.done is not None or (has_sign(row.tone) and row.sign is None)):
            left, tone = left + tall + pad, left
        sign = left
        if self.has_game_signs and (alone or row.sign is not None):
            left += tall + pad
        room = width - left - pad
        value = 0
        if row.value:
            value = self._fonts.width(row.value, letters, True)
            if self._text_width(row, letters) + pad + value > room:
                widest = max(round(room * _VALUE_SHARE), widest_unit(self._fonts, row.value, letters, bold=True))
                value = min(value, widest)
        return Columns(pad, tall, tone, sign, left, max(1, room - (value + pad if value else 0)), value)

    def _text_width(self, row: Row, letters: int) -> int:
        """Return the width (pixels) of the row's longest text in one line."""
        widths = [self._fonts.width(text, letters, self._is_bold(row)) for text in (row.text, row.room_for)]
        return max(*widths, self._fonts.width(row.detail, self.detail(letters)))

    # --- where they lie -------------------------------------------------------------------------------------------

    def _placed(self, heights: Sequence[int], letters: int) -> RowsPlan:
        """Return all rows, in as many columns as they need, in all of the room that they can use."""
        lines = len(self._lying(heights))
        free = self._box.height - self._total(heights)
        more = min(free // lines, round(_GROWTH * self._layout.touch)) if lines else 0
        places = tuple(self._places([height + more for height in heights], 0))
        return RowsPlan(places, letters, abreast=self._abreast, tight=self._tight)

    def _places(self, heights: Sequence[int], first: int) -> Iterator[RowPlace]:
        """Yield the rows from index `first` on, of these heights."""
        lines, places, top = self._lying(heights, first), list[RowPlace](), self._box.top
        for high, indices in zip(lines, self._indices_of_lines(first, first + len(heights)), strict=True):
            for column, index in enumerate(indices):
                left = self._box.left + column * (self._width + self._space)
                places.append(RowPlace(self._rows[index], index, pygame.Rect(left, top, self._width_at(index), high)))
            top += high + self._space
        yield from sorted(places, key=lambda place: place.index)

    def _paged(self, letters: int, abreast: int = 0) -> RowsPlan:
        """Return a plan of as many rows as there is room for above the pager.

        `abreast`: number of rows side by side; 0: as many as are worth it.
        """
        self._abreast = abreast or self._abreast_when_paged(letters)
        high = round(0.8 * self._layout.touch)
        half = (self._box.width - self._space) // 2
        up = pygame.Rect(self._box.left, self._box.bottom - high, half, high)
        down = pygame.Rect(self._box.right - half, up.top, half, high)
        room = max(1, self._box.height - high - self._space)
        first = self._first_in_sight(letters, room)
        after = first + 1
        while after < len(self._rows) and self._high(first, after + 1, letters) <= room:
            after += 1
        heights = [min(height, room) for height in self._heights(letters, first, after)]
        places = self._places(heights, first)
        return RowsPlan(tuple(places), letters, first, len(self._rows) - after, (up, down), self._abreast)

    def _abreast_when_paged(self, letters: int) -> int:
        """Return the number of rows side by side that brings clearly more of them into sight."""
        alone = self._total(self._heights(letters))
        best = 1
        for abreast in range(2, self._most_abreast + 1):
            self._abreast = abreast
            worth = ceil(alone * _WORTH / abreast) - 1
            if self._fits(letters, worth) and self._words_fit(letters, self._width):
                best = abreast
        self._abreast = 1
        return best

    def _high(self, first: int, after: int, letters: int) -> int:
        """Return the height (pixels) of the rows from index `first` on, before `after`."""
        return self._total(self._heights(letters, first, after), first)

    def _first_in_sight(self, letters: int, room: int) -> int:
        last = len(self._rows) - 1
        if self._first is not None:
            return min(self._first, self._first_above(last, letters, room))
        focus = row_in_focus(self._rows, self.selected)
        # The one after the row in focus is in sight too.
        return min(focus, self._first_above(min(focus + 1, last), letters, room))

    def _first_above(self, last: int, letters: int, room: int) -> int:
        """Return the first of as many rows as have room down to this last one."""
        first = last
        while first > 0 and self._high(first - 1, last + 1, letters) <= room:
            first -= 1
        return first
