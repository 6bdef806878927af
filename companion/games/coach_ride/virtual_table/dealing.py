"""Hidden cards at a virtual table: hands, associations, professions and piles.

They are dealt and carried on from event to event, and so is what each player was lawfully shown (`Notes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.cards.dealing import Dealer
from companion.games.coach_ride.virtual_table.bots import choose_gift, choose_offer, choose_return
from companion.games.coach_ride.virtual_table.sightings import recounted, with_sightings
from companion.games.coach_ride.virtual_table.views import HiddenCards, Notes, view_of
from engine.coach_ride import events as e
from engine.coach_ride.cards import (
    BAG_OF,
    Item,
    Person,
    Profession,
    is_single,
)
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import deal
from engine.coach_ride.state import State
from engine.coach_ride.trades import BAGS


@dataclass(frozen=True)
class PickedCards:
    """Cards that people picked for one event.

    `gives` is what each gives away; `chosen` are cards that a player chose. `plan`: whom a claimant will name.
    """

    gives: Mapping[Person, Item]
    chosen: tuple[str, ...]
    plan: tuple[Person, ...] | None = None

    @classmethod
    def read(cls, picked: Sequence[str]) -> "PickedCards":
        """``gives PERSON ITEM``, ``chosen CARD`` or ``plan PERSON ...``. Raises ValueError."""
        gives, chosen, plan = dict[Person, Item](), list[str](), None
        for words in (one.split(" ") for one in picked):
            match words:
                case ["gives", who, item]:
                    gives[Person(who)] = Item(item)
                case ["chosen", card]:
                    chosen.append(card)
                case ["plan", *named]:
                    plan = tuple(map(Person, named))
                case _:
                    raise ValueError(f"no pick: {words}")
        return cls(gives, tuple(chosen), plan)

    def given(self, hidden: HiddenCards, by: Person) -> Item | None:
        """Return what this player gives away, if it was chosen and is there."""
        item = self.gives.get(by)
        return item if item in hidden.hands[by] else None


class CoachRideDealer(Dealer[HiddenCards, State, e.GameEvent]):
    """Hands, associations, professions and piles."""

    rules = RULES

    @classmethod
    def deal(cls, started: e.GameEvent, seed: int) -> HiddenCards:
        """The cards shuffled and dealt (section 2)."""
        assert isinstance(started, e.Started)
        cards = deal(started, RULES.begin(started), Random(seed))
        notes = dict.fromkeys(started.players, Notes())
        return HiddenCards(
            cards.hands,
            cards.sides,
            cards.professions,
            cards.pile,
            cards.profession_pile,
            notes,
            sightings=cards.sightings,
        )

    def follow(
        self,
        hidden: HiddenCards,
        before: State,
        event: e.GameEvent,
        after: State,
        number: int,
        picked: tuple[str, ...] = (),
    ) -> HiddenCards:
        """The hidden cards after one more event."""
        rng = Random(f"{self.seed} {number + 1} follow")
        followed = _followed(hidden, before, event, rng, PickedCards.read(picked))
        seen = with_sightings(hidden, before, event, followed)
        fitting = _put_right(seen, after)
        return fitting if fitting is seen and not event.overruled else recounted(fitting, after)


def _followed(
    hidden: HiddenCards, before: State, event: e.GameEvent, chance: Random, picked: PickedCards
) -> HiddenCards:
    match event:
        case e.Offered(by=by):
            offered = picked.given(hidden, by) or choose_offer(view_of(hidden, before, by), chance)
            return replace(hidden, offered=offered, traded=None)
        case e.DiplomatUsed():
            return replace(hidden, offered=None, traded=None)
        case e.Accepted() | e.Handed():
            return _exchanged(hidden, before, chance, picked)
        case e.Refused() | e.Denied():
            return _note_refused(hidden, before, event)
        case e.Announced(item=item) if item is not None and is_single(item):
            return _read_out(hidden, before, item)
        case e.Gave(by=by, to=to):
            return hidden.moved(by, to, picked.given(hidden, by) or choose_gift(view_of(hidden, before, by)))
        case e.SextantUsed(direction=direction):
            return _passed_round(hidden, before, direction, picked)
        case e.ClairvoyantUsed(by=by):
            return _search_pile(hidden, before, by, chance, picked)
        case e.Renewed(by=by):
            return _renewed(hidden, by, chance, picked)
        case e.Swapped(by=by):
            return _swapped(hidden, before, by)
        case _:
            return _apply_fight_event(hidden, before, event, picked)


def _exchanged(hidden: HiddenCards, before: State, chance: Random, picked: PickedCards) -> HiddenCards:
    """Two items change hands: what was offered or demanded, and what goes back."""
    trade = before.trade
    assert trade is not None
    active, passive = trade.active, trade.passive
    named = False
    if trade.demanded is None:
        given = hidden.offered or chance.choice(hidden.hands[active])
        back = _returned_item(hidden, before, passive, given, picked)
    else:
        answers = (trade.demanded, *(bag for bag in BAGS if str(bag) == f"bag-{trade.demanded}"))
        held = [item for item in answers if item in hidden.hands[passive]]
        chosen = picked.given(hidden, passive)
        back = chosen if chosen in held else next(iter(held), hidden.hands[passive][0])
        given = _returned_item(hidden, before, active, back, picked)
        # With an empty pile a bag may have answered (K11).
        named = back is trade.demanded and (before.pile > 0 or trade.demanded not in BAG_OF)
    moved = hidden.moved(active, passive, given).moved(passive, active, back, named=named)
    return replace(moved, offered=None, traded=(given, back))


def _returned_item(hidden: HiddenCards, before: State, by: Person, item: Item, picked: PickedCards) -> Item:
    """Return the item that goes back for an item: the one that was picked, if it may (K5)."""
    chosen = picked.given(hidden, by)
    if chosen is not None and not (before.pile and {chosen, item} == set(BAGS)):
        return chosen
    return choose_return(view_of(hidden, before, by), item) or hidden.hands[by][0]


def _read_out(hidden: HiddenCards, before: State, item: Item) -> HiddenCards:
    """Everybody hears where an item went."""
    pair = before.announcer()
    assert pair is not None
    giver, receiver = pair
    for other in hidden.notes.keys() - {giver, receiver}:
        hidden = hidden.noted(other, lambda notes: notes.note_announced_item(giver))
    return hidden.note_for_all(lambda notes: notes.moved(item, receiver))


def _note_refused(hidden: HiddenCards, before: State, event: e.GameEvent) -> HiddenCards:
    """A refused item was seen by the other; a hand that was shown for a demand by the Diplomat."""
    trade = before.trade
    assert trade is not None
    if isinstance(event, e.Denied):
        shown = hidden.hands[trade.passive]
        return hidden.noted(trade.active, lambda notes: notes.note_hand(trade.passive, shown))
    offered = hidden.offered
    if offered is not None and is_single(offered):
        hidden = hidden.noted(trade.passive, lambda notes: notes.moved(offered, trade.active))
    elif offered is not None and offered not in hidden.notes[trade.passive].items.get(trade.active, ()):
        hidden = hidden.noted(trade.passive, lambda notes: notes.gave(offered, trade.active))
    return replace(hidden, offered=None)


def _apply_fight_event(hidden: HiddenCards, before: State, event: e.GameEvent, picked: PickedCards) -> HiddenCards:
    """Apply a fight's event: cards that are used are seen by all; rewards are taken."""
    fight = before.fight
    match event:
        case e.Drew(by=by):
            return replace(
                hidden, hands={**hidden.hands, by: (*hidden.hands[by], hidden.pile[-1])}, pile=hidden.pile[:-1]
            )
        case e.Used(by=by, card=Item() as item):
            return hidden.note_for_all(lambda notes: notes.moved(item, by))
        case e.PriestUsed(by=by) if fight and before.hands[fight.attacker] > 1 and by is not fight.attacker:
            pay = picked.given(hidden, fight.attacker) or choose_gift(view_of(hidden, before, fight.attacker))
            return hidden.moved(fight.attacker, by, pay)
        case e.Looked(by=by, card=card):
            return _note_look(hidden, before, by, card)
        case e.Searched(by=by, took=took) if fight and fight.winner_and_loser:
            loser = fight.winner_and_loser[1]
            shown = hidden.hands[loser]
            hidden = hidden.noted(by, lambda notes: notes.note_hand(loser, shown))
            return _take_best_item(hidden, before, by, loser, picked) if took else hidden
    return hidden


def _note_look(hidden: HiddenCards, before: State, by: Person, card: int | None) -> HiddenCards:
    """Privilege, Monocle, or the winner's look."""
    effect = before.trade.effect if before.trade else None
    if effect and effect.item is Item.PRIVILEGE:
        shown = hidden.hands[effect.on]
        return hidden.noted(by, lambda notes: notes.note_hand(effect.on, shown))
    ended = before.fight.winner_and_loser if before.fight else None
    on = effect.on if effect else ended[1] if ended else None
    if on is None:
        return hidden
    number = (card or 1) - 1
    return hidden.noted(by, lambda notes: notes.note_side(on, number, hidden.sides[on][number]))


def _take_best_item(hidden: HiddenCards, before: State, by: Person, loser: Person, picked: PickedCards) -> HiddenCards:
    """Take the best item; a last one in exchange for one of the winner's.

    That is not the one just taken (K24).
    """
    view = view_of(hidden, before, by)
    chosen = [item for item in hidden.hands[loser] if str(item) in picked.chosen]
    best = max(chosen or hidden.hands[loser], key=lambda item: (view.worth(item), item))
    taken = hidden.moved(loser, by, best, taken=True)
    if len(hidden.hands[loser]) > 1:
        return taken
    back = picked.given(hidden, by) or choose_gift(view)
    return taken.moved(by, loser, back)


def _passed_round(hidden: HiddenCards, before: State, direction: e.Direction, picked: PickedCards) -> HiddenCards:
    """All choose before any item moves (K20)."""
    chosen = {who: picked.given(hidden, who) or choose_gift(view_of(hidden, before, who)) for who in before.players}
    for who in before.players:
        left = before.left_of(who)
        by, to = (who, left) if direction is e.Direction.LEFT else (left, who)
        hidden = hidden.moved(by, to, chosen[by])
    return hidden


def _search_pile(hidden: HiddenCards, before: State, by: Person, chance: Random, picked: PickedCards) -> HiddenCards:
    """Two items on top, the rest shuffled under them (K12)."""
    view = view_of(hidden, before, by)
    liked = sorted(hidden.pile, key=lambda item: (view.worth(item), item))
    for card in reversed(picked.chosen):
        if card in liked:
            liked.remove(Item(card))
            liked.append(Item(card))
    rest, top = liked[:-2], liked[-2:]
    chance.shuffle(rest)
    return replace(hidden, pile=(*rest, *top))


def _renewed(hidden: HiddenCards, by: Person, chance: Random, picked: PickedCards) -> HiddenCards:
    """Another profession of the pile (K19)."""
    if not hidden.profession_pile:
        return hidden
    pile = list(hidden.profession_pile)
    place = chance.randrange(len(pile))
    if picked.chosen and picked.chosen[0] in pile:
        place = pile.index(Profession(picked.chosen[0]))
    mine, pile[place] = pile[place], hidden.professions[by]
    return replace(hidden, professions={**hidden.professions, by: mine}, profession_pile=tuple(pile))


def _swapped(hidden: HiddenCards, before: State, by: Person) -> HiddenCards:
    """Two exchange their professions (K19)."""
    effect = before.trade.effect if before.trade else None
    if effect is None:
        return hidden
    mine, theirs = hidden.professions[by], hidden.professions[effect.on]
    return replace(hidden, professions={**hidden.professions, by: theirs, effect.on: mine})


def _put_right(hidden: HiddenCards, state: State) -> HiddenCards:
    """Put the hidden cards right: what was told counts.

    Hands hold as many items as everybody sees, and open professions are their owners'.
    """
    if any(len(hand) != state.hands[who] for who, hand in hidden.hands.items()):
        hands, pile = dict(hidden.hands), list(hidden.pile)
        for who, hand in hands.items():
            pile[:0] = hand[state.hands[who] :]
            hands[who] = hand[: state.hands[who]]
        for who, hand in hands.items():
            missing = state.hands[who] - len(hand)
            hands[who] = (*hand, *(pile.pop() for _ in range(min(missing, len(pile)))))
        hidden = replace(hidden, hands=hands, pile=tuple(pile))
    for who, profession in state.professions.items():
        if profession is not None and hidden.professions[who] is not profession:
            hidden = _give_profession(hidden, who, profession)
    return hidden


def _give_profession(hidden: HiddenCards, who: Person, profession: Profession) -> HiddenCards:
    """This one has this profession; whoever had it has the other one."""
    mine = hidden.professions[who]
    professions = {
        one: profession if one is who else mine if held is profession else held
        for one, held in hidden.professions.items()
    }
    pile = tuple(mine if one is profession else one for one in hidden.profession_pile)
    return replace(hidden, professions=professions, profession_pile=pile)
