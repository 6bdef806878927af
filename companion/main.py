"""Console command ``companion``: runs the sub-command and turns errors into one sentence."""

import argparse
import atexit
import importlib
import io
import os
import re
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, redirect_stdout
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from companion.device.errors import UserError
from companion.device.log import fail
from companion.device.outputs import check_outputs
from companion.device.stops import Stopped, raise_on_stop
from companion.device.streams import drop_output, prepare_streams
from engine.errors import RulesError
from engine.suggestions import did_you_mean
from vision.errors import VisionError

if TYPE_CHECKING:
    from companion.games import CompanionGame, GamePart

#: The platform's sub-commands: the module that has `add_arguments(parser)` and `run(args) -> exit status`, and what it
#: does. The games bring commands of their own.
#: A module is imported only when its command is called, so that each starts as quickly as it can.
COMMANDS = {
    "play": ("companion.commands.play", "play a whole game at the table, or at a virtual one"),
    "read": ("companion.commands.read", "read a picture of the table: which piece is where"),
    "watch": ("companion.commands.watch", "watch a table and tell every change; with --debug how it is seen"),
    "cameras": ("companion.commands.cameras", "list the cameras that are connected, and their modes"),
    "record": ("companion.commands.record", "keep what a camera sees with what is read, to read it again later"),
    "give": (
        "companion.commands.give",
        "pack pictures of your table for others, cut to what is read, after you have seen each",
    ),
    "tags": ("companion.commands.tags", "make the tag sheets to print and the manifest"),
    "render": ("companion.commands.render", "photograph a position with the virtual camera"),
    "calibrate": ("companion.commands.calibrate", "measure a camera at its place over the table and keep its profile"),
    "camera-height": (
        "companion.commands.camera_height",
        "say how high a camera must be over the board, and how finely it sees it",
    ),
    "games": ("companion.commands.games", "list the games that are kept, write them to files and read them from files"),
    "players": ("companion.commands.players", "list, rename, merge and forget the names of those who play"),
    "statistics": ("companion.commands.statistics", "count wins, lengths and what happened in the finished games"),
    "story": (
        "companion.commands.story",
        "write an evening as a page to print, its turning points as an animation",
    ),
    "replay": ("companion.commands.replay", "play a whole game again, in a window or as an animation"),
    "referee": ("companion.commands.referee", "judge a game file by the rules, and tell where the game stands"),
    "arena": ("companion.commands.arena", "let bots play a tournament of any game"),
    "check-game": ("companion.commands.check_game", "check that a game keeps to what every game must keep to"),
    "new-game": ("companion.commands.new_game", "write a small game into a new folder, to be made your own"),
    "install-game": ("companion.commands.install_game", "install a game of others, after a word about trust"),
    "relay": ("companion.commands.relay", "forward sealed packets between two tables that cannot reach each other"),
    "config": ("companion.commands.config", "print, write or check the file that says how the box is wired"),
    "doctor": ("companion.commands.doctor", "look at everything the box is made of, and say what is wrong"),
}


#: Those that are about one game, and the part (`GamePart`) that it must have for them: their
#: `add_arguments(parser, game)` knows it, and `run` has it as `args.companion_game`.
GAME_COMMANDS = {
    "play": "table",
    "arena": "virtual",
    "read": "readings",
    "watch": "readings",
    "record": "readings",
    "give": "readings",
    "tags": "sheets",
    "render": "photographs",
    "calibrate": "readings",
    "camera-height": "photographs",
    "doctor": "readings",
}


#: What argparse says of options that there are not, and of values that a choice does not have.
_UNKNOWN = "unrecognized arguments: "
_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)")


class _Parser(argparse.ArgumentParser):
    """Parser that says what is wrong with the command line in one sentence, as other errors."""

    def error(self, message: str) -> NoReturn:
        suggestion = self._suggestion(message)
        raise UserError(f"{message}{suggestion or f'; {self.prog} --help shows how to call it'}")

    def _suggestion(self, message: str) -> str:
        """Return the options or values that were probably meant for the unknown ones in `message`."""
        if message.startswith(_UNKNOWN):
            words = message.removeprefix(_UNKNOWN).split()
            options = [word.partition("=")[0] for word in words if word.startswith("--")]
            return "".join(did_you_mean(option, self._option_string_actions) for option in options)
        choice = _CHOICE.search(message)
        return did_you_mean(choice[1], re.findall(r"[\w.-]+", choice[2])) if choice else ""


def run_process() -> int:
    """Run the process's command line and return the exit status, whatever threads are left.

    As Python ends, it stops such threads where they are, and in OpenCV that aborts the process.
    """
    status = 1

    def end_at_once() -> None:
        if any(thread.daemon for thread in threading.enumerate()):
            os._exit(status)

    # What is registered first is called last, when all that is open has been closed.
    atexit.register(end_at_once)
    status = main()
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's) and return the exit status.

    0: done; 1: a Python package cannot be used; 2: the input or the command line is not right, both with one sentence
    on standard error; 130: interrupted; 143 and 129: told to stop by SIGTERM or SIGHUP.
    """
    prepare_streams()
    status = 0
    try:
        try:
            status = _dispatch(list(sys.argv[1:] if argv is None else argv))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to them.
        drop_output()
        return 1
    except OSError as error:
        # What is left in the buffer would be refused once more when Python ends.
        drop_output()
        return status or _fail(f"standard output: {error.strerror}")
    return status


def _dispatch(words: list[str]) -> int:
    """Run the command that the words begin with; return the exit status.

    Raises BrokenPipeError if nobody reads its output any more, SystemExit after its help was shown.
    """
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0
    if words[0] == "--version":
        from companion.device.version import version_and_commit

        print(f"companion {version_and_commit()}")
        return 0
    commands = COMMANDS if words[0] in COMMANDS else _default_commands()
    if words[0] not in commands:
        commands = all_commands()
    if words[0] not in commands:
        near = did_you_mean(words[0], commands)
        return _fail(f"there is no command {words[0]!r}{near or '; the commands are ' + ', '.join(commands)}")
    return _run(words[0], words[1:], commands)


def _default_commands() -> Mapping[str, tuple[str, str]]:
    """Return the usual game's own commands, which are found without loading the others."""
    from companion.games import DEFAULT_GAME, find_game

    try:
        return find_game(DEFAULT_GAME).commands
    except UserError:
        return {}


def all_commands() -> Mapping[str, tuple[str, str]]:
    """Return the platform's commands, then those of each game; the first use of a name wins."""
    commands = dict(COMMANDS)
    for own in _commands_of_games().values():
        for name, command in own.items():
            commands.setdefault(name, command)
    return commands


def _commands_of_games() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return the commands of each game, by the games' ids.

    A broken game is reported and does not affect the others.
    """
    from companion.games import CompanionGame, ask_each_game

    def of(game: CompanionGame) -> dict[str, tuple[str, str]]:
        return {name: (str(module), str(purpose)) for name, (module, purpose) in game.commands.items()}

    return ask_each_game(of)


def _overview() -> str:
    games = _commands_of_games()
    width = max(len(name) for commands in (COMMANDS, *games.values()) for name in commands) + 2
    told: set[str] = set()
    lines = [
        "usage: companion COMMAND ...      (companion COMMAND --help tells more)",
        "",
        "The companion of the table: it reads the pieces, knows the rules, and leads through the game.",
    ]
    for title, commands in (("for every game", COMMANDS), *((f"for {game_id}", own) for game_id, own in games.items())):
        new = {name: purpose for name, (_, purpose) in commands.items() if name not in told}
        told |= new.keys()
        if new:
            lines += ["", f"{title}:", *(f"  {name.ljust(width)}{purpose}" for name, purpose in new.items())]
    return "\n".join(lines)


def _run(name: str, words: list[str], commands: Mapping[str, tuple[str, str]]) -> int:
    try:
        return _run_command(name, words, *commands[name])
    except (UserError, RulesError, VisionError) as error:
        return _fail_for_package(error) or _fail(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _fail_for_package(error) or _fail(f"{error.filename or name}: {error.strerror or error}")
    except Stopped as stopped:
        return stopped.status
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if not (status := _fail_for_package(error)):
            raise
        return status


def _fail_for_package(error: Exception) -> int:
    """Name the Python package that made a command fail; return the exit status, else 0."""
    # Only what fails needs these.
    from companion.device.packages import describe_broken_package
    from companion.games.broken import BrokenGameError

    if isinstance(error, UserError | RulesError | VisionError) and not isinstance(error, BrokenGameError):
        return 0
    sentence = describe_broken_package(error)
    if sentence is None:
        return 0
    fail(sentence)
    return 1


def _run_command(name: str, words: list[str], module_name: str, purpose: str) -> int:
    """Run the command of this module; blame a game for its own faults.

    The game is the one that brings the command, or the one that the command is about.
    """
    from companion.games import GamePart, blame_game, options_of
    from companion.games.choosing import ConfigOfCommand, chosen_game

    parser = _Parser(prog=f"companion {name}", description=purpose, allow_abbrev=False)
    with ExitStack() as blame:
        blame.enter_context(blame_game(module_name))
        with _no_output():
            module = importlib.import_module(module_name)
        if name in GAME_COMMANDS:
            config, part = ConfigOfCommand(words), GamePart(GAME_COMMANDS[name])
            game = chosen_game(words, config)
            options_of(game)
            blame.enter_context(blame_game(game.__module__))
            with _no_output():
                _add_game_arguments(module, parser, words, game, part)
            parser.set_defaults(companion_game=game, config_of_command=config)
        else:
            module.add_arguments(parser)
        args = parser.parse_args(words)
        check_outputs(args)
        with raise_on_stop():
            status: int = module.run(args)
    return status


def _no_output() -> AbstractContextManager[object]:
    """Drop what packages print while they are loaded, such as greetings and advice."""
    return redirect_stdout(io.StringIO())


def _add_game_arguments(
    module: ModuleType, parser: argparse.ArgumentParser, words: Sequence[str], game: "CompanionGame", part: "GamePart"
) -> None:
    """Add the arguments of a command about one game: sizes and moments are the game's.

    Raises UserError if the game does not have the part that the command is about.
    """
    from companion.games import games_with
    from companion.games.choosing import GAME_NAMED, OPTION, names_game

    if not game.has(part):
        raise game.without(part)
    parser.set_defaults(**{GAME_NAMED: names_game(words)})
    module.add_arguments(parser, game)
    # Only who asks for help waits for every game to be looked up.
    games = ", ".join(games_with(part)) if {"-h", "--help"} & set(words) else ""
    about = f"which game: {games} (default: what a file says, else that of the config file)"
    parser.add_argument(OPTION, metavar="ID", help=about)


def _fail(sentence: str) -> int:
    fail(sentence)
    return 2


if __name__ == "__main__":
    sys.exit(run_process())
