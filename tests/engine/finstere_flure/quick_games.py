"""Quick core beside the readable engine: walks by all cards, games event by event."""

from random import Random

from engine.finstere_flure.board import Cell
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.events import CardDrawn, TokenMoved, token_events
from engine.finstere_flure.game import Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import TokenMove, token_moves
from engine.finstere_flure.position import Position
from engine.finstere_flure.quick_game import QuickGame
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.trace import MonsterMove, Move, Slide, Teleport
from engine.finstere_flure.walks import CELL, DIRECTIONS, QuickBoard, Stones, cells_in, place_number, stone_number
from tests.engine.finstere_flure.random_games import next_event, random_start

CARDS = [parse_card(card) for card in ("XX", "8", "5", "7", "10", "X", "XXX", "1", "20")]


def compare_walks(position: Position) -> None:
    """Walk by all cards in both engines. Raises AssertionError at the first difference."""
    board = QuickBoard(position)
    for card, end in zip(CARDS, board.walk(CARDS), strict=True):
        move = move_monster(position, card)
        assert (CELL[end.cell], DIRECTIONS[end.facing]) == (move.final.monster, move.final.facing)
        assert [board.pieces[piece] for piece in end.hits] == [meal.token for meal in move.eaten]
        assert set(cells_in(end.visits)) == _visited(move)


def _visited(move: MonsterMove) -> set[Cell]:
    """Return the monster's cells: the first one, and all that it entered or slid over."""
    events = [event for step in move.steps for event in step.events]
    return {move.start.monster, *(event.after for event in events if isinstance(event, Move | Slide | Teleport))}


def compare_game(seed: int) -> int:
    """Play one game by chance in both engines; return the number of events.

    Raises AssertionError at the first difference: moves, positions, turns, cards, winner.
    """
    rng = Random(seed)
    game, haste = Game.start(random_start(rng)), rng.random()
    while game.state.phase in (Phase.PLACE_TILE, Phase.SHUFFLE):
        game = game.apply(next_event(game, rng, haste, real_deck=False))
    quick = QuickGame(game.state)
    while game.state.outcome is None:
        assert_same(quick, game.state)
        event = next_event(game, rng, haste, real_deck=False)
        if isinstance(event, TokenMoved):
            token = quick.board.pieces.index(event.token)
            found = token_moves(game.state.position, event.token)
            ends = [(place_number(move.to), stones(quick, game.state, move)) for move in found]
            moves = dict(zip(token_events(game.state.position, event.token, found), ends, strict=True))
            reach = quick.reach(token)
            assert sorted(reach) == sorted(moves.values())
            quick.move(token, *moves[event])
        elif isinstance(event, CardDrawn):
            assert event.card in quick.cards_to_come()
            quick.draw(event.card)
        game = game.apply(event)
    assert quick.over
    winner = game.state.outcome.winner
    assert [game.state.players[player] for player in quick.best_players()] == ([winner] if winner else [])
    return len(game.events)


def assert_same(quick: QuickGame, state: State) -> None:
    """Check that both say the same of the game."""
    if state.phase is Phase.SHUFFLE:
        # A quick game has shuffled by now.
        return
    turn = None if state.turn is None else state.players.index(state.turn)
    assert (quick.turn, quick.stage, quick.round) == (turn, state.stage, state.round)
    if state.turn is not None:
        tokens = {quick.board.pieces[token] for token in quick.tokens_to_move()}
        assert tokens == set(state.tokens_to_move(state.turn))
    assert quick.numbers == [token.visible_number for token in state.position.tokens]
    assert quick.places == [place_number(token.at) for token in state.position.tokens]
    assert quick.board.position(state.position) == state.position
    assert sorted(quick.face_down) == sorted(state.deck.face_down)


def stones(quick: QuickGame, state: State, move: TokenMove) -> Stones:
    """Return where all stones lie after a move, those removed earlier too."""
    after = dict(zip((stone.id for stone in state.position.stones), move.stones, strict=True))
    names = quick.board.pieces[quick.board.first_stone :]
    return tuple(stone_number(after.get(name)) for name in names)
