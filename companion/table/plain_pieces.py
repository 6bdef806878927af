"""Pieces without stickers, known by where they lie.

The camera tells where something lies, the last layout and the rules tell what it is. A tag that is read counts as ever.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeVar

from companion.table.inference import Happened, Inference, Nothing, Undecided, Waiting
from companion.table.layout import Change, Lie, PieceObservation, TableLayout, difference

#: The place of each piece, by the side that lies up.
Lying = Mapping[str, str]


EventT_co = TypeVar("EventT_co", covariant=True)
EventT = TypeVar("EventT")


class Outcome(Protocol[EventT_co]):
    """Possible event, and how the pieces lie after it."""

    @property
    def event(self) -> EventT_co:
        """The event."""

    @property
    def lying(self) -> Lying:
        """The place of each piece."""

    @property
    def layout(self) -> TableLayout:
        """The layout, in which pieces that are alike have one name."""


#: A place counts as taken or free when it has been seen so for so long (seconds): single looks may be wrong.
STEADY_S = 0.5
#: After that a move that lies on the table counts after so long (seconds).
SETTLED_S = 0.2
#: As long as other places are seen now so, now so, it counts only after so long: it may be another one.
FLICKERING_S = 4.0


#: After many places were seen wrong at once so many moves are waited for as if some flickered.
_WARY_MOVES = 6


class Unrest:
    """Memory of a table at which many places were seen wrong for a while, as in changing light."""

    def __init__(self) -> None:
        self._wary = 0
        #: The places of pieces that people say lie there though they are not seen.
        self.vouched = frozenset[str]()
        #: The places in which people say nothing lies though they look taken, as in a hard shadow.
        self.ignored = frozenset[str]()

    def vouch(self, places: Collection[str]) -> None:
        """Take the people's word that pieces lie in these places."""
        self.vouched |= frozenset(places)

    def ignore(self, places: Collection[str]) -> None:
        """Take the people's word that nothing lies in these places."""
        self.ignored |= frozenset(places)

    def leave(self, wanted: frozenset[str], seen: PieceObservation) -> None:
        """Take the people's word that just the `wanted` places are taken, however others are `seen`."""
        taken = seen.unreadable | {lie.place for lie in seen.layout.counts}
        self.vouch(wanted - taken - seen.hidden)
        self.ignore(taken - wanted)

    def keep_vouched(self, taken: Collection[str]) -> None:
        """Forget vouched places in which nothing lies any more, ignored ones that are taken."""
        self.vouched &= frozenset(taken)
        self.ignored -= frozenset(taken)

    def hide_vouched(self, steady: PieceObservation, seen: PieceObservation) -> PieceObservation:
        """Return what counts as seen, with the vouched and the ignored places hidden.

        Vouched ones in which something is `seen` again are forgotten, and ignored ones that are seen free: at first a
        step calls all places taken on which something should lie, and no others.
        """
        self.vouched -= seen.unreadable & steady.unreadable
        self.ignored &= seen.unreadable | steady.unreadable
        hidden = steady.hidden | self.vouched | self.ignored
        return replace(steady, hidden=hidden, unreadable=steady.unreadable - self.ignored)

    @property
    def is_wary(self) -> bool:
        """True if what fits may be wrong, too, and is waited for longer."""
        return self._wary > 0

    def begin_move(self) -> None:
        """Note that another move is waited for."""
        self._wary = max(0, self._wary - 1)

    def see_return(self, come: int, left: int) -> None:
        """Take how many places became taken and free again at once, and nothing had happened.

        A hand that lays back what it has moved makes one of each.
        """
        if max(come, left) > 1:
            self._wary = _WARY_MOVES


class SteadyPlaces:
    """Places that are taken, without those that a few looks called wrong."""

    def __init__(self, taken: Collection[str] | None = None, unrest: Unrest | None = None) -> None:
        """Begin with what is `taken`; None: with what is seen first.

        `unrest`: None where no move is waited for.
        """
        self._taken = None if taken is None else frozenset(taken)
        self._unrest = unrest or Unrest()
        self._unrest.begin_move()
        #: The places that count otherwise than at first.
        self._changed = frozenset[str]()
        #: Since when each place is seen otherwise (seconds).
        self._since: dict[str, float] = {}

    def see(self, observation: PieceObservation, time_s: float) -> PieceObservation:
        """Return the observation with the places that have been seen so for long enough."""
        read = {lie.place for lie in observation.layout.counts}
        seen = observation.unreadable | read
        if self._taken is None:
            self._taken = seen
        self._since = {place: self._since.get(place, time_s) for place in seen ^ self._taken}
        due = {place for place, since in self._since.items() if time_s - since >= STEADY_S}
        self._taken ^= due
        back = due & self._changed
        self._unrest.see_return(len(back & self._taken), len(back - self._taken))
        self._changed ^= due
        self._since = {place: since for place, since in self._since.items() if place not in due}
        return replace(observation, unreadable=self._taken - read)

    def is_due(self, time_s: float) -> bool:
        """Return True if a place has been seen otherwise for long enough."""
        return any(time_s - since >= STEADY_S for since in self._since.values())

    @property
    def settled_s(self) -> float:
        """The seconds for which what is seen must stay the same before it counts."""
        return FLICKERING_S if self._since or self._unrest.is_wary else SETTLED_S

    def unsettle(self, time_s: float) -> None:
        """Begin to wait anew: something moves on the table."""
        self._since = dict.fromkeys(self._since, time_s)


@dataclass(frozen=True)
class TakenPlaces:
    """Places of a table as they are seen: taken, or hidden, or free.

    `read` are the sides whose tags were read, by their places; `name` gives pieces that are alike one name.
    """

    taken: frozenset[str]
    hidden: frozenset[str] = frozenset()
    read: Mapping[str, str] = field(default_factory=dict)
    name: Callable[[str], str] = str

    @classmethod
    def of(cls, observation: PieceObservation, name: Callable[[str], str]) -> "TakenPlaces":
        """Return the places of an observation: what cannot be read is taken."""
        read = {lie.place: lie.side for lie in observation.layout.counts}
        return cls(observation.unreadable | read.keys(), observation.hidden, read, name)

    def fit(self, lying: Lying) -> bool:
        """Return True if the pieces may lie like this."""
        places = frozenset(lying.values())
        if not self.taken <= places <= self.taken | self.hidden:
            return False
        sides = {place: side for side, place in lying.items()} if self.read else {}
        return all(self.name(sides[place]) == self.name(side) for place, side in self.read.items())

    def fitting(self, outcomes: Sequence[Outcome[EventT]]) -> list[Outcome[EventT]]:
        """Return the events that fit, of those that lead to the same table the first."""
        found: list[Outcome[EventT]] = []
        for outcome in outcomes:
            if self.fit(outcome.lying) and all(other.layout.counts != outcome.layout.counts for other in found):
                found.append(outcome)
        return found

    def changed(self, before: Lying) -> tuple[frozenset[str], frozenset[str]]:
        """Return the places that became free, and those that became taken."""
        places = frozenset(before.values())
        return places - self.taken - self.hidden, self.taken - places

    def match(self, before: Lying, outcomes: Sequence[Outcome[EventT]]) -> Inference[EventT] | None:
        """Return what has happened, or which events it may have been; None if none fits."""
        if self.fit(before):
            return Nothing()
        fitting = self.fitting(outcomes)
        if not fitting:
            return None
        events = tuple(outcome.event for outcome in fitting)
        if any(not self.hidden.isdisjoint(_coming(before, outcome.lying)) for outcome in fitting):
            # What may have come out of the camera's sight only the players know.
            return Waiting(maybe=events) if len(events) == 1 else Undecided(events)
        return Happened(events[0]) if len(events) == 1 else Undecided(events)

    def name_pieces(
        self, observation: PieceObservation, before: Lying, outcomes: Sequence[Outcome[EventT]]
    ) -> PieceObservation:
        """Return the observation with names where no event fits: what stayed is what it was.

        What came is named if only one piece can have come: by every move that brings something to just these places,
        or because nothing but it left its place. All else stays unread.
        """
        left, come = self.changed(before)
        sides = {place: side for side, place in before.items() if place in self.taken}
        lying = {*map(_disc, sides.values())}
        coming = [_coming(before, outcome.lying) for outcome in outcomes]
        ways = [way for way in coming if way.keys() == come and lying.isdisjoint(map(_disc, way.values()))]
        gone = [side for side, place in before.items() if place in left]
        for place in come:
            if len({self.name(way[place]) for way in ways}) == 1:
                sides[place] = ways[0][place]
            elif len(gone) == len(come) == 1:
                sides[place] = gone[0]
        sides |= self.read
        layout = TableLayout.from_lies(Lie.from_side(side, place) for place, side in sides.items())
        return replace(observation, layout=layout, unreadable=self.taken - sides.keys())


def _disc(side: str) -> str:
    return side.partition("/")[0]


def _coming(before: Lying, after: Lying) -> dict[str, str]:
    """Return what a move brings to places that were free, by these places."""
    taken = frozenset(before.values())
    return {place: side for side, place in after.items() if place not in taken}


@dataclass(frozen=True)
class PlainTarget:
    """Layout that is to be reached with pieces that nobody can tell apart.

    `before` is how they lay; None: nobody knows. In both, pieces that are alike have one name, and no two
    lie in one place.
    """

    target: TableLayout
    before: TableLayout | None

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Changes that hands make; none where nobody knows how the pieces lay."""
        return () if self.before is None else difference(self.target, self.before)

    @cached_property
    def unseen(self) -> tuple[Change, ...]:
        """The changes that free no place and take none, as when a disc is turned over."""
        return tuple(change for change in self.changes if not self._visible_places(change))

    def matches(self, observation: PieceObservation) -> bool:
        """Return True if just the target's places are taken, and what is read belongs there."""
        read = {lie.place for lie in observation.layout.counts}
        occupied = observation.unreadable | read
        places = _sides(self.target).keys()
        return (
            not observation.in_doubt
            and occupied <= places <= occupied | observation.hidden
            and not Counter(observation.layout.counts) - Counter(self.target.counts)
        )

    def name_pieces(self, observation: PieceObservation) -> PieceObservation:
        """Return the observation with names: of what belongs in each place, or lay there.

        What lay there lies there as long as nothing tells otherwise; on a place of neither it stays unread.
        """
        read = {lie.place for lie in observation.layout.counts}
        taken = observation.unreadable - read
        wanted, known = _sides(self.target), _sides(self.before or TableLayout())
        named = {place: wanted.get(place) or known.get(place, "") for place in taken}
        for change in self.changes:
            places, start = self._visible_places(change), _start(change)
            # What is hidden tells nothing: another place does, or the players say so.
            told = next((place for place in places if place not in observation.hidden), None)
            still = not places if told is None else (told in taken | read) == (told in known)
            if still and start in taken:
                named[start] = known[start]
        lies = [Lie.from_side(side, place) for place, side in named.items() if side]
        unread = frozenset(place for place, side in named.items() if not side)
        return replace(observation, layout=observation.layout.changed(come=lies), unreadable=unread)

    def _visible_places(self, change: Change) -> tuple[str, ...]:
        """Return the places that tell whether a change is made, best first.

        They are taken only before the change, or only after it. What goes to a place that another leaves is told
        by the other's, too, and so on.
        """
        differing = _sides(self.target).keys() ^ _sides(self.before or TableLayout()).keys()
        chain = [change]
        for following, place_of in ((_before, _start), (_after, _end)):
            current: Change | None = change
            while current is not None and (place := place_of(current)) is not None:
                current = following(self.changes, place)
                if current in chain:
                    break
                chain += [current] if current is not None else []
        places = (place for link in chain for place in (_start(link), _end(link)))
        return tuple(place for place in places if place is not None and place in differing)


def _sides(layout: TableLayout) -> dict[str, str]:
    """Return the side that lies in each place."""
    return {lie.place: lie.side for lie in layout.counts}


def _start(change: Change) -> str | None:
    return None if change.start is None else change.start.place


def _end(change: Change) -> str | None:
    return None if change.end is None else change.end.place


def _before(changes: Collection[Change], place: str) -> Change | None:
    """Return the change that brings something to a place."""
    return next((change for change in changes if _end(change) == place), None)


def _after(changes: Collection[Change], place: str) -> Change | None:
    """Return the change that takes something from a place."""
    return next((change for change in changes if _start(change) == place), None)
