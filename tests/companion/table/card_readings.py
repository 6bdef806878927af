"""Readings of the cards on the mat of `tests.vision.card_mat`, for the platform."""

import argparse
from collections.abc import Sequence

from companion.sheets.tags import Sizes, TagSet
from companion.table.mat_readings import MatReadings
from companion.table.readings import Readings
from tests.vision.card_mat import MAT, make_catalogue
from vision.model.catalogue import Catalogue
from vision.model.surface import Mat
from vision.reading import Reading
from vision.symbology import Symbology


class CardTags(TagSet):
    """The tags, as the platform asks for them."""

    id = "card-mat"
    title = "Cards"

    @property
    def surface(self) -> Mat:
        return MAT

    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "qr") -> Catalogue:
        assert not sizes
        return make_catalogue(code)

    def problems(self, sizes: Sizes) -> Sequence[str]:
        return [f"there is no size {name}" for name in sizes]

    def manifest_keys(self, sizes: Sizes) -> Sizes:
        return sizes


class CardReadings(MatReadings):
    """Readings of the cards."""

    tags = CardTags()

    def with_arguments(self, args: argparse.Namespace) -> "CardReadings":
        del args
        return CardReadings()


READINGS: Readings[Reading] = CardReadings()
