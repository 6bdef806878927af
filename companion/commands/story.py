"""``companion story``: an evening as a page to print, its turning points as an animation."""

import argparse
from datetime import date, datetime, timedelta
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.language import LANGUAGES, use_language
from companion.device.log import warn
from companion.device.outputs import said
from companion.device.settings import default_settings_path, load_settings
from companion.figures.facts import GameFacts
from companion.games import GamePart, ask_game, find_game, game_ids
from companion.games.counting import game_facts
from companion.games.files import load_journal_game
from companion.games.search_flags import day_flag
from companion.games.story import GameStory, evening_title, story_gif, story_pages, story_pdf, tell
from companion.journal.choosing import add_journal_argument, journal_path, kept_game, kept_records
from companion.journal.entries import GameRecord, KeptGame
from companion.journal.player_names import PlayerNames
from companion.screen.fonts import Fonts, language_or_english

#: An evening ends so late: what is played in the night belongs to the day before (hours).
_ENDS = timedelta(hours=6)
#: So many games of an evening are told: each is thought about for some seconds.
_MOST_GAMES = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_journal_argument(parser)
    parser.add_argument("game", metavar="ID", nargs="?", help="the number of one game (default: the last evening)")
    parser.add_argument("--day", metavar="DATE", help="the evening of this day, such as 2026-11-21")
    parser.add_argument("-o", "--out", metavar="FILE.pdf", help="write the page to print, A4")
    parser.add_argument("--gif", dest="output", metavar="FILE.gif", help="write the turning points as an animation")
    parser.add_argument("--language", choices=list(LANGUAGES), help="language (default: that of the settings)")


def run(args: argparse.Namespace) -> int:
    """Write the story; return the exit status."""
    for name, ending in ((args.out, ".pdf"), (args.output, ".gif")):
        if name is not None and (not name.endswith(ending) or not Path(name).parent.is_dir()):
            raise UserError(f"{name}: give a file that ends in {ending}, in a folder that is there")
    if args.out is None and args.output is None:
        raise UserError("give -o FILE.pdf for a page to print, or --gif FILE.gif for an animation")
    fonts = Fonts()
    settings = load_settings(default_settings_path())[0]
    use_language(language_or_english(fonts, args.language or settings.language))
    path = journal_path(args)
    names = PlayerNames(path)
    stories = [_story(path, kept, names) for kept in _games(args, path)]
    if args.out is not None:
        title = evening_title(stories)
        write_whole(Path(args.out), story_pdf(story_pages(stories, fonts), title))
        said(args.out, title)
    if args.output is not None:
        moments = sum(len(story.moments) for story in stories)
        if not moments:
            raise UserError("there is no turning point to show: too little is known of hidden hands, or nobody has won")
        write_whole(Path(args.output), story_gif(stories, fonts))
        said(args.output, f"{moments} turning points")
    return 0


def _games(args: argparse.Namespace, path: Path) -> list[KeptGame]:
    """Return the finished games that are meant, the first played first. Raises UserError."""
    if args.game is not None:
        if args.day is not None:
            raise UserError("give the number of a game or --day, not both")
        game = kept_game(path, args.game)
        if game.result is None or game.kind not in game_ids():
            raise UserError(f"game {args.game} is not over, or its game is not installed")
        return [game]
    day = day_flag("--day", args.day)
    finished = [record for record in kept_records(path) if record.finished and record.kind in game_ids()]
    day = day or (_evening(finished[0]) if finished else date.today())
    numbers = [record.id for record in reversed(finished) if _evening(record) == day]
    if not numbers:
        raise UserError(f"no game was played to its end on the evening of {day}")
    if len(numbers) > _MOST_GAMES:
        warn(f"only the first {_MOST_GAMES} of {len(numbers)} games of that evening are told")
    return [kept_game(path, str(number)) for number in numbers[:_MOST_GAMES]]


def _evening(record: GameRecord) -> date:
    played = datetime.fromisoformat(record.played.replace("Z", "+00:00")).astimezone()
    return (played - _ENDS).date()


def _story(path: Path, kept: KeptGame, names: PlayerNames) -> GameStory:
    companion_game, game = load_journal_game(kept, f"game {kept.id}")
    nothing: GameFacts | None = None
    facts = ask_game(kept.kind, lambda found: game_facts(found, kept, names.sitting(kept.key)), nothing)
    if facts is None:
        raise UserError(f"game {kept.id} is not over by its rules")
    found = find_game(companion_game.id)
    wholes = found.virtual.kept_states(path, kept, game) if found.has(GamePart.VIRTUAL) else None
    return tell(found, game, facts, wholes)
