"""Pictures of Lifeboat: the boat row from the bow (top) to the stern.

Shape and word show the state of each character.
"""

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from companion.games.lifeboat.boat_view import BoatSeat, BoatView
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.colours import COLOURS
from companion.games.lifeboat.language import say
from companion.games.lifeboat.screen.drawings import DRAWINGS
from companion.games.lifeboat.words import character_letters, condition_name
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.pages import Tone
from companion.screen.painted_pictures import PaintedPictures
from companion.screen.pen import Painter, Pen, arc
from companion.screen.pictures import BoardShrinking
from companion.screen.signs import tone_colour
from companion.screen.text import fit
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.navigation import LAND
from engine.lifeboat.state import Condition

_SEA: Rgb = (16, 34, 52)
_HULL: Rgb = (96, 66, 40)
#: Height of the strip above the boat with birds and piles, in heights of a berth.
_HEAD = 0.62
#: Height of that strip in a fight, in heights of a berth: both sums are read across the table.
_FIGHT_HEAD = 1.6
#: Share of a berth's width at either end that joins a side when it is touched in a fight.
_JOIN = 0.36
#: At least so many berths have room, so that they are no higher in a small boat.
_FEWEST = 4
#: Height that two lines of letters need, in heights of the smallest; where there is less, all stands in one line.
_TWO_LINES = 2.6
#: Share of this one line that the name takes.
_ABOVE = 0.56
_STRONG: Rgb = (238, 130, 60)


class LifeboatPictures(PaintedPictures):
    """Portraits, cards, and the boat."""

    board_shrinking = BoardShrinking.EVERYWHERE

    # --- signs ----------------------------------------------------------------------------------------------------

    def emblem_painter(self) -> Painter:
        """Return what paints the game's emblem: a boat on a wave."""
        return DRAWINGS.painter("emblem")

    def sign_painter(self, sign: object) -> Painter:
        """Return what paints a character's portrait with its letters, or a provision."""
        if isinstance(sign, Provision):
            return DRAWINGS.painter(sign)
        return partial(self._paint_character, character=Character(str(sign)))

    def _paint_character(self, pen: Pen, character: Character) -> None:
        """Paint a portrait with its letters."""
        letters = character_letters(character)
        DRAWINGS.painter(character)(pen)
        pen.disc(INK, (0.66, 0.66), 0.36)
        pen.disc(COLOURS[character], (0.66, 0.66), 0.31)
        self.write(pen, letters, (0.66, 0.66), 0.5 if len(letters) == 1 else 0.4)

    # --- the boat -------------------------------------------------------------------------------------------------

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint birds and piles, the hull, and everyone in it."""
        pygame.draw.rect(canvas.surface, _SEA, box, border_radius=canvas.layout.gap // 2)
        view = board if isinstance(board, BoatView) else BoatView(())
        head, _ = self._parts(box, view)
        boxes = self._boxes(box, view)
        if boxes:
            self._paint_hull(canvas, boxes[0].unionall(boxes[1:]))
        # The hull's rim reaches a little into the strip.
        self._paint_head(canvas, head, view)
        for seat, place in zip(view.berths, boxes, strict=True):
            self._paint_seat(canvas, place, seat)

    def place_boxes(self, box: pygame.Rect, board: object | None) -> Mapping[str, pygame.Rect]:
        """Return the characters' berths; before them the ends by which the free ones join a fight."""
        view = board if isinstance(board, BoatView) else BoatView(())
        boxes = list(zip(view.berths, self._boxes(box, view), strict=True))
        ends = {}
        for seat, berth in boxes:
            if seat.joins:
                wide = round(berth.width * _JOIN)
                ends[f"attack {seat.who}"] = pygame.Rect(berth.left, berth.top, wide, berth.height)
                ends[f"defend {seat.who}"] = pygame.Rect(berth.right - wide, berth.top, wide, berth.height)
        return {**ends, **{str(seat.who): berth for seat, berth in boxes}}

    # --- parts of it ------------------------------------------------------------------------------------------------

    def _parts(self, box: pygame.Rect, view: BoatView) -> tuple[pygame.Rect, pygame.Rect]:
        rows, strip = max(_FEWEST, len(view.berths)), _FIGHT_HEAD if view.fight_sums else _HEAD
        high = box.height / (rows + strip + 0.35)
        head = pygame.Rect(box.left, box.top, box.width, round(high * strip))
        return head, pygame.Rect(box.left, head.bottom, box.width, box.bottom - head.bottom)

    def _boxes(self, box: pygame.Rect, view: BoatView) -> list[pygame.Rect]:
        """Return the boxes of the seats in the boat, those in a fight pushed aside."""
        _, boat = self._parts(box, view)
        rows = max(_FEWEST, len(view.berths))
        pad = max(4, round(boat.width * 0.03))
        end = round(boat.height * 0.35 / (rows + 0.35))
        high = (boat.height - end) / rows
        push = round(boat.width * 0.06) if view.fight_sums else 0
        gap = max(2, round(high * 0.06))
        boxes = []
        for number, seat in enumerate(view.berths):
            top = boat.top + round(number * high)
            left = boat.left + pad + (push if seat.side != "attack" else 0) + (push if seat.side == "defend" else 0)
            width = boat.width - 2 * pad - 2 * push
            boxes.append(pygame.Rect(left, top, width, round(high) - gap))
        return boxes

    def _paint_hull(self, canvas: Canvas, boat: pygame.Rect) -> None:
        side = max(3, round(boat.width * 0.012))
        hull = boat.inflate(2 * side, 2 * side)
        bottom = hull.bottom + round(hull.height * 0.03)
        pygame.draw.rect(canvas.surface, _HULL, hull, border_radius=side * 2)
        points = [(hull.left + side, hull.bottom - side), (hull.right - side, hull.bottom - side)]
        pygame.draw.polygon(
            canvas.surface, _HULL, [*points, (hull.right - 4 * side, bottom), (hull.left + 4 * side, bottom)]
        )

    def _paint_head(self, canvas: Canvas, head: pygame.Rect, view: BoatView) -> None:
        """Paint birds as shapes that are out or not, and the two piles that matter.

        In a fight it paints the sums instead.
        """
        if view.fight_sums is not None:
            self._paint_sums(canvas, head, view.fight_sums)
            return
        fonts, least, pad = canvas.fonts, canvas.layout.least, max(4, round(head.width * 0.03))
        text = say("Row stack: {row} · Provisions left: {bow}", row=view.row, bow=view.bow)
        most, usual = max(least, round(head.height * 0.55)), round(head.height * 0.66)
        narrow = head.width - 3 * pad - fonts.width(text, least, False)
        # Birds become smaller where the text has no room beside them; where that does not help, it is left out.
        for side in (usual, min(usual, max(least, int(narrow / (LAND * 1.1))))):
            birds = round(LAND * side * 1.1)
            room = pygame.Rect(head.left + 2 * pad + birds, head.top, head.width - 3 * pad - birds, head.height)
            if head.height >= 1.2 * most and not fit(fonts, text, room.size, least, least).cut:
                canvas.write(text, room, theme.TEXT_SOFT, largest=most, across=1.0, down=0.3, wrap=birds > narrow)
                break
        else:
            side = usual
        for number in range(LAND):
            picture = self._kept.painted(("bird", number < view.birds), side, _bird(out=number < view.birds))
            canvas.blit(picture, (head.left + pad + side / 2 + number * side * 1.1, head.centery))

    def _paint_sums(self, canvas: Canvas, head: pygame.Rect, sums: tuple[int, int]) -> None:
        """Paint both sums, large, each with its sign; the one that wins now stands out."""
        half = head.width // 2
        attack, defend = sums
        for left, total, side, colour, wins in (
            (head.left, attack, "attack", _STRONG, attack > defend),
            (head.left + half, defend, "defend", theme.GOOD, defend >= attack),
        ):
            size = round(min(head.height * 0.62, half * 0.42))
            picture = self._kept.painted(f"side-{side}", size, _side(side))
            canvas.blit(picture, (left + half * 0.26, head.centery))
            room = pygame.Rect(left + round(half * 0.46), head.top, round(half * 0.5), head.height)
            shown = colour if wins else theme.TEXT_FAINT
            canvas.write(str(total), room, shown, largest=round(head.height * 0.78), bold=True, wrap=False)

    def _paint_seat(self, canvas: Canvas, box: pygame.Rect, seat: BoatSeat) -> None:
        tone = tone_colour(seat.tone)
        dark = seat.condition in (Condition.DEAD, Condition.OUT)
        ground = (
            mix(theme.PANEL, theme.BACKGROUND, 0.6)
            if dark
            else theme.PANEL_RAISED
            if seat.condition is Condition.CONSCIOUS
            else theme.PANEL
        )
        canvas.plate(box, ground)
        if seat.tone is not Tone.PLAIN:
            width = max(2, round(box.height * 0.06))
            pygame.draw.rect(canvas.surface, tone, box, width, border_radius=canvas.layout.gap // 2)
        pad = max(2, round(box.height * 0.06))
        side = box.height - 2 * pad
        picture = self.sign(seat.who, side)
        if seat.condition is not Condition.CONSCIOUS:
            picture = picture.copy()
            picture.fill((110, 110, 120, 255), special_flags=pygame.BLEND_RGBA_MULT)
        if seat.condition is Condition.UNCONSCIOUS:
            picture = pygame.transform.rotozoom(picture, 70, 0.94)
        canvas.blit(picture, (box.left + pad + side / 2, box.centery))
        if dark:
            cross = self._kept.painted("cross", side, _paint_cross)
            canvas.blit(cross, (box.left + pad + side / 2, box.centery))
        left, right = box.left + 2 * pad + side, box.right - pad
        if seat.joins:
            # Where a touch joins a side: the attackers' at the left, the defenders' at the right.
            mark = round(side * 0.5)
            for what, x in (("attack", left + mark * 0.5), ("defend", right - mark * 0.5)):
                picture = self._kept.painted(("joins", what), mark, _outlined(_side(what)))
                canvas.blit(picture, (x, box.centery))
            left, right = left + round(mark * 1.2), right - round(mark * 1.2)
        self._paint_words(canvas, pygame.Rect(left, box.top + pad, right - left, side), seat)

    def _paint_words(self, canvas: Canvas, rect: pygame.Rect, seat: BoatSeat) -> None:
        """Paint name, state, hand and tokens, wounds against size, open cards.

        They are in two lines if there is room for them.
        """
        if rect.height >= _TWO_LINES * canvas.layout.least:
            half = rect.height // 2
            above = pygame.Rect(rect.left, rect.top, rect.width, half)
            below = pygame.Rect(rect.left, rect.top + half, rect.width, rect.height - half)
        else:
            left = round(rect.width * _ABOVE)
            # Letters need the little that portraits leave free above and below, too.
            rect = rect.inflate(0, rect.height // 5)
            above = pygame.Rect(rect.left, rect.top, left, rect.height)
            below = pygame.Rect(above.right + left // 20, rect.top, rect.width - left - left // 20, rect.height)
        unit = max(canvas.layout.least, round(min(above.height, rect.height * 0.6) * 0.92))
        right = above.right
        if seat.condition is not Condition.OUT:
            number = str(seat.hand)
            wide = self.fonts.width(number, unit, True)
            text = pygame.Rect(right - wide - 2, above.top, wide + 2, above.height)
            canvas.write(number, text, theme.TEXT, largest=unit, bold=True, wrap=False)
            canvas.blit(
                self._kept.painted("hand", unit, DRAWINGS.painter("hand")), (text.left - unit * 0.62, above.centery)
            )
            right = text.left - round(unit * 1.3)
        for is_shown, key, paint in (
            (seat.rowed, "rowed", DRAWINGS.painter("rowed")),
            (seat.fought, "fought", DRAWINGS.painter("fought")),
            (bool(seat.side), f"side-{seat.side}", _side(seat.side)),
        ):
            if is_shown:
                canvas.blit(self._kept.painted(key, unit, paint), (right - unit / 2, above.centery))
                right -= round(unit * 1.15)
        words = name(seat.who)
        if seat.acts:
            words = say("{n}. {player}", n=seat.acts, player=words)
        if seat.condition is not Condition.CONSCIOUS:
            words = say("{player}, {state}", player=words, state=condition_name(seat.condition))
        room = pygame.Rect(above.left, above.top, max(1, right - above.left), above.height)
        if self.fonts.width(words, canvas.layout.least, True) > room.width:
            # In a small boat the portrait tells the state.
            words = name(seat.who)
        colour = theme.TEXT if seat.condition is Condition.CONSCIOUS else theme.TEXT_SOFT
        canvas.write(words, room, colour, largest=unit, bold=True, wrap=False)
        self._paint_wounds(canvas, below, seat)

    def _paint_wounds(self, canvas: Canvas, below: pygame.Rect, seat: BoatSeat) -> None:
        """Paint a drop for each wound that makes unconscious, filled when it is there.

        Further wounds are more drops.
        """
        drops = max(seat.size, seat.wounds)
        cards = sum(1 for _ in seat.open)
        side = min(
            round(min(below.height * 0.8, canvas.layout.short / 18)),
            round(below.width / (drops * 0.62 + cards * 1.08 + 1)),
        )
        left = float(below.left)
        for number in range(drops):
            filled = number < seat.wounds
            picture = self._kept.painted(
                ("drop", filled, number >= seat.size), side, _drop(filled, number >= seat.size)
            )
            canvas.blit(picture, (left + side * 0.3, below.centery))
            left += side * 0.62
        edge = float(below.right)
        for card in reversed(seat.open):
            edge -= side * 1.08
            canvas.blit(self.sign(card, side), (edge + side * 0.54, below.centery))
            if card is Provision.PARASOL and seat.parasol:
                canvas.blit(self._kept.painted("up", side, _paint_up), (edge + side * 0.54, below.centery))


def _bird(*, out: bool) -> Callable[[Pen], None]:
    colour = WHITE if out else mix(_SEA, theme.TEXT_FAINT, 0.5)

    def paint(pen: Pen) -> None:
        width = 0.24 if out else 0.14
        pen.line(colour, [(-0.9, -0.1), (-0.5, -0.46), (-0.06, 0.16)], width)
        pen.line(colour, [(-0.06, 0.16), (0.44, -0.46), (0.9, -0.1)], width)

    return paint


def _drop(filled: bool, beyond: bool) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        shape = [(0, -0.8), *arc((0, 0.24), 0.5, 60, 300)]
        pen.shape(theme.LOSS if filled else theme.TEXT_FAINT, shape)
        if not filled:
            pen.shape(theme.PANEL, [(x * 0.72, y * 0.72 + 0.04) for x, y in shape])
        elif beyond:
            pen.line(WHITE, [(-0.2, 0.08), (0.2, 0.44)], 0.12)
            pen.line(WHITE, [(0.2, 0.08), (-0.2, 0.44)], 0.12)

    return paint


def _side(side: str) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        if side == "attack":
            pen.line(_STRONG, [(-0.6, 0.6), (0.5, -0.5)], 0.2)
            pen.line(_STRONG, [(-0.5, 0.1), (-0.1, 0.5)], 0.18)
        else:
            pen.shape(theme.GOOD, [(-0.66, -0.66), (0.66, -0.66), (0.56, 0.2), (0, 0.8), (-0.56, 0.2)])

    return paint


def _outlined(paint: Callable[[Pen], None]) -> Callable[[Pen], None]:
    """Return a painter of a sign in a ring, for what can be touched."""

    def painted(pen: Pen) -> None:
        pen.ring(theme.TEXT_FAINT, (0, 0), 0.9, 0.12)
        paint(pen)

    return painted


def _paint_up(pen: Pen) -> None:
    """Paint the sign of a parasol that is up."""
    pen.disc(INK, (0.62, -0.62), 0.36)
    pen.shape(theme.ACCENT, [(0.62, -0.9), (0.88, -0.46), (0.36, -0.46)])


def _paint_cross(pen: Pen) -> None:
    for ends in ([(-0.7, -0.7), (0.7, 0.7)], [(0.7, -0.7), (-0.7, 0.7)]):
        pen.line(INK, ends, 0.3)
        pen.line(theme.LOSS, ends, 0.18)
