"""Written evening before the camera: hands place visible things, fingers touch the rest."""

from companion.games.lifeboat.mat import AREAS, SHOW
from companion.games.lifeboat.table.event_answers import event_answers
from companion.games.lifeboat.table.pages import SumsStep
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.tags import PROVISION_OF
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.games.lifeboat.virtual_table.pieces import moves
from companion.journal import Journal
from companion.table.questions import Answers
from companion.virtual_table.hands import do
from companion.virtual_table.piece import Piece
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State
from hardware.buttons import Button
from tests.engine.lifeboat.game_text import events_of

#: So long (seconds) until what was laid has been seen and has lain still.
SEEN_S = 1.5
#: A reason that the page for putting right by hand offers.
WHY = "Recounted"


class Evening(ScriptedPlayer):
    """A table that is laid, and what is told there.

    `seen` are the names of the events that the camera found out, `begun` of those of which it found out a part.
    """

    def __init__(self, started: e.GameStarted, journal: Journal) -> None:
        super().__init__(VIRTUAL, started, journal)
        self.seen: list[str] = []
        self.begun: list[str] = []
        self.begin()
        self.place_as_asked()
        self.wait(SEEN_S)
        self.press(Button.ADVANCE)

    @property
    def state(self) -> State:
        state = self.game.state
        assert isinstance(state, State)
        return state

    def play(self, *steps: str) -> None:
        """Tell these steps, written as the worked examples are."""
        for step in steps:
            for event in events_of(step):
                self.tell(RULES.event_from_json({**event, "why": WHY} if "why" in event else event))

    def tell(self, event: e.GameEvent, *, shown: bool = True) -> None:
        """Enter an event; `shown`: with cards if they show it, the rest by touch."""
        self._go_on()
        before, name = len(self.game.events), type(event).__name__.lower()
        if isinstance(event, e.Corrected):
            self._put_right(event)
        elif shown and self._show(event) and len(self.game.events) > before:
            self.seen.append(name)
        else:
            self._touch(event, name)
        assert self.game.events[before:] == (event,), (event, self.game.events[before:], self.page)
        self._go_on()

    def _show(self, event: e.GameEvent) -> bool:
        """Lay the cards that tell it; whether there are any."""
        pieces = list(moves(self.table, self.state, event)) if _is_shown_by_cards(event) else []
        shown = _shown(event)
        if shown is not None:
            pieces.append(self._in_show(shown, is_open=getattr(event, "source", None) is e.CardSource.OPEN))
        if isinstance(event, e.Revealed):
            # Whose hand it is nobody sees.
            self.touch(str(event.by))
        for _ in do(self.table, pieces):
            pass
        if pieces:
            self.wait(SEEN_S)
        return bool(pieces)

    def _in_show(self, kind: Provision, *, is_open: bool) -> Piece:
        """Return a card of this kind where cards are used now: one that lies open, or another."""
        tag = next(tag for tag, of in PROVISION_OF.items() if of is kind and (tag in self.table.pieces) == is_open)
        left, top, right, bottom = AREAS[SHOW]
        return Piece(tag, "", ((left + right) / 2 - 10, (top + bottom) / 2 - 10), 3.0)

    def _touch(self, event: e.GameEvent, name: str) -> None:
        """Touch what the camera has not found out."""
        step, telling = self.session.step, event_answers(event)
        assert isinstance(step, LifeboatStep), self.page
        if step.answers and not isinstance(event, e.Revealed):
            self.begun.append(name)
        while self.session.step is step:
            self.touch(_next_answer(step.answers, telling, event))

    def _put_right(self, event: e.Corrected) -> None:
        """Put somebody's wounds right by the menu."""
        ((character, number),) = event.set.wounds or ()
        self.press(Button.BACK, held=True)
        self.touch("correct", "wounds", str(character), str(number), WHY)

    def _go_on(self) -> None:
        """The guide is followed, sums are read."""
        while not isinstance(self.session.step, LifeboatStep) and self.page.name != "over":
            if isinstance(self.session.step, SumsStep):
                self.press(Button.ADVANCE)
                continue
            self.place_as_asked()
            self.wait(SEEN_S)
            if not isinstance(self.session.step, LifeboatStep):
                self.press(Button.ADVANCE)


def _is_shown_by_cards(event: e.GameEvent) -> bool:
    """Return True if cards on the mat show the event."""
    return isinstance(event, e.Laid | e.Joined | e.Demanded | e.Revealed) or (
        isinstance(event, e.Navigated) and event.card is not None
    )


def _shown(event: e.GameEvent) -> Provision | None:
    match event:
        case e.Used(card=card):
            return card
        case e.Chummed():
            return Provision.CHUM
        case e.Drank():
            return Provision.WATER
    return None


def _next_answer(answers: Answers, telling: Answers, event: e.GameEvent) -> str:
    """Return the row that is touched next, after what the camera has begun to tell."""
    if answers[:1] == ("demand",) and isinstance(event, e.Demanded):
        return "seat" if event.want is e.DemandKind.SEAT else str(event.card or "hand")
    if answers[:1] == ("thrown",) and isinstance(event, e.Laid):
        return str(event.by)
    assert telling[: len(answers)] == answers, (answers, telling)
    return telling[len(answers)]


def hands(state: State) -> dict[Character, tuple[Provision, ...]]:
    """Return hands that everybody may have had, for all that is public."""
    left = [kind for kind, count in state.unseen.items() for _ in range(count)]
    return {person.who: tuple(sorted(left.pop(0) for _ in range(person.hand))) for person in state.people}
