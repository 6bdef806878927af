"""People, and bots for those who are missing, play a whole game at one laptop with nothing but a mouse.

What each of them does depends on what they see: the page, the table, and their own cards while their cover is held.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from companion.box.settings import Settings
from companion.games.lifeboat.laying import rows_of
from companion.games.lifeboat.mat import AREAS, BOAT, DAY, SHOW
from companion.games.lifeboat.navigation_file import NavigationSet, keep_draft
from companion.games.lifeboat.tags import PROVISION_OF
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import Page
from companion.screen.row_plan import RowsPlan
from companion.table.app import App
from companion.table.opening import open_session
from companion.table.session import HANDS, Said, Surroundings
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.piece import Point
from companion.virtual_table.pilot import Pilot
from companion.virtual_table.secret_hands import HeldCard
from companion.virtual_table.watched_table import WatchedTable
from engine.lifeboat import events as e
from engine.lifeboat.components import WEAPONS, Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.state import State, Step
from hardware.buttons import Button, Buttons
from vision.surface import Area

PLAYERS = (Character.LAUREN, Character.CAPTAIN, Character.MATE, Character.KID)
STARTED = e.GameStarted(PLAYERS, (), e.Deck.STAND_IN)
SIZE = (1280, 720)
#: So long (seconds) is a button down for a press, and so long nobody moves until what lies on the mat counts.
PRESSED_S, STILL_S = 0.2, 1.6
#: A position card is pushed so far (mm) up or down, one below the other cards of the hand in the boat.
PUSHED_MM, APART_MM = 34.0, 68.0
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


class Silent:
    """Nothing is said aloud."""

    def announce(self, said: Said) -> None: ...

    def follow(self, settings: Settings) -> None: ...

    def sound_devices_changed(self, *, lost: bool) -> None: ...


class People(WatchedTable):
    """They look at the window and click; each looks under their own cover only."""

    def __init__(self, journal: Journal, seed: int, bots: Collection[Character] = ()) -> None:
        super().__init__(VIRTUAL, VIRTUAL.table_before(STARTED, seed), journal, seed=seed)
        around = Surroundings(watched=lambda _: STARTED)
        self.session = open_session(journal, Settings(), [VIRTUAL.table], sees=True, around=around)
        hands = VIRTUAL.secret_hands(self.session, self.table, seed)
        assert hands is not None
        self.hands = hands
        self.widget = TableWidget(self.table, VIRTUAL.pictures, hands=hands)
        self.chance = Random(seed)
        self.bots = bots
        self._brought: object = None
        self._pilot = Pilot(self.session, self.table, hands.players)
        self._app = App(self.session, announcer=Silent(), buttons=Buttons())
        self._app.room = self
        self._window = pygame.display.set_mode(SIZE)
        self.session.to_start()
        self.wait(1.0)

    # --- the room of the window: as at home, but the camera looks whenever the clock goes on --------------------------

    def tick(self, now: float) -> None:
        if self.session.step is not self._brought:
            self._brought = self.session.step
            self.virtual.bring(self.session, self.table)
        self.hands.tick()
        self._pilot.act(now)
        self._read()

    def pressed(self, now: float) -> None: ...

    def handle(self, event: pygame.event.Event, /) -> bool:
        return self.widget.handle(event)

    def close(self) -> None: ...

    # --- eyes -------------------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        return self.session.page

    @property
    def state(self) -> State:
        assert self.session.game is not None
        state = self.session.game.state
        assert isinstance(state, State)
        return state

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += PRESSED_S
            self._app.turn(self._window, self.now)

    def _screen(self) -> pygame.Surface:
        return self._app._halves(self._window)[1]

    def rows(self) -> dict[str, Point]:
        """The rows in sight that can be touched, and where."""
        screen = self._screen()
        left, top = screen.get_offset()
        places = self._app._view.places(screen.get_size(), self.page)
        return {one.row.id: (one.box.centerx + left, one.box.centery + top) for one in places if one.row.id}

    # --- the mouse ----------------------------------------------------------------------------------------------------

    def mouse(self, *events: tuple[int, Point]) -> None:
        for kind, (x, y) in events:
            at = round(x), round(y)
            more = {"rel": (1, 1), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
            pygame.event.clear()
            pygame.event.post(pygame.event.Event(kind, pos=at, **more))
            for event in pygame.event.get(kind):
                self._app.handle(event, self._window, self.now)
            self.now += PRESSED_S
        self._app.turn(self._window, self.now)

    def click(self, at: Point) -> None:
        self.mouse((pygame.MOUSEBUTTONDOWN, at), (pygame.MOUSEBUTTONUP, at))

    def touch(self, *rows: str) -> None:
        """One after the other; those out of sight are scrolled to."""
        for row in rows:
            for down in (True, False):
                while row not in self.rows() and self._hidden(down=down):
                    self._turn_over(down=down)
            assert row in self.rows(), (row, self.page)
            self.click(self.rows()[row])

    def _plan(self) -> RowsPlan:
        plan = self._app._view._prepare(self._screen().get_size(), self.page).painted.list
        assert plan is not None
        return plan

    def _hidden(self, *, down: bool) -> int:
        """So many rows are out of sight below, or above."""
        plan = self._plan()
        return plan.below if down else plan.above

    def _turn_over(self, *, down: bool) -> None:
        plan = self._plan()
        assert plan.pager is not None, (self.page, self.rows())
        left, top = self._screen().get_offset()
        x, y = plan.pager[down].center
        self.click((x + left, y + top))

    def advance(self) -> None:
        screen = self._screen()
        box = self._app._view.painted(screen.get_size(), self.page).layout.buttons[Button.ADVANCE]
        left, top = screen.get_offset()
        self.click((box.centerx + left, box.centery + top))

    def drag(self, piece: str, at_mm: Point) -> None:
        start, end = (self.widget.to_px(at) for at in (self.table.pieces[piece].centre_mm, at_mm))
        self.mouse((pygame.MOUSEBUTTONDOWN, start), (pygame.MOUSEMOTION, end), (pygame.MOUSEBUTTONUP, end))

    def push(self, who: Character, by_mm: float) -> None:
        x, y = self.table.pieces[f"position-{who}"].centre_mm
        self.drag(f"position-{who}", (x, y + by_mm))

    def _cover(self, who: Character) -> Point:
        covers = self.widget._covers
        assert covers is not None
        return next((x, SIZE[1] - 20) for x in range(0, SIZE[0] // 2, 8) if covers.holder_at((x, SIZE[1] - 20)) == who)

    def _switch(self, who: Character) -> Point:
        """The little figure that makes a bot of a player."""
        covers = self.widget._covers
        assert covers is not None
        return next(cover.switch.center for cover in covers._covers() if cover.holder.id == who)

    def held(self, who: Character, kind: str = "") -> list[HeldCard]:
        """What somebody sees under the own cover, and may choose."""
        cards = [card for group in self.hands.look(str(who)) for card in group.cards]
        return [card for card in cards if not card.idle and card.key.startswith(kind)]

    def choose(self, who: Character, card: HeldCard) -> None:
        """The cover is held, and let go on a card of those that are shown then."""
        covers, at = self.widget._covers, self._cover(who)
        assert covers is not None
        self.mouse((pygame.MOUSEBUTTONDOWN, at))
        groups = covers._places(self.hands.look(str(who)))
        box = next(place.box for _, _, places in groups for place in places if place.card.key == card.key)
        # Where the next card does not lie over it.
        at = box.left + 3, box.centery
        self.mouse((pygame.MOUSEMOTION, at), (pygame.MOUSEBUTTONUP, at))

    # --- people -------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Whatever the page asks for."""
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
                        self.click(self._switch(missing.pop()))
                    self._step(self.state)
        raise AssertionError(self.page)

    def _step(self, state: State) -> None:
        who = state.turn
        if who in self.bots and state.step is not Step.FIGHT:
            self.wait(BOTS_S)
            return
        match state.step:
            case Step.TAKE:
                assert who is not None
                self.choose(who, self.chance.choice(self.held(who, "pass")))
                self.touch("took")
            case Step.ACT:
                assert who is not None
                self._act(state, who)
            case Step.ANSWER:
                self.touch(self.chance.choice([row for row in ("agreed", "refused") if row in self.rows()]))
            case Step.FIGHT:
                self._fight(state)
            case Step.CHOOSE:
                self._navigate(who)
            case Step.OVERBOARD:
                self.touch("fell")
            case Step.THIRST:
                self._drink_or_suffer(state)
            case Step.REVEAL:
                self._reveal(state)
            case _:
                raise AssertionError(self.page)

    def _act(self, state: State, who: Character) -> None:
        weapons = [card for card in self.held(who) if PROVISION_OF.get(card.piece_id) in WEAPONS]
        if weapons and self.chance.random() < 0.5:
            self.choose(who, weapons[0])
            self.drag(weapons[0].piece_id, middle(AREAS[rows_of(PLAYERS)[who]]))
            self.wait(STILL_S)
            assert self.state.person(who).open != state.person(who).open, self.page
            return
        richer = [person.who for person in state.aboard if person.who is not who and person.hand]
        match self.chance.choice(("row", "row", "demand", "nothing")):
            case "row":
                self.touch("row")
                self.choose(who, self.held(who, "draw")[0])
                self.touch("1")
            case "demand" if richer:
                other = self.chance.choice(richer)
                self.push(who, -PUSHED_MM)
                self.push(other, PUSHED_MM)
                self.wait(STILL_S)
                self.touch("hand")
            case _:
                self.touch("passed")

    def _fight(self, state: State) -> None:
        assert state.fight is not None
        others = [who for who in state.conscious if who not in (*state.fight.attack, *state.fight.defend)]
        if others and self.chance.random() < 0.7:
            self.push(others[0], self.chance.choice((-PUSHED_MM, PUSHED_MM)))
            self.wait(STILL_S)
            assert self.state != state, self.page
        self.touch("fought")

    def _navigate(self, who: Character | None) -> None:
        cards = self.held(who, "day") if who is not None else []
        if who is None or not cards:
            self.touch(HANDS)
            self.wait(2 * STILL_S)
            return
        card = self.chance.choice(cards)
        self.choose(who, card)
        self.drag(card.piece_id, middle(AREAS[DAY]))
        self.wait(STILL_S)

    def _drink_or_suffer(self, state: State) -> None:
        who = state.thirst[0].who
        water = [card for card in self.held(who) if PROVISION_OF.get(card.piece_id) is Provision.WATER]
        if not water or who not in state.conscious:
            self.touch("suffered")
            return
        self.choose(who, water[0])
        self.drag(water[0].piece_id, middle(AREAS[SHOW]))
        self.wait(STILL_S)
        if self.state == state:
            self.touch(str(who))
        if self.state == state:
            self.touch("hand")

    def _reveal(self, state: State) -> None:
        """All of it is spread in the boat; the position cards have gone out of it before."""
        for number, seat in enumerate(state.seats):
            left, top, right, bottom = AREAS[BOAT]
            piece = self.table.pieces.get(f"position-{seat}")
            if piece is not None and left < piece.centre_mm[0] < right and top < piece.centre_mm[1] < bottom:
                self.drag(piece.id, (self.table.areas.seen[0] + 30 + 80 * number, self.table.areas.table[3] - 75))
        revealed = {one.by for one in state.revealed}
        who = next((one.who for one in state.people if one.who not in revealed and one.who not in self.bots), None)
        if who is None:
            self.wait(BOTS_S)
            return
        self.touch(str(who))
        for number in range(len(self.held(who))):
            card = self.held(who)[0]
            self.choose(who, card)
            left, top, _, _ = AREAS[BOAT]
            self.drag(card.piece_id, (left + 12 + APART_MM * (number % 7), top + 6 + 88 * (number // 7)))
        self.wait(STILL_S)


def middle(area: Area) -> Point:
    """Where the tag is dragged, so that the card lies about the middle."""
    left, top, right, bottom = area
    return (left + right) / 2 - 10, (top + bottom) / 2 - 10


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    journal = Journal.open(tmp_path / "games.sqlite")
    assert not keep_draft(journal.path, OWN_CARDS)
    yield journal
    journal.close()
    pygame.display.quit()


@pytest.mark.slow
@pytest.mark.thorough(but=["nobody"])
@pytest.mark.parametrize(
    ("seed", "bots"),
    [(1, ()), (2, (Character.CAPTAIN, Character.KID)), (3, ())],
    ids=["nobody", "two bots", "other cards"],
)
def test_from_the_first_page_to_the_ranking_with_the_mouse(
    journal: Journal, seed: int, bots: tuple[Character, ...]
) -> None:
    people = People(journal, seed, bots)
    people.play()
    state = people.state
    assert state.ended is not None
    assert RULES.over(state) is not None
    assert {one.by for one in state.revealed} == {person.who for person in state.people}
    game = people.session.game
    assert game is not None
    assert RULES.replay(game.events).state == state
    told = {type(event) for event in game.events}
    assert told >= {e.Took, e.Navigated, e.Revealed}
