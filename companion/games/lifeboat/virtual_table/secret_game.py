"""Hidden side of the session's game at the virtual table, and the deal in its file."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.cards.secret_game import BegunAct, DealtSecretGame
from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.dealing import LifeboatDealer
from companion.table.session import Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, provisions
from engine.lifeboat.dealt import LOOKED, Dealt, Move, Plan, TradeOffer
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import (
    FaceDownCards,
    drawn_cards,
    navigation_cards,
    navigation_pool,
    offered_provisions,
)
from engine.lifeboat.navigation import UNKNOWN
from engine.lifeboat.offers import offers_after, standing_offers
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import State

#: By these events ends what is begun with a look at cards of the deck.
_ENDS: Mapping[Plan | None, tuple[str, ...]] = {Plan.ROW: ("rowed",), Plan.COMPASS: ("navigated",)}


class LifeboatSecrets(DealtSecretGame[FaceDownCards, Character, State, e.GameEvent]):
    """Hands, love, hate and decks."""

    rules = RULES
    format = "lifeboat/virtual"
    everybody = tuple(Character)
    dealer = LifeboatDealer

    def __init__(self, session: Session, seed: int, *, only_bots: bool = False) -> None:
        super().__init__(session, seed, only_bots=only_bots)
        #: The whole state, and what it follows from: it is asked for many times.
        self._whole: tuple[tuple[object, ...], Dealt] | None = None

    # --- bots in seats ----------------------------------------------------------------------------------------------

    def whole_state(self) -> Dealt | None:
        """Return the state with the hidden cards, and what nobody notices since the last event."""
        hidden, state = self.now, self.state
        if hidden is None or state is None or self.kept is None:
            return None
        if self.is_told:
            told: Dealt | None = self.told_state
            return told
        known = state, hidden, self.kept.unnoticed
        if self._whole is None or self._whole[0] != known:
            self._whole = known, _after(Dealt(state, hidden), self.kept.unnoticed)
        return self._whole[1]

    def keep_move(self, move: Move) -> None:
        """Keep the picks of a coming event, or a move that nobody notices."""
        if self.whole_state() is None or self.kept is None:
            return
        if move.event is None:
            if self.asks_elsewhere(move):
                return
            self.kept.unnoticed = (*self.kept.unnoticed, move)
            if self.begins_act(move):
                self.await_events(str(move.by), *_ENDS[move.plan])
        else:
            name = self.pick_name(move.event)
            self.kept.coming.pop(name, None)
            if move.picks:
                self.kept.coming[name] = move.picks
        self.keep()

    def fits_seat(self, view: Dealt, seat: str) -> bool:
        """Return True for a view with love, hate and the hand, and piles as large as everybody sees."""
        character, state, hidden = Character(seat), view.state, view.hidden
        people = [person.who for person in state.people]
        feelings = (hidden.love[character], hidden.hate[character])
        sizes = len(hidden.hands[character]), len(hidden.deck), len(hidden.row)
        expected = view.hand_size(character), state.deck, state.row
        return {*hidden.hands} == {*people} and {*feelings} <= {*people} and sizes == expected

    def fits_picks(self, whole: Dealt, event: e.GameEvent, picked: Sequence[str], seats: Collection[str]) -> bool:
        """Return True for what these seats are offered, hold, or look at."""
        if isinstance(event, e.Traded):
            return self._fits_trade(whole, event, picked, seats)
        seat = str(getattr(event, "by", None) or "")
        if seat not in seats:
            return False
        view, allowed = PLAY.view(whole, seat), list[str]()
        match event:
            case e.Took():
                allowed = [*map(str, offered_provisions(view.hidden, view.state))] if len(picked) == 1 else []
            case e.Rowed(by=by):
                allowed = [str(card.id) for card in drawn_cards(view.hidden, view.state, by) if card is not UNKNOWN]
            case e.Navigated(compass=compass):
                pool, _ = navigation_pool(view.hidden, view.state, compass=compass)
                allowed = [str(card.id) for card in pool if card is not UNKNOWN]
        return Counter(picked) <= Counter(allowed)

    @staticmethod
    def _fits_trade(whole: Dealt, event: e.Traded, picked: Sequence[str], seats: Collection[str]) -> bool:
        """Return True for hand cards of these seats, or an answer of one to what was offered to it."""
        if str(event.by) not in seats:
            seat = str(event.partner)
            answers = PLAY.moves_of(PLAY.view(whole, seat), seat) if seat in seats else ()
            return any(move.event == event and move.picks == tuple(picked) for move in answers)
        gifts = ((event.by, picked[: event.gave]), (event.partner, picked[event.gave :]))
        return len(picked) <= event.gave + event.got and all(
            not given or (str(giver) in seats and Counter(given) <= Counter(map(str, whole.hidden.hands[giver])))
            for giver, given in gifts
        )

    @classmethod
    def begins_act(cls, move: Move) -> bool:
        """Return True for a plan whose cards have been seen."""
        return move.plan in LOOKED

    def is_end(self, act: BegunAct, event: e.GameEvent) -> bool:
        """Return True for what the cards were looked at for, with the compass if it was used."""
        by_compass = any(move.plan is Plan.COMPASS for move in act.moves)
        return super().is_end(act, event) and not (by_compass and isinstance(event, e.Navigated) and not event.compass)

    def standing(self, events: tuple[e.GameEvent, ...], unnoticed: Sequence[Move]) -> Sequence[Move]:
        """Return the offers that stood after these events, and still do (L9)."""
        offers: tuple[TradeOffer, ...] = ()
        for move in unnoticed:
            offers = offers if move.offer is None else offers_after(offers, move.offer)
        game = self._session.game
        if not offers or game is None or game.events[: len(events)] != events:
            return ()
        state = self.rules.replay(events).state
        for number in range(len(events), len(game.events)):
            hidden, hidden_after = (self.hidden(game.events[:end]) for end in (number, number + 1))
            assert hidden is not None
            assert hidden_after is not None
            event = game.events[number]
            after = self.rules.follow(state, event)
            offers = standing_offers(Dealt(state, hidden, offers=offers), after, hidden_after, event)
            state = after
        return [Move(None, by=offer.by, offer=offer) for offer in offers]

    @staticmethod
    def whole_of(state: State, hidden: FaceDownCards) -> Dealt:
        """Return the whole state with these hidden cards."""
        return Dealt(state, hidden)

    @staticmethod
    def cards_of(whole: Dealt) -> FaceDownCards:
        """Return the hidden cards in a whole state."""
        return whole.hidden

    # --- the deal ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal_to_json(cls, deal: FaceDownCards) -> dict[str, Any]:
        """Return a deal or a move as data that `json.dumps` writes."""
        return {
            "hands": {str(character): list(map(str, hand)) for character, hand in deal.hands.items()},
            "love": {str(character): str(other) for character, other in deal.love.items()},
            "hate": {str(character): str(other) for character, other in deal.hate.items()},
            "bow": list(map(str, deal.bow)),
            "removed": list(map(str, deal.removed)),
            "navigation": [card.id for card in deal.deck],
            **({} if deal.taken is None else {"taken": deal.taken}),
        }

    @classmethod
    def move_to_json(cls, move: Move) -> dict[str, Any]:
        """Return a deal or a move as data that `json.dumps` writes."""
        plan = {} if move.plan is None else {"plan": str(move.plan)}
        offer = {}
        if move.offer is not None:
            offer = {"offer": [str(move.offer.by), str(move.offer.to), str(move.offer.card)]}
        return {"by": str(move.by), **plan, **offer}

    @classmethod
    def move_from_json(cls, data: Mapping[str, Any]) -> Move:
        """Return that somebody declines, begins an action, or offers a trade."""
        offer = None
        if "offer" in data:
            actor, to, card = data["offer"]
            offer = TradeOffer(Character(actor), Character(to), Provision(card))
        plan = Plan(data["plan"]) if "plan" in data else None
        return Move(None, by=Character(data["by"]), plan=plan, offer=offer)

    @classmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: e.GameStarted) -> FaceDownCards:
        """Return all cards of the game, as they were dealt. Raises UserError."""
        cards = {str(card.id): card for card in navigation_cards(started)}
        deal = FaceDownCards(
            {Character(character): tuple(map(Provision, hand)) for character, hand in data["hands"].items()},
            {Character(character): Character(other) for character, other in data["love"].items()},
            {Character(character): Character(other) for character, other in data["hate"].items()},
            tuple(map(Provision, data["bow"])),
            (),
            tuple(cards[card] for card in data["navigation"]),
            removed=tuple(map(Provision, data["removed"])),
            # Files of earlier versions do not count them.
            taken=_none_taken(data["taken"]) if "taken" in data else None,
        )
        _check(deal, started)
        return deal


def _none_taken(data: object) -> int:
    """Return how many cards chance has taken from a new deal: none. Raises ValueError."""
    if data != 0 or isinstance(data, bool):
        raise ValueError(f"taken: expected 0, found {data!r}")
    return 0


def _after(state: Dealt, unnoticed: Sequence[Move]) -> Dealt:
    for move in unnoticed:
        state = PLAY.follow(state, move)
    return state


def _check(deal: FaceDownCards, started: e.GameStarted) -> None:
    """Check that these are all cards of the game. Raises UserError."""
    people = sorted(started.players)
    named = (deal.hands, deal.love, deal.hate, *(dict.fromkeys(of.values()) for of in (deal.love, deal.hate)))
    if any(sorted(of) != people for of in named):
        raise UserError("it is damaged: it is about other characters than the game")
    dealt = [*deal.bow, *deal.removed, *(card for hand in deal.hands.values() for card in hand)]
    of_the_game = {kind: number for kind, number in provisions(started.variants).items() if number}
    if {kind: dealt.count(kind) for kind in dealt} != of_the_game:
        raise UserError("it is damaged: some provisions are missing or too many")
    if sorted(str(card.id) for card in deal.deck) != sorted(str(card.id) for card in navigation_cards(started)):
        raise UserError("it is damaged: some navigation cards are missing or too many")
