"""Journal: every played game, event by event, on disk before it is shown; it knows no rules."""

from companion.journal.entries import GameRecord
from companion.journal.journal import Journal, default_journal_path

__all__ = ["GameRecord", "Journal", "default_journal_path"]
