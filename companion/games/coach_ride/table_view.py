"""View of the table for the screen: plain values made of the public state."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.coach_ride.claim_words import victory_items_shown
from companion.screen.pages import Tone
from engine.coach_ride.cards import ONCE, Association, Card, Item, Person, Profession
from engine.coach_ride.effects import effect_now
from engine.coach_ride.state import Half, Phase, State, Winner

#: The time that is left is shown in so many steps.
_LEFT_STEPS = 10


@dataclass(frozen=True)
class SeatView:
    """Seat at the table.

    `half`: the side of a fight on which the player stands; `declared`: neutral, but asked already.

    `supports`: declares support, by a touch on the left half for the attacker, on the right one for the defender.
    `hand`: None while nobody counts items. `used`: the cards that count for a side in the fight, the cards that count
    no more apart. `shown`: the association that lies open, and the items. `asked`: it is this one's to decide now.
    """

    who: Person
    hand: int | None
    profession: Profession | None = None
    used_up: bool = False
    turn: bool = False
    asked: bool = False
    half: Half | None = None
    fights: bool = False
    declared: bool = False
    hypnotised: bool = False
    used: tuple[Card, ...] = ()
    idle: tuple[Card, ...] = ()
    shown: Association | None = None
    items: tuple[Item, ...] | None = None
    tone: Tone = Tone.PLAIN
    supports: bool = False


@dataclass(frozen=True)
class FightView:
    """The totals of a fight, and who fights."""

    attacker: Person
    defender: Person
    attack: int
    defence: int
    winner: Winner | None = None


@dataclass(frozen=True)
class TradeView:
    """Trade as the table shows it: from whom to whom, and what is read out."""

    giver: Person
    receiver: Person
    item: Item | None = None
    both_ways: bool = False


@dataclass(frozen=True)
class ClaimView:
    """Number of victory items that are shown, and the result of the claim."""

    by: Person
    found: int | None
    right: bool | None


@dataclass(frozen=True)
class TableView:
    """The seats clockwise, the pile, and what goes on in the middle.

    `pile`: None while nobody counts items. `left`: the share of the time that is left for somebody to speak.
    """

    seats: tuple[SeatView, ...]
    pile: int | None = 0
    limit: int = 0
    fight: FightView | None = None
    trade: TradeView | None = None
    claim: ClaimView | None = None
    left: float = 0.0

    def uncounted(self) -> "TableView":
        """Return the table while nobody counts items and turns."""
        seats = tuple(SeatView(seat.who, None) for seat in self.seats)
        return TableView(seats, None, self.limit)


def table_view(
    state: State,
    wrong: Collection[Person] = (),
    *,
    to_do: Collection[Person] = (),
    supporting: Sequence[Person] = (),
    left: float = 0.0,
) -> TableView:
    """Return the table in this state.

    The players about whom something is `wrong` or still `to_do` are set apart. The `supporting` ones may still declare.
    `left` as in `TableView`, in tenths.
    """
    asked = acting_players(state)
    winners = state.result.winners if state.result else ()
    seats = []
    for player in state.players:
        profession = state.professions.get(player)
        tone = Tone.BAD if player in wrong else Tone.GOOD if str(player) in winners else Tone.NOW
        seats.append(
            SeatView(
                player,
                state.hands[player],
                profession,
                profession in ONCE,
                player is state.turn and state.phase is not Phase.OVER,
                player in asked,
                *_in_fight(state, player),
                *_shown(state, player),
                tone if player in (*wrong, *to_do, *asked) or str(player) in winners else Tone.PLAIN,
                player in supporting,
            )
        )
    steps = math.ceil(left * _LEFT_STEPS) / _LEFT_STEPS
    return TableView(tuple(seats), state.pile, state.limit, _fight(state), _trade(state), _claim(state), steps)


def acting_players(state: State) -> tuple[Person, ...]:
    """Return the players who must do something now; nobody in the free part of a fight."""
    trade, fight = state.trade, state.fight
    person: Person | None = None
    match state.phase:
        case Phase.TURN:
            person = state.turn
        case Phase.OFFER | Phase.DEMAND:
            person = trade.passive if trade else None
        case Phase.ANNOUNCE:
            person = state.announcing_player()
        case Phase.EFFECT:
            effect = effect_now(state)
            person = effect.by if effect else None
        case Phase.LIMIT:
            person = state.first_over_limit()
        case Phase.SUPPORT:
            person = next(iter(state.support_order()), None)
        case Phase.RESULT if fight:
            ended = fight.winner_and_loser
            person = ended[0] if ended else fight.attacker
        case Phase.NAMING if state.claim:
            person = state.claim.by
        case Phase.CLAIM | Phase.ALLIES | Phase.REVEAL:
            person = next(iter(state.players_to_show()), None)
    return (person,) if person else ()


def _in_fight(state: State, person: Person) -> tuple[Half | None, bool, bool, bool, tuple[Card, ...], tuple[Card, ...]]:
    fight = state.fight
    if fight is None:
        return None, False, False, False, (), ()
    used = [use for use in fight.used if use.by is person]
    return (
        fight.half_of(person),
        person in (fight.attacker, fight.defender),
        person in fight.support,
        person is fight.hypnotised,
        tuple(use.card for use in used if use.half),
        tuple(use.card for use in used if not use.half),
    )


def _shown(state: State, person: Person) -> tuple[Association | None, tuple[Item, ...] | None]:
    cards = state.claim.shown.get(person) if state.claim else None
    return (cards.side, cards.items) if cards else (None, None)


def _fight(state: State) -> FightView | None:
    fight = state.fight
    if fight is None:
        return None
    return FightView(fight.attacker, fight.defender, fight.total(Half.ATTACK), fight.total(Half.DEFENCE), fight.winner)


def _trade(state: State) -> TradeView | None:
    trade = state.trade
    if trade is None:
        return None
    effect = effect_now(state)
    if effect:
        return TradeView(effect.by, effect.on, effect.item)
    if state.phase is Phase.DEMAND:
        return TradeView(trade.passive, trade.active, trade.demanded)
    if state.phase is Phase.OFFER:
        return TradeView(trade.active, trade.passive)
    return TradeView(trade.active, trade.passive, both_ways=True)


def _claim(state: State) -> ClaimView | None:
    claim = state.claim
    return ClaimView(claim.by, victory_items_shown(state), claim.right) if claim else None
