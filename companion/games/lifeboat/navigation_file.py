"""Table's own navigation cards: the file ``lifeboat/navigation.json`` beside the journal.

Rules, section 6.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from engine.errors import NotationError, shown
from engine.gamefile import decoded
from engine.lifeboat.navigation import CARD_CODEC, STAND_IN, STAND_IN_EXTRA, Bird, NavigationCard

#: Name of the file's format.
FORMAT = "lifeboat/navigation"
#: Version of the file's format.
VERSION = 1
#: No file of so few cards comes near this size.
MOST_BYTES = 100_000
#: Least number of cards in a file.
_FEWEST = 18
#: Greatest number of cards in a file.
_MOST = 40
#: Greatest number of extra cards in a file.
_MOST_EXTRA = 8
_LONGEST_NAME = 100
_KEYS = ("format", "version", "name", "cards", "extra")


@dataclass(frozen=True)
class NavigationSet:
    """A set of navigation cards; `extra` are those that are added with V4."""

    name: str
    cards: tuple[NavigationCard, ...]
    extra: tuple[NavigationCard, ...]


STAND_IN_SET = NavigationSet("stand-in (made up for this project, not the published cards)", STAND_IN, STAND_IN_EXTRA)


def navigation_path(journal: Path) -> Path:
    """Return the path of a table's own set."""
    return journal.parent / "lifeboat" / "navigation.json"


def navigation_draft_path(journal: Path) -> Path:
    """Return the path of a set that is being entered: it may have too few cards yet."""
    return journal.parent / "lifeboat" / "navigation-draft.json"


def load_draft(journal: Path) -> NavigationSet | None:
    """Return the set that is being entered, else the table's own; None: there is neither.

    Raises UserError for a file that cannot be read.
    """
    place = navigation_draft_path(journal)
    if not place.exists():
        own = navigation_path(journal)
        return load_set(str(own)) if own.exists() else None
    text = read_text(str(place), "a file of navigation cards", MOST_BYTES)
    found, problems = check_set(text, finished=False)
    if found is None:
        raise UserError(f"{place}: {'; '.join(problems)}")
    return found


def keep_draft(journal: Path, draft: NavigationSet) -> tuple[str, ...]:
    """Keep a set that is being entered, and return what is wrong with it.

    Once nothing is wrong with it, it is the table's own.

    Raises UserError if it cannot be written.
    """
    place, text = navigation_draft_path(journal), set_to_text(draft)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{place.parent}: cannot be made: {error.strerror}") from None
    write_whole(place, text.encode())
    problems = check_set(text)[1]
    if not problems:
        write_whole(navigation_path(journal), text.encode())
    return problems


def set_to_text(found: NavigationSet) -> str:
    """Return the text of a set's file, a line for each card."""
    head = {"format": FORMAT, "version": VERSION, "name": found.name}
    lines = [f' "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in head.items()]
    lists = []
    for key, cards in (("cards", found.cards), ("extra", found.extra)):
        rows = ",\n".join(f"  {json.dumps(CARD_CODEC.encode(card))}" for card in cards)
        lists.append(f' "{key}": [\n{rows}\n ]')
    return "\n".join(["{", *lines, ",\n".join(lists), "}"]) + "\n"


def load_set(path: str) -> NavigationSet:
    """Load the set in a file. Raises UserError, naming every problem that `check_set` finds."""
    found, problems = check_set(read_text(path, "a file of navigation cards", MOST_BYTES))
    if problems:
        raise UserError(f"{path}: {'; '.join(problems)}")
    assert found is not None
    return found


def check_set(text: str, *, finished: bool = True) -> tuple[NavigationSet | None, tuple[str, ...]]:
    """Return the set that the text of a file holds, and everything that is wrong with it.

    Returns no set if anything is wrong. `finished`: it must be one to play with, else it may have any cards yet.
    """
    try:
        data = decoded(text)
    except NotationError as error:
        return None, (str(error),)
    if data.get("format") != FORMAT:
        return None, (f'no navigation cards: expected "format": "{FORMAT}", found {shown(data.get("format"))}',)
    if type(data.get("version")) is not int or data["version"] != VERSION:
        return None, (f"this program reads version {VERSION} of the file, found {shown(data.get('version'))}",)
    problems = [f"{shown(key)} is no key of this file" for key in data if key not in _KEYS]
    name = data.get("name")
    if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= _LONGEST_NAME:
        problems.append(f"name: expected a text of 1 to {_LONGEST_NAME} characters, found {shown(name)}")
    cards, extra = (_cards(data, key, problems) for key in ("cards", "extra"))
    if finished:
        problems += _set_problems(data, cards, extra)
    return (None, tuple(problems)) if problems else (NavigationSet(str(name), cards, extra), ())


def _cards(data: Mapping[str, Any], key: str, problems: list[str]) -> tuple[NavigationCard, ...]:
    """Return the cards of a list; add what is wrong with them to the problems."""
    listed = data.get(key)
    if not isinstance(listed, list):
        problems.append(f"{key}: expected a list of cards, found {shown(listed)}")
        return ()
    cards = []
    for number, entry in enumerate(listed, start=1):
        try:
            cards.append(CARD_CODEC.decode(entry))
        except NotationError as error:
            problems.append(f"{key}, card {number}: {error}")
    return tuple(cards)


def _set_problems(
    data: Mapping[str, Any], cards: Sequence[NavigationCard], extra: Sequence[NavigationCard]
) -> Iterator[str]:
    """Yield what is wrong with a set as a whole.

    `cards` and `extra` are those in `data` that can be read.
    """
    listed, more = (data[key] if isinstance(data.get(key), list) else None for key in ("cards", "extra"))
    if listed is not None and not _FEWEST <= len(listed) <= _MOST:
        yield f"cards: there are {len(listed)}; it is {_FEWEST} to {_MOST}"
    if more is not None and len(more) > _MOST_EXTRA:
        yield f"extra: there are {len(more)}; it is {_MOST_EXTRA} at most"
    ids = [card.id for card in (*cards, *extra)]
    for twice in dict.fromkeys(card_id for card_id in ids if ids.count(card_id) > 1):
        yield f"the id {twice} stands there {ids.count(twice)} times"
    # A card that cannot be read may have the bird.
    if listed is not None and len(cards) == len(listed) and all(card.bird is not Bird.BIRD for card in cards):
        yield "cards: none has a plain bird, so no game could end"
