"""``companion games mend`` and ``play-on``: a kept game mended, or played on as a new one."""

import argparse
import contextlib
import json
from collections.abc import Iterator
from random import SystemRandom
from typing import Any

from companion.device.errors import UserError
from companion.device.language import say, say_count
from companion.device.sentences import together
from companion.games import CompanionGame, blame_game
from companion.games.files import load_journal_game
from companion.journal import Journal
from companion.journal.choosing import add_journal_argument, journal_path, kept_game
from companion.journal.entries import KeptGame
from engine.errors import RulesError
from engine.game import Game
from engine.gamefile import decoded
from engine.mending import MendAct, Mending, mend

_MEND = (
    "Mends a kept game: one event is dropped, changed or inserted, and what follows is played again. At the first event"
    " that no longer fits it stops and changes nothing, unless --unfit says what to do. Events are numbered from 1, as"
    " in the lines of companion games export after the first."
)
_PLAY_ON = (
    "Begins a new game with the first events of a kept one, which stays as it is. What lies face down in a game that"
    " is not over is shuffled."
)
_UNFIT = "what to do with an event that no longer fits: drop it and play on, or end the game before it"


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the sub-commands of ``companion games``."""
    mending = commands.add_parser("mend", help="mend one event of a game", description=_MEND)
    mending.set_defaults(do=_mend)
    mending.add_argument("game", metavar="GAME", help="the game's number in the list")
    mending.add_argument("--entry", metavar="N", type=int, help="the number of the event")
    acts = mending.add_mutually_exclusive_group(required=True)
    acts.add_argument("--drop", action="store_true", help="leave it out")
    acts.add_argument("--change", metavar="EVENT", help="put this event, an object of JSON, in its place")
    acts.add_argument("--insert", metavar="EVENT", help="put this event before it")
    acts.add_argument("--undo", action="store_true", help="take the last mend back, and all that was played after it")
    mending.add_argument("--unfit", choices=("drop", "end"), help=f"{_UNFIT} (default: change nothing)")
    playing = commands.add_parser("play-on", help="begin a new game at any moment of another", description=_PLAY_ON)
    playing.set_defaults(do=_play_on)
    playing.add_argument("game", metavar="GAME", help="the game's number in the list")
    playing.add_argument("--entry", metavar="N", type=int, required=True, help="the last event that the new game takes")
    for command in (mending, playing):
        add_journal_argument(command, default=argparse.SUPPRESS)


def _mend(args: argparse.Namespace) -> int:
    # Loaded here, as in `_play_on`: a list of games needs none of what sessions need.
    from companion.table.mended import MendNote, keep_mend, left_out
    from companion.two_tables.kept import ShareFile

    kept, companion_game, game = _load(args)
    if ShareFile.beside(journal_path(args)).of(kept.id) is not None:
        raise UserError(
            f"game {kept.id}: a game with another table cannot be mended; companion games play-on {kept.id} makes one"
            " of your own"
        )
    with blame_game(companion_game.__module__), _opened(args) as journal:
        if args.undo:
            _undo(journal, kept)
            return 0
        if args.entry is None:
            raise UserError("--entry N says which event is meant: give its number, from 1")
        act = MendAct.DROP if args.drop else MendAct.CHANGE if args.change is not None else MendAct.INSERT
        dropped, mending = [], _begun(companion_game, game, act, args)
        while mending.misfit is not None:
            if args.unfit is None:
                raise UserError(_describe_misfit(kept, companion_game, mending))
            dropped.append(mending.next + 1)
            mending = mending.drop() if args.unfit == "drop" else mending.stop()
        result = companion_game.result_line(mending.game.state)
        note = MendNote(act, args.entry - 1)
        keep_mend(journal, kept.id, mending, note, result)
    text = say("Game {game} is mended.", game=kept.id)
    if left := left_out(act, mending):
        text = together(text, say_count("{n} event was left out.", "{n} events were left out.", left))
    print(together(text, say("companion games mend {game} --undo takes it back.", game=kept.id)))
    return 0


def _begun(
    companion_game: CompanionGame, game: Game[Any, Any], act: MendAct, args: argparse.Namespace
) -> Mending[Any, Any]:
    """Return the mend up to the first event that no longer fits. Raises UserError."""
    text = args.change if act is MendAct.CHANGE else args.insert
    try:
        event = None if act is MendAct.DROP else companion_game.rules.event_from_json(decoded(text))
    except RulesError as error:
        raise UserError(f"--{act} {text[:40]!r}: {error}") from None
    try:
        return mend(game, act, args.entry - 1, event)
    except RulesError as error:
        raise UserError(f"--entry {args.entry}: {error}") from None


def _describe_misfit(kept: KeptGame, companion_game: CompanionGame, mending: Mending[Any, Any]) -> str:
    """Say which event no longer fits, why, and what can be done."""
    event = json.dumps(companion_game.rules.event_to_json(mending.misfit), ensure_ascii=False)
    problems = "; ".join(problem.text for problem in mending.problems)
    return (
        f"game {kept.id}: event {mending.next + 1} no longer fits: {problems}: {event[:200]}; nothing is changed:"
        " --unfit drop leaves out what does not fit, --unfit end ends the game before it"
    )


def _undo(journal: Journal, kept: KeptGame) -> None:
    mends = journal.mends(kept.id)
    if not mends:
        raise UserError(f"game {kept.id}: no mend counts in it that could be taken back")
    journal.undo_mend(kept.id, mends[-1].place)
    print(say("Game {game} is as it was before it was mended.", game=kept.id))


def _play_on(args: argparse.Namespace) -> int:
    from companion.table.kept_games import branch_game

    kept, companion_game, game = _load(args)
    if not 1 <= args.entry <= len(game.events):
        raise UserError(f"--entry {args.entry}: game {kept.id} has the events 1 to {len(game.events)}")
    path = journal_path(args)
    with blame_game(companion_game.__module__), _opened(args, alone=False) as journal:
        number = branch_game(journal, companion_game.table, kept.id, game, args.entry, SystemRandom())
    print(say("It is now game {game} in {journal}.", game=number, journal=path))
    return 0


def _load(args: argparse.Namespace) -> tuple[KeptGame, CompanionGame, Game[Any, Any]]:
    path = journal_path(args)
    kept = kept_game(path, args.game)
    return (kept, *load_journal_game(kept, f"game {args.game} in {path}"))


@contextlib.contextmanager
def _opened(args: argparse.Namespace, *, alone: bool = True) -> Iterator[Journal]:
    """Open the journal; what could not be written in it is an error. Raises UserError.

    `alone`: another companion must not use it.
    """
    path = journal_path(args)
    journal = Journal.open(path)
    try:
        if alone and journal.is_used_elsewhere:
            raise UserError(f"{path}: another companion plays with it; leave that one first, or mend the game there")
        yield journal
        if journal.unwritten:
            raise UserError(journal.warning or f"{path}: cannot be written")
    finally:
        journal.close()
