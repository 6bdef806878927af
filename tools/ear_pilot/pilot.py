"""Player who hears only what the voice says, presses three keys, and sees nothing.

It knows what people know who have read the manual: the table of buttons, the rules, what rows, questions and players
called. At a table without a camera it is all players at once, who have their cards and dice before them and agree on
what they do (`tools.ear_pilot.people`). What the companion does by chance, asks for, or shows, it must hear.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from companion.device.button_colours import press
from companion.device.language import say
from companion.games import CompanionGame
from companion.games.finstere_flure.language import say as flure_say
from companion.games.finstere_flure.words.heard_words import describe_heard_card
from companion.games.finstere_flure.words.sentences import direction_name
from engine.finstere_flure.events import CardDrawn, DeckShuffled
from engine.finstere_flure.state import Phase
from hardware.buttons import Button
from tools.ear_pilot.hands import Hands
from tools.ear_pilot.keys import Senses
from tools.ear_pilot.people import CONFIRM, AgreedGame, ButtonChoice, People
from tools.ear_pilot.words import Phrases, Row, join_row, words

#: It listens so often (seconds) while nobody speaks.
_LISTENS_S = 0.2
#: After so long a silence (seconds) nothing more comes by itself.
_SILENCE_S = 0.4
#: So long (seconds) others may speak before a question comes.
_WINDOW_S = 6.0
#: So long after a film has ended the next page comes.
_FILM_ENDS_S = 2.2
#: It waits so long (seconds) for what the companion does by itself.
_PATIENCE_S = 90.0
#: No list has so many rows.
_MOST_STEPS = 400
#: A list has been heard once round where so many rows come again in the same order.
_ROUND = 5
#: On no page it presses Green so often without hearing what it looks for.
_MOST_PAGES = 12
#: At a virtual table it is looked so often (seconds) what is to be told, and so often in vain at most.
_LOOKS_S = 0.6
#: The camera has read what was laid after so long (seconds).
_READS_S = 3.0
_MOST_WAITS = 60
#: A game that takes more presses goes round in circles.
_MOST_PRESSES = 20_000


class LostError(Exception):
    """Error: the player does not know any more where it is, or what to press."""


@dataclass
class PilotMemory:
    """Memory of what the player has heard lately, and has learnt of pages."""

    sentences: list[str] = field(default_factory=list)
    chimes: list[str] = field(default_factory=list)
    #: The words of which the row may be that was marked last.
    row: frozenset[Row] = frozenset()
    #: What was said of a row besides its name: of rows that are alike in it, it is said once.
    details: str = ""
    #: Whether Draw was the last key.
    has_stepped: bool = False


class Listener:
    """Player at a table in the dark."""

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self._phrases = Phrases(str)
        self.presses = 0
        self.memory = PilotMemory()
        #: All sentences that were heard, for who wants to know how it got lost.
        self.heard: list[str] = []
        #: Whoever watches over the player looks here after each event; nothing comes back.
        self.on_event: Callable[[People], object] = lambda _: None

    # --- ears ---------------------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        for heard in self._senses.take():
            if heard.chime:
                self.memory.chimes.append(heard.chime)
            if heard.text:
                self.memory.sentences.append(heard.text)
                self.heard.append(heard.text)

    def _listen(self) -> list[str]:
        """Listen until nothing more is said; return the sentences since the last press."""
        silent_s = 0.0
        while silent_s < _SILENCE_S:
            if self._senses.is_silent:
                self._senses.wait(_LISTENS_S)
            else:
                self._senses.listen()
            silent_s = silent_s + _LISTENS_S if self._senses.is_silent else 0.0
        self._hear()
        return self.memory.sentences

    def _is_marked(self, part: ButtonChoice) -> bool:
        """Return True if a row is marked: it is said first after Draw, last when a page comes."""
        if not self.memory.sentences:
            return False
        memory = self.memory
        first, last = memory.sentences[0], memory.sentences[-1]
        heard = first if memory.has_stepped else last
        sound = words(self._phrases.sound(part.words))
        if not memory.has_stepped and self._phrases.is_change(first):
            # Only what a press has changed in the row was said, such as its tick: it is marked still.
            return sound in memory.row and (not part.hint or self._phrases.has(memory.details, part.hint))
        details = self._phrases.details(heard)
        found = self._phrases.is_row(heard, part.words, part.hint, memory.row, details or memory.details)
        memory.row = frozenset((sound,)) if found else join_row(memory.row, words(heard))
        memory.details = details or memory.details
        return found

    def _is_asked(self, part: ButtonChoice) -> bool:
        """Return True if the question was heard to which the part is an answer."""
        return not part.question or any(self._phrases.begins(said, part.question) for said in self.memory.sentences)

    def wake(self) -> None:
        """Listen to where it is, after somebody has led it back to the first page."""
        self._hear()
        self.memory = PilotMemory()
        self._listen()

    # --- hands --------------------------------------------------------------------------------------------------------

    def _press(self, button: Button, *, held: bool = False) -> None:
        self.presses += 1
        if self.presses > _MOST_PRESSES:
            raise LostError("it goes round in circles")
        self._hear()
        self.memory.sentences, self.memory.chimes = [], []
        self.memory.has_stepped = button is Button.DRAW and not held
        if held:
            self._senses.hold(button)
        else:
            self._senses.press(button)
        self._hear()

    # --- choices ------------------------------------------------------------------------------------------------------

    def _take(self, part: ButtonChoice) -> None:
        """Make a choice: step to a row or place until it is heard, and take it. Raises LostError."""
        if part.button is None and part != CONFIRM and not self._is_marked(part) and not self._step_to(part):
            raise LostError(f"{part.words!r} was not heard; the last were {self.heard[-4:]}")
        self._press(part.button or Button.ADVANCE)
        self._listen()

    def _is_in_reach(self, wanted: ButtonChoice | Button) -> bool:
        """Return True if the next press makes a choice; step to it where it is a row."""
        if isinstance(wanted, Button) or wanted.button is not None:
            return True
        return self._is_marked(wanted) or self._step_to(wanted)

    def _step_to(self, part: ButtonChoice) -> bool:
        """Press Draw until the row is heard; return False once all rows were heard."""
        heard: list[str] = []
        for _ in range(_MOST_STEPS):
            self._press(Button.DRAW)
            self._listen()
            if self._is_marked(part):
                return True
            heard.append(self.memory.sentences[0] if self.memory.sentences else "")
            # What comes while it steps may be another list.
            if any(heard[start : start + _ROUND] == heard[-_ROUND:] for start in range(len(heard) - _ROUND)):
                return False
        return False

    def _go_on(self) -> None:
        """Do what hands do as it is said, and press the green key."""
        self._press(Button.ADVANCE)
        self._listen()

    # --- games --------------------------------------------------------------------------------------------------------

    def play(self, game: CompanionGame, evening: AgreedGame, rng: Random) -> People:
        """Find a game on the first page, set it up, and play it to its end. Raises LostError.

        What people choose is drawn by `rng`.
        """
        self._phrases = Phrases(game.table.voice.spoken)
        self._listen()
        self._take(ButtonChoice("", game.table.title()))
        for part in evening.parts:
            self._take(part)
        people = People(game, evening.started, rng)
        while people.result is None:
            if people.awaits_companion:
                self._await_card(people)
            else:
                self._tell(people)
            self.on_event(people)
        self._hear_end(people)
        return people

    def play_with_hands(self, game: CompanionGame, evening: AgreedGame, hands: Hands) -> None:
        """Play at a virtual table, where hands lay what a camera sees. Raises LostError."""
        self._phrases = Phrases(game.table.voice.spoken)
        self._listen()
        self._take(ButtonChoice("", game.table.title()))
        for part in evening.parts:
            self._take(part)
        waited = 0
        while not self._hears_end:
            waited += 1
            if waited > _MOST_WAITS:
                raise LostError(f"nothing more was asked; the last were {self.heard[-4:]}")
            self._senses.wait(_READS_S if hands.lay() else _LOOKS_S)
            self._listen()
            wanted = hands.wanted()
            # What the camera has seen meanwhile may have told a part: then other rows are there.
            if wanted is None or not self._is_in_reach(wanted) or wanted != hands.wanted():
                continue
            self._press((wanted.button or Button.ADVANCE) if isinstance(wanted, ButtonChoice) else wanted)
            self._listen()
            waited = 0

    def _tell(self, people: People) -> None:
        """Choose what happens, and tell it once the question is heard."""
        event = people.choose()
        parts = people.telling(event)
        for _ in range(_MOST_PAGES):
            self._reach(parts[0])
            if self._is_in_reach(parts[0]):
                break
            # What was asked is asked on a page that is still to come.
            self._go_on()
        self._press(parts[0].button or Button.ADVANCE)
        self._listen()
        for part in parts[1:]:
            self._take(part)
        people.told(event)

    def _reach(self, part: ButtonChoice) -> None:
        """Press on until the question is heard to which the part is an answer. Raises LostError."""
        for _ in range(_MOST_PAGES):
            # Somebody may be given the time to speak first, and films end by themselves.
            if self._is_asked(part) or self._comes(part):
                return
            self._go_on()
        raise LostError(f"{part.question!r} was not heard; the last were {self.heard[-4:]}")

    def _comes(self, part: ButtonChoice) -> bool:
        for _ in range(round(_WINDOW_S / _LISTENS_S)):
            self._senses.wait(_LISTENS_S)
            self._hear()
            if self._is_asked(part):
                self._listen()
                return True
        return False

    def _await_card(self, people: People) -> None:
        """Turn over a card of the companion's deck; hear which it is and how far the monster goes."""
        state = people.state
        if state.phase is Phase.SHUFFLE:
            people.told(DeckShuffled(None))
            if state.deck.stage_is_over:
                self._go_on()
            return
        turn = f"{flure_say('Furunkulus moves.')} {press(Button.DRAW, flure_say('Turn over'))}"
        self._reach(ButtonChoice("", "", question=turn))
        self._press(Button.DRAW)
        # It has stepped to no row: the page that comes says last which one is marked.
        self.memory.has_stepped = False
        cards = {event.card: event for event in people.game.play.possible(state) if isinstance(event, CardDrawn)}
        for _ in range(round(_PATIENCE_S / _LISTENS_S)):
            self._senses.wait(_LISTENS_S)
            self._hear()
            found = [event for card, event in cards.items() if self._is_card_heard(card)]
            if found:
                people.told(found[0])
                self._hear_way(people)
                return
        raise LostError(f"no card was heard; the last were {self.heard[-4:]}")

    def _is_card_heard(self, card: str) -> bool:
        return any(self._phrases.has(said, describe_heard_card(card)) for said in self.memory.sentences)

    def _hear_way(self, people: People) -> None:
        """Listen to the monster's way to its end: its cell and the side that it faces."""
        position = people.state.position
        end = flure_say(
            "Furunkulus: {cell}, facing {facing}.", cell=position.monster, facing=direction_name(position.facing)
        )
        for _ in range(round(_PATIENCE_S / _LISTENS_S)):
            self._listen()
            if any(self._phrases.has(said, end) for said in self.memory.sentences):
                break
        self._senses.wait(_FILM_ENDS_S)
        self._listen()

    def _hear_end(self, people: People) -> None:
        """Go on until it is said who has won. Raises LostError."""
        assert people.result is not None
        for _ in range(_MOST_PAGES):
            if self._hears_end:
                self._listen()
                return
            self._go_on()
        raise LostError(f"the end was not heard; the last were {self.heard[-4:]}")

    @property
    def _hears_end(self) -> bool:
        """True if it was heard since the last press who has won."""
        return any(self._tells_end(said) for said in self.memory.sentences) or "victory" in self.memory.chimes

    def _tells_end(self, said: str) -> bool:
        nobody = say("Nobody wins.")
        won = say("Victory for {players}!", players="").rstrip(" !")
        return self._phrases.has(said, nobody) or self._phrases.has(said, won)

    def leave(self) -> None:
        """Go back to the first page. Raises LostError."""
        self._press(Button.BACK, held=True)
        self._listen()
        way_out = ButtonChoice("", say("Main menu"))
        if not self._is_first_page:
            self._press(Button.BACK, held=True)
            self._listen()
        if not self._is_first_page and not self._is_marked(way_out) and not self._step_to(way_out):
            raise LostError(f"no way back was heard; the last were {self.heard[-4:]}")
        if not self._is_first_page:
            self._go_on()

    @property
    def _is_first_page(self) -> bool:
        return any(self._phrases.has(said, say("Which game?")) for said in self.memory.sentences)
