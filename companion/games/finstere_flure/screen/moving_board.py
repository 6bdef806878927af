"""Board in motion: the pieces, the monster's looks and its way, at one moment of a beat."""

from dataclasses import dataclass
from math import pi, sin

import pygame

from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.playback.meal import MOST_TENSION, SWALLOWED_S
from companion.games.finstere_flure.playback.timeline import (
    LOOK_S,
    Hop,
    Segment,
    SegmentKind,
    SightEnd,
    SightLine,
)
from companion.games.finstere_flure.screen.colours import CONFUSED, SIGHT, TRAIL
from companion.games.finstere_flure.screen.ground import draw_wall_letter, letter_centre
from companion.games.finstere_flure.screen.layout import Layout
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.screen import theme
from companion.screen.pen import on_circle
from companion.screen.theme import INK, Rgb, mix
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import TOKENS, TileKind
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import Decision, Look, Move, Pivot, Push, Removed, Slide, StandsStill, Teleport, Wall
from hardware.ring.patterns import FLARE_AGAIN_S

#: The share of a look in which its rays grow; after it, what decides is marked.
RAYS_GROW = 0.6
#: Number of bites in which a token is eaten.
_BITES = 2
#: How much larger the monster is while it bites, and how much more for each step of tension.
_JAWS = 0.3
_JAWS_MORE = 0.25
#: Crumbs fly for so many seconds.
_CRUMBS_S = 0.9
#: Number of crumbs that fly.
_CRUMBS = 10
#: What is added to the whole board at a bite, and how much of it there is with the least tension.
_FLASH: Rgb = (170, 20, 14)
_FLASH_LEAST = 0.4
#: A flash is over after so many seconds.
_FLASH_S = 0.4

Point = tuple[float, float]


def look_share(segment: Segment, progress: float) -> float:
    """Return the share of the look that is over (0..1); the rest of its beat is the turn."""
    return min(1.0, progress * segment.motion_s / LOOK_S)


def is_decided(segment: Segment, progress: float) -> bool:
    """Return True if the monster has seen by now who is nearest."""
    return segment.kind not in (SegmentKind.LOOK, SegmentKind.LAST_LOOK) or look_share(segment, progress) >= RAYS_GROW


@dataclass(frozen=True)
class MovingBoard:
    """Drawing of one game's pieces on one layout."""

    layout: Layout
    sprites: Sprites
    position: Position

    # --- what stands still during a beat --------------------------------------------------------------------------

    def draw_still(self, surface: pygame.Surface, segment: Segment) -> None:
        """Draw the way so far, the places of meals, and all pieces that do not move in this beat."""
        self.draw_trail(surface, segment.trail)
        for cell in segment.before.eaten.values():
            blit_centred(surface, self.sprites.cross(theme.LOSS, round(self.layout.cell * 0.4)), self._middle(cell))
        moving = _moving_piece(segment)
        kinds = {tile.id: tile.kind for tile in self.position.stones}
        for stone, cell in segment.before.stones.items():
            if stone != moving:
                blit_centred(surface, self.sprites.stone(kinds[stone]), self._middle(cell))
        for token, cell in segment.before.tokens.items():
            if token != moving:
                blit_centred(surface, self._token(token), self._middle(cell))

    def draw_trail(self, surface: pygame.Surface, trail: tuple[Hop, ...]) -> None:
        """Draw the way so far, see-through."""
        if not trail:
            return
        width = max(2, round(self.layout.cell * 0.12))
        boxes = []
        for hop in trail:
            dx, dy = hop.direction.delta
            start, end = self._middle(hop.before), self._middle(hop.after)
            pairs = [(start, end)]
            if hop.letter is not None:
                reach = 0.6 * self.layout.cell
                pairs = [
                    (start, (start[0] + dx * reach, start[1] + dy * reach)),
                    ((end[0] - dx * reach, end[1] - dy * reach), end),
                ]
            for (x1, y1), (x2, y2) in pairs:
                box = pygame.Rect(round(min(x1, x2)), round(min(y1, y2)), round(abs(x2 - x1)), round(abs(y2 - y1)))
                boxes.append(box.inflate(width, width))
        # One see-through layer, so that crossings are no brighter than the rest; no larger than the way, to be quick.
        whole = boxes[0].unionall(boxes[1:])
        layer = pygame.Surface(whole.size, pygame.SRCALPHA)
        for box in boxes:
            pygame.draw.rect(layer, (*TRAIL, 120), box.move(-whole.left, -whole.top), border_radius=width // 2)
        surface.blit(layer, whole)

    # --- what moves -----------------------------------------------------------------------------------------------

    def draw_moving(self, surface: pygame.Surface, segment: Segment, progress: float, tension: int = 1) -> None:
        """Draw what moves, at this share (0..1) of the beat's motion; `tension` is that of a meal."""
        match segment.events[0] if segment.events else None:
            case Look():
                self._draw_look(surface, segment, progress)
            case Pivot() as pivot:
                self._draw_pivot(surface, segment, pivot, progress)
            case StandsStill():
                self._draw_standing(surface, segment, progress)
            case Push() as push:
                self._draw_monster(surface, self._middle(segment.after.monster), segment.after.facing.heading_deg)
                self._draw_push(surface, segment, push, progress)
            case Teleport() as teleport:
                self._draw_teleport(surface, segment, teleport, progress)
            case Wall() as wall if segment.kind is SegmentKind.WALL_AHEAD:
                self._draw_monster(surface, self._middle(segment.after.monster), segment.after.facing.heading_deg)
                self._draw_wall(surface, segment.hops[0], wall.letter)
            case Wall() | Move() | Slide():
                self._draw_walk(surface, segment, progress, tension)
            case _:
                self._draw_monster(surface, self._middle(segment.after.monster), segment.after.facing.heading_deg)

    def _draw_monster(self, surface: pygame.Surface, point: Point, heading: float, scale: float = 1.0) -> None:
        light = self.sprites.light()
        place = light.get_rect(center=(round(point[0]), round(point[1])))
        surface.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)
        blit_centred(surface, self.sprites.beast(heading, scale), point)

    def _draw_look(self, surface: pygame.Surface, segment: Segment, progress: float) -> None:
        share = look_share(segment, progress)
        grown, decided = min(1.0, share / RAYS_GROW), share >= RAYS_GROW
        confused = segment.look is not None and segment.look.decision is Decision.CONFUSED
        centre = self._middle(segment.before.monster)
        for line in segment.sights:
            counts = decided and line.decides
            colour = SIGHT if not counts else CONFUSED if confused else theme.ACCENT
            self._draw_ray(surface, centre, line, grown, colour, faint=decided and not line.decides)
        turn_s = segment.motion_s - LOOK_S
        turned = max(0.0, (progress * segment.motion_s - LOOK_S) / turn_s) if turn_s > 0 else 1.0
        heading = _between_headings(segment.before.facing, segment.after.facing, _eased(turned))
        self._draw_monster(surface, centre, heading)
        if decided and confused:
            self._draw_badge(surface, "?", CONFUSED, centre)

    def _draw_ray(
        self, surface: pygame.Surface, point: Point, line: SightLine, grown: float, colour: Rgb, faint: bool
    ) -> None:
        """Draw a beam with a dot on every cell that counts, and what ends it.

        A ring round a token or a bar ends it.
        """
        cell = self.layout.cell
        dx, dy = line.direction.delta
        seen_to = len(line.cells) + (0.5 if line.end is SightEnd.TOKEN else 0.0)
        reach = max(0.0, (0.5 + seen_to) * grown - 0.5)
        self._beam(surface, point, (dx, dy), reach, colour, 36 if faint else 92)
        for number in range(1, int(reach + 0.5) + 1):
            if number <= len(line.cells):
                dot = self.sprites.dot(colour, max(3, round(cell * (0.12 if faint else 0.17))))
                blit_centred(surface, dot, (point[0] + dx * number * cell, point[1] + dy * number * cell))
        if grown < 1.0:
            return
        if line.end_cell is not None and line.end is SightEnd.TOKEN:
            ring = self.sprites.ring(colour, round(cell * 1.12), 0.06 if faint else 0.13)
            blit_centred(surface, ring, self._middle(line.end_cell))
        else:
            self._bar(surface, point, (dx, dy), len(line.cells) + 0.5, colour)

    def _beam(
        self, surface: pygame.Surface, point: Point, delta: tuple[int, int], reach: float, colour: Rgb, alpha: int
    ) -> None:
        """Draw a see-through band from the edge of the monster's cell, `reach` cells long."""
        length, width = round(reach * self.layout.cell), max(3, round(self.layout.cell * 0.3))
        if length <= 0:
            return
        across = (length, width) if delta[0] else (width, length)
        band = pygame.Surface(across, pygame.SRCALPHA)
        band.fill((*colour, alpha))
        near = 0.5 * self.layout.cell
        middle = (point[0] + delta[0] * (near + length / 2), point[1] + delta[1] * (near + length / 2))
        blit_centred(surface, band, middle)

    def _bar(self, surface: pygame.Surface, point: Point, delta: tuple[int, int], distance: float, colour: Rgb) -> None:
        """Draw a short stroke across the sight where a stone or the wall ends it."""
        cell = self.layout.cell
        thick, wide = max(2, round(cell * 0.07)), round(cell * 0.46)
        box = pygame.Rect(0, 0, *((thick, wide) if delta[0] else (wide, thick)))
        box.center = round(point[0] + delta[0] * distance * cell), round(point[1] + delta[1] * distance * cell)
        pygame.draw.rect(surface, INK, box.inflate(2, 2))
        pygame.draw.rect(surface, colour, box)

    def _draw_badge(self, surface: pygame.Surface, sign: str, colour: Rgb, point: Point) -> None:
        cell = self.layout.cell
        badge = self.sprites.badge(sign, colour, round(cell * 0.66))
        x = min(max(point[0] + 0.5 * cell, 0.35 * cell), self.layout.boxes.board.right - 0.35 * cell)
        y = max(point[1] - 0.5 * cell, 0.35 * cell)
        blit_centred(surface, badge, (x, y))

    def _draw_push(self, surface: pygame.Surface, segment: Segment, push: Push, progress: float) -> None:
        start = self._middle(push.before)
        dx, dy = segment.before.facing.delta
        beyond = (start[0] + dx * self.layout.cell, start[1] + dy * self.layout.cell)
        # What is lost goes one cell on, over the edge or onto a teleporter, and shrinks away on its way.
        lost = push.after is None or isinstance(segment.events[-1], Removed)
        centre = interpolate(start, self._middle(push.after) if push.after else beyond, _eased(progress))
        if lost and progress >= 1.0:
            blit_centred(surface, self.sprites.cross(theme.LOSS, round(self.layout.cell * 0.5)), start)
            return
        blit_centred(surface, self.sprites.glow(theme.ACCENT, round(self.layout.cell * 1.4), 110), centre)
        blit_centred(surface, _scaled(self._piece(push.piece), 2.0 * (1.0 - progress) if lost else 1.0), centre)

    def _draw_walk(self, surface: pygame.Surface, segment: Segment, progress: float, tension: int) -> None:
        elapsed = progress * segment.motion_s
        passed, share = _way_progress(segment.hops, elapsed)
        self.draw_trail(surface, segment.hops[:passed])
        for hop in segment.hops:
            if hop.letter is not None:
                self._draw_wall(surface, hop, hop.letter)
        if passed < len(segment.hops):
            # A single step starts and ends gently; a slide keeps its pace.
            centre, scale = self._hop_place(segment.hops[passed], _eased(share) if len(segment.hops) == 1 else share)
        else:
            centre, scale = self._middle(segment.after.monster), 1.0
        bitten = None
        if segment.meal is not None:
            assert segment.bite_s is not None
            bitten = elapsed - segment.bite_s
            meal = self._middle(segment.after.monster)
            if bitten < SWALLOWED_S:
                # It shrinks bite by bite.
                left = 1.0 if bitten < 0.0 else _remaining_share(bitten / SWALLOWED_S)
                blit_centred(surface, _scaled(self._token(segment.meal), left), meal)
            if 0.0 <= bitten < SWALLOWED_S:
                jaws = _JAWS + _JAWS_MORE * tension
                scale += jaws * abs(sin(_BITES * pi * bitten / SWALLOWED_S))
        self._draw_monster(surface, centre, segment.before.facing.heading_deg, scale)
        if segment.meal is not None and bitten is not None and bitten >= 0.0:
            self._draw_loss(surface, segment.meal, self._middle(segment.after.monster), bitten, tension)

    def _draw_loss(self, surface: pygame.Surface, token: str, point: Point, seconds: float, tension: int) -> None:
        """Draw a token's end after the bite: flashes, flying crumbs, a ring that stays.

        The tenser, the brighter the flashes are, and the more of them there are.
        """
        since = seconds - min(tension - 1, int(seconds / FLARE_AGAIN_S)) * FLARE_AGAIN_S
        if since < _FLASH_S:
            bright = _FLASH_LEAST + (1.0 - _FLASH_LEAST) * (tension - 1) / (MOST_TENSION - 1)
            flash = mix((0, 0, 0), _FLASH, bright * (1.0 - since / _FLASH_S) ** 2)
            surface.fill(flash, self.layout.boxes.board, special_flags=pygame.BLEND_RGB_ADD)
        if seconds < _CRUMBS_S:
            share = seconds / _CRUMBS_S
            crumb = self.sprites.dot(
                PLAYERS[TOKENS[token][0]].screen, max(3, round(0.16 * self.layout.cell * (1.2 - share)))
            )
            reach = self.layout.cell * (0.4 + 1.3 * _eased(share))
            for number in range(_CRUMBS):
                x, y = on_circle(reach * (1.0 if number % 2 else 0.65), 360.0 * number / _CRUMBS)
                blit_centred(surface, crumb, (point[0] + x, point[1] + y))
        blit_centred(surface, self.sprites.ring(theme.LOSS, round(self.layout.cell * 1.2), 0.1), point)

    def _hop_place(self, hop: Hop, share: float) -> tuple[Point, float]:
        """Return the monster's place on its way from one cell to the next, and its size.

        It is small inside a wall.
        """
        start, end = self._middle(hop.before), self._middle(hop.after)
        if hop.letter is None:
            return interpolate(start, end, share), 1.0
        reach = 0.75 * self.layout.cell
        dx, dy = hop.direction.delta
        if share < 0.5:
            return interpolate(start, (start[0] + dx * reach, start[1] + dy * reach), 2 * share), 1.0 - 1.2 * share
        return interpolate((end[0] - dx * reach, end[1] - dy * reach), end, 2 * share - 1), 1.2 * share - 0.2

    def _draw_wall(self, surface: pygame.Surface, hop: Hop, letter: str) -> None:
        """Light up both walls with the letter."""
        cell = self.layout.cell
        for name, side in ((hop.before, hop.direction), (hop.after, hop.direction.back)):
            centre = letter_centre(self.layout.frame, name, side)
            blit_centred(surface, self.sprites.glow(theme.ACCENT, round(cell * 1.3), 200), centre)
            blit_centred(surface, self.sprites.dot(theme.ACCENT, round(cell * 0.5)), centre)
            draw_wall_letter(surface, self.layout.frame, self.sprites.fonts, name, side, letter, INK)

    def _draw_teleport(self, surface: pygame.Surface, segment: Segment, teleport: Teleport, progress: float) -> None:
        start, end = self._middle(teleport.before), self._middle(teleport.after)
        steps = max(2, round(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 / (0.4 * self.layout.cell)))
        dot = self.sprites.dot(theme.ACCENT, max(3, round(self.layout.cell * 0.13)))
        for number in range(steps + 1):
            if number / steps <= progress * 1.2:
                blit_centred(surface, dot, interpolate(start, end, number / steps))
        for end_point in (start, end):
            blit_centred(surface, self.sprites.ring(theme.ACCENT, round(self.layout.cell * 1.25), 0.1), end_point)
        if progress < 0.5:
            heading = segment.before.facing.heading_deg + 180 * progress
            self._draw_monster(surface, start, heading, max(0.1, 1.0 - 2.0 * progress))
        else:
            self._draw_monster(surface, end, segment.after.facing.heading_deg, min(1.0, 2.0 * progress - 0.9))

    def _draw_pivot(self, surface: pygame.Surface, segment: Segment, pivot: Pivot, progress: float) -> None:
        ring = self.sprites.ring(theme.ACCENT, round(self.layout.cell * 1.3), 0.12)
        blit_centred(surface, ring, self._middle(pivot.cell))
        heading = _between_headings(segment.before.facing, segment.after.facing, _eased(progress))
        self._draw_monster(surface, self._middle(segment.after.monster), heading)

    def _draw_standing(self, surface: pygame.Surface, segment: Segment, progress: float) -> None:
        centre = self._middle(segment.after.monster)
        # It turns its head left and right.
        swing = 18.0 * (1.0 - progress) * (1 if int(progress * 6) % 2 else -1)
        self._draw_monster(surface, centre, segment.after.facing.heading_deg + swing)
        self._draw_badge(surface, "…", CONFUSED, centre)

    # --- small things ---------------------------------------------------------------------------------------------

    def _middle(self, cell: Cell) -> Point:
        return self.layout.cell_box(cell).center

    def _token(self, token_id: str) -> pygame.Surface:
        token = self.position.token(token_id)
        assert token is not None
        return self.sprites.token(token_id, token.side)

    def _piece(self, piece: str) -> pygame.Surface:
        kind: TileKind | None = next((tile.kind for tile in self.position.stones if tile.id == piece), None)
        return self._token(piece) if kind is None else self.sprites.stone(kind)


def _moving_piece(segment: Segment) -> str | None:
    """Return the piece that is pushed or eaten in this beat."""
    first = segment.events[0] if segment.events else None
    return first.piece if isinstance(first, Push) else segment.meal


def _way_progress(hops: tuple[Hop, ...], elapsed_s: float) -> tuple[int, float]:
    """Return the cells of the way done after so many seconds, and the share of the next (0..1)."""
    for number, hop in enumerate(hops):
        if elapsed_s < hop.seconds:
            return number, elapsed_s / hop.seconds
        elapsed_s -= hop.seconds
    return len(hops), 0.0


def _remaining_share(share: float) -> float:
    """Return the share of a token that is left; it goes bite by bite."""
    return 1.0 - int(share * _BITES + 1) / (_BITES + 1)


def _eased(share: float) -> float:
    """Return the share (0..1) of a motion that starts and ends gently."""
    return share * share * (3.0 - 2.0 * share)


def blit_centred(surface: pygame.Surface, picture: pygame.Surface, point: Point) -> None:
    """Draw a picture with its middle on a point."""
    surface.blit(picture, (round(point[0] - picture.get_width() / 2), round(point[1] - picture.get_height() / 2)))


def interpolate(start: Point, end: Point, share: float) -> Point:
    """Return the point at this share of the way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _between_headings(before: Direction, after: Direction, share: float) -> float:
    """Return degrees clockwise from north, turning the short way."""
    turn = (after.heading_deg - before.heading_deg + 180.0) % 360.0 - 180.0
    return before.heading_deg + turn * share


def _scaled(picture: pygame.Surface, scale: float) -> pygame.Surface:
    if scale >= 1.0:
        return picture
    width, height = picture.get_size()
    return pygame.transform.smoothscale(picture, (max(1, round(width * scale)), max(1, round(height * scale))))
