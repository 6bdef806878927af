"""Facts of games as text, to be kept beside the journal, and the version of what they are."""

import json
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import engine
from companion.device.language import LOCALE_FOLDER, PLATFORM, MarkedText, game_translations
from companion.device.packages import OWN
from companion.figures.facts import CountedGame, Figure, GameFacts, facts_of
from companion.journal.entries import GameRecord, KeptGame
from companion.journal.summaries import Summaries

#: So many games' facts are written at once: what was counted is not lost when somebody leaves.
_AT_ONCE = 100


def facts_version(game: CountedGame) -> str:
    """Return the version of a game's facts, which other code makes another one.

    That of the game, of its rules, and of the counting. Empty where the code cannot be read: nothing is kept then.
    """
    parts = type(game), type(game.rules), game.figures, GameFacts
    try:
        return _version(tuple(sorted({part.__module__ for part in parts})))
    except OSError:
        return ""


@cache
def _version(modules: tuple[str, ...]) -> str:
    files = {*Path(engine.__path__[0]).glob("*.py"), *(file for module in modules for file in _sources(module))}
    checksum = 0
    for file in sorted(files):
        # The words' catalogues are known by their folders.
        checksum = zlib.crc32(file.read_bytes(), zlib.crc32(str(file).encode(errors="surrogatepass"), checksum))
    return f"{checksum:08x}"


def _sources(module: str) -> Iterator[Path]:
    """Yield the files of a module's folder; of another author's, those of its whole package."""
    top = module.partition(".")[0]
    file = Path(str(sys.modules[module if top in OWN else top].__file__ or sys.modules[module].__file__))
    if top in OWN or file.name == "__init__.py":
        yield from file.parent.rglob("*.py")
    else:
        yield file


def facts_to_text(facts: GameFacts | None) -> str:
    """Return facts as text; None: of a game that is not over by its rules. Names are left out."""
    if facts is None:
        return "null"
    data = (
        facts.ended_s,
        facts.played_s,
        facts.seats,
        facts.winners,
        sorted(facts.bots),
        [(option.id, value) for option, value in facts.variants],
        _marked_texts(facts.figures),
        [(cell.table, cell.row, cell.column, cell.value, cell.seat, cell.least) for cell in facts.figures],
    )
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _marked_texts(figures: Iterable[Figure]) -> Mapping[str, list[str]]:
    """Return the texts that are translated where they are shown, by their catalogues' folders."""
    found: dict[str, set[str]] = defaultdict(set)
    for figure in figures:
        for text in (figure.table, figure.row, figure.column):
            if isinstance(text, MarkedText):
                found[str(text.translations.folder)].add(text)
    return {folder: sorted(texts) for folder, texts in found.items()}


@cache
def _marked(folder: str, text: str) -> str:
    """Return a text marked to be translated by the catalogues of this folder."""
    is_own = folder == str(LOCALE_FOLDER)
    return (PLATFORM if is_own else game_translations(Path(folder).parent)).later(text)


class KeptFacts:
    """Facts of games that were counted before, from the summaries beside a journal.

    Equal figures are one in memory.
    """

    def __init__(self, summaries: Summaries, games: Mapping[str, CountedGame]) -> None:
        """Take the facts that hold for these games, whose `records` have been read."""
        self._summaries, self._games = summaries, games
        self._versions = {kind: facts_version(game) for kind, game in games.items()}
        self._texts = summaries.facts(set(self._versions.values()) - {""})
        self._new: dict[int, tuple[str, str]] = {}
        self._figures: dict[tuple[object, ...], Figure] = {}

    def has(self, record: GameRecord) -> bool:
        """Return True if the game has been counted as it is now."""
        return record.id in self._texts

    def read(self, record: GameRecord) -> GameFacts | None:
        """Return the facts of a game that has been counted, without names.

        None: it is not over by its rules.
        """
        data = json.loads(self._texts[record.id])
        if data is None:
            return None
        ended_s, played_s, seats, winners, bots, values, marked, cells = data
        told = {text: _marked(folder, text) for folder, texts in marked.items() for text in texts}
        options = {option.id: option for option in self._games[record.kind].options} if values else {}
        return GameFacts(
            record.kind,
            record.id,
            record.key,
            ended_s,
            played_s,
            record.events,
            tuple(seats),
            tuple(winners),
            {},
            frozenset(bots),
            tuple((options[option], options[option].taken(value)) for option, value in values),
            tuple(self._figure(record.kind, cell, told) for cell in cells),
        )

    def _figure(self, kind: str, cell: Sequence[Any], told: Mapping[str, str]) -> Figure:
        # 1 and 1.0 are shown otherwise.
        key = kind, type(cell[3]), *cell
        figure = self._figures.get(key)
        if figure is None:
            table, row, column, *others = cell
            figure = Figure(told.get(table, table), told.get(row, row), told.get(column, column), *others)
            self._figures[key] = figure
        return figure

    def count(self, game: KeptGame) -> GameFacts | None:
        """Return the facts of a game, without names, and keep them.

        Raises whatever a stranger's game may raise.
        """
        facts = facts_of(game, self._games[game.kind], {})
        if version := self._versions[game.kind]:
            self._new[game.id] = version, facts_to_text(facts)
        if len(self._new) >= _AT_ONCE:
            self.write()
        return facts

    def write(self) -> None:
        """Write what was counted since the last time."""
        self._summaries.keep_facts(self._new)
        self._new.clear()
