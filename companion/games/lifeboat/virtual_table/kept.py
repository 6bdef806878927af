"""What is hidden in a game at the virtual table, as its file keeps it: how the cards were dealt, and the picks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.cards.secret_game import Kept
from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.choosing import dealer
from companion.games.lifeboat.virtual_table.dealing import Dealer, Hidden, dealt, navigation_cards
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, provisions
from engine.lifeboat.game import RULES

FORMAT = "lifeboat/virtual"


@dataclass
class LifeboatKept(Kept[Hidden, Character]):
    """It carries the cards on from event to event."""

    _dealer: Dealer = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._dealer = dealer(self.seed, self.deal)

    def hidden(self, events: Sequence[e.GameEvent]) -> Hidden:
        """The hidden cards after these events."""
        return self._dealer.hidden(events, self.picks)


def new_deal(started: e.GameStarted, seed: int) -> LifeboatKept:
    """The cards shuffled and dealt."""
    return LifeboatKept(seed, dealt(started, Random(seed)))


# --- the file ---


def kept_to_json(kept: LifeboatKept) -> dict[str, Any]:
    """As data that `json.dumps` writes."""
    deal = kept.deal
    return {
        "started": RULES.event_to_json(kept.events[0]),
        "seed": kept.seed,
        "hands": {str(who): list(map(str, hand)) for who, hand in deal.hands.items()},
        "love": {str(who): str(other) for who, other in deal.love.items()},
        "hate": {str(who): str(other) for who, other in deal.hate.items()},
        "bow": list(map(str, deal.bow)),
        "removed": list(map(str, deal.removed)),
        "navigation": [card.id for card in deal.deck],
        "picks": {str(number): list(picked) for number, picked in kept.picks.items()},
        "coming": {name: list(picked) for name, picked in kept.coming.items()},
        "bots": sorted(map(str, kept.bots)),
        "events": len(kept.events),
    }


def kept_from_json(data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> LifeboatKept:
    """What a file has kept of the game with these events. Raises UserError for what cannot be of that game."""
    started = events[0]
    assert isinstance(started, e.GameStarted)
    try:
        if data["started"] != RULES.event_to_json(started):
            raise UserError("it belongs to another game")
        cards = {str(card.id): card for card in navigation_cards(started)}
        deal = Hidden(
            {Character(who): tuple(map(Provision, hand)) for who, hand in data["hands"].items()},
            {Character(who): Character(other) for who, other in data["love"].items()},
            {Character(who): Character(other) for who, other in data["hate"].items()},
            tuple(map(Provision, data["bow"])),
            (),
            tuple(cards[card] for card in data["navigation"]),
            removed=tuple(map(Provision, data["removed"])),
        )
        kept = LifeboatKept(
            int(data["seed"]),
            deal,
            {int(number): tuple(map(str, picked)) for number, picked in data["picks"].items()},
            {str(name): tuple(map(str, picked)) for name, picked in data["coming"].items()},
            set(map(Character, data["bots"])),
            tuple(events[: int(data["events"])]),
        )
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        # Not what stands there: it may be a card of somebody's hand.
        raise UserError(f"it is damaged ({type(error).__name__})") from None
    _check(deal, started)
    return kept


def _check(deal: Hidden, started: e.GameStarted) -> None:
    """Raises UserError if these are not all cards of the game."""
    people = sorted(started.players)
    named = (deal.hands, deal.love, deal.hate, *(dict.fromkeys(of.values()) for of in (deal.love, deal.hate)))
    if any(sorted(of) != people for of in named):
        raise UserError("it is damaged: it is about other characters than the game")
    there = [*deal.bow, *deal.removed, *(card for hand in deal.hands.values() for card in hand)]
    of_the_game = {kind: number for kind, number in provisions(started.variants).items() if number}
    if {kind: there.count(kind) for kind in there} != of_the_game:
        raise UserError("it is damaged: some provisions are missing or too many")
    if sorted(str(card.id) for card in deal.deck) != sorted(str(card.id) for card in navigation_cards(started)):
        raise UserError("it is damaged: some navigation cards are missing or too many")
