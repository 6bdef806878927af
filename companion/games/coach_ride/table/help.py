"""What now? The rules of each phase in a few sentences, with their numbers."""

from collections.abc import Sequence

from companion.games.coach_ride.language import say
from engine.coach_ride.cards import Variant
from engine.coach_ride.events import ClaimKind
from engine.coach_ride.state import Phase, State


def tell_help(state: State) -> Sequence[str]:
    """The rules of what happens now."""
    match state.phase:
        case Phase.TURN:
            return (
                say("Exactly one of these: pass, trade, attack or claim (section 3)."),
                say("Clairvoyant and Diplomat are used in one's own turn (K11, K12)."),
            )
        case Phase.OFFER:
            return (
                say("Whoever accepts keeps the item and gives another one back, face down."),
                say("Black Pearl and Broken Mirror must be accepted; a bag is not traded for the other (K5)."),
            )
        case Phase.DEMAND:
            return (
                say("The demanded item is handed over for another one; that is a trade (K11)."),
                say("Whoever does not have it shows the hand to the Diplomat alone (K11)."),
            )
        case Phase.ANNOUNCE:
            if Variant.SMUGGLING in state.variants:
                return (say("Smuggling: the giver says whether the item given away acts (section 6)."),)
            return (
                say("The passive player names a trade item just received, then the active one (K18)."),
                say("Other items change hands in silence (section 3)."),
            )
        case Phase.EFFECT:
            return (say("The giver may carry it out, or waive it (K17)."),)
        case Phase.LIMIT:
            return (
                say("Whoever holds more than the limit gives items away at once, to whom they like (section 3)."),
                say("First the player whose turn it is, then clockwise (K10)."),
            )
        case Phase.SUPPORT:
            return (
                say("From the attacker's left all others lay a sword or a shield, or keep the card (section 3)."),
                say("Before the first of them a Priest may stop the attack (K21)."),
            )
        case Phase.POWERS:
            return (
                say("In any order: items are laid open in front, professions turned open (section 3)."),
                say("A Hypnotist acts before any card is used (K1)."),
            )
        case Phase.RESULT:
            return (
                say("The winner looks at association and profession, or at all items and may take one (section 3)."),
                say("A last item is taken only in exchange (K16). After a tie the attacker draws an item."),
            )
    return _claim(state)


def _claim(state: State) -> Sequence[str]:
    wrong = say("Anything wrong: the whole other side wins (section 5).")
    kind = state.claim.kind if state.claim is not None else ClaimKind.OWN
    if kind is ClaimKind.CREST:
        return (
            say("Three keys, goblets or bags that count, and the Crest of the Lodge, in one's own hand (K8)."),
            wrong,
        )
    if kind is ClaimKind.ENEMY:
        return (
            say("Those who are named show three victory items of the other side; no Drink of Power helps (section 6)."),
            wrong,
        )
    return (
        say("Three victory items of the side, shown by the claimant and the named allies, are enough (section 5)."),
        say("With an odd number the smaller side may use one Drink of Power (K4)."),
        wrong,
    )
