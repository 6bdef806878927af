"""Steps before a game: the players, the variants, the navigation cards.

Then it says how the table is laid.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.device.errors import UserError
from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.captions import lay_boat_row, name, names
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.mat import RowSide
from companion.games.lifeboat.options import (
    CANNIBALISM,
    HARTER,
    NAVIGATION,
    OPTIONS,
    OWN,
    TOKENS,
    chosen_deck,
    game_started,
    variants_that_matter,
)
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.ring import set_up_pattern
from companion.games.lifeboat.table.card_steps import NavigationCardsStep
from companion.games.lifeboat.table.layout import LifeboatSession
from companion.games.lifeboat.table.words import describe_problem
from companion.screen.pages import Row
from companion.table.option_rows import idle_row
from companion.table.preparation import PreparationStep
from companion.table.who_plays import WhoPlaysStep
from companion.voice import Level
from engine.lifeboat.components import Character, Variant
from engine.lifeboat.events import Deck, GameStarted
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State
from hardware.ring.patterns import Pattern


class LifeboatPlayersStep(WhoPlaysStep[Character]):
    """Step that asks who plays, clockwise round the table, and how."""

    everybody = tuple(Character)
    fewest = 4
    option_prefix = "option-"
    table_options = (TOKENS,)
    player_name = staticmethod(name)
    describe_problem = staticmethod(describe_problem)

    def text(self) -> str:
        """Describe how to choose."""
        if self.session.is_by_ear:
            return say("Deal characters, then choose them clockwise, as you sit.")
        return say("Deal characters, then touch them clockwise, as you sit.")

    def too_few(self) -> str:
        """Say how many characters are needed."""
        return say("Four characters at least.")

    @property
    def values(self) -> dict[str, Any]:
        """The options as they count."""
        return variants_that_matter(self.chosen)

    def started(self) -> GameStarted:
        """Return the first event, with a deck whose signs are told."""
        return game_started(tuple(self.players), self.values, Deck.TOLD)

    def tiles(self) -> Sequence[Row]:
        """Return the characters that can be chosen, with the numbers of their seats."""
        return [self.player_row(character, str(self.seat(character))) for character in self._people()]

    def rows(self) -> Sequence[Row]:
        """Return the start, the table's own cards, the options."""
        rows = [self.start_row()]
        if self.session.watching is not None:
            # At a virtual table there are no cards to deal characters with.
            more = Row(say("One more at random"), "random")
            rows.append(more if len(self.players) < len(self._people()) else idle_row(more))
        # A virtual table has no tokens.
        shown = {HARTER: self.chosen[CANNIBALISM.id], TOKENS: self.session.watching is None}
        options = [option for option in OPTIONS if shown.get(option, True)]
        why_not = {HARTER.id: say("Dr. Harter plays only with cannibalism.")}
        return [*rows, Row(say("Your navigation cards"), "cards"), *self.option_rows(options, why_not)]

    def _people(self) -> list[Character]:
        """Return the characters that can be chosen."""
        return [character for character in Character if character is not Character.HARTER or self.values[HARTER.id]]

    def choose(self, row_id: str) -> None:
        """Enter cards, or take a character; without its option Dr. Harter leaves."""
        if row_id == "cards":
            self.session.open(NavigationCardsStep(self.session))
        elif row_id == "random":
            left = [person for person in self._people() if person not in self.players]
            self.players.append(self.session.rng.choice(left))
        else:
            super().choose(row_id)
            if not self.values[HARTER.id] and Character.HARTER in self.players:
                self.players.remove(Character.HARTER)

    def start(self) -> None:
        """Start the game, with the table's own navigation cards if they can be played with."""
        try:
            deck = chosen_deck(self.values, self.session.journal.path)
        except UserError as error:
            self.session.say(str(error), Level.PROBLEM, "wrong")
            deck = Deck.TOLD
        if deck is Deck.TOLD and self.session.watching is not None and self.values[NAVIGATION.id] == OWN:
            # A virtual table has cards of its own.
            deck = Deck.STAND_IN
        event = game_started(tuple(self.players), self.values, deck)
        # A set of their own may lack what the game needs.
        event = self.started() if RULES.problems(None, event) else event
        self.session.table_game.begin(self.session, event, self.chosen)


class LifeboatSetUpStep(PreparationStep[State]):
    """The table is laid: what is removed, what is dealt, the boat row as it must lie."""

    state: State
    session: LifeboatSession
    #: Whose position card is seen to lie right; None while no camera has looked.
    right: tuple[Character, ...] | None = None
    _is_boat_row_right = False

    def describe_tasks(self) -> Sequence[str]:
        """Describe what hands do before the game; a virtual table deals by itself."""
        tasks = tuple(_tasks(self.state, by_ear=self.session.is_by_ear))
        return tasks if self.session.hidden_cards is None else tasks[:1]

    @property
    def is_seen_unlaid(self) -> bool:
        """The boat row is read."""
        return self.right is not None and not self._is_boat_row_right

    def see(self) -> None:
        """Light the seats as their cards lie right.

        The first task, which is about them, is ticked then.
        """
        observation = self.session.observed(LifeboatObservation)
        assert observation is not None
        places = zip(self.state.seats, observation.boat, strict=False)
        self.right = tuple(
            character for character, (lies, side) in places if character is lies and side is RowSide.LINE
        )
        self._is_boat_row_right = len(observation.boat) == len(self.right) == len(self.state.seats)
        self.done = self.done | {0} if self._is_boat_row_right else self.done - {0}

    def forget_observation(self) -> None:
        """Forget what was seen: by hand all seats are lit."""
        self.right = None

    def pattern(self) -> Pattern:
        """Return the ring pattern of the seats that are seen to lie right."""
        return set_up_pattern(self.state, self.state.seats if self.right is None else self.right)

    def board(self) -> BoatView:
        """Return the boat row as it must lie."""
        return boat_view(self.state)


def _tasks(state: State, *, by_ear: bool) -> Iterator[str]:
    """Yield what hands do before the game (L1 to L3, V3, V4)."""
    yield lay_boat_row(state.seats) if by_ear else say("Lay the boat row as the picture shows.")
    playing = [character for character in Character if character is not Character.HARTER or state.plays(Variant.HARTER)]
    out = [character for character in playing if character not in state.seats]
    if out:
        yield say("Put away all cards of: {players}.", players=names(tuple(out)))
    yield say("Everyone gets one love card and one hate card, secretly.")
    if state.plays(Variant.CANNIBALISM):
        yield say("Cannibalism: its card, one more medical kit and its navigation cards come into the decks.")
    if state.removed:
        yield say_count("Remove {n} provision unseen.", "Remove {n} provisions unseen.", state.removed)
    yield say_count(
        "One provision for everyone; the {n} other is the bow deck.",
        "One provision for everyone; the {n} others are the bow deck.",
        state.bow,
    )
    if state.started.navigation is Deck.STAND_IN:
        yield say_count(
            "The stand-in navigation deck, made up for this project, lies at the stern: {n} card.",
            "The stand-in navigation deck, made up for this project, lies at the stern: {n} cards.",
            state.deck,
        )
    else:
        yield say_count(
            "The navigation deck lies at the stern: {n} card.",
            "The navigation deck lies at the stern: {n} cards.",
            state.deck,
        )
    if state.plays(Variant.QUICK):
        yield say("Quick game: one wound for everyone, one bird is out.")
