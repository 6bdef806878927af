"""Random games of Betrayal: allowed events, invented cards and haunts, some corrections.

Some events are overruled or corrected. The games are those of a table of people: explorers mostly go on and
discover, sometimes anything else happens. Every draw, roll and choice comes from one `Random`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from engine.betrayal import events as e
from engine.betrayal.building import tile_laid_problems
from engine.betrayal.components import (
    ANY,
    CARDS,
    CHARACTERS,
    DOG,
    ELEVATOR,
    PAIR,
    TILES,
    VAULT_DOOR,
    WIDOWS_WALK,
    CardKind,
    Dir,
    Floor,
    Harm,
    Trait,
    cards_in_game,
)
from engine.betrayal.elevator import doors_for_elevator
from engine.betrayal.ending import end_damage, gains_offered
from engine.betrayal.falls import can_fall_onto, fall_doors, is_hurt, needs_tile
from engine.betrayal.fights import reaches, value_of
from engine.betrayal.game import RULES
from engine.betrayal.house import next_cell
from engine.betrayal.rolls import BALANCE, dice
from engine.betrayal.stack import tiles_left
from engine.betrayal.state import GONE, MONSTERS, MonsterValues, Phase, Side, State
from engine.betrayal.ways import dog_reach, usable_doors, ways
from engine.game import Choice, Game

BetrayalGame = Game[State, e.GameEvent]
#: How gladly a table does these, where it may; anything else counts 1.
_GLADLY = {"discovered": 8, "moved": 5, "turn_ended": 1, "attacked": 12, "won": 0.004, "denied": 3, "rearranged": 0.5}
#: The table events that may come in between.
TABLE = ("drew", "rolled", "adjusted", "damaged", "used", "card_moved", "placed", "tile_laid")
HAUNT_TABLE = ("stunned", "monster_removed", "monsters_added", "changed_side", "counted")


def random_start(rng: Random, players: int | None = None, *, widows_walk: bool | None = None) -> e.GameStarted:
    """Three to six explorers of different colours, with Widow's Walk or without."""
    colours: dict[str, list[str]] = {}
    for explorer in CHARACTERS.values():
        colours.setdefault(explorer.colour, []).append(explorer.id)
    seated = [rng.choice(both) for both in rng.sample(list(colours.values()), players or rng.randint(3, 6))]
    with_it = rng.random() < 0.5 if widows_walk is None else widows_walk
    return e.GameStarted(players=tuple(seated), first=rng.choice(seated), variants=(WIDOWS_WALK,) if with_it else ())


def random_game(
    rng: Random, players: int | None = None, *, most: int = 400, widows_walk: bool | None = None, odd: float = 0.1
) -> Iterator[BetrayalGame]:
    """Yield a game after each of its events, up to its end.

    `odd`: the share of events that come in between.
    """
    game = RULES.start(random_start(rng, players, widows_walk=widows_walk))
    yield game
    while RULES.over(game.state) is None and len(game.events) < most:
        event = next_event(game.state, rng, odd)
        if event is None:
            return
        game = game.apply(event)
        yield game


def next_event(state: State, rng: Random, odd: float) -> e.GameEvent | None:
    """Return an event that may happen, None if nothing is left to do."""
    choices = RULES.next(state)
    if not choices:
        return None
    for event in _tries(state, choices, rng, odd):
        if not RULES.problems(state, event):
            return event
    raise AssertionError(f"nothing of {choices} is found")


def _tries(state: State, choices: tuple[Choice, ...], rng: Random, odd: float) -> Iterator[e.GameEvent]:
    if rng.random() < odd and state.phase in (Phase.EXPLORE, Phase.HAUNT):
        yield table_event(state, rng)
    if rng.random() < odd / 5:
        yield random_correction(state, rng)
    weights = [_GLADLY.get(choice.event, 1) for choice in choices]
    if rng.random() < odd / 5:
        choice = rng.choice(choices)
        anybody = choice.by if choice.by in state.monsters else rng.choice(state.players)
        yield filled(state, Choice(choice.event, anybody), rng, overruled=True)
    for _ in range(200):
        yield filled(state, rng.choices(choices, weights)[0], rng)


def faces(rng: Random, number: int) -> tuple[int, ...]:
    """Return the faces of `number` random dice."""
    return tuple(rng.randint(0, 2) for _ in range(number))


def _value(state: State, explorer: str, trait: Trait) -> int:
    return state.explorers[explorer].value(trait) if explorer in state.explorers else 0


def filled(state: State, choice: Choice, rng: Random, *, overruled: bool = False) -> e.GameEvent:
    """Return an event of that name by that figure, with arguments that mostly fit."""
    event = _FILL[choice.event](state, choice.by, rng)
    if overruled:
        assert isinstance(event, e.TurnEvent)
        event = replace(event, overruled=True)
    return event


def _moved(state: State, actor: str, rng: Random) -> e.GameEvent:
    return e.Moved(by=actor, to=rng.choice(list(ways(state, actor)) or list(state.house.rooms)))


def _aside_for(state: State, tile: str) -> tuple[str, ...]:
    """Return nothing, or the whole stack before a tile that was set aside."""
    return () if tile in state.stack else tuple(sorted(state.stack))


def _discovered(state: State, actor: str, rng: Random) -> e.GameEvent:
    room = state.room_of(actor)
    floor = state.house.rooms[room].floor
    doors = [
        (door, tile)
        for other, door in state.house.open_doors(floor)
        if other == room and door in usable_doors(state, actor)
        for tile in sorted(tiles_left(state, floor))
        if state.house.fits(tile, room, door)
    ]
    if not doors:
        return e.Discovered(by=actor, door=Dir.N, tile=rng.choice(list(TILES)), turn=0)
    door, tile = rng.choice(doors)
    fresh = [found for found in doors if found[1] in state.stack]
    if fresh:
        door, tile = rng.choice(fresh)
    aside = _aside_for(state, tile)
    unfit = [
        candidate
        for candidate in sorted(state.stack)
        if candidate != tile and not state.house.fits(candidate, room, door)
    ]
    if not aside and unfit and rng.random() < 0.5:
        aside = tuple(rng.sample(unfit, rng.randint(1, min(3, len(unfit)))))
    return e.Discovered(
        by=actor, door=door, tile=tile, turn=rng.choice(list(state.house.fitting_turns(tile, room, door))), aside=aside
    )


def _fell(state: State, actor: str, rng: Random) -> e.GameEvent:
    die = faces(rng, 1) if is_hurt(state, actor) else None
    if not needs_tile(state, actor):
        return e.Fell(by=actor, faces=die)
    lands = sorted(tile for tile in state.undiscovered if can_fall_onto(state, tile))
    if not lands:
        basement = [room for room, place in state.house.rooms.items() if place.floor is Floor.BASEMENT]
        return e.Fell(by=actor, faces=die, room=rng.choice(basement))
    tile = rng.choice([land for land in lands if land in state.stack] or lands)
    room, door = rng.choice([fall_door for fall_door in fall_doors(state) if state.house.fits(tile, *fall_door)])
    _, x, y = next_cell(state.house.rooms[room].cell, door)
    turn = rng.choice(list(state.house.fitting_turns(tile, room, door)))
    return e.Fell(by=actor, faces=die, tile=tile, turn=turn, at=(x, y), aside=_aside_for(state, tile))


def _trait_roll(kind: type[e.Roll], trait_of: Callable[[State, str], Trait | None]) -> Callable[..., e.GameEvent]:
    def fill(state: State, actor: str, rng: Random) -> e.GameEvent:
        trait, bonus = trait_of(state, actor), rng.choice((0, 0, 0, 1, -1))
        number = dice(_value(state, actor, trait), bonus) if trait else 2
        return kind(by=actor, faces=faces(rng, number), bonus=bonus, plus=rng.choice((0, 0, 1)))

    return fill


def _barrier_trait(state: State, actor: str) -> Trait | None:
    barrier = state.barrier_of(actor) if actor in state.explorers else None
    return barrier.trait if barrier else None


def _leave_trait(state: State, actor: str) -> Trait | None:
    roll = TILES[state.room_of(actor)].leave if actor in state.explorers else None
    return roll.trait if roll else None


def _elevator(state: State, actor: str, rng: Random) -> e.GameEvent:
    if ELEVATOR not in state.house.rooms:
        return e.ElevatorRan(by=actor, room=None, door=None)
    die, crash, floors = None, None, state.floors
    if not state.is_traitors_side(actor):
        die = faces(rng, 2)
        crash = rng.randint(0, 2) if sum(die) == 0 else None
        floors = {0: floors[:1], 1: floors[:1], 2: floors[1:2], 3: floors[2:3], 4: floors}[sum(die)]
    targets = [door for floor in floors for door in doors_for_elevator(state, floor)]
    if not targets or (state.house.rooms[ELEVATOR].floor in floors and rng.random() < 0.3):
        return e.ElevatorRan(by=actor, room=None, door=None, faces=die, crash=crash)
    room, door = rng.choice(targets)
    return e.ElevatorRan(by=actor, room=room, door=door, faces=die, crash=crash)


def _rearranged(state: State, actor: str, rng: Random) -> e.GameEvent:
    floor = state.house.rooms[state.room_of(actor)].floor
    rooms = [room for room, place in state.house.rooms.items() if place.floor is floor and not TILES[room].start]
    moved = rng.choice(rooms or list(state.house.rooms))
    return e.Rearranged(by=actor, rooms={moved: (rng.randint(-3, 3), rng.randint(-3, 3), rng.randint(0, 3))})


def _gave(state: State, actor: str, rng: Random) -> e.GameEvent:
    others = [
        explorer
        for explorer in state.living
        if explorer != actor and actor in state.explorers and state.in_one_spot(actor, explorer)
    ]
    return e.Gave(by=actor, to=rng.choice(others or state.players), card=_some_card(state, actor, rng))


def _some_card(state: State, place: str, rng: Random) -> str:
    return rng.choice(state.cards_at(place) or tuple(CARDS))


def _attacked(state: State, actor: str, rng: Random) -> e.GameEvent:
    enemies = [figure for figure in (*state.living, *state.monsters) if state.are_enemies(actor, figure)]
    cards = (None, *state.cards_at(actor))
    pairs = [(enemy, card) for enemy in enemies for card in cards if reaches(state, actor, enemy, card)]
    on, card = rng.choice(pairs) if pairs else (rng.choice(state.players), None)
    trait = Trait.MIGHT if card is None and actor in state.explorers else rng.choice(list(Trait))
    values = [value_of(state, figure, trait) or 0 for figure in (actor, on)]
    mine, theirs = (faces(rng, dice(value)) for value in values)
    return e.Attacked(by=actor, on=on, faces=mine, against=theirs, trait=trait, with_=card)


def _monsters_rolled(state: State, _by: str, rng: Random) -> e.GameEvent:
    kind = rng.choice(list(state.kinds) or ["rat"])
    return e.MonstersRolled(kind=kind, faces=faces(rng, state.kinds[kind].speed if kind in state.kinds else 1))


def _turn_ended(state: State, actor: str, rng: Random) -> e.GameEvent:
    if not actor or actor in state.monsters:
        return e.TurnEnded()
    kind, gains = end_damage(state, actor), gains_offered(state, actor)
    split = {rng.choice([trait for trait in PAIR[kind] if state.can_lose(actor, trait)]): 1} if kind else None
    return e.TurnEnded(by=actor, split=split, gain=rng.choice((None, *gains)))


def _drew(state: State, actor: str, rng: Random) -> e.GameEvent:
    owed = state.owed[0] if state.owed else None
    kind = rng.choice(list(CardKind))
    if owed and (owed.event, owed.by) == ("drew", actor) and owed.card != ANY:
        kind = CardKind(str(owed.card))
    left = [
        card.id
        for card in cards_in_game(state.variants).values()
        if card.kind is kind and (card.id not in state.cards or state.cards[card.id].at == GONE)
    ]
    if kind is CardKind.EVENT or not left:
        return e.Drew(by=actor, card=CardKind.EVENT)
    gains = {rng.choice(list(Trait)): rng.choice((-2, -1, 1, 2, 3))} if rng.random() < 0.3 else None
    return e.Drew(by=actor, card=kind, name=rng.choice(left), gains=gains)


def _damaged(state: State, actor: str, rng: Random) -> e.GameEvent:
    owed = state.owed[0] if state.owed else None
    kind, points = rng.choice(list(Harm)), rng.randint(1, 3)
    if owed and owed.kind and (owed.event, owed.by) == ("damaged", actor):
        kind, points = owed.kind, owed.points
    if actor not in state.explorers:
        actor = state.players[0]
    first, other = rng.sample(PAIR[kind], 2)
    taken = state.damage_taken(actor, kind, points)
    most = min(taken, state.can_lose(actor, first))
    least = max(0, taken - state.can_lose(actor, other))
    share = rng.randint(least, most) if least <= most else 0
    split = {trait: number for trait, number in ((first, share), (other, taken - share)) if number}
    return e.Damaged(by=actor, kind=kind, points=points, split=split)


def _stole(state: State, actor: str, rng: Random) -> e.GameEvent:
    sufferer = state.owed[0].by if state.owed else rng.choice(state.players)
    return e.Stole(by=actor, from_=sufferer, card=_some_card(state, sufferer, rng))


def random_monsters(state: State, rng: Random, known: tuple[str, ...] = ()) -> tuple[e.MonsterGroup, ...]:
    """Return up to two kinds with up to three tokens."""
    groups = []
    for kind in rng.sample(("rat", "ghost", "big-spider"), rng.randint(1, 2)):
        values = MonsterValues(rng.randint(0, 5), *(rng.choice((None, *range(1, 7))) for _ in "123"))
        free = [f"{kind}-{number}" for number in range(1, 10) if f"{kind}-{number}" not in (*state.monsters, *known)]
        tokens = [(token, rng.choice(list(state.house.rooms))) for token in free[: rng.randint(1, 3)]]
        groups.append(e.MonsterGroup(kind, values, tuple(tokens)))
    return tuple(groups)


def _haunt_began(state: State, actor: str, rng: Random) -> e.GameEvent:
    traitor = rng.choice((None, *state.players, *state.players))
    monsters = random_monsters(state, rng) if rng.random() < 0.7 else ()
    return e.HauntBegan(by=actor, number=rng.randint(1, 50), traitor=traitor, monsters=monsters)


def _card_moved(state: State, actor: str, rng: Random) -> e.GameEvent:
    card = rng.choice(list(state.cards) or list(CARDS))
    if DOG in state.cards_at(actor) and rng.random() < 0.7:
        end, way = rng.choice(list(dog_reach(state, state.room_of(actor)).items()) or [("foyer", ("foyer",))])
        held = [name for name in state.cards_at(actor) if name != DOG]
        return e.CardMoved(by=actor, card=rng.choice(held or list(CARDS)), to=end, dog=way)
    to = rng.choice([*state.living, *state.house.rooms, GONE])
    return e.CardMoved(by=actor, card=card, to=to)


def _placed(state: State, actor: str, rng: Random) -> e.GameEvent:
    room = rng.choice(list(state.house.rooms))
    sides = TILES[room].doors if TILES[room].cross and actor in state.explorers else ()
    return e.Placed(by=actor, room=room, side=rng.choice(sides) if sides else None)


def _tile_laid(state: State, actor: str, rng: Random) -> e.GameEvent:
    because = e.PlacementReason.HAUNT if state.haunt and rng.random() < 0.5 else rng.choice(list(e.PlacementReason)[:2])
    for _ in range(20):
        floor = rng.choice(state.floors)
        room, door = rng.choice(state.house.open_doors(floor) or (("foyer", Dir.N),))
        _, x, y = next_cell(state.house.rooms[room].cell, door)
        tile = rng.choice(sorted(state.undiscovered) or list(TILES))
        event = e.TileLaid(by=actor, tile=tile, floor=floor, at=(x, y), turn=rng.randint(0, 3), because=because)
        if not any(tile_laid_problems(state, event)):
            break
    return event


def _with_token(kind: Callable[..., e.GameEvent]) -> Callable[..., e.GameEvent]:
    return lambda state, _by, rng: kind(token=rng.choice(list(state.monsters) or ["rat-1"]))


_FILL: dict[str, Callable[[State, str, Random], e.GameEvent]] = {
    "moved": _moved,
    "discovered": _discovered,
    "slid": lambda _state, actor, _rng: e.Slid(by=actor),
    "fell": _fell,
    "crossed": _trait_roll(e.Crossed, _barrier_trait),
    "opened": _trait_roll(e.Opened, lambda _state, _by: VAULT_DOOR.trait),
    "exit_rolled": _trait_roll(e.ExitRolled, _leave_trait),
    "balanced": _trait_roll(e.Balanced, lambda _state, _by: BALANCE.trait),
    "elevator_ran": _elevator,
    "rearranged": _rearranged,
    "gave": _gave,
    "dropped": lambda state, actor, rng: e.Dropped(by=actor, cards=(_some_card(state, actor, rng),)),
    "picked": lambda state, actor, rng: e.Picked(by=actor, cards=(_some_card(state, state.room_of(actor), rng),)),
    "attacked": _attacked,
    "monsters_rolled": _monsters_rolled,
    "turn_ended": _turn_ended,
    "drew": _drew,
    "damaged": _damaged,
    "stole": _stole,
    "haunt_rolled": lambda _state, actor, rng: e.HauntRolled(by=actor, faces=faces(rng, 6)),
    "haunt_began": _haunt_began,
    "rolled": lambda _state, actor, rng: e.Rolled(by=actor, what=rng.choice(("secret door", "web")), faces=(1, 2)),
    "adjusted": lambda _state, actor, rng: e.Adjusted(
        by=actor, trait=rng.choice(list(Trait)), steps=rng.choice((-3, -1, 1, 2))
    ),
    "used": lambda state, actor, rng: e.Used(by=actor, card=_some_card(state, actor, rng)),
    "card_moved": _card_moved,
    "placed": _placed,
    "tile_laid": _tile_laid,
    "stunned": _with_token(e.Stunned),
    "monster_removed": _with_token(e.MonsterRemoved),
    "monsters_added": lambda state, _by, rng: e.MonstersAdded(monsters=random_monsters(state, rng)),
    "changed_side": lambda _state, actor, rng: e.ChangedSide(by=actor, side=rng.choice(list(Side))),
    "counted": lambda _state, _by, rng: e.CounterSet(counter="eggs", value=rng.choice((None, 0, 3))),
    "won": lambda state, actor, _rng: e.Won(
        by=actor, side=Side.TRAITOR if state.explorers[actor].is_traitor else Side.HEROES
    ),
    "confirmed": lambda _state, actor, _rng: e.Confirmed(by=actor),
    "denied": lambda _state, actor, _rng: e.Denied(by=actor),
}


def table_event(state: State, rng: Random) -> e.GameEvent:
    """Return an event that a card, a room or the haunt brings about."""
    name = rng.choice(TABLE + (HAUNT_TABLE if state.haunt else ()))
    if name in ("adjusted", "damaged", "changed_side") and rng.random() < 0.5:
        name = "rolled"
    return filled(state, Choice(name, rng.choice(state.living or state.players)), rng)


def random_correction(state: State, rng: Random) -> e.Corrected:
    """Return a correction that mostly fits."""
    explorer = rng.choice(state.players)
    found = rng.choice(
        [
            e.Correction(traits={explorer: {rng.choice(list(Trait)): rng.randint(1, 8)}}),
            e.Correction(omens=rng.randint(0, 4), stopped=rng.random() < 0.3),
            e.Correction(allowance=(rng.choice((None, 2, 5)),), spent=rng.randint(0, 2)),
            e.Correction(cards={rng.choice(list(CARDS)): rng.choice([*state.living, *state.house.rooms, GONE])}),
            e.Correction(aside=tuple(sorted(state.undiscovered)[: rng.randint(0, 4)])),
            e.Correction(vault_empty=rng.random() < 0.5, collapsed=rng.random() < 0.5),
            e.Correction(rooms={rng.choice(list(state.house.rooms)): None}),
            e.Correction(stunned=dict.fromkeys(state.monsters, False) or None, omens=state.omens),
        ]
    )
    return e.Corrected(set=found, why="it lies otherwise")


def whose_turn(state: State) -> str | None:
    """Return an explorer whose turn it is, None in the monsters' turn and without any."""
    return None if state.turn == MONSTERS else state.turn
