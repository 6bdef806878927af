"""Bots: when they claim, and whom they name."""

from random import Random

from companion.games.coach_ride.virtual_table.views import View
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Variant
from engine.coach_ride.claims import ENOUGH
from engine.coach_ride.state import is_odd

#: After so many turns for every player a game is ended: whoever may claims, however it ends.
_ENDLESS = 40
#: How often a turn of somebody who would lose otherwise is a gamble.
_DARES = 0.5


def claim(view: View, chance: Random) -> e.Claimed | None:
    """A claim that is sure by all that was seen or concluded; a gamble of who would lose otherwise; None: not now."""
    state, who = view.state, view.who
    if Item.PEARL in view.hand:
        return None
    found = sum(state.victory_items(side, view.hand) for side in Association)
    if Item.CREST in view.hand and found >= ENOUGH:
        return e.Claimed(who, e.ClaimKind.CREST)
    if _reaches(view, own_allies(view)):
        return e.Claimed(who, e.ClaimKind.OWN)
    if Variant.FORTUNE_TELLING in state.variants and enemies_with_enough(view):
        return e.Claimed(who, e.ClaimKind.ENEMY)
    if state.turns > _ENDLESS * len(state.players):
        return e.Claimed(who, e.ClaimKind.OWN)
    gambles = enemies_with_enough(view) and view.victory_items(view.hand) and chance.random() < _DARES
    return e.Claimed(who, e.ClaimKind.OWN) if gambles else None


def own_allies(view: View) -> tuple[Person, ...]:
    """Those of the own side who are known to have victory items, the most first, as many as are needed."""
    having = {who: view.known_items(who) for who in view.state.players if who is not view.who and view.feeling(who) > 0}
    allies: list[Person] = []
    missing = ENOUGH - view.victory_items(view.hand)
    for who in sorted(having, key=lambda who: (-having[who], who)):
        if missing > 0 and having[who]:
            allies.append(who)
            missing -= having[who]
    return tuple(allies)


def _reaches(view: View, allies: tuple[Person, ...]) -> bool:
    own = view.victory_items(view.hand)
    found = own + sum(map(view.known_items, allies))
    return own > 0 and (found >= ENOUGH or (found == ENOUGH - 1 and is_odd(view.state) and _is_smaller(view)))


def _is_smaller(view: View) -> bool:
    """Whether the own side is known to be the smaller one of an odd number (K4)."""
    others = [who for who in view.state.players if view.side_of(who) is view.side.other]
    return len(others) * 2 > len(view.state.players)


def enemies_with_enough(view: View) -> tuple[Person, ...]:
    """Players of the other side who are known to have three of its victory items; nobody if they have fewer."""
    having = {who: view.known_items(who) for who in view.state.players if who is not view.who and view.feeling(who) < 0}
    named = tuple(who for who in view.state.players if having.get(who))
    return named if sum(having.values()) >= ENOUGH else ()


def named(view: View, chance: Random) -> e.Named:
    """Whose items are needed; a risk names those of whom it is hoped."""
    state, claimed = view.state, view.state.claim
    assert claimed is not None
    if claimed.kind is e.ClaimKind.ENEMY:
        return e.Named(view.who, enemies_with_enough(view))
    allies = own_allies(view)
    found = view.victory_items(view.hand) + sum(map(view.known_items, allies))
    hoped = [who for who in state.players if who is not view.who and who not in allies and view.feeling(who) >= 0]
    chance.shuffle(hoped)
    hoped.sort(key=lambda who: -view.feeling(who))
    more = hoped[: max(0, ENOUGH - found)] if not _reaches(view, allies) else []
    return e.Named(view.who, tuple(who for who in state.from_player(view.who) if who in (*allies, *more)))
