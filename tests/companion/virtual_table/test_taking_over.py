"""Red button in a game that plays itself: in every phase it does what the README says."""

from collections.abc import Iterator
from random import Random

import pytest
from fox_and_geese.virtual import VIRTUAL as FOX_AND_GEESE

from companion.device.settings import Settings
from companion.games.betrayal.virtual_table.game import VIRTUAL as BETRAYAL
from companion.games.coach_ride.table.put_right import PutPersonsRightStep
from companion.games.coach_ride.virtual_table.game import VIRTUAL as COACH_RIDE
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.virtual_table.game import VIRTUAL as FINSTERE_FLURE
from companion.games.lifeboat.virtual_table.game import VIRTUAL as LIFEBOAT
from companion.journal import Journal
from companion.opponents.worker import Opponent
from companion.screen.pages import BoardPage, ListPage, Page
from companion.table.preparation import PreparationStep
from companion.table.put_right import PutRightStep
from companion.table.seat_names import seats_of
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.take_over import TakeOverStep
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.secret_hands import SecretHands
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.table_source import VirtualTableSource
from companion.virtual_table.watched_table import WatchedTable
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.screen.sample_pages import SampleOpponent

GAMES = {
    "finstere-flure": FINSTERE_FLURE,
    "lifeboat": LIFEBOAT,
    "coach-ride": COACH_RIDE,
    "betrayal": BETRAYAL,
    "fox-and-geese": FOX_AND_GEESE,
}
RED = Press(Button.BACK, held=False)
RED_HELD = Press(Button.BACK, held=True)
GREEN = Press(Button.ADVANCE, held=False)
#: So many looks lead through set-up, moves, questions, and Finstere Flure's monster.
LOOKS = 120

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading", "display")]


class Demo(WatchedTable):
    """A game that plays itself as in the window, with its menu; opponents think in no process."""

    def __init__(self, virtual: VirtualGame, journal: Journal, *, opponent: Opponent | None) -> None:
        started = virtual.start(None, 3, {})
        super().__init__(virtual, virtual.table_before(started, 3), journal, seed=3)
        around = SessionContext(watched=lambda _: started, opponent=opponent)
        self.session = open_session(journal, Settings(), [virtual.table], sees=True, rng=Random(3), around=around)
        self.session.open_start_page()
        hands = virtual.secret_hands(self.session, self.table, 3)
        # The camera is the reader of the test: no picture is taken.
        self.source: VirtualTableSource = _Source(self.session, virtual, self.table, hands)
        self.session.watch(virtual.table)

    def look(self) -> None:
        """Hand go on, and the table is read."""
        self.source.move_hands(self.now)
        super().look()

    def press(self, press: Press) -> Page:
        self.session.press(press, self.now)
        self.source.move_hands(self.now)
        return self.session.page


class _Source(VirtualTableSource):
    """Hands of a virtual table whose pictures are read elsewhere."""

    def __init__(self, session: Session, game: VirtualGame, table: VirtualTable, secrets: SecretHands | None) -> None:
        self.session, self._game, self.table, self._secrets = session, game, table, secrets
        session.use_hidden_cards(secrets)
        players = secrets.players if secrets is not None else game.players(self.session, table, 3)
        self.pilot = Autopilot(session, table, players)
        self._brought = None


def phases(game: str, journal: Journal) -> Iterator[tuple[Demo, str]]:
    """Yield the game at each kind of page.

    It is opened anew for each: a take-over ends what plays itself.
    """
    met: set[tuple[str, str]] = set()
    demo = Demo(GAMES[game], journal, opponent=SampleOpponent())
    for number in range(LOOKS):
        page = demo.session.page
        kind = page.name, type(demo.session.step).__name__
        if kind not in met:
            met.add(kind)
            again = Demo(GAMES[game], journal, opponent=SampleOpponent())
            for _ in range(number):
                again.look()
            assert (again.session.page.name, type(again.session.step).__name__) == kind
            yield again, page.name
        demo.look()
    assert len(met) > 1


@pytest.mark.thorough(but=["lifeboat", "coach-ride", "fox-and-geese"])
@pytest.mark.parametrize("game", GAMES)
def test_red_takes_over_and_the_page_says_who_is_yours(game: str, journal: Journal) -> None:
    for demo, name in phases(game, journal):
        session, is_begun = demo.session, demo.session.game is not None
        seat_names = {row.id: row.text for row in session.table_game.seat_rows()}
        assert session.page.keys.back == "Take over", name
        page = demo.press(RED)
        assert session.watching is False
        assert isinstance(session.step, TakeOverStep), name
        assert isinstance(page, ListPage)
        if is_begun or session.first_event is not None:
            assert len(page.rows) == len(seats_of(session)), name
            mine = [row for row in page.rows if row.value == "you"]
            assert len(mine) == 1, name
            assert page.title == f"You play {mine[0].text} now."
            assert page.sign == mine[0].sign
            assert (session.game_id is not None) is is_begun
        for _ in range(20):
            demo.look()
        assert session.page == page, "it is said until somebody has read it"
        demo.press(GREEN)
        assert not isinstance(session.step, TakeOverStep)
        assert session.page.keys.back != "Take over"
        if isinstance(session.step, PutRightStep):
            assert session.step.auto_move_requested, "what was the game's own to lay is asked of nobody"
        for _ in range(5):
            demo.look()
        if not is_begun and isinstance(session.step, PreparationStep | FinstereFlureSetUpStep):
            session.step.overrule()
            assert session.game is not None
            others = {seat for seat in seats_of(session) if seat_names[seat] != mine[0].text}
            assert session.seating.seats.bots.keys() == others, "who was named plays, and bots the others"


@pytest.mark.parametrize("looks", [400, 500])
def test_hands_take_what_bots_own_and_only_people_are_asked_for_theirs(looks: int, journal: Journal) -> None:
    demo = Demo(COACH_RIDE, journal, opponent=SampleOpponent())
    for _ in range(looks):
        demo.look()
    session = demo.session
    for _ in range(2_000):
        if isinstance(session.step, PutPersonsRightStep):
            break
        demo.look()
    assert isinstance(session.step, PutPersonsRightStep)
    demo.press(RED)
    assert isinstance(session.step, TakeOverStep)
    own = session.step.person
    # As after a fight that a person has ended.
    session.seating.events_by_bots = 0
    session.step.advance()
    step = session.step
    assert isinstance(step, PutPersonsRightStep)
    assert not step.auto_move_requested
    lay = {lie.piece.removeprefix("person-") for lie in step.layout.counts if lie.piece.startswith("person-")}
    assert lay > {own}
    names = {row.id: row.text for row in session.table_game.seat_rows()}
    page = session.page
    assert isinstance(page, BoardPage)
    told = " ".join((page.caption, *(row.text for row in page.rows)))
    for seat in lay:
        assert any(part in told for part in names[seat].split()) is (seat == own)
    for _ in range(20):
        demo.look()
    assert session.step is step
    mat = demo.table.catalogue.mat
    for seat in lay:
        piece = demo.table.pieces[f"person-{seat}"]
        assert (mat.zone_at(*piece.centre_mm) is not None) is (seat == own)


@pytest.mark.thorough(but=["lifeboat", "coach-ride", "fox-and-geese"])
@pytest.mark.parametrize("game", GAMES)
def test_red_held_leads_to_the_menu_and_red_closes_it(game: str, journal: Journal) -> None:
    for demo, name in phases(game, journal):
        session = demo.session
        if session.game is None:
            assert session.page.keys.back_hold == "Main menu"
            assert demo.press(RED_HELD).name == "start"
            continue
        assert session.page.keys.back_hold == "Menu", name
        assert demo.press(RED_HELD).name == "menu"
        for _ in range(20):
            demo.look()
        assert session.page.name == "menu", "the game waits"
        demo.press(RED)
        assert session.watching, "red closes the menu, and takes nothing over"
        assert session.page.name != "menu"
        demo.press(RED_HELD)
        session.touch("start", demo.now)
        assert session.page.name == "start"
        assert journal.games() == ()


@pytest.mark.thorough(but=["fox-and-geese"])
@pytest.mark.parametrize("game", ["finstere-flure", "fox-and-geese"])
def test_red_at_the_end_of_a_game_shows_what_can_be_taken_back(game: str, journal: Journal) -> None:
    demo = Demo(GAMES[game], journal, opponent=SampleOpponent())
    session = demo.session
    while session.game is None or session.game.rules.over(session.game.state) is None:
        demo.look()
    while session.page.name != "over":
        session.tick(demo.now)
        demo.now += 1.0
    assert session.page.keys.back == "Undo"
    page = demo.press(RED)
    assert page.name == "undo"
    demo.source.move_hands(demo.now)
    assert session.page.name == "undo"
    assert journal.latest_unfinished() is None, "a game that is over is nothing to continue"


@pytest.mark.parametrize("looks", [1, 3])
def test_what_hands_have_begun_to_lay_is_asked_of_nobody(looks: int, journal: Journal) -> None:
    demo = Demo(COACH_RIDE, journal, opponent=SampleOpponent())
    for _ in range(looks):
        demo.look()
    assert isinstance(demo.session.step, PreparationStep)
    demo.press(RED)
    demo.press(GREEN)
    for _ in range(5):
        demo.look()
    demo.session.step.overrule()
    for _ in range(LOOKS):
        demo.look()
    assert demo.session.page.name == "turn"
