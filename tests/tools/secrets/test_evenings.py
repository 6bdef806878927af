"""Sown leaks of a table and its phones: two evenings with different secrets show each."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cards.dealt_hands import ZoneHands
from companion.device import log
from companion.device.language import language_in_use
from companion.games import find_game
from companion.games.betrayal.virtual_table.hands import BetrayalHands
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.journal import Journal
from companion.phones.log_lines import LogLines
from companion.phones.notes import SideNotes
from companion.screen.pages import Row
from companion.table.bots import whole_state
from companion.table.hint import HintStep
from companion.table.menus import LogStep
from companion.table.session import GameSession, Session
from companion.voice import Level
from engine.betrayal.events import CounterSet
from engine.betrayal.play import PLAY
from hardware.ring.patterns import Pulse
from tools.phone_secrets import Evenings, find_leaks, start_game, twin_of
from tools.walk.games import games

#: So many states show each of the sown leaks.
_STATES = 24
#: In the evening from this seed somebody is advised to trade.
_EVENING_SEED = 5
#: In the evening from this seed a coach has windows in which several may speak.
_KEPT_SEED = 3


def _hidden(session: Session) -> str:
    """Return what nobody but a keeper of hidden cards knows."""
    return str(hash(str(whole_state(session))))


def _said_aloud(session: Session) -> None:
    session.say(_hidden(session), Level.PHASE)


def _logged(session: Session) -> None:
    log.warn(_hidden(session))


def _applied(leak: Callable[[Session], None]) -> tuple[type, str, Any]:
    apply = GameSession.apply

    def leaking(session: Session, event: Any, **given: Any) -> None:
        apply(session, event, **given)
        leak(session)

    return GameSession, "apply", leaking


def _log_lines() -> tuple[type, str, Any]:
    lines = LogLines.lines
    return LogLines, "lines", lambda self, session: [*lines(self, session), _hidden(session)]


def _log_page() -> tuple[type, str, Any]:
    rows = LogStep.rows
    return LogStep, "rows", lambda step: [*rows(step), Row(_hidden(step.session))]


def _kept_hint() -> tuple[type, str, Any]:
    back = HintStep.back

    def keep(step: HintStep) -> None:
        text = step._text()
        back(step)
        step.session.notify("", text)

    return HintStep, "back", keep


def _in_one_language(code: str, place: type, name: str, leaking: Any) -> tuple[type, str, Any]:
    """Return a function or a property of a class that leaks in this language alone."""
    faultless = place.__dict__[name]
    calls: list[Any] = [method.fget if isinstance(method, property) else method for method in (faultless, leaking)]
    sound, unsound = calls

    def chosen(self: Any, *given: Any) -> Any:
        return (unsound if language_in_use() == code else sound)(self, *given)

    return place, name, property(chosen) if isinstance(faultless, property) else chosen


_LEAKS: dict[str, Callable[[], tuple[type, str, Any]]] = {
    "said": lambda: _applied(_said_aloud),
    "logged": lambda: _applied(_logged),
    "the log of phones": _log_lines,
    "the page of the log": _log_page,
    "a hint that stays": _kept_hint,
    "the status": lambda: (GameSession, "status", property(_hidden)),
    "the page of the log, in German": lambda: _in_one_language("de", *_log_page()),
    "the log of phones, in French": lambda: _in_one_language("fr", *_log_lines()),
    "the status, in Chinese": lambda: _in_one_language("zh", GameSession, "status", property(_hidden)),
    "the ring": lambda: (
        GameSession,
        "pattern",
        property(lambda session: Pulse((int(_hidden(session)) % 256, 0, 0))),
    ),
}


def _leaks(journal: Journal) -> Iterator[str | None]:
    """Yield for each state of an evening what is told of it; None: nothing."""
    return find_leaks(start_game(find_game("lifeboat"), journal, 1), Random(_EVENING_SEED), _STATES)


def test_nothing_is_told(journal: Journal) -> None:
    assert not any(_leaks(journal))


# What is found in another language would be in English.
@pytest.mark.slow
@pytest.mark.thorough(
    but=[leak for leak in _LEAKS if leak not in ("the log of phones", "the page of the log", "the status")]
)
@pytest.mark.parametrize("leak", [*_LEAKS])
def test_a_leak_is_found(journal: Journal, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(*_LEAKS[leak]())
    assert any(_leaks(journal))


def _name_declining(hands: Any, move: Any) -> None:
    if move.event is None and move.by is not None:
        hands.session.say(str(move.by), Level.PHASE)


def _say_gift(hands: Any, move: Any) -> None:
    if move.give is not None:
        hands.session.say(str(move.give), Level.PHASE)


def _show_bag(hands: Any, _move: Any) -> None:
    hands.session.notify("", str(hands.secrets.now.hands))


def _log_hands(secrets: Any, _move: Any) -> None:
    log.warn(str(secrets.now.hands))


def _log_picks(_secrets: Any, move: Any) -> None:
    if move.picks:
        log.warn(str(move.picks))


def _log_stack(hands: Any, _move: Any) -> None:
    log.warn(hands.secrets.now.all_tiles[0])


def _log_cards(hands: Any, _move: Any) -> None:
    log.warn(str(hands.secrets.now))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "keeper", "leak"),
    [
        ("coach-ride", CoachRideHands, _name_declining),
        ("coach-ride", CoachRideHands, _say_gift),
        ("coach-ride", CoachRideHands, _show_bag),
        ("lifeboat", LifeboatSecrets, _log_hands),
        ("lifeboat", LifeboatSecrets, _log_picks),
        ("betrayal", BetrayalHands, _log_stack),
        ("mouse-and-elephant", ZoneHands, _log_cards),
    ],
)
def test_a_leak_of_what_keeps_a_move_is_found(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, game: str, keeper: Any, leak: Callable[[Any, Any], None]
) -> None:
    keep = keeper.keep_move

    def leaking(kept_by: Any, move: Any) -> None:
        keep(kept_by, move)
        leak(kept_by, move)

    monkeypatch.setattr(keeper, "keep_move", leaking)
    session = start_game(games()[game], journal, _KEPT_SEED)
    assert any(find_leaks(session, Random(_KEPT_SEED), _STATES))


@pytest.mark.thorough(but=["betrayal", "mouse-and-elephant"])
@pytest.mark.parametrize("game", ["coach-ride", "betrayal", "mouse-and-elephant"])
def test_nothing_is_told_of_moves_that_are_kept(journal: Journal, game: str) -> None:
    assert not any(find_leaks(start_game(games()[game], journal, _KEPT_SEED), Random(_KEPT_SEED), _STATES))


def test_notes_of_another_side_are_found(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes of a side stand in a haunt on that side's phones alone."""
    session, rng = start_game(find_game("betrayal"), journal, 1), Random(2)
    assert session.game is not None
    state = PLAY.deal(session.game.events[0], rng)
    while state.state.haunt is None:
        move = PLAY.draw(state, rng)
        state, event = PLAY.follow(state, move), PLAY.event(move)
        if event is not None:
            session.apply(event, already_placed=True)
    session.go_on()
    with tempfile.TemporaryDirectory() as folder:
        other = Journal.open(Path(folder) / "games.sqlite")
        evenings = Evenings(session, twin_of(session, other))
        seat = next(candidate for candidate in evenings.seats if evenings._foreign_seat(candidate))
        evenings.show(state, state, seat, rng)
        first, second = (CounterSet(counter="candles", value=number) for number in (1, 2))
        state = PLAY.follow(state, first)
        assert not evenings.happen(first, state, state, seat)
        monkeypatch.setattr(SideNotes, "value", lambda notes, _: {"note": str(notes._notes), "counters": []})
        state = PLAY.follow(state, second)
        assert evenings.happen(second, state, state, seat) == seat
        evenings.close()
        other.close()
