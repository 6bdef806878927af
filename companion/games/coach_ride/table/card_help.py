"""What each card does, in one sentence (section 1)."""

from collections.abc import Mapping, Sequence

from companion.games.coach_ride.language import later, say
from companion.games.coach_ride.words import card_name
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.running import state_of
from engine.coach_ride.cards import Card, Item, Profession
from engine.coach_ride.state import State

_EFFECTS: Mapping[Card, str] = {
    Item.KEY: later("Victory item of the Order."),
    Item.GOBLET: later("Victory item of the Brotherhood."),
    Item.BAG_KEY: later("Given away in a trade: the giver may draw an item (K5)."),
    Item.BAG_GOBLET: later("Given away in a trade: the giver may draw an item (K5)."),
    Item.PEARL: later("Must be accepted; whoever holds it cannot claim (K7)."),
    Item.DAGGER: later("Attacker: 1 more."),
    Item.GLOVES: later("Defender: 1 more."),
    Item.RING: later("Attacker or defender: wins a tie (K3)."),
    Item.KNIVES: later("Supporting the attacker: 1 more for the attacker."),
    Item.WHIP: later("Supporting the defender: 1 more for the defender."),
    Item.PRIVILEGE: later("Given away in a trade: the giver may look at all items of the other."),
    Item.MONOCLE: later("Given away in a trade: the giver may look at the other's association."),
    Item.MIRROR: later("Must be accepted; in its trade neither item is named or acts."),
    Item.SEXTANT: later("Given away in a trade: the giver may have all pass an item left or right (K20)."),
    Item.COAT: later("Given away in a trade: the giver may take another profession (K19)."),
    Item.TOME: later("Given away in a trade: the giver may swap professions with the other (K19)."),
    Item.CREST: later("With three keys or goblets in one's own hand: win alone (K8)."),
    Profession.THUG: later("Always, as attacker: 1 more."),
    Profession.GRANDMASTER: later("Always, as defender: 1 more."),
    Profession.BODYGUARD: later("Always, supporting: 1 more for that side."),
    Profession.HYPNOTIST: later("Always, as attacker after support: one other player takes no part (K13)."),
    Profession.DUELIST: later("Once, as attacker or defender: nobody supports, and 1 more (K2)."),
    Profession.POISON_MIXER: later("Once, in a fight of two others: names the winner (K22)."),
    Profession.DOCTOR: later("Once, right after a fight: nothing comes of it (K23)."),
    Profession.PRIEST: later("Once, before support: stops the attack and is paid (K21)."),
    Profession.DIPLOMAT: later("Once, in one's own turn: demands an item of somebody (K11)."),
    Profession.CLAIRVOYANT: later("Once, in one's own turn: looks through the item pile, puts two on top (K12)."),
}


def card_effect(card: Card) -> str:
    """What the card does, a sentence."""
    return say(_EFFECTS[card])


class CardsStep(ListStep):
    """All cards of this game."""

    name = "cards"

    def title(self) -> str:
        """The page's title."""
        return say("The cards")

    def rows(self) -> Sequence[Row]:
        """Items, then professions."""
        cards: tuple[Card, ...] = (*state_of(self.session, State).items, *Profession)
        return tuple(Row(card_name(card), str(card), detail=card_effect(card), sign=card) for card in cards)

    def keys(self) -> Keys:
        """Draw goes down the list."""
        return Keys(draw=say("Next"), back=say("Back"))
