"""Hidden side of the session's game at the virtual table, and the deal in its file."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.cards.secret_game import DealtSecretGame, Kept
from companion.device.errors import UserError
from companion.games.coach_ride.virtual_table.dealing import CoachRideDealer, read_picks
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession, Variant
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import Cards
from engine.coach_ride.play import PLAY
from engine.coach_ride.sightings import HandsDealt
from engine.coach_ride.state import State

#: For these events something is given away, or chosen.
_PICKED = (e.Offered, e.Accepted, e.Handed, e.Gave, e.SextantUsed, e.Renewed, e.PriestUsed, e.Searched)
#: Under this name stands what is picked for whatever event comes next.
NEXT = "next"
#: With this begins the pick of a card that is chosen; other picks are of what is given away.
CHOSEN = "chosen "
#: Under this name stands whom the next claimant is going to name.
_CLAIMED = "claimed"


class CoachRideSecrets(DealtSecretGame[Cards, Person, State, e.GameEvent]):
    """Hands, associations, professions and piles."""

    rules = RULES
    format = "coach-ride/virtual"
    everybody = tuple(Person)
    dealer = CoachRideDealer

    def picked_for(self, kept: Kept[Cards, Person], event: e.GameEvent) -> tuple[str, ...]:
        """Return what each gives away, and what was chosen."""
        if isinstance(event, e.Claimed):
            return kept.coming.pop(_CLAIMED, ())
        if isinstance(event, e.ClairvoyantUsed):
            picks = kept.coming.pop(NEXT, ())
            if others := tuple(pick for pick in picks if not pick.startswith(CHOSEN)):
                kept.coming[NEXT] = others
            return tuple(pick for pick in picks if pick.startswith(CHOSEN))
        return kept.coming.pop(NEXT, ()) if isinstance(event, _PICKED) else ()

    @classmethod
    def pick_name(cls, event: e.GameEvent) -> str:
        """Return under which name stands what is picked for an event; empty: nothing is."""
        if isinstance(event, e.Claimed):
            return _CLAIMED
        return NEXT if isinstance(event, (*_PICKED, e.ClairvoyantUsed)) else ""

    def fits_seat(self, view: Dealt, seat: str) -> bool:
        """Return True for a view with all cards of the seat: as many items as everybody sees."""
        person, cards = Person(seat), view.cards
        sides = 3 if Variant.THREE_ADVANCED in view.state.variants else 1
        is_known = view.known is not None and {*view.known} == {person} and person in cards.professions
        return is_known and len(cards.hands[person]) == view.state.hands[person] and len(cards.sides[person]) == sides

    def fits_picks(self, whole: Dealt, event: e.GameEvent, picked: Sequence[str], seats: Collection[str]) -> bool:
        """Return True for what these seats hold or look at, and for a claimant's plan."""
        if not isinstance(event, e.By) or str(event.by) not in seats:
            return not picked
        try:
            picks, plan = read_picks(picked)
        except ValueError:
            return False
        if isinstance(event, e.Claimed):
            named = plan or ()
            return not picks.gives and not picks.chosen and {*named} <= {*whole.state.players}
        known = PLAY.view(whole, str(event.by)).cards
        seen = [*known.pile, *known.profession_pile]
        if isinstance(event, e.Searched):
            seen = [item for player, hand in known.hands.items() if player is not event.by for item in hand]
        gives = picks.gives.items()
        are_held = all(str(player) in seats and item in whole.cards.hands[player] for player, item in gives)
        return plan is None and are_held and Counter(picks.chosen) <= Counter(map(str, seen))

    def others_picks(self, picked: Sequence[str], seats: Collection[str]) -> tuple[str, ...]:
        """Return what other players give."""
        return tuple([pick for pick in picked if pick.startswith("gives ") and pick.split(" ")[1] not in seats])

    @classmethod
    def begins_act(cls, move: Move) -> bool:
        """Return True for a look at cards of which one is chosen."""
        return move.looks

    def keep_plan(self, plan: tuple[Person, ...] | None) -> None:
        """Keep whom the next claimant is going to name; None: nobody knows."""
        assert self.kept is not None
        self.kept.coming.pop(_CLAIMED, None)
        if plan is not None:
            self.kept.coming[_CLAIMED] = (" ".join(("plan", *plan)),)

    def plan(self, state: State) -> tuple[Person, ...] | None:
        """Return whom the claimant is going to name; None: they decide it later."""
        if self.kept is None or state.claim is None:
            return None
        events = self.kept.events
        number = next(n for n in range(len(events) - 1, -1, -1) if isinstance(events[n], e.Claimed)) - 1
        return read_picks(self.kept.picks.get(number, ()))[1]

    @staticmethod
    def whole_of(state: State, hidden: Cards) -> Dealt:
        """Return the whole state with these hidden cards."""
        return Dealt(state, hidden)

    @staticmethod
    def cards_of(whole: Dealt) -> Cards:
        """Return the hidden cards in a whole state."""
        return whole.cards

    @classmethod
    def deal_to_json(cls, deal: Cards) -> dict[str, Any]:
        """Return the deal as data that `json.dumps` writes."""
        return {
            "hands": {str(player): list(map(str, hand)) for player, hand in deal.hands.items()},
            "associations": {str(player): list(map(str, sides)) for player, sides in deal.sides.items()},
            "professions": {str(player): str(profession) for player, profession in deal.professions.items()},
            "pile": list(map(str, deal.pile)),
            "profession_pile": list(map(str, deal.profession_pile)),
        }

    @classmethod
    def move_to_json(cls, move: Move) -> dict[str, Any]:
        """Return the move as data that `json.dumps` writes."""
        data: dict[str, Any] = {"by": str(move.by)}
        if move.looks:
            data["looks"] = True
        if move.give is not None:
            data["give"] = str(move.give)
        if move.begins is not None:
            data["begins"] = cls.rules.event_to_json(move.begins)
        return data

    @classmethod
    def move_from_json(cls, data: Mapping[str, Any]) -> Move:
        """Return that somebody declines, looks, or picks what they give away."""
        give, begins = data.get("give"), data.get("begins")
        return Move(
            None,
            None if give is None else Item(give),
            Person(data["by"]),
            looks=data.get("looks") is True,
            begins=None if begins is None else cls.rules.event_from_json(begins),
        )

    @classmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: e.Started) -> Cards:
        """Return all cards of the game, dealt as they are. Raises UserError."""
        hands = {Person(player): tuple(map(Item, hand)) for player, hand in data["hands"].items()}
        deal = Cards(
            hands,
            {Person(player): tuple(map(Association, sides)) for player, sides in data["associations"].items()},
            {Person(player): Profession(profession) for player, profession in data["professions"].items()},
            tuple(map(Item, data["pile"])),
            tuple(map(Profession, data["profession_pile"])),
            sightings=(HandsDealt(hands),),
        )
        _check(deal, started)
        return deal

    @classmethod
    def from_json(cls, data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> Kept[Cards, Person]:
        """Return what a file has kept of the game with these events.

        The picks in the file must be picks.
        """
        kept = super().from_json(data, events)
        try:
            for picked in (*kept.picks.values(), *kept.coming.values()):
                read_picks(picked)
        except ValueError:
            raise UserError("it is damaged: what was picked is none of the cards") from None
        return kept


def _check(deal: Cards, started: e.Started) -> None:
    """Raise UserError if these are not all cards of the game, dealt as they are."""
    usual = CoachRideDealer.deal(started, 0)
    for mine, other in ((deal.hands, usual.hands), (deal.sides, usual.sides)):
        if {player: len(cards) for player, cards in mine.items()} != {
            player: len(cards) for player, cards in other.items()
        }:
            raise UserError("it is damaged: it is about other players than the game, or they have other cards")
    if sorted(deal.professions) != sorted(usual.professions):
        raise UserError("it is damaged: it is about other players than the game")
    if _items(deal) != _items(usual):
        raise UserError("it is damaged: some items are missing or too many")
    if sorted((*deal.professions.values(), *deal.profession_pile)) != sorted(Profession):
        raise UserError("it is damaged: some professions are missing or too many")


def _items(deal: Cards) -> Counter[Item]:
    return Counter((*deal.pile, *(item for hand in deal.hands.values() for item in hand)))
