"""Reasons of a hint in Betrayal: new rooms, ways, odds of dice and fights, gains."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.opponents.reasons import Ahead, OnlyMove, reason_at_once
from engine.betrayal import events as e
from engine.betrayal.components import PAIR, TILES, VAULT_DOOR, Barrier, Trait
from engine.betrayal.fights import value_of
from engine.betrayal.full_state import FullState
from engine.betrayal.house import House
from engine.betrayal.odds import at_least, fight_chances
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined
from engine.betrayal.rolls import dice
from engine.betrayal.state import State
from engine.betrayal.ways import spaces_left


@dataclass(frozen=True)
class NewRoom:
    """Number of tiles that fit behind a door, and of those among them that bring a card."""

    tiles: int
    cards: int


@dataclass(frozen=True)
class OpensDoors:
    """Number of doors that the floor has open then, and the least in another turn of the tile."""

    doors: int
    fewest: int


@dataclass(frozen=True)
class NearerToDoor:
    """Steps to the nearest door behind which a room can be laid, before and after."""

    before: int
    after: int


@dataclass(frozen=True)
class ToCards:
    """Number of cards that lie in the room."""

    cards: int


@dataclass(frozen=True)
class NearerToEnemy:
    """Steps to the nearest enemy, before and after."""

    before: int
    after: int


@dataclass(frozen=True)
class FartherFromEnemy:
    """Steps to the nearest enemy, before and after."""

    before: int
    after: int


@dataclass(frozen=True)
class FightOdds:
    """Chances that an attack wins, and that it loses."""

    wins: Fraction
    loses: Fraction


@dataclass(frozen=True)
class RollOdds:
    """Chance of a roll of so many dice to make what is needed."""

    need: int
    dice: int
    chance: Fraction


@dataclass(frozen=True)
class SharesDamage:
    """Places above the skull of the lower of the two traits after the damage."""

    lowest: int


@dataclass(frozen=True)
class StealsCard:
    """A card comes instead of so many points of damage."""

    points: int


@dataclass(frozen=True)
class DoesDamage:
    """Points of damage that are done instead of a theft."""

    points: int


@dataclass(frozen=True)
class PicksCards:
    """Number of cards that are taken up."""

    cards: int


@dataclass(frozen=True)
class LaysBurden:
    """A card has lowered traits by so many steps, which come back."""

    steps: int


@dataclass(frozen=True)
class NoSpacesLeft:
    """All spaces of the turn are used."""


@dataclass(frozen=True)
class MovesNoMore:
    """End of moving in this turn: a card was drawn, or a crossing failed."""


@dataclass(frozen=True)
class GainsTrait:
    """The room raises this trait."""

    trait: Trait


@dataclass(frozen=True)
class RollsFirst:
    """Monsters move after their roll."""


def house_reason(view: FullState, seat: str, move: Any) -> Any:
    """Return the reason of a move."""
    if len(PLAY.moves_of(view, seat)) == 1:
        return OnlyMove()
    reason = _reason(view.state, move)
    return reason if reason is not None else reason_at_once(Ahead(PLAY, view, seat, move))


def _reason(state: State, move: Any) -> Any | None:
    match move:
        case BegunEvent(event=event):
            return _announced(state, event)
        case Declined():
            return DoesDamage(_damage(state))
        case e.Stole():
            return StealsCard(_damage(state))
        case e.Moved():
            return _step(state, move)
        case e.Discovered():
            return _laid(state, move)
        case e.Damaged(by=figure, kind=kind, split=split):
            traits = state.explorers[figure].traits
            return SharesDamage(min(traits[trait] - split.get(trait, 0) for trait in PAIR[kind]))
        case e.Picked(cards=cards):
            return PicksCards(len(cards))
        case e.Dropped(cards=cards):
            steps = -sum(min(0, steps) for card in cards for steps in state.cards[card].applied.values())
            return LaysBurden(steps) if steps else None
        case e.TurnEnded():
            return _end(state, move)
    return None


def _damage(state: State) -> int:
    """Return the points of the damage that is owed, as far as the traits can take them."""
    owed = state.owed[0]
    assert owed.kind is not None
    return state.damage_taken(owed.by, owed.kind, owed.points)


def _announced(state: State, event: Any) -> Any | None:
    match event:
        case e.Discovered(by=figure, door=door):
            tiles = [tile for tile in state.stack if state.house.fits(tile, state.room_of(figure), door)]
            return NewRoom(len(tiles), sum(TILES[tile].sign is not None for tile in tiles)) if tiles else None
        case e.Attacked(by=figure, on=target, trait=trait):
            mine, theirs = value_of(state, figure, trait) or 0, value_of(state, target, trait) or 0
            odds = fight_chances(dice(mine), dice(theirs))
            return FightOdds(odds.wins, odds.loses)
        case e.Opened(by=figure):
            return _roll(state, figure, VAULT_DOOR)
        case e.Crossed(by=figure):
            barrier = TILES[state.room_of(figure)].cross
            return None if barrier is None else _roll(state, figure, barrier)
        case e.ExitRolled(by=figure):
            leave = TILES[state.room_of(figure)].leave
            return None if leave is None else _roll(state, figure, Barrier(leave.trait, leave.need))
        case e.MonstersRolled():
            return RollsFirst()
    return None


def _roll(state: State, explorer: str, barrier: Barrier) -> RollOdds:
    number = dice(state.explorers[explorer].value(barrier.trait))
    return RollOdds(barrier.need, number, at_least(number, barrier.need))


def _step(state: State, event: e.Moved) -> Any | None:
    start, end = state.room_of(event.by), event.to
    enemies = [other for other in (*state.living, *state.monsters) if state.are_enemies(event.by, other)]
    spots = {state.room_of(enemy) for enemy in enemies}
    before, after = _steps(state.house, start, spots), _steps(state.house, end, spots)
    if before is not None and after is not None and before != after:
        return (NearerToEnemy if after < before else FartherFromEnemy)(before, after)
    if event.by not in state.explorers:
        return None
    if state.cards_at(end):
        return ToCards(len(state.cards_at(end)))
    doors = {room for room, _ in state.house.fitting_doors}
    before, after = _steps(state.house, start, doors), _steps(state.house, end, doors)
    return NearerToDoor(before, after) if before is not None and after is not None and after < before else None


def _steps(house: House, start: str, goals: Collection[str]) -> int | None:
    """Return the fewest steps from a room to one of these; None if no way leads there.

    Rolls that are to be made on the way are not counted.
    """
    found = {start: 0}
    waiting = [start]
    for room in waiting:
        if room in goals:
            return found[room]
        for other in house.neighbours[room]:
            if other not in found:
                found[other] = found[room] + 1
                waiting.append(other)
    return None


def _laid(state: State, event: e.Discovered) -> OpensDoors | None:
    room = state.room_of(event.by)
    turns = state.house.fitting_turns(event.tile, room, event.door)
    doors = {turn: _open_doors(state, event, turn) for turn in turns}
    others = [number for turn, number in doors.items() if turn != event.turn]
    return OpensDoors(doors[event.turn], min(others)) if others else None


def _open_doors(state: State, event: e.Discovered, turn: int) -> int:
    after = PLAY.follow(FullState(state, None), e.Discovered(**{**vars(event), "turn": turn})).state
    return len(after.house.open_doors(after.house.rooms[event.tile].floor))


def _end(state: State, event: e.TurnEnded) -> Any | None:
    if event.gain is not None:
        return GainsTrait(event.gain)
    if event.by is None:
        return None
    if state.stopped:
        return MovesNoMore()
    left = spaces_left(state, event.by)
    return NoSpacesLeft() if left is not None and left <= 0 and state.steps else None
