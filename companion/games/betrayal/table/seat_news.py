"""Lines for a seat: changes of the own explorer's cards and traits."""

from collections.abc import Iterator

from companion.cards.news import hand_news
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, explorer_name
from companion.games.betrayal.words import trait_name
from engine.betrayal.components import Trait
from engine.betrayal.full_state import FullState
from engine.betrayal.state import State


def seat_news(before: FullState | None, view: FullState, explorer: str) -> Iterator[str]:
    """Yield what an explorer has got and lost between two views."""
    if before is None:
        return
    was, is_now = before.state, view.state
    held, holds = was.cards_at(explorer), is_now.cards_at(explorer)
    for other in ("", *was.explorers):
        name = explorer_name(other) if other else ""
        got = [card for card in holds if card not in held and _holder(was, card) == other]
        lost = [card for card in held if card not in holds and _holder(is_now, card) == other]
        yield from hand_news(lost, got, card_name, giver=name, taker=name)
    for trait in Trait:
        values = was.explorers[explorer].value(trait), is_now.explorers[explorer].value(trait)
        if values[0] != values[1]:
            yield say("{trait}: {before}, now {value}.", trait=trait_name(trait), before=values[0], value=values[1])


def _holder(state: State, card: str) -> str:
    """Return the explorer with a card; empty for none."""
    place = state.cards.get(card)
    return place.at if place is not None and place.at in state.explorers else ""
