"""Effects of announced items, and gains of a fight (sections 1 and 3; K16-K20, K24).

The gain is the winner's.
"""

from collections.abc import Iterator

from engine.game import RuleProblem
from engine.values import replaced

from .cards import Item, Variant
from .events import Direction, Drew, Looked, Renewed, Searched, SextantUsed, Swapped, Waived
from .holders import Moves
from .problems import Code, problem
from .professions import pile_problems
from .state import Effect, Fight, NextPhase, Phase, State, Winner
from .turns import asked_problems, settle

EffectEvent = Drew | Looked | SextantUsed | Renewed | Swapped | Waived

#: The event by which each effect is carried out; all may be waived (K17).
DONE_BY: dict[Item, type[EffectEvent]] = {
    Item.BAG_KEY: Drew,
    Item.BAG_GOBLET: Drew,
    Item.PRIVILEGE: Looked,
    Item.MONOCLE: Looked,
    Item.SEXTANT: SextantUsed,
    Item.COAT: Renewed,
    Item.TOME: Swapped,
}


def effect_problems(state: State, event: EffectEvent) -> Iterator[RuleProblem]:
    """Yield problems of carrying out an effect, or of the draw or look after a fight."""
    effect = effect_now(state)
    if effect is None:
        yield from _reward_by_problems(state, event)
    else:
        yield from asked_problems(event.by, effect.by)
        if not isinstance(event, (DONE_BY[effect.item], Waived)):
            yield problem(
                Code.WRONG_EFFECT, f"{event.by} cannot do that: the {effect.item} does something else (section 1)"
            )
    if isinstance(event, Drew):
        yield from pile_problems(state, f"{event.by} cannot draw from the item pile", "section 1")
    if isinstance(event, Looked):
        yield from _card_problems(state, event, effect)


def effect_now(state: State) -> Effect | None:
    """Return the effect that is to be carried out now."""
    return state.trade.effect if state.trade and state.phase is Phase.EFFECT else None


def _card_problems(state: State, event: Looked, effect: Effect | None) -> Iterator[RuleProblem]:
    """Yield problems of looking at one of three associations: it is pointed at (section 6)."""
    needed = Variant.THREE_ADVANCED in state.variants and (effect is None or effect.item is Item.MONOCLE)
    if needed and event.card is None:
        yield problem(Code.WHICH_CARD, f"{event.by} looks at one of three associations: say which (section 6)")
    if not needed and event.card is not None:
        yield problem(Code.WHICH_CARD, f"{event.by} does not choose between three associations here (section 6)")


def apply_effect(state: State, event: EffectEvent) -> State:
    """Carry out the effect of an item; then the next item is named (K18).

    The draw or the look after a fight ends the turn.
    """
    then = NextPhase.TRADE
    if state.phase is Phase.RESULT:
        then = NextPhase.NEXT_TURN
    else:
        assert state.trade is not None
        effect = state.trade.effect
        assert effect is not None
        state = replaced(state, trade=replaced(state.trade, effect=None))
        if isinstance(event, Renewed | Swapped):
            # K19: whoever looked through the cards knows where they are, the table does not.
            state = state.with_open(event.by, None)
        if isinstance(event, Swapped):
            state = state.with_open(effect.on, None)
    if isinstance(event, Drew):
        hands = {**state.hands, event.by: state.hands[event.by] + 1}
        state = replaced(state, hands=hands, pile=state.pile - 1)
    if isinstance(event, SextantUsed):
        state = state.with_moves(_round_the_table(state, event.direction))
    return settle(state, then)


def _round_the_table(state: State, direction: Direction) -> Moves:
    """Pass items round the table once all have chosen; left is clockwise (K20)."""
    pairs = tuple((player, state.left_of(player)) for player in state.players)
    return pairs if direction is Direction.LEFT else tuple((to, actor) for actor, to in pairs)


def fits_result(fight: Fight, event: object) -> bool:
    """Return True if a draw, a look or a search fits the end of the fight.

    A draw follows a tie; otherwise it is the winner's choice.
    """
    if isinstance(event, Drew):
        return fight.winner is Winner.TIE
    return not isinstance(event, Looked | Searched) or fight.winner is not Winner.TIE


def _reward_by_problems(state: State, event: EffectEvent | Searched) -> Iterator[RuleProblem]:
    fight = state.fight
    assert fight is not None
    ended = fight.winner_and_loser
    yield from asked_problems(event.by, ended[0] if ended else fight.attacker)


def searched_problems(state: State, event: Searched) -> Iterator[RuleProblem]:
    """Yield all that is wrong with looking at the loser's items."""
    yield from _reward_by_problems(state, event)


def search(state: State, event: Searched) -> State:
    """Take an item of the pile, or none; a last one only in exchange for another (K16, K24)."""
    ended = state.fight and state.fight.winner_and_loser
    assert ended
    winner, loser = ended
    if event.took:
        exchanged = state.hands[loser] == 1
        state = state.with_moves(((loser, winner), (winner, loser)) if exchanged else ((loser, winner),))
    return settle(state, NextPhase.NEXT_TURN)
