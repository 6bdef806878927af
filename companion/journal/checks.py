"""Doctor's check of the journal: games can be read and saved."""

from collections.abc import Iterator
from pathlib import Path

from companion.device.checks.finding import Finding, good, wrong
from companion.journal import Journal
from companion.journal.backups import has_traces


def journal(path: Path) -> Iterator[Finding]:
    """Check that the games can be read and saved; a missing journal is not created."""
    if not has_traces(path):
        yield good("journal", f"no game has been played yet; they will be kept in {path}")
        return
    opened = Journal.open(path)
    try:
        games = opened.games()
        finished = sum(game.finished for game in games)
        if opened.warning:
            yield wrong("journal", opened.warning)
        else:
            yield good("journal", f"{len(games)} games, {finished} of them finished, in {path}")
    finally:
        opened.close()
