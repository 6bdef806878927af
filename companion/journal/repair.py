"""Repair of a damaged journal: everything readable becomes a new one in its place.

It is read from the journal and its backups. The new file is whole, and on disk under a name of its own, before
the damaged one is renamed: at any power failure, everything needed to go on is there.
"""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.device.files import sync_folder
from companion.device.language import say, say_count
from companion.journal.backups import backup_paths, file_beside, verify_journal
from companion.journal.entries import KeptGame
from companion.journal.errors import DamagedError, JournalError, damaged, unusable
from companion.journal.file import JournalFile
from companion.journal.recovery import Salvaged, salvage
from companion.journal.wal import has_log, log_path

#: So many shortened games are named one by one.
_MOST_NAMED = 3


@dataclass(frozen=True)
class Rescue:
    """Games that were saved: the sound beginning of each.

    `cut` are the numbers of those of which something is missing; `lost`: how many are gone altogether; `from_backup`:
    whether something was taken from a backup.
    """

    games: tuple[KeptGame, ...]
    cut: tuple[int, ...] = ()
    lost: int = 0
    from_backup: bool = False

    def told(self) -> str:
        """Describe the result for the games, in sentences."""
        sentences = [
            say_count(
                "{n} game was saved as far as it can be read.",
                "{n} games were saved as far as they can be read.",
                len(self.games),
            )
        ]
        if self.from_backup:
            sentences.append(say("Some of it comes from the backup."))
        lengths = {game.id: len(game.entries) for game in self.games}
        sentences += [
            say_count(
                "Game {game} is damaged: it goes on after its first entry.",
                "Game {game} is damaged: it goes on after its first {n} entries.",
                lengths[game],
                game=game,
            )
            for game in self.cut[:_MOST_NAMED]
        ]
        others = len(self.cut) - _MOST_NAMED
        if others > 0:
            sentences.append(
                say_count("{n} other game is shortened, too.", "{n} other games are shortened, too.", others)
            )
        if self.lost:
            sentences.append(say_count("{n} game could not be saved.", "{n} games could not be saved.", self.lost))
        return " ".join(sentences)


def rescue(path: Path, known: Iterable[KeptGame] = (), backups: Iterable[Path] = ()) -> Rescue:
    """Return everything readable in the journal and, if it agrees with that, in its backups.

    `known` games are taken as given. Raises JournalError if an existing file cannot be read at all.
    """
    found = salvage(path) if path.exists() or has_log(path) else Salvaged()
    from_backup = False
    for backup in backups:
        with contextlib.suppress(JournalError):
            from_backup |= _add(found, salvage(backup)) if backup.exists() else False
    kinds = set(found.kinds.values())
    if len(kinds) == 1:
        # The line that says what kind of game it is may be what was hit.
        found.kinds = dict.fromkeys(found.entries, *kinds) | found.kinds
    games = {game.id: game for game in found.games()}
    cut = [game for game in games if found.highest(game) > len(games[game].entries)]
    lost = len((found.kinds.keys() | found.entries.keys()) - games.keys())
    for game in known:
        lost -= game.id not in games and (game.id in found.kinds or game.id in found.entries)
        # The one last played comes last.
        games.pop(game.id, None)
        games[game.id] = game
        cut = [number for number in cut if number != game.id]
    return Rescue(tuple(games.values()), tuple(sorted(cut, reverse=True)), lost, from_backup)


def _add(found: Salvaged, backup: Salvaged) -> bool:
    """Add a backup's further entries of the same games, and its missing games.

    Returns True if there was anything to add.
    """
    added = False
    for game, entries in backup.entries.items():
        known = found.entries.setdefault(game, {})
        # The same number may be another game, if the journal was begun anew since.
        same = all(known[number] == entry for number, entry in entries.items() if number in known)
        more = entries.keys() - known.keys()
        if same and more and (not known or known.keys() & entries.keys()):
            known.update(entries)
            added = True
            if game in backup.kinds:
                found.kinds.setdefault(game, backup.kinds[game])
        elif same and game in backup.kinds and game not in found.kinds:
            found.kinds[game] = backup.kinds[game]
            added = True
    return added


def write_new(path: Path, games: Iterable[KeptGame]) -> None:
    """Write a new journal with these games, on disk when this returns. Raises JournalError."""
    _remove(path)
    with contextlib.closing(JournalFile.open(path)) as file:
        file.put(games)
    if log_path(path).exists():
        raise unusable(path, say("what was written cannot be read"))
    try:
        with path.open("rb+") as written:  # Windows syncs no other.
            os.fsync(written.fileno())
        sync_folder(path.parent)
    except OSError as error:
        raise unusable(path, error.strerror) from None


def write_rescued(path: Path, games: Iterable[KeptGame]) -> None:
    """Write a new journal under its name only when it is whole. Raises JournalError."""
    part = file_beside(path, "being-written")
    try:
        write_new(part, games)
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise unusable(path, error.strerror) from None
    finally:
        _remove(part)


def mend(path: Path, known: Iterable[KeptGame] = ()) -> tuple[Rescue, Path | None]:
    """Put a new journal in place of a damaged or missing one, which must not be open here.

    Returns the saved content, and the new name of the damaged journal, if there was one. Raises JournalError.
    """
    saved = rescue(path, known, backup_paths(path))
    write_new(file_beside(path, "being-mended"), saved.games)
    return saved, put_in_place(path, file_beside(path, "being-mended"))


def put_in_place(path: Path, new: Path, *, drop_log: bool = False) -> Path | None:
    """Make the whole journal `new` the journal `path`; return the new name of the old one.

    The name is None if there was no old one. `drop_log`: the log beside it belongs to the source of `new`, not to
    the old file. Raises JournalError.
    """
    ready = file_beside(path, "mended")
    try:
        new.replace(ready)
        if drop_log:
            for ending in ("-wal", "-shm"):
                Path(f"{path}{ending}").unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise JournalError(_not_renamed(path, error)) from None
    return _exchange(path)


def finish_repair(path: Path) -> None:
    """Put a repaired journal in place if a power failure prevented that.

    A damaged one is set aside. Raises JournalError.
    """
    ready = file_beside(path, "mended")
    if not ready.exists():
        return
    try:
        if ready.stat().st_size == 0:
            raise damaged(ready)
        verify_journal(ready)
    except DamagedError:
        try:
            _set_aside(ready)
        except OSError as error:
            raise JournalError(_not_renamed(path, error)) from None
    else:
        _exchange(path)


def _exchange(path: Path) -> Path | None:
    """Put the repaired journal in place; return the new name of the old one, if there was one."""
    try:
        aside = _set_aside(path)
        file_beside(path, "mended").replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise JournalError(_not_renamed(path, error)) from None
    return aside


def _not_renamed(path: Path, error: OSError) -> str:
    return say("The journal {file} is damaged and cannot be renamed: {reason}.", file=path, reason=error.strerror)


def _set_aside(path: Path) -> Path | None:
    """Give the file, and what SQLite keeps beside it, another name; return it. Raises OSError."""
    # The log first: beside a journal that is not its own it would be taken for part of it.
    endings = ("-wal", "-shm", "")
    number = 1
    while any(Path(f"{file_beside(path, f'damaged-{number}')}{ending}").exists() for ending in endings):
        number += 1
    aside = file_beside(path, f"damaged-{number}")
    exists = path.exists()
    for ending in endings:
        old = Path(f"{path}{ending}")
        if old.exists():
            old.replace(f"{aside}{ending}")
    return aside if exists else None


def _remove(path: Path) -> None:
    """Remove what an attempt that was cut short has left."""
    try:
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
    except OSError as error:
        raise unusable(path, error.strerror) from None
