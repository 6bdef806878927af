"""Tests of finding one symbol: sub-pixel corners, its own top-left, and its identity.

The identity is one of the known ones.
"""

import math
import sys

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.board import make_catalogue
from vision.decode import codes
from vision.decode.alignment import agreements, refine_corners
from vision.decode.codebook import match_symbol, recognised
from vision.decode.codes import find_codes, find_codes_pyzbar
from vision.decode.symbols import tag_picture
from vision.model.code_detection import CodeDetection
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]

#: The texts of the first edition are short enough for both symbologies.
#: The texts of the first edition, the last of all that a tag may have.
PAYLOADS = tuple(tag.payloads[-1] for tag in make_catalogue().tags)
SIZE = 200


def picture(
    payload: str, code: Symbology = "qr", *, module_px: float = 4.0, turn_deg: float = 20.0, blur: float = 0.6
) -> tuple[Grey, Points]:
    """Return a tag on a grey table, and the corners of its symbol, own top-left first."""
    quiet, modules = QUIET_MODULES[code], SYMBOL_MODULES[code]
    own = float(8 * quiet) - 0.5, float(8 * (quiet + modules)) - 0.5
    across = np.array([math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))]) * module_px / 8
    down = np.array([-across[1], across[0]])
    middle = 8 * (quiet + modules / 2) - 0.5
    to_picture = np.column_stack([across, down, (SIZE - 1) / 2 - (across + down) * middle])
    large = tag_picture(payload, code, 8)
    # Drawn four times as large and averaged, as a lens would.
    zoom = np.array([[4.0, 0, 1.5], [0, 4.0, 1.5], [0, 0, 1]])
    fine = (zoom @ np.vstack([to_picture, (0, 0, 1)]))[:2]
    drawn = cv2.warpAffine(large, fine, (4 * SIZE, 4 * SIZE), flags=cv2.INTER_LINEAR, borderValue=120.0)
    grey = cv2.resize(drawn, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    low, high = own
    square = np.array([(low, low), (high, low), (high, high), (low, high)])
    corners = square @ to_picture[:, :2].T + to_picture[:, 2]
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), blur), np.uint8), corners


def noisy(grey: Grey, sigma: float, seed: int = 0) -> Grey:
    noise = np.random.default_rng(seed).normal(0, sigma, grey.shape)
    return np.clip(grey + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("code", ["qr", "micro"])
@pytest.mark.parametrize("turn_deg", [0, 77, 190])
def test_zxing_gives_the_symbols_own_corners(code: Symbology, turn_deg: float) -> None:
    grey, corners = picture(PAYLOADS[0], code, turn_deg=turn_deg)
    (found,) = find_codes(grey)
    assert (found.text, found.code) == (PAYLOADS[0], code)
    assert np.abs(found.corners - corners).max() < 4.0


@pytest.mark.parametrize("code", ["qr", "micro"])
@pytest.mark.parametrize(("module_px", "blur"), [(2.5, 0.6), (4.0, 1.5), (8.0, 0.5)])
def test_corners_are_refined_to_a_fraction_of_a_pixel(code: Symbology, module_px: float, blur: float) -> None:
    grey, corners = picture(PAYLOADS[0], code, module_px=module_px, blur=blur)
    rough = corners + np.random.default_rng(1).uniform(-0.4, 0.4, (4, 2)) * module_px
    fine = refine_corners(noisy(grey, 3), [PAYLOADS[0]], code, rough[None], borders=160, steps=4)[0]
    assert np.abs(fine - corners).max() < 0.25
    assert agreements(grey, [PAYLOADS[0]], code, fine[None])[0] > 0.99


def test_corners_of_another_symbol_stay_near() -> None:
    grey, corners = picture(PAYLOADS[0])
    other = refine_corners(grey, [PAYLOADS[1]], "qr", corners[None])[0]
    assert np.abs(other - corners).max() < 1.5 * 4.0
    assert agreements(grey, [PAYLOADS[1]], "qr", other[None])[0] < 0.75


@pytest.mark.parametrize("turn_deg", [3, 95, 183, 272])
def test_pyzbar_gets_its_corner_order_from_the_known_modules(turn_deg: float) -> None:
    grey, corners = picture(PAYLOADS[5], turn_deg=turn_deg)
    (found,) = find_codes_pyzbar(grey, PAYLOADS)
    assert (found.text, found.by) == (PAYLOADS[5], "pyzbar")
    assert np.abs(found.corners - corners).max() < 1.0


def test_pyzbar_counts_what_it_does_not_know() -> None:
    grey, _ = picture("HELLO")
    assert [code.text for code in find_codes_pyzbar(grey, PAYLOADS)] == ["HELLO"]


def test_without_the_library_libzbar_pyzbar_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "pyzbar", None)
    grey, _ = picture(PAYLOADS[5])
    assert find_codes_pyzbar(grey, PAYLOADS) == []


def side_px(code: Symbology, module_px: float) -> float:
    return SYMBOL_MODULES[code] * module_px


@pytest.mark.slow
@pytest.mark.parametrize("code", ["qr", "micro"])
@pytest.mark.parametrize("turn_deg", [0, 33, 45, 118, 200, 301])
def test_a_symbol_too_noisy_for_a_decoder_is_told_by_its_modules(code: Symbology, turn_deg: float) -> None:
    payload = PAYLOADS[int(turn_deg) % len(PAYLOADS)]
    grey, corners = picture(payload, code, module_px=2.0, turn_deg=turn_deg, blur=1.0)
    grey = noisy(grey, 35)
    assert all(found.text is None for found in find_codes(grey))
    sides = [side_px(code, module_px) for module_px in (1.8, 2.0, 2.3)]
    found = match_symbol(grey[50:150, 50:150], sides, code, PAYLOADS)
    assert found is not None
    assert (found.text, found.by) == (payload, "modules")
    assert np.abs(found.corners + 50 - corners).max() < 2.0


@pytest.mark.thorough(but=["micro"])
@pytest.mark.slow
@pytest.mark.parametrize("code", ["qr", "micro"])
def test_foreign_symbols_are_never_recognised(code: Symbology) -> None:
    for number in range(40):
        grey, corners = picture(f"FG{number:03}", code, turn_deg=9.0 * number)
        assert recognised(grey, CodeDetection(None, code, corners), PAYLOADS) is None
        assert match_symbol(grey[40:160, 40:160], [side_px(code, 4.0)], code, PAYLOADS) is None


@pytest.mark.slow
def test_noise_and_plain_ground_are_never_recognised() -> None:
    for number in range(30):
        grey = noisy(np.full((100, 100), 128, np.uint8), 40, seed=number)
        assert match_symbol(grey, [42.0], "qr", PAYLOADS) is None
    assert match_symbol(np.full((100, 100), 128, np.uint8), [42.0], "qr", PAYLOADS) is None


def test_no_module_keeps_anything_of_the_library_until_python_ends() -> None:
    """Modules keep no object of the library until Python ends.

    The library would complain of it on standard error from Python 3.12 on; its classes and enums are its own.
    """
    kept = [
        f"{name}.{attribute}"
        for name, module in sys.modules.items()
        if name.split(".")[0] in ("vision", "companion")
        for attribute, value in vars(module).items()
        if type(value).__module__.startswith("zxingcpp")
    ]
    assert "vision.decode.codes" in sys.modules
    assert kept == []
