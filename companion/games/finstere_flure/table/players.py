"""Choice of the players, their order of seats, who begins, and the variants."""

from collections.abc import Sequence
from typing import Any

from companion.device.options import Option
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.options import OPTIONS, game_started, options_that_matter
from companion.games.finstere_flure.table.lot import LotStep
from companion.games.finstere_flure.table.piece_names import player_name
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.session import Session
from companion.voice import Level
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour
from engine.finstere_flure.players import FEWEST, MOST_WITH_FOUR


class GameSettingsStep(ListStep):
    """By which variants this game is played: apart from who plays, so that nothing moves there."""

    name = "game-settings"

    def __init__(self, session: Session, players: "PlayersStep") -> None:
        super().__init__(session)
        self.players = players

    def title(self) -> str:
        """The page's title."""
        return say("Settings of this game")

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Change"), draw=say("Next"), back=say("Back"))

    def rows(self) -> Sequence[Row]:
        """The options that matter to so many players."""
        chosen = self.players.chosen
        return [option_row(option, chosen[option.id]) for option in self._options()]

    def _options(self) -> list[Option[Any]]:
        return options_that_matter(len(self.players.seats), self.players.chosen)

    def choose(self, row_id: str) -> None:
        """The option's next value."""
        option = next(option for option in self._options() if option.id == row_id)
        self.players.chosen[row_id] = option.after(self.players.chosen[row_id])


class PlayersStep(ListStep):
    """Step that asks who plays, in which order they sit, who begins, by which variants."""

    name = "players"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.seats: list[Colour] = []
        #: The seat of the player who begins; None if that is drawn by lot (R22).
        self.first: int | None = 0
        #: The options of this game by their ids.
        self.chosen = dict(session.settings.of_game(RULES.id, OPTIONS))

    def title(self) -> str:
        """The page's title."""
        return say("Who plays?")

    def text(self) -> str:
        """Describe how to choose."""
        return say("Choose the colours clockwise, as you sit.")

    def begin(self) -> None:
        """Asks."""
        self.session.say(say("Who plays? Choose the colours clockwise, as you sit."), Level.PHASE, "")

    def tiles(self) -> Sequence[Row]:
        """The colours with their seats."""
        return [
            Row(
                player_name(colour),
                str(colour),
                str(self.seats.index(colour) + 1) if colour in self.seats else "",
                sign=colour,
                done=colour in self.seats,
            )
            for colour in Colour
        ]

    def rows(self) -> Sequence[Row]:
        """Return the rows: the start, or what it still wants; who begins; the game's settings.

        The last is the way to them. All rows keep their places.
        """
        begins = say("by lot") if self.first is None else player_name(self.seats[self.first]) if self.seats else "–"
        problem = self._problem()
        players = say_count("{n} player", "{n} players", len(self.seats))
        return (
            Row(say("Start"), "" if problem else "start", detail=problem or players, tone=Tone.NOW),
            Row(say("Who begins"), "first", begins),
            Row(say("Settings of this game"), "settings"),
        )

    def _problem(self) -> str:
        if len(self.seats) < FEWEST:
            return say("Choose at least two colours.")
        three = [colour for colour in self.seats if colour not in COLOURS_WITH_FOUR]
        if three and len(self.seats) <= MOST_WITH_FOUR:
            return say("{player} plays with five players and more only.", player=player_name(three[0]))
        return ""

    def choose(self, row_id: str) -> None:
        """Takes a seat or leaves it, changes a variant, or starts."""
        match row_id:
            case "first":
                following = 0 if self.first is None else self.first + 1
                self.first = following if following < max(1, len(self.seats)) else None
            case "start":
                self._start()
            case "settings":
                self.session.open(GameSettingsStep(self.session, self))
            case _:
                colour = Colour(row_id)
                if colour in self.seats:
                    self.seats.remove(colour)
                else:
                    self.seats.append(colour)
                if self.first is not None:
                    self.first %= max(1, len(self.seats))

    def _start(self) -> None:
        seats = tuple(self.seats)
        if self.first is None:
            first = self.session.chance.choice(seats)
            self.session.open(LotStep(self.session, game_started(seats, first, self.chosen), self.chosen))
        else:
            event = game_started(seats, seats[self.first], self.chosen)
            self.session.table_game.begin(self.session, event, self.chosen)
