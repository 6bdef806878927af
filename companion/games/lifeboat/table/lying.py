"""Game told as its table lies: open cards and the boat row, put right."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.games.lifeboat.captions import names
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import BOAT
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.discrepancies import (
    cards_in_unowned_rows,
    positions_missing,
    relevant_unread,
    row_owners,
    unread,
)
from companion.games.lifeboat.table.inference import Rows, seen_twice
from companion.games.lifeboat.table.layout import expected_layout, named_lies, tasks
from companion.games.lifeboat.table.put_right import row_sides
from companion.games.lifeboat.table.words import describe_problem
from companion.games.lifeboat.tags import PROVISION_OF
from companion.table.history import Lying, as_it_lies_reason, lying_told
from engine.game import Game
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.corrections import facts_set
from engine.lifeboat.events import Corrected, Correction, GameEvent
from engine.lifeboat.state import State

#: The tasks about the boat row; its other order is told by itself.
_ROW = "seats"


def lying_of(game: Game[State, GameEvent], observation: LifeboatObservation) -> Lying[State, GameEvent]:
    """Return what lies otherwise than in the game, and the correction that tells it.

    Hands stay; a card that is not seen any more lies among the used ones if one of its kind is seen there, else by the
    count in the bow deck.
    """
    state = game.state
    rows = {zone: character for character, zone in row_owners(state, observation).items()}
    observation = relevant_unread(state, observation, rows)
    wanted = _correction(state, observation, rows)
    untold = tuple(_untold(state, observation, rows))
    if wanted == Correction():
        return Lying(untold, None)
    after = facts_set(state, wanted)
    told = [task.sentence for task in tasks(expected_layout(state), expected_layout(after)) if task.kind != _ROW]
    if wanted.seats is not None:
        told.append(say("The boat row from the bow: {players}.", players=names(wanted.seats)))
    event = Corrected(wanted, as_it_lies_reason())
    problems = game.problems(event)
    if untold or problems:
        return Lying((*told, *untold), None, describe_problem(problems[0]) if problems else "")
    return lying_told(game, game.apply(event), told)


def _correction(state: State, observation: LifeboatObservation, rows: Rows) -> Correction:
    """Return the facts as they lie: only those that are others than in the game."""
    seen = dict.fromkeys(observation.seats)
    before = {person.who: person.open for person in state.aboard}
    lies = _open_cards(state, observation, rows)
    lost = Counter(card for cards in before.values() for card in cards)
    lost.subtract(card for cards in lies.values() for card in cards)
    used = [PROVISION_OF[tag] for tag in observation.show]
    discarded = tuple((+lost & Counter(used)).elements())
    changed = tuple((character, cards) for character, cards in lies.items() if cards != before[character])
    return Correction(
        open=changed or None,
        discard=tuple(sorted((*state.discard, *discarded))) if discarded else None,
        seats=tuple(seen) if seen.keys() == set(state.seats) and tuple(seen) != state.seats else None,
    )


def _open_cards(
    state: State, observation: LifeboatObservation, rows: Rows
) -> Mapping[Character, tuple[Provision, ...]]:
    """Return the cards that lie open before everybody who is aboard."""
    seen = named_lies(state, observation, rows)
    return {
        person.who: tuple(sorted(Provision(lie.piece) for lie in seen.lies_at(str(person.who))))
        for person in state.aboard
    }


def _untold(state: State, observation: LifeboatObservation, rows: Rows) -> Iterator[str]:
    """Yield what no correction tells, or what is not known before hands have done something."""
    problems = (
        *seen_twice(observation),
        *unread(state, observation, rows),
        *cards_in_unowned_rows(state, observation, rows),
    )
    yield from (problem.sentence for problem in problems)
    if BOAT in observation.unreadable or not observation.boat:
        return
    missing = tuple(seat for seat in state.seats if seat not in observation.seats)
    if missing:
        yield positions_missing(missing, unfinished=False).sentence
    sides = row_sides(state)
    astray = [character for character, side in observation.boat if side not in sides.get(character, ())]
    if astray:
        yield say("Not in their places: {players}.", players=names(tuple(astray)))
