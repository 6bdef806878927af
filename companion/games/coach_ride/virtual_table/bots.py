"""Bots: what a player does in a turn and in a trade, by what that player knows."""

from random import Random

from companion.games.coach_ride.virtual_table.claiming import claim
from companion.games.coach_ride.virtual_table.views import View
from engine.coach_ride import events as e
from engine.coach_ride.cards import ONCE, TRADE_ITEMS, VICTORY_ITEM, Item, Person, Profession
from engine.coach_ride.effects import effect_now
from engine.coach_ride.trades import BAGS

#: How often a turn is a trade, how often it is passed; else it is an attack.
_TRADES, _PASSES = 0.7, 0.03


def action(view: View, chance: Random) -> e.GameEvent:
    """The one thing of a turn, a profession before it perhaps."""
    who, state = view.who, view.state
    claimed = claim(view, chance)
    if claimed is not None:
        return claimed
    if can_use(view, Profession.CLAIRVOYANT) and state.pile > 1 and chance.random() < 0.5:
        return e.ClairvoyantUsed(who)
    if can_use(view, Profession.DIPLOMAT):
        demanded = _demand(view, chance)
        if demanded is not None:
            return demanded
    dice = chance.random()
    if Item.PEARL in view.hand and chance.random() < 0.7:
        # Nobody can refuse it.
        dice = 0.0
    if dice < _TRADES:
        return e.Offered(who, _partner(view, chance))
    if dice > 1 - _PASSES:
        return e.Passed(who)
    return e.Attacked(who, _victim(view, chance))


def can_use(view: View, profession: Profession) -> bool:
    """Whether the player has the profession, and it is fresh."""
    open_one = view.state.professions.get(view.who)
    if view.profession is not profession:
        return False
    return open_one is None or (open_one is profession and profession not in ONCE)


def _others(view: View) -> list[Person]:
    return [who for who in view.state.players if who is not view.who]


def _partner(view: View, chance: Random) -> Person:
    """Somebody to trade with: gladly those of whom nothing is known yet."""
    return max(_others(view), key=lambda other: (chance.random() + (0.3 if view.side_of(other) is None else 0), other))


def _victim(view: View, chance: Random) -> Person:
    """Somebody to attack: who has what is wanted, whose side or items are not known; else no friend."""

    def score(other: Person) -> float:
        seen = view.notes.items.get(other, ())
        if view.feeling(other) > 0:
            return -1.0 if view.known_items(other) else 0.3
        unknown = 0.5 * (view.side_of(other) is None) + 0.5 * (not seen)
        return unknown + view.victory_items(seen)

    return max(_others(view), key=lambda other: (score(other) + chance.random(), other))


def _demand(view: View, chance: Random) -> e.DiplomatUsed | None:
    """A victory item of somebody who was seen to have one; now and then one of whom it is only hoped."""
    wanted = VICTORY_ITEM[view.side]
    if all(item in BAGS for item in view.hand):
        # K5: a bag cannot be given for the other bag.
        return None
    for other in _others(view):
        if wanted in view.notes.items.get(other, ()) and view.feeling(other) <= 0:
            return e.DiplomatUsed(view.who, other, wanted)
    if chance.random() < 0.25:
        return e.DiplomatUsed(view.who, _victim(view, chance), wanted)
    return None


# --- trades ---


def to_offer(view: View, chance: Random) -> Item:
    """What is laid before another player: what acts, or what is least worth."""

    def score(item: Item) -> float:
        acts = 4.0 if item in TRADE_ITEMS else 0.0
        return acts - view.worth(item) + 3 * chance.random()

    return max(view.hand, key=lambda item: (score(item), item))


def to_return(view: View, given: Item) -> Item | None:
    """What goes back for an item: the least of those that may; None if none may (K5)."""
    may = [item for item in view.hand if not (view.state.pile and {item, given} == set(BAGS))]
    return min(may, key=lambda item: (view.worth(item) - (1 if item in TRADE_ITEMS else 0), item)) if may else None


def to_give(view: View) -> Item:
    """What goes away for nothing, or as payment."""
    return min(view.hand, key=lambda item: (view.worth(item), item))


def accepts(view: View, chance: Random) -> bool:
    """Whether the offered item stays."""
    offered = view.offered
    assert offered is not None
    back = to_return(view, offered)
    if back is None:
        return False
    if offered in (Item.PEARL, Item.MIRROR):
        return True
    return view.worth(offered) + 3 * chance.random() >= view.worth(back)


def announces(view: View, chance: Random) -> Item | None:
    """What is read out: what acts; who may keep silent (smuggling) does so now and then."""
    item = view.read_out
    if item is None or item not in TRADE_ITEMS or (item in BAGS and view.state.pile == 0):
        return None
    trade = view.state.trade
    own = trade is not None and _giver(view) is view.who
    return None if own and chance.random() < 0.15 else item


def _giver(view: View) -> Person | None:
    pair = view.state.announcer()
    return pair[0] if pair else None


def effect(view: View, chance: Random) -> e.GameEvent:
    """What the giver of an announced item does."""
    who, due = view.who, effect_now(view.state)
    assert due is not None
    match due.item:
        case Item.BAG_KEY | Item.BAG_GOBLET:
            return e.Drew(who) if view.state.pile else e.Waived(who)
        case Item.PRIVILEGE:
            return e.Looked(who)
        case Item.MONOCLE:
            return e.Looked(who, card_to_look_at(view, due.on, chance))
        case Item.SEXTANT:
            return e.SextantUsed(who, chance.choice(list(e.Direction)))
        case Item.COAT:
            used_up = view.state.professions.get(who) in ONCE
            return e.Renewed(who) if used_up or chance.random() < 0.6 else e.Waived(who)
    return e.Swapped(who) if chance.random() < 0.6 else e.Waived(who)


def card_to_look_at(view: View, other: Person, chance: Random) -> int | None:
    """Which of three associations; None where there is one."""
    if len(view.associations) == 1:
        return None
    seen = view.notes.sides.get(other, {})
    return 1 + chance.choice([number for number in range(3) if number not in seen] or [0])


def gift(view: View, chance: Random) -> e.Gave:
    """To whom an item over the limit goes: to friends, to those who hold little."""

    def score(other: Person) -> float:
        # Who has no room would have to give it away at once.
        full = view.state.hands[other] >= view.state.limit
        return view.feeling(other) - 0.2 * view.state.hands[other] + chance.random() - (9 if full else 0)

    return e.Gave(view.who, max(_others(view), key=lambda other: (score(other), other)))
