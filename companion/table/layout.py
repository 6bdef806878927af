"""Layout of a table: how each piece lies, what differs from it, and what hands must do."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple, Self

from companion.device.language import say
from companion.device.sentences import capitalised, listed
from companion.table.inference import TableProblem

#: The kind of a problem that a piece lies otherwise than it should.
MISPLACED = "misplaced"
#: So many places are named where many are allowed.
MOST_NAMED = 4


class Lie(NamedTuple):
    """Lie of a piece: its place, the face that lies up, and its turn or its number in a row.

    A place is a cell, a zone of a mat, a room, a hand, or a pile. Pieces that are alike have one name.
    """

    piece: str
    place: str
    face: str = ""
    turn: int = 0

    @classmethod
    def from_side(cls, side: str, place: str) -> "Lie":
        """Return the lie of a disc with a side up: ``white-3/king`` is a side of ``white-3``."""
        return _lie_of_side(side, place)

    @property
    def side(self) -> str:
        """The piece with the face that lies up, as `from_side` takes it."""
        return f"{self.piece}/{self.face}" if self.face else self.piece


@lru_cache(maxsize=10_000)
def _lie_of_side(side: str, place: str) -> Lie:
    """Return the lie of a side: of many layouts of the same pieces each lie is made once."""
    disc, _, face = side.partition("/")
    return Lie(disc, place, face)


class Change(NamedTuple):
    """Difference of one piece: how it lies (`start`), and how it should (`end`).

    None: nowhere on the table, or not seen.
    """

    start: Lie | None
    end: Lie | None

    @property
    def lie(self) -> Lie:
        """The lie by which the piece is named: how it is seen, else how it should lie."""
        lie = self.start or self.end
        assert lie is not None
        return lie

    @property
    def is_turn(self) -> bool:
        """True if the piece shows another face than it should."""
        return self.start is not None and self.end is not None and self.start.face != self.end.face

    @property
    def is_move(self) -> bool:
        """True if the piece lies in another place than it should."""
        return self.start is not None and self.end is not None and self.start.place != self.end.place

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the piece: where it is seen, and where it belongs."""
        return tuple(dict.fromkeys(lie.place for lie in self if lie is not None))


@dataclass(frozen=True)
class TableLayout:
    """Numbers of pieces by their lies."""

    counts: Mapping[Lie, int] = field(default_factory=dict)

    @classmethod
    def from_lies(cls, lies: Iterable[Lie]) -> Self:
        """Return the layout of pieces that lie like this."""
        return cls(Counter(lies))

    @classmethod
    def from_sides(cls, sides: Mapping[str, str], name: Callable[[str], str] = str) -> Self:
        """Return the layout of pieces by their places; `name` gives those alike one name."""
        return cls.from_lies(map(_lie_of_side, map(name, sides), sides.values()))

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """The place of each piece, where no two are alike."""
        return {lie.side: lie.place for lie in self.counts}

    @cached_property
    def lies(self) -> Mapping[str, Lie]:
        """The lie of each piece, where no two are alike."""
        return {lie.piece: lie for lie in self.counts}

    def lies_at(self, place: str) -> Iterator[Lie]:
        """Yield the lies of the pieces in a place."""
        for lie, count in self.counts.items():
            if lie.place == place:
                yield from [lie] * count

    def changed(self, gone: Iterable[Lie] = (), come: Iterable[Lie] = ()) -> "TableLayout":
        """Return the layout after pieces have gone and come."""
        counts = dict(self.counts)
        for lie in gone:
            counts[lie] = counts.get(lie, 0) - 1
        for lie in come:
            counts[lie] = max(0, counts.get(lie, 0)) + 1
        return TableLayout({lie: count for lie, count in counts.items() if count > 0})

    def filtered(self, condition: Callable[[Lie], bool]) -> Self:
        """Return the part of the layout that fulfils a condition."""
        return replace(self, counts={lie: count for lie, count in self.counts.items() if condition(lie)})

    def with_part(self, other: "TableLayout", condition: Callable[[Lie], bool]) -> Self:
        """Return the layout with the part of another that fulfils a condition instead of its own."""
        kept = {lie: count for lie, count in self.counts.items() if not condition(lie)}
        return replace(self, counts={**kept, **other.filtered(condition).counts})


def difference(expected: TableLayout, seen: TableLayout) -> tuple[Change, ...]:
    """Return what lies otherwise, piece by piece: first what is seen where it should not be.

    Of pieces that are alike one that is turned over stays in its place, and one with the right face moves before one
    that must be turned over as well.
    """
    if expected.counts == seen.counts:
        return ()
    surplus = sorted(_elements(seen.counts, expected.counts))
    missing = list(_elements(expected.counts, seen.counts))
    ends: dict[int, Lie] = {}
    for fields in (slice(0, 2), slice(0, 3, 2), slice(0, 1)):
        for number, start in enumerate(surplus):
            end = None if number in ends else next((lie for lie in missing if lie[fields] == start[fields]), None)
            if end is not None:
                ends[number] = end
                missing.remove(end)
    moved = (Change(start, ends.get(number)) for number, start in enumerate(surplus))
    return (*moved, *(Change(None, end) for end in missing))


def _elements(counts: Mapping[Lie, int], others: Mapping[Lie, int]) -> Iterator[Lie]:
    """Yield the lies of which there are more than in the others, each as often."""
    for lie, count in counts.items():
        yield from [lie] * (count - others.get(lie, 0))


@dataclass(frozen=True)
class PieceObservation:
    """Observation of the pieces on a table.

    `layout`: how the pieces lie. `unreadable`: the places with something that could not be read. `in_doubt`: the
    pieces that are seen in several places. `hidden`: the places that tall pieces hide so much that a piece there may
    not be seen. `shades`: how light each place is, white paper being 1, and `looks` how it looks, where pieces bear no
    tags.
    """

    layout: TableLayout = TableLayout()
    unreadable: frozenset[str] = frozenset()
    in_doubt: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    shades: Mapping[str, float] = field(default_factory=dict, compare=False, kw_only=True)
    looks: Mapping[str, tuple[float, ...]] = field(default_factory=dict, compare=False, kw_only=True)

    @classmethod
    def from_sides(
        cls,
        sides: Mapping[str, str] = MappingProxyType({}),
        unreadable: Iterable[str] = (),
        in_doubt: Iterable[str] = (),
        hidden: Iterable[str] = (),
    ) -> "PieceObservation":
        """Return the observation of pieces in these places."""
        return cls(TableLayout.from_sides(sides), frozenset(unreadable), frozenset(in_doubt), frozenset(hidden))

    @classmethod
    def from_tags(
        cls, placed: Iterable[tuple[str, str | None]], unreadable: Iterable[str] = (), hidden: Iterable[str] = ()
    ) -> "PieceObservation":
        """Return the observation of tags with their places.

        A piece beside the table (None) does not count.
        """
        places: dict[str, set[str]] = {}
        for side, place in placed:
            if place is not None:
                places.setdefault(side, set()).add(place)
        doubt = {side for side, seen in places.items() if len(seen) > 1}
        sides = {side: next(iter(seen)) for side, seen in places.items() if side not in doubt}
        return cls.from_sides(sides, set(unreadable) - set(hidden), doubt, hidden)

    def named(self, name: Callable[[str], str], place: Callable[[str], str] = str) -> Self:
        """Return the observation with one name for pieces alike, and other names of places."""
        counts = Counter[Lie]()
        for lie, count in self.layout.counts.items():
            counts[_lie_of_side(name(lie.side), place(lie.place))._replace(turn=lie.turn)] += count
        doubt, unreadable, hidden = (
            frozenset(map(rename, names))
            for rename, names in ((name, self.in_doubt), (place, self.unreadable), (place, self.hidden))
        )
        return replace(self, layout=TableLayout(counts), unreadable=unreadable, in_doubt=doubt, hidden=hidden)

    def missing(self, layout: TableLayout) -> list[Lie]:
        """Return how the pieces of a layout should lie that are not seen anywhere."""
        belongs = self.places_of_doubts(layout).values()
        changes = difference(layout.changed(gone=belongs) if belongs else layout, self.layout)
        return [end for start, end in changes if start is None and end is not None]

    def lifted(self, layout: TableLayout) -> tuple[str, ...]:
        """Return the pieces of a layout that are not seen though nothing hides their places."""
        return tuple(lie.side for lie in self.missing(layout) if lie.place not in self.hidden)

    def places_of_doubts(self, layout: TableLayout) -> Mapping[str, Lie]:
        """Return how the pieces that are seen in several places should lie.

        There is nothing of one that should not lie on the table.
        """
        missing = list(_elements(layout.counts, self.layout.counts)) if self.in_doubt else []
        lies = ((side, next((lie for lie in missing if lie.side == side), None)) for side in sorted(self.in_doubt))
        return {side: lie for side, lie in lies if lie is not None}

    def misplaced(self, layout: TableLayout) -> list[Change]:
        """Return what is seen otherwise than in a layout."""
        return [change for change in difference(layout, self.layout) if change.start is not None]

    def allows(self, layout: TableLayout) -> bool:
        """Return True if all that is seen may lie like this, wherever the other pieces are."""
        return not self.in_doubt and all(
            count <= layout.counts.get(lie, 0) for lie, count in self.layout.counts.items()
        )

    def fits(self, layout: TableLayout) -> bool:
        """Return True if the pieces may lie like this.

        Those that are not seen are covered or hidden.
        """
        if not self.allows(layout):
            return False
        places = {lie.place for lie in _elements(layout.counts, self.layout.counts)}
        return self.unreadable <= places <= self.unreadable | self.hidden


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


def describe_discrepancies(
    layout: TableLayout, observation: PieceObservation, names: PieceNames, but: Collection[Change] = ()
) -> tuple[TableProblem, ...]:
    """Return the discrepancies to a layout as problems; changes in `but` are skipped.

    What belongs to a place that cannot be read, or is hidden, may lie there.
    """
    belongs = observation.places_of_doubts(layout)
    problems = [
        _describe_discrepancy(change, names)
        for change in difference(layout.changed(gone=belongs.values()) if belongs else layout, observation.layout)
        if change not in but and (change.is_turn or not _may_lie_there(change, observation))
    ]
    for side in sorted(observation.in_doubt):
        lie = belongs.get(side)
        if lie is None or (lie.place not in observation.unreadable and Change(None, lie) not in but):
            sentence, fix = names.describe_duplicate(side, lie.place if lie else None)
            problems.append(_problem(sentence, fix, side, (lie.place,) if lie else ()))
    return tuple(problems)


def _may_lie_there(change: Change, observation: PieceObservation) -> bool:
    """Return True if a piece may lie where it belongs, unseen or unread."""
    covered = observation.unreadable | (observation.hidden if change.start is None else frozenset())
    return change.end is not None and change.end.place in covered


def _describe_discrepancy(change: Change, names: PieceNames) -> TableProblem:
    """Return the problem that a piece does not lie where it belongs.

    In the air it is not wrong, but not back yet. A disc with its other side up is turned over: that is one act.
    """
    start, end = change
    if change.is_turn and start is not None and end is not None:
        return _problem(*names.describe_misturned(start.side, end.place, start.place), end.side, change.places)
    belongs, lies = (None if lie is None else lie.place for lie in (end, start))
    sentence, fix = names.describe_misplaced(change.lie.side, belongs, lies)
    return _problem(sentence, fix, change.lie.side, change.places, missing=start is None)


def _problem(sentence: str, fix: str, side: str, places: tuple[str, ...], *, missing: bool = False) -> TableProblem:
    return TableProblem(
        MISPLACED, capitalised(sentence), capitalised(fix), (side,), places, unfinished=missing, missing=missing
    )


@dataclass(frozen=True)
class LayoutTask:
    """Task for hands in a translated sentence, with the changes that it makes.

    `kind` is one of the game's own kinds.
    """

    sentence: str
    changes: tuple[Change, ...] = ()
    kind: str = ""

    @property
    def places(self) -> frozenset[str]:
        """The places where something changes."""
        return frozenset(place for change in self.changes for place in change.places)


def assign_changes(tasks: Sequence[LayoutTask], changes: Iterable[Change]) -> tuple[list[list[Change]], list[Change]]:
    """Return the changes that are left of each task, and those that belong to none.

    A piece on its way belongs to the task that brings it, or one like it, to its end.
    """
    unassigned = list(changes)
    left: list[list[Change]] = [[] for _ in tasks]
    for same in (_is_same, _is_continued):
        for task, mine in zip(tasks, left, strict=True):
            for wanted in task.changes:
                change = next((change for change in unassigned if same(wanted, change)), None)
                if change is not None:
                    unassigned.remove(change)
                    mine.append(change)
    return left, unassigned


def _is_same(wanted: Change, change: Change) -> bool:
    return change == wanted


def _is_continued(wanted: Change, change: Change) -> bool:
    """Return True if a change ends where it was wanted; a piece that must go may lie anywhere."""
    if wanted.end is None:
        return change.end is None and change.lie.piece == wanted.lie.piece
    return change.end == wanted.end
