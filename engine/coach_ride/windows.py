"""Windows in which several may act: who is asked, in which order (K1)."""

from collections.abc import Collection

from .cards import ONCE, Person, Profession
from .effects import effect_now
from .state import Fight, Phase, State


def actors_of(state: State, declined: Collection[Person], *, waits: bool = False) -> tuple[Person, ...]:
    """Return who may act now, in the order of asking, without those who have declined.

    `waits`: whoever must act waits for those who may speak.
    """
    match state.phase:
        case Phase.TURN:
            return (state.turn,)
        case Phase.OFFER | Phase.DEMAND if state.trade:
            return (state.trade.passive,)
        case Phase.ANNOUNCE:
            announcing = state.announcing_player()
            return (announcing,) if announcing else ()
        case Phase.EFFECT:
            effect = effect_now(state)
            return (effect.by,) if effect else ()
        case Phase.LIMIT:
            giver = state.first_over_limit()
            return (giver,) if giver else ()
        case Phase.SUPPORT:
            return _with(left_to_ask(state, declined), None if waits else state.support_order()[0])
        case Phase.POWERS:
            return left_to_ask(state, declined)
        case Phase.RESULT if state.fight:
            return _with(left_to_ask(state, declined), None if waits else rewarded(state.fight))
        case Phase.NAMING if state.claim:
            return (state.claim.by,)
        case Phase.CLAIM | Phase.ALLIES | Phase.REVEAL:
            return state.players_to_show()
    return ()


def must_act(state: State) -> Person | None:
    """Return who acts when nobody speaks in the open window; None: nobody has to."""
    match state.phase:
        case Phase.SUPPORT:
            return state.support_order()[0]
        case Phase.RESULT if state.fight:
            return rewarded(state.fight)
    return None


def looking_player(state: State) -> Person | None:
    """Return who may look at cards and choose one of them."""
    effect = effect_now(state)
    if state.phase is Phase.TURN:
        return state.turn
    return effect.by if state.phase is Phase.EFFECT and effect else must_act(state)


def _with(asked: tuple[Person, ...], last: Person | None) -> tuple[Person, ...]:
    return asked if last is None or last in asked else (*asked, last)


def left_to_ask(state: State, declined: Collection[Person]) -> tuple[Person, ...]:
    """Return who may still speak in the open window."""
    return tuple([player for player in asked_order(state) if player not in declined])


def rewarded(fight: Fight) -> Person:
    """Return the player whose move the end of a fight is."""
    ended = fight.winner_and_loser
    return ended[0] if ended else fight.attacker


def asked_order(state: State) -> tuple[Person, ...]:
    """Return who is asked in the open window, by what everybody sees; who must act comes last."""
    fight = state.fight
    if fight is None:
        return ()
    match state.phase:
        case Phase.SUPPORT:
            return _before_support(state, fight)
        case Phase.POWERS:
            order = state.from_player(fight.attacker)
            return (
                order
                if fight.hypnotised is None
                else tuple([player for player in order if player is not fight.hypnotised])
            )
        case Phase.RESULT:
            order = state.from_player(fight.attacker)
            return tuple(
                [
                    player
                    for player in order
                    if may_be(state, player, Profession.DOCTOR) and player is not fight.hypnotised
                ]
            )
    return ()


def _before_support(state: State, fight: Fight) -> tuple[Person, ...]:
    """Return who may stop a fight: Priests until the first support, then Duelists who fight."""
    if fight.support:
        return tuple(
            [player for player in (fight.attacker, fight.defender) if may_be(state, player, Profession.DUELIST)]
        )
    first, *others = state.support_order()
    order = (fight.defender, fight.attacker, *others, first)
    return tuple([player for player in order if _may_stop(state, fight, player)])


def _may_stop(state: State, fight: Fight, person: Person) -> bool:
    if person is fight.attacker:
        return may_be(state, person, Profession.DUELIST)
    if person is fight.defender and may_be(state, person, Profession.DUELIST):
        return True
    return may_be(state, person, Profession.PRIEST)


def may_be(state: State, person: Person, profession: Profession) -> bool:
    """Return True if a player can use a profession, for all that everybody sees."""
    own = state.professions.get(person)
    if own is not None:
        return own is profession and profession not in ONCE
    return profession not in state.professions.values()
