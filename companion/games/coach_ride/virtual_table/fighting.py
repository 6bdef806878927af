"""Bots: whom they support, what they use in a fight, and what they do when they have won."""

from collections.abc import Iterator
from random import Random

from companion.games.coach_ride.virtual_table.bots import can_use, card_to_look_at
from companion.games.coach_ride.virtual_table.views import View
from engine.coach_ride import events as e
from engine.coach_ride.cards import FIGHT_CARDS, Item, Person, Profession
from engine.coach_ride.fights import has_role
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Fight, Half, Phase


def _fight(view: View) -> Fight:
    assert view.state.fight is not None
    return view.state.fight


def _leaning(view: View) -> float:
    """For the attacker above 0, for the defender below."""
    fight = _fight(view)
    if view.who in (fight.attacker, fight.defender):
        return 2.0 if view.who is fight.attacker else -2.0
    return view.feeling(fight.attacker) - view.feeling(fight.defender)


def support(view: View, chance: Random) -> e.Supported:
    """For friends, against those of the other side; of strangers now and then one."""
    leaning = _leaning(view) + chance.uniform(-0.7, 0.7)
    side = e.Support.SWORD if leaning > 0.4 else e.Support.SHIELD if leaning < -0.4 else e.Support.NONE
    return e.Supported(view.who, side)


def speaks_up(view: View, chance: Random) -> e.GameEvent | None:
    """A Priest before support, a Doctor after a fight, a Duelist at once."""
    fight, phase, who = _fight(view), view.state.phase, view.who
    event: e.GameEvent | None = None
    if phase is Phase.SUPPORT and can_use(view, Profession.PRIEST) and who is not fight.attacker:
        wants = 0.7 if who is fight.defender else 0.35 if _leaning(view) <= 0 else 0.0
        event = e.PriestUsed(who) if not fight.support and chance.random() < wants else None
    elif phase is Phase.RESULT and can_use(view, Profession.DOCTOR):
        ended = fight.winner_and_loser
        wants = 0.8 if ended and who is ended[1] else 0.5 if ended and view.feeling(ended[0]) < 0 else 0.05
        event = e.DoctorUsed(who) if chance.random() < wants else None
    elif phase is Phase.SUPPORT and can_use(view, Profession.DUELIST) and who in (fight.attacker, fight.defender):
        behind = fight.total(Half.ATTACK) < fight.total(Half.DEFENCE)
        loses = behind if who is fight.attacker else not behind
        event = e.Used(who, Profession.DUELIST) if loses and len(fight.support) > 1 and chance.random() < 0.5 else None
    return event if event and not RULES.problems(view.state, event) else None


def uses(view: View, chance: Random) -> e.GameEvent | None:
    """What a player does in the free part of a fight: what turns it, nothing if it is won or lost anyhow."""
    possible = [event for event in _possible(view) if not RULES.problems(view.state, event)]
    fight = _fight(view)
    lead = fight.total(Half.ATTACK) - fight.total(Half.DEFENCE)
    leaning = _leaning(view)
    behind = lead <= 0 if leaning > 0 else lead >= 0
    if not possible or leaning == 0 or not behind or abs(lead) > 2 or chance.random() > 0.75:
        return None
    return possible[0]


def _possible(view: View) -> Iterator[e.GameEvent]:
    fight, who = _fight(view), view.who
    if can_use(view, Profession.HYPNOTIST) and who is fight.attacker:
        yield e.Hypnotised(who, _to_hypnotise(fight))
    for card in FIGHT_CARDS:
        if not has_role(fight, who, card):
            continue
        if isinstance(card, Item):
            if card in view.hand:
                yield e.Used(who, card)
        elif can_use(view, card):
            winner = None
            if card is Profession.POISON_MIXER:
                winner = e.Fighter.ATTACKER if _leaning(view) > 0 else e.Fighter.DEFENDER
            yield e.Used(who, card, winner)


def _to_hypnotise(fight: Fight) -> Person:
    """Somebody who supports the defender, else the defender."""
    shields = [who for who, side in fight.support.items() if side is e.Support.SHIELD]
    return shields[0] if shields else fight.defender


def reward(view: View, chance: Random) -> e.GameEvent:
    """What the winner does: looks at a side that is not known, else takes an item."""
    ended = _fight(view).winner_and_loser
    if ended is None:
        return e.Drew(view.who)
    loser = ended[1]
    if view.side_of(loser) is None and chance.random() < 0.7:
        return e.Looked(view.who, card_to_look_at(view, loser, chance))
    return e.Searched(view.who, took=True)
