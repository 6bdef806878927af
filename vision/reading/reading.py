"""Reading: all that one picture of the surface shows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from vision.locate.registration import Registration
from vision.model.code_detection import CodeDetection
from vision.model.placed_tags import PlacedTag
from vision.occupancy.foot_looks import Look
from vision.occupancy.zones import Spot

#: What keeps a cell from being read: a shaken or defocused picture, a mirrored window or lamp, an arm or a cloth.
Obstacle = Literal["blur", "veil", "cover"]


@dataclass(frozen=True, eq=False)
class Reading:
    """All that one picture shows.

    `placed_tags` are the tags read, reference tags excluded; a tag that is seen at two places is there twice.
    `unreadable` are cells or zones, in the surface's order, in which something lies that could not be read, on a mat
    with the `spots` where it lies; over those of the cells that are `covered` it reaches in from beyond the board, as
    an arm does (on floors these are the tags of tiles). `foreign` counts the codes that are none of the catalogue's;
    `notes` are sentences about what was odd but not in the way; `codes` are all that were found, reference tags
    included. Of codes that lie on a mat where nothing is read, or of a kind that is not read there, only the outline is
    left, in `codes`, and none is counted. `occluded` are the cells of whose print tall pieces that were read hide too
    much to know that nothing lies there. `veiled` are those of the unreadable cells over which a window or a lamp is
    mirrored, `blurred` those on which a tag lies that is too blurred to be told from others. `knows_bare_board`: the
    look of the bare board told what lies there. `shades` are how light the middles of the cells are, white paper being
    1, and `looks` how they look, where pieces bear no tags.
    """

    registration: Registration
    placed_tags: tuple[PlacedTag, ...]
    unreadable: tuple[str, ...]
    foreign: int
    notes: tuple[str, ...] = ()
    codes: tuple[CodeDetection, ...] = ()
    spots: tuple[Spot, ...] = ()
    covered: tuple[str, ...] = ()
    occluded: tuple[str, ...] = ()
    veiled: tuple[str, ...] = ()
    blurred: tuple[str, ...] = ()
    knows_bare_board: bool = False
    shades: Mapping[str, float] = field(default_factory=dict)
    looks: Mapping[str, Look] = field(default_factory=dict)

    def obstacle(self, cells: Collection[str]) -> Obstacle | None:
        """Return what keeps most of these cells from being read; None if nobody knows.

        Tags that are too blurred in one place are so in others, where not even that is seen.
        """
        if self.blurred and cells:
            return "blur"
        veiled = sum(cell in self.veiled for cell in cells)
        covered = sum(cell in self.covered and cell not in self.veiled for cell in cells)
        obstacle: Obstacle = "veil" if veiled >= covered else "cover"
        return obstacle if 2 * max(veiled, covered) >= len(cells) > 0 else None

    @property
    def hidden(self) -> tuple[str, ...]:
        """Occluded cells without a reading: no tag was read there, and nothing else is seen there.

        On a large piece another may lie, so of a large piece only the cell with the tag is known.
        """
        known = {placed.cell for placed in self.placed_tags} | set(self.unreadable)
        return tuple(cell for cell in self.occluded if cell not in known)
