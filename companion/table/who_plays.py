"""Steps before a game: players in the order in which they sit, and options."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Generic, TypeVar

from companion.device.language import say
from companion.device.options import AnyOption
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.option_rows import idle_row, option_row
from companion.table.planned_bots import BOTS, BotsStep, bots_rows
from companion.table.player_names import NAMES, NamesStep, names_row
from companion.table.session import Session
from companion.voice import Level
from engine.game import Problem

PlayerT = TypeVar("PlayerT", bound=str)
START = "start"
FIRST = "first"


class WhoPlaysStep(ListStep, Generic[PlayerT]):
    """Step that asks who plays, clockwise round the table.

    A touch takes a seat or leaves it. Each option takes its next value.
    """

    name = "players"
    #: Everybody who may play.
    everybody: Sequence[PlayerT]
    fewest: int
    #: So begin the ids of the rows with options, where a player and an option may be called alike.
    option_prefix = ""
    #: Options that hold for the table from now on, also in games that are gone on with: settings keep them.
    table_options: Sequence[AnyOption] = ()

    #: Whether the way to the names stands with the settings of the game: this page has no room for one more row.
    names_are_settings = False

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.players: list[PlayerT] = []
        #: Who begins, as chosen; it counts while they play.
        self.chosen_first: PlayerT | None = None
        game = session.table_game
        self.chosen: dict[str, object] = dict(session.settings.of_game(game.rules.id, game.options))

    # --- what the game says -------------------------------------------------------------------------------------

    @abstractmethod
    def started(self) -> object:
        """Return the first event of a game of these players."""

    @abstractmethod
    def player_name(self, player: PlayerT, /) -> str:
        """Return what a player is called."""

    @abstractmethod
    def too_few(self) -> str:
        """Return the sentence that says how many play at least."""

    def describe_problem(self, problem: Problem, /) -> str:
        """Return why a game cannot start so, in a player's words."""
        return problem.text

    def problem(self) -> str:
        """Return why it cannot start yet; empty: it can."""
        if len(self.players) < self.fewest:
            return self.too_few()
        problems = self.session.table_game.rules.problems(None, self.started())
        return self.describe_problem(problems[0]) if problems else ""

    def start(self) -> None:
        """Begin the game."""
        self.session.table_game.begin(self.session, self.started(), self.chosen)

    @property
    def has_choices(self) -> bool:
        """True if somebody plays, or an option is another than in the settings."""
        game = self.session.table_game
        return bool(self.players) or self.chosen != dict(self.session.settings.of_game(game.rules.id, game.options))

    # --- the page -----------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the page's title."""
        return say("Who plays?")

    def keys(self) -> Keys:
        """Name the way out, too."""
        return replace(super().keys(), back_hold=self.session.menu_name)

    def begin(self) -> None:
        """Ask who plays."""
        self.session.say(self.text(), Level.PHASE, "")

    def player_row(self, player: PlayerT, seat: str) -> Row:
        """Return the row of somebody who may play; `seat` says where somebody sits who plays."""
        plays = player in self.players
        return Row(self.player_name(player), str(player), seat if plays else "", sign=player, done=plays)

    def seat(self, player: PlayerT) -> int:
        """Return the number of a player's seat; 0 for somebody who does not play."""
        return self.players.index(player) + 1 if player in self.players else 0

    def start_row(self) -> Row:
        """Return the row that starts, or says why it cannot yet."""
        problem = self.problem()
        return Row(say("Start"), "" if problem else START, detail=problem, tone=Tone.WAITING if problem else Tone.NOW)

    def option_rows(self, options: Iterable[AnyOption], why_not: Mapping[str, str] = MappingProxyType({})) -> list[Row]:
        """Return a row for each option of the game; only these `options` can be chosen now.

        `why_not` says by an option's id why it cannot be chosen, where the page does not show it.
        """
        matter, rows = tuple(options), []
        for option in self.session.table_game.options:
            row = option_row(option, self.chosen[option.id], self.option_prefix + option.id)
            rows.append(row if option in matter else idle_row(replace(row, detail=why_not.get(option.id, ""))))
        return rows

    @property
    def first(self) -> PlayerT | None:
        """The player who begins: as chosen, else the usual one; None while nobody plays."""
        return self.chosen_first if self.chosen_first in self.players else self.usual_first()

    def usual_first(self) -> PlayerT | None:
        """Return who begins if nobody was chosen."""
        return self.players[0] if self.players else None

    def first_row(self, title: str, first: str, detail: str) -> Row:
        """Return the row that says who begins, and lets the next player do so.

        `first` is empty while nobody plays: then it cannot be chosen.
        """
        row = Row(title, FIRST, first or "–", detail)
        return row if first else idle_row(row)

    def all_rows(self) -> Sequence[Row]:
        """Return the game's rows, and the ways to bots and names."""
        names = () if self.names_are_settings else (names_row(self.session, self.players),)
        return (*self.rows(), *bots_rows(self.session, self.players), *names)

    def choose(self, row_id: str) -> None:
        """Start, change an option, take a seat or leave it."""
        options = {self.option_prefix + option.id: option for option in self.session.table_game.options}
        if row_id == START:
            self.start()
        elif row_id == BOTS:
            self.session.open(BotsStep(self.session, self.players))
        elif row_id == NAMES:
            self.session.open(NamesStep(self.session, self.players))
        elif row_id == FIRST and self.first is not None:
            self.chosen_first = self.players[(self.players.index(self.first) + 1) % len(self.players)]
        elif row_id in options:
            option = options[row_id]
            self.chosen[option.id] = option.after(self.chosen[option.id])
            if option in self.table_options:
                value = {option.id: self.chosen[option.id]}
                settings, game_id = self.session.settings, self.session.table_game.rules.id
                self.session.change_settings(settings.with_game(game_id, value))
        else:
            player = self.everybody[self.everybody.index(row_id)]
            if player in self.players:
                self.players.remove(player)
            else:
                self.players.append(player)
