"""Window of a running table: events in; pages, ring and voice out, only on changes."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeVar

import pygame

from companion.device.display import TITLE
from companion.device.language import say
from companion.device.settings import Settings
from companion.screen.fonts import Fonts, language_or_english, languages_shown
from companion.screen.guard import OFTEN
from companion.screen.imagined_board import ImaginedBoard
from companion.screen.keys import latin_key
from companion.screen.page_view import PageView, PlaceTouched, Target
from companion.screen.pages import Page, imagined_board
from companion.screen.theme import use_theme
from companion.screen.window_loop import run_window
from companion.table.event_lines import EventLines
from companion.table.game import TableGame
from companion.table.kept_answers import keep_answers
from companion.table.phones import Phones
from companion.table.pointer import Pointer
from companion.table.press_guard import PressGuard
from companion.table.session import Announcement, Session
from companion.table.table_source import TableSource
from companion.voice import Kind
from hardware.buttons import Button, Buttons, Press, Source
from hardware.ring.ring import Ring

FRAMES_PER_S = 30
#: While nothing moves the ring and the clock are looked at so often (seconds).
IDLE_S = 0.1
#: How many lights the ring on the screen has.
LIGHTS = 16
#: What can be done without a display.
INSTEAD = "companion play --virtual --autoplay --headless plays without one"

#: The buttons' twins on the keyboard.
KEYS = {
    pygame.K_SPACE: Button.ADVANCE,
    pygame.K_RETURN: Button.ADVANCE,
    pygame.K_KP_ENTER: Button.ADVANCE,
    pygame.K_RIGHT: Button.ADVANCE,
    pygame.K_d: Button.DRAW,
    pygame.K_DOWN: Button.DRAW,
    pygame.K_TAB: Button.DRAW,
    pygame.K_BACKSPACE: Button.BACK,
    pygame.K_LEFT: Button.BACK,
    pygame.K_b: Button.BACK,
}
#: Keys that ask the table, each with the id of its question; A opens all of them.
ASK_KEYS = {
    pygame.K_a: "",
    pygame.K_w: "turn",
    pygame.K_h: "happened",
    pygame.K_p: "pieces",
    pygame.K_o: "cell",
    pygame.K_m: "foe",
    pygame.K_t: "threats",
    pygame.K_s: "score",
}
#: Keys that turn over the pages of a long list, and whether down.
PAGE_KEYS = {pygame.K_PAGEUP: False, pygame.K_PAGEDOWN: True}


#: What is asked of a device.
AskedT = TypeVar("AskedT")


class Announcer(Protocol):
    """Announcements of the session, said aloud."""

    def announce(self, said: Announcement) -> None:
        """Say it, or not."""

    def follow(self, settings: Settings) -> None:
        """Take over language, volume and talk from the settings."""

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Hear that a sound device has come, or that one was `lost`."""


class App:
    """Main loop of a table: window, three buttons and their twins, ring, voice, virtual table.

    The virtual table is optional.
    """

    def __init__(
        self,
        session: Session,
        *,
        announcer: Announcer,
        buttons: Buttons,
        rings: tuple[Ring, ...] = (),
        on_turn: Callable[[float], None] | None = None,
        on_page: Callable[[str], None] | None = None,
        title: str = TITLE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`title` stands in the window's frame; `clock` measures how long drawing takes (seconds).

        Each turn of the loop calls `on_turn` with its time (seconds, monotonic) and `on_page` with the page's name.
        """
        self.session = session
        self.title, self._clock = title, clock
        self.table_source: TableSource | None = None
        #: The phones of the players, where they may join.
        self.phones: Phones | None = None
        #: Lines for other programs, where they are asked for.
        self.event_lines: EventLines | None = None
        self._announcer = announcer
        self._buttons, self._guard = buttons, PressGuard(buttons)
        self._rings, self._on_turn, self._on_page = rings, on_turn, on_page
        #: Where the companion's part of the window begins, as it was drawn last.
        self._screen_corner = (0, 0)
        #: The device that is used just now, how often each has failed, and those that are left out for it.
        self._used: Callable[..., object] | None = None
        self._failures: Counter[Callable[..., object]] = Counter()
        self._left_out: set[Callable[..., object]] = set()
        fonts = self._fonts_for_the_language()
        self._fonts = fonts
        self._drawn_game: TableGame[Session] | None = None
        self._show_pictures_of(session.table_game)
        self._pointer = Pointer(self._view, session, buttons, self._guard, self._imagined_target)
        #: Whether letters are text now; None before the first turn.
        self._writes: bool | None = None

    def _fonts_for_the_language(self) -> Fonts:
        """Return the fonts; switch to English if they lack the characters of the language."""
        fonts = Fonts()
        self.session.offer_languages(languages_shown(fonts), language_or_english(fonts, self.session.settings.language))
        return fonts

    def run(self, size: tuple[int, int] | None) -> None:
        """Run on the open display, in a window of `size` pixels, until the players quit.

        Raises NoDisplayError.
        """
        run_window(self, size, INSTEAD)

    @property
    def quit_requested(self) -> bool:
        """True if the players have quit."""
        return self.session.quit_requested

    @property
    def full_screen(self) -> bool:
        """Full screen or a window, by the settings."""
        return self.session.settings.full_screen

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Run one turn of the loop (see `Windowed.turn`)."""
        session = self.session
        self._use(self._on_turn, time_s)
        for press in self._buttons.presses(time_s):
            # Held, the red button leads to the menu from each page; in a game that plays itself, pressed as well.
            is_same = press.button is Button.BACK and (press.held or session.watching)
            if not is_same and not self._guard.counts(press.button, session.page, time_s):
                continue
            # By ear a list that is turned over is read line by line, too.
            if not self._turns_over(press, surface) or session.is_by_ear:
                self._guard.acted()
                session.press(press, time_s)
            if self.table_source:
                self.table_source.pressed(time_s)
        if self.table_source:
            self.table_source.tick(time_s)
        session.tick(time_s)
        if session.other_table:
            self._use(session.other_table.tick, time_s)
        if self.phones:
            self._use(self.phones.tick, time_s)
        if self.event_lines:
            self._use(self.event_lines.tick, time_s)
        self._use_pictures()
        self._follow_text()
        page = session.page
        self._use(self._announcer.follow, session.settings)
        for said in session.announcements():
            self._use(self._announcer.announce, said)
            if self.event_lines:
                self._use(self.event_lines.announce, said)
            if self.phones and said.kind is Kind.NOTE:
                # Phones show the page and the log themselves.
                self._use(self.phones.announce, said)
        pattern = session.pattern
        for ring in self._rings:
            self._use(ring.show, pattern.colours(ring.count, time_s))
        began = self._clock()
        turn_again_s = self._draw(surface, page, time_s, stale)
        self._guard.follow(page, time_s + self._clock() - began)
        # Whoever is told of a page finds it on the screen.
        self._use(self._on_page, page.name)
        return turn_again_s

    def _follow_text(self) -> None:
        """Let an input method, as for Chinese, take letters only where text is written.

        Elsewhere it would keep those of the buttons' twins.
        """
        writes = self.session.step.takes_text
        if writes is not self._writes:
            self._writes = writes
            (pygame.key.start_text_input if writes else pygame.key.stop_text_input)()

    def _turns_over(self, press: Press, surface: pygame.Surface) -> bool:
        """Turn a long list over that nobody chooses from, if Draw has nothing else to do there.

        Returns True if the press was for that.
        """
        _, screen = self._split_window(surface)
        size, page = screen.get_size(), self.session.page
        if press.button is not Button.DRAW or self._view.pages_with_draw(size, page) is not press.held:
            return False
        self._view.turn_over_with_draw(size, page)
        return True

    def _use(self, device: Callable[[AskedT], object] | None, asked: AskedT) -> None:
        """Ask something of a device outside the window, unless it was left out."""
        if device is not None and device not in self._left_out:
            self._used = device
            device(asked)
            self._used = None

    def recover(self, error: Exception, failures: int) -> bool:
        """Recover from an error: restart the step, or go to the first page.

        A device that has failed too often is left out.
        """
        device, self._used = self._used, None
        session = self.session
        error.add_note(self._describe_session())
        if device is not None:
            self._failures[device] += 1
            if self._failures[device] >= OFTEN:
                self._left_out.add(device)
                session.failed(say("A device of the companion has failed and stays off until the next start."))
            return False
        self._pointer.release_source(session.now)
        # What was drawn when it failed is drawn anew.
        self._drawn_game = None
        if failures < OFTEN:
            # What was answered last may be why it failed.
            keep_answers(session, ())
            session.restart_step()
            session.failed(say("Something failed in the companion: this page starts again, the game is kept."))
        else:
            # A game that plays itself is in no journal.
            is_kept = session.game is None or session.game_id is not None
            session.open_start_page()
            session.failed(
                say("Something keeps failing in the companion: back to the main menu, the game is kept.")
                if is_kept
                else say("Something keeps failing in the companion: back to the main menu.")
            )
        return True

    def _describe_session(self) -> str:
        """Describe the session's state for a report."""
        game, session = self.session.game, self.session
        events = len(game.events) if game else 0
        return (
            f"{type(session.step).__name__} of {session.table_game.rules.id}, game {session.game_id}, {events} events"
        )

    def _use_pictures(self) -> None:
        """Draw the pages from now on with the pictures of the game that they are about."""
        game = self.session.table_game
        if game is not self._drawn_game:
            self._show_pictures_of(game)
            self._pointer.use(self._view)

    def _show_pictures_of(self, game: TableGame[Session]) -> None:
        """Draw pages, and boards that lie on no table, with this game's pictures from now on."""
        pictures = game.pictures(self._fonts)
        self._view, self._imagined = PageView(self._fonts, pictures), ImaginedBoard(self._fonts, pictures)
        self._drawn_game = game

    def _draw(self, surface: pygame.Surface, page: Page, time_s: float, stale: bool) -> float:
        use_theme(self.session.settings.theme)
        self._view.type_size = self.session.settings.type_size
        lights = self.session.pattern.colours(LIGHTS, time_s)
        table, screen = self._split_window(surface)
        holding = self._holding(time_s)
        changed = self._view.draw(
            screen, page, ring=lights, time_s=time_s, holding=holding, pressed=self._pointer.pressed
        )
        self._screen_corner = screen.get_offset()
        table_moves = table is not None and self._draw_table(table, page)
        if stale or table_moves:
            pygame.display.flip()
        elif changed:
            pygame.display.update([box.move(screen.get_offset()) for box in changed])
        if table_moves or holding is not None:
            return 1 / FRAMES_PER_S
        change_s = self._view.next_change(screen.get_size(), page, time_s)
        return IDLE_S if change_s is None else min(IDLE_S, change_s)

    def _draw_table(self, surface: pygame.Surface, page: Page) -> bool:
        """Draw the virtual table, or in its place the board of a page that lies on no table.

        Nothing of such a board is drawn on the table, and no hand reaches below it. Returns True if anything changed.
        """
        assert self.table_source is not None
        widget = self.table_source.widget
        assert widget is not None
        if imagined_board(page) is None:
            self._imagined.hide()
            return widget.draw(surface, page)
        if not self._imagined.is_shown:
            widget.hide()
        pressed = self._pointer.pressed
        return self._imagined.draw(surface, page, pressed.id if isinstance(pressed, PlaceTouched) else None)

    def _imagined_target(self, page: Page, point: tuple[int, int]) -> Target | None:
        """Return the place of the imagined board under a pixel beside the companion's screen."""
        left, top = self._screen_corner
        place = self._imagined.place_at(page, (point[0] + left, point[1] + top))
        return None if place is None else PlaceTouched(place)

    def _split_window(self, surface: pygame.Surface) -> tuple[pygame.Surface | None, pygame.Surface]:
        """Return the virtual table's part of the window and the companion's part.

        They are side by side, or one above the other.
        """
        if self.table_source is None or self.table_source.widget is None:
            return None, surface
        width, height = surface.get_size()
        if width >= height:
            left = width // 2
            return surface.subsurface((0, 0, left, height)), surface.subsurface((left, 0, width - left, height))
        upper = height // 2
        return surface.subsurface((0, 0, width, upper)), surface.subsurface((0, upper, width, height - upper))

    def _holding(self, time_s: float) -> tuple[str, float] | None:
        for button in Button:
            if share := self._buttons.hold_progress(button, time_s):
                return str(button), share
        return None

    # --- events ---------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:
        """Handle an event of a key, a mouse or a finger."""
        if event.type == pygame.QUIT:
            self.session.quit()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            if not self.session.around.kiosk:
                self.session.quit()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.session.toggle_full_screen()
        elif self.session.step.takes_text and _is_text(event):
            # The key of a letter comes before its text.
            if event.type == pygame.TEXTINPUT:
                self._guard.acted()
                self.session.typed(event.text, time_s)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE and self.session.rub_out(time_s):
            self._guard.acted()
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP) and latin_key(event) in KEYS:
            self._buttons.changed(KEYS[latin_key(event)], event.type == pygame.KEYDOWN, time_s, Source.KEYS)
        elif event.type == pygame.KEYDOWN and latin_key(event) in ASK_KEYS:
            self._guard.acted()
            self.session.ask_table(ASK_KEYS[latin_key(event)])
        elif event.type in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED):
            if not event.iscapture:
                self._announcer.sound_devices_changed(lost=event.type == pygame.AUDIODEVICEREMOVED)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._buttons.release_source(Source.KEYS, time_s)
            self._pointer.release_source(time_s)
            if self.table_source:
                self.table_source.handle(event)
        elif self._imagined.is_shown or not (self.table_source and self.table_source.handle(event)):
            self._handle_on_screen(event, surface, time_s)

    def _handle_on_screen(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:
        """Handle an event that is meant for the companion's screen."""
        _, screen = self._split_window(surface)
        (left, top), size = screen.get_offset(), screen.get_size()

        def on_screen(point: tuple[int, int]) -> tuple[int, int]:
            return point[0] - left, point[1] - top

        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._pointer.press(on_screen(event.pos), size, time_s)
            case pygame.MOUSEMOTION:
                self._pointer.move(on_screen(event.pos), size, time_s)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                self._pointer.release(on_screen(event.pos), size, time_s)
                if self.table_source:
                    self.table_source.pressed(time_s)
            case pygame.MOUSEWHEEL:
                self._pointer.wheel(event.y, size)
            case pygame.KEYDOWN if latin_key(event) in PAGE_KEYS:
                self._view.turn_over(size, self.session.page, down=PAGE_KEYS[latin_key(event)])


def _is_text(event: pygame.event.Event) -> bool:
    """Return True for typed text, and for a key that types text."""
    if event.type == pygame.TEXTINPUT:
        return True
    return event.type == pygame.KEYDOWN and bool(event.unicode) and event.unicode.isprintable()
