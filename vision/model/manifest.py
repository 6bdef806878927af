"""Reading a tag manifest: the catalogue of tags as they were really printed."""

import math
from collections.abc import Callable
from typing import Any

from vision.errors import ProfileError
from vision.model.april_payloads import april_number
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Grid, Surface
from vision.symbology import SYMBOLOGIES, Symbology

#: Printed sides and heights beyond this are a slip of the unit.
_MAX_MM = 2000.0


def parse_manifest(data: Any, surface: Surface | Callable[[float], Grid], name: str = "the tag manifest") -> Catalogue:
    """Return the catalogue in a manifest's parsed JSON.

    `surface` is what the tags lie on, or makes the board's grid for a cell's side in millimetres, which the manifest
    then must tell. Raises ProfileError with one sentence for the first thing that is wrong.
    """
    if not isinstance(data, dict):
        keys = "tags" if isinstance(surface, Surface) else "cell_mm and tags"
        raise ProfileError(f"{name}: expected an object with {keys}.")
    code = _code(data.get("code", "qr"), name)
    if not isinstance(surface, Surface):
        surface = surface(_millimetres(data, "cell_mm", name, positive=True))
    entries = data.get("tags")
    if not isinstance(entries, list) or not entries:
        raise ProfileError(f'{name}: "tags" must be a list of tags.')
    tags = tuple(_tag(entry, f"{name}: tag {number}") for number, entry in enumerate(entries, start=1))
    for key, values in (("id", [tag.id for tag in tags]), ("payload", [text for tag in tags for text in tag.payloads])):
        seen: set[str] = set()
        for value in values:
            if value in seen:
                raise ProfileError(f'{name}: {key} "{value}" stands there twice; each tag needs its own.')
            seen.add(value)
    if code == "april":
        _check_april(tags, name)
    if not any(tag.placement_mm for tag in tags):
        raise ProfileError(f"{name}: no reference tag has a placement_mm, so the board could never be found.")
    return Catalogue(code, surface, tags)


def _code(value: Any, name: str) -> Symbology:
    for code in SYMBOLOGIES:
        if value == code:
            return code
    raise ProfileError(f'{name}: "code" is {value!r}, expected "qr", "micro" or "april".')


def _check_april(tags: tuple[Tag, ...], name: str) -> None:
    for number, tag in enumerate(tags, start=1):
        for payload in tag.payloads:
            try:
                april_number(payload)
            except ValueError as error:
                raise ProfileError(f"{name}: tag {number} ({tag.id}): {error}.") from None


def _tag(entry: Any, where: str) -> Tag:
    if not isinstance(entry, dict):
        raise ProfileError(f"{where} must be an object with id, payload, kind, size_mm and height_mm.")
    texts = {key: entry.get(key) for key in ("id", "payload", "kind")}
    for key, value in texts.items():
        if not isinstance(value, str) or not value:
            raise ProfileError(f'{where}: "{key}" must be a text that is not empty.')
    where = f"{where} ({texts['id']})"
    image = entry.get("image", "")
    if not isinstance(image, str):
        raise ProfileError(f'{where}: "image" must be a text.')
    size_mm = _millimetres(entry, "size_mm", where, positive=True)
    height_mm = _millimetres(entry, "height_mm", where)
    if height_mm < 0:
        raise ProfileError(f'{where}: "height_mm" must not be negative.')
    placement, turn = None, 0.0
    if texts["kind"] == "reference" or "placement_mm" in entry:
        pair = entry.get("placement_mm")
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_number, pair)):
            raise ProfileError(f'{where}: "placement_mm" must be two numbers, x and y of its centre.')
        placement = (float(pair[0]), float(pair[1]))
        turn = _millimetres({"placement_deg": 0.0, **entry}, "placement_deg", where)
    also = entry.get("also", [])
    if not isinstance(also, list) or not all(isinstance(text, str) and text for text in also):
        raise ProfileError(f'{where}: "also" must be a list of other payloads.')
    piece = entry.get("piece_mm")
    if piece is not None and (not isinstance(piece, list) or len(piece) != 4 or not all(map(_is_number, piece))):
        raise ProfileError(f'{where}: "piece_mm" must be four numbers, left, top, right and bottom of its piece.')
    edges = None if piece is None else (float(piece[0]), float(piece[1]), float(piece[2]), float(piece[3]))
    middle = entry.get("middle_mm", [0, 0])
    if not isinstance(middle, list) or len(middle) != 2 or not all(map(_is_number, middle)):
        raise ProfileError(f'{where}: "middle_mm" must be two numbers, x and y of its piece\'s middle.')
    quiet = None
    if "quiet_modules" in entry:
        quiet = _millimetres(entry, "quiet_modules", where, positive=True)
    name = entry.get("name", "")
    if not isinstance(name, str):
        raise ProfileError(f'{where}: "name" must be a text.')
    before = entry.get("before")
    if before is not None and (not isinstance(before, dict) or "before" in before):
        raise ProfileError(f'{where}: "before" must be an object with the payload and size_mm of the former print.')
    return Tag(
        id=str(texts["id"]),
        payload=str(texts["payload"]),
        kind=str(texts["kind"]),
        size_mm=size_mm,
        height_mm=height_mm,
        image=image,
        placement_mm=placement,
        placement_deg=turn,
        also=tuple(also),
        piece_mm=edges,
        middle_mm=(float(middle[0]), float(middle[1])),
        before=None if before is None else _tag(_of_former(entry, before), f"{where}, as it was printed before"),
        name=name,
        quiet_modules=quiet,
    )


def _of_former(entry: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Return the whole entry of a former print, which says nothing of what both have in common."""
    common: dict[str, Any] = {key: entry[key] for key in ("id", "kind", "height_mm", "name", "image") if key in entry}
    return {**common, **before}


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value) and abs(value) <= _MAX_MM
    except OverflowError:
        return False


def _millimetres(entry: dict[str, Any], key: str, where: str, *, positive: bool = False) -> float:
    if key not in entry:
        raise ProfileError(f'{where}: "{key}" is missing.')
    value = entry[key]
    if not _is_number(value) or (positive and value <= 0):
        kind = "a number above 0" if positive else "a number"
        raise ProfileError(f'{where}: "{key}" is {value!r}, expected {kind} up to {_MAX_MM:g}.')
    return float(value)
