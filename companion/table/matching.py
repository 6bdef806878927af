"""Matching of an observation with the layouts after the possible events."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Generic, Protocol, TypeVar

from companion.device.language import say
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from companion.table.layout import (
    MISPLACED,
    Change,
    PieceNames,
    PieceObservation,
    TableLayout,
    describe_discrepancies,
    difference,
)
from companion.table.questions import Answers, Begun

EventT_co = TypeVar("EventT_co", covariant=True)
EventT = TypeVar("EventT")


class Candidate(Protocol[EventT_co]):
    """An event that is possible, and the layout after it."""

    @property
    def event(self) -> EventT_co:
        """The event."""

    @property
    def layout(self) -> TableLayout:
        """The layout when hands have carried it out."""


def find_event(
    before: TableLayout, candidates: Iterable[Candidate[EventT]], observation: PieceObservation
) -> Nothing | Waiting[EventT] | Happened[EventT] | None:
    """Return what has happened on a table with the layout `before`.

    None: it lies as no event leaves it.

    If several events lead to the same table, the first of them is returned; which of several tables it is that differ
    where nothing is seen, only the players know. What is covered stops no event that all else shows for certain.
    """
    covered = tuple(sorted(observation.unreadable))
    if observation.fits(before):
        return Waiting(places=covered) if covered else Nothing()
    shown = [candidate for candidate in candidates if observation.allows(candidate.layout)]
    possible = [candidate for candidate in shown if observation.fits(candidate.layout)]
    # A piece that is not seen lies hidden where it lay before; of one that came there only the players know.
    sure = [
        candidate
        for candidate in possible
        if all(lie in before.counts for lie in observation.missing(candidate.layout))
    ]
    # A hand that covers pieces may be about to move them as well.
    others = shown if covered else possible
    if sure and all(candidate.layout.counts == sure[0].layout.counts for candidate in others):
        return Happened(sure[0].event)
    if possible or (covered and (shown or observation.in_doubt or not observation.misplaced(before))):
        # Without a possible event a hand is at work.
        return Waiting(observation.lifted(before), covered, tuple(candidate.event for candidate in possible))
    return None


def match_event(
    before: TableLayout,
    candidates: Sequence[Candidate[EventT]],
    observation: PieceObservation,
    names: PieceNames,
    refuse: Callable[[], tuple[TableProblem, ...]] = tuple,
) -> Inference[EventT]:
    """Return what has happened on a table (see `find_event`), or what is wrong.

    `refuse` tells why no move leaves the pieces like this: nothing where it takes them for no move.
    """
    found = find_event(before, candidates, observation)
    if found is not None:
        return found
    problems = describe_discrepancies(before, observation, names)
    if observation.in_doubt:
        # Which of them counts nobody can say.
        return Problems(problems)
    unfinished = _describe_rest(before, [candidate.layout for candidate in candidates], observation, names)
    if unfinished:
        return Problems(unfinished)
    if not observation.misplaced(before):
        return Waiting(observation.lifted(before), problems=problems)
    return Problems(refuse() or problems)


@dataclass(frozen=True)
class PossibleChanges(Generic[EventT]):
    """Changes that tell a possible event, however all other pieces lie.

    `answers` are the first ones to the questions about the event; without an `event` the rest is asked.
    `exclusive_place`: a place in which nothing else may have changed.
    """

    changes: tuple[Change, ...]
    answers: Answers = ()
    event: EventT | None = None
    exclusive_place: str | None = None

    def explains(self, changes: Sequence[Change], *, covered: bool) -> bool:
        """Return True if nothing else that is seen makes it doubtful.

        Pieces are gone only where nothing is covered, and nothing else is gone.
        """
        arrived = [change for change in changes if change.end is not None]
        if all(change.end is None for change in self.changes):
            return not covered and len(changes) - len(arrived) == len(self.changes)
        return self.exclusive_place is None or all(
            change in self.changes for change in arrived if self.exclusive_place in change.places
        )


def match_changes(
    changes: Sequence[Change], candidates: Iterable[PossibleChanges[EventT]], *, covered: bool
) -> Happened[EventT] | Begun | None:
    """Return what has happened by the first event that fits, or how it begins; else None.

    Several events that change the same are told apart by questions: what their answers share is known. `covered`:
    something lies on the table that cannot be read.
    """
    if not changes:
        return None
    seen = {*changes}
    shown = (candidate for candidate in candidates if seen.issuperset(candidate.changes))
    fitting = [candidate for candidate in shown if candidate.explains(changes, covered=covered)]
    same = [candidate for candidate in fitting if candidate.changes == fitting[0].changes]
    if not same:
        return None
    if len(same) == 1 and same[0].event is not None:
        return Happened(same[0].event)
    answers = [candidate.answers for candidate in same]
    shared = takewhile(lambda both: len(set(both)) == 1, zip(*answers, strict=False))
    return Begun(tuple(first for first, *_ in shared))


def _describe_rest(
    before: TableLayout, layouts: Sequence[TableLayout], observation: PieceObservation, names: PieceNames
) -> tuple[TableProblem, ...]:
    """Return what is still to do of a move that is half done; nothing if none is.

    `layouts`: those after all moves.

    Where several moves are left, such as several pieces that may be taken, their places are named.
    """
    begun = [layout for layout in layouts if _is_begun(before, layout, observation)]
    if not begun:
        return ()
    rests = [difference(layout, observation.layout) for layout in begun]
    fewest = min(map(len, rests))
    nearest = [(layout, changes) for layout, changes in zip(begun, rests, strict=True) if len(changes) == fewest]
    leaving = [changes[0].lie.place for _, changes in nearest if fewest == 1 and changes[0].end is None]
    if len(nearest) == 1 or len(leaving) < len(nearest):
        problems = describe_discrepancies(nearest[0][0], observation, names)
        return tuple(replace(problem, unfinished=True) for problem in problems)
    places = tuple(sorted(leaving))
    sentence = say("One more piece leaves the board.")
    return (TableProblem(MISPLACED, sentence, names.describe_allowed(places), allowed=places, unfinished=True),)


def _is_begun(before: TableLayout, after: TableLayout, observation: PieceObservation) -> bool:
    """Return True if all that a move brings to other places is seen there.

    The face that lies up does not matter.

    What it takes or turns over may still lie as before, or somewhere. Nothing else has come to another place or is
    gone.
    """
    was, wanted, seen = map(_count_places, (before, after, observation.layout))
    come = wanted - was
    gone = (wanted & was) - seen
    stray = Counter(piece for piece, _ in (seen - was - come).elements())
    taken = Counter(piece for piece, _ in was.elements())
    taken.subtract(piece for piece, _ in wanted.elements())
    return (
        bool(come)
        and come <= seen
        and all(place in observation.hidden for _, place in gone)
        and all(count <= taken[piece] for piece, count in stray.items())
    )


def _count_places(layout: TableLayout) -> Counter[tuple[str, str]]:
    counted = Counter[tuple[str, str]]()
    for lie, count in layout.counts.items():
        counted[lie.piece, lie.place] += count
    return counted
