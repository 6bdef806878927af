"""Game options on the command line: a flag for each `flag_help`; ``--variants`` takes all."""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from companion.device.errors import UserError
from companion.device.options import Option, OptionKind, Values, parse_variants


def add_flags(
    parser: argparse.ArgumentParser,
    games: Mapping[str, Sequence[Option[Any]]],
    game_id: str | None = None,
    *,
    together_with: str = "",
) -> None:
    """Add the flags of all games, by their ids, each game's in a group of the help of its own.

    With `game_id` the help shows that game's alone; those of other games are taken all the same. The help says that
    the flags count only `together_with` another flag. Of options of the same id, which several games may have, the
    first counts. To be called last: a flag that the command has already is not taken away from it.
    """
    condition = f"with {together_with}: " if together_with else ""
    parser.add_argument("--variants", metavar="A,B", help=f"{condition}variants of the game, separated by commas")
    for name, options in games.items():
        group = parser.add_argument_group(" ".join(["with", *together_with.split(), "--game", name]))
        shown = game_id in (None, name)
        for flag, help_text, more in _flags(options):
            # A flag that is there already is another game's, or the command's own.
            with suppress(argparse.ArgumentError):
                group.add_argument(
                    f"--{flag.replace('_', '-')}",
                    dest=_flag_key(flag),
                    help=help_text.replace("%", "%%") if shown else argparse.SUPPRESS,
                    **more,
                )


def _flags(options: Sequence[Option[Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each flag that `_flag_value` reads: its name, its help, arguments for argparse."""
    for option in options:
        if not option.flag_help:
            continue
        if option.kind is OptionKind.FLAG:
            yield option.id, option.flag_help, {"action": "store_true", "default": None}
        elif option.kind is OptionKind.CHOICE:
            yield option.id, option.flag_help, {"choices": option.values}
        else:
            yield (
                option.id,
                option.flag_help,
                {"type": int if option.kind is OptionKind.WHOLE_NUMBER else float, "metavar": "N"},
            )
    for group in sorted({option.group for option in options} - {""}):
        members = ",".join(option.id.replace("_", "-") for option in options if option.group == group)
        yield group, f"any of {members}", {"metavar": "A,B"}
    for name in sorted({option.formerly for option in options} - {""}):
        both = " and ".join(f"--{option.id.replace('_', '-')}" for option in options if option.formerly == name)
        yield name, f"the same as {both}", {"action": "store_true", "default": None}


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
