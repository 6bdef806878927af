"""Putting right what is public, without an event of the game (section 7)."""

from collections.abc import Iterator

from engine.game import RuleProblem
from engine.values import replaced

from .cards import Profession
from .events import Corrected
from .problems import Code, problem
from .state import NextPhase, Phase, State
from .turns import settle


def corrected_problems(state: State, event: Corrected) -> Iterator[RuleProblem]:
    """Yield all that is wrong with a correction."""
    open_now = _professions_after(state, event)
    twice = sorted({profession for profession in open_now if open_now.count(profession) > 1})
    if event.professions and twice:
        yield problem(Code.PROFESSION_ELSEWHERE, f"the {twice[0]} cannot lie open before two players (K26)")
    hands = {**state.hands, **(event.hands or {})}
    pile = state.pile if event.pile is None else event.pile
    cards, items = sum(hands.values()) + pile, sum(state.items.values())
    if cards != items:
        yield problem(Code.SUM_WRONG, f"hands and pile would be {cards} cards, and there are {items} items (section 7)")
    few = [player for player, hand in hands.items() if hand < 1]
    if few:
        yield problem(Code.COUNT_BELOW_ONE, f"{', '.join(few)} cannot hold fewer than one item (K16)")
    elif pile < 0:
        yield problem(Code.COUNT_BELOW_ONE, "the pile cannot have fewer than no cards (section 7)")


def _professions_after(state: State, event: Corrected) -> list[Profession]:
    after = {**state.professions, **(event.professions or {})}
    return [profession for profession in after.values() if profession is not None]


def correct(state: State, event: Corrected) -> State:
    """Set the counts as said, then check again who is over the limit, except in a claim (K10)."""
    for player, profession in (event.professions or {}).items():
        state = state.with_open(player, profession)
    if event.hands is not None or event.pile is not None:
        # K25: nobody knows any more what moved.
        trade = state.trade and replaced(state.trade, before={}, moves=None)
        pile = state.pile if event.pile is None else event.pile
        state = replaced(state, hands={**state.hands, **(event.hands or {})}, pile=pile, holders={}, trade=trade)
    if event.turn is not None:
        state = replaced(state, turn=event.turn)
    if state.phase not in (Phase.TURN, Phase.LIMIT):
        return state
    return settle(state, state.then or NextPhase.SAME_TURN)
