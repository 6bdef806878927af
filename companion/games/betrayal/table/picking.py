"""Rows for the house's contents, a choice among them, and questions with an own picture."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.device.sentences import capitalised
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.words import figure_name, trait_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.picking import pick, pick_named
from companion.table.questions import Question
from engine.betrayal import events as e
from engine.betrayal.components import CARDS, Trait
from engine.betrayal.state import State

#: Questions whose answers tell an event, or the steps of a way.
Telling = Dialog[e.GameEvent | tuple[e.GameEvent, ...]]


@dataclass(frozen=True)
class HouseQuestion(Question):
    """Question with the picture that belongs to it (None: the map), and facts above its answers.

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


def explorer_row(explorer: str, value: str = "", detail: str = "") -> Row:
    """Return a row for an explorer, whose id it has."""
    return Row(capitalised(explorer_name(explorer)), explorer, value, detail, sign=explorer)


def figure_row(figure: str, value: str = "", detail: str = "") -> Row:
    """Return a row for an explorer or a monster."""
    return Row(capitalised(figure_name(figure)), figure, value, detail, sign=figure)


def room_row(room: str, value: str = "", detail: str = "") -> Row:
    """Return a row for a room."""
    return Row(room_name(room), room, value, detail)


def card_row(card: str, detail: str = "") -> Row:
    """Return a row for an omen or an item."""
    return Row(card_name(card), card, detail=detail, sign=CardSign(CARDS[card].kind.word))


def trait_row(trait: Trait, value: str = "", detail: str = "") -> Row:
    """Return a row for a trait."""
    return Row(trait_name(trait), trait.word, value, detail)


def pick_explorer(text: str, explorer: Iterable[str]) -> Dialog[str]:
    """Ask for one of these explorers."""
    return pick(text, map(explorer_row, explorer))


def pick_figure(text: str, explorer: Iterable[str]) -> Dialog[str]:
    """Ask for one of these explorers and monsters."""
    return pick(text, map(figure_row, explorer))


def pick_room(text: str, rooms: Iterable[str]) -> Dialog[str]:
    """Ask for one of these rooms."""
    return pick_named(text, map(room_row, rooms))


def pick_card(text: str, cards: Iterable[str]) -> Dialog[str]:
    """Ask for one of these cards."""
    return pick_named(text, map(card_row, cards))


def pick_trait(text: str, traits: Iterable[Trait]) -> Dialog[Trait]:
    """Ask for one of these traits."""
    return Trait((yield from pick(text, map(trait_row, traits))))


def acting_figures(state: State) -> tuple[str, ...]:
    """Return all who may do something.

    The figure on turn comes first, then the living explorers, then the monsters.
    """
    turn = (state.turn,) if state.turn in state.living else ()
    return tuple(dict.fromkeys((*turn, *state.living, *state.monsters)))
