"""``companion navigation``: the navigation cards that a table plays with."""

import argparse
from pathlib import Path

from companion.device.files import read_text, write_whole
from companion.device.log import warn
from companion.games.lifeboat.navigation_file import (
    MOST_BYTES,
    STAND_IN_SET,
    NavigationSet,
    check_set,
    load_set,
    navigation_path,
    set_to_text,
)
from companion.journal.choosing import add_journal_argument, journal_path
from engine.lifeboat.navigation import Bird, NavigationCard

#: Instead of a file: back to the made-up set.
STAND_IN = "stand-in"
_BIRDS = {Bird.BIRD: "bird", Bird.CROSSED: "crossed bird", Bird.NONE: "no bird"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    put = commands.add_parser("set", help="use the cards of a file from now on", description="use the cards of a file")
    put.set_defaults(do=_set)
    put.add_argument("file", metavar="FILE", help=f"a file of navigation cards; {STAND_IN}: the made-up set")
    check = commands.add_parser(
        "check", help="name every problem of a file", description="name every problem of a file"
    )
    check.set_defaults(do=_check)
    check.add_argument("file", metavar="FILE", help="a file of navigation cards")
    show = commands.add_parser("show", help="print the cards in use", description="print the cards in use")
    show.set_defaults(do=_show)
    show.add_argument("--json", action="store_true", help="as a file of navigation cards")
    for command in (put, show):
        add_journal_argument(command)


def run(args: argparse.Namespace) -> int:
    """Set, check or show the cards; return the exit status."""
    status: int = args.do(args)
    return status


def _set(args: argparse.Namespace) -> int:
    place = navigation_path(journal_path(args))
    if args.file == STAND_IN:
        place.unlink(missing_ok=True)
        print(f"The cards in use are the {STAND_IN_SET.name}.")
        return 0
    found = load_set(args.file)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, set_to_text(found).encode())
    print(f"The cards in use are {found.name}, kept in {place}.")
    return 0


def _check(args: argparse.Namespace) -> int:
    found, problems = check_set(read_text(args.file, "a file of navigation cards", MOST_BYTES))
    for problem in problems:
        warn(f"{args.file}: {problem}")
    if found is not None:
        print(f"{args.file}: all is right, {len(found.cards)} cards and {len(found.extra)} extra")
    return 2 if problems else 0


def _show(args: argparse.Namespace) -> int:
    found = load_current_set(journal_path(args))
    if args.json:
        print(set_to_text(found), end="")
        return 0
    print(f"{found.name}: {len(found.cards)} cards, and {len(found.extra)} with cannibalism")
    for card in (*found.cards, *found.extra):
        print(_line(card))
    return 0


def load_current_set(journal: Path) -> NavigationSet:
    """Return the table's own set, else the made-up one. Raises UserError."""
    place = navigation_path(journal)
    return load_set(str(place)) if place.exists() else STAND_IN_SET


def _line(card: NavigationCard) -> str:
    parts = [_BIRDS[card.bird]]
    if card.overboard:
        parts.append(f"overboard {' '.join(card.overboard)}")
    if card.thirsty:
        parts.append(f"thirsty {' '.join(card.thirsty)}")
    parts += [word for word, is_shown in (("oars", card.oars), ("fists", card.fists)) if is_shown]
    return f"{card.id}: {', '.join(parts)}"
