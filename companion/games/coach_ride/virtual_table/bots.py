"""Bots: what a player does in a turn, a trade, a fight and a claim.

A bot uses only what that player knows. Everybody who may act is asked in turn, and the first who wants something
has it.
"""

from collections.abc import Callable, Collection, Iterator
from random import Random

from companion.games.coach_ride.table_view import acting_players
from companion.games.coach_ride.virtual_table.views import View, view_of
from engine.coach_ride import events as e
from engine.coach_ride.cards import (
    FIGHT_CARDS,
    ONCE,
    TRADE_ITEMS,
    VICTORY_ITEM,
    Association,
    Item,
    Person,
    Profession,
    Variant,
)
from engine.coach_ride.claims import ENOUGH
from engine.coach_ride.effects import effect_now
from engine.coach_ride.fights import has_role
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import Cards, answers
from engine.coach_ride.state import Fight, Half, Phase, State, has_odd_players
from engine.coach_ride.trades import BAGS

#: Share of turns that are a trade.
_TRADES = 0.7
#: Share of turns that are passed; the others are attacks.
_PASSES = 0.03


def action(view: View, rng: Random) -> e.GameEvent:
    """The one thing of a turn, a profession before it perhaps."""
    player, state = view.who, view.state
    claimed = claim(view, rng)
    if claimed is not None:
        return claimed
    if can_use(view, Profession.CLAIRVOYANT) and state.pile > 1 and rng.random() < 0.5:
        return e.ClairvoyantUsed(player)
    if can_use(view, Profession.DIPLOMAT):
        demanded = _demand(view, rng)
        if demanded is not None:
            return demanded
    dice = rng.random()
    if Item.PEARL in view.hand and rng.random() < 0.7:
        # Nobody can refuse it.
        dice = 0.0
    if dice < _TRADES:
        return e.Offered(player, _partner(view, rng))
    if dice > 1 - _PASSES:
        return e.Passed(player)
    return e.Attacked(player, _victim(view, rng))


def can_use(view: View, profession: Profession) -> bool:
    """Return True if the player has the profession, and it is fresh."""
    open_one = view.state.professions.get(view.who)
    if view.profession is not profession:
        return False
    return open_one is None or (open_one is profession and profession not in ONCE)


def _others(view: View) -> list[Person]:
    return [player for player in view.state.players if player is not view.who]


def _partner(view: View, rng: Random) -> Person:
    """Somebody to trade with: gladly those of whom nothing is known yet."""
    return max(_others(view), key=lambda other: (rng.random() + (0.3 if view.side_of(other) is None else 0), other))


def _victim(view: View, rng: Random) -> Person:
    """Return a player to attack.

    It is one who has what is wanted, whose side or items are not known; else no friend.
    """

    def score(other: Person) -> float:
        seen = view.notes.items.get(other, ())
        if view.feeling(other) > 0:
            return -1.0 if view.known_items(other) else 0.3
        unknown = 0.5 * (view.side_of(other) is None) + 0.5 * (not seen)
        return unknown + view.victory_items(seen)

    return max(_others(view), key=lambda other: (score(other) + rng.random(), other))


def _demand(view: View, rng: Random) -> e.DiplomatUsed | None:
    """Return a demand for a victory item of somebody who was seen to have one.

    Now and then it is of somebody of whom it is only hoped.
    """
    wanted = VICTORY_ITEM[view.side]
    if all(item in BAGS for item in view.hand):
        # K5: a bag cannot be given for the other bag.
        return None
    for other in _others(view):
        if wanted in view.notes.items.get(other, ()) and view.feeling(other) <= 0:
            return e.DiplomatUsed(view.who, other, wanted)
    if rng.random() < 0.25:
        return e.DiplomatUsed(view.who, _victim(view, rng), wanted)
    return None


# --- trades ---


def choose_offer(view: View, rng: Random) -> Item:
    """Return the item to lay before another player: one that acts, or the least worth."""

    def score(item: Item) -> float:
        acts = 4.0 if item in TRADE_ITEMS else 0.0
        return acts - view.worth(item) + 3 * rng.random()

    return max(view.hand, key=lambda item: (score(item), item))


def choose_return(view: View, given: Item) -> Item | None:
    """Return the item that goes back for an item: the least of those that may.

    None if none may (K5).
    """
    may = [item for item in view.hand if not (view.state.pile and {item, given} == set(BAGS))]
    return min(may, key=lambda item: (view.worth(item) - (1 if item in TRADE_ITEMS else 0), item)) if may else None


def choose_gift(view: View) -> Item:
    """Return the item that goes away for nothing, or as payment."""
    return min(view.hand, key=lambda item: (view.worth(item), item))


def accepts(view: View, rng: Random) -> bool:
    """Return True if the offered item stays."""
    offered = view.offered
    assert offered is not None
    back = choose_return(view, offered)
    if back is None:
        return False
    if offered in (Item.PEARL, Item.MIRROR):
        return True
    return view.worth(offered) + 3 * rng.random() >= view.worth(back)


def announces(view: View, rng: Random) -> Item | None:
    """Return the item that is read out: one that acts.

    A player who may keep silent (smuggling) does so now and then.
    """
    item = view.read_out
    if item is None or item not in TRADE_ITEMS or (item in BAGS and view.state.pile == 0):
        return None
    trade = view.state.trade
    own = trade is not None and _giver(view) is view.who
    return None if own and rng.random() < 0.15 else item


def _giver(view: View) -> Person | None:
    pair = view.state.announcer()
    return pair[0] if pair else None


def effect(view: View, rng: Random) -> e.GameEvent:
    """Return what the giver of an announced item does."""
    player, due = view.who, effect_now(view.state)
    assert due is not None
    match due.item:
        case Item.BAG_KEY | Item.BAG_GOBLET:
            return e.Drew(player) if view.state.pile else e.Waived(player)
        case Item.PRIVILEGE:
            return e.Looked(player)
        case Item.MONOCLE:
            return e.Looked(player, card_to_look_at(view, due.on, rng))
        case Item.SEXTANT:
            return e.SextantUsed(player, rng.choice(list(e.Direction)))
        case Item.COAT:
            used_up = view.state.professions.get(player) in ONCE
            return e.Renewed(player) if used_up or rng.random() < 0.6 else e.Waived(player)
    return e.Swapped(player) if rng.random() < 0.6 else e.Waived(player)


def card_to_look_at(view: View, other: Person, rng: Random) -> int | None:
    """Return which of three associations to look at; None if there is one."""
    if len(view.associations) == 1:
        return None
    seen = view.notes.sides.get(other, {})
    return 1 + rng.choice([number for number in range(3) if number not in seen] or [0])


def gift(view: View, rng: Random) -> e.Gave:
    """To whom an item over the limit goes: to friends, to those who hold little."""

    def score(other: Person) -> float:
        # Who has no room would have to give it away at once.
        full = view.state.hands[other] >= view.state.limit
        return view.feeling(other) - 0.2 * view.state.hands[other] + rng.random() - (9 if full else 0)

    return e.Gave(view.who, max(_others(view), key=lambda other: (score(other), other)))


#: After so many turns for every player a game is ended: whoever may claims, however it ends.
_ENDLESS = 40
#: How often a turn of somebody who would lose otherwise is a gamble.
_DARES = 0.5


def claim(view: View, rng: Random) -> e.Claimed | None:
    """Return a claim, None if it is not time for one.

    The claim is sure by all that was seen or concluded, or a gamble of a player who would lose otherwise.
    """
    state, player = view.state, view.who
    if Item.PEARL in view.hand:
        return None
    found = sum(state.victory_items(side, view.hand) for side in Association)
    if Item.CREST in view.hand and found >= ENOUGH:
        return e.Claimed(player, e.ClaimKind.CREST)
    if _is_enough(view, known_allies(view)):
        return e.Claimed(player, e.ClaimKind.OWN)
    if Variant.FORTUNE_TELLING in state.variants and enemies_with_enough(view):
        return e.Claimed(player, e.ClaimKind.ENEMY)
    if state.turns > _ENDLESS * len(state.players):
        return e.Claimed(player, e.ClaimKind.OWN)
    gambles = enemies_with_enough(view) and view.victory_items(view.hand) and rng.random() < _DARES
    return e.Claimed(player, e.ClaimKind.OWN) if gambles else None


def known_allies(view: View) -> tuple[Person, ...]:
    """Return players of the own side who are known to have victory items.

    Those with the most come first, as many as are needed.
    """
    having = {
        player: view.known_items(player)
        for player in view.state.players
        if player is not view.who and view.feeling(player) > 0
    }
    allies: list[Person] = []
    missing = ENOUGH - view.victory_items(view.hand)
    for player in sorted(having, key=lambda player: (-having[player], player)):
        if missing > 0 and having[player]:
            allies.append(player)
            missing -= having[player]
    return tuple(allies)


def _is_enough(view: View, allies: tuple[Person, ...]) -> bool:
    own = view.victory_items(view.hand)
    found = own + sum(map(view.known_items, allies))
    return own > 0 and (found >= ENOUGH or (found == ENOUGH - 1 and has_odd_players(view.state) and _is_smaller(view)))


def _is_smaller(view: View) -> bool:
    """Return True if the own side is known to be the smaller one of an odd number (K4)."""
    others = [player for player in view.state.players if view.side_of(player) is view.side.other]
    return len(others) * 2 > len(view.state.players)


def enemies_with_enough(view: View) -> tuple[Person, ...]:
    """Return players of the other side who are known to have three of its victory items.

    Returns nobody if they have fewer.
    """
    having = {
        player: view.known_items(player)
        for player in view.state.players
        if player is not view.who and view.feeling(player) < 0
    }
    named = tuple(player for player in view.state.players if having.get(player))
    return named if sum(having.values()) >= ENOUGH else ()


def named(view: View, rng: Random) -> e.Named:
    """Return whose items are needed; a risk names those of whom it is hoped."""
    state, claimed = view.state, view.state.claim
    assert claimed is not None
    if claimed.kind is e.ClaimKind.ENEMY:
        return e.Named(view.who, enemies_with_enough(view))
    allies = known_allies(view)
    found = view.victory_items(view.hand) + sum(map(view.known_items, allies))
    hoped = [
        player
        for player in state.players
        if player is not view.who and player not in allies and view.feeling(player) >= 0
    ]
    rng.shuffle(hoped)
    hoped.sort(key=lambda player: -view.feeling(player))
    more = hoped[: max(0, ENOUGH - found)] if not _is_enough(view, allies) else []
    return e.Named(view.who, tuple(player for player in state.from_player(view.who) if player in (*allies, *more)))


def _fight(view: View) -> Fight:
    assert view.state.fight is not None
    return view.state.fight


def _fight_balance(view: View) -> float:
    """For the attacker above 0, for the defender below."""
    fight = _fight(view)
    if view.who in (fight.attacker, fight.defender):
        return 2.0 if view.who is fight.attacker else -2.0
    return view.feeling(fight.attacker) - view.feeling(fight.defender)


def support(view: View, rng: Random) -> e.Supported:
    """For friends, against those of the other side; of strangers now and then one."""
    leaning = _fight_balance(view) + rng.uniform(-0.7, 0.7)
    side = e.Support.SWORD if leaning > 0.4 else e.Support.SHIELD if leaning < -0.4 else e.Support.NONE
    return e.Supported(view.who, side)


def choose_reaction(view: View, rng: Random) -> e.GameEvent | None:
    """A Priest before support, a Doctor after a fight, a Duelist at once."""
    fight, phase, player = _fight(view), view.state.phase, view.who
    event: e.GameEvent | None = None
    if phase is Phase.SUPPORT and can_use(view, Profession.PRIEST) and player is not fight.attacker:
        wants = 0.7 if player is fight.defender else 0.35 if _fight_balance(view) <= 0 else 0.0
        event = e.PriestUsed(player) if not fight.support and rng.random() < wants else None
    elif phase is Phase.RESULT and can_use(view, Profession.DOCTOR):
        ended = fight.winner_and_loser
        wants = 0.8 if ended and player is ended[1] else 0.5 if ended and view.feeling(ended[0]) < 0 else 0.05
        event = e.DoctorUsed(player) if rng.random() < wants else None
    elif phase is Phase.SUPPORT and can_use(view, Profession.DUELIST) and player in (fight.attacker, fight.defender):
        behind = fight.total(Half.ATTACK) < fight.total(Half.DEFENCE)
        loses = behind if player is fight.attacker else not behind
        event = e.Used(player, Profession.DUELIST) if loses and len(fight.support) > 1 and rng.random() < 0.5 else None
    return event if event and not RULES.problems(view.state, event) else None


def uses(view: View, rng: Random) -> e.GameEvent | None:
    """Return what a player does in the free part of a fight.

    It is what turns the fight, nothing if it is won or lost anyhow.
    """
    possible = [event for event in _possible(view) if not RULES.problems(view.state, event)]
    fight = _fight(view)
    lead = fight.total(Half.ATTACK) - fight.total(Half.DEFENCE)
    leaning = _fight_balance(view)
    behind = lead <= 0 if leaning > 0 else lead >= 0
    if not possible or leaning == 0 or not behind or abs(lead) > 2 or rng.random() > 0.75:
        return None
    return possible[0]


def _possible(view: View) -> Iterator[e.GameEvent]:
    fight, player = _fight(view), view.who
    if can_use(view, Profession.HYPNOTIST) and player is fight.attacker:
        yield e.Hypnotised(player, _hypnosis_target(fight))
    for card in FIGHT_CARDS:
        if not has_role(fight, player, card):
            continue
        if isinstance(card, Item):
            if card in view.hand:
                yield e.Used(player, card)
        elif can_use(view, card):
            winner = None
            if card is Profession.POISON_MIXER:
                winner = e.Fighter.ATTACKER if _fight_balance(view) > 0 else e.Fighter.DEFENDER
            yield e.Used(player, card, winner)


def _hypnosis_target(fight: Fight) -> Person:
    """Somebody who supports the defender, else the defender."""
    shields = [player for player, side in fight.support.items() if side is e.Support.SHIELD]
    return shields[0] if shields else fight.defender


def reward(view: View, rng: Random) -> e.GameEvent:
    """Return what the winner does: looks at a side that is not known, else takes an item."""
    ended = _fight(view).winner_and_loser
    if ended is None:
        return e.Drew(view.who)
    loser = ended[1]
    if view.side_of(loser) is None and rng.random() < 0.7:
        return e.Looked(view.who, card_to_look_at(view, loser, rng))
    return e.Searched(view.who, took=True)


PlayerRngs = Callable[[Person], Random]


def player_rngs(seed: int, number: int) -> PlayerRngs:
    """The chance of each player at the `number`-th event."""
    return lambda player: Random(f"{seed} {number} {player}")


def choose(hidden: Cards, state: State, chances: PlayerRngs) -> e.GameEvent:
    """The next event where everybody is a bot."""
    event = choose_for_bots(hidden, state, chances, state.players)
    assert event is not None, "bots always do something"
    return event


def choose_for_bots(hidden: Cards, state: State, chances: PlayerRngs, bots: Collection[Person]) -> e.GameEvent | None:
    """Return the next event of the bots among the players.

    None if the people among them must do something.
    """

    def view(person: Person) -> View:
        return view_of(hidden, state, person)

    if state.phase in (Phase.SUPPORT, Phase.POWERS, Phase.RESULT):
        return _choose_in_fight(state, view, chances, bots)
    asked = [acting_player for acting_player in acting_players(state) if acting_player in bots]
    if state.phase in (Phase.CLAIM, Phase.ALLIES, Phase.REVEAL):
        asked = [player for player in state.players_to_show() if player in bots]
        return shown(hidden, state, asked[0]) if asked else None
    if not asked:
        return None
    actor = asked[0]
    match state.phase:
        case Phase.TURN:
            return action(view(actor), chances(actor))
        case Phase.OFFER:
            return e.Accepted(actor) if accepts(view(actor), chances(actor)) else e.Refused(actor)
        case Phase.DEMAND:
            return demand_answer(hidden, state)
        case Phase.ANNOUNCE:
            return e.Announced(actor, announces(view(actor), chances(actor)))
        case Phase.EFFECT:
            return effect(view(actor), chances(actor))
        case Phase.LIMIT:
            return gift(view(actor), chances(actor))
        case Phase.NAMING:
            return named(view(actor), chances(actor))
    raise ValueError(f"nothing is to be chosen in the phase {state.phase}")


def demand_answer(hidden: Cards, state: State) -> e.GameEvent:
    """Return what the hidden cards answer to a demand: what is there must be handed over (K11)."""
    trade = state.trade
    assert trade is not None
    assert trade.demanded is not None
    has_it = any(item in hidden.hands[trade.passive] for item in answers(trade.demanded, state.pile))
    return e.Handed(trade.passive) if has_it else e.Denied(trade.passive)


def _choose_in_fight(
    state: State, view: Callable[[Person], View], chances: PlayerRngs, bots: Collection[Person]
) -> e.GameEvent | None:
    acting = [player for player in state.players if player in bots]
    spoken = (choose_reaction(view(player), chances(player)) for player in acting)
    first = next((event for event in spoken if event is not None), None)
    if first is not None:
        return first
    if state.phase is Phase.POWERS:
        wishes = (uses(view(player), chances(player)) for player in acting)
        wish = next((event for event in wishes if event is not None), None)
        # While people may still want to use something the count is theirs to tell.
        return wish or (e.Counted() if len(acting) == len(state.players) else None)
    actor = next(iter(acting_players(state)), None)
    if actor is None or actor not in bots:
        return None
    return support(view(actor), chances(actor)) if state.phase is Phase.SUPPORT else reward(view(actor), chances(actor))


def shown(hidden: Cards, state: State, person: Person) -> e.Shown:
    """Return what the next player lays open in a claim.

    The cards are as they are, an open profession as it was told (K26).
    """
    items = tuple(sorted(hidden.hands[person])) if state.phase is not Phase.REVEAL else None
    held = state.professions.get(person) or hidden.professions[person]
    profession = held if state.phase is Phase.CLAIM else None
    side = tuple(sorted(hidden.sides[person], key=lambda one: str(one) == "brotherhood"))
    return e.Shown(person, side, profession, items)
