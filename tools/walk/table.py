"""Whole table with everything switched on: what anybody can do there, as plain calls.

::

    with WalkedTable(Place.VIRTUAL, ("lifeboat",)) as table:
        table.touch("new")
        table.hold("back")
        table.leave_by_keys()

Each call is an act, after which it is checked what must hold (`tools.walk.checks`). The acts done so far can be printed
as such lines (`script`).
"""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, Concatenate, ParamSpec

import pygame

from companion.device.language import COMPLETE, say
from companion.device.settings import BOX_OPTIONS, LANGUAGE, Settings
from companion.screen.pages import PlayedPage
from companion.table.app import KEYS
from companion.table.event_lines import EventLines
from companion.table.new_box import NewBoxStep, NewLaptopStep
from companion.table.session import HANDS
from companion.table.session_context import SessionContext
from companion.virtual_table.hands import do
from hardware.buttons import HOLD_S, Button, Source
from tools.walk.checks import Checks
from tools.walk.event_checks import FollowedLines
from tools.walk.friends import FriendsTable
from tools.walk.opened import READ_S, TURN_S, TablePlace
from tools.walk.parts import Ears, MortalOpponent
from tools.walk.played import PlayedTable
from tools.walk.real_table import RealTable
from tools.walk.window import SparingApp

#: From every page the main menu is at most so many presses away.
MOST_PRESSES = 12
#: Tables have met after so many turns of both.
_MEETING = 40
#: What a table has done is at the other one after so many turns of both.
_ANSWER = 6
#: By ear each press is answered after so long (seconds).
_HEARD_S = 1.5
#: Offers of a phone that are remembered, to be touched when they are old.
_OLD_OFFERS = 4

#: Names of the pages that Back opens when held, as other pages promise them.
_MENUS = {"menu": "Menu", "menu-lock": "Menu", "start": "Main menu"}

ActsP = ParamSpec("ActsP")


def act(
    method: Callable[Concatenate["WalkedTable", ActsP], None],
) -> Callable[Concatenate["WalkedTable", ActsP], None]:
    """Make a method an act: it is kept in the script, and what must hold is checked after it."""

    @wraps(method)
    def done(table: "WalkedTable", /, *given: ActsP.args, **named: ActsP.kwargs) -> None:
        words = [*map(repr, given), *(f"{name}={value!r}" for name, value in named.items())]
        table.script.append(f"table.{method.__name__}({', '.join(words)})")
        method(table, *given, **named)
        table.checks.check(table)

    return done


class WalkedTable(PlayedTable):
    """Table with everything switched on, at which each act is checked."""

    def __init__(
        self,
        place: TablePlace,
        game_ids: Sequence[str],
        *,
        language: str = "en",
        size: tuple[int, int] = (1280, 720),
        seed: int = 1,
        old_games: Sequence[tuple[str, int]] = (),
        bots_apart: bool = False,
        is_new: bool = False,
        with_friends: bool = False,
        **settings: Any,
    ) -> None:
        """Open the first page; `settings` are those that are not as usual, such as `by_ear`.

        `bots_apart`: bots think in a process of their own, as they really do, which takes its time. `is_new`: nobody
        has been asked for anything yet. `old_games`: the ids and lengths of unfinished games in the journal. `size`:
        the window's, in pixels. `with_friends`: friends elsewhere join each new game at once.
        """
        named = {
            "language": language,
            "size": size,
            "seed": seed,
            "old_games": tuple(old_games),
            "bots_apart": bots_apart,
            "is_new": is_new,
            "with_friends": with_friends,
            **settings,
        }
        self.script = [
            f"table = WalkedTable(Place.{place.name}, {tuple(game_ids)!r}, "
            + ", ".join(f"{name}={value!r}" for name, value in named.items())
            + ")"
        ]
        self.ears, self.checks = Ears(), Checks()
        #: Table elsewhere that plays the running game too.
        self.friends: FriendsTable | None = None
        self._with_friends = with_friends
        super().__init__(
            place,
            game_ids,
            settings=Settings(language=language, **settings),
            size=size,
            seed=seed,
            old_games=old_games,
            opponent=MortalOpponent() if bots_apart else None,
        )
        if is_new:
            first_page = NewLaptopStep if place is TablePlace.VIRTUAL else NewBoxStep
            self.session.open(first_page(self.session))

    def close(self) -> None:
        """Let go of everything."""
        self.checks.close()
        if self.friends is not None:
            self.friends.close()
        super().close()

    def context(self) -> SessionContext:
        """Return what surrounds the session: a box that can be switched off."""
        return replace(
            super().context(), switch_off=lambda: say("Switching off. The game is kept."), looks_path=self._looks_path
        )

    @property
    def _looks_path(self) -> Path:
        """File of the looks of plain pieces."""
        return self._folder / str(self._life) / "looks.json"

    def open_app(self) -> SparingApp:
        """Return a window that is drawn where somebody looks."""
        self._offers: dict[int, list[int]] = {}
        app = SparingApp(self.session, announcer=self.ears, buttons=self.buttons, clock=lambda: self.now)
        self.followed = FollowedLines()
        app.event_lines = EventLines(self.session, self.followed.follow)
        return app

    def features(self) -> Iterator[str]:
        """Yield what this table has now that not every table has."""
        session, size = self.session, "x".join(map(str, self.window.get_size()))
        yield from (self.place, session.settings.language, size)
        for option in BOX_OPTIONS:
            if option is not LANGUAGE and (value := getattr(session.settings, option.id)) != option.default:
                yield f"{option.id} {value}"
        if session.game is None:
            return
        rules, share = session.table_game.rules, self.other_table.share
        yield rules.id
        yield from (f"{rules.id} {name} {value}" for name, value in session.settings.games.get(rules.id, {}).items())
        if share is not None and self.friends is not None:
            yield f"{rules.id} at two tables"
            if share.pictures is not None and share.pictures.snapshot is not None:
                yield "a picture of the other table's board"
        yield from (f"bot {name}" for name in session.seating.seats.bots.values())
        if self.phones.guests.all:
            yield f"{rules.id} with phones"
        if any(guest.seat for guest in self.phones.guests.all.values()):
            yield f"{rules.id} with a phone that has a seat"
        if session.settings.is_plain and session.sees and session.table_game.readings.knows_plain_pieces:
            yield f"{rules.id} with plain pieces"

    # --- time and the window ------------------------------------------------------------------------------------------

    def _turn(self, seconds: float) -> None:
        super()._turn(seconds)
        self.checks.hear(self)

    @act
    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.let_pass(seconds)

    @act
    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size (pixels)."""
        self.window = pygame.Surface(size)
        self.app.handle(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]), self.window, self.now)
        self._turn(READ_S)

    # --- the three buttons and the keyboard ---------------------------------------------------------------------------

    @act
    def press(self, button: str) -> None:
        """Press one of the box's buttons; by ear it is answered, whether another page comes or not."""
        self._turn(READ_S)
        heard, page = self.checks.heard, self.page
        self._push(Button(button), TURN_S)
        if self.session.is_by_ear and not isinstance(page, PlayedPage):
            self.let_pass(_HEARD_S, lambda: self.checks.heard > heard or isinstance(self.page, PlayedPage))
            is_answered = self.checks.heard > heard or isinstance(self.page, PlayedPage)
            assert is_answered, f"nothing was heard of {button} on the page {page.name}"

    @act
    def hold(self, button: str) -> None:
        """Hold one of the box's buttons; red opens the menu that is promised, or marks the way out."""
        before, promised = self.page.name, self.page.keys.back_hold if button == Button.BACK else ""
        self._push(Button(button), HOLD_S + TURN_S)
        name = self.page.name
        # A page that came by itself meanwhile takes no press that was meant for the one before.
        if promised and before == name == "menu":
            assert self.marked == "start", self.marked
        elif promised and name in (before, *_MENUS):
            assert promised == say(_MENUS.get(name, name)), (promised, name)

    @act
    def stray_press(self, button: str) -> None:
        """Press a button at once, whatever has just come on the screen."""
        self.buttons.changed(Button(button), True, self.now, Source.SCREEN)
        self._turn(0.03)
        self.buttons.changed(Button(button), False, self.now, Source.SCREEN)
        self._turn(0.03)

    @act
    def key(self, key: int) -> None:
        """Type a key."""
        letter = chr(key) if 32 <= key < 127 else ""
        self.app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=0), self.window, self.now)
        if letter:
            self.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter), self.window, self.now)
        self._turn(0.05)
        self.app.handle(pygame.event.Event(pygame.KEYUP, key=key, mod=0), self.window, self.now)
        self._turn(0.05)

    @act
    def leave_by_keys(self) -> None:
        """Go to the first page with the three buttons alone.

        Raises AssertionError if that takes too many presses.
        """
        way: list[str] = []
        for _ in range(MOST_PRESSES):
            if self.page.name == "start" and self.session.game is None:
                return
            way.append(self._press_towards_start())
        assert self.page.name == "start", (way, self.page.name)
        assert self.session.game is None, (way, self.page.name)

    def _press_towards_start(self) -> str:
        """Make the next press on the way to the first page; return what was pressed and where."""
        page, ids = self.page, self.targets
        if "start" in ids and page.name in ("menu", "leave-set-up"):
            if self.marked == "start":
                self._push(Button.ADVANCE, TURN_S)
                return f"{page.name}: advance"
            if page.name == "menu":
                # Held, red marks the way out.
                self._push(Button.BACK, HOLD_S + TURN_S)
                return f"{page.name}: back held"
            self._push(Button.DRAW, TURN_S)
            return f"{page.name}: draw"
        if page.name == "menu-lock":
            self._push(Button.ADVANCE, HOLD_S + TURN_S)
            return f"{page.name}: advance held"
        if page.name == "pause":
            self._push(Button.ADVANCE, TURN_S)
            return f"{page.name}: advance"
        if self.session.game is not None and page.keys.back and not page.keys.back_hold:
            self._push(Button.BACK, TURN_S)
            return f"{page.name}: back"
        # Held, it leads to the menu of a game, and before one to the first page.
        self._push(Button.BACK, HOLD_S + TURN_S)
        return f"{page.name}: back held"

    # --- fingers and hands --------------------------------------------------------------------------------------------

    @act
    def touch(self, target: str) -> None:
        """Touch a row where it is on the screen, or anything else by its id."""
        self._touch(target)

    @act
    def click(self, across: float, down: float) -> None:
        """Click somewhere in the window, in shares of its width and height."""
        self._click(self._point(across, down))

    def _point(self, across: float, down: float) -> tuple[int, int]:
        width, height = self.window.get_size()
        return min(width - 1, int(across * width)), min(height - 1, int(down * height))

    @act
    def carry(self, piece: str, across: float, down: float) -> None:
        """Carry a piece to a point of the table, in shares of what is seen of it."""
        if self.room is not None:
            widget = self.room.widget
            if widget._view is None or piece not in self.room.table.pieces:
                return
            x, y = widget.to_px(self.room.table.pieces[piece].centre_mm)
            self._mouse(pygame.MOUSEBUTTONDOWN, (round(x), round(y)))
            self._turn(0.05)
            self._mouse(pygame.MOUSEMOTION, self._point(across / 2, down))
            self._turn(0.05)
            self._mouse(pygame.MOUSEBUTTONUP, self._point(across / 2, down))
        elif isinstance(self.source, RealTable) and piece in self.source.pieces:
            left, top, right, bottom = self.source.table.areas.seen
            point = left + across * (right - left), top + down * (bottom - top)
            for _ in do(self.source.table, [replace(self.source.pieces[piece], centre_mm=point)]):
                pass
        self._turn(READ_S)

    @act
    def choose_card(self, holder: str, key: str) -> None:
        """Choose a card below somebody's cover."""
        if self.room is not None and self.room._secrets is not None:
            self.room._secrets.choose(holder, key)
        self._turn(READ_S)

    def cards(self) -> Iterator[tuple[str, str]]:
        """Yield the holders of covers and the keys of the cards that they may choose."""
        secrets = self.room._secrets if self.room is not None else None
        if secrets is None or secrets.trouble:
            return
        for holder in secrets.holders():
            for group in secrets.look(holder.id):
                yield from ((holder.id, card.key) for card in group.cards if not card.idle)

    @act
    def let_hands_work(self, seconds: float) -> None:
        """Let hands do what the page asks for."""
        if HANDS in self.targets or self.session.hands_button() is not None:
            self._touch(HANDS)
        self.let_pass(seconds, hands_work=True)

    @act
    def play_on(self, times: int, seed: int) -> None:
        """Do what the page asks for so many times; what it leaves open is left to chance."""
        rng = Random(seed)
        for _ in range(times):
            self.follow_page(rng)
            self.checks.check(self)
            if self._with_friends and self.may_invite:
                self._let_friends_join()

    # --- friends elsewhere --------------------------------------------------------------------------------------------

    @property
    def may_invite(self) -> bool:
        """True while friends elsewhere can be invited to the running game."""
        return self.friends is None and self.session.game is not None and not self.other_table.why_not_shared()

    @act
    def friends_join(self) -> None:
        """Invite friends elsewhere for every second seat, who join at once."""
        if self.may_invite:
            self._let_friends_join()

    def _let_friends_join(self) -> None:
        seats = self.session.table_game.seats(self.session.first_event)
        self.other_table.open_invitation(seats[1::2], relayed=False)
        invite = self.other_table.invite
        if invite is None:
            return
        self.friends = FriendsTable(self, self.session.table_game.rules.id)
        self.friends.other_table.begin_joining(invite.url, invite.pairing.invitation)
        self._let_pass_at_both(_MEETING)

    @act
    def friends_play(self, times: int, seed: int) -> None:
        """Let the friends elsewhere do what their pages ask for so many times."""
        rng = Random(seed)
        for _ in range(times):
            if self.friends is None or self.friends.session.game is None:
                return
            self.friends.follow_page(rng)
            self._let_pass_at_both(_ANSWER)
            self.checks.check(self)

    @act
    def switch_pictures(self, *, own: bool, other: bool) -> None:
        """Switch pictures of the boards on or off, at this table and at the friends'."""
        if self.friends is None:
            return
        for share, wished in ((self.other_table.share, own), (self.friends.other_table.share, other)):
            if share is not None and share.pictures is not None and share.pictures.is_on is not wished:
                share.switch_pictures()
        self._let_pass_at_both(_MEETING)

    def _let_pass_at_both(self, turns: int) -> None:
        """Let time pass at both tables."""
        assert self.friends is not None
        for _ in range(turns):
            self._turn(TURN_S)
            self.friends.let_pass(TURN_S)

    # --- devices that fail --------------------------------------------------------------------------------------------

    @act
    def pull_cable(self) -> None:
        """Pull out the camera's cable, or put it back in."""
        self.cable.is_out = not self.cable.is_out
        self._turn(READ_S)

    @act
    def kill_bot(self) -> None:
        """Kill the process in which bots think each time that it is asked, or let it live again."""
        self.opponent.is_killed = not self.opponent.is_killed
        self._turn(READ_S)

    @act
    def kill(self) -> None:
        """Pull the box's plug and switch it on again: what is on disk now is all that it has."""
        before = self._folder / str(self._life)
        self._life += 1
        # A backup that is just being made would vanish while it is copied.
        self.journal._backup_worker.wait()
        shutil.copytree(before, self._folder / str(self._life))
        self._end_life()
        self.checks.forget()
        self._begin_life()
        self._open()

    # --- phones -------------------------------------------------------------------------------------------------------

    @act
    def phones_on(self) -> None:
        """Let phones join, as the page *Phones* does."""
        self.phones.switch_on()
        self._turn(READ_S)

    @act
    def phone_joins(self, language: str) -> None:
        """Let one more phone join."""
        if self.phones.on:
            number = max(self.phones.guests.all, default=0) + 1
            joined = {"phone": number, "key": str(number), "language": language, "watches": number % 3 == 0}
            self.line.coming.append({"kind": "joined", **joined})
            self._turn(READ_S)

    @act
    def phone_touches(self, number: int, touched: Mapping[str, Any]) -> None:
        """Touch something on a phone."""
        self.line.coming.append({"kind": "touched", "phone": number, "touched": dict(touched)})
        self._turn(READ_S)

    def phone_shows(self, number: int) -> dict[str, Any]:
        """Return what a phone shows; empty before its first value."""
        guest = self.phones.guests.all.get(number)
        shown: dict[str, Any] = json.loads(guest.shown) if guest is not None and guest.shown else {}
        if "offer" in shown:
            offers = self._offers.setdefault(number, [])
            if shown["offer"] not in offers:
                self._offers[number] = [*offers[-_OLD_OFFERS:], shown["offer"]]
        return shown

    def phone_acts(self, number: int) -> Iterator[Mapping[str, Any]]:
        """Yield what can be touched on a phone now, and what an older or another's page would send."""
        shown = self.phone_shows(number)
        offer = shown.get("offer")
        for move in range(len(shown.get("moves", ()))):
            yield {"do": f"move {move}", "offer": offer}
        for button in shown.get("buttons", ()):
            yield {"do": button["id"], "offer": offer}
        for seat in shown.get("seats", ()):
            yield {"seat": seat["id"]}
        yield {"seat": ""}
        yield {"hint": True}
        yield from ({"language": language} for language in COMPLETE)
        yield {"note": "a note"}
        for known in {old for offers in self._offers.values() for old in offers}:
            yield {"do": "move 0", "offer": known}
            yield {"do": "advance", "offer": known}
        yield {"do": "move 99999", "offer": offer or 0}


#: Keys of a keyboard that mean something somewhere, and some that do not.
TYPED = (*KEYS, pygame.K_f, pygame.K_r, pygame.K_c, pygame.K_0, pygame.K_1, pygame.K_2, pygame.K_PAGEDOWN, pygame.K_x)
