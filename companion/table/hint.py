"""Hint: what a strong bot would do on the seat that acts now, by what that seat knows."""

from dataclasses import replace
from functools import partial

from companion.device.language import say
from companion.device.sentences import as_sentence, together
from companion.opponents.worker import Audience, ChosenMove
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Tone
from companion.table.bots import seat_to_act, stop_bot, whole_state
from companion.table.game import TableGame
from companion.table.hint_request import ask_hint, take_hint
from companion.table.hint_secrecy import names_hidden
from companion.table.hints import PrivateHint
from companion.table.seat_names import player_name, player_row
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level


def describe_advice(game: TableGame[Session], move: object, told: str) -> str:
    """Return the advice to make a move that is told in these words; none: to do nothing."""
    if not told:
        return say("Better do nothing now.")
    return told if game.play.event(move) is None else say("I would do this: {move}", move=told)


def join_reason(advice: str, reason: str) -> str:
    """Return the advice and its reason, each a sentence by itself."""
    return together(as_sentence(advice), reason) if reason else advice


def describe_private_hint(session: Session, seat: str, hint: ChosenMove) -> str:
    """Return a hint in words for its seat alone, with names of hidden cards and its own reason."""
    game, move = session.table_game, hint.move
    view = game.play.view(whole_state(session), seat)
    advice = describe_advice(game, move, game.seat_screen.describe_move(view, move).text)
    return join_reason(advice, game.describe_reason(hint.reason))


def why_no_hint(session: Session) -> str:
    """Return why nobody is given a hint now, in a few words; empty: people may ask."""
    if not session.settings.hints:
        return say("Forbidden in the settings.")
    return "" if seat_to_act(session, bot=False) else say("Only while a person is asked.")


def may_hint(session: Session) -> bool:
    """Return True if hints are allowed, and people act now in a game that bots know."""
    return not why_no_hint(session)


class HintStep(Step[Session]):
    """Page of a hint; everybody hears that somebody has asked.

    A hint that names what only the seat may see is given on its phone, or behind its cover.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.state, self.seat = session.game.state, seat_to_act(session, bot=False)
        #: The event that is advised, or why there is none.
        self.event: object = None
        self._hint: ChosenMove | None = None
        #: True once the hint is for its seat alone.
        self._is_private = False
        self._trouble = session.table_game.hints.refuse_hint(self.state)
        self._asks = not self._trouble

    def begin(self) -> None:
        """Ask, and say so."""
        if self._asks:
            self.session.say(say("A hint for {player}.", player=self._player), Level.PHASE)
            ask_hint(self.session, self.seat, Audience.ALL)
        elif self._trouble:
            self.session.say(self._text(), Level.PHASE)

    def leave(self) -> None:
        """Stop what was asked, and keep no hint for anybody."""
        stop_bot(self.session)
        self.session.keep_private_hint(None)

    def tick(self) -> None:
        """Take the answer."""
        done, hint = take_hint(self.session)
        if not done:
            return
        if hint is not None and not self._is_private and names_hidden(self.session, self.seat, hint):
            # The reason for the player alone is another one.
            self._is_private = True
            ask_hint(self.session, self.seat, Audience.PLAYER)
            return
        self._asks, self._hint = False, hint
        if hint is None:
            self._trouble = say("There is no hint now.")
            return
        if self._is_private:
            describe = partial(describe_private_hint, self.session, self.seat, hint)
            self.session.keep_private_hint(PrivateHint(self.seat, describe))
        else:
            self.event = self.session.table_game.play.event(hint.move)
        self.session.say(self._text(), Level.PHASE)

    @property
    def _player(self) -> str:
        return player_name(self.session, self.seat)

    def _text(self) -> str:
        if self._trouble:
            return self._trouble
        if self._asks:
            return say("A moment: I am thinking.")
        if self._is_private:
            if self.seat in self.session.seating.own_screens:
                return say("The hint names hidden cards. {player} reads it on their phone.", player=self._player)
            return say("The hint names hidden cards. {player} reads it under their own cover.", player=self._player)
        assert self._hint is not None
        game, move = self.session.table_game, self._hint.move
        event = self.event
        if event is None:
            told = game.hints.describe_announced(move)
        else:
            told = game.describe_event(self.state, event, game.rules.follow(self.state, event))
            told = game.hints.describe_advised(event, told)
        return join_reason(describe_advice(game, move, told), game.describe_reason(self._hint.reason))

    def draw(self) -> None:
        """Say it again."""
        self.session.say(self._text(), Level.PHASE)

    def back(self) -> None:
        """Go back to the game."""
        self.session.close()
        self.session.close()

    def advance(self) -> None:
        """Go back to the game."""
        self.back()

    def page(self) -> Page:
        """Return the board with the move, or the sentence alone."""
        page, text = self.session.running_step.page(), self._text()
        tone = Tone.WAITING if self._asks else Tone.NOW
        # Where a hint is refused, the name would tell who has declined and who has not.
        title = say("Hint") if self._trouble else say("Hint: {player}", player=self._player)
        keys = Keys(advance=say("Go on"), draw=say("Say again"), back=say("Back"))
        if not isinstance(page, BoardPage):
            return ListPage("hint", title, text=text, keys=keys)
        board = None if self.event is None else self.session.table_game.hints.move_board(self.state, self.event)
        return replace(
            page,
            name="hint",
            title=title,
            # The page behind it shows who is on turn: another player may be asked.
            sign=page.sign if self._trouble else player_row(self.session, self.seat).sign or page.sign,
            board=board or page.board,
            caption=text,
            rows=(),
            tone=tone,
            keys=keys,
            action=None,
            selected=None,
            board_shown=True,
        )
