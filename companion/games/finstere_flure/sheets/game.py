"""The sheets of Finstere Flure as the platform asks for them."""

from collections.abc import Sequence

from companion.games.finstere_flure.sheets.sheets import make_pages
from companion.games.finstere_flure.tag_set import TAGS, FinstereFlureTags
from companion.games.finstere_flure.tags import TagSizes
from companion.sheets.game import Sheets
from companion.sheets.layout import SheetPage
from companion.sheets.tags import Sizes
from vision.model.catalogue import Catalogue


class FinstereFlureSheets(Sheets):
    """Two pages of instructions, then stickers and cards to cut out."""

    @property
    def tags(self) -> FinstereFlureTags:
        """The game's tags."""
        return TAGS

    def pages(self, catalogue: Catalogue, sizes: Sizes) -> list[SheetPage]:
        """Return the pages: instructions first, then the stickers."""
        return make_pages(catalogue, TagSizes(**sizes))

    def next_steps(self, manifest: str) -> Sequence[str]:
        """Return a prediction from a photo."""
        return (f"Then photograph the table: companion predict PHOTO --card 8 --tags {manifest}",)


SHEETS = FinstereFlureSheets()
