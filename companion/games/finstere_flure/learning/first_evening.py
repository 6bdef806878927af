"""Progress of a first evening, kept beside the journal of games."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self
from weakref import WeakKeyDictionary

from companion.games.finstere_flure.learning.beside_journal import keep_beside, load_beside
from companion.games.finstere_flure.learning.lessons import RULES
from companion.journal import Journal

#: No game has this number: lessons come in none.
NO_GAME = 0
_FILE = "first-evening.json"


@dataclass(frozen=True)
class FirstEvening:
    """The rules that were taught, and the number of the game in which lessons come.

    None until that game has begun.
    """

    taught: tuple[str, ...] = ()
    game: int | None = None

    def after(self, rule: str) -> Self:
        """Return the evening after one more lesson."""
        return self if rule in self.taught else replace(self, taught=(*self.taught, rule))

    @staticmethod
    def load(journal: Journal) -> "FirstEvening":
        """Return what is kept beside this journal; a new evening if nothing is.

        It is read once while the journal is open: each step of each game asks for it.
        """
        if journal not in _evenings:
            _evenings[journal] = _read(journal.path)
        return _evenings[journal]

    def keep(self, journal: Journal) -> None:
        """Keep the progress beside this journal, and for this table if no file can be written."""
        _evenings[journal] = self
        keep_beside(journal.path, _FILE, {"taught": list(self.taught), "game": self.game})


def _read(journal: Path) -> FirstEvening:
    data = load_beside(journal, _FILE, "the first evening")
    taught, game = data.get("taught"), data.get("game")
    rules = taught if isinstance(taught, list) else []
    return FirstEvening(tuple(rule for rule in RULES if rule in rules), game if type(game) is int else None)


#: The evenings that were read or kept, by their open journals: each table has one of its own.
_evenings: WeakKeyDictionary[Journal, FirstEvening] = WeakKeyDictionary()
