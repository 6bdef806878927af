"""The settings: kept whole, read with care, never a reason not to play."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.errors import UserError
from companion.box.folders import cache_folder, settings_folder, state_folder
from companion.box.language import LANGUAGES
from companion.box.settings import CAMERAS, SET_UPS, TALKS, Settings, load_settings, save_settings

any_settings = st.builds(
    Settings,
    language=st.sampled_from(tuple(LANGUAGES)),
    volume=st.integers(0, 100),
    speed=st.floats(0.5, 3.0),
    talk=st.sampled_from(TALKS),
    camera=st.sampled_from(CAMERAS),
    full_screen=st.booleans(),
    set_up=st.sampled_from(SET_UPS),
    dm=st.booleans(),
    five_as_three=st.booleans(),
    real_deck=st.booleans(),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@given(settings=any_settings)
def test_settings_come_back_as_they_were_saved(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "new folder" / "settings.toml"
    save_settings(settings, path)
    assert load_settings(path) == (settings, ())


def test_the_file_can_be_read_and_written_by_people(path: Path) -> None:
    save_settings(Settings("de", 40, 1.5, "phases", "none", True, "expert", dm=True), path)
    assert path.read_text().splitlines() == [
        'language = "de"',
        "volume = 40",
        "speed = 1.5",
        'talk = "phases"',
        'camera = "none"',
        "full_screen = true",
        'set_up = "expert"',
        "dm = true",
        "five_as_three = false",
        "real_deck = false",
    ]
    path.write_text("# louder\nvolume = 90\nspeed = 2\n")
    assert load_settings(path) == (Settings(volume=90, speed=2.0), ())


def test_without_a_file_everything_is_as_usual(path: Path) -> None:
    assert load_settings(path) == (Settings(), ())
    assert not path.exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('language = "it"', "en, de, fr, zh"),
        ("volume = 101", "from 0 to 100"),
        ("volume = 50.5", "whole number"),
        ("volume = true", "whole number"),
        ("speed = nan", "from 0.5 to 3"),
        ('speed = "fast"', "from 0.5 to 3"),
        ('talk = "shout"', "all, phases, quiet"),
        ("talk = ['all']", "all, phases, quiet"),
        ('camera = "left"', "automatic, none"),
        ('set_up = "hard"', "basic, expert"),
        ("dm = 1", "true, false"),
        ('full_screen = "yes"', "true, false"),
    ],
)
def test_a_value_that_is_not_right_is_said_and_the_usual_one_holds(line: str, words: str, path: Path) -> None:
    path.write_text(f"{line}\n")
    settings, warnings = load_settings(path)
    assert settings == Settings()
    (warning,) = warnings
    assert str(path) in warning
    assert line.split()[0] in warning
    assert words in warning
    assert path.read_text() == f"{line}\n"


def test_one_wrong_value_leaves_the_others_as_they_are(path: Path) -> None:
    path.write_text('volume = 30\ntalk = 5\ncolour = "red"\n')
    settings, warnings = load_settings(path)
    assert settings == Settings(volume=30)
    assert len(warnings) == 2
    assert "'colour'" in warnings[1]
    assert "language, volume, speed, talk, camera, full_screen" in warnings[1]


@pytest.mark.parametrize("data", [b"volume: 30", b"\xff\xfe", b"[" * 9000, b'talk = "all"\ntalk = "all"'])
def test_a_broken_file_is_kept_under_another_name(data: bytes, path: Path) -> None:
    for number in (1, 2):
        path.write_bytes(data)
        settings, (warning,) = load_settings(path)
        assert settings == Settings()
        assert f"settings.damaged-{number}.toml" in warning
        assert path.with_name(f"settings.damaged-{number}.toml").read_bytes() == data
        assert not path.exists()


@given(data=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_file_stops_the_companion(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    path.write_bytes(data)
    settings, warnings = load_settings(path)
    assert settings == Settings()
    assert all(str(path) in warning for warning in warnings)


def test_a_folder_in_place_of_the_file_is_said(tmp_path: Path) -> None:
    settings, (warning,) = load_settings(tmp_path)
    assert settings == Settings()
    assert str(tmp_path) in warning
    with pytest.raises(UserError, match="cannot be written"):
        save_settings(Settings(), tmp_path)


def test_the_usual_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr:en")
    assert Settings().language == "fr"


# --- folders ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home folder, and nothing else said about where things go."""
    for base in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "STATE_DIRECTORY", "CACHE_DIRECTORY"):
        monkeypatch.delenv(base, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_things_are_kept_in_the_home_folder(home: Path) -> None:
    assert state_folder() == home / ".local/state/finstere-flure-companion"
    assert cache_folder() == home / ".cache/finstere-flure-companion"
    assert settings_folder() == home / ".config/finstere-flure-companion"


def test_the_folders_of_the_desktop_come_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/absolute")
    assert state_folder() == home / "state/finstere-flure-companion"
    assert settings_folder() == home / ".config/finstere-flure-companion"


@pytest.mark.usefixtures("home")
def test_a_service_keeps_its_things_where_systemd_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion:/var/lib/other")
    monkeypatch.setenv("CACHE_DIRECTORY", "/var/cache/companion")
    assert state_folder() == settings_folder() == Path("/var/lib/companion")
    assert cache_folder() == Path("/var/cache/companion")
