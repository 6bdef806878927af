"""Start of a game (section 2)."""

from collections import Counter
from collections.abc import Iterator

from engine.game import RuleProblem

from .cards import FEWEST_PLAYERS, MOST_PLAYERS, Item, Variant, items_at_start, items_of
from .events import Started
from .problems import Code, problem
from .state import State


def start_problems(event: Started) -> Iterator[RuleProblem]:
    """Yield all that is wrong with starting this game."""
    players = event.players
    if event.first not in players:
        yield problem(Code.NOT_SEATED, f"{event.first} cannot begin without playing (section 2)")
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        yield problem(Code.PLAYER_COUNT, f"{FEWEST_PLAYERS} to {MOST_PLAYERS} can play, not {len(players)} (section 2)")
    twice = [player for player, times in Counter(players).items() if times > 1]
    if twice:
        yield problem(Code.PLAYER_TWICE, f"{', '.join(twice)} cannot sit in two places (section 2)")
    if Item.COAT in event.items and len(players) == MOST_PLAYERS:
        yield problem(
            Code.COAT_WITH_TEN, "with ten players the coat stays out: no profession is left for it (section 2)"
        )
    if Variant.THREE_ADVANCED in event.variants and len(players) != FEWEST_PLAYERS:
        yield problem(Code.THREE_ONLY, "the advanced game of three needs three players (section 6)")


def begin(event: Started) -> State:
    """Return the table after the set-up: the items that are not dealt form the pile."""
    players = len(event.players)
    items = items_of(players, event.items)
    each = items_at_start(players)
    return State(
        players=event.players,
        variants=tuple(sorted(event.variants)),
        items=items,
        turn=event.first,
        hands=dict.fromkeys(event.players, each),
        pile=sum(items.values()) - each * players,
        professions={},
    )
