"""Betrayal as bots play it: the house, the order of the stacks, and what is announced.

Dice and stacks are chance. What cards' texts and the books say stays with the players: bots know only what the rules
know, and go by a stand-in haunt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.game import Play, Result
from engine.secrets import Secret

from . import events as e
from .components import ANY, CARDS, TILES, VAULT_DOOR, CardKind, Trait
from .elevator import ELEVATOR_DICE
from .falls import can_fall_onto, is_hurt, needs_tile
from .fights import value_of
from .full_state import FullState
from .game import RULES
from .haunting import HAUNT_DICE, answerers
from .hidden import STAND_IN_GAINS, Stacks
from .house import turn_matters
from .possible import (
    Amounts,
    Announced,
    Declined,
    Move,
    damages,
    discoveries,
    elevator_runs,
    falls,
    rearrangements,
    thefts,
    turn_moves,
)
from .rolls import BALANCE, dice
from .scenario import UNCLAIMED, begin_event, winning_claim
from .secrets import secret_states
from .state import Owed, Phase, State
from .worth import worth_of

#: Faces of a die.
_FACES = (0, 1, 2)


class BetrayalPlay(Play[FullState, Move]):
    """The rules, with stacks in an order that nobody knows."""

    worth_is_public = True
    rollout_moves = 2
    #: A step towards a foe is worth less than any whim.
    whim = 0.0

    def deal(self, started: e.GameStarted, rng: Random) -> FullState:
        """Return tiles and cards shuffled."""
        return FullState(RULES.begin(started), Stacks.shuffled(rng.getrandbits(32), started.variants))

    def follow(self, state: FullState, move: Move) -> FullState:
        """Return the state after an event, or with what is announced."""
        if isinstance(move, Announced):
            return FullState(state.state, state.stacks, move, turns=state.turns)
        if isinstance(move, Declined):
            return FullState(state.state, state.stacks, declined=True, turns=state.turns)
        turns = state.turns
        if turns != UNCLAIMED and state.state.haunt is not None and isinstance(move, e.TurnEnded):
            turns += 1
        return FullState(RULES.follow(state.state, move), state.stacks, turns=turns)

    def over(self, state: FullState) -> Result | None:
        """Return the result if the game is over, or None."""
        return RULES.over(state.state)

    def event(self, move: Move) -> e.GameEvent | None:
        """Return the event; None as long as it is only announced."""
        return None if isinstance(move, Announced | Declined) else move

    def noticed(self, move: Move) -> Move:
        """Everybody hears what is announced."""
        return move

    def public(self, state: FullState) -> State:
        """Return the public state of the house."""
        return state.state

    def view(self, state: FullState, seat: str) -> FullState:  # noqa: ARG002 - everybody knows the same
        """Return all but the order of the stacks."""
        return FullState(state.state, None, state.announced, state.declined, state.turns)

    def determinize(self, view: FullState, seat: str, rng: Random) -> FullState:  # noqa: ARG002 - as `view`
        """Return the stacks in some order."""
        return FullState(view.state, Stacks.of_rest(view.state, rng), view.announced, view.declined, view.turns)

    def secrets(self, state: FullState, seat: str, rng: Random) -> Iterator[Secret[FullState]]:
        """Yield other states that look to a seat like this one."""
        return secret_states(state, seat, rng)

    def committed_seat(self, state: FullState) -> str:
        """Return who has rolled, or turned over a tile, and decides what follows."""
        announced = state.announced
        return keeper_of(state.state, announced.event.by) if announced is not None and announced.rolled else ""

    # --- who acts -----------------------------------------------------------------------------------------------------

    def actors(self, state: FullState) -> Sequence[str]:
        """Explorer who has announced something, owes something, or is on turn.

        For monsters a traitor decides.
        """
        house = state.state
        if state.announced is not None:
            return (keeper_of(house, state.announced.event.by),) if state.announced.rolled else ()
        if house.phase is Phase.OVER or house.phase is Phase.SETUP:
            return ()
        if house.haunt is not None and house.haunt.claim is not None:
            return ()
        if house.owed:
            first = house.owed[0]
            if first.event == "damaged":
                return (first.steal,) if self._may_steal(state) else (first.by,)  # type: ignore[return-value]
            decides = first.event == "elevator_ran" and house.is_traitors_side(first.by)
            return (keeper_of(house, first.by),) if decides else ()
        if house.turn is None or winning_claim(house, state.turns) is not None:
            return ()
        return (keeper_of(house, house.turn),)

    def _may_steal(self, state: FullState) -> bool:
        first = state.state.owed[0]
        return first.steal is not None and not state.declined and bool(thefts(state.state, first))

    def possible(self, state: FullState) -> Sequence[Move]:
        """Return the decisions of the seat that acts; of what chance brings one, drawn fairly."""
        if not self.actors(state):
            return () if self.over(state) else (self._chance(state, Random(repr(state))),)
        return self._decisions(state)

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
        return rng.choice(self._decisions(state)) if self.actors(state) else self._chance(state, rng)

    # --- chance -------------------------------------------------------------------------------------------------------

    def _chance(self, state: FullState, rng: Random) -> Move:
        """Draw what nobody decides: dice, tiles and cards, and what the stand-in haunt says."""
        house = state.state
        if state.announced is not None:
            return self._rolled(state, state.announced.event, rng)
        if house.phase is Phase.SETUP:
            return begin_event(house)
        if house.haunt is not None and house.haunt.claim is not None:
            return e.Confirmed(by=answerers(house)[0])
        if not house.owed:
            claim = winning_claim(house, state.turns)
            assert claim is not None
            return claim
        first = house.owed[0]
        if first.event == "drew":
            return self._drew(state, first, rng)
        if first.event == "balanced":
            return e.Balanced(by=first.by, faces=_faces(rng, dice(house.explorers[first.by].value(BALANCE.trait))))
        if first.event == "haunt_rolled":
            return e.HauntRolled(by=first.by, faces=_faces(rng, HAUNT_DICE))
        if first.event == "fell":
            return self._rolled(state, e.Fell(by=first.by), rng)
        return self._rolled(state, e.ElevatorRan(by=first.by, room=None, door=None), rng)

    def _drew(self, state: FullState, owed: Owed, rng: Random) -> e.Drew:
        """Return the next card of the sign's kind; for a question mark of some kind."""
        assert state.stacks is not None
        kinds = [kind for kind in CardKind if state.state.cards_left(kind) != 0] if owed.card == ANY else [owed.card]
        kind = CardKind(str(rng.choice(kinds)))
        name = state.stacks.card(state.state, kind)
        gains = STAND_IN_GAINS.get(name or "")
        return e.Drew(by=owed.by, card=kind, name=name, gains=Amounts(gains) if gains else None)

    def _rolled(self, full: FullState, event: Any, rng: Random) -> Move:
        """Roll the dice of an announced event, or turn over its tile.

        It stays announced where something is left to decide.
        """
        state = full.state
        match event:
            case e.Discovered():
                room = state.room_of(event.by)
                tile, aside = _turn_over(full, lambda candidate: state.house.fits(candidate, room, event.door))
                return Announced(replace(event, tile=tile, aside=aside), rolled=True)
            case e.Fell():
                faces = _faces(rng, 1) if is_hurt(state, event.by) else None
                if not needs_tile(state, event.by):
                    return replace(event, faces=faces)
                event = replace(event, faces=faces)
                if any(can_fall_onto(state, tile) for tile in state.undiscovered):
                    tile, aside = _turn_over(full, lambda candidate: can_fall_onto(state, candidate))
                    event = replace(event, tile=tile, aside=aside)
                return Announced(event, rolled=True)
            case e.ElevatorRan():
                faces = _faces(rng, ELEVATOR_DICE)
                crash = None if sum(faces) else rng.choice(_FACES)
                return Announced(replace(event, faces=faces, crash=crash), rolled=True)
            case e.Attacked():
                mine = dice(value_of(state, event.by, event.trait) or 0)
                theirs = dice(value_of(state, event.on, event.trait) or 0)
                return replace(event, faces=_faces(rng, mine), against=_faces(rng, theirs))
            case e.MonstersRolled():
                return replace(event, faces=_faces(rng, state.kinds[event.kind].speed))
            case e.Rearranged():
                return rng.choice([*rearrangements(state, event.by)])
        rolled: e.GameEvent = replace(
            event, faces=_faces(rng, dice(state.explorers[event.by].value(_trait(state, event))))
        )
        return rolled

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


def keeper_of(state: State, figure: str) -> str:
    """Return the explorer who decides for a figure.

    For monsters it is a traitor; if there is none anybody of the living.
    """
    if figure in state.explorers:
        return figure
    traitors = [traitor for traitor in state.traitors if not state.explorers[traitor].dead]
    return (traitors or [*state.living] or [*state.players])[0]


def _trait(state: State, event: e.Roll) -> Trait:
    """Return the trait of a roll that a room asks."""
    if isinstance(event, e.Opened):
        return VAULT_DOOR.trait
    tile = TILES[state.room_of(event.by)]
    asked = tile.cross if isinstance(event, e.Crossed) else tile.leave
    assert asked is not None
    return asked.trait


def _faces(rng: Random, number: int) -> tuple[int, ...]:
    """Roll dice; they are sorted, for their order does not matter."""
    return tuple(sorted(rng.choices(_FACES, k=number)))


def _turn_over(full: FullState, fits: Any) -> tuple[str, tuple[str, ...]]:
    """Turn over tiles until one fits; also return those before it."""
    assert full.stacks is not None
    aside: list[str] = []
    for tile in full.stacks.tiles(full.state):
        if fits(tile):
            return tile, tuple(aside)
        aside.append(tile)
    raise AssertionError("a tile fits behind every door that is offered")


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
            case Announced(event=e.ExitRolled(by=explorer)) if state.leave_roll(explorer) is None:
                continue
            case e.Dropped() if len(move.cards) > 1 or not _hurts(state, move.cards[0]):
                continue
            case e.Picked() if len(move.cards) not in (1, lying):
                continue
            case Announced(event=e.Attacked(with_=card) as attack):
                if attack.trait is Trait.MIGHT and (card is None or CARDS[card].weapon):
                    attacks[attack.on + " by " + attack.by] = move
                continue
        found.append(move)
    # Who slides has to go on, be it back.
    return [*found, *attacks.values()] or list(moves)


def _hurts(state: State, card: str) -> bool:
    return any(steps < 0 for steps in state.cards[card].applied.values())


PLAY = BetrayalPlay()
