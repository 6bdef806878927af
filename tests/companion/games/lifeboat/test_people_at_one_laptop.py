"""Test of a whole game at one laptop with only a mouse, by people and bots.

The bots play for missing people. The acts of each depend on what they see: the page, the table, and their own
cards while their cover is held.
"""

from collections.abc import Collection

import pytest

from companion.games.lifeboat.mat import AREAS, DAY, SHOW
from companion.games.lifeboat.navigation_file import NavigationSet, keep_draft
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.table.dialog import ALL_REVEALED
from companion.games.lifeboat.tags import PROVISION_OF
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.table.session import HANDS
from companion.virtual_table.piece import Point
from engine.lifeboat import events as e
from engine.lifeboat.components import WEAPONS, Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.state import Phase, State
from tests.companion.virtual_table.people import People
from vision.model.surface import Area

PLAYERS = (Character.LAUREN, Character.CAPTAIN, Character.MATE, Character.KID)
STARTED = e.GameStarted(PLAYERS, (), e.Deck.STAND_IN)
#: So long (seconds) nobody moves until what lies on the mat counts.
STILL_S = 1.6
#: Distance by which a position card is pushed up or down.
PUSHED_MM = 34.0
#: So long (seconds) people wait for bots before they look again.
BOTS_S = 1.0
#: More pages than a game needs.
MOST_PAGES = 400
#: A table's own cards, most of them with a bird, so that the game lasts a few days.
OWN_CARDS = NavigationSet(
    "birds",
    tuple(
        NavigationCard(
            f"n{number:02}",
            Bird.NONE if number % 6 == 0 else Bird.BIRD,
            (PLAYERS[number % 4],) if number % 3 == 0 else (),
            (PLAYERS[number // 2 % 4],),
            oars=number % 2 == 0,
            fists=number % 3 == 1,
        )
        for number in range(1, 21)
    ),
    (),
)


class Boat(People):
    """The people of a game of Lifeboat, some of them bots."""

    def __init__(self, journal: Journal, seed: int, bots: Collection[Character] = ()) -> None:
        super().__init__(VIRTUAL, STARTED, journal, seed)
        self.bots = bots

    def push(self, character: Character, by_mm: float) -> None:
        x, y = self.table.pieces[f"position-{character}"].centre_mm
        self.drag(f"position-{character}", (x, y + by_mm))

    def play(self) -> None:
        """Do what the page asks for."""
        self.touch("new")
        self.touch(*map(str, PLAYERS), "option-quick", "start")
        missing = [*self.bots]
        for _ in range(MOST_PAGES):
            match self.page.name:
                case "over":
                    return
                case "sums":
                    self.advance()
                case "set-up" | "put-right":
                    self.touch(HANDS)
                    self.wait(STILL_S)
                    if self.page.name in ("set-up", "put-right"):
                        self.advance()
                case _:
                    while missing:
                        self.change_player(str(missing.pop()))
                    self._step(self.state)
        raise AssertionError(self.page)

    def _step(self, state: State) -> None:
        character = state.turn
        if character in self.bots and state.step is not Phase.FIGHT:
            self.wait(BOTS_S)
            if state.step is Phase.THIRST and self.state == state and "suffered" in self.rows():
                # A bot without water waits whether anybody gives it some; one with water may just be telling it.
                self.touch("suffered")
            return
        match state.step:
            case Phase.TAKE:
                assert character is not None
                self.choose(str(character), self.rng.choice(self.held(str(character), "pass")))
                self.touch("took")
            case Phase.ACT:
                assert character is not None
                self._act(state, character)
            case Phase.ANSWER:
                self.touch(self.rng.choice([row for row in ("agreed", "refused") if row in self.rows()]))
            case Phase.FIGHT:
                self._fight(state)
            case Phase.CHOOSE:
                self._navigate(character)
            case Phase.OVERBOARD:
                self.touch("fell")
            case Phase.THIRST:
                self._drink_or_suffer(state)
            case Phase.REVEAL:
                self._reveal(state)
            case _:
                raise AssertionError(self.page)

    def _act(self, state: State, character: Character) -> None:
        weapons = [card for card in self.held(str(character)) if PROVISION_OF.get(card.piece_id) in WEAPONS]
        if weapons and self.rng.random() < 0.5:
            self.choose(str(character), weapons[0])
            self.drag(weapons[0].piece_id, middle(AREAS[open_rows(PLAYERS)[character]]))
            self.wait(STILL_S)
            assert self.state.person(character).open != state.person(character).open, self.page
            return
        richer = [person.who for person in state.aboard if person.who is not character and person.hand]
        match self.rng.choice(("row", "row", "demand", "nothing")):
            case "row":
                self.touch("row")
                self.choose(str(character), self.held(str(character), "draw")[0])
                self.touch("1")
            case "demand" if richer:
                other = self.rng.choice(richer)
                self.push(character, -PUSHED_MM)
                self.push(other, PUSHED_MM)
                self.wait(STILL_S)
                self.touch("hand")
            case _:
                self.touch("passed")

    def _fight(self, state: State) -> None:
        assert state.fight is not None
        others = [
            character for character in state.conscious if character not in (*state.fight.attack, *state.fight.defend)
        ]
        if others and self.rng.random() < 0.7:
            self.push(others[0], self.rng.choice((-PUSHED_MM, PUSHED_MM)))
            self.wait(STILL_S)
            assert self.state != state, self.page
        self.touch("fought")

    def _navigate(self, character: Character | None) -> None:
        cards = self.held(str(character), "day") if character is not None else []
        if character is None or not cards:
            self.touch(HANDS)
            self.wait(2 * STILL_S)
            return
        card = self.rng.choice(cards)
        self.choose(str(character), card)
        self.drag(card.piece_id, middle(AREAS[DAY]))
        self.wait(STILL_S)

    def _drink_or_suffer(self, state: State) -> None:
        character = state.thirst[0].who
        water = [card for card in self.held(str(character)) if PROVISION_OF.get(card.piece_id) is Provision.WATER]
        if not water or character not in state.conscious:
            self.touch("suffered")
            return
        self.choose(str(character), water[0])
        self.drag(water[0].piece_id, middle(AREAS[SHOW]))
        self.wait(STILL_S)
        if self.state == state:
            self.touch(str(character))
        if self.state == state:
            self.touch("hand")

    def _reveal(self, state: State) -> None:
        """The first player's hidden cards are laid open by a touch, then everybody's."""
        self.touch(str(state.people[0].who) if not state.revealed else ALL_REVEALED)


def middle(area: Area) -> Point:
    """Return the drag target of the tag, so that the card lies about the middle."""
    left, top, right, bottom = area
    return (left + right) / 2 - 10, (top + bottom) / 2 - 10


@pytest.fixture(autouse=True)
def _kept_cards(journal: Journal, display: None) -> None:  # noqa: ARG001 - it must be there
    assert not keep_draft(journal.path, OWN_CARDS)


@pytest.mark.slow
@pytest.mark.thorough(but=["nobody"])
@pytest.mark.parametrize(
    ("seed", "bots"),
    [(6, ()), (2, (Character.CAPTAIN, Character.KID)), (3, ())],
    ids=["nobody", "two bots", "other cards"],
)
@pytest.mark.usefixtures("faultless_reading")
def test_from_the_first_page_to_the_ranking_with_the_mouse(
    journal: Journal, seed: int, bots: tuple[Character, ...]
) -> None:
    people = Boat(journal, seed, bots)
    people.play()
    state = people.state
    assert state.ended is not None
    assert RULES.over(state) is not None
    assert {cards.by for cards in state.revealed} == {person.who for person in state.people}
    game = people.session.game
    assert game is not None
    assert RULES.replay(game.events).state == state
    told = {type(event) for event in game.events}
    assert told >= {e.Took, e.Navigated, e.Revealed}
