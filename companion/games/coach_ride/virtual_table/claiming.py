"""Bots: when they claim, and whom they name."""

from random import Random

from companion.games.coach_ride.virtual_table.views import View
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Variant
from engine.coach_ride.claims import ENOUGH
from engine.coach_ride.state import is_odd

#: A game drags on after so many turns for every player; after so many more everybody claims.
_LONG, _TOO_LONG = 5, 9


def claim(view: View, chance: Random) -> e.Claimed | None:
    """A claim that is sure, or a risk where a game drags on; None: not now."""
    state, who = view.state, view.who
    rounds = state.turns / len(state.players)
    if Item.PEARL in view.hand:
        return e.Claimed(who, e.ClaimKind.OWN) if rounds > 3 * _TOO_LONG else None
    found = sum(state.victory_items(side, view.hand) for side in Association)
    if Item.CREST in view.hand and found >= ENOUGH:
        return e.Claimed(who, e.ClaimKind.CREST)
    if _reaches(view, own_allies(view)):
        return e.Claimed(who, e.ClaimKind.OWN)
    if Variant.FORTUNE_TELLING in state.variants and enemies_with_enough(view):
        return e.Claimed(who, e.ClaimKind.ENEMY)
    daring = (rounds - _LONG) / (_TOO_LONG - _LONG)
    may = bool(view.victory_items(view.hand)) or rounds > 2 * _TOO_LONG
    return e.Claimed(who, e.ClaimKind.OWN) if may and chance.random() < daring / 2 else None


def own_allies(view: View) -> tuple[Person, ...]:
    """Those of the own side who were seen to have victory items, the most first, as many as are needed."""
    having = {
        who: view.victory_items(view.notes.items.get(who, ()))
        for who in view.state.players
        if who is not view.who and view.feeling(who) > 0
    }
    allies: list[Person] = []
    missing = ENOUGH - view.victory_items(view.hand)
    for who in sorted(having, key=lambda who: (-having[who], who)):
        if missing > 0 and having[who]:
            allies.append(who)
            missing -= having[who]
    return tuple(allies)


def _reaches(view: View, allies: tuple[Person, ...]) -> bool:
    own = view.victory_items(view.hand)
    found = own + sum(view.victory_items(view.notes.items.get(who, ())) for who in allies)
    return own > 0 and (found >= ENOUGH or (found == ENOUGH - 1 and is_odd(view.state) and _is_smaller(view)))


def _is_smaller(view: View) -> bool:
    """Whether the own side is known to be the smaller one of an odd number (K4)."""
    others = [who for who in view.state.players if view.side_of(who) is view.side.other]
    return len(others) * 2 > len(view.state.players)


def enemies_with_enough(view: View) -> tuple[Person, ...]:
    """Players of the other side who were seen to have three of its victory items; nobody if they have fewer."""
    side = view.side.other
    having = {
        who: view.state.victory_items(side, view.notes.items.get(who, ()))
        for who in view.state.players
        if who is not view.who and view.side_of(who) is side
    }
    named = tuple(who for who in view.state.players if having.get(who))
    return named if sum(having.values()) >= ENOUGH else ()


def named(view: View, chance: Random) -> e.Named:
    """Whose items are needed; a risk names those of whom it is hoped."""
    state, claimed = view.state, view.state.claim
    assert claimed is not None
    if claimed.kind is e.ClaimKind.ENEMY:
        return e.Named(view.who, enemies_with_enough(view))
    allies = own_allies(view)
    found = view.victory_items(view.hand) + sum(view.victory_items(view.notes.items.get(who, ())) for who in allies)
    hoped = [who for who in state.players if who is not view.who and who not in allies and view.feeling(who) >= 0]
    chance.shuffle(hoped)
    hoped.sort(key=lambda who: -view.feeling(who))
    more = hoped[: max(0, ENOUGH - found)] if not _reaches(view, allies) else []
    return e.Named(view.who, tuple(who for who in state.from_player(view.who) if who in (*allies, *more)))
