"""Properties of every complete game, with any players and variants."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.errors import NotationError
from engine.finstere_flure.events import Faces, GameStarted, SetUp, TilePlaced
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import DECK, Place
from engine.finstere_flure.players import goal, tokens_each
from engine.finstere_flure.position import Tile
from engine.finstere_flure.rounds import follow
from engine.finstere_flure.setup import ALL_TILES, placements
from engine.gamefile import game_from_text, game_to_text
from tests.engine.finstere_flure.game_helpers import BLUE, RED
from tests.engine.finstere_flure.game_referee import check
from tests.engine.finstere_flure.random_games import play, random_start

pytestmark = pytest.mark.slow

COUNTS = range(2, 8)
#: With four tokens each and with three; as few as may play, and as many.
SOME_COUNTS = (2, 7)


#: Placing and end by the DM rules, and which faces lie up; neighbours differ in two of the three or in all.
OPTIONS = sorted(
    product((False, True), (False, True), Faces),
    key=lambda option: (option[0] + option[1] + (option[2] is Faces.ANY)) % 2,
)


def start_of(players: int, set_up: SetUp, rng: Random) -> GameStarted:
    """Return the start of a game with so many players.

    The starts of one set-up have every pair of the options together.
    """
    dm_placing, dm_end, faces = OPTIONS[(players + 3 * list(SetUp).index(set_up)) % len(OPTIONS)]
    return replace(random_start(rng, players, set_up), dm_placing=dm_placing, dm_end=dm_end, faces=faces)


@cache
def random_game(players: int, set_up: SetUp = SetUp.EXPERT) -> Game:
    """Return a whole game."""
    rng = Random(f"0 {players} {set_up}")
    return play(start_of(players, set_up, rng), rng)


@pytest.mark.thorough(but=["2-basic", "3-placed", "4-expert", "7-expert"])
@pytest.mark.parametrize("set_up", list(SetUp))
@pytest.mark.parametrize("players", COUNTS)
def test_a_complete_game_agrees_with_the_books_at_every_event(players: int, set_up: SetUp) -> None:
    check(random_game(players, set_up))


def test_the_games_have_every_two_options_in_each_set_up() -> None:
    for set_up in SetUp:
        starts = [start_of(players, set_up, Random(0)) for players in COUNTS]
        options = [(start.dm_placing, start.dm_end, start.faces) for start in starts]
        for first, other in ((0, 1), (0, 2), (1, 2)):
            assert len({(option[first], option[other]) for option in options}) == 4


@cache
def all_placements(tile_id: str) -> tuple[Tile, ...]:
    """Every way in which a tile may lie on an empty board by the most generous rules."""
    return tuple(placements(tile_id, (), GameStarted((RED, BLUE), RED, SetUp.EXPERT, faces=Faces.ANY)))


@pytest.mark.thorough(but=["fronts-True-placed", "any-False-expert", "fronts-True-expert"])
@pytest.mark.parametrize("set_up", [SetUp.EXPERT, SetUp.PLACED])
@pytest.mark.parametrize("dm_placing", [False, True])
@pytest.mark.parametrize("faces", list(Faces))
def test_a_tile_is_refused_exactly_where_it_is_not_among_the_choices(
    set_up: SetUp, dm_placing: bool, faces: Faces
) -> None:
    rng = Random(f"{set_up} {dm_placing} {faces}")
    game = Game.start(GameStarted((RED, BLUE), RED, set_up, dm_placing=dm_placing, faces=faces))
    for _ in range(3):
        choices = {tile: set(game.tile_choices(tile)) for tile in ALL_TILES}
        for tile in ALL_TILES:
            for wish in rng.sample(all_placements(tile), 24):
                event = TilePlaced(wish)
                assert bool(game.problems(event)) == (event not in choices[tile])
        game = game.apply(rng.choice([event for events in choices.values() for event in sorted(events, key=repr)]))


@pytest.mark.thorough(but=["2", "7"])
@pytest.mark.parametrize("players", COUNTS)
def test_pieces_stay_the_same_and_only_stones_disappear(players: int) -> None:
    game = random_game(players)
    tokens = {token.id for token in game.state.position.tokens}
    assert len(tokens) == players * tokens_each(players)
    tiles = {event.tile.id for event in game.events if isinstance(event, TilePlaced)}
    assert len(tiles) == 17
    state = Game.replay(game.events[:18]).state
    for event in game.events[18:]:
        state = follow(state, event)
        assert {token.id for token in state.position.tokens} == tokens
        left_over = {tile.id for tile in state.position.tiles}
        assert all(gone.startswith("stone-") for gone in tiles - left_over)
        assert left_over <= tiles
        tiles = left_over


@pytest.mark.parametrize("players", SOME_COUNTS)
def test_a_game_file_tells_the_same_game(players: int) -> None:
    game, rng = random_game(players), Random(players)
    text = game_to_text(RULES, game.events)
    again = game_from_text(RULES, text)
    assert again == game
    assert game_to_text(RULES, again.events) == text
    # A game that was broken off is a game as well.
    lines = text.splitlines(keepends=True)
    kept = rng.randint(2, len(lines))
    assert game_from_text(RULES, "".join(lines[:kept])) == game.undo(len(lines) - kept)


@pytest.mark.parametrize("players", SOME_COUNTS)
def test_undone_and_done_again_it_is_the_same_game(players: int) -> None:
    game, rng = random_game(players), Random(players)
    for _ in range(3):
        dropped = rng.randint(1, len(game.events) - 1)
        undone = game.undo(dropped)
        assert undone.events == game.events[:-dropped]
        for event in game.events[-dropped:]:
            undone = undone.apply(event)
        assert undone == game


@pytest.mark.thorough(but=["2", "4", "7"])
@pytest.mark.parametrize("players", COUNTS)
def test_a_game_never_lasts_longer_than_fourteen_rounds(players: int) -> None:
    game = random_game(players)
    state = game.state
    assert state.round <= 14
    assert state.outcome is not None
    assert max(standing.out for standing in state.outcome.ranking) <= tokens_each(players)
    if not state.started.dm_end:
        assert sum(standing.out >= goal(players) for standing in state.outcome.ranking) <= 1
    assert Counter(state.deck.played) + Counter(state.deck.face_down) == Counter(DECK)
    assert all(token.place is Place.OUT for token in state.position.tokens if token.id in state.out)


@pytest.mark.parametrize("players", SOME_COUNTS)
def test_an_event_left_out_or_told_twice_is_noticed(players: int) -> None:
    game, rng = random_game(players), Random(players)
    lines = game_to_text(RULES, game.events).splitlines(keepends=True)
    for _ in range(3):
        cut = rng.randrange(1, len(lines) - 1)
        for damaged in ([*lines[:cut], *lines[cut + 1 :]], [*lines[: cut + 1], *lines[cut:]]):
            with pytest.raises(NotationError, match=r"^line \d+: "):
                game_from_text(RULES, "".join(damaged))
