"""Walks by Hypothesis: rules that pick any act, and a walk's shortest form where it fails."""

import math
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from companion.device.language import COMPLETE
from companion.device.options import Option
from companion.device.settings import BOX_OPTIONS, FULL_SCREEN, LANGUAGE
from companion.table.session import HANDS
from hardware.buttons import Button
from tools.walk.games import OWN_GAMES, walked_games
from tools.walk.opened import TablePlace
from tools.walk.progress import ACT_LIMIT_S, time_limit
from tools.walk.table import TYPED, WalkedTable

#: Sizes of windows (pixels): a laptop's, a large screen's, the box's, upright, and half of a laptop's.
SIZES = ((1280, 720), (1920, 1080), (800, 480), (480, 800), (640, 720))
#: Names of the three buttons.
_BUTTONS = st.sampled_from([str(button) for button in Button])
#: Draws True once in eight times: what does not happen in every minute.
_RARELY = st.integers(0, 7).map(lambda drawn: drawn == 7)
_SHARES = st.floats(0.0, 1.0, allow_nan=False, width=16)
#: An old game in the journal has at most so many events.
_OLD_EVENTS = 120


def _any_of(options: Iterable[Option[Any]], but: Collection[Option[Any]] = ()) -> st.SearchStrategy[dict[str, Any]]:
    """Draw values of any of these options."""
    values = {option.id: st.sampled_from(option.values) for option in options if option not in but}
    return st.fixed_dictionaries({}, optional=values)


class FoundFailures:
    """Failures that were found before: a walk that meets one of them ends without a word."""

    def __init__(self) -> None:
        self.known: set[str] = set()
        self.acts = self.walks = 0
        #: Seed of the walks that are under way.
        self.seed = 0
        #: No other walk begins after this moment (of `time.monotonic`), unless a failure is being made shorter.
        self.until = math.inf
        #: Place of the failure that is being made shorter; empty before one is met.
        self.shortened = ""
        #: Acts of the walk that is under way, as lines of a test.
        self.script: Sequence[str] = ()
        self.pages: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        #: Acts at tables that had something, such as a setting that is not usual.
        self.met: Counter[str] = Counter()
        #: Failure that was met last.
        self.last: Exception | None = None

    @property
    def doing(self) -> str:
        """Line that says what the walker does."""
        shortened = f"; making a failure shorter: {self.shortened}" if self.shortened else ""
        act = self.script[-1] if self.script else "a table is opened"
        return f"seed {self.seed}: {self.walks} walks, {self.acts} acts, the last: {act}{shortened}"

    def signature(self, error: BaseException) -> str:
        """Return what tells a failure from others: its kind, and the last places that it passed."""
        places = [
            f"{frame.filename.rpartition('/')[2]}:{frame.name}:{frame.lineno}"
            for frame in traceback.extract_tb(error.__traceback__)
            if "/site-packages/" not in frame.filename
        ]
        detail = str(error).split("\n")[0][:40] if isinstance(error, AssertionError) else ""
        return f"{type(error).__name__} {' '.join(places[-2:])} {detail}"


class Walk(RuleBasedStateMachine):
    """Walk at a table of its own."""

    #: The games that may be played.
    played: Sequence[str] = tuple(walked_games())
    found = FoundFailures()

    def __init__(self) -> None:
        super().__init__()
        self.table: WalkedTable | None = None
        self._is_over = False

    # --- how acts are done --------------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], object]) -> None:
        """Do an act; end the walk where it fails as another did."""
        if self._is_over:
            return
        self.found.acts += 1
        self.found.script = self.table.script if self.table is not None else ()
        try:
            with time_limit(ACT_LIMIT_S):
                act()
        except Exception as error:
            self._is_over = True
            place = self.found.signature(error)
            if place in self.found.known:
                return
            error.add_note("\n".join(self.table.script if self.table is not None else ()))
            self.found.last, self.found.shortened = error, place
            raise
        if self.table is not None:
            self.found.pages[self._page_name()] += 1
            self.found.met.update(self.table.features())

    def _page_name(self) -> str:
        table = self.table
        assert table is not None
        running = "" if table.session.game is None else table.session.table_game.rules.id
        return f"{table.place} {running} {type(table.session.step).__name__}"

    @property
    def _walks(self) -> bool:
        return self.table is not None and not self._is_over

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        """Open a table anywhere, with some games, and perhaps unfinished ones."""
        if time.monotonic() > self.found.until and not self.found.shortened:
            raise KeyboardInterrupt
        self.found.walks += 1
        place = data.draw(st.sampled_from(TablePlace), "place")
        first = data.draw(st.sampled_from(self.played), "game")
        choices = ((first,), tuple(dict.fromkeys((first, *OWN_GAMES))), tuple(dict.fromkeys((first, *self.played))))
        game_ids = data.draw(st.sampled_from(choices), "games") if len(self.played) > 1 else (first,)
        language = data.draw(st.sampled_from([*COMPLETE]), "language")
        size = data.draw(st.sampled_from(SIZES), "size")
        old = data.draw(
            st.lists(st.tuples(st.sampled_from(game_ids), st.integers(1, _OLD_EVENTS)), max_size=2), label="old games"
        )
        seed = data.draw(st.integers(1, 1000), "seed")
        apart, is_new = data.draw(_RARELY, "bots apart"), data.draw(_RARELY, "nobody was asked yet")
        with_friends = data.draw(_RARELY, "with friends")
        settings = data.draw(_any_of(BOX_OPTIONS, but=(LANGUAGE, FULL_SCREEN)), "settings")
        variants = data.draw(_any_of(walked_games()[first].options), "variants")
        if variants:
            settings["games"] = {first: variants}

        def opened() -> None:
            self.table = WalkedTable(
                place,
                game_ids,
                language=language,
                size=size,
                seed=seed,
                old_games=old,
                bots_apart=apart,
                is_new=is_new,
                with_friends=with_friends,
                **settings,
            )

        self._do(opened)

    @rule()
    def rest(self) -> None:
        """Do nothing, also after a walk has ended where another did."""

    def teardown(self) -> None:
        """Leave to the main menu, and close the table."""
        if self.table is not None:
            try:
                self._do(self.table.leave_by_keys)
            finally:
                self.table.close()

    # --- rules --------------------------------------------------------------------------------------------------------

    @precondition(lambda self: self._walks)
    @rule(data=st.data())
    def touch(self, data: st.DataObject) -> None:
        """Touch any row."""
        assert self.table is not None
        targets = [target for target in self.table.targets if target != HANDS]
        if targets:
            target = data.draw(st.sampled_from(targets), "row")
            self._do(lambda: self._table.touch(target))

    @property
    def _table(self) -> WalkedTable:
        assert self.table is not None
        return self.table

    @precondition(lambda self: self._walks)
    @rule(data=st.data())
    def touch_again(self, data: st.DataObject) -> None:
        """Touch any row."""
        self.touch(data)

    @precondition(lambda self: self._walks)
    @rule(times=st.integers(1, 12), seed=st.integers(0, 1000))
    def play_on(self, times: int, seed: int) -> None:
        """Do what the pages ask for."""
        self._do(lambda: self._table.play_on(times, seed))

    @precondition(lambda self: self._walks)
    @rule(times=st.integers(1, 12), seed=st.integers(0, 1000))
    def play_on_again(self, times: int, seed: int) -> None:
        """Do what the pages ask for, as often as anything else."""
        self._do(lambda: self._table.play_on(times, seed))

    @precondition(lambda self: self._walks)
    @rule(button=_BUTTONS)
    def press(self, button: str) -> None:
        """Press a button."""
        self._do(lambda: self._table.press(button))

    @precondition(lambda self: self._walks)
    @rule(button=_BUTTONS)
    def hold(self, button: str) -> None:
        """Hold a button."""
        self._do(lambda: self._table.hold(button))

    @precondition(lambda self: self._walks)
    @rule(button=_BUTTONS)
    def stray_press(self, button: str) -> None:
        """Press a button at once."""
        self._do(lambda: self._table.stray_press(button))

    @precondition(lambda self: self._walks)
    @rule(key=st.sampled_from(TYPED))
    def key(self, key: int) -> None:
        """Type a key."""
        self._do(lambda: self._table.key(key))

    @precondition(lambda self: self._walks)
    @rule(across=_SHARES, down=_SHARES)
    def click(self, across: float, down: float) -> None:
        """Click anywhere."""
        self._do(lambda: self._table.click(across, down))

    @precondition(lambda self: self._walks and bool(self._table.pieces))
    @rule(data=st.data(), across=_SHARES, down=_SHARES)
    def carry(self, data: st.DataObject, across: float, down: float) -> None:
        """Carry any piece anywhere."""
        piece = data.draw(st.sampled_from(self._table.pieces), "piece")
        self._do(lambda: self._table.carry(piece, across, down))

    @precondition(lambda self: self._walks and self._table.room is not None)
    @rule(data=st.data())
    def choose_card(self, data: st.DataObject) -> None:
        """Choose any card below a cover."""
        cards = list(self._table.cards())
        if cards:
            holder, key = data.draw(st.sampled_from(cards), "card")
            self._do(lambda: self._table.choose_card(holder, key))

    @precondition(lambda self: self._walks and self._table.place is not TablePlace.HAND)
    @rule(seconds=st.sampled_from((0.5, 2.0, 6.0)))
    def let_hands_work(self, seconds: float) -> None:
        """Let hands do what is asked for."""
        self._do(lambda: self._table.let_hands_work(seconds))

    @precondition(lambda self: self._walks)
    @rule(seconds=st.sampled_from((0.1, 1.0, 5.0, 15.0)))
    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self._do(lambda: self._table.wait(seconds))

    @precondition(lambda self: self._walks)
    @rule(size=st.sampled_from((*SIZES, (40, 600), (1, 1))), happens=_RARELY)
    def resize(self, size: tuple[int, int], happens: bool) -> None:
        """Give the window another size."""
        if happens:
            self._do(lambda: self._table.resize(size))

    @precondition(lambda self: self._walks and self._table.place is not TablePlace.HAND)
    @rule(happens=_RARELY)
    def pull_cable(self, happens: bool) -> None:
        """Pull out the camera, or put it back in."""
        if happens:
            self._do(self._table.pull_cable)

    @precondition(lambda self: self._walks)
    @rule(happens=_RARELY)
    def kill_bot(self, happens: bool) -> None:
        """Kill the bots' process, or let it live."""
        if happens:
            self._do(self._table.kill_bot)

    @precondition(lambda self: self._walks)
    @rule(happens=_RARELY)
    def kill(self, happens: bool) -> None:
        """Pull the box's plug."""
        if happens:
            self._do(self._table.kill)

    @precondition(lambda self: self._walks)
    @rule(happens=st.booleans())
    def leave_by_keys(self, happens: bool) -> None:
        """Go to the main menu by keys, and on with the game."""
        if not happens:
            return
        table = self._table
        self.found.left[self._page_name()] += 1
        self._do(table.leave_by_keys)
        again = next((target for target in table.targets if target.startswith("resume ")), "")
        if again and self._walks:
            self._do(lambda: table.touch(again))

    @precondition(lambda self: self._walks and self._table.may_invite)
    @rule()
    def friends_join(self) -> None:
        """Let friends elsewhere join the running game."""
        self._do(self._table.friends_join)

    @precondition(lambda self: self._walks and self._table.friends is not None)
    @rule(times=st.integers(1, 6), seed=st.integers(0, 1000))
    def friends_play(self, times: int, seed: int) -> None:
        """Let friends elsewhere do what their pages ask for."""
        self._do(lambda: self._table.friends_play(times, seed))

    @precondition(lambda self: self._walks and self._table.friends is not None)
    @rule(own=st.booleans(), other=st.booleans())
    def switch_pictures(self, own: bool, other: bool) -> None:
        """Switch pictures of the boards on or off at both tables."""
        self._do(lambda: self._table.switch_pictures(own=own, other=other))

    @precondition(lambda self: self._walks and not self._table.phones.on)
    @rule(data=st.data())
    def phones_on(self, data: st.DataObject) -> None:
        """Let phones join, and one joins."""
        self._do(self._table.phones_on)
        self._let_phone_join(data)

    def _let_phone_join(self, data: st.DataObject) -> None:
        """Let one more phone join, and often sit down."""
        language = data.draw(st.sampled_from([*COMPLETE]), "language")
        self._do(lambda: self._table.phone_joins(language))
        number = max(self._table.phones.guests.all, default=0)
        seats = [act for act in self._table.phone_acts(number) if act.get("seat")]
        sits: bool = data.draw(st.booleans(), "sits down")
        if seats and sits:
            seat = data.draw(st.sampled_from(seats), "seat")
            self._do(lambda: self._table.phone_touches(number, seat))

    @precondition(lambda self: self._walks and self._table.phones.on)
    @rule(data=st.data())
    def phone(self, data: st.DataObject) -> None:
        """Touch anything on any phone, or let another join."""
        numbers = [*self._table.phones.guests.all]
        if not numbers or data.draw(st.integers(0, 9), "joins") == 0:
            self._let_phone_join(data)
            return
        number = data.draw(st.sampled_from(numbers), "phone")
        touched: Any = data.draw(st.sampled_from(list(self._table.phone_acts(number))), "touched")
        self._do(lambda: self._table.phone_touches(number, touched))
