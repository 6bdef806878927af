"""Inference of events from a reading of pieces on cells and the possible events."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

from companion.cells.board import disc_of
from companion.device.language import say
from companion.device.sentences import capitalised, listed
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from vision.reading import Reading

EventT = TypeVar("EventT")

#: The cell of each piece on the board, by the pieces' ids.
CellLayout = Mapping[str, str]

#: The kind of all problems of pieces on cells.
MISPLACED = "misplaced"
#: So many cells are named where many are allowed.
MOST_NAMED = 4


def discs_of(lying: CellLayout) -> Mapping[str, tuple[str, str]]:
    """Return the side that lies up of each disc, and its cell."""
    return {disc_of(piece): (piece, cell) for piece, cell in lying.items()}


def turned_discs(before: CellLayout, after: CellLayout) -> Mapping[str, str]:
    """Return the discs that are turned over: their sides in `after`, each with that in `before`."""
    sides = discs_of(before)
    turned = {piece: sides[disc_of(piece)][0] for piece in after if disc_of(piece) in sides}
    return {piece: side for piece, side in turned.items() if side != piece}


@dataclass(frozen=True)
class PieceNames:
    """Names in the language in use, and what is said of pieces.

    A piece has a name as the subject of a sentence, and one as its object. A place is None beside the board.
    """

    subject: Callable[[str], str]
    object: Callable[[str], str]
    place: Callable[[str], str] = str

    def describe_task(self, piece: str, start: str | None, end: str | None) -> str:
        """Ask to move a piece from its place to another."""
        name = self.object(piece)
        if end is None and start is not None:
            return say("Take {piece} from {cell} off the board.", piece=name, cell=start)
        if end is None:
            return say("Take {piece} off the board.", piece=name)
        if start is None:
            return say("Put {piece} on {cell}.", piece=name, cell=end)
        return say("Move {piece} from {before} to {after}.", piece=name, before=start, after=end)

    def describe_turn(self, piece: str, start: str, end: str) -> str:
        """Ask to turn a piece over: `piece` is the side that lies up at first."""
        if start == end:
            return say("Turn over {cell}.", cell=self.place(end))
        return say(
            "Move {piece} from {before} to {after} and turn it over.",
            piece=self.object(piece),
            before=self.place(start),
            after=self.place(end),
        )

    def describe_misturned(self, piece: str, belongs: str, lies: str) -> tuple[str, str]:
        """Describe that a disc shows the wrong side, and what to do."""
        fix = self.describe_turn(piece, lies, belongs)
        if belongs == lies:
            return say("{piece} on {cell} shows the wrong side.", piece=self.subject(piece), cell=lies), fix
        return say("{piece} lies on {now} instead of {cell}.", piece=self.subject(piece), now=lies, cell=belongs), fix

    def describe_refused(self, piece: str, start: str | None, end: str) -> str:
        """Describe that a piece cannot come to a cell by any move; `start`: None beside the board."""
        if start is None:
            return say("{piece} cannot be put on {cell}.", piece=self.subject(piece), cell=end)
        return say("{piece} cannot go from {before} to {after}.", piece=self.subject(piece), before=start, after=end)

    def describe_allowed(self, ends: Sequence[str]) -> str:
        """Name cells where a piece may go, the nearest first."""
        if len(ends) > MOST_NAMED:
            return say(
                "Allowed are, for example: {cells}.", cells=listed([self.place(end) for end in ends[:MOST_NAMED]])
            )
        return say("Allowed: {cells}.", cells=listed([self.place(end) for end in ends]))

    def describe_movable(self, starts: Sequence[str]) -> str:
        """Name cells from which something may move, the nearest first."""
        return say("What may move: {cells}.", cells=listed([self.place(start) for start in starts[:MOST_NAMED]]))

    def describe_duplicate(self, piece: str, belongs: str | None) -> tuple[str, str]:
        """Describe that a piece is seen at several places, and what to do."""
        sentence = say("{piece} is seen on more than one cell.", piece=self.subject(piece))
        if belongs is None:
            return sentence, self.describe_task(piece, None, None)
        return sentence, say("Leave just the one on {cell}.", cell=belongs)

    def describe_misplaced(self, piece: str, belongs: str | None, lies: str | None) -> tuple[str, str]:
        """Describe that a piece does not lie where it belongs, and what to do.

        One place at least is given.
        """
        fix = self.describe_task(piece, None, belongs)
        if belongs is None:
            return say("{piece} must not lie on {cell} any more.", piece=self.subject(piece), cell=lies), fix
        if lies is None:
            return say("I do not see {piece} on {cell}.", piece=self.object(piece), cell=belongs), fix
        return say("{piece} lies on {now} instead of {cell}.", piece=self.subject(piece), now=lies, cell=belongs), fix


@dataclass(frozen=True)
class CellObservation:
    """Observation of pieces on cells: piece positions, unreadable cells, ambiguous pieces.

    `lying`: the cell of each piece. `unreadable`: the cells that could not be read. `in_doubt`: the pieces seen on
    several cells. `hidden`: the cells that tall pieces hide so much that a piece there may not be seen.
    """

    lying: CellLayout = field(default_factory=dict)
    unreadable: frozenset[str] = frozenset()
    in_doubt: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PossibleEvent(Generic[EventT]):
    """An event that is possible, and how the pieces lie after it."""

    event: EventT
    lying: CellLayout

    def has(self, piece: str, cell: str | None) -> bool:
        """Return True if a piece then lies on a cell (None: on none), whatever side of it lies up."""
        if cell is None:
            return piece not in self.lying
        return self.lying.get(piece) == cell or self._disc_cells.get(disc_of(piece)) == cell

    @cached_property
    def _disc_cells(self) -> Mapping[str, str]:
        """The cell of each disc, whatever side of it lies up."""
        return {disc_of(piece): cell for piece, cell in self.lying.items()}


def observe_cells(reading: Reading) -> CellObservation:
    """Return the observation of the pieces on the board; pieces beside it do not count."""
    cells: dict[str, set[str]] = {}
    for placed in reading.placed_tags:
        if placed.cell is not None:
            cells.setdefault(placed.tag.id, set()).add(placed.cell)
    return CellObservation(
        {piece: next(iter(at)) for piece, at in cells.items() if len(at) == 1},
        frozenset(reading.unreadable) - set(reading.occluded),
        frozenset(piece for piece, at in cells.items() if len(at) > 1),
        frozenset(reading.occluded),
    )


def unseen(lying: CellLayout, observation: CellObservation) -> tuple[str, ...]:
    """The pieces that are not seen."""
    return tuple(piece for piece in lying if piece not in observation.lying and piece not in observation.in_doubt)


def fits(lying: CellLayout, observation: CellObservation) -> bool:
    """Return True if the observation fits this layout.

    Unseen pieces must be on unreadable or hidden cells.
    """
    cells = {lying[piece] for piece in unseen(lying, observation)}
    return (
        not observation.in_doubt
        and all(lying.get(piece) == cell for piece, cell in observation.lying.items())
        and observation.unreadable <= cells <= observation.unreadable | observation.hidden
    )


def infer(
    here: CellLayout,
    outcomes: Sequence[PossibleEvent[EventT]],
    observation: CellObservation,
    names: PieceNames,
    match: Callable[[CellLayout, CellObservation], CellObservation] = lambda _, observation: observation,
    refuse: Callable[[CellLayout], tuple[TableProblem, ...]] = lambda _: (),
) -> Inference[EventT]:
    """Infer the event on a table whose layout was `here`.

    If several events lead to the same table, the first of them is returned. `match` gives an observation's pieces the
    names that pieces like them have in a layout. `refuse` tells why no move leaves the pieces like this: nothing where
    it takes them for no move.
    """
    read, observation = observation, match(here, observation)
    if fits(here, observation):
        return Waiting(places=tuple(sorted(observation.unreadable))) if observation.unreadable else Nothing()
    matched = [(outcome, match(outcome.lying, read)) for outcome in outcomes]
    possible = [(outcome, after) for outcome, after in matched if fits(outcome.lying, after)]
    # A piece that is not seen lies hidden where it lay before; of one that came there only the players know.
    sure = [
        outcome
        for outcome, after in possible
        if all(here.get(piece) == outcome.lying[piece] for piece in unseen(outcome.lying, after))
    ]
    if sure and not observation.unreadable:
        return Happened(sure[0].event)
    lifted = tuple(piece for piece in unseen(here, observation) if here[piece] not in observation.hidden)
    if possible:
        maybe = tuple(outcome.event for outcome, _ in possible)
        return Waiting(lifted, tuple(sorted(observation.unreadable)), maybe)
    if observation.unreadable:
        # A hand is at work.
        return Waiting(lifted, tuple(sorted(observation.unreadable)))
    if observation.in_doubt:
        # Which of them counts nobody can say.
        return Problems(misplaced(here, observation, names))
    rest = _remaining_tasks(here, [(outcome.lying, after) for outcome, after in matched], names)
    if rest:
        return Problems(rest)
    problems = misplaced(here, observation, names)
    if not wrongly_placed(here, observation):
        return Waiting(lifted, problems=problems)
    return Problems(refuse(observation.lying) or problems)


def _remaining_tasks(
    here: CellLayout, outcomes: Sequence[tuple[CellLayout, CellObservation]], names: PieceNames
) -> tuple[TableProblem, ...]:
    """Return what is still to do of a move that is half done; nothing if none is.

    `outcomes`: the layout after each move, and the observation with its names. Where several moves are left, such as
    several pieces that may be taken, their cells are named.
    """
    begun = [(after, seen) for after, seen in outcomes if _is_begun(here, after, seen)]
    if not begun:
        return ()
    fewest = min(_count_differences(after, seen) for after, seen in begun)
    rests = [misplaced(after, seen, names) for after, seen in begun if _count_differences(after, seen) == fewest]
    if len(rests) == 1 or any(len(rest) != 1 or rest[0].pieces[0] not in here for rest in rests):
        return tuple(replace(problem, unfinished=True) for problem in rests[0])
    cells = tuple(sorted(here[rest[0].pieces[0]] for rest in rests))
    sentence = say("One more piece leaves the board.")
    return (TableProblem(MISPLACED, sentence, names.describe_allowed(cells), allowed=cells, unfinished=True),)


def _count_differences(lying: CellLayout, observation: CellObservation) -> int:
    """Return the number of discs that lie otherwise."""
    wanted, seen = discs_of(lying), discs_of(observation.lying)
    return sum(wanted.get(disc) != seen.get(disc) for disc in {*wanted, *seen})


def _is_begun(here: CellLayout, after: CellLayout, observation: CellObservation) -> bool:
    """Return True if all that a move brings to other cells is seen there, whatever side lies up.

    What it takes or turns over may still lie as before, or somewhere. Nothing else has come to another cell or is gone.
    """
    before, wanted, seen = discs_of(here), discs_of(after), discs_of(observation.lying)
    moved = {disc for disc, (_, cell) in wanted.items() if disc not in before or before[disc][1] != cell}
    stray = {disc for disc, (_, cell) in seen.items() if disc not in before or before[disc][1] != cell}
    astray = {disc for disc in stray if disc in wanted or disc not in before}
    gone = any(
        disc not in seen and disc in before and cell not in observation.hidden for disc, (_, cell) in wanted.items()
    )
    return bool(moved) and moved == astray and not gone and all(seen[disc][1] == wanted[disc][1] for disc in moved)


def wrongly_placed(lying: CellLayout, observation: CellObservation) -> tuple[str, ...]:
    """The pieces that are seen where they do not belong."""
    return tuple(sorted(piece for piece, cell in observation.lying.items() if lying.get(piece) != cell))


def misplaced(
    lying: CellLayout, observation: CellObservation, names: PieceNames, but: Collection[str] = ()
) -> tuple[TableProblem, ...]:
    """Return the discrepancies to this layout, piece by piece; pieces in `but` are skipped."""
    problems = []
    turned = turned_discs(observation.lying, lying)
    for piece in (*wrongly_placed(lying, observation), *unseen(lying, observation), *sorted(observation.in_doubt)):
        hidden = piece not in observation.lying and lying.get(piece) in observation.hidden
        if piece in turned.values() or piece in but:
            continue
        if piece in turned:
            # A disc with its other side up is turned over: that is one act.
            side, cell = turned[piece], observation.lying[turned[piece]]
            sentence, fix = names.describe_misturned(side, lying[piece], cell)
            places = tuple(dict.fromkeys((cell, lying[piece])))
            problems.append(TableProblem(MISPLACED, capitalised(sentence), capitalised(fix), (piece,), places))
        elif not hidden and lying.get(piece) not in observation.unreadable:
            if piece in observation.in_doubt:
                sentence, fix = names.describe_duplicate(piece, lying.get(piece))
            else:
                sentence, fix = names.describe_misplaced(piece, lying.get(piece), observation.lying.get(piece))
            places = tuple(place for place in (observation.lying.get(piece), lying.get(piece)) if place)
            # In the air it is not wrong, but not back yet.
            missing = piece not in observation.lying and piece not in observation.in_doubt
            problems.append(
                TableProblem(
                    MISPLACED,
                    capitalised(sentence),
                    capitalised(fix),
                    (piece,),
                    places,
                    unfinished=missing,
                    missing=missing,
                )
            )
    return tuple(problems)
