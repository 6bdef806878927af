"""Phone in Chromium of which nothing is known but its accessibility tree."""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.companion.phones.evening import Evening

#: The table works so often (seconds) while a phone waits.
_TURN_S = 0.015


@dataclass(frozen=True)
class Node:
    """Element as a screen reader is told of it.

    `places`: names of the groups, regions and lists around it.
    """

    role: str
    name: str
    element: int
    is_pressed: bool
    is_disabled: bool
    places: tuple[str, ...]


class HeardPhone:
    """A phone of which nothing is known but its accessibility tree."""

    def __init__(self, browser: Any, evening: Evening, language: str) -> None:
        self._evening = evening
        self._context = browser.new_context(locale=language, ignore_https_errors=True)
        self._page = self._context.new_page()
        self._session = self._context.new_cdp_session(self._page)
        self._page.goto(f"{evening.phones.page_address}#{evening.phones.guests.ticket}")

    def read(self) -> list[Node]:
        """Return what a screen reader is told, in the order of the page."""
        nodes = {node["nodeId"]: node for node in self._session.send("Accessibility.getFullAXTree")["nodes"]}
        roots = [node for node in nodes.values() if "parentId" not in node]
        return [told for root in roots for told in _told(root, nodes, ())]

    def press(self, node: Node, keys: str = "Enter") -> None:
        """Move the focus to an element and press Enter, or type a text; what is gone takes nothing."""
        # Only there where a browser is driven.
        from playwright.sync_api import Error

        self._session.send("DOM.getDocument", {"depth": 0})
        with suppress(Error):
            self._session.send("DOM.focus", {"backendNodeId": node.element})
            if keys == "Enter":
                self._page.keyboard.press(keys)
            else:
                self._page.keyboard.type(keys)

    def wait(self, seconds: float) -> None:
        """Let the table and the page work for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._evening.work()
            # The page works by itself: to ask the browser to wait would take both machines' time.
            time.sleep(_TURN_S)

    def find(self, name: str, role: str = "button") -> Node | None:
        """Return the first element of this role whose name begins so."""
        return next((node for node in self.read() if node.role == role and node.name.startswith(name)), None)

    def close(self) -> None:
        """Close the page."""
        self._context.close()


def _told(node: dict[str, Any], nodes: dict[str, Any], places: tuple[str, ...]) -> Iterator[Node]:
    role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
    states = {state["name"]: state["value"].get("value") for state in node.get("properties", ())}
    if not node.get("ignored"):
        yield Node(
            role,
            name,
            node.get("backendDOMNodeId", 0),
            states.get("pressed") in (True, "true"),
            bool(states.get("disabled")),
            places,
        )
        if name and role in ("group", "region", "list", "log", "status"):
            places = (*places, name)
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _told(nodes[child], nodes, places)
