"""Tests of people at one laptop: they draw from stacks and join tiles by mouse.

The pieces that they place are read.
"""

from typing import Any

import numpy as np
import pygame
import pytest

from companion.games.betrayal.mat import AREAS, default_strips
from companion.games.betrayal.table.correct import BetrayalCorrectStep
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.table.tile_dialog import tile_rows
from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.games.betrayal.virtual_table.hands import BetrayalHands
from companion.games.betrayal.virtual_table.pieces import ASIDE, CARD_PILES, EVENTS, PILES, STACK
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.screen.text import draw
from companion.table.picking import DONE, path_to
from companion.table.session import HANDS
from companion.virtual_table import widget_view
from companion.virtual_table.piece import Point
from engine.betrayal import events as e
from engine.betrayal.components import CardKind, Dir
from engine.betrayal.game import RULES
from engine.betrayal.state import MonsterValues
from hardware.buttons import Button
from tests.companion.games.betrayal.people import HousePeople
from tests.companion.virtual_table.laptop import Laptop
from tests.companion.virtual_table.people import STILL_S

STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
OMENS = CARD_PILES[CardKind.OMEN]
RATS = e.MonsterGroup("rat", MonsterValues(2, 3, None, None), (("rat-1", "foyer"), ("rat-2", "entrance-hall")))
#: How the stacks lie at the table.
SEED = 3
#: Brandon becomes the traitor in his own turn, with two rats.
HAUNT = (
    e.TurnEnded(by="heather"),
    e.Drew(by="brandon", card=CardKind.OMEN, name="ring"),
    e.TurnEnded(by="brandon"),
    e.HauntRolled(by="brandon", faces=(0,) * 6),
    e.HauntBegan(by="brandon", number=12, traitor="brandon", monsters=(RATS,)),
)


class House(Laptop):
    """Table of Betrayal that people alone look at."""

    hands: BetrayalHands

    def __init__(self, journal: Journal, number: int | None = None) -> None:
        super().__init__(VIRTUAL, STARTED, AREAS, journal, number)
        # As after the page on which the house is laid.
        self.session.layout = None
        VIRTUAL.bring(self.session, self.table)
        self.look()

    def tiles(self) -> list[str]:
        """Return the stack, as nobody may see it."""
        return self.hands._tiles(self.session.game.state)  # type: ignore[union-attr]

    def carry(self, start_mm: Point, end_mm: Point) -> None:
        for kind, at_mm in (
            (pygame.MOUSEBUTTONDOWN, start_mm),
            (pygame.MOUSEMOTION, end_mm),
            (pygame.MOUSEBUTTONUP, end_mm),
        ):
            self.mouse(kind, self.widget.to_px(at_mm))

    def middle(self, piece: str) -> Point:
        return self.table.middle_mm(self.table.pieces[piece])


pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def house(journal: Journal) -> House:
    return House(journal)


def test_the_box_is_opened_beside_what_the_camera_sees(house: House) -> None:
    pieces = house.table.pieces
    assert {name: pieces[name].face for name in pieces if name.startswith("pile/")} == {
        STACK: "42",
        EVENTS: "45",
        OMENS: "13",
        CARD_PILES[CardKind.ITEM]: "22",
    }
    right = house.table.areas.seen[2]
    assert all(pieces[name].centre_mm[0] > right for name in pieces if name.startswith("pile/"))
    # Before the camera a pile is a back without a tag.
    assert house.table.things.make(f"{STACK}/42", PILES[STACK], 0.0).code is None
    assert not house.hands.may_turn_over(STACK)
    assert {place.holder.id for place in house.hands.places()} == set(STARTED.players)


def test_a_tile_that_is_drawn_is_pushed_beside_its_neighbour_or_set_aside(house: House) -> None:
    first, second, third, *_ = house.tiles()
    house.carry(PILES[STACK], PILES[ASIDE])
    assert f"tile/{first}" not in house.table.pieces
    assert (house.table.pieces[ASIDE].face, house.table.pieces[STACK].face) == ("1", "41")
    x, y = house.middle("tile/foyer")
    house.carry(PILES[STACK], (x - 9.0, y + 71.0))
    assert house.middle(f"tile/{second}") == pytest.approx((x, y + 60.0))
    # Back on the stack it is the next one again, in its place.
    house.carry((x, y + 60.0), PILES[STACK])
    assert house.tiles()[:2] == [second, third]
    # What was set aside comes out again, the last one first.
    house.carry(PILES[ASIDE], (900.0, 300.0))
    assert house.middle(f"tile/{first}") == pytest.approx((900.0, 300.0), abs=2.0)


def test_after_an_undo_a_tile_set_aside_is_back_in_the_stack(house: House) -> None:
    house.tell(e.Moved(by="heather", to="foyer"))
    house.carry(PILES[STACK], PILES[ASIDE])
    assert house.table.pieces[ASIDE].face == "1"
    house.session.undo(1)
    house.look()
    assert house.session.game is not None
    assert ASIDE not in house.table.pieces
    assert house.table.pieces[STACK].face == str(len(house.session.game.state.stack))


def test_while_a_tile_is_told_its_place_is_marked_and_hands_may_lay_it(house: House) -> None:
    house.tell(e.Moved(by="heather", to="foyer"))
    session, step = house.session, house.session.step
    assert isinstance(step, HouseStep)
    session.watching = False
    session.touch("foyer:S", house.now)
    assert HANDS not in [row.id for row in step.question.rows]
    x, y = house.middle("tile/foyer")
    for row in path_to(tile_rows(step.state, ()), "gardens"):
        assert house.hands.open_areas() == [(x - 30, y + 30, x + 30, y + 90)]
        session.touch(row, house.now)
    assert step.doors == ("foyer:S",)
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.board.doors == ("foyer:S",)  # type: ignore[union-attr]
    assert HANDS in [row.id for row in page.rows]
    session.touch(HANDS, house.now)
    assert session.game is not None
    laid = session.game.events[-1]
    assert isinstance(laid, e.Discovered)
    assert (laid.tile, laid.door) == ("gardens", Dir.S)


def test_hands_do_no_correction(house: House) -> None:
    house.session.watching = False
    for open_correction in (False, True):
        if open_correction:
            house.session.open(BetrayalCorrectStep(house.session))
        page = house.session.page
        assert isinstance(page, BoardPage | ListPage)
        assert (HANDS in [row.id for row in page.rows]) is not open_correction


def test_names_of_players_are_read_on_wood(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = list[pygame.Surface]()

    def drawn(surface: pygame.Surface, *given: Any, **more: Any) -> pygame.Rect:
        covered = draw(surface, *given, **more)
        if surface.get_rect().contains(covered):
            labels.append(surface.subsurface(covered).copy())
        return covered

    monkeypatch.setattr(widget_view, "draw", drawn)
    house.widget._view = None
    house.widget.draw(pygame.Surface((640, 720)))
    # A name is drawn once to be measured, and once more on its label.
    names = labels[1::2]
    assert len(names) == len(STARTED.players)
    for name in names:
        colours = pygame.surfarray.array3d(name).reshape(-1, 3) / 255
        shades = colours @ (0.2126, 0.7152, 0.0722)
        assert shades.max() - shades.min() > 0.45
        assert np.median(shades) > 0.8, "the label is light, whatever lies below it"


def test_the_places_behind_open_doors_are_tinted_until_a_tile_lies_there(house: House) -> None:
    x, y = house.middle("tile/entrance-hall")
    assert house.hands.open_areas() == [(x - 30, y - 90, x + 30, y - 30), (x - 30, y + 30, x + 30, y + 90)]
    hall = house.table.pieces["tile/entrance-hall"]
    carry = house.table.pick_up(hall.id, hall.centre_mm)
    assert house.hands.open_areas() == []
    assert carry is not None
    carry.drop()
    house.tell(e.TurnEnded(by="heather"), e.Drew(by="brandon", card=CardKind.OMEN, name="ring"))
    assert house.hands.open_areas() == []


def test_a_card_is_drawn_and_put_back(house: House) -> None:
    house.carry(PILES[OMENS], (660.0, 690.0))
    (card,) = (name for name in house.table.pieces if name.startswith("card/"))
    assert house.table.pieces[OMENS].face == "12"
    house.carry(house.middle(card), PILES[OMENS])
    assert card not in house.table.pieces
    assert house.table.pieces[OMENS].face == "13"


def test_an_event_is_drawn_from_its_stack_where_one_is_due(house: House) -> None:
    house.mouse(pygame.MOUSEBUTTONDOWN, house.widget.to_px(PILES[EVENTS]))
    assert house.session.game is not None
    assert len(house.session.game.events) == 1, "none is due"
    house.tell(e.Moved(by="heather", to="foyer"), e.Discovered(by="heather", door=Dir.S, tile="gardens", turn=0))
    house.mouse(pygame.MOUSEBUTTONDOWN, house.widget.to_px(PILES[EVENTS]))
    assert house.session.game.events[-1] == e.Drew(by="heather", card=CardKind.EVENT)
    assert house.table.pieces[EVENTS].face == "44"


def test_a_floor_is_looked_at_close_up_and_tiles_are_dragged_onto_it(house: House) -> None:
    tile, second, *_ = house.tiles()
    x, y = house.middle("tile/foyer")

    def side_px() -> float:
        return house.widget.to_px((x + 60.0, y))[0] - house.widget.to_px((x, y))[0]

    # Whoever's turn it is stands on the ground floor.
    assert side_px() > 55.0
    house.carry(PILES[STACK], (x, y + 66.0))
    assert house.middle(f"tile/{tile}") == pytest.approx((x, y + 60.0))
    for key, small in ((pygame.K_1, True), (pygame.K_2, False), (pygame.K_0, True)):
        assert house.widget.handle(pygame.event.Event(pygame.KEYDOWN, key=key))
        house.look()
        assert (side_px() < 30.0) is small
    # While a tile is in the air another floor is chosen by going over its name.
    house.widget.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1))
    house.look()
    start = house.widget.to_px(PILES[STACK])
    house.mouse(pygame.MOUSEBUTTONDOWN, start)
    house.mouse(pygame.MOUSEMOTION, (start[0] - 90, start[1]))
    (name,) = [box for part, box in house.widget._close_ups._boxes if part == "upper"]
    house.mouse(pygame.MOUSEMOTION, name.center)
    a, b = house.middle("tile/upper-landing")
    end = house.widget.to_px((a + 58.0, b))
    house.mouse(pygame.MOUSEMOTION, end)
    house.mouse(pygame.MOUSEBUTTONUP, end)
    assert [name for name in house.table.pieces if house.middle(name) == pytest.approx((a + 60.0, b))] == [
        f"tile/{second}"
    ]


def test_a_floor_goes_where_its_landing_goes(house: House) -> None:
    x, y = house.middle("tile/foyer")
    explorer = house.table.pieces["explorer/heather"].centre_mm
    house.carry((x, y - 20.0), (x + 200.0, y + 10.0))
    assert house.middle("tile/entrance-hall") == pytest.approx((x + 260.0, y + 30.0), abs=2.5)
    assert house.table.pieces["explorer/heather"].centre_mm == pytest.approx(
        (explorer[0] + 200.0, explorer[1] + 30.0), abs=2.5
    )


def test_what_was_told_before_it_was_drawn_lies_ready(house: House) -> None:
    house.tell(e.Moved(by="heather", to="foyer"), e.Discovered(by="heather", door=Dir.N, tile="dusty-hallway", turn=0))
    assert house.middle("tile/dusty-hallway") == pytest.approx(PILES[STACK])
    house.tell(e.Drew(by="heather", card=CardKind.OMEN, name="ring"))
    assert house.middle("card/ring") == pytest.approx(PILES[OMENS])


def test_the_journal_knows_nothing_of_the_stacks(house: House, journal: Journal) -> None:
    house.tell(e.Moved(by="heather", to="foyer"))
    assert house.tiles()[0] not in journal.path.read_bytes().decode("latin-1")


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_three_people_play_to_the_haunts_end_with_nothing_but_the_mouse(journal: Journal) -> None:
    """Three people play from the first page to the haunt's end with only the mouse.

    Each piece is dragged, each row and button clicked, and the pieces are read.
    """
    people = HousePeople(STARTED, journal, seed=SEED)
    people.sit_down()
    # The map is touched, and nobody has walked back because the figure follows later.
    people.touch_place("foyer")
    people.wait(STILL_S)
    assert people.events[1:] == (e.Moved(by="heather", to="foyer"),)
    people.follow_the_guide()
    # A tile is drawn and laid, its event drawn, the turn ended.
    people.do_until(e.TurnEnded)
    kinds = {type(event) for event in people.events}
    assert {e.Discovered, e.Drew, e.TurnEnded} <= kinds
    _haunt(people)
    _fight(people)
    number, events = people.session.game_id, people.events
    assert number is not None
    assert RULES.replay(events).state == people.state
    # The process is gone; another one goes on with the game.
    again = HousePeople(STARTED, journal, seed=SEED + 1)
    again.go_on_with(number)
    assert again.events == events
    assert again.hands._tiles(again.state) == people.hands._tiles(people.state)
    # Brandon claims, with the mouse like all else; the other side looks into its book.
    again.advance()
    assert isinstance(again.events[-1], e.Damaged)
    again.touch("else", "won", "brandon")
    assert again.page.name == "claim"
    again.touch("confirmed")
    assert again.page.name == "over"
    assert not people.counts.problems + again.counts.problems


def _haunt(people: HousePeople) -> None:
    """Set twelve omens in the menu, and add one more: the haunt begins with any dice."""
    people.press(Button.BACK, held=True)
    people.touch("correct", "omens", "12", "Forgotten")
    assert (people.page.name, people.state.omens, people.state.turn) == ("turn", 12, "brandon")
    strip = next(strip for strip, explorer in default_strips(STARTED.players).items() if explorer == "brandon")
    left, top, right, bottom = AREAS[strip]
    people.drag_from(PILES[OMENS], ((left + right) / 2, (top + bottom) / 2))
    people.wait(STILL_S)
    people.touch("drawn", DONE)
    assert people.state.omens == 13
    people.tell(e.TurnEnded(by="brandon"))
    people.tell(e.HauntRolled(by="brandon", faces=(0,) * 6))
    people.tell(HAUNT[-1])
    people.follow_the_guide()
    assert {piece for piece in people.table.pieces if piece.startswith("monster/")} == {"monster/m01", "monster/m02"}


def _fight(people: HousePeople) -> None:
    """Fight: both stand where they began; each press of Draw takes a point of damage.

    The last one is taken back.
    """
    people.tell(e.Attacked(by="rhinehardt", on="brandon", faces=(0, 0), against=(2, 0, 0, 0)))
    owed, events = people.state.owed, people.events
    assert (owed[0].event, owed[0].points, people.page.name) == ("damaged", 2, "damage")
    people.press(Button.DRAW)
    people.press(Button.DRAW)
    people.advance()
    assert isinstance(people.events[-1], e.Damaged)
    people.press(Button.BACK)
    people.touch(str(len(events)))
    assert (people.events, people.state.owed) == (events, owed)
