"""Observations of the mat, told by what lies where."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.coach_ride.mat import CLAIM, CoachCard, open_place, person_place
from companion.games.coach_ride.readings import CoachRideObservation
from companion.table.layout import Lie, TableLayout
from engine.coach_ride.cards import Person


def seen_mat(
    persons: Mapping[str, Iterable[tuple[Person, str]]] | None = None,
    open: Mapping[str, Iterable[str]] | None = None,
    claim: Iterable[str] = (),
    unreadable: Iterable[str] = (),
    twice: Iterable[str] = (),
    seats: Mapping[Person, str] | None = None,
) -> CoachRideObservation:
    """Return the observation of persons, open cards and claimed cards."""
    lies = [
        Lie(f"{CoachCard.PERSON}-{person}", person_place(seat), face)
        for seat, lying in (persons or {}).items()
        for person, face in lying
    ]
    lies += [Lie(tag, open_place(seat)) for seat, tags in (open or {}).items() for tag in tags]
    lies += [Lie(tag, CLAIM) for tag in claim]
    layout = TableLayout.from_lies(lies)
    return CoachRideObservation(layout, frozenset(unreadable), frozenset(twice), seats=seats or {})


def altered(observation: CoachRideObservation, **changes: Any) -> CoachRideObservation:
    """Return the observation with some of its parts otherwise, as `seen_mat` takes them."""
    parts = {name: getattr(observation, name) for name in ("persons", "open", "claim", "unreadable", "seats")}
    return seen_mat(**{**parts, "twice": observation.in_doubt, **changes})
