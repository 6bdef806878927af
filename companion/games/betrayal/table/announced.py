"""Words for what somebody has begun, before its dice are rolled or its tile is turned over."""

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name
from companion.games.betrayal.words import dir_name, figure_name, kind_name, trait_name
from engine.betrayal import events as e
from engine.betrayal.possible import Announced, Declined


def describe_announced(move: Announced | Declined) -> str:
    """Describe what is announced, in a few words."""
    if isinstance(move, Declined):
        return capitalised(say("{player} steals nothing.", player=figure_name(move.by)))
    match move.event:
        case e.Discovered(door=door):
            return say("Discover to the {side}", side=dir_name(door))
        case e.Attacked(on=on, with_=card, trait=trait):
            with_ = trait_name(trait) if card is None else f"{card_name(card)}, {trait_name(trait)}"
            return f"{say('Attack')}: {figure_name(on)} ({with_})"
        case e.MonstersRolled(kind=kind):
            return say("Roll movement: {kind}", kind=kind_name(kind))
        case e.Crossed():
            return say("Cross the room")
        case e.Opened():
            return say("Open the Vault")
        case e.ExitRolled():
            return say("Roll for leaving")
        case e.ElevatorRan():
            return say("Run the elevator")
        case e.Fell():
            return say("Jump down")
    return say("Lay rooms elsewhere")
