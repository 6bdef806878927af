"""Hidden side of the session's game at the virtual table, and the deal in its file."""

from collections.abc import Mapping
from typing import Any

from companion.cards.secret_game import DealtSecretGame
from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.dealing import LifeboatDealer
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, provisions
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import HiddenCards, navigation_cards
from engine.lifeboat.state import State


class LifeboatSecrets(DealtSecretGame[HiddenCards, Character, State, e.GameEvent]):
    """Hands, love, hate and decks."""

    rules = RULES
    format = "lifeboat/virtual"
    everybody = tuple(Character)
    dealer = LifeboatDealer

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
