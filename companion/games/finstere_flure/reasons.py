"""Reasons of a hint in Finstere Flure: risks by the monster's next move, steps to the exit."""

from dataclasses import dataclass
from typing import Any

from companion.games.finstere_flure.outlook import outlook
from companion.opponents.reasons import Ahead, OnlyMove, reason_at_once
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.game import RULES
from engine.finstere_flure.outcome import tokens_out
from engine.finstere_flure.pieces import TOKENS, Colour, Place
from engine.finstere_flure.players import goal
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import State
from engine.finstere_flure.walks import place_number
from engine.finstere_flure.worth import STEPS_LEFT

#: What is likelier eaten than not does not move on for the sake of the steps (part of 1).
MOST_RISK = 0.5


@dataclass(frozen=True)
class Leaves:
    """The token is out, as so many of its player are then; `needed` win."""

    out: int
    needed: int


@dataclass(frozen=True)
class LowersRisk:
    """Risk by the next card where the token stands, and after its move (parts of 1)."""

    before: float
    after: float


@dataclass(frozen=True)
class Approaches:
    """Steps to the exit over an empty board, before and after.

    `risk`: of being eaten there (part of 1).
    """

    before: int
    after: int
    risk: float


@dataclass(frozen=True)
class EndangersOthers:
    """Tokens of others that the next card eats on average, before and after."""

    before: float
    after: float


def token_reason(state: State, seat: str, event: Any) -> Any:
    """Return the reason of a move; floor tiles are worth the same wherever they lie."""
    if len(RULES.possible(state)) == 1:
        return OnlyMove()
    if not isinstance(event, TokenMoved):
        return reason_at_once(Ahead(RULES, state, seat, event))
    if event.to is Place.OUT:
        colour = Colour(seat)
        return Leaves(tokens_out((*state.out, event.token), colour), goal(len(state.players)))
    return _risk_reason(state, event) or reason_at_once(Ahead(RULES, state, seat, event))


def _risk_reason(state: State, event: TokenMoved) -> Any | None:
    deck, position = deck_to_come(state), state.position
    moved = position_after(position, event)
    risks, risks_after = outlook(position, deck).risks, outlook(moved, deck).risks
    before, after = risks.get(event.token, 0.0), risks_after.get(event.token, 0.0)
    if after < before:
        return LowersRisk(before, after)
    token = position.token(event.token)
    assert token is not None
    steps, left = (STEPS_LEFT[place_number(place)] for place in (token.at, event.to))
    if left < steps and after <= MOST_RISK:
        return Approaches(steps, left, after)
    others, endangered = (_risk_of_others(each, event.token) for each in (risks, risks_after))
    return EndangersOthers(others, endangered) if endangered > others else None


def _risk_of_others(risks: dict[str, float], token: str) -> float:
    colour = TOKENS[token][0]
    return sum(risk for other, risk in risks.items() if TOKENS[other][0] is not colour)
