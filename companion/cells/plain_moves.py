"""Moves of pieces without stickers, and the question where several look alike."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cells.board import CellBoard
from companion.cells.facts import CellFacts
from companion.cells.owner_shades import OwnerShades
from companion.cells.touches import PossibleEvent
from companion.device.language import say
from companion.device.sentences import capitalised
from companion.screen.pages import Row, Tone
from companion.table.camera_words import describe_covered
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Undecided, Waiting
from companion.table.layout import PieceObservation, TableLayout
from companion.table.learned_looks import LearnedLooks, SeenLooks
from companion.table.plain_pieces import PlainTarget, SteadyPlaces, TakenPlaces, Unrest

#: What only left its place may be held over the table: it counts as gone or as having taken another after so long
#: (seconds). So long two moves must lie on the table before the first of them counts.
HELD_S = 2.0
#: A place more than a move explains must look taken for so long before it is asked about (seconds).
COVERED_S = 4.0
#: So many pieces at most may be unseen where a move is asked about, and the kind of that problem.
_MOST_UNSEEN = 2
_UNSEEN = "unseen"
#: Kind of the problem that one place more looks taken than a move explains.
_COVERED = "covered"
#: Two moves change no more places (castling and taking in passing the most).
_MOST_CHANGED = 8
#: Prefix of the rows of moves that look alike.
_ROW = "alike-"


class PlainMoves:
    """Inference of moves by the places that are seen taken."""

    def __init__(
        self,
        game: CellFacts,
        state: Any,
        lying: Mapping[str, str],
        outcomes: Sequence[PossibleEvent[Any]],
        unrest: Unrest | None = None,
        learned: LearnedLooks | None = None,
    ) -> None:
        self._game, self._state, self._lying, self._outcomes = game, state, lying, outcomes
        self._unrest = unrest or Unrest()
        self._unrest.keep_vouched(lying.values())
        self.steady = SteadyPlaces(lying.values(), self._unrest)
        self.looks = SeenLooks(learned or LearnedLooks(), game.rules.id, lying, game.alike)
        #: What happened if nothing is held in a hand, and since when it looks so (seconds).
        self._held: Inference[Any] | None = None
        self._held_since = 0.0
        self._held_counts = False
        #: Whether it is asked about a move but for a place that looks taken.
        self._asks_covered = False
        #: The places as they were seen last.
        self._places = TakenPlaces(frozenset(lying.values()))

    def match(self, observation: PieceObservation, time_s: float) -> tuple[PieceObservation, Inference[Any] | None]:
        """Return the observation with names, and what has happened; None where no move fits."""
        observation = self._unrest.hide_vouched(self.steady.see(observation, time_s), observation)
        observation = replace(observation, hidden=observation.hidden | self._still_there(observation))
        self._places = places = TakenPlaces.of(observation, self._game.alike)
        found = None if observation.in_doubt else places.match(self._lying, self._outcomes)
        left, come = places.changed(self._lying)
        is_seen, self._asks_covered = bool(come), False
        if isinstance(found, Happened | Undecided):
            found, is_shown = self._by_shades(found, observation.shades, left, is_settled=is_seen)
            is_seen = is_seen or is_shown
            if isinstance(found, Undecided):
                found = self._by_looks(found, observation.looks)
        elif isinstance(found, Nothing):
            found = self.looks.see(observation.looks, self._game.piece_name, places.hidden) or self._out_of_sight(
                places
            )
        elif found is None and come and not observation.in_doubt:
            found, is_seen = self._first_of_two(places, observation.shades) or self._but_unseen(places), False
            if found is None:
                found = self._but_covered(places)
                self._asks_covered = found is not None
        is_held = isinstance(found, Happened | Undecided) and left and not is_seen
        held = found if is_held or self._asks_covered else None
        if held != self._held:
            self._held, self._held_since = held, time_s
        self._held_counts = time_s - self._held_since >= self._held_s
        if held is not None and not self._held_counts:
            found = Waiting(tuple(piece for piece, cell in self._lying.items() if cell in left))
        return places.name_pieces(observation, self._lying, self._outcomes), found

    def _still_there(self, observation: PieceObservation) -> frozenset[str]:
        """Return the places that are seen free but look like the pieces that lay there.

        No other free place looks so. A dark piece on a dark place in dim light looks so.
        """
        lay = {place: self._game.player_of(piece) for piece, place in self._lying.items()}
        left = lay.keys() - observation.unreadable - {lie.place for lie in observation.layout.counts}
        shades = observation.shades
        if not left & shades.keys():
            return frozenset()
        owners = self._owners(shades, {*left, *(place for place in observation.unreadable if place not in lay)})
        free = {
            owners.owner(shade) for place, shade in shades.items() if place not in lay.keys() | observation.unreadable
        }
        return frozenset(
            place
            for place in left & shades.keys()
            if lay[place] not in free and owners.owner(shades[place]) == lay[place]
        )

    def _but_unseen(self, places: TakenPlaces) -> Undecided[Any] | Problems[Any] | None:
        """Return the only move that fits but for pieces that are not seen where they lay.

        It comes with the question for them. Several moves are asked about; None: none fits.
        """
        lay = {*self._lying.values()}
        unseen = {}
        for outcome in self._outcomes:
            missing = {*outcome.lying.values()} - places.taken - places.hidden
            if missing <= lay and replace(places, hidden=places.hidden | missing).fit(outcome.lying):
                unseen[outcome.event] = outcome, missing
        fewest = min((len(missing) for _, missing in unseen.values()), default=_MOST_UNSEEN + 1)
        nearest = [(outcome, missing) for outcome, missing in unseen.values() if len(missing) == fewest]
        if fewest > _MOST_UNSEEN:
            return None
        if len(nearest) > 1:
            return Undecided(tuple(outcome.event for outcome, _ in nearest))
        ((outcome, missing),) = nearest
        names = self._game.names
        return Problems(
            tuple(
                TableProblem(
                    _UNSEEN,
                    capitalised(
                        say("I do not see {piece} on {cell}.", piece=names.object(piece), cell=names.place(cell))
                    ),
                    say("If it is there, leave it as it is."),
                    (piece,),
                    (cell,),
                    piece,
                    unfinished=True,
                    missing=True,
                )
                for piece, cell in sorted(outcome.lying.items())
                if cell in missing
            ),
            overrule=outcome.event,
        )

    def _but_covered(self, places: TakenPlaces) -> Undecided[Any] | Problems[Any] | None:
        """Return the only move that fits but for one place more that looks taken.

        It comes with the question for that place, which may be in a hard shadow. Several moves are asked about;
        None: none fits. A piece must have left its place and another place be taken: else it may be a refused move,
        or the next player's piece.
        """
        left, come = places.changed(self._lying)
        if not left or len(come) == 1:
            return None
        nearest = [
            (outcome, cell)
            for cell in sorted(come - places.read.keys())
            for outcome in replace(places, taken=places.taken - {cell}).fitting(self._outcomes)
        ]
        if len(nearest) > 1:
            return Undecided(tuple(outcome.event for outcome, _ in nearest))
        if not nearest:
            return None
        ((outcome, cell),) = nearest
        name = self._game.names.place(cell)
        fix = say("Take away what lies on {cell}.", cell=name)
        problem = TableProblem(_COVERED, describe_covered([name]), fix, (), (cell,), unfinished=True)
        return Problems((problem,), overrule=outcome.event)

    def vouch(self, event: Any) -> None:
        """Take the people's word that just what lies after an event lies there, seen or not."""
        after = {*self._lying_after(event).values()}
        self._unrest.vouch(after - self._places.taken - self._places.hidden)
        if self._asks_covered:
            self._unrest.ignore(self._places.taken - after)

    def hides(self, places: Collection[str]) -> bool:
        """Return True if no camera sees any of these places."""
        return self._places.hidden.issuperset(places)

    def _out_of_sight(self, places: TakenPlaces) -> Inference[Any]:
        """Return `Nothing`, or `Waiting` for the hidden places in which something may have happened.

        A lamp may be mirrored there.
        """
        changed = [
            {*outcome.lying.values()} ^ {*self._lying.values()}
            for outcome in (self._outcomes if places.hidden else ())
            if places.fit(outcome.lying)
        ]
        return Waiting(places=tuple(sorted(set().union(*changed)))) if changed else Nothing()

    def _by_shades(
        self,
        found: Happened[Any] | Undecided[Any],
        shades: Mapping[str, float],
        left: Collection[str],
        *,
        is_settled: bool,
    ) -> tuple[Inference[Any], bool]:
        """Return what has happened by the pieces' colours, too, and whether they show that it has.

        A piece that takes another on its cell brings its own colour there. `is_settled`: a piece was put down, so that
        people are asked where no colour fits: a lamp may be mirrored in it.
        """
        owner_of = self._game.player_of
        events = found.events if isinstance(found, Undecided) else (found.event,)
        ends = {event: self._lying_after(event) for event in events}
        before = {place: owner_of(piece) for piece, place in self._lying.items()}
        owners = self._owners(shades, {*left, *(place for event in events for place in self._ends(event))})
        if not owners.usual:
            return found, False
        fitting = tuple(event for event in events if not owners.contradict(ends[event], shades, owner_of))
        if not fitting and is_settled:
            return (found if len(events) > 1 else Waiting(maybe=events)), False
        if not fitting:
            return Waiting(tuple(piece for piece, place in self._lying.items() if place in left)), False
        after = {place: owner_of(piece) for piece, place in ends[fitting[0]].items()}
        taken = [place for place, owner in after.items() if before.get(place, owner) != owner]
        is_seen = len(fitting) == 1 and any(owners.owner(shades[place]) == after[place] for place in taken)
        return Happened(fitting[0]) if len(fitting) == 1 else Undecided(fitting), is_seen

    def _by_looks(self, found: Undecided[Any], seen: Mapping[str, tuple[float, ...]]) -> Inference[Any]:
        """Return the only event that the looks fit, too; all where that is not sure."""
        number = self.looks.choose([self._lying_after(event) for event in found.events], seen)
        return found if number is None else Happened(found.events[number])

    def _owners(self, shades: Mapping[str, float], changed: Collection[str]) -> OwnerShades:
        """Return how each player's pieces look, by those that lie where nothing has changed."""
        owner_of = self._game.player_of
        still = {place: owner_of(piece) for piece, place in self._lying.items() if place not in changed}
        return OwnerShades.of(shades, still)

    def _first_of_two(self, places: TakenPlaces, shades: Mapping[str, float]) -> Happened[Any] | None:
        """Return the first of two moves that people have made; None if that is not clear."""
        game, (left, come) = self._game, places.changed(self._lying)
        if len(left) + len(come) > _MOST_CHANGED:
            return None
        owners = self._owners(shades, left | come)
        first = []
        for outcome in self._outcomes:
            starts = {place for piece, place in self._lying.items() if outcome.lying.get(piece) != place}
            if not starts & left or not {*outcome.lying.values()} <= places.taken | places.hidden | left:
                continue
            after = game.rules.follow(self._state, outcome.event)
            if game.rules.over(after) is None and any(
                places.fit(answer.lying) and not owners.contradict(answer.lying, shades, game.player_of)
                for answer in game.possible_layouts(after)
            ):
                first.append(outcome.event)
        return Happened(first[0]) if len(first) == 1 else None

    @property
    def _held_s(self) -> float:
        """The seconds after which what may be held, or only looks taken, counts."""
        return COVERED_S if self._asks_covered else HELD_S

    def is_due(self, time_s: float) -> bool:
        """Return True if what was seen last tells more by `time_s`."""
        held_long = self._held is not None and not self._held_counts and time_s - self._held_since >= self._held_s
        return held_long or self.steady.is_due(time_s)

    def rows(self, events: Sequence[Any], *, heard: bool = False) -> tuple[Row, ...]:
        """Return a row for each of the events that look alike.

        They are told as the log does, or `heard` in few words.
        """
        follow = self._game.rules.follow
        acts = [(self._state, event, follow(self._state, event)) for event in events]
        texts = [self._game.describe_event(*act) for act in acts]
        short = [self._game.describe_heard(*act, confirms=True) for act in acts] if heard else []
        if len({*short}) == len(texts):
            texts = short
        return tuple(
            Row(text, f"{_ROW}{number}", sign=next(iter(self._moved(event)), None))
            for number, (event, text) in enumerate(zip(events, texts, strict=True))
        )

    def _moved(self, event: Any) -> Mapping[str, str]:
        """Return the pieces that lie elsewhere or otherwise after an event, with their cells."""
        after = self._lying_after(event)
        return {piece: cell for piece, cell in after.items() if self._lying.get(piece) != cell}

    def _lying_after(self, event: Any) -> Mapping[str, str]:
        return next(outcome.lying for outcome in self._outcomes if outcome.event == event)

    def chosen(self, events: Sequence[Any], target: str) -> Any:
        """Return the event of a row, or the only one that changes a touched cell; None: none."""
        rows = [f"{_ROW}{number}" for number in range(len(events))]
        if target in rows:
            return events[rows.index(target)]
        touched = [event for event in events if target in self._ends(event)]
        return touched[0] if len(touched) == 1 else None

    def _ends(self, event: Any) -> set[str]:
        """Return the cells where an event brings or takes something."""
        after = self._lying_after(event)
        return {*self._moved(event).values(), *(cell for piece, cell in self._lying.items() if piece not in after)}

    def board(self, events: Sequence[Any], marked: Any, labels: Mapping[str, str]) -> CellBoard:
        """Return the board with the ways of all events that look alike, or after the marked one."""
        if marked is not None:
            return self._game.move_board(self._state, marked)
        boards = [self._game.move_board(self._state, event) for event in events]
        marks = {cell: Tone.GOOD for board in boards for cell, _ in board.marks}
        ways = tuple(dict.fromkeys(way for board in boards for way in board.ways))
        return CellBoard.of(self._lying, marks, ways, labels)

    def unseen_layout(self, event: Any) -> TableLayout:
        """Return the layout after an event, but for what no camera sees.

        Discs keep the side that they had.
        """
        after = TableLayout.from_sides(self._lying_after(event), self._game.alike)
        before = TableLayout.from_sides(self._lying, self._game.alike)
        unseen = PlainTarget(after, before).unseen
        return after.changed(
            gone=[change.end for change in unseen if change.end is not None],
            come=[change.start for change in unseen if change.start is not None],
        )
