"""Interface between a session and its pages and a game at the table.

The game implements it.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from companion.device.button_colours import button_name
from companion.device.language import language_in_use, say
from companion.device.options import AnyOption, Values
from companion.device.sentences import capitalised
from companion.figures.facts import Figure
from companion.opponents.reasons import Ahead, StaysUnsaid, end_reason, general_reason, reason_by_deals
from companion.screen.pages import BoardPage, Row, Standings
from companion.sheets.anchors import reference_anchors
from companion.sheets.manifest import tags_of
from companion.table.layout import Observation, TableLayout
from companion.table.readings import AnyReadings
from companion.table.reason_words import describe_general_reason
from companion.table.seat_moves import MovePart, SeatMove, ToldFacts
from companion.table.step import SessionT, Step
from companion.table.table_question import TableQuestion
from companion.voice.brevity import short_confirmation
from companion.voice.chimes import CHIMES
from companion.voice.waves import Chime
from engine.game import Game, Play, Problem, Rules
from engine.mending import Mending
from hardware.buttons import Button
from vision.calibration.cell_size import Anchors
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid
from vision.reading import Reading

if TYPE_CHECKING:
    # Only a window needs pygame.
    import pygame

    from companion.screen.fonts import Fonts
    from companion.screen.pictures import Pictures


StateT = TypeVar("StateT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Lying:
    """Table as it lies: differences from the game, in sentences, and the mend that tells them.

    None as the mend: no event leaves the pieces like this.
    """

    differences: tuple[str, ...]
    mending: Mending[Any, Any] | None


class TypedTableGame(ABC, Generic[SessionT, StateT, EventT, ViewT, MoveT]):
    """Game at the table, without the data of a running game: those belong to the session.

    States and events are those of the game's rules, views and moves those of its `play`. Observations and the memory
    of `remember` may be values of the game's own. The session keeps them and never looks into them.
    """

    #: The game's rules; their id is the game's everywhere.
    rules: Rules[StateT, EventT]

    @property
    def play(self) -> Play[ViewT, MoveT]:
        """The game as bots play it: the rules, where nothing is hidden that they do not know."""
        return cast("Play[ViewT, MoveT]", self.rules)

    # --- words --------------------------------------------------------------------------------------------------

    @abstractmethod
    def title(self) -> str:
        """Return the game's name, as the first page shows it."""

    @abstractmethod
    def help(self, state: StateT) -> Sequence[str]:
        """Return the rules of what happens now, in a few sentences."""

    def describe_draw_button(self) -> str:
        """Describe the function of the button Draw, in a sentence."""
        return say("{button} repeats what to do.", button=button_name(Button.DRAW))

    @abstractmethod
    def status(self, state: StateT) -> str:
        """Return a few words at the screen's edge: how far the game is."""

    def standing(self, state: StateT) -> Standings | None:  # noqa: ARG002 - games override it
        """Return the standing of all players, always in view beside the board.

        None: the status says enough.
        """
        return None

    def describe_standing(self, state: StateT) -> str:
        """Describe a game's state in a few words, for the list of games to continue."""
        return self.status(state)

    @abstractmethod
    def describe_event(self, before: StateT | None, event: EventT, after: StateT) -> str:
        """Describe an event in one line, for the log and the list of what can be undone.

        `before` is None for the first event.
        """

    def describe_entered(self, before: StateT | None, event: EventT, after: StateT) -> str:
        """Describe an event that a bot has chosen, or a player on their own screen.

        A game that tells by itself what followed from it leaves that out.
        """
        return self.describe_event(before, event, after)

    def describe_heard(self, before: StateT | None, event: EventT, after: StateT, *, confirms: bool) -> str:
        """Describe an event for the ear in about fifteen words, without what the next step says.

        `confirms`: a person has just told it with the buttons, and hears in at most six words that it counts; what it
        brought by itself, such as a roll, is told all the same. `before` is None for the first event. Empty: a step
        tells it as it goes on.
        """
        text = self.describe_event(before, event, after)
        return short_confirmation(text) if confirms else text

    def describe_problem(self, state: StateT, problem: Problem) -> str:  # noqa: ARG002 - games override it
        """Say in a player's words why an event is refused in a state; empty: nobody can say so."""
        # Rules know but English.
        return f"{capitalised(problem.text)}." if language_in_use() == "en" else ""

    def describe_event_time(self, before: StateT | None, after: StateT) -> str:  # noqa: ARG002 - games override it
        """Describe the time of an event in the game, like its round, for the log.

        `before` is None for the first event.
        """
        return ""

    def replayed(self, before: StateT | None, event: EventT, after: StateT) -> BoardPage | None:  # noqa: ARG002 - games override it
        """Return the page of an event in a replay; the caption describes the event.

        `before` is None for the first event. None: the game has no picture of it, it is replayed in words.
        """
        return None

    #: Kinds of events with which a chapter of a replay begins; none: each turn is one.
    chapter_events: tuple[type, ...] = ()

    def chapter(self, before: StateT | None, event: EventT, after: StateT) -> str:
        """Return the title of the chapter of a replay that begins with an event; empty: none begins.

        `before` is None for the first event.
        """
        if self.chapter_events:
            return self.describe_event(before, event, after) if isinstance(event, self.chapter_events) else ""
        actor = self.actor(after)
        is_same = before is not None and self.actor(before) == actor
        return "" if is_same or not actor else self.describe_event(before, event, after)

    def reshuffled(self, events: Sequence[EventT], rng: Random) -> Sequence[EventT]:  # noqa: ARG002 - most events tell nothing that is to come
        """Return the events with another future: what chance decided and nobody knows is otherwise."""
        return events

    def can_undo(self, event: EventT) -> bool:  # noqa: ARG002 - games override it
        """Return True if players made the event.

        An event that follows by itself is taken back together with its cause.
        """
        return True

    def describe_act(self, events: Sequence[EventT]) -> str:  # noqa: ARG002 - games override it
        """Describe successive events that are one act, in one line; empty: they are none.

        Such an act, like a whole supply, is taken back as a whole.
        """
        return ""

    def spoken(self, text: str) -> str:
        """Return a sentence as a voice should say it."""
        return text

    #: The game's own sounds, by the names that its steps announce them with.
    chimes: Mapping[str, Chime] = {}

    def chime(self, name: str) -> Chime:
        """Return a sound of the game's own, or of the platform's.

        Raises ValueError for an unknown name.
        """
        known = {**CHIMES, **self.chimes}
        if name not in known:
            raise ValueError(f"no chime {name!r}; there are {', '.join(known)}")
        return known[name]

    # --- asking the table ---------------------------------------------------------------------------------------

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:  # noqa: ARG002 - games override it
        """Return what the table can be asked about this game, besides what it can in every game.

        `seat`: who asks on their own phone; `view` is then that seat's `Play.view`. Empty: all hear the answer, and
        `view` is the rules' state as everybody knows it (`open_state`).
        """
        return ()

    def open_state(self, view: Any, seat: str) -> Any:
        """Return the rules' state in what `questions` is given."""
        return self.play.public(view) if seat else view

    def allows_foresight(self, session: SessionT) -> bool:  # noqa: ARG002 - games override it
        """Return True if the table answers what may come, such as which piece is threatened."""
        return True

    def describe_board(self, view: Any, /) -> Sequence[str]:
        """Return what lies on the table, in short sentences, by the state as everybody knows it.

        Whoever does not see the board reads or hears them in the place of its picture.
        """
        text = self.status(view)
        return (text,) if text else ()

    def describe_board_change(self, before: Any, after: Any) -> Sequence[str]:
        """Return what lies otherwise after one or more events, as short sentences."""
        known = {*self.describe_board(before)}
        return [text for text in self.describe_board(after) if text not in known]

    # --- pictures -----------------------------------------------------------------------------------------------

    @abstractmethod
    def pictures(self, fonts: "Fonts") -> "Pictures":
        """Return the pictures of this game's values on pages, for one window with these fonts."""

    def poster(self, fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
        """Return the game's large picture on the first page.

        Games with art of their own override it.
        """
        from companion.screen.poster import emblem_poster

        return emblem_poster(self.pictures(fonts).emblem, size)

    # --- options ------------------------------------------------------------------------------------------------

    #: What can be chosen of the game; its settings, flags and rows are made from it.
    options: Sequence[AnyOption] = ()

    # --- steps --------------------------------------------------------------------------------------------------

    @abstractmethod
    def new_game(self, session: SessionT) -> Step[SessionT]:
        """Return the first step of a new game: who plays."""

    def shows(self) -> Mapping[str, tuple[str, Callable[[SessionT], Step[SessionT]]]]:
        """Return the game's own rows on the first page: what there is to see or try without a game.

        The keys are row ids, the values the text and the function that makes the step.
        """
        return {}

    def introduction(self) -> Row | None:
        """Return the row of `shows` with which newcomers begin; None: there is none.

        Its detail says what it is. It stands first and large on the first page until somebody has finished a game.
        """
        return None

    @abstractmethod
    def begin(self, session: SessionT, started: Any, variants: Values) -> None:
        """Begin a game with this first event, once the table is set up.

        `variants` are the chosen options.
        """

    def watch(self, session: SessionT, started: Any) -> None:
        """Begin a game with this first event that plays itself; games may begin in its midst."""
        self.begin(session, started, {})

    @abstractmethod
    def next_step(self, session: SessionT) -> Step[SessionT]:
        """Return the step for what must happen next in the running game, the table put right before.

        The last of a game is a `companion.table.game_over.OverStep`: with it the journal has the game's result.
        """

    def ending_answers(self, state: StateT) -> Collection[str]:  # noqa: ARG002 - games override it
        """Return the ids of answers that end, lose or refuse something now.

        None of them is marked first where others can be chosen: a hasty press does no harm.
        """
        return ()

    # --- bots and hints -----------------------------------------------------------------------------------------

    #: Bot of a seat for which nobody has chosen another: players know it as the medium one.
    default_bot: str = "greedy"

    def seats(self, started: Any) -> tuple[str, ...]:
        """Return the ids of those who play, by the first event, as `play` has them."""
        return tuple(map(str, getattr(started, "players", ())))

    def seat_rows(self) -> Sequence[Row]:
        """Return a row with the name and the sign of everybody who may play; its id is the player's."""
        return [replace(row, id=str(row.sign)) for row in self.signs()]

    def move_board(self, state: StateT, event: EventT) -> object | None:  # noqa: ARG002 - games override it
        """Return the board with a possible event marked on it; None: a sentence says enough."""
        return None

    def refuse_hint(self, state: StateT) -> str:  # noqa: ARG002 - games override it
        """Return why nobody may be given a hint before all others now, a sentence; empty: they may."""
        return ""

    def describe_advised(self, state: StateT, event: EventT) -> str:
        """Describe an event that is advised before all; what its player alone sees stays unsaid."""
        return self.describe_event(state, event, self.rules.follow(state, event))

    def hint_reason(self, view: ViewT, seat: str, move: MoveT, *, shared: bool) -> object | None:
        """Return the reason why a seat should make a move, as a value; None: there is none.

        `shared`: all hear it, so that it says nothing that others may not know. A bot's process calls it.
        """
        if not self.play.is_public:
            return StaysUnsaid() if shared else reason_by_deals(self.play, view, seat, move)
        ahead = Ahead(self.play, view, seat, move)
        reason: object | None = end_reason(ahead) or general_reason(ahead)
        return reason

    def describe_reason(self, reason: object) -> str:
        """Describe a reason in a sentence; empty for one that the game does not know."""
        return describe_general_reason(reason, self._seat_name)

    def _seat_name(self, seat: str) -> str:
        return next((row.text for row in self.seat_rows() if row.id == seat), seat)

    def describe_announced(self, move: MoveT) -> str:  # noqa: ARG002 - of most games nothing is announced
        """Describe a move without an event, to which chance adds something.

        Empty: its player does nothing.
        """
        return ""

    # --- players who come and go --------------------------------------------------------------------------------

    #: Whether the game knows pieces without stickers by where they lie.
    knows_plain_pieces: ClassVar[bool] = False
    #: Whether a virtual table deals the game's hidden hands to another one, too.
    deals_to_other_tables: ClassVar[bool] = False
    #: Whether two players may change seats: the game knows who sits where by nothing but their order.
    may_change_seats: bool = False

    def actor(self, state: StateT) -> str:
        """Return the id of the player who must act now; empty if that is nobody in particular."""
        turn = getattr(state, "turn", None)
        return "" if turn is None else str(turn)

    def seat_moves(self, view: ViewT, seat: str) -> Sequence[MoveT]:
        """Return the moves that a seat is offered on its own screen: those that bots consider."""
        return self.play.moves_of(view, seat) if seat in self.play.acting_seats(view) else ()

    def awaited(self, view: ViewT) -> Sequence[str]:
        """Return the seats for which the game waits now; others may act meanwhile."""
        return self.play.acting_seats(view)

    def seat_question(self, view: ViewT, seat: str) -> str:  # noqa: ARG002 - games override it
        """Return what a seat is asked above its moves; empty: what the page asks."""
        return ""

    def asked_openly(self, whole: ViewT) -> Sequence[str]:
        """Return the seats for which the game waits by what everybody knows."""
        return self.awaited(whole)

    def open_view(self, state: StateT, seat: str) -> ViewT | None:  # noqa: ARG002 - games override it
        """Return the view of a seat at a table where all its cards lie open; None elsewhere."""
        return None

    def may_be_dealt_elsewhere(self, hands: Mapping[str, Sequence[str]], seats: Collection[str]) -> bool:  # noqa: ARG002 - games override it
        """Return True if hands of another table can be dealt.

        They tell the cards of these seats, and no others.
        """
        return False

    def told_facts(self, state: StateT, seat: str) -> ToldFacts | None:  # noqa: ARG002 - games override it
        """Return what a seat with real cards may tell its own screen; None: nothing that helps."""
        return None

    def side(self, state: StateT, seat: str) -> Row | None:  # noqa: ARG002 - games override it
        """Return name and id of a seat's side, where sides have secrets before each other."""
        return None

    def hand(self, view: ViewT, seat: str) -> Sequence[Row]:  # noqa: ARG002 - of most games everything is open
        """Return what only this seat has, by its `view`.

        The id of a row may be that of a part of the seat's moves.
        """
        return ()

    def known_of_others(self, view: ViewT, seat: str) -> Sequence[Row]:  # noqa: ARG002 - of most games everything is open
        """Return what a seat knows, by its `view`, of what others hide."""
        return ()

    def seat_news(self, before: ViewT | None, view: ViewT, events: Sequence[EventT], seat: str) -> Sequence[str]:  # noqa: ARG002 - games override it
        """Return lines for a seat alone: what it has got and lost since its view `before`.

        `events`: those since then. `before` is None where nothing was told yet: then only what is still of use.
        """
        return ()

    def describe_move(self, view: ViewT, move: MoveT) -> SeatMove:
        """Return a possible move, by the seat's view, as it is told on the seat's own screen."""
        before, event = self.play.public(view), self.play.event(move)
        after = self.rules.follow(before, event)
        return SeatMove(self.describe_event(before, event, after), tuple(self.move_parts(before, event, after)))

    def explain_touches(self, state: StateT, touches: Sequence[str]) -> str:  # noqa: ARG002 - games override it
        """Return why the last of these touches of the board leads to no move; empty: nobody knows."""
        return ""

    def move_parts(self, before: StateT, event: EventT, after: StateT) -> Sequence[MovePart]:  # noqa: ARG002 - games override it
        """Return the parts of a move, each of them a touch; none: the whole move is one."""
        return ()

    def passing_event(self, state: StateT) -> EventT | None:  # noqa: ARG002 - games override it
        """Return the event with which the turn of an absent player passes; None if there is none.

        The rules still judge it.
        """
        return None

    def is_round_over(self, before: StateT, after: StateT, seat: str) -> bool:
        """Return True if the round that somebody sits out ends here: their turn is over."""
        return self.actor(before) == seat != self.actor(after)

    def variants_of(self, events: Sequence[EventT]) -> Values:  # noqa: ARG002 - games override it
        """Return the options of a game that is gone on with, as far as its events tell them."""
        return {}

    def menu(self) -> Mapping[str, tuple[str, Callable[[SessionT], Step[SessionT]]]]:
        """Return the game's own rows in the menu of a running game.

        The keys are row ids, the values the text and the function that makes the step.
        """
        return {}

    # --- the table ----------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def readings(self) -> AnyReadings:
        """The game's tags, and what is read of them."""

    def catalogue(self, manifest: Path | None) -> Catalogue:
        """Return the tags of this manifest file; None: the usual ones. Raises ProfileError."""
        return tags_of(self.readings.tags, manifest)

    def anchors(self, catalogue: Catalogue) -> Anchors:
        """Return the grid point that each reference card touches; empty if there are no cells."""
        return reference_anchors(catalogue) if isinstance(catalogue.surface, Grid) else {}

    def current_readings(self, session: SessionT) -> AnyReadings:
        """Return the readings for the current moment of the session.

        The values are equal as long as the same things are read.
        """
        return self.readings.at_moment(session.moment)

    @abstractmethod
    def observe(self, reading: Reading, catalogue: Catalogue) -> Observation:
        """Return the observation of a reading of the table.

        It is called in the watcher's thread: it must not keep anything.
        """

    def remember(self, observation: Observation, memory: object) -> tuple[Observation, object]:
        """Return the observation completed by earlier ones, and the new memory.

        `memory` is None at first.
        """
        return observation, memory

    @abstractmethod
    def layout_after(
        self, layout: TableLayout | None, before: StateT | None, event: EventT, after: StateT, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout after an event; `layout` is the one before it.

        `already_placed`: the players have already carried out the event on the table. `before` is None for the first
        event.
        """

    def layout_after_undo(
        self,
        layout: TableLayout | None,
        undone: Sequence[tuple[StateT, EventT, StateT]],  # noqa: ARG002 - games override it
    ) -> TableLayout | None:
        """Return the layout after these events are taken back.

        Each event comes with the states before and after it. Hands have not put anything back yet; a comparison
        finds what they must do. Games override this to remember what no comparison finds, like hidden cards that
        changed hands.
        """
        return layout

    # --- statistics ---------------------------------------------------------------------------------------------

    def variants_played(self, started: EventT) -> Sequence[tuple[AnyOption, Any]]:
        """Return the choices, and the flags that are on, by which a game was played.

        An event tells an option as a field of its own, or names a flag among its variants.
        """
        values = {option.id: getattr(started, option.id, None) for option in self.options}
        named = {str(variant).replace("-", "_") for variant in getattr(started, "variants", ())}
        values |= {option.id: True for option in self.options if option.fits(True) and option.id in named}
        values |= self.variants_of([started])
        return [
            (option, option.taken(value))
            for option in self.options
            if option.fits(value := values[option.id]) and value is not False
        ]

    def figures(self, states: Sequence[StateT], events: Sequence[EventT]) -> Iterable[Figure]:  # noqa: ARG002 - games override it
        """Return the counts of a finished game for statistics; `states` are those after each event.

        Wins and lengths are counted for every game.
        """
        return ()

    def as_it_lies(self, game: Game[StateT, EventT], observation: Observation) -> Lying | None:  # noqa: ARG002 - games override it
        """Return how the game is told as the table lies; None: it cannot be told so."""
        return None

    # --- the end ------------------------------------------------------------------------------------------------

    def result_line(self, state: StateT) -> str | None:
        """Return the result of the game as one line of text for the journal; None while it goes on."""
        result = self.rules.over(state)
        return None if result is None else json.dumps(result.to_json())

    # --- the first run ------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return all signs that players must be able to tell apart on the screen."""
        return ()

    def tags_guide(self) -> Sequence[Row]:
        """Return the steps of the guide to putting tags on the pieces."""
        return (
            Row(say("1. Make the sheets."), detail=f"companion tags --game {self.rules.id} --out tags"),
            Row(say("2. Print them at 100 % on matt paper, and check the ruler on the page.")),
            Row(say("3. Cut and stick as the first page shows.")),
        )


#: A game at the table as the platform knows it: its values are the game's own.
TableGame = TypedTableGame[SessionT, Any, Any, Any, Any]
