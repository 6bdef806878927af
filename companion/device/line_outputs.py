"""Outputs of lines for other programs: standard output, files, pipes, brokers of MQTT.

None of them keeps whoever writes waiting: a reader that is too slow or goes away ends the output, with a warning.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from typing import IO, Protocol
from urllib.parse import SplitResult, unquote, urlsplit

from companion.device.errors import UserError
from companion.device.extras import extra_command
from companion.device.log import warn

#: Stands for standard output.
STANDARD_OUTPUT = "-"
#: So many lines wait for a slow reader.
_WAITING = 1000
#: The port of a broker, where the address names none.
_MQTT_PORT = 1883
_MQTT_PACKAGE = "paho"
#: A topic has no more characters.
_LONGEST_TOPIC = 1000
#: Closing waits so long (seconds) for lines that are still on their way.
_CLOSES_S = 1.0


class LineOutput(Protocol):
    """Output of lines."""

    def write(self, line: str) -> None:
        """Send a line, given without its end, as soon as it can be sent."""

    def close(self) -> None:
        """Send what waits, as far as that is quick, and nothing more."""


class FileOutput:
    """Output to a file, named pipe or standard output, written by a thread."""

    def __init__(self, name: str, open_file: Callable[[], AbstractContextManager[IO[str]]]) -> None:
        """`open_file` is called by the thread, for a named pipe waits there for its reader."""
        self._name, self._open = name, open_file
        self._lines: Queue[str | None] = Queue(_WAITING)
        self._is_over = False
        self._thread = Thread(target=self._work, name="events", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Send a line."""
        if self._is_over:
            return
        try:
            self._lines.put_nowait(line)
        except Full:
            self._end("whoever reads it is too slow")

    def close(self) -> None:
        """Send what waits."""
        if not self._is_over:
            try:
                self._lines.put_nowait(None)
            except Full:
                return
            self._thread.join(_CLOSES_S)

    def _work(self) -> None:
        try:
            with self._open() as file:
                while (line := self._lines.get()) is not None:
                    file.write(f"{line}\n")
                    file.flush()
        except (OSError, ValueError) as error:
            self._end(getattr(error, "strerror", None) or str(error))

    def _end(self, why: str) -> None:
        self._is_over = True
        warn(f"{self._name}: no more events are written: {why}")


class MqttOutput:
    """Output to a topic of a broker, which may come and go."""

    def __init__(self, address: SplitResult) -> None:
        """`address`: mqtt://[USER:PASSWORD@]HOST[:PORT]/TOPIC, where signs may be written as in %23."""
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion

        self._topic = unquote(address.path.strip("/"))
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.max_queued_messages_set(_WAITING)
        if address.username:
            self._client.username_pw_set(unquote(address.username), unquote(address.password or ""))
        self._client.connect_async(str(address.hostname), address.port or _MQTT_PORT)
        self._client.loop_start()

    def write(self, line: str) -> None:
        """Send a line."""
        self._client.publish(self._topic, line)

    def close(self) -> None:
        """Leave the broker."""
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def opened_output(target: str) -> Iterator[LineOutput]:
    """Open an output as `line_output` does, and close it at the end.

    Where it is standard output, lines alone go there: what is printed meanwhile goes to standard error.
    """
    output = line_output(target)
    with redirect_stdout(sys.stderr) if target == STANDARD_OUTPUT else nullcontext():
        try:
            yield output
        finally:
            output.close()


def line_output(target: str) -> LineOutput:
    """Open an output: `-`, an address of MQTT, or the name of a file or named pipe.

    Lines are added to a file. Raises UserError for a target that is none.
    """
    if target == STANDARD_OUTPUT:
        stdout = sys.stdout
        return FileOutput("standard output", lambda: nullcontext(stdout))
    if "://" in target:
        return MqttOutput(_checked_address(target))
    path = Path(target)
    if not path.is_fifo():
        try:
            # What can be told at once is told before the window opens.
            path.open("a", encoding="utf-8").close()
        except (OSError, ValueError) as error:
            raise UserError(f"{target}: cannot be written: {getattr(error, 'strerror', error)}") from error
    return FileOutput(target, lambda: path.open("a", encoding="utf-8"))


def _checked_address(target: str) -> SplitResult:
    """Return the parts of an address of MQTT. Raises UserError."""
    try:
        address = urlsplit(target)
        topic = unquote(address.path.strip("/"))
        # Names of computers have parts of at most 63 letters.
        is_one = address.scheme == "mqtt" and bool((address.hostname or "").encode("idna")) and address.port != 0
        is_one &= not any(sign in target for sign in "?#") and 0 < len(topic) <= _LONGEST_TOPIC
    except ValueError:
        is_one, topic = False, ""
    if not is_one or any(sign in topic for sign in "+#\0"):
        raise UserError(f"{target}: expected mqtt://[USER:PASSWORD@]HOST[:PORT]/TOPIC")
    if find_spec(_MQTT_PACKAGE) is None:
        raise UserError(f"events by MQTT need a package that is not installed: {extra_command('mqtt')}")
    return address
