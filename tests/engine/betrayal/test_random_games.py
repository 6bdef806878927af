"""Tests that random games keep section 9 of the rules, with overruling and corrections."""

from random import Random

import pytest

from engine.betrayal import events as e
from engine.betrayal.components import ELEVATOR, TILES, Floor, stack_tiles
from engine.betrayal.game import RULES
from engine.betrayal.state import GONE, TOP, Phase, State
from engine.game import Choice
from engine.gamefile import game_from_text, game_to_text
from tests.engine.betrayal.random_games import HAUNT_TABLE, TABLE, filled, random_correction, random_game, table_event

#: Players, Widow's Walk, and how often something comes in between.
GAMES = [(3, False, 0.0), (4, True, 0.1), (5, False, 0.1), (6, True, 0.3)]
_ONLY_OWED = {"balanced", "haunt_rolled", "haunt_began"}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "widows_walk", "odd"), GAMES)
def test_the_invariants_hold(players: int, widows_walk: bool, odd: float) -> None:
    strict = True
    for game in random_game(Random(players), players, widows_walk=widows_walk, odd=odd):
        event = game.events[-1]
        strict = strict and not isinstance(event, e.Corrected) and not getattr(event, "overruled", False)
        check_invariants(game.state, strict=strict)


def check_invariants(state: State, *, strict: bool) -> None:
    """Section 9. `strict`: nothing was overruled or corrected so far."""
    house = state.house
    assert len(house.cells) == len(house.rooms)
    start = {name for name, tile in TILES.items() if tile.start and name in house.rooms}
    assert house.rooms.keys() - start | state.undiscovered == stack_tiles(state.variants)
    assert state.aside <= state.undiscovered
    if strict:
        assert all(place.floor in TILES[room].floors for room, place in house.rooms.items())
        assert all(house.open_doors(floor) for floor in state.floors)
    haunted = state.phase in (Phase.HAUNT, Phase.OVER)
    for character, explorer in state.explorers.items():
        assert all(0 <= index <= TOP for index in explorer.traits.values())
        assert explorer.dead == (0 in explorer.traits.values())
        assert haunted or (explorer.role is None and not explorer.dead)
        assert (explorer.side is None) == (TILES[explorer.room].cross is None)
        assert explorer.side in (None, *TILES[explorer.room].doors)
        assert explorer.room in house.rooms
        assert not explorer.dead or not state.cards_at(character)
    for card in state.cards.values():
        assert card.at == GONE or card.at in state.explorers or card.at in house.rooms
        assert all(0 < steps / card.gains[trait] <= 1 for trait, steps in card.applied.items())
        assert card.at in state.explorers or not card.applied
    assert haunted or not (state.monsters or state.attacked)
    assert all(owed.by in state.living or owed.by in state.monsters for owed in state.owed)
    assert state.turn is None or state.turn in state.order or not state.monsters
    # The marker goes along with an elevator that was chosen to fall into.
    assert state.under in (None, ELEVATOR) or house.rooms[str(state.under)].floor is Floor.BASEMENT


@pytest.mark.slow
@pytest.mark.parametrize(("players", "widows_walk", "odd"), GAMES)
def test_what_is_next_is_allowed_and_nothing_else(players: int, widows_walk: bool, odd: float) -> None:
    rng = Random(players)
    for game in random_game(rng, players, widows_walk=widows_walk, odd=odd, most=250):
        check_next(game.state, rng)


def check_next(state: State, rng: Random) -> None:
    """Check that some choices are possible, and that other events are allowed only as choices."""
    choices = RULES.next(state)
    assert list(choices) == sorted(set(choices))
    for choice in rng.sample(choices, min(2, len(choices))):
        # What nothing needs to fit: an arrangement of rooms is found by searching for it.
        if choice.event != "rearranged":
            assert any(not RULES.problems(state, filled(state, choice, rng)) for _ in range(200)), choice
    names = set(_NAMES) - _ONLY_OWED
    for name in rng.sample(sorted(names), 8):
        actor = rng.choice([*state.players, *state.monsters])
        if name in ("monsters_rolled",) or (name == "turn_ended" and rng.random() < 0.3):
            actor = ""
        if actor in state.monsters and name not in ("moved", "fell", "slid", "elevator_ran", "attacked"):
            continue
        event = filled(state, Choice(name, actor), rng)
        if name == "exit_rolled" and (state.owed or actor != state.turn):
            continue
        if not RULES.problems(state, event):
            assert Choice(name, actor) in choices, event


_NAMES = (
    *("moved", "discovered", "slid", "fell", "crossed", "opened", "exit_rolled", "elevator_ran", "rearranged"),
    *("gave", "dropped", "picked", "attacked", "monsters_rolled", "turn_ended", "stole", "balanced", "haunt_rolled"),
    *("haunt_began", "won", "confirmed", "denied"),
)


@pytest.mark.slow
def test_read_again_and_in_two_parts_a_game_is_the_same() -> None:
    for seed in (1, 2):
        games = list(random_game(Random(seed), odd=0.2))
        last = games[-1]
        text = game_to_text(RULES, last.events)
        part = game_from_text(RULES, "".join(text.splitlines(keepends=True)[: len(games) // 2 + 1]))
        for event in last.events[len(games) // 2 :]:
            part = part.apply(event)
        assert part == last
        assert list(last.states()) == [game.state for game in games]
        assert last.undo(7) == games[-8]


def test_a_refused_event_changes_nothing() -> None:
    rng, refused = Random(5), 0
    for game in random_game(rng, odd=0.1, most=150):
        before = RULES.public_state(game.state)
        for _ in range(3):
            other = table_event(game.state, rng)
            name = rng.choice(_NAMES)
            if name not in ("monsters_rolled", "turn_ended"):
                other = filled(game.state, Choice(name, rng.choice(game.state.players)), rng)
            refused += bool(RULES.problems(game.state, other))
            RULES.problems(game.state, random_correction(game.state, rng))
        assert RULES.public_state(game.state) == before
    assert refused > 100


@pytest.mark.slow
def test_the_table_events_happen_too() -> None:
    missing = {*TABLE, *HAUNT_TABLE, "corrected"}
    for seed in range(8):
        *_, game = random_game(Random(seed), odd=0.3)
        missing -= {RULES.event_to_json(event)["event"] for event in game.events}
    assert not missing
