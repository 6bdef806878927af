"""Memory of the table: the last reading is kept where the table is occluded."""

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from vision.model.catalogue import Catalogue
from vision.model.placed_tags import Covers, PlacedTag
from vision.reading import Reading
from vision.watching.gates import Gates
from vision.watching.motion import Mask
from vision.watching.observation import CellState
from vision.watching.tiles import Tiles

#: What cannot be read and is no farther from where something could not be read is the same, in mm.
_SAME_SPOT_MM = 12.0


def remembered(
    before: Reading,
    reading: Reading,
    tiles: Tiles,
    hidden: Mask,
    kept: Collection[str],
    upheld: Collection[str],
    catalogue: Catalogue,
) -> Reading:
    """Return the current reading where nothing is `hidden`, and `before` where something is.

    `kept` are the cells of which `reading` does not tell whether something lies there that cannot be read, or is
    hidden; `upheld` are the texts of codes of the reading `before` that are still there. A tag that was seen last where
    it is hidden now, and is seen elsewhere, is there no more.
    """
    upheld = {*upheld, *_seen_at_edge(before, reading, tiles, hidden)}
    fresh = [placed_tag for placed_tag in reading.placed_tags if tiles.tag_share(placed_tag.corners_px, hidden) == 0]
    seen = {tag.tag.id for tag in fresh}
    old = [
        placed_tag
        for placed_tag in before.placed_tags
        if placed_tag.tag.id not in seen
        and (placed_tag.tag.payload in upheld or tiles.tag_share(placed_tag.corners_px, hidden) > 0)
    ]
    spots = tuple(spot for spot in before.spots if spot.zone in kept)
    spots += tuple(spot for spot in reading.spots if spot.zone not in kept)
    unreadable, occluded = (
        tuple(cell for cell in catalogue.surface.places if cell in (was if cell in kept else is_now))
        for was, is_now in ((before.unreadable, reading.unreadable), (before.occluded, reading.occluded))
    )
    codes = [code for code in reading.codes if tiles.tag_share(code.corners, hidden) == 0]
    texts = {code.text for code in codes if code.text is not None}
    codes += [
        code
        for code in before.codes
        if code.text not in texts and (code.text in upheld or tiles.tag_share(code.corners, hidden) > 0)
    ]
    foreign = sum(code.text is not None and code.text not in catalogue.by_payload for code in codes)
    return replace(
        reading,
        placed_tags=(*fresh, *old),
        unreadable=unreadable,
        foreign=foreign,
        codes=tuple(codes),
        spots=spots,
        occluded=occluded,
    )


def _seen_at_edge(before: Reading, reading: Reading, tiles: Tiles, hidden: Mask) -> set[str]:
    """Return the texts of codes that are seen where they were, but partly in hidden tiles.

    Noise alone may move their corners from one tile to the next.
    """
    at_edge = [code for code in reading.codes if tiles.tag_share(code.corners, hidden) > 0]
    return {
        was.text
        for was in before.codes
        if was.text is not None and any(was.text == code.text and was.same_place(code) for code in at_edge)
    }


def cell_states(
    known: Reading, covered: Collection[str], catalogue: Catalogue, covers: Covers | None
) -> Mapping[str, CellState]:
    """Return the state of every cell of a grid, or of every zone of a mat that is read."""
    states = dict.fromkeys(catalogue.surface.places, CellState.EMPTY)
    for placed_tag in known.placed_tags:
        for place in places_of(placed_tag, covers):
            states[place] = CellState.READ
    states |= dict.fromkeys(known.unreadable, CellState.UNREADABLE)
    states |= dict.fromkeys(covered, CellState.COVERED)
    return states


def places_of(placed: PlacedTag, covers: Covers | None) -> tuple[str, ...]:
    """Return the cells of the piece of a tag, or its zone."""
    own = () if placed.place is None else (placed.place,)
    return (*own, *(covers(placed) if covers else ()))


def newly_unreadable(before: Reading, reading: Reading) -> set[str]:
    """Return the cells or zones with unreadable objects that are new or lie elsewhere."""
    new = set(reading.unreadable) - set(before.unreadable)
    for spot in reading.spots:
        neighbours = (other for other in before.spots if other.zone == spot.zone)
        if all(math.dist(spot.at_mm, other.at_mm) > _SAME_SPOT_MM for other in neighbours):
            new.add(spot.zone)
    return new


def differing_places(first: Reading, other: Reading) -> set[str]:
    """Return the places of which two readings differ in what is unread or hidden there."""
    spots, other_spots = (Counter(spot.zone for spot in reading.spots) for reading in (first, other))
    return (
        set(first.unreadable) ^ set(other.unreadable)
        | set(first.occluded) ^ set(other.occluded)
        | {zone for zone in spots | other_spots if spots[zone] != other_spots[zone]}
        | newly_unreadable(first, other)
    )


def differ(first: Reading, other: Reading, gates: Gates) -> bool:
    """Return True if two readings tell of different tables.

    They differ in tags, places, turns or unread cells.
    """
    if first.unreadable != other.unreadable or first.foreign != other.foreign or len(first.spots) != len(other.spots):
        return True
    if newly_unreadable(first, other):
        return True
    before, after = (sorted(reading.placed_tags, key=_order) for reading in (first, other))
    return len(before) != len(after) or any(not _same(a, b, gates) for a, b in zip(before, after, strict=True))


def _order(placed: PlacedTag) -> tuple[str, str]:
    return placed.tag.id, placed.place or ""


def _same(placed_tag: PlacedTag, other: PlacedTag, gates: Gates) -> bool:
    if placed_tag.tag.id != other.tag.id or placed_tag.place != other.place:
        return False
    turned = abs((placed_tag.turn_deg - other.turn_deg + 180) % 360 - 180)
    off = max(abs(a - b) for a, b in zip(placed_tag.centre_mm, other.centre_mm, strict=True))
    return off <= gates.same_mm and turned <= gates.same_deg
