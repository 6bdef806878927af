"""Film of a phone that is a hand, as Chromium shows it, beside the table's screen."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pygame

from companion.games import find_game
from companion.journal import Journal
from companion.screen import theme
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import Page
from companion.table.app import LIGHTS
from tests.companion.phones.browsers import BrowserPhone
from tests.companion.phones.evening import VirtualEvening
from tools.film.encode import FPS, SIZE, WEBP_FPS, Frame
from tools.film.overlay import FilmOverlay
from tools.film.soundtrack import Soundtrack

SECONDS = 40.0
_GAME = "lifeboat"
_PLAYERS = 5
_SEED = 1
#: Where the table's screen, the caption and the phone are in a frame (pixels).
_SCREEN = pygame.Rect(14, 14, 850, 530)
_PANEL = pygame.Rect(14, 558, 850, 148)
_PHONE = pygame.Rect(892, 20, 372, 680)
_BEZEL_PX = 10
#: A finger on the phone.
_FINGER_PX = 30
_FINGER_OPACITY = 150
#: A page is scrolled, and a finger comes, in so many pictures.
_SCROLLING = 9
_POINTING = 6
#: A page is looked at so long (seconds), and one on which only others do something.
_LOOK_S = 2.2
_GLANCE_S = 1.1
#: The page draws what it was sent within so long (milliseconds).
_DRAWS_MS = 400
#: In the page: how far it has to be scrolled until a part has so much room above.
_WAY_TO = """([selector, head]) => Math.min(
  document.querySelector(selector).getBoundingClientRect().top - head,
  document.documentElement.scrollHeight - innerHeight - scrollY)"""
#: Where a part of the page comes to lie when it is looked at (pixels from the top).
_HEAD_PX = 60

_JOIN = "A phone is a player's hand"
_HOLD = "What it holds, it alone shows"
_PUBLIC = "The table tells what all may know"
_TURN = "Your turn: touch what you do"
CAPTIONS = (_JOIN, _HOLD, _PUBLIC, _TURN)
"""What the film says, in the order in which it says it."""


class PhoneFilm:
    """Film of a phone at a table where bots have the other seats, touch by touch."""

    #: When the film begins, by the clock of its sound (seconds).
    began_s = 0.0

    def __init__(self, journal: Journal, browser: Any) -> None:
        """Open the evening, in which all phones may join. pygame's display must be open."""
        self._evening = VirtualEvening(find_game(_GAME), journal, seed=_SEED, players=_PLAYERS)
        self._evening.phones.switch_on()
        self._evening.begin()
        self.session = self._evening.session
        self._seat = self.session.table_game.actor(self.session.game.state)
        hands = self._evening.hands
        assert hands is not None
        for seat in self._evening.game.table.seats(self._evening.start):
            if seat != self._seat:
                hands.change_player(seat)
        self.sound = Soundtrack(lambda: self._pictures / WEBP_FPS)
        # What the table says goes into the film.
        self._evening.player.heard = self.sound.announce  # type: ignore[method-assign]
        fonts = Fonts()
        self._view, self._overlay = PageView(fonts, self.session.table_game.pictures(fonts)), FilmOverlay()
        self._phone = BrowserPhone(browser, self._evening, "en-GB", _PHONE.size)
        self._pictures, self._caption = 0, _JOIN
        self._shot = pygame.Surface(_PHONE.size)
        self._shown: Page | None = None

    def close(self) -> None:
        """End the evening."""
        self._evening.close()

    def frames(self) -> Iterator[Frame]:
        """Yield the film's frames."""
        for picture in self._story():
            for _ in range(FPS // WEBP_FPS):
                yield picture
            if self._pictures >= SECONDS * WEBP_FPS:
                return

    def _story(self) -> Iterator[Frame]:
        self._phone.join()
        yield from self._look(_LOOK_S)
        yield from self._touch(f"#seats button[data-seat='{self._seat}']")
        self._caption = _HOLD
        yield from self._until_asked(offer=0)
        self._phone.page.evaluate("scrollTo(0, 0)")
        yield from self._look(_LOOK_S)
        yield from self._scroll_to("#hand-section")
        yield from self._look(_LOOK_S)
        yield from self._choose("water", _PUBLIC)
        self._caption = _TURN
        yield from self._scroll_to("#hand-section")
        yield from self._look(_LOOK_S)
        yield from self._choose("Row", _TURN)
        yield from self._scroll_to("#hand-section")
        yield from self._look(_LOOK_S)
        yield from self._choose("Keep: n", _PUBLIC)
        while True:
            yield from self._look(_LOOK_S)

    def _picture(self, finger: tuple[int, int] | None = None, pressed: float = 0.0) -> Frame:
        """Return the next picture, perhaps with a finger on the phone, `pressed` from 0 to 1."""
        time_s = self._pictures / WEBP_FPS
        self._pictures += 1
        window = pygame.Surface(SIZE)
        window.fill(theme.BACKGROUND)
        lights = self.session.pattern.colours(LIGHTS, time_s)
        screen = window.subsurface(_SCREEN)
        self._shown = self.session.page
        self._view.draw(screen, self._shown, ring=lights, time_s=time_s)
        self._overlay.caption(window, _PANEL, self._caption, lights)
        pygame.draw.rect(window, theme.LINE, _PHONE.inflate(2 * _BEZEL_PX, 2 * _BEZEL_PX), border_radius=2 * _BEZEL_PX)
        window.blit(self._shot, _PHONE)
        if finger is not None:
            dot = pygame.Surface((2 * _FINGER_PX, 2 * _FINGER_PX), pygame.SRCALPHA)
            pygame.draw.circle(
                dot, (*theme.WAITING, _FINGER_OPACITY), dot.get_rect().center, _FINGER_PX * (1 - pressed / 3)
            )
            window.blit(dot, dot.get_rect(center=(_PHONE.left + finger[0], _PHONE.top + finger[1])))
        return self._overlay.finished(window, SECONDS - time_s)

    def _shoot(self) -> None:
        """Take the phone's picture."""
        png = self._phone.page.screenshot(animations="disabled")
        self._shot = pygame.image.load(BytesIO(png))

    def _look(self, seconds: float) -> Iterator[Frame]:
        """Look at everything as it is."""
        self._phone.page.wait_for_timeout(_DRAWS_MS)
        self._shoot()
        for _ in range(round(seconds * WEBP_FPS)):
            yield self._picture()

    def _scroll_to(self, selector: str) -> Iterator[Frame]:
        """Scroll until a part of the page is near its upper edge, or the page at its end."""
        page = self._phone.page
        start = page.evaluate("scrollY")
        way = page.evaluate(_WAY_TO, [selector, _HEAD_PX])
        for step in range(1, _SCROLLING + 1):
            share = step / _SCROLLING
            page.evaluate("top => scrollTo(0, top)", start + way * share * share * (3 - 2 * share))
            self._shoot()
            yield self._picture()

    def _touch(self, selector: str) -> Iterator[Frame]:
        """Bring a finger to a part of the page, and touch it."""
        part = self._phone.page.locator(selector).first
        if not _is_seen(part.bounding_box()):
            yield from self._scroll_to(selector)
            yield from self._look(_GLANCE_S)
        box = part.bounding_box()
        middle = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
        for step in range(1, _POINTING + 1):
            below = (_PHONE.height - middle[1]) * (1 - step / _POINTING)
            yield self._picture((middle[0], round(middle[1] + below)))
        for pressed in (0.5, 1.0, 0.5):
            yield self._picture(middle, pressed)
        self._phone.tap(selector)

    def _choose(self, text: str, caption: str) -> Iterator[Frame]:
        """Touch the move with this word, part by part as far as the page asks; then the others act."""
        shown = self._phone.shown
        move = next(move for move in shown["moves"] if text in move["text"])
        selectors = [f"[data-part='{part['id']}']" for part in move["parts"]]
        for selector in [*selectors, f"#do [data-do='{move['id']}']"]:
            while self._phone.shown["offer"] == shown["offer"] and self._phone.visible(selector):
                yield from self._touch(selector)
                self._phone.page.wait_for_timeout(_DRAWS_MS)
                self._evening.work()
                self._phone.page.wait_for_timeout(_DRAWS_MS)
                self._shoot()
                # In the moment of the touch a bot has done what this seat alone notices: it is touched again.
                if self._phone.shown.get("refused") != "late":
                    break
        self._caption = caption
        yield from self._until_asked(shown["offer"])

    def _until_asked(self, offer: int) -> Iterator[Frame]:
        """Let the table and the other seats go on until this seat is asked anew; show what they do."""
        while True:
            shown = self._phone.shown
            if shown.get("awaited") and shown.get("moves") and shown["offer"] != offer:
                return
            self._evening.work()
            self._phone.page.wait_for_timeout(10)
            if self.session.page != self._shown:
                yield from self._look(_GLANCE_S)


def _is_seen(box: dict[str, float]) -> bool:
    """Return True if a part of the page is in sight."""
    return box["y"] >= 0 and box["y"] + box["height"] <= _PHONE.height
