"""Moves of tokens without stickers, by the cells that became free and taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.games.finstere_flure.table.lies import changes_of, layout_after, layout_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.plain_board import alike, figures, named_board, taken_cells
from companion.games.finstere_flure.words.piece_names import piece_name
from companion.table.inference import Happened, Inference, Nothing, TableProblem, Undecided, Waiting
from companion.table.layout import PieceObservation, TableLayout
from companion.table.learned_looks import LearnedLooks, SeenLooks
from companion.table.plain_pieces import Outcome, SteadyPlaces, TakenPlaces, Unrest
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import TOKENS

#: What only left its cell is mostly in a hand: whether it is gone for good is asked after so long (seconds).
HELD_S = 3.0


@dataclass(frozen=True)
class TokenOutcome:
    """Move of a token, and where the figures lie after it."""

    event: TokenMoved
    lying: Mapping[str, str]

    @cached_property
    def layout(self) -> TableLayout:
        """The layout, in which stones that look alike have one name."""
        return TableLayout.from_sides(self.lying, alike)

    @cached_property
    def places(self) -> frozenset[str]:
        """The cells that are taken."""
        return frozenset(self.lying.values())


class PlainTokens:
    """Inference of a token's move from the cells that are seen taken."""

    def __init__(self, game: Game, unrest: Unrest | None = None, learned: LearnedLooks | None = None) -> None:
        self._game = game
        self._layout = layout_of(game.state.position)
        self._before = figures(self._layout)
        self._lying: Mapping[str, str] = self._before.sides
        self._unrest = unrest or Unrest()
        self._unrest.keep_vouched(self._lying.values())
        self.steady = SteadyPlaces(self._lying.values(), self._unrest)
        self.looks = SeenLooks(learned or LearnedLooks(), game.rules.id, self._lying, alike)
        #: Since when it looks as if something had left the board and nothing had come (seconds).
        self._held_since: float | None = None
        self._asks_held = False
        self._seen = TakenPlaces(frozenset())

    @cached_property
    def outcomes(self) -> list[TokenOutcome]:
        """All moves that are possible, those that push least first."""
        state = self._game.state
        tokens = state.tokens_to_move(state.turn) if state.turn is not None else ()
        events = [event for token in tokens for event in self._game.token_choices(token)]
        return [TokenOutcome(event, self._lying_after(event)) for event in sorted(events, key=lambda e: len(e.stones))]

    def _lying_after(self, event: TokenMoved) -> Mapping[str, str]:
        return figures(layout_after(self._layout, changes_of(self._layout, event))).sides

    def match(
        self, observation: BoardObservation, time_s: float
    ) -> tuple[BoardObservation, Inference[TokenMoved] | None]:
        """Return the board with names, and what has happened; None where no move fits."""
        cells = taken_cells(observation, self._layout)
        seen = self._unrest.hide_vouched(self.steady.see(cells, time_s), cells)
        places = self._seen = TakenPlaces.of(seen, alike)
        fitting = self._fitting(places)
        found = None if seen.in_doubt else self._match(places, self._by_looks(fitting, seen), time_s)
        if isinstance(found, Nothing):
            found = self.looks.see(seen.looks, self._name, places.hidden) or found
        named = places.name_pieces(seen, self._lying, self.outcomes if found is None else [])
        return named_board(observation, named, self._layout), found

    def _fitting(self, places: TakenPlaces) -> list[Outcome[TokenMoved]]:
        seen = places.taken - places.hidden
        return places.fitting([outcome for outcome in self.outcomes if outcome.places - places.hidden == seen])

    def _by_looks(
        self, fitting: Sequence[Outcome[TokenMoved]], seen: PieceObservation
    ) -> Sequence[Outcome[TokenMoved]]:
        """Return the only event that the looks fit, too; all where that is not sure."""
        number = self.looks.choose([outcome.lying for outcome in fitting], seen.looks) if len(fitting) > 1 else None
        return fitting if number is None else [fitting[number]]

    def _name(self, side: str) -> str:
        return piece_name(side.partition("/")[0], self._game.state.position)

    def _match(
        self, places: TakenPlaces, fitting: Sequence[Outcome[TokenMoved]], time_s: float
    ) -> Inference[TokenMoved] | None:
        left, come = places.changed(self._lying)
        is_held = bool(left) and not come
        self._held_since = (self._held_since if self._held_since is not None else time_s) if is_held else None
        self._asks_held = self._held_since is not None and time_s - self._held_since >= HELD_S
        if places.fit(self._lying):
            return Nothing()
        if not fitting:
            return None
        events = tuple(outcome.event for outcome in fitting)
        lifted = tuple(side.partition("/")[0] for side, cell in self._lying.items() if cell in left)
        if is_held and not self._asks_held:
            return Waiting(tuple(piece for piece in lifted if piece in TOKENS))
        if len(events) > 1:
            return Undecided(events)
        # What may be out of sight, or still in a hand, only the players know.
        is_seen = bool(come) and is_cell(events[0].to) and events[0].to not in places.hidden
        return Happened(events[0]) if is_seen else Waiting(maybe=events)

    def vouch(self, problems: Sequence[TableProblem]) -> None:
        """Take the people's word that all lies where it was that is not seen."""
        self._unrest.vouch({place for problem in problems for place in problem.places})

    def is_due(self, time_s: float) -> bool:
        """Return True if what was seen last tells more by `time_s`."""
        held_long = self._held_since is not None and not self._asks_held and time_s - self._held_since >= HELD_S
        return held_long or self.steady.is_due(time_s)

    def fits(self, event: TokenMoved) -> bool:
        """Return True if the cells are taken as after this event."""
        return any(outcome.event == event for outcome in self._fitting(self._seen))
