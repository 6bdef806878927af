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
    Provision.WATER: later("Water quenches one thirst."),
    Provision.MEDKIT: later("A medical kit takes one wound off."),
    Provision.CHUM: later("Chum gives all who fall in one more wound."),
    Provision.PRESERVER: later("A life preserver spares the wound of the water."),
    Provision.COMPASS: later("A compass adds a card to choose from."),
    Provision.PARASOL: later("A parasol takes away one thirst a day."),
    Provision.CANNIBALISM: later("It feeds all others aboard, once somebody is dead."),
}
_THIRSTS: Mapping[Condition, str] = {
    Condition.CONSCIOUS: later("That saves {player} a wound."),
    Condition.UNCONSCIOUS: later("Without water {player} would pass out."),
    Condition.DEAD: later("Without water {player} would die."),
}


def describe_lifeboat_reason(reason: Any) -> str:
    """Describe a reason in a sentence; empty for one that every game has."""
    return _describe_action(reason) or _describe_fight(reason) or _describe_navigation(reason) or _describe_own(reason)


def _describe_action(reason: Any) -> str:
    match reason:
        case r.Rows(draws=draws, navigator=True):
            return say_count(
                "You draw {n} card, and as all sit now the day's card is yours to choose.",
                "You draw {n} cards, and as all sit now the day's card is yours to choose.",
                draws,
            )
        case r.Rows(draws=draws):
            return say_count(
                "You draw {n} card, and what you keep comes before the navigator.",
                "You draw {n} cards, and what you keep comes before the navigator.",
                draws,
            )
        case r.NoRowingToken():
            return say("Who does not row is not made thirsty by oars.")
        case r.GetsSeat(navigator=True):
            return say("From there you choose the day's card, as all sit now.")
        case r.GetsSeat(before=before, after=after) if after < before:
            return say_count(
                "You sit {n} seat nearer to the bow.", "You sit {n} seats nearer to the bow.", before - after
            )
        case r.GetsSeat(before=before, after=after):
            return say_count(
                "You sit {n} seat nearer to the stern.", "You sit {n} seats nearer to the stern.", after - before
            )
        case r.CannotRefuse(target=target):
            return capitalised(say("{player} cannot refuse.", player=character_name(target)))
        case r.GetsStrength(before=before, after=after):
            return say("With it your strength is {after}, not {before}.", before=before, after=after)
        case r.HoldsCards(target=target, cards=cards):
            return capitalised(
                say_count(
                    "{player} holds {n} hand card.",
                    "{player} holds {n} hand cards.",
                    cards,
                    player=character_name(target),
                )
            )
        case r.Heals(character=character, wakes=True):
            return capitalised(say("{player} is conscious again then.", player=character_name(character)))
        case r.Heals(character=character, before=before, after=after):
            values = {"player": character_name(character), "before": before, "after": after}
            return capitalised(say("{player} then has {after} instead of {before} wounds.", **values))
        case r.ParasolShades():
            return say("An opened parasol takes away one thirst a day.")
        case r.Flares(turned=turned, missing=missing):
            return say_count(
                "{n} bird is missing, and {turned} cards are turned over.",
                "{n} birds are missing, and {turned} cards are turned over.",
                missing,
                turned=turned,
            )
        case r.Feeds(healed=healed):
            return say_count("{n} of the others loses a wound.", "{n} of the others lose a wound.", healed)
        case r.RowsBetter(before=before, after=after):
            return say("When you row you then draw {after} cards, not {before}.", before=before, after=after)
        case r.AddsChoice():
            return say("As navigator you may choose the deck's top card, too.")
    return ""


def _describe_fight(reason: Any) -> str:
    match reason:
        case r.FightStands(own=own, other=other):
            return say("As things lie your side then stands at {own} against {other}.", own=own, other=other)
        case r.RefusedFight(own=own, other=other):
            return say("If it is refused, you begin the fight at {own} against {other}.", own=own, other=other)
        case r.AvoidsLostFight(own=own, other=other):
            return say("As things lie you would lose the fight: {own} against {other}.", own=own, other=other)
        case r.AvoidsFight():
            return say("Without a fight nobody takes a wound.")
        case r.KeepsUntilFight():
            return say("Nothing is given away without a fight.")
        case r.StaysOut():
            return say("Who does not join takes no wound in this fight.")
    return ""


def _describe_navigation(reason: Any) -> str:
    match reason:
        case r.GuardsFromWater(character=character):
            return say("It spares {player} the wound of the water.", player=character_name(character))
        case r.SavesWound(character=character, wounds=wounds):
            values = {"player": character_name(character)}
            return say_count("That saves {player} {n} wound.", "That saves {player} {n} wounds.", wounds, **values)
        case r.KeepsAboard(character=character):
            return say("Without it {player} would not come back.", player=character_name(character))
        case r.WoundsSwimmers(swimmers=swimmers):
            return say_count("Who falls in takes one more wound.", "All {n} who fall in take one more wound.", swimmers)
        case r.DoesNotFall():
            return say("You do not fall in.")
        case r.Bears(wounds=wounds, size=size, condition=Condition.CONSCIOUS):
            return say("You stay awake, at {wounds} of {size} wounds.", wounds=wounds, size=size)
        case r.Bears(wounds=wounds, size=size):
            return say("That makes {wounds} of {size} wounds.", wounds=wounds, size=size)
        case r.SavesThirst(character=character, condition=condition):
            return say(_THIRSTS[condition], player=character_name(character))
        case r.SurvivesThirst(character=character):
            return capitalised(say("{player} survives this thirst.", player=character_name(character)))
        case r.Lands():
            return say("With the fourth bird all of you land.")
        case r.Birds(after=after, needed=needed):
            return say("That makes {n} of {needed} birds.", n=after, needed=needed)
        case r.SparesSeat():
            return say("The card neither throws you overboard nor names you as thirsty.")
        case r.NamesOthers(falling=falling, thirsty=thirsty):
            return say(
                "The card lets {falling} fall in and names {thirsty} as thirsty.", falling=falling, thirsty=thirsty
            )
    return ""


def _describe_own(reason: Any) -> str:
    match reason:
        case r.KeepsTreasure(points=points):
            return say_count("It adds {n} point to your treasure.", "It adds {n} points to your treasure.", points)
        case r.KeepsUseful(card=card) if card in WEAPONS:
            return say("It adds {n} to your strength in fights.", n=WEAPONS[card])
        case r.KeepsUseful(card=card):
            return say(_USES[card])
        case r.KeepsRowed(kept=0):
            return say("Then the navigator gets none of these cards.")
        case r.KeepsRowed(birds=birds, named=False):
            return say("What you keep does not name you; birds on it: {n}.", n=birds)
        case r.KeepsRowed(birds=birds):
            return say("Birds on what you keep: {n}.", n=birds)
        case r.HelpsLoved(character=character, points=points):
            values = {"player": character_name(character)}
            return say_count(
                "Loved and alive, {player} brings you {n} point.",
                "Loved and alive, {player} brings you {n} points.",
                points,
                **values,
            )
        case r.HarmsHated(character=character, points=points):
            values = {"player": character_name(character)}
            return say_count(
                "Hated and dead, {player} brings you {n} point.",
                "Hated and dead, {player} brings you {n} points.",
                points,
                **values,
            )
    return ""
