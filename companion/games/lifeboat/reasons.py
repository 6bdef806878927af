"""Reasons of a hint in Lifeboat: wounds, thirst, fights, birds, love, hate and hand.

`public_reason` is made of what all see, and cannot tell more. `own_reason` adds what the seat's view shows.
"""

from dataclasses import dataclass
from typing import Any

from companion.opponents.reasons import OnlyMove, StaysUnsaid, reason_by_deals
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import SIZE, SURVIVAL, WEAPONS, Character, Provision
from engine.lifeboat.dealt import Dealt, Move, Plan
from engine.lifeboat.fights import strength
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import LAND, Bird, NavigationCard, birds_after
from engine.lifeboat.navigation_phase import card_of, fell, shark_wounds, suffered
from engine.lifeboat.play import PLAY
from engine.lifeboat.scores import treasure_points
from engine.lifeboat.state import Condition, Fight, Person, State, Step


@dataclass(frozen=True)
class Rows:
    """So many cards are drawn.

    `navigator`: the rower is the one who chooses the day's card, as all sit now.
    """

    draws: int
    navigator: bool


@dataclass(frozen=True)
class NoRowingToken:
    """Oars on the day's card make nobody thirsty who has not rowed."""


@dataclass(frozen=True)
class GetsSeat:
    """Number of the seat from the bow, before and after.

    `navigator`: who sits there then chooses the day's card.
    """

    before: int
    after: int
    navigator: bool


@dataclass(frozen=True)
class CannotRefuse:
    """The other one cannot refuse the demand."""

    of: Character


@dataclass(frozen=True)
class FightStands:
    """Sums of a fight, the own side and the other one, as things lie then."""

    own: int
    other: int


@dataclass(frozen=True)
class RefusedFight:
    """Sums of the fight that a refusal would lead to, the own side first."""

    own: int
    other: int


@dataclass(frozen=True)
class AvoidsLostFight:
    """Sums of the fight that is avoided, the own side first: it would be lost as things lie."""

    own: int
    other: int


@dataclass(frozen=True)
class AvoidsFight:
    """Nobody takes a wound or a fight token."""


@dataclass(frozen=True)
class KeepsUntilFight:
    """Nothing is given away without a fight."""


@dataclass(frozen=True)
class GetsStrength:
    """Size and open weapons, before and with the card that is demanded."""

    before: int
    after: int


@dataclass(frozen=True)
class HoldsCards:
    """The other one holds so many hand cards."""

    of: Character
    cards: int


@dataclass(frozen=True)
class Heals:
    """Wounds of somebody before and after; `wakes`: they are conscious again."""

    who: Character
    before: int
    after: int
    wakes: bool


@dataclass(frozen=True)
class Shades:
    """An opened parasol takes away one thirst a day."""


@dataclass(frozen=True)
class Flares:
    """Cards that are turned, and birds that are missing."""

    turned: int
    missing: int


@dataclass(frozen=True)
class Feeds:
    """So many others lose a wound."""

    healed: int


@dataclass(frozen=True)
class RowsBetter:
    """Cards that are drawn by rowing, before and with the oar."""

    before: int
    after: int


@dataclass(frozen=True)
class AddsChoice:
    """With the compass the navigator may choose the deck's top card, too."""


@dataclass(frozen=True)
class GuardsFromWater:
    """The preserver saves somebody from the wound of the water."""

    who: Character


@dataclass(frozen=True)
class SavesWound:
    """Somebody who falls in takes so many wounds fewer."""

    who: Character
    wounds: int


@dataclass(frozen=True)
class KeepsAboard:
    """Without it somebody who falls in would be out."""

    who: Character


@dataclass(frozen=True)
class WoundsSwimmers:
    """All who fall in, so many, take one more wound."""

    swimmers: int


@dataclass(frozen=True)
class DoesNotFall:
    """The seat is not among those who fall in."""


@dataclass(frozen=True)
class Bears:
    """Wounds that the seat has after what comes now, of its size, and the condition then."""

    wounds: int
    size: int
    condition: Condition


@dataclass(frozen=True)
class SavesThirst:
    """The wound of a thirst that somebody does not take, and the condition that it would bring."""

    who: Character
    condition: Condition


@dataclass(frozen=True)
class SurvivesThirst:
    """Another one is still alive after the wound of the thirst."""

    who: Character


@dataclass(frozen=True)
class StaysOut:
    """Nobody who stays out takes a wound in this fight."""


@dataclass(frozen=True)
class Lands:
    """The day's card brings the last bird."""


@dataclass(frozen=True)
class Birds:
    """Birds before and after the day's card, of those that are needed."""

    before: int
    after: int
    needed: int = LAND


@dataclass(frozen=True)
class SparesSeat:
    """The day's card names the seat neither under overboard nor under thirsty."""


@dataclass(frozen=True)
class NamesOthers:
    """So many aboard whom the day's card lets fall in, and whom it calls thirsty."""

    falling: int
    thirsty: int


@dataclass(frozen=True)
class KeepsTreasure:
    """Points that a card adds to the treasure of its player, by hand and open cards."""

    points: int


@dataclass(frozen=True)
class KeepsUseful:
    """A card without points of its own, by its kind."""

    card: Provision


@dataclass(frozen=True)
class KeepsRowed:
    """Cards that are put on the row stack, and birds on them.

    `named`: one of them names the rower.
    """

    kept: int
    birds: int
    named: bool


@dataclass(frozen=True)
class HelpsLoved:
    """The move helps the loved one, who brings so many points alive."""

    who: Character
    points: int


@dataclass(frozen=True)
class HarmsHated:
    """The move goes against the hated one, who brings so many points dead or out."""

    who: Character
    points: int


def own_reason(view: Dealt, seat: str, move: Move) -> Any:
    """Return the reason for the player alone."""
    if len(PLAY.moves_of(view, seat)) == 1:
        return OnlyMove()
    who = Character(seat)
    reason = _by_hand(view, who, move) or _by_feelings(view, who, move)
    if reason is None and move.offer is None and not isinstance(move.event, e.Traded):
        reason = public_reason(view.state, seat, move.event, move.plan)
    return reason if reason not in (None, StaysUnsaid()) else reason_by_deals(PLAY, view, seat, move)


def public_reason(state: State, seat: str, event: e.GameEvent | None, plan: Plan | None) -> Any:
    """Return the reason for all; a move that has no event, and begins nothing, is to do nothing."""
    who = Character(seat)
    found = _plan(state, who, plan) if plan else _nothing(state, who) if event is None else _event(state, who, event)
    return found or StaysUnsaid()


# --- for the player alone ---------------------------------------------------------------------------------------------


def _by_hand(view: Dealt, who: Character, move: Move) -> Any | None:
    match move:
        case Move(event=e.Took(), picks=(card, *_)):
            held = (*view.hidden.hands[who], *view.state.person(who).open)
            points = treasure_points(who, (*held, Provision(card))) - treasure_points(who, held)
            return KeepsTreasure(points) if points else KeepsUseful(Provision(card))
        case Move(event=e.Rowed(), picks=picks):
            kept = [card for card in view.hidden.deck if card.id is not None and card.id in picks]
            named = any(who in (*card.overboard, *card.thirsty) for card in kept)
            return KeepsRowed(len(picks), sum(card.bird is Bird.BIRD for card in kept), named)
    return None


def _by_feelings(view: Dealt, who: Character, move: Move) -> Any | None:
    love, hate = view.hidden.love[who], view.hidden.hate[who]
    state, event = view.state, move.event
    helped = _helped(event)
    if love is not who and helped is love:
        return HelpsLoved(love, SURVIVAL[love])
    if hate is not who and hate in _harmed(state, event):
        return HarmsHated(hate, SIZE[hate])
    return None


def _helped(event: e.GameEvent | None) -> Character | None:
    match event:
        case e.Drank(thirsty=helped) | e.Used(card=Provision.MEDKIT, on=helped) | e.Laid(to=helped):
            return helped
    return None


def _harmed(state: State, event: e.GameEvent | None) -> tuple[Character, ...]:
    match event:
        case e.Navigated():
            card = card_of(state, event)
            if card is None or birds_after(state.birds, card.bird) >= LAND:
                # The game ends before anybody falls in.
                return ()
            aboard = [person.who for person in state.aboard if person.alive]
            return tuple(who for who in (*card.overboard, *card.thirsty) if who in aboard)
        case e.Chummed() | e.Haunted() if state.overboard is not None and _sharks(state, event) is not None:
            return state.overboard.falling
        case e.Joined(side=side) if state.fight is not None:
            return state.fight.defend if side is e.Side.ATTACK else state.fight.attack
    return ()


# --- for all ----------------------------------------------------------------------------------------------------------


def _plan(state: State, who: Character, plan: Plan) -> Any:
    if plan is Plan.ROW:
        return Rows(rowing_draws(state, state.person(who)), state.conscious[-1] is who)
    return Flares(min(3, state.deck), LAND - state.birds)


def _nothing(state: State, who: Character) -> Any | None:
    """Return the reason to do nothing where several may act."""
    match state.step:
        case Step.FIGHT:
            assert state.fight is not None
            sides = [side for side in e.Side if who in state.fight.side(side)]
            return _fight_stands(state, state.fight, sides[0]) if sides else StaysOut()
        case Step.OVERBOARD:
            assert state.overboard is not None
            if who not in state.overboard.falling:
                return DoesNotFall() if who in state.seats else None
            return _bears(fell(state).person(who))
        case Step.THIRST:
            thirsty = state.thirst[0].who
            then = suffered(state, e.Suffered(thirsty)).person(thirsty)
            if thirsty is who:
                return _bears(then)
            return SurvivesThirst(thirsty) if then.alive else None
    return None


def _bears(person: Person) -> Bears:
    return Bears(person.wounds, person.size, person.condition)


def _event(state: State, who: Character, event: e.GameEvent) -> Any | None:
    match event:
        case e.Passed():
            return NoRowingToken() if not state.person(who).rowed else None
        case e.Demanded():
            return _demand(state, event)
        case e.Used():
            return _use(state, event)
        case e.Laid():
            return _laying(state, event)
        case e.Agreed() | e.Refused():
            return _answer(state, event)
        case e.Joined(side=side):
            fight = RULES.follow(state, event)
            assert fight.fight is not None
            return _fight_stands(fight, fight.fight, side)
        case e.Navigated():
            card = card_of(state, event)
            return None if card is None else _day(state, who, card)
        case e.Chummed() | e.Haunted():
            return _sharks(state, event)
        case e.Drank(thirsty=thirsty):
            then = suffered(state, e.Suffered(thirsty)).person(thirsty)
            return SavesThirst(thirsty, then.condition)
        case e.Revealed():
            return OnlyMove()
    return None


def force_of(person: Person) -> int:
    """Return size and open weapons."""
    return person.size + sum(WEAPONS.get(card, 0) for card in person.open)


def _demand(state: State, event: e.Demanded) -> Any:
    by, of = state.person(event.by), state.person(event.of)
    before, after = (state.seats.index(one) + 1 for one in (event.by, event.of))
    # The demander sits there then; who is conscious and nearest the stern chooses the day's card.
    seats = [event.of if one is event.by else event.by if one is event.of else one for one in state.seats]
    conscious = [one for one in seats if state.person(one).conscious]
    takes_seat = event.want is e.DemandKind.SEAT
    if takes_seat and conscious[-1] is event.by and state.conscious[-1] is not event.by:
        return GetsSeat(before, after, navigator=True)
    kid_takes = event.by is Character.KID and event.want is e.DemandKind.HAND
    if kid_takes or not of.conscious:
        return CannotRefuse(event.of)
    if force_of(by) > force_of(of):
        return RefusedFight(force_of(by), force_of(of))
    if takes_seat:
        return GetsSeat(before, after, conscious[-1] is event.by)
    if event.card is not None and event.card in WEAPONS:
        return GetsStrength(force_of(by), force_of(by) + WEAPONS[event.card])
    return HoldsCards(event.of, of.hand)


def _use(state: State, event: e.Used) -> Any | None:
    match event.card:
        case Provision.MEDKIT if event.on is not None:
            before, after = state.person(event.on), RULES.follow(state, event).person(event.on)
            return Heals(event.on, before.wounds, after.wounds, after.conscious and not before.conscious)
        case Provision.PARASOL:
            return Shades()
        case Provision.CANNIBALISM if event.on is not None:
            others = [person for person in state.aboard if person.who is not event.on]
            return Feeds(sum(person.alive and person.wounds > 0 for person in others))
    return None


def _laying(state: State, event: e.Laid) -> Any | None:
    target = event.to or event.by
    if event.card is Provision.OAR and state.fight is None:
        then = RULES.follow(state, event)
        draws = [rowing_draws(one, one.person(event.by)) for one in (state, then)]
        return RowsBetter(*draws)
    if event.card is Provision.COMPASS:
        return AddsChoice()
    if event.card is Provision.PRESERVER:
        return _preserver(state, event, target)
    if state.fight is not None and event.card in WEAPONS:
        side = next(side for side in e.Side if event.by in state.fight.side(side))
        return _fight_stands(RULES.follow(state, event), state.fight, side)
    return None


def _preserver(state: State, event: e.Laid, target: Character) -> Any:
    if state.overboard is None or target not in state.overboard.falling:
        guarded = target is Character.FRENCHY or Provision.PRESERVER in state.person(target).open
        return None if guarded else GuardsFromWater(target)
    without, then = (fell(one).person(target) for one in (state, RULES.follow(state, event)))
    if without.left is not None and then.left is None:
        return KeepsAboard(target)
    saved = without.wounds - then.wounds
    return SavesWound(target, saved) if saved > 0 else None


def _fight_stands(state: State, fight: Fight, side: e.Side) -> FightStands:
    other = e.Side.DEFEND if side is e.Side.ATTACK else e.Side.ATTACK
    return FightStands(strength(state, fight, side), strength(state, fight, other))


def _answer(state: State, event: e.Agreed | e.Refused) -> Any:
    demand = state.demand
    assert demand is not None
    attack, defend = force_of(state.person(demand.by)), force_of(state.person(demand.of))
    if isinstance(event, e.Agreed):
        return AvoidsLostFight(defend, attack) if attack > defend else AvoidsFight()
    return FightStands(defend, attack) if defend >= attack else KeepsUntilFight()


def _day(state: State, who: Character, card: NavigationCard) -> Any:
    birds = birds_after(state.birds, card.bird)
    if birds >= LAND:
        return Lands()
    if birds > state.birds:
        return Birds(state.birds, birds)
    if who not in (*card.overboard, *card.thirsty):
        return SparesSeat()
    aboard = [person for person in state.aboard if person.alive]
    falling = sum(person.who in card.overboard for person in state.aboard)
    return NamesOthers(falling, sum(person.who in card.thirsty for person in aboard))


def _sharks(state: State, event: e.Chummed | e.Haunted) -> Any | None:
    then = RULES.follow(state, event)
    assert state.overboard is not None
    assert then.overboard is not None
    more = shark_wounds(then, then.overboard) - shark_wounds(state, state.overboard)
    return WoundsSwimmers(len(state.overboard.falling)) if more == 1 else None
