"""Cache folder of WAV files, so that a spoken text need not be made again; size limited."""

import hashlib
import io
import logging
import wave
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import remove_parts, write_whole
from vision.bounded_files import read_bounded

_log = logging.getLogger(__name__)

#: Some 800 sentences.
LARGEST_BYTES = 50_000_000
#: A minute of speech, which no sentence takes.
LARGEST_SOUND_BYTES = 5_000_000


class WavCache:
    """Cache of WAV files by a key of strings.

    If the folder cannot be used it keeps nothing, and says so once in the log.
    """

    def __init__(self, folder: Path | None, largest_bytes: int = LARGEST_BYTES) -> None:
        self._folder = folder
        self._largest = largest_bytes
        if folder is not None:
            remove_parts([folder])

    def get(self, *key: str) -> bytes | None:
        """Return the sound, None if it is not (or no longer) there or damaged."""
        if self._folder is None:
            return None
        path = self._folder / _name(key)
        try:
            sound = read_bounded(path, LARGEST_SOUND_BYTES)
            path.touch()
        except OSError:
            return None
        return sound if _is_sound(sound) else None

    def put(self, sound: bytes, *key: str) -> None:
        """Keep a sound; the ones not used for longest make room."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / _name(key), sound)
            self._make_room(self._folder)
        except (OSError, UserError) as error:
            _log.warning("spoken sentences are not kept, so that each is made anew: %s", error)
            self._folder = None

    def _make_room(self, folder: Path) -> None:
        files = [(path, path.stat()) for path in folder.glob("*.wav")]
        total = sum(stat.st_size for _, stat in files)
        for path, stat in sorted(files, key=lambda file: file[1].st_mtime_ns):
            if total <= self._largest:
                break
            path.unlink(missing_ok=True)
            total -= stat.st_size


def _name(key: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join(key).encode()).hexdigest()[:32] + ".wav"


def _is_sound(content: bytes) -> bool:
    """Return True if the file is whole: a power cut may have left only a part of it."""
    try:
        with wave.open(io.BytesIO(content)) as wav:
            whole = wav.getnframes() * wav.getsampwidth() * wav.getnchannels()
            return bool(len(wav.readframes(wav.getnframes())) == whole)
    except (wave.Error, EOFError):
        return False
