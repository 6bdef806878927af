"""Photo of plain pieces: the picture gives the taken cells.

What is known of the table before gives the rest.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from companion.device.errors import UserError
from companion.device.files import read_text
from companion.device.sentences import capitalised, join_items
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.reading.position_loader import parse_position
from companion.games.finstere_flure.reading.reading import TableReading
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.plain_board import alike, figures, taken_cells
from companion.games.finstere_flure.table.plain_tokens import TokenOutcome
from companion.games.finstere_flure.words.event_words import describe_way
from companion.games.finstere_flure.words.sentences import Names
from companion.table.photo import Photo
from companion.table.plain_pieces import TakenPlaces
from engine.errors import NotationError, RulesError
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.play import moves_of_token
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import Phase
from engine.gamefile import format_of, game_from_text

#: No game file is larger (bytes).
_MOST_BYTES = 4_000_000
#: So many possible tables are named in a sentence.
_MOST_NAMED = 8


@dataclass(frozen=True)
class PossibleTable:
    """Position that fits the taken cells, and the token's move that led there.

    `moved`: None where nothing was moved.
    """

    position: Position
    moved: TokenMoved | None

    def describe(self, before: Position) -> str:
        """Describe what happened since."""
        if self.moved is None:
            return say("Nothing was moved.")
        token = before.token(self.moved.token)
        assert token is not None
        return capitalised(describe_way(Names(before).token(token.id), str(token.at), self.moved))


@dataclass(frozen=True)
class Before:
    """Table as it was known last, and the tokens that may have moved since."""

    position: Position
    movable: tuple[str, ...]


def add_since_option(parser: argparse.ArgumentParser) -> None:
    """Declare the option for pictures of plain pieces."""
    parser.add_argument(
        "--since",
        metavar="GAME|POSITION",
        help="pieces without stickers: the game file, position file or text board of how they lay last; since then one "
        "token at most was moved",
    )


def load_before(source: str) -> Before:
    """Return the table that a game file ends with, or that of a position. Raises UserError."""
    text = read_text(source, "a game file, position file or text board", _MOST_BYTES)
    try:
        if format_of(text.partition("\n")[0]) is not None and "\n" in text.strip():
            state = game_from_text(RULES, text).state
            movable = state.tokens_to_move(state.turn) if state.phase is Phase.MOVE_TOKEN and state.turn else ()
            return Before(state.position, movable)
        position = parse_position(text)
    except (NotationError, RulesError, ValueError) as error:
        raise UserError(f"{source}: {error}") from None
    away = (Place.OUT, Place.DEAD)
    return Before(position, tuple(token.id for token in position.tokens if token.place not in away))


def possible_tables(before: Before, photo: Photo[TableReading], name: str) -> Sequence[PossibleTable]:
    """Return the tables that fit the picture `name`: as before, or after one token's move.

    Raises UserError, naming the cells, if none does.
    """
    observation, layout = TABLE.observe(photo.reading, photo.catalogue), layout_of(before.position)
    places = TakenPlaces.of(taken_cells(observation, layout), alike)
    lying = figures(layout).sides
    if places.fit(lying):
        return [PossibleTable(before.position, None)]
    events = [event for token in before.movable for event in moves_of_token(before.position, token)]
    after = [(event, position_after(before.position, event)) for event in events]
    outcomes = [TokenOutcome(event, figures(layout_of(position)).sides) for event, position in after]
    positions = dict(after)
    found = [PossibleTable(positions[outcome.event], outcome.event) for outcome in places.fitting(outcomes)]
    if not found:
        left, come = places.changed(lying)
        changes = [f"free: {join_items(sorted(left))}"] * bool(left) + [f"taken: {join_items(sorted(come))}"] * bool(
            come
        )
        raise UserError(f"{name}: no move of a token leads from --since to this table ({'; '.join(changes)})")
    return found


def several_fit(before: Before, tables: Sequence[PossibleTable], name: str) -> UserError:
    """Return the error that lists the moves that fit the picture `name`."""
    named = " ".join(table.describe(before.position) for table in tables[:_MOST_NAMED])
    return UserError(f"{name}: several moves fit the taken cells. {named}")
