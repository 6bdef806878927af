"""Random moves: each kind of event is as likely as the others, then each of its kind."""

from collections.abc import Callable, Mapping
from random import Random

from . import events as e
from .components import Character
from .dealt import Dealt, Move, Plan
from .hidden import drawn_cards
from .moves import chance_moves, chums, demands, drinks, ghosts, layings, navigations, reveal, takings, uses
from .state import Phase, State


def draw_move(dealt: Dealt, rng: Random) -> Move:
    """Draw a move of anybody, or of chance."""
    step = dealt.state.step
    if dealt.owed is not None or (step is Phase.CHOOSE and dealt.state.turn is None):
        return rng.choice(chance_moves(dealt))
    if dealt.plan is not None:
        if dealt.plan is Plan.COMPASS:
            return _navigation(dealt, rng)
        return _rowing(dealt, rng) if dealt.plan is Plan.ROW else chance_moves(dealt)[0]
    kinds = [*_KINDS[step]]
    while True:
        move = kinds.pop(rng.randrange(len(kinds)))(dealt, rng)
        if move is not None:
            return move


def _any(moves: list[Move], rng: Random) -> Move | None:
    return rng.choice(moves) if moves else None


def _whose_turn(state: State) -> Character:
    turn = state.turn
    assert turn is not None
    return turn


def _taking(dealt: Dealt, rng: Random) -> Move:
    return rng.choice(takings(dealt, _whose_turn(dealt.state)))


def _laying(dealt: Dealt, rng: Random) -> Move | None:
    able = [character for character in dealt.state.conscious if dealt.hidden.hands[character]]
    return rng.choice(layings(dealt, rng.choice(able))) if able else None


def _trade(dealt: Dealt, rng: Random) -> Move | None:
    state = dealt.state
    if len(state.conscious) == 1:
        return None
    character, other = rng.sample(state.conscious, 2)
    gave, got = (rng.randint(0, state.person(partner).hand) for partner in (character, other))
    if not gave and not got:
        return None
    hands = dealt.hidden.hands
    return Move(
        e.Traded(character, other, gave, got), (*rng.sample(hands[character], gave), *rng.sample(hands[other], got))
    )


def _passing(dealt: Dealt, rng: Random) -> Move:  # noqa: ARG001 - as all kinds
    return Move(e.Passed(_whose_turn(dealt.state)))


def _rowing(dealt: Dealt, rng: Random) -> Move:
    turn = _whose_turn(dealt.state)
    kept = tuple([str(card.id) for card in drawn_cards(dealt.hidden, dealt.state, turn) if rng.random() < 0.5])
    return Move(e.Rowed(turn, len(kept)), kept)


def _demand(dealt: Dealt, rng: Random) -> Move | None:
    return _any(list(demands(dealt.state, _whose_turn(dealt.state))), rng)


def _use(dealt: Dealt, rng: Random) -> Move | None:
    return _any(list(uses(dealt, _whose_turn(dealt.state))), rng)


def _agreement(dealt: Dealt, rng: Random) -> Move:  # noqa: ARG001
    return Move(e.Agreed(_whose_turn(dealt.state)))


def _refusal(dealt: Dealt, rng: Random) -> Move:  # noqa: ARG001
    return Move(e.Refused(_whose_turn(dealt.state)))


def _objection(dealt: Dealt, rng: Random) -> Move | None:
    demand = dealt.state.demand
    assert demand is not None
    return _any([Move(e.Objected(character)) for character in dealt.state.conscious if character is not demand.by], rng)


def _joining(dealt: Dealt, rng: Random) -> Move | None:
    fight = dealt.state.fight
    assert fight is not None
    able = [
        character
        for character in dealt.state.conscious
        if character not in fight.attack and character not in fight.defend
    ]
    return Move(e.Joined(rng.choice(able), rng.choice((e.Side.ATTACK, e.Side.DEFEND)))) if able else None


def _navigation(dealt: Dealt, rng: Random) -> Move:
    return rng.choice(list(navigations(dealt)))


def _chum(dealt: Dealt, rng: Random) -> Move | None:
    return _any([move for character in dealt.state.conscious for move in chums(dealt, character)], rng)


def _call(dealt: Dealt, rng: Random) -> Move | None:
    return _any([Move(e.Haunted(ghost)) for ghost in ghosts(dealt.state)], rng)


def _drink(dealt: Dealt, rng: Random) -> Move | None:
    return _any([move for character in dealt.state.conscious for move in drinks(dealt, character)], rng)


def _end(dealt: Dealt, rng: Random) -> Move:  # noqa: ARG001
    return chance_moves(dealt)[0]


def _reveal(dealt: Dealt, rng: Random) -> Move:
    done = {revealed.by for revealed in dealt.state.revealed}
    return Move(reveal(dealt, rng.choice([person.who for person in dealt.state.people if person.who not in done])))


_KINDS: Mapping[Phase, tuple[Callable[[Dealt, Random], Move | None], ...]] = {
    Phase.TAKE: (_taking, _laying),
    Phase.ACT: (_passing, _rowing, _demand, _use, _laying, _trade),
    Phase.ANSWER: (_agreement, _refusal, _laying, _trade),
    Phase.OBJECTION: (_end, _objection, _laying, _trade),
    Phase.FIGHT: (_end, _joining, _laying),
    Phase.CHOOSE: (_navigation, _laying),
    Phase.OVERBOARD: (_end, _chum, _call, _laying),
    Phase.THIRST: (_end, _drink, _laying),
    Phase.REVEAL: (_reveal,),
}
