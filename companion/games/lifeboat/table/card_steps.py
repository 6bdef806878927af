"""Steps for entering a table's own navigation cards.

Each card is laid under the camera or chosen by its number, and its signs are ticked.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.errors import UserError
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.navigation_file import (
    NavigationSet,
    check_set,
    keep_draft,
    load_draft,
    navigation_draft_path,
    set_to_text,
)
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.layout import LifeboatSession
from companion.games.lifeboat.table.signs import describe_signs, sign_answers, sign_rows, ticked
from companion.games.lifeboat.tags import NAVIGATION_TAGS
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.questions import SETTLED_S, Answers
from companion.table.session import Session
from companion.voice import Level
from engine.lifeboat.components import Character
from engine.lifeboat.navigation import NavigationCard

#: With fewer cards nobody can play.
_FEWEST = 18
_EXTRA = "x"


class NavigationCardsStep(ListStep):
    """*Your navigation cards*: those that are entered, and the next one."""

    name = "navigation-cards"
    moment = "choose"
    session: LifeboatSession

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.problem = ""
        self.cards: dict[str, NavigationCard] = {}
        self.set_name = say("our box")
        #: Cards that are for every game, whatever they are called.
        self._plain: set[str] = set()
        #: The card that lies under the camera, since when, and the last one that was taken up.
        self._placed_card: tuple[str, float] | None = None
        self._taken_up = ""
        #: What was said of the page last.
        self._said = ""
        self._load()

    def _load(self) -> None:
        try:
            found = load_draft(self.session.journal.path)
        except UserError as error:
            self.problem = str(error)
            return
        if found is not None:
            self.set_name = found.name
            self.cards = {str(card.id): card for card in (*found.cards, *found.extra)}
            self._plain = {str(card.id) for card in found.cards}

    def keep(self, card_id: str, card: NavigationCard | None) -> None:
        """Put a card into the set, or take it out (None), and save the set."""
        if card is None:
            self.cards.pop(card_id, None)
        else:
            self.cards[card_id] = card
        try:
            keep_draft(self.session.journal.path, self._as_set())
        except UserError as error:
            self.problem = str(error)
            self.session.say(say("The cards could not be saved."), Level.PROBLEM, "wrong")

    def _as_set(self) -> NavigationSet:
        ordered = [self.cards[card_id] for card_id in sorted(self.cards)]
        extra = tuple(card for card in ordered if _is_extra(str(card.id)) and card.id not in self._plain)
        return NavigationSet(self.set_name, tuple(card for card in ordered if card not in extra), extra)

    # --- what is shown ----------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the page's title."""
        return say("Your navigation cards")

    def text(self) -> str:
        """Describe what to do, and how far it is."""
        if self.problem:
            return self.problem
        instruction = say("Lay a card on its place under the camera, or choose its number.")
        return f"{instruction if self.session.sees else say('Choose a number.')} {self._standing()}"

    def _standing(self) -> str:
        found = self._as_set()
        count = len(found.cards)
        if count < _FEWEST:
            return say_count(
                "{n} card is saved; {least} are needed.",
                "{n} cards are saved; {least} are needed.",
                count,
                least=_FEWEST,
            )
        if check_set(set_to_text(found))[1]:
            return say("No card has a plain bird yet: one is needed.")
        return say_count("{n} card is saved and used.", "{n} cards are saved and used.", count)

    def rows(self) -> Sequence[Row]:
        """Return a row for the next card, one for cannibalism's, and one for each kept card."""
        if self.problem:
            return [Row(say("Start over"), "anew", detail=say("The file is put aside."))]
        rows = [Row(say("The next card"), self._next(""), self._next(""), tone=Tone.NOW)] if self._next("") else []
        if self._next(_EXTRA):
            rows.append(Row(say("The next one that comes with cannibalism"), self._next(_EXTRA), self._next(_EXTRA)))
        rows.append(Row(say("Another number"), "number"))
        for card_id in sorted(self.cards):
            rows.append(Row(card_id, card_id, detail=describe_signs(self.cards[card_id]), done=True))
        return rows

    def _next(self, kind: str) -> str:
        """Return the first free number of a kind of card."""
        numbers = (tag for tag in NAVIGATION_TAGS if _is_extra(tag) == bool(kind))
        return next((tag for tag in numbers if tag not in self.cards), "")

    # --- what is done -----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say what to do, and afterwards only how far it is, if that has changed."""
        self.index = 0
        text, said = self.text(), self._said
        if said:
            self.session.announced.leave_unsaid(text)
        if text != said:
            self.session.say(self._standing() if said and not self.problem else text, Level.PHASE, "")
        self._said = text

    def choose(self, row_id: str) -> None:
        """Open a card, or put a broken file aside."""
        if row_id == "anew":
            place = navigation_draft_path(self.session.journal.path)
            if place.exists():
                place.replace(place.with_suffix(".broken"))
            self.problem = ""
            return
        if row_id == "number":
            self.session.open(NumbersStep(self.session, self))
            return
        self.session.open(CardSignsStep(self.session, self, row_id))

    def see(self) -> None:
        """Note which card lies under the camera, and since when."""
        observation = self.session.observed(LifeboatObservation)
        assert observation is not None
        card_number = observation.day[0] if len(observation.day) == 1 and not observation.unreadable else ""
        if card_number != (self._placed_card[0] if self._placed_card else ""):
            self._placed_card = (card_number, self.session.now) if card_number else None
        if not card_number:
            self._taken_up = ""

    def tick(self) -> None:
        """Open a card that has lain under the camera for a moment."""
        if self._placed_card is None or self.problem or self._placed_card[0] == self._taken_up:
            return
        if self.session.now - self._placed_card[1] >= SETTLED_S:
            self._taken_up = self._placed_card[0]
            self.choose(self._taken_up)


class NumbersStep(ListStep):
    """All numbers that no card has yet."""

    name = "navigation-numbers"
    moment = "choose"

    def __init__(self, session: Session, cards: NavigationCardsStep) -> None:
        super().__init__(session)
        self.cards = cards

    def title(self) -> str:
        """Return what is chosen."""
        return say("Choose a number.")

    def rows(self) -> Sequence[Row]:
        """Return a row for each free number."""
        return [Row(tag, tag) for tag in NAVIGATION_TAGS if tag not in self.cards.cards]

    def choose(self, row_id: str) -> None:
        """Ask for the signs of the chosen card."""
        self.session.close()
        self.session.open(CardSignsStep(self.session, self.cards, row_id))


class CardSignsStep(ListStep):
    """The signs of one card."""

    name = "navigation-card"
    moment = "choose"

    def __init__(self, session: Session, cards: NavigationCardsStep, card_id: str) -> None:
        super().__init__(session)
        self.cards, self.card_id = cards, card_id
        card = cards.cards.get(card_id)
        self.ticks: Answers = sign_answers(card) if card is not None else ()
        # Not the row that saves the card: nothing is ticked yet.
        self.index = 1

    def title(self) -> str:
        """Return which card it is."""
        return say("Navigation card {number}", number=self.card_id)

    def text(self) -> str:
        """Describe what to do."""
        return say("Tick what is on the card.")

    def begin(self) -> None:
        """Say which card is entered, and what to do."""
        self.session.say(f"{self.title()}. {self.text()}", Level.PHASE, "")

    @property
    def card(self) -> NavigationCard:
        """Card with the signs as they are ticked."""
        return replace(ticked(self.ticks), id=self.card_id)

    def rows(self) -> Sequence[Row]:
        """Return a row for each sign, and those that keep the card or take it out."""
        keep = Row(say("Save the card"), "keep", tone=Tone.NOW)
        out = [Row(say("Take it out of the set"), "out")] if self.card_id in self.cards.cards else []
        return [keep, *sign_rows(self.card, tuple(Character)), *out]

    def keys(self) -> Keys:
        """Advance ticks what is marked."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=say("Back"), advance_hold=say("Save the card"))

    def choose(self, row_id: str) -> None:
        """Tick a sign, or finish the card."""
        if row_id not in ("keep", "out"):
            self.ticks = (*self.ticks, row_id)
            return
        self.cards.keep(self.card_id, self.card if row_id == "keep" else None)
        self.session.close()

    def overrule(self) -> None:
        """Holding Advance keeps the card, whatever is marked."""
        self.choose("keep")


def _is_extra(card_id: str) -> bool:
    """Return True if a card comes with cannibalism (V4)."""
    return card_id.startswith(_EXTRA)
