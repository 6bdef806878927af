"""Betrayal as bots play it: the house, the order of the stacks, and what is announced.

Dice and stacks are chance. What cards' texts and the books say stays with the players: bots know only what the rules
know, and go by a stand-in haunt.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from engine.game import CHANCE, Play, Result
from engine.secrets import Secret
from engine.values import replaced

from . import events as e
from .chance import DrawnLots, draw_chance, outcomes_of
from .components import CARDS, Trait
from .full_state import FullState
from .game import RULES
from .hidden import Stacks
from .house import turn_matters
from .possible import (
    BegunEvent,
    Declined,
    DiceThrown,
    Move,
    damages,
    discoveries,
    elevator_runs,
    falls,
    thefts,
    turn_moves,
)
from .scenario import UNCLAIMED, winning_claim
from .secrets import secret_states
from .state import Phase, State
from .throwing import fits_thrown, keeper_of
from .told_view import VIEW_CODEC
from .worth import worth_of


class BetrayalPlay(Play[FullState, Move]):
    """The rules, with stacks in an order that nobody knows."""

    worth_is_public = True
    rollout_moves = 2
    #: A step towards a foe is worth less than any whim.
    whim = 0.0
    view_codec = VIEW_CODEC

    def deal(self, started: e.GameStarted, rng: Random) -> FullState:
        """Return tiles and cards shuffled."""
        return FullState(RULES.begin(started), Stacks.shuffled(rng.getrandbits(32), started.variants))

    def follow(self, state: FullState, move: Move) -> FullState:
        """Return the state after an event, or with what is announced."""
        if isinstance(move, BegunEvent):
            return FullState(state.state, state.stacks, move, turns=state.turns)
        if isinstance(move, Declined):
            return FullState(state.state, state.stacks, declined=True, turns=state.turns)
        if isinstance(move, DiceThrown):
            return replaced(state, thrown=move)
        turns = state.turns
        if turns != UNCLAIMED and state.state.haunt is not None and isinstance(move, e.TurnEnded):
            turns += 1
        return FullState(RULES.follow(state.state, move), state.stacks, turns=turns)

    def over(self, state: FullState) -> Result | None:
        """Return the result if the game is over, or None."""
        return RULES.over(state.state)

    def event(self, move: Move) -> e.GameEvent | None:
        """Return the event; None as long as it is only announced, or thrown for."""
        return None if isinstance(move, BegunEvent | Declined | DiceThrown) else move

    def noticed(self, move: Move) -> Move:
        """Return the move: everybody hears what is announced."""
        return move

    def public(self, state: FullState) -> State:
        """Return the public state of the house."""
        return state.state

    def view(self, state: FullState, seat: str) -> FullState:  # noqa: ARG002 - everybody knows the same
        """Return all but the order of the stacks."""
        return FullState(state.state, None, state.announced, state.declined, state.turns, state.thrown)

    def joined(self, views: Mapping[str, FullState], public: State) -> FullState:
        """Return what several seats know together: each of them all but the order of the stacks."""
        return replaced(next(iter(views.values())), state=public)

    def decides(self, state: FullState, actor: str) -> str:
        """Return the explorer who decides for a figure."""
        return keeper_of(state.state, actor)

    def determinize(self, view: FullState, seat: str, rng: Random) -> FullState:  # noqa: ARG002 - as `view`
        """Return the stacks in some order."""
        return FullState(view.state, Stacks.of_rest(view.state, rng), view.announced, view.declined, view.turns)

    def secrets(self, state: FullState, seat: str, rng: Random) -> Iterator[Secret[FullState]]:
        """Yield other states that look to a seat like this one."""
        return secret_states(state, seat, rng)

    def committed_seat(self, state: FullState) -> str:
        """Return who has rolled, or turned over a tile, and decides what follows."""
        announced = state.announced
        if state.thrown is not None:
            return state.thrown.by
        return keeper_of(state.state, announced.event.by) if announced is not None and announced.rolled else ""

    def ends_act(self, state: FullState, event: e.GameEvent) -> bool:
        """Return True for what was thrown for, or follows from what was announced."""
        return super().ends_act(state, event) if state.thrown is None else fits_thrown(state.state, state.thrown, event)

    # --- who acts -----------------------------------------------------------------------------------------------------

    def actors(self, state: FullState) -> Sequence[str]:
        """Explorer who has announced something, owes something, or is on turn, or chance.

        For monsters a traitor decides.
        """
        house = state.state
        if state.announced is not None:
            return (keeper_of(house, state.announced.event.by) if state.announced.rolled else CHANCE,)
        if house.phase is Phase.OVER:
            return ()
        if house.phase is Phase.SETUP or (house.haunt is not None and house.haunt.claim is not None):
            return (CHANCE,)
        if house.owed:
            first = house.owed[0]
            if first.event == "damaged":
                return (first.steal,) if self._may_steal(state) else (first.by,)  # type: ignore[return-value]
            decides = first.event == "elevator_ran" and house.is_traitors_side(first.by)
            return (keeper_of(house, first.by) if decides else CHANCE,)
        if house.turn is None or not house.living or winning_claim(house, state.turns) is not None:
            return (CHANCE,)
        return (keeper_of(house, house.turn),)

    def _may_steal(self, state: FullState) -> bool:
        first = state.state.owed[0]
        return first.steal is not None and not state.declined and bool(thefts(state.state, first))

    def possible(self, state: FullState) -> Sequence[Move]:
        """Return the decisions of the seat that acts, or the outcomes of chance.

        Of too many one is drawn fairly.
        """
        actors = self.actors(state)
        if CHANCE not in actors:
            return self._decisions(state) if actors else ()
        return [*(self.outcomes(state) or (draw_chance(state, DrawnLots(Random(repr(state)))),))]

    def _decisions(self, state: FullState) -> list[Move]:
        house = state.state
        if state.announced is not None:
            event = state.announced.event
            if isinstance(event, e.Discovered):
                return discoveries(house, event)
            return falls(house, event) if isinstance(event, e.Fell) else elevator_runs(house, event)
        if house.owed:
            first = house.owed[0]
            if first.event == "elevator_ran":
                return elevator_runs(house, e.ElevatorRan(by=first.by, room=None, door=None))
            return thefts(house, first) if self._may_steal(state) else damages(house, first)
        return turn_moves(house)

    def moves_of(self, state: FullState, seat: str) -> Sequence[Move]:  # noqa: ARG002 - one seat acts
        """Return all decisions but those that only make the list longer.

        Nobody walks back; nobody rolls to leave who need not; a tile that lies alike in every turn is laid in one; only
        a card that hurts is laid down; cards are taken up one by one or all; attacks are made with Might, with a weapon
        if one is at hand: what else a card does stands in its text.
        """
        return _considered(state.state, self._decisions(state))

    def draw(self, state: FullState, rng: Random) -> Move:
        """Draw a decision of who acts, or what chance brings."""
        if CHANCE in self.actors(state):
            return draw_chance(state, DrawnLots(rng))
        return rng.choice(self._decisions(state))

    def outcomes(self, state: FullState) -> Mapping[Move, float] | None:
        """Return what dice may show; of the stacks the next tile and card, as they lie."""
        return outcomes_of(partial(draw_chance, state))

    # --- turns and results --------------------------------------------------------------------------------------------

    def rollout_turn(self, state: FullState) -> str | None:
        """Return whose turn it is: one may walk about for a while."""
        return state.state.turn

    def worth(self, state: FullState, seat: str) -> float:
        """Estimate what the state is worth to a seat by `worth_of`."""
        result = self.over(state)
        if result is not None:
            return self.reward(result, seat)
        return worth_of(state.state, state.announced, state.turns, seat)


def _considered(state: State, moves: Sequence[Move]) -> list[Move]:
    lying = max((len(move.cards) for move in moves if isinstance(move, e.Picked)), default=0)
    found: list[Move] = []
    attacks: dict[str, Move] = {}
    for move in moves:
        match move:
            case e.Moved() if (move.by, move.to) in state.walked:
                continue
            case e.Discovered(tile=tile, turn=turn) | e.Fell(tile=str(tile), turn=int(turn)) if (
                turn and not turn_matters(tile) and replace(move, turn=0) in moves
            ):
                continue
            case BegunEvent(event=e.ExitRolled(by=explorer)) if state.leave_roll(explorer) is None:
                continue
            case e.Dropped() if len(move.cards) > 1 or not _hurts(state, move.cards[0]):
                continue
            case e.Picked() if len(move.cards) not in (1, lying):
                continue
            case BegunEvent(event=e.Attacked(with_=card) as attack):
                if attack.trait is Trait.MIGHT and (card is None or CARDS[card].weapon):
                    attacks[attack.on + " by " + attack.by] = move
                continue
        found.append(move)
    # Who slides has to go on, be it back.
    return [*found, *attacks.values()] or list(moves)


def _hurts(state: State, card: str) -> bool:
    return any(steps < 0 for steps in state.cards[card].applied.values())


PLAY = BetrayalPlay()
