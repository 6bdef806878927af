"""The table session: what is going on at the table. It takes presses, touches, readings and the time, and gives a page,
a ring pattern and announcements; every event goes into the journal before anything of it is shown.
"""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random, SystemRandom

from companion.box.language import LANGUAGES, say, use_language
from companion.box.settings import NO_CAMERA, Settings
from companion.calibrating.camera_check import CameraSetup
from companion.games.finstere_flure.kept_games import GAME_KIND, event_line, result_line
from companion.games.finstere_flure.table.flow import next_step
from companion.games.finstere_flure.table.observed import Observed
from companion.games.finstere_flure.table.set_up import SetUpStep
from companion.journal import Journal
from companion.screen.pages import Page
from companion.table.camera_words import tell_camera
from companion.table.menus import MenuStep
from companion.table.start import StartStep
from companion.table.step import HANDS, Step
from companion.voice import Level
from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import DeckShuffled, GameEvent, GameStarted, SetUp, TilePlaced, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from hardware.buttons import Button, Press
from hardware.ring.patterns import Pattern
from vision.errors import VisionError

#: A camera that sees no board for so long (seconds) sees none: sleeves cover its marks now and then.
BLIND_S = 5.0


@dataclass(frozen=True)
class Said:
    """An announcement: its text, how much it matters, the sound that goes with it (``""``: none)."""

    text: str
    level: Level
    chime: str = ""


class Session:
    """The companion at a table.

    `sees`: a camera reads the table; without one the players say by touch what happens. `now` is the time in seconds
    as the last call said; only differences count.
    """

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        *,
        sees: bool,
        chance: Random | None = None,
        save_settings: Callable[[Settings], None] | None = None,
    ) -> None:
        self.journal = journal
        self.settings = settings
        self.chance = chance or SystemRandom()
        self.now = 0.0
        self.game: Game | None = None
        self.game_id: int | None = None
        self.real_deck = False
        #: How the pieces lie on the table as far as we know; None where we must look first.
        self.laid: Position | None = None
        self.seen: Observed | None = None
        #: The codes of the languages for which the screen has letters.
        self.languages = tuple(LANGUAGES)
        self.left = False
        #: Whether a game plays itself at a virtual table, to be watched; None where there is no such table.
        self.watching: bool | None = None
        #: The game that plays itself if it is asked for.
        self.watched: GameStarted | None = None
        #: The camera, to be set up; None where there is none.
        self.camera_setup: CameraSetup | None = None
        #: Shuts the machine down and gives the sentence that says so; None where that cannot be done from here.
        self.switch_off: Callable[[], str] | None = None
        #: Whether nothing else runs on this screen, so that there is nothing to leave for.
        self.kiosk = False
        self._save_settings = save_settings
        #: Where the monster was seen last, and the cells that have shown a piece since it stands there.
        self._monster_at: Cell | None = None
        self._shown: frozenset[Cell] = frozenset()
        self._camera_works = sees
        self._camera_trouble: VisionError | None = None
        self._camera_since = 0.0
        self._steps: list[Step] = []
        self._said: deque[Said] = deque(maxlen=20)

    # --- what it gives ------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step on the screen."""
        return self._steps[-1]

    @property
    def page(self) -> Page:
        """What the screen shows."""
        return self.step.page()

    @property
    def pattern(self) -> Pattern:
        """What the ring shows."""
        return self.step.pattern()

    @property
    def notice(self) -> str:
        """What players should know about the camera or the journal, or nothing."""
        if self._camera_trouble and not self._camera_works and self._camera_wanted:
            return tell_camera(self._camera_trouble)
        return self.journal.warning or ""

    @property
    def sees(self) -> bool:
        """Whether a camera reads the table: it works and the players want it."""
        return self._camera_works and self._camera_wanted

    @property
    def _camera_wanted(self) -> bool:
        # A game that plays itself is played before the camera's eyes, or it would never go on.
        return self.settings.camera != NO_CAMERA or bool(self.watching)

    def announcements(self) -> list[Said]:
        """What is to be said since the last call."""
        said = list(self._said)
        self._said.clear()
        return said

    # --- what it is told ----------------------------------------------------------------------------------------

    def press(self, press: Press, now: float) -> None:
        """A button was pressed."""
        self.now = now
        if self.watching and press == Press(Button.BACK, held=False):
            self.watching = False
            self.say(say("Now you play on."), Level.PHASE, "turn")
            return
        match press.button, press.held:
            case Button.ADVANCE, False:
                self.step.advance()
            case Button.ADVANCE, True:
                self.step.insist()
            case Button.DRAW, _:
                self.step.draw()
            case Button.BACK, False:
                self.step.back()
            case Button.BACK, True:
                self.open_menu()

    def touch(self, target: str, now: float) -> None:
        """A row (by its id) or a cell was touched on the screen."""
        self.now = now
        if target == HANDS:
            self.step.hands_asked = True
        else:
            self.step.touch(target)

    def see(self, seen: Observed, now: float) -> None:
        """The camera has read the table."""
        self.now = now
        if not self.sees:
            return
        if seen.monster and seen.monster[0] != self._monster_at:
            self._monster_at, self._shown = seen.monster[0], frozenset()
        self._shown |= seen.occupied
        seen = self.seen = seen.less_hidden(self._shown)
        self.step.see(seen)
        self.step.tick()

    def restless(self, now: float) -> None:
        """The table changes under the camera's eyes, and the reading of it is not there yet."""
        self.now = now
        self.step.restless()

    def tick(self, now: float) -> None:
        """Time passes."""
        self.now = now
        if self._camera_trouble and self._camera_works and now - self._camera_since >= BLIND_S:
            self._camera_works = False
            if self._camera_wanted:
                self.say(tell_camera(self._camera_trouble), Level.PROBLEM, "wrong")
                self._forget_seen()
        self.step.tick()

    def camera(self, trouble: VisionError | None) -> None:
        """The camera works (None) or does not, and why: if that lasts, the players go on by hand."""
        if trouble is None:
            self._camera_works = True
        else:
            if self._camera_trouble is None:
                self._camera_since = self.now
            if self.sees:
                self.step.restless()
        self._camera_trouble = trouble

    def _forget_seen(self) -> None:
        """What was seen counts no longer."""
        self.seen = None
        for step in self._steps:
            step.forget_seen()

    # --- for the steps ------------------------------------------------------------------------------------------

    def say(self, text: str, level: Level, chime: str = "") -> None:
        """Announces something."""
        self._said.append(Said(text, level, chime))

    def open(self, step: Step) -> None:
        """Puts a step on top of the others."""
        self._steps.append(step)
        self._begin()

    def close(self) -> None:
        """Takes the topmost step away, if another lies below."""
        if len(self._steps) > 1:
            self._steps.pop()
            self._begin()

    def switch(self, step: Step) -> None:
        """This step instead of all that are there."""
        self._steps = [step]
        self._begin()

    def _begin(self) -> None:
        self.step.begin()
        if self.seen is not None:
            self.step.see(self.seen)

    def open_menu(self) -> None:
        """The menu, unless it is open."""
        if self.game is not None and len(self._steps) == 1:
            self.open(MenuStep(self))

    def change_settings(self, settings: Settings) -> None:
        """Takes and keeps other settings."""
        saw = self.sees
        self.settings = settings
        if saw and not self.sees:
            self._forget_seen()
        use_language(settings.language)
        if self._save_settings:
            self._save_settings(settings)

    def watch(self) -> None:
        """Begins a game that plays itself at the virtual table."""
        assert self.watched is not None
        self.watching = True
        if self.watched.set_up is SetUp.BASIC:
            self.open(SetUpStep(self, self.watched, real_deck=False))
        else:
            self.start(self.watched, real_deck=False)

    def toggle_full_screen(self) -> None:
        """The whole screen, or a window."""
        self.change_settings(replace(self.settings, full_screen=not self.settings.full_screen))

    def to_start(self) -> None:
        """Back to the first page; the game stays in the journal."""
        self.game = self.game_id = self.laid = None
        self.switch(StartStep(self))

    # --- the game -----------------------------------------------------------------------------------------------

    def start(self, event: GameStarted, *, real_deck: bool) -> None:
        """Begins a game; the floor lies as it must. Raises EventNotAllowedError."""
        game = Game.start(event)
        self.game_id = self.journal.start(GAME_KIND, event_line(event))
        self.game, self.real_deck = game, real_deck
        self.laid = game.state.position
        self.say(say("The game begins."), Level.PHASE, "stage")
        self.go_on()

    def resume(self, game_id: int) -> None:
        """Goes on with a game of the journal. Raises NotationError or EventNotAllowedError if it cannot be read."""
        game = Game.replay([event_from_json(json.loads(line)) for line in self.journal.events(game_id)])
        self.game, self.game_id, self.laid = game, game_id, None
        self.real_deck = any(isinstance(event, DeckShuffled) and event.order is None for event in game.events)
        self.go_on()

    def apply(self, event: GameEvent, *, lies_already: bool = False) -> None:
        """Takes an event into the game and the journal; `lies_already`: the table shows it already.

        Raises EventNotAllowedError.
        """
        assert self.game is not None
        assert self.game_id is not None
        game = self.game.apply(event)
        self.journal.append(self.game_id, event_line(event))
        if lies_already and isinstance(event, TokenMoved):
            self.laid = position_after(self.game.state.position, event)
        self.game = game
        if isinstance(event, TilePlaced):
            # The tiles lie as they were placed one by one.
            self.laid = game.state.position
        if game.state.outcome is not None:
            self.journal.finish(self.game_id, result_line(game.state.outcome))

    def undo(self, keep: int) -> None:
        """Takes back all events but the first `keep`."""
        assert self.game is not None
        assert self.game_id is not None
        self.journal.undo(self.game_id, keep)
        self.game = self.game.undo(len(self.game.events) - keep)
        self.say(say("Taken back."), Level.PHASE, "wrong")
        self.go_on()

    def go_on(self) -> None:
        """Opens the step that is next in the game."""
        self.switch(next_step(self))
