"""Hidden cards at a virtual table: hands, associations, professions and piles.

They are dealt by a seed and carried on from event to event. Where players did not pick, they give what they want least;
what was told or put right counts, whatever was dealt.
"""

from collections.abc import Mapping, Sequence
from random import Random

from companion.cards.dealing import Dealer
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import (
    Cards,
    Picks,
    answers,
    deal,
    follow_cards,
    is_bag_for_bag,
    least_wanted,
    value_of,
)
from engine.coach_ride.sightings import ProfessionSeen, Recounted
from engine.coach_ride.state import State, Trade
from engine.values import replaced


def read_picks(picked: Sequence[str]) -> tuple[Picks, tuple[Person, ...] | None]:
    """Return what was picked, and whom a claimant will name.

    The words are ``gives PERSON ITEM``, ``chosen CARD`` or ``plan PERSON ...``. Raises ValueError.
    """
    gives, chosen, plan = dict[Person, Item](), list[str](), None
    for words in (pick.split(" ") for pick in picked):
        match words:
            case ["gives", player, item]:
                gives[Person(player)] = Item(item)
            case ["chosen", card]:
                chosen.append(card)
            case ["plan", *named]:
                plan = tuple(map(Person, named))
            case _:
                raise ValueError(f"no pick: {words}")
    return Picks(gives, tuple(chosen)), plan


class CoachRideDealer(Dealer[Cards, State, e.GameEvent]):
    """Hands, associations, professions and piles."""

    rules = RULES

    @classmethod
    def deal(cls, started: e.GameEvent, seed: int) -> Cards:
        """Shuffle and deal the cards (section 2)."""
        assert isinstance(started, e.Started)
        return deal(started, RULES.begin(started), Random(seed))

    def follow(
        self,
        hidden: Cards,
        before: State,
        event: e.GameEvent,
        after: State,
        number: int,
        picked: tuple[str, ...] = (),
    ) -> Cards:
        """Return the hidden cards after one more event."""
        rng = Random(f"{self.seed} {number + 1} follow")
        picks = _complete(hidden, before, event, rng, read_picks(picked)[0])
        followed = follow_cards(hidden, before, event, picks)
        fitting = _put_right(followed, after)
        return fitting if fitting is followed and not event.overruled else _recounted(fitting, after)


def _complete(hidden: Cards, state: State, event: e.GameEvent, rng: Random, picks: Picks) -> Picks:
    """Return the picks that can be, completed by what each player likes."""
    gives = {player: item for player, item in picks.gives.items() if item in hidden.hands[player]}
    chosen = picks.chosen
    match event:
        case e.Offered(by=actor) | e.Gave(by=actor):
            gives = {actor: gives.get(actor) or least_wanted(hidden, actor, state.pile)}
        case e.Accepted() | e.Handed() if state.trade is not None:
            gives = _traded(hidden, state, state.trade, gives)
        case e.ClairvoyantUsed(by=actor):
            chosen = _pile_order(hidden, state, actor, rng, chosen)
        case e.Renewed():
            chosen = tuple([card for card in chosen if card in hidden.profession_pile])
    return Picks(gives, chosen)


def _traded(hidden: Cards, state: State, trade: Trade, gives: Mapping[Person, Item]) -> dict[Person, Item]:
    """Return the two items that change hands: what was offered or demanded, and what goes back."""
    active, passive = trade.active, trade.passive

    def back(person: Person, item: Item) -> Item:
        """Return the item that goes back for an item: the one that was picked, if it may (K5)."""
        picked = gives.get(person)
        if picked is not None and not is_bag_for_bag(picked, item, state.pile):
            return picked
        return least_wanted(hidden, person, state.pile, item)

    if trade.demanded is None:
        offered = hidden.offered or least_wanted(hidden, active, state.pile)
        return {active: offered, passive: back(passive, offered)}
    held = [item for item in answers(trade.demanded, state.pile) if item in hidden.hands[passive]]
    picked = gives.get(passive)
    handed = picked if picked in held else next(iter(held), hidden.hands[passive][0])
    return {active: back(active, handed), passive: handed}


def _pile_order(hidden: Cards, state: State, person: Person, rng: Random, chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the pile with two items on top, the rest shuffled under them (K12)."""
    side = hidden.side(person)
    liked = sorted(hidden.pile, key=lambda item: (value_of(item, side, state.pile), item))
    for card in reversed(chosen):
        if card in liked:
            liked.remove(Item(card))
            liked.append(Item(card))
    remaining, top = liked[:-2], liked[-2:]
    rng.shuffle(remaining)
    return (*remaining, *top)


def _put_right(hidden: Cards, state: State) -> Cards:
    """Put the hidden cards right: what was told counts.

    Hands hold as many items as everybody sees, and open professions are their owners'.
    """
    if any(len(hand) != state.hands[player] for player, hand in hidden.hands.items()):
        hands, pile = dict(hidden.hands), list(hidden.pile)
        for player, hand in hands.items():
            pile[:0] = hand[state.hands[player] :]
            hands[player] = hand[: state.hands[player]]
        for player, hand in hands.items():
            missing = state.hands[player] - len(hand)
            hands[player] = (*hand, *(pile.pop() for _ in range(min(missing, len(pile)))))
        hidden = replaced(hidden, hands=hands, pile=tuple(pile))
    for player, profession in state.professions.items():
        if profession is not None and hidden.professions[player] is not profession:
            hidden = _give_profession(hidden, player, profession)
    return hidden


def _give_profession(hidden: Cards, person: Person, profession: Profession) -> Cards:
    """Return the cards with a profession exchanged: a person has it, whoever had it the other."""
    mine = hidden.professions[person]
    professions = {
        player: profession if player is person else mine if held is profession else held
        for player, held in hidden.professions.items()
    }
    pile = tuple(mine if card is profession else card for card in hidden.profession_pile)
    return replaced(hidden, professions=professions, profession_pile=pile)


def _recounted(hidden: Cards, state: State) -> Cards:
    """Return cards that were made to fit what was told: only open ones are known."""
    held = (
        (player, profession)
        for player, profession in state.professions.items()
        if profession is hidden.professions[player]
    )
    opened = (ProfessionSeen(None, player, profession) for player, profession in held if profession is not None)
    return replaced(hidden, sightings=(*hidden.sightings, Recounted(hidden.hands), *opened))
