"""Test of three people and a bot at one laptop with only a mouse, up to the end of a claim.

It starts on the first page.
"""

import pytest

from companion.games.coach_ride.mat import AREAS, CLAIM, open_place, person_place
from companion.games.coach_ride.table.layout import remembered_seats
from companion.games.coach_ride.table.seats import seat_places
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.tags import ITEM_OF
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.session import HANDS
from companion.virtual_table.piece import Point
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase, Winner
from tests.companion.virtual_table.people import PRESSED_S, STILL_S, People
from vision.model.surface import Area

pytestmark = pytest.mark.slow

M = Person.MARIE
G = Person.GUNDLA
S = Person.SARAH
B = Person.JUAN
#: Cards of a claim lie so far apart (mm), the first one so far from the left edge of their place.
APART_MM = 70.0
#: A bot thinks, and the table looks at what it lays, no longer than this (seconds).
BOT_S = 40.0


class CoachPeople(People):
    """People at the table of the coach ride."""

    hands: CoachRideHands

    def sit_down(self) -> None:
        """Go from the first page to the first turn; a bot plays for Juan."""
        self.touch("new")
        for player, seat in ((M, "seat-1"), (G, "seat-3"), (S, "seat-5"), (B, "seat-7")):
            self.drag(f"person-{player}", middle(AREAS[person_place(seat)]))
        self.wait(STILL_S)
        self.touch("start")
        self.advance()
        self.change_player(str(B))
        self.go_on()

    def go_on(self) -> CoachRideStep:
        """Go on to the next question: follow guides, and let nobody say more."""
        for _ in range(6):
            if isinstance(self.session.step, CoachRideStep):
                self.session.step.close_window()
                return self.session.step
            self.do_what_the_guide_asks()
        raise AssertionError(self.page)

    def wait_for(self, count: int) -> None:
        """Wait until `count` events have happened."""
        until = self.now + BOT_S
        while len(self.events) < count and self.now < until:
            self.wait(1.0)
        assert len(self.events) >= count, self.page

    @property
    def events(self) -> tuple[e.GameEvent, ...]:
        assert self.session.game is not None
        return self.session.game.events

    def items(self, person: Person) -> tuple[Item, ...]:
        assert self.hands.secrets.now is not None
        return self.hands.secrets.now.hands[person]

    def before(self, person: Person) -> Area:
        """Return the open place of somebody."""
        return AREAS[open_place(seat_places(self.state.players, remembered_seats(self.session))[person])]

    def show_all(self, person: Person) -> None:
        """Carry all cards that a person may choose into the middle."""
        left, top, _, bottom = AREAS[CLAIM]
        for number, card in enumerate(self.held(str(person))):
            self.choose(str(person), card)
            self.drag(card.piece_id, (left + (number + 0.5) * APART_MM, (top + bottom) / 2))
        self.wait(STILL_S)

    def show_side(self, person: Person) -> None:
        """The association is laid open before its owner."""
        card = next(card for card in self.held(str(person)) if card.piece_id.startswith("association"))
        self.choose(str(person), card)
        self.drag(card.piece_id, middle(self.before(person)))
        self.wait(STILL_S)


def middle(area: Area) -> Point:
    left, top, right, bottom = area
    return (left + right) / 2, (top + bottom) / 2


@pytest.fixture
def people(journal: Journal, display: None) -> CoachPeople:  # noqa: ARG001 - it must be there
    return CoachPeople(VIRTUAL, VIRTUAL.start(4, 1, {}), journal, 1)


@pytest.mark.usefixtures("faultless_reading")
def test_hands_take_the_person_cards_in_hand_once(people: CoachPeople) -> None:
    people.touch("new", *map(str, (M, G, S)), "start")
    assert isinstance(people.page, BoardPage)
    assert people.page.caption == "Everybody takes their own person card in hand."
    people.touch(HANDS)
    pages = set()
    until = people.now + BOT_S
    while people.now < until and not isinstance(people.session.step, CoachRideStep):
        people.wait(PRESSED_S)
        pages.add(people.page.name)
    assert isinstance(people.session.step, CoachRideStep)
    assert pages == {"set-up", people.page.name}
    assert not any(
        people.table.areas.shows(piece.centre_mm)
        for piece in people.table.pieces.values()
        if piece.id.startswith("person")
    )


@pytest.mark.usefixtures("faultless_reading")
def test_people_trade_fight_and_claim_with_the_mouse(people: CoachPeople) -> None:
    people.sit_down()
    _trade(people)
    _fight(people)
    _claim(people)
    assert people.page.name == "over"
    assert RULES.replay(people.events).state == people.state
    assert not people.counts.problems


def _trade(people: CoachPeople) -> None:
    """Trade: Marie offers her chosen item, Gundla looks at it and gives one back.

    Both get what was given.
    """
    mine, back = people.items(M)[0], people.items(G)[0]
    people.choose(str(M), people.held(str(M), "item")[0])
    people.touch("offered", str(G))
    offered = [card for group in people.hands.look(str(G)) for card in group.cards if card.key == "offered"]
    assert [ITEM_OF[card.piece_id] for card in offered] == [mine]
    people.choose(str(G), people.held(str(G), "item")[0])
    people.touch("accepted", "nothing", "nothing")
    assert [type(event) for event in people.events[1:]] == [e.Offered, e.Accepted, e.Announced, e.Announced]
    assert (people.items(M), people.items(G)) == ((back,), (mine,))


def _fight(people: CoachPeople) -> None:
    """Fight: Gundla attacks Marie; Sarah turns her card over and places it.

    The bot does what it likes.
    """
    people.touch("attacked", str(M))
    people.go_on()
    seats = seat_places(people.state.players, remembered_seats(people.session))
    if people.table.pieces[f"person-{S}"].face != "shield":
        people.turn_over(f"person-{S}")
    people.drag(f"person-{S}", middle(AREAS[person_place(seats[S])]))
    people.wait(STILL_S)
    assert people.events[-1] == e.Supported(S, e.Support.SHIELD) or e.Supported(S, e.Support.SHIELD) in people.events
    while people.state.phase is Phase.SUPPORT:
        people.wait_for(len(people.events) + 1)
        people.go_on()
    assert people.state.phase is Phase.POWERS
    people.touch("counted")
    people.go_on()
    # The page came when the window closed: it is read before it is touched.
    people.wait(2.0)
    fight = people.state.fight
    assert fight is not None
    if fight.winner is Winner.TIE:
        people.touch("drew")
    else:
        winner = str(fight.winner_and_loser[0])
        people.choose(winner, people.held(winner, "look-side")[0])
        people.touch("looked")
    people.go_on()
    assert people.state.turn is S


def _claim(people: CoachPeople) -> None:
    """Claim: Sarah shows all she has in the middle; nobody is named.

    All others show their associations.
    """
    people.touch("claimed")
    people.go_on()
    people.show_all(S)
    people.go_on()
    if people.state.phase is Phase.NAMING:
        people.touch("done")
    while people.state.phase is not Phase.OVER:
        player = people.state.players_to_show()[0]
        before = len(people.events)
        if player is B:
            people.wait_for(before + 1)
        else:
            people.show_side(player)
        assert len(people.events) > before, people.page
