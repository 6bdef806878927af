"""Check of a game of hidden hands: no event tells what a hand hides."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.cards.game import CardGame
from companion.cards.virtual_game import CardVirtual
from companion.games import CompanionGame
from companion.games.broken import line_of
from companion.games.random_play import MOST_EVENTS, as_json

#: An event that names so many hidden cards tells a hand; a single one may be asked for, or shown.
_TOLD = 2


def hand_problems(game: CompanionGame, games: int, seed: int) -> Iterator[str]:
    """Yield a clause for each event that tells cards which are in a hand after it."""
    table = game.table
    if not isinstance(table, CardGame):
        return
    play = table.play
    for number in range(games):
        rng = Random(seed + number)
        event = game.virtual.start(None, seed + number, {})
        state = play.deal(event, rng)
        if all(play.deal(event, Random(other)).hands == state.hands for other in range(3)):
            yield (
                f"the event {as_json(game, event):.80} tells all hands, and everybody may read it; deal them by the rng"
                f" of deal(started, rng), and keep them out of events {line_of(type(event))}"
            )
            return
        for _ in range(MOST_EVENTS):
            told = _hidden_cards(state, game.rules.event_to_json(event))
            if len(told) >= _TOLD:
                yield (
                    f"the event {as_json(game, event):.80} tells cards of a hand ({', '.join(told[:3])}), and everybody"
                    f" may read it; leave them out {line_of(type(event))}"
                )
                return
            if play.over(state) is not None:
                break
            yield from _choice_problems(game, play, state, rng)
            move = play.draw(state, rng)
            event, state = play.event(move), play.follow(state, move)


def _choice_problems(game: CompanionGame, play: Any, state: Any, rng: Random) -> Iterator[str]:
    """Yield a clause if a bot chooses what its hand does not allow."""
    virtual, (player, *_) = game.virtual, play.acting_seats(state)
    assert isinstance(virtual, CardVirtual)
    event = virtual.choose(state.state, state.hands[player], rng)
    if event not in play.possible(state):
        yield f"choose gives {event!r:.80}, which this hand does not allow {line_of(type(virtual), 'choose')}"


def _hidden_cards(state: Any, data: Any) -> list[str]:
    """Return the cards of hands that stand in an event, as JSON has it."""
    hidden = {card for hand in state.hands.values() for card in hand}
    return sorted({text for text in _texts(data) if text in hidden})


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (key, *_texts(value))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)
