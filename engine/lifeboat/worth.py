"""Estimate of a seat's part of the victory: the four sums as they will probably be."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from engine.values import replaced

from .actions import rowed
from .components import SIZE, SURVIVAL, WEAPONS, Character, Provision, Variant
from .days import with_birds
from .dealt import Dealt, Plan
from .events import Agreed, Refused, Revealed, Rowed
from .fights import agreed, eaten, fought, refused
from .hidden import FaceDownCards, drawn_cards, navigation_pool
from .navigation import LAND, Bird, NavigationCard, birds_after
from .navigation_phase import fell
from .scores import score_of, treasure_points, winners
from .state import Person, Phase, State

#: Days until the next bird, for each player: many hands keep it away (measured in games of bots).
_DAYS_A_BIRD = 0.5
#: Days besides until the last bird, for each player (measured too).
_LAST_DAYS = 0.4
#: Birds that a card brings nearer.
_BIRDS: Mapping[Bird, int] = {Bird.BIRD: 1, Bird.NONE: 0, Bird.CROSSED: -1}
#: Wounds of a day on average, but for those by tokens.
_WOUNDS_A_DAY = 0.5
#: Chance that a rowing token makes thirsty: oars are on 10 cards of 24.
_ROWED = 0.42
#: Chance that a fight token makes thirsty: fists are on 8 cards of 24.
_FOUGHT = 0.33
#: Wounds that a card saves its owner on average.
_SAVES: Mapping[Provision, float] = {Provision.WATER: 0.6, Provision.MEDKIT: 0.8, Provision.PRESERVER: 0.4}
#: Wounds that an opened parasol saves a day.
_SHADE = 0.2
#: Wounds of a day that Frenchy is spared in the water.
_SWIMS = 0.15
#: Waters and the like of which more do not help.
_MOST_HELP = 3.0
#: Steepness of the chance to live in wounds that are left.
_STEEPNESS = 0.7
#: Chance of a day to fall overboard.
_FALLS = 0.17
#: Points that a card is worth beside its treasure and the wounds that it saves, by each point of a weapon.
_WEAPON_POINT = 0.12
#: Points that the others are worth.
_USEFUL: Mapping[Provision, float] = {Provision.COMPASS: 0.3, Provision.OAR: 0.2, Provision.PARASOL: 0.4}
#: The same for all cards, weapons among them.
_USES = {card: _USEFUL.get(card, 0.0) + _WEAPON_POINT * WEAPONS.get(card, 0) for card in (*_USEFUL, *WEAPONS)}
#: Points of a card that helps only while it lies open, besides.
_USEFUL_OPEN: Mapping[Provision, float] = {Provision.COMPASS: 0.3, Provision.OAR: 0.2, Provision.PRESERVER: 0.2}
#: Points that any other card loses by lying open, where all see it and it may be lost.
_SHOWN = 0.15
#: Points of who navigates.
_NAVIGATES = 0.6
#: Part of the treasures that lie open which is lost.
_OPEN_LOST = 0.15
#: Points of a lead that make a victory e times as likely at land.
_LEAD = 3.0
#: Points more for each day before.
_LEAD_A_DAY = 0.3


@dataclass(frozen=True)
class _Odds:
    """Chance of each player to be alive at the end, and to be in the boat, alive or dead."""

    alive: Mapping[Character, float]
    aboard: Mapping[Character, float]


def worth_of(dealt: Dealt, seat: Character) -> float:
    """Return the part of the victory that a seat will probably have, 0 to 1."""
    dealt = _settled(dealt, seat)
    state, hidden = dealt.state, dealt.hidden
    if state.step in (Phase.REVEAL, Phase.OVER):
        return _won(state, hidden, seat)
    card, certainty = _expected_card(state, hidden)
    days = _days_left(state, card, certainty)
    odds = _odds(dealt, days, card, certainty)
    lead = _LEAD + _LEAD_A_DAY * days
    conscious = state.conscious
    navigator = conscious[-1] if conscious else None
    chances = {person.who: math.exp(_points(dealt, person, odds, days, navigator) / lead) for person in state.people}
    return chances[seat] / sum(chances.values())


def _won(state: State, hidden: FaceDownCards, seat: Character) -> float:
    """Return the part of the victory when all lay open what they have."""
    scored = {
        character: score_of(state, Revealed(character, hidden.love[character], hidden.hate[character], hand))
        for character, hand in hidden.hands.items()
    }
    won = winners(scored)
    return 1 / len(won) if seat in won else 0.0


# --- what happens next, if nobody does anything more ---


def _settled(dealt: Dealt, seat: Character) -> Dealt:
    """Carry out what is announced."""
    state = dealt.state
    if dealt.plan is Plan.ROW:
        return _best_rowing(dealt, seat)
    if dealt.plan is Plan.COMPASS:
        pool, deck = navigation_pool(dealt.hidden, state, compass=True)
        return Dealt(state, replaced(dealt.hidden, row=pool, deck=deck))
    if dealt.plan is not None:
        birds = state.birds
        for card in dealt.hidden.deck[:3]:
            birds = birds if birds >= LAND else birds_after(birds, card.bird)
        return replaced(dealt, state=with_birds(state, birds), plan=None)
    if state.step is Phase.ANSWER:
        assert state.demand is not None
        actor, of = (state.person(character) for character in (state.demand.by, state.demand.of))
        # Who is stronger as things lie open gives nothing away.
        yields = _force(actor) > _force(of)
        state = agreed(state, Agreed(of.who)) if yields else refused(state, Refused(of.who))
    if state.step is Phase.OBJECTION:
        state = eaten(state)
    if state.step is Phase.FIGHT:
        state = fought(state)
    if state.step is Phase.OVERBOARD:
        state = fell(state)
    return dealt if state is dealt.state else Dealt(state, dealt.hidden)


def _force(person: Person) -> int:
    return person.size + sum(WEAPONS.get(card, 0) for card in person.open)


def _best_rowing(dealt: Dealt, seat: Character) -> Dealt:
    """Keep one of the drawn cards, or none: what is worth most to the seat."""
    state, hidden, turn = dealt.state, dealt.hidden, dealt.state.turn
    assert turn is not None
    kept = [Dealt(rowed(state, Rowed(turn, 0)), hidden)]
    after = rowed(state, Rowed(turn, 1)) if state.deck else state
    kept += [Dealt(after, replaced(hidden, row=(*hidden.row, card))) for card in drawn_cards(hidden, state, turn)]
    return max(kept, key=lambda option: worth_of(option, seat)) if seat is turn else kept[-1]


def _expected_card(state: State, hidden: FaceDownCards) -> tuple[NavigationCard | None, float]:
    """Return the day's card that who navigates would choose now, and how certain that is."""
    conscious = state.conscious
    if not hidden.row or not conscious or state.step not in (Phase.ACT, Phase.CHOOSE):
        return None, 0.0
    navigator = conscious[-1]
    card = max(hidden.row, key=lambda candidate: _liking(state, hidden, navigator, candidate))
    return card, 1 / (1 + 0.4 * len(state.waiting))


def _days_left(state: State, card: NavigationCard | None, certainty: float) -> float:
    """Return the days until land, half a day at least."""
    birds = LAND - state.birds - (certainty * _BIRDS[card.bird] if card else 0.0)
    return max(0.5, len(state.people) * (_DAYS_A_BIRD * birds + _LAST_DAYS * min(1.0, birds)))


def _liking(state: State, hidden: FaceDownCards, character: Character, card: NavigationCard) -> float:
    """Return how much a player likes a navigation card."""
    liking = -0.3 if card.bird is Bird.CROSSED else 0.0
    for names, weight in ((card.overboard, 1.5), (card.thirsty, 1.0)):
        for name in names:
            if name not in state.seats:
                continue
            if name is character:
                liking += weight * (0.5 if hidden.hate[character] is character else -1.0)
            elif name is hidden.love[character]:
                liking -= 0.7 * weight
            elif name is hidden.hate[character]:
                liking += weight
    return liking


# --- who will be alive ---


def _odds(dealt: Dealt, days: float, card: NavigationCard | None, certainty: float) -> _Odds:
    state = dealt.state
    thirst = {thirsty.who: len(thirsty.causes) for thirsty in state.thirst}
    alive, aboard = dict[Character, float](), dict[Character, float]()
    for person in state.people:
        character = person.who
        if person.left is not None:
            alive[character] = aboard[character] = 0.0
            continue
        stays = (1 - _FALLS) ** days
        if not person.alive:
            alive[character], aboard[character] = 0.0, stays
            continue
        need = _WOUNDS_A_DAY * days
        if card is not None:
            need += certainty * ((character in card.overboard) + (character in card.thirsty))
            stays *= 1 - certainty * (character in card.overboard)
        if state.step is not Phase.THIRST:
            need += _ROWED * person.rowed + _FOUGHT * person.fought
        need += _thirst(dealt, person, thirst.get(character, 0)) - _help(dealt, person, days)
        chance = 1 / (1 + math.exp(-_STEEPNESS * (person.size - person.wounds + 1 - need)))
        if not person.conscious and Provision.PRESERVER not in person.open:
            chance = min(chance, stays)
        alive[character] = chance
        # Half of those who will be dead are still aboard.
        aboard[character] = 0.5 + 0.5 * chance if person.conscious else max(chance, stays)
    return _Odds(alive, aboard)


def _thirst(dealt: Dealt, person: Person, thirsts: int) -> float:
    """Return the wounds by thirsts that are still to be asked; a water counts too."""
    if not thirsts:
        return 0.0
    waters = _own(dealt, person).count(Provision.WATER) if person.conscious else 0
    if person.who in dealt.declined:
        waters = 0
    quenched = min(waters, thirsts)
    return thirsts - quenched + quenched * _SAVES[Provision.WATER]


def _own(dealt: Dealt, person: Person) -> tuple[Provision, ...]:
    return (*dealt.hidden.hands[person.who], *person.open)


def _help(dealt: Dealt, person: Person, days: float) -> float:
    """Return the wounds that a player's cards will save."""
    if not person.conscious:
        return 0.0
    saved = sum(_SAVES.get(card, 0.0) for card in _own(dealt, person))
    saved += days * (_SHADE * person.parasol + _SWIMS * (person.who is Character.FRENCHY))
    return min(saved, _MOST_HELP)


# --- points ---


def _points(dealt: Dealt, person: Person, odds: _Odds, days: float, navigator: Character | None) -> float:
    """Return the points that a player will probably have (L25 to L27)."""
    state, hidden, character = dealt.state, dealt.hidden, person.who
    love, hate, aboard = hidden.love[character], hidden.hate[character], odds.aboard[character]
    survival = 0.0 if hate is character else odds.alive[character] * SURVIVAL[character]
    feelings = odds.alive[love] * SURVIVAL[love]
    hated = [other.who for other in state.people if other.who is not character] if hate is character else [hate]
    feelings += sum([(1 - odds.alive[other]) * SIZE[other] for other in hated])
    if not state.plays(Variant.DROWNED_SCORE):
        feelings *= aboard
    points = survival + feelings + aboard * _treasure(dealt, person)
    if not person.conscious:
        return points
    return points + min(1.0, days / 4) * (_useful(person, _own(dealt, person)) + _NAVIGATES * (character is navigator))


def _treasure(dealt: Dealt, person: Person) -> float:
    """Return the worth of the treasures, a card that is owed counted in part."""
    character, hand = person.who, dealt.hidden.hands[person.who]
    cards = (*hand, *person.open)
    worth: float = treasure_points(character, cards)
    if person.open:
        worth -= _OPEN_LOST * (worth - treasure_points(character, hand))
    if dealt.owed is not None and character in dealt.owed:
        lost = dealt.hidden.hands[dealt.owed[0]]
        if character is dealt.owed[0]:
            worth *= 1 - 1 / len(lost)
        else:
            before = treasure_points(character, cards)
            worth += sum([treasure_points(character, (*cards, card)) - before for card in lost]) / len(lost)
    return worth


def _useful(person: Person, cards: tuple[Provision, ...]) -> float:
    """Return the points of cards that only help to win."""
    useful = sum([_USES[card] for card in cards if card in _USES])
    return useful + sum([_USEFUL_OPEN.get(card, -_SHOWN) for card in person.open])
