"""Pages beside the game: one player, what each card does, the rulings, and the game's end."""

import re
from collections.abc import Mapping, Sequence

from companion.device.sentences import join_items, name_rules, together
from companion.games.coach_ride.claim_words import condition_rows
from companion.games.coach_ride.language import later, say, say_count
from companion.games.coach_ride.ring import over_pattern
from companion.games.coach_ride.state_words import describe_side_wins, describe_winners
from companion.games.coach_ride.words import (
    card_name,
    describe_claim,
    describe_fault,
    first_name,
    person_name,
    side_name,
)
from companion.screen.pages import Keys, Row, Tone
from companion.table.game_over import GameOverStep
from companion.table.lists import ListStep
from companion.table.running_game import state_of
from companion.table.session import Session
from engine.coach_ride.cards import ONCE, Card, Item, Person, Profession
from engine.coach_ride.events import ClaimKind
from engine.coach_ride.state import State
from hardware.ring.patterns import Pattern


class CoachRideOverStep(GameOverStep[State]):
    """Step after the game: who has won, and the cards that were shown.

    Draw changes to the conditions of the claim.
    """

    moment = "claim"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert self.state.result is not None
        self.winners = tuple(map(Person, self.state.result.winners))
        claim = self.state.claim
        assert claim is not None
        alone = claim.kind is ClaimKind.CREST and claim.right
        #: The side that has won; None: by a right Crest one has won alone.
        self.side = None if alone else claim.shown[self.winners[0]].side
        self.why = False

    def draw(self) -> None:
        """Show why, or the cards again."""
        self.why = not self.why

    def pattern(self) -> Pattern:
        """Return all twinkle, the winners' seats brighter."""
        return over_pattern(self.state)

    def title(self) -> str:
        """Return a side, whose players are ticked on the page; by a right Crest one alone (K8)."""
        return describe_side_wins(self.side) if self.side else describe_winners(tuple(map(str, self.winners)))

    def text(self) -> str:
        """Claim and its judgement."""
        claim = self.state.claim
        assert claim is not None
        verdict = say("The claim is right.") if claim.right else say("The claim is wrong.")
        return together(describe_claim(claim.kind, claim.by), verdict)

    def sign(self) -> object | None:
        """Return the side, or the one who has won alone."""
        return self.side or self.winners[0]

    def draw_does(self) -> str:
        """The label of Draw: it changes between the cards and why."""
        return say("All cards") if self.why else say("Why?")

    def rows(self) -> tuple[Row, ...]:
        """Return cards that lay open; or the conditions of the claim, and its faults."""
        claim = self.state.claim
        assert claim is not None
        if not self.why:
            return self._cards()
        return (*condition_rows(self.state), *(Row(describe_fault(fault), tone=Tone.BAD) for fault in claim.faults))

    def _cards(self) -> tuple[Row, ...]:
        claim = self.state.claim
        assert claim is not None
        rows = []
        for player in self.state.players:
            cards = claim.shown.get(player)
            won = player in self.winners
            side = side_name(cards.side) if cards else say("not shown")
            items = join_items(card_name(item) for item in (cards.items if cards else None) or ())
            rows.append(
                Row(first_name(player), value=side, detail=items, tone=Tone.GOOD if won else Tone.PLAIN, sign=player)
            )
        return tuple(rows)


class SeatStep(ListStep):
    """Step for one player: items in the hand, the open profession."""

    name = "seat"

    def __init__(self, session: Session, person: Person) -> None:
        super().__init__(session)
        self.who = person

    def title(self) -> str:
        """Return the name."""
        return person_name(self.who)

    def rows(self) -> Sequence[Row]:
        """Return the number of items, and what the open profession does."""
        state = state_of(self.session, State)
        hand = state.hands[self.who]
        rows = [Row(say_count("{n} item", "{n} items", hand), value=say("limit {n}", n=state.limit), sign=self.who)]
        profession = state.professions.get(self.who)
        if profession is None:
            rows.append(Row(say("The profession lies face down.")))
        else:
            name = card_name(profession)
            used = say("{card} (used up)", card=name) if profession in ONCE else name
            rows.append(Row(used, detail=card_effect(profession), sign=profession))
        return rows

    def keys(self) -> Keys:
        """Return the keys: Back alone leaves."""
        return Keys(back=say("Back"))


_EFFECTS: Mapping[Card, str] = {
    Item.KEY: later("Victory item of the Order."),
    Item.GOBLET: later("Victory item of the Brotherhood."),
    Item.BAG_KEY: later("Given away in a trade: the giver may draw an item (rule K5)."),
    Item.BAG_GOBLET: later("Given away in a trade: the giver may draw an item (rule K5)."),
    Item.PEARL: later("Must be accepted; whoever holds it cannot claim (rule K7)."),
    Item.DAGGER: later("Attacker: 1 more."),
    Item.GLOVES: later("Defender: 1 more."),
    Item.RING: later("Attacker or defender: wins a tie (rule K3)."),
    Item.KNIVES: later("Supporting the attacker: 1 more for the attacker."),
    Item.WHIP: later("Supporting the defender: 1 more for the defender."),
    Item.PRIVILEGE: later("Given away in a trade: the giver may look at all items of the other."),
    Item.MONOCLE: later("Given away in a trade: the giver may look at the other's association."),
    Item.MIRROR: later("Must be accepted; in its trade neither item is named or acts."),
    Item.SEXTANT: later("Given away in a trade: the giver may have all pass an item left or right (rule K20)."),
    Item.COAT: later("Given away in a trade: the giver may take another profession (rule K19)."),
    Item.TOME: later("Given away in a trade: the giver may swap professions with the other (rule K19)."),
    Item.CREST: later("With three keys or goblets in one's own hand: win alone (rule K8)."),
    Profession.THUG: later("Always, as attacker: 1 more."),
    Profession.GRANDMASTER: later("Always, as defender: 1 more."),
    Profession.BODYGUARD: later("Always, supporting: 1 more for that side."),
    Profession.HYPNOTIST: later("Always, as attacker after support: one other player takes no part (rule K13)."),
    Profession.DUELIST: later("Once, as attacker or defender: nobody supports, and 1 more (rule K2)."),
    Profession.POISON_MIXER: later("Once, in a fight of two others: names the winner (rule K22)."),
    Profession.DOCTOR: later("Once, right after a fight: nothing comes of it (rule K23)."),
    Profession.PRIEST: later("Once, before support: stops the attack and is paid (rule K21)."),
    Profession.DIPLOMAT: later("Once, in one's own turn: demands an item of somebody (rule K11)."),
    Profession.CLAIRVOYANT: later("Once, in one's own turn: looks through the item pile, puts two on top (rule K12)."),
}


def card_effect(card: Card) -> str:
    """Return the card's effect, a sentence."""
    return say(_EFFECTS[card])


class CardsStep(ListStep):
    """All cards of this game."""

    name = "cards"

    def title(self) -> str:
        """Return the page's title."""
        return say("The cards")

    def rows(self) -> Sequence[Row]:
        """Return items, then professions."""
        cards: tuple[Card, ...] = (*state_of(self.session, State).items, *Profession)
        return tuple(Row(card_name(card), str(card), detail=card_effect(card), sign=card) for card in cards)

    def keys(self) -> Keys:
        """Draw goes down the list."""
        return Keys(draw=say("Next"), back=say("Back"))


RULINGS: Mapping[str, str] = {
    "K1": later("Order in a fight: Priest, support, Hypnotist, cards, count, Doctor, reward."),
    "K2": later("After a Duelist nobody supports any more; what supporters have used does not count."),
    "K3": later("Each card is used once in a fight. The Poison Ring only breaks a tie."),
    "K4": later("One Drink of Power replaces one victory item, only for the smaller side of an odd number."),
    "K5": later("With an empty pile a bag counts as its key or goblet; before that it counts for nothing."),
    "K6": later("More victory items than needed do no harm; a named ally without one does."),
    "K7": later("Whoever holds the Black Pearl cannot claim; in an ally's hand it does no harm."),
    "K8": later("Crest of the Lodge: three keys or goblets, in any mix, in one's own hand."),
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
    "K25": later("What was used or read out is known; since then it can only have moved as items moved."),
    "K26": later("An open profession is the only one of its owner, and nobody else can have it."),
    "section 1": later("Each card says what it does, and for whom."),
    "section 2": later("The number of players says how many cards there are, and how many a hand may hold."),
    "section 3": later("One action in a turn: pass, trade, attack or claim; then it passes to the left."),
    "section 5": later("A claim needs three victory items of the side, shown by the claimant and the named allies."),
    "section 6": later("Variants are agreed on before the game."),
    "section 7": later("What is entered must fit what has happened before."),
}
_NUMBER = re.compile(r"K\d+|section \d+")
_RULING = re.compile(r"K\d+")
_SECTION = re.compile(r"section (\d+)")


def ruling_numbers(text: str) -> tuple[str, ...]:
    """Return the rulings that a text names."""
    return tuple(number for number in _NUMBER.findall(text) if number in RULINGS)


def translate_rulings(text: str) -> str:
    """Name the rulings and sections of a text such as ``K1, K14``, in the players' language."""
    numbers = _RULING.findall(text)
    sections = [say("section {n}", n=number) for number in _SECTION.findall(text)]
    return join_items([*([name_rules(numbers)] if numbers else []), *sections])


def without_rulings(text: str) -> str:
    """Return a text for the voice, without the rulings and sections that stand in brackets."""
    section = re.escape(say("section {n}", n="#")).replace(r"\#", r"\d+")
    return re.sub(rf"\s*[(（][^()（）]*(?:{_RULING.pattern}|{section})[^()（）]*[)）]", "", text)


class RulingStep(ListStep):
    """The rulings that something rests on; all of them from the menu."""

    name = "rulings"

    def __init__(self, session: Session, named: str = "") -> None:
        super().__init__(session)
        self.numbers = ruling_numbers(named) or tuple(RULINGS)

    def title(self) -> str:
        """Return the page's title."""
        return say("Why?")

    def rows(self) -> Sequence[Row]:
        """Number and sentence."""
        return tuple(Row(say(RULINGS[number]), value=translate_rulings(number)) for number in self.numbers)

    def keys(self) -> Keys:
        """Return the keys: Back alone leaves."""
        return Keys(back=say("Back"))
