"""Why? The rulings in words, each under its number."""

import re
from collections.abc import Mapping, Sequence

from companion.games.coach_ride.language import later, say
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.session import Session

RULINGS: Mapping[str, str] = {
    "K1": later("Order in a fight: Priest, support, Hypnotist, cards, count, Doctor, reward."),
    "K2": later("After a Duelist nobody supports any more; what supporters have used does not count."),
    "K3": later("Each card is used once in a fight. The Poison Ring only breaks a tie."),
    "K4": later("One Drink of Power replaces one victory item, only for the smaller side of an odd number."),
    "K5": later("With an empty pile a bag counts as its key or goblet; before that it counts nothing."),
    "K6": later("More victory items than needed do no harm; a named ally without one does."),
    "K7": later("Whoever holds the Black Pearl cannot claim; in an ally's hand it does no harm."),
    "K8": later("Crest of the Lodge: three keys or goblets, mixed as they come, in one's own hand."),
    "K9": later("After the verdict all lay their associations open."),
    "K10": later("Over the limit: first the player whose turn it is, then clockwise, item by item."),
    "K11": later("The demanded item is handed over for another one, or the hand is shown to the Diplomat."),
    "K12": later("The Clairvoyant acts before the action of one's own turn."),
    "K13": later("Whoever is hypnotised is neutral and uses nothing until the turn ends."),
    "K14": later("Declared support is final."),
    "K15": later("A tie is nobody's victory."),
    "K16": later("Nobody is ever without an item: a last one is only exchanged."),
    "K17": later("The giver may waive what an item does."),
    "K18": later("First one item is named and acts, then the other."),
    "K19": later("After Coat and Tome the professions lie face down and are fresh."),
    "K20": later("Sextant: all choose before any item moves; left is clockwise."),
    "K21": later("The Priest stops an attack; an attacker with two items or more gives one."),
    "K22": later("The Poison Mixer neither attacks nor defends, and says who has won."),
    "K23": later("The Doctor undoes a fight, a Poison Mixer's too, before the reward."),
    "K24": later("What is given for a last item is not the one just taken."),
    "K25": later("What was used or read out was seen; since then it can only have gone as items went."),
    "K26": later("An open profession is the only one of its owner, and nobody else can have it."),
    "section 1": later("Each card says what it does, and for whom."),
    "section 2": later("The number of players says how many cards there are, and how many a hand may hold."),
    "section 3": later("One action in a turn: pass, trade, attack or claim; then it passes to the left."),
    "section 5": later("A claim needs three victory items of the side, shown by the claimant and the named allies."),
    "section 6": later("Variants are agreed on before the game."),
    "section 7": later("What is told must fit what has happened before."),
}
_NUMBER = re.compile(r"K\d+|section \d+")
_SECTION = re.compile(r"section (\d+)")


def numbers_in(text: str) -> tuple[str, ...]:
    """The rulings that a text names."""
    return tuple(number for number in _NUMBER.findall(text) if number in RULINGS)


def told_number(text: str) -> str:
    """A text with numbers of rulings, in the players' language."""
    return _SECTION.sub(lambda found: say("section {n}", n=found[1]), text)


class RulingStep(ListStep):
    """The rulings that something rests on; all of them from the menu."""

    name = "rulings"

    def __init__(self, session: Session, named: str = "") -> None:
        super().__init__(session)
        self.numbers = numbers_in(named) or tuple(RULINGS)

    def title(self) -> str:
        """The page's title."""
        return say("Why?")

    def rows(self) -> Sequence[Row]:
        """Number and sentence."""
        return tuple(Row(say(RULINGS[number]), value=told_number(number)) for number in self.numbers)

    def keys(self) -> Keys:
        """Back is all."""
        return Keys(back=say("Back"))
