"""What happens next among bots: in each step everybody who may is asked, and the first who wants something has it."""

from collections.abc import Collection
from random import Random

from companion.games.lifeboat.virtual_table.bots import (
    action,
    answer,
    gives_water,
    haunts,
    in_fight,
    in_the_water,
    liking_card,
    objects,
)
from companion.games.lifeboat.virtual_table.views import Hidden, View, navigation_pool, signs_that_matter, view_of
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.state import DepartureReason, State, Step, own_cards
from engine.lifeboat.voyage import deck_for_compass


def choose(hidden: Hidden, state: State, chance: Random) -> e.GameEvent:
    """The next event where everybody is a bot."""
    event = choose_of(hidden, state, chance, tuple(Character))
    assert event is not None, "bots always do something"
    return event


def choose_of(hidden: Hidden, state: State, chance: Random, bots: Collection[Character]) -> e.GameEvent | None:
    """The next event of the bots among the players; None where it is for the people among them to do something."""

    def view(who: Character) -> View:
        return view_of(hidden, state, who)

    turn = state.turn
    acting = tuple(who for who in state.conscious if who in bots)
    people = any(who not in bots for who in state.conscious)
    match state.step:
        case Step.TAKE | Step.ACT | Step.ANSWER:
            assert turn is not None
            return _in_turn(view(turn), hidden, chance) if turn in bots else None
        case Step.OBJECTION:
            assert state.demand is not None
            others = [who for who in acting if who is not state.demand.by]
            objected = next((e.Objected(who) for who in others if objects(view(who), chance)), None)
            alone = not people or (state.demand.by not in bots and len(state.conscious) == len(acting) + 1)
            return objected or (e.Eaten() if alone else None)
        case Step.FIGHT:
            wishes = (in_fight(view(who), chance) for who in acting)
            wish = next((wish for wish in wishes if wish is not None), None)
            return wish or (None if people else e.Fought())
        case Step.CHOOSE:
            return _navigate(hidden, state, turn, chance) if turn is None or turn in bots else None
        case Step.OVERBOARD:
            wish = _overboard(hidden, state, acting, bots, chance)
            ghosts = state.plays(Variant.SHARKS) and any(
                person.left is DepartureReason.DROWNED and person.who not in bots for person in state.people
            )
            return wish or (None if people or ghosts else e.Fell())
        case Step.THIRST:
            assert turn is not None
            asked = (turn, *(who for who in acting if who is not turn))
            waters = (gives_water(view(who), chance) for who in asked if who in acting)
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


def _in_turn(view: View, hidden: Hidden, chance: Random) -> e.GameEvent:
    match view.state.step:
        case Step.TAKE:
            return e.Took(view.who)
        case Step.ACT:
            return action(view, hidden.deck, chance)
    return answer(view, chance)


def _navigate(hidden: Hidden, state: State, turn: Character | None, chance: Random) -> e.Navigated:
    compass = turn is not None and Provision.COMPASS in state.person(turn).open and deck_for_compass(state) > 0
    pool, _ = navigation_pool(hidden, state, compass=compass)
    if turn is None:
        # LR5: a random one of the row stack.
        card = chance.choice(pool)
    else:
        card = max(pool, key=lambda one: (liking_card(view_of(hidden, state, turn), one), str(one.id)))
    if own_cards(state.started) is None:
        return e.Navigated(turn, signs=signs_that_matter(card, state), compass=compass)
    return e.Navigated(turn, str(card.id), compass=compass)


def _overboard(
    hidden: Hidden, state: State, acting: Collection[Character], bots: Collection[Character], chance: Random
) -> e.GameEvent | None:
    assert state.overboard is not None
    for who in acting:
        wish = in_the_water(view_of(hidden, state, who), chance)
        if wish is not None:
            return wish
    if state.plays(Variant.SHARKS):
        for person in state.people:
            if (
                person.who in bots
                and person.who not in state.overboard.called
                and haunts(view_of(hidden, state, person.who))
            ):
                return e.Haunted(person.who)
    return None
