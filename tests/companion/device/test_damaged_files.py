"""Tests of random damage to each saved file beside the journal: refused or read, no crash."""

import contextlib
import random
import shutil
from pathlib import Path

import pytest

from companion.device.config import Config
from companion.device.config_file import config_text, load_config
from companion.device.settings import load_settings
from companion.main import main
from companion.voice.cache import WavCache
from vision.errors import VisionError
from vision.model.profile import load_profile

KEPT = Path(__file__).parents[2] / "data" / "version-0.1.0"
TRIES = 40


def damaged(path: Path, seed: int) -> None:
    """Overwrite some bytes of a file."""
    rng = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(rng.randrange(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(TRIES))
def test_whatever_is_damaged_nothing_crashes(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: tmp_path / name for name in ("settings.toml", "profile.json", "manifest.json", "game.jsonl")}
    for name, file in files.items():
        shutil.copy(KEPT / name, file)
        damaged(file, seed)
    load_settings(files["settings.toml"])
    config = tmp_path / "config.toml"
    config.write_text(config_text(Config()))
    damaged(config, seed)
    load_config(config)
    with contextlib.suppress(VisionError):
        load_profile(files["profile.json"])
    assert main(["referee", str(files["game.jsonl"])]) in (0, 2)
    assert main(["camera-height", "--tags", str(files["manifest.json"])]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err
    cache = WavCache(tmp_path)
    (tmp_path / "sound.wav").write_bytes(b"RIFF" + bytes(100))
    assert cache.get("sound") is None
