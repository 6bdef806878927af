"""The journal: every game that is played, event by event, on disk before it is shown. It knows no game's rules."""

from companion.journal.entries import GameRecord
from companion.journal.journal import Journal, usual_journal_path

__all__ = ["GameRecord", "Journal", "usual_journal_path"]
