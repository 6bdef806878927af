"""The console command ``companion``: finds the sub-command, runs it, and turns errors into one sentence."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from companion.box.errors import UserError
from companion.box.log import fail
from engine.finstere_flure.errors import RulesError
from vision.errors import VisionError

#: Sub-command: the module that has `add_arguments(parser)` and `run(args) -> exit status`, and what it does.
#: A module is imported only when its command is called, so that each starts as quickly as it can.
COMMANDS = {
    "play": ("companion.commands.play", "a whole game at the table, or at a virtual one"),
    "show": (
        "companion.games.finstere_flure.commands.show",
        "play the monster's move in a window, from a picture or a position",
    ),
    "predict": (
        "companion.games.finstere_flure.commands.predict",
        "picture of the table in, the monster's move out, drawn into the picture",
    ),
    "read": ("companion.commands.read", "read a picture of the table: which piece is where"),
    "watch": ("companion.commands.watch", "watch a table and tell every change; with --debug how it is seen"),
    "cameras": ("companion.commands.cameras", "list the cameras that are connected, and their modes"),
    "record": ("companion.commands.record", "keep what a camera sees with what is read, to read it again later"),
    "monster": ("companion.games.finstere_flure.commands.monster", "the monster's move from a position file"),
    "moves": ("companion.games.finstere_flure.commands.moves", "all moves that the rules allow the tokens"),
    "board": ("companion.games.finstere_flure.commands.board", "print a position as a text board or as JSON"),
    "tags": ("companion.commands.tags", "make the tag sheets to print and the manifest"),
    "render": ("companion.commands.render", "photograph a position with the virtual camera"),
    "calibrate": ("companion.commands.calibrate", "measure a camera at its place over the table and keep its profile"),
    "camera-height": (
        "companion.commands.camera_height",
        "how high a camera must be over the board, and how fine it sees it",
    ),
    "games": ("companion.commands.games", "list the games that are kept, write them to files and take them from files"),
    "replay": ("companion.commands.replay", "play a whole game again, in a window or as an animation"),
    "config": ("companion.commands.config", "print, write or check the file that says how the box is wired"),
    "doctor": ("companion.commands.doctor", "look at everything the box is made of, and say what is wrong"),
    "demo": ("companion.commands.demo", "a virtual table to watch or to play at"),
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the command line in one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; {self.prog} --help tells how it is called")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line `argv` (default: the process's) and returns the exit status.

    0: done; 2: the input or the command line is not right, with one sentence on standard error; 130: interrupted.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0
    if words[0] == "--version":
        from importlib.metadata import version

        print(f"companion {version('finstere-flure-companion')}")
        return 0
    if words[0] not in COMMANDS:
        return _fail(f"there is no command {words[0]!r}; the commands are {', '.join(COMMANDS)}")
    return _run(words[0], words[1:])


def _overview() -> str:
    width = max(map(len, COMMANDS)) + 2
    lines = [f"  {name.ljust(width)}{purpose}" for name, (_, purpose) in COMMANDS.items()]
    usage = "usage: companion COMMAND ...      (companion COMMAND --help tells more)"
    return "\n".join([usage, "", "The companion of the board game Finstere Flure (Fearsome Floors).", "", *lines])


def _run(name: str, words: list[str]) -> int:
    module_name, purpose = COMMANDS[name]
    try:
        module = importlib.import_module(module_name)
        parser = _Parser(prog=f"companion {name}", description=purpose, allow_abbrev=False)
        module.add_arguments(parser)
        status: int = module.run(parser.parse_args(words))
        sys.stdout.flush()
    except (UserError, RulesError, VisionError) as error:
        return _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail(f"{error.filename or name}: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130
    return status


def _fail(sentence: str) -> int:
    fail(sentence)
    return 2


if __name__ == "__main__":
    sys.exit(main())
