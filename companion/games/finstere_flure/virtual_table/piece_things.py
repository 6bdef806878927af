"""Our printed pieces as things before the virtual camera, each by its tag, at any place."""

import numpy as np

from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.virtual_table.piece_art import PX_PER_MM, cap_art, pool_art, tile_art, token_art
from companion.virtual_table.pieces import CatalogueThings
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, TOKENS, Side, visible_number
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area
from vision.symbology import SYMBOL_MODULES
from vision.virtual import Body, Print, PrintedCode, Thing, disc, rectangle
from vision.virtual.tag_art import narrow_tag_print

Bgr = tuple[int, int, int]

_CARDBOARD: Bgr = (120, 150, 170)
_MONSTER_BGR: Bgr = (40, 58, 46)
_FUR_BGR: Bgr = (52, 74, 60)
_CAP_BGR: Bgr = (26, 26, 26)
_NOSE_BGR: Bgr = (40, 50, 170)

#: Side of a tile, in sides of its tag in former editions.
_FORMER_TILE = 6 / 5
#: Diameter of a token, in sides of its tag in former editions.
_FORMER_TOKEN = 1 / 0.87
#: A pool is smaller than its cells by this share of a cell on every side.
_POOL_GAP = 0.02
#: The side of the monster's cap, in cells.
_CAP_CELLS = 0.98


class PieceThings(CatalogueThings):
    """Maker of the things that the tags of a catalogue are printed on."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self._cell = catalogue.grid.cell_mm
        self._edges: dict[str, Area] = {}

    @property
    def paving_mm(self) -> float:
        """The thickness of the tiles that other pieces lie or stand on: pools and teleporters."""
        return max((tag.height_mm for tag in self._catalogue.tags if tag.kind in ("pool", "teleporter")), default=0)

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the piece that bears this tag, in its own frame.

        The frame starts at its middle (`Tag.middle_mm`).
        """
        if tag_id not in self._edges:
            self._edges[tag_id] = self._edges_of(self.tag(tag_id))
        return self._edges[tag_id]

    def _edges_of(self, tag: Tag) -> Area:
        if tag.kind == "pool":
            columns, rows = POOL_SHAPES[tag.id]
            half, gap = self._cell / 2, _POOL_GAP * self._cell
            return -half + gap, -half + gap, columns * self._cell - half - gap, rows * self._cell - half - gap
        half = self._width(tag) / 2
        return -half, -half, half, half

    def _width(self, tag: Tag) -> float:
        """Return the diameter of a token, the side of a tile or of the monster's cap."""
        if tag.kind == MONSTER:
            return _CAP_CELLS * self._cell
        if tag.before is None:
            return tag.size_mm * (_FORMER_TOKEN if tag.kind == "token" else _FORMER_TILE)
        return tag.before.size_mm * (_FORMER_TOKEN if tag.kind == "token" else _FORMER_TILE)

    def make(self, tag_id: str, centre_mm: tuple[float, float], turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Make the piece that bears this tag, on something `base_mm` high.

        Its middle (`Tag.middle_mm`) is at `centre_mm`.

        Raises UserError for a tag that the catalogue has not.
        """
        tag = self.tag(tag_id)
        if tag.kind == "token":
            bodies: tuple[Body, ...] = (self._token(tag, base_mm),)
        elif tag.kind == MONSTER:
            bodies = self._monster(tag, base_mm)
        else:
            bodies = (self._tile(tag, base_mm),)
        code = PrintedCode(self._catalogue.symbol_mm(tag), _code_centre(tag))
        return Thing(tag.id, centre_mm, turn_deg, bodies, code)

    def _token(self, tag: Tag, base: float) -> Body:
        token, _, side = tag.id.partition("/")
        colour = TOKENS[token][0]
        diameter = self._width(tag)
        number = visible_number(token, Side(side))
        art = token_art(colour, number, side == Side.WHITE, diameter, self._catalogue.code)
        prints = (Print.centred(art, diameter), self._print(tag))
        shade = PLAYERS[colour].bgr
        return Body(disc(diameter), base, base + tag.height_mm, shade, shade, prints)

    def _tile(self, tag: Tag, base: float) -> Body:
        name = f"teleporter-{tag.id[-2]}" if tag.kind == "teleporter" else tag.kind
        side = self._width(tag)
        strip = side / 2 + _code_centre(tag)[1] - self._white(tag) / 2
        prints = [Print.centred(tile_art(name, side, self._white(tag), strip), side), self._print(tag)]
        if tag.kind == "pool":
            art = pool_art(*POOL_SHAPES[tag.id], self._cell)
            prints.insert(0, Print(art, PX_PER_MM, (-self._cell / 2, -self._cell / 2)))
        outline = rectangle(*self.edges_mm(tag.id))
        return Body(outline, base, base + tag.height_mm, _CARDBOARD, prints=tuple(prints))

    def _monster(self, tag: Tag, base: float) -> tuple[Body, ...]:
        """Return a foot, a body, and a cap with a nose that carries its tag."""
        cell, tall = self._cell, tag.height_mm
        half = _CAP_CELLS * cell / 2
        nose = np.array([(-0.25 * cell, -half), (0.0, -half - 0.04 * cell), (0.25 * cell, -half)])
        figure = ((0.84, 0.0, 0.08), (0.66, 0.08, 0.45), (0.54, 0.45, 0.8), (0.4, 0.8, 0.95))
        cap = rectangle(*self.edges_mm(tag.id))
        return (
            *(
                Body(disc(wide * cell), base + low * tall, base + high * tall, _MONSTER_BGR, _FUR_BGR)
                for wide, low, high in figure
            ),
            Body(nose, base + 0.95 * tall, base + tall, _NOSE_BGR, _NOSE_BGR),
            Body(cap, base + 0.95 * tall, base + tall, _MONSTER_BGR, _CAP_BGR, self._cap_prints(tag)),
        )

    def _cap_prints(self, tag: Tag) -> tuple[Print, ...]:
        side = self._width(tag)
        strip = side / 2 + _code_centre(tag)[1] - self._white(tag) / 2
        return Print.centred(cap_art(side, strip), side), self._print(tag)

    def _white(self, tag: Tag) -> float:
        """Return the side of the white square with the tag's symbol."""
        modules = SYMBOL_MODULES[self._catalogue.code]
        return self._catalogue.symbol_mm(tag) * (modules + 2) / modules

    def _print(self, tag: Tag) -> Print:
        return narrow_tag_print(tag, self._catalogue, _code_centre(tag))


def _code_centre(tag: Tag) -> tuple[float, float]:
    """Return the middle of the tag from the piece's."""
    return -tag.middle_mm[0], -tag.middle_mm[1]
