"""Covers of hidden hands below the virtual table; held, they show their holder's secrets.

Nobody else sees these.
"""

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from companion.device.language import say
from companion.screen import theme
from companion.screen.pen import Pen, smooth
from companion.screen.scale import LEGIBLE_PX
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import INK, Rgb, mix
from companion.table.press_guard import UNREAD_S
from companion.virtual_table.pictures import PiecePictures
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.secret_hands import HeldCard, HeldCards, Holder, SecretHands

#: Least width of a cover (pixels).
_LEAST_WIDE = 150
#: Least height of a cover's row (pixels).
_LEAST_HIGH = 34
#: Height of a cover's row, as a share of the widget's.
_HIGH_SHARE = 0.062
#: At most so many rows of covers.
_MOST_ROWS = 3
#: The panel with the cards covers so much of the widget's height.
_PANEL_SHARE = 0.62
#: A hint above the cards takes so much of the panel's height.
_HINT_SHARE = 0.26
#: Width of a card for each pixel of height.
_CARD_ASPECT = 0.72
#: Greatest width that a card takes with words beside it, in its own width.
_WITH_WORDS = 2.6
#: Space between cards side by side (pixels).
_CARD_GAP = 6
#: A card is drawn no lower than this (pixels), however small the window is: none has no size.
_LEAST_CARD_PX = 6
#: It is made out of a picture for no smaller unit of the surface (pixels).
_LEAST_UNIT_PX = 4


@dataclass(frozen=True)
class _Cover:
    """Cover of one holder and, at its right, the switch between person and bot."""

    holder: Holder
    box: pygame.Rect
    switch: pygame.Rect


@dataclass(frozen=True)
class _CardPlace:
    """Place of a card that somebody looks at in the panel, in pixels of the widget."""

    card: HeldCard
    box: pygame.Rect
    words: pygame.Rect


class HandCovers:
    """Covers along the widget's lower edge. Points are pixels of the widget."""

    def __init__(
        self,
        hands: SecretHands,
        pictures: Callable[[int], PiecePictures],
        unit_mm: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the covers.

        `pictures` gives the pieces' pictures for a unit of the given number of pixels; `unit_mm` is that unit.
        """
        self._clock = clock
        self._hands = hands
        self._pictures = pictures
        self._unit_mm = unit_mm
        self._size = (0, 0)
        self._looking: str | None = None
        self._hovered: str | None = None
        self._shown: dict[tuple[str, int], pygame.Surface] = {}
        #: The covers and, of a held one, the cards under the finger; until when no finger can mean them.
        self._seen: Hashable = None
        self._unread_until = float("-inf")
        #: Whether a finger has opened, closed or switched a cover since they were looked at.
        self._has_acted = False

    # -- where things are ---------------------------------------------------------------------------------------

    def room(self, size: tuple[int, int]) -> int:
        """Return the part of a widget's height (pixels) that the covers need."""
        if self._hands.trouble:
            return self._row_height(size)
        holders = len(self._hands.holders())
        return self._rows(size, holders) * self._row_height(size)

    @staticmethod
    def _row_height(size: tuple[int, int]) -> int:
        return max(_LEAST_HIGH, round(_HIGH_SHARE * size[1]))

    @staticmethod
    def _rows(size: tuple[int, int], holders: int) -> int:
        abreast = max(1, size[0] // _LEAST_WIDE)
        return min(_MOST_ROWS, -(-holders // abreast))

    def _covers(self) -> Iterator[_Cover]:
        holders = self._hands.holders()
        rows = self._rows(self._size, len(holders))
        if not rows:
            return
        high = self._row_height(self._size)
        abreast = -(-len(holders) // rows)
        top = self._size[1] - rows * high
        for number, holder in enumerate(holders):
            row, column = divmod(number, abreast)
            left, right = (round(self._size[0] * share / abreast) for share in (column, column + 1))
            box = pygame.Rect(left, top + row * high, right - left, high).inflate(-4, -4)
            switch = pygame.Rect(box.right - box.height, box.top, box.height, box.height)
            yield _Cover(holder, box, switch)

    def holder_at(self, point: Point) -> str | None:
        """Return the holder of the cover at this point."""
        return next((cover.holder.id for cover in self._covers() if cover.box.collidepoint(point)), None)

    @property
    def _panel(self) -> pygame.Rect:
        high = round(_PANEL_SHARE * self._size[1])
        return pygame.Rect(0, self._size[1] - self.room(self._size) - high, self._size[0], high)

    @property
    def _hint(self) -> str:
        return self._hands.private_hint(self._looking) if self._looking is not None else ""

    @property
    def _inner_panel(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The part of the panel for a hint, and that for the cards below it."""
        hint = self._panel.inflate(-12, -12)
        cards = hint.copy()
        hint.height = round(_HINT_SHARE * cards.height) if self._hint else 0
        cards.top, cards.height = hint.bottom, cards.height - hint.height
        return hint, cards

    def _places(self, looked_at: Sequence[HeldCards]) -> Iterator[tuple[HeldCards, pygame.Rect, list[_CardPlace]]]:
        """Yield each group with the box of its title and its cards' places, one below the other."""
        _, panel = self._inner_panel
        if not looked_at:
            return
        high = panel.height // len(looked_at)
        for number, group in enumerate(looked_at):
            title = pygame.Rect(panel.left, panel.top + number * high, panel.width, max(14, round(0.14 * high)))
            room = high - title.height - 6
            below = pygame.Rect(panel.left, title.bottom + 3, panel.width, room)
            told = any(card.words for card in group.cards)
            places = _beside_words(group.cards, below) if told else _side_by_side(group.cards, below)
            yield group, title, places

    def _card_at(self, point: Point) -> HeldCard | None:
        if self._looking is None or self._looks_elsewhere(self._looking):
            return None
        found = None
        for _, _, places in self._places(self._hands.look(self._looking)):
            for place in places:
                if place.box.collidepoint(point):
                    found = place.card
        return found

    # -- what hands do ------------------------------------------------------------------------------------------

    @property
    def looking(self) -> bool:
        """True if somebody is looking at hidden cards."""
        return self._looking is not None

    def press(self, point: Point) -> bool:
        """Handle a finger or left button that goes down; return True if it was meant for a cover."""
        for cover in self._covers():
            if cover.box.collidepoint(point) and self._is_unread:
                return True
            self._has_acted |= cover.box.collidepoint(point)
            if cover.switch.collidepoint(point):
                self._hands.change_player(cover.holder.id)
                return True
            if cover.box.collidepoint(point):
                if cover.holder.looks_here:
                    self._looking, self._hovered = cover.holder.id, None
                return True
        return False

    def move(self, point: Point) -> bool:
        """Follow the pointer; return True if somebody is looking at hidden cards."""
        if self._looking is None:
            return False
        card = self._card_at(point)
        self._hovered = card.key if card is not None and not card.idle else None
        return True

    def release(self, point: Point) -> bool:
        """Release the cover: hide its cards, and choose the card at this point.

        Returns True if anything was shown.
        """
        if self._looking is None:
            return False
        card = None if self._is_unread else self._card_at(point)
        holder, self._looking, self._hovered, self._has_acted = self._looking, None, None, True
        if card is not None and not card.idle:
            self._hands.choose(holder, card.key)
        return True

    def _looks_elsewhere(self, holder_id: str) -> bool:
        return any(holder.phone or holder.elsewhere for holder in self._hands.holders() if holder.id == holder_id)

    def hide(self) -> None:
        """Hide all cards, and forget what was chosen."""
        self._looking = self._hovered = None

    # -- drawing ------------------------------------------------------------------------------------------------

    def state(self) -> Hashable:
        """Return the drawn state: while it stays the same, nothing has to be drawn again."""
        holders = tuple(self._hands.holders())
        if not any(holder.id == self._looking and holder.looks_here for holder in holders):
            # Whoever sits down with a phone while the cover is held holds the cards from now on.
            self.hide()
        looked_at = tuple(self._hands.look(self._looking)) if self._looking else ()
        self._follow(holders, looked_at)
        return self._hands.trouble, holders, self._looking, self._hovered, looked_at, self._hint

    def _follow(self, holders: Sequence[Holder], looked_at: Sequence[HeldCards]) -> None:
        """Notice covers and cards that come under a finger by themselves."""
        covers = tuple((holder.id, holder.bot, holder.phone, holder.elsewhere) for holder in holders)
        seen = self._looking, covers, tuple(card.key for group in looked_at for card in group.cards)
        if self._seen not in (None, seen) and not self._has_acted:
            self._unread_until = self._clock() + UNREAD_S
        self._seen, self._has_acted = seen, False

    @property
    def _is_unread(self) -> bool:
        return self._clock() < self._unread_until

    def draw(self, surface: pygame.Surface, fonts: Fonts) -> None:
        """Draw the covers and, while one is held, the cards, onto the widget."""
        self._size = surface.get_size()
        if self._hands.trouble:
            high = self._row_height(self._size)
            box = pygame.Rect(0, self._size[1] - high, self._size[0], high)
            pygame.draw.rect(surface, theme.PANEL, box)
            text = fit(fonts, self._hands.trouble, box.inflate(-12, -6).size, round(0.42 * high), 8)
            draw(surface, fonts, text, box.inflate(-12, -6), theme.ACCENT, across=0.5)
            return
        covers = list(self._covers())
        room = self.room(self._size)
        pygame.draw.rect(surface, theme.BACKGROUND, (0, self._size[1] - room, self._size[0], room))
        for cover in covers:
            self._draw_cover(surface, fonts, cover)
        holder = next((cover.holder for cover in covers if cover.holder.id == self._looking), None)
        if holder is None or not holder.looks_here:
            self.hide()
        else:
            self._draw_panel(surface, fonts, holder)

    def _draw_cover(self, surface: pygame.Surface, fonts: Fonts, cover: _Cover) -> None:
        holder, box = cover.holder, cover.box
        held = holder.id == self._looking
        pygame.draw.rect(surface, theme.PANEL_RAISED if held else theme.PANEL, box, border_radius=6)
        edge: Rgb = theme.ACCENT if holder.turn else theme.LINE
        pygame.draw.rect(surface, edge, box, 2 if holder.turn else 1, border_radius=6)
        stripe = pygame.Rect(box.left + 4, box.top + 5, max(4, box.height // 8), box.height - 10)
        pygame.draw.rect(surface, mix(holder.colour, theme.PANEL, 0.55 if holder.bot else 0.0), stripe, border_radius=2)
        text = pygame.Rect(stripe.right + 5, box.top + 2, cover.switch.left - stripe.right - 7, box.height - 4)
        upper, lower = text.copy(), text.copy()
        upper.height = round(0.54 * text.height)
        lower.top, lower.height = upper.bottom, text.height - upper.height
        name = fit(fonts, holder.name, upper.size, upper.height - 2, 8, bold=True, wrap=False)
        draw(surface, fonts, name, upper, theme.TEXT_SOFT if holder.bot else theme.TEXT)
        for below in _texts_below(holder, held=held):
            small = fit(fonts, below, lower.size, max(LEGIBLE_PX, lower.height), LEGIBLE_PX, wrap=False)
            if not small.cut:
                break
        draw(surface, fonts, small, lower, theme.TEXT_SOFT)
        side = max(8, round(0.62 * cover.switch.height))
        picture = smooth((side, side), _bot if holder.bot else _person)
        surface.blit(picture, picture.get_rect(center=cover.switch.center))

    def _draw_panel(self, surface: pygame.Surface, fonts: Fonts, holder: Holder) -> None:
        panel = self._panel
        pygame.draw.rect(surface, theme.BACKGROUND, panel, border_radius=8)
        pygame.draw.rect(surface, holder.colour, panel, 3, border_radius=8)
        if hint := self._hint:
            box = self._inner_panel[0].inflate(-6, -4)
            draw(surface, fonts, fit(fonts, hint, box.size, max(16, box.height // 3), 8), box, theme.ACCENT)
        hovered: _CardPlace | None = None
        for group, title, places in self._places(self._hands.look(holder.id)):
            words = fit(fonts, group.title, title.size, title.height, LEGIBLE_PX)
            draw(surface, fonts, words, title, theme.TEXT)
            for place in places:
                if place.card.key == self._hovered:
                    hovered = place
                self._draw_card(surface, fonts, place)
        if hovered is not None:
            self._draw_card(surface, fonts, hovered)
            pygame.draw.rect(surface, theme.ACCENT, hovered.box.inflate(4, 4), 3, border_radius=4)

    def _draw_card(self, surface: pygame.Surface, fonts: Fonts, place: _CardPlace) -> None:
        picture = self._card(place.card.piece_id, place.box.height)
        surface.blit(picture, picture.get_rect(midtop=place.box.midtop))
        if place.card.chosen:
            pygame.draw.rect(surface, theme.ACCENT, place.box, 4, border_radius=4)
        if place.words.width and place.card.words:
            largest = max(9, round(0.17 * place.words.height))
            paragraph = fit(fonts, place.card.words, place.words.size, largest, LEGIBLE_PX)
            draw(surface, fonts, paragraph, place.words, theme.ACCENT if place.card.chosen else theme.TEXT)

    def _card(self, piece_id: str, high: int) -> pygame.Surface:
        """Return the card's front, upright and so high; in a window that has no room for it a speck."""
        high = max(_LEAST_CARD_PX, high)
        key = piece_id, high
        if key not in self._shown:
            unit_px = max(_LEAST_UNIT_PX, round(self._unit_mm * high / 80))
            whole = self._pictures(unit_px).of(Piece(piece_id, "", (0.0, 0.0), 0.0))
            card = whole.subsurface(whole.get_bounding_rect())
            wide = max(1, round(high * card.get_width() / card.get_height()))
            self._shown[key] = pygame.transform.smoothscale(card, (wide, high))
        return self._shown[key]


def _beside_words(cards: Sequence[HeldCard], room: pygame.Rect) -> list[_CardPlace]:
    """Return the places of cards in a row, each with its words at its right."""
    wide = round(room.height * _CARD_ASPECT)
    apart = min(wide * _WITH_WORDS, room.width / max(1, len(cards)))
    places = []
    for index, card in enumerate(cards):
        box = pygame.Rect(round(room.left + index * apart), room.top, wide, room.height)
        words = pygame.Rect(box.right + 5, box.top, max(0, round(apart) - wide - 8), room.height)
        places.append(_CardPlace(card, box, words))
    return places


def _side_by_side(cards: Sequence[HeldCard], room: pygame.Rect) -> list[_CardPlace]:
    """Return the places of cards in as many lines as make them largest; none covers another."""
    high, abreast = 0, 1
    for lines in range(1, len(cards) + 1):
        in_line = -(-len(cards) // lines)
        fits = min(room.height / lines - _CARD_GAP, (room.width / in_line - _CARD_GAP) / _CARD_ASPECT)
        if fits > high:
            high, abreast = int(fits), in_line
    wide = round(high * _CARD_ASPECT)
    places = []
    for index, card in enumerate(cards):
        line, column = divmod(index, abreast)
        corner = (room.left + column * (wide + _CARD_GAP), room.top + line * (high + _CARD_GAP))
        places.append(_CardPlace(card, pygame.Rect(*corner, wide, high), pygame.Rect(corner, (0, 0))))
    return places


def _texts_below(holder: Holder, *, held: bool) -> list[str]:
    """Return the texts of a cover, the longest first: a narrow cover has no room for all."""
    if holder.bot:
        return [say("bot")]
    if held:
        return [holder.note]
    told = [say("on the phone"), say("phone")] if holder.phone else [say("hold to look"), say("hold")]
    if holder.elsewhere:
        told = [say("elsewhere")]
    return [f"{told[0]} · {holder.note}", *told] if holder.note else told


def _person(pen: Pen) -> None:
    pen.disc(theme.TEXT_SOFT, (0, -0.42), 0.38)
    pen.block(theme.TEXT_SOFT, (0, 0.5), (0.66, 0.36), 0.3)


def _bot(pen: Pen) -> None:
    pen.line(theme.ACCENT, [(0, -0.9), (0, -0.5)], 0.12)
    pen.block(theme.ACCENT, (0, 0.12), (0.8, 0.62), 0.16)
    for x in (-0.34, 0.34):
        pen.disc(INK, (x, 0.0), 0.17)
    pen.line(INK, [(-0.34, 0.44), (0.34, 0.44)], 0.12)
