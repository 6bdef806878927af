"""Game told as its table lies: open professions, put right."""

from collections.abc import Iterator

from companion.games.coach_ride.language import say
from companion.games.coach_ride.mat import open_place
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.discrepancies import (
    cards_at_empty_seats,
    person_discrepancies,
    seen_twice,
    unread,
)
from companion.games.coach_ride.table.layout import (
    FIGHTING,
    expected_layout,
    is_profession,
    named,
    player_of,
    profession_tasks,
)
from companion.games.coach_ride.table.seats import Seats, are_seats_known, seat_places
from companion.games.coach_ride.table.words import describe_problem
from companion.games.coach_ride.tags import PROFESSION_OF
from companion.table.history import Lying, as_it_lies_reason, lying_told
from companion.table.inference import TableProblem
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.events import Corrected, GameEvent
from engine.coach_ride.state import State
from engine.game import Game


def lying_of(game: Game[State, GameEvent], observation: CoachRideObservation) -> Lying[State, GameEvent]:
    """Return what lies otherwise than in the game, and the correction that tells it."""
    state = game.state
    if not are_seats_known(state.players, observation.seats):
        return Lying((say("Nobody knows yet who sits where."),), None)
    places = seat_places(state.players, observation.seats)
    expected = expected_layout(state)
    # At an empty seat, too, nothing lies there by the game: of that something else is said.
    players = {open_place(player) for player in state.players}
    seen = named(observation, places).layout.filtered(lambda lie: is_profession(lie) and lie.place in players)
    lies = expected.with_part(seen, is_profession)
    untold = tuple(problem.sentence for problem in _untold(state, observation, places))
    told = tuple(task.sentence for task in profession_tasks(expected, lies))
    if not told:
        return Lying(untold, None)
    professions: dict[Person, Profession | None] = dict.fromkeys(state.professions)
    professions |= {player_of(lie): PROFESSION_OF[lie.piece] for lie in seen.counts}
    changed = {player: card for player, card in professions.items() if card != state.professions.get(player)}
    event = Corrected(as_it_lies_reason(), professions=changed)
    # In a claim cards are shown beside those that lie open.
    why_not = say("That cannot be done now.") if state.claim is not None else ""
    for problem in game.problems(event):
        why_not = why_not or describe_problem(problem)
    if not untold and not why_not:
        mended = game.apply(event)
        # Of two cards before one player one alone can be open.
        if expected_layout(mended.state).filtered(is_profession) == lies.filtered(is_profession):
            return lying_told(game, mended, told)
    return Lying((*told, *untold), None, why_not)


def _untold(state: State, observation: CoachRideObservation, places: Seats) -> Iterator[TableProblem]:
    """Yield what no correction tells, or what is not known before hands have done something."""
    yield from seen_twice(observation)
    yield from cards_at_empty_seats(observation, places)
    yield from (unread(player) for player, seat in places.items() if open_place(seat) in observation.unreadable)
    if state.phase in FIGHTING:
        expected = expected_layout(state)
        yield from person_discrepancies(expected, expected, observation, places)
