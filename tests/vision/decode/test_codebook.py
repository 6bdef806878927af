"""Tests of comparison with known symbols: each gate from both sides.

`tests/tools/test_limit_scenes.py` tests it on tags at the limit and on what is no tag.
"""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board import make_catalogue
from vision.decode.codebook import best_match
from vision.decode.correlation import correlation, payload_margin, regions_correlation
from vision.decode.match import ALONE, EVERYWHERE, LEAST_PAYLOAD_MARGIN, RECOGNISED, Match
from vision.decode.symbols import tag_picture
from vision.model.code_detection import CodeDetection
from vision.symbology import SYMBOLOGIES, Symbology

pytestmark = pytest.mark.slow

PAYLOADS = tuple(make_catalogue().by_payload)


@pytest.mark.parametrize("code", SYMBOLOGIES)
def test_each_gate_refuses_what_is_just_below_it(code: Symbology) -> None:
    score = max(RECOGNISED[code], LEAST_PAYLOAD_MARGIN[code] / (ALONE[code] + 0.001))
    symbol = CodeDetection("any", code, np.zeros((4, 2)), "modules")
    margin = max(LEAST_PAYLOAD_MARGIN[code], ALONE[code] * RECOGNISED[code])
    on_the_gates = Match(symbol, RECOGNISED[code], margin, EVERYWHERE[code], 36)
    assert on_the_gates.sure
    assert on_the_gates.gate_margin == pytest.approx(0.0)
    assert replace(on_the_gates, score=score, payload_margin=LEAST_PAYLOAD_MARGIN[code]).alone >= ALONE[code]
    assert not replace(on_the_gates, payload_margin=on_the_gates.payload_margin - 0.001).sure
    assert not replace(on_the_gates, score=RECOGNISED[code] - 0.001).sure
    assert not replace(on_the_gates, least=EVERYWHERE[code] - 0.001).sure


def test_few_modules_of_an_april_tag_say_nothing_however_alike_they_are() -> None:
    symbol = CodeDetection("any", "april", np.zeros((4, 2)), "modules")
    assert Match(symbol, 1.0, 1.0, 1.0, 24).sure
    assert not Match(symbol, 1.0, 1.0, 1.0, 20).sure


def sharp(payload: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a tag as printed and the corners of its symbol."""
    picture = tag_picture(payload, "qr", 6)
    low, high = 4 * 6 - 0.5, 25 * 6 - 0.5
    return picture.copy(), np.array([(low, low), (high, low), (high, high), (low, high)])


def test_a_perfect_picture_leads_by_all_there_is() -> None:
    for number in range(0, len(PAYLOADS), 20):
        picture, corners = sharp(PAYLOADS[number])
        alike = correlation(picture, corners[None], "qr", PAYLOADS)[0]
        assert int(alike.argmax()) == number
        assert payload_margin(alike, number, "qr", PAYLOADS) > 0.75
        assert payload_margin(alike, number - 1, "qr", PAYLOADS) < 0


def test_the_gate_for_regions_tells_a_covered_symbol_from_a_patched_one() -> None:
    picture, corners = sharp(PAYLOADS[7])
    other, _ = sharp(PAYLOADS[40])
    least, shown = regions_correlation(picture, corners, "qr", PAYLOADS, PAYLOADS[7])
    assert least > 0.8
    assert shown > 0.95
    covered = picture.copy()
    covered[:, 110:] = 150
    least, shown = regions_correlation(covered, corners, "qr", PAYLOADS, PAYLOADS[7])
    assert least > EVERYWHERE["qr"]
    assert 0.4 < shown < 0.9
    patched = picture.copy()
    patched[:, 100:] = other[:, 100:]
    least, shown = regions_correlation(patched, corners, "qr", PAYLOADS, PAYLOADS[7])
    assert least < EVERYWHERE["qr"]
    assert shown > 0.95


def test_light_that_falls_off_makes_no_difference() -> None:
    picture, corners = sharp(PAYLOADS[7])
    shaded = (picture * np.linspace(0.9, 0.3, picture.shape[1])).astype(np.uint8)
    even, uneven = (correlation(image, corners[None], "qr", PAYLOADS)[0, 7] for image in (picture, shaded))
    assert uneven == pytest.approx(even, abs=0.1)


def test_a_plain_part_is_no_symbol() -> None:
    assert not best_match(np.full((60, 60), 128, np.uint8), [42.0], "qr", PAYLOADS).sure
