"""Answers of the table in Lifeboat: seats, wounds, open cards, thirst, fights and piles."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.device.sentences import as_sentence, capitalised, listed
from companion.games.lifeboat.language import say
from companion.games.lifeboat.state_words import describe_boat, describe_due, describe_person, describe_piles
from companion.games.lifeboat.words import cause_name, character_name
from companion.table.table_question import TableQuestion
from engine.lifeboat.components import Character
from engine.lifeboat.state import State


def questions(state: State, seat: str) -> Sequence[TableQuestion]:
    """Return what can be asked about the boat; `seat`: who asks, empty: whose turn it is."""
    asker = Character(seat) if seat else state.turn
    own: list[TableQuestion] = []
    if asker is not None:
        text = capitalised(say("{player}: wounds and open cards?", player=character_name(asker)))
        own = [TableQuestion("pieces", text, lambda: [as_sentence(describe_person(state.person(asker)))])]
    return (
        *own,
        TableQuestion("board", say("Who sits where, with which wounds?"), partial(describe_seats, state)),
        TableQuestion("thirst", say("Who is or may become thirsty?"), lambda: [*describe_thirst(state)]),
        TableQuestion("due", say("What is going on?"), lambda: [*map(as_sentence, describe_due(state))]),
    )


def describe_board(state: State) -> Sequence[str]:
    """Return the boat row with wounds and open cards, then birds and piles."""
    return [*describe_seats(state), describe_piles(state)]


def describe_seats(state: State) -> Sequence[str]:
    """Return everybody from the bow to the stern, then who is out."""
    return [as_sentence(line) for line in describe_boat(state)]


def describe_thirst(state: State) -> Iterator[str]:
    """Yield who is thirsty now, then who has rowed and fought today, which makes thirsty."""
    for thirst in state.thirst:
        causes = listed([cause_name(cause) for cause in thirst.causes])
        yield capitalised(say("{player} is thirsty: {causes}.", player=character_name(thirst.who), causes=causes))
    rowed = [character_name(person.who) for person in state.people if person.rowed]
    fought = [character_name(person.who) for person in state.people if person.fought]
    if rowed:
        yield say("Rowed today: {players}.", players=listed(rowed))
    if fought:
        yield say("Fought today: {players}.", players=listed(fought))
    if not (state.thirst or rowed or fought):
        yield say("Nobody has rowed or fought today.")
