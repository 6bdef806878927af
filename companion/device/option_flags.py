"""Game options on the command line: a flag for each `flag_help`; ``--variants`` takes all."""

import argparse
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from companion.device.errors import UserError
from companion.device.options import Option, OptionKind, Values, parse_variants


def add_flags(parser: argparse.ArgumentParser, options: Iterable[Option[Any]]) -> None:
    """Adds the flags; of options of the same id, which several games may have, the first.

    To be called last: a flag that the command has already is not taken away from it.
    """
    options = list(options)
    parser.add_argument("--variants", metavar="A,B", help="with --autoplay: variants of the game")
    for option in {option.id: option for option in reversed(options)}.values():
        help_text = option.flag_help
        if not help_text:
            continue
        if option.kind is OptionKind.FLAG:
            _add(parser, option.id, help_text, action="store_true", default=None)
        elif option.kind is OptionKind.CHOICE:
            _add(parser, option.id, help_text, choices=option.values)
        else:
            kind = int if option.kind is OptionKind.WHOLE_NUMBER else float
            _add(parser, option.id, help_text, type=kind, metavar="N")
    for group in sorted({option.group for option in options} - {""}):
        members = ",".join(option.id.replace("_", "-") for option in options if option.group == group)
        _add(parser, group, f"with --autoplay: of the game's {group} {members}", metavar="A,B")
    for name in sorted({option.formerly for option in options} - {""}):
        both = " and ".join(f"--{option.id.replace('_', '-')}" for option in options if option.formerly == name)
        _add(parser, name, f"the same as {both}", action="store_true", default=None)


def _add(parser: argparse.ArgumentParser, name: str, help_text: str, **more: Any) -> None:
    """Add a flag that `_flag_value` reads, unless there is one with this name.

    `help_text` is its help as it is to be read.
    """
    with suppress(argparse.ArgumentError):
        help_text = help_text.replace("%", "%%")
        parser.add_argument(f"--{name.replace('_', '-')}", dest=_flag_key(name), help=help_text, **more)


def _flag_key(name: str) -> str:
    """Return argparse's key for the value: no argument of a command has this name."""
    return f"option {name}"


def _flag_value(args: argparse.Namespace, name: str) -> Any:
    """Return the value of a flag on the command line; None if it is not given."""
    return getattr(args, _flag_key(name), None)


def chosen_by_flags(args: argparse.Namespace, options: Sequence[Option[Any]], others: Iterable[Option[Any]]) -> Values:
    """Return the values of a game's options on the command line, without the missing ones.

    `others` are the options of other games. Raises UserError for a flag that is theirs alone, or a value that does
    not fit.
    """
    values = dict(parse_variants(args.variants or "", options))
    others = list(others)
    own = {option.id for option in options}
    for group in sorted({option.group for option in (*options, *others)} - {""}):
        chosen = _flag_value(args, group)
        members = [option for option in options if option.group == group]
        if chosen is not None and not members:
            raise UserError(f"--{group} is no option of this game")
        values |= parse_variants(chosen or "", members, group.removesuffix("s"))
    for option in (*options, *(other for other in others if other.id not in own)):
        value = _flag_value(args, option.id)
        if value is None and option.formerly:
            value = _flag_value(args, option.formerly)
        if not option.flag_help or value is None:
            continue
        name = f"--{option.id.replace('_', '-')}"
        if option.id not in own:
            raise UserError(f"{name} is no option of this game")
        if not option.fits(value):
            raise UserError(f"{name} {value}: should be {option.allowed()}")
        values[option.id] = value
    return values
