"""Sentences for the reasons of a hint."""

from collections.abc import Mapping
from typing import Any

from companion.device.sentences import capitalised
from companion.games.lifeboat import reasons as r
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.words import character_name
from engine.lifeboat.components import WEAPONS, Provision
from engine.lifeboat.state import Condition

#: The use of provisions without points of their own.
_USES: Mapping[Provision, str] = {
    Provision.WATER: later("A water quenches one thirst."),
    Provision.MEDKIT: later("A medical kit takes one wound off."),
    Provision.CHUM: later("Chum gives all who fall in one more wound."),
    Provision.PRESERVER: later("A life preserver spares the wound of the water."),
    Provision.COMPASS: later("A compass adds a card to choose from."),
    Provision.PARASOL: later("A parasol takes away one thirst a day."),
    Provision.CANNIBALISM: later("It feeds all others aboard, once somebody is dead."),
}
_THIRSTS: Mapping[Condition, str] = {
    Condition.CONSCIOUS: later("That saves a wound: {player}."),
    Condition.UNCONSCIOUS: later("Without water one more passes out: {player}."),
    Condition.DEAD: later("Without water one more dies: {player}."),
}


def describe_lifeboat_reason(reason: Any) -> str:
    """Describe a reason in a sentence; empty for one that every game has."""
    return _describe_action(reason) or _describe_fight(reason) or _describe_navigation(reason) or _describe_own(reason)


def _describe_action(reason: Any) -> str:
    match reason:
        case r.Rows(draws=draws, navigator=True):
            return say_count(
                "It draws {n} card, and the day's card is yours to choose as all sit now.",
                "It draws {n} cards, and the day's card is yours to choose as all sit now.",
                draws,
            )
        case r.Rows(draws=draws):
            return say_count(
                "It draws {n} card that may come before the navigator.",
                "It draws {n} cards that may come before the navigator.",
                draws,
            )
        case r.NoRowingToken():
            return say("Who has not rowed is not made thirsty by oars.")
        case r.GetsSeat(navigator=True):
            return say("From there the day's card is yours to choose, as all sit now.")
        case r.GetsSeat(before=before, after=after) if after < before:
            return say_count("{n} seat nearer to the bow.", "{n} seats nearer to the bow.", before - after)
        case r.GetsSeat(before=before, after=after):
            return say_count("{n} seat nearer to the stern.", "{n} seats nearer to the stern.", after - before)
        case r.CannotRefuse(of=of):
            return capitalised(say("{player} cannot refuse.", player=character_name(of)))
        case r.GetsStrength(before=before, after=after):
            return say("Strength with it: {after} instead of {before}.", before=before, after=after)
        case r.HoldsCards(of=of, cards=cards):
            return capitalised(say("{player} holds hand cards: {n}.", player=character_name(of), n=cards))
        case r.Heals(who=who, wakes=True):
            return capitalised(say("{player} is conscious again then.", player=character_name(who)))
        case r.Heals(who=who, before=before, after=after):
            values = {"player": character_name(who), "before": before, "after": after}
            return say("Wounds then: {after} instead of {before}, {player}.", **values)
        case r.Shades():
            return say("An opened parasol takes away one thirst a day.")
        case r.Flares(turned=turned, missing=missing):
            return say("Birds that are missing: {missing}; cards that are turned: {n}.", missing=missing, n=turned)
        case r.Feeds(healed=healed):
            return say_count("{n} of the others loses a wound.", "{n} of the others lose a wound.", healed)
        case r.RowsBetter(before=before, after=after):
            return say("Rowing then draws {after} cards, not {before}.", before=before, after=after)
        case r.AddsChoice():
            return say("As navigator you may choose the deck's top card, too.")
    return ""


def _describe_fight(reason: Any) -> str:
    match reason:
        case r.FightStands(own=own, other=other):
            return say("As things lie the fight then stands at {own} against {other}.", own=own, other=other)
        case r.RefusedFight(own=own, other=other):
            return say("If it is refused, the fight begins at {own} against {other}.", own=own, other=other)
        case r.AvoidsLostFight(own=own, other=other):
            return say("A fight would be lost as things lie: {own} against {other}.", own=own, other=other)
        case r.AvoidsFight():
            return say("Without a fight nobody takes a wound.")
        case r.KeepsUntilFight():
            return say("Nothing is given away without a fight.")
        case r.StaysOut():
            return say("Who does not join takes no wound in this fight.")
    return ""


def _describe_navigation(reason: Any) -> str:
    match reason:
        case r.GuardsFromWater(who=who):
            return say("It spares the wound of the water: {player}.", player=character_name(who))
        case r.SavesWound(who=who, wounds=wounds):
            values = {"player": character_name(who)}
            return say_count("That saves {n} wound: {player}.", "That saves {n} wounds: {player}.", wounds, **values)
        case r.KeepsAboard(who=who):
            return capitalised(say("{player} would not come back without it.", player=character_name(who)))
        case r.WoundsSwimmers(swimmers=swimmers, wounds=wounds):
            return say("More wounds for each who falls in: {n}; they are {swimmers}.", n=wounds, swimmers=swimmers)
        case r.DoesNotFall():
            return say("Others fall in, not you.")
        case r.Bears(wounds=wounds, size=size, condition=Condition.CONSCIOUS):
            return say("{wounds} wounds of {size} are borne awake.", wounds=wounds, size=size)
        case r.Bears(wounds=wounds, size=size):
            return say("That makes {wounds} wounds of {size}.", wounds=wounds, size=size)
        case r.SavesThirst(who=who, condition=condition):
            return say(_THIRSTS[condition], player=character_name(who))
        case r.SurvivesThirst(who=who):
            return capitalised(say("{player} survives this thirst.", player=character_name(who)))
        case r.Lands():
            return say("With the fourth bird you land.")
        case r.Birds(after=after, needed=needed):
            return say("That makes {n} of {needed} birds.", n=after, needed=needed)
        case r.SparesSeat():
            return say("This card lets you neither fall in nor thirst by name.")
        case r.NamesOthers(falling=falling, thirsty=thirsty):
            return say("It names {falling} to fall in and {thirsty} to thirst.", falling=falling, thirsty=thirsty)
    return ""


def _describe_own(reason: Any) -> str:
    match reason:
        case r.KeepsTreasure(points=points):
            return say_count("It adds {n} point to your treasure.", "It adds {n} points to your treasure.", points)
        case r.KeepsUseful(card=card) if card in WEAPONS:
            return say_count("{n} more in fights.", "{n} more in fights.", WEAPONS[card])
        case r.KeepsUseful(card=card):
            return say(_USES[card])
        case r.KeepsRowed(kept=0):
            return say("Then the navigator has none of these cards.")
        case r.KeepsRowed(birds=birds, named=False):
            return say("It does not name you; birds on what you keep: {n}.", n=birds)
        case r.KeepsRowed(birds=birds):
            return say("Birds on what you keep: {n}.", n=birds)
        case r.HelpsLoved(who=who, points=points):
            values = {"player": character_name(who)}
            return say_count(
                "Alive, the one you love brings you {n} point: {player}.",
                "Alive, the one you love brings you {n} points: {player}.",
                points,
                **values,
            )
        case r.HarmsHated(who=who, points=points):
            values = {"player": character_name(who)}
            return say_count(
                "It goes against the one you hate, who brings {n} point when dead: {player}.",
                "It goes against the one you hate, who brings {n} points when dead: {player}.",
                points,
                **values,
            )
    return ""
