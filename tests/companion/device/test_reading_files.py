"""Files from elsewhere: whatever they are, a command ends soon, with one plain sentence."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.calibrating.kept_profiles import kept_profile, profile_path, save_profile
from companion.device.checks import camera_check
from companion.device.config_file import load_config, parse_config
from companion.device.plain_text import LONGEST, plain
from companion.device.settings import load_settings
from companion.main import main
from vision.addresses import masked
from vision.bounded_files import TooLargeError, read_beginning, read_bounded
from vision.errors import CameraError, ProfileError, error_text
from vision.model.profile import CameraProfile, read_json
from vision.sources.opening import open_camera

Make = Callable[[Path], None]

#: Commands that read a file, with FILE for it.
READERS = {
    "position": ["monster", "FILE", "--card", "8"],
    "moves": ["moves", "FILE"],
    "forecast": ["forecast", "FILE"],
    "shown position": ["show", "FILE", "--export", "x.png"],
    "picture": ["read", "FILE"],
    "game file": ["referee", "FILE"],
    "import": ["games", "import", "FILE"],
    "replay": ["replay", "FILE", "--export", "x.gif"],
    "journal": ["games", "--journal", "FILE"],
    "rescue": ["games", "rescue", "FILE"],
    "manifest": ["read", "FILE", "--tags", "FILE"],
    "profile": ["read", "FILE", "--profile", "FILE"],
    "config": ["config", "--check", "FILE"],
}

#: Names of what stands behind the question mark of a camera's address.
SECRETS = (
    *("token", "access_token", "authToken", "key", "apikey", "api-key", "auth", "pwd", "pw", "psw", "pass", "loginpas"),
    *("passwd", "secret", "client_secret", "sig", "X-Amz-Signature", "sid", "session", "PIN"),
)
NO_SECRETS = ["user", "usr", "channel", "side", "keyframe", "resolution", "rotation", "design", "t", "width"]


def a_pipe(path: Path) -> None:
    """Make a pipe, which waits for ever for somebody who writes into it."""
    os.mkfifo(path)


def a_device(path: Path) -> None:
    """Make a link to a device that never ends."""
    path.symlink_to("/dev/zero")


def a_folder(path: Path) -> None:
    """Make a folder, which is no file at all."""
    path.mkdir()


def deeply_nested(path: Path) -> None:
    """Write JSON that is as deep as it is long."""
    path.write_text("[" * 100_000)


def write_huge_file(path: Path) -> None:
    """Write a sparse file of thirty million bytes, more than is read of any text.

    Almost none of the bytes takes room on the disk.
    """
    with path.open("wb") as file:
        file.write(b'{"format": "')
        file.truncate(30_000_000)


def write_control_codes(path: Path) -> None:
    """Write a file with control codes that would steer a terminal."""
    path.write_text('{"format": "\x1b]0;owned\x07\x1b[2J", "\x9b31m": 1}\n["\x1b[31m"] = \x1b[31m\n')


def with_many_mistakes(path: Path) -> None:
    """A position in which nearly all is wrong, in names of several lines."""
    monster = {"cell": "a\n1", "facing": "up\u2028"}
    tokens = [{"id": f"red\r\n{number}", "side": "white", "cell": "b\n2"} for number in range(300)]
    head = {"format": "finstere-flure/position", "version": 1}
    path.write_text(json.dumps({**head, "monster": monster, "tokens": tokens, "x\ny": 1}))


@pytest.mark.slow
@pytest.mark.parametrize(
    "make", [a_pipe, a_device, a_folder, deeply_nested, write_huge_file, write_control_codes, with_many_mistakes]
)
@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_every_reader_refuses_in_one_plain_sentence(
    command: list[str], make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "file.json"
    make(file)
    began = time.thread_time()
    status = main([str(file) if word == "FILE" else word for word in command])
    told = capfd.readouterr()
    assert status == 2
    assert told.err.startswith("companion: ")
    assert len(told.err) <= LONGEST + 1
    assert told.err.count("\n") == 1
    assert not {"\x1b", "\x07", "\x9b"} & {*told.err, *told.out}
    assert "Traceback" not in told.err
    assert time.thread_time() - began < 20


def test_a_value_of_any_length_makes_a_short_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[camera]\nsource = 1\n"{"k" * 90_000}" = "{"v" * 90_000}"\n')
    assert main(["config", "--check", str(file)]) == 2
    assert len(capfd.readouterr().err) < 1000
    assert main(["read", "x" * 100_000]) == 2
    assert len(capfd.readouterr().err) <= LONGEST + 1


@pytest.mark.parametrize("make", [a_pipe, a_device])
def test_settings_and_config_that_are_no_files_leave_everything_as_usual(make: Make, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    make(file)
    assert "not a regular file" in load_settings(file)[1][0]
    assert "not a regular file" in load_config(file)[1][0]


def test_a_manifest_with_very_many_keys_is_read_at_once(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_text("{" + ", ".join(f'"key {number}": 1' for number in range(60_000)) + "}")
    began = time.thread_time()
    assert len(read_json(file, "manifest")) == 60_000
    assert time.thread_time() - began < 5
    file.write_text('{"a": 1, "b": 2, "a": 3}')
    with pytest.raises(ProfileError, match="'a' stands twice"):
        read_json(file, "manifest")


def test_a_byte_order_mark_stands_before_a_manifest_and_settings(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(file, "manifest") == {"a": 1}
    file.write_bytes(b"\xef\xbb\xbfvolume = 30\n")
    assert load_settings(file)[0].volume == 30


def test_a_curly_quote_in_json_is_named(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_text('{"code": “qr”}', encoding="utf-8")
    with pytest.raises(ProfileError, match=r"in line 1, column 10, where a curly quote stands \(“\)"):
        read_json(file, "manifest")
    file.write_text('{"code": qr, "name": "“"}', encoding="utf-8")
    with pytest.raises(ProfileError, match=r"in line 1, column 10; mend"):
        read_json(file, "manifest")


def test_files_are_read_whole_up_to_their_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(3_000_000))
    assert read_bounded(file, 3_000_000) == bytes(3_000_000)
    assert read_beginning(file, 5) == bytes(5)
    with pytest.raises(TooLargeError, match="larger than 2,999,999 bytes"):
        read_bounded(file, 2_999_999)
    with pytest.raises(OSError, match="null"):
        read_bounded("a\0b", 10)
    assert read_bounded("/proc/self/status", 100_000)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("rtsp://me:secret@camera.local/stream", "rtsp://me:***@camera.local/stream"),
        ("http://me:se@cr:et@10.0.0.5:8080/v?a=1", "http://me:***@10.0.0.5:8080/v?a=1"),
        ("rtsp://me:se/cret@10.0.0.5/x", "rtsp://me:***@10.0.0.5/x"),
        ("http://10.0.0.5:8080/stream@2", "http://10.0.0.5:8080/stream@2"),
        ("http://cam/v?user=me&password=secret&x=1", "http://cam/v?user=me&password=***&x=1"),
        ("http://:secret@cam/", "http://:***@cam/"),
        *((f"http://cam/v?a=1&{name}=s3cr%20et&x=1", f"http://cam/v?a=1&{name}=***&x=1") for name in SECRETS),
        ("http://cam/v;jsessionid=abc?x=1", "http://cam/v;jsessionid=***"),
        ("http://cam/v#token=abc", "http://cam/v#token=***"),
        # Where the beginning was forgotten, too.
        ("192.168.1.7:8080/shot.jpg?token=abc", "192.168.1.7:8080/shot.jpg?token=***"),
        *((f"http://cam/v?{name}=7", f"http://cam/v?{name}=7") for name in NO_SECRETS),
        ("two: http://a:b@c/ and rtsp://d:e@f/", "two: http://a:***@c/ and rtsp://d:***@f/"),
        ("/dev/video0", "/dev/video0"),
    ],
)
def test_passwords_in_addresses_are_masked(address: str, told: str) -> None:
    assert masked(address) == told
    assert plain(address) == told


def test_what_is_cut_shows_no_half_of_a_password() -> None:
    address = "http://me:topsecret@cam/v?token=alsosecret"
    for length in range(20, 120):
        assert "secr" not in plain(f"{'x' * 40} {address} {'y' * 40}", length)
        assert "secr" not in error_text(OSError(f"{'x' * (100 + length)} {address}"))
    _, problems = parse_config(f'[camera]\nsource = ["{"x" * 30}", "{address}"]\n[screen]\ndriver = "{address}"\n')
    assert len(problems) == 2
    assert not [problem for problem in problems if "secr" in problem]


def test_a_text_full_of_addresses_is_masked_at_once() -> None:
    began = time.thread_time()
    masked("://a:" * 20_000 + "?token" * 20_000)
    assert time.thread_time() - began < 5


@pytest.mark.slow
def test_no_message_of_a_camera_tells_its_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    source = "http://me:topsecret@127.0.0.1:9/video?token=alsotopsecret"
    with pytest.raises(CameraError) as refused:
        open_camera(source)
    assert "127.0.0.1" in str(refused.value)
    assert "topsecret" not in str(refused.value)
    assert list(camera_check.picture(source, lambda _: iter(())))
    assert not [finding for finding in camera_check.picture(source, lambda _: iter(())) if "topsecret" in finding.text]
    assert main(["watch", source, "--seconds", "1"]) != 1
    told = capfd.readouterr()
    assert "topsecret" not in told.out + told.err
    assert "topsecret" not in str(profile_path(source))
    # One that was kept under a name that tells it is taken over.
    old = profile_path(source).with_name("http-me-topsecret@127-0-0-1-9-video-token-alsotopsecret.json")
    profile_path(source).parent.mkdir(parents=True)
    save_profile(old, CameraProfile((640, 480), np.diag((500.0, 500.0, 1.0)), np.zeros(5), camera=source))
    old.write_text(old.read_text().replace("***", "topsecret"))
    assert kept_profile(source) is not None
    assert not old.exists()
    assert "topsecret" not in profile_path(source).read_text()


def test_plain_text_steers_no_terminal() -> None:
    assert plain("a\x1b[31mb\u202ec\x9b\x00") == "a\\x1b[31mb\\u202ec\\x9b\\x00"
    assert plain("one\tline and ü, 中") == "one\tline and ü, 中"


def test_plain_text_is_one_line_of_a_thousand_characters() -> None:
    assert plain("two\nlines\r\n") == "two\\nlines\\r\\n"
    assert plain("x" * LONGEST) == "x" * LONGEST
    for long in ("x" * 10**6, "\n" * 10**6, "\u202e" * LONGEST, f"{'x' * 400}http://me:secret@there{'y' * 10_000}"):
        assert LONGEST - 20 < len(plain(long)) <= LONGEST
        assert "secret" not in plain(long)
