"""Tests of the config file: written with comments, read with care, mistakes reported.

A report gives the line of the mistake and the word that was meant.
"""

import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.config import WIRED, Config, key_rule, sections
from companion.device.config_file import config_text, default_config_path, load_config, parse_config
from companion.device.settings import Settings
from companion.games import game_options
from companion.main import main
from tests import ROOT

DOCUMENT = ROOT / "docs" / "config.md"


def problem_of(text: str) -> str:
    """Return the only thing that is wrong in the text."""
    _, problems = parse_config(text, "box.toml")
    assert len(problems) == 1, problems
    return problems[0]


# --- the file as it is written ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", [Config(), WIRED])
def test_what_is_written_is_read_back_without_a_complaint(config: Config) -> None:
    assert parse_config(config_text(config)) == (config, ())
    assert parse_config(config_text(config, game_options()), games=game_options()) == (config, ())


def test_every_key_is_written_with_a_comment_above_it() -> None:
    lines = config_text(Config()).splitlines()
    for name, kind in sections().items():
        assert f"[{name}]" in lines
        for key in fields(kind):
            (line_number,) = [number for number, line in enumerate(lines) if line.startswith(f"{key.name} =")]
            assert lines[line_number - 1].startswith("# ")
    assert all(len(line) <= 102 for line in lines)


def test_every_game_that_has_options_has_a_section_with_them() -> None:
    lines = config_text(Config(variants={"finstere-flure": {"dm_end": True}}), game_options()).splitlines()
    for game, options in game_options().items():
        assert (f"[{game}]" in lines) is bool(options)
        section = lines.index(f"[{game}]") if options else 0
        for option in options:
            assert any(line.startswith(f"{option.id} = ") for line in lines[section:])
    assert "dm_end = true" in lines
    config, problems = parse_config("[finstere-flure]\ndm = true\nset_up = 'basic'", games=game_options())
    assert (config.settings().games, problems) == ({"finstere-flure": {"dm_placing": True, "dm_end": True}}, ())
    _, (problem,) = parse_config("[finstere-flure]\nreal_dek = true", "box.toml", game_options())
    assert 'box.toml, line 2: there is no key "real_dek" in [finstere-flure]; did you mean "real_deck"?' in problem


def test_every_usual_value_is_allowed_and_every_quantity_names_its_unit() -> None:
    units = ("_s", "_px", "_ma", "_hz", "_percent", "count", "speed")
    for kind in sections().values():
        for key in fields(kind):
            assert key_rule(key).fits(key.default), key.name
            if isinstance(key.default, int | float) and not isinstance(key.default, bool):
                assert key.name.endswith(units), key.name


def test_the_document_names_every_key_of_every_section() -> None:
    rows = dict(re.findall(r"^\| `\[([\w-]+)\]` \| (.*) \|$", DOCUMENT.read_text(), re.MULTILINE))
    written = tomllib.loads(config_text(Config(), game_options()))
    assert set(rows) == set(written)
    for section, keys in written.items():
        assert set(keys) <= set(re.findall(r"`(\w+)`", rows[section])), section


def test_usual_values_agree_with_the_settings_on_the_screen() -> None:
    usual, config = Settings(), Config()
    assert (config.sound.volume_percent, config.sound.talk) == (usual.volume, usual.talk)
    assert config.sound.by_ear == usual.by_ear
    assert (config.games.speed, config.screen.full_screen) == (usual.speed, usual.full_screen)


# --- the file as people change it ------------------------------------------------------------------------------------


def test_values_are_taken_over_and_what_is_left_out_is_as_usual() -> None:
    config, problems = parse_config(
        """
        camera.source = "pi@2304x1296"
        [buttons]
        advance = 17
        draw = "BOARD13"
        [ring]
        kind = "leds"
        leds = [5, ["GPIO6", "GPIO13", "GPIO19"]]
        brightness_percent = 30.5
        """
    )
    assert problems == ()
    assert config.camera.source == "pi@2304x1296"
    assert config.buttons.pins() == {"advance": 17, "draw": "BOARD13"}
    assert config.ring.leds == (5, ("GPIO6", "GPIO13", "GPIO19"))
    assert config == replace(Config(), camera=config.camera, buttons=config.buttons, ring=config.ring)


def test_sdl_is_told_by_way_of_the_environment() -> None:
    assert Config().environment() == {}
    config, _ = parse_config('screen.driver = "kmsdrm"\nsound.device = "plughw:1"')
    assert config.environment() == {"SDL_VIDEODRIVER": "kmsdrm", "SDL_AUDIODRIVER": "alsa", "AUDIODEV": "plughw:1"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[ring]\n\ncuont = 4", 'box.toml, line 3: there is no key "cuont" in [ring]; did you mean "count"?'),
        ("[ring]\nfull_screen = true", 'line 2: there is no key "full_screen" in [ring]; it belongs under [screen].'),
        ("[sound]\nbass = 3", 'line 2: there is no key "bass" in [sound]; there are device, volume_percent, talk'),
        ("[buttonz]\nadvance = 17", 'line 1: there is no section or key "buttonz"; did you mean "buttons"?'),
        ("count = 12", 'line 1: there is no section or key "count"; it belongs under [ring].'),
        ('ring = "spi"', 'line 1: "ring" is a section: write [ring] on a line of its own.'),
        (
            '[ring]\nkind = "SPI"',
            'line 2: kind is "SPI", but should be one of "none", "spi", "leds"; did you mean "spi"?',
        ),
        ('[screen]\nfull_screen = "true"', 'full_screen is "true", but should be true or false; did you mean true?'),
        ("[ring]\ncount = 0", "line 2: count is 0, but should be a whole number from 1 to 150."),
        ("[ring]\ncount = true", "count is true, but should be a whole number"),
        ("[ring]\ncount = 12.5", "count is 12.5, but should be a whole number"),
        ("[ring]\nsupply_ma = nan", "supply_ma is nan, but should be a number from 10 to 20000."),
        ("[ring]\nleds = [[5, 6]]", "leds is [[5, 6]], but should be a list of pins"),
        ("[buttons]\ndraw = [17]", "line 2: draw is [17], but should be a pin"),
        (
            "[buttons]\nshut_down_hold_s = 1",
            "shut_down_hold_s is 1, but should be a number from 3 to 30, or 0 for never.",
        ),
        ('[screen]\nsize_px = "wide"', 'size_px is "wide", but should be a size such as "1024x600"'),
        ('[camera]\nsource = "\\u0007"', "source is"),
        ("a = [", "box.toml: is not TOML: "),
        (
            "[screen]\nlanguage = “de”\n",
            'Invalid value (at line 2, column 12), where a curly quote stands (“); write straight ones (")',
        ),
        ('[screen]\nlanguage = "de”\n', "where a curly quote stands (”)"),
        ("[screen]\nlanguage = de # it’s “German”", "(at line 2, column 12); the defaults"),
        ("a = 1\na = 2", "is not TOML: Cannot overwrite a value (at"),
        ('[buttons]\nadvance = 17\nback = "BOARD11"', "given twice, for the button advance and for the button back"),
        ("[buttons]\nadvance = 99", "line 1: There is no pin 99 for the button advance"),
        ('[buttons]\nadvance = 10\n[ring]\nkind = "spi"', "needed by SPI, which drives the ring"),
        ('[buttons]\nback = 20\n[ring]\nkind = "spi"\nspi_device = "/dev/spidev1.0"', "needed by the second SPI bus"),
        ("[sound]\ncard_on_header = true\n[buttons]\nback = 18", "needed by the sound card on the header"),
        (
            '[buttons]\nback = 5\n[ring]\nkind = "leds"\nleds = [[6, 5, 13]]',
            "for the button back and for light 1, part 2",
        ),
        ('[ring]\nkind = "leds"', 'line 2: kind is "leds", but leds names no pin.'),
        ('[ring]\nkind = "spi"\norder = "GRBW"\ncount = 120', "line 4: with the order GRBW there may be 113 lights."),
        ('[ring]\nkind = "spi"\ncount = 60\nsupply_ma = 50', "line 4: 60 lights draw 60 mA even when they are dark"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_was_meant(text: str, words: str) -> None:
    assert words in problem_of(text)


def test_one_mistake_leaves_the_rest_as_it_is_and_all_are_told_from_top_to_bottom() -> None:
    config, problems = parse_config('[sound]\ntalk = "shout"\nvolume_percent = 30\n[ring]\ncolour = 1\ncount = 8\n')
    assert (config.sound.talk, config.sound.volume_percent, config.ring.count) == ("all", 30, 8)
    assert ["line 2" in problems[0], "line 5" in problems[1]] == [True, True]


def test_pins_that_are_not_used_may_be_what_they_like() -> None:
    assert parse_config("[buttons]\nadvance = 10\n[ring]\nleds = [10, 10]")[1] == ()


words = st.sampled_from(
    ["ring", "kind", "count", "buttons", "leds", "=", "[", "]", '"spi"', "1", ".", "\n", "true", "'"]
)


@pytest.mark.slow
@given(text=st.lists(words | st.text(max_size=4), max_size=30).map("".join))
def test_no_text_stops_the_companion(text: str) -> None:
    config, problems = parse_config(text)
    assert isinstance(config, Config)
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError):
        assert len(problems) == 1
    else:
        assert problems or set(found) <= set(sections())


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(b'\xef\xbb\xbf[screen]\r\nlanguage = "de"\r\n')
    config, problems = load_config(file)
    assert (config.screen.language, problems) == ("de", ())


def test_a_file_that_is_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml") == (Config(), ())
    config, (problem,) = load_config(tmp_path)
    assert config == Config()
    assert "cannot be read" in problem
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in load_config(tmp_path / "bytes.toml")[1][0]


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    return tmp_path / "etc" / "config.toml"


def test_the_command_prints_writes_and_checks(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    assert capsys.readouterr().out == config_text(Config(), game_options())
    assert main(["config", "--where"]) == 0
    assert capsys.readouterr().out == f"{place}\n"
    assert main(["config", "--check"]) == 2
    assert f"{place}: there is no such file; companion config --write {place}" in capsys.readouterr().err
    assert main(["config", "--write", "--wired"]) == 0
    assert load_config(place, game_options()) == (WIRED, ())
    assert main(["config", "--check"]) == 0
    assert "all is right" in capsys.readouterr().out


def test_the_services_config_holds_for_whoever_has_none(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_wide = tmp_path / "system.toml"
    monkeypatch.setattr("companion.device.config_file.SYSTEM_WIDE", system_wide)
    assert default_config_path() == place
    system_wide.touch()
    assert default_config_path() == system_wide
    place.parent.mkdir()
    place.touch()
    assert default_config_path() == place


def test_a_file_that_is_there_is_never_overwritten(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place.parent.mkdir()
    place.write_text("# mine\n")
    assert main(["config", "--write"]) == 2
    assert "is there already and stays as it is" in capsys.readouterr().err
    assert place.read_text() == "# mine\n"


def test_checking_tells_every_mistake_and_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[ring]\nkind = "spy"\ncount = 999\n')
    assert main(["config", "--check", str(path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert f"{path}, line 2" in first
    assert 'did you mean "spi"?' in first
    assert f"{path}, line 3" in second


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["config", "--write", str(tmp_path / "file" / "config.toml")]) == 2
    assert "cannot be written" in capsys.readouterr().err
