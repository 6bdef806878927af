"""Options on the command line: each that has a `flag_help` is a flag of its own; ``--variants`` takes all of them."""

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from companion.box.errors import UserError
from companion.box.options import Option, OptionKind, Values, parse_variants


def add_flags(parser: argparse.ArgumentParser, options: Iterable[Option[Any]]) -> None:
    """Adds the flags; of options of the same id, which several games may have, the first."""
    options = list(options)
    parser.add_argument("--variants", metavar="A,B", help="with --autoplay: variants of the game, such as dm,expert")
    for option in {option.id: option for option in reversed(options)}.values():
        name = f"--{option.id.replace('_', '-')}"
        if not option.flag_help:
            continue
        if option.kind is OptionKind.FLAG:
            parser.add_argument(name, action="store_true", default=None, help=option.flag_help)
        elif option.kind is OptionKind.CHOICE:
            parser.add_argument(name, choices=option.values, help=option.flag_help)
        else:
            parser.add_argument(
                name, type=int if option.kind is OptionKind.WHOLE_NUMBER else float, metavar="N", help=option.flag_help
            )
    for group in sorted({option.group for option in options} - {""}):
        members = ",".join(option.id.replace("_", "-") for option in options if option.group == group)
        parser.add_argument(f"--{group}", metavar="A,B", help=f"with --autoplay: of the game's {group} {members}")
    for name in sorted({option.formerly for option in options} - {""}):
        both = " and ".join(f"--{option.id.replace('_', '-')}" for option in options if option.formerly == name)
        parser.add_argument(f"--{name}", action="store_true", default=None, help=f"the same as {both}")


def chosen_by_flags(args: argparse.Namespace, options: Sequence[Option[Any]], others: Iterable[Option[Any]]) -> Values:
    """What the command line chooses of a game's options; those that it says nothing of are left out.

    `others` are the options of other games. Raises UserError for a flag that is theirs alone, or a value that does not
    fit.
    """
    values = dict(parse_variants(args.variants or "", options))
    others = list(others)
    own = {option.id for option in options}
    for group in sorted({option.group for option in (*options, *others)} - {""}):
        chosen = getattr(args, group, None)
        members = [option for option in options if option.group == group]
        if chosen is not None and not members:
            raise UserError(f"--{group} is no option of this game")
        values |= parse_variants(chosen or "", members, group.removesuffix("s"))
    for option in (*options, *(other for other in others if other.id not in own)):
        value = getattr(args, option.id, None)
        if value is None and option.formerly:
            value = getattr(args, option.formerly, None)
        if not option.flag_help or value is None:
            continue
        name = f"--{option.id.replace('_', '-')}"
        if option.id not in own:
            raise UserError(f"{name} is no option of this game")
        if not option.fits(value):
            raise UserError(f"{name} {value}: should be {option.allowed()}")
        values[option.id] = value
    return values
