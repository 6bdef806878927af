"""Choosing one of many: a list, or first a stretch of the alphabet where the list would be long."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import combining, normalize

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.words import figure_name, trait_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.questions import Answers, Question
from engine.betrayal import events as e
from engine.betrayal.components import CARDS, CHARACTERS, Trait
from engine.betrayal.state import State

#: Questions whose answers tell an event, or the steps of a way.
Telling = Dialog[e.GameEvent | tuple[e.GameEvent, ...]]

#: So many rows are read at once; of longer lists a stretch is chosen first, of about so many rows.
_MOST, _STRETCH = 12, 9
_STRETCH_ID = "from "
DONE = "done"


@dataclass(frozen=True)
class HouseQuestion(Question):
    """A question with the picture that belongs to it (None: the map), and facts above its answers.

    `writes`: letters typed on a keyboard are answers, too.
    """

    picture: object | None = None
    facts: tuple[Row, ...] = ()
    writes: bool = False


@dataclass(frozen=True)
class TileSign:
    """A tile as it lies: turned by so many quarter turns."""

    tile: str
    turn: int = 0


@dataclass(frozen=True)
class CardSign:
    """A card of this kind: ``event``, ``item``, ``omen`` or ``any``."""

    kind: str


def explorer_row(who: str, value: str = "", detail: str = "") -> Row:
    """A row for an explorer, whose id it has."""
    return Row(capitalised(explorer_name(who)), who, value, detail, sign=who)


def figure_row(figure: str, value: str = "", detail: str = "") -> Row:
    """A row for an explorer or a monster."""
    return Row(capitalised(figure_name(figure)), figure, value, detail, sign=figure)


def room_row(room: str, value: str = "", detail: str = "") -> Row:
    """A row for a room."""
    return Row(room_name(room), room, value, detail)


def card_row(card: str, detail: str = "") -> Row:
    """A row for an omen or an item."""
    return Row(card_name(card), card, detail=detail, sign=CardSign(CARDS[card].kind.word))


def trait_row(trait: Trait, value: str = "", detail: str = "") -> Row:
    """A row for a trait."""
    return Row(trait_name(trait), trait.word, value, detail)


def number_rows(least: int, most: int) -> tuple[Row, ...]:
    """A row for each number."""
    return tuple(Row(str(number), str(number)) for number in range(least, most + 1))


def pick(text: str, rows: Iterable[Row], *, picture: object | None = None) -> Dialog[str]:
    """One of these rows, as they come; a long list has the whole screen."""
    shown = tuple(rows)
    return (yield HouseQuestion(text, shown, whole_screen=len(shown) > _MOST, picture=picture))


def pick_named(text: str, rows: Iterable[Row]) -> Dialog[str]:
    """One of these rows by the alphabet; of many a stretch of it first."""
    named = by_name(rows)
    if len(named) <= _MOST:
        return (yield from pick(text, named))
    answer = yield HouseQuestion(text, tuple(map(_stretch_row, _stretches(named))), whole_screen=True)
    if not answer.startswith(_STRETCH_ID):
        # The camera tells what it is at once.
        return answer
    return (yield from pick(text, next(part for part in _stretches(named) if _stretch_row(part).id == answer)))


def path_to(rows: Iterable[Row], row_id: str) -> Answers:
    """The answers that choose a row in `pick_named`."""
    named = by_name(rows)
    if len(named) <= _MOST:
        return (row_id,)
    chosen = next(part for part in _stretches(named) if any(row.id == row_id for row in part))
    return (_stretch_row(chosen).id, row_id)


def by_name(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows by the alphabet: with accents as without them, Chinese ones as they sound."""

    def letters(row: Row) -> tuple[bytes, str]:
        plain = "".join(letter for letter in normalize("NFD", row.text.casefold()) if not combining(letter))
        # In this code the usual characters stand in the order of their pinyin.
        return plain.encode("gb18030"), row.id

    return tuple(sorted(rows, key=letters))


def _stretches(rows: Sequence[Row]) -> list[Sequence[Row]]:
    number = -(-len(rows) // _STRETCH)
    bounds = [place * len(rows) // number for place in range(number + 1)]
    return [rows[first:end] for first, end in pairwise(bounds)]


def _stretch_row(rows: Sequence[Row]) -> Row:
    text = say("{first} to {last}", first=rows[0].text, last=rows[-1].text)
    return Row(text, f"{_STRETCH_ID}{rows[0].id}")


def pick_explorer(text: str, whom: Iterable[str]) -> Dialog[str]:
    """One of these explorers."""
    return pick(text, map(explorer_row, whom))


def pick_figure(text: str, whom: Iterable[str]) -> Dialog[str]:
    """One of these explorers and monsters."""
    return pick(text, map(figure_row, whom))


def pick_room(text: str, rooms: Iterable[str]) -> Dialog[str]:
    """One of these rooms."""
    return pick_named(text, map(room_row, rooms))


def pick_card(text: str, cards: Iterable[str]) -> Dialog[str]:
    """One of these cards."""
    return pick_named(text, map(card_row, cards))


def pick_trait(text: str, traits: Iterable[Trait]) -> Dialog[Trait]:
    """One of these traits."""
    return Trait((yield from pick(text, map(trait_row, traits))))


def pick_number(text: str, least: int, most: int) -> Dialog[int]:
    """A number."""
    return int((yield from pick(text, number_rows(least, most))))


def tick(text: str, rows: Iterable[Row]) -> Dialog[tuple[str, ...]]:
    """Some of these rows, at least one: each answer ticks one or takes its tick away, until all is right."""
    shown, ticked = tuple(rows), set[str]()
    while True:
        boxes = [Row(row.text, row.id, row.value, row.detail, sign=row.sign, done=row.id in ticked) for row in shown]
        ready = [Row(say("That is right"), DONE)] if ticked else []
        answer = yield HouseQuestion(text, (*boxes, *ready), stays=True)
        if answer == DONE:
            return tuple(row.id for row in shown if row.id in ticked)
        ticked ^= {answer}


def is_explorer(figure: str) -> bool:
    """Whether it is an explorer, not a monster."""
    return figure in CHARACTERS


def figures_acting(state: State) -> tuple[str, ...]:
    """All who may do something: whose turn it is first, then the living explorers, then the monsters."""
    turn = (state.turn,) if state.turn in state.living else ()
    return tuple(dict.fromkeys((*turn, *state.living, *state.monsters)))
