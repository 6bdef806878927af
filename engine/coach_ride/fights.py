"""Fights: attack, support, used cards, and the end (section 3; K1-K3, K13-K15, K21-K23)."""

from collections.abc import Iterator, Mapping

from engine.game import RuleProblem
from engine.values import replaced

from .cards import Card, Item, Person, Profession
from .events import Attacked, Counted, DoctorUsed, Fighter, Hypnotised, PriestUsed, Support, Supported, Used
from .holders import found, may_have
from .problems import Code, problem
from .professions import use_problems
from .state import Fight, Half, NextPhase, Phase, State, UsedCard, Winner
from .turns import self_target_problems, settle, turn_problems

#: The side that a card is printed for; all others count for the side of their user.
_PRINTED = {
    Item.DAGGER: Half.ATTACK,
    Item.KNIVES: Half.ATTACK,
    Profession.THUG: Half.ATTACK,
    Item.GLOVES: Half.DEFENCE,
    Item.WHIP: Half.DEFENCE,
    Profession.GRANDMASTER: Half.DEFENCE,
}
#: Who may use each card (section 1; K22 for the Poison Mixer).
_ROLES: Mapping[Card, str] = {
    Item.DAGGER: "the attacker",
    Profession.THUG: "the attacker",
    Item.GLOVES: "the defender",
    Profession.GRANDMASTER: "the defender",
    Item.RING: "the attacker or the defender",
    Profession.DUELIST: "the attacker or the defender",
    Item.KNIVES: "who supports the attacker",
    Item.WHIP: "who supports the defender",
    Profession.BODYGUARD: "who supports one of them",
    Profession.POISON_MIXER: "who neither attacks nor defends",
}


def attacked_problems(state: State, event: Attacked) -> Iterator[RuleProblem]:
    """Yield all that is wrong with an attack."""
    yield from self_target_problems(event)
    yield from turn_problems(state, event.by)


def attack(state: State, event: Attacked) -> State:
    """Attacker and defender have laid sword and shield; the others are asked."""
    return replaced(state, turn=event.by, fight=Fight(event.by, event.to, {}), phase=Phase.SUPPORT)


def supported_problems(state: State, event: Supported) -> Iterator[RuleProblem]:
    """Yield problems of declaring support: in order, once, not by a fighter (K14)."""
    order = state.support_order()
    if event.by not in order:
        yield problem(Code.NOT_YOURS, f"{event.by} cannot declare support: {order[0]} is asked (section 3, K14)")
    elif event.by != order[0]:
        yield problem(
            Code.NOT_YOUR_TURN, f"{event.by} cannot declare support yet: {order[0]} is asked first (section 3)"
        )


def support(state: State, event: Supported) -> State:
    """Declare support in a fight; after the last player all use what they have."""
    fight = _fight(state)
    state = replaced(state, fight=replaced(fight, support={**fight.support, event.by: event.side}))
    return state if state.support_order() else replaced(state, phase=Phase.POWERS)


def priest_problems(state: State, event: PriestUsed) -> Iterator[RuleProblem]:
    """Yield all that is wrong with stopping the attack (K21)."""
    fight = _fight(state)
    yield from use_problems(state, event.by, Profession.PRIEST)
    if event.by == fight.attacker:
        yield problem(
            Code.NOT_YOUR_ROLE, f"{event.by} cannot use the priest: the attacker does not stop the attack (K21)"
        )
    yield from _hypnotised_problems(fight, event.by)
    if fight.support or state.phase is not Phase.SUPPORT:
        yield problem(Code.TOO_LATE, f"{event.by} cannot use the priest any more: support was declared (K1)")


def use_priest(state: State, event: PriestUsed) -> State:
    """End the attack: an attacker with two or more items pays one, to another player (K16, K21)."""
    attacker = _fight(state).attacker
    state = state.with_open(event.by, Profession.PRIEST)
    if state.hands[attacker] > 1 and attacker != event.by:
        state = state.with_moves(((attacker, event.by),))
    return settle(state, NextPhase.NEXT_TURN)


def hypnotised_problems(state: State, event: Hypnotised) -> Iterator[RuleProblem]:
    """Yield all that is wrong with hypnotising a player (K13)."""
    fight = _fight(state)
    yield from self_target_problems(event)
    yield from use_problems(state, event.by, Profession.HYPNOTIST)
    if event.by != fight.attacker:
        yield problem(Code.NOT_YOUR_ROLE, f"{event.by} cannot use the hypnotist: only the attacker can (K13)")
    if fight.used:
        yield problem(Code.TOO_LATE, f"{event.by} cannot use the hypnotist any more: a card was used (K1)")
    if fight.hypnotised is not None:
        yield problem(Code.ALREADY_USED, f"{event.by} cannot use the hypnotist twice in a fight (K3)")


def hypnotise(state: State, event: Hypnotised) -> State:
    """Hypnotise a player: a supporter becomes neutral, the defender stays defender (K13)."""
    fight = replaced(_fight(state), hypnotised=event.to)
    if event.to in fight.support:
        fight = replaced(fight, support={**fight.support, event.to: Support.NONE})
    return replaced(state, fight=fight).with_open(event.by, Profession.HYPNOTIST)


def used_problems(state: State, event: Used) -> Iterator[RuleProblem]:
    """Yield all that is wrong with using a card in a fight."""
    fight, card, actor = _fight(state), event.card, event.by
    if isinstance(card, Profession):
        yield from use_problems(state, actor, card)
    elif not may_have(state.holders, card, actor):
        yield problem(Code.ITEM_ELSEWHERE, f"{actor} cannot use the {card}: it is elsewhere (K25)")
    if not has_role(fight, actor, card):
        yield problem(Code.NOT_YOUR_ROLE, f"{actor} cannot use the {card}: it is for {_ROLES[card]} (section 1)")
    yield from _hypnotised_problems(fight, actor)
    if any(used.card is card for used in fight.used):
        yield problem(Code.ALREADY_USED, f"{actor} cannot use the {card} again: each card is used once in a fight (K3)")
    if isinstance(card, Item):
        items = sum(used.by == actor and isinstance(used.card, Item) for used in fight.used)
        if items >= state.hands[actor]:
            yield problem(
                Code.NOT_ENOUGH_ITEMS,
                f"{actor} cannot use the {card}: no more than {state.hands[actor]} in the hand (section 3)",
            )


def has_role(fight: Fight, person: Person, card: Card) -> bool:
    """Return True if the player has the role in which the card is used (section 1, K22)."""
    fights = person in (fight.attacker, fight.defender)
    if card is Profession.POISON_MIXER:
        return not fights
    half = fight.half_of(person)
    if card in (Item.KNIVES, Item.WHIP, Profession.BODYGUARD) and fights:
        return False
    if card in (Item.KNIVES, Item.WHIP):
        return half is _PRINTED[card]
    if card is Profession.BODYGUARD:
        return half is not None
    return fights and _PRINTED.get(card, half) is half


def _hypnotised_problems(fight: Fight, person: Person) -> Iterator[RuleProblem]:
    """Yield the problem that the hypnotised uses something before the turn ends (K13)."""
    if person == fight.hypnotised:
        yield problem(Code.HYPNOTISED, f"{person} is hypnotised and uses nothing in this turn (K13)")


def use(state: State, event: Used) -> State:
    """Use a card for a side of the fight.

    The Duelist sends all supporters away (K2), the Poison Mixer ends the fight (K22).
    """
    fight, card = _fight(state), event.card
    if card is Profession.DUELIST:
        state, fight = _cancel_support(state, fight)
    half = None if card is Profession.POISON_MIXER else _PRINTED.get(card, fight.half_of(event.by))
    fight = replaced(fight, used=(*fight.used, UsedCard(event.by, card, half)))
    if isinstance(card, Profession):
        state = state.with_open(event.by, card)
    else:
        state = replaced(state, holders=found(state.holders, card, event.by))
    if event.winner is None:
        return replaced(state, fight=fight)
    winner = Winner.ATTACKER if event.winner is Fighter.ATTACKER else Winner.DEFENDER
    return replaced(state, fight=replaced(fight, winner=winner), phase=Phase.RESULT)


def _cancel_support(state: State, fight: Fight) -> tuple[State, Fight]:
    """Remove all support from a fight (K2).

    All who do not fight stand with `none`, and cards that supporters have used no longer count.
    """
    fighters = (fight.attacker, fight.defender)
    neutral = {player: Support.NONE for player in state.players if player not in fighters}
    used = tuple(use if use.by in fighters else replaced(use, half=None) for use in fight.used)
    return replaced(state, phase=Phase.POWERS), replaced(fight, support=neutral, used=used)


def count(state: State, _event: Counted) -> State:
    """Count the fight: the higher total wins; the ring wins a tie (section 3, K15, K23).

    A tie with an empty pile ends the turn.
    """
    fight = _fight(state)
    margin = fight.total(Half.ATTACK) - fight.total(Half.DEFENCE)
    half = Half.ATTACK if margin > 0 else Half.DEFENCE if margin < 0 else _side_of_ring(fight)
    winner = {Half.ATTACK: Winner.ATTACKER, Half.DEFENCE: Winner.DEFENDER, None: Winner.TIE}[half]
    state = replaced(state, fight=replaced(fight, winner=winner), phase=Phase.RESULT)
    return settle(state, NextPhase.NEXT_TURN) if winner is Winner.TIE and state.pile == 0 else state


def _side_of_ring(fight: Fight) -> Half | None:
    return next((used.half for used in fight.used if used.card is Item.RING and used.half), None)


def doctor_problems(state: State, event: DoctorUsed) -> Iterator[RuleProblem]:
    """Yield all that is wrong with undoing a fight (K23)."""
    yield from use_problems(state, event.by, Profession.DOCTOR)
    yield from _hypnotised_problems(_fight(state), event.by)


def use_doctor(state: State, event: DoctorUsed) -> State:
    """End the fight without effect, by the Doctor."""
    return settle(state.with_open(event.by, Profession.DOCTOR), NextPhase.NEXT_TURN)


def _fight(state: State) -> Fight:
    assert state.fight is not None
    return state.fight
