"""Checks of the reasons of Finstere Flure: the monster walks card by card."""

from functools import cache, lru_cache
from typing import Any

from companion.games.finstere_flure import reasons as r
from engine.finstere_flure.board import CELLS, EXIT, column_row
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.game import RULES
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from tools.hint_reasons.case import Checks, Hint

_ROUNDED = 1e-9


def _eaten(position: Position, hint: Hint) -> list[set[str]]:
    """Return the tokens that each card to come eats, or brings to their end otherwise."""
    return _eaten_by(position, tuple(deck_to_come(hint.view)))


# A check asks again and again for the same board.
@lru_cache(maxsize=64)
def _eaten_by(position: Position, deck: tuple[str, ...]) -> list[set[str]]:
    return [{value.token for value in move_monster(position, parse_card(name)).eaten} for name in deck]


def _positions(hint: Hint) -> tuple[Position, Position]:
    return hint.view.position, RULES.follow(hint.view, hint.move).position


def _risks(hint: Hint) -> tuple[float, float]:
    risks = []
    for position in _positions(hint):
        eaten = _eaten(position, hint)
        risks.append(sum(hint.move.token in tokens for tokens in eaten) / len(eaten))
    return risks[0], risks[1]


def _others_risks(hint: Hint) -> tuple[float, float]:
    colour = hint.move.token.split("-")[0]
    risks = []
    for position in _positions(hint):
        eaten = _eaten(position, hint)
        risks.append(sum(token.split("-")[0] != colour for tokens in eaten for token in tokens) / len(eaten))
    return risks[0], risks[1]


def _near(told: tuple[float, ...], counted: tuple[float, ...]) -> bool:
    return all(abs(value - other) <= _ROUNDED for value, other in zip(told, counted, strict=True))


@cache
def _distances() -> dict[str, int]:
    """Return the steps until out from each cell of the empty board, ring by ring."""
    found, steps = {EXIT: 1}, 1
    while len(found) < len(CELLS):
        spots = {column_row(cell) for cell, distance in found.items() if distance == steps}
        steps += 1
        for cell in CELLS:
            column, row = column_row(cell)
            if cell not in found and any(abs(column - x) + abs(row - y) == 1 for x, y in spots):
                found[cell] = steps
    return found


def _steps(place: Any) -> int:
    return _distances()["p11"] + 1 if place is Place.OUTSIDE else _distances()[place]


def _leaves(hint: Hint, reason: r.Leaves) -> bool:
    after = RULES.follow(hint.view, hint.move)
    out = sum(token.split("-")[0] == hint.seat for token in after.out)
    tokens = sum(token.id.split("-")[0] == hint.seat for token in hint.view.position.tokens)
    return (reason.out, reason.needed) == (out, tokens - 1)


def _lowers_risk(hint: Hint, reason: r.LowersRisk) -> bool:
    return _near((reason.before, reason.after), _risks(hint)) and reason.after < reason.before


def _approaches(hint: Hint, reason: r.Approaches) -> bool:
    token = hint.view.position.token(hint.move.token)
    steps = _steps(token.at), _steps(hint.move.to)
    told = reason.before, reason.after
    return told == steps and reason.after < reason.before and _near((reason.risk,), _risks(hint)[1:])


def _endangers(hint: Hint, reason: r.EndangersOthers) -> bool:
    return _near((reason.before, reason.after), _others_risks(hint)) and reason.after > reason.before


CHECKS: Checks = {
    r.Leaves: _leaves,
    r.LowersRisk: _lowers_risk,
    r.Approaches: _approaches,
    r.EndangersOthers: _endangers,
}
