"""Steps before a game: the players, who begins by birthday, the options.

Then it says how the floors are laid.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from companion.device.dates import day_of_year
from companion.device.options import Values
from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say
from companion.games.betrayal.map_view import MapView, map_view
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.options import OPTIONS, variants_chosen
from companion.games.betrayal.ring import set_up_pattern
from companion.games.betrayal.table.words import describe_problem
from companion.games.betrayal.words import trait_name
from companion.screen.pages import Row
from companion.table.option_rows import idle_row
from companion.table.preparation import PreparationStep
from companion.table.session import Session
from companion.table.who_plays import WhoPlaysStep
from engine.betrayal.components import CHARACTERS, TILES, Trait
from engine.betrayal.events import GameStarted
from engine.betrayal.state import State
from hardware.ring.patterns import Pattern


def birthday_name(explorer: str) -> str:
    """Return the explorer's birthday."""
    return day_of_year(*CHARACTERS[explorer].birthday)


def next_birthday(players: Sequence[str], today: date) -> str | None:
    """Return the explorer whose birthday comes next (B1): today, or soonest after it.

    Returns None if nobody plays.
    """

    def comes(explorer: str) -> tuple[bool, tuple[int, int]]:
        birthday = CHARACTERS[explorer].birthday
        return birthday < (today.month, today.day), birthday

    return min(players, key=comes, default=None)


class BetrayalPlayersStep(WhoPlaysStep[str]):
    """Step for the players, clockwise round the table; who begins; Widow's Walk; the dice."""

    everybody = tuple(CHARACTERS)
    fewest = 3
    describe_problem = staticmethod(describe_problem)

    def player_name(self, explorer: str, /) -> str:
        """Return the explorer's name."""
        return capitalised(explorer_name(explorer))

    def text(self) -> str:
        """Describe how to choose."""
        if self.session.is_by_ear:
            return say("Choose the explorers clockwise, as you sit. The one with the next birthday begins.")
        return say("Touch the explorers clockwise, as you sit. The one with the next birthday begins.")

    def too_few(self) -> str:
        """Return how many are needed."""
        return say("Three explorers at least.")

    def started(self) -> GameStarted:
        """Return the first event, with whoever begins."""
        return GameStarted(players=tuple(self.players), first=self.first or "", variants=variants_chosen(self.chosen))

    def usual_first(self) -> str | None:
        """Return the explorer who begins by birthday."""
        return next_birthday(self.players, date.today())

    def rows(self) -> Sequence[Row]:
        """Start, the explorers with their seats, who begins, the options; of one card only one side."""
        first = self.first
        name, birthday = (self.player_name(first), birthday_name(first)) if first else ("–", "")
        begins = self.first_row(say("Begins"), birthday, name)
        return [self.start_row(), *map(self._explorer_row, CHARACTERS), begins, *self.option_rows(OPTIONS)]

    def _explorer_row(self, explorer: str) -> Row:
        """Return an explorer's row; while the other side of the card plays, it cannot be chosen."""
        row = self.player_row(explorer, str(self.seat(explorer)))
        taken = {CHARACTERS[player].colour for player in self.players if player != explorer}
        return idle_row(row) if CHARACTERS[explorer].colour in taken else row


class BetrayalSetUpStep(PreparationStep[State]):
    """The floors are laid; the start values of everybody."""

    # The floors are read before the game as they are in it.
    moment = ""

    def __init__(self, session: Session, started: object, variants: Values) -> None:
        super().__init__(session, started, variants)
        self._signs = tuple(sign for _, sign in _tasks(self.state))

    def describe_tasks(self) -> Sequence[str]:
        """Describe the floors, the stack, the figures, the clips."""
        return [task for task, _ in _tasks(self.state)]

    def task_sign(self, number: int) -> str | None:
        """Return the explorer whose clips are set."""
        return self._signs[number]

    def title(self) -> str:
        """Return the page's title."""
        return say("Lay the house")

    def pattern(self) -> Pattern:
        """Return the seats, in their colours."""
        share = len(self.done) * len(self.state.players) // max(1, len(self.tasks))
        return set_up_pattern(self.state.players, self.state.players[: share + 1])

    def board(self) -> MapView:
        """Return the house as it must lie."""
        return map_view(self.state)


def _tasks(state: State) -> Iterator[tuple[str, str | None]]:
    """Yield what hands do before the game (B1), with the explorer it is about."""
    yield say("Lay the start tile and the landings a tile's width apart."), None
    landings = [
        room_name(room) for room in state.house.rooms if TILES[room].start is not None and room.endswith("landing")
    ]
    yield say("Landings: {rooms}.", rooms=join_items(landings)), None
    yield say("Shuffle all other tiles face down: {n}.", n=len(state.stack)), None
    yield say("All figures into the Entrance Hall, the clips on the green start values."), None
    for player in state.players:
        values = join_items(f"{trait_name(trait)} {state.explorers[player].value(trait)}" for trait in Trait)
        yield say("{player}: {values}", player=capitalised(explorer_name(player)), values=values), player
