"""Evidence over frames: what is told of an unchanged place holds until looks contradict it."""

from collections.abc import Iterable
from dataclasses import dataclass

from vision.model.placed_tags import Covers, PlacedTag
from vision.reading import Reading
from vision.watching.memory import differing_places, places_of
from vision.watching.motion import Mask
from vision.watching.tiles import Tiles


@dataclass(frozen=True)
class Upheld:
    """Places that stay as they were told, and texts of codes that are there though not read."""

    places: frozenset[str]
    texts: frozenset[str]


class Evidence:
    """Counter of looks in a row that contradict what is told of places that look as before.

    A tag that was read is sure: one that is found counts at once, and one where something unreadable is seen now is
    still there. All else, which noise alone may decide, needs so many `looks` in a row to change, and each time it has
    changed twice as many: what is told of a table at rest comes to rest, too. What was told of a place while a hand was
    in the picture, which throws shadows, does not hold when it is gone.
    """

    def __init__(self, looks: int) -> None:
        self._looks = looks
        #: Looks in a row that contradict what is told of a place, or that do not read a code.
        self._contrary: dict[tuple[str, str], int] = {}
        #: Looks that it takes to contradict what was contradicted before and looks the same since.
        self._needed: dict[tuple[str, str], int] = {}
        #: Looks in a row that do not see the hand that rests over a place.
        self._uncovered: dict[str, int] = {}
        #: Places that changed and were read while a hand was in the picture.
        self._beside_hand: set[str] = set()

    def restart(self, places: Iterable[str], *, hand: bool) -> None:
        """Begin anew: all these places are read as if for the first time.

        `hand`: one is in the picture.
        """
        self._contrary, self._needed, self._uncovered = {}, {}, {}
        self._beside_hand = set(places) if hand else set()

    def still_covered(self, places: Iterable[str]) -> set[str]:
        """Return the places over which a hand rests all the same.

        It rested over all these `places` and has not moved, but is not seen there now.
        """
        self._uncovered = {place: self._uncovered.get(place, 0) + 1 for place in places}
        return {place for place, looks in self._uncovered.items() if looks < self._looks}

    def uphold(
        self, before: Reading, reading: Reading, tiles: Tiles, changed: Mask, covers: Covers | None, *, hand: bool
    ) -> Upheld:
        """Return what holds of the reading `before`, against the newer `reading`.

        `changed` are the tiles that may have changed since; `hand`: one is in the picture.
        """
        fresh = set(tiles.shares(changed))
        if hand:
            self._beside_hand |= fresh
        else:
            fresh |= self._beside_hand
            self._beside_hand = set()
        found = {place for _, place in _places(reading.placed_tags, covers) - _places(before.placed_tags, covers)}
        places = differing_places(before, reading) - found - fresh
        place_by_text = {placed_tag.tag.payload: placed_tag.place for placed_tag in before.placed_tags}
        seen = {code.text for code in reading.codes}
        texts = {
            code.text
            for code in before.codes
            if code.text is not None
            and code.text not in seen
            and place_by_text.get(code.text) not in found
            and tiles.tag_share(code.corners, changed) == 0
        }
        sure = {text for text in texts if place_by_text.get(text) in reading.unreadable}
        unsure = {("place", place) for place in places} | {("code", text) for text in texts - sure}
        self._contrary = {what: self._contrary.get(what, 0) + 1 for what in unsure}
        still = {what for what in self._needed if place_by_text.get(what[1], what[1]) not in fresh}
        self._needed = {what: self._needed[what] for what in still}
        outvoted = {what for what, looks in self._contrary.items() if looks >= self._needed.get(what, self._looks)}
        self._needed |= {what: 2 * self._needed.get(what, self._looks) for what in outvoted}
        texts = {text for text in texts if ("code", text) not in outvoted}
        places = {place for place in places if ("place", place) not in outvoted}
        places |= {place for text in texts if (place := place_by_text.get(text))}
        return Upheld(frozenset(places), frozenset(texts))


def _places(tags: Iterable[PlacedTag], covers: Covers | None) -> set[tuple[str, str]]:
    """Return each tag's id with each place of its piece."""
    return {(tag.tag.id, place) for tag in tags for place in places_of(tag, covers)}
