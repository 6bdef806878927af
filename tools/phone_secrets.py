"""Play an evening twice with different secrets, and compare what phones and table tell.

    TMPDIR=/dev/shm python -m tools.phone_secrets --game lifeboat --states 100000

Bots play by chance, and seats take turns, one in each state; table and phones change their languages, and hidden cards
have the keepers that they have at virtual tables. In a second session all is different that the seat may not know by
the rules (`Play.secrets`, which knows nothing of `Play.view`): its phone, and one without a seat, must be sent the same
messages, byte for byte and at the same moments of a clock that the tool turns: pages, hands, log, announcements,
pictures (by the values that they are painted from), answers of the table, and a hint that the seat asks for. The table
must show, light, say and log the same. Then a move is kept, and the same event happens in both, after a hint on the
screen and notes of the other side, and all of it is compared again. What a player does that others do not notice must
send them nothing. Views are compared for each hidden field alone, too. Prints each difference, how often each field was
another, and a sum at the end; the exit status is 1 if there was any difference. Files in memory save half of the time.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame

from companion.device import log
from companion.device.language import COMPLETE, in_language
from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame
from companion.journal import Journal
from companion.opponents.worker import Audience, ChosenMove, Opponent, Request
from companion.phones.address import Address
from companion.phones.link import ServerLink
from companion.phones.pictures import PhonePicture, PhonePictures
from companion.phones.table import PhoneTable
from companion.screen.fonts import Fonts
from companion.screen.pictures import Pictures
from companion.table.game import TableGame
from companion.table.hidden_cards import HiddenCards
from companion.table.hint import HintStep, may_hint
from companion.table.menus import LogStep
from companion.table.notices import NEWS_S
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.game import Play
from engine.secrets import EVERYTHING
from hardware.buttons import Button, Press
from tools.benchmarks import write_page
from tools.secrets import follow_both, move_alike, other_state, other_state_with_move
from tools.secrets.keepers import GivenCards
from tools.secrets.report import Figures, keep_figures
from tools.walk.games import games, walked_games

#: Whoever has joined, and sits nowhere.
WATCHING = "watching"
#: The big screen, the ring and the voice.
TABLE = "table"
#: Phones are looked at once more so long (seconds) after they have joined: while a window is open, or later.
_LATER_S = (1.0, 2.0, 3.0, 4.0, 6.0)
#: Phones look for what is new at the table after so long (seconds); the shown seconds of a window do not change in it.
_SOON_S = 0.125
#: Where a hint's page stands in what the table shows; before it what is said, the page and the ring.
_HINT = 3
#: Nobody else can reach this, and any port will do.
_HERE = Address("127.0.0.1", 0)
#: A move is one of a seat's own screen so often, else any that is possible.
_OWN_SCREEN = 0.4
#: All seats have phones so often where one would be enough.
_ALL_SIT = 0.2
#: The games whose hidden cards somebody keeps.
_GAMES = ("lifeboat", "coach-ride", "betrayal", "mouse-and-elephant")
#: A state has no more moves without an event in a row: they could go on for ever.
_MOST_IN_A_ROW = 6


class Line(ServerLink):
    """A line without a server: what goes to phones is kept, what comes is put in."""

    def __init__(self) -> None:
        self.port, self.sent, self.coming = 1, list[dict[str, Any]](), list[dict[str, Any]]()

    @property
    def works(self) -> bool:
        """State of the line: True, for it cannot fail."""
        return True

    @property
    def is_behind(self) -> bool:
        """State of the line: False, for nothing waits in it."""
        return False

    def send(self, message: dict[str, Any]) -> None:
        """Keep it."""
        self.sent.append(message)

    def received(self) -> list[dict[str, Any]]:
        """Return what was put in."""
        coming, self.coming = self.coming, []
        return coming

    def close(self) -> None:
        """Do nothing."""


class Unpainted(PhonePicture):
    """A picture that nobody paints; no other has its key."""

    def __init__(self, number: int) -> None:
        self.key = str(number)

    def encoded(self) -> bytes:
        """Return the key: nobody looks at it."""
        return self.key.encode()


class UnpaintedPictures(PhonePictures):
    """Pictures with a key for each value that they are painted from, which nobody paints."""

    def __init__(self, fonts: Fonts, pictures: Pictures, *board_px: tuple[int, int]) -> None:
        super().__init__(fonts, pictures, *board_px)
        # The large ones of onlookers have other keys.
        self._numbers = count(1_000_000 * len(board_px))

    def _painted(self, paint: Callable[[], pygame.Surface], *, lossless: bool) -> Unpainted:  # noqa: ARG002
        return Unpainted(next(self._numbers))


#: Makes the pictures of phones.
Draw = Callable[[Fonts, Pictures], PhonePictures]


class Known(HiddenCards):
    """A keeper of hidden cards whose whole state is set."""

    plays_absent = False
    has_whole_states = True

    def __init__(self) -> None:
        self.state: Any = None

    def contradiction(self, event: Any) -> str:  # noqa: ARG002 - as every keeper
        """Return "": nothing contradicts."""
        return ""

    def true_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - as every keeper
        """Return "": no true answer is known."""
        return ""

    def whole_state(self) -> Any:
        """Return the state that was set."""
        return self.state

    def keep_move(self, move: Any) -> None:
        """Do nothing: who sets the state plays, too."""


class Adviser(Opponent):
    """A bot that answers at once, with a move that follows from what it was asked alone."""

    def __init__(self, table: TableGame[Any]) -> None:
        self._table = table
        self._request: Request | None = None

    def prepare(self, game_id: str) -> None:
        """Do nothing: the adviser is ready at once."""

    def ask(self, request: Request) -> None:
        """Keep the question."""
        self._request = request

    def stop(self) -> None:
        """Forget the question."""
        self._request = None

    def answer(self) -> ChosenMove | None:
        """Return the middle one of the possible moves."""
        request, self._request = self._request, None
        if request is None:
            return None
        moves = self._table.play.moves_of(request.view, request.seat)
        move, shared = moves[len(moves) // 2], request.audience is Audience.ALL
        return ChosenMove(move, self._table.hint_reason(request.view, request.seat, move, shared=shared))


class Watchers:
    """Phones in all seats of a session's game, and one in none."""

    def __init__(self, session: Session, hidden: Known | GivenCards, draw: Draw = UnpaintedPictures) -> None:
        """`draw`: of all that are compared the same, for a picture has a number of its own in each."""
        self._session, self._hidden, self._line, self._time_s = session, hidden, Line(), session.now
        self._phones = PhoneTable(session, _HERE, start=lambda *_: self._line, draw=draw)
        assert session.game is not None
        #: The game as its events give it.
        self._game = session.game
        #: Number of the question that phones have asked last.
        self.questions = 0
        self._seats = (*session.table_game.seats(session.game.events[0]), WATCHING)

    def show(
        self, state: Any, asks: str = "", later: Sequence[float] = (), *, alone: bool = False, first_language: int = 0
    ) -> dict[str, list[Any]]:
        """Return what each phone is sent that joins in this state, and what all at the table notice.

        `asks`: the seat that asks for a hint at once. `later`: times (seconds) at which it is looked again. `alone`:
        besides the phone without a seat only the one that asks joins. `first_language`: the number of the first phone's
        language, that of each other phone is the next one.
        """
        languages = [*COMPLETE]
        self._phones.switch_off()
        self._let_be(state)
        self._time_s += 1.0
        self._session.tick(self._time_s)
        self._session.announcements()
        self._session.go_on()
        self._phones.switch_on()
        for number, seat in enumerate(self._seats, 1):
            if alone and seat not in (asks, WATCHING):
                continue
            language = languages[(first_language + number) % len(languages)]
            self._line.coming.append({"kind": "joined", "phone": number, "key": "", "language": language})
            self._touch(number, {"seat": seat})
        self._look(self._time_s)
        joined = self._sent()
        self._ask_table()
        # The table says for a while that phones have sat down, in the place of what it tells otherwise.
        self._time_s += NEWS_S
        if asks:
            self._touch(self._seats.index(asks) + 1, {"hint": True})
        began, told = self._time_s, self._look(self._time_s)
        for viewer, sent in joined.items():
            told[viewer] = [*sent, *told[viewer]]
        told[TABLE].append(_public_hint(self._session))
        for wait in later:
            for viewer, sent in self._look(began + wait).items():
                told[viewer].append((wait, sent))
        return told

    def _ask_table(self) -> None:
        """Let each phone ask another question of those that it has, in each state the next one."""
        self.questions += 1
        for number, _ in enumerate(self._seats, 1):
            shown = [sent for sent in self._line.sent if sent["kind"] == "show" and sent["phone"] == number]
            asked = json.loads(shown[-1]["value"])["questions"] if shown else []
            ends = [end for question in asked for end in (dict(question.get("choices", ())) or [question["id"]])]
            if ends:
                self._touch(number, {"ask": ends[self.questions % len(ends)]})

    def happen(self, event: Any, state: Any, notes: tuple[str, str] = ("", "")) -> dict[str, list[Any]]:
        """Return what each phone is sent and all notice when an event leads to this whole state.

        Before it somebody has a hint on the screen, and has gone back; on the phone of a seat a note is written
        (`notes`: the two).
        """
        self._leave_hint()
        if notes[0]:
            self._touch(self._seats.index(notes[0]) + 1, {"note": notes[1]})
            self._touch(self._seats.index(notes[0]) + 1, {"counter": notes[1], "value": 1})
        self._look(self._time_s + _SOON_S)
        with patch.object(log, "_write", lambda sentence, _: logged.append(sentence)):
            logged: list[str] = []
            self._hidden.state = state
            self.follow(event)
            self._let_be(state)
            self._session.go_on()
            told = self._look(self._time_s + _SOON_S)
        told[TABLE] += [LogStep(self._session).page(), self._session.status, logged]
        return told

    def keep(self, state: Any, move: Any | None) -> dict[str, list[Any]]:
        """Return what phones are sent and all notice when a move is kept; None without a move.

        Whatever is kept comes before the move's event, which does not follow.
        """
        logged: list[str] = []
        self._let_be(state)
        self._look(self._time_s + _SOON_S)
        with ExitStack() as tried:
            tried.enter_context(patch.object(log, "_write", lambda sentence, _: logged.append(sentence)))
            if isinstance(self._hidden, GivenCards):
                tried.enter_context(self._hidden.trial())
            if move is not None and self._session.hidden_cards is not None:
                self._session.hidden_cards.keep_move(move)
            told = self._look(self._time_s + _SOON_S)
        told[TABLE] += [LogStep(self._session).page(), self._session.status, logged]
        return told

    @property
    def events(self) -> tuple[Any, ...]:
        """Events that have happened."""
        return tuple(self._game.events)

    def follow(self, event: Any) -> None:
        """Let an event happen before the game as its events give it."""
        self._hold(self._game)
        self._session.apply(event, already_placed=True)
        assert self._session.game is not None
        self._game = self._session.game

    def _let_be(self, state: Any) -> None:
        """Let this be the whole state, with the public one that may hold what is told nowhere."""
        self._hidden.state, play = state, self._session.table_game.play
        if state is not None and not play.is_public:
            self._hold(replace(self._game, state=play.public(state)))

    def _hold(self, game: Any) -> None:
        """Let the session hold this game, which it does not come to by itself."""
        vars(self._session)["game"] = game

    def _leave_hint(self) -> None:
        session, state = self._session, self._hidden.state
        game, play = session.game, session.table_game.play
        if game is None or state is None or play.public(state) != game.state:
            # Several events have happened since the whole state was known.
            return
        if may_hint(session):
            session.open(HintStep(session))
            session.tick(self._time_s)
            session.step.back()
            # What is said of a hint is about whoever has asked; afterwards nothing is left of it.
            session.announcements()

    def change(self, state: Any) -> tuple[dict[str, list[Any]], bool]:
        """Return what each phone is sent when this state follows, and True if the table shows it."""
        before = self._shown()
        self._hidden.state = state
        told = self._look(self._time_s + _SOON_S)
        return told, self._shown() != before

    def _shown(self) -> tuple[Any, ...]:
        return self._session.page, self._session.pattern, _public_hint(self._session)

    def _touch(self, number: int, touched: dict[str, Any]) -> None:
        self._line.coming.append({"kind": "touched", "phone": number, "touched": touched})

    def _look(self, time_s: float) -> dict[str, list[Any]]:
        """Let the table work once, as its window does."""
        self._time_s = time_s
        self._line.sent.clear()
        self._session.tick(time_s)
        said = self._session.announcements()
        for announcement in said:
            self._phones.announce(announcement)
        self._phones.tick(time_s)
        return self._sent() | {TABLE: [said, self._session.page, self._session.pattern]}

    def _sent(self) -> dict[str, list[Any]]:
        """Return what each phone was sent when the table worked last."""
        sent = [(message["phone"], _content(message)) for message in self._line.sent if "phone" in message]
        return {
            seat: [message for phone, message in sent if phone in (0, number)]
            for number, seat in enumerate(self._seats, 1)
        }

    def close(self) -> None:
        """Switch the phones off."""
        self._phones.close()


def _content(message: dict[str, Any]) -> tuple[str, str]:
    """Return a message's value; a picture's key follows from its content."""
    return message["kind"], message["key"] if message["kind"] == "picture" else message["value"]


def _public_hint(session: Session) -> object:
    """Return the page of a hint that all see, before its answer; None where nobody may ask."""
    return HintStep(session).page() if may_hint(session) else None


def start_game(game: CompanionGame, journal: Journal, seed: int) -> Session:
    """Return a session at a table without a camera whose game has just begun."""
    settings = Settings(camera=NO_CAMERA)
    around = SessionContext(opponent=Adviser(game.table))
    session = open_session(journal, settings, [game.table], sees=False, rng=Random(seed), around=around)
    session.open_start_page()
    session.table_game.begin(session, game.virtual.start(None, seed, {}), {})
    put_right(session)
    return session


class Evenings:
    """The same evening in two sessions, which differ in what a seat may not know."""

    def __init__(self, session: Session, twin: Session) -> None:
        """Pair two sessions that play the same game and have the same events."""
        assert session.game is not None
        self.session, self.twin, table_game = session, twin, session.table_game
        self.play, self.seats = table_game.play, table_game.seats(session.game.events[0])
        self.watchers = []
        fonts = Fonts()
        pictures = UnpaintedPictures(fonts, table_game.pictures(fonts))
        virtual = walked_games()[table_game.rules.id].virtual
        for evening in (session, twin):
            hidden = Known() if self.play.is_public else GivenCards(evening, virtual)
            evening.use_hidden_cards(hidden.keeper if isinstance(hidden, GivenCards) else None)
            self.watchers.append(Watchers(evening, hidden, lambda *_: pictures))

    @property
    def events(self) -> tuple[Any, ...]:
        """Events that have happened in both."""
        return self.watchers[0].events

    def leave_phones(self) -> None:
        """Let all phones leave, until it is shown again."""
        for watchers in self.watchers:
            watchers.close()

    def follow(self, event: Any) -> None:
        """Let an event happen in both, and look at nothing."""
        for watchers in self.watchers:
            watchers.follow(event)

    def show(self, state: Any, other: Any, seat: str, rng: Random, *, alone: bool = False) -> str:
        """Return the name of somebody who can tell two states apart that must look alike; or empty."""
        later = (rng.choice(_LATER_S),)
        asks = seat if seat in self.seats else ""
        first_language = rng.randrange(len(COMPLETE))
        told, told_then = (
            watchers.show(whole, asks, later, alone=alone, first_language=first_language)
            for watchers, whole in zip(self.watchers, (state, other), strict=True)
        )
        if not self.play.acting_seats(state):
            # The table goes on at once: nobody is asked, and nobody can ask for a hint.
            told[TABLE][_HINT] = told_then[TABLE][_HINT] = None
        return self._teller(told, told_then, seat)

    def keep(self, state: Any, other: Any, seat: str, move: Any) -> str:
        """Return who tells what a seat does not notice of a kept move; empty: nobody.

        The two states must look alike to the seat.
        """
        try:
            alike = move_alike(self.play, state, other, seat, move)
        except LookupError:
            return ""
        if alike is None:
            after = self.play.follow(state, move)
            # What every seat notices is public, and where nobody is left to act the table goes on at once.
            if not self.play.acting_seats(after) or self.play.view(after, seat) != self.play.view(state, seat):
                return ""
        told, told_then = (
            watchers.keep(whole, kept)
            for watchers, whole, kept in zip(self.watchers, (state, other), (move, alike), strict=True)
        )
        return self._teller(told, told_then, seat)

    def happen(self, event: Any, after: Any, after_other: Any, seat: str) -> str:
        """Return who tells by an event which of two states follows it; empty: nobody."""
        writer = self._foreign_seat(seat)
        told, told_then = (
            watchers.happen(event, whole, (writer, note) if writer else ("", ""))
            for watchers, whole, note in zip(self.watchers, (after, after_other), ("attic", "cellar"), strict=True)
        )
        return self._teller(told, told_then, seat)

    def _foreign_seat(self, seat: str) -> str:
        """Return a seat of a side whose notes this seat does not see; empty where there is none."""
        session = self.session
        assert session.game is not None
        sides = {player: session.table_game.seat_screen.side(session.game.state, player) for player in self.seats}
        return next((player for player, side in sides.items() if side is not None and side != sides.get(seat)), "")

    @staticmethod
    def _teller(told: dict[str, list[Any]], told_then: dict[str, list[Any]], seat: str) -> str:
        return next((viewer for viewer in (seat, WATCHING, TABLE) if told.get(viewer) != told_then.get(viewer)), "")

    def close(self) -> None:
        """Switch the phones off."""
        for watchers in self.watchers:
            watchers.close()


def twin_of(session: Session, journal: Journal, events: int | None = None) -> Session:
    """Return a new session with the same game up to so many events, all pieces in place."""
    assert session.game is not None
    first, *others = session.game.events[:events]
    around = SessionContext(opponent=Adviser(session.table_game))
    twin = open_session(
        journal, Settings(camera=NO_CAMERA), [session.table_game], sees=False, rng=Random(0), around=around
    )
    twin.open_start_page()
    twin.start(first, session.variants)
    put_right(twin)
    for event in others:
        twin.apply(event, already_placed=True)
    twin.go_on()
    return twin


def put_right(session: Session) -> None:
    """Say that all pieces lie where they belong."""
    while session.game is None or session.page.name in ("set-up", "put-right"):
        session.press(Press(Button.ADVANCE, held=False), 0.0)


def find_leaks(session: Session, rng: Random, states: int, figures: Figures | None = None) -> Iterator[str | None]:
    """Yield for each state of a game that is played by chance what is wrong; None: nothing.

    `figures` count what is compared.
    """
    figures = figures or Figures()
    assert session.game is not None
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        journal = Journal.open(Path(folder) / "games.sqlite")
        opened.callback(journal.close)
        evenings = Evenings(session, twin_of(session, journal))
        opened.callback(evenings.close)
        play, seats = evenings.play, evenings.seats
        state, unnoticed = play.deal(session.game.events[0], rng), 0
        if hasattr(state, "choosers"):
            # On phones everybody looks at cards before one is chosen.
            state = replace(state, choosers=frozenset(seats))
        for number in range(states):
            seat = seats[number % len(seats)]
            with in_language(rng.choice([*COMPLETE])):
                other = other_state(play, state, seat, rng)
                leak = _leak_of_view(play, seat, state, Random(number), figures)
                leak = leak_of_state(evenings, seat, state, other, rng) or leak
                move = _chosen(session, play, state, rng, unnoticed)
                if move is not None:
                    other = other_state_with_move(play, state, seat, move, rng)
                    leak = leak or leak_of_kept_move(evenings, seat, state, other, move)
                    unnoticed = 0 if play.event(move) is not None else unnoticed + 1
                    told = _leak_of_event(evenings, seat, state, other, move)
                    leak, state = leak or told, play.follow(state, move)
            figures.states += 1
            figures.leaks += leak is not None
            yield leak
            if move is None:
                break


def _leak_of_view(play: Play[Any, Any], seat: str, state: Any, rng: Random, figures: Figures) -> str | None:
    """Return the hidden field that a seat's view tells, or None; count each that can change."""
    view, told, kinds = play.view(state, seat), "", set[str]()
    for secret in play.secrets(state, seat, rng):
        kinds.add(secret.kind)
        if play.view(secret.state, seat) != view:
            told = secret.kind
    figures.changed.update(kinds - {EVERYTHING})
    return f"the view of {seat} tells {told}: {state}" if told else None


def _leak_of_event(evenings: Evenings, seat: str, state: Any, other: Any, move: Any) -> str | None:
    """Let a move's event happen, if it has any, and return what is wrong then."""
    play = evenings.play
    event, after = play.event(move), play.follow(state, move)
    if event is None:
        return None
    both = follow_both(play, state, other, seat, move)
    source = evenings.happen(event, after, after if both is None else both[1], seat)
    return f"{source} tells what {seat} does not know when {move} happens: {state}" if source else None


def leak_of_kept_move(evenings: Evenings, seat: str, state: Any, other: Any, move: Any) -> str | None:
    """Return what is wrong with what is kept of a move before it happens; None: nothing.

    `other`: looks like the state to the seat, with a move like this one (`other_state_with_move`).
    """
    # In one and the same state a seat may not notice which of several moves it was either; the other one comes last,
    # for the event that follows differs by what is hidden then.
    for start in (state, other):
        source = evenings.keep(state, start, seat, move)
        if source:
            return f"{source} tells what {seat} does not notice of {move}: {state}"
    return None


def leak_of_state(evenings: Evenings, seat: str, state: Any, other: Any, rng: Random) -> str | None:
    """Return what is wrong with a state that looks like another one to a seat; None: nothing."""
    play = evenings.play
    if bool(play.acting_seats(state)) != bool(play.acting_seats(other)):
        # Where nobody is left to act, as after the last pick, the table goes on at once and shows no such state.
        return None
    moves, other_moves = (
        [move for move in play.possible(whole) if play.event(move) is None] for whole in (state, other)
    )
    unnoticed = [move for move in other_moves if move in moves]
    # Others are sent something of interest only when one of them moves unnoticed.
    alone = not unnoticed and rng.random() > _ALL_SIT
    source = evenings.show(state, other, seat, rng, alone=alone)
    if source:
        return f"{source} tells what {seat} does not know: {state}"
    if not unnoticed:
        return None
    move = rng.choice(unnoticed)
    if not all(
        play.acting_seats(position) for whole in (state, other) for position in (whole, play.follow(whole, move))
    ):
        # Where nobody is left to act the table goes on at once; phones then count another number of offers.
        return None
    leaks = [
        _leak_of_move(play, watchers, evenings.seats, whole, move)
        for watchers, whole in zip(evenings.watchers, (state, other), strict=True)
    ]
    others = [watcher for watcher in evenings.seats if play.noticed(move) is None and watcher != move.by]
    kept = (leak_of_kept_move(evenings, other_seat, state, state, move) for other_seat in others)
    return next((leak for leak in (*leaks, *kept) if leak), None)


def _leak_of_move(play: Play[Any, Any], watchers: Watchers, seats: Sequence[str], state: Any, move: Any) -> str | None:
    """Return what is wrong with a move that others do not notice.

    Phones show this state when it is called.
    """
    after = play.follow(state, move)
    sent, table_shows_it = watchers.change(after)
    unaware = [seat for seat in seats if play.view(after, seat) == play.view(state, seat)]
    # What every seat notices is public, such as that somebody stops an attack and others pick what they give for it.
    for seat in (*unaware, WATCHING) if unaware else ():
        if sent[seat]:
            return f"the phone of {seat} is sent something when nobody else notices {move}: {state}"
    if unaware and table_shows_it:
        return f"the table shows that somebody plays {move}: {state}"
    return None


def _chosen(session: Session, play: Play[Any, Any], state: Any, rng: Random, unnoticed: int) -> Any | None:
    """Draw a move, often one of a seat's own screen; None if the game is over."""
    if play.over(state) is not None:
        return None
    actors = play.acting_seats(state)
    if actors and rng.random() < _OWN_SCREEN:
        seat = rng.choice(actors)
        offered = [*session.table_game.seat_screen.seat_moves(play.view(state, seat), seat)]
        if unnoticed >= _MOST_IN_A_ROW:
            offered = [move for move in offered if play.event(move) is not None]
        if offered:
            return rng.choice(offered)
    moves = play.possible(state)
    return play.draw(state, rng) if moves else None


def main() -> int:
    """Play, compare and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lifeboat", choices=_GAMES)
    parser.add_argument("--states", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="keep the figures, and write them to BENCHMARKS.md")
    chosen = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    figures, seed = Figures(), chosen.seed
    while figures.states < chosen.states:
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal.open(Path(folder) / "games.sqlite")
            session = start_game(games()[chosen.game], journal, seed)
            for leak in find_leaks(session, Random(seed), chosen.states - figures.states, figures):
                if leak is not None:
                    print(f"seed {seed}: {leak}", flush=True)
            journal.close()
        seed += 1
    for kind, states in sorted(figures.changed.items()):
        print(f"{kind}: another in {states} states")
    print(f"{chosen.game}: {figures.states} states, {figures.leaks} with a leak")
    if chosen.report:
        keep_figures(chosen.game, figures)
        write_page()
    return 1 if figures.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
