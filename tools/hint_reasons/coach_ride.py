"""Checks of the reasons of Coach Ride: swords, shields, hands, victory items are counted."""

from collections.abc import Iterable
from typing import Any

from companion.games.coach_ride import reasons as r
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Fight, Half, Phase, State, Winner
from tools.hint_reasons.case import Checks, Hint


def _player(hint: Hint) -> Person:
    return Person(hint.seat)


def _event(hint: Hint) -> Any:
    return hint.move.event or hint.move.begins


def _then(hint: Hint) -> State:
    state: State = RULES.follow(hint.public, _event(hint))
    return state


def _totals(fight: Fight) -> tuple[int, int]:
    """Count both sides: attack, then defence."""
    sides = []
    for support, half in ((e.Support.SWORD, Half.ATTACK), (e.Support.SHIELD, Half.DEFENCE)):
        supporters = sum(side is support for side in fight.support.values())
        cards = [used for used in fight.used if used.half is half and used.card is not Item.RING]
        sides.append(1 + supporters + len(cards))
    return sides[0], sides[1]


def _loser(fight: Fight) -> Person:
    return fight.defender if fight.winner is Winner.ATTACKER else fight.attacker


def _shows_nothing(hint: Hint, _reason: r.ShowsNothing) -> bool:
    following = _then(hint)
    return (
        following.hands == hint.public.hands
        and following.professions == hint.public.professions
        and following.trade is None
    )


def _gets_item_back(hint: Hint, reason: r.GetsItemBack) -> bool:
    return (reason.player, reason.cards) == (_event(hint).to, hint.public.hands[_event(hint).to])


def _fight_begins(hint: Hint, reason: r.FightBegins) -> bool:
    return reason.others == len(_then(hint).support_order())


def _totals_then(hint: Hint, reason: r.TotalsThen) -> bool:
    fight, person = _then(hint).fight, _player(hint)
    assert fight is not None
    attack, defence = _totals(fight)
    attacks = person is fight.attacker or fight.support.get(person) is e.Support.SWORD
    defends = person is fight.defender or fight.support.get(person) is e.Support.SHIELD
    told = reason.own, reason.other
    return (attacks and told == (attack, defence)) or (defends and told == (defence, attack))


def _totals_without(hint: Hint, reason: r.TotalsWithout) -> bool:
    fight = _then(hint).fight or hint.public.fight
    assert fight is not None
    return (reason.attack, reason.defence) == _totals(fight)


def _decides(hint: Hint, _reason: r.DecidesFight) -> bool:
    following = _then(hint)
    return following.fight is not None and following.fight.winner is not None and following.phase is Phase.RESULT


def _stops(hint: Hint, reason: r.StopsAttack) -> bool:
    following, attacker = _then(hint), hint.public.fight.attacker
    paid = hint.public.hands[attacker] - following.hands[attacker]
    return reason.attacker is attacker and paid == reason.paid and following.phase is not Phase.SUPPORT


def _undoes(hint: Hint, _reason: r.UndoesFight) -> bool:
    following = _then(hint)
    fought = hint.public.fight is not None and following.fight is None
    return fought and following.hands == hint.public.hands and following.phase is not Phase.RESULT


def _sees_items(hint: Hint, reason: r.SeesItems | r.TakesItem) -> bool:
    trade, fight = hint.public.trade, hint.public.fight
    if not (hint.move.looks or isinstance(_event(hint), e.Searched | e.Looked)):
        return False
    seen = trade.effect.on if hint.public.phase is Phase.EFFECT else _loser(fight)
    return (reason.player, reason.cards) == (seen, len(hint.state.cards.hands[seen]))


def _takes_item(hint: Hint, reason: r.TakesItem) -> bool:
    return _sees_items(hint, reason) and _event(hint).took


def _sees_pile(hint: Hint, reason: r.SeesPile) -> bool:
    return reason.cards == len(hint.state.cards.pile) and hint.public.phase is Phase.TURN


def _sees_side(hint: Hint, reason: r.SeesSide) -> bool:
    if hint.public.phase is Phase.EFFECT:
        effect = hint.public.trade.effect
        return effect.item is Item.MONOCLE and reason.player is effect.on
    return reason.player is _loser(hint.public.fight)


def _draws_item(hint: Hint, reason: r.DrawsItem) -> bool:
    following = _then(hint).hands[_player(hint)]
    return (reason.before, reason.after) == (hint.public.hands[_player(hint)], following)


def _passes_round(hint: Hint, reason: r.PassesRound) -> bool:
    return reason.players == len(hint.public.players)


def _renews(hint: Hint, _reason: r.RenewsProfession) -> bool:
    return _player(hint) not in _then(hint).professions


def _above_limit(hint: Hint, reason: r.AboveLimit) -> bool:
    limits = {3: 8, 4: 6}
    limit = limits.get(len(hint.public.players), 5)
    return (reason.cards, reason.limit) == (hint.public.hands[_player(hint)], limit) and reason.cards > limit


def _demands(hint: Hint, reason: r.DemandsItem) -> bool:
    target = _event(hint).to
    return (reason.player, reason.cards) == (target, len(hint.state.cards.hands[target]))


# --- for the player alone ---


def _victory_items(hint: Hint, items: Iterable[Item]) -> int:
    """Count keys or goblets of the own side; its bag counts once the pile is empty."""
    sides = hint.state.cards.sides[_player(hint)]
    order = sides.count(Association.ORDER) * 2 > len(sides)
    wanted, bag = (Item.KEY, Item.BAG_KEY) if order else (Item.GOBLET, Item.BAG_GOBLET)
    return sum(item is wanted or (item is bag and hint.public.pile == 0) for item in items)


def _hand_after(hint: Hint) -> list[Item]:
    hand, move = list(hint.state.cards.hands[_player(hint)]), hint.move
    hand.append(hint.state.cards.offered if isinstance(move.event, e.Accepted) else Item(move.chosen[0]))
    if move.give is not None:
        hand.remove(move.give)
    return hand


def _gets_victory_item(hint: Hint, reason: r.GetsVictoryItem) -> bool:
    before = _victory_items(hint, hint.state.cards.hands[_player(hint)])
    after = _victory_items(hint, _hand_after(hint))
    return (reason.before, reason.after, reason.enough) == (before, after, 3) and after > before


def _keeps_victory_items(hint: Hint, reason: r.KeepsVictoryItems) -> bool:
    hand = list(hint.state.cards.hands[_player(hint)])
    before = _victory_items(hint, hand)
    hand.remove(hint.move.give)
    return reason.cards == before == _victory_items(hint, hand) > 0


def _offers_none(hint: Hint, reason: r.OffersNoVictoryItem) -> bool:
    return reason.item is hint.state.cards.offered and not _victory_items(hint, [reason.item])


def _claim_begins(hint: Hint, reason: r.ClaimBegins) -> bool:
    return (reason.cards, reason.enough) == (_victory_items(hint, hint.state.cards.hands[_player(hint)]), 3)


CHECKS: Checks = {
    r.ShowsNothing: _shows_nothing,
    r.GetsItemBack: _gets_item_back,
    r.FightBegins: _fight_begins,
    r.TotalsThen: _totals_then,
    r.TotalsWithout: _totals_without,
    r.DecidesFight: _decides,
    r.StopsAttack: _stops,
    r.UndoesFight: _undoes,
    r.SeesItems: _sees_items,
    r.TakesItem: _takes_item,
    r.SeesPile: _sees_pile,
    r.SeesSide: _sees_side,
    r.DrawsItem: _draws_item,
    r.PassesRound: _passes_round,
    r.RenewsProfession: _renews,
    r.AboveLimit: _above_limit,
    r.DemandsItem: _demands,
    r.GetsVictoryItem: _gets_victory_item,
    r.KeepsVictoryItems: _keeps_victory_items,
    r.OffersNoVictoryItem: _offers_none,
    r.ClaimBegins: _claim_begins,
}
