"""Outputs of lines for other programs, which come, go and are slow."""

import os
import time
from pathlib import Path

import pytest

from companion.device import line_outputs
from companion.device.errors import UserError
from companion.device.line_outputs import FileOutput, line_output, opened_output


@pytest.fixture
def warnings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what people are warned of."""
    warned: list[str] = []
    monkeypatch.setattr(line_outputs, "warn", warned.append)
    return warned


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a named pipe that nobody reads yet."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def test_lines_are_added_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("before\n")
    output = line_output(str(path))
    for line in ("one", "zwei · 二"):
        output.write(line)
    output.close()
    assert path.read_text(encoding="utf-8") == "before\none\nzwei · 二\n"


def test_a_pipe_without_a_reader_keeps_nobody_waiting_and_loses_nothing(pipe: Path) -> None:
    output = line_output(str(pipe))
    output.write("first")
    with pipe.open(encoding="utf-8") as reader:
        assert reader.readline() == "first\n"
        output.write("second")
        assert reader.readline() == "second\n"
        output.close()


def test_a_reader_that_goes_away_ends_the_output_in_a_sentence(pipe: Path, warnings: list[str]) -> None:
    output = line_output(str(pipe))
    output.write("first")
    with pipe.open(encoding="utf-8") as reader:
        reader.readline()
    until = time.monotonic() + 5.0
    while not warnings and time.monotonic() < until:
        output.write("more")
        time.sleep(0.01)
    assert warnings == [f"{pipe}: no more events are written: Broken pipe"]
    output.write("nothing happens")
    output.close()


def test_a_reader_that_is_too_slow_ends_the_output_in_a_sentence(
    pipe: Path, warnings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_outputs, "_WAITING", 3)
    output = FileOutput("pipe", lambda: pipe.open("a"))
    for _ in range(6):
        output.write("a line")
    assert warnings == ["pipe: no more events are written: whoever reads it is too slow"]
    output.close()
    # The thread waits for a reader still.
    pipe.open().close()


@pytest.mark.parametrize(
    "target",
    [
        "mqtt://",
        "mqtt://broker",
        "mqtt://broker/",
        "mqtt://broker:none/table",
        "mqtt://broker/table/#",
        "mqtt://broker/%2B",
        "mqtts://broker/table",
        f"mqtt://{'a' * 64}.local/table",
        f"mqtt://broker/{'t' * 2000}",
    ],
)
def test_an_address_that_is_none_is_told_as_what_it_should_be(target: str) -> None:
    with pytest.raises(UserError, match="expected mqtt://"):
        line_output(target)


def test_a_folder_is_no_output(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written: Is a directory"):
        line_output(str(tmp_path))


def test_where_lines_go_to_standard_output_all_else_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with opened_output("-") as output:
        print("http://192.168.1.2:8720/")
        output.write("first")
    print("afterwards")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("first\nafterwards\n", "http://192.168.1.2:8720/\n")
