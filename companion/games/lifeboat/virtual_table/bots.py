"""Bots: what a player does who knows the public state, the own hand, love and hate, and what is drawn or passed.

Nothing else is asked of the hidden cards: `View` is all that a bot is given.
"""

from random import Random

from companion.games.lifeboat.virtual_table.views import View
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import WEAPONS, Character, Provision
from engine.lifeboat.fights import strength
from engine.lifeboat.navigation import LAND, Bird, NavigationCard, birds_after
from engine.lifeboat.state import DepartureReason, Person, State, own_cards

_WORTH = {
    Provision.WATER: 4.0,
    Provision.CASH: 1.2,
    Provision.JEWELS: 3.0,
    Provision.PAINTING_3: 3.0,
    Provision.PAINTING_2: 2.0,
    Provision.MEDKIT: 3.4,
    Provision.PRESERVER: 3.2,
    Provision.PARASOL: 3.0,
    Provision.FLARE: 3.5,
    Provision.GAFF: 2.6,
    Provision.KNIFE: 2.4,
    Provision.BLACKJACK: 2.0,
    Provision.OAR: 1.6,
    Provision.COMPASS: 1.8,
    Provision.CHUM: 1.0,
    Provision.CANNIBALISM: 0.8,
}
_DOUBLED = {
    Character.LAUREN: (Provision.JEWELS,),
    Character.STEPHEN: (Provision.PAINTING_3, Provision.PAINTING_2),
    Character.CAPTAIN: (Provision.CASH,),
}


def liking(view: View, card: Provision) -> float:
    """How gladly a player keeps a provision."""
    worth = _WORTH[card]
    if card in _DOUBLED.get(view.who, ()):
        worth *= 2
    return worth / (1 + 0.3 * view.hand.count(card))


def liking_card(view: View, card: NavigationCard) -> float:
    """How gladly a player sees a navigation card as the day's."""
    state = view.state
    told = 0.0
    for names, weight in ((card.overboard, 2.0), (card.thirsty, 1.0)):
        told -= weight * sum(view.feeling(who) for who in names if who in state.seats)
    for there, tokens in ((card.oars, "rowed"), (card.fists, "fought")):
        if there:
            told -= sum(view.feeling(person.who) for person in state.aboard if getattr(person, tokens))
    hurt = sum(person.wounds for person in state.aboard)
    return told + {Bird.BIRD: 0.1 * hurt - 0.4, Bird.NONE: 0.0, Bird.CROSSED: -1.0}[card.bird]


# --- what they do ---


def action(view: View, deck: tuple[NavigationCard, ...], chance: Random) -> e.GameEvent:
    """The one thing of a turn (L10); `deck` are the cards that a flare would turn."""
    who, state = view.who, view.state
    special = _special(view, deck, chance)
    if special is not None:
        return special
    others = [person for person in state.aboard if person.who is not who]
    hated = next((person for person in others if person.who is view.hate), None)
    dice = chance.random()
    if dice < 0.28 and others:
        wanted = _demand(view, hated if hated and chance.random() < 0.6 else chance.choice(others), chance)
        if wanted is not None:
            return wanted
    if dice > 0.93:
        return e.Passed(who)
    most = min(state.deck, rowing_draws(state, state.person(who)))
    return e.Rowed(who, chance.choice((1, 1, 1, 2, 0)) if most > 1 else most)


def _special(view: View, deck: tuple[NavigationCard, ...], chance: Random) -> e.GameEvent | None:
    who, state = view.who, view.state
    parasol = view.has(Provision.PARASOL)
    if parasol and not state.person(who).parasol and chance.random() < 0.5:
        return e.Used(who, Provision.PARASOL, parasol)
    kit = view.has(Provision.MEDKIT)
    if kit:
        wounded = [p for p in state.aboard if p.alive and p.wounds and view.feeling(p.who) > 0.5]
        urgent = [p for p in wounded if p.wounds >= p.size - 1]
        if urgent or (wounded and chance.random() < 0.15):
            on = max(urgent or wounded, key=lambda p: view.feeling(p.who))
            return e.Used(who, Provision.MEDKIT, kit, on=on.who)
    eat, dead = view.has(Provision.CANNIBALISM), [p.who for p in state.aboard if not p.alive]
    if eat and dead and (state.person(who).wounds or chance.random() < 0.3):
        return e.Used(who, Provision.CANNIBALISM, eat, on=dead[0])
    flare = view.has(Provision.FLARE)
    if flare and state.birds >= 2 and chance.random() < 0.4:
        birds, turned = state.birds, []
        for card in deck[:3]:
            turned.append(card)
            birds = birds_after(birds, card.bird)
            if birds >= LAND:
                break
        if own_cards(state.started) is None:
            return e.Used(who, Provision.FLARE, flare, birds=tuple(card.bird for card in turned))
        return e.Used(who, Provision.FLARE, flare, cards=tuple(str(card.id) for card in turned))
    return None


def _demand(view: View, other: Person, chance: Random) -> e.Demanded | None:
    if view.feeling(other.who) > 0.5:
        return None
    if other.open and chance.random() < 0.5:
        return e.Demanded(view.who, other.who, e.DemandKind.OPEN, max(other.open, key=lambda card: _WORTH[card]))
    if other.hand and chance.random() < 0.7:
        return e.Demanded(view.who, other.who, e.DemandKind.HAND)
    return e.Demanded(view.who, other.who, e.DemandKind.SEAT)


def answer(view: View, chance: Random) -> e.GameEvent:
    """Agree, or fight for it."""
    demand = view.state.demand
    assert demand is not None
    mine, theirs = _force(view), _open_force(view.state, demand.by)
    stubborn = 0.75 if mine >= theirs else 0.35
    if view.feeling(demand.by) > 0.5:
        stubborn = 0.05
    return e.Refused(view.who) if chance.random() < stubborn else e.Agreed(view.who)


def _force(view: View) -> int:
    """One's own strength with the weapons of the hand."""
    return _open_force(view.state, view.who) + sum(WEAPONS.get(card, 0) for card in view.hand)


def _open_force(state: State, who: Character) -> int:
    person = state.person(who)
    return person.size + sum(WEAPONS.get(card, 0) for card in person.open)


def in_fight(view: View, chance: Random) -> e.GameEvent | None:
    """Joins a side, lays a weapon where it turns the fight, or nothing."""
    who, state = view.who, view.state
    fight = state.fight
    assert fight is not None
    attack, defend = (strength(state, fight, side) for side in (e.Side.ATTACK, e.Side.DEFEND))
    if who in fight.attack or who in fight.defend:
        lacking = defend - attack + 1 if who in fight.attack else attack - defend
        weapons = sorted((card for card in view.hand if card in WEAPONS), key=lambda card: WEAPONS[card])
        best = next((card for card in weapons if WEAPONS[card] >= lacking), weapons[-1] if weapons else None)
        if lacking > 0 and best is not None and chance.random() < 0.6:
            return e.Laid(who, best)
        return None
    leaning = sum(map(view.feeling, fight.attack)) - sum(map(view.feeling, fight.defend))
    if abs(leaning) > 0.5 and chance.random() < 0.6:
        return e.Joined(who, e.Side.ATTACK if leaning > 0 else e.Side.DEFEND)
    return None


def objects(view: View, chance: Random) -> bool:
    """Whether somebody objects to the eating of a body."""
    demand = view.state.demand
    assert demand is not None
    return chance.random() < (0.5 if view.feeling(demand.by) < 0 else 0.08)


def in_the_water(view: View, chance: Random) -> e.GameEvent | None:
    """Chum against the hated, a preserver for oneself or the loved."""
    state = view.state
    overboard = state.overboard
    assert overboard is not None
    falling = {who: view.feeling(who) for who in overboard.falling}
    chum = view.has(Provision.CHUM)
    if chum and min(falling.values()) < 0 <= max((f for f in falling.values() if f > 0), default=0) == 0:
        return e.Chummed(view.who, chum)
    if Provision.PRESERVER in view.hand:
        for who, feeling in falling.items():
            if feeling > 0.5 and state.person(who).conscious and chance.random() < 0.7:
                return e.Laid(view.who, Provision.PRESERVER, None if who is view.who else who)
    return None


def haunts(view: View) -> bool:
    """Whether a ghost calls the sharks."""
    overboard = view.state.overboard
    assert overboard is not None
    return sum(map(view.feeling, overboard.falling)) < 0 and view.state.person(view.who).left is DepartureReason.DROWNED


def gives_water(view: View, chance: Random) -> e.GameEvent | None:
    """Water for oneself, or for the loved."""
    turn = view.state.turn
    assert turn is not None
    water = view.has(Provision.WATER)
    if water and (turn is view.who or (view.feeling(turn) > 0.5 and chance.random() < 0.7)):
        return e.Drank(view.who, turn, water)
    return None
