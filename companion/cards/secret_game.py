"""Hidden side of a card game at the virtual table: dealt, followed, kept in its file."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path
from random import SystemRandom
from typing import Any, ClassVar, Generic, TypeVar, cast

from companion.cards.dealing import Dealer
from companion.cards.moments import DigestedMoments, Moment, common_length
from companion.device.errors import UserError
from companion.device.language import say
from companion.device.log import warn
from companion.device.sentences import capitalised, together
from companion.journal.entries import KeptGame
from companion.journal.secret_file import SecretFile, is_of_game
from companion.table.seat_names import player_name
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.errors import NotationError
from engine.game import Game, Rules

#: What is hidden, who plays, and where the game stands.
HiddenT = TypeVar("HiddenT")
PlayerT = TypeVar("PlayerT", bound=str)
StateT = TypeVar("StateT")

#: So many players are told of at once who have seen what was taken back.
_MOST_SEEN = 3


@dataclass(frozen=True)
class BegunAct:
    """Act that a player has begun with a look; it stands again when its moment comes again.

    `moment`: the events until then; `seat`: of the player; `ends`: names of the events that
    end it; `moves`: those by which it was begun. `by_person`: a person has looked, whoever plays in that seat later.
    """

    moment: Moment
    seat: str
    ends: tuple[str, ...]
    moves: tuple[Any, ...] = ()
    by_person: bool = True


@dataclass(frozen=True)
class ToldViews:
    """Views of the seats at this table, in JSON, as another table has told them at a moment."""

    moment: Moment
    views: Mapping[str, Any]


@dataclass
class Kept(Generic[HiddenT, PlayerT]):
    """The hidden side of a game.

    `picks` are those of events that have happened, by the event's number after the first; `coming` those of events that
    have not, by the event's name. `bots`: for whom a bot plays. `events`: as far as the picks are sorted in.
    `unnoticed`: moves since the last event that others do not notice, such as that somebody declines. `awaited`: names
    of the events of which one comes next, because the player in the seat `looker` has looked at hidden cards for it.
    `begun`: all acts that were begun so, also those that were taken back. `entries`: so many entries the journal had
    of the game when the picks were sorted in; 0: not known. `asked`: the number of the last act that another table has
    asked for and that was done or refused here.

    `is_told`: another table keeps the cards, and `told` is what it has told last; there is no `deal` then.
    """

    seed: int
    deal: HiddenT
    picks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    coming: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bots: set[PlayerT] = field(default_factory=set)
    events: tuple[Any, ...] = ()
    unnoticed: tuple[Any, ...] = ()
    awaited: tuple[str, ...] = ()
    looker: str = ""
    begun: tuple[BegunAct, ...] = ()
    entries: int = 0
    asked: int = 0
    is_told: bool = False
    told: ToldViews | None = None

    def follow(
        self, events: Sequence[Any], picked_for: Callable[["Kept[HiddenT, PlayerT]", Any], tuple[str, ...]]
    ) -> bool:
        """Sort the picks into the events so far, or drop those taken back; return True if changed.

        `picked_for`: takes the picks of an event that has happened now out of the picks for later events.
        """
        events = tuple(events)
        if events == self.events:
            return False
        same = common_length(events, self.events)
        # After a mend in the middle the end is as it was: what was picked for its events still is.
        end = common_length(events[same:][::-1], self.events[same:][::-1])
        moved = len(events) - len(self.events)
        first_kept = len(self.events) - end - 1
        kept = {number + moved: picked for number, picked in self.picks.items() if number >= first_kept} if end else {}
        self.drop_picks(same)
        self.picks |= kept
        for number in range(max(0, same - 1), len(events) - 1 - end):
            picked = picked_for(self, events[number + 1])
            if picked:
                self.picks[number] = picked
        self.events, self.unnoticed, self.awaited, self.looker = events, (), (), ""
        return True

    def drop_picks(self, events: int) -> None:
        """Drop the picks of all but the first `events`."""
        # The first event has no number.
        self.picks = {number: picked for number, picked in self.picks.items() if number < events - 1}


class SecretGame(ABC, Generic[HiddenT, PlayerT, StateT]):
    """Secrets of the session's current game; `kept` is None without a game or a file."""

    #: The game's rules, what its file says of itself, and everybody who may play.
    rules: ClassVar[Rules[Any, Any]]
    format: ClassVar[str]
    everybody: tuple[PlayerT, ...]

    def __init__(self, session: Session, seed: int, *, only_bots: bool = False) -> None:
        """Start without a file; `seed` deals the cards anew, `only_bots`: bots play in all seats."""
        self._session, self._seed, self._only_bots = session, seed, only_bots
        self.kept: Kept[HiddenT, PlayerT] | None = None
        #: Why nobody knows the hidden cards, a sentence; empty: somebody does.
        self.trouble = ""
        #: The cards that came out of somebody's hand and are not known to be open yet.
        self.out: dict[str, PlayerT] = {}
        self._file: SecretFile | None = None
        self._warned = False
        #: Which game it is about: its number in the journal and its first event.
        self._about: tuple[int | None, Any] | None = None
        self._known: tuple[tuple[Any, ...], HiddenT] | None = None
        self._moments = DigestedMoments(self.rules.event_to_json)
        #: What another table has told, the events at which that is known to hold, and what it comes to.
        self._told: tuple[ToldViews, tuple[Any, ...], Any] | None = None

    # --- what the game says -------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def deal(cls, started: Any, seed: int) -> HiddenT:
        """Shuffle and deal the cards of a new game."""

    @classmethod
    @abstractmethod
    def deal_to_json(cls, deal: HiddenT) -> dict[str, Any]:
        """Return the cards as they were dealt, as data that `json.dumps` writes."""

    @classmethod
    @abstractmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: Any) -> HiddenT:
        """Return the cards that a file keeps.

        Raises UserError if the data cannot be of the game with this first event. Data of another shape may raise
        KeyError, ValueError, TypeError or AttributeError.
        """

    def hidden_after(self, kept: Kept[HiddenT, PlayerT], events: Sequence[Any]) -> HiddenT:  # noqa: ARG002 - as dealt
        """Return the hidden cards after these events."""
        return kept.deal

    @staticmethod
    def cards_of(whole: Any) -> HiddenT:
        """Return the hidden cards in a whole state. Games that are dealt at another table have it."""
        raise NotImplementedError(f"{whole} has no hidden cards")

    def fits_seat(self, view: Any, seat: str) -> bool:
        """Return True for a view with all that a seat holds, and as many cards as everybody sees."""
        raise NotImplementedError(f"{type(self).__name__} is told no views: {view}, {seat}")

    @classmethod
    def move_to_json(cls, move: Any) -> dict[str, Any]:
        """Return a move that others do not notice, as data that `json.dumps` writes."""
        raise NotImplementedError(f"{cls.__name__} has no move without an event, such as {move}")

    @classmethod
    def move_from_json(cls, data: Mapping[str, Any]) -> Any:  # noqa: ARG003 - games override it
        """Return a move without an event from a file's data.

        Data that is none may raise NotationError, KeyError, ValueError, TypeError or AttributeError.
        """
        raise TypeError(f"{cls.__name__} has no move without an event")

    @classmethod
    def begins_act(cls, move: Any) -> bool:  # noqa: ARG003 - games override it
        """Return True for an unnoticed move by which its player has seen something and is bound."""
        return False

    def is_end(self, act: BegunAct, event: Any) -> bool:
        """Return True for an event that ends an act."""
        return self.rules.codec.name_of(event) in act.ends

    def describe_seen(self, act: BegunAct) -> str:
        """Say what the player of an act that was taken back has seen."""
        player = player_name(self._session, act.seat)
        return capitalised(say("{player} has already looked at hidden cards.", player=player))

    def picked_for(self, kept: Kept[HiddenT, PlayerT], event: Any) -> tuple[str, ...]:
        """Take what was picked for an event out of what is to come."""
        return kept.coming.pop(self.pick_name(event), ())

    @classmethod
    def pick_name(cls, event: Any) -> str:
        """Return under which name stands what is picked for an event."""
        return type(event).__name__.lower()

    def fits_picks(
        self, whole: Any, event: Any, picked: Sequence[str], seats: Collection[str]
    ) -> bool:  # games that are dealt at another table have it
        """Return True if these seats may pick so for an event."""
        raise NotImplementedError(f"{type(self).__name__} tells no picks: {whole}, {event}, {picked}, {seats}")

    def others_picks(self, picked: Sequence[str], seats: Collection[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Return what was picked for the same event by others than these seats."""
        return ()

    def lost(self, file: str) -> str:
        """Return the sentence that says that the file with this name is missing or damaged."""
        return say(
            "The hidden cards of this game are missing or damaged: put {file} back, or begin a new game.", file=file
        )

    # --- the file -----------------------------------------------------------------------------------------------

    @classmethod
    def new_deal(cls, started: Any, seed: int) -> Kept[HiddenT, PlayerT]:
        """Return the hidden side of a new game."""
        return Kept(seed, cls.deal(started, seed), events=(started,))

    @classmethod
    def to_json(cls, kept: Kept[HiddenT, PlayerT]) -> dict[str, Any]:
        """Return what the file keeps."""
        return {
            "started": cls.rules.event_to_json(kept.events[0]),
            "seed": kept.seed,
            **({"told": cls._told_to_json(kept.told)} if kept.is_told else cls.deal_to_json(kept.deal)),
            "picks": {str(number): list(picked) for number, picked in kept.picks.items()},
            "coming": {name: list(picked) for name, picked in kept.coming.items()},
            "bots": sorted(map(str, kept.bots)),
            "events": len(kept.events),
            **({"entries": kept.entries} if kept.entries else {}),
            **({"asked": kept.asked} if kept.asked else {}),
            **({"unnoticed": [cls.move_to_json(move) for move in kept.unnoticed]} if kept.unnoticed else {}),
            **({"awaited": list(kept.awaited), "looker": kept.looker} if kept.awaited else {}),
            **({"begun": [cls._act_to_json(act) for act in kept.begun]} if kept.begun else {}),
        }

    @classmethod
    def _act_to_json(cls, act: BegunAct) -> dict[str, Any]:
        return {
            "moment": list(act.moment),
            "seat": act.seat,
            "ends": list(act.ends),
            "moves": [cls.move_to_json(move) for move in act.moves],
            "by_person": act.by_person,
        }

    @classmethod
    def _act_from_json(cls, data: Mapping[str, Any]) -> BegunAct:
        number, digest = data["moment"]
        moves = tuple(cls.move_from_json(move) for move in data["moves"])
        ends, by_person = tuple(map(str, data["ends"])), bool(data.get("by_person", True))
        return BegunAct((int(number), str(digest)), str(data["seat"]), ends, moves, by_person)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], events: Sequence[Any]) -> Kept[HiddenT, PlayerT]:
        """Return what a file has kept of the game with these events.

        Where it is of more events, what was kept for later ones is dropped. Raises UserError if it cannot be of that
        game.
        """
        if data.get("started") != cls.rules.event_to_json(events[0]):
            raise UserError("it belongs to another game")
        try:
            kept = Kept(
                int(data["seed"]),
                cls._deal_from_json(data, events[0]),
                {int(number): tuple(map(str, picked)) for number, picked in data.get("picks", {}).items()},
                {str(name): tuple(map(str, picked)) for name, picked in data.get("coming", {}).items()},
                {cls.player(player) for player in data.get("bots", ())},
                tuple(events[: int(data.get("events", 0))]),
                tuple(cls.move_from_json(move) for move in data.get("unnoticed", ())),
                tuple(map(str, data.get("awaited", ()))),
                str(data.get("looker", "")),
                tuple(map(cls._act_from_json, data.get("begun", ()))),
                int(data.get("entries", 0)),
                int(data.get("asked", 0)),
                "told" in data,
                cls._told_from_json(data.get("told")),
            )
            if int(data.get("events", 0)) > len(events):
                kept.drop_picks(len(events))
                kept.unnoticed, kept.awaited, kept.looker = (), (), ""
        except (NotationError, KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
            # Not what stands there: it may be a card of somebody's hand.
            raise UserError(f"it is damaged ({type(error).__name__})") from None
        return kept

    @classmethod
    def _deal_from_json(cls, data: Mapping[str, Any], started: Any) -> HiddenT:
        if "told" in data:
            return cast(HiddenT, None)
        return cls.deal(started, int(data["seed"])) if data.get("anew") is True else cls.deal_from_json(data, started)

    @classmethod
    def _told_to_json(cls, told: ToldViews | None) -> dict[str, Any] | None:
        return None if told is None else {"moment": list(told.moment), "views": told.views}

    @classmethod
    def _told_from_json(cls, data: Mapping[str, Any] | None) -> ToldViews | None:
        if data is None:
            return None
        number, digest = data["moment"]
        return ToldViews((int(number), str(digest)), {str(seat): dict(view) for seat, view in data["views"].items()})

    @classmethod
    def player(cls, player_id: str) -> PlayerT:
        """Return the player of this id. Raises ValueError if there is none."""
        return cls.everybody[cls.everybody.index(player_id)]

    # --- finished games -----------------------------------------------------------------------------------------

    @classmethod
    def kept_states(cls, journal: Path, kept: KeptGame, game: Game[Any, Any]) -> Sequence[Any] | None:
        """Return the whole states after each event of a game; None: no hidden cards are kept."""
        try:
            content = SecretFile(journal, kept.id, cls.format).load()
            secrets = cls.from_json(content, game.events)
        except UserError:
            return None
        if secrets.is_told or secrets.events != game.events or not is_of_game(content, kept.entries[0].at):
            return None
        return cls.whole_states(secrets, game)

    @classmethod
    def whole_states(cls, kept: Kept[HiddenT, PlayerT], game: Game[Any, Any]) -> Sequence[Any] | None:
        """Return the whole states after each event; None: some hands are another table's."""
        raise NotImplementedError(f"{cls.__name__} has no whole states of {kept}, {game}")

    # --- the running game ---------------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[PlayerT, ...]:
        """Players, clockwise; empty while there is no game."""
        return tuple(self._about[1].players) if self._about is not None else ()

    @property
    def _number(self) -> int | None:
        """Number of the game in the journal; None without a game, or for one not kept there."""
        return self._about[0] if self._about is not None else None

    @property
    def state(self) -> StateT | None:
        """State of the game; None until its cards are followed: those of the game before are others."""
        game, about = self._session.game, self._about
        is_followed = game is not None and about == (self._session.game_id, game.events[0])
        return game.state if game is not None and is_followed else None

    @property
    def now(self) -> HiddenT | None:
        """The hidden cards as they are now; None if nobody knows them."""
        # Before a look: what a bot has just taken must not go round any more.
        self.follow()
        return None if self.kept is None or self.state is None else self.hidden(self.kept.events)

    def hidden(self, events: Sequence[Any]) -> HiddenT | None:
        """Return the hidden cards after these events.

        What another table has told is known for the last one alone.
        """
        self.follow()
        if self.kept is None:
            return None
        events = tuple(events)
        if self.kept.is_told:
            whole = self.told_state if events == self.kept.events else None
            return None if whole is None else self.cards_of(whole)
        if self._known is None or self._known[0] != events:
            self._known = events, self.hidden_after(self.kept, events)
        return self._known[1]

    # --- another table ------------------------------------------------------------------------------------------

    @property
    def is_told(self) -> bool:
        """True where another table keeps the cards, and tells those of the seats here alone."""
        return self.kept is not None and self.kept.is_told

    @property
    def told_state(self) -> Any | None:
        """The whole state as the seats here know it.

        None while another table has not told it for these events.
        """
        kept, state, other = self.kept, self.state, self._session.other_table
        if kept is None or kept.told is None or state is None:
            return None
        if other is not None and not {*map(str, self.players)} - {*other.seats} <= kept.told.views.keys():
            # Of a player who has just come to this table nothing was told yet.
            return None
        if self._told is None or self._told[0] is not kept.told or self._told[1] is not kept.events:
            self._moments.follow(kept.events)
            if kept.told.moment != self._moments.after(len(kept.events)):
                return None
            try:
                self._told = kept.told, kept.events, self._joined(kept.told.views, state)
            except (NotationError, KeyError, ValueError, TypeError, AttributeError, IndexError):
                # What was told was checked then, so the file is damaged since: it is told again.
                kept.told = None
                return None
        return self._told[2]

    def _joined(self, views: Mapping[str, Any], state: StateT) -> Any:
        """Return what several seats know, by their views in JSON.

        Raises NotationError for what are none.
        """
        play = self._session.table_game.play
        assert play.view_codec is not None
        return play.joined({seat: play.view_codec.decode(view) for seat, view in views.items()}, state)

    def asks_elsewhere(self, move: Any) -> bool:
        """Ask the table that keeps the cards for a move that others do not notice.

        Return False where the cards are here.
        """
        if not self.is_told:
            return False
        if self._session.other_table is not None:
            self._session.other_table.ask(self.move_to_json(move))
        return True

    def may_ask(self, move: Any, seats: Collection[str]) -> bool:  # noqa: ARG002 - in most games moves are all
        """Return True for what some seats elsewhere may ask for besides the moves they are offered."""
        return False

    @property
    def asked(self) -> int:
        """The number of the last move for which another table has asked."""
        return 0 if self.kept is None else self.kept.asked

    def note_asked(self, number: int) -> None:
        """Keep that another table has asked so often: what comes again is not done again."""
        if self.kept is not None:
            self.kept.asked = number
            self.keep()

    def picks_for(self, event: Any, seats: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Return what some seats have picked for an event, for the table that keeps the cards."""
        whole = self._known_whole
        if self.kept is None or whole is None:
            return {}
        picked = self.picked_for(replace(self.kept, coming=dict(self.kept.coming)), event)
        if not self.fits_picks(whole, event, picked, seats):
            # What was picked for something else may be among them.
            picked = tuple([pick for pick in picked if self.fits_picks(whole, event, (pick,), seats)])
        return {self.pick_name(event): picked} if picked else {}

    def take_picks(self, event: Any, picks: Mapping[str, Sequence[str]], seats: Collection[str]) -> None:
        """Take what seats at another table have picked for the event that comes now.

        Raises ValueError for what is picked for another one, or is none of the cards that these seats hold or see.
        """
        self.follow()
        kept, whole, name = self.kept, self._known_whole, self.pick_name(event)
        if kept is None or whole is None:
            return
        picked = tuple(picks.get(name, ()))
        kept.coming[name] = self.others_picks(kept.coming.get(name, ()), seats)
        if is_fit := picks.keys() <= {name} and (not picked or self.fits_picks(whole, event, picked, seats)):
            kept.coming[name] += picked
        if not kept.coming[name]:
            del kept.coming[name]
        self.keep()
        if not is_fit:
            raise ValueError("no picks of these seats for this event")

    @property
    def _known_whole(self) -> Any | None:
        hidden = self._session.hidden_cards
        return None if hidden is None else hidden.whole_state()

    def deal_anew(self) -> None:
        """Deal a game that has just begun anew.

        Whoever has looked at cards before knows nothing of these.
        """
        self.follow()
        if self.kept is not None:
            bots, self.kept = self.kept.bots, self.new_deal(self.kept.events[0], SystemRandom().getrandbits(32))
            self.kept.bots = bots
            self.out.clear()
            self.keep()

    def tell(self, seats: Collection[str]) -> Mapping[str, Any] | None:
        """Return the views of some seats in JSON; None while nobody knows the cards."""
        play, whole = self._session.table_game.play, self._known_whole
        if whole is None or play.view_codec is None:
            return None
        return {seat: play.view_codec.encode(play.view(whole, seat)) for seat in seats}

    def take_told(self, views: Mapping[str, Any]) -> None:
        """Keep what another table has told now to the seats here.

        Raises NotationError for what are no views; KeyError or ValueError for those that lack what a seat knows, or do
        not fit the public state.
        """
        self.follow()
        kept, state = self.kept, self.state
        if kept is None or not kept.is_told or state is None:
            return
        joined, play = self._joined(views, state), self._session.table_game.play
        assert play.view_codec is not None
        for seat, told in views.items():
            view = play.view(joined, seat)
            # Whatever else was told is no part of what the seat can know.
            if json.loads(json.dumps(play.view_codec.encode(view))) != told or not self.fits_seat(view, seat):
                raise ValueError(f"no view of {seat}")
        self._moments.follow(kept.events)
        kept.told = ToldViews(self._moments.after(len(kept.events)), views)
        self.keep()

    def bots(self, step: Step[Session]) -> Collection[PlayerT]:
        """Return the players that bots play for.

        These are all players if a game plays itself or the step is to be done for the players, otherwise the chosen
        ones; never those at another table.
        """
        other = self._session.other_table
        elsewhere = other.seats if other is not None else ()
        if self._only_bots or self._session.watching or step.auto_move_requested:
            return tuple([player for player in self.everybody if str(player) not in elsewhere])
        chosen = self.kept.bots | self.absent if self.kept is not None else ()
        return tuple([player for player in chosen if str(player) not in elsewhere])

    @property
    def absent(self) -> frozenset[PlayerT]:
        """Players who are away, and for whom a bot of their own plays."""
        away = self._session.seating.seats.away
        return frozenset(player for player in self.players if str(player) in away)

    def follow(self) -> bool:
        """Follow the session's game; return True if anything has happened in it."""
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
        if self.kept is None:
            return other
        kept, before, unnoticed = self.kept, self.kept.events, self.kept.unnoticed
        if kept.follow(game.events, self.picked_for):
            self._follow_acts(kept, before)
            kept.unnoticed = (*self.standing(before, unnoticed), *kept.unnoticed)
        elif not other:
            return False
        if about[0] is not None:
            kept.entries = self._session.journal.length(about[0])
        self.keep()
        return True

    def standing(self, events: tuple[Any, ...], unnoticed: Sequence[Any]) -> Sequence[Any]:  # noqa: ARG002
        """Return the unnoticed moves after these events that still count after more of them."""
        return ()

    def _forget(self) -> None:
        self.kept, self._file, self._about, self._known, self.trouble = None, None, None, None, ""
        self.out.clear()

    def _begin(self, about: tuple[int | None, Any], events: Sequence[Any]) -> None:
        """Begin another game: deal a new one, load a resumed one from its file."""
        number, started = about
        watched = self.kept if self._about == (None, started) else None
        self._forget()
        self._about = about
        if number is not None and not self._only_bots:
            self._file = SecretFile(self._session.journal.path, number, self.format)
        if watched is not None:
            # What played itself until now is the players' game from now on.
            self.kept = watched
        elif self._is_told_elsewhere:
            self.kept = self._told_before(events) or Kept(0, cast(HiddenT, None), events=(started,), is_told=True)
        elif self._file is not None and (len(events) > 1 or self._is_shared or self._is_kept(self._file)):
            self._load(self._file, events)
        else:
            self.kept = self.new_deal(started, self._seed * 1009 + (number or 0))

    @property
    def _is_shared(self) -> bool:
        """True for a game with another table.

        One of the two has dealt it, and nobody deals it again.
        """
        other = self._session.other_table
        return other is not None and other.shares(self._number)

    @property
    def _is_told_elsewhere(self) -> bool:
        """True for a game whose cards another table has dealt, and tells."""
        other = self._session.other_table
        is_told = self._session.table_game.play.view_codec is not None
        return is_told and other is not None and other.tells(self._number)

    def _told_before(self, events: Sequence[Any]) -> Kept[HiddenT, PlayerT] | None:
        """Return what another table has told, as it is kept here; None if it must be told again."""
        try:
            kept = None if self._file is None else self._read(self._file, events)
        except UserError:
            return None
        return kept if kept is not None and kept.is_told else None

    def _is_kept(self, file: SecretFile) -> bool:
        """Return True if the file is of this game, and not one that a deleted journal has left."""
        if not file.path.exists():
            return False
        try:
            return self._is_of_this_game(file.load())
        except UserError:
            return True

    def _is_of_this_game(self, content: Mapping[str, Any]) -> bool:
        """Return True if a file's content was kept for the game of this number in this journal."""
        number = self._number
        return number is None or is_of_game(content, self._session.journal.started_s(number))

    def _load(self, file: SecretFile, events: Sequence[Any]) -> None:
        try:
            kept = self._read(file, events)
        except UserError as error:
            warn(str(error))
            self.trouble = self.lost(file.path.name)
        else:
            if not kept.is_told:
                self.kept = kept
                return
            self.trouble = say("This table has no cards of this game: another one keeps them. Begin a new game.")
        self._session.say(self.trouble, Level.PROBLEM, "wrong")

    def _read(self, file: SecretFile, events: Sequence[Any]) -> Kept[HiddenT, PlayerT]:
        """Return the content of the file.

        Raises UserError, which begins with the file's name.
        """
        content = file.load()
        if not self._is_of_this_game(content):
            raise UserError(f"{file.path}: it belongs to another game")
        try:
            return self.from_json(content, self._events_then(content.get("entries"), events))
        except (UserError, NotationError) as error:
            raise UserError(f"{file.path}: {error}") from None

    def _events_then(self, entries: object, events: Sequence[Any]) -> Sequence[Any]:
        """Return the game's events as of so many entries of the journal, when a file was written.

        Whatever happened until the companion was killed is followed from there, as if it happened now.
        """
        number = self._number
        if number is None or not isinstance(entries, int) or entries <= 0:
            return events
        lines = self._session.journal.events(number, entries)
        return [self.rules.event_from_json(json.loads(line)) for line in lines]

    def await_events(self, looker: str, *names: str) -> None:
        """Note that one of these events comes next: this seat's player has looked for it."""
        kept = self.kept
        by_person = looker not in self._session.seating.seats.bots
        known = bool(kept and kept.begun and kept.begun[-1].by_person)
        if kept is None or (kept.awaited == names and (known or not by_person)):
            return
        kept.awaited, kept.looker = names, looker
        self._moments.follow(kept.events)
        moment = self._moments.after(len(kept.events))
        moves = tuple(move for move in kept.unnoticed if self.begins_act(move))
        act = BegunAct(moment, looker, names, moves, by_person)
        kept.begun = (*(begun_act for begun_act in kept.begun if begun_act.moment != moment), act)
        self.keep()

    def _follow_acts(self, kept: Kept[HiddenT, PlayerT], before: tuple[Any, ...]) -> None:
        """Begin the act of this moment again; say what those saw whose acts bind them no more."""
        same = common_length(kept.events, before)
        self._moments.follow(before)
        # They were begun on the way here: another way, or what does not end them, leaves their players free.
        left = [act for act in kept.begun if self._is_on_way(act, same, len(before)) and self._is_left(act, same)]
        self._moments.follow(kept.events)
        moment = self._moments.after(len(kept.events))
        for act in kept.begun:
            if act.moment == moment and not kept.awaited:
                kept.unnoticed, kept.awaited, kept.looker = act.moves, act.ends, act.seat
        seen = dict.fromkeys(self.describe_seen(act) for act in left if act.by_person)
        if seen and not self._session.watching:
            text = reduce(together, [*seen][-_MOST_SEEN:])
            self._session.notify(text, text)

    def _is_on_way(self, act: BegunAct, first: int, last: int) -> bool:
        """Return True for an act begun after `first` to `last` of the events that were followed."""
        number = act.moment[0]
        return first <= number <= last and act.moment == self._moments.after(number)

    def _is_left(self, act: BegunAct, same: int) -> bool:
        """Return True if the act is taken back, or if another event follows it than one of its ends."""
        assert self.kept is not None
        events = self.kept.events
        return act.moment[0] > same or (same < len(events) and not self.is_end(act, events[same]))

    def keep(self) -> None:
        """Write the file; that it cannot be written stops no game."""
        self._known = None
        if self.kept is None or self._file is None or not self.kept.events:
            return
        number = self._number
        began = {} if number is None else {"began_s": self._session.journal.started_s(number)}
        try:
            self._file.keep({**self.to_json(self.kept), **began})
        except UserError as error:
            if not self._warned:
                warn(str(error))
            self._warned = True


EventT = TypeVar("EventT")


class DealtSecretGame(SecretGame[HiddenT, PlayerT, StateT], Generic[HiddenT, PlayerT, StateT, EventT]):
    """Hidden cards that change hands: a dealer carries them on from event to event."""

    dealer: type[Dealer[HiddenT, StateT, EventT]]
    _dealing: tuple[Kept[HiddenT, PlayerT], Dealer[HiddenT, StateT, EventT]] | None = None

    @staticmethod
    @abstractmethod
    def whole_of(state: StateT, hidden: HiddenT) -> Any:
        """Return the whole state with these hidden cards."""

    @classmethod
    def whole_states(cls, kept: Kept[HiddenT, PlayerT], game: Game[StateT, EventT]) -> Sequence[Any]:
        """Return the whole states after each event, as the dealer carries the cards on."""
        dealer = cls.dealer(kept.seed, kept.deal)
        states = enumerate(game.states(), start=1)
        return [cls.whole_of(state, dealer.hidden(game.events[:number], kept.picks)) for number, state in states]

    @classmethod
    def deal(cls, started: EventT, seed: int) -> HiddenT:
        """Shuffle and deal the cards of a new game."""
        return cls.dealer.deal(started, seed)

    def hidden_after(self, kept: Kept[HiddenT, PlayerT], events: Sequence[EventT]) -> HiddenT:
        """Return the hidden cards after these events, with what was picked."""
        if self._dealing is None or self._dealing[0] is not kept:
            self._dealing = kept, self.dealer(kept.seed, kept.deal)
        return self._dealing[1].hidden(events, kept.picks)
