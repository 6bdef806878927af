"""Page in the Chromium of PyQtWebEngine: a line of JavaScript or "tap X Y" in, JSON out."""

import json
import os
import sys
from typing import Any

os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu"}

from PyQt5.QtCore import QPoint, QSocketNotifier, Qt, QUrl
from PyQt5.QtTest import QTest
from PyQt5.QtWebEngineWidgets import QWebEngineView
from PyQt5.QtWidgets import QApplication

application, view = QApplication(sys.argv[:1]), QWebEngineView()
view.page().profile().setHttpAcceptLanguage(sys.argv[2])
view.resize(360, 640)
view.show()
view.load(QUrl(sys.argv[1]))


def answer(value: Any) -> None:
    print(json.dumps(value), flush=True)


def act() -> None:
    line = sys.stdin.readline()
    if line.startswith("tap "):
        QTest.mouseClick(view.focusProxy(), Qt.LeftButton, pos=QPoint(*map(int, line.split()[1:])))
        answer(None)
    elif line:
        view.page().runJavaScript(line, answer)
    else:
        application.quit()


lines = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
lines.activated.connect(act)
application.exec_()
