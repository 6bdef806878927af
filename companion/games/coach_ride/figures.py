"""Counts of finished games: claims right and wrong, trades and attacks."""

from collections.abc import Iterator, Sequence

from companion.figures.facts import Figure
from companion.games.coach_ride.language import later
from engine.coach_ride.cards import Person
from engine.coach_ride.events import Accepted, Attacked, ClaimKind, GameEvent, Offered
from engine.coach_ride.events import Refused as OfferRefused
from engine.coach_ride.state import State

CLAIMS = later("Claims")
CLAIM_KINDS = later("Claims by kind")
TRADES = later("Trades")
ATTACKS = later("Attacks")
_RIGHT = later("right")
_WRONG = later("wrong")
_KINDS = {
    ClaimKind.OWN: later("for the own side"),
    ClaimKind.CREST: later("by the crest"),
    ClaimKind.ENEMY: later("for the enemy"),
}
_OFFERED = later("offered")
_ACCEPTED = later("accepted")
_REFUSED = later("refused")
_ATTACKED = later("attacked")
_WAS_ATTACKED = later("was attacked")


def figures(states: Sequence[State], events: Sequence[GameEvent]) -> Iterator[Figure]:
    """Yield what is counted of each event of a game, and its claim."""
    for event in events:
        match event:
            case Offered(by=person):
                yield _of_seat(TRADES, person, _OFFERED)
            case Accepted(by=person):
                yield _of_seat(TRADES, person, _ACCEPTED)
            case OfferRefused(by=person):
                yield _of_seat(TRADES, person, _REFUSED)
            case Attacked(by=attacker, to=defender):
                yield _of_seat(ATTACKS, attacker, _ATTACKED)
                yield _of_seat(ATTACKS, defender, _WAS_ATTACKED)
    claim = states[-1].claim
    if claim is not None and claim.right is not None:
        column = _RIGHT if claim.right else _WRONG
        yield _of_seat(CLAIMS, claim.by, column)
        yield Figure(CLAIM_KINDS, _KINDS[claim.kind], column, seat=str(claim.by))


def _of_seat(table: str, person: Person, column: str) -> Figure:
    return Figure(table, str(person), column, seat=str(person))
