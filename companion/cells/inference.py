"""Inference of events from a reading of pieces on cells and the possible events."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.device.language import say
from companion.device.sentences import capitalised
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from vision.reading import Reading

EventT = TypeVar("EventT")

#: The cell of each piece on the board, by the pieces' ids.
CellLayout = Mapping[str, str]

#: The kind of all problems of pieces on cells.
MISPLACED = "misplaced"


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
) -> Inference[EventT]:
    """Infer the event on a table whose layout was `here`.

    If several events lead to the same table, the first of them is returned. `match` gives an observation's pieces the
    names that pieces like them have in a layout.
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
    nearest, after = min(
        ((outcome.lying, after) for outcome, after in matched),
        key=lambda pair: _count_differences(*pair),
        default=(here, observation),
    )
    # Of a move that is half done it is said what is still to do.
    if _count_differences(nearest, after) <= _count_differences(here, observation) and _moved(here, nearest, after):
        return Problems(misplaced(nearest, after, names))
    problems = misplaced(here, observation, names)
    return Problems(problems) if wrongly_placed(here, observation) else Waiting(lifted, problems=problems)


def _count_differences(lying: CellLayout, observation: CellObservation) -> int:
    """Return the number of pieces whose cell differs."""
    return sum(lying.get(piece) != observation.lying.get(piece) for piece in {*lying, *observation.lying})


def _moved(here: CellLayout, after: CellLayout, observation: CellObservation) -> bool:
    """Return True if a piece is seen on its cell after a move, and was not there before."""
    return any(after.get(piece) == cell != here.get(piece) for piece, cell in observation.lying.items())


def wrongly_placed(lying: CellLayout, observation: CellObservation) -> tuple[str, ...]:
    """The pieces that are seen where they do not belong."""
    return tuple(sorted(piece for piece, cell in observation.lying.items() if lying.get(piece) != cell))


def misplaced(
    lying: CellLayout, observation: CellObservation, names: PieceNames, but: Collection[str] = ()
) -> tuple[TableProblem, ...]:
    """Return the discrepancies to this layout, piece by piece; pieces in `but` are skipped."""
    problems = []
    for piece in (*wrongly_placed(lying, observation), *unseen(lying, observation), *sorted(observation.in_doubt)):
        hidden = piece not in observation.lying and lying.get(piece) in observation.hidden
        if piece not in but and not hidden and lying.get(piece) not in observation.unreadable:
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
