"""Tests of archives of recordings: they come back; a stranger's does no harm."""

import contextlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.device.errors import UserError
from companion.table.recording_archive import opened_recording, pack_recording

FILES = {
    "recording.json": b'{"format": "finstere-flure/recording"}',
    "frames.jsonl": b"{}\n",
    "000001.jpg": b"\xff\xd8",
}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return an archive of three files."""
    folder = tmp_path / "recording"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    pack_recording(folder, tmp_path / "table.zip")
    return tmp_path / "table.zip"


def contents(path: Path) -> dict[str, bytes]:
    """Return the files of an opened archive."""
    with opened_recording(path) as folder:
        return {file.name: file.read_bytes() for file in folder.iterdir()}


def zipped(path: Path, files: Mapping[str, bytes], compression: int = zipfile.ZIP_STORED) -> Path:
    """Write an archive with any files."""
    with zipfile.ZipFile(path, "w", compression) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def test_what_is_packed_comes_back_and_the_folder_is_gone_afterwards(archive: Path) -> None:
    assert contents(archive) == FILES
    with opened_recording(archive) as folder:
        pass
    assert not folder.exists()


def test_an_archive_tells_neither_when_nor_where_it_was_made(archive: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    pack_recording(tmp_path / "recording", again)
    assert again.read_bytes() == archive.read_bytes()
    with zipfile.ZipFile(archive) as packed:
        assert {info.date_time[0] for info in packed.infolist()} == {1980}
    assert b"recording.json" in archive.read_bytes()[:60], "the game is told by the first bytes"


@pytest.mark.parametrize(
    "name",
    ["../evil.jpg", "/tmp/evil.jpg", "evil.sh", "000001.exe", "a/000001.jpg", "C:\\000001.jpg", "0000001.jpg"],
)
def test_files_that_no_recording_has_are_refused(name: str, tmp_path: Path) -> None:
    path = zipped(tmp_path / "table.zip", FILES | {name: b"x"})
    with pytest.raises(UserError, match="does not belong there"):
        contents(path)


@pytest.mark.parametrize(
    ("name", "size"), [("000001.jpg", 60_000_000), ("frames.jsonl", 31_000_000), ("events.jsonl", 11_000_000)]
)
def test_a_file_that_unpacks_to_too_much_is_not_unpacked(name: str, size: int, tmp_path: Path) -> None:
    bomb = zipped(tmp_path / "table.zip", {name: bytes(size)}, compression=zipfile.ZIP_DEFLATED)
    assert bomb.stat().st_size < 100_000
    with pytest.raises(UserError, match=rf"{name} is too large to be unpacked \({size} bytes\)"):
        contents(bomb)


def test_what_could_not_be_unpacked_is_not_packed(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "recording" / "events.jsonl").write_bytes(bytes(11_000_000))
    with pytest.raises(UserError, match="would be too large"):
        pack_recording(tmp_path / "recording", archive)


def test_a_size_that_is_a_lie_is_found(tmp_path: Path) -> None:
    path = zipped(tmp_path / "table.zip", {"000001.jpg": bytes(1_000_000)}, compression=zipfile.ZIP_DEFLATED)
    data = path.read_bytes()
    path.write_bytes(data.replace((1_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    with pytest.raises(UserError, match="damaged or cut off"):
        contents(path)


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_as_a_whole_before_it_is_measured_is_refused(compression: int, tmp_path: Path) -> None:
    path = zipped(tmp_path / "table.zip", FILES, compression)
    with pytest.raises(UserError, match=r"recording\.json is packed in another way"):
        contents(path)


def test_many_small_files_are_too_many(tmp_path: Path) -> None:
    many = {f"{number:06}.jpg": b"" for number in range(9_000)}
    with pytest.raises(UserError, match="not an archive of companion give"):
        contents(zipped(tmp_path / "table.zip", many))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "table.zip", FILES)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("000001.jpg", b"other")
    with pytest.raises(UserError, match="twice"):
        contents(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_happens_to_its_bytes_it_comes_back_whole_or_is_refused(archive: Path, data: st.DataObject) -> None:
    whole = archive.read_bytes()
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = archive.with_name("damaged.zip")
    path.write_bytes(bytes(damaged[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else damaged))
    with contextlib.suppress(UserError):
        assert contents(path).items() <= FILES.items()
