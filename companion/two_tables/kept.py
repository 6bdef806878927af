"""File with the games at two tables, by which both go on after a crash."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.log import warn
from companion.journal import Journal
from companion.journal.secret_file import SecretFile, virtual_format
from companion.two_tables.order import Side
from companion.two_tables.post import checked_address

#: No such file is larger: so many games whose players changed tables as often as they may take less.
_MOST_BYTES = 2_000_000
#: So many games are kept; the oldest go first.
_MOST_GAMES = 50
_KEY = re.compile(r"[0-9a-f]{64}")
_SEAT = re.compile(r"[^\x00-\x1f\ud800-\udfff]{1,200}")


@dataclass(frozen=True)
class KeptShare:
    """Record of a game at two tables.

    `game`: its number in the journal. `key`: of both tables, in hexadecimal digits. `url`: where both leave packets;
    empty: at this table itself. `coin`: the secret of this table's part of the joint coin. `since`: so many entries
    were there when the tables came together. `other_root`: what the other table has laid down for the coin; empty:
    nothing yet. `moves`: the seats at the guest's table since they were changed, with the number of entries before.
    `pictures`: people here have switched on pictures of the boards.
    """

    game: int
    side: Side
    guest_seats: tuple[str, ...]
    key: str
    url: str
    coin: str
    since: int = 1
    other_root: str = ""
    moves: tuple[tuple[int, tuple[str, ...]], ...] = ()
    pictures: bool = False


def keep_hands(
    journal: Journal, game: int, kind: str, first: Mapping[str, Any], hands: Mapping[str, Sequence[str]]
) -> None:
    """Keep the hands that another table has dealt where those of this table's own games lie.

    `kind`: the id of the game's rules, `first`: its first event. That they cannot be written stops no game.
    """
    content = {"started": first, "seed": 0, "hands": hands, "began_s": journal.started_s(game)}
    try:
        SecretFile(journal.path, game, virtual_format(kind)).keep(content)
    except UserError as error:
        warn(str(error))


class ShareFile:
    """The file; only its owner may read it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._shares, self._left = self._load()

    @classmethod
    def beside(cls, journal: Path) -> "ShareFile":
        """Return the file beside a journal."""
        return cls(journal.parent / "two-tables.json")

    def of(self, game: int | None) -> KeptShare | None:
        """Return what is kept of a game of the journal; None where it is played here alone."""
        return self._shares.get(game) if game is not None else None

    def keep(self, share: KeptShare) -> None:
        """Keep a game; that it cannot be written stops no game."""
        self._shares.pop(share.game, None)
        self._shares[share.game] = share
        while len(self._shares) > _MOST_GAMES:
            del self._shares[next(iter(self._shares))]
        self._write()

    def was_shared(self, game: int | None) -> bool:
        """Return True for a game that began at two tables and is played here alone now."""
        return game in self._left

    def forget(self, game: int) -> None:
        """Forget a game: from now on it is played here alone."""
        if self._shares.pop(game, None) is not None:
            self._left = [*self._left, game][-_MOST_GAMES:]
        self._write()

    def _write(self) -> None:
        text = json.dumps({"games": [asdict(share) for share in self._shares.values()], "left": self._left})
        try:
            write_whole(self._path, text.encode(), mode=0o600)
        except UserError as error:
            warn(str(error))

    def _load(self) -> tuple[dict[int, KeptShare], list[int]]:
        """Return the games that are kept, and those that were left; what is none is passed over."""
        try:
            kept = json.loads(read_text(str(self._path), "a file of tables", _MOST_BYTES))
            shares = [_share_from(share) for share in kept["games"]]
            left = [int(game) for game in kept.get("left", ())][-_MOST_GAMES:]
        except (OSError, UserError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            return {}, []
        return {share.game: share for share in shares if share is not None}, left


def _share_from(kept: Any) -> KeptShare | None:
    """Return the game that an entry of the file tells; None for anything else."""
    try:
        share = KeptShare(
            int(kept["game"]),
            Side(kept["side"]),
            tuple(kept["guest_seats"]),
            kept["key"],
            kept["url"],
            kept["coin"],
            int(kept["since"]),
            kept["other_root"],
            tuple([(int(number), tuple(seats)) for number, seats in kept.get("moves", ())]),
            kept.get("pictures", False) is True,
        )
        is_whole = (
            _KEY.fullmatch(share.key)
            and _KEY.fullmatch(share.coin)
            and (share.other_root == "" or _KEY.fullmatch(share.other_root))
            and (share.url == "" or checked_address(share.url) == share.url)
            and all(map(_SEAT.fullmatch, chain(share.guest_seats, *(seats for _, seats in share.moves))))
        )
    except (UserError, ValueError, OverflowError, KeyError, TypeError, AttributeError):
        return None
    return share if is_whole else None
