"""What each player may see of the hidden cards now, and nobody else: what is shown to them or gone through."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.cards.things import BACK
from companion.games.coach_ride.language import say
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF
from companion.games.coach_ride.virtual_table.dealing import Hidden
from companion.games.coach_ride.words import first_name
from companion.virtual_table.secret_hands import HeldCard, HeldCards
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.effects import effect_now
from engine.coach_ride.state import Phase, State

#: What a look at somebody is called among the picks: their items, or the association with this number.
ITEMS, SIDE = "look-items", "look-side"
#: With these a turn's action begins.
_ACTIONS = (e.Passed, e.Offered, e.DiplomatUsed, e.Attacked, e.Claimed)


def picture_of(card: Item | Profession | Association, number: int = 0) -> str:
    """A tag of such a card, to be shown only."""
    tags = [tag for tag, of in (*ITEM_OF.items(), *PROFESSION_OF.items(), *ASSOCIATION_OF.items()) if of == card]
    return tags[number % len(tags)]


@dataclass(frozen=True)
class Looking:
    """What is hidden, and where the game stands. `looked`: what whoever may look at somebody's cards wants to see."""

    hidden: Hidden
    state: State
    events: Sequence[e.GameEvent]
    looked: str = ""
    taken: str = ""

    def groups(self, who: Person) -> Iterator[HeldCards]:
        """What this one sees besides the own cards."""
        last = self.events[-1]
        match last:
            case e.ClairvoyantUsed(by=by) if by is who and self.state.turn is who:
                cards = [
                    HeldCard(
                        f"top {item} {number}", picture_of(item, number), chosen=number >= len(self.hidden.pile) - 2
                    )
                    for number, item in enumerate(self.hidden.pile)
                ]
                yield HeldCards(say("The item pile: choose the two on top"), tuple(cards))
        denied = self._denied(who)
        if denied is not None:
            yield self._shown(denied, self.hidden.notes[who].items.get(denied, ()))
        yield from self._in_trade(who)
        yield from self._at(who)

    def _denied(self, who: Person) -> Person | None:
        """Who has shown this Diplomat a hand, until the turn after that is over: bots do not wait."""
        turns = 0
        for demand, answer in zip(reversed(self.events[:-1]), reversed(self.events[1:]), strict=True):
            if isinstance(demand, e.DiplomatUsed) and demand.by is who and isinstance(answer, e.Denied):
                return answer.by
            turns += isinstance(answer, _ACTIONS)
            if turns > 1:
                break
        return None

    def _in_trade(self, who: Person) -> Iterator[HeldCards]:
        """The item that is offered; later the one that was got."""
        trade = self.state.trade
        if trade is None or who not in (trade.active, trade.passive):
            return
        if self.state.phase is Phase.OFFER and trade.passive is who and self.hidden.offered:
            offered = HeldCard("offered", picture_of(self.hidden.offered), idle=True)
            yield HeldCards(say("This is offered to you"), (offered,))
        elif self.hidden.traded is not None and self.state.phase is Phase.ANNOUNCE:
            got = self.hidden.traded[trade.active is who]
            yield HeldCards(say("You got this"), (HeldCard("got", picture_of(got), idle=True),))

    def _at(self, who: Person) -> Iterator[HeldCards]:
        """A look at somebody's cards by an item or a won fight."""
        effect, fight = effect_now(self.state), self.state.fight
        if self.state.phase is Phase.EFFECT and effect and effect.by is who:
            if effect.item is Item.PRIVILEGE:
                yield self._shown(effect.on, self.hidden.hands[effect.on])
            elif effect.item is Item.MONOCLE:
                yield self._sides(effect.on)
            elif effect.item is Item.COAT:
                pile = [
                    HeldCard(f"profession {one}", picture_of(one), chosen=str(one) == self.taken)
                    for one in sorted(self.hidden.profession_pile)
                ]
                yield HeldCards(say("The profession pile: choose the one that you take"), tuple(pile))
        ended = fight.winner_and_loser if fight else None
        if self.state.phase is not Phase.RESULT or ended is None or ended[0] is not who:
            return
        loser = ended[1]
        if self.looked == ITEMS:
            yield self._shown(loser, self.hidden.hands[loser], take=True)
        elif self.looked.startswith(SIDE):
            yield self._sides(loser, self.hidden.professions[loser])
        else:
            yield self._sides(loser, items=True)

    def _sides(self, on: Person, profession: Profession | None = None, *, items: bool = False) -> HeldCards:
        """Associations face down, the chosen one face up; with `items` all items can be chosen instead."""
        cards = []
        for number, side in enumerate(self.hidden.sides[on], start=1):
            key = f"{SIDE}-{number}"
            up = self.looked == key
            cards.append(HeldCard(key, picture_of(side) if up else _back(ASSOCIATION_OF), idle=bool(self.looked)))
        if profession is not None:
            cards.append(HeldCard("profession", picture_of(profession), idle=True))
        if items:
            cards.append(HeldCard(ITEMS, _back(ITEM_OF)))
        return HeldCards(say("{name}'s cards: choose what you look at", name=first_name(on)), tuple(cards))

    def _shown(self, on: Person, items: Sequence[Item], *, take: bool = False) -> HeldCards:
        cards = tuple(
            HeldCard(
                f"take {item} {number}",
                picture_of(item, number),
                chosen=take and str(item) == self.taken,
                idle=not take,
            )
            for number, item in enumerate(sorted(items))
        )
        title = say("{name}'s items: choose the one that you take", name=first_name(on))
        return HeldCards(title if take else say("{name}'s items", name=first_name(on)), cards)


def _back(tags: Iterable[str]) -> str:
    """The back of such a card: it tells nothing."""
    return f"{next(iter(tags))}/{BACK}"
