"""Before a game: who plays, who begins by birthday, the options; then how the floors are laid."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from companion.device.button_colours import press
from companion.device.sentences import capitalised, strung, together
from companion.games.betrayal.language import later, say
from companion.games.betrayal.map_view import MapView, map_view
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.options import OPTIONS, variants_chosen
from companion.games.betrayal.ring import set_up_pattern
from companion.games.betrayal.table.problem_words import tell_problem
from companion.games.betrayal.words import floor_name, trait_name
from companion.screen.pages import Row, Tone
from companion.table.laying_out import LayOutStep
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.put_right import ask_by_hand
from companion.table.session import Session
from companion.voice import Level
from engine.betrayal.components import CHARACTERS, TILES, Trait
from engine.betrayal.events import GameStarted
from engine.betrayal.game import RULES
from engine.betrayal.state import State
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

FIRST = "first"
_FEWEST = 3
_MONTHS = (
    later("{day} January"),
    later("{day} February"),
    later("{day} March"),
    later("{day} April"),
    later("{day} May"),
    later("{day} June"),
    later("{day} July"),
    later("{day} August"),
    later("{day} September"),
    later("{day} October"),
    later("{day} November"),
    later("{day} December"),
)


def birthday_name(who: str) -> str:
    """The explorer's birthday."""
    month, day = CHARACTERS[who].birthday
    return say(_MONTHS[month - 1], day=day)


def next_birthday(players: Sequence[str], today: date) -> str | None:
    """Of these explorers the one whose birthday comes next (B1): today, or soonest after it; None if nobody plays."""

    def comes(who: str) -> tuple[bool, tuple[int, int]]:
        birthday = CHARACTERS[who].birthday
        return birthday < (today.month, today.day), birthday

    return min(players, key=comes, default=None)


class PlayersStep(ListStep):
    """Who plays, clockwise round the table; who begins; Widow's Walk; the dice."""

    name = "players"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.players: list[str] = []
        self.begins: str | None = None
        self.chosen = dict(session.settings.of_game(RULES.id, OPTIONS))

    def title(self) -> str:
        """The page's title."""
        return say("Who plays?")

    def text(self) -> str:
        """How to choose."""
        return say("Touch the explorers clockwise, as you sit. The one with the next birthday begins.")

    def begin(self) -> None:
        """Asks."""
        self.session.say(self.text(), Level.PHASE, "")

    @property
    def first(self) -> str | None:
        """Who begins: as chosen, else by birthday."""
        return self.begins if self.begins in self.players else next_birthday(self.players, date.today())

    def rows(self) -> Sequence[Row]:
        """Start, who begins, the options, the explorers with their seats; of one card only one side."""
        problem = self._problem()
        rows = [Row(say("Start"), "" if problem else "start", detail=problem, tone=Tone.NOW)]
        if self.first is not None:
            rows.append(Row(say("Begins"), FIRST, capitalised(explorer_name(self.first)), birthday_name(self.first)))
        rows += [option_row(option, self.chosen[option.id]) for option in OPTIONS]
        taken = {CHARACTERS[who].colour for who in self.players}
        for who, character in CHARACTERS.items():
            if who in self.players:
                seat = say("seat {n}", n=self.players.index(who) + 1)
                rows.append(Row(capitalised(explorer_name(who)), who, seat, sign=who, done=True))
            elif character.colour not in taken:
                rows.append(Row(capitalised(explorer_name(who)), who, sign=who, done=False))
        return rows

    def _started(self) -> GameStarted:
        return GameStarted(players=tuple(self.players), first=self.first or "", variants=variants_chosen(self.chosen))

    def _problem(self) -> str:
        """Why it cannot start yet."""
        if len(self.players) < _FEWEST:
            return say("Three explorers at least.")
        problems = RULES.problems(None, self._started())
        return tell_problem(problems[0]) if problems else ""

    def choose(self, row_id: str) -> None:
        """Takes a seat or leaves it, says who begins, changes an option, or starts."""
        if row_id == "start":
            self.session.table_game.begin(self.session, self._started(), self.chosen)
        elif row_id == FIRST:
            place = self.players.index(self.first or self.players[0])
            self.begins = self.players[(place + 1) % len(self.players)]
        elif row_id in self.chosen:
            option = next(option for option in OPTIONS if option.id == row_id)
            self.chosen[row_id] = option.after(self.chosen[row_id])
        elif row_id in self.players:
            self.players.remove(row_id)
        else:
            self.players.append(row_id)


class SetUpStep(LayOutStep):
    """The floors are laid; the start values of everybody."""

    # The floors are read before the game as they are in it.
    moment = ""

    def __init__(self, session: Session, started: GameStarted, variants: Any) -> None:
        super().__init__(session, started, variants)
        self._signs = tuple(sign for _, sign in _tasks(self.state))

    def tell_tasks(self) -> Sequence[str]:
        """The floors, the stack, the figures, the clips."""
        return [task for task, _ in _tasks(self.state)]

    def task_sign(self, number: int) -> str | None:
        """The explorer whose clips are set."""
        return self._signs[number]

    def title(self) -> str:
        """The page's title."""
        return say("Lay the house")

    def caption(self) -> str:
        """How much is left, and what to press then."""
        left = self.left()
        return together(ask_by_hand(len(left)) if left else say("Done?"), press(Button.ADVANCE, say("Begin")))

    def pattern(self) -> Pattern:
        """The seats, in their colours."""
        share = len(self.done) * len(self.state.players) // max(1, len(self.tasks))
        return set_up_pattern(self.state.players, self.state.players[: share + 1])

    def board(self) -> MapView:
        """The house as it must lie."""
        return map_view(self.state)


def _tasks(state: State) -> Iterator[tuple[str, str | None]]:
    """What hands do before the game (B1), with the explorer it is about."""
    yield say("The start tile and each landing lie apart, a tile's width between the floors."), None
    landings = [
        say("{room} ({floor})", room=room_name(room), floor=floor_name(place.floor))
        for room, place in state.house.rooms.items()
        if TILES[room].start is not None and room.endswith("landing")
    ]
    yield say("Landings: {rooms}.", rooms=strung(landings)), None
    yield say("Shuffle all other tiles face down: {n}.", n=len(state.stack)), None
    yield say("All figures into the Entrance Hall, the clips on the green start values."), None
    for who in state.players:
        values = strung(f"{trait_name(trait)} {state.explorers[who].value(trait)}" for trait in Trait)
        yield say("{player}: {values}", player=capitalised(explorer_name(who)), values=values), who
