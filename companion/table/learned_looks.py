"""Looks of plain pieces from above, learned while it is certain what lies where.

A look tells which of several events that the rules allow was made, and that two pieces may have been swapped. Where
looks are alike, or were not learned, it tells nothing.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.language import say
from companion.device.log import warn
from companion.device.sentences import capitalised
from companion.table.inference import Problems, TableProblem
from engine.game import EventT

#: Numbers that describe how a piece looks from above, as the camera gives them.
Look = tuple[float, ...]

#: So many looks of a piece are kept, the last ones: it lies in other places, in another light.
_KEPT = 6
#: A piece looks like one from which it differs by so little: in one light drawn pieces differed from themselves by less
#: than 0.13 in 95 of 100 places, from ones of another shape and colour by 0.37 at least.
_NEAR = 0.2
#: It does not look like another from which it differs so many times as much, and by so much more.
_SURELY = 2.0
_LEAST_GAP = 0.15
#: It is another one from which it differs by so much, whatever that one looks like.
_UNLIKE = 0.35
#: Kinds of problems that only looks tell of.
_SWAPPED = "swapped"
#: A file with looks is not larger (bytes).
_MOST_BYTES = 4_000_000
#: No look has more numbers.
_LONGEST = 64


class PieceLooks:
    """Looks of one game's pieces, by the names that pieces alike share."""

    def __init__(self, looks: Mapping[str, Sequence[Look]] | None = None) -> None:
        self.looks = {name: list(kept) for name, kept in (looks or {}).items()}

    def learn(self, lying: Mapping[str, str], seen: Mapping[str, Look]) -> bool:
        """Keep how pieces look that certainly lie like this; return True if one was not known.

        `lying` gives the name of what lies in each place.
        """
        known = frozenset(self.looks)
        for place, name in lying.items():
            if place in seen:
                self.looks[name] = [*self.looks.get(name, ()), seen[place]][-_KEPT:]
        return bool(self.looks.keys() - known)

    def forget(self, *names: str) -> None:
        """Forget how these pieces look."""
        for name in names:
            self.looks.pop(name, None)

    def is_sure(self, look: Look, name: str, other: str) -> bool:
        """Return True if a look is surely that of one piece and not the other's."""
        near, far = self._distance(look, name), self._distance(look, other)
        if near > _NEAR or not math.isfinite(far) or far < max(_SURELY * near, near + _LEAST_GAP):
            return False
        return min(self._distance(known, other) for known in self.looks[name]) >= _LEAST_GAP

    def _distance(self, look: Look, name: str) -> float:
        """Return by how much a look differs from a piece's; infinite if its look is not known."""
        known = [kept for kept in self.looks.get(name, ()) if len(kept) == len(look)]
        return min((math.dist(look, kept) / math.sqrt(len(look)) for kept in known), default=math.inf)

    def choose(self, ways: Sequence[Mapping[str, str]], seen: Mapping[str, Look]) -> int | None:
        """Return the number of the only way to lie that the looks fit; None if that is not sure.

        A way gives the name of what lies in each place. Each place of which a piece is known must fit. One must tell
        two known pieces apart, or one looks like its known piece and another unlike the one that might lie there.
        """
        for number, way in enumerate(ways):
            if all(self._is_told(way, other, seen) for other in ways if other is not way):
                return number
        return None

    def _is_told(self, way: Mapping[str, str], other: Mapping[str, str], seen: Mapping[str, Look]) -> bool:
        is_sure, fits, is_unlike = False, False, False
        for place in way.keys() & other.keys() & seen.keys():
            look, piece, rival = seen[place], way[place], other[place]
            knows = piece in self.looks, rival in self.looks
            if piece == rival or not any(knows):
                continue
            if all(knows):
                told = is_sure = self.is_sure(look, piece, rival)
            elif knows[0]:
                told = fits = self._distance(look, piece) <= _NEAR
            else:
                told = is_unlike = self._distance(look, rival) >= _UNLIKE
            if not told:
                return False
        return is_sure or (fits and is_unlike)

    def swapped(self, lying: Mapping[str, str], seen: Mapping[str, Look]) -> tuple[str, str] | None:
        """Return two places whose pieces look as if they had been swapped.

        `lying` gives the name of what lies in each place. None: no pair does.
        """
        strange = [
            place
            for place, name in lying.items()
            if place in seen and _NEAR < self._distance(seen[place], name) < math.inf
        ]
        for place, other in combinations(sorted(strange), 2):
            first, second = lying[place], lying[other]
            if self.is_sure(seen[place], second, first) and self.is_sure(seen[other], first, second):
                return place, other
        return None


class LearnedLooks:
    """Looks of the pieces of all games at this table, in memory and on disk."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the looks from a file; None: they are kept in memory alone."""
        self._path = path
        self._games: dict[str, PieceLooks] = {}
        if path is not None and path.exists():
            try:
                self._take(json.loads(read_text(str(path), "a file of learned looks", _MOST_BYTES)))
            except (UserError, ValueError, TypeError, AttributeError, RecursionError):
                warn(f"{path}: no learned looks; they are learned anew")
                self._games = {}

    def _take(self, data: Mapping[str, Mapping[str, Sequence[Sequence[float]]]]) -> None:
        for game, pieces in data.items():
            looks = {name: [tuple(map(float, look)) for look in kept[-_KEPT:]] for name, kept in pieces.items()}
            numbers = [look for kept in looks.values() for look in kept]
            if any(not 0 < len(look) <= _LONGEST or not all(map(math.isfinite, look)) for look in numbers):
                raise ValueError(game)
            self._games[game] = PieceLooks({name: kept for name, kept in looks.items() if kept})

    def of(self, game_id: str) -> PieceLooks:
        """Return the looks of a game's pieces; they may be changed."""
        return self._games.setdefault(game_id, PieceLooks())

    @property
    def count(self) -> int:
        """The number of pieces whose look is known, of all games."""
        return sum(len(pieces.looks) for pieces in self._games.values())

    def save(self) -> None:
        """Write all looks; a file that cannot be written is told of, and nothing ends."""
        if self._path is None:
            return
        data = {
            game: {
                name: [[round(number, 3) for number in look] for look in kept] for name, kept in pieces.looks.items()
            }
            for game, pieces in self._games.items()
        }
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(data, ensure_ascii=False).encode())
        except (OSError, UserError) as error:
            warn(f"{self._path}: learned looks cannot be written: {error}")

    def forget(self) -> None:
        """Forget all looks, on disk, too."""
        for pieces in self._games.values():
            pieces.looks.clear()
        if self._path is not None:
            try:
                self._path.unlink(missing_ok=True)
            except OSError as error:
                warn(f"{self._path}: learned looks cannot be deleted: {error.strerror}")


def is_doubt(problems: Sequence[TableProblem]) -> bool:
    """Return True if only looks tell of a problem: people may say that all lies right."""
    return any(problem.kind == _SWAPPED for problem in problems)


class SeenLooks:
    """Looks of the pieces during one step, in which they stay where they are."""

    def __init__(
        self, learned: LearnedLooks, game_id: str, lying: Mapping[str, str], name: Callable[[str], str]
    ) -> None:
        """`lying` gives the place of each piece; `name` gives pieces that are alike one name."""
        self._learned, self._pieces, self._name = learned, learned.of(game_id), name
        self._lying = lying
        self._is_learned = False

    def _names(self, lying: Mapping[str, str]) -> dict[str, str]:
        return {place: self._name(side) for side, place in lying.items()}

    def choose(self, lyings: Sequence[Mapping[str, str]], seen: Mapping[str, Look]) -> int | None:
        """Return the number of the only layout that the looks fit; None if that is not sure."""
        return self._pieces.choose([self._names(lying) for lying in lyings], seen) if seen else None

    def see(
        self, seen: Mapping[str, Look], names: Callable[[str], str], hidden: frozenset[str] = frozenset()
    ) -> Problems[EventT] | None:
        """Take the looks of pieces that have not moved; return the doubt that two were swapped.

        The looks are learned once in a step. `names` names a side to people. What is hidden tells nothing.
        """
        shown = {place: look for place, look in seen.items() if place not in hidden}
        lying = self._names(self._lying)
        pair = self._pieces.swapped(lying, shown) if shown else None
        if pair is None:
            if shown and not self._is_learned:
                self._is_learned = True
                if self._pieces.learn(lying, shown):
                    self._learned.save()
            return None
        sides = {place: side for side, place in self._lying.items()}
        first, second = (names(sides[place]) for place in pair)
        sentence = say("{piece} on {cell} looks like {other}.", piece=first, cell=pair[0], other=second)
        fix = say("Swap the two, or leave them as they lie.")
        problem = TableProblem(
            _SWAPPED, capitalised(sentence), capitalised(fix), tuple(sides[place] for place in pair), pair
        )
        return Problems((problem,))

    def accept(self, problems: Sequence[TableProblem]) -> None:
        """Learn the looks anew of pieces of which people say that they lie right."""
        for problem in problems:
            self._pieces.forget(*map(self._name, problem.pieces))
        self._is_learned = False
