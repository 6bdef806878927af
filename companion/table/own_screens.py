"""Choices that seats make on screens of their own, such as phones."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.language import say
from companion.device.sentences import listed
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Tone
from companion.table.bots import seats_of_bots, whole_state
from companion.table.debounce import DebouncedStep
from companion.table.inference import Happened, Problems, Waiting
from companion.table.inference_step import InferenceStep
from companion.table.questions import QuestionStep
from companion.table.seat_names import player_name
from companion.table.session import HANDS, Session
from companion.table.step import Step
from companion.voice import Level
from hardware.buttons import Button, Press

#: So many players are named at most; of more of them it is said that there are some.
_MOST_NAMED = 3


def screens_of_people(session: Session) -> frozenset[str]:
    """Return the seats with a screen of their own in which people play who are there."""
    seating = session.seating
    if not seating.own_screens or session.watching:
        return frozenset()
    return seating.own_screens - seating.seats.away - seats_of_bots(session)


def awaited_screens(session: Session) -> Sequence[str]:
    """Return the seats for which the game waits and that choose on their own screens."""
    game, screens = session.game, screens_of_people(session)
    if game is None or not screens or game.rules.over(game.state) is not None:
        return ()
    whole = whole_state(session) if session.table_game.play.is_listed else None
    awaited = [session.table_game.actor(game.state)] if whole is None else session.table_game.seat_screen.awaited(whole)
    return [str(seat) for seat in awaited if str(seat) in screens]


def _asked_openly(session: Session, whole: object) -> Sequence[str]:
    """Return the people for whom the game waits by what everybody knows."""
    table_game, bots = session.table_game, seats_of_bots(session)
    assert session.game is not None
    asked = [table_game.actor(session.game.state)] if whole is None else table_game.seat_screen.asked_openly(whole)
    return [str(seat) for seat in asked if str(seat) not in bots]


class SeatScreens:
    """Choices of a session's seats that are made on their own screens.

    Where the game waits for such seats alone the table's page offers nothing, and says whom it waits for. Where others
    may act as well the table enters nothing for them (`refusal`).
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    # --- the whole page ------------------------------------------------------------------------------------------

    @property
    def deciding(self) -> Sequence[str]:
        """Seats that alone decide now, each on its own screen; none: the table decides as well."""
        session, step = self._session, self._session.step
        game, table_game, screens = session.game, session.table_game, screens_of_people(session)
        if game is None or not screens or game.rules.over(game.state) is not None:
            return ()
        if not (step is session.running_step or step.belongs_to_game) or _shows_table(step):
            return ()
        whole = whole_state(session) if step.takes_events and table_game.play.is_listed else None
        if whole is None and not _has_choice(step):
            return ()
        people = _asked_openly(session, whole)
        return people if people and screens.issuperset(people) else ()

    @property
    def decides_alone(self) -> bool:
        """True at a virtual table where only seats on own screens decide, whatever is moved."""
        session = self._session
        step, screens, table_game = session.running_step, screens_of_people(session), session.table_game
        if session.game is None or session.watching is None or not screens:
            return False
        if not (step.takes_events and table_game.play.is_listed) or session.game.rules.over(session.game.state):
            return False
        whole = whole_state(session)
        asked = [] if whole is None else [str(seat) for seat in table_game.seat_screen.asked_openly(whole)]
        return bool(asked) and screens.issuperset(asked)

    @property
    def sentence(self) -> str:
        """Say for whom the table waits; empty: it decides as well."""
        deciding = self.deciding
        return _describe_deciding(self._session, deciding) if deciding else ""

    def page(self, page: Page) -> Page:
        """Return the page without anything to choose while seats decide on their own screens."""
        text = self.sentence
        keys = Keys(draw=say("Say again"), back=page.keys.back, back_hold=page.keys.back_hold)
        match page:
            case BoardPage() if text:
                rows = tuple(row for row in page.rows if not row.id)
                return replace(page, caption=text, rows=rows, tone=Tone.WAITING, keys=keys, action=None, selected=None)
            case ListPage() if text:
                rows = tuple(row for row in page.rows if not row.id)
                return replace(page, text=text, rows=rows, keys=keys, selected=None)
        return page

    def holds_back(self, done: Press | str) -> bool:
        """Return True if a press, or a touch of a row or place, is not the table's to do; say why.

        Back takes back what all have seen, and hands say themselves whom they wait for.
        """
        if done == HANDS or (isinstance(done, Press) and done.button is Button.BACK):
            return False
        text = self.sentence
        if text:
            # It stands on the page already.
            self._session.say(text, Level.PHASE)
        return bool(text)

    # --- one of several ------------------------------------------------------------------------------------------

    def refusal(self, event: object) -> str:
        """Say why the table does not enter an event; empty: it may.

        A bot uses its own cards. Else its player enters it, or somebody may still act on a phone. Where nobody knows
        the hands, all is told at the table.
        """
        session = self._session
        if isinstance(event, tuple):
            return next(filter(None, map(self.refusal, event)), "")
        actor, hidden = getattr(event, "by", None), session.hidden_cards
        owner = self._describe_owner(str(actor))
        if owner and hidden is not None and (hidden.uses_own_card(event) or self._is_contradicted(event)):
            # Whether it could would tell what it holds.
            return owner
        if not screens_of_people(session) or whole_state(session) is None:
            return ""
        if actor is None:
            # What nobody in particular does ends what all may do.
            return describe_waiting(session)
        return _describe_deciding(session, [str(actor)]) if str(actor) in awaited_screens(session) else ""

    def _is_contradicted(self, event: object) -> bool:
        """Return True if the rules allow an event, and the hidden cards do not."""
        game, hidden = self._session.game, self._session.hidden_cards
        assert game is not None
        return hidden is not None and not game.problems(event) and bool(hidden.contradiction(event))

    def _describe_owner(self, seat: str) -> str:
        """Say who alone uses the cards of a seat, and not who is at this screen; empty: nobody."""
        session = self._session
        if session.other_table is not None and seat in session.other_table.seats:
            return say("{player} plays at the other table.", player=player_name(session, seat))
        if seat in seats_of_bots(session):
            return say("{player} is played by a bot, which uses its own cards.", player=player_name(session, seat))
        return _describe_deciding(session, [seat]) if seat in screens_of_people(session) else ""


def describe_waiting(session: Session) -> str:
    """Say that the table waits for choices on own screens; empty: for none."""
    if not awaited_screens(session):
        return ""
    whole, screens = whole_state(session), screens_of_people(session)
    return _describe_deciding(session, [seat for seat in _asked_openly(session, whole) if seat in screens])


def _describe_deciding(session: Session, seats: Sequence[str]) -> str:
    """Say that the table waits for these seats, or that one of them has lost its phone."""
    gone = [seat for seat in seats if seat in session.seating.lost_screens]
    players = listed([player_name(session, seat) for seat in gone or seats]) if seats else ""
    if not 0 < len(gone or seats) <= _MOST_NAMED:
        return say("Players choose on their phones: wait, or take seats back (menu, Phones).")
    if gone:
        return say("No connection to the phone: {players}. Take the seat back: menu, Phones.", players=players)
    if len(seats) == 1:
        return say("{player} chooses on a phone: wait, or take the seat back (menu, Phones).", player=players)
    return say("On phones may choose: {players}. Wait, or take seats back (menu, Phones).", players=players)


def _shows_table(step: object) -> bool:
    """Return True for a step that shows or is told what hands have done on the table."""
    if not isinstance(step, DebouncedStep):
        return False
    found, is_reported = step.found, step.reported
    if isinstance(found, Waiting) and is_reported and isinstance(step, InferenceStep):
        return True
    if isinstance(found, Problems):
        return is_reported
    is_told = isinstance(found, Happened) or (isinstance(found, Waiting) and bool(found.maybe))
    return is_told and not step.session.own_screens_decide


def _has_choice(step: Step[Session]) -> bool:
    """Return True for a question or a move that is told by rows; a text is typed at the table."""
    if step.takes_text or not isinstance(step, QuestionStep | InferenceStep):
        return False
    return any(row.id not in ("", HANDS) for row in getattr(step.page(), "rows", ()))
