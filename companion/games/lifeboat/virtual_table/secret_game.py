"""The hidden side of the game that a session plays at the virtual table: dealt, followed, kept in its file."""

from collections.abc import Collection, Sequence

from companion.box.errors import UserError
from companion.box.log import warn
from companion.games.lifeboat.language import say
from companion.games.lifeboat.virtual_table.dealing import Hidden
from companion.games.lifeboat.virtual_table.kept import FORMAT, Kept, kept_from_json, kept_to_json, new_deal
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.secret_file import SecretFile
from companion.voice import Level
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State
from engine.lifeboat.state import Step as Due


class SecretGame:
    """What is hidden of whatever game of Lifeboat the session plays; `kept` is None while there is none, or no file."""

    def __init__(self, session: Session, seed: int) -> None:
        self._session, self._seed = session, seed
        self.kept: Kept | None = None
        #: Why nobody knows the hidden cards, a sentence; empty: somebody does.
        self.trouble = ""
        #: The cards that came out of somebody's hand and are not known to be open yet.
        self.out: dict[str, Character] = {}
        self._file: SecretFile | None = None
        self._warned = False
        #: Which game it is about: its number in the journal and its first event.
        self._about: tuple[int | None, e.GameStarted] | None = None
        self._known: tuple[tuple[e.GameEvent, ...], Hidden] | None = None

    @property
    def players(self) -> tuple[Character, ...]:
        """Who plays, clockwise; nobody while there is no game."""
        return self._about[1].players if self._about is not None else ()

    @property
    def state(self) -> State | None:
        """Where the game stands."""
        game = self._session.game
        return game.state if game is not None and isinstance(game.state, State) else None

    @property
    def now(self) -> Hidden | None:
        """The hidden cards as they are now; None if nobody knows them."""
        if self.kept is None or not self.kept.events or self.state is None:
            return None
        return self.hidden(self.kept.events)

    def hidden(self, events: Sequence[e.GameEvent]) -> Hidden | None:
        """The hidden cards after these events."""
        self.follow()
        if self.kept is None:
            return None
        events = tuple(events)
        if self._known is None or self._known[0] != events:
            self._known = events, self.kept.hidden(events)
        return self._known[1]

    def bots(self, step: Step[Session]) -> Collection[Character]:
        """Everybody where a game plays itself or the step is to be done for the players; else those who were chosen."""
        if self._session.watching or step.hands_asked:
            return tuple(Character)
        return tuple(self.kept.bots) if self.kept is not None else ()

    def follow(self) -> bool:
        """Follows the session's game; whether anything has happened in it."""
        game = self._session.game
        if game is None or game.rules is not RULES:
            if self._about is not None:
                self._forget()
                return True
            return False
        about = self._session.game_id, game.events[0]
        other = about != self._about
        if other:
            self._begin(about, game.events)
        if self.kept is None or not (self.kept.follow(game.events) or other):
            return other
        self._known = None
        if game.state.step is Due.OVER and self._file is not None:
            self._file.remove()
        else:
            self.keep()
        return True

    def _forget(self) -> None:
        self.kept, self._file, self._about, self._known, self.trouble = None, None, None, None, ""
        self.out.clear()

    def _begin(self, about: tuple[int | None, e.GameStarted], events: Sequence[e.GameEvent]) -> None:
        """Another game: a new one is dealt, one gone on with is taken from its file."""
        number, started = about
        watched = self.kept if self._about == (None, started) else None
        self._forget()
        self._about = about
        if number is not None:
            self._file = SecretFile(self._session.journal.path, number, FORMAT)
        if watched is not None:
            # What played itself until now is the players' game from now on.
            self.kept = watched
        elif self._file is not None and (len(events) > 1 or self._file.path.exists()):
            self._load(self._file, events)
        else:
            self.kept = new_deal(started, self._seed * 1009 + (number or 0))

    def _load(self, file: SecretFile, events: Sequence[e.GameEvent]) -> None:
        try:
            self.kept = kept_from_json(file.load(), events)
        except UserError as error:
            warn(f"{file.path}: {error}")
            self.trouble = say(
                "The hidden cards of this game are missing or damaged: put {file} back, or begin a new game.",
                file=file.path.name,
            )
            self._session.say(self.trouble, Level.PROBLEM, "wrong")

    def keep(self) -> None:
        """Writes the file; that it cannot be written stops no game."""
        if self.kept is None or self._file is None or not self.kept.events:
            return
        try:
            self._file.keep(kept_to_json(self.kept))
        except UserError as error:
            if not self._warned:
                warn(str(error))
            self._warned = True
