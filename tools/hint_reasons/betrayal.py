"""Checks of the reasons of Betrayal: dice are counted out, ways relaxed, events followed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from companion.games.betrayal import reasons as r
from engine.betrayal import events as e
from engine.betrayal.components import PAIR, TILES, Trait
from engine.betrayal.game import RULES
from engine.betrayal.house import House
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent
from engine.betrayal.state import State
from tools.hint_reasons.case import Checks, Hint

#: No way in the house is longer.
_FAR = 999


def _then(hint: Hint) -> State:
    state: State = RULES.follow(hint.public, hint.move)
    return state


def _new_room(hint: Hint, reason: r.NewRoom) -> bool:
    event, house = hint.move.event, hint.public.house
    room = hint.public.room_of(event.by)
    fitting = [tile for tile in hint.public.stack if any(True for _ in house.fitting_turns(tile, room, event.door))]
    cards = [tile for tile in fitting if TILES[tile].sign]
    return (reason.tiles, reason.cards) == (len(fitting), len(cards))


def _opens_doors(hint: Hint, reason: r.OpensDoors) -> bool:
    floor = _then(hint).house.rooms[hint.move.tile].floor
    doors = []
    for turn in range(4):
        event = replace(hint.move, turn=turn)
        if turn != hint.move.turn and not RULES.problems(hint.public, event):
            doors.append(len(RULES.follow(hint.public, event).house.open_doors(floor)))
    return (reason.doors, reason.fewest) == (len(_then(hint).house.open_doors(floor)), min(doors))


def _steps(house: House, start: str, goals: Iterable[str]) -> int:
    """Relax the steps of all rooms until nothing changes any more."""
    steps = dict.fromkeys(house.rooms, _FAR) | dict.fromkeys(goals, 0)
    for _ in house.rooms:
        for room in house.rooms:
            steps[room] = min(steps[room], *(1 + steps[other] for other in house.neighbours[room]), _FAR)
    return steps[start]


def _from_to(hint: Hint, goals: Iterable[str]) -> tuple[int, int]:
    house, goals = hint.public.house, [*goals]
    start = hint.public.room_of(hint.move.by)
    return _steps(house, start, goals), _steps(house, hint.move.to, goals)


def _nearer_to_door(hint: Hint, reason: r.NearerToDoor) -> bool:
    house = hint.public.house
    doors = [room for room, door in house.fitting_doors if house.is_open(room, door)]
    return (reason.before, reason.after) == _from_to(hint, doors) and reason.after < reason.before


def _enemy_steps(hint: Hint) -> tuple[int, int]:
    state = hint.public
    traitors = state.is_traitors_side(hint.move.by)
    enemies = [figure for figure in (*state.living, *state.monsters) if state.is_traitors_side(figure) is not traitors]
    return _from_to(hint, [state.room_of(figure) for figure in enemies])


def _nearer_to_enemy(hint: Hint, reason: r.NearerToEnemy) -> bool:
    return (reason.before, reason.after) == _enemy_steps(hint) and reason.after < reason.before


def _farther_from_enemy(hint: Hint, reason: r.FartherFromEnemy) -> bool:
    return (reason.before, reason.after) == _enemy_steps(hint) and reason.after > reason.before


def _to_cards(hint: Hint, reason: r.ToCards) -> bool:
    return bool(reason.cards == sum(card.at == hint.move.to for card in hint.public.cards.values()) > 0)


def _sums(dice: int) -> Counter[int]:
    """Return the number of ways to each sum of dice with 0, 1 and 2."""
    ways = Counter({0: 1})
    for _ in range(dice):
        more: Counter[int] = Counter()
        for total, number in ways.items():
            for face in (0, 1, 2):
                more[total + face] += number
        ways = more
    return ways


def _value(state: State, figure: str, trait: Trait) -> int:
    if figure in state.explorers:
        return state.explorers[figure].value(trait)
    return getattr(state.kinds[state.monsters[figure].kind], str(trait).lower()) or 0


def _fight_odds(hint: Hint, reason: r.FightOdds) -> bool:
    event = hint.move.event
    mine, theirs = (_sums(min(8, _value(hint.public, figure, event.trait))) for figure in (event.by, event.on))
    pairs = [(a - b, m * n) for a, m in mine.items() for b, n in theirs.items()]
    everything = sum(number for _, number in pairs)
    wins = Fraction(sum(number for lead, number in pairs if lead > 0), everything)
    loses = Fraction(sum(number for lead, number in pairs if lead < 0), everything)
    return (reason.wins, reason.loses) == (wins, loses)


def _roll_odds(hint: Hint, reason: r.RollOdds) -> bool:
    event, state = hint.move.event, hint.public
    tile = TILES[state.room_of(event.by)]
    trait, need = Trait.KNOWLEDGE, 6
    if isinstance(event, e.Crossed) and tile.cross is not None:
        trait, need = tile.cross.trait, tile.cross.need
    elif isinstance(event, e.ExitRolled) and tile.leave is not None:
        trait, need = tile.leave.trait, tile.leave.need
    number = min(8, state.explorers[event.by].value(trait))
    ways = _sums(number)
    chance = Fraction(sum(count for total, count in ways.items() if total >= need), 3**number)
    return (reason.need, reason.dice, reason.chance) == (need, number, chance)


def _shares_damage(hint: Hint, reason: r.SharesDamage) -> bool:
    traits = _then(hint).explorers[hint.move.by].traits
    return reason.lowest == min(traits[trait] for trait in PAIR[hint.move.kind])


def _damage_points(hint: Hint) -> int:
    """Return the points that the beaten one has to share out when nothing is stolen."""
    moves = PLAY.possible(_declined(hint))
    splits = {sum(move.split.values()) for move in moves if isinstance(move, e.Damaged)}
    assert len(splits) == 1
    return splits.pop()


def _declined(hint: Hint) -> Any:
    """Return the state in which the attacker steals nothing."""
    declined = next(move for move in PLAY.possible(hint.view) if type(move).__name__ == "Declined")
    return PLAY.follow(hint.view, declined)


def _damage(hint: Hint, reason: r.StealsCard | r.DoesDamage) -> bool:
    return reason.points == _damage_points(hint)


def _picks_cards(hint: Hint, reason: r.PicksCards) -> bool:
    held = [sum(card.at == hint.move.by for card in state.cards.values()) for state in (hint.public, _then(hint))]
    return bool(reason.cards == held[1] - held[0])


def _lays_burden(hint: Hint, reason: r.LaysBurden) -> bool:
    before, after = (state.explorers[hint.move.by].traits for state in (hint.public, _then(hint)))
    return reason.steps == sum(max(0, after[trait] - before[trait]) for trait in Trait) > 0


def _may_walk(hint: Hint) -> bool:
    return any(isinstance(move, e.Moved) and move.by == hint.seat for move in PLAY.possible(hint.view))


def _no_spaces(hint: Hint, _reason: r.NoSpacesLeft) -> bool:
    state = hint.public
    speed = state.explorers[hint.seat].value(Trait.SPEED) if state.allowance_set is None else state.allowance_set
    return isinstance(hint.move, e.TurnEnded) and state.spent >= speed and not _may_walk(hint)


def _moves_no_more(hint: Hint, _reason: r.MovesNoMore) -> bool:
    return isinstance(hint.move, e.TurnEnded) and not _may_walk(hint)


def _gains_trait(hint: Hint, reason: r.GainsTrait) -> bool:
    before, after = (state.explorers[hint.seat].traits[reason.trait] for state in (hint.public, _then(hint)))
    return after == before + 1


def _rolls_first(hint: Hint, _reason: r.RollsFirst) -> bool:
    kind = hint.move.event.kind
    moves = [move for move in PLAY.possible(hint.view) if isinstance(move, e.Moved)]
    movers = {hint.public.monsters[move.by].kind for move in moves if move.by in hint.public.monsters}
    return isinstance(hint.move, BegunEvent) and kind not in movers


CHECKS: Checks = {
    r.NewRoom: _new_room,
    r.OpensDoors: _opens_doors,
    r.NearerToDoor: _nearer_to_door,
    r.ToCards: _to_cards,
    r.NearerToEnemy: _nearer_to_enemy,
    r.FartherFromEnemy: _farther_from_enemy,
    r.FightOdds: _fight_odds,
    r.RollOdds: _roll_odds,
    r.SharesDamage: _shares_damage,
    r.StealsCard: _damage,
    r.DoesDamage: _damage,
    r.PicksCards: _picks_cards,
    r.LaysBurden: _lays_burden,
    r.NoSpacesLeft: _no_spaces,
    r.MovesNoMore: _moves_no_more,
    r.GainsTrait: _gains_trait,
    r.RollsFirst: _rolls_first,
}
