"""List of the newest photos: one of them shows the table where no camera does."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.device.language import say
from companion.screen.pages import Row
from companion.table.layout import PieceObservation
from companion.table.lists import ListStep
from companion.table.photo import photo_of
from companion.table.reading_setup import CatalogueOf
from companion.table.session import Session
from companion.voice import Level
from vision.errors import BoardNotFoundError, VisionError
from vision.picture import load_picture
from vision.sources.files import PICTURE_ENDINGS

#: So many photos are offered: whoever has just taken one finds it among the first.
MOST_OFFERED = 8
#: Folders of a user, as desktops name them in `user-dirs.dirs`, and their usual names.
_USER_FOLDERS = {"XDG_PICTURES_DIR": "Pictures", "XDG_DOWNLOAD_DIR": "Downloads"}
#: Where desktops show USB sticks and memory cards.
_MEDIA = (Path("/media"), Path("/run/media"))
#: Photos lie in a folder or as deep below it: DCIM/100CANON on a memory card.
_DEEPEST = 2

#: Take what a photo shows; return a sentence about what is wrong, empty if it was taken.
TakePhoto = Callable[[PieceObservation], str]


def newest_photos() -> list[Path]:
    """Return the newest pictures in the user's folders and on sticks, the newest first."""
    found = {file: changed for folder in _photo_folders() for file, changed in _pictures(folder, _DEEPEST)}
    return sorted(found, key=lambda file: (-found[file], file.name))[:MOST_OFFERED]


def _photo_folders() -> Iterator[Path]:
    try:
        home = Path.home()
    except RuntimeError:
        return
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    try:
        lines = config.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = dict(line.split("=", 1) for line in lines if "=" in line)
    for variable, usual in _USER_FOLDERS.items():
        folder = Path(named.get(variable, "").strip('"').replace("$HOME", str(home)) or home / usual)
        if folder != home:
            yield folder
    for media in _MEDIA:
        yield from media.glob(f"{home.name}/*")


def _pictures(folder: Path, deepest: int) -> Iterator[tuple[Path, float]]:
    """Yield the pictures in a folder and so deep below it, with the times of their changes."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if deepest:
                        yield from _pictures(Path(entry), deepest - 1)
                elif Path(entry.name).suffix.lower() in PICTURE_ENDINGS:
                    yield Path(entry), entry.stat().st_mtime
    except OSError:
        # A stick was pulled out, or a folder is not ours to read.
        return


def observe_photo(session: Session, file: Path, catalogue_of: CatalogueOf) -> PieceObservation:
    """Return what the game sees in a photo, read as the current step reads the table.

    Raises VisionError.
    """
    game, picture = session.table_game, load_picture(file)
    # The profile is of the table's own camera, which has not taken the photo.
    photo = photo_of(
        picture.pixels, catalogue_of(game), game.readings.at_moment(session.moment), focal_px=picture.focal_px
    )
    return game.observe(photo.reading, photo.catalogue)


class PhotoListStep(ListStep):
    """Choice of a photo, which is read as it would be before the camera."""

    name = "photos"

    def __init__(self, session: Session, text: str, take: TakePhoto) -> None:
        """`text` says what the photo shows.

        `take` gets what is seen in it, and closes the list if it takes it.
        """
        super().__init__(session)
        self._text, self._take = text, take
        self._files = newest_photos()
        self._problem = ""

    def title(self) -> str:
        """Return the page's title."""
        return say("From a photo")

    def text(self) -> str:
        """Say what to do, or what is wrong with the chosen photo."""
        if self._problem:
            return self._problem
        if not self._files:
            return say("There is no photo yet. Put it into the folder of pictures or downloads, or on a USB stick.")
        return self._text

    def begin(self) -> None:
        """Say what to do."""
        self.session.say(self.text(), Level.DETAIL)

    def rows(self) -> Sequence[Row]:
        """Return the photos, the newest first, and a new look for others."""
        photos = [Row(file.name, str(file), _changed(file)) for file in self._files]
        return [*photos, Row(say("Look again for photos"), "again")]

    def choose(self, row_id: str) -> None:
        """Read a photo, or look for others."""
        self._problem = ""
        if row_id == "again":
            self._files = newest_photos()
            self.begin()
            return
        self._problem = self._read(Path(row_id))
        if self._problem:
            self.session.say(self._problem, Level.PROBLEM, "wrong")

    def _read(self, file: Path) -> str:
        read = self.session.around.read_photo
        assert read is not None
        try:
            seen = read(file)
        except BoardNotFoundError:
            return say("The mat is not seen in the photo. Take it from above, with the reference tags in it.")
        except VisionError:
            return say("This photo cannot be read. Choose another one, or take it once more.")
        return self._take(seen)


def _changed(file: Path) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime))
    except OSError:
        return ""
