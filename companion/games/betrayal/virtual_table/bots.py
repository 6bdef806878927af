"""Bots that explore by the nearest open doors and fight the simple haunt.

Floors with the fewest rooms come first.

Each choice is the first of some wishes that the rules allow; it follows from the game's events and its seed
alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.betrayal import events as e
from engine.betrayal.components import (
    ANY,
    CARDS,
    COAL_CHUTE,
    PAIR,
    TILES,
    VAULT,
    VAULT_DOOR,
    CardKind,
    Dir,
    Floor,
    Harm,
    Trait,
)
from engine.betrayal.elevator import allowed_floors, doors_for_elevator
from engine.betrayal.ending import end_damage, gains_offered
from engine.betrayal.falls import fall_doors, is_hurt, needs_tile
from engine.betrayal.fights import value_of
from engine.betrayal.game import RULES
from engine.betrayal.hidden import STAND_IN_GAINS, Stacks
from engine.betrayal.house import next_cell
from engine.betrayal.rolls import BALANCE, dice, total
from engine.betrayal.scenario import NOWHERE, begin_event, distances, winning_claim
from engine.betrayal.state import MONSTERS, Owed, Phase, State
from engine.betrayal.ways import reach, ways

#: Of tiles that are turned over in vain only so many are set aside, the others go back: telling each takes its time.
_MOST_ASIDE = 4


def choose(stacks: Stacks, events: Sequence[e.GameEvent], state: State) -> e.GameEvent:
    """Return the next event if everybody is a bot."""
    for event in _Chooser(stacks, events, state).wishes():
        if not RULES.problems(state, event):
            return event
    raise AssertionError(f"bots always do something: {RULES.next(state)}")


@dataclass(frozen=True)
class _Chooser:
    stacks: Stacks
    events: Sequence[e.GameEvent]
    state: State

    def wishes(self) -> Iterator[e.GameEvent]:
        """Yield the bot's wishes, the dearest wish first."""
        state = self.state
        if state.phase is Phase.SETUP:
            yield begin_event(state)
        elif state.owed:
            yield from self._owed(state.owed[0])
        elif state.haunt is not None and state.haunt.claim is not None:
            yield from (e.Confirmed(by=choice.by) for choice in RULES.next(state) if choice.event == "confirmed")
        else:
            yield from self._claims()
            yield from (
                e.Slid(by=explorer)
                for explorer in (*state.living, *state.monsters)
                if state.room_of(explorer) == COAL_CHUTE
            )
            if state.turn == MONSTERS:
                yield from self._monsters()
            elif state.turn is not None:
                yield from self._explorer(state.turn)

    def _dice(self, count: int, after: int = 0) -> e.Faces:
        """So many dice; `after` so many others of the same event."""
        return self.stacks.faces(len(self.events), count + after)[after:]

    # --- what is owed -------------------------------------------------------------------------------------------------

    def _owed(self, owed: Owed) -> Iterator[e.GameEvent]:
        actor, state = owed.by, self.state
        match owed.event:
            case "drew":
                yield from self._draws(actor, owed.card)
            case "balanced":
                yield e.Balanced(by=actor, faces=self._dice(dice(state.explorers[actor].value(BALANCE.trait))))
            case "fell":
                yield from self._falls(actor)
            case "elevator_ran":
                yield from self._elevator(actor)
            case "damaged" if owed.kind is not None:
                split = _shared(state, actor, owed.kind, owed.points)
                yield e.Damaged(by=actor, kind=owed.kind, points=owed.points, split=split)
            case "haunt_rolled":
                yield e.HauntRolled(by=actor, faces=self._dice(6))

    def _draws(self, actor: str, wanted: str | None) -> Iterator[e.GameEvent]:
        kinds = (CardKind.ITEM, CardKind.OMEN, CardKind.EVENT) if wanted == ANY else (CardKind(str(wanted)),)
        for kind in kinds:
            name = self.stacks.card(self.state, kind)
            if name is not None:
                yield e.Drew(by=actor, card=kind, name=name, gains=STAND_IN_GAINS.get(name))
        yield e.Drew(by=actor, card=CardKind.EVENT)

    def _falls(self, actor: str) -> Iterator[e.GameEvent]:
        state = self.state
        die = self._dice(1) if is_hurt(state, actor) else None
        if not needs_tile(state, actor):
            yield e.Fell(by=actor, faces=die)
            return
        for room, door in fall_doors(state):
            _, x, y = next_cell(state.house.rooms[room].cell, door)
            aside: list[str] = []
            for tile in self.stacks.tiles(state):
                turns = list(state.house.fitting_turns(tile, room, door))
                if turns:
                    yield e.Fell(by=actor, faces=die, tile=tile, turn=turns[0], at=(x, y), aside=tuple(aside))
                    break
                aside.append(tile)
        for room, place in state.house.rooms.items():
            if place.floor is Floor.BASEMENT:
                yield e.Fell(by=actor, faces=die, room=room)

    def _elevator(self, actor: str) -> Iterator[e.GameEvent]:
        """To the allowed floor with the fewest rooms; if it can go nowhere it stays."""
        state = self.state
        faces = None if state.is_traitors_side(actor) else self._dice(2)
        crash = self._dice(1, after=2)[0] if faces is not None and total(faces) == 0 else None
        floors = sorted(allowed_floors(state, actor, faces), key=lambda floor: _rooms_on(state, floor))
        for floor in floors:
            for room, door in doors_for_elevator(state, floor):
                yield e.ElevatorRan(by=actor, room=room, door=door, faces=faces, crash=crash)
        yield e.ElevatorRan(by=actor, room=None, door=None, faces=faces, crash=crash)

    # --- an explorer's turn -------------------------------------------------------------------------------------------

    def _explorer(self, explorer: str) -> Iterator[e.GameEvent]:
        state = self.state
        lying = state.cards_at(state.room_of(explorer))
        if lying:
            yield e.Picked(by=explorer, cards=lying)
            yield from (e.Picked(by=explorer, cards=(card,)) for card in lying)
        if state.phase is Phase.HAUNT:
            yield from self._fight(explorer)
        elif not gains_offered(state, explorer):
            yield from self._explore(explorer)
        yield from self._end(explorer)

    def _end(self, explorer: str) -> Iterator[e.GameEvent]:
        kind, gains = end_damage(self.state, explorer), gains_offered(self.state, explorer)
        split = _shared(self.state, explorer, kind, 1) if kind else None
        yield e.TurnEnded(by=explorer, split=split, gain=gains[0] if gains else None)

    def _explore(self, explorer: str) -> Iterator[e.GameEvent]:
        """A room that gives something once, if in reach; else the nearest open door."""
        state = self.state
        if state.room_of(explorer) == VAULT and not state.vault_empty:
            yield e.Opened(by=explorer, faces=self._dice(dice(state.explorers[explorer].value(VAULT_DOOR.trait))))
        once = state.explorers[explorer].once
        gifts = {room for room in reach(state, explorer) if TILES[room].once and room not in once}
        if gifts:
            yield from self._walk(explorer, gifts)
        yield from self._discover(explorer)
        doors = open_doors(state)
        for floor in sorted(state.floors, key=lambda floor: _rooms_on(state, floor)):
            yield from self._walk(explorer, {room for room, _ in doors if state.house.rooms[room].floor is floor})

    def _discover(self, explorer: str) -> Iterator[e.GameEvent]:
        state = self.state
        own_room = state.room_of(explorer)
        for room, door in state.house.open_doors(state.house.rooms[own_room].floor):
            if room != own_room:
                continue
            aside: list[str] = []
            for tile in self.stacks.tiles(state):
                turns = list(state.house.fitting_turns(tile, own_room, door))
                if turns:
                    told = aside[:_MOST_ASIDE] if tile in state.stack else aside
                    yield e.Discovered(by=explorer, door=door, tile=tile, turn=turns[0], aside=tuple(told))
                    break
                aside.append(tile)

    def _walk(self, figure: str, goals: set[str]) -> Iterator[e.GameEvent]:
        """A step towards the nearest of the goals, with the roll that it may ask before."""
        state = self.state
        for room in first_steps(state, figure, goals):
            yield e.Moved(by=figure, to=room)
        explorer = state.explorers.get(figure)
        if explorer is None or state.room_of(figure) in goals:
            return
        leave = state.leave_roll(figure)
        if leave is not None:
            yield e.ExitRolled(by=figure, faces=self._dice(dice(explorer.value(leave.trait))))
        yield from self._cross(figure)

    def _cross(self, figure: str) -> Iterator[e.GameEvent]:
        """To the other side of a barrier room."""
        barrier = self.state.barrier_of(figure)
        if barrier is not None:
            value = self.state.explorers[figure].value(barrier.trait)
            yield e.Crossed(by=figure, faces=self._dice(dice(value)))

    # --- the haunt ----------------------------------------------------------------------------------------------------

    def _claims(self) -> Iterator[e.GameEvent]:
        state = self.state
        if state.haunt is None or state.phase is not Phase.HAUNT:
            return
        began = max(number for number, event in enumerate(self.events) if isinstance(event, e.HauntBegan))
        claim = winning_claim(state, sum(isinstance(event, e.TurnEnded) for event in self.events[began:]))
        if claim is not None:
            yield claim

    def _fight(self, figure: str) -> Iterator[e.GameEvent]:
        """To the weakest enemy by the cheapest way, and at it with the best weapon."""
        state = self.state
        enemies = [
            other
            for other in (*state.living, *state.monsters)
            if state.are_enemies(figure, other) and not (other in state.monsters and state.monsters[other].stunned)
        ]
        own_room = state.room_of(figure)
        enemies.sort(
            key=lambda one: (value_of(state, one, Trait.MIGHT) or 0, away(state, own_room, state.room_of(one)), one)
        )
        weapons = [card for card in state.cards_at(figure) if CARDS[card].weapon]
        mine = dice(value_of(state, figure, Trait.MIGHT) or 0)
        for enemy in enemies:
            theirs = dice(value_of(state, enemy, Trait.MIGHT) or 0)
            rolled, against = self._dice(mine), self._dice(theirs, after=mine)
            for weapon in (*weapons, None):
                yield e.Attacked(by=figure, on=enemy, faces=rolled, against=against, with_=weapon)
        for enemy in enemies:
            if state.room_of(enemy) != own_room:
                yield from self._walk(figure, {state.room_of(enemy)})
            elif not state.in_one_spot(figure, enemy):
                yield from self._cross(figure)

    def _monsters(self) -> Iterator[e.GameEvent]:
        state = self.state
        for kind, values in state.kinds.items():
            if kind not in state.rolls:
                yield e.MonstersRolled(kind=kind, faces=self._dice(values.speed))
        for token, monster in state.monsters.items():
            if not monster.stunned:
                yield from self._fight(token)
        yield e.TurnEnded()


def _rooms_on(state: State, floor: Floor) -> int:
    return sum(place.floor is floor for place in state.house.rooms.values())


def _shared(state: State, explorer: str, kind: Harm, points: int) -> dict[Trait, int]:
    """The damage point by point on whichever trait of the pair is farther from the skull."""
    left = {trait: state.can_lose(explorer, trait) for trait in PAIR[kind]}
    split: dict[Trait, int] = {}
    for _ in range(state.damage_taken(explorer, kind, points)):
        trait = max(left, key=lambda one: left[one])
        left[trait] -= 1
        split[trait] = split.get(trait, 0) + 1
    return split


def away(state: State, start: str, goal: str) -> int:
    """Return the number of steps from one room to another."""
    return distances(state, {goal}).get(start, NOWHERE)


def first_steps(state: State, figure: str, goals: set[str]) -> list[str]:
    """Return the rooms next to the figure's that are nearer to a goal, the nearest first."""
    far = distances(state, goals)
    here = far.get(state.room_of(figure), NOWHERE)
    near = [room for room in ways(state, figure) if far.get(room, NOWHERE) < here]
    return sorted(near, key=lambda room: (far[room], room))


def open_doors(state: State) -> list[tuple[str, Dir]]:
    """The doors of all floors behind which some tile that is left fits."""
    fitting = state.house.fitting_doors
    return [open_door for floor in state.floors for open_door in state.house.open_doors(floor) if open_door in fitting]
