"""Pieces without their tags before the virtual camera."""

from collections.abc import Collection
from dataclasses import replace

from companion.virtual_table.piece import Point
from companion.virtual_table.pieces import Things
from vision.model.catalogue import Tag
from vision.model.surface import Area
from vision.virtual import Thing


class PlainThings:
    """Maker of things that bear no tags, but for those named in `tagged`."""

    def __init__(self, things: Things, tagged: Collection[str] = (), *, references: bool = True) -> None:
        self._things, self._tagged, self._has_references = things, frozenset(tagged), references

    def tag(self, tag_id: str) -> Tag:
        """Return the tag of this id. Raises UserError if the catalogue has none."""
        return self._things.tag(tag_id)

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the piece, in mm from where its tag would have its centre."""
        return self._things.edges_mm(tag_id)

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Make the piece, without the tag, which is what is printed last on its top."""
        thing = self._things.make(tag_id, centre_mm, turn_deg, base_mm)
        if not self._tagged.isdisjoint((tag_id, tag_id.partition("/")[0])):
            return thing
        *lower, top = thing.bodies
        return replace(thing, bodies=(*lower, replace(top, prints=top.prints[:-1])), code=None)

    def references(self) -> list[Thing]:
        """Return the reference tags at their places, if there are any."""
        return self._things.references() if self._has_references else []
