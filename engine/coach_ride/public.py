"""The public state of a game: what `companion referee` tells other programs."""

from typing import Any

from .cards import MOST_PLAYERS, ONCE, Person
from .state import Claim, Fight, Half, ShownCards, State, Trade, has_odd_players


def state_to_json(state: State) -> dict[str, Any]:
    """Return all that everybody sees and hears; the sets of K25 are not in it."""
    return {
        "phase": state.phase.word,
        "players": [_player(state, player) for player in state.players],
        "turn": state.turn.word,
        "turns": state.turns,
        "pile": state.pile,
        "profession_pile": MOST_PLAYERS - len(state.players),
        "limit": state.limit,
        "drinks": has_odd_players(state),
        "variants": [variant.word for variant in state.variants],
        "items": {item.word: number for item, number in state.items.items()},
        "trade": _trade(state.trade) if state.trade else None,
        "fight": _fight(state.fight) if state.fight else None,
        "claim": _claim(state.claim) if state.claim else None,
    }


def _player(state: State, player: Person) -> dict[str, Any]:
    profession = state.professions.get(player)
    return {
        "id": player.word,
        "hand": state.hands[player],
        "profession": profession and profession.word,
        "used_up": profession in ONCE,
    }


def _trade(trade: Trade) -> dict[str, Any]:
    effect = trade.effect
    return {
        "kind": trade.kind.word,
        "from": trade.active.word,
        "to": trade.passive.word,
        "item": trade.demanded and trade.demanded.word,
        "announced": [item and item.word for item in trade.announced],
        "effect": effect and {"item": effect.item.word, "by": effect.by.word, "on": effect.on.word},
    }


def _fight(fight: Fight) -> dict[str, Any]:
    return {
        "attacker": fight.attacker.word,
        "defender": fight.defender.word,
        "support": {player.word: support.word for player, support in fight.support.items()},
        "hypnotised": fight.hypnotised and fight.hypnotised.word,
        "used": [
            {"by": used.by.word, "card": used.card.word, "side": used.half and used.half.word} for used in fight.used
        ],
        "attack": fight.total(Half.ATTACK),
        "defence": fight.total(Half.DEFENCE),
        "winner": fight.winner and fight.winner.word,
    }


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "by": claim.by.word,
        "kind": claim.kind.word,
        "named": [player.word for player in claim.named],
        "shown": {player.word: _cards(cards) for player, cards in claim.shown.items()},
        "faults": list(claim.faults),
        "result": None if claim.right is None else "right" if claim.right else "wrong",
    }


def _cards(cards: ShownCards) -> dict[str, Any]:
    sides = [side.word for side in cards.association]
    shown: dict[str, Any] = {"association": sides if len(sides) > 1 else sides[0]}
    if cards.profession is not None:
        shown["profession"] = cards.profession.word
    if cards.items is not None:
        shown["items"] = [item.word for item in cards.items]
    return shown
