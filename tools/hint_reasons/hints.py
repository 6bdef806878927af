"""Games of bots with a hint at each decision, and the check of each reason."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from math import inf
from random import Random
from time import monotonic
from typing import Any

from companion.device.language import COMPLETE, ENGLISH, in_language
from companion.games import CompanionGame
from companion.games.opponents import bots_of
from companion.opponents.budget import Budget
from companion.table.bots import HINT_BOT
from tools.hint_reasons import general, pieces
from tools.hint_reasons.case import Checks, Hint

#: A game that has not ended after so many moves is left.
_MOST_MOVES = 600
#: Instead of the advised move another one is made so often: hints are asked for by those who err.
_OTHER_MOVE = 0.3
#: Ways in which the hidden part may be, over which a reason for all must be the same.
_WAYS = 3
#: What all hear of a hint is counted apart from what its player hears.
FOR_ALL = " (for all)"
#: Games with checks of their own.
_OWN = ("betrayal", "coach-ride", "finstere-flure", "lifeboat", "mouse-and-elephant")


@dataclass
class Report:
    """Hints that were checked: by kind of reason, and what is wrong."""

    kinds: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    #: Decisions with a choice; each has a hint, or two where something is hidden.
    decisions: int = 0


@cache
def checks_of(game_id: str) -> Checks:
    """Return the checks of a game's reasons by their kinds."""
    own: Checks = {}
    if game_id in _OWN:
        own = import_module(f"tools.hint_reasons.{game_id.replace('-', '_')}").CHECKS
    return {**general.CHECKS, **pieces.CHECKS, **own}


def hints(game: CompanionGame, seed: int, nodes: int) -> Iterator[Hint]:
    """Yield the hints of a game that bots play, some moves being others than the advised one.

    Where something is hidden each hint comes twice: for the player alone, and for all.
    """
    rng, play, table = Random(f"{game.id} {seed}"), game.play, game.table
    bot = bots_of(game)[HINT_BOT]
    state = play.deal(game.virtual.start(None, seed, {}), rng)
    for _ in range(_MOST_MOVES):
        if play.over(state) is not None:
            return
        actors = play.acting_seats(state)
        if not actors:
            state = play.follow(state, play.draw(state, rng))
            continue
        seat = str(rng.choice(actors))
        view = play.view(state, seat)
        moves = list(play.moves_of(view, seat))
        move = bot(play, view, seat, Budget(nodes=nodes), rng)
        for shared in (False,) if play.is_public else (False, True):
            reason = table.hint_reason(view, seat, move, shared=shared)
            yield Hint(table, state, seat, move, reason, shared)
        if rng.random() < _OTHER_MOVE:
            move = rng.choice(moves)
        state = play.follow(state, _with_chance(play, state, seat, move, rng))


def _with_chance(play: Any, state: Any, seat: str, move: Any, rng: Random) -> Any:
    """Return the move as the whole state has it: what its player does not choose is chance's."""
    whole = list(play.moves_of(state, seat))
    if move in whole:
        return move
    event = play.event(move)
    return rng.choice([other for other in whole if play.event(other) == event] or whole)


def problems_of(hint: Hint) -> Iterator[str]:
    """Yield what is wrong with a hint's reason."""
    reason, told = hint.reason, f"{hint.seat}, {hint.move!r:.200}: {hint.reason!r}"
    if reason is None:
        yield f"no reason: {told}"
        return
    check: Callable[[Hint, Any], bool] | None = checks_of(hint.table.rules.id).get(type(reason))
    if check is None:
        yield f"nothing checks it: {told}"
    elif not check(hint, reason):
        yield f"not true: {told}"
    if not hint.table.describe_reason(reason):
        yield f"no sentence: {told}"
    if hint.shared and not hint.play.is_public:
        yield from _leaks(hint, told)


def _leaks(hint: Hint, told: str) -> Iterator[str]:
    """Yield the reasons for all that differ for the same move where other things are hidden."""
    play, rng = hint.play, Random(repr(hint.move))
    for _ in range(_WAYS):
        other = play.determinize(play.view(hint.state, hint.seat), hint.seat, rng)
        for watcher in play.acting_seats(hint.state):
            if watcher != hint.seat:
                other = play.determinize(play.view(other, str(watcher)), str(watcher), rng)
        if hint.seat not in play.acting_seats(other):
            continue
        view = play.view(other, hint.seat)
        for move in play.moves_of(view, hint.seat):
            if _heard(hint, move) == _heard(hint, hint.move):
                reason = hint.table.hint_reason(view, hint.seat, move, shared=True)
                if reason != hint.reason:
                    yield f"tells what is hidden: {told}, elsewhere {reason!r}"
                break


def _heard(hint: Hint, move: Any) -> tuple[Any, str]:
    return hint.play.event(move), "" if hint.play.event(move) is not None else hint.table.hints.describe_announced(move)


def check_hints(game: CompanionGame, count: int, seed: int, nodes: int, minutes: float = inf) -> Report:
    """Check so many hints of games from this seed on, or fewer when the time is up.

    Decisions without a choice do not count.
    """
    report, end = Report(), monotonic() + 60 * minutes
    while report.decisions < count and monotonic() < end:
        for hint in hints(game, seed, nodes):
            if hint.others and not hint.shared:
                if report.decisions == count or monotonic() > end:
                    break
                report.decisions += 1
            if hint.others:
                kind = type(hint.reason).__name__
                report.kinds[kind + FOR_ALL if hint.shared else kind] += 1
            report.problems += problems_of(hint)
        seed += 1
    return report


def sentences(hint: Hint) -> dict[str, str]:
    """Return the reason's sentence in all languages."""
    found = {}
    for code in (ENGLISH, *(code for code in COMPLETE if code != ENGLISH)):
        with in_language(code):
            found[code] = str(hint.table.describe_reason(hint.reason))
    return found
