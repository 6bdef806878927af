"""State changes by events: set-up, rounds, stages, the end (rules, sections 3 to 5).

These functions trust their events; `allowed` judges whether the rules allow one.
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.values import replaced

from .board import EXIT, Cell, Direction
from .deck import after_draw, after_shuffle, card_of
from .events import CardDrawn, DeckShuffled, GameEvent, GameStarted, SetUp, TilePlaced, TokenMoved
from .monster import move_monster
from .outcome import Ending, goal_reached, outcome
from .pieces import TOKENS, Colour, Place
from .players import clockwise_from, left_of, tokens_at_start
from .position import Position, Tile, Token, unchecked_position
from .setup import basic_tiles
from .state import Phase, State


def begin(event: GameStarted) -> State:
    """Return the state after the first event."""
    basic = event.set_up is SetUp.BASIC
    tiles = basic_tiles(event.stones) if basic else ()
    # The monster on a1 facing east (towards the M).
    position = Position(EXIT, Direction.E, tokens_at_start(event.players), tiles)
    if basic:
        return State(event, position, Phase.SHUFFLE, event.first)
    return State(event, position, Phase.PLACE_TILE, event.first, turn=event.first)


def follow(state: State, event: GameEvent) -> State:
    """Return the state after one more event that is allowed now."""
    match event:
        case TilePlaced():
            return _after_tile(state, event)
        case DeckShuffled():
            return _after_shuffle(state, event)
        case TokenMoved():
            return _after_token(state, event)
        case CardDrawn():
            return _after_card(state, event)
        case GameStarted():
            return begin(event)


def _after_tile(state: State, event: TilePlaced) -> State:
    assert state.turn is not None
    placed = (*state.placed, event.tile)
    following = left_of(state.players, state.turn)
    state = replace(state, placed=placed, turn=following)
    if state.tiles_to_place:
        return state
    # The player after the one who placed the last tile starts, with DM placing too (R21).
    position = replace(state.position, tiles=placed)
    return replace(state, position=position, phase=Phase.SHUFFLE, start_player=following, turn=None)


def _after_shuffle(state: State, event: DeckShuffled) -> State:
    # The first shuffle begins stage one; the second, after stage one's seventh card, begins stage two.
    stage = 2 if state.deck.stage_is_over else 1
    state = replace(state, deck=after_shuffle(event), position=replace(state.position, stage=stage))
    return _ended_early(state) or _turn_to(state, state.start_player)


def position_after(position: Position, event: TokenMoved) -> Position:
    """Return the position with the token and the stones as the event says.

    Raises PositionError if that cannot be.
    """
    return replace(position, tokens=_tokens_after(position, event), tiles=_tiles_after(position, event))


def _tokens_after(position: Position, event: TokenMoved) -> tuple[Token, ...]:
    moved = Token(event.token, event.side, event.to)
    return tuple([moved if token.id == event.token else token for token in position.tokens])


def _tiles_after(position: Position, event: TokenMoved) -> tuple[Tile, ...]:
    if not event.stones:
        return position.tiles
    moved: dict[str, Cell | None] = {stone.stone: stone.to for stone in event.stones}
    tiles = []
    for tile in position.tiles:
        cell = moved.get(tile.id, tile.cell)
        # A stone that comes to lie on a1 or p11 is out of the game (R7).
        if cell is not None:
            tiles.append(tile if cell == tile.cell else Tile(tile.id, tile.kind, (cell,)))
    return tuple(tiles)


def _after_token(state: State, event: TokenMoved) -> State:
    owner = TOKENS[event.token][0]
    used_a_turn = event.token in state.tokens_to_move(owner)
    old = state.position
    tokens, tiles = _tokens_after(old, event), _tiles_after(old, event)
    position = unchecked_position(old.monster, old.facing, tokens, tiles, old.stage)
    moved = (*_without(state.moved, event.token), event.token)
    out = _without(state.out, event.token)
    if event.to is Place.OUT:
        out = (*out, event.token)
    # The player to the left of the one who moved is next. An overruled move of a token that had no move left only
    # puts the table right: it is still the turn of the player whose turn it was.
    following = left_of(state.players, owner) if used_a_turn else state.turn
    assert following is not None
    state = replaced(state, position=position, moved=moved, out=out)
    return _ended_early(state) or _turn_to(state, following)


def _without(tokens: Iterable[str], token: str) -> tuple[str, ...]:
    return tuple(other for other in tokens if other != token)


def _turn_to(state: State, first: Colour) -> State:
    """Give the turn to the first player, clockwise from `first`, who has a token to move.

    A card follows if nobody has one.
    """
    state = replaced(state, phase=Phase.MOVE_TOKEN)
    for colour in clockwise_from(state.players, first):
        if state.turns_left(colour):
            return replaced(state, turn=colour)
    state = replaced(state, phase=Phase.DRAW_CARD, turn=None)
    if state.round > 1:
        return state
    # After the very first round's turns the tokens that have not moved are flipped.
    flipped = (
        token if token.id in state.moved else replace(token, side=token.side.flipped) for token in state.position.tokens
    )
    return replaced(state, position=replace(state.position, tokens=tuple(flipped)))


def _after_card(state: State, event: CardDrawn) -> State:
    move = move_monster(state.position, card_of(event.card, state.started.five_as_three))
    deck = after_draw(state.deck, event)
    state = replaced(state, position=move.final, deck=deck, monster_move=move)
    # With the DM end the round in which the goal was reached ends here, and most tokens out win (R16).
    if goal_reached(state.players, state.out):
        return _has_ended(state, Ending.ALL_BUT_ONE_OUT)
    if ended := _ended_early(state):
        return ended
    if state.stage == 2 and deck.stage_is_over:
        return _has_ended(_castle_lost(state), Ending.CARDS_PLAYED)
    start_player = left_of(state.players, state.start_player)
    state = replaced(state, round=state.round + 1, start_player=start_player, moved=())
    if deck.stage_is_over:
        return replaced(state, phase=Phase.SHUFFLE)
    return _turn_to(state, start_player)


def _ended_early(state: State) -> State | None:
    """Return the state of a game that is over by now, within a round; None if it goes on."""
    # A token beside the entrance is as good as one in the castle (R17).
    nobody_left = state.stage == 2 and all(token.place in (Place.OUT, Place.DEAD) for token in state.position.tokens)
    if goal_reached(state.players, state.out) and (nobody_left or not state.started.dm_end):
        return _has_ended(state, Ending.ALL_BUT_ONE_OUT)
    return _has_ended(state, Ending.NOBODY_LEFT) if nobody_left else None


def _castle_lost(state: State) -> State:
    """Lose every token that is still in the castle or beside its entrance."""
    tokens = (token if token.place is Place.OUT else replace(token, at=Place.DEAD) for token in state.position.tokens)
    return replace(state, position=replace(state.position, tokens=tuple(tokens)))


def _has_ended(state: State, ending: Ending) -> State:
    return replace(state, phase=Phase.OVER, turn=None, outcome=outcome(ending, state.players, state.out))
