"""Keeper of the running game: its events in the journal, options, layout, seats, chance.

Every event goes into the journal before anything of it is shown, and all that a game may fail at comes before the
journal: it never has more than the table or less.
"""

from collections import deque
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Generic

from companion.device.errors import UserError
from companion.device.options import Values
from companion.journal import Journal
from companion.journal.player_names import PlayerNames
from companion.table.act import Act
from companion.table.chance import BoxChance, Chance
from companion.table.game import TableGame
from companion.table.kept_games import branch_game, read_game
from companion.table.layout import TableLayout
from companion.table.mended import MendNote, event_line, keep_mend
from companion.table.played_layouts import layout_after_game, layout_after_mend, layout_after_undo
from companion.table.seats import Seating
from companion.table.step import SessionT
from engine.game import EventT, Game, StateT
from engine.mending import Mending

#: So many of the last events are kept with their states.
_KEPT_ACTS = 8


class GameKeeper(Generic[SessionT, StateT, EventT]):
    """Running game of a table, and what the journal has of it; a session adds its pages."""

    def __init__(self, journal: Journal, games: Sequence[TableGame[SessionT]], rng: Random | None) -> None:
        """`rng` makes chance repeatable; None: nobody can foresee it, restarts included."""
        self.journal = journal
        #: The games that can be played here, one at least, and the one that is played or was chosen last.
        self.games = tuple(games)
        self.table_game = self.games[0]
        self.game: Game[StateT, EventT] | None = None
        #: The game's number in the journal; None for one that plays itself.
        self.game_id: int | None = None
        #: Whether the game is played for trial, on the screen alone; and the number of its first event that can be
        #: taken back.
        self.is_trial, self.first_undoable = False, 1
        #: The options of the running game.
        self.variants: Values = {}
        #: The layout of the pieces as far as we know; None where we must look first.
        self.layout: TableLayout | None = None
        #: The last events of the running game since it was opened or something was taken back.
        self.acts: deque[Act] = deque(maxlen=_KEPT_ACTS)
        #: Who has come and gone in the running game.
        self.seating = Seating(journal)
        self.names = PlayerNames(journal.path)
        #: The box's own chance, and whoever answers for chance now.
        self.rng = rng or SystemRandom()
        self.box_chance = BoxChance(self.rng, journal if rng is None else None)
        self.chance: Chance = self.box_chance

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of the players of the running game, clockwise as they sat at its beginning."""
        return tuple(map(str, getattr(self.game.events[0], "players", ()))) if self.game is not None else ()

    def use_chance(self, chance: Chance | None) -> None:
        """Ask this one for what chance brings in games from now on; None: the box."""
        self.chance = chance or self.box_chance

    def chance_event(self, purpose: str) -> EventT | None:
        """Return what chance brings in the running open game; None: it is still to come."""
        assert self.game is not None
        event: EventT | None = self.chance.event(self.game_id, purpose, self.table_game.play, self.game.state)
        return event

    def confirm_layout(self, layout: TableLayout) -> None:
        """Keep where the pieces lie: hands have put them there, or the players say so."""
        self.layout = layout

    def finish(self) -> None:
        """Put the result into the journal: everybody has seen how the game ended.

        There is nothing to go on with.
        """
        assert self.game is not None
        result = self.table_game.history.result_line(self.game.state)
        if result is not None and self.game_id is not None:
            self.journal.finish(self.game_id, result)

    # --- for the session ----------------------------------------------------------------------------------------

    def _hold(
        self, game: Game[StateT, EventT], game_id: int | None, layout: TableLayout | None, variants: Values
    ) -> None:
        """Go on with a game."""
        self.game, self.game_id, self.layout, self.variants = game, game_id, layout, variants
        self.acts.clear()

    def _begin(self, event: EventT, variants: Values, *, is_kept: bool) -> str:
        """Begin a game of the chosen kind with its first event; say why players' names are not kept.

        Raises EventNotAllowedError.
        """
        kind, game, line = self.table_game.rules.id, self.table_game.rules.start(event), self._line(event)
        layout = self.table_game.layout_after(None, None, event, game.state, already_placed=True)
        self._hold(game, self.journal.start(kind, line) if is_kept else None, layout, variants)
        self.chance.forget()
        seats = self.table_game.seats(event)
        unkept = self._keep_names(seats)
        self.seating.begin_new(self.game_id, kind, seats)
        return unkept

    def _keep_names(self, seats: Sequence[str]) -> str:
        """Keep who sits where in the game that begins; say why not: it goes on all the same."""
        sitting = self.seating.named(self.table_game.rules.id, seats, self.names.names())
        if self.game_id is None or not sitting:
            return ""
        try:
            self.names.sit(self.journal.key(self.game_id), sitting)
        except UserError as error:
            return str(error)
        return ""

    def _hold_recorded(self, game: Game[StateT, EventT]) -> None:
        """Go on with a game of which nothing is kept; hands have carried out all its events."""
        variants = self.table_game.history.variants_of(game.events)
        self._hold(game, None, layout_after_game(self.table_game, game), variants)

    def _branch(self, game_id: int, events: int) -> int:
        """Begin a new game with the first `events` of one of the journal; return its number.

        Raises as `read_game` does, and UserError as `branch_game`.
        """
        table_game, game = read_game(self.journal, self.games, game_id)
        return branch_game(self.journal, table_game, game_id, game, events, self.rng)

    def _keep_whole(self) -> None:
        """Put the game into the journal, which has none of its events."""
        assert self.game is not None
        first, *others = self.game.events
        self.game_id = self.journal.start(self.table_game.rules.id, self._line(first))
        for event in others:
            self.journal.append(self.game_id, self._line(event))

    def _append(self, event: EventT, at_s: float, *, already_placed: bool, is_elsewhere: bool) -> Act:
        """Add an event to the game, `already_placed` on this table or told by the other one.

        Raises EventNotAllowedError.
        """
        assert self.game is not None
        game, line = self.game.apply(event), self._line(event)
        layout = self.table_game.layout_after(
            self.layout, self.game.state, event, game.state, already_placed=already_placed or self.is_trial
        )
        if is_elsewhere:
            layout = self.table_game.history.layout_after_elsewhere(layout, self.layout)
        if self.game_id is not None:
            self.journal.append(self.game_id, line)
        before, self.game, self.layout = self.game.state, game, layout
        self.acts.append(Act(before, event, game.state, at_s))
        return self.acts[-1]

    def _end_rests(self, act: Act) -> None:
        """End the rest of players whose round an event has ended: as the game says, else their turn."""
        assert self.game is not None
        before, after, actor = act.before, act.after, self.table_game.actor
        for player in self.players:
            is_over = self.table_game.absence.is_round_over(before, after, player)
            if is_over is None:
                is_over = actor(before) == player != actor(after)
            if is_over:
                self.seating.end_rest(player, len(self.game.events))

    def _take_back(self, keep: int) -> None:
        """Take back all events but the first `keep`."""
        assert self.game is not None
        game = self.game.undo(len(self.game.events) - keep)
        layout = layout_after_undo(self.table_game, self.layout, self.game, game)
        if self.game_id is not None:
            self.journal.undo(self.game_id, keep)
        self._hold(game, self.game_id, layout, self.variants)
        self.seating.follow_undo(keep)

    def _mend(self, mending: Mending[StateT, EventT], note: MendNote) -> None:
        """Mend the game, which is kept."""
        assert self.game_id is not None
        keep_mend(self.journal, self.game_id, mending, note)
        self._tell_anew(mending.game)

    def _undo_mend(self, place: int) -> None:
        """Take back the mend with `place` entries before it, and all after it."""
        assert self.game_id is not None
        self.journal.undo_mend(self.game_id, place)
        self._tell_anew(read_game(self.journal, self.games, self.game_id)[1])

    def _tell_anew(self, game: Game[StateT, EventT]) -> None:
        """Go on with other events, which are in the journal; the pieces lie as before."""
        assert self.game is not None
        layout = layout_after_mend(self.table_game, self.layout, self.game, game)
        self._hold(game, self.game_id, layout, self.variants)
        self.seating.begin(self.game_id)

    def _line(self, event: EventT) -> str:
        """Return the event as the one line of text that the journal holds."""
        return event_line(self.table_game.rules, event)
