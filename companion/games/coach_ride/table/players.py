"""Before a game: who sits where, which variants and items; then how the table is laid."""

from collections.abc import Iterator, Sequence

from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.mat import SEATS, Moment
from companion.games.coach_ride.options import OPTIONS, game_started, options_that_matter
from companion.games.coach_ride.ring import seats_pattern
from companion.games.coach_ride.seen import Seen
from companion.games.coach_ride.table.discrepancies import tell_twice
from companion.games.coach_ride.table.problem_words import tell_problem
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.words import card_name, first_name
from companion.screen.pages import Row, Tone
from companion.table.laying_out import LayOutStep
from companion.table.lists import ListStep
from companion.table.option_rows import option_row
from companion.table.session import Session
from companion.voice import Level
from engine.coach_ride.cards import FEWEST_PLAYERS, UNSEALED, Item, Person, Variant, associations_each, items_at_start
from engine.coach_ride.game import RULES
from engine.coach_ride.state import State, is_odd
from hardware.ring.patterns import Pattern

_FIRST, _START = "first", "start"
#: So many associations has everybody in the advanced game of three.
_THREE = 3


class PlayersStep(ListStep):
    """Who sits where, clockwise: as the person cards are laid, or as they are touched; and by which rules."""

    name = "players"
    moment = str(Moment.SET_UP)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.players: list[Person] = []
        self.first: Person | None = None
        self.chosen = dict(session.settings.of_game(RULES.id, OPTIONS))
        #: What is wrong with how the person cards lie.
        self.problem = ""

    def title(self) -> str:
        """The page's title."""
        return say("Who plays?")

    def text(self) -> str:
        """How to choose."""
        if self.session.sees:
            return say("Everybody lays a person card into the place before them.")
        return say("Everybody takes a person card; touch them clockwise, as you sit.")

    def begin(self) -> None:
        """Asks."""
        self.session.say(self.text(), Level.PHASE, "")

    def see(self, seen: Seen) -> None:
        """The person cards say who sits where."""
        lying = [(seat, seen.persons[seat]) for seat in SEATS if seat in seen.persons]
        if not lying:
            return
        crowded = [seat for seat, persons in lying if len(persons) > 1]
        self.problem = say("Two person cards lie in one place.") if crowded else ""
        if seen.twice:
            self.problem = tell_twice(seen.twice[0])
        if not self.problem:
            self.players = [persons[0][0] for _, persons in lying]

    @property
    def _first_player(self) -> Person | None:
        if self.first in self.players:
            return self.first
        return self.players[0] if self.players else None

    def tiles(self) -> Sequence[Row]:
        """The persons, with the numbers of their seats, clockwise."""
        return [
            Row(
                first_name(who),
                str(who),
                str(self.players.index(who) + 1) if who in self.players else "",
                sign=who,
                done=who in self.players,
            )
            for who in Person
        ]

    def rows(self) -> Sequence[Row]:
        """The start, who begins, the options."""
        problem = self._why_not()
        rows = [Row(say("Start"), "" if problem else _START, detail=problem, tone=Tone.NOW)]
        first = self._first_player
        if first is not None:
            rows.append(Row(say("Who begins"), _FIRST, first_name(first), say("Whoever travelled farthest lately.")))
        options = options_that_matter(len(self.players))
        return rows + [option_row(option, self.chosen[option.id]) for option in options]

    def _why_not(self) -> str:
        """Why it cannot start yet."""
        if self.problem:
            return self.problem
        if len(self.players) < FEWEST_PLAYERS:
            return say("Three persons at least.")
        first = self._first_player
        assert first is not None
        problems = RULES.problems(None, game_started(tuple(self.players), first, self.chosen))
        return tell_problem(problems[0]) if problems else ""

    def choose(self, row_id: str) -> None:
        """Takes a seat or leaves it, changes who begins or an option, or starts."""
        if row_id == _START:
            first = self._first_player
            assert first is not None
            event = game_started(tuple(self.players), first, self.chosen)
            self.session.table_game.begin(self.session, event, self.chosen)
        elif row_id == _FIRST:
            first = self._first_player
            assert first is not None
            self.first = self.players[(self.players.index(first) + 1) % len(self.players)]
        elif row_id in self.chosen:
            option = next(option for option in OPTIONS if option.id == row_id)
            self.chosen[row_id] = option.after(self.chosen[row_id])
        else:
            who = Person(row_id)
            if who in self.players:
                self.players.remove(who)
            else:
                self.players.append(who)


class SetUpStep(LayOutStep):
    """The table is laid: which cards are taken, dealt and put away (section 2)."""

    state: State

    def tell_tasks(self) -> Sequence[str]:
        """What hands do before the game."""
        return tuple(_tasks(self.state))

    def pattern(self) -> Pattern:
        """The seats, in their colours."""
        return seats_pattern(self.state)

    def board(self) -> TableView:
        """Who sits where."""
        return table_view(self.state)


def _tasks(state: State) -> Iterator[str]:
    players = len(state.players)
    yield say("Everybody takes their own person card in hand.")
    yield say("One profession for everyone, face down; the others are the profession pile.")
    each = associations_each(players, state.variants)
    yield say("Shuffle {n} associations of each side.", n=each)
    if Variant.THREE_ADVANCED in state.variants:
        yield say("Three associations for everyone, face down; one is put away unseen.")
    elif is_odd(state):
        yield say("One association for everyone, face down; one is put away unseen.")
    else:
        yield say("One association for everyone, face down.")
    if is_odd(state):
        yield say("A Drink of Power for everyone, face up.")
    if Item.PEARL not in state.items:
        yield say("Out of the game: {items}.", items=card_name(Item.PEARL))
    dealt = items_at_start(players)
    yield say_count(
        "Shuffle both bags with {n} sealed item.", "Shuffle both bags with {n} sealed items.", dealt * players - 2
    )
    yield say_count("Deal {n} item to everyone.", "Deal {n} items to everyone.", dealt)
    unsealed = [card_name(item) for item in UNSEALED if item in state.items]
    if unsealed:
        yield say("All other sealed items are the pile, with: {items}.", items=", ".join(unsealed))
    else:
        yield say("All other sealed items are the pile.")
    yield say("{player} begins.", player=first_name(state.turn))
