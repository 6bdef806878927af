"""``companion referee``: check a game file strictly by the rules, and describe its state."""

import argparse
import json
from typing import Any

from companion.device.errors import UserError
from companion.device.files import NotTextError, read_text
from companion.device.language import say, use_language
from companion.device.log import fail
from companion.device.plain_text import plain
from companion.device.settings import default_settings_path, load_settings
from companion.games import CompanionGame, blame_game, find_game_by_format
from companion.games.files import MOST_BYTES, no_game_file
from engine.game import Game
from engine.gamefile import NOT_UNDERSTOOD, Judgement, format_of, judge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="GAME.jsonl", help="a game file of any game; - for standard input")
    parser.add_argument("--json", action="store_true", help="print the state after the last event as JSON")
    parser.add_argument("--each", action="store_true", help="with --json: a line for every event")


def run(args: argparse.Namespace) -> int:
    """Return judges the game; returns the exit status: 2 if an event is not allowed."""
    if args.each and not args.json:
        raise UserError("--each tells every event as JSON; give --json too")
    use_language(load_settings(default_settings_path())[0].language)
    try:
        lines = read_text(args.file, "a game file", MOST_BYTES).removesuffix("\n").split("\n")
    except NotTextError as error:
        return _refuse(args, None, Judgement(1, None), [{"code": NOT_UNDERSTOOD, "text": error.reason}])
    game = find_game_by_format(format_of(lines[0]))
    if game is None:
        return _refuse(args, None, Judgement(1, None), [{"code": NOT_UNDERSTOOD, "text": no_game_file()}])
    with blame_game(game.__module__):
        return _judge(args, game, lines)


def _judge(args: argparse.Namespace, game: CompanionGame, lines: list[str]) -> int:
    """Print what the game's rules say of the lines; return the exit status."""
    played: Game[Any, Any] | None = None
    for judgement in judge(game.rules, lines):
        if judgement.problems:
            problems = [{"code": problem.code, "text": plain(problem.text)} for problem in judgement.problems]
            return _refuse(args, game, judgement, problems)
        played = judgement.game
        if args.each:
            _print({"line": judgement.line, "ok": True, "state": _state(game, played)})
    if args.json and not args.each:
        events = len(played.events) if played else 0
        _print({"game": game.id, "events": events, "ok": True, "state": _state(game, played)})
    elif not args.json:
        print(
            "\n".join(game.describe_state(played.state)) if played else say('No event yet: the first one is "started".')
        )
    return 0


def _state(game: CompanionGame, played: Game[Any, Any] | None) -> dict[str, Any] | None:
    """Return the public state after these events.

    Before the first event it is that of the rules that know such a state.
    """
    return game.rules.public_state(played.state) if played else game.rules.public_state_before()


def _refuse(
    args: argparse.Namespace,
    game: CompanionGame | None,
    judgement: Judgement[Any, Any],
    problems: list[dict[str, str]],
) -> int:
    """Tell what is wrong with a line."""
    events = len(judgement.game.events) if judgement.game else 0
    refusal = {"line": judgement.line, "ok": False, "problems": problems}
    if args.json:
        whole = {"game": game.id if game else None, "events": events}
        _print(refusal if args.each else {**whole, **refusal})
    name = "standard input" if args.file == "-" else args.file
    text = "; ".join(problem["text"] for problem in problems)
    fail(f"{name}: line {judgement.line}: {text}")
    return 2


def _print(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False))
