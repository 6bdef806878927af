"""Table session: takes presses, touches, readings and the time; gives page and ring pattern.

It also gives announcements. Every event goes into the journal before anything of it is shown. The session knows
no game: for everything that is a game's own it asks its `TableGame`.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from companion.device.language import LANGUAGES, said_again, say, use_language
from companion.device.options import Values
from companion.device.sentences import sorting_key, together
from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Page, Row, Standings, Tone
from companion.sheets.manifest import tags_of
from companion.table.act import Act as Act
from companion.table.announcement import Announcement as Announcement
from companion.table.announcement_queue import AnnouncementQueue
from companion.table.camera_state import CameraState
from companion.table.ear import OFF
from companion.table.game import TableGame
from companion.table.game_keeper import GameKeeper
from companion.table.hearing import HeardEvent
from companion.table.hidden_cards import HiddenCards
from companion.table.hints import PrivateHint
from companion.table.inference import IgnoredProblems
from companion.table.kept_games import read_game
from companion.table.layout import PieceObservation, TableLayout
from companion.table.learned_looks import LearnedLooks
from companion.table.mended import MendNote
from companion.table.notices import FAILURE_S, HINT_S, NEWS_S, POINTED_S, TimedValue
from companion.table.observation import TableObservation
from companion.table.other_table import OtherTable
from companion.table.plain_pieces import Unrest
from companion.table.ring import place_pattern
from companion.table.seats import move_seats
from companion.table.session_context import DEFAULT_CONTEXT, SessionContext
from companion.table.session_pages import SessionPages
from companion.table.step import Step
from companion.voice import Kind, Level
from engine.game import EventT, Game, StateT
from engine.mending import Mending
from hardware.buttons import Button, Press
from hardware.ring.patterns import Pattern

if TYPE_CHECKING:
    from vision.picture import Pixels

#: The id of the row that asks the hands of the virtual table for help.
HANDS = "do-it-for-me"
#: Press that opens the questions to the table where all is heard.
_ASKS = Press(Button.DRAW, held=True)
ObservationT = TypeVar("ObservationT", bound=PieceObservation)
MemoryT = TypeVar("MemoryT")


class GameSession(GameKeeper["Session", StateT, EventT]):
    """The companion at a table, as the steps of one game know it: with the game's own types.

    `sees`: a camera reads the table; without one the players say by touch what happens. `now` is the time in seconds
    as the last call said, without the pauses; only differences count. `open_session`
    (`companion.table.session_start`) makes one with its pages.
    """

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        games: Sequence[TableGame["Session"]],
        *,
        pages: SessionPages["Session"],
        sees: bool,
        rng: Random | None = None,
        around: SessionContext = DEFAULT_CONTEXT,
    ) -> None:
        """`pages` makes those that know the session."""
        super().__init__(journal, games, rng)
        self.settings = settings
        self.now, self._paused_s = 0.0, 0.0
        #: When people last pressed or touched anything.
        self.acted_at = 0.0
        #: The kept game that was on the table before the first page.
        self.left_game_id: int | None = None
        #: The last observation, as the game understands it; None if none counts.
        self.observation: PieceObservation | None = None
        #: The cards that nobody sees, where a virtual table keeps them.
        self.hidden_cards: HiddenCards | None = None
        #: The hint that one seat alone is given, while its page is open.
        self.private_hint: PrivateHint | None = None
        #: The codes of the languages for which the screen has letters.
        self.languages = tuple(LANGUAGES)
        self.quit_requested = False
        self.around = around
        #: Whether a game plays itself at a virtual table, to be watched; None where there is no such table.
        self.watching: bool | None = None if around.watched is None else False
        #: Whether people have just taken over a game that played itself.
        self._is_taken_over = False
        self._pages = pages
        self._own_screens = pages.own_screens(self)
        #: The table at which other seats of the running game sit; None: nobody can join or be invited.
        self.other_table: OtherTable[Session] | None = None
        #: Whether the other table is to be shown this board; its camera's last picture of the board alone (BGR).
        self.wants_board_picture = False
        self.board_picture: Pixels | None = None
        #: The place at which people at the other table point, and how the ring shows it.
        self._pointed = TimedValue[tuple[str, Pattern]](POINTED_S)
        #: Whether what is entered just now is told at the table: by its buttons or its screen.
        self._is_told_here = False
        #: The meaning that the camera reported last, and if nothing settles since.
        self._reported: PieceObservation | None = None
        self._is_unsettled = False
        #: The moment at which the observation was read.
        self._observed_at = ""
        #: The game's memory of earlier observations, such as who sits where; None: nothing.
        self.memory: object = None
        #: Whether many places of plain pieces were seen wrong lately.
        self.unrest = Unrest()
        #: How the plain pieces of this table look from above.
        self.looks = LearnedLooks(around.looks_path)
        self.ignored_problems = IgnoredProblems()
        self._camera = CameraState(self.say, self._is_camera_wanted, works=sees)
        self._steps: list[Step[Session]] = []
        #: The menu that was opened last.
        self._opened_menu: Step[Session] | None = None
        self.announced: AnnouncementQueue[Session] = AnnouncementQueue(self)
        #: Why the last touch did nothing, what failed and should not have, what was done from afar.
        self._hint, self._failure = TimedValue[str](HINT_S), TimedValue[str](FAILURE_S)
        self._news = TimedValue[str](NEWS_S)

    # --- what it gives ------------------------------------------------------------------------------------------

    @property
    def games_by_name(self) -> Sequence[TableGame["Session"]]:
        """The games that can be played here, sorted by their names in the language in use."""
        return tuple(sorted(self.games, key=lambda game: sorting_key(game.title())))

    @property
    def step(self) -> Step["Session"]:
        """The step on the screen."""
        return self._steps[-1]

    @property
    def running_step(self) -> Step["Session"]:
        """The step below all menus."""
        return self._steps[0]

    @property
    def moment(self) -> str:
        """Moment for the readings, given by the topmost step with one; empty: the game's default."""
        return next((step.moment for step in reversed(self._steps) if step.moment), "")

    @property
    def first_event(self) -> EventT | None:
        """First event of the running game, or of the one for which the table is laid; else None."""
        if self.game is not None:
            return self.game.events[0]
        return next((step.first_event for step in reversed(self._steps) if step.first_event is not None), None)

    @property
    def page(self) -> Page:
        """Current page of the screen."""
        page = self._with_keys(self.step, self._own_screens.page(self.whole_page))
        pointed = self._pointed.shown(self.now)
        if isinstance(page, BoardPage) and pointed is not None:
            page = replace(page, disturbed=(*page.disturbed, pointed[0]))
        if isinstance(page, BoardPage) and self.other_table is not None and self._is_game_shown:
            page = replace(page, elsewhere=self.other_table.board_there())
        if not self._takes_over_with_back:
            return page
        # What Back does in a game that plays itself is the same on each of its pages.
        return replace(page, keys=replace(page.keys, back=say("Take over"), back_hold=self.menu_name))

    def game_step(self, step: Step["Session"]) -> Step["Session"]:
        """Return the running game's own step, whatever lies above it; else the step itself."""
        return step if self.game is None or step.belongs_to_game else self.running_step

    def page_of(self, step: Step["Session"]) -> Page:
        """Return the page of a step, without what seats choose on their own screens."""
        return self._with_keys(step, self._own_screens.page(step.page()))

    @property
    def whole_page(self) -> Page:
        """Current page with all that can be chosen, also what seats choose on their own screens."""
        page = self._camera.mark(self.step.page())
        if isinstance(page, BoardPage | ListPage) and page.status and page.status == self._urgent_notice:
            page = replace(page, status_tone=Tone.NOW)
        return page

    @property
    def own_screens_decide(self) -> bool:
        """True if nothing that is moved on the table decides: seats choose on their own screens."""
        return self._own_screens.decides_alone

    @property
    def menu_name(self) -> str:
        """Name of what Back opens when held."""
        return say("Menu") if self.game is not None else say("Main menu")

    @property
    def _takes_over_with_back(self) -> bool:
        """True on the pages of a game that plays itself, but not above them, nor at its end."""
        if not self.watching:
            return False
        if self.game is None:
            return True
        return not self.has_page_above and self.game.rules.over(self.game.state) is None

    @property
    def has_page_above(self) -> bool:
        """True if a page lies above the running game's own, such as the menu."""
        return self.game is not None and len(self._steps) > 1

    @property
    def _is_game_shown(self) -> bool:
        return self.game is not None and (not self.has_page_above or self.step.belongs_to_game)

    @property
    def pattern(self) -> Pattern:
        """Current pattern of the ring."""
        pointed = self._pointed.shown(self.now)
        if pointed is not None:
            return pointed[1]
        return move_seats(self.step.pattern(), self.players, self.seating.seats)

    @property
    def notice(self) -> str:
        """Notice: a touch that did nothing, a failure, the camera or the journal; may be empty."""
        if urgent := self._urgent_notice:
            return urgent
        if news := self._news.shown(self.now):
            return str(said_again(news))
        # On a page a path has no room: as one long word it would make all letters tiny.
        path = self.journal.path
        warning = (self.journal.warning or "").replace(str(path), path.name)
        other = self.other_table.notice() if self.other_table is not None else ""
        seen = self._camera.notice(self.now, reads=self.first_event is not None)
        return (not self.sees and warning) or seen or warning or other

    @property
    def _urgent_notice(self) -> str:
        """Notice that people wait for: why a touch did nothing, or what failed; may be empty."""
        return str(said_again(self._hint.shown(self.now) or self._failure.shown(self.now) or ""))

    @property
    def status(self) -> str:
        """A line at the screen's edge: the notice, what bots have done, or how far the game is."""
        acts = self._pages.describe_acts(self) if self.game is not None and not self.notice else ""
        return acts or self.progress

    @property
    def progress(self) -> str:
        """A line at the screen's edge: the notice, or how far the game is."""
        if self.notice or self.game is None:
            return self.notice
        return self.step.status() or self.table_game.status(self.game.state)

    @property
    def standing(self) -> Standings | None:
        """Standing of all players of the running game."""
        return None if self.game is None else self.table_game.standing(self.game.state)

    @property
    def is_by_ear(self) -> bool:
        """True if all that is needed is said, so that nobody must look at the screen."""
        return self.settings.by_ear != OFF

    @property
    def sees(self) -> bool:
        """True if a camera reads the table: it works and the players want it."""
        return self._camera.sees

    @property
    def is_told_by_keys(self) -> bool:
        """True if people at a virtual table tell by keys what its hands lay.

        Nobody by ear drags pieces.
        """
        return self.watching is False and self.is_by_ear

    @property
    def is_real_camera_wanted(self) -> bool:
        """True if a real camera is to look at the table: only then its pieces need tags."""
        return self.around.camera_wanted and self.settings.camera != NO_CAMERA

    def _is_camera_wanted(self) -> bool:
        # A game that plays itself is played before the camera's eyes, or it would never go on.
        return bool(self.watching) or not (self.settings.camera == NO_CAMERA or self.is_told_by_keys)

    def announcements(self) -> list[Announcement]:
        """Return the announcements since the last call; by ear also what of the page is new."""
        return self.announced.take()

    def _with_keys(self, step: Step["Session"], page: Page) -> Page:
        """Return the page of a step with what its keys do just now, by ear also Draw held."""
        keys = replace(page.keys, typed=step.typed_keys)
        if self.is_by_ear and not step.is_asking:
            keys = replace(keys, draw_hold=say("Ask"))
        return page if keys == page.keys else replace(page, keys=keys)

    # --- what it is told ----------------------------------------------------------------------------------------

    def _pass_time(self, time_s: float) -> None:
        if self._steps and self.step.stops_clock:
            self._paused_s = time_s - self.now
        self.now = time_s - self._paused_s

    def press(self, press: Press, time_s: float, *, by_bot: bool = False, on_own_screen: bool = False) -> None:
        """Handle the press of a button, or what stands for it on a seat's own screen.

        With Back people take over a game that they watch.
        """
        self._pass_time(time_s)
        if not by_bot:
            self.acted_at = time_s
            self._hint.clear()
        if not by_bot and not on_own_screen:
            self.announced.note(press)
        if self._takes_over_with_back and not by_bot and press == Press(Button.BACK, held=False):
            self._take_over()
            self._is_taken_over = True
            return
        if self.watching and not by_bot and press == Press(Button.BACK, held=False) and not self.has_page_above:
            # At its end it is people who take back what they would do otherwise.
            self._take_over()
        if press.button is Button.BACK and press.held and not self.step.takes_held_back:
            self.open_menu()
        elif press == _ASKS and self.is_by_ear and not (by_bot or on_own_screen or self.step.is_asking):
            self.ask_table()
        else:
            self._enter(press, is_told_here=not by_bot and not on_own_screen)

    def _enter(self, done: Press | str, *, is_told_here: bool) -> None:
        """Let the step have a press or a touch, unless seats decide on their own screens."""
        if is_told_here and self._own_screens.holds_back(done):
            return
        self._is_told_here = is_told_here
        try:
            if isinstance(done, Press):
                self.step.press(done)
            else:
                self.step.touch(done)
        finally:
            self._is_told_here = False

    def refuse_told(self, event: object) -> bool:
        """Return True if an event is not the table's to tell just now; say why."""
        text = self._own_screens.refusal(event) if self._is_told_here else ""
        if text:
            self.hint(text)
        return bool(text)

    def touch(self, target: str, time_s: float, *, by_bot: bool = False, on_own_screen: bool = False) -> None:
        """Touch a row (by its id) or a cell on the screen, or on a seat's own one."""
        self._pass_time(time_s)
        if not by_bot:
            self.acted_at = time_s
            self._hint.clear()
        if not by_bot and not on_own_screen:
            self.announced.note(target)
        if target == HANDS:
            self.step.request_auto_move()
            return
        step, page, said = self.step, self.page, len(self.announced)
        self._enter(target, is_told_here=not by_bot and not on_own_screen)
        if step is self.step and len(self.announced) == said and self.page == page:
            is_place = isinstance(page, BoardPage) and target not in {row.id for row in page.rows}
            shown = self.point(target) if is_place and not by_bot else ""
            self.hint(together(step.explain_ignored_touch(target), shown))

    def point(self, place: str) -> str:
        """Show a place at the other table, if there is one; return a sentence that says so."""
        if self.other_table is None or not self.other_table.seats:
            return ""
        self.other_table.point(place)
        return say("The other table is shown {place}.", place=place)

    def typed(self, text: str, time_s: float) -> None:
        """Give the step what was typed on a keyboard."""
        self._pass_time(time_s)
        self.step.typed(text)

    def rub_out(self, time_s: float) -> bool:
        """Take the last typed letter away; return False where there is none."""
        self._pass_time(time_s)
        return self.step.rub_out()

    def hint(self, text: str) -> None:
        """Show for a while why a touch did nothing, and say it."""
        if text:
            self._hint.set(text, self.now)
            self.say(text, Level.DETAIL)

    def observe(self, observation: TableObservation[PieceObservation] | None, time_s: float) -> None:
        """Take what the camera reports; None if nobody has looked since the last call.

        The same meaning is taken once. As long as something moves, nothing on the table settles.
        """
        self._pass_time(time_s)
        if observation is not None:
            self._camera.observe(observation, self.now)
            if observation.moved:
                self.say(say("The table was moved. I have found it again."), Level.DETAIL)
            before, self._reported = self._reported, observation.meaning
            if observation.meaning is not None and (observation.meaning is not before or self.observation is None):
                self._see(observation.meaning)
            if observation.picture is not None:
                self.board_picture = observation.picture
            self._is_unsettled = observation.meaning is None
        if self._is_unsettled and (observation is None or observation.error is None or self.sees):
            self.step.unsettled()

    def _see(self, meaning: PieceObservation) -> None:
        if not self.sees:
            return
        self.observation, self.memory = self.table_game.remember(meaning, self.memory)
        self._observed_at = self.moment
        self.step.see()
        self.step.tick()

    def observed(self, kind: type[ObservationT]) -> ObservationT | None:
        """Return the last observation as one of the game's kind; None if none counts."""
        return self.observation if isinstance(self.observation, kind) else None

    def remembered(self, kind: type[MemoryT]) -> MemoryT | None:
        """Return what the game remembers as a value of its kind; None at first."""
        return self.memory if isinstance(self.memory, kind) else None

    def tick(self, time_s: float) -> None:
        """Go on with the time `time_s`: expire what the camera saw, and let the step do its work."""
        self._pass_time(time_s)
        self.journal.tick(time_s)
        if self._camera.expire(self.now):
            self._forget_observation()
        self.step.tick()

    def _forget_observation(self) -> None:
        """Invalidate the observation."""
        self.observation = None
        for step in self._steps:
            step.forget_observation()

    # --- for the steps ------------------------------------------------------------------------------------------

    def say(self, text: str, level: Level, chime: str = "", kind: Kind = Kind.NOTE) -> None:
        """Announce something; only a short part of a long problem is spoken."""
        self.announced.say(text, level, chime, kind)

    def open(self, step: Step["Session"]) -> None:
        """Put a step on top of the others."""
        self._show([*self._steps, step])

    def close(self) -> None:
        """Take the topmost step away, if another lies below."""
        if len(self._steps) > 1:
            self._show(self._steps[:-1])

    def switch(self, step: Step["Session"]) -> None:
        """Replace all open steps by this one."""
        self._show([step])

    def _show(self, steps: list[Step["Session"]]) -> None:
        if self._steps:
            self.step.leave()
        self._steps = steps
        self.step.begin()
        # What was read at another moment says nothing of what is read now.
        if self.observation is not None and self._observed_at == self.moment:
            self.step.see()

    def keep_memory(self, memory: object) -> None:
        """Keep what the game remembers of its observations from now on."""
        self.memory = memory

    def open_menu(self) -> None:
        """Open the menu of the running game; before a game the first page.

        Where a table is being laid, or something was chosen for a new game, a question comes first. Pages over an
        open menu are closed.
        """
        is_set_up = self.first_event is not None or any(step.has_choices for step in self._steps)
        if self.game is None and (self.watching or not is_set_up):
            if len(self._steps) > 1 or self.watching:
                self.open_start_page()
        elif self.step is not self._opened_menu:
            below = self._steps
            if self._opened_menu in below:
                below = below[: below.index(self._opened_menu)]
            self._opened_menu = self._pages.menu(self)
            self._show([*below, self._opened_menu])

    def ask_table(self, question_id: str = "") -> None:
        """Open the questions to the table over what is on the screen, or answer one of them at once."""
        self.announced.note(question_id)
        below = self._steps
        while below[-1].is_asking:
            below = below[:-1]
        if below is not self._steps:
            self.step.leave()
            self._steps = below
        self.open(self._pages.ask(self, question_id))

    def change_settings(self, settings: Settings) -> None:
        """Take and keep other settings."""
        saw = self.sees
        self.settings = settings
        if saw and not self.sees:
            self._forget_observation()
        use_language(settings.language)
        self.around.save_settings(settings)

    def watch(self, table_game: TableGame["Session"]) -> None:
        """Begin a game of this kind that plays itself at the virtual table."""
        assert self.around.watched is not None
        self.watching, self._is_taken_over = True, False
        self.choose_game(table_game)
        started = self.around.watched(table_game.rules.id)
        if not table_game.first_page.watch(self, started):
            table_game.begin(self, started, {})

    def look_on(self, game: Game[StateT, EventT], layout: TableLayout | None) -> None:
        """Go on with a game that plays itself; the pieces lie like this."""
        self._hold(game, None, layout, {})
        self.seating.begin(None)

    def _take_over(self) -> None:
        """Go on with people; the game, which played itself until now, is in the journal from now on."""
        self.watching = False
        self.seating.is_laid_by_bots = self.game is None
        if self.game is None or self.game_id is not None:
            return
        self._keep_whole()
        if self.running_step.is_end:
            self.finish()
        self.seating.begin(self.game_id)
        # Until now all was theirs: what is still to be laid for it is so as well.
        self.seating.events_by_bots = len(self.game.events)

    def note_take_over(self) -> bool:
        """Return True once after people have taken over a game that played itself."""
        is_news, self._is_taken_over = self._is_taken_over, False
        return is_news

    def keep_private_hint(self, hint: PrivateHint | None) -> None:
        """Keep a hint for one seat alone while its page is open."""
        self.private_hint = hint

    def keep_board_picture(self, *, wanted: bool) -> None:
        """Keep the camera's last picture of the board for the other table, or none any more."""
        self.wants_board_picture = wanted
        if not wanted:
            self.board_picture = None

    def use_hidden_cards(self, hidden_cards: HiddenCards | None) -> None:
        """Check what is told against these from now on; None: nobody keeps hidden cards."""
        self.hidden_cards = hidden_cards

    def use_other_table(self, other_table: OtherTable["Session"] | None) -> None:
        """Ask this of another table from now on; None: there is none."""
        self.other_table = other_table

    def toggle_full_screen(self) -> None:
        """Switch between the whole screen and a window."""
        self.change_settings(replace(self.settings, full_screen=not self.settings.full_screen))

    def offer_languages(self, languages: Sequence[str], language: str) -> None:
        """Offer the languages that the screen can show; speak this one, the file keeps the wish."""
        self.languages = tuple(languages)
        if language != self.settings.language:
            self.settings = replace(self.settings, language=language)
            use_language(language)

    def switch_off(self) -> str:
        """Shut the machine down; give the sentence that says so, nothing if it could not."""
        sentence = self.around.switch_off() if self.around.switch_off else ""
        if sentence:
            self.say(sentence, Level.PHASE)
        return sentence

    def quit(self) -> None:
        """Quit, as the players want."""
        self.quit_requested = True

    def failed(self, sentence: str) -> None:
        """Show a sentence about an unexpected failure, and say it once."""
        if self._failure.shown(self.now) != sentence:
            self.say(sentence, Level.PROBLEM, "wrong")
        self._failure.set(sentence, self.now)

    def notify(self, sentence: str, notice: str) -> None:
        """Say what was done from afar, and show for a while what can be done about it."""
        self.say(sentence, Level.PHASE, "turn")
        self._news.set(notice, self.now)

    def show_place(self, place: str) -> None:
        """Show and say for a while the place at which people at the other table point.

        A place that the board does not have is passed over.
        """
        surface = tags_of(self.table_game.readings.tags, None).surface
        if place not in surface.places:
            return
        self._pointed.set((place, place_pattern(surface, place)), self.now)
        self.notify(say("Look at {place}.", place=place), say("The other table points at {place}.", place=place))

    def withdraw_notice(self, notice: str) -> None:
        """Show a notice no longer that is not true any more."""
        if self._news.shown(self.now) == notice:
            self._news.clear()

    def restart_step(self) -> None:
        """Open the step anew, from what the journal has too; without a game the first page."""
        if self.game is None:
            self.open_start_page()
        else:
            self.go_on()

    def open_start_page(self) -> None:
        """Go back to the first page; the game stays in the journal."""
        self.watching, self._is_taken_over = None if self.watching is None else False, False
        self.left_game_id = self.game_id
        self.game = self.game_id = self.layout = None
        self.seating.is_laid_by_bots = False
        self.switch(self._pages.first_step(self))

    def hands_button(self) -> Row | None:
        """Return the virtual table's button that does the step's work; untouchable meanwhile.

        Hands do what the game asks for, and nothing on a page above it, such as a correction.
        """
        if self.watching is not False or (self.has_page_above and not self.step.belongs_to_game):
            return None
        return Row(say("Do it for me"), "" if self.step.auto_move_requested else HANDS)

    # --- the game -----------------------------------------------------------------------------------------------

    def new_game(self, table_game: TableGame["Session"]) -> None:
        """Open the first page of a new game of this kind."""
        self.choose_game(table_game)
        self.open(table_game.new_game(self))

    def show(self, table_game: TableGame["Session"], row_id: str) -> None:
        """Open what there is of this game to see or try at once."""
        self.choose_game(table_game)
        self.open(table_game.first_page.shows()[row_id][1](self))

    def choose_game(self, table_game: TableGame["Session"]) -> None:
        """Play this game from now on; what was seen of another one counts no longer."""
        if table_game is not self.table_game:
            self.table_game, self.observation = table_game, None
            self._camera.forget_mat()
        self.memory = None
        self.ignored_problems.clear()

    def start(self, event: EventT, variants: Values | None = None) -> None:
        """Begin a game of the chosen kind with its first event. Raises EventNotAllowedError."""
        # What only is to be watched is nothing to go on with: it is not kept.
        self.hint(self._begin(event, variants or {}, is_kept=not self.watching))
        self.say(say("The game begins."), Level.PHASE, "gong")
        self.go_on()

    def trial(self, table_game: TableGame["Session"], game: Game[object, object], events: int) -> "Session":
        """Return a session in which a game is played for trial after its first `events`.

        Nothing of it is kept, nobody sees the table there, and this session's own game stays as it is.
        """
        trial: Session = GameSession(
            Journal(self.journal.path),
            replace(self.settings, by_ear=OFF),
            (table_game,),
            pages=self._pages,
            sees=False,
            rng=self.rng,
        )
        trial.now = self.now
        trial.begin_trial(game.undo(len(game.events) - events))
        return trial

    def begin_trial(self, game: Game[StateT, EventT]) -> None:
        """Go on with a game of which nothing is kept, in a session that is for trial only."""
        self.is_trial, self.first_undoable = True, len(game.events)
        self.begin_recorded(game)

    def begin_recorded(self, game: Game[StateT, EventT]) -> None:
        """Go on with a game of which nothing is kept.

        All its events have been carried out on the table.
        """
        self._hold_recorded(game)
        self.go_on()

    def play_on(self, game_id: int, events: int) -> None:
        """Go on with a new game that begins with the first `events` of one of the journal.

        Raises as `read_game` does, and UserError as `branch_game`.
        """
        self.resume(self._branch(game_id, events))

    def resume(self, game_id: int) -> None:
        """Go on with a game of the journal. Raises as `read_game` does."""
        table_game, game = read_game(self.journal, self.games, game_id)
        variants = table_game.history.variants_of(game.events)
        self.seating.begin(game_id)
        self.choose_game(table_game)
        self._hold(game, game_id, None, variants)
        self.go_on()

    def apply(self, event: EventT, *, already_placed: bool = False) -> None:
        """Take an event, `already_placed` on the table or not. Raises EventNotAllowedError."""
        if self.other_table is not None and self.other_table.asks(event):
            return
        seats_elsewhere = self.other_table.seats if self.other_table is not None and self.watching is None else ()
        is_elsewhere = str(getattr(event, "by", "")) in seats_elsewhere
        act = self._append(event, self.now, already_placed=already_placed, is_elsewhere=is_elsewhere)
        found_out = already_placed and self.sees and not self._is_told_here
        heard = HeardEvent(act.before, event, act.after, confirms=self._is_told_here)
        self.announced.add_event(heard, found_out=found_out)
        self._end_rests(act)

    def undo(self, keep: int) -> None:
        """Take back all events but the first `keep`."""
        if self.other_table is not None and self.other_table.asks_undo(keep):
            self.go_on()
            return
        self._take_back(keep)
        self.say(say("Taken back."), Level.PHASE, "wrong")
        self.go_on()

    def mend(self, mending: Mending[StateT, EventT], note: MendNote) -> None:
        """Mend the running game, which is kept; the screen then shows how to put the table right."""
        self._mend(mending, note)
        self._go_on_mended(say("Mended."))

    def undo_mend(self, place: int) -> None:
        """Take back the running game's mend with `place` entries before it, and all after it."""
        self._undo_mend(place)
        self._go_on_mended(say("Taken back."))

    def _go_on_mended(self, sentence: str) -> None:
        self.say(sentence, Level.PHASE, "right")
        self.go_on()

    def go_on_below(self) -> None:
        """Open the step that is next in the game, below a menu that is open."""
        above = [step for step in self._steps[1:] if not step.belongs_to_game]
        if not above or len(above) < len(self._steps) - 1:
            self.go_on()
        else:
            self._steps[0] = self._pages.before_step(self, self.table_game.next_step(self))

    def go_on(self, *above: Step["Session"]) -> None:
        """Open the step that is next in the game; it begins when those `above` are closed."""
        self._show([self._pages.before_step(self, self.table_game.next_step(self)), *above])


#: A session as the platform knows it: it plays any of its games, one after the other.
Session = GameSession[Any, Any]
