"""Lines of the last events on a phone: what was taken back is told no more."""

from classics.noughts_and_crosses import GAME

from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.phones.log_lines import LogLines
from companion.table.session_start import open_session
from engine.grid import Moved, Started


def test_another_move_in_the_place_of_one_that_was_taken_back_is_told_anew(journal: Journal) -> None:
    session = open_session(journal, Settings(camera=NO_CAMERA), [GAME.table], sees=False)
    session.open_start_page()
    GAME.table.begin(session, Started(), {})
    log = LogLines()
    session.apply(Moved("crosses", (("b2", "cross"),)))
    assert "b2" in log.lines(session)[0]
    session.undo(1)
    session.apply(Moved("crosses", (("a1", "cross"),)))
    lines = log.lines(session)
    assert len(lines) == 2
    assert "a1" in lines[0]
    assert "b2" not in " ".join(lines)
