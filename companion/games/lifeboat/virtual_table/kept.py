"""What is hidden in a game at the virtual table, as its file keeps it: how the cards were dealt, and the picks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.box.errors import UserError
from companion.games.lifeboat.virtual_table.choosing import dealer
from companion.games.lifeboat.virtual_table.dealing import Hidden, dealt, navigation_cards
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, provisions
from engine.lifeboat.game import RULES

FORMAT = "lifeboat/virtual"


@dataclass
class Kept:
    """The hidden side of a game.

    `picks` are those of events that have happened, by the event's number after the first; `coming` those of events that
    have not, by the event's name. `bots`: for whom a bot plays. `events`: as far as the picks are sorted in.
    """

    seed: int
    deal: Hidden
    picks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    coming: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bots: set[Character] = field(default_factory=set)
    events: tuple[e.GameEvent, ...] = ()

    def follow(self, events: Sequence[e.GameEvent]) -> bool:
        """Sorts the picks into what has happened meanwhile, or drops those that were taken back; whether it changed."""
        events = tuple(events)
        if events == self.events:
            return False
        same = 0
        while same < min(len(events), len(self.events)) and events[same] == self.events[same]:
            same += 1
        # The first event has no number.
        self.picks = {number: picked for number, picked in self.picks.items() if number < same - 1}
        for number in range(max(0, same - 1), len(events) - 1):
            name = type(events[number + 1]).__name__.lower()
            if name in self.coming:
                self.picks[number] = self.coming.pop(name)
        self.events = events
        return True

    def hidden(self, events: Sequence[e.GameEvent]) -> Hidden:
        """The hidden cards after these events."""
        return dealer(self.seed).hidden(events, self.deal, self.picks)


def new_deal(started: e.GameStarted, seed: int) -> Kept:
    """The cards shuffled and dealt."""
    return Kept(seed, dealt(started, Random(seed)))


# --- the file ---


def kept_to_json(kept: Kept) -> dict[str, Any]:
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


def kept_from_json(data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> Kept:
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
        kept = Kept(
            int(data["seed"]),
            deal,
            {int(number): tuple(map(str, picked)) for number, picked in data["picks"].items()},
            {str(name): tuple(map(str, picked)) for name, picked in data["coming"].items()},
            set(map(Character, data["bots"])),
            tuple(events[: int(data["events"])]),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UserError(f"it is damaged ({type(error).__name__}: {error})") from None
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
