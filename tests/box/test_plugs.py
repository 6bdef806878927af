"""The plug is pulled again and again while games play themselves: nothing shown is lost."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.journal import Journal
from tools.box.image import ROOT, Image
from tools.box.machine import Hardware, Machine
from tools.soak.evening import missing_events

#: From its start on the machine shows so many events before its plug is pulled (least, most).
EVENTS = (1, 12)
#: Folders of the host: the project, and one in which machine and test leave each other files.
SHARED = (
    "-virtfs local,path={project},mount_tag=project,security_model=none,readonly=on"
    " -virtfs local,path={share},mount_tag=share,security_model=none"
)
#: The machine's first process: mounts these folders, and runs plug.sh.
FIRST = (
    'init=/bin/sh -- -c "export PATH=/usr/sbin:/usr/bin:/sbin:/bin; mount -t proc proc /proc; mount -t tmpfs run /run;'
    " mount -t tmpfs tmp /tmp; modprobe 9pnet_virtio; modprobe 9p; mkdir /run/project /run/share;"
    " mount -t 9p -o trans=virtio,ro project /run/project; mount -t 9p -o trans=virtio share /run/share;"
    ' exec sh /run/project/tests/box/plug.sh"'
)


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0


def test_no_shown_event_is_lost(
    image: Image, tmp_path: Path, pytestconfig: pytest.Config, note: Callable[[str, object], None]
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    diary = share / "diary" / "diary.jsonl"
    shared = SHARED.format(project=ROOT, share=share)
    machine = Machine(image, tmp_path, Hardware(kernel_words=FIRST, more=shared, sound=False, network=False))
    rng = Random(1)
    missing = pulled = 0
    plugs = pytestconfig.getoption("--plugs")
    for number in range(plugs + 1):
        machine.switch_on()
        try:
            machine.await_true((share / "journal" / "ready").exists, "the journal")
            if number:
                journal = Journal.open(share / "journal" / "games.sqlite")
                missing += missing_events(journal, diary)
                pulled += 1
                journal.close()
            if number < plugs:
                wanted = lines(diary) + rng.randint(*EVENTS)
                machine.await_true(lambda enough=wanted: lines(diary) >= enough, "events")  # type: ignore[misc]
        finally:
            machine.pull_plug()
        shutil.rmtree(share / "journal")
    note("plugs pulled", pulled)
    note("events shown", lines(diary))
    note("events shown that are missing in the journal", missing)
    assert missing == 0
