"""Practice move of a first evening at a real table: it comes before the floor is laid."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.lessons import TOKEN_LESSONS
from companion.games.finstere_flure.playback.board_view import BoardView, Mark
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.table.set_up_check import check_basic
from companion.games.finstere_flure.table.start_position import start_position
from companion.games.finstere_flure.words.piece_names import player_name
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.debounce import DebouncedStep
from companion.voice import Level
from engine.finstere_flure.board import ENTRANCE
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import TOKENS, Colour
from engine.finstere_flure.position import Token

#: Rule of the tokens' moves, the first lesson.
PRACTISED_RULE = TOKEN_LESSONS[0]
#: A token must lie so long (seconds) before it is judged.
_SETTLED_S = 1.0


class MoveVerdict(Enum):
    """Verdict on the move of a token."""

    RIGHT = auto()
    NOT_FLIPPED = auto()
    TOO_FAR = auto()


@dataclass(frozen=True)
class PracticeMove:
    """Token that was laid on the board, as it was before, and the verdict."""

    token: Token
    verdict: MoveVerdict


def judge_move(observation: BoardObservation, colour: Colour) -> PracticeMove | None:
    """Return the first move of a player's token onto the bare board; None while there is none."""
    position = start_position((colour,))
    laid = next((token for token in observation.tokens if TOKENS[token.id][0] is colour), None)
    before = None if laid is None else position.token(laid.id)
    if laid is None or before is None:
        return None
    if laid.at not in {move.to for move in token_moves(position, before.id)}:
        return PracticeMove(before, MoveVerdict.TOO_FAR)
    return PracticeMove(before, MoveVerdict.NOT_FLIPPED if laid.side is before.side else MoveVerdict.RIGHT)


class PracticeMoveStep(DebouncedStep[PracticeMove | None]):
    """A token is moved on the bare board; `go_on` gets True if the move was right."""

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession, colour: Colour, go_on: Callable[[bool], None]) -> None:
        super().__init__(session, None)
        self._colour, self._go_on = colour, go_on
        self._first_look = True

    def begin(self) -> None:
        """Tell what to do."""
        self.session.say(together(self._caption(), say(PRACTISED_RULE.sentence)), Level.PHASE, "turn")

    def see(self) -> None:
        """Judge the token that lies on the board; where the floor lies the game comes at once."""
        observation = self.session.observed(BoardObservation)
        assert observation is not None
        first, self._first_look = self._first_look, False
        if first and not observation.tokens and not check_basic(observation).to_lay:
            self._go_on(False)
        else:
            self.find(judge_move(observation, self._colour))

    def tick(self) -> None:
        """Tell the verdict once the token lies still, or go on."""
        if self.found is None or self.reported or self.age_s < _SETTLED_S:
            return
        if self.found.verdict is MoveVerdict.RIGHT:
            self._go_on(True)
        else:
            self.reported = True
            self.session.say(self._caption(), Level.PHASE, "wrong")

    def advance(self) -> None:
        """Pass the practice move over."""
        self._go_on(False)

    def back(self) -> None:
        """Leave the page."""
        self.session.close()

    def _caption(self) -> str:
        if self.found is None or not self.reported:
            return say("{player}: try a move on the bare board, from p11.", player=player_name(self._colour))
        if self.found.verdict is MoveVerdict.NOT_FLIPPED:
            return say("Now flip it.")
        return say("It shows {n}, so it goes {n} cells at most; p11 is the first.", n=self.found.token.visible_number)

    def page(self) -> Page:
        """Return the bare board, and where the tokens come in."""
        tokens = start_position((self._colour,)).tokens
        return BoardPage(
            "practice-move",
            say("First evening"),
            BoardView(tokens=tokens, marks=(Mark((ENTRANCE,), Tone.GOOD),)),
            self._caption(),
            (Row(say(PRACTISED_RULE.sentence)),),
            Tone.WAITING if self.reported else Tone.NOW,
            self._colour,
            Keys(advance=say("Skip"), draw=say("Say again"), back=say("Back")),
            one_column=True,
        )
