"""Choice of the players, their order of seats, who begins, and the variants."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.device.options import Option
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.options import OPTIONS, game_started, options_that_matter
from companion.games.finstere_flure.table.lot import LotStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.words.piece_names import player_name
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.option_rows import idle_row, option_row
from companion.table.player_names import NAMES, NamesStep, names_row
from companion.table.who_plays import WhoPlaysStep
from companion.voice import Level
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour
from engine.finstere_flure.players import FEWEST, MOST_WITH_FOUR


class GameSettingsStep(ListStep):
    """Variants of this game, apart from the page of players so that nothing moves there."""

    name = "game-settings"

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession, players: "FinstereFlurePlayersStep") -> None:
        super().__init__(session)
        self.players = players

    def title(self) -> str:
        """Return the page's title."""
        return say("Settings of this game")

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"), back_hold=self.session.menu_name)

    def rows(self) -> Sequence[Row]:
        """Return all options; those that do not matter to this game keep their places."""
        chosen, matter = self.players.chosen, self._options()
        rows = {option.id: option_row(option, chosen[option.id]) for option in OPTIONS}
        options = [rows[option.id] if option in matter else idle_row(rows[option.id]) for option in OPTIONS]
        return [names_row(self.session, self.players.players), *options]

    def _options(self) -> list[Option[Any]]:
        return options_that_matter(len(self.players.players), self.players.chosen)

    def choose(self, row_id: str) -> None:
        """Choose the option's next value, or give seats names."""
        if row_id == NAMES:
            self.session.open(NamesStep(self.session, self.players.players))
            return
        option = next(option for option in self._options() if option.id == row_id)
        self.players.chosen[row_id] = option.after(self.players.chosen[row_id])


class FinstereFlurePlayersStep(WhoPlaysStep[Colour]):
    """Step that asks who plays, in which order they sit, who begins, by which variants."""

    everybody = tuple(Colour)
    fewest = FEWEST
    player_name = staticmethod(player_name)
    names_are_settings = True

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        #: The seat of the player who begins; None if that is drawn by lot (R22).
        self.first_seat: int | None = 0

    @property
    def first(self) -> Colour | None:
        """The player who begins; None if that is drawn by lot, or nobody plays."""
        return self.players[self.first_seat] if self.first_seat is not None and self.players else None

    def text(self) -> str:
        """Describe how to choose."""
        return say("Choose the colours clockwise, as you sit.")

    def begin(self) -> None:
        """Ask who plays."""
        self.session.say(say("Who plays? Choose the colours clockwise, as you sit."), Level.PHASE, "")

    def tiles(self) -> Sequence[Row]:
        """Return the colours with their seats."""
        return [self.player_row(colour, str(self.seat(colour))) for colour in Colour]

    def rows(self) -> Sequence[Row]:
        """Return the rows: the start, or what it still wants; who begins; the game's settings.

        The last is the way to them. All rows keep their places.
        """
        begins = say("by lot") if self.first_seat is None else player_name(self.first) if self.first else "–"
        players = say_count("{n} player", "{n} players", len(self.players))
        start = self.start_row()
        return (
            replace(start, detail=start.detail or players),
            Row(say("Who begins"), "first", begins),
            Row(say("Settings of this game"), "settings"),
        )

    def too_few(self) -> str:
        """Say that at least two colours are needed."""
        return say("Choose at least two colours.")

    def started(self) -> GameStarted:
        """Return the game's start with its first player, drawn by lot if none is chosen."""
        seats = tuple(self.players)
        first = self.session.rng.choice(seats) if self.first_seat is None else seats[self.first_seat]
        return game_started(seats, first, self.chosen)

    def problem(self) -> str:
        """Describe why these players cannot start: too few, or a colour for large games only."""
        three = [colour for colour in self.players if colour not in COLOURS_WITH_FOUR]
        if len(self.players) >= self.fewest and three and len(self.players) <= MOST_WITH_FOUR:
            return say("{player} is only used with five or more players.", player=player_name(three[0]))
        return self.too_few() if len(self.players) < self.fewest else ""

    def choose(self, row_id: str) -> None:
        """Take a seat or leave it, change who begins, open the settings, or start."""
        match row_id:
            case "first":
                following = 0 if self.first_seat is None else self.first_seat + 1
                self.first_seat = following if following < max(1, len(self.players)) else None
            case "settings":
                self.session.open(GameSettingsStep(self.session, self))
            case _:
                begins = self.first
                super().choose(row_id)
                if self.first_seat is not None:
                    # Whoever was chosen begins, wherever the others sit.
                    self.first_seat = self.players.index(begins) if begins in self.players else 0

    def start(self) -> None:
        """Start the game, after the lot if it says who begins."""
        if self.first_seat is None:
            self.session.open(LotStep(self.session, self.started(), self.chosen))
        else:
            super().start()
