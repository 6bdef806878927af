"""First evening at the table: a game in which each rule is taught when it is first needed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.device.button_colours import press
from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.first_evening import NO_GAME, FirstEvening
from companion.games.finstere_flure.learning.lessons import MONSTER_LESSONS, Lesson, MonsterLesson, lesson_due
from companion.games.finstere_flure.options import game_started
from companion.games.finstere_flure.playback.board_view import BoardView, Mark
from companion.games.finstere_flure.table.guess import GuessStep
from companion.games.finstere_flure.table.practice_move import PRACTISED_RULE, PracticeMoveStep
from companion.games.finstere_flure.table.problems import tokens_too_early
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, running
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.table.set_up_check import check_basic
from companion.games.finstere_flure.words.move_words import describe_card
from companion.games.finstere_flure.words.piece_names import player_name
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.bots import has_bots
from companion.table.lists import ListStep
from companion.table.ring import resume_pattern
from companion.table.step import Step
from companion.voice import Level
from engine.finstere_flure.board import ENTRANCE, EXIT, Cell
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.position import Position
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

#: Players of a first game: the learner, and the opponent.
_PLAYERS = (Colour.GREEN, Colour.RED)
#: The value among a session's variants by which lessons come in its game.
_LESSONS = "lessons"


class FirstEveningStep(ListStep):
    """The first game, and all lessons about the monster to choose from."""

    name = "first-evening"

    session: FinstereFlureSession

    def title(self) -> str:
        """Return the page's title."""
        return say("First evening")

    def text(self) -> str:
        """Describe what it is."""
        return say("Each rule is explained when it is first needed.")

    def rows(self) -> Sequence[Row]:
        """Return the game, then the lessons; those that were taught are ticked."""
        players = [player_name(colour) for colour in _PLAYERS]
        evening = FirstEvening.load(self.session.journal)
        lessons = [
            Row(say(lesson.name), lesson.rule, "✓" if lesson.rule in evening.taught else "")
            for lesson in MONSTER_LESSONS
        ]
        return (Row(say("Begin the game"), "play", detail=" – ".join(players), tone=Tone.NOW), *lessons)

    def choose(self, row_id: str) -> None:
        """Begin the game, or open a lesson."""
        if row_id == "play":
            begin_first_game(self.session)
            return
        lesson = next(lesson for lesson in MONSTER_LESSONS if lesson.rule == row_id)
        self.session.open(MonsterLessonStep(self.session, lesson))


class FirstSetUpStep(FinstereFlureSetUpStep):
    """Floor of the first game, laid by itself at a virtual table; a bot is the opponent.

    `practised`: the token of a practice move lies on the board, and is taken off while the floor is laid.
    """

    def __init__(self, session: FinstereFlureSession, *, practised: bool = False) -> None:
        super().__init__(session, game_started(_PLAYERS, _PLAYERS[0], {}), {_LESSONS: True})
        self.auto_move_requested = session.watching is not None
        self._practised = practised

    def see(self) -> None:
        """Check the floor; the practised token is no problem before the floor lies."""
        observation = self.observed_floor()
        self._practised = self._practised and bool(observation.tokens)
        check = check_basic(observation)
        if self._practised and check.to_lay:
            practised = tokens_too_early(observation.tokens)
            check = replace(check, problems=tuple(problem for problem in check.problems if problem != practised))
        self.find(check)

    def start_game(self, stones: tuple[str, ...]) -> None:
        """Start the game, a bot in the opponent's seat."""
        if has_bots(self.session):
            self.session.seating.planned_bots[RULES.id] = {_PLAYERS[1]: self.session.table_game.hints.default_bot}
        super().start_game(stones)

    def caption(self) -> str:
        """Return praise and what to do with the token first, while it lies there."""
        praise = say("Well moved. Take the token off again.") if self._practised else ""
        return together(praise, super().caption())


def begin_first_game(session: FinstereFlureSession) -> None:
    """Lay the basic floor, at a real table after a practice move; lessons come in the game.

    Of a token without a sticker the camera does not see which side shows: it practises nothing.
    """
    FirstEvening().keep(session.journal)
    if session.sees and session.watching is None and not session.settings.is_plain:
        session.open(PracticeMoveStep(session, _PLAYERS[0], partial(_lay_floor, session)))
    else:
        session.open(FirstSetUpStep(session))


def _lay_floor(session: FinstereFlureSession, practised: bool) -> None:
    """Lay the floor after a practice move, which has taught its rule if it was made."""
    if practised:
        _teach(session, PRACTISED_RULE.rule)
        session.say("", Level.DETAIL, "right")
        session.switch(FirstSetUpStep(session, practised=True))
    else:
        session.open(FirstSetUpStep(session))


def due_lesson(session: FinstereFlureSession) -> Step[FinstereFlureSession] | None:
    """Return the step of the lesson that is needed now; None where there is none."""
    game = session.game_id
    if game is None:
        return None
    evening = FirstEvening.load(session.journal)
    if evening.game is None and session.variants.get(_LESSONS):
        evening = replace(evening, game=game)
        evening.keep(session.journal)
    state = running(session).state
    lesson = lesson_due(state, evening.taught) if evening.game == game else None
    if lesson is None or state.turn in session.seating.seats.bots:
        return None
    if isinstance(lesson, Lesson):
        return TokenLessonStep(session, lesson)
    return MonsterLessonStep(session, lesson, in_game=True)


def _teach(session: FinstereFlureSession, rule: str) -> None:
    FirstEvening.load(session.journal).after(rule).keep(session.journal)


def _end(session: FinstereFlureSession) -> None:
    """Teach no more lessons in this game."""
    replace(FirstEvening.load(session.journal), game=NO_GAME).keep(session.journal)
    session.go_on()


class MonsterLessonStep(GuessStep):
    """A rule of the monster's move, and a table on which it decides."""

    name = "lesson"

    def __init__(self, session: FinstereFlureSession, lesson: MonsterLesson, *, in_game: bool = False) -> None:
        super().__init__(session)
        self.lesson, self.in_game = lesson, in_game
        self.ask(lesson.puzzle)

    def title(self) -> str:
        """Return the page's title."""
        return say("First evening")

    def caption(self) -> str:
        """Return the rule, and the question."""
        return together(say(self.lesson.sentence), super().caption())

    def sentence(self) -> str:
        """Return the rule, which stays; the card stands beside the table."""
        return say(self.lesson.sentence)

    @property
    def tone(self) -> Tone:
        """The rule is never wrong; a wrong answer has a row of its own."""
        return Tone.NOW

    def rows(self) -> tuple[Row, ...]:
        """Return the last answer if it was wrong, the card, and what to do."""
        card = describe_card(parse_card(self.puzzle.move.card))
        answered = (Row(self.answered(), tone=Tone.BAD),) if self.wrong else ()
        return (*answered, Row(card, tone=Tone.NOW), Row(self.hint()))

    def solved(self, tries: int | None) -> None:  # noqa: ARG002 - a lesson has no score
        """Note the lesson as taught."""
        self._taught()

    def _taught(self) -> None:
        _teach(self.session, self.lesson.rule)

    def shown(self) -> None:
        """Go on with the game, or back to the list."""
        if self.in_game:
            self.session.go_on()
        else:
            self.session.close()
            self.session.close()

    left = shown

    def back(self) -> None:
        """Pass the lesson over, or go back to the list."""
        if self.in_game:
            self._taught()
            self.session.go_on()
        else:
            self.session.close()

    def overrule(self) -> None:
        """End the lessons of this game."""
        if self.in_game:
            _end(self.session)

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        keys = super().keys()
        if not self.in_game:
            return keys
        return Keys(
            advance=keys.advance,
            draw=keys.draw,
            back=say("Skip"),
            advance_hold=say("No more lessons"),
            back_hold=say("Menu"),
            draw_hold=keys.draw_hold,
        )


class TokenLessonStep(Step[FinstereFlureSession]):
    """A rule of the tokens' moves, on the game's own board."""

    def __init__(self, session: FinstereFlureSession, lesson: Lesson) -> None:
        super().__init__(session)
        self.lesson = lesson
        self.position = running(session).state.position

    def begin(self) -> None:
        """Say the rule."""
        self.session.say(say(self.lesson.sentence), Level.PHASE, "turn")

    def advance(self) -> None:
        """Note the lesson as taught, and go on with the game."""
        _teach(self.session, self.lesson.rule)
        self.session.go_on()

    def overrule(self) -> None:
        """End the lessons of this game."""
        _end(self.session)

    def pattern(self) -> Pattern:
        """Return the pattern that asks for the green button."""
        return resume_pattern()

    def page(self) -> Page:
        """Return the rule, and the cells that it is about."""
        marks = (Mark(tuple(_cells(self.lesson.rule, self.position)), Tone.GOOD),)
        return BoardPage(
            "lesson",
            say("First evening"),
            BoardView.of(self.position, marks),
            together(say(self.lesson.sentence), press(Button.ADVANCE, say("Go on"))),
            (),
            Tone.NOW,
            keys=Keys(
                advance=say("Go on"),
                draw=say("Say again"),
                advance_hold=say("No more lessons"),
                back_hold=say("Menu"),
            ),
            status=self.session.status,
        )


def _cells(rule: str, position: Position) -> list[Cell]:
    """Return the cells that a rule of the tokens' moves is about."""
    match rule:
        case "move":
            return [ENTRANCE]
        case "exit":
            return [EXIT]
        case "push":
            return [tile.cell for tile in position.tiles if tile.is_stone]
        case _:
            return sorted(position.pool_cells)
