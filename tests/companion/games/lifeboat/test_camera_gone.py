"""Tests of a camera that fails in the middle of a day and sees again later.

The game is entered by touch, and nothing is lost.
"""

import json

import pytest

from companion.journal import Journal
from companion.table.camera_state import BLIND_S
from companion.table.observation import TableObservation
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import Phase
from tests.companion.games.lifeboat.evening import SEEN_S, Evening
from vision.errors import CameraError, CameraFault

pytestmark = pytest.mark.slow

STARTED = e.GameStarted((Character.LAUREN, Character.STEPHEN, Character.CAPTAIN, Character.MATE))


class FailingEvening(Evening):
    """`gone`: nobody sees the table."""

    gone = False

    def _read(self) -> None:
        if self.gone:
            self._read_picture = None
            self.session.observe(
                TableObservation(error=CameraError("the camera gives no pictures", CameraFault.SILENT)),
                self.session.now,
            )
        else:
            super()._read()

    def fail(self) -> None:
        self.gone = True
        self.wait(BLIND_S + 1.0)
        assert not self.session.sees
        assert self.session.notice.startswith("The camera sends no pictures.")

    def push(self, up: Character, down: Character) -> None:
        """A demand, begun with two cards of the boat row."""
        for character, by_mm in ((up, -34.0), (down, 34.0)):
            x, y = self.table.pieces[f"position-{character}"].centre_mm
            self.place_piece(f"position-{character}", at_mm=(x, y + by_mm))
        self.wait(SEEN_S)

    def mend(self) -> None:
        self.gone = False
        self.wait(SEEN_S)
        assert self.session.sees
        assert not self.session.notice


@pytest.mark.usefixtures("faultless_reading")
def test_when_the_camera_fails_it_is_told_by_touch_and_goes_on_when_it_sees_again(journal: Journal) -> None:
    evening = FailingEvening(STARTED, journal)
    evening.play("t l s c m", "lauren demanded of=stephen for=hand", "stephen refused", "lauren laid card=knife")
    evening.fail()
    evening.play("captain joined side=defend", "stephen laid card=gaff")
    assert evening.seen == ["laid"]
    evening.mend()
    # What was laid meanwhile lies as it was told: nothing new, nothing wrong.
    assert evening.page.name == "fight"
    evening.play("mate joined side=attack", "fought")
    assert evening.seen == ["laid", "joined"]

    # It fails in the middle of a telling that cards have begun.
    evening.play("p s")
    evening.push(Character.CAPTAIN, Character.MATE)
    evening.fail()
    evening.touch("hand")
    assert evening.game.events[-1] == e.Demanded(Character.CAPTAIN, Character.MATE, e.DemandKind.HAND)
    evening.play("mate agreed", "p m")
    evening.mend()
    evening.play("mate navigated bird=none overboard=[lauren]", "fell")
    assert evening.state.step is Phase.TAKE
    assert evening.state.person(Character.LAUREN).open == ()
    assert evening.state.person(Character.STEPHEN).open == (Provision.GAFF,)
    # Twice it was said that there are no pictures; nothing else was wrong.
    assert evening.counts.problems == 2, evening.said
    (record,) = evening.session.journal.games()
    kept = [RULES.event_from_json(json.loads(line)) for line in evening.session.journal.events(record.id)]
    assert RULES.replay(kept).state == evening.state
