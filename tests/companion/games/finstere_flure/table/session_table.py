"""Table for the session's tests: its layout is given as positions, and its time by hand."""

from dataclasses import replace
from pathlib import Path
from random import Random

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.journal import Journal
from companion.table.observation import TableObservation
from companion.table.session_start import open_session
from companion.voice import Level
from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour, Place, Side
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from hardware.buttons import Button, Press

TWO = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
#: Longer than anything takes to settle, shorter than a token may be in the air.
A_WHILE_S = 5.0


class SessionTable:
    """A session, and how the pieces lie before its camera."""

    def __init__(
        self, folder: Path, start: GameStarted = TWO, *, sees: bool = True, seed: int = 1, real_deck: bool = False
    ) -> None:
        self.journal = Journal.open(folder / "games.sqlite")
        self.session = open_session(self.journal, Settings(), [TABLE], sees=sees, rng=Random(seed))
        self.now = 0.0
        self.said: list[str] = []
        self.problems: list[str] = []
        self.session.start(start, {"real_deck": real_deck})
        self.lies: Position = self.game.state.position

    @property
    def game(self) -> Game:
        assert isinstance(self.session.game, Game)
        return self.session.game

    @property
    def page_name(self) -> str:
        return self.session.page.name

    def press(self, button: Button, *, held: bool = False) -> None:
        self.session.press(Press(button, held), self.now)
        self._listen()

    def touch(self, *targets: str) -> None:
        for target in targets:
            self.session.touch(target, self.now)
        self._listen()

    def look(
        self, seconds: float = A_WHILE_S, observation: BoardObservation | None = None, hidden: tuple[str, ...] = ()
    ) -> None:
        """Let the camera see the table (or `observation`) unchanged for a while."""
        self.session.observe(TableObservation(observation or observation_from_position(self.lies, hidden)), self.now)
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.25)):
            self.now += 0.25
            self.session.tick(self.now)
        self._listen()

    def _listen(self) -> None:
        for said in self.session.announcements():
            (self.problems if said.level is Level.PROBLEM else self.said).append(said.text)

    def lay(self, event: TokenMoved) -> None:
        """Hand do on the table what the event says."""
        self.lies = position_after(self.lies, event)

    def put(self, token: str, place: Cell | Place, side: Side | None = None) -> None:
        """A hand puts a token somewhere, whatever the rules say."""
        self.lies = replace(
            self.lies,
            tokens=tuple(
                replace(lying, at=place, side=side or lying.side) if lying.id == token else lying
                for lying in self.lies.tokens
            ),
        )

    def move(self, token: str, place: Cell | Place) -> TokenMoved:
        """Return a hand moves a token by the rules, and the camera sees it."""
        event = next(choice for choice in self.game.token_choices(token) if choice.to == place)
        self.lay(event)
        self.look()
        return event

    def play_turn(self) -> None:
        """The player on turn moves a token by the rules, straight on."""
        turn = self.game.state.turn
        assert turn is not None
        choices = self.game.token_choices(self.game.state.tokens_to_move(turn)[0])
        self.lay(choices[-1])
        self.look()

    def put_right(self) -> None:
        """Hand lay the table as the companion asks for."""
        self.lies = self.game.state.position
        self.look()

    def monster(self) -> None:
        """A card is turned over, the monster moves, and the table is put right."""
        self.press(Button.DRAW)
        # Past the card, to the end of the move, and on.
        for _ in range(3):
            self.press(Button.ADVANCE)
        self.put_right()
