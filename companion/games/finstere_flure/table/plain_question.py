"""Question which of several moves of tokens without stickers was made."""

from collections.abc import Sequence

from companion.device.sentences import capitalised
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, Mark
from companion.games.finstere_flure.table.token_words import describe_pushed_stones
from companion.games.finstere_flure.words.event_words import describe_way
from companion.games.finstere_flure.words.sentences import Names
from companion.screen.pages import BoardPage, Keys, Row, Tone
from companion.table.lists import index_of
from engine.finstere_flure.board import ENTRANCE, EXIT, Cell, is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after

#: Prefix of the rows' ids: followed by their numbers.
ALIKE = "alike-"


def alike_rows(position: Position, events: Sequence[TokenMoved]) -> list[Row]:
    """Return a row for each of the moves after which the same cells are taken."""
    names, pushes = Names(position), len({event.stones for event in events}) > 1
    rows = []
    for number, event in enumerate(events):
        token = position.token(event.token)
        assert token is not None
        text = capitalised(describe_way(names.token(event.token), str(token.at), event))
        stones = say("Pushed: {stones}", stones=describe_pushed_stones(position, event)) if pushes else ""
        rows.append(Row(text, f"{ALIKE}{number}", detail=stones, sign=token))
    return rows


def alike_chosen(events: Sequence[TokenMoved], target: str) -> TokenMoved | None:
    """Return the move of a row, or the only one of a touched token or cell; None: none."""
    number = target.removeprefix(ALIKE)
    if target.startswith(ALIKE) and number.isdigit():
        return events[int(number)] if int(number) < len(events) else None
    touched = [event for event in events if target in (event.token, event.to)]
    return touched[0] if len(touched) == 1 else None


def alike_page(position: Position, events: Sequence[TokenMoved], marked: str | None, *, by_ear: bool) -> BoardPage:
    """Return the page that asks which of these moves was made.

    `marked` is the row that Advance takes.
    """
    rows = tuple(alike_rows(position, events))
    event = None if marked is None else alike_chosen(events, marked)
    return BoardPage(
        "tokens",
        say("Which move was it?"),
        alike_board(position, events, event),
        "" if by_ear else say("The same cells are taken after each of these moves. Touch the one that was made."),
        rows,
        Tone.NOW,
        keys=Keys(say("Choose") if event is not None else "", say("Next"), draw_hold=say("Previous")),
        selected=index_of(rows, marked),
    )


def alike_board(position: Position, events: Sequence[TokenMoved], marked: TokenMoved | None) -> BoardView:
    """Return the board with the ways of all these moves, or as it lies after the marked one."""
    if marked is not None:
        marks = (Mark((marked.to,), Tone.GOOD),) if is_cell(marked.to) else ()
        return BoardView.of(position_after(position, marked), marks)
    arrows: dict[tuple[Cell | None, Cell | None], Arrow] = {}
    for event in events:
        token = position.token(event.token)
        start = token.cell if token is not None else None
        end = str(event.to) if is_cell(event.to) else None
        door = ENTRANCE if start is None else EXIT if event.to is Place.OUT else None
        if start != end:
            arrows.setdefault((start, end), Arrow(start, end, Tone.NOW, door, event.token))
    return BoardView.of(position, (), tuple(arrows.values()))
