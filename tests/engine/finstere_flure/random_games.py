"""Complete games by players who roll dice, some of them with the exit in mind."""

from random import Random

from engine.finstere_flure.board import EXIT
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import CardDrawn, DeckShuffled, Faces, GameEvent, GameStarted, SetUp, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour, Place
from engine.finstere_flure.setup import STEPS
from engine.finstere_flure.state import Phase


def random_start(rng: Random, players: int | None = None, set_up: SetUp | None = None) -> GameStarted:
    """Return players, colours and variants at random, as far as they are not given."""
    count = players or rng.randint(2, 7)
    seats = tuple(rng.sample(COLOURS_WITH_FOUR if count <= 4 else list(Colour), count))
    return GameStarted(
        seats,
        rng.choice(seats),
        set_up or rng.choice(list(SetUp)),
        dm_placing=rng.random() < 0.5,
        dm_end=rng.random() < 0.5,
        five_as_three=count >= 6 and rng.random() < 0.5,
        faces=rng.choice(list(Faces)),
    )


def play(start: GameStarted, rng: Random) -> Game:
    """Return a complete game."""
    game = Game.start(start)
    # Some players stroll, some run; with a real deck the cards come as they please.
    haste, real_deck = rng.random(), rng.random() < 0.25
    while game.state.outcome is None:
        game = game.apply(next_event(game, rng, haste, real_deck=real_deck))
    return game


def next_event(game: Game, rng: Random, haste: float, *, real_deck: bool) -> GameEvent:
    """Return the next event; `haste`: the share of moves that go for the exit."""
    state = game.state
    if state.phase is Phase.PLACE_TILE:
        return rng.choice(list(game.tile_choices(rng.choice(state.tiles_to_place))))
    if state.phase is Phase.SHUFFLE:
        return DeckShuffled(None) if real_deck else shuffle_deck(rng)
    if state.phase is Phase.DRAW_CARD:
        return _from_real_deck(game, rng) if real_deck else game.draw(rng)
    assert state.turn is not None
    choices = game.token_choices(rng.choice(state.tokens_to_move(state.turn)))
    return min(choices, key=_way_to_go) if rng.random() < haste else rng.choice(choices)


def _from_real_deck(game: Game, rng: Random) -> CardDrawn:
    cards = rng.sample(game.state.deck.face_down, len(game.state.deck.face_down))
    drawn = 1
    while game.problems(CardDrawn(tuple(cards[:drawn]))):
        drawn += 1
    return CardDrawn(tuple(cards[:drawn]))


def _way_to_go(event: TokenMoved) -> int:
    if isinstance(event.to, Place):
        return 0 if event.to is Place.OUT else 99
    return STEPS[EXIT][event.to]
