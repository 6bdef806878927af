"""Before a game: the first page, and who plays by which rules."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.box.language import say, say_count
from companion.box.settings import Settings
from companion.games.finstere_flure.table.piece_names import player_name
from companion.games.finstere_flure.table.ring import resume_pattern
from companion.games.finstere_flure.table.set_up import SetUpStep
from companion.games.finstere_flure.table.variants import variant_rows, with_next
from companion.screen.pages import Keys, Row, Tone
from companion.table.menus import SettingsStep
from companion.table.step import ListStep
from companion.voice import Level
from engine.errors import RulesError
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour
from engine.finstere_flure.players import FEWEST, FEWEST_FOR_FIVE_AS_THREE, MOST_WITH_FOUR
from hardware.ring.patterns import Pattern

if TYPE_CHECKING:
    from companion.table.session import Session


class StartStep(ListStep):
    """The first page."""

    name = "start"

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self.unfinished = session.journal.latest_unfinished()
        self.told = ""

    def begin(self) -> None:
        """Greets."""
        if self.unfinished:
            self.session.say(say("There is a game to go on with."), Level.PHASE, "")

    def title(self) -> str:
        """The page's title."""
        return say("Finstere Flure")

    def text(self) -> str:
        """What has been said to what was chosen last."""
        return self.told

    def rows(self) -> Sequence[Row]:
        """What can be done."""
        watch = () if self.session.watching is None else (Row(say("Watch a game"), "watch"),)
        rows = []
        if self.unfinished:
            begun = self.unfinished.started.replace("T", " ")[:16]
            moves = say_count("{n} event", "{n} events", self.unfinished.events)
            detail = say("Begun {when}, {moves}", when=begun, moves=moves)
            rows.append(Row(say("Go on with the game"), "resume", detail=detail, tone=Tone.NOW))
        rows += [Row(say("New game"), "new"), *watch, Row(say("Settings"), "settings")]
        if self.session.switch_off:
            rows.append(Row(say("Switch off"), "off"))
        if not self.session.kiosk:
            rows.append(Row(say("Leave"), "leave"))
        return rows

    def keys(self) -> Keys:
        """What the buttons do."""
        return Keys(advance=say("Choose"), draw=say("Next"))

    def back(self) -> None:
        """There is nothing before the first page."""

    def pattern(self) -> Pattern:
        """A game waits."""
        return resume_pattern() if self.unfinished else super().pattern()

    def choose(self, row_id: str) -> None:
        """Does it."""
        match row_id:
            case "resume":
                assert self.unfinished is not None
                try:
                    self.session.resume(self.unfinished.id)
                except (RulesError, ValueError) as error:
                    self.told = say("The game cannot be read: {error}", error=error)
                    self.unfinished = None
            case "new":
                self.session.open(PlayersStep(self.session))
            case "watch":
                self.session.watch()
            case "settings":
                self.session.open(SettingsStep(self.session))
            case "off":
                assert self.session.switch_off is not None
                self.told = self.session.switch_off()
            case "leave":
                self.session.left = True


class PlayersStep(ListStep):
    """Who plays, in which order they sit, who begins, by which variants."""

    name = "players"

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self.seats: list[Colour] = []
        self.first = 0
        #: The settings with the variants of this game.
        self.chosen: Settings = session.settings

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
        return rows + variant_rows(self.chosen, five=len(self.seats) >= FEWEST_FOR_FIVE_AS_THREE)

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
            case "set_up" | "dm" | "five_as_three" | "real_deck":
                self.chosen = with_next(self.chosen, row_id)
            case _:
                colour = Colour(row_id)
                if colour in self.seats:
                    self.seats.remove(colour)
                else:
                    self.seats.append(colour)
                self.first = self.first % max(1, len(self.seats))

    def _start(self) -> None:
        event = GameStarted(
            tuple(self.seats),
            self.seats[self.first],
            SetUp(self.chosen.set_up),
            self.chosen.dm,
            self.chosen.five_as_three and len(self.seats) >= FEWEST_FOR_FIVE_AS_THREE,
        )
        if event.set_up is SetUp.BASIC:
            self.session.open(SetUpStep(self.session, event, real_deck=self.chosen.real_deck))
        else:
            self.session.start(event, real_deck=self.chosen.real_deck)
