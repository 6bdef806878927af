"""Steps before a game: who sits where, which variants and items; the table is laid."""

from collections.abc import Iterator, Sequence

from companion.device.sentences import join_items
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.mat import SEATS, CoachMode
from companion.games.coach_ride.options import CLAIM_ONLY, game_started, options_for_players
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.ring import seats_pattern
from companion.games.coach_ride.table.discrepancies import describe_twice
from companion.games.coach_ride.table.layout import CoachRideSession
from companion.games.coach_ride.table.words import describe_problem
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.words import card_name, first_name
from companion.screen.pages import Row
from companion.table.preparation import PreparationStep
from companion.table.session import Session
from companion.table.who_plays import WhoPlaysStep
from engine.coach_ride.cards import FEWEST_PLAYERS, UNSEALED, Item, Person, Variant, associations_each, items_at_start
from engine.coach_ride.events import Started
from engine.coach_ride.state import State, has_odd_players
from hardware.ring.patterns import Pattern

#: So many associations has everybody in the advanced game of three.
_THREE = 3


class CoachRidePlayersStep(WhoPlaysStep[Person]):
    """Step that asks who sits where, clockwise, and by which rules they play.

    Players sit as the person cards are laid, or as they are touched.
    """

    moment = str(CoachMode.SET_UP)
    session: CoachRideSession
    everybody = tuple(Person)
    fewest = FEWEST_PLAYERS
    table_options = (CLAIM_ONLY,)
    player_name = staticmethod(first_name)
    describe_problem = staticmethod(describe_problem)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        #: What is wrong with how the person cards lie.
        self.misplaced_text = ""

    def text(self) -> str:
        """Describe how to choose."""
        if self.session.sees:
            return say("Everybody lays a person card into the small field “person” before them.")
        if self.session.is_by_ear:
            return say("Everybody takes a person card; choose them clockwise, as you sit.")
        return say("Everybody takes a person card; touch them clockwise, as you sit.")

    def too_few(self) -> str:
        """Say how many players are needed."""
        return say("Three persons at least.")

    def started(self) -> Started:
        """Return the first event, with whoever begins."""
        assert self.first is not None
        return game_started(tuple(self.players), self.first, self.chosen)

    def problem(self) -> str:
        """Problem at the table; wrongly lying cards come first."""
        return self.misplaced_text or super().problem()

    def see(self) -> None:
        """Take from the person cards who sits where."""
        observation = self.session.observed(CoachRideObservation)
        assert observation is not None
        lying = [(seat, observation.persons[seat]) for seat in SEATS if seat in observation.persons]
        if not lying:
            return
        crowded = [seat for seat, persons in lying if len(persons) > 1]
        self.misplaced_text = say("Two cards in one place.") if crowded else ""
        if observation.in_doubt:
            self.misplaced_text = describe_twice(min(observation.in_doubt))
        if not self.misplaced_text:
            self.players = [persons[0][0] for _, persons in lying]

    def tiles(self) -> Sequence[Row]:
        """Return the persons, with the numbers of their seats, clockwise."""
        return [self.player_row(player, str(self.seat(player))) for player in Person]

    def rows(self) -> Sequence[Row]:
        """Return the start, who begins, the options."""
        first = first_name(self.first) if self.first else ""
        begins = self.first_row(say("Who begins"), first, say("Whoever has travelled farthest lately."))
        # A virtual table keeps the cards: it must be told everything.
        away = () if self.session.watching is None else (CLAIM_ONLY,)
        options = [option for option in options_for_players(len(self.players)) if option not in away]
        return [self.start_row(), begins, *self.option_rows(options)]


class CoachRideSetUpStep(PreparationStep[State]):
    """The table is laid: which cards are taken, dealt and put away (section 2)."""

    state: State

    def describe_tasks(self) -> Sequence[str]:
        """Describe what hands do before the game; a virtual table deals by itself."""
        tasks = tuple(_tasks(self.state))
        return tasks if self.session.hidden_cards is None else (tasks[0], tasks[-1])

    def pattern(self) -> Pattern:
        """Return the seats, in their colours."""
        return seats_pattern(self.state)

    def board(self) -> TableView:
        """Return a view of who sits where."""
        return table_view(self.state)


def _tasks(state: State) -> Iterator[str]:
    players = len(state.players)
    yield say("Everybody takes their own person card in hand.")
    yield say("One profession for everyone, face down; the others are the profession pile.")
    each = associations_each(players, state.variants)
    yield say("Shuffle {n} associations of each side.", n=each)
    if Variant.THREE_ADVANCED in state.variants:
        yield say("Three associations for everyone, face down; one is put away unseen.")
    elif has_odd_players(state):
        yield say("One association for everyone, face down; one is put away unseen.")
    else:
        yield say("One association for everyone, face down.")
    if has_odd_players(state):
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
        yield say("All other sealed items are the pile, with: {items}.", items=join_items(unsealed))
    else:
        yield say("All other sealed items are the pile.")
    yield say("{player} begins.", player=first_name(state.turn))
