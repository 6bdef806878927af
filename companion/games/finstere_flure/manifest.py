"""The manifest: which tags were printed, how large, and where the references lie, for those who read pictures."""

from pathlib import Path
from typing import Any

from companion.games.finstere_flure.tags import TagSizes, make_catalogue, make_grid
from vision.catalogue import Catalogue, Symbology, Tag
from vision.manifest import load_manifest


def tags_of(manifest: Path | str | None, code: Symbology = "qr") -> Catalogue:
    """The tags that are in this manifest file; None or "": the usual ones, with this code. Raises ProfileError."""
    return load_manifest(manifest, make_grid) if manifest else make_catalogue(code=code)


def manifest_of(catalogue: Catalogue, sizes: TagSizes) -> dict[str, Any]:
    """The content of ``manifest.json`` as plain JSON values."""
    return {
        "format": "finstere-flure/tags",
        "version": 1,
        "token_mm": _plain(sizes.token_mm),
        "tile_mm": _plain(sizes.tile_mm),
        **catalogue_to_json(catalogue),
    }


def catalogue_to_json(catalogue: Catalogue) -> dict[str, Any]:
    """What `vision.manifest.parse_manifest` needs to make the catalogue again."""
    return {
        "code": catalogue.code,
        "cell_mm": _plain(catalogue.grid.cell_mm),
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
