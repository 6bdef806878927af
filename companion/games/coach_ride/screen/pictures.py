"""Pictures of Coach Ride: the seats round the table in their order.

In the middle is what goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from companion.games.coach_ride.colours import COLOURS, LETTERS
from companion.games.coach_ride.language import say
from companion.games.coach_ride.table_view import ClaimView, FightView, SeatView, TableView, TradeView
from companion.games.coach_ride.words import card_name, first_name
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.drawings import Drawings
from companion.screen.pages import Tone
from companion.screen.painted_pictures import PaintedPictures
from companion.screen.pen import Painter, Pen
from companion.screen.pictures import BoardShrinking
from companion.screen.signs import tone_colour, tone_sign
from companion.screen.text import fit
from companion.screen.theme import INK, Rgb, mix
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.claims import ENOUGH
from engine.coach_ride.events import Support
from engine.coach_ride.state import Half, Winner

_TABLE: Rgb = (44, 34, 30)
_EDGE: Rgb = (86, 62, 44)
_ATTACK: Rgb = (238, 130, 60)
_DEFENCE: Rgb = (82, 178, 120)
#: Greatest height of a name's letters, as a share of their line.
_NAME = 0.72
#: Greatest height of a profession's letters, as a share of their line.
_PROFESSION = 0.66
#: In a narrow seat the number of items is no higher than this share of its width, so that signs have room beside it.
_HAND = 0.34


@dataclass(frozen=True)
class _Letters:
    """Heights (pixels) of the letters at all seats."""

    name: int
    profession: int


#: Drawings of items, professions, sides and other signs.
_DRAWINGS = Drawings(Path(__file__).parent / "signs")


class CoachRidePictures(PaintedPictures):
    """Persons, cards, and the table."""

    board_shrinking = BoardShrinking.EVERYWHERE

    # --- signs ----------------------------------------------------------------------------------------------------

    def emblem_painter(self) -> Painter:
        """Return what paints a castle on a hill."""
        return _DRAWINGS.painter("emblem")

    def sign_painter(self, sign: object) -> Painter:
        """Return what paints a person, a card, a side, a sword or a shield."""
        match sign:
            case Item() | Profession() | Association() | Support():
                return _DRAWINGS.painter(sign)
        return partial(self._paint_person, person=Person(str(sign)))

    def _paint_person(self, pen: Pen, person: Person) -> None:
        """Paint a person's disc with letters."""
        pen.disc(INK, (0, 0), 1)
        pen.disc(COLOURS[person], (0, 0), 0.93)
        self.write(pen, LETTERS[person], (0, 0), 0.92)

    # --- the table ------------------------------------------------------------------------------------------------

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint the table's top, everyone round it, and the middle."""
        view = board if isinstance(board, TableView) else TableView(())
        boxes, middle = seat_boxes(box, len(view.seats))
        inner = box.inflate(-box.width // 8, -box.height // 6)
        pygame.draw.rect(canvas.surface, _EDGE, inner.inflate(8, 8), border_radius=inner.height // 4)
        pygame.draw.rect(canvas.surface, _TABLE, inner, border_radius=inner.height // 4)
        letters = self._letters(boxes, view.seats, canvas.layout.least)
        for seat, place in zip(view.seats, boxes, strict=True):
            self._paint_seat(canvas, place, seat, letters)
        if view.seats:
            self._paint_middle(canvas, middle, view)

    def place_boxes(self, box: pygame.Rect, board: object | None) -> Mapping[str, pygame.Rect]:
        """Return the persons' seats; before them the halves of those who may declare support."""
        view = board if isinstance(board, TableView) else TableView(())
        boxes = list(zip(view.seats, seat_boxes(box, len(view.seats))[0], strict=True))
        halves = {}
        for seat, seat_box in boxes:
            if seat.supports:
                half = seat_box.width // 2
                halves[f"{Support.SWORD} {seat.who}"] = pygame.Rect(seat_box.left, seat_box.top, half, seat_box.height)
                halves[f"{Support.SHIELD} {seat.who}"] = pygame.Rect(
                    seat_box.left + half, seat_box.top, half, seat_box.height
                )
        return {**halves, **{str(seat.who): seat_box for seat, seat_box in boxes}}

    # --- a seat ---------------------------------------------------------------------------------------------------

    def _letters(self, boxes: Sequence[pygame.Rect], seats: Sequence[SeatView], least: int) -> _Letters:
        """Return the largest letters with which all names and professions fit at every seat.

        They are not below `least` pixels if these fit.
        """
        if not seats:
            return _Letters(0, 0)
        head, _, last = self._parts(boxes[0], least)
        names = [first_name(seat.who) for seat in seats]
        professions = [card_name(seat.profession) for seat in seats if seat.profession]
        return _Letters(
            self._common_size(names, head, max(least, _NAME * head.height), bold=True),
            self._common_size(professions, last, max(least, _PROFESSION * last.height)),
        )

    def _parts(self, box: pygame.Rect, least: int) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the boxes of a seat's name, hand and cards.

        They are three lines. In a seat too low for three lines of letters of `least` pixels hand and cards share one.
        """
        pad = max(3, box.height // 22)
        inner = box.inflate(-4 * pad, -2 * pad)
        lines = 2 if inner.height // 3 < self.fonts.get(least, bold=True).get_height() else 3
        head, below, last = (
            pygame.Rect(inner.left, inner.top + number * (inner.height // lines), inner.width, inner.height // lines)
            for number in range(3)
        )
        if lines == 2:
            half = inner.width // 2
            below.width, last = half, pygame.Rect(below.left + half, below.top, inner.width - half, below.height)
        return head, below, last

    def _common_size(self, texts: Sequence[str], room: pygame.Rect, most: float, *, bold: bool = False) -> int:
        sizes = (fit(self.fonts, text, room.size, round(most), 1, bold=bold, wrap=False).size for text in texts)
        return min(sizes, default=1)

    def _paint_seat(self, canvas: Canvas, box: pygame.Rect, seat: SeatView, letters: _Letters) -> None:
        """Paint a seat.

        It says who it is, in their colour; how many items and which profession; what is used or shown.
        """
        ground, corner = mix(theme.PANEL_RAISED, COLOURS[seat.who], 0.12), canvas.layout.gap // 2
        canvas.plate(box, ground)
        head, below, last = self._parts(box, canvas.layout.least)
        band = pygame.Rect(box.left, box.top, box.width, head.bottom - box.top)
        pygame.draw.rect(
            canvas.surface, COLOURS[seat.who], band, border_top_left_radius=corner, border_top_right_radius=corner
        )
        if seat.tone is not Tone.PLAIN or seat.turn:
            width = max(2, box.height // (22 if seat.tone is not Tone.PLAIN else 44))
            colour = tone_colour(seat.tone) if seat.tone is not Tone.PLAIN else theme.ACCENT
            pygame.draw.rect(canvas.surface, colour, box.inflate(width, width), width, border_radius=corner)
        # Where a name could not be read its first letters must do, as on the person's sign.
        least = canvas.layout.least
        name = first_name(seat.who) if letters.name >= least else LETTERS[seat.who]
        canvas.write(name, head, INK, largest=max(least, letters.name), bold=True, wrap=False)
        self._paint_hand(canvas, below, seat)
        if seat.supports:
            self._paint_sides(canvas, last)
        else:
            self._paint_cards(canvas, last, seat, letters.profession)

    def _paint_sides(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Paint at either end which side a touch on that half declares."""
        side = round(min(room.height * 0.95, room.width * 0.3))
        for face, x in ((Half.ATTACK, room.left + side / 2), (Half.DEFENCE, room.right - side / 2)):
            picture = self._kept.painted(("half", face), side, _faint(_FACES[str(face)]))
            canvas.blit(picture, (x, room.centery))

    def _face(self, seat: SeatView) -> str | None:
        if seat.half is not None:
            return str(seat.half)
        if seat.hypnotised:
            return "hypnotised"
        return "neutral" if seat.declared else None

    def _paint_hand(self, canvas: Canvas, room: pygame.Rect, seat: SeatView) -> None:
        """Paint the number of items beside a hand of cards, and the player's state.

        The state is how the player stands in a fight, and the open profession.
        """
        if seat.hand is None:
            return
        high = min(room.height, room.width * _HAND)
        side = round(high * 0.8)
        # The cards of the hand take less than their square.
        canvas.blit(
            self._kept.painted("hand", side, _DRAWINGS.painter("hand")), (room.left + side * 0.42, room.centery)
        )
        number = str(seat.hand)
        largest = round(high * 0.9)
        wide = self.fonts.width(number, largest, True) + 4
        words = pygame.Rect(room.left + round(side * 0.86), room.top, wide, room.height)
        canvas.write(number, words, theme.TEXT, largest=largest, bold=True, wrap=False)
        card = round(min(room.height * 0.95, (room.right - words.right) / 2.05))
        mark = self._face(seat)
        if mark is not None:
            canvas.blit(self._kept.painted(mark, card, _FACES[mark]), (room.right - card * 1.55, room.centery))
        if seat.profession is None:
            return
        middle = (room.right - card / 2, room.centery)
        picture = self.sign(seat.profession, card)
        if seat.used_up:
            picture = picture.copy()
            picture.fill((120, 120, 130, 255), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit(picture, middle)
        if seat.used_up:
            canvas.blit(self._kept.painted("used-up", card, _paint_used_up), middle)

    def _paint_cards(self, canvas: Canvas, room: pygame.Rect, seat: SeatView, letters: int) -> None:
        """Paint the cards that were used or shown; without any the profession's name."""
        shown: list[object] = [*([seat.shown] if seat.shown else []), *(seat.items or ()), *seat.used, *seat.idle]
        if not shown:
            # Where it could not be read its sign must do.
            if seat.profession and letters >= canvas.layout.least:
                canvas.write(card_name(seat.profession), room, theme.TEXT_SOFT, largest=letters, wrap=False)
            return
        side = round(min(room.height * 0.95, room.width / len(shown)))
        for number, card in enumerate(shown):
            picture = self.sign(card, side)
            if card in seat.idle:
                picture = picture.copy()
                picture.fill((110, 110, 120, 255), special_flags=pygame.BLEND_RGBA_MULT)
            canvas.blit(picture, (room.left + (number + 0.5) * side, room.centery))

    # --- the middle -----------------------------------------------------------------------------------------------

    def _paint_middle(self, canvas: Canvas, box: pygame.Rect, view: TableView) -> None:
        """Paint the pile and the limit below; above what goes on."""
        high = max(box.height // 4, round(1.25 * canvas.layout.least))
        foot = pygame.Rect(box.left, box.bottom - high, box.width, high)
        above = pygame.Rect(box.left, box.top, box.width, box.height - foot.height)
        busy = view.fight or view.trade or view.claim
        text = say("Item pile {pile} · limit {limit}", pile=view.pile, limit=view.limit)
        if not busy:
            if view.pile is not None:
                self._paint_pile(canvas, above, view.pile)
            text = say("limit {n}", n=view.limit)
        if view.left:
            self._paint_left(canvas, foot, view.left)
        else:
            largest = max(canvas.layout.least, round(foot.height * 0.7))
            canvas.write(text, foot, theme.TEXT_SOFT, largest=largest, across=0.5, wrap=False)
        if view.claim is not None:
            self._paint_claim(canvas, above, view.claim)
        elif view.fight is not None:
            self._paint_fight(canvas, above, view.fight)
        elif view.trade is not None:
            self._paint_trade(canvas, above, view.trade)

    def _paint_left(self, canvas: Canvas, box: pygame.Rect, left: float) -> None:
        """Paint how long somebody may still speak: a bar that empties."""
        bar = box.inflate(-box.width // 6, -round(box.height * 0.45))
        pygame.draw.rect(canvas.surface, _EDGE, bar, border_radius=bar.height // 2)
        full = pygame.Rect(bar.left, bar.top, max(bar.height, round(bar.width * left)), bar.height)
        pygame.draw.rect(canvas.surface, theme.ACCENT, full, border_radius=bar.height // 2)

    def _paint_pile(self, canvas: Canvas, box: pygame.Rect, pile: int) -> None:
        side = min(box.height, box.width // 3)
        middle = (box.centerx - side * 0.6, box.centery)
        canvas.blit(self._kept.painted("pile", side, _DRAWINGS.painter("pile")), middle)
        words = pygame.Rect(box.centerx, box.top, box.right - box.centerx, box.height)
        canvas.write(str(pile), words, largest=round(side * 0.7), bold=True, wrap=False)

    def _paint_fight(self, canvas: Canvas, box: pygame.Rect, fight: FightView) -> None:
        """Paint both totals, large, each with its sign; the winner's stands out."""
        half = box.width // 2
        for left, total, side_sign, colour, won in (
            (box.left, fight.attack, Support.SWORD, _ATTACK, Winner.ATTACKER),
            (box.left + half, fight.defence, Support.SHIELD, _DEFENCE, Winner.DEFENDER),
        ):
            room = pygame.Rect(left, box.top, half, box.height)
            side = round(min(room.height * 0.62, room.width * 0.42))
            lost = fight.winner not in (None, won)
            canvas.blit(self.sign(side_sign, side), (room.left + room.width * 0.28, room.centery))
            words = pygame.Rect(room.left + round(room.width * 0.5), room.top, round(room.width * 0.5), room.height)
            shown = theme.TEXT_FAINT if lost else colour
            canvas.write(str(total), words, shown, largest=round(room.height * 0.78), bold=True, wrap=False)

    def _paint_trade(self, canvas: Canvas, box: pygame.Rect, trade: TradeView) -> None:
        """Paint two persons, an arrow from one to the other, and the item that is read out."""
        side = round(min(box.height * 0.8, box.width / 3.4))
        for player, share in ((trade.giver, 0.16), (trade.receiver, 0.84)):
            canvas.blit(self.sign(player, side), (box.left + box.width * share, box.centery))
        item = trade.item
        key = "both-ways" if trade.both_ways else "one-way"
        arrow = round(side * (0.6 if item else 0.9))
        up = box.centery - (side * 0.3 if item else 0)
        canvas.blit(self._kept.painted(key, arrow, _ARROWS[key]), (box.centerx, up))
        if item:
            canvas.blit(self.sign(item, round(side * 0.6)), (box.centerx, box.centery + side * 0.24))

    def _paint_claim(self, canvas: Canvas, box: pygame.Rect, claim: ClaimView) -> None:
        """Paint who claims, how many victory items are shown, and the verdict."""
        side = round(min(box.height * 0.8, box.width / 3))
        canvas.blit(self.sign(claim.by, side), (box.left + box.width * 0.2, box.centery))
        words = pygame.Rect(box.left + round(box.width * 0.4), box.top, round(box.width * 0.34), box.height)
        text = say("{n} of {all}", n=claim.found or 0, all=ENOUGH)
        canvas.write(text, words, largest=round(box.height * 0.5), bold=True, wrap=False)
        if claim.right is not None:
            verdict = tone_sign(Tone.GOOD if claim.right else Tone.BAD, round(side * 0.7))
            if verdict is not None:
                canvas.blit(verdict, (box.left + box.width * 0.86, box.centery))


def _paint_used_up(pen: Pen) -> None:
    pen.line(INK, [(-0.8, 0.8), (0.8, -0.8)], 0.3)
    pen.line(theme.TEXT, [(-0.8, 0.8), (0.8, -0.8)], 0.14)


def _faint(paint: Painter) -> Painter:
    """Return a sign in a ring: what can be touched."""

    def painted(pen: Pen) -> None:
        paint(pen)
        pen.ring(theme.TEXT_FAINT, (0, 0), 0.94, 0.12)

    return painted


def _paint_neutral(pen: Pen) -> None:
    pen.disc(INK, (0, 0), 1)
    pen.ring(theme.TEXT_FAINT, (0, 0), 0.7, 0.16)
    pen.line(theme.TEXT_FAINT, [(-0.4, 0), (0.4, 0)], 0.16)


def _paint_one_way(pen: Pen) -> None:
    pen.line(theme.TEXT, [(-0.8, 0), (0.5, 0)], 0.24)
    pen.shape(theme.TEXT, [(0.3, -0.5), (0.9, 0), (0.3, 0.5)])


def _paint_both_ways(pen: Pen) -> None:
    pen.line(theme.TEXT, [(-0.8, -0.36), (0.5, -0.36)], 0.2)
    pen.shape(theme.TEXT, [(0.4, -0.74), (0.9, -0.36), (0.4, 0.02)])
    pen.line(theme.TEXT, [(0.8, 0.36), (-0.5, 0.36)], 0.2)
    pen.shape(theme.TEXT, [(-0.4, -0.02), (-0.9, 0.36), (-0.4, 0.74)])


_FACES: dict[str, Painter] = {
    str(Half.ATTACK): _DRAWINGS.painter(Support.SWORD),
    str(Half.DEFENCE): _DRAWINGS.painter(Support.SHIELD),
    "neutral": _paint_neutral,
    "hypnotised": _DRAWINGS.painter("hypnotised"),
}
_ARROWS: dict[str, Painter] = {"one-way": _paint_one_way, "both-ways": _paint_both_ways}


#: By the number of players: how many sit at the top, at the right, at the bottom and at the left.
_SIDES: Mapping[int, tuple[int, int, int, int]] = {
    0: (0, 0, 0, 0),
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (2, 0, 1, 0),
    4: (2, 0, 2, 0),
    5: (3, 0, 2, 0),
    6: (3, 0, 3, 0),
    7: (3, 1, 3, 0),
    8: (3, 1, 3, 1),
    9: (4, 1, 4, 0),
    10: (4, 1, 4, 1),
}


def seat_boxes(box: pygame.Rect, players: int) -> tuple[list[pygame.Rect], pygame.Rect]:
    """Return the box of each seat, and the middle of the table."""
    top, right, bottom, left = _SIDES[players]
    columns = max(top, bottom, 2)
    gap = max(3, box.width // 90)
    width = (box.width - (columns + 1) * gap) // columns
    height = (box.height - 4 * gap) // 3
    rows = [box.top + gap + number * (height + gap) for number in range(3)]

    def line(count: int, y: int) -> list[pygame.Rect]:
        """Return boxes of so many seats side by side in the middle of a long side."""
        start = box.left + (box.width - count * width - (count - 1) * gap) // 2
        return [pygame.Rect(start + number * (width + gap), y, width, height) for number in range(count)]

    at_left = pygame.Rect(box.left + gap, rows[1], width, height)
    at_right = pygame.Rect(box.right - gap - width, rows[1], width, height)
    seats = [*line(top, rows[0]), *[at_right][:right], *reversed(line(bottom, rows[2])), *[at_left][:left]]
    inner_left = at_left.right if left else box.left + box.width // 14
    inner_right = at_right.left if right else box.right - box.width // 14
    return seats, pygame.Rect(inner_left + gap, rows[1], inner_right - inner_left - 2 * gap, height)
