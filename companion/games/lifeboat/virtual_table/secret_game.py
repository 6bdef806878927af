"""Hidden side of the session's game at the virtual table, and the deal in its file."""

from collections.abc import Mapping
from typing import Any

from companion.cards.secret_game import DealtSecretGame
from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.dealing import LifeboatDealer
from companion.table.session import Session
from engine.game import Game
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, provisions
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import HiddenCards, navigation_cards
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import State


class LifeboatSecrets(DealtSecretGame[HiddenCards, Character, State, e.GameEvent]):
    """Hands, love, hate and decks."""

    rules = RULES
    format = "lifeboat/virtual"
    everybody = tuple(Character)
    dealer = LifeboatDealer

    def __init__(self, session: Session, seed: int) -> None:
        super().__init__(session, seed)
        #: The game in which somebody has declined or begun something, and that state; any event ends it.
        self._unnoticed: tuple[Game[Any, Any], Dealt] | None = None

    # --- bots in seats ----------------------------------------------------------------------------------------------

    def whole_state(self) -> Dealt | None:
        """Return the state with the hidden cards, and what nobody notices since the last event."""
        hidden, state = self.now, self.state
        if hidden is None or state is None:
            return None
        if self._unnoticed is not None and self._unnoticed[0] is self._session.game:
            return self._unnoticed[1]
        return Dealt(state, hidden)

    def keep_move(self, move: Move) -> None:
        """Keep the picks of a coming event, or the state after a move that nobody notices."""
        whole, game = self.whole_state(), self._session.game
        if whole is None or game is None or self.kept is None:
            return
        if move.event is None:
            self._unnoticed = game, PLAY.follow(whole, move)
            return
        name = type(move.event).__name__.lower()
        self.kept.coming.pop(name, None)
        if move.picks:
            self.kept.coming[name] = move.picks
        self.keep()

    def left_to_chance(self) -> Dealt | None:
        """Return the whole state where nobody who may act is left; None: people decide what ends."""
        whole = self.whole_state()
        if whole is None or PLAY.actors(whole):
            return None
        return whole if self._session.seating.seats.bots or whole.declined else None

    # --- the deal ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal_to_json(cls, deal: HiddenCards) -> dict[str, Any]:
        """As data that `json.dumps` writes."""
        return {
            "hands": {str(who): list(map(str, hand)) for who, hand in deal.hands.items()},
            "love": {str(who): str(other) for who, other in deal.love.items()},
            "hate": {str(who): str(other) for who, other in deal.hate.items()},
            "bow": list(map(str, deal.bow)),
            "removed": list(map(str, deal.removed)),
            "navigation": [card.id for card in deal.deck],
        }

    @classmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: e.GameStarted) -> HiddenCards:
        """All cards of the game, as they were dealt. Raises UserError."""
        cards = {str(card.id): card for card in navigation_cards(started)}
        deal = HiddenCards(
            {Character(who): tuple(map(Provision, hand)) for who, hand in data["hands"].items()},
            {Character(who): Character(other) for who, other in data["love"].items()},
            {Character(who): Character(other) for who, other in data["hate"].items()},
            tuple(map(Provision, data["bow"])),
            (),
            tuple(cards[card] for card in data["navigation"]),
            removed=tuple(map(Provision, data["removed"])),
        )
        _check(deal, started)
        return deal


def _check(deal: HiddenCards, started: e.GameStarted) -> None:
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
