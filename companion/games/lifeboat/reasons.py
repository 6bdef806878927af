"""Reasons of a hint in Lifeboat: wounds, thirst, fights, birds, love, hate and hand.

`public_reason` is made of what all see, and cannot tell more. `own_reason` adds what the seat's view shows.
"""

from dataclasses import dataclass
from typing import Any

from companion.opponents.reasons import OnlyMove, StaysUnsaid, reason_by_deals
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import SIZE, SURVIVAL, WEAPONS, Character, Provision, Variant
from engine.lifeboat.dealt import Dealt, Move, Plan
from engine.lifeboat.fights import strength
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import LAND, Bird, NavigationCard, birds_after
from engine.lifeboat.navigation_phase import card_of, fell, shark_wounds, suffered
from engine.lifeboat.play import PLAY
from engine.lifeboat.scores import treasure_points
from engine.lifeboat.state import Condition, Fight, Person, Phase, State


@dataclass(frozen=True)
class Rows:
    """Reason of rowing: the number of cards that are drawn.

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

    target: Character


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
    """Reason: a fight is avoided, with its wounds and tokens."""


@dataclass(frozen=True)
class KeepsUntilFight:
    """Reason: what is demanded is given away after a fight only."""


@dataclass(frozen=True)
class GetsStrength:
    """Size and open weapons, before and with the card that is demanded."""

    before: int
    after: int


@dataclass(frozen=True)
class HoldsCards:
    """The other one holds so many hand cards."""

    target: Character
    cards: int


@dataclass(frozen=True)
class Heals:
    """Wounds of somebody before and after; `wakes`: they are conscious again."""

    character: Character
    before: int
    after: int
    wakes: bool


@dataclass(frozen=True)
class ParasolShades:
    """An opened parasol takes away one thirst a day."""


@dataclass(frozen=True)
class Flares:
    """Cards that are turned, and birds that are missing."""

    turned: int
    missing: int


@dataclass(frozen=True)
class Feeds:
    """Reason: the number of others who lose a wound."""

    healed: int


@dataclass(frozen=True)
class RowsBetter:
    """Cards that are drawn by rowing, before and with the oar."""

    before: int
    after: int


@dataclass(frozen=True)
class AddsChoice:
    """Reason: the compass adds the deck's top card to the navigator's choice."""


@dataclass(frozen=True)
class GuardsFromWater:
    """The preserver saves somebody from the wound of the water."""

    character: Character


@dataclass(frozen=True)
class SavesWound:
    """Reason: a character who falls in takes so many wounds fewer."""

    character: Character
    wounds: int


@dataclass(frozen=True)
class KeepsAboard:
    """Reason: it keeps somebody in the game who would be out after falling in."""

    character: Character


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

    character: Character
    condition: Condition


@dataclass(frozen=True)
class SurvivesThirst:
    """Reason: another character is still alive after the wound of the thirst."""

    character: Character


@dataclass(frozen=True)
class StaysOut:
    """Reason: a character who stays out of this fight takes no wound."""


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
    """Reason: the numbers of those whom the day's card makes fall in, and thirsty."""

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

    character: Character
    points: int


@dataclass(frozen=True)
class HarmsHated:
    """The move goes against the hated one, who brings so many points dead or out."""

    character: Character
    points: int


def own_reason(view: Dealt, seat: str, move: Move) -> Any:
    """Return the reason for the player alone."""
    if len(PLAY.moves_of(view, seat)) == 1:
        return OnlyMove()
    character = Character(seat)
    reason = _by_hand(view, character, move) or _by_feelings(view, character, move)
    if reason is None and move.offer is None and not isinstance(move.event, e.Traded):
        reason = public_reason(view.state, seat, move.event, move.plan)
    return reason if reason not in (None, StaysUnsaid()) else reason_by_deals(PLAY, view, seat, move)


def public_reason(state: State, seat: str, event: e.GameEvent | None, plan: Plan | None) -> Any:
    """Return the reason for all; a move that has no event, and begins nothing, is to do nothing."""
    character = Character(seat)
    found = (
        _plan(state, character, plan)
        if plan
        else _nothing(state, character)
        if event is None
        else _event(state, character, event)
    )
    return found or StaysUnsaid()


# --- for the player alone ---------------------------------------------------------------------------------------------


def _by_hand(view: Dealt, character: Character, move: Move) -> Any | None:
    match move:
        case Move(event=e.Took(), picks=(card, *_)):
            held = (*view.hidden.hands[character], *view.state.person(character).open)
            points = treasure_points(character, (*held, Provision(card))) - treasure_points(character, held)
            return KeepsTreasure(points) if points else KeepsUseful(Provision(card))
        case Move(event=e.Rowed(), picks=picks):
            kept = [card for card in view.hidden.deck if card.id is not None and card.id in picks]
            named = any(character in (*card.overboard, *card.thirsty) for card in kept)
            return KeepsRowed(len(picks), sum(card.bird is Bird.BIRD for card in kept), named)
    return None


def _by_feelings(view: Dealt, character: Character, move: Move) -> Any | None:
    love, hate = view.hidden.love[character], view.hidden.hate[character]
    state, event = view.state, move.event
    helped = _helped(event)
    if love is not character and helped is love:
        return HelpsLoved(love, SURVIVAL[love])
    if hate is not character and hate in _harmed(state, event):
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
            return tuple(character for character in (*card.overboard, *card.thirsty) if character in aboard)
        case e.Chummed() | e.Haunted() if state.overboard is not None and _sharks(state, event) is not None:
            return state.overboard.falling
        case e.Joined(side=side) if state.fight is not None:
            return state.fight.defend if side is e.Side.ATTACK else state.fight.attack
    return ()


# --- for all ----------------------------------------------------------------------------------------------------------


def _plan(state: State, character: Character, plan: Plan) -> Any:
    if plan is Plan.ROW:
        return Rows(rowing_draws(state, state.person(character)), state.conscious[-1] is character)
    if plan is Plan.COMPASS:
        # Where nobody has rowed the day's card is the deck's top card at any rate.
        return AddsChoice() if state.row or state.plays(Variant.SHORT_ROW) else None
    return Flares(min(3, state.deck), LAND - state.birds)


def _nothing(state: State, character: Character) -> Any | None:
    """Return the reason to do nothing where several may act."""
    match state.step:
        case Phase.FIGHT:
            assert state.fight is not None
            sides = [side for side in e.Side if character in state.fight.side(side)]
            return _fight_stands(state, state.fight, sides[0]) if sides else StaysOut()
        case Phase.OVERBOARD:
            assert state.overboard is not None
            if character not in state.overboard.falling:
                return DoesNotFall() if character in state.seats else None
            return _bears(fell(state).person(character))
        case Phase.THIRST:
            thirsty = state.thirst[0].who
            following = suffered(state, e.Suffered(thirsty)).person(thirsty)
            if thirsty is character:
                return _bears(following)
            return SurvivesThirst(thirsty) if following.alive else None
    return None


def _bears(person: Person) -> Bears:
    return Bears(person.wounds, person.size, person.condition)


def _event(state: State, character: Character, event: e.GameEvent) -> Any | None:
    match event:
        case e.Passed():
            return NoRowingToken() if not state.person(character).rowed else None
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
            return None if card is None else _day(state, character, card)
        case e.Chummed() | e.Haunted():
            return _sharks(state, event)
        case e.Drank(thirsty=thirsty):
            following = suffered(state, e.Suffered(thirsty)).person(thirsty)
            return SavesThirst(thirsty, following.condition)
        case e.Revealed():
            return OnlyMove()
    return None


def force_of(person: Person) -> int:
    """Return size and open weapons."""
    return person.size + sum(WEAPONS.get(card, 0) for card in person.open)


def _demand(state: State, event: e.Demanded) -> Any:
    demander, target = state.person(event.by), state.person(event.of)
    before, after = (state.seats.index(entry) + 1 for entry in (event.by, event.of))
    # The demander sits there then; who is conscious and nearest the stern chooses the day's card.
    seats = [event.of if entry is event.by else event.by if entry is event.of else entry for entry in state.seats]
    conscious = [entry for entry in seats if state.person(entry).conscious]
    takes_seat = event.want is e.DemandKind.SEAT
    if takes_seat and conscious[-1] is event.by and state.conscious[-1] is not event.by:
        return GetsSeat(before, after, navigator=True)
    kid_takes = event.by is Character.KID and event.want is e.DemandKind.HAND
    if kid_takes or not target.conscious:
        return CannotRefuse(event.of)
    if force_of(demander) > force_of(target):
        return RefusedFight(force_of(demander), force_of(target))
    if takes_seat:
        return GetsSeat(before, after, conscious[-1] is event.by)
    if event.card is not None and event.card in WEAPONS:
        return GetsStrength(force_of(demander), force_of(demander) + WEAPONS[event.card])
    return HoldsCards(event.of, target.hand)


def _use(state: State, event: e.Used) -> Any | None:
    match event.card:
        case Provision.MEDKIT if event.on is not None:
            before, after = state.person(event.on), RULES.follow(state, event).person(event.on)
            return Heals(event.on, before.wounds, after.wounds, after.conscious and not before.conscious)
        case Provision.PARASOL:
            return ParasolShades()
        case Provision.CANNIBALISM if event.on is not None:
            others = [person for person in state.aboard if person.who is not event.on]
            return Feeds(sum(person.alive and person.wounds > 0 for person in others))
    return None


def _laying(state: State, event: e.Laid) -> Any | None:
    target = event.to or event.by
    if event.card is Provision.OAR and state.fight is None:
        following = RULES.follow(state, event)
        draws = [rowing_draws(entry, entry.person(event.by)) for entry in (state, following)]
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
    without, following = (fell(entry).person(target) for entry in (state, RULES.follow(state, event)))
    if without.left is not None and following.left is None:
        return KeepsAboard(target)
    saved = without.wounds - following.wounds
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


def _day(state: State, character: Character, card: NavigationCard) -> Any:
    birds = birds_after(state.birds, card.bird)
    if birds >= LAND:
        return Lands()
    if birds > state.birds:
        return Birds(state.birds, birds)
    if character not in (*card.overboard, *card.thirsty):
        return SparesSeat()
    aboard = [person for person in state.aboard if person.alive]
    falling = sum(person.who in card.overboard for person in state.aboard)
    return NamesOthers(falling, sum(person.who in card.thirsty for person in aboard))


def _sharks(state: State, event: e.Chummed | e.Haunted) -> Any | None:
    following = RULES.follow(state, event)
    assert state.overboard is not None
    assert following.overboard is not None
    more = shark_wounds(following, following.overboard) - shark_wounds(state, state.overboard)
    return WoundsSwimmers(len(state.overboard.falling)) if more == 1 else None
