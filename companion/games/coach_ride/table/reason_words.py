"""Sentences for the reasons of a hint."""

from typing import Any

from companion.device.sentences import capitalised
from companion.games.coach_ride import reasons as r
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.words import card_name, first_name


def describe_coach_ride_reason(reason: Any) -> str:
    """Describe a reason in a sentence; empty for one that every game has."""
    return _describe_turn(reason) or _describe_fight(reason) or _describe_own(reason)


def _describe_turn(reason: Any) -> str:
    match reason:
        case r.ShowsNothing():
            return say("Nobody sees a card of yours.")
        case r.GetsItemBack(player=player, cards=cards):
            values = {"player": first_name(player)}
            return say_count(
                "If it is accepted, you get the only item of {player} back.",
                "If it is accepted, you get one of the {n} items of {player} back.",
                cards,
                **values,
            )
        case r.SeesItems(player=player, cards=cards):
            values = {"player": first_name(player)}
            return say_count(
                "You see the only item of {player}.", "You see all {n} items of {player}.", cards, **values
            )
        case r.TakesItem(player=player, cards=cards):
            values = {"player": first_name(player)}
            return say_count(
                "You get the only item of {player}, for one of yours.",
                "You see all {n} items of {player} and take one.",
                cards,
                **values,
            )
        case r.SeesPile(cards=cards):
            return say_count("You see the only item of the pile.", "You see all {n} items of the pile.", cards)
        case r.SeesSide(player=player):
            return say("You see an association card of {player}.", player=first_name(player))
        case r.DrawsItem(before=before, after=after):
            return say("Then you hold {after} items, not {before}.", after=after, before=before)
        case r.PassesRound(players=players):
            return say("All {n} players pass an item on.", n=players)
        case r.RenewsProfession():
            return say("Your profession is fresh again, and hidden.")
        case r.AboveLimit(cards=cards, limit=limit):
            return say("You hold {n} items, and {limit} are allowed.", n=cards, limit=limit)
        case r.DemandsItem(player=player, cards=cards):
            values = {"player": first_name(player)}
            return say_count(
                "Either the item comes to you, or you see the only item of {player}.",
                "Either the item comes to you, or you see all {n} items of {player}.",
                cards,
                **values,
            )
    return ""


def _describe_fight(reason: Any) -> str:
    match reason:
        case r.FightBegins(others=others):
            return say_count(
                "The winner looks or takes; {n} other may help either side.",
                "The winner looks or takes; {n} others may help either side.",
                others,
            )
        case r.TotalsThen(own=own, other=other):
            return say("Then your side stands at {own} against {other}.", own=own, other=other)
        case r.TotalsWithout(attack=attack, defence=defence):
            return say("Without you the attack stands at {attack} against {defence}.", attack=attack, defence=defence)
        case r.DecidesFight():
            return say("That decides the fight at once.")
        case r.StopsAttack(attacker=attacker, paid=True):
            return say("That ends the attack, and {player} pays you an item.", player=first_name(attacker))
        case r.StopsAttack():
            return say("That ends the attack.")
        case r.UndoesFight():
            return say("Then nothing comes of the fight.")
    return ""


def _describe_own(reason: Any) -> str:
    match reason:
        case r.GetsVictoryItem(after=after, enough=enough):
            return say("Victory items of your side in your hand then: {n} of {enough}.", n=after, enough=enough)
        case r.KeepsVictoryItems(cards=cards):
            return say("Victory items of your side that you keep: {n}.", n=cards)
        case r.OffersNoVictoryItem(item=item):
            return capitalised(say("This is no victory item of your side: {card}.", card=card_name(item)))
        case r.ClaimBegins(cards=cards, enough=enough):
            return say("Victory items of your side in your hand: {n} of {enough}.", n=cards, enough=enough)
    return ""
