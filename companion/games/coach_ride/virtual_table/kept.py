"""What is hidden in a game at the virtual table, as its file keeps it: how the cards were dealt, and the picks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.cards.secret_game import Kept
from companion.device.errors import UserError
from companion.games.coach_ride.virtual_table.dealing import Dealer, Hidden, Picked, dealt
from companion.games.coach_ride.virtual_table.views import Notes
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.game import RULES

FORMAT = "coach-ride/virtual"
#: For these events something is given away, or chosen.
_PICKED = (e.Offered, e.Accepted, e.Handed, e.Gave, e.SextantUsed, e.Renewed, e.PriestUsed, e.Searched)
#: Under this name stands what is picked for whatever event comes next.
NEXT = "next"


@dataclass
class CoachRideKept(Kept[Hidden, Person]):
    """What is picked holds for the next event for which something is picked."""

    #: Carries the cards on from event to event.
    _dealer: Dealer = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._dealer = Dealer(self.seed, self.deal)

    def picked(self, event: e.GameEvent) -> tuple[str, ...]:
        """What each gives away, and what was chosen."""
        return self.coming.pop(NEXT, ()) if isinstance(event, _PICKED) else ()

    def hidden(self, events: Sequence[e.GameEvent]) -> Hidden:
        """The hidden cards after these events."""
        return self._dealer.hidden(events, self.picks)


def new_deal(started: e.Started, seed: int) -> CoachRideKept:
    """The cards shuffled and dealt."""
    return CoachRideKept(seed, dealt(started, Random(seed)))


def kept_to_json(kept: CoachRideKept) -> dict[str, Any]:
    """As data that `json.dumps` writes."""
    deal = kept.deal
    return {
        "started": RULES.event_to_json(kept.events[0]),
        "seed": kept.seed,
        "hands": {str(who): list(map(str, hand)) for who, hand in deal.hands.items()},
        "associations": {str(who): list(map(str, sides)) for who, sides in deal.sides.items()},
        "professions": {str(who): str(profession) for who, profession in deal.professions.items()},
        "pile": list(map(str, deal.pile)),
        "profession_pile": list(map(str, deal.profession_pile)),
        "picks": {str(number): list(picked) for number, picked in kept.picks.items()},
        "coming": {name: list(picked) for name, picked in kept.coming.items()},
        "bots": sorted(map(str, kept.bots)),
        "events": len(kept.events),
    }


def kept_from_json(data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> CoachRideKept:
    """What a file has kept of the game with these events. Raises UserError for what cannot be of that game."""
    started = events[0]
    assert isinstance(started, e.Started)
    try:
        if data["started"] != RULES.event_to_json(started):
            raise UserError("it belongs to another game")
        hands = {Person(who): tuple(map(Item, hand)) for who, hand in data["hands"].items()}
        deal = Hidden(
            hands,
            {Person(who): tuple(map(Association, sides)) for who, sides in data["associations"].items()},
            {Person(who): Profession(one) for who, one in data["professions"].items()},
            tuple(map(Item, data["pile"])),
            tuple(map(Profession, data["profession_pile"])),
            dict.fromkeys(hands, Notes()),
        )
        kept = CoachRideKept(
            int(data["seed"]),
            deal,
            {int(number): tuple(map(str, picked)) for number, picked in data["picks"].items()},
            {str(name): tuple(map(str, picked)) for name, picked in data["coming"].items()},
            set(map(Person, data["bots"])),
            tuple(events[: int(data["events"])]),
        )
        for picked in (*kept.picks.values(), *kept.coming.values()):
            Picked.read(picked)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        # Not what stands there: it may be a card of somebody's hand.
        raise UserError(f"it is damaged ({type(error).__name__})") from None
    _check(deal, started)
    return kept


def _check(deal: Hidden, started: e.Started) -> None:
    """Raises UserError if these are not all cards of the game, dealt as they are."""
    usual = dealt(started, Random(0))
    for one, other in ((deal.hands, usual.hands), (deal.sides, usual.sides)):
        if {who: len(cards) for who, cards in one.items()} != {who: len(cards) for who, cards in other.items()}:
            raise UserError("it is damaged: it is about other players than the game, or they have other cards")
    if sorted(deal.professions) != sorted(usual.professions):
        raise UserError("it is damaged: it is about other players than the game")
    if _items(deal) != _items(usual):
        raise UserError("it is damaged: some items are missing or too many")
    if sorted((*deal.professions.values(), *deal.profession_pile)) != sorted(Profession):
        raise UserError("it is damaged: some professions are missing or too many")


def _items(deal: Hidden) -> Counter[Item]:
    return Counter((*deal.pile, *(item for hand in deal.hands.values() for item in hand)))
