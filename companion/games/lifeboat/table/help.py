"""What now? The rules of each step in a few sentences, with their numbers."""

from collections.abc import Sequence

from companion.games.lifeboat.language import say
from engine.lifeboat.components import Variant
from engine.lifeboat.state import State, Step


def tell_help(state: State) -> Sequence[str]:
    """The rules of what happens now."""
    return (*_step(state), say("Hand cards may be laid open at any time; they stay open (L24)."))


def _step(state: State) -> Sequence[str]:
    match state.step:
        case Step.TAKE:
            return (
                say("From the bow to the stern everyone conscious keeps one provision and passes the rest (L7)."),
                say("Nobody trades in the supply phase (L7)."),
            )
        case Step.ACT:
            rowing = (
                say("Rowing draws one card, one more an oar (V1).")
                if state.plays(Variant.SHORT_ROW)
                else say("Rowing draws two cards, one more an oar (L11).")
            )
            return (
                say("One action each, in the morning's order: row, seat, card, special action or nothing (L8, L10)."),
                rowing,
                say("Hand cards may be traded or given in the action phase, but not in a fight (L9)."),
            )
        case Step.ANSWER:
            return (
                say("Agree, or refuse and fight (L12)."),
                say("The unconscious and the dead cannot refuse (L6)."),
            )
        case Step.OBJECTION:
            return (say("Any other conscious character may object; then they fight (V4)."),)
        case Step.FIGHT:
            return (
                say("Sizes and open weapons add up; a tie is the defender's (L16)."),
                say("Anyone conscious may join; nobody leaves again (L15)."),
                say("Every loser takes a wound, all who fought a token (L16)."),
            )
        case Step.CHOOSE:
            added = (say("The deck's top card always comes to the row stack first (V1)."),)
            return (
                say("The conscious character nearest the stern chooses one card of the row stack (L17)."),
                *(added if state.plays(Variant.SHORT_ROW) else ()),
                say("With the fourth bird the game ends at once (L18)."),
            )
        case Step.OVERBOARD:
            return (
                say("The conscious take a wound and lose their open cards, but for a life preserver (L19)."),
                say("The unconscious without a preserver and the dead do not come back (L20)."),
            )
        case Step.THIRST:
            return (
                say("A water, own or given, against one thirst, or a wound (L21)."),
                say("The unconscious can only be given water (L6)."),
            )
    return (
        say("Survival: own character alive. Treasure: in the boat, alive or dead (L25)."),
        say("Love: the loved one alive. Hate: the hated one dead or out (L25)."),
    )
