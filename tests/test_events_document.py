"""The examples of docs/events.md run as they stand there, but for the lamp's address."""

import json
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

TEXT = (Path(__file__).parent.parent / "docs/events.md").read_text(encoding="utf-8")
LINES = "".join(
    f"{line}\n"
    for line in (
        "a sentence that is no line of JSON",
        json.dumps({"kind": "chime", "time": 1.5, "chime": "eaten-2"}),
        json.dumps({"kind": "chime", "time": 2.5, "chime": "turn"}),
        json.dumps({"kind": "event", "time": 3.5, "event": {"event": "token"}, "text": "Green 5 goes."}),
    )
)


def test_the_lamp_is_lit_and_cleared_at_each_bite() -> None:
    asked: list[str] = []

    class Lamp(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Lamp) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        [code] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
        code = code.replace("lamp.local", f"127.0.0.1:{server.server_port}").replace("time.sleep(1)", "time.sleep(0)")
        subprocess.run([sys.executable, "-c", code], input=LINES, text=True, check=True, timeout=20)
        server.shutdown()
    assert [path.rpartition("=")[2] for path in asked] == ["0", "255"]


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_a_bite_is_a_line() -> None:
    [command] = re.findall(r"\| (jq .*)", TEXT)
    lines = "".join(line for line in LINES.splitlines(keepends=True) if line.startswith("{"))
    ran = subprocess.run(command, shell=True, input=lines, text=True, capture_output=True, check=True, timeout=20)
    assert ran.stdout == "bite at 1.5\n"
