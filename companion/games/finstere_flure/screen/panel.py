"""Panel beside the board: card, step counter, sight, standing, reason, caption, buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import pygame

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import (
    PlayedPosition,
    Segment,
    SegmentKind,
    SightEnd,
    SightLine,
)
from companion.games.finstere_flure.screen.cards import card_back, card_face
from companion.games.finstere_flure.screen.colours import CONFUSED
from companion.games.finstere_flure.screen.layout import Layout, PlaybackButton
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.screen.tokens import token_picture
from companion.games.finstere_flure.words.sentences import Names, colour_name
from companion.screen import theme
from companion.screen.pages import Tone
from companion.screen.pen import Pen, arc, smooth
from companion.screen.signs import tone_sign
from companion.screen.text import Fonts, Paragraph, draw, fit
from companion.screen.theme import Rgb, mix
from engine.finstere_flure.board import Direction
from engine.finstere_flure.cards import Card
from engine.finstere_flure.pieces import TOKENS, Colour, Place
from engine.finstere_flure.position import Position, Token
from engine.finstere_flure.trace import Decision

#: The smallest letters in the shorter side of the room: more than a page's, which has the bar with the buttons besides.
_LEAST = 1 / 38
#: A row of what it sees is at least so many times as wide as high: else its name has no room.
_ROW_WIDE = 4
#: Height of such a row, in least letters, below which the three stand side by side.
_LOW_ROW = 1.6
#: Line of the standing's table with the eaten tokens.
_EATEN_LINE = 3


@dataclass(frozen=True)
class Panel:
    """Boxes of one layout, drawn for one game.

    `card` and `steps` are None where nothing moves.
    """

    layout: Layout
    fonts: Fonts
    sprites: Sprites
    position: Position
    card: Card | None
    steps: int
    eaten_places: dict[Colour, pygame.Rect] = field(default_factory=dict)
    """Where the standing counts what each player has lost, as it was drawn last."""

    def draw(self, surface: pygame.Surface, playback: Playback, decided: bool, done: bool, status: str = "") -> None:
        """Draw all boxes.

        `decided`: the monster has decided who is nearest. `done`: what the beat changes is to be counted. Where the
        layout has no box for the `status`, it replaces the caption.
        """
        segment = playback.segment
        in_caption = bool(status) and self.layout.boxes.status is None
        self._caption(surface, status if in_caption else playback.caption)
        self._status(surface, status)
        self._buttons(surface, playback)
        if self.card is None:
            # Where there is more to step through, the buttons have their place.
            boxes = self.layout.boxes
            others = [boxes.counter, self.layout.roster]
            above = boxes.card.unionall(others if boxes.standing is None else [*others, boxes.standing])
            if above.colliderect(boxes.board) or above.colliderect(boxes.caption):
                # On a tall screen the board is between them, in a picture without buttons the caption.
                above = self.layout.roster
            self._roster(surface, self.layout.panel if len(playback.segments) == 1 else above)
            return
        played = segment.after if done else segment.before
        turned = segment.kind is not SegmentKind.CARD
        self._card(surface, self.card, turned=turned)
        if turned:
            self._counter(surface, self.card, segment, len(played.eaten))
            self._pips(surface, self.card, segment)
        self._standing(surface, played)
        if segment.kind in (SegmentKind.CARD, SegmentKind.START):
            self._roster(surface, self.layout.roster)
        else:
            self._sight(surface, segment, decided)
            self._why(surface, segment)

    # --- caption --------------------------------------------------------------------------------------------------

    def _caption(self, surface: pygame.Surface, text: str) -> None:
        box = self.layout.boxes.caption
        self._plate(surface, box, theme.PANEL)
        stripe = pygame.Rect(box.left, box.top, max(3, self.layout.gap // 3), box.height)
        pygame.draw.rect(surface, theme.ACCENT, stripe, border_radius=stripe.width // 2)
        paragraph, inner = self.caption_paragraph(text)
        draw(surface, self.fonts, paragraph, inner, theme.TEXT)

    def _status(self, surface: pygame.Surface, text: str) -> None:
        """Draw how far the game is."""
        box = self.layout.boxes.status
        if text and box is not None:
            paragraph = fit(self.fonts, text, box.size, max(self.least, round(0.8 * box.height)), 8)
            draw(surface, self.fonts, paragraph, box, theme.TEXT_SOFT)

    def caption_paragraph(self, caption: str) -> tuple[Paragraph, pygame.Rect]:
        """Return the caption as it is set, and the room in its box for it."""
        inner = self.layout.boxes.caption.inflate(-3 * self.layout.gap, -self.layout.gap // 2)
        return fit(self.fonts, caption, inner.size, self.caption_size, max(9, self.caption_size // 3)), inner

    @property
    def least(self) -> int:
        """The size of the smallest letters, in pixels."""
        return ceil(_LEAST * min(self.layout.size))

    @property
    def caption_size(self) -> int:
        """The font size of a caption that need not shrink, in pixels."""
        width, height = self.layout.size
        return round(max(height / 24, min(width, height) / 16))

    # --- card and counter -----------------------------------------------------------------------------------------

    def _card(self, surface: pygame.Surface, card: Card, *, turned: bool) -> None:
        """Draw the card, or its back as long as it is not `turned` over."""
        box = self.layout.boxes.card
        surface.blit(card_face(self.fonts, card.name, box.size) if turned else card_back(box.size), box)

    def _counter(self, surface: pygame.Surface, card: Card, segment: Segment, hits: int) -> None:
        box = self.layout.boxes.counter
        self._plate(surface, box, theme.PANEL)
        step = f"{segment.step} / {card.steps}" if card.hits is None else f"{segment.step}"
        entries = [(say("Last look") if segment.kind is SegmentKind.LAST_LOOK else say("Step"), step, theme.TEXT)]
        if card.hits is not None:
            entries.append((say("Hits"), f"{hits} / {card.hits}", theme.ACCENT if hits >= card.hits else theme.TEXT))
        inner = box.inflate(-2 * self.layout.gap, -self.layout.gap)
        # Where it is narrow the entries stand one over the other.
        stacked = inner.height > 0.7 * inner.width
        width, height = (
            (inner.width, inner.height // len(entries)) if stacked else (inner.width // len(entries), inner.height)
        )
        for number, (label, value, colour) in enumerate(entries):
            left, top = (0, number * height) if stacked else (number * width, 0)
            column = pygame.Rect(inner.left + left, inner.top + top, width, height)
            head = pygame.Rect(column.left, column.top, column.width, round(column.height * 0.32))
            body = pygame.Rect(column.left, head.bottom, column.width, column.height - head.height)
            self._text(surface, label, head, theme.TEXT_SOFT, largest=max(self.least, round(head.height * 0.86)))
            self._text(surface, value, body, colour, largest=body.height, bold=True)

    def _pips(self, surface: pygame.Surface, card: Card, segment: Segment) -> None:
        """Draw one mark a step: done, in hand, to come."""
        box = self.layout.boxes.pips
        count = card.steps if card.hits is None else max(self.steps, 1)
        space = max(2, self.layout.gap // 4)
        width = (box.width - space * (count - 1)) / count
        for number in range(1, count + 1):
            left = round(box.left + (number - 1) * (width + space))
            right = round(box.left + (number - 1) * (width + space) + width)
            pip = pygame.Rect(left, box.centery - box.height // 4, right - left, max(3, box.height // 2))
            current = number == segment.step and segment.kind not in (SegmentKind.LAST_LOOK, SegmentKind.END)
            colour = theme.ACCENT if current else theme.TEXT_SOFT if number <= segment.step else theme.LINE
            pygame.draw.rect(surface, colour, pip, border_radius=pip.height // 2)

    # --- what is seen ---------------------------------------------------------------------------------------------

    def _sight(self, surface: pygame.Surface, segment: Segment, decided: bool) -> None:
        """Draw what it sees to its left, ahead and to its right; in a low box side by side."""
        box = self.layout.boxes.sight
        self._plate(surface, box, theme.PANEL)
        head, body = self._heading(surface, box, say("It sees"))
        height = min(body.height // 3, body.width // _ROW_WIDE)
        abreast = height < _LOW_ROW * self.least
        confused = segment.look is not None and segment.look.decision is Decision.CONFUSED
        for number, line in enumerate(segment.sights):
            row = pygame.Rect(body.left, body.top + number * height, body.width, height)
            if abreast:
                width = body.width // 3
                row = pygame.Rect(body.left + number * width, body.top, width, min(body.height, width // _ROW_WIDE))
            colour = CONFUSED if confused else theme.ACCENT
            self._sight_row(surface, row, line, colour if decided and line.decides else None)
        if decided and confused:
            self._text(
                surface,
                say("confused"),
                head,
                CONFUSED,
                largest=max(self.least, round(0.8 * head.height)),
                across=1.0,
                bold=True,
            )

    def _sight_row(self, surface: pygame.Surface, row: pygame.Rect, line: SightLine, mark: Rgb | None) -> None:
        pad = max(2, row.height // 10)
        if mark is not None:
            plate = row.inflate(0, -2)
            pygame.draw.rect(surface, mix(theme.PANEL, mark, 0.22), plate, border_radius=plate.height // 4)
            pygame.draw.rect(surface, mark, plate, width=max(1, plate.height // 24), border_radius=plate.height // 4)
        # Two signs, the name and the distance stand side by side.
        side = min(row.height - 2 * pad, row.width // 6)
        icon = pygame.Rect(row.left + pad, row.centery - side // 2, side, side)
        self._arrow(surface, icon.inflate(-side // 4, -side // 4), line.direction, mark or theme.TEXT_SOFT)
        chip = icon.move(side + pad, 0)
        distance = pygame.Rect(row.right - round(1.3 * side) - pad, row.top, round(1.3 * side), row.height)
        name = pygame.Rect(chip.right + 2 * pad, row.top, distance.left - chip.right - 3 * pad, row.height)
        letters = max(self.least, round(0.68 * side))
        if line.token is None:
            ends = say("stone") if line.end is SightEnd.STONE else say("wall")
            self._text(surface, ends, name, theme.TEXT_FAINT, largest=letters)
            return
        token = self.position.token(line.token)
        assert token is not None
        surface.blit(self.sprites.token(line.token, token.side, side), chip)
        colour = theme.TEXT if mark else theme.TEXT_SOFT
        self._text(surface, Names(self.position).token(line.token), name, colour, largest=letters)
        cells = str(len(line.cells) + 1)
        self._text(
            surface,
            cells,
            distance,
            mark or theme.TEXT_SOFT,
            largest=max(self.least, round(0.95 * side)),
            across=1.0,
            bold=True,
        )

    def _arrow(self, surface: pygame.Surface, box: pygame.Rect, direction: Direction, colour: Rgb) -> None:
        heading = direction.heading_deg

        def turned(x: float, y: float) -> tuple[float, float]:
            reach = (x * x + y * y) ** 0.5
            vector = pygame.math.Vector2(x, y).rotate(heading) if reach else pygame.math.Vector2(0, 0)
            return vector.x, vector.y

        def paint(pen: Pen) -> None:
            pen.line(colour, [turned(0, 0.75), turned(0, -0.6)], 0.26)
            pen.line(colour, [turned(-0.55, -0.12), turned(0, -0.7), turned(0.55, -0.12)], 0.26)

        surface.blit(smooth(box.size, paint), box)

    # --- how all stand, and why ------------------------------------------------------------------------------------

    def _standing(self, surface: pygame.Surface, played: PlayedPosition) -> None:
        """Draw for each player how many tokens are out, in the castle and eaten.

        Tokens that were eaten in this move are red.
        """
        box = self.layout.boxes.standing
        if box is None:
            return
        self._plate(surface, box, theme.PANEL)
        colours = self._colours
        if not colours:
            return
        inner = box.inflate(-2 * self.layout.gap, -self.layout.gap // 2)
        line = inner.height // 4
        letters = max(self.least, min(round(0.78 * line), round(0.62 * self.caption_size)))
        labels = (say("Escaped"), say("In the castle"), say("Eaten"))
        widest = max(self.fonts.width(label, letters, False) for label in labels)
        named = min(widest + letters // 2, inner.width - letters * len(colours))
        for number, label in enumerate(labels, start=1):
            label_box = pygame.Rect(inner.left, inner.top + number * line, named, line)
            self._text(surface, label, label_box, theme.TEXT_SOFT, largest=letters)
        column = min((inner.width - named) // len(colours), 3 * line)
        for place, colour in enumerate(colours):
            cell = pygame.Rect(inner.left + named + place * column, inner.top, column, line)
            self.eaten_places[colour] = cell.move(0, _EATEN_LINE * line)
            shape = self.sprites.shape(colour, min(line, column))
            surface.blit(shape, shape.get_rect(center=cell.center))
            tokens = self._tokens_of(colour)
            eaten_now = sum(token.id in played.eaten for token in tokens)
            counts = (
                (sum(token.place is Place.OUT for token in tokens), theme.TEXT),
                (sum(token.id in played.tokens for token in tokens), theme.TEXT),
                (
                    sum(token.place is Place.DEAD for token in tokens) + eaten_now,
                    theme.LOSS if eaten_now else theme.TEXT,
                ),
            )
            for number, (count, ink) in enumerate(counts, start=1):
                self._text(
                    surface, str(count), cell.move(0, number * line), ink, largest=letters, across=0.5, bold=True
                )

    @property
    def _colours(self) -> list[Colour]:
        """The players in the order of their seats, in which a game's position has their tokens."""
        return list(dict.fromkeys(TOKENS[token.id][0] for token in self.position.tokens))

    def _tokens_of(self, colour: Colour) -> list[Token]:
        return [token for token in self.position.tokens if TOKENS[token.id][0] is colour]

    def _why(self, surface: pygame.Surface, segment: Segment) -> None:
        """Draw the ruling that decided, with its number."""
        box = self.layout.boxes.why
        if box is None:
            return
        self._plate(surface, box, theme.PANEL)
        inner = box.inflate(-2 * self.layout.gap, -self.layout.gap)
        largest = round(self.caption_size * 0.72)
        if segment.ruling is None:
            self._text(surface, segment.rule, inner, theme.TEXT_SOFT, largest=largest, wrap=True)
            return
        side = min(inner.height, round(inner.width * 0.2))
        badge = pygame.Rect(inner.left, inner.centery - side // 2, side, side)
        pygame.draw.rect(surface, theme.PANEL_RAISED, badge, border_radius=side // 5)
        sign = badge.inflate(-side // 5, -side // 5)
        self._text(surface, segment.ruling, sign, theme.ACCENT, largest=side, across=0.5, bold=True)
        left = badge.right + self.layout.gap
        text = pygame.Rect(left, inner.top, inner.right - left, inner.height)
        self._text(surface, segment.rule, text, theme.TEXT_SOFT, largest=largest, wrap=True)

    # --- the pieces of the game -----------------------------------------------------------------------------------

    def _roster(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Draw every colour in the game with its shape, its name and its tokens.

        Tokens that are not in the castle are faint. Of these a tick says which are safe, a cross which are out of
        the game; the others may enter.
        """
        self._plate(surface, box, theme.PANEL)
        _, body = self._heading(surface, box, say("In the castle"))
        colours = self._colours
        if not colours:
            return
        height = min(body.height // len(colours), round(self.caption_size * 2.2))
        pad = max(2, height // 12)
        # A row holds a shape, a name as wide as three and a half of them, and up to four tokens.
        side = min(height - 2 * pad, int(body.width / 8.5) - pad)
        chips = body.left + round(4.5 * side) + pad
        for number, colour in enumerate(colours):
            top = body.top + number * height + pad
            surface.blit(token_picture(self.fonts, colour, None, self.position.tokens[0].side, side), (body.left, top))
            name = pygame.Rect(body.left + side + 3 * pad, top, round(3.5 * side) - 3 * pad, side)
            self._text(surface, colour_name(colour), name, theme.TEXT, largest=max(self.least, round(0.6 * side)))
            for place, token in enumerate(self._tokens_of(colour)):
                picture = self.sprites.token(token.id, token.side, side)
                if token.cell is None:
                    picture = picture.copy()
                    picture.set_alpha(60)
                chip = pygame.Rect(chips + place * (side + pad), top, side, side)
                surface.blit(picture, chip)
                self._fate(surface, token, chip)

    def _fate(self, surface: pygame.Surface, token: Token, chip: pygame.Rect) -> None:
        """Draw a tick on a token that is safe, a cross on one that is out of the game."""
        size = max(8, round(chip.width * 0.6))
        sign = self.sprites.cross(theme.LOSS, size) if token.place is Place.DEAD else None
        if token.place is Place.OUT:
            sign = tone_sign(Tone.GOOD, size)
        if sign is not None:
            surface.blit(sign, sign.get_rect(bottomright=chip.bottomright))

    # --- buttons --------------------------------------------------------------------------------------------------

    def _buttons(self, surface: pygame.Surface, playback: Playback) -> None:
        for button, box in self.layout.buttons.items():
            # Where nothing moves there is nothing to step through, only to leave.
            if len(playback.segments) > 1 or button is PlaybackButton.LEAVE:
                self._button(surface, button, box, playback)

    def _button(self, surface: pygame.Surface, button: PlaybackButton, box: pygame.Rect, playback: Playback) -> None:
        if button is not PlaybackButton.LEAVE:
            pygame.draw.rect(surface, theme.PANEL_RAISED, box, border_radius=min(box.size) // 5)
        side = round(min(box.size) * 0.52)
        icon = pygame.Rect(0, 0, side, side)
        icon.center = box.center
        if button is PlaybackButton.SPEED:
            speed = f"{playback.speed:g}×"
            self._text(
                surface, speed, box.inflate(-8, -8), theme.TEXT, largest=round(side * 0.8), across=0.5, bold=True
            )
            return
        sign = PlaybackButton.PLAY if button is PlaybackButton.PLAY and not playback.playing else button
        surface.blit(_icon(sign, side, playing=playback.playing), icon)

    # --- small things ---------------------------------------------------------------------------------------------

    def _plate(self, surface: pygame.Surface, box: pygame.Rect, colour: Rgb) -> None:
        pygame.draw.rect(surface, colour, box, border_radius=self.layout.gap // 2)

    def _heading(self, surface: pygame.Surface, box: pygame.Rect, text: str) -> tuple[pygame.Rect, pygame.Rect]:
        """Write a box's heading; return the heading's line and the rest of the box."""
        inner = box.inflate(-2 * self.layout.gap, -self.layout.gap)
        height = max(round(1.25 * self.least), min(round(self.caption_size * 0.7), round(inner.height * 0.22)))
        head = pygame.Rect(inner.left, inner.top, inner.width, height)
        self._text(surface, text, head, theme.TEXT_FAINT, largest=max(self.least, round(0.8 * head.height)))
        return head, pygame.Rect(inner.left, head.bottom + 2, inner.width, inner.bottom - head.bottom - 2)

    def _text(
        self,
        surface: pygame.Surface,
        text: str,
        box: pygame.Rect,
        colour: Rgb,
        *,
        largest: int,
        across: float = 0.0,
        bold: bool = False,
        wrap: bool = False,
    ) -> None:
        paragraph = fit(self.fonts, text, box.size, largest, 8, bold=bold, wrap=wrap)
        draw(surface, self.fonts, paragraph, box, colour, across=across)


def _icon(button: PlaybackButton, side: int, playing: bool) -> pygame.Surface:
    """Return the sign on a button."""

    def paint(pen: Pen) -> None:
        match button:
            case PlaybackButton.BACK:
                pen.shape(theme.TEXT, [(0.75, -0.85), (0.75, 0.85), (-0.55, 0.0)])
                pen.block(theme.TEXT, (-0.72, 0.0), (0.14, 0.85), 0.1)
            case PlaybackButton.FORWARD:
                pen.shape(theme.TEXT, [(-0.75, -0.85), (-0.75, 0.85), (0.55, 0.0)])
                pen.block(theme.TEXT, (0.72, 0.0), (0.14, 0.85), 0.1)
            case PlaybackButton.PLAY if playing:
                for x in (-0.4, 0.4):
                    pen.block(theme.ACCENT, (x, 0.0), (0.2, 0.8), 0.1)
            case PlaybackButton.PLAY:
                pen.shape(theme.ACCENT, [(-0.6, -0.9), (-0.6, 0.9), (0.85, 0.0)])
            case PlaybackButton.LEAVE:
                for x in (-0.45, 0.45):
                    pen.line(theme.TEXT_FAINT, [(x, -0.45), (-x, 0.45)], 0.16)
            case _:
                way: Sequence[tuple[float, float]] = arc((0.0, 0.05), 0.72, 40, 330)
                pen.line(theme.TEXT, way, 0.2)
                pen.shape(theme.TEXT, [(0.05, -1.0), (0.05, -0.25), (0.62, -0.62)])

    return smooth((side, side), paint)
