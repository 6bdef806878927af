"""What may happen now, by whom: an event is named when some choice of its other keys is allowed."""

from collections.abc import Iterator

from engine.game import Choice

from .allowed import may_happen
from .cards import FIGHT_CARDS, Item, Profession
from .eventjson import NAMES
from .events import (
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
from .state import Phase, State


def choices(state: State) -> tuple[Choice, ...]:
    """Everything that may happen now, sorted."""
    found = {Choice("shown", player.word) for player in state.asked_to_show()}
    for event in _candidates(state):
        choice = Choice(NAMES[type(event)], event.by.word if isinstance(event, By) else "")
        if choice not in found and may_happen(state, event):
            found.add(choice)
    return tuple(sorted(found))


def _candidates(state: State) -> Iterator[GameEvent]:
    """Events of which one of each kind and player is enough to know whether it may happen."""
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
            asked = state.asked_to_announce()
            yield from (Announced(asked, None),) if asked else ()
        case Phase.EFFECT if trade and trade.effect:
            giver = trade.effect.by
            yield from (Drew(giver), Renewed(giver), Swapped(giver), Waived(giver))
            yield from (SextantUsed(giver, Direction.LEFT), Looked(giver), Looked(giver, 1))
        case Phase.LIMIT:
            yield from (Gave(giver, state.left_of(giver)) for giver in (state.first_over_limit(),) if giver)
        case Phase.NAMING if state.claim:
            yield Named(state.claim.by, ())
        case Phase.SUPPORT | Phase.POWERS | Phase.RESULT:
            yield from _fight_candidates(state)


def _fight_candidates(state: State) -> Iterator[GameEvent]:
    yield Counted()
    for player in state.players:
        yield from (PriestUsed(player), Supported(player, Support.NONE), Hypnotised(player, state.left_of(player)))
        yield from (DoctorUsed(player), Drew(player), Looked(player), Looked(player, 1), Searched(player, took=False))
        for card in FIGHT_CARDS:
            yield Used(player, card, Fighter.ATTACKER if card is Profession.POISON_MIXER else None)
