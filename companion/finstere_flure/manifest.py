"""The manifest: which tags were printed, how large, and where the references lie, for those who read pictures."""

from typing import Any

from companion.finstere_flure.tags import TagSizes
from vision.catalogue import Catalogue, Tag


def manifest_of(catalogue: Catalogue, sizes: TagSizes) -> dict[str, Any]:
    """The content of ``manifest.json`` as plain JSON values."""
    return {
        "format": "finstere-flure/tags",
        "version": 1,
        "code": catalogue.code,
        "cell_mm": _plain(sizes.cell_mm),
        "token_mm": _plain(sizes.token_mm),
        "tile_mm": _plain(sizes.tile_mm),
        "tags": [_entry(tag) for tag in catalogue.tags],
    }


def _entry(tag: Tag) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": tag.id,
        "payload": tag.payload,
        "kind": tag.kind,
        "image": tag.image,
        "size_mm": _plain(tag.size_mm),
        "height_mm": _plain(tag.height_mm),
    }
    if tag.placement_mm is not None:
        entry["placement_mm"] = [_plain(value) for value in tag.placement_mm]
        entry["placement_deg"] = _plain(tag.placement_deg)
    return entry


def _plain(value: float) -> int | float:
    """25 rather than 25.0, and no digits that come from calculating with binary fractions."""
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded
