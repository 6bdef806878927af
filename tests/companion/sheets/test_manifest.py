"""Manifests as JSON and back, for a board and for a mat; another game's is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.readings import READINGS as FLURE_READINGS
from companion.games.finstere_flure.tag_set import TAGS as FLURE
from companion.sheets.manifest import catalogue_from_json, manifest_to_json, tags_of
from companion.sheets.tags import TagSet
from companion.table.recording import Recorder, load_recording
from tests.companion.table.card_readings import CardReadings, CardTags
from vision.errors import ProfileError

GAMES: list[TagSet] = [FLURE, CardTags()]


def written(tags: TagSet) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(manifest_to_json(tags, tags.catalogue(), {})))
    return data


@pytest.mark.parametrize("tags", GAMES, ids=lambda tags: tags.id)
def test_a_manifest_reads_back_as_the_catalogue(tags: TagSet) -> None:
    data = written(tags)
    assert data["format"] == f"{tags.id}/tags"
    assert catalogue_from_json(tags, data, "it") == tags.catalogue()


@pytest.mark.parametrize(("tags", "other"), [GAMES, GAMES[::-1]], ids=["board", "mat"])
def test_another_games_manifest_is_refused_in_a_sentence_that_names_both(
    tags: TagSet, other: TagSet, tmp_path: Path
) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(written(other)), encoding="utf-8")
    with pytest.raises(ProfileError) as refused:
        tags_of(tags, path)
    sentence = str(refused.value)
    assert sentence == (
        f"tag manifest {path} is for the game {other.id}, but this is {tags.id}; "
        f"give --game {other.id}, or a manifest of {tags.id}."
    )


@pytest.mark.parametrize("form", ["tags", 3, "Coach Ride/tags", "card-mat/game"])
def test_what_is_no_manifest_is_refused(form: object) -> None:
    with pytest.raises(ProfileError, match=r'"format" is .*, expected "card-mat/tags"'):
        catalogue_from_json(CardTags(), {**written(CardTags()), "format": form}, "it")


def test_a_manifest_without_a_format_is_read_as_this_games() -> None:
    data = written(FLURE)
    del data["format"]
    assert catalogue_from_json(FLURE, data, "it") == FLURE.catalogue()


def test_another_games_recording_is_refused_in_a_sentence_that_names_both(tmp_path: Path) -> None:
    readings = CardReadings()
    Recorder(tmp_path, readings, readings.tags.catalogue())
    assert load_recording(tmp_path, readings).catalogue == readings.tags.catalogue()
    with pytest.raises(UserError, match="is a recording of the game card-mat, but this is finstere-flure"):
        load_recording(tmp_path, FLURE_READINGS)
