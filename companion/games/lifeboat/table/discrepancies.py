"""Discrepancies between the mat and the layout: unreadable things and cards in unused rows.

Unused rows belong to no character.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.device.language import extended
from companion.device.sentences import join_items
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import BOAT, OPEN_ROWS, SHOW
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.tags import character_of
from companion.games.lifeboat.words import character_name, provision_name
from companion.table.inference import TableProblem
from engine.lifeboat.components import Character
from engine.lifeboat.state import State


def relevant_unread(
    state: State, observation: LifeboatObservation, rows: Mapping[str, Character]
) -> LifeboatObservation:
    """Return what is seen, with only those unread places that can matter.

    Something may lie there that counts.
    """
    count = {BOAT, SHOW, *(row for row, character in rows.items() if character in state.seats)}
    return replace(observation, unreadable=observation.unreadable & count)


def unread(state: State, observation: LifeboatObservation, rows: Mapping[str, Character]) -> Iterator[TableProblem]:
    """Yield places with something that cannot be read.

    It may be what is waited for, and stops nobody.
    """
    for place in sorted(relevant_unread(state, observation, rows).unreadable):
        if place in rows:
            text = say("A card before {player} cannot be read. Free its tag.", player=character_name(rows[place]))
        elif place == BOAT:
            text = say("A card in the boat row cannot be read. Free its tag.")
        else:
            text = say("A used card cannot be read. Free its tag.")
        where = str(rows.get(place, place))
        # It stands beside many choices: one sentence says what, where and what to do.
        yield TableProblem("unread", text, "", places=(where,), unfinished=True)


def stray_cards(
    state: State, observation: LifeboatObservation, rows: Mapping[str, Character]
) -> Iterator[TableProblem]:
    """Yield unread things at empty seats, and character and position cards in a wrong zone.

    They stop nobody.
    """
    for row in OPEN_ROWS:
        if row in observation.unreadable and rows.get(row) not in state.seats:
            text = say("Something at row {n} cannot be read. Nobody sits there.", n=_number(row))
            yield TableProblem("stray", text, say("Take it away."), (), (row,), unfinished=True)
    for tag, zone in observation.elsewhere:
        character = character_of(tag)
        if zone == BOAT:
            text = say("Character card in the boat row: {player}.", player=name(character))
            fix = say("Lay it before its player.")
        else:
            text = say("Position card in an open row: {player}.", player=name(character))
            fix = say("Lay it into the boat row.")
        yield TableProblem("stray", text, fix, (tag,), (str(character),), unfinished=True)


def positions_missing(missing: tuple[Character, ...], *, unfinished: bool) -> TableProblem:
    """Return the problem that some position cards are not seen in the boat row."""
    text = say("Not seen in the boat row: {players}.", players=names(missing))
    fix = say("Lay the card so that its tag is free.")
    return TableProblem("seats", text, fix, (), tuple(map(str, missing)), unfinished=unfinished)


def cards_in_unowned_rows(
    state: State, observation: LifeboatObservation, rows: Mapping[str, Character]
) -> tuple[TableProblem, ...]:
    """Open cards where nobody sits, or whose owner is out (L20)."""
    players = state.started.players
    owners = {row: character for row, character in rows.items() if character in players}
    found = []
    for row in OPEN_ROWS:
        owner = owners.get(row)
        if owner in state.seats:
            continue
        for card in observation.provisions(row):
            if owner is not None:
                values = {"card": provision_name(card), "player": name(owner)}
                text = say("{player} is out, but a card still lies there: {card} (rule L20).", **values)
                fix = say("Take it off the mat.")
            else:
                text = say("Nobody sits at row {n}: {card}.", n=_number(row), card=provision_name(card))
                seats = join_items(
                    extended(name(character), f" {_number(row)}") for row, character in sorted(owners.items())
                )
                fix = say("Lay it before its owner (rule L24). The rows: {rows}.", rows=seats)
            found.append(TableProblem("nobodys", text, fix, (str(card),), (str(owner or row),)))
    return tuple(found)


def _number(row: str) -> str:
    """Return the number of an open row that is printed on the mat."""
    return row.removeprefix("open-")


def row_owners(state: State, observation: LifeboatObservation) -> Mapping[Character, str]:
    """Return the zone of each player's open row.

    It is as the characters' cards said, else as players sit round the mat.
    """
    players = state.started.players
    return observation.owners if set(players) <= set(observation.owners) else open_rows(players)
