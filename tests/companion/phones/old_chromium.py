"""Page in the Chromium of PyQtWebEngine: JavaScript in, a line of JSON out.

python tests/companion/phones/old_chromium.py ADDRESS LANGUAGE

The answer to each line is its value, and what went wrong in the page until then. The line "tap X Y" clicks there.
"""

import json
import os
import sys
from typing import Any

os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu"}

from PyQt5.QtCore import QPoint, QSocketNotifier, Qt, QUrl
from PyQt5.QtTest import QTest
from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineView
from PyQt5.QtWidgets import QApplication


class Page(QWebEnginePage):  # type: ignore[misc]
    """Page that keeps its errors."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []

    def javaScriptConsoleMessage(self, level: int, message: str, line: int, source: str) -> None:  # noqa: N802
        """Keep an error of the page."""
        if level == QWebEnginePage.ErrorMessageLevel:
            self.errors.append(f"{source}:{line}: {message}")


def main(address: str, language: str) -> None:
    """Show a page of a phone's size, and answer until there are no more lines."""
    application, page, view = QApplication(sys.argv[:1]), Page(), QWebEngineView()
    page.profile().setHttpAcceptLanguage(language)
    view.setPage(page)
    view.resize(360, 640)
    view.show()
    view.load(QUrl(address))

    def answer(value: Any) -> None:
        print(json.dumps([value, page.errors]), flush=True)

    def ask() -> None:
        line = sys.stdin.readline()
        if line.startswith("tap "):
            QTest.mouseClick(view.focusProxy(), Qt.LeftButton, pos=QPoint(*map(int, line.split()[1:])))
            answer(None)
        elif line:
            page.runJavaScript(line, answer)
        else:
            application.quit()

    lines = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
    lines.activated.connect(ask)
    application.exec_()


if __name__ == "__main__":
    main(*sys.argv[1:])
