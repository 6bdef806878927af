"""Sentences for the reasons of a hint."""

from typing import Any

from companion.games.betrayal import reasons as r
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.words import trait_name
from companion.table.reason_words import keep_percents, percent


def describe_house_reason(reason: Any) -> str:
    """Describe a reason in a sentence; empty for one that every game has."""
    return _describe_way(reason) or _describe_dice(reason) or _describe_cards(reason)


def _describe_way(reason: Any) -> str:
    match reason:
        case r.NewRoom(tiles=tiles, cards=cards):
            return say_count(
                "A new room: {n} tile fits; with a card: {cards}.",
                "A new room: {n} tiles fit; with a card: {cards}.",
                tiles,
                cards=cards,
            )
        case r.OpensDoors(doors=doors, fewest=fewest) if doors > fewest:
            return say(
                "Doors of the floor that stay open: {doors}, turned otherwise perhaps only {fewest}.",
                doors=doors,
                fewest=fewest,
            )
        case r.OpensDoors(doors=doors):
            return say_count("So {n} door of the floor stays open.", "So {n} doors of the floor stay open.", doors)
        case r.NearerToDoor(after=0):
            return say("Then you stand at an open door.")
        case r.NearerToDoor(before=before, after=after):
            return say("Steps to the nearest open door: {after} instead of {before}.", after=after, before=before)
        case r.NearerToEnemy(after=0):
            return say("Then an enemy stands in the same room.")
        case r.NearerToEnemy(before=before, after=after) | r.FartherFromEnemy(before=before, after=after):
            return say("Steps to the nearest enemy: {after} instead of {before}.", after=after, before=before)
        case r.NoSpacesLeft():
            return say("You have no spaces left in this turn.")
        case r.MovesNoMore():
            return say("You move no more in this turn.")
        case r.RollsFirst():
            return say("Monsters move only after this roll.")
    return ""


def _describe_dice(reason: Any) -> str:
    match reason:
        case r.FightOdds(wins=wins, loses=loses):
            text = say("Chance to win: {wins} %, to lose: {loses} %.", wins=percent(wins), loses=percent(loses))
            return keep_percents(text)
        case r.RollOdds(need=need, dice=dice, chance=chance):
            text = say_count(
                "Chance of {need} or more with {n} die: {chance} %.",
                "Chance of {need} or more with {n} dice: {chance} %.",
                dice,
                need=need,
                chance=percent(chance),
            )
            return keep_percents(text)
        case r.SharesDamage(lowest=0):
            return say("That cannot be borne any more: a trait is on the skull.")
        case r.SharesDamage(lowest=lowest):
            return say_count(
                "So the lower of both traits stays {n} place above the skull.",
                "So the lower of both traits stays {n} places above the skull.",
                lowest,
            )
    return ""


def _describe_cards(reason: Any) -> str:
    match reason:
        case r.ToCards(cards=cards):
            return say_count("{n} card lies there.", "{n} cards lie there.", cards)
        case r.StealsCard(points=points):
            return say_count(
                "You get a card instead of {n} point of damage.",
                "You get a card instead of {n} points of damage.",
                points,
            )
        case r.DoesDamage(points=points):
            return say_count("That does {n} point of damage.", "That does {n} points of damage.", points)
        case r.PicksCards(cards=cards):
            return say_count("You get {n} more card.", "You get {n} more cards.", cards)
        case r.LaysBurden(steps=steps):
            return say_count("{n} lost step of traits comes back.", "{n} lost steps of traits come back.", steps)
        case r.GainsTrait(trait=trait):
            return say("The room raises {trait} by one.", trait=trait_name(trait))
    return ""
