"""Checks that nothing at a walked table tells what is hidden, from whoever sees or hears it."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

from companion.device.language import COMPLETE, in_language, language_in_use
from companion.games.play_checks import answers_by_id
from companion.journal import Journal
from companion.phones.table import PhoneTable
from companion.phones.values import seat_view
from companion.table.bots import whole_state
from companion.table.menus import LogStep
from companion.table.session import Session
from companion.table.spoken_page import spoken_page
from companion.table.table_answers import seat_questions, table_questions
from engine.game import Play
from engine.secrets import EVERYTHING, NOBODY
from tools.phone_secrets import Evenings, Line, leak_of_kept_move, leak_of_state, twin_of
from tools.secrets import follow_both, other_state, other_state_with_move
from tools.secrets.keepers import given_state
from tools.walk.window import FILES

#: So many moves are followed in both of two states that a seat cannot tell apart.
_FOLLOWED = 3
#: The place below a seat's cover.
_COVER = "the cover"


class SecretTable(Protocol):
    """Walked table, as far as its secrets matter."""

    session: Session
    phones: PhoneTable
    line: Line
    now: float

    @property
    def room(self) -> Any:
        """Virtual table on the screen; None without one."""


class SecretChecks:
    """Checks of a table's secrets, by two evenings in which the same happens as at the table."""

    def __init__(self) -> None:
        self._evenings: Evenings | None = None
        self._opened = ExitStack()

    def close(self) -> None:
        """Let go of the evenings."""
        self._evenings = None
        self._opened.close()

    def check(self, table: SecretTable) -> None:
        """Raise AssertionError if a view or the table tells what is hidden from whoever sees it."""
        session = table.session
        if session.game is None or session.hidden_cards is None:
            return
        whole = whole_state(session)
        if whole is None:
            return
        rng = Random(len(session.game.events))
        seats = session.table_game.seats(session.game.events[0])
        for seat in (*seats, NOBODY):
            other = other_state(session.table_game.play, whole, seat, rng)
            if seat:
                _check_views(session, whole, other, seat, rng)
            _check_table(table, whole, other, seat, rng)
        with in_language(rng.choice([*COMPLETE])):
            self._check_evenings(session, whole, rng.choice([*seats]), rng)

    def _check_evenings(self, session: Session, whole: Any, seat: str, rng: Random) -> None:
        """Let the last event happen in two evenings that differ in what is hidden from a seat."""
        assert session.game is not None
        events = session.game.events
        if not self._evenings or events[: len(self._evenings.events)] != self._evenings.events:
            self._begin(session)
        evenings, other = self._evenings, other_state(session.table_game.play, whole, seat, rng)
        assert evenings is not None
        for event in events[len(evenings.events) : -1]:
            evenings.follow(event)
        source = ""
        if evenings.events != events:
            # What phones have been sent before was about other secrets.
            evenings.leave_phones()
            source = evenings.happen(events[-1], whole, other, seat)
        assert not source, f"{source} tells what {seat} does not know after {events[-1]}"
        leak = leak_of_state(evenings, seat, whole, other, rng)
        if leak is None and evenings.play.over(whole) is None:
            move = evenings.play.draw(whole, rng)
            other = other_state_with_move(evenings.play, whole, seat, move, rng)
            leak = leak_of_kept_move(evenings, seat, whole, other, move)
        assert leak is None, leak

    def _begin(self, session: Session) -> None:
        """Open two evenings in which the game has just begun."""
        self.close()
        folder = Path(self._opened.enter_context(tempfile.TemporaryDirectory(prefix="walk-", dir=FILES)))
        twins = []
        for number in range(2):
            journal = Journal.open(folder / f"{number}.sqlite")
            self._opened.callback(journal.close)
            twins.append(twin_of(session, journal, events=1))
        self._evenings = Evenings(*twins)
        self._opened.callback(self._evenings.close)


def _check_views(session: Session, whole: Any, other: Any, seat: str, rng: Random) -> None:
    """Compare a seat's views of two states, and of those that follow from the same moves."""
    play = session.table_game.play
    if play.view(other, seat) != play.view(whole, seat):
        raise AssertionError(
            f"{seat} is told another's {_kind(play, whole, seat, rng, lambda state: play.view(state, seat))}"
        )
    for _ in range(_FOLLOWED):
        if play.over(whole) is not None:
            return
        move = play.draw(whole, rng)
        both = follow_both(play, whole, other, seat, move)
        if both is None:
            return
        whole, other = both
        assert play.view(whole, seat) == play.view(other, seat), f"{seat} is told more of {move} than it has seen"


def _check_table(table: SecretTable, whole: Any, other: Any, seat: str, rng: Random) -> None:
    """Compare what all see, what phones would be sent, and what is below a cover."""

    def seen(state: Any) -> dict[str, object]:
        with given_state(table.session.hidden_cards, state), _nothing_refused(table.session):
            return {place: text for language in COMPLETE for place, text in _told(table, seat, language)}

    before, after = seen(whole), seen(other)
    if before != after:
        # Tasks that were worded anew in other languages may be grouped otherwise: what shows then is compared.
        before = seen(whole)
    looks = bool(seat) and _may_look(table.session.table_game.play, whole, other, seat)
    place = next(
        (
            place
            for place, content in before.items()
            # Below its cover a seat sees at once what it may look at: there the look is told afterwards.
            if after[place] != content and not (looks and place.startswith(_COVER))
        ),
        "",
    )
    if place:
        kind = _kind(table.session.table_game.play, whole, seat, rng, lambda state: seen(state)[place])
        raise AssertionError(f"{place} tells somebody's {kind}, which is hidden from {seat or 'all'}")


def _may_look(play: Play[Any, Any], whole: Any, other: Any, seat: str) -> bool:
    """Return True if a move of a seat may show it now in which of two states it is."""
    view = play.view(whole, seat)
    own = play.moves_of(view, seat) if seat in play.acting_seats(view) else ()
    return any(follow_both(play, whole, other, seat, move) is None for move in own)


@contextmanager
def _nothing_refused(session: Session) -> Iterator[None]:
    """Let the hidden cards allow all that is told: an untrue word is refused before all."""
    keeper: Any = session.hidden_cards
    keeper.contradiction = lambda _event: ""
    try:
        yield
    finally:
        del keeper.contradiction


def _kind(play: Play[Any, Any], whole: Any, seat: str, rng: Random, seen: Callable[[Any], object]) -> str:
    """Return the kind of hidden field by which what is seen changes."""
    before = seen(whole)
    return next(
        (
            secret.kind
            for secret in play.secrets(whole, seat, rng)
            if secret.kind != EVERYTHING and seen(secret.state) != before
        ),
        EVERYTHING,
    )


def _told(table: SecretTable, seat: str, language: str) -> Iterator[tuple[str, object]]:
    """Yield what all see and a seat is told in a language, by the place where it stands."""
    spoken = "" if language == language_in_use() else f", in {language},"
    with in_language(language):
        yield f"the table{spoken}", _shown(table)
        session = table.session
        view = seat_view(session, seat) if seat else None
        yield f"the page's words{spoken}", spoken_page(session.page, str, session.step.places())
        for place, questions in (
            ("an answer at the table", table_questions(session, session.page)),
            (f"an answer to {seat!r}", seat_questions(session, session.page, view, seat)),
        ):
            for question, answer in answers_by_id(questions).items():
                yield f"{place} to {question}{spoken}", answer
        yield f"{_COVER}{spoken}", _below_cover(table, seat)
    for viewer, text in _sent(table, language).items():
        if viewer in (seat, ""):
            yield f"the phone of {viewer!r}{spoken}", text


def _shown(table: SecretTable) -> tuple[Any, ...]:
    """Return what everybody at the table sees, and what it can be asked for."""
    session = table.session
    return session.page, session.pattern, session.status, LogStep(session).page(), session.standing


def _below_cover(table: SecretTable, seat: str) -> object:
    """Return what a seat sees below its cover."""
    secrets = table.room._secrets if table.room is not None else None
    return secrets.look(seat) if secrets is not None and seat and not secrets.trouble and secrets.holders() else None


def _sent(table: SecretTable, language: str) -> dict[str, str]:
    """Return what phones would be sent now in a language, by seats; nothing is changed."""
    phones, line = table.phones, table.line
    if not phones.on:
        return {}
    kept = {guest: dict(vars(guest), pictures=dict(guest.pictures)) for guest in phones.guests.all.values()}
    before, messages = dict(vars(phones), _public=dict(phones._public)), len(line.sent)
    try:
        phones._shown, phones._played_at = None, float("-inf")
        for guest in kept:
            guest.language = language
        phones._show(table.now)
        return {guest.seat: guest.shown for guest in kept}
    finally:
        vars(phones).update(before)
        for guest, values in kept.items():
            vars(guest).update(values)
        del line.sent[messages:]
