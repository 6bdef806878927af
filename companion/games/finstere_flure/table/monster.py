"""The monster phase: the deck is shuffled, a card is turned over."""

from collections import Counter

from companion.device.button_colours import press
from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.board_view import CARD_BACK, BoardView
from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.ring import draw_pattern, stage_pattern
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, running
from companion.games.finstere_flure.table.standing import describe_round
from companion.games.finstere_flure.words.event_words import standing_rows
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Row, Tone
from companion.table.debounce import DebouncedStep
from companion.table.lists import step_choice
from companion.table.ring import problem_pattern
from companion.table.step import Step
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from engine.finstere_flure.deck import CARDS_A_STAGE, is_hit_card
from engine.finstere_flure.events import CardDrawn, DeckShuffled
from engine.finstere_flure.pieces import MONSTER
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

#: A card that lies under the camera counts after so long (seconds).
CARD_SETTLED_S = 1.0


class ShuffleStep(Step[FinstereFlureSession]):
    """The cards are shuffled: before the first round, and when stage two begins."""

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        self.game = running(session)
        self.second_stage = self.game.state.deck.stage_is_over
        self.real_deck = session.chance.is_told(real=bool(session.variants.get("real_deck")))
        #: True while the answer of chance is still to come.
        self._waits = False

    def begin(self) -> None:
        """Shuffle the virtual deck of stage one at once; everything else waits for the players."""
        if not self.second_stage and not self.real_deck:
            self._shuffle()
            return
        self.session.say(together(self._title(), self._text()), Level.PHASE, "" if self.second_stage else "card")

    def _shuffle(self) -> None:
        shuffled = sum(isinstance(event, DeckShuffled) for event in self.game.events)
        event = DeckShuffled(None) if self.real_deck else self.session.chance_event(f"shuffle {shuffled}")
        self._waits = event is None
        if event is not None:
            self.session.apply(event)
            self.session.go_on()

    def tick(self) -> None:
        """Ask chance again while its answer is still to come."""
        if self._waits:
            self._shuffle()

    def advance(self) -> None:
        """Note that the cards were shuffled."""
        self._shuffle()

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def status(self) -> str:
        """Describe the stage that begins; its cards all lie face down."""
        state = self.game.state
        return describe_round(state.round, 2 if self.second_stage else 1, CARDS_A_STAGE)

    def pattern(self) -> Pattern:
        """Return the lights for a new stage."""
        return stage_pattern()

    def _title(self) -> str:
        return say("Stage two begins.") if self.second_stage else say("The cards")

    def _text(self) -> str:
        if self._waits:
            return say("The shuffled cards are still to come.")
        if not self.second_stage:
            return say("Shuffle the eight monster cards and lay them face down.")
        if self.real_deck:
            return say(
                "Shuffle all eight monster cards and lay them face down. What is eaten from now on is out of the game."
            )
        return say("All eight monster cards are shuffled. What is eaten from now on is out of the game.")

    def page(self) -> Page:
        """Return a page about the new stage, with how many tokens everybody has out."""
        return ListPage(
            "stage",
            self._title(),
            tuple(standing_rows(self.game.state)),
            self._text(),
            keys=Keys(
                advance=say("Go on"), draw=say("Say again"), back=undo_label(self.session), back_hold=say("Menu")
            ),
            status=self.session.status,
        )


class DrawStep(DebouncedStep[str]):
    """Step in which a card must be turned over.

    The virtual deck's card is turned with Draw; a real one is shown to the camera or chosen.
    """

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session, "")
        self.game = running(session)
        self.state = self.game.state
        #: The cards of earlier rounds that still lie under the camera.
        seen = session.observed(BoardObservation)
        self.old_cards = list(seen.cards) if seen else []
        #: The real card that is marked; none is, until Draw marks one: a wrong one would be played at once.
        self.marked: str | None = None
        self.refused = ""
        #: True while the answer of chance is still to come.
        self._waits = False

    @property
    def _real(self) -> bool:
        return not self.state.deck.order_known and self.session.chance.is_told(real=True)

    def begin(self) -> None:
        """Ask for a card."""
        self.session.say(self._text(), Level.PHASE, "card")

    def see(self) -> None:
        """Look for a real card under the camera.

        A card that lay there before is that of an earlier round.
        """
        observation = self.session.observed(BoardObservation)
        assert observation is not None
        new = Counter(observation.cards) - Counter(self.old_cards)
        self.old_cards = [*(Counter(observation.cards) & Counter(self.old_cards)).elements()]
        card = next(iter(new)) if self._real and new.total() == 1 else ""
        if self.find(card):
            self.refused = ""

    def tick(self) -> None:
        """Draw a card that has lain there for a while, or one that chance still owes."""
        if self._waits:
            self.draw()
        elif self.found and not self.refused and self.age_s >= CARD_SETTLED_S:
            self._drawn(self.found)

    def _drawn(self, card: str) -> None:
        event = CardDrawn((card,))
        if self.game.problems(event):
            first_hit = self.state.first_card and is_hit_card(card, self.state.started.five_as_three)
            self.refused = (
                say("The first card is never a hit card. Put it back, shuffle, and turn one over again.")
                if first_hit
                else say("The card {card} has been played in this stage already.", card=card)
            )
            self.session.say(self.refused, Level.PROBLEM, "wrong")
            return
        self._play(event)

    def enter_event(self, event: CardDrawn) -> None:
        """Take a card that was drawn at another table."""
        self._play(event)

    def _play(self, event: CardDrawn) -> None:
        self.session.apply(event)
        self.session.switch(MonsterMoveStep(self.session))

    def draw(self) -> None:
        """Turn over the virtual deck's next card; of real cards, select the next."""
        if self._real:
            self.marked = step_choice(self._cards(), self.marked, 1)
        else:
            cards = sum(isinstance(event, CardDrawn) for event in self.game.events)
            # A hit card that comes first is shuffled back in.
            drawn = self.session.chance_event(f"card {cards}")
            self._waits = drawn is None
            if isinstance(drawn, CardDrawn):
                self._play(drawn)

    def draw_held(self) -> None:
        """Select the card before, of real cards; else draw one."""
        if self._real:
            self.marked = step_choice(self._cards(), self.marked, -1)
        else:
            self.draw()

    def advance(self) -> None:
        """Take the selected real card as drawn.

        Otherwise, help players who look for the wrong button.
        """
        if self.marked is not None:
            self._drawn(self.marked)
        else:
            self.begin()

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def touch(self, target: str) -> None:
        """Draw the touched card."""
        if target in self._cards() and self._real:
            self._drawn(target)

    def explain_ignored_touch(self, target: str) -> str:  # noqa: ARG002 - every place is the same
        """Explain that it is the monster's turn to move."""
        return self._text()

    def _cards(self) -> list[str]:
        return sorted(set(self.state.deck.face_down), key=lambda card: (not card.isdigit(), len(card), card))

    def _text(self) -> str:
        if not self._real:
            return together(say("Furunkulus moves."), press(Button.DRAW, say("Turn over")))
        if self.session.sees:
            return say("Turn over a card: lay it under the camera, or choose it here.")
        return say("Turn over a card and choose it here.")

    def pattern(self) -> Pattern:
        """Return the lights: a card must be drawn, or the card was refused."""
        return problem_pattern() if self.refused else draw_pattern()

    def page(self) -> Page:
        """Return the board, and what to do."""
        rows: tuple[Row, ...] = ()
        if self._real:
            cards = self._cards()
            rows = tuple(Row(card, card) for card in cards)
            keys = Keys(
                advance=say("This card") if self.marked else "",
                draw=say("Next card"),
                back=undo_label(self.session),
                back_hold=say("Menu"),
                draw_hold=say("Previous"),
            )
        else:
            rows = (Row(say("Still in the deck"), detail=" · ".join(self._cards()), sign=CARD_BACK),)
            keys = Keys(draw=say("Turn over"), back=undo_label(self.session), back_hold=say("Menu"))
        return BoardPage(
            "draw",
            say("Furunkulus"),
            BoardView.of(self.state.position),
            self.refused or self._text(),
            rows,
            Tone.BAD if self.refused else Tone.NOW,
            keys=keys,
            status=self.session.status,
            standing=self.session.standing,
            sign=MONSTER,
            selected=self._cards().index(self.marked) if self.marked else None,
        )
