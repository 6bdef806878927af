"""Lines for a seat alone: items that it has got and lost, another profession."""

from collections.abc import Iterator, Sequence

from companion.cards.news import hand_news
from companion.games.coach_ride.language import say
from companion.games.coach_ride.words import card_name, first_name
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt
from engine.coach_ride.state import Phase, State


def seat_news(before: Dealt | None, view: Dealt, events: Sequence[e.GameEvent], player: Person) -> Iterator[str]:
    """Yield what a player has got and lost between two views of the own seat.

    What a trade has brought is told for as long as it may be announced, whatever was told before.
    """
    is_traded = view.state.phase is Phase.ANNOUNCE and view.cards.traded is not None
    if is_traded and (before is None or before.cards.traded != view.cards.traded):
        yield from _traded(view, player)
    elif before is not None:
        giver, taker = _partners(before.state, events, player)
        hands = before.cards.hands[player], view.cards.hands[player]
        yield from hand_news(*hands, card_name, giver=giver, taker=taker)
    if before is not None and before.cards.professions[player] is not view.cards.professions[player]:
        yield say("Your profession now: {card}.", card=card_name(view.cards.professions[player]))


def _traded(view: Dealt, player: Person) -> Iterator[str]:
    """Yield both items of a trade: they may be alike."""
    trade, traded = view.state.trade, view.cards.traded
    assert trade is not None
    assert traded is not None
    is_active = trade.active is player
    other = first_name(trade.passive if is_active else trade.active)
    gave, got = traded if is_active else traded[::-1]
    yield from hand_news((), (got,), card_name, giver=other)
    yield from hand_news((gave,), (), card_name, taker=other)


def _partners(state: State, events: Sequence[e.GameEvent], player: Person) -> tuple[str, str]:
    """Return the names of the giver and the taker of items; empty for none or several."""
    givers, takers = set[Person](), set[Person]()
    for event in events:
        for giver, taker in _ways(state, event):
            if taker is player:
                givers.add(giver)
            if giver is player:
                takers.add(taker)
    return _only_name(givers), _only_name(takers)


def _only_name(players: set[Person]) -> str:
    return first_name(next(iter(players))) if len(players) == 1 else ""


def _ways(state: State, event: e.GameEvent) -> Iterator[tuple[Person, Person]]:
    """Yield between whom items may go by an event: who gives, and who gets."""
    trade, ended = state.trade, state.fight.winner_and_loser if state.fight is not None else None
    match event:
        case e.Accepted() | e.Handed() if trade is not None:
            yield from ((trade.active, trade.passive), (trade.passive, trade.active))
        case e.Offered(by=by, to=to):
            yield from ((by, to), (to, by))
        case e.Gave(by=by, to=to):
            yield by, to
        case e.PriestUsed(by=by) if state.fight is not None:
            yield state.fight.attacker, by
        case e.Searched() if ended is not None:
            yield from (ended, ended[::-1])
        case e.SextantUsed(direction=direction):
            players = state.players
            after = (*players[1:], players[0])
            yield from (
                zip(players, after, strict=True) if direction is e.Direction.LEFT else zip(after, players, strict=True)
            )
