"""``companion play``: a whole game at the table, led from set-up to victory."""

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.device.config import CameraConfig, Config
from companion.device.errors import UserError
from companion.device.extras import extra_command
from companion.device.language import LANGUAGES
from companion.device.line_outputs import STANDARD_OUTPUT, opened_output
from companion.device.log import warn
from companion.device.option_flags import add_flags, chosen_by_flags
from companion.device.settings import BY_EAR, NO_STICKERS, SOME_STICKERS
from companion.device.window_size import window_size
from companion.games import CompanionGame, GamePart, ask_each_game, game_options
from companion.games.choosing import GAME_NAMED, ConfigOfCommand
from companion.games.opponents import bots_of, load_opponents
from companion.journal import Journal
from companion.phones.checks import PACKAGES, TABLE_PACKAGES
from companion.table.game import TableGame
from companion.table.other_table import OtherTable
from companion.table.phones import Phones
from companion.table.session import Session
from companion.virtual_table.autoplay import play_headless
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.secret_hands import SecretHands
from engine.suggestions import did_you_mean
from hardware.buttons import Button
from vision.sources.opening import SOURCES

#: No bot thinks longer for a move (seconds).
_MOST_SECONDS = 600.0
#: Instead of a camera: none.
BY_HAND = "none"
KEYS_HELP = (
    "Keys: space or Enter is Advance, D is Draw, Backspace is Back; each can be held. Page Up and Page Down page "
    "through long lists, F11 fills the screen, Esc leaves. "
    "On the virtual table: drag pieces with the mouse; F or a double-click flips, R or the wheel turns."
)


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    parser.epilog = KEYS_HELP
    parser.add_argument("--virtual", action="store_true", help="with a virtual table and camera beside the screen")
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help=f"the camera over the table: {SOURCES}; {BY_HAND}: play by hand (default: on a Raspberry Pi the first "
        "that is found)",
    )
    parser.add_argument("--profile", metavar="FILE", help="profile of the camera (focal length, lens distortion)")
    parser.add_argument("--tags", metavar="MANIFEST", help="manifest.json of your tags, if they have other sizes")
    parser.add_argument("--autoplay", action="store_true", help="the virtual table plays by itself")
    parser.add_argument(
        "--headless",
        action="store_true",
        help="with --autoplay: no window, a JSON summary; keeps the game only with --journal",
    )
    parser.add_argument(
        "--bots",
        metavar="SEAT=NAME",
        help="bots in the next game: SEAT=NAME[:SECONDS], separated by commas; NAME is "
        f"{', '.join(bots_of(game))}; or choose them on the page that asks who plays",
    )
    parser.add_argument(
        "--seed", type=int, default=None, help="seed of the virtual table and its bots (default: random)"
    )
    parser.add_argument(
        "--players", type=int, help="with --autoplay: number of players (default: the game's usual one)"
    )
    parser.add_argument(
        "--record", metavar="FOLDER", help="keep what the camera sees, to read it again (companion read)"
    )
    parser.add_argument(
        "--events",
        metavar="FILE",
        nargs="?",
        const=STANDARD_OUTPUT,
        help="write each event as a line of JSON for other programs, to a file, a named pipe or "
        "mqtt://HOST/TOPIC (default: standard output)",
    )
    parser.add_argument("--journal", metavar="FILE", help="where the games are kept (default: among the user's data)")
    parser.add_argument("--language", choices=list(LANGUAGES), help="language of texts and voice, this time only")
    parser.add_argument(
        "--by-ear",
        choices=BY_EAR.values,
        nargs="?",
        const="short",
        help="say all that the screen shows, so that nobody has to look at it: short, or each page in full "
        "(default: as set on the screen; without a word: short)",
    )
    parser.add_argument(
        "--plain",
        metavar="PIECE,...",
        nargs="?",
        const="",
        help="pieces without stickers: they are known by where they lie; those that are named have some",
    )
    parser.add_argument("--silent", action="store_true", help="without sound")
    parser.add_argument(
        "--config", metavar="FILE", help="how the box is wired (default: the file that companion config --where names)"
    )
    parser.add_argument("--buttons", metavar="PINS", help="pins of Advance, Draw, Back, such as GPIO17,GPIO27,GPIO22")
    parser.add_argument("--leds", metavar="PINS", help="pins of a ring of LEDs, such as GPIO5,GPIO6,GPIO13,GPIO19")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen from the start")
    parser.add_argument(
        "--kiosk", action="store_true", help="nothing else runs on this screen: like --fullscreen, and without Leave"
    )
    parser.add_argument(
        "--phones",
        metavar="ADDRESS:PORT",
        nargs="?",
        const="",
        help="phones on the same network may join this evening (default: every address of this machine)",
    )
    parser.add_argument("--join", metavar="ADDRESS", help="join the game of another table, which has invited this one")
    parser.add_argument(
        "--relay",
        metavar="ADDRESS:PORT",
        help="the relay by which tables are invited that cannot reach this one (companion relay)",
    )
    parser.add_argument(
        "--dial", action="store_true", help="tables may be invited by a number that they dial through firewalls"
    )
    parser.add_argument("--size", metavar="WxH", help="size of the window in pixels, such as 1024x600")
    add_flags(parser, game_options(), game.id if parser.get_default(GAME_NAMED) else None, together_with="--autoplay")


def run(args: argparse.Namespace) -> int:
    """Run the table; return the exit status."""
    seed = random.SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
    if (args.headless and not args.autoplay) or (args.autoplay and not args.virtual):
        raise UserError(
            "--headless needs --autoplay, and --autoplay needs --virtual: only a virtual table plays by itself"
        )
    if args.virtual and (args.camera or args.profile or args.tags or args.record):
        raise UserError(
            "--virtual has a camera and tags of its own; leave it out, or --camera, --profile, --tags and --record"
        )
    config = _config(args)
    game: CompanionGame = args.companion_game
    bots = _bots(args.bots, game) if args.bots else {}
    if bots and args.autoplay:
        raise UserError("--autoplay plays all seats; leave it out, or --bots")
    if args.headless:
        return _headless(args, game, seed)
    camera = config.camera if not args.virtual else CameraConfig()
    source = args.camera or camera.source
    profile, tags = args.profile or camera.profile, args.tags or camera.tags
    journal = args.journal or config.games.journal
    size = config.screen.size_px or None if args.size is None else args.size
    # Only the window needs pygame.
    from companion.table.run import TableOptions, run_table
    from companion.virtual_table.table_source import VirtualTableSources

    first = _start_game(args, game, seed)
    alone = args.game or args.autoplay or args.record or args.tags
    tables = {game.id: game.table, **({} if alone else offered_tables())}
    virtuals = {
        game.id: game.virtual,
        **({} if alone else ask_each_game(lambda other: other.virtual, GamePart.VIRTUAL)),
    }
    virtuals = {game_id: virtual for game_id, virtual in virtuals.items() if game_id in tables}
    for virtual in virtuals.values():
        virtual.tagged = _tagged(args.plain, virtual)
    if args.virtual:
        tables = {game_id: table for game_id, table in tables.items() if game_id in virtuals}

    def start(game_id: str) -> Any:
        """Return the first event of a game at the virtual table."""
        return first if game_id == game.id else virtuals[game_id].start(None, seed, {})

    def deal(session: Session) -> SecretHands | None:
        """Keep the hidden cards of a real table whose hands are phones."""
        virtual = virtuals.get(session.table_game.rules.id)
        if virtual is None:
            return None
        return virtual.secret_hands(session, virtual.table_before(session.first_event, seed), seed)

    run_table(
        TableOptions(
            [*tables.values()],
            virtual=partial(VirtualTableSources, games=virtuals, start=start, seed=seed) if args.virtual else None,
            watched=start,
            autoplay=args.autoplay,
            camera="" if source == BY_HAND else source or None,
            profile=Path(profile) if profile else None,
            tags=Path(tags) if tags else None,
            record=Path(args.record) if args.record else None,
            journal=Path(journal) if journal else None,
            language=args.language,
            silent=args.silent,
            by_ear=args.by_ear,
            stickers=_stickers(args.plain),
            full_screen=args.fullscreen,
            kiosk=args.kiosk,
            size=window_size(size) if size is not None else None,
            config=config,
            load_opponents=load_opponents,
            bots=bots,
            phones=_phones(args.phones, config),
            other_table=_other_table(
                args.join, args.relay or config.phones.relay, deal, dials=args.dial or config.phones.dial
            ),
            join=args.join,
            events=args.events,
        )
    )
    return 0


def _stickers(plain: str | None) -> str | None:
    """Return the setting that `--plain` stands for; None: as set on the screen."""
    return None if plain is None else SOME_STICKERS if plain else NO_STICKERS


def _tagged(text: str | None, virtual: VirtualGame) -> frozenset[str] | None:
    """Return the pieces that have tags, as `--plain` names them; None: all.

    Raises UserError.
    """
    if text is None or not virtual.table.readings.knows_plain_pieces:
        return None
    known = {tag.id.partition("/")[0] for tag in virtual.pieces.catalogue().tags}
    named = frozenset(name.strip() for name in text.split(",") if name.strip())
    for name in sorted(named - known):
        raise UserError(f"--plain: there is no piece {name!r}{did_you_mean(name, known)}")
    return named


def _bots(text: str, game: CompanionGame) -> dict[str, str]:
    """Return the bots on the command line by their seats. Raises UserError."""
    assert game.play.is_listed
    known, seats, found = bots_of(game), [row.id for row in game.table.seat_rows()], dict[str, str]()
    for pair in text.split(","):
        seat, sign, bot = (part.strip() for part in pair.partition("="))
        if not sign or seat not in seats:
            raise UserError(f"--bots {pair.strip()}: expected SEAT=NAME; the seats are {', '.join(seats)}")
        name, _, seconds = bot.partition(":")
        if name not in known:
            near = did_you_mean(name, known) or f"; there are {', '.join(known)}"
            raise UserError(f"--bots: there is no bot {name!r}{near}")
        if seconds and not _is_time(seconds):
            raise UserError(f"--bots {pair.strip()}: expected seconds above 0, at most {_MOST_SECONDS:g}")
        found[seat] = bot
    return found


def _is_time(seconds: str) -> bool:
    try:
        return 0 < float(seconds) <= _MOST_SECONDS
    except ValueError:
        return False


def _phones(address: str | None, config: Config) -> Callable[[Session], Phones] | None:
    """Return what makes the phones of a session; None where none may join.

    With an address on the command line they may join at once, and after a crash as before it; by the config file once
    the table lets them.
    Raises UserError.
    """
    if address is None and not config.phones.allowed:
        return None
    if any(find_spec(package) is None for package in PACKAGES):
        if address is None:
            warn(f"phones need packages that are not installed: {extra_command('phones')}")
            return None
        raise UserError(f"phones need packages that are not installed: {extra_command('phones')}")
    # Only loaded where phones may join.
    from companion.phones.address import address_from_text
    from companion.phones.table import PhoneTable

    where = address_from_text(address or config.phones.address, tls=config.phones.tls)

    def open_phones(session: Session) -> Phones:
        phones = PhoneTable(session, where)
        if address is not None or phones.was_cut_off:
            phones.switch_on()
            stream = f"{phones.page_address}stream/#{phones.guests.onlookers_ticket}"
            print("\n".join([phones.page_address, *phones.other_page_addresses, f"for a stream: {stream}"]), flush=True)
        return phones

    return open_phones


def _other_table(
    join: str | None, relay: str, deal: Callable[[Session], SecretHands | None], *, dials: bool
) -> Callable[[Session, Phones | None], OtherTable[Session]] | None:
    """Return what lets another table share a game; None where packages are missing.

    Raises UserError if this table is to join one then, or if an address is none.
    """
    if any(find_spec(package) is None for package in TABLE_PACKAGES):
        if join is None and not (relay or dials):
            return None
        raise UserError(f"a game at two tables needs packages that are not installed: {extra_command('phones')}")
    # Only loaded where it can be used.
    from companion.phones.table import PhoneTable
    from companion.two_tables.dialing import may_dial
    from companion.two_tables.post import checked_address
    from companion.two_tables.tables import OtherTables

    for address in filter(None, (join, relay)):
        checked_address(address)
    if dials and not may_dial():
        raise UserError(f"to be dialled a table needs a package that is not installed: {extra_command('dial')}")

    def open_other_table(session: Session, phones: Phones | None) -> OtherTable[Session]:
        served = phones if isinstance(phones, PhoneTable) else None
        return OtherTables(session, served, relay=relay, address=join or "", dials=dials, deal=deal)

    return open_other_table


def offered_tables() -> Mapping[str, TableGame[Session]]:
    """Return all games that can be played at the table, by their ids.

    A broken game is reported and left out.
    """
    return ask_each_game(_checked_table, GamePart.TABLE)


def _checked_table(game: CompanionGame) -> TableGame[Session]:
    """Return the game at the table after a test of all its texts on first page and settings.

    In this way anything that fails does so now.
    """
    table = game.table
    table.title()
    table.first_page.shows()
    table.first_page.introduction()
    for option in table.options:
        option.describe_value(option.default)
    return table


def _config(args: argparse.Namespace) -> Config:
    """Return the config of the config file, overridden by the command line.

    Raises UserError for mistakes on the command line.
    """
    asked: ConfigOfCommand = args.config_of_command
    config, problems = asked.read
    if args.config and not Path(args.config).exists():
        raise UserError(f"{args.config}: there is no such file; companion config --write {args.config} makes one")
    if args.config and problems:
        raise UserError(" ".join(problems))
    for problem in problems:
        warn(problem)
    if args.buttons:
        pins = _pins(args.buttons)
        if len(pins) > len(Button):
            raise UserError(f"--buttons: {len(pins)} pins for three buttons")
        advance, draw, back = (*pins, "", "")[: len(Button)]
        config = replace(config, buttons=replace(config.buttons, advance=advance, draw=draw, back=back))
    if args.leds:
        config = replace(config, ring=replace(config.ring, kind="leds", leds=tuple(_pins(args.leds))))
    return config


def _pins(text: str) -> list[int | str]:
    """Parse pins in gpiozero's notations, set apart by commas; plain numbers are GPIO numbers."""
    return [int(pin) if pin.strip().isdigit() else pin.strip() for pin in text.split(",")]


def _headless(args: argparse.Namespace, game: CompanionGame, seed: int) -> int:
    start = _start_game(args, game, seed)
    game.virtual.tagged = _tagged(args.plain, game.virtual)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        output = None if args.events is None else opened.enter_context(opened_output(args.events))
        # A game that nobody played is not kept among the players' own, unless they ask for it.
        journal = Journal.open(Path(args.journal) if args.journal else Path(folder) / "games.sqlite")
        try:
            summary = play_headless(
                game.virtual, start, journal, seed=seed, write=None if output is None else output.write
            )
        finally:
            journal.close()
        print(json.dumps(summary))
    return 0


def _start_game(args: argparse.Namespace, game: CompanionGame, seed: int) -> Any:
    """Return the first event of a game with the options of the command line.

    Raises UserError for a game that cannot be played.
    """
    others = [option for game_id, options in game_options().items() if game_id != game.id for option in options]
    return game.virtual.start(args.players, seed, chosen_by_flags(args, game.options, others))
