"""Which cells hold something that was not read: a damaged or blurred tag, a blank piece, a hand.

Three questions are asked of every place on the rectified board that no piece read accounts for. Is there ink on
paper as on the tags? Is there something of a colour that the bare board does not show beside the pieces read? And is
the board's own print seen there?
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.board_colours import STRANGE_SHARE, odd_colours, surprises, voters
from vision.catalogue import Catalogue
from vision.cell_looks import strangeness
from vision.covering import covered_cells
from vision.detections import TagDetection
from vision.footprints import IN_SIGHT, cell_numbers, footprints, hidden_blocks, in_cores, middles
from vision.gloss_and_paint import broad, is_blank_piece, is_glow, is_paint, without_gloss
from vision.grid_lines import CellLines, GridLines, grid_lines
from vision.ink import INK, INK_SHARE, MAYBE_INK, beyond, high_places, ink_density, ink_of_tags, local_contrast, rough
from vision.neighbours import connected_parts, numbered_parts
from vision.patches import patches
from vision.pinhole import Points
from vision.rectified import BLOCKS, RectifiedBoard
from vision.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: The board is motley if so many of the pieces show colours beside them that the others do not, or if so many cells
#: show one that none of the places beside pieces does. Paper is this bright.
_MOTLEY = 0.2
_MANY = 3
#: Where strange colours are those of blank pieces, so much of all that is strange on the board belongs to these.
_PIECES = 0.6
#: There is ink on paper if there is so many times as much as on half of the bare cells, if more than this share of all
#: are bare.
_TIMES_USUAL = 4.0
_FEW_BARE = 0.3
#: Tags that are seen whole have more than this at any rate, on whatever they lie. No more than a quarter of the bare
#: cells are looked at for it.
_TAG_SHARE = 0.6
#: There certainly is, if there is also so many times as much as on three quarters of them, or so much at any rate:
#: letters are dense on some cells of a print.
_TIMES_MANY, _DENSE = 3.0, 0.3
#: Where so much is on a quarter of them, letters are all over the board, and on some cells so many times as dense as
#: those on nine in ten. (Unread tags had 0.5 at least.)
_LETTERS, _TIMES_MOST, _DENSEST = 0.02, 2.5, 0.45
_PAPER = 0.7
#: So likely is it that a cell's print is hidden if it is, and if it is not, whatever else tells.
_SURELY_COVERED, _SURELY_BARE = 0.8, 0.015
#: If so large a share of the bare cells has much ink, those that look no stranger than this are printed so densely. (On
#: such a board cells were at 0.3 at most, cells with unread tags on any at 1.9 at least.)
_PRINTED, _LIKE_BARE = 0.2, 0.6
#: Odd colours that fill so much of what is just beyond a cell's sides, across which its lines are seen, are light.
_LIGHT_ROUND = 0.7


@dataclass(frozen=True, eq=False)
class Ink:
    """What tags that were read hide of the rectified board, and where else ink is.

    Blocks (h, w) are `explained` by pieces or codes, or are bare board `beside` the piece of this number, -1 for none.
    `density` is how dense their `edges` are between those of the bare board (0) and those of tags (1). Cells have their
    middles at `places` (n, 2), in blocks, and so much of each is `in_sight`; `under_pieces` are those on which pieces
    lie. On `inked` cells there may be a tag worth a second pass. `high` are cells over which ink is seen at the height
    of a piece that is much higher than usual, as (cell, height).
    """

    explained: Mask
    beside: Numbers
    edges: Floats
    density: Floats
    places: Points
    in_sight: Points
    under_pieces: npt.NDArray[np.bool_]
    inked: tuple[str, ...]
    high: tuple[tuple[str, float], ...]

    def shares(self, what: Mask) -> Points:
        """How much (n,) of what is in sight of each cell a mask fills."""
        inside = in_cores(what & ~self.explained, self.places)
        return np.asarray(inside / np.maximum(self.in_sight, 1e-6), np.float64)

    @property
    def bare(self) -> npt.NDArray[np.bool_]:
        """The cells (n,) of which enough is in sight to judge them, without pieces that were read."""
        return np.asarray((self.in_sight >= IN_SIGHT) & ~self.under_pieces, np.bool_)

    def much(self, limit: float | Floats, *, certain: bool = False) -> npt.NDArray[np.bool_]:
        """The cells (n,) with a larger share of ink than a print full of letters has on most of the bare ones."""
        shares, bare = self.shares(self.density > limit), self.bare
        # Few cells alone do not tell what is printed on all.
        usual, many, most = np.percentile(shares[bare], (50, 75, 90)) if bare.mean() > _FEW_BARE else (0.0, 0.0, 0.0)
        if certain:
            least = max(INK_SHARE, _TIMES_USUAL * usual, min(_TIMES_MANY * many, _DENSE))
            if many > _LETTERS:
                least = max(least, min(_TIMES_MOST * most, _DENSEST))
        else:
            least = max(INK_SHARE, min(_TIMES_USUAL * usual, max(_TAG_SHARE, many)))
        return np.asarray((self.in_sight >= IN_SIGHT) & (shares > least), np.bool_)


def find_ink(
    board: RectifiedBoard,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    covered: Collection[str],
    foreign: Sequence[Points],
) -> Ink:
    """Where ink is that none of the tags `seen` accounts for.

    `covered` are cells that pieces read cover. `foreign` are the corners (4, 2) in pixels of codes that are none of the
    catalogue's.
    """
    grid = catalogue.grid
    explained, beside = footprints(board, seen, foreign, grid)
    edges = np.asarray(cv2.blur(board.edges, (3, 3)), np.float32)
    density = ink_density(edges, board, explained, seen)
    places = middles(board, grid, board.height_mm)
    in_sight = in_cores(~explained, places)
    under_pieces = np.array([cell in covered for cell in grid.cells])
    high = *high_places(board, catalogue, explained, density, cell_numbers(grid)), *beyond(board, catalogue, seen)
    ink = Ink(explained, beside, edges, density, places, in_sight, under_pieces, (), high)
    # What is in shadow or glare that none of the tags lies in is paler; looking there once more costs little.
    inked = ink.much(MAYBE_INK * local_contrast(board))
    return replace(ink, inked=tuple(cell for cell, there in zip(grid.cells, inked, strict=True) if there))


@dataclass(frozen=True)
class Unread:
    """What lies on the board and was not read: cells in the grid's order.

    On `strange` cells there certainly is something, and over those of them that are `covered` it reaches in from beyond
    the board, as an arm does; of `hidden` ones it hides the board's printed lines. `lines` is what these tell of cells.
    Of `things` nothing but the look of the bare board tells. On `patched` ones lies something like a code or a sticker,
    as on half of all: nothing is printed like that.
    """

    strange: tuple[str, ...]
    covered: tuple[str, ...]
    hidden: tuple[str, ...]
    lines: CellLines = field(default_factory=CellLines)
    things: tuple[str, ...] = ()
    patched: tuple[str, ...] = ()

    def compared(
        self,
        things: Collection[str],
        bare: Collection[str],
        known_again: Collection[str],
        as_known: Collection[str],
        grid: Grid,
    ) -> "Unread":
        """The same where the look of the bare board tells on which cells there are `things`, and which are `bare`.

        What reaches in from beyond the board stays, and what hides its lines, for an arm or a mug's inside may look as
        even as print in a shadow does, but where the print itself is `known_again`. An arm hides the print of some of
        the cells over which it lies: else it is print that looks so. Where only the colours are `as_known` a sleeve may
        have them, too, which hides the lines.
        """
        of_print = {*known_again, *as_known}
        covered = set(self.covered).difference(of_print, self._only_print(things, of_print, grid))
        hidden = set(self.hidden).difference(known_again)
        strange = {*self.strange, *things}.difference(set(bare).difference(covered | hidden))
        # Under an arm no tag is seen; things that nothing else tells of may bear one.
        alone = set(things).difference(self.strange)
        told, reaching, new = (tuple(c for c in grid.cells if c in what) for what in (strange, covered, alone))
        return replace(self, strange=told, covered=reaching, things=new)

    def weighed(self, chances: Floats, judged: npt.NDArray[np.bool_], grid: Grid) -> "Unread":
        """The same where the `chances` (n,) that something hides a cell's print tell more.

        They count for `judged` cells (n,) alone, and drop nothing that is `patched`. What is added beside cells over
        which something reaches in belongs to that.
        """
        strange, covered, patched = (
            np.array([cell in what for cell in grid.cells]) for what in (self.strange, self.covered, self.patched)
        )
        added = judged & (chances > _SURELY_COVERED) & ~strange
        strange = (strange & ~(judged & (chances < _SURELY_BARE) & ~patched)) | added
        covered &= strange
        covered |= added & connected_parts(covered | added, covered, 1, grid)
        told, reaching, new = (
            tuple(cell for cell, there in zip(grid.cells, which, strict=True) if there)
            for which in (strange, covered, added & ~covered)
        )
        things = tuple(cell for cell in self.things if cell in told)
        return replace(self, strange=told, covered=reaching, things=(*things, *new))

    def _only_print(self, things: Collection[str], known_again: Collection[str], grid: Grid) -> set[str]:
        """Those of the covered cells side by side with which there are no things, and more known again than not."""
        covered, thing, known = (
            np.array([cell in what for cell in grid.cells]) for what in (self.covered, things, known_again)
        )
        parts = numbered_parts(covered, grid)
        sizes, with_things, known_ones = (np.bincount(parts, what) for what in (covered, thing, known))
        print_only = (with_things == 0) & (known_ones > sizes / 2)
        return {cell for cell, part in zip(grid.cells, parts, strict=True) if part and print_only[part]}


def unread(
    board: RectifiedBoard, catalogue: Catalogue, seen: Sequence[TagDetection], foreign: Sequence[Points], ink: Ink
) -> Unread:
    """Where something lies that none of the tags `seen` accounts for; `ink` is what `find_ink` found beside them.

    Under pieces that were read only ink on paper counts. `foreign` are the corners (4, 2) in pixels of codes that are
    none of the catalogue's: they are not strange.
    """
    grid, explained, under_pieces = catalogue.grid, ink.explained, ink.under_pieces
    strange = ink.much(INK, certain=True)
    cells = cell_numbers(grid)
    # Large pieces reach far beyond their tags.
    large = np.append(under_pieces & (ink.in_sight >= IN_SIGHT), False)[cells]
    pieces = explained | large
    if np.count_nonzero(strange & ink.bare) > _PRINTED * np.count_nonzero(ink.bare):
        strange &= ~_printed(board, pieces, cells, ink.beside, strange & ink.bare)
    inked = ink_of_tags(ink.edges, board, seen)
    patched = patches(board, explained, inked, middles(board, grid, 0.0), grid) & ink.bare
    strange |= patched
    floor = hidden_blocks(replace(board, height_mm=0.0), seen, foreign) | large
    owner, share = voters(cells, explained, ink.beside)
    visible = ~explained & (cells >= 0)
    odd = odd_colours(board.colours, owner, share, cells, visible)
    odd_blocks = broad(odd)
    odd_shares = ink.shares(odd_blocks)
    lines = grid_lines(board.floor, floor, grid)
    covered, reaching, hidden, lined = covered_cells(board, pieces, lines, cells, ink.beside, odd_blocks, grid)
    strange |= covered & ~under_pieces
    bare = ink.bare & ~strange
    # What odd colours mean takes longer to find out, and most pictures have none.
    if (bare & (odd_shares > STRANGE_SHARE)).any():
        ground = visible & ~pieces
        strange |= _things(board, odd, owner, share, ground, cells, ink.places, bare, lined, lines, ink.shares)
    strange |= rough(ink.edges, pieces, ink.places, bare & ~strange)
    names = list(grid.cells)

    def named(what: npt.NDArray[np.bool_]) -> tuple[str, ...]:
        return tuple(names[number] for number in np.nonzero(what)[0])

    told = CellLines()
    if lines is not None:
        every = lined, lines.known_again, lines.unbroken, lines.alike_all_round, lines.unlike_all_round
        told = CellLines(*map(named, every))
    return Unread(
        named(strange),
        named(reaching & ~under_pieces),
        named(hidden & ~under_pieces),
        told,
        patched=named(patched),
    )


def _printed(
    board: RectifiedBoard, explained: Mask, cells: Numbers, beside: Numbers, inked: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Those of the `inked` cells (n,) that look just like bare board beside pieces that were read: a dense print."""
    strange = strangeness(board, explained, cells, np.where(cells >= 0, beside, -1), inked, alone=True)
    return inked & False if strange is None else np.asarray(inked & (strange < _LIKE_BARE), np.bool_)


def _round_cells(what: Mask, places: Points) -> Points:
    """How much (n,) of the blocks just beyond the sides of the cells at `places` a mask fills."""
    far = np.arange(-BLOCKS // 2 - 1, BLOCKS // 2 + 1)
    ends = far[[0, -1]]
    x = np.concatenate([far, far, np.repeat(ends, len(far))])
    y = np.concatenate([np.repeat(ends, len(far)), far, far])
    columns, rows = np.floor(places[:, :, None] + 0.5).astype(int).swapaxes(0, 1) + np.stack([x, y])[:, None]
    height, width = what.shape
    return np.asarray(what[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)].mean(axis=1), np.float64)


def _things(
    board: RectifiedBoard,
    odd: Mask,
    owner: Numbers,
    share: float,
    ground: Mask,
    cells: Numbers,
    places: Points,
    bare: npt.NDArray[np.bool_],
    lined: npt.NDArray[np.bool_],
    lines: GridLines | None,
    shares: Callable[[Mask], Points],
) -> npt.NDArray[np.bool_]:
    """Those of the `bare` cells, on the board at `places`, on which `odd` colours are neither light nor paint.

    What hides the board's `lines` is neither. Round the `lined` ones they are seen. `owner` and `share` are those of
    the vote on colours; only the `ground` is looked at; `cells` are the numbers of the cells on each block, and
    `shares` tells how much of each a mask fills.
    """
    odd = odd & ground
    things = broad(without_gloss(odd, board.colours, ground, cells))
    strange = np.zeros_like(bare)
    if lines is not None:
        # Light goes on into cells whose lines are all seen, an arm does not.
        all_seen = np.append(lines.unhidden, False)
        hiding = lines.hiding(things) & ~all_seen[cells]
        strange |= bare & (shares(hiding) > STRANGE_SHARE)
        things &= ~hiding
    # What ends at the board's rim tells nothing there.
    round_them = _round_cells(things, places) / np.maximum(_round_cells(ground, places), 1e-6)
    bare = bare & ~(lined & (round_them > _LIGHT_ROUND))
    there = bare & (shares(things) > STRANGE_SHARE)
    count = np.count_nonzero(there)
    if count and (count >= _MANY or surprises(board.colours, owner, share) > _MOTLEY):
        # On a board as motley as this a strange colour says nothing, but an outline does, and paper.
        blank = np.zeros_like(bare)
        for number in np.nonzero(there)[0]:
            blank[number] = is_blank_piece(places[number], board, things)
        # A print with discs in its cells has other things, too.
        filled = shares(things)
        if filled[blank].sum() >= _PIECES * filled[bare].sum():
            unprinted = things & ~lines.showing(things) if lines is not None else things
            strange |= blank & (shares(unprinted) > STRANGE_SHARE)
        paper = odd & (board.reflectance.min(axis=0) > _PAPER)
        things = broad(without_gloss(paper, board.colours, ground, cells))
    if lines is not None:
        things &= ~lines.showing(things)
    for number in np.nonzero(bare & ~strange & (shares(things) > STRANGE_SHARE))[0]:
        place = places[number], board, things, ground
        strange[number] = not is_paint(*place) and not is_glow(*place)
    return strange
