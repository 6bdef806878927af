"""Archive of a recording in one file, for strangers and from strangers.

It is a zip archive with the files of a recording and nothing else. It is read as a stranger's: names, sizes and
counts have limits, and nothing is unpacked that is not expected.
"""

import contextlib
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from companion.device.archives import unpacks_in_parts
from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.table.recording import EVENTS, FRAMES, HEAD
from vision.model.profile import MOST_BYTES as MOST_HEAD_BYTES

#: Name of the form that tells people of the table.
FORM = "table.md"
#: No archive is larger (bytes), packed or unpacked, and none has more pictures. An evening has some hundred.
MOST_ARCHIVE_BYTES = 400_000_000
_MOST_PICTURES = 5_000
_MOST_PICTURE_BYTES = 50_000_000
_MOST_FORM_BYTES = 100_000
#: A picture's line has some five thousand bytes; what is read of one takes twenty times as much memory.
_MOST_FRAMES_BYTES = 30_000_000
_MOST_EVENTS_BYTES = 10_000_000
_PICTURE = re.compile(r"[0-9]{6}\.(jpg|png)")
#: What may be in an archive besides pictures, and how large (bytes).
_TEXTS = {
    HEAD: MOST_HEAD_BYTES,
    FRAMES: _MOST_FRAMES_BYTES,
    EVENTS: _MOST_EVENTS_BYTES,
    FORM: _MOST_FORM_BYTES,
}
#: First bytes of the end of a zip archive.
_END = b"PK\x05\x06"
#: Length of this end (bytes) where there is no comment.
_END_BYTES = 22
#: First bytes of what stands before it in archives of more than four gigabytes.
_END_OF_LARGE = b"PK\x06\x07"
#: Length of this (bytes).
_LARGE_BYTES = 20
#: The list of files takes so many bytes a file at most, with names as short as these.
_BYTES_A_FILE = 100
#: All files say that they are so old: the moment at which an archive was made is nobody's business.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def pack_recording(folder: Path, out: Path) -> None:
    """Write the files of a recording's folder into an archive.

    The same files give the same bytes.

    The head comes first, unpacked, so that the game can be told by the archive's first bytes. Raises UserError.
    """
    names = sorted(path.name for path in folder.iterdir())
    names.sort(key=lambda name: name != HEAD)
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w") as archive:
            for name in names:
                is_text = name in _TEXTS and name != HEAD
                info = zipfile.ZipInfo(name, _NO_TIME)
                info.create_system = 0
                info.compress_type = zipfile.ZIP_DEFLATED if is_text else zipfile.ZIP_STORED
                archive.writestr(info, (folder / name).read_bytes())
        is_text_large = any((folder / name).stat().st_size > _TEXTS[name] for name in names if name in _TEXTS)
        if file.tell() > MOST_ARCHIVE_BYTES or len(names) > _MOST_PICTURES + len(_TEXTS) or is_text_large:
            raise UserError(
                f"{out}: the archive would be too large ({len(names)} files, {file.tell()} bytes); give fewer pictures"
            )
        file.seek(0)
        write_whole(out, file.read())


@contextlib.contextmanager
def opened_recording(path: Path) -> Iterator[Path]:
    """Open the folder of a recording, or unpack its archive.

    What was unpacked is removed afterwards.

    Raises UserError for a file that is no such archive.
    """
    if not path.is_file():
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="recording-") as name:
        try:
            _unpack(path, Path(name))
        except OSError as error:
            raise UserError(f"{path}: cannot be unpacked: {error.strerror or error}") from None
        yield Path(name)


def _unpack(path: Path, folder: Path) -> None:
    with path.open("rb") as packed:
        size = packed.seek(0, os.SEEK_END)
        if size > MOST_ARCHIVE_BYTES:
            raise UserError(f"{path}: too large to be an archive of pictures ({size} bytes)")
        packed.seek(max(0, size - _END_BYTES - _LARGE_BYTES))
        _check_end(path, packed.read())
    try:
        with zipfile.ZipFile(path) as archive:
            _check_list(path, archive.infolist())
            for info in archive.infolist():
                with archive.open(info) as file:
                    # What the list says of a size need not be true.
                    content = file.read(info.file_size + 1)
                if len(content) != info.file_size:
                    raise zipfile.BadZipFile
                (folder / info.filename).write_bytes(content)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError):
        raise UserError(f"{path}: the archive is damaged or cut off; get it once more") from None


def _check_end(path: Path, end: bytes) -> None:
    """Refuse what is no archive of ours before its list is read, which may be endless.

    Raises UserError.
    """
    large, own = end[:-_END_BYTES], end[-_END_BYTES:]
    length_of_list = int.from_bytes(own[12:16], "little")
    most = _BYTES_A_FILE * (_MOST_PICTURES + len(_TEXTS))
    if not own.startswith(_END) or large.startswith(_END_OF_LARGE) or length_of_list > most:
        raise UserError(f"{path}: not an archive of companion give, or cut off; get it once more")


def _check_list(path: Path, infos: list[zipfile.ZipInfo]) -> None:
    """Refuse files that no archive of a recording has. Raises UserError."""
    names = [info.filename for info in infos]
    if len(set(names)) < len(names):
        raise UserError(f"{path}: not an archive of companion give: a file is in it twice")
    unpacked = 0
    for info in infos:
        most = _TEXTS.get(info.filename, _MOST_PICTURE_BYTES if _PICTURE.fullmatch(info.filename) else None)
        if most is None:
            raise UserError(f"{path}: not an archive of companion give: {info.filename} does not belong there")
        if not unpacks_in_parts(info):
            raise UserError(f"{path}: not an archive of companion give: {info.filename} is packed in another way")
        unpacked += info.file_size
        if info.file_size > most or unpacked > MOST_ARCHIVE_BYTES:
            raise UserError(f"{path}: {info.filename} is too large to be unpacked ({info.file_size} bytes)")
