"""Tests of the tool that mends games at random: it finds faults that are sown."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.journal import Journal
from engine.mending import Mending
from tools.mends import main

pytestmark = pytest.mark.slow
WORDS = ("--mends", "6", "--game", "lifeboat", "--kills", "0")


def test_sound_mends_have_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WORDS) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["mends"], found["faults"]) == (6, [])


def test_an_event_that_is_taken_over_unasked_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Mending._played

    def unasked(mending: Mending[Any, Any]) -> Mending[Any, Any]:
        found = played(mending)
        return replace(found, origins=(*found.origins[:-1], 0)) if len(found.origins) > 2 else found

    monkeypatch.setattr(Mending, "_played", unasked)
    assert main(WORDS) == 1
    assert "in another order" in capsys.readouterr().out


def test_an_undo_that_loses_a_change_of_seats_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_anew = Journal._tell_anew

    def lossy(journal: Journal, game: int, mend: Any, events: Sequence[str], changes: Any, result: Any) -> None:
        tell_anew(journal, game, mend, events, list(changes)[1:] if mend.undoes is not None else changes, result)

    monkeypatch.setattr(Journal, "_tell_anew", lossy)
    assert main(WORDS) == 1
    assert "undo did not give what was before" in capsys.readouterr().out
