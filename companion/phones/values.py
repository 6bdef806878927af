"""Values of a phone's page: what everybody sees, and what one seat sees and may do.

What a seat sees follows from `Play.view` alone, never from a whole state.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.device.language import said_again
from companion.phones.pictures import PhonePictures
from companion.screen.pages import BoardPage, ListPage, Page, Row
from companion.table.bot_step import BotStep
from companion.table.bots import whole_state
from companion.table.put_right import PutRightStep
from companion.table.questions import QuestionStep
from companion.table.seat_moves import SeatMove, ToldFacts
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_question import TableQuestion

#: What the id of a button begins with that stands for a row of the page.
ROW = "row "
#: The id of the button that stands for Advance.
ADVANCE = "advance"
#: The id of the button that stands for Draw, where nothing else can be done.
DRAW = "draw"
#: Stands between the parts' texts in the line of a move that has no other one; the page joins them by it.
PARTS_JOINED = " · "


@dataclass(frozen=True)
class Offer:
    """Possible actions of a seat: its moves, and buttons of the page.

    It is void once the step, the number of events or the seat's view is another: what only some notice is no event.
    `awaited`: the game waits for this seat.
    """

    step: Step[Session]
    events: int
    awaited: bool
    moves: tuple[Any, ...] = ()
    buttons: tuple[str, ...] = ()
    #: Where the same can be done with another view, what is half chosen on the phone stays.
    view: Any | None = field(default=None, compare=False)


def game_step(session: Session) -> Step[Session]:
    """Return the step of the game, below all menus."""
    return session.game_step(session.step)


def game_page(session: Session) -> Page:
    """Return the page of that step in the language in use."""
    step = game_step(session)
    return session.whole_page if step is session.step else step.page()


def seat_view(session: Session, seat: str) -> Any | None:
    """Return the state as a seat knows it; None where nobody knows it."""
    whole = None if session.game is None else whole_state(session)
    return None if whole is None else session.table_game.play.view(whole, seat)


def known_view(session: Session, seat: str, view: Any | None) -> Any | None:
    """Return a seat's view, else what all know of it; None where nobody knows the hands."""
    if view is not None or session.game is None:
        return view
    return session.table_game.seat_screen.open_view(session.game.state, seat)


def offer_of(session: Session, page: Page, seat: str, view: Any | None) -> Offer | None:
    """Return what a seat may do on this page; None: nothing."""
    game, step = session.game, session.step
    # Nobody moves while a menu is open at the table, or while the game plays itself.
    if game is None or session.watching or step is not game_step(session) or game.rules.over(game.state) is not None:
        return None
    table_game = session.table_game
    listed = step.takes_events and view is not None and table_game.play.is_listed
    moves = tuple(table_game.seat_screen.seat_moves(view, seat)) if listed else ()
    buttons = _buttons(page, step) if step.has_other_rows or not listed else ()
    if view is not None and table_game.play.committed_seat(view):
        # What somebody has begun is ended first.
        buttons = ()
    if isinstance(step, PutRightStep) or table_game.actor(game.state) not in ("", seat):
        buttons = ()
    if not moves and not buttons:
        return None
    awaited = seat in table_game.seat_screen.awaited(view) if moves else table_game.actor(game.state) == seat
    return Offer(step, len(game.events), awaited, moves, buttons, view)


def waiting_word(session: Session, seat: str, view: Any | None) -> str:
    """Explain why a seat that is offered nothing waits, as a word of the phone's page."""
    game, table_game = session.game, session.table_game
    if session.has_page_above and not session.step.belongs_to_game:
        return "menu"
    if game is None or session.watching or isinstance(session.step, BotStep):
        return "not_turn"
    is_turn = table_game.actor(game.state) == seat if view is None else seat in table_game.seat_screen.awaited(view)
    return "table" if is_turn else "not_turn"


def _buttons(page: Page, step: Step[Session]) -> tuple[str, ...]:
    """Return the buttons for a page's rows and for Advance, or for Draw if there are none.

    Whatever Advance does at a question one of its rows does, too.
    """
    rows = page.rows if isinstance(page, BoardPage | ListPage) else ()
    buttons = [f"{ROW}{row.id}" for row in rows if row.id]
    is_answered = isinstance(step, QuestionStep) and bool(buttons)
    if page.keys.advance and getattr(page, "selected", None) is None and not is_answered:
        buttons.append(ADVANCE)
    if page.keys.draw and not buttons:
        buttons.append(DRAW)
    return tuple(buttons)


def page_value(page: Page, pictures: PhonePictures, language: str, *, moves: bool) -> dict[str, Any]:
    """Return what everybody sees of a page.

    With `moves` each seat is shown its own instead of the rows that the table chooses from. What a step has kept, such
    as why a move is refused, is said again in the language in use.
    """
    rows: Sequence[Row] = ()
    title = caption = ""
    if isinstance(page, BoardPage):
        title, caption, rows = page.title, page.caption, page.rows
    elif isinstance(page, ListPage):
        title, caption, rows = page.title, page.text, page.rows
    return {
        "page": page.name,
        "title": said_again(title),
        "caption": said_again(caption),
        "status": said_again(page.status),
        "tone": str(getattr(page, "tone", "plain")),
        "board": pictures.board(page, language),
        "rows": [row_value(row, pictures) for row in rows if not (moves and row.id)],
    }


def row_value(row: Row, pictures: PhonePictures) -> dict[str, Any]:
    """Return what is seen of a row, in the language in use."""
    value: dict[str, Any] = {"text": said_again(row.text), "tone": str(row.tone)}
    for name in ("value", "detail"):
        if getattr(row, name):
            value[name] = said_again(getattr(row, name))
    if row.done is not None:
        value["done"] = row.done
    if sign := pictures.sign(row.sign):
        value["sign"] = sign
    return value


def seat_value(
    session: Session,
    page: Page,
    seat: str,
    view: Any | None,
    offer: Offer | None,
    number: int,
    pictures: PhonePictures,
) -> dict[str, Any]:
    """Return what one seat sees besides, by its `view`: its hand and what it may do."""
    held, game = known_view(session, seat, view), session.table_game
    value: dict[str, Any] = {
        "parts": [],
        "moves": [],
        "buttons": [],
        "begun": False,
        "places": {},
        "offer": number,
        "awaited": False,
        "asks": "",
        "wait": "" if offer is not None else waiting_word(session, seat, view),
    }
    if view is None and session.game is not None and (told := game.seat_screen.told_facts(session.game.state, seat)):
        value["told"] = _told_value(told, session.game_id)
    rows = () if held is None else game.seat_screen.hand(held, seat)
    known = () if held is None else game.seat_screen.known_of_others(held, seat)
    value["known"] = [row_value(row, pictures) for row in known]
    value["hand"] = [{"id": row.id, **row_value(row, pictures)} for row in rows]
    if offer is None:
        return value
    value["awaited"] = offer.awaited
    value["asks"] = game.seat_screen.seat_question(view, seat) if offer.moves else ""
    moves = [game.seat_screen.describe_move(view, move) for move in offer.moves]
    value |= _move_values(moves, pictures)
    on_board = dict.fromkeys(part.id for move in moves for part in move.parts if part.on_board)
    value["places"] = pictures.places(page, on_board)
    rows = page.rows if isinstance(page, BoardPage | ListPage) else ()
    texts = {f"{ROW}{row.id}": row_value(row, pictures) for row in rows if row.id}
    texts |= {ADVANCE: {"text": page.keys.advance, "tone": "now"}, DRAW: {"text": page.keys.draw, "tone": "now"}}
    value["buttons"] = [{"id": button, **texts[button]} for button in offer.buttons]
    value["begun"] = offer.step.is_begun
    return value


def questions_value(questions: Sequence[TableQuestion], asked: str, answer: Sequence[str]) -> dict[str, Any]:
    """Return what a phone may ask, with the ends of choices, and the answer to what it `asked`."""
    values = []
    for question in questions:
        value: dict[str, Any] = {"id": question.id, "text": question.text}
        if question.choices:
            value["choices"] = [[choice.id, choice.text] for choice in question.last_choices]
        values.append(value)
    return {"questions": values, "answer": {"asked": asked, "lines": [*answer]}}


def _told_value(told: ToldFacts, game_id: int | None) -> dict[str, Any]:
    """Return what a phone may be told; its answers are about the game with this number."""
    questions = [
        {"text": text, "rows": [{"id": row.id, "text": row.text} for row in rows]} for text, rows in told.questions
    ]
    lines = {" ".join(answers): line for answers, line in told.lines.items()}
    return {"title": told.title, "game": game_id, "questions": questions, "lines": lines}


def _move_values(moves: Sequence[SeatMove], pictures: PhonePictures) -> dict[str, Any]:
    """Return each part once, and of each move the numbers of its parts.

    A move's own line is there where it is another one than its parts' texts. Hundreds of moves have few parts.
    """
    numbers: dict[tuple[str, str, bool, str], int] = {}
    values = []
    for move in moves:
        parts = [(part.id, part.text, part.on_board, pictures.sign(part.sign)) for part in move.parts]
        value: dict[str, Any] = {"parts": [numbers.setdefault(part, len(numbers)) for part in parts]}
        if move.text != PARTS_JOINED.join(part.text for part in move.parts):
            value["text"] = move.text
        if move.any_order:
            value["any_order"] = True
        values.append(value)
    found = [
        {"id": part_id, "text": text, "board": on_board, **({"sign": sign} if sign else {})}
        for part_id, text, on_board, sign in numbers
    ]
    return {"parts": found, "moves": values}
