"""Reasons of a hint in Coach Ride: totals of fights, cards seen and got, victory items.

`public_reason` is made of what all see, and cannot tell more. `own_reason` adds what the seat's view shows.
"""

from dataclasses import dataclass
from typing import Any

from companion.opponents.reasons import OnlyMove, StaysUnsaid, reason_by_deals
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.claims import ENOUGH
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.effects import effect_now
from engine.coach_ride.game import RULES
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Fight, Half, Phase, State


@dataclass(frozen=True)
class ShowsNothing:
    """Claim that no card is shown to anybody."""


@dataclass(frozen=True)
class GetsItemBack:
    """The other one holds so many items, of which one comes back if the trade is accepted."""

    player: Person
    cards: int


@dataclass(frozen=True)
class FightBegins:
    """Claim that so many others choose between sword and shield; the winner looks or takes."""

    others: int


@dataclass(frozen=True)
class TotalsThen:
    """Totals of a fight after the move, the own side first."""

    own: int
    other: int


@dataclass(frozen=True)
class TotalsWithout:
    """Totals of a fight from which the seat stays away."""

    attack: int
    defence: int


@dataclass(frozen=True)
class DecidesFight:
    """The Poison Mixer names the winner at once."""


@dataclass(frozen=True)
class StopsAttack:
    """The attack is over; `paid`: an item comes from the attacker."""

    attacker: Person
    paid: bool


@dataclass(frozen=True)
class UndoesFight:
    """Reason: the fight comes to nothing."""


@dataclass(frozen=True)
class SeesItems:
    """All items of somebody are seen, so many."""

    player: Person
    cards: int


@dataclass(frozen=True)
class TakesItem:
    """An item of the beaten one is taken, out of so many that are seen."""

    player: Person
    cards: int


@dataclass(frozen=True)
class SeesPile:
    """All items of the pile are seen, so many."""

    cards: int


@dataclass(frozen=True)
class SeesSide:
    """An association card of somebody is seen."""

    player: Person


@dataclass(frozen=True)
class DrawsItem:
    """Items in the hand before and after."""

    before: int
    after: int


@dataclass(frozen=True)
class PassesRound:
    """Reason: an item goes round, through so many players."""

    players: int


@dataclass(frozen=True)
class RenewsProfession:
    """The profession lies face down and is fresh again."""


@dataclass(frozen=True)
class AboveLimit:
    """Items in the hand, and the most that may be there."""

    cards: int
    limit: int


@dataclass(frozen=True)
class DemandsItem:
    """The other one hands the item over, or shows so many."""

    player: Person
    cards: int


@dataclass(frozen=True)
class GetsVictoryItem:
    """Victory items of the own side in the own hand before and after, of those that are enough."""

    before: int
    after: int
    enough: int = ENOUGH


@dataclass(frozen=True)
class KeepsVictoryItems:
    """All victory items of the own side stay in the hand, so many."""

    cards: int


@dataclass(frozen=True)
class OffersNoVictoryItem:
    """The offered item is no victory item of the own side."""

    item: Item


@dataclass(frozen=True)
class ClaimBegins:
    """Victory items of the own side in the own hand, of those that are enough."""

    cards: int
    enough: int = ENOUGH


def own_reason(view: Dealt, seat: str, move: Move) -> Any:
    """Return the reason for the player alone."""
    person = Person(seat)
    if len(PLAY.moves_of(view, seat)) == 1:
        return OnlyMove()
    reason = _by_hand(view, person, move) or public_reason(
        view.state, seat, move.event or move.begins, looks=move.looks
    )
    return reason if reason != StaysUnsaid() else reason_by_deals(PLAY, view, seat, move)


def public_reason(state: State, seat: str, event: e.GameEvent | None, *, looks: bool) -> Any:
    """Return the reason for all, by the event that happens or begins.

    `looks`: its player looks at cards before it happens.
    """
    person = Person(seat)
    found = _looking(state) if looks else None if event is None else _turn(state, event) or _fight(state, person, event)
    return found or StaysUnsaid()


# --- for the player alone ---------------------------------------------------------------------------------------------


def _by_hand(view: Dealt, person: Person, move: Move) -> Any | None:
    state, cards = view.state, view.cards
    side, hand = cards.side(person), list(cards.hands[person])
    before = state.victory_items(side, hand)
    got = _item_got(view, move)
    if got is not None:
        after = [*hand, got]
        if move.give is not None:
            after.remove(move.give)
        afterwards = state.victory_items(side, after)
        if afterwards > before:
            return GetsVictoryItem(before, afterwards)
    match move.event:
        case e.Refused() if cards.offered is not None and not state.victory_items(side, (cards.offered,)):
            return OffersNoVictoryItem(cards.offered)
        case e.Offered() | e.Gave() if before and move.give is not None:
            return KeepsVictoryItems(before) if not state.victory_items(side, (move.give,)) else None
        case e.Claimed(kind=e.ClaimKind.OWN):
            return ClaimBegins(before)
    return None


def _item_got(view: Dealt, move: Move) -> Item | None:
    match move.event:
        case e.Accepted():
            return view.cards.offered
        case e.Searched(took=True) if move.chosen:
            return Item(move.chosen[0])
    return None


# --- for all ----------------------------------------------------------------------------------------------------------


def _looking(state: State) -> Any | None:
    if state.phase is Phase.TURN:
        return SeesPile(state.pile)
    ended = state.fight.winner_and_loser if state.fight is not None and state.phase is Phase.RESULT else None
    return None if ended is None else SeesItems(ended[1], state.hands[ended[1]])


def _turn(state: State, event: e.GameEvent) -> Any | None:
    match event:
        case e.Passed():
            return ShowsNothing()
        case e.Offered(to=target):
            return GetsItemBack(target, state.hands[target])
        case e.Attacked():
            return FightBegins(len(state.players) - 2)
        case e.ClairvoyantUsed():
            return SeesPile(state.pile)
        case e.DiplomatUsed(to=target):
            return DemandsItem(target, state.hands[target])
        case e.Gave(by=person):
            return AboveLimit(state.hands[person], state.limit)
        case e.Drew(by=person):
            return DrawsItem(state.hands[person], state.hands[person] + 1)
        case e.SextantUsed():
            return PassesRound(len(state.players))
        case e.Renewed() | e.Swapped():
            return RenewsProfession()
        case e.Looked():
            return _look(state)
    return None


def _look(state: State) -> Any | None:
    effect = effect_now(state)
    if effect is not None:
        seen = SeesItems(effect.on, state.hands[effect.on])
        return seen if effect.item is Item.PRIVILEGE else SeesSide(effect.on)
    ended = state.fight.winner_and_loser if state.fight is not None else None
    return None if ended is None else SeesSide(ended[1])


def _fight(state: State, person: Person, event: e.GameEvent) -> Any | None:
    fight = state.fight
    if fight is None:
        return None
    match event:
        case e.Used(card=Profession.POISON_MIXER):
            return DecidesFight()
        case e.Supported(side=e.Support.NONE):
            return TotalsWithout(fight.total(Half.ATTACK), fight.total(Half.DEFENCE))
        case e.Supported() | e.Used() | e.Hypnotised():
            following = RULES.follow(state, event).fight
            return None if following is None else _totals(following, person)
        case e.PriestUsed():
            return StopsAttack(fight.attacker, state.hands[fight.attacker] > 1)
        case e.DoctorUsed():
            return UndoesFight()
        case e.Searched(took=took) if fight.winner_and_loser is not None:
            loser = fight.winner_and_loser[1]
            return (TakesItem if took else SeesItems)(loser, state.hands[loser])
    return None


def _totals(fight: Fight, person: Person) -> TotalsThen | None:
    half = fight.half_of(person)
    if half is None:
        return None
    other = Half.DEFENCE if half is Half.ATTACK else Half.ATTACK
    return TotalsThen(fight.total(half), fight.total(other))
