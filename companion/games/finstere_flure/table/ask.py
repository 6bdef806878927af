"""Answers of the table in Finstere Flure: tokens, cells, the monster's look, risks, cards."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.device.sentences import capitalised, join_items
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.outlook import outlook
from companion.games.finstere_flure.words.board_words import (
    describe_board,
    describe_monster_place,
    describe_things_on,
    describe_tokens,
    describe_tokens_beside,
    face_of,
    things_on,
    tokens_of,
)
from companion.games.finstere_flure.words.event_words import describe_deck
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.sentences import direction_name
from companion.table.table_question import TableQuestion
from engine.finstere_flure.board import CELLS, FILES, RAY, WALL_LETTER, Cell, Direction
from engine.finstere_flure.cards import Card
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import OPAQUE_KINDS, Colour
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import Decision

#: Directions in the order in which they are told.
_CLOCKWISE = (Direction.N, Direction.E, Direction.S, Direction.W)


def questions(state: State, seat: str) -> Sequence[TableQuestion]:
    """Return what can be asked about the castle; `seat`: who asks, empty: the player on turn."""
    asker = Colour(seat) if seat else state.turn
    own: list[TableQuestion] = []
    if asker is not None:
        player = player_name(asker)
        own = [
            TableQuestion(
                "pieces", say("{player}: where are the tokens?", player=player), partial(describe_own, state, asker)
            ),
            TableQuestion(
                "threats",
                say("{player}: which tokens are in danger?", player=player),
                partial(describe_risks, state, asker),
                foresees=True,
            ),
        ]
    return (
        *own,
        _cell_question(state.position),
        TableQuestion("board", say("What lies on the board?"), partial(describe_board, state)),
        TableQuestion(
            "foe",
            say("Where is the monster, whom does it see, which cards may come?"),
            lambda: [*describe_monster(state), *describe_cards(state)],
        ),
    )


def describe_own(state: State, colour: Colour) -> Sequence[str]:
    """Return where a player's tokens are; those on the board first."""
    own = tokens_of(state, colour)
    inside = [token for token in own if token.cell is not None]
    return [*([describe_tokens(inside)] if inside else []), *describe_tokens_beside(own)]


def describe_monster(state: State) -> Sequence[str]:
    """Return where the monster stands, where it looks, whom it sees, and where it would turn."""
    position = state.position
    look = move_monster(position, Card("", 0)).final_look
    tokens = {token.id: token for token in position.tokens}
    seen = [
        capitalised(
            say_count(
                "{token}, {n} cell {direction}.",
                "{token}, {n} cells {direction}.",
                sight.distance,
                token=face_of(tokens[sight.token]),
                direction=direction_name(sight.direction),
            )
        )
        for sight in sorted(look.seen, key=lambda sight: sight.distance)
    ]
    match look.decision:
        case Decision.NOBODY:
            result = say("It sees nobody.")
        case Decision.CONFUSED:
            result = say("Equally near: it is confused.")
        case _:
            result = say("It would turn to the nearest: {direction}.", direction=direction_name(look.facing))
    sees = [say("It sees:"), *seen] if seen else []
    return [describe_monster_place(position), *sees, result]


def describe_risks(state: State, colour: Colour) -> Sequence[str]:
    """Return the risks of a player's tokens by the next card, the greatest first."""
    risks = outlook(state.position, deck_to_come(state)).risks
    found = sorted(
        ((risks[token.id], token) for token in tokens_of(state, colour) if risks.get(token.id)),
        key=lambda risk: -risk[0],
    )
    if not found:
        return [say("None of these tokens is in danger.")]
    return [
        capitalised(say("{token} {cell}: {n} %.", token=face_of(token), cell=token.at, n=round(100 * risk)))
        for risk, token in found
    ]


def describe_cards(state: State) -> Sequence[str]:
    """Return the cards of which one comes next, never their order."""
    deck = deck_to_come(state)
    return [describe_deck(deck)] if deck else [say("No card is left.")]


# --- what lies on a cell and round it ---------------------------------------------------------------------------------


def _cell_question(position: Position) -> TableQuestion:
    groups = []
    for file in FILES:
        cells = [cell for cell in CELLS if cell[0] == file]
        choices = [TableQuestion(f"cell {cell}", cell, partial(describe_cell, position, cell)) for cell in cells]
        groups.append(
            TableQuestion(f"cell {file}", say("Column {letter}", letter=file.upper()), choices=tuple(choices))
        )
    return TableQuestion("cell", say("What lies on a cell and round it?"), choices=tuple(groups))


def describe_cell(position: Position, cell: Cell) -> Sequence[str]:
    """Return what lies on a cell, and what is seen from there each way, clockwise."""
    texts = [describe_things_on(position, cell)]
    for direction in _CLOCKWISE:
        seen = list(_seen(position, cell, direction))
        if seen:
            texts.append(
                capitalised(say("{direction} {pieces}.", direction=direction_name(direction), pieces=join_items(seen)))
            )
            continue
        ray = RAY[cell, direction]
        values = {"direction": direction_name(direction), "letter": WALL_LETTER[ray[-1] if ray else cell, direction]}
        text = say("{direction} wall {letter}.", **values)
        if ray:
            text = say_count(
                "{direction} {n} free cell to wall {letter}.",
                "{direction} {n} free cells to wall {letter}.",
                len(ray),
                **values,
            )
        texts.append(capitalised(text))
    return texts


def _seen(position: Position, cell: Cell, direction: Direction) -> Iterator[str]:
    """Yield what stands in a direction, with its cell, until something ends the sight."""
    stones = {stone.cell: stone.kind for stone in position.stones}
    tokens = {token.cell for token in position.tokens if token.cell is not None}
    for beyond in RAY[cell, direction]:
        if beyond in stones or beyond in tokens or beyond == position.monster:
            yield say("{cell} {piece}", cell=beyond, piece=things_on(position, beyond)[0])
            if beyond in tokens or beyond == position.monster or stones[beyond] in OPAQUE_KINDS:
                return
