"""Words of phones' buttons and hands in all games with cards: each button says its act."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.games import CompanionGame, find_game

#: So many moves of a game are looked at.
MOVES = 260
GAMES = [*map(find_game, ("lifeboat", "coach-ride", "betrayal")), MOUSE]


def states(game: CompanionGame, seed: int) -> Iterator[Any]:
    """Yield the whole states of a game that goes on by chance."""
    play, rng = game.table.play, Random(seed)
    state = play.deal(game.virtual.start(None, seed, {}), rng)
    for _ in range(MOVES):
        if play.over(state) is not None:
            return
        yield state
        state = play.follow(state, play.draw(state, rng))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [3, 8])
def test_a_button_that_is_no_card_of_the_hand_says_more_than_a_card_s_name(game: CompanionGame, seed: int) -> None:
    table, names, buttons = game.table, set[str](), set[str]()
    for state in states(game, seed):
        for seat in table.play.acting_seats(state):
            view = table.play.view(state, seat)
            hand = {row.id for row in table.seat_screen.hand(view, seat)}
            names |= {row.text.casefold() for row in table.seat_screen.hand(view, seat) if row.sign is not None}
            for move in list(table.seat_screen.seat_moves(view, seat))[:200]:
                described = table.seat_screen.describe_move(view, move)
                buttons |= {part.text.casefold() for part in described.parts if not (part.on_board or part.id in hand)}
                if not described.parts:
                    buttons.add(described.text.casefold())
    assert names
    assert buttons & names == set()


def test_what_is_known_of_others_is_not_in_the_hand() -> None:
    game = find_game("coach-ride")
    known = 0
    for state in states(game, 3):
        for seat in game.table.play.acting_seats(state):
            view = game.table.play.view(state, seat)
            hand, others = game.table.seat_screen.hand(view, seat), game.table.seat_screen.known_of_others(view, seat)
            players = view.state.players
            assert len(hand) == len(view.cards.sides[seat]) + 1 + len(view.cards.hands[seat])
            assert all(row.sign in players or "Offered to you" in row.text for row in others)
            known += len(others)
    assert known
