"""The hidden side of a card game that a session plays at the virtual table: dealt, followed, kept in its file."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.cards.secret_file import SecretFile

from companion.device.errors import UserError
from companion.device.log import warn
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.game import Rules

#: What is hidden, who plays, and where the game stands.
HiddenT = TypeVar("HiddenT")
WhoT = TypeVar("WhoT", bound=str)
StateT = TypeVar("StateT")


@dataclass
class Kept(Generic[HiddenT, WhoT]):
    """The hidden side of a game.

    `picks` are those of events that have happened, by the event's number after the first; `coming` those of events that
    have not, by the event's name. `bots`: for whom a bot plays. `events`: as far as the picks are sorted in.
    """

    seed: int
    deal: HiddenT
    picks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    coming: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bots: set[WhoT] = field(default_factory=set)
    events: tuple[Any, ...] = ()

    def follow(self, events: Sequence[Any]) -> bool:
        """Sorts the picks into what has happened meanwhile, or drops those that were taken back; whether it changed."""
        events = tuple(events)
        if events == self.events:
            return False
        same = 0
        while same < min(len(events), len(self.events)) and events[same] == self.events[same]:
            same += 1
        # The first event has no number.
        self.picks = {number: picked for number, picked in self.picks.items() if number < same - 1}
        for number in range(max(0, same - 1), len(events) - 1):
            picked = self.picked(events[number + 1])
            if picked:
                self.picks[number] = picked
        self.events = events
        return True

    def picked(self, event: Any) -> tuple[str, ...]:
        """What was picked for an event that has happened now; it is not to come any more."""
        return self.coming.pop(type(event).__name__.lower(), ())


class SecretGame(ABC, Generic[HiddenT, WhoT, StateT]):
    """What is hidden of whatever game the session plays; `kept` is None while there is none, or no file."""

    #: The game's rules, what its file says of itself, and everybody who may play.
    rules: ClassVar[Rules[Any, Any]]
    format: ClassVar[str]
    everybody: ClassVar[tuple[Any, ...]]

    def __init__(self, session: Session, seed: int) -> None:
        self._session, self._seed = session, seed
        self.kept: Kept[HiddenT, WhoT] | None = None
        #: Why nobody knows the hidden cards, a sentence; empty: somebody does.
        self.trouble = ""
        #: The cards that came out of somebody's hand and are not known to be open yet.
        self.out: dict[str, WhoT] = {}
        self._file: SecretFile | None = None
        self._warned = False
        #: Which game it is about: its number in the journal and its first event.
        self._about: tuple[int | None, Any] | None = None
        self._known: tuple[tuple[Any, ...], HiddenT] | None = None

    @abstractmethod
    def new_deal(self, started: Any, seed: int) -> Kept[HiddenT, WhoT]:
        """The cards of a new game, shuffled and dealt."""

    @abstractmethod
    def to_json(self, kept: Kept[HiddenT, WhoT]) -> dict[str, Any]:
        """As data that `json.dumps` writes."""

    @abstractmethod
    def from_json(self, data: Mapping[str, Any], events: Sequence[Any]) -> Kept[HiddenT, WhoT]:
        """What a file has kept of the game with these events. Raises UserError for what cannot be of that game."""

    @abstractmethod
    def dealt(self, kept: Kept[HiddenT, WhoT], events: Sequence[Any]) -> HiddenT:
        """The hidden cards after these events."""

    @abstractmethod
    def lost(self, file: str) -> str:
        """The sentence that says that the file with this name is missing or damaged."""

    @property
    def players(self) -> tuple[WhoT, ...]:
        """Who plays, clockwise; nobody while there is no game."""
        return tuple(self._about[1].players) if self._about is not None else ()

    @property
    def state(self) -> StateT | None:
        """Where the game stands."""
        game = self._session.game
        return game.state if game is not None and game.rules is self.rules else None

    @property
    def now(self) -> HiddenT | None:
        """The hidden cards as they are now; None if nobody knows them."""
        if self.kept is None or not self.kept.events or self.state is None:
            return None
        # Before a look: what a bot has just taken must not go round any more.
        self.follow()
        return None if self.kept is None else self.hidden(self.kept.events)

    def hidden(self, events: Sequence[Any]) -> HiddenT | None:
        """The hidden cards after these events."""
        self.follow()
        if self.kept is None:
            return None
        events = tuple(events)
        if self._known is None or self._known[0] != events:
            self._known = events, self.dealt(self.kept, events)
        return self._known[1]

    def bots(self, step: Step[Session]) -> Collection[WhoT]:
        """Everybody where a game plays itself or the step is to be done for the players; else those who were chosen."""
        if self._session.watching or step.hands_asked:
            return self.everybody
        return tuple(self.kept.bots) if self.kept is not None else ()

    def follow(self) -> bool:
        """Follows the session's game; whether anything has happened in it."""
        game = self._session.game
        if game is None or game.rules is not self.rules:
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
        if self.rules.over(game.state) is not None and self._file is not None:
            self._known = None
            self._file.remove()
        else:
            self.keep()
        return True

    def _forget(self) -> None:
        self.kept, self._file, self._about, self._known, self.trouble = None, None, None, None, ""
        self.out.clear()

    def _begin(self, about: tuple[int | None, Any], events: Sequence[Any]) -> None:
        """Another game: a new one is dealt, one gone on with is taken from its file."""
        number, started = about
        watched = self.kept if self._about == (None, started) else None
        self._forget()
        self._about = about
        if number is not None:
            self._file = SecretFile(self._session.journal.path, number, self.format)
        if watched is not None:
            # What played itself until now is the players' game from now on.
            self.kept = watched
        elif self._file is not None and (len(events) > 1 or self._file.path.exists()):
            self._load(self._file, events)
        else:
            self.kept = self.new_deal(started, self._seed * 1009 + (number or 0))

    def _load(self, file: SecretFile, events: Sequence[Any]) -> None:
        try:
            self.kept = self._read(file, events)
        except UserError as error:
            warn(str(error))
            self.trouble = self.lost(file.path.name)
            self._session.say(self.trouble, Level.PROBLEM, "wrong")

    def _read(self, file: SecretFile, events: Sequence[Any]) -> Kept[HiddenT, WhoT]:
        """What the file has kept. Raises UserError, which begins with the file's name."""
        content = file.load()
        try:
            return self.from_json(content, events)
        except UserError as error:
            raise UserError(f"{file.path}: {error}") from None

    def keep(self) -> None:
        """Writes the file; that it cannot be written stops no game."""
        self._known = None
        if self.kept is None or self._file is None or not self.kept.events:
            return
        try:
            self._file.keep(self.to_json(self.kept))
        except UserError as error:
            if not self._warned:
                warn(str(error))
            self._warned = True
