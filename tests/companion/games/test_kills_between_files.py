"""Kills between the writes of journal and secrets: they fit at the next start."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.settings import NO_CAMERA, Settings
from companion.games import find_game
from companion.journal import Journal
from companion.journal.secret_file import SecretFile
from companion.table.session_start import open_session
from tests.companion.phones.evening import VirtualEvening

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

#: So many moves are drawn, and some of them taken back.
_ACTIONS = 30
#: So many are drawn before, such as the first supply.
_ACTIONS_BEFORE = 8
#: One of so many actions takes events back.
_UNDO_EVERY = 6
_MOST_TAKEN_BACK = 3


class Table:
    """A game at the virtual table, its files copied before and after each write."""

    def __init__(self, game_id: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (folder / "table").mkdir()
        self.journal, self._folder = Journal.open(folder / "table" / "games.sqlite"), folder
        self.evening: Any = VirtualEvening(find_game(game_id), self.journal)
        self.evening.begin()
        hands: Any = self.evening.hands
        self.hands = hands
        self.session: Any = self.evening.session
        self.hands.tick()
        self.copies: list[Path] = []
        self._copied = 0
        monkeypatch.setattr(Journal, "_add", self._copying(Journal._add))
        monkeypatch.setattr(SecretFile, "keep", self._copying(SecretFile.keep))

    def _copying(self, write: Callable[..., None]) -> Callable[..., None]:
        def write_and_copy(*args: Any) -> None:
            if isinstance(args[0], SecretFile) or args[0] is self.journal:
                self._copy()
                write(*args)
                self._copy()
            else:
                write(*args)

        return write_and_copy

    def _copy(self) -> None:
        self._copied += 1
        self.copies.append(self._folder / f"copy{self._copied}")
        shutil.copytree(self.journal.path.parent, self.copies[-1])

    def act(self, rng: Random, *, undoes: bool = True) -> None:
        """Draw a move, or take some events back."""
        play, game = self.session.table_game.play, self.session.game
        if undoes and rng.randrange(_UNDO_EVERY) == 0:
            self.session.undo(len(game.events) - rng.randint(1, _MOST_TAKEN_BACK))
        else:
            whole = self.hands.whole_state()
            # What is begun with a look comes as often as it can.
            seats, offered = play.acting_seats(whole), self.session.table_game.seat_screen.seat_moves
            moves = [
                move
                for seat in seats[:1]
                for move in offered(play.view(whole, seat), seat)
                if self.hands.secrets.begins_act(move)
            ]
            move = self.hands.completed(rng.choice(moves) if moves and rng.random() < 0.7 else play.draw(whole, rng))
            self.hands.keep_move(move)
            event = play.event(move)
            if event is not None:
                self.session.apply(event, already_placed=True)
                self.session.go_on()
        self.hands.tick()


def bound(secrets: Any, journal: Journal) -> tuple[Any, ...]:
    """Return what is kept of the game: what has been picked, and who is bound to what."""
    kept = secrets.kept
    assert kept is not None, secrets.trouble
    number = secrets._about[0]
    return journal.length(number), kept.events, kept.picks, kept.unnoticed, kept.awaited, kept.looker


def started_again(folder: Path, game_id: str) -> Iterator[tuple[Any, Journal]]:
    """Open a copy of the files as the next start does; give its secrets."""
    with closing(Journal.open(folder / "games.sqlite")) as journal:
        game = find_game(game_id)
        session: Any = open_session(journal, Settings(camera=NO_CAMERA), [game.table], sees=False, rng=Random(1))
        session.open_start_page()
        session.resume(journal.unfinished((game_id,), most=1)[0].id)
        yield session, journal


@pytest.mark.thorough(but=["coach-ride"])
@pytest.mark.parametrize("game_id", ["lifeboat", "betrayal", "coach-ride"])
def test_what_binds_at_the_next_start_is_what_bound_at_that_moment(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rng = Table(game_id, tmp_path, monkeypatch), Random(4)
    for _ in range(_ACTIONS_BEFORE):
        table.act(rng, undoes=False)
    table.copies.clear()
    seen = [bound(table.hands.secrets, table.journal)]
    for _ in range(_ACTIONS):
        if table.session.table_game.rules.over(table.session.game.state) is not None:
            break
        table.act(rng)
        seen.append(bound(table.hands.secrets, table.journal))
    assert any(state[4] or state[3] for state in seen), "somebody was bound"
    monkeypatch.undo()
    kind = type(table.hands.secrets)
    for folder in table.copies:
        for session, journal in started_again(folder, game_id):
            secrets = kind(session, 1)
            secrets.follow()
            assert bound(secrets, journal) in seen, folder
    table.journal.close()
