"""Check of cards laid open in a claim: the player must be able to have them (section 5).

See K25 and K26.
"""

from collections import Counter
from collections.abc import Iterator

from engine.game import RuleProblem

from .cards import Association, Item, Variant, associations_each, is_single
from .events import Shown
from .holders import may_have, must_have
from .problems import Code, problem
from .professions import open_problems
from .state import Phase, State


def shown_problems(state: State, event: Shown) -> Iterator[RuleProblem]:
    """Find all problems of shown cards.

    A player who is not asked and a wrong kind of cards stand alone.
    """
    if event.by not in state.players_to_show():
        yield problem(Code.NOT_YOURS, f"{event.by} is not asked to show cards now (section 5)")
        return
    expected = _kinds_to_show(state)
    shows = (event.profession is not None, event.items is not None)
    cards = 3 if Variant.THREE_ADVANCED in state.variants else 1
    if event.association is None or len(event.association) != cards or shows != expected:
        what = ["three associations" if cards == 3 else "the association"]
        what += ["profession"] if expected[0] else []
        what += ["all items"] if expected[1] else []
        yield problem(Code.WRONG_SHOW, f"{event.by} shows {', '.join(what)} and nothing else (section 5)")
        return
    yield from _association_problems(state, event)
    foreign = sorted({item for item in event.items or () if item not in state.items})
    if foreign:
        yield problem(Code.NOT_IN_GAME, f"{event.by} cannot show {', '.join(foreign)}: not in this game (section 2)")
        return
    if event.profession is not None:
        yield from open_problems(state, event.by, event.profession)
    if event.items is not None:
        yield from _item_problems(state, event, event.items)


def _kinds_to_show(state: State) -> tuple[bool, bool]:
    """Return whether a profession and items are shown now.

    The claimant shows all, the named player no profession.
    """
    return state.phase is Phase.CLAIM, state.phase in (Phase.CLAIM, Phase.ALLIES)


def _association_problems(state: State, event: Shown) -> Iterator[RuleProblem]:
    """Yield problems of shown associations: no more of a side than were shuffled (section 2)."""
    assert state.claim is not None
    most = associations_each(len(state.players), state.variants)
    shown = [side for cards in state.claim.shown.values() for side in cards.association]
    counts = Counter((*shown, *(event.association or ())))
    for side in Association:
        if counts[side] > most:
            yield problem(
                Code.IMPOSSIBLE_CARDS,
                f"{event.by} cannot show {side}: that would be {counts[side]} of the {most} that there are (section 2)",
            )


def _item_problems(state: State, event: Shown, items: tuple[Item, ...]) -> Iterator[RuleProblem]:
    assert state.claim is not None
    actor, hand = event.by, state.hands[event.by]
    if len(items) != hand:
        yield problem(Code.WRONG_HAND_SIZE, f"{actor} holds {hand} items and cannot show {len(items)} (section 5)")
    counts = Counter(items)
    before = Counter(item for cards in state.claim.shown.values() for item in cards.items or ())
    for item, most in state.items.items():
        if counts[item] and before[item] + counts[item] > most:
            yield problem(
                Code.IMPOSSIBLE_CARDS,
                f"{actor} cannot show {item}: that would be {before[item] + counts[item]} of {most} (section 1)",
            )
        if is_single(item) and counts[item] and not may_have(state.holders, item, actor):
            yield problem(Code.ITEM_ELSEWHERE, f"{actor} cannot show the {item}: it is elsewhere (K25)")
        if not counts[item] and must_have(state.holders, item, actor):
            yield problem(Code.HIDDEN_ITEM, f"{actor} shows all items: the {item} is missing (K25)")
