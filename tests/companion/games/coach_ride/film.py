"""Film of a fight before the virtual camera, looked at as at a real table.

Actions of the hands between two looks count.
"""

from companion.device.settings import Settings
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.pieces import PIECES, moves
from companion.journal import Journal
from companion.table.reading_setup import ReadingSetup
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table import VirtualTable
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person
from vision.sources.camera import Frame

LOOKS_PER_S = 10.0


class FightFilm:
    """Fight of ten players who have all spoken; the attacker's dagger is in the hand.

    `now` is the clock of the looks.
    """

    def __init__(self, journal: Journal, size_px: tuple[int, int]) -> None:
        started = e.Started(tuple(Person)[:10], Person.MARIE, (), ())
        self.session = open_session(journal, Settings(), [TABLE], sees=True)
        self.session.start(started)
        for event in (
            e.Attacked(*started.players[:2]),
            *(e.Supported(player, e.Support.NONE) for player in started.players[2:]),
        ):
            self.session.apply(event)
        self.table = VirtualTable(PIECES, 1)
        game = self.session.game
        assert game is not None
        for piece in moves(self.table, game.state):
            self.table.put(piece)
        VIRTUAL.bring(self.session, self.table)
        self.session.go_on()
        self.used = e.Used(started.players[0], Item.DAGGER)
        (self.dagger,) = (move for move in moves(self.table, game.state, self.used) if move.id == "item-dagger")
        self._camera = VirtualCamera(self.table, size_px=size_px)
        self._setup = ReadingSetup(self.session, lambda _: self.table.catalogue)
        self._watch = self._setup.watch(focal_px=float(self._camera.view.camera.matrix[0, 0]))
        self.now = 0.0
        self._before = len(game.events)

    @property
    def told(self) -> tuple[object, ...]:
        """Events of the film."""
        assert self.session.game is not None
        return self.session.game.events[self._before :]

    def draw(self) -> None:
        """The table as it is now is drawn, for who counts the time of looking alone."""
        self._camera.latest()

    def look(self) -> None:
        """The next picture."""
        self.now += 1 / LOOKS_PER_S
        frame = Frame(self._camera.latest().picture, self.now)
        self.session.observe(self._setup.observe(self._watch.see(frame), frame), self.now)
        self.session.tick(self.now)
