"""Choices now, and their players.

An event is a choice if some choice of its other keys is allowed.
"""

from collections.abc import Iterable, Iterator

from engine.game import Choice

from .cards import FIGHT_CARDS, Card, Item, Person, Profession
from .effects import effect_now
from .events import (
    CODEC,
    Accepted,
    Announced,
    Attacked,
    By,
    Claimed,
    ClaimKind,
    ClairvoyantUsed,
    Counted,
    Denied,
    DiplomatUsed,
    Direction,
    DoctorUsed,
    Drew,
    Fighter,
    GameEvent,
    Gave,
    Handed,
    Hypnotised,
    Looked,
    Named,
    Offered,
    Passed,
    PriestUsed,
    Refused,
    Renewed,
    Searched,
    SextantUsed,
    Support,
    Supported,
    Swapped,
    Used,
    Waived,
)
from .fights import has_role
from .rules import may_happen
from .state import Phase, State


def choices(state: State) -> tuple[Choice, ...]:
    """Return all that may happen now, sorted."""
    found = {Choice("shown", player.word) for player in state.players_to_show()}
    for candidates in _candidates(state):
        event = next((event for event in candidates if may_happen(state, event)), None)
        if event is not None:
            found.add(Choice(CODEC.name_of(event), event.by.word if isinstance(event, By) else ""))
    return tuple(sorted(found))


def _candidates(state: State) -> Iterator[Iterable[GameEvent]]:
    """Yield groups of events of one kind and player.

    One allowed event of a group is enough to know that such an event may happen.
    """
    match state.phase:
        case Phase.SUPPORT:
            yield from _support_candidates(state)
        case Phase.POWERS:
            yield from _powers_candidates(state)
        case Phase.RESULT:
            yield from _result_candidates(state)
        case Phase.EFFECT:
            yield from _effect_candidates(state)
        case _:
            yield from ((event,) for event in _other_candidates(state))


def _other_candidates(state: State) -> Iterator[GameEvent]:
    turn, other, trade = state.turn, state.left_of(state.turn), state.trade
    match state.phase:
        case Phase.TURN:
            yield from (Passed(turn), Offered(turn, other), Attacked(turn, other), ClairvoyantUsed(turn))
            yield from (Claimed(turn, ClaimKind.OWN), DiplomatUsed(turn, other, Item.KEY))
        case Phase.OFFER if trade:
            yield from (Accepted(trade.passive), Refused(trade.passive))
        case Phase.DEMAND if trade:
            yield from (Handed(trade.passive), Denied(trade.passive))
        case Phase.ANNOUNCE:
            asked = state.announcing_player()
            yield from (Announced(asked, None),) if asked else ()
        case Phase.LIMIT:
            yield from (Gave(giver, state.left_of(giver)) for giver in (state.first_over_limit(),) if giver)
        case Phase.NAMING if state.claim:
            yield Named(state.claim.by, ())


def _effect_candidates(state: State) -> Iterator[Iterable[GameEvent]]:
    effect = effect_now(state)
    if effect:
        giver = effect.by
        yield from ((Drew(giver),), (Renewed(giver),), (Swapped(giver),), (Waived(giver),))
        yield from ((SextantUsed(giver, Direction.LEFT),), (Looked(giver), Looked(giver, 1)))


def _support_candidates(state: State) -> Iterator[Iterable[GameEvent]]:
    yield from ((Supported(player, Support.NONE),) for player in state.support_order()[:1])
    for player in state.players:
        yield (PriestUsed(player),)
        yield _uses(state, player, (Profession.DUELIST,))


def _powers_candidates(state: State) -> Iterator[Iterable[GameEvent]]:
    yield (Counted(),)
    for player in state.players:
        yield (Hypnotised(player, state.left_of(player)),)
        yield _uses(state, player, FIGHT_CARDS)


def _uses(state: State, player: Person, cards: Iterable[Card]) -> Iterator[GameEvent]:
    """Yield uses of cards that fit where the player stands."""
    for card in cards:
        if state.fight and has_role(state.fight, player, card):
            yield Used(player, card, Fighter.ATTACKER if card is Profession.POISON_MIXER else None)


def _result_candidates(state: State) -> Iterator[Iterable[GameEvent]]:
    yield from ((DoctorUsed(player),) for player in state.players)
    if state.fight:
        ended = state.fight.winner_and_loser
        rewarded = ended[0] if ended else state.fight.attacker
        yield from ((Drew(rewarded),), (Looked(rewarded), Looked(rewarded, 1)), (Searched(rewarded, took=False),))
