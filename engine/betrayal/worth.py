"""Estimate of a seat's part of the victory: strength, and in the haunt a race to kill.

The books decide who wins; as the rules do not know them, bots go by survival.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.values import replaced, value

from . import events as e
from .components import HARM_OF, PAIR, TILES, VAULT_DOOR, CardKind, Harm, Trait
from .fights import value_of
from .house import LEAVING_STEPS
from .odds import at_least, fight_chances, haunt_chance
from .possible import BegunEvent
from .rolls import dice
from .scenario import MONSTER, MONSTER_COUNT, MOST_HAUNT_TURNS
from .state import MONSTERS, Phase, State

#: Worth of a step of a trait that fights, Speed or Might.
_FIGHTING = 0.12
#: Worth of a step of Sanity or Knowledge.
_THINKING = 0.06
#: Worth of a card.
_CARD = 0.25
#: Worth of standing at a door behind which a tile fits.
_AT_DOOR = 0.25
#: Part of that which is left with each step away.
_A_STEP = 0.75
#: Steps that a crossing which is still to be made counts for.
_ROLL_STEPS = 1.5
#: Part of the victory, in logits, that a worth of 1 brings before the haunt: who is the traitor counts for more.
_EXPLORED = 0.3
#: Steepness of the race to kill: how surely the side wins that kills in half the time, in logits for each doubling.
#: This and the next two are fitted to games between greedy bots.
_STEEPNESS = 0.35
#: Weight of each fighter more, in logits: of the two sides the larger one wins when time is up.
_NUMBERS = 0.55
#: Weight that is added to it until the haunt's last turn.
_NUMBERS_LATE = 2.2
#: Chance of a side that is as good as dead: until it is, victory has to be fetched.
_OPEN = 0.03
#: Damage a turn that somebody suffers anyhow.
_LEAST = 0.05
#: Part of its strength that an attacker far away has.
_FAR = 0.08
#: Part of the worth in the haunt that cards, Sanity and Knowledge are.
_SMALL = 0.05
#: Distance in turns of monsters that have not come yet.
_COMING_TURNS = 2.0


@value
class _Fighter:
    """Figure that fights.

    `health`: points of physical damage that it bears, 0 or more; None for monsters.
    """

    id: str
    dice: int
    speed: int
    room: str
    health: int | None
    fights: bool = True


#: The damage a turn on traitors and on each hero, by those who live, and whether they fight.
_Threats = dict[tuple[tuple[str, bool], ...], tuple[float, tuple[float, ...]]]


def worth_of(state: State, announced: BegunEvent | None, turns: int, seat: str) -> float:
    """Return the seat's part of the victory, estimated; `turns` of the haunt have ended."""
    event = announced.event if announced else None
    if state.phase is Phase.HAUNT:
        # A turn counts from its first step: its end, which others may gain by, is not to be put off by walking about.
        heroes = _heroes_chance_now(state, event, turns + _has_begun(state))
        share = _share(state, heroes, state.explorers[seat].is_traitor)
        return (1 - _SMALL) * share + _SMALL * _details(state, event, seat)
    scores = {player: _score(state, player, event) for player in state.players}
    most = max(scores.values())
    parts = {explorer: math.exp(_EXPLORED * (score - most)) for explorer, score in scores.items()}
    share = parts[seat] / sum(parts.values())
    if state.due is None:
        return share
    begins = 1.0 if state.phase is Phase.SETUP else _haunt_chance(state.omens)
    heroes = _heroes_chance_to_come(state, state.due.by)
    others = len(state.players) - 1
    return (1 - begins) * share + begins * (1 - heroes if seat == state.due.by else heroes / others)


@cache
def _haunt_chance(omens: int) -> float:
    return float(haunt_chance(omens))


def _has_begun(state: State) -> bool:
    """Return True if somebody has walked or attacked in this turn."""
    if state.turn != MONSTERS:
        return state.steps > 0 or state.attacked
    return any(monster.steps or monster.attacked for monster in state.monsters.values())


def _share(state: State, heroes: float, is_traitor: bool) -> float:
    """Return a seat's part: the winners share the victory."""
    traitors = len(state.traitors)
    if is_traitor:
        return (1 - heroes) / traitors
    return heroes / (len(state.players) - traitors)


# --- exploring --------------------------------------------------------------------------------------------------------


def _score(state: State, explorer: str, event: Any) -> float:
    """Strength of an explorer, what is about to come, and how near the next door is."""
    traits = state.explorers[explorer].traits
    score = _FIGHTING * (traits[Trait.SPEED] + traits[Trait.MIGHT])
    score += _THINKING * (traits[Trait.SANITY] + traits[Trait.KNOWLEDGE])
    score += _CARD * len(state.cards_at(explorer))
    for owed in state.owed:
        if owed.by == explorer:
            score += _CARD if owed.event == "drew" else 0.0
            score -= owed.points * (_FIGHTING if owed.kind is Harm.PHYSICAL else _THINKING)
    begun = event is not None and getattr(event, "by", None) == explorer
    return score + _prospect(state, explorer, event if begun else None)


def _prospect(state: State, name: str, event: Any) -> float:
    """Worth of the doors near an explorer, and of what it has begun."""
    explorer, house = state.explorers[name], state.house
    steps: float | None = house.steps_to_doors.get(explorer.room)
    tile = TILES[explorer.room]
    if steps is not None and tile.leave:
        rolled = state.leave_roll_passed(name) is not None
        steps -= LEAVING_STEPS if rolled else isinstance(event, e.ExitRolled)
    if steps is not None and tile.cross and explorer.side is not None:
        door = house.house_side(explorer.room, explorer.side)
        if steps == 0 and (explorer.room, door) not in house.fitting_doors:
            steps += _ROLL_STEPS
        if isinstance(event, e.Crossed):
            steps -= _chance(explorer.value(tile.cross.trait), tile.cross.need)
    prospect = 0.0 if steps is None else _AT_DOOR * _A_STEP**steps
    match event:
        case e.Discovered():
            prospect += _CARD / 2
        case e.Opened():
            prospect += 2 * _CARD * _chance(explorer.value(VAULT_DOOR.trait), VAULT_DOOR.need)
        case e.Fell(faces=faces):
            prospect -= _FIGHTING * (1 if faces is None else sum(faces))
    return prospect


@cache
def _chance(value: int, need: int) -> float:
    return float(at_least(dice(value), need))


# --- the haunt --------------------------------------------------------------------------------------------------------


def _heroes_chance_to_come(state: State, traitor: str) -> float:
    """Return the heroes' chance if the stand-in haunt began now."""
    fighters = [_fighter(state, explorer) for explorer in state.living]
    start = state.explorers[traitor].room
    ghosts = [_Fighter("", MONSTER.might or 0, MONSTER.speed, start, None) for _ in range(MONSTER_COUNT)]
    heroes = [fighter for fighter in fighters if fighter.id != traitor]
    return _race(state, heroes, [fighter for fighter in fighters if fighter.id == traitor], ghosts, 0, {})


def _heroes_chance_now(state: State, event: Any, turns: int) -> float:
    """Return the heroes' chance to win, on the average of an attack that is announced."""
    fighters = {explorer: _fighter(state, explorer) for explorer in state.living}
    for token, monster in state.monsters.items():
        kind = state.kinds[monster.kind]
        fights = not monster.stunned
        fighters[token] = _Fighter(token, dice(kind.might or 0), kind.speed, monster.room, None, fights)
    known: _Threats = {}
    if not isinstance(event, e.Attacked) or HARM_OF[event.trait] is Harm.MENTAL:
        return _heroes_chance(state, fighters, turns, known)
    mine, theirs = value_of(state, event.by, event.trait), value_of(state, event.on, event.trait)
    near = state.in_one_spot(event.by, event.on)
    heroes = 0.0
    for lead, probability in _leads(dice(mine or 0), dice(theirs or 0)):
        beaten = event.on if lead > 0 else event.by
        after = dict(fighters)
        if lead > 0 or (lead < 0 and near):
            after[beaten] = _after_damage(fighters[beaten], abs(lead))
        heroes += probability * _heroes_chance(state, after, turns, known)
    return heroes


@cache
def _leads(mine: int, theirs: int) -> tuple[tuple[int, float], ...]:
    return tuple((lead, float(probability)) for lead, probability in fight_chances(mine, theirs).by_difference)


def _after_damage(fighter: _Fighter, points: int) -> _Fighter:
    if fighter.health is None:
        return replaced(fighter, fights=False)
    return replaced(fighter, health=fighter.health - points)


def _fighter(state: State, name: str) -> _Fighter:
    explorer = state.explorers[name]
    first, other = PAIR[Harm.PHYSICAL]
    owed = sum(owed.points for owed in state.owed if owed.by == name and owed.kind is Harm.PHYSICAL)
    # The skull of either kills: so many points they bear, and one more is the end.
    health = explorer.traits[first] + explorer.traits[other] - 2 - owed
    return _Fighter(name, dice(explorer.value(Trait.MIGHT)), explorer.value(Trait.SPEED), explorer.room, health)


def _heroes_chance(state: State, fighters: Mapping[str, _Fighter], turns: int, known: _Threats) -> float:
    """Return the heroes' chance to win with these fighters."""
    alive = [fighter for fighter in fighters.values() if fighter.health is None or fighter.health >= 0]
    monsters = [fighter for fighter in alive if fighter.health is None]
    traitors = [
        fighter for fighter in alive if fighter.id in state.explorers and state.explorers[fighter.id].is_traitor
    ]
    heroes = [
        fighter for fighter in alive if fighter.id in state.explorers and not state.explorers[fighter.id].is_traitor
    ]
    if not traitors or not heroes:
        return float(bool(heroes)) if not traitors else 0.0
    return _race(state, heroes, traitors, monsters, turns, known)


def _race(
    state: State,
    heroes: Sequence[_Fighter],
    traitors: Sequence[_Fighter],
    monsters: Sequence[_Fighter],
    turns: int,
    known: _Threats,
) -> float:
    """Return the heroes' chance: who kills in less time, and which side is larger in the end."""
    attackers = (*traitors, *monsters)
    key = tuple([(fighter.id, fighter.fights) for fighter in (*heroes, *attackers)])
    if key not in known:
        on_traitors = sum([max([_threat(state, hero, traitor) for traitor in traitors]) for hero in heroes])
        on_heroes = tuple([sum([_threat(state, attacker, hero) for attacker in attackers]) for hero in heroes])
        known[key] = on_traitors, on_heroes
    on_traitors, on_heroes = known[key]
    for_traitors = sum([1 + (traitor.health or 0) for traitor in traitors]) / (_LEAST + on_traitors)
    # One after the other: who is dead takes no more time.
    for_heroes = sum([(1 + (hero.health or 0)) / (_LEAST + on) for hero, on in zip(heroes, on_heroes, strict=True)])
    # As many as the others are enough for the heroes.
    more = len(heroes) - len(traitors) - len(monsters) + 0.5
    logit = _STEEPNESS * math.log2(for_heroes / for_traitors)
    logit += (_NUMBERS + _NUMBERS_LATE * max(0, turns) / MOST_HAUNT_TURNS) * more
    return _OPEN + (1 - 2 * _OPEN) / (1 + math.exp(-logit))


def _threat(state: State, fighter: _Fighter, other: _Fighter) -> float:
    """Return the damage a turn that one does to another, as near as they are."""
    if not fighter.fights:
        return _gain(fighter.dice, other.dice) * _FAR
    steps = state.house.steps_to(other.room).get(fighter.room) if fighter.id else _COMING_TURNS * fighter.speed
    if steps is None:
        return _gain(fighter.dice, other.dice) * _FAR
    return _gain(fighter.dice, other.dice) * max(_FAR, 1 / (1 + 0.5 * steps / max(1, fighter.speed)))


@cache
def _gain(mine: int, theirs: int) -> float:
    """Damage of an attack on the average, less what it brings back."""
    return max(0.05, sum(probability * (lead if lead > 0 else lead / 2) for lead, probability in _leads(mine, theirs)))


def _details(state: State, event: Any, seat: str) -> float:
    """Small things that decide between moves which are alike in the fight, from 0 to 1."""
    traitor = state.explorers[seat].is_traitor
    own = [explorer for explorer in state.living if state.explorers[explorer].is_traitor == traitor]
    cards = sum(len(state.cards_at(explorer)) for explorer in own)
    traits = state.explorers[seat].traits
    steps = traits[Trait.SANITY] + traits[Trait.KNOWLEDGE]
    begun = isinstance(event, e.MonstersRolled | e.ExitRolled | e.Crossed | e.Opened)
    return _SMALL * (
        cards + steps + 2 * begun + sum(owed.card in (CardKind.ITEM, CardKind.OMEN) for owed in state.owed)
    )
