"""Questions that the table answers now: those of every game, and of the running one."""

from collections.abc import Sequence
from functools import partial

from companion.device.language import say
from companion.device.sentences import as_sentence, describe_winners, join_items
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.spoken_page import describe_choices
from companion.table.table_question import TableQuestion

#: So many of the last events are told.
_MOST_EVENTS = 5
#: Ids of the questions that every game has.
TURN = "turn"
HAPPENED = "happened"
HAND = "hand"
SCORE = "score"


def open_state(session: Session) -> object:
    """Return the running game's state as everybody knows it, whoever looks."""
    assert session.game is not None
    return open_view(session.table_game, session.game.state)


def open_view(table_game: TableGame[Session], state: object) -> object:
    """Return a state by a game's rules as everybody knows it."""
    play = table_game.play
    return play.view(state, "") if play.is_public else state


def table_questions(session: Session, page: Page) -> Sequence[TableQuestion]:
    """Return what can be asked at the table, where all hear the answer, about a page."""
    if session.game is None:
        return (_turn(page),)
    view = open_state(session)
    return _with_common(session, page, allowed(session, session.table_game.questions(view, "")))


def seat_questions(session: Session, page: Page, view: object | None, seat: str) -> Sequence[TableQuestion]:
    """Return what a seat can ask on its own phone; `view`: its own, None if nobody knows it."""
    if session.game is None or view is None or not seat:
        return table_questions(session, page)
    game = session.table_game
    hand = TableQuestion(HAND, say("What do I hold?"), partial(describe_hand, session, view, seat))
    own = [*([hand] if game.seat_screen.hand(view, seat) else []), *allowed(session, game.questions(view, seat))]
    return _with_common(session, page, own, game.seat_screen.seat_question(view, seat))


def describe_hand(session: Session, view: object, seat: str) -> Sequence[str]:
    """Return what a seat alone has, then what it knows of others, by its view."""
    game = session.table_game
    rows = (*game.seat_screen.hand(view, seat), *game.seat_screen.known_of_others(view, seat))
    texts = [say("{name} {number}", name=row.text, number=row.value) if row.value else row.text for row in rows]
    return [as_sentence(text) for text in texts]


def describe_board_change(table_game: TableGame[Session], before: object, after: object) -> Sequence[str]:
    """Return what lies otherwise after one or more events, as short sentences."""
    texts = table_game.history.describe_board_change(before, after)
    if texts is not None:
        return texts
    known = {*table_game.describe_board(before)}
    return [text for text in table_game.describe_board(after) if text not in known]


def allowed(session: Session, questions: Sequence[TableQuestion]) -> Sequence[TableQuestion]:
    """Return the questions that this table answers."""
    foresees = session.table_game.hints.allows_foresight(session)
    return [question for question in questions if foresees or not question.foresees]


def why_not_answered(session: Session, question_id: str) -> str:
    """Return why a question is not answered now, a sentence."""
    own = () if session.game is None else session.table_game.questions(open_state(session), "")
    if any(question.id == question_id for question in own):
        return say("In this game the table does not tell what may come.")
    return say("That cannot be asked just now.")


def _with_common(
    session: Session, page: Page, own: Sequence[TableQuestion], asked: str = ""
) -> Sequence[TableQuestion]:
    happened = TableQuestion(HAPPENED, say("What happened?"), partial(describe_last_events, session))
    score = TableQuestion(SCORE, say("How does it stand?"), partial(describe_score, session))
    return (_turn(page, asked), happened, *own, score)


def _turn(page: Page, asked: str = "") -> TableQuestion:
    texts = [asked] if asked else []
    return TableQuestion(TURN, say("Whose turn is it, and what can be done?"), lambda: [*describe_turn(page), *texts])


def describe_turn(page: Page) -> Sequence[str]:
    """Return whose turn it is and what can be done, as a page says it, in sentences."""
    match page:
        case BoardPage():
            texts = [page.title, page.caption]
        case ListPage():
            texts = [page.title, page.text]
        case PlayedPage():
            texts = [page.headline]
    can = [row.text for row in getattr(page, "rows", ()) if row.id]
    return [*(as_sentence(text) for text in texts if text), *describe_choices(can)]


def describe_last_events(session: Session) -> Sequence[str]:
    """Return the last events of the running game, the latest first."""
    game, describe = session.game, session.table_game.describe_event
    assert game is not None
    states, last = game.states(), len(game.events) - 1
    return [
        as_sentence(describe(states[number - 1] if number else None, game.events[number], states[number]))
        for number in range(last, max(-1, last - _MOST_EVENTS), -1)
    ]


def describe_score(session: Session) -> Sequence[str]:
    """Return how the game stands: what counts for each player, and how far the game is."""
    assert session.game is not None
    table_game, state = session.table_game, open_state(session)
    texts = [*standing_lines(table_game, state), table_game.status(state), *_result(table_game, state)]
    return [as_sentence(text) for text in dict.fromkeys(texts) if text]


def standing_lines(table_game: TableGame[Session], state: object) -> Sequence[str]:
    """Return each player's line of the standing; none where the game has no standing."""
    standing = table_game.standing(state)
    if standing is None:
        return ()
    names = {row.sign: row.text for row in (*table_game.signs(), *table_game.seat_rows())}
    lines = []
    for place, sign in enumerate(standing.signs):
        counts = [say("{name} {number}", name=name, number=values[place]) for name, values in standing.lines]
        lines.append(say("{player}: {counts}", player=names.get(sign, str(sign)), counts=join_items(counts)))
    return lines


def _result(table_game: TableGame[Session], state: object) -> Sequence[str]:
    result = table_game.rules.over(state)
    if result is None:
        return ()
    names = {row.id: row.text for row in table_game.seat_rows()}
    return (describe_winners([names.get(seat, seat) for seat in result.winners]),)
