"""Tests of the file with the phones of this evening, also of one that somebody has edited."""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.device.language import in_language
from companion.phones.evening_file import EveningFile
from companion.phones.guests import Bars, Guest, Guests

KEYS = ("0123456789abcdef" * 2, "fedcba9876543210" * 2)


def guests_of(*languages: Any) -> Guests:
    guests = Guests()
    for number, language in enumerate(languages, 1):
        guests.all[number] = Guest(number, KEYS[number - 1], language, ("red", "张三")[number - 1])
    return guests


def kept_text(file: EveningFile, *languages: Any) -> dict[str, Any]:
    file.keep(guests_of(*languages))
    kept: dict[str, Any] = json.loads(file.path.read_text("utf-8"))
    return kept


@pytest.fixture
def file(tmp_path: Path) -> EveningFile:
    return EveningFile(tmp_path / "phones.json")


def test_phones_are_known_again(file: EveningFile) -> None:
    guests = guests_of("de", "zh")
    file.keep(guests)
    known = EveningFile(file.path).load()
    assert known is not None
    assert (known.ticket, known.code) == (guests.ticket, guests.code)
    assert [(guest.id, guest.key, guest.language, guest.seat) for guest in known.all.values()] == [
        (1, KEYS[0], "de", "red"),
        (2, KEYS[1], "zh", "张三"),
    ]


def test_nobody_but_its_owner_reads_the_file(file: EveningFile) -> None:
    """Keys in the file let anybody into a seat, whatever the user's mask allows others."""
    mask = os.umask(0)
    try:
        for language in ("de", "fr"):
            file.keep(guests_of(language))
            assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    finally:
        os.umask(mask)


def test_what_the_table_has_decided_is_known_again(file: EveningFile) -> None:
    guests = guests_of("de", "zh")
    guests.all[1].bound, guests.all[2].barred = "red", {"blue", "张三"}
    guests.all[2].address = "fe80::1%eth0"
    guests.bars["192.168.1.4"] = Bars("red", {"blue", "张三"})
    file.keep(guests)
    for starts in (1, 2):
        known = file.load()
        assert known is not None
        assert [(guest.bound, guest.barred) for guest in known.all.values()] == [
            ("red", set()),
            ("", {"blue", "张三"}),
        ]
        assert [guest.address for guest in known.all.values()] == ["", "fe80::1%eth0"]
        assert known.bars == guests.bars
        # Numbers of offers that the killed table has made are not used again.
        assert known.starts == starts
        assert known.all[1].number >= starts * 1_000_000
        file.keep(known)


def test_a_file_of_an_earlier_version_binds_a_phone_to_its_seat(file: EveningFile) -> None:
    kept = kept_text(file, "de")
    kept["phones"][0][4:6] = ["red", ["blue"]]
    del kept["bars"]
    for length, barred in ((6, {"blue"}), (4, set[str]())):
        kept["phones"] = [phone[:length] for phone in kept["phones"]]
        file.path.write_text(json.dumps(kept))
        known = file.load()
        assert known is not None
        assert (known.all[1].seat, known.all[1].bound, known.all[1].barred) == ("red", "red", barred)
        assert (known.all[1].address, known.bars) == ("", {})
        # The first versions had no starts either.
        kept.pop("starts", None)


def test_phones_without_seats_and_more_than_one_start_are_known_again(file: EveningFile) -> None:
    """Phones may have no seat; an address without bars comes back without any."""
    guests = guests_of("de", "fr")
    for guest in guests.all.values():
        guest.seat = ""
    guests.starts, guests.all[1].barred = 41, {"red"}
    file.keep(guests)
    known = file.load()
    assert known is not None
    assert [(guest.seat, guest.barred) for guest in known.all.values()] == [("", {"red"}), ("", set())]
    assert (known.starts, known.bars) == (42, {})
    assert known.all[2].number == 42_000_000
    assert not known.anybody_sits


def test_a_seat_that_was_taken_back_is_kept_before_the_next_moment(file: EveningFile) -> None:
    """Changes are written, each of them and nothing else."""
    guests = guests_of("de", "fr")
    file.keep(guests)
    changes: list[Callable[[], object]] = [
        lambda: guests.free("red"),
        guests.renew,
        lambda: guests.throw_out(guests.all[2]),
        lambda: guests.bars.update({"10.0.0.7": Bars("red", {"red"})}),
        lambda: setattr(guests, "starts", 7),
    ]
    for change in changes:
        before = file.path.read_text("utf-8")
        change()
        file.keep(guests)
        assert file.path.read_text("utf-8") != before
        known = EveningFile(file.path).load()
        assert known is not None
        assert (known.ticket, known.code, known.bars) == (guests.ticket, guests.code, guests.bars)
        assert {number: (guest.seat, guest.barred) for number, guest in known.all.items()} == {
            number: (guest.seat, guest.barred) for number, guest in guests.all.items()
        }


@pytest.mark.parametrize("language", ["xx", "", "EN", "de_DE", None, 7, ["de"], {"de": 1}])
def test_a_phone_of_an_unknown_language_gets_the_one_in_use(language: object, file: EveningFile) -> None:
    kept = kept_text(file, "de", "fr")
    kept["phones"][0][2] = language
    file.path.write_text(json.dumps(kept))
    with in_language("zh"):
        known = file.load()
    assert known is not None
    assert [guest.language for guest in known.all.values()] == ["zh", "fr"]


def test_a_byte_order_mark_and_line_ends_of_windows_do_no_harm(file: EveningFile) -> None:
    kept = kept_text(file, "de")
    file.path.write_bytes(b"\xef\xbb\xbf" + json.dumps(kept, indent=1).replace("\n", "\r\n").encode())
    known = file.load()
    assert known is not None
    assert list(known.all) == [1]


#: Changes of a right file after which it is none; keys that are no secrets would let anybody in.
WRONG: dict[str, Any] = {
    "no key": ("phones", [[1, None, "de", "red"]]),
    "an empty key": ("phones", [[1, "", "de", "red"]]),
    "a short key": ("phones", [[1, "7", "de", "red"]]),
    "half a letter": ("phones", [[1, KEYS[0], "de", "\ud800"]]),
    "a seat that is none": ("phones", [[1, KEYS[0], "de", 5]]),
    "no number": ("phones", [["1", KEYS[0], "de", "red"]]),
    "number without end": ("phones", [[float("inf"), KEYS[0], "de", "red"]]),
    "number below one": ("phones", [[-1, KEYS[0], "de", "red"]]),
    "yes": ("phones", [[True, KEYS[0], "de", "red"]]),
    "too few": ("phones", [[1, KEYS[0]]]),
    "barred from half a letter": ("phones", [[1, KEYS[0], "de", "red", "red", ["\ud800"]]]),
    "barred from a number": ("phones", [[1, KEYS[0], "de", "red", "red", 5]]),
    "bound to nothing": ("phones", [[1, KEYS[0], "de", "red", None, []]]),
    "half of it": ("phones", [[1, KEYS[0], "de", "red", "red"]]),
    "an address that is none": ("phones", [[1, KEYS[0], "de", "red", "red", [], "<b>"]]),
    "bars of no address": ("bars", {"\ud800": ["", []]}),
    "bars that are none": ("bars", {"192.168.1.4": ["red"]}),
    "barred from no seat": ("bars", {"192.168.1.4": ["red", [7]]}),
    "no bars": ("bars", 5),
    "one number twice": ("phones", [[1, KEYS[0], "de", "red"], [1, KEYS[1], "de", "blue"]]),
    "one key twice": ("phones", [[1, KEYS[0], "de", "red"], [2, KEYS[0], "de", "blue"]]),
    "one seat twice": ("phones", [[1, KEYS[0], "de", "red"], [2, KEYS[1], "de", "red"]]),
    "an address of a number": ("phones", [[1, KEYS[0], "de", "red", "red", [], 7]]),
    "an address without end": ("phones", [[1, KEYS[0], "de", "red", "red", [], "1" * 65]]),
    "an address in other letters": ("phones", [[1, KEYS[0], "de", "red", "red", [], "１９２.168.1.4"]]),
    "bound to half a letter": ("phones", [[1, KEYS[0], "de", "red", "\ud800", []]]),
    "bars of an address twice over": ("bars", {"192.168.1.4": ["red", ["red"], "more"]}),
    "bars bound to nothing": ("bars", {"192.168.1.4": [None, []]}),
    "bars in a list": ("bars", [["192.168.1.4", ["red", []]]]),
    "bars of no list": ("bars", {"192.168.1.4": ["red", 5]}),
    "starts below nought": ("starts", -1),
    "starts without end": ("starts", 10**30),
    "half a start": ("starts", 0.5),
    "yes as starts": ("starts", True),
    "a short ticket": ("ticket", "7"),
    "a long code": ("code", "1234567"),
    "starts that are none": ("starts", "often"),
    "no list": ("phones", 5),
    "no phones": ("phones", None),
    "no ticket": ("ticket", None),
    "an empty ticket": ("ticket", ""),
    "a code of letters": ("code", "abcdef"),
    "no code": ("code", 123456),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_was_not_written_so_counts_as_none(name: str, file: EveningFile) -> None:
    key, value = WRONG[name]
    file.path.write_text(json.dumps(kept_text(file, "de") | {key: value}))
    assert file.load() is None


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"{", b"[" * 100_000, b"\xff\xfe{\0}\0", b" " * 200_000])
def test_what_is_no_such_file_counts_as_none(data: bytes, file: EveningFile) -> None:
    file.path.write_bytes(data)
    assert file.load() is None


def test_a_folder_in_its_place_stops_nothing(file: EveningFile, capsys: pytest.CaptureFixture[str]) -> None:
    file.path.mkdir()
    assert file.load() is None
    file.keep(guests_of("de"))
    file.remove()
    assert "is not a regular file" in capsys.readouterr().err
