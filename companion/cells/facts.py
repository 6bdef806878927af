"""Facts that a game with one piece on a cell gives: layout, possible events, words."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from companion.cells.board import CellBoard, disc_of, turned_discs
from companion.cells.board_words import cell_questions, describe_cells, describe_laying
from companion.cells.readings import CellReadings
from companion.cells.reason_words import describe_piece_reason
from companion.cells.reasons import piece_reason
from companion.cells.spelling import speak_cells
from companion.cells.tags import PieceTags
from companion.cells.touches import PossibleEvent
from companion.device.language import say
from companion.device.options import Values
from companion.device.sentences import as_sentence, capitalised, describe_winners, join_items, together
from companion.screen.pages import Row, Tone
from companion.screen.theme import Rgb
from companion.table.game import TypedTableGame
from companion.table.game_voice import GameVoice
from companion.table.layout import PieceNames, PieceObservation, TableLayout
from companion.table.plain_readings import PlainReadings
from companion.table.session import Session
from companion.table.table_question import TableQuestion, open_state
from companion.voice.brevity import MOST_CONFIRMING_WORDS, count_words, short_confirmation
from engine.game import CHANCE, Result, Rules
from engine.grid import Gauge
from vision.model.catalogue import Catalogue
from vision.reading import Reading


class CellFacts(TypedTableGame[Session, Any, Any, Any, Any]):
    """All that is not the same for every such game; the steps are built on it."""

    #: The tags of the pieces, and the cells of the board.
    tag_set: ClassVar[PieceTags]
    #: The players' ids as they sit, each with its colour: on the screen, on the ring, of its pieces.
    colours: ClassVar[Mapping[str, Rgb]]

    @cached_property
    def voice(self) -> GameVoice:
        """The letters of cells are said by their names."""
        return GameVoice(lambda text: speak_cells(text, self.tag_set.spelled_places))

    def open_state(self, view: Any, seat: str) -> Any:
        """Return the rules' state in what `questions` is given."""
        return open_state(self.play, view, seat)

    # --- what each game says ------------------------------------------------------------------------------------

    @abstractmethod
    def lying(self, state: Any) -> Mapping[str, str]:
        """Return the cell of each piece that is on the board."""

    def possible(self, state: Any) -> Iterable[Any]:
        """Return all events that may happen now, as the rules list them."""
        return self.rules.possible(state)

    @abstractmethod
    def turn(self, state: Any) -> str:
        """Return the player on turn: one of `colours`."""

    @abstractmethod
    def started(self, options: Values) -> Any:
        """Return the first event of a game with these values of the game's options."""

    @abstractmethod
    def player_name(self, player: str) -> str:
        """Return a player's name in the language in use, as sentences have it."""

    @abstractmethod
    def piece_name(self, piece: str) -> str:
        """Return a piece's name in the language in use, as sentences have it."""

    def piece_as_object(self, piece: str) -> str:
        """Return the piece's name as the object of a sentence: ``Put the fox on d4``.

        Some languages use another form there than for the subject.
        """
        return self.piece_name(piece)

    @abstractmethod
    def task(self, state: Any) -> str:
        """Describe the task of the player on turn, in a sentence."""

    @abstractmethod
    def reason(self, reason: str) -> str:
        """Explain in a sentence why the game is over, by the reason that the rules give."""

    def player_of(self, piece: str) -> str:
        """Return the owner of a piece; by default the player with the name of the piece's kind."""
        return self.tag_set.pieces[piece]

    def alike(self, piece: str) -> str:
        """Return the piece that stands for all those that are alike; by default no pieces are."""
        return piece

    def arranged(self, target: Mapping[str, str], lying: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002 - games override it
        """Return the layout `target`, made of those of the pieces alike that are `lying` there.

        By default no pieces are alike.
        """
        return target

    def why(self, state: Any, lying: Mapping[str, str]) -> str:  # noqa: ARG002 - games override it
        """Explain why no move leaves the pieces like this, a sentence.

        Empty: the nearest moves are named.

        A piece that is touched and not moved yet lies nowhere.
        """
        return ""

    def rolls(self, state: Any) -> Mapping[str, Any]:  # noqa: ARG002 - games override it
        """Return the possible rolls of a die, by the texts of their rows; empty: none is rolled."""
        return {}

    def is_chance_due(self, state: Any) -> bool:
        """Return True if a die is rolled, or the rules name chance among the actors.

        Rules that name no actors by themselves may only have left out whose event it is: `turn` says that.
        """
        names_actors = type(self.rules).actors is not Rules.actors
        return bool(self.rolls(state)) or (names_actors and CHANCE in self.rules.actors(state))

    def describe_lost_roll(self, event: Any, after: Any) -> str:  # noqa: ARG002 - games override it
        """Describe a roll after which nothing could move, a sentence; empty: the event was none."""
        return ""

    def labels(self, state: Any) -> Mapping[str, str]:  # noqa: ARG002 - games override it
        """Return the texts that stand on cells, such as counts."""
        return {}

    def notes_at_end(self, events: Sequence[Any]) -> str:  # noqa: ARG002 - games override it
        """Return what only a whole game shows, in sentences: told with its result."""
        return ""

    #: What counts in the game besides pieces, by names.
    gauges: Mapping[str, Gauge] = {}

    def measure(self, gauge: str, state: Any, player: str) -> int | None:  # noqa: ARG002 - games override it
        """Return what a gauge shows for a player; None: nothing that counts now."""
        return None

    def count_moves(self, state: Any, player: str) -> int | None:  # noqa: ARG002 - games override it
        """Return the number of moves that a player would have on turn; None: nobody can say."""
        return None

    def knows_threats(self, state: Any) -> bool:  # noqa: ARG002 - games override it
        """Return True if `threats` says which pieces could be taken now."""
        return False

    def threats(self, state: Any, player: str) -> Mapping[str, Sequence[str]]:  # noqa: ARG002 - games override it
        """Return the cells of a player's pieces that others could take if it were their turn.

        Each comes with the cells from which it would be done, or to which the taking piece would go.
        """
        return {}

    # --- what follows from it -----------------------------------------------------------------------------------

    def hint_reason(self, view: Any, seat: str, move: Any, *, shared: bool) -> Any:  # noqa: ARG002 - all lies open
        """Return what the move takes, saves, turns, reaches or leaves to be answered."""
        return piece_reason(self, view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe a reason by pieces, else as for every game."""
        return describe_piece_reason(self, reason) or super().describe_reason(reason)

    def describe_heard(self, before: Any, event: Any, after: Any, *, confirms: bool) -> str:
        """Describe the event as the log does.

        An own move that is long to tell is confirmed by the cell to which the piece goes, and by what it took.
        """
        text = self.describe_event(before, event, after)
        if not confirms or before is None or count_words(text) <= MOST_CONFIRMING_WORDS:
            return text
        was, lying = self.lying(before), self.lying(after)
        ends = [cell for piece, cell in lying.items() if was.get(piece) != cell]
        if len(ends) != 1:
            return short_confirmation(text)
        discs = set(map(disc_of, lying))
        taken = [self.piece_name(piece) for piece in was if disc_of(piece) not in discs]
        return together(as_sentence(ends[0]), say("Taken: {cells}.", cells=join_items(taken)) if taken else "")

    @property
    def cells(self) -> Mapping[str, tuple[int, int]]:
        """The cells of the board: 0-based (column, row); none where pieces lie in zones."""
        return getattr(self.tag_set, "cells", {})

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        """Return where pieces lie, what lies round a cell, and what is threatened."""
        return cell_questions(self, self.open_state(view, seat), seat)

    def describe_board(self, view: Any) -> Sequence[str]:
        """Return the cells on which pieces of each name lie."""
        return describe_cells(self, view)

    def describe_laying(self, state: Any) -> Sequence[str]:
        """Return what hands lay, a sentence for what they lay in one step."""
        return [*describe_laying(self, state)]

    @property
    def names(self) -> PieceNames:
        """The names of the pieces."""
        return PieceNames(self.piece_name, self.piece_as_object)

    def possible_layouts(self, state: Any) -> Sequence[PossibleEvent[Any]]:
        """Return the events that may happen now, with how the pieces lie after each."""
        return [
            PossibleEvent(event, self.lying(self.rules.follow(state, event)), self.alike)
            for event in self.possible(state)
        ]

    def layout(self, state: Any) -> TableLayout:
        """Return the layout of the pieces on the board."""
        return TableLayout.from_sides(self.lying(state), self.alike)

    def title(self) -> str:
        """Return the title of the tags."""
        return self.tag_set.title

    def status(self, state: Any) -> str:
        """Describe whose turn it is."""
        return "" if self.rules.over(state) else self.whose_turn(state)

    def whose_turn(self, state: Any) -> str:
        """Describe whose turn it is, as a title."""
        return capitalised(say("{player}'s turn", player=self.player_name(self.turn(state))))

    def announce_turn(self, state: Any) -> str:
        """Return what is said when a turn begins: whose it is, and what to do."""
        player = capitalised(self.player_name(self.turn(state)))
        return say("{player}: {task}", player=player, task=self.task(state))

    @property
    def readings(self) -> PlainReadings:
        """Pieces on cells."""
        return CellReadings(self.tag_set)

    def observe(self, reading: Reading, catalogue: Catalogue) -> PieceObservation:  # noqa: ARG002 - games override it
        """Return the observation of the pieces on the board; pieces beside it do not count."""
        placed = ((placed.tag.id, placed.cell) for placed in reading.placed_tags)
        seen = PieceObservation.from_tags(placed, reading.unreadable, reading.occluded)
        return replace(seen, shades=reading.shades, looks=reading.looks)

    def layout_after(
        self,
        layout: TableLayout | None,
        before: Any,
        event: Any,  # noqa: ARG002 - as every game
        after: Any,
        *,
        already_placed: bool,
    ) -> TableLayout | None:
        """Return the layout by the rules if the players have already carried out the event.

        Otherwise the layout stays as it was. Before the first event it is unknown, because nobody has looked at the
        table.
        """
        if before is None:
            return None
        return self.layout(after) if already_placed else layout

    @property
    def signs_of(self) -> Mapping[str, str]:
        """The piece that stands for each player: the first one."""
        return {self.player_of(piece): piece for piece in reversed(list(self.tag_set.pieces))}

    def signs(self) -> Sequence[Row]:
        """Return the players."""
        return [Row(capitalised(self.player_name(player)), sign=self.signs_of.get(player)) for player in self.colours]

    def seats(self, started: Any) -> tuple[str, ...]:  # noqa: ARG002 - all play every game
        """Return all seats."""
        return tuple(map(str, self.colours))

    def seat_rows(self) -> Sequence[Row]:
        """Return the players."""
        return [replace(row, id=str(player)) for row, player in zip(self.signs(), self.colours, strict=True)]

    def move_board(self, state: Any, event: Any) -> CellBoard:
        """Return the board after the event, with the ways of what moves."""
        before, after = self.lying(state), self.lying(self.rules.follow(state, event))
        moved = {piece: cell for piece, cell in after.items() if before.get(piece) != cell}
        discs = {disc_of(piece) for piece in after}
        leaving = {piece: cell for piece, cell in before.items() if disc_of(piece) not in discs}
        turned = turned_discs(before, after)
        starts = {piece: before.get(turned.get(piece, piece), cell) for piece, cell in moved.items()}
        ways = tuple((starts[piece], cell) for piece, cell in moved.items() if starts[piece] != cell)
        return CellBoard.of(after, dict.fromkeys(moved.values(), Tone.GOOD), ways, self.labels(state), leaving)

    def describe_winners(self, result: Result) -> str:
        """Return the sentence that says who has won."""
        return describe_winners([self.player_name(player) for player in result.winners])

    def actor(self, state: Any) -> str:
        """Return the player on turn."""
        return "" if self.rules.over(state) else str(self.turn(state))
