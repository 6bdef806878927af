"""Offers tell nothing of what chance will bring: drawn with other chance they are equal."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

import pytest

from companion.games import CompanionGame
from companion.journal import Journal
from companion.table.session import Session
from engine.betrayal.hidden import Stacks
from engine.coach_ride.cards import Person
from engine.coach_ride.sightings import PileSeen
from engine.lifeboat import events as boat
from engine.lifeboat.components import Provision
from engine.lifeboat.dealt import Move, Plan
from engine.lifeboat.hidden import drawn_cards, navigation_pool, offered_provisions
from engine.lifeboat.state import Phase
from tests.companion.games.here import ENTRIES, load_game
from tools.phone_secrets import Known, Watchers, start_game

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]

#: So many states are looked at in a game; in one without hidden cards but those of hands; with `--thorough`.
_STATES = 12
_FEW_STATES = 3
_MANY_STATES = 150
#: Moves between two states that are looked at.
_BETWEEN = 3

_CardT = TypeVar("_CardT")


def shuffled(cards: Sequence[_CardT], fixed: Callable[[int, _CardT], bool], rng: Random) -> tuple[_CardT, ...]:
    """Return cards in another order; those that are `fixed` stay in their places."""
    free = [card for number, card in enumerate(cards) if not fixed(number, card)]
    rng.shuffle(free)
    return tuple(card if fixed(number, card) else free.pop() for number, card in enumerate(cards))


def other_boat(state: Any, rng: Random) -> Any:
    """Shuffle the cards of the decks that nobody has seen, and that no act has drawn."""
    hidden, public = state.hidden, state.state
    looked = 0
    if state.plan is Plan.ROW:
        looked = len(drawn_cards(hidden, public, public.turn))
    elif public.step is Phase.CHOOSE:
        compass = state.plan is Plan.COMPASS
        looked = len(navigation_pool(hidden, public, compass=compass)[0]) - len(hidden.row)
    taken = len(offered_provisions(hidden, public)) if public.step is Phase.TAKE and not hidden.passing else 0
    deck = shuffled(hidden.deck, lambda number, card: number < looked or card.id in hidden.seen, rng)
    return replace(state, hidden=replace(hidden, deck=deck, bow=shuffled(hidden.bow, lambda n, _: n < taken, rng)))


def other_coach(state: Any, rng: Random) -> Any:
    """Shuffle the piles at which nobody looks."""
    cards = state.cards
    seen = state.looked or any(isinstance(sighting, PileSeen) for sighting in cards.sightings)
    pile, professions = (
        shuffled(cards_in_pile, lambda *_: seen, rng) for cards_in_pile in (cards.pile, cards.profession_pile)
    )
    return replace(state, cards=replace(cards, pile=pile, profession_pile=professions))


def other_house(state: Any, rng: Random) -> Any:
    """Shuffle the stacks."""
    return replace(state, stacks=Stacks.of_rest(state.state, rng))


def other_castle(state: Any, rng: Random) -> Any:
    """Shuffle the cards of the monster that lie face down."""
    deck = state.deck
    return replace(state, deck=replace(deck, face_down=shuffled(deck.face_down, lambda *_: False, rng)))


def only_dice(state: Any, _rng: Random) -> Any:
    """Return the state itself: the session's dice are others."""
    return state


#: Whole states with other chance, by the game's id; in the other games chance is nothing but dice.
OTHER: dict[str, Callable[[Any, Random], Any]] = {
    "lifeboat": other_boat,
    "coach-ride": other_coach,
    "betrayal": other_house,
    "finstere-flure": other_castle,
}


#: Games that are looked at in every run of the tests: in games on cells chance is dice alone, which few have.
LOOKED_AT = (*OTHER, "mouse-and-elephant", "fox-and-geese", "ludo", "mancala", "noughts-and-crosses")


class Offers:
    """A game that is played by chance, and what is offered in it."""

    def __init__(self, game: CompanionGame, journal: Journal, seed: int) -> None:
        self.session, self.rng = start_game(game, journal, seed), Random(seed)
        started = self.session.game
        assert started is not None
        self.play, self.hidden = game.table.play, Known()
        self.session.settings = self.session.settings.with_game("finstere-flure", {"foresight": "training"})
        self.session.use_hidden_cards(None if self.play.is_public else self.hidden)
        self.state = self.play.deal(started.events[0], self.rng)
        if hasattr(self.state, "choosers"):
            self.state = replace(self.state, choosers=frozenset(map(Person, game.table.seats(started.events[0]))))
        if self.play.is_public:
            # The first cards are shuffled as soon as the game begins.
            self.state = started.state
        self.other = OTHER.get(game.id, only_dice)
        self.watchers = Watchers(self.session, self.hidden)

    def drawn(self, state: Any, chance: int) -> list[Any]:
        """Return all that phones and the table show in a state, and what a bot is told for a hint."""
        session: Session = self.session
        session.rng = Random(chance)
        if self.play.is_public:
            assert session.game is not None
            session.game = replace(session.game, state=state)
        seats = self.play.acting_seats(state)
        # The same questions to the table each time.
        self.watchers.questions = 0
        shown = self.watchers.show(state, seats[0] if seats else "")
        return [shown, [repr(self.play.view(state, seat)) for seat in seats]]

    def leak(self) -> str:
        """Return what tells of chance in this state; empty: nothing does, or chance itself is due."""
        if not self.play.acting_seats(self.state):
            return ""
        before = self.drawn(self.state, 1)
        for number in range(2, 4):
            if self.drawn(self.other(self.state, self.rng), number) != before:
                return f"an offer tells what chance will bring: {self.state}"
        self.drawn(self.state, 1)
        return ""

    def go_on(self) -> bool:
        """Draw a move, mostly one of a seat's own screen; return False once the game is over."""
        if self.play.over(self.state) is not None:
            return False
        actors, table = self.play.acting_seats(self.state), self.session.table_game
        moves: Sequence[Any] = ()
        if actors and self.rng.random() < 0.7:
            seat = self.rng.choice(actors)
            moves = table.seat_screen.seat_moves(self.play.view(self.state, seat), seat)
        move = self.rng.choice(moves) if moves else self.play.draw(self.state, self.rng)
        event, self.state = self.play.event(move), self.play.follow(self.state, move)
        self.hidden.state = self.state
        if event is not None:
            self.session.apply(event, already_placed=True)
        return True


def check(offers: Offers, states: int) -> str:
    """Return the first leak in so many states; empty: there is none."""
    for _ in range(states):
        if leak := offers.leak():
            return leak
        if not all(offers.go_on() for _ in range(_BETWEEN)):
            break
    return ""


@pytest.mark.thorough(but=LOOKED_AT)
@pytest.mark.parametrize("game_id", list(ENTRIES))
def test_no_offer_tells_what_chance_will_bring(journal: Journal, game_id: str) -> None:
    assert not check(Offers(load_game(game_id), journal, 3), _STATES if game_id in OTHER else _FEW_STATES)


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game_id", list(OTHER))
def test_no_offer_of_a_whole_game_tells_it(journal: Journal, game_id: str) -> None:
    assert not check(Offers(load_game(game_id), journal, 4), _MANY_STATES)


def navigate_with_a_compass(offers: Offers) -> None:
    """Play until the day's card is chosen, and lay the compass open before whoever chooses it."""
    while offers.state.state.step is not Phase.CHOOSE or not offers.state.state.row:
        assert offers.go_on()
    state = offers.state.state
    cards = (*state.person(state.turn).open, Provision.COMPASS)
    event = boat.Corrected(boat.Correction(open=((state.turn, cards),)), "counted")
    offers.state = offers.play.follow(offers.state, Move(event))
    offers.session.apply(event, already_placed=True)


def test_the_compass_shows_no_card_before_it_is_used(journal: Journal) -> None:
    offers = Offers(load_game("lifeboat"), journal, 3)
    navigate_with_a_compass(offers)
    assert not offers.leak()
    assert any(move.plan is Plan.COMPASS for move in offers.play.possible(offers.state))


def test_a_tile_in_an_offer_is_found(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A door that names what lies behind it is not what the check lets pass."""
    offers = Offers(load_game("betrayal"), journal, 3)
    screen = type(offers.session.table_game.seat_screen)
    describe = screen.describe_move

    def told(table: Any, view: Any, move: Any) -> Any:
        state = offers.hidden.state
        return replace(describe(table, view, move), text=next(state.stacks.tiles(state.state)))

    monkeypatch.setattr(screen, "describe_move", told)
    assert "tells what chance will bring" in check(offers, 3)
