"""Phones listen and load nothing unless they are switched on."""

import subprocess
import sys

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.journal import Journal
from companion.main import main
from tests.companion.phones.evening import Evening

#: What the page's server is made of.
_SERVER = ("starlette", "uvicorn", "companion.phones.server", "companion.phones.table")


@pytest.mark.slow
def test_a_table_without_phones_loads_nothing_of_them() -> None:
    code = (
        "import sys, companion.table.run, companion.commands.play, companion.virtual_table.table_source\n"
        f"print([name for name in {_SERVER} if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.usefixtures("display")
def test_nothing_listens_before_the_table_lets_phones_join(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[object]()
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: started.append(1))
    evening = Evening(GEESE, journal)
    evening.begin()
    evening.work()
    assert not started
    assert not evening.phones.on
    assert evening.phones.page_address == ""


@pytest.mark.slow
def test_an_address_that_is_none_is_refused_at_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    assert main(["play", "--virtual", "--phones", "box:1"]) == 2
    assert "'box:1' is no address for phones" in capsys.readouterr().err
