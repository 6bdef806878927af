"""What lies on the mat where it tells nothing: cards in rows that are nobody's, and what cannot be read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import BOAT, OPEN_ROWS, SHOW
from companion.games.lifeboat.seen import Seen
from companion.games.lifeboat.table.captions import name
from companion.games.lifeboat.words import character_name, provision_name
from companion.table.inference import TableProblem
from engine.lifeboat.components import Character
from engine.lifeboat.state import State


def that_matter(state: State, seen: Seen, rows: Mapping[str, Character]) -> Seen:
    """What is seen, with those unread places only in which something may lie that counts."""
    count = {BOAT, SHOW, *(row for row, who in rows.items() if who in state.seats)}
    return replace(seen, unreadable=tuple(place for place in seen.unreadable if place in count))


def unread(state: State, seen: Seen, rows: Mapping[str, Character]) -> Iterator[TableProblem]:
    """Where something lies that cannot be read: it may be what is waited for, and stops nobody."""
    for place in that_matter(state, seen, rows).unreadable:
        if place in rows:
            text = say("Unreadable before {player}: free its tag.", player=character_name(rows[place]))
        elif place == BOAT:
            text = say("Unreadable in the boat row: free its tag.")
        else:
            text = say("Unreadable among the used cards: free its tag.")
        where = str(rows.get(place, place))
        # It stands beside many choices: one sentence says what, where and what to do.
        yield TableProblem("unread", text, "", places=(where,), unfinished=True)


def in_nobodys_row(state: State, seen: Seen, rows: Mapping[str, Character]) -> tuple[TableProblem, ...]:
    """Open cards where nobody sits, or whose owner is out (L20)."""
    players = state.started.players
    owners = {row: who for row, who in rows.items() if who in players}
    found = []
    for row in OPEN_ROWS:
        owner = owners.get(row)
        if owner in state.seats:
            continue
        for card in seen.provisions(row):
            if owner is not None:
                values = {"card": provision_name(card), "player": name(owner)}
                text = say("{player} is out, and a card still lies there: {card} (L20).", **values)
                fix = say("Take it off the mat.")
            else:
                text = say("Nobody sits at row {n}: {card}.", n=_number(row), card=provision_name(card))
                seats = ", ".join(f"{name(who)} {_number(row)}" for row, who in sorted(owners.items()))
                fix = say("Lay it before its owner (L24). The rows: {rows}.", rows=seats)
            found.append(TableProblem("nobodys", text, fix, (str(card),), (str(owner or row),)))
    return tuple(found)


def _number(row: str) -> str:
    """The number that is printed on the mat."""
    return row.removeprefix("open-")
