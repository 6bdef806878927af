"""Checks of the reasons of Mouse and Elephant: the trick is played out, card by card."""

from typing import Any

from mouse_and_elephant import reasons as r
from mouse_and_elephant.rules import CARDS, RULES, Played, Seat, State

from tools.hint_reasons.case import Checks, Hint


def taker(cards: list[tuple[str, Seat]]) -> Seat:
    """Return who takes a trick: the largest or later card, or a mouse before an elephant."""
    sizes = [int(card.split("-")[1]) for card, _ in cards]
    mouse_wins = 1 in sizes and 6 in sizes
    best = 1 if mouse_wins else max(sizes)
    return [seat for (_, seat), size in zip(cards, sizes, strict=True) if size == best][-1]


def _trick(hint: Hint) -> list[tuple[str, Seat]]:
    state: State = hint.public
    assert isinstance(hint.move, Played)
    return [*state.trick.items(), (hint.move.card, hint.move.by)]


def _takes(hint: Hint, _reason: r.TakesTrick) -> bool:
    return RULES.follow(hint.public, hint.move).turn == hint.seat and len(_trick(hint)) == 3


def _gives(hint: Hint, reason: r.GivesTrick) -> bool:
    following = RULES.follow(hint.public, hint.move)
    return following.turn is reason.taker != hint.seat and len(_trick(hint)) == 3


def _leads(hint: Hint, reason: r.LeadsTrick) -> bool:
    trick = _trick(hint)
    known: Any = () if hint.shared else hint.view.hands[hint.seat]
    hidden = {*CARDS} - {*hint.public.played} - {hint.move.card} - {*known}
    follower = next(seat for seat in Seat if seat not in [player for _, player in trick])
    better = [card for card in hidden if taker([*trick, (card, follower)]) is follower]
    return (reason.better, reason.hidden) == (len(better), len(hidden)) and taker(trick) == hint.seat


def _trails(hint: Hint, reason: r.TrailsInTrick) -> bool:
    return taker(_trick(hint)) is reason.leader != hint.seat


CHECKS: Checks = {
    r.TakesTrick: _takes,
    r.GivesTrick: _gives,
    r.LeadsTrick: _leads,
    r.TrailsInTrick: _trails,
}
