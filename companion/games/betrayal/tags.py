"""Game's tags (rules, section 11): tiles, plates, monsters, cards' fronts, references.

Plates are the explorers'; monsters have two faces.

Nothing is ever stuck on a back: what lies face down has no tag.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from companion.games.betrayal.language import later
from companion.games.betrayal.mat import MAT, REFERENCE_MM, REFERENCES
from companion.sheets.card_tags import payloads_of
from companion.sheets.tags import ChosenTags, MeasuredSize, Sizes
from engine.betrayal.components import CARDS, CHARACTERS, TILES
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Floors
from vision.symbology import Symbology

#: So many monsters' tokens have tags; which kind each of them is, is told when the haunt begins.
MONSTERS = 24
#: Side of the pictures on tiles and cards.
LARGE_MM = 18.0
#: Side of the pictures on figures and monsters.
SMALL_MM = 14.0
#: A tile's tag is so far from the tile's north and west edge.
INSET_MM = 3.0
#: Width and height of a plate, in the right half of which its tag lies.
PLATE_MM = (36.0, 18.0)
#: Side of a monster's token.
TOKEN_MM = 18.0
#: Width and height of a card in its sleeve.
CARD_MM = (60.0, 92.0)
#: Height of a tile's face.
TILE_HEIGHT_MM = 2.0
#: Height of the face of a plate under a figure.
PLATE_HEIGHT_MM = 3.0
#: Height of the face of a token on its cardboard.
TOKEN_HEIGHT_MM = 2.0
#: Height of the face of a card in its sleeve.
SLEEVE_HEIGHT_MM = 1.0


class TagKind(StrEnum):
    """The kinds of the tags."""

    TILE = "tile"
    FIGURE = "figure"
    MONSTER = "monster"
    CARD = "card"
    REFERENCE = "reference"


class TokenFace(StrEnum):
    """The sides of a monster's token: up and about, or with its S up."""

    FRONT = "front"
    STUNNED = "stunned"


def monster_name(number: int) -> str:
    """Return the name of a token in its tags: ``m01``."""
    return f"m{number:02}"


#: The kind of each tag but the references, by its id.
KINDS: Mapping[str, TagKind] = MappingProxyType(
    {
        **{f"tile/{room}": TagKind.TILE for room in TILES},
        **{f"explorer/{explorer}": TagKind.FIGURE for explorer in CHARACTERS},
        **{
            f"monster/{monster_name(number)}/{face}": TagKind.MONSTER
            for number in range(1, MONSTERS + 1)
            for face in TokenFace
        },
        **{f"card/{card}": TagKind.CARD for card in CARDS},
    }
)
_SIZE_AND_HEIGHT: Mapping[TagKind, tuple[float, float]] = {
    TagKind.TILE: (LARGE_MM, TILE_HEIGHT_MM),
    TagKind.FIGURE: (SMALL_MM, PLATE_HEIGHT_MM),
    TagKind.MONSTER: (SMALL_MM, TOKEN_HEIGHT_MM),
    TagKind.CARD: (LARGE_MM, SLEEVE_HEIGHT_MM),
}
#: Side of the smallest tile that makes sense: the tag and its inset fill less than half of a side.
_LEAST_MM = 2 * (LARGE_MM + INSET_MM)
#: Side of the largest tile that makes sense.
_MOST_MM = 120.0


class BetrayalTags(ChosenTags):
    """193 tags, of which a box without Widow's Walk needs fewer."""

    id = "betrayal"
    title = "Betrayal at House on the Hill"
    sizes = (MeasuredSize("tile_mm", 60.0, later("side of a room tile")),)
    prefix = "BH"
    payloads_file: ClassVar[Path] = Path(__file__).with_name("payloads.json")
    default_code = "micro"

    @property
    def surface(self) -> Floors:
        """The table between the references."""
        return MAT

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of tiles, figures, monsters and cards, then of the references."""
        return (*KINDS, *REFERENCES)

    def problems(self, sizes: Sizes) -> Sequence[str]:
        """Return what is wrong with the side of a tile."""
        tile = sizes["tile_mm"]
        # Written so that "not a number" is refused too.
        if _LEAST_MM <= tile <= _MOST_MM:
            return []
        return [f"--tile-mm is {tile:g}, expected {_LEAST_MM:g} to {_MOST_MM:g} millimetres"]

    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "micro") -> Catalogue:
        """Return a tag for each tile, explorer, monster's face and card, and the references."""
        tile = (sizes or {}).get("tile_mm", self.sizes[0].default)
        texts = payloads_of(self.payloads_file, code)
        tags = [_tag(name, texts[name], kind, tile) for name, kind in KINDS.items()]
        tags += [
            Tag(name, texts[name], TagKind.REFERENCE, REFERENCE_MM, 0.0, f"{name}.png", placement_mm=middle_mm)
            for name, middle_mm in REFERENCES.items()
        ]
        return Catalogue(code, MAT, tuple(tags))

    def manifest_keys(self, sizes: Sizes) -> Sizes:
        """Return the side of a tile."""
        return {"tile_mm": sizes["tile_mm"]}


def _tag(name: str, text: str, kind: TagKind, tile_mm: float) -> Tag:
    size, height = _SIZE_AND_HEIGHT[kind]
    edges = _edges_mm(kind, tile_mm)
    return Tag(name, text, kind, size, height, f"{name.replace('/', '-')}.png", piece_mm=edges, name=piece_name(name))


def _edges_mm(kind: TagKind, tile_mm: float) -> Area:
    """Return the edges of a piece of this kind, from the centre of its tag."""
    before = INSET_MM + LARGE_MM / 2
    if kind is TagKind.TILE:
        return -before, -before, tile_mm - before, tile_mm - before
    if kind is TagKind.CARD:
        width, length = CARD_MM
        return -before, -before, width - before, length - before
    half = TOKEN_MM / 2
    return (half - PLATE_MM[0] if kind is TagKind.FIGURE else -half), -half, half, half


def piece_name(tag_id: str) -> str:
    """Return people's name for the piece that bears a tag."""
    kind, _, name = tag_id.partition("/")
    if kind == "tile":
        return TILES[name].name
    if kind == "explorer":
        return CHARACTERS[name].name
    if kind == "card":
        return CARDS[name].name
    token, _, face = name.partition("/")
    return f"monster {token}, {face}"


TAGS = BetrayalTags()
