"""The tags of Finstere Flure as the platform asks for them."""

from collections.abc import Callable, Sequence

from companion.games.finstere_flure.language import later
from companion.games.finstere_flure.tags import TagSizes, make_catalogue, make_grid, size_problems
from companion.sheets.tags import MeasuredSize, Sizes, TagSet
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid
from vision.symbology import Symbology

_DEFAULTS = TagSizes()


class FinstereFlureTags(TagSet):
    """Tokens, tiles, the monster, cards and six references."""

    id = "finstere-flure"
    title = "Finstere Flure"
    sizes = (
        MeasuredSize(
            "cell_mm",
            _DEFAULTS.cell_mm,
            later("side of a cell of the board"),
            later(
                "From the outer line left of a6 to the outer line right of p6, divided by 16. A tenth of a "
                "millimetre counts: it adds up over the board."
            ),
        ),
        MeasuredSize(
            "token_mm", _DEFAULTS.token_mm, later("diameter of a token's sticker"), later("The token's flat face.")
        ),
        MeasuredSize(
            "tile_mm",
            _DEFAULTS.tile_mm,
            later("side of a square tile's sticker"),
            later("The side of a tile, less about 1 mm."),
        ),
        MeasuredSize("token_height_mm", _DEFAULTS.token_height_mm, later("thickness of a token")),
        MeasuredSize(
            "monster_height_mm",
            _DEFAULTS.monster_height_mm,
            later("height of the monster's cap above the board"),
            later("From the board to the top of the cap, which comes on the monster's head."),
        ),
    )

    @property
    def surface(self) -> Callable[[float], Grid]:
        """The board's cells."""
        return make_grid

    def problems(self, sizes: Sizes) -> Sequence[str]:
        """Return what is wrong with these sizes."""
        return size_problems(TagSizes(**sizes))

    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "qr") -> Catalogue:
        """Return all tags of the game."""
        return make_catalogue(TagSizes(**sizes or {}), code)

    def manifest_keys(self, sizes: Sizes) -> Sizes:
        """Return the sizes of the stickers, for readers of the manifest."""
        made = TagSizes(**sizes)
        return {"token_mm": made.token_mm, "tile_mm": made.tile_mm}


TAGS = FinstereFlureTags()
