"""Seats round the mat, as person cards were seen to lie.

Else players are spread in their order.
"""

from collections.abc import Mapping, Sequence

from companion.games.coach_ride.mat import SEATS
from companion.games.coach_ride.placement import seats_of
from companion.games.coach_ride.readings import CoachRideObservation
from engine.coach_ride.cards import FEWEST_PLAYERS, Person

#: The seat of each player whose place is known.
Seats = Mapping[Person, str]


def update_seats(observation: CoachRideObservation, known: Seats) -> Seats:
    """Return the seats after a reading.

    If all players laid their person cards it counts, else it only adds to what is known.
    """
    alone = {lying[0][0]: seat for seat, lying in observation.persons.items() if len(lying) == 1}
    if len(alone) >= max(FEWEST_PLAYERS, len(known)):
        return alone
    new = {player: seat for player, seat in alone.items() if player not in known and seat not in known.values()}
    return {**known, **new}


def are_seats_known(players: Sequence[Person], known: Seats) -> bool:
    """Return True if everybody's seat is known, and they sit round the mat as they play."""
    return all(player in known for player in players) and sit_in_order(players, known)


def sit_in_order(players: Sequence[Person], known: Seats) -> bool:
    """Return True if the players whose seats are known sit clockwise, as they play."""
    seated = [player for player in players if player in known]
    round_the_mat = sorted(seated, key=lambda player: SEATS.index(known[player]))
    first = seated.index(round_the_mat[0]) if seated else 0
    return round_the_mat == seated[first:] + seated[:first]


def seat_places(players: Sequence[Person], chosen: Seats | None) -> Seats:
    """Return the seat of each player: as it was seen, else one of those that nobody sits at."""
    known = {player: seat for player, seat in (chosen or {}).items() if player in players}
    default_seats = seats_of(players)
    free = [seat for seat in SEATS if seat not in known.values()]
    for player in players:
        if player not in known:
            seat = default_seats[player] if default_seats[player] in free else free[0]
            free.remove(seat)
            known[player] = seat
    return known
