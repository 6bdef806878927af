"""Who plays, in which order they sit, who begins, by which variants."""

from collections.abc import Sequence
from typing import Any

from companion.box.options import Option, with_defaults
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.options import DM, FIVE_AS_THREE, OPTIONS, SET_UP
from companion.games.finstere_flure.table.piece_names import player_name
from companion.screen.pages import Row, Tone
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.session import Session
from companion.voice import Level
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour
from engine.finstere_flure.players import FEWEST, FEWEST_FOR_FIVE_AS_THREE, MOST_WITH_FOUR


class PlayersStep(ListStep):
    """Who plays, in which order they sit, who begins, by which variants."""

    name = "players"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.seats: list[Colour] = []
        self.first = 0
        #: The options of this game by their ids.
        self.chosen = dict(session.settings.of_game(RULES.id, OPTIONS))

    def title(self) -> str:
        """The page's title."""
        return say("Who plays?")

    def text(self) -> str:
        """How to choose."""
        return say("Choose the colours clockwise, as you sit.")

    def begin(self) -> None:
        """Asks."""
        self.session.say(say("Who plays? Choose the colours clockwise, as you sit."), Level.PHASE, "")

    def rows(self) -> Sequence[Row]:
        """The colours with their seats, the variants, and the start."""
        rows = [
            Row(
                player_name(colour),
                str(colour),
                say("seat {n}", n=self.seats.index(colour) + 1) if colour in self.seats else "",
                detail=self._why_not(colour),
                sign=colour,
                done=colour in self.seats,
                tone=Tone.FADED if self._why_not(colour) else Tone.PLAIN,
            )
            for colour in Colour
        ]
        begins = player_name(self.seats[self.first % len(self.seats)]) if self.seats else ""
        rows.append(Row(say("Start"), "" if self._problem() else "start", detail=self._problem(), tone=Tone.NOW))
        rows.append(Row(say("Who begins"), "first", begins))
        return rows + [option_row(option, self.chosen[option.id]) for option in self._options()]

    def _options(self) -> list[Option[Any]]:
        five = len(self.seats) >= FEWEST_FOR_FIVE_AS_THREE
        return [option for option in OPTIONS if five or option is not FIVE_AS_THREE]

    def _why_not(self, colour: Colour) -> str:
        if colour in self.seats and colour not in COLOURS_WITH_FOUR and len(self.seats) <= MOST_WITH_FOUR:
            return say("has only three tokens: for five players and more")
        return ""

    def _problem(self) -> str:
        if len(self.seats) < FEWEST:
            return say("Choose at least two colours.")
        three = [colour for colour in self.seats if self._why_not(colour)]
        if three:
            return say("{player} has only three tokens: for five players and more.", player=player_name(three[0]))
        return ""

    def choose(self, row_id: str) -> None:
        """Takes a seat or leaves it, changes a variant, or starts."""
        match row_id:
            case "first":
                self.first = (self.first + 1) % max(1, len(self.seats))
            case "start":
                self._start()
            case _ if row_id in self.chosen:
                option = next(option for option in OPTIONS if option.id == row_id)
                self.chosen[row_id] = option.after(self.chosen[row_id])
            case _:
                colour = Colour(row_id)
                if colour in self.seats:
                    self.seats.remove(colour)
                else:
                    self.seats.append(colour)
                self.first = self.first % max(1, len(self.seats))

    def _start(self) -> None:
        values = with_defaults(OPTIONS, {option.id: self.chosen[option.id] for option in self._options()})
        set_up, dm, five_as_three = SetUp(values[SET_UP.id]), values[DM.id], values[FIVE_AS_THREE.id]
        event = GameStarted(tuple(self.seats), self.seats[self.first], set_up, dm, five_as_three)
        self.session.table_game.begin(self.session, event, self.chosen)
