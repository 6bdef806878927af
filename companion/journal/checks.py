"""What the doctor looks at of the journal: whether games can be read and kept."""

from collections.abc import Iterator
from pathlib import Path

from companion.device.checks.finding import Finding, good, wrong
from companion.journal import Journal
from companion.journal.backups import has_traces


def journal(path: Path) -> Iterator[Finding]:
    """Whether the games can be read and kept. A journal that is not there yet is not made."""
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
