"""The settings: kept whole, read with care, never a reason not to play."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.errors import UserError
from companion.device.folders import cache_folder, settings_folder, state_folder
from companion.device.language import COMPLETE
from companion.device.options import Option, choice, flag, number
from companion.device.settings import BY_EAR, CAMERA, TALK, VOICE, Settings, load_settings, save_settings

any_settings = st.builds(
    Settings,
    language=st.sampled_from(tuple(COMPLETE)),
    volume=st.integers(0, 100),
    speed=st.floats(0.5, 3.0),
    hurry=st.floats(1.0, 8.0),
    talk=st.sampled_from(TALK.values),
    by_ear=st.sampled_from(BY_EAR.values),
    words_per_minute=st.integers(100, 440),
    voice=st.sampled_from(VOICE.values),
    camera=st.sampled_from(CAMERA.values),
    full_screen=st.booleans(),
    menu_lock=st.booleans(),
    hints=st.booleans(),
    games=st.fixed_dictionaries(
        {
            "old-game": st.fixed_dictionaries({"set_up": st.sampled_from(["basic", "expert"]), "dm": st.booleans()}),
            "new-game": st.fixed_dictionaries({"dm": st.booleans(), "pace": st.floats(1.0, 4.0)}),
        }
    ),
)

SET_UP = choice("set_up", "The floor", {"basic": "basic", "expert": "expert"}, "basic")
DM = flag("dm", "Variant DM")
#: The options of two games; the first is that of version 0.1, whose settings stood at the top of the file.
GAMES: dict[str, tuple[Option[Any], ...]] = {
    "old-game": (SET_UP, DM),
    "new-game": (DM, number("pace", "Pace", (1.0, 4.0), 2.0, "{n}")),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.mark.slow
@given(settings=any_settings)
def test_settings_come_back_as_they_were_saved(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "new folder" / "settings.toml"
    save_settings(settings, path)
    assert load_settings(path, games=GAMES) == (settings, ())


def test_the_file_can_be_read_and_written_by_people(path: Path) -> None:
    games: dict[str, dict[str, Any]] = {"old-game": {"set_up": "expert", "dm": True}, "gone": {"mood": "dark"}}
    save_settings(Settings("de", 40, 1.5, "phases", "none", True, games), path)
    assert path.read_text().splitlines() == [
        'language = "de"',
        "volume = 40",
        "speed = 1.5",
        "hurry = 4.0",
        'talk = "phases"',
        'camera = "none"',
        "full_screen = true",
        "menu_lock = false",
        'opponents = "medium"',
        'pace = "normal"',
        "hints = true",
        'theme = "usual"',
        "type_size = 1.0",
        'by_ear = "off"',
        "words_per_minute = 155",
        'voice = "usual"',
        'stickers = "all"',
        "rating = false",
        "",
        "[gone]",
        'mood = "dark"',
        "",
        "[old-game]",
        'set_up = "expert"',
        "dm = true",
    ]
    path.write_text("# louder\nvolume = 90\nspeed = 2\n")
    assert load_settings(path) == (Settings(volume=90, speed=2.0), ())


def test_the_settings_of_a_game_that_is_not_here_wait_for_it(path: Path) -> None:
    path.write_text('[gone]\nmood = "dark"\n[new-game]\npace = 3\n')
    settings, warnings = load_settings(path, games=GAMES)
    assert warnings == ()
    assert settings.games == {"gone": {"mood": "dark"}, "new-game": {"pace": 3.0}}
    assert dict(settings.of_game("new-game", GAMES["new-game"])) == {"dm": False, "pace": 3.0}


def test_what_version_0_1_wrote_at_the_top_belongs_to_its_game(path: Path) -> None:
    path.write_text('volume = 30\nset_up = "expert"\ndm = true\n')
    settings, warnings = load_settings(path, games=GAMES)
    assert warnings == ()
    assert settings == Settings(volume=30, games={"old-game": {"set_up": "expert", "dm": True}})
    save_settings(settings, path, Settings())
    assert path.read_text() == 'volume = 30\n\n[old-game]\nset_up = "expert"\ndm = true\n'


def test_a_section_is_newer_than_the_top(path: Path) -> None:
    path.write_text("dm = true\n[old-game]\ndm = false\n")
    assert load_settings(path, games=GAMES)[0].games == {"old-game": {"dm": False}}


def test_whoever_asks_for_no_game_hears_nothing_of_games(path: Path) -> None:
    path.write_text('volume = 30\nset_up = "expert"\n[new-game]\npace = 9\n')
    assert load_settings(path) == (Settings(volume=30), ())


def test_without_a_file_everything_is_as_usual(path: Path) -> None:
    assert load_settings(path) == (Settings(), ())
    assert not path.exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('language = "pt"', "en, de, es, fr, it, ja, pl, zh"),
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
        ("[new-game]\npace = 9", "from 1.0 to 4.0"),
        ("[new-game]\nluck = 9", "dm, pace"),
    ],
)
def test_a_value_that_is_not_right_is_said_and_the_usual_one_holds(line: str, words: str, path: Path) -> None:
    path.write_text(f"{line}\n")
    settings, warnings = load_settings(path, games=GAMES)
    assert settings == Settings()
    (warning,) = warnings
    assert str(path) in warning
    assert line.splitlines()[-1].split()[0] in warning
    assert words in warning
    assert path.read_text() == f"{line}\n"


def test_one_wrong_value_leaves_the_others_as_they_are(path: Path) -> None:
    path.write_text('volume = 30\ntalk = 5\ncolour = "red"\n')
    settings, warnings = load_settings(path, games=GAMES)
    assert settings == Settings(volume=30)
    assert len(warnings) == 2
    assert "'colour'" in warnings[1]
    assert "language, volume, speed, hurry, talk, camera, full_screen, menu_lock" in warnings[1]


@pytest.mark.parametrize("data", [b"volume: 30", b"\xff\xfe", b"[" * 9000, b'talk = "all"\ntalk = "all"'])
def test_a_broken_file_is_kept_under_another_name(data: bytes, path: Path) -> None:
    for time in (1, 2):
        path.write_bytes(data)
        settings, (warning,) = load_settings(path)
        assert settings == Settings()
        assert f"settings.damaged-{time}.toml" in warning
        assert path.with_name(f"settings.damaged-{time}.toml").read_bytes() == data
        assert not path.exists()


@given(data=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_file_stops_the_companion(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    path.write_bytes(data)
    settings, warnings = load_settings(path, games=GAMES)
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
    """Return a home folder, and nothing else said about where things go."""
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
