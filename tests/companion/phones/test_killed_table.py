"""Phones are back with seats and hands after a virtual table was killed, without a touch."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.companion.phones.phone import TestPhone
from tests.companion.phones.table_process import TableProcess
from tests.companion.phones.test_table import free_port

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = pytest.mark.slow

#: So many moves are played before the table is killed at the next moment that is asked for, and after it.
MOVES = 8

#: Without a new value for so long no phone is behind.
QUIET_S = 1.0


@contextmanager
def running(game: str, folder: Path, port: int) -> Iterator[TableProcess]:
    """Return a table for five that is killed in the end."""
    table = TableProcess(game, folder / "games.sqlite", port, 5)
    try:
        yield table
    finally:
        table.kill()


def sit_down(table: TableProcess, port: int) -> dict[str, TestPhone]:
    """Let a phone join for each seat, and take it."""
    address, phones = f"http://127.0.0.1:{port}/", dict[str, TestPhone]()
    first = TestPhone(address, table.work)
    assert first.join(ticket=table.ticket) == 200
    for seat in [seat["id"] for seat in first.wait(lambda shown: shown["seats"])["seats"]]:
        phone = first if not phones else TestPhone(address, table.work)
        assert phone is first or phone.join(ticket=table.ticket) == 200
        phone.wait(bool)
        phone.take(seat)
        phones[seat] = phone
    return phones


def able(phones: dict[str, TestPhone]) -> list[str]:
    """Return the seats that can move."""
    return [seat for seat, phone in phones.items() if phone.shows["moves"]]


def play(phones: dict[str, TestPhone], rng: Random, liked: str) -> None:
    """Let somebody who is awaited make a move by chance: a `liked` one if any, and no claim."""
    any_phone = next(iter(phones.values()))
    any_phone.wait(lambda _: able(phones))
    seats = [seat for seat in able(phones) if phones[seat].shows["awaited"]] or able(phones)
    phone = phones[rng.choice(seats)]
    moves, offer = phone.shows["moves"], phone.shows["offer"]
    moves = [move for move in moves if liked and liked in move["text"]] or [
        move for move in moves if "laim" not in move["text"]
    ]
    phone.do(rng.choice(moves)["id"])
    phone.wait(lambda shown: shown["offer"] != offer)


def settle(phones: dict[str, TestPhone]) -> None:
    """Let the table work until no phone is behind the one that moved."""
    came, since = -1, time.monotonic()
    while time.monotonic() - since < QUIET_S:
        next(iter(phones.values())).work()
        time.sleep(0.01)
        if (count := sum(len(phone.values) for phone in phones.values())) != came:
            came, since = count, time.monotonic()


def is_back(phone: TestPhone, before: dict[str, Any]) -> bool:
    """Return True if a phone shows what it showed; who had declined is not asked again."""
    shown = phone.shows
    return all(shown.get(name) == before[name] for name in ("seat", "hand", "log", "page", "moves", "awaited"))


@pytest.mark.thorough(but=["coach-ride"])
@pytest.mark.parametrize("game", ["lifeboat", "coach-ride"])
def test_phones_are_back_in_the_middle_of_a_window(tmp_path: Path, game: str) -> None:
    port, rng = free_port(), Random(3)
    with running(game, tmp_path, port) as table:
        phones = sit_down(table, port)
        moves = 0
        # Until several are asked at a time: who joins a fight, who stops an attack.
        while moves < MOVES or len(able(phones)) < 2:
            play(phones, rng, "" if moves < MOVES else "Attack")
            moves += 1
        play(phones, rng, "Nothing")
        settle(phones)
        before = {seat: phone.shows for seat, phone in phones.items()}
    for phone in phones.values():
        phone.sleep()
        phone.values.clear()
    with running(game, tmp_path, port) as table:
        for phone in phones.values():
            phone.work = table.work
            phone.listen()
        for seat, phone in phones.items():
            phone.wait(lambda _: is_back(phone, before[seat]))  # noqa: B023 - waits here
        for _ in range(MOVES):
            play(phones, rng, "")
        for phone in phones.values():
            phone.sleep()
