"""Bots: choices from the public state, the own hand, love and hate, and seen cards.

Seen cards are those drawn or passed. The bot knows no other hidden card: `View` is all that a bot is given. In each
step everybody who may act is asked, and the first who wants something has it.
"""

from collections.abc import Collection
from random import Random

from companion.games.lifeboat.virtual_table.views import View, view_of
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import WEAPONS, Character, Provision, Variant
from engine.lifeboat.fights import strength
from engine.lifeboat.hidden import HiddenCards, navigation_pool, visible_signs
from engine.lifeboat.navigation import LAND, Bird, NavigationCard, birds_after
from engine.lifeboat.navigation_phase import deck_for_compass
from engine.lifeboat.state import DepartureReason, Person, State, Step, own_cards

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


def provision_value(view: View, card: Provision) -> float:
    """Return how gladly a player keeps a provision."""
    worth = _WORTH[card]
    if card in _DOUBLED.get(view.who, ()):
        worth *= 2
    return worth / (1 + 0.3 * view.hand.count(card))


def navigation_value(view: View, card: NavigationCard) -> float:
    """Return how gladly a player sees a navigation card as the day's."""
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


def action(view: View, deck: tuple[NavigationCard, ...], rng: Random) -> e.GameEvent:
    """The one thing of a turn (L10); `deck` are the cards that a flare would turn."""
    who, state = view.who, view.state
    special = _special(view, deck, rng)
    if special is not None:
        return special
    others = [person for person in state.aboard if person.who is not who]
    hated = next((person for person in others if person.who is view.hate), None)
    dice = rng.random()
    if dice < 0.28 and others:
        wanted = _demand(view, hated if hated and rng.random() < 0.6 else rng.choice(others), rng)
        if wanted is not None:
            return wanted
    if dice > 0.93:
        return e.Passed(who)
    most = min(state.deck, rowing_draws(state, state.person(who)))
    return e.Rowed(who, rng.choice((1, 1, 1, 2, 0)) if most > 1 else most)


def _special(view: View, deck: tuple[NavigationCard, ...], rng: Random) -> e.GameEvent | None:
    who, state = view.who, view.state
    parasol = view.has(Provision.PARASOL)
    if parasol and not state.person(who).parasol and rng.random() < 0.5:
        return e.Used(who, Provision.PARASOL, parasol)
    kit = view.has(Provision.MEDKIT)
    if kit:
        wounded = [p for p in state.aboard if p.alive and p.wounds and view.feeling(p.who) > 0.5]
        urgent = [p for p in wounded if p.wounds >= p.size - 1]
        if urgent or (wounded and rng.random() < 0.15):
            on = max(urgent or wounded, key=lambda p: view.feeling(p.who))
            return e.Used(who, Provision.MEDKIT, kit, on=on.who)
    eat, dead = view.has(Provision.CANNIBALISM), [p.who for p in state.aboard if not p.alive]
    if eat and dead and (state.person(who).wounds or rng.random() < 0.3):
        return e.Used(who, Provision.CANNIBALISM, eat, on=dead[0])
    flare = view.has(Provision.FLARE)
    if flare and state.birds >= 2 and rng.random() < 0.4:
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


def _demand(view: View, other: Person, rng: Random) -> e.Demanded | None:
    if view.feeling(other.who) > 0.5:
        return None
    if other.open and rng.random() < 0.5:
        return e.Demanded(view.who, other.who, e.DemandKind.OPEN, max(other.open, key=lambda card: _WORTH[card]))
    if other.hand and rng.random() < 0.7:
        return e.Demanded(view.who, other.who, e.DemandKind.HAND)
    return e.Demanded(view.who, other.who, e.DemandKind.SEAT)


def answer(view: View, rng: Random) -> e.GameEvent:
    """Agree, or fight for it."""
    demand = view.state.demand
    assert demand is not None
    mine, theirs = _force(view), _open_force(view.state, demand.by)
    stubborn = 0.75 if mine >= theirs else 0.35
    if view.feeling(demand.by) > 0.5:
        stubborn = 0.05
    return e.Refused(view.who) if rng.random() < stubborn else e.Agreed(view.who)


def _force(view: View) -> int:
    """Return one's own strength with the weapons of the hand."""
    return _open_force(view.state, view.who) + sum(WEAPONS.get(card, 0) for card in view.hand)


def _open_force(state: State, who: Character) -> int:
    person = state.person(who)
    return person.size + sum(WEAPONS.get(card, 0) for card in person.open)


def in_fight(view: View, rng: Random) -> e.GameEvent | None:
    """Joins a side, lays a weapon where it turns the fight, or nothing."""
    who, state = view.who, view.state
    fight = state.fight
    assert fight is not None
    attack, defend = (strength(state, fight, side) for side in (e.Side.ATTACK, e.Side.DEFEND))
    if who in fight.attack or who in fight.defend:
        lacking = defend - attack + 1 if who in fight.attack else attack - defend
        weapons = sorted((card for card in view.hand if card in WEAPONS), key=lambda card: WEAPONS[card])
        best = next((card for card in weapons if WEAPONS[card] >= lacking), weapons[-1] if weapons else None)
        if lacking > 0 and best is not None and rng.random() < 0.6:
            return e.Laid(who, best)
        return None
    leaning = sum(map(view.feeling, fight.attack)) - sum(map(view.feeling, fight.defend))
    if abs(leaning) > 0.5 and rng.random() < 0.6:
        return e.Joined(who, e.Side.ATTACK if leaning > 0 else e.Side.DEFEND)
    return None


def objects(view: View, rng: Random) -> bool:
    """Return True if somebody objects to the eating of a body."""
    demand = view.state.demand
    assert demand is not None
    return rng.random() < (0.5 if view.feeling(demand.by) < 0 else 0.08)


def choose_overboard_action(view: View, rng: Random) -> e.GameEvent | None:
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
            if feeling > 0.5 and state.person(who).conscious and rng.random() < 0.7:
                return e.Laid(view.who, Provision.PRESERVER, None if who is view.who else who)
    return None


def calls_sharks(view: View) -> bool:
    """Return True if a ghost calls the sharks."""
    overboard = view.state.overboard
    assert overboard is not None
    return sum(map(view.feeling, overboard.falling)) < 0 and view.state.person(view.who).left is DepartureReason.DROWNED


def choose_water(view: View, rng: Random) -> e.GameEvent | None:
    """Water for oneself, or for the loved."""
    turn = view.state.turn
    assert turn is not None
    water = view.has(Provision.WATER)
    if water and (turn is view.who or (view.feeling(turn) > 0.5 and rng.random() < 0.7)):
        return e.Drank(view.who, turn, water)
    return None


def choose(hidden: HiddenCards, state: State, rng: Random) -> e.GameEvent:
    """The next event where everybody is a bot."""
    event = choose_of(hidden, state, rng, tuple(Character))
    assert event is not None, "bots always do something"
    return event


def choose_of(hidden: HiddenCards, state: State, rng: Random, bots: Collection[Character]) -> e.GameEvent | None:
    """Return the next event of the bots among the players.

    None if the people among them must do something.
    """

    def view(who: Character) -> View:
        return view_of(hidden, state, who)

    turn = state.turn
    acting = tuple(who for who in state.conscious if who in bots)
    people = any(who not in bots for who in state.conscious)
    match state.step:
        case Step.TAKE | Step.ACT | Step.ANSWER:
            assert turn is not None
            return _in_turn(view(turn), hidden, rng) if turn in bots else None
        case Step.OBJECTION:
            assert state.demand is not None
            others = [who for who in acting if who is not state.demand.by]
            objected = next((e.Objected(who) for who in others if objects(view(who), rng)), None)
            alone = not people or (state.demand.by not in bots and len(state.conscious) == len(acting) + 1)
            return objected or (e.Eaten() if alone else None)
        case Step.FIGHT:
            wishes = (in_fight(view(who), rng) for who in acting)
            wish = next((wish for wish in wishes if wish is not None), None)
            return wish or (None if people else e.Fought())
        case Step.CHOOSE:
            return _navigate(hidden, state, turn, rng) if turn is None or turn in bots else None
        case Step.OVERBOARD:
            wish = _overboard(hidden, state, acting, bots, rng)
            ghosts = state.plays(Variant.SHARKS) and any(
                person.left is DepartureReason.DROWNED and person.who not in bots for person in state.people
            )
            return wish or (None if people or ghosts else e.Fell())
        case Step.THIRST:
            assert turn is not None
            asked = (turn, *(who for who in acting if who is not turn))
            waters = (choose_water(view(who), rng) for who in asked if who in acting)
            wish = next((water for water in waters if water is not None), None)
            return wish or (None if people else e.Suffered(turn))
        case Step.REVEAL:
            done = [revealed.by for revealed in state.revealed]
            left = [person.who for person in state.people if person.who not in done]
            if any(who not in bots for who in left):
                # One after the other spreads cards in the boat: first the people, who may take their time.
                return None
            by = left[0]
            return e.Revealed(by, hidden.love[by], hidden.hate[by], tuple(sorted(hidden.hands[by])))
    raise ValueError(f"nothing is to be chosen in the step {state.step}")


def _in_turn(view: View, hidden: HiddenCards, rng: Random) -> e.GameEvent:
    match view.state.step:
        case Step.TAKE:
            return e.Took(view.who)
        case Step.ACT:
            return action(view, hidden.deck, rng)
    return answer(view, rng)


def _navigate(hidden: HiddenCards, state: State, turn: Character | None, rng: Random) -> e.Navigated:
    compass = turn is not None and Provision.COMPASS in state.person(turn).open and deck_for_compass(state) > 0
    pool, _ = navigation_pool(hidden, state, compass=compass)
    if turn is None:
        # LR5: a random one of the row stack.
        card = rng.choice(pool)
    else:
        card = max(pool, key=lambda one: (navigation_value(view_of(hidden, state, turn), one), str(one.id)))
    if own_cards(state.started) is None:
        return e.Navigated(turn, signs=visible_signs(card, state), compass=compass)
    return e.Navigated(turn, str(card.id), compass=compass)


def _overboard(
    hidden: HiddenCards, state: State, acting: Collection[Character], bots: Collection[Character], rng: Random
) -> e.GameEvent | None:
    assert state.overboard is not None
    for who in acting:
        wish = choose_overboard_action(view_of(hidden, state, who), rng)
        if wish is not None:
            return wish
    if state.plays(Variant.SHARKS):
        for person in state.people:
            if (
                person.who in bots
                and person.who not in state.overboard.called
                and calls_sharks(view_of(hidden, state, person.who))
            ):
                return e.Haunted(person.who)
    return None
