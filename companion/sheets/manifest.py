"""Manifest of a game's printed tags: sizes and reference positions, as JSON and back.

It says which tags were printed, how large, and where the references are.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.sheets.anchors import reference_anchors
from companion.sheets.tags import Sizes, TagSet
from vision.errors import ProfileError
from vision.model.catalogue import Catalogue, Tag
from vision.model.manifest import parse_manifest
from vision.model.profile import read_json
from vision.model.surface import Grid
from vision.symbology import Symbology

VERSION = 1
_FORMAT = re.compile(r"([a-z0-9-]+)/tags")


def tags_of(tags: TagSet, manifest: Path | str | None, code: Symbology | None = None) -> Catalogue:
    """Load the tags of a manifest file.

    None or "": the default ones, with this code (None: the default one). Raises ProfileError if the file is no
    manifest, or another game's.
    """
    if not manifest:
        return _with_anchors(tags.catalogue(code=code or tags.default_code))
    return catalogue_from_json(tags, read_json(Path(manifest), "tag manifest"), f"tag manifest {manifest}")


def catalogue_from_json(tags: TagSet, data: Any, name: str) -> Catalogue:
    """Return the tags in the parsed JSON of a manifest; `name` names it in errors.

    Raises ProfileError as `tags_of`.
    """
    form = data.get("format") if isinstance(data, dict) else None
    if form is not None and form != _format(tags):
        match = _FORMAT.fullmatch(form) if isinstance(form, str) else None
        if match is None:
            raise ProfileError(f'{name}: "format" is {form!r}, expected "{_format(tags)}".')
        raise ProfileError(
            f"{name} is for the game {match[1]}, but this is {tags.id}; give --game {match[1]}, or a manifest of "
            f"{tags.id}."
        )
    return _with_anchors(parse_manifest(data, tags.surface, name))


def _with_anchors(catalogue: Catalogue) -> Catalogue:
    """Return the catalogue with what its reference cards are laid against."""
    anchored = isinstance(catalogue.surface, Grid)
    return replace(catalogue, anchors=reference_anchors(catalogue)) if anchored else catalogue


def manifest_to_json(tags: TagSet, catalogue: Catalogue, sizes: Sizes) -> dict[str, Any]:
    """Return the content of ``manifest.json`` as plain JSON values."""
    own = {name: _plain(value) for name, value in tags.manifest_keys(sizes).items()}
    return {"format": _format(tags), "version": VERSION, **own, **catalogue_to_json(catalogue)}


def catalogue_to_json(catalogue: Catalogue) -> dict[str, Any]:
    """Return the JSON from which `catalogue_from_json` makes the catalogue again."""
    cells = {"cell_mm": _plain(catalogue.grid.cell_mm)} if isinstance(catalogue.surface, Grid) else {}
    return {"code": catalogue.code, **cells, "tags": [_entry(tag) for tag in catalogue.tags]}


def _format(tags: TagSet) -> str:
    return f"{tags.id}/tags"


def _entry(tag: Tag) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": tag.id,
        "payload": tag.payload,
        **({"also": list(tag.also)} if tag.also else {}),
        "kind": tag.kind,
        "image": tag.image,
        "size_mm": _plain(tag.size_mm),
        "height_mm": _plain(tag.height_mm),
    }
    if tag.name:
        entry["name"] = tag.name
    if tag.middle_mm != (0.0, 0.0):
        entry["middle_mm"] = [_plain(value) for value in tag.middle_mm]
    if tag.quiet_modules is not None:
        entry["quiet_modules"] = _plain(tag.quiet_modules)
    if tag.before is not None:
        former = _entry(tag.before)
        entry["before"] = {key: former[key] for key in ("payload", "also", "size_mm", "middle_mm") if key in former}
    if tag.piece_mm is not None:
        entry["piece_mm"] = [_plain(edge) for edge in tag.piece_mm]
    if tag.placement_mm is not None:
        entry["placement_mm"] = [_plain(value) for value in tag.placement_mm]
        entry["placement_deg"] = _plain(tag.placement_deg)
    return entry


def _plain(value: float) -> int | float:
    """Return 25 rather than 25.0, without the digits that binary fractions bring."""
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded
