"""Game files: a game as JSON lines, for any game.

The first line is the header, every further line one event in the order in which they happened::

    {"format": "some-game/game", "version": 1}
    {"event": "started", ...}

They are read strictly: each event has exactly its keys, and each is judged as if it happened now.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine.errors import NotationError, join_problems, shown
from engine.game import EventNotAllowedError, EventT, Game, Problem, RuleProblem, Rules, StateT
from engine.strict_json import each_key_once

VERSION = 1
#: The code of the problem that a line is no event at all.
NOT_UNDERSTOOD = "not-understood"
_NOT_STARTED = 'the game file ends before the game has started: the first event is "started"'


@dataclass(frozen=True)
class Judgement(Generic[StateT, EventT]):
    """Verdict of the rules on a line of a game file.

    `line` counts from 1; `game` is the game after its event, or before it where there are `problems` (None: not
    begun).
    """

    line: int
    game: Game[StateT, EventT] | None
    problems: tuple[Problem, ...] = ()


def game_to_text(rules: Rules[StateT, EventT], events: Iterable[EventT]) -> str:
    """Return the text of a game file: one line for the header and one for each event.

    >>> from classics.noughts_and_crosses import GAME
    >>> from engine import game_to_text
    >>> from engine.grid import Moved, Started
    >>> print(game_to_text(GAME.rules, [Started(), Moved("crosses", (("b2", "cross"),))]), end="")
    {"format": "noughts-and-crosses/game", "version": 1}
    {"event": "started"}
    {"event": "moved", "by": "crosses", "changes": [["b2", "cross"]]}
    """
    lines = [{"format": rules.format, "version": VERSION}, *map(rules.event_to_json, events)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def game_from_text(rules: Rules[StateT, EventT], text: str) -> Game[StateT, EventT]:
    """Return the game that the text of a game file tells.

    Raises NotationError, naming the line, for a text that is no game file, also for one with an event that the rules
    did not allow at that point.

    >>> from classics.noughts_and_crosses import GAME
    >>> from engine import game_from_text, game_to_text
    >>> from engine.grid import Moved, Started
    >>> text = game_to_text(GAME.rules, [Started(), Moved("crosses", (("b2", "cross"),))])
    >>> game_from_text(GAME.rules, text).state.board
    {'b2': 'cross'}
    """
    game: Game[StateT, EventT] | None = None
    for judgement in judge(rules, text.removesuffix("\n").split("\n")):
        if judgement.problems:
            raise NotationError(
                f"line {judgement.line}: {join_problems([problem.text for problem in judgement.problems])}"
            )
        game = judgement.game
    if game is None:
        raise NotationError(f"line 2: {_NOT_STARTED}")
    return game


def judge(rules: Rules[StateT, EventT], lines: Sequence[str]) -> Iterator[Judgement[StateT, EventT]]:
    """Judge each event of a game file, line after line, up to the first that is refused.

    A file without any event is refused too, except where the rules know a state before the first one.

    >>> from classics.noughts_and_crosses import GAME
    >>> from engine import game_to_text, judge
    >>> from engine.grid import Moved, Started
    >>> centre = Moved("crosses", (("b2", "cross"),))
    >>> lines = game_to_text(GAME.rules, [Started(), centre, centre]).splitlines()
    >>> [(judgement.line, len(judgement.problems)) for judgement in judge(GAME.rules, lines)]
    [(2, 0), (3, 0), (4, 1)]
    """
    try:
        _check_header(rules, decoded(lines[0] if lines else ""))
    except NotationError as error:
        yield Judgement(1, None, _not_understood(error))
        return
    game: Game[StateT, EventT] | None = None
    for number, line in enumerate(lines[1:], start=2):
        try:
            event = rules.event_from_json(decoded(line))
            game = game.apply(event) if game else rules.start(event)
        except NotationError as error:
            yield Judgement(number, game, _not_understood(error))
            return
        except EventNotAllowedError as error:
            yield Judgement(number, game, error.problems)
            return
        yield Judgement(number, game)
    if len(lines) == 1 and rules.before is None:
        yield Judgement(2, None, _not_understood(_NOT_STARTED))


def _not_understood(why: object) -> tuple[Problem, ...]:
    return (RuleProblem(NOT_UNDERSTOOD, str(why)),)


def format_of(header: str) -> str | None:
    """Return the format named in the first line of a game file; None if it names none."""
    try:
        found = decoded(header).get("format")
    except NotationError:
        return None
    return found if isinstance(found, str) else None


def _check_header(rules: Rules[Any, Any], header: Mapping[str, Any]) -> None:
    if header.get("format") != rules.format:
        raise NotationError(
            f'not a game file: expected "format": "{rules.format}", found {shown(header.get("format"))}'
        )
    version = header.get("version")
    if type(version) is not int or version != VERSION:
        raise NotationError(f"this program reads version {VERSION} of the game file, found {shown(version)}")


def decoded(line: str) -> Mapping[str, Any]:
    """Return the JSON object on a line, no key twice. Raises NotationError."""
    try:
        value = json.loads(line, object_pairs_hook=each_key_once)
    except NotationError:
        raise
    except (ValueError, RecursionError):
        raise NotationError(f"expected a JSON object, found {shown(line)}") from None
    if not isinstance(value, dict):
        raise NotationError(f"expected a JSON object, found {shown(value)}")
    return value
