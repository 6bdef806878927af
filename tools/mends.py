"""Mend games at random, kill the writer, and check that nothing is lost.

    .venv/bin/python -m tools.mends [--mends 10000] [--game ID] [--seed 1] [--kills 50]

Each mend drops, changes or inserts an event of a random game; what no longer fits is left out, changed, or ends the
game, by chance. Checked is: all events but those of the mend are those of before, in their order; the rules allow the
mended game from its beginning; the journal gives it again after it is opened anew; undo gives the bytes of before.
A kill strikes a process that mends and takes back without end: the journal then has the game of before or of after.
It prints one line of JSON and ends with status 1 if anything was wrong.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.games import CompanionGame
from companion.games.random_play import allowed_events, random_game
from companion.journal import Journal
from companion.table.mended import MendNote, event_line, keep_mend
from engine.game import Game
from engine.mending import MendAct, Mending, mend
from tools.walk.games import games as all_games

#: So many events has a game at most, and so many mends are made of each.
MOST_EVENTS = 60
MENDS_A_GAME = 20
#: A writer is killed at most so long after it has begun (seconds).
_LONGEST_LIFE_S = 0.15


def told_event(game: CompanionGame, played: Game[Any, Any], rng: Random) -> Any:
    """Return some event that is allowed after these; None: there is none."""
    events = allowed_events(game, played, rng) if game.rules.over(played.state) is None else []
    return rng.choice(events) if events else None


def random_mend(
    game: CompanionGame, played: Game[Any, Any], rng: Random
) -> tuple[Mending[Any, Any], MendNote, Sequence[Any]] | None:
    """Return a mend, its note, and the events that were told; None: none came about."""
    number = rng.randrange(1, len(played.events))
    act = rng.choice(list(MendAct))
    told: list[Any] = []
    if act is not MendAct.DROP:
        told.append(told_event(game, played.undo(len(played.events) - number), rng))
        if told[0] is None:
            return None
    mending = mend(played, act, number, *told)
    while mending.misfit is not None:
        choice = rng.random()
        event = told_event(game, mending.game, rng) if choice < 0.2 else None
        if event is not None:
            told.append(event)
            mending = mending.change(event)
        elif choice < 0.95:
            mending = mending.drop()
        else:
            mending = mending.stop()
    return mending, MendNote(act, number), told


def faults_of(mending: Mending[Any, Any], told: Sequence[Any]) -> list[str]:
    """Return what a mend took over unasked, or made of the game that the rules do not allow."""
    faults, told = [], list(told)
    kept = [origin for origin in mending.origins if origin is not None]
    if kept != sorted(set(kept)):
        faults.append(f"events were told in another order: {kept}")
    for event, origin in zip(mending.game.events, mending.origins, strict=True):
        if origin is not None and event != mending.before.events[origin]:
            faults.append(f"event {origin} is another one: {event}")
        elif origin is None and (not told or event != told.pop(0)):
            faults.append(f"nobody told {event}")
    if told:
        faults.append(f"these were told and are not there: {told}")
    if mending.game.rules.replay(mending.game.events).state != mending.game.state:
        faults.append("the rules tell another game")
    return faults


def kept_game(journal: Journal, game: CompanionGame, played: Game[Any, Any], rng: Random) -> int:
    """Write a game into the journal, with changes of seats in between; return its number."""
    first, *others = (event_line(game.rules, event) for event in played.events)
    number = journal.start(game.id, first)
    for line in others:
        if rng.random() < 0.1:
            journal.change_seats(number, json.dumps({"seats": "left", "players": [str(rng.randrange(4))]}))
        journal.append(number, line)
    result = game.result_line(played.state)
    if result is not None:
        journal.finish(number, result)
    return number


def bytes_of(journal: Journal, number: int) -> tuple[object, ...]:
    """Return all that counts of a game in the journal."""
    mends = tuple((mend.place, mend.events, mend.note) for mend in journal.mends(number))
    return journal.events(number), journal.seat_changes(number), journal.result(number), mends


def mend_games(games: Mapping[str, CompanionGame], count: int, seed: int, folder: Path) -> dict[str, Any]:
    """Make so many mends, in turns of the games; return what was done and what was wrong."""
    done, faults, by_game, rng = 0, list[str](), dict.fromkeys(games, 0), Random(seed)
    turn = 0
    while done < count:
        game_id = sorted(games)[turn % len(games)]
        turn += 1
        game, path = games[game_id], folder / f"{turn}.sqlite"
        played = random_game(game, rng.randrange(10**6), rng.randint(3, MOST_EVENTS))
        journal = Journal.open(path)
        number = kept_game(journal, game, played, rng)
        for _ in range(min(MENDS_A_GAME, count - done) if len(played.events) > 1 else 0):
            found = random_mend(game, played, rng)
            if found is None:
                continue
            mending, note, told = found
            where = f"{game_id}, seed {seed}, game {turn}, {note.line()}"
            faults += [f"{where}: {fault}" for fault in faults_of(mending, told)]
            before = bytes_of(journal, number)
            keep_mend(journal, number, mending, note, game.result_line(mending.game.state))
            after = tuple(event_line(game.rules, event) for event in mending.game.events)
            if journal.events(number) != after:
                faults.append(f"{where}: the journal tells another game")
            if rng.random() < 0.1:
                journal.close()
                journal = Journal.open(path)
                if journal.warning or journal.events(number) != after:
                    faults.append(f"{where}: opened anew the journal tells another game: {journal.warning}")
            journal.undo_mend(number, journal.mends(number)[-1].place)
            if bytes_of(journal, number) != before:
                faults.append(f"{where}: undo did not give what was before")
            done, by_game[game_id] = done + 1, by_game[game_id] + 1
        journal.close()
        for file in folder.glob(f"{turn}.*"):
            file.unlink()
    return {"mends": done, "by_game": by_game, "faults": faults}


def mend_for_ever(path: Path, game: CompanionGame, number: int, seed: int, begun: int) -> None:
    """Mend a game and take it back without end, until the process is killed.

    A byte goes to the pipe `begun` before the first.
    """
    journal, rng = Journal.open(path), Random(seed)
    events = [game.rules.event_from_json(json.loads(line)) for line in journal.events(number)]
    played = game.rules.replay(events)
    os.write(begun, b".")
    while True:
        found = random_mend(game, played, rng)
        if found is not None:
            keep_mend(journal, number, found[0], found[1])
            journal.undo_mend(number, journal.mends(number)[-1].place)


def kill_mends(game: CompanionGame, kills: int, seed: int, folder: Path) -> tuple[int, list[str]]:
    """Kill writers of mends; return how many died in the midst of one, and what was wrong."""
    rng, faults, mended = Random(seed), list[str](), 0
    path, played = folder / "killed.sqlite", random_game(game, seed, MOST_EVENTS)
    journal = Journal.open(path)
    number = kept_game(journal, game, played, rng)
    events, before = played.events, bytes_of(journal, number)
    journal.close()
    for kill in range(kills):
        has_begun, begun = os.pipe()
        child = os.fork()
        if child == 0:
            mend_for_ever(path, game, number, seed + kill, begun)
        # However busy the machine is, it dies while it mends.
        os.close(begun)
        os.read(has_begun, 1)
        time.sleep(rng.random() * _LONGEST_LIFE_S)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(has_begun)
        journal = Journal.open(path)
        mends = journal.mends(number)
        if journal.warning:
            faults.append(f"kill {kill}: {journal.warning}")
        told = [game.rules.event_from_json(json.loads(line)) for line in journal.events(number)]
        try:
            game.rules.replay(told)
        except ValueError as error:
            faults.append(f"kill {kill}: {len(told)} events are no game: {error}")
        if mends:
            mended += 1
            if len(told) != mends[-1].events:
                faults.append(f"kill {kill}: half a mend of {mends[-1].events} events is there")
            journal.undo_mend(number, mends[-1].place)
        if bytes_of(journal, number) != before:
            faults.append(f"kill {kill}: the game of {len(events)} events is another one")
        journal.close()
    return mended, faults


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(prog="tools.mends", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mends", type=int, default=10_000, help="so many mends")
    parser.add_argument("--kills", type=int, default=50, help="so many kills")
    parser.add_argument("--game", metavar="ID", help="of this game alone")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    games = {name: game for name, game in all_games().items() if args.game in (None, name)}
    with tempfile.TemporaryDirectory() as folder:
        found = mend_games(games, args.mends, args.seed, Path(folder))
        killed = next(iter(games.values()))
        mended, faults = kill_mends(killed, args.kills, args.seed, Path(folder))
    found |= {"kills": args.kills, "killed_in_a_mend": mended, "faults": found["faults"] + faults}
    print(json.dumps(found, ensure_ascii=False))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
