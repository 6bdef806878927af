"""Tests of the files of cameras and printed tags: read, or refused with a sentence.

The sentence names the place.
"""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import ProfileError
from vision.model.catalogue import Catalogue
from vision.model.manifest import parse_manifest
from vision.model.profile import load_profile, parse_profile, read_json
from vision.model.surface import Grid

PROFILE: dict[str, Any] = {
    "format": "companion/camera-profile",
    "version": 1,
    "image_size": [4608, 2592],
    "camera_matrix": [[3500.0, 0, 2303.5], [0, 3502.0, 1295.5], [0, 0, 1]],
    "distortion": [0.02, -0.01, 0.0, 0.0, 0.0],
}

MANIFEST: dict[str, Any] = {
    "cell_mm": 28,
    "tags": [
        {"id": "a", "payload": "XA", "kind": "token", "image": "a.png", "size_mm": 16, "height_mm": 8},
        {
            "id": "ref",
            "payload": "XR",
            "kind": "reference",
            "size_mm": 40,
            "height_mm": 0,
            "placement_mm": [10, -20.5],
            "placement_deg": 90,
        },
    ],
}

REMOVED = object()


def load_manifest(path: Path) -> Catalogue:
    return parse_manifest(read_json(path, "tag manifest"), make_grid, f"tag manifest {path}")


def make_grid(cell_mm: float) -> Grid:
    return Grid(cell_mm, {"a1": (0, 0)})


def changed(data: dict[str, Any], path: list[str | int], value: object) -> dict[str, Any]:
    """Return a copy of the data with one place changed or removed."""
    new = copy.deepcopy(data)
    place: Any = new
    for key in path[:-1]:
        place = place[key]
    if value is REMOVED:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return new


def test_a_profile_is_read(tmp_path: Path) -> None:
    file = tmp_path / "camera.json"
    file.write_text(json.dumps(PROFILE))
    profile = load_profile(file)
    assert profile.image_size == (4608, 2592)
    assert profile.matrix[1, 1] == 3502
    assert profile.distortion.tolist() == [0.02, -0.01, 0, 0, 0]


def test_a_profile_is_scaled_to_smaller_pictures() -> None:
    matrix = parse_profile(PROFILE).matrix_for(2304, 1296)
    # The middle of a picture of half the size is at half the distance from its outer edge.
    assert matrix.tolist() == [[1750, 0, 1151.5], [0, 1751, 647.5], [0, 0, 1]]


def test_a_profile_does_not_fit_pictures_of_another_shape() -> None:
    with pytest.raises(ProfileError, match="for 4608 x 2592 pixels, but the picture has 1640 x 1232"):
        parse_profile(PROFILE).matrix_for(1640, 1232)
    assert parse_profile(PROFILE).matrix_for(2304, 1297)[0, 0] == 1750


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["format"], "other", "\"format\" is 'other'"),
        (["format"], REMOVED, '"format" is None'),
        (["version"], 2, '"version" is 2, expected 1'),
        (["image_size"], REMOVED, '"image_size" is missing'),
        (["image_size"], [4608], '"image_size" must hold 2 numbers'),
        (["image_size"], [4608, -1], "two positive whole numbers"),
        (["image_size"], [4608.5, 2592], "two positive whole numbers"),
        (["camera_matrix"], [[1, 0], [0, 1]], '"camera_matrix" must hold 3 x 3 numbers'),
        (["camera_matrix"], "wide", '"camera_matrix" must hold 3 x 3 numbers'),
        (["camera_matrix", 0, 0], 0, r'"camera_matrix" must be \[\[fx, 0, cx\]'),
        (["camera_matrix", 2, 2], 2, r'"camera_matrix" must be \[\[fx, 0, cx\]'),
        (["distortion"], [0, 0, 0, 0], '"distortion" must hold 5 numbers'),
        (["distortion", 0], float("nan"), '"distortion" must hold 5 numbers'),
        (["distortion", 0], [1, 2], '"distortion" must hold 5 numbers'),
    ],
)
def test_defects_of_a_profile(path: list[str | int], value: object, sentence: str) -> None:
    with pytest.raises(ProfileError, match=sentence):
        parse_profile(changed(PROFILE, path, value))


def test_a_manifest_is_read(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(MANIFEST))
    catalogue = load_manifest(file)
    assert catalogue.code == "qr"
    assert catalogue.grid.cell_mm == 28
    token, reference = catalogue.tags
    assert (token.id, token.payload, token.size_mm, token.height_mm, token.placement_mm) == ("a", "XA", 16, 8, None)
    assert (reference.placement_mm, reference.placement_deg) == ((10, -20.5), 90)
    assert catalogue.references == (reference,)


def test_a_tag_may_have_other_payloads_that_mean_it_too() -> None:
    catalogue = parse_manifest(changed(MANIFEST, ["tags", 0], {**MANIFEST["tags"][0], "also": ["OLD"]}), make_grid)
    assert catalogue.tags[0].payloads == ("XA", "OLD")
    assert {text: tag.id for text, tag in catalogue.by_payload.items()} == {"XA": "a", "OLD": "a", "XR": "ref"}
    assert catalogue.by_payload["OLD"].payload == "OLD"


def test_a_manifest_of_april_tags() -> None:
    tags = [{**tag, "payload": f"36h11:{number}"} for number, tag in enumerate(MANIFEST["tags"], start=17)]
    catalogue = parse_manifest({**MANIFEST, "code": "april", "tags": tags}, make_grid)
    assert (catalogue.code, catalogue.tags[0].payload) == ("april", "36h11:17")
    tags[1]["payload"] = "36h11:587"
    with pytest.raises(ProfileError, match=r"tag 2 \(ref\): '36h11:587' is no AprilTag, expected 36h11:0 to 36h11:586"):
        parse_manifest({**MANIFEST, "code": "april", "tags": tags}, make_grid)


def test_a_manifest_of_micro_qr_tags() -> None:
    assert parse_manifest({**MANIFEST, "code": "micro"}, make_grid).code == "micro"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["cell_mm"], REMOVED, '"cell_mm" is missing'),
        (["cell_mm"], 0, '"cell_mm" is 0, expected a number above 0'),
        (["cell_mm"], "25", "\"cell_mm\" is '25', expected a number"),
        (["cell_mm"], True, '"cell_mm" is True'),
        (["cell_mm"], 1e9, '"cell_mm" is 1000000000.0'),
        (["code"], "aztec", '"code" is \'aztec\', expected "qr", "micro" or "april"'),
        (["tags"], REMOVED, '"tags" must be a list'),
        (["tags"], [], '"tags" must be a list'),
        (["tags", 0], 5, "tag 1 must be an object"),
        (["tags", 0, "id"], "", 'tag 1: "id" must be a text'),
        (["tags", 0, "payload"], REMOVED, 'tag 1: "payload" must be a text'),
        (["tags", 0, "image"], 3, r'tag 1 \(a\): "image" must be a text'),
        (["tags", 0, "size_mm"], REMOVED, r'tag 1 \(a\): "size_mm" is missing'),
        (["tags", 0, "height_mm"], -1, r'tag 1 \(a\): "height_mm" must not be negative'),
        (["tags", 1, "placement_mm"], REMOVED, r'tag 2 \(ref\): "placement_mm" must be two numbers'),
        (["tags", 1, "placement_mm"], [1, None], r'tag 2 \(ref\): "placement_mm" must be two numbers'),
        (["tags", 1, "placement_deg"], "up", r'tag 2 \(ref\): "placement_deg" is \'up\''),
        (["tags", 1, "id"], "a", 'id "a" stands there twice'),
        (["tags", 0, "also"], "XB", r'tag 1 \(a\): "also" must be a list'),
        (["tags", 0, "also"], ["XR"], 'payload "XR" stands there twice'),
        (["tags", 1, "payload"], "XA", 'payload "XA" stands there twice'),
        (["tags", 1], {**MANIFEST["tags"][0], "id": "b", "payload": "XB"}, "no reference tag has a placement_mm"),
    ],
)
def test_defects_of_a_manifest(path: list[str | int], value: object, sentence: str) -> None:
    with pytest.raises(ProfileError, match=sentence):
        parse_manifest(changed(MANIFEST, path, value), make_grid)


def test_files_that_cannot_be_parsed(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"cell_mm": 25,\n "tags": [}')
    with pytest.raises(ProfileError, match=r"broken\.json is no valid JSON in line 2, column 11"):
        load_manifest(broken)
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    with pytest.raises(ProfileError, match="is no valid JSON"):
        load_manifest(deep)
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProfileError, match="is not a text file"):
        load_profile(binary)
    with pytest.raises(ProfileError, match=r"camera profile .* is a folder"):
        load_profile(tmp_path)
    with pytest.raises(ProfileError, match=r"tag manifest .*none\.json cannot be read"):
        load_manifest(tmp_path / "none.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
PLACES: list[tuple[dict[str, Any], list[str | int]]] = [
    (PROFILE, ["image_size"]),
    (PROFILE, ["camera_matrix"]),
    (PROFILE, ["camera_matrix", 0]),
    (PROFILE, ["distortion", 2]),
    (MANIFEST, ["cell_mm"]),
    (MANIFEST, ["code"]),
    (MANIFEST, ["tags"]),
    (MANIFEST, ["tags", 0]),
    (MANIFEST, ["tags", 0, "id"]),
    (MANIFEST, ["tags", 1, "placement_mm"]),
]


@given(st.sampled_from(PLACES), JSON)
def test_anything_anywhere_is_accepted_or_refused(place: tuple[dict[str, Any], list[str | int]], value: object) -> None:
    data, path = place
    sentence = "accepted."
    try:
        if data is PROFILE:
            parse_profile(changed(data, path, value))
        else:
            parse_manifest(changed(data, path, value), make_grid)
    except ProfileError as error:
        sentence = str(error)
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("load", [load_profile, load_manifest], ids=["profile", "tags"])
def test_a_key_that_stands_twice_is_named(load: Any, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text('{"format": "x", "cell_mm": 25, "tags": [], "cell_mm": 28}')
    with pytest.raises(ProfileError, match="'cell_mm' stands twice in one object"):
        load(path)
